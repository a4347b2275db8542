//! Reads a question about the board: the things that it names, and what it asks of them, whatever the words between.
use content::asked::{stem, word_list};
use engine::{
    question::{Question, Relation, Thing},
    scene::{Item, Scene, Surface},
    seat::{BySeat, Seat},
};

use super::board;

/// Who asks about what, as far as the words don't say it.
pub(super) struct QuestionContext<'a> {
    pub(super) scene: &'a Scene,
    /// The seat of who asks; none for those who watch.
    pub(super) seat: Option<Seat>,
    /// The names of the players and of the sides, in small letters.
    pub(super) names: &'a BySeat<String>,
    pub(super) sides: [String; 2],
}

/// The kinds of things that have a word of their own; each has a list.
const KINDS: [&str; 11] =
    ["man", "king", "pawn", "emperor", "piece", "goalie", "kicker", "card", "door", "wheel", "die"];

/// QuestionWords of capturing that also say that a piece goes somewhere.
const GOES_TOO: [&str; 7] = ["get", "reach", "catch", "jump", "hop", "pick", "hit"];

/// A thing, and where in the question it stands.
struct NamedThing {
    at: usize,
    thing: Thing,
}

/// Reads a question that names a place, a piece or a number on the board; none if it names none, or asks nothing of it that is known.
pub(super) fn read(words: &[String], asking: &QuestionContext<'_>) -> Option<Question> {
    let named: Vec<NamedThing> = words
        .iter()
        .enumerate()
        .flat_map(|(at, word)| {
            asking.things(words, at, word).into_iter().map(move |thing| NamedThing { at, thing })
        })
        .collect();
    let words = QuestionWords { words, named: &named, asking };
    let (relation, pivot) = words.relation()?;
    let (by, to) = words.split(relation, pivot);
    let negated = words.has(&["not"]);
    let past = relation == Relation::Happened || words.is_of_before();
    let question = Question {
        relation,
        asker: asking.seat,
        by,
        to,
        negated,
        past,
        words: words.words.to_vec(),
    };
    Some(question)
}

/// Tells whether words name two places or pieces of the board.
pub(super) fn names_two(words: &[String], asking: &QuestionContext<'_>) -> bool {
    let places = words.iter().enumerate().flat_map(|(at, word)| asking.things(words, at, word));
    let mut places: Vec<Thing> = places.filter(is_place).collect();
    places.dedup();
    1 < places.len()
}

/// Tells whether a thing is a place, or a single piece.
fn is_place(thing: &Thing) -> bool {
    matches!(thing, Thing::Square(_) | Thing::Name(_))
}

