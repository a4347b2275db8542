//! What controls show: `Flick 2 at the ball`, and how far it slides.
use crate::games::piecepack::{
    Action, Aim, Corner, Due, KickerFormation, KickerSpot, Phase, Piecepack,
    field::{CENTRE, slide},
    words::{coin_name, place_word},
};
use crate::{
    game::{Group, Label},
    quote::sentence_case,
    seat::Seat,
};

impl Piecepack {
    pub(in crate::games::piecepack) fn label_of(&self, action: &Action) -> Label {
        let shot = |what: String, aim: &Aim, power: u8| {
            Label::new(format!("{what} {} with power {power}", aim_name(*aim)))
                .explained(strength(power))
        };
        match action {
            Action::Place(places) => {
                let each =
                    places.iter().map(|(kicker, at)| format!("{kicker} at {}", place_word(*at)));
                Label::new(format!("Set up {}", each.collect::<Vec<_>>().join(", ")))
            }
            Action::Form(formation) => label_of_form(*formation),
            Action::Flick { kicker, aim, power } => shot(format!("Flick {kicker}"), aim, *power),
            Action::FreeKick { aim, power } => shot("Flick the ball".to_owned(), aim, *power),
            Action::Throw { from, aim, power } => {
                let from =
                    from.map_or(String::new(), |point| format!(" from {}", place_word(point)));
                shot(format!("Throw{from}"), aim, *power)
            }
            Action::CallIn { kicker, to } => {
                Label::new(format!("Call in {kicker} {}", spot_name(to)))
                    .explained("ends your turn")
            }
            Action::Return { kicker, to } => Label::new(format!("Put {kicker} {}", spot_name(to))),
        }
    }

    /// Names the drawing of the coin that an action moves.
    pub(in crate::games::piecepack) fn sign_of(&self, seat: Seat, action: &Action) -> &'static str {
        match action {
            Action::FreeKick { .. } | Action::Throw { .. } => "coin-sun",
            Action::Place(_) | Action::Form(_) => "",
            Action::Flick { .. } | Action::CallIn { .. } | Action::Return { .. } => {
                if seat == self.starter { "coin-arms" } else { "coin-crowns" }
            }
        }
    }

    pub(in crate::games::piecepack) fn group_of(&self, begins: &str) -> Group {
        let words: Vec<&str> = begins.trim_end_matches('*').split_whitespace().collect();
        let group = self.group_in_words(begins, &words);
        match self.first_aim(&words) {
            Some(question) => group.opening(question).explained("opens the aim, for you alone"),
            None => group,
        }
    }

    fn group_in_words(&self, begins: &str, words: &[&str]) -> Group {
        match words {
            [] => Group::new(
                "",
                match self.phase {
                    Phase::Placing { .. } => "Which formation?",
                    Phase::Returning { .. } => "Which corner?",
                    Phase::Due(Due::Turn(_)) => "Which kicker?",
                    Phase::Due(Due::FreeKick(_) | Due::Throw(..)) | Phase::Over(_) => "At what?",
                },
            ),
            ["flick"] => Group::new("Flick a kicker", "Which kicker?"),
            ["flick", kicker, rest @ ..] => aimed(&format!("Flick {kicker}"), rest),
            ["freekick", rest @ ..] => aimed("Flick the ball", rest),
            ["throw", rest @ ..] => aimed("Throw", rest),
            ["callin"] => Group::new("Call in a kicker", "Which kicker?"),
            ["callin", kicker, ..] => Group::new(format!("Call in {kicker}"), "Which corner?"),
            ["put", kicker, ..] => Group::new(format!("Put {kicker} back"), "Which corner?"),
            _ => Group::typed(begins),
        }
    }
}

/// Words the beginning of a shot: its target, or only that it is aimed.
fn aimed(what: &str, rest: &[&str]) -> Group {
    match rest {
        [] | ["at"] => Group::new(what, "At what?"),
        ["at", target] => {
            let target = match *target {
                "ball" => "the ball",
                "goal" => "the goal",
                // The only place that is listed.
                spot if spot.parse::<f64>().is_ok() => "the middle",
                target => target,
            };
            Group::new(format!("{what} at {target}"), "How hard?")
        }
        ["at", ..] => Group::new(format!("{what} at the middle"), "How hard?"),
        rest => Group::new(format!("{what} {} …", rest.join(" ")), "How hard?"),
    }
}

fn label_of_form(formation: KickerFormation) -> Label {
    let explains = match formation {
        KickerFormation::Default => "two before the goal, one on each wing",
        KickerFormation::Wall => "side by side before the goal",
        KickerFormation::Wide => "the outer two in the corners of the box",
    };
    let says = match formation {
        KickerFormation::Default => "Default formation".to_owned(),
        other => format!("{} formation", sentence_case(other.name())),
    };
    Label::new(says).explained(explains)
}

fn aim_name(aim: Aim) -> String {
    match aim {
        Aim::Spot(at) if at == CENTRE => "at the middle".to_owned(),
        Aim::Spot(at) => format!("at {}", place_word(at)),
        Aim::Coin(coin) => format!("at {}", coin_name(coin)),
        Aim::Goal => "at the goal".to_owned(),
        Aim::Heading(heading) => {
            format!("to {}°", super::tenths(heading))
        }
    }
}

/// Says how strong a flick is.
fn strength(power: u8) -> String {
    let word = match power {
        ..=25 => "gentle",
        26..=50 => "soft",
        51..=70 => "firm",
        71..=90 => "hard",
        _ => "as hard as possible",
    };
    format!("{word}: slides {} inches", super::tenths(slide(power)))
}

fn spot_name(to: &KickerSpot) -> String {
    match to {
        KickerSpot::In(corner) => format!("in the {} corner", corner_name(*corner)),
        KickerSpot::At(at) => format!("at {}", place_word(*at)),
    }
}

fn corner_name(corner: Corner) -> &'static str {
    match corner {
        Corner::Sw => "south-west",
        Corner::Se => "south-east",
        Corner::Nw => "north-west",
        Corner::Ne => "north-east",
    }
}
