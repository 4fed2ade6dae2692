//! What the programs of the three games print: which lines are moves of an AI and which are results.

use regex_lite::Regex;
use thiserror::Error;

/// The games whose programs the harness knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Game {
    /// Lines of Action.
    Loa,
    /// Ataxx.
    Ataxx,
    /// Othello.
    Othello,
}

impl Game {
    /// The game that a command or the name of a script speaks of; Lines of Action when none is named.
    pub fn guess(texts: &[&str]) -> Game {
        let named = |name: &str| texts.iter().any(|text| text.to_lowercase().contains(name));
        if named("ataxx") {
            Game::Ataxx
        } else if named("othello") || named("reversi") {
            Game::Othello
        } else {
            Game::Loa
        }
    }

    /// The pattern of an AI's move. The first group that takes part in a match is the move as another
    /// program reads it; a match without any is a skipped turn, passed on as `-`.
    fn move_pattern(self) -> &'static str {
        match self {
            Game::Loa => r"^\* ([a-h][1-8]-[a-h][1-8])$",
            Game::Ataxx => concat!(
                r"^(?:\* |(?:Red|Blue) (?:moves|plays) )([a-g][1-7]-[a-g][1-7])\.?$",
                r"|^\* (-)$|^(?:Red|Blue) (?:skips|passes)\b.*$",
            ),
            Game::Othello => concat!(
                r"(?i)^\* ([a-h][1-8])$",
                r"|^(?:the )?(?:computer|black|white|x|o)\b[^.!]*? (?:plays|moves|moves to|chooses) ([a-h][1-8])[.!]?$",
            ),
        }
    }

    /// The pattern of a result.
    fn result_pattern(self) -> &'static str {
        match self {
            Game::Loa => r"^\* (?:White wins\.|Black wins\.|Tie game\.)$",
            Game::Ataxx => r"^(?:\* )?(?:Red wins\.|Blue wins\.|Draw\.)$",
            Game::Othello => {
                r"(?i)^(?:\* )?(?:[^.!]*\b(?:computer|black|white|you|x|o)\b[^.!]* wins?\b.*|.*\b(?:tie|tied|draw|drawn)\b.*)$"
            }
        }
    }

    /// A line that is right, for the messages about one that is not.
    fn example(self) -> &'static str {
        match self {
            Game::Loa => "* a2-c2",
            Game::Ataxx => "* g1-f2",
            Game::Othello => "* F6",
        }
    }
}

/// What a line of a program's output means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// An AI's move, as another program reads it.
    Move(String),
    /// The end of a game: the whole line.
    Result(String),
    /// A line that begins with `*` and is neither.
    Malformed(String),
}

/// The lines that a program uses.
#[derive(Clone, Debug)]
pub struct Dialect {
    moves: Regex,
    results: Regex,
    example: &'static str,
}

/// A pattern that is not a regular expression.
#[derive(Clone, Debug, Error)]
#[error("“{pattern}” is not a regular expression: {reason}")]
pub struct BadPattern {
    /// The pattern.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Dialect {
    /// The lines of a game's programs, with the patterns replaced that are given.
    pub fn new(game: Game, moves: Option<&str>, results: Option<&str>) -> Result<Dialect, BadPattern> {
        let compile = |pattern: &str| {
            Regex::new(pattern).map_err(|error| BadPattern {
                pattern: pattern.to_owned(),
                reason: error.to_string(),
            })
        };
        Ok(Dialect {
            moves: compile(moves.unwrap_or(game.move_pattern()))?,
            results: compile(results.unwrap_or(game.result_pattern()))?,
            example: game.example(),
        })
    }

    /// What a line means, when it means anything: a move, a result, or a `*` where none belongs.
    pub fn read(&self, line: &str) -> Option<Said> {
        if self.results.is_match(line) {
            return Some(Said::Result(line.to_owned()));
        }
        if let Some(found) = self.moves.captures(line) {
            let mv = found.iter().skip(1).flatten().next();
            return Some(Said::Move(mv.map_or("-", |text| text.as_str()).to_owned()));
        }
        line.starts_with('*').then(|| Said::Malformed(line.to_owned()))
    }

