//! Tests of everything that is read from text: what it accepts, its errors, and that nothing makes it panic.

use parlor_ataxx::{
    ALL_SQUARES, BlockPattern, Cs61bNotation, Illegal, Move, ParseFenError, ParseMoveError, Position, Rules,
    Setup, ToolNotation, parse_square,
};
use parlor_core::{Bitboard, Color, Excerpt, Game, MoveList, Notation, PerColor, Square};
use proptest::prelude::*;

fn at(name: &str) -> Square {
    parse_square(name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn the_cs61b_notation_reads_extends_jumps_and_skips() {
    let position = Position::start(Rules::Cs61b);
    let read = |text| Cs61bNotation.parse(&position, text);
    assert_eq!(read("a7-b6"), Ok(Move::clone_to(at("b6"))));
    assert_eq!(read("g1-f3"), Ok(Move::jump(at("g1"), at("f3"))));
    assert_eq!(read("-"), Ok(Move::PASS));
}

#[test]
fn the_cs61b_notation_says_what_is_wrong() {
    let position = Position::start(Rules::Cs61b);
    let read = |text| Cs61bNotation.parse(&position, text).unwrap_err();
    let illegal = ParseMoveError::Illegal;
    assert_eq!(
        read("g7-f6"),
        illegal(Illegal::NotYourPiece {
            mover: Color::Black,
            from: at("g7")
        })
    );
    assert_eq!(
        read("c3-c4"),
        illegal(Illegal::NotYourPiece {
            mover: Color::Black,
            from: at("c3")
        })
    );
    assert_eq!(
        read("a7-a4"),
        illegal(Illegal::TooFar {
            from: at("a7"),
            to: at("a4")
        })
    );
    assert_eq!(read("a7-a7"), illegal(Illegal::Occupied { to: at("a7") }));
    assert_eq!(read("a7-a8"), ParseMoveError::NoSuchSquare(Excerpt::new("a8", 3)));
    assert_eq!(read("h1-g2"), ParseMoveError::NoSuchSquare(Excerpt::new("h1", 0)));
    for malformed in [
        "", "--", "a7", "a7b6", "a7-", "-b6", "a7 -b6", "a7--b6", "A7-B6", "a7-b6 ", "a7–b6", "a77-b6",
    ] {
        assert!(
            matches!(read(malformed), ParseMoveError::Malformed { .. }),
            "{malformed}"
        );
    }
    assert_eq!(
        read("g7-f6").to_string(),
        "there is no red piece on g7",
        "an error uses the words of the rules"
    );
    assert_eq!(
        read("a7-a8").to_string(),
        "there is no square “a8” at character 4: columns are a–g and rows 1–7"
    );
}

#[test]
fn an_extend_is_written_from_the_first_piece_that_could_make_it() {
    let text = "7/7/7/2xxx2/7/7/o6 x";
    let position = Position::from_fen(text, Rules::Cs61b).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Cs61bNotation.format(&position, Move::clone_to(at("d5"))), "c4-d5");
    assert_eq!(Cs61bNotation.format(&position, Move::clone_to(at("f4"))), "e4-f4");
    assert_eq!(
        Cs61bNotation.format(&position, Move::jump(at("e4"), at("g2"))),
        "e4-g2"
    );
    assert_eq!(Cs61bNotation.format(&position, Move::PASS), "-");
    // An impossible clone stays illegal when it is read back.
    let impossible = Cs61bNotation.format(&position, Move::clone_to(at("g7")));
    assert!(Cs61bNotation.parse(&position, &impossible).is_err());
}

#[test]
fn the_tools_notation_reads_and_writes_all_its_forms() {
    let position = Position::start(Rules::Tools);
    let read = |text| ToolNotation.parse(&position, text);
    assert_eq!(read("g2"), Ok(Move::clone_to(at("g2"))));
    assert_eq!(read("g1g2"), Ok(Move::clone_to(at("g2"))));
    assert_eq!(read("g1e3"), Ok(Move::jump(at("g1"), at("e3"))));
    assert_eq!((read("0000"), read("pass")), (Ok(Move::PASS), Ok(Move::PASS)));
    assert_eq!(ToolNotation.format(&position, Move::clone_to(at("g2"))), "g2");
    assert_eq!(
        ToolNotation.format(&position, Move::jump(at("g1"), at("e3"))),
        "g1e3"
    );
    assert_eq!(ToolNotation.format(&position, Move::PASS), "0000");
    assert_eq!(
        read("h2"),
        Err(ParseMoveError::NoSuchSquare(Excerpt::new("h2", 0)))
    );
    assert_eq!(
        read("g1g8"),
        Err(ParseMoveError::NoSuchSquare(Excerpt::new("g8", 2)))
    );
    for malformed in ["", "g", "000", "0", "g1-g2", "g1g2g3", "Pass", "aé2", "g22"] {
        assert!(
            matches!(read(malformed), Err(ParseMoveError::Malformed { .. })),
            "{malformed}"
        );
    }
}

#[test]
fn a_fen_may_leave_out_fields_from_the_right() {
    let rows = "x5o/7/2-1-2/7/2-1-2/7/o5x";
    let full: Setup = format!("{rows} x 0 1")
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    for text in [
        rows.to_owned(),
        format!("{rows} x"),
        format!("{rows} x 0"),
        format!("  {rows}  x 0 1 "),
    ] {
        assert_eq!(text.parse(), Ok(full), "{text}");
    }
    assert_eq!(full.blocks.count(), 4);
    assert_eq!(full.to_string(), format!("{rows} x 0 1"));
    let later: Setup = format!("{rows} o 12 34")
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (later.turn, later.clock, later.move_number),
        (Color::White, 12, 34)
    );
    assert_eq!(later.to_string(), format!("{rows} o 12 34"));
}

