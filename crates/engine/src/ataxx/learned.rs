//! The network of Ataxx, which evaluates positions. It was trained on our own games.

use std::sync::LazyLock;

use parlor_ataxx::Position;
use parlor_core::Score;
use parlor_search::isa::Isa;

use super::windows::{
    INPUTS, WINDOW_INPUTS, WINDOWS, bucket, is_open, shape, strip_inputs, window_inputs, window_inputs_of,
    windows_of, with_strips,
};
use crate::network::{Network, NetworkError, NetworkFile};

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

/// A network over windows and strips. The row of a strip includes the rows of its windows, so a strip without
/// blocks costs one row instead of three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowNetwork<const H: usize> {
    network: Network<H, 1>,
}

impl<const H: usize> WindowNetwork<H> {
    fn new(file: &NetworkFile) -> Result<WindowNetwork<H>, NetworkError> {
        let mut network: Network<H, 1> = Network::new(file, &shape(H))?;
        for strip in WINDOW_INPUTS..INPUTS {
            network.add_rows(strip as u16, &window_inputs_of(strip as u16));
        }
        Ok(WindowNetwork { network })
    }

    /// Returns the score of a position for the side to move.
    #[inline(always)]
    fn score<I: Isa>(&self, isa: I, position: &Position) -> Score {
        let own = position.pieces(position.turn()).0;
        let other = position.pieces(!position.turn()).0;
        let blocks = position.blocks().0;
        let strips = strip_inputs(own, other);
        let accumulator = if blocks == 0 {
            self.network.accumulate(isa, &strips)
        } else {
            let windows = window_inputs(own, other, blocks);
            let mut inputs = [0; WINDOWS];
            let mut n_inputs = 0;
            for (strip, input) in strips.into_iter().enumerate() {
                if is_open(strip, blocks) {
                    inputs[n_inputs] = input;
                    n_inputs += 1;
                } else {
                    let [left, right] = windows_of(strip);
                    inputs[n_inputs] = windows[left];
                    inputs[n_inputs + 1] = windows[right];
                    n_inputs += 2;
                }
            }
            self.network.accumulate(isa, &inputs[..n_inputs])
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
    let file = with_strips(NetworkFile::from_bytes(bytes, "ataxx")?)?;
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
    use crate::ataxx::windows::STRIPS;
    use crate::network::Shape;

    #[test]
    fn the_network_that_comes_with_the_program_can_be_read() {
        assert_eq!(read(EMBEDDED).map(|_| ()), Ok(()));
        assert!(EMBEDDED.len() < 5 << 20, "the budget of Ataxx");
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Rules::Cs61b).expect("a position")
    }

    /// Returns the network of a file whose weights depend on `seed`.
    fn file(shape: Shape, seed: usize) -> NetworkFile {
        let numbers = |n: usize, size: usize| -> Vec<i16> {
            (0..n)
                .map(|i| ((i * i + seed * i) % (2 * size + 1)) as i16 - size as i16)
                .collect()
        };
        NetworkFile {
            shape,
            scale: 400,
            rows: numbers(shape.inputs * shape.hidden, 60),
            bias: numbers(shape.hidden, 100),
            output: numbers(shape.buckets * shape.hidden, 64),
            output_bias: vec![0; shape.buckets],
        }
    }

    #[test]
    fn the_rows_of_strips_and_windows_add_up() {
        let file = file(shape(64), 3);
        let network = read(&file.to_bytes("ataxx")).expect("a network");
        let plain: Network<64, 1> = Network::new(&file, &shape(64)).expect("a network");
        for fen in [
            "xx3oo/x4o1/2x1o2/7/2o1x2/1o3x1/oo3xx x 0 1",
            "xx3oo/x-3o1/2x1o2/3-3/2o1x2/1o3-1/oo3xx o 0 1",
        ] {
            let position = position(fen);
            let [own, other] = [position.turn(), !position.turn()].map(|side| position.pieces(side).0);
            let blocks = position.blocks().0;
            let mut inputs = window_inputs(own, other, blocks).to_vec();
            let strips = strip_inputs(own, other);
            inputs.extend(
                (0..STRIPS)
                    .filter(|&strip| is_open(strip, blocks))
                    .map(|strip| strips[strip]),
            );
            let accumulator = plain.accumulate(Portable, &inputs);
            let wanted = plain.score(Portable, [&accumulator], bucket(own | other | blocks));
            assert_eq!(score(Portable, &network, &position), wanted, "{fen}");
            assert_ne!(wanted, Score(0));
        }
    }

    #[test]
    fn networks_without_strips_can_be_read_in_every_width() {
        let position = position("xx3oo/x4o1/2x1o2/3-3/2o1x2/1o3x1/oo3xx x 0 1");
        let narrow = file(
            Shape {
                inputs: WINDOW_INPUTS,
                active: WINDOWS,
                ..shape(64)
            },
            5,
        );
        let wanted = score(
            Portable,
            &read(&narrow.to_bytes("ataxx")).expect("a network"),
            &position,
        );
        assert_ne!(wanted, Score(0));
        for hidden in [128, 256] {
            // The additional hidden units contribute nothing.
            let widened = |numbers: &[i16], filling: i16| -> Vec<i16> {
                let rows = numbers.chunks(narrow.shape.hidden);
                rows.flat_map(|row| [row, &vec![filling; hidden - row.len()]].concat())
                    .collect()
            };
            let wide = NetworkFile {
                shape: Shape {
                    hidden,
                    ..narrow.shape
                },
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
        let odd = file(shape(96), 5);
        let error = read(&odd.to_bytes("ataxx")).expect_err("a width that is not built in");
        assert_eq!(
            error.to_string(),
            "the network has another shape: the width of an accumulator is 96, not 256"
        );
    }

    #[test]
    fn the_network_knows_who_is_ahead_and_sees_blocks() {
        let network = embedded();
        let score = |fen| score(Portable, network, &position(fen));
        let ahead = score("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx1xxx/ooooooo/ooo1ooo x 0 1");
        assert!(ahead > Score(300), "{ahead:?}");
        let behind = score("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx1xxx/ooooooo/ooo1ooo o 0 1");
        assert!(behind < Score(-300), "{behind:?}");
        let open = score("x5o/7/7/7/7/7/o5x x 0 1");
        let walled = score("x5o/7/2---2/2---2/2---2/7/o5x x 0 1");
        assert_ne!(open, walled);
    }
}
