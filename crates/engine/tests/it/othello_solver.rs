//! Tests of the endgame solver against an exhaustive search and against published positions.

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use parlor_core::cpu::Cpu;
use parlor_core::random::split_mix;
use parlor_core::{Bitboard, Color, Game, MoveList};
use parlor_engine::othello::solver::{Mode, Solution, SolveError, Solver};
use parlor_othello::{Board, Rules, Setup};

/// Returns the score by exhaustive search, written from the rules alone.
fn brute_force(board: &Board) -> i32 {
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    if moves.is_empty() {
        let mine = board.player().count() as i32;
        let theirs = board.opponent().count() as i32;
        let empties = board.empties().count() as i32;
        return match mine.cmp(&theirs) {
            Ordering::Greater => mine - theirs + empties,
            Ordering::Less => mine - theirs - empties,
            Ordering::Equal => 0,
        };
    }
    moves
        .iter()
        .map(|&mv| {
            let mut next = *board;
            next.play_unchecked(mv);
            -brute_force(&next)
        })
        .max()
        .unwrap_or_default()
}

/// Returns a random position with this many empty squares, or the end of the game if it comes first.
fn random_position(n_empties: u32, random: &mut u64) -> Board {
    let mut board = Board::start(Rules::Pass);
    while board.empties().count() > n_empties {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        board.play_unchecked(moves[(split_mix(random) % moves.len() as u64) as usize]);
    }
    board
}

fn solve(solver: &mut Solver, board: &Board, mode: Mode) -> Solution {
    solver
        .solve(board, mode, &AtomicBool::new(false), &mut |_| ())
        .unwrap()
}

/// Plays the line of a solution. Checks that it is legal to the end and reaches the score.
fn check_line(board: &Board, solution: &Solution) {
    let mut end = *board;
    for &mv in &solution.line {
        end.play(mv).unwrap();
    }
    assert!(end.outcome().is_some(), "the line stops before the end");
    let sign = if end.turn() == board.turn() { 1 } else { -1 };
    assert_eq!(sign * brute_force(&end), solution.score);
}

#[test]
fn the_solver_equals_brute_force_in_both_modes_on_every_machine() {
    let mut solvers = [Cpu::Portable, Cpu::best()].map(|cpu| {
        let mut solver = Solver::new(1, 1);
        solver.set_cpu(cpu);
        solver
    });
    let mut random = 20;
    for round in 0..400 {
        let board = random_position(round % 9, &mut random);
        let score = brute_force(&board);
        let exact = solvers
            .each_mut()
            .map(|solver| solve(solver, &board, Mode::Exact));
        let result = solvers
            .each_mut()
            .map(|solver| solve(solver, &board, Mode::WinDrawLoss));
        assert_eq!(exact[0].score, score, "{board:?}");
        assert!(exact[0].is_exact());
        assert_eq!(result[0].result(), Some(score.cmp(&0)), "{board:?}");
        assert!(result[0].lower <= score && score <= result[0].upper, "{board:?}");
        check_line(&board, &exact[0]);
        // Nodes and lines are equal too: the instruction set only affects the time.
        assert_eq!(exact[0], exact[1]);
        assert_eq!(result[0], result[1]);
    }
}

#[test]
fn a_solver_that_remembers_finds_what_a_fresh_one_finds() {
    let mut random = 5;
    let mut old = Solver::new(1, 1);
    for _ in 0..30 {
        let board = random_position(13, &mut random);
        let remembered = solve(&mut old, &board, Mode::Exact);
        let fresh = solve(&mut Solver::new(1, 1), &board, Mode::Exact);
        assert_eq!(remembered.score, fresh.score, "{board:?}");
        check_line(&board, &remembered);
    }
}

#[test]
fn one_thread_is_reproducible_and_two_agree_with_it() {
    let mut random = 6;
    for _ in 0..6 {
        let board = random_position(16, &mut random);
        let first = solve(&mut Solver::new(4, 1), &board, Mode::Exact);
        let again = solve(&mut Solver::new(4, 1), &board, Mode::Exact);
        assert_eq!(first, again);
        let shared = solve(&mut Solver::new(4, 2), &board, Mode::Exact);
        assert_eq!((shared.score, shared.is_exact()), (first.score, true));
        check_line(&board, &shared);
        let result = solve(&mut Solver::new(4, 2), &board, Mode::WinDrawLoss);
        assert_eq!(result.result(), Some(first.score.cmp(&0)));
    }
}

