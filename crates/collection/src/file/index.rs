//! The index of positions: which games passed through a position, at which ply, and how they continued.
//!
//! An entry has twelve bytes: 32 bits of the position's key, the number of the game, and, packed into 32 bits, the
//! ply, the result and a tag of the next position. The top 16 bits of the key select a bucket. The entries of a
//! bucket are in rows of limited size, so that adding a game rewrites little even in large buckets. Positions are
//! distinguished by 48 bits of their keys: among six million, one search in fifty million has a wrong hit.

use rusqlite::{Connection, OptionalExtension, params};

use crate::CollectionError;

const ENTRY: usize = 12;
/// The maximum number of entries of a row.
const ROW_ENTRIES: usize = 600;
/// The bits of a row id below the bucket: the number of the row within its bucket.
const ROW_BITS: u32 = 24;
/// The number of entries that are kept in memory before they are written.
const MOST_WAITING: usize = 2_000_000;

const PLY_BITS: u32 = 12;
const RESULT_BITS: u32 = 2;
const TAG_BITS: u32 = 32 - PLY_BITS - RESULT_BITS;

/// Positions at this ply and beyond are not indexed.
pub(crate) const MOST_PLIES: usize = 1 << PLY_BITS;

/// A game that passed through a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    /// The number of the game.
    pub(crate) game: u32,
    /// The number of plies before it.
    pub(crate) ply: u32,
    /// The result of the game, as in the table of games.
    pub(crate) result: u8,
    /// The tag of the next position; 0 at the end of the game.
    pub(crate) next: u32,
}

/// A short hash of the next position. Different positions may share a tag.
pub(crate) fn tag(key: u64) -> u32 {
    ((key & ((1 << TAG_BITS) - 1)) as u32).max(1)
}

fn bucket(key: u64) -> i64 {
    (key >> 48) as i64
}

fn rest(key: u64) -> u32 {
    (key >> 16) as u32
}

impl Visit {
    fn packed(self) -> u32 {
        self.ply | u32::from(self.result) << PLY_BITS | self.next << (PLY_BITS + RESULT_BITS)
    }

    fn unpacked(game: u32, packed: u32) -> Visit {
        Visit {
            game,
            ply: packed & ((1 << PLY_BITS) - 1),
            result: (packed >> PLY_BITS & ((1 << RESULT_BITS) - 1)) as u8,
            next: packed >> (PLY_BITS + RESULT_BITS),
        }
    }
}

/// Entries that are not written yet.
#[derive(Default)]
pub(crate) struct Waiting {
    entries: Vec<(u64, u32, u32)>,
}

impl Waiting {
    /// Adds every position of a game, by its key.
    pub(crate) fn add(
        &mut self,
        connection: &Connection,
        game: u32,
        result: u8,
        keys: &[u64],
    ) -> Result<(), CollectionError> {
        for (ply, &key) in keys.iter().enumerate().take(MOST_PLIES) {
            let visit = Visit {
                game,
                ply: ply as u32,
                result,
                next: keys.get(ply + 1).map_or(0, |&key| tag(key)),
            };
            self.entries.push((key, game, visit.packed()));
        }
        if self.entries.len() >= MOST_WAITING {
            self.write(connection)?;
        }
        Ok(())
    }

    /// Writes the waiting entries.
    pub(crate) fn write(&mut self, connection: &Connection) -> Result<(), CollectionError> {
        self.entries.sort_unstable();
        for entries in self
            .entries
            .chunk_by(|one, other| bucket(one.0) == bucket(other.0))
        {
            let bytes: Vec<u8> = entries
                .iter()
                .flat_map(|&(key, game, packed)| [rest(key), game, packed])
                .flat_map(u32::to_le_bytes)
                .collect();
            append(connection, bucket(entries[0].0), &bytes)?;
        }
        self.entries.clear();
        Ok(())
    }
}

fn append(connection: &Connection, bucket: i64, mut bytes: &[u8]) -> Result<(), CollectionError> {
    let first = bucket << ROW_BITS;
    let last = connection
        .prepare_cached(
            "SELECT id, entries FROM position WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT 1",
        )?
        .query_row(params![first, first | ((1 << ROW_BITS) - 1)], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?))
        })
        .optional()?;
    let mut next = first;
    if let Some((id, mut entries)) = last {
        next = id + 1;
        let room = (ROW_ENTRIES * ENTRY)
            .saturating_sub(entries.len())
            .min(bytes.len());
        if room > 0 {
            let (fitting, others) = bytes.split_at(room);
            entries.extend_from_slice(fitting);
            bytes = others;
            connection
                .prepare_cached("UPDATE position SET entries = ?2 WHERE id = ?1")?
                .execute(params![id, entries])?;
        }
    }
    for (id, entries) in (next..).zip(bytes.chunks(ROW_ENTRIES * ENTRY)) {
        connection
            .prepare_cached("INSERT INTO position (id, entries) VALUES (?1, ?2)")?
            .execute(params![id, entries])?;
    }
    Ok(())
}

/// The games that passed through the position with this key, in the order in which they were added. A game that
/// repeats it has several entries.
pub(crate) fn visits(connection: &Connection, key: u64) -> Result<Vec<Visit>, CollectionError> {
    let first = bucket(key) << ROW_BITS;
    let mut found = Vec::new();
    let mut statement =
        connection.prepare_cached("SELECT entries FROM position WHERE id BETWEEN ?1 AND ?2 ORDER BY id")?;
    let mut rows = statement.query(params![first, first | ((1 << ROW_BITS) - 1)])?;
    let wanted = rest(key);
    while let Some(row) = rows.next()? {
        let entries = row.get_ref(0)?.as_blob().unwrap_or_default();
        for entry in entries.as_chunks::<ENTRY>().0 {
            let number =
                |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
            if number(0) == wanted {
                found.push(Visit::unpacked(number(4), number(8)));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_survives_packing_and_unpacking() {
        for visit in [
            Visit {
                game: 0,
                ply: 0,
                result: 0,
                next: 0,
            },
            Visit {
                game: u32::MAX,
                ply: 4095,
                result: 3,
                next: (1 << TAG_BITS) - 1,
            },
            Visit {
                game: 7,
                ply: 59,
                result: 2,
                next: 12345,
            },
        ] {
            assert_eq!(Visit::unpacked(visit.game, visit.packed()), visit);
        }
    }

    #[test]
    fn entries_of_one_bucket_fill_rows_and_are_found_by_their_keys() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE position (id INTEGER PRIMARY KEY, entries BLOB NOT NULL)")
            .unwrap();
        let (key, other) = (0xabcd_0000_0001_0000, 0xabcd_0000_0002_0000);
        for batch in 0..7 {
            let mut waiting = Waiting::default();
            for game in 0..300 {
                waiting
                    .add(&connection, batch * 300 + game, 1, &[key, other])
                    .unwrap();
            }
            waiting.write(&connection).unwrap();
        }
        let found = visits(&connection, key).unwrap();
        assert_eq!(found.len(), 2100);
        assert!(
            found
                .iter()
                .all(|visit| visit.ply == 0 && visit.next == tag(other))
        );
        assert_eq!(
            found.iter().map(|visit| visit.game).collect::<Vec<_>>(),
            (0..2100).collect::<Vec<_>>()
        );
        assert_eq!(visits(&connection, other).unwrap()[3].next, 0);
        assert_eq!(visits(&connection, key + (1 << 40)).unwrap(), []);
        let n_rows: i64 = connection
            .query_row("SELECT count(*) FROM position", [], |row| row.get(0))
            .unwrap();
        assert_eq!(n_rows, 7);
    }
}
