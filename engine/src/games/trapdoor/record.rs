//! Whole games as PDN: the usual tags and moves, with tags and words of our own for doors and wheel.
//!
//! `[Variant "Trapdoor"]`, `[Knobs "G1C O1L O2C G2C"]`, `[Wheel "2:1:1"]`, `[Snap "yes"]` and `[Blocked "yes"]` say what is
//! played; a knob action is the word `G1>R`, a spin the comment `{G}` before what it led to, a fall ends in `^`.
use super::{
    Action, Event, Knobs, Phase, Spin, Trapdoor,
    options::{Counts, Options, Start, Wheel},
};
use crate::{
    chance::Dice,
    checkers::{
        Position, Rules,
        notation::Style,
        pdn::{self, Record, Score, Token},
    },
    game::{Fit, Game, Outcome, Said, Step},
    quote::short,
    refusal::Refusal,
    seat::Seat,
};

/// The `Variant` tag of a record.
const VARIANT: &str = "Trapdoor";

/// Says whether a start is given as a record: whatever does not begin like a FEN.
pub(super) fn is_record(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(['B', 'W', 'b', 'w']);
    !rest.is_some_and(|it| it.trim_start().starts_with(':'))
}

/// Says whether a record names this game; see [`Game::fit`].
pub(super) fn fit(text: &str) -> Result<Fit, Refusal> {
    let record = one_record(text)?;
    check_variant(&record)?;
    game_rules(&record)?;
    let own = ["Variant", "Knobs", "Wheel", "Snap", "Blocked"];
    let tagged = own.iter().any(|it| record.tag(it).is_some());
    // No other game has knobs, which are turned as in `G1>R`.
    let turned = |it: &Token| matches!(it, Token::Word(word) if word.contains('>'));
    let named = tagged || record.main_line().any(turned);
    Ok(if named { Fit::Own } else { Fit::Possible })
}

/// Writes a match; `start` is the position before the first step. Nothing comes of steps that do not fit it.
pub(super) fn write(
    start: &Trapdoor,
    tags: &[(String, String)],
    steps: &[Said<Trapdoor>],
    outcome: Option<&Outcome>,
) -> Option<String> {
    let mut game = start.clone();
    let first = game.seat();
    let style = match game.options.rules {
        Rules::English => Style::Numbers,
        Rules::Continental => Style::Coordinates,
    };
    let mut tokens: Vec<Token> =
        spun(start).map(|it| Token::Comment(it.letter().to_owned())).into_iter().collect();
    let mut number = 0;
    for said in steps {
        let throws = said.events.iter().filter_map(|it| match it {
            Event::Spun { by: _, at } => Some(*at),
            Event::Moved { .. } | Event::Turned { .. } => None,
        });
        let throws: Vec<Spin> = throws.collect();
        if said.action == Action::Spin {
            tokens.extend(throws.iter().map(|it| Token::Comment(it.letter().to_owned())));
        } else {
            if said.seat == first {
                number += 1;
                tokens.push(Token::Number { number, second: false });
            }
            tokens.push(Token::Word(game.write_in(&said.action, style)));
        }
        let mut dice = Dice::scripted(throws.iter().map(|it| it.name()));
        game.act(said.seat, &said.action, &mut Step::new(&mut dice)).ok()?;
    }
    Some(Record { tags: all_tags(start, tags, outcome), tokens }.to_string())
}

fn all_tags(
    start: &Trapdoor,
    given: &[(String, String)],
    outcome: Option<&Outcome>,
) -> Vec<(String, String)> {
    let Options { rules, snap, wheel, blocked, from: _ } = &start.options;
    let mut tags = given.to_vec();
    let mut add = |name: &str, value: String| {
        if !tags.iter().any(|it| it.0.eq_ignore_ascii_case(name)) {
            tags.push((name.to_owned(), value));
        }
    };
    let score = match outcome.map(|it| it.winner) {
        None => "*",
        Some(None) => Score::Drawn.write(),
        Some(Some(Seat::First)) => Score::Black.write(),
        Some(Some(Seat::Second)) => Score::White.write(),
    };
    add("Result", score.to_owned());
    let (game_type, usual) = match rules {
        Rules::English => (pdn::ENGLISH, Position::ENGLISH),
        Rules::Continental => (pdn::BRAZILIAN, Position::CONTINENTAL),
    };
    add("GameType", game_type.to_owned());
    add("Variant", VARIANT.to_owned());
    if *snap {
        add("Snap", "yes".to_owned());
    }
    if *wheel != Wheel::default() {
        add("Wheel", wheel.to_string());
    }
    if *blocked {
        add("Blocked", "yes".to_owned());
    }
    add("Knobs", start.knobs.to_string());
    if start.position != usual {
        add("FEN", start.position.to_string());
    }
    tags
}

fn spun(game: &Trapdoor) -> Option<Spin> {
    match game.phase {
        Phase::Step => Some(Spin::Black),
        Phase::Knob(spin) => Some(spin),
        Phase::Spin | Phase::Capture | Phase::Over(_) => None,
    }
}

