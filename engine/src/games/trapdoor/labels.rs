//! What controls show: `Spin the wheel`, `G1 to the right: opens g3`.
use super::{Action, Knob, Notch, Phase, Trapdoor, why::both};
use crate::game::{Emphasis, Group, Label};

impl Trapdoor {
    pub(super) fn label_of(&self, action: &Action) -> Label {
        match action {
            Action::Spin => Label::new("Spin the wheel")
                .explained("black: move a piece; green or orange: turn a knob")
                .with(Emphasis::Main)
                .signed("wheel"),
            Action::Move(played) => self.position.board.label(played, self.options.rules),
            Action::Turn { knob, to } => self.label_of_turn(*knob, *to),
        }
    }

    fn label_of_turn(&self, knob: Knob, to: Notch) -> Label {
        let (name, to_name) = (knob.name(), to.name());
        let says = match (knob.door(to), knob.door(self.knobs.at(knob))) {
            (Some(door), _) if self.options.snap => {
                format!("{name} to the {to_name}: {door} snaps open and closes")
            }
            (Some(door), _) => format!("{name} to the {to_name}: opens {door}"),
            (None, Some(door)) => format!("{name} to the {to_name}: closes {door}"),
            (None, None) => format!("{name} to the {to_name}"),
        };
        let victim = knob.door(to).and_then(|door| self.position.board.piece_at(door));
        let explains = match victim {
            Some(piece) => format!("the {} on it falls", piece.in_words(self.options.rules)),
            None if to == Notch::Centre => "nothing falls".to_owned(),
            None => "nobody stands on it".to_owned(),
        };
        let sign = if knob.door(to).is_some() { "hatch-open" } else { "hatch-shut" };
        Label::new(says).explained(explains).signed(sign)
    }

    pub(super) fn group_of(&self, begins: &str) -> Group {
        let known = match (self.phase, begins) {
            (Phase::Knob(spin), "") => Some(Group::new("", format!("Turn {}?", both(spin)))),
            (Phase::Spin | Phase::Over(_), "") => None,
            (_, begins) => self.position.group(begins, &self.law()),
        };
        known.unwrap_or_else(|| Group::typed(begins))
    }
}
