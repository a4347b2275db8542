//! The command for lessons: begins one, goes on, and shows where the asker is.
use command::Command;
use content::lessons;
use engine::{game::Emphasis, games::GameId, seat::Seat, table::Table};
use model::{
    reply::{Choice, DrawnPosition, Menu, Privacy, Reply, Sheet},
    text::Text,
};
use service::{
    LINES, MenuTree, OfferPlace, RequestError,
    context::RequestContext,
    telling::controls::{Sends, choices_of},
};
use store::{READING, THEME};

use super::{
    answer, commands,
    place::{LessonPlace, LessonWish, is_done},
    rows::{self, LessonRow},
    words,
};

/// After so many wrong answers the solution is offered.
const PATIENCE: u32 = 2;

/// Begins, continues or lists lessons, or answers the open one.
pub(crate) fn learn(
    cx: &mut RequestContext<'_>,
    said: &commands::Learn,
) -> Result<(), RequestError> {
    cx.keep_private(Privacy::Personal);
    let rows = rows::lessons(cx.tx, cx.me.id)?;
    let open = LessonPlace::open(&rows, cx.now);
    let wish = LessonWish::read(&said.words, said.game.is_some());
    let game = match (said.game, &open, rows.first()) {
        (Some(game), _, _) => game,
        (None, _, _) if said.words.trim().is_empty() => return list_games(cx, &rows),
        (None, Some(place), _) => place.game(),
        (None, None, Some(last)) => last.game,
        (None, None, None) => return Err(words::none_open(lines(&rows)).into()),
    };
    let count = lessons::of(game).len();
    if count == 0 {
        let begins = cx.memory.features.offers(OfferPlace::Beginner(game));
        return Err(words::no_lessons(game, begins).into());
    }
    let own = open.filter(|place| place.game() == game);
    if own.is_none() && said.game.is_none() && matches!(wish.rest, "next" | "skip") {
        // After a finished lesson none is open. Of those finished in one second, the last.
        let latest = rows.iter().take_while(|row| row.at == rows[0].at && row.game == rows[0].game);
        let places = latest.filter_map(|it| LessonPlace::of(it, &rows, cx.now));
        if let Some(last) = places.max_by_key(|it| it.index) {
            return next_lesson(cx, &last, &rows);
        }
    }
    let place = match wish.lesson {
        Some(number) => {
            let index = number.checked_sub(1);
            let place = index.and_then(|it| LessonPlace::at(game, it, &rows, cx.now));
            place.ok_or_else(|| words::no_such_lesson(game, number, count))?
        }
        None => match own.or_else(|| LessonPlace::next_of(game, &rows, cx.now)) {
            Some(place) => place,
            None if wish.rest.is_empty() => return finished(cx, game, &rows),
            None => return list_lessons(cx, game, &rows),
        },
    };
    let stale = wish.task.is_some_and(|it| it != place.row.task as usize + 1);
    if stale {
        let lead = words::other_task();
        return show_task(cx, place, vec![lead]);
    }
    learn_on(cx, place, &rows, wish.rest)
}

/// Does what the asker wants in a lesson.
fn learn_on(
    cx: &mut RequestContext<'_>,
    place: LessonPlace,
    rows: &[LessonRow],
    rest: &str,
) -> Result<(), RequestError> {
    let (first, begins) = rest.split_once(' ').unwrap_or((rest, ""));
    match (first.to_lowercase().as_str(), begins) {
        ("", _) => show_task(cx, place, Vec::new()),
        ("hint" | "help", "") => give_hint(cx, place),
        ("solution" | "answer", "") => show_solution(cx, place),
        ("next" | "skip", "") => next_lesson(cx, &place, rows),
        ("again" | "restart", "") => {
            let row = LessonRow { task: 0, misses: 0, ..place.row };
            show_task(cx, LessonPlace { row, ..place }, Vec::new())
        }
        ("list" | "lessons", "") => list_lessons(cx, place.game(), rows),
        // In some games `stop` is a move.
        ("stop" | "quit" | "exit", "") if !place.reads(rest)? => close_lesson(cx, &place),
        ("close" | "leave" | "off" | "end", "") if !place.reads(rest)? => close_lesson(cx, &place),
        ("moves" | "choices", _) => list_choices(cx, &place, begins),
        _ => answer::answer_task(cx, place, rest),
    }
}

