//! Grading: runs a suite on one submission or on a folder of them.
//!
//! Every submission is copied to its own folder, built and tested there, so that submissions cannot affect
//! each other. Each test is recorded as soon as it ends. If grading is killed, the next run continues where
//! it stopped and does not grade the same work twice.

mod copy;
mod journal;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::compare::ExpectedExit;
use crate::failure::{FailedBuild, Failure, FailureKind};
use crate::record::{Record, Tally};
use crate::report;
use crate::run::RunResult;
use crate::step::run_command;
use crate::suite::{Options, Test, TestResult, run_test};
use crate::suite_file::Suite;

pub use copy::CopyError;
use journal::Journal;

/// The result of grading a submission.
#[derive(Clone, PartialEq, Debug)]
pub struct Student {
    /// The name of the submission.
    pub name: String,
    /// The tests that were run, in the order of the suite.
    pub records: Vec<Record>,
    /// Why the submission could not be tested, if so.
    pub problem: Option<String>,
    /// Whether all results are from an earlier run.
    pub is_old: bool,
}

/// Why the submissions could not be graded.
#[derive(Debug, Error)]
pub enum GradeError {
    /// The submissions cannot be listed.
    #[error("cannot read {folder}: {error}")]
    Submissions {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// There are no submissions.
    #[error("there is no submission in {0}: expected a folder for each")]
    NoSubmissions(PathBuf),
    /// The results cannot be written.
    #[error("cannot write {file}: {error}")]
    Results {
        /// The file or folder.
        file: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Another process is writing results there.
    #[error("{0} is being written by another run of parlor check")]
    Busy(PathBuf),
}

/// The submissions in a folder: all its subfolders, sorted, except those whose name begins with a full stop.
pub fn submissions(folder: &Path) -> Result<Vec<PathBuf>, GradeError> {
    let failed = |error| GradeError::Submissions {
        folder: folder.to_owned(),
        error,
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !is_hidden {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(GradeError::NoSubmissions(folder.to_owned()));
    }
    Ok(found)
}

/// Grades a class: many submissions, several at a time. Writes the results of each submission and of the class.
pub struct Class<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// How to run it. The environment is set for each submission.
    pub options: &'a Options,
    /// The folder for the results.
    pub results: &'a Path,
    /// The number of submissions to grade at a time.
    pub n_jobs: usize,
    /// Set to interrupt the grading.
    pub stop: &'a AtomicBool,
}

impl Class<'_> {
    /// Grades these submissions. Calls `done` with each when it is finished, in any order.
    pub fn grade(
        &self,
        submissions: &[PathBuf],
        done: &(dyn Fn(&Student) + Sync),
    ) -> Result<Vec<Student>, GradeError> {
        let failed = |file: &Path| {
            let file = file.to_owned();
            move |error| GradeError::Results { file, error }
        };
        fs::create_dir_all(self.results).map_err(failed(self.results))?;
        let lock_path = self.results.join(".lock");
        let lock = fs::File::create(&lock_path).map_err(failed(&lock_path))?;
        if lock.try_lock().is_err() {
            return Err(GradeError::Busy(self.results.to_owned()));
        }
        let work = self.results.join(".work");
        copy::remove(&work).map_err(failed(&work))?;
        fs::create_dir_all(&work).map_err(failed(&work))?;
        let next = AtomicUsize::new(0);
        let graded: Mutex<Vec<(usize, Result<Student, GradeError>)>> = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.n_jobs.clamp(1, submissions.len().max(1)) {
                scope.spawn(|| {
                    while !self.stop.load(Ordering::SeqCst) {
                        let index = next.fetch_add(1, Ordering::SeqCst);
                        let Some(submission) = submissions.get(index) else {
                            return;
                        };
                        let student = self.grade_one(submission, &work);
                        if let Ok(student) = &student {
                            done(student);
                        }
                        let mut graded = graded.lock().unwrap_or_else(PoisonError::into_inner);
                        graded.push((index, student));
                    }
                });
            }
        });
        copy::remove(&work).map_err(failed(&work))?;
        let mut graded = graded.into_inner().unwrap_or_else(PoisonError::into_inner);
        graded.sort_by_key(|&(index, _)| index);
        let students: Vec<Student> = graded
            .into_iter()
            .map(|(_, student)| student)
            .collect::<Result<_, _>>()?;
        self.write_class(&students)?;
        Ok(students)
    }

    fn grade_one(&self, submission: &Path, work: &Path) -> Result<Student, GradeError> {
        let name = submission.file_name().map_or_else(
            || "submission".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        let folder = self.results.join(&name);
        let failed = |error| GradeError::Results {
            file: folder.clone(),
            error,
        };
        fs::create_dir_all(&folder).map_err(failed)?;
        let work = work.join(&name);
        let mut student = Student {
            name,
            records: Vec::new(),
            problem: None,
            is_old: false,
        };
        let fingerprint = copy::fingerprint(submission, self.suite, self.options);
        let mut journal = Journal::open(&folder.join("graded.jsonl"), fingerprint).map_err(failed)?;
        let known = journal.records();
        student.is_old = self
            .suite
            .tests
            .iter()
            .all(|test| known.contains_key(&test.name()));
        let prepared = if student.is_old {
            Ok(())
        } else {
            prepare(self.suite, submission, &work, self.options, self.stop)
        };
        if let Err(problem) = &prepared {
            student.problem = Some(problem.to_string());
        }
        for test in &self.suite.tests {
            if let Some(record) = known.get(&test.name()) {
                student.records.push(record.clone());
                continue;
            }
            let result = match &prepared {
                Ok(()) => run_one(self.suite, test, &work, self.options, self.stop),
                Err(problem) => problem.result(test),
            };
            // The result of an interrupted test says nothing about the submission.
            if self.stop.load(Ordering::SeqCst) {
                break;
            }
            let record = Record::from(&result);
            journal.add(&record).map_err(failed)?;
            student.records.push(record);
        }
        copy::remove(&work).map_err(failed)?;
        self.write_student(&student, &folder)?;
        Ok(student)
    }

    fn write_student(&self, student: &Student, folder: &Path) -> Result<(), GradeError> {
        let records = &student.records;
        let words = student.problem.clone().unwrap_or_default();
        let seconds = records.iter().map(|record| record.seconds).sum();
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let json = |text: serde_json::Result<String>| text.map_err(io::Error::other);
        let files = [
            (
                "results.json",
                json(report::gradescope(records, &words, self.suite.has_leaderboard)),
            ),
            ("report.json", json(report::json(records, elapsed))),
            ("junit.xml", Ok(report::junit(records, elapsed))),
            ("report.html", Ok(report::student_page(&self.suite.name, student))),
        ];
        for (name, text) in files {
            write_atomically(&folder.join(name), text)?;
        }
        Ok(())
    }

    fn write_class(&self, students: &[Student]) -> Result<(), GradeError> {
        let mut table = String::from("submission,points,of,passed,failed,skipped,problem\n");
        for student in students {
            let tally = Tally::of(&student.records);
            let problem = student.problem.as_deref().unwrap_or_default();
            let fields = [
                student.name.clone(),
                report::rounded(tally.score).to_string(),
                report::rounded(tally.points).to_string(),
                tally.passed.to_string(),
                tally.failed.to_string(),
                tally.skipped.to_string(),
                problem.lines().next().unwrap_or_default().to_owned(),
            ];
            table.push_str(&fields.map(|field| csv(&field)).join(","));
            table.push('\n');
        }
        write_atomically(&self.results.join("class.csv"), Ok(table))?;
        let page = report::class_page(&self.suite.name, students);
        write_atomically(&self.results.join("index.html"), Ok(page))
    }
}

