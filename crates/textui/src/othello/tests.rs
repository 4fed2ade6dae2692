//! Whole sessions without a terminal.

use parlor_core::think::Thought;
use parlor_core::{Color, Game, Level, PerColor};
use parlor_games::AnyRecord;
use parlor_othello::notation::transcript;
use parlor_othello::{Position, Rules, Size};
use proptest::prelude::*;

use super::{Othello, Player, Settings, SquareNames, Strategy};
use crate::{Event, NetEvent, Output, Session, Want};

const WEIGHTS: Player = Player::Strategy(Strategy::Weights);

/// The engine's answer in these tests: it finds no move, and the session plays like `weights` instead.
const ANSWER: Event = Event::Thought(None);

/// A session without a shell. Files are kept in memory.
struct TestSession {
    session: Othello,
    files: std::collections::BTreeMap<String, Vec<u8>>,
    printed: Vec<String>,
    complaints: Vec<String>,
    /// Each version of the transcript, in the order written.
    saved: Vec<Vec<u8>>,
}

impl TestSession {
    fn new(settings: Settings) -> TestSession {
        let mut test = TestSession {
            session: Othello::new(settings),
            files: Default::default(),
            printed: Vec::new(),
            complaints: Vec::new(),
            saved: Vec::new(),
        };
        let outputs = test.session.open();
        test.carry_out(outputs);
        test.think();
        test
    }

    fn people(rows: u32, columns: u32) -> TestSession {
        TestSession::new(Settings {
            players: PerColor([Player::Human; 2]),
            size: Size::new(rows, columns).unwrap(),
            names: SquareNames::Standard,
            ..Settings::default()
        })
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            let event = match output {
                Output::Print(text) => {
                    self.printed.push(text);
                    continue;
                }
                Output::Complain(text) => {
                    self.complaints.push(text);
                    continue;
                }
                Output::Save { path, contents } => {
                    self.saved.push(contents.clone());
                    self.files.insert(path.display().to_string(), contents);
                    Event::Saved { path, result: Ok(()) }
                }
                Output::Load { path } => {
                    let contents = self.files.get(&path).cloned().ok_or("no such file".to_owned());
                    Event::Loaded { path, contents }
                }
                Output::Log(_) | Output::Net(_) => panic!("not ordered by this program: {output:?}"),
            };
            let further = self.session.handle(event);
            self.carry_out(further);
        }
    }

    /// Lets the computer play until the session wants a line or the program ends.
    fn think(&mut self) {
        loop {
            let event = match self.session.want() {
                Want::Thought(_) => ANSWER,
                Want::Turn => Event::Turn,
                _ => return,
            };
            let outputs = self.session.handle(event);
            self.carry_out(outputs);
        }
    }

    /// Types lines and returns what was printed, with errors marked by `!`.
    fn types(&mut self, lines: &[&str]) -> Vec<String> {
        self.printed.clear();
        self.complaints.clear();
        for line in lines {
            let outputs = self.session.handle(Event::Line((*line).to_owned()));
            self.carry_out(outputs);
            self.think();
        }
        let complaints = self.complaints.iter().map(|text| format!("!{text}"));
        self.printed.iter().cloned().chain(complaints).collect()
    }

    fn prompt(&mut self) -> String {
        match self.session.want() {
            Want::Line { prompt } => prompt,
            other => panic!("no line is wanted but {other:?}"),
        }
    }

    fn moves(&self) -> String {
        transcript::write(self.session.game())
    }
}

/// Splits a transcript into moves to type.
fn typed(moves: &str) -> Vec<&str> {
    let starts: Vec<usize> = moves
        .char_indices()
        .filter(|(_, character)| character.is_ascii_alphabetic())
        .map(|(at, _)| at)
        .chain([moves.len()])
        .collect();
    starts.windows(2).map(|pair| &moves[pair[0]..pair[1]]).collect()
}

#[test]
fn the_computer_moves_first_and_prints_its_move_before_the_board() {
    let test = TestSession::new(Settings {
        players: PerColor([WEIGHTS, Player::Human]),
        ..Settings::default()
    });
    let [introduction, first, announcement, second] = &test.printed[..] else {
        panic!("{:?}", test.printed);
    };
    assert!(introduction.contains("Black (X) is the computer (weights), white (O) is you."));
    assert!(first.contains("D |   |   |   | O | X |   |   |   |"));
    assert!(announcement.starts_with("The computer, black (X), plays "));
    assert_eq!(second.matches('X').count(), 4);
}

