//! Who stands on a leaderboard, and the addresses where anyone can see those of a server.
use engine::games::GameId;
use model::{
    glicko::Rating,
    ids::{Chat, PersonId, RoomId},
};
use store::{
    Room, StoreError, Tables, Tx,
    sql::{RowResult, SqlRow, Word, params},
    tables::{SchemaStep, TableSpec},
};

pub(crate) static TABLES: Tables = Tables {
    part: "standings",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[TableSpec::new("server_pages", "chat, handle")
        .unexported(&[("*", "places")])
        .servers(("handle", "chat"))],
};

/// Whose results a leaderboard counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListScope {
    Room(RoomId),
    /// All rooms of one server of one chat.
    Server(Chat, String),
    Everywhere,
}

/// Returns the key of a server's page: 32 hexadecimal digits that nobody can guess.
pub(crate) fn server_page(tx: &Tx<'_>, room: &Room) -> Result<Option<String>, StoreError> {
    let sql = "SELECT key FROM server_pages WHERE chat = ? AND handle = ?";
    tx.one(sql, params![Word(room.chat), room.server_key()], |row| row.get(0))
}

/// Gives a server a page with this key, unless it has one.
///
/// # Errors
/// If the database fails, or the key is invalid.
pub(crate) fn open_server_page(tx: &Tx<'_>, room: &Room, key: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO server_pages (chat, handle, key) VALUES (?, ?, ?)
               ON CONFLICT (chat, handle) DO NOTHING";
    tx.change(sql, params![Word(room.chat), room.server_key(), key])?;
    Ok(())
}

/// Deletes the page of a server; tells whether it had one.
pub(crate) fn close_server_page(tx: &Tx<'_>, room: &Room) -> Result<bool, StoreError> {
    let sql = "DELETE FROM server_pages WHERE chat = ? AND handle = ?";
    Ok(tx.change(sql, params![Word(room.chat), room.server_key()])? != 0)
}

/// Returns a room of the server whose page has this key.
pub(crate) fn room_of_page(tx: &Tx<'_>, key: &str) -> Result<Option<Room>, StoreError> {
    let sql = "SELECT chat, handle FROM server_pages WHERE key = ?";
    let found = tx.one(sql, [key], |row| Ok((row.get::<_, Word<Chat>>(0)?.0, row.get(1)?)))?;
    let Some((chat, handle)): Option<(Chat, String)> = found else { return Ok(None) };
    let sql =
        "SELECT id FROM rooms WHERE chat = ?1 AND (server = ?2 OR server = '' AND handle = ?2)
               ORDER BY id LIMIT 1";
    let room = tx.one(sql, params![Word(chat), handle], |row| row.get(0))?;
    room.map(|room| tx.room(room)).transpose()
}

/// Returns when the first match that counts ended on a room's server.
pub(crate) fn first_counted_on(tx: &Tx<'_>, room: &Room) -> Result<Option<i64>, StoreError> {
    // The first of each room is found by an index; together, all would be looked through.
    let sql = "SELECT min(first) FROM (
                   SELECT (SELECT min(ended_at) FROM matches WHERE room = rooms.id AND counted IS NOT NULL) AS first
                   FROM rooms WHERE chat = ?1 AND (server = ?2 OR server = '' AND handle = ?2)) firsts";
    let found = tx.one(sql, params![Word(room.chat), room.server_key()], |row| row.get(0))?;
    Ok(found.flatten())
}

/// Returns everyone who has finished a rated match of the game (or of any) in the scope and
/// isn't hidden and hasn't left, in the order of their ids. The rating is from all their matches. A called-off
/// match isn't finished.
///
/// Rooms without a server share none, so the scope of an empty server is empty.
pub(crate) fn standings(
    tx: &Tx<'_>,
    game: Option<GameId>,
    scope: &ListScope,
) -> Result<Vec<(PersonId, Rating)>, StoreError> {
    let hidden = match scope {
        ListScope::Everywhere => tx.hidden()?,
        ListScope::Server(chat, server) => tx.unlisted(*chat, server)?,
        ListScope::Room(room) => {
            let room = tx.room(*room)?;
            tx.unlisted(room.chat, room.server_key())?
        }
    };
    let mut found = match played_in(tx, game, scope)? {
        None => tx.all(&query(""), [key(game)], standing)?,
        Some(players) if players.len() <= FEW => {
            let sql = query(" AND person = ?");
            let one = |person: PersonId| tx.one(&sql, params![key(game), person], standing);
            let found = players.into_iter().map(one).collect::<Result<Vec<_>, _>>()?;
            found.into_iter().flatten().collect()
        }
        Some(players) => {
            // Both are in the order of their ids.
            let mut players = players.into_iter().peekable();
            let mut found = tx.all(&query(""), [key(game)], standing)?;
            found.retain(|(person, _)| {
                while players.next_if(|it| it < person).is_some() {}
                players.peek() == Some(person)
            });
            found
        }
    };
    found.retain(|(person, _)| !hidden.contains(person));
    Ok(found)
}

