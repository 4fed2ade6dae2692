//! The options of a sequential test, which `match` and `arena play` share.

use clap::Args;
use parlor_measure::sprt::{Model, Sprt};

use super::misuse;

/// The arguments of a sequential test.
#[derive(Args, Debug)]
pub(crate) struct SprtArguments {
    /// Stop early by a sequential test of two hypotheses about the first player's advantage, in Elo: 0,5
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Error rate of the test in both directions, unless --alpha or --beta is given
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    sprt_error: f64,
    /// False positive rate: how often to accept a change that gains nothing [default: --sprt-error]
    #[arg(long, requires = "sprt")]
    alpha: Option<f64>,
    /// False negative rate: how often to reject a change that gains enough [default: --sprt-error]
    #[arg(long, requires = "sprt")]
    beta: Option<f64>,
    /// State the hypotheses in logistic Elo instead of normalised Elo
    #[arg(long, requires = "sprt")]
    logistic: bool,
}

impl SprtArguments {
    /// The test, if one was requested.
    pub(crate) fn test(&self) -> anyhow::Result<Option<Sprt>> {
        let Some(text) = &self.sprt else {
            return Ok(None);
        };
        let [elo0, elo1] = super::arena::numbers(text)?;
        let alpha = self.alpha.unwrap_or(self.sprt_error);
        let beta = self.beta.unwrap_or(self.sprt_error);
        let is_error = |error: f64| error > 0.0 && error < 0.5;
        if elo0 >= elo1 || !is_error(alpha) || !is_error(beta) {
            return Err(misuse(
                "a sequential test needs ELO0 below ELO1 and errors between 0 and 0.5",
            ));
        }
        let model = if self.logistic {
            Model::Logistic
        } else {
            Model::Normalised
        };
        Ok(Some(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        }))
    }
}
