//! Games in the words of the page: squares, moves, statuses.

use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, Cell, Kind, MoveView, Place, Spec};

use crate::wire::{Action, Frame, LineOfAction, MoveInfo, Ply, Shape, Side};

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// The board as it is now.
pub fn frame(game: &AnyGame) -> Frame {
    Frame {
        cells: cells_text(&game.cells()),
        counts: game.counts().0,
        turn: game.turn().into(),
        position: game.position_text(),
    }
}

/// Squares as the page reads them.
pub fn cells_text(cells: &[Cell]) -> String {
    let letter = |cell: &Cell| match cell {
        Cell::Empty => '.',
        Cell::Piece(Color::Black) => 'b',
        Cell::Piece(Color::White) => 'w',
        Cell::Block => '#',
    };
    cells.iter().map(letter).collect()
}

/// A move of the side to move.
pub fn move_info(game: &AnyGame, mv: &MoveView) -> MoveInfo {
    let columns = game.columns();
    let number = |place: &Place| u16::from(place.row) * u16::from(columns) + u16::from(place.column);
    let line = (game.kind() == Kind::Loa)
        .then(|| line_of_action(game, mv))
        .flatten();
    MoveInfo {
        text: mv.text.clone(),
        action: action(mv.action),
        origins: mv.origins.iter().map(number).collect(),
        target: mv.target.as_ref().map(number),
        turned: mv.turned.iter().map(number).collect(),
        line,
    }
}

fn action(action: parlor_games::Action) -> Action {
    match action {
        parlor_games::Action::Place => Action::Place,
        parlor_games::Action::Extend => Action::Extend,
        parlor_games::Action::Jump => Action::Jump,
        parlor_games::Action::Slide => Action::Slide,
        parlor_games::Action::Capture => Action::Capture,
        parlor_games::Action::Pass => Action::Pass,
    }
}

/// The whole line that a move of Lines of Action follows, and the pieces on it.
fn line_of_action(game: &AnyGame, mv: &MoveView) -> Option<LineOfAction> {
    let (from, to) = (mv.origins.first()?, mv.target.as_ref()?);
    let (rows, columns) = (i16::from(game.rows()), i16::from(game.columns()));
    let (row, column) = (i16::from(from.row), i16::from(from.column));
    let down = (i16::from(to.row) - row).signum();
    let right = (i16::from(to.column) - column).signum();
    let at = |steps: i16| {
        let (row, column) = (row + down * steps, column + right * steps);
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then_some((row * columns + column) as u16)
    };
    let far = rows.max(columns);
    let squares: Vec<u16> = (-far..=far).filter_map(at).collect();
    let cells = game.cells();
    let is_piece = |square: &&u16| matches!(cells.get(usize::from(**square)), Some(Cell::Piece(_)));
    Some(LineOfAction {
        from: *squares.first()?,
        to: *squares.last()?,
        count: squares.iter().filter(is_piece).count() as u32,
    })
}

/// A move that was just played in `game` by the other side than is to move in `before`.
pub fn ply(before: &AnyGame, after: &AnyGame, mv: &MoveView) -> Ply {
    Ply {
        mv: move_info(before, mv),
        after: frame(after),
        spoken: spoken(before.kind(), before.turn(), mv),
    }
}

/// A move in words.
fn spoken(kind: Kind, mover: Color, mv: &MoveView) -> String {
    let side = kind.side_name(mover);
    let turned = match (mv.turned.len(), kind) {
        (0, _) => String::new(),
        (1, _) => " and turns 1".to_owned(),
        (n, _) => format!(" and turns {n}"),
    };
    let words = mv.text.replace('-', " to ");
    match mv.action {
        parlor_games::Action::Place => format!("{side} plays {}{turned}", mv.text),
        parlor_games::Action::Extend => format!("{side} extends {words}{turned}"),
        parlor_games::Action::Jump => format!("{side} jumps {words}{turned}"),
        parlor_games::Action::Slide => format!("{side} moves {words}"),
        parlor_games::Action::Capture => format!("{side} captures, {words}"),
        parlor_games::Action::Pass => format!("{side} has no move and passes"),
    }
}

