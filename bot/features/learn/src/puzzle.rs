//! The command for puzzles: gives one, takes answers, and rates both sides.
use content::puzzles::{self, Puzzle, PuzzleAnswer};
use engine::{
    game::Emphasis,
    games::GameId,
    refusal::{Code, Refusal},
    table::Table,
};
use model::{
    reply::{Choice, DrawnPosition, Menu, Privacy, Reply, Sheet},
    text::Text,
};
use service::{
    LINES, MenuTree, RequestError,
    context::RequestContext,
    matches::attempt::looks_like_move,
    telling::controls::{Sends, choices_of, panel_of},
};
use store::{READING, Settings, THEME};

use super::{
    answer::told_to,
    commands, next_puzzle,
    own::{self, RoundEnd},
    puzzle_place::PuzzlePlace,
    rating, room_puzzle,
    rows::{self, PuzzleTry},
    solution, words,
};

/// Gives a puzzle, or answers the open one.
pub(crate) fn puzzle(
    cx: &mut RequestContext<'_>,
    said: &commands::Puzzle,
) -> Result<(), RequestError> {
    cx.memory.at_match.remove(&cx.me.id);
    cx.keep_private(Privacy::Personal);
    let rows = rows::puzzle_tries(cx.tx, cx.me.id)?;
    let words = said.words.trim();
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    if first == "mine" {
        return own::mine(cx, rest.trim(), said.game, &rows);
    }
    let open = PuzzlePlace::open(cx, &rows)?;
    if let Some(game) = said.game {
        if puzzles::of(game).is_empty() {
            return Err(words::puzzles::no_puzzles(game).into());
        }
        if let Some(puzzle) = puzzles::named(game, first) {
            let place = PuzzlePlace::by_number(cx, puzzle, &rows)?;
            return puzzle_on(cx, place, &rows, rest.trim());
        }
        if ["", "next", "another"].contains(&words) {
            return next_puzzle::next_puzzle(cx, Some(game), &rows);
        }
        check_of_game(game, first, open.as_ref())?;
    }
    match (words, open) {
        ("why", open) => solution::explain(cx, open.as_ref(), &rows),
        ("today", _) => puzzle_of_today(cx, &rows),
        // One that was solved or shown is closed, but its game stays.
        ("next" | "another", open) => {
            let own = own::last(cx, &rows)?;
            if own::go_on(cx, own.as_ref())? {
                return Ok(());
            }
            let last = own.map(|it| it.game).or_else(|| rows.first().map(|it| it.game));
            next_puzzle::next_puzzle(cx, open.map(|it| it.puzzle.game).or(last), &rows)
        }
        ("", Some(place)) if place.row.solved_at.is_none() => show_puzzle(cx, place),
        ("", _) => match todays_puzzle(cx, &rows)? {
            Some(place) if place.is_rated_next() => show_puzzle(cx, place),
            _ => next_puzzle::next_puzzle(cx, rows.first().map(|it| it.game), &rows),
        },
        (_, Some(place)) => puzzle_on(cx, place, &rows, words),
        (_, None) => Err(words::puzzles::no_puzzle_open().into()),
    }
}

/// Does what the asker wants with a puzzle.
pub(super) fn puzzle_on(
    cx: &mut RequestContext<'_>,
    place: PuzzlePlace,
    rows: &[PuzzleTry],
    said: &str,
) -> Result<(), RequestError> {
    let (first, begins) = said.split_once(' ').unwrap_or((said, ""));
    match (first, begins) {
        ("", _) => show_puzzle(cx, place),
        ("solution" | "answer", "") => solution::show_solution(cx, place),
        ("hint", "") => Err(words::puzzles::no_puzzle_hint().into()),
        ("next", "") => {
            let own = place.own.as_ref().map(|it| &it.row);
            if own::go_on(cx, own)? {
                Ok(())
            } else {
                next_puzzle::next_puzzle(cx, Some(place.puzzle.game), rows)
            }
        }
        ("close" | "leave", "") => {
            rows::close_puzzles(cx.tx, cx.me.id)?;
            cx.say(cx.answer(words::puzzles::puzzle_closed()));
            Ok(())
        }
        ("moves", _) => list_puzzle_choices(cx, &place, begins),
        _ => answer_puzzle(cx, place, said),
    }
}

/// Refuses the number of no puzzle of a game, and what can't be for the open puzzle because that is of
/// another game.
fn check_of_game(
    game: GameId,
    first: &str,
    open: Option<&PuzzlePlace>,
) -> Result<(), RequestError> {
    if words::puzzles::is_number(first) {
        return Err(words::puzzles::no_such_puzzle(game, first).into());
    }
    match open {
        Some(place) if place.puzzle.game != game => {
            Err(words::puzzles::other_puzzle_open(game, place.puzzle.game).into())
        }
        _ => Ok(()),
    }
}

