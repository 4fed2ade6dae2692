//! Tuning of search parameters by games (SPSA, Spall 1992; with Fishtest's choice of constants).
//!
//! In every round each parameter is increased for one player and decreased for the other, or vice versa, at
//! random. The two play a few games, and all parameters move a little towards the side that won. One round
//! carries almost no information; many rounds together show the right direction, however many parameters
//! there are.
//!
//! # File format
//!
//! A text file. The first line has the settings; then one line for each round, in order: the games that the
//! first player won, drew and lost. Everything else follows from them, so a run can be continued.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};

use parlor_core::random::split_mix;
use parlor_core::think::StopToken;
use parlor_games::{Kind, Spec};
use parlor_measure::Tally;
use parlor_measure::match_runner::{MatchError, MatchSettings, play_match};
use parlor_players::{Configuration, ConfigurationError};
use thiserror::Error;

/// The exponents with which the parameters' steps and the differences between the players decrease from round
/// to round, as recommended by Spall.
const STEP_FALL: f64 = 0.602;
const DIFFERENCE_FALL: f64 = 0.101;
/// The fraction of the run before the steps shrink noticeably.
const SETTLING: f64 = 0.1;

/// A parameter to tune, read from a text such as `reduction_slope=500/80`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The final distance of the players' values above and below it: enough to change who wins.
    pub difference: f64,
}

/// The reason why a text is not a parameter to tune.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected NAME=VALUE/DIFFERENCE such as reduction_slope=500/80, found {0:?}")]
pub struct ParseParameterError(String);

impl std::str::FromStr for Parameter {
    type Err = ParseParameterError;

    fn from_str(text: &str) -> Result<Parameter, ParseParameterError> {
        let read = || {
            let (name, numbers) = text.split_once('=')?;
            let (value, difference) = numbers.split_once('/')?;
            let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
            Some(Parameter {
                name: name.to_owned(),
                value: number(value).filter(|&value| value >= 0.0)?,
                difference: number(difference).filter(|&difference| difference > 0.0)?,
            })
        };
        read().ok_or_else(|| ParseParameterError(text.to_owned()))
    }
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The common configuration of both players, such as `nodes=8000`.
    pub players: String,
    /// The total number of rounds.
    pub rounds: u32,
    /// The number of games per round.
    pub games: u32,
    /// The final step: how far a won game moves a parameter, as a fraction of its difference.
    pub rate: f64,
    /// The seed of the openings and random choices.
    pub seed: u64,
}

/// The reason why a file cannot be continued by this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The first line differs.
    #[error("the file was begun with other settings")]
    OtherSettings,
    /// A line is not a round.
    #[error("line {0} is not the result of a round")]
    NoRound(usize),
}

/// The reason why a round cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TuneError {
    /// The players' configuration is invalid.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// A tuning run.
#[derive(Clone, Debug)]
pub struct Tuning {
    settings: Settings,
    parameters: Vec<Parameter>,
    n_rounds: u32,
}

impl Tuning {
    /// Creates a run that is about to begin.
    pub fn new(settings: Settings, parameters: Vec<Parameter>) -> Tuning {
        Tuning {
            settings,
            parameters,
            n_rounds: 0,
        }
    }

    /// Returns the current parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns the number of rounds played.
    pub fn n_rounds(&self) -> u32 {
        self.n_rounds
    }

    /// Returns the parameters in the form of a player's configuration.
    pub fn values(&self) -> String {
        self.shifted(|_| 0.0)
    }

    /// Returns the first line of the file. Call it before any round is played.
    pub fn header(&self) -> String {
        let Settings {
            players,
            rounds,
            games,
            rate,
            seed,
        } = &self.settings;
        let mut line = format!("players {players} rounds {rounds} games {games} rate {rate} seed {seed}");
        for Parameter {
            name,
            value,
            difference,
        } in &self.parameters
        {
            line.push_str(&format!(" {name}={value}/{difference}"));
        }
        line
    }

