//! Reactions, in every game that has them: they have their own time, and a default when it runs out.
use engine::games::GameId;
use it::sample::some_variations;
use model::ids::Chat;
use proof::check_export;

use crate::room::Room;

const HOUR: i64 = 3600;

/// How many random steps are played to reach a reaction.
const STEPS: usize = 150;

/// What is said about the time for a reaction.
const ASKED: &str = " for this choice.";
const DEFAULT: &str = "ran out of time for this choice; the default was played.";

/// Opens a match with a day per turn; a reaction has a third of that. Returns what was said.
fn opened(game: GameId, settings: &str) -> (Room, String) {
    let mut room = Room::new();
    let name = game.name();
    // `side` is a word of the challenge itself.
    let settings: Vec<&str> = settings.split(' ').filter(|it| !it.starts_with("side=")).collect();
    let settings = settings.join(" ");
    room.all(&[&format!("ann: challenge @bob {name} {settings} side=first clock=daily hard")]);
    let said = room.say("bob", "accept").remove(0).text.bare();
    (room, said)
}

/// Makes a choice for somebody who has to decide; returns what was said, or none if nothing is
/// listed.
fn step(room: &mut Room, n: usize) -> Option<String> {
    for who in ["ann", "bob"] {
        let offers = room.service.offers(Chat::Console, "room", who, None).unwrap();
        let words = offers.first().map_or(&[][..], |it| &it.words);
        if let Some(words) = words.get((n * 7919) % words.len().max(1)).cloned() {
            let reply = room.say(who, &format!("play #1 {words}")).remove(0);
            assert_eq!(reply.refused, None, "{words}: {}", reply.text.bare());
            return Some(reply.text.bare());
        }
    }
    None
}

#[test]
fn a_choice_out_of_turn_has_its_time_and_is_then_made() {
    for (game, settings) in some_variations() {
        let (mut room, mut said) = opened(game, &settings);
        let mut n = 0;
        while !said.contains(ASKED) && n < STEPS {
            let Some(next) = step(&mut room, n) else { break };
            (said, n) = (next, n + 1);
        }
        let asked = said.matches(ASKED).count();
        let acted = |said: &[model::reply::Reply]| {
            said.iter().filter(|reply| reply.text.bare().contains(DEFAULT)).count()
        };
        assert_eq!(acted(&room.wait(8 * HOUR - 1)), 0, "{game} {settings}: {said}");
        assert_eq!(acted(&room.wait(1)), asked, "{game} {settings}: {said}");
        room.say("ann", "resign #1 yes");
        let file = room.file_of(1);
        assert_eq!(check_export(&file).unwrap().fault, None, "{game} {settings}");
    }
}
