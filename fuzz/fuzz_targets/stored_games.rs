//! Games as the server keeps them, event by event: whatever a file holds, nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_table::log::{GameMetadata, GameStart, GameEvent, GameLog, StoredSeat};
use parlor_table::{Table, Timestamp};

// The game as it began, and one event a line: as it is stored or, in short, a move.
fuzz_target!(|input: (&str, &str)| {
    let (record, lines) = input;
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
