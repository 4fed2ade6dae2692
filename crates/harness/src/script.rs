//! Scripts: the format of `.in` files.
//!
//! The first line that is neither blank nor a comment may name the program (`#* COMMAND`). After that, lines
//! that begin with `#*` are instructions to the harness, and all other lines are sent to the program
//! unchanged. Words after an instruction are ignored. This module only parses.

use std::time::Duration;

use thiserror::Error;

use crate::compare::{Checks, UnknownMode, compiled};

/// A parsed script.
#[derive(Clone, PartialEq, Debug)]
pub struct Script {
    /// The command that runs the program, if the script begins with one.
    pub command: Option<String>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// How the output is checked: `#*compare`, `#*ignore`, `#*stderr`, `#*exit`.
    pub checks: Checks,
}

/// A step, and its place in the script.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The line of the script, counted from 1.
    pub line: usize,
    /// The action.
    pub action: Action,
}

/// What a line of a script asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Send this line to the program.
    Send(String),
    /// `#*time MOVE GAME`: sets the time limits from here on.
    Time {
        /// For one move.
        per_move: Duration,
        /// For the moves of one side in one game.
        per_game: Duration,
    },
    /// `#*move`: wait for an AI's move. Pass it on to the other program, if there is one.
    Move,
    /// `#*move/win`: wait for AI moves until there is a result.
    MovesToResult {
        /// `#*move/win+`: include the result in the output.
        print: bool,
    },
    /// `#*win+`: wait for a result and include it in the output.
    Result,
    /// `#*remote move`: send the other program's next move to this one.
    RemoteMove,
    /// `#*remote move/win`: send the other program's move to this one, wait for its answer and pass it on,
    /// until there is a result.
    RemoteToResult {
        /// `#*remote move/win+`: include the result in the output.
        print: bool,
    },
}

impl Action {
    /// Whether the action needs two programs.
    pub fn needs_two(&self) -> bool {
        matches!(self, Action::RemoteMove | Action::RemoteToResult { .. })
    }
}

/// Why a script is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct ScriptError {
    /// The line of the script, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: ScriptErrorReason,
}

/// What is wrong with a line of a script.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ScriptErrorReason {
    /// An unknown instruction.
    #[error("“{0}” is not an instruction of the harness")]
    Unknown(String),
    /// `#*time` without two numbers.
    #[error("#*time needs two numbers of seconds above 0, not “{0}”")]
    BadTime(String),
    /// `#*compare` or `#*stderr` with an unknown mode.
    #[error(transparent)]
    BadMode(UnknownMode),
    /// `#*ignore` without a regular expression.
    #[error("#*ignore needs a regular expression, not “{0}”")]
    BadIgnore(String),
    /// `#*exit` without an exit code.
    #[error("#*exit needs an exit code from 0 to 255, or any, not “{0}”")]
    BadExit(String),
}

/// The maximum of a time limit (one day), so that sums of times do not overflow.
const MAX_TIME_LIMIT: f64 = 86_400.0;

impl Script {
    /// Parses a script.
    pub fn parse(text: &str) -> Result<Script, ScriptError> {
        let mut script = Script {
            command: None,
            steps: Vec::new(),
            checks: Checks::default(),
        };
        // Some editors write a byte-order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut is_head = true;
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            let failed = |reason| ScriptError { line, reason };
            if is_head && let Some(command) = command_line(text) {
                // Lines before the command are comments, which are not sent to the program.
                script.steps.clear();
                script.command = Some(command.to_owned());
                is_head = false;
                continue;
            }
            is_head &= is_comment(text);
            let action = match instruction(text) {
                None => Action::Send(text.to_owned()),
                Some(words) => match read_instruction(words).map_err(failed)? {
                    Instruction::Do(action) => action,
                    Instruction::Check(checks) => {
                        script.checks = checks.or(&script.checks);
                        continue;
                    }
                },
            };
            script.steps.push(Step { line, action });
        }
        Ok(script)
    }

    /// Whether a step needs two programs.
    pub fn needs_two(&self) -> bool {
        self.steps.iter().any(|step| step.action.needs_two())
    }
}

/// Whether a line may stand before the one that names the program.
fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || (text.starts_with('#') && instruction(text).is_none())
}

/// The command in a line: the text after `#*` or `#!`, unless it is an instruction.
fn command_line(text: &str) -> Option<&str> {
    let command = text
        .strip_prefix("#*")
        .or_else(|| text.strip_prefix("#!"))?
        .trim();
    let is_instruction = !matches!(read_instruction(command), Err(ScriptErrorReason::Unknown(_)));
    (!command.is_empty() && !is_instruction).then_some(command)
}

