//! A collection in memory answers like one in a file.

use parlor_collection::{Collection, GamesInMemory, PositionRequest, Query, ResultFilter, Stats};
use parlor_games::import::{GameReader, Names};
use parlor_games::{AnyGame, Kind, Spec};

use super::{TestCollection, collection};

const PLAYERS: [&str; 4] = ["Ånna Berg", "Bob", "ånna  berg", "Cid"];
const EVENTS: [&str; 2] = ["Paris Open", "Rome"];
const DATES: [&str; 5] = ["1998.05.03", "1998.05", "2001", "2001.12.31", "????"];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Sixty games of all kinds, half of them to their end.
fn games() -> String {
    let mut state = 7;
    let mut text = String::new();
    for number in 0..60 {
        let kind = Kind::ALL[number % Kind::ALL.len()];
        let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
        let plies = if number % 2 == 0 {
            400
        } else {
            2 + number as u32 % 9
        };
        game.play_randomly(plies, &mut state);
        let moves: Vec<String> = game.history().into_iter().map(|mv| mv.text).collect();
        let result = match game.outcome() {
            None => format!("[Result \"{}\"]\n", RESULTS[number % 4]),
            Some(_) => String::new(),
        };
        text += &format!(
            "[Game \"{kind}\"]\n[Event \"{}\"]\n[Date \"{}\"]\n[Black \"{}\"]\n[White \"{}\"]\n{result}\n{}\n\n",
            EVENTS[number % 2],
            DATES[number % 5],
            PLAYERS[number % 4],
            PLAYERS[number / 4 % 4],
            moves.join(" ")
        );
    }
    text
}

fn both() -> (TestCollection, GamesInMemory) {
    let text = games();
    let file = collection(&[("games", &text)]);
    let mut memory = GamesInMemory::default();
    let names = Names::default();
    for (id, found) in (1..).zip(GameReader::new(text.as_bytes(), &names).unwrap()) {
        assert!(memory.put(id, &found.unwrap()));
    }
    assert_eq!(file.len().unwrap(), 60);
    (file, memory)
}

fn position(kind: Kind, moves: &str) -> PositionRequest {
    let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
    for mv in moves.split_whitespace() {
        game.play(mv).unwrap();
    }
    PositionRequest::of(&game)
}

fn queries() -> Vec<Query> {
    let some = |text: &str| Some(text.to_owned());
    let all = Query::default;
    let mut queries = vec![
        all(),
        Query {
            player: some(" BERG "),
            ..all()
        },
        Query {
            player: some("bob"),
            opponent: some("cid"),
            ..all()
        },
        Query {
            opponent: some("cid"),
            ..all()
        },
        Query {
            black: some("bob"),
            white: some("berg"),
            ..all()
        },
        Query {
            event: some("paris"),
            game: some("ataxx"),
            ..all()
        },
        Query {
            from: some("1998.05.03"),
            to: some("2001"),
            ..all()
        },
        Query {
            to: some("1998.05"),
            ..all()
        },
        Query {
            opening: some("diagonal"),
            ..all()
        },
        Query {
            skip: Some(3),
            limit: Some(5),
            ..all()
        },
        Query {
            position: Some(position(Kind::Othello, "f5")),
            player: some("bob"),
            ..all()
        },
        Query {
            position: Some(position(Kind::Ataxx, "")),
            game: some("ataxx"),
            ..all()
        },
        Query {
            position: Some(position(Kind::Loa, "")),
            result: Some(ResultFilter::Draw),
            ..all()
        },
        // Refused by both.
        Query {
            opening: some("Sicilian"),
            ..all()
        },
        Query {
            from: some("May 5"),
            ..all()
        },
        Query {
            game: some("chess"),
            ..all()
        },
        Query {
            result: Some(ResultFilter::Win),
            ..all()
        },
    ];
    for result in [
        ResultFilter::Black,
        ResultFilter::White,
        ResultFilter::Draw,
        ResultFilter::Win,
        ResultFilter::Loss,
        ResultFilter::Unknown,
    ] {
        queries.push(Query {
            player: some("berg"),
            result: Some(result),
            ..all()
        });
    }
    queries
}

/// Entries with equally many games may have any order.
fn ordered(mut stats: Stats) -> Stats {
    stats.players.sort_by(|one, other| one.name.cmp(&other.name));
    stats.openings.sort_by(|one, other| one.name.cmp(&other.name));
    stats
}

fn exported(file: &Collection, query: &Query, format: &str) -> Result<Vec<u8>, String> {
    let selection = file.export(query, format).map_err(|error| error.to_string())?;
    let chunks: Result<Vec<Vec<u8>>, _> = selection.collect();
    chunks
        .map(|chunks| chunks.concat())
        .map_err(|error| error.to_string())
}

#[test]
fn searches_statistics_and_exports_are_the_same() {
    let (file, memory) = both();
    let mut n_found = 0;
    for query in queries() {
        let text = |error: parlor_collection::CollectionError| error.to_string();
        let found = memory.search(&query).map_err(text);
        assert_eq!(found, file.search(&query).map_err(text), "{query:?}");
        n_found += found.map_or(0, |found| found.games.len());
        assert_eq!(
            memory.stats(&query).map(ordered).map_err(text),
            file.stats(&query).map(ordered).map_err(text),
            "{query:?}"
        );
        for format in ["parlor", "wthor"] {
            let written = memory.export(&query, format).map_err(text);
            assert_eq!(written, exported(&file, &query, format), "{query:?} {format}");
        }
    }
    assert!(n_found > 200, "{n_found}");
}

#[test]
fn the_explorer_is_the_same() {
    let (file, memory) = both();
    for (kind, moves) in [
        (Kind::Othello, ""),
        (Kind::Othello, "f5"),
        (Kind::Othello, "d3 c5"),
        (Kind::Ataxx, ""),
        (Kind::Loa, ""),
        (Kind::Loa, "g8-g6"),
    ] {
        let asked = position(kind, moves);
        let (one, other) = (memory.explore(&asked).unwrap(), file.explore(&asked).unwrap());
        assert_eq!(one, other, "{kind} {moves}");
    }
    assert!(
        memory
            .explore(&position(Kind::Othello, ""))
            .unwrap()
            .results
            .games()
            > 10
    );
}

#[test]
fn a_game_is_replaced_and_removed_by_its_number() {
    let (_, mut memory) = both();
    let names = Names::default();
    let one = GameReader::new(b"f5d6c3", &names)
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    assert!(!memory.has_like(&one));
    assert!(memory.put(1, &one) && memory.has_like(&one));
    assert!(!memory.put(61, &one), "it is there already");
    assert!(memory.text(1).unwrap().contains("f5"));
    let total = |memory: &GamesInMemory| memory.search(&Query::default()).unwrap().total;
    assert_eq!(total(&memory), 60);
    let start = position(Kind::Othello, "");
    let before = memory.explore(&start).unwrap().results.games();
    memory.remove(1);
    assert!(memory.text(1).is_err());
    assert_eq!(total(&memory), 59);
    assert_eq!(memory.explore(&start).unwrap().results.games(), before - 1);
}
