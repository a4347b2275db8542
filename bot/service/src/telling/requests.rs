//! What one player of a match may ask the other, and what has become of the messages that ask it.
use std::collections::BTreeSet;

use command::{
    Command,
    verbs::{self, Answer, DrawWord},
};
use engine::seat::Seat;
use model::{
    ids::{CardOf, MatchId},
    reply::{Reply, StandingCard},
    text::Text,
};
use store::{MatchRow, asked_card};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        seam::{ClockStop, Features},
    },
    telling::{self, words},
};

/// What a player may ask the other one.
pub(crate) struct MatchRequest {
    /// Who asks for it now.
    pub(crate) by: Option<Seat>,
    /// Says that a player asks for it, by name.
    pub(crate) says: fn(&str) -> String,
    /// What the other one answers.
    pub(crate) answers: [Command; 2],
    pub(crate) withdraw: Command,
}

/// Lists what the players of a match may ask each other. The place in the list never changes.
pub(crate) fn requests(features: &Features, row: &MatchRow) -> Vec<MatchRequest> {
    let (of, rules) = (Some(row.id), &row.match_rules);
    let draw = |answer| Command::from(verbs::Draw { of, answer: Some(answer) });
    let undo = |answer| Command::from(verbs::Undo { of, answer: Some(answer) });
    let mut all = vec![
        MatchRequest {
            by: rules.draw_offered_by(),
            says: words::offers_draw,
            answers: [draw(DrawWord::Accept), draw(DrawWord::Decline)],
            withdraw: draw(DrawWord::Withdraw),
        },
        MatchRequest {
            by: rules.undo_asked_by(),
            says: words::asks_for_undo,
            answers: [undo(Answer::Accept), undo(Answer::Decline)],
            withdraw: undo(Answer::Withdraw),
        },
    ];
    if let Some(ClockStop { asks, answer, .. }) = features.clock_stop() {
        all.push(MatchRequest {
            by: rules.pause_asked_by(),
            says: *asks,
            answers: [Answer::Accept, Answer::Decline].map(|said| answer(of, said)),
            withdraw: answer(of, Answer::Withdraw),
        });
    }
    all
}

/// What a message asks in a match.
#[derive(Clone, Copy)]
pub(crate) enum Asks {
    /// Whether the other player agrees to a request, by its place in [`requests`].
    Other(usize),
    /// Whether a player is sure to leave.
    Leave,
}

impl Asks {
    /// How many requests there can be.
    const MOST: usize = 8;

    /// Returns the card of the message that asks this because of a player.
    pub(crate) fn card(self, of: MatchId, by: Seat) -> StandingCard {
        let nth = match self {
            Asks::Other(nth) => nth,
            Asks::Leave => Asks::MOST,
        };
        let of = CardOf::row(asked_card(of, 2 * nth + by.index()));
        StandingCard { of, changed: false, copy: false }
    }

    fn of_number(number: usize) -> (Asks, Seat) {
        let asks = if number / 2 == Asks::MOST { Asks::Leave } else { Asks::Other(number / 2) };
        (asks, Seat::BOTH[number % 2])
    }
}

/// Takes the buttons off the messages of a match that asked what isn't asked any more.
pub(crate) fn close_answered(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    let row = &loaded.row;
    let away = cx.tx.away_rooms(row.id)?.into_iter().map(|it| it.1);
    let rooms: BTreeSet<_> = away.chain([row.room, cx.room.id]).collect();
    let all = requests(cx.memory.features, row);
    for room in rooms {
        let there = cx.tx.room(room)?;
        for number in cx.tx.asked_in(&there, row.id)? {
            let (asks, by) = Asks::of_number(number);
            let name = loaded.names.get(by);
            let (is_open, says) = match asks {
                Asks::Other(nth) => match all.get(nth) {
                    Some(request) => (request.by == Some(by), (request.says)(name)),
                    None => continue,
                },
                Asks::Leave => {
                    let asked = cx.memory.confirming.get(row.seats.get(by)).into_iter().flatten();
                    let is_asked =
                        asked.into_iter().any(|(line, _)| line.of_match() == Some(row.id));
                    (is_asked, words::was_asked_to_leave(name))
                }
            };
            if is_open && row.end.is_none() {
                continue;
            }
            cx.tx.close_asked(&there, row.id, number)?;
            let named = Text::small(telling::turn::named_shortly(loaded));
            let reply = Reply::room(Text::Lines(vec![named, Text::plain(says)]));
            let card = Some(StandingCard { changed: true, ..asks.card(row.id, by) });
            cx.say_in(room, Reply { card, ..reply })?;
        }
    }
    Ok(())
}