#[test]
fn every_end_of_a_game_prints_both_counts() {
    for (moves, end) in [
        (
            "d3d4a2a1c4d2d1b1c1a3a4b4",
            "The game is over: the board is full.\nBlack (X) has 4 discs, white (O) has 12.\nWhite (O) wins.",
        ),
        (
            "a2a3a4c1d1a1d3d4c4d2b1b4",
            "The game is over: the board is full.\nBlack (X) has 8 discs, white (O) has 8.\nThe game is a tie.",
        ),
        (
            "d3d2a1a4a3a2d1b4d4c4",
            "The game is over: neither side has a valid move.\n\
             Black (X) has 7 discs, white (O) has 7.\nThe game is a tie.",
        ),
        (
            "d3d2d1b4a1b1a3d4c4c1a4",
            "The game is over: neither side has a valid move.\n\
             Black (X) has 14 discs, white (O) has 1.\nBlack (X) wins.",
        ),
    ] {
        let mut test = TestSession::people(4, 4);
        let said = test.types(&typed(moves));
        assert_eq!(said.last().map(String::as_str), Some(end), "{moves}");
        assert!(test.session.is_over());
        assert_eq!(test.prompt(), "Game over (new, undo, save FILE, quit)> ");
    }
}

#[test]
fn passes_are_announced_and_played_without_asking() {
    let mut test = TestSession::people(4, 4);
    let said = test.types(&typed("d3d2d1d4b4b1a1c4c1a2a3a4"));
    let passes: Vec<&String> = said.iter().filter(|text| text.contains("pass")).collect();
    assert_eq!(
        passes,
        [
            "White (O) has no valid move and must pass.",
            "Black (X) has no valid move and must pass."
        ]
    );
}

#[test]
fn a_side_that_cannot_move_loses_under_the_other_rules() {
    let mut test = TestSession::new(Settings {
        players: PerColor([Player::Human; 2]),
        size: Size::new(4, 4).unwrap(),
        rules: Rules::NoMoveLoses,
        names: SquareNames::Standard,
        ..Settings::default()
    });
    let said = test.types(&typed("d3d2d1d4b4"));
    assert_eq!(
        said.last().map(String::as_str),
        Some("No moves for white: black wins.\nBlack (X) has 7 discs, white (O) has 2.")
    );
    assert_eq!(
        test.session.game().position().state(),
        parlor_othello::State::BlackWon
    );
}

#[test]
fn every_bad_input_has_its_own_message_and_changes_nothing() {
    let mut test = TestSession::new(Settings {
        players: PerColor([Player::Human; 2]),
        ..Settings::default()
    });
    let reminder = "Expected: a row from A to H and a column from 1 to 8, such as E6. Try moves, or help.";
    let before = test.session.game().clone();
    for (line, problem) in [
        ("", "Nothing was typed."),
        (
            "hello",
            "Invalid: “hello” at character 1 is neither a move nor a command.",
        ),
        ("I9", "Invalid move: “I9” at character 1 is not on the board."),
        ("d4", "Invalid move: D4 is occupied."),
        ("A1", "Invalid move: a disc on A1 outflanks nothing."),
        (
            "pass",
            "Invalid move: you may not pass while you have a valid move.",
        ),
    ] {
        assert_eq!(test.types(&[line]), [format!("!{problem}\n{reminder}")]);
        assert_eq!(*test.session.game(), before);
    }
    for (line, problem) in [
        ("undo", "There is no move of yours to take back."),
        ("redo", "There is no move to play again."),
        ("undo 3", "“3” at character 6 is too much after undo."),
        ("save", "Save needs a file name."),
        ("load nowhere", "nowhere is not loaded: no such file."),
    ] {
        assert_eq!(test.types(&[line]), [format!("!{problem}")]);
        assert_eq!(*test.session.game(), before);
    }
}

#[test]
fn after_the_end_moves_are_refused_and_undo_goes_back() {
    let mut test = TestSession::people(4, 4);
    test.types(&typed("d3d2d1b4a1b1a3d4c4c1a4"));
    for line in ["a2", "hint", "moves", "resign"] {
        let said = test.types(&[line]);
        assert!(
            said[0].starts_with("!The game is over: new begins another"),
            "{said:?}"
        );
    }
    assert_eq!(test.types(&["undo"])[0], "Taken back: a4.");
    assert!(!test.session.is_over());
    let said = test.types(&["redo"]);
    assert_eq!(said[0], "Played again: a4.");
    assert!(said.last().unwrap().ends_with("Black (X) wins."));
    let said = test.types(&["new"]);
    assert_eq!(said.len(), 1);
    assert!(test.session.game().is_empty());
}