impl QuestionContext<'_> {
    /// Returns the things that a word names.
    fn things(&self, words: &[String], at: usize, word: &str) -> Vec<Thing> {
        let next_to = |near: &str| {
            words.get(at + 1).is_some_and(|it| it == near)
                || at.checked_sub(1).is_some_and(|before| words[before] == near)
        };
        if board::is_move(word) {
            let mut squares: Vec<Thing> = word
                .split(['-', 'x', '>'])
                .map(|square| Thing::Square(square.to_owned()))
                .collect();
            squares.push(Thing::Move(word.to_owned()));
            return squares;
        }
        if let Some(name) = self.piece_named(word) {
            return vec![Thing::Name(name)];
        }
        if board::is_square(word) && !matches!(self.scene.board, Surface::Court(_)) {
            return vec![Thing::Square(word.to_owned())];
        }
        if let Ok(number) = word.parse() {
            // `2 goals` and `power 60` count something.
            let next = words.get(at + 1).map_or("", String::as_str);
            let counts = !matches!(self.scene.board, Surface::Squares(_))
                && (["counted", "units"].iter().any(|list| word_list(list).contains(&next))
                    || next_to("power"));
            return if counts { Vec::new() } else { vec![Thing::Number(number)] };
        }
        if let Some(side) = self.side(word).filter(|_| !next_to("wheel") && !next_to("shows")) {
            return vec![Thing::Side(side)];
        }
        match word {
            "ball" => return vec![Thing::Ball],
            "goal" => {
                let whose = at.checked_sub(1).and_then(|before| self.side(&words[before]));
                return vec![Thing::Goal(whose)];
            }
            _ => {}
        }
        let kind =
            KINDS.into_iter().find(|kind| word_list(&format!("kind-{kind}")).contains(&word));
        kind.map(|kind| Thing::Kind(kind.to_owned())).into_iter().collect()
    }

    /// Returns a piece by the name that the picture has for it, in small letters.
    fn piece_named(&self, word: &str) -> Option<String> {
        let initial = |seat: Seat| self.sides[seat.index()].chars().next();
        let called = |seat: Seat, shirt: &str| {
            let name: String = initial(seat).into_iter().chain(shirt.chars()).collect();
            let name = name.to_lowercase();
            (name == word).then_some(name)
        };
        let on_pitch = match &self.scene.board {
            Surface::Pitch(pitch) => {
                pitch.players.iter().find_map(|player| called(player.seat, &player.shirt))
            }
            Surface::Squares(_) | Surface::Court(_) => None,
        };
        let coin = || {
            let letters = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
            let is_court = matches!(self.scene.board, Surface::Court(_));
            let side = Seat::BOTH
                .into_iter()
                .any(|seat| initial(seat).is_some_and(|sign| letters == sign.to_string()));
            (is_court && side && letters.len() < word.len()).then(|| word.to_owned())
        };
        let fighter = || {
            let names = self.scene.items.iter().filter_map(|item| match item {
                Item::Fighter(fighter) => fighter.name.as_deref(),
                _ => None,
            });
            names.map(str::to_lowercase).find(|name| name == word)
        };
        on_pitch.or_else(coin).or_else(fighter)
    }

    /// Returns the side that a word names for who asks.
    fn side(&self, word: &str) -> Option<Seat> {
        let named = Seat::BOTH.into_iter().find(|seat| {
            self.names.get(*seat).to_lowercase() == word || self.sides[seat.index()] == word
        });
        const OWN: [&str; 9] = ["i", "me", "my", "mine", "we", "us", "our", "ours", "myself"];
        const OTHERS: [&str; 14] = [
            "he",
            "she",
            "they",
            "him",
            "her",
            "opponent",
            "opponents",
            "his",
            "their",
            "enemy",
            "them",
            "theirs",
            "hers",
            "enemies",
        ];
        let own = || self.seat.filter(|_| OWN.contains(&word));
        let other = || self.seat.map(Seat::other).filter(|_| OTHERS.contains(&word));
        named.or_else(own).or_else(other)
    }
}

/// The words of a question, with the things in them.
struct QuestionWords<'a> {
    words: &'a [String],
    named: &'a [NamedThing],
    asking: &'a QuestionContext<'a>,
}

