//! Decides whether a message is for the bot, and what it says.
use command::verbs;
use matrix_sdk::ruma::{OwnedUserId, UserId};
use percent_encoding::percent_decode_str;

use super::event::Spoken;

/// The facts that decide whether a message is for the bot.
#[derive(Clone, Copy, Debug)]
pub(super) struct AddressFacts<'a> {
    /// The command prefix of the room.
    pub(super) prefix: &'a str,
    pub(super) me: &'a UserId,
    /// The bot's name in the room.
    pub(super) name: &'a str,
    /// Nobody but the sender and the bot is in the room.
    pub(super) direct: bool,
    /// The message is in the thread of a match.
    pub(super) in_match: bool,
    /// The message is a reply to one of the bot's.
    pub(super) answers_me: bool,
}

/// A message for the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToBot {
    pub(super) words: String,
    pub(super) how: AddressedBy,
}

/// Why a message counts as for the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressedBy {
    /// It names the bot, or nobody else is there.
    Plainly,
    /// It starts with the command prefix, which other bots may use too.
    Marked,
    /// It is in the thread of a match, where people also chat, or a reply to the bot.
    InMatch,
}

/// Returns what a message says to the bot, or `None` if it isn't for the bot.
pub(super) fn heard(spoken: &Spoken, at: AddressFacts<'_>) -> Option<ToBot> {
    let text = with_ids(spoken);
    let text = text.trim();
    let plainly = |words: &str| Some(ToBot { words: words.to_owned(), how: AddressedBy::Plainly });
    if let Some(words) = text.strip_prefix(at.prefix) {
        return match words.chars().next() {
            Some(letter) if at.direct && (letter.is_alphanumeric() || letter == '#') => {
                plainly(words)
            }
            Some(letter) if letter.is_alphanumeric() || letter == '#' => {
                Some(ToBot { words: words.to_owned(), how: AddressedBy::Marked })
            }
            // `!!!` isn't a command, and neither is a bare `!`.
            _ => None,
        };
    }
    let (called, words) = without_name(text, at);
    if called || spoken.mentions.iter().any(|it| it == at.me) {
        let words = words.strip_prefix(at.prefix).unwrap_or(&words).trim();
        return plainly(if words.is_empty() { verbs::Help::VERB.name() } else { words });
    }
    if text.is_empty() {
        return None;
    }
    if at.direct {
        return plainly(text);
    }
    let in_match = at.in_match || at.answers_me;
    in_match.then(|| ToBot { words: text.to_owned(), how: AddressedBy::InMatch })
}

/// Returns whether a line in a match's thread that couldn't be parsed is conversation: several
/// words without a digit.
pub(super) fn is_talk(words: &str) -> bool {
    1 < words.split_whitespace().count() && !words.contains(|it: char| it.is_ascii_digit())
}

/// Replaces names that are links to people with their ids, because names can have spaces and
/// aren't unique. Text and links have the same order, so each link takes the next whole name.
fn with_ids(spoken: &Spoken) -> String {
    let mut out = String::new();
    let mut rest = spoken.body.as_str();
    // What is replied to has links of its own.
    let html = spoken.html.rsplit("</mx-reply>").next().unwrap_or_default();
    for (user, name) in links(html) {
        let shown = [name.as_str(), name.trim_start_matches('@'), user.as_str()];
        let found = shown.into_iter().filter_map(|shown| Some((whole_name(rest, shown)?, shown)));
        let Some((at, shown)) = found.min_by_key(|it| it.0) else { continue };
        out.push_str(rest[..at].trim_end_matches('@'));
        out.push_str(user.as_str());
        rest = &rest[at + shown.len()..];
    }
    out + rest
}

