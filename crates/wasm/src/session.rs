//! The calls of JavaScript: games and players, each identified by a number.

use std::collections::{BTreeMap, HashMap};

use parlor_core::think::Report;
use parlor_core::{Color, Level, Outcome, PerColor};
use parlor_games::export::{self, Written};
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, Cell, GridSquare, Kind, MoveView, Spec, import};
use parlor_players::{AnyEngine, kernels_are_right};
use serde::{Deserialize, Serialize};

use crate::order::{Order, OrderLimits, ReportText, ThoughtText, player};

/// A call.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case", deny_unknown_fields)]
enum Call {
    /// Returns the games that can be played.
    Games,
    /// Creates a game.
    New {
        game: String,
        /// The agreements: `rules`, `size`, `blocks`, `limit`.
        #[serde(default)]
        agreements: BTreeMap<String, String>,
        /// The start position, if not the default one.
        position: Option<String>,
    },
    /// Reads the games of a text in any supported format.
    Read { text: String },
    /// Returns the state of a game.
    State { game: u32 },
    /// Plays a move.
    Play {
        game: u32,
        #[serde(rename = "move")]
        text: String,
    },
    /// Takes back the last move.
    Undo { game: u32 },
    /// Writes a game as text.
    Write { game: u32, format: Option<String> },
    /// Creates a player.
    Player {
        game: String,
        player: String,
        #[serde(default)]
        seed: u64,
    },
    /// Lets a player search a game.
    Think {
        player: u32,
        game: u32,
        #[serde(default)]
        limits: OrderLimits,
    },
    /// Carries out an order, with a new player.
    Follow { order: String },
    /// Checks, in this many random cases, that the vector code of this machine gives the same results as the
    /// portable code.
    Check { cases: usize },
    /// Deletes a game or a player.
    Forget { number: u32 },
}

/// The result of a call.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Games(Vec<GameText>),
    Number(u32),
    Numbers(Vec<u32>),
    State(Box<StateText>),
    Text(String),
    Thought(Option<ThoughtText>),
    Done(bool),
}

/// A game that can be played.
#[derive(Clone, Debug, Serialize)]
struct GameText {
    name: &'static str,
    title: &'static str,
    sides: [&'static str; 2],
    rules: &'static [&'static str],
    formats: Vec<&'static str>,
    levels: u8,
}

/// The state of a game.
#[derive(Clone, Debug, Serialize)]
struct StateText {
    game: &'static str,
    rules: &'static str,
    rows: u8,
    columns: u8,
    /// Row by row from the top: `.` for an empty square, `x` for the first mover, `o` for the second, `#` for a block.
    cells: String,
    turn: Side,
    counts: [u32; 2],
    legal: Vec<MoveText>,
    moves: Vec<String>,
    position: String,
    outcome: Option<&'static str>,
    winner: Option<Side>,
}

/// A move and its effect. Squares are numbered row by row from the top left, from 0.
#[derive(Clone, Debug, Serialize)]
struct MoveText {
    text: String,
    from: Vec<u16>,
    to: Option<u16>,
    turned: Vec<u16>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

/// The games and players of one module.
#[derive(Default)]
pub struct Session {
    games: HashMap<u32, AnyGame>,
    players: HashMap<u32, AnyEngine>,
    n_given: u32,
}

impl Session {
    /// Carries out a call in JSON. The answer is `{"ok": …}`, or `{"error": "…"}` with the reason. A search sends
    /// reports meanwhile, each as JSON.
    pub fn call(&mut self, text: &str, report: &mut dyn FnMut(&str)) -> String {
        let done = serde_json::from_str(text)
            .map_err(|error| format!("the call cannot be read: {error}"))
            .and_then(|call| self.answer(call, report));
        let answer = match done {
            Ok(answer) => serde_json::to_string(&Outcomes { ok: answer }),
            Err(error) => serde_json::to_string(&Failure { error }),
        };
        // Answers can always be serialised.
        answer.unwrap_or_default()
    }

