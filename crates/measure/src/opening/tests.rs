use super::*;

#[test]
fn openings_are_playable_balanced_and_all_different() {
    for kind in Kind::ALL {
        let settings = OpeningSettings {
            nodes: 200,
            ..OpeningSettings::usual(kind)
        };
        let make = |seed: u64| {
            let settings = OpeningSettings { seed, ..settings };
            generate(&Spec::usual(kind), 6, &settings, &mut |_| ()).expect("openings")
        };
        let made = make(1);
        assert_eq!(made, make(1));
        assert_ne!(made, make(2));
        assert_eq!(read(&write(&made)), made);
        let mut seen = HashSet::new();
        for opening in made {
            let n_plies = opening.len() as u32;
            assert!(n_plies >= settings.least_plies && n_plies <= settings.most_plies);
            let mut game = AnyGame::new(&Spec::usual(kind)).expect("the start");
            for mv in &opening {
                game.play(mv).expect("legal");
            }
            assert!(game.outcome().is_none());
            assert!(seen.insert(canonical(&game)));
        }
    }
}

#[test]
fn openings_end_when_there_are_no_others() {
    // The four first moves of Othello are one, seen in mirrors.
    let settings = OpeningSettings {
        least_plies: 1,
        most_plies: 1,
        bound: 6_400,
        nodes: 50,
        ..OpeningSettings::usual(Kind::Othello)
    };
    let spec = Spec::usual(Kind::Othello);
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
fn positions_seen_in_mirrors_are_the_same() {
    let play = |mv: &str| {
        let mut game = AnyGame::new(&Spec::usual(Kind::Othello)).expect("the start");
        game.play(mv).expect("legal");
        canonical(&game)
    };
    assert_eq!(play("f5"), play("d3"));
    assert_eq!(play("f5"), play("c4"));
    let mut deeper = AnyGame::new(&Spec::usual(Kind::Othello)).expect("the start");
    deeper.play("f5").and_then(|_| deeper.play("d6")).expect("legal");
    assert_ne!(play("f5"), canonical(&deeper));
}

#[test]
fn comments_and_the_start_are_read() {
    assert_eq!(
        read("# a suite\nstart\nf5 d6 # perpendicular\n\n"),
        [Vec::new(), vec!["f5".to_owned(), "d6".to_owned()]]
    );
}
