//! The engines as the page uses them: moves of a level, hints, analysis, reviews.
//!
//! Everything here runs until it is done or its flag is set, on whatever thread calls it. Nothing here
//! waits, sleeps or knows a socket.

mod review;

use std::time::Duration;

use parlor_core::think::{Limits, Report, Stop, Thought, TimeLimit};
use parlor_core::{Color, Level, Score};
use parlor_games::{AnyGame, Kind};
use parlor_players::{AnyEngine, Configuration};
use parlor_table::shown;
use parlor_table::wire::{Analysis, AnalysisLine, MoveInfo, ScoreView};

pub(crate) use review::review;

/// The table of an analysis.
const ANALYSIS_HASH_MIB: usize = 64;
/// An analysis that nobody stops ends after this.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(120);
/// How long a hint takes at most.
const HINT_TIME: Duration = Duration::from_millis(1200);
/// The most best moves that are compared.
const MOST_LINES: usize = 5;

/// The move of a level, in text. Nothing when the game is over.
pub(crate) fn move_of(
    game: &AnyGame,
    level: Level,
    seed: u64,
    clock: Option<(Duration, Duration)>,
    stop: &Stop,
) -> Option<String> {
    let time = clock.map_or(TimeLimit::Infinite, |(remaining, increment)| TimeLimit::Clock {
        remaining,
        increment,
        moves_to_go: None,
    });
    let limits = Limits {
        time,
        ..Limits::default()
    };
    AnyEngine::new(game.kind(), &Configuration::level(level), seed)
        .think(game, &limits.stopped_by(stop), &mut |_| {})
        .map(|thought| thought.best)
}

/// What the engine would play, and why.
pub(crate) fn hint(game: &AnyGame, stop: &Stop) -> Option<(MoveInfo, String)> {
    let thought = at_full_strength(game, &Limits::time(HINT_TIME).stopped_by(stop), &mut |_| {})?;
    let best = game
        .legal_moves()
        .into_iter()
        .find(|mv| mv.text == thought.best)?;
    let score = thought.score();
    let outlook = match score.plies_to_end() {
        Some(plies) if score.is_win() => format!("wins in {plies}"),
        Some(plies) => format!("holds out longest: the game is lost in {plies}"),
        None => match score.0 {
            i32::MIN..=-300 => "is the best in a difficult position".to_owned(),
            -299..=-60 => "keeps the damage small".to_owned(),
            -59..=59 => "keeps the balance".to_owned(),
            60..=299 => "is a little better for you".to_owned(),
            _ => "keeps a clear advantage".to_owned(),
        },
    };
    Some((shown::move_info(game, &best), outlook))
}

/// Analyses a position and tells whenever there is something new.
pub(crate) fn analyse(game: &AnyGame, ply: u32, lines: usize, stop: &Stop, tell: &mut dyn FnMut(Analysis)) {
    let limits = Limits {
        multi_pv: lines.clamp(1, MOST_LINES),
        ..Limits::time(LONGEST_ANALYSIS).stopped_by(stop)
    };
    let mut collected: Vec<Report<String>> = Vec::new();
    let mut last = Analysis {
        ply,
        depth: 0,
        nodes: 0,
        speed: 0,
        lines: Vec::new(),
        done: false,
    };
    let n_moves = game.legal_moves().len();
    at_full_strength(game, &limits, &mut |report| {
        // A search looks at its flag now and then; what it finds meanwhile nobody wants.
        if stop.is_set() {
            return;
        }
        let rank = report.rank;
        if rank == 0 || collected.first().is_some_and(|first| first.depth != report.depth) {
            collected.truncate(rank);
        }
        if rank > collected.len() {
            return;
        }
        collected.truncate(rank);
        last.depth = report.depth;
        last.nodes = report.nodes;
        last.speed = report.nodes_per_second();
        collected.push(report.clone());
        // Half a comparison is not shown: the lines of one depth come together.
        if collected.len() == limits.multi_pv.min(n_moves) {
            last.lines = collected.iter().filter_map(|report| line(game, report)).collect();
            tell(last.clone());
        }
    });
    if !stop.is_set() {
        last.done = true;
        tell(last);
    }
}

/// A score of the side to move, as the page shows it.
fn score_view(kind: Kind, turn: Color, score: Score) -> ScoreView {
    let score = if turn == Color::Black { score } else { -score };
    // How many pieces ahead make a win twice as likely as not, about; the games differ in how much a piece
    // says before the end.
    let scale = match kind {
        Kind::Othello => 8.0,
        Kind::Ataxx => 6.0,
        Kind::Loa => 3.0,
    };
    let chance = if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.0) / (f64::from(Score::PIECE) * scale)).exp())
    };
    let text = match score.plies_to_end() {
        Some(plies) if score.is_win() => format!("+#{plies}"),
        Some(plies) => format!("−#{plies}"),
        None => {
            let sign = if score.0 < 0 { '−' } else { '+' };
            format!("{sign}{:.1}", f64::from(score.0.abs()) / f64::from(Score::PIECE))
        }
    };
    ScoreView { text, chance }
}

fn line(game: &AnyGame, report: &Report<String>) -> Option<AnalysisLine> {
    let first = report.line.first()?;
    let mv = game.legal_moves().into_iter().find(|mv| mv.text == *first)?;
    Some(AnalysisLine {
        score: score_view(game.kind(), game.turn(), report.score),
        mv: shown::move_info(game, &mv),
        moves: report.line.clone(),
    })
}

fn at_full_strength(
    game: &AnyGame,
    limits: &Limits<String>,
    tell: &mut dyn FnMut(&Report<String>),
) -> Option<Thought<String>> {
    let configuration = Configuration {
        hash_mib: Some(ANALYSIS_HASH_MIB),
        ..Configuration::default()
    };
    AnyEngine::new(game.kind(), &configuration, 0).think(game, limits, tell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_games::Spec;

    #[test]
    fn every_game_has_a_player_that_moves_legally_and_repeats_itself() {
        for kind in Kind::ALL {
            let mut game = AnyGame::new(&Spec::usual(kind)).unwrap();
            for _ in 0..6 {
                let level = Level::new(2).unwrap();
                let mv = move_of(&game, level, 7, None, &Stop::new()).unwrap();
                assert_eq!(move_of(&game, level, 7, None, &Stop::new()).as_ref(), Some(&mv));
                game.play(&mv).unwrap();
            }
        }
    }

    #[test]
    fn other_sizes_of_othello_have_a_player_too() {
        let spec = Spec::usual(Kind::Othello).with("size", "4x6").unwrap();
        let mut game = AnyGame::new(&spec).unwrap();
        while game.outcome().is_none() {
            let mv = move_of(&game, Level::new(3).unwrap(), 1, None, &Stop::new()).unwrap();
            game.play(&mv).unwrap();
        }
        assert_eq!(move_of(&game, Level::FULL, 1, None, &Stop::new()), None);
    }

    #[test]
    fn a_stopped_analysis_ends_at_once_and_tells_nothing_more() {
        let game = AnyGame::new(&Spec::usual(Kind::Ataxx)).unwrap();
        let stop = Stop::new();
        let mut told = 0;
        analyse(&game, 0, 2, &stop, &mut |analysis| {
            assert!(analysis.lines.len() == 2, "two lines were asked for");
            told += 1;
            stop.set();
        });
        assert_eq!(told, 1);
    }
}
