//! Removes a person's name from texts typed into matches, such as names of reeves and pieces.
use std::collections::{BTreeMap, BTreeSet};

use engine::{
    games::GameId,
    seat::{BySeat, Observer, Viewer},
    table::Saved,
};
use model::ids::{MatchId, PersonId};
use serde_json::Value;
use store::{FORMER, StepRow, Terms};

use crate::{
    RequestError,
    context::RequestContext,
    names_in_texts::{holds, replaced},
};

/// Free texts of a match that contain a name.
type Texts = BTreeSet<String>;

/// The replacement of each removed text of a match. No two are equal and none was used before, so
/// different texts stay different and the match can still be replayed.
struct StandIns {
    /// Everything typed in the match, in lower case, because games ignore case in names.
    said: String,
    chosen: BTreeMap<String, String>,
}

impl StandIns {
    fn new(terms: &Terms, steps: &[StepRow]) -> StandIns {
        let mut said = format!("{} ", terms.options);
        if let Some(Saved { rules: _, state, last }) = &terms.start {
            said.push_str(&format!("{state} {last} "));
        }
        for step in steps {
            said.push_str(&step.written);
            said.push('\n');
        }
        StandIns { said: said.to_lowercase(), chosen: BTreeMap::new() }
    }

    /// Returns the replacement of a text, always the same one.
    fn of(&mut self, text: &str) -> String {
        if let Some(chosen) = self.chosen.get(text) {
            return chosen.clone();
        }
        let is_free =
            |name: &str| !self.said.contains(name) && !self.chosen.values().any(|of| of == name);
        let mut chosen = FORMER.to_owned();
        let mut number = 1;
        while !is_free(&chosen) {
            number += 1;
            // Games accept names of at most sixteen letters.
            chosen = match number {
                ..100 => format!("former player {number}"),
                100.. => format!("former {number}"),
            };
        }
        self.chosen.insert(text.to_owned(), chosen.clone());
        chosen
    }
}

/// Replaces each free text of a challenge or match that contains one of these words, ignoring
/// case. Other people's matches without this person keep them. Returns the texts.
pub(crate) fn reword(
    cx: &RequestContext<'_>,
    person: PersonId,
    words: &[String],
) -> Result<Texts, RequestError> {
    let words: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
    let names = |text: &str| words.iter().any(|it| holds(&text.to_lowercase(), it));
    let mut all = Texts::new();
    for (id, mut terms) in cx.tx.terms_of_challenges()? {
        let mut stand_ins = StandIns::new(&terms, &[]);
        let texts = reword_terms(&mut terms, &names, &mut stand_ins);
        if !texts.is_empty() {
            cx.tx.reword_challenge(id, &terms)?;
        }
        all.extend(texts);
    }
    let own: BTreeSet<MatchId> = cx.tx.matches_of(person)?.into_iter().map(|it| it.id).collect();
    for (id, mut terms) in cx.tx.terms_of_matches()? {
        if !own.contains(&id) && !terms_hold(&terms, &names) {
            continue;
        }
        let mut steps = cx.tx.all_steps(id)?;
        let mut stand_ins = StandIns::new(&terms, &steps);
        let texts = reword_terms(&mut terms, &names, &mut stand_ins);
        if !texts.is_empty() {
            cx.tx.reword_match(id, &terms)?;
        }
        // What was typed up to each step, among steps that weren't taken back.
        let mut typed: Vec<Texts> = Vec::new();
        for step in &mut steps {
            typed.truncate(step.step as usize);
            let before = typed.last().unwrap_or(&texts);
            let found = reword_step(terms.game, step, &names, before, &mut stand_ins);
            let now = before.union(&found.texts).cloned().collect();
            if found.changed {
                cx.tx.reword_step(step)?;
            }
            typed.push(now);
        }
        all.extend(stand_ins.chosen.into_keys());
    }
    Ok(all)
}

fn terms_hold(terms: &Terms, names: &dyn Fn(&str) -> bool) -> bool {
    let mut places = Vec::new();
    find(&terms.options, names, "", &mut places);
    if let Some(Saved { rules: _, state, last }) = &terms.start {
        find(state, names, "", &mut places);
        find(last, names, "", &mut places);
    }
    !places.is_empty()
}

fn reword_terms(
    terms: &mut Terms,
    names: &dyn Fn(&str) -> bool,
    stand_ins: &mut StandIns,
) -> Texts {
    let game = terms.game;
    let reads = |value: &Value| game.variation(value.clone()).is_ok();
    let mut texts = reword_value(&mut terms.options, names, &reads, stand_ins);
    if let Some(start) = &mut terms.start {
        texts.extend(reword_saved(game, start, names, stand_ins));
    }
    texts
}

/// What was found in a step.
struct Found {
    /// The texts in its events.
    texts: Texts,
    changed: bool,
}

