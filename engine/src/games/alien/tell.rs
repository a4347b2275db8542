//! Says what happened, to whoever may know it.
use super::{
    Alien, Event, Play, Square, Stack, Way,
    words::{lower, side, wins_by},
};
use crate::seat::{Onlooker, Seat, Viewer};

/// Says an event in one line.
pub(super) fn tell(game: &Alien, event: &Event, to: Onlooker<'_>) -> String {
    match event {
        Event::Dealt { up } => {
            let rest = format!("{} is face up: {}", up.name(), lower(up.said().effect));
            match to.viewer {
                Viewer::Room => format!("Both sides have drawn a planet in secret. {rest}"),
                Viewer::Seat(seat) => {
                    let planet = *game.planets.0.get(seat);
                    format!("You are from {}. {} {rest}", planet.name(), wins_by(planet))
                }
            }
        }
        Event::Moved { seat, height: _, travel, taken } => {
            let (name, words) = (to.name(*seat), travel.write());
            match &taken[..] {
                [] => format!("{name} moves {words}."),
                taken => format!("{name} plays {words} and takes {}.", list(taken)),
            }
        }
        Event::Crowned { seat, at } => format!("{}'s pawn on {at} is crowned.", to.name(*seat)),
        Event::TurnedUp { by, card } => {
            format!("{} turns up {}: {}", to.name(*by), card.name(), lower(card.said().effect))
        }
        Event::Played { by, play, clears } => {
            format!("{} plays {}", to.name(*by), played(play, *clears, *by))
        }
        Event::Shoved { way, from, to } => {
            format!("The monolith goes {}, from {} to {}.", way.name(), block(*from), block(*to))
        }
        Event::Dried { at } => format!("The monolith rolls over the water on {at}."),
        Event::Doused { at } => format!("The monolith rolls over the fire on {at}."),
        Event::Crushed { seat, edge } => {
            format!("The wall of {} on {edge} is crushed.", to.name(*seat))
        }
        Event::Pushed { seat, from, to: at } => {
            format!("{}'s checker on {from} is pushed to {at}.", to.name(*seat))
        }
        Event::Crumbled { at, stack } => format!("{} is pushed to its end.", sentence(*at, stack)),
        Event::Vanished { gone } => format!("Gone: {}.", list(gone)),
        // Whether and how the order was changed is nobody else's business.
        Event::Cheated { by } => format!("{} has looked at the pile.", to.name(*by)),
        Event::Shuffled { up } => {
            format!("All cards are shuffled. {} is face up: {}", up.name(), lower(up.said().effect))
        }
        Event::Stuck { by } => format!("{} can use none of the cards face up.", to.name(*by)),
        Event::Revealed { planets } => {
            let of = |seat: Seat| format!("{} is from {}", to.name(seat), planets.get(seat).name());
            format!("{}, {}.", of(Seat::First), of(Seat::Second))
        }
    }
}

/// Says what a card does, from its name on.
fn played(play: &Play, clears: bool, by: Seat) -> String {
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
        Play::Wanderlust => format!("{}'s next move must leave the back row", side(by.other())),
        Play::Build([one, other]) => format!("walls rise on {one} and {other}"),
        Play::Raze(edges) => {
            let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
            let verb = if edges.len() == 1 { "the wall falls on" } else { "walls fall on" };
            format!("{verb} {}", edges.join(" and "))
        }
        Play::Fate(at) => format!("{}'s next move must be made with {at}", side(by.other())),
        Play::Double { lifted, travel: _ } => format!("the checker on {lifted} looks away"),
        Play::Ring(at) => format!("the checker on {at} gets a ring"),
        Play::Antimatter(at) => format!("{} is emptied", block(*at)),
        Play::Rotate { clockwise } => {
            let how = if *clockwise { "with" } else { "against" };
            format!("the board turns a quarter {how} the clock")
        }
        Play::Nothing(_) => "nothing happens".to_owned(),
        Play::Shove(_) | Play::Doom(_) | Play::Reshuffle(_) | Play::Leap(_) | Play::Cheater => {
            // What follows says it.
            return if name.ends_with('!') { name.to_owned() } else { format!("{name}.") };
        }
    };
    format!("{}: {rest}.", name.trim_end_matches('!'))
}

/// Names a 2x2 area by its lower left and upper right squares.
pub(super) fn block(at: Square) -> String {
    match at.step(Way::UpRight) {
        Some(corner) => format!("{at}-{corner}"),
        None => at.to_string(),
    }
}

fn sentence(at: Square, stack: &Stack) -> String {
    format!("The {} {} on {at}", side(stack.seat).to_lowercase(), stack.name())
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
