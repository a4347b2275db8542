//! What may be agreed before a match, and how it is typed: `continental snap wheel=3:1:1`.
use crate::{
    quote::short,
    refusal::{Code, Refusal},
};

/// The name of the setting by which a game begins from a position, or continues from a recorded
/// match.
pub const FROM: &str = "from";

/// A setting of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// One lower-case word.
    pub name: &'static str,
    /// What it is for; at most 100 characters.
    pub says: &'static str,
    pub values: Values,
    /// The default.
    pub usual: &'static str,
}

/// What a setting may be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// `yes` or `no`; the bare name means yes.
    Switch,
    /// One of these; the bare value is enough.
    Words(&'static [&'static str]),
    /// A free text, with its form.
    Free(&'static str),
    /// The rest of the line, with its form.
    Rest(&'static str),
}

/// Names a variation by the agreed settings: `Continental, snap`.
pub(crate) fn in_words<const N: usize>(agreed: [(bool, &str); N]) -> String {
    let words: Vec<&str> = agreed.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    words.join(", ")
}

/// The given settings of a game: at most one value each, checked against [`Values`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(Vec<(&'static str, String)>);

impl Given {
    /// Reads the words that follow the name of a game.
    ///
    /// # Errors
    /// If a word isn't a setting, a value isn't allowed, or a setting is given twice.
    pub fn read(settings: &'static [Setting], text: &str) -> Result<Given, Refusal> {
        let mut given = Given::default();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let word = &rest[..end];
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            let (setting, value) = find(settings, name, value)?;
            let (value, left) = match setting.values {
                Values::Rest(_) => {
                    let from = word.find('=').map_or(word.len(), |sign| sign + 1);
                    (rest[from..].trim().to_owned(), "")
                }
                Values::Switch | Values::Words(_) | Values::Free(_) => (value, &rest[end..]),
            };
            check(setting, &value)?;
            if given.get(setting.name).is_some() {
                return Err(Refusal::unreadable(format!("You gave `{}` twice.", setting.name)));
            }
            given.0.push((setting.name, value));
            rest = left.trim_start();
        }
        Ok(given)
    }

    /// Returns the given value of a setting.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// Tells whether a [`Values::Switch`] is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == Some("yes")
    }
}

fn find(
    settings: &'static [Setting],
    name: &str,
    value: Option<&str>,
) -> Result<(&'static Setting, String), Refusal> {
    let lower = name.to_lowercase();
    if let Some(setting) = settings.iter().find(|it| it.name == lower) {
        let value = match (value, setting.values) {
            (Some(value), Values::Switch | Values::Words(_)) => value.to_lowercase(),
            (Some(value), Values::Free(_) | Values::Rest(_)) => value.to_owned(),
            (None, Values::Switch) => "yes".to_owned(),
            (None, _) => String::new(),
        };
        return Ok((setting, value));
    }
    let by_value = settings.iter().find(
        |setting| matches!(setting.values, Values::Words(words) if words.contains(&lower.as_str())),
    );
    match (by_value, value) {
        (Some(setting), None) => Ok((setting, lower)),
        _ => Err(Refusal::new(Code::Unknown, format!("There's no option `{}`.", short(name)))
            .instead(settings.iter().flat_map(examples))),
    }
}

fn check(setting: &Setting, value: &str) -> Result<(), Refusal> {
    let fits = match setting.values {
        Values::Switch => ["yes", "no"].contains(&value),
        Values::Words(words) => words.contains(&value),
        Values::Free(_) | Values::Rest(_) => !value.is_empty(),
    };
    if fits {
        return Ok(());
    }
    let name = setting.name;
    Err(Refusal::unreadable(format!("`{name}` can't be `{}`.", short(value)))
        .instead(examples(setting)))
}

/// Lists what may be typed for a setting instead of something else: its values beside the usual one,
/// or that one where it may be anything.
fn examples(setting: &Setting) -> Vec<String> {
    let Setting { name, says: _, values, usual } = *setting;
    match values {
        Values::Switch => vec![name.to_owned()],
        Values::Words(words) => {
            let others = words.iter().filter(|word| **word != usual);
            others.map(|word| format!("{name}={word}")).collect()
        }
        Values::Free(_) => vec![format!("{name}={usual}")],
        Values::Rest(_) => Vec::new(),
    }
}

/// Writes how a setting is typed, such as `rules=english|continental`.
pub fn form(setting: &Setting) -> String {
    let name = setting.name;
    match setting.values {
        Values::Switch => name.to_owned(),
        Values::Words(words) => format!("{name}={}", words.join("|")),
        Values::Free(form) | Values::Rest(form) => format!("{name}={form}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &[Setting] = &[
        Setting { name: "snap", says: "", values: Values::Switch, usual: "no" },
        Setting { name: "rules", says: "", values: Values::Words(&["one", "two"]), usual: "one" },
        Setting { name: "wheel", says: "", values: Values::Free("B:G:O"), usual: "2:1:1" },
        Setting { name: "from", says: "", values: Values::Rest("FEN"), usual: "start" },
    ];

    fn read(text: &str) -> Result<Given, Refusal> {
        Given::read(SETTINGS, text)
    }

    #[test]
    fn bare_words_names_and_the_rest_of_the_line_are_read() {
        let given = read("Snap TWO wheel=3:1:1 from=B:W1 :B2 snap").unwrap();
        assert!(given.is_on("snap"));
        assert_eq!(given.get("rules"), Some("two"));
        assert_eq!(given.get("wheel"), Some("3:1:1"));
        assert_eq!(given.get("from"), Some("B:W1 :B2 snap"));
        assert_eq!(read("from W:B1").unwrap().get("from"), Some("W:B1"));
        assert_eq!(read("").unwrap(), Given::default());
        assert!(!read("snap=no").unwrap().is_on("snap"));
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        assert_eq!(read("jump").unwrap_err().code, Code::Unknown);
        assert_eq!(read("rules=three").unwrap_err().instead, ["rules=two"]);
        assert_eq!(read("snap=maybe").unwrap_err().code, Code::Unreadable);
        assert_eq!(read("wheel").unwrap_err().code, Code::Unreadable);
        assert_eq!(read("one two").unwrap_err().says, "You gave `rules` twice.");
        assert_eq!(read("one=two").unwrap_err().code, Code::Unknown);
    }
}
