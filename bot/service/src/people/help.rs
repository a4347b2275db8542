//! Help: what a person can do now, all commands by purpose, and details of a command.
use command::{Arg, ArgKind, Command, CommandSpec, Commands, Purpose, say, verbs};
use content::{guide::Guide, house::House};
use engine::{game::Status, games::GameId, refusal::Code, seat::Seat, settings};
use model::{
    reply::{Choice, Privacy, Reply},
    span,
    text::Text,
};
use store::MatchRow;

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::{
        RequestContext,
        seam::{Features, OfferPlace, PastSteps},
        setting_row,
    },
    matches::{self, seat::check_turn},
    people::{self, words},
};

/// The word for all commands.
const ALL: &str = "all";
/// The word for what commands are for.
const MORE: &str = "more";

/// How many matches and challenges the general help lists.
const NAMED: usize = 3;

/// What commands are for.
struct PurposeWords {
    of: Purpose,
    name: &'static str,
    /// Other names for it.
    also: &'static [&'static str],
    /// Examples in the general help, between those of features that aren't the same.
    examples: fn(Option<&PastSteps>) -> Vec<String>,
}

impl PurposeWords {
    /// Returns the examples in the general help.
    fn all_examples(&self, features: &Features) -> Vec<String> {
        let offered = features.offers(OfferPlace::Help(self.of, GameId::Trapdoor));
        let after = features.offers(OfferPlace::HelpEnd(self.of));
        let lines = |choices: Vec<Choice>| -> Vec<String> {
            choices.into_iter().map(|choice| choice.says.to_string()).collect()
        };
        let (offered, mut own) = (lines(offered), (self.examples)(features.past()));
        own.retain(|line| !offered.contains(line));
        [offered, own, lines(after)].concat()
    }
}

/// Writes commands as lines.
fn lines<const N: usize>(said: [Command; N]) -> Vec<String> {
    said.map(String::from).into()
}

const PURPOSES: &[PurposeWords] = &[
    PurposeWords {
        of: Purpose::Start,
        name: "start",
        also: &["starting", "begin", "playing", "new", "games to play"],
        examples: |_| {
            let friend = say!(Challenge { who: "@friend", game: GameId::Trapdoor });
            lines([friend, say!(Challenge { game: GameId::Draughts }), say!(Accept)])
        },
    },
    PurposeWords {
        of: Purpose::Move,
        name: "move",
        also: &["moving", "turn", "my turn", "playing a move"],
        examples: |_| {
            let [moves, undo] = [say!(Moves), say!(Undo)].map(String::from);
            ["b6-a5".to_owned(), "move b6 to a5".to_owned(), moves, "b6-a5?".to_owned(), undo]
                .into()
        },
    },
    PurposeWords {
        of: Purpose::Look,
        name: "look",
        also: &["looking", "see", "watching", "learning"],
        examples: |past| {
            let game = GameId::Trapdoor;
            let rules = say!(Rules { game: game.name() });
            let steps = past.map(|past| (past.list)(None));
            [say!(Board), say!(Games)]
                .into_iter()
                .chain(steps)
                .chain([rules])
                .map(String::from)
                .collect()
        },
    },
    PurposeWords {
        of: Purpose::Stop,
        name: "stop",
        also: &["stopping", "end", "ending", "leave", "quit"],
        examples: |_| lines([say!(Draw), say!(Resign)]),
    },
    PurposeWords {
        of: Purpose::Remind,
        name: "remind",
        also: &["reminders", "time", "clock", "clocks"],
        examples: |_| {
            let quiet = say!(Settings { name: "quiet", value: "22-7" });
            lines([quiet])
        },
    },
    PurposeWords {
        of: Purpose::People,
        name: "people",
        also: &["players", "friends", "ratings", "results"],
        examples: |_| lines([say!(Profile { who: "@friend" })]),
    },
    PurposeWords {
        of: Purpose::Room,
        name: "room",
        also: &["this room", "here", "server", "data", "files", "looks"],
        examples: |past| {
            let dark = say!(Settings { name: "theme", value: "dark" });
            let file = past.map(|past| (past.file)(None));
            [dark].into_iter().chain(file).chain([say!(Admin)]).map(String::from).collect()
        },
    },
];

