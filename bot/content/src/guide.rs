//! Rules texts by topic: Markdown with `# Title`, an introduction and `## topic` sections. A
//! further `# topic` starts a chapter: its sections belong to that topic, and can be found by the
//! names they start with (`Double Agent: …`).
use engine::games::GameId;

/// TopicSynonyms of topics, with their topics: the first one that a text has is meant.
pub type TopicSynonyms = (&'static [&'static str], &'static [&'static str]);

/// TopicSynonyms of topics of games and of the kernel.
pub(crate) const SYNONYMS: &[TopicSynonyms] = &[
    (&["win", "winning", "object", "objective", "aim", "score", "scoring"], &["goal", "ending"]),
    (&["end", "over", "finish", "lose", "losing"], &["ending", "goal"]),
    (
        &[
            "crown",
            "crowned",
            "crowning",
            "promote",
            "promotion",
            "backward",
            "backwards",
            "emperor",
            "emperors",
        ],
        &["kings"],
    ),
    (
        &[
            "jump",
            "jumps",
            "jumping",
            "capture",
            "captures",
            "take",
            "taking",
            "forced",
            "must",
            "compulsory",
        ],
        &["capturing", "attack", "moving"],
    ),
    (&["fight", "fighting", "battle", "duels"], &["duel", "attack"]),
    (&["spin", "spinning", "black", "green", "orange"], &["wheel"]),
    (&["dice", "die", "random", "fair", "cheat", "rigged"], &["fairness"]),
    (&["trap", "trapdoor", "trapdoors", "pit", "falls", "fall"], &["doors"]),
    (&["open", "close", "closed", "shut"], &["doors"]),
    (&["symbol", "symbols", "mark", "marks", "legend", "brackets"], &["signs"]),
    (&["snookles", "hippos", "water", "fire", "rings"], &["tokens"]),
    (&["notations", "write", "type", "typing", "enter"], &["notation"]),
    (&["time", "timer", "timeout", "slow", "deadline"], &["clock"]),
    (&["takeback", "oops", "mistake"], &["undo"]),
    (&["tie", "stalemate", "repetition"], &["draws", "draw"]),
    (&["forfeit", "surrender", "quit"], &["resign"]),
    (&["elo", "rating", "rank", "ranking", "glicko"], &["ratings"]),
    (&["setup", "begin", "start", "formation", "kickoff"], &["start", "setup", "board", "turn"]),
    (&["pitch", "squares", "layout"], &["field", "board"]),
    (&["shoot", "shot", "flicks", "power", "angle"], &["flick", "kicks", "aim"]),
    (&["card", "deck", "pile", "run", "empty"], &["cards"]),
    (&["planet", "secret"], &["planets", "secrets"]),
    (&["wound", "arm", "leg", "torso", "limb", "dead", "dies", "killed"], &["wounds"]),
    (&["armour", "armor", "weapon", "weapons", "shield"], &["kits"]),
    (&["chance", "probability", "percent", "odd"], &["odds"]),
    (&["keeper", "goalie", "goalkeeper"], &["penalty", "reset"]),
    (&["tackle"], &["steal"]),
    (&["move", "moves", "play"], &["moving", "turn"]),
    (&["rook", "bishop", "queen", "knight", "pawn", "king", "number", "whole"], &["chess"]),
    (&["length", "long", "plays"], &["timer", "ending"]),
    (&["after", "sequence", "steps"], &["turn"]),
    (&["dice", "roll", "rolls"], &["turn", "duel"]),
    (&["blocked", "stuck", "nobody", "immobile"], &["ending", "goal", "draws"]),
    (&["wrong", "stray", "miss", "accuracy", "exact", "inexact", "random"], &["tremor"]),
    (&["land", "landing", "stand"], &["doors"]),
    (&["block"], &["monolith"]),
    (&["pool"], &["board", "kings"]),
    (&["fly", "flying"], &["kings"]),
    (&["call", "called"], &["callin"]),
    (&["set", "lineup", "team"], &["start", "setup"]),
    (&["pass", "skip"], &["turn", "goal"]),
    (&["big", "size", "large"], &["field", "board"]),
];

/// The name of the rules of every game.
pub const HOUSE: &str = "house";

/// One text with its topics.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    game: Option<GameId>,
    source: &'static str,
    synonyms: &'static [TopicSynonyms],
}

