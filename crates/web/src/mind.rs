//! The engines as the page uses them: moves of a level, hints, analysis, reviews.
//!
//! Everything here runs until it is done or its flag is set, on whatever thread calls it. Nothing here
//! waits, sleeps or knows a socket.

mod review;

use std::time::Duration;

use parlor_core::{Color, GameRecord, Level, Score};
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::levels::LevelEngine;
use parlor_engine::loa::LoaNode;
use parlor_engine::othello::{GridNode, OthelloNode};
use parlor_engine::{Contender, Engine, Limits, Options, Report, Stop, Thought, TimeLimit};
use parlor_games::{AnyGame, AnyRecord, Kind, Playable};
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
    let order = Order {
        time,
        nodes: None,
        lines: 1,
        stop,
    };
    let found = match game.record() {
        AnyRecord::Othello(record) => level_move::<OthelloNode>(record, level, seed, &order),
        AnyRecord::Grid(record) => level_move::<GridNode>(record, level, seed, &order),
        AnyRecord::Ataxx(record) => level_move::<AtaxxNode>(record, level, seed, &order),
        AnyRecord::Loa(record) => level_move::<LoaNode>(record, level, seed, &order),
    };
    found.map(|found| found.best)
}

/// What the engine would play, and why.
pub(crate) fn hint(game: &AnyGame, stop: &Stop) -> Option<(MoveInfo, String)> {
    let order = Order {
        time: TimeLimit::PerMove(HINT_TIME),
        nodes: None,
        lines: 1,
        stop,
    };
    let found = at_full_strength(game, &order, &mut |_| {})?;
    let best = game.legal_moves().into_iter().find(|mv| mv.text == found.best)?;
    let score = found.score;
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
    let order = Order {
        time: TimeLimit::PerMove(LONGEST_ANALYSIS),
        nodes: None,
        lines: lines.clamp(1, MOST_LINES),
        stop,
    };
    let mut collected: Vec<Told> = Vec::new();
    let mut last = Analysis {
        ply,
        depth: 0,
        nodes: 0,
        speed: 0,
        lines: Vec::new(),
        done: false,
    };
    let n_moves = game.legal_moves().len();
    at_full_strength(game, &order, &mut |told: Told| {
        // A search looks at its flag now and then; what it finds meanwhile nobody wants.
        if stop.is_set() {
            return;
        }
        let rank = told.rank;
        if rank == 0 || collected.first().is_some_and(|first| first.depth != told.depth) {
            collected.truncate(rank);
        }
        if rank > collected.len() {
            return;
        }
        collected.truncate(rank);
        last.depth = told.depth;
        last.nodes = told.nodes;
        last.speed = told.speed;
        collected.push(told);
        // Half a comparison is not shown: the lines of one depth come together.
        if collected.len() == order.lines.min(n_moves) {
            last.lines = collected.iter().filter_map(|told| line(game, told)).collect();
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

fn line(game: &AnyGame, told: &Told) -> Option<AnalysisLine> {
    let first = told.moves.first()?;
    let mv = game.legal_moves().into_iter().find(|mv| mv.text == *first)?;
    Some(AnalysisLine {
        score: score_view(game.kind(), game.turn(), told.score),
        mv: shown::move_info(game, &mv),
        moves: told.moves.clone(),
    })
}

/// What a search is asked for.
struct Order<'a> {
    time: TimeLimit,
    nodes: Option<u64>,
    lines: usize,
    stop: &'a Stop,
}

/// A report in texts.
struct Told {
    rank: usize,
    depth: u32,
    nodes: u64,
    speed: u64,
    score: Score,
    moves: Vec<String>,
}

/// A result in texts.
struct Found {
    best: String,
    score: Score,
}

fn at_full_strength(game: &AnyGame, order: &Order<'_>, tell: &mut dyn FnMut(Told)) -> Option<Found> {
    let options = Options {
        hash_mib: ANALYSIS_HASH_MIB,
        ..Options::default()
    };
    match game.record() {
        AnyRecord::Othello(record) => think(OthelloNode::engine(&options).as_mut(), record, order, tell),
        AnyRecord::Grid(record) => think(GridNode::engine(&options).as_mut(), record, order, tell),
        AnyRecord::Ataxx(record) => think(AtaxxNode::engine(&options).as_mut(), record, order, tell),
        AnyRecord::Loa(record) => think(LoaNode::engine(&options).as_mut(), record, order, tell),
    }
}

fn level_move<N: Contender<Game: Playable>>(
    record: &GameRecord<N::Game>,
    level: Level,
    seed: u64,
    order: &Order<'_>,
) -> Option<Found> {
    think(
        &mut LevelEngine::<N>::new(level, seed),
        record,
        order,
        &mut |_| {},
    )
}

fn think<G: Playable>(
    engine: &mut dyn Engine<G>,
    record: &GameRecord<G>,
    order: &Order<'_>,
    tell: &mut dyn FnMut(Told),
) -> Option<Found> {
    let limits = Limits {
        time: order.time,
        nodes: order.nodes,
        multi_pv: order.lines,
        stop: order.stop.clone(),
        ..Limits::default()
    };
    let report = &mut |info: &Report<G::Move>| {
        tell(Told {
            rank: info.rank,
            depth: info.depth,
            nodes: info.nodes,
            speed: info.nodes_per_second(),
            score: info.score,
            moves: texts(record.position(), &info.line),
        });
    };
    let thought: Thought<G::Move> = engine.think(record, &limits, report)?;
    Some(Found {
        score: thought.score(),
        best: record.position().view(thought.best).text,
    })
}

/// The moves of a line in text, as far as they can be played.
fn texts<G: Playable>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(position.view(mv).text);
        position.play_unchecked(mv);
    }
    texts
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
