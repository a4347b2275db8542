//! The house's statements as PostgreSQL wants them: `?`, `?1` and `:name` become `$1`.

/// A statement with numbered parameters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Numbered {
    pub(super) text: String,
    /// The names of the parameters in the order of their numbers, if they have names.
    pub(super) names: Vec<String>,
}

/// Numbers the parameters of a statement.
pub(super) fn numbered(sql: &str) -> Numbered {
    let mut text = String::with_capacity(sql.len() + 16);
    let mut names: Vec<String> = Vec::new();
    let mut last = 0;
    let mut rest = sql;
    while let Some(at) = rest.find(['\'', '?', ':']) {
        let (before, found) = rest.split_at(at);
        text.push_str(before);
        rest = match found.as_bytes()[0] {
            b'\'' => {
                // A doubled quote ends one text and begins another, which comes to the same.
                let end = found[1..].find('\'').map_or(found.len(), |at| at + 2);
                text.push_str(&found[..end]);
                &found[end..]
            }
            b'?' => {
                let digits = word(&found[1..], |it| it.is_ascii_digit());
                last = digits.parse().unwrap_or(last + 1);
                text.push_str(&format!("${last}"));
                &found[1 + digits.len()..]
            }
            _ => {
                let name =
                    word(&found[1..], |letter| letter.is_ascii_alphanumeric() || letter == '_');
                let name = &found[..=name.len()];
                let known = names.iter().position(|it| it == name);
                let number = known.unwrap_or_else(|| {
                    names.push(name.to_owned());
                    names.len() - 1
                });
                text.push_str(&format!("${}", number + 1));
                &found[name.len()..]
            }
        };
    }
    text.push_str(rest);
    Numbered { text, names }
}

fn word(text: &str, part: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|it| !part(it)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_numbered_and_texts_are_left_alone() {
        for (sql, expected) in [
            ("SELECT 1", "SELECT 1"),
            ("a = ? AND b = ?", "a = $1 AND b = $2"),
            ("a = ?2 OR b IN (?1, ?2)", "a = $2 OR b IN ($1, $2)"),
            ("'?' || ? || ':[' || 'it''s ?'", "'?' || $1 || ':[' || 'it''s ?'"),
        ] {
            assert_eq!(numbered(sql), Numbered { text: expected.to_owned(), names: Vec::new() });
        }
    }

    #[test]
    fn a_name_has_one_number() {
        let found = numbered("VALUES (:room, :at, ':no', :room)");
        assert_eq!(found.text, "VALUES ($1, $2, ':no', $1)");
        assert_eq!(found.names, [":room", ":at"]);
    }
}