/// A CSV field: quoted if necessary, and never a formula in a spreadsheet.
fn csv(field: &str) -> String {
    let guarded = match field.chars().next() {
        Some('=' | '+' | '-' | '@') => format!("'{field}"),
        _ => field.to_owned(),
    };
    if guarded.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", guarded.replace('"', "\"\""))
    } else {
        guarded
    }
}

/// Writes a file atomically.
fn write_atomically(file: &Path, text: io::Result<String>) -> Result<(), GradeError> {
    let write = |text: String| {
        let new = file.with_extension("new");
        fs::write(&new, text)?;
        fs::rename(&new, file)
    };
    text.and_then(write).map_err(|error| GradeError::Results {
        file: file.to_owned(),
        error,
    })
}

/// Why a submission cannot be tested at all.
#[derive(Debug, Error)]
pub(crate) enum SubmissionProblem {
    /// It cannot be copied.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// It cannot be built.
    #[error("{0}")]
    Build(Failure),
}

impl SubmissionProblem {
    /// The result that each test of this submission gets.
    pub(crate) fn result(&self, test: &Test) -> TestResult {
        let failure = match self {
            SubmissionProblem::Build(failure) => failure.clone(),
            SubmissionProblem::Copy(error) => Failure {
                script: error.path().to_owned(),
                line: None,
                kind: FailureKind::File(error.reason()),
            },
        };
        TestResult {
            test: test.clone(),
            run: RunResult {
                failures: vec![failure],
                ..RunResult::default()
            },
            has_expectation: false,
            parts: Vec::new(),
            skipped: None,
            elapsed: Duration::ZERO,
        }
    }
}

/// Copies a submission, adds the course files and builds it.
pub(crate) fn prepare(
    suite: &Suite,
    submission: &Path,
    work: &Path,
    options: &Options,
    stop: &AtomicBool,
) -> Result<(), SubmissionProblem> {
    copy::copy_submission(submission, work)?;
    copy::copy_course_files(suite, work)?;
    let Some((command, limit)) = &suite.build else {
        return Ok(());
    };
    let mut settings = options.settings.clone();
    settings.environment.folder = Some(work.to_owned());
    settings.environment.is_writable = true;
    let began = Instant::now();
    let run = run_command(command, *limit, ExpectedExit::Good, &settings, stop);
    let Some(failure) = run.failures.first() else {
        return Ok(());
    };
    let reason = match &failure.kind {
        FailureKind::Exit { ending, .. } => ending.to_string(),
        FailureKind::Hang { .. } => format!("no end within {:.0} s", began.elapsed().as_secs_f64()),
        other => other.to_string(),
    };
    let printed: Vec<&str> = run
        .printed
        .iter()
        .chain(&run.errors)
        .flat_map(|text| text.lines())
        .collect();
    let last = printed.len().saturating_sub(40);
    Err(SubmissionProblem::Build(Failure {
        script: suite.folder.join("suite.toml"),
        line: None,
        kind: FailureKind::Build(Box::new(FailedBuild {
            command: command.clone(),
            reason,
            output: printed[last..].join("\n"),
        })),
    }))
}

/// Runs a test of a suite on a prepared submission.
pub(crate) fn run_one(
    suite: &Suite,
    test: &Test,
    work: &Path,
    options: &Options,
    stop: &AtomicBool,
) -> TestResult {
    // The build or another step may have changed the course files: restore them.
    if test.step.is_some()
        && let Err(error) = copy::copy_course_files(suite, work)
    {
        return SubmissionProblem::Copy(error).result(test);
    }
    let mut options = options.clone();
    options.settings.environment.folder = Some(work.to_owned());
    run_test(test, &options, stop)
}
