//! Carries out requests, each command by its own function.
use command::{
    About, Command, Does, Line, Means, Property,
    verbs::{self, ClaimWord},
};

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::{
        self, RequestContext,
        seam::{self, CommandRow, HeardWords},
    },
    dispatch, lobby, past, people, play, rate_limit, ratings, room_settings, row, thinking, time,
};

pub fn run(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let Some(request) = cx.request() else { return Ok(()) };
    let line = &request.line;
    context::questions::lapse(cx, line);
    match &line.means {
        _ if line.asks => {
            dispatch::asks::answer_question(cx, None, line)?;
            check_cleared(cx)
        }
        // `If I take it will he take me` asks; what is meant for later says what then.
        Means::Command(said)
            if said.verb().is(Property::ReadsAsCondition)
                && !line.text().contains(" then ")
                && seam::heard(cx, may_ask(line))? =>
        {
            check_cleared(cx)
        }
        Means::Command(said) => execute(cx, said),
        Means::Words(meant) => dispatch::other_words::other_words(cx, line.text(), meant),
        // `Hint plz which one` and `resign does that end it` ask.
        Means::Refused(refusal) => {
            authority::decide::admit(cx, cx.verb)?;
            if 2 < line.text().split_whitespace().count() && seam::heard(cx, may_ask(line))? {
                check_cleared(cx)
            } else {
                Err(refusal.clone().into())
            }
        }
    }
}

fn may_ask(line: &Line) -> HeardWords<'_> {
    HeardWords::MayAsk { of: None, words: line.text() }
}

/// Fails if something was done without asking for permission, so that it is rolled back.
pub(super) fn check_cleared(cx: &RequestContext<'_>) -> Result<(), RequestError> {
    if cx.cleared.get() {
        Ok(())
    } else {
        Err(RequestError::Broken(format!("authority was never checked for {:?}", cx.verb)))
    }
}

/// Carries out a command of the asker's.
pub fn execute(cx: &mut RequestContext<'_>, said: &Command) -> Result<(), RequestError> {
    let verb = said.verb();
    // Whoever answers a question, nothing is done that concerns others.
    if cx.request().is_some_and(|request| request.line.asks)
        && !matches!(said.does(), Does::Looks | Does::Keeps)
    {
        return Err(RequestError::Broken(format!("{verb:?} was to be done for a question")));
    }
    cx.verb = verb;
    cx.said = Some(said.clone());
    authority::decide::admit(cx, verb)?;
    context::questions::check_asked(cx, said)?;
    if time::settle::is_too_late(cx, verb, said.of_match())? {
        return Ok(());
    }
    match verb.spec().about {
        About::Oneself => authority::decide::clear_verb(cx, ActionTarget::Oneself)?,
        About::Room => authority::decide::clear_verb(cx, ActionTarget::Room(&cx.room))?,
        // Which one is meant is found out on the way.
        About::Challenge | About::Match => {}
    }
    if !verb.is(Property::JudgesMove) && verb.spec().about == About::Match {
        cx.memory.at_match.insert(cx.me.id);
    }
    context::questions::no_longer_await(cx, said)?;
    call(cx, said)?;
    check_cleared(cx)?;
    rate_limit::spare_room(cx, said);
    rate_limit::count_pings(cx, verb)
}

/// The kernel's commands with their functions.
pub const ROWS: &[CommandRow] = &[
    row!(verbs::Challenge, challenge),
    row!(verbs::Invite, lobby::invite::invite),
    row!(verbs::Accept, accept),
    row!(verbs::Decline, decline),
    row!(verbs::Counter, lobby::decline_and_counter::counter),
    row!(verbs::Cancel, lobby::challenge::cancel),
    row!(verbs::Play, dispatch::moves::play),
    row!(verbs::Moves, dispatch::moves::moves),
    row!(verbs::Next, dispatch::next::next_match),
    row!(verbs::Board, dispatch::moves::board),
    row!(verbs::Hand, dispatch::moves::hand),
    row!(verbs::Undo, play::undo::undo),
    row!(verbs::Draw, play::ending::draw),
    row!(verbs::Resign, play::ending::resign),
    row!(verbs::Abort, play::ending::abort),
    row!(verbs::Claim, claim),
    row!(verbs::Back, time::back::back),
    row!(verbs::Rematch, lobby::rematch::rematch),
    row!(verbs::Games, past::games::games),
    row!(verbs::Stakes, lobby::decline_and_counter::stakes_asked),
    row!(verbs::Profile, ratings::profile::profile),
    row!(verbs::Rules, people::rules::rules),
    row!(verbs::Help, people::help::help),
    row!(verbs::Settings, people::settings::settings),
    row!(verbs::Mydata, people::mydata::mydata),
    row!(verbs::Admin, room_settings::admin::admin),
];

fn call(cx: &mut RequestContext<'_>, said: &Command) -> Result<(), RequestError> {
    let features = cx.memory.features;
    let mut rows = features.iter().flat_map(|feature| feature.commands);
    let row = rows.find(|row| row.verb == said.verb());
    let row =
        row.ok_or_else(|| RequestError::Broken(format!("{:?} has no function", said.verb())))?;
    (row.run)(cx, said)
}

fn challenge(cx: &mut RequestContext<'_>, said: &verbs::Challenge) -> Result<(), RequestError> {
    if seam::heard(cx, HeardWords::Challenge(said))? {
        Ok(())
    } else {
        lobby::challenge::challenge(cx, said)
    }
}

fn accept(cx: &mut RequestContext<'_>, said: &verbs::Accept) -> Result<(), RequestError> {
    if answers_request(cx, said.clone().into())? {
        Ok(())
    } else {
        lobby::challenge::accept(cx, said)
    }
}

fn decline(cx: &mut RequestContext<'_>, said: &verbs::Decline) -> Result<(), RequestError> {
    if answers_request(cx, said.clone().into())? {
        Ok(())
    } else {
        lobby::decline_and_counter::decline(cx, said)
    }
}

/// Tells whether a bare answer was one to a request in a match.
fn answers_request(cx: &mut RequestContext<'_>, said: Command) -> Result<bool, RequestError> {
    Ok(said.is_bare() && dispatch::yes_no::answers_request(cx, &said)?)
}

fn claim(cx: &mut RequestContext<'_>, said: &verbs::Claim) -> Result<(), RequestError> {
    match said.how {
        None => play::ending::claim(cx, said),
        Some(ClaimWord::Wait) => play::absent::wait(cx, said),
        Some(ClaimWord::Settle) => thinking::settle::settle(cx, said),
    }
}
