//! The exact endgame on other board sizes: plain principal-variation search with a table, moves ordered by
//! how few replies they leave. It handles about the last twenty squares; the solver of the standard board is
//! many times faster.

use parlor_core::Game;
use parlor_core::think::StopToken;
use parlor_othello::{GridBoard, GridMove, Place, Position, Rules, Size};

use crate::prover::{Proof, ProveError, Proven, ProverProgress};

/// The discs of a side, row by row from the top left.
type Discs = u128;

/// The maximum number of squares of a board.
const MOST_SQUARES: u32 = 128;
/// With fewer empty squares a position is neither stored in the table nor are its moves ordered.
const LEAST_EMPTIES_TO_KEEP: u32 = 5;
/// The number of nodes between two polls of the stop flag.
const NODES_BETWEEN_LOOKS: u64 = 4096;
/// The ordering bonus of a corner, in replies.
const CORNER_BONUS: u32 = 3;

/// The stored bounds and best move of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    player: Discs,
    opponent: Discs,
    lower: i16,
    upper: i16,
    best: u8,
}

/// The value of an entry without a best move.
const NO_SQUARE: u8 = u8::MAX;

/// A solver with its table.
pub(super) struct GridSolver {
    table: Vec<Entry>,
}

impl GridSolver {
    /// Creates a solver with a table of this many MiB.
    pub(super) fn new(hash_mib: usize) -> GridSolver {
        let n_entries = (hash_mib.max(1) << 20) / size_of::<Entry>();
        GridSolver {
            table: vec![Entry::default(); n_entries.max(1)],
        }
    }

    /// Solves a position exactly, or only finds the winner.
    pub(super) fn solve(
        &mut self,
        board: &GridBoard,
        only_winner: bool,
        stop: &StopToken,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<GridMove>, ProveError> {
        if board.rules() != Rules::Pass {
            return Err(ProveError::Rules);
        }
        let geometry = Geometry::new(board.size())?;
        self.table.fill(Entry::default());
        let discs = |color| {
            let places = board.size().places().enumerate();
            let own = places.filter(|&(_, place)| board.cell(place) == Some(color));
            own.fold(0, |discs: Discs, (index, _)| discs | 1 << index)
        };
        let (player, opponent) = (discs(board.turn()), discs(!board.turn()));
        let mut search = Search {
            geometry: &geometry,
            table: &mut self.table,
            stop,
            nodes: 0,
            is_stopped: false,
        };
        let area = geometry.area as i32;
        let (alpha, beta) = if only_winner { (-1, 1) } else { (-area, area) };
        let (proven, line) = search.root(player, opponent, alpha, beta, report);
        let to_move = |&square: &u8| match square {
            NO_SQUARE => Some(GridMove::PASS),
            square => geometry.place(square).and_then(GridMove::new),
        };
        Ok(Proof {
            proven,
            line: line.iter().filter_map(to_move).collect(),
            nodes: search.nodes,
        })
    }
}

/// The board's shape.
struct Geometry {
    area: u32,
    columns: u32,
    board: Discs,
    /// Squares with a neighbour to the right, and to the left.
    but_last_column: Discs,
    but_first_column: Discs,
    corners: Discs,
    longest: u32,
}

impl Geometry {
    fn new(size: Size) -> Result<Geometry, ProveError> {
        let (rows, columns) = (u32::from(size.rows()), u32::from(size.columns()));
        let area = rows * columns;
        if area > MOST_SQUARES {
            return Err(ProveError::TooLarge {
                area,
                most: MOST_SQUARES,
            });
        }
        let column = |column: u32| (0..rows).fold(0, |set: Discs, row| set | 1 << (row * columns + column));
        let board = Discs::MAX >> (MOST_SQUARES - area);
        let ends = column(0) | column(columns - 1);
        let top = Discs::MAX >> (MOST_SQUARES - columns);
        Ok(Geometry {
            area,
            columns,
            board,
            but_last_column: board & !column(columns - 1),
            but_first_column: board & !column(0),
            corners: ends & (top | top << (area - columns)),
            longest: rows.max(columns),
        })
    }

