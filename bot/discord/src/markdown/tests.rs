//! Tests that user input gets no formatting and that paging loses no text.
use features::FEATURES;
use model::span;
use serde_json::json;

use super::*;

fn plain(text: &Text) -> Vec<String> {
    pages(text, &Users::default()).into_iter().map(|it| it.content).collect()
}

#[test]
fn only_an_address_of_our_own_can_be_followed() {
    let text = span!["See ", Text::address("https://a.org/m/1?of=2"), " or http://b.org/c."];
    assert_eq!(plain(&text), ["See https://a.org/m/1?of=2 or http\\://b\\.org/c."]);
}

#[test]
fn marks_are_written_and_names_are_only_names() {
    let text = Text::Lines(vec![
        span![Text::strong("A*b"), " plays ", Text::code("c3-d4`"), "."],
        Text::List(vec!["one".into(), span!["two ", Text::code("x")]]),
        Text::Block("a ``` b\nc".into()),
        "# **Eve** <@1> @everyone [x](https://y.z) ||s|| :a:".into(),
    ]);
    assert_eq!(
        plain(&text),
        ["**A\\*b** plays `c3-d4ˋ`.\n- one\n- two `x`\n```\na ˋˋˋ b\nc\n```\n\
          \\# \\*\\*Eve\\*\\* \\<@\u{200b}1> @\u{200b}everyone \\[x\\](https\\://y\\.z) \\|\\|s\\|\\| :a:"]
    );
}

#[test]
fn a_command_can_be_clicked_and_a_line_with_words_is_written_with_its_options() {
    let registered = json!([{ "name": "match", "id": "12" }, { "name": "challenge", "id": "13" }]);
    let links = Arc::new(MenuLinks::new(FEATURES.commands(), &registered));
    let users = Users { links, ..Users::default() };
    let text = Text::sentence("Say `undo`, `undo #3`, `accept J2PE`, `resign` or `note #3 left`.");
    let content = pages(&text, &users)[0].content.clone();
    assert_eq!(
        content,
        "Say </match undo:12>, `/match undo match:3`, `/match accept word:J2PE`, \
         `/match end what:resign` or `note #3 left`."
    );
    let line = Text::code("challenge @bob trapdoor days=3 hard");
    let written = "`/challenge who:@bob game:Trapdoor Checkers days:3 hard:True`";
    assert_eq!(pages(&line, &users)[0].content, written);
}

#[test]
fn what_is_to_be_typed_is_code_in_small_print_too() {
    assert_eq!(plain(&Text::small("`hint` helps.")), ["-# `hint` helps."]);
}

#[test]
fn a_moment_stays_true() {
    let text = span!["Ann: move. ", Text::time(1_700_000_000, "2 days left", "Time is up "), "."];
    assert_eq!(plain(&text), ["Ann: move. Time is up <t:1700000000:R>."]);
    assert_eq!(text.bare(), "Ann: move. 2 days left.");
}

#[test]
fn what_is_to_be_typed_is_code() {
    let says = "`cas_tle` isn't open to you now.";
    assert_eq!(plain(&Text::sentence(says)), [says]);
}

#[test]
fn those_meant_are_mentioned_once() {
    let (ann, bob) = (PersonId(1), PersonId(2));
    let person = |id, name: &str| Text::Person { id, name: name.to_owned() };
    let pinged = HashMap::from([(ann, UserId::new(11)), (bob, UserId::new(12))]);
    let users = Users { pinged, ..Users::default() };
    let text =
        span![person(ann, "Ann"), " or ", person(ann, "Ann"), " or ", person(PersonId(3), "_C_")];
    let pages = pages(&text, &users);
    assert_eq!(pages.len(), 1);
    assert_eq!(pages[0].content, "<@11> or Ann or \\_C\\_\n<@12>");
    assert_eq!(pages[0].pings, [UserId::new(11), UserId::new(12)]);
}

#[test]
fn nobody_passes_for_somebody_else_and_nobody_is_pinged_for_it() {
    let eve = PersonId(1);
    let users = Users { known: HashMap::from([(eve, UserId::new(11))]), ..Users::default() };
    let who = |id, name: &str| Text::Identity { id, name: name.to_owned() };
    for (name, shown) in [("Bob", "Bob"), ("<@12>", "\\<@\u{200b}12>")] {
        let pages = pages(&span![who(eve, name), " challenges you."], &users);
        assert_eq!(pages[0].content, format!("{shown} (<@11>) challenges you."));
        assert!(pages[0].pings.is_empty());
    }
    assert_eq!(plain(&who(PersonId(2), "Bob")), ["Bob"], "somebody of another chat");
}

#[test]
fn long_texts_are_cut_at_lines_and_lose_nothing() {
    let lines: Vec<String> = (0..300).map(|nth| format!("line {nth} of many")).collect();
    let text = Text::Lines(vec![
        Text::Lines(lines.iter().map(Text::plain).collect()),
        Text::Block(lines.join("\n")),
        Text::plain("x".repeat(5000)),
        Text::Code("é ".repeat(3000)),
    ]);
    let pages = plain(&text);
    assert!(pages.iter().all(|page| len(page) <= LONGEST && !page.trim().is_empty()));
    let all = pages.join("\n");
    for line in &lines {
        assert_eq!(all.matches(&format!("{line}\n")).count(), 2, "{line}");
    }
    assert_eq!(all.matches('x').count(), 5000);
    assert_eq!(all.matches('é').count(), 3000);
    for page in &pages {
        assert_eq!(page.matches(FENCE).count() % 2, 0, "{page}");
        assert_eq!(page.replace(FENCE, "").matches('`').count() % 2, 0, "{page}");
    }
}

#[test]
fn a_text_is_cut_by_what_discord_counts() {
    assert_eq!(cut("abc", 3), "abc");
    assert_eq!(cut("abcd", 3), "ab…");
    assert_eq!(cut("🎲🎲🎲", 4), "🎲…");
}

#[test]
fn nothing_is_no_page() {
    assert_eq!(plain(&Text::Lines(Vec::new())), [""; 0]);
    assert_eq!(plain(&Text::plain(" ")), [""; 0]);
}
