//! How the computer chooses its moves.

use std::sync::atomic::AtomicBool;

use parlor_core::Level;
use parlor_core::{Game, GameRecord};
use parlor_engine::opponent::{Opponent, Variety, Wish};
use parlor_engine::othello::{GridNode, OthelloNode};
use parlor_othello::{Board, GridBoard, GridMove, Position, Setup, Size};
use parlor_textui::othello::{Answer, Player, Purpose, Request, Strategy};

/// In so many plies from the start chance has a say.
const VARIED_PLIES: usize = 6;
const VARIETY: Variety = Variety { moves: 4, margin: 50 };

/// The computer's mind. It remembers nothing from one move to the next: unless it is given a time, what it
/// plays depends on the game, the player and the seed alone.
#[derive(Default)]
pub(crate) struct Thinker {
    standard: Opponent<OthelloNode>,
    other: Opponent<GridNode>,
}

impl Thinker {
    /// Chooses a move. When the flag rises it makes up its mind at once.
    pub(crate) fn think(&mut self, request: &Request, stop: &AtomicBool) -> Answer {
        let level = match request.player {
            Player::Strategy(strategy) => return choose(strategy, request),
            Player::Engine(level) => Level::new(level.number()).unwrap_or(Level::FULL),
            // Neither a person nor the other side of a remote game is ever asked to be a thinker.
            Player::Human | Player::Remote => Level::FULL,
        };
        let is_varied =
            level == Level::FULL && request.purpose == Purpose::Move && request.game.len() < VARIED_PLIES;
        let wish = Wish {
            level,
            seed: request.seed,
            time: request.move_time,
            nodes: None,
            variety: is_varied.then_some(VARIETY),
        };
        let answer = if request.game.start().size() == Size::STANDARD {
            on_the_standard_board(&request.game).and_then(|game| {
                let (mv, score) = self.standard.think(&game, &wish, stop)?;
                let place = game.position().place_of(mv);
                let mv = place.map_or(Some(GridMove::PASS), GridMove::new)?;
                Some((mv, score))
            })
        } else {
            self.other.think(&request.game, &wish, stop)
        };
        let answer = answer.map(|(mv, score)| Answer {
            mv,
            score: Some(score),
        });
        answer.unwrap_or_else(|| choose(Strategy::Weights, request))
    }
}

/// What a strategy plays; a pass when the game is over, which nobody asks about.
fn choose(strategy: Strategy, request: &Request) -> Answer {
    let mv = strategy.choose(request.game.position(), request.seed);
    Answer {
        mv: mv.unwrap_or(GridMove::PASS),
        score: None,
    }
}

/// The same game on the fast board; nothing when there is no such game.
fn on_the_standard_board(game: &GameRecord<GridBoard>) -> Option<GameRecord<Board>> {
    let start = game.start();
    let discs = |color| {
        let places = start.size().places().zip(0..64);
        let of_color = places.filter(move |&(place, _)| start.cell(place) == Some(color));
        of_color
            .filter_map(|(_, index)| parlor_core::Square::new(index))
            .collect()
    };
    let setup = Setup {
        black: discs(parlor_core::Color::Black),
        white: discs(parlor_core::Color::White),
        turn: start.turn(),
    };
    let mut record = GameRecord::new(Board::from_setup(&setup, start.rules()).ok()?);
    for mv in game.moves() {
        let place = game.start().place_of(mv);
        let position = record.position();
        let mv = place.map_or(Some(position.pass()), |place| position.move_at(place))?;
        record.play(mv).ok()?;
    }
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_othello::Rules;
    use parlor_othello::notation::transcript;
    use parlor_textui::othello::EngineLevel;

    fn request(moves: &str, size: Size, rules: Rules, player: Player) -> Request {
        Request {
            game: transcript::read(&GridBoard::start(size, rules), moves).unwrap(),
            player,
            seed: 1,
            move_time: None,
            purpose: Purpose::Move,
        }
    }

    #[test]
    fn every_player_answers_with_a_legal_move_on_every_board() {
        let weak = Player::Engine(EngineLevel::new(1).unwrap());
        let players = Strategy::ALL.map(Player::Strategy).into_iter().chain([weak]);
        let mut thinker = Thinker::default();
        let stop = AtomicBool::new(false);
        for player in players {
            for (size, rules) in [
                (Size::STANDARD, Rules::Pass),
                (Size::STANDARD, Rules::NoMoveLoses),
                (Size::new(6, 10).unwrap(), Rules::Pass),
            ] {
                let request = request("", size, rules, player);
                let answer = thinker.think(&request, &stop);
                assert!(request.game.position().is_legal(answer.mv), "{player} {size}");
                assert_eq!(
                    thinker.think(&request, &stop),
                    answer,
                    "the same seed, the same move"
                );
            }
        }
    }

    #[test]
    fn the_fast_board_holds_the_same_game() {
        let size = Size::STANDARD;
        let request = request("f5d6c3d3c4", size, Rules::Pass, Player::Human);
        let game = on_the_standard_board(&request.game).unwrap();
        assert_eq!(GridBoard::from(game.position()), *request.game.position());
        assert_eq!(transcript::write(&game), "f5d6c3d3c4");
        // Also one that begins in the middle of another.
        let later = GameRecord::new(*request.game.position());
        let game = on_the_standard_board(&later).unwrap();
        assert_eq!(GridBoard::from(game.position()), *later.position());
    }
}
