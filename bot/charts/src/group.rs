//! The table of a group that plays all against all: points, tie-breaks, and who is promoted or relegated.
use serde::{Deserialize, Serialize};

/// A group's table. The picture and its alt text come from the same value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupTable {
    pub title: String,
    /// The best first.
    pub rows: Vec<GroupRow>,
    /// How many at the top are promoted to a better group, and how many at the bottom are relegated.
    #[serde(default)]
    pub up: usize,
    #[serde(default)]
    pub down: usize,
    /// The tie-break between equal points, as the heading of its column, such as `wins`; empty if there is none.
    #[serde(default)]
    pub tie: String,
    /// Short lines below the table, such as `Round 3 of 7.`.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// One person in a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRow {
    /// From 1; people with equal results share a place.
    pub place: u32,
    pub name: String,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The points as text, such as `7` or `7½`.
    pub points: String,
    /// This person's value of the tie-break.
    #[serde(default)]
    pub tie: String,
    /// How many places the person has gone up since the last round, negative for down; none for someone new.
    #[serde(default)]
    pub moved: Option<i32>,
    /// Points a match without luck; none where too few matches were looked at.
    #[serde(default)]
    pub skill: Option<SkillShare>,
}

/// Points a match without luck, in percent, with their 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillShare {
    pub percent: i32,
    pub give: i32,
}

impl std::fmt::Display for SkillShare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}% ± {}", self.percent, self.give)
    }
}

impl GroupRow {
    /// Counts the matches that have ended.
    pub fn played(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }
}

impl GroupTable {
    /// Tells whether the row at an index is promoted.
    pub fn goes_up(&self, nth: usize) -> bool {
        nth < self.up.min(self.rows.len())
    }

    /// Tells whether the row at an index is relegated; no row is both.
    pub fn goes_down(&self, nth: usize) -> bool {
        !self.goes_up(nth) && self.rows.len() <= nth.saturating_add(self.down)
    }

    pub(super) fn words(&self) -> String {
        let GroupTable { title, rows, up: _, down: _, tie, notes } = self;
        let mut out = vec![format!("{title}.")];
        if rows.is_empty() {
            out.push("Nobody yet.".to_owned());
        }
        let row = |(nth, row): (usize, &GroupRow)| {
            let GroupRow { place, name, won, drawn, lost, points, tie: has, moved, skill } = row;
            let unit = if points == "1" { "point" } else { "points" };
            let mut says =
                format!("{place}. {name}, {points} {unit}: {won} won, {drawn} drawn, {lost} lost");
            if !tie.is_empty() && !has.is_empty() {
                says += &format!(", {tie} {has}");
            }
            if let Some(skill) = skill {
                says += &format!(", skill {skill}");
            }
            let places = moved.unwrap_or(0).unsigned_abs();
            let plural = if places == 1 { "" } else { "s" };
            match moved {
                Some(1..) => says += &format!(", up {places} place{plural}"),
                Some(..=-1) => says += &format!(", down {places} place{plural}"),
                Some(0) => {}
                None => says += ", new",
            }
            if self.goes_up(nth) {
                says += ", goes up";
            } else if self.goes_down(nth) {
                says += ", goes down";
            }
            says
        };
        let rows: Vec<String> = rows.iter().enumerate().map(row).collect();
        if !rows.is_empty() {
            out.push(format!("{}.", rows.join("; ")));
        }
        out.extend(notes.iter().cloned());
        out.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(place: u32, name: &str, points: &str, moved: Option<i32>) -> GroupRow {
        let (name, points, tie) = (name.to_owned(), points.to_owned(), "2".to_owned());
        let skill = (place == 2).then_some(SkillShare { percent: 48, give: 20 });
        GroupRow { place, name, won: 2, drawn: 1, lost: 0, points, tie, moved, skill }
    }

    #[test]
    fn a_group_is_said_whole() {
        let rows = vec![
            row(1, "Ann", "7½", Some(2)),
            row(2, "Bob", "5", Some(-1)),
            row(3, "Cid", "5", Some(0)),
            row(4, "Dan", "1", None),
        ];
        let notes = vec!["Round 3 of 7.".to_owned()];
        let (title, tie) = ("Friends".to_owned(), "wins".to_owned());
        let group = GroupTable { title, rows, up: 1, down: 1, tie, notes };
        assert_eq!(
            group.words(),
            "Friends. 1. Ann, 7½ points: 2 won, 1 drawn, 0 lost, wins 2, up 2 places, goes up; 2. Bob, 5 points: 2 won, 1 drawn, 0 lost, \
             wins 2, skill 48% ± 20, down 1 place; 3. Cid, 5 points: 2 won, 1 drawn, 0 lost, wins 2; 4. Dan, 1 point: 2 won, 1 drawn, 0 lost, wins 2, \
             new, goes down. Round 3 of 7."
        );
        let empty = GroupTable { title: "Friends".to_owned(), ..GroupTable::default() };
        assert_eq!(empty.words(), "Friends. Nobody yet.");
    }

    #[test]
    fn nobody_goes_up_and_down_in_a_short_table() {
        let rows = vec![row(1, "Ann", "3", None), row(2, "Bob", "0", None)];
        let group = GroupTable { rows, up: 2, down: 2, ..GroupTable::default() };
        assert!(group.goes_up(0) && group.goes_up(1));
        assert!(!group.goes_down(0) && !group.goes_down(1));
    }
}
