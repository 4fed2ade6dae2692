//! The syntax of the messages that two programs exchange.

use std::fmt;

use parlor_core::Excerpt;
use thiserror::Error;

/// The maximum length of a message in bytes. The longest that a game needs has a tenth of this.
pub const MAX_MESSAGE: usize = 256;

/// A syntactically valid message. [`Peer`](crate::Peer) decides whether it is allowed now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message<'a> {
    /// The client is ready.
    Ready,
    /// The client plays this colour.
    Color(&'a str),
    /// These blocks are on the board.
    Blocks(&'a str),
    /// The game begins.
    Start,
    /// The sender resigns, or has seen the last move.
    Stop,
    /// Any other single word: perhaps a move.
    Move(&'a str),
}

/// Why a text is not a message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// The message is too long.
    #[error("a message of {0} bytes, of which {MAX_MESSAGE} are allowed")]
    TooLong(usize),
    /// The message is empty.
    #[error("an empty message")]
    Empty,
    /// Leading, trailing or repeated blanks, other white space, or a character that is not ASCII.
    #[error("a badly spaced or unprintable message {0}")]
    Form(Excerpt),
    /// There is no such message.
    #[error("a message that does not exist, {0}")]
    Unknown(Excerpt),
}

impl<'a> Message<'a> {
    /// Parses a message.
    pub fn parse(text: &'a str) -> Result<Message<'a>, MessageError> {
        if text.len() > MAX_MESSAGE {
            return Err(MessageError::TooLong(text.len()));
        }
        if text.is_empty() {
            return Err(MessageError::Empty);
        }
        let is_well_formed = text.split(' ').all(|word| !word.is_empty())
            && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
        if !is_well_formed {
            return Err(MessageError::Form(Excerpt::new(text, 0)));
        }
        let message = match text.split_once(' ') {
            Some(("color", color)) if !color.contains(' ') => Message::Color(color),
            Some(("blocks", config)) if !config.contains(' ') => Message::Blocks(config),
            Some(_) => return Err(MessageError::Unknown(Excerpt::new(text, 0))),
            None => match text {
                "ready" => Message::Ready,
                "start" => Message::Start,
                "stop" => Message::Stop,
                // A command without its operand is not a misspelt move.
                "color" | "blocks" => return Err(MessageError::Unknown(Excerpt::new(text, 0))),
                mv => Message::Move(mv),
            },
        };
        Ok(message)
    }
}

/// Formats the message exactly as it is sent.
impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Ready => f.write_str("ready"),
            Message::Color(color) => write!(f, "color {color}"),
            Message::Blocks(config) => write!(f, "blocks {config}"),
            Message::Start => f.write_str("start"),
            Message::Stop => f.write_str("stop"),
            Message::Move(mv) => f.write_str(mv),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_message_survives_formatting_and_parsing() {
        let messages = [
            Message::Ready,
            Message::Color("blue"),
            Message::Blocks("3gh"),
            Message::Start,
            Message::Stop,
            Message::Move("a7-b6"),
            Message::Move("-"),
            Message::Move("F6"),
        ];
        for message in messages {
            assert_eq!(Message::parse(&message.to_string()), Ok(message));
        }
    }

    #[test]
    fn words_are_separated_by_single_blanks() {
        for bad in [
            " ready",
            "ready ",
            "color  red",
            "color\tred",
            "ready\n",
            "a7-b6\r",
            " ",
            "\0",
            "à7-b6",
        ] {
            assert_eq!(
                Message::parse(bad),
                Err(MessageError::Form(Excerpt::new(bad, 0))),
                "{bad:?}"
            );
        }
        assert_eq!(Message::parse(""), Err(MessageError::Empty));
    }

    #[test]
    fn missing_and_extra_operands_are_refused() {
        for bad in [
            "color",
            "blocks",
            "color red blue",
            "blocks a b",
            "start now",
            "ready x",
            "a7 b6",
        ] {
            assert_eq!(
                Message::parse(bad),
                Err(MessageError::Unknown(Excerpt::new(bad, 0))),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn messages_have_a_maximum_length() {
        assert!(Message::parse(&"x".repeat(MAX_MESSAGE)).is_ok());
        let long = "x".repeat(MAX_MESSAGE + 1);
        assert_eq!(Message::parse(&long), Err(MessageError::TooLong(MAX_MESSAGE + 1)));
    }

    proptest! {
        #[test]
        fn every_text_is_a_message_or_a_printable_error(text in ".{0,300}") {
            match Message::parse(&text) {
                Ok(message) => prop_assert_eq!(message.to_string(), text),
                Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
            }
        }
    }
}
