//! Reads what players type to play a card with its targets.
use crate::games::alien::{
    Action, Alien, Card, CardPlay, Edge, Ray, Travel,
    words::read::{OFFERS, abridged, way},
    words::typed::{Typed, TypedFit, fit},
};
use crate::{
    quote::{sentence, short},
    refusal::{Code, Refusal},
};

impl Alien {
    pub(in crate::games::alien) fn read_card(
        &self,
        text: &str,
        words: &[&str],
    ) -> Result<Action, Refusal> {
        let Some((card, rest)) = card_named(words) else {
            return Err(self.no_card(text, words));
        };
        if !self.usable().any(|it| it == card) {
            return Err(self.refuse_card(card));
        }
        let plays = self.plays(card);
        let pass = ["nothing", "decline", "pass", "none", "no"];
        let one = |wanted: CardPlay| {
            if plays.contains(&wanted) {
                Ok(Action::Card(wanted))
            } else {
                Err(Refusal::illegal(self.why_no_play(&wanted)).instead(self.offers_of(card, "")))
            }
        };
        let bare = || Refusal::unfinished(text, self.offers_of(card, ""));
        match (card, rest) {
            (_, [word]) if pass.contains(word) => one(CardPlay::Nothing(card)),
            (Card::Cheater, []) if !self.deck.pile.0.is_empty() => one(CardPlay::Cheater),
            (_, []) => match &plays[..] {
                [only] => Ok(Action::Card(only.clone())),
                _ => Err(bare()),
            },
            (Card::Rotate, _) => match turning(rest) {
                Some(clockwise) => one(CardPlay::Rotate { clockwise }),
                None => Err(self.odd_target(text, card)),
            },
            (Card::Doom | Card::Monolith, [word]) if way(word).is_some() => {
                let Some(way) = way(word) else { return Err(bare()) };
                one(if card == Card::Doom { CardPlay::Doom(way) } else { CardPlay::Shove(way) })
            }
            (Card::Doom, [first, second]) if way(first).is_some() && way(second).is_some() => {
                let says =
                    format!("One move at a time: `card doom {first}`, then `doom {second}`.");
                Err(Refusal::illegal(says).instead(self.offers_of(card, "")))
            }
            (Card::Fortify, ["remove" | "raze" | "destroy", edges @ ..]) => {
                self.read_edges(text, edges).and_then(|edges| one(CardPlay::Raze(edges)))
            }
            (Card::Fortify, _) => {
                let rest = match rest {
                    ["build" | "place" | "add", rest @ ..] => rest,
                    rest => rest,
                };
                let edges = self.read_edges(text, rest)?;
                match edges[..] {
                    [one_edge, other] => one(CardPlay::Build([one_edge, other])),
                    _ => Err(self.odd_target(text, card)),
                }
            }
            _ => self.read_squares(text, card, rest, &plays),
        }
    }

