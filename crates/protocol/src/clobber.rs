//! Protocol details that are specific to Clobber.

use parlor_clobber::Position;

use crate::fairy::FairyGame;

impl FairyGame for Position {
    const VARIANT: &'static str = "clobber";
}
