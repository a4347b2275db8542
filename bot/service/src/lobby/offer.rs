//! The card of a challenge: the opponent, the terms, the possible answers, and finally the result.
use engine::refusal::Refusal;

use crate::{
    Fault, RequestContext, Service,
    lobby::{
        challenge::{OPEN_DAYS, draws_lots},
        words::{self, PlayPace},
    },
    terms::{beginning, terms_in_words, wished_seat},
    words::{about_challenges, on_vacation},
};
use command::{Said, verbs};
use content::lengths::{LongGame, hand_overs, long, turns_each};
use model::{
    ids::{CardOf, Chat, RoomId},
    reply::{Audience, Choice, Privacy, Reply, StandingCard},
    text::Text,
    time::DAY,
};
use store::{Challenge, Person, Terms, Tx};

/// How many digits of the commitment a card shows; `stakes` shows all.
const DIGITS: usize = 8;

impl Service {
    /// Makes new matches unrated and without a clock unless something else is said, because
    /// everyone is at one screen.
    #[must_use]
    pub fn at_one_screen(mut self) -> Service {
        self.memory.one_screen = true;
        self
    }
}

impl RequestContext<'_> {
    /// Posts a challenge in its room.
    pub(crate) fn tell_of_offer(
        &mut self,
        challenge: &Challenge,
        whom: Option<&Person>,
        more: Vec<Text>,
    ) -> Result<(), Fault> {
        // People are named as in that room's chat, wherever the challenge was typed.
        let chat = self.chat_in(challenge.room)?;
        let me = self.tx.person_in(chat, self.me.id)?;
        let whom = whom.map(|it| self.tx.person_in(chat, it.id)).transpose()?;
        let whom = whom.as_ref();
        let mut lines = vec![challenge_line(self.tx, challenge)?];
        lines.extend(more);
        let here = self.memory.one_screen;
        lines.extend(terms_of(challenge, here)?);
        let Terms { clock, rated, vote, .. } = &challenge.terms;
        let as_usual_here = here && clock.is_none() && !rated && vote.is_none();
        if as_usual_here && !challenge.terms.has_start() {
            lines.push(words::at_one_screen());
        }
        if 1 < challenge.best_of {
            lines.push(words::is_series(challenge.best_of));
        }
        if let Some(whom) = whom.filter(|it| it.is_person())
            && chat == Chat::Console
            && self.tx.last_rooms(whom.id)?.is_empty()
        {
            lines.push(words::is_new(whom));
        }
        if let Some(whom) = whom
            && let Some(until) = self.away_until(whom)?
        {
            lines.push(on_vacation(&whom.name, until, until - self.now));
        }
        lines.extend(start(challenge)?);
        for person in [Some(&me), whom.filter(|it| it.is_person())].into_iter().flatten() {
            lines.extend(self.reliability(person)?);
        }
        lines.push(footer(challenge));
        let by_vote = challenge.terms.vote.is_some();
        lines.extend(self.tx.code_of(challenge.id)?.map(|it| words::or_by_code(&it, by_vote)));
        if let Some(whom) = whom.filter(|it| it.is_person()) {
            let [yes, no] = answers(challenge);
            self.await_answer(whom.id, yes, Some(no))?;
        }
        let mut reply = Reply::room(Text::Lines(lines)).choices(buttons(challenge));
        reply.card =
            Some(StandingCard { of: CardOf::Challenge(challenge.id), changed: false, copy: false });
        if challenge.terms.has_start() {
            reply =
                reply.begins(crate::terms::board_to_begin(&challenge.terms, &me.settings.theme)?);
        }
        if let Some(whom) = whom {
            reply = reply.mention(whom.id).about(about_challenges(&[challenge.id]));
        }
        self.show_in_pair(challenge, &reply)?;
        self.say_there(challenge.room, reply)
    }

    /// Edits a challenge's card to show its result.
    pub(crate) fn settle_card(&mut self, challenge: &Challenge, became: Text) -> Result<(), Fault> {
        if !self.memory.edits_here && self.chat_in(challenge.room)? == Chat::Console {
            return Ok(());
        }
        let reply = settled_card(self.tx, challenge, became)?;
        self.show_in_pair(challenge, &reply)?;
        Ok(self.say_in(challenge.room, reply)?)
    }

    /// Edits the card of a challenge that stays open for others.
    pub(crate) fn renew_card(&mut self, challenge: &Challenge) -> Result<(), Fault> {
        if !self.memory.edits_here && self.chat_in(challenge.room)? == Chat::Console {
            return Ok(());
        }
        let mut lines = vec![challenge_line(self.tx, challenge)?];
        lines.extend(terms_of(challenge, self.memory.one_screen)?);
        lines.extend(start(challenge)?);
        lines.push(footer(challenge));
        let by_vote = challenge.terms.vote.is_some();
        lines.extend(self.tx.code_of(challenge.id)?.map(|it| words::or_by_code(&it, by_vote)));
        let mut reply = Reply::room(Text::Lines(lines)).choices(buttons(challenge));
        reply.card =
            Some(StandingCard { of: CardOf::Challenge(challenge.id), changed: true, copy: false });
        self.show_in_pair(challenge, &reply)?;
        Ok(self.say_in(challenge.room, reply)?)
    }

    /// Describes a challenge in one line.
    pub(crate) fn challenge_line(&self, challenge: &Challenge) -> Result<Text, Fault> {
        challenge_line(self.tx, challenge)
    }

    /// Sends a message to a room, and to the asker if they are elsewhere.
    pub(crate) fn say_there(&mut self, room: RoomId, reply: Reply) -> Result<(), Fault> {
        if room != self.room.id {
            let to = Audience::Only(self.me.id);
            let privacy = Privacy::Personal;
            let own = Reply { to, privacy, mentions: Vec::new(), menu: None, ..reply.clone() };
            self.say(Reply { card: None, ..own });
        }
        Ok(self.say_in(room, reply)?)
    }
}

