//! The message that a program prints when its page is ready.

use crate::Server;

impl Server {
    /// The lines to print: where the page is, who else can reach it, and whether games are saved.
    pub fn greeting(&self) -> String {
        let mut lines = vec![format!("Parlor is at {}", self.url())];
        if let Some(address) = self.address() {
            lines.push(format!("Others on your network find it at {address}"));
        }
        if let Some(reason) = self.not_saving() {
            lines.push(format!("Games are not being saved: {reason}"));
        }
        lines.push("Press Ctrl-C here to end it.".to_owned());
        lines.join("\n")
    }
}
