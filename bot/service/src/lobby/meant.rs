//! Which challenge a command means.
use engine::refusal::Refusal;

use crate::{Fault, RequestContext, authority::Touched, lobby::words};
use command::Verb;
use model::ids::{ChallengeId, RoomId};
use store::Challenge;

/// The role of the person who looks for a challenge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Challenger,
    /// The person who may answer it, with this command.
    Other(Verb),
}

impl Role {
    fn verb(self) -> &'static str {
        match self {
            Role::Challenger => Verb::Cancel.name(),
            Role::Other(verb) => verb.name(),
        }
    }
}

impl RequestContext<'_> {
    /// Returns the open challenges of a room.
    pub(crate) fn open_challenges(&self, room: RoomId) -> Result<Vec<Challenge>, Fault> {
        let mut open = self.tx.open_challenges(room)?;
        open.retain(|it| self.now < it.lapses_at);
        Ok(open)
    }

    /// Finds the challenge a person means, by its number or as the only one.
    pub(crate) fn challenge_meant(
        &self,
        named: Option<ChallengeId>,
        role: Role,
    ) -> Result<Challenge, Fault> {
        let challenge = self.challenge_found(named, role)?;
        self.clear_verb(Touched::Challenge(&challenge))?;
        Ok(challenge)
    }

    fn challenge_found(&self, named: Option<ChallengeId>, role: Role) -> Result<Challenge, Fault> {
        let mut open = self.open_challenges(self.room.id)?;
        open.extend(self.open_in_pair()?);
        let this_room = self.tx.player_of_room(self.room.id)?;
        let to_room = match this_room {
            Some(player) => self.tx.open_challenges_to(player)?,
            None => Vec::new(),
        };
        // People named in a challenge may answer it from anywhere, and its challenger may withdraw
        // it from anywhere.
        let elsewhere = [
            self.tx.open_challenges_to(self.me.id)?,
            self.tx.open_challenges_by(self.me.id)?,
            to_room,
        ];
        for challenge in elsewhere.into_iter().flatten() {
            let known = open.iter().any(|it| it.id == challenge.id);
            if !known && challenge.room != self.room.id && self.now < challenge.lapses_at {
                open.push(challenge);
            }
        }
        if let Some(id) = named {
            let found = open.into_iter().find(|it| it.id == id);
            return match found {
                Some(found) => Ok(found),
                None => Err(self.closed(id)?.into()),
            };
        }
        let mine = |it: &Challenge| match role {
            Role::Challenger => it.by == self.me.id,
            Role::Other(_) => {
                let answers = |whom| whom == self.me.id || Some(whom) == this_room;
                it.by != self.me.id && it.whom.is_none_or(answers)
            }
        };
        let mut fitting: Vec<Challenge> = open.into_iter().filter(mine).collect();
        // Someone challenged by name means that challenge, whatever else is open to anyone.
        let by_name: Vec<Challenge> =
            fitting.iter().filter(|it| it.whom.is_some()).cloned().collect();
        if role != Role::Challenger && by_name.len() == 1 {
            fitting = by_name;
        }
        match (fitting.len(), role) {
            (1, _) => Ok(fitting.remove(0)),
            (0, Role::Challenger) => Err(words::none_of_yours_open().into()),
            (0, Role::Other(_)) => Err(words::not_challenged().into()),
            _ => Err(words::several_open()
                .instead(fitting.iter().map(|it| format!("{} {}", role.verb(), it.id)))
                .into()),
        }
    }

    /// Tells the people concerned the result of a closed challenge.
    fn closed(&self, id: ChallengeId) -> Result<Refusal, Fault> {
        let Some(found) = self.tx.challenge(id)? else { return Ok(words::no_open_challenge(id)) };
        let concerned = [Some(found.by), found.whom].contains(&Some(self.me.id));
        let was_asked = self.room_challenged(&found)? == Some(self.room.id);
        if was_asked {
            self.closed.set(Some(id));
        }
        Ok(match concerned || was_asked || found.room == self.room.id {
            true => words::challenge_closed(id, found.state),
            false => words::no_open_challenge(id),
        })
    }
}
