//! The named openings of Othello.
//!
//! Every line begins with c4; the other three first moves are symmetric images of it. A name belongs to the
//! position at the end of its line, however a game reached it.

use crate::opening::NamedLine;

pub(super) const OPENINGS: &[NamedLine] = &[
    line("Diagonal", "c4 c3"),
    line("X-Square", "c4 c3 d3 c5 b2"),
    also("Snake", "Peasant", "c4 c3 d3 c5 b3"),
    line("Lysons", "c4 c3 d3 c5 b3 f3"),
    also(
        "Pyramid",
        "Checkerboarding Peasant",
        "c4 c3 d3 c5 b3 f4 b5 b4 c6 d6 f5",
    ),
    also("Heath", "Tobidashi", "c4 c3 d3 c5 b4"),
    line("Mimura Variation II", "c4 c3 d3 c5 b4 d2 c2 f4 d6 c6 f5 e6 f7"),
    line("Heath-Bat", "c4 c3 d3 c5 b4 d2 d6"),
    line("Iwasaki Variation", "c4 c3 d3 c5 b4 d2 e2"),
    also("Heath-Chimney", "Mass-Turning", "c4 c3 d3 c5 b4 e3"),
    line("Raccoon Dog", "c4 c3 d3 c5 b5"),
    line("Rocket", "c4 c3 d3 c5 b6"),
    line("Hamilton", "c4 c3 d3 c5 b6 c6 b5"),
    line("Lollipop", "c4 c3 d3 c5 b6 e3"),
    line("Cow", "c4 c3 d3 c5 d6"),
    line("Chimney", "c4 c3 d3 c5 d6 e3"),
    also("Cow-Bat", "Cambridge", "c4 c3 d3 c5 d6 f4 b4"),
    line("Bat (Piau Continuation 2)", "c4 c3 d3 c5 d6 f4 b4 b6 b5 c6 b3"),
    also(
        "Melnikov",
        "Bat (Piau Continuation 1)",
        "c4 c3 d3 c5 d6 f4 b4 b6 b5 c6 f5",
    ),
    line(
        "Bat (Kling Continuation)",
        "c4 c3 d3 c5 d6 f4 b4 c6 b5 b3 b6 e3 c2 a4 a5 a6 d2",
    ),
    line("Bat (Kling Alternative)", "c4 c3 d3 c5 d6 f4 b4 e3 b3"),
    line("Rose-v-Toth", "c4 c3 d3 c5 d6 f4 f5"),
    line("Tanida", "c4 c3 d3 c5 d6 f4 f5 d2"),
    also("Aircraft", "Feldborg", "c4 c3 d3 c5 d6 f4 f5 d2 b5"),
    line("Sailboat", "c4 c3 d3 c5 d6 f4 f5 d2 g4 d7"),
    line("Maruoka", "c4 c3 d3 c5 d6 f4 f5 e6 c6 d7"),
    line("Landau", "c4 c3 d3 c5 d6 f4 f5 e6 f6"),
    also("Buffalo", "Kenichi Variation", "c4 c3 d3 c5 f6"),
    line("Maruoka Buffalo", "c4 c3 d3 c5 f6 e2 c6"),
    line("Tanida Buffalo", "c4 c3 d3 c5 f6 e3 c6 f5 f4 g5"),
    line("Hokuriku Buffalo", "c4 c3 d3 c5 f6 f5"),
    line("Wing Variation", "c4 c3 e6 c5"),
    line("Semi-Wing Variation", "c4 c3 f5 c5"),
    also("Parallel", "Mouse", "c4 c5"),
    line("Perpendicular", "c4 e3"),
    line("Sheep", "c4 e3 f3"),
    line("Rabbit", "c4 e3 f4 c5 d6"),
    line("Mimura", "c4 e3 f4 c5 d6 e6"),
    also("Shaman", "Danish", "c4 e3 f4 c5 d6 f3 c6"),
    line("Inoue", "c4 e3 f4 c5 d6 f3 d3"),
    line("Iago", "c4 e3 f4 c5 d6 f3 d3 c3"),
    line("Bhagat", "c4 e3 f4 c5 d6 f3 e2"),
    line("Rose", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2"),
    line("Flat", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5"),
    line("Rotating Flat", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5 f5"),
    line("Murakami Variation", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5 f5 b3"),
    line(
        "Rotating Flat (Kling Continuation)",
        "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5 f5 b4 f6 c2 e7 d2 c7",
    ),
    line("Rose-Birth", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5"),
    line("Brightstein", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5 b4 f6 g5 d7"),
    also(
        "Rose-Birdie",
        "Rose-Tamenori",
        "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5 g5",
    ),
    line("Rose-Tamenori-Kling", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5 g5 f6"),
    also("Greenberg", "Dawg", "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 d2"),
    line("Ralle", "c4 e3 f4 c5 d6 f3 e6 c6"),
    line("Horse", "c4 e3 f4 c5 e6"),
    line("Rooster", "c4 e3 f4 g5"),
    also("Ganglion", "No-Cat", "c4 e3 f5 b4"),
    line("Swallow", "c4 e3 f5 b4 f3"),
    line("No-Cat (Continuation)", "c4 e3 f5 b4 f3 f4 e2 e6 g5 f6 d6 c6"),
    line("Italian", "c4 e3 f5 e6 d3"),
    line("Cat", "c4 e3 f5 e6 f4"),
    line("Sakaguchi", "c4 e3 f5 e6 f4 c5 d6 c6 f7 f3"),
    line("Berner", "c4 e3 f5 e6 f4 c5 d6 c6 f7 g5 g6"),
    line("Bent Ganglion", "c4 e3 f6 b4"),
    line("Tiger", "c4 e3 f6 e6 f5"),
    line("Stephenson", "c4 e3 f6 e6 f5 c5 c3"),
    line("No-Kung", "c4 e3 f6 e6 f5 c5 c3 b4"),
    line(
        "No-Kung (Continuation)",
        "c4 e3 f6 e6 f5 c5 c3 b4 d6 c6 b5 a6 b6 c7",
    ),
    line("Comp'Oth", "c4 e3 f6 e6 f5 c5 c3 c6"),
    line(
        "F.A.T. Draw",
        "c4 e3 f6 e6 f5 c5 c3 c6 d3 d2 e2 b3 c1 c2 b4 a3 a5 b5 a6 a4 a2",
    ),
    line("Lightning Bolt", "c4 e3 f6 e6 f5 c5 c3 c6 d6"),
    line("Kung", "c4 e3 f6 e6 f5 c5 c3 g5"),
    line("Leader's Tiger", "c4 e3 f6 e6 f5 c5 d3"),
    line("Brightwell", "c4 e3 f6 e6 f5 c5 d6"),
    line("Ishii", "c4 e3 f6 e6 f5 c5 f4 g5 g4 f3 c6 d3 d6"),
    line(
        "Mainline Tiger",
        "c4 e3 f6 e6 f5 c5 f4 g5 g4 f3 c6 d3 d6 b3 c3 b4 e2 b6",
    ),
    line("Rose-Bill", "c4 e3 f6 e6 f5 c5 f4 g6 f7"),
    line("Tamenori", "c4 e3 f6 e6 f5 c5 f4 g6 f7 d3"),
    also("Central Rose-Bill", "Dead Draw", "c4 e3 f6 e6 f5 c5 f4 g6 f7 g5"),
    also("Aubrey", "Tanaka", "c4 e3 f6 e6 f5 g6"),
    line("Aubrey (Feldborg Continuation)", "c4 e3 f6 e6 f5 g6 e7 c5"),
];

const fn line(name: &'static str, moves: &'static str) -> NamedLine {
    also(name, "", moves)
}

const fn also(name: &'static str, also: &'static str, moves: &'static str) -> NamedLine {
    NamedLine { name, also, moves }
}
