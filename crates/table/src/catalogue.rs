//! The games that can be played, with their options.

use parlor_core::Level;
use parlor_core::descriptor::Agreement;
use parlor_games::{AnyGame, Kind, Spec};

use crate::views;
use crate::wire::{BlockInfo, Frame, GameInfo};

/// Returns every game.
pub fn games() -> Vec<GameInfo> {
    Kind::ALL.into_iter().filter_map(game).collect()
}

/// Returns a game, whether it is offered or not, or `None` if it cannot begin.
pub fn game(kind: Kind) -> Option<GameInfo> {
    let spec = Spec::default_for(kind);
    let game = AnyGame::new(&spec).ok()?;
    let descriptor = kind.descriptor();
    let (mut sizes, mut blocks, mut move_limit) = (Vec::new(), Vec::new(), None);
    for agreement in descriptor.agreements {
        match agreement {
            Agreement::Size { choices } => sizes = choices(),
            Agreement::Blocks { designations } => blocks = blocks_of(kind, designations),
            Agreement::MoveLimit { default } => move_limit = Some(*default),
        }
    }
    Some(GameInfo {
        name: kind.name().to_owned(),
        title: kind.title().to_owned(),
        sides: descriptor.sides.0.map(str::to_owned),
        rules: codes(descriptor.rule_sets.iter().copied()),
        sizes,
        blocks,
        move_limit,
        levels: Level::all().map(|level| level.number().to_string()).collect(),
        formats: codes(descriptor.formats.iter().map(|format| format.code)),
        start: views::frame(&game),
        shape: views::shape(&game),
    })
}

fn codes(codes: impl Iterator<Item = &'static str>) -> Vec<String> {
    codes.map(str::to_owned).collect()
}

/// Returns every designation with its squares.
fn blocks_of(kind: Kind, designations: &str) -> Vec<BlockInfo> {
    let block = |name: char| {
        let spec = Spec::default_for(kind)
            .with("blocks", name.encode_utf8(&mut [0; 4]))
            .ok()?;
        let Frame { cells, .. } = views::frame(&AnyGame::new(&spec).ok()?);
        let squares = (0..)
            .zip(cells.chars())
            .filter(|(_, cell)| *cell == '#')
            .map(|(square, _)| square);
        Some(BlockInfo {
            name: name.to_string(),
            squares: squares.collect(),
        })
    };
    designations.chars().filter_map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_offered_with_all_its_choices() {
        let games = games();
        assert_eq!(games.len(), 3);
        for game in &games {
            let n_rules = if game.name == "ataxx" { 3 } else { 2 };
            assert_eq!(
                (game.rules.len(), game.levels.len()),
                (n_rules, 10),
                "{}",
                game.name
            );
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
        assert_eq!(ataxx.sides, ["red", "blue"]);
    }
}
