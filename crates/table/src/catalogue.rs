//! What can be played, and what can be chosen about it.

use parlor_core::Level;
use parlor_games::{AnyGame, Kind, OthelloSize, Spec};

use crate::shown;
use crate::transfer;
use crate::wire::{BlockInfo, Choice, Frame, GameInfo};

/// Every game.
pub fn games() -> Vec<GameInfo> {
    Kind::ALL.into_iter().filter_map(info).collect()
}

fn info(kind: Kind) -> Option<GameInfo> {
    let spec = Spec::usual(kind);
    let game = AnyGame::new(&spec).ok()?;
    Some(GameInfo {
        name: kind.name().to_owned(),
        title: kind.title().to_owned(),
        sides: parlor_core::Color::ALL.map(|color| kind.side_name(color)),
        rules: Spec::rule_sets(kind)
            .into_iter()
            .map(|name| rules(kind, name))
            .collect(),
        sizes: if kind == Kind::Othello {
            sizes()
        } else {
            Vec::new()
        },
        blocks: if kind == Kind::Ataxx { blocks() } else { Vec::new() },
        move_limit: (kind == Kind::Loa).then_some(Spec::LOA_MOVE_LIMIT),
        levels: Level::all().map(level).collect(),
        formats: transfer::formats(kind),
        start: shown::frame(&game),
        shape: shown::shape(&game),
    })
}

/// What a rule set is called.
pub fn rules_title(kind: Kind, name: &str) -> &'static str {
    rules_words(kind, name).0
}

fn rules(kind: Kind, name: &str) -> Choice {
    let (title, text) = rules_words(kind, name);
    Choice {
        name: name.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
    }
}

fn rules_words(kind: Kind, name: &str) -> (&'static str, &'static str) {
    match (kind, name) {
        (Kind::Othello, "no-move-loses") => (
            "No move loses",
            "A player without a move on their turn loses outright, whatever the counts.",
        ),
        (Kind::Othello, _) => (
            "Usual rules",
            "A player without a move passes; more discs win at the end.",
        ),
        (Kind::Ataxx, "tools") => (
            "Tournament rules",
            "A hundred moves in a row without an extension are a draw.",
        ),
        (Kind::Ataxx, _) => (
            "Usual rules",
            "After 45 jumps in a row without an extension the side with more pieces wins.",
        ),
        (Kind::Loa, "draw") => (
            "Both connected: draw",
            "A move that connects both sides is a draw.",
        ),
        (Kind::Loa, _) => (
            "Both connected: mover wins",
            "A move that connects both sides wins for the mover.",
        ),
    }
}

/// The usual size first, then the others by area.
fn sizes() -> Vec<String> {
    let mut sizes: Vec<OthelloSize> = OthelloSize::all().collect();
    let usual = OthelloSize::STANDARD;
    sizes.sort_by_key(|size| {
        (
            *size != usual,
            u16::from(size.rows()) * u16::from(size.columns()),
            size.rows(),
        )
    });
    sizes.iter().map(ToString::to_string).collect()
}

/// Every designation with its squares.
fn blocks() -> Vec<BlockInfo> {
    let block = |name: char| {
        let spec = Spec::usual(Kind::Ataxx)
            .with("blocks", name.encode_utf8(&mut [0; 4]))
            .ok()?;
        let Frame { cells, .. } = shown::frame(&AnyGame::new(&spec).ok()?);
        let squares = (0..)
            .zip(cells.chars())
            .filter(|(_, cell)| *cell == '#')
            .map(|(square, _)| square);
        Some(BlockInfo {
            name: name.to_string(),
            squares: squares.collect(),
        })
    };
    ('1'..='6').chain('a'..='h').filter_map(block).collect()
}

fn level(level: Level) -> Choice {
    let text = match level.number() {
        1 => "Sees little beyond the next move and overlooks much. For children and first games.",
        2 => "Overlooks many moves, its own and yours.",
        3 => "Knows what it wants and often misses how.",
        4 => "A relaxed opponent who makes mistakes.",
        5 => "Plays sensibly and errs now and then.",
        6 => "A practised player. Careless moves are punished.",
        7 => "Strong. Looks well ahead and rarely errs.",
        8 => "An expert. You will need a plan.",
        9 => "Looks deep and makes no careless mistakes.",
        _ => "Everything the engine can do in its time.",
    };
    Choice {
        name: level.number().to_string(),
        title: level.name().to_owned(),
        text: text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_offered_with_all_its_choices() {
        let games = games();
        assert_eq!(games.len(), 3);
        for game in &games {
            assert_eq!((game.rules.len(), game.levels.len()), (2, 10), "{}", game.name);
            assert!(!game.formats.is_empty());
            assert_eq!(
                game.start.cells.len(),
                usize::from(game.shape.rows) * usize::from(game.shape.columns)
            );
        }
        assert_eq!(games[0].sizes[0], "8x8");
        assert!(games[0].sizes.iter().any(|size| size == "6x10"));
        let ataxx = &games[1];
        assert_eq!(ataxx.blocks.len(), 14);
        let of = |name: &str| ataxx.blocks.iter().find(|block| block.name == name).unwrap();
        assert_eq!(of("g").squares, [8, 12, 36, 40]);
        assert_eq!(of("3").squares, [23, 25]);
        assert_eq!(ataxx.sides, ["Red", "Blue"]);
    }
}
