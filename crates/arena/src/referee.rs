//! One game, from its opening to its end. Our rules judge every move; whatever else a program does that it
//! must not do loses it the game, and the reason is recorded.

use std::time::Duration;

use parlor_core::{Color, Outcome};
use parlor_games::{Action, AnyGame};
use parlor_process::Log;
use parlor_protocol::Evaluation;

use crate::adjudication::{Adjudication, Judge};
use crate::control::{Clocks, Control};
use crate::fault::Fault;
use crate::player::{Player, Trouble};

/// No game of ours is longer; a longer one is drawn.
const MOST_MOVES: usize = 2_000;
/// How much of the conversation is kept of a game in which something went wrong: its beginning, and its end.
const LOG_HEAD: usize = 8 << 10;
const LOG_TAIL: usize = 24 << 10;

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// By the rules.
    Rules,
    /// A side gave up.
    Resigned,
    /// What both said of it decided it, or it went on for too long.
    Adjudicated,
    /// A side did what it must not.
    Fault(Fault),
    /// Both sides did before the first move.
    BothFaulty(Fault, Fault),
}

impl Reason {
    /// A short name, for tables.
    pub const fn name(&self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::Resigned => "resigned",
            Reason::Adjudicated => "adjudicated",
            Reason::Fault(fault) => fault.name(),
            Reason::BothFaulty(..) => "both-faulty",
        }
    }
}

/// One move of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spent {
    /// How long it took.
    pub time: Duration,
    /// What its player thought of it.
    pub evaluation: Evaluation,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game as far as it went.
    pub game: AnyGame,
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// In words, with the position where something went wrong.
    pub detail: String,
    /// What each move after the opening took.
    pub spent: Vec<Spent>,
    /// The conversation, when something went wrong.
    pub log: String,
}

/// Plays a game to its end; nothing when the person wants to stop.
pub fn play(
    mut game: AnyGame,
    mut players: [&mut dyn Player; 2],
    control: Control,
    adjudication: Adjudication,
    margin: Duration,
) -> Option<Played> {
    let mut log = Log::default();
    let mut clocks = Clocks::new(control);
    let mut judge = Judge::new(adjudication);
    let mut spent = Vec::new();
    let ended = match begin(&game, &mut players, &clocks, &mut log)? {
        Some(ended) => ended,
        None => contest(
            &mut game,
            &mut players,
            &mut clocks,
            &mut judge,
            margin,
            &mut spent,
            &mut log,
        )?,
    };
    let (outcome, reason) = match ended {
        // A program may yet be wrong about the result.
        (outcome, Reason::Rules) => announce(&mut players, outcome, &mut log)?,
        ended => ended,
    };
    let detail = describe(&game, outcome, &reason);
    let log = match reason {
        Reason::Fault(_) | Reason::BothFaulty(..) => shortened(log.into_text()),
        _ => String::new(),
    };
    Some(Played {
        game,
        outcome,
        reason,
        detail,
        spent,
        log,
    })
}

type Ended = (Outcome, Reason);

/// Lets both sides make ready. The outer option is none when the person wants to stop.
fn begin(
    game: &AnyGame,
    players: &mut [&mut dyn Player; 2],
    clocks: &Clocks,
    log: &mut Log,
) -> Option<Option<Ended>> {
    let mut faults = [None, None];
    for color in Color::ALL {
        let begun = players[color.index()].begin(game, color, &clocks.budget(), log);
        match begun {
            Ok(()) => {}
            Err(Trouble::Interrupted) => return None,
            Err(Trouble::Fault(fault)) => faults[color.index()] = Some(fault),
        }
    }
    Some(match faults {
        [None, None] => None,
        [Some(fault), None] => Some((Outcome::Win(Color::White), Reason::Fault(fault))),
        [None, Some(fault)] => Some((Outcome::Win(Color::Black), Reason::Fault(fault))),
        [Some(black), Some(white)] => Some((Outcome::Draw, Reason::BothFaulty(black, white))),
    })
}

