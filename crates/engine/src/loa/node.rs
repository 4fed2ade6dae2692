//! The Lines of Action node of the search.

use parlor_core::cpu::Cpu;
use parlor_core::think::StopToken;
use parlor_core::{Bitboard, Color, Game, GameRecord, MoveList, Outcome, Score};
use parlor_loa::{Move, Position, Rules, Setup, is_contiguous};
use parlor_search::isa::Isa;
use parlor_search::params::Tuning;
use parlor_search::{Candidate, CandidateOf, End, Node};

use super::form::centre_of_mass;
use super::learned::{Accumulators, Learned, embedded};
use super::lines::{Lines, MOST_PIECES, MOVE_BUFFER};
use super::params::{MATCH_MOVE_LIMIT, ORDER_CAPTURE, ORDER_NEARER, SKILLS, TUNING};
use super::prover::LoaProver;
use crate::engine::EngineNode;
use crate::network::NetworkError;
use crate::prover::{Prover, ProverOptions};
use crate::skill::Skill;

/// The data that a thread keeps for Lines of Action.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The network that evaluates positions.
    learned: &'static Learned,
    moves: LastMoves,
}

/// The moves that were generated last. The node that was just searched for a win is often the next one that
/// needs its moves.
#[derive(Clone, Copy, Debug)]
struct LastMoves {
    /// The key of their position.
    key: u64,
    count: usize,
    buffer: [Move; MOVE_BUFFER],
}

/// For each centre and square, the ordering malus of standing there.
static FARNESS: [[i16; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut centre = 0;
    while centre < 64 {
        let mut square = 0;
        while square < 64 {
            let files = (centre % 8_usize).abs_diff(square % 8);
            let ranks = (centre / 8_usize).abs_diff(square / 8);
            let distance = if files > ranks { files } else { ranks };
            table[centre][square] = ORDER_NEARER as i16 * distance as i16;
            square += 1;
        }
        centre += 1;
    }
    table
};

/// A position with its evaluation state.
#[derive(Clone, Copy, Debug)]
pub struct LoaNode {
    position: Position,
    lines: Lines,
    /// The accumulators of the network.
    sums: Accumulators,
    since_capture: u8,
}

impl Node for LoaNode {
    type Game = Position;
    type Context = Context;
    type Effect = ();

    const SLOTS: usize = 4096;

    fn new(position: &Position, cx: &Context) -> LoaNode {
        let lines = Lines::new(position);
        LoaNode {
            position: *position,
            lines,
            sums: Accumulators::new(position, &lines, cx.learned),
            // The distance to the last capture is not known; the record's own keys detect repetitions.
            since_capture: u8::MAX / 2,
        }
    }

    #[inline(always)]
    fn turn(&self) -> Color {
        self.position.turn()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.position.key()
    }

    #[inline(always)]
    fn ended(&self) -> Option<End> {
        self.position.decided().map(|outcome| match outcome {
            Outcome::Draw => End::Drawn,
            Outcome::Win(winner) if winner == self.position.turn() => End::Won,
            Outcome::Win(_) => End::Lost,
        })
    }

    /// Orders moves by how much nearer they bring a piece to the centre of its side. Captures help both sides
    /// (the other has fewer pieces to connect), so they count little by themselves.
    #[inline(always)]
    fn generate<I: Isa>(&self, _isa: I, cx: &mut Context, out: &mut Vec<CandidateOf<LoaNode>>) {
        let own = self.position.own();
        if own.count() > MOST_PIECES {
            return self.generate_crowd(out);
        }
        let moves = self.moves(cx);
        if moves.is_empty() {
            return self.generate_crowd(out);
        }
        let farness = &FARNESS[centre_of_mass(own).index()];
        let enemy = self.position.enemy();
        // Not `extend`: the compiler does not inline its loop, so it would not use the search's instruction
        // set.
        out.reserve(moves.len());
        for &mv in moves {
            out.push(candidate(mv, farness, enemy));
        }
    }

    #[inline(always)]
    fn child<I: Isa>(&self, _isa: I, cx: &mut Context, candidate: &CandidateOf<LoaNode>) -> LoaNode {
        let mv = candidate.mv;
        let mut position = self.position;
        position.play_unchecked(mv);
        let since_capture = if self.position.is_capture(mv) {
            0
        } else {
            self.since_capture.saturating_add(1)
        };
        let mut next = LoaNode {
            position,
            since_capture,
            ..*self
        };
        if !mv.is_pass() {
            next.sums.advance(&mut next.lines, &self.position, mv, cx.learned);
        }
        next
    }

    #[inline(always)]
    fn evaluate<I: Isa>(&self, isa: I, cx: &mut Context) -> Score {
        self.sums.score(isa, &self.position, cx.learned)
    }

    #[inline(always)]
    fn pack(mv: Move) -> u16 {
        mv.index() as u16 | 1 << 12
    }

    #[inline(always)]
    fn slot(mv: Move) -> usize {
        mv.from().index() << 6 | mv.to().index()
    }

    #[inline(always)]
    fn is_pass(mv: Move) -> bool {
        mv.is_pass()
    }

    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        self.since_capture.into()
    }

    /// Returns the node after a null move. Having the move is almost never a disadvantage, so giving it up is
    /// a fair test.
    #[inline(always)]
    fn null(&self) -> Option<LoaNode> {
        let position = self.position.with_turn(!self.position.turn());
        Some(LoaNode {
            position,
            since_capture: 0,
            ..*self
        })
    }

    #[inline(always)]
    fn instant_win<I: Isa>(&self, _isa: I, cx: &mut Context) -> Option<Move> {
        let own = self.position.own();
        let joints = joints(own);
        if joints == 0 {
            return None;
        }
        if own.count() > MOST_PIECES {
            return instant_win(&self.position);
        }
        winning(&self.position, joints, self.moves(cx))
    }
}

