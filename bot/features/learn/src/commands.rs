//! The commands `learn` and `puzzle`.
use command::{Arg, ArgKind, args::GAME, verb};
use content::{lessons, puzzles};
use engine::games::GameId;

verb! {
    Puzzle {
        name: "puzzle",
        games: |game| !puzzles::of(game).is_empty(),
        offers: &[
            ("today", "this room's puzzle of the day"),
            ("mine", "what you missed in your own matches"),
            ("next", "another puzzle"),
            ("moves", "your choices in it"),
            ("hint", "a hint"),
            ("solution", "show the answer"),
            ("close", "leave the puzzle"),
        ],
        does: Plays {
            Keeps: |it| {
                // Its number may stand before.
                let is_number = |word: &&str| word.bytes().all(|it| !it.is_ascii_alphabetic());
                let first = it.words.split(' ').find(|word| !is_number(word));
                let mild = ["today", "mine", "next", "moves", "solution", "close", "hint", "why"];
                first.is_none_or(|word| mild.contains(&word))
            },
        },
        about: Oneself, may: who(Anyone), is: [],
        purpose: Look, menu: Alone, filler: Lessons,
        says: "Find the best move in a puzzle, in private",
        help: "The puzzle of the day of this room, or one that you haven't seen. Answer as in a match. Your first answer counts: puzzles and solvers have ratings. If you look at the solution first, or name a puzzle by its number, it counts neither for your rating nor for your days in a row. `puzzle mine` asks again what you missed in your own matches, once you have had them reviewed. `puzzle next` gives another one, `puzzle solution` shows the answer and `why` explains it, `puzzle close` leaves it.",
        examples: &["puzzle", "puzzle trapdoor", "puzzle today", "puzzle mine", "puzzle b6-a5", "puzzle next"],
        args: {
            game: Option<GameId> = GAME,
            words: String = Arg {
                name: "answer",
                says: "`today`, `mine`, `next`, `solution`, `close`, or your answer, such as `b6-a5`",
                kind: ArgKind::Rest,
            },
        },
    }
}

verb! {
    Learn {
        name: "learn",
        games: |game| !lessons::of(game).is_empty(),
        offers: &[
            ("hint", "help with the task"),
            ("next", "the next lesson"),
            ("list", "all lessons of the game"),
            ("again", "this lesson from its beginning"),
            ("close", "leave the lesson"),
        ],
        does: Keeps,
        about: Oneself, may: who(Anyone), is: [Published],
        purpose: Look, menu: Alone, filler: Lessons,
        says: "Learn a game by playing short lessons, in private",
        help: "Each lesson is a position with a task. Answer as in a match: type a move or choose one; a wrong answer costs nothing. `learn hint` helps, `learn next` goes on, `learn list` shows all lessons of the game, `learn close` leaves it. I remember how far you are.",
        examples: &["learn", "learn trapdoor", "learn alien 3", "learn b6-a5", "learn hint"],
        args: {
            game: Option<GameId> = GAME,
            words: String = Arg {
                name: "answer",
                says: "A lesson's number, `hint`, `next`, `list`, `close`, or your answer, such as `b6-a5`",
                kind: ArgKind::Rest,
            },
        },
    }
}
