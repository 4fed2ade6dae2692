//! The server's identity on the network: its host names, the pages that may use it, and the real addresses of its
//! visitors.
//!
//! A page on another site can make its own host name resolve to us (DNS rebinding), and would then have the same
//! origin as we do. So we accept only host names that no other site can own: addresses, `localhost`, and configured
//! names.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::{HeaderMap, header};
use ipnet::IpNet;
use thiserror::Error;

/// The header in which proxies pass on the client's address.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The public address of a server behind a proxy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    is_https: bool,
    /// In lower case, with the port if it is not the default one.
    authority: String,
}

/// Why a text is not a public address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PublicUrlError {
    /// The scheme is neither `https` nor `http`.
    #[error("“{0}” does not begin with https:// or http://")]
    Scheme(String),
    /// There is no host.
    #[error("“{0}” names no host")]
    NoHost(String),
    /// There is a path.
    #[error("“{0}” has a path: the page must be at the root of its host")]
    Path(String),
    /// The host contains invalid characters.
    #[error("“{host}” is not the name of a host, in “{url}”")]
    Host {
        /// The host.
        host: String,
        /// The whole text.
        url: String,
    },
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let (scheme, rest) = text
            .split_once("://")
            .ok_or_else(|| PublicUrlError::Scheme(text.to_owned()))?;
        let is_https = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(PublicUrlError::Scheme(text.to_owned())),
        };
        let host = rest.strip_suffix('/').unwrap_or(rest);
        if host.is_empty() {
            return Err(PublicUrlError::NoHost(text.to_owned()));
        }
        if host.contains(['/', '?', '#']) {
            return Err(PublicUrlError::Path(text.to_owned()));
        }
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
        if !host.chars().all(is_part) || name_of(host).is_empty() {
            return Err(PublicUrlError::Host {
                host: host.to_owned(),
                url: text.to_owned(),
            });
        }
        let default_port = if is_https { ":443" } else { ":80" };
        let host = host.to_ascii_lowercase();
        Ok(PublicUrl {
            is_https,
            authority: host.strip_suffix(default_port).unwrap_or(&host).to_owned(),
        })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

/// The host without its port.
fn name_of(authority: &str) -> &str {
    let name = match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    };
    name.trim_start_matches('[').trim_end_matches(']')
}

/// The server's identity on the network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// Its public address, if it is behind a proxy.
    pub(crate) public: Option<PublicUrl>,
    /// Configured host names.
    pub(crate) names: Vec<String>,
    /// The proxies whose `X-Forwarded-For` header is trusted.
    pub(crate) proxies: Vec<IpNet>,
    /// Whether it listens on loopback only. Other addresses are then not its own.
    pub(crate) loopback_only: bool,
}

impl Site {
    /// Whether the `Host` header of a request names us.
    pub(crate) fn accepts_host(&self, headers: &HeaderMap) -> bool {
        match headers.get(header::HOST) {
            // Only programs omit it, never browsers.
            None => true,
            Some(host) => host.to_str().is_ok_and(|host| self.is_own_host(host)),
        }
    }

    fn is_own_host(&self, host: &str) -> bool {
        let name = name_of(host);
        let is_public = self.public.as_ref().is_some_and(|url| {
            // A proxy may or may not pass on the default port.
            url.authority.eq_ignore_ascii_case(host) || name_of(&url.authority).eq_ignore_ascii_case(host)
        });
        is_public
            || name.eq_ignore_ascii_case("localhost")
            || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
            || name
                .parse::<IpAddr>()
                .is_ok_and(|address| address.is_loopback() || !self.loopback_only)
    }

    /// Whether a request comes from a page of this server, or from no page at all.
    pub(crate) fn accepts_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else {
            return true;
        };
        let Ok(origin) = origin.to_str() else { return false };
        if let Some(public) = &self.public
            && origin.eq_ignore_ascii_case(&public.to_string())
        {
            return true;
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let place = origin.split_once("://").map(|(_, place)| place);
        matches!((place, host), (Some(place), Some(host)) if place.eq_ignore_ascii_case(host) && self.is_own_host(host))
    }

    /// Whether browsers should send our cookie over TLS only.
    pub(crate) fn is_secure(&self) -> bool {
        self.public.as_ref().is_some_and(|url| url.is_https)
    }

    /// The address that a request really comes from: what the last trusted proxy passed on, or else the peer.
    pub(crate) fn sender(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        let is_proxy = |address: &IpAddr| self.proxies.iter().any(|proxy| proxy.contains(address));
        if !is_proxy(&peer) {
            return peer;
        }
        let said: Vec<&str> = headers
            .get_all(FORWARDED_FOR)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        let mut sender = peer;
        // From right to left: what comes before the first address that is not our proxy can be forged.
        for said in said.into_iter().rev() {
            let Some(address) = forwarded_address(said) else {
                break;
            };
            sender = address;
            if !is_proxy(&address) {
                break;
            }
        }
        sender
    }

    /// Whether a request comes from this machine, and not through a proxy.
    pub(crate) fn is_local(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let was_forwarded = headers.contains_key(FORWARDED_FOR) || headers.contains_key("forwarded");
        peer.to_canonical().is_loopback() && !was_forwarded
    }
}

