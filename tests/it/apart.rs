//! What a player chooses in private, in every game: a number that others read chooses nothing, in whatever way it is written.
use std::collections::{BTreeMap, BTreeSet};

use engine::{game::Status, games::GameId, refusal::Code};
use it::matches::{Match, every};
use model::{
    ids::{Chat, MatchId},
    reply::{Audience, Reply},
};
use service::Request;

use crate::{
    room::Room,
    sealed::{offered, opened},
};

/// How many random steps are played to reach a private choice.
const STEPS: usize = 120;

/// How many variations of each game with private choices are tried.
const TRIED: usize = 4;

/// The first choice of a list by its number, as people write one.
const NUMBERS: [&str; 11] = [
    "1",
    "1.",
    "1)",
    "1\u{fe0f}\u{20e3}",
    "１",
    "play 1",
    "play 1\u{fe0f}\u{20e3}",
    "move 1",
    "#1 1",
    "1 #1",
    "play #1 1",
];

/// The games that ask in private, with the first of their settings where they do.
fn asking_in_private() -> Vec<(GameId, String)> {
    let mut found: BTreeMap<GameId, Vec<String>> = BTreeMap::new();
    for (game, settings) in every() {
        if found.get(&game).is_some_and(|all| TRIED <= all.len()) {
            continue;
        }
        let mut running = Match::open(game, &settings, 1).expect("a match");
        let asks = (0..STEPS).any(|_| {
            let Status::Waiting(prompts) = running.table.status() else { return false };
            if let Some((seat, words)) = running.sample() {
                running.play(seat, &words).expect("a choice is played");
            }
            prompts.iter().any(|it| it.kind.is_private())
        });
        if asks {
            found.entry(game).or_default().push(settings);
        }
    }
    assert!(1 < found.len(), "{found:?}");
    let all = found.into_iter();
    all.flat_map(|(game, all)| all.into_iter().map(move |settings| (game, settings))).collect()
}

/// Plays until somebody has several private choices. Returns who.
fn asked_apart(room: &mut Room) -> Option<&'static str> {
    for n in 0..STEPS {
        let mut next = None;
        for who in ["ann", "bob"] {
            let asked = room.service.asked_in(Chat::Console, "room", who).unwrap();
            let Some(asked) = asked.first() else { continue };
            let words = offered(room, who);
            if asked.private && 1 < words.len() {
                return Some(who);
            }
            next = next.or(Some((who, words)).filter(|it| !it.1.is_empty()));
        }
        let (who, words) = next?;
        // A card that lets its player look is rare.
        let looks =
            words.iter().find(|words| words.contains("cheater") && !words.contains("nothing"));
        let words = looks.unwrap_or(&words[(n * 7919) % words.len()]).clone();
        let reply = room.say(who, &format!("play #1 {words}")).remove(0);
        assert_eq!(reply.refused, None, "{words}: {}", reply.text.bare());
    }
    None
}

/// Says words where others read them.
fn say_aloud(room: &mut Room, who: &str, words: &str) -> Vec<Reply> {
    let request = Request { overheard: true, ..room.request(who, words) };
    room.service.handle(&request).into_iter().map(|it| it.reply).collect()
}

/// Returns the last step of the match.
fn last_step(room: &mut Room) -> String {
    let step = room.service.keep(|tx| tx.last_step(MatchId(1))).unwrap();
    format!("{} {} {}", step.step, step.take, step.written)
}

#[test]
fn a_number_that_others_read_makes_no_private_choice() {
    let (mut asked, mut looked) = (BTreeSet::new(), false);
    for (game, settings) in asking_in_private() {
        // `side` is a word of the challenge itself.
        let words = settings.split(' ').filter(|word| !word.starts_with("side="));
        let mut room = opened(game, &words.collect::<Vec<_>>().join(" "));
        let Some(who) = asked_apart(&mut room) else { continue };
        asked.insert(game);
        looked |= offered(&mut room, who).iter().any(|it| it.starts_with("order"));
        let name = format!("{} {settings}, {who}", game.name());
        let before = last_step(&mut room);
        for listed in [false, true] {
            if listed {
                let list = say_aloud(&mut room, who, "moves #1");
                assert!(list.iter().all(|it| it.to != Audience::Room), "{name}: {list:?}");
            }
            for number in NUMBERS {
                let said = say_aloud(&mut room, who, number);
                assert_eq!(last_step(&mut room), before, "{name}: {number}");
                let [only] = &said[..] else { panic!("{name}: {number}: {said:?}") };
                let text = only.text.bare();
                assert!(
                    only.to != Audience::Room && text.contains("Choose here"),
                    "{name}: {text}"
                );
                assert_eq!(only.refused, Some(Code::NotNow), "{name}: {number}");
                let menu = only.menu.as_ref().unwrap();
                assert!(menu.asked_at.is_some() && !menu.choices.is_empty(), "{name}: {number}");
            }
        }
        // Said where nobody else reads it, it is the choice that was listed.
        room.say(who, "moves #1");
        room.say(who, "1");
        let chosen = last_step(&mut room);
        let Some(who) = asked_apart(&mut room).filter(|_| chosen != before) else { continue };
        // Words that name a choice have told it already.
        let (words, before) = (offered(&mut room, who).remove(0), last_step(&mut room));
        let said = say_aloud(&mut room, who, &format!("play #1 {words}"));
        assert_ne!(last_step(&mut room), before, "{name}: {words}");
        let warns = |reply: &Reply| reply.text.bare().contains("could read your choice");
        assert!(said.iter().any(warns), "{name}: {words}: {said:?}");
    }
    assert_eq!(asked, asking_in_private().into_iter().map(|it| it.0).collect());
    assert!(looked, "nobody looked through the pile of Alien Checkers");
}