impl LoaNode {
    /// Returns the moves of a side with at most the pieces of a game.
    #[inline(always)]
    fn moves<'c>(&self, cx: &'c mut Context) -> &'c [Move] {
        let last = &mut cx.moves;
        // The key 0 is as good as any other, but it is also the key of the buffer that was never filled.
        if last.key != self.position.key() || last.count == 0 {
            last.key = self.position.key();
            last.count = self.lines.moves(self.position.turn(), &mut last.buffer);
        }
        &last.buffer[..last.count]
    }

    /// Generates the moves on boards with more pieces than a game can have, and for sides that cannot move.
    #[cold]
    #[inline(never)]
    fn generate_crowd(&self, out: &mut Vec<CandidateOf<LoaNode>>) {
        let mut moves = MoveList::new();
        self.position.piece_moves(&mut moves);
        if moves.is_empty() {
            self.position.legal_moves(&mut moves);
        }
        let farness = &FARNESS[centre_of_mass(self.position.own()).index()];
        let enemy = self.position.enemy();
        out.extend(moves.iter().map(|&mv| candidate(mv, farness, enemy)));
    }
}

#[inline(always)]
fn candidate(mv: Move, farness: &[i16; 64], enemy: Bitboard) -> CandidateOf<LoaNode> {
    let is_capture = enemy.contains(mv.to());
    let nearer = i32::from(farness[mv.from().index()]) - i32::from(farness[mv.to().index()]);
    Candidate {
        mv,
        effect: (),
        order: nearer + if is_capture { ORDER_CAPTURE } else { 0 },
        quiet: !is_capture,
    }
}

/// Returns a move of an unfinished game that wins at once, if there is one.
#[inline(always)]
pub(super) fn instant_win(position: &Position) -> Option<Move> {
    let own = position.own();
    let joints = joints(own);
    if joints == 0 {
        return None;
    }
    let mut moves = MoveList::new();
    position.piece_moves(&mut moves);
    winning(position, joints, &moves)
}

/// Returns the first of some moves that wins at once. Such a move goes to one of the joints.
#[inline(always)]
fn winning(position: &Position, joints: u64, moves: &[Move]) -> Option<Move> {
    let own = position.own();
    moves.iter().copied().find(|mv| {
        joints >> mv.to().index() & 1 != 0
            && is_contiguous((own - mv.from().bit()) | mv.to().bit())
            && wins(position, *mv)
    })
}

/// Returns whether a move that connects the mover's pieces wins under the rules of the game.
#[inline(never)]
#[cold]
fn wins(position: &Position, mv: Move) -> bool {
    let mut next = *position;
    next.play_unchecked(mv);
    next.decided() == Some(Outcome::Win(position.turn()))
}

/// Returns the squares that a move must go to in order to connect all pieces: adjacent to every group, except
/// perhaps a group that is only the moving piece. Empty if no square touches all groups but one.
#[inline(always)]
fn joints(pieces: Bitboard) -> u64 {
    let mut rest = pieces.0;
    let mut beside_all = !0;
    let mut beside_all_but_one = !0;
    while rest != 0 {
        let mut group = rest & rest.wrapping_neg();
        let around = loop {
            let around = dilate(group);
            let grown = around & rest;
            if grown == group {
                break around;
            }
            group = grown;
        };
        rest &= !group;
        beside_all_but_one = (beside_all_but_one & around) | beside_all;
        beside_all &= around;
        if beside_all_but_one == 0 {
            break;
        }
    }
    beside_all_but_one
}

#[inline(always)]
fn dilate(set: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;
    let rows = set | (set << 1 & !FILE_A) | (set >> 1 & !FILE_H);
    rows | rows << 8 | rows >> 8
}

