//! The command `gazette`.
use command::verb;

verb! {
    Gazette {
        name: "gazette",
        does: Looks,
        about: Room, may: who(Onlooker), is: [],
        purpose: Look, menu: Here, filler: Usual,
        says: "Show what happened in this room last week",
        help: "The last message of the week, as it would be told now. Moderators turn it on with \
               `admin gazette sunday 18:00`.",
        examples: &["gazette"],
        args: {},
    }
}
