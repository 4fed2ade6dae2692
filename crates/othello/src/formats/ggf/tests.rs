//! Tests of reading and writing GGF.

use proptest::prelude::*;

use super::*;
use crate::notation::transcript;

const GAME: &str = "(;GM[Othello]PC[a table]PB[Anna]PW[Ben]TY[8]RE[-10:r]BO[8 -------- -------- -------- \
                    ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6//0.3]B[c3/-1.50];)";

fn grid(transcript: &str) -> GameRecord<GridBoard> {
    transcript::read(&GridBoard::start(Size::STANDARD, Rules::Pass), transcript).unwrap()
}

#[test]
fn a_record_reads_back_unchanged_and_can_be_replayed() {
    let games = read(GAME).unwrap();
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!(game.to_string(), GAME);
    assert_eq!((game.tag("PB"), game.tag("XX")), (Some("Anna"), None));
    assert_eq!(game.result(), Some(Outcome::Win(Color::White)));
    assert_eq!(game.resigned(), Some(Color::Black));
    assert_eq!(game.replay(Rules::Pass), Ok(grid("f5d6c3")));
    let several = format!("2 {GAME}\n\n{GAME}\n");
    assert_eq!(read(&several).unwrap(), [game.clone(), game.clone()]);
}

#[test]
fn a_game_with_passes_is_written_with_them_and_read_without_them_too() {
    let start = GridBoard::start(Size::new(4, 4).unwrap(), Rules::Pass);
    let record = transcript::read(&start, "c4b4a1d2d4d3a2c1a4a3b1d1").unwrap();
    assert!(record.moves().any(|mv| mv == record.position().pass()));
    let text = GgfGame::new(&record).unwrap().to_string();
    assert!(text.contains("PA"), "{text}");
    assert_eq!(read(&text).unwrap()[0].replay(Rules::Pass), Ok(record.clone()));
    let silent = text.replace("B[PA]", "").replace("W[PA]", "");
    assert_eq!(read(&silent).unwrap()[0].replay(Rules::Pass), Ok(record));
}

#[test]
fn boards_that_are_not_square_are_refused() {
    let size = Size::new(6, 10).unwrap();
    let record = GameRecord::new(GridBoard::start(size, Rules::Pass));
    assert_eq!(GgfGame::new(&record), Err(NotSquare(size)));
    assert_eq!(
        NotSquare(size).to_string(),
        "GGF holds square boards only, not one of 6x10"
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let message = |text: &str| read(text).unwrap_err().to_string();
    let start = "(;BO[4 -----O*--*O----- *]";
    assert_eq!(message("  "), "there is no game, which would begin with (;");
    assert_eq!(
        message("f5d6"),
        "expected a game, which begins with (; instead of “f5d6” at character 1"
    );
    assert_eq!(
        message(start),
        "the record ends before the end ;) of a game, begun at “(;” at character 1"
    );
    assert_eq!(
        message("(;PB[Anna"),
        "the record ends before the end ] of a value, begun at “PB” at character 3"
    );
    assert_eq!(
        message("(;GM[Chess];)"),
        "the record is of another game: “Chess” at character 6"
    );
    assert_eq!(
        message("(;B[d3];)"),
        "the game “(;” at character 1 has no board BO before its first move"
    );
    assert_eq!(
        message("(;BO[8 ---- *];)"),
        "the board “8 ---- *” at character 6 is not a size, 64 squares of *, O and -, and the side to move"
    );
    assert!(message("(;BO[7 - *];)").contains("not 7 by 7"));
    assert!(message("(;BO[99999999999 - *];)").contains("a board has an even number"));
    assert_eq!(
        message(&format!("{start}B[b1]W[4a];)")),
        "move 2, “4a” at character 34, is not a move like d3"
    );
    assert!(message(&format!("{start}B?;)")).starts_with("expected [ and the value"));
    assert!(message(&format!("{start}?;)")).starts_with("expected a property"));
}

#[test]
fn moves_out_of_turn_or_against_the_rules_are_named() {
    let message = |moves: &str| {
        let text = format!("(;BO[4 -----O*--*O----- *]{moves};)");
        read(&text).unwrap()[0]
            .replay(Rules::Pass)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(message("W[b1]"), "move 1, b1, is white's out of turn");
    assert_eq!(
        message("B[b1]W[d4]"),
        "move 2, d4: a disc on d4 outflanks nothing"
    );
    assert_eq!(message("B[b1]W[e9]"), "move 2, e9: e9 is not on the board");
    assert_eq!(message("B[PA]"), "move 1, PA: no pass while there is a move");
}

#[test]
fn a_tag_cannot_end_its_own_value() {
    let mut game = GgfGame::new(&grid("f5")).unwrap();
    game.push_tag("PB", "A];B\n");
    game.push_result(-3, false);
    assert_eq!(game.tag("PB"), Some("A;B"));
    assert_eq!(game.tag("RE"), Some("-3"));
    assert_eq!(read(&game.to_string()), Ok(vec![game]));
}

proptest! {
    #[test]
    fn any_text_is_games_or_an_error(
        text in ".*",
        near in r"[\(\);\[\]BWOPA*a-h0-9 -]{0,40}",
        cut in 0..GAME.len(),
    ) {
        let mutated = format!("{}{near}{}", &GAME[..cut], &GAME[cut..]);
        for text in [text, near, mutated] {
            if let Ok(games) = read(&text) {
                for game in games {
                    let again = read(&game.to_string()).unwrap();
                    prop_assert_eq!(&again[..], &[game.clone()][..]);
                    let _ = game.replay(Rules::NoMoveLoses);
                }
            }
        }
    }
}
