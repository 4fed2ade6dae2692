//! Othello on other board sizes: a decent opponent that uses the same search.

use parlor_core::{Color, Game, GameRecord, MoveList, Outcome, Score};
use parlor_othello::{GridBoard, GridMove, Place, Position, Rules, Size};
use parlor_search::isa::Isa;
use parlor_search::params::Tuning;
use parlor_search::{Candidate, CandidateOf, End, Node};

use super::params::{GRID_SKILLS, GridWeights, ORDER_CORNER, ORDER_X_SQUARE, TUNING};
use super::prover::GridProver;
use crate::engine::EngineNode;
use crate::loaded_weights::{NoWeights, NoWeightsError};
use crate::prover::{Prover, ProverOptions};
use crate::skill::Skill;

/// The data that a thread keeps for other board sizes.
#[derive(Clone, Copy, Debug)]
pub struct GridContext {
    weights: GridWeights,
}

/// A position of any size with its legal moves.
#[derive(Clone, Debug)]
pub struct GridNode {
    board: GridBoard,
    moves: Vec<GridMove>,
}

// The kind of a square relative to the corners.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Corner,
    // Diagonally adjacent to the corner at these coordinates.
    NearCorner(Place),
    Edge,
    Inside,
}

fn zone(size: Size, place: Place) -> Zone {
    let (bottom, right) = (size.rows() - 1, size.columns() - 1);
    let side = |at: u8, last: u8| match at {
        0 => Some((0, true)),
        1 => Some((0, false)),
        _ if at == last => Some((last, true)),
        _ if at == last - 1 => Some((last, false)),
        _ => None,
    };
    match (side(place.row, bottom), side(place.column, right)) {
        (Some((_, true)), Some((_, true))) => Zone::Corner,
        (Some((row, false)), Some((column, false))) => Zone::NearCorner(Place::new(row, column)),
        (Some((_, true)), _) | (_, Some((_, true))) => Zone::Edge,
        _ => Zone::Inside,
    }
}

impl GridNode {
    fn with_moves(board: GridBoard) -> GridNode {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        GridNode {
            board,
            moves: moves.to_vec(),
        }
    }

    // Returns the number of squares to which the other side could move if it were its turn.
    fn n_replies(&self) -> i32 {
        let mut passed = self.board;
        passed.play_unchecked(GridMove::PASS);
        match passed.count_moves() {
            // A pass is not a square.
            1 if passed.is_legal(GridMove::PASS) => 0,
            n => n as i32,
        }
    }

    fn n_moves(&self) -> i32 {
        match self.moves.as_slice() {
            [GridMove::PASS] => 0,
            moves => moves.len() as i32,
        }
    }

    // Returns the positional value of the discs for the side to move.
    fn standing(&self, weights: &GridWeights) -> i32 {
        let board = &self.board;
        let size = board.size();
        let mut sum = 0;
        for place in size.places() {
            let Some(color) = board.cell(place) else { continue };
            let sign = if color == board.turn() { 1 } else { -1 };
            sum += sign
                * match zone(size, place) {
                    Zone::Corner => weights.corner,
                    Zone::NearCorner(corner) if board.cell(corner).is_none() => weights.near_corner,
                    Zone::Edge => weights.edge,
                    Zone::NearCorner(_) | Zone::Inside => 0,
                };
        }
        sum
    }

    fn lead(&self) -> i32 {
        let turn = self.board.turn();
        Position::count(&self.board, turn) as i32 - Position::count(&self.board, !turn) as i32
    }
}

impl Node for GridNode {
    type Game = GridBoard;
    type Context = GridContext;
    type Effect = ();

    // A slot for every square of the largest board, and one for the pass.
    const SLOTS: usize = 257;