/// The text after `#*`. Some copies of the specification write `#!` or `##` instead. These are accepted only
/// if an instruction follows and nothing else. Otherwise the line is sent to the program.
fn instruction(text: &str) -> Option<&str> {
    if let Some(words) = text.strip_prefix("#*") {
        return Some(words.trim());
    }
    let words = text.strip_prefix("#!").or_else(|| text.strip_prefix("##"))?;
    let has_more = match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["remote", _, ref more @ ..] | ["time", _, _, ref more @ ..] | [_, ref more @ ..] => !more.is_empty(),
        [] => true,
    };
    let is_exact = !words.starts_with(char::is_whitespace) && !has_more && read_instruction(words).is_ok();
    is_exact.then_some(words)
}

/// A word without a comment right after it: `move#` is `move`.
fn before_comment(text: &str) -> &str {
    text.split('#').next().unwrap_or_default()
}

/// A parsed instruction.
enum Instruction {
    Do(Action),
    Check(Checks),
}

fn read_instruction(text: &str) -> Result<Instruction, ScriptErrorReason> {
    if let Some(checks) = read_check(text)? {
        return Ok(Instruction::Check(checks));
    }
    let words: Vec<&str> = before_comment(text).split_whitespace().collect();
    Ok(Instruction::Do(match words[..] {
        ["move", ..] => Action::Move,
        ["move/win", ..] => Action::MovesToResult { print: false },
        ["move/win+", ..] => Action::MovesToResult { print: true },
        ["win+", ..] => Action::Result,
        ["remote", "move", ..] => Action::RemoteMove,
        ["remote", "move/win", ..] => Action::RemoteToResult { print: false },
        ["remote", "move/win+", ..] => Action::RemoteToResult { print: true },
        ["time", ref limits @ ..] => {
            let mut numbers = limits.iter().map(|word| seconds(word));
            match [numbers.next(), numbers.next()] {
                [Some(Some(per_move)), Some(Some(per_game))] => Action::Time { per_move, per_game },
                _ => return Err(ScriptErrorReason::BadTime(limits.join(" "))),
            }
        }
        _ => return Err(ScriptErrorReason::Unknown(text.chars().take(60).collect())),
    }))
}

/// Parses an instruction about checks. Returns `None` if it is another instruction.
fn read_check(text: &str) -> Result<Option<Checks>, ScriptErrorReason> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    // A pattern may contain `#`.
    if word == "ignore" {
        compiled(rest)
            .ok()
            .filter(|_| !rest.is_empty())
            .ok_or_else(|| ScriptErrorReason::BadIgnore(rest.to_owned()))?;
        return Ok(Some(Checks {
            ignore: vec![rest.to_owned()],
            ..Checks::default()
        }));
    }
    let operand = before_comment(rest).split_whitespace().next().unwrap_or_default();
    let mode = || operand.parse().map_err(ScriptErrorReason::BadMode);
    Ok(match word {
        "compare" => Some(Checks {
            output: Some(mode()?),
            ..Checks::default()
        }),
        "stderr" => Some(Checks {
            errors: Some(mode()?),
            ..Checks::default()
        }),
        "exit" => {
            let exit = operand
                .parse()
                .map_err(|_| ScriptErrorReason::BadExit(operand.to_owned()))?;
            Some(Checks {
                exit: Some(exit),
                ..Checks::default()
            })
        }
        _ => None,
    })
}

