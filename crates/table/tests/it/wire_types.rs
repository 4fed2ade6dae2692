//! Checks that the TypeScript types of the page match the Rust messages.

use std::path::Path;

use parlor_games::problem::{GameProblem, ImportProblem, MoveProblem, SetupProblem};
use parlor_table::log::{Brush, Mark};
use parlor_table::wire::*;
use ts_rs::{Config, TS};

fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(
        "// Generated from crates/table/src/wire.rs; do not edit.\n\
         // PARLOR_WRITE_TYPES=1 cargo test -p parlor-table --features typescript --test it wire_types rewrites it.\n",
    );
    text.push_str(&format!("\nexport const PROTOCOL = {PROTOCOL};\n"));
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
        Side,
        ClientMessage,
        ServerMessage,
        Welcome,
        GameInfo,
        BlockInfo,
        GameSetup,
        Player,
        ClockSetup,
        Frame,
        Action,
        MoveInfo,
        LineOfAction,
        Ply,
        GameView,
        GameChange,
        NewPly,
        GameResult,
        SeatView,
        ClockView,
        Proposal,
        ProposalKind,
        Permissions,
        Moment,
        StudyEdit,
        StudyChange,
        StudyNode,
        BranchMove,
        Looked,
        Mark,
        Brush,
        ScoreView,
        Analysis,
        EndSeen,
        AnalysisLine,
        MoveValue,
        Reviewed,
        Judged,
        Verdict,
        GameSummary,
        Edit,
        Edited,
        ImportFile,
        Shape,
        Checked,
        TryResult,
        TryBoard,
        ReviewSummary,
        NamedOpening,
        ImportChoice,
        ImportReport,
        Refusal,
        LimitedResource,
        LimitScope,
        StoreFailure,
        RoomProblem,
        Notice,
        Status,
        Ending,
        PlayerName,
        Assessment,
        Story,
        ScoreValue,
        MoveProblem,
        SetupProblem,
        ImportProblem,
        GameProblem,
    );
    text
}

#[test]
fn the_types_of_the_page_match_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/ui/src/wire.ts");
    let expected = typescript();
    if std::env::var_os("PARLOR_WRITE_TYPES").is_some() {
        std::fs::write(&path, &expected).expect("the types can be written");
    }
    let actual = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        actual == expected,
        "crates/web/ui/src/wire.ts is stale: run this test once with PARLOR_WRITE_TYPES=1"
    );
}
