//! Lines that ask: they are answered, and nothing is done.
use command::{
    ArgKind, Command, CommandSpec, Commands, Does, Line, Means, Property, asked_twice, pleasantry,
    say, verbs, yes_or_no,
};
use content::asked::{AskedWords, index::SAME, word_list};
use engine::{
    game::Status,
    refusal::{Code, Refusal},
    seat::{Observer, Viewer},
};
use model::{ids::MatchId, reply::Privacy, text::Text};
use service::{
    LINES, MenuLine, RequestError,
    authority::{self, ActionTarget},
    context::{
        RequestContext,
        loaded::LoadedMatch,
        seam::{self, HeardWords},
    },
    dispatch::{self, other_words::in_match},
    matches::{self, attempt::squares_in, seat::check_turn},
    people,
    play::{self, sealed::asks_in_secret, step::next_dice},
    telling::{controls::choices, turn::named_shortly},
};
use store::MatchRow;

use super::{
    about_match::{self, likeliest_here},
    facts,
    known::{ASKS, ASKS_THIS, MAY_ASK, known},
    match_question::move_asked,
    named_moves::{asks_of_move, has_few_words, is_square, named_move},
    position, rules, two_questions, words,
};

/// Answers a line that asks; `of` is the match if it was named.
pub(super) fn answer(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    line: &Line,
) -> Result<(), RequestError> {
    match asked_twice(line.text()).filter(|both| !goes_on(*both)) {
        Some(both) => two_questions::answer_both(cx, of, line.text(), both),
        None => answer_one(cx, of, line),
    }
}

/// Tells whether the second of two questions is about the square of the first: `is his man on a7 safe, can I take it`.
fn goes_on([first, second]: [&str; 2]) -> bool {
    let last = second.trim_end_matches(|sign: char| !sign.is_alphanumeric());
    let back = ["it", "him", "her", "that"].contains(&last.rsplit(' ').next().unwrap_or_default());
    back && squares_in(first).len() == 1 && squares_in(second).is_empty()
}

/// Answers a line that asks one question.
pub(super) fn answer_one(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    line: &Line,
) -> Result<(), RequestError> {
    let (of, words) = match of {
        Some(_) => (of, line.text().to_owned()),
        None => dispatch::numbered::split_number(cx, line.text())?,
    };
    let words = words.trim();
    if words.is_empty() {
        return people::help::help_now(cx);
    }
    if let Some(said) = pleasantry(words) {
        return dispatch::other_words::be_polite(cx, said);
    }
    if of.is_none() && begins_with_why(words) && seam::heard(cx, HeardWords::Why(words))? {
        return Ok(());
    }
    let is_move = asks_of_move(words)
        || dispatch::yes_no::is_move(cx, of, move_asked(words))?
        || yes_or_no(words).is_some();
    let of_move = is_move || is_square(words);
    let known = known(cx, of, words)?;
    // Fewer words are a command or a part of the match, and figures name a place on its board.
    // What is looked at is shown rather than told about; topics and what judges a move are told.
    let is_look = match &line.means {
        Means::Command(said) | Means::Words(Ok(Some(said))) => {
            said.does() == Does::Looks
                && !said.verb().is(Property::JudgesMove)
                && ![verbs::Rules::VERB, verbs::Help::VERB].contains(&said.verb())
        }
        Means::Words(_) | Means::Refused(_) => false,
    };
    let is_written = 2 < words.split_whitespace().count()
        && !is_look
        && (!of_move || !words.contains(|sign: char| sign.is_ascii_digit()));
    // What is offered to press is answered as it was meant, and else what names things of the board is asked of the board.
    if is_written && known.answered(cx, of, words, SAME)?
        || position::about_position(cx, of, words, true)?
        || about_match::about_match(cx, of, words)?
    {
        return Ok(());
    }
    // Of two places the board answers, or nothing does: no sentence of the rules is about them.
    if is_written && !is_move && !of_move && position::cannot_say(cx, of, words)? {
        return Ok(());
    }
    // What can't be read as a command is only begun like one.
    let unread = match &line.means {
        Means::Refused(_) | Means::Words(Err(_)) => true,
        Means::Words(Ok(said)) => said.as_ref().is_some_and(|said| said.is::<verbs::Challenge>()),
        Means::Command(_) => false,
    };
    if unread && !of_move && known.answered(cx, of, words, ASKS_THIS)? {
        return Ok(());
    }
    if let Some(answered) = about_command(cx, of, words, &line.means)? {
        return answered;
    }
    if !unread && !of_move && known.answered(cx, of, words, ASKS_THIS)? {
        return Ok(());
    }
    let play = match &line.means {
        Means::Command(said) | Means::Words(Ok(Some(said))) => said.read::<verbs::Play>(),
        Means::Words(_) | Means::Refused(_) => None,
    };
    let (in_match, played) = match &play {
        Some(play) => (play.of.or(of), play.words.as_str()),
        None => (of, words),
    };
    if of_move && about_move(cx, in_match, played)?
        || in_match.is_none() && seam::heard(cx, HeardWords::Question(words))?
        || !is_move && about_match::clause_about_match(cx, in_match, words)?
        || !is_move && known.answered(cx, of, words, ASKS)?
        || !of_move && about_move(cx, in_match, played)?
        || about_square(cx, in_match, played)?
    {
        return Ok(());
    }
    rules::from_rules(cx, in_match, words, &known)
}

