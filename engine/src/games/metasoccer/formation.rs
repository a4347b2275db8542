//! How the sides line up for a kick-off.
use serde::{Deserialize, Serialize};

use super::{
    Displacement, Event, Metasoccer,
    field::{FieldSize, Spot},
    options::TeamSize,
    squad::Id,
};
use crate::{game::Step, seat::Seat};

/// A formation, by checkers from the back to the front without the goalie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) enum Formation {
    #[serde(rename = "4-4-2")]
    FourFourTwo,
    #[serde(rename = "4-3-3")]
    FourThreeThree,
    #[serde(rename = "3-5-2")]
    ThreeFiveTwo,
    #[serde(rename = "2-3-1")]
    TwoThreeOne,
    #[serde(rename = "3-2-1")]
    ThreeTwoOne,
    #[serde(rename = "2-2-2")]
    TwoTwoTwo,
}

impl Formation {
    const ALL: [Formation; 6] = [
        Formation::FourFourTwo,
        Formation::FourThreeThree,
        Formation::ThreeFiveTwo,
        Formation::TwoThreeOne,
        Formation::ThreeTwoOne,
        Formation::TwoTwoTwo,
    ];

    /// Lists the formations for so many a side, the usual one first.
    pub(super) fn of(size: TeamSize) -> impl Iterator<Item = Formation> {
        Formation::ALL
            .into_iter()
            .filter(move |formation| formation.squares().len() == usize::from(size.count()))
    }

    pub(super) fn usual(size: TeamSize) -> Formation {
        match size {
            TeamSize::Eleven => Formation::FourFourTwo,
            TeamSize::Seven => Formation::TwoThreeOne,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Formation::FourFourTwo => "4-4-2",
            Formation::FourThreeThree => "4-3-3",
            Formation::ThreeFiveTwo => "3-5-2",
            Formation::TwoThreeOne => "2-3-1",
            Formation::ThreeTwoOne => "3-2-1",
            Formation::TwoTwoTwo => "2-2-2",
        }
    }

    pub(super) fn named(text: &str) -> Option<Formation> {
        Formation::ALL.into_iter().find(|formation| formation.name() == text)
    }

    /// Lists where numbers 1, 2, … stand when the other side kicks off, as files from the middle and
    /// ranks from their own goal line on the usual field. The side that kicks off puts the last one on
    /// the centre square.
    fn squares(self) -> &'static [(i8, i8)] {
        match self {
            Formation::FourFourTwo => &[
                (0, 1),
                (-4, 3),
                (-1, 3),
                (1, 3),
                (4, 3),
                (-4, 5),
                (-1, 5),
                (1, 5),
                (4, 5),
                (-2, 7),
                (2, 7),
            ],
            Formation::FourThreeThree => &[
                (0, 1),
                (-4, 3),
                (-1, 3),
                (1, 3),
                (4, 3),
                (-3, 5),
                (0, 5),
                (3, 5),
                (-4, 7),
                (4, 7),
                (0, 6),
            ],
            Formation::ThreeFiveTwo => &[
                (0, 1),
                (-3, 3),
                (0, 3),
                (3, 3),
                (-4, 5),
                (-2, 5),
                (0, 5),
                (2, 5),
                (4, 5),
                (-2, 7),
                (2, 7),
            ],
            Formation::TwoThreeOne => &[(0, 1), (-2, 3), (2, 3), (-4, 5), (0, 5), (4, 5), (0, 6)],
            Formation::ThreeTwoOne => &[(0, 1), (-3, 3), (0, 3), (3, 3), (-2, 5), (2, 5), (0, 6)],
            Formation::TwoTwoTwo => &[(0, 1), (-2, 3), (2, 3), (-2, 5), (2, 5), (-2, 7), (2, 7)],
        }
    }

    /// Returns the square of a number on a field, seen from its own side: North's is turned around.
    fn square(self, field: FieldSize, id: Id) -> Option<Spot> {
        let &(x, y) = self.squares().get(usize::from(id.number) - 1)?;
        // The usual half has seven ranks; other halves keep the proportions.
        let half = field.centre().y - 1;
        let rank = (2 * y * half + 7) / 14;
        let file = if id.seat == Seat::First { x } else { -x };
        Some(Spot { x: field.centre().x + file, y: field.rank(id.seat, rank.max(1)) })
    }
}

impl Metasoccer {
    /// Lines both sides up: everyone is on the field again, except those sent off.
    pub(super) fn line_up(&mut self, kicker: Seat, step: &mut Step<'_, Event>) {
        for seat in Seat::BOTH {
            self.form(seat, kicker);
        }
        step.tell(Event::LinedUp { kicker });
    }

    /// Puts a side into its formation; the kicking side's last checker goes to the centre with the ball.
    pub(super) fn form(&mut self, seat: Seat, kicker: Seat) {
        let field = self.options.field;
        let formation = *self.formations.get(seat);
        let present: Vec<Id> = self.squad.side(seat).map(|it| it.0).collect();
        for &id in &present {
            if let Some(at) = formation.square(field, id) {
                self.squad.put(id, at);
            }
        }
        if seat == kicker
            && let Some(&last) = present.last()
        {
            self.squad.put(last, field.centre());
            self.squad.ball = Some(last);
        }
    }

    /// Puts every checker that takes part on the field, before the first kick-off.
    pub(super) fn call_up(&mut self) {
        for id in Id::all().filter(|it| it.number <= self.options.side.count()) {
            self.squad.put(id, self.options.field.centre());
        }
    }

    /// Places a checker elsewhere, as an event.
    pub(super) fn place(
        &mut self,
        who: Id,
        to: Spot,
        why: Displacement,
        step: &mut Step<'_, Event>,
    ) {
        let from = self.squad.at(who);
        if from == Some(to) {
            return;
        }
        self.squad.put(who, to);
        step.tell(Event::Placed { who, from, to, why });
    }
}