fn puzzle_of_today(cx: &mut RequestContext<'_>, rows: &[PuzzleTry]) -> Result<(), RequestError> {
    match todays_puzzle(cx, rows)? {
        Some(place) => show_puzzle(cx, place),
        None => Err(words::puzzles::no_daily_puzzle().into()),
    }
}

/// Returns the latest puzzle that this room got.
fn todays_puzzle(
    cx: &RequestContext<'_>,
    rows: &[PuzzleTry],
) -> Result<Option<PuzzlePlace>, RequestError> {
    let day = rows::latest_puzzle(cx.tx, cx.room.id)?;
    let puzzle = day.and_then(|day| puzzles::named(day.game, &day.puzzle));
    Ok(puzzle.map(|it| PuzzlePlace::at(it, rows, cx.now)))
}

/// Shows a puzzle and makes it the open one.
pub(super) fn show_puzzle(
    cx: &mut RequestContext<'_>,
    place: PuzzlePlace,
) -> Result<(), RequestError> {
    let Puzzle { game, name, .. } = &*place.puzzle;
    let seat = place.puzzle.seat()?;
    let text = match &place.own {
        Some(own) => {
            own::check(cx, &place, None)?;
            own::open_again(cx, own)?;
            vec![words::own::own_title(*game), words::own::own_goal(*game, seat)]
        }
        None => {
            let counts = place.is_rated_next();
            let row = room_puzzle::begun(cx, place.row, true)?;
            let row = PuzzleTry { open: true, at: looked_at(cx)?, ..row };
            rows::put_puzzle_try(cx.tx, cx.me.id, &row)?;
            let rating = rows::puzzle_rating(cx.tx, *game, name)?;
            let title = words::puzzles::puzzle_title(*game, name, rating.as_ref());
            let goal = words::puzzles::puzzle_goal(*game, seat, counts);
            [title, goal].into_iter().chain(place.chosen.then(words::puzzles::chosen)).collect()
        }
    };
    let reply = cx.answer(Text::Lines(text));
    let reply = with_puzzle(cx, reply, &place.puzzle)?;
    cx.say(reply);
    Ok(())
}

/// Adds the picture and the choices of a puzzle.
fn with_puzzle(
    cx: &RequestContext<'_>,
    reply: Reply,
    puzzle: &Puzzle,
) -> Result<Reply, RequestError> {
    let table = puzzle.table()?;
    let settings = &cx.me.settings;
    let sheet = puzzle_sheet(puzzle, table.as_ref(), Some(String::new()), settings);
    let menu = Some(puzzle_menu(puzzle, table.as_ref(), "")?);
    Ok(Reply { menu, sheet, ..reply })
}

fn list_puzzle_choices(
    cx: &mut RequestContext<'_>,
    place: &PuzzlePlace,
    begins: &str,
) -> Result<(), RequestError> {
    let table = place.puzzle.table()?;
    let menu = puzzle_menu(&place.puzzle, table.as_ref(), begins)?;
    if menu.choices.is_empty() {
        return Err(words::no_choice(begins).into());
    }
    // The menu says the choices.
    let Puzzle { game, name, .. } = &*place.puzzle;
    let reply = cx.answer(match place.own {
        Some(_) => words::own::own_title(*game),
        None => words::puzzles::puzzle_title(*game, name, None),
    });
    let settings = &cx.me.settings;
    let sheet = puzzle_sheet(&place.puzzle, table.as_ref(), Some(begins.to_owned()), settings);
    cx.say(Reply { menu: Some(menu), sheet, ..reply });
    Ok(())
}