/// Returns where a name stands in a text as whole words, perhaps marked with `@`.
fn whole_name(text: &str, name: &str) -> Option<usize> {
    let is_whole = |at: usize| {
        let before = text[..at].chars().next_back();
        let after =
            text[at + name.len()..].trim_start_matches(|sign| ".,:;!?)]}\"'".contains(sign));
        before.is_none_or(|sign| sign.is_whitespace() || "@([{\"'".contains(sign))
            && after.chars().next().is_none_or(char::is_whitespace)
    };
    let mut places = text.match_indices(name).map(|(at, _)| at);
    places.find(|at| is_whole(*at)).filter(|_| !name.is_empty())
}

/// Returns the people that formatted text links to, each with the name shown.
fn links(html: &str) -> Vec<(OwnedUserId, String)> {
    const START: &str = "https://matrix.to/#/";
    let mut out = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(START) {
        rest = &rest[at + START.len()..];
        let id = &rest[..rest.find(['"', '\'', '?', '<']).unwrap_or(rest.len())];
        let user = UserId::parse(unpercent(id)).ok();
        let name = rest.split_once('>').and_then(|it| it.1.split_once("</a>"));
        if let (Some(user), Some((name, _))) = (user, name) {
            out.push((user, unescape(name)));
        }
    }
    out
}

fn unpercent(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn unescape(text: &str) -> String {
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (code, sign)| text.replace(code, sign))
}

