//! What may be agreed before a match.
use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::{
    body::Body,
    names::{LONGEST_NAME, fit_name},
    start::{self, Arrangement},
};
use crate::{
    checkers::PieceKind,
    refusal::Refusal,
    settings::{Given, Setting, Values},
};

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "pieces",
        says: "how many fighters a side has, in rows of four from the back",
        values: Values::Words(&["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]),
        usual: "12",
    },
    Setting {
        name: "turns",
        says: "after so many turns each the fighters are counted, and the side with more wins",
        values: Values::Words(&["no", "20", "30"]),
        usual: "no",
    },
    Setting {
        name: "count",
        says: "where the rules call a draw, the side with more fighters wins instead",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "endless",
        says: "no draw after forty turns by each side without an attack or a crown",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "duel",
        says: "dice decide; or people fight on a real field and you report; or dice with secret \
               stances",
        values: Values::Words(&["dice", "reeve", "stance"]),
        usual: "dice",
    },
    Setting {
        name: "iron",
        says: "men have one point of armour everywhere, kings two",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "attrition",
        says: "wounds and lost armour never heal",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "damned",
        says: "an attacker who is defeated is removed",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "goblin",
        says: "any wound kills a man; kings fight a: as usual, b: with one Protect each turn",
        values: Values::Words(&["no", "a", "b"]),
        usual: "no",
    },
    Setting {
        name: "open",
        says: "weapons are chosen before the first move, one kit for a side or for each piece",
        values: Values::Words(&["no", "side", "piece"]),
        usual: "no",
    },
    Setting {
        name: "compulsory",
        says: "if you can attack at the start of your turn, you must",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "names",
        says: "the fighters have names, which you can change",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "telling",
        says: "how duels are told: blow by blow, or in one line",
        values: Values::Words(&["long", "short"]),
        usual: "long",
    },
    Setting {
        name: "reeve-name",
        says: "with duel=reeve: the referee on the field who alone decides each duel",
        values: Values::Free("NAME"),
        usual: "nobody: one player reports and the other confirms",
    },
    start::SETTING,
];

/// What was agreed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    /// Fighters a side.
    pub(super) pieces: u8,
    /// Where they begin, if not in rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Arrangement>,
    /// After so many turns each, fighters are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) turns: Option<u8>,
    /// Fighters are counted where a match would be drawn by the rules.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) count: bool,
    /// Quiet turns never end a match (E-R18).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) endless: bool,
    pub(super) duel: DuelRule,
    pub(super) reeve: Option<String>,
    pub(super) iron: bool,
    pub(super) attrition: bool,
    pub(super) damned: bool,
    pub(super) goblin: Option<Goblin>,
    pub(super) open: Option<Choosing>,
    pub(super) compulsory: bool,
    pub(super) names: bool,
    pub(super) telling: Telling,
}

/// What decides a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum DuelRule {
    Dice,
    /// People on a real field; the players report.
    Reeve,
    /// Dice, after both sides have chosen a stance in secret.
    Stance,
}

/// What goblin kings are (E-R22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Goblin {
    /// Ordinary fighters: wounded as in the usual game.
    A,
    /// As fragile as their men, under one Protect each turn.
    B,
}

/// Who chooses a kit in Open play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Choosing {
    /// One kit for the whole side.
    Side,
    /// Every piece its own.
    Piece,
}

/// How duels are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Telling {
    Long,
    Short,
}

impl Options {
    pub(super) fn read(given: &Given) -> Result<Options, Refusal> {
        let from = Arrangement::among(given)?;
        let number = |name: &str| given.get(name).and_then(|word| word.parse().ok());
        let options = Options {
            // There are few enough for the number.
            pieces: from.map_or(number("pieces").unwrap_or(start::MOST), |it| it.len() as u8),
            from,
            turns: number("turns"),
            count: given.is_on("count"),
            endless: given.is_on("endless"),
            duel: match given.get("duel") {
                Some("stance") => DuelRule::Stance,
                Some("reeve") => DuelRule::Reeve,
                _ => DuelRule::Dice,
            },
            reeve: given.get("reeve-name").map(fit_name).transpose()?,
            iron: given.is_on("iron"),
            attrition: given.is_on("attrition"),
            damned: given.is_on("damned"),
            goblin: match given.get("goblin") {
                Some("a") => Some(Goblin::A),
                Some("b") => Some(Goblin::B),
                _ => None,
            },
            open: match given.get("open") {
                Some("side") => Some(Choosing::Side),
                Some("piece") => Some(Choosing::Piece),
                _ => None,
            },
            compulsory: given.is_on("compulsory"),
            names: given.is_on("names"),
            telling: match given.get("telling") {
                Some("short") => Telling::Short,
                _ => Telling::Long,
            },
        };
        options.check()?;
        Ok(options)
    }

