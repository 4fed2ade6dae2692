//! The network of Ataxx: what a position is worth by what was learned from our own games.

use std::sync::OnceLock;

use parlor_ataxx::Position;
use parlor_core::Score;
use parlor_search::isa::Isa;

use super::windows::{bucket, inputs, shape};
use crate::network::{Network, NetworkError, NetworkFile};

/// Hidden numbers: docs/training-ataxx.md tells what other widths came to.
const HIDDEN: usize = 64;

/// The network of Ataxx.
pub type AtaxxNetwork = Network<HIDDEN, 1>;

/// The network that comes with the program.
static EMBEDDED: &[u8] = include_bytes!("../../weights/ataxx.network");

/// The network that comes with the program; the tests see to it that it can be read.
pub(super) fn embedded() -> Option<&'static AtaxxNetwork> {
    static NETWORK: OnceLock<Option<AtaxxNetwork>> = OnceLock::new();
    NETWORK.get_or_init(|| read(EMBEDDED).ok()).as_ref()
}

/// The network of a file.
pub(super) fn read(bytes: &[u8]) -> Result<AtaxxNetwork, NetworkError> {
    Network::new(&NetworkFile::from_bytes(bytes, "ataxx")?, &shape(HIDDEN))
}

/// What a position is worth to the side to move.
#[inline(always)]
pub(super) fn score<I: Isa>(isa: I, network: &AtaxxNetwork, position: &Position) -> Score {
    let own = position.pieces(position.turn()).0;
    let other = position.pieces(!position.turn()).0;
    let blocks = position.blocks().0;
    let accumulator = network.accumulate(isa, &inputs(own, other, blocks));
    network.score(isa, [&accumulator], bucket(own | other | blocks))
}

#[cfg(test)]
mod tests {
    use parlor_ataxx::Rules;
    use parlor_search::isa::Portable;

    use super::*;

    #[test]
    fn the_network_that_comes_with_the_program_can_be_read() {
        assert_eq!(read(EMBEDDED).map(|_| ()), Ok(()));
        assert!(EMBEDDED.len() < 1 << 20);
    }

    #[test]
    fn the_network_knows_who_is_ahead_and_sees_blocks() {
        let network = embedded().expect("a network");
        let score = |fen| {
            let position = Position::from_fen(fen, Rules::Seed).expect("a position");
            score(Portable, network, &position)
        };
        let ahead = score("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx1xxx/ooooooo/ooo1ooo x 0 1");
        assert!(ahead > Score(300), "{ahead:?}");
        let behind = score("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx1xxx/ooooooo/ooo1ooo o 0 1");
        assert!(behind < Score(-300), "{behind:?}");
        let open = score("x5o/7/7/7/7/7/o5x x 0 1");
        let walled = score("x5o/7/2---2/2---2/2---2/7/o5x x 0 1");
        assert_ne!(open, walled);
    }
}
