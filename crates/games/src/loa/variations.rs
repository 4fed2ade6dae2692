//! The variations, comments, glyphs and drawings of SGF records: `( … )`, `C`, `TE`, `BM`, `IT`, `DO`, `CR`
//! and `AR`.
//!
//! The reader of main lines interprets the moves: each line of a tree is read as a separate record.

use parlor_core::Color;

use crate::annotated::{Annotated, AnnotatedMove, Drawing, square_name, square_number};
use crate::any::AnyGame;
use crate::import::Imported;

/// The maximum number of nodes and lines of a record.
const MOST_NODES: usize = 10_000;
const MOST_LINES: usize = 1_000;
/// Glyphs as properties, by their numbers.
const GLYPHS: [(u8, &str, &str); 6] = [
    (3, "TE", "2"),
    (4, "BM", "2"),
    (1, "TE", "1"),
    (2, "BM", "1"),
    (5, "IT", ""),
    (6, "DO", ""),
];

/// A property of our own that marks the last move that was played, where only variations follow it. Other
/// programs take the first of them for the continuation of the game.
const END: &str = "END";

/// Writes the tree after the properties of a game.
pub(super) fn write(game: &AnyGame, head: &str, annotated: &Annotated) -> String {
    let children = annotated.children();
    let mut first = game.clone();
    while first.undo() {}
    let mut last_played = 0;
    for _ in 0..annotated.n_played {
        last_played = children[last_played].first().copied().unwrap_or(last_played);
    }
    let notes = |text: &mut String, entry: usize| {
        notes(text, game, &annotated.moves[entry]);
        if entry == last_played && !children[entry].is_empty() {
            text.push_str(&format!("{END}[]"));
        }
    };
    let mut text = head.to_owned();
    notes(&mut text, 0);
    text.push('\n');
    // The remaining tasks, the next one last: a closing bracket, a move, or a line that begins with a move.
    enum Task {
        Close,
        Move(usize, Color),
        Line(usize, Color),
    }
    let mut tasks = vec![Task::Close];
    let after = |tasks: &mut Vec<Task>, entry: usize, turn: Color| match &children[entry][..] {
        [] => {}
        [only] => tasks.push(Task::Move(*only, turn)),
        several => tasks.extend(several.iter().rev().map(|&one| Task::Line(one, turn))),
    };
    after(&mut tasks, 0, first.turn());
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => text.push_str(")\n"),
            Task::Line(entry, turn) => {
                text.push('(');
                tasks.extend([Task::Close, Task::Move(entry, turn)]);
            }
            Task::Move(entry, turn) => {
                let side = if turn == Color::Black { 'B' } else { 'W' };
                let mv = &annotated.moves[entry];
                text.push_str(&format!(";{side}[{}]", mv.text));
                notes(&mut text, entry);
                text.push('\n');
                after(&mut tasks, entry, !turn);
            }
        }
    }
    text
}

fn notes(text: &mut String, game: &AnyGame, mv: &AnnotatedMove) {
    let escaped = |value: &str| value.replace('\\', "\\\\").replace(']', "\\]");
    if !mv.comment.is_empty() {
        text.push_str(&format!("C[{}]", escaped(&mv.comment)));
    }
    for glyph in &mv.glyphs {
        if let Some((_, name, value)) = GLYPHS.iter().find(|(number, ..)| number == glyph) {
            text.push_str(&format!("{name}[{value}]"));
        }
    }
    for (name, is_arrow) in [("CR", false), ("AR", true)] {
        let mut drawn = mv
            .drawings
            .iter()
            .filter(|one| one.to.is_some() == is_arrow)
            .peekable();
        if drawn.peek().is_some() {
            text.push_str(name);
        }
        for one in drawn {
            let to = one
                .to
                .map(|to| format!(":{}", square_name(game, to)))
                .unwrap_or_default();
            text.push_str(&format!("[{}{to}]", square_name(game, one.from)));
        }
    }
}

/// A node of a record: its text, and its parent in the tree.
struct Node<'a> {
    text: &'a str,
    parent: Option<usize>,
}

/// Finds the variations and annotations of the games that were read from these bytes. `replay` reads a record
/// of one line.
pub(super) fn find(bytes: &[u8], games: &mut [Imported], replay: impl Fn(&str) -> Option<AnyGame>) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let records = records(text);
    for game in games {
        let index = game.details.number.map_or(0, |number| number as usize - 1);
        if let Some(nodes) = records.get(index) {
            if let Some(played) = played(nodes).and_then(|line| replay(&line)) {
                game.game = played;
            }
            game.details.notes = annotated(nodes, &game.game, &replay).filter(Annotated::has_notes);
        }
    }
}

