//! Rooms as players: a person without an account of a chat, so that a seat has one kind of holder.
use engine::quote::sentence_case;
use model::ids::{Chat, PersonId, RoomId};

use super::{Person, Room, StoreError, Tx, columns::Word};
use crate::sql::named_params;

/// What a room is called that was named after a person who deleted their data.
pub const NAMELESS: &str = "a room";

impl Tx<'_> {
    /// Returns a room as a player, creating the row if needed.
    pub fn room_person(&self, room: &Room) -> Result<Person, StoreError> {
        // No chat has such ids, so nobody can speak as it. Nobody finds it by name either.
        let sql = "INSERT INTO people (chat, handle, name, folded, room) VALUES (:chat, :handle, :name, '', :room)
                   ON CONFLICT DO NOTHING";
        self.change(
            sql,
            named_params! {
                ":chat": Word(room.chat),
                ":handle": format!("room:{}", room.id),
                ":name": called(room.chat, &room.name),
                ":room": room.id,
            },
        )?;
        let id = self.one("SELECT id FROM people WHERE room = ?", [room.id], |row| row.get(0))?;
        self.person(id.ok_or(StoreError::Missing { what: "room", id: room.id.0 })?)
    }

    /// Returns the id of a room as a player, if it has played.
    pub fn player_of_room(&self, room: RoomId) -> Result<Option<PersonId>, StoreError> {
        self.one("SELECT id FROM people WHERE room = ?", [room], |row| row.get(0))
    }
}

/// Returns the name of a room as a player.
pub(super) fn called(chat: Chat, name: &str) -> String {
    match chat {
        // Sentences often begin with a player.
        _ if name == NAMELESS => sentence_case(name),
        Chat::Discord => format!("#{}", name.trim_start_matches('#')),
        Chat::Console | Chat::Matrix => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn a_room_is_one_player_whom_nobody_can_name() {
        fresh(|tx| {
            let world = world(tx);
            let room = tx.room(world.room).unwrap();
            let player = tx.room_person(&room).unwrap();
            assert_eq!(player, tx.room_person(&room).unwrap());
            assert_eq!((player.room, player.name.as_str()), (Some(room.id), "#games"));
            for name in ["games", "#games", ""] {
                assert_eq!(tx.people_named(Chat::Discord, name).unwrap(), []);
            }
            tx.meet_room(Chat::Discord, "r1", "chess", "s1").unwrap();
            assert_eq!(tx.person(player.id).unwrap().name, "#chess");
            assert_eq!(called(Chat::Discord, NAMELESS), "A room");
            assert_eq!(called(Chat::Discord, "lounge"), "#lounge");
        });
    }

    #[test]
    fn a_room_finds_what_it_plays() {
        fresh(|tx| {
            let world = world(tx);
            assert_eq!(tx.running_of_room(world.room).unwrap(), []);
            let player = tx.room_person(&tx.room(world.room).unwrap()).unwrap().id;
            let mut new = new_match(&world);
            *new.seats.get_mut(engine::seat::Seat::First) = player;
            let of = tx.add_match(&new).unwrap();
            let found = tx.running_of_room(world.room).unwrap();
            assert_eq!(found.iter().map(|row| row.id).collect::<Vec<_>>(), [of]);
        });
    }
}
