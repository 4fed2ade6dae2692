//! Protocol details that are specific to Lines of Action.

use parlor_loa::Position;

use crate::fairy::FairyGame;

impl FairyGame for Position {
    const VARIANT: &'static str = "linesofaction";
}
