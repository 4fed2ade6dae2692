//! What both databases are told in the same words.
//!
//! Both understand `$1`. All numbers are 64 bits wide, and there are no other types but text.

/// The tables. A game's state is 0 (pending), 1 (leased) or 2 (done).
pub(super) const TABLES: [&str; 3] = [
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
    "CREATE INDEX IF NOT EXISTS games_to_play ON games (tournament, state, number)",
];

/// The columns that stores made by earlier versions do not have: the table, the name, and what it is.
pub(super) const LATER_COLUMNS: [[&str; 3]; 13] = {
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
    ]
};

pub(super) const INDEX_ENDED: &str = "CREATE INDEX IF NOT EXISTS games_by_end ON games (tournament, ended)";

pub(super) const CREATE: &str = "INSERT INTO tournaments (config, verdict) VALUES ($1, '') RETURNING id";

pub(super) const CONFIG: &str = "SELECT config FROM tournaments WHERE id = $1";

pub(super) const LATEST: &str = "SELECT id FROM tournaments ORDER BY id DESC LIMIT 1";

/// A round that is there already is not added again: the row is its lock.
pub(super) const ADD_ROUND: &str =
    "INSERT INTO rounds (tournament, round) VALUES ($1, $2) ON CONFLICT DO NOTHING";

pub(super) const ADD_GAME: &str =
    "INSERT INTO games (tournament, number, round, encounter, black, white, opening)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";

pub(super) const RELEASE: &str = "UPDATE games SET state = 0, worker = '', lease_until = 0
    WHERE tournament = $1 AND worker = $2 AND state = 1";

/// A game that is done stays as it is: that is what makes recording idempotent.
pub(super) const RECORD: &str =
    "UPDATE games SET state = 2, worker = '', lease_until = 0, halves = $3, reason = $4,
        culprit = $5, detail = $6, text = $7, n_moves = $8, millis = $9, log = $10,
        black_moves = $11, black_micros = $12, black_depths = $13, black_depth_sum = $14,
        black_nodes = $15, black_node_micros = $16,
        white_moves = $17, white_micros = $18, white_depths = $19, white_depth_sum = $20,
        white_nodes = $21, white_node_micros = $22,
        ended = (SELECT COALESCE(MAX(ended), 0) + 1 FROM games WHERE tournament = $1)
    WHERE tournament = $1 AND number = $2 AND state <> 2";

pub(super) const PROGRESS: &str = "SELECT
        (SELECT COUNT(*) FROM games WHERE tournament = $1 AND state = 0) AS pending,
        (SELECT COUNT(*) FROM games WHERE tournament = $1 AND state = 1) AS leased,
        (SELECT COUNT(*) FROM games WHERE tournament = $1 AND state = 2) AS done,
        (SELECT COUNT(*) FROM rounds WHERE tournament = $1) AS rounds,
        verdict FROM tournaments WHERE id = $1";

/// The results of every two entrants, seen from the one with the smaller number: games, and encounters of two
/// games by their half points.
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

pub(super) const BLAMES: &str = "SELECT culprit, reason, COUNT(*) AS n FROM games
    WHERE tournament = $1 AND state = 2 AND culprit >= 0 GROUP BY culprit, reason ORDER BY n DESC, culprit, reason";

pub(super) const RESULTS: &str =
    "SELECT number, round, encounter, black, white, opening, halves, ended FROM games
    WHERE tournament = $1 AND state = 2 ORDER BY number";

pub(super) const GAMES: &str =
    "SELECT number, round, encounter, black, white, opening, halves, reason, culprit, detail,
        text, n_moves, millis, log,
        black_moves, black_micros, black_depths, black_depth_sum, black_nodes, black_node_micros,
        white_moves, white_micros, white_depths, white_depth_sum, white_nodes, white_node_micros FROM games
    WHERE tournament = $1 AND state = 2 AND number >= $2 ORDER BY number LIMIT $3";

/// What every entrant did with either colour.
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

