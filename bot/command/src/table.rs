//! The table of commands: each row is what chats register, what help explains, and the struct that the service gets. It is also the
//! one place of these texts.
pub(super) mod help;
pub(super) mod lobby;
pub(super) mod look;
pub(super) mod people;
pub(super) mod play;

/// Makes the struct of a verb from its row. Each argument is a field: `of: Option<MatchId> = MATCH`. What isn't given is `None`, off or
/// empty. `does` is the most that it does; behind it, in braces, stands what it does when it is said in a way that does less. A new verb also goes on the list of its part, and its function on that of the service.
#[macro_export]
macro_rules! verb {
    ($verb:ident {
        name: $name:literal,
        $(games: $takes:expr,)?
        $(offers: $offers:expr,)?
        $(refuses: $refuses:expr,)?
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
            pub const VERB: $crate::Verb = $crate::Verb::of(<$verb as $crate::VerbRow>::SPEC);
        }

        impl $crate::VerbRow for $verb {
            const SPEC: &'static $crate::CommandSpec = &$crate::CommandSpec {
                name: $name,
                takes: $crate::verb!(@ takes $($takes)?),
                offers: $crate::verb!(@ offers $($offers)?),
                refuses: $crate::verb!(@ refuses $($refuses)?),
                does: $crate::Does::$does,
                usual: |values| <$verb as $crate::VerbRow>::read(values).write(),
                does_with: |values| <$verb as $crate::VerbRow>::read(values).does(),
                about: $crate::About::$about,
                may: $crate::Permission::$may($crate::Permitted::$who),
                is: &[$($crate::Property::$is),*],
                purpose: $crate::Purpose::$purpose,
                menu: $crate::MenuPlace::$menu,
                filler: $crate::Filler::$filler,
                says: $says,
                help: $help,
                examples: $examples,
                args: &[$($arg),*],
                added: &[],
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

            fn read(values: Vec<Option<$crate::Value>>) -> $verb {
                let mut values = values.into_iter();
                let verb =
                    $verb { $($field: $crate::VerbField::read(values.next().flatten()),)* };
                assert!(values.next().is_none(), "a value for each argument");
                verb
            }

            fn write(&self) -> Vec<Option<$crate::Value>> {
                vec![$($crate::VerbField::write(&self.$field)),*]
            }
        }
    };
    (@ takes) => { |_| true };
    (@ takes $takes:expr) => { $takes };
    (@ offers) => { &[] };
    (@ offers $offers:expr) => { $offers };
    (@ refuses) => { |_| None };
    (@ refuses $refuses:expr) => { $refuses };
}
