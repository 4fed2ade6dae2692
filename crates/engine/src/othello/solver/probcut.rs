//! How well a shallow search foretells a deep one.

/// How sure a result is to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Confidence {
    Percent73,
    Percent95,
    Exact,
}

impl Confidence {
    /// The level as the table keeps it.
    #[inline(always)]
    pub(super) fn index(self) -> u8 {
        self as u8
    }

    /// The level as a percentage.
    pub(super) fn percent(self) -> u32 {
        match self {
            Confidence::Percent73 => 73,
            Confidence::Percent95 => 95,
            Confidence::Exact => 100,
        }
    }

    // The two-sided quantile of the normal distribution.
    fn quantile(self) -> f32 {
        match self {
            Confidence::Percent73 => 1.1,
            Confidence::Percent95 => 2.0,
            Confidence::Exact => f32::INFINITY,
        }
    }
}

/// A shallow search to try.
pub(super) struct Probe {
    pub(super) depth: u32,
    pub(super) margin: i32,
    pub(super) slack: i32,
}

/// How far a shallow search may be off a deep one, in discs, at one quantile: what it begins with, how it
/// grows with the plies between the two and falls with those of the shallow one. Set by the nodes and time of
/// FFO #40 to #44, scaling the whole by 1, 0.7, 0.6, 0.5 and 0.4: 104, 86, 81, 79 and 84 M nodes.
const ERROR: f32 = 1.2;
const ERROR_PER_PLY_BETWEEN: f32 = 0.1;
const ERROR_PER_SHALLOW_PLY: f32 = 0.04;

/// The least depth that is foretold.
const LEAST_DEPTH: u32 = 5;

/// How near to the bar the evaluation itself must be for the shallow search to be tried.
const SLACK: i32 = 4;

/// The shallow search that may replace one of this depth; about half as deep, of the same parity.
pub(super) fn probe(depth: u32, confidence: Confidence) -> Option<Probe> {
    if depth < LEAST_DEPTH {
        return None;
    }
    let shallow = (depth / 4 * 2 + depth % 2).min(depth - 2);
    let error =
        ERROR + ERROR_PER_PLY_BETWEEN * (depth - shallow) as f32 - ERROR_PER_SHALLOW_PLY * shallow as f32;
    Some(Probe {
        depth: shallow,
        margin: (confidence.quantile() * error).round() as i32,
        slack: SLACK,
    })
}
