//! What a line names by its id in the chat: a role.
use super::{Line, verbs, words::Order};

/// Returns the id of the role that a line names behind a word that a part of the program added to `admin`.
pub fn role_named(line: &Line) -> Option<String> {
    let verbs::Admin { what, who, value, .. } = line.command()?.read()?;
    let named = who.unwrap_or(value);
    role_id(&named).filter(|_| matches!(what, Some(Order::Of(_)))).map(str::to_owned)
}

/// Reads a role as Discord writes it in a message: `<@&123>`, or its id.
pub fn role_id(said: &str) -> Option<&str> {
    let id = said.strip_prefix("<@&").and_then(|it| it.strip_suffix('>')).unwrap_or(said);
    is_id(id).then_some(id)
}

fn is_id(id: &str) -> bool {
    let digits = (1..=20).contains(&id.len()) && id.bytes().all(|it| it.is_ascii_digit());
    digits && id.parse::<u64>().is_ok_and(|it| 0 < it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AddedWord, CommandPart, Commands, KERNEL};

    #[test]
    fn a_role_is_named_behind_a_word_that_was_added_to_admin() {
        let word = AddedWord {
            to: verbs::Admin::VERB,
            word: "crown",
            help: "`crown`: a role.",
            example: "admin crown @role",
        };
        let crown = CommandPart { specs: &[], synonyms: "", words: &[word], args: &[], helps: &[] };
        let commands = Commands::new([KERNEL, crown]);
        let role = |line: &str| role_named(&commands.read(line));
        assert_eq!(role("admin crown <@&77>").as_deref(), Some("77"));
        assert_eq!(role("admin crown 77").as_deref(), Some("77"));
        for other in ["admin crown", "admin crown off", "admin ban <@&77>", "c3-d4"] {
            assert_eq!(role(other), None, "{other}");
        }
    }
}
