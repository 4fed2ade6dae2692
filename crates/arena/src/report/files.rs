//! The files of a report: the HTML page, the tables, and every game.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use parlor_core::{Color, PerColor};
use parlor_games::{Kind, export, pgn};

use super::viewer::Viewer;
use super::{Results, csv_field, html, or_blank};
use crate::store::{Store, StoreError, Stored};

/// How many games are read from the store at a time.
const GAMES_PER_READ: i64 = 500;

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file could not be written.
    #[error("cannot write the report: {0}")]
    Disk(#[from] io::Error),
}

/// The maximum size of a file of games. The browser page opens files of up to 2 MiB.
const MAX_FILE_BYTES: usize = 3 << 19;

/// Writes the report into a directory:
///
/// - `report.html`, `table.csv`, `cross.txt` and `results.json`: the results
/// - `games.csv`: one row per game
/// - `games.pgn`: every game in Parlor's text form, continued in `games-2.pgn` and so on if there are many
/// - `games.sgf` for Lines of Action, `games.txt` for the other games: one game per line, as moves; in Ataxx
///   with blocks, after the FEN of the start
/// - `logs/`: the input and output of the programs in every game with a fault
pub fn write_files(store: &dyn Store, id: i64, directory: &Path) -> Result<(), ReportError> {
    let results = Results::read(store, id)?;
    fs::create_dir_all(directory)?;
    let create = |name: &str| fs::File::create(directory.join(name)).map(io::BufWriter::new);
    fs::write(directory.join("table.csv"), results.csv())?;
    fs::write(directory.join("cross.txt"), results.cross_table())?;
    fs::write(directory.join("results.json"), format!("{:#}\n", results.json()))?;
    let kind = results.tournament.game.parse::<Kind>();
    let extension = kind.map_or("txt", |kind| kind.descriptor().collection.extension);
    let mut text = Parts::new(directory)?;
    let (mut table, mut plain) = (create("games.csv")?, create(&format!("games.{extension}"))?);
    writeln!(
        table,
        "number,round,black,white,opening,result,reason,moves,seconds,detail,black_seconds,black_depth,black_nodes,\
        white_seconds,white_depth,white_nodes,busy"
    )?;
    let mut course = html::GameHistory::default();
    let mut viewer = Viewer::new();
    let mut from = 0;
    loop {
        let games = store.games(id, from, GAMES_PER_READ)?;
        let Some(last) = games.last() else { break };
        from = last.planned.number + 1;
        for game in &games {
            write_row(&mut table, &results, game)?;
            text.add(&game.finished.text)?;
            write_plain(&mut plain, &game.finished.text)?;
            course.add(game);
            viewer.add(&results.tournament, game);
            if !game.finished.log.is_empty() {
                let logs = directory.join("logs");
                fs::create_dir_all(&logs)?;
                let name = format!("game-{}.log", game.planned.number + 1);
                fs::write(
                    logs.join(name),
                    format!("{}\n\n{}", game.finished.detail, game.finished.log),
                )?;
            }
        }
    }
    text.file.flush()?;
    for file in [&mut table, &mut plain] {
        file.flush()?;
    }
    fs::write(
        directory.join("report.html"),
        html::page(&results, &course, &viewer),
    )?;
    Ok(())
}

/// Writes all games in their text form, split into files of limited size.
struct Parts<'a> {
    directory: &'a Path,
    file: io::BufWriter<fs::File>,
    n_files: usize,
    n_bytes: usize,
}

impl Parts<'_> {
    fn new(directory: &Path) -> io::Result<Parts<'_>> {
        Ok(Parts {
            directory,
            file: io::BufWriter::new(fs::File::create(directory.join("games.pgn"))?),
            n_files: 1,
            n_bytes: 0,
        })
    }

    fn add(&mut self, text: &str) -> io::Result<()> {
        if self.n_bytes > 0 && self.n_bytes + text.len() >= MAX_FILE_BYTES {
            self.file.flush()?;
            self.n_files += 1;
            self.n_bytes = 0;
            let path = self.directory.join(format!("games-{}.pgn", self.n_files));
            self.file = io::BufWriter::new(fs::File::create(path)?);
        }
        self.n_bytes += text.len() + 1;
        writeln!(self.file, "{text}")
    }
}

fn write_row(out: &mut impl Write, results: &Results, game: &Stored) -> io::Result<()> {
    let name = |entrant: i64| {
        let entrant = usize::try_from(entrant).unwrap_or_default();
        csv_field(&results.tournament.entrants[entrant].name)
    };
    let side = |color: Color| {
        let work = game.finished.work[color];
        let depth = or_blank(work.depth(), 2);
        format!("{:.3},{depth},{}", work.seconds(), work.nodes)
    };
    writeln!(
        out,
        "{},{},{},{},{},{},{},{},{:.3},{},{},{},{}",
        game.planned.number + 1,
        game.planned.round + 1,
        name(game.planned.black),
        name(game.planned.white),
        game.planned.opening + 1,
        match game.finished.halves {
            2 => "1-0",
            1 => "1/2-1/2",
            _ => "0-1",
        },
        game.finished.reason,
        game.finished.n_moves,
        game.finished.millis as f64 / 1000.0,
        csv_field(&game.finished.detail),
        side(Color::Black),
        side(Color::White),
        game.finished.is_busy(),
    )
}

/// Writes one game in a format that other programs read.
fn write_plain(out: &mut impl Write, text: &str) -> io::Result<()> {
    // We wrote this text, so reading it should not fail. If it does, the other files still contain the game.
    let Ok(tagged) = pgn::read(text) else {
        return Ok(());
    };
    let tag = |wanted: &str| {
        let found = tagged.tags.iter().find(|(name, _)| name == wanted);
        found.map_or_else(String::new, |(_, value)| value.clone())
    };
    let names = PerColor([tag("Black"), tag("White")]);
    let format = &tagged.game.kind().descriptor().collection;
    match export::write(&tagged.game, &names, "", format.code) {
        Some(written) => out.write_all(&written.into_bytes()),
        None => Ok(()),
    }
}
