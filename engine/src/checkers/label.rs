//! Moves on a draughts board as controls show them: `b6 → c5`, and what each takes.
use super::{Board, BoardRules, Color, Move, Piece, PieceKind, Position, Rules, Square};
use crate::{
    game::{Group, Label, label::joined},
    quote::{counted, series},
};

/// The most landings that are written one by one.
const LANDINGS: usize = 8;
/// The most captured pieces that are named by their squares.
const NAMED: usize = 4;

impl Piece {
    /// Names its drawing.
    fn sign(self) -> String {
        let side = match self.color {
            Color::Black => "dark",
            Color::White => "light",
        };
        format!("{}-{side}", self.rank.name())
    }
}

impl Board {
    /// Returns what a control shows for a move on this board.
    pub(crate) fn label(&self, played: &Move, rules: Rules) -> Label {
        let crowned =
            self.crowns(played).then(|| format!("becomes a {}", rules.name(PieceKind::King)));
        let fall = played.falls.then(|| format!("falls through the door on {}", played.to()));
        let explains = joined([captures(played.captured.iter()), crowned, fall]);
        let sign = self.piece_at(played.from).map_or(String::new(), Piece::sign);
        Label::new(way(played.from, &played.path[..]))
            .explained(explains)
            .signed(sign)
            .weighing(u8::from(!played.captured.is_empty()))
    }

    /// Returns what a menu shows for all moves that begin so: those of a piece, such as `c3-`, or of those on a file, such as `c*`.
    /// None if no square begins like this.
    pub(crate) fn group(&self, begins: &str, rules: Rules) -> Option<Group> {
        let plain = begins.trim_end_matches('*').trim_end_matches(['-', 'x']);
        if let Some((from, _)) = plain.split_once(['-', 'x']) {
            return Some(Group::new(format!("{from} → …"), "And then?"));
        }
        let Ok(from) = plain.parse::<Square>() else {
            let file = matches!(plain.as_bytes(), [b'a'..=b'h']);
            return file.then(|| Group::new(format!("Pieces on file {plain}"), "Which piece?"));
        };
        let piece = self.piece_at(from)?;
        let what = if begins.contains('x') { " captures" } else { "" };
        let says = format!("The {} on {from}{what}", rules.name(piece.rank));
        Some(Group::new(says, "Where to?").signed(piece.sign()))
    }
}

impl Position {
    /// Returns what a menu shows for all moves that begin so, and for the menu itself, which asks for a capture where one is due.
    pub(crate) fn group(&self, begins: &str, law: &BoardRules) -> Option<Group> {
        match begins {
            "" if law.must_capture(self) => Some(Group::new("", "Which capture?")),
            "" => Some(Group::new("", "Which move?")),
            begins => self.board.group(begins, law.rules),
        }
    }
}

/// Writes a path over squares: `b6 → c5`.
pub(crate) fn way(from: impl std::fmt::Display, path: &[impl std::fmt::Display]) -> String {
    let shown = |value: &dyn std::fmt::Display| format!(" → {value}");
    let all: Vec<String> = path.iter().map(|it| shown(it)).collect();
    match &all[..] {
        [.., last] if LANDINGS < all.len() => {
            format!("{from}{} → …{last}", all[..LANDINGS - 2].concat())
        }
        all => format!("{from}{}", all.concat()),
    }
}

/// Says what is captured: `captures d4 and f4`.
pub(crate) fn captures(taken: impl Iterator<Item = impl std::fmt::Display>) -> Option<String> {
    let all: Vec<String> = taken.map(|it| it.to_string()).collect();
    match all.len() {
        0 => None,
        count if NAMED < count => {
            Some(format!("captures {} pieces", counted(u32::try_from(count).unwrap_or(u32::MAX))))
        }
        _ => Some(format!("captures {}", series(&all))),
    }
}
