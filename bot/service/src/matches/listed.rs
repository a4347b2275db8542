//! The list that `moves` showed last: a number names one of its lines while the position is the same.
use command::{bare_number, say};
use engine::seat::Seat;

use super::words;
use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        memory::{List, MenuLine},
    },
};

/// Returns the line a number means in the list last shown.
pub fn picked(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<MenuLine, RequestError> {
    let said = || MenuLine::Words(words.to_owned());
    let Some(number) = bare_number(words) else { return Ok(said()) };
    // If a bare number is itself a move, it is that move.
    if loaded.table.menu(seat).listed.iter().any(|it| it == words) {
        return Ok(said());
    }
    match last_of(cx, loaded) {
        None => Err(words::no_list_shown().into()),
        Some(list) => match number.checked_sub(1).and_then(|nth| list.lines.get(nth)) {
            Some(line) => Ok(line.clone()),
            None => {
                let offered = list.lines.iter().map(|line| match line {
                    MenuLine::Words(words) => words.clone(),
                    MenuLine::More { begins, .. } => say!(Moves { begins: begins.as_str() }).line(),
                });
                Err(words::list_ends(list.lines.len()).instead(offered).into())
            }
        },
    }
}

/// Keeps a list that is shown.
pub(crate) fn remember(cx: &mut RequestContext<'_>, list: List) {
    cx.memory.lists.insert((cx.room.id, cx.me.id), list);
}

/// Returns the list last shown here, if its match still has that position.
pub(crate) fn last_of<'a>(cx: &'a RequestContext<'_>, loaded: &LoadedMatch) -> Option<&'a List> {
    let list = cx.memory.lists.get(&(cx.room.id, cx.me.id));
    list.filter(|list| list.of == loaded.row.id && list.at == loaded.step_key())
}
