//! Challenges: made, accepted and withdrawn.
use engine::{
    chance::{Dice, Ply},
    seat::{BySeat, Seat},
};

use crate::{
    Company, Fault, RequestContext,
    lobby::{
        meant::Role,
        offer::{commitment, digits},
        rooms::with_room_first,
        words,
    },
    past::commitment::toss,
    play::{news::TurnNews, turn::named_shortly},
    random_source::DrawnSecrets,
    terms::{opened, probing_dice, side_wish, terms_in_words, wished_seat, word},
    timing::PositionOrigin,
};
use command::{
    Verb, code_said, is_room,
    loose::{Loose, Wishes},
    verbs,
};
use model::{
    ids::{ChallengeId, Chat, RoomId},
    reply::Reply,
    text::Text,
    time::{Clock, DAY},
};
use store::{
    Bond, Challenge, ChallengeState, CompetitionId, MatchRow, NewMatch, Pact, Person, Room,
    SideWish, StepRow, Terms,
};

/// How many days a challenge stays open.
pub(crate) const OPEN_DAYS: i64 = 14;
/// The most open challenges of one person.
pub(crate) const MOST_OPEN: usize = 10;
/// The most running matches of one person.
pub(crate) const MOST_RUNNING: usize = 50;

/// Where a match belongs in a competition.
pub(crate) struct InCompetition {
    pub(crate) of: CompetitionId,
    pub(crate) round: u32,
    /// The sides that play it from another room.
    pub(crate) away: Vec<(Seat, RoomId)>,
}

/// A match on offer.
pub(crate) struct Proposal {
    /// The room to play in.
    pub(crate) room: Room,
    /// The opponent; none for anyone in the room.
    pub(crate) whom: Option<Person>,
    pub(crate) terms: Terms,
    pub(crate) side: SideWish,
    pub(crate) word: String,
    pub(crate) places: u32,
    /// The most matches: one, or a series.
    pub(crate) best_of: u32,
    /// The challenge this is a counter-offer to.
    pub(crate) counter: bool,
    /// Further text about it.
    pub(crate) more: Vec<Text>,
}

