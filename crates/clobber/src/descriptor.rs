//! What there is to say about Clobber besides its rules.

use parlor_core::PerColor;
use parlor_core::descriptor::{
    Console, Content, Described, Descriptor, Format, MoveNotation, Passing, RowOrder,
};

use crate::position::Position;

/// Clobber, described.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "clobber",
    title: "Clobber",
    aliases: &[],
    sides: PerColor(["black", "white"]),
    rule_sets: &["standard"],
    rule_set_aliases: &[],
    agreements: &[],
    row_order: RowOrder::FromBottom,
    passing: Passing::Never,
    notation: MoveNotation {
        example: "a1-a2",
        pass: "",
    },
    formats: &[
        Format::PARLOR,
        Format {
            code: "position",
            extension: "txt",
            content: Content::Position,
        },
    ],
    collection: Format::PARLOR,
    protocols: &[],
    console: Console {
        move_pattern: r"^\* ([a-d][1-4]-[a-d][1-4])$",
        result_pattern: r"^\* (?:White wins\.|Black wins\.)$",
        example: "* a1-a2",
    },
    opening_plies: [1, 3],
};

impl Described for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
}
