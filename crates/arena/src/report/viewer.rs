//! The game viewer of a report. The data contain the boards, so that the page needs neither rules nor a server.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use parlor_core::Color;
use parlor_games::{AnyGame, Cell, pgn};
use serde_json::{Value, json};

use super::html::escaped;
use crate::store::Stored;
use crate::tournament::Tournament;

/// The maximum number of games in a report. A thousand take about a megabyte.
pub(super) const MAX_GAMES: usize = 1000;

/// The first games of a tournament, as the viewer's script reads them.
pub(super) struct Viewer {
    games: Vec<Value>,
    rows: String,
}

impl Viewer {
    pub(super) fn new() -> Viewer {
        Viewer {
            games: Vec::new(),
            rows: String::new(),
        }
    }

    /// Adds a game, unless there are [`MAX_GAMES`] already.
    pub(super) fn add(&mut self, tournament: &Tournament, stored: &Stored) {
        if self.games.len() >= MAX_GAMES {
            return;
        }
        // We wrote this text, so reading it should not fail. If it does, the other files still contain the game.
        let Ok(tagged) = pgn::read(&stored.finished.text) else {
            return;
        };
        let name = |entrant: i64| {
            let entrant = usize::try_from(entrant)
                .ok()
                .and_then(|index| tournament.entrants.get(index));
            entrant.map_or("", |entrant| entrant.name.as_str())
        };
        let (black, white) = (name(stored.planned.black), name(stored.planned.white));
        let result = match stored.finished.halves {
            2 => "1-0",
            1 => "½-½",
            _ => "0-1",
        };
        let number = stored.planned.number + 1;
        // Writing to a string cannot fail.
        let _ = write!(
            self.rows,
            "<tr data-game=\"{}\"><td>{number}</td><td class=\"name\">{}</td><td class=\"name\">{}</td><td>{result}</td>\
            <td>{}</td><td>{}</td></tr>",
            self.games.len(),
            escaped(black),
            escaped(white),
            stored.finished.n_moves,
            escaped(&stored.finished.reason),
        );
        // Each game may start from its own position.
        let cells = tagged
            .game
            .boards()
            .first()
            .map_or_else(String::new, |cells| text_of(cells));
        self.games.push(json!({
            "start": cells,
            "number": number,
            "black": black,
            "white": white,
            "result": result,
            "reason": stored.finished.reason,
            "moves": moves(&tagged.game),
        }));
    }

    /// The viewer's part of the page. Empty if there are no games, or if the settings of the tournament
    /// cannot be read.
    pub(super) fn section(&self, tournament: &Tournament, n_games: i64) -> String {
        let start = tournament
            .spec()
            .ok()
            .and_then(|spec| AnyGame::new(&spec).ok())
            .filter(|_| !self.games.is_empty());
        let Some(start) = start else {
            return String::new();
        };
        let data = json!({
            "game": tournament.game,
            "rows": start.rows(),
            "columns": start.columns(),
            "games": self.games,
        });
        let more = if self.games.len() as i64 >= n_games {
            String::new()
        } else {
            format!(
                "<p>The first {} games are here, and all in games.pgn.</p>",
                self.games.len()
            )
        };
        format!(
            "<h2>Games</h2>{more}<div id=\"viewer\"><figure><svg id=\"board\" role=\"img\" aria-labelledby=\"caption\"></svg>\
            <figcaption id=\"caption\" aria-live=\"polite\"></figcaption><div class=\"bar\"><button id=\"back\" type=\"button\" \
            aria-label=\"one move back\">‹</button><input id=\"ply\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"move\">\
            <button id=\"forth\" type=\"button\" aria-label=\"one move on\">›</button></div></figure>\
            <div class=\"list\"><table><thead><tr><th>#</th><th class=\"name\">{}</th><th class=\"name\">{}</th><th>result</th>\
            <th>moves</th><th><input id=\"filter\" type=\"search\" placeholder=\"search\" aria-label=\"search games\" size=\"10\"></th>\
            </tr></thead><tbody>{}</tbody></table></div></div>\
            <script type=\"application/json\" id=\"games\">{}</script><script>{}</script>",
            start.kind().color_name(Color::Black),
            start.kind().color_name(Color::White),
            self.rows,
            // The text of a program must not be able to close the script element.
            data.to_string().replace('<', "\\u003c"),
            include_str!("viewer.js"),
        )
    }
}

fn text_of(cells: &[Cell]) -> String {
    cells.iter().copied().map(symbol).collect()
}

/// The moves of a game, each with the cells it changed.
fn moves(game: &AnyGame) -> Vec<Value> {
    let boards = game.boards();
    let history = game.history();
    history
        .iter()
        .zip(boards.windows(2))
        .map(|(mv, boards)| json!([mv.text, change(&boards[0], &boards[1])]))
        .collect()
}

/// Two base-36 digits for each cell that changed, followed by its new content.
fn change(before: &[Cell], after: &[Cell]) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut text = String::new();
    for (index, (before, after)) in before.iter().zip(after).enumerate() {
        if before != after {
            // The largest board has 256 cells.
            text.push(char::from(DIGITS[index / 36 % 36]));
            text.push(char::from(DIGITS[index % 36]));
            text.push(symbol(*after));
        }
    }
    text
}

const fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Piece(Color::Black) => 'b',
        Cell::Piece(Color::White) => 'w',
        Cell::Block => '#',
    }
}
