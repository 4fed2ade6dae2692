//! Splits the output of a program into lines.

use std::collections::VecDeque;
use std::time::Instant;

use crate::Reader;

/// Longer lines are cut. No meaningful line is that long.
const MAX_LINE_BYTES: usize = 4096;

/// Splits the output of a program into lines, and keeps the time when each arrived.
#[derive(Debug, Default)]
pub struct Lines {
    line: Vec<u8>,
    lines: VecDeque<(Instant, String)>,
}

impl Lines {
    /// The next line, without trailing blanks, and when it arrived. Invalid UTF-8 is replaced.
    pub fn next_line(&mut self) -> Option<(Instant, String)> {
        self.lines.pop_front()
    }

    /// The text after the last newline.
    pub fn unfinished(&self) -> String {
        String::from_utf8_lossy(&self.line).into_owned()
    }

    fn end_line(&mut self, now: Instant, log: &mut dyn FnMut(&str)) {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        log(&text);
        self.lines.push_back((now, text));
    }
}

impl Reader for Lines {
    fn take(&mut self, bytes: &[u8], now: Instant, log: &mut dyn FnMut(&str)) {
        for &byte in bytes {
            if byte == b'\n' {
                self.end_line(now, log);
            } else if self.line.len() < MAX_LINE_BYTES {
                self.line.push(byte);
            }
        }
    }

    fn end(&mut self, now: Instant, log: &mut dyn FnMut(&str)) {
        if !self.line.is_empty() {
            self.end_line(now, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_arrive() {
        let whole = b"one\r\ntwo  \n\xff\nlast";
        for size in 1..whole.len() {
            let mut lines = Lines::default();
            let now = Instant::now();
            for chunk in whole.chunks(size) {
                lines.take(chunk, now, &mut |_| ());
            }
            assert_eq!(lines.unfinished(), "last");
            lines.end(now, &mut |_| ());
            let texts: Vec<String> = std::iter::from_fn(|| lines.next_line())
                .map(|(_, text)| text)
                .collect();
            assert_eq!(texts, ["one", "two", "\u{fffd}", "last"]);
        }
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut lines = Lines::default();
        lines.take(&[b'x'; 3 * MAX_LINE_BYTES], Instant::now(), &mut |_| ());
        assert_eq!(lines.unfinished().len(), MAX_LINE_BYTES);
    }
}