fn answer_puzzle(
    cx: &mut RequestContext<'_>,
    place: PuzzlePlace,
    said: &str,
) -> Result<(), RequestError> {
    own::check(cx, &place, Some(said))?;
    let row = match place.own {
        Some(_) => place.row,
        None => room_puzzle::begun(cx, place.row, false)?,
    };
    let place = PuzzlePlace { row, ..place };
    let puzzle = &*place.puzzle;
    let table = puzzle.table()?;
    let seat = puzzle.seat()?;
    if let Some(answer) = table.ask(seat, said) {
        let line = words::puzzles::line_of(puzzle);
        let mut reply = cx.answer(Text::sentence(answer?));
        let settings = &cx.me.settings;
        reply.sheet = puzzle_sheet(puzzle, table.as_ref(), Some(String::new()), settings);
        if let Some(sheet) = &mut reply.sheet {
            sheet.ask(said, settings.get(&READING).unwrap_or_default());
        }
        let back = Choice::new(words::puzzles::BACK_TO_PUZZLE, line.clone());
        reply.menu = panel_of(table.as_ref(), seat, said, Sends::And(&line), back);
        cx.say(reply);
        return Ok(());
    }
    match puzzle.answer(said) {
        Ok(answer) if answer.right => solved(cx, &place, &answer),
        Ok(answer) => {
            let told = told_to(puzzle.game, seat, answer.table.as_ref());
            let outlook = puzzle.outlook(&answer.written)?;
            let lead = words::puzzles::puzzle_wrong(puzzle.game, &told, &outlook);
            missed_puzzle(cx, &place, lead, &answer)
        }
        // It was no answer yet.
        Err(refusal) => {
            let Refusal { code, says, instead } = refusal;
            let line = words::puzzles::line_of(puzzle);
            let is_unknown = matches!(code, Code::Unreadable | Code::Unknown);
            if is_unknown && !looks_like_move(said, &table.menu(seat).listed) {
                return Err(words::puzzles::no_answer(puzzle, said).into());
            }
            // What the game suggests may be the solution.
            let instead = if code == Code::Ambiguous { instead } else { Vec::new() };
            let controls = instead.iter().map(|words| Choice {
                typed: words.clone(),
                ..Choice::new(words.as_str(), line.and(words))
            });
            cx.controls.borrow_mut().extend(controls);
            match instead[..] {
                [] => Err(Refusal::new(code, says).instead([line.and("moves")]).into()),
                _ => Err(Refusal { code, says, instead }.into()),
            }
        }
    }
}

fn solved(
    cx: &mut RequestContext<'_>,
    place: &PuzzlePlace,
    answer: &PuzzleAnswer,
) -> Result<(), RequestError> {
    let puzzle = &*place.puzzle;
    let seat = puzzle.seat()?;
    let told = told_to(puzzle.game, seat, answer.table.as_ref());
    let said = puzzle.outlook(&answer.written)?;
    let mut lines = vec![
        if answer.near {
            words::puzzles::puzzle_near(&said, &puzzle.outlook(&puzzle.solution)?, puzzle)
        } else {
            words::puzzles::puzzle_right(&said, puzzle)
        },
        Text::plain(told.join(" ")),
    ];
    lines.extend(match &place.own {
        Some(own) => own::end_round(cx, own, RoundEnd::Solved)?,
        None => count_solved(cx, place)?,
    });
    let reply = cx.answer(Text::Lines(lines));
    let settings = &cx.me.settings;
    let sheet = puzzle_sheet(puzzle, answer.table.as_ref(), None, settings);
    cx.say(Reply { sheet, ..reply }.choices([next_button(place)]));
    Ok(())
}

/// Rates and keeps that a puzzle was solved; returns what to say about that.
fn count_solved(
    cx: &mut RequestContext<'_>,
    place: &PuzzlePlace,
) -> Result<Vec<Text>, RequestError> {
    let ratings = rating::rate_puzzle(cx, place, true)?;
    let now = (!place.row.shown).then_some(cx.now);
    let solved_at = place.row.solved_at.or(now);
    let rated = place.row.rated || ratings.is_some();
    let days = rows::solver(cx.tx, cx.me.id)?.map_or(0, |it| it.days);
    let is_first = place.row.solved_at.is_none() && now.is_some();
    let days_then = if is_first { Some(days) } else { place.row.days };
    let row = place.row.clone();
    let at = row.at.max(cx.now);
    let row = PuzzleTry { open: false, at, rated, solved_at, days: days_then, ..row };
    rows::put_puzzle_try(cx.tx, cx.me.id, &row)?;
    if is_first {
        room_puzzle::is_solved(cx, &row)?;
    }
    let solvers = rows::puzzle_solvers(cx.tx, row.game, &row.puzzle)?;
    Ok(words::puzzles::puzzle_ratings(ratings, days)
        .into_iter()
        .chain(place.chosen.then(words::puzzles::chosen))
        .chain(words::puzzles::others_solved(&solvers))
        .collect())
}

/// Leads to the next puzzle.
pub(super) fn next_button(place: &PuzzlePlace) -> Choice {
    match place.own {
        Some(_) => words::own::next_own(),
        None => words::puzzles::next_puzzle(place.puzzle.game),
    }
}

