//! Past matches: lists, histories, films, files and proofs.
pub(super) mod board;
pub(crate) mod export_pictures;
pub(super) mod history;
pub(super) mod match_data;
pub(super) mod page;
pub(super) mod replay;
pub(super) mod share;
pub(crate) mod words;
