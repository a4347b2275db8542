//! No line reaches the end of a request without a decision of the authority, in whatever order it names a verb and a match.
use command::{Does, Means};
use engine::refusal::Code;
use features::FEATURES;

use crate::authority::{Who, say, world};

/// What stands behind a verb, rightly or not.
const TAILS: [&str; 5] = ["", "b6-a5", "yes", "please?", "off"];

/// Returns the lines that name a verb and a match in some order, with what may stand behind.
fn lines_of(verb: &str) -> Vec<String> {
    let numbered = ["#1", "#99"].into_iter().flat_map(|of| {
        TAILS.into_iter().flat_map(move |tail| {
            [
                format!("{of} {verb} {tail}"),
                format!("{verb} {of} {tail}"),
                format!("{verb} {tail} {of}"),
            ]
        })
    });
    let plain = TAILS.into_iter().map(|tail| format!("{verb} {tail}"));
    numbered.chain(plain).map(|line| line.trim().to_owned()).collect()
}

/// Says every verb in every order as one person, and returns the lines with an internal error.
fn faults(who: Who, rows: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    let mut room = world();
    for line in rows.iter().flat_map(|verb| lines_of(verb)) {
        let reply = say(&mut room, who, &line);
        if reply.refused == Some(Code::Broken) {
            out.push(format!("{who:?}: {line}: {}", reply.text.bare()));
        }
        // What was done is undone.
        let line = FEATURES.commands().read(&line);
        let looks = match &line.means {
            Means::Command(said) | Means::Words(Ok(Some(said))) => said.does() == Does::Looks,
            Means::Words(_) | Means::Refused(_) => false,
        };
        if reply.refused.is_none() && !line.asks && !looks {
            room = world();
        }
    }
    out
}

#[test]
fn every_verb_with_a_match_before_or_behind_it_is_decided_for_everybody() {
    let verbs: Vec<&str> = FEATURES.commands().iter().map(|it| it.name).collect();
    let people = [
        Who::Player,
        Who::Opponent,
        Who::Stranger,
        Who::Moderator,
        Who::ModeratorBeside,
        Who::ModeratorElsewhere,
        Who::PlayerInDirect,
    ];
    let (first, second) = verbs.split_at(verbs.len() / 2);
    let all = |rows: &[&str]| people.into_iter().flat_map(|who| faults(who, rows)).collect();
    let faults: Vec<String> = std::thread::scope(|scope| {
        let first = scope.spawn(|| -> Vec<String> { all(first) });
        let second: Vec<String> = all(second);
        [first.join().expect("a thread ends"), second].concat()
    });
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
    // Who plays no match of that number is told so, whatever the order.
    for line in ["#1 why", "why #1", "#1 why b6-a5"] {
        let reply = say(&mut world(), Who::Stranger, line);
        assert_eq!(reply.refused, Some(Code::NotYours), "{line}");
        assert!(reply.text.bare().contains("Match #1 is between"), "{line}: {}", reply.text.bare());
    }
}