/// Returns the ids of everyone who has finished a rated match in a scope, in order; nothing for
/// everywhere, where everyone with a rating has.
fn played_in(
    tx: &Tx<'_>,
    game: Option<GameId>,
    scope: &ListScope,
) -> Result<Option<Vec<PersonId>>, StoreError> {
    let rooms: Vec<RoomId> = match scope {
        ListScope::Everywhere => return Ok(None),
        ListScope::Room(room) => vec![*room],
        ListScope::Server(_, server) if server.is_empty() => Vec::new(),
        ListScope::Server(chat, server) => {
            let sql = "SELECT id FROM rooms WHERE chat = ? AND server = ?";
            tx.all(sql, params![Word(chat), server], |row| row.get(0))?
        }
    };
    let mut players = Vec::new();
    for room in rooms {
        let here: Vec<PersonId> = match game {
            None => {
                let sql = "SELECT person FROM seats WHERE counted = 1 AND room = ?";
                tx.all(sql, [room], |row| row.get(0))?
            }
            Some(game) => {
                let sql = "SELECT person FROM seats WHERE counted = 1 AND room = ? AND game = ?";
                tx.all(sql, params![room, game.name()], |row| row.get(0))?
            }
        };
        players.extend(here);
    }
    players.sort_unstable();
    players.dedup();
    Ok(Some(players))
}

/// The most people to look up one by one; for more, all rows are read.
const FEW: usize = 1000;

/// Writes the query for standings.
fn query(whose: &str) -> String {
    format!(
        "SELECT person, rating, deviation, volatility, won, lost, drawn, streak, last_at
         FROM ratings WHERE game = ?{whose} ORDER BY person"
    )
}

/// Reads by position, because there are many.
fn standing(row: &SqlRow<'_>) -> RowResult<(PersonId, Rating)> {
    let rating = Rating {
        rating: row.get(1)?,
        deviation: row.get(2)?,
        volatility: row.get(3)?,
        won: row.get(4)?,
        lost: row.get(5)?,
        drawn: row.get(6)?,
        streak: row.get(7)?,
        last_at: row.get(8)?,
    };
    Ok((row.get(0)?, rating))
}

fn key(game: Option<GameId>) -> &'static str {
    game.map_or("", GameId::name)
}

#[cfg(test)]
mod tests {
    use engine::seat::BySeat;
    use store::{
        HIDDEN, KERNEL, NewMatch, Settings, TableParts, Terms,
        example::{ended, fresh_with, new_match, rating, terms, touched, world},
    };

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    /// Plays a match that ends with an outcome.
    fn play(tx: &Tx<'_>, room: RoomId, first: PersonId, second: PersonId) {
        let new = NewMatch { room, seats: BySeat { first, second }, ..new_match(&world(tx)) };
        ended(tx, touched(tx, &new, 10), 20, true);
    }

    fn people(tx: &Tx<'_>, game: Option<GameId>, scope: &ListScope) -> Vec<PersonId> {
        standings(tx, game, scope).unwrap().into_iter().map(|it| it.0).collect()
    }

    #[test]
    fn a_server_has_one_page_until_it_is_closed() {
        fresh_with(PARTS, |tx| {
            let room = tx.room(world(tx).room).unwrap();
            let [one, other] = ["1", "2"].map(|it| it.repeat(32));
            assert_eq!(server_page(tx, &room).unwrap(), None);
            assert!(tx.attempt(|| open_server_page(tx, &room, "guess")).is_err());
            open_server_page(tx, &room, &one).unwrap();
            open_server_page(tx, &room, &other).unwrap();
            assert_eq!(server_page(tx, &room).unwrap(), Some(one.clone()));
            assert_eq!(room_of_page(tx, &one).unwrap().map(|it| it.id), Some(room.id));
            assert_eq!(room_of_page(tx, &other).unwrap(), None);
            assert!(close_server_page(tx, &room).unwrap());
            assert!(!close_server_page(tx, &room).unwrap());
            assert_eq!(room_of_page(tx, &one).unwrap(), None);
        });
    }

