//! The entries of the room's log: lines and replies, as HTML fragments of the page.
use std::sync::Arc;

use command::{Command, Commands, Property};
use console::line;
use engine::game::Emphasis;
use maud::{Markup, html};
use model::{
    ids::{CardOf, MatchId},
    reply::{Choice, Privacy, Reply},
    text::Text,
};
use service::Drawing;

use super::{
    html::{blocks, in_theme, reply_text},
    viewer::PageReader,
    words,
};

/// An entry of the log.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) id: u64,
    /// Increases with each change of the entry, so that each picture has its own URL.
    pub(super) version: u64,
    pub(super) what: EntryContent,
}

#[derive(Clone)]
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
    /// What its buttons are read by.
    pub(super) commands: &'static Commands,
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
        self.reply.menu.as_ref().and_then(|menu| menu.choices.get(number))
    }

    pub(super) fn is_private(&self) -> bool {
        self.to.is_some() && self.reply.privacy != Privacy::Open
    }

    /// Tells whether it is covered until its reader opens it, because others may see the screen:
    /// a secret, but no question about a move, which anyone who looks on could ask as well.
    pub(super) fn is_covered(&self) -> bool {
        let asks = self.reply.picture.as_ref().is_some_and(|it| !it.asked.is_empty());
        self.to.is_some() && Privacy::Advice <= self.reply.privacy && !asks
    }

    /// Tells whether it is for a person of this name.
    pub(super) fn is_to(&self, name: &str) -> bool {
        self.to.as_ref().is_some_and(|to| line::handle(to) == line::handle(name))
    }

    /// Tells whether a reader may see it: it is for everybody, or for somebody at this browser.
    pub(super) fn is_shown_to(&self, reader: &PageReader) -> bool {
        self.to.as_ref().is_none_or(|to| reader.is_for(to))
    }

    /// Returns the match it is about, if it is about one.
    pub(super) fn about(&self) -> Option<MatchId> {
        let menu = self.reply.menu.as_ref().and_then(|it| it.of);
        let picture = self.reply.picture.as_ref().map(|it| it.of);
        let named = self.reply.about.as_ref();
        let named =
            named.and_then(|about| about.strip_prefix('#')?.split(' ').next()?.parse().ok());
        let pressed = || self.said().find_map(|said| said.of_match()).filter(|_| self.is_advice());
        self.reply.board_of().or(menu).or(picture).or(named.map(MatchId)).or_else(pressed)
    }

    /// Tells whether it advises; about a secret choice that is a secret, too.
    fn is_advice(&self) -> bool {
        is_advice(self.commands, &self.reply)
    }

    /// Tells whether the pane of its match shows the same, or a card on each page of the room.
    pub(super) fn is_in_pane(&self) -> bool {
        is_challenge(&self.reply) || is_in_pane(self.commands, &self.reply, self.to.is_some())
    }

    /// Returns what its buttons say.
    fn said(&self) -> impl Iterator<Item = Command> {
        said(self.commands, &self.reply)
    }
}

/// Returns what the buttons of a reply say.
fn said(commands: &'static Commands, reply: &Reply) -> impl Iterator<Item = Command> {
    let choices = reply.menu.iter().flat_map(|menu| &menu.choices);
    choices.filter_map(|choice| commands.parse(&choice.says).ok().flatten())
}

/// Tells whether a reply advises.
fn is_advice(commands: &'static Commands, reply: &Reply) -> bool {
    let judges = |said: Command| said.verb().is(Property::JudgesMove);
    reply.privacy == Privacy::Advice || said(commands, reply).any(judges)
}

/// Tells whether the pane of a match shows the same as a reply: the board, a private choice of whom it is for alone, or what the other player
/// asks: a draw, an undo or a pause.
pub(super) fn is_in_pane(commands: &'static Commands, reply: &Reply, to_one: bool) -> bool {
    let asks = |said: Command| said.verb().is(Property::AsksOther);
    let chooses =
        reply.menu.as_ref().is_some_and(|menu| menu.asked_at.is_some() && menu.rows.is_empty());
    let private = to_one && chooses && !is_advice(commands, reply);
    let questions = reply.refused.is_none() && (private || said(commands, reply).any(asks));
    reply.board.is_some() || questions
}

/// Tells whether a reply is the card of a challenge.
fn is_challenge(reply: &Reply) -> bool {
    reply.card.as_ref().is_some_and(|card| matches!(card.of, CardOf::Challenge(_)))
}

impl Entry {
    /// Returns the reply, if it is one.
    pub(super) fn told(&self) -> Option<&Arc<Told>> {
        match &self.what {
            EntryContent::Told(told) => Some(told),
            EntryContent::Said { .. } => None,
        }
    }

