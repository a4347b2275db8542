//! Where other machines find a listener of this one.
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Addresses for examples in documents, which nobody has. Nothing is sent to them.
const SOMEWHERE: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
];

/// Returns the address at which others find what listens at this one. A listener on all addresses is found at the one from
/// which this machine would reach others.
pub(super) fn found_at(listen: SocketAddr) -> SocketAddr {
    if !listen.ip().is_unspecified() {
        return listen;
    }
    // One for IPv6 is usually found by IPv4 too, which is easier to type.
    let reachable = SOMEWHERE.into_iter().filter(|address| address.is_ipv4() || listen.is_ipv6());
    let own = reachable.filter_map(own_towards).next();
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    SocketAddr::new(own.unwrap_or(here), listen.port())
}

/// Returns the address of this machine from which it would send something to another one. The system looks it up; nothing
/// is sent.
fn own_towards(other: IpAddr) -> Option<IpAddr> {
    let any: SocketAddr = match other {
        IpAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        IpAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect((other, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified()).then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_on_all_addresses_is_found_at_one_that_others_can_use() {
        for listen in ["0.0.0.0:8919", "[::]:8919"] {
            let found = found_at(listen.parse().unwrap());
            assert!(!found.ip().is_unspecified() && found.port() == 8919, "{found}");
        }
        for listen in ["127.0.0.1:8017", "192.0.2.7:80", "[2001:db8::7]:80"] {
            let listen: SocketAddr = listen.parse().unwrap();
            assert_eq!(found_at(listen), listen);
        }
    }
}
