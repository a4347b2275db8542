//! Opens the database on a server: one bot for each database, migrated to the newest schema, and without touching foreign tables.
use std::{
    cell::{Cell, RefCell, RefMut},
    path::Path,
    thread,
    time::{Duration, Instant},
};

#[cfg(any(test, feature = "trial"))]
use super::trial_server::Passing;
use super::{
    link::{Clash, Link, ServerTarget},
    reconnect::Reconnects,
    shared::TakenLocks,
    transaction::ServerTransaction,
};
use crate::{
    Kind, Store, StoreError, Sync, TableParts, ThisProcess,
    database::{DatabaseState, ServerAddress},
    versions::{Versions, keep_version},
};

/// Tells this bot's locks from those of other programs.
const APPLICATION: i32 = 0x4472_6774;
/// The oldest release of PostgreSQL that has all that is needed.
const OLDEST: u32 = 15;

/// How long to wait for another bot to go, and for an answer about a commit.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

/// A database on a server.
pub(crate) struct ServerDatabase {
    target: ServerTarget,
    purpose: LinkPurpose,
    /// Where long reads come from, if not from the server itself.
    pub(super) replica: Option<ServerTarget>,
    /// None after the connection broke, until the next transaction.
    link: RefCell<Option<Link>>,
    reconnects: RefCell<Reconnects>,
    /// The server's session of the last connection, which can outlive that on the server.
    last: RefCell<Option<ServerSession>>,
    /// What goes with a database of a test, after its connection.
    #[cfg(any(test, feature = "trial"))]
    passing: Option<Passing>,
    /// How the transaction under way clashed with another process's.
    clash: Cell<Option<Clash>>,
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinkPurpose {
    /// To be the one bot on the database.
    Serve(Sync),
    /// To be one of several processes of the bot.
    Share(Sync),
    /// To read beside it.
    Read,
}

impl Store {
    /// Opens a database on a server.
    ///
    /// # Errors
    /// If the server can't be reached, is too old, or refuses; if another bot uses the database; if it
    /// isn't ours, is from a later version, or doesn't hold what it should.
    pub(crate) fn on_server(
        address: &ServerAddress,
        sync: Sync,
        state: DatabaseState,
        parts: TableParts,
    ) -> Result<Store, StoreError> {
        let target = ServerTarget::of(address)?;
        let (mut link, session) = connect(&target, LinkPurpose::Serve(sync), None)?;
        match (versions(&mut link, &target, parts)?, state) {
            (None, DatabaseState::Existing) => {
                return Err(StoreError::Unfit {
                    path: target.shown,
                    detail: "it is empty. Name the database that the bot runs on".to_owned(),
                });
            }
            (found, _) => migrate(&mut link, found, parts)?,
        }
        let server = ServerDatabase::with(target, LinkPurpose::Serve(sync), link, session);
        let mut store = server.into_store(ThisProcess::alone(parts));
        store.warn_of_unknown_tables()?;
        Ok(store)
    }

    /// Opens a database on a server as one of several processes. The first one migrates it.
    ///
    /// # Errors
    /// As [`Store::on_server`], but other processes may share the database.
    pub(crate) fn shared_on_server(
        address: &ServerAddress,
        sync: Sync,
        parts: TableParts,
    ) -> Result<Store, StoreError> {
        let target = ServerTarget::of(address)?;
        let purpose = LinkPurpose::Share(sync);
        let until = Instant::now() + PATIENCE;
        // Each attempt with a connection of its own: a lock goes with it.
        loop {
            let found = versions(&mut beside(&target)?, &target, parts)?;
            if found.as_ref().is_some_and(|found| found.are_newest(parts)) {
                break;
            }
            match (Store::on_server(address, sync, DatabaseState::Any, parts), found) {
                (Err(StoreError::Taken(_)), _) if Instant::now() < until => {}
                // Another process may have made or upgraded the tables in the meantime, and share them.
                (Err(StoreError::Taken(_)), _)
                    if versions(&mut beside(&target)?, &target, parts)?
                        .is_some_and(|found| found.are_newest(parts)) => {}
                (Err(StoreError::Taken(path)), Some(found)) => {
                    let (found, known) = (found.sum(), Versions::newest_sum(parts));
                    return Err(StoreError::OthersOlder { path, found, known });
                }
                (other, _) => drop(other?),
            }
        }
        let (link, session) = connect(&target, purpose, None)?;
        let server = ServerDatabase::with(target, purpose, link, session);
        let own = ThisProcess { member: Some(server.new_member()?), ..ThisProcess::alone(parts) };
        Ok(server.into_store(own))
    }

