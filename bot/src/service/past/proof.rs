//! Proof of the dice: a match as a file, and the check that replays it.
use engine::{
    fair::Secret,
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
    seat::{BySeat, Seat},
    table::Saved,
};
use serde::Deserialize;
use serde_json::{Value, error::Category};

use crate::service::{
    Fault, RequestContext,
    past::again::{Replayed, replay},
    past::exported::{Export, ExportedEnd, FIRST_FORMAT, FORMAT, export},
};
use crate::{command::verbs, reply::Reply, span, store::MatchRow, text::Text, time::DAY};

/// The most steps of a match continued from its file.
const MOST_STEPS: usize = 2000;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
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
pub fn check_export(text: &str) -> Result<Report, String> {
    check_export_by(text, i64::MAX)
}

/// Checks an exported match as [`check_export`] does, and notes if it is from after `now`, in Unix
/// seconds.
///
/// # Errors
/// As [`check_export`].
pub fn check_export_by(text: &str, now: i64) -> Result<Report, String> {
    let (export, secret) = read(text)?;
    let mut report = Report { agrees: Vec::new(), fault: None };
    match check_times(&export).and_then(|()| replay(&export, &secret)) {
        Ok(replayed) => report.agrees = replayed.agrees,
        Err(fault) => report.fault = Some(fault),
    }
    if export.is_after(now) {
        let says = "By this machine's clock it's dated in the future; the dice can't prove when \
                    it was played.";
        report.agrees.push(says.to_owned());
    }
    Ok(report)
}

/// A checked match from a file.
pub(in crate::service) struct Record {
    pub(in crate::service) game: GameId,
    pub(in crate::service) options: Value,
    pub(in crate::service) names: BySeat<String>,
    pub(in crate::service) end: Option<ExportedEnd>,
    /// The position after each step that wasn't taken back, from the opening.
    pub(in crate::service) positions: Vec<Saved>,
}

/// Reads an exported match to continue.
///
/// # Errors
/// If the text isn't an exported match that is over, is too long, has times after `now`, or its
/// dice are wrong.
pub(in crate::service) fn read_export(text: &str, now: i64) -> Result<Record, Refusal> {
    let (export, secret) = read(text).map_err(Refusal::unreadable)?;
    let steps = export.steps.len();
    if MOST_STEPS < steps {
        let says = format!("That match has {steps} steps; I can resume at most {MOST_STEPS}.");
        return Err(Refusal::new(Code::TooMuch, says));
    }
    if export.is_after(now) {
        let says = "That match is dated in the future by my clock.";
        return Err(Refusal::illegal(says));
    }
    check_times(&export).map_err(Refusal::illegal)?;
    let Replayed { agrees: _, positions } = replay(&export, &secret)
        .map_err(|fault| Refusal::illegal(format!("That file fails its check. {fault}")))?;
    let Export { game, options, seats: names, end, .. } = export;
    Ok(Record { game, options, names, end, positions })
}

/// Checks that no step is dated before the match. A day is allowed, because clocks get corrected.
fn check_times(export: &Export) -> Result<(), String> {
    match export.times().all(|it| 0.max(export.opened_at.saturating_sub(DAY)) <= it) {
        true => Ok(()),
        false => Err("That match has a date before its start.".to_owned()),
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
    let no_match = |err: serde_json::Error| {
        let why = match err.classify() {
            Category::Eof => "it's cut short",
            Category::Syntax | Category::Io => "it isn't valid JSON",
            Category::Data => "something is missing or malformed",
        };
        format!("This isn't an exported match: {why}.")
    };
    let FileHeader { format, game } = serde_json::from_str(text).map_err(no_match)?;
    if ![FIRST_FORMAT, FORMAT].contains(&format.as_str()) {
        let later = format.starts_with(FORMAT.trim_end_matches(char::is_numeric));
        let why = if later { ", so it's from a later version" } else { "" };
        return Err(format!("This file's format is `{}`; I read `{FORMAT}`{why}.", short(&format)));
    }
    if let Value::String(name) = &game
        && GameId::deserialize(&game).is_err()
    {
        let name = short(name);
        return Err(format!("This match is from a game I don't know, `{name}`."));
    }
    let export: Export = serde_json::from_str(text).map_err(no_match)?;
    if !export.game.plays_again(export.rules) {
        return Err(format!(
            "This match uses version {} of the rules of {}; this program plays version {}.",
            export.rules,
            export.game,
            export.game.rules()
        ));
    }
    let secret = export
        .secret
        .as_deref()
        .ok_or("This match was exported while running, so its secret is missing.")?;
    let secret = Secret::from_hex(secret).ok_or("The secret isn't 64 hexadecimal digits.")?;
    Ok((export, secret))
}

impl RequestContext<'_> {
    pub(in crate::service) fn verify(&mut self, said: &verbs::Verify) -> Result<(), Fault> {
        let loaded = self.any_match(said.of)?;
        let id = loaded.row.id;
        let MatchRow { secret, tag, pact, .. } = &loaded.row;
        let mut lines = vec![
            Text::strong(format!("The dice of match #{id}")),
            span!["Commitment: ", Text::code(secret.commitment_to(tag, &pact.offer)), "."],
            span![
                "When the match began: ",
                Text::code(secret.commitment_to(tag, &pact.begun)),
                "."
            ],
            span![
                "They cover the secret, the tag ",
                Text::code(tag.as_str()),
                ", game, terms, players and words. The file from ",
                Text::code(format!("export #{id}")),
                " holds everything that was hashed."
            ],
        ];
        for seat in Seat::BOTH {
            let name = loaded.titled(seat);
            lines.push(match loaded.row.words.get(seat).as_str() {
                "" => Text::plain(format!("{name} added no word.")),
                word => span![format!("{name} added the word "), Text::code(word), "."],
            });
        }
        if loaded.row.end.is_none() {
            lines.push(Text::plain("The secret is revealed when the match ends."));
        } else {
            lines.push(span!["Secret: ", Text::code(secret.reveal())]);
            let steps = self.tx.all_steps(id)?;
            let report = check_export(&export(&loaded, &steps)?).map_err(Fault::Broken)?;
            lines.extend(report.agrees.into_iter().map(Text::sentence));
            lines.extend(report.fault.map(Text::Strong));
            let players = self.bound_players(&loaded.row, &loaded.people)?;
            lines.extend(players.into_iter().map(Text::Plain));
            lines.push(span![
                "To check it yourself: ",
                Text::code(format!("export #{id}")),
                ", then ",
                Text::code(format!("draughtsman verify match-{id}.json")),
                "."
            ]);
        }
        let text = Text::Lines(lines);
        let openly = self.openly(&loaded.row)?;
        self.say(if openly { Reply::room(text) } else { self.answer(text) });
        Ok(())
    }
}
