//! Orders in advance (conditional moves): after `if g3xe5 then d4xf6`, d4xf6 is played
//! automatically once the other side plays g3xe5.
use engine::{chance::StepKey, game::Status, seat::Seat};
use model::{ids::MatchId, reply::Reply, text::Text};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::{self, attempt::looks_like_move},
    telling::turn::named_shortly,
};

use crate::{
    commands::If,
    rows::{self, OrderedAction, StandingOrder},
    try_order::{LONGEST, OrderTrial},
    words,
};

/// The most orders of a player in a match.
const MOST: usize = 20;

/// Gives, lists and withdraws orders; everything is answered to the asker alone.
pub(crate) fn order(cx: &mut RequestContext<'_>, said: &If) -> Result<(), RequestError> {
    let words = said.words.trim();
    // Nobody is asked which match `if only` is an order for.
    let is_order = words.is_empty()
        || words.contains(" then ")
        || words.to_lowercase().starts_with("off")
        || looks_like_move(words, &[]);
    if said.of.is_none() && !is_order && 1 < matches::find::mine_here(cx)?.len() {
        return Err(words::no_order(words).into());
    }
    let loaded = matches::find::my_match(cx, said.of, |row, seat| *row.waiting.get(seat.other()))?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let mut parts = words.split_whitespace();
    if parts.next().is_some_and(|word| ["off", "delete", "cancel"].contains(&&*word.to_lowercase()))
    {
        return withdraw(cx, &loaded, parts.next());
    }
    let of = loaded.row.id;
    let own: Vec<StandingOrder> = own_orders(cx, of)?;
    if words.is_empty() && !own.is_empty() {
        let listed: Vec<(u32, String)> =
            own.iter().map(|order| (order.number, told(order))).collect();
        let reply = in_private(cx, &loaded, words::orders(listed));
        cx.say(reply.choices(words::order_buttons(of, own.iter().map(|it| it.number))));
        return Ok(());
    }
    let mut trial = OrderTrial::of(&loaded, seat)?;
    let parts = parts_of(words);
    for (n, part) in parts.iter().enumerate() {
        let by = if n % 2 == 0 { seat.other() } else { seat };
        trial.part(by, part)?;
    }
    if parts.len().is_multiple_of(2) && !parts.is_empty() {
        return give(cx, &loaded, trial, own);
    }
    // What is still missing can be chosen.
    let by = if parts.is_empty() { seat.other() } else { seat };
    let choices = trial.choices(by)?;
    let whose = loaded.names.get(by).as_str();
    let says = if parts.is_empty() {
        words::order_begins(whose)
    } else {
        words::order_goes_on(&trial.said)
    };
    let reply = in_private(cx, &loaded, says);
    cx.say(reply.choices(choices));
    Ok(())
}

/// Keeps an order that was tried.
fn give(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    trial: OrderTrial<'_>,
    mut own: Vec<StandingOrder>,
) -> Result<(), RequestError> {
    let OrderTrial { seat, path, said, .. } = trial;
    let of = loaded.row.id;
    if LONGEST < path.len() {
        return Err(words::order_too_long(LONGEST).into());
    }
    let left = |order: &StandingOrder| order.path[order.done..].to_vec();
    if let Some(same) = own.iter().find(|order| left(order).starts_with(&path)) {
        return Err(words::ordered_already(same.number, of).into());
    }
    // It replaces an order for the same moves with another answer, and one that it continues.
    let differs = |order: &StandingOrder| {
        let left = left(order);
        let both = left.iter().zip(&path);
        match both.into_iter().find(|(a, b)| a != b) {
            Some((a, b)) => a.seat == seat && b.seat == seat,
            None => true,
        }
    };
    let replaced: Vec<u32> = own.iter().filter(|it| differs(it)).map(|it| it.number).collect();
    for number in &replaced {
        rows::drop_orders(cx.tx, of, cx.me.id, Some(*number))?;
    }
    own.retain(|order| !replaced.contains(&order.number));
    if MOST <= own.len() {
        return Err(words::too_many_orders(MOST, of).into());
    }
    let number = (1..).find(|number| own.iter().all(|own| own.number != *number)).unwrap_or(1);
    let at = loaded.step_key();
    rows::put_order(cx.tx, &StandingOrder { of, person: cx.me.id, number, path, done: 0, at })?;
    let overheard = cx.request().is_some_and(|it| it.overheard);
    let says = words::ordered(number, &said, &replaced, overheard);
    let reply = in_private(cx, loaded, says);
    cx.say(reply.choices(words::order_buttons(of, [number])));
    Ok(())
}

fn withdraw(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    which: Option<&str>,
) -> Result<(), RequestError> {
    let of = loaded.row.id;
    let number = match which {
        None => None,
        Some(which) => Some(which.parse().map_err(|_| words::no_such_order(which, of))?),
    };
    let gone = rows::drop_orders(cx.tx, of, cx.me.id, number)?;
    if gone == 0 {
        return Err(match which {
            Some(it) => words::no_such_order(it, of),
            None => words::no_orders(of),
        }
        .into());
    }
    let reply = in_private(cx, loaded, words::withdrawn(gone));
    cx.say(reply);
    Ok(())
}

/// Answers the asker about a match so that nobody else can ever read it.
fn in_private(cx: &RequestContext<'_>, loaded: &LoadedMatch, says: Text) -> Reply {
    let named = Text::small(named_shortly(loaded));
    Reply::only(cx.me.id, Text::Lines(vec![named, says]))
}

