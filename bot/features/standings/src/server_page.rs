//! The page of a server with its lists, which its moderators turn on.
use command::{Permitted, say, verbs};
use model::text::Text;
use service::{
    RequestError, RoomSettingRow, ServerList, ServerPage, SharedTable,
    context::{RequestContext, random_source::random_key},
    room_settings,
    words::no_pages,
};

use super::{
    commands::{self, Reach},
    leaders::{ListPage, ListReader, leaderboard_of},
    rows,
    season::season_of,
    words,
};

pub(super) const PAGE: ServerPage = ServerPage {
    title: words::LEADERBOARDS,
    lists: &[
        ServerList {
            name: "leaderboard",
            label: words::LEADERBOARD,
            shows: |tx, room, game, page, now| {
                let (scope, page) = (Some(Reach::Server), Some(page));
                let said = commands::Leaderboard { game, scope, page };
                leaderboard_of(&ListReader { tx, room, me: None, now }, &said).map(shared)
            },
        },
        ServerList {
            name: "season",
            label: words::THIS_SEASON,
            shows: |tx, room, game, page, now| {
                let said = commands::Season { game, page: Some(page), which: None };
                season_of(&ListReader { tx, room, me: None, now }, &said).map(shared)
            },
        },
    ],
    room_of: rows::room_of_page,
};

fn shared(page: ListPage) -> SharedTable {
    let ListPage { text, chart, next, .. } = page;
    SharedTable { text, chart, more: next.is_some() }
}

pub(super) const OF_SERVER: RoomSettingRow = RoomSettingRow {
    name: words::ORDER.word(),
    help: "`pages on` or `off`: a web page with this server's leaderboards.",
    example: "admin pages on",
    may: Some(Permitted::Governor),
    posts: false,
    picks: None,
    set: set_pages,
    shows: Some(shown),
};

/// Gives the server a page, or takes it away.
fn set_pages(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    match said.value.to_lowercase().as_str() {
        "" => {}
        "on" | "yes" if cx.memory.pages.is_none() => {
            let leaderboard = say!(super::commands::Leaderboard { scope: Reach::Server });
            return Err(no_pages().instead([leaderboard]).into());
        }
        "on" | "yes" => rows::open_server_page(cx.tx, &cx.room, &random_key())?,
        "off" | "no" => drop(rows::close_server_page(cx.tx, &cx.room)?),
        _ => return Err(room_settings::words::on_or_off(words::ORDER).into()),
    }
    room_settings::admin::show_admin(cx)
}

/// Writes the address of the page, if the server has one.
fn shown(cx: &RequestContext<'_>) -> Result<Option<Text>, RequestError> {
    let key = rows::server_page(cx.tx, &cx.room)?;
    let address = cx.memory.pages.as_ref().zip(key).map(|(pages, key)| format!("{pages}/s/{key}"));
    Ok(address.map(words::on_the_web))
}