/// Replaces texts in a stored step; `before` are the texts typed before it.
fn reword_step(
    game: GameId,
    step: &mut StepRow,
    names: &dyn Fn(&str) -> bool,
    before: &Texts,
    stand_ins: &mut StandIns,
) -> Found {
    if before.is_empty() && !names(&step.written) {
        return Found { texts: Texts::new(), changed: false };
    }
    let table = game.resume(&step.after).ok();
    let nobody = BySeat::new(|_| String::new());
    let observer = Observer { viewer: Viewer::Room, names: &nobody };
    let reads =
        |value: &Value| table.as_ref().is_some_and(|table| table.tell(value, observer).is_ok());
    // A piece whose original name this is keeps it.
    let typed = |text: &str| before.contains(text) || names(text) && holds(&step.written, text);
    let told = reword_value(&mut step.events, &typed, &reads, stand_ins);
    if !told.is_empty() {
        let said = |text: &str| told.contains(text);
        reword_value(&mut step.action, &said, &|_| true, stand_ins);
        let chosen = told.iter().map(|text| (text.clone(), stand_ins.of(text)));
        step.written = replaced(&step.written, &chosen.collect());
    }
    // A state has many strings that aren't free texts, and decoding it is slow, so only known texts
    // are searched for.
    let found = |text: &str| before.contains(text) || told.contains(text);
    let kept = reword_saved(game, &mut step.after, &found, stand_ins);
    Found { changed: !told.is_empty() || !kept.is_empty(), texts: told }
}

fn reword_saved(
    game: GameId,
    Saved { rules, state, last }: &mut Saved,
    names: &dyn Fn(&str) -> bool,
    stand_ins: &mut StandIns,
) -> Texts {
    let reads = |state: &Value, last: &Value| {
        game.resume(&Saved { rules: *rules, state: state.clone(), last: last.clone() }).is_ok()
    };
    let mut texts = reword_value(state, names, &|it| reads(it, last), stand_ins);
    texts.extend(reword_value(last, names, &|it| reads(state, it), stand_ins));
    texts
}

/// Replaces the texts of a value that `names` matches, and returns them. A text that must be a word
/// of the game, such as a side, stays, because the value couldn't be decoded otherwise.
fn reword_value(
    value: &mut Value,
    names: &dyn Fn(&str) -> bool,
    reads: &dyn Fn(&Value) -> bool,
    stand_ins: &mut StandIns,
) -> Texts {
    let mut places = Vec::new();
    find(value, names, "", &mut places);
    let mut texts = Texts::new();
    if places.is_empty() {
        return texts;
    }
    // A value that can't be decoded anyway needs no check.
    let free = !reads(value);
    for place in places {
        let Some(text) = value.pointer_mut(&place) else { continue };
        let Some(before) = text.as_str().map(str::to_owned) else { continue };
        *text = Value::from(stand_ins.of(&before));
        if free || reads(value) {
            texts.insert(before);
        } else if let Some(text) = value.pointer_mut(&place) {
            *text = Value::from(before);
        }
    }
    texts
}

/// Finds texts in a value; `here` is the JSON pointer to it.
fn find(value: &Value, names: &dyn Fn(&str) -> bool, here: &str, places: &mut Vec<String>) {
    match value {
        Value::String(text) if names(text) => places.push(here.to_owned()),
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                find(item, names, &format!("{here}/{nth}"), places);
            }
        }
        Value::Object(items) => {
            for (key, item) in items {
                let key = key.replace('~', "~0").replace('/', "~1");
                find(item, names, &format!("{here}/{key}"), places);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn unsaid() -> StandIns {
        StandIns { said: String::new(), chosen: BTreeMap::new() }
    }

    #[test]
    fn no_two_texts_become_one_and_none_that_was_said_before() {
        let said = format!("name b6 {FORMER}\nname b6 former player 3\n");
        let mut stand_ins = StandIns { said, ..unsaid() };
        let of = ["Zed", "Sir Zed", "Zed", "zed"].map(|name| stand_ins.of(name));
        assert_eq!(
            of,
            ["former player 2", "former player 4", "former player 2", "former player 5"]
        );
    }

    #[test]
    fn a_name_that_is_also_a_word_of_the_game_stays_where_the_game_needs_it() {
        let mut options = GameId::Amtgard.options("duel=reeve reeve-name=Reeve").unwrap();
        let reads = |value: &Value| GameId::Amtgard.variation(value.clone()).is_ok();
        let named = |it: &str| it.eq_ignore_ascii_case("reeve");
        let texts = reword_value(&mut options, &named, &reads, &mut unsaid());
        assert_eq!(texts.into_iter().collect::<Vec<_>>(), ["Reeve"]);
        let reeve = options["reeve"].as_str().unwrap();
        assert!(options["duel"] == "reeve" && reeve.contains("former player"), "{options}");
    }

    #[test]
    fn texts_are_found_under_any_key() {
        let mut value = json!({ "a/b~c": ["x", { "": "ann" }], "ann": 3 });
        reword_value(&mut value, &|it| it == "ann", &|_| true, &mut unsaid());
        assert_eq!(value, json!({ "a/b~c": ["x", { "": FORMER }], "ann": 3 }));
    }
}
