//! Tests of every game through the common interface.

use parlor_core::random::split_mix;
use parlor_core::{Color, Outcome};
use parlor_games::pgn::{self, ParseGameError, TaggedGame};
use parlor_games::{Action, AnyGame, Cell, GridSquare, Kind, MoveError, NewGameError, Spec};
use proptest::prelude::*;

fn specs() -> Vec<Spec> {
    let mut specs: Vec<Spec> = Kind::KNOWN.iter().map(|&kind| Spec::default_for(kind)).collect();
    for &kind in Kind::KNOWN {
        let unusual = &kind.descriptor().rule_sets[1..];
        specs.extend(
            unusual
                .iter()
                .map(|rules| Spec::default_for(kind).with_rules(rules).unwrap()),
        );
    }
    specs.push(Spec::default_for(Kind::Othello).with("size", "6x10").unwrap());
    specs.push(Spec::default_for(Kind::Ataxx).with("blocks", "3gh").unwrap());
    specs.push(Spec::default_for(Kind::Loa).with("limit", "11").unwrap());
    specs.push(Spec::default_for(Kind::Loa).with("limit", "none").unwrap());
    specs
}

fn random_game(spec: &Spec, max_plies: usize, mut seed: u64) -> AnyGame {
    let mut game = AnyGame::new(spec).unwrap();
    while game.len() < max_plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = &moves[(split_mix(&mut seed) % moves.len() as u64) as usize];
        assert_eq!(&game.play(&mv.text).unwrap(), mv);
    }
    game
}

#[test]
fn every_game_plays_to_its_end_by_texts_alone() {
    for (index, spec) in specs().iter().enumerate() {
        let game = random_game(spec, 3_000, index as u64);
        if spec.kind() != Kind::Loa || game.moves_left().is_some() {
            assert!(game.outcome().is_some(), "{spec:?}");
        }
        assert_eq!(game.history().len(), game.len());
        assert_eq!(game.boards().len(), game.len() + 1);
        assert_eq!(game.boards().last(), Some(&game.cells()));
    }
}

#[test]
fn counts_agree_with_the_cells() {
    for spec in specs() {
        let game = random_game(&spec, 25, 7);
        for color in Color::ALL {
            let seen = game
                .cells()
                .iter()
                .filter(|&&cell| cell == Cell::Piece(color))
                .count();
            assert_eq!(game.counts()[color] as usize, seen);
        }
        assert_eq!(
            game.cells().len(),
            usize::from(game.rows()) * usize::from(game.columns())
        );
    }
}

#[test]
fn a_game_reads_back_from_its_text() {
    for (index, spec) in specs().iter().enumerate() {
        let game = random_game(spec, 40, 100 + index as u64);
        let tags = vec![
            ("Black".to_owned(), "one".to_owned()),
            ("Result".to_owned(), "*".to_owned()),
        ];
        let tagged = TaggedGame { game, tags };
        assert_eq!(pgn::read(&pgn::write(&tagged)).unwrap(), tagged);
    }
}

#[test]
fn a_position_reads_back_from_its_text() {
    for spec in specs()
        .iter()
        .filter(|spec| !matches!(spec, Spec::Othello(terms) if terms.size.rows() != 8))
    {
        let game = random_game(spec, 9, 3);
        let again = AnyGame::from_position(spec, &game.position_text()).unwrap();
        assert_eq!(again.cells(), game.cells());
        assert_eq!(again.legal_moves(), game.legal_moves());
        let tagged = TaggedGame {
            game: again,
            tags: vec![("Result".to_owned(), "*".to_owned())],
        };
        assert_eq!(pgn::read(&pgn::write(&tagged)).unwrap(), tagged);
    }
}

