//! Suite files: which tests there are, what they are worth, and how submissions are built and run.
//!
//! ```toml
//! name = "Project 2: Lines of Action"
//! build = "javac -d out src/*.java"
//! run = "java -cp out loa.Main"
//! files = ["support/Board.java"]
//!
//! [limits]
//! move = 10
//! memory = "512M"
//!
//! [[group]]
//! name = "Commands"
//! points = 20
//! tests = ["commands/*.in"]
//!
//! [[test]]
//! name = "Forced win"
//! script = "ai/win.in"
//! points = 5
//! visibility = "after_due_date"
//!
//! [[test]]
//! name = "Unit tests"
//! run = "mvn -q test"
//! reports = "target/surefire-reports/*.xml"
//! points = 30
//! ```

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_games::Kind;
use parlor_process::sandbox::Allowance;
use serde::Deserialize;
use serde::de::Error as _;
use toml::Spanned;

use crate::compare::{Checks, ExpectedExit, Mode, compiled};
use crate::run::Limits;
use crate::step;
use crate::suite::{RunStep, Test, Visibility};

/// A parsed suite. All files that it names exist.
#[derive(Clone, PartialEq, Debug)]
pub struct Suite {
    /// The name.
    pub name: String,
    /// The folder of the suite file. Paths in it are relative to this folder.
    pub folder: PathBuf,
    /// The game whose output to expect, if it is set.
    pub game: Option<Kind>,
    /// Whether output must have the exact form of the assignment.
    pub is_strict: bool,
    /// The command that builds a submission, and its time limit.
    pub build: Option<(String, Duration)>,
    /// The command that runs a submission, instead of those in the scripts.
    pub run: Option<String>,
    /// Course files that are copied into every submission, replacing files of the same name.
    pub files: Vec<PathBuf>,
    /// How scripts are checked, unless they set it themselves.
    pub checks: Checks,
    /// The time limits, unless a script sets others.
    pub limits: Limits,
    /// The factor for all time limits.
    pub time_factor: f64,
    /// The maximum number of bytes that a program may print.
    pub output_limit: usize,
    /// The limits in the sandbox.
    pub allowance: Allowance,
    /// Whether results are shown on a leaderboard.
    pub has_leaderboard: bool,
    /// The tests, in order.
    pub tests: Vec<Test>,
}

/// What is wrong with a suite file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1, if the error is in a line.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub reason: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.reason)
    }
}

impl std::error::Error for SuiteError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    name: Option<String>,
    game: Option<Spanned<String>>,
    #[serde(default)]
    strict: bool,
    build: Option<String>,
    run: Option<String>,
    #[serde(default)]
    files: Vec<Spanned<String>>,
    #[serde(default)]
    leaderboard: bool,
    compare: Option<Mode>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    stderr: Option<Mode>,
    exit: Option<Exit>,
    #[serde(default)]
    limits: LimitsTable,
    #[serde(default)]
    group: Vec<Group>,
    #[serde(default)]
    test: Vec<TestTable>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct LimitsTable {
    r#move: Option<Seconds>,
    game: Option<Seconds>,
    win: Option<Seconds>,
    exit: Option<Seconds>,
    build: Option<Seconds>,
    run: Option<Seconds>,
    time_factor: Option<Seconds>,
    output: Option<Size>,
    memory: Option<Size>,
    processes: Option<u64>,
    scratch: Option<Size>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Group {
    name: String,
    points: Option<Spanned<f64>>,
    #[serde(default)]
    visibility: Visibility,
    tests: Vec<Spanned<String>>,
    program: Option<String>,
    opponent: Option<String>,
    compare: Option<Mode>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    stderr: Option<Mode>,
    exit: Option<Exit>,
    #[serde(default)]
    needs_sandbox: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TestTable {
    name: Option<String>,
    script: Option<Spanned<String>>,
    scripts: Option<Spanned<Vec<Spanned<String>>>>,
    run: Option<Spanned<String>>,
    reports: Option<Spanned<String>>,
    limit: Option<Seconds>,
    points: Option<Spanned<f64>>,
    group: Option<String>,
    #[serde(default)]
    visibility: Visibility,
    program: Option<String>,
    opponent: Option<String>,
    compare: Option<Mode>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    stderr: Option<Mode>,
    exit: Option<Exit>,
    #[serde(default)]
    needs_sandbox: bool,
}

/// A positive number, such as a number of seconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f64")]
struct Seconds(f64);

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(number: f64) -> Result<Seconds, String> {
        let is_sensible = number > 0.0 && number <= 86_400.0;
        is_sensible
            .then_some(Seconds(number))
            .ok_or_else(|| format!("expected a number above 0 and at most 86400, not {number}"))
    }
}

impl Seconds {
    fn duration(self) -> Duration {
        Duration::from_secs_f64(self.0)
    }
}

/// A number of bytes: `4096`, `"512K"`, `"64M"`, `"2G"`.
#[derive(Clone, Copy)]
struct Size(u64);

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Text {
            Number(u64),
            Text(String),
        }
        let expected = || D::Error::custom("expected a number of bytes, such as 65536 or \"64M\"");
        match Text::deserialize(deserializer).map_err(|_| expected())? {
            Text::Number(bytes) => Ok(Size(bytes)),
            Text::Text(text) => {
                let unit = text.chars().last().unwrap_or_default().to_ascii_uppercase();
                let shift = match unit {
                    'K' => 10,
                    'M' => 20,
                    'G' => 30,
                    _ => return Err(expected()),
                };
                let number: u64 = text[..text.len() - 1].trim().parse().map_err(|_| expected())?;
                let bytes = number.checked_mul(1 << shift).ok_or_else(expected)?;
                Ok(Size(bytes))
            }
        }
    }
}

