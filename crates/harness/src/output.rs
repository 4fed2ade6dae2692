//! What a program printed: bytes in, meaningful lines out.
//!
//! Prompts are stripped, board dumps copied, moves and results queued, and the rest is dropped. Everything
//! is kept in the order in which it was printed, so that the collected output does not depend on how the
//! bytes happened to arrive.

use std::collections::VecDeque;
use std::time::Instant;

use parlor_process::Lines;

use crate::dialect::{Dialect, LineMeaning};

/// The line before and after a board dump.
const FENCE: &str = "===";
/// No board of ours has more rows.
const LONGEST_DUMP: usize = 64;

/// A meaningful piece of output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A complete board dump with its fences.
    Dump(Vec<String>),
    /// A move, a result or a stray `*`.
    Line(LineMeaning),
    /// A move or a result that should have been written otherwise.
    Meant(LineMeaning, FormatDeviation),
    /// A dump that never ends.
    UnclosedDump,
}

/// A line that was taken for what it means though it is not written so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FormatDeviation {
    /// The line.
    pub(crate) text: String,
    /// How it should have been written.
    pub(crate) proper: String,
}

/// Splits the output of a program.
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
    /// A reader of these lines. Where whole outputs are compared, `===` means nothing.
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

    /// All that was printed. The runner of the program limits its size.
    pub(crate) fn printed(&self) -> String {
        String::from_utf8_lossy(&self.printed).into_owned()
    }

    /// The next meaningful piece, with the time when it came.
    pub(crate) fn next(&mut self) -> Option<(Instant, Item)> {
        self.items.pop_front()
    }

    /// What stands after the last newline, its prompt stripped.
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
            None => self.dialect.read(line).map(|(said, proper)| match proper {
                None => Item::Line(said),
                Some(proper) => Item::Meant(
                    said,
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
                } else if rows.len() > LONGEST_DUMP {
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
    fn a_line_that_means_a_move_is_one_and_its_slip_is_kept() {
        let slip = FormatDeviation {
            text: "*A2-C2".into(),
            proper: "* a2-c2".into(),
        };
        assert_eq!(
            items(&["black> *A2-C2\n"]),
            [Item::Meant(LineMeaning::Move("a2-c2".into()), slip)]
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
