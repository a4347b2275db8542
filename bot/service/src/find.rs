//! Finds the person, match and challenge a request means.
use command::Line;
use engine::{
    chance::Ply,
    game::Status,
    games::GameId,
    quote::short,
    refusal::Refusal,
    seat::{BySeat, Seat},
    table::{Saved, Table},
};

use super::{Fault, PersonName, RequestContext, authority::Touched, meet, words};
use command::Verb;
use model::{
    ids::{Chat, MatchId, PersonId, RoomId},
    reply::{Choice, Privacy},
};
use store::{MatchRow, Person, StepRow, Tx};

/// A match loaded at its current step.
pub(super) struct LoadedMatch {
    pub(super) row: MatchRow,
    pub(super) people: BySeat<Person>,
    pub(super) names: BySeat<String>,
    /// The last step, which led to `table`.
    pub(super) step: StepRow,
    pub(super) table: Box<dyn Table>,
    /// The moderator who ended the match or annulled its result.
    pub(super) moderator: Option<String>,
}

impl LoadedMatch {
    /// Collects the parts of a match; people are named as in `chat`.
    pub(super) fn of(
        tx: &Tx<'_>,
        chat: Chat,
        row: MatchRow,
        step: StepRow,
        table: Box<dyn Table>,
    ) -> Result<LoadedMatch, Fault> {
        let people = BySeat {
            first: tx.person_in(chat, row.seats.first)?,
            second: tx.person_in(chat, row.seats.second)?,
        };
        let names = BySeat { first: people.first.name.clone(), second: people.second.name.clone() };
        let moderator = row.end.as_ref().and_then(|it| it.ruled_by);
        let moderator = moderator.map(|it| tx.person_in(chat, it)).transpose()?.map(|it| it.name);
        Ok(LoadedMatch { row, people, names, step, table, moderator })
    }

    pub(super) fn game(&self) -> GameId {
        self.row.terms.game
    }

    pub(super) fn seat_of(&self, person: PersonId) -> Option<Seat> {
        self.row.seats.find(|&it| it == person)
    }

    /// Returns the privacy of an answer about this match: while a player chooses in private, the
    /// choices and the reasons against them are secret too.
    fn privacy_for(&self, person: PersonId) -> Privacy {
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

    pub(super) fn ply(&self) -> Ply {
        Ply { step: self.step.step, take: self.step.take }
    }

    /// Returns a player's name and side: `Ann (Black)`.
    pub(super) fn titled(&self, seat: Seat) -> String {
        format!("{} ({})", self.names.get(seat), self.game().sides()[seat.index()])
    }
}

impl RequestContext<'_> {
    /// Loads a match at its last step.
    pub(super) fn sit_down(&self, row: MatchRow) -> Result<LoadedMatch, Fault> {
        let step = self.tx.last_step(row.id)?;
        self.sit_at(row, step)
    }

    /// Loads a match at its last step, if the asker may do what they want with it.
    pub(super) fn sit_down_to(&self, row: MatchRow) -> Result<LoadedMatch, Fault> {
        self.clear_verb(Touched::Match(&row))?;
        self.sit_down(row)
    }

    /// Loads a match at some step.
    pub(super) fn sit_at(&self, row: MatchRow, step: StepRow) -> Result<LoadedMatch, Fault> {
        let saved = Saved { rules: step.rules, state: step.state.clone(), last: step.news.clone() };
        let table = row
            .terms
            .game
            .resume(saved)
            .map_err(|err| Fault::Broken(format!("match {} can't be loaded: {err}", row.id)))?;
        self.sit_with(row, step, table)
    }

    /// Loads a match at the step with this table.
    pub(super) fn sit_with(
        &self,
        row: MatchRow,
        step: StepRow,
        table: Box<dyn Table>,
    ) -> Result<LoadedMatch, Fault> {
        // People are named as in the match's chat, wherever the question comes from.
        let chat = self.chat_in(row.room)?;
        let loaded = LoadedMatch::of(self.tx, chat, row, step, table)?;
        self.keep_private(loaded.privacy_for(self.me.id));
        if !self.openly(&loaded.row)? {
            self.keep_private(Privacy::Personal);
        }
        Ok(loaded)
    }

