//! The learned evaluation: a small network ([`crate::network`]) on the states of all lines, on the pieces and on
//! how each side's pieces stand together.
//!
//! Every line of the board, read in base 3 (see `lines.rs`), and every piece is an input, once as each side
//! sees the board. A move changes seven lines and two or three pieces, so the accumulators are kept up to date
//! from node to node. Lines that are mirror images of each other share an input; the pieces tell where on the
//! board they are. What no line shows, how many groups a side's pieces form, how far apart they are and
//! where their centre is, are three more inputs for each side ([`form_inputs`]); they are added only when a
//! position is judged.
//!
//! The inputs are numbered: first the states of lines that are not greater than their mirror images, in ascending
//! order, then a piece of the side that looks on each square from a1 to h8, then one of the other side, then
//! the forms of the side that looks, then those of the other.

use std::sync::LazyLock;

use parlor_core::{Bitboard, Color, Game, PerColor, Score, Square};
use parlor_loa::{Move, Position};
use parlor_search::isa::{Isa, Portable};

use super::form::Form;
use super::lines::{CLASS_BEGIN, LONG_CLASSES, Lines, N_STATES, state_canonical, state_swapped};
use crate::network::{Network, NetworkError, NetworkFile, Row, Shape};

/// The width of an accumulator.
pub const HIDDEN: usize = 32;

/// The lines, the pieces of a game and their forms: no more inputs are on at once. Boards that were set up by
/// hand may have more pieces; their sums may wrap around and their worth be wrong.
const ACTIVE: usize = 42 + 24 + 2 * FORM_PARTS;

/// A piece of either side on each square.
const PIECES: usize = 2 * 64;

/// The features of a side's shape: its groups, its spread and its centre.
const FORM_PARTS: usize = 3;
/// A side's pieces are counted up to this: more are taken for as many.
const MOST_COUNTED: usize = 12;
/// The number of group counts that are distinguished.
const GROUPS: usize = 8;
/// The number of spreads that are distinguished.
const SPREADS: usize = 32;
/// Where the inputs of each part of a form begin, and behind them where they end.
const FORM_BEGIN: [usize; FORM_PARTS + 1] = [
    0,
    MOST_COUNTED * GROUPS,
    MOST_COUNTED * (GROUPS + SPREADS),
    MOST_COUNTED * (GROUPS + SPREADS) + 64,
];
/// How many inputs the forms of one side have.
const FORMS: usize = FORM_BEGIN[FORM_PARTS];

/// The number of game stages with output weights of their own.
const BUCKETS: usize = 8;

/// The stage of the game: pieces go by pairs.
#[inline(always)]
pub fn bucket(own: Bitboard, other: Bitboard) -> usize {
    let gone = 24_u32.saturating_sub((own | other).count());
    (gone as usize / 2).min(BUCKETS - 1)
}

/// The feature index of the shape of a side's pieces, below [`FORMS`]: for this many pieces, the number of groups minus holes
/// they form and how far they are from their centre, and where that is. None without pieces.
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

/// The inputs of both sides' forms that are on for the side whose pieces are `own`; the lines have
/// `n_line_inputs`.
pub fn form_inputs(n_line_inputs: usize, own: Bitboard, other: Bitboard) -> impl Iterator<Item = u16> {
    let begin = n_line_inputs + PIECES;
    let sides = [(own, begin), (other, begin + FORMS)];
    sides.into_iter().flat_map(|(pieces, begin)| {
        let forms = forms(pieces).into_iter().flatten();
        forms.map(move |form| (begin + form) as u16)
    })
}

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

/// How many inputs the states of lines have; those of the pieces and of the forms follow.
pub fn n_line_inputs() -> usize {
    usize::from(INPUT_OF_STATE.iter().copied().max().unwrap_or(0)) + 1
}

/// The shape of a network for Lines of Action.
pub fn shape(hidden: usize) -> Shape {
    Shape {
        inputs: n_line_inputs() + PIECES + 2 * FORMS,
        hidden,
        perspectives: 2,
        buckets: BUCKETS,
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

/// What one state, piece or form adds to the accumulators, as black sees it and as white does: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Perspectives([[i8; HIDDEN]; 2]);

/// A network, spread out for the search.
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

    /// What a position is worth to the side to move.
    pub fn score(&self, position: &Position) -> Score {
        let sums = Accumulators::new(position, &Lines::new(position), self);
        sums.score(Portable, position, self)
    }
}

/// The network that comes with the program.
static EMBEDDED: &[u8] = include_bytes!("../../weights/loa.network");

/// The network that comes with the program.
pub(super) fn embedded() -> &'static Learned {
    static NETWORK: LazyLock<Learned> = LazyLock::new(|| {
        Learned::from_bytes(EMBEDDED).expect("a test reads the embedded network of Lines of Action")
    });
    &NETWORK
}

/// The accumulators without the forms, as black sees the board and as white does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accumulators([Row<HIDDEN>; 2]);

impl Accumulators {
    /// The sums of a position whose lines these are.
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

    /// These sums with the forms of both sides added.
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

    /// What the position, whose sums these are, is worth to the side to move.
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
        // Three pieces in a row on d4, e4 and f4: one group, no farther apart than they must be, around e4.
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