/// Plays the moves.
fn contest(
    game: &mut AnyGame,
    players: &mut [&mut dyn Player; 2],
    clocks: &mut Clocks,
    judge: &mut Judge,
    margin: Duration,
    spent: &mut Vec<Spent>,
    log: &mut Log,
) -> Option<Ended> {
    loop {
        if let Some(outcome) = game.outcome() {
            return Some((outcome, Reason::Rules));
        }
        if game.len() >= MOST_MOVES {
            return Some((Outcome::Draw, Reason::Adjudicated));
        }
        let color = game.turn();
        let loses = |fault: Fault| Some((Outcome::Win(!color), Reason::Fault(fault)));
        let player = &mut players[color.index()];
        let legal = game.legal_moves();
        if let [only] = &legal[..]
            && only.action == Action::Pass
            && player.passes_unasked()
        {
            // The rules offer this move, so it can be played.
            if game.play(&only.text).is_err() {
                return Some((Outcome::Draw, Reason::Adjudicated));
            }
            for player in players.iter_mut() {
                player.see(game, log);
            }
            continue;
        }
        let allowed = clocks.allowance(color);
        let choice = match player.choose(game, &clocks.budget(), allowed, log) {
            Ok(choice) => choice,
            Err(Trouble::Interrupted) => return None,
            Err(Trouble::Fault(fault)) => return loses(fault),
        };
        if let Some(allowed) = allowed.filter(|&allowed| choice.spent > allowed + margin) {
            return loses(Fault::TimeOut {
                allowed,
                taken: choice.spent,
            });
        }
        let Some(mv) = choice.mv else {
            return Some((Outcome::Win(!color), Reason::Resigned));
        };
        if let Err(reason) = game.play(&mv) {
            return loses(Fault::Illegal {
                text: mv,
                reason: reason.to_string(),
            });
        }
        clocks.spend(color, choice.spent);
        spent.push(Spent {
            time: choice.spent,
            evaluation: choice.evaluation,
        });
        for player in players.iter_mut() {
            player.see(game, log);
        }
        let n_moves = u32::try_from(game.len()).unwrap_or(u32::MAX);
        let judged = judge.moved(color, choice.evaluation.score, n_moves);
        if let (None, Some(outcome)) = (game.outcome(), judged) {
            return Some((outcome, Reason::Adjudicated));
        }
    }
}

/// Hears what both sides say of the result.
fn announce(players: &mut [&mut dyn Player; 2], outcome: Outcome, log: &mut Log) -> Option<Ended> {
    for color in Color::ALL {
        match players[color.index()].finish(outcome, log) {
            Ok(()) => {}
            Err(Trouble::Interrupted) => return None,
            // A program that ends with the game has said all that it had to say.
            Err(Trouble::Fault(fault)) if is_wrong_claim(&fault) => {
                return Some((Outcome::Win(!color), Reason::Fault(fault)));
            }
            Err(Trouble::Fault(_)) => {}
        }
    }
    Some((outcome, Reason::Rules))
}

/// After the end only a false announcement loses a game that was played to its end.
fn is_wrong_claim(fault: &Fault) -> bool {
    matches!(fault, Fault::WrongClaim { .. })
}

fn describe(game: &AnyGame, outcome: Outcome, reason: &Reason) -> String {
    let loser = outcome.winner().map(|winner| !winner);
    let name = |color: Color| game.kind().color_name(color);
    match (reason, loser) {
        (Reason::Rules, _) => String::new(),
        (Reason::Resigned, Some(loser)) => format!("{} resigned", name(loser)),
        (Reason::Fault(fault), Some(loser)) => format!(
            "{} {fault}; move {}, position {}",
            name(loser),
            game.len() + 1,
            game.position_text()
        ),
        (Reason::BothFaulty(black, white), _) => {
            format!("{} {black}; {} {white}", name(Color::Black), name(Color::White))
        }
        _ => format!("after {} moves", game.len()),
    }
}

/// The beginning and the end of a long conversation.
fn shortened(text: String) -> String {
    if text.len() <= LOG_HEAD + LOG_TAIL {
        return text;
    }
    let head = text.floor_char_boundary(LOG_HEAD);
    let tail = text.ceil_char_boundary(text.len() - LOG_TAIL);
    format!(
        "{}\n… {} bytes are left out …\n{}",
        &text[..head],
        tail - head,
        &text[tail..]
    )
}
