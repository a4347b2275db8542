//! Choices made in secret, in every game that asks for them: made again until the other side has chosen, and warned of where others could
//! read them.
use std::sync::LazyLock;

use engine::{
    chance::StepKey,
    game::{PromptKind, Status},
    games::GameId,
};
use it::matches::{Match, every};
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use proof::check_export;
use service::Request;

use crate::room::Room;

/// How many random steps are played to reach two simultaneous secret choices.
const STEPS: usize = 60;

/// Returns what somebody may choose.
pub(crate) fn offered(room: &mut Room, who: &str) -> Vec<String> {
    let offers = room.service.offers(Chat::Console, "room", who, None).unwrap();
    offers.into_iter().next().map_or(Vec::new(), |it| it.words)
}

/// Plays until both have several secret choices; tells whether that happened.
fn both_choose(room: &mut Room) -> bool {
    for n in 0..STEPS {
        let asked = ["ann", "bob"].map(|it| offered(room, it));
        let [ann, bob] = &asked;
        let in_secret = room.service.may_be_secret(&room.request("ann", "anything"));
        if in_secret && 1 < ann.len() && 1 < bob.len() {
            return true;
        }
        let (who, words) = if ann.is_empty() { ("bob", bob) } else { ("ann", ann) };
        let Some(words) = words.get((n * 7919) % words.len().max(1)) else { return false };
        let reply = room.say(who, &format!("play #1 {words}")).remove(0);
        assert_eq!(reply.refused, None, "{words}: {}", reply.text.bare());
    }
    false
}

/// Opens a match of a game with some settings.
pub(crate) fn opened(game: GameId, settings: &str) -> Room {
    let mut room = Room::new();
    let name = game.name();
    room.all(&[
        &format!("ann: challenge @bob {name} {settings} side=first clock=3d+1d hard"),
        "bob: accept",
    ]);
    room
}

/// The games, with their settings, where both come to owe a choice in secret at once.
static CHOOSING: LazyLock<Vec<(GameId, String)>> = LazyLock::new(|| {
    let chooses = |(game, settings): &(GameId, String)| {
        let mut running = Match::open(*game, settings, 1).expect("a match");
        (0..STEPS).any(|_| {
            let Status::Waiting(prompts) = running.table.status() else { return false };
            if let Some((seat, words)) = running.sample() {
                running.play(seat, &words).expect("a choice is played");
            }
            1 < prompts.len() && prompts.iter().all(|it| it.kind == PromptKind::Sealed)
        })
    };
    let found: Vec<_> = every().into_iter().filter(chooses).collect();
    assert!(3 < found.len(), "{found:?}");
    found
});

/// Returns those games, and a room of each where both owe a choice in secret.
pub(crate) fn rooms() -> Vec<(String, Room)> {
    let reached = |(game, settings): &(GameId, String)| {
        // `side` is a word of the challenge itself.
        let words = settings.split(' ').filter(|word| !word.starts_with("side="));
        let words = words.collect::<Vec<_>>().join(" ");
        let mut room = opened(*game, &words);
        assert!(both_choose(&mut room), "{game} {words}");
        (format!("{} {words}", game.name()), room)
    };
    CHOOSING.iter().map(reached).collect()
}

/// Presses a button that was made for a position.
fn press(room: &mut Room, who: &str, words: &str, asked_at: Option<StepKey>) -> Vec<Reply> {
    let request = Request { asked_at, ..room.request(who, words) };
    room.service.handle(&request).into_iter().map(|it| it.reply).collect()
}

/// Says words where others can read them.
fn say_aloud(room: &mut Room, who: &str, words: &str) -> Vec<Reply> {
    let request = Request { overheard: true, ..room.request(who, words) };
    room.service.handle(&request).into_iter().map(|it| it.reply).collect()
}

fn is_private(replies: &[Reply]) -> bool {
    replies.iter().all(|it| it.to != Audience::Room)
}