    fn place(&self, square: u8) -> Option<Place> {
        let square = u32::from(square);
        let row = u8::try_from(square / self.columns).ok()?;
        let column = u8::try_from(square % self.columns).ok()?;
        Some(Place::new(row, column))
    }

    /// Returns the squares one step away in one of the eight directions.
    fn step(&self, discs: Discs, direction: u32) -> Discs {
        let (left, right) = (discs & self.but_first_column, discs & self.but_last_column);
        let columns = self.columns;
        let moved = match direction {
            0 => right << 1,
            1 => left >> 1,
            2 => discs << columns,
            3 => discs >> columns,
            4 => right << (columns + 1),
            5 => left >> (columns + 1),
            6 => left << (columns - 1),
            _ => right >> (columns - 1),
        };
        moved & self.board
    }

    /// Returns the legal moves of the player.
    fn moves(&self, player: Discs, opponent: Discs) -> Discs {
        let empty = self.board & !(player | opponent);
        (0..8).fold(0, |moves, direction| {
            let mut run = self.step(player, direction) & opponent;
            for _ in 3..self.longest {
                run |= self.step(run, direction) & opponent;
            }
            moves | self.step(run, direction) & empty
        })
    }

    /// Returns the discs that a move to this square turns.
    fn flips(&self, player: Discs, opponent: Discs, square: u32) -> Discs {
        let disc = 1 << square;
        (0..8).fold(0, |flips, direction| {
            let mut run = 0;
            let mut next = self.step(disc, direction);
            while next & opponent != 0 {
                run |= next;
                next = self.step(next, direction);
            }
            if next & player != 0 { flips | run } else { flips }
        })
    }

    /// Returns the difference in discs with the empty squares given to the winner.
    fn final_score(&self, player: Discs, opponent: Discs) -> i32 {
        let (own, other) = (player.count_ones() as i32, opponent.count_ones() as i32);
        let lead = own - other;
        lead + lead.signum() * (self.area as i32 - own - other)
    }
}

struct Search<'a> {
    geometry: &'a Geometry,
    table: &'a mut [Entry],
    stop: &'a StopToken,
    nodes: u64,
    is_stopped: bool,
}

/// A position after a move, and the move.
struct Child {
    square: u8,
    player: Discs,
    opponent: Discs,
    order: u32,
}

