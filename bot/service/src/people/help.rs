//! Help: what a person can do now, all commands by purpose, and details of a command.
use engine::{game::Status, games::GameId, refusal::Code, seat::Seat, settings};

use crate::{
    Fault, RequestContext, authority::Touched, people::words, play::typed::check_turn,
    words::practice_button,
};
use command::{ArgKind, COMMANDS, Spec, Verb, verbs};
use content::guide::Guide;
use model::{
    reply::{Choice, Privacy, Reply},
    span,
    text::Text,
};
use store::MatchRow;

/// The word for all commands.
const ALL: &str = "all";

/// How many matches and challenges the general help lists.
const NAMED: usize = 3;

/// What commands are for.
struct Purpose {
    name: &'static str,
    /// Other names for it.
    also: &'static [&'static str],

    /// Examples in the general help.
    examples: &'static [&'static str],
    commands: &'static [&'static str],
}

const PURPOSES: &[Purpose] = &[
    Purpose {
        name: "start",
        also: &["starting", "begin", "playing", "new", "games to play"],
        examples: &["challenge @friend trapdoor", "challenge draughts", "accept"],
        commands: &[
            "challenge",
            "practice",
            "accept",
            "decline",
            "counter",
            "cancel",
            "rematch",
            "import",
        ],
    },
    Purpose {
        name: "move",
        also: &["moving", "turn", "my turn", "playing a move"],
        examples: &["b6-a5", "move b6 to a5", "moves", "b6-a5?", "undo"],
        commands: &["play", "moves", "vote", "if", "next", "hint", "why", "undo"],
    },
    Purpose {
        name: "look",
        also: &["looking", "see", "watching", "learning"],
        examples: &["learn trapdoor", "board", "games", "history", "rules trapdoor"],
        commands: &[
            "board", "note", "hand", "games", "history", "replay", "review", "watch", "share",
            "learn", "puzzle", "rules", "help",
        ],
    },
    Purpose {
        name: "stop",
        also: &["stopping", "end", "ending", "leave", "quit"],
        examples: &["draw", "resign", "pause"],
        commands: &["draw", "resign", "abort", "claim", "pause", "resume"],
    },
    Purpose {
        name: "remind",
        also: &["reminders", "time", "clock", "clocks"],
        examples: &["remind every 6h", "settings quiet 22-7", "vacation 10 days"],
        commands: &["remind", "vacation"],
    },
    Purpose {
        name: "people",
        also: &["players", "friends", "ratings", "results"],
        examples: &["profile @friend", "leaderboard", "versus @friend"],
        commands: &[
            "league",
            "ladder",
            "profile",
            "leaderboard",
            "season",
            "versus",
            "stakes",
            "link",
            "unlink",
        ],
    },
    Purpose {
        name: "room",
        also: &["this room", "here", "server", "data", "files", "looks"],
        examples: &["settings theme dark", "export", "admin"],
        commands: &["settings", "export", "verify", "mydata", "admin"],
    },
];