/// Positions of every stage of the game from our matches. From the ninth on they were taken at random, before
/// anything is proven and while neither side is far ahead.
const BENCH_POSITIONS: [&str; 24] = [
    "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x",
    "1x1xxx2/o6o/o5x1/o1x4o/6x1/o3o2o/2oo3o/2x1xxxx x",
    "1x1xxox1/2o4o/o3x3/o1o2x1o/o1o4o/3x1x2/7o/x1x1x3 x",
    "1x1xxxx1/8/x7/2o1ox1o/4ox1o/o3x3/o1o4o/1x1xx3 o",
    "2xx4/o6o/o2x2x1/o4o2/6x1/4o3/2xoo3/2x1xoxx x",
    "6x1/1xo2x2/o2oxx2/2ox1o2/o1o4o/5o2/7o/x1x1x3 o",
    "4xxx1/8/1x3x2/2o1ox2/x3ox2/3oxo2/2oo1x1o/1x1x4 x",
    "8/o4o2/1x1x4/o4x2/2o3x1/4o3/2xo4/4x1xx x",
    "3xx1x1/8/3o4/1x1x1o1o/o7/1xo1x2o/o4o1o/1x6 x",
    "o5x1/8/2o5/3xoo1o/o3xx1o/4oox1/7o/1x1x4 x",
    "5x2/8/1x6/3oo3/3oxx2/oxxxx2o/o7/8 o",
    "x1xx2x1/o6o/2ox3o/2o4o/4o2o/2x4o/o1x5/x1x1xxox o",
    "6x1/o5x1/1x1x4/o2oxx2/2o1o3/o3x3/8/8 x",
    "xxxxo1x1/oox5/6ox/o7/o5xo/5x1o/7o/x1x5 o",
    "8/8/1o2oxo1/1oxxxxo1/1x1oo3/1ox2x2/8/1x6 x",
    "1x4x1/ooox3o/4x2x/1o6/6o1/1x2xo1o/o6o/2o1xx1x o",
    "1xoxxxx1/2o5/2o1o1oo/4x2o/5x1o/ox2x3/o6o/8 o",
    "8/1x2o3/2x1o3/2ox4/4xxo1/4o1x1/3o3o/3x4 o",
    "2x5/o2x1ooo/ox1xx3/o3o1o1/o5x1/o7/8/2x1x3 o",
    "2x2x2/8/2ooo3/4xx1o/3xo3/2o4o/8/3x2xo x",
    "8/8/o7/3xoo2/4xx2/2o1oxx1/2oo1o2/1o1xx1x1 o",
    "1x2xox1/o3oo2/o2x4/2x5/x2x3o/ox3x2/o5oo/2x1x3 o",
    "8/oo1o4/2o3o1/3o4/1xox4/2o1xx2/4xox1/3x4 o",
    "1x1x1ox1/o4o2/o5xo/2x4o/2ox4/xxo2xo1/o3x2o/1x6 o",
];

impl EngineNode for LoaNode {
    type Weights = Learned;
    type WeightsError = NetworkError;

    const NAME: &'static str = "loa";
    const WIN_SCALE: f64 = super::params::WIN_SCALE;
    const VARIETY: crate::skill::Variety = super::params::VARIETY;
    const SKILLS: [Skill; 10] = SKILLS;
    const BOOK: &'static [u8] = include_bytes!("../../books/loa.book");
    const BENCH: (&'static [&'static str], u32) = (&BENCH_POSITIONS, 9);
    const TIMING_DEPTH: u32 = 15;

    crate::engine::search_in_this_crate!();

    fn prove(
        game: &GameRecord<Position>,
        nodes: u64,
        cpu: Option<Cpu>,
        stop: &StopToken,
    ) -> (Option<Vec<Move>>, u64) {
        let nodes = nodes.min(super::params::PROOF_NODES);
        let mut solver = super::dfpn::Solver::new(1);
        if let Some(cpu) = cpu {
            solver.set_cpu(cpu);
        }
        let solution = solver.solve(game.position(), nodes, stop);
        let is_in_time = |line: &Vec<Move>| {
            let n_moves = line
                .iter()
                .filter(|&&mv| Position::counts_against_limit(mv))
                .count();
            !line.is_empty() && game.moves_left().is_none_or(|left| n_moves <= left as usize)
        };
        (Some(solution.line).filter(is_in_time), solution.nodes)
    }

    fn prover(options: &ProverOptions) -> Option<Box<dyn Prover<Position>>> {
        Some(Box::new(LoaProver::new(options)))
    }

    fn start() -> GameRecord<Position> {
        let mut record = GameRecord::new(Position::default());
        // A new game has no moves, so no limit is too small for it.
        let _ = record.set_move_limit(Some(MATCH_MOVE_LIMIT));
        record
    }

    fn read(text: &str) -> Option<GameRecord<Position>> {
        let setup: Setup = text.parse().ok()?;
        Position::from_setup(&setup, Rules::default())
            .ok()
            .map(GameRecord::new)
    }

    fn sets(position: &Position) -> Option<[u64; 3]> {
        Some([position.own().0, position.enemy().0, 0])
    }

    fn tuning() -> Vec<Tuning> {
        vec![TUNING]
    }

    fn context() -> Context {
        Context {
            learned: embedded(),
            moves: LastMoves {
                key: 0,
                count: 0,
                buffer: [Move::PASS; MOVE_BUFFER],
            },
        }
    }

    fn read_weights(bytes: &[u8]) -> Result<Learned, NetworkError> {
        Learned::from_bytes(bytes)
    }

    fn use_weights(cx: &mut Context, weights: &'static Learned) {
        cx.learned = weights;
    }
}
