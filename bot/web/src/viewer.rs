//! Who looks at a page of the room, and the addresses of its pages.
use console::line;
use engine::chance::StepKey;
use model::ids::{MatchId, PersonId};
use service::BoardViewer;

/// The person a page is for; nobody in particular if several share the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PageReader {
    pub(super) name: String,
    /// The person whose address it is, for a page of one's own boards; then the address says who speaks.
    pub(super) person: Option<PersonId>,
}

impl PageReader {
    pub(super) fn new(name: &str) -> PageReader {
        let name = name.trim().trim_start_matches('@');
        let name = if line::check_name(name).is_ok() { name } else { "" };
        PageReader { name: name.to_owned(), person: None }
    }

    pub(super) fn handle(&self) -> String {
        line::handle(&self.name)
    }

    /// Returns the reader of a page with a person's own boards.
    pub(super) fn at_link(person: PersonId) -> PageReader {
        PageReader { name: String::new(), person: Some(person) }
    }

    /// Tells whether several people share the screen.
    pub(super) fn is_anybody(&self) -> bool {
        self.name.is_empty() && self.person.is_none()
    }

    pub(super) fn viewer(&self) -> BoardViewer {
        match (self.person, self.name.is_empty()) {
            (Some(person), _) => BoardViewer::Person(person),
            (None, true) => BoardViewer::AtScreen,
            (None, false) => BoardViewer::Handle(self.handle()),
        }
    }

    /// Returns the address of a page, below the folder of the room.
    pub(super) fn address(&self, page: &str, also: &[(&str, &str)]) -> String {
        let own = [("name", self.name.as_str())];
        let all = also.iter().chain(&own).filter(|it| !it.1.is_empty());
        let parts: Vec<String> =
            all.map(|(key, value)| format!("{key}={}", in_address(value))).collect();
        match parts.is_empty() {
            true => page.to_owned(),
            false => format!("{page}?{}", parts.join("&")),
        }
    }

    /// Returns the address of a match.
    pub(super) fn match_address(&self, of: MatchId) -> String {
        self.address("match", &[("of", &of.to_string())])
    }
}

/// Writes a text as part of an address.
pub(super) fn in_address(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Writes a position as pages name it.
pub(super) fn step_word(at: StepKey) -> String {
    format!("{}.{}", at.step, at.take)
}

/// Reads a position.
pub(super) fn read_step(text: &str) -> Option<StepKey> {
    let (step, take) = text.split_once('.')?;
    Some(StepKey { step: step.parse().ok()?, take: take.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_addresses_and_bad_ones_are_nobody() {
        let reader = PageReader::new("Élo & Bo");
        assert_eq!(reader.match_address(MatchId(3)), "match?of=3&name=%C3%89lo%20%26%20Bo");
        assert_eq!(PageReader::new("<b>").match_address(MatchId(3)), "match?of=3");
    }

    #[test]
    fn a_position_is_read_as_it_is_written() {
        let at = StepKey { step: 12, take: 1 };
        assert_eq!(read_step(&step_word(at)), Some(at));
        assert_eq!(read_step("12"), None);
    }
}
