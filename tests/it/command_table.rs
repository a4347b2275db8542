//! The table of commands with its synonyms: what holds for every row, whoever brings it.
use command::{Arg, ArgKind, Command, GivenArgs, Purpose};
use features::FEATURES;

#[test]
fn the_table_fits_every_chat() {
    assert!(FEATURES.commands().iter().len() <= 100);
    for spec in FEATURES.commands().iter() {
        let word = |name: &str| {
            (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase())
        };
        let line = |text: &str| (1..=100).contains(&text.chars().count());
        assert!(word(spec.name) && line(spec.says), "{}", spec.name);
        assert!(spec.args.len() <= 25);
        for arg in spec.args {
            assert!(word(arg.name) && line(arg.says), "{} {}", spec.name, arg.name);
        }
    }
}

#[test]
fn every_example_is_read_as_its_own_command() {
    for spec in FEATURES.commands().iter() {
        assert!(!spec.examples.is_empty());
        for example in spec.examples {
            let said = FEATURES.commands().parse(example).unwrap().unwrap();
            assert_eq!(said.verb(), spec.verb(), "{example}");
        }
    }
}

/// Returns example values of an argument.
fn samples(arg: &Arg) -> Vec<&'static str> {
    match arg.kind {
        ArgKind::Who => vec!["@bob"],
        ArgKind::Game => vec!["trapdoor"],
        ArgKind::Match => vec!["#12"],
        ArgKind::Challenge => vec!["7"],
        ArgKind::Number { .. } => vec!["3"],
        ArgKind::OneOf(words) => words.to_vec(),
        ArgKind::Flag => vec!["yes"],
        ArgKind::Word
        | ArgKind::Code
        | ArgKind::Topic(_)
        | ArgKind::UnnamedTerms
        | ArgKind::Rest => {
            vec!["some"]
        }
        ArgKind::File => Vec::new(),
    }
}

#[test]
fn each_argument_is_kept_in_a_field_of_its_verb() {
    for spec in FEATURES.commands().iter() {
        assert_eq!(spec.verb().spec().name, spec.name);
        for arg in spec.args {
            let mut seen = Vec::new();
            for sample in samples(arg) {
                let mut given = GivenArgs::to(spec);
                given.put(arg.name, sample).unwrap();
                let said = given.said();
                assert_eq!(said.verb(), spec.verb());
                let given: Vec<&str> = said.given().iter().map(|it| it.0.name).collect();
                assert_eq!(given, [arg.name], "{} {sample}", spec.name);
                seen.push(said);
            }
            // Levels have a number and a name.
            let alike = |command: &&Command| seen.iter().filter(|other| other == command).count();
            let most = if arg.name == "level" { 2 } else { 1 };
            assert!(
                seen.iter().all(|command| alike(&command) <= most),
                "{} {}",
                spec.name,
                arg.name
            );
        }
    }
}

#[test]
fn a_refusal_offers_nothing_that_ends_or_confirms() {
    for spec in FEATURES.commands().iter() {
        for tail in ["xyzzy", "me alone", "smoking", "yes yes", "accept x", "off x"] {
            let Err(refusal) = FEATURES.commands().parse(&format!("{} {tail}", spec.name)) else {
                continue;
            };
            for line in &refusal.instead {
                let said = FEATURES.commands().parse(line).ok().flatten();
                let harmless =
                    |said: &Command| said.may_be_guessed() && !said.does().needs_its_own_words();
                assert!(said.as_ref().is_none_or(harmless), "{} {tail}: {line}", spec.name);
            }
        }
    }
    let refusal = FEATURES.commands().parse("resign now").unwrap_err();
    assert_eq!(refusal.instead, ["help resign"]);
}

#[test]
fn a_line_does_no_more_than_its_command_can() {
    for spec in FEATURES.commands().iter() {
        for example in spec.examples {
            let does = FEATURES.commands().parse(example).unwrap().unwrap().does();
            assert!(spec.does.needs_its_own_words() || !does.needs_its_own_words(), "{example}");
        }
    }
}

#[test]
fn every_synonym_stands_for_commands_that_are_read() {
    for (said, lines) in FEATURES.commands().synonyms() {
        assert!(!said.is_empty() && !lines.is_empty());
        for line in lines {
            let name = line.split(' ').next().unwrap_or("");
            assert!(FEATURES.commands().find(name).is_some(), "{line}");
            assert!(FEATURES.commands().parse(line).is_ok(), "{line}");
        }
        for phrase in said {
            assert_eq!(phrase.to_lowercase().trim(), *phrase);
        }
    }
    for spec in FEATURES.commands().iter() {
        let verb = |line: &&str| line.split(' ').next() == Some(spec.name);
        let has = FEATURES.commands().synonyms().any(|(_, lines)| lines.iter().any(&verb));
        let plain = ["play", "unlink", "admin", "hint", "why", "practice", "review", "learn"];
        assert!(has || plain.contains(&spec.name), "{} has no synonym", spec.name);
    }
}

#[test]
fn every_purpose_has_commands() {
    use Purpose::{Look, Move, People, Remind, Room, Start, Stop};
    for purpose in [Start, Move, Look, Stop, Remind, People, Room] {
        assert!(FEATURES.commands().iter().any(|spec| spec.purpose == purpose), "{purpose:?}");
    }
}
