//! What happened in the last turn and in this one, to a checker, to the ball or by the dice.
use crate::{
    games::metasoccer::{
        Event, Metasoccer,
        dice::Roll,
        event::Displacement,
        field::Spot,
        question::{PitchQuestion, PitchThing},
        squad::Id,
        words::tell::tell,
    },
    question::{Question, Relation},
    quote::sentence_case,
    seat::Observer,
};

/// Words for what is done on a pitch, the same in the past tense, and its events.
type PastDeed = (&'static [&'static str], &'static str, fn(&Event) -> bool);

/// The most events that are told.
const TOLD: usize = 4;

impl Metasoccer {
    /// Answers from what happened last; none if nothing of it did.
    pub(in crate::games::metasoccer) fn recalled(
        &self,
        question: &Question,
        last: &[Event],
        to: Observer<'_>,
    ) -> Option<Vec<String>> {
        let asked = PitchQuestion::new(self, question, to)?;
        let kinds: [PastDeed; 3] = [
            (&["steal", "tackle"], "tried to steal", |event| {
                matches!(event, Event::Challenged { .. })
            }),
            (&["pass", "give"], "passed", |event| matches!(event, Event::Passed { .. })),
            (&["push", "hit", "shove"], "pushed anybody", |event| {
                matches!(event, Event::Pushed { .. })
            }),
        ];
        let kind = kinds.into_iter().find(|kind| question.has(kind.0));
        match question.relation {
            Relation::Meaning => asked.roll_did(last),
            Relation::Happened => match kind {
                Some((_, did, is_kind)) if !last.iter().any(is_kind) => {
                    Some(vec![format!("No: nobody {did} in the last turn or in this one.")])
                }
                Some((_, _, is_kind)) => asked.happened(last, is_kind),
                None => asked.happened(last, |_| true),
            },
            Relation::WhyNot => asked.happened(last, |_| true),
            _ => None,
        }
    }
}

impl PitchQuestion<'_> {
    /// Tells what the last roll did, or the last of the RISK die if that is named.
    fn roll_did(&self, last: &[Event]) -> Option<Vec<String>> {
        let risk = self.question.has(&["risk"]);
        let is_meant = |event: &Event| match event {
            Event::Rolled { roll: Roll::Risk(..), .. } => true,
            Event::Rolled { .. } => !risk,
            _ => false,
        };
        let Some(at) = last.iter().rposition(is_meant) else {
            let dice = if risk { "the RISK die" } else { "dice" };
            return Some(vec![format!("Nobody rolled {dice} in the last turn or in this one.")]);
        };
        let ends = |event: &&Event| !matches!(event, Event::Rolled { .. } | Event::Began { .. });
        let then = last[at + 1..].iter().take_while(ends);
        Some(self.told(std::iter::once(&last[at]).chain(then).take(TOLD)))
    }

    /// Tells what happened to what is named, of some kinds, with the roll before it.
    fn happened(&self, last: &[Event], is_kind: impl Fn(&Event) -> bool) -> Option<Vec<String>> {
        let things: Vec<PitchThing> = self
            .named()
            .filter(|meant| !matches!(meant, PitchThing::Side(_) | PitchThing::Goal(_)))
            .collect();
        let fits = |event: &Event| {
            is_kind(event)
                && (things.is_empty() || things.iter().any(|one| self.touches(event, *one)))
        };
        let found: Vec<usize> = (0..last.len()).filter(|nth| fits(&last[*nth])).collect();
        let Some(first) = found.first() else {
            let is_now = self.question.relation == Relation::Happened;
            let unmoved =
                things.iter().find_map(|meant| self.checker(*meant)).filter(|_| is_now)?;
            return Some(vec![match self.absent(unmoved) {
                Some(absent) => format!("{}.", sentence_case(&absent)),
                None => format!(
                    "Nothing in the last turn: {} stands there still.",
                    self.who_at(unmoved)
                ),
            }]);
        };
        let roll = last[..*first].iter().rposition(|event| matches!(event, Event::Rolled { .. }));
        let skipped = found.len().saturating_sub(TOLD);
        let all = roll.into_iter().chain(found.iter().copied().skip(skipped));
        Some(self.told(all.map(|nth| &last[nth])))
    }

    fn told<'e>(&self, events: impl Iterator<Item = &'e Event>) -> Vec<String> {
        events.filter_map(|event| tell(self.game, event, self.to)).collect()
    }

    /// Tells whether an event is about a thing.
    fn touches(&self, event: &Event, meant: PitchThing) -> bool {
        let is_ball = meant == PitchThing::Ball;
        let is = |id: &Id| match meant {
            PitchThing::Checker(meant) => meant == *id,
            PitchThing::Square(at) => self.game.squad.at(*id) == Some(at),
            _ => false,
        };
        let on = |at: &Spot| meant == PitchThing::Square(*at);
        match event {
            Event::Placed { who, from, to, why } => {
                let takes_ball = is_ball && *why == Displacement::Taker;
                is(who) || on(to) || from.as_ref().is_some_and(on) || takes_ball
            }
            Event::Moved { who, path, ball } => is(who) || path.iter().any(on) || is_ball && *ball,
            Event::Pushed { who, from, to } => is(who) || on(from) || on(to),
            Event::Passed { from, to, start, end, .. } => {
                is(from) || is(to) || on(start) || on(end) || is_ball
            }
            Event::Flew { by, start, end, .. } => is(by) || on(start) || on(end) || is_ball,
            Event::Landed { who, from, at } => is(who) || on(from) || on(at) || is_ball,
            Event::Challenged { thief, victim, at, .. } => {
                is(thief) || is(victim) || on(at) || is_ball
            }
            Event::Stays { goalie, at } => is(goalie) || on(at),
            Event::Caught { goalie } => is(goalie) || is_ball,
            Event::TurnedOver { to } => is(to) || is_ball,
            Event::Expelled { who, at } => is(who) || on(at),
            Event::Out { at } | Event::Goal { at, .. } => on(at) || is_ball,
            Event::Drawn { .. }
            | Event::Began { .. }
            | Event::LinedUp { .. }
            | Event::Formed { .. }
            | Event::Autoed { .. }
            | Event::Rolled { .. }
            | Event::RolledOff { .. }
            | Event::Awarded { .. }
            | Event::Spent { .. }
            | Event::FullTime => false,
        }
    }
}
