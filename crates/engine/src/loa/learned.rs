//! The learned evaluation: a small network ([`crate::network`]) over the states of all lines, the pieces and
//! the shape of each side's pieces.
//!
//! Every line of the board, read in base 3 (see `lines.rs`), and every piece is an input, once from each
//! side's perspective. A move changes seven lines and two or three pieces, so the accumulators are updated
//! from node to node. Lines that are mirror images of each other share an input; the piece inputs add the
//! location on the board. Features that no line shows are three more inputs for each side ([`form_inputs`]):
//! the number of groups, how far apart the pieces are, and their centre. They are added only when a position
//! is evaluated.
//!
//! The inputs are numbered in this order: the line states that are not greater than their mirror images,
//! ascending; a piece of the perspective's own side on each square from a1 to h8; a piece of the other side;
//! the shape of the own side; the shape of the other side.

use std::sync::LazyLock;

use parlor_core::{Bitboard, Color, Game, PerColor, Score, Square};
use parlor_loa::{Move, Position};
use parlor_search::isa::{Isa, Portable};

use super::form::Form;
use super::lines::{CLASS_BEGIN, LONG_CLASSES, Lines, N_STATES, state_canonical, state_swapped};
use crate::network::{Network, NetworkError, NetworkFile, Row, Shape};

/// The width of an accumulator.
pub const HIDDEN: usize = 32;

/// The maximum number of active inputs: the lines, the pieces of a game and their shapes. Boards that were
/// set up by hand may have more pieces; their sums may wrap around and give wrong scores.
const ACTIVE: usize = 42 + 24 + 2 * FORM_PARTS;

/// A piece of either side on each square.
const PIECES: usize = 2 * 64;

/// The features of a side's shape: its groups, its spread and its centre.
const FORM_PARTS: usize = 3;
/// The maximum number of pieces that are distinguished; larger numbers count as this one.
const MOST_COUNTED: usize = 12;
/// The number of group counts that are distinguished.
const GROUPS: usize = 8;
/// The number of spreads that are distinguished.
const SPREADS: usize = 32;
/// Where the inputs of each shape feature begin; the last element is their end.
const FORM_BEGIN: [usize; FORM_PARTS + 1] = [
    0,
    MOST_COUNTED * GROUPS,
    MOST_COUNTED * (GROUPS + SPREADS),
    MOST_COUNTED * (GROUPS + SPREADS) + 64,
];
/// The number of shape inputs of one side.
const FORMS: usize = FORM_BEGIN[FORM_PARTS];

/// The number of game stages, each with its own output weights.
const BUCKETS: usize = 8;

/// Returns the stage of the game: one for every two pieces that are gone, up to the last stage.
#[inline(always)]
pub fn bucket(own: Bitboard, other: Bitboard) -> usize {
    let gone = 24_u32.saturating_sub((own | other).count());
    (gone as usize / 2).min(BUCKETS - 1)
}

/// Returns the feature indices of the shape of a side's pieces, below [`FORMS`]: for each number of pieces,
/// the groups minus holes and the distance from their centre, and the centre itself. Returns `None` without
/// pieces.
#[inline(always)]
fn forms(pieces: Bitboard) -> Option<[usize; FORM_PARTS]> {
    let count = (pieces.count() as usize).min(MOST_COUNTED).checked_sub(1)?;
    let form = Form::of(pieces);
    let groups = (form.euler / 4 - 1).clamp(0, GROUPS as i32 - 1) as usize;
    let spread = form.excess.clamp(0, SPREADS as i32 - 1) as usize;
    Some([
        count * GROUPS + groups,
        FORM_BEGIN[1] + count * SPREADS + spread,
        FORM_BEGIN[2] + form.centre.index(),
    ])
}

/// Returns the active shape inputs of both sides for the side whose pieces are `own`. `n_line_inputs` is the
/// number of line inputs.
pub fn form_inputs(n_line_inputs: usize, own: Bitboard, other: Bitboard) -> impl Iterator<Item = u16> {
    let begin = n_line_inputs + PIECES;
    let sides = [(own, begin), (other, begin + FORMS)];
    sides.into_iter().flat_map(|(pieces, begin)| {
        let forms = forms(pieces).into_iter().flatten();
        forms.map(move |form| (begin + form) as u16)
    })
}

/// The input of each line state; mirror images share one.
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

/// Returns the number of line inputs. Those of the pieces and shapes follow.
pub fn n_line_inputs() -> usize {
    usize::from(INPUT_OF_STATE.iter().copied().max().unwrap_or(0)) + 1
}