impl Search<'_> {
    /// Returns what is proven about the root, and its line, even when the search is stopped.
    fn root(
        &mut self,
        player: Discs,
        opponent: Discs,
        alpha: i32,
        beta: i32,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> (Proven, Vec<u8>) {
        let area = self.geometry.area as i32;
        let n_empties = self.geometry.area - (player | opponent).count_ones();
        let mut children = self.children(player, opponent);
        if children.is_empty() {
            if self.geometry.moves(opponent, player) == 0 {
                let score = self.geometry.final_score(player, opponent);
                return (exactly(score), Vec::new());
            }
            let (proven, mut line) = self.root(opponent, player, -beta, -alpha, report);
            line.insert(0, NO_SQUARE);
            return (turned(proven), line);
        }
        children.sort_by_key(|child| child.order);
        let (mut best, mut best_line, mut line) = (-area - 1, Vec::new(), Vec::new());
        for (index, child) in children.iter().enumerate() {
            let window = alpha.max(best);
            let score = if index == 0 {
                -self.visit(child.player, child.opponent, -beta, -window, &mut line)
            } else {
                let glance = -self.visit(child.player, child.opponent, -window - 1, -window, &mut line);
                if glance > window && glance < beta && !self.is_stopped {
                    -self.visit(child.player, child.opponent, -beta, -glance + 1, &mut line)
                } else {
                    glance
                }
            };
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                best_line.clear();
                best_line.push(child.square);
                best_line.extend_from_slice(&line);
            }
            report(&ProverProgress {
                depth: n_empties,
                confidence: (100 * (index + 1) / children.len()) as u32,
                score: best,
                nodes: self.nodes,
            });
            if best >= beta {
                break;
            }
        }
        if best < -area {
            return (Proven::Nothing, Vec::new());
        }
        let proven = if best >= beta || self.is_stopped {
            Proven::Discs {
                lower: best,
                upper: area,
                score: best,
            }
        } else if best <= alpha {
            Proven::Discs {
                lower: -area,
                upper: best,
                score: best,
            }
        } else {
            exactly(best)
        };
        (proven, best_line)
    }

    /// Returns the score of a position within the window, or a bound outside it. The line is complete only
    /// for an open window.
    fn visit(&mut self, player: Discs, opponent: Discs, alpha: i32, beta: i32, line: &mut Vec<u8>) -> i32 {
        line.clear();
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.stop.is_set() {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return alpha;
        }
        let n_empties = self.geometry.area - (player | opponent).count_ones();
        let is_kept = n_empties >= LEAST_EMPTIES_TO_KEEP;
        let slot = self.slot(player, opponent);
        let known = self.table[slot];
        let is_known = is_kept && known.player == player && known.opponent == opponent;
        // An open window is searched to its end, so that its line is complete.
        if is_known && beta - alpha == 1 {
            if i32::from(known.lower) >= beta {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
        }
        let mut children = self.children(player, opponent);
        if children.is_empty() {
            if self.geometry.moves(opponent, player) == 0 {
                return self.geometry.final_score(player, opponent);
            }
            let score = -self.visit(opponent, player, -beta, -alpha, line);
            line.insert(0, NO_SQUARE);
            return score;
        }
        if is_kept {
            let first = if is_known { known.best } else { NO_SQUARE };
            children.sort_by_key(|child| (child.square != first, child.order));
        }
        let (mut best, mut best_square) = (i32::MIN, NO_SQUARE);
        let mut below = Vec::new();
        for (index, child) in children.iter().enumerate() {
            let window = alpha.max(best);
            let mut score = i32::MIN;
            if index > 0 {
                score = -self.visit(child.player, child.opponent, -window - 1, -window, &mut below);
            }
            if index == 0 || score > window && score < beta {
                score = -self.visit(child.player, child.opponent, -beta, -window, &mut below);
            }
            if self.is_stopped {
                return alpha;
            }
            if score > best {
                (best, best_square) = (score, child.square);
                line.clear();
                line.push(child.square);
                line.extend_from_slice(&below);
            }
            if best >= beta {
                break;
            }
        }
        if is_kept {
            let area = self.geometry.area as i16;
            let bound = best as i16;
            self.table[slot] = Entry {
                player,
                opponent,
                lower: if best > alpha { bound } else { -area },
                upper: if best < beta { bound } else { area },
                best: best_square,
            };
        }
        best
    }

    fn slot(&self, player: Discs, opponent: Discs) -> usize {
        let fold = |discs: Discs| discs as u64 ^ (discs >> 64) as u64;
        let mixed = fold(player)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(fold(opponent).wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ mixed >> 32) % self.table.len() as u64) as usize
    }

    fn children(&self, player: Discs, opponent: Discs) -> Vec<Child> {
        let geometry = self.geometry;
        let mut moves = geometry.moves(player, opponent);
        let mut children = Vec::with_capacity(moves.count_ones() as usize);
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let flips = geometry.flips(player, opponent, square);
            let (own, other) = (player | flips | 1 << square, opponent & !flips);
            let replies = geometry.moves(other, own).count_ones();
            let is_corner = geometry.corners >> square & 1 == 1;
            children.push(Child {
                square: square as u8,
                player: other,
                opponent: own,
                order: if is_corner {
                    replies.saturating_sub(CORNER_BONUS)
                } else {
                    replies
                },
            });
        }
        children
    }
}

fn exactly(score: i32) -> Proven {
    Proven::Discs {
        lower: score,
        upper: score,
        score,
    }
}

