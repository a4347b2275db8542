//! A pile of matchsticks: the smallest game that scenarios can be tried on.
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    chance::Dice,
    game::{Group, Label, Outcome, Prompt, PromptKind, Status, Why},
    games::GameId,
    mind::{Gain, Judged, Outlook, Player, Thought, TurnOdds},
    question::Question,
    refusal::{Code, Refusal},
    scenario::ScenarioGame,
    scene::{Grid, Ground, Ink, Scene, Side, Surface, court::Film},
    seat::{BySeat, Observer, Seat, Viewer},
    table::{BoardChoice, Past, Played, Saved, SeatMenu, Table, Thinker},
};

/// Red and Blue take one or two sticks by turns, or as many as a die of three says; taking the last one wins, and it
/// is a draw if the die asks for more than there are.
#[derive(Clone, Copy)]
pub(super) struct Sticks;

#[derive(Clone, Serialize, Deserialize)]
struct Pile {
    left: u32,
    turn: Seat,
    drawn: bool,
    /// A deliberate fault of this pile: `leaky` or `lossy`.
    fault: String,
    last: Vec<(Seat, u32)>,
}

impl ScenarioGame for Sticks {
    fn named(name: &str) -> Option<Sticks> {
        (name == "sticks").then_some(Sticks)
    }

    fn sides(self) -> [&'static str; 2] {
        ["Red", "Blue"]
    }

    fn open(self, settings: &str, dice: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
        let left = match settings {
            "shaken" => 1 + dice.below("the pile", 9)?,
            "odd" => return Err(Refusal::unreadable("There is no such pile.").instead(["shaken"])),
            _ => 5,
        };
        let (fault, last) = (settings.to_owned(), Vec::new());
        Ok(Box::new(Pile { left, turn: Seat::First, drawn: false, fault, last }))
    }

    fn resume(self, saved: &Saved) -> Result<Box<dyn Table>, String> {
        let mut pile = Pile::deserialize(&saved.state).map_err(|it| it.to_string())?;
        pile.left += u32::from(pile.fault == "lossy");
        Ok(Box::new(pile))
    }
}

impl Thinker for Pile {
    fn think(&self, _: Seat, _: Player, _: u64) -> Result<Option<Thought>, Refusal> {
        Ok(None)
    }
    fn near(&self, _: Seat, one: &str, other: &str) -> Result<bool, Refusal> {
        Ok(one == other)
    }
    fn is_same(&self, _: Seat, one: &str, other: &str) -> bool {
        one == other
    }
    fn outlook(&self, _: Seat, _: &str, _: u64) -> Result<Outlook, Refusal> {
        Ok(Outlook::default())
    }
    fn estimate(&self, _: u64) -> Result<f64, Refusal> {
        Ok(0.5)
    }
    fn judge(&self, _: Seat, _: &str, _: u64) -> Result<Judged, Refusal> {
        Ok(Judged::default())
    }
    fn compare(&self, _: Seat, _: &str, _: u64) -> Result<Judged, Refusal> {
        Ok(Judged::default())
    }
    fn agrees(&self, _: Seat, _: u64) -> Result<bool, Refusal> {
        Ok(false)
    }
    fn gains(&self, _: Seat) -> Vec<Gain> {
        Vec::new()
    }
    fn upcoming(&self, _: u64) -> Result<Option<TurnOdds>, Refusal> {
        Ok(None)
    }
    fn glance(&self, _: u64) -> f64 {
        0.5
    }
    fn before_throw(&self, _: Seat, _: &str, _: u64) -> Result<Option<f64>, Refusal> {
        Ok(None)
    }
}

impl Table for Pile {
    fn game(&self) -> GameId {
        unreachable!("a scenario knows its game")
    }

    fn status(&self) -> Status {
        let winner = match (self.drawn, self.left) {
            (true, _) => None,
            (false, 0) => Some(self.turn.other()),
            _ => {
                let ask = "take sticks".to_owned();
                let prompt = Prompt { seat: self.turn, kind: PromptKind::Turn, ask };
                return Status::Waiting(vec![prompt]);
            }
        };
        Status::Over(Outcome { winner, why: Why::Rule(json!("bare")) })
    }

    fn why(&self, why: &Why) -> Result<String, String> {
        Ok(match why {
            Why::House(ending) => ending.why(Sticks.sides()),
            Why::Rule(_) | Why::Words(_) => "no stick is left".to_owned(),
        })
    }

    fn menu(&self, seat: Seat) -> SeatMenu {
        let listed = if self.status().waits_for(seat) {
            let takes = (1..=self.left.min(2)).map(|count| format!("take {count}"));
            takes.chain(["roll".to_owned()]).collect()
        } else {
            Vec::new()
        };
        SeatMenu { listed, grammar: None }
    }

    fn labels(&self, _: Seat, words: &[&str]) -> Vec<Label> {
        words.iter().map(|word| Label::typed(word)).collect()
    }

    fn board_choices(&self, seat: Seat) -> Vec<BoardChoice> {
        let listed = self.menu(seat).listed.into_iter();
        let choice = |words: String| BoardChoice { label: Label::typed(&words), words, pick: None };
        listed.map(choice).collect()
    }

    fn group(&self, _: Seat, _: &str) -> Group {
        Group::default()
    }

