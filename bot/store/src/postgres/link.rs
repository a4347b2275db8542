//! A connection to a server, and its errors in the house's words.
use std::{
    collections::HashMap,
    io,
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    thread,
    time::Duration,
};

use postgres::{
    Client, Config, NoTls, Row, SimpleQueryMessage, Statement, config::SslMode, error::SqlState,
    fallible_iterator::FallibleIterator as _, types::ToSql,
};
use tokio::runtime::Handle;

use super::{statement::numbered, values::SentValue};
use crate::{StoreError, count_statement, database::ServerAddress, sql::Params};

/// How long to wait for a connection, unless the address says so.
const PATIENCE: Duration = Duration::from_secs(10);
const HURRY: Duration = Duration::from_secs(2);

/// How long a server may be silent that should answer.
const SILENCE: Duration = Duration::from_secs(30);

/// Connects over TLS; none if this machine has no certificates to check the server's with.
pub type ConnectOverTls = fn(&Config) -> Option<Result<Client, ::postgres::Error>>;

static OVER_TLS: OnceLock<ConnectOverTls> = OnceLock::new();

/// Says how to encrypt connections; only the first call counts. Without it none is encrypted, and an address with
/// `sslmode=require` is refused.
pub fn encrypt_with(connect: ConnectOverTls) {
    OVER_TLS.get_or_init(|| connect);
}

/// Where to connect to.
#[derive(Clone)]
pub(super) struct ServerTarget {
    config: Config,
    /// The address without its password, as errors show it.
    pub(super) shown: PathBuf,
}

/// A connection.
pub(super) struct Link {
    client: Apart,
    statements: HashMap<String, Arc<Prepared>>,
    shown: PathBuf,
    /// How the last statement clashed with another connection's.
    clash: Option<Clash>,
}

/// How a statement clashed with what another connection did at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clash {
    /// Both in turn would have had another result.
    Order,
    /// A key was taken, or a row went, in the meantime; it may also be a bug.
    Key,
}

/// A statement that the server has prepared.
struct Prepared {
    statement: Statement,
    names: Vec<String>,
}

/// The client has a runtime of its own, which can't be dropped where another one runs.
struct Apart(Option<Client>);

impl Drop for Apart {
    fn drop(&mut self) {
        let client = self.0.take();
        apart(move || drop(client));
    }
}

/// Calls the client. It has a runtime of its own, so on a thread of another runtime the call is made
/// on a thread beside it.
fn apart<T: Send>(call: impl FnOnce() -> T + Send) -> T {
    if Handle::try_current().is_err() {
        return call();
    }
    thread::scope(|scope| scope.spawn(call).join()).unwrap_or_else(|panic| resume_unwind(panic))
}

