//! Reads a question about the board: the things that it names, and what it asks of them, whatever the words between.
use content::asked::{facts::Fact, is_known, stem, word_list, word_lists};
use engine::{
    question::{Question, Relation, Thing},
    scene::{Item, Panel, Scene, Surface},
    seat::Seat,
};

use super::{board, match_question::MatchQuestion};

/// QuestionWords of capturing that also say that a piece goes somewhere.
const GOES_TOO: [&str; 7] = ["get", "reach", "catch", "jump", "hop", "pick", "hit"];

/// A thing, and where in the question it stands.
pub(super) struct NamedThing {
    at: usize,
    pub(super) thing: Thing,
}

/// Reads a question that names a place, a piece or a number on the board; none if it names none, or asks nothing of it that is known.
pub(super) fn read(asked: &MatchQuestion) -> Option<Question> {
    let words = QuestionWords { words: &asked.words, named: &asked.named, scene: &asked.scene };
    let (relation, pivot) = words.relation()?;
    let (by, to) = words.split(relation, pivot);
    let past = relation == Relation::Happened || words.is_of_before();
    Some(Question { relation, asker: asked.seat, by, to, past, words: asked.words.clone() })
}

/// Returns the first word that decides what is asked, and of which an answer says nothing; a plain no leaves nothing to decide.
pub(super) fn left_out<'q>(
    asked: &'q MatchQuestion,
    relation: Relation,
    says: &[String],
) -> Option<&'q str> {
    let told: Vec<String> = says
        .iter()
        .flat_map(|line| line.split(|sign: char| !sign.is_alphanumeric()))
        .map(|word| stem(&word.to_lowercase()))
        .collect();
    let used: &[&str] = match relation {
        Relation::Distance => word_list("far"),
        Relation::Take if !asked.words.iter().any(|word| word == "sides") => {
            &["twice", "two", "both", "three", "several", "bigger", "biggest", "most", "longest"]
        }
        Relation::Happened | Relation::Count | Relation::Meaning => word_list("deciding"),
        _ => &[],
    };
    let decides = |(at, word): &(usize, &str)| {
        let is_thing = || asked.named.iter().any(|named| named.at == *at);
        let is_odd = || word.chars().all(char::is_alphabetic) && !is_known(word);
        (word_list("deciding").contains(word) || is_odd())
            && asked.typed.contains(word)
            && !is_thing()
            && !used.contains(word)
            && !told.contains(&stem(word))
    };
    let is_no = says.first().is_some_and(|line| line.starts_with("No"));
    let mut words = asked.words.iter().map(String::as_str).enumerate();
    words.find(decides).filter(|_| !is_no).map(|it| it.1)
}

/// Lists the places and pieces of the board that a question names, each once.
pub(super) fn places(asked: &MatchQuestion) -> Vec<&str> {
    let is_there = |thing: &Thing| match thing {
        Thing::Square(name) => board::cell(&asked.scene, name).is_some(),
        thing => is_place(thing),
    };
    let mut places: Vec<&str> = Vec::new();
    for thing in asked.things().filter(|thing| is_there(thing)) {
        if let Thing::Square(name) | Thing::Name(name) = thing
            && !places.contains(&name.as_str())
        {
            places.push(name);
        }
    }
    places
}

/// Who asks about what, as far as the words don't say it.
pub(super) struct QuestionContext<'a> {
    pub(super) scene: &'a Scene,
    /// The seat of who asks; none for those who watch.
    pub(super) seat: Option<Seat>,
    /// The names of the players and of the sides, in small letters.
    pub(super) names: &'a [String; 2],
    pub(super) sides: &'a [String; 2],
}

/// Tells whether a thing is a place, or a single piece.
fn is_place(thing: &Thing) -> bool {
    matches!(thing, Thing::Square(_) | Thing::Name(_))
}

impl QuestionContext<'_> {
    /// Returns what words name, in their order.
    pub(super) fn named(&self, words: &[String]) -> Vec<NamedThing> {
        let all = words.iter().enumerate().flat_map(|(at, word)| {
            self.things(words, at, word).into_iter().map(move |thing| NamedThing { at, thing })
        });
        all.collect()
    }

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
        // A knob may have the name of a square.
        let is_knob = self.scene.panels.iter().any(|panel| match panel {
            Panel::Knobs(knobs) => knobs.iter().any(|knob| knob.name.eq_ignore_ascii_case(word)),
            _ => false,
        });
        if is_knob
            && (board::cell(self.scene, word).is_none() || next_to("turn") || next_to("knob"))
        {
            return vec![Thing::Kind("knob".to_owned())];
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
        let kind = word_lists("kind-").find(|(_, words)| words.contains(&word));
        kind.map(|(kind, _)| Thing::Kind(kind.to_owned())).into_iter().collect()
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
    pub(super) fn side(&self, word: &str) -> Option<Seat> {
        let named = Seat::BOTH
            .into_iter()
            .find(|seat| self.names[seat.index()] == word || self.sides[seat.index()] == word);
        let own = || self.seat.filter(|_| word_list("own").contains(&word));
        let other = || self.seat.map(Seat::other).filter(|_| word_list("others").contains(&word));
        named.or_else(own).or_else(other)
    }
}

