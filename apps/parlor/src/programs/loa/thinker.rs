//! How the computer chooses its moves in `loa`.

use std::sync::atomic::AtomicBool;

use parlor_core::Level;
use parlor_core::{Game, MoveList};
use parlor_engine::Options;
use parlor_engine::loa::LoaNode;
use parlor_engine::opponent::{Opponent, Variety, Wish};
use parlor_loa::{Move, Position};
use parlor_textui::loa::{Answer, Request};

/// What a move may cost unless the person says otherwise: about half a second. A number of nodes and not
/// a time, so that a seeded game repeats itself on every machine.
const NODES: u64 = 1_000_000;
/// Much more than that many nodes fill, and little enough to be cleared before every move.
const HASH_MIB: usize = 32;
/// In so many plies from the start chance has a say.
const VARIED_PLIES: usize = 4;
const VARIETY: Variety = Variety { moves: 5, margin: 8 };

/// An opponent that has not thought yet.
pub(crate) fn opponent() -> Opponent<LoaNode> {
    Opponent::new(Options {
        hash_mib: HASH_MIB,
        ..Options::default()
    })
}

/// Chooses a move. When the flag rises it makes up its mind at once.
pub(crate) fn think(opponent: &mut Opponent<LoaNode>, request: &Request, stop: &AtomicBool) -> Answer {
    let level = request.level.and_then(Level::new);
    let wish = Wish {
        level: level.unwrap_or(Level::FULL),
        seed: request.seed,
        time: request.time,
        // A level has a budget of its own.
        nodes: level.is_none().then_some(NODES),
        variety: is_varied(request).then_some(VARIETY),
    };
    match opponent.think(&request.game, &wish, stop) {
        Some((mv, score)) => Answer {
            mv,
            score: Some(score),
        },
        // Only a finished game has nothing to think about, and nobody is asked about one.
        None => Answer {
            mv: any_move(request.game.position()),
            score: None,
        },
    }
}

/// Whether chance has a say: early in an ordinary game at full strength.
fn is_varied(request: &Request) -> bool {
    request.game.len() < VARIED_PLIES
        && request.game.start() == &Position::default()
        && request.level.is_none()
        && !request.is_hint
}

fn any_move(position: &Position) -> Move {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.first().copied().unwrap_or(Move::PASS)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use parlor_core::{GameRecord, Notation};
    use parlor_loa::{Coordinates, Rules, Setup};

    /// The engine's test set: position; plies of the shortest forced win; its only first move.
    const FORCED_WINS: &str = include_str!("../../../../../crates/engine/data/loa-forced-wins.txt");

    fn forced_wins(longest: i32) -> Vec<(Position, i32, Move)> {
        let lines = FORCED_WINS
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let read = |line: &str| {
            let [position, plies, first] = line.splitn(3, ';').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let setup: Setup = position.parse().expect("a position");
            let position = Position::edited(&setup, Rules::default()).expect("a position");
            let first = Coordinates.parse(&position, first).expect("a move");
            (position, plies.trim().parse().expect("a number"), first)
        };
        lines
            .map(read)
            .filter(|&(_, plies, _)| plies <= longest)
            .collect()
    }

    fn request(position: Position, seed: u64) -> Request {
        let mut game = GameRecord::new(position);
        game.set_move_limit(Some(60)).expect("a limit");
        Request {
            game,
            level: None,
            time: None,
            seed,
            is_hint: false,
        }
    }

    fn calmly(opponent: &mut Opponent<LoaNode>, request: &Request) -> Answer {
        think(opponent, request, &AtomicBool::new(false))
    }

    /// The positions where an ordinary move's thought does not see the win.
    fn missed(wins: &[(Position, i32, Move)]) -> Vec<String> {
        let mut opponent = opponent();
        let miss = |&(position, plies, first): &(Position, i32, Move)| {
            let answer = calmly(&mut opponent, &request(position, 1));
            let sees_it = answer.score.is_some_and(|score| score.is_win());
            // A longer win is a win as well; one as short as the shortest begins with its only first move.
            let is_right =
                sees_it && (answer.mv == first || answer.score.and_then(|s| s.plies_to_end()) > Some(plies));
            (!is_right).then(|| format!("{plies} plies: {position:?}, {first}, not {answer:?}"))
        };
        wins.iter().filter_map(miss).collect()
    }

    #[test]
    fn the_default_budget_finds_forced_wins_of_three_plies() {
        let wins = forced_wins(3);
        assert!(wins.len() >= 60);
        assert_eq!(missed(&wins[..20]), Vec::<String>::new());
    }

    #[test]
    #[ignore = "slow: more than two hundred positions at the full budget of a move"]
    fn the_default_budget_finds_every_forced_win_of_seven_plies() {
        let wins = forced_wins(7);
        assert!(wins.len() >= 200);
        let missed = missed(&wins);
        assert!(
            missed.is_empty(),
            "{} of {}: {missed:#?}",
            missed.len(),
            wins.len()
        );
    }

    #[test]
    fn a_seed_repeats_the_move_and_seeds_differ_in_the_opening() {
        let mut opponent = opponent();
        let first = calmly(&mut opponent, &request(Position::default(), 0)).mv;
        // Another thinker, or one that has thought before, comes to the same.
        assert_eq!(
            calmly(&mut super::opponent(), &request(Position::default(), 0)).mv,
            first
        );
        let mut others = (1..8).map(|seed| calmly(&mut opponent, &request(Position::default(), seed)).mv);
        assert!(others.any(|mv| mv != first), "always {first}");
    }

    #[test]
    fn a_raised_flag_brings_a_legal_move_at_once() {
        let mut request = request(Position::default(), 1);
        request.time = Some(Duration::from_secs(3600));
        let answer = think(&mut opponent(), &request, &AtomicBool::new(true));
        assert!(request.game.position().is_legal(answer.mv));
    }

    #[test]
    fn every_level_moves_legally() {
        let mut opponent = opponent();
        for level in 1..=10 {
            let mut request = request(Position::default(), 5);
            request.level = Some(level);
            let answer = calmly(&mut opponent, &request);
            assert!(request.game.position().is_legal(answer.mv), "level {level}");
        }
    }
}
