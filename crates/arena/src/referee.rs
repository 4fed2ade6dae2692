//! The referee: plays one game from its opening to its end. Our rules check every move. Any other offence of
//! a program loses it the game, and the reason is recorded.

use std::time::Duration;

use parlor_core::{Color, Outcome, PerColor};
use parlor_games::AnyGame;
use parlor_measure::game_loop::{GameEnd, Sides, play_out};
use parlor_process::Log;
use parlor_protocol::Evaluation;

use crate::adjudication::{Adjudication, Judge};
use crate::control::{Clocks, Control};
use crate::fault::Fault;
use crate::player::{NoMove, Player};

/// A game with more moves is a draw. No real game is that long.
const MAX_MOVES: usize = 2_000;
/// The log of a game with a fault keeps this many bytes from its beginning and from its end.
const LOG_HEAD: usize = 8 << 10;
const LOG_TAIL: usize = 24 << 10;

/// Why a game ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// The game ended by the rules.
    Rules,
    /// A player resigned.
    Resigned,
    /// Both players' scores agreed on the result, or the game was too long.
    Adjudicated,
    /// A player broke the rules of the match.
    Fault(Fault),
    /// Both players did so before the first move.
    BothFaulty(Fault, Fault),
}

impl Reason {
    /// A short name for tables.
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

/// Time and evaluation of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveRecord {
    /// How long the move took.
    pub time: Duration,
    /// The player's evaluation.
    pub evaluation: Evaluation,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The game, up to its last legal move.
    pub game: AnyGame,
    /// The result.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: Reason,
    /// The reason in words. For a fault, with the position in which it happened.
    pub detail: String,
    /// The moves after the opening, each with the side that played it.
    pub spent: Vec<(Color, MoveRecord)>,
    /// The log of both programs' input and output, if there was a fault.
    pub log: String,
    /// How long the players waited for a processor, in a game with a clock.
    pub waited: Duration,
}

/// Plays a game to its end. Returns `None` if the user interrupted it.
pub fn play(
    mut game: AnyGame,
    players: [&mut dyn Player; 2],
    controls: PerColor<Control>,
    adjudication: Adjudication,
    margins: PerColor<Duration>,
) -> Option<FinishedGame> {
    let mut contest = Contest {
        players,
        clocks: Clocks::new(controls),
        judge: Judge::new(adjudication),
        margins,
        chosen: None,
        spent: Vec::new(),
        log: Log::default(),
    };
    let ended = contest.begin(&game)?;
    let is_timed = Color::ALL.iter().any(|&color| controls[color].is_timed());
    let before = contest.waited(is_timed);
    let ended = match ended {
        Some(ended) => ended,
        None => contest.play(&mut game)?,
    };
    let waited = contest.waited(is_timed).saturating_sub(before);
    let (outcome, reason) = match ended {
        // A program may still announce a wrong result.
        (outcome, Reason::Rules) => contest.announce(outcome)?,
        ended => ended,
    };
    let detail = describe(&game, outcome, &reason);
    let log = match reason {
        Reason::Fault(_) | Reason::BothFaulty(..) => shortened(contest.log.into_text()),
        _ => String::new(),
    };
    Some(FinishedGame {
        game,
        outcome,
        reason,
        detail,
        spent: contest.spent,
        log,
        waited,
    })
}

type Ended = (Outcome, Reason);

/// The players of a game, their clocks, and what is recorded.
struct Contest<'a> {
    players: [&'a mut dyn Player; 2],
    clocks: Clocks,
    judge: Judge,
    margins: PerColor<Duration>,
    /// The move that was chosen but not yet played, and its side. `None` after a pass that the player was not
    /// asked for.
    chosen: Option<(Color, MoveRecord)>,
    spent: Vec<(Color, MoveRecord)>,
    log: Log,
}

/// Why a game ends before the rules end it.
enum Halt {
    /// The referee ended it.
    Ended(Ended),
    /// The user interrupted it.
    Interrupted,
}

