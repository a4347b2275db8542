//! The buttons that lead to lessons and puzzles, and away from them.
use command::{Purpose, say};
use content::lessons;
use engine::game::Emphasis;
use model::reply::Choice;
use service::OfferPlace;

use super::{commands, words};

pub(crate) fn offers(at: OfferPlace<'_>) -> Vec<Choice> {
    let close = "close";
    let learn_closes = Choice::new(words::LEAVE, say!(commands::Learn { words: close }));
    let puzzle_closes = Choice::new(words::LEAVE, say!(commands::Puzzle { words: close }));
    match at {
        OfferPlace::Rules(game) if !lessons::of(game).is_empty() => {
            let by_playing = Choice::new(words::BY_PLAYING, words::game_line(game));
            vec![by_playing.with(Emphasis::Main)]
        }
        OfferPlace::Help(Purpose::Look, game) => vec![Choice::new("Learn", words::game_line(game))],
        OfferPlace::NotAgainstBot => vec![Choice::new("Learn", say!(commands::Learn))],
        OfferPlace::Start(game) => vec![
            Choice::new("Learn", words::game_line(game)),
            Choice::new("Puzzle", words::puzzles::puzzle_game_line(game)),
        ],
        OfferPlace::NothingOpen => vec![
            Choice::new(words::GO_ON_LEARNING, say!(commands::Learn)),
            Choice::new("A puzzle", say!(commands::Puzzle)),
        ],
        OfferPlace::Away { sends, asks, .. } if sends.contains(&commands::Puzzle::VERB) => {
            // A solved puzzle is closed already.
            asks.then_some(puzzle_closes).into_iter().collect()
        }
        OfferPlace::Away { game, .. } => {
            let list = say!(commands::Learn { game, words: "list" });
            vec![Choice::new("All lessons", list), learn_closes]
        }
        OfferPlace::Closing => vec![learn_closes, puzzle_closes],
        _ => Vec::new(),
    }
}
