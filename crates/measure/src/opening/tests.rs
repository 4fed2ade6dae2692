use super::*;

#[test]
fn openings_are_playable_balanced_and_all_different() {
    for kind in Kind::ALL {
        let settings = OpeningSettings {
            nodes: 200,
            ..OpeningSettings::default_for(kind)
        };
        let make = |seed: u64| {
            let settings = OpeningSettings { seed, ..settings };
            generate(&Spec::default_for(kind), 6, &settings, &mut |_| ()).expect("openings")
        };
        let made = make(1);
        assert_eq!(made, make(1));
        assert_ne!(made, make(2));
        assert_eq!(read(&Spec::default_for(kind), &write(&made)), Ok(made.clone()));
        let mut seen = HashSet::new();
        for opening in made {
            let n_plies = opening.moves.len() as u32;
            assert!(n_plies >= settings.min_plies && n_plies <= settings.max_plies);
            let game = opening.play(&Spec::default_for(kind)).expect("legal");
            assert!(seen.insert(canonical(&game)));
        }
    }
}

#[test]
fn openings_end_when_there_are_no_new_ones() {
    // The four first moves of Othello are symmetric images of one another.
    let settings = OpeningSettings {
        min_plies: 1,
        max_plies: 1,
        bound: 6_400,
        nodes: 50,
        ..OpeningSettings::default_for(Kind::Othello)
    };
    let spec = Spec::default_for(Kind::Othello);
    let mut all = Openings::new(&spec, &settings).expect("the start");
    assert_eq!(all.by_ref().count(), 1);
    assert!(all.next().is_none());
    let error = OpeningError::TooFew {
        found: 1,
        wanted: 3,
        tries: 400,
    };
    assert_eq!(generate(&spec, 3, &settings, &mut |_| ()), Err(error));
}

#[test]
fn symmetric_positions_are_the_same() {
    let play = |mv: &str| {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        game.play(mv).expect("legal");
        canonical(&game)
    };
    assert_eq!(play("f5"), play("d3"));
    assert_eq!(play("f5"), play("c4"));
    let mut deeper = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
    deeper.play("f5").and_then(|_| deeper.play("d6")).expect("legal");
    assert_ne!(play("f5"), canonical(&deeper));
}

#[test]
fn comments_and_the_start_are_read() {
    let moves = |moves: &[&str]| Opening::from_moves(moves.iter().map(|&mv| mv.to_owned()).collect());
    assert_eq!(
        read(
            &Spec::default_for(Kind::Othello),
            "# a suite\nstart\nf5 d6 # perpendicular\n\n"
        ),
        Ok(vec![moves(&[]), moves(&["f5", "d6"])])
    );
}

#[test]
fn openings_may_be_positions() {
    // In the form of the public Ataxx sets, one with a name after it, and one with moves.
    let text = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\r\n\
        x5o/7/7/7/7/7/o5x o 0 1; id \"second\"\n\
        startpos moves a7-a5\n\
        x5o/7/7/3-3/7/7/o5x x moves a7-b6 g7-g5\n";
    let spec = Spec::default_for(Kind::Ataxx);
    let openings = read(&spec, text).expect("positions");
    assert_eq!(openings.len(), 4);
    let games: Vec<AnyGame> = openings
        .iter()
        .map(|one| one.play(&spec).expect("a game"))
        .collect();
    assert_eq!(games[0].start_text(), "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1");
    assert_eq!(games[1].turn(), parlor_core::Color::White);
    assert_eq!((games[2].len(), games[3].len()), (1, 2));
    assert_eq!(read(&spec, &write(&openings)), Ok(openings.clone()));
    // Stores of version 0.1 hold lists of moves, which can still be read.
    let json = serde_json::to_string(&openings).expect("JSON");
    assert_eq!(
        serde_json::from_str::<Vec<Opening>>(&json).expect("read"),
        openings
    );
    let old: Vec<Opening> = serde_json::from_str(r#"[[],["a7-a5"]]"#).expect("read");
    assert!(old[0].is_start() && old[1].moves == ["a7-a5"]);
    for kind in Kind::ALL {
        let spec = Spec::default_for(kind);
        let mut game = AnyGame::new(&spec).expect("the start");
        game.play_randomly(5, &mut 3);
        let read = read(&spec, &game.position_text()).expect("every game has its positions");
        assert_eq!(read[0].play(&spec).expect("a game").cells(), game.cells());
    }
}

#[test]
fn an_invalid_opening_is_reported_with_its_line() {
    let spec = Spec::default_for(Kind::Ataxx);
    for (text, line, words) in [
        (
            "start\n\nx5o/7/7/7/7/7/o5 x 0 1\n",
            3,
            "is no position to begin from",
        ),
        ("a7-a5 a7-a5", 1, "move “a7-a5”"),
        ("start\nxxxxxxx/7/7/7/7/7/7 o 0 1", 2, "the game is over after it"),
        ("x5o/7/7/7/7/7/o5x x 0 1 moves a1-a2", 1, "move “a1-a2”"),
    ] {
        let error = read(&spec, text).expect_err(text);
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}
