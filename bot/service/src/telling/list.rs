//! The list of a player's choices, told a few at a time: first what matters most, many squares by rank.
use std::cmp::Reverse;

use engine::{game::Emphasis, seat::Seat};
use model::{reply::Choice, span, text::Text};
use store::TEXT;

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        memory::{List, MenuLine},
    },
    matches,
    telling::{
        self,
        controls::{self, Sends},
        menu::{LINES, MenuNode, MenuTree, range},
    },
};

/// How many choices are told at once.
pub(crate) const TOLD: usize = 9;

/// A page of a list has no more characters than this, unless one choice does: a chat may cut what is longer.
const LONGEST: usize = 800;

/// The choices of a list, in the order of their numbers.
pub(crate) struct ChoiceList {
    pub lines: Vec<MenuLine>,
    /// What each line says.
    pub says: Vec<Choice>,
}

impl ChoiceList {
    /// Lists the choices of a node of their tree. Choices that are `hidden` keep their order, which tells nothing.
    pub(crate) fn new(
        loaded: &LoadedMatch,
        seat: Seat,
        tree: &MenuTree<'_>,
        node: &MenuNode<'_>,
        hidden: bool,
    ) -> ChoiceList {
        let lines = match (hidden, node.words()) {
            (_, words) if words.len() <= TOLD => leaves(words),
            (true, words) if words.len() <= LINES => leaves(words),
            (true, _) => node.branches(),
            (false, _) => weighed(loaded, seat, node),
        };
        let mut says = controls::choices(loaded, seat, &lines);
        let mut list = ChoiceList { lines: Vec::new(), says: Vec::new() };
        let mut from = 0;
        while let Some(line) = lines.get(from) {
            let ranks = ranks(tree, &lines[from..]);
            if ranks.is_empty() {
                list.lines.push(line.clone());
                list.says.push(std::mem::take(&mut says[from]));
                from += 1;
            }
            for rank in ranks {
                from += rank.squares.len();
                list.says.push(rank.choice(loaded, seat));
                list.lines.push(rank.line());
            }
        }
        list
    }

    /// Writes the lines that are told from one on, and how to hear more; tells behind which line they end.
    pub(crate) fn told(&self, from: usize) -> (Vec<Text>, usize) {
        let (all, end) = (self.says.len(), from + self.page(from));
        let numbered = self.says.iter().enumerate().take(end).skip(from);
        let lines = numbered.map(|(nth, says)| span![format!("{}. ", nth + 1), says.in_words()]);
        (
            lines.chain((end < all).then(|| telling::words::more_of_list(end + 1, all))).collect(),
            end,
        )
    }

    /// Returns how many lines are told together with this one.
    fn page(&self, from: usize) -> usize {
        let mut long = 0;
        let fits = |choice: &&Choice| {
            long += choice.in_words().bare().chars().count();
            long <= LONGEST
        };
        self.says[from..].iter().take(TOLD).take_while(fits).count().max(1)
    }
}

