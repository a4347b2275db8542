//! How people find each other in the room: what waits for an answer stands on every page of both, a link invites, and a name can wait.
use super::strangers::{Hall, HallBrowser, buttons};

/// The pages of the room that somebody may be at.
const PAGES: [&str; 4] = ["", "talk", "learn", "match?of=1"];

/// Returns what the cards of a page say.
fn cards(page: &str) -> Vec<String> {
    let cards = page.split("<div class=\"question").skip(1);
    cards
        .map(|card| card.split("<p>").nth(1).unwrap().split("</p>").next().unwrap().to_owned())
        .collect()
}

/// Returns what the button with a label sends, if there is one.
fn button(page: &str, label: &str) -> Option<(String, String)> {
    let end = page.find(&format!(">{label}</button>"))?;
    let begin = page[..end].rfind("<button")?;
    buttons(&page[begin..end]).pop().or_else(|| buttons(&format!("{}>", &page[begin..end])).pop())
}

/// Presses a button of a page, and returns the answer.
async fn press(browser: &mut HallBrowser, name: &str, page: &str, label: &str) -> String {
    let got = browser.get(page).await.body;
    let (field, value) = button(&got, label).unwrap_or_else(|| panic!("{label}: {got}"));
    browser.post("say", &[("name", name), (&field, &value), ("here", page)]).await.body
}

fn title(page: &str) -> &str {
    page.split_once("<title>").unwrap().1.split('<').next().unwrap()
}

