//! How well a shallow search predicts a deep one.

/// The confidence of a result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Confidence {
    Percent73,
    Percent95,
    Exact,
}

impl Confidence {
    /// Returns the level as the table stores it.
    #[inline(always)]
    pub(super) fn index(self) -> u8 {
        self as u8
    }

    /// Returns the level as a percentage.
    pub(super) fn percent(self) -> u32 {
        match self {
            Confidence::Percent73 => 73,
            Confidence::Percent95 => 95,
            Confidence::Exact => 100,
        }
    }

    // Returns the two-sided quantile of the normal distribution.
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

/// The error of a shallow search relative to a deep one, in discs, at one quantile: the base value, its
/// growth with the plies between the two and its decrease with those of the shallow one. Set by the nodes and
/// time of FFO #40 to #44, scaling the whole by 1, 0.7, 0.6, 0.5 and 0.4: 104, 86, 81, 79 and 84 M nodes.
const ERROR: f32 = 1.2;
const ERROR_PER_PLY_BETWEEN: f32 = 0.1;
const ERROR_PER_SHALLOW_PLY: f32 = 0.04;

/// The minimum depth that is predicted.
const LEAST_DEPTH: u32 = 5;

/// How close to the threshold the evaluation itself must be to try the shallow search.
const SLACK: i32 = 4;

/// Returns the shallow search that may replace one of this depth: about half as deep, of the same parity.
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
