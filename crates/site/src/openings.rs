//! The names of openings.

use parlor_games::{AnyGame, Kind, Spec, opening};

/// Returns the name of the opening that ends in each position, if there is one. Invalid positions have none.
pub(crate) fn names(
    game: &str,
    agreements: &[(String, String)],
    positions: &[String],
) -> Vec<Option<String>> {
    let spec = spec(game, agreements);
    let name = |text: &String| {
        let spec = spec.as_ref()?;
        let game = AnyGame::from_position(&spec.fitting(text), text).ok()?;
        opening::named(game.key()).map(str::to_owned)
    };
    positions.iter().map(name).collect()
}

fn spec(game: &str, agreements: &[(String, String)]) -> Option<Spec> {
    let mut spec = Spec::default_for(game.parse::<Kind>().ok()?);
    for (name, value) in agreements {
        spec = spec.with(name, value).ok()?;
    }
    Some(spec)
}
