//! Reads what players type, in every usual spelling; nothing is guessed.
use crate::games::alien::{
    Action, Alien, Phase, Ray, Travel,
    square::AlienSquareError,
    words::read_card::card_named,
    words::typed::{Typed, TypedFit, fit},
};
use crate::{
    quote::short,
    refusal::{Code, Refusal},
};

/// The most lines a refusal offers.
pub(in crate::games::alien) const OFFERS: usize = 25;

/// The longest text that is read, in bytes; a pile of three decks needs less.
const MAX_BYTES: usize = 800;

impl Alien {
    pub(in crate::games::alien) fn read_action(&self, text: &str) -> Result<Action, Refusal> {
        let bare = text.trim().trim_end_matches(['.', '?']).to_lowercase();
        let words: Vec<&str> =
            bare.split(|letter: char| letter.is_whitespace() || letter == ',').collect();
        let words: Vec<&str> = words.into_iter().filter(|it| !it.is_empty()).collect();
        if MAX_BYTES < text.len() {
            return Err(Refusal::unreadable("That's too long."));
        }
        if words.is_empty() {
            return Err(Refusal::unreadable("That message was empty.").instead(self.offers("")));
        }
        match self.phase {
            Phase::Move => self.read_move(text, &words),
            Phase::Card => self.read_card(text, &words),
            Phase::Doom => self.read_way(text, &words),
            Phase::Cheat => self.read_order(text, &words),
            Phase::Crown { .. } => self.read_crown(text, &words),
            Phase::Over(_) => Err(Refusal::over()),
        }
    }

    /// Lists what may be typed now with this beginning, as much as fits a message; for cards, some ways to play each.
    pub(in crate::games::alien) fn offers(&self, start: &str) -> Vec<String> {
        let begins =
            |action: Action| Some(self.write_action(&action)).filter(|it| it.starts_with(start));
        if self.phase != Phase::Card {
            let all = self.choices_of(self.seat()).listed;
            return all.into_iter().filter_map(begins).take(OFFERS).collect();
        }
        let ways = |card| self.plays(card).into_iter().map(Action::Card).filter_map(begins);
        let mut cards: Vec<Vec<String>> = self.usable().map(|card| ways(card).collect()).collect();
        cards.retain(|it| !it.is_empty());
        // What a card doesn't use of its share is left to the others.
        cards.sort_by_key(Vec::len);
        let (mut room, mut left) = (OFFERS, cards.len());
        for words in &mut cards {
            *words = abridged(std::mem::take(words), room / left);
            (room, left) = (room - words.len(), left - 1);
        }
        cards.concat()
    }

    fn read_move(&self, text: &str, words: &[&str]) -> Result<Action, Refusal> {
        if card_named(words).is_some() {
            let says = "Make an ordinary move first. Then a card is turned up, and you choose.";
            return Err(Refusal::illegal(says).instead(self.offers("")));
        }
        let spoken = words.join(" ");
        let spoken = spoken.strip_prefix("move ").unwrap_or(&spoken);
        let legal = self.moves();
        let typed = Typed::read(spoken).map_err(|why| self.odd_square(text, &why))?;
        match fit(&typed, &legal) {
            TypedFit::One(travel) => Ok(Action::Move(travel.clone())),
            TypedFit::Several(fitting) => Err(unclear(text, &fitting, "")),
            TypedFit::Begins(fitting) => Err(Refusal::unfinished(text, written(&fitting, ""))),
            TypedFit::None => {
                Err(Refusal::illegal(self.why_no_move(&typed.squares, &legal))
                    .instead(self.offers("")))
            }
        }
    }

    fn odd_square(&self, text: &str, why: &AlienSquareError) -> Refusal {
        let plain = text.trim().to_lowercase();
        let begun = self.offers(&plain);
        match why {
            _ if !begun.is_empty() => Refusal::unfinished(text, begun),
            AlienSquareError::Off => {
                let says = format!("`{}`: the board goes from a1 to h8.", short(text));
                Refusal::illegal(says).instead(self.offers(""))
            }
            AlienSquareError::Unreadable => {
                let form = match self.phase {
                    Phase::Move => "write a move like c3-d4, a jump like c3xe5",
                    Phase::Card => "play a card like `card ring c3`",
                    Phase::Doom => "say where the monolith goes, such as `doom left`",
                    Phase::Cheat => "say `keep`, or `order` and cards from the top",
                    Phase::Crown { .. } => "say which pawn to crown, such as `crown d8`",
                    Phase::Over(_) => "the match is over",
                };
                let says = format!("I don't understand `{}`: {form}.", short(text));
                Refusal::unreadable(says).instead(self.offers(""))
            }
        }
    }

