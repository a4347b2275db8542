//! What happened, in sentences: duels blow by blow, or in one line.
use crate::games::amtgard::{
    Amtgard, Event,
    body::{Effect, Location},
    duel::{DuelEnding, LandedBlow, MOST_PASSES, Pass},
    field::{Attack, Who},
    kits::{Kit, Kits},
    options::{DuelRule, Telling},
    words::writ,
};
use crate::{
    checkers::{Color, PieceKind},
    game::PdnStep,
    seat::Observer,
};

/// How many passes of a long duel are told at length; later ones are told in few words, so that the whole fits a message.
const LEISURE: u8 = 10;

/// The number of ways a man may die.
#[cfg(test)]
pub(in crate::games::amtgard) const FORMS_OF_DEATH: usize = DEATHS.len();

/// The deaths of men.
const DEATHS: [&str; 8] = [
    "{W} drops the sword, takes three tottering steps and falls like an old oak.",
    "{W} spins twice, salutes the crowd and goes down with a thud.",
    "{W} clutches the wound, forgives everybody by name and expires.",
    "With a groan heard three fields away, {W} sinks into the daisies.",
    "{W} staggers left, staggers right, thinks better of it and lies down.",
    "{W} looks down, looks up, says \"Well struck\" and folds up like a tent.",
    "{W} begins a farewell speech, loses the thread and crumples.",
    "{W} falls, rises, remembers, and falls again.",
];

/// The deaths of kings.
const ROYAL_DEATHS: [&str; 3] = [
    "The crown of {W} rolls in the grass; {W} reaches for it, sighs like an organ and lies still.",
    "{W} kneels, hands the crown to the sky and topples like a tower.",
    "\"Tell them I stood,\" says {W}, and then stands no more.",
];

/// Says what happened. No event holds a secret: what was chosen in private is an event only once both sides show it.
pub(in crate::games::amtgard) fn tell(
    event: &Event,
    (duel, telling): (DuelRule, Telling),
    to: Observer<'_>,
) -> Option<String> {
    let name = |side: Color| to.name(side.into());
    Some(match event {
        Event::Packed { by } => format!("{} has chosen what to carry.", name(*by)),
        Event::Kits { black, white } => format!(
            "The weapons are revealed. {}: {}. {}: {}.",
            name(Color::Black),
            carried(black),
            name(Color::White),
            carried(white)
        ),
        Event::Named { who, name: new } => match &who.name {
            Some(old) => format!("{}'s {old} is now called {new}.", who.at),
            None => format!("The fighter on {} is now called {new}.", who.at),
        },
        Event::Moved { who, to, crowned } => {
            let by = name(who.side);
            let crown = if *crowned { "; the man is crowned" } else { "" };
            match &who.name {
                Some(name) => format!("{by} sends {name} from {} to {to}{crown}.", who.at),
                None => format!("{by} moves {}-{to}{crown}.", who.at),
            }
        }
        Event::Passed { by } => format!("{} can't give an order and passes.", name(*by)),
        Event::Attacked { attack: _, attacker, defender } => {
            // Where stances are chosen first, it is called when they are revealed.
            let call = if duel == DuelRule::Stance { "" } else { " Lay on!" };
            format!(
                "{} sends {} against {}.{call}",
                name(attacker.side),
                attacker.called(),
                defender.called()
            )
        }
        Event::Ready { by } => format!("{} has chosen a stance.", name(*by)),
        Event::Asking { by } => format!("{} wants to choose each stance again.", name(*by)),
        Event::Stances { attacker: (one, bold), defender: (other, stance) } => format!(
            "Lay on! {} fights {}, {} fights {}.",
            one.short(),
            bold.adverb(),
            other.short(),
            stance.adverb()
        ),
        Event::Pass { .. } | Event::Lull { .. } if telling == Telling::Short => return None,
        Event::Pass { attacker, defender, pass } => pass_told(attacker, defender, pass),
        Event::Lull { first, last } => lull(*first, *last),
        Event::Fought { .. } => fought(event, telling)?,
        Event::Reported { by, attack, report, reeve } => {
            let (fought, told) = (writ(*attack), report.told());
            match reeve {
                Some(reeve) => {
                    format!("{reeve} calls {fought}: {told} (entered by {}).", name(*by))
                }
                None => format!("{} reports {fought}: {told}.", name(*by)),
            }
        }
        Event::Confirmed { by } => format!("{} confirms it.", name(*by)),
        Event::Disputed { by, attack } => {
            format!("{} disputes it: {} must be reported again.", name(*by), writ(*attack))
        }
        Event::Corrected { by, attack } => {
            format!(
                "{} withdraws the result of {}, which must be reported again.",
                name(*by),
                writ(*attack)
            )
        }
        Event::Stopped { by } => format!("{} stops there.", name(*by)),
    })
}

