//! A match as a file: with everything that proves it, or for draughts programs.
use engine::seat::Seat;
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches, past,
    play::undo,
};
use store::StepRow;

use crate::{
    commands::{self, Form},
    words,
};

pub(crate) fn export(
    cx: &mut RequestContext<'_>,
    said: &commands::Export,
) -> Result<(), RequestError> {
    let mut loaded = matches::find::any_match(cx, said.of)?;
    let id = loaded.row.id;
    loaded.name_owners(cx.tx, matches::find::chat_in(cx, loaded.row.room)?)?;
    let (name, body) = match said.form.unwrap_or(Form::Json) {
        Form::Pdn => (format!("match-{id}.pdn"), pdn(&loaded, &cx.tx.steps(id)?)?),
        Form::Json => (format!("match-{id}.json"), past::file::file_of(cx.tx, &loaded)?),
    };
    let says = words::as_file(id, loaded.row.end.is_some());
    cx.say(cx.answer(says).file(name, body));
    Ok(())
}

/// Writes a match as PDN, if its game has it.
fn pdn(loaded: &LoadedMatch, steps: &[StepRow]) -> Result<String, RequestError> {
    let broken = |err: String| RequestError::Broken(format!("match {}: {err}", loaded.row.id));
    // PDN has every action, so a running match with secrets can't be written.
    let hidden = loaded.has_secrets();
    if loaded.row.end.is_none() && (hidden || steps.iter().any(|it| it.sealed)) {
        return Err(words::pdn_once_over().into());
    }
    let Some((opening, played)) = steps.split_first() else {
        return Err(broken("no steps".to_owned()));
    };
    let start = loaded.game().resume(&opening.after).map_err(broken)?;
    let past = undo::past(played);
    let outcome = loaded.row.end.as_ref().and_then(|it| it.outcome.as_ref());
    let tags = [
        ("Event", words::event(loaded.row.id)),
        ("Site", "Draughtsman".to_owned()),
        ("Date", date(loaded.row.opened_at)),
        ("Round", "-".to_owned()),
    ];
    let mut tags: Vec<(String, String)> =
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    for seat in Seat::BOTH {
        let side = loaded.game().sides()[seat.index()].to_owned();
        tags.push((side, loaded.names.get(seat).clone()));
    }
    let written = start.pdn(&tags, &past, outcome).map_err(broken)?;
    written.ok_or_else(|| words::no_pdn(loaded.game()).into())
}

/// Writes a day for PDN, `2026.11.21`, in UTC; question marks if it is out of range.
fn date(seconds: i64) -> String {
    match jiff::Timestamp::from_second(seconds) {
        Ok(at) => at.strftime("%Y.%m.%d").to_string(),
        Err(_) => "????.??.??".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_pdn_does() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_795_219_199), "2026.11.20");
        assert_eq!(date(i64::MAX), "????.??.??");
    }
}