#[test]
fn clearing_makes_the_next_solve_repeat_the_first() {
    let board = random_position(15, &mut 8);
    let mut solver = Solver::new(2, 1);
    let first = solve(&mut solver, &board, Mode::Exact);
    solver.clear();
    assert_eq!(solve(&mut solver, &board, Mode::Exact), first);
}

#[test]
fn a_finished_game_has_its_score_and_no_moves() {
    let full = Setup {
        black: Bitboard(!0 << 20),
        white: Bitboard(!(!0 << 20)),
        turn: Color::White,
    };
    let full = Board::from_setup(&full, Rules::Pass).unwrap();
    let solution = solve(&mut Solver::new(1, 1), &full, Mode::Exact);
    assert_eq!((solution.score, solution.line.len()), (-24, 0));
    let empty = Setup {
        black: Bitboard(0),
        white: Bitboard(0),
        turn: Color::Black,
    };
    let empty = Board::from_setup(&empty, Rules::Pass).unwrap();
    assert_eq!(solve(&mut Solver::new(1, 1), &empty, Mode::Exact).score, 0);
}

#[test]
fn a_side_that_must_pass_first_is_solved_too() {
    // Black on a1 and white on b1: white cannot move, black takes c1.
    let setup = Setup {
        black: Bitboard(1),
        white: Bitboard(2),
        turn: Color::White,
    };
    let board = Board::from_setup(&setup, Rules::Pass).unwrap();
    let solution = solve(&mut Solver::new(1, 1), &board, Mode::Exact);
    assert_eq!(solution.score, -64);
    let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
    assert_eq!(line, ["pass", "c1"]);
}

#[test]
fn a_stopped_solve_returns_what_it_knows() {
    let board = Board::start(Rules::Pass);
    let stop = AtomicBool::new(false);
    let mut reports = 0;
    let solution = Solver::new(4, 2)
        .solve(&board, Mode::Exact, &stop, &mut |progress| {
            reports += 1;
            assert!(!progress.line.is_empty());
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        })
        .unwrap();
    assert_eq!(reports, 1);
    assert!(!solution.is_exact());
    assert!(board.is_legal(solution.line[0]));
}

#[test]
fn other_rules_are_refused() {
    let solution = Solver::new(1, 1).solve(
        &Board::start(Rules::NoMoveLoses),
        Mode::Exact,
        &AtomicBool::new(false),
        &mut |_| (),
    );
    assert_eq!(solution, Err(SolveError::Rules));
}

