//! The log, on standard error.
use std::io::{self, IsTerminal as _, Write};

use anyhow::bail;
use config::{Config, LogFormat};
use model::safe_output;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use super::words;

/// The crates that a filter calls `bot`.
const PARTS: [&str; 15] = [
    "arena",
    "command",
    "config",
    "console",
    "content",
    "delivery",
    "discord",
    "draughtsman",
    "matrix",
    "model",
    "operate",
    "service",
    "serving",
    "store",
    "web",
];

/// Starts the log.
///
/// # Errors
/// If the filter is invalid.
pub(crate) fn log(config: &Config) -> anyhow::Result<()> {
    // matrix-sdk logs every error response, even an expected one such as a missing setting, and
    // without a recovery key it warns after every sync, while the bot warns once. At the first sync of a room it reports that its power
    // levels aren't known yet.
    let quiet = "matrix_sdk::http_client=off,matrix_sdk::room=off,matrix_sdk_crypto::identities=error,matrix_sdk_crypto::backups=error";
    let filter = if config.log.split(',').all(is_directive) {
        format!("{quiet},{}", in_parts(&config.log)).parse::<Targets>().ok()
    } else {
        None
    };
    let Some(filter) = filter else { bail!(words::no_filter(&config.log)) };
    let ansi = io::stderr().is_terminal();
    let log = tracing_subscriber::fmt::layer()
        .with_writer(log_writer)
        .with_ansi(ansi)
        // A line that can't be written is lost; reporting that on the same standard error would end
        // the program.
        .log_internal_errors(false);
    match config.log_format {
        LogFormat::Text => tracing_subscriber::registry().with(log).with(filter).init(),
        LogFormat::Json => {
            let log = log.json().with_ansi(false);
            tracing_subscriber::registry().with(log).with(filter).init();
        }
    }
    Ok(())
}

/// Returns where the log goes. With colours, the log itself shows what a terminal would obey.
fn log_writer() -> Box<dyn Write> {
    if io::stderr().is_terminal() {
        Box::new(io::stderr())
    } else {
        Box::new(safe_output::stderr())
    }
}

/// Tells whether a part of a filter is a level, or a part of the program and its level. A single other word would be taken for a part
/// of the program, and silence everything else.
fn is_directive(part: &str) -> bool {
    let is_level = |text: &str| text.trim().parse::<LevelFilter>().is_ok();
    part.trim().is_empty()
        || part.rsplit_once('=').map_or_else(|| is_level(part), |(_, level)| is_level(level))
}

/// Writes a filter with every crate that its `bot` stands for: `bot=debug`, `bot::store=trace`.
fn in_parts(filter: &str) -> String {
    let directives = || filter.split(',').map(str::trim).filter(|part| !part.is_empty());
    let mut all: Vec<String> = Vec::new();
    for directive in directives() {
        match directive.strip_prefix("bot=") {
            Some(level) => all.extend(PARTS.map(|part| format!("{part}={level}"))),
            None => all.push(directive.strip_prefix("bot::").unwrap_or(directive).to_owned()),
        }
    }
    // The library's name begins with that of a part, and would go with it.
    let goes_along = all.iter().any(|it| it.starts_with("matrix="));
    if goes_along && !all.iter().any(|it| it.starts_with("matrix_sdk=")) {
        let other = directives().find(|part| !part.contains('=')).unwrap_or("off");
        all.push(format!("matrix_sdk={other}"));
    }
    all.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_stands_for_all_its_parts_and_for_no_library() {
        let all = in_parts("warn, bot=debug");
        assert!(all.starts_with("warn,arena=debug,command=debug,"), "{all}");
        assert!(all.ends_with(",web=debug,matrix_sdk=warn"), "{all}");
        assert!(in_parts("bot=info").ends_with("matrix_sdk=off"));
        assert_eq!(in_parts("bot::store=trace,info"), "store=trace,info");
        assert_eq!(in_parts("info, ,bot::store=trace,"), "info,store=trace");
        assert_eq!(in_parts("bot::matrix=debug,warn"), "matrix=debug,warn,matrix_sdk=warn");
    }

    #[test]
    fn what_is_said_about_the_library_itself_holds() {
        let all = in_parts("bot=info,matrix_sdk=debug");
        assert_eq!(all.matches("matrix_sdk=").count(), 1, "{all}");
        assert!(all.ends_with("matrix_sdk=debug"), "{all}");
        let part = in_parts("bot=info,matrix_sdk::sync=debug");
        assert!(part.ends_with("matrix_sdk::sync=debug,matrix_sdk=off"), "{part}");
    }
}
