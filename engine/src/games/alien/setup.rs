//! Arranging a position by hand and asking how it stands, for scenario files.
use super::{
    Alien, AlienSquare, Binding, BoardRim, Card, Deck, Edge, End, Field, LastMove, Phase, Planet,
    Stack, moves::QUIET_TURNS, words::side,
};
use crate::{quote::counted, refusal::Refusal, seat::Seat, setup::Forms};

/// What a setup line may say and what can be asked for, by examples.
const FORMS: Forms = Forms {
    lines: &[
        "clear",
        "c3 white pawn",
        "c3 white king 2 rings 1 snookle hippo",
        "c3 empty",
        "c3 water",
        "c3 fire",
        "wall black e4/e5",
        "wall none e4/e5",
        "monolith d4",
        "monolith off",
        "monolith moved",
        "home white file h",
        "turn white",
        "up ring fire",
        "pile flood doom",
        "spent queen",
        "knows white",
        "planet white neptune",
        "revived white 5",
        "felled white 2",
        "fate c3",
        "wanderlust",
        "moved c3 d4",
        "quiet 39 39",
    ],
    parts: &[
        "c3",
        "phase",
        "turn",
        "moves",
        "up",
        "pile",
        "spent",
        "cards",
        "pool white",
        "kings white",
        "ready white",
        "hippos",
        "walls white",
        "water",
        "fire",
        "monolith",
        "home white",
        "order",
        "planet white",
        "not white",
        "revived white",
        "felled white",
        "quiet",
    ],
};

/// Changes a part of the position; the turn then starts again. Cards not named stay in the pile,
/// below those that are. `moved c3 d4` says that the ordinary move was made and a card turned up;
/// it comes last.
pub(super) fn arrange(game: &mut Alien, line: &str) -> Result<(), Refusal> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let square =
        |word: &str| word.parse::<AlienSquare>().map_err(|err| FORMS.fault(line, &err.to_string()));
    match words[..] {
        ["clear"] => {
            game.field = Field::EMPTY;
            game.shoved = false;
        }
        ["wall", owner, edge] => {
            let edge: Edge = edge.parse().map_err(|err: String| FORMS.fault(line, &err))?;
            game.field.raze(edge);
            if owner != "none" {
                game.field.build(seat(line, owner)?, edge);
            }
        }
        ["monolith", "off"] => game.field.monolith = None,
        ["monolith", "moved"] => game.shoved = true,
        ["monolith", at] => {
            let at = square(at)?;
            game.field.monolith = None;
            if !game.field.is_area_free(at) {
                return Err(
                    FORMS.fault(line, "the four squares from there up and right are not empty")
                );
            }
            game.field.monolith = Some(at);
            game.shoved = false;
        }
        ["home", who, ref row @ ..] => {
            let rim = BoardRim::named(&row.join(" ")).ok_or_else(|| FORMS.unknown(line))?;
            game.home = if seat(line, who)? == Seat::Second { rim } else { rim.opposite() };
        }
        ["turn", who] => game.turn = seat(line, who)?,
        ["up", ref cards @ ..] => {
            let cards = named_cards(line, cards)?;
            deal(game, line, |deck| deck.up = cards)?;
        }
        ["spent", ref cards @ ..] => {
            let cards = named_cards(line, cards)?;
            deal(game, line, |deck| deck.spent = cards)?;
        }
        ["pile", ref cards @ ..] => {
            let top = named_cards(line, cards)?;
            let order = game
                .order_beginning(&top)
                .ok_or_else(|| FORMS.fault(line, "the pile does not hold these cards"))?;
            game.deck.pile.0 = order.into_iter().rev().collect();
            return Ok(());
        }
        ["knows", who] => {
            *game.deck.known.get_mut(seat(line, who)?) = true;
            return Ok(());
        }
        ["planet", who, planet] => {
            let seat = seat(line, who)?;
            let planet = Planet::named(planet).ok_or_else(|| FORMS.unknown(line))?;
            if *game.planets.0.get(seat.other()) == planet {
                // There is one card of each.
                *game.planets.0.get_mut(seat.other()) = *game.planets.0.get(seat);
            }
            *game.planets.0.get_mut(seat) = planet;
        }
        ["revived", who, count] => {
            game.deeds.get_mut(seat(line, who)?).revived = number(line, count)?;
        }
        ["felled", who, count] => {
            game.deeds.get_mut(seat(line, who)?).felled = number(line, count)?;
        }
        ["fate", at] => {
            let at = square(at)?;
            begin(game);
            game.order = Some(Binding::Fate(at));
            return Ok(());
        }
        ["wanderlust"] => {
            begin(game);
            game.order = Some(Binding::Wanderlust);
            return Ok(());
        }
        ["moved", from, at] => {
            let moved = LastMove { from: square(from)?, at: square(at)? };
            if game.field.stack(moved.at).is_none_or(|it| it.seat != game.turn) {
                return Err(FORMS.fault(line, "the side to move has no checker there"));
            }
            game.moved = Some(moved);
            game.phase = Phase::Card;
            return Ok(());
        }
        ["quiet", black, white] => {
            let turns = |word: &str| word.parse().ok().filter(|it| *it < QUIET_TURNS);
            let (Some(first), Some(second)) = (turns(black), turns(white)) else {
                let most = QUIET_TURNS - 1;
                return Err(
                    FORMS.fault(line, &format!("each side has taken 0 to {most} quiet turns"))
                );
            };
            (game.quiet.first, game.quiet.second) = (first, second);
            return Ok(());
        }
        [at, ref what @ ..] if !what.is_empty() => stand(game, line, square(at)?, what)?,
        _ => return Err(FORMS.unknown(line)),
    }
    begin(game);
    Ok(())
}

