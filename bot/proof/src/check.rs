//! Proof of the dice: a match as a file, and the check that replays it.
use engine::{fair::Secret, games::GameId, refusal::Refusal, seat::BySeat, table::Saved};
use model::time::DAY;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    exported::{Export, ExportedEnd, FIRST_FORMAT, FORMAT},
    replay::{Replayed, replay},
    words,
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
        report.agrees.push(words::dated_in_the_future());
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
pub fn read_export(text: &str, now: i64) -> Result<CheckedExport, Refusal> {
    let (export, secret) = read(text).map_err(Refusal::unreadable)?;
    let steps = export.steps.len();
    if MOST_STEPS < steps {
        return Err(words::too_many_steps(steps, MOST_STEPS));
    }
    if export.is_after(now) {
        return Err(words::not_played_yet());
    }
    check_times(&export).map_err(Refusal::illegal)?;
    let Replayed { agrees: _, positions } =
        replay(&export, &secret).map_err(|fault| words::fails_check(&fault))?;
    let Export { game, options, seats: names, end, .. } = export;
    Ok(CheckedExport { game, options, names, end, positions })
}

/// Checks that no step is dated before the match. A day is allowed, because clocks get corrected.
fn check_times(export: &Export) -> Result<(), String> {
    if export.times().all(|it| 0.max(export.opened_at.saturating_sub(DAY)) <= it) {
        Ok(())
    } else {
        Err(words::date_before_start())
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
    let no_match = |err: serde_json::Error| words::no_exported_match(err.classify());
    let FileHeader { format, game } = serde_json::from_str(text).map_err(no_match)?;
    if ![FIRST_FORMAT, FORMAT].contains(&format.as_str()) {
        let later = format.starts_with(FORMAT.trim_end_matches(char::is_numeric));
        return Err(words::unknown_format(&format, FORMAT, later));
    }
    if let Value::String(name) = &game
        && GameId::deserialize(&game).is_err()
    {
        return Err(words::unknown_game(name));
    }
    let export: Export = serde_json::from_str(text).map_err(no_match)?;
    if !export.game.plays_again(export.rules) {
        return Err(words::other_rules(export.game, export.rules, export.game.rules()));
    }
    let secret = export.secret.as_deref().ok_or_else(words::exported_while_running)?;
    let secret = Secret::from_hex(secret).ok_or_else(words::no_secret)?;
    Ok((export, secret))
}
