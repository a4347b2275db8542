//! A pitch in words, for someone who doesn't see the picture.
use super::{Face, Pitch, PlayerItem, Restart, TimerItem, Track, Trail};
use crate::{
    scene::{Scene, Side, Verbosity},
    seat::Seat,
};

/// Words a pitch: the ball first, then what counts now, and where the players are.
pub(in crate::scene) fn words(scene: &Scene, pitch: &Pitch, reading: Verbosity) -> Vec<String> {
    let Pitch { turf, trails, offside, timer, goals, restart, .. } = pitch;
    let full = reading == Verbosity::Full;
    let role = |seat: Seat| &scene.sides.get(seat).role;
    let mut out = Vec::new();
    if reading != Verbosity::Short || scene.last.is_empty() || is_ball_news(pitch) {
        out.push(ball(scene, pitch));
    }
    if let Some(Restart { seat, name, rule }) = restart {
        out.push(format!("It is {}'s {name}: {rule}.", role(*seat)));
    }
    out.extend(dice(scene, pitch, reading));
    if let Some((seat, row)) = offside {
        let beyond = if *seat == turf.near { "above" } else { "below" };
        out.push(format!("Offside for {}: {beyond} rank {row}.", role(*seat)));
    }
    let [first, second] = Seat::BOTH.map(role);
    let score = format!("Score: {first} {}, {second} {}", goals.first, goals.second);
    // In short, the news says when it changes.
    match reading {
        Verbosity::Full => out.push(format!(
            "{score}. {} {} over; the timer stands at {}.",
            timer.counted(),
            if *timer == (TimerItem { done: 1, of: None, ..*timer }) { "is" } else { "are" },
            turf.name(timer.at)
        )),
        Verbosity::Normal => out.push(format!("{score}, after {}.", timer.counted())),
        Verbosity::Short => {}
    }
    if full {
        for seat in Seat::BOTH {
            out.push(side(scene.sides.get(seat), *pitch.sent_off.get(seat), seat, pitch));
        }
    } else {
        out.extend(ranks(scene, pitch, reading))
    }
    let moved: Vec<String> =
        trails.iter().filter(|_| full).map(|it| self::trail(it, pitch)).collect();
    if !moved.is_empty() {
        out.push(format!("Arrows: {}.", moved.join("; ")));
    }
    out
}

/// Tells whether the ball is elsewhere than before, or a play begins.
fn is_ball_news(pitch: &Pitch) -> bool {
    let Pitch { players, trails, loose, dice, stale, .. } = pitch;
    let ball = players.iter().find(|it| it.ball).map(|it| it.at);
    let came = trails.iter().any(|trail| trail.cells.last().copied() == ball);
    *stale || dice.is_none() || loose.is_some() || came
}

fn ball(scene: &Scene, pitch: &Pitch) -> String {
    let turf = &pitch.turf;
    match (pitch.players.iter().find(|it| it.ball), pitch.loose) {
        (Some(player), None) => {
            let role = &scene.sides.get(player.seat).role;
            format!("The ball is with {role} {} on {}.", called(player), turf.name(player.at))
        }
        (_, Some(at)) => format!("The ball comes down on {}.", turf.name(at)),
        (None, None) => "Nobody has the ball.".to_owned(),
    }
}

/// Says what was rolled and what it allows; that nothing was rolled is told in full alone.
fn dice(scene: &Scene, pitch: &Pitch, reading: Verbosity) -> Vec<String> {
    let Pitch { dice, stale, allows, .. } = pitch;
    let full = reading == Verbosity::Full;
    let mut out = Vec::new();
    match dice {
        Some((seat, faces)) => {
            let faces: Vec<&str> = faces.iter().map(|it: &Face| it.name()).collect();
            let roll = format!("{} rolled {}", scene.sides.get(*seat).role, faces.join(" and "));
            match (stale, full) {
                (true, true) => out.push(format!(
                    "No dice are rolled yet in this play; in the one before, {roll}."
                )),
                (true, false) => {}
                // In short, the question says it.
                (false, _) if reading == Verbosity::Short => {}
                (false, _) => out.push(format!("{roll}.")),
            }
        }
        None if full => out.push("No dice are rolled yet in this play.".to_owned()),
        None => {}
    }
    if !allows.is_empty() {
        let what = if reading == Verbosity::Short { "The roll" } else { "It" };
        out.push(format!("{what} allows {allows}."));
    }
    out
}

/// Names a player: `number 2`, `goalie`.
fn called(player: &PlayerItem) -> String {
    if player.goalie { "goalie".to_owned() } else { format!("number {}", player.shirt) }
}

