//! Files of games and positions.

use parlor_ataxx::{BlockPattern, Position, PositionError, Rules};
use parlor_core::{Bitboard, GameRecord};
use parlor_games::pgn::{self, ParseGameError, TaggedGame};
use parlor_games::{AnyGame, AnyRecord, AtaxxTerms, Spec};
use thiserror::Error;

/// Why a file is not a game of Ataxx.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum OpenError {
    #[error("it is not text")]
    NotText,
    #[error(transparent)]
    Game(#[from] ParseGameError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("it is a game of {0}, not of Ataxx")]
    OtherGame(&'static str),
    #[error("it is a game by the rules {found}, and this program plays by {ours}")]
    OtherRules { found: &'static str, ours: &'static str },
}

/// Whether the file name asks for a position instead of a game.
pub(super) fn is_position_file(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".fen")
}

/// Writes a game with its moves in these texts and these tags.
pub(super) fn write_game(record: &GameRecord<Position>, texts: &[String], tags: &[(&str, &str)]) -> String {
    // Blocks that cannot be designated are written as part of the position, not of the game's terms.
    let blocks = pattern_of(record.start().blocks()).unwrap_or_default();
    let spec = Spec::Ataxx(AtaxxTerms {
        rules: record.start().rules(),
        blocks,
    });
    let tags = tags
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let tagged = TaggedGame {
        game: AnyGame::from_record(&spec, AnyRecord::Ataxx(record.clone())),
        tags: tags.collect(),
    };
    pgn::write_as(&tagged, texts)
}

/// Reads a game or a position, and the moves' texts.
pub(super) fn read(contents: &[u8], rules: Rules) -> Result<(GameRecord<Position>, Vec<String>), OpenError> {
    let text = std::str::from_utf8(contents).map_err(|_| OpenError::NotText)?;
    if !text.trim_start().starts_with('[') {
        let record = GameRecord::new(Position::from_fen(text.trim(), rules)?);
        return Ok((record, Vec::new()));
    }
    let tagged = pgn::read(text)?;
    match tagged.game.record() {
        AnyRecord::Ataxx(record) if record.start().rules() == rules => {
            Ok((record.clone(), pgn::move_texts(text)?))
        }
        AnyRecord::Ataxx(record) => Err(OpenError::OtherRules {
            found: record.start().rules().code(),
            ours: rules.code(),
        }),
        _ => Err(OpenError::OtherGame(tagged.game.kind().title())),
    }
}

/// The pattern that designates exactly these blocks, if there is one.
pub(super) fn pattern_of(blocks: Bitboard) -> Option<BlockPattern> {
    let pattern = "123456abcdefgh"
        .chars()
        .filter_map(BlockPattern::designated)
        .filter(|pattern| (pattern.squares() - blocks).is_empty())
        .fold(BlockPattern::NONE, |all, pattern| all | pattern);
    (pattern.squares() == blocks).then_some(pattern)
}

/// The blocks to send to a remote program. `None` if the record does not start as a remote game can: with the
/// initial pieces and designated blocks.
pub(super) fn remote_start(record: &GameRecord<Position>) -> Option<BlockPattern> {
    let pattern = pattern_of(record.start().blocks())?;
    let default = Position::with_blocks(record.start().rules(), pattern.squares()).ok()?;
    (default == *record.start()).then_some(pattern)
}
