//! Texts for players, by topic: Markdown files with `# Title`, an introduction and `## topic` sections.
use engine::games::GameId;

/// What holds in every game.
pub const HOUSE: &str = include_str!("../../data/rules/house.md");

/// One text with its topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guide {
    source: &'static str,
}

impl Guide {
    pub fn of(game: GameId) -> Guide {
        Guide { source: game.guide() }
    }

    pub fn house() -> Guide {
        Guide { source: HOUSE }
    }

    /// Finds the guide that has a topic, the games' before the house's.
    pub fn with_topic(name: &str) -> Option<Guide> {
        let games = GameId::ALL.iter().map(|&it| Guide::of(it));
        games.chain([Guide::house()]).find(|it| it.topic(name).is_some())
    }

    /// Returns the heading of the whole text.
    pub fn title(self) -> &'static str {
        let first = self.source.trim_start().lines().next().unwrap_or("");
        first.trim_start_matches('#').trim()
    }

    /// Returns what stands before the first topic.
    pub fn introduction(self) -> &'static str {
        let body = self.source.trim_start();
        let body = body.split_once('\n').map_or("", |it| it.1);
        body.split("\n## ").next().unwrap_or("").trim()
    }

    /// Returns the topics in their order.
    pub fn topics(self) -> Vec<&'static str> {
        self.sections().map(|it| it.0).collect()
    }

    /// Returns the text of a topic; its name may be cut short where that is clear.
    pub fn topic(self, name: &str) -> Option<&'static str> {
        let name = name.to_lowercase();
        let exact = self.sections().find(|it| it.0 == name);
        let mut cut = self.sections().filter(|it| 3 <= name.len() && it.0.starts_with(&name));
        let cut = cut.next().filter(|_| cut.next().is_none());
        exact.or(cut).map(|it| it.1)
    }

    fn sections(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.source.split("\n## ").skip(1).map(|it| {
            let (name, body) = it.split_once('\n').unwrap_or((it, ""));
            (name.trim(), body.trim())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chats allow 2000 characters a message; some room is kept for the heading.
    const LONGEST: usize = 1800;

    #[test]
    fn every_guide_fits_the_chats() {
        let games = GameId::ALL.iter().map(|&it| Guide::of(it));
        for guide in games.chain([Guide::house()]) {
            assert!(!guide.title().is_empty() && !guide.introduction().is_empty());
            assert!(4 < guide.topics().len(), "{}", guide.title());
            for topic in guide.topics() {
                let body = guide.topic(topic).unwrap();
                let length = body.chars().count();
                assert!((1..LONGEST).contains(&length), "{topic} of {}: {length}", guide.title());
                assert!(topic.bytes().all(|it| it.is_ascii_lowercase()), "{topic}");
            }
        }
    }

    #[test]
    fn topics_may_be_cut_short() {
        assert_eq!(Guide::house().topic("fair"), Guide::house().topic("fairness"));
        assert_eq!(Guide::house().topic("nothing"), None);
        assert_eq!(Guide::house().topic(""), None);
    }
}
