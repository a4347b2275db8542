//! Re-exports tokio-tungstenite 0.24 for serenity, which requires 0.21.
pub use newer::*;