/// Three browsers with names, the first of which begins a match for the pages.
async fn three(hall: &Hall) -> [HallBrowser; 3] {
    let mut all = [hall.browser(), hall.browser(), hall.browser()];
    for (browser, name) in all.iter_mut().zip(["Ann", "Bob", "Cleo"]) {
        browser.say(name, "").await;
    }
    all[2].say("Cleo", "practice draughts 1 side=white").await;
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_stands_on_every_page_of_both_and_is_counted_for_who_is_asked() {
    let hall = Hall::open().await;
    let [mut ann, mut bob, mut cleo] = three(&hall).await;
    ann.say("Ann", "challenge @bob draughts side=black").await;
    for page in PAGES {
        let [his, hers, other] =
            [bob.get(page).await.body, ann.get(page).await.body, cleo.get(page).await.body];
        assert_eq!(
            cards(&his),
            ["Ann challenges Bob to Draughts, no clock, unrated. Ann plays Black."],
            "{page}: {his}"
        );
        assert!(button(&his, "Accept").is_some() && button(&his, "Decline").is_some(), "{page}");
        assert!(title(&his).starts_with("(1) ") && his.contains("My matches (1)"), "{page}: {his}");
        assert!(his.contains("web/waiting.svg") && !hers.contains("web/waiting.svg"), "{page}");
        assert_eq!(
            cards(&hers),
            ["Waiting for Bob: Draughts, no clock, unrated."],
            "{page}: {hers}"
        );
        assert!(button(&hers, "Cancel").is_some() && button(&hers, "Accept").is_none(), "{page}");
        assert!(!title(&hers).starts_with('('), "{page}: {}", title(&hers));
        assert_eq!(cards(&other), [""; 0], "{page}: {other}");
    }
    let begun = press(&mut bob, "Bob", "", "Accept").await;
    assert!(begun.contains("match?of=2"), "{begun}");
    for browser in [&mut ann, &mut bob] {
        assert_eq!(cards(&browser.get("").await.body), [""; 0]);
    }
    // A challenge that is cancelled leaves no card.
    ann.say("Ann", "challenge @cleo draughts").await;
    press(&mut ann, "Ann", "talk", "Cancel").await;
    assert_eq!(cards(&cleo.get("").await.body), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_offers_a_draw_or_asks_to_take_back_sees_it_wait_and_withdraws_it() {
    let hall = Hall::open().await;
    let [mut ann, mut bob, _] = three(&hall).await;
    ann.say("Ann", "challenge @bob draughts side=black").await;
    press(&mut bob, "Bob", "", "Accept").await;
    ann.say("Ann", "play #2 b6-a5").await;
    for (line, says) in [("undo #2", "Ann asks to take back"), ("draw #2", "Ann offers a draw.")] {
        ann.say("Ann", line).await;
        for page in ["match?of=2", "", "talk"] {
            let (hers, his) = (ann.get(page).await.body, bob.get(page).await.body);
            let [own] = &cards(&hers)[..] else { panic!("{page}: {hers}") };
            assert!(own.starts_with(&format!("Waiting for Bob: {says}")), "{own}");
            let [asked] = &cards(&his)[..] else { panic!("{page}: {his}") };
            assert!(asked.starts_with(says) && button(&his, "Agree").is_some(), "{asked}");
            // It is Bob's turn, too.
            assert!(title(&his).starts_with("(2) "), "{page}: {}", title(&his));
        }
        press(&mut ann, "Ann", "match?of=2", "Withdraw").await;
        assert_eq!(cards(&ann.get("match?of=2").await.body), [""; 0]);
        assert_eq!(cards(&bob.get("").await.body), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_invites_somebody_who_is_asked_for_nothing_but_a_name() {
    let hall = Hall::open().await;
    let [mut ann, _, mut cleo] = three(&hall).await;
    let invite = [("name", "Ann"), ("invite", "*"), ("game", "draughts"), ("length", "quick")];
    ann.post("say", &invite).await;
    let own = ann.get("").await.body;
    let (_, link) = own.split_once("href=\"invited?key=").expect("a link");
    let link = format!("invited?key={}", link.split('"').next().unwrap());
    // Nobody finds it who doesn't have the link.
    assert_eq!(cards(&cleo.get("").await.body), [""; 0]);
    let counted = cleo.get("invited?of=2").await.body;
    assert!(counted.contains("open any more") && !counted.contains("Ann"), "{counted}");
    let taken = cleo.say("Cleo", "accept 2").await.body;
    assert!(taken.contains("no open challenge 2 here"), "{taken}");
    let all = cleo.say("Cleo", "games").await.body;
    assert!(!all.contains("accept 2"), "{all}");
    // Who invites has a name.
    let nameless = [("name", ""), ("guest", "1"), ("invite", "*"), ("game", "draughts")];
    let refused = hall.browser().post("say", &nameless).await.body;
    assert!(refused.contains("Say who you are"), "{refused}");
    let mut dora = hall.browser();
    let page = dora.get(&link).await.body;
    assert!(page.contains("<h1>Ann challenges anyone to Draughts"), "{page}");
    assert!(page.contains("input name=\"name\" required"), "{page}");
    let (field, value) = button(&page, "Play").unwrap();
    let refused = dora.post("say", &[("name", ""), (&field, &value)]).await.body;
    assert!(refused.contains("Say who you are"), "{refused}");
    let begun = dora.post("say", &[("name", "Dora"), (&field, &value)]).await.body;
    assert!(begun.contains("match?of=2"), "{begun}");
    assert!(ann.get("match?of=2").await.body.contains("Dora"));
    for browser in [&mut ann, &mut dora] {
        let late = browser.get(&link).await.body;
        assert!(late.contains("open any more") && button(&late, "Play").is_none(), "{late}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_buried_in_challenges_and_all_are_declined_at_once() {
    let hall = Hall::open().await;
    let mut bob = hall.browser();
    bob.say("Bob", "").await;
    let mut refused = Vec::new();
    for name in ["Kim", "Lou", "Max"] {
        let mut other = hall.browser();
        for days in 1..=6 {
            let line = format!("challenge @bob draughts days={days}");
            let told = other.say(name, &line).await.body;
            refused.extend(told.contains("refused").then_some(told));
        }
    }
    let page = bob.get("").await.body;
    assert_eq!(cards(&page).len(), 10, "{page}");
    assert!(refused[0].contains("has 5 of your challenges to answer, the limit"), "{refused:?}");
    let last = refused.last().unwrap();
    assert!(last.contains("has 10 challenges to answer first"), "{last}");
    // Somebody with one challenge needs no such button.
    let done = press(&mut bob, "Bob", "", "Decline all").await;
    assert!(done.contains("settings challenges known"), "{done}");
    let page = bob.get("").await.body;
    assert!(cards(&page).is_empty() && button(&page, "Decline all").is_none(), "{page}");
    let talk = bob.get("talk").await.body;
    assert_eq!(talk.matches(" declines challenges ").count(), 1, "it is said once: {talk}");
    let none = bob.say("Bob", "decline all").await.body;
    assert!(none.contains("Nobody has challenged you"), "{none}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_has_few_names_and_none_that_looks_like_another() {
    let hall = Hall::open().await;
    let [mut ann, mut other] = [hall.browser(), hall.browser()];
    ann.say("Ann", "").await;
    // Another letter, another width, another case, an accent, and blanks.
    for name in ["\u{410}nn", "\u{ff21}nn", "aNN", "\u{c1}nn", "An n", "A n-n"] {
        let refused = other.say(name, "").await.body;
        let says = ["looks like Ann", "plays in another browser"];
        assert!(says.iter().any(|says| refused.contains(says)), "{name}: {refused}");
        assert_eq!(other.cookie, None, "{name}");
    }
    // A second person is made on purpose.
    let asked = ann.say("Pat", "practice draughts 1").await.body;
    assert!(
        asked.contains("You are Ann in this browser") && asked.contains("\"name\":\"Ann\""),
        "{asked}"
    );
    assert!(!ann.get("").await.body.contains("Pat"));
    for name in ["Pat", "Quin", "Rob", "Sue", "Tom", "Una", "Vic", "Will"] {
        let told = ann.post("say", &[("name", "Ann"), ("also", name)]).await.body;
        assert_eq!(told.contains("the most names it can"), name == "Will", "{name}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_client_takes_a_class_of_names_and_no_more() {
    let hall = Hall::open().await;
    let mut told = String::new();
    for nth in 0..60 {
        let letter = |of: u32| char::from_u32(u32::from('a') + of).unwrap();
        let name = format!("Pupil {}{}", letter(nth / 6 * 2), letter(nth % 6 * 4 + 1));
        told = hall.browser().say(&name, "").await.body;
        if told.contains("Too many new names") {
            assert!(30 < nth, "{nth}: {told}");
            break;
        }
    }
    assert!(told.contains("Play under one you have, or wait a minute"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_of_one_client_leave_room_for_its_pages() {
    let hall = Hall::open().await;
    let mut browser = hall.browser();
    browser.say("Ann", "").await;
    let mut open = Vec::new();
    for _ in 0..40 {
        open.push(browser.listen().await);
    }
    let refused = browser.get("events?after=0").await;
    assert_eq!(refused.status, 429);
    assert!(refused.body.contains("too many pages open"), "{}", refused.body);
    assert_eq!(browser.get("").await.status, 200);
    drop(open);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_is_listed_with_how_it_ended_for_each() {
    let hall = Hall::open().await;
    let [mut ann, mut bob, _] = three(&hall).await;
    ann.say("Ann", "challenge @bob draughts side=black").await;
    press(&mut bob, "Bob", "", "Accept").await;
    for _ in 0..3 {
        for (browser, name) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
            let page = browser.get("match?of=2").await.body;
            let (field, value) =
                buttons(&page).into_iter().find(|it| it.1.contains("play #2")).unwrap();
            browser.post("say", &[("name", name), (&field, &value)]).await;
        }
    }
    let asked = ann.say("Ann", "resign #2").await.body;
    assert!(asked.contains(">No</a>"), "{asked}");
    ann.say("Ann", "resign #2 yes").await;
    for (browser, result) in [(&mut ann, "lost"), (&mut bob, "won")] {
        let page = browser.get("").await.body;
        let (_, ended) = page.split_once("<h3>Ended</h3>").expect("the list");
        assert!(ended.contains(&format!("<small>{result}</small>")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_names_who_is_here_and_lists_the_matches_of_others() {
    let hall = Hall::open().await;
    let [mut ann, mut bob, cleo] = three(&hall).await;
    let invites = |page: &str| {
        let all = buttons(page).into_iter().filter(|it| it.0 == "invite");
        all.map(|it| it.1).collect::<Vec<_>>()
    };
    assert_eq!(invites(&ann.get("").await.body), ["*"]);
    // A page is open as long as it listens.
    let (one, other) = (cleo.listen().await, bob.listen().await);
    assert_eq!(invites(&ann.get("").await.body), ["bob", "cleo", "*"]);
    assert_eq!(invites(&bob.get("").await.body), ["cleo", "*"]);
    // Who has no name is there all the same.
    let looks_on = hall.browser().listen().await;
    assert!(ann.get("").await.body.contains("Somebody without a name looks on."));
    assert!(hall.browser().get("").await.body.contains("once they see your name"));
    drop((one, other, looks_on));
    let page = ann.get("").await.body;
    let (_, others) = page.split_once("Matches of others").unwrap();
    assert!(others.contains("Draughts</b> #1 Draughtsman 1 \u{2013} Cleo"), "{page}");
    let waits = bob.post("say", &[("name", "Bob"), ("invite", "ann"), ("game", "alien")]).await;
    assert_eq!(waits.status, 200);
    assert!(cards(&ann.get("").await.body)[0].starts_with("Bob challenges Ann to Alien Checkers"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_no_name_plays_as_a_guest_and_is_called_by_one_later() {
    let hall = Hall::open().await;
    let mut guest = hall.browser();
    let start = [("name", ""), ("guest", "1"), ("practice", "draughts"), ("level", "1")];
    let begun = guest.post("say", &start).await.body;
    assert!(begun.contains("match?of=1") && begun.contains("\"name\":\"Guest 1\""), "{begun}");
    guest.say("", "learn trapdoor").await;
    let mut other = hall.browser();
    let refused = other.say("Guest 1", "resign #1 yes").await.body;
    assert!(refused.contains("Say who you are"), "{refused}");
    let second = other.post("say", &start).await.body;
    assert!(second.contains("\"name\":\"Guest 2\""), "{second}");
    let named = guest.say("Zoe", "").await.body;
    assert!(named.contains("\"name\":\"Zoe\""), "{named}");
    let page = guest.get("match?of=1").await.body;
    assert!(page.contains("<b>Zoe</b>") && !page.contains("Guest 1"), "{page}");
    let third = hall.browser().post("say", &start).await.body;
    assert!(third.contains("\"name\":\"Guest 1\""), "the number is free again: {third}");
    // What was begun before stays theirs, also in a tab that says the old name.
    let lesson = guest.get("learn?name=Guest%201").await.body;
    assert!(lesson.contains("data-lesson"), "{lesson}");
    let stale = guest.say("Guest 1", "").await.body;
    assert!(stale.contains("\"name\":\"Zoe\""), "{stale}");
    // Only a form that begins something makes a guest.
    let mut nobody = hall.browser();
    nobody.post("say", &[("name", ""), ("guest", "1"), ("words", "")]).await;
    nobody.say("", "practice draughts").await;
    assert_eq!(nobody.cookie, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_that_came_first_moderates_and_no_guest_does() {
    let hall = Hall::open().await;
    let [mut ann, mut bob, _] = three(&hall).await;
    let line = "admin limit person 3";
    assert!(bob.say("Bob", line).await.body.contains("oderator"), "a guest doesn't moderate");
    let done = ann.say("Ann", line).await.body;
    assert!(!done.contains("refused"), "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_where_nothing_is_says_so_on_a_page() {
    let hall = Hall::open().await;
    let got = hall.browser().get("match?of=77").await;
    assert_eq!(got.status, 404);
    assert!(
        got.body.contains("<h1>Draughtsman</h1>") && got.body.contains("nothing at this address")
    );
}
