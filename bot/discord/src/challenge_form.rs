//! The form of a challenge: opponent, clock, side and options. Where Discord doesn't take the form,
//! the same questions come as one menu after the other.
use std::fmt::{self, Display, Formatter};

use command::{VerbRow as _, say, verbs};
use engine::{
    games::GameId,
    settings::{Setting, Values},
};
use model::{
    reply::{Choice, Sayable},
    time::PRESETS,
};
use serde_json::{Value, json};
use serenity::builder::{
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};
use service::PersonName;

use super::{markdown::cut, message::DiscordMessage, press::Press, submission::BETWEEN, words};

/// The most characters of a label, of an option's text, and of what is typed.
const LONGEST_LABEL: usize = 45;
const LONGEST_OPTION: usize = 100;
const LONGEST_WORDS: usize = 500;
/// The most boxes of a group; more are a menu.
const BOXES: usize = 10;
/// The most buttons of which one is chosen; more are a menu.
const RADIOS: usize = 3;
/// The fields of the opponent, and of what is typed.
const WHO: &str = "who";
const MORE: &str = "more";
/// Stands before a line whose button opens its form again.
const AGAIN: &str = "form ";
/// The option of a menu that chooses nothing.
const NOTHING: &str = "-";

/// Discord's numbers for parts of a form.
const MENU: u8 = 3;
const TEXT: u8 = 4;
const PEOPLE: u8 = 5;
const LABEL: u8 = 18;
const ONE_OF: u8 = 21;
const BOX_GROUP: u8 = 22;

/// A line that begins a challenge: `challenge @7 trapdoor clock=slow snap`. The terms may be any
/// words: the form also shows those again that can't be read.
struct BegunChallenge<'a> {
    whom: Option<String>,
    game: GameId,
    terms: Vec<&'a str>,
}

/// The line of a button that opens its form again, with what was filled in.
struct AgainLine<'a>(&'a str);

impl Sayable for AgainLine<'_> {}

impl Display for AgainLine<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{AGAIN}{}", self.0)
    }
}

/// One question about a challenge.
struct FormQuestion {
    key: &'static str,
    asks: &'static str,
    choices: Vec<FormOption>,
    /// Whether any number of them can be chosen.
    many: bool,
}

struct FormOption {
    /// The word of the line.
    says: String,
    label: String,
    explains: String,
    /// Whether it applies if nothing is said; then it isn't written into the line.
    usual: bool,
}

impl FormOption {
    fn new(says: impl Into<String>, label: impl Into<String>) -> FormOption {
        let (says, label) = (says.into(), label.into());
        FormOption { says, label, explains: String::new(), usual: false }
    }

    fn explained(self, explains: impl Into<String>) -> FormOption {
        FormOption { explains: explains.into(), ..self }
    }

    fn usual_if(self, usual: bool) -> FormOption {
        FormOption { usual, ..self }
    }
}

impl BegunChallenge<'_> {
    fn read(line: &str) -> Option<BegunChallenge<'_>> {
        let words: Vec<&str> = line.split(' ').filter(|it| !it.is_empty()).collect();
        if words.first() != Some(&verbs::Challenge::VERB.name()) {
            return None;
        }
        let is_marked = |who: &String| who.starts_with(['@', '<']);
        // The command and a game, with a person or without.
        (2..=3).find_map(|count| {
            let (start, terms) = words.split_at_checked(count)?;
            let said = verbs::Challenge::with_args(&start[1..].join(" ")).ok()?;
            let fits = said.options.is_empty() && said.who.iter().all(is_marked);
            let game = said.game.filter(|_| fits)?;
            Some(BegunChallenge { whom: said.who, game, terms: terms.to_vec() })
        })
    }

    /// Returns the opponent that the form was opened with. One chosen in it is written as a mention.
    fn given(&self) -> Option<&str> {
        self.whom.as_deref().filter(|it| it.starts_with('@'))
    }

    /// Returns the id of the opponent chosen in the form.
    fn chosen(&self) -> Option<&str> {
        self.whom.as_deref()?.strip_prefix("<@")?.strip_suffix('>')
    }

    /// Returns the line without what the form asks for.
    fn start(&self) -> String {
        say!(Challenge { who: self.given().map(str::to_owned), game: self.game }).line()
    }
}

