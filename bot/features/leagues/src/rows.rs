//! Leagues and the people in them.
use std::fmt;

use model::ids::{CardOf, PersonId, RoomId};
use serde::{Deserialize, Serialize};

use command::say;
use service::{TimeGap, authority::Organised};
use store::{
    CardAt, Competition, CompetitionRules, StoreError, Terms, Tx,
    sql::{Json, RowResult, SqlRow, Word, ids, named_params, params, terms},
    tables::{KeptCards, OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

use super::commands;

pub(super) const LEAGUES: TableSpec = TableSpec::new("leagues", "id")
    .exports(&[RowExport::new(
        "made_by = ?1 OR id IN (SELECT league FROM league_players WHERE person = ?1)",
        "id, room, CASE made_by WHEN ?1 THEN made_by END AS made_by, game, options, clock, rated, days, groups_of, season, round, due, made_at, ended_at",
    )])
    .unexported(&[("code", "it lets people of other rooms in; those who may use it are shown it")])
    .people(&[person("made_by", OnErase::SetNull, OnLink::Rename, OnUnlink::WithRoom)]);

// Where two who are linked had both joined, the place of the second stays empty.
pub(super) const LEAGUE_PLAYERS: TableSpec =
    TableSpec::new("league_players", "league, season, person")
        .exports(&[RowExport::own("league, season, room, division, number, left_at, counts")])
        .people(&[person(
            "person",
            OnErase::Keep,
            OnLink::RenameOnce("league, season"),
            OnUnlink::WithRoom,
        )]);

/// The number that players see: `league 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct LeagueId(pub i64);

ids! { LeagueId }

impl fmt::Display for LeagueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const CARD_KEY: [&str; 2] = ["league", "season"];

/// Which messages list what people can join in a season.
pub(super) const CARDS: TableSpec = TableSpec::new("league_cards", "league, season, room")
    .unexported(&[("*", "which message lists a league in a room, that everybody there can read")])
    .cards(KeptCards { key: CARD_KEY, keep: keep_card, find: find_card });

/// Names the card of a season.
pub(super) fn card_of(league: LeagueId, season: u32) -> CardOf {
    let [of, in_season] = CARD_KEY;
    CardOf::row([(of, league.0), (in_season, i64::from(season))])
}

fn keep_card(
    tx: &Tx<'_>,
    [league, season]: [i64; 2],
    room: RoomId,
    card: &CardAt,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO league_cards (league, season, room, place, message) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (league, season, room) DO UPDATE SET place = excluded.place, message = excluded.message";
    tx.change(sql, params![league, season, room, card.place, card.message])?;
    Ok(())
}

fn find_card(
    tx: &Tx<'_>,
    [league, season]: [i64; 2],
    room: RoomId,
) -> Result<Option<(String, String)>, StoreError> {
    let sql =
        "SELECT place, message FROM league_cards WHERE league = ? AND season = ? AND room = ?";
    tx.one(sql, params![league, season, room], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// A league: everybody in a group plays everybody else once a season.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LeagueState {
    pub id: LeagueId,
    pub room: RoomId,
    /// Who started it; none if they deleted their data.
    pub made_by: Option<PersonId>,
    /// The terms of each match.
    pub terms: Terms,
    /// How many days a round has.
    pub days: u32,
    /// The usual size of a group; none for one group of everybody.
    pub groups_of: Option<u32>,
    /// The season that is played, or that people join; from 1.
    pub season: u32,
    /// The round that is played; 0 while people join.
    pub round: u32,
    /// When the days of the round are over, or it is too late to begin.
    pub due: i64,
    /// What to say in another room to join from there.
    pub code: String,
    pub made_at: i64,
    pub ended_at: Option<i64>,
}

impl LeagueState {
    /// Returns who decides about it, and what it is called.
    pub(super) fn organised(&self) -> Organised {
        Organised {
            room: self.room,
            by: self.made_by,
            name: format!("league {}", self.id),
            shown_by: say!(commands::League { league: self.id.0 }),
        }
    }
}

/// Everybody in a group of a league plays everybody else once; `size` is how many there were at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LeagueRules {
    pub league: LeagueId,
    pub season: u32,
    pub group: u32,
    pub size: u32,
}

impl CompetitionRules for LeagueRules {
    const KIND: &'static str = "league";
}

/// A person in a season of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeaguePlayer {
    pub person: PersonId,
    /// Where they joined, and play.
    pub room: RoomId,
    /// Their group, 0 for the best.
    pub division: u32,
    /// Their number in its schedule; before the season, their place in line.
    pub number: u32,
    pub left_at: Option<i64>,
    /// Whether their results count although they left.
    pub counts: bool,
}

impl LeaguePlayer {
    /// Tells whether the results of this player count.
    pub(super) fn is_in(&self) -> bool {
        self.left_at.is_none() || self.counts
    }
}

/// Returns the groups of a league's season, the best first.
pub(super) fn groups_of(
    tx: &Tx<'_>,
    league: LeagueId,
    season: u32,
) -> Result<Vec<(Competition, LeagueRules)>, StoreError> {
    let condition = "kind = 'league' AND rules ->> 'league' = ? AND rules ->> 'season' = ?";
    let mut found = Vec::new();
    for competition in tx.competitions(condition, params![league, season])? {
        let rules = competition.rules::<LeagueRules>()?;
        found.extend(rules.map(|rules| (competition, rules)));
    }
    found.sort_by_key(|(_, rules)| rules.group);
    Ok(found)
}

/// Stores a new league; the id is ignored.
///
/// # Errors
/// If the room or the person doesn't exist, or the database fails.
pub(super) fn add_league(tx: &Tx<'_>, league: &LeagueState) -> Result<LeagueId, StoreError> {
    let LeagueState { id: _, room, made_by, terms, days, groups_of, season, round, due, .. } =
        league;
    let LeagueState { code, made_at, ended_at, .. } = league;
    let Terms { game, options, clock, rated, private: _, start: _, room_time: _ } = terms;
    let sql = "INSERT INTO leagues (room, made_by, game, options, clock, rated, days, groups_of, season, round, due, code, made_at, ended_at)
               VALUES (:room, :by, :game, :options, :clock, :rated, :days, :groups, :season, :round, :due, :code, :made_at, :ended_at) RETURNING id";
    let id = tx.add(
        sql,
        named_params! {
            ":room": room, ":by": made_by, ":game": Word(game), ":options": Json(options),
            ":clock": clock.map(Json), ":rated": rated, ":days": days, ":groups": groups_of,
            ":season": season, ":round": round, ":due": due, ":code": code,
            ":made_at": made_at, ":ended_at": ended_at,
        },
    )?;
    Ok(LeagueId(id))
}

/// Stores how far a league is: its season, round, due time and end.
///
/// # Errors
/// [`StoreError::Missing`] if there is no such league.
pub(super) fn update_league(tx: &Tx<'_>, league: &LeagueState) -> Result<(), StoreError> {
    let LeagueState { id, season, round, due, ended_at, .. } = league;
    let sql = "UPDATE leagues SET season = ?, round = ?, due = ?, ended_at = ? WHERE id = ?";
    match tx.change(sql, params![season, round, due, ended_at, id])? {
        0 => Err(StoreError::Missing { what: "league", id: id.0 }),
        _ => Ok(()),
    }
}

/// Returns a league.
pub(super) fn league(tx: &Tx<'_>, id: LeagueId) -> Result<Option<LeagueState>, StoreError> {
    let sql = "SELECT *, 0 AS private, NULL AS start, NULL AS vote FROM leagues WHERE id = ?";
    tx.one(sql, [id], read)
}

/// Returns the league with this code that isn't over.
pub(super) fn league_by_code(tx: &Tx<'_>, code: &str) -> Result<Option<LeagueState>, StoreError> {
    let sql = "SELECT *, 0 AS private, NULL AS start, NULL AS vote FROM leagues
               WHERE code = ? AND ended_at IS NULL";
    tx.one(sql, [code], read)
}

/// Returns the leagues of a room, and those that people play from there, newest first.
pub(super) fn leagues_in(tx: &Tx<'_>, room: RoomId) -> Result<Vec<LeagueState>, StoreError> {
    let sql = "SELECT *, 0 AS private, NULL AS start, NULL AS vote FROM leagues WHERE room = ?1
                 OR id IN (SELECT league FROM league_players WHERE room = ?1) ORDER BY id DESC";
    tx.all(sql, [room], read)
}

/// Returns the leagues of a person that aren't over, oldest first.
pub(super) fn leagues_of(tx: &Tx<'_>, person: PersonId) -> Result<Vec<LeagueState>, StoreError> {
    let sql =
        "SELECT *, 0 AS private, NULL AS start, NULL AS vote FROM leagues WHERE ended_at IS NULL
                 AND id IN (SELECT league FROM league_players WHERE person = ?) ORDER BY id";
    tx.all(sql, [person], read)
}

/// Returns the leagues for which something is due.
pub(super) fn due_leagues(tx: &Tx<'_>, now: i64) -> Result<Vec<LeagueId>, StoreError> {
    let sql = "SELECT id FROM leagues WHERE ended_at IS NULL AND due <= ? ORDER BY due, id";
    tx.all(sql, [now], |row| row.get(0))
}

/// Returns when something is next due in a league after a moment.
pub(super) fn next_league_due(tx: &Tx<'_>, after: i64) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT min(due) FROM leagues WHERE ended_at IS NULL AND due > ?";
    Ok(tx.one(sql, [after], |row| row.get(0))?.flatten())
}

/// Puts off what is due in all leagues by a time that is left out.
pub(super) fn follow_gap(tx: &Tx<'_>, gap: &TimeGap) -> Result<(), StoreError> {
    tx.change("UPDATE leagues SET due = due + ? WHERE ended_at IS NULL", [gap.seconds()])?;
    Ok(())
}

/// Stores a person in a season of a league, replacing their row.
///
/// # Errors
/// If the league, the person or the room doesn't exist.
pub(super) fn set_league_player(
    tx: &Tx<'_>,
    league: LeagueId,
    season: u32,
    player: &LeaguePlayer,
) -> Result<(), StoreError> {
    let LeaguePlayer { person, room, division, number, left_at, counts } = player;
    let sql = "INSERT INTO league_players (league, season, person, room, division, number, left_at, counts)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (league, season, person) DO UPDATE SET room = excluded.room, division = excluded.division,
                   number = excluded.number, left_at = excluded.left_at, counts = excluded.counts";
    tx.change(sql, params![league, season, person, room, division, number, left_at, counts])?;
    Ok(())
}

/// Takes a person out of a season that hasn't begun.
pub(super) fn drop_league_player(
    tx: &Tx<'_>,
    league: LeagueId,
    season: u32,
    person: PersonId,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM league_players WHERE league = ? AND season = ? AND person = ?";
    tx.change(sql, params![league, season, person])?;
    Ok(())
}

/// Returns the people of a season, by group and number.
pub(super) fn league_players(
    tx: &Tx<'_>,
    league: LeagueId,
    season: u32,
) -> Result<Vec<LeaguePlayer>, StoreError> {
    let sql = "SELECT * FROM league_players WHERE league = ? AND season = ?
               ORDER BY division, number, person";
    tx.all(sql, params![league, season], |row| {
        Ok(LeaguePlayer {
            person: row.get("person")?,
            room: row.get("room")?,
            division: row.get("division")?,
            number: row.get("number")?,
            left_at: row.get("left_at")?,
            counts: row.get("counts")?,
        })
    })
}

fn read(row: &SqlRow<'_>) -> RowResult<LeagueState> {
    Ok(LeagueState {
        id: row.get("id")?,
        room: row.get("room")?,
        made_by: row.get("made_by")?,
        terms: terms(row)?,
        days: row.get("days")?,
        groups_of: row.get("groups_of")?,
        season: row.get("season")?,
        round: row.get("round")?,
        due: row.get("due")?,
        code: row.get("code")?,
        made_at: row.get("made_at")?,
        ended_at: row.get("ended_at")?,
    })
}

/// A league that Ann has started, for tests.
#[cfg(test)]
mod tests {
    use store::{
        KERNEL, TableParts,
        example::{World, fresh_with, terms, world},
    };

    use super::{super::TABLES, *};

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    fn example(world: &World) -> LeagueState {
        LeagueState {
            id: LeagueId(0),
            room: world.room,
            made_by: Some(world.ann),
            terms: terms(),
            days: 7,
            groups_of: Some(4),
            season: 1,
            round: 0,
            due: 900,
            code: "abcd".to_owned(),
            made_at: 100,
            ended_at: None,
        }
    }

    fn player(world: &World, person: PersonId, number: u32) -> LeaguePlayer {
        let room = world.room;
        LeaguePlayer { person, room, division: 0, number, left_at: None, counts: true }
    }

    #[test]
    fn a_league_comes_back_as_it_was_made_and_is_due_until_it_ends() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let mut made = example(&world);
            made.id = add_league(tx, &made).unwrap();
            assert_eq!(league(tx, made.id).unwrap(), Some(made.clone()));
            assert_eq!(leagues_in(tx, world.room).unwrap(), [made.clone()]);
            assert_eq!(
                (due_leagues(tx, 899).unwrap().len(), next_league_due(tx, 0).unwrap()),
                (0, Some(900))
            );
            follow_gap(tx, &TimeGap { from: 0, to: 50 }).unwrap();
            assert_eq!(next_league_due(tx, 0).unwrap(), Some(950));
            made = LeagueState { season: 2, round: 3, due: 2000, ended_at: Some(1500), ..made };
            update_league(tx, &made).unwrap();
            assert_eq!(league(tx, made.id).unwrap(), Some(made.clone()));
            assert_eq!(
                (next_league_due(tx, 0).unwrap(), due_leagues(tx, 9999).unwrap().len()),
                (None, 0)
            );
            assert!(update_league(tx, &LeagueState { id: LeagueId(9), ..made }).is_err());
        });
    }

    #[test]
    fn people_are_in_a_season_once_and_its_groups_are_competitions() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let id = add_league(tx, &example(&world)).unwrap();
            let [ann, ben] = [(world.ann, 1), (world.ben, 0)]
                .map(|(person, place)| player(&world, person, place));
            for player in [ann, ben, ann] {
                set_league_player(tx, id, 1, &player).unwrap();
            }
            assert_eq!(league_players(tx, id, 1).unwrap(), [ben, ann]);
            assert_eq!(league_players(tx, id, 2).unwrap(), []);
            assert_eq!(leagues_of(tx, world.ann).unwrap().len(), 1);
            let gone = LeaguePlayer { left_at: Some(7), counts: false, ..ann };
            set_league_player(tx, id, 1, &gone).unwrap();
            drop_league_player(tx, id, 1, world.ben).unwrap();
            assert_eq!(league_players(tx, id, 1).unwrap(), [gone]);
            for group in [1, 0] {
                let rules = LeagueRules { league: id, season: 1, group, size: 2 };
                tx.add_competition(world.room, &rules, 5).unwrap();
            }
            let groups = groups_of(tx, id, 1).unwrap();
            let numbers = groups.iter().map(|(_, rules)| rules.group);
            assert_eq!(numbers.collect::<Vec<_>>(), [0, 1]);
            assert_eq!(groups_of(tx, id, 2).unwrap(), []);
        });
    }
}
