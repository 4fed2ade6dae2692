//! Tests of the record, perft and checked play, on a minimal game.

use parlor_core::{Color, Game, GameRecord, MoveList, Outcome, PlayError, perft, perft_divide};

/// A game in which you take one or two counters; the side that takes the last one wins. A move of zero is a
/// pass, which is legal only with exactly three counters.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Counters {
    left: u8,
    turn: Color,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot take {0}")]
struct CannotTake(u8);

impl Game for Counters {
    type Move = u8;
    type Illegal = CannotTake;

    fn turn(&self) -> Color {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.extend((0..=2).filter(|&n| self.is_legal(n)));
    }

    fn check(&self, mv: u8) -> Result<(), CannotTake> {
        let legal = match mv {
            0 => self.left == 3,
            1 | 2 => mv <= self.left,
            _ => false,
        };
        if legal { Ok(()) } else { Err(CannotTake(mv)) }
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.left = self.left.saturating_sub(mv);
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(!self.turn))
    }

    fn key(&self) -> u64 {
        u64::from(self.left) * 2 + self.turn.index() as u64
    }

    fn counts_against_limit(mv: u8) -> bool {
        mv != 0
    }
}

fn counters(left: u8) -> Counters {
    Counters {
        left,
        turn: Color::Black,
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut record = GameRecord::new(counters(1));
    let before = record.clone();
    assert_eq!(record.play(2), Err(PlayError::Illegal(CannotTake(2))));
    assert_eq!(record, before);
    record.play(1).unwrap();
    assert_eq!(record.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(record.play(1), Err(PlayError::Over));
}

#[test]
fn a_new_move_discards_the_undone_moves() {
    let mut record = GameRecord::new(counters(9));
    record.play(1).unwrap();
    record.play(2).unwrap();
    assert_eq!(record.undo(), Some(2));
    assert_eq!(record.redo(), Some(2));
    assert_eq!(record.undo(), Some(2));
    record.play(1).unwrap();
    assert_eq!(record.redo(), None);
    assert_eq!(record.moves().collect::<Vec<_>>(), [1, 1]);
    assert_eq!(record.positions().map(|p| p.left).collect::<Vec<_>>(), [9, 8, 7]);
}

#[test]
fn the_limit_counts_moves_but_no_passes_and_ends_in_a_draw() {
    let mut record = GameRecord::new(counters(5));
    record.set_move_limit(Some(3)).unwrap();
    for mv in [2, 0, 1] {
        record.play(mv).unwrap();
        assert_eq!(record.outcome(), None);
    }
    assert_eq!(record.moves_left(), Some(1));
    record.play(1).unwrap();
    assert_eq!(record.outcome(), Some(Outcome::Draw));
    assert_eq!(record.play(1), Err(PlayError::Over));
    assert_eq!(record.undo(), Some(1));
    assert_eq!(record.outcome(), None);
}

#[test]
fn a_limit_already_reached_is_refused() {
    let mut record = GameRecord::new(counters(9));
    record.play(1).unwrap();
    record.play(1).unwrap();
    assert!(record.set_move_limit(Some(2)).is_err());
    assert_eq!(record.move_limit(), None);
    record.set_move_limit(Some(3)).unwrap();
}

#[test]
fn an_edit_keeps_the_count_of_moves() {
    let mut record = GameRecord::new(counters(9));
    record.play(1).unwrap();
    record.edit(counters(4));
    assert_eq!(record.moves_made(), 1);
    assert_eq!(record.undo(), None);
    assert_eq!(record.start(), &counters(4));
}

#[test]
fn perft_counts_lines_and_a_finished_game_has_none() {
    // From 4, taking 1 or 2 leaves 3 or 2; then 0, 1 or 2, and 1 or 2.
    assert_eq!([0, 1, 2].map(|depth| perft(&counters(4), depth)), [1, 2, 5]);
    assert_eq!(perft_divide(&counters(4), 2), [(1, 3), (2, 2)]);
    assert_eq!(perft(&counters(0), 1), 0);
}

#[test]
fn random_play_is_legal_reproducible_and_ends_with_the_game() {
    let play = |plies: u32, mut random: u64| {
        let mut record = GameRecord::new(counters(9));
        record.play_randomly(plies, &mut random);
        record
    };
    assert_eq!(play(3, 7), play(3, 7));
    assert_eq!(play(3, 7).len(), 3);
    let ended = play(100, 7);
    assert!(ended.outcome().is_some());
    let mut replayed = GameRecord::new(counters(9));
    for mv in ended.moves() {
        replayed.play(mv).expect("legal");
    }
    assert_eq!(replayed, ended);
    let mut limited = GameRecord::new(counters(9));
    limited.set_move_limit(Some(2)).expect("a limit");
    limited.play_randomly(100, &mut 7);
    assert_eq!(
        (limited.moves_left(), limited.outcome()),
        (Some(0), Some(Outcome::Draw))
    );
}