/// Returns the shape of a network for Lines of Action.
pub fn shape(hidden: usize) -> Shape {
    Shape {
        inputs: n_line_inputs() + PIECES + 2 * FORMS,
        hidden,
        perspectives: 2,
        buckets: BUCKETS,
        active: ACTIVE,
    }
}

/// Returns the active line inputs for the side whose pieces are `own`.
pub fn line_inputs(own: Bitboard, other: Bitboard) -> impl Iterator<Item = u16> {
    let lines = Lines::of(PerColor([own, other]));
    lines.states().map(|state| INPUT_OF_STATE[state])
}

/// Returns the input of a piece on a square, own or not. `n_line_inputs` is the number of line inputs.
pub fn piece_input(n_line_inputs: usize, is_own: bool, square: usize) -> u16 {
    (n_line_inputs + if is_own { 0 } else { 64 } + square) as u16
}

/// Returns the number of kinds of inputs: all lines of eight squares with the same content are of one kind,
/// regardless of their class. Only a trainer needs this.
pub fn n_kinds() -> usize {
    KINDS.1
}

/// Returns the kind of an input, below [`n_kinds`].
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

/// The weights that a state, piece or shape feature adds to the accumulators of Black's and White's
/// perspective: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Perspectives([[i8; HIDDEN]; 2]);

/// A network, unpacked for the search.
#[derive(Debug)]
pub struct Learned {
    network: Network<HIDDEN, 2>,
    states: Vec<Perspectives>,
    // [colour of the piece][square]
    pieces: [[Perspectives; 64]; 2],
    // [colour of the side][feature of its shape]
    forms: [Vec<Perspectives>; 2],
}

impl Learned {
    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learned, NetworkError> {
        Learned::new(&NetworkFile::from_bytes(bytes, "loa")?)
    }

    /// Unpacks the network of a file.
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
            .map(|state| Perspectives([row_of_state(state), row_of_state(state_swapped(state))]))
            .collect();
        let n_lines = n_line_inputs();
        let row_of_piece = |is_own, square| row(piece_input(n_lines, is_own, square).into());
        let pieces = std::array::from_fn(|color| {
            std::array::from_fn(|square| {
                Perspectives([row_of_piece(color == 0, square), row_of_piece(color == 1, square)])
            })
        });
        let row_of_form = |is_own, form| row(n_lines + PIECES + if is_own { 0 } else { FORMS } + form);
        let forms = std::array::from_fn(|color| {
            (0..FORMS)
                .map(|form| Perspectives([row_of_form(color == 0, form), row_of_form(color == 1, form)]))
                .collect()
        });
        Ok(Learned {
            network,
            states,
            pieces,
            forms,
        })
    }

    /// Returns the score of a position for the side to move.
    pub fn score(&self, position: &Position) -> Score {
        let sums = Accumulators::new(position, &Lines::new(position), self);
        sums.score(Portable, position, self)
    }
}

/// The embedded network.
static EMBEDDED: &[u8] = include_bytes!("../../weights/loa.network");

/// Returns the embedded network.
pub(super) fn embedded() -> &'static Learned {
    static NETWORK: LazyLock<Learned> = LazyLock::new(|| {
        Learned::from_bytes(EMBEDDED).expect("a test reads the embedded network of Lines of Action")
    });
    &NETWORK
}

/// The accumulators without the shapes, from Black's and White's perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accumulators([Row<HIDDEN>; 2]);

