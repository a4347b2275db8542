//! Fighters and their duels, in words and in characters.
use super::{Cell, Rank};
use crate::seat::Seat;

/// A fighter on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FighterItem {
    pub at: Cell,
    pub seat: Seat,
    pub rank: Rank,
    pub name: Option<String>,
    pub arms: Arms,
    /// The limb that is wounded.
    pub wound: Option<BodyPart>,
    /// Points of armour, in the order of [`BodyPart::ALL`].
    pub armour: [u8; 5],
    /// The points of armour in each place of an unhurt fighter of this rank.
    pub full: u8,
    /// Whether the next blow is void.
    pub protect: bool,
}

/// A part of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyPart {
    Torso,
    OffArm,
    WeaponArm,
    LeftLeg,
    RightLeg,
}

/// What a fighter carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arms {
    Sword,
    Shield,
    /// A sword in each hand.
    Pair,
    Great,
    Dagger,
}

/// A duel to be fought, or the last one fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    pub attacker: Party,
    pub defender: Party,
    /// The known passes.
    pub passes: Vec<DuelPass>,
    /// None while it is still to be fought.
    pub end: Option<DuelEnd>,
}

/// One of the two in a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The square from which they fought.
    pub at: Cell,
    pub name: Option<String>,
    pub seat: Seat,
    /// The stance that was shown.
    pub stance: Option<String>,
}

/// A part of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelPass {
    /// Nothing landed from the first to the last of these.
    Lull { first: u8, last: u8 },
    /// Someone was hit: what the attacker's blow did, and the defender's.
    Blows { n: u8, attack: Option<Blow>, defence: Option<Blow> },
}

/// A blow that landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub at: BodyPart,
    pub effect: BlowResult,
}

/// What a blow did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlowResult {
    Nothing,
    /// A Protect swallowed it.
    Warded,
    /// It cost a point of armour.
    Dented,
    Wounded,
    Slain,
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DuelEnd {
    Won,
    Repelled,
    BothFell,
    /// Nobody fell in time.
    Called,
}

impl BodyPart {
    pub const ALL: [BodyPart; 5] = [
        BodyPart::Torso,
        BodyPart::OffArm,
        BodyPart::WeaponArm,
        BodyPart::LeftLeg,
        BodyPart::RightLeg,
    ];

    /// Returns the words for the part.
    pub fn name(self) -> &'static str {
        match self {
            BodyPart::Torso => "torso",
            BodyPart::OffArm => "off arm",
            BodyPart::WeaponArm => "weapon arm",
            BodyPart::LeftLeg => "left leg",
            BodyPart::RightLeg => "right leg",
        }
    }
}

impl Arms {
    /// Returns the words for what is carried.
    pub fn name(self) -> &'static str {
        match self {
            Arms::Sword => "short sword",
            Arms::Shield => "sword and shield",
            Arms::Pair => "two swords",
            Arms::Great => "great weapon",
            Arms::Dagger => "dagger",
        }
    }
}

impl DuelEnd {
    /// Says the end in a few words.
    pub fn name(self) -> &'static str {
        match self {
            DuelEnd::Won => "captured",
            DuelEnd::Repelled => "repelled",
            DuelEnd::BothFell => "both fell: repelled",
            DuelEnd::Called => "called off: repelled",
        }
    }
}

impl FighterItem {
    /// Lists where armour was lost, with the points left, except on a wounded limb.
    pub fn dents(&self) -> Vec<(BodyPart, u8)> {
        let left = |part: BodyPart| (part, self.armour[part as usize]);
        let lost = |&(part, left): &(BodyPart, u8)| left < self.full && self.wound != Some(part);
        BodyPart::ALL.into_iter().map(left).filter(lost).collect()
    }

    /// Tells whether the fighter isn't in full health.
    pub fn is_hurt(&self) -> bool {
        self.wound.is_some() || !self.dents().is_empty()
    }

    /// Describes the fighter, without rank, square and name: `two swords; left leg wounded; armour 1 everywhere`.
    pub(super) fn detail(&self) -> String {
        let mut out = Vec::new();
        if self.arms != Arms::Sword {
            out.push(self.arms.name().to_owned());
        }
        out.extend(self.wound.map(|part| format!("{} wounded", part.name())));
        let first = self.armour[0];
        if self.armour.iter().all(|it| *it == first) {
            if 0 < first {
                out.push(format!("{first} armour everywhere"));
            }
        } else {
            let each = BodyPart::ALL.into_iter().filter(|part| 0 < self.armour[*part as usize]);
            let each = each
                .map(|part| format!("{} armour on {}", self.armour[part as usize], part.name()));
            out.extend(each);
        }
        if self.protect {
            out.push("a Protect".to_owned());
        }
        out.join(", ")
    }

