//! Commands of the shell that need no shell once they run.

use std::borrow::Cow;

/// What the shell does itself, or what only begins a command: `exec` cannot run these.
const OWN_WORDS: [&str; 57] = [
    ".", ":", "[", "alias", "bg", "bind", "break", "builtin", "case", "cd", "command", "continue", "declare",
    "do", "done", "echo", "elif", "else", "esac", "eval", "exec", "exit", "export", "false", "fc", "fg",
    "fi", "for", "function", "getopts", "hash", "if", "in", "jobs", "kill", "let", "local", "printf", "pwd",
    "read", "readonly", "return", "select", "set", "shift", "source", "test", "then", "time", "trap", "true",
    "type", "ulimit", "umask", "unset", "until", "while",
];

/// The command, so that its program takes the place of the shell if that changes nothing else.
///
/// A shell that waits for its only program holds the program's output open: that the program has closed it is
/// never seen, nor by which signal it died. A program by its plain name with arguments, quoted or not, is given
/// to `exec`. Everything that may be more than that (`a && b`, `a | b`, `A=1 b`, `cd`, …) stays as it is.
pub fn in_place_of_the_shell(command: &str) -> Cow<'_, str> {
    let first = command.split_whitespace().next().unwrap_or_default();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    let is_program = !first.is_empty() && first.chars().all(is_plain) && !OWN_WORDS.contains(&first);
    if is_program && !command.contains([';', '&', '|', '(', ')', '`', '\n']) {
        Cow::Owned(format!("exec {command}"))
    } else {
        Cow::Borrowed(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_program_with_its_arguments_takes_the_place_of_the_shell() {
        for simple in [
            "python3 bad.py silent",
            "./engine --fast=1 2>/dev/null",
            "java -cp 'my classes' loa.Main \"$HOME/x\"",
        ] {
            assert_eq!(in_place_of_the_shell(simple), format!("exec {simple}"));
        }
        for other in [
            "",
            "   ",
            "exec ./engine",
            "cd there && ./engine",
            "HASH=1 ./engine",
            "./engine; echo done",
            "./engine | tee log",
            "./engine &",
            "(./engine)",
            "$ENGINE",
            "'./my engine'",
            "! ./engine",
            "{ ./engine",
            "time ./engine",
            "if true\nthen ./engine\nfi",
            "./engine $(cat options)",
        ] {
            assert_eq!(in_place_of_the_shell(other), other);
        }
    }
}
