//! Which game, and what the players agreed upon before it.

use std::fmt;
use std::str::FromStr;

use parlor_ataxx::BlockPattern;
use parlor_core::Color;
use thiserror::Error;

pub use parlor_othello::Size as OthelloSize;

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Othello, also called Reversi.
    Othello,
    /// Ataxx.
    Ataxx,
    /// Lines of Action.
    Loa,
}

/// A name that is none of the games'.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game “{}”: othello, ataxx and loa are the games", .0.escape_default())]
pub struct UnknownGame(String);

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Othello, Kind::Ataxx, Kind::Loa];

    /// The short name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Othello => "othello",
            Kind::Ataxx => "ataxx",
            Kind::Loa => "loa",
        }
    }

    /// The name as people write it.
    pub const fn title(self) -> &'static str {
        match self {
            Kind::Othello => "Othello",
            Kind::Ataxx => "Ataxx",
            Kind::Loa => "Lines of Action",
        }
    }

    /// What a side is called on this game's board.
    pub const fn color_name(self, color: Color) -> &'static str {
        match (self, color) {
            (Kind::Ataxx, color) => parlor_ataxx::color_name(color),
            (_, Color::Black) => "black",
            (_, Color::White) => "white",
        }
    }

    /// The same with a capital letter, as a sentence or a label begins.
    pub fn side_name(self, color: Color) -> String {
        let mut name = self.color_name(color).to_owned();
        name[..1].make_ascii_uppercase();
        name
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Kind, UnknownGame> {
        let known = Kind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownGame(text.chars().take(40).collect()))
    }
}

/// What the players agreed upon before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spec {
    /// A game of Othello.
    Othello {
        /// What happens to a side that is stuck.
        rules: parlor_othello::Rules,
        /// How large the board is.
        size: OthelloSize,
    },
    /// A game of Ataxx.
    Ataxx {
        /// How a game without progress ends.
        rules: parlor_ataxx::Rules,
        /// The blocks on the board at the start.
        blocks: BlockPattern,
    },
    /// A game of Lines of Action.
    Loa {
        /// Who wins when a move connects both.
        rules: parlor_loa::Rules,
        /// How many moves both sides together may make before the game is drawn.
        move_limit: Option<u32>,
    },
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
        known: &'static str,
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

impl Spec {
    /// The move limit of Lines of Action unless players say otherwise: 60, both sides together.
    pub const LOA_MOVE_LIMIT: u32 = 60;

    /// The usual game.
    pub fn usual(kind: Kind) -> Spec {
        match kind {
            Kind::Othello => Spec::Othello {
                rules: parlor_othello::Rules::default(),
                size: OthelloSize::STANDARD,
            },
            Kind::Ataxx => Spec::Ataxx {
                rules: parlor_ataxx::Rules::default(),
                blocks: BlockPattern::default(),
            },
            Kind::Loa => Spec::Loa {
                rules: parlor_loa::Rules::default(),
                move_limit: Some(Spec::LOA_MOVE_LIMIT),
            },
        }
    }

    /// Which game it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Spec::Othello { .. } => Kind::Othello,
            Spec::Ataxx { .. } => Kind::Ataxx,
            Spec::Loa { .. } => Kind::Loa,
        }
    }

    /// The names of the game's rule sets, the usual one first.
    pub const fn rule_sets(kind: Kind) -> [&'static str; 2] {
        match kind {
            Kind::Othello => ["pass", "no-move-loses"],
            Kind::Ataxx => ["seed", "tools"],
            Kind::Loa => ["mover-wins", "draw"],
        }
    }

    /// The names of what can be agreed on about a game, as [`Spec::with`] takes them.
    pub const fn agreement_names(kind: Kind) -> [&'static str; 2] {
        match kind {
            Kind::Othello => ["rules", "size"],
            Kind::Ataxx => ["rules", "blocks"],
            Kind::Loa => ["rules", "limit"],
        }
    }

    /// The name of the rule set that is played.
    pub fn rules_name(&self) -> &'static str {
        let unusual = match self {
            Spec::Othello { rules, .. } => *rules == parlor_othello::Rules::NoMoveLoses,
            Spec::Ataxx { rules, .. } => *rules == parlor_ataxx::Rules::Tools,
            Spec::Loa { rules, .. } => rules.simultaneous == parlor_loa::Simultaneous::Draw,
        };
        Spec::rule_sets(self.kind())[usize::from(unusual)]
    }

    /// The same game by another rule set.
    pub fn with_rules(mut self, name: &str) -> Result<Spec, ParseSpecError> {
        let kind = self.kind();
        let Some(index) = Spec::rule_sets(kind)
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name))
        else {
            let known = match kind {
                Kind::Othello => "pass and no-move-loses",
                Kind::Ataxx => "seed and tools",
                Kind::Loa => "mover-wins and draw",
            };
            return Err(ParseSpecError::Rules {
                kind,
                text: name.chars().take(40).collect(),
                known,
            });
        };
        let usual = index == 0;
        match &mut self {
            Spec::Othello { rules, .. } => {
                *rules = if usual {
                    parlor_othello::Rules::Pass
                } else {
                    parlor_othello::Rules::NoMoveLoses
                };
            }
            Spec::Ataxx { rules, .. } => {
                *rules = if usual {
                    parlor_ataxx::Rules::Seed
                } else {
                    parlor_ataxx::Rules::Tools
                };
            }
            Spec::Loa { rules, .. } => {
                rules.simultaneous = if usual {
                    parlor_loa::Simultaneous::MoverWins
                } else {
                    parlor_loa::Simultaneous::Draw
                };
            }
        }
        Ok(self)
    }

    /// The same game with one more agreement by name (`rules`, `size`, `blocks`, `limit`); names that do not
    /// concern the game change nothing.
    pub fn with(mut self, name: &str, value: &str) -> Result<Spec, ParseSpecError> {
        if name.eq_ignore_ascii_case("rules") {
            return self.with_rules(value);
        }
        match &mut self {
            Spec::Othello { size, .. } if name.eq_ignore_ascii_case("size") => *size = value.parse()?,
            Spec::Ataxx { blocks, .. } if name.eq_ignore_ascii_case("blocks") => *blocks = value.parse()?,
            Spec::Loa { move_limit, .. } if name.eq_ignore_ascii_case("limit") => {
                *move_limit = if value.eq_ignore_ascii_case("none") {
                    None
                } else {
                    let number = value.parse().ok().filter(|&limit: &u32| limit > 0);
                    Some(number.ok_or_else(|| ParseSpecError::MoveLimit(value.chars().take(40).collect()))?)
                };
            }
            _ => {}
        }
        Ok(self)
    }

    /// The agreements that are not the usual ones, by name; reading them with [`Spec::with`] gives this back.
    pub fn agreements(&self) -> Vec<(&'static str, String)> {
        let usual = Spec::usual(self.kind());
        let mut said = Vec::new();
        if self.rules_name() != usual.rules_name() {
            said.push(("rules", self.rules_name().to_owned()));
        }
        match self {
            Spec::Othello { size, .. } if *size != OthelloSize::STANDARD => {
                said.push(("size", size.to_string()));
            }
            Spec::Ataxx { blocks, .. } if *blocks != BlockPattern::default() => {
                said.push(("blocks", blocks.to_string()));
            }
            Spec::Loa { move_limit, .. } if *move_limit != Some(Spec::LOA_MOVE_LIMIT) => {
                said.push((
                    "limit",
                    move_limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string()),
                ));
            }
            _ => {}
        }
        said
    }
}
