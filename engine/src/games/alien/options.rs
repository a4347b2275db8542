//! What may be agreed before a match.
use serde::{Deserialize, Serialize};

use super::{End, field::PIECES};
use crate::{
    quote::{counted, sentence_case},
    refusal::Refusal,
    seat::Seat,
    settings::{Given, Setting, Values, in_words},
};

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "decks",
        says: "how many decks of the twenty cards are shuffled together",
        values: Values::Words(&["1", "2", "3"]),
        usual: "1",
    },
    Setting {
        name: "pieces",
        says: "how many pieces a side has: three rows of four, or two without the back row",
        values: Values::Words(&["12", "8"]),
        usual: "12",
    },
    Setting {
        name: "kings",
        says: "how many kings and emperors win; with eight pieces, three unless you say four",
        values: Values::Words(&["5", "4", "3"]),
        usual: "5",
    },
    Setting {
        name: "jupiter",
        says: "moved: Jupiter wins only if the monolith has been moved since it was placed",
        values: Values::Words(&["placed", "moved"]),
        usual: "placed",
    },
    Setting {
        name: "endless",
        says: "no draw after forty turns by each side without lasting change",
        values: Values::Switch,
        usual: "no",
    },
];

/// What was agreed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    /// 1 to 3 (B-R1).
    pub(super) decks: u8,
    /// Pieces a side, always whole rows of four.
    #[serde(default = "usual_pieces", skip_serializing_if = "is_usual_pieces")]
    pub(super) pieces: u8,
    /// How many kings and emperors win.
    #[serde(default = "usual_kings", skip_serializing_if = "is_usual_kings")]
    pub(super) kings: u8,
    /// Jupiter needs a monolith that was moved (B-R37).
    pub(super) jupiter_moved: bool,
    /// Quiet turns never make a draw (B-R42).
    pub(super) endless: bool,
}

/// So many kings and emperors usually win.
pub(super) const KINGS: u8 = 5;

/// With fewer pieces, so many win.
const FEWER_KINGS: u8 = 3;

fn usual_pieces() -> u8 {
    PIECES
}

fn is_usual_pieces(pieces: &u8) -> bool {
    *pieces == PIECES
}

fn usual_kings() -> u8 {
    KINGS
}

fn is_usual_kings(kings: &u8) -> bool {
    *kings == KINGS
}

impl Options {
    /// Parses options; see [`SETTINGS`].
    pub(super) fn read(given: &Given) -> Result<Options, Refusal> {
        let pieces = if given.get("pieces") == Some("8") { 8 } else { PIECES };
        let options = Options {
            decks: match given.get("decks") {
                Some("2") => 2,
                Some("3") => 3,
                _ => 1,
            },
            pieces,
            kings: match given.get("kings") {
                Some("5") => KINGS,
                Some("4") => 4,
                Some("3") => 3,
                _ if pieces < PIECES => FEWER_KINGS,
                _ => KINGS,
            },
            jupiter_moved: given.get("jupiter") == Some("moved"),
            endless: given.is_on("endless"),
        };
        options.check()?;
        Ok(options)
    }

    /// Refuses options that don't go together, or that only a damaged file can hold.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let Options { decks, pieces, kings, jupiter_moved: _, endless: _ } = *self;
        if !(1..=3).contains(&decks) {
            return Err(Refusal::illegal("Use one, two or three decks."));
        }
        if ![8, PIECES].contains(&pieces) {
            let says = format!("A side has 12 or 8 pieces, not {pieces}.");
            return Err(Refusal::illegal(says).instead(["pieces=12", "pieces=8"]));
        }
        if !(3..=KINGS).contains(&kings) {
            let says = format!("Five, four or three kings win, not {kings}.");
            return Err(Refusal::illegal(says).instead(["kings=5", "kings=4", "kings=3"]));
        }
        // A king is made of two pieces.
        let most = pieces / 2;
        if most < kings {
            let [all, most, kings] = [pieces, most, kings].map(|count| counted(count.into()));
            let says = format!(
                "{} pieces make {most} kings at most, so {kings} can't win.",
                sentence_case(&all)
            );
            return Err(Refusal::illegal(says).instead(["pieces=8 kings=4", "pieces=8 kings=3"]));
        }
        Ok(())
    }

    /// Returns how many kings and emperors win.
    pub(super) fn goal(&self) -> u32 {
        self.kings.into()
    }

    /// Returns the end of a match by kings.
    pub(super) fn end_by_kings(&self, seat: Seat) -> End {
        match self.kings {
            KINGS => End::Kings(seat),
            kings => End::Crowned(seat, kings),
        }
    }

    /// Says what differs from the usual game.
    pub(super) fn variation(&self) -> String {
        let Options { decks, pieces, kings, jupiter_moved, endless } = *self;
        let cards = format!("{decks} decks");
        let side = format!("{pieces} a side");
        let win = format!("{} kings win", counted(kings.into()));
        in_words([
            (decks != 1, &cards),
            (pieces != PIECES, &side),
            (kings != KINGS, &win),
            (jupiter_moved, "Jupiter moved"),
            (endless, "endless"),
        ])
    }
}
