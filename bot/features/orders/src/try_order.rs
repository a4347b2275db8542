//! Tries an order in advance on a position with everything its owner can't know dealt again, so that
//! a refusal tells them nothing.
use command::{Command, say};
use engine::{
    chance::Dice,
    game::{Label, Status},
    refusal::Refusal,
    seat::{Seat, Viewer},
    table::{SeatMenu, Table},
};
use model::reply::Choice;
use service::{
    context::loaded::LoadedMatch, matches::attempt::looks_like_move, play::several::BETWEEN,
    telling::menu::LINES,
};

use crate::{commands, rows::OrderedAction, words};

/// The most actions of an order.
pub(crate) const LONGEST: usize = 24;
/// How many alternatives a refusal names.
const NAMED: usize = 5;

/// An order being tried.
pub(crate) struct OrderTrial<'a> {
    loaded: &'a LoadedMatch,
    /// The owner's seat.
    pub(crate) seat: Seat,
    table: Box<dyn Table>,
    pub(crate) path: Vec<OrderedAction>,
    /// The order so far, as text: `g3xe5 then d4xf6 if`.
    pub(crate) said: String,
    /// The action that brought chance or revealed something, so that nothing can follow it.
    unknown: Option<String>,
}

impl OrderTrial<'_> {
    /// Begins to try an order while the other side is to move.
    pub(crate) fn of(loaded: &LoadedMatch, seat: Seat) -> Result<OrderTrial<'_>, Refusal> {
        let other = loaded.names.get(seat.other());
        let of = loaded.row.id;
        match loaded.table.status() {
            Status::Waiting(prompts) if prompts.iter().any(|it| it.seat == seat) => {
                return Err(words::order_on_your_turn(of));
            }
            Status::Waiting(prompts) if prompts.iter().any(|it| it.kind.is_private()) => {
                return Err(words::order_after_secret(other));
            }
            Status::Waiting(_) | Status::Over(_) => {}
        }
        // Always the same, so that asking again tells nothing more.
        let number = (loaded.row.id.0.unsigned_abs() << 32) | u64::from(loaded.step.step);
        let table = loaded.table.determinize(Viewer::Seat(seat), &mut Dice::thinking(number));
        let (path, said) = (Vec::new(), String::new());
        Ok(OrderTrial { loaded, seat, table, path, said, unknown: None })
    }

    /// Tries what one side does in a part of the order: one action, or several with `;` between.
    pub(crate) fn part(&mut self, by: Seat, said: &str) -> Result<(), Refusal> {
        let mut written = Vec::new();
        for action in said.split(BETWEEN).map(str::trim).filter(|it| !it.is_empty()) {
            let so_far = [&self.said, written.join("; ").as_str()].join(" ");
            written.push(self.action(by, action, so_far.trim())?);
            if LONGEST < self.path.len() {
                return Err(words::order_too_long(LONGEST));
            }
        }
        let then = if by == self.seat { " if" } else { " then" };
        let said = format!("{} {}{then}", self.said, written.join("; "));
        self.said = said.trim_start().to_owned();
        Ok(())
    }

    /// Tries an action, after forced ones of either side if need be. Returns its notation.
    fn action(&mut self, by: Seat, said: &str, so_far: &str) -> Result<String, Refusal> {
        let mut first = None;
        loop {
            let prompts = match self.table.status() {
                Status::Waiting(prompts) => prompts,
                Status::Over(_) => {
                    return Err(first.unwrap_or_else(|| words::order_after_end(so_far)));
                }
            };
            let name = |seat: Seat| self.loaded.names.get(seat).as_str();
            if let Some(action) = &self.unknown {
                return Err(words::order_after_chance(action));
            }
            let [prompt] = &prompts[..] else {
                return Err(words::order_after_secret(name(self.seat.other())));
            };
            if prompt.kind.is_private() {
                return Err(words::order_after_secret(name(prompt.seat)));
            }
            let asked = prompt.seat;
            let refusal = if asked == by {
                match self.play(by, said) {
                    Ok(written) => return Ok(written),
                    Err(refusal) => self.refused(by, said, so_far, refusal),
                }
            } else {
                words::order_out_of_turn(said, so_far, name(asked), asked == self.seat)
            };
            let SeatMenu { listed, grammar } = self.table.menu(asked);
            let ([only], None) = (&listed[..], grammar) else {
                return Err(first.unwrap_or(refusal));
            };
            let only = only.clone();
            self.play(asked, &only)?;
            first = first.or(Some(refusal));
        }
    }

    fn play(&mut self, by: Seat, said: &str) -> Result<String, Refusal> {
        let mut dice = Dice::thinking(u64::from(self.loaded.step.step));
        let played = self.table.play(by, said, &mut dice)?;
        if played.fixed || !dice.thrown().is_empty() {
            self.unknown = Some(played.written.clone());
        }
        self.path.push(OrderedAction { seat: by, words: played.written.clone() });
        Ok(played.written)
    }

    /// Refuses an action that can't be played in the order, and says what could.
    fn refused(&self, by: Seat, said: &str, so_far: &str, refusal: Refusal) -> Refusal {
        let listed = self.table.menu(by).listed;
        let mut near: Vec<String> =
            refusal.instead.into_iter().filter(|line| listed.contains(line)).collect();
        let rest: Vec<String> = listed.into_iter().filter(|line| !near.contains(line)).collect();
        near.extend(rest);
        let lines = near.iter().take(NAMED).map(|line| self.continued(so_far, line));
        let name = self.loaded.names.get(by);
        let refused = words::cannot_order(said, so_far, name, by == self.seat, &refusal.says);
        // `If only` is no order.
        if looks_like_move(said, &near) {
            refused.instead(lines)
        } else {
            refused.instead([say!(Help { command: "if" })])
        }
    }

    /// Continues an order by these words.
    fn continued(&self, so_far: &str, words: &str) -> Command {
        say!(commands::If { of: self.loaded.row.id, words: so_far }).and(words)
    }

    /// Offers what `by` can do next, as lines that continue the order.
    pub(crate) fn choices(&mut self, by: Seat) -> Result<Vec<Choice>, Refusal> {
        if let Some(action) = &self.unknown {
            return Err(words::order_after_chance(action));
        }
        let status = self.table.status();
        if !status.waits_for(by) {
            return Err(match status {
                Status::Over(_) => words::order_after_end(&self.said),
                Status::Waiting(_) => {
                    words::turn_goes_on(self.loaded.names.get(by.other()), &self.said)
                }
            });
        }
        let listed = self.table.menu(by).listed;
        let words: Vec<&str> = listed.iter().take(LINES).map(String::as_str).collect();
        let labels = self.table.labels(by, &words);
        let choice = |(words, label): (&str, Label)| Choice {
            label: label.says,
            says: self.continued(&self.said, words).into(),
            explains: label.explains,
            typed: words.to_owned(),
            emphasis: label.emphasis,
            sign: label.sign,
        };
        Ok(words.into_iter().zip(labels).map(choice).collect())
    }
}
