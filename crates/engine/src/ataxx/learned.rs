//! The network of Ataxx, which evaluates positions. It was trained on our own games.

use std::sync::LazyLock;

use parlor_ataxx::Position;
use parlor_core::Score;
use parlor_search::isa::Isa;

use super::windows::{STRIP_CONTENTS, STRIPS, bucket, inputs, is_tied, shape, strips, untie, windows_of};
use crate::network::{Network, NetworkError, NetworkFile, Row};

/// The network of Ataxx, in one of its possible widths. Version 0.1 had 64 hidden units; its files still
/// work.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one network in a program, and a pointer more would be followed at every node"
)]
pub enum AtaxxNetwork {
    /// 64 hidden units.
    Narrow(WindowNetwork<64>),
    /// 128 hidden units.
    Middle(WindowNetwork<128>),
    /// 256 hidden units.
    Wide(WindowNetwork<256>),
}

/// A network over windows. On a board without blocks it adds up the rows of strips, each the precomputed sum
/// of the rows of two windows: half as many as there are windows. With blocks there would be too many
/// contents for a table that stays in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowNetwork<const H: usize> {
    network: Network<H, 1>,
    strips: Vec<Row<H>>,
}

impl<const H: usize> WindowNetwork<H> {
    fn new(file: &NetworkFile) -> Result<WindowNetwork<H>, NetworkError> {
        let network: Network<H, 1> = Network::new(file, &shape(H))?;
        let strips = (0..STRIPS * STRIP_CONTENTS)
            .map(|strip| network.sum_of_rows(&windows_of(strip as u16)))
            .collect();
        Ok(WindowNetwork { network, strips })
    }

    /// Returns the score of a position for the side to move.
    #[inline(always)]
    fn score<I: Isa>(&self, isa: I, position: &Position) -> Score {
        let own = position.pieces(position.turn()).0;
        let other = position.pieces(!position.turn()).0;
        let blocks = position.blocks().0;
        let accumulator = if blocks == 0 {
            self.network
                .accumulate_from(isa, &self.strips, &strips(own, other))
        } else {
            self.network.accumulate(isa, &inputs(own, other, blocks))
        };
        self.network
            .score(isa, [&accumulator], bucket(own | other | blocks))
    }
}

/// The embedded network.
static EMBEDDED: &[u8] = include_bytes!("../../weights/ataxx.network");

/// Returns the embedded network.
pub(super) fn embedded() -> &'static AtaxxNetwork {
    static NETWORK: LazyLock<AtaxxNetwork> =
        LazyLock::new(|| read(EMBEDDED).expect("a test reads the embedded network of Ataxx"));
    &NETWORK
}

/// Reads the network of a file.
pub(super) fn read(bytes: &[u8]) -> Result<AtaxxNetwork, NetworkError> {
    let mut file = NetworkFile::from_bytes(bytes, "ataxx")?;
    let of_this_width = shape(file.shape.hidden);
    file.shape.check(&of_this_width)?;
    if is_tied(&of_this_width) {
        file = untie(&file);
    }
    match file.shape.hidden {
        64 => WindowNetwork::new(&file).map(AtaxxNetwork::Narrow),
        128 => WindowNetwork::new(&file).map(AtaxxNetwork::Middle),
        _ => WindowNetwork::new(&file).map(AtaxxNetwork::Wide),
    }
}

/// Returns the score of a position for the side to move.
#[inline(always)]
pub(super) fn score<I: Isa>(isa: I, network: &AtaxxNetwork, position: &Position) -> Score {
    match network {
        AtaxxNetwork::Narrow(network) => network.score(isa, position),
        AtaxxNetwork::Middle(network) => network.score(isa, position),
        AtaxxNetwork::Wide(network) => network.score(isa, position),
    }
}

#[cfg(test)]
mod tests {
    use parlor_ataxx::Rules;
    use parlor_search::isa::Portable;

    use super::*;
    use crate::ataxx::windows;

    #[test]
    fn the_network_that_comes_with_the_program_can_be_read() {
        assert_eq!(read(EMBEDDED).map(|_| ()), Ok(()));
        assert!(EMBEDDED.len() < 5 << 20, "the budget of Ataxx");
    }

    /// Checks that a network of version 0.1, widened with hidden units that contribute nothing, gives the
    /// same scores in every width.
    #[test]
    fn every_width_can_be_read_and_scores_as_its_weights_say() {
        let narrow = NetworkFile::from_bytes(EMBEDDED, "ataxx").expect("a network");
        let position = Position::from_fen("xx3oo/x4o1/2x1o2/3-3/2o1x2/1o3x1/oo3xx x 0 1", Rules::Cs61b)
            .expect("a position");
        let wanted = score(Portable, &read(EMBEDDED).expect("a network"), &position);
        for hidden in [128, 256] {
            let widened = |numbers: &[i16], filling: i16| -> Vec<i16> {
                let rows = numbers.chunks(narrow.shape.hidden);
                rows.flat_map(|row| [row, &vec![filling; hidden - row.len()]].concat())
                    .collect()
            };
            let wide = NetworkFile {
                shape: shape(hidden),
                rows: widened(&narrow.rows, 1),
                bias: widened(&narrow.bias, 9),
                output: widened(&narrow.output, 0),
                ..narrow.clone()
            };
            let network = read(&wide.to_bytes("ataxx")).expect("a wide network");
            assert_eq!(
                score(Portable, &network, &position),
                wanted,
                "{hidden} hidden units"
            );
        }
        let tied = NetworkFile {
            shape: shape(32),
            rows: (0..windows::INPUTS * 32)
                .map(|i| (i * i % 251) as i16 - 125)
                .collect(),
            bias: (0..32).collect(),
            output: (0..windows::BUCKETS as i16 * 32).map(|i| i % 97 - 48).collect(),
            ..narrow.clone()
        };
        let network = read(&tied.to_bytes("ataxx")).expect("a tied network");
        assert!(matches!(network, AtaxxNetwork::Wide(_)));
        let mirrored = Position::from_fen("oo3xx/1o3x1/2o1x2/3-3/2x1o2/x4o1/xx3oo x 0 1", Rules::Cs61b)
            .expect("a position");
        assert_eq!(
            score(Portable, &network, &position),
            score(Portable, &network, &mirrored),
            "a tied network judges mirror images the same"
        );
        let odd = NetworkFile {
            shape: shape(96),
            rows: vec![0; windows::INPUTS * 96],
            bias: vec![0; 96],
            output: vec![0; windows::BUCKETS * 96],
            ..narrow
        };
        let error = read(&odd.to_bytes("ataxx")).expect_err("a width that is not built in");
        assert_eq!(
            error.to_string(),
            "the network has another shape: the width of an accumulator is 96, not 256"
        );
    }

    #[test]
    fn the_network_knows_who_is_ahead_and_sees_blocks() {
        let network = embedded();
        let score = |fen| {
            let position = Position::from_fen(fen, Rules::Cs61b).expect("a position");
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
