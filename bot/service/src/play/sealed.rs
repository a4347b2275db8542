//! Secret choices: whether a line may hold one, changing one before the other side has chosen, and
//! a warning if others could read the line.
use command::{Property, bare_number, verbs};
use engine::{
    chance::StepKey,
    game::{PromptKind, Status},
    refusal::Code,
    seat::Seat,
};
use model::{reply::Reply, text::Text};
use store::StepRow;

use crate::{
    Request, RequestError, Service,
    context::{RequestContext, loaded::LoadedMatch},
    matches::{self, find::table_after},
    play::{self, several::BETWEEN, words},
    telling::{self, news::seal_of, turn::named_shortly},
};

impl Service {
    /// Tells whether a line may hold a secret choice: it plays words, and a match it may mean asks
    /// for such a choice. A chat then shows the line to nobody else.
    pub fn may_be_secret(&mut self, request: &Request) -> bool {
        let said = request.line.command();
        let of = match said.map(|said| (said, said.read::<verbs::Play>())) {
            // An action of the line may lead to a secret choice later in the same line.
            Some((_, Some(play))) if play.words.contains(BETWEEN) => return true,
            Some((_, Some(play))) => play.of,
            Some((said, None)) => return said.verb().is(Property::InSecret),
            None => None,
        };
        let found = self.store.transaction(|tx| {
            let person = tx.person_by_handle(request.chat, &request.from.handle)?;
            let Some(person) = person else { return Ok(false) };
            for row in tx.running_of(person.id)? {
                if of.is_none_or(|it| it == row.id)
                    && asks_in_secret(
                        &table_after(row.terms.game, &tx.last_step(row.id)?)?.status(),
                    )
                {
                    return Ok(true);
                }
            }
            Ok::<_, RequestError>(false)
        });
        // If this can't be found out, the line is treated as secret.
        found.unwrap_or(true)
    }
}

/// Returns the position before the last step, if that was a secret choice that a seat may still
/// change, because the other side has yet to choose.
pub(crate) fn before_choice(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Option<LoadedMatch>, RequestError> {
    let StepRow { seat: by, step, sealed, decided, fixed, .. } = loaded.step;
    let waits = match loaded.table.status() {
        Status::Waiting(prompts) => {
            prompts.iter().all(|prompt| prompt.seat != seat && prompt.kind == PromptKind::Sealed)
        }
        Status::Over(_) => false,
    };
    let own = by == Some(seat) && sealed && decided && !fixed;
    if !own || !waits || loaded.row.end.is_some() {
        return Ok(None);
    }
    let before = cx.tx.live_step(loaded.row.id, step.saturating_sub(1))?;
    before.map(|it| matches::find::load_at(cx, loaded.row.clone(), it)).transpose()
}

/// Replaces a seat's secret choice. The room learns nothing, no time is gained, and the step
/// has a take of its own, as after an undo.
pub fn choose_again(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    mut before: LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<(), RequestError> {
    let id = loaded.row.id;
    let LoadedMatch { step: old, table, .. } = loaded;
    before.row.match_rules.choose_again();
    let keep = before.step.step;
    let row = play::step::played(cx, &mut before, seat, words, None)?;
    if row.written == old.written {
        let says = words::secrets::chosen_already(&old.written);
        cx.say(Reply::only(cx.me.id, says));
        return Ok(());
    }
    if before.table.status() != table.status() {
        return Err(words::secrets::cannot_switch().into());
    }
    let stand = cx.tx.stand(id, old.step, old.take)?;
    cx.tx.take_back(id, keep)?;
    cx.tx.add_timed_step(&row, stand.as_ref())?;
    before.row.touched_at = cx.now;
    cx.tx.update_match(&before.row)?;
    before.step = row;
    let text = words::secrets::chosen_now(id, &before.step.written, &seal_of(&before));
    cx.say(Reply::only(cx.me.id, text));
    warn_of_ears(cx, &before, seat)
}

/// Tells whether words are a number that others can read, where a player chooses in private. It
/// names nothing, so it chooses nothing either: what it stands for was shown to them alone.
pub(crate) fn is_number_aloud(
    cx: &RequestContext<'_>,
    asked: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> bool {
    let Status::Waiting(prompts) = asked.table.status() else { return false };
    let private = prompts.iter().any(|prompt| prompt.seat == seat && prompt.kind.is_private());
    let aloud = cx.request().is_some_and(|it| it.overheard) && !asked.is_of_room(seat);
    let named = || asked.table.menu(seat).listed.iter().any(|it| it == words);
    private && aloud && bare_number(words).is_some() && !named()
}

/// Tells a player in private where to choose, with their choices.
pub(crate) fn choose_apart(cx: &mut RequestContext<'_>, asked: &LoadedMatch, seat: Seat) {
    let says = words::secrets::number_aloud(&cx.room.name);
    let says = Text::Lines(vec![Text::small(named_shortly(asked)), Text::plain(says)]);
    let reply = Reply::only(cx.me.id, says).refused(Code::NotNow);
    cx.say(telling::controls::with_menu(reply, asked, seat));
}

/// Tells a player that others could read their secret choice, and lets them change it if
/// possible.
pub(crate) fn warn_of_ears(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<(), RequestError> {
    if !cx.request().is_some_and(|it| it.overheard) {
        return Ok(());
    }
    let room = &cx.room.name;
    let reply = match before_choice(cx, loaded, seat)? {
        Some(before) => {
            let other = loaded.names.get(seat.other());
            let says = words::secrets::overheard(room, Some(other));
            telling::controls::with_menu(Reply::only(cx.me.id, says), &before, seat)
        }
        None => Reply::only(cx.me.id, words::secrets::overheard(room, None)),
    };
    cx.say(reply);
    Ok(())
}

/// Tells whether a seat is still asked the same as at an earlier position: since then the other
/// side has only chosen in secret.
pub(crate) fn is_still_asked(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    at: StepKey,
) -> Result<bool, RequestError> {
    if at == loaded.step_key() {
        return Ok(true);
    }
    let StepRow { of, step, seat: by, sealed, .. } = loaded.step;
    let owes = match loaded.table.status() {
        Status::Waiting(prompts) => {
            prompts.iter().any(|prompt| prompt.seat == seat && prompt.kind == PromptKind::Sealed)
        }
        Status::Over(_) => false,
    };
    if !owes || !sealed || by != Some(seat.other()) {
        return Ok(false);
    }
    let Some(before) = cx.tx.live_step(of, step.saturating_sub(1))? else { return Ok(false) };
    if at == (StepKey { step: before.step, take: before.take }) {
        return Ok(true);
    }
    // Or it was asked after a choice the other side then changed.
    let replaced = cx.tx.step(of, at.step, at.take)?;
    let same = replaced.is_some_and(|step| step.sealed && step.seat == by);
    Ok(at.step == step && before.take <= at.take && same)
}

/// Tells whether a player must choose in secret.
pub fn asks_in_secret(status: &Status) -> bool {
    match status {
        Status::Waiting(prompts) => prompts.iter().any(|it| it.kind == PromptKind::Sealed),
        Status::Over(_) => false,
    }
}