/// One topic with its text.
struct Section {
    topic: &'static str,
    body: &'static str,
    /// The topic of its chapter.
    chapter: Option<&'static str>,
}

impl Guide {
    pub fn of(game: GameId) -> Guide {
        Guide { game: Some(game), source: game.guide(), synonyms: SYNONYMS }
    }

    pub(crate) fn of_house(source: &'static str, synonyms: &'static [TopicSynonyms]) -> Guide {
        Guide { game: None, source, synonyms }
    }

    /// Returns the game whose rules it has; none for the rules of the house.
    pub fn game(self) -> Option<GameId> {
        self.game
    }

    /// Returns the name of the guide.
    pub fn name(self) -> &'static str {
        self.game.map_or(HOUSE, GameId::name)
    }

    /// Returns the whole text in Markdown.
    pub fn source(self) -> &'static str {
        self.source
    }

    /// Returns the next topic in the same chapter.
    pub fn next(self, topic: &str) -> Option<&'static str> {
        let chapter = self.sections().find(|it| it.topic == topic)?.chapter;
        self.sections()
            .filter(|it| it.chapter == chapter)
            .map(|it| it.topic)
            .skip_while(|it| *it != topic)
            .nth(1)
    }

    /// Returns the heading of the whole text.
    pub fn title(self) -> &'static str {
        let first = self.source.trim_start().lines().next().unwrap_or("");
        first.trim_start_matches('#').trim()
    }

    /// Returns the text before the first topic.
    pub fn introduction(self) -> &'static str {
        let body = self.source.trim_start();
        let body = body.split_once('\n').map_or("", |it| it.1);
        body.split("\n## ").next().unwrap_or("").trim()
    }

    /// Returns what it writes as it would be typed, such as `spin`.
    pub fn typed(self) -> impl Iterator<Item = &'static str> {
        let quoted = self.source.split('`').skip(1).step_by(2);
        quoted.filter(|typed| !typed.is_empty() && !typed.contains('\n'))
    }

    /// Returns the topics in their order.
    pub fn topics(self) -> Vec<&'static str> {
        self.sections().map(|it| it.topic).collect()
    }

    /// Returns the topics of a chapter, or those outside chapters.
    pub fn chapter(self, of: Option<&str>) -> Vec<&'static str> {
        self.sections().filter(|it| it.chapter == of).map(|it| it.topic).collect()
    }

    /// Returns a topic by its name, an unambiguous beginning, or the printed name of what it
    /// explains.
    pub fn called(self, name: &str) -> Option<&'static str> {
        self.section(name).map(|it| it.topic)
    }

    /// Returns the text of a topic; see [`Guide::called`].
    pub fn topic(self, name: &str) -> Option<&'static str> {
        self.section(name).map(|it| it.body)
    }

    /// Finds a topic named by one of some lower-case words, singular or plural.
    pub fn named(self, words: &[&str]) -> Option<&'static str> {
        let topics = self.topics();
        let is = |topic: &&str, word: &str| {
            *topic == word
                || topic.strip_suffix('s') == Some(word)
                || word.strip_suffix('s') == Some(topic)
        };
        words.iter().find_map(|word| topics.iter().find(|it| is(it, word)).copied())
    }

    /// Finds a topic by a synonym; see [`Guide::named`].
    pub fn mentioned(self, words: &[&str]) -> Option<&'static str> {
        let meant = |word: &&str| {
            let of = self.synonyms.iter().filter(|it| it.0.contains(word)).flat_map(|it| it.1);
            of.filter_map(|word| self.named(&[word])).next()
        };
        self.named(words).or_else(|| words.iter().find_map(meant))
    }

    /// Returns the words by which people ask for a topic.
    pub(crate) fn also_called(self, topic: &str) -> impl Iterator<Item = &'static str> {
        let topics = self.topics();
        let meant = move |row: &&TopicSynonyms| {
            row.1.iter().find(|named| topics.contains(named)).is_some_and(|named| *named == topic)
        };
        self.synonyms.iter().filter(meant).flat_map(|row| row.0).copied()
    }

    /// Tells whether a topic has exactly this name.
    pub(crate) fn has_exactly(self, name: &str) -> bool {
        self.exact(&letters(name)).is_some()
    }

    fn section(self, name: &str) -> Option<Section> {
        let name = letters(name);
        let exact = self.exact(&name);
        let mut cut =
            self.sections().filter(|section| 3 <= name.len() && section.topic.starts_with(&name));
        let cut = cut.next().filter(|_| cut.next().is_none());
        exact.or(cut)
    }

    /// Finds the section with a name, in [`letters`]: the topic's own, or the printed one of what it explains.
    fn exact(self, name: &str) -> Option<Section> {
        self.sections()
            .find(|section| section.topic == name || section.printed().as_deref() == Some(name))
    }

    fn sections(self) -> impl Iterator<Item = Section> {
        self.source.split("\n# ").enumerate().flat_map(|(n, part)| {
            let chapter = part.lines().next().map(str::trim).filter(|_| 0 < n);
            part.split("\n## ").skip(1).map(move |part| {
                let (topic, body) = part.split_once('\n').unwrap_or((part, ""));
                Section { topic: topic.trim(), body: body.trim(), chapter }
            })
        })
    }
}