/// Returns the card of a closed challenge.
///
/// # Errors
/// If a person in it isn't known, or the store fails.
pub(crate) fn settled_card(
    tx: &Tx<'_>,
    challenge: &Challenge,
    became: Text,
) -> Result<Reply, Fault> {
    let lines = vec![challenge_line(tx, challenge)?, became];
    let mut reply = Reply::room(Text::Lines(lines));
    reply.card =
        Some(StandingCard { of: CardOf::Challenge(challenge.id), changed: true, copy: false });
    Ok(reply)
}

/// Returns the full commitment of a challenge, if there is chance in the match.
pub(crate) fn commitment(challenge: &Challenge) -> Option<String> {
    let whole = || challenge.secret.commitment_to(&challenge.tag, &challenge.bond.text);
    draws_lots(challenge).then(whole)
}

/// Returns the start of a commitment, enough to recognise it.
pub(crate) fn digits(commitment: &str) -> String {
    commitment.chars().take(DIGITS).collect()
}

fn challenge_line(tx: &Tx<'_>, challenge: &Challenge) -> Result<Text, Fault> {
    let chat = tx.room(challenge.room)?.chat;
    let by = tx.person_in(chat, challenge.by)?;
    let whom = challenge.whom.map(|it| tx.person_in(chat, it)).transpose()?;
    let terms = words::in_series(&terms_in_words(&challenge.terms)?, challenge.best_of);
    let side = wished_seat(challenge.side).map(|it| challenge.terms.game.sides()[it.index()]);
    let voting = match challenge.terms.vote {
        Some(_) => Some(tx.room_person(&tx.room(challenge.room)?)?.name),
        None => None,
    };
    Ok(words::challenges(&by, voting.as_deref(), whom.as_ref(), &terms, side, challenge.places))
}

/// Shows the position a challenge starts from, if it isn't the usual one.
fn start(challenge: &Challenge) -> Result<Vec<Text>, Refusal> {
    if !challenge.terms.has_start() {
        return Ok(Vec::new());
    }
    let mut lines = vec![Text::plain(words::begins_from_position())];
    lines.extend(beginning(&challenge.terms)?);
    Ok(lines)
}

/// States a challenge's number, how long it is open, and the start of its commitment.
fn footer(challenge: &Challenge) -> Text {
    let digits = commitment(challenge).map(|it| digits(&it));
    words::open_until(challenge, OPEN_DAYS, digits.as_deref())
}

fn answers(challenge: &Challenge) -> [Said; 2] {
    let challenge = Some(challenge.id);
    [
        verbs::Accept { challenge, word: None, vote: false }.into(),
        verbs::Decline { challenge, reason: String::new() }.into(),
    ]
}

fn buttons(challenge: &Challenge) -> Vec<Choice> {
    let [accept, decline] = answers(challenge).map(|it| it.line());
    let decline = challenge.whom.map(|_| decline);
    words::card_buttons(challenge, accept, decline, suggested(challenge))
}

/// Says what both should know of the terms before they agree: a shorter form of a long game, what the options change, and how long
/// such a match usually is.
fn terms_of(challenge: &Challenge, at_one_screen: bool) -> Result<Vec<Text>, Refusal> {
    let Terms { game, options, clock, vote, .. } = &challenge.terms;
    let agreement = game.agreement(options.clone())?.map(Text::plain);
    let measured = hand_overs(*game, options).filter(|_| !challenge.terms.has_start());
    let Some(number) = measured else { return Ok(agreement.into_iter().collect()) };
    let counter = vote.is_none().then_some(challenge.id);
    let suggested = suggested(challenge).map(|it| words::suggests_quick(it, counter));
    let by_days = clock.map_or(!at_one_screen, |it| DAY <= it.more);
    let quick = game.options("quick").ok().filter(|it| it != options);
    let shorter =
        quick.and_then(|it| hand_overs(*game, &it)).filter(|_| by_days && suggested.is_none());
    let pace = match (vote, by_days) {
        (Some(_), _) => PlayPace::Vote,
        (None, true) => PlayPace::Post,
        (None, false) => PlayPace::Live,
    };
    let shorter = shorter.map(turns_each);
    // A suggestion to a room has the number already.
    let length = (vote.is_none() || suggested.is_none())
        .then(|| words::length(turns_each(number), pace, shorter.zip(counter)));
    Ok(suggested.into_iter().chain(agreement).chain(length).collect())
}

/// Returns how long a game is whose quick form is better, if a challenge offers its usual form.
fn suggested(challenge: &Challenge) -> Option<LongGame> {
    let Terms { game, options, .. } = &challenge.terms;
    let is_usual = game.options("").is_ok_and(|it| it == *options);
    long(*game).filter(|_| is_usual && !challenge.terms.has_start())
}
