//! The lessons of each game, read once.
use std::sync::LazyLock;

use engine::{
    games::GameId,
    scenario::{Lesson, Mismatch},
};

macro_rules! lessons {
    ($($game:literal: [$($file:literal),+ $(,)?]),+ $(,)?) => {
        /// Every lesson in order: its game, its name after a number, and its scenario.
        const FILES: &[(&str, &str, &str)] = &[$($((
            $game,
            $file,
            include_str!(concat!("../../../data/lessons/", $game, "/", $file, ".scn")),
        )),+),+];
    };
}

lessons![
    "trapdoor": ["01-capture", "02-chain", "03-wheel", "04-trapdoor", "05-careful", "06-clicks", "07-king", "08-win"],
    "alien": ["01-turn", "02-jump", "03-planet", "04-hippo", "05-fate", "06-monolith", "07-five-kings"],
    "piecepack": ["01-shot", "02-goal", "03-aim", "04-wall", "05-free-kick", "06-corner", "07-call-in"],
    "metasoccer": ["01-roll", "02-dribble", "03-pass", "04-offside", "05-push", "06-steal", "07-goal", "08-risk"],
    "amtgard": ["01-attack", "02-wounds", "03-odds", "04-chain", "05-stop", "06-crown", "07-win"],
    "draughts": ["01-move", "02-capture", "03-chain", "04-king", "05-shot", "06-block"],
];

/// A lesson with the name under which people's progress is stored.
pub struct NamedLesson {
    /// Stays the same when lessons are added or reordered.
    pub name: &'static str,
    pub lesson: Lesson,
}

/// The lessons that can be read; a test reads every one.
static ALL: LazyLock<Vec<NamedLesson>> =
    LazyLock::new(|| FILES.iter().filter_map(|file| read(file).ok()).collect());

/// Returns the lessons of a game in order; none if it has none.
pub fn of(game: GameId) -> Vec<&'static NamedLesson> {
    ALL.iter().filter(|it| it.lesson.game == game).collect()
}

fn read((_, file, text): &(&str, &'static str, &str)) -> Result<NamedLesson, Vec<Mismatch>> {
    let name = file.split_once('-').map_or(*file, |it| it.1);
    Ok(NamedLesson { name, lesson: Lesson::read(text)? })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::scenario;

    use super::*;

    #[test]
    fn every_lesson_is_read_and_holds() {
        for entry @ (game, file, text) in FILES {
            let failures: Vec<String> = scenario::run(text)
                .failures
                .into_iter()
                .map(|mismatch| format!("{}: {}", mismatch.line, mismatch.says))
                .collect();
            assert_eq!(failures, [""; 0], "{game}/{file}");
            let NamedLesson { name: _, lesson } =
                read(entry).unwrap_or_else(|why| panic!("{game}/{file}: {why:?}"));
            assert_eq!(lesson.game.name(), *game, "{file}");
        }
    }

    #[test]
    fn lessons_are_numbered_and_no_two_of_a_game_have_the_same_name() {
        let mut seen = BTreeSet::new();
        for (game, file, _) in FILES {
            let (number, name) = file.split_once('-').unwrap();
            let before = FILES.iter().take_while(|entry| entry.1 != *file || entry.0 != *game);
            let before = before.filter(|it| it.0 == *game).count();
            assert_eq!(number, format!("{:02}", before + 1), "{game}");
            assert!(seen.insert((game, name)), "{game}/{name}");
        }
    }
}
