//! Texts of the pages one plays on.
use command::say;
use engine::scene::{Count, Tally};
use model::{ids::MatchId, reply::Choice};
use service::{BoardPage, Features, OfferPlace};

pub(in super::super) const NAME: &str = "Draughtsman";
pub(in super::super) const NEW_GAME: &str = "New game";
pub(in super::super) const MY_MATCHES: &str = "My matches";
pub(in super::super) const TALK: &str = "Talk";
pub(in super::super) const NO_MATCHES: &str = "You have no match running.";
pub(in super::super) const ENDED: &str = "Ended";
pub(in super::super) const TO_LOOK_ON: &str = "Matches of others";
pub(in super::super) const YOUR_TURN: &str = "your turn";
pub(in super::super) const ANSWER: &str = "Answer";
pub(in super::super) const INVITATION: &str = "Link to send";
pub(in super::super) const COPY_LINK: &str = "Copy the link";
pub(in super::super) const YOU_ARE: &str = "You are";
pub(in super::super) const WORDS: &str = "Words";
pub(in super::super) const FILE: &str = "File";
pub(in super::super) const LESSON_TITLE: &str = "Learn: Draughtsman";
pub(in super::super) const BESIDE: &str = "What lies beside the board";
pub(in super::super) const TO_MOVE: &str = ", to move";
pub(in super::super) const CHOICES: &str = "Choices";
pub(in super::super) const OF_CHOSEN: &str = "What the chosen piece can do";
pub(in super::super) const WHOLE_LIST: &str = "Back to the whole list";
pub(in super::super) const YOUR_NAME: &str = "Your name";
pub(in super::super) const A_NAME: &str = "such as Ann";
pub(in super::super) const LEVEL: &str = "Computer";
pub(in super::super) const LENGTH: &str = "Length";
pub(in super::super) const LEAVE: &str = "Leave";
pub(in super::super) const NO_TASK: &str = "No lesson or puzzle is open here";
pub(in super::super) const PLAY: &str = "Play";
pub(in super::super) const PLAY_A_PERSON: &str = "Play a person";
pub(in super::super) const NOBODY_HERE: &str = "Nobody else is here now.";
pub(in super::super) const NAMELESS_HERE: &str = "Somebody without a name looks on.";
pub(in super::super) const SEEN_BY_NAME: &str =
    "Others here can challenge you once they see your name.";
pub(in super::super) const INVITE_BY_LINK: &str = "Invite by a link";
pub(in super::super) const NO_INVITATION: &str = "This invitation isn\u{2019}t open any more";
pub(in super::super) const TAKE_NAME: &str = "That\u{2019}s me";
pub(in super::super) const TWO_PEOPLE: &str = "Two people at this screen";
pub(in super::super) const GAME: &str = "Game";
pub(in super::super) const ONE_PLAYER: &str = "One player";
pub(in super::super) const OTHER_PLAYER: &str = "The other";
pub(in super::super) const VARIATIONS: &str = "Variations";
pub(in super::super) const NONE: &str = "none";
pub(in super::super) const BEGIN: &str = "Begin";
pub(in super::super) const NEWEST: &str = "Newest \u{2193}";
pub(in super::super) const LOOK_AGAIN: &str = "Look again";
pub(in super::super) const PREFERENCES: &str = "Preferences";
pub(in super::super) const NO: &str = "No";
pub(in super::super) const CLOSE: &str = "Close";
pub(in super::super) const NEAR: &str = "Near side";
pub(in super::super) const OPEN_THE_BOARD: &str = "Open the board";

/// What a browser's person may want beside the button that ends a turn.
pub(in super::super) const END_AFTER_MOVE: &str = "End my turn after each move";

/// How a browser's person likes to play: the name of each preference, and what it does.
pub(in super::super) const PREFERENCES_THERE: [(&str, &str); 6] = [
    ("sounds", "Sounds"),
    ("buzz", "Vibration at my turn"),
    ("confirm", "Confirm each move by a second tap"),
    ("premove", "Choose a move before my turn"),
    ("bare", "No coordinates at the edge of the board"),
    ("zen", "Only the board and what to do"),
];

/// Which side may be near.
pub(in super::super) const NEAR_SIDES: [(&str, &str); 3] = [
    ("", "Mine"),
    ("first", "Always the first player\u{2019}s"),
    ("second", "Always the second player\u{2019}s"),
];

/// Returns the levels of computer players: what is typed, and their names.
pub(in super::super) fn levels() -> [(&'static str, &'static str); 6] {
    [
        ("auto", "As strong as I am"),
        ("1", "1 Beginner"),
        ("2", "2 Casual"),
        ("3", "3 Steady"),
        ("4", "4 Strong"),
        ("5", "5 Expert"),
    ]
}

/// Returns how long a match against the computer may be: what is typed, and its name.
pub(in super::super) fn lengths() -> [(&'static str, &'static str); 2] {
    [("", "Usual"), ("quick", "Quick")]
}

/// Says behind a name how much waits for the reader.
pub(in super::super) fn counted_before(name: &str, count: usize) -> String {
    match count {
        0 => name.to_owned(),
        count => format!("{name} ({count})"),
    }
}