#[test]
fn moves_are_shown_with_all_they_do() {
    let othello = AnyGame::new(&Spec::default_for(Kind::Othello)).unwrap();
    let d3 = othello
        .legal_moves()
        .into_iter()
        .find(|mv| mv.text == "d3")
        .unwrap();
    assert_eq!(
        (d3.action, d3.target),
        (Action::Place, Some(GridSquare { row: 2, column: 3 }))
    );
    assert_eq!(d3.turned, [GridSquare { row: 3, column: 3 }]);

    let ataxx = AnyGame::new(&Spec::default_for(Kind::Ataxx)).unwrap();
    let moves = ataxx.legal_moves();
    assert_eq!(moves.iter().filter(|mv| mv.action == Action::Extend).count(), 6);
    assert_eq!(moves.iter().filter(|mv| mv.action == Action::Jump).count(), 10);
    assert!(moves.iter().all(|mv| mv.origins.len() == 1));

    let loa = AnyGame::new(&Spec::default_for(Kind::Loa)).unwrap();
    let slide = loa
        .legal_moves()
        .into_iter()
        .find(|mv| mv.text == "b8-b6")
        .unwrap();
    assert_eq!(
        (slide.action, &slide.origins[..]),
        (Action::Slide, &[GridSquare { row: 0, column: 1 }][..])
    );
    assert_eq!(slide.target, Some(GridSquare { row: 2, column: 1 }));
}

#[test]
fn a_refused_move_changes_nothing_and_says_why() {
    for &kind in Kind::KNOWN {
        let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
        let before = game.clone();
        for text in ["", "zz", "a1", "a1-a1", "99", "-", "pass", "b8-b7", "\u{1f980}"] {
            let error = game.play(text).unwrap_err();
            assert!(!error.to_string().is_empty());
            assert_eq!(game, before, "{text}");
        }
    }
}

#[test]
fn the_move_limit_of_loa_ends_the_game_and_undo_brings_it_back() {
    let spec = Spec::default_for(Kind::Loa).with("limit", "2").unwrap();
    let mut game = random_game(&spec, 10, 1);
    assert_eq!((game.len(), game.outcome()), (2, Some(Outcome::Draw)));
    assert!(game.legal_moves().is_empty());
    assert_eq!(game.play("a2-c2"), Err(MoveError::Over));
    assert!(game.undo());
    assert_eq!(game.outcome(), None);
    assert!(game.redo() && !game.redo());
}

#[test]
fn agreements_are_read_and_refused_by_name() {
    for spec in specs() {
        let mut again = Spec::default_for(spec.kind());
        for (name, value) in spec.agreements() {
            again = again.with(name, &value).unwrap();
        }
        assert_eq!(again, spec);
    }
    assert!(Spec::default_for(Kind::Othello).with("size", "5x8").is_err());
    assert!(Spec::default_for(Kind::Ataxx).with("blocks", "q").is_err());
    assert!(Spec::default_for(Kind::Loa).with("limit", "0").is_err());
    assert!(Spec::default_for(Kind::Loa).with("rules", "chess").is_err());
    assert!("chess".parse::<Kind>().is_err());
}

/// Version 0.1 called the default rules of Ataxx `seed`, in options, files and stored games.
#[test]
fn the_names_of_rule_sets_in_version_0_1_are_still_read() {
    let tools = Spec::default_for(Kind::Ataxx).with("rules", "tools").unwrap();
    for name in ["seed", "Seed"] {
        assert_eq!(
            tools.with("rules", name),
            Ok(Spec::default_for(Kind::Ataxx)),
            "{name}"
        );
    }
    let read = pgn::read("[Game \"ataxx\"]\n[Rules \"seed\"]\n\n1. a7-b6 *").unwrap();
    assert_eq!(read.game.spec().rules_name(), "cs61b");
    // The old name is accepted but never written or offered.
    let refused = Spec::default_for(Kind::Ataxx).with("rules", "chess").unwrap_err();
    assert!(!refused.to_string().contains("seed"), "{refused}");
    assert!(Spec::default_for(Kind::Loa).with("rules", "seed").is_err());
}