/// Returns what a button for this line does, if it opens a form.
pub(super) fn pressed(says: &str) -> Option<Press> {
    let line = match says.strip_prefix(AGAIN) {
        Some(line) => line,
        None if BegunChallenge::read(says)?.terms.iter().all(|it| *it == "quick") => says,
        None => return None,
    };
    Some(Press::Form(line.to_owned()))
}

/// Creates the button that opens the form with what was filled in.
pub(super) fn change(line: &str) -> Choice {
    Choice::new(words::change(), AgainLine(line))
}

fn questions(game: GameId) -> Vec<FormQuestion> {
    let clocks = PRESETS.iter().map(|preset| {
        FormOption::new(format!("clock={}", preset.name), words::clock_called(preset.name))
            .explained(preset.clock.to_string())
            .usual_if(preset.clock == model::time::Clock::usual())
    });
    let none = FormOption::new("clock=none", words::no_clock());
    let random = FormOption::new("side=random", words::random_side()).usual_if(true);
    let sides =
        game.sides().map(|side| FormOption::new(format!("side={}", side.to_lowercase()), side));
    let mut options = vec![
        FormOption::new("unrated", words::unrated()).explained(words::about_unrated()),
        FormOption::new("private", words::private()).explained(words::about_private()),
    ];
    if !game.quick().is_empty() {
        options.push(FormOption::new("quick", words::quick()).explained(game.quick()));
    }
    options.extend(game.settings().iter().flat_map(variations));
    vec![
        FormQuestion {
            key: "clock",
            asks: words::which_clock(),
            choices: clocks.chain([none]).collect(),
            many: false,
        },
        FormQuestion {
            key: "side",
            asks: words::which_side(),
            choices: [random].into_iter().chain(sides).collect(),
            many: false,
        },
        FormQuestion { key: "options", asks: words::which_options(), choices: options, many: true },
    ]
}

/// Of a longer list of values, a form offers every other one.
const LONG_LIST: usize = 6;

/// Returns the values of a setting besides the usual one. Free texts are typed, and so are some values of a long list.
fn variations(setting: &Setting) -> Vec<FormOption> {
    let option = |says: String| {
        let label = says.replace('=', ": ");
        FormOption::new(says, label).explained(setting.says.replace('`', ""))
    };
    match setting.values {
        Values::Switch => vec![option(setting.name.to_owned())],
        Values::Words(words) => {
            let step = if LONG_LIST < words.len() { 2 } else { 1 };
            let others = words.iter().step_by(step).filter(|it| **it != setting.usual);
            others.map(|choice| option(format!("{}={choice}", setting.name))).collect()
        }
        Values::Free(_) | Values::Rest(_) => Vec::new(),
    }
}

/// Builds the form for a line that begins a challenge, with what the line already says. Returns
/// `None` if it begins none.
pub(super) fn form(line: &str) -> Option<Value> {
    let begun = BegunChallenge::read(line)?;
    let mut left = begun.terms.clone();
    let mut parts = Vec::new();
    if begun.given().is_none() {
        let mut menu = json!({ "type": PEOPLE, "custom_id": WHO, "required": false });
        if let Some(id) = begun.chosen() {
            menu["default_values"] = json!([{ "id": id, "type": "user" }]);
        }
        parts.push(labelled(words::opponent(), Some(words::anyone_accepts()), &menu));
    }
    for question in questions(begun.game) {
        parts.push(labelled(question.asks, None, &part(&question, &mut left)));
    }
    let mut text = json!({
        "type": TEXT, "custom_id": MORE, "style": 1, "required": false,
        "max_length": LONGEST_WORDS, "placeholder": words::for_example(),
    });
    if !left.is_empty() {
        text["value"] = json!(cut(&left.join(" "), LONGEST_WORDS));
    }
    parts.push(labelled(words::more_terms(), None, &text));
    let title = cut(begun.game.title(), LONGEST_LABEL);
    let id = Press::Form(begun.start()).id();
    Some(json!({ "custom_id": id, "title": title, "components": parts }))
}

