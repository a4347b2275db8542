//! Drawn examples of the rules: scenario files, played when they are shown.
use engine::{
    scenario,
    scene::Scene,
    seat::{BySeat, Observer, Viewer},
};

macro_rules! examples {
    ($($name:literal),+ $(,)?) => {
        /// Every example: its game and topic, and its scenario.
        const ALL: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../data/examples/", $name, ".scn")))),+];
    };
}

examples![
    "alien-minute",
    "alien-walls",
    "amtgard-attack",
    "amtgard-minute",
    "amtgard-signs",
    "draughts-capturing",
    "draughts-minute",
    "metasoccer-minute",
    "metasoccer-push",
    "metasoccer-restarts",
    "metasoccer-steal",
    "metasoccer-timer",
    "piecepack-aim",
    "piecepack-example",
    "piecepack-minute",
    "trapdoor-capturing",
    "trapdoor-minute",
    "trapdoor-snap",
];

/// Returns the example of a topic, if there is one.
pub fn of_topic(game: &str, topic: &str) -> Option<&'static str> {
    let name = format!("{game}-{topic}");
    ALL.iter().map(|it| it.0).find(|it| *it == name)
}

/// Draws an example as everyone sees it; none for an unknown name.
pub fn scene(name: &str) -> Option<Scene> {
    let (_, text) = ALL.iter().find(|it| it.0 == name)?;
    let table = scenario::run(text).table?;
    let names = BySeat::new(|seat| table.game().sides()[seat.index()].to_owned());
    Some(table.show(Observer { viewer: Viewer::Room, names: &names }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::Guide;
    use engine::games::GameId;

    #[test]
    fn every_example_holds_and_belongs_to_a_topic() {
        for (name, text) in ALL {
            let failures: Vec<String> =
                scenario::run(text).failures.into_iter().map(|it| it.says).collect();
            assert_eq!(failures, [""; 0], "{name}");
            assert!(scene(name).is_some(), "{name}");
            let (game, topic) = name.split_once('-').unwrap();
            let guide = Guide::of(GameId::named(game).unwrap());
            assert!(guide.topics().contains(&topic), "{name}");
        }
    }

    #[test]
    fn every_game_has_a_drawn_minute() {
        for game in GameId::ALL {
            assert!(of_topic(game.name(), "minute").is_some(), "{game}");
        }
        assert_eq!(of_topic("trapdoor", "nothing"), None);
        assert!(scene("nothing").is_none());
    }
}
