//! Shows a season on a server: its standings, and the winners of earlier ones.
use command::Command;
use engine::games::GameId;
use model::{glicko::Rating, text::Text};
use service::{
    RequestError,
    context::RequestContext,
    ratings::{season::Season, standing::PlaceTerms},
};
use store::HIDDEN;

use super::{
    commands,
    leaders::{ListPage, ListReader, PagedList, page_of},
    rows,
    words::{self, Winner},
};

/// What its pictures are called.
pub(super) const FILE: &str = "season";

/// How many past seasons are listed.
const PAST: usize = 8;

/// Shows a season on this server, and the winners of earlier ones.
pub(super) fn season(
    cx: &mut RequestContext<'_>,
    said: &commands::Season,
) -> Result<(), RequestError> {
    season_of(&ListReader::of(cx), said)?.say(cx)
}

pub(super) fn season_of(
    reader: &ListReader<'_>,
    said: &commands::Season,
) -> Result<ListPage, RequestError> {
    let (tx, game) = (reader.tx, said.game);
    let present = Season::of(reader.now);
    let season = match said.which.as_deref() {
        None => present,
        Some(which) => Season::read(which)
            .filter(|it| *it <= present)
            .ok_or_else(|| words::no_season(which, &present.to_string()))?,
    };
    let name = season.to_string();
    let list = season.list(reader.room, game);
    let mut board = PagedList::new(words::season_of(&name, game), FILE).on_podium();
    board.add_ranked(tx.season_places(&list, true)?);
    let needed = PlaceTerms::of(tx, &list)?;
    board.add(words::no_place_yet(needed), tx.season_places(&list, false)?);
    let mut lines = vec![words::season_here(&name, game)];
    if season == present {
        lines.push(Text::Plain(words::season_ends_in(season.span().1 - reader.now)));
    }
    lines.push(Text::plain(match board.len() {
        0 => words::no_rated_match_this_season(),
        _ => words::by_floor(),
    }));
    let me = reader.me.filter(|me| season == present && !me.settings.get(&HIDDEN));
    if let Some(me) = me
        && let Some(missing) = needed.missing_for(tx, &list, me.id)?
    {
        lines.push(words::you_need(missing, needed.established));
    }
    let winners = past_winners(reader, season, game)?;
    if !winners.is_empty() {
        lines.push(Text::plain(words::past_winners()));
        lines.push(Text::List(winners));
    }
    let turn = |page| {
        let (page, which) = (u32::try_from(page).ok(), Some(season.to_string()));
        Command::from(commands::Season { game, page, which })
    };
    let rating = |person| {
        let rating = tx.season_rating(&list, person)?.unwrap_or_else(Rating::unknown);
        Ok((rating, tx.play_in_season(&list, person)?))
    };
    page_of(reader, lines, board, said.page, rating, turn)
}

/// Lists the winners of earlier seasons, newest first.
fn past_winners(
    reader: &ListReader<'_>,
    before: Season,
    game: Option<GameId>,
) -> Result<Vec<Text>, RequestError> {
    let (tx, room) = (reader.tx, reader.room);
    let Some(first) = rows::first_counted_on(tx, room)?.map(Season::of) else {
        return Ok(Vec::new());
    };
    let mut lines = Vec::new();
    let mut season = before.before();
    while first <= season && lines.len() < PAST {
        let list = season.list(room, game);
        let name = season.to_string();
        lines.push(match tx.season_first(&list)? {
            None => words::won_by(&name, Winner::Nobody),
            Some(winner) => {
                let person = tx.person(winner)?;
                let rating = tx.season_rating(&list, winner)?;
                let rating = rating.filter(|_| !person.settings.get(&HIDDEN));
                let winner = match &rating {
                    None => Winner::Hidden,
                    Some(rating) => Winner::Person(&person.name, rating),
                };
                words::won_by(&name, winner)
            }
        });
        season = season.before();
    }
    Ok(lines)
}
