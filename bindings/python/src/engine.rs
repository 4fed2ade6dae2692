//! Engines and solvers, which let other Python threads run while they think and stop at Ctrl-C.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use parlor_core::think::{self, Limits, StopToken};
use parlor_games::{AnyGame, Kind};
use parlor_players::{AnyEngine, AnySolver, Configuration, Proven, ProverOptions};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::game::Game;
use crate::state::State;
use crate::terms::value_error;

/// How often a thinking engine looks whether Python wants to stop.
const POLL: Duration = Duration::from_millis(50);

/// One of the best lines of a thought.
#[pyclass(module = "parlor_games", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Line {
    /// The moves, in the game's usual notation.
    moves: Vec<String>,
    /// What it is worth to the side to move: discs in Othello, pieces in the other games; ±320 is a proven win or loss.
    score: f64,
    /// The score as people read it: `+1.25`, `win in 5`.
    text: String,
    /// How many plies away the proven end is.
    plies_to_end: Option<i32>,
    /// Whether the score is proven.
    is_exact: bool,
    /// How deep it was searched.
    depth: u32,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line {} {}>", self.text, self.moves.join(" "))
    }
}

/// What an engine has come to.
#[pyclass(module = "parlor_games", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Thought {
    /// The move to play.
    best: String,
    /// The best lines, best first.
    lines: Vec<Line>,
    /// How many positions were searched.
    nodes: u64,
    /// The last depth that was completed.
    depth: u32,
    /// How long it took.
    seconds: f64,
}

#[pymethods]
impl Thought {
    /// What the best line is worth to the side to move.
    #[getter]
    fn score(&self) -> f64 {
        self.lines.first().map_or(0.0, |line| line.score)
    }

    fn __repr__(&self) -> String {
        let text = self.lines.first().map_or("", |line| line.text.as_str());
        format!(
            "<Thought {} {text}, depth {}, {} nodes>",
            self.best, self.depth, self.nodes
        )
    }
}

/// A computer player of one game.
///
/// The configuration is that of the command line: "full" (the default), "random", "level=5", "nodes=100000",
/// "hash=64,threads=4". Without a limit, a move has the budget of the strongest level.
#[pyclass(module = "parlor_games")]
pub(crate) struct Engine {
    /// Python may share it between threads; only one can think at a time.
    engine: Mutex<AnyEngine>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, configuration="full", *, seed=0))]
    fn new(game: &str, configuration: &str, seed: u64) -> PyResult<Engine> {
        let kind: Kind = game.parse().map_err(value_error)?;
        let read = |path: &str| std::fs::read(path);
        let configuration =
            Configuration::parse_with_files(kind, configuration, &read).map_err(value_error)?;
        Ok(Engine {
            engine: Mutex::new(AnyEngine::new(kind, &configuration, seed)),
        })
    }

    /// Thinks about a game or a state, within the limits that are given. `lines` asks for several best lines, `moves`
    /// restricts the first move. Raises ValueError when the game is over or another one than the engine's.
    #[pyo3(signature = (game, *, nodes=None, depth=None, seconds=None, lines=1, moves=Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn think(
        &mut self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        lines: usize,
        moves: Vec<String>,
    ) -> PyResult<Thought> {
        let game = game_of(game)?;
        let engine = alone(&mut self.engine);
        if game.kind() != engine.kind() {
            let error = format!("this engine plays {}, not {}", engine.kind(), game.kind());
            return Err(PyValueError::new_err(error));
        }
        let time = seconds
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(value_error)?;
        let limits = Limits {
            depth,
            nodes,
            time: time.map_or(think::TimeLimit::Infinite, think::TimeLimit::PerMove),
            search_moves: moves,
            multi_pv: lines,
            stop: StopToken::new(),
        };
        let stop = limits.stop.clone();
        let thought = interruptible(py, &stop, || engine.think(&game, &limits, &mut |_| {}))?;
        let thought = thought.ok_or_else(|| PyValueError::new_err("the game is over"))?;
        Ok(Thought {
            lines: thought.lines.iter().map(line).collect(),
            best: thought.best,
            nodes: thought.nodes,
            depth: thought.depth,
            seconds: thought.time.as_secs_f64(),
        })
    }

    /// The move to play; the same as `think(...).best` without limits.
    fn choose(&mut self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.think(py, game, None, None, None, 1, Vec::new())?.best)
    }

    /// Forgets what was learned in the last game.
    fn new_game(&mut self) {
        alone(&mut self.engine).new_game();
    }
}

