//! Whole games as PDN: nothing but what the standard has, and `[Variant "Giveaway"]` for the game that is won by losing.
use super::{
    Draughts, LAW,
    options::{Options, Start},
};
use crate::{
    chance::Dice,
    checkers::{
        notation,
        pdn::{self, Heard, Kind, Movetext, Record, settled},
    },
    game::{Fit, Game, Outcome, Said, Step},
    refusal::Refusal,
};

/// The `Variant` tag of a game that is won by losing everything.
const GIVEAWAY: &str = "Giveaway";

/// Says whether a record is of this game; see [`Game::fit`].
pub(super) fn fit(text: &str) -> Result<Fit, Refusal> {
    let record = one(text)?;
    let named = record.tag("Variant").or(record.tag("GameType")).is_some();
    Ok(if named {
        Fit::Own
    } else if replay(&record, Options::default()).is_ok() {
        Fit::Plain
    } else {
        Fit::Possible
    })
}

/// Writes a match; `start` is the position before the first step. Nothing comes of steps that do not fit it.
pub(super) fn write(
    start: &Draughts,
    tags: &[(String, String)],
    steps: &[Said<Draughts>],
    outcome: Option<&Outcome>,
) -> Option<String> {
    let mut game = start.clone();
    let mut text = Movetext::new(game.seat());
    for Said { seat, action, events: _ } in steps {
        text.word(*seat, notation::write(action, &game.legal_moves(), LAW.rules.style()));
        game.carry_out(action, &mut Step::new(&mut no_dice())).ok()?;
    }
    let variant = start.options.giveaway.then_some(GIVEAWAY);
    let kind = Kind { rules: LAW.rules, variant, own: Vec::new(), start: start.position };
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
    let game = replay(&record, Options { giveaway, from: None })?;
    if game.over.is_some() {
        return Err(Refusal::illegal("The recorded game is over."));
    }
    let from = Start { position: game.position, counts: Some(game.counts) };
    Ok(Options { giveaway, from: Some(from) })
}

/// Reads a text that holds one game of this kind.
fn one(text: &str) -> Result<Record, Refusal> {
    let record = pdn::one(text)?;
    record.check_variant(GIVEAWAY, Draughts::TITLE)?;
    record.rules(&[LAW.rules])?;
    Ok(record)
}

/// Plays a record through.
fn replay(record: &Record, options: Options) -> Result<Draughts, Refusal> {
    let start = record.start(LAW.rules.start())?;
    let mut game = Draughts::start(&options.starting(start)?)?;
    record.replay(|heard| match heard {
        Heard::Comment(..) => Ok(()),
        Heard::Word(_) if game.over.is_some() => Err(Refusal::over()),
        Heard::Word(word) => {
            let played = game.read(game.seat(), word)?;
            game.carry_out(&played, &mut Step::new(&mut no_dice()))
        }
    })?;
    Ok(game)
}

/// Returns dice that allow no throw: nothing falls by chance here.
fn no_dice() -> Dice {
    Dice::scripted::<&str>([])
}
