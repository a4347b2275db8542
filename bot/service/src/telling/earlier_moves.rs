//! All moves that a picture tells of, not only those of its last step.
use engine::scene::{
    Count, Item, Scene, Surface,
    court::CourtThing,
    pitch::{Pitch, PlayerItem, Trail},
};
use model::reply::Picture;
use store::{MatchRow, Tx};

use super::drawing::scene_of;
use crate::{RequestError, matches::find::table_after};

/// The most steps before the last one whose moves a picture shows.
const MOST: u32 = 8;

/// Adds the moves of the steps before the last one that belong to a picture, the oldest below.
pub(super) fn add_moves(
    tx: &Tx<'_>,
    picture: &Picture,
    row: &MatchRow,
    scene: &mut Scene,
) -> Result<(), RequestError> {
    let (Some(since), Some(before)) = (picture.since, picture.step.checked_sub(1)) else {
        return Ok(());
    };
    let since = since.max(picture.step.saturating_sub(MOST));
    if before < since {
        return Ok(());
    }
    let mut earlier = Vec::new();
    for step in tx.steps_between(picture.of, since, before)? {
        let alone = Picture { chosen: None, asked: String::new(), ..picture.clone() };
        earlier.push(scene_of(&alone, table_after(row.terms.game, &step)?.as_ref(), row));
    }
    add_paths(scene, &earlier);
    add_trails(scene, &earlier);
    add_shots(scene, &earlier);
    Ok(())
}

fn add_paths(scene: &mut Scene, earlier: &[Scene]) {
    let is_path = |item: &Item| matches!(item, Item::Path { .. });
    let mut paths: Vec<Item> = Vec::new();
    for earlier in earlier {
        paths.extend(earlier.items.iter().filter(|item| is_path(item)).cloned());
    }
    paths.retain(|path| !scene.items.contains(path));
    paths.dedup();
    let stands = |item: &Item| {
        is_path(item) || matches!(item, Item::Piece { .. } | Item::Fighter(_) | Item::Stack { .. })
    };
    let place = scene.items.iter().position(stands).unwrap_or(scene.items.len());
    scene.items.splice(place..place, paths);
}

/// Adds the paths on a pitch.
fn add_trails(scene: &mut Scene, earlier: &[Scene]) {
    let Surface::Pitch(last) = &mut scene.board else { return };
    let mut trails: Vec<Trail> = Vec::new();
    let mut after = Pitch::clone(last);
    for scene in earlier.iter().rev() {
        let Surface::Pitch(pitch) = &scene.board else { return };
        if are_set_up_anew(pitch, &after) {
            break;
        }
        // A step shows what came before it in the same play, too.
        let new = |trail: &&Trail| !after.trails.contains(trail) && !trails.contains(trail);
        let new: Vec<Trail> = pitch.trails.iter().filter(new).cloned().collect();
        trails.splice(0..0, new);
        after = Pitch::clone(pitch);
    }
    last.trails.splice(0..0, trails);
}

/// Tells whether players stand elsewhere without having moved there: nobody is at the ends of the
/// earlier arrows now.
fn are_set_up_anew(before: &Pitch, after: &Pitch) -> bool {
    let same = |one: &PlayerItem, other: &PlayerItem| {
        (one.seat, &one.shirt, one.at) == (other.seat, &other.shirt, other.at)
    };
    let stays = |one: &&PlayerItem| after.players.iter().any(|other| same(one, other));
    let moved = before.players.len() - before.players.iter().filter(stays).count();
    after.trails.len() < moved
}

/// Adds the paths of earlier shots on a court, and counts the shots.
fn add_shots(scene: &mut Scene, earlier: &[Scene]) {
    let shot_of = |scene: &Scene| {
        let is_track = |item: &&Item| matches!(item, Item::Court(CourtThing::Track { .. }));
        scene.items.iter().filter(is_track).cloned().collect::<Vec<Item>>()
    };
    let mut shots: Vec<Vec<Item>> = Vec::new();
    // After a goal the coins are set up again.
    let since =
        earlier.iter().rposition(|before| goals(before) != goals(scene)).map_or(0, |at| at + 1);
    for scene in earlier[since..].iter().chain([&*scene]) {
        let shot = shot_of(scene);
        if !shot.is_empty() && shots.last() != Some(&shot) {
            shots.push(shot);
        }
    }
    if shots.len() < 2 {
        return;
    }
    scene.items.retain(|item| !matches!(item, Item::Court(CourtThing::Track { .. })));
    let mut tracks = Vec::new();
    for (nth, shown) in (1..).zip(shots) {
        tracks.extend(shown.into_iter().map(|item| match item {
            Item::Court(CourtThing::Track { coin, way, shot: _ }) => {
                Item::Court(CourtThing::Track { coin, way, shot: nth })
            }
            other => other,
        }));
    }
    scene.items.splice(0..0, tracks);
}

/// Counts the goals on a court.
fn goals(scene: &Scene) -> Vec<u32> {
    let sides = [&scene.sides.first, &scene.sides.second];
    let tallies = sides.into_iter().flat_map(|side| &side.tallies);
    tallies.filter(|it| it.what == Count::Goals).map(|it| it.count).collect()
}
