//! A collection in memory, for a host without files: a few thousand games, which every search scans.

use std::collections::{BTreeMap, HashSet};

use parlor_games::export::{self, Written};
use parlor_games::import::Imported;
use parlor_games::{AnyGame, Kind, opening};

use crate::entry::{Entry, fold};
use crate::explore::{Explored, ExploredMove, PositionRequest, leads};
use crate::query::{Query, ResultFilter, dates, openings, text};
use crate::rows::date_code;
use crate::stats::{Counted, Counts};
use crate::written::{self, OWN, written};
use crate::{CollectionError, Found, GameResult, GameRow, Results, Stats};

/// Games in memory, each with the number that its host gives it.
#[derive(Default)]
pub struct GamesInMemory {
    games: BTreeMap<u32, Kept>,
    fingerprints: HashSet<i64>,
}

struct Kept {
    game: AnyGame,
    row: GameRow,
    date: u32,
    /// The keys of its positions, the start first.
    keys: Vec<u64>,
    fingerprint: i64,
    /// The names of both players and the event, for comparison.
    black: String,
    white: String,
    event: String,
}

impl GamesInMemory {
    /// Adds a game, or replaces the one with this number. Returns `false` if it exists already under another number.
    pub fn put(&mut self, id: u32, found: &Imported) -> bool {
        let entry = Entry::of(found);
        let fingerprint = entry.fingerprint();
        self.remove(id);
        if !self.fingerprints.insert(fingerprint) {
            return false;
        }
        let owned = |name: Option<&str>| name.map(str::to_owned);
        let folded = |name: Option<&str>| name.map(fold).unwrap_or_default();
        let kept = Kept {
            row: GameRow {
                id,
                game: found.game.kind().name().to_owned(),
                black: owned(entry.black),
                white: owned(entry.white),
                event: owned(entry.event),
                date: entry.date.map(|date| date.to_string()),
                result: entry.result,
                lead: entry.lead,
                plies: u32::try_from(entry.keys.len().saturating_sub(1)).unwrap_or(u32::MAX),
                opening: owned(entry.opening),
                ply: None,
            },
            date: date_code(entry.date),
            fingerprint,
            black: folded(entry.black),
            white: folded(entry.white),
            event: folded(entry.event),
            keys: entry.keys,
            game: found.game.clone(),
        };
        self.games.insert(id, kept);
        true
    }

    /// Whether the game exists already.
    pub fn has_like(&self, found: &Imported) -> bool {
        self.fingerprints.contains(&Entry::of(found).fingerprint())
    }

    /// Removes the game with this number.
    pub fn remove(&mut self, id: u32) {
        if let Some(kept) = self.games.remove(&id) {
            self.fingerprints.remove(&kept.fingerprint);
        }
    }

    /// Returns a game in Parlor's own format, with all its metadata.
    pub fn text(&self, id: u32) -> Result<String, CollectionError> {
        let kept = self.games.get(&id).ok_or(CollectionError::NoGame(id))?;
        Ok(written::text(kept.game.clone(), kept.row.clone()))
    }

    /// Returns the games that a query finds.
    pub fn search(&self, query: &Query) -> Result<Found, CollectionError> {
        let (skip, limit) = query.listed();
        let all = self.found(query)?;
        let listed = all.iter().skip(skip as usize).take(limit as usize);
        Ok(Found {
            total: u32::try_from(all.len()).unwrap_or(u32::MAX),
            games: listed
                .map(|&(kept, ply)| GameRow {
                    ply,
                    ..kept.row.clone()
                })
                .collect(),
        })
    }

    /// Returns statistics of the games that a query finds.
    pub fn stats(&self, query: &Query) -> Result<Stats, CollectionError> {
        let wanted = text(&query.player).map(fold);
        let mut counts = Counts::default();
        for (kept, _) in self.found(query)? {
            let game = Counted {
                black: kept.row.black.as_deref(),
                white: kept.row.white.as_deref(),
                opening: kept.row.opening.as_deref(),
                year: kept.date / 10_000,
                result: GameResult::code(kept.row.result),
            };
            counts.add(&game, |name| {
                wanted.as_ref().is_some_and(|wanted| fold(name).contains(wanted))
            });
        }
        Ok(counts.stats(str::to_owned, str::to_owned))
    }

