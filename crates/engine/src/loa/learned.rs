//! The learned evaluation: a small network ([`crate::network`]) on the states of all lines and on the pieces.
//!
//! Every line of the board, read in base 3 (see `lines.rs`), and every piece is an input, once as each side
//! sees the board. A move changes seven lines and two or three pieces, so the accumulators are kept up to date
//! from node to node. Lines that are mirror images of each other share an input; the pieces tell where on the
//! board they are.
//!
//! The inputs are numbered: first the states of lines that are not greater than their mirror images, in ascending
//! order, then a piece of the side that looks on each square from a1 to h8, then one of the other side.

use std::sync::{LazyLock, OnceLock};

use parlor_core::{Bitboard, Color, Game, PerColor, Score, Square};
use parlor_loa::{Move, Position};
use parlor_search::isa::{Isa, Portable};

use super::lines::{CLASS_BEGIN, Change, LONG_CLASSES, Lines, N_STATES, state_canonical, state_swapped};
use crate::network::{Network, NetworkError, NetworkFile, Row, Shape};

/// The width of an accumulator.
pub const HIDDEN: usize = 32;

/// The lines, and the pieces of a game: no more inputs are on at once. Boards that were set up by hand may have
/// more pieces; their sums may wrap around and their worth be wrong.
const ACTIVE: usize = 42 + 24;

/// For each state of a line its input; mirror images share one.
static INPUT_OF_STATE: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut inputs: Vec<u16> = vec![0; N_STATES];
    let mut n = 0;
    for state in 0..N_STATES {
        let canonical = state_canonical(state);
        inputs[state] = if canonical == state {
            n += 1;
            n - 1
        } else {
            inputs[canonical]
        };
    }
    inputs
});

/// How many inputs the states of lines have; those of the pieces follow.
pub fn n_line_inputs() -> usize {
    usize::from(INPUT_OF_STATE.iter().copied().max().unwrap_or(0)) + 1
}

/// The shape of a network for Lines of Action.
pub fn shape(hidden: usize) -> Shape {
    Shape {
        inputs: n_line_inputs() + 128,
        hidden,
        perspectives: 2,
        buckets: 1,
        active: ACTIVE,
    }
}

/// The inputs of the lines that are on for the side whose pieces are `own`.
pub fn line_inputs(own: Bitboard, other: Bitboard) -> impl Iterator<Item = u16> {
    let lines = Lines::of(PerColor([own, other]));
    lines.states().map(|state| INPUT_OF_STATE[state])
}

/// The input of a piece on a square, for the side that looks; the lines have `n_line_inputs`.
pub fn piece_input(n_line_inputs: usize, is_own: bool, square: usize) -> u16 {
    (n_line_inputs + if is_own { 0 } else { 64 } + square) as u16
}

/// What all lines of eight squares have in common when they look the same, whatever their class: how many such
/// kinds there are. Only a trainer needs to know.
pub fn n_kinds() -> usize {
    KINDS.1
}

/// The kind of an input, below [`n_kinds`].
pub fn kind_of_input(input: usize) -> Option<usize> {
    KINDS.0.get(input).copied().flatten()
}

static KINDS: LazyLock<(Vec<Option<usize>>, usize)> = LazyLock::new(|| {
    let mut kinds = vec![None; n_line_inputs()];
    // Classes of eight squares come first, with the same states in the same order.
    let n_states = CLASS_BEGIN[1];
    let n_kinds = usize::from(INPUT_OF_STATE[..n_states].iter().copied().max().unwrap_or(0)) + 1;
    for state in 0..CLASS_BEGIN[LONG_CLASSES] {
        kinds[usize::from(INPUT_OF_STATE[state])] = Some(INPUT_OF_STATE[state % n_states].into());
    }
    (kinds, n_kinds)
});

/// What one state or piece adds to the accumulators, as black sees it and as white does: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Both([[i8; HIDDEN]; 2]);

/// A network, spread out for the search.
#[derive(Debug)]
pub struct Learned {
    network: Network<HIDDEN, 2>,
    states: Vec<Both>,
    // [colour of the piece][square]
    pieces: [[Both; 64]; 2],
}

impl Learned {
    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learned, NetworkError> {
        Learned::new(&NetworkFile::from_bytes(bytes, "loa")?)
    }

    /// The network of a file.
    pub fn new(file: &NetworkFile) -> Result<Learned, NetworkError> {
        let network = Network::new(file, &shape(HIDDEN))?;
        if let Some(&wide) = file.rows.iter().find(|&&weight| i8::try_from(weight).is_err()) {
            return Err(NetworkError::TooGreat {
                what: "a weight of a row",
                found: wide.into(),
                bound: i8::MAX.into(),
            });
        }
        let row =
            |input: usize| -> [i8; HIDDEN] { std::array::from_fn(|i| file.rows[input * HIDDEN + i] as i8) };
        let row_of_state = |state: usize| row(INPUT_OF_STATE[state].into());
        let states = (0..N_STATES)
            .map(|state| Both([row_of_state(state), row_of_state(state_swapped(state))]))
            .collect();
        let n_lines = n_line_inputs();
        let row_of_piece = |is_own, square| row(piece_input(n_lines, is_own, square).into());
        let pieces = std::array::from_fn(|color| {
            std::array::from_fn(|square| {
                Both([row_of_piece(color == 0, square), row_of_piece(color == 1, square)])
            })
        });
        Ok(Learned {
            network,
            states,
            pieces,
        })
    }

    /// What a position is worth to the side to move.
    pub fn score(&self, position: &Position) -> Score {
        let sums = Sums::new(position, &Lines::new(position), self);
        sums.score(Portable, position.turn(), self)
    }
}

