//! Says what happened; nothing is secret in this game.
use crate::games::metasoccer::{
    BallTransfer, Displacement, Event, Metasoccer, PlayKind, dice::Roll, field::Spot,
    moves::steal::StealResult, squad::Id,
};
use crate::seat::{BySeat, Observer, Seat};

/// Says what happened in one line; none if the lines around it say it.
pub(in crate::games::metasoccer) fn tell(
    game: &Metasoccer,
    event: &Event,
    to: Observer<'_>,
) -> Option<String> {
    let at = |spot: Spot| game.options.field.name_of(spot);
    let who = |id: Id| format!("{}'s {}", to.name(id.seat), id.shirt());
    Some(match event {
        Event::Drawn { rolls, winner } => {
            format!("{}; {} kicks off.", thrown(rolls, to), to.name(*winner))
        }
        Event::Began { .. } => return None,
        Event::LinedUp { kicker } => {
            format!("Both sides line up; {} has the ball.", to.name(*kicker))
        }
        Event::Formed { seat, formation } => {
            format!("{} sets up {}.", to.name(*seat), formation.name())
        }
        Event::Autoed { seat, on: true } => {
            format!("{} leaves small decisions to the default.", to.name(*seat))
        }
        Event::Autoed { seat, on: false } => {
            format!("{} wants to make small decisions again.", to.name(*seat))
        }
        Event::Placed { who: id, from, to: end, why } => {
            let from = from.map_or(String::new(), |spot| format!(" from {}", at(spot)));
            let end = at(*end);
            match why {
                Displacement::Reset => format!("{} is placed{from} on {end}.", who(*id)),
                Displacement::Back => format!("{} comes back{from} to {end}.", who(*id)),
                Displacement::Room => format!("{} makes room{from} to {end}.", who(*id)),
                Displacement::Taker => format!("{} goes{from} to {end} with the ball.", who(*id)),
                Displacement::Robbed => format!("{} moves{from} to {end}.", who(*id)),
            }
        }
        Event::Rolled { side, roll: Roll::Risk(face, number) } => {
            format!("{} takes a risk and rolls {} {number}.", to.name(*side), face.name())
        }
        Event::Rolled { side, roll } => format!("{} rolls {}.", to.name(*side), roll.name()),
        Event::Moved { who: id, path, ball } => {
            let ball = if *ball { " with the ball" } else { "" };
            format!("{} goes {}{ball}.", who(*id), way(path, at))
        }
        Event::Pushed { who: id, from, to: end } => {
            let out = if game.options.field.holds(*end) { "" } else { ", out of bounds" };
            format!("{} is pushed {}-{}{out}.", who(*id), at(*from), at(*end))
        }
        Event::Passed { from, to: mate, start, end, how } => {
            let how = match how {
                BallTransfer::Pass => "passes",
                BallTransfer::Fly => "passes on the fly",
                BallTransfer::Hand => "hands over",
                BallTransfer::Throw => "throws",
            };
            format!("{} {how} {}-{} to {}.", who(*from), at(*start), at(*end), mate.shirt())
        }
        Event::Flew { by, start, end, numbers } => {
            let sum: Vec<String> = numbers.iter().map(u8::to_string).collect();
            let dice =
                if sum.is_empty() { String::new() } else { format!(" ({})", sum.join(" + ")) };
            format!("{} sends the ball {}-{}{dice}.", who(*by), at(*start), at(*end))
        }
        Event::Landed { who: id, from, at: end } if from == end => {
            format!("{} has the ball on {}.", who(*id), at(*end))
        }
        Event::Landed { who: id, from, at: end } => {
            format!("{} is nearest, goes {}-{} and gets the ball.", who(*id), at(*from), at(*end))
        }
        Event::Challenged { thief, victim, at: spot, defense, offense, came } => {
            let came = match came {
                StealResult::Failed => "the steal fails",
                StealResult::Won => "the ball is stolen",
                StealResult::Boot => "the ball is stolen by five",
                StealResult::Penalty => "the steal fails by five",
            };
            format!(
                "{} tries to steal from {} on {}: {defense} against {offense}, {came}.",
                who(*thief),
                who(*victim),
                at(*spot)
            )
        }
        Event::RolledOff { rolls, winner } => {
            format!("They roll for the ball. {}; {} wins it.", thrown(rolls, to), to.name(*winner))
        }
        Event::Out { at: end } => format!("The ball is out at {}.", at(*end)),
        Event::Stays { goalie, at: spot } => format!("{} stays on {}.", who(*goalie), at(*spot)),
        Event::Caught { goalie } => format!("{} catches the ball.", who(*goalie)),
        Event::TurnedOver { to: id } => format!("The ball goes to {}.", who(*id)),
        Event::Awarded { to: seat, kind, at: spot } => {
            let article = if *kind == PlayKind::Indirect { "an" } else { "a" };
            let kind = kind.noun();
            let spot = spot.map_or(String::new(), |spot| format!(" at {}", at(spot)));
            format!("{} has {article} {kind}{spot}.", to.name(*seat))
        }
        Event::Expelled { who: id, at: spot } => {
            format!("{} on {} is sent off.", who(*id), at(*spot))
        }
        Event::Goal { to: seat, at: spot } => {
            format!("Goal for {} at {}!", to.name(*seat), at(*spot))
        }
        Event::Spent { side } => format!("{} has nothing left to do.", to.name(*side)),
        Event::FullTime => "Full time.".to_owned(),
    })
}

/// Writes a path: its two ends if it is straight, every square of a dribble.
fn way(path: &[Spot], at: impl Fn(Spot) -> String) -> String {
    let bends = |path: &[Spot]| match path {
        [a, b, c] => a.way_to(*b) != b.way_to(*c),
        _ => false,
    };
    let names: Vec<String> = match path {
        [first, .., last] if !path.windows(3).any(bends) => vec![at(*first), at(*last)],
        _ => path.iter().map(|it| at(*it)).collect(),
    };
    names.join("-")
}

/// Writes throws of both sides, ties included: `Ann rolls 3, Bob 5`.
fn thrown(rolls: &[BySeat<u8>], to: Observer<'_>) -> String {
    let each = rolls.iter().map(|roll| {
        let [south, north] = Seat::BOTH.map(|seat| to.name(seat));
        format!("{south} rolls {}, {north} {}", roll.first, roll.second)
    });
    each.collect::<Vec<_>>().join("; again, ")
}
