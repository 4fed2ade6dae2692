//! Tests of the rules, sentence by sentence.

use parlor_ataxx::{
    BlockPattern, BlocksError, Cs61bNotation, Illegal, Move, Position, Rules, Setup, SetupError, color_name,
    parse_square,
};
use parlor_core::{Bitboard, Color, Game, GameRecord, MoveList, Notation, Outcome, PerColor, Square};

const RED: Color = Color::Black;
const BLUE: Color = Color::White;

fn at(name: &str) -> Square {
    parse_square(name).unwrap_or_else(|| panic!("{name}"))
}

fn set(names: &[&str]) -> Bitboard {
    names.iter().map(|name| at(name)).collect()
}

fn fen(rules: Rules, text: &str) -> Position {
    Position::from_fen(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a position under every rule set.
fn by_all_rules(text: &str) -> [Position; 3] {
    Rules::ALL.map(|rules| fen(rules, text))
}

fn played(position: &Position, moves: &[&str]) -> Position {
    let mut position = *position;
    for text in moves {
        let mv = Cs61bNotation
            .parse(&position, text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        position
            .play(mv)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    position
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

#[test]
fn red_begins_on_a7_and_g1_and_blue_stands_on_g7_and_a1() {
    for rules in Rules::ALL {
        let position = Position::start(rules);
        assert_eq!(position.pieces(RED), set(&["a7", "g1"]));
        assert_eq!(position.pieces(BLUE), set(&["g7", "a1"]));
        assert_eq!((position.turn(), color_name(position.turn())), (RED, "red"));
        assert_eq!(color_name(BLUE), "blue");
        assert_eq!((position.clock(), position.rules()), (0, rules));
        assert_eq!(position.empty().count(), 45);
        assert_eq!(position.outcome(), None);
    }
}

#[test]
fn an_extend_lays_down_a_new_piece_and_keeps_the_old_one() {
    let position = played(&Position::start(Rules::Cs61b), &["a7-b6"]);
    assert_eq!(position.pieces(RED), set(&["a7", "b6", "g1"]));
    assert_eq!(position.turn(), BLUE);
}

#[test]
fn a_jump_leaves_no_piece_behind() {
    let position = played(&Position::start(Rules::Cs61b), &["a7-c6"]);
    assert_eq!(position.pieces(RED), set(&["c6", "g1"]));
    assert_eq!(position.count(RED), 2);
}

#[test]
fn every_opposing_piece_next_to_the_destination_changes_colour_and_no_other() {
    for before in by_all_rules("7/1ooooo1/1o3o1/1o3o1/1o3o1/1ooooo1/3x3 x") {
        let after = played(&before, &["d1-d3"]);
        let turned = set(&["c2", "d2", "e2"]);
        assert_eq!(after.pieces(RED), turned | set(&["d3"]));
        assert_eq!(after.pieces(BLUE), before.pieces(BLUE) - turned);
    }
    let surrounded = fen(Rules::Cs61b, "7/7/2ooo2/1xo1o2/2ooo2/7/6o x");
    let after = played(&surrounded, &["b4-d4"]);
    assert_eq!((after.count(RED), after.pieces(BLUE)), (9, set(&["g1"])));
}

#[test]
fn a_piece_reaches_24_squares_in_the_open() {
    let moves = legal(&fen(Rules::Cs61b, "7/7/7/3x3/7/7/o6 x"));
    assert_eq!(moves.iter().filter(|mv| mv.is_clone()).count(), 8);
    assert_eq!(moves.iter().filter(|mv| mv.is_jump()).count(), 16);
}

#[test]
fn an_extend_is_one_move_whatever_piece_it_starts_from() {
    let position = fen(Rules::Cs61b, "7/7/7/2x1x2/7/7/o6 x");
    let to_the_middle = legal(&position)
        .into_iter()
        .filter(|mv| mv.to() == Some(at("d4")))
        .count();
    assert_eq!(to_the_middle, 1);
    let from_either_side = ["c4-d4", "e4-d4"].map(|text| Cs61bNotation.parse(&position, text));
    assert_eq!(
        from_either_side,
        [Ok(Move::clone_to(at("d4"))), Ok(Move::clone_to(at("d4")))]
    );
}

#[test]
fn each_illegal_move_has_its_own_reason_and_changes_nothing() {
    let position = fen(Rules::Cs61b, "x5o/7/7/3-3/7/1x5/o5x x");
    let jump = |from: &str, to: &str| Move::jump(at(from), at(to));
    let off = Square::from_low_bits(49);
    let cases = [
        (
            jump("g7", "e7"),
            Illegal::NotYourPiece {
                mover: RED,
                from: at("g7"),
            },
        ),
        (
            jump("c3", "e3"),
            Illegal::NotYourPiece {
                mover: RED,
                from: at("c3"),
            },
        ),
        (jump("b2", "d4"), Illegal::Blocked { to: at("d4") }),
        (Move::clone_to(at("d4")), Illegal::Blocked { to: at("d4") }),
        (jump("b2", "a1"), Illegal::Occupied { to: at("a1") }),
        (Move::clone_to(at("a1")), Illegal::Occupied { to: at("a1") }),
        (jump("b2", "b2"), Illegal::Occupied { to: at("b2") }),
        (
            jump("b2", "b5"),
            Illegal::TooFar {
                from: at("b2"),
                to: at("b5"),
            },
        ),
        (
            jump("b2", "e2"),
            Illegal::TooFar {
                from: at("b2"),
                to: at("e2"),
            },
        ),
        (
            jump("b2", "c3"),
            Illegal::TooNear {
                from: at("b2"),
                to: at("c3"),
            },
        ),
        (
            Move::clone_to(at("d6")),
            Illegal::NothingToExtend {
                mover: RED,
                to: at("d6"),
            },
        ),
        (
            Move::clone_to(at("f6")),
            Illegal::NothingToExtend {
                mover: RED,
                to: at("f6"),
            },
        ),
        (Move::PASS, Illegal::MayNotSkip { mover: RED }),
        (Move::clone_to(off), Illegal::NoSuchSquare { square: off }),
        (Move::jump(off, at("a2")), Illegal::NoSuchSquare { square: off }),
        (Move::jump(at("b2"), off), Illegal::NoSuchSquare { square: off }),
    ];
    for (mv, reason) in cases {
        let mut tried = position;
        assert_eq!(tried.play(mv), Err(reason), "{mv:?}");
        assert_eq!(tried, position, "{mv:?}");
    }
}

#[test]
fn reasons_name_the_squares_and_the_side() {
    let position = Position::start(Rules::Cs61b);
    let told = |mv| {
        position
            .check(mv)
            .map_err(|reason| reason.to_string())
            .unwrap_err()
    };
    assert_eq!(
        told(Move::jump(at("g7"), at("e7"))),
        "there is no red piece on g7"
    );
    assert_eq!(
        told(Move::jump(at("a7"), at("a4"))),
        "a4 is more than two squares from a7"
    );
    assert_eq!(told(Move::clone_to(at("d4"))), "no red piece is next to d4");
    assert_eq!(told(Move::PASS), "red has a legal move and may not skip");
}

#[test]
fn no_move_however_wrong_makes_unchecked_play_panic() {
    for from in 0..64 {
        for to in 0..64 {
            let (from, to) = (Square::from_low_bits(from), Square::from_low_bits(to));
            for mv in [Move::jump(from, to), Move::clone_to(to)] {
                let mut position = fen(Rules::Tools, "x5o/7/7/3-3/7/1x5/o5x x 100");
                position.play_unchecked(mv);
                assert_eq!(position.turn(), BLUE);
            }
        }
    }
}

#[test]
fn a_turn_may_be_skipped_only_with_a_piece_and_without_a_legal_move() {
    for stuck in by_all_rules("7/7/7/7/4ooo/4ooo/4oox x") {
        assert_eq!(legal(&stuck), [Move::PASS]);
        assert_eq!(
            stuck.check(Move::clone_to(at("a7"))),
            Err(Illegal::NothingToExtend {
                mover: RED,
                to: at("a7")
            })
        );
        let after = played(&stuck, &["-"]);
        assert_eq!(after.turn(), BLUE);
        assert_eq!(after.pieces(RED), stuck.pieces(RED));
        assert_eq!(after.check(Move::PASS), Err(Illegal::MayNotSkip { mover: BLUE }));
    }
    // A side without pieces cannot skip: it has lost.
    for wiped_out in by_all_rules("7/7/7/3o3/7/7/7 x") {
        assert_eq!(wiped_out.check(Move::PASS), Err(Illegal::Over));
    }
}

#[test]
fn the_game_ends_when_neither_side_can_move_and_the_majority_wins() {
    // Blue fills the last square.
    for position in by_all_rules("xxxxxxx/xxxxxxx/xxxxxxx/-------/-------/ooooooo/ooooo1x o") {
        let end = played(&position, &["e1-f1"]);
        assert_eq!(end.outcome(), Some(Outcome::Win(RED)), "21 to 14");
        assert_eq!(end.count(BLUE), 14);
        assert!(legal(&end).is_empty());
        assert_eq!(end.check(Move::PASS), Err(Illegal::Over));
    }
    // There are empty squares, but nobody reaches them.
    for stuck in by_all_rules("x--4/---4/---4/7/3----/3----/3--oo x") {
        assert_eq!(stuck.outcome(), Some(Outcome::Win(BLUE)));
    }
}

#[test]
fn equal_numbers_at_the_end_are_a_draw() {
    for stuck in by_all_rules("x--4/---4/---4/7/7/7/6o x") {
        // Only blue can still move: the game continues.
        assert_eq!(stuck.outcome(), None);
        assert_eq!(legal(&stuck), [Move::PASS]);
    }
    for stuck in by_all_rules("x--4/---4/---4/7/4---/4---/4--o x") {
        assert_eq!(stuck.outcome(), Some(Outcome::Draw));
    }
}

#[test]
fn a_side_without_pieces_loses_at_once() {
    for position in by_all_rules("7/7/7/3o3/7/3x3/7 x") {
        let end = played(&position, &["d2-d3"]);
        assert_eq!(end.count(BLUE), 0);
        assert_eq!(end.outcome(), Some(Outcome::Win(RED)));
        assert!(legal(&end).is_empty());
        assert_eq!(end.check(Move::clone_to(at("d5"))), Err(Illegal::Over));
    }
}

/// Jumps a corner piece of each side back and forth in turn, beginning with red.
fn shuffle(record: &mut GameRecord<Position>, n: usize) {
    for _ in 0..n {
        let (home, away) = match record.turn() {
            Color::Black => (at("a7"), at("c7")),
            Color::White => (at("a1"), at("c1")),
        };
        let is_home = record.position().pieces(record.turn()).contains(home);
        let mv = if is_home {
            Move::jump(home, away)
        } else {
            Move::jump(away, home)
        };
        record.play(mv).unwrap_or_else(|error| panic!("{mv:?}: {error}"));
    }
}

#[test]
fn the_45th_consecutive_jump_ends_the_game_and_the_majority_wins() {
    for (text, outcome) in [
        ("x6/7/7/7/7/7/o5o x", Outcome::Win(BLUE)),
        ("x5x/6x/7/7/7/7/o6 x", Outcome::Win(RED)),
        ("x6/7/7/7/7/7/o6 x", Outcome::Draw),
    ] {
        let mut record = GameRecord::new(fen(Rules::Cs61b, text));
        shuffle(&mut record, 44);
        assert_eq!((record.outcome(), record.position().clock()), (None, 44));
        shuffle(&mut record, 1);
        assert_eq!(record.outcome(), Some(outcome), "{text}");
        assert!(legal(record.position()).is_empty());
        assert_eq!(
            record.position().check(Move::jump(at("a1"), at("c1"))),
            Err(Illegal::Over)
        );
    }
}

#[test]
fn the_25th_consecutive_jump_ends_a_game_of_the_shorter_rule() {
    let mut record = GameRecord::new(fen(Rules::Jumps25, "x5x/6x/7/7/7/7/o6 x"));
    shuffle(&mut record, 24);
    assert_eq!((record.outcome(), record.position().clock()), (None, 24));
    shuffle(&mut record, 1);
    assert_eq!(record.outcome(), Some(Outcome::Win(RED)));
}

#[test]
fn an_extend_resets_the_count_of_jumps() {
    let mut record = GameRecord::new(fen(Rules::Cs61b, "x6/7/7/7/7/7/o6 x"));
    shuffle(&mut record, 44);
    record
        .play(Move::clone_to(at("a6")))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((record.outcome(), record.position().clock()), (None, 0));
    shuffle(&mut record, 44);
    assert_eq!(record.outcome(), None);
    shuffle(&mut record, 1);
    assert_eq!(record.outcome(), Some(Outcome::Win(RED)));
}

#[test]
fn a_skipped_turn_neither_counts_as_a_jump_nor_resets_the_count() {
    // Red is walled in and has to skip; blue is free.
    let skipped = played(&fen(Rules::Cs61b, "x--4/---4/---4/7/7/7/6o x 44"), &["-"]);
    assert_eq!((skipped.clock(), skipped.outcome()), (44, None));
    let end = played(&skipped, &["g1-e1"]);
    assert_eq!((end.clock(), end.outcome()), (45, Some(Outcome::Draw)));
}

#[test]
fn the_tools_100th_ply_without_an_extend_is_a_draw_and_skipped_turns_count() {
    let mut record = GameRecord::new(fen(Rules::Tools, "x5x/6x/7/7/7/7/o6 x"));
    shuffle(&mut record, 99);
    assert_eq!(record.outcome(), None);
    shuffle(&mut record, 1);
    assert_eq!(
        record.outcome(),
        Some(Outcome::Draw),
        "although red has more pieces"
    );

    let walled = "x--4/---4/---4/7/7/7/5oo x 99";
    let skipped = played(&fen(Rules::Tools, walled), &["-"]);
    assert_eq!((skipped.clock(), skipped.outcome()), (100, Some(Outcome::Draw)));
}

#[test]
fn a_game_decided_on_the_board_is_decided_though_the_clock_runs_out_too() {
    let end = played(&fen(Rules::Tools, "7/7/7/3o3/7/3x3/7 x 99"), &["d2-e4"]);
    assert_eq!((end.clock(), end.outcome()), (100, Some(Outcome::Win(RED))));
}

#[test]
fn blocks_may_never_be_moved_to_and_never_turn() {
    let pattern: BlockPattern = "3gh".parse().unwrap_or_else(|error| panic!("{error}"));
    let position =
        Position::with_blocks(Rules::Cs61b, pattern.squares()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.blocks().count(), 10);
    assert_eq!(
        position.check(Move::clone_to(at("b6"))),
        Err(Illegal::Blocked { to: at("b6") })
    );
    let after = played(&position, &["a7-b7", "g7-f7", "b7-c6"]);
    assert_eq!(after.blocks(), pattern.squares());
}

#[test]
fn blocks_add_up_and_may_not_cover_a_piece() {
    let start = Position::start(Rules::Cs61b);
    let once = start
        .add_blocks(set(&["d4", "b6"]))
        .unwrap_or_else(|error| panic!("{error}"));
    let twice = once
        .add_blocks(set(&["d4", "c1"]))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(twice.blocks(), set(&["d4", "b6", "c1"]));
    for corner in ["a1", "g1", "a7", "g7"] {
        let refused = Position::with_blocks(Rules::Cs61b, set(&["d4", corner]));
        assert_eq!(refused, Err(BlocksError::CoversPiece { square: at(corner) }));
    }
    let set_up = played(&start, &["a7-b6"]);
    assert_eq!(
        set_up.add_blocks(set(&["b6"])),
        Err(BlocksError::CoversPiece { square: at("b6") })
    );
    let off = Square::from_low_bits(50);
    assert_eq!(
        start.add_blocks(off.bit()),
        Err(BlocksError::NoSuchSquare { square: off })
    );
}

#[test]
fn blocks_can_wall_the_sides_in_from_the_start() {
    let wall = set(&["a5", "b5", "c5", "c6", "c7", "a6", "b6", "b7"]);
    let opposite = set(&["g3", "f3", "e3", "e2", "e1", "g2", "f2", "f1"]);
    let position =
        Position::with_blocks(Rules::Cs61b, wall | opposite).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(legal(&position), [Move::PASS], "red is walled in, blue is not");
}

#[test]
fn the_dump_is_exactly_that_of_cs61b() {
    let pattern: BlockPattern = "h".parse().unwrap_or_else(|error| panic!("{error}"));
    let position =
        Position::with_blocks(Rules::Cs61b, pattern.squares()).unwrap_or_else(|error| panic!("{error}"));
    let expected = "  r - - - - - b\n  - - - - - - -\n  - - X - X - -\n  - - - - - - -\n  \
                    - - X - X - -\n  - - - - - - -\n  b - - - - - r\n";
    assert_eq!(position.dump_rows(), expected);
}

#[test]
fn an_invalid_setup_is_not_a_position() {
    let start = Position::start(Rules::Cs61b).setup();
    let validated = |setup: Setup| Position::from_setup(&setup, Rules::Cs61b).map(|_| ());
    assert_eq!(validated(start), Ok(()));
    let blocks = set(&["a7"]);
    assert_eq!(
        validated(Setup { blocks, ..start }),
        Err(SetupError::Overlap { square: at("a7") })
    );
    let pieces = PerColor([set(&["c3"]), set(&["c3", "d4"])]);
    assert_eq!(
        validated(Setup { pieces, ..start }),
        Err(SetupError::Overlap { square: at("c3") })
    );
    let off = Square::from_low_bits(63);
    let blocks = off.bit();
    assert_eq!(
        validated(Setup { blocks, ..start }),
        Err(SetupError::NoSuchSquare { square: off })
    );
    assert_eq!(validated(Setup::EMPTY), Err(SetupError::NoPieces));
    let clock = 46;
    assert_eq!(
        validated(Setup { clock, ..start }),
        Err(SetupError::ClockTooHigh { clock, limit: 45 })
    );
    assert!(Position::from_setup(&Setup { clock, ..start }, Rules::Tools).is_ok());
}

#[test]
fn equality_sees_the_clock_and_the_key_only_near_the_limit() {
    let with_clock = |clock| fen(Rules::Cs61b, &format!("x5o/7/7/7/7/7/o5x x {clock}"));
    assert_ne!(with_clock(0), with_clock(1));
    assert_eq!(with_clock(0).key(), with_clock(29).key());
    assert_ne!(with_clock(29).key(), with_clock(30).key());
    assert_ne!(with_clock(43).key(), with_clock(44).key());
}

#[test]
fn the_key_distinguishes_sides_blocks_pieces_and_rules() {
    let keys = [
        fen(Rules::Cs61b, "x5o/7/7/7/7/7/o5x x").key(),
        fen(Rules::Cs61b, "x5o/7/7/7/7/7/o5x o").key(),
        fen(Rules::Cs61b, "x5o/7/7/3-3/7/7/o5x x").key(),
        fen(Rules::Cs61b, "o5x/7/7/7/7/7/x5o x").key(),
        fen(Rules::Tools, "x5o/7/7/7/7/7/o5x x").key(),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(keys[i + 1..].iter().all(|b| a != b), "{i}");
    }
}
