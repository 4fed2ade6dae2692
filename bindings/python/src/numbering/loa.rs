//! Lines of Action: the square that a piece leaves, times 64, plus the square that it goes to; then the pass.

use parlor_core::{Game, MoveList, Notation, Square};
use parlor_games::MoveError;
use parlor_loa::{Move, Position, Recorded};

use super::{Actions, Numbered, fill_plane};

const PASS: u32 = 64 * 64;

impl Numbered for Position {
    const NOTATIONS: &'static [&'static str] = &["sgf"];

    fn n_actions(&self) -> u32 {
        PASS + 1
    }

    fn action(&self, mv: Move) -> u32 {
        if mv.is_pass() {
            return PASS;
        }
        64 * mv.from().index() as u32 + mv.to().index() as u32
    }

    fn numbered(&self, action: u32) -> Option<Move> {
        match action {
            0..PASS => Square::new((action / 64) as u8)
                .zip(Square::new((action % 64) as u8))
                .map(|(from, to)| Move::new(from, to)),
            PASS => Some(Move::PASS),
            _ => None,
        }
    }

    /// The moves come line by line. Gathering the targets of each piece sorts them faster than comparing, and one loop over
    /// all is faster than one for each piece: the ends of many short loops cannot be predicted.
    fn append_actions(&self, out: &mut Actions) {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.first().is_some_and(|mv| mv.is_pass()) {
            out.push(PASS as u16);
            return;
        }
        let mut targets = [0_u64; 64];
        let mut movers = 0_u64;
        for mv in &moves {
            targets[mv.from().index()] |= mv.to().bit().0;
            movers |= mv.from().bit().0;
        }
        let (mut from, mut left) = (0, 0);
        out.extend(moves.iter().map(|_| {
            let next = movers.trailing_zeros() & 63;
            let is_next = left == 0;
            from = if is_next { next } else { from };
            left = if is_next { targets[next as usize] } else { left };
            movers = if is_next {
                movers & movers.wrapping_sub(1)
            } else {
                movers
            };
            let action = 64 * from + left.trailing_zeros();
            left &= left.wrapping_sub(1);
            action as u16
        }));
    }

    fn write_move(&self, mv: Move, notation: &str) -> Option<String> {
        (notation == "sgf").then(|| Recorded.format(self, mv))
    }

    fn parse_move(&self, text: &str, notation: &str) -> Option<Result<Move, MoveError>> {
        (notation == "sgf").then(|| Recorded.parse(self, text).map_err(MoveError::from))
    }

    fn fill_planes(&self, planes: &mut [u8]) {
        let (own, others) = planes.split_at_mut(64);
        fill_plane(own, self.pieces(self.turn()));
        fill_plane(&mut others[..64], self.pieces(!self.turn()));
    }
}
