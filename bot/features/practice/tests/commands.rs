//! What is said to play against the bot, and what it does.
use command::Does;
use features::FEATURES;

/// Writes a line as the bot understands it.
fn meant(line: &str) -> String {
    FEATURES.commands().parse(line).unwrap().unwrap().line()
}

#[test]
fn to_play_against_the_bot_is_to_practise() {
    for (line, said) in [
        ("play against me", "practice"),
        ("Play against me trapdoor 3", "practice trapdoor 3"),
        ("play with you Alien", "practice alien"),
        ("play against the bot trapdoor", "practice trapdoor"),
    ] {
        assert_eq!(meant(line), said, "{line}");
    }
    for line in ["play against the wall", "play against medusa"] {
        assert!(!meant(line).starts_with("practice"), "{line}");
    }
}

#[test]
fn who_looks_on_ends_that_with_a_word() {
    let stop = FEATURES.commands().parse("practice stop").unwrap().unwrap();
    assert_eq!(stop.does(), Does::Ends);
}
