//! Puzzles as text: one line each, with fields separated by tabs.
//!
//! The fields are the grade, the position, the solution with the moves that follow it, its score, the best other
//! move with its refutation, its score, and the loss of winning chances by that move in percent. A first line that
//! begins with `#` has the number of games that the puzzles come from, so that a generator can continue where it
//! stopped.

use std::fmt;
use std::str::FromStr;

use parlor_core::{Level, Score};
use parlor_games::{AnyGame, Kind, Spec};
use thiserror::Error;

/// A position with one good move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The weakest level that solves it; `None` if no level does.
    pub grade: Option<Level>,
    /// The position, in the text format of its game.
    pub position: String,
    /// The solution and the moves that follow it.
    pub solution: Vec<String>,
    /// The score of the solution for the side to move.
    pub score: PuzzleScore,
    /// The best other move and its refutation.
    pub other: Vec<String>,
    /// The score of the best other move.
    pub other_score: PuzzleScore,
    /// The loss of winning chances by the best other move, in percent.
    pub lost: u8,
}

/// The score of a puzzle's move for the side to move: `=6` is exact and in discs, `W5` a win in five plies, `L4` a
/// loss in four, `~-120` an estimate in hundredths of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleScore {
    /// Proven.
    Exact(Score),
    /// Estimated by the engine.
    Estimate(Score),
}

/// The progress of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The number of games searched.
    pub games: u64,
}

/// Puzzles of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSet {
    /// The game.
    pub kind: Kind,
    /// The puzzles, in the order in which they were found.
    pub puzzles: Vec<Puzzle>,
    /// The progress of the generator that found them.
    pub progress: Progress,
}

/// Why a line is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleError {
    /// The number of fields is wrong.
    #[error("expected 7 parts separated by tabs, found {0}")]
    Parts(usize),
    /// A field is invalid.
    #[error("“{text}” is no {what}")]
    Part {
        /// What is expected.
        what: &'static str,
        /// The text of the field.
        text: String,
    },
}

/// Why a text is not a set of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct SetError {
    /// The line number, from 1.
    pub line: usize,
    /// The reason.
    pub reason: PuzzleError,
}

/// The sets that come with the program, by the name of the game.
const SHIPPED: [(&str, &str); 3] = [
    ("othello", include_str!("../data/othello.txt")),
    ("ataxx", include_str!("../data/ataxx.txt")),
    ("loa", include_str!("../data/loa.txt")),
];

/// The grade of a puzzle that no level solves.
const UNSOLVED: &str = "11";
const HEADER: &str = "# games ";

/// The puzzles that come with the program; an empty set for a game without any.
pub fn shipped(kind: Kind) -> Result<PuzzleSet, SetError> {
    let text = SHIPPED.iter().find(|(name, _)| *name == kind.name());
    PuzzleSet::read(kind, text.map_or("", |(_, text)| text))
}

impl PuzzleSet {
    /// Creates an empty set.
    pub fn new(kind: Kind) -> PuzzleSet {
        PuzzleSet {
            kind,
            puzzles: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// Parses the puzzles of a game.
    pub fn read(kind: Kind, text: &str) -> Result<PuzzleSet, SetError> {
        let mut set = PuzzleSet::new(kind);
        for (line, number) in text.lines().zip(1..) {
            if let Some(games) = line.strip_prefix(HEADER) {
                set.progress.games = games.trim().parse().unwrap_or_default();
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                let puzzle = line.parse().map_err(|reason| SetError { line: number, reason })?;
                set.puzzles.push(puzzle);
            }
        }
        Ok(set)
    }

    /// The puzzle of a day, by the number of days since 1970. Consecutive days have puzzles from different games.
    pub fn daily(&self, day: u64) -> Option<(usize, &Puzzle)> {
        // A stride that is coprime to the total visits every puzzle before it repeats one.
        let total = self.puzzles.len() as u64;
        let stride = (total * 5 / 8..).find(|&stride| is_coprime(stride.max(1), total.max(1)))?;
        let number = (day % total.max(1)) * stride.max(1) % total.max(1);
        let number = usize::try_from(number).ok()?;
        Some((number, self.puzzles.get(number)?))
    }
}

fn is_coprime(one: u64, two: u64) -> bool {
    let (mut one, mut two) = (one, two);
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one == 1
}

impl Puzzle {
    /// The game at the position.
    pub fn game(&self, kind: Kind) -> Option<AnyGame> {
        AnyGame::from_position(&Spec::default_for(kind), &self.position).ok()
    }

    /// The number of the grade; 11 if no level solves it.
    pub fn grade_number(&self) -> u8 {
        self.grade.map_or(11, Level::number)
    }
}

/// Formats the set so that [`PuzzleSet::read`] can parse it.
impl fmt::Display for PuzzleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}{}", self.progress.games)?;
        for puzzle in &self.puzzles {
            writeln!(f, "{puzzle}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.grade {
            Some(level) => write!(f, "{level}")?,
            None => f.write_str(UNSOLVED)?,
        }
        write!(
            f,
            "\t{}\t{}\t{}\t{}\t{}\t{}",
            self.position,
            self.solution.join(" "),
            self.score,
            self.other.join(" "),
            self.other_score,
            self.lost
        )
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleError> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [grade, position, solution, score, other, other_score, lost] = parts[..] else {
            return Err(PuzzleError::Parts(parts.len()));
        };
        let wrong = |what: &'static str, text: &str| PuzzleError::Part {
            what,
            text: text.to_owned(),
        };
        let moves = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let solution = moves(solution);
        if solution.is_empty() {
            return Err(wrong("solution", ""));
        }
        Ok(Puzzle {
            grade: match grade {
                UNSOLVED => None,
                text => {
                    let level = text.parse().ok().and_then(Level::new);
                    Some(level.ok_or_else(|| wrong("grade", text))?)
                }
            },
            position: position.to_owned(),
            solution,
            score: score.parse().map_err(|()| wrong("score", score))?,
            other: moves(other),
            other_score: other_score.parse().map_err(|()| wrong("score", other_score))?,
            lost: lost.parse().map_err(|_| wrong("percentage", lost))?,
        })
    }
}