/// An exit code, or `"any"`.
#[derive(Clone, Copy)]
struct Exit(ExpectedExit);

impl<'de> Deserialize<'de> for Exit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Exit, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Text {
            Code(u8),
            Word(String),
        }
        match Text::deserialize(deserializer) {
            Ok(Text::Code(code)) => Ok(Exit(ExpectedExit::Code(code.into()))),
            Ok(Text::Word(word)) if word == "any" => Ok(Exit(ExpectedExit::Any)),
            _ => Err(D::Error::custom(
                "expected an exit code from 0 to 255, or \"any\"",
            )),
        }
    }
}

impl Suite {
    /// Reads a suite file.
    pub fn read(file: &Path) -> Result<Suite, SuiteError> {
        let text = fs::read_to_string(file).map_err(|error| SuiteError {
            file: file.to_owned(),
            line: None,
            reason: error.to_string(),
        })?;
        let folder = match file.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        Suite::parse(&text, file, folder)
    }

    fn parse(text: &str, file: &Path, folder: &Path) -> Result<Suite, SuiteError> {
        let wrong = |span: Option<Range<usize>>, reason: String| SuiteError {
            file: file.to_owned(),
            line: span.map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1),
            reason,
        };
        let read: File =
            toml::from_str(text).map_err(|error| wrong(error.span(), error.message().replace('\n', " ")))?;
        let reader = Reader {
            folder,
            wrong: &wrong,
            step_limit: read.limits.run.map_or(Duration::from_secs(60), Seconds::duration),
        };
        let mut tests = Vec::new();
        for group in &read.group {
            tests.extend(reader.group(group)?);
        }
        for table in &read.test {
            tests.push(reader.test(table)?);
        }
        if tests.is_empty() {
            return Err(wrong(
                None,
                "expected at least one [[group]] or [[test]]".to_owned(),
            ));
        }
        let game = read.game.as_ref().map(|name| {
            let kind: Result<Kind, _> = name.get_ref().parse();
            kind.map_err(|error| wrong(Some(name.span()), format!("expected the name of a game: {error}")))
        });
        let files = read
            .files
            .iter()
            .map(|name| reader.existing(name).map(|_| PathBuf::from(name.get_ref())));
        let limits = &read.limits;
        let defaults = Limits::default();
        let time = |limit: Option<Seconds>, default| limit.map_or(default, Seconds::duration);
        let allowance = Allowance::default();
        Ok(Suite {
            name: read.name.clone().unwrap_or_else(|| file.display().to_string()),
            folder: folder.to_owned(),
            game: game.transpose()?,
            is_strict: read.strict,
            build: read
                .build
                .clone()
                .map(|command| (command, time(limits.build, Duration::from_secs(300)))),
            run: read.run.clone(),
            files: files.collect::<Result<_, _>>()?,
            checks: reader.checks(read.compare, &read.ignore, read.stderr, read.exit)?,
            limits: Limits {
                per_move: time(limits.r#move, defaults.per_move),
                per_game: time(limits.game, defaults.per_game),
                result: time(limits.win, defaults.result),
                exit: time(limits.exit, defaults.exit),
            },
            time_factor: limits.time_factor.map_or(1.0, |factor| factor.0),
            output_limit: limits.output.map_or(4 << 20, |size| size.0 as usize),
            allowance: Allowance {
                memory: limits.memory.map_or(allowance.memory, |size| size.0),
                processes: limits.processes.unwrap_or(allowance.processes),
                scratch: limits.scratch.map_or(allowance.scratch, |size| size.0),
            },
            has_leaderboard: read.leaderboard,
            tests,
        })
    }
}

struct Reader<'a> {
    folder: &'a Path,
    wrong: &'a dyn Fn(Option<Range<usize>>, String) -> SuiteError,
    step_limit: Duration,
}

