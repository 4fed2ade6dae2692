//! Tests that every game can be written and read back in every format of its descriptor.

use std::collections::HashSet;

use parlor_core::descriptor::{Content, Passing};
use parlor_core::random::split_mix;
use parlor_core::{Color, PerColor};
use parlor_games::export::{self, Written};
use parlor_games::{Action, AnyGame, EndReason, Kind, Spec, import};

fn played(spec: &Spec, plies: usize, mut seed: u64) -> AnyGame {
    let mut game = AnyGame::new(spec).unwrap();
    while game.len() < plies && game.outcome().is_none() {
        let moves = game.legal_moves();
        let mv = &moves[(split_mix(&mut seed) % moves.len() as u64) as usize];
        game.play(&mv.text).unwrap();
    }
    game
}

fn names() -> PerColor<String> {
    PerColor(["Ann".to_owned(), "Bob".to_owned()])
}

#[test]
fn what_is_written_is_read_again_in_every_format() {
    for &kind in Kind::KNOWN {
        let descriptor = kind.descriptor();
        for (plies, seed) in [(3, 1), (12, 2), (40, 3), (400, 4)] {
            let game = played(&Spec::default_for(kind), plies, seed);
            for format in descriptor.formats.iter().chain([&descriptor.collection]) {
                let code = format.code;
                let written = export::write(&game, &names(), "", code).unwrap();
                let read = import::read(&written.into_bytes())
                    .unwrap_or_else(|error| panic!("{kind} {code}: {error}"));
                assert_eq!(read.len(), 1, "{kind} {code}");
                let read = &read[0];
                assert_eq!(read.game.position_text(), game.position_text(), "{kind} {code}");
                match format.content {
                    Content::Position => assert!(read.game.is_empty(), "{kind} {code}"),
                    Content::Moves => assert_eq!(read.game.len(), game.len(), "{kind} {code}"),
                    Content::Game => {
                        assert_eq!(read.game.history(), game.history(), "{kind} {code}");
                        assert_eq!(read.names[Color::Black].as_deref(), Some("Ann"), "{kind} {code}");
                        assert_eq!(read.names[Color::White].as_deref(), Some("Bob"), "{kind} {code}");
                    }
                }
            }
        }
    }
}

#[test]
fn many_games_in_one_file_are_read_again() {
    for &kind in Kind::KNOWN {
        let games: Vec<AnyGame> = (0..5)
            .map(|seed| played(&Spec::default_for(kind), 9, 10 + seed))
            .collect();
        let code = kind.descriptor().collection.code;
        let mut bytes = Vec::new();
        for game in &games {
            bytes.extend(export::write(game, &names(), "", code).unwrap().into_bytes());
            bytes.push(b'\n');
        }
        let read = import::read(&bytes).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let texts = |game: &AnyGame| (game.position_text(), game.len());
        let read: Vec<_> = read.iter().map(|one| texts(&one.game)).collect();
        assert_eq!(read, games.iter().map(texts).collect::<Vec<_>>(), "{kind}");
    }
}

#[test]
fn blocks_are_written_before_the_moves_and_read_back() {
    let spec = Spec::default_for(Kind::Ataxx).with("blocks", "3gh").unwrap();
    let game = played(&spec, 10, 5);
    let Some(Written::Text(text)) = export::write(&game, &names(), "", "moves") else {
        panic!("moves are text");
    };
    assert!(text.contains(" moves "), "{text}");
    let read = import::read(text.as_bytes()).unwrap();
    assert_eq!(read[0].game.cells(), game.cells());
}

#[test]
fn a_format_that_does_not_suit_a_game_is_refused() {
    let large = played(
        &Spec::default_for(Kind::Othello).with("size", "6x10").unwrap(),
        8,
        6,
    );
    assert_eq!(export::write(&large, &names(), "", "wthor"), None);
    // GGF supports only square boards.
    assert_eq!(export::write(&large, &names(), "", "ggf"), None);
    assert!(export::write(&large, &names(), "", "transcript").is_some());
    for &kind in Kind::KNOWN {
        let game = played(&Spec::default_for(kind), 4, 7);
        assert_eq!(export::write(&game, &names(), "", "chess"), None);
    }
}

#[test]
fn squares_that_are_drawn_are_the_position_that_is_written() {
    for &kind in Kind::KNOWN {
        let game = played(&Spec::default_for(kind), 12, 8);
        let drawn = AnyGame::from_cells(game.spec(), &game.cells(), game.turn()).unwrap();
        assert_eq!(drawn.cells(), game.cells());
        assert_eq!((drawn.turn(), drawn.counts()), (game.turn(), game.counts()));
        let few = &game.cells()[1..];
        assert!(AnyGame::from_cells(game.spec(), few, Color::Black).is_err());
    }
    let blocked = played(&Spec::default_for(Kind::Ataxx).with("blocks", "a").unwrap(), 3, 9);
    let drawn =
        AnyGame::from_cells(&Spec::default_for(Kind::Ataxx), &blocked.cells(), blocked.turn()).unwrap();
    assert_eq!(drawn.cells(), blocked.cells());
    let large = Spec::default_for(Kind::Othello).with("size", "4x6").unwrap();
    let game = played(&large, 3, 10);
    let drawn = AnyGame::from_cells(&large, &game.cells(), game.turn()).unwrap();
    assert_eq!(drawn.position_text(), game.position_text());
}