/// Returns the part of a record's main line that was played, if the record marks its end.
fn played(nodes: &[Node<'_>]) -> Option<String> {
    // Each node of the main line directly follows its parent.
    let follows = |&(index, node): &(usize, &Node<'_>)| node.parent == index.checked_sub(1);
    let main: Vec<&str> = nodes
        .iter()
        .enumerate()
        .take_while(follows)
        .map(|(_, node)| node.text)
        .collect();
    let is_last = |text: &&str| properties(text).iter().any(|(name, _)| name == END);
    let last = main.iter().position(is_last)?;
    Some(format!("({})", main[..=last].concat()))
}

/// Returns the nodes of every record of a text, each after its parent.
fn records(text: &str) -> Vec<Vec<Node<'_>>> {
    let mut records: Vec<Vec<Node<'_>>> = Vec::new();
    // The last node of each open line.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut begun: Option<usize> = None;
    let (mut in_value, mut is_escaped) = (false, false);
    for (at, letter) in text.char_indices() {
        if in_value {
            let ends = letter == ']' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            in_value = !ends;
            continue;
        }
        match letter {
            '[' => in_value = true,
            '(' => {
                end_node(text, &mut records, &mut open, &mut begun, at);
                if open.is_empty() {
                    records.push(Vec::new());
                }
                open.push(open.last().copied().flatten());
            }
            ')' => {
                end_node(text, &mut records, &mut open, &mut begun, at);
                open.pop();
            }
            ';' => {
                end_node(text, &mut records, &mut open, &mut begun, at);
                begun = (!open.is_empty()).then_some(at);
            }
            _ => {}
        }
    }
    records
}

/// Ends the current node here.
fn end_node<'a>(
    text: &'a str,
    records: &mut [Vec<Node<'a>>],
    open: &mut [Option<usize>],
    begun: &mut Option<usize>,
    at: usize,
) {
    if let (Some(from), Some(nodes), Some(last)) = (begun.take(), records.last_mut(), open.last_mut()) {
        nodes.push(Node {
            text: &text[from..at],
            parent: *last,
        });
        *last = Some(nodes.len() - 1);
    }
}

/// Returns the tree of a record, as far as its lines are legal.
fn annotated(
    nodes: &[Node<'_>],
    main: &AnyGame,
    replay: impl Fn(&str) -> Option<AnyGame>,
) -> Option<Annotated> {
    if nodes.len() > MOST_NODES {
        return None;
    }
    let mut tree = Annotated::empty();
    let mut entry = 0;
    // The moves that were played come first.
    for mv in main.history() {
        entry = tree.step(entry, &mv.text);
    }
    tree.n_played = main.len();
    let mut has_next = vec![false; nodes.len()];
    for node in nodes {
        if let Some(parent) = node.parent {
            has_next[parent] = true;
        }
    }
    let leaves = (0..nodes.len()).filter(|&leaf| !has_next[leaf]);
    for leaf in leaves.take(MOST_LINES) {
        let mut path = vec![leaf];
        while let Some(parent) = nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        let line: String = path.iter().map(|&node| nodes[node].text).collect();
        let Some(game) = replay(&format!("({line})")) else {
            continue;
        };
        let history = game.history();
        let mut moves = history.iter();
        let mut entry = 0;
        for &node in &path {
            let properties = properties(nodes[node].text);
            if properties
                .iter()
                .any(|(name, _)| matches!(name.as_str(), "B" | "W"))
            {
                // A pass need not be written.
                for mv in moves.by_ref() {
                    entry = tree.step(entry, &mv.text);
                    if mv.target.is_some() {
                        break;
                    }
                }
            }
            note(&mut tree.moves[entry], &game, &properties);
        }
    }
    Some(tree)
}

fn note(mv: &mut AnnotatedMove, game: &AnyGame, properties: &[(String, Vec<String>)]) {
    // Lines share their first nodes, so a move may already have its annotations.
    let is_new = mv.comment.is_empty() && mv.glyphs.is_empty() && mv.drawings.is_empty();
    if !is_new {
        return;
    }
    for (name, values) in properties {
        match name.as_str() {
            "C" => mv.comment = values.join("\n").trim().to_owned(),
            "CR" => mv.drawings.extend(values.iter().filter_map(|value| {
                let from = square_number(game, value)?;
                Some(Drawing {
                    from,
                    to: None,
                    colour: 'G',
                })
            })),
            "AR" => mv.drawings.extend(values.iter().filter_map(|value| {
                let (from, to) = value.split_once(':')?;
                Some(Drawing {
                    from: square_number(game, from)?,
                    to: Some(square_number(game, to)?),
                    colour: 'G',
                })
            })),
            _ => {
                let value = values.first().map_or("", String::as_str);
                let glyph = GLYPHS.iter().find(|(_, known, strength)| {
                    known == name
                        && (strength.is_empty()
                            || *strength == value
                            || (*strength == "1" && value.is_empty()))
                });
                mv.glyphs.extend(glyph.map(|(number, ..)| *number));
            }
        }
    }
}

/// Returns the properties of a node with their values.
fn properties(node: &str) -> Vec<(String, Vec<String>)> {
    let mut properties: Vec<(String, Vec<String>)> = Vec::new();
    let mut name = String::new();
    let mut letters = node.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '[' => {
                let mut value = String::new();
                while let Some(letter) = letters.next().filter(|letter| *letter != ']') {
                    value.extend(if letter == '\\' {
                        letters.next()
                    } else {
                        Some(letter)
                    });
                }
                if !name.is_empty() {
                    properties.push((std::mem::take(&mut name), Vec::new()));
                }
                if let Some((_, values)) = properties.last_mut() {
                    values.push(value);
                }
            }
            'A'..='Z' => name.push(letter),
            _ => {}
        }
    }
    properties
}
