//! Says what happened, to the one who may know it.
use crate::games::alien::{
    Alien, Event, Order, Play, Square, Stack, Way,
    words::{lower, wins_by},
};
use crate::{
    quote::sentence,
    seat::{Onlooker, Seat, Viewer},
};

/// Says an event in one line.
pub(in crate::games::alien) fn tell(game: &Alien, event: &Event, to: Onlooker<'_>) -> String {
    match event {
        Event::Drawn => match to.viewer {
            Viewer::Room => "Both sides have drawn a planet in secret.".to_owned(),
            Viewer::Seat(seat) => {
                let planet = *game.planets.0.get(seat);
                format!(
                    "You are from {}, and nobody else knows. {}",
                    planet.name(),
                    wins_by(planet)
                )
            }
        },
        Event::Dealt { up } => {
            format!("{} is face up: {}", up.name(), lower(up.said().effect))
        }
        Event::Moved { seat, height: _, travel, taken } => {
            let (name, words) = (to.name(*seat), travel.write());
            match &taken[..] {
                [] => format!("{name} moves {words}."),
                taken => format!("{name} plays {words} and captures {}.", list(taken)),
            }
        }
        Event::Crowned { seat, at } => format!("{}'s pawn on {at} is crowned.", to.name(*seat)),
        Event::TurnedUp { by, card } => {
            format!("{} turns up {}: {}", to.name(*by), card.name(), lower(card.said().effect))
        }
        Event::Played { by, play, clears } => {
            let other = to.name(by.other());
            sentence(format!("{} plays {}", to.name(*by), played(play, *clears, other)))
        }
        Event::Shoved { way, from, to } => {
            format!("The monolith goes {}, from {} to {}.", way.name(), block(*from), block(*to))
        }
        Event::Dried { at } => format!("The monolith rolls over the water on {at}."),
        Event::Doused { at } => format!("The monolith rolls over the fire on {at}."),
        Event::Crushed { seat, edge } => {
            format!("{}'s wall on {edge} is crushed.", to.name(*seat))
        }
        Event::Pushed { seat, from, to: at } => {
            format!("{}'s checker on {from} is pushed to {at}.", to.name(*seat))
        }
        Event::Crumbled { at, stack, ruin } => {
            let how = match ruin {
                Some(it) => it.says(stack.seat, |seat| to.name(seat).to_owned()),
                None => "is pushed to its end".to_owned(),
            };
            format!("{} {how}: captured.", whose(*at, stack, to))
        }
        Event::Vanished { gone } => {
            let each: Vec<String> = gone.iter().map(|(at, it)| whose(*at, it, to)).collect();
            format!("Gone: {}.", each.join(", "))
        }
        Event::Void { seat, order } => {
            let why = match order {
                Order::Fate(at) => format!("The checker on {at} can't move, so Fate is void"),
                Order::Wanderlust => "No checker can leave it, so Wanderlust is void".to_owned(),
            };
            format!("{why}: {} may move any checker.", to.name(*seat))
        }
        // Whether and how the order was changed is nobody else's business.
        Event::Cheated { by } => format!("{} has looked at the pile.", to.name(*by)),
        Event::Shuffled { up } => {
            format!("All cards are shuffled. {} is face up: {}", up.name(), lower(up.said().effect))
        }
        Event::Stuck { by } => format!("{} can't use any of the cards face up.", to.name(*by)),
        Event::Revealed { planets } => {
            let of = |seat: Seat| format!("{} is from {}", to.name(seat), planets.get(seat).name());
            format!("{}, {}.", of(Seat::First), of(Seat::Second))
        }
    }
}

/// Says what a card does to `other` or to the board, from its name on.
fn played(play: &Play, clears: bool, other: &str) -> String {
    let name = play.card().name();
    let rest = match play {
        Play::Flood(at) if clears => format!("the fire on {at} goes out"),
        Play::Flood(at) => format!("{at} fills with water"),
        Play::Fire(at) if clears => format!("the water on {at} dries up"),
        Play::Fire(at) => format!("{at} is on fire"),
        Play::Emperor { pawn, king } => {
            format!("the pawn on {pawn} makes the king on {king} an emperor")
        }
        Play::Revive(at) => format!("a pawn comes back on {at}"),
        Play::Place(at) => format!("the monolith lands on {}", block(*at)),
        Play::Hippo(at) => format!("a hippo sits down on {at}"),
        Play::Snookle(at) if clears => format!("a Snookle chases the hippo from {at} and stays"),
        Play::Snookle(at) => format!("a Snookle climbs onto {at}"),
        Play::Shift { from, to } => format!("the checker on {from} shifts to {to}"),
        Play::Wormhole { from, to } => format!("the checker on {from} flies to {to}"),
        Play::Queen { from, to } => format!("{from} goes all the way to {to}"),
        Play::Wanderlust => format!("{other}'s next move must leave the back row"),
        Play::Build([one, other]) => format!("walls rise on {one} and {other}"),
        Play::Raze(edges) => {
            let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
            let verb = if edges.len() == 1 { "the wall falls on" } else { "walls fall on" };
            format!("{verb} {}", edges.join(" and "))
        }
        Play::Fate(at) => format!("{other}'s next move must be made with the checker on {at}"),
        Play::Double { lifted, travel: _ } => {
            format!("the checker on {lifted} hides for this move")
        }
        Play::Ring(at) => format!("the checker on {at} gets a ring"),
        Play::Antimatter(at) => format!("{} is emptied", block(*at)),
        Play::Rotate { clockwise } => {
            let how = if *clockwise { "with" } else { "against" };
            format!("the board turns a quarter {how} the clock")
        }
        Play::Nothing(_) => "nothing happens".to_owned(),
        Play::Shove(_) | Play::Doom(_) | Play::Reshuffle(_) | Play::Leap(_) | Play::Cheater => {
            // What follows says it.
            return name.to_owned();
        }
    };
    format!("{name}: {rest}")
}

/// Names a 2x2 area by its lower left and upper right squares.
pub(in crate::games::alien) fn block(at: Square) -> String {
    match at.step(Way::UpRight) {
        Some(corner) => format!("{at}-{corner}"),
        None => at.to_string(),
    }
}

fn whose(at: Square, stack: &Stack, to: Onlooker<'_>) -> String {
    format!("{}'s {} on {at}", to.name(stack.seat), stack.name())
}

fn list(stacks: &[(Square, Stack)]) -> String {
    let each = stacks.iter().map(|(at, it)| format!("{} on {at}", article(it)));
    each.collect::<Vec<_>>().join(", ")
}

fn article(stack: &Stack) -> String {
    let name = stack.name();
    let an = if name.starts_with('e') { "an" } else { "a" };
    format!("{an} {name}")
}
