//! Parses requests and carries them out, each command by its own method.
use command::{Line, Said};

use crate::{
    Fault,
    authority::{self, Affects, Touched, touches},
    context::{self, RequestContext},
    dispatch, ladder, league, learn, lobby, moderation, past, people, play, practice, proof,
    rate_limit, ratings, time, vote,
};

pub(crate) fn run(cx: &mut RequestContext<'_>) -> Result<(), Fault> {
    let Some(request) = cx.request() else { return Ok(()) };
    match &request.line {
        Line::Said(said) => execute(cx, said),
        Line::Typed(line) => {
            let line = command::tidy(line)?;
            if let Some(asked) = command::question(&line) {
                dispatch::question::answer_question(cx, None, asked)?;
                return check_cleared(cx);
            }
            match command::parse(&line)? {
                Some(said) => execute(cx, &said),
                None => dispatch::other_words::other_words(cx, &line),
            }
        }
    }
}

/// Fails if something was done without asking for permission, so that it is rolled back.
pub(super) fn check_cleared(cx: &RequestContext<'_>) -> Result<(), Fault> {
    match cx.cleared.get() {
        true => Ok(()),
        false => Err(Fault::Broken(format!("authority was never checked for {:?}", cx.verb))),
    }
}

pub(crate) fn execute(cx: &mut RequestContext<'_>, said: &Said) -> Result<(), Fault> {
    let verb = said.verb();
    cx.verb = verb;
    authority::ask::admit(cx, verb)?;
    if time::settle::is_too_late(cx, verb, said.of_match())? {
        return Ok(());
    }
    match touches(verb) {
        Affects::Oneself => authority::ask::clear_verb(cx, Touched::Oneself)?,
        Affects::Room => authority::ask::clear_verb(cx, Touched::Room(&cx.room))?,
        // Which one is meant is found out on the way.
        Affects::Challenge | Affects::Match => {}
    }
    context::questions::no_longer_await(cx, said)?;
    carry_out(cx, said)?;
    check_cleared(cx)?;
    rate_limit::count_pings(cx, verb)
}

fn carry_out(cx: &mut RequestContext<'_>, said: &Said) -> Result<(), Fault> {
    match said {
        Said::Challenge(it) if practice::begin::means_bot(cx, it.who.as_deref()) => {
            practice::begin::challenge_bot(cx, it)
        }
        Said::Challenge(it) => lobby::challenge::challenge(cx, it),
        Said::Accept(it) => lobby::challenge::accept(cx, it),
        Said::Decline(it) => lobby::answer::decline(cx, it),
        Said::Cancel(it) => lobby::challenge::cancel(cx, it),
        Said::Play(it) => dispatch::moves::play(cx, it),
        Said::Moves(it) => dispatch::moves::moves(cx, it),
        Said::Vote(it) => dispatch::moves::vote(cx, it),
        Said::If(it) => play::orders::order(cx, it),
        Said::Next(it) => dispatch::next::next_match(cx, it),
        Said::Note(it) => play::notes::note(cx, it),
        Said::Board(it) => dispatch::moves::board(cx, it),
        Said::Hand(it) => dispatch::moves::hand(cx, it),
        Said::Undo(it) => play::undo::undo(cx, it),
        Said::Draw(it) => play::house::draw(cx, it),
        Said::Resign(it) => vote::resign::resign(cx, it),
        Said::Abort(it) => play::house::abort(cx, it),
        Said::Claim(it) => play::house::claim(cx, it),
        Said::Rematch(it) => lobby::rematch::rematch(cx, it),
        Said::Games(it) => past::history::games(cx, it),
        Said::History(it) => past::history::history(cx, it),
        Said::Replay(it) => past::replay::replay(cx, it),
        Said::Export(it) => past::history::export(cx, it),
        Said::Import(it) => lobby::import::import(cx, it),
        Said::Watch(it) => play::watch::watch(cx, it),
        Said::Share(it) => past::share::share(cx, it),
        Said::Stakes(it) => lobby::answer::stakes_asked(cx, it),
        Said::League(it) => league::ask::league(cx, it),
        Said::Ladder(it) => ladder::ladder(cx, it),
        Said::Leaderboard(it) => ratings::leaders::leaderboard(cx, it),
        Said::Season(it) => ratings::season::season(cx, it),
        Said::Profile(it) => ratings::profile::profile(cx, it),
        Said::Versus(it) => ratings::profile::versus(cx, it),
        Said::Learn(it) => learn::lesson::learn(cx, it),
        Said::Puzzle(it) => learn::puzzle::puzzle(cx, it),
        Said::Rules(it) => people::explain::rules(cx, it),
        Said::Help(it) => people::help::help(cx, it),
        Said::Verify(it) => proof::check::verify(cx, it),
        Said::Settings(it) => people::explain::settings(cx, it),
        Said::Link(it) => people::link::link(cx, it),
        Said::Unlink(it) => people::link::unlink(cx, it),
        Said::Mydata(it) => people::mydata::mydata(cx, it),
        Said::Admin(it) => moderation::admin::admin(cx, it),
        Said::Remind(it) => time::remind::remind(cx, it),
        Said::Vacation(it) => time::vacation::vacation(cx, it),
        Said::Pause(it) => time::pause::pause(cx, it),
        Said::Resume(it) => time::pause::resume(cx, it),
        Said::Counter(it) => lobby::answer::counter(cx, it),
        Said::Practice(it) => practice::begin::practice(cx, it),
        Said::Hint(it) => practice::advice::hint(cx, it),
        Said::Why(it) => practice::advice::why(cx, it),
        Said::Review(it) => practice::review::review(cx, it),
    }
}
