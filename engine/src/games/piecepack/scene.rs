//! What the picture shows.
use super::{
    Action, Aim, Coin, Event, Kicker, Piecepack, Shot,
    field::{FOUL_SHIFT, LONG, MOVED, Point, RADIUS, SLOWING, TILE, WIDE, goal_of_other},
    words,
    words::ask::FirstLine,
};
use crate::{
    game::empty_scene,
    scene::{
        At, Count, Ink, Item, Panel, Pick, Scene, Surface, Tally, arrow,
        court::{self, CoinPath, Court, CourtSpot, CourtThing, Film, Off, Suit},
    },
    seat::{BySeat, Observer, Seat},
};

/// The field of the game.
pub(super) const COURT: Court =
    Court { wide: WIDE, long: LONG, tile: TILE, radius: RADIUS, near: Seat::First };

/// Shows the field after `last`.
pub(super) fn show(game: &Piecepack, last: &[Event], to: Observer<'_>) -> Scene {
    let mut things = Vec::new();
    if let Some(shot) = last_shot(last) {
        things.extend(tracks(game, shot));
    }
    things.extend(
        game.coins()
            .into_iter()
            .map(|(which, at)| CourtThing::Coin { coin: coin(game, which), at: spot(at) }),
    );
    things.extend(beside(game));
    let mut scene = empty_scene(game, Surface::Court(COURT), last, to);
    scene.facing = to.facing(game.seat());
    scene.items = things.into_iter().map(Item::Court).collect();
    let goal = last.iter().rev().find_map(|event| match event {
        Event::Goal { score, .. } => Some(score),
        _ => None,
    });
    let banner =
        |score: &BySeat<u8>| Item::Banner(format!("GOAL {}:{}", score.first, score.second));
    scene.items.extend(goal.map(banner));
    for seat in Seat::BOTH {
        let side = scene.sides.get_mut(seat);
        side.ink = if seat == game.starter { Ink::Dark } else { Ink::Light };
        side.tallies = tallies(game, seat);
    }
    scene.last = last.iter().map(|it| words::tell_shortly(it, to)).collect();
    scene
}

/// Shows a goal: where all coins came to rest, before they are set up again. `game` is from before the step.
pub(super) fn moment(game: &Piecepack, last: &[Event], to: Observer<'_>) -> Option<Scene> {
    let goal = last.iter().position(|event| matches!(event, Event::Goal { .. }))?;
    let Event::Goal { score, .. } = &last[goal] else { return None };
    let shot = last_shot(last)?;
    let mut scene = show(game, &last[..=goal], to);
    for item in &mut scene.items {
        let Item::Court(CourtThing::Coin { coin: shown, at }) = item else { continue };
        if let Some(track) = shot.tracks.iter().find(|track| coin(game, track.coin) == *shown) {
            *at = spot(track.end());
        }
    }
    for seat in Seat::BOTH {
        let side = scene.sides.get_mut(seat);
        side.to_move = false;
        let goals = side.tallies.iter_mut().filter(|it| it.what == Count::Goals);
        goals.for_each(|tally| tally.count = (*score.get(seat)).into());
    }
    // The caption says it.
    scene.caption = scene.last.pop().unwrap_or_default();
    Some(scene)
}

/// Says which coin an action moves, and at what it is aimed.
pub(super) fn pick(game: &Piecepack, seat: Seat, action: &Action) -> Option<Pick> {
    let at = |point: Point| At::Spot(spot(point));
    let aimed = |aim: &Aim| match aim {
        Aim::Heading(_) => None,
        Aim::Spot(it) => Some(*it),
        Aim::Coin(coin) => game.lies(*coin),
        Aim::Goal => Some(goal_of_other(seat)),
    };
    let pick = |from: Option<Point>, aim: &Aim| Pick {
        from: from.map(at),
        to: aimed(aim).map(at).into_iter().collect(),
        ..Pick::default()
    };
    match action {
        Action::Flick { kicker, aim, power: _ } => {
            Some(pick(game.lies(Coin::Kicker(seat, *kicker)), aim))
        }
        Action::FreeKick { aim, power: _ } | Action::Throw { aim, from: _, power: _ } => {
            Some(pick(game.lies(Coin::Ball), aim))
        }
        Action::CallIn { to, .. } | Action::Return { to, .. } => {
            Some(Pick { to: vec![at(game.spot(*to))], ..Pick::default() })
        }
        Action::Place(_) | Action::Form(_) => None,
    }
}

