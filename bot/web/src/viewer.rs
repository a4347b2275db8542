//! Who looks at a page of the room, and the addresses of its pages.
use console::line;
use engine::chance::StepKey;
use model::ids::{MatchId, PersonId};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use service::{BoardViewer, PersonName, is_guest};

/// The person a page is for; nobody in particular if several share the screen, and nobody at all if somebody only looks on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PageReader {
    /// Who speaks: one of the people of this browser.
    pub(super) name: String,
    /// The people whose names this browser has.
    people: Vec<PersonName>,
    /// The person whose address it is, for a page of one's own boards; then the address says who speaks.
    pub(super) person: Option<PersonId>,
    /// The public address of a shared match, for its page. It ends with the key.
    pub(super) shared_at: Option<String>,
}

impl PageReader {
    /// Returns the reader of a page of the room, in a browser that has the names of these people. The only one speaks there unasked.
    pub(super) fn new(name: &str, people: Vec<PersonName>) -> PageReader {
        let handle = line::handle(name.trim().trim_start_matches('@'));
        let only = if let [only] = &people[..] { Some(only) } else { None };
        let speaks = people.iter().find(|it| it.handle == handle).or(only);
        let name = speaks.map_or_else(String::new, |it| it.name.clone());
        PageReader { name, people, ..PageReader::default() }
    }

    pub(super) fn handle(&self) -> String {
        line::handle(&self.name)
    }

    /// Returns the reader of a page with a person's own boards.
    pub(super) fn at_link(person: PersonId) -> PageReader {
        PageReader { person: Some(person), ..PageReader::default() }
    }

    /// Returns the reader of a shared match at its public address.
    pub(super) fn at_match(address: String) -> PageReader {
        PageReader { shared_at: Some(address), ..PageReader::default() }
    }

    /// Tells whether it is a page of the room.
    pub(super) fn is_in_room(&self) -> bool {
        self.person.is_none() && !self.is_at_match()
    }

    /// Tells whether it is the page of a shared match, for anybody with its address.
    pub(super) fn is_at_match(&self) -> bool {
        self.shared_at.is_some()
    }

    fn key(&self) -> Option<&str> {
        self.shared_at.as_ref()?.rsplit('/').next()
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
        let handle = line::handle(name);
        self.people.iter().any(|it| it.handle == handle)
    }

    /// Tells whether who speaks plays without having given a name.
    pub(super) fn is_guest(&self) -> bool {
        is_guest(&self.handle())
    }

    /// Returns the name of the first of the browser's people, unless that is a guest, who is only called by another name.
    pub(super) fn known_as(&self) -> Option<&str> {
        self.people.first().filter(|it| !is_guest(&it.handle)).map(|it| &*it.name)
    }

    /// Returns this reader as another of the browser's people.
    pub(super) fn speaking(&self, name: &str) -> PageReader {
        PageReader::new(name, self.people.clone())
    }

    /// Returns the handle of the first of the browser's people.
    pub(super) fn first(&self) -> Option<String> {
        self.people.first().map(|it| it.handle.clone())
    }

    pub(super) fn viewer(&self) -> BoardViewer {
        match (self.key(), self.person) {
            (Some(key), _) => BoardViewer::Anyone(key.to_owned()),
            (None, Some(person)) => BoardViewer::Person(person),
            (None, None) => BoardViewer::AtScreen {
                speaks: Some(self.handle()).filter(|it| !it.is_empty()),
                people: self.people.iter().map(|it| it.handle.clone()).collect(),
            },
        }
    }

    /// Returns the folder of a page's addresses, as the page finds it.
    pub(super) fn folder(&self) -> String {
        self.key().map_or_else(String::new, |key| format!("{key}/"))
    }

    /// Returns the address of a page, as the reader's page finds it.
    pub(super) fn address(&self, page: &str, also: &[(&str, &str)]) -> String {
        let own = [("name", self.name.as_str())];
        let all = also.iter().chain(&own).filter(|it| !it.1.is_empty());
        let parts: Vec<String> =
            all.map(|(key, value)| format!("{key}={}", in_address(value))).collect();
        let page = match (self.key(), page) {
            (Some(key), "match") => key.to_owned(),
            (Some(_), _) | (None, _) => format!("{}{page}", self.folder()),
        };
        if parts.is_empty() { page } else { format!("{page}?{}", parts.join("&")) }
    }

    /// Returns the address of a match.
    pub(super) fn match_address(&self, of: MatchId) -> String {
        self.step_address(of, "", "")
    }

    /// Returns the address of a match at a step, with what is looked at beside its board; both may be empty.
    pub(super) fn step_address(&self, of: MatchId, step: &str, look: &str) -> String {
        let of = if self.is_at_match() { String::new() } else { of.to_string() };
        self.address("match", &[("of", &of), ("look", look), ("step", step)])
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

    fn people(names: &[&str]) -> Vec<PersonName> {
        let person = |name: &&str| PersonName {
            handle: line::handle(name),
            name: (*name).to_owned(),
            bot: false,
        };
        names.iter().map(person).collect()
    }

    #[test]
    fn names_are_safe_in_addresses() {
        let reader = PageReader::new("Élo & Bo", people(&["Élo & Bo"]));
        assert_eq!(reader.match_address(MatchId(3)), "match?of=3&name=%C3%89lo%20%26%20Bo");
    }

    #[test]
    fn only_a_name_of_the_browser_speaks_and_the_only_one_always() {
        let both = people(&["Ann Lee", "Cy"]);
        assert_eq!(PageReader::new(" @ann lee", both.clone()).name, "Ann Lee");
        for name in ["bob", "<b>", ""] {
            let reader = PageReader::new(name, both.clone());
            assert!(reader.is_anybody() && reader.is_for("Ann Lee") && !reader.is_for("Bob"));
            assert_eq!(PageReader::new(name, people(&["Ann Lee"])).name, "Ann Lee");
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
