//! Tests that games with variations and annotations can be written and read back.

use parlor_core::PerColor;
use parlor_games::annotated::{Annotated, AnnotatedMove, Drawing};
use parlor_games::export::{self, Written};
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, Kind, Spec, import};

/// Returns a game of four moves with nested variations, comments, glyphs and drawings.
fn studied(kind: Kind) -> (AnyGame, Annotated) {
    let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
    let mut annotated = Annotated::empty();
    let mut add = |parent: usize, game: &AnyGame, choice: usize| {
        let legal = game.legal_moves();
        annotated.moves.push(AnnotatedMove {
            parent,
            text: legal[choice % legal.len()].text.clone(),
            ..AnnotatedMove::default()
        });
        annotated.moves.len() - 1
    };
    let mut entry = 0;
    let mut beside = Vec::new();
    for _ in 0..4 {
        let before = game.clone();
        let next = add(entry, &game, 0);
        game.play(&before.legal_moves()[0].text).unwrap();
        beside.push((entry, before));
        entry = next;
    }
    // A line of two moves as an alternative to the third, another move as an alternative to its second, and
    // one beyond the end.
    let (parent, mut before) = beside[2].clone();
    let first = add(parent, &before, 1);
    let mv = before.legal_moves()[1].text.clone();
    before.play(&mv).unwrap();
    add(first, &before, 0);
    add(first, &before, 1);
    add(entry, &game, 0);
    annotated.n_played = 4;
    annotated.moves[0].comment = "The start.".into();
    annotated.moves[first].comment = "Better (by far), says [somebody]:\nsee there".into();
    annotated.moves[first].glyphs = vec![5];
    annotated.moves[3].glyphs = vec![2];
    annotated.moves[3].drawings = vec![
        Drawing {
            from: 9,
            to: None,
            colour: 'G',
        },
        Drawing {
            from: 9,
            to: Some(18),
            colour: 'G',
        },
    ];
    (game, annotated)
}

#[test]
fn variations_and_notes_survive_parlors_own_form_in_every_game() {
    for &kind in Kind::ALL.iter() {
        let (game, annotated) = studied(kind);
        let tagged = TaggedGame {
            game: game.clone(),
            tags: vec![("Black".into(), "Ann".into()), ("Result".into(), "*".into())],
        };
        let text = pgn::write_annotated(&tagged, &annotated);
        let (read, notes) = pgn::read_annotated(&text).unwrap();
        assert_eq!(read, tagged, "{text}");
        // Entries are numbered as they are read; written again they give the same text.
        assert_eq!(pgn::write_annotated(&read, &notes), text);
        assert_eq!(
            (notes.moves.len(), notes.n_played),
            (annotated.moves.len(), 4),
            "{text}"
        );
        let found = notes.moves.iter().find(|mv| mv.glyphs == [5]).unwrap();
        assert_eq!(found.comment, "Better (by far), says [somebody]:\nsee there");
        let drawn = notes.moves.iter().find(|mv| !mv.drawings.is_empty()).unwrap();
        assert_eq!((drawn.drawings.len(), &drawn.glyphs[..]), (2, &[2][..]));
        // A reader of the plain game skips all of it; nothing was played beyond its end.
        let imported = import::read(text.as_bytes()).unwrap().remove(0);
        assert_eq!(imported.game.len(), 4);
        assert!(imported.details.notes.is_some());
    }
}

#[test]
fn glyphs_after_moves_and_foreign_marks_are_read() {
    let text = "[Game \"othello\"]\n\n1. f5! d6?! (1... f6 {the diagonal [%csl Rf6] } 2. e6 (2. d3)) 2. c3 $1 $140 *\n";
    let (read, notes) = pgn::read_annotated(text).unwrap();
    assert_eq!((read.game.len(), notes.moves.len()), (3, 7));
    let glyphs: Vec<&[u8]> = notes.moves.iter().map(|mv| &mv.glyphs[..]).collect();
    assert_eq!(&glyphs[1..3], [&[1][..], &[6][..]]);
    let diagonal = notes.moves.iter().find(|mv| mv.text == "f6").unwrap();
    assert_eq!(
        (diagonal.comment.as_str(), diagonal.drawings.len()),
        ("the diagonal", 1)
    );
    assert_eq!(pgn::read(text).unwrap().game.len(), 3);
    assert_eq!(pgn::move_texts(text).unwrap(), ["f5", "d6", "c3"]);
    let wrong = "[Game \"othello\"]\n\n1. f5 d6 (1... a1) *\n";
    assert!(pgn::read_annotated(wrong).is_err(), "a variation is checked too");
    assert!(pgn::read(wrong).is_ok());
}

#[test]
fn sgf_holds_the_variations_of_lines_of_action() {
    let (game, annotated) = studied(Kind::Loa);
    let names = PerColor(["Ann".to_owned(), "Bob".to_owned()]);
    let written = export::write_annotated(&game, &names, "", "sgf", &annotated).unwrap();
    let Written::Text(text) = written else {
        panic!("{written:?}")
    };
    let read = import::read(text.as_bytes()).unwrap().remove(0);
    let notes = read.details.notes.expect("it has variations");
    assert_eq!(
        (read.game.len(), notes.n_played, notes.moves.len()),
        (4, 4, annotated.moves.len()),
        "{text}"
    );
    assert_eq!(read.game.history(), game.history());
    assert!(!read.game.clone().redo(), "nothing was taken back");
    let again = export::write_annotated(&read.game, &names, "", "sgf", &notes).unwrap();
    assert_eq!(again, Written::Text(text));
    let found = notes.moves.iter().find(|mv| mv.glyphs == [5]).unwrap();
    assert_eq!(found.comment, "Better (by far), says [somebody]:\nsee there");
    assert_eq!(
        notes
            .moves
            .iter()
            .find(|mv| mv.glyphs == [2])
            .unwrap()
            .drawings
            .len(),
        2
    );
    assert_eq!(notes.moves[0].comment, "The start.");
}

#[test]
fn sgf_tells_variations_of_a_game_without_moves_from_its_moves() {
    let game = AnyGame::new(&Spec::default_for(Kind::Loa)).unwrap();
    let mut annotated = Annotated::empty();
    annotated.moves.push(AnnotatedMove {
        text: game.legal_moves()[0].text.clone(),
        ..AnnotatedMove::default()
    });
    let names = PerColor(["Ann".to_owned(), "Bob".to_owned()]);
    let written = export::write_annotated(&game, &names, "", "sgf", &annotated).unwrap();
    let read = import::read(&written.into_bytes()).unwrap().remove(0);
    assert_eq!(read.game.len(), 0);
    assert_eq!(read.details.notes.map(|notes| notes.moves.len()), Some(2));
}

#[test]
fn deep_and_broken_trees_are_refused_or_read_as_far_as_they_make_sense() {
    let deep = format!("[Game \"othello\"]\n\n1. f5 {}", "(".repeat(100_000));
    assert!(pgn::read_annotated(&deep).is_err());
    for text in ["1. f5 )))) d6", "(", ")", "1. f5 (", "1. f5 ( 1. d3 {"] {
        let text = format!("[Game \"othello\"]\n\n{text}\n");
        let _ = pgn::read_annotated(&text);
        let _ = pgn::read(&text);
    }
}
