//! Writes replies for the terminal, for people or as JSON.
use engine::scene::ascii;
use model::reply::{Choice, Menu, Reply};
use serde_json::json;
use service::Facts;

use super::{PrintedReply, words};

/// The version of the JSON objects, described in `docs/room.md`. It rises when a key changes its
/// meaning or is removed.
const VERSION: u32 = 1;

/// The request an object belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belongs<'a> {
    /// The id of the line, if it has one.
    pub(super) request: Option<&'a str>,
    /// Whether this is the last object for its line.
    pub(super) done: bool,
}

/// Writes a reply for people: the text, the board in characters, the path of the picture, and the
/// choices.
pub(super) fn text(delivery: &PrintedReply) -> String {
    let PrintedReply {
        outgoing,
        to,
        mentions: _,
        board: scene,
        picture,
        png: _,
        film,
        file,
        failed,
    } = delivery;
    // Mentions are already in the text as names, and a terminal can't replace what was printed.
    let Reply {
        to: _,
        privacy: _,
        text,
        picture: _,
        sheet: _,
        begins: _,
        file: _,
        menu,
        mentions: _,
        refused,
        guessed: _,
        board: _,
        done: _,
        about: _,
        card: _,
        roles: _,
        opens: _,
        stored_as: _,
        tells_of: _,
    } = &outgoing.reply;
    let mut out = String::new();
    let mark = if refused.is_some() { "! " } else { "" };
    let words = text.bare();
    match to {
        Some(to) => out.push_str(&format!("{mark}(to {to} only) {words}\n")),
        None => out.push_str(&format!("{mark}{words}\n")),
    }
    // The asker chose the board in characters, so it is in the text.
    if let Some(scene) = scene
        && !text.has_block()
    {
        out.push('\n');
        out.push_str(&ascii(scene));
    }
    if let Some(path) = picture {
        out.push_str(&format!("picture: {}\n", path.display()));
    }
    if let Some(path) = film {
        out.push_str(&format!("film: {}\n", path.display()));
    }
    if let Some(path) = file {
        out.push_str(&format!("file: {}\n", path.display()));
    }
    for why in failed {
        out.push_str(&format!("! {why}\n"));
    }
    // A refusal already lists what would work.
    if let Some(menu) = menu.as_ref().filter(|_| refused.is_none()) {
        out.push_str(&answers(menu));
    }
    out.push('\n');
    out
}

/// Writes a reply as one line of JSON.
pub(super) fn json(delivery: &PrintedReply, facts: Option<&Facts>, to_whom: Belongs<'_>) -> String {
    let PrintedReply { outgoing, to, mentions, board: scene, picture, png: _, film, file, failed } =
        delivery;
    let Reply {
        to: _,
        privacy: _,
        text,
        picture: promised,
        sheet,
        begins: _,
        file: _,
        menu,
        mentions: _,
        refused,
        guessed: _,
        board: played,
        done: _,
        about: _,
        card: _,
        roles: _,
        opens: _,
        stored_as: _,
        tells_of: _,
    } = &outgoing.reply;
    // A sheet of several boards is no position of one match.
    let one = promised.as_ref().filter(|picture| picture.beside.is_empty());
    let choices = menu.iter().flat_map(|it| &it.choices);
    let choices: Vec<_> = choices.map(|choice| json!(choice)).collect();
    let kind = match (played, refused, sheet, file, menu, to) {
        (Some(_), ..) => "board",
        (_, Some(_), ..) => "refusal",
        (_, _, Some(_), ..) => "chart",
        (_, _, _, Some(_), ..) => "file",
        (.., Some(_), None) => "question",
        (.., None, None) => "news",
        (.., Some(_)) => "answer",
    };
    let line = json!({
        "version": VERSION,
        "kind": kind,
        "request": to_whom.request,
        "done": to_whom.done,
        "to": to.as_deref().unwrap_or("room"),
        "private": to.is_some(),
        "text": text.bare(),
        "alt": promised.as_ref().map(|it| &it.alt).or(sheet.as_ref().map(|it| &it.alt)),
        "board": scene.as_ref().map(ascii),
        "picture": picture.as_ref().map(|path| path.display().to_string()),
        "film": film.as_ref().map(|path| path.display().to_string()),
        "file": file.as_ref().map(|path| path.display().to_string()),
        "failed": failed,
        "choices": choices,
        "asks": menu.as_ref().map(|it| &it.asks),
        "asked_at": menu.as_ref().and_then(|it| it.asked_at),
        "mentions": mentions,
        "refused": refused,
        "match": played.as_ref().map(|played| played.of).or(one.map(|it| it.of)).map(|of| of.0),
        "step": one.map(|it| it.step),
        "game": facts.map(|it| it.game),
        "to_move": facts.map(|it| &it.to_move),
        "position": facts.and_then(|facts| facts.fen.clone()).or(scene.as_ref().map(ascii)),
        "events": facts.map_or(&[][..], |it| &it.events),
    });
    format!("{line}\n")
}

/// Writes a note of the room itself as JSON, with the keys of every reply.
pub(super) fn json_note(says: &str, refused: Option<&str>, to_whom: Belongs<'_>) -> String {
    let line = json!({
        "version": VERSION,
        "kind": if refused.is_some() { "refusal" } else { "note" },
        "request": to_whom.request,
        "done": to_whom.done,
        "to": "console",
        "private": true,
        "text": says,
        "alt": null,
        "board": null,
        "picture": null,
        "film": null,
        "file": null,
        "failed": [],
        "choices": [],
        "asks": null,
        "asked_at": null,
        "mentions": [],
        "refused": refused,
        "match": null,
        "step": null,
        "game": null,
        "to_move": null,
        "position": null,
        "events": [],
    });
    format!("{line}\n")
}

/// Writes the choices, each as the line to type.
fn answers(menu: &Menu) -> String {
    let mut out = String::new();
    if !menu.listed.is_empty() {
        // The text already lists them.
        return out;
    }
    let asks = if menu.asks.is_empty() { words::you_can_say() } else { menu.asks.as_str() };
    out.push_str(&format!("{asks}\n"));
    for choice in &menu.choices {
        let line = match choice.typed.as_str() {
            "" => Choice { typed: choice.says.to_string(), ..choice.clone() }.in_words(),
            _ => choice.in_words(),
        };
        out.push_str(&format!("  - {}\n", line.bare()));
    }
    out
}
