//! Opens the match of an accepted challenge.
use engine::{
    chance::{Dice, StepKey},
    seat::{BySeat, Seat},
    table::Table,
};
use model::{
    ids::{MatchId, PersonId, RoomId},
    text::Text,
};
use proof::commitment::toss;
use store::{
    Challenge, ChallengeCommitted, ChallengeState, CompetitionId, MatchCommitted, MatchRow,
    NewMatch, Person, StepRow, Terms,
};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::PositionOrigin,
        random_source::DrawnSecrets,
        seam::{self, MatchMoment, OfferPlace},
    },
    lobby::{
        self,
        challenge_card::{dice_digits, digits},
    },
    matches, play,
    telling::{self, news::TurnNews, turn::named_shortly},
    terms::{opened, terms_beside_game, wished_seat},
};

/// Where a match belongs in a competition.
pub struct InCompetition {
    pub of: CompetitionId,
    pub round: u32,
    /// The sides that play it from another room.
    pub away: Vec<(Seat, RoomId)>,
}

/// What a match has beside its challenge when it opens.
#[derive(Default)]
pub(super) struct MatchOpening {
    /// The word of the opponent.
    pub word: String,
    /// The seed of the bot's choices, against the bot.
    pub mind: Option<u64>,
    /// The round of a competition that the match is; without it, the match may begin one.
    pub part: Option<InCompetition>,
    /// Further text about it.
    pub more: Vec<Text>,
}

/// Opens the match of an accepted challenge.
pub(super) fn open_match(
    cx: &mut RequestContext<'_>,
    challenge: Challenge,
    other: &Person,
    MatchOpening { word, mind, part, more }: MatchOpening,
) -> Result<(), RequestError> {
    let home = cx.tx.room(challenge.room)?;
    let by = cx.tx.person(challenge.by)?;
    let by = lobby::rooms::seated_for(cx, &challenge.terms, &home, &by)?;
    let said = seam::opens(cx, &challenge, [&by, other])?;
    let by_seat = wished_seat(challenge.side)
        .unwrap_or_else(|| toss(&challenge.secret, [&challenge.word, &word]).0);
    let new = new_match(cx, &challenge, (by_seat, by.id), other.id, word)?;
    let pledge = challenge.secret.commitment_to(&challenge.tag, &new.pact.begun);
    let mut dice = Dice::fair(&new.secret.seed(&new.words), StepKey { step: 0, take: 0 });
    let table = opened(&new.terms, &mut dice)?;
    let stays = take_place(cx, &challenge)?;
    let id = cx.tx.add_match(&new)?;
    // What begins by itself has no card, and nobody agreed to it just now.
    let by_itself = part.is_some();
    let carded = !by_itself && stays.is_none();
    if part.as_ref().is_none_or(|part| part.away.is_empty()) {
        lobby::challenge_codes::seat_away(cx, id, &challenge, &new.seats)?;
    }
    lobby::rooms::seat_rooms(cx, id, &challenge, [&by, other], by_seat)?;
    join_competition(cx, id, &challenge, part)?;
    if let Some(seed) = mind {
        cx.tx.add_practice(id, cx.me.id, seed)?;
    }
    if carded {
        let became = lobby::words::card_accepted(&cx.me, id);
        lobby::challenge_card::settle_card(cx, &challenge, became, Some(id))?;
    }
    store_opening(cx, id, &*table, &dice)?;
    let proof = cx.memory.features.offers(OfferPlace::Proof(id));
    let line = proof.first().map(|choice| &*choice.says);
    let mut about: Vec<Text> = more.into_iter().chain(said).collect();
    if by_itself {
        about.extend(seam::begins_by_itself(cx, id)?);
    }
    if lobby::challenge_card::explains_all(cx, [&by, other])? {
        about.push(lobby::words::match_commitment(&digits(&pledge), line));
    }
    about.extend(stays);
    tell_opening(cx, id, about)
}

/// Makes the match of a challenge, with what is committed to.
fn new_match(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
    (by_seat, by): (Seat, PersonId),
    other: PersonId,
    word: String,
) -> Result<NewMatch, RequestError> {
    let [mut by_word, mut other_word] = [challenge.word.clone(), word];
    let words = BySeat::new(|seat| {
        std::mem::take(if seat == by_seat { &mut by_word } else { &mut other_word })
    });
    let salts = challenge.bond.salts.as_ref();
    let pact = MatchCommitted {
        offer: challenge.bond.text.clone(),
        begun: lobby::commitment::begun(cx, challenge, by_seat, &words, other)?,
        salts: BySeat::new(|seat| {
            salts.map(|[by, other]| if seat == by_seat { by } else { other }.clone())
        }),
    };
    Ok(NewMatch {
        room: challenge.room,
        seats: BySeat::new(|seat| if seat == by_seat { by } else { other }),
        terms: Terms {
            rated: challenge.terms.rated && !challenge.terms.has_start(),
            ..challenge.terms.clone()
        },
        tag: challenge.tag.clone(),
        secret: challenge.secret.clone(),
        words,
        pact,
        opened_at: cx.now,
    })
}