    /// Writes the entry as HTML. Who may not read it sees that there is one.
    pub(super) fn html(&self, reader: &PageReader) -> Markup {
        let (class, body) = match &self.what {
            EntryContent::Said { by, words, secret: false } => {
                ("said", html! { b { (by) } " " (blocks(words)) })
            }
            EntryContent::Said { by, words, secret: true } if reader.is_for(by) => {
                ("said", folded(&words::said_in_private(by), &blocks(words)))
            }
            EntryContent::Said { by, .. } => ("said", html! { p { (words::said_in_private(by)) } }),
            EntryContent::Told(told) if told.is_shown_to(reader) => {
                (class(told), self.reply(told, reader))
            }
            EntryContent::Told(told) => {
                let to = told.to.as_deref().unwrap_or_default();
                ("private", html! { p { (words::for_one_alone(to)) } })
            }
        };
        html! { article id={ "e" (self.id) } class=(class) { (body) } }
    }

    fn reply(&self, told: &Told, reader: &PageReader) -> Markup {
        let body = match &told.left {
            Some(left) => blocks(left),
            None => html! {
                (reply_text(&told.reply))
                (self.pictures(told))
                (self.file(told))
                // What answers a challenge stands on every page for those it concerns, and what is asked of somebody is theirs to answer.
                @let others = told.asked.as_ref().is_some_and(|who| !reader.is_for(who));
                @if !reader.looks_on() && !others && !is_challenge(&told.reply) { (self.menu(told, reader)) }
            },
        };
        match &told.to {
            Some(to) if told.is_covered() => folded(&words::for_one_alone(to), &body),
            Some(to) => html! { p.to { "To " (to) } (body) },
            None => body,
        }
    }

    fn pictures(&self, told: &Told) -> Markup {
        let at = format!("picture/{}-{}", self.id, self.version);
        html! {
            @if let (Some(drawing), Some(shown)) = (&told.drawing, &told.reply.picture) {
                @let image = picture(&at, &drawing.theme, &shown.alt, "png");
                (board(told.standing(), &image))
                @if drawing.reel.is_some() {
                    details.film {
                        summary { "Film" }
                        (picture(&at, &drawing.theme, delivery::paint::words::FILM, "gif"))
                    }
                }
            }
            @if let Some(sheet) = &told.reply.sheet {
                (picture(&format!("{at}/sheet"), &sheet.theme, &sheet.alt, "png"))
            }
        }
    }

    fn file(&self, told: &Told) -> Markup {
        html! {
            @if let Some(file) = &told.reply.file {
                p { a href={ "file/" (self.id) } download=(file.name) { (file.name) } }
            }
        }
    }

    fn menu(&self, told: &Told, reader: &PageReader) -> Markup {
        html! {
            @if let Some(menu) = &told.reply.menu {
                @let asks = if menu.asks.is_empty() { "Choices" } else { &menu.asks };
                div.menu role="group" aria-label=(asks) {
                    @for (number, choice) in menu.choices.iter().enumerate() {
                        button form="say" name="press" value={ (self.id) "." (number) } { (choice.label) }
                    }
                    // Who is only asked whether they mean it goes back to the board.
                    @let of = || told.about().or_else(|| told.said().find_map(|said| said.of_match()));
                    @let asks = menu.choices.first().is_some_and(|it| it.emphasis == Emphasis::Grave);
                    @if let Some(of) = of().filter(|_| asks) {
                        a.button href=(reader.match_address(of)) { (words::NO) }
                    }
                }
            }
        }
    }
}

fn class(told: &Told) -> &'static str {
    match &told.reply.refused {
        Some(_) => "told refused",
        None if told.left.is_some() => "told passed",
        None if told.is_private() && told.reply.privacy == Privacy::Advice => "private advice",
        None if told.is_private() => "told private",
        None => "told",
    }
}

/// Writes what is seen once somebody opens it.
fn folded(summary: &str, body: &Markup) -> Markup {
    html! { details { summary { (summary) } (body) } }
}

/// Writes a picture in the theme of the reply or, if it has none, in the browser's.
fn picture(at: &str, theme: &str, alt: &str, form: &str) -> Markup {
    in_theme(
        theme,
        |theme| format!("{at}/{}.{form}", theme.name()),
        |src| {
            html! { img src=(src) alt=(alt) width="1080" height="720" loading=[(form == "gif").then_some("lazy")]; }
        },
    )
}

/// Writes a board. If it is the current one of a match, a link leads to the page to play it on.
fn board(of: Option<MatchId>, image: &Markup) -> Markup {
    html! {
        div.board {
            (image)
            @if let Some(of) = of { p { a.button href={ "match?of=" (of) } { (words::OPEN_THE_BOARD) } } }
        }
    }
}
