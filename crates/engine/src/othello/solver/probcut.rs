//! How well a shallow search foretells a deep one.

/// How sure a result is to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Confidence {
    Percent73,
    Percent95,
    Percent99,
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
            Confidence::Percent99 => 99,
            Confidence::Exact => 100,
        }
    }

    // The two-sided quantile of the normal distribution.
    fn quantile(self) -> f32 {
        match self {
            Confidence::Percent73 => 1.1,
            Confidence::Percent95 => 2.0,
            Confidence::Percent99 => 2.6,
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

/// The standard deviation of the difference between two searches.
fn sigma(n_empties: u32, shallow: u32, deep: u32) -> f32 {
    let _ = n_empties;
    let base = 3.0 + 0.25 * (deep - shallow) as f32 - 0.1 * shallow as f32;
    if deep >= n_empties { base * 1.5 } else { base }
}

pub(super) fn probe(n_empties: u32, depth: u32, confidence: Confidence) -> Option<Probe> {
    if depth < 5 {
        return None;
    }
    let shallow = (depth / 4) * 2 + depth % 2;
    let shallow = shallow.min(depth - 2);
    let sigma = sigma(n_empties, shallow, depth);
    let margin = (confidence.quantile() * sigma).round() as i32;
    Some(Probe {
        depth: shallow,
        margin,
        slack: 4,
    })
}
