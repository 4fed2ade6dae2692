//! A solver for any game.

use std::any::Any;

use parlor_core::GameRecord;
use parlor_core::think::StopToken;
use parlor_engine::{EngineNode, Proof, ProveError, Prover, ProverOptions, ProverProgress};
use parlor_games::{AnyGame, Playable};
use thiserror::Error;

use crate::any_engine::texts;
use crate::nodes::with_record;

/// The reason why a position was not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The game has no solver.
    #[error("there is no solver for {0}; `parlor analyze` reports forced wins")]
    NoSolver(&'static str),
    /// The solver does not support this position.
    #[error(transparent)]
    Position(#[from] ProveError),
}

/// A solver for the games that have one, on boards of every size. Lines are text in the game's default
/// notation.
pub struct AnySolver {
    options: ProverOptions,
    /// The solver, created for the first board it solves and again for one of another kind.
    seat: Option<Box<dyn Any + Send>>,
}

struct TypedSolver<N: EngineNode>(Box<dyn Prover<N::Game>>);

impl AnySolver {
    /// Creates a solver that has not solved anything yet.
    pub fn new(options: &ProverOptions) -> AnySolver {
        AnySolver {
            options: *options,
            seat: None,
        }
    }

    /// Solves the current position of a game. When the flag is set from another thread, returns soon with
    /// what is proven so far.
    pub fn solve(
        &mut self,
        game: &AnyGame,
        stop: &StopToken,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<String>, SolveError> {
        with_record!(game.record(), (N, record) => self.solve_record::<N>(game, record, stop, report))
    }

    fn solve_record<N: EngineNode<Game: Playable>>(
        &mut self,
        game: &AnyGame,
        record: &GameRecord<N::Game>,
        stop: &StopToken,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<String>, SolveError> {
        let is_made = self
            .seat
            .as_deref()
            .is_some_and(|seat| seat.is::<TypedSolver<N>>());
        if !is_made {
            // Drop the old table before allocating the new one.
            self.seat = None;
            let prover = N::prover(&self.options).ok_or(SolveError::NoSolver(game.kind().title()))?;
            self.seat = Some(Box::new(TypedSolver::<N>(prover)));
        }
        let seat = self
            .seat
            .as_deref_mut()
            .and_then(|seat| seat.downcast_mut::<TypedSolver<N>>());
        let Some(TypedSolver(prover)) = seat else {
            return Err(SolveError::NoSolver(game.kind().title()));
        };
        let proof = prover.prove(record.position(), stop, report)?;
        Ok(Proof {
            proven: proof.proven,
            line: texts(record.position(), &proof.line),
            nodes: proof.nodes,
        })
    }
}

/// Returns the depth at which [`AnyEngine::think`](crate::AnyEngine::think) proves the score of the current
/// position, with no other limit. Returns `None` when the game's engine cannot prove it, or the game is over.
pub fn plies_to_solve(game: &AnyGame) -> Option<u32> {
    if game.outcome().is_some() {
        return None;
    }
    with_record!(game.record(), (N, record) => N::plies_to_solve(record.position()))
}

#[cfg(test)]
mod tests {
    use parlor_core::Score;
    use parlor_core::think::Limits;
    use parlor_engine::Proven;
    use parlor_games::{Kind, Spec};

    use super::*;
    use crate::{AnyEngine, Configuration};

    fn kind(name: &str) -> Kind {
        name.parse().expect("a game")
    }

    const OPTIONS: ProverOptions = ProverOptions {
        hash_mib: 1,
        threads: 1,
        nodes: 10_000,
        only_winner: false,
        cpu: None,
        weights: None,
    };

    /// The first problem of the FFO collection: 14 empty squares, a score of 18 discs, and g8 as the only
    /// move that reaches it.
    const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    #[test]
    fn one_solver_takes_boards_of_every_size_one_after_the_other() {
        let mut solver = AnySolver::new(&OPTIONS);
        let mut solve = |game: &AnyGame| solver.solve(game, &StopToken::new(), &mut |_| {});
        let othello = Spec::default_for(kind("othello"));
        let ffo = AnyGame::from_position(&othello, FFO_1).expect("a position");
        let eighteen = Proven::Discs {
            lower: 18,
            upper: 18,
            score: 18,
        };
        let proof = solve(&ffo).expect("solved");
        assert_eq!((proof.proven, proof.line[0].as_str()), (eighteen, "g8"));
        let small = AnyGame::new(&othello.with("size", "4x4").expect("a size")).expect("a start");
        assert!(matches!(
            solve(&small).expect("solved").proven,
            Proven::Discs {
                lower: -10,
                upper: -10,
                ..
            }
        ));
        assert_eq!(solve(&ffo).expect("solved").proven, eighteen);
        let ataxx = AnyGame::new(&Spec::default_for(kind("ataxx"))).expect("a start");
        assert_eq!(solve(&ataxx), Err(SolveError::NoSolver("Ataxx")));
    }

    #[test]
    fn an_engine_that_looks_to_the_end_proves_every_line() {
        let game = AnyGame::from_position(&Spec::default_for(kind("othello")), FFO_1).expect("a position");
        let plies = plies_to_solve(&game).expect("Othello is solved");
        assert_eq!(plies, 14);
        let mut engine = AnyEngine::new(kind("othello"), &Configuration::default(), 0);
        let limits = Limits {
            multi_pv: 3,
            ..Limits::depth(plies)
        };
        let thought = engine.think(&game, &limits, &mut |_| {}).expect("a move");
        let scores: Vec<Score> = thought.lines.iter().map(|line| line.score).collect();
        // In the published scores of all moves, the second best is h1 with 12 discs.
        assert_eq!(scores[..2], [Score::from_discs(18), Score::from_discs(12)]);
        assert_eq!(thought.lines[1].moves[0], "h1");
        assert!(thought.lines.len() == 3 && thought.lines.iter().all(|line| line.is_exact));
        let start = AnyGame::new(&Spec::default_for(kind("loa"))).expect("a start");
        assert_eq!(plies_to_solve(&start), None);
    }
}
