//! Says what happened, to those who may know it.
use crate::games::alien::{
    Alien, AlienSquare, Binding, CardPlay, Event, Ray, Stack, words::win_with,
};
use crate::{
    quote::{lower_case, sentence},
    seat::{Observer, Seat, Viewer},
};

/// Says an event in one line.
pub(in crate::games::alien) fn tell(game: &Alien, event: &Event, to: Observer<'_>) -> String {
    match event {
        Event::Drawn => match to.viewer {
            Viewer::Room => "Both sides have drawn a planet in secret.".to_owned(),
            Viewer::Seat(seat) => {
                let planet = *game.planets.0.get(seat);
                format!(
                    "You are from {}, and nobody else knows. {}",
                    planet.name(),
                    win_with(planet)
                )
            }
        },
        Event::Dealt { up } => {
            format!("{} is face up: {}", up.name(), lower_case(up.said().effect))
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
            format!("{} turns up {}: {}", to.name(*by), card.name(), lower_case(card.said().effect))
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
                Some(ruin) => ruin.says(stack.seat, |seat| to.name(seat).to_owned()),
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
                Binding::Fate(at) => format!("The checker on {at} can't move, so Fate is void"),
                Binding::Wanderlust => "No checker can leave it, so Wanderlust is void".to_owned(),
            };
            format!("{why}: {} may move any checker.", to.name(*seat))
        }
        // Nobody else learns whether and how the order was changed.
        Event::Cheated { by } => format!("{} has looked at the pile.", to.name(*by)),
        Event::Shuffled { up } => {
            format!(
                "All cards are shuffled. {} is face up: {}",
                up.name(),
                lower_case(up.said().effect)
            )
        }
        Event::Stuck { by } => format!("{} can't use any of the cards face up.", to.name(*by)),
        Event::Revealed { planets } => {
            let of = |seat: Seat| format!("{} is from {}", to.name(seat), planets.get(seat).name());
            format!("{}, {}.", of(Seat::First), of(Seat::Second))
        }
    }
}

/// Says what a card does to `other` or to the board, from its name on.
fn played(play: &CardPlay, clears: bool, other: &str) -> String {
    let name = play.card().name();
    let rest = match play {
        CardPlay::Flood(at) if clears => format!("the fire on {at} goes out"),
        CardPlay::Flood(at) => format!("{at} fills with water"),
        CardPlay::Fire(at) if clears => format!("the water on {at} dries up"),
        CardPlay::Fire(at) => format!("{at} is on fire"),
        CardPlay::Emperor { pawn, king } => {
            format!("the pawn on {pawn} makes the king on {king} an emperor")
        }
        CardPlay::Revive(at) => format!("a pawn comes back on {at}"),
        CardPlay::Place(at) => format!("the monolith lands on {}", block(*at)),
        CardPlay::Hippo(at) => format!("a hippo sits down on {at}"),
        CardPlay::Snookle(at) if clears => {
            format!("a Snookle chases the hippo from {at} and stays")
        }
        CardPlay::Snookle(at) => format!("a Snookle climbs onto {at}"),
        CardPlay::Shift { from, to } => format!("the checker on {from} shifts to {to}"),
        CardPlay::Wormhole { from, to } => format!("the checker on {from} flies to {to}"),
        CardPlay::Queen { from, to } => format!("{from} goes all the way to {to}"),
        CardPlay::Wanderlust => format!("{other}'s next move must leave the back row"),
        CardPlay::Build([one, other]) => format!("walls rise on {one} and {other}"),
        CardPlay::Raze(edges) => {
            let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
            let verb = if edges.len() == 1 { "the wall falls on" } else { "walls fall on" };
            format!("{verb} {}", edges.join(" and "))
        }
        CardPlay::Fate(at) => format!("{other}'s next move must be made with the checker on {at}"),
        CardPlay::Double { lifted, travel: _ } => {
            format!("the checker on {lifted} hides for this move")
        }
        CardPlay::Ring(at) => format!("the checker on {at} gets a ring"),
        CardPlay::Antimatter(at) => format!("{} is emptied", block(*at)),
        CardPlay::Rotate { clockwise } => {
            let how = if *clockwise { "with" } else { "against" };
            format!("the board turns a quarter {how} the clock")
        }
        CardPlay::Nothing(_) => "nothing happens".to_owned(),
        CardPlay::Shove(_)
        | CardPlay::Doom(_)
        | CardPlay::Reshuffle(_)
        | CardPlay::Leap(_)
        | CardPlay::Cheater => {
            // What follows says it.
            return name.to_owned();
        }
    };
    format!("{name}: {rest}")
}

/// Names a 2x2 area by its lower left and upper right squares.
pub(in crate::games::alien) fn block(at: AlienSquare) -> String {
    match at.step(Ray::UpRight) {
        Some(corner) => format!("{at}-{corner}"),
        None => at.to_string(),
    }
}

fn whose(at: AlienSquare, stack: &Stack, to: Observer<'_>) -> String {
    format!("{}'s {} on {at}", to.name(stack.seat), stack.name())
}

fn list(stacks: &[(AlienSquare, Stack)]) -> String {
    let each = stacks.iter().map(|(at, stack)| format!("{} on {at}", article(stack)));
    each.collect::<Vec<_>>().join(", ")
}

fn article(stack: &Stack) -> String {
    let name = stack.name();
    let an = if name.starts_with('e') { "an" } else { "a" };
    format!("{an} {name}")
}
