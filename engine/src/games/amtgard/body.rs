//! A fighter's body: where a blow lands, and what it does there (E.4).
use serde::{Deserialize, Serialize};

/// A part of the body that can be struck. Head and neck are no targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::games) enum Location {
    Torso,
    /// The arm without the weapon; it blocks body shots, so it is hit often.
    OffArm,
    /// The arm with the weapon. Shots to the hand itself don't count.
    WeaponArm,
    LeftLeg,
    RightLeg,
}

/// What a fighter has suffered, and what still protects.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default)]
pub(super) struct Body {
    /// The one limb that is wounded; a second wound kills.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) wound: Option<Location>,
    /// Points of natural armour by location, in the order of [`Location::ALL`] (E-R12).
    #[serde(skip_serializing_if = "is_usual")]
    pub(super) armour: [u8; 5],
    /// Whether a Protect stands: the next blow that would do anything is void (E-R21).
    #[serde(skip_serializing_if = "is_usual")]
    pub(super) protect: bool,
}

/// Tells what need not be saved: most fighters are unhurt and carry the usual kit.
pub(super) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a blow that landed did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Effect {
    /// The leg was lost already (E-R13).
    Nothing,
    /// A Protect was used up.
    Warded,
    /// A point of armour was used up.
    Dented,
    Wounded,
    Slain,
}

impl Location {
    pub(super) const ALL: [Location; 5] = [
        Location::Torso,
        Location::OffArm,
        Location::WeaponArm,
        Location::LeftLeg,
        Location::RightLeg,
    ];

    /// The number of faces of the die for where a blow lands.
    pub(super) const FACES: u32 = 20;

    /// Returns how many faces of that die mean the location, in the order of [`Location::ALL`] from 1 up.
    pub(super) const fn faces(self) -> u32 {
        match self {
            Location::Torso => 8,
            Location::OffArm => 4,
            Location::WeaponArm => 2,
            Location::LeftLeg | Location::RightLeg => 3,
        }
    }

    /// Reads the die, 1 to [`Location::FACES`].
    pub(super) fn of_face(face: u32) -> Location {
        let mut last = 0;
        let hit = Location::ALL.into_iter().find(|location| {
            last += location.faces();
            face <= last
        });
        hit.unwrap_or(Location::RightLeg)
    }

    pub(super) const fn is_leg(self) -> bool {
        matches!(self, Location::LeftLeg | Location::RightLeg)
    }

    pub(super) const fn is_arm(self) -> bool {
        matches!(self, Location::OffArm | Location::WeaponArm)
    }

    /// Returns the words for the location.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Location::Torso => "torso",
            Location::OffArm => "off arm",
            Location::WeaponArm => "weapon arm",
            Location::LeftLeg => "left leg",
            Location::RightLeg => "right leg",
        }
    }

    /// Returns the letters that scenario files and reports use.
    pub(super) const fn letters(self) -> &'static str {
        match self {
            Location::Torso => "T",
            Location::OffArm => "OA",
            Location::WeaponArm => "WA",
            Location::LeftLeg => "LL",
            Location::RightLeg => "RL",
        }
    }

    /// Reads the letters or the name, as `ll`, `left-leg` or `leftleg`.
    pub(super) fn named(word: &str) -> Option<Location> {
        let plain = word.to_lowercase().replace(['-', '_', ' '], "");
        Location::ALL.into_iter().find(|location| {
            location.letters().eq_ignore_ascii_case(&plain)
                || location.name().replace(' ', "") == plain
        })
    }
}

impl Body {
    /// Takes a blow. `frail` says that any wound kills. A slain fighter keeps the body from before the blow,
    /// because an attacker gets up with it (E-R20).
    pub(super) fn strike(&mut self, at: Location, frail: bool) -> Effect {
        if at.is_leg() && self.wound == Some(at) {
            return Effect::Nothing;
        }
        if self.protect {
            self.protect = false;
            return Effect::Warded;
        }
        let points = &mut self.armour[at as usize];
        if 0 < *points {
            *points -= 1;
            return Effect::Dented;
        }
        if at == Location::Torso || frail || self.wound.is_some() {
            return Effect::Slain;
        }
        self.wound = Some(at);
        Effect::Wounded
    }

    /// Tells whether a lost leg has brought the fighter down to a knee (E-R15).
    pub(super) fn kneels(&self) -> bool {
        self.wound.is_some_and(Location::is_leg)
    }

    /// Adds a point of armour everywhere, up to `most` (E-R24).
    pub(super) fn gird(&mut self, most: u8) {
        for points in &mut self.armour {
            *points = points.saturating_add(1).min(most);
        }
    }

    /// Writes the body as scenario files have it: `whole`, or `wound LL, armour T1 OA1, protect`.
    pub(super) fn in_letters(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.wound.map(|location| format!("wound {}", location.letters())));
        let plates: Vec<String> = Location::ALL
            .into_iter()
            .filter(|location| 0 < self.armour[*location as usize])
            .map(|location| format!("{}{}", location.letters(), self.armour[location as usize]))
            .collect();
        if !plates.is_empty() {
            parts.push(format!("armour {}", plates.join(" ")));
        }
        if self.protect {
            parts.push("protect".to_owned());
        }
        if parts.is_empty() { "whole".to_owned() } else { parts.join(", ") }
    }
}
