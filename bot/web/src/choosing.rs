//! How the choices of a position are made on its board: the squares to tap for each, the coins to aim, and the buttons for the rest.
use engine::{
    game::Emphasis,
    scene::{At, Cell, Item, Pick, Scene, Surface, court},
    seat::Seat,
    table::{BoardChoice, Table},
};
use render::{CourtPlan, Squares};
use serde_json::{Value, json};

/// The most buttons for what isn't chosen on the board.
pub(super) const BUTTONS: usize = 6;
/// From this many choices on, they are sent without labels, so that the page stays small.
const MANY: usize = 250;

/// The choices of a seat, sorted by how they are made.
pub(super) struct SortedChoices {
    /// Those made by tapping squares.
    pub(super) tapped: Vec<TappedChoice>,
    /// Those made by buttons.
    pub(super) plain: Vec<BoardChoice>,
    /// The coins that may be flicked.
    pub(super) coins: Vec<AimedCoin>,
    /// What tapped choices begin with, if several may be meant by a square.
    pub(super) groups: Vec<ChoiceGroup>,
}

/// A choice made on the board.
pub(super) struct TappedChoice {
    choice: BoardChoice,
    /// The squares to tap, in one or several ways.
    ways: Vec<Vec<String>>,
    /// The index of its group.
    group: Option<usize>,
}

/// Choices with the same first words.
pub(super) struct ChoiceGroup {
    begins: String,
    pub(super) label: String,
    pub(super) explains: String,
    /// What is asked once it is chosen.
    pub(super) asks: String,
}

/// A coin to aim, and what is typed before the aim.
pub(super) struct AimedCoin {
    pub(super) name: String,
    pub(super) says: String,
    /// The middle of the coin in the picture.
    pub(super) at: (i32, i32),
}

impl SortedChoices {
    /// Sorts the choices that a seat has.
    pub(super) fn of(scene: &Scene, table: &dyn Table, seat: Seat) -> SortedChoices {
        let squares = Squares::of(scene);
        let names = squares.as_ref().map_or(&[][..], |squares| &squares.names[..]);
        let plan = CourtPlan::of(scene);
        let mut out = SortedChoices {
            tapped: Vec::new(),
            plain: Vec::new(),
            coins: Vec::new(),
            groups: Vec::new(),
        };
        let mut begins: Vec<(String, usize)> = Vec::new();
        let mut heads = Vec::new();
        for choice in table.board_choices(seat) {
            if let Some(coin) = aimed(scene, &choice) {
                if out.coins.iter().all(|it| it.says != coin.says) {
                    out.coins.push(coin);
                }
                continue;
            }
            let ways = ways(scene, (names, plan.as_ref()), &choice);
            if ways.is_empty() {
                out.plain.push(choice);
                continue;
            }
            let head = head_of(&choice.words, names);
            match begins.iter_mut().find(|it| it.0 == head) {
                Some((_, count)) => *count += 1,
                None => begins.push((head.clone(), 1)),
            }
            heads.push(head);
            out.tapped.push(TappedChoice { choice, ways, group: None });
        }
        // A single choice needs no button beside its square.
        let grouped = begins.iter().filter(|(head, count)| !head.is_empty() && 1 < *count);
        let grouped: Vec<&String> = grouped.map(|it| &it.0).collect();
        if 1 < begins.len() || !out.plain.is_empty() || !out.coins.is_empty() {
            for (tapped, head) in out.tapped.iter_mut().zip(&heads) {
                tapped.group = grouped.iter().position(|it| *it == head);
            }
            for begins in grouped {
                let group = table.group(seat, begins);
                let label = group.says.trim_end_matches('…').trim_end().to_owned();
                let (begins, explains) = (format!("{begins} "), group.explains);
                out.groups.push(ChoiceGroup { begins, label, explains, asks: group.asks });
            }
        }
        // What its squares don't tell from another choice has a button, too, unless that of its group leads to it.
        let shared = |one: &TappedChoice| {
            let meets = |other: &&TappedChoice| other.ways.iter().any(|way| one.ways.contains(way));
            1 < out.tapped.iter().filter(meets).count()
        };
        let hidden = |tapped: &TappedChoice, head: &str| {
            tapped.group.is_none() && !head.is_empty() && shared(tapped)
        };
        let named = out.tapped.iter().zip(&heads).filter(|(tapped, head)| hidden(tapped, head));
        let named: Vec<BoardChoice> = named.map(|(tapped, _)| tapped.choice.clone()).collect();
        out.plain.extend(named);
        out
    }