#[test]
fn a_bad_fen_is_reported_with_its_offending_part() {
    let read = |text: &str| text.parse::<Setup>().unwrap_err();
    let place = Excerpt::new;
    assert_eq!(read(""), ParseFenError::Empty);
    assert_eq!(read("  "), ParseFenError::Empty);
    assert_eq!(read("x5o/7/7/7/7/7 x"), ParseFenError::RowCount { rows: 6 });
    assert_eq!(read("x5o/7/7/7/7/7/o5x/7"), ParseFenError::RowCount { rows: 8 });
    assert_eq!(
        read("x5o/7/6/7/7/7/o5x"),
        ParseFenError::RowLength {
            row: place("6", 6),
            squares: 6
        }
    );
    assert_eq!(
        read("xxxx5o/7/7/7/7/7/7"),
        ParseFenError::RowLength {
            row: place("xxxx5o", 0),
            squares: 10
        }
    );
    assert_eq!(
        read("x5o/7/3z3/7/7/7/o5x"),
        ParseFenError::UnknownSquare(place("z", 7))
    );
    assert_eq!(
        read("x5o/8/7/7/7/7/o5x"),
        ParseFenError::UnknownSquare(place("8", 4))
    );
    assert_eq!(
        read("x5o/7/7/7/7/7/o5x r"),
        ParseFenError::UnknownSide(place("r", 18))
    );
    assert_eq!(
        read("x5o/7/7/7/7/7/o5x x -1"),
        ParseFenError::NotANumber(place("-1", 20))
    );
    assert_eq!(
        read("x5o/7/7/7/7/7/o5x x +1"),
        ParseFenError::NotANumber(place("+1", 20))
    );
    assert_eq!(
        read("x5o/7/7/7/7/7/o5x x 0 99999999999"),
        ParseFenError::NotANumber(place("99999999999", 22))
    );
    assert_eq!(
        read("x5o/7/7/7/7/7/o5x x 0 1 moves"),
        ParseFenError::Trailing(place("moves", 24))
    );
}

/// Generates any setup that a text can hold, whether or not it is a position.
fn any_setup() -> impl Strategy<Value = Setup> {
    (any::<[u64; 3]>(), any::<bool>(), any::<u32>(), any::<u32>()).prop_map(
        |(bits, red, clock, move_number)| {
            let [a, b, c] = bits.map(Bitboard);
            Setup {
                pieces: PerColor([a & b & ALL_SQUARES, (a - b) & ALL_SQUARES]),
                blocks: (c - a) & ALL_SQUARES,
                turn: if red { Color::Black } else { Color::White },
                clock,
                move_number,
            }
        },
    )
}

/// Generates a position some random plies after the start.
fn any_position() -> impl Strategy<Value = Position> {
    (proptest::collection::vec(any::<u16>(), 0..80), any::<bool>()).prop_map(|(choices, is_cs61b)| {
        let mut position = Position::start(if is_cs61b { Rules::Cs61b } else { Rules::Tools });
        for choice in choices {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        }
        position
    })
}

/// Generates arbitrary texts, and texts that are nearly right.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-h0-9xo/ -]{0,40}", "[a-h][0-8]-?[a-h][0-8]"]
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in any_text()) {
        let position = Position::start(Rules::Cs61b);
        for result in [Cs61bNotation.parse(&position, &text), ToolNotation.parse(&position, &text)] {
            match result {
                Ok(mv) => prop_assert_eq!(Move::from_bits(mv.bits()), Some(mv), "on the board"),
                Err(error) => prop_assert!(error.to_string().len() < 2000),
            }
        }
        if let Err(error) = Position::from_fen(&text, Rules::Cs61b) {
            prop_assert!(error.to_string().len() < 2000);
        }
        if let Err(error) = text.parse::<BlockPattern>() {
            prop_assert!(error.to_string().len() < 2000);
        }
        prop_assert!(parse_square(&text).is_none() || text.len() == 2);
    }

    #[test]
    fn a_setup_reads_back_as_it_was_written(setup in any_setup()) {
        prop_assert_eq!(setup.to_string().parse(), Ok(setup));
    }

    #[test]
    fn whatever_parses_as_a_setup_writes_and_reads_the_same(text in any_text()) {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }

    #[test]
    fn a_position_and_its_moves_read_back_as_they_were_written(position in any_position()) {
        prop_assert_eq!(Position::from_fen(&position.fen(), position.rules()), Ok(position));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            prop_assert_eq!(Cs61bNotation.parse(&position, &Cs61bNotation.format(&position, mv)), Ok(mv));
            prop_assert_eq!(ToolNotation.parse(&position, &ToolNotation.format(&position, mv)), Ok(mv));
        }
    }

    #[test]
    fn a_block_pattern_reads_back_as_it_was_written(text in "[a-h1-6]{1,20}") {
        let pattern: BlockPattern = text.parse().unwrap();
        prop_assert_eq!(pattern.to_string().parse(), Ok(pattern));
        for name in text.chars() {
            let part = BlockPattern::designated(name).unwrap();
            prop_assert_eq!(part | pattern, pattern);
        }
    }

    #[test]
    fn any_validated_setup_answers_without_panicking(setup in any_setup(), clock in 0u32..=100) {
        let setup = Setup { clock, ..setup };
        if let Ok(position) = Position::from_setup(&setup, Rules::Tools) {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            prop_assert_eq!(moves.is_empty(), position.outcome().is_some());
            prop_assert_eq!(moves.len() as u64, position.count_moves());
        }
    }
}
