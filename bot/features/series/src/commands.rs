//! What is said for series in commands of the kernel: `challenge @bob draughts best of 3`, `resign series`.
use command::{AddedArg, AddedHelp, Arg, ArgKind, HelpTarget, NumberForm, verbs};

pub(crate) static BEST: AddedArg = AddedArg {
    to: verbs::Challenge::VERB,
    arg: Arg {
        name: "best",
        says: "A series of at most so many matches: 3, 5, 7 or 9",
        kind: ArgKind::Number { least: 1, most: 9, form: NumberForm::Of },
    },
    before: "private",
};

pub(crate) static SERIES: AddedArg = AddedArg {
    to: verbs::Resign::VERB,
    arg: Arg {
        name: "series",
        says: "Give up the whole series, not only this match",
        kind: ArgKind::Flag,
    },
    before: "yes",
};

pub(crate) const HELP: AddedHelp = AddedHelp {
    to: HelpTarget::Verb(verbs::Challenge::VERB),
    help: "`best of 3` makes a series.",
    examples: &["challenge @bob trapdoor best of 3"],
};
