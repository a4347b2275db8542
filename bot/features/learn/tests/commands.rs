//! The commands of lessons and puzzles are read as those of the kernel are.
use command::Does;
use content::{lessons, puzzles};
use engine::games::GameId;
use features::FEATURES;

#[test]
fn each_line_says_what_it_does() {
    for (line, does) in [
        ("puzzle", Does::Keeps),
        ("puzzle b6-a5", Does::Plays),
        ("puzzle trapdoor 291.53 moves", Does::Keeps),
    ] {
        let said = FEATURES.commands().parse(line).unwrap().unwrap();
        assert_eq!(said.does(), does, "{line}");
    }
}

#[test]
fn a_slip_is_recognised() {
    let near = FEATURES.commands().near("puzle", &["theme"]);
    assert_eq!(near.first().map(String::as_str), Some("puzzle"));
}

#[test]
fn a_game_is_offered_only_where_there_is_something_of_it() {
    for &game in GameId::ALL {
        for (name, count) in
            [("learn", lessons::of(game).len()), ("puzzle", puzzles::of(game).len())]
        {
            let spec = FEATURES.commands().find(name).unwrap();
            assert_eq!(spec.games().any(|it| it == game), 0 < count, "{name} {}", game.name());
        }
    }
}
