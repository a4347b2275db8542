//! What players read: prompts, actions as typed, events, endings.
pub(super) mod ask;
mod labels;
mod panel;
pub(super) mod read;
pub(super) mod remark;
pub(super) mod typed;
pub(super) mod verb;

use super::{
    Action, Aim, Coin, CoinHit, Due, End, Event, Foul, Kicker, KickerFormation, KickerSpot, Met,
    Phase, Piecepack, Shot, ShotKind,
    field::{FOUL_SHIFT, MOVED, Point, TILE, Tile, exact, inches},
    options::{GOALS, LIMIT},
};
use crate::{
    game::{Outcome, Prompt, PromptKind, Status},
    quote::counted,
    seat::{BySeat, Observer, Seat},
};

/// How many contacts are told one by one.
const HITS: usize = 8;

impl Piecepack {
    pub(super) fn status_in_words(&self) -> Status<End> {
        let seat = self.seat();
        let ask = match self.phase {
            Phase::Over(end) => return Status::Over(outcome(end)),
            Phase::Placing { .. } => {
                let waiting = self.numbers(seat, |it| it == Kicker::Waiting);
                format!(
                    "set up {} in the {} setup box",
                    kickers(&waiting),
                    side(seat).to_lowercase()
                )
            }
            Phase::Returning { .. } => {
                let through = self.numbers(seat, |it| it == Kicker::Through);
                format!("put {} (through a goal) into a corner box", kickers(&through))
            }
            Phase::Due(Due::Turn(_)) => {
                let out = self.numbers(seat, |it| it == Kicker::Out);
                match (self.on_field(seat).is_empty(), out.is_empty()) {
                    (true, _) => "call in a kicker (none of yours is on the field)".to_owned(),
                    (false, true) => "flick a kicker".to_owned(),
                    (false, false) => format!("flick a kicker, or call in {}", kickers(&out)),
                }
            }
            Phase::Due(Due::FreeKick(_)) => "take the free kick: flick the ball itself".to_owned(),
            Phase::Due(Due::Throw(_, corner)) => {
                format!(
                    "take the corner throw from the {} corner box (a throw can't score for you)",
                    corner.name()
                )
            }
        };
        Status::Waiting(vec![Prompt { seat, kind: PromptKind::Turn, ask }])
    }

    /// Says what may be typed besides the listed choices.
    pub(super) fn grammar(&self) -> Option<&'static str> {
        Some(match self.phase {
            Phase::Over(_) => return None,
            Phase::Placing { .. } => {
                "Or place kickers yourself: `place 1 2.9 1.3`, `place 1 2.9 1.3 2 4.6 0.6` (x \
                 from the west, y from the south, in inches)."
            }
            Phase::Returning { .. } => "Or anywhere wholly inside a corner box: `put 2 at 9 11`.",
            Phase::Due(Due::Turn(_)) => {
                "Any direction and power will do: `flick 2 at N3 40`, `flick 2 37.5 55` (0 is \
                 north, 90 east; power 1 to 100), `flick 2 at 5.2 11 70`. Try an aim in private \
                 with `aim 2 at ball 60`, adjust it with `left 2`, `right 1.5`, `harder`, \
                 `softer`, then `flick`. To call in a kicker that's out: `callin 3 at 9 11`."
            }
            Phase::Due(Due::FreeKick(_)) => {
                "Any direction and power will do: `freekick 37.5 55` (0 is north, 90 east; power \
                 1 to 100), `freekick at 5.2 11 70`. Try an aim in private with `aim at goal 60`."
            }
            Phase::Due(Due::Throw(..)) => {
                "Any direction and power will do, from anywhere just inside the box: `throw at 5 \
                 6 20`, `throw 37.5 25`, `throw from 1.625 0.9 at 5 6 20`. A throw can't score \
                 for you: in either goal, the ball counts for the other side. Try an aim in \
                 private with `aim at 5 6 20`."
            }
        })
    }
}

/// Returns what a side is called.
pub(super) fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "South",
        Seat::Second => "North",
    }
}

/// Writes a coin as players type it: `ball`, `S2`, `N3`.
pub(super) fn coin_word(coin: Coin) -> String {
    match coin {
        Coin::Ball => "ball".to_owned(),
        Coin::Kicker(Seat::First, number) => format!("S{number}"),
        Coin::Kicker(Seat::Second, number) => format!("N{number}"),
    }
}