impl ServerTarget {
    /// Reads an address.
    ///
    /// # Errors
    /// If it isn't valid.
    pub(super) fn of(address: &ServerAddress) -> Result<ServerTarget, StoreError> {
        let shown = PathBuf::from(address.to_string());
        // The error may hold a part of the password.
        let whole = address.whole();
        let scheme = whole.split_once("://").map(|it| it.0.to_lowercase());
        let known = matches!(scheme.as_deref(), Some("postgres" | "postgresql"));
        let rest = whole.split_once("://").map_or(whole, |it| it.1);
        let config: Result<Config, _> = format!("postgres://{rest}").parse();
        let Some(mut config) = config.ok().filter(|_| known) else {
            let detail = "it isn't an address like `postgres://user:password@host/database?sslmode=require`. Write `%40` for `@`, `%3A` for `:`, `%2F` for `/`, `%3F` for `?` in its parts. \
                          After `?` it can have `sslmode` (`disable`, `prefer`, or `require`, which checks the certificate), `connect_timeout` in seconds, `target_session_attrs` (`any`, `read-write`) and `application_name`";
            return Err(StoreError::Unfit { path: shown, detail: detail.to_owned() });
        };
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
        }
        if config.get_application_name().is_none() {
            config.application_name("draughtsman");
        }
        Ok(ServerTarget { config, shown })
    }

    /// Gives a server that others can stand in for less time to be reached, unless the address says how long.
    pub(super) fn in_a_hurry(mut self) -> ServerTarget {
        if self.config.get_connect_timeout() == Some(&PATIENCE) {
            self.config.connect_timeout(HURRY);
        }
        self
    }

    /// Connects.
    ///
    /// # Errors
    /// If the server can't be reached, or refuses.
    pub(super) fn connect(&self) -> Result<Link, StoreError> {
        let ServerTarget { config, shown } = self;
        let unreachable = |detail: String| StoreError::Unreachable { path: shown.clone(), detail };
        let openly = || apart(|| config.connect(NoTls));
        let over_tls = match (config.get_ssl_mode(), OVER_TLS.get()) {
            (SslMode::Disable, _) | (SslMode::Prefer, None) => None,
            (_, Some(connect)) => apart(|| connect(config)),
            (_, None) => {
                let detail = "this program was built without the feature `postgres`, which encrypts the connection";
                return Err(StoreError::Unfit { path: shown.clone(), detail: detail.to_owned() });
            }
        };
        let client = match (over_tls, config.get_ssl_mode()) {
            (None, SslMode::Disable | SslMode::Prefer) => openly(),
            (None, _) => {
                let detail = "this machine has no certificates to check the server's with";
                return Err(unreachable(detail.to_owned()));
            }
            // Such as a certificate that nobody signed: then as without one.
            (Some(Err(err)), SslMode::Prefer) if err.as_db_error().is_none() => openly(),
            (Some(done), _) => done,
        };
        let client = client.map_err(|err| unreachable(words(&err)))?;
        let (statements, shown) = (HashMap::new(), shown.clone());
        Ok(Link { client: Apart(Some(client)), statements, shown, clash: None })
    }
}

impl Link {
    fn with<T: Send>(
        &mut self,
        call: impl FnOnce(&mut Client) -> Result<T, ::postgres::Error> + Send,
    ) -> Result<T, StoreError> {
        let Link { client: Apart(client), shown, clash, .. } = self;
        let Some(client) = client else { return Err(StoreError::Undone) };
        let done = apart(|| call(client));
        *clash = done.as_ref().err().and_then(|err| Clash::of(err.code()?));
        done.map_err(|err| told(shown, &err))
    }

    /// Returns how the last statement clashed with another connection's.
    pub(super) fn clash(&self) -> Option<Clash> {
        self.clash
    }

    /// Waits for a notification, and returns those that have come.
    pub(super) fn notifications(&mut self, at_most: Duration) -> Result<Vec<String>, StoreError> {
        self.with(|client| {
            let mut all = client.notifications();
            let first = all.timeout_iter(at_most).next()?;
            let mut heard: Vec<String> =
                first.into_iter().map(|message| message.payload().to_owned()).collect();
            let mut more = all.iter();
            while let Some(next) = more.next()? {
                heard.push(next.payload().to_owned());
            }
            Ok(heard)
        })
    }

    /// Tells whether the connection is known to be broken.
    pub(super) fn is_closed(&self) -> bool {
        self.client.0.as_ref().is_none_or(Client::is_closed)
    }

    /// Runs statements without parameters; returns the first column of their rows.
    pub(super) fn plain(&mut self, sql: &str) -> Result<Vec<String>, StoreError> {
        count_statement();
        let messages = self.with(|client| client.simple_query(sql))?;
        let rows = messages.into_iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        Ok(rows.collect())
    }

    /// Returns the rows of a statement.
    pub(super) fn query(
        &mut self,
        sql: &str,
        params: &impl Params,
    ) -> Result<Vec<Row>, StoreError> {
        let prepared = self.prepare(sql)?;
        let sent = self.sent(&prepared, params)?;
        count_statement();
        self.with(|client| {
            let sent: Vec<&(dyn ToSql + Sync)> = sent.iter().map(|it| it as _).collect();
            client.query(&prepared.statement, &sent)
        })
    }

