//! The log of games that are played on the board in the browser, as commands of this program.

use std::io::{self, Write};

use parlor_core::{Bitboard, Color, Game};
use parlor_games::{Action, AnyGame, AnyRecord, LoaTerms, Spec};
use parlor_loa::{MOVE_LIMIT, Position, Rules, SquareName};

/// Stands for no move limit: more moves than any game has.
const NO_LIMIT: u32 = 1_000_000;

/// Writes commands that lead to the board that is shown. If the program reads them as its input, it plays the
/// same games.
pub(crate) struct Journal<W> {
    out: W,
    /// The game that was written last.
    id: String,
    moves: Vec<String>,
}

impl<W: Write> Journal<W> {
    pub(crate) fn new(out: W) -> Journal<W> {
        Journal {
            out,
            id: String::new(),
            moves: Vec::new(),
        }
    }

    /// Writes what has changed. Games other than Lines of Action are ignored.
    pub(crate) fn note(&mut self, id: &str, game: &AnyGame) -> io::Result<()> {
        let AnyRecord::Loa(record) = game.record() else {
            return Ok(());
        };
        if id != self.id {
            self.begin(record.start(), game.spec())?;
            self.id = id.to_owned();
            self.moves.clear();
        }
        // A side that cannot move passes without a command.
        let history = game.history().into_iter();
        let moves: Vec<String> = history
            .filter(|mv| mv.action != Action::Pass)
            .map(|mv| mv.text)
            .collect();
        let same = moves
            .iter()
            .zip(&self.moves)
            .take_while(|(now, then)| now == then)
            .count();
        for _ in same..self.moves.len() {
            writeln!(self.out, "undo")?;
        }
        for mv in &moves[same..] {
            writeln!(self.out, "{mv}")?;
        }
        self.moves = moves;
        self.out.flush()
    }

    /// Starts a new game in which both sides follow commands.
    fn begin(&mut self, start: &Position, spec: &Spec) -> io::Result<()> {
        writeln!(self.out, "manual black\nmanual white\nnew")?;
        if let Spec::Loa(LoaTerms { move_limit, .. }) = *spec
            && move_limit != Some(MOVE_LIMIT)
        {
            // The command counts the moves of one side.
            let moves = move_limit.unwrap_or(NO_LIMIT).div_ceil(2);
            writeln!(self.out, "limit {moves}")?;
        }
        let default = Position::start(Rules::default());
        let changed = |color| start.pieces(color) ^ default.pieces(color);
        let mut squares = changed(Color::Black) | changed(Color::White);
        if squares.is_empty() && start.turn() != default.turn() {
            // To set only the turn, set every square to what it is.
            squares = !Bitboard::EMPTY;
        }
        for square in squares {
            let piece = start
                .piece_at(square)
                .map_or_else(|| "-".to_owned(), |color| color.to_string());
            writeln!(self.out, "set {} {piece} {}", SquareName(square), start.turn())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use parlor_games::Kind;
    use parlor_netplay::{Remote, RemoteOptions};
    use parlor_shell::{Input, Shell};
    use parlor_textui::loa::{Loa, Style};

    use super::*;

    /// The output of the program for this log followed by `dump`.
    fn output_of(log: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out");
        let script = [log, b"dump\n"].concat();
        let mut shell = Shell::new(Input::Stream(Box::new(io::Cursor::new(script))))
            .with_output(Box::new(File::create(&file).unwrap()));
        let mut think = |_: &parlor_textui::ThinkRequest, _: &_| unreachable!("commands move for both sides");
        let mut remote = Remote::new(RemoteOptions::new("loa")).unwrap();
        let code = shell.run(&mut Loa::new(Style::default(), 1), &mut think, &mut remote);
        assert_eq!(code.unwrap(), 0);
        fs::read_to_string(file).unwrap()
    }

    /// The board as the program dumps it.
    fn dumped(game: &AnyGame) -> String {
        let AnyRecord::Loa(record) = game.record() else {
            panic!("not Lines of Action");
        };
        format!("===\n{}\n===\n", record.position().dump_rows().join("\n"))
    }

    fn play(journal: &mut Journal<Vec<u8>>, id: &str, game: &mut AnyGame, moves: &[&str]) {
        for mv in moves {
            game.play(mv).unwrap();
            journal.note(id, game).unwrap();
        }
    }

    #[test]
    fn a_log_as_input_leads_to_the_same_board() {
        let spec = Spec::default_for(Kind::Loa);
        let mut journal = Journal::new(Vec::new());
        let mut first = AnyGame::new(&spec).unwrap();
        journal.note("first", &first).unwrap();
        play(&mut journal, "first", &mut first, &["b1-b3", "a2-c2", "d1-d3"]);
        assert!(first.undo() && first.undo());
        play(&mut journal, "first", &mut first, &["a4-c4"]);
        let log = String::from_utf8(journal.out.clone()).unwrap();
        let told: Vec<&str> = log.lines().collect();
        assert_eq!(told[..3], ["manual black", "manual white", "new"]);
        assert_eq!(told[3..], ["b1-b3", "a2-c2", "d1-d3", "undo", "undo", "a4-c4"]);
        assert!(output_of(&journal.out).contains(&dumped(&first)));

        // Another game in between, with its own settings and start.
        let text = "8/8/2x5/8/4o3/8/1x6/7o o";
        let mut second = AnyGame::from_position(&spec.with("limit", "7").unwrap(), text).unwrap();
        journal.note("second", &second).unwrap();
        assert!(
            output_of(&journal.out).contains(&dumped(&second)),
            "{}",
            second.position_text()
        );
        let mv = second.legal_moves()[0].text.clone();
        play(&mut journal, "second", &mut second, &[&mv]);
        assert!(output_of(&journal.out).contains(&dumped(&second)));
        assert!(String::from_utf8_lossy(&journal.out).contains("\nlimit 4\n"));
        play(&mut journal, "first", &mut first, &["b8-b6"]);
        assert!(output_of(&journal.out).contains(&dumped(&first)));
    }

    #[test]
    fn a_start_that_differs_only_in_the_turn_is_kept() {
        let default = AnyGame::new(&Spec::default_for(Kind::Loa)).unwrap();
        let text = default.position_text();
        let turned = text.strip_suffix('x').unwrap().to_owned() + "o";
        let game = AnyGame::from_position(default.spec(), &turned).unwrap();
        let mut journal = Journal::new(Vec::new());
        journal.note("turned", &game).unwrap();
        assert!(output_of(&journal.out).contains(&dumped(&game)));
    }

    #[test]
    fn games_other_than_loa_are_not_logged() {
        let mut journal = Journal::new(Vec::new());
        let game = AnyGame::new(&Spec::default_for(Kind::Ataxx)).unwrap();
        journal.note("ataxx", &game).unwrap();
        assert_eq!(journal.out, b"");
    }
}