    pub(super) fn chat_in(&self, room: RoomId) -> Result<Chat, Fault> {
        Ok(if room == self.room.id { self.room.chat } else { self.tx.room(room)?.chat })
    }

    /// Tells whether everyone in this room may read about a match: not if it is private, and not if
    /// the asker plays it in another chat, because that tells their name there.
    pub(super) fn openly(&self, row: &MatchRow) -> Result<bool, Fault> {
        let own = row.seats.find(|&it| it == self.me.id).is_some();
        let elsewhere =
            own && self.chat_in(row.room)? != self.room.chat && !self.is_played_here(row)?;
        Ok(!row.terms.private && !elsewhere)
    }

    /// Finds a person by mention, handle or name.
    pub(super) fn find_person(&self, said: &str) -> Result<Person, Fault> {
        let chat = self.room.chat;
        let name =
            said.trim_start_matches('<').trim_end_matches('>').trim_start_matches(['@', '!']);
        let mentioned = self.request().into_iter().flat_map(|it| &it.mentioned);
        // Some chats have `@` in the handle itself.
        let marked = format!("@{name}");
        let is_handle = |it: &str| it == name || it == marked;
        let mut mentioned = mentioned
            .filter(|it| is_handle(&it.handle) || it.name.to_lowercase() == name.to_lowercase());
        if let Some(who) = mentioned.next() {
            return match who.bot {
                true => Err(words::is_a_bot(&who.name).into()),
                false => self.met(who),
            };
        }
        for handle in [name, marked.as_str()] {
            if let Some(person) = self.tx.person_by_handle(chat, handle)? {
                return Ok(person);
            }
        }
        let mut named = self.tx.people_named(chat, name)?;
        match named.len() {
            0 => Err(words::nobody_called(name, chat).into()),
            1 => Ok(named.remove(0)),
            _ => Err(words::several_people(name).into()),
        }
    }

    /// Returns a person the chat knows. A new person is stored if something is offered to them or
    /// decided about them; there is nothing to show about them otherwise.
    fn met(&self, who: &PersonName) -> Result<Person, Fault> {
        let chat = self.room.chat;
        let meets = matches!(self.verb, Verb::Challenge | Verb::Import | Verb::Admin);
        match self.tx.person_by_handle(chat, &who.handle)? {
            None if !meets && chat == Chat::Console => {
                Err(words::nobody_called(&who.name, chat).into())
            }
            None if !meets => Err(words::never_met(&who.name).into()),
            Some(_) | None => Ok(meet(self.tx, chat, who)?),
        }
    }

    /// Finds a running match of the asker: the one with the number, the only one, or the only one
    /// that `prefers` selects.
    pub(super) fn my_match(
        &self,
        named: Option<MatchId>,
        prefers: impl Fn(&MatchRow, Seat) -> bool,
    ) -> Result<LoadedMatch, Fault> {
        if let Some(row) = self.named_match(named)? {
            let loaded = self.sit_down(row)?;
            let id = loaded.row.id;
            if loaded.row.end.is_some() {
                let over = words::match_is_over(id);
                return Err(over
                    .instead([format!("rematch #{id}"), format!("board #{id}")])
                    .into());
            }
            return Ok(loaded);
        }
        let mut rows = self.mine_here()?;
        if 1 < rows.len() {
            let mut picked = rows.iter().filter(|it| prefers(it, self.seat_on(it)));
            match (picked.next().cloned(), picked.next()) {
                (Some(one), None) => return self.sit_down_to(one),
                _ => return Err(self.which(&rows)?.into()),
            }
        }
        match rows.pop() {
            Some(row) => self.sit_down_to(row),
            None => Err(words::none_running().into()),
        }
    }

    /// Finds a finished match: the one with the number, or the asker's last one here.
    pub(super) fn last_match(&self, named: Option<MatchId>) -> Result<LoadedMatch, Fault> {
        if let Some(row) = self.named_match(named)? {
            return self.sit_down(row);
        }
        for row in self.tx.finished_of(self.me.id, None, 20)? {
            if self.is_played_here(&row)? {
                return self.sit_down_to(row);
            }
        }
        Err(words::none_finished().into())
    }

