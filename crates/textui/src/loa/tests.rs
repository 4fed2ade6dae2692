//! Sessions of `loa`, event by event, with a computer player that makes given moves.

use parlor_core::think::Thought;
use parlor_core::{Color, Game, MoveList, Score};
use parlor_loa::Position;
use proptest::prelude::*;

use super::{Loa, Style};
use crate::{Event, Output, Session, Want};

/// A computer player's answer.
fn thought(best: &str, score: Score) -> Event {
    let mut thought = Thought::unsearched(best.to_owned());
    thought.lines[0].score = score;
    Event::Thought(Some(thought))
}

/// A session with its standard output and standard error.
struct TestSession {
    session: Loa,
    printed: Vec<String>,
    complaints: Vec<String>,
    log: Vec<String>,
    n_thoughts: usize,
}

impl TestSession {
    fn new() -> TestSession {
        TestSession::with_style(Style::default())
    }

    fn with_style(style: Style) -> TestSession {
        let mut test = TestSession {
            session: Loa::new(style, 1),
            printed: Vec::new(),
            complaints: Vec::new(),
            log: Vec::new(),
            n_thoughts: 0,
        };
        let opening = test.session.open();
        test.take(opening);
        test
    }

    /// Two people and no AI.
    fn of_people() -> TestSession {
        let mut test = TestSession::new();
        test.say("manual white");
        test
    }

    fn take(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Print(text) => self.printed.extend(text.lines().map(str::to_owned)),
                Output::Complain(text) => self.complaints.push(text),
                Output::Log(text) => self.log.push(text),
                Output::Save { .. } | Output::Load { .. } | Output::Net(_) => {
                    panic!("not asked for: {output:?}")
                }
            }
        }
    }

    /// Handles an event and lets the AIs move until the session wants a line: the first legal move each time.
    fn happen(&mut self, event: Event) {
        let outputs = self.session.handle(event);
        self.take(outputs);
        while let Want::Thought(request) = self.session.want() {
            self.n_thoughts += 1;
            let moves = request.game.legal_moves().into_iter().map(|mv| mv.text);
            let first = moves.min().expect("a move");
            let outputs = self.session.handle(thought(&first, Score(42)));
            self.take(outputs);
        }
    }

    fn say(&mut self, lines: &str) {
        for line in lines.lines() {
            self.happen(Event::Line(line.to_owned()));
        }
    }

    fn prompt(&mut self) -> String {
        match self.session.want() {
            Want::Line { prompt } => prompt,
            other => format!("{other:?}"),
        }
    }

    fn position(&self) -> Position {
        *self.session.game().position()
    }

    /// Clears the board and puts these pieces on it.
    fn set_up(&mut self, black: &str, white: &str, next: Color) {
        for rank in 1..=8 {
            for file in "abcdefgh".chars() {
                self.say(&format!("set {file}{rank} - {next}"));
            }
        }
        for (squares, piece) in [(black, "black"), (white, "white")] {
            for square in squares.split_whitespace() {
                self.say(&format!("set {square} {piece} {next}"));
            }
        }
    }
}

#[test]
fn a_session_starts_with_a_person_as_black_and_an_ai_as_white() {
    let mut test = TestSession::new();
    assert_eq!(test.prompt(), "black> ");
    test.say("b1-b3");
    assert_eq!(test.n_thoughts, 1);
    assert_eq!(
        test.printed.len(),
        1,
        "only the AI's move is printed: {:?}",
        test.printed
    );
    assert!(test.printed[0].starts_with("* a"), "{:?}", test.printed);
    assert_eq!(test.prompt(), "black> ");
}

#[test]
fn prompts_show_the_side_to_move_or_that_there_is_no_game() {
    let mut test = TestSession::of_people();
    test.say("limit 1\nb1-b3");
    assert_eq!(test.prompt(), "white> ");
    test.say("a2-c2");
    assert_eq!(test.printed, ["* Tie game."]);
    assert_eq!(test.prompt(), "-> ");
    test.say("new");
    assert_eq!(test.prompt(), "black> ");
}

