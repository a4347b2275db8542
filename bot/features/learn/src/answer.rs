//! Answers to the task of a lesson: right, wrong, refused, or a question to the game.
use command::say;
use content::lessons;
use engine::{
    game::Emphasis,
    games::GameId,
    refusal::{Code, Refusal},
    scenario::LessonAttempt,
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::{
    reply::{Choice, Privacy},
    text::Text,
};
use service::{
    AnswerFit, HeardWords, OfferPlace, RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    dispatch,
    matches::{self, attempt::looks_like_move},
    telling::controls::{Sends, panel_of},
};
use store::READING;

use super::{
    commands,
    lesson::{self, hint_after, task_menu},
    place::LessonPlace,
    puzzle,
    rows::{self, LessonRow},
    solution, words,
};

/// How long an open lesson takes words that fit neither it nor a match, in seconds.
pub(super) const RECENT: i64 = 3600;

/// The sign between several answers of one line.
const BETWEEN: char = ';';

/// A question that was asked in a task, for short forms that refer to it.
struct LessonQuestion {
    game: GameId,
    lesson: &'static str,
    task: u32,
    words: String,
}

/// Tries one or several answers, one after another, up to the first that is wrong.
pub(super) fn answer_task(
    cx: &mut RequestContext<'_>,
    mut place: LessonPlace,
    words: &str,
) -> Result<(), RequestError> {
    let mut said = words.split(BETWEEN).map(str::trim).filter(|it| !it.is_empty()).peekable();
    while let Some(words) = said.next() {
        let table = place.table()?;
        let words = whole_answer(cx, &place, table.as_ref(), words)?;
        let seat = place.seat()?;
        if let Some(answer) = table.ask(seat, &words) {
            return answer_question(cx, &place, table.as_ref(), &words, answer?);
        }
        let attempt = match place.lesson().attempt(place.row.task as usize, &words) {
            Ok(attempt) => attempt,
            Err(refusal) => return refused_answer(cx, place, table.as_ref(), &words, refusal),
        };
        if !attempt.right {
            return wrong_answer(cx, place, &attempt);
        }
        let next = place.row.task + 1;
        let more = (next as usize) < place.lesson().tasks.len();
        if !(more && said.peek().is_some()) {
            return right_answer(cx, place, &attempt);
        }
        place.row.task = next;
        place.row.misses = 0;
    }
    Ok(())
}

/// Takes words that are for no match: for the asker's lesson or puzzle.
pub(crate) fn hears(
    cx: &mut RequestContext<'_>,
    heard: HeardWords<'_>,
) -> Result<bool, RequestError> {
    match heard {
        HeardWords::Line(said) => phrase_in_lesson(cx, said),
        HeardWords::Words { words, in_match, played_at } => {
            lesson_words(cx, words, in_match, played_at)
        }
        HeardWords::Command(word) => command_in_lesson(cx, word),
        HeardWords::Question(words) => question_in_lesson(cx, words),
        HeardWords::Why(words) => solution::why_asked(cx, words),
        _ => Ok(false),
    }
}

/// Tells how the asker's open lesson or puzzle would take words, which may also be a question to its game.
pub(crate) fn reads(
    cx: &RequestContext<'_>,
    words: &str,
) -> Result<Option<AnswerFit>, RequestError> {
    Ok(tried_in_lesson(cx, words)?.map(|tried| match tried {
        Ok(()) => AnswerFit::Fits,
        Err(refusal) if matches!(refusal.code, Code::Unreadable | Code::Unknown) => {
            AnswerFit::Unreadable
        }
        Err(_) => AnswerFit::Refused,
    }))
}

/// Tries words in the asker's open lesson, without consequences.
fn tried_in_lesson(
    cx: &RequestContext<'_>,
    words: &str,
) -> Result<Option<Result<(), Refusal>>, RequestError> {
    let Some(place) = open_lesson(cx)? else { return puzzle::fits_puzzle(cx, words) };
    let words = words.split(BETWEEN).next().unwrap_or(words).trim();
    let table = place.table()?;
    let words = whole_answer(cx, &place, table.as_ref(), words)?;
    Ok(Some(match table.ask(place.seat()?, &words) {
        Some(answer) => answer.map(|_| ()),
        None => place.lesson().attempt(place.row.task as usize, &words).map(|_| ()),
    }))
}

/// Takes words without a command for the open lesson, if there is one that they may be meant
/// for. `in_match` tells whether they are a move in a match, `played_at` when a match of the
/// asker here last went on.
pub(crate) fn lesson_words(
    cx: &mut RequestContext<'_>,
    words: &str,
    in_match: bool,
    played_at: Option<i64>,
) -> Result<bool, RequestError> {
    let lesson = open_lesson(cx)?.map(|it| it.row.at);
    let Some(at) = lesson.or(puzzle::puzzle_touched(cx)?) else { return Ok(false) };
    let fits = reads(cx, words)? == Some(AnswerFit::Fits);
    if fits && in_match {
        let (refusal, own) = match lesson {
            Some(_) => (words::lesson_or_match(), say!(commands::Learn { words })),
            None => (words::puzzles::puzzle_or_match(), say!(commands::Puzzle { words })),
        };
        let instead = [own, say!(Play { words })];
        return Err(refusal.instead(instead).into());
    }
    // What fits neither is for what the asker turned to last.
    let turned_to = played_at.is_none_or(|played_at| played_at <= at && cx.now < at + RECENT);
    if !fits && (in_match || !turned_to) {
        return Ok(false);
    }
    let said = match lesson {
        Some(_) => say!(commands::Learn { words }),
        None => say!(commands::Puzzle { words }),
    };
    dispatch::commands::execute(cx, &said)?;
    Ok(true)
}

/// Writes words as phrases of learners are.
fn plain(said: &str) -> String {
    said.trim_end_matches(['.', '!']).replace('’', "'").to_lowercase()
}

/// Finds a phrase of learners.
fn phrase(plain: &str) -> Option<&'static words::LearnerPhrase> {
    words::PHRASES.iter().find(|(.., phrases)| phrases.contains(&plain))
}