    /// Refuses options that don't go together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        self.arrangement().check()?;
        if self.arrangement().len() != usize::from(self.pieces) {
            return Err(Refusal::illegal("As many fighters begin as a side has."));
        }
        if self.turns == Some(0) {
            return Err(Refusal::illegal("A match has at least one turn."));
        }
        let Some(reeve) = &self.reeve else { return Ok(()) };
        if self.duel != DuelRule::Reeve {
            let says = "A reeve is only for duels on a real field.";
            return Err(Refusal::illegal(says).instead([format!("duel=reeve reeve-name={reeve}")]));
        }
        if LONGEST_NAME < reeve.chars().count() {
            return Err(Refusal::illegal("The reeve's name is too long."));
        }
        Ok(())
    }

    /// Returns the body of a fighter in full health.
    pub(super) fn fresh(&self, rank: PieceKind) -> Body {
        let king = rank == PieceKind::King;
        let points = match (king, self.iron) {
            (false, iron) => u8::from(iron),
            (true, true) => 2,
            // E-R22: with Goblin, its own rule for kings replaces their armour.
            (true, false) => u8::from(self.goblin.is_none()),
        };
        let protect = king && self.goblin == Some(Goblin::B);
        Body { wound: None, armour: [points; 5], protect }
    }

    /// Makes a king's body from a man's: a fresh one, or under Attrition the old one with a point more armour (E-R24).
    pub(super) fn crowned(&self, body: Body) -> Body {
        let fresh = self.fresh(PieceKind::King);
        if !self.attrition {
            return fresh;
        }
        let mut body = Body { protect: fresh.protect, ..body };
        body.gird(fresh.armour[0]);
        body
    }

    /// Returns a fighter's body at the start of the next turn.
    pub(super) fn rested(&self, body: Body, rank: PieceKind) -> Body {
        let fresh = self.fresh(rank);
        if self.attrition { Body { protect: fresh.protect, ..body } } else { fresh }
    }

    /// Tells whether any wound kills a fighter of this rank.
    pub(super) fn frail(&self, rank: PieceKind) -> bool {
        match self.goblin {
            None => false,
            Some(Goblin::A) => rank == PieceKind::Man,
            Some(Goblin::B) => true,
        }
    }

    /// Says what differs from the usual game.
    pub(super) fn variation(&self) -> String {
        let Options {
            pieces,
            from,
            turns,
            count,
            endless,
            duel,
            reeve,
            iron,
            attrition,
            damned,
            goblin,
            open,
            compulsory,
            names,
            telling,
        } = self;
        let mut words = Vec::new();
        if *pieces != start::MOST {
            words.push(format!("{pieces} a side"));
        }
        words.extend(turns.map(|turns| format!("{turns} turns each")));
        match (duel, reeve) {
            (DuelRule::Dice, _) => {}
            (DuelRule::Stance, _) => words.push("stances".to_owned()),
            (DuelRule::Reeve, None) => words.push("real duels".to_owned()),
            (DuelRule::Reeve, Some(name)) => words.push(format!("real duels, reeve {name}")),
        }
        let goblin = match goblin {
            None => "",
            Some(Goblin::A) => "Goblin A",
            Some(Goblin::B) => "Goblin B",
        };
        let open = match open {
            None => "",
            Some(Choosing::Side) => "Open by side",
            Some(Choosing::Piece) => "Open by piece",
        };
        for (holds, word) in [
            (*iron, "Iron"),
            (*attrition, "Attrition"),
            (*damned, "Damned"),
            (!goblin.is_empty(), goblin),
            (!open.is_empty(), open),
            (*compulsory, "compulsory attack"),
            (*names, "names"),
            (*telling == Telling::Short, "short telling"),
            (*count && turns.is_none(), "draws are counted"),
            (*endless, "endless"),
            (from.is_some(), "from a position"),
        ] {
            if holds {
                words.push(word.to_owned());
            }
        }
        words.join(", ")
    }
}
