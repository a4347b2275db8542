//! Playing words in a match, and the lists and boards that help to find them.
use command::{Commands, Does, bare_number, nearest, say, verbs};
use engine::{
    game::Status,
    refusal::{Code, Refusal},
    scene::Verbosity,
    seat::Seat,
};
use model::{ids::MatchId, reply::Reply, span, text::Text};
use store::{MatchRow, READING, TEXT};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        memory::{MenuLine, Question},
        room_play::{RoomRefusal, refusal_of_room, room_play},
        seam::{self, HeardWords},
    },
    dispatch,
    matches::{self, attempt::looks_like_move},
    play::{self, several::BETWEEN, step::next_dice, words},
    telling::{
        self,
        menu::{LINES, MenuTree},
        turn::named_shortly,
    },
    time,
    words::none_running,
};

pub fn play(cx: &mut RequestContext<'_>, said: &verbs::Play) -> Result<(), RequestError> {
    let verbs::Play { of, words } = said;
    if let Some(asked) = cx.memory.commands.question(words) {
        return dispatch::asks::answer_question(cx, *of, &asked);
    }
    if of.is_some() {
        return play_words(cx, *of, words);
    }
    let (of, words) = dispatch::numbered::split_number(cx, words)?;
    play_words(cx, of, &words)
}

pub fn moves(cx: &mut RequestContext<'_>, said: &verbs::Moves) -> Result<(), RequestError> {
    let words = say!(Moves { begins: said.begins.as_str() }).line();
    if said.of.is_none()
        && matches::here::playable_here(cx)?.is_empty()
        && seam::heard(cx, HeardWords::Command(&words))?
    {
        return Ok(());
    }
    let loaded = match (said.of, matches::here::shared_here(cx)?.is_empty()) {
        (None, false) => {
            let rows = matches::here::playable_here(cx)?;
            meant(cx, rows, "")?
        }
        _ => matches::find::my_match(cx, said.of, |row, seat| *row.waiting.get(seat))?,
    };
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let before = play::sealed::before_choice(cx, &loaded, seat)?;
    if let Some(asked_at) = cx.request().and_then(|it| it.asked_at)
        && !play::sealed::is_still_asked(cx, &loaded, seat, asked_at)?
        && before.as_ref().is_none_or(|before| before.step_key() != asked_at)
    {
        return stale(cx, &loaded, seat, words::button_out_of_date());
    }
    // A board that a whole room plays on isn't changed for one of them.
    if before.is_none() && !loaded.is_of_room(seat) && play::choose::is_on_board(cx, &loaded)? {
        return play::choose::choose(cx, &loaded, seat, &said.begins);
    }
    list_moves(cx, before.as_ref().unwrap_or(&loaded), &said.begins)
}

/// Lists the asker's choices in a match, or those with a beginning; a long list is shown as
/// beginnings.
pub fn list_moves(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    begins: &str,
) -> Result<(), RequestError> {
    let seat = matches::seat::seat_in(cx, loaded)?;
    matches::seat::check_turn(loaded, seat)?;
    let status = loaded.table.status();
    let menu = telling::controls::offered(loaded, seat);
    let tree = MenuTree::new(&menu.listed);
    let node = tree.open(begins);
    if node.words().is_empty() && !begins.is_empty() {
        return Err(words::none_starts_with(begins, loaded.row.id).into());
    }
    let branches = node.branches();
    let shown = if node.words().len() <= LINES {
        node.words().iter().map(|words| MenuLine::Words((*words).to_owned())).collect()
    } else {
        branches.clone()
    };
    let mut lines = vec![Text::small(named_shortly(loaded))];
    if let Status::Waiting(prompts) = &status {
        let asks = prompts.iter().filter(|it| it.seat == seat).map(|it| it.ask.as_str());
        lines.push(words::you_can(&asks.collect::<Vec<_>>()));
    }
    let numbered = telling::controls::choices(loaded, seat, &shown);
    if cx.room.chat.has_menus() {
        // Its menus show the same.
    } else if numbered.len() <= LINES {
        for (n, choice) in numbered.iter().enumerate() {
            lines.push(span![format!("{}. ", n + 1), choice.in_words()]);
        }
    } else {
        // Each on a line of its own would fill a screen.
        let short = numbered.iter().enumerate();
        let short = short.map(|(n, choice)| format!("{}. {}", n + 1, choice.label));
        lines.push(Text::Plain(short.collect::<Vec<_>>().join(" · ")));
    }
    lines.extend(menu.grammar.map(Text::sentence));
    let reply = cx.answer(Text::Lines(lines));
    let mut reply = telling::controls::with_branches(reply, loaded, seat, begins, &branches);
    if let Some(menu) = &mut reply.menu {
        menu.listed = numbered;
    }
    matches::listed::remember(cx, loaded, shown);
    cx.say(reply);
    Ok(())
}