#[test]
fn undo_and_redo_include_the_computers_answer() {
    let mut test = TestSession::new(Settings {
        players: PerColor([Player::Human, WEIGHTS]),
        names: SquareNames::Standard,
        ..Settings::default()
    });
    test.types(&["f5"]);
    let two = test.moves();
    assert_eq!(two.len(), 4);
    test.types(&["undo"]);
    assert_eq!(test.moves(), "");
    test.types(&["redo"]);
    assert_eq!(test.moves(), two);
    test.types(&["undo", "f5"]);
    assert_eq!(test.moves(), two, "the same seed answers the same");
}

#[test]
fn a_side_changes_its_player_during_a_game() {
    let mut test = TestSession::people(8, 8);
    assert_eq!(
        test.types(&["f5", "switch white weights"])[1],
        "White (O) is now weights."
    );
    assert_eq!(test.moves().len(), 4, "the computer moves at once");
    test.types(&["switch white human", "undo"]);
    assert_eq!(test.moves().len(), 2);
}

#[test]
fn two_computers_play_to_the_end_and_a_seed_repeats_the_game() {
    let game = |seed, size| {
        let test = TestSession::new(Settings {
            players: PerColor([WEIGHTS, Player::Strategy(Strategy::Random)]),
            seed,
            size,
            ..Settings::default()
        });
        assert!(test.session.is_over());
        (test.moves(), test.printed)
    };
    for (rows, columns) in [(4, 4), (6, 10), (8, 8), (16, 16)] {
        let size = Size::new(rows, columns).unwrap();
        assert_eq!(game(3, size), game(3, size));
        assert_ne!(game(3, size).0, game(4, size).0);
    }
}

#[test]
fn games_of_one_seed_differ_from_each_other() {
    let mut test = TestSession::new(Settings {
        players: PerColor([Player::Strategy(Strategy::Random); 2]),
        ..Settings::default()
    });
    let first = test.moves();
    test.types(&["new"]);
    assert_ne!(test.moves(), first);
}

#[test]
fn a_resignation_ends_the_game_and_can_be_taken_back() {
    let mut test = TestSession::people(8, 8);
    assert_eq!(
        test.types(&["f5", "resign"]).last().unwrap(),
        "White (O) resigns: black wins.\nBlack (X) has 4 discs, white (O) has 1."
    );
    assert!(test.session.is_over());
    test.types(&["undo"]);
    assert!(!test.session.is_over());
    assert_eq!(test.moves(), "f5");
}

#[test]
fn what_is_saved_is_loaded_in_every_format() {
    for file in ["game.txt", "game.ggf", "game.wtb"] {
        let mut test = TestSession::people(8, 8);
        let said = test.types(&["f5", "d6", &format!("save {file}")]);
        assert_eq!(said.last().unwrap(), &format!("Saved {file}."));
        let said = test.types(&["new", &format!("load {file}")]);
        assert!(
            said[1].starts_with(&format!("Loaded {file}, game 1 of 1, 2 moves.")),
            "{said:?}"
        );
        assert_eq!(test.moves(), "f5d6");
        let before = test.session.game().clone();
        assert_eq!(
            test.types(&[&format!("load {file}#2")]),
            [format!(
                "!{file} is not loaded: there is no game 2: the file has 1."
            )]
        );
        assert_eq!(*test.session.game(), before);
    }
}

