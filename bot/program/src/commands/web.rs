//! `draughtsman web`: the local room in a browser.
use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;
use config::Config;
use service::{LocalScreen, Queue, RandomSource, Service};
use web::{Access, serve_room};

use super::{link_secret::link_secret, serve::told_to_stop};
use crate::FEATURES;

/// How the room is opened.
#[derive(Args)]
pub(crate) struct WebArgs {
    /// The address to listen on, such as `127.0.0.1:9000`; any but this machine's own needs a token
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<std::net::SocketAddr>,
    /// A secret word in the address; without it, nothing is found. Other users of this machine see it in the list of
    /// processes; a file or DRAUGHTSMAN_WEB_TOKEN hides it
    #[arg(long, value_name = "WORD", conflicts_with = "token_file")]
    token: Option<String>,
    /// A file with that word
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Free the names that browsers have taken: each belongs to the next browser where it is typed
    #[arg(long)]
    free_names: bool,
    /// Make games repeatable: derive all dice from this number
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Serves the local room until the program is stopped.
///
/// # Errors
/// If the address can't be bound, or the database can't be opened.
pub(crate) fn web(config: &Config, args: WebArgs) -> anyhow::Result<()> {
    let WebArgs { listen, token, token_file, free_names, seed } = args;
    let token = room_token(token, token_file.as_deref(), config)?;
    let access = Access { listen, token, address: config.web.address.clone() };
    access.check()?;
    let store = config.database.open(config.sync, FEATURES.tables())?;
    let luck = seed.map_or(RandomSource::System, RandomSource::Repeatable);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let service = Service::new(store, luck, &FEATURES).with_pings(config.pings_an_hour);
    let mut service = service.with_minds(config.practice.threads(), config.practice.pace());
    service.show_on(LocalScreen::Browser);
    service.link_by(link_secret(&config.database)?);
    if free_names {
        service.free_names()?;
    }
    let thoughts = service.thoughts();
    let (queue, closed) = Queue::open(service);
    runtime.block_on(async {
        let result = serve_room(queue, thoughts, access, told_to_stop()).await;
        // Wait until the service has finished and closed the database.
        drop(closed.await);
        result
    })
}

/// Returns the secret word of the room: the one given, the first line of a file, or the one in the settings.
///
/// # Errors
/// If the file can't be read or is empty.
fn room_token(
    given: Option<String>,
    file: Option<&Path>,
    config: &Config,
) -> anyhow::Result<Option<String>> {
    let Some(file) = file else { return Ok(given.or_else(|| config.web.token.clone())) };
    let text = fs::read_to_string(file);
    let text = text.with_context(|| format!("the token in {} can't be read", file.display()))?;
    let word = text.lines().next().map(str::trim).filter(|it| !it.is_empty());
    let word = word.with_context(|| format!("the token in {} is empty", file.display()))?;
    Ok(Some(word.to_owned()))
}