/// Takes a phrase of a learner for their lesson or puzzle. Returns whether it was one.
pub(crate) fn phrase_in_lesson(
    cx: &mut RequestContext<'_>,
    said: &str,
) -> Result<bool, RequestError> {
    let plain = plain(said);
    let Some((word, scope, _)) = phrase(&plain) else { return Ok(false) };
    if dispatch::yes_no::is_move_in_match(cx, None, said)? {
        return Ok(false);
    }
    match *word {
        // In some games `stop` is a move.
        "close" if matches!(reads(cx, &plain)?, Some(AnswerFit::Fits | AnswerFit::Refused)) => {
            Ok(false)
        }
        word if *scope == words::PhraseScope::Always
            || matches::here::playable_here(cx)?.is_empty() =>
        {
            command_in_lesson(cx, word)
        }
        _ => Ok(false),
    }
}

/// Takes a command that has a meaning of its own in lessons, for the asker's lesson or puzzle.
/// After a lesson is finished, `next` begins the one after it. Returns `false` if there is no
/// lesson or puzzle to take it.
pub(crate) fn command_in_lesson(
    cx: &mut RequestContext<'_>,
    word: &str,
) -> Result<bool, RequestError> {
    let recent = |at: i64| word == "next" && cx.now < at + RECENT;
    // What is open comes first, then what was touched last.
    let last = |rows: &mut dyn Iterator<Item = (bool, i64)>| {
        rows.filter(|(open, at)| recent(*at) || *open && word != "next").max()
    };
    let (lessons, puzzles) = (rows::lessons(cx.tx, cx.me.id)?, puzzle::touched(cx)?);
    let lesson = last(&mut lessons.iter().map(|lesson| (lesson.open, lesson.at)));
    let puzzle = last(&mut puzzles.into_iter());
    let said = match (lesson, puzzle) {
        (None, None) => return Ok(false),
        (lesson, puzzle) if puzzle <= lesson => say!(commands::Learn { words: word }),
        _ => say!(commands::Puzzle { words: word }),
    };
    dispatch::commands::execute(cx, &said)?;
    Ok(true)
}

