//! Carries out requests, each command by its own function.
use command::{
    About, Command, Means, Property,
    verbs::{self, ClaimWord},
};

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::{
        self, RequestContext,
        seam::{self, CommandRow, HeardWords},
    },
    dispatch, lobby, moderation, past, people, play, practice, proof, rate_limit, ratings, row,
    substitutes, time, vote,
};

pub fn run(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let Some(request) = cx.request() else { return Ok(()) };
    let line = &request.line;
    context::questions::lapse(cx, line);
    match &line.means {
        _ if line.asks => {
            dispatch::question::answer_question(cx, None, line)?;
            check_cleared(cx)
        }
        // `If I take it will he take me` asks; what is meant for later says what then.
        Means::Command(said)
            if said.verb().is(Property::ReadsAsCondition)
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

pub fn execute(cx: &mut RequestContext<'_>, said: &Command) -> Result<(), RequestError> {
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
    if verb != verbs::Why::VERB && verb.spec().about == About::Match {
        cx.memory.at_match.insert(cx.me.id);
    }
    context::questions::no_longer_await(cx, said)?;
    call(cx, said)?;
    check_cleared(cx)?;
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
    row!(verbs::Vote, dispatch::moves::vote),
    row!(verbs::Next, dispatch::next::next_match),
    row!(verbs::Board, dispatch::moves::board),
    row!(verbs::Hand, dispatch::moves::hand),
    row!(verbs::Undo, play::undo::undo),
    row!(verbs::Draw, play::ending::draw),
    row!(verbs::Resign, vote::resign::resign),
    row!(verbs::Abort, play::ending::abort),
    row!(verbs::Claim, claim),
    row!(verbs::Back, time::vacation::back),
    row!(verbs::Pause, time::pause::pause),
    row!(verbs::Resume, time::pause::resume),
    row!(verbs::Remind, time::remind::remind),
    row!(verbs::Vacation, time::vacation::vacation),
    row!(verbs::Rematch, lobby::rematch::rematch),
    row!(verbs::Games, past::history::games),
    row!(verbs::Practice, practice::begin::practice),
    row!(verbs::Hint, practice::advice::hint),
    row!(verbs::Why, why),
    row!(verbs::Review, practice::review::review),
    row!(verbs::History, past::history::history),
    row!(verbs::Replay, past::replay::replay),
    row!(verbs::Export, past::history::export),
    row!(verbs::Import, lobby::import::import),
    row!(verbs::Watch, play::watch::watch),
    row!(verbs::Share, past::share::share),
    row!(verbs::Stakes, lobby::decline_and_counter::stakes_asked),
    row!(verbs::Leaderboard, ratings::leaders::leaderboard),
    row!(verbs::Season, ratings::season::season),
    row!(verbs::Profile, ratings::profile::profile),
    row!(verbs::Versus, ratings::profile::versus),
    row!(verbs::Rules, people::rules::rules),
    row!(verbs::Help, people::help::help),
    row!(verbs::Verify, proof::check::verify),
    row!(verbs::Settings, people::settings::settings),
    row!(verbs::Link, people::link::link),
    row!(verbs::Unlink, people::link::unlink),
    row!(verbs::Mydata, people::mydata::mydata),
    row!(verbs::Admin, moderation::admin::admin),
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
    if said.of.is_none() && seam::heard(cx, HeardWords::Why(&said.words))? {
        return Ok(());
    }
    practice::advice::why(cx, said)
}
