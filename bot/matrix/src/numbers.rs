//! Numbers that are typed: which choice of which message each means.
use command::{Commands, Property, bare_number, verbs, with_number};
use delivery::ShownMenu;
use matrix_sdk::{
    Room,
    room::MessagesOptions,
    ruma::{EventId, OwnedEventId, UInt},
};
use model::{
    ids::MatchId,
    reply::{Choice, Menu},
};
use serde_json::Value;

use super::{
    adapter::AdapterContext,
    error::Unsent,
    event::RoomEvent,
    message_index::{AskedMatch, RECENT},
};

/// How many events back the newest message of a room is looked for.
const BACK: u32 = 20;

/// A number that is typed, and the match that is named with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypedNumber {
    pub(super) of: Option<MatchId>,
    pub(super) number: usize,
}

/// What a number in a room means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MeantNumber<'a> {
    /// A choice of a message, or of a match.
    Choice {
        choice: &'a Choice,
        menu: &'a Menu,
        of: Option<MatchId>,
    },
    /// A choice of a board, or the answer to what somebody else has asked since: the service asks which.
    Either([&'a Choice; 2]),
    /// The service says what: where a private choice is made, or which of several matches is meant.
    Asks(Option<MatchId>),
    Nothing,
}

/// What is known where a number is typed.
#[derive(Clone, Copy)]
pub(super) struct NumberFacts<'a> {
    pub(super) commands: &'a Commands,
    /// The matches that ask the person here.
    pub(super) asked: &'a [AskedMatch],
    /// The last menu they were shown here.
    pub(super) shown: Option<&'a ShownMenu>,
    /// Whether it asked them not long ago.
    pub(super) called: bool,
    /// Whether the number is said to the bot.
    pub(super) to_bot: bool,
    /// The newest message of the room, if it is the bot's.
    pub(super) newest: Option<&'a EventId>,
    /// Unix seconds.
    pub(super) now: i64,
}

/// Reads words that are a number alone: `1`, `1.`, `play 1`, `#12 1`.
pub(super) fn read(commands: &Commands, words: &str) -> Option<TypedNumber> {
    let line = commands.read(words);
    let (of, words) = match line.command() {
        Some(said) => {
            let verbs::Play { of, words } = said.read()?;
            (of, words)
        }
        None => with_number(words).ok().map(|(of, words)| (of, words.to_owned()))?,
    };
    Some(TypedNumber { of, number: bare_number(&words)? })
}

/// Finds what a number means that is no reply and in no thread of a match: a choice of a question, or of
/// a board whose player is asked.
pub(super) fn meant(typed: TypedNumber, facts: NumberFacts<'_>) -> MeantNumber<'_> {
    let TypedNumber { of, number } = typed;
    let NumberFacts { commands, asked, shown, called, to_bot, newest, now } = facts;
    let asks = |id: MatchId| asked.iter().any(|it| it.asked.of == id);
    let named = |other: Option<MatchId>| of.is_none() || other == of;
    let live = |board: &&AskedMatch| {
        let is_newest =
            newest.is_some_and(|newest| board.board.as_deref() == Some(newest.as_str()));
        let just = now < board.asked.since + RECENT || is_newest;
        named(Some(board.asked.of)) && (to_bot || just)
    };
    let boards: Vec<&AskedMatch> = asked.iter().filter(live).collect();
    // The board of a match that asks somebody else is no question to this person.
    let question = shown.filter(|shown| called || to_bot && !shown.menu.of.is_some_and(asks));
    let question = question.filter(|shown| called || boards.is_empty() || shown.menu.of.is_none());
    let question = question.filter(|shown| named(shown.menu.of));
    let stamp = |board: &AskedMatch| board.shown.as_ref().map_or(0, |shown| shown.stamp);
    let last = boards.iter().map(|board| stamp(board)).max();
    let question = question.filter(|shown| last.is_none_or(|last| last <= shown.stamp));
    if let Some(ShownMenu { menu, .. }) = question
        && let Some(choice) = menu.numbered(number)
    {
        return match either(commands, &boards, (menu, choice), number) {
            Some(both) => MeantNumber::Either(both),
            None => MeantNumber::Choice { choice, menu, of: None },
        };
    }
    let choice =
        |board: &AskedMatch| board.shown.as_ref().is_some_and(|shown| has(&shown.menu, number));
    let having: Vec<&AskedMatch> =
        boards.into_iter().filter(|board| board.asked.private || choice(board)).collect();
    match having[..] {
        [] => MeantNumber::Nothing,
        [one] => of_board(one, number),
        _ => MeantNumber::Asks(None),
    }
}

/// Finds what a number means on the board of a match: a private choice isn't made by a number that
/// others read.
pub(super) fn of_board(board: &AskedMatch, number: usize) -> MeantNumber<'_> {
    let of = Some(board.asked.of);
    let menu = board.shown.as_ref().map(|it| &it.menu).filter(|_| !board.asked.private);
    match menu.and_then(|menu| Some((menu.numbered(number)?, menu))) {
        Some((choice, menu)) => MeantNumber::Choice { choice, menu, of },
        None => MeantNumber::Asks(of),
    }
}

