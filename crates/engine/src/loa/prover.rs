//! The proof-number search as a [`Prover`].

use parlor_core::cpu::Cpu;
use parlor_core::think::StopToken;
use parlor_loa::{Move, Position};

use super::dfpn::{Solver, Verdict};
use crate::prover::{Proof, ProveError, Proven, Prover, ProverOptions, ProverProgress};

/// Looks for forced wins.
pub(super) struct LoaProver {
    solver: Solver,
    nodes: u64,
}

impl LoaProver {
    pub(super) fn new(options: &ProverOptions) -> LoaProver {
        let mut solver = Solver::new(options.hash_mib);
        solver.set_cpu(options.cpu.unwrap_or_else(Cpu::detect));
        LoaProver {
            solver,
            nodes: options.nodes,
        }
    }
}

impl Prover<Position> for LoaProver {
    fn prove(
        &mut self,
        position: &Position,
        stop: &StopToken,
        _report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<Move>, ProveError> {
        let solution = self.solver.solve(position, self.nodes, stop);
        Ok(Proof {
            proven: match solution.verdict {
                Verdict::Win => Proven::Win,
                Verdict::NoWin => Proven::NoWin,
                Verdict::Unknown => Proven::Nothing,
            },
            line: solution.line,
            nodes: solution.nodes,
        })
    }
}
