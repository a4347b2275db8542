//! The file with the secret that the addresses of people's own boards follow from.
use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process,
};

use anyhow::{Context as _, bail};
use delivery::chat_access::beside;
use model::private_files;
use service::LinkSecret;
use store::Database;

/// Returns the secret of a host, which lies beside its database; makes one if there is none. Where none can be kept, addresses that
/// were told before stay valid, and each run tells another.
///
/// # Errors
/// If the file holds something else, or can't be read.
pub(crate) fn link_secret(database: &Database) -> anyhow::Result<LinkSecret> {
    let path = beside(&database.neighbour(), "links.secret");
    if !path.exists()
        && let Err(err) = make(&path)
    {
        tracing::warn!(%err, path = %path.display(), "no secret can be kept for the addresses of boards");
        return Ok(LinkSecret::drawn());
    }
    let text = fs::read_to_string(&path);
    let text = text.with_context(|| format!("the secret in {} can't be read", path.display()))?;
    match LinkSecret::from_line(&text) {
        Some(secret) => Ok(secret),
        None => bail!(
            "{} holds no secret. Delete it, and another is made: addresses of boards that were told stay valid",
            path.display()
        ),
    }
}

/// Makes the file, whole or not at all. One that another process made meanwhile stays.
fn make(path: &Path) -> io::Result<()> {
    let draft: PathBuf = path.with_extension(format!("{}.new", process::id()));
    let mut file = private_files::create_file(&draft)?;
    let written = file.write_all(LinkSecret::drawn().to_line().as_bytes());
    let made = written.and_then(|()| file.sync_all()).and_then(|()| fs::hard_link(&draft, path));
    fs::remove_file(&draft)?;
    match made {
        Err(err) if err.kind() != io::ErrorKind::AlreadyExists => Err(err),
        Err(_) | Ok(()) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_keeps_its_secret_where_nobody_else_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::File(folder.path().join("games.db"));
        let first = link_secret(&database).unwrap().to_line();
        assert_eq!(link_secret(&database).unwrap().to_line(), first);
        let path = folder.path().join("games-links.secret");
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::write(&path, "something else").unwrap();
        assert!(link_secret(&database).err().unwrap().to_string().contains("holds no secret"));
    }

    #[test]
    fn where_no_secret_can_be_kept_the_bot_runs_all_the_same() {
        let database = Database::File("/nowhere/at/all/games.db".into());
        assert_ne!(
            link_secret(&database).unwrap().to_line(),
            link_secret(&database).unwrap().to_line()
        );
    }
}
