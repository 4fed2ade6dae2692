//! The SQL that both databases share.
//!
//! Both accept `$1` for parameters. The only column types are text and 64-bit integers.

/// The tables. A game's state is 0 (pending), 1 (leased) or 2 (done).
pub(super) const TABLES: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS rounds (
        tournament BIGINT NOT NULL, round BIGINT NOT NULL, PRIMARY KEY (tournament, round))",
    "CREATE TABLE IF NOT EXISTS games (
        tournament BIGINT NOT NULL, number BIGINT NOT NULL,
        round BIGINT NOT NULL, encounter BIGINT NOT NULL,
        black BIGINT NOT NULL, white BIGINT NOT NULL, opening BIGINT NOT NULL,
        state BIGINT NOT NULL DEFAULT 0,
        worker TEXT NOT NULL DEFAULT '', lease_until BIGINT NOT NULL DEFAULT 0,
        halves BIGINT NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '', culprit BIGINT NOT NULL DEFAULT -1,
        detail TEXT NOT NULL DEFAULT '', text TEXT NOT NULL DEFAULT '', n_moves BIGINT NOT NULL DEFAULT 0,
        millis BIGINT NOT NULL DEFAULT 0, log TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (tournament, number))",
];

/// The columns that stores of earlier versions do not have: table, name and definition.
pub(super) const LATER_COLUMNS: [[&str; 3]; 18] = {
    const NUMBER: &str = "BIGINT NOT NULL DEFAULT 0";
    [
        ["games", "ended", NUMBER],
        ["games", "black_moves", NUMBER],
        ["games", "black_micros", NUMBER],
        ["games", "black_depths", NUMBER],
        ["games", "black_depth_sum", NUMBER],
        ["games", "black_nodes", NUMBER],
        ["games", "black_node_micros", NUMBER],
        ["games", "white_moves", NUMBER],
        ["games", "white_micros", NUMBER],
        ["games", "white_depths", NUMBER],
        ["games", "white_depth_sum", NUMBER],
        ["games", "white_nodes", NUMBER],
        ["games", "white_node_micros", NUMBER],
        ["games", "waited_micros", NUMBER],
        ["tournaments", "n_rounds", NUMBER],
        ["tournaments", "n_planned", NUMBER],
        ["tournaments", "n_done", NUMBER],
        ["tournaments", "n_ended", NUMBER],
    ]
};

/// Indexes for the frequent queries, so that they do not scan finished games.
pub(super) const INDEXES: [&str; 4] = [
    "DROP INDEX IF EXISTS games_to_play",
    "CREATE INDEX IF NOT EXISTS games_pending ON games (tournament, state, number) WHERE state = 0",
    "CREATE INDEX IF NOT EXISTS games_leased ON games (tournament, state, worker) WHERE state = 1",
    "CREATE INDEX IF NOT EXISTS games_by_end ON games (tournament, ended)",
];

/// Recounts the totals that are kept with each tournament to avoid counting games again and again. Earlier
/// versions do not update them, so they are recounted when a store is opened.
pub(super) const RECOUNT: &str = "UPDATE tournaments SET
        n_rounds = (SELECT COUNT(*) FROM rounds WHERE tournament = tournaments.id),
        n_planned = (SELECT COUNT(*) FROM games WHERE tournament = tournaments.id),
        n_done = (SELECT COUNT(*) FROM games WHERE tournament = tournaments.id AND state = 2),
        n_ended = (SELECT COALESCE(MAX(ended), 0) FROM games WHERE tournament = tournaments.id)
    WHERE verdict = '' OR n_planned = 0";

pub(super) const CREATE: &str = "INSERT INTO tournaments (config, verdict) VALUES ($1, '') RETURNING id";

pub(super) const CONFIG: &str = "SELECT config FROM tournaments WHERE id = $1";

pub(super) const LATEST: &str = "SELECT id FROM tournaments ORDER BY id DESC LIMIT 1";

/// A round that exists already is not added again: its row is the lock.
pub(super) const ADD_ROUNDS: [&str; 2] = [
    "INSERT INTO rounds (tournament, round) ",
    " ON CONFLICT DO NOTHING RETURNING round",
];

pub(super) const ADD_GAMES: [&str; 2] = [
    "INSERT INTO games (tournament, number, round, encounter, black, white, opening) ",
    " ON CONFLICT DO NOTHING",
];

