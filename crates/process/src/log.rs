//! The log of programs' input and output, for reports.

/// The maximum size of a log, in bytes.
const MAX_LOG_BYTES: usize = 1 << 20;

/// The input and output of the programs of one run.
#[derive(Debug, Default)]
pub struct Log {
    text: String,
    is_cut: bool,
}

impl Log {
    /// Adds a line sent to a program (`<`), from its output (`>`) or from its standard error (`!`).
    pub fn add(&mut self, label: &str, direction: char, line: &str) {
        if self.text.len() + line.len() > MAX_LOG_BYTES {
            if !self.is_cut {
                self.text.push_str("… the rest is not shown\n");
            }
            self.is_cut = true;
            return;
        }
        self.text.push_str(label);
        self.text.push(direction);
        self.text.push(' ');
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Returns the log.
    pub fn into_text(self) -> String {
        self.text
    }
}
