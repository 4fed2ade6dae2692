//! What the programs of the games print: which lines are moves of an AI and which are results.

#[cfg(test)]
mod tests;

use parlor_core::Color;
use parlor_games::Kind;
use regex_lite::Regex;
use thiserror::Error;

/// The game whose lines are expected when nothing says which.
pub(crate) const DEFAULT: Kind = Kind::Loa;

/// The game that a command or the name of a script speaks of; Lines of Action when none is named.
pub fn guess(texts: &[&str]) -> Kind {
    Kind::mentioned_in(texts).unwrap_or(DEFAULT)
}

/// What a line of a program's output means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineMeaning {
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
    manner: Strictness,
}

/// How closely a program is held to the form of its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// Lines with a `*` count as what they mean, as in the course's own tool: spacing, case, a full stop, and words
    /// behind a move do not matter.
    #[default]
    Lenient,
    /// To the letter of the assignment.
    Strict,
}

/// A pattern that is not a regular expression.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("“{pattern}” is not a regular expression: {reason}")]
pub struct BadPattern {
    /// The pattern.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Dialect {
    /// The lines of a game's programs, with the patterns replaced that are given.
    pub fn new(
        game: Kind,
        moves: Option<&str>,
        results: Option<&str>,
        manner: Strictness,
    ) -> Result<Dialect, BadPattern> {
        let console = &game.descriptor().console;
        let compile = |pattern: &str| {
            Regex::new(pattern).map_err(|error| BadPattern {
                pattern: pattern.to_owned(),
                reason: error.to_string(),
            })
        };
        Ok(Dialect {
            moves: compile(moves.unwrap_or(console.move_pattern))?,
            results: compile(results.unwrap_or(console.result_pattern))?,
            example: console.example,
            manner,
        })
    }

    /// What a line means, when it means anything: a move, a result, or a `*` where none belongs. The second value is
    /// the line as it should have been, where that is not how it is.
    pub fn read(&self, line: &str) -> Option<(LineMeaning, Option<String>)> {
        let exact = self.read_exactly(line);
        if self.manner == Strictness::Lenient && matches!(exact, None | Some(LineMeaning::Malformed(_))) {
            let meant = proper_forms(line).into_iter().find_map(|form| {
                let said = self
                    .read_exactly(&form)
                    .filter(|said| !matches!(said, LineMeaning::Malformed(_)))?;
                Some((said, Some(form)))
            });
            if meant.is_some() {
                return meant;
            }
        }
        exact.map(|said| (said, None))
    }

    fn read_exactly(&self, line: &str) -> Option<LineMeaning> {
        if self.results.is_match(line) {
            return Some(LineMeaning::Result(line.to_owned()));
        }
        if let Some(found) = self.moves.captures(line) {
            let mv = found.iter().skip(1).flatten().next();
            return Some(LineMeaning::Move(mv.map_or("-", |text| text.as_str()).to_owned()));
        }
        line.starts_with('*')
            .then(|| LineMeaning::Malformed(line.to_owned()))
    }

    /// A line that is right.
    pub fn example(&self) -> &'static str {
        self.example
    }
}

/// What somebody may have meant with a line that has a `*` in front, likelier forms first.
fn proper_forms(line: &str) -> Vec<String> {
    let Some(text) = line.trim_start().strip_prefix('*') else {
        return Vec::new();
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some(first) = words.first() else {
        return Vec::new();
    };
    let sentence = words.join(" ").to_lowercase();
    let sentence = sentence.trim_end_matches(['.', '!']);
    let mut capital: String = sentence.chars().take(1).flat_map(char::to_uppercase).collect();
    capital.extend(sentence.chars().skip(1));
    let mv = first.trim_end_matches(['.', ',', ';', ':', '!']);
    vec![
        format!("* {}", words.join(" ")),
        format!("* {capital}."),
        format!("* {mv}"),
        format!("* {}", mv.to_lowercase()),
    ]
}

/// Who won, as far as a result says so, for comparing what two programs claim. Two results that name the
/// same winner agree, however they put it; others agree when they are the same text.
pub fn winner(result: &str) -> String {
    let text = result.trim_start_matches('*').trim().to_lowercase();
    let before_win = text.split("win").next().unwrap_or_default();
    // The side named last before the verb: “No moves for white: black wins.”
    let named = Kind::ALL
        .into_iter()
        .flat_map(|kind| Color::ALL.map(|color| kind.color_name(color)))
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
