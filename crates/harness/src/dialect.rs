//! Recognises AI moves and results in the output of game programs.

#[cfg(test)]
mod tests;

use parlor_core::Color;
use parlor_games::Kind;
use regex_lite::Regex;
use thiserror::Error;

/// The game whose output is expected if nothing else selects one.
pub(crate) const DEFAULT: Kind = Kind::Loa;

/// The game that is named in a command or in the path of a script, else Lines of Action.
pub fn guess(texts: &[&str]) -> Kind {
    Kind::mentioned_in(texts).unwrap_or(DEFAULT)
}

/// The meaning of a line of output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineMeaning {
    /// An AI's move, as another program expects it as input.
    Move(String),
    /// The result of a game: the whole line.
    Result(String),
    /// A line that begins with `*` but is neither.
    Malformed(String),
}

/// The format of a program's moves and results.
#[derive(Clone, Debug)]
pub struct Dialect {
    moves: Regex,
    results: Regex,
    example: &'static str,
    strictness: Strictness,
}

/// How closely a program must follow this format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// Lines with a `*` are accepted if their meaning is clear, as in the course's own tool: spacing, case, a
    /// missing full stop, and text after a move do not matter.
    #[default]
    Lenient,
    /// Lines must have the exact form of the assignment.
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
    /// The format of a game's programs. `moves` and `results` replace the game's patterns.
    pub fn new(
        game: Kind,
        moves: Option<&str>,
        results: Option<&str>,
        strictness: Strictness,
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
            strictness,
        })
    }

    /// Returns the meaning of a line. `None` if it has none for the harness. The second value is the correct
    /// form of a line that does not follow the format exactly.
    pub fn read(&self, line: &str) -> Option<(LineMeaning, Option<String>)> {
        let exact = self.read_exactly(line);
        if self.strictness == Strictness::Lenient && matches!(exact, None | Some(LineMeaning::Malformed(_))) {
            let meant = proper_forms(line).into_iter().find_map(|form| {
                let meaning = self
                    .read_exactly(&form)
                    .filter(|meaning| !matches!(meaning, LineMeaning::Malformed(_)))?;
                Some((meaning, Some(form)))
            });
            if meant.is_some() {
                return meant;
            }
        }
        exact.map(|meaning| (meaning, None))
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

    /// An example of a correct line.
    pub fn example(&self) -> &'static str {
        self.example
    }
}

/// Correct forms that a line with a leading `*` may stand for, the most likely first.
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

/// The winner that a result names, to compare the results of two programs. If a result names neither a winner
/// nor a draw, returns its text.
pub fn winner(result: &str) -> String {
    let text = result.trim_start_matches('*').trim().to_lowercase();
    let before_win = text.split("win").next().unwrap_or_default();
    // The side named last before the verb, as in “No moves for white: black wins.”
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
