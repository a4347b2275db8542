//! What beginners type, and what must happen. Files in `tests/phrasings` hold lines such as `move b6 to a5 => plays b6-a5`; above them
//! `begin ann: …` says how it came to that, and a bare `begin` that nothing has happened. Who speaks is Ann, unless another name stands in front: `bob: board => like board`.
//!
//! After the arrow: `plays X` (a step, the same as `play X`), `like X` (the same answer as to the command X), `answers X` (nothing is
//! done, and the answer holds X), `silence` (nothing is answered), `suggests X | Y` (refused, and these can be pressed, X before all others), `refused X` (with words of X).
use std::{fs, path::Path};

use engine::refusal::Code;
use it::sample::part;
use model::reply::{Choice, Reply};

use crate::{
    files::{below, folder},
    room::{Room, spoken},
};

/// So many phrasings there are at least.
const LEAST: usize = 400;

/// One line of a file.
pub(crate) struct Row {
    /// The file and the line.
    pub(crate) at: String,
    pub(crate) begin: Vec<String>,
    pub(crate) who: String,
    pub(crate) words: String,
    pub(crate) wanted: String,
}

/// Talk that is no phrasing of anything; see the module `harmless`.
pub(crate) const TALK: &str = "talk.txt";

/// Reads the files of a folder whose name is wanted.
pub(crate) fn rows(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    let mut out = Vec::new();
    // The ways to ask have a form of their own.
    let of_answers = folder.join("asked");
    let paths = below(folder, "txt").into_iter().filter(|path| !path.starts_with(&of_answers));
    for path in
        paths.filter(|path| path.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy())))
    {
        let text = fs::read_to_string(&path).expect("phrasings can be read");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut begin: Vec<String> = Vec::new();
        let mut begun = false;
        for (n, line) in text.lines().enumerate() {
            let at = format!("{name}:{}", n + 1);
            if line.starts_with("# ") || line.trim().is_empty() {
                begun = false;
                continue;
            }
            if let Some(said) = line.strip_prefix("begin ").or((line == "begin").then_some("")) {
                if !begun {
                    begin.clear();
                }
                begun = true;
                begin.extend(Some(said.trim().to_owned()).filter(|it| !it.is_empty()));
                continue;
            }
            begun = false;
            let (said, wanted) =
                line.rsplit_once(" => ").unwrap_or_else(|| panic!("{at}: no arrow"));
            let named =
                ["ann", "bob", "cid"].iter().any(|name| said.starts_with(&format!("{name}: ")));
            let (who, words) = if named { spoken(said) } else { ("ann", said) };
            out.push(Row {
                at,
                begin: begin.clone(),
                who: who.to_owned(),
                words: words.to_owned(),
                wanted: wanted.trim().to_owned(),
            });
        }
    }
    out
}

fn rows_of_commands() -> Vec<Row> {
    rows(&folder("phrasings"), |file| file != TALK)
}

/// Returns all that is stored about everybody, to see whether it changed.
pub(crate) fn stored(room: &mut Room) -> String {
    let mut all = String::new();
    for who in ["ann", "bob", "cid"] {
        for reply in room.say(who, "mydata export") {
            all.push_str(&reply.file.map_or(String::new(), |it| it.body));
        }
    }
    all
}

/// Opens a room where everything before a row has happened.
pub(crate) fn room(row: &Row) -> Room {
    let mut room = Room::new();
    for line in &row.begin {
        room.all(&[line]);
    }
    room
}

pub(crate) fn text(replies: &[Reply]) -> String {
    replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n")
}

pub(crate) fn is_step(replies: &[Reply]) -> bool {
    replies.iter().any(|it| it.board.is_some())
}

/// Says what is wrong with the answer to a row.
fn wrong(row: &Row) -> Option<String> {
    let Row { at, who, words, wanted, .. } = row;
    let replies = room(row).say(who, words);
    let said = text(&replies);
    let refused = replies.first().and_then(|it| it.refused);
    let no = |why: &str| Some(format!("{at}: `{words}` => {wanted}: {why}\n{said}"));
    let (kind, what) = wanted.split_once(' ').unwrap_or((wanted, ""));
    if replies.is_empty() != (kind == "silence") {
        return no(if replies.is_empty() { "no answer" } else { "an answer" });
    }
    let same = |line: &str| {
        let mut usual = room(row);
        let usual = usual.say(who, line);
        (usual == replies, text(&usual), is_step(&usual))
    };
    match kind {
        "plays" => match same(&format!("play {what}")) {
            (true, _, true) => None,
            (true, _, false) => no("that plays nothing either"),
            (false, usual, _) => no(&format!("another answer than\n{usual}\nbut")),
        },
        "like" if refused.is_some() => no("refused"),
        "like" => match same(what) {
            (true, ..) => None,
            (false, usual, _) => no(&format!("another answer than\n{usual}\nbut")),
        },
        "silence" => None,
        _ if is_step(&replies) => no("something was played"),
        "answers" if said.contains(what) => None,
        "refused" if refused.is_none() => no("not refused"),
        "refused" if said.contains(what) => None,
        "suggests" if refused.is_none() => no("not refused"),
        "suggests" => {
            let menu = replies.iter().find_map(|it| it.menu.as_ref());
            let offered = menu.map(|it| it.choices.as_slice()).unwrap_or_default();
            let meant: Vec<&str> = what.split(" | ").collect();
            let is =
                |choice: &Choice, meant: &str| [&*choice.typed, &*choice.says].contains(&meant);
            let first = offered.get(..meant.len());
            if first
                .is_some_and(|choices| choices.iter().zip(&meant).all(|(it, meant)| is(it, meant)))
            {
                None
            } else {
                no(&format!("offered are {offered:?}"))
            }
        }
        _ => no("another answer"),
    }
}

/// Judges rows, each in a room of its own.
pub(crate) fn all_wrong(rows: &[Row]) -> Vec<String> {
    rows.iter().filter_map(wrong).collect()
}

/// Judges rows in two halves at a time.
pub(crate) fn halves(rows: &[Row], judged: fn(&[Row]) -> Vec<String>) -> Vec<String> {
    let (first, second) = rows.split_at(rows.len() / 2);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| judged(first));
        let second = judged(second);
        [first.join().expect("a thread ends"), second].concat()
    })
}

#[test]
fn what_beginners_type_is_understood() {
    let rows = rows_of_commands();
    assert!(LEAST <= rows.len(), "{} phrasings", rows.len());
    let rows = part(rows);
    let wrong = halves(&rows, all_wrong);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
}

#[test]
fn what_a_refusal_offers_can_be_pressed() {
    let rows = rows_of_commands();
    let mut pressed = 0;
    for row in rows.iter().filter(|it| it.wanted.starts_with("suggests")).step_by(3) {
        let mut room = room(row);
        let replies = room.say(&row.who, &row.words);
        let Some(menu) = replies.iter().find_map(|it| it.menu.clone()) else { continue };
        let Some(choice) = menu.choices.first() else { continue };
        let mut request = room.request(&row.who, &choice.says);
        request.asked_at = menu.asked_at;
        let answers = room.service.handle(&request);
        let first = answers.first().expect("a press is answered");
        assert_ne!(
            first.reply.refused.map(Code::name),
            Some("unreadable"),
            "{}: {}",
            row.at,
            choice.says
        );
        pressed += 1;
    }
    assert!(20 < pressed, "{pressed}");
}