    /// Finds a match to look at: the one with the number, the asker's here, or the last one of this
    /// room.
    pub(super) fn any_match(&self, named: Option<MatchId>) -> Result<LoadedMatch, Fault> {
        if let Some(row) = self.named_match(named)? {
            return self.sit_down(row);
        }
        let mut mine = self.mine_here()?;
        match mine.len() {
            0 => {}
            1 => return self.sit_down_to(mine.remove(0)),
            _ => return Err(self.which(&mine)?.into()),
        }
        let last = match self.tx.latest_of(self.me.id, self.room.id)? {
            Some(row) => Some(row),
            None => self.tx.latest_in(self.room.id)?,
        };
        match last {
            Some(row) => self.sit_down_to(row),
            None => Err(words::none_played().into()),
        }
    }

    /// Returns the asker's running matches in this room, or if there are none, those elsewhere.
    pub(super) fn mine_here(&self) -> Result<Vec<MatchRow>, Fault> {
        let all = self.tx.running_of(self.me.id)?;
        let mut here = Vec::new();
        for row in &all {
            if self.is_played_here(row)? {
                here.push(row.clone());
            }
        }
        Ok(if here.is_empty() { all } else { here })
    }

    /// Asks which of several matches is meant, offering the same line with each number.
    pub(super) fn which(&self, rows: &[MatchRow]) -> Result<Refusal, Fault> {
        const LISTED: usize = 8;
        self.keep_private(self.privacy_of(rows));
        let mut instead = Vec::new();
        let mut says = Vec::new();
        for row in rows.iter().take(LISTED) {
            let seat = self.seat_on(row);
            let others = self.names_of_others(row, seat)?;
            let label = words::match_against(row.id, row.terms.game, &others);
            says.push(label.clone());
            let again = self.again_with(row.id);
            self.controls.borrow_mut().push(Choice::new(label, again.as_str()));
            instead.push(again);
        }
        let more = rows.len().saturating_sub(LISTED);
        Ok(words::several_matches(&says, more).instead(instead))
    }

    /// Returns the privacy of a list of the asker's matches: matches in other rooms and private
    /// ones are their own business.
    pub(super) fn privacy_of<'a>(&self, rows: impl IntoIterator<Item = &'a MatchRow>) -> Privacy {
        let own = |it: &MatchRow| it.terms.private || it.room != self.room.id;
        if rows.into_iter().any(own) { Privacy::Personal } else { Privacy::Open }
    }

    /// Names everyone who plays against a seat.
    pub(super) fn names_of_others(&self, row: &MatchRow, seat: Seat) -> Result<String, Fault> {
        let names = row.seats.others(seat).map(|&it| Ok(self.tx.person(it)?.name));
        Ok(names.collect::<Result<Vec<_>, Fault>>()?.join(" and "))
    }

    fn seat_on(&self, row: &MatchRow) -> Seat {
        row.seats.find(|&it| it == self.me.id).unwrap_or(Seat::First)
    }

    /// Returns the line with the number of a match inserted where it is read.
    fn again_with(&self, id: MatchId) -> String {
        let line = match self.request().map(|it| &it.line) {
            Some(Line::Said(said)) => return said.clone().in_match(id).line(),
            Some(Line::Typed(line)) => line.trim(),
            None => "",
        };
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = match command::find(&first.to_lowercase()) {
            Some(spec) => (spec.name, rest.trim()),
            None if self.verb == Verb::Play => (Verb::Play.name(), line),
            // It was typed in other words.
            None => match command::understood(line) {
                Ok(Some(said)) => return said.in_match(id).line(),
                _ => (self.verb.name(), ""),
            },
        };
        format!("{name} #{id} {}", short(rest)).trim_end().to_owned()
    }

    /// Tells whether the asker may look at a match: a private one is for its players only.
    pub(super) fn may_see(&self, row: &MatchRow) -> bool {
        !row.terms.private || row.seats.find(|&it| it == self.me.id).is_some()
    }

    fn named_match(&self, named: Option<MatchId>) -> Result<Option<MatchRow>, Fault> {
        let Some(id) = named else { return Ok(None) };
        let row = self.tx.match_row(id)?.ok_or_else(|| words::no_match_here(id))?;
        self.clear_verb(Touched::Match(&row))?;
        Ok(Some(row))
    }
}
