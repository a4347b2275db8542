//! The lock that keeps a second process away from a file or folder.
use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// A lock, held until it is dropped or the process ends.
#[derive(Debug)]
pub struct FileLock(File);

impl FileLock {
    /// Takes the lock of a file, which is created if it is missing, and stays.
    ///
    /// # Errors
    /// If another process holds it, or the file can't be written.
    pub fn take(path: &Path) -> Result<FileLock, TryLockError> {
        let file = File::options().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(TryLockError::Error)?;
        file.try_lock()?;
        Ok(FileLock(file))
    }
}

impl Drop for FileLock {
    /// Unlocks at once. A program that is being started at this moment has a copy of the open file for an instant, so
    /// closing alone would leave it locked.
    fn drop(&mut self) {
        // If it fails, closing the file unlocks it.
        self.0.unlock().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_dropped_is_free_though_a_copy_of_its_file_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = FileLock::take(&path).unwrap();
        assert!(matches!(FileLock::take(&path), Err(TryLockError::WouldBlock)));
        let copy = lock.0.try_clone().unwrap();
        drop(lock);
        FileLock::take(&path).unwrap();
        drop(copy);
    }
}
