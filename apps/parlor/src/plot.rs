//! Plots the course of a game in characters.

use parlor_core::{Color, Score};
use parlor_games::Kind;
use parlor_report::height;

/// The plot as lines of text: one column per position (or for several, if there are too many), with black's
/// advantage upwards.
pub(crate) fn text(scores: &[Score], kind: Kind, columns: usize, rows: usize, color: bool) -> Vec<String> {
    let width = scores.len().min(columns).max(1);
    let column = |x: usize| height(scores[x * scores.len() / width]);
    let middle = rows / 2;
    let row_of = |h: f64| middle as f64 - h * middle as f64;
    (0..rows)
        .map(|row| {
            let label = match row {
                0 => format!("{} wins", kind.color_name(Color::Black)),
                _ if row == middle => "equal".to_owned(),
                _ if row == rows - 1 => format!("{} wins", kind.color_name(Color::White)),
                _ => String::new(),
            };
            let mut line = format!("{label:>11} │");
            for x in 0..width {
                let at = row_of(column(x)).round() as usize;
                let between = (at.min(middle)..=at.max(middle)).contains(&row);
                line.push(match () {
                    () if row == at => '●',
                    () if between => '│',
                    () if row == middle => '─',
                    () => ' ',
                });
            }
            if color && row < middle {
                format!("\u{1b}[32m{line}\u{1b}[0m")
            } else {
                line
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plot_shows_who_is_ahead() {
        let scores = [
            Score(0),
            Score(900),
            Score::win_in(3),
            Score(-900),
            Score::loss_in(2),
        ];
        let ataxx: Kind = "ataxx".parse().unwrap();
        let rows = text(&scores, ataxx, 72, 9, false);
        assert_eq!(rows.len(), 9);
        let found = |row: usize| rows[row].matches('●').count();
        assert_eq!((0..9).map(found).sum::<usize>(), scores.len());
        assert_eq!((found(0), found(4), found(8)), (1, 1, 1));
        assert!(rows[0].contains("red wins") && rows[8].contains("blue wins"));
    }

    #[test]
    fn more_positions_than_columns_still_fit() {
        for kind in Kind::ALL {
            let rows = text(&[Score(0); 500], kind, 72, 9, false);
            assert!(rows.iter().all(|row| row.chars().count() <= 72 + 13));
        }
    }
}
