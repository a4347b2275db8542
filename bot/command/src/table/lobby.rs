//! Commands that start a match: challenges and their answers.
use engine::games::GameId;
use model::ids::{ChallengeId, MatchId};

use crate::{
    Arg, ArgKind, NumberForm,
    args::{CHALLENGE, CLOCK, DAYS, GAME, HARD, MATCH, PRIVATE, ROOM_TIME, SIDE, UNRATED, WORD},
    verb,
};

verb! {
    Challenge {
        name: "challenge",
        does: Arranges,
        about: Room, may: offers(Anyone), is: [Published, MeetsPeople, Challenges],
        purpose: Start, menu: Alone, filler: Usual,
        says: "Challenge someone, or anyone, to a game",
        help: "Leave the name out and anyone here can accept; `places=5` lets five people accept. \
               Choose variations (`rules trapdoor options`), and a time limit with `days` or \
               `clock` (`rules house clock`). A challenge stays open for two weeks. With `vote=12h` \
               this whole room plays: it votes for each turn, against a person who accepts or against \
               another room that you name (`rules house vote`).",
        examples: &[
            "challenge @bob trapdoor",
            "challenge trapdoor continental snap days=3",
            "challenge @bob trapdoor clock=3d+1d/5d hard",
            "challenge trapdoor clock=usual places=5",
            "challenge @bob trapdoor side=white unrated",
            "challenge #other trapdoor vote=12h",
        ],
        args: {
            who: Option<String> = Arg {
                name: "who",
                says: "Who to challenge, or a room with `vote`; leave out to let anyone accept",
                kind: ArgKind::Who,
            },
            game: Option<GameId> = GAME,
            options: String = Arg {
                name: "options",
                says: "Variations of the game, such as `snap`",
                kind: ArgKind::UnnamedTerms,
            },
            days: Option<u32> = DAYS,
            clock: Option<String> = CLOCK,
            hard: bool = HARD,
            side: Option<String> = SIDE,
            unrated: bool = UNRATED,
            places: Option<u32> = Arg {
                name: "places",
                says: "How many people can accept an open challenge",
                kind: ArgKind::Number { least: 1, most: 20, form: NumberForm::Named },
            },
            private: bool = PRIVATE,
            room_time: Option<String> = ROOM_TIME,
            word: Option<String> = WORD,
        },
    }
}

verb! {
    Invite {
        name: "invite",
        does: Arranges,
        about: Room, may: offers(Anyone), is: [],
        purpose: Start, menu: Offers, filler: Usual,
        says: "Write an invitation to a game that you can forward to friends elsewhere",
        help: "It shows the board, says what the game is, and has the code of an open challenge: anyone who says \
               `accept` and the code takes it, in any room where I am. Without a game, it's the one you \
               played last. In a browser it is a link.",
        examples: &["invite", "invite trapdoor"],
        args: {
            game: Option<GameId> = GAME,
            quick: bool = Arg { name: "quick", says: "The game's short form", kind: ArgKind::Flag },
        },
    }
}

verb! {
    Accept {
        name: "accept",
        does: Plays,
        about: Challenge, may: begins(Challenged), is: [SettlesMessage],
        purpose: Start, menu: Match, filler: Usual,
        says: "Accept a challenge",
        help: "Add its number if several are open. A challenge from another room or chat is accepted \
               by its code. With `vote` your whole room plays against the room of the challenge.",
        examples: &["accept", "accept 7", "accept K7QX", "accept 7 word=pumpkin", "accept K7QX vote"],
        args: {
            challenge: Option<ChallengeId> = CHALLENGE,
            word: Option<String> = Arg {
                name: "word",
                says: "The code of a challenge elsewhere, or a word of your own for the dice",
                kind: ArgKind::Code,
            },
            together: bool = Arg {
                name: "vote",
                says: "Your whole room plays, by vote",
                kind: ArgKind::Flag,
            },
        },
    }
}

verb! {
    Decline {
        name: "decline",
        does: Ends,
        about: Challenge, may: who(Challenged), is: [SettlesMessage],
        purpose: Start, menu: Offers, filler: Nothing,
        says: "Decline a challenge",
        help: "You can add a reason. `decline all` declines every challenge to you.",
        examples: &["decline", "decline 7", "decline 7 no time this week", "decline all"],
        args: {
            challenge: Option<ChallengeId> = CHALLENGE,
            reason: String = Arg { name: "reason", says: "Why", kind: ArgKind::Rest },
        },
    }
}

verb! {
    Counter {
        name: "counter",
        does: Arranges,
        about: Challenge, may: offers(Challenged), is: [],
        purpose: Start, menu: Offers, filler: Usual,
        says: "Reply to a challenge with a counter-offer",
        help: "Say only what should change; the rest stays as offered. If you name any variation, \
               your list replaces the offered one.",
        examples: &["counter 7 days=2", "counter 7 continental snap", "counter clock=none unrated"],
        args: {
            challenge: Option<ChallengeId> = CHALLENGE,
            options: String = Arg {
                name: "options",
                says: "Variations of the game, replacing those offered",
                kind: ArgKind::UnnamedTerms,
            },
            days: Option<u32> = DAYS,
            clock: Option<String> = CLOCK,
            hard: bool = HARD,
            side: Option<String> = SIDE,
            unrated: bool = UNRATED,
            word: Option<String> = WORD,
        },
    }
}

verb! {
    Cancel {
        name: "cancel",
        does: Ends,
        about: Challenge, may: who(Challenger), is: [],
        purpose: Start, menu: Offers, filler: Usual,
        says: "Cancel your challenge",
        help: "",
        examples: &["cancel", "cancel 7"],
        args: {
            challenge: Option<ChallengeId> = CHALLENGE,
        },
    }
}

verb! {
    Rematch {
        name: "rematch",
        does: Arranges,
        about: Match, may: offers(Player), is: [SettlesMessage],
        purpose: Start, menu: Offers, filler: Usual,
        says: "Offer a rematch with sides swapped, or accept one",
        help: "The offer waits until your opponent is back.",
        examples: &["rematch", "rematch #12"],
        args: {
            of: Option<MatchId> = MATCH,
        },
    }
}

verb! {
    Stakes {
        name: "stakes",
        does: Looks,
        about: Challenge, may: who(Party), is: [],
        purpose: People, menu: Offers, filler: Usual,
        says: "Show how a challenge could change your rating",
        help: "",
        examples: &["stakes", "stakes 7"],
        args: {
            challenge: Option<ChallengeId> = CHALLENGE,
        },
    }
}