    /// Returns the moves played in a position, in every game that passed through it or a symmetric one.
    pub fn explore(&self, request: &PositionRequest) -> Result<Explored, CollectionError> {
        let game = request.game()?;
        let here = game.key();
        let mut moves = leads(&game);
        let mut results = Results::default();
        for kept in self.games.values() {
            let code = GameResult::code(kept.row.result);
            let mut is_counted = false;
            for (ply, _) in kept.keys.iter().enumerate().filter(|(_, key)| **key == here) {
                // A game that repeats a position counts once, but each of its moves there counts.
                if !std::mem::replace(&mut is_counted, true) {
                    results.count(code);
                }
                let next = kept.keys.get(ply + 1);
                if let Some((_, mv)) = moves.iter_mut().find(|(key, _)| Some(key) == next) {
                    mv.results.count(code);
                }
            }
        }
        let mut moves: Vec<ExploredMove> = moves.into_iter().map(|(_, mv)| mv).collect();
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.results.games()));
        Ok(Explored {
            opening: opening::named(here).map(str::to_owned),
            results,
            moves,
        })
    }

    /// Writes the games that a query finds, in the format with this code.
    pub fn export(&self, query: &Query, format: &str) -> Result<Vec<u8>, CollectionError> {
        let most = query.limit.map_or(usize::MAX, |limit| limit as usize);
        let mut bytes = Vec::new();
        let mut parts = Vec::new();
        for (kept, _) in self.found(query)?.into_iter().take(most) {
            match written(kept.game.clone(), kept.row.clone(), format)? {
                Written::Text(text) => {
                    if format == OWN && !bytes.is_empty() {
                        bytes.push(b'\n');
                    }
                    bytes.extend(text.into_bytes());
                }
                part @ Written::Bytes(_) => parts.push(part),
            }
        }
        if !parts.is_empty() {
            bytes.extend(export::join(parts).into_bytes());
        }
        Ok(bytes)
    }

    /// The games that a query finds, latest first, with the ply at which they reached its position.
    fn found(&self, query: &Query) -> Result<Vec<(&Kept, Option<u32>)>, CollectionError> {
        let filter = Filter::new(query)?;
        let matching = |kept| filter.matches(kept).map(|ply| (kept, ply));
        let mut found: Vec<(&Kept, Option<u32>)> = self.games.values().filter_map(matching).collect();
        found.sort_by_key(|(kept, _)| std::cmp::Reverse((kept.date, kept.row.id)));
        Ok(found)
    }
}

/// A query whose texts are read.
struct Filter {
    game: Option<&'static str>,
    player: Option<String>,
    opponent: Option<String>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    first: Option<u32>,
    last: Option<u32>,
    result: Option<ResultFilter>,
    openings: Option<Vec<&'static str>>,
    position: Option<u64>,
}

impl Filter {
    fn new(query: &Query) -> Result<Filter, CollectionError> {
        let name = |given| text(given).map(fold);
        let player = name(&query.player);
        if matches!(query.result, Some(ResultFilter::Win | ResultFilter::Loss)) && player.is_none() {
            return Err(CollectionError::ResultOfNobody);
        }
        let [first, last] = dates(query)?;
        let game = query.game.as_ref().map(|name| name.parse::<Kind>());
        let position = query.position.as_ref().map(PositionRequest::game);
        Ok(Filter {
            game: game.transpose()?.map(|kind| kind.name()),
            player,
            opponent: name(&query.opponent),
            black: name(&query.black),
            white: name(&query.white),
            event: name(&query.event),
            first,
            last,
            result: query.result,
            openings: text(&query.opening).map(openings).transpose()?,
            position: position.transpose()?.map(|game| game.key()),
        })
    }

    /// Returns `None` if the game does not match, and otherwise the ply at which it reached the position, if there is
    /// one.
    fn matches(&self, kept: &Kept) -> Option<Option<u32>> {
        let has = |name: &str, part: &Option<String>| part.as_ref().is_none_or(|part| name.contains(part));
        let sides = [(&kept.black, &kept.white), (&kept.white, &kept.black)];
        let is_between = sides
            .iter()
            .any(|(one, other)| has(one, &self.player) && has(other, &self.opponent));
        let row = &kept.row;
        let is_found = is_between
            && self.game.is_none_or(|game| game == row.game)
            && has(&kept.black, &self.black)
            && has(&kept.white, &self.white)
            && has(&kept.event, &self.event)
            && self.first.is_none_or(|first| kept.date >= first)
            && self.last.is_none_or(|last| (1..=last).contains(&kept.date))
            && self.result.is_none_or(|result| self.has_result(kept, result))
            && self.openings.as_ref().is_none_or(|openings| {
                let own = row.opening.as_deref();
                openings.iter().any(|opening| Some(*opening) == own)
            });
        if !is_found {
            return None;
        }
        match self.position {
            None => Some(None),
            Some(wanted) => {
                let ply = kept.keys.iter().position(|key| *key == wanted)?;
                Some(u32::try_from(ply).ok())
            }
        }
    }

    fn has_result(&self, kept: &Kept, wanted: ResultFilter) -> bool {
        let result = kept.row.result;
        // Of a game between two players with this name, either may have won.
        let of_player = |as_black: GameResult, as_white: GameResult| {
            let is = |name: &str| self.player.as_ref().is_some_and(|player| name.contains(player));
            is(&kept.black) && result == Some(as_black) || is(&kept.white) && result == Some(as_white)
        };
        match wanted {
            ResultFilter::Unknown => result.is_none(),
            ResultFilter::Black => result == Some(GameResult::Black),
            ResultFilter::White => result == Some(GameResult::White),
            ResultFilter::Draw => result == Some(GameResult::Draw),
            ResultFilter::Win => of_player(GameResult::Black, GameResult::White),
            ResultFilter::Loss => of_player(GameResult::White, GameResult::Black),
        }
    }
}