    fn called(&self) -> String {
        called(self.at, &self.name)
    }
}

impl Party {
    fn called(&self) -> String {
        called(self.at, &self.name)
    }
}

/// Writes a square with the name of who stands there.
pub(super) fn called(at: Cell, name: &Option<String>) -> String {
    match name {
        Some(name) => format!("{at} {name}"),
        None => at.to_string(),
    }
}

/// Lists the fighters of one side and rank, equal ones together: `a1 c1; with left leg wounded: e5 Lark`.
fn list<'a>(fighters: impl Iterator<Item = &'a FighterItem>) -> Option<String> {
    let mut all: Vec<&FighterItem> = fighters.collect();
    all.sort_by_key(|fighter| (std::cmp::Reverse(fighter.at.row), fighter.at.column));
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for fighter in all {
        let detail = fighter.detail();
        match groups.iter_mut().find(|group| group.0 == detail) {
            Some(group) => group.1.push(fighter.called()),
            None => groups.push((detail, vec![fighter.called()])),
        }
    }
    // Fighters without anything special come first.
    groups.sort_by_key(|it| !it.0.is_empty());
    let named = |names: &[String]| {
        names.join(if names.iter().any(|it| it.contains(' ')) { ", " } else { " " })
    };
    let parts = groups.iter().map(|(detail, who)| {
        if detail.is_empty() { named(who) } else { format!("with {detail}: {}", named(who)) }
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Says how a duel went.
pub(super) fn words(duel: &Duel) -> String {
    let Duel { attacker, defender, passes, end } = duel;
    let party = |party: &Party| match &party.stance {
        Some(stance) => format!("{} ({stance})", party.called()),
        None => party.called(),
    };
    let mut out = format!("Duel of {} against {}", party(attacker), party(defender));
    let passes: Vec<String> = passes
        .iter()
        .map(|pass| match pass {
            DuelPass::Lull { first, last } if first == last => format!("pass {first}, no hit"),
            DuelPass::Lull { first, last } => format!("passes {first} to {last}, no hit"),
            DuelPass::Blows { n, attack, defence } => {
                let one = said(attack, attacker.at);
                let other = said(defence, defender.at);
                format!("pass {n}, {one}, {other}")
            }
        })
        .collect();
    let end = end.map_or("not fought yet", DuelEnd::name);
    if passes.is_empty() {
        out.push_str(&format!(": {end}."))
    } else {
        out.push_str(&format!(": {}; {end}.", passes.join("; ")))
    }
    out
}

fn said(blow: &Option<Blow>, by: Cell) -> String {
    match blow {
        None => format!("{by} misses"),
        Some(Blow { at, effect }) => format!("{by} hits {}, {}", at.name(), effect.name()),
    }
}

impl BlowResult {
    /// Returns the word for the effect.
    pub fn name(self) -> &'static str {
        match self {
            BlowResult::Nothing => "no effect",
            BlowResult::Warded => "Protect",
            BlowResult::Dented => "armour",
            BlowResult::Wounded => "wounded",
            BlowResult::Slain => "slain",
        }
    }
}

/// Draws a duel in characters, a line for each pass.
pub(super) fn ascii(duel: &Duel) -> String {
    let Duel { attacker, defender, passes, end } = duel;
    let party = |party: &Party| {
        let stance = party.stance.as_ref().map_or(String::new(), |stance| format!(" ({stance})"));
        format!("{}{stance}", party.called())
    };
    let mut out = format!("  duel: {} x {}\n", party(attacker), party(defender));
    let cell = |blow: &Option<Blow>| match blow {
        None => "-".to_owned(),
        Some(Blow { at, effect }) => format!("{}, {}", at.name(), effect.name()),
    };
    for pass in passes {
        out.push_str(&match pass {
            DuelPass::Lull { first, last } if first == last => format!("  {first:>5}  no hit\n"),
            DuelPass::Lull { first, last } => {
                format!("  {:>5}  no hit\n", format!("{first}-{last}"))
            }
            DuelPass::Blows { n, attack, defence } => {
                format!("  {n:>5}  {:<22} {}\n", cell(attack), cell(defence))
            }
        });
    }
    out.push_str(&format!("  {}\n", end.map_or("not fought yet", DuelEnd::name)));
    out
}

/// Lists a side's fighters that are hurt, armoured, named or specially armed, in characters; none if
/// all are alike.
pub(super) fn ascii_of<'a>(fighters: impl Iterator<Item = &'a FighterItem>) -> Option<String> {
    let special = fighters.filter(|fighter| !fighter.detail().is_empty() || fighter.name.is_some());
    list(special).map(|text| format!("    {text}\n"))
}
