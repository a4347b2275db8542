//! Commands in a running match.
use model::ids::MatchId;

use crate::{
    Arg, ArgKind,
    args::{ANSWER, MATCH, SURE},
    verb,
    words::{Answer, ClaimWord, DrawWord},
};

verb! {
    Play {
        name: "play",
        does: Plays,
        about: Match, may: who(Mover), is: [NeedsRunningMatch, AtLink],
        purpose: Move, menu: Alone, filler: Nothing,
        says: "Make a move",
        help: "You can leave out the word `play`. `moves` lists what you can do, and a number \
               picks from that list.",
        examples: &["play spin", "play c3-d4", "play #12 G1>R"],
        args: {
            of: Option<MatchId> = MATCH,
            words: String = Arg { name: "words", says: "Your move, such as `c3-d4`", kind: ArgKind::Rest },
        },
    }
}

verb! {
    Moves {
        name: "moves",
        does: Looks,
        about: Match, may: who(Mover), is: [NeedsRunningMatch, AtLink],
        purpose: Move, menu: Shows, filler: Topics,
        says: "List your legal moves",
        help: "Play one by its number. Add the start of a move to list only moves that begin with \
               it. `more` goes on with a long list.",
        examples: &["moves", "moves #12", "moves c3"],
        args: {
            of: Option<MatchId> = MATCH,
            begins: String = Arg { name: "begins", says: "The start of a move, such as `c3`", kind: ArgKind::Rest },
        },
    }
}

verb! {
    Next {
        name: "next",
        does: Looks,
        about: Oneself, may: who(Anyone), is: [],
        purpose: Move, menu: Mine, filler: Usual,
        says: "Go to the next match that waits for you",
        help: "Shows its board and your choices, the most urgent match first. With a number, it \
               shows the match after that one.",
        examples: &["next", "next #12"],
        args: {
            of: Option<MatchId> = MATCH,
        },
    }
}

verb! {
    Board {
        name: "board",
        does: Looks,
        about: Match, may: who(Onlooker), is: [Published, AtLink],
        purpose: Look, menu: Match, filler: Usual,
        says: "Show the board",
        help: "You can look at any match by its number, unless it's private.",
        examples: &["board", "board #12", "board side=white text"],
        args: {
            of: Option<MatchId> = MATCH,
            side: Option<String> = Arg { name: "side", says: "The side shown at the bottom", kind: ArgKind::Word },
            text: Option<bool> = Arg { name: "text", says: "Also in characters", kind: ArgKind::Flag },
        },
    }
}

verb! {
    Hand {
        name: "hand",
        does: Looks,
        about: Match, may: who(Player), is: [NeedsRunningMatch, AtLink],
        purpose: Look, menu: Shows, filler: Usual,
        says: "Show your secrets, to you alone",
        help: "",
        examples: &["hand", "hand #12"],
        args: {
            of: Option<MatchId> = MATCH,
        },
    }
}

verb! {
    Undo {
        name: "undo",
        does: Plays,
        about: Match, may: who(Player), is: [AsksOther, NeedsRunningMatch, Published, SettlesMessage, AtLink],
        purpose: Move, menu: Match, filler: Usual,
        says: "Take back your last move, or answer such a request",
        help: "During your own turn it happens at once, unless something new was revealed; \
               otherwise the other side is asked. Afterwards dice are rolled afresh and unknown \
               piles reshuffled.",
        examples: &["undo", "undo accept", "undo decline", "undo withdraw"],
        args: {
            of: Option<MatchId> = MATCH,
            answer: Option<Answer> = ANSWER,
        },
    }
}

verb! {
    Draw {
        name: "draw",
        offers: &[
            ("offer", "offer a draw"),
            ("withdraw", "take your offer back"),
        ],
        does: Ends,
        about: Match, may: who(Player), is: [AsksOther, NeedsRunningMatch, Published, SettlesMessage, AtLink],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Offer a draw, or answer a draw offer",
        help: "An offer expires when your next turn ends; `withdraw` takes it back at once. After \
               two refusals, wait for your next turn.",
        examples: &["draw", "draw offer", "draw accept", "draw decline", "draw withdraw"],
        args: {
            of: Option<MatchId> = MATCH,
            answer: Option<DrawWord> = Arg {
                name: "answer",
                says: "`offer` or `withdraw`, or your answer to an offer",
                kind: ArgKind::OneOf(DrawWord::WORDS),
            },
        },
    }
}

verb! {
    Resign {
        name: "resign",
        does: Ends,
        about: Match, may: who(Mover), is: [NeedsRunningMatch, Published, AtLink],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Resign a match",
        help: "Until both sides have finished two turns, this calls the match off instead. You're \
               asked to confirm unless you add `yes`.",
        examples: &["resign", "resign yes"],
        args: {
            of: Option<MatchId> = MATCH,
            sure: bool = SURE,
        },
    }
}

verb! {
    Abort {
        name: "abort",
        does: Ends,
        about: Match, may: who(Player), is: [NeedsRunningMatch, AtLink],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Call off a match in its first turns, so it doesn't count",
        help: "Possible until both sides have finished two turns. After three in 30 days, the \
               next counts as resigning and costs you rating. You're asked to confirm unless you \
               add `yes`.",
        examples: &["abort", "abort yes"],
        args: {
            of: Option<MatchId> = MATCH,
            sure: bool = SURE,
        },
    }
}

verb! {
    Claim {
        name: "claim",
        offers: &[
            ("wait", "tell your opponent that you are waiting"),
            ("settle", "end the match by its position"),
        ],
        does: Ends,
        about: Match, may: who(Player), is: [NeedsRunningMatch, AtLink],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Win a match because your opponent ran out of time",
        help: "Without a clock, you can claim after 14 days of silence, or 3 if they've left. \
               With a hard clock there's no need: I end the match myself. Instead, `claim wait` \
               tells them that you're waiting, and `claim settle` ends the match by its position, \
               where I'm sure who wins and they don't come back.",
        examples: &["claim", "claim #12", "claim #12 wait", "claim #12 settle"],
        args: {
            of: Option<MatchId> = MATCH,
            how: Option<ClaimWord> = Arg {
                name: "how",
                says: "`wait`, or `settle` by the position",
                kind: ArgKind::OneOf(ClaimWord::WORDS),
            },
            sure: bool = SURE,
        },
    }
}

verb! {
    Back {
        name: "back",
        does: Arranges,
        about: Oneself, may: who(Anyone), is: [],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Come back to a match that somebody plays for you",
        help: "The seat is yours again, with at least the time for one turn.",
        examples: &["back", "back #12"],
        args: {
            of: Option<MatchId> = MATCH,
        },
    }
}