    /// Reads the targets of the cards that name squares.
    fn read_squares(
        &self,
        text: &str,
        card: Card,
        rest: &[&str],
        plays: &[CardPlay],
    ) -> Result<Action, Refusal> {
        let typed = Typed::read(&rest.join(" ")).map_err(|_| self.odd_target(text, card))?;
        let refuse = |play: &CardPlay| {
            Err(Refusal::illegal(self.why_no_play(play)).instead(self.offers_of(card, "")))
        };
        let one = |wanted: CardPlay| {
            if plays.contains(&wanted) { Ok(Action::Card(wanted)) } else { refuse(&wanted) }
        };
        let at = self.moved.map(|it| it.at);
        match (card, &typed.squares[..]) {
            _ if typed.open => Err(self.odd_target(text, card)),
            (Card::Flood, [at]) => one(CardPlay::Flood(*at)),
            (Card::Fire, [at]) => one(CardPlay::Fire(*at)),
            (Card::Revive, [at]) => one(CardPlay::Revive(*at)),
            (Card::Hippo, [at]) => one(CardPlay::Hippo(*at)),
            (Card::Snookle, [at]) => one(CardPlay::Snookle(*at)),
            (Card::Fate, [at]) => one(CardPlay::Fate(*at)),
            (Card::Ring, [at]) => one(CardPlay::Ring(*at)),
            (Card::Antimatter, [at]) => one(CardPlay::Antimatter(*at)),
            (Card::Wormhole, [to] | [_, to]) => {
                let from = match typed.squares[..] {
                    [from, _] => Some(from),
                    _ => at,
                };
                let Some(from) = from else { return Err(self.odd_target(text, card)) };
                one(CardPlay::Wormhole { from, to: *to })
            }
            // The target square is as good as the direction.
            (Card::Monolith, [to]) => match self.field.monolith.map(|it| it.way_to(*to)) {
                None => one(CardPlay::Place(*to)),
                Some(Some(way)) if Ray::STRAIGHT.contains(&way) => one(CardPlay::Shove(way)),
                Some(_) => refuse(&CardPlay::Place(*to)),
            },
            (Card::Emperor, &[pawn, king]) => {
                let turned = CardPlay::Emperor { pawn: king, king: pawn };
                if plays.contains(&turned) {
                    return Ok(Action::Card(turned));
                }
                one(CardPlay::Emperor { pawn, king })
            }
            (Card::Queen, &[from, to]) => one(CardPlay::Queen { from, to }),
            (Card::Translation, squares) => {
                if let &[from, to] = squares
                    && from.way_to(to).is_some()
                {
                    return one(CardPlay::Shift { from, to });
                }
                self.pick_travel(text, card, &typed, plays)
            }
            (Card::Reshuffle, _) => self.pick_travel(text, card, &typed, plays),
            (Card::Double, [lifted, rest @ ..]) if !rest.is_empty() => {
                let of_it = |play: &&CardPlay| matches!(play, CardPlay::Double { lifted: at, .. } if at == lifted);
                let plays: Vec<CardPlay> = plays.iter().filter(of_it).cloned().collect();
                let typed = Typed { squares: rest.to_vec(), open: false };
                self.pick_travel(text, card, &typed, &plays).map_err(|refusal| match refusal.code {
                    Code::Illegal => Refusal { says: self.why_no_double(*lifted, rest), ..refusal },
                    _ => refusal,
                })
            }
            _ => Err(self.odd_target(text, card)),
        }
    }

    /// Finds the one play whose move was typed.
    fn pick_travel(
        &self,
        text: &str,
        card: Card,
        typed: &Typed,
        plays: &[CardPlay],
    ) -> Result<Action, Refusal> {
        let of = |play: &CardPlay| match play {
            CardPlay::Reshuffle(travel)
            | CardPlay::Leap(travel)
            | CardPlay::Double { lifted: _, travel } => Some(travel.clone()),
            _ => None,
        };
        let travels: Vec<Travel> = plays.iter().filter_map(of).collect();
        let written_with = |fitting: &[&Travel]| -> Vec<String> {
            let fits = |play: &&CardPlay| of(play).is_some_and(|travel| fitting.contains(&&travel));
            let fitting = plays.iter().filter(fits).map(|play| Action::Card(play.clone()));
            fitting.map(|action| self.write_action(&action)).take(OFFERS).collect()
        };
        match fit(typed, &travels) {
            TypedFit::One(travel) => {
                let play = plays.iter().find(|play| of(play).as_ref() == Some(travel));
                play.cloned().map(Action::Card).ok_or_else(|| self.odd_target(text, card))
            }
            TypedFit::Several(fitting) => {
                let says = format!("`{}` fits several moves.", short(text));
                Err(Refusal::new(Code::Ambiguous, says).instead(written_with(&fitting)))
            }
            TypedFit::Begins(fitting) => Err(Refusal::unfinished(text, written_with(&fitting))),
            TypedFit::None => Err(Refusal::illegal(self.why_no_second(card, &typed.squares))
                .instead(self.offers_of(card, ""))),
        }
    }

    /// Reads one or two edges; the slashes may be left out.
    fn read_edges(&self, text: &str, words: &[&str]) -> Result<Vec<Edge>, Refusal> {
        let typed = Typed::read(&words.join(" ")).ok().filter(|it| !it.open);
        let edges = typed.and_then(|typed| {
            let (pairs, rest) = typed.squares.as_chunks::<2>();
            let pairs = pairs.iter().map(|[one, other]| Edge::between(*one, *other));
            pairs.collect::<Option<Vec<Edge>>>().filter(|_| rest.is_empty())
        });
        match edges {
            Some(mut edges) if (1..=2).contains(&edges.len()) => {
                edges.sort_unstable();
                Ok(edges)
            }
            _ => Err(self.odd_target(text, Card::Fortify)),
        }
    }

