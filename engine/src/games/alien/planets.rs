//! The nine planets and their conditions.
use std::{fmt, sync::LazyLock};

use serde::{Deserialize, Serialize};

use super::{
    Alien,
    cards::{CardText, said},
    square::AlienSquare,
};
use crate::{quote::lower_case, scene::Emblem, seat::Seat};

/// The names and conditions of the planets, which are a part of the guide, too.
const TEXT: &str = include_str!("../../../../data/cards/alien-planets.md");

/// Where the monolith stands in the middle of the board.
pub(super) const CENTRE: Option<AlienSquare> = AlienSquare::at(3, 3);

/// Pairs of diagonally opposite corners, by file and rank.
const CORNERS: [[(u8, u8); 2]; 2] = [[(0, 0), (7, 7)], [(0, 7), (7, 0)]];

/// One of the nine planets (B.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Planet {
    Mercury,
    Venus,
    Earth,
    Mars,
    Jupiter,
    Saturn,
    Neptune,
    Uranus,
    Pluto,
}

impl Planet {
    pub(super) const ALL: [Planet; 9] = [
        Planet::Mercury,
        Planet::Venus,
        Planet::Earth,
        Planet::Mars,
        Planet::Jupiter,
        Planet::Saturn,
        Planet::Neptune,
        Planet::Uranus,
        Planet::Pluto,
    ];

    /// Returns the lower-case word for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Planet::Mercury => "mercury",
            Planet::Venus => "venus",
            Planet::Earth => "earth",
            Planet::Mars => "mars",
            Planet::Jupiter => "jupiter",
            Planet::Saturn => "saturn",
            Planet::Neptune => "neptune",
            Planet::Uranus => "uranus",
            Planet::Pluto => "pluto",
        }
    }

    pub(super) fn named(word: &str) -> Option<Planet> {
        Planet::ALL.into_iter().find(|planet| planet.word() == word)
    }

    fn said(self) -> &'static CardText {
        static ALL: LazyLock<Vec<CardText>> =
            LazyLock::new(|| said(TEXT, &Planet::ALL.map(Planet::word)));
        &ALL[self as usize]
    }

    pub(super) fn name(self) -> &'static str {
        self.said().name
    }

    /// Says when its side wins, as a sentence to its player.
    pub(super) fn condition(self) -> &'static str {
        self.said().effect
    }

    /// Says the same to others, as a part of a sentence; `whose` is `its` or `their`.
    pub(super) fn condition_of(self, whose: &str) -> String {
        lower_case(self.condition().trim_end_matches('.')).replace("your", whose)
    }

    /// Returns what is drawn on its card.
    pub(super) const fn emblem(self) -> Emblem {
        match self {
            Planet::Mercury => Emblem::Mercury,
            Planet::Venus => Emblem::Venus,
            Planet::Earth => Emblem::Earth,
            Planet::Mars => Emblem::Mars,
            Planet::Jupiter => Emblem::Jupiter,
            Planet::Saturn => Emblem::Saturn,
            Planet::Neptune => Emblem::Neptune,
            Planet::Uranus => Emblem::Uranus,
            Planet::Pluto => Emblem::Pluto,
        }
    }

    /// Returns how much of its condition is needed.
    pub(super) const fn goal(self) -> u32 {
        match self {
            Planet::Mercury | Planet::Neptune | Planet::Mars => 3,
            Planet::Venus | Planet::Saturn | Planet::Uranus => 4,
            Planet::Earth => 6,
            Planet::Jupiter => 1,
            Planet::Pluto => 2,
        }
    }
}

impl fmt::Display for Planet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Alien {
    /// Counts how much of a planet's condition a side has now (B.6).
    pub(super) fn progress(&self, planet: Planet, seat: Seat) -> u32 {
        let field = &self.field;
        let own = || field.of(seat);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let stands = |&(file, rank): &(u8, u8)| {
            let at = AlienSquare::at(file, rank).and_then(|at| field.stack(at));
            at.is_some_and(|it| it.seat == seat)
        };
        match planet {
            Planet::Mercury => field.fire.len(),
            Planet::Neptune => field.water.len(),
            Planet::Venus => own().map(|it| u32::from(it.1.snookles)).sum(),
            Planet::Earth => self.deeds.get(seat).revived,
            Planet::Mars => self.deeds.get(seat).felled,
            // With `jupiter=moved`, placing it in the middle isn't enough (B-R37).
            Planet::Jupiter => u32::from(
                field.monolith.is_some()
                    && field.monolith == CENTRE
                    && (self.shoved || !self.options.jupiter_moved),
            ),
            Planet::Saturn => count(own().filter(|it| 0 < it.1.rings).count()),
            Planet::Uranus => count(own().filter(|it| !it.0.is_dark()).count()),
            Planet::Pluto => {
                let held = CORNERS.map(|pair| count(pair.iter().filter(|it| stands(it)).count()));
                held[0].max(held[1])
            }
        }
    }

    /// Tells whether a side would win now if it were from that planet.
    pub(super) fn fulfils(&self, planet: Planet, seat: Seat) -> bool {
        planet.goal() <= self.progress(planet, seat)
    }
}