#[test]
fn a_path_mentions_the_game_of_its_last_word_and_not_that_of_a_folder() {
    assert_eq!(Kind::mentioned_in(&["/home/ataxx/target/loa -"]), Some(Kind::Loa));
    assert_eq!(
        Kind::mentioned_in(&["./run", "othello/tests/ataxx/load.in"]),
        Some(Kind::Ataxx)
    );
    assert_eq!(Kind::mentioned_in(&["./myothello2"]), Some(Kind::Othello));
    assert_eq!(Kind::mentioned_in(&["./run", "first.in"]), None);
}

#[test]
fn descriptors_are_true() {
    let mut names = HashSet::new();
    for &kind in Kind::KNOWN {
        let descriptor = kind.descriptor();
        for name in descriptor.aliases.iter().chain([&descriptor.name]) {
            assert!(names.insert(*name), "{name} is taken");
            assert_eq!(Kind::mentioned_in(&["./run", &name.to_uppercase()]), Some(kind));
        }
        assert_eq!(kind.name().parse(), Ok(kind));
        let default = Spec::default_for(kind);
        assert_eq!(default.rules_name(), descriptor.rule_sets[0]);
        assert_eq!(default.agreements(), []);
        let mut game = AnyGame::new(&default).unwrap();
        game.play(descriptor.notation.example)
            .unwrap_or_else(|error| panic!("{kind}: {error}"));
        for protocol in descriptor.protocols {
            for (name, value) in protocol.agreements {
                let spec = default.with(name, value).unwrap();
                assert_eq!(spec.agreements(), [(*name, (*value).to_owned())], "{kind}");
            }
        }
        assert_eq!(descriptor.formats[0].code, "parlor");
        let [fewest, most] = descriptor.opening_plies;
        assert!(fewest <= most);
    }
}

#[test]
fn passes_are_written_as_the_descriptor_says() {
    for &kind in Kind::KNOWN {
        let descriptor = kind.descriptor();
        let mut passes = Vec::new();
        for seed in 0..60 {
            let game = played(&Spec::default_for(kind), 300, seed);
            passes.extend(game.history().into_iter().filter(|mv| mv.action == Action::Pass));
        }
        for pass in &passes {
            assert_eq!(pass.text, descriptor.notation.pass, "{kind}");
        }
        assert!(
            descriptor.passing != Passing::Never || passes.is_empty(),
            "{kind}"
        );
    }
}

#[test]
fn the_end_of_a_game_has_its_reason() {
    let reason = |spec: &Spec, position: &str| AnyGame::from_position(spec, position).unwrap().end_reason();
    let othello = Spec::default_for(Kind::Othello);
    let stuck = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O";
    assert_eq!(reason(&othello, stuck), Some(EndReason::Count));
    let strict = othello.with_rules("no-move-loses").unwrap();
    assert_eq!(reason(&strict, stuck), Some(EndReason::NoMove));
    assert_eq!(
        reason(&Spec::default_for(Kind::Ataxx), "7/7/7/3x3/7/7/7 o"),
        Some(EndReason::Count)
    );
    let loa = Spec::default_for(Kind::Loa);
    assert_eq!(reason(&loa, "xx6/8/8/8/8/8/8/o6o o"), Some(EndReason::Connected));
    let draw = loa.with_rules("draw").unwrap();
    assert_eq!(
        reason(&draw, "xx6/8/8/8/8/8/8/6oo o"),
        Some(EndReason::BothConnected)
    );
    let mut limited = AnyGame::new(&loa.with("limit", "1").unwrap()).unwrap();
    assert_eq!(limited.end_reason(), None);
    limited.play("b8-b6").unwrap();
    assert_eq!(limited.end_reason(), Some(EndReason::MoveLimit));
}

#[test]
fn a_line_of_action_runs_from_edge_to_edge() {
    let game = AnyGame::new(&Spec::default_for(Kind::Loa)).unwrap();
    let moves = game.legal_moves();
    let up = moves.iter().find(|mv| mv.text == "b1-b3").unwrap();
    let line = up.line.unwrap();
    assert_eq!((line.from.row, line.to.row, line.pieces), (7, 0, 2));
    assert_eq!((line.from.column, line.to.column), (1, 1));
    assert!(moves.iter().all(|mv| mv.line.is_some()));
}