    fn read_way(&self, text: &str, words: &[&str]) -> Result<Action, Refusal> {
        let rest = match words {
            ["card", "doom", rest @ ..] | ["doom", rest @ ..] | rest => rest,
        };
        match rest {
            [word] if way(word).is_some() => {
                let Some(way) = way(word) else {
                    return Err(Refusal::unfinished(text, self.offers("")));
                };
                if self.field.shoved_to(way).is_some() {
                    return Ok(Action::Doom(way));
                }
                Err(Refusal::illegal(off_board(way)).instead(self.offers("")))
            }
            _ if card_named(words).is_some() => {
                let says = "Doom isn't over: move the monolith a second time.";
                Err(Refusal::illegal(says).instead(self.offers("")))
            }
            _ => Err(self.odd_square(text, &AlienSquareError::Unreadable)),
        }
    }

    fn read_order(&self, text: &str, words: &[&str]) -> Result<Action, Refusal> {
        let rest = match words {
            ["keep"] => &[],
            ["order", rest @ ..] if !rest.is_empty() => rest,
            _ => return Err(self.odd_square(text, &AlienSquareError::Unreadable)),
        };
        let mut cards = Vec::new();
        let mut rest: &[&str] = rest;
        while !rest.is_empty() {
            let Some((card, after)) = card_named(rest) else {
                let begun = self.offers(&words.join(" "));
                if !begun.is_empty() {
                    return Err(Refusal::unfinished(text, begun));
                }
                let says = format!("`{}` isn't a card.", short(rest[0]));
                return Err(Refusal::unreadable(says).instead(self.offers("")));
            };
            cards.push(card);
            rest = after;
        }
        self.order_beginning(&cards).map(Action::Order).ok_or_else(|| {
            let says = "The pile doesn't hold all of those cards.";
            Refusal::illegal(says).instead(self.offers(""))
        })
    }

    fn read_crown(&self, text: &str, words: &[&str]) -> Result<Action, Refusal> {
        let rest = match words {
            ["crown", rest @ ..] | rest => rest,
        };
        let typed = Typed::read(&rest.join(" ")).map_err(|why| self.odd_square(text, &why))?;
        match typed.squares[..] {
            [at] if self.ready(self.seat()).contains(&at) => Ok(Action::Crown(at)),
            [at] => {
                let says = format!("You have no pawn on {at} to crown.");
                Err(Refusal::illegal(says).instead(self.offers("")))
            }
            _ => Err(self.odd_square(text, &AlienSquareError::Unreadable)),
        }
    }
}

/// Keeps `most` of some words; the last one stays.
pub(in crate::games::alien) fn abridged(mut words: Vec<String>, most: usize) -> Vec<String> {
    if most < words.len() {
        words.drain(most.saturating_sub(1)..words.len() - 1);
    }
    words
}

fn written(travels: &[&Travel], before: &str) -> Vec<String> {
    travels.iter().map(|travel| format!("{before}{}", travel.write())).take(OFFERS).collect()
}

fn unclear(text: &str, fitting: &[&Travel], before: &str) -> Refusal {
    let says = format!("`{}` fits several moves.", short(text));
    Refusal::new(Code::Ambiguous, says).instead(written(fitting, before))
}

pub(in crate::games::alien) fn way(word: &str) -> Option<Ray> {
    match word {
        "up" | "north" => Some(Ray::Up),
        "right" | "east" => Some(Ray::Right),
        "down" | "south" => Some(Ray::Down),
        "left" | "west" => Some(Ray::Left),
        _ => None,
    }
}

pub(in crate::games::alien) fn off_board(way: Ray) -> String {
    format!("The monolith can't go {}: it would leave the board.", way.name())
}