/// How a game that ended by its rules ended.
pub fn outcome_text(game: &AnyGame, outcome: Outcome) -> String {
    let kind = game.kind();
    let [black, white] = game.counts().0;
    match (kind, outcome) {
        (Kind::Othello, Outcome::Win(winner)) => {
            let stuck = game.spec().rules_name() == NO_MOVE_LOSES && game.cells().contains(&Cell::Empty);
            let loser = kind.color_name(!winner);
            if stuck {
                return format!("No moves for {loser}: {} wins.", kind.color_name(winner));
            }
            counted(kind, winner, black, white)
        }
        (Kind::Ataxx, Outcome::Win(winner)) => counted(kind, winner, black, white),
        (Kind::Othello, Outcome::Draw) => format!("A tie, {black}–{white}."),
        (Kind::Ataxx, Outcome::Draw) => format!("A draw, {black}–{white}."),
        (Kind::Loa, Outcome::Win(winner)) => {
            format!("{} wins: all its pieces are connected.", kind.side_name(winner))
        }
        (Kind::Loa, Outcome::Draw) if game.moves_left() == Some(0) => {
            format!("Tie game: the limit of {} moves is reached.", game.len())
        }
        (Kind::Loa, Outcome::Draw) => "Tie game.".to_owned(),
    }
}

/// The name of the rule set by which a side without a move loses.
const NO_MOVE_LOSES: &str = "no-move-loses";

fn counted(kind: Kind, winner: Color, black: u32, white: u32) -> String {
    let (more, fewer) = (black.max(white), black.min(white));
    format!("{} wins {more}–{fewer}.", kind.side_name(winner))
}

/// How large the board is, and what its squares are called.
pub fn shape(game: &AnyGame) -> Shape {
    let columns = (0..game.columns()).map(|column| char::from(b'a' + column).to_string());
    let rows = game.rows();
    // Othello counts its rows from the top, the others from the bottom.
    let row_name = |row: u8| match game.kind() {
        Kind::Othello => row + 1,
        Kind::Ataxx | Kind::Loa => rows - row,
    };
    Shape {
        rows,
        columns: game.columns(),
        column_names: columns.collect(),
        row_names: (0..rows).map(|row| row_name(row).to_string()).collect(),
    }
}

/// What was agreed upon beyond the usual, in words.
pub fn agreements(spec: &Spec) -> Vec<String> {
    let words = |(name, value): (&'static str, String)| match name {
        "rules" => crate::catalogue::rules_title(spec.kind(), &value).to_owned(),
        "size" => value.replace('x', " × "),
        "blocks" => format!("blocks {value}"),
        "limit" if value == "none" => "no move limit".to_owned(),
        "limit" => format!("{value} moves at most"),
        _ => value,
    };
    spec.agreements().into_iter().map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_action_runs_from_edge_to_edge() {
        let game = AnyGame::new(&Spec::usual(Kind::Loa)).unwrap();
        let moves = game.legal_moves();
        let up = moves.iter().find(|mv| mv.text == "b1-b3").unwrap();
        let line = move_info(&game, up).line.unwrap();
        assert_eq!(
            (line.count, line.from.min(line.to), line.from.max(line.to)),
            (2, 1, 57)
        );
    }

    #[test]
    fn moves_and_results_read_as_sentences() {
        let mut game = AnyGame::new(&Spec::usual(Kind::Othello)).unwrap();
        let before = game.clone();
        let mv = game.play("d3").unwrap();
        assert_eq!(ply(&before, &game, &mv).spoken, "Black plays d3 and turns 1");
        assert_eq!(outcome_text(&game, Outcome::Win(Color::White)), "White wins 4–1.");
        assert_eq!(outcome_text(&game, Outcome::Draw), "A tie, 4–1.");
        let strict = Spec::usual(Kind::Othello).with_rules("no-move-loses").unwrap();
        let game = AnyGame::new(&strict).unwrap();
        assert_eq!(
            outcome_text(&game, Outcome::Win(Color::White)),
            "No moves for black: white wins."
        );
    }
}
