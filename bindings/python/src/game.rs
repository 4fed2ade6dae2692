//! A game as people play it: moves as texts, history, undo, files.

use parlor_core::cpu::Cpu;
use parlor_core::{Color, Outcome, PerColor};
use parlor_games::export::{self, Written};
use parlor_games::{AnyGame, Cell, EndReason, GridSquare, Kind, Playable, each_record, import};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::numbering::Numbered;
use crate::state::{State, begin};
use crate::terms::{Keywords, spec, value_error};

/// A game with its moves, in texts: play, undo, read and write files.
#[pyclass(module = "parlor_games", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Game {
    pub game: AnyGame,
    names: [Option<String>; 2],
}

impl Game {
    pub fn of(game: AnyGame) -> Game {
        Game {
            game,
            names: [None, None],
        }
    }

    /// The game in Parlor's own form, which every game has.
    pub fn text(&self) -> String {
        match export::write(&self.game, &self.names(), "", "parlor") {
            Some(Written::Text(text)) => text,
            _ => String::new(),
        }
    }

    fn names(&self) -> PerColor<String> {
        PerColor([0, 1].map(|side| self.names[side].clone().unwrap_or_default()))
    }

    fn side(&self, color: Color) -> &'static str {
        self.game.kind().color_name(color)
    }
}

/// The board from the top, with a letter for every square.
pub(crate) fn rows_of<G: Playable>(position: &G) -> Vec<String> {
    let letter = |cell| match cell {
        Cell::Empty => '-',
        Cell::Piece(Color::Black) => 'x',
        Cell::Piece(Color::White) => 'o',
        Cell::Block => '#',
    };
    let row = |row| {
        let places = (0..position.columns()).map(|column| GridSquare { row, column });
        places.map(|place| letter(position.cell(place))).collect()
    };
    (0..position.rows()).map(row).collect()
}

fn unknown_notation(name: &str, known: &[&str]) -> PyErr {
    let known = known.join(", ");
    PyValueError::new_err(format!(
        "there is no notation {name:?} here: leave it out for the usual one, or use {known}"
    ))
}

