//! Tests of games that turned and of games that did not.

use super::*;

/// Returns moves of Black and White in turn, with Black's prospects before the first and after each.
fn moves(prospects: &[f64], bad: &[usize]) -> Vec<Swing> {
    let pairs = prospects.windows(2).enumerate();
    let swings = pairs.map(|(index, pair)| Swing {
        number: index + 1,
        mover: if index % 2 == 0 {
            Color::Black
        } else {
            Color::White
        },
        played: format!("m{}", index + 1),
        better: bad.contains(&(index + 1)).then(|| "b".to_owned()),
        prospects: [pair[0], pair[1]],
    });
    swings.collect()
}

#[test]
fn the_move_that_gave_the_game_away_is_named() {
    // White is ahead, gives it back, and black stays ahead to the end.
    let swings = moves(&[0.0, -0.2, 0.2, 0.1, 0.4, 0.5], &[1, 2]);
    let told = story(Some(Outcome::Win(Color::Black)), &swings);
    assert_eq!(
        told.text(Kind::Othello),
        "The game turned at move 2: White played m2, and b was better."
    );
    assert_eq!(told.number(), Some(2));
}

#[test]
fn a_game_without_a_turn_or_a_winner_has_a_story_too() {
    let won = |swings: &[Swing]| story(Some(Outcome::Win(Color::White)), swings).text(Kind::Loa);
    let all_the_way = won(&moves(&[0.0, -0.1, -0.3, -0.5], &[]));
    assert_eq!(all_the_way, "White was ahead all the way.");
    let unexplained = won(&moves(&[0.0, 0.1, 0.1, -0.1, -0.5], &[]));
    assert_eq!(unexplained, "From move 3, m3, on, white was ahead.");
    let drawn = moves(&[0.0, -0.2, 0.2, 0.0], &[1, 2]);
    let drawn = story(Some(Outcome::Draw), &drawn);
    assert_eq!(
        drawn.text(Kind::Ataxx),
        "Blue lost most at move 2 with m2: b was better."
    );
    let nothing = story(None, &[]);
    assert_eq!(nothing.text(Kind::Ataxx), "Neither side made a mistake.");
    assert_eq!(nothing.number(), None);
}