/// Says what an answer would do in the open lesson, without trying it; tells whether it could.
pub(crate) fn question_in_lesson(
    cx: &mut RequestContext<'_>,
    words: &str,
) -> Result<bool, RequestError> {
    let Some(place) = open_lesson(cx)? else { return Ok(false) };
    let Ok(attempt) = place.lesson().attempt(place.row.task as usize, words) else {
        return Ok(false);
    };
    authority::decide::clear_as(cx, commands::Learn::VERB, ActionTarget::Oneself)?;
    let told = told(&place, attempt.table.as_ref());
    let choice = words::play_it(&attempt.written, &place.line());
    let reply = cx.answer(words::would(&attempt.written, &told)).choices([choice]);
    cx.say(reply.private(Privacy::Personal));
    Ok(true)
}

pub(super) fn open_lesson(cx: &RequestContext<'_>) -> Result<Option<LessonPlace>, RequestError> {
    Ok(LessonPlace::open(&rows::lessons(cx.tx, cx.me.id)?, cx.now))
}

/// Completes short forms that refer to the last question in this task.
fn whole_answer(
    cx: &RequestContext<'_>,
    place: &LessonPlace,
    table: &dyn Table,
    words: &str,
) -> Result<String, RequestError> {
    let same = |question: &&LessonQuestion| {
        (question.game, question.lesson, question.task)
            == (place.game(), place.named.name, place.row.task)
    };
    let last = cx.memory.remembered(cx.me.id).filter(same);
    let seat = place.seat()?;
    let whole = last.and_then(|question| table.complete(seat, &question.words, words));
    Ok(whole.unwrap_or_else(|| words.to_owned()))
}

/// Answers a question about the position; it is no attempt.
fn answer_question(
    cx: &mut RequestContext<'_>,
    place: &LessonPlace,
    table: &dyn Table,
    words: &str,
    answer: String,
) -> Result<(), RequestError> {
    let seat = place.seat()?;
    let reply = cx.answer(Text::sentence(answer));
    let mut reply = lesson::with_position(cx, reply, place, table, Some(String::new()));
    if let Some(sheet) = &mut reply.sheet {
        sheet.ask(words, cx.me.settings.get(&READING).unwrap_or_default());
    }
    let line = place.line();
    let back = Choice::new(words::BACK, line.clone());
    reply.menu = panel_of(table, seat, words, Sends::And(&line), back);
    cx.say(reply);
    let (game, lesson, task) = (place.game(), place.named.name, place.row.task);
    let question = LessonQuestion { game, lesson, task, words: words.to_owned() };
    cx.memory.remember(cx.me.id, question);
    Ok(())
}

fn right_answer(
    cx: &mut RequestContext<'_>,
    place: LessonPlace,
    attempt: &LessonAttempt,
) -> Result<(), RequestError> {
    let task = place.task()?;
    let told = told(&place, attempt.table.as_ref());
    let lead = vec![words::right(&told), Text::sentence(&task.comment)];
    let next = place.row.task + 1;
    if (next as usize) < place.lesson().tasks.len() {
        let row = LessonRow { task: next, misses: 0, ..place.row };
        return lesson::show_task(cx, LessonPlace { row, ..place }, lead);
    }
    let done_at = place.row.done_at.or(Some(cx.now));
    let row = LessonRow { task: 0, misses: 0, open: false, at: cx.now, done_at, ..place.row };
    rows::put_lesson(cx.tx, cx.me.id, &row)?;
    let place = LessonPlace { row, ..place };
    let mut lines = lead;
    let choice = match lessons::of(place.game()).get(place.index + 1) {
        Some(next) => {
            let line = place.line_to(place.index + 1);
            Some(Choice::new(words::next(&next.lesson.title), line))
        }
        None => {
            let begins = cx.memory.features.offers(OfferPlace::Beginner(place.game()));
            lines.push(words::last_done(place.game(), &begins));
            begins.into_iter().next()
        }
    };
    let reply = cx.answer(Text::Lines(lines));
    let reply = lesson::with_position(cx, reply, &place, attempt.table.as_ref(), None);
    cx.say(reply.choices(choice.map(|it| it.with(Emphasis::Main))));
    Ok(())
}

