//! The page of a server: its leaderboards and the present season.
use std::sync::Arc;

use axum::{
    extract::{Path, Query, State},
    http::HeaderMap,
    response::{IntoResponse as _, Response},
};
use engine::games::GameId;
use jiff::Timestamp;
use render::Theme;
use serde::Deserialize;

use super::{
    assets,
    html::{blocks, escape, fill},
    pages::{PageError, Pages, UNLISTED},
};
use crate::{
    paint::{Form, Painted},
    service::{Listing, SharedTable, shared_table},
};

/// What is asked for; whatever makes no sense is not there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ListQuery {
    list: Option<String>,
    game: Option<String>,
    page: Option<u32>,
    theme: Option<String>,
}

/// A list as it was asked for.
#[derive(Clone, Copy)]
struct WantedList {
    listing: Listing,
    game: Option<GameId>,
    page: u32,
}

impl ListQuery {
    fn wanted(&self) -> Result<WantedList, PageError> {
        let listing = match self.list.as_deref() {
            None | Some("leaderboard") => Listing::Leaderboard,
            Some("season") => Listing::Season,
            Some(_) => return Err(PageError::Missing),
        };
        let named = |name: &String| GameId::ALL.iter().copied().find(|it| it.name() == name);
        let game = self.game.as_ref().map(|it| named(it).ok_or(PageError::Missing));
        let page = self.page.unwrap_or(1);
        if page == 0 {
            return Err(PageError::Missing);
        }
        Ok(WantedList { listing, game: game.transpose()?, page })
    }

    fn theme(&self) -> Result<Theme, PageError> {
        Theme::named(self.theme.as_deref().unwrap_or("light")).ok_or(PageError::Missing)
    }
}

impl WantedList {
    /// Writes the query that asks for it.
    fn query(self) -> String {
        let list = match self.listing {
            Listing::Leaderboard => "leaderboard",
            Listing::Season => "season",
        };
        let game = self.game.map_or_else(String::new, |it| format!("&game={}", it.name()));
        let page = if self.page == 1 { String::new() } else { format!("&page={}", self.page) };
        format!("list={list}{game}{page}")
    }
}

async fn read(pages: &Pages, key: String, wanted: WantedList) -> Result<SharedTable, PageError> {
    let WantedList { listing, game, page } = wanted;
    let now = Timestamp::now().as_second();
    let found = pages.queue.look(move |tx| shared_table(tx, &key, listing, game, Some(page), now));
    found.await?.ok_or(PageError::Missing)
}

async fn drawn(pages: &Pages, table: SharedTable, theme: Theme) -> Result<Painted, PageError> {
    let chart = table.chart.ok_or(PageError::Missing)?;
    let (painter, alt) = (pages.painter.clone(), chart.words());
    let bytes = tokio::task::spawn_blocking(move || painter.chart(&chart, theme)).await?;
    Ok(Painted { name: "table.png".to_owned(), alt, form: Form::Png, bytes })
}

pub(super) async fn page(
    State(pages): State<Arc<Pages>>,
    Path(key): Path<String>,
    Query(asked): Query<ListQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let wanted = asked.wanted()?;
    let table = read(&pages, key.clone(), wanted).await?;
    let link = |name: &str, to: WantedList, here: bool| {
        let name = escape(name);
        match here {
            true => format!("<span class=\"button off\" aria-current=\"page\">{name}</span>"),
            false => {
                let query = to.query().replace('&', "&amp;");
                format!("<a class=\"button\" href=\"{key}?{query}\">{name}</a>")
            }
        }
    };
    let lists = [("Leaderboard", Listing::Leaderboard), ("This season", Listing::Season)];
    let lists = lists.map(|(name, listing)| {
        link(name, WantedList { listing, page: 1, ..wanted }, listing == wanted.listing)
    });
    let games = [None].into_iter().chain(GameId::ALL.iter().copied().map(Some));
    let games = games.map(|game| {
        let name = game.map_or("All games", GameId::title);
        link(name, WantedList { game, page: 1, ..wanted }, game == wanted.game)
    });
    let mut turns = String::new();
    if 1 < wanted.page {
        turns.push_str(&link("Page before", WantedList { page: wanted.page - 1, ..wanted }, false));
    }
    if table.more {
        turns.push_str(&link("Next page", WantedList { page: wanted.page + 1, ..wanted }, false));
    }
    let words = blocks(&table.text);
    let picture = match table.chart {
        None => String::new(),
        Some(_) => {
            let painted = drawn(&pages, table, Theme::Light).await?;
            let (wide, high) = painted.size();
            let source = |theme: Theme| {
                let query = wanted.query().replace('&', "&amp;");
                format!("{key}/table.png?{query}&amp;theme={}", theme.name())
            };
            format!(
                "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"{}\"><img id=\"board\" src=\"{}\" alt=\"{}\" width=\"{wide}\" height=\"{high}\"></picture>",
                source(Theme::Dark),
                source(Theme::Light),
                escape(&painted.alt),
            )
        }
    };
    let html = fill(
        include_str!("../../../data/web/server.html"),
        &[
            ("lists", &lists.concat()),
            ("games", &games.collect::<String>()),
            ("picture", &picture),
            ("turns", &turns),
            ("words", &words),
        ],
    );
    let tag = assets::tag(html.as_bytes());
    let answer = assets::tagged(&headers, &tag, || ("text/html; charset=utf-8", html.into_bytes()));
    Ok(([UNLISTED], answer).into_response())
}

pub(super) async fn table(
    State(pages): State<Arc<Pages>>,
    Path(key): Path<String>,
    Query(asked): Query<ListQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (wanted, theme) = (asked.wanted()?, asked.theme()?);
    let table = read(&pages, key, wanted).await?;
    let bytes = drawn(&pages, table, theme).await?.bytes;
    let tag = assets::tag(&bytes);
    Ok(assets::tagged(&headers, &tag, || ("image/png", bytes)))
}