    fn answer(&mut self, call: Call, report: &mut dyn FnMut(&str)) -> Result<Answer, String> {
        let mut tell = |found: &Report<String>| {
            // Reports can always be serialised.
            report(&serde_json::to_string(&ReportText::from(found)).unwrap_or_default());
        };
        match call {
            Call::Games => Ok(Answer::Games(Kind::ALL.into_iter().map(described).collect())),
            Call::New {
                game,
                agreements,
                position,
            } => {
                let mut spec = Spec::default_for(kind(&game)?);
                for (name, value) in &agreements {
                    spec = spec.with(name, value).map_err(message)?;
                }
                let game = match position {
                    Some(text) => AnyGame::from_position(&spec.fitting(&text), &text),
                    None => AnyGame::new(&spec),
                };
                let game = game.map_err(message)?;
                Ok(Answer::Number(self.keep(game)))
            }
            Call::Read { text } => {
                let found = import::read(text.as_bytes()).map_err(message)?;
                let numbers = found.into_iter().map(|one| self.keep(one.game));
                Ok(Answer::Numbers(numbers.collect()))
            }
            Call::State { game } => Ok(Answer::State(Box::new(state(self.game(game)?)))),
            Call::Play { game, text } => {
                self.game(game)?.play(&text).map_err(message)?;
                Ok(Answer::Done(true))
            }
            Call::Undo { game } => Ok(Answer::Done(self.game(game)?.undo())),
            Call::Write { game, format } => written(self.game(game)?, format.as_deref()),
            Call::Player {
                game,
                player: text,
                seed,
            } => {
                let made = player(kind(&game)?, &text, seed).map_err(message)?;
                self.n_given += 1;
                self.players.insert(self.n_given, made);
                Ok(Answer::Number(self.n_given))
            }
            Call::Think { player, game, limits } => {
                let thinker = self.players.get_mut(&player);
                let thinker = thinker.ok_or_else(|| format!("there is no player {player}"))?;
                let game = self.games.get(&game);
                let game = game.ok_or_else(|| "there is no such game".to_owned())?;
                let thought = thinker.think(game, &limits.limits(), &mut tell);
                Ok(Answer::Thought(thought.map(ThoughtText::from)))
            }
            Call::Follow { order } => {
                let order: Order = serde_json::from_str(&order).map_err(message)?;
                let thought = order.follow(&mut tell).map_err(message)?;
                Ok(Answer::Thought(thought.map(ThoughtText::from)))
            }
            Call::Check { cases } => Ok(Answer::Done(kernels_are_right(cases))),
            Call::Forget { number } => {
                let was_there =
                    self.games.remove(&number).is_some() || self.players.remove(&number).is_some();
                Ok(Answer::Done(was_there))
            }
        }
    }

    fn keep(&mut self, game: AnyGame) -> u32 {
        self.n_given += 1;
        self.games.insert(self.n_given, game);
        self.n_given
    }

