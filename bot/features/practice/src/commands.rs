//! The command `practice`.
use command::{
    Arg, ArgKind,
    args::{GAME, PRIVATE, ROOM_TIME, SIDE, WORD},
    verb,
    verbs::Strength,
};
use engine::games::GameId;

verb! {
    Practice {
        name: "practice",
        offers: &[
            ("auto", "by your last results"),
            ("1", "beginner"),
            ("2", "casual"),
            ("3", "steady"),
            ("4", "strong"),
            ("5", "expert"),
            ("beginner", "level 1"),
            ("casual", "level 2"),
            ("steady", "level 3"),
            ("strong", "level 4"),
            ("expert", "level 5"),
        ],
        does: Ends { Arranges: |it| it.options != "stop" },
        about: Room, may: offers(Anyone), is: [Published, AgainstBot],
        purpose: Start, menu: Alone, filler: Usual,
        says: "Play against me",
        help: "I play at five levels: 1 Beginner, 2 Casual, 3 Steady, 4 Strong, 5 Expert. Without one I follow your results, as with `auto`: one level up after you win, one down after you lose. There is no clock and no rating; `undo` and `hint` are free. You can have ten such matches running. With two levels I play both sides while you watch; `practice stop` ends it. With `vote=12h` the whole room plays against me.",
        examples: &[
            "practice trapdoor",
            "practice alien 3",
            "practice trapdoor continental level=auto side=white",
            "practice trapdoor 2 vs 4",
            "practice trapdoor 3 vote=12h",
            "practice stop",
        ],
        args: {
            game: Option<GameId> = GAME,
            level: Option<Strength> = Arg {
                name: "level",
                says: "My level; `auto` follows your results",
                kind: ArgKind::OneOf(Strength::WORDS),
            },
            options: String = Arg {
                name: "options",
                says: "Variations of the game, such as `snap`; or two levels, `2 vs 4`",
                kind: ArgKind::UnnamedTerms,
            },
            side: Option<String> = SIDE,
            private: bool = PRIVATE,
            room_time: Option<String> = ROOM_TIME,
            word: Option<String> = WORD,
        },
    }
}