/// Counts a wrong answer and leaves the puzzle open.
fn missed_puzzle(
    cx: &mut RequestContext<'_>,
    place: &PuzzlePlace,
    lead: Text,
    answer: &PuzzleAnswer,
) -> Result<(), RequestError> {
    let mut lines = vec![lead];
    if let Some(own) = &place.own {
        lines.push(own::miss(cx, own)?);
    } else {
        let ratings = rating::rate_puzzle(cx, place, false)?;
        let misses = place.row.misses + 1;
        let rated = place.row.rated || ratings.is_some();
        let at = place.row.at.max(cx.now);
        let row = PuzzleTry { open: true, at, misses, rated, ..place.row.clone() };
        rows::put_puzzle_try(cx.tx, cx.me.id, &row)?;
        lines.extend(words::puzzles::puzzle_ratings(ratings, 0));
        lines.extend(place.chosen.then(words::puzzles::chosen));
    }
    let reply = cx.answer(Text::Lines(lines));
    let mut reply = with_puzzle(cx, reply, &place.puzzle)?;
    if place.puzzle.is_about_shots() {
        // Words don't show where a shot went.
        reply.sheet = puzzle_sheet(&place.puzzle, answer.table.as_ref(), None, &cx.me.settings);
    }
    cx.say(reply);
    Ok(())
}

/// Tells whether words are an answer in the asker's open puzzle.
pub(super) fn fits_puzzle(
    cx: &RequestContext<'_>,
    said: &str,
) -> Result<Option<Result<(), Refusal>>, RequestError> {
    let rows = rows::puzzle_tries(cx.tx, cx.me.id)?;
    let Some(place) = PuzzlePlace::open(cx, &rows)? else { return Ok(None) };
    let table = place.puzzle.table()?;
    Ok(Some(match table.ask(place.puzzle.seat()?, said) {
        Some(answer) => answer.map(|_| ()),
        None => place.puzzle.answer(said).map(|_| ()),
    }))
}

/// Returns when the open puzzle was last touched.
pub(super) fn puzzle_touched(cx: &RequestContext<'_>) -> Result<Option<i64>, RequestError> {
    Ok(touched(cx)?.into_iter().find(|(open, _)| *open).map(|(_, at)| at))
}

/// Returns of each puzzle that the asker has looked at whether it is open, and when they last did.
pub(super) fn touched(cx: &RequestContext<'_>) -> Result<Vec<(bool, i64)>, RequestError> {
    let tries = rows::puzzle_tries(cx.tx, cx.me.id)?.into_iter().map(|row| (row.open, row.at));
    let own = rows::own_puzzles(cx.tx, cx.me.id)?.into_iter();
    Ok(tries.chain(own.filter_map(|row| Some((row.open, row.at?)))).collect())
}

/// Returns when the asker looks at a puzzle: after all that they have looked at, also within a second.
pub(super) fn looked_at(cx: &RequestContext<'_>) -> Result<i64, RequestError> {
    let last = touched(cx)?.into_iter().map(|(_, at)| at).max();
    Ok(last.map_or(cx.now, |last| cx.now.max(last.saturating_add(1))))
}

/// Draws a puzzle; with nothing chosen, what came of an answer. Its name doesn't tell the solution.
pub(super) fn puzzle_sheet(
    puzzle: &Puzzle,
    table: &dyn Table,
    chosen: Option<String>,
    settings: &Settings,
) -> Option<Sheet> {
    let (game, facing) = (puzzle.game, puzzle.seat().ok()?);
    let moving = chosen.is_none();
    let position = table.save().ok()?;
    let drawn = DrawnPosition { game, position, facing, chosen, asked: String::new(), moving };
    let when = if moving { "-solved" } else { "" };
    let name = format!("puzzle-{}-{}{when}", game.name(), puzzle.name.replace(['.', '#'], "-"));
    Sheet::position(drawn, &name, &settings.get(&THEME), settings.get(&READING).unwrap_or_default())
}

/// Makes the menu of a puzzle: its choices that begin so.
fn puzzle_menu(puzzle: &Puzzle, table: &dyn Table, begins: &str) -> Result<Menu, RequestError> {
    let seat = puzzle.seat()?;
    let line = words::puzzles::line_of(puzzle);
    let listed = table.menu(seat).listed;
    let branches = MenuTree::new(&listed).open(begins).branches();
    let mut choices = choices_of(table, seat, &branches, Sends::And(&line));
    if begins.is_empty() && choices.len() < LINES {
        let show = Choice::new(words::puzzles::SHOW_SOLUTION, line.and("solution"));
        choices.push(show.with(Emphasis::Aside));
    }
    Ok(Menu { choices, asks: table.group(seat, begins).asks, ..Menu::default() })
}
