//! The descriptor of Ataxx.

use parlor_core::descriptor::{
    Agreement, Console, Content, Described, Descriptor, Format, MoveNotation, Passing, ProtocolUse, RowOrder,
};
use parlor_core::{Color, PerColor};

use crate::position::Position;
use crate::rules::{Rules, color_name};

/// The Ataxx tools use their own rules.
const TOOLS: &[(&str, &str)] = &[("rules", Rules::Tools.code())];

/// The descriptor of Ataxx.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "ataxx",
    title: "Ataxx",
    aliases: &[],
    sides: PerColor([color_name(Color::Black), color_name(Color::White)]),
    rule_sets: &[Rules::Cs61b.code(), Rules::Tools.code(), Rules::Jumps25.code()],
    // The name of these rules in version 0.1, kept so that old files and options still work.
    rule_set_aliases: &[("seed", Rules::Cs61b.code())],
    agreements: &[Agreement::Blocks {
        designations: "123456abcdefgh",
    }],
    row_order: RowOrder::FromBottom,
    passing: Passing::ByHand,
    notation: MoveNotation {
        example: "a7-b6",
        pass: "-",
    },
    formats: &[
        Format::PARLOR,
        Format {
            code: "position",
            extension: "txt",
            content: Content::Position,
        },
    ],
    collection: Format::MOVES,
    protocols: &[
        ProtocolUse::with_defaults("ataxx"),
        ProtocolUse {
            name: "uai",
            agreements: TOOLS,
        },
        ProtocolUse {
            name: "uci",
            agreements: TOOLS,
        },
    ],
    console: Console {
        move_pattern: concat!(
            r"^(?:\* |(?:Red|Blue) (?:moves|plays) )([a-g][1-7]-[a-g][1-7])\.?$",
            r"|^\* (-)$|^(?:Red|Blue) (?:skips|passes)\b.*$",
        ),
        result_pattern: r"^(?:\* )?(?:Red wins\.|Blue wins\.|Draw\.)$",
        example: "* g1-f2",
    },
    opening_plies: [6, 10],
};

impl Described for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
}