fn labelled(says: &str, explains: Option<&str>, component: &Value) -> Value {
    let says = cut(says, LONGEST_LABEL);
    let mut label = json!({ "type": LABEL, "label": says, "component": component });
    if let Some(explains) = explains {
        label["description"] = json!(cut(explains, LONGEST_OPTION));
    }
    label
}

/// Builds the field of a question. Takes its answers out of the words of the line.
fn part(question: &FormQuestion, words: &mut Vec<&str>) -> Value {
    let FormQuestion { key, asks: _, choices, many } = question;
    let said: Vec<&str> = choices
        .iter()
        .map(|choice| &*choice.says)
        .filter(|choice| words.contains(choice))
        .collect();
    words.retain(|word| !said.contains(word));
    let chosen = |choice: &FormOption| match said[..] {
        [] => choice.usual,
        [first, ..] => {
            if *many {
                said.contains(&&*choice.says)
            } else {
                first == choice.says
            }
        }
    };
    let option = |choice: &FormOption| {
        let mut option = json!({
            "label": cut(&choice.label, LONGEST_OPTION), "value": choice.says, "default": chosen(choice),
        });
        if !choice.explains.is_empty() {
            option["description"] = json!(cut(&choice.explains, LONGEST_OPTION));
        }
        option
    };
    let kind = match (many, choices.len()) {
        (true, ..=BOXES) => BOX_GROUP,
        (false, ..=RADIOS) => ONE_OF,
        _ => MENU,
    };
    let options: Vec<Value> = choices.iter().map(option).collect();
    let mut part = json!({
        "type": kind, "custom_id": key, "options": options, "required": !many,
    });
    if *many {
        (part["min_values"], part["max_values"]) = (json!(0), json!(choices.len()));
    }
    part
}

/// Makes the line of a form from its fields, with the person it names.
pub(super) fn filled_in(line: &str, fields: &[(&str, &str)]) -> (String, Vec<PersonName>) {
    let Some(begun) = BegunChallenge::read(line) else { return (line.to_owned(), Vec::new()) };
    let questions = questions(begun.game);
    let is_usual = |said: &str| {
        questions
            .iter()
            .flat_map(|question| &question.choices)
            .any(|choice| choice.usual && choice.says == said)
    };
    let (mut terms, mut people) = (Vec::new(), Vec::new());
    for (key, value) in fields {
        match *key {
            WHO => people.extend(person(value)),
            MORE => terms.extend(value.split_whitespace()),
            _ => terms
                .extend(value.split(BETWEEN).filter(|word| !word.is_empty() && !is_usual(word))),
        }
    }
    let chosen = people.first().map(|person| format!("<@{}>", person.handle));
    let who = begun.given().map(str::to_owned).or(chosen);
    let start = say!(Challenge { who, game: begun.game }).line();
    terms.insert(0, &start);
    (terms.join(" "), people)
}

/// Reads the person in a menu of people: the id, whether it is a bot, and the name.
fn person(value: &str) -> Option<PersonName> {
    let mut parts = value.splitn(3, BETWEEN);
    let (id, bot, name) = (parts.next()?, parts.next()?, parts.next()?);
    Some(PersonName { handle: id.to_owned(), name: name.to_owned(), bot: !bot.is_empty() })
}

/// Writes one of the questions as a menu, for a line with the answers to those before. Returns
/// `None` after the last.
pub(super) fn menu(nth: usize, line: &str) -> Option<DiscordMessage> {
    let begun = BegunChallenge::read(line)?;
    let FormQuestion { asks, choices, many, .. } = questions(begun.game).into_iter().nth(nth)?;
    let mut options: Vec<CreateSelectMenuOption> = Vec::new();
    if many {
        options.push(CreateSelectMenuOption::new(words::no_options(), NOTHING));
    }
    for choice in &choices {
        let option = CreateSelectMenuOption::new(cut(&choice.label, LONGEST_OPTION), &*choice.says);
        options.push(match choice.explains.as_str() {
            "" => option,
            explains => option.description(cut(explains, LONGEST_OPTION)),
        });
    }
    let most = u8::try_from(if many { options.len() } else { 1 }).unwrap_or(1);
    let id = Press::Ask { nth, says: line.to_owned() }.id();
    let select = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options })
        .placeholder(asks)
        .min_values(1)
        .max_values(most);
    let rows = vec![CreateActionRow::SelectMenu(select)];
    Some(DiscordMessage { rows, ..DiscordMessage::words(asks) })
}

