//! Who opens a page: somebody in the room, or anybody with the address of a person's own boards, or of a shared match. All see the same
//! pages; what they may see and do differs.
use std::sync::Arc;

use axum::{extract::FromRequestParts, http::request::Parts};
use console::ROOM;
use model::ids::{Chat, MatchId, PersonId};
use render::Painter;
use serde::Deserialize;
use service::{
    BoardPage, BoardViewer, BoardWish, CardAbout, Features, Length, RequestError, SeenBoard,
    board_page, listed_matches, person_at_link, seen_board, waiting_cards,
};
use store::Tx;

use super::{
    browser::KeyCookie,
    extract::{WebPath, WebQuery},
    guard,
    handle::Handle,
    journal::Journal,
    pages::{PageError, Pages},
    room::WebRoom,
    shell::Surroundings,
    viewer::PageReader,
};

/// Somebody who opens a page or loads one of its pictures.
pub(super) struct Visitor {
    pub(super) reader: PageReader,
    pub(super) queue: Handle,
    pub(super) painter: Arc<Painter>,
    /// How the page finds the folder of static files.
    pub(super) assets: &'static str,
    /// The log, in the room.
    pub(super) journal: Option<Arc<Journal>>,
    /// The number of the last change of the log when the page was asked for.
    pub(super) number: u64,
}

/// The pages of shared matches, where a visitor is anybody with the address.
#[derive(Clone)]
pub(super) struct SharedPages(pub(super) Arc<Pages>);

#[derive(Default, Deserialize)]
#[serde(default)]
struct NameQuery {
    name: String,
}

impl FromRequestParts<Arc<WebRoom>> for Visitor {
    type Rejection = PageError;

    async fn from_request_parts(
        parts: &mut Parts,
        room: &Arc<WebRoom>,
    ) -> Result<Visitor, PageError> {
        let asked = WebQuery::<NameQuery>::from_request_parts(parts, room).await;
        // A link of another site could otherwise choose who speaks.
        let asked = asked.ok().filter(|_| guard::leads_on(&parts.headers));
        let name = asked.map_or_else(String::new, |it| it.0.name);
        Ok(Visitor {
            reader: room.reader(KeyCookie::key(&parts.headers), &name).await?,
            queue: room.queue.clone(),
            painter: room.painter.clone(),
            assets: room.assets(),
            journal: Some(room.journal.clone()),
            number: room.journal.number(),
        })
    }
}

impl FromRequestParts<Arc<Pages>> for Visitor {
    type Rejection = PageError;

    /// Finds whose address it is. Unknown and ended ones give the same answer; how many one client may try is limited like all pages.
    async fn from_request_parts(
        parts: &mut Parts,
        pages: &Arc<Pages>,
    ) -> Result<Visitor, PageError> {
        let key = WebPath::<String>::from_request_parts(parts, pages).await;
        let WebPath(key) = key.map_err(|_| PageError::Missing)?;
        let found = pages.queue.look(Length::Short, move |tx| person_at_link(tx, &key)).await?;
        Ok(Visitor {
            reader: PageReader::at_link(found.ok_or(PageError::Missing)?),
            queue: pages.queue.clone(),
            painter: pages.painter.clone(),
            assets: "../../web/",
            journal: None,
            number: 0,
        })
    }
}

impl FromRequestParts<SharedPages> for Visitor {
    type Rejection = PageError;

    async fn from_request_parts(
        parts: &mut Parts,
        SharedPages(pages): &SharedPages,
    ) -> Result<Visitor, PageError> {
        let key = WebPath::<String>::from_request_parts(parts, pages).await;
        let WebPath(key) = key.map_err(|_| PageError::Missing)?;
        Ok(Visitor {
            reader: PageReader::at_match(format!("{}/m/{key}", pages.address)),
            queue: pages.queue.clone(),
            painter: pages.painter.clone(),
            assets: "../web/",
            journal: None,
            number: 0,
        })
    }
}

impl Visitor {
    /// Reads what every page shows, on the page of the match `of`, if it is one.
    ///
    /// # Errors
    /// If the service has closed or its store fails.
    pub(super) async fn around(&self, of: Option<MatchId>) -> anyhow::Result<Surroundings> {
        if self.reader.is_at_match() {
            return Ok(Surroundings::default());
        }
        let (viewer, now) = (self.reader.viewer(), model::host_clock::now().as_second());
        let (features, at_link) = (self.queue.features(), self.reader.person.is_some());
        let read = move |tx: &Tx<'_>| {
            let chat = chat_of(tx, &viewer)?;
            let room = if at_link { "" } else { ROOM };
            let matches = listed_matches(tx, chat, &viewer, room, now)?;
            let mut cards = waiting_cards(features, tx, chat, &viewer, room, now)?;
            // A line that is said at an address is about the match of its page.
            cards.retain(|card| !at_link || of.map(CardAbout::Match) == Some(card.about));
            Ok(Surroundings { matches, cards })
        };
        self.queue.look(Length::Short, read).await
    }

    /// Reads a match as this visitor may see it.
    ///
    /// # Errors
    /// If they may not, there is no such step, or the service has closed or its store fails.
    pub(super) async fn page(&self, wish: BoardWish) -> Result<BoardPage, PageError> {
        self.seen(Length::Short, move |features, tx, viewer, now| {
            board_page(features, tx, viewer, wish, now)
        })
        .await
    }

    /// Reads the board of a match alone.
    ///
    /// # Errors
    /// As [`Visitor::page`].
    pub(super) async fn board(&self, wish: BoardWish) -> Result<SeenBoard, PageError> {
        self.seen(Length::Short, move |features, tx, viewer, now| {
            seen_board(features, tx, viewer, wish, now)
        })
        .await
    }

    /// Reads what this visitor may see now.
    ///
    /// # Errors
    /// If `read` finds nothing, or the service has closed or its store fails.
    pub(super) async fn seen<T: Send + 'static>(
        &self,
        length: Length,
        read: impl Fn(
            &'static Features,
            &Tx<'_>,
            (Chat, &BoardViewer),
            i64,
        ) -> Result<Option<T>, RequestError>
        + Send
        + 'static,
    ) -> Result<T, PageError> {
        let (viewer, now) = (self.reader.viewer(), model::host_clock::now().as_second());
        let features = self.queue.features();
        let read = move |tx: &Tx<'_>| read(features, tx, (chat_of(tx, &viewer)?, &viewer), now);
        self.queue.look(length, read).await?.ok_or(PageError::Missing)
    }

    /// Returns the person whose address it is.
    ///
    /// # Errors
    /// If it is nobody's.
    pub(super) fn person(&self) -> Result<PersonId, PageError> {
        self.reader.person.ok_or(PageError::Missing)
    }
}

/// Returns the chat as which a page reads names and matches.
pub(super) fn chat_of(tx: &Tx<'_>, viewer: &BoardViewer) -> Result<Chat, RequestError> {
    let BoardViewer::Person(person) = viewer else { return Ok(Chat::Console) };
    let known = tx.selves(*person)?;
    Ok(known.first().map_or(Chat::Console, |it| it.chat))
}