pub fn help(cx: &mut RequestContext<'_>, said: &verbs::Help) -> Result<(), RequestError> {
    let Some(about) = said.command.as_deref() else { return help_now(cx) };
    let commands = cx.memory.commands;
    let lower = about.trim().to_lowercase();
    if lower == ALL {
        cx.say(cx.answer(overview(commands)));
        return Ok(());
    }
    if lower == MORE {
        cx.say(purposes(cx));
        return Ok(());
    }
    if let Some(purpose) = purpose(&lower).filter(|purpose| {
        commands.find(&lower).is_none() || purpose.name == lower && lower != "remind"
    }) {
        cx.say(page(commands, cx.answer(""), purpose));
        return Ok(());
    }
    if let Some(spec) = commands.find(&lower) {
        cx.say(cx.answer(usage(cx, spec)));
        return Ok(());
    }
    let games = GameId::meant(about);
    if let [game] = games[..] {
        return rules_of(cx, game.name());
    }
    match commands.understood(about, true) {
        Ok(Some(said)) => {
            cx.say(cx.answer(usage(cx, said.verb().spec())));
            return Ok(());
        }
        Err(refusal) if refusal.code == Code::Ambiguous => return Err(refusal.into()),
        Ok(None) | Err(_) => {}
    }
    if let Some(said) = topic_in(cx, &lower)? {
        return people::rules::rules(cx, &said);
    }
    let topics = cx.memory.house.topics_about(&lower);
    match &topics[..] {
        [(guide, topic)] => people::rules::rules(
            cx,
            &verbs::Rules { game: Some(guide.name().to_owned()), topic: (*topic).to_owned() },
        ),
        [] => {
            let near = commands
                .near(about, &setting_row::completions(&cx.memory.settings, None))
                .into_iter()
                .map(|line| say!(Help { command: line }));
            let near = near
                .chain(topics_near(cx.memory.house, &lower))
                .chain([say!(Help { command: ALL })]);
            let rules = games.iter().map(|game| say!(Rules { game: game.name() }));
            let near = rules.chain(near);
            Err(words::help::no_help_on(about).instead(near).into())
        }
        several => {
            let lines = several.iter().map(|(guide, topic)| topic_line(*guide, topic));
            Err(words::help::several_topics(about).instead(lines).into())
        }
    }
}

/// Says what the asker can do now, and lists the purposes.
pub fn help_now(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Help::VERB, ActionTarget::Oneself)?;
    let mut choices = Vec::new();
    let mut lines = now_possible(cx, &mut choices)?;
    if lines.is_empty() {
        lines.push(words::help::welcome());
        // A newcomer may have nobody to play with.
        let features = cx.memory.features;
        choices.extend(features.offers(OfferPlace::Help(Purpose::Look, GameId::Trapdoor)));
        choices.extend(features.offers(OfferPlace::Alone(None)));
        choices.push(words::help::play_a_friend());
    }
    let more = say!(Help { command: MORE });
    lines.push(words::help::behind(&more));
    choices.push(words::help::everything_else(more));
    let reply = cx.answer(Text::Lines(lines)).choices(choices);
    cx.say(reply);
    Ok(())
}

/// Lists what commands are for, with examples.
fn purposes(cx: &RequestContext<'_>) -> Reply {
    let list = PURPOSES.iter().map(|purpose| {
        words::help::purpose_line(purpose.name, purpose.all_examples(cx.memory.features))
    });
    let text = Text::Lines(vec![Text::List(list.collect()), words::help::more_help()]);
    let choices = PURPOSES.iter().map(|purpose| words::help::purpose_button(purpose.name));
    cx.answer(text).choices(choices.chain([words::help::back_button(say!(Help))]))
}

