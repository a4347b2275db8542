//! Whole games as PDN: the usual tags and moves, with tags and words of our own for doors and wheel.
//!
//! `[Variant "Trapdoor"]`, `[Knobs "G1C O1L O2C G2C"]`, `[Wheel "2:1:1"]`, `[Snap "yes"]`,
//! `[MovesRepeat "yes"]`, `[Blocked "yes"]` and `[Breakthrough "yes"]` describe the game; a knob action is the word `G1>R`, a spin the comment `{G}`
//! before its move, and a fall ends in `^`.
use super::{
    Action, Event, Knobs, Phase, Spin, Trapdoor,
    options::{Options, Start, Wheel},
};
use crate::{
    chance::Dice,
    checkers::{
        Rules,
        draws::Counts,
        pdn::{self, Heard, Movetext, Record, TaggedKind, Token, settled},
    },
    game::{Fit, Game, Outcome, PdnStep, Step},
    refusal::Refusal,
};

/// The `Variant` tag of a record.
const VARIANT: &str = "Trapdoor";

/// The tag of a match with snap where only moves repeat a position; without it, every turn does.
const MOVES_REPEAT: &str = "MovesRepeat";

/// The rules of draughts a record may be played by.
const RULES: [Rules; 2] = [Rules::English, Rules::Continental];

/// Tells whether a record names this game; see [`Game::fit`].
pub(super) fn fit(text: &str) -> Result<Fit, Refusal> {
    let record = pdn::one(text)?;
    if !record.may_be(&[VARIANT], &RULES) {
        return Ok(Fit::Foreign);
    }
    let variant = record.tag("Variant").is_some_and(|it| it.eq_ignore_ascii_case(VARIANT));
    let own = ["Knobs", "Wheel", "Snap", MOVES_REPEAT, "Blocked", "Breakthrough"];
    let tagged = own.iter().any(|tag| record.tag(tag).is_some());
    // No other game has knobs, which are turned as in `G1>R`.
    let turned = |token: &Token| matches!(token, Token::Word(word) if word.contains('>'));
    let named = variant || tagged || record.main_line().any(turned);
    Ok(if named { Fit::Own } else { Fit::Possible })
}

/// Writes a match; `start` is the position before the first step. Returns nothing for steps that don't fit it.
pub(super) fn write(
    start: &Trapdoor,
    tags: &[(String, String)],
    steps: &[PdnStep<Trapdoor>],
    outcome: Option<&Outcome>,
) -> Option<String> {
    let mut game = start.clone();
    let mut text = Movetext::new(game.seat());
    if let Some(spin) = spun(start) {
        text.comment(spin.letter());
    }
    for said in steps {
        let throws = said.events.iter().filter_map(|event| match event {
            Event::Spun { by: _, at } => Some(*at),
            Event::Moved(_) | Event::Turned { .. } => None,
        });
        let throws: Vec<Spin> = throws.collect();
        if said.action == Action::Spin {
            throws.iter().for_each(|spin| text.comment(spin.letter()));
        } else {
            text.word(said.seat, game.write_in(&said.action, game.options.rules.style()));
        }
        let mut dice = Dice::scripted(throws.iter().map(|it| it.name()));
        game.act(said.seat, &said.action, &mut Step::new(&mut dice)).ok()?;
    }
    let Options { rules, snap, moves_repeat, wheel, blocked, eight: _, breakthrough, from: _ } =
        &start.options;
    let own = [
        snap.then(|| ("Snap", "yes".to_owned())),
        moves_repeat.then(|| (MOVES_REPEAT, "yes".to_owned())),
        (*wheel != Wheel::default()).then(|| ("Wheel", wheel.to_string())),
        blocked.then(|| ("Blocked", "yes".to_owned())),
        breakthrough.then(|| ("Breakthrough", "yes".to_owned())),
        Some(("Knobs", start.knobs.to_string())),
    ];
    let own = own.into_iter().flatten().collect();
    let kind = TaggedKind { rules: *rules, variant: Some(VARIANT), own, start: start.position };
    Some(text.finish(tags, kind, outcome))
}

fn spun(game: &Trapdoor) -> Option<Spin> {
    match game.phase {
        Phase::Step => Some(Spin::Black),
        Phase::Knob(spin) => Some(spin),
        Phase::Spin | Phase::Capture | Phase::Over(_) => None,
    }
}