/// Shows the task with its picture and choices, below `lead`, and makes it the open one.
pub(super) fn show_task(
    cx: &mut RequestContext<'_>,
    place: LessonPlace,
    mut lead: Vec<Text>,
) -> Result<(), RequestError> {
    let row = LessonRow { open: true, at: cx.now, ..place.row.clone() };
    rows::put_lesson(cx.tx, cx.me.id, &row)?;
    let task = place.task()?;
    let lesson = place.lesson();
    lead.push(words::title(place.game(), place.index + 1, place.count, &lesson.title));
    if place.row.task == 0 && place.row.misses == 0 {
        if place.index == 0 {
            let helps = cx.memory.features.offers(OfferPlace::Advice(None));
            lead.push(words::how_to_leave(&helps));
        }
        lead.extend(lesson.intro.iter().map(Text::sentence));
    }
    lead.push(words::goal(place.game(), task.seat, &task.goal));
    let reply = cx.answer(Text::Lines(lead));
    let reply = with_task(cx, reply, &place)?;
    cx.say(reply);
    Ok(())
}

/// Adds the picture and the choices of a task.
pub(super) fn with_task(
    cx: &RequestContext<'_>,
    reply: Reply,
    place: &LessonPlace,
) -> Result<Reply, RequestError> {
    let table = place.table()?;
    let reply = with_position(cx, reply, place, table.as_ref(), Some(String::new()));
    Ok(Reply { menu: Some(task_menu(place, table.as_ref(), "")?), ..reply })
}

/// Adds the picture of a position; `chosen` as in a picture of a match.
pub(super) fn with_position(
    cx: &RequestContext<'_>,
    reply: Reply,
    place: &LessonPlace,
    table: &dyn Table,
    chosen: Option<String>,
) -> Reply {
    let moving = chosen.is_none();
    let seat = place.seat().unwrap_or(Seat::First);
    let Ok(position) = table.save() else { return reply };
    let game = place.game();
    let position =
        DrawnPosition { game, position, facing: seat, chosen, asked: String::new(), moving };
    // Without the answer: a file's name can be read where the picture can't.
    let when = if moving { "-done" } else { "" };
    let (lesson, task) = (place.index + 1, place.row.task + 1);
    let name = format!("lesson-{}-{lesson}-{task}{when}", game.name());
    let (theme, reading) = (cx.me.settings.get(&THEME), cx.me.settings.get(&READING));
    match Sheet::position(position, &name, &theme, reading.unwrap_or_default()) {
        Some(sheet) => reply.sheet(sheet),
        None => reply,
    }
}

/// Gives the next hint; the last one is repeated.
fn give_hint(cx: &mut RequestContext<'_>, place: LessonPlace) -> Result<(), RequestError> {
    let task = place.task()?;
    let row = LessonRow { open: true, at: cx.now, misses: place.row.misses + 1, ..place.row };
    rows::put_lesson(cx.tx, cx.me.id, &row)?;
    let place = LessonPlace { row, ..place };
    let hint = words::hint(hint_after(&task.hints, place.row.misses));
    let mut reply = cx.answer(Text::Lines(vec![hint]));
    reply.menu = Some(task_menu(&place, place.table()?.as_ref(), "")?);
    cx.say(reply);
    Ok(())
}

fn show_solution(cx: &mut RequestContext<'_>, place: LessonPlace) -> Result<(), RequestError> {
    let task = place.task()?;
    let choice = words::play_it(&task.solution, &place.line());
    let reply = cx.answer(words::solution(&task.solution)).choices([choice]);
    cx.say(reply);
    Ok(())
}

/// Shows the lesson after this one, or the first that isn't done.
fn next_lesson(
    cx: &mut RequestContext<'_>,
    place: &LessonPlace,
    rows: &[LessonRow],
) -> Result<(), RequestError> {
    let game = place.game();
    let next = LessonPlace::at(game, place.index + 1, rows, cx.now);
    match next.or_else(|| LessonPlace::next_of(game, rows, cx.now)) {
        Some(next) => show_task(cx, next, Vec::new()),
        None => finished(cx, game, rows),
    }
}

fn close_lesson(cx: &mut RequestContext<'_>, place: &LessonPlace) -> Result<(), RequestError> {
    rows::close_lessons(cx.tx, cx.me.id)?;
    let game = place.game();
    let again = Choice::new(words::GO_ON, words::game_line(game));
    cx.say(cx.answer(words::stopped(game)).choices([again]));
    Ok(())
}

