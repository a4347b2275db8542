//! A person's year or season: what they played, how it ended, and what stood out.
use serde::{Deserialize, Serialize};

/// A card with a person's year or season. The picture and its alt text come from the same value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultsCard {
    /// Which time it is about, such as `Recap of 2026`.
    pub title: String,
    pub name: String,
    /// How many matches of each game were played, the most first.
    pub games: Vec<(String, u32)>,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// What stood out: what it is about, such as `Most wins in a row`, and a few words.
    pub facts: Vec<(String, String)>,
}

impl ResultsCard {
    /// Counts all matches.
    pub fn played(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    pub(super) fn words(&self) -> String {
        let ResultsCard { title, name, games, won, drawn, lost, facts } = self;
        let matches = match self.played() {
            1 => "1 match".to_owned(),
            played => format!("{played} matches"),
        };
        let mut out =
            vec![format!("{title} for {name}: {matches}, {won} won, {drawn} drawn, {lost} lost.")];
        if !games.is_empty() {
            let each: Vec<String> =
                games.iter().map(|(game, count)| format!("{game} {count}")).collect();
            out.push(format!("By game: {}.", each.join(", ")));
        }
        out.extend(facts.iter().map(|(about, says)| format!("{about}: {says}.")));
        out.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_on_the_card_is_said() {
        let card = ResultsCard {
            title: "Recap of 2026".to_owned(),
            name: "Ann".to_owned(),
            games: vec![("Draughts".to_owned(), 3), ("Alien Checkers".to_owned(), 1)],
            won: 2,
            drawn: 1,
            lost: 1,
            facts: vec![("Most wins in a row".to_owned(), "2".to_owned())],
        };
        assert_eq!(
            card.words(),
            "Recap of 2026 for Ann: 4 matches, 2 won, 1 drawn, 1 lost. By game: Draughts 3, \
             Alien Checkers 1. Most wins in a row: 2."
        );
        let one = ResultsCard { won: 1, name: "Bob".to_owned(), ..ResultsCard::default() };
        assert_eq!(one.words(), " for Bob: 1 match, 1 won, 0 drawn, 0 lost.");
    }
}
