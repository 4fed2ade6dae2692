//! The agreements of the players before a game.

use parlor_core::Color;
use thiserror::Error;

use crate::any::{AnyRecord, NewGameError};
use crate::ataxx::AtaxxTerms;
#[cfg(feature = "fourth-game")]
use crate::clobber::ClobberTerms;
use crate::kind::{Kind, listed};
use crate::loa::LoaTerms;
use crate::othello::OthelloTerms;
use crate::playable::Cell;

/// The agreements of the players before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spec {
    /// A game of Othello.
    Othello(OthelloTerms),
    /// A game of Ataxx.
    Ataxx(AtaxxTerms),
    /// A game of Lines of Action.
    Loa(LoaTerms),
    /// A game of Clobber.
    #[cfg(feature = "fourth-game")]
    Clobber(ClobberTerms),
}

/// The reason why texts do not specify a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseSpecError {
    /// The game has no such rules.
    #[error("{kind} has no rules “{}”: {known} are known", text.escape_default())]
    Rules {
        /// The game.
        kind: Kind,
        /// The requested rules.
        text: String,
        /// The available rules.
        known: String,
    },
    /// The size is not valid for Othello.
    #[error(transparent)]
    Size(#[from] parlor_othello::SizeError),
    /// The text is not a block pattern.
    #[error(transparent)]
    Blocks(#[from] parlor_ataxx::ParseBlocksError),
    /// The text is not a move limit.
    #[error("“{}” is not a number of moves", .0.escape_default())]
    MoveLimit(String),
}

/// The agreements of one game, and the games that begin with them.
pub(crate) trait Terms: Copy {
    /// Returns the code of the rule set.
    fn rules_code(self) -> &'static str;

    /// Chooses a rule set by its index in the descriptor.
    fn set_rules(&mut self, index: usize);

    /// Sets an agreement other than the rule set. Names that the game does not use are ignored.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParseSpecError>;

    /// Returns the agreements other than the rule set that differ from the default, by name, as
    /// [`Terms::set`] takes them.
    fn non_defaults(self) -> Vec<(&'static str, String)>;

    /// Returns the same agreements, with the size of the board adapted to a position's text.
    fn fitting(self, _text: &str) -> Self {
        self
    }

    /// Creates a game from its start.
    fn start(self) -> Result<AnyRecord, NewGameError>;

    /// Creates a game that begins with this position, in the text form of its game.
    fn read(self, text: &str) -> Result<AnyRecord, NewGameError>;

    /// Creates a game that begins with these squares, row by row from the top.
    fn place(self, cells: &[Cell], turn: Color) -> Result<AnyRecord, NewGameError>;
}

/// Evaluates an expression with `$terms` bound to the terms of the game.
macro_rules! each_terms {
    ($spec:expr, $terms:ident => $result:expr) => {
        match $spec {
            Spec::Othello($terms) => $result,
            Spec::Ataxx($terms) => $result,
            Spec::Loa($terms) => $result,
            #[cfg(feature = "fourth-game")]
            Spec::Clobber($terms) => $result,
        }
    };
}

impl Spec {
    /// Returns the default agreements of a game.
    pub fn default_for(kind: Kind) -> Spec {
        match kind {
            Kind::Othello => Spec::Othello(OthelloTerms::default()),
            Kind::Ataxx => Spec::Ataxx(AtaxxTerms::default()),
            Kind::Loa => Spec::Loa(LoaTerms::default()),
            #[cfg(feature = "fourth-game")]
            Kind::Clobber => Spec::Clobber(ClobberTerms),
        }
    }

    /// Returns the kind of game.
    pub const fn kind(&self) -> Kind {
        match self {
            Spec::Othello(_) => Kind::Othello,
            Spec::Ataxx(_) => Kind::Ataxx,
            Spec::Loa(_) => Kind::Loa,
            #[cfg(feature = "fourth-game")]
            Spec::Clobber(_) => Kind::Clobber,
        }
    }

    /// Returns the name of the rule set.
    pub fn rules_name(&self) -> &'static str {
        each_terms!(self, terms => terms.rules_code())
    }

    /// Returns the same game with another rule set.
    pub fn with_rules(mut self, name: &str) -> Result<Spec, ParseSpecError> {
        let kind = self.kind();
        let descriptor = kind.descriptor();
        let index = descriptor.rule_set(name).ok_or_else(|| ParseSpecError::Rules {
            kind,
            text: name.chars().take(40).collect(),
            known: listed(descriptor.rule_sets.iter().copied()),
        })?;
        each_terms!(&mut self, terms => terms.set_rules(index));
        Ok(self)
    }

    /// Returns the same game with one more agreement by name (`rules`, `size`, `blocks`, `limit`). Names that
    /// the game does not use are ignored.
    pub fn with(mut self, name: &str, value: &str) -> Result<Spec, ParseSpecError> {
        if name.eq_ignore_ascii_case("rules") {
            return self.with_rules(value);
        }
        each_terms!(&mut self, terms => terms.set(name, value)?);
        Ok(self)
    }

    /// Returns the same game on a board of the size of this position, if its text determines it.
    #[must_use]
    pub fn fitting(mut self, text: &str) -> Spec {
        each_terms!(&mut self, terms => *terms = terms.fitting(text));
        self
    }

    /// Returns the agreements that differ from the default, by name. Reading them with [`Spec::with`] gives
    /// this value back.
    pub fn agreements(&self) -> Vec<(&'static str, String)> {
        let rules = self.rules_name();
        let is_default = self.kind().descriptor().rule_sets[0] == rules;
        let rules = (!is_default).then(|| ("rules", rules.to_owned()));
        let others = each_terms!(self, terms => terms.non_defaults());
        rules.into_iter().chain(others).collect()
    }

    pub(crate) fn start(&self) -> Result<AnyRecord, NewGameError> {
        each_terms!(self, terms => terms.start())
    }

    pub(crate) fn read(&self, text: &str) -> Result<AnyRecord, NewGameError> {
        each_terms!(self, terms => terms.read(text))
    }

    pub(crate) fn place(&self, cells: &[Cell], turn: Color) -> Result<AnyRecord, NewGameError> {
        each_terms!(self, terms => terms.place(cells, turn))
    }
}