    fn play(&mut self, seat: Seat, text: &str, dice: &mut Dice) -> Result<Played, Refusal> {
        match self.status() {
            Status::Over(_) => return Err(Refusal::new(Code::Over, "No stick is left.")),
            status if !status.waits_for(seat) => {
                return Err(Refusal::new(Code::NotYours, "Wait for the other side."));
            }
            Status::Waiting(_) => {}
        }
        if text == "spill" && self.fault == "leaky" {
            self.left -= 1;
            return Err(Refusal::illegal("Sticks are not spilled."));
        }
        let menu = self.menu(seat).listed;
        if !menu.iter().any(|it| it == text) {
            return Err(Refusal::illegal("That many cannot be taken.").instead(menu));
        }
        let fixed = text == "roll";
        let count = match text.strip_prefix("take ") {
            Some(count) => count.parse().unwrap(),
            None => 1 + dice.below("the die", 3)?,
        };
        self.drawn = self.left < count;
        self.left -= count.min(self.left);
        self.turn = seat.other();
        self.last = vec![(seat, count)];
        let written = text.to_owned();
        Ok(Played {
            written,
            action: json!(text),
            events: json!([]),
            fixed,
            decided: true,
            sealed: false,
        })
    }

    fn ask(&self, _: Seat, _: &str) -> Option<Result<String, Refusal>> {
        None
    }

    fn answer(&self, _: &Question, _: Observer<'_>) -> Option<Vec<String>> {
        None
    }

    fn notice(&self) -> Option<String> {
        None
    }

    fn sketch(&self, _: Seat, _: &str, _: Observer<'_>) -> Option<Scene> {
        None
    }

    fn complete(&self, _: Seat, _: &str, _: &str) -> Option<String> {
        None
    }

    fn panel(&self, _: Seat, _: &str) -> Vec<Vec<(String, Label)>> {
        Vec::new()
    }

    fn tell(&self, _: &Value, _: Observer<'_>) -> Result<Vec<String>, String> {
        Ok(Vec::new())
    }

    fn told(&self, to: Observer<'_>) -> Vec<String> {
        let who = |seat| if to.viewer == Viewer::Seat(seat) { "You" } else { to.name(seat) };
        self.last.iter().map(|&(seat, count)| format!("{} took {}", who(seat), count)).collect()
    }

    fn events(&self) -> Result<Value, String> {
        Ok(json!(self.last))
    }

    fn show(&self, to: Observer<'_>) -> Scene {
        Scene {
            title: "Sticks".to_owned(),
            board: Surface::Squares(Grid {
                columns: 1,
                rows: 1,
                near: Seat::First,
                numbered: false,
                ground: Ground::Parlour,
            }),
            facing: Seat::First,
            items: Vec::new(),
            sides: BySeat::new(|seat| Side {
                name: to.name(seat).to_owned(),
                role: Sticks.sides()[seat.index()].to_owned(),
                ink: Ink::Dark,
                to_move: self.turn == seat,
                tallies: Vec::new(),
                clock: None,
                left: None,
            }),
            panels: Vec::new(),
            last: Vec::new(),
            caption: format!("{} sticks are left.", self.left),
            takes: Vec::new(),
            labelled: true,
        }
    }

    fn show_chosen(&self, to: Observer<'_>, _: &str) -> Scene {
        self.show(to)
    }
    fn show_choice(&self, to: Observer<'_>, _: Seat, _: &str) -> Scene {
        self.show(to)
    }
    fn has_moment(&self) -> bool {
        false
    }

    fn moment(&self, _: Observer<'_>) -> Option<Scene> {
        None
    }

    fn film(&self) -> Option<Film> {
        None
    }

    fn fen(&self) -> Option<String> {
        None
    }

    fn hand(&self, _: Seat) -> Option<String> {
        None
    }

    fn disclose(&self, _: Seat, _: &str) -> Option<String> {
        None
    }

    fn sample(&self, seat: Seat, _: &mut Dice) -> Option<String> {
        self.menu(seat).listed.into_iter().next()
    }

    fn default_for(&self, _: Seat, _: &mut Dice) -> Option<String> {
        None
    }

    fn determinize(&self, _: Viewer, _: &mut Dice) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn back(&self, _: &[Past], _: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
        Ok(Box::new(self.clone()))
    }

    fn seen(&self, _: &[Past], _: Observer<'_>) -> Result<Vec<String>, String> {
        Ok(Vec::new())
    }

    fn anew(&self, dice: &mut Dice) -> Box<dyn Table> {
        self.determinize(Viewer::Room, dice)
    }

    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        let number = line.strip_prefix("pile ").and_then(|number| number.parse().ok());
        self.left = number.ok_or_else(|| Refusal::unreadable("Say `pile 3`."))?;
        Ok(())
    }

    fn probe(&self, part: &str) -> Result<String, Refusal> {
        match part {
            "pile" => Ok(self.left.to_string()),
            _ => Err(Refusal::new(Code::Unknown, "There is only the pile.")),
        }
    }

    fn pdn(
        &self,
        _: &[(String, String)],
        _: &[Past],
        _: Option<&Outcome>,
    ) -> Result<Option<String>, String> {
        Ok(None)
    }

    fn save(&self) -> Result<Saved, String> {
        let state = serde_json::to_value(self).map_err(|err| err.to_string())?;
        Ok(Saved { rules: 1, state, last: Value::Null })
    }
}