/// Lists what waits for the asker here: their turns, other players' turns, challenges to them.
fn now_possible(
    cx: &RequestContext<'_>,
    choices: &mut Vec<Choice>,
) -> Result<Vec<Text>, RequestError> {
    let mut rows: Vec<MatchRow> = cx.tx.running_of(cx.me.id)?;
    rows.retain(|it| it.room == cx.room.id);
    let mine = |row: &MatchRow| row.seats.find(|&it| it == cx.me.id).unwrap_or(Seat::First);
    rows.sort_by_key(|row| !*row.waiting.get(mine(row)));
    let mut lines = Vec::new();
    for row in rows.into_iter().take(NAMED) {
        let before = cx.privacy.get();
        let loaded = matches::find::load(cx, row)?;
        // Secret choices aren't mentioned, and private matches only in private.
        let openly = matches::find::openly(cx, &loaded.row)?;
        cx.privacy.set(before.max(if openly { Privacy::Open } else { Privacy::Personal }));
        let seat = mine(&loaded.row);
        let (id, game, other) = (loaded.row.id, loaded.game(), loaded.names.get(seat.other()));
        let Status::Waiting(prompts) = loaded.table.status() else { continue };
        let own: Vec<_> = prompts.iter().filter(|it| it.seat == seat).collect();
        if check_turn(&loaded, seat).is_err() || own.is_empty() {
            lines.push(words::help::their_turn(id, game, other));
            choices.push(words::help::line_button(say!(Board { of: id })));
            continue;
        }
        let asks: Vec<&str> = own.iter().map(|it| it.ask.as_str()).collect();
        let listed = if own.iter().any(|it| it.kind.is_private()) {
            Vec::new()
        } else {
            loaded.table.menu(seat).listed
        };
        let example = listed.first().map(String::as_str);
        lines.push(words::help::your_turn(id, game, other, &asks, example));
        choices.push(words::help::line_button(say!(Moves { of: id })));
    }
    for challenge in cx.tx.open_challenges_to(cx.me.id)?.into_iter().take(NAMED) {
        if challenge.room != cx.room.id || challenge.lapses_at <= cx.now {
            continue;
        }
        let id = challenge.id;
        let by = cx.tx.person_in(cx.room.chat, challenge.by)?.name;
        lines.push(words::help::challenges_you(&by, challenge.terms.game, id));
        let answers = [say!(Accept { challenge: id }), say!(Decline { challenge: id })];
        choices.extend(answers.map(words::help::line_button));
    }
    Ok(lines)
}

fn rules_of(cx: &mut RequestContext<'_>, name: &str) -> Result<(), RequestError> {
    people::rules::rules(cx, &verbs::Rules { game: Some(name.to_owned()), topic: String::new() })
}

/// Returns the command that shows a topic.
fn topic_line(guide: Guide, topic: &str) -> Command {
    say!(Rules { game: guide.name(), topic })
}

/// Returns the commands that show the topics with names near to a word.
fn topics_near(house: &'static House, word: &str) -> Vec<Command> {
    let mut names: Vec<String> =
        house.guides().flat_map(Guide::topics).map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    let near = command::nearest(word, &names).into_iter();
    near.filter_map(|topic| Some(topic_line(house.guide_with_topic(topic)?, topic))).collect()
}

/// Finds a purpose by one of its names.
fn purpose(name: &str) -> Option<&'static PurposeWords> {
    let name = name.trim_start_matches("this ");
    PURPOSES.iter().find(|purpose| purpose.name == name || purpose.also.contains(&name))
}

/// Lists the commands of a purpose, each with an example.
fn page(commands: &Commands, reply: Reply, purpose: &PurposeWords) -> Reply {
    let specs: Vec<&CommandSpec> =
        commands.iter().filter(|spec| spec.purpose == purpose.of).collect();
    let list = specs.iter().map(|spec| {
        let examples = Text::codes(spec.examples.iter().take(2).copied(), 2);
        words::help::command_line(spec.name, spec.says, examples)
    });
    let text = Text::Lines(vec![
        Text::strong(words::help::purpose(purpose.name)),
        Text::List(list.collect()),
        words::help::more_about(specs.first().map_or("", |it| it.name)),
    ]);
    let choices = specs.iter().map(|spec| words::help::about_button(spec.name));
    let back = words::help::back_button(say!(Help { command: MORE }));
    Reply { text, ..reply }.choices(choices.chain([back]))
}

/// Lists every command, one per line.
fn overview(commands: &Commands) -> Text {
    let list = commands.iter().map(|spec| span![Text::code(spec.name), ": ", spec.says]);
    Text::Lines(vec![
        words::help::every_command(),
        Text::List(list.collect()),
        words::help::more_about(verbs::Challenge::VERB.name()),
    ])
}

