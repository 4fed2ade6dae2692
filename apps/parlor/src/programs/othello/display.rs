//! `othello --display`: the game on the board in the browser.

use parlor_textui::othello::Player;
use parlor_web::wire::{self, GameSetup};
use parlor_web::{Options, ServeError};

use super::{Arguments, RuleSet};

/// Why a game cannot be played on the page.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DisplayError {
    /// The page has only human players and the engine.
    #[error("{0} cannot play on the board in the browser; human and engine can")]
    Player(Player),
    /// The page cannot be served.
    #[error(transparent)]
    Serve(#[from] ServeError),
}

/// Serves the page with the requested game, until the server is stopped.
pub(crate) fn run(arguments: &Arguments) -> Result<(), DisplayError> {
    let players = [player(arguments.black)?, player(arguments.white)?];
    let rules = match arguments.rules {
        RuleSet::Pass => "pass",
        RuleSet::NoMoveLoses => "no-move-loses",
    };
    let agreements = [("rules", rules.to_owned()), ("size", arguments.size.to_string())];
    let setup = GameSetup {
        agreements: agreements.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        ..GameSetup::with_defaults("othello", players)
    };
    let options = Options {
        initial: Some(setup),
        ..Options::default()
    };
    Ok(parlor_web::serve(options, true, |server| {
        println!("{}", server.greeting())
    })?)
}

fn player(player: Player) -> Result<wire::Player, DisplayError> {
    match player {
        Player::Human => Ok(wire::Player::Me),
        Player::Engine(level) => Ok(wire::Player::Computer {
            level: level.number().to_string(),
        }),
        Player::Strategy(_) | Player::Remote => Err(DisplayError::Player(player)),
    }
}
