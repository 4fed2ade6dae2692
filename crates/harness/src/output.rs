//! Splits the output of a program into items: board dumps, moves and results.
//!
//! Strips prompts and drops all other lines. Items are queued in the order in which they were printed, so the
//! collected output does not depend on how the bytes arrived.

use std::collections::VecDeque;
use std::time::Instant;

use parlor_process::Lines;

use crate::dialect::{Dialect, LineMeaning};

/// The line before and after a board dump.
const FENCE: &str = "===";
/// The maximum number of lines of a dump. No board has that many rows.
const MAX_DUMP_LINES: usize = 64;

/// An item of output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A complete board dump, including the `===` lines.
    Dump(Vec<String>),
    /// A move, a result or a malformed line.
    Line(LineMeaning),
    /// A move or a result that does not have the exact form of the assignment.
    Inexact(LineMeaning, FormatDeviation),
    /// A dump without an end.
    UnclosedDump,
}

/// A line that was accepted although it does not have the exact form of the assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FormatDeviation {
    /// The line.
    pub(crate) text: String,
    /// Its correct form.
    pub(crate) proper: String,
}

/// Reads the output of a program.
#[derive(Debug)]
pub(crate) struct Reader {
    dialect: Dialect,
    reads_dumps: bool,
    lines: Lines,
    dump: Option<Vec<String>>,
    items: VecDeque<(Instant, Item)>,
    printed: Vec<u8>,
}

impl Reader {
    /// Creates a reader. If `reads_dumps` is false, `===` has no meaning: then whole outputs are compared.
    pub(crate) fn new(dialect: Dialect, reads_dumps: bool) -> Reader {
        Reader {
            dialect,
            reads_dumps,
            lines: Lines::default(),
            dump: None,
            items: VecDeque::new(),
            printed: Vec::new(),
        }
    }

    /// The whole output. [`run`](crate::run()) limits its size.
    pub(crate) fn printed(&self) -> String {
        String::from_utf8_lossy(&self.printed).into_owned()
    }

    /// The next item, with the time when it arrived.
    pub(crate) fn next(&mut self) -> Option<(Instant, Item)> {
        self.items.pop_front()
    }

    /// The text after the last newline, without its prompt.
    pub(crate) fn unfinished(&self) -> String {
        strip_prompt(&self.lines.unfinished()).to_owned()
    }

    fn read_lines(&mut self) {
        while let Some((now, line)) = self.lines.next_line() {
            self.read_line(now, strip_prompt(&line));
        }
    }

    fn read_line(&mut self, now: Instant, line: &str) {
        let item = match self.dump.take() {
            None if line == FENCE && self.reads_dumps => {
                self.dump = Some(vec![line.to_owned()]);
                None
            }
            None => self.dialect.read(line).map(|(meaning, proper)| match proper {
                None => Item::Line(meaning),
                Some(proper) => Item::Inexact(
                    meaning,
                    FormatDeviation {
                        text: line.to_owned(),
                        proper,
                    },
                ),
            }),
            Some(mut rows) => {
                rows.push(line.to_owned());
                if line == FENCE {
                    Some(Item::Dump(rows))
                } else if rows.len() > MAX_DUMP_LINES {
                    Some(Item::UnclosedDump)
                } else {
                    self.dump = Some(rows);
                    None
                }
            }
        };
        self.items.extend(item.map(|item| (now, item)));
    }
}

impl parlor_process::Reader for Reader {
    fn take(&mut self, bytes: &[u8], now: Instant, log: &mut dyn FnMut(&str)) {
        self.printed.extend(bytes);
        self.lines.take(bytes, now, log);
        self.read_lines();
    }

    fn end(&mut self, now: Instant, log: &mut dyn FnMut(&str)) {
        self.lines.end(now, log);
        self.read_lines();
        if self.dump.take().is_some() {
            self.items.push_back((now, Item::UnclosedDump));
        }
    }
}

/// A line without its prompt: everything up to the last `>`, and the blanks after it.
fn strip_prompt(line: &str) -> &str {
    match line.rfind('>') {
        Some(at) => line[at + 1..].trim_start(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use parlor_process::Reader as _;

    use super::*;
    use crate::dialect::{DEFAULT, Strictness};

    fn items(chunks: &[&str]) -> Vec<Item> {
        let dialect = Dialect::new(DEFAULT, None, None, Strictness::Lenient).expect("our own patterns");
        let mut reader = Reader::new(dialect, true);
        let now = Instant::now();
        for chunk in chunks {
            reader.take(chunk.as_bytes(), now, &mut |_| ());
        }
        reader.end(now, &mut |_| ());
        std::iter::from_fn(|| reader.next())
            .map(|(_, item)| item)
            .collect()
    }

    fn dump(rows: &[&str]) -> Item {
        Item::Dump(rows.iter().map(|&row| row.to_owned()).collect())
    }

    #[test]
    fn prompts_are_stripped_and_chatter_is_dropped() {
        let moves = [Item::Line(LineMeaning::Move("a2-c2".into()))];
        assert_eq!(items(&["hello\nblack> white> -> * a2-c2\r\nbye\nblack> "]), moves);
        assert_eq!(items(&["black>* a2", "-c2"]), moves, "however the bytes arrive");
    }

    #[test]
    fn an_inexact_move_is_accepted_and_its_deviation_is_kept() {
        let deviation = FormatDeviation {
            text: "*A2-C2".into(),
            proper: "* a2-c2".into(),
        };
        assert_eq!(
            items(&["black> *A2-C2\n"]),
            [Item::Inexact(LineMeaning::Move("a2-c2".into()), deviation)]
        );
    }

    #[test]
    fn a_dump_is_copied_row_by_row() {
        assert_eq!(
            items(&["> ===\n    - b b  \n    w - -\nNext move: black\n===\n* Tie game.\n"]),
            [
                dump(&["===", "    - b b", "    w - -", "Next move: black", "==="]),
                Item::Line(LineMeaning::Result("* Tie game.".into())),
            ]
        );
    }

    #[test]
    fn a_dump_that_never_ends_is_reported() {
        assert_eq!(items(&["===\n - b\n"]), [Item::UnclosedDump]);
        let endless = format!("===\n{}", "row\n".repeat(70));
        assert_eq!(items(&[&endless])[0], Item::UnclosedDump);
    }
}
