//! A position that is stepped by numbers: what learning programs hold millions of.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use parlor_core::{Color, GameRecord, Outcome};
use parlor_games::{AnyGame, AnyRecord, Spec, each_record};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::game::Game;
use crate::numbering::{Actions, Numbered};
use crate::terms::{Keywords, spec, value_error};

/// What OpenSpiel calls the player whose turn it is once a game is over.
const TERMINAL: i32 = -4;

/// A position of one game and how many moves may still be made.
#[derive(Clone)]
pub(crate) struct Stepper<G> {
    pub position: G,
    pub moves_left: Option<u32>,
}

impl<G: Numbered> Stepper<G> {
    /// The position that a game has come to.
    pub fn of(record: &GameRecord<G>) -> Stepper<G> {
        Stepper {
            position: record.position().clone(),
            moves_left: record.moves_left(),
        }
    }

    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.moves_left {
            Some(0) => Some(self.position.outcome().unwrap_or(Outcome::Draw)),
            _ => self.position.outcome(),
        }
    }

    /// The legal actions, ascending as OpenSpiel has them; none once the game is over.
    #[inline]
    pub fn legal_actions(&self, out: &mut Actions) {
        out.clear();
        if self.moves_left != Some(0) {
            self.position.append_actions(out);
        }
    }

    /// The move of an action, if it is legal.
    #[inline]
    pub fn legal(&self, action: u32) -> Option<G::Move> {
        let mv = self.position.numbered(action)?;
        (self.moves_left != Some(0) && self.position.is_legal(mv)).then_some(mv)
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play(&mut self, mv: G::Move) {
        if let Some(left) = &mut self.moves_left
            && G::counts_against_limit(mv)
        {
            *left -= 1;
        }
        self.position.play_unchecked(mv);
    }

    pub fn name(&self, action: u32) -> Option<String> {
        let mv = self.position.numbered(action)?;
        Some(self.position.view(mv).text)
    }
}

/// What can be asked of a position without knowing its game.
trait Steps: Send + Sync {
    fn boxed(&self) -> Box<dyn Steps>;
    fn n_actions(&self) -> u32;
    fn turn(&self) -> Color;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_actions(&self, out: &mut Actions);
    fn play(&mut self, action: u32) -> bool;
    fn name(&self, action: u32) -> Option<String>;
    fn read(&self, text: &str) -> PyResult<u32>;
    fn text(&self) -> String;
    fn shape(&self) -> [usize; 2];
    fn fill_planes(&self, planes: &mut [u8]);
    fn rows(&self) -> Vec<String>;
}

impl<G: Numbered> Steps for Stepper<G> {
    fn boxed(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }

    fn n_actions(&self) -> u32 {
        self.position.n_actions()
    }

    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        Stepper::outcome(self)
    }

    fn legal_actions(&self, out: &mut Actions) {
        Stepper::legal_actions(self, out);
    }

    fn play(&mut self, action: u32) -> bool {
        let mv = self.legal(action);
        if let Some(mv) = mv {
            Stepper::play(self, mv);
        }
        mv.is_some()
    }

    fn name(&self, action: u32) -> Option<String> {
        Stepper::name(self, action)
    }

    fn read(&self, text: &str) -> PyResult<u32> {
        let mv = self.position.read_move(text).map_err(value_error)?;
        Ok(self.position.action(mv))
    }

    fn text(&self) -> String {
        self.position.position_text()
    }

    fn shape(&self) -> [usize; 2] {
        [self.position.rows().into(), self.position.columns().into()]
    }

    fn fill_planes(&self, planes: &mut [u8]) {
        self.position.fill_planes(planes);
    }

    fn rows(&self) -> Vec<String> {
        crate::game::rows_of(&self.position)
    }
}

/// A position that is stepped by numbers. The names of its methods are those of OpenSpiel's states.
///
/// Player 0 is the side that has the first move of a game. A square's number counts along row 1 from the left, then
/// row 2; see `action_to_string` for what an action means.
#[pyclass(module = "parlor_games")]
pub(crate) struct State {
    steps: Box<dyn Steps>,
    start: AnyGame,
    history: Vec<u16>,
}

impl State {
    pub fn of(game: &AnyGame) -> State {
        State {
            steps: steps(game.record()),
            start: game.clone(),
            history: Vec::new(),
        }
    }

    /// The same as a game with its moves, for engines and files.
    pub fn to_game(&self) -> PyResult<AnyGame> {
        let mut game = self.start.clone();
        let mut steps = steps(game.record());
        for &action in &self.history {
            let action = u32::from(action);
            let text = steps.name(action).unwrap_or_default();
            game.play(&text).map_err(value_error)?;
            steps.play(action);
        }
        Ok(game)
    }
}

fn steps(record: &AnyRecord) -> Box<dyn Steps> {
    each_record!(record, record => Box::new(Stepper::of(record)))
}

/// The most actions that any game has, on any board.
const MOST_ACTIONS: u32 = 4097;

