//! The messages about a game.

use std::path::Path;

use parlor_core::{Color, Game, Outcome, PerColor, printable};
use parlor_othello::notation::ParseMoveError;
use parlor_othello::{GridBoard, Illegal, Position, Rules};

use super::drawing::disc;
use super::player::Player;
use super::squares::SquareNames;

/// Formats a side like `Black (X)`.
pub(super) fn side(color: Color) -> String {
    let name = match color {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!("{name} ({})", disc(color))
}

/// Formats a side like `Black (X)`, or like `The computer, black (X),` when the computer plays only that side.
pub(super) fn mover(color: Color, players: &PerColor<Player>) -> String {
    match (players[color], players[!color]) {
        (Player::Strategy(_) | Player::Engine(_), Player::Human) => {
            format!("The computer, {color} ({}),", disc(color))
        }
        _ => side(color),
    }
}

/// Describes the players, before the first board.
pub(super) fn introduction(board: &GridBoard, players: &PerColor<Player>, names: SquareNames) -> String {
    let who = |color: Color| match (players[color], players[!color]) {
        (Player::Human, Player::Human) => "a person".to_owned(),
        (Player::Human, _) => "you".to_owned(),
        (Player::Remote, _) => "the other side".to_owned(),
        (player, _) => format!("the computer ({player})"),
    };
    let rule = match board.rules() {
        Rules::Pass => "",
        Rules::NoMoveLoses => " Who cannot move loses.",
    };
    format!(
        "Othello on {}. Black (X) is {}, white (O) is {}.{rule}\n\
         A move is {}. Type help for the commands.\n",
        board.size(),
        who(Color::Black),
        who(Color::White),
        names.expected(board.size()),
    )
}

/// The message when a player must pass.
pub(super) fn pass(color: Color, players: &PerColor<Player>) -> String {
    let verb = if players[color].is_human() {
        "must pass"
    } else {
        "passes"
    };
    format!("{} has no valid move and {verb}.", mover(color, players))
}

/// The number of discs of each side.
pub(super) fn counts(board: &GridBoard) -> String {
    let discs = match board.count(Color::Black) {
        1 => "1 disc".to_owned(),
        n => format!("{n} discs"),
    };
    let white = board.count(Color::White);
    format!("{} has {discs}, white (O) has {white}.", side(Color::Black))
}

/// The result of a game that ended on the board.
pub(super) fn result(board: &GridBoard, outcome: Outcome) -> String {
    let stuck = board.turn();
    if board.rules() == Rules::NoMoveLoses && board.n_empties() > 0 {
        return format!("No moves for {stuck}: {} wins.\n{}", !stuck, counts(board));
    }
    let reason = match board.n_empties() {
        0 => "the board is full",
        _ => "neither side has a valid move",
    };
    let winner = match outcome {
        Outcome::Win(color) => format!("{} wins.", side(color)),
        Outcome::Draw => "The game is a tie.".to_owned(),
    };
    format!("The game is over: {reason}.\n{}\n{winner}", counts(board))
}

/// The result of a game that ended by resignation.
pub(super) fn resignation(board: &GridBoard, loser: Color) -> String {
    format!("{} resigns: {} wins.\n{}", side(loser), !loser, counts(board))
}

/// The result of a remote game that a side resigned or forfeited.
pub(super) fn forfeit(board: &GridBoard, loser: Color) -> String {
    format!("{} forfeits: {} wins.\n{}", side(loser), !loser, counts(board))
}

/// Why a line is not a move, and what a move looks like.
pub(super) fn unreadable(error: &ParseMoveError, board: &GridBoard, names: SquareNames) -> String {
    let problem = match error {
        ParseMoveError::Empty { .. } => "Nothing was typed.".to_owned(),
        ParseMoveError::Unreadable { text, .. } => {
            format!("Invalid: {text} is neither a move nor a command.")
        }
        ParseMoveError::OffBoard { text, .. } => format!("Invalid move: {text} is not on the board."),
    };
    with_reminder(&problem, board, names)
}

/// Why a move is illegal, and what a move looks like.
pub(super) fn illegal(reason: Illegal, board: &GridBoard, names: SquareNames) -> String {
    let problem = match reason {
        Illegal::OffBoard(place) => format!("{} is not on the board", names.name(board, place)),
        Illegal::Occupied(place) => format!("{} is occupied", names.name(board, place)),
        Illegal::OutflanksNothing(place) => {
            format!("a disc on {} outflanks nothing", names.name(board, place))
        }
        Illegal::PassWithMove => "you may not pass while you have a valid move".to_owned(),
        Illegal::Over => "the game is over".to_owned(),
    };
    with_reminder(&format!("Invalid move: {problem}."), board, names)
}

fn with_reminder(problem: &str, board: &GridBoard, names: SquareNames) -> String {
    let expected = names.expected(board.size());
    format!("{problem}\nExpected: {expected}. Try moves, or help.")
}

/// Turns an error into a sentence.
pub(super) fn sentence(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), characters.as_str()),
        None => text,
    }
}

/// The number of characters of a file's name that are shown.
const LONGEST_PATH: usize = 48;

/// A file's name in printable form, shortened to [`LONGEST_PATH`].
pub(super) fn file(path: &Path) -> String {
    let path = path.to_string_lossy();
    let too_many = path.chars().count().saturating_sub(LONGEST_PATH);
    let end = path.char_indices().nth(too_many).map_or(0, |(at, _)| at);
    // The end of a long path is more informative than its beginning.
    let mark = if end > 0 { "…" } else { "" };
    format!("{mark}{}", printable(&path[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_loses_its_beginning() {
        assert_eq!(file(Path::new("it's/игра.txt")), "it's/игра.txt");
        let shown = format!("…folder{}", "/folder".repeat(6));
        assert_eq!(file(Path::new(&"/folder".repeat(10))), shown);
    }
}
