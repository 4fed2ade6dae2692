//! Checks that the TypeScript types of the page match the collection's answers.

use std::path::Path;

use parlor_collection::*;
use ts_rs::{Config, TS};

fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(
        "// Generated from crates/collection; do not edit.\n\
         // PARLOR_WRITE_TYPES=1 cargo test -p parlor-collection --features typescript --test it page_types rewrites it.\n\
         \nimport type { ImportProblem } from './wire';\n",
    );
    macro_rules! declare {
        ($($name:ident),* $(,)?) => {
            $(
                text.push_str("\nexport ");
                text.push_str(&$name::decl(&config));
                text.push('\n');
            )*
        };
    }
    declare!(
        Query,
        ResultFilter,
        PositionRequest,
        Found,
        GameRow,
        GameResult,
        Results,
        Stats,
        PlayerStats,
        OpeningStats,
        YearStats,
        Explored,
        ExploredMove,
        Progress,
        ImportReport,
        FileReport,
        CollectionFailure,
        FailureCode,
    );
    text
}

#[test]
fn the_types_of_the_page_match_the_collection() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/ui/src/collection.ts");
    let expected = typescript();
    if std::env::var_os("PARLOR_WRITE_TYPES").is_some() {
        std::fs::write(&path, &expected).expect("the types can be written");
    }
    let actual = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        actual == expected,
        "crates/web/ui/src/collection.ts is stale: run this test once with PARLOR_WRITE_TYPES=1"
    );
}