/// Answers words that aren't known to ask, if they are much like a question. Tells whether they are.
pub(super) fn is_answered(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    let asks = AskedWords::read(words, &[], cx.memory.house.spelling()).words;
    let asks = asks
        .iter()
        .any(|word| ["words", "verbs"].iter().any(|list| word_list(list).contains(&word.as_str())));
    Ok(if asks {
        about_match::about_match(cx, of, words)?
            || known(cx, of, words)?.answered(cx, of, words, MAY_ASK)?
    } else {
        position::about_position(cx, of, words, false)?
    })
}

/// Answers a question that is a command: read-only commands are run, others explained.
fn about_command(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
    means: &Means,
) -> Result<Option<Result<(), RequestError>>, RequestError> {
    let said = match means {
        Means::Words(_) if dispatch::yes_no::is_move(cx, of, words)? => return Ok(None),
        // `If I take it, what happens` orders nothing.
        Means::Command(said) | Means::Words(Ok(Some(said)))
            if said.verb().is(Property::ReadsAsCondition) && is_conditional(words) =>
        {
            return Ok(None);
        }
        Means::Refused(_) if is_conditional(words) => return Ok(None),
        Means::Command(said) | Means::Words(Ok(Some(said))) => said.clone(),
        Means::Words(Ok(None)) => match looked_for(cx.memory.commands, words) {
            Some(said) => said,
            // It may be about something else.
            None => return Ok(None),
        },
        // `rules` and the like refuse by themselves; a question that starts like a command is
        // about that command.
        Means::Words(Err(_)) | Means::Refused(_) => {
            let first = words.split_whitespace().next().unwrap_or("").to_lowercase();
            return Ok(cx.memory.commands.find(&first).map(|spec| explained(cx, spec, None)));
        }
    };
    // `play b6-a5?`, `why 2` and `why stance bold` ask about the move, and `why did that go wrong` about no move.
    let of_a_move = |words: &str| {
        let first = words.split_whitespace().next();
        first.is_none_or(|word| !squares_in(word).is_empty()) || words.parse::<usize>().is_ok()
    };
    let has_number = cx.request().is_some_and(|request| request.line.text().contains('#'));
    let of_no_move = said.verb().is(Property::JudgesMove)
        && !has_number
        && !of_a_move(&said.words())
        && !dispatch::yes_no::is_move_in_match(cx, of, &said.words())?;
    if said.verb() == verbs::Play::VERB || of_no_move {
        return Ok(None);
    }
    let said = in_match(said, of);
    if said.does() == Does::Looks && !helps_exercise(cx, &said)? {
        return match dispatch::commands::execute(cx, &said) {
            // Other words may ask for something else.
            Err(RequestError::Refused(refusal)) if matches!(means, Means::Words(_)) => {
                refused_look(cx, refusal)
            }
            done => Ok(Some(done)),
        };
    }
    Ok(Some(explained(cx, said.verb().spec(), Some(said))))
}