#[test]
fn a_dump_is_exact() {
    let mut test = TestSession::new();
    test.say("dump");
    let side = "    w - - - - - - w";
    let ends = "    - b b b b b b -";
    let expected = [
        "===",
        ends,
        side,
        side,
        side,
        side,
        side,
        side,
        ends,
        "Next move: black",
        "===",
    ];
    assert_eq!(test.printed, expected);
}

#[test]
fn two_ais_play_to_the_end_before_the_next_prompt() {
    let mut test = TestSession::new();
    test.say("auto black");
    assert_eq!(test.prompt(), "-> ");
    assert!(test.session.result().is_some());
    let last = test.printed.last().expect("a result");
    assert!(
        ["* Black wins.", "* White wins.", "* Tie game."].contains(&last.as_str()),
        "{last}"
    );
    assert_eq!(
        test.printed.len(),
        test.n_thoughts + 1,
        "one line for each move, and the result"
    );
}

#[test]
fn players_and_levels_survive_a_new_game() {
    let mut test = TestSession::of_people();
    test.say("level black 3\nmovetime 2.5\nnew\nhint");
    assert_eq!(test.prompt(), "black> ");
    assert!(test.complaints.is_empty());
    assert_eq!(
        (test.session.is_auto.0, test.session.level.0),
        ([false; 2], [Some(3), None])
    );
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut test = TestSession::of_people();
    let before = test.position();
    test.say("hint");
    assert_eq!(test.printed, ["Hint: b1-b3 (+0.42)"]);
    assert_eq!(test.position(), before);
    for (score, text) in [
        (Score::win_in(3), "Hint: b1-b3, which wins in 3 plies"),
        (Score::loss_in(2), "Hint: b1-b3, though it loses in 2 plies"),
    ] {
        test.session.handle(Event::Line("hint".into()));
        let shown = test.session.handle(thought("b1-b3", score));
        assert_eq!(shown, [Output::Print(text.into())]);
    }
}

#[test]
fn a_second_interrupt_gives_the_side_to_a_person() {
    let mut test = TestSession::new();
    let outputs = test.session.handle(Event::Line("b1-b3".into()));
    test.take(outputs);
    assert!(matches!(test.session.want(), Want::Thought(_)));
    test.happen(Event::Interrupted);
    assert_eq!(test.prompt(), "white> ");
    assert_eq!(test.printed, ["White is yours now."]);
    assert_eq!(
        test.log.last().map(String::as_str),
        Some("manual white"),
        "the log can be replayed"
    );
    test.happen(Event::Interrupted);
    assert_eq!(test.prompt(), "white> ", "at a prompt it does no harm");
}

#[test]
fn an_interrupted_hint_shows_nothing() {
    let mut test = TestSession::of_people();
    test.session.handle(Event::Line("hint".into()));
    test.happen(Event::Interrupted);
    assert_eq!(test.prompt(), "black> ");
    assert_eq!(test.n_thoughts, 0);
}

#[test]
fn an_illegal_move_of_an_ai_is_replaced_by_a_legal_one() {
    let mut test = TestSession::new();
    test.session.handle(Event::Line("b1-b3".into()));
    for text in ["-", "h8-h1", "rubbish"] {
        let mut test = TestSession::new();
        test.session.handle(Event::Line("b1-b3".into()));
        let outputs = test.session.handle(thought(text, Score(0)));
        assert!(
            matches!(&outputs[1], Output::Print(text) if text.starts_with("* a")),
            "{outputs:?}"
        );
    }
    let outputs = test.session.handle(Event::Thought(None));
    assert!(
        matches!(&outputs[1], Output::Print(text) if text.starts_with("* a")),
        "{outputs:?}"
    );
}

