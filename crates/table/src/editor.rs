//! Boards that are not stored: those being set up, and those of lessons, on which a few moves are tried.

use parlor_games::problem::{GameProblem, SetupProblem};
use parlor_games::{AnyGame, Kind, Spec, UnknownGame};

use crate::wire::{Checked, Edit, Edited, TryBoard, TryResult};
use crate::{result, views};

/// The maximum number of moves tried at once. Lessons need a handful; this bounds the work that a client can
/// cause.
const MOST_TRIED: usize = 64;

/// Checks a board that is being set up.
pub fn check(id: u32, edit: &Edit) -> Checked {
    let start = match start_of(edit) {
        Ok(start) => start,
        Err(problem) => {
            return Checked {
                id,
                shape: None,
                frame: None,
                problem: Some(problem),
            };
        }
    };
    let (frame, problem) = match read(&start, &edit.board) {
        Ok(game) => (Some(views::frame(&game)), None),
        Err(problem) => (None, Some(problem)),
    };
    Checked {
        id,
        shape: Some(views::shape(&start)),
        frame,
        problem,
    }
}

/// Plays moves on a board. Reports the moves before the first illegal one in any case.
pub fn try_moves(id: u32, edit: &Edit, moves: &[String]) -> TryResult {
    let start = match start_of(edit).and_then(|start| read(&start, &edit.board)) {
        Ok(start) => start,
        Err(problem) => {
            return TryResult {
                id,
                board: None,
                problem: Some(GameProblem::Setup { problem }),
            };
        }
    };
    let mut game = start.clone();
    let mut plies = Vec::new();
    let mut problem = (moves.len() > MOST_TRIED).then_some(GameProblem::TooLong);
    for (text, number) in moves.iter().take(MOST_TRIED).zip(1..) {
        let before = game.clone();
        match game.play(text) {
            Ok(mv) => plies.push(views::ply(&before, &game, &mv)),
            Err(error) => {
                problem = Some(GameProblem::Move {
                    number,
                    text: text.clone(),
                    problem: error.problem(),
                });
                break;
            }
        }
    }
    let legal = game.legal_moves();
    let board = TryBoard {
        shape: views::shape(&start),
        start: views::frame(&start),
        plies,
        legal: legal.iter().map(|mv| views::move_info(&game, mv)).collect(),
        result: game.outcome().map(|outcome| result::by_rules(&game, outcome)),
    };
    TryResult {
        id,
        board: Some(board),
        problem,
    }
}

/// Returns the game with these agreements, from its start.
fn start_of(edit: &Edit) -> Result<AnyGame, SetupProblem> {
    let kind: Kind = edit.game.parse().map_err(|error: UnknownGame| error.problem())?;
    let mut spec = Spec::default_for(kind);
    for (name, value) in &edit.agreements {
        spec = spec.with(name, value).map_err(|error| error.problem())?;
    }
    AnyGame::new(&spec).map_err(|error| error.problem())
}

fn read(start: &AnyGame, board: &Edited) -> Result<AnyGame, SetupProblem> {
    let game = match board {
        Edited::Start => return Ok(start.clone()),
        Edited::Squares { cells, turn } => {
            let cells = views::read_cells(cells).ok_or(SetupProblem::NotABoard)?;
            AnyGame::from_cells(start.spec(), &cells, (*turn).into())
        }
        Edited::Text { position } => AnyGame::from_position(start.spec(), position),
    };
    game.map_err(|error| error.problem())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Side;

    fn edit(game: &str, agreements: &[(&str, &str)], board: Edited) -> Edit {
        let agreements = agreements
            .iter()
            .map(|&(name, value)| (name.into(), value.into()));
        Edit {
            game: game.into(),
            agreements: agreements.collect(),
            board,
        }
    }

    #[test]
    fn every_start_survives_the_editor_square_by_square_and_as_text() {
        let games: [(&str, &[(&str, &str)]); 5] = [
            ("othello", &[]),
            ("othello", &[("size", "4x10")]),
            ("ataxx", &[]),
            ("ataxx", &[("blocks", "3gh")]),
            ("loa", &[("limit", "30")]),
        ];
        for (game, agreements) in games {
            let start = check(1, &edit(game, agreements, Edited::Start)).frame.unwrap();
            let squares = Edited::Squares {
                cells: start.cells.clone(),
                turn: start.turn,
            };
            let text = Edited::Text {
                position: start.position.clone(),
            };
            for board in [squares, text] {
                assert_eq!(
                    check(1, &edit(game, agreements, board)).frame.as_ref(),
                    Some(&start)
                );
            }
        }
    }

    #[test]
    fn moves_are_tried_up_to_the_first_illegal_one() {
        let moves = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let start = edit("othello", &[], Edited::Start);
        let tried = try_moves(7, &start, &moves(&["d3", "c3", "a1", "d3"]));
        assert_eq!(tried.id, 7);
        assert!(
            matches!(tried.problem, Some(GameProblem::Move { number: 3, ref text, .. }) if text == "a1"),
            "{:?}",
            tried.problem
        );
        let board = tried.board.unwrap();
        assert_eq!(board.plies.len(), 2);
        assert!(board.legal.iter().any(|mv| mv.text == "c4"));
        assert_eq!(board.result, None);
        // After a move that ends the game there is nothing to play.
        let last = Edited::Text {
            position: "8/8/8/8/2x5/4x3/8/o6o x".into(),
        };
        let tried = try_moves(1, &edit("loa", &[], last), &moves(&["e3-d4"]));
        assert!(tried.problem.is_none(), "{:?}", tried.problem);
        let board = tried.board.unwrap();
        assert_eq!(board.result.unwrap().winner, Some(Side::Black));
        assert!(board.legal.is_empty());
    }

    #[test]
    fn a_failed_try_has_a_reason() {
        let tried = try_moves(1, &edit("chess", &[], Edited::Start), &[]);
        assert!(tried.board.is_none() && matches!(tried.problem, Some(GameProblem::Setup { .. })));
        let long = vec!["d3".to_owned(); MOST_TRIED + 1];
        let tried = try_moves(1, &edit("othello", &[], Edited::Start), &long);
        assert!(
            matches!(tried.problem, Some(GameProblem::Move { number: 2, .. })),
            "{:?}",
            tried.problem
        );
    }

    #[test]
    fn impossible_boards_are_refused_with_a_reason() {
        let squares = |cells: String| Edited::Squares {
            cells,
            turn: Side::White,
        };
        let refused = [
            edit("chess", &[], Edited::Start),
            edit("othello", &[("size", "5x5")], Edited::Start),
            edit("othello", &[("size", "4x4")], squares(".".repeat(64))),
            edit("othello", &[], squares("#".repeat(64))),
            edit("loa", &[], squares("#".repeat(64))),
            edit("ataxx", &[], squares("?".repeat(49))),
            edit(
                "ataxx",
                &[],
                Edited::Text {
                    position: "x6".into(),
                },
            ),
        ];
        for edit in refused {
            let checked = check(1, &edit);
            assert!(checked.frame.is_none() && checked.problem.is_some(), "{edit:?}");
        }
        // A board that can be drawn but not played still has a shape, so that the page continues to show it.
        let checked = check(1, &edit("othello", &[("size", "4x6")], squares("?".into())));
        assert_eq!(
            checked.shape.map(|shape| (shape.rows, shape.columns)),
            Some((4, 6))
        );
    }
}
