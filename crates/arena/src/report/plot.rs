//! Plots as inline SVG, in the colours of the page.

use std::fmt::Write as _;

use super::html::escaped;

/// Colours that colour-blind readers can tell apart, on light and dark backgrounds.
const COLORS: [&str; 8] = [
    "#2563a8", "#c8553d", "#2f8f6b", "#8a5fb4", "#b98a1d", "#3b9fb3", "#b5487d", "#77808d",
];

/// Plots a value with its error for each name, as dots with whiskers.
pub(super) fn whiskers(page: &mut String, label: &str, rows: &[(String, f64, f64)]) {
    const ROW: f64 = 26.0;
    const LEFT: f64 = 190.0;
    const WIDTH: f64 = 620.0;
    let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
    let reach = rows
        .iter()
        .map(|(_, value, error)| finite(*value).abs() + finite(*error).min(400.0))
        .fold(50.0, f64::max);
    let step = nice_step(reach / 3.0);
    let reach = (reach / step).ceil() * step;
    let x = |value: f64| LEFT + WIDTH / 2.0 * (1.0 + value.clamp(-reach, reach) / reach);
    let height = ROW * rows.len() as f64 + 30.0;
    begin(page, label, LEFT + WIDTH + 30.0, height);
    let n_ticks = (reach / step).round() as i32;
    for tick in -n_ticks..=n_ticks {
        let value = f64::from(tick) * step;
        let _ = write!(
            page,
            "<line class=\"grid\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"0\" y2=\"{1}\"/>\
            <text class=\"dim\" x=\"{0:.1}\" y=\"{2}\" text-anchor=\"middle\">{3}</text>",
            x(value),
            height - 26.0,
            height - 8.0,
            if tick == 0 {
                "0".to_owned()
            } else {
                format!("{value:+.0}")
            },
        );
    }
    for (index, (name, value, error)) in rows.iter().enumerate() {
        let (value, error) = (finite(*value), finite(*error));
        let y = ROW * (index as f64 + 0.5);
        let color = COLORS[0];
        let _ = write!(
            page,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\" \
            stroke=\"{color}\" stroke-width=\"2.5\" stroke-linecap=\"round\" stroke-opacity=\".55\"/>\
            <circle cx=\"{:.1}\" cy=\"{y}\" r=\"5.5\" fill=\"{color}\"><title>{value:+.0} ± {error:.0}</title></circle>",
            LEFT - 12.0,
            y + 4.0,
            escaped(&shortened(name)),
            x(value - error),
            x(value + error),
            x(value),
        );
    }
    page.push_str("</svg>");
}

/// A curve, with an error band if it has one.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<f64>,
    /// Half the width of the band at every point.
    pub(super) band: Option<Vec<f64>>,
}

/// Plots curves over a common number of steps, with dashed horizontal lines at `marks`.
pub(super) fn curves(page: &mut String, label: &str, curves: &[Curve], marks: &[f64], n_steps: usize) {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 280.0;
    const LEFT: f64 = 56.0;
    // The first points are noisy: they must not set the scale.
    let settled = n_steps / 20;
    let values = curves
        .iter()
        .flat_map(|curve| curve.points.iter().skip(settled).copied())
        .chain(marks.iter().copied())
        .filter(|value| value.is_finite());
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let step = nice_step((high - low).max(1e-6) / 4.0);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let span = (high - low).max(1e-9);
    let y = |value: f64| 12.0 + HEIGHT * (high - value.clamp(low, high)) / span;
    let x = |index: usize| LEFT + WIDTH * (index + 1) as f64 / n_steps.max(1) as f64;
    begin(page, label, LEFT + WIDTH + 150.0, HEIGHT + 44.0);
    let n_ticks = (span / step).round() as i32;
    for tick in 0..=n_ticks {
        let value = low + f64::from(tick) * step;
        let _ = write!(
            page,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{1}\" y1=\"{0:.1}\" y2=\"{0:.1}\"/>\
            <text class=\"dim\" x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{4}</text>",
            y(value),
            LEFT + WIDTH,
            LEFT - 8.0,
            y(value) + 4.0,
            if step < 1.0 {
                format!("{value:.2}")
            } else {
                format!("{value:.0}")
            },
        );
    }
    for &mark in marks {
        let _ = write!(
            page,
            "<line x1=\"{LEFT}\" x2=\"{1}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"currentColor\" stroke-dasharray=\"5 4\" \
            stroke-opacity=\".6\"/>",
            y(mark),
            LEFT + WIDTH,
        );
    }
    let _ = write!(
        page,
        "<text class=\"dim\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{n_steps}</text>",
        LEFT + WIDTH,
        HEIGHT + 34.0,
    );
    // More points than pixels would only make the page larger.
    let stride = n_steps.div_ceil(WIDTH as usize).max(1);
    let mut label_ys: Vec<f64> = Vec::new();
    for (number, curve) in curves.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let kept = || {
            let n = curve.points.len();
            (0..n).filter(move |&index| {
                (index % stride == 0 || index + 1 == n) && curve.points[index].is_finite()
            })
        };
        if let Some(band) = &curve.band {
            let edge = |index: usize, sign: f64| {
                let error = band.get(index).copied().filter(|error| error.is_finite());
                let value = curve.points[index] + sign * error.unwrap_or(span);
                format!("{:.1},{:.1}", x(index), y(value))
            };
            let there = kept().map(|index| edge(index, 1.0));
            let kept: Vec<usize> = kept().collect();
            let back = kept.iter().rev().map(|&index| edge(index, -1.0));
            let outline: Vec<String> = there.chain(back).collect();
            let _ = write!(
                page,
                "<polygon points=\"{}\" fill=\"{color}\" fill-opacity=\".15\"/>",
                outline.join(" ")
            );
        }
        let line: Vec<String> = kept()
            .map(|index| format!("{:.1},{:.1}", x(index), y(curve.points[index])))
            .collect();
        let _ = write!(
            page,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>",
            line.join(" ")
        );
        if let Some(&last) = curve.points.last().filter(|last| last.is_finite()) {
            let mut at = y(last) + 4.0;
            // Move labels down until they do not overlap.
            while let Some(taken) = label_ys.iter().find(|taken| (**taken - at).abs() < 15.0) {
                at = taken + 15.0;
            }
            label_ys.push(at);
            let _ = write!(
                page,
                "<text x=\"{}\" y=\"{at:.1}\" style=\"fill:{color}\">{}</text>",
                LEFT + WIDTH + 8.0,
                escaped(&shortened(&curve.name)),
            );
        }
    }
    page.push_str("</svg>");
}

