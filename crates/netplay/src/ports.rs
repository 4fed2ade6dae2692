//! The ports on which games are offered.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

use tokio::net::TcpListener;

/// The default port of all Parlor programs.
pub const DEFAULT_PORT: u16 = 7117;

/// How many ports are tried, so that several programs on one machine can host.
pub const N_PORTS: u16 = 8;

/// The ports that are tried for `base`: it and the next ones. For 0, any free port.
pub fn ports_from(base: u16) -> Vec<u16> {
    match base {
        0 => vec![0],
        _ => (base..=base.saturating_add(N_PORTS - 1)).collect(),
    }
}

/// Listens on the first free port from `base`, on one address or on all interfaces.
pub async fn listen(bind: Option<IpAddr>, base: u16) -> io::Result<TcpListener> {
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for port in ports_from(base) {
        let listener = match bind {
            Some(address) => TcpListener::bind((address, port)).await,
            // The IPv6 wildcard also accepts IPv4, if there is IPv6 at all.
            None => match TcpListener::bind((Ipv6Addr::UNSPECIFIED, port)).await {
                Err(error) if error.kind() != io::ErrorKind::AddrInUse => {
                    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).await
                }
                result => result,
            },
        };
        match listener {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = error,
            result => return result,
        }
    }
    Err(last)
}

/// The address at which others on the network reach a program that listens on `bound`, as far as it is known.
pub fn reachable(bound: IpAddr) -> IpAddr {
    if !bound.is_unspecified() {
        return bound;
    }
    // Nothing is sent: choosing a route is enough to learn our own address on it.
    let route = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    route.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unspecified_address_is_replaced_by_a_reachable_one() {
        let given = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));
        assert_eq!(reachable(given), given);
        assert!(!reachable(IpAddr::V6(Ipv6Addr::UNSPECIFIED)).is_unspecified());
    }

    #[test]
    fn a_range_of_ports_stops_at_65535() {
        assert_eq!(ports_from(7117), (7117..=7124).collect::<Vec<_>>());
        assert_eq!(ports_from(65_534), [65_534, 65_535]);
        assert_eq!(ports_from(0), [0]);
    }

    #[tokio::test]
    async fn a_second_listener_takes_the_next_free_port() {
        let loopback = Some(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let first = listen(loopback, 0).await.unwrap();
        let base = first.local_addr().unwrap().port();
        if let Ok(second) = listen(loopback, base).await {
            assert!(second.local_addr().unwrap().port() > base);
        }
    }
}
