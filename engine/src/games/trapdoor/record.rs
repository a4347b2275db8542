//! Whole games as PDN: the usual tags and moves, with tags and words of our own for doors and wheel.
//!
//! `[Variant "Trapdoor"]`, `[Knobs "G1C O1L O2C G2C"]`, `[Wheel "2:1:1"]`, `[Snap "yes"]` and `[Blocked "yes"]` say what is
//! played; a knob action is the word `G1>R`, a spin the comment `{G}` before what it led to, a fall ends in `^`.
use super::{
    Action, Event, Knobs, Phase, Spin, Trapdoor,
    options::{Options, Start, Wheel},
};
use crate::{
    chance::Dice,
    checkers::{
        Position, Rules,
        notation::Style,
        pdn::{self, Record, Score, Token},
    },
    game::{Game, Outcome, Said, Step},
    quote::short,
    refusal::Refusal,
    seat::Seat,
};

/// Says whether a start is given as a record: whatever does not begin like a FEN.
pub(super) fn is_record(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(['B', 'W', 'b', 'w']);
    !rest.is_some_and(|it| it.trim_start().starts_with(':'))
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
    add("Variant", "Trapdoor".to_owned());
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
pub(super) fn read(text: &str) -> Result<Options, Refusal> {
    let games = pdn::read(text)
        .map_err(|err| Refusal::unreadable(format!("The record cannot be read: {err}.")))?;
    let [record] = &games[..] else {
        let says = format!("One recorded game can be gone on with, not {}.", games.len());
        return Err(Refusal::unreadable(says));
    };
    let options = read_tags(record)?;
    let mut game = Trapdoor::start(&options)?;
    let mut spin = None;
    for (n, token) in record.main_line().enumerate() {
        match token {
            Token::Comment(text) => spin = Spin::named(text.trim()).or(spin),
            Token::Word(word) => {
                game.replay(word, spin.take()).map_err(|refusal| {
                    let says = format!(
                        "`{}`, word {} of the record: {}",
                        short(word),
                        n + 1,
                        refusal.says
                    );
                    Refusal { says, ..refusal }
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
    let spun = spin.filter(|_| game.phase == Phase::Spin).or(spun(&game));
    let from = Start { position: game.position, knobs: game.knobs, spun };
    Ok(Options { from: Some(from), ..options })
}

fn read_tags(record: &Record) -> Result<Options, Refusal> {
    let rules = match record.game_type() {
        None | Some(21) => Rules::English,
        Some(26) => Rules::Continental,
        Some(other) => {
            let says = format!("Games of type {other} are not played here, only 21 and 26.");
            return Err(Refusal::illegal(says));
        }
    };
    let is_yes = |name| record.tag(name).is_some_and(|it: &str| it.eq_ignore_ascii_case("yes"));
    let wheel = match record.tag("Wheel") {
        Some(text) => Wheel::read(text).map_err(Refusal::unreadable)?,
        None => Wheel::default(),
    };
    let mut options =
        Options { rules, snap: is_yes("Snap"), wheel, blocked: is_yes("Blocked"), from: None };
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
    options.from = Some(Start { position, knobs, spun: None });
    Ok(options)
}

impl Trapdoor {
    /// Plays one word of a record.
    fn replay(&mut self, word: &str, spin: Option<Spin>) -> Result<(), Refusal> {
        if self.phase == Phase::Spin {
            let meant = Spin::ALL.into_iter().find(|it| word.starts_with(it.letter()));
            let spin = spin.or(meant).unwrap_or(Spin::Black);
            self.replayed(&Action::Spin, Some(spin))?;
        } else if spin.is_some() {
            return Err(Refusal::illegal("A spin is written where none was due."));
        }
        let action = self.read(self.seat(), word)?;
        self.replayed(&action, None)
    }

    fn replayed(&mut self, action: &Action, spin: Option<Spin>) -> Result<(), Refusal> {
        let mut dice = Dice::scripted(spin.map(Spin::name));
        self.act(self.seat(), action, &mut Step::new(&mut dice))
    }
}
