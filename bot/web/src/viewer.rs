//! Who looks at a page of the room, and the addresses of its pages.
use console::line;
use engine::chance::StepKey;
use model::ids::{MatchId, PersonId};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use service::BoardViewer;

/// The person a page is for; nobody in particular if several share the screen, and nobody at all if somebody only looks on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PageReader {
    /// Who speaks, if it is one of the people of this browser.
    pub(super) name: String,
    /// The handles of the people whose names this browser has.
    people: Vec<String>,
    /// The person whose address it is, for a page of one's own boards; then the address says who speaks.
    pub(super) person: Option<PersonId>,
}

impl PageReader {
    /// Returns the reader of a page of the room, in a browser that has the names of these people.
    pub(super) fn new(name: &str, people: Vec<String>) -> PageReader {
        let name = name.trim().trim_start_matches('@');
        let is_own = people.contains(&line::handle(name));
        let name = if is_own { name } else { "" };
        PageReader { name: name.to_owned(), people, person: None }
    }

    pub(super) fn handle(&self) -> String {
        line::handle(&self.name)
    }

    /// Returns the reader of a page with a person's own boards.
    pub(super) fn at_link(person: PersonId) -> PageReader {
        PageReader { person: Some(person), ..PageReader::default() }
    }

    /// Tells whether nobody in particular speaks.
    pub(super) fn is_anybody(&self) -> bool {
        self.name.is_empty() && self.person.is_none()
    }

    /// Tells whether nobody here has a name, so that they see what everybody may and do nothing.
    pub(super) fn looks_on(&self) -> bool {
        self.people.is_empty() && self.person.is_none()
    }

    /// Tells whether a person is one of this browser's, who may read what is for that person alone.
    pub(super) fn is_for(&self, name: &str) -> bool {
        self.people.contains(&line::handle(name))
    }

    /// Returns this reader as another of the browser's people.
    pub(super) fn speaking(&self, name: &str) -> PageReader {
        PageReader::new(name, self.people.clone())
    }

    /// Returns the handle of the first of the browser's people.
    pub(super) fn first(&self) -> Option<String> {
        self.people.first().cloned()
    }

    pub(super) fn viewer(&self) -> BoardViewer {
        match self.person {
            Some(person) => BoardViewer::Person(person),
            None => BoardViewer::AtScreen {
                speaks: Some(self.handle()).filter(|it| !it.is_empty()),
                people: self.people.clone(),
            },
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

/// What stays as it is in an address.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// Writes a text as part of an address.
pub(super) fn in_address(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, PLAIN)
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
    fn names_are_safe_in_addresses() {
        let reader = PageReader::new("Élo & Bo", vec!["élo_&_bo".to_owned()]);
        assert_eq!(reader.match_address(MatchId(3)), "match?of=3&name=%C3%89lo%20%26%20Bo");
    }

    #[test]
    fn only_a_name_of_the_browser_speaks() {
        let own = vec!["ann_lee".to_owned()];
        assert_eq!(PageReader::new(" @ann Lee", own.clone()).name, "ann Lee");
        for name in ["bob", "<b>", ""] {
            let reader = PageReader::new(name, own.clone());
            assert!(reader.is_anybody() && reader.is_for("Ann Lee") && !reader.is_for("Bob"));
        }
        assert!(PageReader::new("Ann Lee", Vec::new()).looks_on());
    }

    #[test]
    fn a_position_is_read_as_it_is_written() {
        let at = StepKey { step: 12, take: 1 };
        assert_eq!(read_step(&step_word(at)), Some(at));
        assert_eq!(read_step("12"), None);
    }
}