/// Says in the title of the tab how much waits for the reader.
pub(in super::super) fn counted_after(title: &str, count: usize) -> String {
    match count {
        0 => title.to_owned(),
        count => format!("({count}) {title}"),
    }
}

/// Names the challenges to anybody that are folded.
pub(in super::super) fn more_challenges(count: usize) -> String {
    format!("{count} more challenges to anyone")
}

/// Makes the button that declines every challenge to somebody.
pub(in super::super) fn decline_all() -> Choice {
    Choice::new("Decline all", say!(Decline { reason: "all" }))
}

/// Labels the button that challenges somebody.
pub(in super::super) fn invite(name: &str) -> String {
    format!("Challenge {name}")
}

/// Tells somebody without a name how they are called.
pub(in super::super) fn you_play_as(name: &str) -> String {
    format!("You play as {name}. What\u{2019}s your name?")
}

/// Names the players of a match in a list: the other one, or both.
pub(in super::super) fn against(names: &[String]) -> String {
    match names {
        [other] => format!("against {other}"),
        names => names.join(" \u{2013} "),
    }
}

pub(in super::super) fn as_a_list(count: usize) -> String {
    format!("As a list ({count})")
}

pub(in super::super) fn choices(count: usize) -> String {
    format!("{count} choices")
}

/// Names what is seldom wanted, and who does it if several people share the screen.
pub(in super::super) fn more_for(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("More, as {name}"),
        None => "More".to_owned(),
    }
}

/// Names what only one player may choose.
pub(in super::super) fn choice_of(name: &str) -> String {
    format!("{name}\u{2019}s choice: open it")
}

/// Names what only one player may know.
pub(in super::super) fn secret_of(name: &str) -> String {
    format!("{name}\u{2019}s secret: open it")
}

pub(in super::super) fn hand_over(name: &str) -> String {
    format!("Hand over to {name}, who chooses in private")
}

/// Says which goal a side attacks.
pub(in super::super) fn goal_side(near: bool) -> &'static str {
    if near { " \u{b7} attacks right" } else { " \u{b7} attacks left" }
}

/// Says what a large number counts.
pub(in super::super) fn goals(count: u32) -> &'static str {
    if count == 1 { " goal" } else { " goals" }
}

/// Says what is counted for a side.
pub(in super::super) fn counted(tally: &Tally) -> String {
    let Tally { what, count } = *tally;
    let one = |word: &str| match count {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    };
    match what {
        Count::Men if count == 1 => "1 man".to_owned(),
        Count::Men => format!("{count} men"),
        Count::Kings => one("king"),
        Count::Queens => one("queen"),
        Count::Captured => format!("took {count}"),
        Count::Fallen => format!("lost {count} to doors"),
        Count::Goals => one("goal"),
        Count::Off => format!("{count} sent off"),
        Count::Pawns => one("pawn"),
        Count::Emperors => one("emperor"),
        Count::Pool => format!("{count} in the pool"),
    }
}

/// Says in the title of the tab whose turn it is.
pub(in super::super) fn tab_title(page: &BoardPage, named: bool) -> String {
    let about = format!("{} #{}", page.game.title(), page.of);
    match &page.asks {
        Some(_) if named => format!("Your turn: {about}"),
        Some(asked) => format!("{}\u{2019}s turn: {about}", asked.name),
        None => about,
    }
}

/// Says what the result is for the one who looks, before it says what it is.
pub(in super::super) fn won_or_lost(page: &BoardPage) -> &'static str {
    match (page.seat.filter(|_| !page.shared), page.winner) {
        (Some(seat), Some(winner)) if seat == winner => "You won. ",
        (Some(_), Some(_)) => "You lost. ",
        (Some(_) | None, _) => "",
    }
}

/// Leads from an earlier step to the last one.
pub(in super::super) fn to_the_end(over: bool) -> &'static str {
    if over { "To the end" } else { "Back to the board now" }
}

/// Returns the buttons below a result.
pub(in super::super) fn after_match(features: &Features, of: MatchId) -> Vec<Choice> {
    let rematch = Choice::new("Rematch", say!(Rematch { of }));
    [rematch].into_iter().chain(page_button(features, of)).collect()
}

/// Makes the button that gives a match a page for everybody, if there are such pages.
fn page_button(features: &Features, of: MatchId) -> Option<Choice> {
    let (line, label) = (features.pages()?.opens)(of);
    Some(Choice::new(label, line))
}

/// Returns the buttons for what is seldom wanted during a match.
pub(in super::super) fn more_of(features: &Features, page: &BoardPage) -> Vec<Choice> {
    let of = page.of;
    let mut out = Vec::new();
    if page.seat.is_some() {
        out.push(Choice::new("Take back", say!(Undo { of })));
        out.extend(features.offers(OfferPlace::Advice(Some(of))));
        out.extend([
            Choice::new("Offer a draw", say!(Draw { of })),
            Choice::new("Resign", say!(Resign { of })),
        ]);
        out.extend(page_button(features, of));
    }
    out.push(Choice::new("Rules", say!(Rules { game: page.game.name(), topic: "minute" })));
    out
}

pub(in super::super) fn not_understood() -> &'static str {
    "I can\u{2019}t read that button. Reload the page."
}