/// Adds what was chosen in a menu to a line.
pub(super) fn chosen(line: &str, values: &[String]) -> String {
    let values = values.iter().filter(|it| *it != NOTHING);
    values.fold(line.to_owned(), |line, value| format!("{line} {value}"))
}

#[cfg(test)]
mod tests {
    use command::Commands;

    use super::*;

    #[test]
    fn every_option_of_every_game_is_read_as_a_challenge() {
        for game in GameId::ALL {
            for question in questions(*game) {
                assert!(question.choices.len() < 25, "one more is for no option");
                for choice in &question.choices {
                    assert!(choice.says.len() <= 100 && !choice.label.is_empty());
                    let line = format!("challenge {} {}", game.name(), choice.says);
                    let said = Commands::kernel()
                        .parse(&line)
                        .unwrap_or_else(|err| panic!("{line}: {err:?}"));
                    assert!(said.is_some_and(|said| said.is::<verbs::Challenge>()), "{line}");
                }
            }
            let line = format!("challenge {}", game.name());
            let form = form(&line).unwrap();
            assert!(form["components"].as_array().unwrap().len() <= 5, "{game}");
            let quick = format!("{line} quick");
            assert_eq!(pressed(&quick), Some(Press::Form(quick)), "asks who, with quick chosen");
            assert_eq!(pressed(&format!("{line} hard")), None);
            assert!(menu(0, &line).is_some() && menu(9, &line).is_none());
        }
        for odd in ["challenge moon", "accept 1", "challenge", "challenge @7"] {
            assert_eq!(form(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_is_filled_in_becomes_a_line() {
        let fields = [
            ("who", "7\n\nBob B"),
            ("clock", "clock=usual"),
            ("side", "side=random"),
            ("options", "unrated\nsnap"),
            ("more", " clock=9d  places=2"),
        ];
        let (line, people) = filled_in("challenge trapdoor", &fields);
        assert_eq!(line, "challenge <@7> trapdoor unrated snap clock=9d places=2");
        assert_eq!((people[0].handle.as_str(), people[0].name.as_str()), ("7", "Bob B"));
        let fields = [("who", ""), ("clock", "clock=none"), ("side", "side=white")];
        let (line, people) = filled_in("challenge @9 trapdoor", &fields);
        assert_eq!(line, "challenge @9 trapdoor clock=none side=white");
        assert_eq!(people.len(), 0);
        assert_eq!(chosen("challenge trapdoor", &[NOTHING.to_owned()]), "challenge trapdoor");
    }

    #[test]
    fn a_form_comes_back_with_what_was_filled_in() {
        let line = "challenge <@7> trapdoor clock=slow snap blocked wheel=x side=white";
        assert_eq!(pressed(&change(line).says), Some(Press::Form(line.to_owned())));
        assert_eq!(pressed("challenge @7 trapdoor snap"), None);
        let form = form(line).unwrap();
        let field = |n: usize| form["components"][n]["component"].clone();
        assert_eq!(field(0)["default_values"][0]["id"], "7");
        let chosen = |n: usize| {
            let options = field(n)["options"].as_array().unwrap().clone();
            let chosen = options.into_iter().filter(|option| option["default"] == true);
            chosen.map(|option| option["value"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(1), ["clock=slow"]);
        assert_eq!(chosen(2), ["side=white"]);
        assert_eq!(chosen(3), ["snap", "blocked"]);
        assert_eq!(field(4)["value"], "wheel=x");
        assert_eq!(form["custom_id"], "form::challenge trapdoor");
    }
}
