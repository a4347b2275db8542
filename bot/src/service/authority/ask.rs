//! Collects the facts for a decision, and words the denials.
use engine::refusal::{Code, Refusal};

use super::{
    super::{Fault, RequestContext},
    Company, Deed, Denial, Power, Relation, Situation, Touched, decide, rule,
};
use crate::{
    command::Verb,
    store::{Challenge, MatchRow, Person, Room, ServerSettings},
};

impl RequestContext<'_> {
    /// Refuses a person banned from the server they are on, whatever they ask.
    pub(in crate::service) fn admit(&self, verb: Verb) -> Result<(), Fault> {
        let banned = self.is_banned(&self.me, &self.room)?;
        if banned && !rule(Deed::Say(verb)).despite_ban {
            return Err(self.denied(Denial::Banned, Touched::Oneself)?.into());
        }
        Ok(())
    }

    /// Refuses the current verb if the asker may not use it here; see [`RequestContext::clear`].
    pub(in crate::service) fn clear_verb(&self, touched: Touched<'_>) -> Result<(), Fault> {
        self.clear(Deed::Say(self.verb), touched)
    }

    /// Refuses an action the asker may not take. A request that never gets here is rolled back.
    pub(in crate::service) fn clear(&self, deed: Deed, touched: Touched<'_>) -> Result<(), Fault> {
        let standing = self.standing(touched)?;
        match decide(deed, standing) {
            Ok(()) => {
                self.cleared.set(true);
                Ok(())
            }
            Err(denial) => Err(self.denied(denial, touched)?.into()),
        }
    }

    fn standing(&self, touched: Touched<'_>) -> Result<Situation, Fault> {
        let me = self.me.id;
        let room = self.room_of(touched)?;
        let (part, private) = match touched {
            Touched::Oneself | Touched::Room(_) => (Relation::Stranger, false),
            Touched::Challenge(it) => {
                let part = match it.whom {
                    _ if it.by == me => Relation::Challenger,
                    Some(whom) if whom != me => Relation::Stranger,
                    Some(_) | None => Relation::Challenged,
                };
                (part, false)
            }
            Touched::Match(it) => {
                let plays = it.seats.find(|&it| it == me).is_some();
                (if plays { Relation::Player } else { Relation::Stranger }, it.terms.private)
            }
        };
        let allowed = self.tx.server_settings(&room)?.rooms;
        Ok(Situation {
            banned: self.is_banned(&self.me, &room)?,
            outside: !allowed.is_empty() && !allowed.contains(&room.id),
            part,
            private,
            power: self.power_over(&room),
            company: self.request().map_or(Company::Many, |it| it.company),
        })
    }

    /// Returns the room of what is affected; for the asker's own data, their current room.
    fn room_of(&self, touched: Touched<'_>) -> Result<Room, Fault> {
        Ok(match touched {
            Touched::Oneself => self.room.clone(),
            Touched::Room(room) => room.clone(),
            Touched::Challenge(it) => self.tx.room(it.room)?,
            Touched::Match(it) => self.tx.room(it.room)?,
        })
    }

    /// Returns what the asker may manage in a room. The chat only reports it for their current
    /// room.
    fn power_over(&self, room: &Room) -> Power {
        match self.power() {
            power if room.id == self.room.id => power,
            Power::Server if room.is_beside(&self.room) => Power::Server,
            _ => Power::Nothing,
        }
    }

    /// Tells whether a person is banned from a room's server, by their id in its chat.
    pub(in crate::service) fn is_banned(
        &self,
        person: &Person,
        room: &Room,
    ) -> Result<bool, Fault> {
        Ok(self.tx.is_banned(room, &self.handle_in(person, room)?)?)
    }

    /// Returns a person's id in a room's chat.
    pub(in crate::service) fn handle_in(
        &self,
        person: &Person,
        room: &Room,
    ) -> Result<String, Fault> {
        let handle = self.tx.handle_in(room.chat, person.id)?;
        Ok(handle.unwrap_or_else(|| person.handle.clone()))
    }

    /// Refuses a match in a room for a person who is banned there, or who already has as many as
    /// its moderators allow.
    pub(in crate::service) fn check_seats(
        &self,
        room: &Room,
        people: &[&Person],
    ) -> Result<(), Fault> {
        let ServerSettings { rooms: _, per_person, per_room } = self.tx.server_settings(room)?;
        if let Some(most) = per_room
            && most <= self.tx.count_running_in(room.id)?
        {
            let says =
                format!("Only {} can run in {} at a time.", matches_in_words(most), room.name);
            return Err(Refusal::new(Code::TooMuch, says).instead(["games"]).into());
        }
        for person in people {
            if self.is_banned(person, room)? {
                let says = format!("{} is banned from playing here.", person.name);
                return Err(Refusal::new(Code::NotNow, says).instead(["challenge"]).into());
            }
            if let Some(most) = per_person
                && most <= self.tx.count_running_of(person.id, room)?
            {
                let says = format!(
                    "{} already has {} running here, the limit for one person.",
                    person.name,
                    matches_in_words(most)
                );
                return Err(Refusal::new(Code::TooMuch, says).instead(["games"]).into());
            }
        }
        Ok(())
    }

    /// Words a denial: the rule, and what would work.
    fn denied(&self, denial: Denial, touched: Touched<'_>) -> Result<Refusal, Fault> {
        let no_match = |it: &MatchRow| {
            Refusal::new(Code::Unknown, format!("There is no match #{} here.", it.id))
                .instead(["games"])
        };
        let not_yours = |says: String| Refusal::new(Code::NotYours, says);
        Ok(match (denial, touched) {
            (Denial::Banned, Touched::Oneself | Touched::Room(_)) => {
                let says = "You're banned from using me here. You can still get or delete your \
                            data.";
                not_yours(says.to_owned()).instead(["mydata"])
            }
            (Denial::Banned, touched) => {
                let says = format!(
                    "You're banned from using me in {}. You can still get or delete your data.",
                    self.room_of(touched)?.name
                );
                not_yours(says).instead(["mydata"])
            }
            (Denial::Unseen, Touched::Match(it)) => no_match(it),
            (Denial::NotPlayer, Touched::Match(it)) => {
                let id = it.id;
                let [first, second] =
                    [it.seats.first, it.seats.second].map(|it| self.tx.person(it));
                not_yours(format!(
                    "Match #{id} is between {} and {}. You can look on with `board #{id}`.",
                    first?.name, second?.name
                ))
            }
            (Denial::NotChallenger, Touched::Challenge(it)) => {
                not_yours(format!("Challenge {} isn't yours, so you can't cancel it.", it.id))
            }
            (Denial::OwnChallenge, Touched::Challenge(it)) => {
                not_yours("That's your own challenge; someone else must accept it.".to_owned())
                    .instead([format!("cancel {}", it.id)])
            }
            (Denial::ForAnother, Touched::Challenge(Challenge { id, whom: Some(whom), .. })) => {
                not_yours(format!("Challenge {id} is for {}.", self.tx.person(*whom)?.name))
            }
            (Denial::NotModerator, Touched::Match(it)) if self.power() != Power::Nothing => {
                match self.tx.room(it.room)? {
                    room if room.is_beside(&self.room) => not_yours(format!(
                        "You moderate this room, but match #{} is in {}. Say it there, or ask a \
                         server moderator.",
                        it.id, room.name
                    )),
                    _ => {
                        let says = format!("There is no match #{} on this server.", it.id);
                        Refusal::new(Code::Unknown, says)
                    }
                }
            }
            (Denial::NotModerator, _) if self.power() == Power::Room => not_yours(
                "Only server moderators can do that; you moderate this room alone.".to_owned(),
            )
            .instead(["admin"]),
            (Denial::TooFew, _) => not_yours(
                "A room of two has no moderators. You can `abort`, `draw` or `resign`.".to_owned(),
            )
            .instead(["games"]),
            (Denial::PlaysInIt, Touched::Match(it)) => not_yours(format!(
                "You're playing in match #{}, so another moderator must decide.",
                it.id
            ))
            .instead([format!("draw #{}", it.id), format!("resign #{}", it.id)]),
            (Denial::Outside, touched) => {
                let room = self.room_of(touched)?;
                let allowed = self.tx.server_settings(&room)?.rooms.into_iter();
                let names: Result<Vec<String>, Fault> =
                    allowed.map(|it| Ok(self.tx.room(it)?.name)).collect();
                let says = format!(
                    "New games are off in {}; use {}. Running matches can be finished there.",
                    room.name,
                    names?.join(", ")
                );
                Refusal::new(Code::NotNow, says).instead(["games"])
            }
            // Everything else is for moderators.
            (_, _) => not_yours("Only moderators can do that.".to_owned()).instead(["admin"]),
        })
    }
}

/// Says how many matches a limit allows.
fn matches_in_words(most: u32) -> String {
    if most == 1 { "one match".to_owned() } else { format!("{most} matches") }
}