    fn no_card(&self, text: &str, words: &[&str]) -> Refusal {
        if words == ["card"] {
            return Refusal::unfinished(text, self.openings());
        }
        let spoken = words.join(" ");
        let spoken = match spoken.strip_prefix("card").map(str::trim_start) {
            Some(rest) => format!("card {rest}"),
            None => format!("card {spoken}"),
        };
        let begun = self.offers(&spoken);
        if !begun.is_empty() {
            return Refusal::unfinished(text, begun);
        }
        let up = self.up_in_words(" and ");
        match Typed::read(&words.join(" ")) {
            Ok(_) => {
                let says = format!("You've moved. Now choose a card; face up are {up}");
                Refusal::unreadable(sentence(says)).instead(self.openings())
            }
            Err(_) => {
                let says = sentence(format!("`{}` isn't a card. Face up are {up}", short(text)));
                Refusal::unreadable(says).instead(self.offers(""))
            }
        }
    }

    fn odd_target(&self, text: &str, card: Card) -> Refusal {
        let plain: Vec<String> =
            text.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let plain = plain.join(" ");
        let plain = if plain.starts_with("card ") { plain } else { format!("card {plain}") };
        let begun = self.offers_of(card, &plain);
        if !begun.is_empty() {
            return Refusal::unfinished(text, begun);
        }
        let says = format!("I don't understand `{}`: {} {}.", short(text), card.name(), form(card));
        Refusal::unreadable(says).instead(self.offers_of(card, ""))
    }

    /// Lists the ways to play one card, as many as fit a message, always with the last, which may be to do nothing.
    fn offers_of(&self, card: Card, start: &str) -> Vec<String> {
        let plays = self.plays(card).into_iter().map(Action::Card);
        let words = plays.map(|action| self.write_action(&action));
        abridged(words.filter(|it| it.starts_with(start)).collect(), OFFERS)
    }

    /// Lists what to type for the cards that may be chosen: the name, or everything if there is only one way.
    fn openings(&self) -> Vec<String> {
        let begin = |card: Card| match &self.plays(card)[..] {
            [only] => self.write_action(&Action::Card(only.clone())),
            _ => format!("card {}", card.word()),
        };
        self.usable().map(begin).collect()
    }
}

/// Reads the name of a card from the front, with or without `card` before it; returns what follows.
pub(in crate::games::alien) fn card_named<'a, 'b>(
    words: &'a [&'b str],
) -> Option<(Card, &'a [&'b str])> {
    let words = match words {
        ["card" | "play" | "use", rest @ ..] | rest => rest,
    };
    let (first, rest) = words.split_first()?;
    let first = first.trim_end_matches(['!', ':']);
    let rest = match (first, rest) {
        ("double", ["agent", rest @ ..]) => rest,
        ("galactic", [hippo, rest @ ..]) if hippo.starts_with("hippo") => {
            return (hippo.trim_end_matches('!') == "hippo").then_some((Card::Hippo, rest));
        }
        _ => rest,
    };
    Some((Card::named(first)?, rest))
}

fn turning(words: &[&str]) -> Option<bool> {
    match words {
        ["cw" | "clockwise"] | ["with", "the", "clock"] => Some(true),
        ["ccw" | "counterclockwise" | "anticlockwise"] | ["against", "the", "clock"] => Some(false),
        _ => None,
    }
}

/// Says how a card is typed.
fn form(card: Card) -> &'static str {
    match card {
        Card::Emperor => "takes a pawn and a king, like `card emperor c3 e5`",
        Card::Monolith => {
            "takes a direction, or the lower left square while the monolith is off the board"
        }
        Card::Doom => "takes a direction: up, down, left or right",
        Card::Fortify => "takes two edges, like `card fortify e4/e5 d5/e5`",
        Card::Translation => "takes a step or jump, like `card translation c3-d3` or `c3xe3`",
        Card::Reshuffle => "takes a second move, like `card reshuffle c3-d4`",
        Card::Queen => "takes a flight, like `card queen e5-e8`",
        Card::Double => "takes an enemy and a move, like `card double d6 c3-d4`",
        Card::Rotate => "takes a turn: cw or ccw",
        Card::Wanderlust | Card::Cheater => "takes nothing after it",
        _ => "takes one square, like c3",
    }
}
