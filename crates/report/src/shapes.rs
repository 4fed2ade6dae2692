//! Pictures as lists of simple shapes, which [`svg`](Picture::svg) writes as text and [`raster`](crate::raster) as
//! pixels.

use std::fmt::Write as _;

/// A colour: red, green, blue.
pub(crate) type Paint = [u8; 3];

/// A picture.
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The text for screen readers.
    pub(crate) title: String,
    /// From bottom to top.
    pub(crate) shapes: Vec<Shape>,
}

/// A shape. Lengths are in the units of the picture.
pub(crate) enum Shape {
    Rectangle {
        x: u32,
        y: u32,
        width: u32,
        height: u32,
        corner: u32,
        fill: Paint,
    },
    Disc {
        centre: [u32; 2],
        radius: u32,
        fill: Paint,
        edge: Paint,
    },
    Ring {
        centre: [u32; 2],
        radius: u32,
        stroke: Paint,
        thickness: u32,
    },
    Line {
        from: [u32; 2],
        to: [u32; 2],
        stroke: Paint,
        thickness: u32,
        opacity: f32,
    },
    /// A short text of lower-case letters and digits, centred above its base line.
    Text {
        x: u32,
        base: u32,
        text: String,
        fill: Paint,
    },
}

/// The font size.
pub(crate) const FONT_SIZE: u32 = 12;

impl Picture {
    /// Writes the picture as a stand-alone SVG text.
    pub(crate) fn svg(&self) -> String {
        let Picture { width, height, .. } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"{FONT_SIZE}\">\n<title>{}</title>\n",
            self.title
        );
        for shape in &self.shapes {
            // Writing to a string cannot fail.
            let _ = write_shape(&mut svg, shape);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn write_shape(svg: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Rectangle {
            x,
            y,
            width,
            height,
            corner,
            fill,
        } => writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{corner}\" fill=\"{}\"/>",
            hex(*fill)
        ),
        Shape::Disc {
            centre: [x, y],
            radius,
            fill,
            edge,
        } => writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\"/>",
            hex(*fill),
            hex(*edge)
        ),
        Shape::Ring {
            centre: [x, y],
            radius,
            stroke,
            thickness,
        } => writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thickness}\"/>",
            hex(*stroke)
        ),
        Shape::Line {
            from: [from_x, from_y],
            to: [x, y],
            stroke,
            thickness,
            opacity,
        } => writeln!(
            svg,
            "<path d=\"M{from_x} {from_y}L{x} {y}\" stroke=\"{}\" stroke-width=\"{thickness}\" stroke-opacity=\"{opacity}\"/>",
            hex(*stroke)
        ),
        Shape::Text { x, base, text, fill } => writeln!(
            svg,
            "<text x=\"{x}\" y=\"{base}\" text-anchor=\"middle\" fill=\"{}\">{text}</text>",
            hex(*fill)
        ),
    }
}

fn hex([red, green, blue]: Paint) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