#[test]
fn a_loaded_file_may_have_another_size_and_player_names() {
    let mut test = TestSession::people(8, 8);
    let ggf = "(;GM[Othello]PB[Anna]PW[Ben]BO[4 -----O*--*O----- *]B[b1];)";
    test.files.insert("small.ggf".into(), ggf.into());
    let said = test.types(&["load small.ggf"]);
    assert_eq!(
        said[0],
        "Loaded small.ggf, game 1 of 1, 1 move. Anna against Ben."
    );
    assert_eq!(test.session.game().position().size().to_string(), "4x4");
    test.types(&["a1", "new"]);
    assert_eq!(test.session.game().position().size().to_string(), "4x4");

    let mut test = TestSession::people(8, 8);
    test.types(&["f5", "save games/a.wtb"]);
    let names = |names: [&str; 1], length: usize| {
        let mut bytes = vec![0; 16];
        bytes[8] = 1;
        bytes.extend(names[0].bytes());
        bytes.resize(16 + length, 0);
        bytes
    };
    test.files.insert("games/WTH.JOU".into(), names(["Unknown"], 20));
    test.files.insert("games/WTH.TRN".into(), names(["A cup"], 26));
    let said = test.types(&["load games/a.wtb"]);
    assert_eq!(
        said[0],
        "Loaded games/a.wtb, game 1 of 1, 1 move. Unknown against Unknown, A cup."
    );
}

#[test]
fn the_transcript_is_written_after_every_move_and_contains_every_game() {
    let mut test = TestSession::new(Settings {
        players: PerColor([Player::Human; 2]),
        names: SquareNames::Standard,
        transcript: Some("t.txt".into()),
        ..Settings::default()
    });
    test.types(&["f5", "bad", "d6", "undo", "f6", "new", "e6"]);
    let pages: Vec<&str> = test
        .saved
        .iter()
        .map(|page| std::str::from_utf8(page).unwrap())
        .collect();
    assert_eq!(
        pages,
        ["\n", "f5\n", "f5d6\n", "f5\n", "f5f6\n", "f5f6\n\n", "f5f6\ne6\n"]
    );
    let said = test.types(&["load t.txt#2"]);
    assert!(
        said[0].starts_with("Loaded t.txt, game 2 of 2, 1 move."),
        "{said:?}"
    );
}

#[test]
fn a_transcript_that_cannot_be_written_is_reported_once() {
    let mut session = Othello::new(Settings {
        players: PerColor([Player::Human; 2]),
        names: SquareNames::Standard,
        transcript: Some("t.txt".into()),
        ..Settings::default()
    });
    let mut complaints = 0;
    let mut carry_out = |session: &mut Othello, outputs: Vec<Output>| {
        for output in outputs {
            if let Output::Save { path, .. } = output {
                let result = Err("the disk is full".to_owned());
                for output in session.handle(Event::Saved { path, result }) {
                    assert_eq!(
                        output,
                        Output::Complain("The transcript t.txt is not kept: the disk is full.".into())
                    );
                    complaints += 1;
                }
            }
        }
    };
    let outputs = session.open();
    carry_out(&mut session, outputs);
    for line in ["f5", "d6"] {
        let outputs = session.handle(Event::Line(line.into()));
        carry_out(&mut session, outputs);
    }
    assert_eq!(complaints, 1);
}

#[test]
fn a_hint_comes_from_the_engine_and_is_not_played() {
    let mut test = TestSession::people(8, 8);
    test.session.handle(Event::Line("hint".into()));
    let Want::Thought(request) = test.session.want() else {
        panic!("a thought is wanted");
    };
    assert_eq!((request.level, request.is_varied), (Level::FULL, false));
    assert!(
        matches!(request.game.record(), AnyRecord::Othello(_)),
        "the fast board"
    );
    let mut thought = Thought::unsearched(request.game.legal_moves()[0].text.clone());
    thought.lines[0].score = parlor_core::Score::from_discs(2);
    let said = test.session.handle(Event::Thought(Some(thought)));
    let [Output::Print(text)] = &said[..] else {
        panic!("{said:?}");
    };
    assert!(
        text.starts_with("The computer would play ") && text.ends_with("which it judges +2.00 for black.")
    );
    assert!(test.session.game().is_empty());
}

#[test]
fn an_interrupt_gives_a_thinking_side_to_a_person_and_two_at_the_prompt_quit() {
    let mut session = Othello::new(Settings::default());
    session.open();
    assert!(matches!(session.want(), Want::Thought(_)));
    session.handle(Event::Interrupted);
    assert!(session.players()[Color::Black].is_human());
    assert!(matches!(session.want(), Want::Line { .. }));
    // Interrupting a hint does not cost anyone a turn.
    session.handle(Event::Line("hint".into()));
    session.handle(Event::Interrupted);
    assert!(matches!(session.want(), Want::Line { .. }));
    session.handle(Event::Interrupted);
    session.handle(Event::Line("score".into()));
    session.handle(Event::Interrupted);
    assert!(matches!(session.want(), Want::Line { .. }));
    session.handle(Event::Interrupted);
    assert_eq!(session.want(), Want::Exit(0));
}

