//! What a line names by its id in the chat: a role for champions, and other rooms.
use super::{Command, Line, verbs, words::Order};

/// Returns the id of the role that a line chooses for champions.
pub fn role_named(line: &Line) -> Option<String> {
    let Command::Admin(verbs::Admin { what: Some(Order::Champion), who, value, .. }) =
        line.command()?
    else {
        return None;
    };
    role_id(who.as_deref().unwrap_or(value)).map(str::to_owned)
}

/// Returns the ids of the rooms that a challenge mentions, as `<#123>`.
pub fn rooms_named(line: &Line) -> Vec<String> {
    let Some(Command::Challenge(verbs::Challenge { who, options, .. })) = line.command() else {
        return Vec::new();
    };
    let words = who.iter().flat_map(|it| it.split_whitespace()).chain(options.split_whitespace());
    let ids = words.filter_map(|word| word.strip_prefix("<#")?.strip_suffix('>'));
    ids.filter(|it| is_id(it)).map(str::to_owned).collect()
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
    fn a_role_is_named_where_champions_get_it_and_rooms_where_they_are_challenged() {
        let role = |line: &str| role_named(&Line::read(line));
        assert_eq!(role("admin champion <@&77>").as_deref(), Some("77"));
        assert_eq!(role("admin champion 77").as_deref(), Some("77"));
        for other in ["admin champion", "admin champion off", "admin ban <@&77>", "c3-d4"] {
            assert_eq!(role(other), None, "{other}");
        }
        let rooms = |line: &str| rooms_named(&Line::read(line));
        assert_eq!(rooms("challenge <#12> trapdoor vote=12h"), ["12"]);
        assert_eq!(rooms("challenge trapdoor vote=12h <#12>"), ["12"]);
        for other in ["challenge #12 trapdoor", "challenge <#x> trapdoor", "watch <#12>"] {
            assert_eq!(rooms(other), [""; 0], "{other}");
        }
    }
}