/// The maximum number of rows that one statement adds.
pub(super) const ROWS_AT_ONCE: usize = 500;

pub(super) const COUNT_PLANNED: &str =
    "UPDATE tournaments SET n_rounds = n_rounds + $2, n_planned = n_planned + $3 WHERE id = $1";

pub(super) const RELEASE: &str = "UPDATE games SET state = 0, worker = '', lease_until = 0
    WHERE tournament = $1 AND worker = $2 AND state = 1";

/// Reserves ranks in the order of completion. A writer waits here until the previous writer has committed, so
/// ranks are unique and become visible in order.
pub(super) const TAKE_PLACES: &str = "UPDATE tournaments SET n_ended = n_ended + $2, n_done = n_done + $2
    WHERE id = $1 RETURNING n_ended";

/// Subtracts games that were recorded before.
pub(super) const UNCOUNT: &str = "UPDATE tournaments SET n_done = n_done - $2 WHERE id = $1";

/// The columns of a result, in the order in which they are bound after the game's number.
pub(super) const RESULT_COLUMNS: [&str; 22] = [
    "ended",
    "halves",
    "reason",
    "culprit",
    "detail",
    "text",
    "n_moves",
    "millis",
    "log",
    "black_moves",
    "black_micros",
    "black_depths",
    "black_depth_sum",
    "black_nodes",
    "black_node_micros",
    "white_moves",
    "white_micros",
    "white_depths",
    "white_depth_sum",
    "white_nodes",
    "white_node_micros",
    "waited_micros",
];

/// The statement before the rows of results. A game that is done is not changed, which makes recording
/// idempotent.
pub(super) fn record_head() -> String {
    let columns: Vec<String> = (2..)
        .zip(RESULT_COLUMNS)
        .map(|(place, name)| format!("{name} = played.column{place}"))
        .collect();
    format!(
        "UPDATE games SET state = 2, worker = '', lease_until = 0, {} FROM (",
        columns.join(", ")
    )
}

/// The statement after the rows, before the number of the tournament.
pub(super) const RECORD_TAIL: &str =
    ") AS played WHERE number = played.column1 AND state <> 2 AND tournament = ";

pub(super) const PROGRESS: &str = "SELECT
        (SELECT COUNT(*) FROM games WHERE tournament = $1 AND state = 1) AS leased,
        n_done AS done, n_planned AS planned, n_rounds AS rounds, verdict FROM tournaments WHERE id = $1";

pub(super) const BUSY: &str = "SELECT COUNT(*) AS n FROM games
    WHERE tournament = $1 AND state = 2 AND waited_micros * $2 > black_micros + white_micros";

/// The results of every pair of entrants, from the point of view of the one with the smaller number: wins,
/// draws and losses, and complete encounters by their half points.
pub(super) const PAIRINGS: &str = "WITH seen AS (
        SELECT round, encounter,
            CASE WHEN black < white THEN black ELSE white END AS a,
            CASE WHEN black < white THEN white ELSE black END AS b,
            CASE WHEN black < white THEN halves ELSE 2 - halves END AS h
        FROM games WHERE tournament = $1 AND state = 2),
    met AS (
        SELECT a, b, COUNT(*) AS n, SUM(h) AS s,
            SUM(CASE WHEN h = 2 THEN 1 ELSE 0 END) AS w,
            SUM(CASE WHEN h = 1 THEN 1 ELSE 0 END) AS d,
            SUM(CASE WHEN h = 0 THEN 1 ELSE 0 END) AS l
        FROM seen GROUP BY round, encounter, a, b)
    SELECT a, b,
        CAST(SUM(w) AS BIGINT) AS wins, CAST(SUM(d) AS BIGINT) AS draws, CAST(SUM(l) AS BIGINT) AS losses,
        CAST(SUM(CASE WHEN n = 2 AND s = 0 THEN 1 ELSE 0 END) AS BIGINT) AS p0,
        CAST(SUM(CASE WHEN n = 2 AND s = 1 THEN 1 ELSE 0 END) AS BIGINT) AS p1,
        CAST(SUM(CASE WHEN n = 2 AND s = 2 THEN 1 ELSE 0 END) AS BIGINT) AS p2,
        CAST(SUM(CASE WHEN n = 2 AND s = 3 THEN 1 ELSE 0 END) AS BIGINT) AS p3,
        CAST(SUM(CASE WHEN n = 2 AND s = 4 THEN 1 ELSE 0 END) AS BIGINT) AS p4
    FROM met GROUP BY a, b ORDER BY a, b";