/// Shows the field with an aim that is only tried; the paths of the last shot are left out.
pub(super) fn tried(game: &Piecepack, line: &FirstLine, told: String, to: Observer<'_>) -> Scene {
    let mut scene = show(game, &[], to);
    let hits = line.coin().and_then(|coin| game.lies(coin)).map(spot);
    let tried = CourtThing::Line { from: spot(line.from), to: spot(line.to), hits };
    scene.items.insert(0, Item::Court(tried));
    // Backticks mean nothing in a picture.
    scene.panels.push(Panel::Notes(vec![told.replace('`', "")]));
    scene
}

/// Draws a suggested action: the first straight line of a shot, or where a kicker is put.
pub(super) fn draw_choice(game: &Piecepack, scene: &mut Scene, seat: Seat, action: &Action) {
    match game.first_line(seat, action) {
        Some(line) => {
            let hits = line.coin().and_then(|coin| game.lies(coin)).map(spot);
            let line = CourtThing::Line { from: spot(line.from), to: spot(line.to), hits };
            scene.items.insert(0, Item::Court(line));
        }
        None => {
            if let Some(pick) = pick(game, seat, action) {
                arrow(scene, &pick);
            }
        }
    }
}

/// Shows the shot of one step as a film.
pub(super) fn film(game: &Piecepack, last: &[Event]) -> Option<Film> {
    let shot = last_shot(last)?;
    let coins = shot.tracks.iter().map(|track| CoinPath {
        coin: coin(game, track.coin),
        way: track.way.iter().map(|&(time, point)| (time, spot(point))).collect(),
        gone: track.gone,
    });
    Some(Film { slowing: (SLOWING * 1000.0) as i32, coins: coins.collect() })
}

/// Returns the latest shot among some events.
pub(super) fn last_shot(last: &[Event]) -> Option<&Shot> {
    last.iter().rev().find_map(|event| match event {
        Event::Shot(shot) => Some(&**shot),
        _ => None,
    })
}

pub(super) fn spot(at: Point) -> CourtSpot {
    CourtSpot { x: at.x, y: at.y }
}

pub(super) fn coin(game: &Piecepack, coin: Coin) -> court::CoinItem {
    match coin {
        Coin::Ball => court::CoinItem { suit: Suit::Sun, of: None },
        Coin::Kicker(seat, number) => {
            let suit = if seat == game.starter { Suit::Arms } else { Suit::Crowns };
            court::CoinItem { suit, of: Some((seat, number)) }
        }
    }
}

/// Shows the paths of all coins that moved, and the tile that was hit hard.
fn tracks(game: &Piecepack, shot: &Shot) -> Vec<CourtThing> {
    let mut out = Vec::new();
    if let Some((tile, shift)) = shot.jolt
        && FOUL_SHIFT / 4 <= shift
    {
        out.push(CourtThing::Jolt { at: spot(tile.middle()), shift, foul: FOUL_SHIFT <= shift });
    }
    for track in &shot.tracks {
        let moved = i64::from(MOVED).pow(2) <= track.start().far2(track.end());
        let far = 1 < track.way.len() && (moved || 2 < track.way.len());
        if far {
            // A struck coin stands still for a while first.
            let mut way: Vec<_> = track.way.iter().map(|it| spot(it.1)).collect();
            way.dedup();
            out.push(CourtThing::Track { coin: coin(game, track.coin), way, shot: 1 });
        }
    }
    out
}

/// Shows the kickers that aren't on the field.
fn beside(game: &Piecepack) -> Vec<CourtThing> {
    let mut out = Vec::new();
    for seat in Seat::BOTH {
        for (number, kicker) in (1..).zip(game.kickers.get(seat)) {
            let why = match kicker {
                Kicker::On(_) => continue,
                Kicker::Waiting => Off::Waiting,
                Kicker::Out => Off::Fouled,
                Kicker::Through => Off::Through,
            };
            out.push(CourtThing::Off { coin: coin(game, Coin::Kicker(seat, number)), why });
        }
    }
    out
}

fn tallies(game: &Piecepack, seat: Seat) -> Vec<Tally> {
    let tally = |what, count| Tally { what, count };
    let out = game.numbers(seat, |it| it == Kicker::Out).len();
    vec![tally(Count::Goals, u32::from(*game.score.get(seat))), tally(Count::Off, out as u32)]
}
