//! A court for flicked coins in words. Lengths in thousandths of an inch.
use super::{
    Count, Scene, Verbosity,
    court::{CoinItem, Court, CourtSpot, CourtThing, Off, Suit},
};
use crate::{physics::heading_of, quote::series, seat::Seat};

/// Words a court: the ball, the ways from the kickers of the player to move to ball and goal, and where the other kickers are.
pub(super) fn words(court: &Court, scene: &Scene, reading: Verbosity) -> Vec<String> {
    if reading == Verbosity::Full {
        return whole(court, scene);
    }
    let Scene { items, sides, last, .. } = scene;
    let normal = reading == Verbosity::Normal;
    let things: Vec<&CourtThing> = items.iter().filter_map(super::Item::on_court).collect();
    let lying: Vec<(CoinItem, CourtSpot)> = things.iter().filter_map(|it| lies(it)).collect();
    let ball = lying.iter().find(|it| it.0.of.is_none()).map(|it| it.1);
    let mut out: Vec<String> = Vec::new();
    out.extend(ball.map(|ball| format!("Ball: {} ({}).", court.zone(ball), place(ball))));
    for seat in Seat::BOTH.into_iter().filter(|&seat| sides.get(seat).to_move) {
        out.extend(ball.and_then(|ball| bearings(court, seat, ball, &lying, reading)));
    }
    for seat in Seat::BOTH {
        let role = &sides.get(seat).role;
        let own = lying.iter().filter(|lying| lying.0.of.is_some_and(|of| of.0 == seat));
        let own = own
            .filter(|_| normal)
            .map(|(coin, at)| format!("{} {} ({})", coin.name(court), court.zone(*at), place(*at)));
        let all: Vec<String> = own.chain(off(court, &things, seat)).collect();
        if !all.is_empty() {
            out.push(format!("{role}: {}.", all.join("; ")));
        }
    }
    if normal {
        let goals = |seat: Seat| {
            let side = sides.get(seat);
            let goals = side.tallies.iter().find(|it| it.what == Count::Goals)?;
            Some(format!("{} {}", side.role, goals.count))
        };
        let goals: Vec<String> = Seat::BOTH.into_iter().filter_map(goals).collect();
        out.push(format!("Score: {}.", goals.join(", ")));
    }
    if normal && last.is_empty() {
        out.push(
            "Places are inches from the south-west corner, east first, then north.".to_owned(),
        );
        out.push("Directions are degrees: 0 is north, 90 east.".to_owned());
    }
    out.extend(
        things
            .iter()
            .filter(|thing| matches!(thing, CourtThing::Line { .. }))
            .filter_map(|it| news(court, it)),
    );
    out
}

/// Words everything on the court: where the coins lie, the counts, what just happened, and for the
/// player to move the distances and directions of ball and goal.
fn whole(court: &Court, scene: &Scene) -> Vec<String> {
    let Scene { items, sides, .. } = scene;
    let things: Vec<&CourtThing> = items.iter().filter_map(super::Item::on_court).collect();
    let lying: Vec<(CoinItem, CourtSpot)> = things.iter().filter_map(|it| lies(it)).collect();
    let [wide, long] = [court.wide, court.long].map(length);
    let mut out = vec![format!(
        "Places are inches from the south-west corner, east first, then north; the field is {wide} by {long}; directions are \
         degrees, 0 north and 90 east."
    )];
    for (coin, at) in &lying {
        if coin.of.is_none() {
            out.push(format!("The ball lies at {}, {}.", place(*at), court.zone(*at)));
        }
    }
    for seat in Seat::BOTH {
        out.push(side(court, scene, seat, &lying, &things));
    }
    let ball = lying.iter().find(|it| it.0.of.is_none()).map(|it| it.1);
    for seat in Seat::BOTH.into_iter().filter(|&seat| sides.get(seat).to_move) {
        out.extend(ball.and_then(|ball| bearings(court, seat, ball, &lying, Verbosity::Full)));
    }
    out.extend(things.iter().filter_map(|it| news(court, it)));
    out
}

/// Names the coin at a place, or the place itself if there is none.
pub(super) fn named(court: &Court, scene: &Scene, at: CourtSpot) -> String {
    let things = scene.items.iter().filter_map(super::Item::on_court);
    let here = things.filter_map(lies).find(|it| it.1 == at);
    here.map_or_else(|| place(at), |it| it.0.name(court))
}

fn lies(thing: &CourtThing) -> Option<(CoinItem, CourtSpot)> {
    match thing {
        CourtThing::Coin { coin, at } => Some((*coin, *at)),
        CourtThing::Off { .. }
        | CourtThing::Track { .. }
        | CourtThing::Jolt { .. }
        | CourtThing::Line { .. } => None,
    }
}

fn side(
    court: &Court,
    scene: &Scene,
    seat: Seat,
    lying: &[(CoinItem, CourtSpot)],
    things: &[&CourtThing],
) -> String {
    let is_own = |coin: &CoinItem| coin.of.is_some_and(|it| it.0 == seat);
    let suit = lying
        .iter()
        .map(|it| it.0)
        .chain(things.iter().filter_map(|thing| match thing {
            CourtThing::Off { coin, .. } => Some(*coin),
            _ => None,
        }))
        .find(is_own)
        .map_or("", |coin| if coin.suit == Suit::Arms { ", arms" } else { ", crowns" });
    let mut out = super::words::heading(scene.sides.get(seat));
    out.push_str(suit);
    let own: Vec<String> = lying
        .iter()
        .filter(|it| is_own(&it.0))
        .map(|(coin, at)| format!("{} at {} ({})", coin.name(court), place(*at), court.zone(*at)))
        .collect();
    if own.is_empty() {
        out.push_str(": no kicker on the field")
    } else {
        out.push_str(&format!(": {}", own.join(", ")))
    }
    for words in off(court, things, seat) {
        out.push_str(&format!("; {words}"));
    }
    out + &super::words::tallies(scene, seat) + "."
}

