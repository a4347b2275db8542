//! Several actions in one line: `f8-f9; e5-e6; end`.
use engine::{game::Status, quote::short, seat::Seat};
use model::reply::Privacy;

use model::text::Text;

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::seat::{check_running, check_turn},
    play::{self, sealed::asks_in_secret, words},
    telling::{self, news::TurnNews},
};

/// The separator of actions.
pub const BETWEEN: char = ';';

/// How many of the remaining actions are listed.
const NAMED: usize = 10;

/// Plays several actions in order and tells their results together. The first refusal stops it;
/// earlier actions stay.
pub fn several(
    cx: &mut RequestContext<'_>,
    mut loaded: LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<(), RequestError> {
    let mut news = TurnNews::of(Some(seat), Vec::new());
    let so_far = play::step::turn_so_far(cx, &loaded, seat)?;
    (news.earlier, news.turn_began) = (so_far.told, so_far.began);
    let mut changes = Vec::new();
    let mut played = 0;
    let mut stopped = None;
    let mut parts = words.split(BETWEEN).map(str::trim).filter(|it| !it.is_empty());
    for part in parts.by_ref() {
        match one_of_several(cx, &mut loaded, seat, part, &mut news) {
            Ok(rated) => {
                changes = rated;
                played += 1;
            }
            Err(RequestError::Refused(refusal)) if 0 < played => {
                stopped = Some((part, refusal));
                break;
            }
            Err(fault) => return Err(fault),
        }
    }
    if played == 0 {
        return Err(words::say_what_to_play().into());
    }
    if let (None, Some(more)) = (&stopped, play::step::go_on_ahead(cx, &mut loaded, &mut news)?) {
        changes = more;
    }
    telling::turn::announce(cx, &loaded, news, &changes)?;
    if let Some((part, refusal)) = stopped {
        // It may hold a secret choice, so the room doesn't see it.
        let rest: Vec<String> = parts.map(short).collect();
        let says = words::not_played(part, refusal.says, rest, NAMED);
        let privacy =
            if asks_in_secret(&loaded.table.status()) { Privacy::Secret } else { Privacy::Open };
        cx.keep_private(privacy);
        cx.say(cx.answer(says));
    }
    Ok(())
}

fn one_of_several(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
    seat: Seat,
    part: &str,
    news: &mut TurnNews,
) -> Result<Vec<Text>, RequestError> {
    check_running(cx, loaded)?;
    if let Status::Over(_) = loaded.table.status() {
        return Err(telling::words::already_over().into());
    }
    check_turn(loaded, seat)?;
    let Status::Waiting(prompts) = loaded.table.status() else { return Ok(Vec::new()) };
    if prompts.iter().any(|it| it.kind.is_private()) {
        return Err(words::secrets::secret_on_its_own().into());
    }
    let words = play::position_questions::whole(cx, loaded, seat, part);
    let changes = play::step::one_step(cx, loaded, seat, &words, None, news)?;
    Ok(play::step::go_on_alone(cx, loaded, news)?.unwrap_or(changes))
}
