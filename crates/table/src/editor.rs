//! Boards that are being set up: whether they can be played, and how they are written.

use parlor_games::problem::SetupProblem;
use parlor_games::{AnyGame, Kind, Spec, UnknownGame};

use crate::shown;
use crate::wire::{Checked, Edit, Edited};

/// What can be said about a board that is being set up.
pub fn check(id: u32, edit: &Edit) -> Checked {
    let usual = match usual(edit) {
        Ok(usual) => usual,
        Err(problem) => {
            return Checked {
                id,
                shape: None,
                frame: None,
                problem: Some(problem),
            };
        }
    };
    let (frame, problem) = match read(&usual, &edit.board) {
        Ok(game) => (Some(shown::frame(&game)), None),
        Err(problem) => (None, Some(problem)),
    };
    Checked {
        id,
        shape: Some(shown::shape(&usual)),
        frame,
        problem,
    }
}

/// The game by the agreements, from its start.
fn usual(edit: &Edit) -> Result<AnyGame, SetupProblem> {
    let kind: Kind = edit.game.parse().map_err(|error: UnknownGame| error.problem())?;
    let mut spec = Spec::usual(kind);
    for (name, value) in &edit.agreements {
        spec = spec.with(name, value).map_err(|error| error.problem())?;
    }
    AnyGame::new(&spec).map_err(|error| error.problem())
}

fn read(usual: &AnyGame, board: &Edited) -> Result<AnyGame, SetupProblem> {
    let game = match board {
        Edited::Start => return Ok(usual.clone()),
        Edited::Squares { cells, turn } => {
            let cells = shown::read_cells(cells).ok_or(SetupProblem::NotABoard)?;
            AnyGame::from_cells(usual.spec(), &cells, (*turn).into())
        }
        Edited::Text { position } => AnyGame::from_position(usual.spec(), position),
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
    fn boards_that_cannot_be_are_refused_with_a_reason() {
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
        // What can be drawn but not played still has a shape, so that the page goes on showing it.
        let checked = check(1, &edit("othello", &[("size", "4x6")], squares("?".into())));
        assert_eq!(
            checked.shape.map(|shape| (shape.rows, shape.columns)),
            Some((4, 6))
        );
    }
}
