//! Clobber: a search node with the simplest evaluation that separates good positions from bad ones.

use parlor_clobber::{Move, Position};
use parlor_core::{Color, Game, GameRecord, MoveList, PositionText, Score};
use parlor_search::isa::Isa;
use parlor_search::params::Tuning;
use parlor_search::{Candidate, CandidateOf, End, Node};

use crate::engine::{EngineNode, HasEngine};
use crate::loaded_weights::{NoWeights, NoWeightsError};
use crate::skill::{Skill, Variety};

/// The value of one more legal move.
const MOBILITY: i32 = 20;

/// A position.
#[derive(Clone, Debug)]
pub struct ClobberNode(Position);

impl Node for ClobberNode {
    type Game = Position;
    type Context = ();
    type Effect = ();
    const SLOTS: usize = 1024;

    fn new(position: &Position, _cx: &()) -> ClobberNode {
        ClobberNode(*position)
    }

    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn ended(&self) -> Option<End> {
        self.0.outcome().map(|_| End::Lost)
    }

    fn generate<I: Isa>(&self, _isa: I, _cx: &mut (), out: &mut Vec<CandidateOf<ClobberNode>>) {
        let mut moves = MoveList::new();
        self.0.legal_moves(&mut moves);
        out.extend(moves.iter().map(|&mv| Candidate {
            mv,
            effect: (),
            order: 0,
            quiet: true,
        }));
    }

    fn child<I: Isa>(&self, _isa: I, _cx: &mut (), candidate: &CandidateOf<ClobberNode>) -> ClobberNode {
        let mut next = self.0;
        next.play_unchecked(candidate.mv);
        ClobberNode(next)
    }

    fn evaluate<I: Isa>(&self, _isa: I, _cx: &mut ()) -> Score {
        let mobility = |color| self.0.mobility(color) as i32;
        Score(MOBILITY * (mobility(self.turn()) - mobility(!self.turn())))
    }

    fn pack(mv: Move) -> u16 {
        u16::from(mv.index()) + 1
    }

    fn slot(mv: Move) -> usize {
        mv.from().index() << 6 | mv.to().index()
    }
}

impl EngineNode for ClobberNode {
    type Weights = NoWeights;
    type WeightsError = NoWeightsError;

    const NAME: &'static str = parlor_clobber::DESCRIPTOR.name;
    const WIN_SCALE: f64 = 100.0;
    const VARIETY: Variety = Variety {
        plies: 2,
        moves: 3,
        margin: 50,
    };
    const SKILLS: [Skill; 10] = [
        Skill::new(50, 1, 300, 60),
        Skill::new(50, 1, 200, 40),
        Skill::new(100, 1, 100, 20),
        Skill::new(200, 2, 100, 10),
        Skill::new(400, 2, 50, 5),
        Skill::new(1_000, 3, 0, 0),
        Skill::new(2_000, 4, 0, 0),
        Skill::new(5_000, 6, 0, 0),
        Skill::new(10_000, 9, 0, 0),
        Skill::new(50_000, 16, 0, 0),
    ];
    const BENCH: (&'static [&'static str], u32) = (&["oxox/xoxo/oxox/xoxo x"], 6);
    const TIMING_DEPTH: u32 = 8;
    const SIDE: u32 = parlor_clobber::SIDE as u32;

    crate::engine::search_in_this_crate!();

    fn start() -> GameRecord<Position> {
        GameRecord::new(Position::start())
    }

    fn read(text: &str) -> Option<GameRecord<Position>> {
        Position::read_position(text, ()).ok().map(GameRecord::new)
    }

    fn sets(position: &Position) -> Option<[u64; 3]> {
        let turn = position.turn();
        Some([position.pieces(turn).0, position.pieces(!turn).0, 0])
    }

    fn tuning() -> Vec<Tuning> {
        vec![Tuning::default()]
    }

    fn context() {}

    fn read_weights(_bytes: &[u8]) -> Result<NoWeights, NoWeightsError> {
        Err(NoWeightsError)
    }

    fn use_weights(_cx: &mut (), weights: &'static NoWeights) {
        match *weights {}
    }
}

impl HasEngine for Position {
    type Node = ClobberNode;
}

#[cfg(test)]
mod tests {
    use parlor_core::Outcome;

    use super::*;
    use crate::{Limits, Options};

    /// Returns the winner with best play, by exhaustive search.
    fn winner(position: &Position) -> Color {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let wins = moves.iter().any(|&mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            winner(&next) == position.turn()
        });
        if wins { position.turn() } else { !position.turn() }
    }

    #[test]
    fn the_search_wins_what_is_won() {
        let mut engine = ClobberNode::engine(&Options::default());
        for text in ["4/2xo/2ox/xo2 x", "oxo1/4/x1ox/1o1x o", "xo2/ox2/2xo/4 x"] {
            let mut record = ClobberNode::read(text).expect("a position");
            let winner = winner(record.position());
            while record.outcome().is_none() {
                let thought = engine
                    .think(&record, &Limits::depth(16), &mut |_| {})
                    .expect("the game goes on");
                record.play(thought.best).expect("a legal move");
            }
            assert_eq!(record.outcome(), Some(Outcome::Win(winner)), "{text}");
        }
    }
}