    /// A line that is right.
    pub fn example(&self) -> &'static str {
        self.example
    }
}

/// Who won, as far as a result says so, for comparing what two programs claim. Two results that name the
/// same winner agree, however they put it; others agree when they are the same text.
pub fn winner(result: &str) -> String {
    let text = result.trim_start_matches('*').trim().to_lowercase();
    let before_win = text.split("win").next().unwrap_or_default();
    // The side named last before the verb: “No moves for white: black wins.”
    let named = ["black", "white", "red", "blue"]
        .into_iter()
        .filter(|_| before_win.len() < text.len())
        .filter_map(|name| Some((before_win.rfind(name)?, name)))
        .max()
        .map(|(_, name)| name);
    if let Some(name) = named {
        return name.to_owned();
    }
    if ["tie", "draw"].iter().any(|word| text.contains(word)) {
        return "draw".to_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: Game, line: &str) -> Option<Said> {
        Dialect::new(game, None, None)
            .expect("our own patterns")
            .read(line)
    }

    fn mv(text: &str) -> Option<Said> {
        Some(Said::Move(text.into()))
    }

    #[test]
    fn the_lines_of_loa_are_exact() {
        assert_eq!(read(Game::Loa, "* a2-c2"), mv("a2-c2"));
        for line in ["* White wins.", "* Black wins.", "* Tie game."] {
            assert_eq!(read(Game::Loa, line), Some(Said::Result(line.into())));
        }
        for line in [
            "*a2-c2",
            "* a2-c9",
            "* A2-c2",
            "* a2-c2.",
            "* white wins.",
            "* Tie",
            "**",
        ] {
            assert_eq!(read(Game::Loa, line), Some(Said::Malformed(line.into())));
        }
        for line in ["", "a2-c2", "White wins.", "a line about * something"] {
            assert_eq!(read(Game::Loa, line), None);
        }
    }

    #[test]
    fn ataxx_results_stand_alone_and_a_skip_is_a_hyphen() {
        assert_eq!(
            read(Game::Ataxx, "Red wins."),
            Some(Said::Result("Red wins.".into()))
        );
        assert_eq!(read(Game::Ataxx, "Red moves g1-f2."), mv("g1-f2"));
        assert_eq!(read(Game::Ataxx, "* g1-f2"), mv("g1-f2"));
        assert_eq!(read(Game::Ataxx, "* -"), mv("-"));
        assert_eq!(read(Game::Ataxx, "Blue passes."), mv("-"));
        assert_eq!(read(Game::Ataxx, "Red wins by forfeit."), None);
    }

    #[test]
    fn othello_announcements_are_found_in_their_sentences() {
        assert_eq!(
            read(Game::Othello, "The computer, black (X), plays F5."),
            mv("F5")
        );
        assert_eq!(read(Game::Othello, "Black (X) plays c4"), mv("c4"));
        for result in [
            "White (O) wins.",
            "No moves for black: white wins.",
            "The game is a tie.",
        ] {
            assert_eq!(read(Game::Othello, result), Some(Said::Result(result.into())));
        }
        assert_eq!(read(Game::Othello, "A1 is taken."), None);
    }

    #[test]
    fn results_are_compared_by_their_winner() {
        assert_eq!(winner("* White wins."), winner("White (O) wins 40 to 24."));
        assert_eq!(winner("* White wins."), winner("No moves for black: white wins."));
        assert_eq!(winner("* Tie game."), winner("It is a draw."));
        assert_ne!(winner("* White wins."), winner("* Black wins."));
    }

    #[test]
    fn a_grader_can_replace_the_patterns() {
        let dialect = Dialect::new(Game::Loa, Some(r"^zug (\w+-\w+)$"), Some("^ende")).expect("patterns");
        assert_eq!(dialect.read("zug a2-c2"), mv("a2-c2"));
        assert_eq!(dialect.read("ende gut"), Some(Said::Result("ende gut".into())));
        assert!(Dialect::new(Game::Loa, Some("("), None).is_err());
    }
}