/// Lists who carries what: `short sword; two swords a1 c1`.
fn carried(kits: &Kits) -> String {
    let mut parts = vec![kits.all.name().to_owned()];
    for kit in Kit::ALL {
        let squares: Vec<String> =
            kits.own.iter().filter(|it| it.1 == kit).map(|it| it.0.to_string()).collect();
        if !squares.is_empty() {
            parts.push(format!("{} on {}", kit.name(), squares.join(" ")));
        }
    }
    parts.join("; ")
}

fn pass_told(attacker: &Who, defender: &Who, pass: &Pass) -> String {
    let Pass { n, attack, defence } = pass;
    let slain = |hit: &Option<LandedBlow>| hit.is_some_and(|it| it.effect == Effect::Slain);
    if LEISURE < *n && !slain(attack) && !slain(defence) {
        return format!(
            "{n}. {} {}, {} {}.",
            attacker.short(),
            terse(attack),
            defender.short(),
            terse(defence)
        );
    }
    let one = blow(attacker, defender, attack, 2 * u32::from(*n));
    let other = blow(defender, attacker, defence, 2 * u32::from(*n) + 1);
    // What landed is told first; of two hits the attacker's.
    match (attack, defence) {
        (None, Some(_)) => format!("{n}. {other}; {one}."),
        _ => format!("{n}. {one}; {other}."),
    }
}

/// Tells a blow in two or three words.
fn terse(hit: &Option<LandedBlow>) -> String {
    let Some(LandedBlow { at, effect, left: _ }) = hit else { return "misses".to_owned() };
    let at = at.name();
    match effect {
        Effect::Nothing => format!("hits the lost {at}"),
        Effect::Warded => "breaks the Protect".to_owned(),
        Effect::Dented => format!("dents the {at}"),
        Effect::Wounded => format!("takes the {at}"),
        Effect::Slain => format!("strikes home, {at}"),
    }
}

/// Tells a blow at length, in one of several ways.
fn blow(striker: &Who, target: &Who, hit: &Option<LandedBlow>, turn: u32) -> String {
    let salt = turn + u32::from(striker.at.number()) + 3 * u32::from(target.at.number());
    let forms: &[&str] = match hit {
        None => &[
            "{S} cuts the air",
            "{S}'s swing is parried",
            "{T} leans out of {S}'s reach",
            "{S} lunges and comes up short",
            "{S} strikes nothing but steel",
            "{S} feints once too often",
            "{T} turns {S}'s blade aside",
        ],
        Some(LandedBlow { at, effect, left }) => match (effect, at) {
            (Effect::Nothing, _) => &[
                "{S} hits {T}'s {L}, which was lost already",
                "{S} strikes the leg {T} kneels on, to no effect",
            ],
            (Effect::Warded, _) => &[
                "{S} lands a fine blow, and {T}'s Protect swallows it",
                "{S}'s cut sparks off {T}'s Protect, which is used up",
            ],
            (Effect::Dented, _) if 0 < *left => &[
                "{S} rings a blow off {T}'s {L}; some armour is left there",
                "{S} dents the armour on {T}'s {L}, and it holds",
            ],
            (Effect::Dented, _) => &[
                "{S} breaks the armour on {T}'s {L}",
                "{S}'s cut at {T}'s {L} is caught by the last of the armour there",
                "{S} strips {T}'s {L} of its armour",
            ],
            (Effect::Wounded, Location::OffArm) => &[
                "{S} clips {T}'s off arm, which goes behind the back",
                "{T} blocks with a bare hand and loses the off arm to {S}",
                "{S} raps {T}'s off arm out of the fight",
            ],
            (Effect::Wounded, Location::WeaponArm) => &[
                "{S} takes {T}'s weapon arm, and {T} fights on with the other",
                "{S} catches {T}'s weapon arm in mid-swing; the other hand must do",
            ],
            (Effect::Wounded, _) => &[
                "{S} sweeps {T}'s {L}, and {T} drops to a knee",
                "{S} feints high, cuts low and takes {T}'s {L}",
                "{T} is slow to step back, and {S} takes the {L}; {T} kneels",
            ],
            (Effect::Slain, Location::Torso) => &[
                "{S} slips past the guard and touches {T} squarely on the chest",
                "{S} finds {T}'s ribs with a long, clean cut",
                "{S} spins, steps in and taps {T} on the belly",
                "{S} sees the opening and strikes {T} to the heart",
            ],
            (Effect::Slain, _) => &[
                "{S} takes {T}'s {L}, and that is one wound too many",
                "{S} cuts at {T}'s {L}, a wound that nobody stands up from",
            ],
        },
    };
    let place = hit.map_or("", |it| it.at.name());
    choose(forms, salt)
        .replace("{S}", &striker.short())
        .replace("{T}", &target.short())
        .replace("{L}", place)
}