#[test]
fn what_is_wrong_in_a_text_is_named_with_its_place() {
    let error = |text: &str| pgn::read(text).unwrap_err();
    assert_eq!(error("1. f5"), ParseGameError::NoGame);
    assert!(matches!(error("[Game chess]"), ParseGameError::Tag(_)));
    assert!(matches!(
        error("[Game \"chess\"]"),
        ParseGameError::UnknownGame(_)
    ));
    assert!(matches!(
        error("[Game \"loa\"]\n{ what"),
        ParseGameError::Comment(_)
    ));
    let unplayable = error("[Game \"othello\"]\n\n1. f5 d6 2. a1");
    assert!(
        unplayable.to_string().starts_with("move 3, “a1” at character 31"),
        "{unplayable}"
    );
}

#[test]
fn a_game_of_any_size_begins_from_a_position() {
    let grid = Spec::default_for(Kind::Othello).with("size", "4x6").unwrap();
    let mut game = AnyGame::from_position(&grid, "X-----OO----XO---------- X").unwrap();
    assert_eq!((game.rows(), game.columns(), game.counts().0), (4, 6, [2, 3]));
    game.play("a3").unwrap_err();
    let mv = game.play("c3").unwrap();
    assert_eq!(mv.turned.len(), 2);
    let again = pgn::read(&pgn::write(&TaggedGame {
        game: game.clone(),
        tags: Vec::new(),
    }))
    .unwrap();
    assert_eq!(again.game, game);
    assert!(matches!(
        AnyGame::from_position(&grid, "-"),
        Err(NewGameError::Position(_))
    ));
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), kind in 0usize..3) {
        let spec = Spec::default_for(Kind::ALL[kind]);
        let _ = pgn::read(&text);
        let _ = pgn::read(&format!("[Game \"{}\"]\n{text}", Kind::ALL[kind]));
        let _ = AnyGame::from_position(&spec, &text);
        let mut game = AnyGame::new(&spec).unwrap();
        let _ = game.play(&text);
    }
}

#[test]
fn games_one_a_line_are_distinguished_from_one_game_over_several_lines() {
    use parlor_games::import;
    let lengths = |text: &str| -> Vec<usize> {
        let games = import::read(text.as_bytes()).unwrap();
        games.iter().map(|found| found.game.len()).collect()
    };
    assert_eq!(lengths("f5d6c3d3c4\nf5f6e6f4\n"), [5, 4]);
    assert_eq!(lengths("f5d6c3\n\nd3c4"), [5], "no game begins with d3c4");
    assert_eq!(
        lengths("f5d6c3d3c4\nf5d7\nf5f6e6f4"),
        [5, 4],
        "the bad one is left out"
    );
    assert_eq!(lengths("a7-b6 g7-f6 a7-a6"), [3]);
    assert_eq!(lengths("a7-b6\ng7-f6\na7-a6"), [3]);
    assert_eq!(lengths("a7-b6 g7-f6\na7-a6\n"), [2, 1]);
    let blocked = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1 moves a7-b6 g7-f6\n";
    assert_eq!(lengths(blocked), [2]);
    assert_eq!(lengths(&blocked.repeat(3)), [2, 2, 2]);
    // An error in one game is reported with its position.
    let error = import::read(b"f5d6c3d3\nc4f4a1").unwrap_err().to_string();
    assert!(error.contains("move 7, “a1”"), "{error}");
}