/// Plots a bar for each name.
pub(super) fn bars(page: &mut String, label: &str, rows: &[(String, u64)]) {
    const ROW: f64 = 26.0;
    const LEFT: f64 = 130.0;
    const WIDTH: f64 = 280.0;
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1) as f64;
    begin(page, label, LEFT + WIDTH + 70.0, ROW * rows.len() as f64 + 4.0);
    for (index, (name, count)) in rows.iter().enumerate() {
        let y = ROW * index as f64 + 3.0;
        let width = (WIDTH * *count as f64 / most).max(1.0);
        let _ = write!(
            page,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><rect x=\"{LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"18\" \
            rx=\"3\" fill=\"{}\"/><text class=\"dim\" x=\"{:.1}\" y=\"{}\">{count}</text>",
            LEFT - 10.0,
            y + 14.0,
            escaped(&shortened(name)),
            COLORS[0],
            LEFT + width + 8.0,
            y + 14.0,
        );
    }
    page.push_str("</svg>");
}

fn begin(page: &mut String, label: &str, width: f64, height: f64) {
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<svg role=\"img\" aria-label=\"{0}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\"><title>{0}</title>",
        escaped(label),
    );
}

/// Rounds up to 1, 2 or 5 times a power of ten.
fn nice_step(wanted: f64) -> f64 {
    let power = 10f64.powf(wanted.max(1e-9).log10().floor());
    let digits = [1.0, 2.0, 5.0, 10.0];
    let digit = digits.into_iter().find(|digit| digit * power >= wanted * 0.999);
    digit.unwrap_or(10.0) * power
}

fn shortened(name: &str) -> String {
    const LONGEST: usize = 22;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    let kept: String = name.chars().take(LONGEST - 1).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_steps_are_round_numbers() {
        for (wanted, step) in [(0.3, 0.5), (1.0, 1.0), (3.0, 5.0), (17.0, 20.0), (130.0, 200.0)] {
            assert!((nice_step(wanted) - step).abs() < 1e-9, "{wanted}");
        }
    }

    #[test]
    fn infinite_numbers_never_reach_the_page() {
        let mut page = String::new();
        whiskers(
            &mut page,
            "a",
            &[
                ("x".into(), f64::INFINITY, f64::INFINITY),
                ("y".into(), 1.0, f64::NAN),
            ],
        );
        let odd = Curve {
            name: "<x>".into(),
            points: vec![f64::INFINITY, f64::NAN, 3.0],
            band: Some(vec![f64::INFINITY, 1.0, 2.0]),
        };
        curves(&mut page, "b", &[odd], &[0.0], 3);
        curves(&mut page, "c", &[], &[], 0);
        bars(&mut page, "d", &[("none".into(), 0)]);
        for wrong in ["inf", "NaN", "<x>"] {
            assert!(!page.contains(wrong), "{wrong}:\n{page}");
        }
    }
}
