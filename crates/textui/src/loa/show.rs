//! What `loa` prints for people: the board, the help, and texts without the marks that programs look for.

use parlor_core::Color;
use parlor_loa::{Move, Position, square_at};

/// The help text. It contains none of the marks of prompts, moves and dumps.
pub(super) const HELP: &str = "\
Lines of Action. Black (b) moves first. A piece moves in a straight line,
exactly as many squares as there are pieces on that line. It may jump over its
own side, not over the other, and captures an enemy where it lands. You win
when all your pieces form one connected group.

Playing
  b8-b6            move the piece on b8 to b6
  new              start a new game
  undo, redo       go back to your last turn, or forward again
  hint             ask the computer for a good move
  moves            list your legal moves
  board            draw the board
  pass             pass when you cannot move (only needed after set)
Players
  auto P           let the computer play P, which is black or white
  manual P         play P yourself
  level P N        set how well the computer plays P: 1 (beginner) to 10
  movetime S       let the computer think S seconds a move; off: default
  seed N           make the computer's play repeatable
Other machines
  host ID          offer a game and play black in it; host ID white: play white
  join ID@HOST     join a game that somebody offers, or ID@HOST:PORT
                   (add auto to either to let the computer play your side)
Positions and files
  set SQ P N       put P (black, white or - for nothing) on SQ; N moves next
  limit N          end the game as a tie after N moves of each side (30)
  dump             print the board for programs
  save F, load F   write the game to the file F, or read it (SGF)
Leaving
  help             print this help
  quit             leave; the end of the input does the same

Case does not matter. A line that begins with # is ignored.";

/// Replaces the marks that programs look for (`>`, `*` and `===`) by lookalikes, so that a file name or a mistyped
/// command is still recognisable.
pub(super) fn without_marks(text: &str) -> String {
    text.replace('>', "›").replace('*', "∗").replace("===", "≡")
}

/// Draws the board for people. With `color`, highlights the last move.
pub(super) fn draw(position: &Position, last_move: Option<Move>, color: bool) -> String {
    let is_marked =
        |square| last_move.is_some_and(|mv| !mv.is_pass() && (mv.from() == square || mv.to() == square));
    let mut lines = Vec::new();
    for rank in (0..8).rev() {
        let mut line = format!("  {} ", rank + 1);
        for square in (0..8).filter_map(|file| square_at(file, rank)) {
            let piece = position.piece_at(square);
            let letter = match piece {
                Some(Color::Black) => 'b',
                Some(Color::White) => 'w',
                None => '.',
            };
            line.push(' ');
            if !color {
                line.push(letter);
                continue;
            }
            let style = match (piece, is_marked(square)) {
                (Some(Color::Black), false) => "1;34",
                (Some(Color::Black), true) => "1;34;7",
                (Some(Color::White), false) => "1;33",
                (Some(Color::White), true) => "1;33;7",
                (None, false) => "2",
                (None, true) => "7",
            };
            line.push_str(&format!("\u{1b}[{style}m{letter}\u{1b}[0m"));
        }
        lines.push(line);
    }
    lines.push("     a b c d e f g h".to_owned());
    lines.join("\n")
}
