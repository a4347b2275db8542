//! Watching: rooms and people who watch a match are told what its room is told, without pings.
use engine::{
    game::Status,
    refusal::{Code, Refusal},
    seat::Seat,
};

use crate::service::{
    Fault, RequestContext,
    authority::{Deed, Touched},
    find::LoadedMatch,
    play::{
        turn::{board_in_words, named_shortly},
        words::heading,
    },
};
use crate::{
    command::{verbs, verbs::Watching},
    reply::{Audience, Privacy, Reply},
    span,
    store::{MatchId, RoomId, Watch},
    text::Text,
};

/// How many matches a person may watch.
const MOST: usize = 20;
/// How many people may watch one match.
const MOST_TOLD: usize = 50;

impl RequestContext<'_> {
    pub(in crate::service) fn watch(&mut self, said: &verbs::Watch) -> Result<(), Fault> {
        if said.of.is_none() && said.how != Some(Watching::Here) {
            // The asker's own list.
            self.clear_verb(Touched::Oneself)?;
        }
        match (said.of, said.how) {
            (None, Some(Watching::Off)) => {
                let own = self.tx.watches_of(self.me.id)?;
                let before = own.iter().map(|it| self.tx.watches(it.of));
                let before = before.collect::<Result<Vec<_>, _>>()?;
                let ended = self.tx.end_watches_of(self.me.id, None)?;
                for (it, before) in own.iter().zip(before) {
                    self.shrink_unwatched(it.of, before)?;
                }
                let text = match ended {
                    0 => "You aren't watching a match.".to_owned(),
                    1 => "You stopped watching that match.".to_owned(),
                    some => format!("You stopped watching those {some} matches."),
                };
                self.say(self.answer(text).private(Privacy::Personal));
                Ok(())
            }
            (None, None) => self.list_watched(),
            (_, how) => {
                let loaded = self.any_match(said.of)?;
                if how == Some(Watching::Off) {
                    self.watch_no_more(&loaded)
                } else {
                    self.begin_watching(&loaded, how == Some(Watching::Here))
                }
            }
        }
    }

    fn begin_watching(&mut self, loaded: &LoadedMatch, openly: bool) -> Result<(), Fault> {
        let id = loaded.row.id;
        let refuse = |code, says: String| {
            Err(Refusal::new(code, says).instead([format!("board #{id}")]).into())
        };
        if loaded.row.end.is_some() {
            return refuse(
                Code::Over,
                format!("Match #{id} is over, so there's nothing to watch."),
            );
        }
        if loaded.row.room == self.room.id {
            return refuse(
                Code::NotNow,
                format!("Match #{id} is in this room, so you see it already."),
            );
        }
        if openly {
            self.clear(Deed::Broadcast, Touched::Room(&self.room))?;
        }
        if !openly && loaded.seat_of(self.me.id).is_some() {
            return refuse(
                Code::NotNow,
                format!("You're playing match #{id}, so you hear about it already."),
            );
        }
        let own = self.tx.watches_of(self.me.id)?;
        if own.iter().all(|it| it.of != id) {
            if MOST <= own.len() {
                let says =
                    format!("You're already watching {MOST} matches; stop watching one first.");
                return Err(Refusal::new(Code::TooMuch, says)
                    .instead(["watch", "watch off"])
                    .into());
            }
            if MOST_TOLD <= self.tx.watches(id)?.len() {
                return refuse(
                    Code::TooMuch,
                    format!("Match #{id} already has {MOST_TOLD} watchers, the limit."),
                );
            }
        }
        self.tx.add_watch(&Watch { of: id, person: self.me.id, room: self.room.id, openly })?;
        let stop = Text::code(format!("watch #{id} off"));
        if openly {
            let says = format!("This room watches match #{id} until it ends. To stop: ");
            self.say(Reply::room(span![says, stop, "."]));
            self.say(self.first_board(loaded));
        } else {
            let says = format!("{} You'll hear about each turn. To stop: ", heading(loaded));
            let picture = self.picture(loaded, None, &self.me, Seat::First);
            self.say(self.answer(span![says, stop, "."]).picture(picture));
        }
        Ok(())
    }

    /// Shows a room the board of a match that it begins to watch.
    fn first_board(&self, loaded: &LoadedMatch) -> Reply {
        let named = Text::small(named_shortly(loaded));
        let mut lines = vec![named.clone()];
        let picture = match loaded.table.status() {
            Status::Waiting(prompts) => {
                lines.extend(self.who_is_asked(loaded, &prompts));
                let seat = prompts.first().map_or(Seat::First, |it| it.seat);
                self.picture(loaded, None, loaded.people.get(seat), seat)
            }
            Status::Over(_) => self.picture(loaded, None, &self.me, Seat::First),
        };
        lines.extend(board_in_words(loaded, &picture));
        Reply {
            turn_of: Some(loaded.row.id),
            watched: true,
            left: Some(named),
            ..Reply::room(Text::Lines(lines)).private(Privacy::Personal).picture(picture)
        }
    }

    fn watch_no_more(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        let id = loaded.row.id;
        let before = self.tx.watches(id)?;
        if self.tx.end_watches_of(self.me.id, Some(id))? == 0 {
            let says = format!("You aren't watching match #{id}.");
            return Err(Refusal::new(Code::NotNow, says).instead(["watch"]).into());
        }
        self.shrink_unwatched(id, before)?;
        self.say(self.answer(format!("You stopped watching match #{id}.")));
        Ok(())
    }

    fn list_watched(&mut self) -> Result<(), Fault> {
        let mut lines = Vec::new();
        for Watch { of, room, openly, .. } in self.tx.watches_of(self.me.id)? {
            let Some(row) = self.tx.match_row(of)? else { continue };
            let where_to = if openly {
                format!(", told in {}", self.tx.room(room)?.name)
            } else {
                String::new()
            };
            let says = heading(&self.sit_down(row)?);
            lines.push(Text::plain(format!("{}{where_to}", says.trim_end_matches('.'))));
        }
        let text = match lines.is_empty() {
            true => span!["You aren't watching a match. To start: ", Text::code("watch #12"), "."],
            false => Text::Lines(vec![Text::strong("You're watching"), Text::List(lines)]),
        };
        self.say(self.answer(text).private(Privacy::Personal));
        Ok(())
    }

    /// Hands over the boards of a match in rooms that no longer watch it, so that they shrink.
    fn shrink_unwatched(&self, id: MatchId, before: Vec<Watch>) -> Result<(), Fault> {
        let watched = self.tx.watches(id)?;
        for it in before.iter().filter(|it| it.openly) {
            if watched.iter().all(|other| !other.openly || other.room != it.room) {
                let room = self.tx.room(it.room)?;
                self.tx.pass_boards(room.chat, id, &room.handle)?;
            }
        }
        Ok(())
    }

    /// Tells those who watch a match what its room is told, without buttons and pings: a room on
    /// its own board, a person when a turn ends. Watching ends with the match. Returns the rooms.
    pub(in crate::service) fn tell_watchers(
        &mut self,
        loaded: &LoadedMatch,
        told: &Reply,
    ) -> Result<Vec<RoomId>, Fault> {
        let id = loaded.row.id;
        let mut rooms = Vec::new();
        for Watch { of: _, person, room, openly } in self.tx.watches(id)? {
            if room == loaded.row.room || openly && rooms.contains(&room) {
                continue;
            }
            let watched = Reply {
                privacy: Privacy::Personal,
                menu: None,
                mentions: Vec::new(),
                thinks: false,
                ..told.clone()
            };
            if openly {
                rooms.push(room);
                self.say_in(room, Reply { watched: true, ..watched })?;
            } else if !told.goes_on {
                let text = watched.whole();
                let reply = Reply {
                    to: Audience::Only(person),
                    text,
                    turn_of: None,
                    earlier: None,
                    left: None,
                    ..watched
                };
                self.say_in(room, reply)?;
            }
        }
        if loaded.row.end.is_some() {
            self.tx.end_watches(id)?;
        }
        Ok(rooms)
    }
}