impl RequestContext<'_> {
    pub(crate) fn help(&mut self, said: &verbs::Help) -> Result<(), Fault> {
        let Some(about) = said.command.as_deref() else { return self.help_now() };
        let lower = about.trim().to_lowercase();
        if lower == ALL {
            self.say(self.answer(overview()));
            return Ok(());
        }
        if let Some(purpose) = purpose(&lower)
            .filter(|it| command::find(&lower).is_none() || it.name == lower && lower != "remind")
        {
            self.say(page(self.answer(""), purpose));
            return Ok(());
        }
        if let Some(spec) = command::find(&lower) {
            self.say(self.answer(usage(spec)));
            return Ok(());
        }
        let games = GameId::meant(about);
        if let [game] = games[..] {
            return self.rules_of(game.name());
        }
        match command::understood(about) {
            Ok(Some(said)) => {
                self.say(self.answer(usage(said.verb().spec())));
                return Ok(());
            }
            Err(refusal) if refusal.code == Code::Ambiguous => return Err(refusal.into()),
            Ok(None) | Err(_) => {}
        }
        if let Some(said) = self.topic_in(&lower)? {
            return self.rules(&said);
        }
        let topics = Guide::about(&lower);
        match &topics[..] {
            [(guide, topic)] => self.rules(&verbs::Rules {
                game: Some(guide.name().to_owned()),
                topic: (*topic).to_owned(),
            }),
            [] => {
                let near = command::near(about).into_iter().map(|it| format!("help {it}"));
                let near = near.chain(topics_near(&lower)).chain(["help all".to_owned()]);
                let near = games.iter().map(|it| format!("rules {}", it.name())).chain(near);
                Err(words::no_help_on(about).instead(near).into())
            }
            several => {
                let lines = several.iter().map(|(guide, topic)| topic_line(*guide, topic));
                Err(words::several_topics(about).instead(lines).into())
            }
        }
    }

    /// Says what the asker can do now, and lists the purposes.
    pub(crate) fn help_now(&mut self) -> Result<(), Fault> {
        self.verb = Verb::Help;
        self.clear_verb(Touched::Oneself)?;
        let mut choices = Vec::new();
        let mut lines = self.now_possible(&mut choices)?;
        if lines.is_empty() {
            lines.push(words::welcome());
            choices.extend(["challenge", "rules"].map(words::line_button));
            // A newcomer may have nobody to play with.
            choices.push(practice_button(None));
        }
        let list = PURPOSES.iter().map(|it| words::purpose_line(it.name, it.examples));
        lines.push(Text::List(list.collect()));
        lines.push(words::more_help());
        choices.extend(
            PURPOSES.iter().take(4).map(|it| words::line_button(format!("help {}", it.name))),
        );
        let reply = self.answer(Text::Lines(lines)).choices(choices);
        self.say(reply);
        Ok(())
    }

    /// Lists what waits for the asker here: their turns, other players' turns, challenges to them.
    fn now_possible(&self, choices: &mut Vec<Choice>) -> Result<Vec<Text>, Fault> {
        let mut rows: Vec<MatchRow> = self.tx.running_of(self.me.id)?;
        rows.retain(|it| it.room == self.room.id);
        let mine = |it: &MatchRow| it.seats.find(|&it| it == self.me.id).unwrap_or(Seat::First);
        rows.sort_by_key(|it| !*it.waiting.get(mine(it)));
        let mut lines = Vec::new();
        for row in rows.into_iter().take(NAMED) {
            let before = self.privacy.get();
            let loaded = self.sit_down(row)?;
            // Secret choices aren't mentioned, and private matches only in private.
            let openly = self.openly(&loaded.row)?;
            self.privacy.set(before.max(if openly { Privacy::Open } else { Privacy::Personal }));
            let seat = mine(&loaded.row);
            let (id, game, other) = (loaded.row.id, loaded.game(), loaded.names.get(seat.other()));
            let Status::Waiting(prompts) = loaded.table.status() else { continue };
            let own: Vec<_> = prompts.iter().filter(|it| it.seat == seat).collect();
            if check_turn(&loaded, seat).is_err() || own.is_empty() {
                lines.push(words::their_turn(id, game, other));
                choices.push(words::line_button(format!("board #{id}")));
                continue;
            }
            let asks: Vec<&str> = own.iter().map(|it| it.ask.as_str()).collect();
            let listed = match own.iter().any(|it| it.kind.is_private()) {
                true => Vec::new(),
                false => loaded.table.menu(seat).listed,
            };
            let example = listed.first().map(String::as_str);
            lines.push(words::your_turn(id, game, other, &asks, example));
            choices.push(words::line_button(format!("moves #{id}")));
        }
        for challenge in self.tx.open_challenges_to(self.me.id)?.into_iter().take(NAMED) {
            if challenge.room != self.room.id || challenge.lapses_at <= self.now {
                continue;
            }
            let id = challenge.id;
            let by = self.tx.person_in(self.room.chat, challenge.by)?.name;
            lines.push(words::challenges_you(&by, challenge.terms.game, id));
            let lines_sent = [format!("accept {id}"), format!("decline {id}")];
            choices.extend(lines_sent.map(words::line_button));
        }
        Ok(lines)
    }

    fn rules_of(&mut self, name: &str) -> Result<(), Fault> {
        self.rules(&verbs::Rules { game: Some(name.to_owned()), topic: String::new() })
    }
}