/// Explains a command from the table.
fn usage(cx: &RequestContext<'_>, spec: &'static CommandSpec) -> Text {
    let CommandSpec { name, says, help, examples, args, .. } = spec;
    let mut lines = vec![span![Text::strong(*name), ": ", *says, "."]];
    let commands = cx.memory.commands;
    if !help.is_empty() {
        lines.push(own_words(commands, spec, Text::sentence(*help)));
    }
    let typed = args.iter().filter(|it| it.kind != ArgKind::File);
    let says = |arg: &Arg| own_words(commands, spec, Text::sentence(arg.says));
    let list: Vec<Text> = typed.map(|arg| span![Text::strong(arg.name), ": ", says(arg)]).collect();
    if !list.is_empty() {
        lines.push(Text::List(list));
    }
    if spec.verb() == verbs::Challenge::VERB {
        for game in GameId::ALL {
            let quick = (!game.quick().is_empty()).then(|| "quick".to_owned());
            let forms = game.settings().iter().map(settings::form);
            let forms = quick.into_iter().chain(forms).collect();
            lines.push(words::help::options_of(*game, forms));
        }
    }
    if spec.verb() == verbs::Settings::VERB {
        let rows = setting_row::listed(&cx.memory.settings);
        lines.push(Text::List(rows.map(words::help::setting_line).collect()));
    }
    let also = cx.memory.commands.also_called(name);
    if !also.is_empty() {
        lines.push(words::help::also_called(&also, 6));
    }
    lines.push(words::help::for_example(examples));
    Text::Lines(lines)
}

/// Writes words of a command as what they are: a line that one can say begins with the command, and its arguments and their values are
/// no commands, even if they are called like one.
fn own_words(commands: &Commands, spec: &CommandSpec, mut text: Text) -> Text {
    let is_value = |word: &str| {
        let has = |arg: &Arg| match arg.kind {
            ArgKind::OneOf(words) | ArgKind::Topic(words) => words.contains(&word),
            _ => false,
        };
        spec.offers.iter().any(|it| it.0 == word) || spec.args.iter().any(has)
    };
    text.each(&mut |part| {
        let Text::Code(line) = part else { return };
        let first = line.split(' ').next().unwrap_or_default();
        let is_name = spec.args.iter().any(|it| it.name == first);
        if first == spec.name || !is_name && !is_value(first) {
            return;
        }
        let whole = format!("{} {line}", spec.name);
        *part = if line == first || !matches!(commands.parse(&whole), Ok(Some(_))) {
            Text::strong(line.as_str())
        } else {
            Text::code(whole)
        };
    });
    text
}

/// Finds a rules topic in a question: of the game the asker plays here, or of any game.
pub(crate) fn topic_in(
    cx: &RequestContext<'_>,
    words: &str,
) -> Result<Option<verbs::Rules>, RequestError> {
    let plain = words.to_lowercase();
    let tokens: Vec<&str> =
        plain.split(|it: char| !it.is_alphanumeric()).filter(|word| 2 < word.len()).collect();
    let mut guides = Vec::new();
    for row in matches::here::playable_here(cx)? {
        guides.push(Guide::of(row.terms.game));
    }
    let house = cx.memory.house;
    guides.push(house.guide());
    let own = |find: fn(Guide, &[&str]) -> Option<&'static str>| {
        guides.iter().find_map(|guide| Some((guide.name(), find(*guide, &tokens)?)))
    };
    let anywhere = || {
        let mut named = tokens.iter().filter(|word| 3 < word.len());
        named.find_map(|word| {
            let guide = house.guide_with_topic(word)?;
            Some((guide.name(), guide.called(word)?))
        })
    };
    // An exact name comes before a synonym.
    let found = own(Guide::named).or_else(anywhere).or_else(|| own(Guide::mentioned));
    let Some((name, topic)) = found else { return Ok(None) };
    Ok(Some(verbs::Rules { game: Some(name.to_owned()), topic: topic.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_has_few_examples_and_a_short_name() {
        for purpose in PURPOSES {
            let examples = (purpose.examples)(None).len();
            let name = words::help::purpose(purpose.name);
            assert!(examples <= 5 && name.len() <= 60, "{}", purpose.name);
        }
    }
}