#[test]
fn a_player_without_a_legal_answer_does_not_end_the_game() {
    let mut session = Othello::new(Settings::default());
    session.open();
    let thought = Thought::unsearched("a1".to_owned());
    session.handle(Event::Thought(Some(thought)));
    assert!(session.game().is_empty());
    assert!(session.players()[Color::Black].is_human());
}

#[test]
fn unexpected_events_do_no_harm() {
    let mut session = Othello::new(Settings::default());
    session.open();
    session.handle(Event::Net(NetEvent::Connected));
    session.handle(Event::Saved {
        path: "x".into(),
        result: Ok(()),
    });
    session.handle(Event::Loaded {
        path: "x".into(),
        contents: Ok(vec![0; 100]),
    });
    assert!(session.game().is_empty());
}

#[test]
fn completion_offers_commands_players_and_legal_moves() {
    let test = TestSession::people(8, 8);
    let words = test.session.words();
    for word in ["switch", "weights-dynamic", "white", "f5"] {
        assert!(words.iter().any(|known| known == word), "{word}");
    }
    assert!(!words.iter().any(|known| known == "a1"));
}

#[test]
fn the_second_and_third_figures_of_the_assignment() {
    // X on C4 D4 D5 E4, O on B6 C6 D6 E5 F5; O plays D3 and turns D4, D5 and E4.
    let mut test = TestSession::new(Settings {
        players: PerColor([Player::Human; 2]),
        ..Settings::default()
    });
    let ggf =
        "(;GM[Othello]BO[8 -------- -----O-- ---*-O-- ---**O-- ---*O--- ----O--- -------- -------- O];)";
    test.files.insert("figure2.ggf".into(), ggf.into());
    test.types(&["load figure2.ggf"]);
    let said = test.types(&["D3"]);
    let expected = "  +---+---+---+---+---+---+---+---+
A |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
B |   |   |   |   |   | O |   |   |
  +---+---+---+---+---+---+---+---+
C |   |   |   | X |   | O |   |   |
  +---+---+---+---+---+---+---+---+
D |   |   | O | O | O | O |   |   |
  +---+---+---+---+---+---+---+---+
E |   |   |   | O | O |   |   |   |
  +---+---+---+---+---+---+---+---+
F |   |   |   |   | O |   |   |   |
  +---+---+---+---+---+---+---+---+
G |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
H |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
    1   2   3   4   5   6   7   8";
    assert_eq!(said[0].trim_end(), expected);
}

proptest! {
    // Each case plays nine games up to the line.
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_line_changes_the_board_unless_it_is_a_legal_move(
        line in ".{0,40}",
        near in "[a-iA-I]?[0-9 ,]{0,3}|pass|(redo|moves|board|score|help|hint|switch|save)( .{0,3})?",
        bytes in prop::collection::vec(any::<u8>(), 0..12),
        n_moves in 0_usize..70,
        seed in any::<u64>(),
    ) {
        let bytes = String::from_utf8_lossy(&bytes).into_owned();
        for (names, rules) in [
            (SquareNames::RowColumn, Rules::Pass),
            (SquareNames::Standard, Rules::NoMoveLoses),
            (SquareNames::Numbers, Rules::Pass),
        ] {
            for line in [&line, &near, &bytes] {
                let mut session = Othello::new(Settings {
                    players: PerColor([Player::Human; 2]),
                    names,
                    rules,
                    ..Settings::default()
                });
                session.open();
                for _ in 0..n_moves {
                    let Some(mv) = Strategy::Random.choose(session.game().position(), seed) else {
                        break;
                    };
                    let text = names.format(session.game().position(), mv);
                    session.handle(Event::Line(text));
                }
                let start = session.game().clone();
                let outputs = session.handle(Event::Line(line.clone()));
                let played = names.parse(start.position(), line).is_ok_and(|mv| start.position().is_legal(mv));
                if played {
                    prop_assert!(session.game().len() > start.len());
                } else {
                    prop_assert_eq!(session.game(), &start);
                }
                for output in outputs {
                    if let Output::Print(text) | Output::Complain(text) = output {
                        prop_assert!(!text.contains('\u{1b}'), "{:?}", text);
                    }
                }
            }
        }
    }
}
