//! What the protocols say differently in Lines of Action.

use parlor_loa::Position;

use crate::fairy::FairyGame;

impl FairyGame for Position {
    const VARIANT: &'static str = "linesofaction";
}
