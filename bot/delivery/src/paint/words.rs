//! Alt texts of pictures that no scene describes.

/// The alt text of a film; the message and the picture's alt text describe its content.
pub const FILM: &str = "A film of the last steps.";