/// Names a coin within a sentence: `the ball`, `S2`.
pub(super) fn coin_name(coin: Coin) -> String {
    match coin {
        Coin::Ball => "the ball".to_owned(),
        Coin::Kicker(..) => coin_word(coin),
    }
}

fn kickers(numbers: &[u8]) -> String {
    let all: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match &all[..] {
        [one] => format!("kicker {one}"),
        [before @ .., last] => format!("kickers {} and {last}", before.join(", ")),
        [] => "nothing".to_owned(),
    }
}

/// Writes a place exactly: `5.341 0.8`.
pub(super) fn place_word(at: Point) -> String {
    format!("{} {}", exact(at.x.into()), exact(at.y.into()))
}

/// Writes a place for reading, to a hundredth of an inch.
pub(super) fn place_name(at: Point) -> String {
    format!("{} {}", inches(at.x), inches(at.y))
}

pub(super) fn aim_word(aim: Aim) -> String {
    match aim {
        Aim::Heading(heading) => exact(heading.into()),
        Aim::Spot(at) => format!("at {}", place_word(at)),
        Aim::Coin(coin) => format!("at {}", coin_word(coin)),
        Aim::Goal => "at goal".to_owned(),
    }
}

/// Warns the thrower.
pub(super) fn no_score(thrower: Seat) -> String {
    let other = side(thrower.other());
    format!("A throw can't score for you: in either goal, the ball counts for {other}.")
}

/// Writes an action as it is typed.
pub(super) fn write(action: &Action) -> String {
    let spot = |to: &KickerSpot| match to {
        KickerSpot::In(corner) => corner.name().to_owned(),
        KickerSpot::At(at) => format!("at {}", place_word(*at)),
    };
    match action {
        Action::Place(places) => {
            let each = places.iter().map(|(kicker, at)| format!("{kicker} {}", place_word(*at)));
            format!("place {}", each.collect::<Vec<_>>().join(" "))
        }
        Action::Form(formation) => formation.name().to_owned(),
        Action::Flick { kicker, aim, power } => {
            format!("flick {kicker} {} {power}", aim_word(*aim))
        }
        Action::FreeKick { aim, power } => format!("freekick {} {power}", aim_word(*aim)),
        Action::Throw { from: None, aim, power } => format!("throw {} {power}", aim_word(*aim)),
        Action::Throw { from: Some(at), aim, power } => {
            format!("throw from {} {} {power}", place_word(*at), aim_word(*aim))
        }
        Action::CallIn { kicker, to } => format!("callin {kicker} {}", spot(to)),
        Action::Return { kicker, to } => format!("put {kicker} {}", spot(to)),
    }
}

impl KickerFormation {
    pub(super) const ALL: [KickerFormation; 3] =
        [KickerFormation::Default, KickerFormation::Wall, KickerFormation::Wide];

    pub(super) fn name(self) -> &'static str {
        match self {
            KickerFormation::Default => "default",
            KickerFormation::Wall => "wall",
            KickerFormation::Wide => "wide",
        }
    }
}