/// Parses a positive number of seconds.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (seconds.is_finite() && seconds > 0.0).then(|| Duration::from_secs_f64(seconds.min(MAX_TIME_LIMIT)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{ExpectedExit, Mode};

    fn actions(text: &str) -> Vec<Action> {
        let script = Script::parse(text).expect("a script");
        script.steps.into_iter().map(|step| step.action).collect()
    }

    #[test]
    fn the_first_line_names_the_program_in_either_spelling() {
        for text in [
            "#* java -ea loa.Main\nnew\n",
            "#! java -ea loa.Main\nnew",
            "#*java -ea loa.Main\r\nnew\r\n",
        ] {
            let script = Script::parse(text).expect("a script");
            assert_eq!(script.command.as_deref(), Some("java -ea loa.Main"));
            assert_eq!(
                script.steps,
                [Step {
                    line: 2,
                    action: Action::Send("new".into())
                }]
            );
        }
        let script = Script::parse("#*move\n").expect("a script");
        assert_eq!((script.command, script.steps.len()), (None, 1));
    }

    #[test]
    fn every_instruction_is_parsed_with_any_spacing() {
        let text = "#* loa\n#*time 5 2.5\n#*move\n#*move/win\n#*  move/win+ \n#*win+\n#*remote move\n\
            #*remote  move/win\n##remote move/win+\n";
        let [five, half] = [5.0, 2.5].map(Duration::from_secs_f64);
        assert_eq!(
            actions(text),
            [
                Action::Time {
                    per_move: five,
                    per_game: half
                },
                Action::Move,
                Action::MovesToResult { print: false },
                Action::MovesToResult { print: true },
                Action::Result,
                Action::RemoteMove,
                Action::RemoteToResult { print: false },
                Action::RemoteToResult { print: true },
            ]
        );
    }

    #[test]
    fn comments_and_blank_lines_may_stand_before_the_command() {
        let text = "\u{feff}# Moves of the corner.\r\n\n  # By the staff.\n## Note\n#* java -ea loa.Main\n\n# sent\n";
        let script = Script::parse(text).expect("a script");
        assert_eq!(script.command.as_deref(), Some("java -ea loa.Main"));
        let lines: Vec<usize> = script.steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, [6, 7]);
        // Without a command, comments are sent to the program. The command must come before everything else.
        let script = Script::parse("# a note\nnew\n").expect("a script");
        assert_eq!((script.command, script.steps.len()), (None, 2));
        for late in ["new\n#* loa\n", "#*move\n#* loa\n", "# a note\n##move\n#* loa\n"] {
            assert!(Script::parse(late).is_err(), "{late}");
        }
    }

    #[test]
    fn words_after_an_instruction_are_ignored() {
        let text = "#* loa\n#*move # a comment\n#*move#here\n#*win+ now please\n#*remote move/win and wait\n\
            #*time 5 60 seconds\n#*time 5 60# each\n##move on\n";
        let (per_move, per_game) = (Duration::from_secs(5), Duration::from_secs(60));
        assert_eq!(
            actions(text),
            [
                Action::Move,
                Action::Move,
                Action::Result,
                Action::RemoteToResult { print: false },
                Action::Time { per_move, per_game },
                Action::Time { per_move, per_game },
                Action::Send("##move on".into()),
            ]
        );
    }

    #[test]
    fn comments_and_blank_lines_go_to_the_program() {
        let sent: Vec<Action> = ["# a note", "", "  #*move", "## move on"]
            .map(|line| Action::Send(line.into()))
            .into();
        assert_eq!(actions("#* loa\n# a note\n\n  #*move\n## move on"), sent);
    }

    #[test]
    fn a_script_sets_how_its_output_is_compared() {
        let text = "#* othello\n#*compare lines # not dumps\n#*ignore ^Seed #\n#*ignore x\n#*stderr exact\n#*exit 3\nF5\n";
        let script = Script::parse(text).expect("a script");
        let expected = Checks {
            output: Some(Mode::Lines),
            ignore: vec!["x".into(), "^Seed #".into()],
            errors: Some(Mode::Exact),
            exit: Some(ExpectedExit::Code(3)),
        };
        assert_eq!((script.checks, script.steps.len()), (expected, 1));
        for (line, message) in [
            (
                "#*compare sums",
                "line 1: “sums” is not a way to compare: expected dump, exact, lines or regex",
            ),
            ("#*ignore", "line 1: #*ignore needs a regular expression, not “”"),
            (
                "#*ignore (",
                "line 1: #*ignore needs a regular expression, not “(”",
            ),
            (
                "#*exit 256",
                "line 1: #*exit needs an exit code from 0 to 255, or any, not “256”",
            ),
        ] {
            assert_eq!(Script::parse(line).expect_err("an error").to_string(), message);
        }
    }

    #[test]
    fn an_unknown_instruction_and_a_bad_time_name_their_line() {
        for (text, message) in [
            (
                "#* loa\nnew\n#*jump\n",
                "line 3: “jump” is not an instruction of the harness",
            ),
            (
                "#* loa\n#*time 5\n",
                "line 2: #*time needs two numbers of seconds above 0, not “5”",
            ),
            (
                "#* loa\n#*time 0 nan\n",
                "line 2: #*time needs two numbers of seconds above 0, not “0 nan”",
            ),
        ] {
            assert_eq!(Script::parse(text).expect_err("an error").to_string(), message);
        }
    }
}