    /// Reads the rounds of a file, without an unfinished last line, and returns the number of bytes read.
    pub fn read(&mut self, text: &str) -> Result<usize, FileError> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next() {
            None => return Ok(0),
            Some(first) if first == self.header() => {}
            Some(_) => return Err(FileError::OtherSettings),
        }
        for (index, line) in lines.enumerate() {
            let numbers: Option<Vec<u32>> = line.split(' ').map(|word| word.parse().ok()).collect();
            let Some([wins, draws, losses]) = numbers.as_deref() else {
                return Err(FileError::NoRound(index + 2));
            };
            let n_games: u64 = [wins, draws, losses].map(|&n| u64::from(n)).iter().sum();
            if n_games != u64::from(self.settings.games) {
                return Err(FileError::NoRound(index + 2));
            }
            self.learn(f64::from(*wins) - f64::from(*losses));
        }
        Ok(whole)
    }

    /// Checks that both configurations are valid, before anything is played.
    pub fn check(&self, kind: Kind) -> Result<(), ConfigurationError> {
        self.player(kind, 1.0).map(|_| ())
    }

    /// Plays the remaining rounds and reports the file line of each.
    pub fn play<E: From<TuneError>>(
        &mut self,
        kind: Kind,
        concurrency: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Tuning, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        while self.n_rounds < self.settings.rounds && !stop.load(Ordering::Relaxed) {
            let settings = MatchSettings {
                games: self.settings.games,
                concurrency,
                seed: self.chance(usize::MAX),
                ..MatchSettings::default()
            };
            let Tally {
                wins, draws, losses, ..
            } = self.play_round(kind, &settings)?;
            self.learn(f64::from(wins) - f64::from(losses));
            tell(self, &format!("{wins} {draws} {losses}"))?;
        }
        Ok(())
    }

    fn play_round(&self, kind: Kind, settings: &MatchSettings) -> Result<Tally, TuneError> {
        let (first, second) = (self.player(kind, 1.0)?, self.player(kind, -1.0)?);
        let spec = Spec::default_for(kind);
        Ok(play_match(
            &spec,
            &first,
            &second,
            settings,
            &StopToken::new(),
            &mut |_, _| {},
        )?)
    }

    /// Returns the player on one side (1 or −1) of the parameters.
    fn player(&self, kind: Kind, side: f64) -> Result<Configuration, ConfigurationError> {
        let fall = (f64::from(self.settings.rounds) / f64::from(self.n_rounds + 1)).powf(DIFFERENCE_FALL);
        let text =
            self.shifted(|index| side * self.direction(index) * self.parameters[index].difference * fall);
        Configuration::parse(kind, &format!("{},{text}", self.settings.players))
    }

    fn shifted(&self, shift: impl Fn(usize) -> f64) -> String {
        let value = |(index, parameter): (usize, &Parameter)| {
            format!(
                "{}={}",
                parameter.name,
                (parameter.value + shift(index)).max(0.0).round()
            )
        };
        let values: Vec<String> = self.parameters.iter().enumerate().map(value).collect();
        values.join(",")
    }

    /// Updates the parameters after a round in which the first player won this many games more than it lost.
    fn learn(&mut self, won: f64) {
        let (rounds, round) = (f64::from(self.settings.rounds), f64::from(self.n_rounds + 1));
        let fall = ((SETTLING * rounds + rounds) / (SETTLING * rounds + round)).powf(STEP_FALL);
        // The less the players differ, the more a game contributes.
        let narrowing = (round / rounds).powf(DIFFERENCE_FALL);
        let step = self.settings.rate * fall * narrowing * won;
        for index in 0..self.parameters.len() {
            let direction = self.direction(index);
            let Parameter {
                value, difference, ..
            } = &mut self.parameters[index];
            *value = (*value + step * direction * *difference).max(0.0);
        }
        self.n_rounds += 1;
    }

    /// Returns whether a parameter is greater (1) or less (−1) for the first player in this round.
    fn direction(&self, index: usize) -> f64 {
        if self.chance(index) & 1 == 0 { 1.0 } else { -1.0 }
    }

    fn chance(&self, index: usize) -> u64 {
        let mut state = self.settings.seed;
        for number in [u64::from(self.n_rounds), index as u64] {
            state = split_mix(&mut state) ^ number;
        }
        split_mix(&mut state)
    }
}