/// Makes a match part of its competition, or of one that it begins.
fn join_competition(
    cx: &mut RequestContext<'_>,
    id: MatchId,
    challenge: &Challenge,
    part: Option<InCompetition>,
) -> Result<(), RequestError> {
    let Some(InCompetition { of, round, away }) = part else {
        return seam::follow(cx, MatchMoment::Opened(challenge, id)).map(drop);
    };
    cx.tx.play_for(id, of, round)?;
    for (seat, room) in away {
        cx.tx.add_away_room(id, seat, room)?;
    }
    Ok(())
}

/// Stores the first position of a match.
fn store_opening(
    cx: &RequestContext<'_>,
    id: MatchId,
    table: &dyn Table,
    dice: &Dice,
) -> Result<(), RequestError> {
    cx.tx.add_step(&StepRow {
        of: id,
        step: 0,
        take: 0,
        seat: None,
        written: String::new(),
        action: serde_json::Value::Null,
        events: table.events().map_err(RequestError::Broken)?,
        throws: dice.thrown().to_vec(),
        after: table.save().map_err(RequestError::Broken)?,
        fixed: true,
        decided: false,
        sealed: false,
        ended_turn: false,
        at: cx.now,
        undo: None,
        lot: None,
    })?;
    Ok(())
}

/// Plays the forced steps of a match that was just stored, and tells it; `about` is text for below its terms.
fn tell_opening(
    cx: &mut RequestContext<'_>,
    id: MatchId,
    about: Vec<Text>,
) -> Result<(), RequestError> {
    let row: MatchRow = cx
        .tx
        .match_row(id)?
        .ok_or_else(|| RequestError::Broken(format!("match {id} wasn't saved")))?;
    let mut loaded = matches::find::load(cx, row)?;
    let status = loaded.table.status();
    let changes = play::step::update_row(cx, &mut loaded, &status, PositionOrigin::Opened)?;
    let named = Text::small(named_shortly(&loaded));
    let BySeat { first, second } = &loaded.people;
    let [first_side, second_side] = loaded.game().sides();
    let terms = terms_beside_game(&loaded.row.terms)?;
    let began = lobby::words::match_began(&terms, [(first, first_side), (second, second_side)]);
    if loaded.row.terms.start.is_some() {
        telling::turn::deal(cx, &loaded)?;
    }
    let mut lead = vec![named, began];
    lead.extend(matches::competition::line(cx, id)?);
    lead.extend(about);
    // The accepter already knows; the challenger is notified here even if the other side begins.
    let by = cx.asker().and_then(|person| loaded.seat_of(person));
    let mut news = TurnNews::of(by, lead);
    news.named = true;
    news.take_down(&loaded);
    let changes = play::step::go_on_alone(cx, &mut loaded, &mut news)?.unwrap_or(changes);
    telling::turn::announce(cx, &loaded, news, &changes)
}

/// Takes a place of a challenge. If others may still accept it, it gets a new secret for the
/// next match. Returns the text about that.
pub(crate) fn take_place(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
) -> Result<Option<Text>, RequestError> {
    let Some(places @ 1..) = challenge.places.checked_sub(1) else {
        cx.tx.set_challenge_state(challenge.id, ChallengeState::Accepted)?;
        return Ok(None);
    };
    // The accepted place becomes a challenge of its own; its number also gives the next one a
    // different secret.
    let accepted = Challenge {
        whom: Some(cx.me.id),
        state: ChallengeState::Accepted,
        places: 1,
        taken: Vec::new(),
        bond: ChallengeCommitted { salts: None, ..challenge.bond.clone() },
        ..challenge.clone()
    };
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(cx.tx.add_challenge(&accepted)?);
    let room = cx.tx.room(challenge.room)?;
    let chat = room.chat;
    let by = cx.tx.person(challenge.by)?;
    let players = (lobby::rooms::seated_for(cx, &challenge.terms, &room, &by)?.id, None);
    let text =
        lobby::commitment::offered(cx, chat, &challenge.terms, challenge.side, players, &salts)?;
    let bond = ChallengeCommitted { text, salts: Some(salts) };
    let mut taken = challenge.taken.clone();
    taken.push(cx.me.id);
    let renewed = Challenge { secret, tag, places, taken, bond, ..challenge.clone() };
    cx.tx.renew_challenge(&renewed)?;
    lobby::challenge_card::renew_card(cx, &renewed)?;
    let digits = dice_digits(&renewed);
    Ok(Some(lobby::words::stays_open(challenge.id, places, digits.as_deref())))
}