/// Reads a record into options that start where it ends. Plain draughts games can be read too: a move without a spin stands
/// for black, a knob for its colour.
///
/// Where the record is silent about a setting, `given` holds. A setting that was `said` and contradicts a tag is a mistake.
pub(super) fn read(
    text: &str,
    given: Options,
    said: impl Fn(&str) -> bool,
) -> Result<Options, Refusal> {
    let record = one_record(text)?;
    let options = read_tags(&record, given, said)?;
    let mut game = Trapdoor::start(&options)?;
    let mut spin = None;
    let mut moves = 0;
    for token in record.main_line() {
        match token {
            Token::Comment(text) => {
                let Some(spun) = spin_comment(text) else { continue };
                if spin.replace(spun).is_some() || game.phase != Phase::Spin {
                    return Err(stray_spin(spun, moves));
                }
            }
            Token::Word(word) => {
                moves += 1;
                game.replay(word, spin.take()).map_err(|refusal| {
                    let says = &refusal.says;
                    let says = format!("`{}`, move {moves} of the record: {says}", short(word));
                    Refusal::new(refusal.code, says)
                })?;
            }
            Token::Setup(_) => {
                let says =
                    "A record that sets up another position on its way cannot be gone on with.";
                return Err(Refusal::illegal(says));
            }
            Token::Number { .. } | Token::Nag(_) | Token::Score(_) | Token::Open | Token::Close => {
            }
        }
    }
    if let Phase::Over(_) = game.phase {
        return Err(Refusal::illegal("The recorded game is over."));
    }
    // A spin that nothing was done with yet still stands.
    let spun = spin.or(spun(&game));
    let counts = Some(Counts { draws: game.draws, lost: game.lost });
    let from = Start { position: game.position, knobs: game.knobs, spun, counts };
    Ok(Options { from: Some(from), ..options })
}

fn one_record(text: &str) -> Result<Record, Refusal> {
    let mut games = pdn::read(text)
        .map_err(|err| Refusal::unreadable(format!("The record cannot be read: {err}.")))?;
    match (games.pop(), games.len()) {
        (Some(record), 0) => Ok(record),
        (last, before) => {
            let count = before + usize::from(last.is_some());
            let says = format!("One recorded game can be gone on with, not {count}.");
            Err(Refusal::unreadable(says))
        }
    }
}

/// Reads a spin: its letter alone. Any other comment is prose.
fn spin_comment(text: &str) -> Option<Spin> {
    Spin::ALL.into_iter().find(|it| it.letter() == text)
}

fn stray_spin(spin: Spin, moves: u32) -> Refusal {
    let after =
        if moves == 0 { "before the first move".to_owned() } else { format!("after move {moves}") };
    let says = format!("`{{{}}}` {after} of the record: no spin is due there.", spin.letter());
    Refusal::illegal(says)
}

fn read_tags(
    record: &Record,
    given: Options,
    said: impl Fn(&str) -> bool,
) -> Result<Options, Refusal> {
    check_variant(record)?;
    let rules = game_rules(record)?;
    let wheel = record.tag("Wheel").map(Wheel::read).transpose().map_err(Refusal::unreadable)?;
    let mut options = Options {
        rules: settled("rules", given.rules, rules, &said)?,
        snap: settled("snap", given.snap, switch(record, "Snap")?, &said)?,
        wheel: settled("wheel", given.wheel, wheel, &said)?,
        blocked: settled("blocked", given.blocked, switch(record, "Blocked")?, &said)?,
        from: None,
    };
    let knobs: Knobs = match record.tag("Knobs") {
        Some(text) => text.parse().map_err(|err| Refusal::unreadable(format!("{err}.")))?,
        None => Knobs::default(),
    };
    let position = match record.tag("FEN") {
        Some(text) => text
            .parse()
            .map_err(|err| Refusal::unreadable(format!("The FEN of the record: {err}.")))?,
        None => options.start().position,
    };
    options.from = Some(Start { position, knobs, spun: None, counts: None });
    Ok(options)
}

fn check_variant(record: &Record) -> Result<(), Refusal> {
    match record.tag("Variant").filter(|it| !it.eq_ignore_ascii_case(VARIANT)) {
        None => Ok(()),
        Some(other) => {
            let says = format!("The record is of a game of `{}`, not of {VARIANT}.", short(other));
            Err(Refusal::illegal(says))
        }
    }
}

fn game_rules(record: &Record) -> Result<Option<Rules>, Refusal> {
    match record.game_type() {
        None => Ok(None),
        Some(21) => Ok(Some(Rules::English)),
        Some(26) => Ok(Some(Rules::Continental)),
        Some(other) => {
            let says = format!("Games of type {other} are not played here, only 21 and 26.");
            Err(Refusal::illegal(says))
        }
    }
}

/// Takes what the record says of a setting, or else what was given.
fn settled<T: PartialEq>(
    name: &str,
    given: T,
    recorded: Option<T>,
    said: impl Fn(&str) -> bool,
) -> Result<T, Refusal> {
    match recorded {
        Some(recorded) if said(name) && recorded != given => Err(Refusal::illegal(format!(
            "The record was played with another `{name}`; leave it out."
        ))),
        Some(recorded) => Ok(recorded),
        None => Ok(given),
    }
}

fn switch(record: &Record, name: &str) -> Result<Option<bool>, Refusal> {
    let Some(text) = record.tag(name) else { return Ok(None) };
    match text.to_lowercase().as_str() {
        "yes" => Ok(Some(true)),
        "no" => Ok(Some(false)),
        _ => Err(Refusal::unreadable(format!(
            "The tag `{name}` of the record is yes or no, not `{}`.",
            short(text)
        ))),
    }
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
