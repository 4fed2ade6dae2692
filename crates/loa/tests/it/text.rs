//! Tests of what is read and written: moves, positions and game records.

use parlor_core::{Bitboard, Color, Excerpt, Game, GameRecord, MoveList, Notation, Outcome, PerColor};
use parlor_loa::formats::sgf::{self, Concession, ReplayError, SgfError, SgfGame, Tag};
use parlor_loa::{
    Coordinates, Illegal, Move, ParseMoveError, ParseSetupError, Position, Recorded, Rules, Setup,
    parse_square,
};
use proptest::prelude::*;

const START: &str = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";

/// A short game that White wins through Black's clumsiness, in the many spellings of records.
const RECORD: &str = "(;FF[4]GM[9]PB[Ann \\] Lee]PW[Bob]RE[W+]C[two\nlines]\n\
    ;B[D1-B3];W[a3 c5];B[c1b2]\n;C[a comment first]W[A7:D4!]\n(;B[e1-e3+])(;B[f1-f3];W[h2-h3]))";

fn mv(text: &str) -> Move {
    Coordinates.parse(&Position::default(), text).expect("a move")
}

fn read_one(text: &str) -> Result<SgfGame, SgfError> {
    let mut games = sgf::read(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

#[test]
fn a_move_is_read_in_either_case_with_blanks_around_it() {
    let b8_b6 = Move::new(parse_square("b8").expect("b8"), parse_square("b6").expect("b6"));
    for text in ["b8-b6", "B8-B6", "b8-B6", "  b8-b6\t"] {
        assert_eq!(Coordinates.parse(&Position::default(), text), Ok(b8_b6), "{text}");
    }
    assert_eq!(Coordinates.parse(&Position::default(), " PASS "), Ok(Move::PASS));
    assert_eq!(Coordinates.format(&Position::default(), b8_b6), "b8-b6");
    assert_eq!(Coordinates.format(&Position::default(), Move::PASS), "pass");
}

#[test]
fn an_unreadable_move_is_explained() {
    let error = |text: &str| Coordinates.parse(&Position::default(), text).expect_err(text);
    assert_eq!(error("  "), ParseMoveError::Empty);
    assert_eq!(error("b9-b6"), ParseMoveError::Square(Excerpt::new("b9", 0)));
    assert_eq!(error("b8-i6"), ParseMoveError::Square(Excerpt::new("i6", 3)));
    assert_eq!(error("b8-"), ParseMoveError::Square(Excerpt::new("", 3)));
    assert_eq!(error("b8b6"), ParseMoveError::Separator(Excerpt::new("b6", 2)));
    assert_eq!(
        error("b8 - b6"),
        ParseMoveError::Separator(Excerpt::new(" - b6", 2))
    );
    assert_eq!(
        error("b8-b6-b4"),
        ParseMoveError::Trailing(Excerpt::new("-b4", 5))
    );
    assert_eq!(error("b8-b6 !"), ParseMoveError::Trailing(Excerpt::new("!", 6)));
    assert_eq!(
        error("bé-b6").to_string(),
        "expected a square from a1 to h8 instead of “bé” at character 1"
    );
}

#[test]
fn records_write_moves_in_many_ways() {
    let start = Position::default();
    for text in [
        "e1-e3",
        "E1:E3",
        "e1e3",
        "e1 e3",
        "E1 - E3",
        "e1xe3",
        "e1-e3+",
        "e1-e3!!",
        " e1-e3 ?! ",
        "e1–e3#",
    ] {
        assert_eq!(Recorded.parse(&start, text), Ok(mv("e1-e3")), "{text}");
    }
    for text in ["", " ", "pass", "PASS!"] {
        assert_eq!(Recorded.parse(&start, text), Ok(Move::PASS), "{text}");
    }
    for text in ["e1", "e1-", "-e3", "e1-e9", "e1-e3 or not", "resign"] {
        assert!(Recorded.parse(&start, text).is_err(), "{text}");
    }
}

#[test]
fn a_position_string_reads_back() {
    let setup: Setup = START.parse().expect("the start");
    assert_eq!(setup, Position::default().setup());
    assert_eq!(setup.to_string(), START);
    let shouted: Setup = format!("  {}  ", START.to_uppercase())
        .parse()
        .expect("in capitals");
    assert_eq!(shouted, setup);
    let split: Setup = "44/1111112/8/8/8/8/8/x6o o".parse().expect("empties in parts");
    assert_eq!(split.to_string(), "8/8/8/8/8/8/8/x6o o");
}

#[test]
fn a_bad_position_string_is_explained() {
    let error = |text: &str| text.parse::<Setup>().expect_err(text);
    let rank_length = |rank, squares, text: &str, at| ParseSetupError::RankLength {
        rank,
        squares,
        excerpt: Excerpt::new(text, at),
    };
    assert_eq!(
        error("8/8/8/8/8/8/8/8"),
        ParseSetupError::Turn(Excerpt::new("", 15))
    );
    assert_eq!(
        error("8/8/8/8/8/8/8/8 b"),
        ParseSetupError::Turn(Excerpt::new("b", 16))
    );
    assert_eq!(
        error("8/8/8/8/8/8/8/8 x 0"),
        ParseSetupError::Trailing(Excerpt::new("0", 18))
    );
    assert_eq!(
        error("8/8/8/8/8/8/7b/8 x"),
        ParseSetupError::Symbol(Excerpt::new("b", 13))
    );
    assert_eq!(
        error("9/8/8/8/8/8/8/8 x"),
        ParseSetupError::Symbol(Excerpt::new("9", 0))
    );
    assert_eq!(error("8/7/8/8/8/8/8/8 x"), rank_length(7, 7, "7", 2));
    assert_eq!(error("8/8/8/8/8/8/8/8x x"), rank_length(1, 9, "8x", 14));
    assert_eq!(
        error(" 8/8 x"),
        ParseSetupError::Ranks {
            ranks: 2,
            excerpt: Excerpt::new("8/8", 1)
        }
    );
    assert!(matches!(error(""), ParseSetupError::Ranks { ranks: 1, .. }));
    let many = format!("{}/8/8/8/8/8/8/8 x", "x".repeat(300));
    assert!(matches!(
        error(&many),
        ParseSetupError::RankLength {
            rank: 8,
            squares: 300,
            ..
        }
    ));
}

#[test]
fn a_record_gives_its_tags_and_its_main_line() {
    let game = read_one(RECORD).expect("a record");
    assert_eq!(game.player(Color::Black), Some("Ann ] Lee"));
    assert_eq!(game.player(Color::White), Some("Bob"));
    assert_eq!(game.result(), Some(Outcome::Win(Color::White)));
    assert_eq!(game.tag("C"), Some("two\nlines"));
    let texts: Vec<String> = game
        .moves
        .iter()
        .map(|(color, mv)| format!("{color} {mv}"))
        .collect();
    assert_eq!(
        texts,
        [
            "black d1-b3",
            "white a3-c5",
            "black c1-b2",
            "white a7-d4",
            "black e1-e3"
        ]
    );
    let record = game.replay(Rules::default()).expect("legal moves");
    assert_eq!(record.len(), 5);
    assert_eq!(record.outcome(), None);
}

#[test]
fn a_record_reads_back_as_it_was_written() {
    let game = read_one(RECORD).expect("a record");
    assert_eq!(read_one(&game.to_string()), Ok(game));
}

#[test]
fn a_played_game_becomes_a_record_and_reads_back() {
    let mut random = 9u64;
    for _ in 0..10 {
        let mut played = GameRecord::new(Position::default());
        for _ in 0..60 {
            let mut moves = MoveList::new();
            played.position().legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let i = parlor_core::random::split_mix(&mut random) as usize % moves.len();
            played.play(moves[i]).expect("a legal move");
        }
        let written = SgfGame::from_record(&played, PerColor(["Ann", "B]ob\\"])).to_string();
        let game = read_one(&written).expect("our own record");
        assert_eq!(game.player(Color::White), Some("B]ob\\"));
        assert_eq!(game.result(), played.outcome());
        assert_eq!(game.replay(Rules::default()), Ok(played));
    }
}

#[test]
fn a_record_of_an_edited_board_keeps_it() {
    let setup: Setup = "6ox/6oo/8/8/8/8/oo6/xo6 x".parse().expect("a position");
    let mut played = GameRecord::new(Position::edited(&setup, Rules::default()).expect("possible"));
    played.play(Move::PASS).expect("black is stuck");
    let written = SgfGame::from_record(&played, PerColor(["", ""])).to_string();
    let game = read_one(&written).expect("our own record");
    assert_eq!(game.setup, Some(setup));
    assert_eq!(game.player(Color::Black), None);
    assert_eq!(game.replay(Rules::default()), Ok(played));
}

#[test]
fn a_forced_pass_need_not_be_written() {
    let text = "(;GM[9]AB[a1][h8]AW[a2][b1][b2][g7][g8][h7]PL[B];W[a2-c2])";
    let record = read_one(text)
        .expect("a record")
        .replay(Rules::default())
        .expect("legal");
    assert_eq!(record.moves().collect::<Vec<_>>(), [Move::PASS, mv("a2-c2")]);
}

#[test]
fn a_record_that_cannot_be_played_says_which_move_is_wrong() {
    let replay = |text: &str| read_one(text).expect("readable").replay(Rules::default());
    assert_eq!(
        replay("(;GM[9];B[b1-b3];W[a2-d2])"),
        Err(ReplayError::Illegal {
            number: 2,
            mv: mv("a2-d2"),
            error: Illegal::WrongDistance { needed: 2, got: 3 },
        })
    );
    assert_eq!(
        replay("(;GM[9];W[a2-c2])"),
        Err(ReplayError::OutOfTurn {
            number: 1,
            color: Color::White,
            mv: mv("a2-c2")
        })
    );
    assert_eq!(
        replay("(;GM[9]SU[Fried-Eggs];B[a1-a2])"),
        Err(ReplayError::UnknownStart("Fried-Eggs".to_owned()))
    );
    assert!(replay("(;GM[9]SU[Standard];B[b1-b3])").is_ok());
    assert!(replay("(;GM[9]SU[Scrambled-Eggs];B[e8-e6];W[a6-d6];B[a3-d6])").is_ok());
}

#[test]
fn a_side_that_gives_up_loses_and_moves_no_more() {
    let game = read_one("(;GM[9];B[b1-b3];W[Resign])").expect("a record");
    assert_eq!(game.conceded, Some((Color::White, Concession::Resigned)));
    assert_eq!(game.result(), Some(Outcome::Win(Color::Black)));
    assert_eq!(game.replay(Rules::default()).expect("legal").len(), 1);
    assert_eq!(read_one(&game.to_string()), Ok(game));

    let game = read_one("(;GM[9]RE[0];B[ forfeit ])").expect("a record");
    assert_eq!(game.conceded, Some((Color::Black, Concession::Forfeited)));
    assert_eq!(game.result(), Some(Outcome::Draw), "the stated result goes first");

    assert_eq!(
        read_one("(;GM[9];B[resign];W[a2-c2])"),
        Err(SgfError::AfterConcession { number: 1, at: 20 })
    );
}

#[test]
fn a_broken_record_says_where() {
    assert_eq!(
        read_one("(;GM[9];B[b1-b3];W[zz])"),
        Err(SgfError::Move {
            number: 2,
            at: 19,
            error: ParseMoveError::Square(Excerpt::new("zz", 0)),
        })
    );
    assert_eq!(read_one("(;GM[1])"), Err(SgfError::OtherGame("1".to_owned())));
    let unfinished = |text: &str| match read_one(text) {
        Err(SgfError::Unfinished { missing, begun }) => (missing, begun.at),
        other => panic!("{other:?}"),
    };
    assert_eq!(unfinished("  (;B[b1-b3]"), ("the closing )", 2));
    assert_eq!(unfinished("(;B[b1-b3"), ("the closing ]", 3));
    assert_eq!(unfinished("(;B[b1-b3\\]"), ("the closing ]", 3));
    let unexpected = |text: &str| match read_one(text) {
        Err(SgfError::Unexpected { found, .. }) => found.at,
        other => panic!("{other:?}"),
    };
    assert_eq!(unexpected("(;B[b1-b3]*)"), 10);
    assert_eq!(unexpected("(;B)"), 2);
    assert_eq!(unexpected("(;b[b1-b3])"), 2);
    assert!(matches!(read_one("(;AB[z1])"), Err(SgfError::Setup(excerpt)) if excerpt.at == 5));
    assert!(matches!(
        read_one("(;AB[a1]AW[a1])"),
        Err(SgfError::InvalidSetup(_))
    ));
}

#[test]
fn one_senseless_game_does_not_hide_the_others() {
    let text = "letter (;GM[9];B[b1-b3])\n(;GM[1])(;GM[9];B[??])(;GM[9]) bye";
    let games = sgf::read(text.as_bytes());
    let read: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(read, [true, false, false, true]);
    assert!(sgf::read(b"no game at all").is_empty());
}

#[test]
fn a_record_in_latin_1_keeps_its_names() {
    let games = sgf::read(b"(;GM[9]PB[Andr\xe9])");
    let game = games[0].as_ref().expect("a record");
    assert_eq!(game.player(Color::Black), Some("André"));
}

#[test]
fn deep_brackets_do_not_overflow_the_stack() {
    let text = "(;".repeat(100_000);
    assert!(matches!(read_one(&text), Err(SgfError::Unfinished { .. })));
    let closed = format!("{}{}", "(;".repeat(100_000), ")".repeat(100_000));
    assert_eq!(read_one(&closed), Ok(SgfGame::default()));
}

fn setups() -> impl Strategy<Value = Setup> {
    (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(black, white, black_moves)| Setup {
        pieces: PerColor([Bitboard(black & !white), Bitboard(white)]),
        turn: if black_moves { Color::Black } else { Color::White },
    })
}

fn games() -> impl Strategy<Value = SgfGame> {
    let tag = ("[A-Z]{2}", prop::collection::vec("[^\r]*", 1..3))
        .prop_filter("a tag with a meaning of its own", |(name, _)| {
            !["AB", "AW", "PL", "GM"].contains(&name.as_str())
        })
        .prop_map(|(name, values)| Tag { name, values });
    let mv = (any::<bool>(), 0..Move::COUNT).prop_map(|(black, index)| {
        let color = if black { Color::Black } else { Color::White };
        (color, Move::from_index(index).unwrap_or(Move::PASS))
    });
    let concession = (any::<bool>(), any::<bool>()).prop_map(|(black, resigned)| {
        let color = if black { Color::Black } else { Color::White };
        (
            color,
            if resigned {
                Concession::Resigned
            } else {
                Concession::Forfeited
            },
        )
    });
    let parts = (
        prop::collection::vec(tag, 0..4),
        prop::option::of(setups()),
        prop::collection::vec(mv, 0..20),
        prop::option::of(concession),
    );
    parts.prop_map(|(tags, setup, moves, conceded)| SgfGame {
        tags,
        setup,
        moves,
        conceded,
    })
}

proptest! {
    #[test]
    fn every_setup_reads_back(setup in setups()) {
        prop_assert_eq!(setup.to_string().parse(), Ok(setup));
    }

    #[test]
    fn every_move_reads_back(index in 0..Move::COUNT) {
        let mv = Move::from_index(index).expect("below the count");
        let start = Position::default();
        prop_assert_eq!(Coordinates.parse(&start, &mv.to_string()), Ok(mv));
        prop_assert_eq!(Recorded.parse(&start, &mv.to_string()), Ok(mv));
    }

    #[test]
    fn every_record_reads_back(game in games()) {
        prop_assert_eq!(read_one(&game.to_string()), Ok(game));
    }

    #[test]
    fn no_text_makes_a_move_parser_panic(text in "\\PC*|[a-iA-I0-9xX:+! é–-]{0,12}") {
        let start = Position::default();
        for mv in [Coordinates.parse(&start, &text), Recorded.parse(&start, &text)].into_iter().flatten() {
            let mut board = start;
            let _ = board.play(mv);
        }
    }

    #[test]
    fn no_text_makes_the_position_parser_panic(text in "\\PC*|[xoXO0-9/ é]{0,80}") {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
            prop_assert!(Position::from_setup(&setup, Rules::default()).is_ok());
        }
    }

    #[test]
    fn no_bytes_make_the_record_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = sgf::read(&bytes);
    }

    #[test]
    fn no_brackets_make_the_record_reader_panic(text in "[();BWAPLGM\\[\\]\\\\a-c1-3 \n-]{0,60}") {
        for game in sgf::read(text.as_bytes()).into_iter().flatten() {
            let _ = game.replay(Rules::default());
            prop_assert_eq!(read_one(&game.to_string()), Ok(game));
        }
    }
}
