//! Season standings: the rating of each person from the matches of one season alone.
use std::collections::HashSet;

use engine::games::GameId;
use model::{
    glicko::Rating,
    ids::{Chat, PersonId},
};

use super::{LeaderboardRow, StoreError, Tx, columns::Word, ratings};
use crate::{
    ratings::CALCULATED,
    sql::{named_params, params},
    tables::{RowExport, TableSpec},
};

pub(super) const SEASON_RATINGS: TableSpec = TableSpec::new("season_ratings", "chat, server, season, game, person")
    .exports(&[RowExport::own(
        "chat, server, season, game, rating, deviation, volatility, won, lost, drawn, streak, last_at, may_win",
    )])
    .unexported(&[("floor", "follows from rating and deviation")])
    .people(&[CALCULATED]);

pub(super) const ESTABLISHED: TableSpec =
    TableSpec::new("established", "person").exports(&[RowExport::own("at")]).people(&[CALCULATED]);

/// A season of one game, or of all games together, on one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonList {
    pub chat: Chat,
    /// As [`super::Room::server_key`].
    pub server: String,
    /// Quarters since the year 0.
    pub season: i32,
    pub game: Option<GameId>,
    /// When the season begins and ends, in Unix seconds.
    pub span: (i64, i64),
}

/// The counted matches of a person in a season, joined with their opponents' seats.
const MET: &str = "FROM seats own JOIN seats others ON others.match_id = own.match_id AND others.seat <> own.seat
     JOIN matches ON matches.id = own.match_id
     WHERE own.person = :person AND own.counted = 1 AND own.ended_at IS NOT NULL AND own.ended_at >= :from AND own.ended_at < :to
       AND (:game = '' OR own.game = :game)
       AND own.room IN (SELECT id FROM rooms WHERE chat = :chat AND coalesce(nullif(server, ''), handle) = :server)";

/// The condition for one list of a season.
const LIST: &str = "chat = :chat AND server = :server AND season = :season AND game = :game";