/// Says what happened; nothing is secret in this game.
pub(super) fn tell(event: &Event, to: Observer<'_>) -> String {
    match event {
        Event::Began { throws, starter } => {
            let each =
                throws.iter().map(|throw| format!("{} against {}", throw.first, throw.second));
            let each: Vec<String> = each.collect();
            format!(
                "The dice show {}, South's first: {} begins and plays the arms.",
                each.join(", then "),
                to.name(*starter)
            )
        }
        Event::Placed { by, at } => {
            let each: Vec<String> = at
                .iter()
                .map(|&(number, point)| {
                    format!("{} at {}", coin_word(Coin::Kicker(*by, number)), place_word(point))
                })
                .collect();
            format!("{} sets up {}.", to.name(*by), each.join(", "))
        }
        Event::Shot(shot) => told_shot(shot, to),
        Event::Goal { of, into, score } => {
            let BySeat { first, second } = score;
            format!(
                "Goal! The ball is in {}'s goal: a point for {}, {first}:{second}.",
                side(*into),
                to.name(*of)
            )
        }
        Event::Foul { by, out, why } => {
            let why = match why {
                Foul::Border => "a tile was pushed back half a coin or more".to_owned(),
                Foul::Kicker => {
                    format!("one of {}'s kickers was moved, but not the ball", to.name(by.other()))
                }
            };
            let out = match out {
                Some(kicker) => {
                    format!("{} is fouled out and ", coin_word(Coin::Kicker(*by, *kicker)))
                }
                None => String::new(),
            };
            format!(
                "Foul by {}: {why}; {out}{} gets a free kick.",
                to.name(*by),
                to.name(by.other())
            )
        }
        Event::Corner { of, corner } => format!(
            "The ball lies in the {} corner box: a corner throw for {}.",
            corner.name(),
            to.name(*of)
        ),
        Event::Cleared { of, kicker } => {
            format!("{} touches that box and is fouled out.", coin_word(Coin::Kicker(*of, *kicker)))
        }
        Event::Through { of, kicker } => format!(
            "{} went through a goal: {} puts it into a corner box.",
            coin_word(Coin::Kicker(*of, *kicker)),
            to.name(*of)
        ),
        Event::CalledIn { by, kicker, at } => format!(
            "{} calls in {} at {}.",
            to.name(*by),
            coin_word(Coin::Kicker(*by, *kicker)),
            place_word(*at)
        ),
        Event::Returned { by, kicker, at } => format!(
            "{} puts {} back at {}.",
            to.name(*by),
            coin_word(Coin::Kicker(*by, *kicker)),
            place_word(*at)
        ),
    }
}

/// Says what happened in few words, for a picture.
pub(super) fn tell_shortly(event: &Event, to: Observer<'_>) -> String {
    match event {
        Event::Shot(shot) => {
            let what = match shot.kind {
                ShotKind::Flick => format!("flicks {}", coin_name(shot.coin)),
                ShotKind::FreeKick => "takes the free kick".to_owned(),
                ShotKind::Throw => "throws in".to_owned(),
            };
            let hits = match shot.hits.len() {
                0 => "It touches nothing.".to_owned(),
                _ => told_hits(&shot.hits, shot.coin),
            };
            format!(
                "{} {what}, {}° with power {}. {hits}",
                to.name(shot.by),
                tenths(shot.heading),
                shot.power
            )
        }
        Event::Placed { by, .. } => format!("{} sets up.", to.name(*by)),
        Event::Began { .. }
        | Event::Goal { .. }
        | Event::Foul { .. }
        | Event::Corner { .. }
        | Event::Cleared { .. }
        | Event::Through { .. }
        | Event::CalledIn { .. }
        | Event::Returned { .. } => tell(event, to),
    }
}

/// Words a shot: the aim, the tremor, the contacts, and where everything came to rest.
fn told_shot(shot: &Shot, to: Observer<'_>) -> String {
    let Shot { by, kind, coin, aim, heading, power, hand, tracks, hits, jolt } = shot;
    let name = to.name(*by);
    let aimed = match aim {
        Aim::Heading(heading) => format!("to {}°", tenths(*heading)),
        Aim::Spot(_) | Aim::Coin(_) | Aim::Goal => {
            let to = match aim {
                Aim::Coin(coin) => coin_name(*coin),
                Aim::Spot(at) => place_word(*at),
                Aim::Heading(_) | Aim::Goal => "the goal".to_owned(),
            };
            format!("at {to} ({}°)", tenths(*heading))
        }
    };
    let what = match kind {
        ShotKind::Flick => format!("flicks {} {aimed}", coin_name(*coin)),
        ShotKind::FreeKick => format!("takes the free kick {aimed}"),
        ShotKind::Throw => {
            let from = tracks.first().map(|track| place_word(track.start())).unwrap_or_default();
            format!("takes the corner throw from {from} {aimed}")
        }
    };
    let mut out = format!("{name} {what} with power {power}");
    if let Some(hand) = hand {
        let way = if hand.right < 0 { "left" } else { "right" };
        out.push_str(&format!(
            "; the flick strays {}° {way}, power {}",
            tenths(hand.right.abs()),
            tenths(i32::from(*power) * 1000 + hand.harder)
        ));
    }
    out.push_str(". ");
    out.push_str(&told_hits(hits, *coin));
    let mut rests = Vec::new();
    for track in tracks {
        let far = track.start().far2(track.end());
        let name = coin_word(track.coin);
        if track.gone {
            rests.push(format!(
                "{name} beyond the {} goal",
                if track.end().y < 0 { "south" } else { "north" }
            ));
        } else if i64::from(MOVED).pow(2) <= far {
            rests.push(format!("{name} {}", place_name(track.end())));
        }
    }
    if !rests.is_empty() {
        out.push_str(&format!(" At rest: {}.", rests.join(", ")));
    }
    if let Some((tile, shift)) = jolt
        && FOUL_SHIFT / 4 <= *shift
    {
        out.push_str(&format!(
            " The {} is pushed back {}, then straightened.",
            tile_name(*tile),
            inches(*shift)
        ));
    }
    out
}

