//! The next match that waits for a person: named below the turn they ended, and shown by `next`.
use engine::{game::Status, seat::Seat};

use crate::{
    Company, Fault, RequestContext, Service,
    find::LoadedMatch,
    play::{
        turn::{board_in_words, named_shortly},
        words,
    },
    words::no_match_here,
};
use command::verbs;
use model::{
    ids::{Chat, MatchId, PersonId, RoomId},
    reply::{Audience, Reply},
    text::Text,
};
use store::{MatchRow, StoreError, Tx};

/// How many waiting matches a line names.
const NAMED: usize = 3;

impl Service {
    /// Posts the boards of a room's running matches, with their controls, in a chat that keeps no
    /// messages after it ends.
    ///
    /// # Errors
    /// If the store fails.
    pub fn show_turns(&mut self, chat: Chat, room: &str, now: i64) -> Result<(), StoreError> {
        let running = self.store.transaction(|tx| match tx.room_by_handle(chat, room)? {
            Some(room) => tx.running_in(room.id),
            None => Ok(Vec::new()),
        })?;
        for row in running {
            let whence = |tx: &Tx<'_>| Ok(Some((tx.room(row.room)?, tx.person(row.seats.first)?)));
            self.of_its_own(now, whence, |context| context.show_turn(row.id));
        }
        Ok(())
    }
}

