//! The command `note`.
use command::{Arg, ArgKind, args::MATCH, verb};
use model::ids::MatchId;

verb! {
    Note {
        name: "note",
        offers: &[
            ("delete", "delete the note"),
        ],
        does: Deletes { Looks: |it| it.text.is_empty(), Keeps: |it| it.text != "delete" },
        about: Match, may: who(Onlooker), is: [AtLink, InSecret],
        purpose: Look, menu: Mine, filler: Nothing,
        says: "Write down something about a match, for yourself alone",
        help: "Without words it shows the note; `note #12 delete` deletes it. `board` and `next` \
               show it to you in private. `note` alone lists all.",
        examples: &["note #12 keep the left side closed", "note #12", "note #12 delete", "note"],
        args: {
            of: Option<MatchId> = MATCH,
            text: String = Arg { name: "text", says: "The note, or `delete`", kind: ArgKind::Rest },
        },
    }
}
