//! Takes somebody's name out of what was typed into matches: whom an option names, what pieces were called.
use std::collections::BTreeSet;

use engine::{
    games::GameId,
    seat::{BySeat, Onlooker, Viewer},
    table::Saved,
};
use serde_json::Value;

use super::{Asking, Fault, erase::holds};
use crate::store::{FORMER, MatchId, PersonId, StepRow, Terms};

/// Free texts of a match that hold a name. One is replaced as a whole, wherever it stands: so a match that is played again from
/// its words brings what is kept of it.
type Texts = BTreeSet<String>;

impl Asking<'_> {
    /// Puts [`FORMER`] in place of each free text of a challenge or a match that holds one of these words, whatever its case.
    /// Returns the texts.
    pub(super) fn reword(&self, person: PersonId, words: &[String]) -> Result<Texts, Fault> {
        let words: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
        let names = |text: &str| words.iter().any(|it| holds(&text.to_lowercase(), it));
        let mut all = Texts::new();
        for (id, mut terms) in self.tx.terms_of_challenges()? {
            let texts = reword_terms(&mut terms, &names);
            if !texts.is_empty() {
                self.tx.reword_challenge(id, &terms)?;
            }
            all.extend(texts);
        }
        let own: BTreeSet<MatchId> =
            self.tx.matches_of(person)?.into_iter().map(|it| it.id).collect();
        for (id, mut terms) in self.tx.terms_of_matches()? {
            let mut texts = reword_terms(&mut terms, &names);
            if !texts.is_empty() {
                self.tx.reword_match(id, &terms)?;
            } else if !own.contains(&id) {
                continue;
            }
            for mut step in self.tx.all_steps(id)? {
                if reword_step(terms.game, &mut step, &names, &mut texts) {
                    self.tx.reword_step(&step)?;
                }
            }
            all.extend(texts);
        }
        Ok(all)
    }
}

fn reword_terms(terms: &mut Terms, names: &dyn Fn(&str) -> bool) -> Texts {
    let game = terms.game;
    let reads = |it: &Value| game.variation(it.clone()).is_ok();
    let mut texts = reword(&mut terms.options, names, &reads);
    if let Some(Saved { rules, state, last }) = &mut terms.start {
        texts.extend(reword_saved(game, *rules, [state, last], names));
    }
    texts
}

/// Rewords what is kept of a step; `texts` are those found in its match so far. Tells whether anything has changed.
fn reword_step(
    game: GameId,
    step: &mut StepRow,
    names: &dyn Fn(&str) -> bool,
    texts: &mut Texts,
) -> bool {
    let saved = Saved { rules: step.rules, state: step.state.clone(), last: step.news.clone() };
    let table = game.resume(saved).ok();
    let nobody = BySeat::new(|_| String::new());
    let onlooker = Onlooker { viewer: Viewer::Room, names: &nobody };
    let reads = |it: &Value| table.as_ref().is_some_and(|table| table.tell(it, onlooker).is_ok());
    // A piece that the game itself calls so keeps its name.
    let typed = |it: &str| texts.contains(it) || names(it) && holds(&step.written, it);
    let told = reword(&mut step.events, &typed, &reads);
    texts.extend(told.iter().cloned());
    if !told.is_empty() {
        let said = |it: &str| told.contains(it);
        reword(&mut step.action, &said, &|_| true);
        for text in &told {
            step.written = step.written.replace(text.as_str(), FORMER);
        }
    }
    // A state has many words that are no free texts, and reading it takes a while: only what was found is looked for.
    let found = |it: &str| texts.contains(it);
    let kept = reword_saved(game, step.rules, [&mut step.state, &mut step.news], &found);
    !told.is_empty() || !kept.is_empty()
}

fn reword_saved(
    game: GameId,
    rules: u16,
    [state, last]: [&mut Value; 2],
    names: &dyn Fn(&str) -> bool,
) -> Texts {
    let reads = |state: &Value, last: &Value| {
        game.resume(Saved { rules, state: state.clone(), last: last.clone() }).is_ok()
    };
    let mut texts = reword(state, names, &|it| reads(it, last));
    texts.extend(reword(last, names, &|it| reads(state, it)));
    texts
}

/// Puts [`FORMER`] in place of the texts of a value that `names` fits, and returns them. A text that has to be a word of the game,
/// such as a side, stays: with another in its place the value does not read any more.
fn reword(
    value: &mut Value,
    names: &dyn Fn(&str) -> bool,
    reads: &dyn Fn(&Value) -> bool,
) -> Texts {
    let mut places = Vec::new();
    find(value, names, "", &mut places);
    let mut texts = Texts::new();
    if places.is_empty() {
        return texts;
    }
    // What cannot be read as it is cannot be spoilt.
    let free = !reads(value);
    for place in places {
        let Some(text) = value.pointer_mut(&place) else { continue };
        let before = std::mem::replace(text, Value::from(FORMER));
        if free || reads(value) {
            texts.extend(before.as_str().map(str::to_owned));
        } else if let Some(text) = value.pointer_mut(&place) {
            *text = before;
        }
    }
    texts
}

/// Finds texts in a value; `here` is the JSON pointer to it.
fn find(value: &Value, names: &dyn Fn(&str) -> bool, here: &str, places: &mut Vec<String>) {
    match value {
        Value::String(text) if names(text) => places.push(here.to_owned()),
        Value::Array(items) => {
            for (nth, it) in items.iter().enumerate() {
                find(it, names, &format!("{here}/{nth}"), places);
            }
        }
        Value::Object(items) => {
            for (key, it) in items {
                let key = key.replace('~', "~0").replace('/', "~1");
                find(it, names, &format!("{here}/{key}"), places);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_that_is_also_a_word_of_the_game_stays_where_the_game_needs_it() {
        let mut options = GameId::Amtgard.options("duel=reeve reeve-name=Reeve").unwrap();
        let reads = |it: &Value| GameId::Amtgard.variation(it.clone()).is_ok();
        let texts = reword(&mut options, &|it| it.eq_ignore_ascii_case("reeve"), &reads);
        assert_eq!(texts.into_iter().collect::<Vec<_>>(), ["Reeve"]);
        assert_eq!((&options["duel"], &options["reeve"]), (&json!("reeve"), &json!(FORMER)));
    }

    #[test]
    fn texts_are_found_under_any_key() {
        let mut value = json!({ "a/b~c": ["x", { "": "ann" }], "ann": 3 });
        reword(&mut value, &|it| it == "ann", &|_| true);
        assert_eq!(value, json!({ "a/b~c": ["x", { "": FORMER }], "ann": 3 }));
    }
}