    fn new(position: &GridBoard, _cx: &GridContext) -> GridNode {
        GridNode::with_moves(*position)
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn ended(&self) -> Option<End> {
        if !self.moves.is_empty() {
            return None;
        }
        let outcome = self.board.outcome()?;
        // Under the rules with passes the margin counts, and the empty squares go to the winner.
        if self.board.rules() == Rules::Pass {
            let lead = self.lead();
            let empties = self.board.n_empties() as i32;
            return Some(End::Worth(Score::from_discs(lead + lead.signum() * empties)));
        }
        Some(match outcome {
            Outcome::Draw => End::Drawn,
            Outcome::Win(winner) if winner == self.board.turn() => End::Won,
            Outcome::Win(_) => End::Lost,
        })
    }

    fn generate<I: Isa>(&self, _isa: I, _cx: &mut GridContext, out: &mut Vec<CandidateOf<GridNode>>) {
        let size = self.board.size();
        out.extend(self.moves.iter().map(|&mv| {
            let order = match mv.place().map(|place| zone(size, place)) {
                Some(Zone::Corner) => ORDER_CORNER,
                Some(Zone::NearCorner(_)) => ORDER_X_SQUARE,
                _ => 0,
            };
            Candidate {
                mv,
                effect: (),
                order,
                quiet: true,
            }
        }));
    }

    fn child<I: Isa>(&self, _isa: I, _cx: &mut GridContext, candidate: &CandidateOf<GridNode>) -> GridNode {
        let mut board = self.board;
        board.play_unchecked(candidate.mv);
        GridNode::with_moves(board)
    }

    fn evaluate<I: Isa>(&self, _isa: I, cx: &mut GridContext) -> Score {
        let weights = &cx.weights;
        let empties = self.board.n_empties() as i32;
        let area = self.board.size().area() as i32;
        // Mobility counts while there are squares to move to; discs count when few are left.
        let mobility = weights.mobility * (self.n_moves() - self.n_replies()) * empties / area;
        let discs = weights.disc * self.lead() * (area - 2 * empties).max(0) / area;
        let worth = mobility + discs + self.standing(weights);
        Score(worth.clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
    }

    fn pack(mv: GridMove) -> u16 {
        GridNode::slot(mv) as u16 + 1
    }

    fn slot(mv: GridMove) -> usize {
        mv.place().map_or(256, |place| {
            16 * usize::from(place.row) + usize::from(place.column)
        })
    }

    fn is_pass(mv: GridMove) -> bool {
        mv == GridMove::PASS
    }
}

impl EngineNode for GridNode {
    type Weights = NoWeights;
    type WeightsError = NoWeightsError;

    const NAME: &'static str = "othello-grid";
    const WIN_SCALE: f64 = super::params::WIN_SCALE;
    const VARIETY: crate::skill::Variety = super::params::VARIETY;
    const SKILLS: [Skill; 10] = GRID_SKILLS;
    const BENCH: (&'static [&'static str], u32) = (&["4x4", "6x6", "6x10"], 4);
    const TIMING_DEPTH: u32 = 6;

    crate::engine::search_in_this_crate!();

    fn prover(options: &ProverOptions) -> Option<Box<dyn Prover<GridBoard>>> {
        Some(Box::new(GridProver::new(options)))
    }

    fn start() -> GameRecord<GridBoard> {
        // The smallest board that makes a real game: matches on it are quick.
        let size = Size::new(6, 6).unwrap_or(Size::STANDARD);
        GameRecord::new(GridBoard::start(size, Rules::Pass))
    }

    /// Reads a board size, such as `6x10`, and returns the start of its game.
    fn read(text: &str) -> Option<GameRecord<GridBoard>> {
        let size = text.parse().ok()?;
        Some(GameRecord::new(GridBoard::start(size, Rules::Pass)))
    }

    fn tuning() -> Vec<Tuning> {
        vec![TUNING]
    }

    fn context() -> GridContext {
        GridContext {
            weights: GridWeights::ours(),
        }
    }

    fn read_weights(_bytes: &[u8]) -> Result<NoWeights, NoWeightsError> {
        Err(NoWeightsError)
    }

    fn use_weights(_cx: &mut Self::Context, weights: &'static NoWeights) {
        match *weights {}
    }

    fn set_parameter(cx: &mut GridContext, name: &str, value: i32) -> bool {
        match cx.weights.by_name(name) {
            Some(weight) => {
                *weight = value;
                true
            }
            None => false,
        }
    }
}
