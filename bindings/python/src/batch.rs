//! Many games of one kind, stepped together: one call from Python for a move in each of them.

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use parlor_core::random::split_mix;
use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, each_record};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::numbering::{Actions, Numbered};
use crate::state::{State, Stepper, begin};
use crate::terms::{Keywords, spec, value_error};

/// What is wrong with the actions of a step.
enum Refused {
    Count {
        given: usize,
        games: usize,
    },
    Illegal {
        game: usize,
        action: i32,
        position: String,
    },
    Over {
        game: usize,
    },
}

impl From<Refused> for PyErr {
    fn from(refused: Refused) -> PyErr {
        PyValueError::new_err(match refused {
            Refused::Count { given, games } => format!("{given} actions for {games} games"),
            Refused::Illegal {
                game,
                action,
                position,
            } => {
                format!("action {action} is not legal in game {game}: {position}")
            }
            Refused::Over { game } => format!("game {game} is over: reset it"),
        })
    }
}

/// What a step did, game by game: how the games that ended have ended for player 0, and whether they have.
struct Stepped {
    results: Vec<i8>,
    ended: Vec<bool>,
}

/// The legal actions of all games behind each other, and where those of each game begin.
struct Lists {
    offsets: Vec<i32>,
    actions: Vec<i32>,
}

/// What can be asked of a batch without knowing its game.
trait Many: Send + Sync {
    fn n_actions(&self) -> usize;
    fn shape(&self) -> [usize; 2];
    fn step(&mut self, actions: &[i32], restarts: bool) -> Result<Stepped, Refused>;
    fn lists(&self) -> Lists;
    fn mask(&self) -> Vec<u8>;
    fn choose(&self, random: &mut u64) -> Vec<i32>;
    fn turns(&self) -> Vec<i8>;
    fn over(&self) -> Vec<bool>;
    fn planes(&self) -> Vec<u8>;
    fn text(&self, index: usize) -> String;
    fn reset(&mut self, index: usize);
}

struct Games<G> {
    start: Stepper<G>,
    games: Vec<Stepper<G>>,
}

fn result(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(Color::Black) => 1,
        Outcome::Win(Color::White) => -1,
        Outcome::Draw => 0,
    }
}

impl<G: Numbered> Many for Games<G> {
    fn n_actions(&self) -> usize {
        self.start.position.n_actions() as usize
    }

    fn shape(&self) -> [usize; 2] {
        let position = &self.start.position;
        [position.rows().into(), position.columns().into()]
    }

    fn step(&mut self, actions: &[i32], restarts: bool) -> Result<Stepped, Refused> {
        if actions.len() != self.games.len() {
            return Err(Refused::Count {
                given: actions.len(),
                games: self.games.len(),
            });
        }
        // Nothing is played before everything is known to be legal.
        let mut moves = Vec::with_capacity(actions.len());
        for (index, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            let legal = u32::try_from(action).ok().and_then(|action| game.legal(action));
            moves.push(legal.ok_or_else(|| {
                if game.outcome().is_some() {
                    Refused::Over { game: index }
                } else {
                    let position = game.position.position_text();
                    Refused::Illegal {
                        game: index,
                        action,
                        position,
                    }
                }
            })?);
        }
        let mut results = vec![0; actions.len()];
        let mut ended = vec![false; actions.len()];
        for (index, (game, mv)) in self.games.iter_mut().zip(moves).enumerate() {
            game.play(mv);
            if let Some(outcome) = game.outcome() {
                results[index] = result(outcome);
                ended[index] = true;
                if restarts {
                    *game = self.start.clone();
                }
            }
        }
        Ok(Stepped { results, ended })
    }

    fn lists(&self) -> Lists {
        let mut offsets = Vec::with_capacity(self.games.len() + 1);
        let mut actions = Vec::with_capacity(16 * self.games.len());
        let mut one = Actions::new();
        offsets.push(0);
        for game in &self.games {
            game.legal_actions(&mut one);
            actions.extend(one.iter().map(|&action| i32::from(action)));
            offsets.push(actions.len() as i32);
        }
        Lists { offsets, actions }
    }

    fn mask(&self) -> Vec<u8> {
        let width = self.n_actions();
        let mut mask = vec![0; width * self.games.len()];
        let mut one = Actions::new();
        for (game, row) in self.games.iter().zip(mask.chunks_exact_mut(width)) {
            game.legal_actions(&mut one);
            for &action in &one {
                row[usize::from(action)] = 1;
            }
        }
        mask
    }

    fn choose(&self, random: &mut u64) -> Vec<i32> {
        let mut one = Actions::new();
        let choose = |game: &Stepper<G>| {
            game.legal_actions(&mut one);
            // Multiplying maps a random number onto the list without a division.
            let index = (u128::from(split_mix(random)) * one.len() as u128) >> 64;
            one.get(index as usize).map_or(-1, |&action| i32::from(action))
        };
        self.games.iter().map(choose).collect()
    }

    fn turns(&self) -> Vec<i8> {
        self.games
            .iter()
            .map(|game| game.position.turn().index() as i8)
            .collect()
    }

    fn over(&self) -> Vec<bool> {
        self.games.iter().map(|game| game.outcome().is_some()).collect()
    }