/// The second parameter is the reason of resignations, which are not faults: earlier versions stored a culprit
/// for them, too.
pub(super) const FAULTS: &str = "SELECT culprit, reason, COUNT(*) AS n FROM games
    WHERE tournament = $1 AND state = 2 AND culprit >= 0 AND reason <> $2
    GROUP BY culprit, reason ORDER BY n DESC, culprit, reason";

pub(super) const RESULTS: &str =
    "SELECT number, round, encounter, black, white, opening, halves, ended FROM games
    WHERE tournament = $1 AND state = 2 ORDER BY number";

pub(super) const RESULTS_AFTER: &str =
    "SELECT number, round, encounter, black, white, opening, halves, ended FROM games
    WHERE tournament = $1 AND ended > $2 AND state = 2 ORDER BY ended, number";

pub(super) const GAMES: &str =
    "SELECT number, round, encounter, black, white, opening, halves, reason, culprit, detail,
        text, n_moves, millis, log,
        black_moves, black_micros, black_depths, black_depth_sum, black_nodes, black_node_micros,
        white_moves, white_micros, white_depths, white_depth_sum, white_nodes, white_node_micros, waited_micros FROM games
    WHERE tournament = $1 AND state = 2 AND number >= $2 ORDER BY number LIMIT $3";

/// The search effort of every entrant, with both colours.
pub(super) const WORK: &str = "SELECT entrant,
        CAST(SUM(moves) AS BIGINT) AS of_moves, CAST(SUM(micros) AS BIGINT) AS of_micros,
        CAST(SUM(depths) AS BIGINT) AS of_depths, CAST(SUM(depth_sum) AS BIGINT) AS of_depth_sum,
        CAST(SUM(nodes) AS BIGINT) AS of_nodes, CAST(SUM(node_micros) AS BIGINT) AS of_node_micros
    FROM (
        SELECT black AS entrant, black_moves AS moves, black_micros AS micros, black_depths AS depths,
            black_depth_sum AS depth_sum, black_nodes AS nodes, black_node_micros AS node_micros
        FROM games WHERE tournament = $1 AND state = 2
        UNION ALL
        SELECT white, white_moves, white_micros, white_depths, white_depth_sum, white_nodes, white_node_micros
        FROM games WHERE tournament = $1 AND state = 2) AS sides
    GROUP BY entrant ORDER BY entrant";

/// Keeps the first verdict.
pub(super) const FINISH: &str = "UPDATE tournaments SET verdict = $2 WHERE id = $1 AND verdict = ''";

