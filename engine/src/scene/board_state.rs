//! What stands where and who moves, to find out whether two matches have the same position. How it
//! came about, dice, clocks and counters are left out.
use super::{
    Item, Scene, Surface,
    court::{CourtSpot, CourtThing},
};
use crate::seat::Seat;

/// A position, the same for all that only turn it round with the sides exchanged, or show it in a
/// mirror where the game doesn't tell left from right. It is kept as each of these shows it, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardState(Vec<View>);

/// How many things two turns usually put somewhere else or change at most, and how many more they take.
const TWO_TURNS: [usize; 2] = [4, 4];

/// What stands where, as seen from one side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct View {
    /// Who owes a decision: the first side, the second side.
    to_move: [bool; 2],
    placed: Vec<Placed>,
}

/// A thing: what it is, whose, and in half squares where; none beside the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    kind: u8,
    seat: Option<usize>,
    at: Option<[i32; 2]>,
    /// What else counts, such as the rank.
    traits: Vec<i32>,
}

impl BoardState {
    /// Returns the position that a scene shows.
    pub fn of(scene: &Scene) -> BoardState {
        let to_move = Seat::BOTH.map(|seat| scene.sides.get(seat).to_move);
        let placed = match &scene.board {
            Surface::Pitch(pitch) => on_pitch(pitch),
            Surface::Squares(_) | Surface::Court(_) => {
                scene.items.iter().filter_map(placed).collect()
            }
        };
        let (size, mirrors) = match &scene.board {
            Surface::Squares(grid) => {
                ([grid.columns, grid.rows].map(|count| 2 * i32::from(count)), false)
            }
            Surface::Court(court) => ([court.wide, court.long], true),
            Surface::Pitch(pitch) => {
                ([pitch.turf.files, pitch.turf.ranks].map(|count| 2 * (i32::from(count) + 2)), true)
            }
        };
        let seen = View { to_move, placed };
        let mut views = vec![seen.turned(size), seen];
        if mirrors {
            let mirrored: Vec<View> = views.iter().map(|it| it.mirrored(size)).collect();
            views.extend(mirrored);
        }
        let mut views: Vec<View> = views.into_iter().map(View::sorted).collect();
        views.sort();
        BoardState(views)
    }

    /// Tells whether this may be what two turns make of an earlier position: no more differs than they
    /// usually change.
    pub fn may_follow(&self, earlier: &BoardState) -> bool {
        let [most_new, most_taken] = TWO_TURNS;
        let mut seen = self.differences(earlier);
        seen.any(|[new, gone]| new <= most_new && gone <= new + most_taken)
    }

    /// Returns where pieces of each side stand, without what they are and who is to move: what a position has in common with one of
    /// another game.
    #[must_use]
    pub fn footprint(&self) -> BoardState {
        let piece = |placed: &Placed| match placed {
            Placed { seat: Some(_), at: Some(_), .. } => {
                Some(Placed { kind: 0, traits: Vec::new(), ..placed.clone() })
            }
            _ => None,
        };
        let footprint = |view: &View| {
            let placed = view.placed.iter().filter_map(piece).collect();
            View { to_move: [false; 2], placed }.sorted()
        };
        let mut views: Vec<View> = self.0.iter().map(footprint).collect();
        views.sort();
        views.dedup();
        BoardState(views)
    }

    /// Counts what only this position has, and what only an earlier one has, for each way to see them.
    fn differences(&self, earlier: &BoardState) -> impl Iterator<Item = [usize; 2]> {
        let own = self.0.first().map_or(&[][..], |it| &it.placed);
        earlier.0.iter().map(move |view| {
            let shared = shared(own, &view.placed);
            [own.len() - shared, view.placed.len() - shared]
        })
    }
}

/// Counts what two sorted lists have in common.
fn shared(one: &[Placed], other: &[Placed]) -> usize {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    let mut count = 0;
    while let (Some(left), Some(right)) = (one.peek(), other.peek()) {
        let order = left.cmp(right);
        if order.is_le() {
            one.next();
        }
        if order.is_ge() {
            other.next();
        }
        count += usize::from(order.is_eq());
    }
    count
}