/// Lists below a board in the local room what a player can do who has boards in words and goes by numbers: other chats have menus or number
/// the choices themselves.
pub(crate) fn below_board(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Option<ChoiceList>, RequestError> {
    let (of, room) = (loaded.row.id, loaded.row.room);
    let reader = (room, *loaded.row.seats.get(seat));
    let goes_by_numbers = cx.memory.lists.get(&reader).is_some_and(|list| list.of == of);
    if !goes_by_numbers
        || !loaded.people.get(seat).settings.get(&TEXT)
        || loaded.is_of_room(seat)
        || !matches::find::chat_in(cx, room)?.is_local()
    {
        return Ok(None);
    }
    let listed = controls::offered(loaded, seat).listed;
    let tree = MenuTree::new(&listed);
    let list = ChoiceList::new(loaded, seat, &tree, &tree.root(), false);
    let (lines, told) = (list.lines.clone(), list.page(0));
    let shown = List { of, at: loaded.step_key(), begins: String::new(), lines, told };
    cx.memory.lists.insert(reader, shown);
    Ok(Some(list))
}

fn leaves(words: &[&str]) -> Vec<MenuLine> {
    words.iter().map(|words| MenuLine::Words((*words).to_owned())).collect()
}

/// Puts what matters before the rest, and groups what is too much of either.
fn weighed(loaded: &LoadedMatch, seat: Seat, node: &MenuNode<'_>) -> Vec<MenuLine> {
    let words = node.words();
    let weights = loaded.table.labels(seat, words).into_iter().map(|label| {
        let usual = u8::from(label.emphasis == Emphasis::Main);
        label.weight.max(usual)
    });
    let mut weighed: Vec<(u8, &str)> = weights.zip(words.iter().copied()).collect();
    weighed.sort_by_key(|it| Reverse(it.0));
    let (first, rest): (Vec<_>, Vec<_>) = weighed.into_iter().partition(|it| 0 < it.0);
    let [mut first, rest] = [(first, TOLD), (rest, LINES)].map(|(part, most)| {
        let words: Vec<String> = part.into_iter().map(|it| it.1.to_owned()).collect();
        MenuTree::with_lines(&words, most).root().branches()
    });
    // A range counts in the whole list.
    let ranges = |lines: &[MenuLine]| {
        lines.iter().any(|line| matches!(line, MenuLine::More { ends: Some(_), .. }))
    };
    match (ranges(&first), ranges(&rest)) {
        (true, _) => return node.branches(),
        (false, true) => first.extend(node.branches()),
        (false, false) => first.extend(rest),
    }
    first
}

/// Choices that differ in their square alone, of one rank.
struct RankOfChoices {
    /// What they all begin with.
    base: String,
    rank: u8,
    squares: Vec<String>,
    /// The number of the first of them among all that begin so.
    first: usize,
}

impl RankOfChoices {
    fn line(&self) -> MenuLine {
        let RankOfChoices { base, squares, first, .. } = self;
        match &squares[..] {
            [one] => MenuLine::Words(format!("{base} {one}")),
            squares => {
                let begins = range(base, *first, first + squares.len() - 1);
                MenuLine::More { begins, ends: None, count: squares.len() }
            }
        }
    }

    fn choice(&self, loaded: &LoadedMatch, seat: Seat) -> Choice {
        let RankOfChoices { base, rank, squares, .. } = self;
        let what = loaded.table.group(seat, base).says;
        let line =
            controls::sent(loaded.table.as_ref(), seat, &self.line(), Sends::Match(loaded.row.id));
        Choice::new(telling::words::squares_of_rank(&what, *rank, squares), line)
    }
}

/// Divides the first of these lines by rank, if they are squares for the same act and too many to be told at once.
fn ranks(tree: &MenuTree<'_>, lines: &[MenuLine]) -> Vec<RankOfChoices> {
    let split = |line: &MenuLine| match line {
        MenuLine::Words(words) => {
            let (base, square) = words.rsplit_once(' ')?;
            let rank = square.strip_prefix(|it: char| it.is_ascii_alphabetic())?.parse().ok()?;
            Some((base.to_owned(), square.to_owned(), rank))
        }
        MenuLine::More { .. } => None,
    };
    let Some((base, ..)) = lines.first().and_then(split) else { return Vec::new() };
    let run = lines.iter().map_while(split).take_while(|it| it.0 == base);
    let mut ranks: Vec<RankOfChoices> = Vec::new();
    let mut count = 0;
    for (base, square, rank) in run {
        count += 1;
        match ranks.last_mut() {
            Some(last) if last.rank == rank => last.squares.push(square),
            _ => ranks.push(RankOfChoices { base, rank, squares: vec![square], first: count }),
        }
    }
    let in_order = ranks.is_sorted_by(|one, next| one.rank < next.rank)
        || ranks.is_sorted_by(|one, next| next.rank < one.rank);
    let whole = tree.open(&base).words().len() == count;
    if TOLD < count && 1 < ranks.len() && in_order && whole { ranks } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(squares: &[&str]) -> Vec<(u8, usize, MenuLine)> {
        let words: Vec<String> =
            squares.iter().map(|square| format!("card flood {square}")).collect();
        let tree = MenuTree::new(&words);
        let lines: Vec<MenuLine> = words.iter().cloned().map(MenuLine::Words).collect();
        ranks(&tree, &lines)
            .iter()
            .map(|rank| (rank.rank, rank.squares.len(), rank.line()))
            .collect()
    }

    #[test]
    fn many_squares_for_one_act_are_told_by_rank() {
        let squares = ["a1", "c1", "e1", "b2", "d2", "f2", "h2", "a3", "c3", "d10"];
        let more =
            |begins: &str, count| MenuLine::More { begins: begins.into(), ends: None, count };
        let ranks = divided(&squares);
        assert_eq!(
            ranks,
            [
                (1, 3, more("card flood 1..3", 3)),
                (2, 4, more("card flood 4..7", 4)),
                (3, 2, more("card flood 8..9", 2)),
                (10, 1, MenuLine::Words("card flood d10".to_owned())),
            ]
        );
        let words: Vec<String> =
            squares.iter().map(|square| format!("card flood {square}")).collect();
        let tree = MenuTree::new(&words);
        assert_eq!(tree.open("card flood 4..7").words(), &words[3..7]);
        let mixed = ["a1", "b2", "c1", "d2", "e1", "f2", "g1", "h2", "a3", "c3"];
        for few_or_mixed in [&squares[..9], &mixed[..], &["x"; 10]] {
            assert_eq!(divided(few_or_mixed), []);
        }
    }
}