/// Returns the look that a question asks for: `what's my rating`, `where do I see the leaderboard`.
fn looked_for(commands: &Commands, words: &str) -> Option<Command> {
    let lower = words.to_lowercase().replace('’', "'");
    let rest =
        word_list("looks").iter().find_map(|asks| lower.strip_prefix(asks)?.strip_prefix(' '))?;
    // `What is undo` asks what it does.
    let own = rest.strip_prefix("my ");
    let named = own.or(rest.strip_prefix("the "))?;
    let said = [own.map(|_| rest), Some(named)].into_iter().flatten().find_map(|line| {
        commands
            .understood(line, true)
            .ok()
            .flatten()
            .or_else(|| commands.parse(line).ok().flatten())
    })?;
    (said.does() == Does::Looks).then_some(said)
}

/// Goes on after a look that was refused: that it's the other's turn or that all is over is an answer, and which match
/// is meant must be asked. Who may not look is refused here, too.
fn refused_look(
    cx: &mut RequestContext<'_>,
    refusal: Refusal,
) -> Result<Option<Result<(), RequestError>>, RequestError> {
    match refusal.code {
        Code::NotYours if cx.cleared.get() => {
            let reply = cx.answer(Text::sentence(refusal.says));
            cx.say(reply);
            Ok(Some(Ok(())))
        }
        Code::NotYours | Code::Ambiguous | Code::Over => Err(refusal.into()),
        _ => Ok(None),
    }
}

/// Says what a command does and how it is said, without running it.
fn explained(
    cx: &mut RequestContext<'_>,
    spec: &'static CommandSpec,
    whole: Option<Command>,
) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Help::VERB, ActionTarget::Oneself)?;
    // What moderators do is named only to those who name it, and nobody confirms by asking.
    let said = whole.filter(|said| said.verb() != verbs::Admin::VERB);
    let text = words::what_it_does(spec, said.as_ref());
    let help = people::words::help::line_button(say!(Help { command: spec.name }));
    // What nothing understands of a question isn't offered to be said.
    let is_read = |said: &Command| {
        let is_open = |kind| matches!(kind, ArgKind::UnnamedTerms | ArgKind::Rest);
        said.given().iter().all(|(arg, _)| !is_open(arg.kind))
    };
    let press = said.filter(|said| said.may_be_guessed() && is_read(said));
    let press = press.map(people::words::help::line_button);
    let reply = cx.answer(text).choices(press.into_iter().chain([help]));
    cx.say(reply);
    Ok(())
}

/// Answers a question about a move in a match of the asker's. Tells whether it was one.
pub(super) fn about_move(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    let rows = asked_matches(cx, of)?;
    let (words, squares) = (move_asked(words), squares_in(words));
    let named = named_move(words);
    let few = has_few_words(words, &squares);
    let words = named.as_deref().unwrap_or(words);
    let mut fitting = None;
    for row in &rows {
        if dispatch::moves::fits(cx, matches::find::load(cx, row.clone())?, words)? {
            fitting = Some(row.clone());
            break;
        }
    }
    let fits = fitting.is_some();
    let named_moves = 1 < squares.len() || named.is_some();
    let near = !squares.is_empty() && (few || named.is_some());
    let several = 1 < rows.len();
    let Some(meant) = fitting.or_else(|| rows.into_iter().next().filter(|_| near)) else {
        return Ok(false);
    };
    let loaded = matches::find::load_if_allowed(cx, meant)?;
    match (&squares[..], !fits && !named_moves) {
        ([square], true) if facts::cell_named(&loaded, square).is_none() => return Ok(false),
        ([square], true) if lists_square(cx, &loaded, square)? => {}
        ([square], true) => would_if_asked(cx, loaded, square, several)?,
        _ => would_if_asked(cx, loaded, words, several)?,
    }
    Ok(true)
}

/// Answers another question that names a square: by what can be done there, or by what stands there. Tells whether it
/// names one.
fn about_square(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    if let [square] = &squares_in(words)[..]
        && let Some(row) = asked_matches(cx, of)?.into_iter().next()
    {
        let loaded = matches::find::load_if_allowed(cx, row)?;
        if lists_square(cx, &loaded, square)? {
            return Ok(true);
        }
    }
    about_match::about_square(cx, of, words)
}

