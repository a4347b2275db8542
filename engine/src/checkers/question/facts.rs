//! What stands where, and how many there are.
use super::{AskedBoard, Checkers, words};
use crate::{
    question::Thing,
    scene::{Cell, Count},
    seat::Seat,
};

impl<G: Checkers> AskedBoard<'_, G> {
    /// Says what stands on the named squares, or where the pieces of a kind stand.
    pub(super) fn stands(&self) -> Option<Vec<String>> {
        let named: Vec<Cell> = self.by.iter().chain(&self.at).copied().collect();
        if named.is_empty() {
            let kind = self.kind_asked();
            let side = self.side_named().or(self.question.asker.filter(|_| kind.is_some()))?;
            let mut kinds: Vec<&str> = kind
                .map_or_else(|| self.kinds(side).iter().map(|it| it.0).collect(), |one| vec![one]);
            if kinds.is_empty() {
                kinds.push("piece");
            }
            let each = kinds.into_iter().map(|kind| {
                let own =
                    self.pieces().filter(|piece| piece.1 == side && self.kind(piece.0) == kind);
                let mut squares: Vec<Cell> = own.map(|it| it.0).collect();
                squares.sort_by_key(|at| (std::cmp::Reverse(at.row), at.column));
                words::stand_on(&self.who(side), &self.whose(side), kind, &squares)
            });
            return Some(each.collect());
        }
        let mut says = Vec::new();
        for at in named {
            says.push(words::on(at, &self.scene.standing(at)));
        }
        Some(says)
    }

    /// Says how many pieces a side has or has lost, of the kind that is named.
    pub(super) fn count(&self) -> Option<Vec<String>> {
        let is_other =
            |thing: &Thing| matches!(thing, Thing::Kind(kind) if !PIECES.contains(&kind.as_str()));
        let of_time = self.question.has(&["turn", "turns", "play", "plays", "long"]);
        if of_time || self.question.by.iter().chain(&self.question.to).any(is_other) {
            return None;
        }
        let sides = match self.side_named() {
            Some(side) => vec![side],
            None => Seat::BOTH.to_vec(),
        };
        let lost = ["lost", "lose", "taken", "captured", "fallen", "fell", "gone", "dead"];
        let says = sides.into_iter().map(|side| {
            if self.question.has(&lost) {
                self.lost(side)
            } else {
                words::has(&self.who(side), self.kind_asked(), &self.kinds(side))
            }
        });
        let mut says: Vec<String> = says.collect();
        if self.side_named().is_none() && !self.question.has(&lost) {
            says.push(self.compared());
        }
        Some(says)
    }

    /// Counts the pieces of a side by their kinds.
    fn kinds(&self, side: Seat) -> Vec<(&'static str, u32)> {
        let mut kinds: Vec<(&str, u32)> = Vec::new();
        for (at, _) in self.pieces().filter(|it| it.1 == side) {
            let kind = self.kind(at);
            match kinds.iter_mut().find(|it| it.0 == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        }
        kinds
    }

    /// Says how far a side is from winning, and who has more pieces.
    pub(super) fn progress(&self) -> Vec<String> {
        let mut says = self.game.goal(self.side(), self.to);
        says.push(self.compared());
        says
    }

    /// Says who has more pieces.
    fn compared(&self) -> String {
        let [left, others] = Seat::BOTH.map(|side| self.pieces().filter(|it| it.1 == side).count());
        let more = if left < others { Seat::Second } else { Seat::First };
        words::compared(&self.who(more), left.abs_diff(others))
    }

    /// Says how many pieces a side has lost: those that the other side captured, and those that fell.
    fn lost(&self, side: Seat) -> String {
        let tally = |seat: Seat, what: Count| {
            let tallies = &self.scene.sides.get(seat).tallies;
            tallies.iter().find(|it| it.what == what).map_or(0, |it| it.count)
        };
        words::has_lost(
            &self.who(side),
            tally(side.other(), Count::Captured),
            tally(side, Count::Fallen),
        )
    }

    /// Names a side in a sentence.
    pub(super) fn who(&self, side: Seat) -> String {
        if Some(side) == self.question.asker {
            words::YOU.to_owned()
        } else {
            self.to.name(side).to_owned()
        }
    }

    /// Says whose something is.
    pub(super) fn whose(&self, side: Seat) -> String {
        if Some(side) == self.question.asker {
            "your".to_owned()
        } else {
            format!("{}'s", self.to.name(side))
        }
    }

    /// Names the piece on a square: `your man on b6`.
    pub(super) fn piece(&self, at: Cell) -> String {
        match self.owner(at) {
            Some(side) => format!("{} {} on {at}", self.whose(side), self.kind(at)),
            None => at.to_string(),
        }
    }
}

/// The words for pieces.
const PIECES: [&str; 7] = ["man", "king", "pawn", "emperor", "piece", "fighter", "checker"];