    #[test]
    fn the_page_of_a_server_that_moves_moves_with_it() {
        fresh_with(PARTS, |tx| {
            let room = tx.meet_room(Chat::Matrix, "!old:x", "Room", "").unwrap();
            let key = "a".repeat(32);
            open_server_page(tx, &room, &key).unwrap();
            let moved = tx.move_room(Chat::Matrix, "!old:x", "!new:x").unwrap().unwrap();
            assert_eq!(server_page(tx, &moved).unwrap(), Some(key));
        });
    }

    #[test]
    fn the_first_match_that_counts_is_of_its_server() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let here = tx.room(world.room).unwrap();
            let there = tx.meet_room(here.chat, "r9", "", "s9").unwrap();
            assert_eq!(first_counted_on(tx, &here).unwrap(), None);
            for (room, at) in [(here.id, 20), (here.id, 30), (there.id, 10)] {
                let new = NewMatch { room, ..new_match(&world) };
                ended(tx, touched(tx, &new, 5), at, true);
            }
            assert_eq!(first_counted_on(tx, &here).unwrap(), Some(20));
        });
    }

    #[test]
    fn standings_are_complete_but_for_those_who_hide() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let cat = tx.meet_person(Chat::Discord, "c1", "Cat").unwrap().id;
            play(tx, world.room, world.ann, world.ben);
            play(tx, world.room, cat, world.ann);
            for (person, figure) in [(world.ann, 1500.0), (world.ben, 1600.0), (cat, 1500.0)] {
                tx.put_rating(person, None, &rating(figure)).unwrap();
            }
            let settings = Settings::default().with(&HIDDEN, true);
            tx.set_settings(cat, &settings).unwrap();
            let expected = [(world.ann, rating(1500.0)), (world.ben, rating(1600.0))];
            for scope in [ListScope::Everywhere, ListScope::Room(world.room)] {
                assert_eq!(standings(tx, None, &scope).unwrap(), expected);
            }
            assert_eq!(standings(tx, Some(terms().game), &ListScope::Everywhere).unwrap(), []);
        });
    }

    #[test]
    fn a_scope_counts_only_who_played_there() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let meet = |name: &str| tx.meet_person(Chat::Discord, name, name).unwrap().id;
            let (cat, dan, eve) = (meet("Cat"), meet("Dan"), meet("Eve"));
            let room = |chat, handle, server| tx.meet_room(chat, handle, "", server).unwrap().id;
            let beside = room(Chat::Discord, "r2", "s1");
            let alone = room(Chat::Discord, "r3", "");
            let namesake = room(Chat::Matrix, "r1", "s1");
            play(tx, world.room, world.ann, world.ben);
            play(tx, beside, cat, world.ann);
            play(tx, alone, dan, dan);
            play(tx, namesake, eve, eve);
            for person in [world.ann, world.ben, cat, dan, eve] {
                tx.put_rating(person, None, &rating(1500.0)).unwrap();
            }
            let server = |chat, name: &str| ListScope::Server(chat, name.to_owned());
            let of = |scope| people(tx, None, &scope);
            assert_eq!(of(ListScope::Room(world.room)), [world.ann, world.ben]);
            assert_eq!(of(ListScope::Room(beside)), [world.ann, cat]);
            assert_eq!(of(server(Chat::Discord, "s1")), [world.ann, world.ben, cat]);
            assert_eq!(of(server(Chat::Matrix, "s1")), [eve]);
            assert_eq!(of(server(Chat::Discord, "")), []);
            assert_eq!(of(ListScope::Everywhere), [world.ann, world.ben, cat, dan, eve]);
        });
    }

    #[test]
    fn only_rated_matches_with_an_outcome_of_the_same_game_count() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let game = terms().game;
            for person in [world.ann, world.ben] {
                tx.put_rating(person, Some(game), &rating(1500.0)).unwrap();
                tx.put_rating(person, None, &rating(1400.0)).unwrap();
            }
            let new = new_match(&world);
            let unrated = Terms { rated: false, ..terms() };
            let unrated = NewMatch { terms: unrated, ..new.clone() };
            touched(tx, &new, 10);
            ended(tx, touched(tx, &new, 10), 20, false);
            ended(tx, touched(tx, &unrated, 10), 20, true);
            let nobody: [PersonId; 0] = [];
            assert_eq!(people(tx, None, &ListScope::Room(world.room)), nobody);

            play(tx, world.room, world.ann, world.ben);
            let both = [world.ann, world.ben];
            assert_eq!(people(tx, Some(game), &ListScope::Room(world.room)), both);
            assert_eq!(people(tx, None, &ListScope::Room(world.room)), both);
            tx.change("UPDATE matches SET game = 'another'", []).unwrap();
            assert_eq!(people(tx, Some(game), &ListScope::Room(world.room)), nobody);
            assert_eq!(people(tx, None, &ListScope::Room(world.room)), both);
        });
    }
}
