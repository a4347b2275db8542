//! Proof of the dice: a match as a file, and the check that replays it.
use command::verbs;
use engine::{
    fair::Secret,
    games::GameId,
    refusal::Refusal,
    seat::{BySeat, Seat},
    table::Saved,
};
use model::{reply::Reply, text::Text, time::DAY};
use serde::Deserialize;
use serde_json::Value;
use store::MatchRow;

use crate::{
    RequestError,
    context::RequestContext,
    matches,
    proof::{
        self,
        exported::{Export, ExportedEnd, FIRST_FORMAT, FORMAT, export},
        replay::{Replayed, replay},
    },
};

/// The most steps of a match continued from its file.
const MOST_STEPS: usize = 2000;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// What matches, line by line.
    pub agrees: Vec<String>,
    /// The first difference, if there is one.
    pub fault: Option<String>,
}

/// Checks an exported match: that the secret is the one committed to, and that replaying it with
/// the dice from that secret gives the same events and the same end.
///
/// # Errors
/// If the text isn't an exported match, or the match still runs.
pub fn check_export(text: &str) -> Result<CheckReport, String> {
    check_export_by(text, i64::MAX)
}

/// Checks an exported match as [`check_export`] does, and notes if it is from after `now`, in Unix
/// seconds.
///
/// # Errors
/// As [`check_export`].
pub fn check_export_by(text: &str, now: i64) -> Result<CheckReport, String> {
    let (export, secret) = read(text)?;
    let mut report = CheckReport { agrees: Vec::new(), fault: None };
    match check_times(&export).and_then(|()| replay(&export, &secret)) {
        Ok(replayed) => report.agrees = replayed.agrees,
        Err(fault) => report.fault = Some(fault),
    }
    if export.is_after(now) {
        report.agrees.push(proof::words::dated_in_the_future());
    }
    Ok(report)
}

/// A checked match from a file.
pub struct CheckedExport {
    pub game: GameId,
    pub options: Value,
    pub names: BySeat<String>,
    pub end: Option<ExportedEnd>,
    /// The position after each step that wasn't taken back, from the opening.
    pub positions: Vec<Saved>,
}

/// Reads an exported match to continue.
///
/// # Errors
/// If the text isn't an exported match that is over, is too long, has times after `now`, or its
/// dice are wrong.
pub(crate) fn read_export(text: &str, now: i64) -> Result<CheckedExport, Refusal> {
    let (export, secret) = read(text).map_err(Refusal::unreadable)?;
    let steps = export.steps.len();
    if MOST_STEPS < steps {
        return Err(proof::words::too_many_steps(steps, MOST_STEPS));
    }
    if export.is_after(now) {
        return Err(proof::words::not_played_yet());
    }
    check_times(&export).map_err(Refusal::illegal)?;
    let Replayed { agrees: _, positions } =
        replay(&export, &secret).map_err(|fault| proof::words::fails_check(&fault))?;
    let Export { game, options, seats: names, end, .. } = export;
    Ok(CheckedExport { game, options, names, end, positions })
}

/// Checks that no step is dated before the match. A day is allowed, because clocks get corrected.
fn check_times(export: &Export) -> Result<(), String> {
    match export.times().all(|it| 0.max(export.opened_at.saturating_sub(DAY)) <= it) {
        true => Ok(()),
        false => Err(proof::words::date_before_start()),
    }
}

/// Reads a file as far as possible without replaying it.
fn read(text: &str) -> Result<(Export, Secret), String> {
    /// What every version of the format has.
    #[derive(Deserialize)]
    struct FileHeader {
        format: String,
        #[serde(default)]
        game: Value,
    }
    let no_match = |err: serde_json::Error| proof::words::no_exported_match(err.classify());
    let FileHeader { format, game } = serde_json::from_str(text).map_err(no_match)?;
    if ![FIRST_FORMAT, FORMAT].contains(&format.as_str()) {
        let later = format.starts_with(FORMAT.trim_end_matches(char::is_numeric));
        return Err(proof::words::unknown_format(&format, FORMAT, later));
    }
    if let Value::String(name) = &game
        && GameId::deserialize(&game).is_err()
    {
        return Err(proof::words::unknown_game(name));
    }
    let export: Export = serde_json::from_str(text).map_err(no_match)?;
    if !export.game.plays_again(export.rules) {
        return Err(proof::words::other_rules(export.game, export.rules, export.game.rules()));
    }
    let secret = export.secret.as_deref().ok_or_else(proof::words::exported_while_running)?;
    let secret = Secret::from_hex(secret).ok_or_else(proof::words::no_secret)?;
    Ok((export, secret))
}

pub fn verify(cx: &mut RequestContext<'_>, said: &verbs::Verify) -> Result<(), RequestError> {
    let mut loaded = matches::find::any_match(cx, said.of)?;
    let id = loaded.row.id;
    loaded.name_owners(cx.tx, matches::find::chat_in(cx, loaded.row.room)?)?;
    let MatchRow { secret, tag, pact, .. } = &loaded.row;
    let mut lines = vec![proof::words::dice_of(id)];
    let commitments = [&pact.offer, &pact.begun].map(|text| secret.commitment_to(tag, text));
    lines.extend(proof::words::commitments(id, commitments, tag));
    for seat in Seat::BOTH {
        let word = loaded.row.words.get(seat);
        lines.push(proof::words::word_of(&loaded.titled(seat).to_string(), word));
    }
    if loaded.row.end.is_none() {
        lines.push(Text::plain(proof::words::secret_comes_later()));
    } else {
        lines.push(proof::words::secret(secret.reveal()));
        let steps = cx.tx.all_steps(id)?;
        let report = check_export(&export(cx.tx, &loaded, &steps, &cx.tx.tallies(loaded.row.id)?)?)
            .map_err(RequestError::Broken)?;
        lines.extend(report.agrees.into_iter().map(Text::sentence));
        lines.extend(report.fault.map(Text::Strong));
        let players = proof::commitment::bound_players(cx, &loaded.row, &loaded.people)?;
        lines.extend(players.into_iter().map(Text::Plain));
        lines.push(proof::words::check_it_yourself(id));
    }
    let text = Text::Lines(lines);
    let openly = matches::find::openly(cx, &loaded.row)?;
    cx.say(if openly { Reply::room(text) } else { cx.answer(text) });
    Ok(())
}