impl QuestionWords<'_> {
    fn has(&self, any: &[&str]) -> bool {
        self.first(any).is_some()
    }

    fn first(&self, any: &[&str]) -> Option<usize> {
        self.words.iter().position(|word| any.contains(&word.as_str()))
    }

    /// Finds the first word of a list that isn't a thing by itself.
    fn at(&self, list: &str) -> Option<usize> {
        self.first(word_list(list))
    }

    /// Finds the word that speaks of capturing: `eaten` of `will it get eaten`.
    fn takes(&self) -> Option<usize> {
        let list: Vec<String> = word_list("captures").iter().map(|word| stem(word)).collect();
        let speaks = |word: &String| list.contains(&stem(word));
        let all = || (0..self.words.len()).filter(|at| speaks(&self.words[*at]));
        all().find(|at| !GOES_TOO.contains(&self.words[*at].as_str())).or_else(|| all().next())
    }

    fn places(&self) -> impl Iterator<Item = &NamedThing> {
        self.named.iter().filter(|named| is_place(&named.thing))
    }

    fn has_kind(&self, kind: &str) -> bool {
        self.named.iter().any(|named| matches!(&named.thing, Thing::Kind(it) if it == kind))
    }

    fn is_of_squares(&self) -> bool {
        matches!(self.asking.scene.board, Surface::Squares(_))
    }

    /// Tells whether a piece stands on the last square that is named.
    fn is_taken(&self) -> bool {
        let last = self.named.iter().rev().find_map(|named| match &named.thing {
            Thing::Square(name) => Some(name),
            _ => None,
        });
        let at = last.and_then(|name| board::cell(self.asking.scene, name));
        at.is_some_and(|at| board::owner(self.asking.scene, at).is_some())
    }

    /// Finds what is asked of the things, and the word that says it.
    fn relation(&self) -> Option<(Relation, Option<usize>)> {
        let places = self.places().count();
        let numbers = self.named.iter().any(|named| matches!(named.thing, Thing::Number(_)));
        let on_court = !self.is_of_squares()
            && (numbers
                || self
                    .named
                    .iter()
                    .any(|named| matches!(named.thing, Thing::Ball | Thing::Goal(_)))
                || self.has_kind("goalie") && self.names_side());
        if !self.is_of_squares() && places == 0 && !numbers && !self.is_plain() {
            return None;
        }
        if places == 0 && !on_court {
            return self.of_no_place();
        }
        // What is around a square is read from the board.
        if self.has(&["around", "near", "next", "beside", "neighbours", "adjacent"])
            && places < 2
            && !self.has(&["turn", "move"])
        {
            return None;
        }
        // A command is asked about.
        if self.has(&["undo", "resign", "draw"]) {
            return None;
        }
        let takes = self.takes();
        let goes = self.at("reaching");
        let why = self.has(&["why"]) || self.has(&["how"]) && self.has(&["come"]);
        if why
            && self.has(&["not", "illegal", "refused", "forbidden", "impossible"])
            && !self.has(&["gone", "did"])
        {
            let deed = self.of_ball().map(|deed| deed.1);
            return Some((Relation::WhyNot, deed.or(takes).or(goes)));
        }
        if let Some(at) = self.at("odds") {
            return Some((Relation::Chance, takes.or(Some(at))));
        }
        if let Some(at) = self.counts() {
            return Some((Relation::Count, Some(at)));
        }
        if let Some(at) = self.is_of_last_shot() {
            return Some((Relation::Meaning, Some(at)));
        }
        let many = self.has(&["many"])
            && self.has(&["moves", "steps", "squares", "turns", "inches", "rows"]);
        let far = self.at("far").filter(|_| {
            !self.has(&["can", "may"])
                && (1 < places
                    || !self.is_of_squares()
                    || self.has(&["king", "crown", "crowned", "row"]))
        });
        if let Some(at) = far.or(self.first(&["many"]).filter(|_| many)) {
            return Some((Relation::Distance, Some(at)));
        }
        if self.is_past() {
            return Some((Relation::Happened, self.at("became")));
        }
        let first_place = self.places().next().map(|named| named.at);
        if let Some(at) =
            self.at("supposed").filter(|at| first_place.is_some_and(|place| *at < place))
        {
            if 1 < places {
                return Some((Relation::Bring, Some(at)));
            }
            let word = takes.filter(|_| self.is_taken());
            return Some((
                if word.is_some() { Relation::Take } else { Relation::Safe },
                word.or(Some(at)),
            ));
        }
        let blocks = self.first(&["block", "blocks", "blocking"]);
        if let Some(at) = self.at("obstacles") {
            let is_blocker = blocks.is_none_or(|at| first_place.is_some_and(|place| place < at));
            let in_way = self.words.get(at).is_some_and(|word| word != "way") || self.has(&["in"]);
            if in_way {
                return Some((
                    if is_blocker { Relation::InTheWay } else { Relation::Stuck },
                    Some(at),
                ));
            }
        }
        if let Some(at) = self.at("stuck") {
            return Some((Relation::Stuck, Some(at)));
        }
        if let Some(at) = self.at("wounds") {
            return Some((Relation::Wounded, Some(at)));
        }
        if let Some(at) = self.first(&["offside"]) {
            return Some((Relation::Offside, Some(at)));
        }
        if let Some((relation, at)) = self.of_ball() {
            let did = self.has(&["did", "has", "have"]) && !self.has(&["can", "could", "may"]);
            return Some((if did { Relation::Happened } else { relation }, Some(at)));
        }
        let shoots = self.first(&["score", "scoring", "shoot", "shooting"]);
        if let Some(at) = shoots.filter(|_| !self.is_of_squares() && self.asks_whether()) {
            return Some((Relation::Reach, Some(at)));
        }
        if !self.is_of_squares()
            && self.has(&["who", "whose", "has"])
            && self.named.iter().any(|named| named.thing == Thing::Ball)
        {
            return Some((Relation::Stands, None));
        }
        let goes_too = takes.is_some_and(|at| GOES_TOO.contains(&self.words[at].as_str()));
        let to_place = takes.is_some_and(|at| self.words[at + 1..].iter().any(|word| word == "to"));
        match (takes, goes) {
            (Some(at), _) if goes_too && (!self.is_taken() || to_place) => {
                return Some((Relation::Reach, Some(at)));
            }
            (Some(at), _) if self.is_of_squares() => return Some((Relation::Take, Some(at))),
            _ => {}
        }
        if let Some(at) = self.at("dangers") {
            return Some((Relation::Safe, Some(at)));
        }
        if let Some(at) = goes.filter(|_| self.asks_whether()) {
            return Some((Relation::Reach, Some(at)));
        }
        // Which side somebody plays is told elsewhere.
        let of_side = self.has(&["which"]) && self.has(&["mine"]) && places == 0;
        if self.at("standing").is_some() && !of_side
            || self.has(&["on", "at"]) && self.has(&["what", "who", "anything"])
        {
            return Some((Relation::Stands, None));
        }
        let may = ["can", "could", "may", "might", "possible", "allowed", "legal"];
        (1 < places && self.has(&may)).then_some((Relation::Reach, None))
    }

    /// Finds what is asked of something that has no place: how many there are, and how close to winning a side is.
    fn of_no_place(&self) -> Option<(Relation, Option<usize>)> {
        let own = self.named.iter().any(|named| matches!(named.thing, Thing::Side(_)));
        if self.has(&["many"])
            && self.has_kind("card")
            && self.has(&["left", "remain", "remaining", "still", "used"])
        {
            return Some((Relation::Count, None));
        }
        if !self.is_of_squares()
            && let Some(found) = self.of_match_with_ball()
        {
            return Some(found);
        }
        let several =
            self.has(&["two", "three", "both", "double", "triple"]) && self.has(&["once", "move"]);
        if let Some(at) = self.takes().filter(|_| own && several && self.is_of_squares()) {
            return Some((Relation::Take, Some(at)));
        }
        let colour = self.has(&["green", "orange"]) || self.has_kind("wheel");
        if colour && self.at("odds").is_some() {
            return Some((Relation::Chance, None));
        }
        let counts = ["have", "has", "got", "left", "remain", "remaining", "still", "lost"];
        let of_rules =
            ["need", "start", "begin", "beginning", "each", "win", "can", "must", "move"];
        let pieces = ["man", "king", "pawn", "emperor", "piece"];
        let counted = pieces.iter().any(|kind| self.has_kind(kind)) && self.is_of_squares();
        if own && counted && self.has(&["many"]) && self.has(&counts) && !self.has(&of_rules) {
            return Some((Relation::Count, None));
        }
        let wins = self.has(&["win", "winning", "victory", "won"]);
        if own
            && wins
            && self.has(&["close", "far", "near", "need", "missing", "left", "away", "until"])
        {
            return Some((Relation::Progress, None));
        }
        None
    }

    fn names_side(&self) -> bool {
        self.named.iter().any(|named| matches!(named.thing, Thing::Side(_)))
    }

    /// Tells whether a question without a place or a number is about this position of a ball: with a condition, or with any word for
    /// something else, it is one about the rules.
    fn is_plain(&self) -> bool {
        const LISTS: [&str; 19] = [
            "beside",
            "idle",
            "plain",
            "steal",
            "pass",
            "hits",
            "odds",
            "far",
            "score",
            "obstacles",
            "standing",
            "dangers",
            "reaching",
            "counted",
            "force",
            "shots",
            "stuck",
            "kind-die",
            "kind-goalie",
        ];
        let is_known = |at: usize| {
            let word = self.words[at].as_str();
            self.named.iter().any(|named| named.at == at)
                || LISTS.iter().any(|list| word_list(list).contains(&word))
        };
        let how = self.has(&["how"]);
        let how_much = self.has(&["far", "many", "hard", "close", "likely", "near"]);
        (0..self.words.len()).all(is_known) && self.at("general").is_none() && (!how || how_much)
    }

    /// Finds what is done with a ball, and the word for it.
    fn of_ball(&self) -> Option<(Relation, usize)> {
        let deeds = [("steal", Relation::Steal), ("pass", Relation::Pass), ("hits", Relation::Hit)];
        let found = || deeds.into_iter().find_map(|(list, deed)| Some((deed, self.at(list)?)));
        if self.is_of_squares() { None } else { found() }
    }

    /// Finds the word for what is counted beside a board of squares.
    fn counts(&self) -> Option<usize> {
        self.at("counted").filter(|_| self.has(&["many"]) && !self.is_of_squares())
    }

    /// Finds the word that asks how hard the last shot was.
    fn is_of_last_shot(&self) -> Option<usize> {
        let asks =
            !self.is_of_squares() && self.has(&["last", "was"]) && self.at("shots").is_some();
        self.at("force").filter(|_| asks)
    }

    /// Finds what is asked of a match with a ball, without a place or a number.
    fn of_match_with_ball(&self) -> Option<(Relation, Option<usize>)> {
        if let Some(at) = self.counts() {
            return Some((Relation::Count, Some(at)));
        }
        if let Some(at) = self.is_of_last_shot() {
            return Some((Relation::Meaning, Some(at)));
        }
        let on_pitch = matches!(self.asking.scene.board, Surface::Pitch(_));
        let rolled = self.has_kind("die") || self.has(&["risk"]);
        if on_pitch && rolled && self.has(&["what"]) && self.has(&["did", "do", "does", "allow"]) {
            return Some((Relation::Meaning, None));
        }
        let scores = self.at("score");
        if let Some(at) = self.at("odds") {
            let found = on_pitch && (scores.is_some() || self.of_ball().is_some());
            return found.then_some((Relation::Chance, Some(at)));
        }
        // The rules are asked without a side: `what is offside`.
        let some =
            self.names_side() || self.has(&["anyone", "anybody", "someone", "somebody", "who"]);
        let now = self.has(&["can", "could", "may", "might", "am", "is", "are", "why"]);
        if !some || !now {
            return None;
        }
        let why = self.has(&["why"]) && self.has(&["not"]);
        let (relation, at) = match (self.of_ball(), self.first(&["offside"]), scores) {
            (_, Some(at), _) => (Relation::Offside, at),
            (Some((Relation::Hit, at)), _, _) if self.has_kind("kicker") => (Relation::Hit, at),
            (Some((Relation::Hit, _)), _, None) => return None,
            (Some((deed @ (Relation::Steal | Relation::Pass), at)), _, _) => (deed, at),
            (_, _, Some(at)) => (Relation::Reach, at),
            _ if why => (Relation::WhyNot, self.first(&["risk", "boot", "dribble"])?),
            _ => return None,
        };
        Some((if why { Relation::WhyNot } else { relation }, Some(at)))
    }

    /// Tells whether something is asked that has happened.
    fn is_past(&self) -> bool {
        let asks =
            self.at("became").is_some() && !self.has(&["if", "can", "could", "will", "would"]);
        asks && !self.has(&["not"]) && !self.is_of_before()
    }

    /// Tells whether something is asked of an earlier position: `could I have taken d4`, `was e5 safe`.
    fn is_of_before(&self) -> bool {
        let supposed = self.first(&["could", "would", "should", "might"]);
        let have = self.first(&["have"]);
        let missed = supposed.is_some_and(|supposed| have.is_some_and(|have| supposed < have));
        let lists = ["dangers", "stuck", "wounds", "obstacles"];
        let was = self.has(&["was", "were"]) && lists.iter().any(|list| self.at(list).is_some());
        missed || was
    }

    fn asks_whether(&self) -> bool {
        self.has(&[
            "can", "could", "may", "might", "will", "would", "is", "are", "does", "do", "possible",
            "allowed", "legal", "able", "must", "where", "how", "what", "which", "who",
        ])
    }

    /// Tells apart who does it and to whom or where it is done.
    fn split(&self, relation: Relation, pivot: Option<usize>) -> (Vec<Thing>, Vec<Thing>) {
        let passive = pivot.is_some_and(|pivot| {
            let before = pivot.checked_sub(1).map(|at| self.words[at].as_str());
            let form = self.words[pivot].as_str();
            before.is_some_and(|word| word == "get" || word_list("passive").contains(&word))
                || form.ends_with("ed")
                    && before.is_some_and(|word| ["is", "are", "be"].contains(&word))
                || form.ends_with("able")
                || !form.ends_with("ing")
                    && before != Some("to")
                    && matches!(relation, Relation::Take)
                    && self.words.first().is_some_and(|word| ["is", "are"].contains(&word.as_str()))
                || form == "taken"
                || form == "eaten"
                || form == "hit" && before == Some("be")
        });
        let marked = |at: usize, any: &[&str]| {
            // A preposition, perhaps with `my` or `the` between.
            self.words[..at]
                .iter()
                .rev()
                .take(3)
                .find(|word| {
                    ["from", "with", "using", "by", "to", "on", "of", "at", "onto", "into"]
                        .contains(&word.as_str())
                })
                .is_some_and(|word| any.contains(&word.as_str()))
        };
        let (mut by, mut to) = (Vec::new(), Vec::new());
        for NamedThing { at, thing } in self.named {
            let behind = pivot.is_some_and(|pivot| pivot < *at);
            let does_it = match (behind, passive) {
                (true, true) => marked(*at, &["by"]),
                (false, true) => false,
                (true, false) => {
                    marked(*at, &["from", "with", "using"])
                        // `The moves of d6`.
                        || relation == Relation::Reach && marked(*at, &["of"])
                }
                (false, false) => {
                    pivot.is_some() || by.iter().filter(|thing| is_place(thing)).count() == 0
                }
            };
            if does_it { by.push(thing.clone()) } else { to.push(thing.clone()) }
        }
        let two_ended = !matches!(relation, Relation::Take | Relation::Hit | Relation::Safe);
        let places = |things: &[Thing]| things.iter().filter(|thing| is_place(thing)).count();
        // `Can I get b6 to a5` names both behind the verb, and `b6 to a5, can I do that` before it.
        if two_ended && !passive {
            if places(&by) == 0 && 1 < places(&to) {
                if let Some(first) = to.iter().position(is_place) {
                    by.push(to.remove(first));
                }
            } else if places(&to) == 0 && 1 < places(&by) {
                if let Some(last) = by.iter().rposition(is_place) {
                    to.push(by.remove(last));
                }
            }
        } else if !passive && places(&to) == 0 && 1 < places(&by) {
            // `His man on g5, can he get my f4`.
            if let Some(last) = by.iter().rposition(is_place) {
                to.push(by.remove(last));
            }
        }
        (by, to)
    }
}
