//! Carries out requests, each command by its own function.
use command::{
    About, Command, Means, Verb,
    verbs::{self, ClaimWord},
};

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    calls,
    context::{self, RequestContext},
    dispatch, gazette, ladder, league, learn, lobby, moderation, past, people, play, practice,
    proof, rate_limit, ratings, recap, substitutes, time, vote,
};

pub(crate) fn run(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let Some(request) = cx.request() else { return Ok(()) };
    let line = &request.line;
    context::questions::lapse(cx, line);
    match &line.means {
        _ if line.asks => {
            dispatch::question::answer_question(cx, None, line)?;
            check_cleared(cx)
        }
        // `If I take it will he take me` asks: an order says what then.
        Means::Command(said)
            if said.is::<verbs::If>()
                && !line.text().contains(" then ")
                && dispatch::question::is_answered(cx, None, line.text())? =>
        {
            check_cleared(cx)
        }
        Means::Command(said) => execute(cx, said),
        Means::Words(meant) => dispatch::other_words::other_words(cx, line.text(), meant),
        // `Hint plz which one` and `resign does that end it` ask.
        Means::Refused(refusal) => {
            authority::decide::admit(cx, cx.verb)?;
            match 2 < line.text().split_whitespace().count()
                && dispatch::question::is_answered(cx, None, line.text())?
            {
                true => check_cleared(cx),
                false => Err(refusal.clone().into()),
            }
        }
    }
}

/// Fails if something was done without asking for permission, so that it is rolled back.
pub(super) fn check_cleared(cx: &RequestContext<'_>) -> Result<(), RequestError> {
    match cx.cleared.get() {
        true => Ok(()),
        false => {
            Err(RequestError::Broken(format!("authority was never checked for {:?}", cx.verb)))
        }
    }
}

pub(crate) fn execute(cx: &mut RequestContext<'_>, said: &Command) -> Result<(), RequestError> {
    let verb = said.verb();
    cx.verb = verb;
    cx.said = Some(said.clone());
    authority::decide::admit(cx, verb)?;
    if time::settle::is_too_late(cx, verb, said.of_match())? {
        return Ok(());
    }
    match verb.spec().about {
        About::Oneself => authority::decide::clear_verb(cx, ActionTarget::Oneself)?,
        About::Room => authority::decide::clear_verb(cx, ActionTarget::Room(&cx.room))?,
        // Which one is meant is found out on the way.
        About::Challenge | About::Match => {}
    }
    if verb == verbs::Puzzle::VERB {
        cx.memory.at_match.remove(&cx.me.id);
    } else if verb != verbs::Why::VERB && verb.spec().about == About::Match {
        cx.memory.at_match.insert(cx.me.id);
    }
    context::questions::no_longer_await(cx, said)?;
    call(cx, said)?;
    check_cleared(cx)?;
    rate_limit::count_pings(cx, verb)
}

