//! The entries of the room's log: lines and replies, as HTML fragments of the page.
use std::sync::Arc;

use engine::{refusal::Code, scene::Scene};
use model::{
    ids::MatchId,
    reply::{Choice, Privacy, Reply},
    text::Text,
};
use render::Squares;
use service::Drawing;

use super::{
    html::{blocks, escape},
    words,
};

/// An entry of the log.
pub(super) struct Entry {
    pub(super) id: u64,
    /// Increases with each change of the entry, so that each picture has its own URL.
    pub(super) version: u64,
    pub(super) what: EntryContent,
}

pub(super) enum EntryContent {
    /// A line that was typed.
    Said {
        by: String,
        words: Text,
        secret: bool,
    },
    Told(Arc<Told>),
}

/// A reply as the room shows it.
#[derive(Clone)]
pub(super) struct Told {
    pub(super) reply: Reply,
    /// The recipient, if it is private.
    pub(super) to: Option<String>,
    /// The handle of the person who is asked, if it is one person.
    pub(super) asked: Option<String>,
    pub(super) drawing: Option<Drawing>,
    /// What remains of a board once a newer one replaces it.
    pub(super) left: Option<Text>,
}

impl Told {
    /// Returns the match, if this is its current board.
    pub(super) fn standing(&self) -> Option<MatchId> {
        self.reply.board_of().filter(|_| self.left.is_none())
    }

    pub(super) fn choice(&self, number: usize) -> Option<&Choice> {
        self.reply.menu.as_ref().and_then(|it| it.choices.get(number))
    }

    pub(super) fn is_private(&self) -> bool {
        self.to.is_some() && self.reply.privacy != Privacy::Open
    }
}

impl Entry {
    /// Writes the entry as HTML.
    pub(super) fn html(&self) -> String {
        let id = self.id;
        match &self.what {
            EntryContent::Said { by, words, secret: false } => {
                let (by, words) = (escape(by), blocks(words));
                format!("<article id=\"e{id}\" class=\"said\"><b>{by}</b> {words}</article>")
            }
            EntryContent::Said { by, words, secret: true } => {
                let (by, words) = (escape(&words::said_in_private(by)), blocks(words));
                format!(
                    "<article id=\"e{id}\" class=\"said\"><details><summary>{by}</summary>{words}</details></article>"
                )
            }
            EntryContent::Told(told) => self.told(told),
        }
    }

    fn told(&self, told: &Told) -> String {
        let Entry { id, version: _, what: _ } = self;
        let reply = &told.reply;
        let class = match &reply.refused {
            Some(_) => "told refused",
            None if told.left.is_some() => "told passed",
            None if told.is_private() => "told private",
            None => "told",
        };
        let body = match &told.left {
            Some(left) => blocks(left),
            None => {
                let (text, pictures) = (blocks(&reply.text), self.pictures(told));
                [text, pictures, self.file(told), self.menu(told)].concat()
            }
        };
        let body = match &told.to {
            Some(to) if told.is_private() => {
                let to = escape(to);
                format!("<details><summary>For {to} alone</summary>{body}</details>")
            }
            Some(to) => format!("<p class=\"to\">To {}</p>{body}", escape(to)),
            None => body,
        };
        format!("<article id=\"e{id}\" class=\"{class}\">{body}</article>")
    }

    fn pictures(&self, told: &Told) -> String {
        let mut out = String::new();
        let at = format!("picture/{}-{}", self.id, self.version);
        let shown = |at: &str, theme: &str, alt: &str, film: bool| {
            let alt = escape(alt);
            let (form, lazy) = if film { ("gif", " loading=\"lazy\"") } else { ("png", "") };
            // A theme set by the user takes precedence over the browser's.
            let dark = match theme {
                "" => format!(
                    "<source media=\"(prefers-color-scheme: dark)\" srcset=\"{at}/dark.{form}\">"
                ),
                _ => String::new(),
            };
            let theme = if theme.is_empty() { "light" } else { theme };
            let theme = escape(theme);
            format!(
                "<picture>{dark}<img src=\"{at}/{theme}.{form}\" alt=\"{alt}\" width=\"1080\" height=\"720\"{lazy}></picture>"
            )
        };
        if let (Some(drawing), Some(picture)) = (&told.drawing, &told.reply.picture) {
            let image = shown(&at, &drawing.theme, &picture.alt, false);
            let squares = told.standing().map(|of| squares(&drawing.scene, of)).unwrap_or_default();
            out.push_str(&format!("<div class=\"board\"{squares}>{image}</div>"));
            if drawing.reel.is_some() {
                let film = shown(&at, &drawing.theme, delivery::paint::words::FILM, true);
                out.push_str(&format!(
                    "<details class=\"film\" open><summary>Film</summary>{film}</details>"
                ));
            }
        }
        if let Some(sheet) = &told.reply.sheet {
            out.push_str(&shown(&format!("{at}/sheet"), &sheet.theme, &sheet.alt, false));
        }
        out
    }

    fn file(&self, told: &Told) -> String {
        let Some(file) = &told.reply.file else { return String::new() };
        let name = escape(&file.name);
        format!("<p><a href=\"file/{}\" download=\"{name}\">{name}</a></p>", self.id)
    }

    fn menu(&self, told: &Told) -> String {
        let Some(menu) = &told.reply.menu else { return String::new() };
        let asks = match menu.asks.as_str() {
            "" => "Choices".to_owned(),
            asks => escape(asks),
        };
        let buttons = menu.choices.iter().enumerate().map(|(n, choice)| {
            let label = escape(&choice.label);
            format!(
                "<button form=\"say\" name=\"press\" value=\"{}.{n}\">{label}</button>",
                self.id
            )
        });
        let buttons: String = buttons.collect();
        format!("<div class=\"menu\" role=\"group\" aria-label=\"{asks}\">{buttons}</div>")
    }
}

/// Writes the layer over a board's picture that handles clicks and keys.
fn squares(scene: &Scene, of: MatchId) -> String {
    let Some(squares) = Squares::of(scene) else { return String::new() };
    let Squares { picture: (width, height), corner: (x, y), size, across, names } = squares;
    let names: Vec<&str> =
        names.iter().map(|it| if it.is_empty() { "-" } else { it.as_str() }).collect();
    format!(
        " data-match=\"{of}\" data-lie=\"{width} {height} {x} {y} {size} {across}\" data-squares=\"{}\"",
        names.join(" ")
    )
}

/// Creates an error message of the room itself.
pub(super) fn complaint(says: &str) -> EntryContent {
    let reply = Reply::room(Text::sentence(says)).refused(Code::Unreadable);
    let told = Told { reply, to: None, asked: None, drawing: None, left: None };
    EntryContent::Told(Arc::new(told))
}
