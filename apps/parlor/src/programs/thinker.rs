//! Chooses the computer's moves in the programs.

use parlor_core::think::{Limits, StopToken, Thought, TimeLimit};
use parlor_players::{Opponent, Opponents};
use parlor_textui::ThinkRequest;

/// Chooses a move. Setting `stop` makes it choose at once.
pub(crate) fn think(
    opponents: &mut Opponents,
    request: &ThinkRequest,
    stop: &StopToken,
) -> Option<Thought<String>> {
    let opponent = Opponent {
        level: request.level,
        seed: request.seed,
        is_varied: request.is_varied,
        is_on_both_sides: request.is_on_both_sides,
    };
    let limits = Limits {
        time: request.time.map_or(TimeLimit::Infinite, TimeLimit::PerMove),
        stop: stop.clone(),
        ..Limits::default()
    };
    opponents.think(&opponent, &request.game, &limits)
}

#[cfg(test)]
mod tests {
    use parlor_core::Level;
    use parlor_games::{AnyGame, Kind, Spec};

    use super::*;

    /// The engine's test set. A line has a position, the plies of its shortest forced win, and the only first
    /// move of that win.
    const FORCED_WINS: &str = include_str!("../../../../crates/engine/data/loa-forced-wins.txt");

    fn forced_wins(longest: i32) -> Vec<(&'static str, i32, &'static str)> {
        let lines = FORCED_WINS
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let read = |line: &'static str| {
            let [position, plies, first] = line.splitn(3, ';').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            (position, plies.trim().parse().expect("a number"), first.trim())
        };
        lines
            .map(read)
            .filter(|&(_, plies, _)| plies <= longest)
            .collect()
    }

    fn request(game: AnyGame, seed: u64) -> ThinkRequest {
        ThinkRequest {
            game,
            level: Level::FULL,
            seed,
            time: None,
            is_varied: true,
            is_on_both_sides: false,
        }
    }

    fn calmly(opponents: &mut Opponents, request: &ThinkRequest) -> Thought<String> {
        think(opponents, request, &StopToken::new()).expect("a move")
    }

    /// The positions in which a search with the default budget does not find the win.
    fn missed(wins: &[(&str, i32, &str)]) -> Vec<String> {
        let mut opponents = Opponents::default();
        let miss = |&(position, plies, first): &(&str, i32, &str)| {
            let game = AnyGame::from_position(&Spec::default_for(Kind::Loa), position).expect("a position");
            let thought = calmly(&mut opponents, &request(game, 1));
            let sees_it = thought.score().is_win();
            // A longer win is fine too. A shortest one must begin with the only first move.
            let is_right = sees_it && (thought.best == first || thought.score().plies_to_end() > Some(plies));
            (!is_right).then(|| format!("{plies} plies: {position}, {first}, not {thought:?}"))
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
        let start = || AnyGame::new(&Spec::default_for(Kind::Loa)).expect("the start");
        let mut opponents = Opponents::default();
        let first = calmly(&mut opponents, &request(start(), 0)).best;
        // Another player, or one that has searched before, chooses the same move.
        assert_eq!(
            calmly(&mut Opponents::default(), &request(start(), 0)).best,
            first
        );
        let mut others = (1..8).map(|seed| calmly(&mut opponents, &request(start(), seed)).best);
        assert!(others.any(|mv| mv != first), "always {first}");
    }
}
