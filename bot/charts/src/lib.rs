//! Charts about people: rankings, rating curves, tables of a group, cards of results. The picture and its alt text come from the same value.
mod group;
mod results;

use serde::{Deserialize, Serialize};

pub use self::{
    group::{GroupRow, GroupTable, SkillShare},
    results::ResultsCard,
};

/// A table or a curve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chart {
    Ranking(Ranking),
    Curve(Curve),
    Profile(Profile),
    #[serde(rename = "review")]
    Chances(ChancesChart),
    #[serde(rename = "league")]
    Group(GroupTable),
    #[serde(rename = "recap")]
    Results(ResultsCard),
}

/// A person's ratings in each game, and some lines about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub name: String,
    /// A row for each game, with the game in place of the name.
    pub games: Vec<Row>,
    /// Short lines below, such as `Member since May 2026`.
    pub notes: Vec<String>,
    /// The course of the rating, below all that.
    #[serde(default)]
    pub curve: Option<Curve>,
}

/// The course of a match: after each step, how likely each side was to win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChancesChart {
    pub title: String,
    /// The names of the two sides, first the one whose chances count upwards.
    pub sides: [String; 2],
    /// Whether the first side has the light pieces.
    #[serde(default)]
    pub first_is_light: bool,
    /// The first side's chance at the opening and after each step, in percent.
    pub chances: Vec<u8>,
    /// The steps that changed much, with a few words each, in order.
    pub marks: Vec<(u32, String)>,
}

/// A ranking in sections, the first of which is the ranking itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranking {
    pub title: String,
    pub parts: Vec<Part>,
    /// Whether the first three stand on a podium.
    #[serde(default)]
    pub podium: bool,
    /// What is left out, such as `And 20 more.`; empty if everything is shown.
    #[serde(default)]
    pub more: String,
}

/// People under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Empty for the ranking itself.
    pub title: String,
    pub rows: Vec<Row>,
}

/// A person and their results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Counts from 1; none for an unranked person.
    #[serde(default)]
    pub place: Option<u32>,
    pub name: String,
    pub rating: Estimate,
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
    /// Wins in a row when positive, losses in a row when negative.
    pub streak: i32,
    /// Points a match without luck; none where too few matches were looked at.
    #[serde(default)]
    pub skill: Option<SkillShare>,
}

/// A rating with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    pub rating: i32,
    pub give: i32,
}

/// The course of a rating, match by match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve {
    pub title: String,
    /// After each match, the oldest first.
    pub points: Vec<Estimate>,
    /// The days of the first and of the last point.
    pub from: String,
    pub to: String,
}

impl Chart {
    /// Says everything the picture shows.
    pub fn words(&self) -> String {
        match self {
            Chart::Ranking(ranking) => ranking.words(),
            Chart::Curve(curve) => curve.words(),
            Chart::Profile(profile) => profile.words(),
            Chart::Chances(chances) => chances.words(),
            Chart::Group(group) => group.words(),
            Chart::Results(results) => results.words(),
        }
    }
}

impl Ranking {
    fn words(&self) -> String {
        let Ranking { title, parts, podium: _, more } = self;
        let mut out = vec![format!("{title}.")];
        for Part { title, rows } in parts.iter().filter(|it| !it.rows.is_empty()) {
            let rows: Vec<String> = rows.iter().map(Row::to_string).collect();
            let title = if title.is_empty() { String::new() } else { format!("{title}: ") };
            out.push(format!("{title}{}.", rows.join("; ")));
        }
        if parts.iter().all(|it| it.rows.is_empty()) {
            out.push("Nobody yet.".to_owned());
        }
        if !more.is_empty() {
            out.push(more.clone());
        }
        out.join(" ")
    }
}

impl Profile {
    fn words(&self) -> String {
        let Profile { name, games, notes, curve } = self;
        let games: Vec<String> = games.iter().map(Row::to_string).collect();
        let played = if games.is_empty() {
            "No match yet.".to_owned()
        } else {
            format!("{}.", games.join("; "))
        };
        let all = [format!("{name}."), played].into_iter().chain(notes.iter().cloned());
        all.chain(curve.iter().map(Curve::words)).collect::<Vec<_>>().join(" ")
    }
}

impl ChancesChart {
    fn words(&self) -> String {
        let ChancesChart { title, sides: [first, second], first_is_light: _, chances, marks } =
            self;
        let Some(last) = chances.last() else { return format!("{title}. No step yet.") };
        let best = chances.iter().max().unwrap_or(last);
        let worst = chances.iter().min().unwrap_or(last);
        let marks: String =
            marks.iter().map(|(step, says)| format!(" Step {step}: {says}.")).collect();
        let steps = match chances.len() - 1 {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        format!(
            "{title}. {steps}. Chances of {first} against {second}: {last}% at the end, {best}% at best, {worst}% at worst.{marks}"
        )
    }
}

impl Curve {
    /// Returns the lowest and the highest rating of the curve, intervals included.
    pub fn reach(&self) -> Option<(i32, i32)> {
        let low = self
            .points
            .iter()
            .map(|estimate| estimate.rating.saturating_sub(estimate.give))
            .min()?;
        let high = self
            .points
            .iter()
            .map(|estimate| estimate.rating.saturating_add(estimate.give))
            .max()?;
        Some((low, high))
    }

