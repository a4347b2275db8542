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
    leaders::{PagedList, say_board},
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
    let game = said.game;
    let present = Season::of(cx.now);
    let season = match said.which.as_deref() {
        None => present,
        Some(which) => Season::read(which)
            .filter(|it| *it <= present)
            .ok_or_else(|| words::no_season(which, &present.to_string()))?,
    };
    let name = season.to_string();
    let list = season.list(&cx.room, game);
    let mut board = PagedList::new(words::season_of(&name, game), FILE).on_podium();
    board.add_ranked(cx.tx.season_places(&list, true)?);
    let needed = PlaceTerms::of(cx.tx, &list)?;
    board.add(words::no_place_yet(needed), cx.tx.season_places(&list, false)?);
    let mut lines = vec![words::season_here(&name, game)];
    if season == present {
        lines.push(Text::Plain(words::season_ends_in(season.span().1 - cx.now)));
    }
    lines.push(Text::plain(match board.len() {
        0 => words::no_rated_match_this_season(),
        _ => words::by_floor(),
    }));
    let shown = season == present && !cx.me.settings.get(&HIDDEN);
    if shown && let Some(missing) = needed.missing_for(cx.tx, &list, cx.me.id)? {
        lines.push(words::you_need(missing, needed.established));
    }
    let winners = past_winners(cx, season, game)?;
    if !winners.is_empty() {
        lines.push(Text::plain(words::past_winners()));
        lines.push(Text::List(winners));
    }
    let turn = |page| {
        let (page, which) = (u32::try_from(page).ok(), Some(season.to_string()));
        Command::from(commands::Season { game, page, which })
    };
    let rating = |context: &RequestContext<'_>, person| {
        let rating = context.tx.season_rating(&list, person)?.unwrap_or_else(Rating::unknown);
        Ok((rating, context.tx.play_in_season(&list, person)?))
    };
    say_board(cx, lines, board, said.page, rating, turn)
}

/// Lists the winners of earlier seasons, newest first.
fn past_winners(
    cx: &RequestContext<'_>,
    before: Season,
    game: Option<GameId>,
) -> Result<Vec<Text>, RequestError> {
    let Some(first) = rows::first_counted_on(cx.tx, &cx.room)?.map(Season::of) else {
        return Ok(Vec::new());
    };
    let mut lines = Vec::new();
    let mut season = before.before();
    while first <= season && lines.len() < PAST {
        let list = season.list(&cx.room, game);
        let name = season.to_string();
        lines.push(match cx.tx.season_first(&list)? {
            None => words::won_by(&name, Winner::Nobody),
            Some(winner) => {
                let person = cx.tx.person(winner)?;
                let rating = cx.tx.season_rating(&list, winner)?;
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
