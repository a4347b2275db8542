//! Messages, pings and presses of whole matches, compared with one message and one ping per step.
use engine::games::GameId;
use model::ids::{Chat, MatchId};

use crate::{
    files::{folder, keeps},
    room::Room,
};

/// The most lines in one match.
const LINES: usize = 3000;

/// The figures of a match.
#[derive(Debug)]
struct Metrics {
    steps: usize,
    presses: usize,
    /// Public messages, not counting edits.
    messages: usize,
    pings: usize,
}

/// Plays a match at random to its end, or for as many lines as are allowed.
fn play(game: GameId) -> Metrics {
    let mut room = Room::usual();
    room.all(&[&format!("ann: challenge @bob {}", game.name()), "bob: accept"]);
    let mut figures = Metrics { steps: 0, presses: 0, messages: 1, pings: 1 };
    let mut throw = 7_usize;
    while figures.presses < LINES {
        let found = ["ann", "bob"].into_iter().find_map(|who| {
            let of = Some(MatchId(1));
            let offers = room.service.offers(Chat::Console, "room", who, of).unwrap();
            Some((who, offers.into_iter().next()?.words))
        });
        let Some((who, words)) = found else { break };
        throw =
            throw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let done = words.iter().find(|word| word.starts_with("roll") || *word == "ready");
        let word = done.unwrap_or(&words[(throw >> 33) % words.len()]).clone();
        figures.presses += 1;
        for reply in room.say(who, &format!("play #1 {word}")) {
            assert_eq!(reply.refused, None, "{word}: {}", reply.text.bare());
            let shown = reply.board.is_some();
            figures.messages += usize::from(shown && !reply.goes_on());
            figures.pings += reply.mentions.len();
            let step = reply.picture.as_ref().map_or(0, |it| it.step as usize);
            figures.steps = figures.steps.max(step);
        }
    }
    figures
}

#[test]
fn a_match_says_far_less_than_it_has_steps_and_calls_nobody_twice() {
    let mut text = "# How many messages a match takes\n\nRandom matches from start to end, written by `tests/it/figures.rs`. Forced \
                    steps happen by themselves, a turn is one message, and nobody is pinged for their own move; otherwise each step \
                    would be a message and a ping.\n\n| game | steps | presses | messages | pings |\n|---|---|---|---|---|\n"
        .to_owned();
    for game in GameId::ALL.iter().copied() {
        let Metrics { steps, presses, messages, pings } = play(game);
        let row = format!("| {} | {steps} | {presses} | {messages} | {pings} |\n", game.title());
        text.push_str(&row);
        assert!(presses <= steps && messages <= presses + 1, "{game}: {messages} of {steps}");
        // One ping per message, and one more at the end.
        assert!(pings <= messages + 1, "{game}: {pings} pings in {messages} messages");
    }
    keeps(&folder("../docs/internals/measured/messages.md"), &text);
}
