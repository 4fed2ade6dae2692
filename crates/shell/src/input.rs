//! The sources of input lines.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use parlor_textui::Event;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// Longer lines are truncated: no command is that long, and a flood must not fill the memory.
const LONGEST_LINE: u64 = 64 << 10;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A source of lines.
pub enum Input {
    /// A terminal with line editing.
    Terminal(Box<Terminal>),
    /// Standard input that is not a terminal.
    Standard(Box<dyn BufRead>),
    /// Any other source.
    Stream(Box<dyn BufRead>),
}

impl Input {
    /// Standard input. Uses line editing and the history of `program` if input and output are terminals.
    pub fn standard(program: &str) -> Input {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            match Terminal::new(program) {
                Ok(terminal) => return Input::Terminal(Box::new(terminal)),
                // A terminal without line editing (such as `TERM=dumb`) still provides lines.
                Err(_) => return Input::Standard(Box::new(io::stdin().lock())),
            }
        }
        Input::Standard(Box::new(io::stdin().lock()))
    }

    /// Whether it may have another end that can be closed: a pipe has one, a file has none.
    pub(crate) fn can_be_closed(&self) -> bool {
        matches!(self, Input::Standard(_))
    }

    /// Whether a user edits lines on a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    pub(crate) fn read(
        &mut self,
        prompt: &str,
        words: &[String],
        output: &mut dyn Write,
    ) -> io::Result<Event> {
        match self {
            Input::Terminal(terminal) => terminal.read(prompt, words, output),
            Input::Standard(stream) | Input::Stream(stream) => {
                output.write_all(prompt.as_bytes())?;
                output.flush()?;
                let mut line = Vec::new();
                if io::Read::take(&mut **stream, LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                    return Ok(Event::EndOfInput);
                }
                if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE {
                    skip_line(&mut **stream)?;
                }
                while matches!(line.last(), Some(b'\n' | b'\r')) {
                    line.pop();
                }
                // Skips the byte order mark that some editors write.
                let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line);
                Ok(Event::Line(String::from_utf8_lossy(line).into_owned()))
            }
        }
    }
}

/// Whether the other end of standard input is closed. Lines may still be buffered, but no more will come.
#[cfg(unix)]
pub(crate) fn is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut files = [PollFd::new(&stdin, PollFlags::empty())];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // The system reports a hang-up even if it is not requested.
    poll(&mut files, Some(&at_once)).is_ok() && files[0].revents().contains(PollFlags::HUP)
}

#[cfg(not(unix))]
pub(crate) fn is_closed() -> bool {
    false
}

/// Skips the rest of a line that was too long.
fn skip_line(stream: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = stream.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (used, found) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        stream.consume(used);
        if found {
            return Ok(());
        }
    }
}

/// Line editing with history and completion.
pub struct Terminal {
    editor: Editor<Words, DefaultHistory>,
    history: Option<PathBuf>,
    // Lines that arrived together with an earlier one.
    waiting: VecDeque<String>,
}

impl Terminal {
    fn new(program: &str) -> rustyline::Result<Terminal> {
        // Execute pasted lines like typed ones, at each newline. With bracketed paste, the editor would treat a
        // paste as one line and execute nothing until the user presses Enter.
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .bracketed_paste(false)
            .build();
        let mut editor = Editor::with_history(config, DefaultHistory::new())?;
        editor.set_helper(Some(Words::default()));
        let history = history_file(program);
        if let Some(path) = &history {
            // On the first run there is no history.
            let _ = editor.load_history(path);
        }
        Ok(Terminal {
            editor,
            history,
            waiting: VecDeque::new(),
        })
    }

    fn read(&mut self, prompt: &str, words: &[String], output: &mut dyn Write) -> io::Result<Event> {
        if let Some(line) = self.waiting.pop_front() {
            writeln!(output, "{prompt}{line}")?;
            output.flush()?;
            return Ok(Event::Line(line));
        }
        output.flush()?;
        if let Some(helper) = self.editor.helper_mut() {
            helper.words = words.to_vec();
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                if !line.trim().is_empty() && self.editor.add_history_entry(line.as_str()).unwrap_or(false) {
                    self.save_history();
                }
                // A terminal that sends bracketed pastes anyway, or an old history, may provide several lines at
                // once.
                self.waiting.extend(line.lines().map(str::to_owned));
                Ok(Event::Line(self.waiting.pop_front().unwrap_or_default()))
            }
            Err(ReadlineError::Eof) => Ok(Event::EndOfInput),
            Err(ReadlineError::Interrupted) => Ok(Event::Interrupted),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn save_history(&mut self) {
        if let Some(path) = &self.history {
            // If the history cannot be saved (a read-only home), the game goes on.
            let _ = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            let _ = self.editor.append_history(path);
        }
    }
}

/// The file of a program's history, in the XDG state directory.
pub fn history_file(program: &str) -> Option<PathBuf> {
    let absolute = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state =
        absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("parlor").join(format!("{program}-history")))
}

/// Completes the last word of a line from a list.
#[derive(Default)]
struct Words {
    words: Vec<String>,
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        let start = typed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let beginning = typed[start..].to_lowercase();
        let found = self
            .words
            .iter()
            .filter(|word| word.to_lowercase().starts_with(&beginning));
        Ok((start, found.cloned().collect()))
    }
}
