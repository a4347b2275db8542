//! The twenty cards and where they lie: pile, face up, used.
use std::{fmt, sync::LazyLock};

use serde::{Deserialize, Serialize};

use super::hidden::Hidden;
use crate::{game::Step, refusal::Refusal, scene::Emblem, seat::BySeat};

/// The names, effects and help of the cards, which are a part of the guide, too.
const TEXT: &str = include_str!("../../../../data/cards/alien-cards.md");

/// One of the twenty cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Card {
    Flood,
    Fire,
    Emperor,
    Revive,
    Monolith,
    Doom,
    Hippo,
    Snookle,
    Reshuffle,
    Translation,
    Wormhole,
    Wanderlust,
    Queen,
    Fortify,
    Fate,
    Double,
    Ring,
    Antimatter,
    Cheater,
    Rotate,
}

/// A paragraph about a card or a planet: `Name: Effect.`
pub(super) struct CardText {
    pub(super) name: &'static str,
    pub(super) effect: &'static str,
}

/// All cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Deck {
    /// Face down; the last one is on top.
    pub(super) pile: Hidden<Vec<Card>>,
    /// Face up beside the pile, the oldest first.
    pub(super) up: Vec<Card>,
    /// Used since the last shuffle.
    pub(super) spent: Vec<Card>,
    /// Who knows the order of the pile since Cheater!
    pub(super) known: BySeat<bool>,
}

impl Card {
    pub(super) const ALL: [Card; 20] = [
        Card::Flood,
        Card::Fire,
        Card::Emperor,
        Card::Revive,
        Card::Monolith,
        Card::Doom,
        Card::Hippo,
        Card::Snookle,
        Card::Reshuffle,
        Card::Translation,
        Card::Wormhole,
        Card::Wanderlust,
        Card::Queen,
        Card::Fortify,
        Card::Fate,
        Card::Double,
        Card::Ring,
        Card::Antimatter,
        Card::Cheater,
        Card::Rotate,
    ];

    /// Returns the one lower-case word players type.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Card::Flood => "flood",
            Card::Fire => "fire",
            Card::Emperor => "emperor",
            Card::Revive => "revive",
            Card::Monolith => "monolith",
            Card::Doom => "doom",
            Card::Hippo => "hippo",
            Card::Snookle => "snookle",
            Card::Reshuffle => "reshuffle",
            Card::Translation => "translation",
            Card::Wormhole => "wormhole",
            Card::Wanderlust => "wanderlust",
            Card::Queen => "queen",
            Card::Fortify => "fortify",
            Card::Fate => "fate",
            Card::Double => "double",
            Card::Ring => "ring",
            Card::Antimatter => "antimatter",
            Card::Cheater => "cheater",
            Card::Rotate => "rotate",
        }
    }

    /// Reads [`Card::word`].
    pub(super) fn named(word: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.word() == word)
    }

    /// Returns the name and the effect printed on the card.
    pub(super) fn said(self) -> &'static CardText {
        static ALL: LazyLock<Vec<CardText>> =
            LazyLock::new(|| said(TEXT, &Card::ALL.map(Card::word)));
        &ALL[self as usize]
    }

    pub(super) fn name(self) -> &'static str {
        self.said().name
    }

    /// Returns its drawing.
    pub(super) const fn emblem(self) -> Emblem {
        match self {
            Card::Flood => Emblem::Flood,
            Card::Fire => Emblem::Fire,
            Card::Emperor => Emblem::Emperor,
            Card::Revive => Emblem::Revive,
            Card::Monolith => Emblem::Monolith,
            Card::Doom => Emblem::Doom,
            Card::Hippo => Emblem::Hippo,
            Card::Snookle => Emblem::Snookle,
            Card::Reshuffle => Emblem::Reshuffle,
            Card::Translation => Emblem::Translation,
            Card::Wormhole => Emblem::Wormhole,
            Card::Wanderlust => Emblem::Wanderlust,
            Card::Queen => Emblem::Queen,
            Card::Fortify => Emblem::Fortify,
            Card::Fate => Emblem::Fate,
            Card::Double => Emblem::Double,
            Card::Ring => Emblem::Ring,
            Card::Antimatter => Emblem::Antimatter,
            Card::Cheater => Emblem::Cheater,
            Card::Rotate => Emblem::Rotate,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Takes the first paragraph below each heading; a test reads every one of them.
pub(super) fn said(text: &'static str, words: &[&'static str]) -> Vec<CardText> {
    let of = |word: &&'static str| {
        let sections = text.split("## ").filter_map(|it| it.split_once("\n\n"));
        let first = sections.filter(|it| it.0 == *word).find_map(|(_, text)| text.lines().next());
        let (name, effect) = first.and_then(|it| it.split_once(": ")).unwrap_or((word, ""));
        CardText { name, effect }
    };
    words.iter().map(of).collect()
}

impl Deck {
    /// Shuffles the cards of so many decks and turns the first one up (B-R1).
    pub(super) fn shuffled<E>(decks: u8, step: &mut Step<'_, E>) -> Result<Deck, Refusal> {
        let mut cards = Deck::whole(decks);
        step.shuffle("the cards", &mut cards)?;
        let up = cards.pop().into_iter().collect();
        Ok(Deck { pile: Hidden(cards), up, spent: Vec::new(), known: BySeat::default() })
    }

    /// Lists all cards of so many decks, the same ones together.
    pub(super) fn whole(decks: u8) -> Vec<Card> {
        Card::ALL.into_iter().flat_map(|it| std::iter::repeat_n(it, decks.into())).collect()
    }

    /// Turns the top card of the pile up.
    pub(super) fn turn_up(&mut self) -> Option<Card> {
        let card = self.pile.0.pop()?;
        self.up.push(card);
        Some(card)
    }

    /// Lays a card that is face up with those used.
    pub(super) fn spend(&mut self, card: Card) {
        if let Some(at) = self.up.iter().position(|it| *it == card) {
            self.spent.push(self.up.remove(at));
        }
    }

    /// Lists the pile from its top.
    pub(super) fn top_first(&self) -> impl Iterator<Item = Card> {
        self.pile.0.iter().rev().copied()
    }
}
