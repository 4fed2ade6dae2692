//! What nobody can guess: who somebody is, invitations, the names of games in links.
//!
//! This crate has no source of randomness. Its host gives it one, or a seed where everything must repeat.

use parlor_core::random::split_mix;
use serde::{Deserialize, Serialize};

/// How many hexadecimal digits a secret has.
const LENGTH: usize = 32;
/// A name for a game is short enough for a link, and too long to be guessed.
const ID_LENGTH: usize = 20;

/// How many digits of a secret may be known.
const TAG_LENGTH: usize = 6;

/// Where secrets come from.
#[derive(Clone, Copy, Debug)]
pub struct Secrets(Source);

#[derive(Clone, Copy, Debug)]
enum Source {
    Host(fn(&mut [u8])),
    Seed(u64),
}

impl Secrets {
    /// Secrets out of random bytes: the function fills what it is given.
    pub const fn from_source(fill: fn(&mut [u8])) -> Secrets {
        Secrets(Source::Host(fill))
    }

    /// Secrets that repeat with the seed. Anyone who knows the seed knows them: they are for tests and replays.
    pub const fn from_seed(seed: u64) -> Secrets {
        Secrets(Source::Seed(seed))
    }

    /// The next secret.
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

    /// The name of the next game in links.
    pub fn game_id(&mut self) -> String {
        let mut id = self.secret();
        id.truncate(ID_LENGTH);
        id
    }

    /// Somebody new.
    pub fn player(&mut self) -> PlayerId {
        PlayerId(self.secret())
    }
}

/// Who somebody is: a secret that only their browser and the host know.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerId(String);

impl PlayerId {
    /// Somebody who comes back with what they were given.
    pub fn parse(text: &str) -> Option<PlayerId> {
        let is_secret = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_secret.then(|| PlayerId(text.to_owned()))
    }

    /// What identifies people in a log, without letting anyone pretend to be them.
    pub fn tag(&self) -> &str {
        &self.0[..TAG_LENGTH]
    }

    /// The secret.
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
    fn somebody_is_known_by_what_they_were_given_and_by_nothing_else() {
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