/// The first words stand.
pub(super) const FINISH: &str = "UPDATE tournaments SET verdict = $2 WHERE id = $1 AND verdict = ''";

/// Implements [`Store`](super::Store) for a type with a `pool` and a `runtime`, but for what the databases say in
/// words of their own: `CLAIM` and `HEARTBEAT` take the lease in milliseconds.
macro_rules! implement_store {
    ($store:ty) => {
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

            fn plan(&self, id: i64, round: i64, games: &[Planned]) -> Result<bool, StoreError> {
                self.runtime.block_on(async {
                    let mut transaction = self.pool.begin().await?;
                    let added = sqlx::query(sql::ADD_ROUND)
                        .bind(id)
                        .bind(round)
                        .execute(&mut *transaction)
                        .await?;
                    if added.rows_affected() == 0 {
                        return Ok(false);
                    }
                    for game in games {
                        sqlx::query(sql::ADD_GAME)
                            .bind(id)
                            .bind(game.number)
                            .bind(game.round)
                            .bind(game.encounter)
                            .bind(game.black)
                            .bind(game.white)
                            .bind(game.opening)
                            .execute(&mut *transaction)
                            .await?;
                    }
                    transaction.commit().await?;
                    Ok(true)
                })
            }

            fn claim(&self, id: i64, worker: &str, lease: Duration) -> Result<Option<Planned>, StoreError> {
                let query = sqlx::query(CLAIM)
                    .bind(id)
                    .bind(worker)
                    .bind(millis(lease))
                    .fetch_optional(&self.pool);
                let row = self.runtime.block_on(query)?;
                Ok(row.map(|row| row::planned(&row)).transpose()?)
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

            fn record(&self, id: i64, number: i64, finished: &Finished) -> Result<bool, StoreError> {
                let mut query = sqlx::query(sql::RECORD)
                    .bind(id)
                    .bind(number)
                    .bind(finished.halves)
                    .bind(&finished.reason)
                    .bind(finished.culprit)
                    .bind(&finished.detail)
                    .bind(&finished.text)
                    .bind(finished.n_moves)
                    .bind(finished.millis)
                    .bind(&finished.log);
                for work in &finished.work.0 {
                    query = query
                        .bind(work.moves)
                        .bind(work.micros)
                        .bind(work.depths)
                        .bind(work.depth_sum)
                        .bind(work.nodes)
                        .bind(work.node_micros);
                }
                let query = query.execute(&self.pool);
                Ok(self.runtime.block_on(query)?.rows_affected() > 0)
            }

            fn progress(&self, id: i64) -> Result<Progress, StoreError> {
                let query = sqlx::query(sql::PROGRESS)
                    .bind(id)
                    .fetch_optional(&self.pool);
                let row = self.runtime.block_on(query)?;
                let row = row.ok_or(StoreError::NoTournament(id))?;
                Ok(Progress {
                    pending: row.number("pending")?,
                    leased: row.number("leased")?,
                    done: row.number("done")?,
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

            fn blames(&self, id: i64) -> Result<Vec<Blame>, StoreError> {
                let rows = self
                    .runtime
                    .block_on(sqlx::query(sql::BLAMES).bind(id).fetch_all(&self.pool))?;
                Ok(rows.iter().map(row::blame).collect::<Result<_, _>>()?)
            }

            fn results(&self, id: i64) -> Result<Vec<GameResult>, StoreError> {
                let rows = self
                    .runtime
                    .block_on(sqlx::query(sql::RESULTS).bind(id).fetch_all(&self.pool))?;
                Ok(rows.iter().map(row::result).collect::<Result<_, _>>()?)
            }

            fn work(&self, id: i64) -> Result<Vec<(i64, Work)>, StoreError> {
                let rows = self
                    .runtime
                    .block_on(sqlx::query(sql::WORK).bind(id).fetch_all(&self.pool))?;
                let read = |row| Ok((Table::number(row, "entrant")?, row::work(row, "of")?));
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
