//! The syntax of the Smart Game Format: nodes, properties and values, independent of the game.

use std::ops::Range;

use parlor_core::Excerpt;

use super::SgfError;

/// The content of one node, after its `;`.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) properties: Vec<Property>,
}

/// A name and at least one value.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

/// A value without brackets and escapes.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) text: String,
    /// The byte offset of the value in the text.
    pub(super) at: usize,
}

/// A reader of one game after another.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    /// Returns the nodes of the next game's main line, which takes the first branch of every fork. Text
    /// between games is skipped, as the standard allows for letters that carry a record. Depth is counted
    /// instead of recursed into, so that a text of nothing but brackets cannot overflow the stack.
    pub(super) fn next_game(&mut self) -> Result<Option<Vec<Node>>, SgfError> {
        let Some(skipped) = self.rest().find('(') else {
            return Ok(None);
        };
        let begun = self.at + skipped;
        self.at = begun + 1;
        let mut nodes: Vec<Node> = Vec::new();
        let mut depth = 1usize;
        // After the end of the first branch, the other branches are not the main line.
        let mut main_line_ended = false;
        while depth > 0 {
            self.skip_space();
            match self.rest().chars().next() {
                None => {
                    return Err(SgfError::Unfinished {
                        missing: "the closing )",
                        begun: self.excerpt(begun..begun + 1),
                    });
                }
                Some('(') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(')') => {
                    depth -= 1;
                    main_line_ended = true;
                    self.at += 1;
                }
                Some(';') => {
                    self.at += 1;
                    if !main_line_ended {
                        nodes.push(Node::default());
                    }
                }
                Some(c) if c.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    match nodes.last_mut() {
                        _ if main_line_ended => {}
                        Some(node) => node.properties.push(property),
                        None => {
                            let found = self.excerpt(begun + 1..self.at);
                            return Err(SgfError::Unexpected {
                                expected: "; after (",
                                found,
                            });
                        }
                    }
                }
                Some(c) => {
                    let found = self.excerpt(self.at..self.at + c.len_utf8());
                    return Err(SgfError::Unexpected {
                        expected: "(, ), ; or a property",
                        found,
                    });
                }
            }
        }
        Ok(Some(nodes))
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let begun = self.at;
        let length = self
            .rest()
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(self.rest().len());
        self.at += length;
        // Before version 4 the format allowed lower-case letters in names, which are ignored.
        let name: String = self.text[begun..self.at]
            .chars()
            .filter(char::is_ascii_uppercase)
            .collect();
        let mut values = Vec::new();
        self.skip_space();
        while self.rest().starts_with('[') {
            values.push(self.value()?);
            self.skip_space();
        }
        if name.is_empty() || values.is_empty() {
            let found = self.excerpt(begun..begun + length);
            return Err(SgfError::Unexpected {
                expected: "a property such as B[e1-e3]",
                found,
            });
        }
        Ok(Property { name, values })
    }

    fn value(&mut self) -> Result<Value, SgfError> {
        let begun = self.at;
        let at = begun + 1;
        let mut text = String::new();
        let mut chars = self.text[at..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                ']' => {
                    self.at = at + i + 1;
                    return Ok(Value { text, at });
                }
                '\\' => match chars.next() {
                    // An escaped end of line is not part of the text.
                    Some((_, '\n')) | None => {}
                    Some((_, escaped)) => text.push(escaped),
                },
                _ => text.push(c),
            }
        }
        Err(SgfError::Unfinished {
            missing: "the closing ]",
            begun: self.excerpt(begun..self.text.len()),
        })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn excerpt(&self, range: Range<usize>) -> Excerpt {
        Excerpt::new(&self.text[range.clone()], range.start)
    }
}
