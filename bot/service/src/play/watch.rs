//! Watching: rooms and people who watch a match get what its room gets, without pings.
use engine::{game::Status, seat::Seat};

use crate::{
    Fault, RequestContext,
    authority::{Deed, Touched},
    find::LoadedMatch,
    play::{
        turn::{board_in_words, named_shortly},
        typed::heading,
        words,
    },
};
use command::verbs::{self, Watching};
use model::{
    ids::{MatchId, RoomId},
    reply::{Audience, Privacy, Reply},
    text::Text,
};
use store::Watch;

/// How many matches a person may watch.
const MOST: usize = 20;
/// How many people may watch one match.
const MOST_TOLD: usize = 50;

impl RequestContext<'_> {
    pub(crate) fn watch(&mut self, said: &verbs::Watch) -> Result<(), Fault> {
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
                let text = words::stopped_watching(u32::try_from(ended).unwrap_or(u32::MAX));
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
        if loaded.row.end.is_some() {
            return Err(words::nothing_to_watch(id).into());
        }
        if self.is_played_here(&loaded.row)? {
            return Err(words::in_this_room(id).into());
        }
        if openly && self.room.answers_only {
            return Err(words::cannot_watch_here(id).into());
        }
        if openly {
            self.clear(Deed::Broadcast, Touched::Room(&self.room))?;
        }
        if !openly && loaded.seat_of(self.me.id).is_some() {
            return Err(words::you_play_it(id).into());
        }
        let own = self.tx.watches_of(self.me.id)?;
        if own.iter().all(|it| it.of != id) {
            if MOST <= own.len() {
                return Err(words::watching_enough(MOST).into());
            }
            if MOST_TOLD <= self.tx.watches(id)?.len() {
                return Err(words::watched_enough(id, MOST_TOLD).into());
            }
        }
        self.tx.add_watch(&Watch { of: id, person: self.me.id, room: self.room.id, openly })?;
        if openly {
            self.say(Reply::room(words::room_watches(id)));
            let board = self.first_board(loaded)?;
            self.say(board);
        } else {
            let says = words::you_watch(&heading(loaded), id);
            let picture = self.picture(loaded, None, &self.me, Seat::First);
            self.say(self.answer(says).picture(picture));
        }
        Ok(())
    }

    /// Shows a room the board of a match that it begins to watch.
    pub(crate) fn first_board(&self, loaded: &LoadedMatch) -> Result<Reply, Fault> {
        let named = Text::small(named_shortly(loaded));
        let mut lines = vec![named.clone()];
        let picture = match loaded.table.status() {
            Status::Waiting(prompts) => {
                lines.extend(self.who_is_asked(loaded, &prompts)?);
                let seat = prompts.first().map_or(Seat::First, |it| it.seat);
                self.picture(loaded, None, loaded.people.get(seat), seat)
            }
            Status::Over(_) => self.picture(loaded, None, &self.me, Seat::First),
        };
        lines.extend(board_in_words(loaded, &picture));
        Ok(Reply {
            turn_of: Some(loaded.row.id),
            watched: true,
            left: Some(named),
            ..Reply::room(Text::Lines(lines)).private(Privacy::Personal).picture(picture)
        })
    }

    fn watch_no_more(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        let id = loaded.row.id;
        let before = self.tx.watches(id)?;
        if self.tx.end_watches_of(self.me.id, Some(id))? == 0 {
            return Err(words::not_watching(id).into());
        }
        self.shrink_unwatched(id, before)?;
        self.say(self.answer(words::stopped_watching_one(id)));
        Ok(())
    }

    fn list_watched(&mut self) -> Result<(), Fault> {
        let mut lines = Vec::new();
        for Watch { of, room, openly, .. } in self.tx.watches_of(self.me.id)? {
            let Some(row) = self.tx.match_row(of)? else { continue };
            let room = if openly { Some(self.tx.room(room)?.name) } else { None };
            lines.push(words::watched(&heading(&self.sit_down(row)?), room.as_deref()));
        }
        let text = words::watching(lines);
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

    /// Sends watchers what a match's room gets, without buttons and pings: a room gets its own
    /// board, a person a message when a turn ends. Watching ends with the match. Returns the rooms.
    pub(crate) fn tell_watchers(
        &mut self,
        loaded: &LoadedMatch,
        told: &Reply,
    ) -> Result<Vec<RoomId>, Fault> {
        let id = loaded.row.id;
        let mut rooms = Vec::new();
        let away = self.tx.away_rooms(id)?;
        for Watch { of: _, person, room, openly } in self.tx.watches(id)? {
            let plays = room == loaded.row.room || away.iter().any(|it| it.1 == room);
            if plays || openly && rooms.contains(&room) {
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
                    done: None,
                    ..watched
                };
                self.say_in(room, reply)?;
            }
        }
        let pair = self.tx.paired_with(loaded.row.room)?.filter(|_| !loaded.row.terms.private);
        if let Some(pair) =
            pair.filter(|it| !rooms.contains(it) && away.iter().all(|at| at.1 != *it))
        {
            let shown = Reply {
                privacy: Privacy::Personal,
                menu: None,
                mentions: Vec::new(),
                thinks: false,
                watched: true,
                ..told.clone()
            };
            rooms.push(pair);
            self.say_in(pair, shown)?;
        }
        if loaded.row.end.is_some() {
            self.tx.end_watches(id)?;
        }
        Ok(rooms)
    }
}
