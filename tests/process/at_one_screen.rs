//! Two people at one screen: in a terminal and in a browser.
use crate::program::talk;

const SAYS: &str = "At one screen a match has no clock and is unrated.";

#[test]
fn two_people_at_a_terminal_play_unrated_and_without_a_clock_unless_they_say_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let script = "ann: challenge bob draughts side=black\nbob: accept\nann: challenge bob draughts rated clock=usual\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "5"], script);
    assert!(out.contains("Ann challenges Bob to Draughts, no clock, unrated."), "{out}");
    let first = out.split("#1 · ").next().unwrap();
    assert!(first.contains(SAYS) && !first.contains("days if each"), "{first}");
    assert!(out.contains(", no clock, unrated."), "{out}");
    let asked = out.split("Ann challenges Bob").nth(2).expect("a second card");
    assert!(asked.starts_with(" to Draughts, 3 days + 1 day per turn, rated."), "{asked}");
    assert!(!asked.contains(SAYS), "{asked}");
}

#[cfg(feature = "web")]
#[test]
fn two_people_at_a_browser_play_unrated_and_the_page_knows_whose_turn_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = crate::web::Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    let page = server.page();
    assert!(page.contains("no clock, unrated"), "{page}");
    let choices = server.choices("");
    let [asked] = &choices.as_array().unwrap()[..] else { panic!("one choice") };
    assert_eq!((&asked["game"], &asked["match"]), (&"Draughts".into(), &1.into()));
    let to_move = asked["name"].as_str().unwrap();
    let other = if to_move == "Ann" { "Bob" } else { "Ann" };
    let counts = [to_move, other].map(|who| server.choices(who).as_array().unwrap().len());
    assert_eq!(counts, [1, 0]);
    server.step();
    let counts = [to_move, other].map(|who| server.choices(who).as_array().unwrap().len());
    assert_eq!(counts, [0, 1]);
}
