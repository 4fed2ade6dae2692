//! The descriptor of Othello.

use parlor_core::PerColor;
use parlor_core::descriptor::{
    Agreement, Console, Content, Described, Descriptor, Format, MoveNotation, Passing, ProtocolUse, RowOrder,
};

use crate::{Board, GridBoard, Rules, Size};

/// The descriptor of Othello.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "othello",
    title: "Othello",
    aliases: &["reversi"],
    sides: PerColor(["black", "white"]),
    rule_sets: &[Rules::Pass.code(), Rules::NoMoveLoses.code()],
    rule_set_aliases: &[],
    agreements: &[Agreement::Size { choices: sizes }],
    row_order: RowOrder::FromTop,
    passing: Passing::Automatic,
    notation: MoveNotation {
        example: "f5",
        pass: "pass",
    },
    formats: &[
        Format::PARLOR,
        Format {
            code: "transcript",
            extension: "txt",
            content: Content::Moves,
        },
        Format {
            code: "ggf",
            extension: "ggf",
            content: Content::Game,
        },
        Format {
            code: "wthor",
            extension: "wtb",
            content: Content::Moves,
        },
        Format {
            code: "position",
            extension: "txt",
            content: Content::Position,
        },
    ],
    collection: Format::MOVES,
    protocols: &[
        ProtocolUse::with_defaults("othello"),
        ProtocolUse::with_defaults("nboard"),
        ProtocolUse::with_defaults("gtp"),
        ProtocolUse::with_defaults("uci"),
    ],
    console: Console {
        move_pattern: concat!(
            r"(?i)^\* ([a-h][1-8])$",
            r"|^(?:the )?(?:computer|black|white|x|o)\b[^.!]*? (?:plays|moves|moves to|chooses) ([a-h][1-8])[.!]?$",
        ),
        result_pattern: r"(?i)^(?:\* )?(?:[^.!]*\b(?:computer|black|white|you|x|o)\b[^.!]* wins?\b.*|.*\b(?:tie|tied|draw|drawn)\b.*)$",
        example: "* F6",
    },
    opening_plies: [8, 12],
};

impl Described for Board {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
}

impl Described for GridBoard {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
}

/// Returns every size: the default first, then the others by area.
fn sizes() -> Vec<String> {
    let mut sizes: Vec<Size> = Size::all().collect();
    sizes.sort_by_key(|size| (*size != Size::STANDARD, size.area(), size.rows()));
    sizes.iter().map(ToString::to_string).collect()
}
