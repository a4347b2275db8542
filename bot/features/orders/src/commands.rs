//! The command `if`.
use command::{Arg, ArgKind, args::MATCH, verb};
use model::ids::MatchId;

verb! {
    If {
        name: "if",
        offers: &[
            ("off", "withdraw your orders"),
        ],
        does: Plays { Looks: |it| it.words.is_empty() },
        about: Match, may: who(Player), is: [ReadsAsCondition, AtLink, InSecret],
        purpose: Move, menu: Mine, filler: Nothing,
        says: "Order an answer to a move your opponent may make",
        help: "Say it on your opponent's turn: `if`, their move, `then`, yours; it can go on with \
               further moves. Several lines are several orders. Only you see them. `if` alone \
               lists them, and `if off` withdraws them. They are dropped if dice or a secret \
               intervene, or if something else is played, taken back or offered.",
        examples: &[
            "if g3xe5 then d4xf6",
            "if #12 a3-b4 then c5xa3 if b2xd4 then e5xc3",
            "if",
            "if off",
        ],
        args: {
            of: Option<MatchId> = MATCH,
            words: String = Arg { name: "words", says: "Such as `g3xe5 then d4xf6`, or `off`", kind: ArgKind::Rest },
        },
    }
}