#[test]
fn a_choice_in_secret_is_made_again_until_the_other_side_has_chosen() {
    for (game, mut room) in rooms() {
        let (ann, bob) = (offered(&mut room, "ann"), offered(&mut room, "bob"));
        room.say("ann", &format!("play #1 {}", ann[0]));
        let left = room.one("ann", "games").text.bare();
        let again = room.say("ann", &format!("play #1 {}", ann[1]));
        assert!(is_private(&again), "{game}: {again:?}");
        assert!(again[0].text.bare().contains(&ann[1]), "{game}: {}", again[0].text.bare());
        assert_eq!(room.one("ann", "games").text.bare(), left, "no time is gained");
        let same = room.say("ann", &format!("play #1 {}", ann[1]));
        assert!(is_private(&same) && same[0].text.bare().contains("already"), "{game}");
        room.say("bob", &format!("play #1 {}", bob[0]));
        let late = room.say("ann", &format!("play #1 {}", ann[0])).remove(0);
        assert!(late.refused.is_some() || !late.text.bare().contains("Your choice"), "{game}");
        room.say("ann", "resign #1 yes");
        let file = room.file_of(1);
        let report = check_export(&file).unwrap();
        assert_eq!(report.fault, None, "{game}");
        assert!(report.agrees.iter().any(|it| it.contains("taken back")), "{:?}", report.agrees);
        assert!(
            file.contains(&format!("\"written\": \"{}\"", ann[0])),
            "{game}: what was replaced stays in the file"
        );
    }
}

#[test]
fn buttons_of_a_choice_in_secret_stay_good_until_it_is_over() {
    for (game, mut room) in rooms() {
        let (ann, bob) = (offered(&mut room, "ann"), offered(&mut room, "bob"));
        let first = room.one("ann", "moves #1").menu.unwrap().asked_at;
        let chosen = room.say("ann", &format!("play #1 {}", ann[0]));
        // Bob is asked again, because the room was told; then Ann changes her choice.
        let mut menus =
            chosen.iter().filter(|it| it.to != Audience::Room).filter_map(|it| it.menu.as_ref());
        let for_bob = menus.next_back().unwrap().asked_at;
        assert_ne!(for_bob, first, "{game}: {chosen:?}");
        let again = press(&mut room, "ann", &format!("play #1 {}", ann[1]), first);
        assert_eq!(again[0].refused, None, "{game}: {}", again[0].text.bare());
        let answered = press(&mut room, "bob", &format!("play #1 {}", bob[0]), for_bob);
        assert_eq!(answered[0].refused, None, "{game}: {}", answered[0].text.bare());
        let stale = press(&mut room, "ann", &format!("play #1 {}", ann[0]), first);
        assert!(stale[0].refused.is_some(), "{game}: {}", stale[0].text.bare());
    }
}

#[test]
fn whoever_chooses_where_others_read_it_is_warned_and_may_choose_again() {
    for (game, mut room) in rooms() {
        let (ann, bob) = (offered(&mut room, "ann"), offered(&mut room, "bob"));
        let said = say_aloud(&mut room, "ann", &format!("play #1 {}", ann[0]));
        let warned = said.last().unwrap();
        assert!(warned.to != Audience::Room, "{game}");
        assert!(
            warned.text.bare().contains("Bob hasn't chosen yet"),
            "{game}: {}",
            warned.text.bare()
        );
        let menu = warned.menu.as_ref().unwrap();
        let again = press(&mut room, "ann", &format!("play #1 {}", ann[1]), menu.asked_at);
        assert!(again[0].refused.is_none() && is_private(&again), "{game}: {again:?}");
        let said = say_aloud(&mut room, "bob", &format!("play #1 {}", bob[0]));
        let warned = said.iter().find(|reply| reply.text.bare().contains("could read your choice"));
        assert!(
            warned.is_some_and(|reply| reply.text.bare().contains("Next time")),
            "{game}: {said:?}"
        );
    }
}