/// Returns the line that shows a topic.
fn topic_line(guide: Guide, topic: &str) -> String {
    format!("rules {} {topic}", guide.name())
}

/// Returns the lines that show the topics with names near to a word.
fn topics_near(word: &str) -> Vec<String> {
    let mut names: Vec<String> = Guide::all().flat_map(Guide::topics).map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    let near = command::nearest(word, &names).into_iter();
    near.filter_map(|it| Some(topic_line(Guide::with_topic(it)?, it))).collect()
}

/// Finds a purpose by one of its names.
fn purpose(name: &str) -> Option<&'static Purpose> {
    let name = name.trim_start_matches("this ");
    PURPOSES.iter().find(|it| it.name == name || it.also.contains(&name))
}

/// Lists the commands of a purpose, each with an example.
fn page(reply: Reply, purpose: &Purpose) -> Reply {
    let specs: Vec<&Spec> = purpose.commands.iter().filter_map(|it| command::find(it)).collect();
    let list = specs.iter().map(|it| {
        let examples = Text::codes(it.examples.iter().take(2).copied(), 2);
        words::command_line(it.name, it.says, examples)
    });
    let text = Text::Lines(vec![
        Text::strong(words::purpose(purpose.name)),
        Text::List(list.collect()),
        words::more_about(specs.first().map_or("", |it| it.name)),
    ]);
    let choices = specs.iter().map(|it| words::line_button(format!("help {}", it.name)));
    Reply { text, ..reply }.choices(choices)
}

/// Lists every command, one per line.
fn overview() -> Text {
    let list = COMMANDS.iter().map(|it| span![Text::code(it.name), ": ", it.says]);
    Text::Lines(vec![
        words::every_command(),
        Text::List(list.collect()),
        words::more_about("challenge"),
    ])
}

/// Explains a command from the table.
fn usage(spec: &Spec) -> Text {
    let Spec { verb, name, says, help, examples, args } = spec;
    let mut lines = vec![span![Text::strong(*name), ": ", *says, "."]];
    if !help.is_empty() {
        lines.push(Text::sentence(*help));
    }
    let typed = args.iter().filter(|it| it.kind != ArgKind::File);
    let list: Vec<Text> =
        typed.map(|it| span![Text::code(it.name), ": ", Text::sentence(it.says)]).collect();
    if !list.is_empty() {
        lines.push(Text::List(list));
    }
    if *verb == Verb::Challenge {
        for game in GameId::ALL {
            let quick = (!game.quick().is_empty()).then(|| "quick".to_owned());
            let forms = game.settings().iter().map(settings::form);
            let forms = quick.into_iter().chain(forms).collect();
            lines.push(words::options_of(*game, forms));
        }
    }
    let also = command::also_called(name);
    if !also.is_empty() {
        lines.push(words::also_called(&also, 6));
    }
    lines.push(words::for_example(examples));
    Text::Lines(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_one_purpose() {
        for spec in COMMANDS {
            let times =
                PURPOSES.iter().flat_map(|it| it.commands).filter(|it| **it == spec.name).count();
            assert_eq!(times, 1, "{}", spec.name);
        }
        for purpose in PURPOSES {
            assert!(purpose.commands.iter().all(|it| command::find(it).is_some()));
            assert!(
                purpose.examples.len() <= 5 && words::purpose(purpose.name).len() <= 60,
                "{}",
                purpose.name
            );
        }
    }
}