    /// Checks a database on a server without changing it, whether or not a bot uses it. Returns its
    /// version and the newest one.
    ///
    /// # Errors
    /// As [`Store::on_server`].
    pub(crate) fn examine_server(
        address: &ServerAddress,
        parts: TableParts,
    ) -> Result<(usize, usize), StoreError> {
        let target = ServerTarget::of(address)?;
        let (mut link, _) = connect(&target, LinkPurpose::Read, None)?;
        if let Some(found) = versions(&mut link, &target, parts)? {
            return Ok((found.sum(), Versions::newest_sum(parts)));
        }
        let may = "SELECT has_schema_privilege(current_schema(), 'CREATE')";
        if link.plain(may)?.first().is_some_and(|it| it == "t") {
            Err(StoreError::NoFile(target.shown))
        } else {
            let detail = "it is empty, and the bot's user may not create tables there. Make that user the owner of the database";
            Err(StoreError::Unfit { path: target.shown, detail: detail.to_owned() })
        }
    }
}

impl ServerDatabase {
    fn into_store(self, own: ThisProcess) -> Store {
        Store { kind: Kind::Remote(Box::new(self)), own }
    }

    fn with(
        target: ServerTarget,
        purpose: LinkPurpose,
        link: Link,
        session: ServerSession,
    ) -> ServerDatabase {
        let (link, last, clash) = (Some(link).into(), Some(session).into(), Cell::new(None));
        ServerDatabase {
            target,
            purpose,
            replica: None,
            link,
            reconnects: Reconnects::connected().into(),
            last,
            #[cfg(any(test, feature = "trial"))]
            passing: None,
            clash,
        }
    }

    /// Connects to read.
    pub(super) fn to_read(target: ServerTarget) -> Result<ServerDatabase, StoreError> {
        let (link, session) = connect(&target, LinkPurpose::Read, None)?;
        Ok(ServerDatabase::with(target, LinkPurpose::Read, link, session))
    }

    /// Tells whether other processes may write.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.purpose, LinkPurpose::Share(_))
    }

    /// Notes that the transaction under way clashed with another process's.
    pub(super) fn clashed(&self, how: Clash) {
        self.clash.set(Some(how));
    }

    /// Tells whether the transaction under way and another process's would have had another result in turn.
    pub(super) fn is_out_of_order(&self) -> bool {
        self.clash.get() == Some(Clash::Order)
    }

    /// Tells how the last transaction clashed, once.
    pub(super) fn take_clash(&self) -> Option<Clash> {
        self.clash.take()
    }

    /// Returns where to connect to.
    pub(super) fn target(&self) -> &ServerTarget {
        &self.target
    }

    /// Connects a second time, to read; not to a database of a test that goes with its store.
    pub(crate) fn reader(&self) -> Result<Option<ServerDatabase>, StoreError> {
        #[cfg(any(test, feature = "trial"))]
        if self.passing.is_some() {
            return Ok(None);
        }
        ServerDatabase::to_read(self.target.clone()).map(Some)
    }

    #[cfg(any(test, feature = "trial"))]
    pub(super) fn passes_with(&mut self, passing: Passing) {
        self.passing = Some(passing);
    }

    /// The address, as errors show it.
    pub(crate) fn shown(&self) -> &Path {
        &self.target.shown
    }