#[test]
fn the_log_contains_every_line_and_move_and_can_be_replayed() {
    let mut test = TestSession::new();
    test.say("  limit 40 \n# a comment\n\nb1-b3\nnonsense\nb1-b3 \nquit");
    let entered = ["seed 1", "  limit 40 ", "# a comment", "", "b1-b3"];
    assert_eq!(
        test.log[..5],
        entered,
        "the seed first, then what was entered, as it was"
    );
    assert!(test.log[5].starts_with("# white: a"), "{:?}", test.log);
    assert_eq!(
        test.log[6..],
        ["nonsense", "b1-b3 ", "quit"],
        "also what was refused"
    );
    let mut again = TestSession {
        session: Loa::new(Style::default(), 99),
        ..TestSession::new()
    };
    again.say(&test.log.join("\n"));
    assert_eq!(again.session.game(), test.session.game());
    assert_eq!(
        again.session.seed, test.session.seed,
        "the AIs begin where they began"
    );
    assert_eq!(again.complaints, test.complaints);
}

#[test]
fn a_seed_repeats_the_same_games() {
    let seed_of = |lines: &str| {
        let mut session = Loa::new(Style::default(), 77);
        for line in lines.lines() {
            session.handle(Event::Line(line.into()));
        }
        session.handle(Event::Line("b1-b3".into()));
        match session.want() {
            Want::Thought(request) => request.seed,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(seed_of("seed 9"), seed_of("seed 4\nnew\nseed 9"));
    assert_eq!(seed_of("seed 9\nnew"), seed_of("new\nnew\nseed 9\nnew"));
    assert_ne!(
        seed_of("seed 9"),
        seed_of("seed 9\nnew"),
        "the next game is another one"
    );
    assert_eq!(seed_of(""), 77);
}

#[test]
fn a_limit_must_exceed_the_moves_of_each_side() {
    let mut test = TestSession::of_people();
    test.say("b1-b3\na2-c2\nb3-b1");
    test.say("limit 2");
    assert_eq!(test.complaints.len(), 1, "black has made two moves");
    test.say("limit 3");
    assert_eq!(test.session.game().move_limit(), Some(6));
    // With `set`, one side can make more than half of all moves.
    test.say("set d4 - black\nb1-b3\nset d4 - black\nb3-b1\nset d4 - black");
    test.say("limit 4");
    assert_eq!(test.complaints.len(), 2, "black has made four moves, white one");
    test.say("limit 5");
    assert_eq!(test.complaints.len(), 2);
    test.say("new");
    assert_eq!(test.session.game().move_limit(), Some(60));
}

#[test]
fn editing_neither_ends_nor_revives_a_game() {
    let mut test = TestSession::of_people();
    test.set_up("d4 d5", "a1 h8", Color::Black);
    assert_eq!(
        test.prompt(),
        "black> ",
        "black is connected, and the game goes on"
    );
    test.say("d4-c4");
    assert_eq!(test.printed, ["* Black wins."]);
    test.say("set h1 white white\nset a8 white white\nh8-h7");
    assert_eq!(test.prompt(), "-> ");
    assert_eq!(test.complaints, ["error: the game is over; type new for another"]);
}

#[test]
fn an_empty_board_is_a_tie_once_play_continues() {
    let mut test = TestSession::of_people();
    test.set_up("", "", Color::White);
    assert_eq!(test.prompt(), "white> ");
    test.say("pass");
    assert_eq!(
        test.printed,
        ["White has no legal move and passes.", "* Tie game."]
    );
    let mut test = TestSession::new();
    test.set_up("", "", Color::Black);
    test.say("set a1 - white");
    assert_eq!(
        test.printed,
        ["White has no legal move and passes.", "* Tie game."],
        "an AI goes on at once"
    );
}

#[test]
fn undo_against_an_ai_returns_to_the_persons_last_turn() {
    let mut test = TestSession::new();
    let start = test.position();
    test.say("undo");
    assert_eq!(test.complaints, ["error: there is no move to take back"]);
    test.say("b1-b3");
    let later = test.position();
    test.say("undo");
    assert_eq!(test.position(), start);
    test.say("redo");
    assert_eq!(
        (test.position(), test.n_thoughts),
        (later, 1),
        "nothing is searched again"
    );
    // If the AI moved first, there is no move of the person to take back.
    let mut test = TestSession::new();
    test.say("manual white\nauto black");
    let before = test.position();
    test.say("undo");
    assert_eq!(test.complaints, ["error: there is no move of yours to take back"]);
    assert_eq!(test.position(), before);
}

#[test]
fn a_game_is_saved_and_loaded_as_it_was() {
    let mut test = TestSession::of_people();
    test.say("b1-b3\na2-c2\nset d4 black black\nb3-b1");
    let outputs = test.session.handle(Event::Line("save my game.sgf".into()));
    let [_, Output::Save { path, contents }] = &outputs[..] else {
        panic!("{outputs:?}")
    };
    assert_eq!(path.as_os_str(), "my game.sgf");
    let mut other = TestSession::of_people();
    other.session.handle(Event::Line("load my game.sgf".into()));
    other.happen(Event::Loaded {
        path: path.display().to_string(),
        contents: Ok(contents.clone()),
    });
    assert_eq!(other.printed, ["Loaded 1 move."]);
    assert_eq!(other.position(), test.position());
    assert_eq!(other.prompt(), "white> ");
}

#[test]
fn loading_a_finished_game_does_not_announce_a_win() {
    let record = b"(;GM[9]AB[d7][e6][e3]AW[b1][c8][h3]PL[B];B[e3-e5])";
    let mut test = TestSession::of_people();
    test.happen(Event::Loaded {
        path: "x".into(),
        contents: Ok(record.to_vec()),
    });
    assert_eq!(
        test.printed,
        ["Loaded 1 move.", "That game is over: black has won."]
    );
    assert_eq!(test.prompt(), "-> ");
    test.say("undo");
    assert_eq!(test.prompt(), "black> ");
}

#[test]
fn a_long_loaded_game_raises_the_move_limit() {
    let mut record = String::from("(;GM[9]");
    for _ in 0..20 {
        record.push_str(";B[b1-b3];W[a2-a8];B[b3-b1];W[a8-a2]");
    }
    record.push(')');
    let mut test = TestSession::of_people();
    test.happen(Event::Loaded {
        path: "x".into(),
        contents: Ok(record.into_bytes()),
    });
    assert_eq!(test.session.game().move_limit(), Some(120));
    assert_eq!(test.prompt(), "black> ");
}

#[test]
fn unusable_files_change_nothing_and_errors_contain_no_marks() {
    let mut test = TestSession::of_people();
    test.say("b1-b3");
    let before = test.session.game().clone();
    for contents in [
        Err("no such > file *".to_owned()),
        Ok(Vec::new()),
        Ok(b"*** > ===".to_vec()),
        Ok(b"(;GM[9];B[b1-b4])".to_vec()),
        Ok(b"(;GM[1];B[b1-b3])".to_vec()),
        Ok(b"(;GM[9];B[> * ===])".to_vec()),
        Ok(b"(;GM[9]SU[>*===];B[b1-b3])".to_vec()),
        Ok(vec![0xff; 100]),
    ] {
        test.happen(Event::Loaded {
            path: ">*===".into(),
            contents,
        });
    }
    test.happen(Event::Saved {
        path: ">*===".into(),
        result: Err("* no >".into()),
    });
    test.happen(Event::Saved {
        path: ">*===".into(),
        result: Ok(()),
    });
    assert_eq!(test.complaints.len(), 9);
    assert_eq!(test.session.game(), &before);
    for text in test.complaints.iter().chain(&test.printed) {
        assert!(!text.contains(['>', '*']) && !text.contains("==="), "{text}");
    }
}

#[test]
fn the_help_contains_every_command_and_no_marks() {
    let mut test = TestSession::new();
    test.say("help");
    let text = test.printed.join("\n");
    assert!(!text.contains(['>', '*']) && !text.contains("==="), "{text}");
    for word in super::command::WORDS {
        assert!(text.contains(word), "{word} is not in the help");
    }
    assert!(text.lines().all(|line| line.chars().count() < 80));
}

#[test]
fn a_chatty_session_draws_the_board_when_it_has_changed() {
    let mut test = TestSession::with_style(Style {
        chatty: true,
        color: false,
    });
    let n_boards = |test: &TestSession| {
        test.printed
            .iter()
            .filter(|line| line.contains("a b c d e f g h"))
            .count()
    };
    assert_eq!(n_boards(&test), 1, "at the start");
    test.say("b1-b3");
    assert_eq!(n_boards(&test), 2, "after the answer, and not after both moves");
    test.say("seed 4\ndump\nnonsense\nb1-b9");
    assert_eq!(n_boards(&test), 2, "nothing has changed");
    test.say("undo");
    assert_eq!(n_boards(&test), 3);
    let mut test = TestSession::with_style(Style {
        chatty: true,
        color: true,
    });
    assert!(test.printed.join("").contains('\u{1b}'));
    test.printed.clear();
    test.say("b1-b3");
    let text = test.printed.join("\n").replace("* a", "");
    assert!(!text.contains(['>', '*']) && !text.contains("==="), "{text}");
}

#[test]
fn the_drawn_board_shows_every_piece_on_its_square() {
    let mut test = TestSession::of_people();
    test.say("b8-b6\nboard");
    assert_eq!(test.printed[0], "  8  . . b b b b b .");
    assert_eq!(test.printed[2], "  6  w b . . . . . w");
    assert_eq!(test.printed[8], "     a b c d e f g h");
}

#[test]
fn completion_offers_commands_and_the_legal_moves() {
    let test = TestSession::of_people();
    let words = test.session.words();
    for word in ["new", "manual", "black", "b1-b3", "g8-e6"] {
        assert!(words.iter().any(|found| found == word), "{word}");
    }
}

/// Lines that resemble commands, and arbitrary ones.
fn lines() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        proptest::sample::select(super::command::WORDS.to_vec()).prop_map(str::to_owned),
        proptest::sample::select(vec![
            "a1", "b8", "-", "0", "1", "30", "-5", "1e9", "PASS", "#", "*", ">", "==="
        ])
        .prop_map(str::to_owned),
        "[a-i][0-9]-[a-i][0-9]",
        any::<String>(),
    ];
    prop_oneof![
        proptest::collection::vec(word, 0..5).prop_map(|words| words.join(" ")),
        proptest::collection::vec(any::<u8>(), 0..40)
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

/// Whether a line is a command, other than a move, that may change the board.
fn changes_boards(line: &str) -> bool {
    let word = line
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    ["new", "set", "undo", "redo"].contains(&word.as_str())
}

proptest! {
    #[test]
    fn no_line_panics_or_changes_the_board_unless_it_is_a_legal_move_or_a_command(
        lines in proptest::collection::vec(lines(), 1..12)
    ) {
        let mut test = TestSession::of_people();
        for line in lines {
            let before = test.position();
            let mut legal = MoveList::new();
            before.legal_moves(&mut legal);
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
            let is_legal = legal.iter().any(|mv| mv.to_string() == word);
            let outputs = test.session.handle(Event::Line(line.clone()));
            if !is_legal && !changes_boards(&line) {
                prop_assert_eq!(test.position(), before, "{:?}", line);
            }
            for output in &outputs {
                let (Output::Print(text) | Output::Complain(text)) = output else { continue };
                let is_official = text.starts_with("* ") || text == "===";
                prop_assert!(is_official || !(text.contains(['>', '*']) || text.contains("===")), "{}", text);
                prop_assert!(!text.contains('\u{1b}') && text.len() < 10_000, "{:?}", text);
            }
            // If the line made a side an AI, make it a person again.
            test.session.is_auto.0 = [false; 2];
            test.session.wants_hint = false;
            test.session.has_quit = false;
        }
    }
}