impl Tx<'_> {
    /// Returns a person's rating in a season; none before their first match in it.
    pub fn season_rating(
        &self,
        list: &SeasonList,
        person: PersonId,
    ) -> Result<Option<Rating>, StoreError> {
        let sql = format!("SELECT * FROM season_ratings WHERE {LIST} AND person = :person");
        let SeasonList { chat, server, season, game, span: _ } = list;
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":season": season, ":game": ratings::key(*game), ":person": person,
        };
        self.one(&sql, params, ratings::read)
    }

    /// Stores a person's rating in a season. Whether they may win doesn't change; at first they may not.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the person doesn't exist or a number is NaN.
    pub fn put_season_rating(
        &self,
        list: &SeasonList,
        person: PersonId,
        new: &Rating,
    ) -> Result<(), StoreError> {
        let SeasonList { chat, server, season, game, span: _ } = list;
        let Rating { rating, deviation, volatility, won, lost, drawn, streak, last_at } = new;
        let sql = "INSERT INTO season_ratings (chat, server, season, game, person, rating, deviation, volatility, won, lost, drawn, streak, last_at, floor)
                   VALUES (:chat, :server, :season, :game, :person, :rating, :deviation, :volatility, :won, :lost, :drawn, :streak, :last_at, :floor)
                   ON CONFLICT (chat, server, season, game, person) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                       volatility = excluded.volatility, won = excluded.won, lost = excluded.lost, drawn = excluded.drawn,
                       streak = excluded.streak, last_at = excluded.last_at, floor = excluded.floor";
        self.change(
            sql,
            named_params! {
                ":chat": Word(chat), ":server": server, ":season": season, ":game": ratings::key(*game), ":person": person,
                ":rating": rating, ":deviation": deviation, ":volatility": volatility,
                ":won": won, ":lost": lost, ":drawn": drawn, ":streak": streak, ":last_at": last_at,
                ":floor": new.floor(),
            },
        )?;
        Ok(())
    }

    /// Stores whether a person may win a season.
    pub fn set_may_win(
        &self,
        list: &SeasonList,
        person: PersonId,
        may_win: bool,
    ) -> Result<(), StoreError> {
        let SeasonList { chat, server, season, game, span: _ } = list;
        let sql = format!(
            "UPDATE season_ratings SET may_win = :may_win WHERE {LIST} AND person = :person AND may_win <> :may_win"
        );
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":season": season, ":game": ratings::key(*game), ":person": person,
            ":may_win": may_win,
        };
        self.change(&sql, params)?;
        Ok(())
    }

    /// Returns the people of a season who may win it, by the low end of their rating, or those who
    /// may not, by the rating itself; without those who hide their results, and those who left.
    pub fn season_places(
        &self,
        list: &SeasonList,
        may_win: bool,
    ) -> Result<Vec<LeaderboardRow>, StoreError> {
        let hidden = self.unlisted(list.chat, &list.server)?;
        let by = if may_win { "floor" } else { "rating" };
        let sql = format!(
            "SELECT person, {by} FROM season_ratings WHERE {LIST} AND may_win = :may_win ORDER BY {by} DESC, person"
        );
        let SeasonList { chat, server, season, game, span: _ } = list;
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":season": season, ":game": ratings::key(*game), ":may_win": may_win,
        };
        let found = self
            .all(&sql, params, |row| Ok(LeaderboardRow { person: row.get(0)?, by: row.get(1)? }))?;
        Ok(found.into_iter().filter(|figure| !hidden.contains(&figure.person)).collect())
    }

    /// Returns who is first among those who may win a season, even if they hide their results.
    pub fn season_first(&self, list: &SeasonList) -> Result<Option<PersonId>, StoreError> {
        let sql = format!(
            "SELECT person FROM season_ratings WHERE {LIST} AND may_win = 1 ORDER BY floor DESC, person LIMIT 1"
        );
        let SeasonList { chat, server, season, game, span: _ } = list;
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":season": season, ":game": ratings::key(*game),
        };
        self.one(&sql, params, |row| row.get(0))
    }

    /// Returns the lists of a season that a person is in. They have no span.
    pub fn season_lists_of(
        &self,
        person: PersonId,
        season: i32,
    ) -> Result<Vec<SeasonList>, StoreError> {
        let sql = "SELECT chat, server, game FROM season_ratings WHERE person = ? AND season = ?";
        self.all(sql, params![person, season], |row| {
            let Word(chat) = row.get("chat")?;
            let game: String = row.get("game")?;
            let game = GameId::named(&game);
            Ok(SeasonList { chat, server: row.get("server")?, season, game, span: (0, 0) })
        })
    }

    /// Counts the matches of two people in a season.
    pub fn met_in_season(
        &self,
        list: &SeasonList,
        people: [PersonId; 2],
    ) -> Result<u32, StoreError> {
        let sql = format!("SELECT count(*) {MET} AND others.person = :other");
        let SeasonList { chat, server, season: _, game, span: (from, to) } = list;
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":game": ratings::key(*game), ":from": from, ":to": to,
            ":person": people[0], ":other": people[1],
        };
        Ok(self.one(&sql, params, |row| row.get(0))?.unwrap_or(0))
    }

    /// Counts the people on a list of a season, and those of them who are established by its end,
    /// each up to a number.
    pub fn season_crowd(
        &self,
        list: &SeasonList,
        most: usize,
    ) -> Result<(usize, usize), StoreError> {
        let sql = format!(
            "SELECT (SELECT count(*) FROM (SELECT 1 FROM season_ratings WHERE {LIST} LIMIT :most) people),
                    (SELECT count(*) FROM (SELECT 1 FROM season_ratings WHERE {LIST}
                        AND EXISTS (SELECT 1 FROM established WHERE established.person = season_ratings.person AND at < :to)
                        LIMIT :most) known)"
        );
        let SeasonList { chat, server, season, game, span: (_, to) } = list;
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":season": season, ":game": ratings::key(*game), ":to": to,
            ":most": most as i64,
        };
        Ok(self.one(&sql, params, |row| Ok((row.get(0)?, row.get(1)?)))?.unwrap_or_default())
    }

    /// Returns the people on a list of a season.
    pub fn season_people(&self, list: &SeasonList) -> Result<Vec<PersonId>, StoreError> {
        let SeasonList { chat, server, season, game, span: _ } = list;
        let sql = format!("SELECT person FROM season_ratings WHERE {LIST} ORDER BY person");
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":season": season, ":game": ratings::key(*game),
        };
        self.all(&sql, params, |row| row.get(0))
    }

    /// Counts a person's opponents in a season, or those who are established by its end, without
    /// matches that a side left in the first turns.
    pub fn season_opponents(
        &self,
        list: &SeasonList,
        person: PersonId,
        established: bool,
    ) -> Result<usize, StoreError> {
        let known = if established {
            "AND EXISTS (SELECT 1 FROM established WHERE established.person = others.person AND at < :to)"
        } else {
            ""
        };
        let sql = format!(
            "SELECT count(DISTINCT others.person) {MET} AND json_type(matches.ending, '$.left') IS NULL {known}"
        );
        let SeasonList { chat, server, season: _, game, span: (from, to) } = list;
        let params = named_params! {
            ":chat": Word(chat), ":server": server, ":game": ratings::key(*game), ":from": from, ":to": to, ":person": person,
        };
        Ok(self.one(&sql, params, |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns everyone whom a person has met in a match that counts and ended in a span of time.
    pub fn met_between(
        &self,
        person: PersonId,
        (from, to): (i64, i64),
    ) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT DISTINCT others.person FROM seats own JOIN seats others ON others.match_id = own.match_id AND others.seat <> own.seat
                   WHERE own.person = ? AND own.counted = 1 AND own.ended_at IS NOT NULL AND own.ended_at >= ? AND own.ended_at < ?";
        self.all(sql, params![person, from, to], |row| row.get(0))
    }

    /// Tells whether a person is established, so that they count as an opponent in seasons.
    pub fn is_established(&self, person: PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM established WHERE person = ?";
        Ok(self.one(sql, [person], |_| Ok(()))?.is_some())
    }

    /// Stores since when a person is established.
    ///
    /// # Errors
    /// If the person doesn't exist.
    pub fn establish(&self, person: PersonId, at: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO established (person, at) VALUES (?, ?) ON CONFLICT DO NOTHING";
        self.change(sql, params![person, at])?;
        Ok(())
    }

    /// Deletes all season standings, before they are recalculated.
    pub fn forget_seasons(&self) -> Result<(), StoreError> {
        self.change("DELETE FROM season_ratings", [])?;
        self.change("DELETE FROM established", [])?;
        Ok(())
    }

    /// Tells whether matches count but there are no season standings, so that they have to be recalculated.
    pub fn lacks_seasons(&self) -> Result<bool, StoreError> {
        let sql = "SELECT (SELECT max(counted) FROM matches) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM season_ratings)";
        Ok(self.one(sql, [], |row| row.get(0))?.unwrap_or(false))
    }

    /// Returns who hides their results.
    pub fn hidden(&self) -> Result<HashSet<PersonId>, StoreError> {
        let sql = "SELECT id FROM people WHERE json_extract(settings, '$.hidden')";
        Ok(self.all(sql, [], |row| row.get(0))?.into_iter().collect())
    }
}
