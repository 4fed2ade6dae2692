//! The names of remote games, and their addresses.

use std::fmt;
use std::str::FromStr;

use parlor_core::Excerpt;
use thiserror::Error;

/// The name of a hosted game: letters, digits and underscores. Case matters.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RoomId(String);

/// Why a text is not the name of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RoomIdError {
    /// The name is empty.
    #[error("the game has no ID: letters, digits and underscores are expected")]
    Empty,
    /// The name is too long.
    #[error("the ID {0} has more than {max} characters", max = RoomId::LONGEST)]
    TooLong(Excerpt),
    /// The name contains an invalid character.
    #[error("{0} may not be in an ID: letters, digits and underscores are expected")]
    BadCharacter(Excerpt),
}

impl RoomIdError {
    /// Moves the error's column by `n` characters: the ID begins there in its line.
    pub fn behind(self, n: usize) -> RoomIdError {
        match self {
            RoomIdError::Empty => RoomIdError::Empty,
            RoomIdError::TooLong(it) => RoomIdError::TooLong(it.behind(n)),
            RoomIdError::BadCharacter(it) => RoomIdError::BadCharacter(it.behind(n)),
        }
    }
}

impl RoomId {
    /// The maximum length of an ID.
    pub const LONGEST: usize = 64;

    /// The ID as typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RoomId {
    type Err = RoomIdError;

    fn from_str(text: &str) -> Result<RoomId, RoomIdError> {
        if text.is_empty() {
            return Err(RoomIdError::Empty);
        }
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if let Some((at, bad)) = text.char_indices().find(|&(_, letter)| !is_allowed(letter)) {
            let offending = Excerpt::new(bad.encode_utf8(&mut [0; 4]), at);
            return Err(RoomIdError::BadCharacter(offending));
        }
        if text.len() > RoomId::LONGEST {
            return Err(RoomIdError::TooLong(Excerpt::new(text, 0)));
        }
        Ok(RoomId(text.to_owned()))
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The operand of `join`: `ID@hostname` or `ID@hostname:port`, with a numeric IPv6 address in brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The name of the game.
    pub id: RoomId,
    /// The machine, without brackets.
    pub host: String,
    /// The port; `None` means to try the default ports.
    pub port: Option<u16>,
}

/// Why a text is not an invitation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AddressError {
    /// There is no `@`.
    #[error("{0} does not say where the game is: ID@hostname or ID@hostname:port is expected")]
    NoHost(Excerpt),
    /// The text before the `@` is not an ID.
    #[error(transparent)]
    Id(#[from] RoomIdError),
    /// The text after the `@` is not a host name.
    #[error("{0} is not the name or address of a machine")]
    BadHost(Excerpt),
    /// The text after the colon is not a port.
    #[error("{0} is not a port: a number from 1 to 65535 is expected")]
    BadPort(Excerpt),
}

impl AddressError {
    /// Moves the error's column by `n` characters: the invitation begins there in its line.
    pub fn behind(self, n: usize) -> AddressError {
        match self {
            AddressError::NoHost(it) => AddressError::NoHost(it.behind(n)),
            AddressError::Id(it) => AddressError::Id(it.behind(n)),
            AddressError::BadHost(it) => AddressError::BadHost(it.behind(n)),
            AddressError::BadPort(it) => AddressError::BadPort(it.behind(n)),
        }
    }
}

impl Invitation {
    // The maximum length of a domain name.
    const LONGEST_HOST: usize = 253;
}

impl FromStr for Invitation {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Invitation, AddressError> {
        let (id, place) = text
            .split_once('@')
            .ok_or_else(|| AddressError::NoHost(Excerpt::new(text, 0)))?;
        let at = id.len() + 1;
        let id = id.parse()?;
        let bad_host = || AddressError::BadHost(Excerpt::new(place, at));
        let (host, port) = match place.strip_prefix('[') {
            Some(rest) => {
                let (host, rest) = rest.split_once(']').ok_or_else(bad_host)?;
                let is_address = host.parse::<std::net::Ipv6Addr>().is_ok();
                match (is_address, rest.strip_prefix(':')) {
                    (true, Some(port)) => (host, Some(port)),
                    (true, None) if rest.is_empty() => (host, None),
                    _ => return Err(bad_host()),
                }
            }
            None => match place.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (place, None),
            },
        };
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte);
        if host.is_empty() || host.len() > Invitation::LONGEST_HOST || !host.bytes().all(is_allowed) {
            return Err(bad_host());
        }
        let port = match port {
            None => None,
            Some(digits) => {
                let port_at = text.len() - digits.len();
                let number = digits.parse().ok().filter(|&port: &u16| port != 0);
                let number = number.filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
                Some(number.ok_or_else(|| AddressError::BadPort(Excerpt::new(digits, port_at)))?)
            }
        };
        Ok(Invitation {
            id,
            host: host.to_owned(),
            port,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, String, Option<u16>) {
        let invitation: Invitation = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        (invitation.id.to_string(), invitation.host, invitation.port)
    }

    #[test]
    fn an_invitation_has_a_game_a_host_and_an_optional_port() {
        assert_eq!(
            read("Foo_1@nova.cs.berkeley"),
            ("Foo_1".into(), "nova.cs.berkeley".into(), None)
        );
        assert_eq!(
            read("x@localhost:7200"),
            ("x".into(), "localhost".into(), Some(7200))
        );
        assert_eq!(read("x@[::1]:80"), ("x".into(), "::1".into(), Some(80)));
        assert_eq!(read("x@[::1]"), ("x".into(), "::1".into(), None));
    }

    #[test]
    fn invalid_invitations_are_refused_with_a_reason() {
        let error = |text: &str| text.parse::<Invitation>().unwrap_err();
        assert!(matches!(error("foo"), AddressError::NoHost(_)));
        assert!(matches!(error("@here"), AddressError::Id(RoomIdError::Empty)));
        assert!(matches!(
            error("a b@here"),
            AddressError::Id(RoomIdError::BadCharacter(_))
        ));
        for host in ["", "a/b", "a b", "[::1", "[::1]80", "[x]", "a@b", "é"] {
            assert!(
                matches!(error(&format!("x@{host}")), AddressError::BadHost(_)),
                "{host}"
            );
        }
        for port in ["", "0", "65536", "+80", "8o", "80:90"] {
            let error = error(&format!("x@h:{port}"));
            assert_eq!(error, AddressError::BadPort(Excerpt::new(port, 4)));
        }
    }

    #[test]
    fn ids_are_limited_in_length_and_characters() {
        assert_eq!(
            "Az_09".parse::<RoomId>().map(|id| id.to_string()),
            Ok("Az_09".into())
        );
        assert!("x".repeat(RoomId::LONGEST).parse::<RoomId>().is_ok());
        assert!(matches!(
            "x".repeat(RoomId::LONGEST + 1).parse::<RoomId>(),
            Err(RoomIdError::TooLong(_))
        ));
        for bad in ["", "a-b", "../x", "a b", "ä", "a\0"] {
            assert!(bad.parse::<RoomId>().is_err(), "{bad:?}");
        }
    }
}
