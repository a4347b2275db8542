//! Past matches: lists, histories, films, files and proofs.
pub mod board;
pub mod export_pictures;
pub mod history;
pub mod match_data;
pub mod page;
pub mod replay;
pub mod share;
pub mod words;
