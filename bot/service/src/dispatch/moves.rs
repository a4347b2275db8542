//! Playing words in a match, and the lists and boards that help to find them.
use command::{Commands, Does, bare_number, say, verbs};
use engine::{
    game::Status,
    refusal::{Code, Refusal},
    scene::Verbosity,
    seat::Seat,
};
use model::{
    ids::MatchId,
    reply::{BoardUpdate, Reply},
    text::Text,
};
use store::{MatchRow, READING, TEXT};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        memory::{LastAsked, List, MenuLine},
        room_play::{RoomRefusal, refusal_of_room, room_play},
        seam::{self, HeardWords},
    },
    dispatch,
    matches::{self, attempt::looks_like_move},
    play::{self, several::BETWEEN, step::next_dice, words},
    seats,
    telling::{self, list::ChoiceList, menu::MenuTree, turn::named_shortly},
    time,
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
    let more = said.begins == telling::words::MORE;
    // `more` continues the list shown last.
    let list = cx.memory.lists.get(&(cx.room.id, cx.me.id)).filter(|_| more);
    let of = said.of.or(list.map(|it| it.of));
    let loaded = match (of, matches::here::shared_here(cx)?.is_empty()) {
        (None, false) => {
            let rows = matches::here::playable_here(cx)?;
            meant(cx, rows, "")?
        }
        _ => matches::find::my_match(cx, of, |row, seat| *row.waiting.get(seat))?,
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
    let asked = before.as_ref().unwrap_or(&loaded);
    if more { more_moves(cx, asked) } else { list_moves(cx, asked, &said.begins) }
}

/// Goes on with the list that was shown last, or begins one.
fn more_moves(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    match matches::listed::last_of(cx, loaded) {
        Some(list) if list.told < list.lines.len() => {
            let (begins, told) = (list.begins.clone(), list.told);
            list_from(cx, loaded, &begins, told)
        }
        Some(list) => Err(matches::words::list_ends(list.lines.len()).into()),
        None => list_moves(cx, loaded, ""),
    }
}

/// Lists the asker's choices in a match, or those with a beginning; of a long list the first ones.
pub fn list_moves(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    begins: &str,
) -> Result<(), RequestError> {
    list_from(cx, loaded, begins, 0)
}

/// Lists choices behind those that were told.
fn list_from(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    begins: &str,
    told: usize,
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
    let hidden = telling::controls::is_private(loaded, seat);
    let list = ChoiceList::new(loaded, seat, &tree, &node, hidden);
    let (page, end) = list.told(told);
    let mut lines = vec![Text::small(named_shortly(loaded))];
    if let (Status::Waiting(prompts), 0) = (&status, told) {
        let asks = prompts.iter().filter(|it| it.seat == seat).map(|it| it.ask.as_str());
        lines.push(words::you_can(&asks.collect::<Vec<_>>()));
    }
    // Menus show the same.
    if !cx.room.chat.has_menus() || 0 < told || cx.me.settings.get(&TEXT) {
        lines.extend(page);
    }
    lines.extend(menu.grammar.filter(|_| told == 0).map(Text::sentence));
    let reply = cx.answer(Text::Lines(lines));
    let branches = node.branches();
    let mut reply = telling::controls::with_branches(reply, loaded, seat, begins, &branches);
    if let Some(menu) = &mut reply.menu {
        menu.listed = list.says;
    }
    let (of, at, begins) = (loaded.row.id, loaded.step_key(), begins.to_owned());
    let list = List { of, at, begins, lines: list.lines, told: end };
    matches::listed::remember(cx, list);
    cx.say(reply);
    Ok(())
}

/// Lists what a person can do now who picked by number and has boards in words, while it is still their turn.
fn list_next(cx: &mut RequestContext<'_>, of: MatchId) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
    let loaded = matches::find::load(cx, row)?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let asked = loaded.row.end.is_none() && loaded.table.status().waits_for(seat);
    if asked && !loaded.is_of_room(seat) && matches::listed::last_of(cx, &loaded).is_none() {
        list_moves(cx, &loaded, "")
    } else {
        Ok(())
    }
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
    if said.text == Some(true) {
        lines.push(telling::turn::in_characters(&loaded, &picture));
    }
    if said.text.unwrap_or(cx.me.settings.get(&TEXT)) {
        // Who asks for the board wants the whole position.
        let most = cx.me.settings.get(&READING).unwrap_or_default().max(Verbosity::Normal);
        lines.extend(telling::turn::in_words(&loaded, &picture, most));
    }
    let openly = matches::find::openly(cx, &loaded.row)?;
    let asked = own_open_choices(cx, &loaded);
    // The player who is asked gets the standing board anew.
    let stands = asked.is_some() && openly && said.side.is_none();
    let stands = stands && seats::is_played_here(cx, &loaded.row)?;
    if stands && let Some(heading) = lines.first_mut() {
        *heading = Text::small(telling::turn::named_shortly(&loaded));
    }
    let text = Text::Lines(lines);
    let mut reply = if openly { Reply::room(text) } else { cx.answer(text) }.picture(picture);
    if let Some(seat) = asked {
        reply = telling::controls::with_menu(reply, &loaded, seat);
    }
    if stands {
        let left = Some(telling::one_line::left_within(&loaded));
        reply.board = Some(BoardUpdate { left, ..BoardUpdate::of(loaded.row.id) });
    } else if openly && loaded.row.end.is_none() {
        reply.tells_of = Some(loaded.row.id);
    }
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
    // Who types a move doesn't go by numbers.
    let reader = (cx.room.id, cx.me.id);
    let unused = match bare_number(&typed) {
        Some(_) => None,
        None => cx.memory.lists.remove(&reader),
    };
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
    if let (Err(_), Some(list)) = (&done, unused) {
        cx.memory.lists.insert(reader, list);
    }
    match done {
        Ok(()) if bare_number(&typed).is_some() && cx.me.settings.get(&TEXT) => list_next(cx, id),
        Err(RequestError::Refused(refusal)) => {
            if refusal.code != Code::Unreadable && !secret {
                let refused = LastAsked { at, words: typed.clone() };
                cx.memory.refused.insert((id, cx.me.id), refused);
            }
            let refusal = if is_attempt(cx, id, seat, &refusal, &typed)? {
                let refusal = of_its_kind(cx.memory.commands, refusal, &typed);
                cx.asked_at.set(Some((id, at)));
                telling::controls::word_offers(cx, id, seat, &refusal.instead)?;
                refusal
            } else {
                without_moves(cx.memory.commands, refusal)
            };
            Err(if 1 < matches::here::playable_here(cx)?.len() {
                numbered_offers(cx.memory.commands, refusal, id)
            } else {
                refusal
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
        0 => return Err(matches::find::none_running(cx)?.into()),
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

/// Leaves in a refusal the few suggestions that are of the kind of what was typed, the likeliest first.
fn of_its_kind(commands: &Commands, mut refusal: Refusal, typed: &str) -> Refusal {
    let (moves, mut others): (Vec<String>, Vec<String>) =
        refusal.instead.into_iter().partition(|line| matches!(commands.parse(line), Ok(None)));
    let any = !moves.is_empty();
    refusal.instead = matches::attempt::of_its_kind(moves, typed);
    if any && refusal.instead.is_empty() && others.is_empty() {
        others.push(say!(Moves).line());
    }
    refusal.instead.extend(others);
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
