//! Makes commands for buttons and texts. Their lines are written here alone, so the compiler finds
//! each place that names a command or an argument that was renamed.
use std::fmt;

use engine::mind::Level;
use model::reply::Sayable;

use super::{ArgKind, Command, verbs::Strength};

/// Makes a command from its verb and the arguments that it has: `say!(Play { of, words: "c3-d4" })`. A verb from elsewhere is named
/// by its path.
#[macro_export]
macro_rules! say {
    (@ $field:ident) => { $field };
    (@ $field:ident $value:expr) => { $value };
    (@ [$($verb:tt)+] $($field:ident $(: $value:expr)?),* $(,)?) => {{
        #[allow(clippy::needless_update, reason = "a verb may have no field but those that are given")]
        let verb = $($verb)+ {
            $($field: $crate::ToField::to_field($crate::say!(@ $field $($value)?)),)*
            ..::std::default::Default::default()
        };
        $crate::Command::from(verb)
    }};
    ($verb:ident $({ $($fields:tt)* })?) => {
        $crate::say!(@ [$crate::verbs::$verb] $($($fields)*)?)
    };
    ($($verb:ident)::+ $({ $($fields:tt)* })?) => {
        $crate::say!(@ [$($verb)::+] $($($fields)*)?)
    };
}

/// What a field of a verb can be made of.
pub trait ToField<F> {
    fn to_field(self) -> F;
}

impl<T> ToField<T> for T {
    fn to_field(self) -> T {
        self
    }
}

impl<T> ToField<Option<T>> for T {
    fn to_field(self) -> Option<T> {
        Some(self)
    }
}

impl ToField<String> for &str {
    fn to_field(self) -> String {
        self.to_owned()
    }
}

impl ToField<Option<String>> for &str {
    fn to_field(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl<T: Copy> ToField<Option<T>> for &T {
    fn to_field(self) -> Option<T> {
        Some(*self)
    }
}

impl ToField<Option<u32>> for usize {
    fn to_field(self) -> Option<u32> {
        u32::try_from(self).ok()
    }
}

impl ToField<Option<u32>> for i64 {
    fn to_field(self) -> Option<u32> {
        u32::try_from(self).ok()
    }
}

impl ToField<Option<Strength>> for Level {
    fn to_field(self) -> Option<Strength> {
        Some(Strength::Level(self))
    }
}

impl Sayable for Command {}

/// Writes the command as it is typed.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = self.given();
        // People are named first: `ladder @bob trapdoor`.
        let kinds = said.windows(2).map(|two| [two[0].0.kind, two[1].0.kind]);
        if let Some(at) = kinds.into_iter().position(|it| it == [ArgKind::Game, ArgKind::Who]) {
            said.swap(at, at + 1);
        }
        f.write_str(self.verb().name())?;
        said.into_iter().try_for_each(|(arg, value)| write!(f, " {}", value.typed(&arg)))
    }
}

impl From<Command> for String {
    fn from(said: Command) -> String {
        said.to_string()
    }
}