impl Reader<'_> {
    fn points(&self, points: Option<&Spanned<f64>>) -> Result<Option<f64>, SuiteError> {
        let Some(points) = points else { return Ok(None) };
        let value = *points.get_ref();
        if value.is_finite() && value >= 0.0 {
            return Ok(Some(value));
        }
        Err((self.wrong)(
            Some(points.span()),
            format!("expected points of 0 or more, not {value}"),
        ))
    }

    fn checks(
        &self,
        output: Option<Mode>,
        ignore: &[Spanned<String>],
        errors: Option<Mode>,
        exit: Option<Exit>,
    ) -> Result<Checks, SuiteError> {
        for pattern in ignore {
            compiled(pattern.get_ref())
                .map_err(|error| (self.wrong)(Some(pattern.span()), error.to_string()))?;
        }
        Ok(Checks {
            output,
            ignore: ignore.iter().map(|pattern| pattern.get_ref().clone()).collect(),
            errors,
            exit: exit.map(|exit| exit.0),
        })
    }

    /// The path of a file in the folder of the suite. It is an error if the file does not exist.
    fn existing(&self, name: &Spanned<String>) -> Result<PathBuf, SuiteError> {
        let path = self.folder.join(name.get_ref());
        let is_inside = Path::new(name.get_ref()).components().all(|part| {
            matches!(
                part,
                std::path::Component::Normal(_) | std::path::Component::CurDir
            )
        });
        if !is_inside {
            return Err((self.wrong)(
                Some(name.span()),
                format!(
                    "expected a path in the folder of the suite, not “{}”",
                    name.get_ref()
                ),
            ));
        }
        if !path.exists() {
            return Err((self.wrong)(
                Some(name.span()),
                format!("there is no {}", path.display()),
            ));
        }
        Ok(path)
    }

    fn group(&self, group: &Group) -> Result<Vec<Test>, SuiteError> {
        let mut scripts: Vec<PathBuf> = Vec::new();
        for pattern in &group.tests {
            let found: Vec<PathBuf> = step::find(self.folder, pattern.get_ref())
                .into_iter()
                .filter(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "in"))
                .collect();
            if found.is_empty() {
                return Err((self.wrong)(
                    Some(pattern.span()),
                    format!(
                        "there is no script (.in) or folder {}",
                        self.folder.join(pattern.get_ref()).display()
                    ),
                ));
            }
            scripts.extend(found);
        }
        // Two scripts in a group are a pair only if they have instructions for two programs.
        let found = crate::suite::find_unpaired_tests(&scripts)
            .map_err(|error| (self.wrong)(None, format!("group {}: {error}", group.name)))?;
        let points = self.points(group.points.as_ref())?;
        let each = points.map_or(1.0, |points| points / found.len().max(1) as f64);
        let checks = self.checks(group.compare, &group.ignore, group.stderr, group.exit)?;
        let complete = |test: Test| Test {
            title: Some(self.title(&test)),
            checks: checks.clone(),
            program: group.program.clone(),
            opponent: group.opponent.clone(),
            points: each,
            group: Some(group.name.clone()),
            visibility: group.visibility,
            needs_sandbox: group.needs_sandbox,
            ..test
        };
        Ok(found.into_iter().map(complete).collect())
    }

    /// The name of a test relative to the folder of the suite.
    fn title(&self, test: &Test) -> String {
        let name = test.name();
        let folder = self.folder.display().to_string();
        let short = name
            .strip_prefix(&folder)
            .map(|name| name.trim_start_matches('/'));
        short.unwrap_or(&name).to_owned()
    }

    fn test(&self, table: &TestTable) -> Result<Test, SuiteError> {
        let nowhere = || {
            let name = table.name.as_deref().unwrap_or("without a name");
            (self.wrong)(
                None,
                format!("test {name}: expected exactly one of script, scripts and run"),
            )
        };
        let (scripts, step) = match (&table.script, &table.scripts, &table.run) {
            (Some(script), None, None) => (vec![self.existing(script)?], None),
            (None, Some(pair), None) => {
                if pair.get_ref().len() != 2 {
                    return Err((self.wrong)(
                        Some(pair.span()),
                        "expected two scripts whose programs play each other".to_owned(),
                    ));
                }
                let scripts = pair.get_ref().iter().map(|script| self.existing(script));
                (scripts.collect::<Result<_, _>>()?, None)
            }
            (None, None, Some(command)) => {
                let step = RunStep {
                    command: command.get_ref().clone(),
                    reports: table.reports.as_ref().map(|pattern| pattern.get_ref().clone()),
                    limit: table.limit.map_or(self.step_limit, Seconds::duration),
                };
                (Vec::new(), Some(step))
            }
            _ => return Err(nowhere()),
        };
        if let (Some(reports), None) = (&table.reports, &step) {
            return Err((self.wrong)(
                Some(reports.span()),
                "reports belong to a test with run".to_owned(),
            ));
        }
        let mut test = Test {
            scripts,
            title: table.name.clone(),
            step,
            checks: self.checks(table.compare, &table.ignore, table.stderr, table.exit)?,
            program: table.program.clone(),
            opponent: table.opponent.clone(),
            points: self.points(table.points.as_ref())?.unwrap_or(1.0),
            group: table.group.clone(),
            visibility: table.visibility,
            needs_sandbox: table.needs_sandbox,
        };
        if test.title.is_none() {
            test.title = Some(self.title(&test));
        }
        Ok(test)
    }
}

#[cfg(test)]
mod tests;
