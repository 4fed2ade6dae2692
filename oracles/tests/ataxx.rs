//! Ataxx against the `board-game` crate: moves, boards, clocks and results of thousands of random games.

use board_game::board::{Board, BoardMoves, Outcome as TheirOutcome, Player};
use board_game::games::ataxx::{AtaxxBoard, Move as TheirMove};
use internal_iterator::InternalIterator;
use parlor_ataxx::{Position, Rules, ToolNotation, square};
use parlor_core::random::split_mix;
use parlor_core::{Bitboard, Color, Game, MoveList, Notation, Outcome};

const GAMES: u64 = 3_000;

fn random_blocks(random: &mut u64) -> Bitboard {
    let corners = [(0, 0), (0, 6), (6, 0), (6, 6)];
    (0..7)
        .flat_map(|file| (0..7).map(move |rank| (file, rank)))
        .filter(|place| !corners.contains(place))
        .filter(|_| split_mix(random).is_multiple_of(6))
        .filter_map(|(file, rank)| square(file, rank))
        .collect()
}

#[test]
fn random_games_agree_with_the_board_game_crate() {
    let mut wiped_out_at_the_limit = 0;
    for seed in 0..GAMES {
        let mut random = seed;
        let blocks = if seed % 2 == 0 {
            Bitboard::EMPTY
        } else {
            random_blocks(&mut random)
        };
        let mut ours = Position::with_blocks(Rules::Tools, blocks).expect("no block on a corner");
        let mut theirs = AtaxxBoard::from_fen(&ours.fen()).expect("our FEN can be read");
        loop {
            let mut moves = MoveList::new();
            ours.legal_moves(&mut moves);
            let outcome = theirs.outcome().map(|outcome| match outcome {
                TheirOutcome::WonBy(Player::A) => Outcome::Win(Color::Black),
                TheirOutcome::WonBy(Player::B) => Outcome::Win(Color::White),
                TheirOutcome::Draw => Outcome::Draw,
            });
            if ours.outcome() != outcome {
                // Who loses the last piece on the last ply of the clock has lost (as in libataxx); that crate
                // looks at the clock first.
                assert_eq!(outcome, Some(Outcome::Draw), "{}", ours.fen());
                assert!(
                    Color::ALL.iter().any(|&color| ours.count(color) == 0),
                    "{}",
                    ours.fen()
                );
                wiped_out_at_the_limit += 1;
                break;
            }
            let mut our_moves: Vec<String> = moves.iter().map(|&mv| ToolNotation.format(&ours, mv)).collect();
            let mut their_moves = Vec::new();
            if let Ok(available) = theirs.available_moves() {
                available.for_each(|mv: TheirMove| their_moves.push(mv.to_uai()));
            }
            our_moves.sort();
            their_moves.sort();
            assert_eq!(our_moves, their_moves, "{}", ours.fen());
            let board = |fen: &str| fen.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(board(&ours.fen()), board(&theirs.to_fen()));
            if moves.is_empty() {
                break;
            }
            let mv = moves[(split_mix(&mut random) % moves.len() as u64) as usize];
            let text = ToolNotation.format(&ours, mv);
            ours.play(mv).expect("a listed move is legal");
            theirs
                .play(TheirMove::from_uai(&text).expect("their own notation"))
                .expect("legal there too");
        }
    }
    assert!(wiped_out_at_the_limit < 10);
}
