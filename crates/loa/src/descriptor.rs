//! The descriptor of Lines of Action.

use parlor_core::PerColor;
use parlor_core::descriptor::{
    Agreement, Console, Content, Described, Descriptor, Format, MoveNotation, Passing, ProtocolUse, RowOrder,
};

use crate::position::{Position, Simultaneous};

/// The default move limit of both sides together.
pub const MOVE_LIMIT: u32 = 60;

/// The game record format of servers.
const SGF: Format = Format {
    code: "sgf",
    extension: "sgf",
    content: Content::Game,
};

/// The descriptor of Lines of Action.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "loa",
    title: "Lines of Action",
    aliases: &[],
    sides: PerColor(["black", "white"]),
    rule_sets: &[Simultaneous::MoverWins.code(), Simultaneous::Draw.code()],
    rule_set_aliases: &[],
    agreements: &[Agreement::MoveLimit { default: MOVE_LIMIT }],
    row_order: RowOrder::FromBottom,
    passing: Passing::Automatic,
    notation: MoveNotation {
        example: "b8-b6",
        pass: "pass",
    },
    formats: &[
        Format::PARLOR,
        SGF,
        Format {
            code: "position",
            extension: "txt",
            content: Content::Position,
        },
    ],
    collection: SGF,
    protocols: &[
        ProtocolUse::with_defaults("loa"),
        ProtocolUse {
            name: "uci",
            agreements: &[("limit", "none")],
        },
    ],
    console: Console {
        move_pattern: r"^\* ([a-h][1-8]-[a-h][1-8])$",
        result_pattern: r"^\* (?:White wins\.|Black wins\.|Tie game\.)$",
        example: "* a2-c2",
    },
    opening_plies: [4, 8],
};

impl Described for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
}
