//! Carries out requests, each command by its own function.
use command::{Command, Means, Verb, verbs::ClaimWord};

use crate::{
    RequestError,
    authority::{self, ActionTarget, Affects, touches},
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
        Means::Command(Command::If(_))
            if !line.text().contains(" then ")
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
    match touches(verb) {
        Affects::Oneself => authority::decide::clear_verb(cx, ActionTarget::Oneself)?,
        Affects::Room => authority::decide::clear_verb(cx, ActionTarget::Room(&cx.room))?,
        // Which one is meant is found out on the way.
        Affects::Challenge | Affects::Match => {}
    }
    match verb {
        Verb::Puzzle => cx.memory.at_match.remove(&cx.me.id),
        Verb::Why => false,
        _ => matches!(touches(verb), Affects::Match) && cx.memory.at_match.insert(cx.me.id),
    };
    context::questions::no_longer_await(cx, said)?;
    call(cx, said)?;
    check_cleared(cx)?;
    rate_limit::count_pings(cx, verb)
}

fn call(cx: &mut RequestContext<'_>, said: &Command) -> Result<(), RequestError> {
    match said {
        Command::Challenge(challenge)
            if practice::begin::means_bot(cx, challenge.who.as_deref()) =>
        {
            practice::begin::challenge_bot(cx, challenge)
        }
        Command::Challenge(it) => lobby::challenge::challenge(cx, it),
        Command::Invite(it) => lobby::invite::invite(cx, it),
        Command::Accept(_) | Command::Decline(_)
            if said.is_bare() && dispatch::yes_no::answers_request(cx, said)? =>
        {
            Ok(())
        }
        Command::Accept(it) => lobby::challenge::accept(cx, it),
        Command::Decline(it) => lobby::decline_and_counter::decline(cx, it),
        Command::Cancel(it) => lobby::challenge::cancel(cx, it),
        Command::Play(it) => dispatch::moves::play(cx, it),
        Command::Moves(it) => dispatch::moves::moves(cx, it),
        Command::Vote(it) => dispatch::moves::vote(cx, it),
        Command::If(it) => play::orders::order(cx, it),
        Command::Next(it) => dispatch::next::next_match(cx, it),
        Command::Note(it) => play::notes::note(cx, it),
        Command::CallWinner(it) => calls::call::call(cx, it),
        Command::Calls(it) => calls::show::calls(cx, it),
        Command::Gazette(_) => gazette::show::gazette(cx),
        Command::Board(it) => dispatch::moves::board(cx, it),
        Command::Hand(it) => dispatch::moves::hand(cx, it),
        Command::Undo(it) => play::undo::undo(cx, it),
        Command::Draw(it) => play::ending::draw(cx, it),
        Command::Resign(it) => vote::resign::resign(cx, it),
        Command::Abort(it) => play::ending::abort(cx, it),
        Command::Claim(claim) => match claim.how {
            None => play::ending::claim(cx, claim),
            Some(ClaimWord::Wait) => substitutes::ask::wait(cx, claim),
            Some(ClaimWord::Settle) => practice::settle::settle(cx, claim),
        },
        Command::Substitute(it) => substitutes::ask::substitute(cx, it),
        Command::Back(it) => time::vacation::back(cx, it),
        Command::Rematch(it) => lobby::rematch::rematch(cx, it),
        Command::Games(it) => past::history::games(cx, it),
        Command::History(it) => past::history::history(cx, it),
        Command::Replay(it) => past::replay::replay(cx, it),
        Command::Export(it) => past::history::export(cx, it),
        Command::Import(it) => lobby::import::import(cx, it),
        Command::Watch(it) => play::watch::watch(cx, it),
        Command::Share(it) => past::share::share(cx, it),
        Command::Stakes(it) => lobby::decline_and_counter::stakes_asked(cx, it),
        Command::League(it) => league::command::league(cx, it),
        Command::Ladder(it) => ladder::ladder(cx, it),
        Command::Leaderboard(it) => ratings::leaders::leaderboard(cx, it),
        Command::Season(it) => ratings::season::season(cx, it),
        Command::Profile(it) => ratings::profile::profile(cx, it),
        Command::Recap(it) => recap::show::recap(cx, it),
        Command::Versus(it) => ratings::profile::versus(cx, it),
        Command::Learn(it) => learn::lesson::learn(cx, it),
        Command::Puzzle(it) => learn::puzzle::puzzle(cx, it),
        Command::Rules(it) => people::rules::rules(cx, it),
        Command::Help(it) => people::help::help(cx, it),
        Command::Verify(it) => proof::check::verify(cx, it),
        Command::Settings(it) => people::settings::settings(cx, it),
        Command::Link(it) => people::link::link(cx, it),
        Command::Unlink(it) => people::link::unlink(cx, it),
        Command::Mydata(it) => people::mydata::mydata(cx, it),
        Command::Admin(it) => moderation::admin::admin(cx, it),
        Command::Remind(it) => time::remind::remind(cx, it),
        Command::Vacation(it) => time::vacation::vacation(cx, it),
        Command::Pause(it) => time::pause::pause(cx, it),
        Command::Resume(it) => time::pause::resume(cx, it),
        Command::Counter(it) => lobby::decline_and_counter::counter(cx, it),
        Command::Practice(it) => practice::begin::practice(cx, it),
        Command::Hint(it) => practice::advice::hint(cx, it),
        Command::Why(why) if why.of.is_none() && learn::solution::why_asked(cx, &why.words)? => {
            Ok(())
        }
        Command::Why(it) => practice::advice::why(cx, it),
        Command::Review(it) => practice::review::review(cx, it),
    }
}
