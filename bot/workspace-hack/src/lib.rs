//! States the features of the libraries; see its `Cargo.toml`.
