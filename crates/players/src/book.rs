//! Access to our opening books for a game that is chosen at run time.

use std::collections::HashMap;
use std::sync::OnceLock;

use parlor_core::Score;
use parlor_engine::book::Book;
use parlor_games::{AnyGame, Kind, Playable};

use crate::nodes::with_record;
use crate::with_node;

/// Returns the book moves of a position, the best first, with their scores for the side to move.
pub fn moves(game: &AnyGame) -> Vec<(String, Score)> {
    let Some(book) = books().get(&game.kind()) else {
        return Vec::new();
    };
    with_record!(game.record(), (N, record) => {
        let position = record.position();
        let known = book.moves::<N>(position);
        known.into_iter().map(|(mv, worth)| (position.view(mv).text, worth)).collect()
    })
}

/// Returns the embedded books, which are read once.
fn books() -> &'static HashMap<Kind, Book> {
    static BOOKS: OnceLock<HashMap<Kind, Book>> = OnceLock::new();
    BOOKS.get_or_init(|| {
        let read = |&kind: &Kind| (kind, with_node!(kind, N => Book::embedded::<N>()));
        Kind::KNOWN.iter().map(read).collect()
    })
}

#[cfg(test)]
mod tests {
    use parlor_games::Spec;

    use super::*;

    #[test]
    fn the_book_knows_the_start_of_every_game_and_no_other_board() {
        for kind in Kind::ALL {
            let known = moves(&AnyGame::new(&Spec::default_for(kind)).unwrap());
            assert!(!known.is_empty(), "{kind}");
            assert!(known.is_sorted_by(|one, other| one.1 >= other.1), "{kind}");
        }
        let small = Spec::default_for("othello".parse().unwrap())
            .with("size", "6x6")
            .unwrap();
        assert_eq!(moves(&AnyGame::new(&small).unwrap()), []);
    }
}
