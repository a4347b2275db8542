//! The command `vote`.
use command::{Arg, ArgKind, args::MATCH, verb};
use model::ids::MatchId;

verb! {
    Vote {
        name: "vote",
        offers: &[
            ("now", "count the votes now"),
            ("off", "withdraw your vote"),
            ("resign", "vote for resigning"),
        ],
        does: Plays { Looks: |it| it.words.is_empty(), Ends: |it| it.words == "resign" },
        about: Match, may: who(Mover), is: [NeedsRunningMatch],
        purpose: Move, menu: Here, filler: Usual,
        says: "Vote for your room's next move, or see how the vote stands",
        help: "In a match that this room plays. A move is a vote for it, and `resign` one for \
               resigning; you can change yours until the time is over. `vote` shows how many votes \
               each move has, and `vote off` takes yours back. The person who began the match for \
               the room, and moderators, can count the votes early: `vote now`.",
        examples: &["vote", "vote c3-d4", "vote #12 c3-d4", "vote now", "vote off"],
        args: {
            of: Option<MatchId> = MATCH,
            words: String = Arg { name: "words", says: "A move such as `c3-d4`, `resign`, `now` or `off`", kind: ArgKind::Rest },
        },
    }
}

#[cfg(test)]
mod tests {
    use command::{Does, VerbRow};

    use super::Vote;

    #[test]
    fn a_vote_looks_plays_or_ends() {
        for (words, does) in [("", Does::Looks), ("c3-d4", Does::Plays), ("resign", Does::Ends)] {
            assert_eq!(Vote { of: None, words: words.to_owned() }.does(), does);
        }
    }
}