/// Implements [`Store`](super::Store) for a type with a `pool` and a `runtime`. The databases differ in
/// `CLAIM` and `HEARTBEAT`, which must be in scope. Their parameters are the tournament, the worker, the
/// lease in milliseconds and, for `CLAIM`, the maximum number of games.
macro_rules! implement_store {
    ($store:ty, $database:ty) => {
        impl Store for $store {
            fn create(&self, tournament: &Tournament) -> Result<i64, StoreError> {
                let config = serde_json::to_string(tournament)?;
                let row = self
                    .runtime
                    .block_on(sqlx::query(sql::CREATE).bind(config).fetch_one(&self.pool))?;
                Ok(row.number("id")?)
            }

            fn tournament(&self, id: i64) -> Result<Tournament, StoreError> {
                let query = sqlx::query(sql::CONFIG).bind(id).fetch_optional(&self.pool);
                let row = self.runtime.block_on(query)?;
                let row = row.ok_or(StoreError::NoTournament(id))?;
                Ok(serde_json::from_str(&row.text("config")?)?)
            }

            fn latest(&self) -> Result<Option<i64>, StoreError> {
                let query = sqlx::query(sql::LATEST).fetch_optional(&self.pool);
                let row = self.runtime.block_on(query)?;
                Ok(row.map(|row| row.number("id")).transpose()?)
            }

            fn plan(&self, id: i64, rounds: &[PlannedRound]) -> Result<usize, StoreError> {
                self.runtime.block_on(async {
                    let mut transaction = self.pool.begin().await?;
                    let mut added = HashSet::new();
                    for some in rounds.chunks(sql::ROWS_AT_ONCE) {
                        let [head, tail] = sql::ADD_ROUNDS;
                        let mut query = QueryBuilder::<$database>::new(head);
                        query.push_values(some, |mut row, round| {
                            row.push_bind(id).push_bind(round.number);
                        });
                        query.push(tail);
                        for row in query.build().fetch_all(&mut *transaction).await? {
                            added.insert(row.number("round")?);
                        }
                    }
                    let new = rounds.iter().filter(|round| added.contains(&round.number));
                    let games: Vec<&Planned> = new.flat_map(|round| &round.games).collect();
                    let mut n_games = 0;
                    for some in games.chunks(sql::ROWS_AT_ONCE) {
                        let [head, tail] = sql::ADD_GAMES;
                        let mut query = QueryBuilder::<$database>::new(head);
                        query.push_values(some, |mut row, game| {
                            row.push_bind(id)
                                .push_bind(game.number)
                                .push_bind(game.round)
                                .push_bind(game.encounter)
                                .push_bind(game.black)
                                .push_bind(game.white)
                                .push_bind(game.opening);
                        });
                        query.push(tail);
                        n_games += query
                            .build()
                            .execute(&mut *transaction)
                            .await?
                            .rows_affected();
                    }
                    sqlx::query(sql::COUNT_PLANNED)
                        .bind(id)
                        .bind(added.len() as i64)
                        .bind(n_games as i64)
                        .execute(&mut *transaction)
                        .await?;
                    transaction.commit().await?;
                    Ok(added.len())
                })
            }

            fn claim(
                &self,
                id: i64,
                worker: &str,
                lease: Duration,
                most: usize,
            ) -> Result<Vec<Planned>, StoreError> {
                let query = sqlx::query(CLAIM)
                    .bind(id)
                    .bind(worker)
                    .bind(millis(lease))
                    .bind(most as i64)
                    .fetch_all(&self.pool);
                let rows = self.runtime.block_on(query)?;
                let mut games: Vec<Planned> = rows.iter().map(row::planned).collect::<Result<_, _>>()?;
                games.sort_by_key(|game| game.number);
                Ok(games)
            }

            fn heartbeat(&self, id: i64, worker: &str, lease: Duration) -> Result<(), StoreError> {
                let query = sqlx::query(HEARTBEAT)
                    .bind(id)
                    .bind(worker)
                    .bind(millis(lease))
                    .execute(&self.pool);
                self.runtime.block_on(query)?;
                Ok(())
            }

            fn release(&self, id: i64, worker: &str) -> Result<(), StoreError> {
                let query = sqlx::query(sql::RELEASE)
                    .bind(id)
                    .bind(worker)
                    .execute(&self.pool);
                self.runtime.block_on(query)?;
                Ok(())
            }

            fn record(&self, id: i64, games: &[(i64, Finished)]) -> Result<Vec<i64>, StoreError> {
                if games.is_empty() {
                    return Ok(Vec::new());
                }
                self.runtime.block_on(async {
                    let mut transaction = self.pool.begin().await?;
                    let wanted = games.len() as i64;
                    let places = sqlx::query(sql::TAKE_PLACES).bind(id).bind(wanted);
                    let places = places.fetch_optional(&mut *transaction).await?;
                    let last = places
                        .ok_or(StoreError::NoTournament(id))?
                        .number("n_ended")?;
                    let mut query = QueryBuilder::<$database>::new(sql::record_head());
                    query.push_values(
                        (last - wanted + 1..).zip(games),
                        |mut row, (place, (number, finished))| {
                            row.push_bind(*number)
                                .push_bind(place)
                                .push_bind(finished.halves)
                                .push_bind(&finished.reason)
                                .push_bind(finished.culprit)
                                .push_bind(&finished.detail)
                                .push_bind(&finished.text)
                                .push_bind(finished.n_moves)
                                .push_bind(finished.millis)
                                .push_bind(&finished.log);
                            for work in &finished.work.0 {
                                row.push_bind(work.moves)
                                    .push_bind(work.micros)
                                    .push_bind(work.depths)
                                    .push_bind(work.depth_sum)
                                    .push_bind(work.nodes)
                                    .push_bind(work.node_micros);
                            }
                            row.push_bind(finished.waited);
                        },
                    );
                    query
                        .push(sql::RECORD_TAIL)
                        .push_bind(id)
                        .push(" RETURNING number");
                    let rows = query.build().fetch_all(&mut *transaction).await?;
                    let counted = rows.iter().map(|row| row.number("number"));
                    let counted: Vec<i64> = counted.collect::<Result<_, _>>()?;
                    if counted.len() < games.len() {
                        sqlx::query(sql::UNCOUNT)
                            .bind(id)
                            .bind(wanted - counted.len() as i64)
                            .execute(&mut *transaction)
                            .await?;
                    }
                    transaction.commit().await?;
                    Ok(counted)
                })
            }

            fn progress(&self, id: i64) -> Result<Progress, StoreError> {
                let query = sqlx::query(sql::PROGRESS)
                    .bind(id)
                    .fetch_optional(&self.pool);
                let row = self.runtime.block_on(query)?;
                let row = row.ok_or(StoreError::NoTournament(id))?;
                let (leased, done) = (row.number("leased")?, row.number("done")?);
                Ok(Progress {
                    pending: (row.number("planned")? - leased - done).max(0),
                    leased,
                    done,
                    rounds: row.number("rounds")?,
                    verdict: Some(row.text("verdict")?).filter(|verdict| !verdict.is_empty()),
                })
            }

            fn pairings(&self, id: i64) -> Result<Vec<Pairing>, StoreError> {
                let rows = self
                    .runtime
                    .block_on(sqlx::query(sql::PAIRINGS).bind(id).fetch_all(&self.pool))?;
                Ok(rows.iter().map(row::pairing).collect::<Result<_, _>>()?)
            }

            fn faults(&self, id: i64) -> Result<Vec<FaultCount>, StoreError> {
                let query = sqlx::query(sql::FAULTS)
                    .bind(id)
                    .bind(crate::referee::Reason::Resigned.name());
                let rows = self.runtime.block_on(query.fetch_all(&self.pool))?;
                Ok(rows
                    .iter()
                    .map(row::fault_count)
                    .collect::<Result<_, _>>()?)
            }

            fn results(&self, id: i64) -> Result<Vec<GameResult>, StoreError> {
                let rows = self
                    .runtime
                    .block_on(sqlx::query(sql::RESULTS).bind(id).fetch_all(&self.pool))?;
                Ok(rows.iter().map(row::result).collect::<Result<_, _>>()?)
            }

            fn results_after(&self, id: i64, ended: i64) -> Result<Vec<GameResult>, StoreError> {
                let query = sqlx::query(sql::RESULTS_AFTER).bind(id).bind(ended);
                let rows = self.runtime.block_on(query.fetch_all(&self.pool))?;
                Ok(rows.iter().map(row::result).collect::<Result<_, _>>()?)
            }

            fn busy(&self, id: i64) -> Result<i64, StoreError> {
                let query = sqlx::query(sql::BUSY).bind(id).bind(Finished::BUSY_PART);
                let row = self.runtime.block_on(query.fetch_one(&self.pool))?;
                Ok(row.number("n")?)
            }

            fn work(&self, id: i64) -> Result<Vec<(i64, SearchTotals)>, StoreError> {
                let rows = self
                    .runtime
                    .block_on(sqlx::query(sql::WORK).bind(id).fetch_all(&self.pool))?;
                let read = |row| Ok((ReadRow::number(row, "entrant")?, row::work(row, "of")?));
                Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
            }

            fn games(&self, id: i64, from: i64, count: i64) -> Result<Vec<Stored>, StoreError> {
                let query = sqlx::query(sql::GAMES)
                    .bind(id)
                    .bind(from)
                    .bind(count)
                    .fetch_all(&self.pool);
                let rows = self.runtime.block_on(query)?;
                Ok(rows.iter().map(row::stored).collect::<Result<_, _>>()?)
            }

            fn finish(&self, id: i64, verdict: &str) -> Result<(), StoreError> {
                let query = sqlx::query(sql::FINISH)
                    .bind(id)
                    .bind(verdict)
                    .execute(&self.pool);
                self.runtime.block_on(query)?;
                Ok(())
            }
        }
    };
}
pub(super) use implement_store;

pub(super) fn millis(duration: std::time::Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX / 4)
}