/// The network that comes with the program; none if its file cannot be read, which a test rules out.
pub(super) fn embedded() -> Option<&'static Learned> {
    static EMBEDDED: OnceLock<Option<Learned>> = OnceLock::new();
    let read = || Learned::from_bytes(include_bytes!("../../weights/loa.network")).ok();
    EMBEDDED.get_or_init(read).as_ref()
}

/// The accumulators, as black sees the board and as white does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums([Row<HIDDEN>; 2]);

impl Sums {
    /// No sums: for when another evaluation is in use.
    pub(super) const NONE: Sums = Sums([Row([0; HIDDEN]); 2]);

    /// The sums of a position whose lines these are.
    pub(super) fn new(position: &Position, lines: &Lines, learned: &Learned) -> Sums {
        let mut sums = Sums([learned.network.accumulate(Portable, &[]); 2]);
        for state in lines.states() {
            sums.add(&learned.states[state]);
        }
        for color in Color::ALL {
            for square in position.pieces(color) {
                sums.add(&learned.pieces[color.index()][square.index()]);
            }
        }
        sums
    }

    #[inline(always)]
    fn add(&mut self, row: &Both) {
        for (sums, row) in self.0.iter_mut().zip(&row.0) {
            for (sum, &weight) in sums.0.iter_mut().zip(row) {
                *sum = sum.wrapping_add(i16::from(weight));
            }
        }
    }

    #[inline(always)]
    fn remove(&mut self, row: &Both) {
        for (sums, row) in self.0.iter_mut().zip(&row.0) {
            for (sum, &weight) in sums.0.iter_mut().zip(row) {
                *sum = sum.wrapping_sub(i16::from(weight));
            }
        }
    }

    #[inline(always)]
    fn replace(&mut self, before: &Both, after: &Both) {
        for side in 0..2 {
            for i in 0..HIDDEN {
                let change = i16::from(after.0[side][i]) - i16::from(before.0[side][i]);
                self.0[side].0[i] = self.0[side].0[i].wrapping_add(change);
            }
        }
    }

    /// Takes in a move from a position, which changes the lines as well.
    #[inline(always)]
    pub(super) fn advance(&mut self, lines: &mut Lines, before: &Position, mv: Move, learned: &Learned) {
        let mover = before.turn();
        let piece = |color: Color, square: Square| &learned.pieces[color.index()][square.index()];
        // In a line's number black's digit is 1 and white's is 2.
        let digit = 1 + mover.index() as i16;
        let is_capture = before.pieces(!mover).contains(mv.to());
        let on_target = if is_capture { digit - (3 - digit) } else { digit };
        let mut sums = *self;
        let mut change = |change: Change| {
            let [before, after] = change.states;
            sums.replace(&learned.states[before], &learned.states[after]);
        };
        lines.change(mv.from(), -digit, &mut change);
        lines.change(mv.to(), on_target, &mut change);
        sums.replace(piece(mover, mv.from()), piece(mover, mv.to()));
        if is_capture {
            sums.remove(piece(!mover, mv.to()));
        }
        *self = sums;
    }

    /// What the position is worth to the side to move.
    #[inline(always)]
    pub(super) fn score<I: Isa>(&self, isa: I, turn: Color, learned: &Learned) -> Score {
        let (own, other) = (&self.0[turn.index()], &self.0[(!turn).index()]);
        learned.network.score(isa, [own, other], 0)
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::MoveList;
    use parlor_core::zobrist::split_mix;

    use super::*;

    fn random_network() -> Learned {
        let shape = shape(HIDDEN);
        let mut random = 7;
        let mut numbers = |n: usize| -> Vec<i16> {
            (0..n)
                .map(|_| (split_mix(&mut random) % 41) as i16 - 20)
                .collect()
        };
        let file = NetworkFile {
            shape,
            scale: 70,
            rows: numbers(shape.inputs * HIDDEN),
            bias: numbers(HIDDEN),
            output: numbers(2 * HIDDEN),
            output_bias: vec![123],
        };
        Learned::new(&file).expect("a network")
    }

    #[test]
    fn the_network_that_comes_with_the_program_can_be_read() {
        assert!(embedded().is_some());
    }

    #[test]
    fn sums_kept_up_to_date_are_those_made_anew_from_the_inputs() {
        let learned = random_network();
        let n_lines = n_line_inputs();
        let mut random = 5;
        for _ in 0..20 {
            let mut position = Position::default();
            let mut lines = Lines::new(&position);
            let mut sums = Sums::new(&position, &lines, &learned);
            for _ in 0..60 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[(split_mix(&mut random) % moves.len() as u64) as usize];
                if !mv.is_pass() {
                    sums.advance(&mut lines, &position, mv, &learned);
                }
                position.play_unchecked(mv);
                let seen = |own: Color| {
                    let mut on: Vec<u16> = line_inputs(position.pieces(own), position.pieces(!own)).collect();
                    for color in Color::ALL {
                        let pieces = position.pieces(color).squares();
                        on.extend(pieces.map(|square| piece_input(n_lines, color == own, square.index())));
                    }
                    learned.network.accumulate(Portable, &on)
                };
                assert_eq!(sums.0, [seen(Color::Black), seen(Color::White)], "{position:?}");
            }
        }
    }

    #[test]
    fn the_other_sides_sight_of_a_state_is_the_state_with_the_sides_changed_about() {
        for state in (0..N_STATES).step_by(17) {
            assert_eq!(state_swapped(state_swapped(state)), state);
            assert_eq!(state_canonical(state_canonical(state)), state_canonical(state));
            let (swapped, canonical) = (state_swapped(state), state_canonical(state));
            assert_eq!(
                INPUT_OF_STATE[state_swapped(canonical)],
                INPUT_OF_STATE[swapped],
                "{state}"
            );
        }
    }
}
