//! The bot's actions: its whole turn, announced at once, and its answer to a draw offer.
use engine::{chance::StepKey, game::Status, match_rules::DrawAnswer, seat::Seat};
use model::{ids::MatchId, reply::Reply};
use store::{Person, Room, StoreError, Tx};

use super::{
    think::{ChosenMove, ThinkingResult},
    words,
};
use crate::{
    RequestError, Service,
    context::{RequestContext, loaded::LoadedMatch},
    matches, play,
    telling::{self, news::TurnNews},
};

/// How many steps end a match of the bot against itself as a draw.
const LONGEST: u32 = 3_000;

/// For how long after their last step a person is taken to be there, in seconds.
const THERE: i64 = 15 * 60;

impl Service {
    /// Plays what the bot has decided meanwhile.
    pub(crate) fn take_thoughts(&mut self, now: i64) {
        self.wake_minds();
        for found in self.pool.take() {
            self.metrics().guarded("a thought", || self.take_thought(found, now));
        }
    }

    fn take_thought(&mut self, found: ThinkingResult, now: i64) {
        match found {
            ThinkingResult::Insight { number, key, insight } => {
                self.learn(number, key, insight, now)
            }
            ThinkingResult::Draw { of, seat, agrees, blind } => {
                let whence = |tx: &Tx<'_>| seated(tx, of, seat);
                self.of_its_own(now, whence, |it| answer_draw(it, of, seat, agrees, blind));
            }
            ThinkingResult::Move { of, at, seat, choice } => self.act(now, of, at, seat, choice),
        }
    }

    /// Has the bot act in a match as if it had sent a request, once: the message id comes from the
    /// position. An action that is refused is replaced by another.
    fn act(&mut self, now: i64, of: MatchId, at: StepKey, seat: Seat, choice: ChosenMove) {
        let id = format!("mind/{of}/{}/{}", at.step, at.take);
        let whence = |tx: &Tx<'_>| match seated(tx, of, seat)? {
            Some((room, person)) if tx.handle_once(room.chat, &id, now)? => {
                Ok(Some((room, person)))
            }
            Some(_) | None => Ok(None),
        };
        if choice.words.is_some()
            && self.of_its_own(now, whence, |it| act_for(it, of, at, seat, &choice)).is_some()
        {
            return;
        }
        // A repeat does nothing.
        let anything = ChosenMove::default();
        self.of_its_own(now, whence, |it| act_for(it, of, at, seat, &anything));
    }

    /// Tells whether the bot is thinking, or has a result that isn't played yet.
    pub fn is_thinking(&self) -> bool {
        self.pool.is_busy()
    }

    /// Waits for a result, or until no thinking is left.
    pub fn wait_for_thoughts(&self) {
        self.pool.wait();
    }
}

/// Acts for the bot, and tells its whole turn when it is over. Without words it plays anything
/// possible.
fn act_for(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    at: StepKey,
    seat: Seat,
    choice: &ChosenMove,
) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
    let mut loaded = matches::find::load(cx, row)?;
    // Something was taken back meanwhile.
    if loaded.step_key() != at || !loaded.table.status().waits_for(seat) {
        return Ok(());
    }
    let spare;
    let words = match &choice.words {
        Some(words) => words,
        None => {
            spare = loaded.table.menu(seat).listed.into_iter().next().ok_or_else(|| {
                RequestError::Broken(format!("the bot knows nothing to do in match {of}"))
            })?;
            &spare
        }
    };
    let mut news = untold(cx, &loaded, seat)?;
    let blindly = choice.blind.then(|| words::plays_blindly(loaded.names.get(seat)));
    news.lines.extend(blindly);
    let mut changes = play::step::one_step(cx, &mut loaded, seat, words, None, &mut news)?;
    if let Some(more) = play::step::go_on_alone(cx, &mut loaded, &mut news)? {
        changes = more;
    }
    if let Some(more) = play::step::go_on_ahead(cx, &mut loaded, &mut news)? {
        changes = more;
    }
    if goes_on(&loaded) {
        let watched = Seat::BOTH.into_iter().all(|seat| loaded.level(seat).is_some());
        if !watched || is_same_turn(&loaded, seat) {
            return Ok(());
        }
        if LONGEST <= loaded.step.step {
            for seat in Seat::BOTH {
                loaded.row.match_rules.draw(seat, true)?;
            }
            return play::ending::end_outside_rules(cx, loaded);
        }
    }
    telling::turn::announce(cx, &loaded, news, &changes)
}

/// Returns what the room hasn't seen yet.
fn untold(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<TurnNews, RequestError> {
    let mut news = TurnNews::of(Some(seat), Vec::new());
    let told = cx.tx.practice(loaded.row.id)?.map_or(loaded.step.step, |it| it.told);
    news.quiet = match cx.tx.live_step(loaded.row.id, told)? {
        // A room may take hours for its turn.
        Some(_) if loaded.row.terms.room_time.is_some() => false,
        Some(last) => cx.now - last.at <= THERE,
        None => false,
    };
    for step in cx.tx.steps_after(loaded.row.id, told)? {
        let there = matches::find::load_at(cx, loaded.row.clone(), step)?;
        news.take_down(&there);
    }
    Ok(news)
}

/// Tells whether a seat of the bot continues its turn.
fn is_same_turn(loaded: &LoadedMatch, seat: Seat) -> bool {
    loaded.table.status().waits_for(seat) && !loaded.step.ended_turn
}

/// Answers a person's draw offer.
fn answer_draw(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    seat: Seat,
    agrees: bool,
    blind: bool,
) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
    let mut loaded = matches::find::load(cx, row)?;
    if loaded.row.match_rules.draw_offered_by() != Some(seat.other()) {
        return Ok(());
    }
    let name = loaded.names.get(seat).clone();
    if agrees {
        let on_turn = loaded.table.status().waits_for(seat);
        return match loaded.row.match_rules.draw(seat, on_turn)? {
            DrawAnswer::Agreed => play::ending::end_outside_rules(cx, loaded),
            DrawAnswer::Offered | DrawAnswer::Declined | DrawAnswer::Withdrawn => {
                Err(RequestError::Broken(format!("a draw of match {of} came to nothing")))
            }
        };
    }
    loaded.row.match_rules.decline_draw(seat)?;
    cx.tx.update_match(&loaded.row)?;
    // It may also have to choose.
    cx.calls.push(of);
    let says = if blind { words::declines_blindly(&name) } else { words::declines_draw(&name) };
    telling::turn::say_at(cx, &loaded, Reply::room(says))
}

/// Tells whether only the bot has to act next.
fn goes_on(loaded: &LoadedMatch) -> bool {
    match loaded.table.status() {
        Status::Waiting(prompts) if loaded.row.end.is_none() => {
            prompts.iter().all(|prompt| loaded.level(prompt.seat).is_some())
        }
        Status::Waiting(_) | Status::Over(_) => false,
    }
}

/// Returns the room of a running match, and a seat of the bot.
fn seated(tx: &Tx<'_>, of: MatchId, seat: Seat) -> Result<Option<(Room, Person)>, StoreError> {
    match tx.match_row(of)? {
        Some(row) if row.end.is_none() => {
            Ok(Some((tx.room(row.room)?, tx.person(*row.seats.get(seat))?)))
        }
        Some(_) | None => Ok(None),
    }
}
