//! Ataxx: a square for a clone; then sixteen jumps from each square, in the order of the squares that they lead to;
//! then the pass. A clone is one action whatever piece it starts from, because what it leaves on the board is the same.

use parlor_ataxx::{Move, MoveKind, N_SQUARES, Position, SIDE, double_targets, file, rank, singles, square};
use parlor_core::{Game, Notation, Square};
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

/// The numbers of the jumps, by the squares that they leave and lead to. Of squares that are not two apart, it is that of the
/// first jump.
static JUMP_ACTIONS: [[u16; 64]; N_SQUARES] = {
    let side = SIDE as i8;
    let mut actions = [[0; 64]; N_SQUARES];
    let mut from = 0;
    while from < N_SQUARES {
        let first = AREA as u16 + 16 * from as u16;
        actions[from] = [first; 64];
        let (file, rank) = (from as i8 % side, from as i8 / side);
        let mut index = 0;
        while index < JUMPS.len() {
            let (file, rank) = (file + JUMPS[index].0, rank + JUMPS[index].1);
            if 0 <= file && file < side && 0 <= rank && rank < side {
                actions[from][(rank * side + file) as usize] = first + index as u16;
            }
            index += 1;
        }
        from += 1;
    }
    actions
};

/// The number of a jump.
fn jump_action(from: Square, to: Square) -> u32 {
    JUMP_ACTIONS
        .get(from.index())
        .map_or(PASS, |actions| actions[to.index()].into())
}

impl Numbered for Position {
    const NOTATIONS: &'static [&'static str] = &["uai"];

    fn n_actions(&self) -> u32 {
        PASS + 1
    }

    fn action(&self, mv: Move) -> u32 {
        match mv.kind() {
            MoveKind::Clone { to } => to.index() as u32,
            MoveKind::Jump { from, to } => jump_action(from, to),
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

    /// A table has the numbers of the jumps in their order: making moves of them first would take half of the time of a step.
    fn append_actions(&self, out: &mut Actions) {
        if self.outcome().is_some() {
            return;
        }
        let (own, empty) = (self.pieces(Game::turn(self)), self.empty());
        out.extend((singles(own) & empty).squares().map(|to| to.index() as u32));
        for from in own {
            let targets = double_targets(from) & empty;
            out.extend(targets.squares().map(|to| jump_action(from, to)));
        }
        if out.is_empty() {
            out.push(PASS);
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
