//! The numbers of choices on pictures, and all moves that a picture of each game tells of.
use delivery::paint::number;
use engine::{
    games::GameId,
    scene::{At, Item, Surface, court::CourtThing},
};
use model::{
    ids::{Chat, MatchId},
    reply::{Audience, Reply},
};
use service::{Drawing, RandomSource, Service, drawing};
use store::Store;

use crate::room::Room;

fn drawn(room: &mut Room, reply: &Reply) -> Drawing {
    let picture = reply.picture.as_ref().expect("a board has a picture");
    room.service.look(|tx| drawing(tx, picture)).expect("it can be drawn")
}

/// Starts a match in a chat whose choices have numbers.
fn begun(terms: &str) -> Room {
    let service = Service::new(
        Store::trial_with(features::FEATURES.tables()).unwrap(),
        RandomSource::Repeatable(7),
        &features::FEATURES,
    );
    let mut room = Room::on(Chat::Matrix, service);
    room.as_usual();
    room.all(&[&format!("ann: challenge @bob {terms}"), "bob: accept"]);
    room
}

/// Plays varying choices, and looks at all replies with a picture.
fn played(room: &mut Room, steps: usize, mut look: impl FnMut(&mut Room, &Reply)) {
    for step in 0..steps {
        let offer = ["ann", "bob"].into_iter().find_map(|who| {
            let offers = room.service.offers(room.chat, &room.handle, who, Some(MatchId(1)));
            Some((who, offers.unwrap().into_iter().next()?.words))
        });
        let Some((who, words)) = offer else { return };
        let word = &words[(step * 7 + 3) % words.len()];
        for reply in room.say(who, &format!("play #1 {word}")) {
            if reply.picture.is_some() {
                look(room, &reply);
            }
        }
    }
}

#[test]
fn the_numbers_on_a_picture_are_those_of_its_words_in_every_game() {
    for game in GameId::ALL {
        let mut room = begun(&format!("{game} unrated"));
        let (mut boards, mut numbered) = (0, 0);
        played(&mut room, 60, |room, reply| {
            let mut drawing = drawn(room, reply);
            let Some(menu) = reply.menu.clone().filter(|_| reply.to == Audience::Room) else {
                return;
            };
            let menu = menu.in_lines();
            number(&mut drawing, &menu);
            boards += 1;
            numbered += drawing.numbers.len();
            let Surface::Squares(_) = &drawing.scene.board else { return };
            for (nth, pick) in &drawing.numbers {
                let choice = menu.numbered(*nth).expect("the words have this number");
                let says = format!("{} {} {}", choice.label, choice.explains, choice.typed);
                let says = says.to_lowercase();
                for at in pick.from.iter().chain(pick.to.first()) {
                    let At::Cell(cell) = at else { panic!("{at:?} on squares") };
                    assert!(says.contains(&cell.to_string()), "{game}: {nth} on {cell}: {says}");
                }
            }
        });
        assert!(10 < boards && 10 < numbered, "{game}: {numbered} numbers on {boards} boards");
    }
}

#[test]
fn choices_that_only_one_may_see_have_no_numbers_on_any_picture() {
    let mut asked = 0;
    for terms in ["alien unrated", "amtgard unrated duel=stance"] {
        let mut room = begun(terms);
        played(&mut room, 120, |room, reply| {
            let alone = matches!(reply.to, Audience::Only(_));
            let drawing = drawn(room, reply);
            if alone || reply.menu.is_none() {
                asked += u32::from(alone && reply.menu.is_some());
                assert!(drawing.marked.is_empty() || !alone, "{terms}: {}", reply.text.bare());
            }
            assert!(drawing.numbers.is_empty(), "a chat adds them");
        });
    }
    assert!(0 < asked, "somebody chooses in private");
}

#[test]
fn every_shot_since_ones_own_is_drawn_and_counted() {
    let mut most = 0;
    let mut room = begun("piecepack unrated");
    played(&mut room, 200, |room, reply| {
        let scene = drawn(room, reply).scene;
        let tracks = scene.items.iter().filter_map(|item| match item {
            Item::Court(CourtThing::Track { way, shot, .. }) => Some((way.clone(), *shot)),
            _ => None,
        });
        let tracks: Vec<_> = tracks.collect();
        assert!(tracks.is_sorted_by_key(|it| it.1), "the oldest first: {tracks:?}");
        assert!(tracks.first().is_none_or(|it| it.1 == 1), "counted from one: {tracks:?}");
        most = most.max(tracks.last().map_or(0, |it| it.1));
    });
    assert!(1 < most, "a turn with several shots shows them all");
}

#[test]
fn every_run_and_pass_since_ones_own_is_drawn_where_players_still_stand() {
    let mut most = 0;
    let mut room = begun("metasoccer unrated");
    played(&mut room, 200, |room, reply| {
        let Drawing { scene, .. } = drawn(room, reply);
        let Surface::Pitch(pitch) = &scene.board else { panic!("no pitch") };
        for (nth, trail) in pitch.trails.iter().enumerate() {
            assert!(!pitch.trails[..nth].contains(trail), "each once: {:?}", pitch.trails);
        }
        most = most.max(pitch.trails.len());
    });
    assert!(3 < most, "{most} paths at most");
}
