//! What the picture shows.
use super::{
    Action, Amtgard, Event, Phase, body, duel,
    field::{Attack, Fighter, Who},
    kits::{Kit, Stance},
    options::Telling,
    words::tell,
};
use crate::{
    checkers::{
        PieceKind, Square,
        scene::{begun, cell, rank},
    },
    scene::{
        self, Arms, Blow, BlowResult, BodyPart, Count, Duel, DuelEnd, DuelPass, Ground, Item, Loss,
        Mark, Panel, Party, Pick, Scene, Tally,
    },
    seat::{Observer, Seat},
};

/// Shows the field after `last`.
pub(super) fn show(game: &Amtgard, last: &[Event], to: Observer<'_>) -> Scene {
    let people: Vec<scene::FighterItem> = game.field.all().map(|it| fighter(game, it)).collect();
    let mut items: Vec<Item> = last.iter().filter_map(path).collect();
    items.extend(people.iter().cloned().map(Item::Fighter));
    items.extend(last.iter().flat_map(news));
    items.extend(pending(game).map(clash));
    let mut panels: Vec<Panel> = shown_duel(game, last).map(Panel::Duel).into_iter().collect();
    let hurt: Vec<scene::FighterItem> =
        people.into_iter().filter(scene::FighterItem::is_hurt).collect();
    if !hurt.is_empty() {
        panels.push(Panel::Hurt(hurt));
    }
    let short = |it: &Event| tell::tell(it, (game.options.duel, Telling::Short), to);
    let mut scene = begun(game, game.turn, (Ground::Meadow, false), last, to);
    scene.items = items;
    for seat in Seat::BOTH {
        scene.sides.get_mut(seat).tallies = tallies(game, seat);
    }
    scene.panels = panels;
    // The panel shows the passes; the lines say the rest.
    scene.last = last.iter().filter(|it| !is_fought(it, last)).filter_map(short).collect();
    scene
}

/// Shows a won duel, a new king, or the defeat of a side's last fighter.
pub(super) fn moment(game: &Amtgard, last: &[Event], to: Observer<'_>) -> Option<Scene> {
    let said = last.iter().rev().find_map(|event| match event {
        Event::Fought { ending: duel::DuelEnding::Won, .. }
            if matches!(game.phase, Phase::Over(_)) =>
        {
            Some("LAST DUEL WON".to_owned())
        }
        Event::Fought { crowned: true, attack, .. } => Some(format!("NEW KING: {}", attack.to)),
        Event::Fought { ending: duel::DuelEnding::Won, attack, .. } => {
            Some(format!("DUEL WON: {} x {}", attack.from, attack.over))
        }
        Event::Moved { crowned: true, to, .. } => Some(format!("NEW KING: {to}")),
        _ => None,
    })?;
    Some(show(game, last, to).under(said))
}

/// Tells whether an event is an order to attack whose duel is told, too: then the order needn't be told.
fn is_fought(event: &Event, last: &[Event]) -> bool {
    let Event::Attacked { attack: ordered, .. } = event else { return false };
    last.iter().any(|event| matches!(event, Event::Fought { attack, .. } if attack == ordered))
}

/// Says what an action is about on the board. An attack goes at the defender's square.
pub(super) fn pick(action: &Action) -> Option<Pick> {
    match action {
        Action::Move { from, to } => Some(Pick::from_to(cell(*from), cell(*to))),
        Action::Attack(attack) => Some(Pick::from_to(cell(attack.from), cell(attack.over))),
        Action::Kits(_)
        | Action::Name { .. }
        | Action::Stop
        | Action::Pass
        | Action::Stance { .. }
        | Action::NoStanding
        | Action::Report(_)
        | Action::Confirm
        | Action::Dispute
        | Action::Correct => None,
    }
}

fn place(at: body::Location) -> BodyPart {
    match at {
        body::Location::Torso => BodyPart::Torso,
        body::Location::OffArm => BodyPart::OffArm,
        body::Location::WeaponArm => BodyPart::WeaponArm,
        body::Location::LeftLeg => BodyPart::LeftLeg,
        body::Location::RightLeg => BodyPart::RightLeg,
    }
}

fn fighter(game: &Amtgard, fighter: &Fighter) -> scene::FighterItem {
    let Fighter { at, side, rank: high, body, kit, name } = fighter;
    let arm = body.wound.is_some_and(body::Location::is_arm);
    // A wound may have cost a part of the kit.
    let arms = match kit {
        Kit::Shield if body.wound != Some(body::Location::OffArm) => Arms::Shield,
        Kit::Pair if !arm => Arms::Pair,
        Kit::Great if !arm => Arms::Great,
        Kit::Great => Arms::Dagger,
        Kit::Sword | Kit::Shield | Kit::Pair => Arms::Sword,
    };
    scene::FighterItem {
        at: cell(*at),
        seat: (*side).into(),
        rank: rank(*high),
        name: name.clone(),
        arms,
        wound: body.wound.map(place),
        armour: body.armour,
        full: game.options.fresh(*high).armour[0],
        protect: body.protect,
    }
}

