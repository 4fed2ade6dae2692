//! Games as the server keeps them, event by event: whatever a file holds, nothing panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, Kind, Spec};
use parlor_table::log::{GameMetadata, GameStart, GameEvent, GameLog, StoredSeat};
use parlor_table::{Table, Timestamp};

/// Every game as it begins, so that most inputs get beyond the record.
static BEGINNINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let begin = |kind| TaggedGame {
        game: AnyGame::new(&Spec::default_for(kind)).expect("the usual game"),
        tags: Vec::new(),
    };
    Kind::ALL.into_iter().map(|kind| pgn::write(&begin(kind))).collect()
});

// The game as it began, and one event a line: as it is stored or, in short, a move.
fuzz_target!(|input: (u8, &str, &str)| {
    let (choice, text, lines) = input;
    let record = BEGINNINGS.get(usize::from(choice) % (BEGINNINGS.len() + 1)).map_or(text, String::as_str);
    let Ok(creator) = serde_json::from_str("\"somebody\"") else { return };
    let begun = GameEvent::Begun(Box::new(GameStart {
        record: record.to_owned(),
        table: GameMetadata {
            creator,
            seats: [StoredSeat::Computer { level: 3 }, StoredSeat::Terminal { name: "it".to_owned() }],
            clock: None,
            ended: None,
            next: None,
            taken_back: Vec::new(),
            imported: false,
        },
    }));
    let later = lines.lines().map(|line| {
        serde_json::from_str(line).unwrap_or_else(|_| GameEvent::Played {
            mv: line.to_owned(),
            clock: None,
        })
    });
    let log = GameLog {
        id: "id".to_owned(),
        events: [begun].into_iter().chain(later).collect(),
        updated: 0,
    };
    let _ = Table::from_log(&log, Timestamp::default());
});