pub fn board(cx: &mut RequestContext<'_>, said: &verbs::Board) -> Result<(), RequestError> {
    let loaded = matches::find::any_match(cx, said.of)?;
    let own = loaded.seat_of(cx.me.id).unwrap_or(Seat::First);
    let mut picture = telling::turn::picture(cx, &loaded, None, &cx.me, own);
    if let Some(side) = &said.side {
        picture.facing = matches::seat::side_named(loaded.game(), side)?;
        telling::drawing::describe(&mut picture, &loaded);
    }
    let mut lines = vec![Text::plain(matches::seat::heading(&loaded))];
    match (&loaded.row.end, loaded.table.status()) {
        (Some(end), _) => lines.push(Text::plain(telling::end::verdict(&loaded, end)?)),
        (None, Status::Waiting(prompts)) => lines.extend(prompts.iter().map(|prompt| {
            Text::sentence(format!("{}: {}.", loaded.titled(prompt.seat), prompt.ask))
        })),
        (None, Status::Over(_)) => {}
    }
    if said.text.unwrap_or(cx.me.settings.get(&TEXT)) {
        let reading = cx.me.settings.get(&READING);
        let drawn = said.text.is_some() || reading.is_none();
        // Who asks for the board wants the whole position.
        let most = reading.unwrap_or_default().max(Verbosity::Normal);
        lines.extend(telling::turn::in_words(&loaded, &picture, most, drawn));
    }
    let text = Text::Lines(lines);
    let openly = matches::find::openly(cx, &loaded.row)?;
    let reply = if openly { Reply::room(text) } else { cx.answer(text) };
    let reply = reply.picture(picture);
    let reply = match own_open_choices(cx, &loaded) {
        Some(seat) => telling::controls::with_menu(reply, &loaded, seat),
        None => reply,
    };
    cx.say(reply);
    seam::shown(cx, &loaded)
}

