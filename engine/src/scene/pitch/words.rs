//! A pitch in words, complete for someone who doesn't see the picture.
use super::{Face, Pitch, PlayerItem, Restart, TimerItem, Track, Trail};
use crate::{
    scene::{Scene, Side},
    seat::Seat,
};

/// Says everything the picture of a pitch shows.
pub(in crate::scene) fn words(scene: &Scene, pitch: &Pitch) -> Vec<String> {
    let Pitch {
        turf,
        players,
        trails,
        loose,
        offside,
        timer,
        goals,
        sent_off,
        restart,
        dice,
        stale,
        allows,
    } = pitch;
    let role = |seat: Seat| &scene.sides.get(seat).role;
    let TimerItem { done, of, at: _ } = *timer;
    let mut out = vec![format!(
        "Score: {} {}, {} {}. {done} of {of} plays are over; the timer stands at {}.",
        role(Seat::First),
        goals.first,
        role(Seat::Second),
        goals.second,
        turf.name(timer.at)
    )];
    for seat in Seat::BOTH {
        out.push(side(scene.sides.get(seat), *sent_off.get(seat), seat, pitch));
    }
    out.push(match (players.iter().find(|it| it.ball), loose) {
        (Some(PlayerItem { at, seat, shirt, .. }), None) => {
            format!("The ball is with {} {shirt} on {}.", role(*seat), turf.name(*at))
        }
        (_, Some(at)) => format!("The ball comes down on {}.", turf.name(*at)),
        (None, None) => "Nobody has the ball.".to_owned(),
    });
    if let Some(Restart { seat, name, rule }) = restart {
        out.push(format!("It is {}'s {name}: {rule}.", role(*seat)));
    }
    out.push(match dice {
        Some((seat, faces)) => {
            let faces: Vec<&str> = faces.iter().map(|it: &Face| it.name()).collect();
            let roll = format!("{} rolled {}", role(*seat), faces.join(" and "));
            match stale {
                true => format!("No dice are rolled yet in this play; in the one before, {roll}."),
                false => format!("{roll}."),
            }
        }
        None => "No dice are rolled yet in this play.".to_owned(),
    });
    if !allows.is_empty() {
        out.push(format!("It allows {allows}."));
    }
    if let Some((seat, row)) = offside {
        let beyond = if *seat == turf.near { "above" } else { "below" };
        out.push(format!("Offside for {}: {beyond} rank {row}.", role(*seat)));
    }
    let moved: Vec<String> = trails.iter().map(|it| trail(it, pitch)).collect();
    if !moved.is_empty() {
        out.push(format!("Arrows: {}.", moved.join("; ")));
    }
    out
}

fn side(side: &Side, sent_off: u32, seat: Seat, pitch: &Pitch) -> String {
    let Side { name, role, ink: _, to_move, tallies: _, clock, left: _ } = side;
    let who = if name == role { role.clone() } else { format!("{name} ({role})") };
    let mut out = format!("{who}{}", if *to_move { ", to move" } else { "" });
    let own: Vec<&PlayerItem> = pitch.players.iter().filter(|it| it.seat == seat).collect();
    let at = |player: &&&PlayerItem| format!("{} {}", player.shirt, pitch.turf.name(player.at));
    let (on, off): (Vec<&&PlayerItem>, Vec<&&PlayerItem>) =
        own.iter().partition(|player| pitch.turf.holds(player.at));
    let list = |all: &[&&PlayerItem]| all.iter().map(at).collect::<Vec<_>>().join(", ");
    // The scorer of a match's last goal is still in the net.
    let scored = |player: &&&PlayerItem| player.ball && pitch.turf.is_goal(player.at);
    let (scored, off): (Vec<&&PlayerItem>, Vec<&&PlayerItem>) = off.into_iter().partition(scored);
    let thrower = |it: &&&PlayerItem| it.ball;
    let (throws, off): (Vec<&&PlayerItem>, Vec<&&PlayerItem>) = off.into_iter().partition(thrower);
    match on.is_empty() {
        true => out.push_str(": nobody on the field"),
        false => out.push_str(&format!(": {}", list(&on))),
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
