//! Random games to hold against programs that are not ours.

use parlor_core::random::split_mix;
use parlor_games::{AnyGame, Spec};

/// Plays a random game of at most `max_plies` from the start and shows every position of it to `visit`,
/// together with the move that will be played there (none at the end). The same seed plays the same game.
pub fn random_game(spec: &Spec, max_plies: usize, seed: u64, mut visit: impl FnMut(&AnyGame, Option<&str>)) {
    let mut random = seed;
    let mut game = AnyGame::new(spec).expect("the usual game can begin");
    loop {
        let moves = game.legal_moves();
        if moves.is_empty() || game.len() >= max_plies {
            visit(&game, None);
            return;
        }
        let text = moves[(split_mix(&mut random) % moves.len() as u64) as usize]
            .text
            .clone();
        visit(&game, Some(&text));
        game.play(&text).expect("a listed move is legal");
    }
}
