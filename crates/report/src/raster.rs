//! Draws pictures as pixels, in a PNG file.
//!
//! Our pictures need five shapes and a few letters. A library for all of SVG would bring parsers, fonts and text
//! shaping, which are too large for this. So this module draws the shapes itself, by the distance of each pixel
//! from them. The file is compressed with two kinds of matches: the previous pixel, and the row above.

mod letters;
mod pack;

use crate::shapes::{FONT_SIZE, Paint, Picture, Shape};
use letters::{COLUMNS, ROWS, letter};

/// Draws a picture with this many pixels per unit, as a PNG file.
pub(crate) fn png(picture: &Picture, scale: u32) -> Vec<u8> {
    let mut canvas = Canvas {
        width: picture.width * scale,
        height: picture.height * scale,
        scale: scale as f32,
        pixels: Vec::new(),
    };
    // The background is white.
    canvas.pixels = vec![[255; 3]; (canvas.width * canvas.height) as usize];
    for shape in &picture.shapes {
        canvas.draw(shape);
    }
    pack::png(canvas.width, canvas.height, &canvas.pixels)
}

struct Canvas {
    width: u32,
    height: u32,
    scale: f32,
    pixels: Vec<Paint>,
}

type Point = [f32; 2];

fn point([x, y]: [u32; 2]) -> Point {
    [x as f32, y as f32]
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Rectangle {
                x,
                y,
                width,
                height,
                corner,
                fill,
            } => {
                let (low, high) = (point([*x, *y]), point([x + width, y + height]));
                let corner = *corner as f32;
                let away = |[x, y]: Point| {
                    let beyond = [(x, low[0], high[0]), (y, low[1], high[1])]
                        .map(|(at, low, high)| (low + corner - at).max(at - high + corner));
                    let [across, down] = beyond;
                    across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0) - corner
                };
                self.fill(low, high, *fill, 1.0, away);
            }
            Shape::Disc {
                centre,
                radius,
                fill,
                edge,
            } => {
                let (centre, radius) = (point(*centre), *radius as f32);
                let box_of = |reach: f32| (centre.map(|at| at - reach), centre.map(|at| at + reach));
                let away = |[x, y]: Point| (x - centre[0]).hypot(y - centre[1]);
                let (low, high) = box_of(radius);
                self.fill(low, high, *fill, 1.0, |at| away(at) - radius);
                let (low, high) = box_of(radius + 1.0);
                self.fill(low, high, *edge, 1.0, |at| (away(at) - radius).abs() - 0.5);
            }
            Shape::Ring {
                centre,
                radius,
                stroke,
                thickness,
            } => {
                let (centre, radius, half) = (point(*centre), *radius as f32, *thickness as f32 / 2.0);
                let reach = radius + half;
                self.fill(
                    centre.map(|at| at - reach),
                    centre.map(|at| at + reach),
                    *stroke,
                    1.0,
                    |[x, y]| ((x - centre[0]).hypot(y - centre[1]) - radius).abs() - half,
                );
            }
            Shape::Line {
                from,
                to,
                stroke,
                thickness,
                opacity,
            } => {
                let (from, to, half) = (point(*from), point(*to), *thickness as f32 / 2.0);
                let low = [0, 1].map(|axis| from[axis].min(to[axis]) - half);
                let high = [0, 1].map(|axis| from[axis].max(to[axis]) + half);
                let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(f32::EPSILON);
                let along = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
                self.fill(low, high, *stroke, *opacity, |[x, y]| {
                    // As in SVG with butt caps, a line does not extend beyond its ends.
                    let [x, y] = [x - from[0], y - from[1]];
                    let on = x * along[0] + y * along[1];
                    let beside = (x * along[1] - y * along[0]).abs();
                    (-on).max(on - length).max(beside - half)
                });
            }
            Shape::Text { x, base, text, fill } => {
                // The size of a dot of a letter: seven of them are as high as a digit.
                let dot = FONT_SIZE as f32 * 0.72 / ROWS as f32;
                let step = (COLUMNS + 1) as f32 * dot;
                let mut left = *x as f32 - (text.chars().count() as f32 * step - dot) / 2.0;
                let top = *base as f32 - ROWS as f32 * dot;
                for name in text.chars() {
                    for (row, dots) in letter(name).iter().enumerate() {
                        for column in (0..COLUMNS).filter(|column| dots >> (COLUMNS - 1 - column) & 1 == 1) {
                            let low = [left + column as f32 * dot, top + row as f32 * dot];
                            let high = low.map(|at| at + dot);
                            self.fill(low, high, *fill, 1.0, |[x, y]| {
                                let across = (low[0] - x).max(x - high[0]);
                                across.max(low[1] - y).max(y - high[1])
                            });
                        }
                    }
                    left += step;
                }
            }
        }
    }

    /// Paints the inside of a shape. `away` returns the signed distance of a point from the shape, negative inside.
    /// Pixels on the edge are painted in proportion.
    fn fill(&mut self, low: Point, high: Point, paint: Paint, opacity: f32, away: impl Fn(Point) -> f32) {
        let first = |at: f32| (at * self.scale - 1.0).max(0.0) as u32;
        let end = |at: f32, most: u32| ((at * self.scale + 2.0).max(0.0) as u32).min(most);
        for y in first(low[1])..end(high[1], self.height) {
            for x in first(low[0])..end(high[0], self.width) {
                let middle = [x, y].map(|at| (at as f32 + 0.5) / self.scale);
                let share = (0.5 - away(middle) * self.scale).clamp(0.0, 1.0) * opacity;
                if share > 0.0 {
                    let pixel = &mut self.pixels[(y * self.width + x) as usize];
                    for (old, new) in pixel.iter_mut().zip(paint) {
                        let mixed = f32::from(*old) * (1.0 - share) + f32::from(new) * share;
                        *old = mixed.round() as u8;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The width and the pixels of a PNG file of ours.
    pub(crate) fn pixels(file: &[u8]) -> (u32, Vec<Paint>) {
        pack::tests::unpacked(file)
    }

    #[test]
    fn shapes_cover_their_insides_and_nothing_else() {
        let white = [255; 3];
        let (ink, edge) = ([10, 20, 30], [90, 90, 90]);
        let picture = Picture {
            width: 40,
            height: 20,
            title: String::new(),
            shapes: vec![
                Shape::Disc {
                    centre: [10, 10],
                    radius: 6,
                    fill: ink,
                    edge,
                },
                Shape::Line {
                    from: [20, 10],
                    to: [36, 10],
                    stroke: ink,
                    thickness: 4,
                    opacity: 0.5,
                },
                Shape::Text {
                    x: 30,
                    base: 19,
                    text: "1".to_owned(),
                    fill: ink,
                },
            ],
        };
        let (width, image) = pixels(&png(&picture, 3));
        assert_eq!((width, image.len()), (120, 120 * 60));
        let at = |x: u32, y: u32| image[(3 * y * width + 3 * x) as usize];
        assert_eq!((at(10, 10), at(1, 1), at(18, 10)), (ink, white, white));
        assert_eq!(image[(3 * 10 * width + 3 * 4) as usize], edge);
        // Half-opaque ink mixes with the background.
        assert_eq!((at(28, 10), at(28, 14)), ([133, 138, 143], white));
        let is_inked = |x: u32| (36..57).any(|y| image[(y * width + x) as usize] == ink);
        assert!((84..96).any(is_inked), "the digit is there");
    }
}
