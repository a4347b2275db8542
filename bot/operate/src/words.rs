//! Texts for the status pages, the metrics and the service manager.
use std::{net::SocketAddr, time::Duration};

use model::ids::Chat;

// What is wrong.

pub(super) fn no_answer() -> String {
    "the service doesn't answer within a second".to_owned()
}

pub(super) fn never_heard_from(chat: Chat) -> String {
    format!("{} was never heard from", chat.name())
}

pub(super) fn silent(chat: Chat, ago: Duration) -> String {
    format!("{} was last heard from {} s ago", chat.name(), ago.as_secs())
}

/// Says how many replies wait for a chat, and the age of the oldest in seconds.
pub(super) fn replies_wait(chat: Chat, rows: u64, age: i64) -> String {
    let name = chat.name();
    match rows {
        1 => format!("1 reply waits for {name}, for {age} s"),
        _ => format!("{rows} replies wait for {name}, the oldest for {age} s"),
    }
}

pub(super) fn no_database(err: &str) -> String {
    format!("the database can't be read: {err}")
}

/// Says that a disk is nearly full; `free` is in bytes.
pub(super) fn disk_is_full(free: u64) -> String {
    format!("only {} are free on the disk of the database", megabytes(free))
}

pub(super) const WELL: &str = "well";
pub(super) const UNWELL: &str = "unwell";

// Who may read the figures.

pub(super) fn needs_the_token() -> String {
    "The figures need the token of `operate.token`, as `Authorization: Bearer TOKEN` or as a password.".to_owned()
}

pub(super) fn health_alone() -> String {
    "Only `/healthz` is shown at this address. The bot's host can set `operate.token` to show the rest.".to_owned()
}

pub(super) fn by_another_name() -> String {
    "This page is for programs and people of its own machine. Ask for it as `127.0.0.1` or `localhost`.".to_owned()
}

/// Warns the host of an address that others can reach.
pub(super) fn shows_health_alone(listen: SocketAddr) -> String {
    format!(
        "others can reach {listen}, so only `/healthz` is shown there. Set `operate.token` to show the figures to those who have it, or listen on 127.0.0.1"
    )
}

// The page.

pub(super) const TITLE: &str = "Draughtsman";
pub(super) const ALL_IS_WELL: &str = "Everything works.";
pub(super) const CHATS: &str = "Chats";
pub(super) const CHAT_COLUMNS: [&str; 6] =
    ["chat", "last heard", "replies waiting", "oldest", "rate limited", "reconnected"];
pub(super) const CURVE: &str = "Requests a minute, in the last hour";
pub(super) const NO_CURVE: &str = "The curve begins two minutes after the start.";
pub(super) const TIMES: &str = "Times";
pub(super) const TIME_COLUMNS: [&str; 4] = ["", "count", "median", "99th percentile"];
pub(super) const WAITED: &str = "in the queue before the service";
pub(super) const WORKED: &str = "in the service";
pub(super) const REQUESTS: &str = "Requests";
pub(super) const RUNNING: &str = "Running matches";
pub(super) const NONE: &str = "none";
pub(super) const MORE: &str = "More";
pub(super) const QUEUED: &str = "jobs in the queue before the service";
pub(super) const THINKING: &str = "computer players thinking";
pub(super) const LATE_TICKS: &str = "late ticks";
pub(super) const FAILED_BACKUPS: &str = "failed backups";
pub(super) const PANICS: &str = "panics";
pub(super) const DATABASE: &str = "database";
pub(super) const FREE: &str = "free on its disk";
pub(super) const METRICS: &str = "metrics";
pub(super) const HEALTH: &str = "health";
pub(super) const NO_SHARE: &str = "–";
pub(super) const BEYOND: &str = "over 10 s";

pub(super) fn heard(ago: Option<Duration>) -> String {
    ago.map_or("never".to_owned(), |ago| format!("{} ago", seconds(ago.as_secs())))
}

pub(super) fn seconds(number: impl std::fmt::Display) -> String {
    format!("{number} s")
}

/// Writes a duration given in microseconds.
pub(super) fn milliseconds(micros: u64) -> String {
    format!("{} ms", micros as f64 / 1000.0)
}

pub(super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes / 1_000_000)
}

pub(super) fn delivery_to(chat: Chat) -> String {
    format!("from the service to {}", chat.name())
}

pub(super) fn most_in_a_minute(most: u64) -> String {
    format!("at most {most} in a minute")
}

pub(super) fn a_minute(many: u64) -> String {
    format!("{many} a minute")
}

// What metrics count.

pub(super) mod help {
    pub(crate) const REQUESTS: &str = "Requests carried out or refused.";
    pub(crate) const REFUSALS: &str = "Requests that were refused.";
    pub(crate) const WAITED: &str = "Time requests waited for the service.";
    pub(crate) const WORKED: &str = "Time the service took for a job.";
    pub(crate) const DELIVERED: &str = "Time from the commit of a reply until its chat had it.";
    pub(crate) const QUEUE: &str = "Jobs in the queue before the service.";
    pub(crate) const MINDS: &str = "Computer players that are thinking.";
    pub(crate) const HELD_UP: &str = "Times a chat's server asked to wait.";
    pub(crate) const RECONNECTS: &str = "Times the connection to a chat was made again.";
    pub(crate) const LATE_TICKS: &str = "Ticks of the service over a second late.";
    pub(crate) const FAILED_BACKUPS: &str = "Copies of the database that could not be made.";
    pub(crate) const PANICS: &str = "Panics; each costs only what it was about.";
    pub(crate) const FAILED_JOBS: &str =
        "Times something that was due could not be done, by what it is.";
    pub(crate) const ANSWERS: &str = "1 if the service answers within a second.";
    pub(crate) const SILENCE: &str = "Time since a configured chat was heard from.";
    pub(crate) const OUTBOX_ROWS: &str = "Replies that wait for a chat.";
    pub(crate) const OUTBOX_AGE: &str = "Age of the oldest reply that waits for a chat.";
    pub(crate) const RUNNING: &str = "Running matches.";
    pub(crate) const DATABASE: &str = "Size of the database and the files beside it.";
    pub(crate) const FREE: &str = "Free space on the disk of the database.";
}

// The service manager.

pub(super) fn waiting_for(chat: Chat) -> String {
    format!("waiting for {}", chat.name())
}

pub(super) fn serving(chats: &[Chat]) -> String {
    let names: Vec<&str> = chats.iter().map(|it| it.name()).collect();
    format!("serving {}", names.join(" and "))
}

pub(super) const STOPPING: &str = "finishing running requests";
