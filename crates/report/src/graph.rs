//! Draws the course of a game as a picture.

use std::fmt::Write as _;

use parlor_core::{Color, Score};
use parlor_games::Kind;

/// Maps a score to a height from -1 (lost for Black) to 1: steep around equality, flat where a game is decided.
pub fn height(score: Score) -> f64 {
    if score.is_win() {
        return 1.0;
    }
    if score.is_loss() {
        return -1.0;
    }
    // Ten pieces ahead is three quarters of the way to a won game.
    (f64::from(score.0) / (10.0 * f64::from(Score::PIECE))).tanh()
}

/// Draws the graph as a stand-alone SVG picture.
pub fn graph(scores: &[Score], kind: Kind) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 260.0;
    const MARGIN: f64 = 30.0;
    let step = (WIDTH - 2.0 * MARGIN) / (scores.len().saturating_sub(1).max(1)) as f64;
    let middle = HEIGHT / 2.0;
    let y = |score: Score| middle - height(score) * (middle - MARGIN);
    let mut points = String::new();
    for (index, &score) in scores.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(points, "{:.1},{:.1} ", MARGIN + step * index as f64, y(score));
    }
    let points = points.trim_end();
    let last = MARGIN + step * scores.len().saturating_sub(1) as f64;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="12">
<title>{}: the course of the game</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfaf7"/>
<polygon points="{MARGIN},{middle} {points} {last:.1},{middle}" fill="#3f7d58" fill-opacity="0.25"/>
<line x1="{MARGIN}" y1="{middle}" x2="{:.1}" y2="{middle}" stroke="#777"/>
<polyline points="{points}" fill="none" stroke="#24543a" stroke-width="2"/>
<text x="{MARGIN}" y="18">{} is better</text>
<text x="{MARGIN}" y="{:.1}">{} is better</text>
<text x="{:.1}" y="18" text-anchor="end">{} moves</text>
</svg>
"##,
        kind.title(),
        WIDTH - MARGIN,
        kind.color_name(Color::Black),
        HEIGHT - 10.0,
        kind.color_name(Color::White),
        WIDTH - MARGIN,
        scores.len().saturating_sub(1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_has_a_point_for_every_position() {
        let scores = [Score(0), Score(900), Score::win_in(3), Score::loss_in(2)];
        let ataxx: Kind = "ataxx".parse().unwrap();
        let picture = graph(&scores, ataxx);
        let line = picture
            .lines()
            .find(|line| line.starts_with("<polyline"))
            .unwrap();
        assert_eq!(line.matches(',').count(), scores.len());
        assert!(picture.contains("3 moves") && picture.contains("red is better"));
    }
}