fn lull(first: u8, last: u8) -> String {
    let salt = u32::from(first) + u32::from(last);
    if first == last {
        let forms = [
            "They circle, and nothing lands",
            "Both swing, both miss",
            "Blades cross; nobody is touched",
            "A flurry of parries, no more",
        ];
        return format!("{first}. {}.", choose(&forms, salt / 2));
    }
    let forms = [
        "They feint and parry, and nothing lands",
        "They close and part untouched, again and again",
        "Steel meets only steel",
        "Each waits for the other's slip, in vain",
    ];
    let count = choose(&forms, salt);
    format!("{first}-{last}. {count}.")
}

/// Tells how a duel ended, and what that did to the board.
fn fought(event: &Event, telling: Telling) -> Option<String> {
    let Event::Fought { attack, attacker, defender, ending, passes, damned, crowned } = event
    else {
        return None;
    };
    let Attack { from, over, to } = attack;
    let (one, other) = (attacker.short(), defender.short());
    let salt = u32::from(from.number()) + u32::from(over.number()) + u32::from(passes.unwrap_or(0));
    let lands = if *crowned { ", lands on" } else { " and lands on" };
    let crown = if *crowned { " and is crowned" } else { "" };
    let end = match (ending, *damned) {
        (DuelEnding::Won, _) => format!("{one} captures {over}{lands} {to}{crown}."),
        (DuelEnding::BothFell, true) => {
            format!("Repelled: {other} gets up again, {one} is damned and leaves the field.")
        }
        (_, true) => format!("Repelled, and damned: {one} leaves the field."),
        (DuelEnding::Repelled, false) => format!("Repelled: both stay, and {one} gets up again."),
        (DuelEnding::BothFell, false) => "Repelled: both get up again where they were.".to_owned(),
        (DuelEnding::Called, false) => "Repelled: both stay where they were.".to_owned(),
    };
    // Those who were at a duel on a real field know how it looked.
    if telling == Telling::Short || passes.is_none() {
        let count = match passes {
            None => String::new(),
            Some(1) => " in one pass".to_owned(),
            Some(n) => format!(" in {n} passes"),
        };
        let how = match ending {
            DuelEnding::Won => format!("{other} falls"),
            DuelEnding::Repelled => format!("{one} falls"),
            DuelEnding::BothFell => "both fall".to_owned(),
            DuelEnding::Called => "nobody falls".to_owned(),
        };
        return Some(format!("{}: {how}{count}. {end}", writ(*attack)));
    }
    let drama = match ending {
        DuelEnding::Won => death(defender, salt),
        DuelEnding::Repelled => death(attacker, salt),
        DuelEnding::BothFell => {
            let forms = [
                "{A} and {D} strike as one, gape at each other and go down in a heap.",
                "Two blows, one cry: {A} and {D} sink back to back, like bookends.",
                "{A} and {D} fall into each other's arms and slide down together.",
            ];
            choose(&forms, salt).replace("{A}", &one).replace("{D}", &other)
        }
        DuelEnding::Called => {
            format!(
                "After {MOST_PASSES} passes both lean on their swords, and the reeve calls a halt."
            )
        }
    };
    Some(format!("{drama} {end}"))
}

fn death(who: &Who, salt: u32) -> String {
    let forms: &[&str] = if who.rank == PieceKind::King { &ROYAL_DEATHS } else { &DEATHS };
    choose(forms, salt).replace("{W}", &who.short())
}

fn choose<'a>(forms: &[&'a str], salt: u32) -> &'a str {
    forms[salt as usize % forms.len()]
}

/// Says which secrets and dice some steps revealed.
pub(in crate::games::amtgard) fn seen(steps: &[PdnStep<Amtgard>], duel: DuelRule) -> Vec<String> {
    let any = |is: fn(&Event) -> bool| steps.iter().flat_map(|it| &it.events).any(is);
    let on_a_field =
        duel == DuelRule::Reeve && any(|event| matches!(event, Event::Attacked { .. }));
    let clauses = [
        (any(|event| matches!(event, Event::Kits { .. })), "what both sides carry was shown"),
        (any(|event| matches!(event, Event::Stances { .. })), "both stances were shown"),
        (on_a_field || any(|event| matches!(event, Event::Fought { .. })), "a duel was fought"),
    ];
    clauses.into_iter().filter(|it| it.0).map(|it| it.1.to_owned()).collect()
}
