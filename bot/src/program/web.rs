//! `draughtsman web`: the local room in a browser.
use super::serve::told_to_stop;
use crate::{
    config::Config,
    service::{Queue, RandomSource, Service},
    web::{Access, serve_room},
};

/// Serves the local room until the program is stopped.
///
/// # Errors
/// If the address can't be bound, or the database can't be opened.
pub fn web(config: &Config, seed: Option<u64>, access: Access) -> anyhow::Result<()> {
    access.check()?;
    let store = config.database.open(config.sync)?;
    let luck = seed.map_or(RandomSource::System, RandomSource::Repeatable);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let service = Service::new(store, luck).with_pings(config.pings_an_hour).at_one_screen();
    let service = service.with_minds(config.practice.threads(), config.practice.pace());
    let thoughts = service.thoughts();
    let (queue, closed) = Queue::open(service);
    runtime.block_on(async {
        let result = serve_room(queue, thoughts, access, told_to_stop()).await;
        // Wait until the service has finished and closed the database.
        drop(closed.await);
        result
    })
}
