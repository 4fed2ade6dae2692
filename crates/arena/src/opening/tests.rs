//! Openings that are found, and files of them.

use super::*;

#[test]
fn openings_are_playable_balanced_and_all_different() {
    for kind in Kind::ALL {
        let wanted = Wanted {
            count: 6,
            nodes: 200,
            ..Wanted::usual(kind)
        };
        let spec = Spec::usual(kind);
        let openings = generate(&spec, &wanted, &mut |_| ()).expect("openings");
        assert_eq!(openings, generate(&spec, &wanted, &mut |_| ()).expect("the same"));
        assert_eq!(read(&write(&openings)), openings);
        let mut seen = HashSet::new();
        for opening in openings {
            let mut game = AnyGame::new(&spec).expect("the start");
            for mv in &opening {
                game.play(mv).expect("legal");
            }
            assert!(game.outcome().is_none());
            assert!(seen.insert(canonical(&game)));
        }
    }
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
