//! The help of `parlor`, with its commands in groups.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use crate::Arguments;

/// The commands by purpose, in the order of `parlor --help`.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["serve", "othello", "ataxx", "loa"]),
    (
        "Study",
        &["analyze", "puzzles", "collection", "solve", "convert", "perft"],
    ),
    (
        "Engines",
        &["engine", "arena", "worker", "openings", "match", "bench", "soak"],
    ),
    ("Teaching and running a server", &["check", "loadtest"]),
];

/// Commands for packagers and shells, listed last.
const SETUP: (&str, &[&str]) = ("Setup", &["completions", "man", "help"]);

/// The definition of the command line, whose help lists the commands in groups.
pub(crate) fn command() -> Command {
    let mut command = Arguments::command();
    // Adds the command `help`, which clap creates only when it builds.
    command.build();
    let template = template(&command);
    Arguments::command().help_template(template)
}

/// The help template: clap's own, but with one list of commands per group.
fn template(command: &Command) -> String {
    let width = command
        .get_subcommands()
        .map(|command| command.get_name().len())
        .max()
        .unwrap_or_default();
    let mut lists = String::new();
    for (title, names) in GROUPS.iter().chain([&SETUP]) {
        let _ = writeln!(lists, "{title}:");
        for command in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(lists, "  {:width$}  {about}", command.get_name());
        }
        lists.push('\n');
    }
    format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{lists}Options:\n{{options}}{{after-help}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut command = Arguments::command();
        command.build();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .chain([&SETUP])
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        let mut known: Vec<&str> = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(Command::get_name)
            .collect();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn the_help_shows_the_commands_in_groups() {
        let help = command().render_help().to_string();
        assert!(help.contains("Engines:\n  engine"), "{help}");
        assert!(help.contains("Print a completion script for a shell"), "{help}");
        assert!(!help.contains("Commands:"), "{help}");
    }
}
