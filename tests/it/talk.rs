//! Talks: what people say, and the replies. Files in `tests/talks` hold lines such as `> ann: spin`
//! with the replies below them; `BLESS=1` rewrites the replies.
use std::{fs, path::PathBuf};

use delivery::asked_first;
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Choice, Reply},
    text::Text,
};
use service::{DeliveryContext, Service};

use crate::{
    files::{below, blessing, compare, folder, write},
    room::{Room, spoken},
};

#[test]
fn every_talk_goes_as_written() {
    let files = files_of_talks();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for path in files {
        let kept = fs::read_to_string(&path).expect("a talk can be read");
        let fresh = again(&kept);
        if blessing() {
            write(&path, &fresh);
        } else if let Err(err) = compare(&path, &fresh) {
            wrong.push(err);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So many characters of a message are shown on a locked phone.
const PREVIEW: usize = 100;

#[test]
fn a_locked_phone_shows_who_is_pinged_for_what_in_which_match() {
    let (mut pings, mut asked) = (0, 0);
    for path in files_of_talks() {
        let talk = fs::read_to_string(&path).expect("a talk can be read");
        let mut room = Room::usual();
        for said in talk.lines().filter_map(|line| line.strip_prefix("> ")) {
            let replies = match said.strip_prefix("wait ") {
                Some(seconds) => room.wait(seconds.parse().expect("seconds")),
                None => {
                    let (who, words) = spoken(said);
                    room.say(who, words)
                }
            };
            for reply in replies.iter().filter(|it| !it.mentions.is_empty()) {
                asked += usize::from(previews_well(&mut room.service, said, reply));
                pings += 1;
            }
        }
    }
    assert!(4 <= asked && asked < pings, "{asked} of {pings}");
}

/// Checks what a locked phone shows of a message that pings, and tells whether it asks for a step.
pub(crate) fn previews_well(service: &mut Service, said: &str, reply: &Reply) -> bool {
    let shown = preview(service, reply);
    let mut name = |id: &PersonId| service.name_of(Chat::Console, *id).expect("a person");
    let who: Vec<String> = reply.mentions.iter().map(&mut name).collect();
    assert!(who.iter().any(|name| shown.contains(name)), "who? {said}: {shown}");
    let which = ["#", "Challenge ", "challenge ", "League ", "league "];
    let is_number = |rest: &str| rest.starts_with(|it: char| it.is_ascii_digit());
    let named = which.iter().any(|word| shown.split(word).skip(1).any(is_number));
    assert!(named, "which match? {said}: {shown}");
    assert!(5 <= shown.split_whitespace().count(), "what? {said}: {shown}");
    // What is asked is told by the line that asks.
    let whole = reply.text.bare();
    let asks = |line: &&str| who.iter().any(|name| line.starts_with(&format!("{name} (")));
    let task = whole.lines().find(asks).and_then(|line| line.split_once("): "));
    if let Some((_, task)) = task {
        let task: String = task.chars().take(20).collect();
        assert!(shown.contains(&task), "what? {said}: {shown}");
    }
    task.is_some()
}

/// Returns what a locked phone shows of a message.
fn preview(service: &mut Service, reply: &Reply) -> String {
    let mut context = DeliveryContext::default();
    for id in &reply.mentions {
        context.names.insert(*id, service.name_of(Chat::Console, *id).expect("a person"));
    }
    asked_first(reply, &context, &reply.text).bare().chars().take(PREVIEW).collect()
}

fn files_of_talks() -> Vec<PathBuf> {
    below(&folder("talks"), "txt")
}

/// Replays a talk with one service. Its clock moves only by `> wait 86400` (seconds), which is
/// followed by what the service sends unasked.
fn again(talk: &str) -> String {
    let mut room = Room::usual();
    let mut out = String::new();
    for line in talk.lines() {
        if line.starts_with("# ") {
            out.push_str(&format!("{line}\n"));
            continue;
        }
        let Some(said) = line.strip_prefix("> ") else { continue };
        out.push_str(&format!("\n> {said}\n"));
        if let Some(seconds) = said.strip_prefix("wait ") {
            for reply in room.wait(seconds.parse().expect("seconds")) {
                out.push_str(&written(&mut room.service, &reply));
            }
            continue;
        }
        let (who, words) = spoken(said);
        for reply in room.say(who, words) {
            out.push_str(&written(&mut room.service, &reply));
        }
    }
    out
}

fn written(service: &mut Service, reply: &Reply) -> String {
    // Where an answer may be given is for the chats; the test of answers looks at it.
    let Reply {
        to,
        privacy: _,
        text,
        picture,
        sheet,
        begins,
        file,
        menu,
        mentions,
        refused,
        guessed: _,
        board,
        done: _,
        about: _,
        card: _,
        roles: _,
        opens: _,
        stored_as: _,
        tells_of: _,
    } = reply;
    let mut name = |id: PersonId| service.name_of(Chat::Console, id).expect("a person");
    let to = match to {
        Audience::Room => "room".to_owned(),
        Audience::Only(id) => format!("only {}", name(*id)),
        Audience::Asker => "only the asker".to_owned(),
    };
    let refused = refused.map_or(String::new(), |code| format!(", refused: {}", code.name()));
    let mentions: Vec<String> =
        mentions.iter().map(|&mention| format!("@{}", name(mention))).collect();
    let pings =
        if mentions.is_empty() { String::new() } else { format!(" {}", mentions.join(" ")) };
    // A new message, or an edit.
    let change = if reply.goes_on() { ", in place" } else { "" };
    let mut out = format!("[{to}{refused}{change}]{pings}\n");
    for line in text.bare().lines() {
        out.push_str(&format!("  {line}\n"));
    }
    if let Some(sheet) = sheet {
        out.push_str(&format!("  chart {}: {}\n", sheet.name, sheet.alt));
    }
    if let Some(begins) = begins {
        out.push_str(&format!("  card {}: {}\n", begins.title, begins.lines.join(", ")));
    }
    if let Some(picture) = picture {
        out.push_str(&format!(
            "  picture of #{} at step {}: {}\n",
            picture.of, picture.step, picture.alt
        ));
    }
    if let Some(file) = file {
        out.push_str(&format!("  file {}, {} lines\n", file.name, file.body.lines().count()));
    }
    if let Some(menu) = menu {
        let shown = |choice: &Choice| match choice.explains.as_str() {
            "" => format!("{} `{}`", choice.label, choice.says),
            explains => format!("{} ({explains}) `{}`", choice.label, choice.says),
        };
        let says: Vec<String> = menu.choices.iter().map(shown).collect();
        out.push_str(&format!("  menu: {} {}\n", menu.asks, says.join(" | ")));
    }
    assert!(board.is_none() || picture.is_some(), "a turn comes with a board");
    let plain = plain(text);
    assert!(!plain.contains('`'), "what is typed is marked as such, not by backticks: {plain}");
    out
}

/// Returns the words of a text that have no mark.
fn plain(text: &Text) -> String {
    let mut out = String::new();
    text.clone().each(&mut |part| {
        if let Text::Plain(words) | Text::Strong(words) | Text::Small(words) = part {
            out.push_str(words);
        }
    });
    out
}
