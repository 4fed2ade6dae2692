//! Sessions of `loa`, event by event, with a thinker that plays what it is told.

use parlor_core::think::Thought;
use parlor_core::{Color, Game, MoveList, Score};
use parlor_loa::Position;
use proptest::prelude::*;

use super::{Loa, Style};
use crate::{Event, Output, Session, Want};

/// The answer of a computer player.
fn thought(best: &str, score: Score) -> Event {
    let mut thought = Thought::unsearched(best.to_owned());
    thought.lines[0].score = score;
    Event::Thought(Some(thought))
}

/// A session with its two sides of output.
struct Table {
    session: Loa,
    printed: Vec<String>,
    complaints: Vec<String>,
    log: Vec<String>,
    n_thoughts: usize,
}

impl Table {
    fn new() -> Table {
        Table::with_style(Style::default())
    }

    fn with_style(style: Style) -> Table {
        let mut table = Table {
            session: Loa::new(style, 1),
            printed: Vec::new(),
            complaints: Vec::new(),
            log: Vec::new(),
            n_thoughts: 0,
        };
        let opening = table.session.open();
        table.take(opening);
        table
    }

    /// Two people and no AI.
    fn of_people() -> Table {
        let mut table = Table::new();
        table.say("manual white");
        table
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

    /// Hands over an event and lets the AIs move until a line is wanted: the first legal move each time.
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

    /// Empties the board and puts these pieces on it.
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
fn a_session_begins_with_a_person_as_black_and_an_ai_as_white() {
    let mut table = Table::new();
    assert_eq!(table.prompt(), "black> ");
    table.say("b1-b3");
    assert_eq!(table.n_thoughts, 1);
    assert_eq!(
        table.printed.len(),
        1,
        "only the AI's move is printed: {:?}",
        table.printed
    );
    assert!(table.printed[0].starts_with("* a"), "{:?}", table.printed);
    assert_eq!(table.prompt(), "black> ");
}

#[test]
fn prompts_say_whose_move_is_wanted_or_that_no_game_is_on() {
    let mut table = Table::of_people();
    table.say("limit 1\nb1-b3");
    assert_eq!(table.prompt(), "white> ");
    table.say("a2-c2");
    assert_eq!(table.printed, ["* Tie game."]);
    assert_eq!(table.prompt(), "-> ");
    table.say("new");
    assert_eq!(table.prompt(), "black> ");
}

#[test]
fn a_dump_is_exact() {
    let mut table = Table::new();
    table.say("dump");
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
    assert_eq!(table.printed, expected);
}

#[test]
fn two_ais_play_to_the_end_before_a_line_is_wanted() {
    let mut table = Table::new();
    table.say("auto black");
    assert_eq!(table.prompt(), "-> ");
    assert!(table.session.result().is_some());
    let last = table.printed.last().expect("a result");
    assert!(
        ["* Black wins.", "* White wins.", "* Tie game."].contains(&last.as_str()),
        "{last}"
    );
    assert_eq!(
        table.printed.len(),
        table.n_thoughts + 1,
        "one line for each move, and the result"
    );
}

#[test]
fn players_and_levels_survive_a_new_game() {
    let mut table = Table::of_people();
    table.say("level black 3\nmovetime 2.5\nnew\nhint");
    assert_eq!(table.prompt(), "black> ");
    assert!(table.complaints.is_empty());
    assert_eq!(
        (table.session.is_auto.0, table.session.level.0),
        ([false; 2], [Some(3), None])
    );
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut table = Table::of_people();
    let before = table.position();
    table.say("hint");
    assert_eq!(table.printed, ["Hint: b1-b3 (+0.42)"]);
    assert_eq!(table.position(), before);
    for (score, text) in [
        (Score::win_in(3), "Hint: b1-b3, which wins in 3 plies"),
        (Score::loss_in(2), "Hint: b1-b3, though it loses in 2 plies"),
    ] {
        table.session.handle(Event::Line("hint".into()));
        let shown = table.session.handle(thought("b1-b3", score));
        assert_eq!(shown, [Output::Print(text.into())]);
    }
}

#[test]
fn a_second_interrupt_hands_the_side_to_the_person() {
    let mut table = Table::new();
    let outputs = table.session.handle(Event::Line("b1-b3".into()));
    table.take(outputs);
    assert!(matches!(table.session.want(), Want::Thought(_)));
    table.happen(Event::Interrupted);
    assert_eq!(table.prompt(), "white> ");
    assert_eq!(table.printed, ["White is yours now."]);
    assert_eq!(
        table.log.last().map(String::as_str),
        Some("manual white"),
        "the log can be replayed"
    );
    table.happen(Event::Interrupted);
    assert_eq!(table.prompt(), "white> ", "at a prompt it does no harm");
}

#[test]
fn an_interrupted_hint_is_no_hint() {
    let mut table = Table::of_people();
    table.session.handle(Event::Line("hint".into()));
    table.happen(Event::Interrupted);
    assert_eq!(table.prompt(), "black> ");
    assert_eq!(table.n_thoughts, 0);
}

#[test]
fn an_illegal_answer_of_a_thinker_is_replaced_by_a_legal_move() {
    let mut table = Table::new();
    table.session.handle(Event::Line("b1-b3".into()));
    for text in ["-", "h8-h1", "rubbish"] {
        let mut table = Table::new();
        table.session.handle(Event::Line("b1-b3".into()));
        let outputs = table.session.handle(thought(text, Score(0)));
        assert!(
            matches!(&outputs[1], Output::Print(text) if text.starts_with("* a")),
            "{outputs:?}"
        );
    }
    let outputs = table.session.handle(Event::Thought(None));
    assert!(
        matches!(&outputs[1], Output::Print(text) if text.starts_with("* a")),
        "{outputs:?}"
    );
}

#[test]
fn the_log_has_every_line_and_every_move_and_can_be_replayed() {
    let mut table = Table::new();
    table.say("  limit 40 \n# a comment\n\nb1-b3\nnonsense\nb1-b3 \nquit");
    let entered = ["seed 1", "  limit 40 ", "# a comment", "", "b1-b3"];
    assert_eq!(
        table.log[..5],
        entered,
        "the seed first, then what was entered, as it was"
    );
    assert!(table.log[5].starts_with("# white: a"), "{:?}", table.log);
    assert_eq!(
        table.log[6..],
        ["nonsense", "b1-b3 ", "quit"],
        "also what was refused"
    );
    let mut again = Table {
        session: Loa::new(Style::default(), 99),
        ..Table::new()
    };
    again.say(&table.log.join("\n"));
    assert_eq!(again.session.game(), table.session.game());
    assert_eq!(
        again.session.seed, table.session.seed,
        "the AIs begin where they began"
    );
    assert_eq!(again.complaints, table.complaints);
}

#[test]
fn a_seed_begins_the_same_games_again() {
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
fn a_limit_must_be_above_the_moves_of_either_side() {
    let mut table = Table::of_people();
    table.say("b1-b3\na2-c2\nb3-b1");
    table.say("limit 2");
    assert_eq!(table.complaints.len(), 1, "black has made two moves");
    table.say("limit 3");
    assert_eq!(table.session.game().move_limit(), Some(6));
    // By setting the side to move one side can make more moves than half of all.
    table.say("set d4 - black\nb1-b3\nset d4 - black\nb3-b1\nset d4 - black");
    table.say("limit 4");
    assert_eq!(table.complaints.len(), 2, "black has made four moves, white one");
    table.say("limit 5");
    assert_eq!(table.complaints.len(), 2);
    table.say("new");
    assert_eq!(table.session.game().move_limit(), Some(60));
}

#[test]
fn setting_up_neither_ends_a_game_nor_revives_one() {
    let mut table = Table::of_people();
    table.set_up("d4 d5", "a1 h8", Color::Black);
    assert_eq!(
        table.prompt(),
        "black> ",
        "black is connected, and the game goes on"
    );
    table.say("d4-c4");
    assert_eq!(table.printed, ["* Black wins."]);
    table.say("set h1 white white\nset a8 white white\nh8-h7");
    assert_eq!(table.prompt(), "-> ");
    assert_eq!(
        table.complaints,
        ["error: the game is over; type new for another"]
    );
}

#[test]
fn an_emptied_board_is_a_tie_only_when_somebody_goes_on() {
    let mut table = Table::of_people();
    table.set_up("", "", Color::White);
    assert_eq!(table.prompt(), "white> ");
    table.say("pass");
    assert_eq!(
        table.printed,
        ["White has no legal move and passes.", "* Tie game."]
    );
    let mut table = Table::new();
    table.set_up("", "", Color::Black);
    table.say("set a1 - white");
    assert_eq!(
        table.printed,
        ["White has no legal move and passes.", "* Tie game."],
        "an AI goes on at once"
    );
}

#[test]
fn undo_against_an_ai_returns_to_the_persons_last_turn() {
    let mut table = Table::new();
    let start = table.position();
    table.say("undo");
    assert_eq!(table.complaints, ["error: there is no move to take back"]);
    table.say("b1-b3");
    let later = table.position();
    table.say("undo");
    assert_eq!(table.position(), start);
    table.say("redo");
    assert_eq!(
        (table.position(), table.n_thoughts),
        (later, 1),
        "nothing is thought about anew"
    );
    // When the AI began, there is nothing of the person's to take back.
    let mut table = Table::new();
    table.say("manual white\nauto black");
    let before = table.position();
    table.say("undo");
    assert_eq!(
        table.complaints,
        ["error: there is no move of yours to take back"]
    );
    assert_eq!(table.position(), before);
}

#[test]
fn a_game_is_saved_and_loaded_as_it_was() {
    let mut table = Table::of_people();
    table.say("b1-b3\na2-c2\nset d4 black black\nb3-b1");
    let outputs = table.session.handle(Event::Line("save my game.sgf".into()));
    let [_, Output::Save { path, contents }] = &outputs[..] else {
        panic!("{outputs:?}")
    };
    assert_eq!(path, "my game.sgf");
    let mut other = Table::of_people();
    other.session.handle(Event::Line("load my game.sgf".into()));
    other.happen(Event::Loaded {
        path: path.clone(),
        contents: Ok(contents.clone()),
    });
    assert_eq!(other.printed, ["Loaded 1 move."]);
    assert_eq!(other.position(), table.position());
    assert_eq!(other.prompt(), "white> ");
}

#[test]
fn a_loaded_game_that_is_over_is_over_without_being_won_again() {
    let record = b"(;GM[9]AB[d7][e6][e3]AW[b1][c8][h3]PL[B];B[e3-e5])";
    let mut table = Table::of_people();
    table.happen(Event::Loaded {
        path: "x".into(),
        contents: Ok(record.to_vec()),
    });
    assert_eq!(
        table.printed,
        ["Loaded 1 move.", "That game is over: black has won."]
    );
    assert_eq!(table.prompt(), "-> ");
    table.say("undo");
    assert_eq!(table.prompt(), "black> ");
}

#[test]
fn a_long_record_gets_room_for_more_moves() {
    let mut record = String::from("(;GM[9]");
    for _ in 0..20 {
        record.push_str(";B[b1-b3];W[a2-a8];B[b3-b1];W[a8-a2]");
    }
    record.push(')');
    let mut table = Table::of_people();
    table.happen(Event::Loaded {
        path: "x".into(),
        contents: Ok(record.into_bytes()),
    });
    assert_eq!(table.session.game().move_limit(), Some(120));
    assert_eq!(table.prompt(), "black> ");
}

#[test]
fn files_that_cannot_be_used_change_nothing_and_keep_clear_of_the_marks() {
    let mut table = Table::of_people();
    table.say("b1-b3");
    let before = table.session.game().clone();
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
        table.happen(Event::Loaded {
            path: ">*===".into(),
            contents,
        });
    }
    table.happen(Event::Saved {
        path: ">*===".into(),
        result: Err("* no >".into()),
    });
    table.happen(Event::Saved {
        path: ">*===".into(),
        result: Ok(()),
    });
    assert_eq!(table.complaints.len(), 9);
    assert_eq!(table.session.game(), &before);
    for text in table.complaints.iter().chain(&table.printed) {
        assert!(!text.contains(['>', '*']) && !text.contains("==="), "{text}");
    }
}

#[test]
fn the_help_keeps_clear_of_the_marks_and_names_every_command() {
    let mut table = Table::new();
    table.say("help");
    let text = table.printed.join("\n");
    assert!(!text.contains(['>', '*']) && !text.contains("==="), "{text}");
    for word in super::command::WORDS {
        assert!(text.contains(word), "{word} is not in the help");
    }
    assert!(text.lines().all(|line| line.chars().count() < 80));
}

#[test]
fn a_person_who_looks_on_sees_the_board_when_it_has_changed() {
    let mut table = Table::with_style(Style {
        chatty: true,
        color: false,
    });
    let n_boards = |table: &Table| {
        table
            .printed
            .iter()
            .filter(|line| line.contains("a b c d e f g h"))
            .count()
    };
    assert_eq!(n_boards(&table), 1, "at the start");
    table.say("b1-b3");
    assert_eq!(n_boards(&table), 2, "after the answer, and not after both moves");
    table.say("seed 4\ndump\nnonsense\nb1-b9");
    assert_eq!(n_boards(&table), 2, "nothing has changed");
    table.say("undo");
    assert_eq!(n_boards(&table), 3);
    let mut table = Table::with_style(Style {
        chatty: true,
        color: true,
    });
    assert!(table.printed.join("").contains('\u{1b}'));
    table.printed.clear();
    table.say("b1-b3");
    let text = table.printed.join("\n").replace("* a", "");
    assert!(!text.contains(['>', '*']) && !text.contains("==="), "{text}");
}

#[test]
fn the_board_shows_every_piece_where_it_stands() {
    let mut table = Table::of_people();
    table.say("b8-b6\nboard");
    assert_eq!(table.printed[0], "  8  . . b b b b b .");
    assert_eq!(table.printed[2], "  6  w b . . . . . w");
    assert_eq!(table.printed[8], "     a b c d e f g h");
}

#[test]
fn completion_offers_commands_and_the_legal_moves() {
    let table = Table::of_people();
    let words = table.session.words();
    for word in ["new", "manual", "black", "b1-b3", "g8-e6"] {
        assert!(words.iter().any(|found| found == word), "{word}");
    }
}

/// Lines that come close to commands, and any others.
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

/// Commands that may change the board besides moves.
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
        let mut table = Table::of_people();
        for line in lines {
            let before = table.position();
            let mut legal = MoveList::new();
            before.legal_moves(&mut legal);
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
            let is_legal = legal.iter().any(|mv| mv.to_string() == word);
            let outputs = table.session.handle(Event::Line(line.clone()));
            if !is_legal && !changes_boards(&line) {
                prop_assert_eq!(table.position(), before, "{:?}", line);
            }
            for output in &outputs {
                let (Output::Print(text) | Output::Complain(text)) = output else { continue };
                let is_official = text.starts_with("* ") || text == "===";
                prop_assert!(is_official || !(text.contains(['>', '*']) || text.contains("===")), "{}", text);
                prop_assert!(!text.contains('\u{1b}') && text.len() < 10_000, "{:?}", text);
            }
            // Whoever the line made an AI is a person again.
            table.session.is_auto.0 = [false; 2];
            table.session.wants_hint = false;
            table.session.has_quit = false;
        }
    }
}
