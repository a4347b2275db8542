//! What the last shots did: how hard they were, and what happened to a coin.
use super::{Coin, CourtQuestion, NamedOnCourt};
use crate::{
    games::piecepack::{
        Event, Piecepack, ShotKind, Tried,
        field::MOVED,
        words::{coin_name, tell, tenths},
    },
    question::{Question, Relation},
    quote::sentence_case,
    seat::{Observer, Seat},
};

impl Piecepack {
    /// Answers from what happened last; none if nothing of it did.
    pub(in crate::games::piecepack) fn recalled(
        &self,
        question: &Question,
        last: &[Event],
        to: Observer<'_>,
    ) -> Option<Vec<String>> {
        let asked = CourtQuestion::new(self, question, to)?;
        if asked.is_of_last_shot() {
            return asked.last_shot(last);
        }
        match question.relation {
            Relation::Happened | Relation::WhyNot | Relation::Stands => asked.happened(last),
            Relation::Meaning => asked.meaning(last),
            _ => None,
        }
    }
}

impl CourtQuestion<'_> {
    /// Tells whether a question is about how hard or where to the last shot was.
    pub(super) fn is_of_last_shot(&self) -> bool {
        let question = self.question;
        let how = question.has(&["hard", "power", "strong", "fast", "strength", "aimed", "aim"]);
        how && (question.past || question.has(&["last", "was"]))
    }

    /// Says how hard and where to the last shot of a side was.
    fn last_shot(&self, last: &[Event]) -> Option<Vec<String>> {
        let sides = self.named().filter_map(|meant| match meant {
            NamedOnCourt::Side(seat) | NamedOnCourt::Coin(Coin::Kicker(seat, _)) => Some(seat),
            _ => None,
        });
        let named: Option<Seat> = sides.into_iter().next();
        let shot = last.iter().rev().find_map(|event| match event {
            Event::Shot(shot) if named.is_none_or(|seat| seat == shot.by) => Some((event, shot)),
            _ => None,
        });
        if let Some((event, _)) = shot {
            return Some(vec![tell(event, self.to)]);
        }
        let seat = named.unwrap_or(self.own);
        let Some(Tried { coin, heading, power }) = self.game.tried.get(seat).as_ref() else {
            return Some(vec![format!(
                "{} no shot yet.",
                self.side_does(seat, "have made", "has made")
            )]);
        };
        Some(vec![format!(
            "The last shot of {} set {} going at {}° with power {power}.",
            if self.question.asker == Some(seat) { "yours" } else { self.to.name(seat) },
            coin_name(*coin),
            tenths(*heading)
        )])
    }

    /// Says what the last shot did, or what the dice decided.
    fn meaning(&self, last: &[Event]) -> Option<Vec<String>> {
        let dice = self.question.has(&["die", "dice", "roll", "rolls", "throw", "starts"]);
        let found = last.iter().rposition(|event| match event {
            Event::Began { .. } => dice,
            Event::Shot(shot) => !dice || shot.kind == ShotKind::Throw,
            _ => false,
        })?;
        Some(last[found..].iter().map(|event| tell(event, self.to)).take(4).collect())
    }

    /// Tells what happened to the coins that are named, in the last turn and in this one.
    fn happened(&self, last: &[Event]) -> Option<Vec<String>> {
        let coins = self.coins();
        let mut told: Vec<String> = Vec::new();
        for event in last {
            let touched = coins.is_empty() || coins.iter().any(|one| touches(event, *one));
            if touched {
                told.push(tell(event, self.to));
            }
        }
        if told.is_empty() && self.question.relation == Relation::Happened {
            let one = *coins.first()?;
            let name = sentence_case(&coin_name(one));
            return Some(vec![match self.absent(one) {
                Some(absent) => format!("{absent}."),
                None => format!("{name} lies where it lay before the last turn."),
            }]);
        }
        let skipped = told.len().saturating_sub(4);
        let told: Vec<String> = told.into_iter().skip(skipped).collect();
        (!told.is_empty()).then_some(told)
    }
}

/// Tells whether an event moved a coin or was about it.
fn touches(event: &Event, which: Coin) -> bool {
    let kicker = |of: &Seat, number: &u8| which == Coin::Kicker(*of, *number);
    match event {
        Event::Shot(shot) => shot.tracks.iter().any(|track| {
            let far = track.start().far2(track.end());
            track.coin == which && (track.gone || i64::from(MOVED).pow(2) <= far)
        }),
        Event::Foul { by, out, .. } => out.as_ref().is_some_and(|number| kicker(by, number)),
        Event::Cleared { of, kicker: number }
        | Event::Through { of, kicker: number }
        | Event::CalledIn { by: of, kicker: number, .. }
        | Event::Returned { by: of, kicker: number, .. } => kicker(of, number),
        Event::Placed { by, at } => at.iter().any(|(number, _)| kicker(by, number)),
        Event::Goal { .. } | Event::Corner { .. } => which == Coin::Ball,
        Event::Began { .. } => false,
    }
}