fn list_choices(
    cx: &mut RequestContext<'_>,
    place: &LessonPlace,
    begins: &str,
) -> Result<(), RequestError> {
    let table = place.table()?;
    let menu = task_menu(place, table.as_ref(), begins)?;
    if menu.choices.is_empty() {
        return Err(words::no_choice(begins).into());
    }
    // The menu says the choices.
    let title = &place.lesson().title;
    let reply = cx.answer(words::title(place.game(), place.index + 1, place.count, title));
    let reply = with_position(cx, reply, place, table.as_ref(), Some(begins.to_owned()));
    cx.say(Reply { menu: Some(menu), ..reply });
    Ok(())
}

/// Lists the lessons of a game and what is done.
fn list_lessons(
    cx: &mut RequestContext<'_>,
    game: GameId,
    rows: &[LessonRow],
) -> Result<(), RequestError> {
    let all = lessons::of(game);
    let list = all.iter().enumerate().map(|(n, named)| {
        words::in_list(n + 1, &named.lesson.title, is_done(game, named.name, rows))
    });
    let text = vec![words::lessons_of(game), Text::List(list.collect())];
    let choices = all.iter().enumerate().take(LINES).map(|(n, named)| {
        Choice::new(words::numbered(n + 1, &named.lesson.title), words::lesson_line(game, n + 1))
    });
    cx.say(cx.answer(Text::Lines(text)).choices(choices));
    Ok(())
}

/// Says that every lesson of a game is done.
fn finished(
    cx: &mut RequestContext<'_>,
    game: GameId,
    rows: &[LessonRow],
) -> Result<(), RequestError> {
    list_lessons(cx, game, rows)?;
    let begins = cx.memory.features.offers(OfferPlace::Beginner(game));
    if let Some(last) = cx.replies.last_mut() {
        let text = std::mem::replace(&mut last.reply.text, Text::plain(""));
        last.reply.text = Text::Lines(vec![words::all_done(game), text]);
        if let Some(menu) = &mut last.reply.menu {
            menu.choices.splice(0..0, begins);
        }
    }
    Ok(())
}

/// Lists the games with lessons.
fn list_games(cx: &mut RequestContext<'_>, rows: &[LessonRow]) -> Result<(), RequestError> {
    let games = GameId::ALL.iter().filter(|game| !lessons::of(**game).is_empty());
    let list = games.clone().map(|&game| {
        let all = lessons::of(game);
        let done = all.iter().filter(|it| is_done(game, it.name, rows)).count();
        words::game_in_list(game, done, all.len())
    });
    let text = vec![words::choose_game(), Text::List(list.collect())];
    let choices = games.map(|game| Choice::new(game.title(), words::game_line(*game)));
    cx.say(cx.answer(Text::Lines(text)).choices(choices));
    Ok(())
}

/// Returns the hint after so many wrong answers.
pub(super) fn hint_after(hints: &[String], misses: u32) -> &str {
    let nth = (misses.saturating_sub(1) as usize).min(hints.len().saturating_sub(1));
    hints.get(nth).map_or("", String::as_str)
}

/// Makes the menu of a task: its choices that begin so, and help.
pub(super) fn task_menu(
    place: &LessonPlace,
    table: &dyn Table,
    begins: &str,
) -> Result<Menu, RequestError> {
    let seat = place.seat()?;
    let line = place.line();
    let listed = table.menu(seat).listed;
    let branches = MenuTree::new(&listed).open(begins).branches();
    let mut choices = choices_of(table, seat, &branches, Sends::And(&line));
    if begins.is_empty() {
        let shows = (PATIENCE <= place.row.misses).then_some((words::SHOW_ME, "solution"));
        for (label, says) in [(words::HINT, "hint")].into_iter().chain(shows) {
            let help = Choice::new(label, line.and(says));
            choices.push(help.with(Emphasis::Aside));
        }
    }
    Ok(Menu { choices, asks: table.group(seat, begins).asks, ..Menu::default() })
}

/// Returns the lines that begin the lessons of each game, the asker's latest first.
fn lines(rows: &[LessonRow]) -> Vec<Command> {
    let mut games: Vec<GameId> = rows.iter().map(|it| it.game).collect();
    games.extend(GameId::ALL.iter().filter(|game| !lessons::of(**game).is_empty()));
    let mut lines: Vec<Command> = Vec::new();
    for line in games.into_iter().map(words::game_line) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}