/// Restarts the turn. A side without checkers is left waiting, because more lines may follow.
fn begin(game: &mut Alien) {
    game.phase = Phase::Move;
    game.order = None;
    game.moved = None;
    game.stirred = false;
    game.ruled_out = Default::default();
    game.rule_out();
    Seat::BOTH.into_iter().for_each(|seat| game.note_waiting(seat, 0));
    let some = game.field.of(game.turn).next().is_some();
    if some && game.moves().is_empty() {
        game.phase = Phase::Over(End::Blocked(game.turn));
    }
}

/// Puts something on a square, or empties it.
fn stand(game: &mut Alien, line: &str, at: AlienSquare, what: &[&str]) -> Result<(), Refusal> {
    let mut field = game.field.clone();
    field.take(at);
    field.water.remove(at);
    field.fire.remove(at);
    if field.covered(at) {
        return Err(FORMS.fault(line, "the monolith is there"));
    }
    match *what {
        ["empty"] => {}
        ["water"] => field.water.insert(at),
        ["fire"] => field.fire.insert(at),
        [who, rank, ref rest @ ..] => {
            let heights = [("pawn", 1), ("man", 1), ("king", 2), ("emperor", 3)];
            let height =
                heights.iter().find(|it| it.0 == rank).ok_or_else(|| FORMS.unknown(line))?.1;
            let mut stack = Stack::new(seat(line, who)?, height);
            let mut count = None;
            for word in rest {
                match (*word, word.parse::<u16>()) {
                    (_, Ok(number)) => count = Some(number),
                    ("ring" | "rings", _) => stack.rings = count.take().unwrap_or(1),
                    ("snookle" | "snookles", _) => stack.snookles = count.take().unwrap_or(1),
                    ("hippo", _) => stack.hippo = true,
                    _ => return Err(FORMS.unknown(line)),
                }
            }
            let pieces = game.options.pieces;
            if pieces < field.standing(stack.seat).saturating_add(height) {
                let says = format!("a side has {} pieces", counted(pieces.into()));
                return Err(FORMS.fault(line, &says));
            }
            field.put(at, stack);
        }
        _ => return Err(FORMS.unknown(line)),
    }
    game.field = field;
    Ok(())
}

/// Moves cards somewhere else; the rest form the pile, in the order of the deck.
fn deal(game: &mut Alien, line: &str, lay: impl FnOnce(&mut Deck)) -> Result<(), Refusal> {
    let mut deck = game.deck.clone();
    lay(&mut deck);
    let mut rest = Deck::whole(game.options.decks);
    for card in deck.up.iter().chain(&deck.spent) {
        let at = rest.iter().position(|it| it == card);
        let at = at.ok_or_else(|| FORMS.fault(line, "a card can't be in two places"))?;
        rest.remove(at);
    }
    rest.reverse();
    deck.pile.0 = rest;
    deck.known = Default::default();
    game.deck = deck;
    Ok(())
}