/// Words the ranks on which players stand, from the highest, and who is beside the field; in short, the ranks that
/// changed and that of the ball.
fn ranks(scene: &Scene, pitch: &Pitch, reading: Verbosity) -> Vec<String> {
    let Pitch { turf, players, trails, sent_off, .. } = pitch;
    let role = |seat: Seat| &scene.sides.get(seat).role;
    let mut rows: Vec<u8> = if reading == Verbosity::Short && !scene.last.is_empty() {
        let ends = trails
            .iter()
            .flat_map(|trail| trail.cells.first().into_iter().chain(trail.cells.last()));
        let ball =
            players.iter().filter(|it| it.ball).filter(|_| is_ball_news(pitch)).map(|it| it.at);
        ends.copied().chain(ball).map(|it| it.row).collect()
    } else {
        players.iter().map(|it| it.at.row).collect()
    };
    rows.sort_unstable_by(|one, other| other.cmp(one));
    rows.dedup();
    let told = |wanted: &dyn Fn(&PlayerItem) -> bool| {
        let of = |seat: Seat| {
            let own = players.iter().filter(|player| player.seat == seat && wanted(player));
            let mut own: Vec<&PlayerItem> = own.collect();
            own.sort_by_key(|it| it.at.column);
            let each =
                own.iter().map(|player| format!("{} on {}", called(player), turf.name(player.at)));
            let each = each.collect::<Vec<_>>().join(", ");
            (!each.is_empty()).then(|| format!("{} {each}", role(seat)))
        };
        Seat::BOTH.into_iter().filter_map(of).collect::<Vec<String>>().join("; ")
    };
    let mut out = Vec::new();
    for row in rows {
        let all = told(&|player| turf.holds(player.at) && player.at.row == row);
        if !all.is_empty() {
            out.push(format!("Rank {row}: {all}."));
        }
    }
    let beside = told(&|player| !turf.holds(player.at) && !player.ball);
    if !beside.is_empty() {
        out.push(format!("Out of bounds: {beside}."));
    }
    for seat in Seat::BOTH.into_iter().filter(|seat| 0 < *sent_off.get(*seat)) {
        out.push(format!("{}: sent off {}.", role(seat), sent_off.get(seat)));
    }
    out
}

fn side(side: &Side, sent_off: u32, seat: Seat, pitch: &Pitch) -> String {
    let Side { name, role, ink: _, to_move, tallies: _, clock, left: _ } = side;
    let who = if name == role { role.clone() } else { format!("{name} ({role})") };
    let mut out = format!("{who}{}", if *to_move { ", to move" } else { "" });
    let own: Vec<&PlayerItem> = pitch.players.iter().filter(|it| it.seat == seat).collect();
    let at =
        |player: &&&PlayerItem| format!("{} on {}", called(player), pitch.turf.name(player.at));
    let (on, off): (Vec<&&PlayerItem>, Vec<&&PlayerItem>) =
        own.iter().partition(|player| pitch.turf.holds(player.at));
    let list = |all: &[&&PlayerItem]| all.iter().map(at).collect::<Vec<_>>().join(", ");
    // The scorer of a match's last goal is still in the net.
    let scored = |player: &&&PlayerItem| player.ball && pitch.turf.is_goal(player.at);
    let (scored, off): (Vec<&&PlayerItem>, Vec<&&PlayerItem>) = off.into_iter().partition(scored);
    let thrower = |it: &&&PlayerItem| it.ball;
    let (throws, off): (Vec<&&PlayerItem>, Vec<&&PlayerItem>) = off.into_iter().partition(thrower);
    if on.is_empty() {
        out.push_str(": nobody on the field")
    } else {
        out.push_str(&format!(": {}", list(&on)))
    }
    if !scored.is_empty() {
        out.push_str(&format!("; in the goal {}", list(&scored)));
    }
    if !throws.is_empty() {
        out.push_str(&format!("; on the border with the ball {}", list(&throws)));
    }
    if !off.is_empty() {
        out.push_str(&format!("; out of bounds {}", list(&off)));
    }
    if 0 < sent_off {
        out.push_str(&format!("; sent off {sent_off}"));
    }
    if let Some(clock) = clock {
        out.push_str(&format!("; clock {clock}"));
    }
    out + "."
}

fn trail(trail: &Trail, pitch: &Pitch) -> String {
    let Trail { kind, cells } = trail;
    let what = match kind {
        Track::Run => "run",
        Track::Carry => "with the ball",
        Track::Pass => "pass",
        Track::Flight => "ball in the air",
        Track::Push => "pushed",
        Track::Steal => "for the ball",
    };
    let way: Vec<String> = cells.iter().map(|cell| pitch.turf.name(*cell)).collect();
    format!("{what} {}", way.join(" to "))
}