/// Says what a legal answer does and why it isn't the goal.
fn wrong_answer(
    cx: &mut RequestContext<'_>,
    place: LessonPlace,
    attempt: &LessonAttempt,
) -> Result<(), RequestError> {
    let told = told(&place, attempt.table.as_ref());
    let mut lines = vec![words::wrong(&attempt.written, &told)];
    match &attempt.comment {
        Some(comment) => lines.push(Text::sentence(comment)),
        None => lines.push(words::not_the_goal(&place.task()?.goal)),
    }
    missed(cx, place, lines)
}

/// Says why the game refuses an answer. An incomplete one is no attempt, and neither is talk.
fn refused_answer(
    cx: &mut RequestContext<'_>,
    place: LessonPlace,
    table: &dyn Table,
    said: &str,
    refusal: Refusal,
) -> Result<(), RequestError> {
    let comment = place.lesson().on_refused(place.row.task as usize, said);
    let listed = table.menu(place.seat()?).listed;
    let Refusal { code, says, instead } = refusal;
    if comment.is_none() && !looks_like_move(said, &listed) {
        let instead = [place.line(), say!(commands::Learn { words: "hint" })];
        return Err(Refusal::new(code, says).instead(instead).into());
    }
    if matches!(code, Code::Ambiguous) && !instead.is_empty() {
        let line = place.line();
        let mut controls = cx.controls.borrow_mut();
        controls.extend(instead.iter().map(|words| Choice {
            typed: words.clone(),
            ..Choice::new(words.as_str(), line.and(words))
        }));
        drop(controls);
        return Err(Refusal { code, says, instead }.into());
    }
    let mut lines = vec![Text::sentence(says)];
    lines.extend(comment.map(Text::sentence));
    missed(cx, place, lines)
}

/// Counts a wrong answer and shows the task again, with a hint.
fn missed(
    cx: &mut RequestContext<'_>,
    place: LessonPlace,
    mut lines: Vec<Text>,
) -> Result<(), RequestError> {
    let misses = place.row.misses + 1;
    let row = LessonRow { open: true, at: cx.now, misses, ..place.row };
    rows::put_lesson(cx.tx, cx.me.id, &row)?;
    let place = LessonPlace { row, ..place };
    lines.push(words::hint(hint_after(&place.task()?.hints, misses)));
    let reply = cx.answer(Text::Lines(lines));
    let table = place.table()?;
    let mut reply = lesson::with_position(cx, reply, &place, table.as_ref(), Some(String::new()));
    reply.menu = Some(task_menu(&place, table.as_ref(), "")?);
    cx.say(reply);
    Ok(())
}

/// Says what happened in the last step, with the sides' names.
fn told(place: &LessonPlace, table: &dyn Table) -> Vec<String> {
    told_to(place.game(), place.seat().unwrap_or(Seat::First), table)
}

/// Says to a seat what happened in the last step, with the sides' names.
pub(super) fn told_to(game: GameId, seat: Seat, table: &dyn Table) -> Vec<String> {
    let names = BySeat::new(|seat: Seat| game.sides()[seat.index()].to_owned());
    table.told(Observer { viewer: Viewer::Seat(seat), names: &names })
}