fn has(menu: &Menu, number: usize) -> bool {
    menu.numbered(number).is_some()
}

/// Returns a choice of a board and the one of a newer question with the same number, if somebody else has asked that.
pub(super) fn either<'a>(
    commands: &Commands,
    boards: &[&'a AskedMatch],
    (menu, choice): (&Menu, &'a Choice),
    number: usize,
) -> Option<[&'a Choice; 2]> {
    if !answers_another(commands, choice) {
        return None;
    }
    let rivals = boards.iter().filter(|board| !leads_to(commands, menu, board.asked.of));
    let mut rivals = rivals.filter_map(|board| match of_board(board, number) {
        MeantNumber::Choice { choice, .. } => Some(choice),
        MeantNumber::Either(_) | MeantNumber::Asks(_) | MeantNumber::Nothing => None,
    });
    Some([rivals.next()?, choice])
}

/// Tells whether a choice answers what somebody else has asked. That may have come while a number for the board was being typed.
pub(super) fn answers_another(commands: &Commands, choice: &Choice) -> bool {
    let decides = [verbs::Accept::VERB, verbs::Decline::VERB];
    let verb = commands.read(&choice.says).verb();
    verb.is_some_and(|verb| verb.is_one_of(&decides) || verb.is(Property::AsksOther))
}

/// Tells whether a menu has a choice of a match, as the question has which of both is meant.
fn leads_to(commands: &Commands, menu: &Menu, of: MatchId) -> bool {
    let mut plays = menu.choices.iter().filter(|choice| plays(commands, choice));
    plays.any(|choice| commands.read(&choice.says).matches().contains(&of))
}

/// Tells whether a choice plays, or leads to what can be played.
pub(super) fn plays(commands: &Commands, choice: &Choice) -> bool {
    let plays = [verbs::Play::VERB, verbs::Moves::VERB];
    commands.read(&choice.says).verb().is_some_and(|verb| verb.is_one_of(&plays))
}

/// Returns the newest message before an event, besides pictures, if it is the bot's.
///
/// # Errors
/// If the server can't be reached.
pub(super) async fn newest_message(
    adapter: &AdapterContext,
    room: &Room,
    event: &RoomEvent,
) -> anyhow::Result<Option<OwnedEventId>> {
    let mut options = MessagesOptions::backward();
    options.limit = UInt::from(BACK);
    let page = match room.messages(options).await {
        Ok(page) => page,
        Err(err) if Unsent::of(&err).lasts() => return Ok(None),
        Err(err) => return Err(err.into()),
    };
    let after =
        page.chunk.iter().skip_while(|earlier| earlier.event_id().as_ref() != Some(&event.id));
    let mut messages =
        after.skip(1).filter_map(|message| message.raw().deserialize_as_unchecked::<Value>().ok());
    let newest = messages.find(is_said);
    let newest = newest.filter(|newest| newest["sender"] == adapter.me.as_str());
    Ok(newest.and_then(|newest| OwnedEventId::try_from(newest["event_id"].as_str()?).ok()))
}

/// Tells whether an event is a message with words of its own.
fn is_said(event: &Value) -> bool {
    let content = &event["content"];
    let said = event["type"] == "m.room.message" || event["type"] == "m.room.encrypted";
    let changes = content["m.relates_to"]["rel_type"] == "m.replace";
    said && !changes && content["msgtype"] != "m.image"
}

#[cfg(test)]
mod tests {
    use command::say;
    use matrix_sdk::ruma::event_id;
    use model::ids::PersonId;
    use service::AskedIn;

    use super::*;

    const NOW: i64 = 1_000_000;

    /// A board with choices, whose match asked somebody so many seconds ago.
    fn board(of: i64, ago: i64, choices: usize) -> AskedMatch {
        let of = MatchId(of);
        let shown = (0 < choices).then(|| ShownMenu {
            stamp: NOW - ago,
            menu: Menu {
                choices: (1..=choices)
                    .map(|nth| Choice::new("a move", say!(Play { of, words: format!("m{nth}") })))
                    .collect(),
                of: Some(of),
                ..Menu::default()
            },
            asks: Vec::new(),
            at: NOW - ago,
        });
        let asked = AskedIn { of, private: choices == 0, since: NOW - ago };
        AskedMatch { asked, shown, board: Some(format!("$board{of}")) }
    }

    /// A question to this person, so many seconds ago.
    fn question(ago: i64, of: Option<i64>) -> ShownMenu {
        let choices = vec![
            Choice::new("Accept", say!(Accept { challenge: model::ids::ChallengeId(7) })),
            Choice::new("Decline", say!(Decline { challenge: model::ids::ChallengeId(7) })),
        ];
        let menu = Menu { choices, of: of.map(MatchId), ..Menu::default() };
        ShownMenu { stamp: NOW - ago, menu, asks: vec![PersonId(1)], at: NOW - ago }
    }

    struct Said<'a> {
        words: &'a str,
        asked: &'a [AskedMatch],
        shown: Option<&'a ShownMenu>,
        to_bot: bool,
        newest: Option<&'a EventId>,
    }

    fn said<'a>(words: &'a str, asked: &'a [AskedMatch]) -> Said<'a> {
        Said { words, asked, shown: None, to_bot: false, newest: None }
    }

    /// Returns the line of the choice that a number means, or what becomes of that number.
    fn line(said: Said<'_>) -> String {
        let Said { words, asked, shown, to_bot, newest } = said;
        let called = shown.is_some_and(|it| !it.asks.is_empty());
        let commands = Commands::kernel();
        let facts = NumberFacts { commands, asked, shown, called, to_bot, newest, now: NOW };
        match meant(read(commands, words).unwrap(), facts) {
            MeantNumber::Choice { choice, .. } => choice.says.to_string(),
            MeantNumber::Either([board, question]) => {
                format!("either {} or {}", board.says, question.says)
            }
            MeantNumber::Asks(of) => format!("asks {:?}", of.map(|it| it.0)),
            MeantNumber::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn a_number_in_the_room_is_the_choice_of_the_player_who_is_asked() {
        let one = [board(3, 60, 7)];
        for words in
            ["1", "1.", "1)", "1\u{fe0f}\u{20e3}", "１", "play 1", "move 1", "play 1.", "#3 1"]
        {
            assert_eq!(line(said(words, &one)), "play #3 m1", "{words}");
        }
        assert_eq!(line(said("7", &one)), "play #3 m7");
        for (words, asked) in [("8", &one[..]), ("0", &one), ("#4 1", &one), ("1", &[])] {
            assert_eq!(line(said(words, asked)), "nothing", "{words}");
        }
        for talk in
            ["2 more minutes", "one", "1 beer", "play 1 more", "b6-a5", "play on", "board 1", "1?"]
        {
            assert_eq!(read(Commands::kernel(), talk), None, "{talk}");
        }
    }

    #[test]
    fn a_board_counts_for_ten_minutes_or_while_it_is_the_newest_message() {
        let old = [board(3, RECENT, 7)];
        assert_eq!(line(said("1", &old)), "nothing", "people talk of other things");
        let newest = Some(event_id!("$board3"));
        assert_eq!(line(Said { newest, ..said("1", &old) }), "play #3 m1");
        let other = Some(event_id!("$other"));
        assert_eq!(line(Said { newest: other, ..said("1", &old) }), "nothing");
        assert_eq!(line(Said { to_bot: true, ..said("1", &old) }), "play #3 m1", "said to the bot");
        assert_eq!(line(said("1", &[board(3, RECENT - 1, 7)])), "play #3 m1");
    }

    #[test]
    fn of_several_boards_the_bot_asks_which_unless_only_one_has_the_number() {
        let two = [board(3, 60, 7), board(4, 30, 2)];
        assert_eq!(line(said("1", &two)), "asks None");
        assert_eq!(line(said("5", &two)), "play #3 m5");
        assert_eq!(line(said("#4 1", &two)), "play #4 m1");
        assert_eq!(line(said("play #3 2", &two)), "play #3 m2");
        let (old, to_bot) = ([board(3, 9_000, 7), board(4, 30, 2)], true);
        assert_eq!(line(said("1", &old)), "play #4 m1", "the other was long ago");
        assert_eq!(line(Said { to_bot, ..said("1", &old) }), "asks None");
    }

    #[test]
    fn a_newer_question_takes_the_numbers_it_has() {
        let one = [board(3, 60, 7)];
        // What they asked themselves.
        let menu = Menu {
            choices: vec![Choice::new("Yes, resign", say!(Resign { of: MatchId(3) }))],
            ..Menu::default()
        };
        let own = ShownMenu { menu, ..question(30, None) };
        assert_eq!(line(Said { shown: Some(&own), ..said("1", &one) }), "resign #3");
        assert_eq!(line(Said { shown: Some(&own), ..said("5", &one) }), "play #3 m5");
        let earlier = ShownMenu { stamp: NOW - 90, ..own };
        assert_eq!(line(Said { shown: Some(&earlier), ..said("1", &one) }), "play #3 m1");
        // The board of a match that asks somebody else.
        let others = board(9, 5, 7).shown.unwrap();
        for to_bot in [false, true] {
            let said = Said { shown: Some(&others), to_bot, ..said("1", &one) };
            assert_eq!(line(said), "play #3 m1");
        }
    }

    #[test]
    fn what_somebody_else_asks_takes_no_number_from_a_board() {
        let one = [board(3, 60, 7)];
        for of in [None, Some(3), Some(9)] {
            let asked = question(30, of);
            let shown = Some(&asked);
            let both = "either play #3 m1 or accept 7";
            assert_eq!(line(Said { shown, ..said("1", &one) }), both, "{of:?}");
            assert_eq!(line(Said { shown, ..said("5", &one) }), "play #3 m5", "{of:?}");
            assert_eq!(line(Said { shown, ..said("1", &[]) }), "accept 7", "no board waits");
        }
        let earlier = question(90, None);
        assert_eq!(line(Said { shown: Some(&earlier), ..said("1", &one) }), "play #3 m1");
        // Asked which, they answer.
        let mut which = question(10, None);
        which.menu.choices.insert(
            0,
            Choice::new("a move", say!(Play { of: MatchId(3), words: "m1".to_owned() })),
        );
        let shown = Some(&which);
        assert_eq!(line(Said { shown, ..said("1", &one) }), "play #3 m1");
        assert_eq!(line(Said { shown, ..said("2", &one) }), "accept 7");
    }

    #[test]
    fn a_number_in_the_room_makes_no_private_choice() {
        let private = [board(3, 60, 0)];
        assert_eq!(line(said("1", &private)), "asks Some(3)", "the service says where");
        let mut shown = board(3, 60, 7);
        shown.asked.private = true;
        assert_eq!(line(said("1", &[shown])), "asks Some(3)", "what its board showed is over");
        assert_eq!(line(said("1", &[board(3, RECENT, 0)])), "nothing");
    }
}
