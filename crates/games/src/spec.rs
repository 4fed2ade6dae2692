//! What the players agreed on before a game.

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

/// What the players agreed on before a game.
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

/// Why texts do not specify a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseSpecError {
    /// The game has no such rules.
    #[error("{kind} has no rules “{}”: {known} are known", text.escape_default())]
    Rules {
        /// The game.
        kind: Kind,
        /// What was asked for.
        text: String,
        /// What there is.
        known: String,
    },
    /// A size that no board of Othello can have.
    #[error(transparent)]
    Size(#[from] parlor_othello::SizeError),
    /// Not a pattern of blocks.
    #[error(transparent)]
    Blocks(#[from] parlor_ataxx::ParseBlocksError),
    /// Not a limit on the moves.
    #[error("“{}” is not a number of moves", .0.escape_default())]
    MoveLimit(String),
}

/// What can be agreed on about one game, and the games that begin so.
pub(crate) trait Terms: Copy {
    /// The code of the rule set.
    fn rules_code(self) -> &'static str;

    /// Chooses a rule set by its place in the descriptor.
    fn set_rules(&mut self, index: usize);

    /// Agrees on something besides the rule set. Names that do not concern the game change nothing.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParseSpecError>;

    /// What is not usual besides the rule set, by name, as [`Terms::set`] takes it.
    fn unusual(self) -> Vec<(&'static str, String)>;

    /// The same, but for the size of the board where a position's text has another.
    fn fitting(self, _text: &str) -> Self {
        self
    }

    /// A game from its start.
    fn start(self) -> Result<AnyRecord, NewGameError>;

    /// A game that begins with this position, in the text form of its game.
    fn read(self, text: &str) -> Result<AnyRecord, NewGameError>;

    /// A game that begins with these squares, row by row from the top.
    fn place(self, cells: &[Cell], turn: Color) -> Result<AnyRecord, NewGameError>;
}

/// Evaluates an expression with `$terms` bound to the terms of whichever game it is.
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
    /// The usual game.
    pub fn usual(kind: Kind) -> Spec {
        match kind {
            Kind::Othello => Spec::Othello(OthelloTerms::default()),
            Kind::Ataxx => Spec::Ataxx(AtaxxTerms::default()),
            Kind::Loa => Spec::Loa(LoaTerms::default()),
            #[cfg(feature = "fourth-game")]
            Kind::Clobber => Spec::Clobber(ClobberTerms),
        }
    }

    /// Which game it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Spec::Othello(_) => Kind::Othello,
            Spec::Ataxx(_) => Kind::Ataxx,
            Spec::Loa(_) => Kind::Loa,
            #[cfg(feature = "fourth-game")]
            Spec::Clobber(_) => Kind::Clobber,
        }
    }

    /// The name of the rule set that is played.
    pub fn rules_name(&self) -> &'static str {
        each_terms!(self, terms => terms.rules_code())
    }

    /// The same game by another rule set.
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

    /// The same game with one more agreement by name (`rules`, `size`, `blocks`, `limit`); names that do not
    /// concern the game change nothing.
    pub fn with(mut self, name: &str, value: &str) -> Result<Spec, ParseSpecError> {
        if name.eq_ignore_ascii_case("rules") {
            return self.with_rules(value);
        }
        each_terms!(&mut self, terms => terms.set(name, value)?);
        Ok(self)
    }

    /// The same game, but on a board of the size that this position is of, where its text says so.
    #[must_use]
    pub fn fitting(mut self, text: &str) -> Spec {
        each_terms!(&mut self, terms => *terms = terms.fitting(text));
        self
    }

    /// The agreements that are not the usual ones, by name; reading them with [`Spec::with`] gives this back.
    pub fn agreements(&self) -> Vec<(&'static str, String)> {
        let rules = self.rules_name();
        let is_usual = self.kind().descriptor().rule_sets[0] == rules;
        let rules = (!is_usual).then(|| ("rules", rules.to_owned()));
        let others = each_terms!(self, terms => terms.unusual());
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
