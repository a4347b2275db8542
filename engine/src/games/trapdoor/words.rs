//! What players type and read: actions, prompts, events, endings.
use super::{Action, CheckersEnd, Event, Knob, Notch, Phase, Trapdoor, why::both};
use crate::{
    checkers::{
        Rules, Square, WhyNot,
        notation::{self, Naming, Unread},
    },
    game::Status,
    quote::{sentence, short},
    refusal::Refusal,
    seat::Observer,
};

/// A knob action as typed.
pub(super) struct KnobWord {
    pub(super) knob: Knob,
    /// None if the words stop after the knob.
    pub(super) to: Option<Notch>,
    /// Whether a fall is written at the end.
    falls: bool,
}

/// What snap changes about draws.
pub(super) const MOVES_REPEAT: &str = "With snap, only a move, a capture or a fall can repeat a \
                                       position. Opening an empty door counts as a turn without \
                                       progress; forty of those by each side are a draw.";

impl Trapdoor {
    pub(super) fn status_in_words(&self) -> Status<CheckersEnd> {
        let ask = match self.phase {
            Phase::Over(end) => return Status::Over(end.outcome(self.options.goal())),
            Phase::Spin => "spin the wheel".to_owned(),
            Phase::Capture => "capture (before any spin)".to_owned(),
            Phase::Step => "move a piece (the wheel shows black)".to_owned(),
            Phase::Knob(spin) if self.options.snap => {
                format!(
                    "choose a door of {} to snap open (the wheel shows {})",
                    both(spin),
                    spin.name()
                )
            }
            Phase::Knob(spin) => {
                format!("turn {} by one click (the wheel shows {})", both(spin), spin.name())
            }
        };
        Status::turn(self.seat(), ask)
    }

    pub(super) fn write_action(&self, action: &Action) -> String {
        self.write_in(action, Naming::Coordinates)
    }

    /// Writes an action with squares named in a style.
    pub(super) fn write_in(&self, action: &Action, style: Naming) -> String {
        match action {
            Action::Spin => "spin".to_owned(),
            Action::Move(played) => notation::write(played, &self.legal_moves(), style),
            Action::Turn { knob, to } => format!("{}>{}", knob.name(), to.letter()),
        }
    }

    pub(super) fn read_action(&self, text: &str) -> Result<Action, Refusal> {
        let plain = text.trim().trim_end_matches(['.', '!']).to_lowercase();
        if is_spin(&plain) {
            return self.passed(Action::Spin);
        }
        if let Some(turn) = door_word(&plain) {
            return self.passed(turn);
        }
        if self.phase == Phase::Spin && !plain.is_empty() && "spin".starts_with(&plain) {
            return Err(Refusal::unfinished(text, vec!["spin".to_owned()]));
        }
        match self.read_knob(&plain) {
            Some(word) => self.knob_action(text, &word),
            None if is_odd_turn(&plain) => {
                let says = format!("`{}`: turn a knob to L, C or R.", short(text));
                Err(Refusal::unreadable(says).instead(self.words_now()))
            }
            None => self.move_action(text, &plain),
        }
    }

    fn passed(&self, action: Action) -> Result<Action, Refusal> {
        self.allows(&action)?;
        Ok(action)
    }

    /// Reads `g1>r`, `g1 right`, `g1r` or `turn the knob g1 to the right`; `g1` alone is a square while pieces move.
    pub(super) fn read_knob(&self, plain: &str) -> Option<KnobWord> {
        let idle = ["turn", "the", "knob", "move", "rotate", "to", "by", "one", "click"];
        let spoken: Vec<&str> =
            plain.split_whitespace().filter(|word| !idle.contains(word)).collect();
        let spoken = spoken.join(" ");
        let bare = spoken.trim_end_matches('^');
        let (name, rest) = bare.split_at_checked(2)?;
        let knob = Knob::named(name)?;
        let rest =
            rest.trim_matches(|letter: char| letter.is_whitespace() || ">-=:→".contains(letter));
        let is_square = matches!(knob, Knob::G1 | Knob::G2);
        let to = match Notch::named(rest) {
            Some(to) => Some(to),
            None if !rest.is_empty() => return None,
            None if is_square && !matches!(self.phase, Phase::Knob(_)) => return None,
            None => None,
        };
        Some(KnobWord { knob, to, falls: bare.len() < spoken.len() })
    }