    /// Runs a statement; returns how many rows it changed.
    pub(super) fn execute(&mut self, sql: &str, params: &impl Params) -> Result<usize, StoreError> {
        let prepared = self.prepare(sql)?;
        let sent = self.sent(&prepared, params)?;
        count_statement();
        let changed = self.with(|client| {
            let sent: Vec<&(dyn ToSql + Sync)> = sent.iter().map(|it| it as _).collect();
            client.execute(&prepared.statement, &sent)
        })?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    fn prepare(&mut self, sql: &str) -> Result<Arc<Prepared>, StoreError> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let found = numbered(sql);
        let statement = self.with(|client| client.prepare(&found.text))?;
        let prepared = Arc::new(Prepared { statement, names: found.names });
        self.statements.insert(sql.to_owned(), prepared.clone());
        Ok(prepared)
    }

    /// Puts the values of parameters in the order of their numbers.
    fn sent(&self, to: &Prepared, params: &impl Params) -> Result<Vec<SentValue>, StoreError> {
        let known = to.statement.params().len();
        let mut sent: Vec<Option<SentValue>> = (0..known).map(|_| None).collect();
        let mut given = 0;
        let done = params.each(&mut |name, value| {
            let place = match name {
                None => given,
                Some(name) => to
                    .names
                    .iter()
                    .position(|it| it == name)
                    .ok_or_else(|| rusqlite::Error::InvalidParameterName(name.to_owned()))?,
            };
            given += 1;
            let free = sent.get_mut(place);
            let free = free.ok_or(rusqlite::Error::InvalidParameterCount(given, known))?;
            *free = Some(SentValue::of(value)?);
            Ok(())
        });
        let sent: Option<Vec<SentValue>> = sent.into_iter().collect();
        let sent = sent.ok_or(rusqlite::Error::InvalidParameterCount(given, known));
        done.and(sent).map_err(|err| StoreError::from_sqlite(&self.shown, err))
    }
}

impl Clash {
    fn of(code: &SqlState) -> Option<Clash> {
        match code {
            &SqlState::T_R_SERIALIZATION_FAILURE
            | &SqlState::T_R_DEADLOCK_DETECTED
            | &SqlState::LOCK_NOT_AVAILABLE => Some(Clash::Order),
            &SqlState::UNIQUE_VIOLATION | &SqlState::FOREIGN_KEY_VIOLATION => Some(Clash::Key),
            _ => None,
        }
    }
}

/// Says what went wrong, without the values of rows.
fn words(err: &::postgres::Error) -> String {
    match err.as_db_error() {
        Some(err) => err.message().to_owned(),
        None => {
            let cause = std::error::Error::source(err);
            cause.map_or_else(|| err.to_string(), |cause| format!("{err}: {cause}"))
        }
    }
}

/// Classifies an error of the client or the server.
fn told(shown: &Path, err: &::postgres::Error) -> StoreError {
    let (path, detail) = (shown.to_owned(), words(err));
    let Some(code) = err.code() else {
        let cause = std::error::Error::source(err);
        return if err.is_closed() || cause.is_some_and(|it| it.is::<io::Error>()) {
            StoreError::Lost { path, detail }
        } else {
            StoreError::Server { path, detail }
        };
    };
    match code {
        &SqlState::DISK_FULL => StoreError::Full(path),
        &SqlState::IN_FAILED_SQL_TRANSACTION => StoreError::Undone,
        &SqlState::INVALID_TEXT_REPRESENTATION => StoreError::Forbidden(detail),
        &SqlState::LOCK_NOT_AVAILABLE
        | &SqlState::QUERY_CANCELED
        | &SqlState::T_R_SERIALIZATION_FAILURE
        | &SqlState::T_R_DEADLOCK_DETECTED => StoreError::Busy(path),
        &SqlState::ADMIN_SHUTDOWN
        | &SqlState::CRASH_SHUTDOWN
        | &SqlState::CANNOT_CONNECT_NOW
        | &SqlState::IDLE_SESSION_TIMEOUT
        | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => StoreError::Lost { path, detail },
        &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => {
            StoreError::Corrupt { path, detail }
        }
        other if other.code().starts_with("23") => StoreError::Forbidden(detail),
        other if other.code().starts_with("08") => StoreError::Lost { path, detail },
        _ => StoreError::Server { path, detail },
    }
}
