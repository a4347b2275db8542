//! Creates files and folders that only the bot's user can read, because they contain secrets of
//! running matches.
use std::{
    fs::{DirBuilder, File},
    io,
    path::Path,
};

/// Creates a new, empty file. On systems without file modes its permissions are those of the
/// folder.
///
/// # Errors
/// If it exists, or can't be created.
pub fn create_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Creates an empty file, or empties an existing one, which keeps its permissions.
///
/// # Errors
/// If it can't be created.
pub fn empty_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Creates a folder and its parents; existing ones keep their permissions.
///
/// # Errors
/// If it can't be created.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
