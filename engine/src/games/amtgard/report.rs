//! Duels fought by people on a real field, and how players report them.
use serde::{Deserialize, Serialize};

use super::{
    body::{Body, Location},
    duel::DuelEnding,
    field::Attack,
};
use crate::refusal::Refusal;

/// A report of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct DuelReport {
    /// Never [`DuelEnding::Called`]: if nobody fell, the attack was repelled.
    pub(super) ending: DuelEnding,
    pub(super) attacker: Harm,
    pub(super) defender: Harm,
}

/// What a fighter suffered in a duel and survived, or before the killing blow (E-R20).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Harm {
    pub(super) wound: Option<Location>,
    /// Points of armour lost, in the order of [`Location::ALL`].
    pub(super) dents: [u8; 5],
    /// Whether the Protect was used up.
    pub(super) protect: bool,
}

/// The words for the three results that can be reported.
const ENDS: [(DuelEnding, &str); 3] =
    [(DuelEnding::Won, "win"), (DuelEnding::Repelled, "repelled"), (DuelEnding::BothFell, "both")];

impl DuelReport {
    /// Reports a result without wounds.
    pub(super) fn plain(ending: DuelEnding) -> DuelReport {
        DuelReport { ending, attacker: Harm::default(), defender: Harm::default() }
    }

    /// Tells whether a word begins a report without the verb.
    pub(super) fn begins(word: &str) -> bool {
        ["win", "won", "repelled", "repel", "lost", "both"].contains(&word.trim_end_matches(','))
    }

    /// Writes what follows `report`: `win attacker LL dent T1`.
    pub(super) fn in_words(&self) -> String {
        let end = ENDS.iter().find(|it| it.0 == self.ending).map_or("repelled", |it| it.1);
        let mut out = end.to_owned();
        for (who, harm) in [("attacker", &self.attacker), ("defender", &self.defender)] {
            if *harm != Harm::default() {
                out.push_str(&format!(" {who}{}", harm.in_words()));
            }
        }
        out
    }

    /// Reads what [`DuelReport::in_words`] writes, in lower case, and much that means the same: `won, left leg, armour torso 1`. After
    /// `win` the word `attacker` may be left out.
    pub(super) fn read(words: &str) -> Option<DuelReport> {
        let plain = words.replace([',', ';', ':', '+'], " ").replace("off the armour", " ");
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        // Limbs are named in one word or in two.
        let plain = Location::ALL
            .iter()
            .fold(plain, |it, limb| it.replace(limb.name(), &limb.letters().to_lowercase()));
        let mut words = plain.split_whitespace().peekable();
        let ending = match words.next()? {
            "win" | "won" | "captured" | "capture" => DuelEnding::Won,
            "repelled" | "repel" | "lost" => DuelEnding::Repelled,
            "both" => {
                words.next_if(|word| ["fell", "fall", "down"].contains(word));
                DuelEnding::BothFell
            }
            _ => return None,
        };
        let mut report = DuelReport::plain(ending);
        let mut harm = match ending {
            DuelEnding::Won => Some(&mut report.attacker),
            _ => None,
        };
        let mut dents = false;
        while let Some(word) = words.next() {
            match word {
                "attacker" => (harm, dents) = (Some(&mut report.attacker), false),
                "defender" => (harm, dents) = (Some(&mut report.defender), false),
                "dent" | "dents" | "armour" | "armor" => dents = true,
                "protect" => harm.as_mut()?.protect = true,
                "wound" | "wounded" => dents = false,
                "and" | "with" | "the" => {}
                word if dents => {
                    // A location alone lost one point; the points may be a separate word.
                    let at = word.trim_end_matches(|it: char| it.is_ascii_digit());
                    let points = match &word[at.len()..] {
                        "" => words.next_if(|word| word.parse::<u8>().is_ok()).unwrap_or("1"),
                        points => points,
                    };
                    harm.as_mut()?.dents[Location::named(at)? as usize] = points.parse().ok()?;
                }
                word => {
                    let limb = Location::named(word)?;
                    if harm.as_mut()?.wound.replace(limb).is_some() {
                        return None;
                    }
                }
            }
        }
        Some(report)
    }