    fn planes(&self) -> Vec<u8> {
        let [rows, columns] = self.shape();
        let size = 3 * rows * columns;
        let mut planes = vec![0; size * self.games.len()];
        for (game, planes) in self.games.iter().zip(planes.chunks_exact_mut(size)) {
            game.position.fill_planes(planes);
        }
        planes
    }

    fn text(&self, index: usize) -> String {
        self.games[index].position.position_text()
    }

    fn reset(&mut self, index: usize) {
        self.games[index] = self.start.clone();
    }
}

/// Many games of one kind, stepped together. Every method answers for all of them, in arrays.
#[pyclass(module = "parlor_games")]
pub(crate) struct Batch {
    many: Box<dyn Many>,
    start: AnyGame,
    n_games: usize,
    restarts: bool,
    random: u64,
}

#[pymethods]
impl Batch {
    /// `auto_reset` begins a game again as soon as it has ended. `seed` is for `random_actions`.
    #[new]
    #[pyo3(signature = (game, n_games, *, auto_reset=true, seed=0, rules=None, size=None, blocks=None, limit=None, position=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        game: &str,
        n_games: usize,
        auto_reset: bool,
        seed: u64,
        rules: Option<&str>,
        size: Option<&str>,
        blocks: Option<&str>,
        limit: Option<u32>,
        position: Option<&str>,
    ) -> PyResult<Batch> {
        let keywords = Keywords {
            rules,
            size,
            blocks,
            limit,
        };
        let start = begin(&spec(game, &keywords)?, position)?;
        if start.outcome().is_some() {
            return Err(PyValueError::new_err("the game is over where it would begin"));
        }
        let many: Box<dyn Many> = each_record!(start.record(), record => {
            let start = Stepper::of(record);
            Box::new(Games { games: vec![start.clone(); n_games], start })
        });
        Ok(Batch {
            many,
            start,
            n_games,
            restarts: auto_reset,
            random: seed,
        })
    }

    fn __len__(&self) -> usize {
        self.n_games
    }

    /// How many actions the game has, legal or not.
    fn num_distinct_actions(&self) -> usize {
        self.many.n_actions()
    }

    /// The shape of one game's observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [rows, columns] = self.many.shape();
        (3, rows, columns)
    }

    /// Plays one action in every game. Returns two arrays: for the games that ended, 1 when player 0 has won, -1 when
    /// player 1 has, 0 for a draw (and for games that go on); and which games ended. When any action is not legal,
    /// raises ValueError and plays none.
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i32>,
    ) -> PyResult<(Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<bool>>)> {
        let actions = actions.as_slice().map_err(value_error)?;
        let (many, restarts) = (&mut self.many, self.restarts);
        let stepped = py.detach(|| many.step(actions, restarts))?;
        Ok((
            PyArray1::from_vec(py, stepped.results),
            PyArray1::from_vec(py, stepped.ended),
        ))
    }

    /// The legal actions of all games behind each other, each game's ascending, after where they begin: those of game
    /// `i` are `actions[offsets[i]:offsets[i + 1]]`.
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn legal_actions<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>) {
        let lists = py.detach(|| self.many.lists());
        (
            PyArray1::from_vec(py, lists.offsets),
            PyArray1::from_vec(py, lists.actions),
        )
    }

    /// One byte for every action of every game: 1 for the legal ones.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let mask = py.detach(|| self.many.mask());
        PyArray1::from_vec(py, mask).reshape([self.n_games, self.many.n_actions()])
    }

    /// A legal action for every game, each as likely as the others; -1 where a game is over.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let (many, random) = (&self.many, &mut self.random);
        let actions = py.detach(|| many.choose(random));
        PyArray1::from_vec(py, actions)
    }

    /// Whose turn it is in every game: 0 or 1.
    fn current_players<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, self.many.turns())
    }

    /// Which games are over; none, while games begin again by themselves.
    fn is_terminal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.many.over())
    }

    /// Three planes of bytes for every game: the mover's pieces, the opponent's, and blocks.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let planes = py.detach(|| self.many.planes());
        let [rows, columns] = self.many.shape();
        PyArray1::from_vec(py, planes).reshape([self.n_games, 3, rows, columns])
    }

    /// The position of one game, in its text form.
    fn position(&self, index: usize) -> PyResult<String> {
        self.check(index)?;
        Ok(self.many.text(index))
    }

    /// Begins a game again, or all of them.
    #[pyo3(signature = (index=None))]
    fn reset(&mut self, index: Option<usize>) -> PyResult<()> {
        match index {
            Some(index) => {
                self.check(index)?;
                self.many.reset(index);
            }
            None => (0..self.n_games).for_each(|index| self.many.reset(index)),
        }
        Ok(())
    }

    /// The state that every game begins with.
    fn initial_state(&self) -> State {
        State::of(&self.start)
    }

    fn __repr__(&self) -> String {
        format!(
            "<parlor_games.Batch of {} games of {}>",
            self.n_games,
            self.start.kind()
        )
    }
}

impl Batch {
    fn check(&self, index: usize) -> PyResult<()> {
        if index < self.n_games {
            return Ok(());
        }
        let error = format!("there is no game {index} in a batch of {}", self.n_games);
        Err(PyIndexError::new_err(error))
    }
}
