//! Othello's solvers as [`Prover`]s: the fast one of the standard board and the one of other sizes.

use parlor_core::cpu::Cpu;
use parlor_core::think::StopToken;
use parlor_othello::{Board, GridBoard, GridMove, Move};

use super::grid_solver::GridSolver;
use super::node::OthelloNode;
use super::solver::{Mode, SolveError, Solver};
use crate::prover::{Proof, ProveError, Proven, Prover, ProverOptions, ProverProgress};

/// The solver of the standard board.
pub(super) struct BoardProver {
    solver: Solver,
    mode: Mode,
}

impl BoardProver {
    pub(super) fn new(options: &ProverOptions) -> BoardProver {
        let mut solver = Solver::new(options.hash_mib, options.threads);
        if let Some(learned) = options.weights.and_then(|weights| weights.of::<OthelloNode>()) {
            solver.set_weights(learned);
        }
        solver.set_cpu(options.cpu.unwrap_or_else(Cpu::detect));
        let mode = if options.only_winner {
            Mode::WinDrawLoss
        } else {
            Mode::Exact
        };
        BoardProver { solver, mode }
    }
}

impl Prover<Board> for BoardProver {
    fn prove(
        &mut self,
        position: &Board,
        stop: &StopToken,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<Move>, ProveError> {
        self.solver.clear();
        let solution = self
            .solver
            .solve(position, self.mode, stop.flag(), &mut |progress| {
                report(&ProverProgress {
                    depth: progress.depth,
                    confidence: progress.confidence,
                    score: progress.score,
                    nodes: progress.nodes,
                });
            })
            .map_err(|SolveError::Rules| ProveError::Rules)?;
        Ok(Proof {
            proven: Proven::Discs {
                lower: solution.lower,
                upper: solution.upper,
                score: solution.score,
            },
            line: solution.line,
            nodes: solution.nodes,
        })
    }
}

/// The solver of other board sizes.
pub(super) struct GridProver {
    solver: GridSolver,
    only_winner: bool,
}

impl GridProver {
    pub(super) fn new(options: &ProverOptions) -> GridProver {
        GridProver {
            solver: GridSolver::new(options.hash_mib),
            only_winner: options.only_winner,
        }
    }
}

impl Prover<GridBoard> for GridProver {
    fn prove(
        &mut self,
        position: &GridBoard,
        stop: &StopToken,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<GridMove>, ProveError> {
        self.solver.solve(position, self.only_winner, stop, report)
    }
}