fn path(event: &Event) -> Option<Item> {
    let (from, to) = match event {
        Event::Moved { who, to, crowned: _ } => (who.at, *to),
        Event::Fought { attack, ending: duel::DuelEnding::Won, .. } => (attack.from, attack.to),
        _ => return None,
    };
    Some(Item::Path { cells: vec![cell(from), cell(to)] })
}

fn clash(attack: Attack) -> Item {
    Item::Clash { from: cell(attack.from), over: cell(attack.over) }
}

/// Lists the visible effects of an event: who fell, who was crowned, where an attack was repelled.
fn news(event: &Event) -> Vec<Item> {
    let felled = |who: &Who| Item::Lost {
        at: cell(who.at),
        seat: who.side.into(),
        rank: rank(who.rank),
        how: Loss::Slain,
    };
    let crown = |at: Square| Item::Mark { at: cell(at), mark: Mark::Crowned };
    match event {
        Event::Moved { to, crowned: true, .. } => vec![crown(*to)],
        Event::Fought { attack, attacker, defender, ending, passes: _, damned, crowned } => {
            let mut items = Vec::new();
            if *ending == duel::DuelEnding::Won {
                items.push(felled(defender));
            } else {
                items.push(clash(*attack));
            }
            if *damned {
                items.push(felled(attacker));
            }
            if *crowned {
                items.push(crown(attack.to));
            }
            items
        }
        _ => Vec::new(),
    }
}

/// Returns the attack that waits to be fought.
fn pending(game: &Amtgard) -> Option<Attack> {
    match game.phase {
        Phase::Stances { attack, .. } | Phase::Outside { attack, .. } => Some(attack),
        Phase::Kits(_) | Phase::Order | Phase::Chain(_) | Phase::Over(_) => None,
    }
}

/// Returns the duel that waits, or else the last one among the events.
fn shown_duel(game: &Amtgard, last: &[Event]) -> Option<Duel> {
    if let Some(attack) = pending(game) {
        let party = |at: Square| Some(party(&game.field.at(at)?.who(), None));
        let (attacker, defender) = (party(attack.from)?, party(attack.over)?);
        return Some(Duel { attacker, defender, passes: Vec::new(), end: None });
    }
    let end = last.iter().rposition(|event| matches!(event, Event::Fought { .. }))?;
    let Event::Fought { attacker, defender, ending, .. } = &last[end] else { return None };
    // Everything since the previous duel belongs to this one.
    let before = last[..end].iter().rposition(|event| matches!(event, Event::Fought { .. }));
    let events = &last[before.map_or(0, |at| at + 1)..end];
    let stances = events.iter().find_map(|event| match event {
        Event::Stances { attacker, defender } => Some((attacker.1, defender.1)),
        _ => None,
    });
    let passes = events.iter().filter_map(|event| match event {
        Event::Lull { first, last } => Some(DuelPass::Lull { first: *first, last: *last }),
        Event::Pass { pass, .. } => Some(DuelPass::Blows {
            n: pass.n,
            attack: pass.attack.map(blow),
            defence: pass.defence.map(blow),
        }),
        _ => None,
    });
    Some(Duel {
        attacker: party(attacker, stances.map(|it| it.0)),
        defender: party(defender, stances.map(|it| it.1)),
        passes: passes.collect(),
        end: Some(match ending {
            duel::DuelEnding::Won => DuelEnd::Won,
            duel::DuelEnding::Repelled => DuelEnd::Repelled,
            duel::DuelEnding::BothFell => DuelEnd::BothFell,
            duel::DuelEnding::Called => DuelEnd::Called,
        }),
    })
}

fn party(who: &Who, stance: Option<Stance>) -> Party {
    let stance = stance.map(|stance| stance.name().to_owned());
    Party { at: cell(who.at), name: who.name.clone(), seat: who.side.into(), stance }
}

fn blow(hit: duel::LandedBlow) -> Blow {
    let effect = match hit.effect {
        body::Effect::Nothing => BlowResult::Nothing,
        body::Effect::Warded => BlowResult::Warded,
        body::Effect::Dented => BlowResult::Dented,
        body::Effect::Wounded => BlowResult::Wounded,
        body::Effect::Slain => BlowResult::Slain,
    };
    Blow { at: place(hit.at), effect }
}

fn tallies(game: &Amtgard, seat: Seat) -> Vec<Tally> {
    let standing =
        |rank: PieceKind| game.field.of(seat.into()).filter(|it| it.rank == rank).count();
    let tally = |what, count: usize| Tally { what, count: u32::try_from(count).unwrap_or(0) };
    vec![
        tally(Count::Men, standing(PieceKind::Man)),
        tally(Count::Kings, standing(PieceKind::King)),
        tally(Count::Captured, usize::from(*game.lost.get(seat.other()))),
    ]
}
