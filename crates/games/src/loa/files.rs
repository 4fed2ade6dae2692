//! Lines of Action files: reads and writes SGF.

use parlor_core::{Color, GameRecord, PerColor};
use parlor_loa::formats::sgf;
use parlor_loa::{Position, Rules};

use super::{LoaTerms, variations};
use crate::annotated::Annotated;
use crate::any::AnyGame;
use crate::date::Date;
use crate::export::Written;
use crate::import::{Details, ImportError, Imported, NoGame, collect_found};
use crate::problem::GameProblem;
use crate::spec::Spec;

/// Writes a game in the format with this code. Returns `None` if the format does not support it.
pub(super) fn write(record: &GameRecord<Position>, names: &PerColor<String>, code: &str) -> Option<Written> {
    match code {
        "sgf" => {
            let names = PerColor(Color::ALL.map(|color| names[color].as_str()));
            Some(Written::Text(
                sgf::SgfGame::from_record(record, names).to_string(),
            ))
        }
        _ => None,
    }
}

/// Returns the SGF text of a game with its variations and annotations instead of only its moves.
pub(crate) fn with_variations(game: &AnyGame, text: &str, annotated: &Annotated) -> String {
    // The first line holds the properties of the game.
    let (head, _) = text.split_once('\n').unwrap_or((text, ""));
    variations::write(game, head, annotated)
}

/// Reads the games of a collection.
pub(crate) fn read_sgf(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    // Servers have no move limit.
    let spec = Spec::Loa(LoaTerms {
        rules: Rules::default(),
        move_limit: None,
    });
    let replay = |sgf: Result<sgf::SgfGame, sgf::SgfError>| {
        let sgf = sgf.map_err(|error| NoGame::because(error, None))?;
        let record = sgf
            .replay(Rules::default())
            .map_err(|error| NoGame::because(&error, GameProblem::of_replay(&error)))?;
        let tag = |name| {
            let value = sgf.tag(name).map(str::trim).filter(|value| !value.is_empty());
            value.map(str::to_owned)
        };
        Ok(Imported {
            details: Details {
                event: tag("EV"),
                date: tag("DT").and_then(|date| Date::read(&date)),
                result: sgf.result(),
                ..Details::default()
            },
            game: AnyGame::from_record(&spec, record),
            names: PerColor(Color::ALL.map(|color| sgf.player(color).map(str::to_owned))),
        })
    };
    let games = sgf::read(bytes).into_iter().map(replay);
    let mut found = collect_found(games).map_err(ImportError::Sgf)?;
    variations::find(bytes, &mut found, |line| {
        let record = sgf::read(line.as_bytes()).into_iter().next()?;
        replay(record).ok().map(|found: Imported| found.game)
    });
    Ok(found)
}