    /// Returns the group that a choice declines, once it was opened: a card's whose effect nobody needs.
    pub(super) fn declined_by(&self, choice: &BoardChoice) -> Option<usize> {
        let declines = choice.label.emphasis.is_behind();
        self.groups.iter().position(|group| declines && choice.words.starts_with(&group.begins))
    }

    /// Returns the choice that ends a turn, although other pieces could still be moved.
    pub(super) fn ends(&self) -> Option<&BoardChoice> {
        self.plain.iter().find(|it| it.label.emphasis == Emphasis::Ends)
    }

    /// Tells whether there is anything to choose.
    pub(super) fn is_empty(&self) -> bool {
        self.tapped.is_empty() && self.plain.is_empty() && self.coins.is_empty()
    }

    /// Returns what the script needs: each choice with its words, label, result, squares and group, and the coins.
    pub(super) fn as_json(&self) -> Value {
        let few = self.tapped.len() < MANY;
        let tapped = self.tapped.iter().map(|TappedChoice { choice, ways, group }| {
            let ways: Vec<String> = ways.iter().map(|it| it.join(" ")).collect();
            let label = if few { choice.label.says.as_str() } else { "" };
            let explains = if few { choice.label.explains.as_str() } else { "" };
            let loses = choice.pick.iter().flat_map(|pick| &pick.loses);
            let loses: Vec<String> = loses.map(ToString::to_string).collect();
            json!([choice.words, label, explains, ways.join("|"), group, loses])
        });
        let coins = self.coins.iter();
        let coins =
            coins.map(|coin| json!({ "name": coin.name, "says": coin.says, "at": coin.at }));
        json!({ "choices": tapped.collect::<Value>(), "coins": coins.collect::<Value>() })
    }
}

/// Says what stands on each square that has a name and isn't empty.
pub(super) fn standing(scene: &Scene) -> Value {
    let mut out = serde_json::Map::new();
    for cell in cells(scene) {
        let says = scene.standing(cell);
        if !says.is_empty() {
            out.insert(name_of(scene, cell), Value::String(says));
        }
    }
    Value::Object(out)
}

/// Lists the coins on a court, for walking over it with the keyboard.
pub(super) fn lying(scene: &Scene) -> Value {
    let (Some(plan), Surface::Court(court)) = (CourtPlan::of(scene), &scene.board) else {
        return Value::Null;
    };
    let coins = scene.items.iter().filter_map(|item| match item {
        Item::Court(court::CourtThing::Coin { coin, at }) => {
            let (x, y) = plan.pixel(*at);
            Some(json!({ "name": coin.name(court), "at": [x, y] }))
        }
        _ => None,
    });
    json!({ "wide": plan.coin(), "lying": coins.collect::<Value>() })
}

fn cells(scene: &Scene) -> Vec<Cell> {
    let (columns, rows) = match &scene.board {
        Surface::Squares(grid) => (grid.columns, grid.rows),
        Surface::Pitch(pitch) => (pitch.turf.files + 2, pitch.turf.ranks + 2),
        Surface::Court(_) => (0, 0),
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { column, row })).collect()
}

fn name_of(scene: &Scene, at: Cell) -> String {
    match &scene.board {
        Surface::Pitch(pitch) => pitch.turf.name(at),
        Surface::Squares(_) | Surface::Court(_) => at.to_string(),
    }
}

/// Finds the squares to tap for a choice: those it names, and with the piece it moves before them. A place on a court is named by its pixel.
fn ways(
    scene: &Scene,
    (names, plan): (&[String], Option<&CourtPlan>),
    choice: &BoardChoice,
) -> Vec<Vec<String>> {
    let named = |at: &At| match at {
        At::Cell(cell) => Some(name_of(scene, *cell)).filter(|name| names.contains(name)),
        At::Spot(spot) => plan.map(|plan| {
            let (x, y) = plan.pixel(*spot);
            format!("{x},{y}")
        }),
    };
    let said = squares_in(&choice.words, names);
    let Pick { from, through, to, captures: _, takes: _, loses: _ } =
        choice.pick.clone().unwrap_or_default();
    let from = from.as_ref().and_then(named);
    // The squares where a piece lands on its way may be tapped, too.
    let through = through.into_iter().map(At::Cell);
    let to: Vec<String> = through.chain(to).filter_map(|at| named(&at)).collect();
    let mut ways = Vec::new();
    if !said.is_empty() {
        ways.push(said.clone());
    }
    if let Some(from) = from {
        let rest = match said.first() {
            Some(first) if *first == from => to,
            Some(_) => said,
            None => to,
        };
        let whole: Vec<String> = [from].into_iter().chain(rest).collect();
        if 1 < whole.len() && !ways.contains(&whole) {
            match ways.first_mut() {
                Some(way) if 1 < way.len() && way[0] == whole[0] => {
                    if way.len() < whole.len() && way.last() == whole.last() {
                        *way = whole;
                    }
                }
                Some(_) | None => ways.push(whole),
            }
        }
    } else if ways.is_empty() {
        // What has no words for its squares is meant by any of them.
        ways.extend(to.into_iter().map(|at| vec![at]));
    }
    ways
}

