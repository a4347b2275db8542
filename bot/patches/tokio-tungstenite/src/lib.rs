//! Passes tokio-tungstenite 0.24 on to serenity, which asks for 0.21.
pub use newer::*;
