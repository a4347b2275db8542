//! Whole games as PDN: only what the standard has, and `[Variant "Giveaway"]` for the game won by losing.
use super::{Draughts, LAW, options::Options};
use crate::{
    checkers::{
        notation,
        pdn::{self, Heard, Movetext, Record, TaggedKind, settled},
        plain::{PlainMatch, PlainStart},
    },
    game::{Fit, Game, Outcome, PdnStep},
    refusal::Refusal,
};

/// The `Variant` tag of the game won by losing everything.
const GIVEAWAY: &str = "Giveaway";

/// Tells whether a record is of this game; see [`Game::fit`].
pub(super) fn fit(text: &str) -> Result<Fit, Refusal> {
    let record = one(text)?;
    let named = record.tag("Variant").or(record.tag("GameType")).is_some();
    Ok(if named {
        Fit::Own
    } else if replay(&record).is_ok() {
        Fit::Plain
    } else {
        Fit::Possible
    })
}

/// Writes a match; `start` is the position before the first step. Returns nothing for steps that don't fit it.
pub(super) fn write(
    start: &Draughts,
    tags: &[(String, String)],
    steps: &[PdnStep<Draughts>],
    outcome: Option<&Outcome>,
) -> Option<String> {
    let mut plain = start.plain.clone();
    let mut text = Movetext::new(plain.seat());
    for PdnStep { seat, action, events: _ } in steps {
        let legal = LAW.legal(&plain.position);
        text.word(*seat, notation::write(action, &legal, LAW.rules.style()));
        plain.carry_out(&LAW, action).ok()?;
    }
    let variant = start.options.giveaway.then_some(GIVEAWAY);
    let kind =
        TaggedKind { rules: LAW.rules, variant, own: Vec::new(), start: start.plain.position };
    Some(text.finish(tags, kind, outcome))
}

/// Reads a record into options that start at its end. A setting that was `said` and contradicts it
/// is an error.
pub(super) fn read(
    text: &str,
    given: Options,
    said: impl Fn(&str) -> bool,
) -> Result<Options, Refusal> {
    let record = one(text)?;
    // A record of plain draughts has no tag that says so.
    let recorded = record.tag("Variant").map(|_| true);
    let giveaway = settled("giveaway", given.giveaway, recorded, said)?;
    let PlainMatch { position, counts, over } = replay(&record)?;
    if over.is_some() {
        return Err(Refusal::illegal("The recorded game is over."));
    }
    let from = PlainStart { position, counts: Some(counts) };
    Ok(Options { giveaway, from: Some(from) })
}

/// Reads a text that holds one game of this kind.
fn one(text: &str) -> Result<Record, Refusal> {
    let record = pdn::one(text)?;
    record.check_variant(GIVEAWAY, Draughts::TITLE)?;
    record.rules(&[LAW.rules])?;
    Ok(record)
}

/// Replays a record.
fn replay(record: &Record) -> Result<PlainMatch, Refusal> {
    let mut from = PlainStart::at(record.start(LAW.rules.start())?)?;
    let mut plain = PlainMatch::begin(&LAW, Some(&mut from))?;
    record.replay(|heard| match heard {
        Heard::Comment(..) => Ok(()),
        Heard::Word(_) if plain.over.is_some() => Err(Refusal::over()),
        Heard::Word(word) => {
            let played = plain.read(&LAW, word)?;
            plain.carry_out(&LAW, &played).map(drop)
        }
    })?;
    Ok(plain)
}