impl View {
    /// Turns the board round and exchanges the sides.
    fn turned(&self, [wide, long]: [i32; 2]) -> View {
        let [first, second] = self.to_move;
        let placed = self.placed.iter().map(|placed| Placed {
            seat: placed.seat.map(|seat| 1 - seat),
            at: placed.at.map(|[x, y]| [wide - x, long - y]),
            ..placed.clone()
        });
        View { to_move: [second, first], placed: placed.collect() }
    }

    fn mirrored(&self, [wide, _]: [i32; 2]) -> View {
        let placed = self
            .placed
            .iter()
            .map(|placed| Placed { at: placed.at.map(|[x, y]| [wide - x, y]), ..placed.clone() });
        View { placed: placed.collect(), ..self.clone() }
    }

    fn sorted(mut self) -> View {
        self.placed.sort();
        self
    }
}

/// Returns the middle of a square, or of a block of so many squares.
fn middle(at: super::Cell, wide: i32) -> [i32; 2] {
    [at.column, at.row].map(|n| 2 * i32::from(n) + wide)
}

fn placed(item: &Item) -> Option<Placed> {
    let thing = |kind, seat: Option<Seat>, at, traits: &[i32]| {
        let (seat, traits) = (seat.map(Seat::index), traits.to_vec());
        Some(Placed { kind, seat, at: Some(at), traits })
    };
    match item {
        Item::Hatch { at, open, .. } => thing(0, None, middle(*at, 1), &[i32::from(*open)]),
        Item::Piece { at, seat, rank } => thing(1, Some(*seat), middle(*at, 1), &[*rank as i32]),
        Item::Fighter(fighter) => {
            let mut traits =
                vec![fighter.rank as i32, fighter.arms as i32, i32::from(fighter.protect)];
            traits.push(fighter.wound.map_or(-1, |it| it as i32));
            traits.extend(fighter.armour.map(i32::from));
            thing(2, Some(fighter.seat), middle(fighter.at, 1), &traits)
        }
        Item::Stack { at, seat, height, rings, snookles, hippo, waits: _ } => {
            let carried = [*rings, *snookles].map(|count| i32::try_from(count).unwrap_or(i32::MAX));
            let traits = [i32::from(*height), carried[0], carried[1], i32::from(*hippo)];
            thing(3, Some(*seat), middle(*at, 1), &traits)
        }
        Item::Wall { between: [one, other], seat, fresh: _ } => {
            let ([x, y], [to_x, to_y]) = (middle(*one, 1), middle(*other, 1));
            thing(4, Some(*seat), [(x + to_x) / 2, (y + to_y) / 2], &[])
        }
        Item::Block { at } => thing(5, None, middle(*at, 2), &[]),
        Item::Patch { at, patch } => thing(6, None, middle(*at, 1), &[*patch as i32]),
        Item::Court(CourtThing::Coin { coin, at: CourtSpot { x, y } }) => {
            thing(7, coin.of.map(|it| it.0), [*x, *y], &[])
        }
        Item::Court(CourtThing::Off { coin, why }) => {
            let seat = coin.of.map(|it| it.0.index());
            Some(Placed { kind: 8, seat, at: None, traits: vec![*why as i32] })
        }
        // What happened, what may be chosen, and what is the same all the time.
        Item::Path { .. }
        | Item::Arrow { .. }
        | Item::Lost { .. }
        | Item::Mark { .. }
        | Item::Clash { .. }
        | Item::Toppled { .. }
        | Item::Home { .. }
        | Item::Bound { .. }
        | Item::Fresh { .. }
        | Item::Highlight { .. }
        | Item::Banner(_)
        | Item::Court(
            CourtThing::Track { .. } | CourtThing::Jolt { .. } | CourtThing::Line { .. },
        ) => None,
    }
}

fn on_pitch(pitch: &super::pitch::Pitch) -> Vec<Placed> {
    let players = pitch.players.iter().map(|player| Placed {
        kind: 9,
        seat: Some(player.seat.index()),
        at: Some(middle(player.at, 1)),
        traits: vec![i32::from(player.goalie), i32::from(player.ball)],
    });
    let loose = pitch.loose.map(|cell| Placed {
        kind: 10,
        seat: None,
        at: Some(middle(cell, 1)),
        traits: Vec::new(),
    });
    players.chain(loose).collect()
}
