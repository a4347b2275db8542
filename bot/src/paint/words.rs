//! Alt texts of pictures that no scene describes.

/// The alt text of a film; its content is told in the message and in the picture's alt text.
pub(crate) const FILM: &str = "A film of the last steps.";