impl RequestContext<'_> {
    /// Shows the room whose turn it is in a match, with the board and the controls.
    fn show_turn(&mut self, of: MatchId) -> Result<(), Fault> {
        let Some(row) = self.tx.match_row(of)? else { return Ok(()) };
        let loaded = self.sit_down(row)?;
        let waits = |it: &Seat| {
            loaded.table.status().waits_for(*it) && loaded.people.get(*it).level.is_none()
        };
        let Some(seat) = Seat::BOTH.into_iter().find(waits) else { return Ok(()) };
        self.me = loaded.people.get(seat).clone();
        let reply = self.turn_alone(&loaded, seat)?;
        let is_private = match loaded.table.status() {
            Status::Waiting(prompts) => prompts.iter().any(|it| it.kind.is_private()),
            Status::Over(_) => true,
        };
        self.say(match is_private {
            true => reply,
            false => Reply { to: Audience::Room, turn_of: Some(of), ..reply },
        });
        Ok(())
    }

    /// Shows the asker the next match that waits for them, with controls.
    pub(crate) fn next_match(&mut self, said: &verbs::Next) -> Result<(), Fault> {
        if let Some(of) = said.of {
            self.check_own(of)?;
        }
        let mut waiting = self.in_line(self.me.id)?;
        let votes = self.votes_missing()?;
        waiting.extend(votes.iter().map(|(row, side)| (row.clone(), side.seat)));
        let after = waiting.iter().position(|(row, _)| Some(row.id) == said.of);
        let place = after.map_or(0, |it| (it + 1) % waiting.len());
        if waiting.is_empty() {
            if said.of.is_none() && self.command_in_lesson("next")? {
                return Ok(());
            }
            let reply = self.answer(words::nothing_waits());
            self.say(reply.choices(words::nothing_waits_buttons()));
            return Ok(());
        }
        let only = after.is_some() && waiting.len() == 1;
        waiting.rotate_left(place);
        let (row, seat) = waiting.remove(0);
        let loaded = self.sit_down(row)?;
        let reply = self.turn_alone(&loaded, seat)?;
        let reply = match only {
            true => below(reply, Text::small(words::only_this_waits(loaded.row.id))),
            false => {
                waiting.retain(|(row, seat)| *row.seats.get(*seat) == self.me.id);
                let mut reply = self.with_next(reply, &loaded, &waiting, None)?;
                if let Some((line, button)) = self.next_vote(loaded.row.id, &votes)? {
                    reply = below(reply, line);
                    let button = waiting.is_empty().then_some(button);
                    reply.menu.get_or_insert_default().choices.extend(button);
                }
                reply
            }
        };
        self.say(reply);
        self.show_note(&loaded)
    }

    /// Shows the asker alone a match that waits for them: the board and their choices.
    fn turn_alone(&self, loaded: &LoadedMatch, seat: Seat) -> Result<Reply, Fault> {
        let prompts = match loaded.table.status() {
            Status::Waiting(prompts) => prompts,
            Status::Over(_) => Vec::new(),
        };
        let named = Text::small(named_shortly(loaded));
        if let Some(prompt) = prompts.iter().find(|it| it.seat == seat && it.kind.is_private()) {
            let reply = self.aside(loaded, prompt);
            let text = Text::Lines(vec![named, reply.text]);
            let picture = reply
                .picture
                .or_else(|| Some(self.picture(loaded, None, loaded.people.get(seat), seat)));
            return Ok(Reply { text, picture, ..reply });
        }
        let mut picture = self.picture(loaded, None, &self.me, seat);
        crate::play::look::mark(&mut picture, loaded, "");
        let mut lines = vec![named];
        lines.extend(self.who_is_asked(loaded, &prompts)?);
        if self.me.settings.text {
            lines.extend(board_in_words(loaded, &picture));
        }
        Ok(self.with_menu(self.answer(Text::Lines(lines)).picture(picture), loaded, seat))
    }

    /// Returns the other matches that wait for the asker, if this reply ends their turn.
    pub(crate) fn more_waiting(
        &self,
        loaded: &LoadedMatch,
        told: &Reply,
    ) -> Result<Vec<(MatchRow, Seat)>, Fault> {
        let mine = self.asker().and_then(|it| loaded.seat_of(it));
        let waits = |seat: Seat| loaded.row.end.is_none() && loaded.table.status().waits_for(seat);
        match mine {
            Some(seat) if told.turn_of.is_some() && !told.goes_on && !waits(seat) => {
                let mut waiting = self.in_line(self.me.id)?;
                waiting.retain(|(row, _)| row.id != loaded.row.id);
                Ok(waiting)
            }
            Some(_) | None => Ok(Vec::new()),
        }
    }

    /// Adds which other matches wait for the asker, and a button to the first. A reply to a room names only the room's own public matches.
    pub(crate) fn with_next(
        &self,
        reply: Reply,
        loaded: &LoadedMatch,
        waiting: &[(MatchRow, Seat)],
        room: Option<RoomId>,
    ) -> Result<Reply, Fault> {
        let alone = self.request().is_some_and(|it| it.company == Company::Alone);
        let room = room.filter(|it| !alone || *it != self.room.id);
        let told = |row: &MatchRow| room.is_none_or(|it| row.room == it && !row.terms.private);
        let waiting: Vec<&(MatchRow, Seat)> = waiting.iter().filter(|(row, _)| told(row)).collect();
        let Some((first, _)) = waiting.first() else { return Ok(reply) };
        let chat = self.chat_in(room.unwrap_or(self.room.id))?;
        let mut named = Vec::new();
        for (row, seat) in waiting.iter().take(NAMED) {
            let other = self.tx.person_in(chat, *row.seats.get(seat.other()))?.name;
            named.push((row.id, other));
        }
        // In a room everyone reads whose matches they are.
        let whose = match reply.to {
            Audience::Only(_) => None,
            Audience::Room | Audience::Asker => Some(self.tx.person_in(chat, self.me.id)?.name),
        };
        let more = waiting.len() - named.len();
        let button = words::next_button(loaded.row.id, first.id, &named[0].1);
        let line = Text::small(words::more_wait(whose.as_deref(), &named, more));
        let mut reply = below(reply, line);
        reply.menu.get_or_insert_default().choices.push(button);
        Ok(reply)
    }

    /// Returns the running matches that wait for a person: the most urgent first, then those whose time is stopped, and those against the
    /// bot last.
    fn in_line(&self, person: PersonId) -> Result<Vec<(MatchRow, Seat)>, Fault> {
        let practised: Vec<MatchId> =
            self.tx.practising(person)?.into_iter().map(|it| it.id).collect();
        let mut waiting = Vec::new();
        for row in self.tx.running_of(person)? {
            if let Some(seat) = row.seats.find(|&it| it == person)
                && *row.waiting.get(seat)
                && row.timer.paused().is_none()
            {
                waiting.push((row, seat));
            }
        }
        waiting.sort_by_key(|(row, seat)| {
            let rests = row.timer.rests_until(*seat, self.now).is_some();
            let over = row.timer.over(*seat).unwrap_or(i64::MAX);
            (practised.contains(&row.id), rests, over, row.id)
        });
        Ok(waiting)
    }

    /// Refuses the number of a match that the asker neither plays nor votes in.
    fn check_own(&self, of: MatchId) -> Result<(), Fault> {
        let row = self.tx.match_row(of)?.filter(|it| self.may_see(it));
        let Some(row) = row else { return Err(no_match_here(of).into()) };
        match row.seats.find(|&it| it == self.me.id) {
            Some(_) => Ok(()),
            None if self.voting_side(&row)?.is_some() => Ok(()),
            None => Err(words::not_playing(of).instead(["next"]).into()),
        }
    }
}

/// Adds a line at the end of a reply.
fn below(mut reply: Reply, line: Text) -> Reply {
    reply.text = match reply.text {
        Text::Lines(lines) => Text::Lines([lines, vec![line]].concat()),
        text => Text::Lines(vec![text, line]),
    };
    reply
}
