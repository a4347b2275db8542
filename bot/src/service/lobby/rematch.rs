//! The same match again, with sides swapped.
use engine::{
    refusal::{Code, Refusal},
    seat::Seat,
};

use crate::service::{Fault, RequestContext, lobby::challenge::Proposal, terms::wish};
use crate::{
    command::verbs,
    store::{Challenge, PersonId},
    text::Text,
};

impl RequestContext<'_> {
    pub(in crate::service) fn rematch(&mut self, said: &verbs::Rematch) -> Result<(), Fault> {
        let loaded = self.last_match(said.of)?;
        let seat = self.seat_in(&loaded)?;
        if loaded.row.end.is_none() {
            let says = format!("Match #{} is still running.", loaded.row.id);
            return Err(Refusal::new(Code::NotNow, says).into());
        }
        let other = loaded.people.get(seat.other()).clone();
        if other.gone {
            let says = "Your opponent has left, so there can be no rematch.";
            return Err(Refusal::new(Code::NotNow, says).instead(["challenge"]).into());
        }
        // A new game swaps colours (D-R29).
        let changed = |seat: Seat| wish(seat.other());
        let side = changed(seat);
        let terms = loaded.row.terms.clone();
        let open = self.open_challenges(loaded.row.room)?;
        let same = |by: PersonId, to: PersonId, side| {
            let fits = |it: &&Challenge| {
                it.by == by && it.whom == Some(to) && it.side == side && it.terms == terms
            };
            open.iter().find(fits).cloned()
        };
        if let Some(challenge) = same(other.id, self.me.id, changed(seat.other())) {
            return self.begin(challenge, String::new());
        }
        if let Some(challenge) = same(self.me.id, other.id, side) {
            let says =
                format!("You've already offered a rematch; {} hasn't answered yet.", other.name);
            let cancel = format!("cancel {}", challenge.id);
            return Err(Refusal::new(Code::NotNow, says).instead([cancel]).into());
        }
        let ended = loaded.row.end.as_ref().map_or(i64::MIN, |it| it.at);
        let again = self.tx.running_of(self.me.id)?.into_iter().find(|it| {
            it.terms == terms
                && it.opened_at >= ended
                && *it.seats.get(seat.other()) == self.me.id
                && *it.seats.get(seat) == other.id
        });
        if let Some(again) = again {
            let says =
                format!("The rematch of #{} is already running as #{}.", loaded.row.id, again.id);
            let board = format!("board #{}", again.id);
            return Err(Refusal::new(Code::NotNow, says).instead([board]).into());
        }
        let repeats = format!("A rematch of #{}, with sides swapped.", loaded.row.id);
        // It belongs where the match was played, wherever it is asked for.
        let room = self.tx.room(loaded.row.room)?;
        let more = vec![Text::Plain(repeats)];
        let whom = Some(other);
        self.offer(Proposal {
            room,
            whom,
            terms,
            side,
            word: String::new(),
            places: 1,
            counter: false,
            more,
        })
    }
}