    /// Returns the connection, which is made anew if it is broken.
    pub(super) fn open_link(&self) -> Result<RefMut<'_, Option<Link>>, StoreError> {
        let mut link = self.link.borrow_mut();
        link.take_if(|it| it.is_closed());
        if link.is_none() {
            *link = Some(self.connect()?);
        }
        Ok(link)
    }

    /// Uses the connection if there is one.
    pub(super) fn on_open_link(&self, call: impl FnOnce(&mut Link) -> bool) -> bool {
        self.link.borrow_mut().as_mut().is_some_and(call)
    }

    /// Closes the connection.
    pub(super) fn give_up_link(&self) {
        self.link.borrow_mut().take();
    }

    /// Begins a transaction. A broken connection is made anew.
    pub(crate) fn begin(&self) -> Result<ServerTransaction<'_>, StoreError> {
        drop(self.open_link()?);
        let fresh = ServerTransaction::fresh(self, &self.link);
        match self.purpose {
            LinkPurpose::Serve(_) | LinkPurpose::Share(_) => Ok(fresh),
            LinkPurpose::Read => fresh.snapshot(),
        }
    }

    /// Returns a transaction that has begun with locks.
    pub(super) fn begun<'a>(
        &'a self,
        number: &str,
        locks: &'a TakenLocks<'a>,
    ) -> ServerTransaction<'a> {
        ServerTransaction::begun(self, &self.link, number, locks)
    }

    /// Believes that the last connection was to another server.
    #[cfg(test)]
    pub(super) fn was_elsewhere(&self) {
        if let Some(last) = self.last.borrow_mut().as_mut() {
            last.started.clear();
        }
    }

    /// Forgets the connection, which stays open.
    #[cfg(test)]
    pub(super) fn let_go(&self) -> Option<Link> {
        self.link.borrow_mut().take()
    }

    /// Connects again, after ending what is left of the last connection.
    ///
    /// # Errors
    /// If the server can't be reached, or was just tried in vain.
    pub(super) fn connect(&self) -> Result<Link, StoreError> {
        let mut last = self.last.borrow_mut();
        let again = || connect(&self.target, self.purpose, last.as_ref());
        let (link, session) = self.reconnects.borrow_mut().attempt(self.shown(), again)?;
        *last = Some(session);
        Ok(link)
    }

    /// Asks over a new connection whether a transaction was committed; nothing without an answer.
    pub(super) fn was_committed(&self, number: &str) -> Option<bool> {
        let until = Instant::now() + PATIENCE;
        let started = || self.last.borrow().as_ref().map(|it| it.started.clone());
        let before = started();
        let mut link = self.link.borrow_mut();
        *link = None;
        while Instant::now() < until {
            if link.is_none() {
                *link = self.connect().ok();
            }
            // A replica that was promoted, or a server that crashed, may not know the transaction,
            // and has perhaps given its number to one of another process.
            if self.is_shared() && started() != before {
                return None;
            }
            let asked =
                link.as_mut().map(|it| it.plain(&format!("SELECT pg_xact_status('{number}')")));
            match asked {
                Some(Ok(says)) => match says.first().map(String::as_str) {
                    Some("committed") => return Some(true),
                    Some("aborted") => return Some(false),
                    // The server hasn't noticed yet that the other connection broke.
                    Some("in progress") => {}
                    _ => return None,
                },
                Some(Err(_)) => *link = None,
                None => {}
            }
            thread::sleep(PAUSE);
        }
        None
    }

    /// Returns how much room the database takes, in bytes.
    pub(crate) fn size(&self) -> Result<u64, StoreError> {
        let session = self.begin()?;
        let sql = "SELECT pg_database_size(current_database())";
        let rows = session.query(sql, &[])?;
        let size = rows.first().and_then(|row| row.try_get::<_, i64>(0).ok());
        Ok(size.and_then(|size| u64::try_from(size).ok()).unwrap_or(0))
    }
}

/// A connection as the server knows it.
struct ServerSession {
    process: String,
    began: String,
    /// When the server was started: another one, or the same again, has another moment.
    started: String,
}

/// Connects once more, for what doesn't wait for the store.
pub(super) fn beside(target: &ServerTarget) -> Result<Link, StoreError> {
    Ok(connect(target, LinkPurpose::Read, None)?.0)
}

/// Connects and sets the connection up. What is left of an earlier one is ended.
fn connect(
    target: &ServerTarget,
    purpose: LinkPurpose,
    last: Option<&ServerSession>,
) -> Result<(Link, ServerSession), StoreError> {
    let mut link = target.connect()?;
    let unfit = |detail: String| StoreError::Unfit { path: target.shown.clone(), detail };
    let says = link.plain(
        "SHOW server_version_num; SHOW server_encoding; SELECT pid FROM pg_stat_activity WHERE pid = pg_backend_pid();
         SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid(); SELECT pg_postmaster_start_time();
         SELECT current_schema()",
    )?;
    let release = says.first().and_then(|says| says.parse().ok()).unwrap_or(0) / 10_000;
    if release < OLDEST {
        return Err(unfit(format!("it is PostgreSQL {release}; the bot needs {OLDEST} or later")));
    }
    if says.get(1).is_none_or(|it| it != "UTF8") {
        return Err(unfit("its encoding isn't UTF8; create it with `ENCODING 'UTF8'`".to_owned()));
    }
    let [_, _, process, began, started, _] = &says[..] else {
        return Err(unfit("none of the schemas of its `search_path` exists".to_owned()));
    };
    if purpose != LinkPurpose::Read && takes_no_writes(&mut link)? {
        let detail = "it takes no writes, as a replica. Name the primary, or several servers with `target_session_attrs=read-write`";
        return Err(StoreError::Unreachable {
            path: target.shown.clone(),
            detail: detail.to_owned(),
        });
    }
    // Statements are short; compiling them takes longer than running them. A bot that is gone keeps its lock for two minutes at most.
    link.plain("SET jit = off; SET lock_timeout = '5s'; SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 15; SET tcp_keepalives_count = 4")?;
    if let Some(ServerSession { process, began, started: _ }) = last {
        link.plain(&format!(
            "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE pid = {process} AND backend_start = '{began}'"
        ))?;
    }
    let [process, began, started] = [process, began, started].map(Clone::clone);
    let session = ServerSession { process, began, started };
    if let LinkPurpose::Serve(sync) | LinkPurpose::Share(sync) = purpose {
        if sync == Sync::Full {
            link.plain("SET synchronous_commit = on")?;
        }
        lock(&mut link, target, purpose)?;
    }
    Ok((link, session))
}

