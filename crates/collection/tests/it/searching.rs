//! Searches, the explorer, statistics and exports.

use parlor_collection::{CollectionError, GameResult, PositionRequest, Query, ResultFilter};
use parlor_games::{AnyGame, Kind, Spec};

use super::{TestCollection, collection, import};

/// Four games with players, events and dates.
fn tournament() -> TestCollection {
    let game = |game: &str, black: &str, white: &str, event: &str, date: &str, result: &str, moves: &str| {
        format!(
            "[Game \"{game}\"]\n[Event \"{event}\"]\n[Date \"{date}\"]\n[Black \"{black}\"]\n[White \"{white}\"]\n[Result \
             \"{result}\"]\n\n{moves}\n\n"
        )
    };
    let text = [
        game(
            "othello",
            "Ånna Berg",
            "Bob",
            "Paris Open",
            "1998.05.03",
            "1-0",
            "f5 d6 c3 d3 c4 f4 f6",
        ),
        game(
            "othello",
            "Bob",
            "ånna berg",
            "Paris Open",
            "1998.05.04",
            "1-0",
            "c4 e3 f6 e6 f5 c5",
        ),
        game(
            "othello",
            "Cid",
            "Bob",
            "Rome",
            "2001",
            "1/2-1/2",
            "f5 f6 e6 f4 e3",
        ),
        game(
            "loa",
            "Ånna Berg",
            "Cid",
            "Rome",
            "2001.12.31",
            "0-1",
            "b1-b3 a2-c2",
        ),
    ];
    collection(&[("tournament", &text.concat())])
}

fn ids(collection: &TestCollection, query: Query) -> Vec<u32> {
    collection
        .search(&query)
        .unwrap()
        .games
        .iter()
        .map(|game| game.id)
        .collect()
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn position(kind: Kind, moves: &str) -> PositionRequest {
    let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
    for mv in moves.split_whitespace() {
        game.play(mv).unwrap();
    }
    PositionRequest::of(&game)
}

#[test]
fn games_are_found_by_every_criterion_latest_first() {
    let collection = tournament();
    let all = Query::default;
    assert_eq!(ids(&collection, all()), [4, 3, 2, 1]);
    assert_eq!(
        ids(
            &collection,
            Query {
                player: some("ÅNNA"),
                ..all()
            }
        ),
        [4, 2, 1]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                black: some("berg"),
                ..all()
            }
        ),
        [4, 1]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                player: some("bob"),
                opponent: some("cid"),
                ..all()
            }
        ),
        [3]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                event: some("paris"),
                ..all()
            }
        ),
        [2, 1]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                from: some("1998.05.04"),
                to: some("2001"),
                ..all()
            }
        ),
        [4, 3, 2]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                to: some("1998.05"),
                ..all()
            }
        ),
        [2, 1]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                game: some("loa"),
                ..all()
            }
        ),
        [4]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                result: Some(ResultFilter::Black),
                ..all()
            }
        ),
        [2, 1]
    );
    assert_eq!(
        ids(
            &collection,
            Query {
                result: Some(ResultFilter::Draw),
                ..all()
            }
        ),
        [3]
    );
    let of_anna = |result| Query {
        player: some("ånna berg"),
        result: Some(result),
        ..Query::default()
    };
    assert_eq!(ids(&collection, of_anna(ResultFilter::Win)), [1]);
    assert_eq!(ids(&collection, of_anna(ResultFilter::Loss)), [4, 2]);
    let found = collection
        .search(&Query {
            skip: Some(1),
            limit: Some(2),
            ..all()
        })
        .unwrap();
    assert_eq!(
        (
            found.total,
            found.games.iter().map(|game| game.id).collect::<Vec<_>>()
        ),
        (4, vec![3, 2])
    );
    assert_eq!(found.games[0].result, Some(GameResult::Draw));
}

#[test]
fn openings_are_found_with_their_continuations() {
    let collection = tournament();
    let opening = |name: &str| {
        ids(
            &collection,
            Query {
                opening: some(name),
                ..Query::default()
            },
        )
    };
    assert_eq!(opening("stephenson"), [1]);
    assert_eq!(opening("Tiger"), [2, 1]);
    assert_eq!(opening("Diagonal"), [3]);
    assert_eq!(collection.row(1).unwrap().opening.as_deref(), Some("Stephenson"));
    assert_eq!(collection.row(4).unwrap().opening, None);
}

