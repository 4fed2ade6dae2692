//! The conversation with programs, kept for reports.

/// How much of the conversation is kept for `--verbose`.
const LOG_KEPT: usize = 1 << 20;

/// The conversation with the programs of one run.
#[derive(Debug, Default)]
pub struct Log {
    text: String,
    is_cut: bool,
}

impl Log {
    /// Adds a line that went to a program (`<`), came from it (`>`) or came from its standard error (`!`).
    pub fn add(&mut self, label: &str, direction: char, line: &str) {
        if self.text.len() + line.len() > LOG_KEPT {
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

    /// All that was kept.
    pub fn into_text(self) -> String {
        self.text
    }
}
