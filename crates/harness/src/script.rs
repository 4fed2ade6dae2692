//! The scripts: what a `.in` file asks of the harness.
//!
//! The first line may name the program (`#* COMMAND`). Of the rest, lines that begin with `#*` are
//! instructions to the harness and all others go to the program as they are. Nothing here runs anything.

use std::time::Duration;

use thiserror::Error;

/// A script, read.
#[derive(Clone, PartialEq, Debug)]
pub struct Script {
    /// The command that runs the program, when the first line gives one.
    pub command: Option<String>,
    /// What to do, in order.
    pub steps: Vec<Step>,
}

/// One thing to do, and where the script says so.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The line of the script, counted from 1.
    pub line: usize,
    /// What to do.
    pub action: Action,
}

/// What a line of a script asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Send this line to the program.
    Send(String),
    /// `#*time MOVE GAME`: from here on these limits hold.
    Time {
        /// For one move.
        per_move: Duration,
        /// For the moves of one side in one game.
        per_game: Duration,
    },
    /// `#*move`: wait for an AI's move and pass it on to the other program, if there is one.
    Move,
    /// `#*move/win`: wait for AIs' moves until a result comes.
    MovesToResult {
        /// `#*move/win+`: the result belongs to the output.
        print: bool,
    },
    /// `#*win+`: wait for a result, which belongs to the output.
    Result,
    /// `#*remote move`: give this program the next move of the other one.
    RemoteMove,
    /// `#*remote move/win`: give this program a move of the other one, wait for its answer and pass that
    /// on, until a result comes.
    RemoteToResult {
        /// `#*remote move/win+`: the result belongs to the output.
        print: bool,
    },
}

impl Action {
    /// Whether the action makes sense only between two programs.
    pub fn needs_two(&self) -> bool {
        matches!(self, Action::RemoteMove | Action::RemoteToResult { .. })
    }
}

/// Why a script cannot be run.
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
    /// An instruction that does not exist.
    #[error("“{0}” is not an instruction of the harness")]
    Unknown(String),
    /// `#*time` without two numbers.
    #[error("#*time needs two numbers of seconds above 0, not “{0}”")]
    BadTime(String),
}

/// Longer limits than this (a day) are cut to it, so that no sum of times overflows.
const LONGEST: f64 = 86_400.0;

impl Script {
    /// Reads a script. Bytes that are no text reach the program as replacement characters.
    pub fn parse(text: &str) -> Result<Script, ScriptError> {
        let mut script = Script {
            command: None,
            steps: Vec::new(),
        };
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            let failed = |reason| ScriptError { line, reason };
            if index == 0
                && let Some(command) = command_line(text)
            {
                script.command = Some(command.to_owned());
                continue;
            }
            let action = match instruction(text) {
                None => Action::Send(text.to_owned()),
                Some(words) => read_instruction(words).map_err(failed)?,
            };
            script.steps.push(Step { line, action });
        }
        Ok(script)
    }

    /// Whether some step makes sense only between two programs.
    pub fn needs_two(&self) -> bool {
        self.steps.iter().any(|step| step.action.needs_two())
    }
}

/// The command of a first line: what follows `#*` or `#!`, unless that is an instruction.
fn command_line(text: &str) -> Option<&str> {
    let command = text
        .strip_prefix("#*")
        .or_else(|| text.strip_prefix("#!"))?
        .trim();
    let is_instruction = !matches!(read_instruction(command), Err(ScriptErrorReason::Unknown(_)));
    (!command.is_empty() && !is_instruction).then_some(command)
}

/// What follows `#*`. Copies of the specification in circulation write `#!` or `##` instead: these count
/// when exactly an instruction follows, and are comments for the program otherwise.
fn instruction(text: &str) -> Option<&str> {
    if let Some(words) = text.strip_prefix("#*") {
        return Some(words.trim());
    }
    let words = text.strip_prefix("#!").or_else(|| text.strip_prefix("##"))?;
    let is_exact = !words.starts_with(char::is_whitespace) && read_instruction(words).is_ok();
    is_exact.then_some(words)
}

fn read_instruction(text: &str) -> Result<Action, ScriptErrorReason> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        ["move"] => Action::Move,
        ["move/win"] => Action::MovesToResult { print: false },
        ["move/win+"] => Action::MovesToResult { print: true },
        ["win+"] => Action::Result,
        ["remote", "move"] => Action::RemoteMove,
        ["remote", "move/win"] => Action::RemoteToResult { print: false },
        ["remote", "move/win+"] => Action::RemoteToResult { print: true },
        ["time", ref limits @ ..] => match limits.iter().map(|word| seconds(word)).collect::<Vec<_>>()[..] {
            [Some(per_move), Some(per_game)] => Action::Time { per_move, per_game },
            _ => return Err(ScriptErrorReason::BadTime(limits.join(" "))),
        },
        _ => return Err(ScriptErrorReason::Unknown(text.chars().take(60).collect())),
    })
}

/// Reads a number of seconds above 0, with decimals or without.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (seconds.is_finite() && seconds > 0.0).then(|| Duration::from_secs_f64(seconds.min(LONGEST)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn every_instruction_is_read_whatever_its_spacing() {
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
    fn comments_and_blank_lines_go_to_the_program() {
        let sent: Vec<Action> = ["# a note", "", "  #*move", "## move on"]
            .map(|line| Action::Send(line.into()))
            .into();
        assert_eq!(actions("#* loa\n# a note\n\n  #*move\n## move on"), sent);
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