impl Accumulators {
    /// Computes the accumulators of a position with these lines.
    pub(super) fn new(position: &Position, lines: &Lines, learned: &Learned) -> Accumulators {
        let mut sums = Accumulators([learned.network.accumulate(Portable, &[]); 2]);
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
    fn add(&mut self, row: &Perspectives) {
        for (sums, row) in self.0.iter_mut().zip(&row.0) {
            for (sum, &weight) in sums.0.iter_mut().zip(row) {
                *sum = sum.wrapping_add(i16::from(weight));
            }
        }
    }

    #[inline(always)]
    fn remove(&mut self, row: &Perspectives) {
        for (sums, row) in self.0.iter_mut().zip(&row.0) {
            for (sum, &weight) in sums.0.iter_mut().zip(row) {
                *sum = sum.wrapping_sub(i16::from(weight));
            }
        }
    }

    #[inline(always)]
    fn replace(&mut self, before: &Perspectives, after: &Perspectives) {
        for side in 0..2 {
            for i in 0..HIDDEN {
                let change = i16::from(after.0[side][i]) - i16::from(before.0[side][i]);
                self.0[side].0[i] = self.0[side].0[i].wrapping_add(change);
            }
        }
    }

    /// Updates the accumulators and the lines by a move from the position `before`.
    #[inline(always)]
    pub(super) fn advance(&mut self, lines: &mut Lines, before: &Position, mv: Move, learned: &Learned) {
        let mover = before.turn();
        let piece = |color: Color, square: Square| &learned.pieces[color.index()][square.index()];
        // In a line's number Black's digit is 1 and White's is 2.
        let digit = 1 + mover.index() as i16;
        let is_capture = before.pieces(!mover).contains(mv.to());
        let on_target = if is_capture { digit - (3 - digit) } else { digit };
        let mut sums = *self;
        for (square, by) in [(mv.from(), -digit), (mv.to(), on_target)] {
            for [before, after] in lines.change(square, by) {
                sums.replace(&learned.states[before], &learned.states[after]);
            }
        }
        sums.replace(piece(mover, mv.from()), piece(mover, mv.to()));
        if is_capture {
            sums.remove(piece(!mover, mv.to()));
        }
        *self = sums;
    }

    /// Returns these accumulators with the shapes of both sides added.
    #[inline(always)]
    fn with_forms(&self, position: &Position, learned: &Learned) -> Accumulators {
        let mut sums = *self;
        for color in Color::ALL {
            for form in forms(position.pieces(color)).into_iter().flatten() {
                sums.add(&learned.forms[color.index()][form]);
            }
        }
        sums
    }

    /// Returns the score of the position for the side to move. These must be its accumulators.
    #[inline(always)]
    pub(super) fn score<I: Isa>(&self, isa: I, position: &Position, learned: &Learned) -> Score {
        let sums = self.with_forms(position, learned);
        let turn = position.turn();
        let (own, other) = (&sums.0[turn.index()], &sums.0[(!turn).index()]);
        let bucket = bucket(position.own(), position.enemy());
        learned.network.score(isa, [own, other], bucket)
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::MoveList;
    use parlor_core::random::split_mix;

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
            output: numbers(BUCKETS * 2 * HIDDEN),
            output_bias: vec![123; BUCKETS],
        };
        Learned::new(&file).expect("a network")
    }

    #[test]
    fn the_network_that_comes_with_the_program_can_be_read() {
        assert_eq!(Learned::from_bytes(EMBEDDED).map(|_| ()), Ok(()));
    }

    #[test]
    fn sums_kept_up_to_date_equal_those_computed_from_the_inputs() {
        let learned = random_network();
        let n_lines = n_line_inputs();
        let mut random = 5;
        for _ in 0..20 {
            let mut position = Position::default();
            let mut lines = Lines::new(&position);
            let mut sums = Accumulators::new(&position, &lines, &learned);
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
                    on.extend(form_inputs(n_lines, position.pieces(own), position.pieces(!own)));
                    learned.network.accumulate(Portable, &on)
                };
                let sums = sums.with_forms(&position, &learned);
                assert_eq!(sums.0, [seen(Color::Black), seen(Color::White)], "{position:?}");
            }
        }
    }

    #[test]
    fn forms_tell_groups_spread_and_centre_and_stay_within_their_inputs() {
        // Three pieces in a row on d4, e4 and f4: one group, as close together as possible, around e4.
        let row = Bitboard(0b111 << 27);
        let begin = [2 * GROUPS, FORM_BEGIN[1] + 2 * SPREADS, FORM_BEGIN[2] + 28];
        assert_eq!(forms(row), Some(begin));
        // With f4 on h4 instead there are two groups, and the third piece is two steps farther away.
        let apart = Bitboard(0b1_0011 << 27);
        let [groups, spread, _] = forms(apart).expect("a form");
        assert_eq!(groups, begin[0] + 1);
        assert!(spread > begin[1]);
        assert_eq!(forms(Bitboard(0)), None);
        let mut random = 11;
        for _ in 0..2000 {
            let [own, other] = [split_mix(&mut random), split_mix(&mut random)];
            let sets = [own & other & split_mix(&mut random), own, !0];
            for set in sets.map(Bitboard) {
                let found = forms(set).into_iter().flatten().enumerate();
                for (part, form) in found {
                    assert!(
                        (FORM_BEGIN[part]..FORM_BEGIN[part + 1]).contains(&form),
                        "{set:?}"
                    );
                }
                assert!(bucket(set, Bitboard(!set.0)) < BUCKETS);
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
