//! The page of a server: lists with their charts.
use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use engine::games::GameId;
use maud::html;
use render::Theme;
use serde::Deserialize;
use service::{Length, ServerList, ServerPage, SharedTable, shared_table};

use super::{
    extract::{WebPath, WebQuery},
    html::{blocks, picture, public_page},
    pages::{PageError, Pages, html_page, png, theme},
    words,
};

/// The query of the page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ListQuery {
    list: Option<String>,
    game: Option<String>,
    page: Option<String>,
    theme: Option<String>,
}

/// The list that a query asks for.
#[derive(Clone, Copy)]
struct WantedList {
    list: &'static ServerList,
    game: Option<GameId>,
    page: u32,
}

impl ListQuery {
    fn wanted(&self, of: &'static ServerPage) -> Result<WantedList, PageError> {
        let list = match &self.list {
            None => of.lists.first(),
            Some(name) => of.lists.iter().find(|list| list.name == name),
        };
        let list = list.ok_or(PageError::Missing)?;
        let game = self.game.as_ref().map(|name| GameId::named(name).ok_or(PageError::Missing));
        let page = self.page.as_ref().map_or(Ok(1), |it| it.parse());
        let page = page.ok().filter(|it| *it != 0).ok_or(PageError::Missing)?;
        Ok(WantedList { list, game: game.transpose()?, page })
    }
}

impl WantedList {
    /// Writes the list as a query.
    fn query(self) -> String {
        let list = self.list.name;
        let game = self.game.map_or_else(String::new, |game| format!("&game={}", game.name()));
        let page = if self.page == 1 { String::new() } else { format!("&page={}", self.page) };
        format!("list={list}{game}{page}")
    }
}

async fn read(pages: &Pages, key: String, wanted: WantedList) -> Result<SharedTable, PageError> {
    let WantedList { list, game, page } = wanted;
    let now = model::host_clock::now().as_second();
    let features = pages.queue.features();
    let found = pages
        .queue
        .look(Length::Long, move |tx| shared_table(features, tx, &key, list, game, page, now));
    found.await?.ok_or(PageError::Missing)
}

pub(super) async fn page(
    of: &'static ServerPage,
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(asked): WebQuery<ListQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let wanted = asked.wanted(of)?;
    let table = read(&pages, key.clone(), wanted).await?;
    let link = |name: &str, to: WantedList, here: bool| {
        html! {
            @if here { span.button.off aria-current="page" { (name) } }
            @else { a.button href={ (key) "?" (to.query()) } { (name) } }
        }
    };
    let games = [None].into_iter().chain(GameId::ALL.iter().copied().map(Some));
    let picture = match table.chart {
        None => html! {},
        Some(chart) => {
            let painted = pages.draw(chart, Theme::Light).await?;
            let query = wanted.query();
            let address = |theme: Theme| format!("{key}/table.png?{query}&theme={}", theme.name());
            picture("board", address, &painted.alt, Some(painted.size()))
        }
    };
    let content = html! {
        main {
            nav.menu aria-label="Lists" {
                @for list in of.lists {
                    (link(list.label, WantedList { list, page: 1, ..wanted }, list.name == wanted.list.name))
                }
            }
            nav.menu aria-label="Games" {
                @for game in games {
                    @let name = game.map_or(words::ALL_GAMES, GameId::title);
                    (link(name, WantedList { game, page: 1, ..wanted }, game == wanted.game))
                }
            }
            (picture)
            nav.menu aria-label="Pages" {
                @if 1 < wanted.page {
                    (link(words::PREVIOUS_PAGE, WantedList { page: wanted.page - 1, ..wanted }, false))
                }
                @if table.more {
                    (link(words::NEXT_PAGE, WantedList { page: wanted.page + 1, ..wanted }, false))
                }
            }
            details open { summary { (words::IN_WORDS) } (blocks(&table.text)) }
        }
    };
    let html = public_page(of.title, "../web/", None, &html! {}, &content);
    Ok(html_page(&headers, html))
}

pub(super) async fn table(
    of: &'static ServerPage,
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(asked): WebQuery<ListQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (wanted, theme) = (asked.wanted(of)?, theme(asked.theme.as_deref())?);
    let chart = read(&pages, key, wanted).await?.chart.ok_or(PageError::Missing)?;
    Ok(png(&headers, pages.draw(chart, theme).await?.bytes))
}