/// Python's objects for all actions: making a new one for every legal action takes longer than finding the action.
fn numbers(py: Python<'_>) -> &'static [Py<PyInt>] {
    static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    NUMBERS.get_or_init(py, || {
        (0..MOST_ACTIONS)
            .map(|number| PyInt::new(py, number).unbind())
            .collect()
    })
}

/// The returns of both players.
pub(crate) fn returns(outcome: Option<Outcome>) -> [f64; 2] {
    match outcome.and_then(Outcome::winner) {
        Some(Color::Black) => [1.0, -1.0],
        Some(Color::White) => [-1.0, 1.0],
        None => [0.0, 0.0],
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, *, rules=None, size=None, blocks=None, limit=None, position=None))]
    fn new(
        game: &str,
        rules: Option<&str>,
        size: Option<&str>,
        blocks: Option<&str>,
        limit: Option<u32>,
        position: Option<&str>,
    ) -> PyResult<State> {
        let keywords = Keywords {
            rules,
            size,
            blocks,
            limit,
        };
        let start = begin(&spec(game, &keywords)?, position)?;
        Ok(State::of(&start))
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.start.kind().name()
    }

    /// How many actions the game has, legal or not.
    fn num_distinct_actions(&self) -> u32 {
        self.steps.n_actions()
    }

    /// The legal actions, ascending; none once the game is over.
    #[pyo3(signature = (player=None))]
    fn legal_actions<'py>(&self, py: Python<'py>, player: Option<i32>) -> PyResult<Bound<'py, PyList>> {
        if player.is_some_and(|player| player != self.current_player()) {
            return Ok(PyList::empty(py));
        }
        let mut actions = Actions::new();
        self.steps.legal_actions(&mut actions);
        let numbers = numbers(py);
        PyList::new(
            py,
            actions
                .iter()
                .map(|&action| numbers[usize::from(action)].bind(py)),
        )
    }

    /// One byte for every action: 1 for the legal ones.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut actions = Actions::new();
        self.steps.legal_actions(&mut actions);
        let mut mask = vec![0; self.steps.n_actions() as usize];
        for action in actions {
            mask[usize::from(action)] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// Plays an action; raises ValueError and changes nothing when it is not legal.
    fn apply_action(&mut self, action: u32) -> PyResult<()> {
        if !self.steps.play(action) {
            let name = self
                .steps
                .name(action)
                .unwrap_or_else(|| "no move at all".to_owned());
            let error = format!("action {action} ({name}) is not legal in {}", self.steps.text());
            return Err(PyValueError::new_err(error));
        }
        self.history.push(action as u16);
        Ok(())
    }

    /// Plays a move given in the game's usual notation.
    fn play(&mut self, text: &str) -> PyResult<()> {
        let action = self.steps.read(text)?;
        self.apply_action(action)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.steps.outcome().is_some()
    }

    /// 0 or 1, or -4 once the game is over.
    fn current_player(&self) -> i32 {
        match self.steps.outcome() {
            Some(_) => TERMINAL,
            None => self.steps.turn().index() as i32,
        }
    }

    /// What the game is worth to each player: 1 for a win, -1 for a loss, 0 for a draw and while it goes on.
    fn returns(&self) -> [f64; 2] {
        returns(self.steps.outcome())
    }

    /// The actions since the state began.
    fn history(&self) -> Vec<u16> {
        self.history.clone()
    }

    /// An action in the game's usual notation.
    fn action_to_string(&self, action: u32) -> PyResult<String> {
        let name = self.steps.name(action);
        name.ok_or_else(|| PyValueError::new_err(format!("there is no action {action}")))
    }

    /// The action of a move in the game's usual notation, legal or not.
    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        self.steps.read(text)
    }

    /// Three planes of bytes, each as large as the board: the player's pieces, the opponent's, and blocks. Without a
    /// player, the mover's view; after the end, the mover is the side that would move next.
    #[pyo3(signature = (player=None))]
    fn observation<'py>(&self, py: Python<'py>, player: Option<usize>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let [rows, columns] = self.steps.shape();
        let area = rows * columns;
        let mut planes = vec![0; 3 * area];
        self.steps.fill_planes(&mut planes);
        if player.is_some_and(|player| player != self.steps.turn().index()) {
            let (own, others) = planes.split_at_mut(area);
            own.swap_with_slice(&mut others[..area]);
        }
        PyArray1::from_vec(py, planes).reshape([3, rows, columns])
    }

    /// The shape of `observation()`.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [rows, columns] = self.steps.shape();
        (3, rows, columns)
    }

    /// The position in the text form of its game.
    #[getter]
    fn position(&self) -> String {
        self.steps.text()
    }

    /// The rows of the board from the top: `x` for player 0, `o` for player 1, `#` for a block, `-` for nothing.
    fn rows(&self) -> Vec<String> {
        self.steps.rows()
    }

    /// A copy that goes its own way.
    fn clone(&self) -> State {
        State {
            steps: self.steps.boxed(),
            start: self.start.clone(),
            history: self.history.clone(),
        }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// The same position as a game with its moves, for engines and files.
    fn game(&self) -> PyResult<Game> {
        Ok(Game::of(self.to_game()?))
    }

    fn __str__(&self) -> String {
        self.steps.rows().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<parlor_games.State {} {:?}>", self.name(), self.steps.text())
    }

    fn __eq__(&self, other: &State) -> bool {
        self.history == other.history && self.start == other.start
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let state = slf.borrow();
        let rebuild = py.import("parlor_games")?.getattr("_state")?;
        let start = Game::of(state.start.clone());
        let arguments = (start.text(), state.history.clone());
        (rebuild, arguments).into_pyobject(py)
    }
}

/// A game from its start or from a position.
pub(crate) fn begin(spec: &Spec, position: Option<&str>) -> PyResult<AnyGame> {
    match position {
        Some(text) => AnyGame::from_position(&spec.fitting(text), text).map_err(value_error),
        None => AnyGame::new(spec).map_err(value_error),
    }
}