/// A command and its function.
struct CommandRow {
    verb: Verb,
    run: fn(&mut RequestContext<'_>, &Command) -> Result<(), RequestError>,
}

/// Makes the row of a verb whose function takes it as a value of its own type.
macro_rules! row {
    ($verb:ident, $run:expr) => {
        CommandRow {
            verb: verbs::$verb::VERB,
            run: |cx, said| {
                let verb: verbs::$verb = said.read().unwrap_or_default();
                let run: fn(&mut RequestContext<'_>, &verbs::$verb) -> Result<(), RequestError> =
                    $run;
                run(cx, &verb)
            },
        }
    };
}

/// Every command with its function.
const ROWS: &[CommandRow] = &[
    row!(Challenge, challenge),
    row!(Invite, lobby::invite::invite),
    row!(Accept, accept),
    row!(Decline, decline),
    row!(Cancel, lobby::challenge::cancel),
    row!(Play, dispatch::moves::play),
    row!(Moves, dispatch::moves::moves),
    row!(Vote, dispatch::moves::vote),
    row!(If, play::orders::order),
    row!(Next, dispatch::next::next_match),
    row!(Note, play::notes::note),
    row!(CallWinner, calls::call::call),
    row!(Calls, calls::show::calls),
    row!(Gazette, |cx, _| gazette::show::gazette(cx)),
    row!(Board, dispatch::moves::board),
    row!(Hand, dispatch::moves::hand),
    row!(Undo, play::undo::undo),
    row!(Draw, play::ending::draw),
    row!(Resign, vote::resign::resign),
    row!(Abort, play::ending::abort),
    row!(Substitute, substitutes::ask::substitute),
    row!(Back, time::vacation::back),
    row!(Rematch, lobby::rematch::rematch),
    row!(Games, past::history::games),
    row!(History, past::history::history),
    row!(Replay, past::replay::replay),
    row!(Export, past::history::export),
    row!(Import, lobby::import::import),
    row!(Watch, play::watch::watch),
    row!(Share, past::share::share),
    row!(Stakes, lobby::decline_and_counter::stakes_asked),
    row!(League, league::command::league),
    row!(Ladder, ladder::ladder),
    row!(Leaderboard, ratings::leaders::leaderboard),
    row!(Season, ratings::season::season),
    row!(Profile, ratings::profile::profile),
    row!(Recap, recap::show::recap),
    row!(Versus, ratings::profile::versus),
    row!(Learn, learn::lesson::learn),
    row!(Puzzle, learn::puzzle::puzzle),
    row!(Rules, people::rules::rules),
    row!(Help, people::help::help),
    row!(Verify, proof::check::verify),
    row!(Settings, people::settings::settings),
    row!(Link, people::link::link),
    row!(Unlink, people::link::unlink),
    row!(Mydata, people::mydata::mydata),
    row!(Admin, moderation::admin::admin),
    row!(Remind, time::remind::remind),
    row!(Vacation, time::vacation::vacation),
    row!(Pause, time::pause::pause),
    row!(Resume, time::pause::resume),
    row!(Counter, lobby::decline_and_counter::counter),
    row!(Practice, practice::begin::practice),
    row!(Hint, practice::advice::hint),
    row!(Why, why),
    row!(Review, practice::review::review),
    row!(Claim, claim),
];

fn call(cx: &mut RequestContext<'_>, said: &Command) -> Result<(), RequestError> {
    let row = ROWS.iter().find(|row| row.verb == said.verb());
    let row =
        row.ok_or_else(|| RequestError::Broken(format!("{:?} has no function", said.verb())))?;
    (row.run)(cx, said)
}

fn challenge(cx: &mut RequestContext<'_>, said: &verbs::Challenge) -> Result<(), RequestError> {
    match practice::begin::means_bot(cx, said.who.as_deref()) {
        true => practice::begin::challenge_bot(cx, said),
        false => lobby::challenge::challenge(cx, said),
    }
}

fn accept(cx: &mut RequestContext<'_>, said: &verbs::Accept) -> Result<(), RequestError> {
    match answers_request(cx, said.clone().into())? {
        true => Ok(()),
        false => lobby::challenge::accept(cx, said),
    }
}

fn decline(cx: &mut RequestContext<'_>, said: &verbs::Decline) -> Result<(), RequestError> {
    match answers_request(cx, said.clone().into())? {
        true => Ok(()),
        false => lobby::decline_and_counter::decline(cx, said),
    }
}

/// Tells whether a bare answer was one to a request in a match.
fn answers_request(cx: &mut RequestContext<'_>, said: Command) -> Result<bool, RequestError> {
    Ok(said.is_bare() && dispatch::yes_no::answers_request(cx, &said)?)
}

fn claim(cx: &mut RequestContext<'_>, said: &verbs::Claim) -> Result<(), RequestError> {
    match said.how {
        None => play::ending::claim(cx, said),
        Some(ClaimWord::Wait) => substitutes::ask::wait(cx, said),
        Some(ClaimWord::Settle) => practice::settle::settle(cx, said),
    }
}

fn why(cx: &mut RequestContext<'_>, said: &verbs::Why) -> Result<(), RequestError> {
    if said.of.is_none() && learn::solution::why_asked(cx, &said.words)? {
        return Ok(());
    }
    practice::advice::why(cx, said)
}

#[cfg(test)]
mod tests {
    use command::COMMANDS;

    use super::*;

    #[test]
    fn each_command_has_one_function() {
        for spec in COMMANDS {
            let count = ROWS.iter().filter(|row| row.verb == spec.verb()).count();
            assert_eq!(count, 1, "{}", spec.name);
        }
    }
}
