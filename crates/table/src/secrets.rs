//! Unguessable values: identities of people, invitations, names of games in links.
//!
//! This crate has no source of randomness. Its host provides one, or a seed where everything must be
//! reproducible.

use parlor_core::random::split_mix;
use serde::{Deserialize, Serialize};

/// The number of hexadecimal digits of a secret.
const LENGTH: usize = 32;
/// The length of a game's name: short enough for a link, too long to be guessed.
const ID_LENGTH: usize = 20;

/// The number of digits of a secret that logs may contain.
const TAG_LENGTH: usize = 6;

/// A source of secrets.
#[derive(Clone, Copy, Debug)]
pub struct Secrets(Source);

#[derive(Clone, Copy, Debug)]
enum Source {
    Host(fn(&mut [u8])),
    Seed(u64),
}

impl Secrets {
    /// Creates secrets from random bytes: the function fills the given buffer.
    pub const fn from_source(fill: fn(&mut [u8])) -> Secrets {
        Secrets(Source::Host(fill))
    }

    /// Creates secrets that depend on the seed. Anyone who knows the seed knows them: they are for tests and
    /// replays.
    pub const fn from_seed(seed: u64) -> Secrets {
        Secrets(Source::Seed(seed))
    }

    /// Returns the next secret.
    pub fn secret(&mut self) -> String {
        let mut bytes = [0; LENGTH / 2];
        match &mut self.0 {
            Source::Host(fill) => fill(&mut bytes),
            Source::Seed(state) => {
                for chunk in bytes.chunks_mut(8) {
                    chunk.copy_from_slice(&split_mix(state).to_le_bytes()[..chunk.len()]);
                }
            }
        }
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the name of the next game in links.
    pub fn game_id(&mut self) -> String {
        let mut id = self.secret();
        id.truncate(ID_LENGTH);
        id
    }

    /// Creates the identity of a new person.
    pub fn player(&mut self) -> PlayerId {
        PlayerId(self.secret())
    }
}

/// A person's identity: a secret known only to their browser and the host.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerId(String);

impl PlayerId {
    /// Parses the identity of a returning person.
    pub fn parse(text: &str) -> Option<PlayerId> {
        let is_secret = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_secret.then(|| PlayerId(text.to_owned()))
    }

    /// Returns a prefix that identifies a person in a log. Nobody can impersonate them with it.
    pub fn tag(&self) -> &str {
        &self.0[..TAG_LENGTH]
    }

    /// Returns the secret.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_repeat_only_with_their_seed() {
        let (mut one, mut same, mut other) = (
            Secrets::from_seed(1),
            Secrets::from_seed(1),
            Secrets::from_seed(2),
        );
        let first = one.secret();
        assert_eq!(first, same.secret());
        assert_ne!(first, one.secret());
        assert_ne!(first, other.secret());
        assert_eq!(one.game_id().len(), ID_LENGTH);
        let mut host = Secrets::from_source(|bytes| bytes.fill(0xa5));
        assert_eq!(host.secret(), "a5".repeat(16));
    }

    #[test]
    fn a_person_is_identified_only_by_their_secret() {
        let ann = Secrets::from_seed(7).player();
        assert_eq!(PlayerId::parse(ann.as_str()), Some(ann));
        for text in [
            "",
            "owner",
            "0123456789abcdef0123456789abcde",
            "0123456789abcdef0123456789abcdeg",
        ] {
            assert_eq!(PlayerId::parse(text), None, "{text}");
        }
    }
}
