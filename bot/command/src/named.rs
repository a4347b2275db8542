//! What a line names by its id in the chat: a role for champions.
use super::{Line, verbs, words::Order};

/// Returns the id of the role that a line chooses for champions.
pub fn role_named(line: &Line) -> Option<String> {
    let verbs::Admin { what, who, value, .. } = line.command()?.read()?;
    let named = who.unwrap_or(value);
    role_id(&named).filter(|_| what == Some(Order::Champion)).map(str::to_owned)
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

    #[test]
    fn a_role_is_named_where_champions_get_it() {
        let role = |line: &str| role_named(&Line::read(line));
        assert_eq!(role("admin champion <@&77>").as_deref(), Some("77"));
        assert_eq!(role("admin champion 77").as_deref(), Some("77"));
        for other in ["admin champion", "admin champion off", "admin ban <@&77>", "c3-d4"] {
            assert_eq!(role(other), None, "{other}");
        }
    }
}