/// Says how a part of the position stands.
pub(super) fn probe(game: &Alien, part: &str) -> Result<String, Refusal> {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let field = &game.field;
    let names = |cards: &[Card]| list(cards.iter().map(|it| it.word()));
    let squares = |all: Vec<AlienSquare>| list(all.iter().map(ToString::to_string));
    let who = |word: &str| seat(part, word).map_err(|_| FORMS.no_part(part));
    Ok(match words[..] {
        ["phase"] => match game.phase {
            Phase::Move => "move",
            Phase::Card => "card",
            Phase::Doom => "doom",
            Phase::Cheat => "order",
            Phase::Crown { .. } => "crown",
            Phase::Over(_) => "over",
        }
        .to_owned(),
        ["turn"] => side(game.turn).to_lowercase(),
        ["moves"] => {
            let listed = game.choices_of(game.seat()).listed;
            list(listed.iter().map(|action| game.write_action(action).replace(' ', "_")))
        }
        ["up"] => names(&game.deck.up),
        ["pile"] => names(&game.deck.top_first().collect::<Vec<_>>()),
        ["spent"] => names(&game.deck.spent),
        ["cards"] => {
            let Deck { pile, up, spent, known: _ } = &game.deck;
            format!("{} in the pile, {} face up, {} used", pile.0.len(), up.len(), spent.len())
        }
        ["pool", name] => game.pool(who(name)?).to_string(),
        ["kings", name] => game.kings(who(name)?).to_string(),
        ["ready", name] => squares(game.ready(who(name)?)),
        ["hippos"] => field.hippos().to_string(),
        ["walls", name] => list(field.walls(who(name)?).map(|it| it.to_string())),
        ["water"] => squares(field.water.squares().collect()),
        ["fire"] => squares(field.fire.squares().collect()),
        ["monolith"] => field.monolith.map_or_else(|| "off".to_owned(), |it| it.to_string()),
        ["home", name] => game.home_of(who(name)?).row().to_owned(),
        ["order"] => match game.order {
            None => "none".to_owned(),
            Some(Binding::Wanderlust) => "wanderlust".to_owned(),
            Some(Binding::Fate(at)) => format!("fate {at}"),
        },
        ["planet", name] => game.planets.0.get(who(name)?).word().to_owned(),
        ["not", name] => list(game.ruled_out.get(who(name)?).iter().map(|it| it.word())),
        ["revived", name] => game.deeds.get(who(name)?).revived.to_string(),
        ["felled", name] => game.deeds.get(who(name)?).felled.to_string(),
        ["quiet"] => format!("{} {}", game.quiet.first, game.quiet.second),
        [at] => on_square(field, at.parse().map_err(|_| FORMS.no_part(part))?),
        _ => return Err(FORMS.no_part(part)),
    })
}

fn on_square(field: &Field, at: AlienSquare) -> String {
    let Some(stack) = field.stack(at) else {
        let what = [
            (field.water.contains(at), "water"),
            (field.fire.contains(at), "fire"),
            (field.covered(at), "monolith"),
        ];
        return what.iter().find(|it| it.0).map_or("empty", |it| it.1).to_owned();
    };
    let mut out = format!("{} {}", side(stack.seat).to_lowercase(), stack.name());
    let mut count = |count: u16, what: &str| match count {
        0 => {}
        1 => out.push_str(&format!(" {what}")),
        _ => out.push_str(&format!(" {count} {what}s")),
    };
    count(stack.rings, "ring");
    count(stack.snookles, "snookle");
    count(stack.hippo.into(), "hippo");
    out
}

fn list<S: Into<String>>(words: impl Iterator<Item = S>) -> String {
    let words: Vec<String> = words.map(Into::into).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}

fn named_cards(line: &str, words: &[&str]) -> Result<Vec<Card>, Refusal> {
    let card =
        |word: &&str| Card::named(word).ok_or_else(|| FORMS.fault(line, "that isn't a card"));
    words.iter().map(card).collect()
}

fn number(line: &str, word: &str) -> Result<u32, Refusal> {
    word.parse().map_err(|_| FORMS.fault(line, "a number is missing"))
}

fn seat(line: &str, name: &str) -> Result<Seat, Refusal> {
    let named = Seat::BOTH.into_iter().find(|seat| side(*seat).eq_ignore_ascii_case(name));
    named.ok_or_else(|| FORMS.fault(line, "the sides are black and white"))
}
