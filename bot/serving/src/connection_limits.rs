//! How many connections a listener takes, in total and from one address, and by which names it is asked.
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most connections of one listener at once. Each listener has its own, so that none takes another's.
#[derive(Clone, Copy, Debug)]
pub struct MostConnections {
    /// In total; further ones wait until one of them ends.
    pub all: usize,
    /// From one address; further ones are closed. None if a proxy stands before the listener, because all come from its
    /// address.
    pub from_one: Option<usize>,
}

impl MostConnections {
    /// Returns the most for pages that anyone may read.
    pub fn for_pages(behind_proxy: bool) -> MostConnections {
        // Half of the files that this process may open are for other things.
        let all = most_files().map_or(2500, |files| (files / 2).min(2500));
        MostConnections { all, from_one: Some(64).filter(|_| !behind_proxy) }
    }
}

#[cfg(unix)]
fn most_files() -> Option<usize> {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    files.and_then(|files| usize::try_from(files).ok())
}

#[cfg(not(unix))]
fn most_files() -> Option<usize> {
    None
}

/// The connections of one listener.
#[derive(Clone)]
pub(super) struct Doors {
    all: Arc<Semaphore>,
    /// How many there are from each address.
    from: Arc<Mutex<HashMap<IpAddr, usize>>>,
    most_from_one: Option<usize>,
}

/// The place of a connection, free again when it is dropped.
pub(super) struct ConnectionPlace {
    doors: Doors,
    from: IpAddr,
    /// None once the listener ends.
    _one_of_all: Option<OwnedSemaphorePermit>,
}

impl Doors {
    pub(super) fn new(most: MostConnections) -> Doors {
        let all = Arc::new(Semaphore::new(most.all));
        Doors { all, from: Arc::default(), most_from_one: most.from_one }
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.from.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room for one more.
    pub(super) async fn free(&self) -> Option<OwnedSemaphorePermit> {
        self.all.clone().acquire_owned().await.ok()
    }

    /// Returns a place for a connection; none if its address has too many.
    pub(super) fn seat(
        &self,
        from: SocketAddr,
        one_of_all: Option<OwnedSemaphorePermit>,
    ) -> Option<ConnectionPlace> {
        let from = client(from.ip());
        let mut counts = self.counts();
        let count = counts.entry(from).or_default();
        if self.most_from_one.is_some_and(|most| most <= *count) {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(ConnectionPlace { doors: self.clone(), from, _one_of_all: one_of_all })
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut counts = self.doors.counts();
        if let Some(count) = counts.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.from);
            }
        }
    }
}

/// Returns what stands for one client: an IPv4 address, or the network that one IPv6 client usually has.
pub fn client(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

/// Tells whether a request names a listener of this machine as its host. A site's own name could point to this machine too,
/// and its pages could then read what is meant for this machine alone.
pub fn is_own_name(listen: SocketAddr, host: &str) -> bool {
    let port = listen.port();
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
    names.iter().any(|it| it.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_an_address_or_its_client() {
        let same =
            |one: &str, other: &str| client(one.parse().unwrap()) == client(other.parse().unwrap());
        assert!(same("192.0.2.1", "::ffff:192.0.2.1") && !same("192.0.2.1", "192.0.2.2"));
        assert!(same("2001:db8::1", "2001:db8::ffff:1") && !same("2001:db8::1", "2001:db8:0:1::1"));
    }

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        let listen = "127.0.0.1:9100".parse().unwrap();
        for own in ["127.0.0.1:9100", "localhost:9100", "LOCALHOST:9100", "[::1]:9100"] {
            assert!(is_own_name(listen, own), "{own}");
        }
        for other in ["", "localhost", "localhost:9101", "evil.example:9100"] {
            assert!(!is_own_name(listen, other), "{other}");
        }
    }
}