fn own_orders(cx: &RequestContext<'_>, of: MatchId) -> Result<Vec<StandingOrder>, RequestError> {
    let mut own = rows::orders(cx.tx, of)?;
    own.retain(|it| it.person == cx.me.id);
    Ok(own)
}

/// Moves the orders of a match past a step that was just played; those that don't fit it are
/// dropped. After chance, a reveal or a default, all are, and so they are when something is taken back.
pub(crate) fn follow(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    let row = &loaded.step;
    if row.undo.is_some() {
        for seat in Seat::BOTH {
            drop_orders_of(cx, loaded, seat, words::dropped_by_undo())?;
        }
        return Ok(());
    }
    let status = loaded.table.status();
    let orders = rows::orders(cx.tx, loaded.row.id)?;
    // Those of a match that is over are deleted.
    if orders.is_empty() || matches!(status, Status::Over(_)) {
        return Ok(());
    }
    let before = match row.step.checked_sub(1) {
        Some(before) => cx.tx.live_step(loaded.row.id, before)?,
        None => None,
    };
    let before = before.map(|step| StepKey { step: step.step, take: step.take });
    let unknown = row.fixed || row.sealed || row.lot.is_some();
    let mut lost: Vec<Seat> = Vec::new();
    for mut order in orders {
        let fits = order.path.get(order.done).is_some_and(|action| {
            Some(action.seat) == row.seat && action.words == row.written && Some(order.at) == before
        });
        let number = Some(order.number);
        order.done += 1;
        order.at = loaded.step_key();
        if fits && !unknown && order.done < order.path.len() {
            rows::put_order(cx.tx, &order)?;
        } else {
            rows::drop_orders(cx.tx, order.of, order.person, number)?;
            let seat = loaded.seat_of(order.person);
            let is_over = fits && order.done == order.path.len();
            lost.extend(seat.filter(|seat| unknown && !is_over && !lost.contains(seat)));
        }
    }
    for seat in lost {
        // A player who is asked now sees what happened.
        if !status.waits_for(seat) {
            tell_of_dropped(cx, loaded, seat, words::dropped_by_chance())?;
        }
    }
    Ok(())
}

/// Drops the orders of a player who is asked something.
pub(crate) fn drop_asked(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<(), RequestError> {
    drop_orders_of(cx, loaded, seat, words::dropped_by_question())
}

/// Drops a seat's orders in a running match, and tells their owner alone.
fn drop_orders_of(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    why: &str,
) -> Result<(), RequestError> {
    let person = *loaded.row.seats.get(seat);
    if 0 < rows::drop_orders(cx.tx, loaded.row.id, person, None)? {
        tell_of_dropped(cx, loaded, seat, why)?;
    }
    Ok(())
}

fn tell_of_dropped(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    why: &str,
) -> Result<(), RequestError> {
    let to = *loaded.row.seats.get(seat);
    let named = Text::small(named_shortly(loaded));
    let says = words::orders_dropped(why);
    let reply = Reply::only(to, Text::Lines(vec![named, says]));
    let room = if to == cx.me.id { cx.room.id } else { loaded.row.room };
    Ok(cx.say_in(room, reply)?)
}

/// Drops the orders of a seat without a word: the position differs from the one they were tried on, in something that their owner can't know.
pub(crate) fn drop_refused(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<(), RequestError> {
    rows::drop_orders(cx.tx, loaded.row.id, *loaded.row.seats.get(seat), None)?;
    Ok(())
}

/// Returns the action that its owner ordered for the current position.
pub(crate) fn ordered_now(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<Option<(Seat, String)>, RequestError> {
    let status = loaded.table.status();
    for order in rows::orders(cx.tx, loaded.row.id)? {
        let Some(action) = order.path.get(order.done) else { continue };
        let own = loaded.seat_of(order.person) == Some(action.seat);
        if own && order.at == loaded.step_key() && status.waits_for(action.seat) {
            let OrderedAction { seat, words } = action.clone();
            return Ok(Some((seat, words)));
        }
    }
    Ok(None)
}

/// Splits an order at `if` and `then`.
fn parts_of(said: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut part: Vec<&str> = Vec::new();
    for word in said.split_whitespace() {
        let bare = word.trim_end_matches(',').to_lowercase();
        if ["if", "then"].contains(&bare.as_str()) {
            parts.push(part.join(" "));
            part.clear();
        } else {
            part.push(word);
        }
    }
    parts.push(part.join(" "));
    let clean = |part: String| part.trim_end_matches([',', '.', '!']).trim().to_owned();
    parts.into_iter().map(clean).filter(|it| !it.is_empty()).collect()
}

/// Writes what is left of an order: `g3xe5 then d4xf6`.
fn told(order: &StandingOrder) -> String {
    let mut out = String::new();
    let mut last = None;
    for action in &order.path[order.done..] {
        let first = order.path[order.done].seat;
        let word = match last {
            Some(seat) if seat == action.seat => "; ",
            _ if action.seat == first && out.is_empty() => "",
            _ if action.seat == first => " if ",
            _ => " then ",
        };
        out.push_str(word);
        out.push_str(&action.words);
        last = Some(action.seat);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_split_where_the_side_changes() {
        assert_eq!(parts_of("a3-b4 then c5xa3"), ["a3-b4", "c5xa3"]);
        assert_eq!(
            parts_of("IF a3-b4, then c5xa3, if b2-c3 THEN x"),
            ["a3-b4", "c5xa3", "b2-c3", "x"]
        );
        assert_eq!(parts_of("f8-f9; end then f2-f3"), ["f8-f9; end", "f2-f3"]);
        assert_eq!(parts_of("then"), [""; 0]);
        assert_eq!(parts_of(""), [""; 0]);
    }
}
