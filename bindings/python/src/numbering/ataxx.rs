//! Ataxx: a square for a clone; then sixteen jumps from each square, in the order of the squares that they lead to;
//! then the pass. A clone is one action whatever piece it starts from, because what it leaves on the board is the same.

use parlor_ataxx::{Move, MoveKind, N_SQUARES, Position, SIDE, file, rank, singles, square};
use parlor_core::{Bitboard, Game, Notation, Square};
use parlor_games::MoveError;

use super::{Actions, Numbered, fill_plane};

const AREA: u32 = N_SQUARES as u32;
const PASS: u32 = AREA + 16 * AREA;

/// Where the sixteen jumps lead: columns and rows away.
const JUMPS: [(i8, i8); 16] = [
    (-2, -2),
    (-1, -2),
    (0, -2),
    (1, -2),
    (2, -2),
    (-2, -1),
    (2, -1),
    (-2, 0),
    (2, 0),
    (-2, 1),
    (2, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (1, 2),
    (2, 2),
];

/// The place of a jump among the sixteen, by rows and columns away, each plus two; 16 where there is no jump.
const ORDER: [[u8; 5]; 5] = {
    let mut order = [[16; 5]; 5];
    let mut index = 0;
    while index < JUMPS.len() {
        let (columns, rows) = JUMPS[index];
        order[(rows + 2) as usize][(columns + 2) as usize] = index as u8;
        index += 1;
    }
    order
};

/// The places of the bits that are set in a byte, lowest first; the rest is 0.
static PLACES: [[u16; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 != 0 {
                places[byte][n] = place;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// The squares of a set with a margin of two squares around the board, so that no jump leads out of it. Rows are
/// eleven bits long.
struct WithMargin(u128);

impl WithMargin {
    fn of(set: Bitboard) -> WithMargin {
        let row = |rank: u8| u128::from(set.0 >> (SIDE * rank) & 0x7f) << (11 * (rank + 2) + 2);
        WithMargin((0..SIDE).map(row).fold(0, |rows, row| rows | row))
    }

    /// One bit for each of the sixteen jumps from a square: those that lead into the set.
    fn jumps(&self, from: Square) -> u64 {
        let around = (self.0 >> (11 * rank(from) + file(from))) as u64;
        around & 0x1f
            | around >> 6 & 1 << 5
            | around >> 9 & 1 << 6
            | around >> 15 & 1 << 7
            | around >> 18 & 1 << 8
            | around >> 24 & 1 << 9
            | around >> 27 & 1 << 10
            | around >> 33 & 0x1f << 11
    }
}

impl Numbered for Position {
    const NOTATIONS: &'static [&'static str] = &["uai"];

    fn n_actions(&self) -> u32 {
        PASS + 1
    }

    fn action(&self, mv: Move) -> u32 {
        match mv.kind() {
            MoveKind::Clone { to } => to.index() as u32,
            MoveKind::Jump { from, to } => {
                let rows = (rank(to) + 2).wrapping_sub(rank(from));
                let columns = (file(to) + 2).wrapping_sub(file(from));
                let order = ORDER
                    .get(usize::from(rows))
                    .and_then(|row| row.get(usize::from(columns)));
                AREA + 16 * from.index() as u32 + u32::from(order.copied().unwrap_or(0))
            }
            MoveKind::Pass => PASS,
        }
    }

    fn numbered(&self, action: u32) -> Option<Move> {
        match action {
            0..AREA => Square::new(action as u8).map(Move::clone_to),
            AREA..PASS => {
                let from = Square::new(((action - AREA) / 16) as u8)?;
                let (columns, rows) = JUMPS[((action - AREA) % 16) as usize];
                // A jump over the edge of the board is a number too, of a move that is never legal.
                let to = file(from)
                    .checked_add_signed(columns)
                    .zip(rank(from).checked_add_signed(rows))
                    .filter(|&(file, rank)| file < SIDE && rank < SIDE)
                    .and_then(|(file, rank)| square(file, rank));
                Some(Move::jump(from, to.unwrap_or(from)))
            }
            PASS => Some(Move::PASS),
            _ => None,
        }
    }

    /// Eight jumps are appended at once, legal or not, and then those that are not are dropped: the ends of many short
    /// loops cannot be predicted.
    fn append_actions(&self, out: &mut Actions) {
        if self.outcome().is_some() {
            return;
        }
        let (own, empty) = (self.pieces(Game::turn(self)), self.empty());
        out.extend((singles(own) & empty).squares().map(|to| to.index() as u16));
        let targets = WithMargin::of(empty);
        for from in own {
            let jumps = targets.jumps(from);
            let first = (AREA + 16 * from.index() as u32) as u16;
            for (first, byte) in [(first, jumps & 0xff), (first + 8, jumps >> 8 & 0xff)] {
                let n_actions = out.len() + byte.count_ones() as usize;
                let _ = out.try_extend_from_slice(&PLACES[byte as usize].map(|place| first + place));
                out.truncate(n_actions);
            }
        }
        if out.is_empty() {
            out.push(PASS as u16);
        }
    }

    fn write_move(&self, mv: Move, notation: &str) -> Option<String> {
        (notation == "uai").then(|| parlor_ataxx::ToolNotation.format(self, mv))
    }

    fn parse_move(&self, text: &str, notation: &str) -> Option<Result<Move, MoveError>> {
        (notation == "uai").then(|| {
            parlor_ataxx::ToolNotation
                .parse(self, text)
                .map_err(MoveError::from)
        })
    }

    fn fill_planes(&self, planes: &mut [u8]) {
        let (own, others) = planes.split_at_mut(N_SQUARES);
        let (opponent, blocks) = others.split_at_mut(N_SQUARES);
        let turn = Game::turn(self);
        fill_plane(own, self.pieces(turn));
        fill_plane(opponent, self.pieces(!turn));
        fill_plane(blocks, self.blocks());
    }
}