/// Parses an address as proxies write it, with or without a port.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let parsed = text.parse().ok().or_else(|| name_of(text).parse().ok());
    parsed.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            (
                header::HeaderName::from_static(name),
                HeaderValue::from_str(value).unwrap(),
            )
        });
        pairs.collect()
    }

    fn behind_a_proxy() -> Site {
        Site {
            public: Some("https://Play.Example.org".parse().unwrap()),
            proxies: vec!["127.0.0.1/32".parse().unwrap(), "10.0.0.0/8".parse().unwrap()],
            loopback_only: true,
            ..Site::default()
        }
    }

    #[test]
    fn a_public_address_is_a_scheme_and_a_host() {
        let read = |text: &str| text.parse::<PublicUrl>();
        for text in [
            "https://play.example.org",
            "https://play.example.org:443/",
            "HTTPS://PLAY.example.org",
        ] {
            assert_eq!(read(text).unwrap().to_string(), "https://play.example.org");
        }
        assert_eq!(
            read("http://[2001:db8::1]:81").unwrap().to_string(),
            "http://[2001:db8::1]:81"
        );
        assert!(matches!(read("play.example.org"), Err(PublicUrlError::Scheme(_))));
        assert!(matches!(
            read("ftp://play.example.org"),
            Err(PublicUrlError::Scheme(_))
        ));
        assert!(matches!(read("https:///"), Err(PublicUrlError::NoHost(_))));
        assert!(matches!(
            read("https://example.org/parlor"),
            Err(PublicUrlError::Path(_))
        ));
        assert!(matches!(
            read("https://user@example.org"),
            Err(PublicUrlError::Host { .. })
        ));
    }

    #[test]
    fn on_a_network_only_addresses_and_configured_names_are_accepted() {
        let site = Site {
            names: vec!["parlor.lan".into()],
            ..Site::default()
        };
        for (host, own) in [
            ("192.168.1.20:8020", true),
            ("[2001:db8::1]:8020", true),
            ("localhost:8020", true),
            ("Parlor.LAN:8020", true),
            ("rebound.example:8020", false),
            ("192.168.1.20.evil.example", false),
            ("", false),
        ] {
            assert_eq!(site.accepts_host(&headers(&[("host", host)])), own, "{host}");
        }
        let here_only = Site {
            loopback_only: true,
            ..Site::default()
        };
        assert!(here_only.accepts_host(&headers(&[("host", "127.0.0.1:1")])));
        assert!(!here_only.accepts_host(&headers(&[("host", "192.168.1.20")])));
    }

    #[test]
    fn behind_a_proxy_only_the_public_pages_may_play() {
        let site = behind_a_proxy();
        let from =
            |origin: &str, host: &str| site.accepts_origin(&headers(&[("origin", origin), ("host", host)]));
        assert!(from("https://play.example.org", "play.example.org"));
        assert!(
            from("https://play.example.org", "127.0.0.1:8020"),
            "a proxy that names itself"
        );
        assert!(
            from("http://127.0.0.1:8020", "127.0.0.1:8020"),
            "the machine itself"
        );
        assert!(!from("http://play.example.org:81", "play.example.org"));
        assert!(!from("https://evil.example", "play.example.org"));
        assert!(!from("https://evil.example", "evil.example"));
        assert!(!from("null", "play.example.org"));
        assert!(site.accepts_host(&headers(&[("host", "play.example.org")])));
        assert!(!site.accepts_host(&headers(&[("host", "evil.example")])));
        assert!(site.is_secure());
    }

    #[test]
    fn only_trusted_proxies_set_the_client_address() {
        let site = behind_a_proxy();
        let sender = |peer: &str, said: &[(&'static str, &str)]| {
            site.sender(peer.parse().unwrap(), &headers(said)).to_string()
        };
        let said = [("x-forwarded-for", "203.0.113.9, 198.51.100.7")];
        assert_eq!(
            sender("127.0.0.1", &said),
            "198.51.100.7",
            "the rest may be made up"
        );
        assert_eq!(sender("192.0.2.1", &said), "192.0.2.1", "not a proxy of ours");
        let two = [("x-forwarded-for", "203.0.113.9, 198.51.100.7, 10.2.3.4")];
        assert_eq!(sender("::ffff:127.0.0.1", &two), "198.51.100.7");
        let port = [("x-forwarded-for", "[2001:db8::7]:4711")];
        assert_eq!(sender("10.0.0.1", &port), "2001:db8::7");
        let nonsense = [("x-forwarded-for", "unknown")];
        assert_eq!(sender("10.0.0.1", &nonsense), "10.0.0.1");
        assert_eq!(sender("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn proxied_requests_are_not_local() {
        let site = Site::default();
        let here: IpAddr = "127.0.0.1".parse().unwrap();
        assert!(site.is_local(here, &headers(&[])));
        assert!(!site.is_local(here, &headers(&[("x-forwarded-for", "127.0.0.1")])));
        assert!(!site.is_local("192.0.2.1".parse().unwrap(), &headers(&[])));
    }
}
