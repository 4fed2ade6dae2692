//! Reads rows of the tables, from either database.

use sqlx::{ColumnIndex, Decode, Row, Type};

use super::{FaultCount, Finished, GameResult, Planned, SearchTotals, Stored};
use crate::referee::Reason;
use parlor_core::PerColor;
use parlor_measure::{Pairing, Tally};

/// The column types that the tables use.
pub(super) trait ReadRow: Row {
    fn number(&self, name: &str) -> Result<i64, sqlx::Error>;
    fn text(&self, name: &str) -> Result<String, sqlx::Error>;
}

impl<R> ReadRow for R
where
    R: Row,
    for<'a> &'a str: ColumnIndex<R>,
    for<'a> i64: Decode<'a, R::Database> + Type<R::Database>,
    for<'a> String: Decode<'a, R::Database> + Type<R::Database>,
{
    fn number(&self, name: &str) -> Result<i64, sqlx::Error> {
        self.try_get(name)
    }

    fn text(&self, name: &str) -> Result<String, sqlx::Error> {
        self.try_get(name)
    }
}

pub(super) fn planned(row: &impl ReadRow) -> Result<Planned, sqlx::Error> {
    Ok(Planned {
        number: row.number("number")?,
        round: row.number("round")?,
        encounter: row.number("encounter")?,
        black: row.number("black")?,
        white: row.number("white")?,
        opening: row.number("opening")?,
    })
}

pub(super) fn result(row: &impl ReadRow) -> Result<GameResult, sqlx::Error> {
    Ok(GameResult {
        planned: planned(row)?,
        halves: row.number("halves")?,
        ended: row.number("ended")?,
    })
}

pub(super) fn stored(row: &impl ReadRow) -> Result<Stored, sqlx::Error> {
    let reason = row.text("reason")?;
    // Earlier versions stored a culprit for resignations, which are not faults.
    let culprit = match reason == Reason::Resigned.name() {
        true => -1,
        false => row.number("culprit")?,
    };
    Ok(Stored {
        planned: planned(row)?,
        finished: Finished {
            halves: row.number("halves")?,
            reason,
            culprit,
            detail: row.text("detail")?,
            text: row.text("text")?,
            n_moves: row.number("n_moves")?,
            millis: row.number("millis")?,
            log: row.text("log")?,
            work: PerColor([work(row, "black")?, work(row, "white")?]),
            waited: row.number("waited_micros")?,
        },
    })
}

/// The columns of one side.
pub(super) fn work(row: &impl ReadRow, side: &str) -> Result<SearchTotals, sqlx::Error> {
    let number = |name: &str| row.number(&format!("{side}_{name}"));
    Ok(SearchTotals {
        moves: number("moves")?,
        micros: number("micros")?,
        depths: number("depths")?,
        depth_sum: number("depth_sum")?,
        nodes: number("nodes")?,
        node_micros: number("node_micros")?,
    })
}

pub(super) fn fault_count(row: &impl ReadRow) -> Result<FaultCount, sqlx::Error> {
    Ok(FaultCount {
        entrant: row.number("culprit")?,
        reason: row.text("reason")?,
        count: row.number("n")?,
    })
}

pub(super) fn pairing(row: &impl ReadRow) -> Result<Pairing, sqlx::Error> {
    let count = |name: &str| row.number(name).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    let index = |name: &str| row.number(name).map(|n| usize::try_from(n).unwrap_or_default());
    Ok(Pairing {
        first: index("a")?,
        second: index("b")?,
        tally: Tally {
            wins: count("wins")?,
            draws: count("draws")?,
            losses: count("losses")?,
            pairs: [
                count("p0")?,
                count("p1")?,
                count("p2")?,
                count("p3")?,
                count("p4")?,
            ],
        },
    })
}
