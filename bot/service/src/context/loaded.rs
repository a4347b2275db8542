//! A match as it stands at a step.
use engine::{
    chance::StepKey,
    game::Status,
    games::GameId,
    seat::{BySeat, Seat},
    table::Table,
};
use model::{
    ids::{Chat, PersonId},
    reply::Privacy,
    time::ClockState,
};
use store::{MatchRow, Person, StepRow, Tx};

use crate::RequestError;

/// What led to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionOrigin {
    Opened,
    Stepped(Seat),
    /// An agreed undo sets the clocks back to before the first step that was taken back.
    TakenBack {
        agreed: Option<ClockState>,
    },
}

/// A match loaded at its current step.
pub struct LoadedMatch {
    pub row: MatchRow,
    pub people: BySeat<Person>,
    pub names: BySeat<String>,
    /// The last step, which led to `table`.
    pub step: StepRow,
    pub table: Box<dyn Table>,
    /// The moderator who ended the match or annulled its result.
    pub moderator: Option<String>,
}

impl LoadedMatch {
    /// Collects the parts of a match; people are named as in `chat`.
    pub fn of(
        tx: &Tx<'_>,
        chat: Chat,
        row: MatchRow,
        step: StepRow,
        table: Box<dyn Table>,
    ) -> Result<LoadedMatch, RequestError> {
        let people = BySeat {
            first: tx.person_in(chat, row.seats.first)?,
            second: tx.person_in(chat, row.seats.second)?,
        };
        let names = BySeat { first: people.first.name.clone(), second: people.second.name.clone() };
        let moderator = row.end.as_ref().and_then(|it| it.ruled_by);
        let moderator =
            moderator.map(|moderator| tx.person_in(chat, moderator)).transpose()?.map(|it| it.name);
        Ok(LoadedMatch { row, people, names, step, table, moderator })
    }

    /// Names the owners of the seats, also where somebody else plays now.
    pub fn name_owners(&mut self, tx: &Tx<'_>, chat: Chat) -> Result<(), RequestError> {
        let owners = self.row.owners();
        for seat in Seat::BOTH {
            if owners.get(seat) != self.row.seats.get(seat) {
                let owner = tx.person_in(chat, *owners.get(seat))?;
                *self.names.get_mut(seat) = owner.name.clone();
                *self.people.get_mut(seat) = owner;
            }
        }
        Ok(())
    }

    pub fn game(&self) -> GameId {
        self.row.terms.game
    }

    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        self.row.seats.find(|&it| it == person)
    }

    /// Returns the privacy of an answer about this match: while a player chooses in private, the
    /// choices and the reasons against them are secret too.
    pub(crate) fn privacy_for(&self, person: PersonId) -> Privacy {
        let private = match self.table.status() {
            Status::Waiting(prompts) => prompts.iter().any(|it| it.kind.is_private()),
            Status::Over(_) => false,
        };
        match (private && self.row.end.is_none() && self.seat_of(person).is_some(), &self.row) {
            (true, _) => Privacy::Secret,
            (false, row) if row.terms.private => Privacy::Personal,
            (false, _) => Privacy::Open,
        }
    }

    pub fn step_key(&self) -> StepKey {
        StepKey { step: self.step.step, take: self.step.take }
    }

    /// Tells whether a side has something that the other may not see.
    pub fn has_secrets(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.table.hand(seat).is_some())
    }

    /// Returns a player's name and side: `Ann (Black)`.
    pub fn titled(&self, seat: Seat) -> String {
        format!("{} ({})", self.names.get(seat), self.game().sides()[seat.index()])
    }
}