/// A move in a notation that is not the usual one.
fn written<G: Numbered>(position: &G, mv: G::Move, notation: Option<&str>) -> PyResult<String> {
    match notation {
        None => Ok(position.view(mv).text),
        Some(name) => {
            let text = position.write_move(mv, name);
            text.ok_or_else(|| unknown_notation(name, G::NOTATIONS))
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, *, rules=None, size=None, blocks=None, limit=None, position=None))]
    fn new(
        game: &str,
        rules: Option<&str>,
        size: Option<&str>,
        blocks: Option<&str>,
        limit: Option<u32>,
        position: Option<&str>,
    ) -> PyResult<Game> {
        let keywords = Keywords {
            rules,
            size,
            blocks,
            limit,
        };
        Ok(Game::of(begin(&spec(game, &keywords)?, position)?))
    }

    /// The name of the game: othello, ataxx or loa.
    #[getter]
    fn name(&self) -> &'static str {
        self.game.kind().name()
    }

    /// The name of the rule set.
    #[getter]
    fn rules(&self) -> &'static str {
        self.game.spec().rules_name()
    }

    /// What the sides are called, the one with the first move first.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        (self.side(Color::Black), self.side(Color::White))
    }

    /// Who plays the two sides, where a file said so.
    #[getter]
    fn players(&self) -> (Option<String>, Option<String>) {
        let [black, white] = &self.names;
        (black.clone(), white.clone())
    }

    #[setter]
    fn set_players(&mut self, names: (Option<String>, Option<String>)) {
        self.names = names.into();
    }

    /// The side to move, by name.
    #[getter]
    fn turn(&self) -> &'static str {
        self.side(self.game.turn())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The side that has won, `draw`, or None while the game goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.game.outcome().map(|outcome| match outcome {
            Outcome::Win(color) => self.side(color),
            Outcome::Draw => "draw",
        })
    }

    /// What decided the game: count, no-move, connected, both-connected, stuck or move-limit.
    #[getter]
    fn end_reason(&self) -> Option<&'static str> {
        self.game.end_reason().map(|reason| match reason {
            EndReason::Count => "count",
            EndReason::NoMove => "no-move",
            EndReason::Connected => "connected",
            EndReason::BothConnected => "both-connected",
            EndReason::Stuck => "stuck",
            EndReason::MoveLimit => "move-limit",
        })
    }

    /// How many pieces each side has.
    #[getter]
    fn counts(&self) -> (u32, u32) {
        let counts = self.game.counts();
        (counts[Color::Black], counts[Color::White])
    }

    /// How many more moves may be made before the game is drawn, if there is a limit.
    #[getter]
    fn moves_left(&self) -> Option<u32> {
        self.game.moves_left()
    }

    /// The position in the text form of its game.
    #[getter]
    fn position(&self) -> String {
        self.game.position_text()
    }

    /// The position that the game began with.
    #[getter]
    fn start_position(&self) -> String {
        self.game.start_text()
    }

    /// The notations besides the usual one.
    #[getter]
    fn notations(&self) -> Vec<&'static str> {
        fn of<G: Numbered>(_: &G) -> Vec<&'static str> {
            G::NOTATIONS.to_vec()
        }
        each_record!(self.game.record(), record => of(record.position()))
    }

    /// The formats that the game can be written in.
    #[getter]
    fn formats(&self) -> Vec<&'static str> {
        let descriptor = self.game.kind().descriptor();
        descriptor.formats.iter().map(|format| format.code).collect()
    }

    /// The legal moves; none once the game is over.
    #[pyo3(signature = (*, notation=None))]
    fn legal_moves(&self, notation: Option<&str>) -> PyResult<Vec<String>> {
        each_record!(self.game.record(), record => {
            let mut moves = parlor_core::MoveList::new();
            if record.outcome().is_none() {
                parlor_core::Game::legal_moves(record.position(), &mut moves);
            }
            moves.iter().map(|&mv| written(record.position(), mv, notation)).collect()
        })
    }

    /// Plays a move and returns it in the usual notation; raises ValueError and changes nothing when it is not legal.
    #[pyo3(signature = (text, *, notation=None))]
    fn play(&mut self, text: &str, notation: Option<&str>) -> PyResult<String> {
        let usual = match notation {
            None => text.to_owned(),
            Some(name) => each_record!(self.game.record(), record => {
                let position = record.position();
                let mv = position.parse_move(text, name).ok_or_else(|| {
                    fn known<G: Numbered>(_: &G) -> &'static [&'static str] { G::NOTATIONS }
                    unknown_notation(name, known(position))
                })?;
                let mv = mv.map_err(value_error)?;
                position.view(mv).text
            }),
        };
        Ok(self.game.play(&usual).map_err(value_error)?.text)
    }

    /// Takes back the last move; False when there is none.
    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Plays again the move taken back last; False when there is none.
    fn redo(&mut self) -> bool {
        self.game.redo()
    }

    /// The moves so far.
    #[pyo3(signature = (*, notation=None))]
    fn history(&self, notation: Option<&str>) -> PyResult<Vec<String>> {
        each_record!(self.game.record(), record => {
            let steps = record.positions().zip(record.moves());
            steps.map(|(before, mv)| written(before, mv, notation)).collect()
        })
    }

    /// The rows of the board from the top: `x` for the side with the first move, `o` for the other, `#` for a block,
    /// `-` for nothing.
    fn rows(&self) -> Vec<String> {
        each_record!(self.game.record(), record => rows_of(record.position()))
    }

    /// How many lines of exactly this many plies there are.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.game.count_lines(Cpu::best(), depth))
    }

    /// The position as a state to step by numbers; its history begins here.
    fn state(&self) -> State {
        State::of(&self.game)
    }

    /// Writes the game in one of its formats.
    #[pyo3(signature = (format="parlor"))]
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        match export::write(&self.game, &self.names(), "", format) {
            Some(Written::Text(text)) => Ok(PyString::new(py, &text).into_any()),
            Some(Written::Bytes(bytes)) => Ok(PyBytes::new(py, &bytes).into_any()),
            None => {
                let formats = self.formats().join(", ");
                let error = format!("this game cannot be written as {format:?}; its formats are {formats}");
                Err(PyValueError::new_err(error))
            }
        }
    }

    /// A copy that goes its own way.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.game.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.rows().join("\n")
    }

    fn __repr__(&self) -> String {
        format!(
            "<parlor_games.Game {} {:?}>",
            self.name(),
            self.game.position_text()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let rebuild = py.import("parlor_games")?.getattr("_game")?;
        let game = slf.borrow();
        // The text cannot tell a player without a name from one who was not named.
        (rebuild, (game.text(), game.players())).into_pyobject(py)
    }
}

/// Every game and position in a text or a file's bytes, whatever its format.
#[pyfunction]
pub(crate) fn read(data: &Bound<'_, PyAny>) -> PyResult<Vec<Game>> {
    let bytes: Vec<u8> = if let Ok(text) = data.cast::<PyString>() {
        text.to_str()?.as_bytes().to_vec()
    } else if let Ok(bytes) = data.cast::<PyBytes>() {
        bytes.as_bytes().to_vec()
    } else {
        return Err(PyTypeError::new_err("read takes str or bytes"));
    };
    let found = import::read(&bytes).map_err(value_error)?;
    let games = found.into_iter().map(|found| {
        let PerColor(names) = found.names;
        Game {
            game: found.game,
            names,
        }
    });
    Ok(games.collect())
}

/// The names of the games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.name()).collect()
}
