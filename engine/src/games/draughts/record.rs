//! Whole games as PDN: only what the standard has, and a `Variant` for giveaway and for breakthrough.
use super::{Draughts, LAW, options::Options};
use crate::{
    checkers::{
        Goal,
        goal::Goals,
        notation,
        pdn::{self, Heard, Movetext, Record, TaggedKind, settled},
        plain::{PlainMatch, PlainStart},
    },
    game::{Fit, Game, Outcome, PdnStep},
    refusal::Refusal,
};

/// The `Variant` tag of each goal but the usual one.
const VARIANTS: [(Goal, &str); 2] =
    [(Goal::Giveaway, "Giveaway"), (Goal::Breakthrough, "Breakthrough")];

/// Tells whether a record is of this game; see [`Game::fit`].
pub(super) fn fit(text: &str) -> Result<Fit, Refusal> {
    let record = pdn::one(text)?;
    if !record.may_be(&VARIANTS.map(|it| it.1), &[LAW.rules]) {
        return Ok(Fit::Foreign);
    }
    let named = record.tag("Variant").or(record.tag("GameType")).is_some();
    Ok(if named {
        Fit::Own
    } else if replay(&record, variant(&record).unwrap_or_default()).is_ok() {
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
    let goal = start.options.goal();
    let mut plain = start.plain.clone();
    let mut text = Movetext::new(plain.seat());
    for PdnStep { seat, action, events: _ } in steps {
        let legal = LAW.legal(&plain.position);
        text.word(*seat, notation::write(action, &legal, LAW.rules.style()));
        plain.carry_out(&LAW, goal, action).ok()?;
    }
    let variant = VARIANTS.iter().find(|it| it.0 == goal).map(|it| it.1);
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
    let recorded = variant(&record);
    let is = |goal| recorded.map(|it| it == goal);
    let Goals { giveaway, breakthrough } = given.goals;
    let giveaway = settled("giveaway", giveaway, is(Goal::Giveaway), &said)?;
    let breakthrough = settled("breakthrough", breakthrough, is(Goal::Breakthrough), &said)?;
    let options = Options { goals: Goals { giveaway, breakthrough }.check()?, from: None };
    let PlainMatch { position, counts, over } = replay(&record, options.goal())?;
    if over.is_some() {
        return Err(Refusal::illegal("The recorded game is over."));
    }
    let from = PlainStart { position, counts: Some(counts) };
    Ok(Options { from: Some(from), ..options })
}

/// Reads a text that holds one game of this kind.
fn one(text: &str) -> Result<Record, Refusal> {
    let record = pdn::one(text)?;
    record.check(&VARIANTS.map(|it| it.1), &[LAW.rules], Draughts::TITLE)?;
    Ok(record)
}

/// Returns the goal that the `Variant` names, if it is one of ours.
fn variant(record: &Record) -> Option<Goal> {
    let tag = record.tag("Variant")?;
    VARIANTS.iter().find(|variant| tag.eq_ignore_ascii_case(variant.1)).map(|it| it.0)
}

/// Replays a record.
fn replay(record: &Record, goal: Goal) -> Result<PlainMatch, Refusal> {
    let mut from = PlainStart::at(record.start(LAW.rules.start())?, goal)?;
    let mut plain = PlainMatch::begin(&LAW, goal, Some(&mut from))?;
    record.replay(|heard| match heard {
        Heard::Comment(..) => Ok(()),
        Heard::Word(_) if plain.over.is_some() => Err(Refusal::over()),
        Heard::Word(word) => {
            let played = plain.read(&LAW, word)?;
            plain.carry_out(&LAW, goal, &played).map(drop)
        }
    })?;
    Ok(plain)
}