    /// Says briefly what happened, for a reminder: `c3 beat d4 (attacker LL)`.
    pub(super) fn brief(&self, attack: Attack) -> String {
        let Attack { from, over, to: _ } = attack;
        let end = match self.ending {
            DuelEnding::Won => format!("{from} beat {over}"),
            DuelEnding::Repelled | DuelEnding::Called => format!("{over} repelled {from}"),
            DuelEnding::BothFell => format!("{from} and {over} both fell"),
        };
        match self.in_words().split_once(' ') {
            Some((_, harm)) => format!("{end} ({harm})"),
            None => end,
        }
    }

    /// Says what happened, as the rest of a sentence after the attacker's name: `wins, with the left leg wounded`.
    pub(super) fn told(&self) -> String {
        let end = match self.ending {
            DuelEnding::Won => "the attacker wins",
            DuelEnding::Repelled | DuelEnding::Called => "the attack is repelled",
            DuelEnding::BothFell => "both fall, so the attack is repelled",
        };
        let mut out = end.to_owned();
        for (who, harm) in [("attacker", &self.attacker), ("defender", &self.defender)] {
            if *harm != Harm::default() {
                out.push_str(&format!("; the {who} takes {}", harm.told()));
            }
        }
        out
    }
}

impl Harm {
    /// Wounds a limb.
    pub(super) fn of(limb: Location) -> Harm {
        Harm { wound: Some(limb), ..Harm::default() }
    }

    fn in_words(&self) -> String {
        let mut out = String::new();
        if let Some(limb) = self.wound {
            out.push_str(&format!(" {}", limb.letters()));
        }
        if self.dents != [0; 5] {
            out.push_str(" dent");
            for at in
                Location::ALL.into_iter().filter(|location| 0 < self.dents[*location as usize])
            {
                out.push_str(&format!(" {}{}", at.letters(), self.dents[at as usize]));
            }
        }
        if self.protect {
            out.push_str(" protect");
        }
        out
    }

    fn told(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.wound.map(|location| format!("a wound in the {}", location.name())));
        let dented =
            Location::ALL.into_iter().filter(|location| 0 < self.dents[*location as usize]);
        let dents: Vec<String> = dented
            .map(|location| format!("{} {}", location.name(), self.dents[location as usize]))
            .collect();
        if !dents.is_empty() {
            parts.push(format!("dents ({})", dents.join(", ")));
        }
        if self.protect {
            parts.push("a blow on the Protect".to_owned());
        }
        parts.join(", ")
    }

    /// Returns the body after this harm.
    ///
    /// # Errors
    /// If nobody with that body could survive it; the refusal says why.
    pub(super) fn done_to(&self, body: Body, frail: bool) -> Result<Body, Refusal> {
        let mut after = body;
        let hurt = *self != Harm::default();
        if self.protect && !body.protect {
            return Err(Refusal::illegal("There was no Protect to use up."));
        }
        // A Protect takes the first blow, so the player who was hurt has none left.
        after.protect = body.protect && !hurt;
        for at in Location::ALL {
            let (dents, points) = (self.dents[at as usize], &mut after.armour[at as usize]);
            if *points < dents {
                let says = format!("The {} has {points} points of armour, not {dents}.", at.name());
                return Err(Refusal::illegal(says));
            }
            if 0 < dents && at.is_leg() && body.wound == Some(at) {
                let says = format!("The {} is already lost, so blows there do nothing.", at.name());
                return Err(Refusal::illegal(says));
            }
            *points -= dents;
        }
        let Some(limb) = self.wound else { return Ok(after) };
        if limb == Location::Torso {
            return Err(Refusal::illegal("Nobody survives a wound in the torso."));
        }
        if frail {
            return Err(Refusal::illegal(
                "Goblins die of any wound, so there's no wound to report.",
            ));
        }
        if let Some(old) = body.wound {
            let says = format!("The {} is already wounded, and a second wound kills.", old.name());
            return Err(Refusal::illegal(says));
        }
        // Blows have to go through the armour first.
        after.armour[limb as usize] = 0;
        after.wound = Some(limb);
        Ok(after)
    }
}
