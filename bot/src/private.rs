//! Makes files and folders that nobody but the bot's user can read: they hold secrets of running matches.
use std::{
    fs::{DirBuilder, File},
    io,
    path::Path,
};

/// Makes a new, empty file. Where files have no modes its rights are those of the folder.
///
/// # Errors
/// When there is one already, or it cannot be made.
pub(crate) fn create_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes a new, empty file, or empties the one that is there, whose rights stay.
///
/// # Errors
/// When it cannot be made.
#[cfg(feature = "matrix")]
pub(crate) fn empty_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes a folder, with those above it, where there is none; one that is there keeps its rights.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
