//! Whole games as one word: `f5d6c3d3…`.
//!
//! Moves are in the standard notation, one right after the other. Writing omits passes. Reading inserts them
//! where the side to move is stuck, and accepts them where they are written (`--`, `pa`, `pass`). Blanks
//! between moves are ignored.

use parlor_core::{Excerpt, GameRecord, MoveList, Notation, PlayError};
use thiserror::Error;

use super::{ParseMoveError, Standard};
use crate::{Illegal, Position};

/// The reason why a text is not a transcript.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TranscriptError {
    /// A part of the text is not a move.
    #[error("{text} is not a move")]
    Unreadable {
        /// The offending text, to the end of its word.
        text: Excerpt,
    },
    /// A move goes to a square that the board does not have.
    #[error("move {ply}, {text}, is not on the board")]
    OffBoard {
        /// The offending move.
        text: Excerpt,
        /// The ply of the move, from 1, passes included.
        ply: usize,
    },
    /// The rules forbid a move.
    #[error("move {ply}, {text}: {reason}")]
    Illegal {
        /// The offending move.
        text: Excerpt,
        /// The ply of the move, from 1, passes included.
        ply: usize,
        /// What is wrong with it.
        reason: Illegal,
    },
}

/// Reads the game that begins with `start` and continues with these moves.
///
/// ```
/// use parlor_othello::notation::transcript;
/// use parlor_othello::{Board, Rules};
///
/// let game = transcript::read(&Board::start(Rules::Pass), "f5d6 C3")?;
/// assert_eq!(game.len(), 3);
/// assert_eq!(transcript::write(&game), "f5d6c3");
///
/// let error = transcript::read(&Board::start(Rules::Pass), "f5f5").unwrap_err();
/// assert_eq!(error.to_string(), "move 2, “f5” at character 3: f5 is occupied");
/// # Ok::<(), transcript::TranscriptError>(())
/// ```
pub fn read<P: Position>(start: &P, text: &str) -> Result<GameRecord<P>, TranscriptError> {
    let mut record = GameRecord::new(start.clone());
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        if rest.is_empty() {
            return Ok(record);
        }
        let token = first_token(rest);
        let excerpt = Excerpt::new(token, at);
        let mv = match Standard.parse(record.position(), token) {
            Ok(mv) => mv,
            Err(ParseMoveError::OffBoard { .. }) => {
                let ply = record.len() + 1;
                return Err(TranscriptError::OffBoard { text: excerpt, ply });
            }
            Err(ParseMoveError::Empty { .. } | ParseMoveError::Unreadable { .. }) => {
                return Err(TranscriptError::Unreadable { text: excerpt });
            }
        };
        fill_in_pass(&mut record, mv);
        record.play(mv).map_err(|error| TranscriptError::Illegal {
            text: excerpt,
            ply: record.len() + 1,
            reason: match error {
                PlayError::Over => Illegal::Over,
                PlayError::Illegal(reason) => reason,
            },
        })?;
        at += token.len();
    }
}

/// Writes the moves of a game without its passes, so a pass at the very end is lost.
pub fn write<P: Position>(record: &GameRecord<P>) -> String {
    let places = record.moves().filter_map(|mv| record.position().place_of(mv));
    places.map(|place| place.to_string()).collect()
}

/// Plays the pass that a transcript omits before `next`.
fn fill_in_pass<P: Position>(record: &mut GameRecord<P>, next: P::Move) {
    let position = record.position();
    let pass = position.pass();
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if next != pass && moves.as_slice() == [pass] {
        // The only legal move: playing it cannot fail.
        let _ = record.play(pass);
    }
}

/// Returns the letter and digits of a square, a pass, or the whole word if it begins with neither.
fn first_token(text: &str) -> &str {
    let word = text.split_whitespace().next().unwrap_or(text);
    let bytes = word.as_bytes();
    let n_digits = bytes
        .iter()
        .skip(1)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if n_digits > 0 && bytes[0].is_ascii_alphabetic() {
        return &word[..=n_digits];
    }
    let passes = [4, 2].into_iter().filter_map(|n| word.get(..n));
    passes
        .into_iter()
        .find(|name| super::is_pass(name))
        .unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;
    use proptest::prelude::*;

    use super::*;
    use crate::{Board, GridBoard, Move, Rules, Size};

    fn random_game<P: Position>(start: &P, seed: u64, plies: usize) -> GameRecord<P> {
        let mut state = seed;
        let mut record = GameRecord::new(start.clone());
        for _ in 0..plies {
            let mut moves = MoveList::new();
            record.position().legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let pick = split_mix(&mut state) % moves.len() as u64;
            record.play(moves[pick as usize]).unwrap();
        }
        record
    }

    #[test]
    fn whole_games_of_every_size_read_back_unchanged() {
        let mut with_passes = 0;
        for seed in 0..60 {
            let game = random_game(&Board::start(Rules::Pass), seed, 200);
            with_passes += usize::from(game.moves().any(|mv| mv == Move::PASS));
            assert_eq!(read(game.start(), &write(&game)), Ok(game));
        }
        assert!(with_passes > 10, "only {with_passes} games had passes");
        for size in [(4, 4), (4, 6), (10, 8), (16, 16)] {
            let size = Size::new(size.0, size.1).unwrap();
            let game = random_game(&GridBoard::start(size, Rules::Pass), 7, 400);
            assert_eq!(read(game.start(), &write(&game)), Ok(game));
        }
    }

    #[test]
    fn explicit_passes_read_like_implicit_ones() {
        let game = (0..)
            .map(|seed| random_game(&Board::start(Rules::Pass), seed, 200))
            .find(|game| game.moves().any(|mv| mv == Move::PASS))
            .unwrap();
        for name in ["--", "pa", "PASS", " -- "] {
            let moves = game.moves().map(|mv| match mv.square() {
                Some(_) => mv.to_string(),
                None => name.to_owned(),
            });
            let text: String = moves.collect();
            assert_eq!(read(game.start(), &text), Ok(game.clone()));
        }
    }

    #[test]
    fn errors_tell_the_ply_and_the_place() {
        let message = |text: &str| read(&Board::start(Rules::Pass), text).unwrap_err().to_string();
        assert_eq!(
            message("f5 d6 a1"),
            "move 3, “a1” at character 7: a disc on a1 outflanks nothing"
        );
        assert_eq!(
            message("f5--"),
            "move 2, “--” at character 3: no pass while there is a move"
        );
        assert_eq!(
            message("f5i9"),
            "move 2, “i9” at character 3, is not on the board"
        );
        assert_eq!(message("f5 ?? c3"), "“??” at character 4 is not a move");
        assert_eq!(message("f5d"), "“d” at character 3 is not a move");
        // A finished game accepts no more moves: black takes everything.
        let short = "e6f4e3f6g5d6e7f5c5";
        let game = read(&Board::start(Rules::Pass), short).unwrap();
        assert!(game.outcome().is_some(), "{:?}", game.position());
        assert_eq!(
            message(&format!("{short}a1")),
            "move 10, “a1” at character 19: the game is over"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_game_or_an_error(text in ".*", near in "([a-h][1-8]|--|pa| ){0,8}") {
            for text in [text, format!("f5d6{near}")] {
                if let Ok(game) = read(&Board::start(Rules::Pass), &text) {
                    let again = read(game.start(), &write(&game)).unwrap();
                    prop_assert_eq!(again.position(), game.position());
                    prop_assert!(game.position().turn() == again.turn());
                }
            }
        }
    }
}