impl Contest<'_> {
    /// How long both players have waited for a processor so far. Zero without a clock, where it is not measured.
    fn waited(&self, is_timed: bool) -> Duration {
        let players = self.players.iter().filter(|_| is_timed);
        players.map(|player| player.waited()).sum()
    }

    /// Prepares both players. Returns `None` if the user interrupted the game, and `Some(Some(_))` if a fault
    /// ended it.
    fn begin(&mut self, game: &AnyGame) -> Option<Option<Ended>> {
        let mut faults = [None, None];
        for color in Color::ALL {
            let budget = self.clocks.budget(color);
            let begun = self.players[color.index()].begin(game, color, &budget, &mut self.log);
            match begun {
                Ok(()) => {}
                Err(NoMove::Interrupted) => return None,
                Err(NoMove::Fault(fault)) => faults[color.index()] = Some(fault),
            }
        }
        Some(match faults {
            [None, None] => None,
            [Some(fault), None] => Some((Outcome::Win(Color::White), Reason::Fault(fault))),
            [None, Some(fault)] => Some((Outcome::Win(Color::Black), Reason::Fault(fault))),
            [Some(black), Some(white)] => Some((Outcome::Draw, Reason::BothFaulty(black, white))),
        })
    }

    /// Plays the moves. Returns `None` if the user interrupted the game.
    fn play(&mut self, game: &mut AnyGame) -> Option<Ended> {
        match play_out(game, self, MAX_MOVES) {
            GameEnd::Rules(outcome) => Some((outcome, Reason::Rules)),
            GameEnd::TooLong => Some((Outcome::Draw, Reason::Adjudicated)),
            GameEnd::Illegal { text, reason } => {
                let reason = reason.to_string();
                let fault = Fault::Illegal { text, reason };
                Some((Outcome::Win(!game.turn()), Reason::Fault(fault)))
            }
            GameEnd::Other(Halt::Ended(ended)) => Some(ended),
            GameEnd::Other(Halt::Interrupted) => None,
        }
    }

    /// Reports the result to both players and checks the results that they announce. Returns `None` if the
    /// user interrupted the game.
    fn announce(&mut self, outcome: Outcome) -> Option<Ended> {
        for color in Color::ALL {
            match self.players[color.index()].finish(outcome, &mut self.log) {
                Ok(()) => {}
                Err(NoMove::Interrupted) => return None,
                // Other faults no longer matter: a program may exit with the game.
                Err(NoMove::Fault(fault)) if is_wrong_claim(&fault) || matches!(fault, Fault::Refusal(_)) => {
                    return Some((Outcome::Win(!color), Reason::Fault(fault)));
                }
                Err(NoMove::Fault(_)) => {}
            }
        }
        Some((outcome, Reason::Rules))
    }
}

impl Sides for Contest<'_> {
    type Ending = Halt;

    fn choose(&mut self, game: &AnyGame) -> Result<String, Halt> {
        let color = game.turn();
        let loses = |reason: Reason| Halt::Ended((Outcome::Win(!color), reason));
        let allowed = self.clocks.allowance(color);
        let budget = self.clocks.budget(color);
        let player = &mut self.players[color.index()];
        let choice = match player.choose(game, &budget, allowed, &mut self.log) {
            Ok(choice) => choice,
            Err(NoMove::Interrupted) => return Err(Halt::Interrupted),
            Err(NoMove::Fault(fault)) => return Err(loses(Reason::Fault(fault))),
        };
        let taken = choice.spent;
        if let Some(allowed) = allowed.filter(|&allowed| taken > allowed + self.margins[color]) {
            return Err(loses(Reason::Fault(Fault::TimeOut { allowed, taken })));
        }
        let spent = MoveRecord {
            time: taken,
            evaluation: choice.evaluation,
        };
        self.chosen = Some((color, spent));
        choice.mv.ok_or_else(|| loses(Reason::Resigned))
    }

    fn moved(&mut self, game: &AnyGame) -> Result<(), Halt> {
        let chosen = self.chosen.take();
        if let Some((color, spent)) = chosen {
            self.clocks.spend(color, spent.time);
            self.spent.push((color, spent));
        }
        for player in &mut self.players {
            player.observe_move(game, &mut self.log);
        }
        let n_moves = u32::try_from(game.len()).unwrap_or(u32::MAX);
        let judged =
            chosen.and_then(|(color, spent)| self.judge.moved(color, spent.evaluation.score, n_moves));
        match (game.outcome(), judged) {
            (None, Some(outcome)) => Err(Halt::Ended((outcome, Reason::Adjudicated))),
            _ => Ok(()),
        }
    }

    fn passes_without_asking(&self, color: Color) -> bool {
        self.players[color.index()].passes_without_asking()
    }
}

/// Once a game is over by the rules, only a wrong result or a refusal can still lose it.
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

/// Keeps the beginning and the end of a long log.
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
