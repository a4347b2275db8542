//! Calls what this turn and the next bring, as long as that is undecided.
use engine::{mind::TurnOdds, refusal::Refusal, seat::Seat};
use model::{
    ids::{MatchId, RoomId},
    pool::Priority,
    reply::{Privacy, Reply},
    text::Text,
};
use service::{
    RequestError,
    context::{RequestContext, insights::QuestionKey, loaded::LoadedMatch},
    matches::{
        no_advice::{self, JudgedMatch},
        seat::heading,
    },
    thinking::{insight::insight, think::seed_at},
};

use super::{
    said::{DEFAULT, number},
    score::SURE,
    turn_rows::{self, TurnCall},
    words,
};

/// How many turns of a match a person may call.
const MOST: usize = 20;

/// The seed of those who play on, besides the position.
const SEED: u64 = 0x6e65_7874;

/// Words that can stand in a call of a turn without a meaning of their own.
const BESIDE: [&str; 6] = ["turn", "turns", "percent", "%", "sure", "at"];

/// What is said about the next turns.
pub(super) enum NextSaid {
    /// Nothing yet: what is the question?
    Asks,
    /// Whether it happens, and how surely, in percent.
    Says(bool, u32),
}

/// Reads the words of a call if they are about the next turns: `next yes 70`.
pub(super) fn read_next(of: MatchId, said: &str) -> Option<Result<NextSaid, Refusal>> {
    let said = said.to_lowercase();
    let mut words = said.split_whitespace().filter(|word| !BESIDE.contains(word));
    if words.next() != Some("next") {
        return None;
    }
    let happens = match words.next() {
        None => return Some(Ok(NextSaid::Asks)),
        Some("yes" | "y") => true,
        Some("no" | "n") => false,
        Some(_) => return Some(Err(words::turns::no_such_percentage(of))),
    };
    let percent = match words.next() {
        None => i64::from(DEFAULT),
        Some(word) => number(word).unwrap_or(i64::MAX),
    };
    let percent =
        u32::try_from(percent).ok().filter(|percent| *percent <= 100 && words.next().is_none());
    Some(match percent {
        Some(percent) => Ok(NextSaid::Says(happens, percent)),
        None => Err(words::turns::no_such_percentage(of)),
    })
}

/// Calls what comes, or asks what will. Whether the asker may call this match was found before.
pub(super) fn call_next(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    room: RoomId,
    said: NextSaid,
) -> Result<(), RequestError> {
    let (of, me, on) = (loaded.row.id, cx.me.id, loaded.step_key());
    // What is undecided here mustn't help in another match.
    no_advice::check_judged(cx, JudgedMatch::of(&loaded.row), &*loaded.table)?;
    let mut own = turn_rows::turn_calls_on(cx.tx, of)?;
    own.retain(|call| call.person == me);
    let count = own.len();
    let before = own.into_iter().find(|call| call.points.is_none());
    if let Some(call) = before.as_ref().filter(|call| call.on != on) {
        return Err(words::turns::turn_call_stands(loaded, call).into());
    }
    if before.is_none() && MOST <= count {
        return Err(words::turns::called_turns_enough(of, MOST).into());
    }
    let odds = upcoming(cx, loaded)?.ok_or_else(|| words::turns::nothing_undecided(of))?;
    // What was offered at an earlier step isn't what they think of this one.
    let is_stale = cx.request().and_then(|it| it.asked_at).is_some_and(|at| at != on);
    let (happens, percent) = match said {
        NextSaid::Says(happens, percent) if !is_stale => (happens, percent),
        _ => {
            ask_what_comes(cx, loaded, &odds, before.as_ref());
            return Ok(());
        }
    };
    let chance = if happens { odds.chance } else { 1.0 - odds.chance };
    let call = TurnCall {
        of,
        person: me,
        room,
        happens,
        seat: odds.seat,
        gain: odds.nth,
        percent,
        on,
        chance: (chance.clamp(0.0, 1.0) * f64::from(SURE)).round() as u32,
        at: cx.now,
        points: None,
    };
    turn_rows::put_turn_call(cx.tx, &call)?;
    let named = Text::plain(heading(loaded));
    let text = Text::Lines(vec![named, words::turns::turn_called(loaded, &call)]);
    cx.say(Reply::only(me, text).private(Privacy::Personal));
    Ok(())
}

fn ask_what_comes(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    odds: &TurnOdds,
    before: Option<&TurnCall>,
) {
    let mut lines = vec![Text::plain(heading(loaded))];
    lines.extend(before.map(|call| words::turns::your_turn_call(loaded, call, None)));
    lines.push(words::turns::ask_what_comes(loaded, odds));
    let reply = Reply::only(cx.me.id, Text::Lines(lines)).private(Privacy::Personal);
    let mut reply = reply.choices(words::turns::answers(loaded.row.id));
    if let Some(menu) = &mut reply.menu {
        (menu.of, menu.asked_at) = (Some(loaded.row.id), Some(loaded.step_key()));
    }
    cx.say(reply);
}

/// Something undecided, if there is anything.
struct Upcoming(Option<TurnOdds>);

/// Returns something undecided that this turn or the next may bring.
fn upcoming(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<Option<TurnOdds>, RequestError> {
    let (of, at) = (loaded.row.id, loaded.step_key());
    let key = QuestionKey::new::<Upcoming>(cx, of, at)?;
    let found = insight(cx, key, Priority::Soon, None, || {
        let table = loaded.again()?;
        let seed = seed_at(SEED, at, Seat::First);
        Ok(Box::new(move || Some(table.upcoming(seed).map(Upcoming))))
    })?;
    Ok(found.0)
}
