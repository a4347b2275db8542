//! Watching: people who watch a match are told what its room is told, without pings.
use engine::{
    refusal::{Code, Refusal},
    seat::Seat,
};

use crate::service::{
    Fault, RequestContext,
    authority::{Deed, Touched},
    find::LoadedMatch,
    play::words::heading,
};
use crate::{
    command::{verbs, verbs::Watching},
    reply::{Audience, Privacy, Reply},
    span,
    store::Watch,
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
                let text = match self.tx.end_watches_of(self.me.id, None)? {
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
        let whom = if openly { "This room will" } else { "You'll" };
        let text = span![
            format!("{} {whom} hear about each turn. To stop: ", heading(loaded)),
            Text::code(format!("watch #{id} off")),
            "."
        ];
        let reply = if openly { Reply::room(text) } else { self.answer(text) };
        self.say(reply.picture(self.picture(loaded, None, &self.me, Seat::First)));
        Ok(())
    }

    fn watch_no_more(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        let id = loaded.row.id;
        if self.tx.end_watches_of(self.me.id, Some(id))? == 0 {
            let says = format!("You aren't watching match #{id}.");
            return Err(Refusal::new(Code::NotNow, says).instead(["watch"]).into());
        }
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

    /// Tells the people who watch a match what its room is told, without buttons and pings.
    /// Watching ends with the match.
    pub(in crate::service) fn tell_watchers(
        &mut self,
        loaded: &LoadedMatch,
        told: &Reply,
    ) -> Result<(), Fault> {
        let id = loaded.row.id;
        let mut openly_told = Vec::new();
        for Watch { of: _, person, room, openly } in self.tx.watches(id)? {
            if room == loaded.row.room || openly && openly_told.contains(&room) {
                continue;
            }
            if openly {
                openly_told.push(room);
            }
            let to = if openly { Audience::Room } else { Audience::Only(person) };
            let text = Text::Lines(vec![Text::strong(heading(loaded)), told.text.clone()]);
            let reply = Reply {
                to,
                privacy: Privacy::Personal,
                text,
                menu: None,
                mentions: Vec::new(),
                turn_of: None,
                goes_on: false,
                thinks: false,
                earlier: None,
                left: None,
                ..told.clone()
            };
            self.say_in(room, reply)?;
        }
        if loaded.row.end.is_some() {
            self.tx.end_watches(id)?;
        }
        Ok(())
    }
}
