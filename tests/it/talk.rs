//! Talks: what people say, and the replies. Files in `tests/talks` hold lines such as `> ann: spin`
//! with the replies below them; `BLESS=1` rewrites the replies.
use std::fs;

use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Choice, Reply},
    text::Text,
};
use service::Service;

use crate::{
    files::{below, blessing, compare, folder, write},
    room::{Room, spoken},
};

#[test]
fn every_talk_goes_as_written() {
    let files = below(&folder("talks"), "txt");
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
        stored_as: _,
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
    match text {
        Text::Plain(it) | Text::Strong(it) | Text::Small(it) => it.clone(),
        Text::Code(_)
        | Text::Block(_)
        | Text::Role(_)
        | Text::Address(_)
        | Text::Time { .. }
        | Text::Person { .. }
        | Text::Identity { .. } => String::new(),
        Text::Span(items) | Text::Lines(items) | Text::List(items) => {
            items.iter().map(plain).collect()
        }
    }
}