fn line(line: &think::Line<String>) -> Line {
    Line {
        moves: line.moves.clone(),
        score: f64::from(line.score.0) / 100.0,
        text: line.score.to_string(),
        plies_to_end: line.score.plies_to_end(),
        is_exact: line.is_exact,
        depth: line.depth,
    }
}

/// What solving a position came to.
#[pyclass(module = "parlor_games", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Proof {
    /// `discs` (Othello), `win`, `no-win` (Lines of Action), or `nothing` when the nodes ran out.
    proven: &'static str,
    /// The difference in discs is at least this.
    lower: Option<i32>,
    /// The difference in discs is at most this.
    upper: Option<i32>,
    /// The line that shows it, as far as there is one.
    line: Vec<String>,
    /// How many positions were looked at.
    nodes: u64,
}

#[pymethods]
impl Proof {
    /// The exact score in discs for the side to move, if it was proven.
    #[getter]
    fn score(&self) -> Option<i32> {
        self.lower.filter(|_| self.lower == self.upper)
    }

    fn __repr__(&self) -> String {
        let score = self
            .score()
            .map_or_else(String::new, |score| format!(" {score:+}"));
        format!("<Proof {}{score} {}>", self.proven, self.line.join(" "))
    }
}

/// Proves what positions are worth: Othello's exact score, a forced win in Lines of Action.
#[pyclass(module = "parlor_games")]
pub(crate) struct Solver {
    solver: Mutex<AnySolver>,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, hash_mib=64, threads=1, nodes=10_000_000, only_winner=false))]
    fn new(hash_mib: usize, threads: usize, nodes: u64, only_winner: bool) -> Solver {
        let options = ProverOptions {
            hash_mib,
            threads,
            nodes,
            only_winner,
            cpu: None,
            weights: None,
        };
        Solver {
            solver: Mutex::new(AnySolver::new(&options)),
        }
    }

    /// Solves the position that a game or a state has come to.
    fn solve(&mut self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<Proof> {
        let game = game_of(game)?;
        let stop = StopToken::new();
        let solver = alone(&mut self.solver);
        let proof =
            interruptible(py, &stop, || solver.solve(&game, &stop, &mut |_| {}))?.map_err(value_error)?;
        let (proven, lower, upper) = match proof.proven {
            Proven::Discs { lower, upper, .. } => ("discs", Some(lower), Some(upper)),
            Proven::Win => ("win", None, None),
            Proven::NoWin => ("no-win", None, None),
            Proven::Nothing => ("nothing", None, None),
        };
        Ok(Proof {
            proven,
            lower,
            upper,
            line: proof.line,
            nodes: proof.nodes,
        })
    }
}

/// What a lock holds, for somebody who needs no lock. A search that panicked has left nothing half done that matters.
fn alone<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn game_of(object: &Bound<'_, PyAny>) -> PyResult<AnyGame> {
    if let Ok(game) = object.cast::<Game>() {
        Ok(game.borrow().game.clone())
    } else if let Ok(state) = object.cast::<State>() {
        state.borrow().to_game()
    } else {
        Err(PyTypeError::new_err("a Game or a State is expected"))
    }
}

/// Runs a search on a thread of its own while Python's other threads run, and stops it when a signal has come.
fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopToken,
    search: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, mut receiver) = mpsc::channel();
        scope.spawn(move || {
            let _ = sender.send(search());
        });
        loop {
            let waiting = &mut receiver;
            match py.detach(move || waiting.recv_timeout(POLL)) {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop.set();
                        return Err(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(pyo3::exceptions::PyRuntimeError::new_err(
                        "the search ended unexpectedly",
                    ));
                }
            }
        }
    })
}
