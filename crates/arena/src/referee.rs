//! One game, from its opening to its end. Our rules judge every move; whatever else a program does that it
//! must not do loses it the game, and the reason is recorded.

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
pub struct MoveRecord {
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
    /// What each move after the opening took, and whose it was.
    pub spent: Vec<(Color, MoveRecord)>,
    /// The conversation, when something went wrong.
    pub log: String,
    /// How long the players waited for a processor, in a game with a clock.
    pub waited: Duration,
}

/// Plays a game to its end; nothing when the person wants to stop.
pub fn play(
    mut game: AnyGame,
    players: [&mut dyn Player; 2],
    controls: PerColor<Control>,
    adjudication: Adjudication,
    margins: PerColor<Duration>,
) -> Option<Played> {
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
        // A program may yet be wrong about the result.
        (outcome, Reason::Rules) => contest.announce(outcome)?,
        ended => ended,
    };
    let detail = describe(&game, outcome, &reason);
    let log = match reason {
        Reason::Fault(_) | Reason::BothFaulty(..) => shortened(contest.log.into_text()),
        _ => String::new(),
    };
    Some(Played {
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

/// Both players of a game, with their clocks and all that is written down of it.
struct Contest<'a> {
    players: [&'a mut dyn Player; 2],
    clocks: Clocks,
    judge: Judge,
    margins: PerColor<Duration>,
    /// What was chosen last and not yet written down, and by whom; none after a pass that nobody was asked for.
    chosen: Option<(Color, MoveRecord)>,
    spent: Vec<(Color, MoveRecord)>,
    log: Log,
}

/// Why the moves of a game end, if not by the rules.
enum Halt {
    /// As the referee decides.
    Ended(Ended),
    /// The person wants to stop.
    Interrupted,
}

impl Contest<'_> {
    /// How long both have waited for a processor so far; where no clock runs, nobody asks.
    fn waited(&self, is_timed: bool) -> Duration {
        let players = self.players.iter().filter(|_| is_timed);
        players.map(|player| player.waited()).sum()
    }

    /// Lets both sides make ready. The outer option is none when the person wants to stop.
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

    /// Plays the moves.
    fn play(&mut self, game: &mut AnyGame) -> Option<Ended> {
        match play_out(game, self, MOST_MOVES) {
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

    /// Hears what both sides say of the result.
    fn announce(&mut self, outcome: Outcome) -> Option<Ended> {
        for color in Color::ALL {
            match self.players[color.index()].finish(outcome, &mut self.log) {
                Ok(()) => {}
                Err(NoMove::Interrupted) => return None,
                // A program that ends with the game has said all that it had to say.
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
            player.see(game, &mut self.log);
        }
        let n_moves = u32::try_from(game.len()).unwrap_or(u32::MAX);
        let judged =
            chosen.and_then(|(color, spent)| self.judge.moved(color, spent.evaluation.score, n_moves));
        match (game.outcome(), judged) {
            (None, Some(outcome)) => Err(Halt::Ended((outcome, Reason::Adjudicated))),
            _ => Ok(()),
        }
    }

    fn passes_unasked(&self, color: Color) -> bool {
        self.players[color.index()].passes_unasked()
    }
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