#[test]
fn the_format_of_a_game_is_found_out_by_its_content() {
    use parlor_games::import;
    let one = |bytes: &[u8]| import::read(bytes).unwrap().swap_remove(0).game;
    assert_eq!(
        one(b"1. f5 d6 2.c3 d3 3... c4").len(),
        5,
        "numbers are passed over"
    );

    assert_eq!(one(b"f5d6C3\n").len(), 3);
    assert_eq!(one(b"[Game \"ataxx\"]\n\n1. a7-b6").kind(), Kind::Ataxx);
    assert_eq!(one(b"x5o/7/7/7/7/7/o5x o 3 1").turn(), Color::White);
    assert_eq!(one(b"8/8/8/3xo3/1xxxxx2/1x1xxoxo/2x2oo1/4x3 x").kind(), Kind::Loa);
    assert_eq!(one(b"(;FF[4]GM[9];B[b8-b6];W[A2:C2])").len(), 2);
    let ggf = b"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
    assert_eq!((one(ggf).len(), one(ggf).kind()), (2, Kind::Othello));
    let obf = "---------------------------OX------XO--------------------------- X; F5:+0;\n".repeat(2);
    assert_eq!(import::read(obf.as_bytes()).unwrap().len(), 2);

    for nonsense in [
        &b""[..],
        b"hello",
        b"(;",
        b"[Game",
        b"f5d7",
        b"\xff\xfe\x00",
        b"{}",
    ] {
        assert!(import::read(nonsense).is_err(), "{nonsense:?}");
    }
}

#[test]
fn the_players_of_a_database_are_named_by_the_files_beside_it() {
    use parlor_games::import::{self, ImportError};
    use parlor_othello::formats::wthor::{Database, Header, WthorGame};
    use parlor_othello::notation::transcript;
    use parlor_othello::{Board, Rules};

    let record = transcript::read(&Board::start(Rules::Pass), "f5d6c3").unwrap();
    let game = WthorGame {
        tournament: 1,
        black: 1,
        white: 2,
        ..WthorGame::new(&record).unwrap()
    };
    let header = Header {
        year: 1999,
        ..Header::default()
    };
    let games = Database {
        header,
        games: vec![game],
    }
    .to_bytes();
    let names = |length: usize, names: &[&str]| {
        let mut bytes = vec![0; 16];
        bytes[8] = names.len() as u8;
        for name in names {
            let mut record = name.as_bytes().to_vec();
            record.resize(length, 0);
            bytes.extend(record);
        }
        bytes
    };
    let players = names(20, &["???", "Ann", "Bob"]);
    let tournaments = names(26, &["???", "Tea Cup"]);

    let alone = import::read(&games).unwrap();
    let details = import::Details {
        number: Some(1),
        discs: Some([62, 2]),
        year: Some(1999),
        date: parlor_games::Date::of_year(1999),
        result: Some(parlor_core::Outcome::Win(Color::Black)),
        ..import::Details::default()
    };
    assert_eq!(alone[0].details, details);
    assert_eq!(alone[0].names[Color::White].as_deref(), Some("Player 2"));
    let whole = import::read_files(&[&players, &games, &tournaments]).unwrap();
    assert_eq!(
        whole[0].details,
        import::Details {
            event: Some("Tea Cup".to_owned()),
            ..details
        }
    );
    assert_eq!(whole[0].names[Color::Black].as_deref(), Some("Ann"));
    assert_eq!(whole[0].names[Color::White].as_deref(), Some("Bob"));
    assert_eq!(
        import::read_files(&[&players, &tournaments]),
        Err(ImportError::NamesOnly)
    );
}

#[test]
fn a_file_may_hold_several_games_of_our_own() {
    use parlor_games::import;
    let games: Vec<String> = specs()
        .iter()
        .map(|spec| {
            let tags = vec![("Black".to_owned(), spec.kind().name().to_owned())];
            let game = AnyGame::new(spec).unwrap();
            pgn::write(&TaggedGame { game, tags })
        })
        .collect();
    let read = import::read(games.join("\n").as_bytes()).unwrap();
    assert_eq!(read.len(), games.len());
    assert_eq!(
        (read[1].details.number, read[1].names[Color::White].as_deref()),
        (Some(2), None)
    );
    // A malformed game does not hide the others.
    let with_a_bad_one = format!("{}\n[Game \"othello\"]\n\n1. a1\n", games[0]);
    assert_eq!(import::read(with_a_bad_one.as_bytes()).unwrap().len(), 1);
}