#[test]
fn positions_are_found_in_every_symmetry_and_move_order() {
    let collection = tournament();
    let at = |kind, moves: &str| {
        let query = Query {
            position: Some(position(kind, moves)),
            ..Query::default()
        };
        let found = collection.search(&query).unwrap();
        found
            .games
            .iter()
            .map(|game| (game.id, game.ply.unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(at(Kind::Othello, ""), [(3, 0), (2, 0), (1, 0)]);
    assert_eq!(at(Kind::Othello, "d3 c5 f6 f5 e6"), [(2, 5), (1, 5)]);
    assert_eq!(at(Kind::Loa, "g8-g6"), [(4, 1)], "turned by half a circle");
    assert_eq!(at(Kind::Loa, "b1-h1"), []);
    let query = Query {
        position: Some(position(Kind::Othello, "f5 d6")),
        white: some("bob"),
        ..Query::default()
    };
    assert_eq!(ids(&collection, query), [1]);
}

#[test]
fn the_explorer_merges_symmetric_moves() {
    let collection = tournament();
    let start = collection.explore(&position(Kind::Othello, "")).unwrap();
    assert_eq!((start.results.black, start.results.draws), (2, 1));
    assert_eq!(start.moves.len(), 1, "all four first moves are one");
    assert_eq!(
        (start.moves[0].results.games(), start.moves[0].also.len()),
        (3, 3)
    );
    // The games continue in two ways from here, up to symmetry.
    let second = collection.explore(&position(Kind::Othello, "e6")).unwrap();
    let counts: Vec<u32> = second.moves.iter().map(|mv| mv.results.games()).collect();
    assert_eq!(counts, [2, 1, 0]);
    assert_eq!(second.moves[0].opening.as_deref(), Some("Perpendicular"));
    assert_eq!(second.moves[1].opening.as_deref(), Some("Diagonal"));
    // A game that ends here has no move here.
    let end = collection.explore(&position(Kind::Loa, "b1-b3 a2-c2")).unwrap();
    assert_eq!(
        (
            end.results.white,
            end.moves.iter().map(|mv| mv.results.games()).sum::<u32>()
        ),
        (1, 0)
    );
    let book = [("f4".to_owned(), 35)];
    let with_book = second.with_book(&book);
    assert!(
        with_book
            .moves
            .iter()
            .all(|mv| mv.results.games() > 0 || mv.book.is_some())
    );
}

#[test]
fn statistics_cover_the_selection() {
    let collection = tournament();
    let stats = collection
        .stats(&Query {
            player: some("berg"),
            ..Query::default()
        })
        .unwrap();
    assert_eq!(stats.results.games(), 3);
    // Two spellings are two names.
    let own: Vec<_> = stats.players.iter().filter(|player| player.searched).collect();
    assert_eq!(own.len(), 2);
    assert_eq!(
        (
            own[0].name.as_str(),
            own[0].games,
            own[0].wins,
            own[0].losses,
            own[0].as_black
        ),
        ("Ånna Berg", 2, 1, 1, 2)
    );
    let years: Vec<_> = stats
        .years
        .iter()
        .map(|year| (year.year, year.results.games(), year.wins, year.losses))
        .collect();
    assert_eq!(years, [(1998, 2, 1, 1), (2001, 1, 0, 1)]);
    let openings: Vec<_> = collection
        .stats(&Query {
            game: some("othello"),
            ..Query::default()
        })
        .unwrap()
        .openings
        .into_iter()
        .map(|opening| (opening.name.unwrap(), opening.results.games()))
        .collect();
    assert_eq!(
        openings,
        [
            ("Stephenson".to_owned(), 1),
            ("Tiger".to_owned(), 1),
            ("Cow".to_owned(), 1)
        ]
    );
}

#[test]
fn an_export_contains_the_selection_with_all_metadata() {
    let collection = tournament();
    let query = Query {
        event: some("paris"),
        ..Query::default()
    };
    let bytes: Vec<u8> = collection
        .export(&query, "parlor")
        .unwrap()
        .flat_map(Result::unwrap)
        .collect();
    let again = super::collection(&[]);
    let report = import(&again, &[("paris", std::str::from_utf8(&bytes).unwrap())]);
    assert_eq!(report.files[0].imported, 2);
    for id in [1, 2] {
        let (one, other) = (again.row(id).unwrap(), collection.row(3 - id).unwrap());
        assert_eq!(
            (one.event, one.date, one.result, one.opening),
            (other.event, other.date, other.result, other.opening)
        );
    }
    let unsuitable = collection
        .export(&Query::default(), "wthor")
        .unwrap()
        .find_map(Result::err);
    assert!(
        matches!(unsuitable, Some(CollectionError::Unsuitable { id: 4, .. })),
        "{unsuitable:?}"
    );
}

#[test]
fn invalid_queries_are_refused_with_a_reason() {
    let collection = tournament();
    let refusal = |query: Query| collection.search(&query).unwrap_err().to_string();
    assert!(
        refusal(Query {
            from: some("May 5"),
            ..Query::default()
        })
        .contains("May 5")
    );
    assert!(
        refusal(Query {
            opening: some("Sicilian"),
            ..Query::default()
        })
        .contains("Sicilian")
    );
    assert!(
        refusal(Query {
            result: Some(ResultFilter::Win),
            ..Query::default()
        })
        .contains("player")
    );
    assert!(
        refusal(Query {
            game: some("chess"),
            ..Query::default()
        })
        .contains("chess")
    );
    let nonsense = PositionRequest {
        game: "loa".into(),
        position: some("x"),
        ..PositionRequest::default()
    };
    assert!(
        refusal(Query {
            position: Some(nonsense),
            ..Query::default()
        })
        .contains("position")
    );
}
