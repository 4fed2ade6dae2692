//! Avoids an extra shell process for simple commands.

use std::borrow::Cow;

/// Builtins and reserved words of the shell, which `exec` cannot run.
const SHELL_WORDS: [&str; 57] = [
    ".", ":", "[", "alias", "bg", "bind", "break", "builtin", "case", "cd", "command", "continue", "declare",
    "do", "done", "echo", "elif", "else", "esac", "eval", "exec", "exit", "export", "false", "fc", "fg",
    "fi", "for", "function", "getopts", "hash", "if", "in", "jobs", "kill", "let", "local", "printf", "pwd",
    "read", "readonly", "return", "select", "set", "shift", "source", "test", "then", "time", "trap", "true",
    "type", "ulimit", "umask", "unset", "until", "while",
];

/// Prefixes a command with `exec` if it is a single program with arguments, so that the program replaces the
/// shell.
///
/// A shell that waits for its only program keeps the program's output open, and hides that the program closed
/// it and which signal killed it. Anything that may be more than one program with arguments (`a && b`, `a |
/// b`, `A=1 b`, `cd`, …) stays as it is.
pub fn with_exec(command: &str) -> Cow<'_, str> {
    let first = command.split_whitespace().next().unwrap_or_default();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    let is_program = !first.is_empty() && first.chars().all(is_plain) && !SHELL_WORDS.contains(&first);
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
    fn only_a_single_program_with_arguments_gets_exec() {
        for simple in [
            "python3 bad.py silent",
            "./engine --fast=1 2>/dev/null",
            "java -cp 'my classes' loa.Main \"$HOME/x\"",
        ] {
            assert_eq!(with_exec(simple), format!("exec {simple}"));
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
            assert_eq!(with_exec(other), other);
        }
    }
}
