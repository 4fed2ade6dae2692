//! Variations, comments, glyphs and drawings in Parlor's own text format, in the style of chess programs: `(
//! … )`, `{ … }`, `$1`, and `[%cal Gd3c4]` or `[%csl Rd3]` inside a comment.

use parlor_core::Excerpt;

use super::{LONGEST_GAME, ParseGameError, TaggedGame, begin, read_tags};
use crate::annotated::{Annotated, AnnotatedMove, Drawing, square_name, square_number};
use crate::any::AnyGame;

/// The maximum nesting of variations.
const DEEPEST: usize = 500;
/// The marker after the last move that was played: the rest is a variation beyond the end.
const END: &str = "[%end]";
/// The signs of glyphs after a move, by their numbers.
const SIGNS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// A token of a game's text.
enum Token<'a> {
    Open,
    Close,
    Comment(&'a str),
    Glyph(u8),
    Move(&'a str, usize),
}

/// Writes a game with its variations and annotations.
pub fn write_annotated(tagged: &TaggedGame, annotated: &Annotated) -> String {
    let mut text = super::head(tagged);
    text.push('\n');
    let mut words = Words {
        game: &tagged.game,
        annotated,
        depths: depths(annotated),
        words: Vec::new(),
        numbered: true,
    };
    words.all();
    let mut width = 0;
    let mut is_glued = true;
    for word in words.words {
        if !is_glued && word != ")" {
            let is_long = width + word.len() > 78;
            text.push(if is_long { '\n' } else { ' ' });
            width = if is_long { 0 } else { width + 1 };
        }
        is_glued = word == "(";
        width += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}

/// Returns the number of moves that lead to each entry.
fn depths(annotated: &Annotated) -> Vec<usize> {
    let mut depths = vec![0; annotated.moves.len()];
    for (entry, mv) in annotated.moves.iter().enumerate().skip(1) {
        depths[entry] = depths[mv.parent] + 1;
    }
    depths
}

struct Words<'a> {
    game: &'a AnyGame,
    annotated: &'a Annotated,
    depths: Vec<usize>,
    words: Vec<String>,
    /// Whether the next move needs its number although it is the second of a pair.
    numbered: bool,
}

/// The remaining tasks, the next one last.
enum Task {
    Move(usize),
    After(usize),
    Open,
    Close,
}

impl Words<'_> {
    fn all(&mut self) {
        let children = self.annotated.children();
        self.notes(0);
        let mut tasks = vec![Task::After(0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => {
                    self.words.push("(".into());
                    self.numbered = true;
                }
                Task::Close => {
                    self.words.push(")".into());
                    self.numbered = true;
                }
                Task::Move(entry) => self.write_move(entry),
                Task::After(entry) => {
                    let Some((&main, others)) = children[entry].split_first() else {
                        continue;
                    };
                    tasks.push(Task::After(main));
                    for &other in others.iter().rev() {
                        tasks.extend([Task::Close, Task::After(other), Task::Move(other), Task::Open]);
                    }
                    tasks.push(Task::Move(main));
                }
            }
        }
    }

    fn write_move(&mut self, entry: usize) {
        let index = self.depths[entry] - 1;
        if index.is_multiple_of(2) {
            self.words.push(format!("{}.", index / 2 + 1));
        } else if self.numbered {
            self.words.push(format!("{}...", index / 2 + 1));
        }
        self.words.push(self.annotated.moves[entry].text.clone());
        self.numbered = false;
        self.notes(entry);
    }

    fn notes(&mut self, entry: usize) {
        let AnnotatedMove {
            comment,
            glyphs,
            drawings,
            ..
        } = &self.annotated.moves[entry];
        self.words.extend(glyphs.iter().map(|glyph| format!("${glyph}")));
        let mut parts = Vec::new();
        if !comment.is_empty() {
            // A brace would end the comment, and a bracket at the start of a line would begin another game.
            parts.push(comment.replace('}', ")").replace("\n[", "\n ["));
        }
        for (command, is_arrow) in [("csl", false), ("cal", true)] {
            let named = drawings
                .iter()
                .filter(|one| one.to.is_some() == is_arrow)
                .map(|one| {
                    let to = one.to.map(|to| square_name(self.game, to)).unwrap_or_default();
                    format!("{}{}{to}", one.colour, square_name(self.game, one.from))
                });
            let named: Vec<String> = named.collect();
            if !named.is_empty() {
                parts.push(format!("[%{command} {}]", named.join(",")));
            }
        }
        let is_main = self.depths[entry] == self.annotated.n_played && self.is_main(entry);
        if is_main && self.annotated.moves.iter().skip(1).any(|mv| mv.parent == entry) {
            parts.push(END.to_owned());
        }
        if !parts.is_empty() {
            self.words.push(format!("{{{}}}", parts.join(" ")));
            self.numbered = true;
        }
    }

    /// Returns whether a move belongs to the main line.
    fn is_main(&self, entry: usize) -> bool {
        let moves = &self.annotated.moves;
        let mut at = entry;
        while at > 0 {
            let parent = moves[at].parent;
            let first = (parent + 1..).find(|&one| moves[one].parent == parent);
            if first != Some(at) {
                return false;
            }
            at = parent;
        }
        true
    }
}