    fn knob_action(&self, text: &str, word: &KnobWord) -> Result<Action, Refusal> {
        let knob = word.knob;
        let Some(to) = word.to else {
            let of_knob = |it: &String| it.starts_with(knob.name());
            let started: Vec<String> = self.words_now().into_iter().filter(of_knob).collect();
            if started.is_empty() {
                // One direction stands for all: the refusal is the same.
                return self.passed(Action::Turn { knob, to: Notch::Left });
            }
            return Err(Refusal::unfinished(text, started));
        };
        let action = self.passed(Action::Turn { knob, to })?;
        let stands = knob.door(to).filter(|square| self.position.board.piece_at(*square).is_some());
        match (word.falls, stands) {
            (true, None) => {
                let written = self.write_action(&action);
                Err(Refusal::illegal(format!("{written} drops nothing.")).instead([written]))
            }
            _ => Ok(action),
        }
    }

    fn move_action(&self, text: &str, plain: &str) -> Result<Action, Refusal> {
        let (law, legal) = (self.law(), self.legal_moves());
        if matches!(self.phase, Phase::Capture | Phase::Step) {
            let read = notation::read_refusing(text, &law, &self.position, &legal);
            return read.map(Action::Move);
        }
        match notation::read(plain, &law, &self.position, &legal) {
            Err(Unread::Wrong(WhyNot::Unreadable | WhyNot::Light(_) | WhyNot::Off(_))) => {
                Err(self.unreadable(text, plain))
            }
            // No move is possible in this phase, whichever was meant.
            _ => Err(self.refuse_move().instead(self.words_now())),
        }
    }

    fn unreadable(&self, text: &str, plain: &str) -> Refusal {
        let now = self.words_now();
        let starts = |words: &&String| !plain.is_empty() && words.to_lowercase().starts_with(plain);
        let started: Vec<String> = now.iter().filter(starts).cloned().collect();
        if !started.is_empty() {
            return Refusal::unfinished(text, started);
        }
        let says = match self.phase {
            Phase::Spin => format!("I don't understand `{}`. Type `spin`.", short(text)),
            Phase::Knob(_) => {
                format!("I don't understand `{}`. Turn a knob like G1>R.", short(text))
            }
            Phase::Capture | Phase::Step | Phase::Over(_) => {
                format!("I don't understand `{}`. {}", short(text), WhyNot::Unreadable)
            }
        };
        Refusal::unreadable(says).instead(now)
    }
}

/// Tells whether words spin the wheel: `spin`, `spin the wheel`, `roll`.
fn is_spin(plain: &str) -> bool {
    let mut words = plain.split_whitespace();
    let spins = words.next().is_some_and(|word| ["spin", "roll"].contains(&word));
    spins && words.all(|word| ["the", "wheel", "it", "again", "now", "please"].contains(&word))
}

/// Reads `open g3` and `close the door on g3` as the turn of the knob that does it.
fn door_word(plain: &str) -> Option<Action> {
    let idle = ["the", "a", "door", "trapdoor", "on", "at", "of", "square", "please"];
    let words: Vec<&str> = plain.split_whitespace().filter(|word| !idle.contains(word)).collect();
    let (closes, square) = match words[..] {
        ["open", square] => (false, square),
        ["close" | "shut", square] => (true, square),
        _ => return None,
    };
    let square: Square = square.parse().ok()?;
    let notches = [Notch::Left, Notch::Right];
    let mut turns = Knob::ALL.into_iter().flat_map(|knob| notches.map(|to| (knob, to)));
    let (knob, to) = turns.find(|(knob, to)| knob.door(*to) == Some(square))?;
    Some(Action::Turn { knob, to: if closes { Notch::Centre } else { to } })
}

/// Tells whether words would turn a knob to an impossible setting, like `g1>x`. With a square, they are a move.
fn is_odd_turn(plain: &str) -> bool {
    let Some((name, to)) = plain.split_once(['>', '=', '→']) else { return false };
    let wanted = to.trim();
    let is_square = wanted.ends_with(|it: char| it.is_ascii_digit());
    Knob::named(name.trim()).is_some() && !wanted.is_empty() && !is_square
}

/// Says what happened; nothing is secret in this game (D-R31).
pub(super) fn tell(event: &Event, rules: Rules, to: Observer<'_>) -> String {
    match event {
        Event::Spun { by, at } => format!("{} spins {}.", to.name((*by).into()), at.name()),
        Event::Moved(moved) => sentence(moved.tell(to.name(moved.piece.color.into()), rules)),
        Event::Turned { by, knob, from, to: at, snapped, fallen } => {
            let (name, knob_name) = (to.name((*by).into()), knob.name());
            let mut line = format!("{name} turns {knob_name} {}", at.name());
            if let Some(square) = knob.door(*at) {
                let how = if *snapped { "snaps open and closes" } else { "opens" };
                line.push_str(&format!(": {square} {how}"));
            } else if let Some(square) = knob.door(*from) {
                line.push_str(&format!(": {square} closes"));
            }
            if let Some((_, piece)) = fallen {
                line.push_str(&format!(", a {} falls", piece.in_words(rules)));
            }
            line + "."
        }
    }
}