/// Lists the squares that words name, in order.
fn squares_in(words: &str, names: &[String]) -> Vec<String> {
    let parts = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    // `c3xe5` has two squares around its sign.
    let pieces = parts.flat_map(|part| match part.split_once('x') {
        Some(_) if part.contains(|letter: char| letter.is_ascii_digit()) => {
            part.split('x').collect::<Vec<_>>()
        }
        Some(_) | None => vec![part],
    });
    pieces.filter(|piece| names.iter().any(|name| name == piece)).map(str::to_owned).collect()
}

/// Returns the words before the first square; all but the last where no square is named, as on a court.
fn head_of(words: &str, names: &[String]) -> String {
    if squares_in(words, names).is_empty() {
        let alone = if names.is_empty() { "" } else { words };
        return words.rsplit_once(' ').map_or(alone, |(head, _)| head).to_owned();
    }
    let plain = |word: &&str| squares_in(word, names).is_empty();
    words.split(' ').take_while(plain).collect::<Vec<_>>().join(" ")
}

/// Returns the coin that a choice flicks, and what is typed before the aim.
fn aimed(scene: &Scene, choice: &BoardChoice) -> Option<AimedCoin> {
    let plan = CourtPlan::of(scene)?;
    let Surface::Court(court) = &scene.board else { return None };
    let pick = choice.pick.as_ref()?;
    let at = match pick.from? {
        At::Spot(spot) => spot,
        At::Cell(_) => return None,
    };
    let mut coins = scene.items.iter().rev().filter_map(|item| match item {
        Item::Court(court::CourtThing::Coin { coin, at: here }) if *here == at => {
            Some(coin.name(court))
        }
        _ => None,
    });
    let name = coins.next()?;
    let kicker = name.trim_start_matches(['S', 'N']);
    let first = choice.words.split(' ').next()?;
    let says = match name.as_str() {
        "ball" => first.to_owned(),
        _ => format!("{first} {kicker}"),
    };
    Some(AimedCoin { name, says, at: plan.pixel(at) })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::{
        chance::Dice,
        game::Status,
        games::GameId,
        seat::{BySeat, Observer, Viewer},
    };

    use model::{reply::Reply, text::Text};

    use super::*;
    use crate::html::{self, as_tapped};

    #[test]
    fn squares_are_read_out_of_words_in_order() {
        let names: Vec<String> = ["c3", "e5", "g7", "d10"].map(str::to_owned).to_vec();
        for (words, squares) in [
            ("c3xe5xg7", vec!["c3", "e5", "g7"]),
            ("card fortify c3/e5", vec!["c3", "e5"]),
            ("pass d10", vec!["d10"]),
            ("roll chess", vec![]),
        ] {
            assert_eq!(squares_in(words, &names), squares, "{words}");
        }
        assert_eq!(head_of("card fortify c3/e5", &names), "card fortify");
        assert_eq!(head_of("c3xe5", &names), "");
        assert_eq!(head_of("card monolith up", &names), "card monolith");
    }

    #[test]
    fn the_monolith_and_a_turned_board_are_chosen_on_their_squares() {
        let mut dice = Dice::thinking(1);
        let mut table = GameId::Alien.open(GameId::Alien.options("").unwrap(), &mut dice).unwrap();
        for line in [
            "clear",
            "planet white earth",
            "planet black mars",
            "monolith d4",
            "b2 white king",
            "h8 black pawn",
            "turn white",
            "up rotate monolith",
            "moved a1 b2",
        ] {
            table.arrange(line).unwrap();
        }
        let names = BySeat::new(|seat: Seat| GameId::Alien.sides()[seat.index()].to_owned());
        let scene = table.show(Observer { viewer: Viewer::Room, names: &names });
        let Status::Waiting(prompts) = table.status() else { panic!("nobody is asked") };
        let sorted = SortedChoices::of(&scene, table.as_ref(), prompts[0].seat);
        let ways = |words: &str| {
            let tapped = sorted.tapped.iter().find(|it| it.choice.words == words).unwrap();
            let group = &sorted.groups[tapped.group.unwrap()];
            assert!(
                words.starts_with(&group.begins) && group.asks.ends_with('?'),
                "{}",
                group.asks
            );
            tapped.ways.concat().join(" ")
        };
        assert_eq!(ways("card monolith up"), "d6 e6");
        assert_eq!(ways("card monolith left"), "c4 c5");
        let edges = [ways("card rotate cw"), ways("card rotate ccw")];
        assert!(
            edges.iter().all(|edge| edge.split(' ').count() == 8) && edges[0] != edges[1],
            "{edges:?}"
        );
        assert!(edges.concat().chars().all(|sign| "ah12345678 ".contains(sign)), "{edges:?}");
    }

    /// What taps send that fit no choice: the square of a piece, or a choice up to its last square with another one.
    fn wrong_taps(scene: &Scene, sorted: &SortedChoices) -> Vec<String> {
        let names = Squares::of(scene).map_or_else(Vec::new, |squares| squares.names);
        let stands = standing(scene);
        let all = || sorted.tapped.iter().flat_map(|it| &it.ways);
        let begins_none = |name: &&String| !name.is_empty() && all().all(|way| way[0] != **name);
        let others: Vec<&String> = names.iter().filter(begins_none).collect();
        let mut out: Vec<String> = others
            .iter()
            .filter(|name| stands.get(name).is_some())
            .map(|name| (*name).clone())
            .collect();
        for TappedChoice { choice, ways, .. } in &sorted.tapped {
            let [before @ .., last] = &ways[0][..] else { continue };
            let Some(at) = choice.words.rfind(last).filter(|_| !before.is_empty()) else {
                continue;
            };
            let goes_on = |name: &str| {
                all().any(|way| {
                    way.starts_with(before) && way[before.len()..].iter().any(|it| it == name)
                })
            };
            let wrong = others.iter().filter(|name| !goes_on(name));
            out.extend(wrong.map(|name| format!("{}{name}", &choice.words[..at])));
        }
        out
    }

    /// Asks for aims all over a court.
    fn aims(scene: &Scene, sorted: &SortedChoices) -> Vec<String> {
        let Surface::Court(_) = scene.board else { return Vec::new() };
        let at = |coin: &AimedCoin| {
            let coin = coin.says.split_once(' ').map_or("", |(_, coin)| coin).to_owned();
            (0..6).flat_map(move |x| {
                let coin = coin.clone();
                (0..6).map(move |y| format!("aim {coin} at {}.5 {}.5 50", 2 * x, 2 * y))
            })
        };
        sorted.coins.iter().flat_map(at).collect()
    }

    #[test]
    fn whatever_is_tapped_a_refusal_needs_no_notation() {
        const STEPS: usize = 60;
        const TAPS: usize = 12;
        let mut told = BTreeSet::new();
        for (game, seed) in
            GameId::ALL.iter().flat_map(|game| (1..4).map(move |seed| (*game, seed)))
        {
            let mut dice = Dice::thinking(seed);
            let mut table = game.open(game.options("").unwrap(), &mut dice).unwrap();
            for step in 0..STEPS {
                let Status::Waiting(prompts) = table.status() else { break };
                let seat = prompts[0].seat;
                let names = BySeat::new(|seat: Seat| game.sides()[seat.index()].to_owned());
                let scene = table.show(Observer { viewer: Viewer::Seat(seat), names: &names });
                let sorted = SortedChoices::of(&scene, table.as_ref(), seat);
                let taps = wrong_taps(&scene, &sorted);
                let some = (0..TAPS)
                    .filter_map(|nth| taps.get((nth * 7919 + step * 31) % taps.len().max(1)));
                for words in some {
                    let mut copy = game.resume(&table.save().unwrap()).unwrap();
                    if let Err(refusal) = copy.play(seat, words, &mut dice) {
                        let mut reply =
                            Reply::room(Text::from_markdown(&refusal.says)).refused(refusal.code);
                        as_tapped(&mut reply);
                        told.insert((game, html::blocks(&reply.text).into_string()));
                    }
                }
                for words in aims(&scene, &sorted) {
                    if let Some(Err(refusal)) = table.ask(seat, &words) {
                        told.insert((game, refusal.says));
                    }
                }
                let Some(words) = table.sample(seat, &mut dice) else { break };
                table.play(seat, &words, &mut dice).unwrap();
            }
        }
        let typed: Vec<_> =
            told.iter().filter(|(_, says)| says.contains('`') || says.contains("<code>")).collect();
        assert!(
            100 < told.len() && typed.is_empty(),
            "{} refusals, with notation: {typed:#?}",
            told.len()
        );
    }
}