fn told_hits(hits: &[CoinHit], flicked: Coin) -> String {
    if hits.is_empty() {
        return "It touches nothing.".to_owned();
    }
    let mut out: Vec<String> = Vec::new();
    let mut who = flicked;
    for (nth, hit) in hits.iter().take(HITS).enumerate() {
        let what = match hit.what {
            Met::Coin(coin) => coin_name(coin),
            Met::Border(tile) => format!("the {}", tile_name(tile)),
            Met::Side(tile) => side_name(tile),
            Met::Post(tile) => format!("the {}", post_name(tile)),
        };
        if nth == 0 || hit.coin != who {
            out.push(format!("{} hits {what}", coin_name(hit.coin)));
        } else if let Some(last) = out.last_mut() {
            last.push_str(&format!(", then {what}"));
        }
        who = hit.coin;
    }
    let mut line = out.join("; ");
    if HITS < hits.len() {
        line.push_str(", and so on");
    }
    // The first letter stands at the beginning of a sentence.
    let mut chars = line.chars();
    let first = chars.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(chars).collect::<String>() + "."
}

/// Names a tile by where it is: `west border at 4 to 6`, `north border beside the goal`.
pub(super) fn tile_name(tile: Tile) -> String {
    let Tile { column, row } = tile;
    let whole = TILE / 1000;
    let span = |nth: u8| format!("{} to {}", whole * (i32::from(nth) - 1), whole * i32::from(nth));
    match (column, row) {
        (0, 0) => "south-west corner tile".to_owned(),
        (6, 0) => "south-east corner tile".to_owned(),
        (0, _) if row == 7 => "north-west corner tile".to_owned(),
        (6, _) if row == 7 => "north-east corner tile".to_owned(),
        (0, _) => format!("west border (y {})", span(row)),
        (6, _) => format!("east border (y {})", span(row)),
        (_, 0) => format!("south border (x {})", span(column)),
        _ => format!("north border (x {})", span(column)),
    }
}

fn side_name(tile: Tile) -> String {
    format!("the side of the {} goal", if tile.row == 0 { "south" } else { "north" })
}

pub(super) fn post_name(tile: Tile) -> String {
    let way = if tile.column < 3 { "west" } else { "east" };
    let goal = if tile.row == 0 { "south" } else { "north" };
    format!("{way} post of the {goal} goal")
}

/// Writes thousandths with one decimal.
pub(super) fn tenths(thousandths: i32) -> String {
    let tenths = (f64::from(thousandths) / 100.0).round() as i64;
    exact(tenths * 100)
}

fn outcome(end: End) -> Outcome<End> {
    let winner = match end {
        End::Scored(seat) | End::Reached(seat, _) => Some(seat),
        End::Limit(ahead) => ahead,
    };
    Outcome { winner, why: end }
}

/// Says why a match ended, as the end of a sentence.
pub(super) fn why(end: End) -> String {
    let turns = counted(LIMIT);
    match end {
        End::Scored(seat) => format!("{} has scored {} goals", side(seat), counted(GOALS.into())),
        End::Reached(seat, goals) => {
            format!("{} has scored {} goals", side(seat), counted(goals.into()))
        }
        End::Limit(Some(seat)) => {
            format!("{} is ahead after {turns} turns without a goal", side(seat))
        }
        End::Limit(None) => format!("the score is level after {turns} turns without a goal"),
    }
}