impl Section {
    /// Returns the letters of the name that the text starts with, if it is in a chapter.
    fn printed(&self) -> Option<String> {
        self.chapter.and(self.body.split_once(": ")).map(|it| letters(it.0))
    }
}

/// Keeps only letters and digits, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::House;

    #[test]
    fn cards_are_found_by_their_printed_names() {
        let guide = Guide::of(GameId::Alien);
        for (name, topic) in [
            ("double agent", "double"),
            ("Double Agent", "double"),
            ("galactic hippo", "hippo"),
            ("Galactic Hippo!", "hippo"),
            ("cheater!", "cheater"),
            ("FLOOD!", "flood"),
            ("wander", "wanderlust"),
        ] {
            assert_eq!(guide.called(name), Some(topic), "{name}");
        }
        assert_eq!(guide.called("agent"), None);
        assert_eq!(guide.chapter(Some("planets")).len(), 9);
        assert!(!guide.topic("example").unwrap().contains("# cards"));
    }

    #[test]
    fn a_whole_name_comes_before_one_that_only_begins_so() {
        let found = |name: &str| House::kernel().guide_with_topic(name).map(Guide::name);
        assert!(Guide::of(GameId::Trapdoor).topics().contains(&"draws"));
        assert_eq!(found("draw"), Some("house"));
        assert_eq!(found("draws"), Some("trapdoor"));
        assert_eq!(found("fairn"), Some("house"), "cut short where no name is so short");
        assert_eq!(found("nothing"), None);
    }

    #[test]
    fn topics_are_found_in_sentences() {
        let trapdoor = Guide::of(GameId::Trapdoor);
        for (words, topic) in [
            (&["how", "does", "king", "move"][..], "kings"),
            (&["what", "are", "knobs", "for"], "knobs"),
            (&["how", "to", "win"], "goal"),
            (&["must", "capture"], "capturing"),
        ] {
            assert_eq!(trapdoor.mentioned(words), Some(topic), "{words:?}");
        }
        assert_eq!(House::kernel().guide().mentioned(&["takeback"]), Some("undo"));
        assert_eq!(trapdoor.mentioned(&["pizza"]), None);
        for (said, topics) in SYNONYMS {
            for topic in *topics {
                assert!(
                    House::kernel().guides().any(|guide| guide.topics().contains(topic)),
                    "{said:?}: {topic}"
                );
            }
        }
    }

    #[test]
    fn topics_of_several_guides_are_about_the_same() {
        let found = |words: &str| -> Vec<(&str, &str)> {
            House::kernel()
                .topics_about(words)
                .into_iter()
                .map(|(guide, topic)| (guide.name(), topic))
                .collect()
        };
        assert!(found("capture").contains(&("trapdoor", "capturing")));
        assert!(found("capture").contains(&("draughts", "capturing")));
        assert_eq!(found("armour"), [("amtgard", "kits")]);
        assert_eq!(found("pizza"), []);
    }

    #[test]
    fn topics_may_be_cut_short() {
        let house = House::kernel().guide();
        assert_eq!(house.topic("fair"), house.topic("fairness"));
        assert_eq!(house.topic("nothing"), None);
        assert_eq!(house.topic(""), None);
    }
}