/// Returns the seat of an asker who may choose now, if everybody may see the choices and the chat
/// lists none by itself.
fn own_open_choices(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Option<Seat> {
    let seat = loaded.seat_of(cx.me.id).filter(|_| loaded.row.end.is_none())?;
    let Status::Waiting(prompts) = loaded.table.status() else { return None };
    let open = prompts.iter().any(|prompt| prompt.seat == seat && !prompt.kind.is_private());
    (open && !loaded.is_of_room(seat) && !cx.room.chat.is_local()).then_some(seat)
}

pub fn hand(cx: &mut RequestContext<'_>, said: &verbs::Hand) -> Result<(), RequestError> {
    let loaded = matches::find::my_match(cx, said.of, |row, seat| *row.waiting.get(seat))?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let reply = match loaded.table.hand(seat) {
        Some(hand) => {
            let picture = telling::turn::picture(cx, &loaded, Some(seat), &cx.me, seat);
            Reply::only(cx.me.id, Text::sentence(hand)).picture(picture)
        }
        None => cx.answer(words::nothing_hidden()),
    };
    cx.say(reply);
    Ok(())
}

/// Plays words in the match they mean.
pub fn play_words(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<(), RequestError> {
    let words = words.trim();
    let loaded = match of {
        Some(_) => matches::find::my_match(cx, of, |_, _| false)?,
        None => {
            let rows = matches::here::playable_here(cx)?;
            meant(cx, rows, words)?
        }
    };
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let before = play::sealed::before_choice(cx, &loaded, seat)?;
    if let Some(asked_at) = cx.request().and_then(|it| it.asked_at)
        && !play::sealed::is_still_asked(cx, &loaded, seat, asked_at)?
        && before.as_ref().is_none_or(|before| before.step_key() != asked_at)
    {
        return stale(cx, &loaded, seat, words::button_out_of_date());
    }
    if time::settle::is_overtaken(cx, loaded.row.id) {
        return stale(cx, &loaded, seat, words::default_was_played());
    }
    if words.is_empty() {
        let listed = telling::controls::offered(&loaded, seat).listed;
        return Err(words::say_what_to_play().instead(listed).into());
    }
    let id = loaded.row.id;
    if words.contains(BETWEEN) && before.is_none() {
        if loaded.is_of_room(seat) {
            return Err(refusal_of_room(cx, RoomRefusal::Several).into());
        }
        return play::several::several(cx, loaded, seat, words);
    }
    let words = play::position_questions::whole(cx, &loaded, seat, words);
    if play::position_questions::answered(cx, &loaded, seat, &words)? {
        return Ok(());
    }
    let asked = before.as_ref().unwrap_or(&loaded);
    if play::sealed::is_number_aloud(cx, asked, seat, &words) {
        play::sealed::choose_apart(cx, asked, seat);
        return Ok(());
    }
    let (at, typed) = (asked.step_key(), words.clone());
    // A question why may be answered where others read it.
    let secret = matches!(asked.table.status(), Status::Waiting(prompts)
        if prompts.iter().any(|prompt| prompt.kind.is_private()));
    let done = matches::seat::check_turn(asked, seat)
        .map_err(RequestError::from)
        .and_then(|()| Ok(matches::seat::check_running(cx, &loaded)?))
        .and_then(|()| matches::listed::picked(cx, asked, seat, &words))
        .and_then(|picked| match (picked, before) {
            (MenuLine::Words(words), None) if loaded.is_of_room(seat) => {
                (room_play(cx)?.takes)(cx, &loaded, seat, &words)
            }
            (MenuLine::Words(words), None) => play::step::step(cx, loaded, seat, &words, None),
            (MenuLine::Words(words), Some(before)) => {
                play::sealed::choose_again(cx, loaded, before, seat, &words)
            }
            (MenuLine::More { begins, .. }, before) => {
                list_moves(cx, before.as_ref().unwrap_or(&loaded), &begins)
            }
        });
    match done {
        Err(RequestError::Refused(refusal)) => {
            if refusal.code != Code::Unreadable && !secret {
                let refused = Question { at, words: typed.clone() };
                cx.memory.refused.insert((id, cx.me.id), refused);
            }
            let refusal = nearest_first(refusal, &typed);
            let refusal = match is_attempt(cx, id, seat, &refusal, &typed)? {
                true => {
                    cx.asked_at.set(Some((id, at)));
                    telling::controls::word_offers(cx, id, seat, &refusal.instead)?;
                    refusal
                }
                false => without_moves(cx.memory.commands, refusal),
            };
            Err(match 1 < matches::here::playable_here(cx)?.len() {
                true => numbered_offers(cx.memory.commands, refusal, id),
                false => refusal,
            }
            .into())
        }
        other => other,
    }
}

/// Finds the only one of several matches where the words make sense.
fn meant(
    cx: &mut RequestContext<'_>,
    mut rows: Vec<MatchRow>,
    words: &str,
) -> Result<LoadedMatch, RequestError> {
    match rows.len() {
        0 => return Err(none_running().into()),
        1 => return matches::find::load_if_allowed(cx, rows.remove(0)),
        _ => {}
    }
    // A number is for the match whose list was shown last.
    if bare_number(words).is_some() {
        let list = cx.memory.lists.get(&(cx.room.id, cx.me.id));
        if let Some(row) = list.and_then(|list| rows.iter().find(|it| it.id == list.of)) {
            return matches::find::load_if_allowed(cx, row.clone());
        }
        if cx.room.chat.numbers_choices() {
            return Err(matches::find::which(cx, &rows)?.into());
        }
        let lists = rows.iter().map(|row| say!(Moves { of: row.id }));
        return Err(matches::find::which(cx, &rows)?.instead(lists).into());
    }
    let mut fitting = Vec::new();
    let mut waiting = Vec::new();
    let mut is_attempt = words.is_empty();
    for row in &rows {
        let loaded = matches::find::load(cx, row.clone())?;
        let seat = matches::seat::seat_in(cx, &loaded)?;
        if loaded.table.status().waits_for(seat) {
            waiting.push(row.clone());
        }
        is_attempt |= looks_like_move(words, &loaded.table.menu(seat).listed);
        if fits(cx, loaded, words)? {
            fitting.push(row.clone());
        }
    }
    match (fitting.as_mut_slice(), waiting.as_mut_slice()) {
        ([one], _) | ([], [one]) => matches::find::load_if_allowed(cx, one.clone()),
        ([], []) => matches::find::load_if_allowed(cx, rows.remove(0)),
        ([], _) if !is_attempt => Err(words::unknown_words(words).into()),
        ([], several) | (several, _) => Err(matches::find::which(cx, several)?.into()),
    }
}

/// Tells whether words are a choice or a question in a match of the asker's.
pub fn fits(
    cx: &RequestContext<'_>,
    mut loaded: LoadedMatch,
    words: &str,
) -> Result<bool, RequestError> {
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let words = words.split(BETWEEN).next().unwrap_or(words).trim();
    let words = play::position_questions::whole(cx, &loaded, seat, words);
    if matches!(loaded.table.ask(seat, &words), Some(Ok(_))) {
        return Ok(true);
    }
    if !loaded.table.status().waits_for(seat) {
        match play::sealed::before_choice(cx, &loaded, seat)? {
            Some(before) => loaded = before,
            None => return Ok(false),
        }
    }
    let (_, mut dice) = next_dice(&loaded);
    Ok(loaded.table.play(seat, &words, &mut dice).is_ok())
}

/// Answers a line for an earlier position with the current one.
pub fn stale(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    says: &str,
) -> Result<(), RequestError> {
    let picture = telling::turn::picture(cx, loaded, None, &cx.me, seat);
    let mut lines = vec![Text::small(named_shortly(loaded)), Text::plain(says)];
    if let (Status::Waiting(prompts), None) = (loaded.table.status(), &loaded.row.end) {
        lines.extend(telling::turn::who_is_asked(cx, loaded, &prompts)?);
    }
    let reply = cx.answer(Text::Lines(lines));
    let mut reply = reply.picture(picture).refused(Code::NotNow);
    if loaded.table.status().waits_for(seat) {
        reply = telling::controls::with_menu(reply, loaded, seat);
    }
    cx.say(reply);
    Ok(())
}

/// Puts the likeliest meaning first among the suggestions of a refusal.
fn nearest_first(mut refusal: Refusal, typed: &str) -> Refusal {
    let near: Vec<String> =
        nearest(typed, &refusal.instead).into_iter().map(str::to_owned).collect();
    refusal.instead.retain(|line| !near.contains(line));
    refusal.instead.splice(0..0, near);
    refusal
}

/// Tells whether refused words were meant as a move, and aren't talk.
fn is_attempt(
    cx: &RequestContext<'_>,
    of: MatchId,
    seat: Seat,
    refusal: &Refusal,
    typed: &str,
) -> Result<bool, RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(true) };
    let mut known = matches::find::load(cx, row)?.table.menu(seat).listed;
    known.extend(refusal.instead.iter().cloned());
    Ok(looks_like_move(typed, &known))
}

/// Takes the moves out of a refusal, so that nobody who only talks finds one under their hand.
fn without_moves(commands: &Commands, mut refusal: Refusal) -> Refusal {
    let is_move = |line: &String| match commands.parse(line) {
        Ok(Some(said)) => said.does() == Does::Plays,
        Ok(None) | Err(_) => true,
    };
    let all = refusal.instead.len();
    refusal.instead.retain(|line| !is_move(line));
    if refusal.instead.len() < all {
        refusal.instead.push(say!(Moves).line());
    }
    refusal
}

/// Adds the match number to suggestions, for a person who plays several matches.
fn numbered_offers(commands: &Commands, mut refusal: Refusal, id: MatchId) -> Refusal {
    for line in &mut refusal.instead {
        *line = match commands.parse(line) {
            Ok(Some(said)) => said.in_match(id).line(),
            Ok(None) => say!(Play { of: id, words: line.as_str() }).line(),
            Err(_) => continue,
        };
    }
    refusal
}