/// Returns the matches that a question may be about, the likeliest first.
fn asked_matches(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<Vec<MatchRow>, RequestError> {
    let mut rows = likeliest_here(cx)?;
    if let Some(of) = of {
        rows.extend(cx.tx.running_of(cx.me.id)?);
        rows.retain(|it| it.id == of);
        rows.truncate(1);
    }
    Ok(rows)
}

/// Lists what the asker can do from a square; tells whether there is something.
fn lists_square(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    square: &str,
) -> Result<bool, RequestError> {
    let seat = matches::seat::seat_in(cx, loaded)?;
    let listed = loaded.table.menu(seat).listed;
    let begins = |line: &String| line.to_lowercase().starts_with(square);
    if check_turn(loaded, seat).is_err() || !listed.iter().any(begins) {
        return Ok(false);
    }
    dispatch::moves::list_moves(cx, loaded, square)?;
    Ok(true)
}

/// Says what words would do, if it's the asker's turn.
fn would_if_asked(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    words: &str,
    several: bool,
) -> Result<(), RequestError> {
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let whole = play::position_questions::whole(cx, &loaded, seat, words);
    if play::position_questions::answered(cx, &loaded, seat, &whole)? {
        return Ok(());
    }
    if let Err(refusal) = check_turn(&loaded, seat) {
        let reply = cx.answer(Text::sentence(refusal.says));
        cx.say(reply);
        return Ok(());
    }
    let at = loaded.step_key();
    let secret = asks_in_secret(&loaded.table.status());
    let mut trial = matches::find::load(cx, loaded.row.clone())?;
    let (_, mut dice) = next_dice(&trial);
    let (text, presses) = match trial.table.play(seat, words, &mut dice) {
        Ok(played) => {
            let to = Observer { viewer: Viewer::Seat(seat), names: &trial.names };
            // Nobody may know in advance what chance or a secret would bring.
            let tells = if played.fixed || played.sealed {
                Vec::new()
            } else {
                trial.table.tell(&played.events, to).map_err(RequestError::Broken)?
            };
            let over = matches!(trial.table.status(), Status::Over(_)) && !played.fixed;
            let then =
                if secret { Vec::new() } else { position::then(&loaded, seat, &played.written) };
            let tells: Vec<String> = tells.into_iter().chain(then).collect();
            let text = words::what_would_happen(&played.written, &tells, over);
            (text, vec![played.written])
        }
        Err(refusal) => {
            let text = words::why_not(words, &refusal.says);
            (text, refusal.instead.into_iter().take(LINES).collect())
        }
    };
    if secret {
        cx.keep_private(Privacy::Secret);
    }
    let text =
        if several { Text::Lines(vec![Text::small(named_shortly(&loaded)), text]) } else { text };
    let presses: Vec<MenuLine> = presses.into_iter().map(MenuLine::Words).collect();
    let mut reply = cx.answer(text).choices(choices(&loaded, seat, &presses));
    if let Some(menu) = &mut reply.menu {
        (menu.of, menu.asked_at) = (Some(loaded.row.id), Some(at));
    }
    cx.say(reply);
    Ok(())
}

/// Tells whether a look would help with an exercise, where that counts.
fn helps_exercise(cx: &RequestContext<'_>, said: &Command) -> Result<bool, RequestError> {
    let of_match = said.of_match().is_some();
    Ok(said.verb().is(Property::HelpsExercises)
        && !of_match
        && !matches::find::mine_here(cx)?.iter().any(|it| !it.terms.rated))
}

fn begins_with_why(words: &str) -> bool {
    let first = words.split_whitespace().find(|word| !word_list("before").contains(word));
    first.is_some_and(|first| first.eq_ignore_ascii_case("why"))
}

/// Tells whether a question begins with a condition.
fn is_conditional(words: &str) -> bool {
    let before = |word: &&str| word_list("before").contains(&word.to_lowercase().as_str());
    let mut words = words.split_whitespace().skip_while(before);
    words.next().is_some_and(|first| first.eq_ignore_ascii_case("if")) && 2 < words.count()
}
