//! Names that contain each other, that are words of commands, and that several people have.
use super::*;
use crate::Command;

fn person(id: &str, name: &str) -> Nameable {
    let short = id.trim_start_matches('@').split(':').next().unwrap_or("").to_owned();
    Nameable { id: id.to_owned(), short, name: name.to_owned() }
}

/// People whose ids and names are easily taken for each other's.
fn people() -> Vec<Nameable> {
    vec![
        person("@kim:example.org", "Kim"),
        person("@kim2:example.org", "Kim Two"),
        person("@example:example.org", "Ex"),
        person("@org:other.example", "org"),
        person("@x:x", "x"),
        person("@rob_smith:example.org", "Rob Smith"),
        person("@roberta:example.org", "Roberta de la Cruz"),
        person("@challenge:example.org", "challenge"),
        person("@draughts:example.org", "Draughts Man"),
        person("@yamada:example.org", "山田 太郎"),
        person("@zoé:example.org", "Zoé"),
    ]
}

fn named(line: &str, people: &[Nameable]) -> Line {
    let mut line = Commands::kernel().read(line);
    line.name_people(Commands::kernel(), people);
    line
}

/// Returns whom a line is about once its names are ids.
fn who(line: &str) -> Option<String> {
    named(line, &people()).command().and_then(Command::who)
}

#[test]
fn each_way_to_name_each_person_means_them_alone() {
    for Nameable { id, short, name } in people() {
        let joined = name.replace(' ', "_");
        let mut ways = vec![id.clone(), format!("@{short}"), format!("@{}", short.to_uppercase())];
        ways.extend([format!("@{name}"), format!("@{joined}"), format!("\"{name}\"")]);
        ways.extend([format!("@\"{name}\""), format!("@{name},"), format!("\"{joined}\"")]);
        for way in ways {
            for line in [
                format!("challenge {way} draughts quick"),
                format!("challenge draughts {way} quick"),
                format!("challenge {way}"),
                format!("profile {way} draughts"),
                format!("profile {way}."),
            ] {
                let named = named(&line, &people());
                let said = named.command().and_then(Command::who);
                assert_eq!(said.as_deref(), Some(&*id), "{line}: {}", named.text());
                let again = named_again(&named);
                // A sign after a name may go with the second reading.
                let plain = |line: &Line| line.text().replace(['.', ','], "");
                assert_eq!(plain(&again), plain(&named), "{line}: once");
            }
        }
    }
}

fn named_again(line: &Line) -> Line {
    named(line.text(), &people())
}

#[test]
fn a_bare_name_is_enough_where_a_person_is_expected() {
    for (line, id) in [
        ("challenge kim draughts", "@kim:example.org"),
        ("challenge Kim Two draughts", "@kim2:example.org"),
        ("challenge Rob Smith trapdoor quick", "@rob_smith:example.org"),
        ("challenge trapdoor vs Rob Smith quick", "@rob_smith:example.org"),
        ("challenge Rob_Smith trapdoor", "@rob_smith:example.org"),
        ("challenge challenge draughts", "@challenge:example.org"),
        ("please challenge kim draughts", "@kim:example.org"),
        ("challenge 山田 太郎 draughts", "@yamada:example.org"),
        ("challenge ZOÉ draughts", "@zoé:example.org"),
        ("profile Rob Smith draughts", "@rob_smith:example.org"),
    ] {
        let line_named = named(line, &people());
        let said = match &line_named.means {
            Means::Command(said) | Means::Words(Ok(Some(said))) => said.who(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(said.as_deref(), Some(id), "{line}");
    }
}

#[test]
fn a_marked_beginning_is_enough_if_only_one_name_has_it() {
    for (line, id) in [
        ("challenge @robe draughts", Some("@roberta:example.org")),
        ("challenge @rob_ draughts", None),
        ("challenge @rob draughts", None),
        ("challenge @yam draughts", Some("@yamada:example.org")),
        ("challenge \"Roberta de\" draughts", Some("@roberta:example.org")),
    ] {
        let said = who(line).filter(|it| it.contains(':'));
        assert_eq!(said.as_deref(), id, "{line}");
    }
    // Words for anyone and for the bot are no beginnings.
    let alone =
        [person("@allan:x", "Allan"), person("@melissa:x", "Melissa"), person("@bottom:x", "B")];
    for line in ["challenge @all draughts", "challenge me draughts", "challenge bot draughts"] {
        assert_eq!(named(line, &alone).text(), line);
    }
}

#[test]
fn nobody_passes_for_another() {
    let two = [person("@kim:a", "Kim"), person("@kim:b", "Kim"), person("@p7:a", "Kim")];
    for way in ["kim", "@kim", "Kim", "@ki"] {
        let line = format!("challenge {way} draughts");
        assert_eq!(named(&line, &two).text(), line, "two have it");
    }
    for id in ["@kim:a", "@kim:b", "@p7:a"] {
        let line = format!("challenge {id} draughts");
        assert_eq!(named(&line, &two).command().and_then(Command::who).as_deref(), Some(id));
    }
    // A name that is shown can be anyone's, and takes neither an id nor the words of a command.
    let posing =
        [person("@kim:a", "Kay"), person("@eve:a", "kim"), person("@ann:a", "Kim draughts")];
    let said = |line: &str| named(line, &posing).text().to_owned();
    assert_eq!(said("challenge @kim draughts"), "challenge @kim:a draughts");
    assert_eq!(said("challenge kim draughts"), "challenge kim draughts");
}

#[test]
fn a_name_in_a_sentence_is_written_over_where_it_is_marked() {
    let said = |line: &str| named(line, &people()).text().to_owned();
    assert_eq!(
        said("decline 3 ask @kim, or @kim2."),
        "decline 3 ask @kim:example.org, or @kim2:example.org."
    );
    assert_eq!(said("decline 3 ask kim about @nobody"), "decline 3 ask kim about @nobody");
    assert_eq!(said("decline 7 \"kim\" said so"), "decline 7 \"kim\" said so");
    assert_eq!(said("b6-a5"), "b6-a5");
    assert_eq!(
        said("challenge @kim trapdoor days=0"),
        "challenge @kim:example.org trapdoor days=0",
        "what is suggested instead has the id, too"
    );
    assert_eq!(
        Commands::kernel().read("challenge Bob trapdoor with @Ann").people(Commands::kernel()),
        ["@Ann", "Bob"]
    );
}