/// Reads a record into options that start at its end. Plain draughts games can be read too: a move
/// without a spin means black, a knob its colour.
///
/// Settings that the record doesn't mention come from `given`. A setting that was `said` and contradicts a tag is an error.
pub(super) fn read(
    text: &str,
    given: Options,
    said: impl Fn(&str) -> bool,
) -> Result<Options, Refusal> {
    let record = pdn::one(text)?;
    let options = read_tags(&record, given, said)?;
    let mut game = Trapdoor::start(&options)?;
    let mut spin = None;
    record.replay(|heard| match heard {
        Heard::Word(word) => game.replay(word, spin.take()),
        Heard::Comment(text, moves) => match spin_comment(text) {
            Some(spun) if spin.replace(spun).is_some() || game.phase != Phase::Spin => {
                Err(stray_spin(spun, moves))
            }
            _ => Ok(()),
        },
    })?;
    if let Phase::Over(_) = game.phase {
        return Err(Refusal::illegal("The recorded game is over."));
    }
    // An unused spin still stands.
    let spun = spin.or(spun(&game));
    let counts = Some(Counts { draws: game.draws, lost: game.lost });
    let from = Start { position: game.position, knobs: game.knobs, spun, counts };
    Ok(Options { from: Some(from), ..options })
}

/// Reads a spin: its letter alone. Any other comment is prose.
fn spin_comment(text: &str) -> Option<Spin> {
    Spin::ALL.into_iter().find(|spin| spin.letter() == text)
}

fn stray_spin(spin: Spin, moves: u32) -> Refusal {
    let after =
        if moves == 0 { "before the first move".to_owned() } else { format!("after move {moves}") };
    let says =
        format!("`{{{}}}` {after} of the record: there is no spin at that point.", spin.letter());
    Refusal::illegal(says)
}

fn read_tags(
    record: &Record,
    given: Options,
    said: impl Fn(&str) -> bool,
) -> Result<Options, Refusal> {
    let rules = record.check(&[VARIANT], &RULES, Trapdoor::TITLE)?;
    let wheel = record.tag("Wheel").map(Wheel::read).transpose().map_err(Refusal::unreadable)?;
    let snap = record.switch("Snap")?;
    // A record of a match with snap says how its positions repeat.
    let moves_repeat = match snap {
        Some(true) => record.switch(MOVES_REPEAT)?.unwrap_or(false),
        Some(false) => false,
        None => given.moves_repeat,
    };
    let mut options = Options {
        rules: settled("rules", given.rules, rules, &said)?,
        snap: settled("snap", given.snap, snap, &said)?,
        moves_repeat,
        wheel: settled("wheel", given.wheel, wheel, &said)?,
        blocked: settled("blocked", given.blocked, record.switch("Blocked")?, &said)?,
        eight: false,
        breakthrough: settled(
            "breakthrough",
            given.breakthrough,
            record.switch("Breakthrough")?,
            &said,
        )?,
        from: None,
    };
    let knobs: Knobs = match record.tag("Knobs") {
        Some(text) => text.parse().map_err(|err| Refusal::unreadable(format!("{err}.")))?,
        None => Knobs::default(),
    };
    let position = record.start(options.rules.start())?;
    options.from = Some(Start { position, knobs, spun: None, counts: None });
    Ok(options)
}

impl Trapdoor {
    /// Plays one word of a record.
    fn replay(&mut self, word: &str, spin: Option<Spin>) -> Result<(), Refusal> {
        if self.phase == Phase::Spin {
            let knob = self.read_knob(&word.to_lowercase()).filter(|it| it.to.is_some());
            let meant = knob.map(|it| it.knob.spin());
            let spin = spin.or(meant).unwrap_or(Spin::Black);
            self.replayed(&Action::Spin, Some(spin))?;
        }
        let action = self.read(self.seat(), word)?;
        self.replayed(&action, None)
    }

    fn replayed(&mut self, action: &Action, spin: Option<Spin>) -> Result<(), Refusal> {
        let mut dice = Dice::scripted(spin.map(Spin::name));
        self.act(self.seat(), action, &mut Step::new(&mut dice))
    }
}