fn takes_no_writes(link: &mut Link) -> Result<bool, StoreError> {
    Ok(link.plain("SELECT pg_is_in_recovery()")?.first().is_some_and(|it| it == "t"))
}

/// Takes the lock of a running bot, which the server frees when the connection ends.
fn lock(link: &mut Link, target: &ServerTarget, purpose: LinkPurpose) -> Result<(), StoreError> {
    let with_others = if let LinkPurpose::Share(_) = purpose { "_shared" } else { "" };
    let sql = format!(
        "SELECT pg_try_advisory_lock{with_others}({APPLICATION}, hashtext(current_schema()))"
    );
    let until = Instant::now() + PATIENCE;
    // The server may not have noticed yet that a bot is gone.
    while link.plain(&sql)?.first().is_none_or(|it| it != "t") {
        if until <= Instant::now() {
            return Err(StoreError::Taken(target.shown.clone()));
        }
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// Returns the versions of the schema, none for an empty one, without changing anything.
///
/// # Errors
/// If it is something else, too old, or from a later version.
fn versions(
    link: &mut Link,
    target: &ServerTarget,
    parts: TableParts,
) -> Result<Option<Versions>, StoreError> {
    // What belongs to an extension is nobody's.
    let sql = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
               AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')";
    if link.plain(sql)?.first().is_some_and(|it| it == "0") {
        return Ok(None);
    }
    let ours = "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(current_schema()) || '.draughtsman')
                AND attname = 'version'";
    let version = if link.plain(ours)?.is_empty() {
        Vec::new()
    } else {
        link.plain("SELECT version FROM draughtsman")?
    };
    let Some(kernel) = version.first().and_then(|version| version.parse().ok()) else {
        return Err(StoreError::Unfit {
            path: target.shown.clone(),
            detail: "its schema holds tables of another program. They were left as they are. Give the bot a database of its own".to_owned(),
        });
    };
    let tables =
        link.plain("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")?;
    let others = || {
        let rows = link.plain("SELECT version || ' ' || part FROM parts")?;
        let read = |row: &String| {
            row.split_once(' ')
                .and_then(|(found, part)| Some((part.to_owned(), found.parse().ok()?)))
        };
        Ok(rows.iter().filter_map(read).collect())
    };
    Versions::read(parts, &target.shown, kernel, others, &tables.into_iter().collect()).map(Some)
}

/// Migrates to the newest versions, in one transaction: a new database that has come half-way would look like one from before it was
/// divided. The connection has the lock of a running bot.
fn migrate(link: &mut Link, found: Option<Versions>, parts: TableParts) -> Result<(), StoreError> {
    let found = found.unwrap_or_else(|| Versions::none(parts));
    if found.are_newest(parts) {
        return Ok(());
    }
    let mut sql = "BEGIN;\n".to_owned();
    for (part, step) in found.missing(parts) {
        if !found.had(part, step) {
            sql.push_str(&step.postgres());
        }
        let keep = if part.part == parts[0].part {
            format!(
                "INSERT INTO draughtsman (version) VALUES ({}) ON CONFLICT (single) DO UPDATE SET version = excluded.version",
                step.version
            )
        } else {
            keep_version(part, step)
        };
        sql.push_str(&format!(";\n{keep};\n"));
    }
    if let Some(division) = found.keep_division(parts) {
        sql.push_str(&format!("{division};\n"));
    }
    sql.push_str("COMMIT");
    link.plain(&sql)?;
    Ok(())
}