impl PuzzleScore {
    /// The score, proven or not.
    pub fn value(self) -> Score {
        match self {
            PuzzleScore::Exact(score) | PuzzleScore::Estimate(score) => score,
        }
    }
}

impl fmt::Display for PuzzleScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.value().plies_to_end()) {
            (_, Some(plies)) if self.value().is_win() => write!(f, "W{plies}"),
            (_, Some(plies)) => write!(f, "L{plies}"),
            (PuzzleScore::Exact(score), None) => write!(f, "={}", score.0 / Score::PIECE),
            (PuzzleScore::Estimate(score), None) => write!(f, "~{}", score.0),
        }
    }
}

impl FromStr for PuzzleScore {
    type Err = ();

    fn from_str(text: &str) -> Result<PuzzleScore, ()> {
        let mut letters = text.chars();
        let kind = letters.next().ok_or(())?;
        let number: i32 = letters.as_str().parse().map_err(|_| ())?;
        let is_near = (0..=Score::MAX_PLY).contains(&number);
        match kind {
            'W' if is_near => Ok(PuzzleScore::Exact(Score::win_in(number))),
            'L' if is_near => Ok(PuzzleScore::Exact(Score::loss_in(number))),
            '=' if number.abs() <= 100 => Ok(PuzzleScore::Exact(Score::from_discs(number))),
            '~' if number.abs() <= Score::MAX_EVAL.0 => Ok(PuzzleScore::Estimate(Score(number))),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "3\tx7/8/1x6/8/8/8/8/o6o x\tb6-a7\tW1\ta8-b8 a1-b1\t~-120\t40";

    #[test]
    fn a_line_survives_parsing_and_formatting() {
        let puzzle: Puzzle = LINE.parse().expect("a puzzle");
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!(puzzle.grade, Level::new(3));
        assert_eq!(puzzle.score, PuzzleScore::Exact(Score::win_in(1)));
        assert_eq!(puzzle.other, ["a8-b8", "a1-b1"]);
        let hardest = LINE.replacen('3', UNSOLVED, 1);
        let puzzle: Puzzle = hardest.parse().expect("a puzzle");
        assert_eq!((puzzle.grade, puzzle.to_string()), (None, hardest));
    }

    #[test]
    fn errors_have_the_line_number_and_the_invalid_text() {
        assert_eq!("1\t2".parse::<Puzzle>(), Err(PuzzleError::Parts(2)));
        let broken = LINE.replace("W1", "W-1");
        let error = PuzzleSet::read(Kind::ALL[0], &format!("{HEADER}4\n{broken}\n")).expect_err("no score");
        assert_eq!(error.to_string(), "line 2: “W-1” is no score");
        for (old, new) in [("3\t", "12\t"), ("\t40", "\t400"), ("b6-a7", ""), ("~-120", "~")] {
            assert!(LINE.replacen(old, new, 1).parse::<Puzzle>().is_err(), "{new}");
        }
    }

    #[test]
    fn a_set_stores_the_number_of_games_searched() {
        let text = format!("{HEADER}17\n{LINE}\n{LINE}\n");
        let set = PuzzleSet::read(Kind::ALL[0], &text).expect("a set");
        assert_eq!((set.progress.games, set.puzzles.len()), (17, 2));
        assert_eq!(set.to_string(), text);
    }

    #[test]
    fn the_lines_of_shipped_puzzles_can_be_played() {
        for kind in Kind::ALL {
            let set = shipped(kind).expect("a set");
            assert!(set.puzzles.len() >= 300, "{kind} has {}", set.puzzles.len());
            let mut keys: Vec<u64> = Vec::new();
            for puzzle in &set.puzzles {
                for line in [&puzzle.solution, &puzzle.other] {
                    let mut game = puzzle.game(kind).expect("a position");
                    assert!(game.legal_moves().len() > 1);
                    for mv in line {
                        game.play(mv).unwrap_or_else(|error| panic!("{puzzle}: {error}"));
                    }
                }
                assert_ne!(puzzle.solution[0], puzzle.other[0]);
                keys.push(puzzle.game(kind).expect("a position").key());
            }
            let total = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), total, "{kind}: a puzzle comes twice");
        }
    }

    #[test]
    fn every_puzzle_is_a_daily_puzzle_once_per_cycle() {
        for total in [1, 2, 7, 300, 360] {
            let mut set = PuzzleSet::new(Kind::ALL[0]);
            set.puzzles = vec![LINE.parse().expect("a puzzle"); total];
            let mut numbers: Vec<usize> = (20_000..20_000 + total as u64)
                .filter_map(|day| set.daily(day).map(|(number, _)| number))
                .collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..total).collect::<Vec<_>>());
        }
        assert_eq!(PuzzleSet::new(Kind::ALL[0]).daily(3), None);
        // The page computes the same numbers.
        let mut set = PuzzleSet::new(Kind::ALL[0]);
        set.puzzles = vec![LINE.parse().expect("a puzzle"); 300];
        let numbers = [20_000, 20_001].map(|day| set.daily(day).map(|(number, _)| number));
        assert_eq!(numbers, [Some(200), Some(87)]);
    }
}