/// Removes the bot's id, or its name at the start, from a text. Returns whether it was there, and
/// the rest.
fn without_name(text: &str, at: AddressFacts<'_>) -> (bool, String) {
    let is_me = |word: &str| word.trim_end_matches([':', ',']) == at.me.as_str();
    if text.split_whitespace().any(is_me) {
        let words = text.split(' ').filter(|it| !is_me(it)).collect::<Vec<_>>().join(" ");
        return (true, words.trim().to_owned());
    }
    for name in [at.name, at.me.localpart()] {
        let start = text.strip_prefix('@').unwrap_or(text);
        let Some(head) = start.get(..name.len()).filter(|_| !name.is_empty()) else { continue };
        let rest = &start[name.len()..];
        // Addressed to the bot: `Draughtsman: spin`, `@draughtsman spin`.
        let ends = rest.is_empty() || rest.starts_with([':', ',', ' ']);
        let marked = text.starts_with('@') || rest.starts_with([':', ',']);
        if head.to_lowercase() == name.to_lowercase() && ends && marked {
            return (true, rest.trim_start_matches([':', ',', ' ']).to_owned());
        }
    }
    (false, text.to_owned())
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;

    use super::*;

    fn hear(body: &str, at: AddressFacts<'_>) -> Option<(String, AddressedBy)> {
        let spoken = Spoken { body: body.to_owned(), ..Spoken::default() };
        heard(&spoken, at).map(|said| (said.words, said.how))
    }

    fn room() -> AddressFacts<'static> {
        let me = user_id!("@bot:x.org");
        AddressFacts {
            prefix: "!",
            me,
            name: "Draughts Man",
            direct: false,
            in_match: false,
            answers_me: false,
        }
    }

    #[test]
    fn in_a_room_words_have_to_be_marked() {
        let marked = |words: &str| Some((words.to_owned(), AddressedBy::Marked));
        assert_eq!(hear(" !challenge @bob trapdoor ", room()), marked("challenge @bob trapdoor"));
        assert_eq!(hear("!#12 spin", room()), marked("#12 spin"));
        assert_eq!(hear("!1", room()), marked("1"));
        for quiet in ["hello", "!", "!!", "! hm", "!?", "", "Draughts Man is fun", "2 of them", "3"]
        {
            assert_eq!(hear(quiet, room()), None, "{quiet}");
        }
        let other = AddressFacts { prefix: "?!", ..room() };
        assert_eq!((hear("!help", other), hear("?!help", other)), (None, marked("help")));
    }

    #[test]
    fn the_bot_is_called_by_id_or_name() {
        let plainly = |words: &str| Some((words.to_owned(), AddressedBy::Plainly));
        for said in [
            "@bot:x.org: spin",
            "spin @bot:x.org",
            "draughts man: spin",
            "@bot, !spin",
            "bot: spin",
        ] {
            assert_eq!(hear(said, room()), plainly("spin"), "{said}");
        }
        assert_eq!(hear("@bot", room()), plainly("help"));
        let mut spoken = Spoken { body: "spin".to_owned(), ..Spoken::default() };
        spoken.mentions = vec![user_id!("@bot:x.org").to_owned()];
        assert_eq!(heard(&spoken, room()).unwrap().words, "spin");
    }

    #[test]
    fn in_private_and_in_a_match_plain_words_are_enough() {
        assert_eq!(
            hear("c3-d4", AddressFacts { direct: true, ..room() }).unwrap().1,
            AddressedBy::Plainly
        );
        assert_eq!(
            hear("!help", AddressFacts { direct: true, ..room() }).unwrap().1,
            AddressedBy::Plainly
        );
        let thread = AddressFacts { in_match: true, ..room() };
        assert_eq!(hear("c3-d4", thread).unwrap().1, AddressedBy::InMatch);
        assert_eq!(hear("3", thread).unwrap().1, AddressedBy::InMatch);
        let reply = AddressFacts { answers_me: true, ..room() };
        assert_eq!(hear("c3-d4", reply).unwrap().1, AddressedBy::InMatch, "without a mention");
        assert!(is_talk("well played") && !is_talk("c3 to d4") && !is_talk("spni"));
    }

    #[test]
    fn links_to_people_become_their_ids() {
        let spoken = Spoken {
            body: "!challenge Bob & Co trapdoor".to_owned(),
            html: "!challenge <a href=\"https://matrix.to/#/%40bob%3Ax.org\">Bob &amp; Co</a> trapdoor".to_owned(),
            ..Spoken::default()
        };
        assert_eq!(heard(&spoken, room()).unwrap().words, "challenge @bob:x.org trapdoor");
        let pill = Spoken {
            body: "Draughts Man spin".to_owned(),
            html: "<a href=\"https://matrix.to/#/@bot:x.org\">Draughts Man</a> spin".to_owned(),
            ..Spoken::default()
        };
        assert_eq!(heard(&pill, room()).unwrap().words, "spin");
        assert_eq!(unpercent("%4"), "%4");
    }

    #[test]
    fn each_link_takes_its_own_name_in_a_text() {
        let link =
            |id: &str, name: &str| format!("<a href=\"https://matrix.to/#/{id}\">{name}</a>");
        let said = |body: &str, html: String| {
            let (body, html) = (body.to_owned(), html);
            with_ids(&Spoken { body, html, ..Spoken::default() })
        };
        let (al, alan) = (link("@al:x.org", "al"), link("@alan:x.org", "al Lan"));
        // The name is a part of other words, and of the other name.
        for (body, html, words) in [
            ("!challenge al", format!("!challenge {al}"), "!challenge @al:x.org"),
            ("!challenge @al", format!("!challenge {al}"), "!challenge @al:x.org"),
            ("!versus al Lan", format!("!versus {alan}"), "!versus @alan:x.org"),
            ("al Lan and al", format!("{alan} and {al}"), "@alan:x.org and @al:x.org"),
            ("al and al Lan", format!("{al} and {alan}"), "@al:x.org and @alan:x.org"),
            (
                "al and al",
                format!("{al} and {}", link("@al:y.org", "al")),
                "@al:x.org and @al:y.org",
            ),
            (
                "!profile @al:x.org",
                format!("!profile {}", link("@al:x.org", "al")),
                "!profile @al:x.org",
            ),
            ("spin", format!("<mx-reply>In reply to {al}</mx-reply>spin"), "spin"),
            ("final", al.clone(), "final"),
        ] {
            assert_eq!(said(body, html), words, "{body}");
        }
        assert_eq!(unpercent("%zz%40"), "%zz@");
    }
}