/// Returns the same result for the other side.
fn turned(proven: Proven) -> Proven {
    match proven {
        Proven::Discs { lower, upper, score } => Proven::Discs {
            lower: -upper,
            upper: -lower,
            score: -score,
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{GameRecord, MoveList};
    use parlor_othello::Board;

    use super::super::solver::{Mode, Solver};
    use super::*;

    fn solve(board: &GridBoard, only_winner: bool) -> Proof<GridMove> {
        GridSolver::new(1)
            .solve(board, only_winner, &StopToken::new(), &mut |_| {})
            .expect("solvable")
    }

    /// Returns the score by exhaustive search.
    fn by_hand(board: &GridBoard) -> i32 {
        if board.outcome().is_some() {
            let lead = board.count(board.turn()) as i32 - board.count(!board.turn()) as i32;
            return lead + lead.signum() * board.n_empties() as i32;
        }
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        let scores = moves.iter().map(|&mv| {
            let mut after = *board;
            after.play_unchecked(mv);
            -by_hand(&after)
        });
        scores.max().expect("a move or a pass")
    }

    fn near_the_end(size: &str, n_empties: u32, seed: u64) -> GridBoard {
        let size = size.parse().expect("a size");
        let mut record = GameRecord::new(GridBoard::start(size, Rules::Pass));
        let mut random = seed;
        while record.outcome().is_none() && record.position().n_empties() > n_empties {
            record.play_randomly(1, &mut random);
        }
        *record.position()
    }

    #[test]
    fn scores_match_exhaustive_search_and_lines_reach_them() {
        for size in ["4x4", "4x6", "6x6", "6x10", "8x10"] {
            for seed in 1..6 {
                let board = near_the_end(size, 7, seed);
                let score = by_hand(&board);
                let proof = solve(&board, false);
                assert_eq!(proof.proven, exactly(score), "{size} {seed}");
                let mut record = GameRecord::new(board);
                for &mv in &proof.line {
                    record.play(mv).expect("the line is legal");
                }
                assert!(record.outcome().is_some(), "the line ends");
                let sign = if record.turn() == board.turn() { 1 } else { -1 };
                assert_eq!(sign * by_hand(record.position()), score);
                let Proven::Discs { lower, upper, .. } = solve(&board, true).proven else {
                    panic!("no score");
                };
                assert!((lower..=upper).contains(&score));
                assert!(lower > 0 || upper < 0 || score == 0);
            }
        }
    }

    #[test]
    fn the_smallest_board_is_solved_from_the_start() {
        let start = GridBoard::start("4x4".parse().expect("a size"), Rules::Pass);
        // The published result: white wins by eight, 3 discs to 11 with two squares left.
        assert_eq!(solve(&start, false).proven, exactly(-10));
    }

    #[test]
    fn both_solvers_agree_on_the_usual_board() {
        for seed in 1..4 {
            let mut record = GameRecord::new(Board::start(Rules::Pass));
            let mut random = seed;
            record.play_randomly(50, &mut random);
            let board = *record.position();
            let solution = Solver::new(1, 1)
                .solve(&board, Mode::Exact, StopToken::new().flag(), &mut |_| {})
                .expect("the usual rules");
            assert_eq!(
                solve(&GridBoard::from(&board), false).proven,
                exactly(solution.score)
            );
        }
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let board = |size: &str, rules| GridBoard::start(size.parse().expect("a size"), rules);
        let mut solver = GridSolver::new(1);
        let mut ask = |board: &GridBoard, stop: &StopToken| solver.solve(board, false, stop, &mut |_| {});
        let stop = StopToken::new();
        assert_eq!(
            ask(&board("6x6", Rules::NoMoveLoses), &stop),
            Err(ProveError::Rules)
        );
        assert_eq!(
            ask(&board("16x16", Rules::Pass), &stop),
            Err(ProveError::TooLarge { area: 256, most: 128 })
        );
        stop.set();
        let stopped = ask(&board("8x10", Rules::Pass), &stop).expect("solvable");
        assert_eq!(stopped.proven, Proven::Nothing);
    }
}