    fn words(&self) -> String {
        let Curve { title, points, from, to } = self;
        let ([first, ..], [.., last]) = (&points[..], &points[..]) else {
            return format!("{title}. No match yet.");
        };
        let ratings = points.iter().map(|it| it.rating);
        let (best, worst) =
            (ratings.clone().max().unwrap_or(last.rating), ratings.min().unwrap_or(last.rating));
        let count = match points.len() {
            1 => "one match".to_owned(),
            count => format!("{count} matches"),
        };
        format!(
            "{title}. {count}, {from} to {to}. First {first}, last {last}; highest {best}, lowest {worst}."
        )
    }
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ± {}", self.rating, self.give)
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.rated(), self.counts())
    }
}

impl Row {
    /// Says who it is about, and the rating.
    pub fn rated(&self) -> String {
        let Row { place, name, rating, .. } = self;
        let place = place.map_or_else(String::new, |place| format!("{place}. "));
        format!("{place}{name} {rating}")
    }

    /// Says how the matches ended, and what they show.
    pub fn counts(&self) -> String {
        let Row { won, lost, drawn, streak, skill, .. } = self;
        let streak = match streak {
            2.. => format!(", {streak} wins in a row"),
            ..=-2 => format!(", {} losses in a row", streak.unsigned_abs()),
            _ => String::new(),
        };
        let skill = skill.map_or_else(String::new, |skill| format!(", skill {skill}"));
        format!("{won} won, {lost} lost, {drawn} drawn{streak}{skill}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(place: Option<u32>, name: &str, streak: i32) -> Row {
        let rating = Estimate { rating: 1612, give: 98 };
        let skill = (streak == 3).then_some(SkillShare { percent: 62, give: 9 });
        Row { place, name: name.to_owned(), rating, won: 3, lost: 1, drawn: 0, streak, skill }
    }

    #[test]
    fn a_ranking_is_said_part_by_part() {
        let part = |title: &str, rows| Part { title: title.to_owned(), rows };
        let parts = vec![
            part("", vec![row(Some(1), "Ann", 3), row(Some(2), "Bob", -2)]),
            part("Away", vec![]),
            part("Provisional", vec![row(None, "Cid", 1)]),
        ];
        let more = "And 7 more.".to_owned();
        let podium = false;
        let ranking = Ranking { title: "Leaderboard".to_owned(), parts, podium, more };
        assert_eq!(
            Chart::Ranking(ranking).words(),
            "Leaderboard. 1. Ann 1612 ± 98, 3 won, 1 lost, 0 drawn, 3 wins in a row, skill 62% ± 9; 2. Bob 1612 ± 98, 3 won, 1 lost, 0 drawn, \
             2 losses in a row. Provisional: Cid 1612 ± 98, 3 won, 1 lost, 0 drawn. And 7 more."
        );
        let parts = vec![part("", vec![])];
        let (title, more) = ("Leaderboard".to_owned(), String::new());
        let empty = Ranking { title, parts, podium, more };
        assert_eq!(Chart::Ranking(empty).words(), "Leaderboard. Nobody yet.");
    }

    #[test]
    fn a_profile_and_a_review_are_said_whole() {
        let (name, notes) = ("Ann".to_owned(), vec!["Since May 2026.".to_owned()]);
        let profile = Profile { name, games: vec![row(None, "Trapdoor", 3)], notes, curve: None };
        assert_eq!(
            Chart::Profile(profile).words(),
            "Ann. Trapdoor 1612 ± 98, 3 won, 1 lost, 0 drawn, 3 wins in a row, \
             skill 62% ± 9. Since May 2026."
        );
        let review = ChancesChart {
            title: "Match 7".to_owned(),
            sides: ["Ann", "Bob"].map(str::to_owned),
            first_is_light: false,
            chances: vec![50, 70, 35],
            marks: vec![(2, "Ann gives away d4".to_owned())],
        };
        assert_eq!(
            Chart::Chances(review).words(),
            "Match 7. 2 steps. Chances of Ann against Bob: 35% at the end, 70% at best, 35% at worst. Step 2: Ann gives away d4."
        );
    }

    #[test]
    fn a_curve_is_said_by_its_ends_and_turns() {
        let points = [(1500, 300), (1700, 200), (1600, 100)];
        let points = points.map(|(rating, give)| Estimate { rating, give }).to_vec();
        let [from, to] = ["1 May", "3 May"].map(str::to_owned);
        let curve = Curve { title: "Ann".to_owned(), points, from, to };
        assert_eq!(curve.reach(), Some((1200, 1900)));
        assert_eq!(
            Chart::Curve(curve.clone()).words(),
            "Ann. 3 matches, 1 May to 3 May. First 1500 ± 300, last 1600 ± 100; highest 1700, lowest 1500."
        );
        let empty = Curve { points: Vec::new(), ..curve };
        assert_eq!(Chart::Curve(empty).words(), "Ann. No match yet.");
    }
}
