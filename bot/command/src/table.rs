//! The table of commands: each row is what chats register, what help explains, and the struct that the service gets. It is also the
//! one place of these texts.
pub(super) mod help;
pub(super) mod league;
pub(super) mod learn;
pub(super) mod lobby;
pub(super) mod people;
pub(super) mod play;
pub(super) mod practice;
pub(super) mod share;
pub(super) mod time;

use super::{Arg, ArgKind, NumberForm, words::Answer};

/// Makes the struct of a verb from its row. Each argument is a field: `of: Option<MatchId> = MATCH`. What isn't given is `None`, off or
/// empty. `does` is the most that it does; behind it, in braces, stands what it does when it is said in a way that does less. A new verb also goes on the list in `verbs.rs`, and its function on that of the service.
macro_rules! verb {
    ($verb:ident {
        name: $name:literal,
        $(games: $takes:expr,)?
        does: $does:ident $({ $($less:ident: $when:expr),+ $(,)? })?,
        about: $about:ident, may: $may:ident($who:ident), is: [$($is:ident),*],
        purpose: $purpose:ident, menu: $menu:ident, filler: $filler:ident,
        says: $says:literal,
        help: $help:literal,
        examples: $examples:expr,
        args: { $($field:ident: $type:ty = $arg:expr,)* },
    }) => {
        #[doc = $says]
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $verb {
            $(pub $field: $type,)*
        }

        impl $verb {
            pub const VERB: $crate::Verb = $crate::Verb::of(<$verb as $crate::verbs::VerbRow>::SPEC);
        }

        impl $crate::verbs::VerbRow for $verb {
            const SPEC: &'static $crate::CommandSpec = &$crate::CommandSpec {
                name: $name,
                takes: $crate::table::verb!(@ takes $($takes)?),
                does: $crate::Does::$does,
                usual: |values| <$verb as $crate::verbs::VerbRow>::read(values).write(),
                does_with: |values| <$verb as $crate::verbs::VerbRow>::read(values).does(),
                about: $crate::About::$about,
                may: $crate::Permission::$may($crate::Permitted::$who),
                is: &[$($crate::Property::$is),*],
                purpose: $crate::Purpose::$purpose,
                menu: $crate::MenuPlace::$menu,
                filler: $crate::spec::Filler::$filler,
                says: $says,
                help: $help,
                examples: $examples,
                args: &[$($arg),*],
            };

            fn does(&self) -> $crate::Does {
                $($(
                    let when: fn(&$verb) -> bool = $when;
                    if when(self) {
                        return $crate::Does::$less;
                    }
                )+)?
                $crate::Does::$does
            }

            fn read(values: Vec<Option<$crate::value::Value>>) -> $verb {
                let mut values = values.into_iter();
                let verb =
                    $verb { $($field: $crate::value::VerbField::read(values.next().flatten()),)* };
                assert!(values.next().is_none(), "a value for each argument");
                verb
            }

            fn write(&self) -> Vec<Option<$crate::value::Value>> {
                vec![$($crate::value::VerbField::write(&self.$field)),*]
            }
        }
    };
    (@ takes) => { |_| true };
    (@ takes $takes:expr) => { $takes };
}
pub(crate) use verb;

const MATCH: Arg = Arg {
    name: "match",
    says: "The number of the match; needed only if you're playing several",
    kind: ArgKind::Match,
};
const PAGE: Arg = Arg {
    name: "page",
    says: "The page to show",
    kind: ArgKind::Number { least: 1, most: 9999, form: NumberForm::Named },
};
const GAME: Arg = Arg { name: "game", says: "Which game", kind: ArgKind::Game };
pub(super) const SURE: Arg =
    Arg { name: "yes", says: "Skip the confirmation", kind: ArgKind::Flag };
const WORD: Arg = Arg {
    name: "word",
    says: "A word of your own, mixed into the dice so that nobody can rig them",
    kind: ArgKind::Word,
};

const PRIVATE: Arg =
    Arg { name: "private", says: "Only the players can see the match", kind: ArgKind::Flag };
const DAYS: Arg = Arg {
    name: "days",
    says: "Days per turn",
    kind: ArgKind::Number { least: 1, most: 60, form: NumberForm::Named },
};
const CLOCK: Arg = Arg {
    name: "clock",
    says: "A clock: live, fast, daily, usual, slow, none, a time per turn (`12h`), or a bank (`3d+1d/5d`)",
    kind: ArgKind::Word,
};
const HARD: Arg = Arg {
    name: "hard",
    says: "Running out of time loses at once, without a claim",
    kind: ArgKind::Flag,
};
const SIDE: Arg =
    Arg { name: "side", says: "The side you want to play, or `random`", kind: ArgKind::Word };
const UNRATED: Arg = Arg { name: "unrated", says: "Don't change ratings", kind: ArgKind::Flag };

const VOTE: Arg = Arg {
    name: "vote",
    says: "The whole room plays: it votes for each turn, for as long as this (`12h`)",
    kind: ArgKind::Word,
};
const CHALLENGE: Arg =
    Arg { name: "challenge", says: "The number of the challenge", kind: ArgKind::Challenge };

const ANSWER: Arg =
    Arg { name: "answer", says: "Your answer", kind: ArgKind::OneOf(Answer::WORDS) };

#[cfg(test)]
mod tests {
    use crate::{COMMANDS, parse};

    #[test]
    fn the_table_fits_every_chat() {
        assert!(COMMANDS.len() <= 100);
        for spec in COMMANDS {
            let word = |name: &str| {
                (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase())
            };
            let line = |text: &str| (1..=100).contains(&text.chars().count());
            assert!(word(spec.name) && line(spec.says), "{}", spec.name);
            assert!(spec.args.len() <= 25);
            for arg in spec.args {
                assert!(word(arg.name) && line(arg.says), "{} {}", spec.name, arg.name);
            }
            assert_eq!(COMMANDS.iter().filter(|other| other.name == spec.name).count(), 1);
        }
    }

    #[test]
    fn every_example_is_read_as_its_own_command() {
        for spec in COMMANDS {
            assert!(!spec.examples.is_empty());
            for example in spec.examples {
                let said = parse(example).unwrap().unwrap();
                assert_eq!(said.verb(), spec.verb(), "{example}");
            }
        }
    }
}