/// Published endgame positions with their scores: the set known as FFO, by number.
const FFO: &[(u32, &str, i32)] = &[
    (
        1,
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
        18,
    ),
    (
        2,
        "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
        10,
    ),
    (
        3,
        "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X",
        2,
    ),
    (
        4,
        "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X",
        0,
    ),
    (
        5,
        "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X",
        32,
    ),
    (
        6,
        "--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X",
        14,
    ),
    (
        7,
        "--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X",
        8,
    ),
    (
        8,
        "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
        8,
    ),
    (
        9,
        "--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O",
        -8,
    ),
    (
        10,
        "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O",
        10,
    ),
    (
        11,
        "---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O",
        30,
    ),
    (
        12,
        "--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O",
        -8,
    ),
    (
        13,
        "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X",
        14,
    ),
    (
        14,
        "--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X",
        18,
    ),
    (
        15,
        "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X",
        4,
    ),
    (
        16,
        "-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X",
        24,
    ),
    (
        17,
        "-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X",
        8,
    ),
    (
        18,
        "-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X",
        -2,
    ),
    (
        19,
        "--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X",
        8,
    ),
    (
        20,
        "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
        6,
    ),
    (
        21,
        "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O",
        0,
    ),
    (
        22,
        "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O",
        2,
    ),
    (
        23,
        "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X",
        4,
    ),
    (
        24,
        "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O",
        0,
    ),
    (
        25,
        "----X------XXXO--OOOXXXXXOOOOXXO-XXOOXXOOOXOXXXXOOOXX---X-XXXX-- O",
        0,
    ),
    (
        26,
        "-OOOOO----OXXO---OOOOXXO-OOOXOXX-OOXOOXX-XOXXOXX--O-XXXX--O----O X",
        0,
    ),
    (
        27,
        "--XO-O----OOOO--OOXOXXO-OOOOXXOOOOOXXOX-OXOXXXXX--XXXX----X-O-X- X",
        -2,
    ),
    (
        28,
        "--O-------OOO--X-XOOOOXXXXXXOXOX-XXOXOOXXXOXOOXX-OOOOO-X---OOO-- X",
        0,
    ),
    (
        29,
        "-OXXXX----OXXO--XXOOXOOOXXXOOXOOXXOOXOOOXXXXOO-XX-XXO----------- X",
        10,
    ),
    (
        30,
        "-XXX----X-XOO---XXOXOO--XOXOXO--XOOXOXXXXOOXXOX---OOOOO--XXXXX-- X",
        0,
    ),
    (
        31,
        "-OOOOO----OOOO--OXXOOO---XXXOO--XXXXXXO-XXXOOO-OX-OOOO---OOOOO-- X",
        -2,
    ),
    (
        32,
        "--XX----O-XXOX--OOXOO---OXOXOOO-OOXXOOOXOOXXXOOX--XXXXOX--X--X-X X",
        -4,
    ),
    (
        33,
        "-XXXXXXX--XOOO----OXOOXX-OOXXOXX-OOOOOXX-X-XOOXX---O-X-X--OOOO-- X",
        -8,
    ),
    (
        34,
        "-------------O-O-OOOOOOOOOOOOXOOOXXOOOXO-XXXOXOO--XXXOXO--OXXXXO X",
        -2,
    ),
    (
        35,
        "--XXX-----XXXX-OOOXXOOOOOOOOOOXO-OOXXXXO-OOOXXXO---XOXX---X----- O",
        0,
    ),
    (
        36,
        "---X-O----XXXO-XXXXXXXXXXOOXXOOXXOXOOOXXXXOOOO-XX--OOOO--------- O",
        0,
    ),
    (
        37,
        "--OOOO--O-OOOO--OXXXOOO-OXXOXO--OOXXOXX-OOXXXX--O-XXX-----XX-O-- X",
        -20,
    ),
    (
        38,
        "--OOOO----OOOO---XOXXOOXOOXOOOOX-OOOOOXXXOOXXXXX--X-X----------- X",
        4,
    ),
    (
        39,
        "O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O",
        64,
    ),
    (
        40,
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        38,
    ),
    (
        41,
        "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
        0,
    ),
    (
        42,
        "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
        6,
    ),
    (
        43,
        "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
        -12,
    ),
    (
        44,
        "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
        -14,
    ),
    (
        45,
        "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X",
        6,
    ),
    (
        46,
        "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",
        -8,
    ),
    (
        47,
        "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
        4,
    ),
    (
        48,
        "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",
        28,
    ),
    (
        49,
        "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X",
        16,
    ),
];

fn parse(text: &str) -> Board {
    let (squares, turn) = text.split_once(' ').unwrap();
    let set = |disc| {
        let bits = squares.chars().enumerate();
        Bitboard(bits.map(|(i, c)| u64::from(c == disc) << i).sum())
    };
    let turn = if turn == "X" { Color::Black } else { Color::White };
    let (black, white) = (set('X'), set('O'));
    Board::from_setup(&Setup { black, white, turn }, Rules::Pass).unwrap()
}

fn check_ffo(numbers: std::ops::RangeInclusive<u32>) {
    let mut solver = Solver::new(64, 1);
    for &(number, text, score) in FFO.iter().filter(|(number, ..)| numbers.contains(number)) {
        let board = parse(text);
        let solution = solve(&mut solver, &board, Mode::Exact);
        assert_eq!(
            (solution.score, solution.is_exact()),
            (score, true),
            "FFO #{number}"
        );
        check_line(&board, &solution);
        solver.clear();
        let result = solve(&mut solver, &board, Mode::WinDrawLoss);
        assert_eq!(result.result(), Some(score.cmp(&0)), "FFO #{number}");
    }
}

#[test]
fn the_smaller_ffo_positions_have_their_published_scores() {
    check_ffo(1..=21);
}

#[test]
#[ignore = "slow: a billion nodes"]
fn the_ffo_positions_from_22_to_49_have_their_published_scores() {
    check_ffo(22..=49);
}