/// Says how far away ball and goal are from each kicker of a side, with the direction, and whether a coin is in the way.
fn bearings(
    court: &Court,
    seat: Seat,
    ball: CourtSpot,
    lying: &[(CoinItem, CourtSpot)],
    reading: Verbosity,
) -> Option<String> {
    let goal = court.goal(seat.other());
    let own = lying.iter().filter(|&&(coin, _)| coin.of.is_some_and(|it| it.0 == seat));
    let ball_coin = lying.iter().find(|it| it.0.of.is_none()).map(|it| it.0)?;
    let blocked = |from: CourtSpot, but: CoinItem, to: CourtSpot, target: Option<CoinItem>| {
        let passed = |&&(coin, spot): &&(CoinItem, CourtSpot)| {
            coin != but && Some(coin) != target && court.is_between(from, to, spot)
        };
        lying.iter().filter(passed).map(|it| it.0.name(court)).collect::<Vec<String>>()
    };
    let far = |from: CourtSpot, to: CourtSpot| {
        format!("{} inches, {}°", tenths(far(from, to)), degrees(from, to))
    };
    let way = |from: CourtSpot, but: CoinItem, to: CourtSpot, target: Option<CoinItem>| {
        let blocked = blocked(from, but, to, target);
        match (blocked.is_empty(), reading) {
            (true, _) => format!("{}, clear", far(from, to)),
            (false, Verbosity::Full) => {
                format!("{}, blocked by {}", far(from, to), series(&blocked))
            }
            (false, _) => format!("blocked by {}", series(&blocked)),
        }
    };
    let mut each: Vec<String> = own
        .map(|&(coin, at)| {
            let to_ball = way(at, coin, ball, Some(ball_coin));
            let to_goal = way(at, coin, goal, None);
            format!("{}: ball {to_ball}; goal {to_goal}.", coin.name(court))
        })
        .collect();
    each.push(match court.behind(ball, goal).filter(|_| !each.is_empty()) {
        Some(CourtSpot { x, y }) => {
            format!("To send the ball at the goal, meet it at {}, {}.", length(x), length(y))
        }
        None => format!("From the ball to the goal: {}.", far(ball, goal)),
    });
    let blocked = blocked(ball, ball_coin, goal, None);
    let verb = if blocked.len() == 1 { "is" } else { "are" };
    each.extend((!blocked.is_empty()).then(|| format!("{} {verb} in the way.", series(&blocked))));
    Some(each.join(" "))
}

fn news(court: &Court, thing: &CourtThing) -> Option<String> {
    match thing {
        CourtThing::Coin { .. } | CourtThing::Off { .. } => None,
        CourtThing::Track { coin, way, shot: _ } => {
            let name = coin.name(court);
            let stops: Vec<String> = way.iter().map(|it| place(*it)).collect();
            Some(format!("Path of {name}: {}.", stops.join(", ")))
        }
        CourtThing::Jolt { at, shift, foul } => Some(format!(
            "The tile around {} was pushed back {} inches{}.",
            place(*at),
            length(*shift),
            if *foul { ": a foul" } else { "" }
        )),
        CourtThing::Line { from, to, hits } => {
            let sent = hits.map_or(String::new(), |spot| {
                format!(", and sends the coin at {} off at {}°", place(spot), degrees(*to, spot))
            });
            Some(format!("The aim goes from {} to {}{sent}.", place(*from), place(*to)))
        }
    }
}

fn far(from: CourtSpot, to: CourtSpot) -> i32 {
    from.arrow(to).length().round() as i32
}

fn degrees(from: CourtSpot, to: CourtSpot) -> String {
    let tenths = (heading_of(from.arrow(to)) + 50) / 100 % 3600;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{rest}", tenths / 10),
    }
}

fn place(at: CourtSpot) -> String {
    format!("{} {}", length(at.x), length(at.y))
}

/// Writes a length with at most one decimal.
fn tenths(mils: i32) -> String {
    length((f64::from(mils) / 100.0).round() as i32 * 100)
}

/// Writes a length with at most two decimals.
fn length(mils: i32) -> String {
    let hundredths = (f64::from(mils) / 10.0).round() as i32;
    let text = format!("{:.2}", f64::from(hundredths) / 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Says which coins of a side lie beside the court, by reason.
pub(super) fn off(court: &Court, things: &[&CourtThing], seat: Seat) -> Vec<String> {
    let mut out = Vec::new();
    for (wanted, says) in [
        (Off::Waiting, "to be set up"),
        (Off::Fouled, "fouled out"),
        (Off::Through, "through a goal"),
    ] {
        let is_so = |thing: &&CourtThing| match *thing {
            CourtThing::Off { coin, why }
                if *why == wanted && coin.of.is_some_and(|it| it.0 == seat) =>
            {
                Some(coin.name(court))
            }
            _ => None,
        };
        let names: Vec<String> = things.iter().filter_map(is_so).collect();
        if !names.is_empty() {
            out.push(format!("{says}: {}", names.join(" ")));
        }
    }
    out
}