/// Reads a game with its variations and annotations. The rules check every move, including those of
/// variations.
pub fn read_annotated(text: &str) -> Result<(TaggedGame, Annotated), ParseGameError> {
    let (all_tags, body_at) = read_tags(text)?;
    let (mut game, tags) = begin(all_tags)?;
    let mut annotated = Annotated::empty();
    let mut entry = 0;
    let mut ended = None;
    // The position to which a variation returns.
    let mut outer: Vec<(usize, AnyGame)> = Vec::new();
    for token in tokens(text, body_at)? {
        match token {
            Token::Open => {
                if outer.len() >= DEEPEST {
                    return Err(ParseGameError::TooLong);
                }
                outer.push((entry, game.clone()));
                game.undo();
                entry = annotated.moves[entry].parent;
            }
            Token::Close => {
                if let Some(before) = outer.pop() {
                    (entry, game) = before;
                }
            }
            Token::Glyph(glyph) => annotated.moves[entry].glyphs.push(glyph),
            Token::Comment(inside) => {
                let (comment, drawings, is_end) = read_comment(&game, inside);
                let mv = &mut annotated.moves[entry];
                if !mv.comment.is_empty() && !comment.is_empty() {
                    mv.comment.push(' ');
                }
                mv.comment += &comment;
                mv.drawings.extend(drawings);
                if is_end && outer.is_empty() {
                    ended = Some(game.clone());
                }
            }
            Token::Move(word, at) => {
                if annotated.moves.len() > LONGEST_GAME {
                    return Err(ParseGameError::TooLong);
                }
                let (word, glyph) = judged(word);
                let played = game.play(word).map_err(|reason| ParseGameError::Move {
                    number: game.len() + 1,
                    text: Excerpt::new(word, at),
                    reason,
                })?;
                entry = annotated.step(entry, &played.text);
                annotated.moves[entry].glyphs.extend(glyph);
            }
        }
    }
    if let Some((_, main)) = outer.into_iter().next() {
        game = main;
    }
    let game = ended.unwrap_or(game);
    annotated.n_played = game.len();
    Ok((TaggedGame { game, tags }, annotated))
}

/// Returns a move without the glyph after it, and the glyph.
pub(super) fn judged(word: &str) -> (&str, Option<u8>) {
    let sign = SIGNS.iter().find_map(|(sign, glyph)| {
        let bare = word.strip_suffix(sign)?;
        Some((bare, Some(*glyph)))
    });
    sign.unwrap_or((word, None))
}

/// Returns the tokens of a game's text after its tags.
fn tokens(text: &str, body_at: usize) -> Result<Vec<Token<'_>>, ParseGameError> {
    let mut tokens = Vec::new();
    let mut at = body_at;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let skip = match first {
            '{' => {
                let end = rest.find('}');
                let end = end.ok_or_else(|| ParseGameError::Comment(Excerpt::new(rest, at)))?;
                tokens.push(Token::Comment(&rest[1..end]));
                end + 1
            }
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                tokens.push(Token::Comment(&rest[1..end]));
                end
            }
            '(' => {
                tokens.push(Token::Open);
                1
            }
            ')' => {
                tokens.push(Token::Close);
                1
            }
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "{};()".contains(c));
                let end = end.filter(|&end| end > 0).unwrap_or(rest.len());
                let word = &rest[..end];
                if let Some(glyph) = word.strip_prefix('$') {
                    tokens.extend(glyph.parse().ok().map(Token::Glyph));
                } else if !super::is_no_move(word) {
                    tokens.push(Token::Move(word, at));
                }
                end
            }
        };
        at += skip;
    }
    Ok(tokens)
}

/// Returns the text of a comment, its drawings, and whether the game ended there.
fn read_comment(game: &AnyGame, inside: &str) -> (String, Vec<Drawing>, bool) {
    let mut comment = String::new();
    let mut drawings = Vec::new();
    let mut is_end = false;
    let mut rest = inside;
    while let Some(at) = rest.find("[%") {
        let Some(length) = rest[at..].find(']') else { break };
        let command = &rest[at + 2..at + length];
        comment += &rest[..at];
        rest = &rest[at + length + 1..];
        is_end |= command == "end";
        if let Some(names) = command
            .strip_prefix("cal ")
            .or_else(|| command.strip_prefix("csl "))
        {
            drawings.extend(names.split(',').filter_map(|name| drawing(game, name.trim())));
        }
    }
    comment += rest;
    (comment.trim().to_owned(), drawings, is_end)
}

/// Reads a drawing: `Gd3` is a green circle, `Gd3c4` an arrow.
fn drawing(game: &AnyGame, text: &str) -> Option<Drawing> {
    let mut letters = text.chars();
    let colour = letters.next().filter(|colour| "GRBY".contains(*colour))?;
    let squares = letters.as_str();
    let second = squares
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_ascii_alphabetic());
    let (from, to) = squares.split_at(second.map_or(squares.len(), |(at, _)| at));
    Some(Drawing {
        from: square_number(game, from)?,
        to: if to.is_empty() {
            None
        } else {
            Some(square_number(game, to)?)
        },
        colour,
    })
}