impl RequestContext<'_> {
    pub(crate) fn challenge(&mut self, said: &verbs::Challenge) -> Result<(), Fault> {
        if said.who.as_ref().is_some_and(|it| self.means_bot(it)) {
            return self.challenge_bot(said);
        }
        let said = &with_room_first(said);
        let room = said.who.as_deref().filter(|it| is_room(it));
        let room = room.map(|it| self.find_room(it)).transpose()?;
        let whom = match room {
            Some(_) => None,
            None => self.who(said.who.as_ref())?,
        };
        let Some(game) = said.game else { return self.ask_for_game(whom.as_ref(), said) };
        let named = match whom {
            None if room.is_none() => self.whom_among(game, &said.options),
            _ => None,
        };
        let (whom, options) = match named {
            Some((named, rest)) => (Some(named), rest),
            None => (whom, said.options.clone()),
        };
        let loose = Loose::read(game, Wishes { options: &options, ..Wishes::from(said) })?;
        let options = game.options(&loose.options)?;
        let whom = match self.rooms_that_vote(said, &loose, room)? {
            Some(other) => Some(other),
            None => whom,
        };
        // A room that votes needs an end of its opponent's turns.
        let here = self.memory.one_screen && loose.vote.is_none();
        let no_clock = here || whom.as_ref().is_some_and(|it| it.room.is_some());
        let terms = Terms {
            game,
            options,
            clock: loose.clock_or(Some(Clock::usual()).filter(|_| !no_clock))?.map(|it| Clock {
                // Nobody could claim the match for a room.
                hard: it.hard || loose.vote.is_some(),
                ..it
            }),
            rated: loose.rated.unwrap_or(loose.vote.is_none() && !here),
            private: loose.public == Some(false),
            start: None,
            vote: loose.vote,
        };
        if loose.rated == Some(true) && terms.has_start() {
            return Err(words::position_is_unrated().into());
        }
        let side = side_wish(game, loose.side.as_deref().unwrap_or("random"))?;
        let word = word(said.word.as_deref())?;
        let places = said.places.unwrap_or(1);
        if let (Some(whom), 2..) = (&whom, places) {
            return Err(words::places_for_one(whom, game, places).into());
        }
        let best_of = said.best.unwrap_or(1);
        if best_of.is_multiple_of(2) {
            return Err(words::series_is_odd().into());
        }
        let room = self.room.clone();
        self.offer(Proposal {
            room,
            whom,
            terms,
            side,
            word,
            places,
            best_of,
            counter: false,
            more: Vec::new(),
        })
    }

    pub(crate) fn accept(&mut self, said: &verbs::Accept) -> Result<(), Fault> {
        let code = said.word.as_deref().filter(|_| said.challenge.is_none()).and_then(code_said);
        if let Some(code) = code {
            return self.accept_by_code(&code, said.vote);
        }
        let challenge = self.challenge_meant(said.challenge, Role::Other(Verb::Accept))?;
        if challenge.taken.contains(&self.me.id) {
            return Err(words::already_accepted(challenge.id).into());
        }
        let word = word(said.word.as_deref())?;
        self.begin(challenge, word, said.vote)
    }

    pub(crate) fn cancel(&mut self, said: &verbs::Cancel) -> Result<(), Fault> {
        let challenge = self.challenge_meant(said.challenge, Role::Challenger)?;
        self.tx.set_challenge_state(challenge.id, ChallengeState::Cancelled)?;
        let text = words::cancels(&self.me, challenge.id);
        self.settle_card(&challenge, words::card_cancelled(&self.me))?;
        self.say_there(challenge.room, Reply::room(text))
    }

    /// Offers a match.
    pub(crate) fn offer(&mut self, proposal: Proposal) -> Result<(), Fault> {
        let open = self.tx.open_challenges_by(self.me.id)?;
        let counts = |it: &&Challenge| self.now < it.lapses_at && !it.counter;
        if MOST_OPEN <= open.iter().filter(counts).count() {
            return Err(words::too_many_open(MOST_OPEN).into());
        }
        self.put_offer(proposal)
    }

    /// Offers a match regardless of the limit of open challenges, as a counter-offer does.
    pub(crate) fn put_offer(&mut self, proposal: Proposal) -> Result<(), Fault> {
        // The bot accepts at once.
        if proposal.whom.as_ref().is_some_and(|it| it.level.is_some()) {
            return self.spar(self.me.clone(), proposal);
        }
        let Proposal { room, whom, mut terms, side, word, places, best_of, counter, more } =
            proposal;
        // A room that votes takes the seat of the person who asks for it.
        let by = self.seated_for(&terms, &room, &self.me)?;
        if whom.as_ref().is_some_and(|it| it.id == self.me.id) {
            return Err(words::against_yourself(terms.game).into());
        }
        let alone = self.request().is_some_and(|it| it.company == Company::Alone);
        // In other chats there is a code for people elsewhere.
        if whom.is_none() && alone && room.chat == Chat::Console {
            return Err(words::nobody_to_accept(terms.game).into());
        }
        // A position may already be won, so it is never rated.
        terms.rated &= !terms.has_start();
        self.check_room_for_more(&by)?;
        let people: Vec<&Person> = [&by].into_iter().chain(&whom).collect();
        self.check_seats(&room, &people)?;
        if let Some(whom) = &whom {
            self.check_pings(whom)?;
            self.check_declined(whom)?;
        }
        // Find out now, not on acceptance, whether it can be opened.
        opened(&terms, &mut probing_dice())?;
        let DrawnSecrets { secret, tag, salts } = self.memory.luck.draw(self.tx.next_challenge()?);
        let players = (by.id, whom.as_ref().map(|it| it.id));
        let text = self.offered(room.chat, &terms, side, players, &salts)?;
        let mut challenge = Challenge {
            id: ChallengeId(0),
            room: room.id,
            by: self.me.id,
            whom: whom.as_ref().map(|it| it.id),
            terms,
            side,
            state: ChallengeState::Open,
            secret,
            tag,
            word,
            made_at: self.now,
            lapses_at: self.now + OPEN_DAYS * DAY,
            places,
            taken: Vec::new(),
            best_of,
            counter,
            bond: Bond { text, salts: Some(salts) },
        };
        match whom.as_ref().map(|it| it.room) {
            None => self.call_room(&room)?,
            Some(Some(other)) => self.call_room(&self.tx.room(other)?)?,
            Some(None) => {}
        }
        challenge.id = self.tx.add_challenge(&challenge)?;
        self.give_code(&challenge)?;
        self.tell_of_offer(&challenge, whom.as_ref(), more)
    }

    pub(crate) fn begin(
        &mut self,
        challenge: Challenge,
        word: String,
        by_vote: bool,
    ) -> Result<(), Fault> {
        let home = self.tx.room(challenge.room)?;
        let by = self.tx.person(challenge.by)?;
        let by = self.seated_for(&challenge.terms, &home, &by)?;
        let other = self.accepts_as(&challenge, by_vote)?;
        self.check_room_for_more(&other)?;
        self.check_room_for_more(&by)?;
        self.check_seats(&home, &[&other, &by])?;
        self.open_match(challenge, &other, word, None, None, Vec::new())
    }

    /// Opens the match of an accepted challenge; against the bot, `mind` is the seed of its choices. If the challenge is for a series, this
    /// begins it; with `series`, the match is a round of that competition. `more` is further text about it.
    pub(crate) fn open_match(
        &mut self,
        challenge: Challenge,
        other: &Person,
        word: String,
        mind: Option<u64>,
        series: Option<InCompetition>,
        more: Vec<Text>,
    ) -> Result<(), Fault> {
        let home = self.tx.room(challenge.room)?;
        let by = self.tx.person(challenge.by)?;
        let by = self.seated_for(&challenge.terms, &home, &by)?;
        let offer = self.offer_lessons(challenge.terms.game, [&by, other])?;
        let secret = &challenge.secret;
        let by_seat =
            wished_seat(challenge.side).unwrap_or_else(|| toss(secret, [&challenge.word, &word]).0);
        let seats = BySeat::new(|seat| if seat == by_seat { by.id } else { other.id });
        let words =
            BySeat::new(|seat| if seat == by_seat { challenge.word.clone() } else { word.clone() });
        let salts = challenge.bond.salts.as_ref();
        let pact = Pact {
            offer: challenge.bond.text.clone(),
            begun: self.begun(&challenge, by_seat, &words, other.id)?,
            salts: BySeat::new(|seat| {
                salts.map(|[by, other]| if seat == by_seat { by } else { other }.clone())
            }),
        };
        let pledge = secret.commitment_to(&challenge.tag, &pact.begun);
        let new = NewMatch {
            room: challenge.room,
            seats,
            terms: Terms {
                rated: challenge.terms.rated && !challenge.terms.has_start(),
                ..challenge.terms.clone()
            },
            tag: challenge.tag.clone(),
            secret: challenge.secret.clone(),
            words: words.clone(),
            pact,
            opened_at: self.now,
        };
        let ply = Ply { step: 0, take: 0 };
        let mut dice = Dice::fair(&secret.seed(&words), ply);
        let table = opened(&new.terms, &mut dice)?;
        let stays = self.take_place(&challenge)?;
        let id = self.tx.add_match(&new)?;
        if self.asker().is_some() {
            // What they type next is for the match.
            self.tx.close_lessons(self.me.id)?;
            self.tx.close_puzzles(self.me.id)?;
        }
        // What begins by itself has no card.
        let carded = series.is_none() && stays.is_none();
        if series.as_ref().is_none_or(|it| it.away.is_empty()) {
            self.seat_away(id, &challenge, &new.seats)?;
        }
        self.seat_rooms(id, &challenge, [&by, other], by_seat)?;
        match series {
            Some(InCompetition { of, round, away }) => {
                self.tx.play_for(id, of, round)?;
                for (seat, room) in away {
                    self.tx.add_away_room(id, seat, room)?;
                }
            }
            None => match self.tx.ladder_of_challenge(challenge.id)? {
                Some(ladder) => self.tx.play_for(id, ladder, 1)?,
                None => self.begin_series(&challenge, id)?,
            },
        }
        if let Some(seed) = mind {
            self.tx.add_practice(id, self.me.id, seed)?;
        }
        if carded {
            self.settle_card(&challenge, words::card_accepted(&self.me, id))?;
        }
        let saved = table.save().map_err(Fault::Broken)?;
        self.tx.add_step(&StepRow {
            of: id,
            step: 0,
            take: 0,
            seat: None,
            written: String::new(),
            action: serde_json::Value::Null,
            events: table.events().map_err(Fault::Broken)?,
            throws: dice.thrown().to_vec(),
            news: saved.last,
            state: saved.state,
            rules: saved.rules,
            fixed: true,
            decided: false,
            sealed: false,
            ended_turn: false,
            at: self.now,
            undo: None,
            lot: None,
        })?;
        let row: MatchRow = self
            .tx
            .match_row(id)?
            .ok_or_else(|| Fault::Broken(format!("match {id} wasn't saved")))?;
        let mut loaded = self.sit_down(row)?;
        let status = loaded.table.status();
        let changes = self.settle(&mut loaded, &status, PositionOrigin::Opened)?;
        let named = Text::small(named_shortly(&loaded));
        let BySeat { first, second } = &loaded.people;
        let [first_side, second_side] = loaded.game().sides();
        let terms = terms_in_words(&loaded.row.terms)?;
        let first = words::match_began(id, &terms, [(first, first_side), (second, second_side)]);
        if loaded.row.terms.start.is_some() {
            self.deal(&loaded)?;
        }
        let bound = words::match_commitment(id, &digits(&pledge));
        let lead = [Some(named), Some(first), self.series_line(id)?, Some(bound), stays];
        let lead = lead.into_iter().flatten().chain(more).chain(offer).collect();
        // The accepter already knows; the challenger is notified here even if the other side begins.
        let by = self.asker().and_then(|it| loaded.seat_of(it));
        let mut news = TurnNews::of(by, lead);
        news.named = true;
        news.take_down(&loaded);
        let changes = self.go_on_alone(&mut loaded, &mut news)?.unwrap_or(changes);
        self.announce(&loaded, news, &changes)
    }

    /// Takes a place of a challenge. If others may still accept it, it gets a new secret for the
    /// next match. Returns the text about that.
    fn take_place(&mut self, challenge: &Challenge) -> Result<Option<Text>, Fault> {
        let Some(places @ 1..) = challenge.places.checked_sub(1) else {
            self.tx.set_challenge_state(challenge.id, ChallengeState::Accepted)?;
            return Ok(None);
        };
        // The accepted place becomes a challenge of its own; its number also gives the next one a
        // different secret.
        let accepted = Challenge {
            whom: Some(self.me.id),
            state: ChallengeState::Accepted,
            places: 1,
            taken: Vec::new(),
            bond: Bond { salts: None, ..challenge.bond.clone() },
            ..challenge.clone()
        };
        let DrawnSecrets { secret, tag, salts } =
            self.memory.luck.draw(self.tx.add_challenge(&accepted)?);
        let room = self.tx.room(challenge.room)?;
        let chat = room.chat;
        let by = self.tx.person(challenge.by)?;
        let players = (self.seated_for(&challenge.terms, &room, &by)?.id, None);
        let text = self.offered(chat, &challenge.terms, challenge.side, players, &salts)?;
        let bond = Bond { text, salts: Some(salts) };
        let mut taken = challenge.taken.clone();
        taken.push(self.me.id);
        let renewed = Challenge { secret, tag, places, taken, bond, ..challenge.clone() };
        self.tx.renew_challenge(&renewed)?;
        self.renew_card(&renewed)?;
        let digits = commitment(&renewed).map(|it| digits(&it));
        Ok(Some(words::stays_open(challenge.id, places, digits.as_deref())))
    }

    fn check_room_for_more(&self, person: &Person) -> Result<(), Fault> {
        if let Some(room) = person.room {
            return self.check_votes_for_more(room, person);
        }
        if self.tx.count_with_people(person.id)? < MOST_RUNNING {
            return Ok(());
        }
        Err(match person.id == self.me.id {
            true => words::you_have_too_many_matches(MOST_RUNNING),
            false => words::has_too_many_matches(person, MOST_RUNNING),
        }
        .into())
    }
}

/// Tells whether anything in a match of this challenge depends on the secret, so that it needs a
/// commitment.
pub(crate) fn draws_lots(challenge: &Challenge) -> bool {
    lots_fall(challenge.terms.game.has_chance(), challenge.side)
}

/// Tells whether there is any chance: dice in the game, or a toss for sides.
fn lots_fall(has_chance: bool, side: SideWish) -> bool {
    has_chance || wished_seat(side).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_announced_where_something_falls_by_lot() {
        assert!(lots_fall(true, SideWish::First) && lots_fall(true, SideWish::Random));
        assert!(lots_fall(false, SideWish::Random), "the sides are tossed for");
        assert!(!lots_fall(false, SideWish::First) && !lots_fall(false, SideWish::Second));
    }
}
