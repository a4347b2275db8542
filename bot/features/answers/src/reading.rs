//! Reads a question about the board: the things that it names, and what it asks of them, whatever the words between.
use content::asked::{facts::Fact, is_known, stem, word_list, word_lists};
use engine::{
    question::{Question, Relation, Thing},
    scene::{Item, Panel, Scene, Surface},
    seat::Seat,
};
use service::matches::attempt::squares_in;

use super::{board, match_question::MatchQuestion};

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
            let mut squares: Vec<Thing> = squares_in(word).into_iter().map(Thing::Square).collect();
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
        all().find(|at| !self.goes_too(*at)).or_else(|| all().next())
    }

    /// Tells whether a word of capturing also says that a piece goes somewhere.
    fn goes_too(&self, at: usize) -> bool {
        word_list("goes-too").contains(&self.words[at].as_str())
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

    /// Finds what is asked of the things, and the word that says it: by the rows for a question that names a place or a piece, or for one
    /// that names none.
    fn relation(&self) -> Option<(Relation, Option<usize>)> {
        let names = |thing: &str| self.is_about(thing);
        let on_court =
            names("number") || names("ball") || names("goal") || names("goalie") && names("side");
        let is_placed = names("place") || !names("squares") && on_court;
        let lists = ["anywhere", if is_placed { "at-place" } else { "no-place" }];
        lists.into_iter().find_map(|list| self.of_rows(list))?
    }

    /// Finds what is asked by the first row of a list whose terms all hold, and its marked word; a row may also say that nothing is.
    fn of_rows(&self, list: &str) -> Option<Option<(Relation, Option<usize>)>> {
        word_list(list).iter().find_map(|row| {
            let (relation, terms) = row.split_once(' ')?;
            let mut pivot = None;
            for term in terms.split(' ') {
                let (banned, marked) = (term.strip_prefix('!'), term.strip_suffix('*'));
                match (self.holds(banned.or(marked).unwrap_or(term)), banned) {
                    (Some(at), None) => pivot = if marked.is_some() { at } else { pivot },
                    (None, Some(_)) => {}
                    (Some(_), Some(_)) | (None, None) => return None,
                }
            }
            Some(match Fact::named(relation) {
                Some(Fact::Of(relation)) => Some((relation, pivot)),
                _ => None,
            })
        })
    }

    /// Tells whether one of the alternatives of a term holds, and at which word.
    fn holds(&self, term: &str) -> Option<Option<usize>> {
        let place = self.places().next().map(|named| named.at);
        let before = term.strip_suffix('-');
        let behind = term.strip_suffix('+');
        let found = before.or(behind).unwrap_or(term).split('/').find_map(|one| {
            let inner = |[open, close]: [char; 2]| one.strip_prefix(open)?.strip_suffix(close);
            match (inner(['<', '>']), inner(['{', '}'])) {
                (Some("takes"), _) => self.takes().map(Some),
                (Some("goes-too"), _) => self.takes().filter(|at| self.goes_too(*at)).map(Some),
                (Some(what), _) => self.is_about(what).then_some(None),
                (None, Some(list)) => self.at(list).map(Some),
                (None, None) => self.first(&[one]).map(Some),
            }
        })?;
        let stands = |fits: fn(&usize, &usize) -> bool| {
            found.zip(place).is_some_and(|(at, place)| fits(&at, &place))
        };
        (before.is_none() || stands(usize::lt)).then_some(())?;
        (behind.is_none() || stands(usize::gt)).then_some(found)
    }

    fn is_about(&self, what: &str) -> bool {
        match what {
            "side" => self.named.iter().any(|named| matches!(named.thing, Thing::Side(_))),
            "squares" => self.is_of_squares(),
            "pitch" => matches!(self.scene.board, Surface::Pitch(_)),
            "plain" => self.is_plain(),
            "place" => self.places().next().is_some(),
            "places" => self.places().nth(1).is_some(),
            "number" => self.named.iter().any(|named| matches!(named.thing, Thing::Number(_))),
            "ball" => self.named.iter().any(|named| named.thing == Thing::Ball),
            "goal" => self.named.iter().any(|named| matches!(named.thing, Thing::Goal(_))),
            "taken" => self.is_taken(),
            "before" => self.is_of_before(),
            // `Can he get to d4`.
            "to-there" => {
                self.takes().is_some_and(|at| self.words[at + 1..].iter().any(|word| word == "to"))
            }
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

    /// Tells whether something is asked of an earlier position: `could I have taken d4`, `was e5 safe`.
    fn is_of_before(&self) -> bool {
        let supposed = self.first(&["could", "would", "should", "might"]);
        let have = self.first(&["have"]);
        let missed = supposed.is_some_and(|supposed| have.is_some_and(|have| supposed < have));
        let lists = ["dangers", "stuck", "wounds", "obstacles", "block"];
        let was = self.has(&["was", "were"]) && lists.iter().any(|list| self.at(list).is_some());
        let before = self.has(&["before", "earlier"]);
        missed || was || before && self.has(&["was", "were", "could", "did", "had"])
    }

    /// Tells apart who does it and to whom or where it is done.
    fn split(&self, relation: Relation, pivot: Option<usize>) -> (Vec<Thing>, Vec<Thing>) {
        let passive = pivot.is_some_and(|pivot| {
            let form = self.words[pivot].as_str();
            let before = pivot.checked_sub(1).map_or("", |at| self.words[at].as_str());
            let is_in = |list: &str, word: &str| word_list(list).contains(&word);
            is_in("passive", before)
                || is_in("passive-forms", form)
                || form.ends_with("able")
                || form.ends_with("ed") && is_in("being", before)
                || relation == Relation::Take
                    && !form.ends_with("ing")
                    && before != "to"
                    && self.words.first().is_some_and(|word| is_in("being", word))
        });
        let marked = |at: usize, any: &[&str]| {
            // A preposition, perhaps with `my` or `the` between.
            let mut before = self.words[..at].iter().rev().take(3).map(String::as_str);
            before
                .find(|word| word_list("prepositions").contains(word))
                .is_some_and(|word| any.contains(&word))
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
        if places(&to) == 0 && 1 < places(&by) && !passive {
            to.extend(by.iter().rposition(is_place).map(|last| by.remove(last)));
        } else if places(&by) == 0 && 1 < places(&to) && two_ended && !passive {
            by.extend(to.iter().position(is_place).map(|first| to.remove(first)));
        }
        (by, to)
    }
}