    fn game(&mut self, number: u32) -> Result<&mut AnyGame, String> {
        let found = self.games.get_mut(&number);
        found.ok_or_else(|| format!("there is no game {number}"))
    }
}

#[derive(Serialize)]
struct Outcomes {
    ok: Answer,
}

#[derive(Serialize)]
struct Failure {
    error: String,
}

fn message(error: impl ToString) -> String {
    error.to_string()
}

fn kind(name: &str) -> Result<Kind, String> {
    name.parse().map_err(message)
}

fn described(kind: Kind) -> GameText {
    let descriptor = kind.descriptor();
    GameText {
        name: descriptor.name,
        title: descriptor.title,
        sides: descriptor.sides.0,
        rules: descriptor.rule_sets,
        formats: descriptor.formats.iter().map(|format| format.code).collect(),
        levels: Level::FULL.number(),
    }
}

fn written(game: &AnyGame, format: Option<&str>) -> Result<Answer, String> {
    let Some(code) = format else {
        let tagged = TaggedGame {
            game: game.clone(),
            tags: Vec::new(),
        };
        return Ok(Answer::Text(pgn::write(&tagged)));
    };
    let names = PerColor(["Black".to_owned(), "White".to_owned()]);
    match export::write(game, &names, "", code) {
        Some(Written::Text(text)) => Ok(Answer::Text(text)),
        Some(Written::Bytes(_)) => Err(format!("{code} is not a text format")),
        None => Err(format!("this game cannot be written as {code:?}")),
    }
}

fn state(game: &AnyGame) -> StateText {
    let columns = u16::from(game.columns());
    let square = |place: &GridSquare| u16::from(place.row) * columns + u16::from(place.column);
    let described = |mv: MoveView| MoveText {
        from: mv.origins.iter().map(square).collect(),
        to: mv.target.as_ref().map(square),
        turned: mv.turned.iter().map(square).collect(),
        text: mv.text,
    };
    let cell = |cell: &Cell| match cell {
        Cell::Empty => '.',
        Cell::Piece(Color::Black) => 'x',
        Cell::Piece(Color::White) => 'o',
        Cell::Block => '#',
    };
    let legal = if game.outcome().is_some() {
        Vec::new()
    } else {
        game.legal_moves().into_iter().map(described).collect()
    };
    let winner = match game.outcome() {
        Some(Outcome::Win(color)) => Some(color.into()),
        _ => None,
    };
    StateText {
        game: game.kind().name(),
        rules: game.spec().rules_name(),
        rows: game.rows(),
        columns: game.columns(),
        cells: game.cells().iter().map(cell).collect(),
        turn: game.turn().into(),
        counts: game.counts().0,
        legal,
        moves: game.history().into_iter().map(|mv| mv.text).collect(),
        position: game.position_text(),
        outcome: game.outcome().map(|outcome| match outcome {
            Outcome::Win(_) => "win",
            Outcome::Draw => "draw",
        }),
        winner,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(session: &mut Session, call: Value) -> Value {
        serde_json::from_str(&session.call(&call.to_string(), &mut |_| {})).unwrap()
    }

    #[test]
    fn every_game_is_played_to_its_end_by_a_player() {
        for kind in Kind::ALL {
            let mut session = Session::default();
            let name = kind.name();
            let game = ask(&mut session, json!({"call": "new", "game": name}))["ok"].clone();
            let player = ask(
                &mut session,
                json!({"call": "player", "game": name, "player": "level=1", "seed": 4}),
            )["ok"]
                .clone();
            let mut n_moves = 0;
            loop {
                let state = ask(&mut session, json!({"call": "state", "game": game}))["ok"].clone();
                if state["outcome"] != Value::Null {
                    assert_eq!(state["legal"], json!([]));
                    assert!(!state["moves"].as_array().unwrap().is_empty());
                    break;
                }
                let call = json!({"call": "think", "player": player, "game": game, "limits": {"nodes": 40}});
                let best = ask(&mut session, call)["ok"]["best"].clone();
                let is_legal = |mv: &Value| mv["text"] == best;
                assert!(state["legal"].as_array().unwrap().iter().any(is_legal), "{best}");
                ask(&mut session, json!({"call": "play", "game": game, "move": best}));
                n_moves += 1;
                assert!(n_moves < 2000, "{name} does not end");
            }
            let text = ask(&mut session, json!({"call": "write", "game": game}))["ok"].clone();
            let read = ask(&mut session, json!({"call": "read", "text": text}))["ok"][0].clone();
            let states = [game, read].map(|game| ask(&mut session, json!({"call": "state", "game": game})));
            assert_eq!(states[0], states[1]);
        }
    }

    #[test]
    fn failed_calls_have_a_reason_and_change_nothing() {
        let mut session = Session::default();
        for (call, reason) in [
            (json!({"call": "new", "game": "go"}), "go"),
            (json!({"call": "state", "game": 7}), "there is no game 7"),
            (json!({"call": "dance"}), "the call cannot be read"),
            (
                json!({"call": "think", "player": 3, "game": 1}),
                "there is no player 3",
            ),
        ] {
            let answer = ask(&mut session, call);
            let error = answer["error"].as_str().unwrap();
            assert!(error.contains(reason), "{error}");
        }
        let name = Kind::ALL[0].name();
        let game = ask(&mut session, json!({"call": "new", "game": name}))["ok"].clone();
        let before = ask(&mut session, json!({"call": "state", "game": game}));
        assert!(ask(&mut session, json!({"call": "play", "game": game, "move": "z9"}))["error"].is_string());
        assert_eq!(ask(&mut session, json!({"call": "state", "game": game})), before);
        assert_eq!(
            ask(&mut session, json!({"call": "forget", "number": game}))["ok"],
            true
        );
        assert_eq!(
            ask(&mut session, json!({"call": "forget", "number": game}))["ok"],
            false
        );
    }

    #[test]
    fn the_kernels_are_checked() {
        assert_eq!(
            ask(&mut Session::default(), json!({"call": "check", "cases": 20}))["ok"],
            true
        );
    }

    #[test]
    fn a_search_sends_reports() {
        let mut session = Session::default();
        let name = Kind::ALL[0].name();
        let game = ask(&mut session, json!({"call": "new", "game": name}))["ok"].clone();
        let player = ask(
            &mut session,
            json!({"call": "player", "game": name, "player": "hash=4"}),
        )["ok"]
            .clone();
        let mut depths = Vec::new();
        let call = json!({"call": "think", "player": player, "game": game, "limits": {"depth": 4}});
        session.call(&call.to_string(), &mut |report| {
            let report: Value = serde_json::from_str(report).unwrap();
            depths.push(report["depth"].as_u64().unwrap());
        });
        assert!(depths.contains(&4), "{depths:?}");
    }
}
