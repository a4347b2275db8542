//! `draughtsman web`: the local room in a browser.
use std::{fs, path::Path};

use anyhow::Context as _;
use config::Config;
use service::{Queue, RandomSource, Service};
use web::{Access, serve_room};

use super::{link_secret::link_secret, serve::told_to_stop};

/// Serves the local room until the program is stopped; `free_names` frees the names that browsers have.
///
/// # Errors
/// If the address can't be bound, or the database can't be opened.
pub(crate) fn web(
    config: &Config,
    seed: Option<u64>,
    free_names: bool,
    access: Access,
) -> anyhow::Result<()> {
    access.check()?;
    let store = config.database.open(config.sync)?;
    let luck = seed.map_or(RandomSource::System, RandomSource::Repeatable);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let service = Service::new(store, luck).with_pings(config.pings_an_hour).at_one_screen();
    let mut service = service.with_minds(config.practice.threads(), config.practice.pace());
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
pub(crate) fn room_token(
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