/// The words of a question, with the things in them.
struct QuestionWords<'a> {
    words: &'a [String],
    named: &'a [NamedThing],
    scene: &'a Scene,
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
        matches!(self.scene.board, Surface::Squares(_))
    }

    /// Tells whether a piece stands on the last square that is named.
    fn is_taken(&self) -> bool {
        let last = self.named.iter().rev().find_map(|named| match &named.thing {
            Thing::Square(name) => Some(name),
            _ => None,
        });
        let at = last.and_then(|name| board::cell(self.scene, name));
        at.is_some_and(|at| board::owner(self.scene, at).is_some())
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
                || self.has_kind("goalie") && self.is_about("side"));
        if !self.is_of_squares()
            && places == 0
            && !numbers
            && !self.is_plain()
            && !self.is_of_before()
        {
            return None;
        }
        if self.has_kind("knob") && self.has(&["turn", "turning", "turned", "turns", "click"]) {
            return Some((Relation::Bring, None));
        }
        if places == 0 && !on_court {
            return self.of_rows("no-place");
        }
        // What is around a square is read from the board.
        if self.has(&["around", "near", "next", "beside", "neighbours", "adjacent"])
            && places < 2
            && !self.has(&["turn", "move"])
        {
            return None;
        }
        if self.has_kind("door") && self.has(&["knob"]) && places == 1 {
            return Some((Relation::Stands, None));
        }
        // A command is asked about, or own goals.
        let own_goal = self.has(&["own"])
            && self.named.iter().any(|named| matches!(named.thing, Thing::Goal(_)));
        if own_goal || self.has(&["undo", "resign", "draw"]) {
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
        if let Some(found) = self.of_rows("at-place") {
            return Some(found);
        }
        let goes_there = 0 < places && self.has(&["can", "may"]) && goes.is_some();
        let many = self.has(&["many"])
            && (self.is_of_squares() || !goes_there)
            && self.has(&["moves", "steps", "squares", "turns", "inches", "rows"]);
        let far = self.at("far").filter(|_| {
            !self.has(&["can", "may"])
                && (1 < places
                    || !self.is_of_squares()
                    || self.has(&["king", "crown", "crowned", "row", "closest", "nearest"]))
        });
        if let Some(at) = far.or(self.first(&["many"]).filter(|_| many)) {
            return Some((Relation::Distance, Some(at)));
        }
        if self.is_past() {
            return Some((Relation::Happened, self.at("became")));
        }
        let first_place = self.places().next().map(|named| named.at);
        let after = self.first(&["after"]).filter(|_| 1 < places);
        let supposed =
            self.at("supposed").or(after).filter(|at| first_place.is_some_and(|place| *at < place));
        if let Some(at) = supposed.filter(|_| self.is_of_squares()) {
            if 1 < places {
                return Some((Relation::Bring, Some(at)));
            }
            if self.has(&["where"]) && goes.is_some() {
                return Some((Relation::Reach, goes));
            }
            let word = takes.filter(|_| self.is_taken());
            return Some((
                if word.is_some() { Relation::Take } else { Relation::Safe },
                word.or(Some(at)),
            ));
        }
        let blocks = self.first(&["block", "blocks", "blocking"]);
        if let Some(at) = self.at("obstacles") {
            let is_blocker = blocks.is_none_or(|at| {
                first_place.is_some_and(|place| place < at) || self.has(&["who", "what", "many"])
            });
            let in_way = self.words.get(at).is_some_and(|word| word != "way") || self.has(&["in"]);
            if in_way {
                return Some((
                    if is_blocker { Relation::InTheWay } else { Relation::Stuck },
                    Some(at),
                ));
            }
        }
        if let Some(found) = self.of_rows("of-piece") {
            return Some(found);
        }
        if let Some((relation, at)) = self.of_ball() {
            let did = self.has(&["did", "has", "have"]) && !self.has(&["can", "could", "may"]);
            return Some((if did { Relation::Happened } else { relation }, Some(at)));
        }
        let shoots = self.first(&["score", "scoring", "shoot", "shooting"]);
        if let Some(at) = shoots.filter(|_| !self.is_of_squares() && self.asks_whether()) {
            return Some((Relation::Reach, Some(at)));
        }
        let has_ball = self.has(&["who", "whose", "has"])
            || self.has(&["which"]) && self.at("holds").is_some();
        let names_ball = self.named.iter().any(|named| named.thing == Thing::Ball);
        if !self.is_of_squares() && has_ball && names_ball {
            return Some((Relation::Stands, None));
        }
        // `Is the way to the ball free`.
        if let Some(at) = self.first(&["line", "way", "path"])
            && !self.is_of_squares()
            && self.has(&["free", "clear", "open"])
        {
            return Some((Relation::Reach, Some(at)));
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
            // `Does d4 threaten c5`.
            let threatens =
                self.words[at].starts_with("threaten") && !self.words[at].ends_with("ed");
            let does = threatens && first_place.is_some_and(|place| place < at);
            return Some((if does { Relation::Take } else { Relation::Safe }, Some(at)));
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

    /// Finds what is asked by the first row of a list whose terms all hold, and its marked word.
    fn of_rows(&self, list: &str) -> Option<(Relation, Option<usize>)> {
        word_list(list).iter().find_map(|row| {
            let (relation, terms) = row.split_once(' ')?;
            let Some(Fact::Of(relation)) = Fact::named(relation) else { return None };
            let mut pivot = None;
            for term in terms.split(' ') {
                match (term.strip_prefix('!'), term.strip_suffix('*')) {
                    (Some(banned), _) if self.holds(banned).is_some() => return None,
                    (Some(_), _) => {}
                    (None, Some(marked)) => pivot = self.holds(marked)?,
                    (None, None) => _ = self.holds(term)?,
                }
            }
            Some((relation, pivot))
        })
    }

    /// Tells whether one of the alternatives of a term holds, and at which word.
    fn holds(&self, term: &str) -> Option<Option<usize>> {
        term.split('/').find_map(|one| {
            let inner = |[open, close]: [char; 2]| one.strip_prefix(open)?.strip_suffix(close);
            match (inner(['<', '>']), inner(['{', '}'])) {
                (Some("takes"), _) => self.takes().map(Some),
                (Some(what), _) => self.is_about(what).then_some(None),
                (None, Some(list)) => self.at(list).map(Some),
                (None, None) => self.first(&[one]).map(Some),
            }
        })
    }

    fn is_about(&self, what: &str) -> bool {
        match what {
            "side" => self.named.iter().any(|named| matches!(named.thing, Thing::Side(_))),
            "squares" => self.is_of_squares(),
            "pitch" => matches!(self.scene.board, Surface::Pitch(_)),
            "plain" => self.is_plain(),
            "pieces" => {
                let kinds = ["man", "king", "pawn", "emperor", "piece"];
                self.is_of_squares() && kinds.iter().any(|kind| self.has_kind(kind))
            }
            kind => self.has_kind(kind),
        }
    }

    /// Tells whether a question without a place or a number is about this position of a ball: with a condition, or with any word for
    /// something else, it is one about the rules.
    fn is_plain(&self) -> bool {
        let is_known = |at: usize| {
            let word = self.words[at].as_str();
            self.named.iter().any(|named| named.at == at)
                || word_list("of-board").iter().any(|list| {
                    let words = word_list(list);
                    words.contains(&word) || words.contains(&stem(word).as_str())
                })
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

    /// Tells whether something is asked that has happened.
    fn is_past(&self) -> bool {
        let asks =
            self.at("became").is_some() && !self.has(&["if", "can", "could", "will", "would"]);
        asks && !self.has(&["not", "be"]) && !self.is_of_before()
    }

    /// Tells whether something is asked of an earlier position: `could I have taken d4`, `was e5 safe`.
    fn is_of_before(&self) -> bool {
        let supposed = self.first(&["could", "would", "should", "might"]);
        let have = self.first(&["have"]);
        let missed = supposed.is_some_and(|supposed| have.is_some_and(|have| supposed < have));
        let lists = ["dangers", "stuck", "wounds", "obstacles"];
        let was = self.has(&["was", "were"]) && lists.iter().any(|list| self.at(list).is_some());
        let before = self.has(&["before", "earlier"]);
        missed || was || before && self.has(&["was", "were", "could", "did", "had"])
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
        // `Which of my men could Bob take`, and `can 2 hit it`.
        let is_side = |thing: &Thing| matches!(thing, Thing::Side(_));
        if relation == Relation::Take && !passive && 1 < by.iter().filter(|it| is_side(it)).count()
        {
            to.insert(0, by.remove(by.iter().position(is_side).unwrap_or_default()));
        }
        if matches!(relation, Relation::Hit | Relation::Reach)
            && !self.is_of_squares()
            && to.is_empty()
            && self.has(&["it"])
        {
            to.push(Thing::Ball);
        }
        let two_ended = !matches!(relation, Relation::Take | Relation::Hit | Relation::Safe);
        let places = |things: &[Thing]| things.iter().filter(|thing| is_place(thing)).count();
        // `Can I get b6 to a5` names both behind the verb, and `b6 to a5, can I do that` before it.
        if two_ended && !passive {
            if places(&by) == 0 && 1 < places(&to) {
                if let Some(first) = to.iter().position(is_place) {
                    by.push(to.remove(first));
                }
            } else if places(&to) == 0
                && 1 < places(&by)
                && let Some(last) = by.iter().rposition(is_place)
            {
                to.push(by.remove(last));
            }
        } else if !passive
            && places(&to) == 0
            && 1 < places(&by)
            // `His man on g5, can he get my f4`.
            && let Some(last) = by.iter().rposition(is_place)
        {
            to.push(by.remove(last));
        }
        (by, to)
    }
}
