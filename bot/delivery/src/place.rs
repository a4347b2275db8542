//! The place of a reply: a room, a thread, a private room, or next to the question.
use model::reply::{Audience, Privacy, Reply};
use store::MenuSpot;

use super::{
    chat::{Abilities, Asked, Threads},
    queue_key::{AnswerNumber, QueueKey},
};

/// A place for messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The chat's id of the room.
    pub room: String,
    pub thread: Option<Thread>,
    /// The message it replies to.
    pub answers: Option<String>,
}

/// A thread in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The chat's id of the thread.
    pub id: String,
    /// The newest message in it, for chats that need it.
    pub last: String,
}

/// A way to reach one person, in order of preference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PrivateWay {
    /// An answer only they can see.
    Answer,
    /// Where they asked.
    Here(Place),
    /// A private room.
    Private,
}

impl Place {
    /// Returns a room itself, outside its threads.
    pub fn room(room: &str) -> Place {
        Place { room: room.to_owned(), ..Place::default() }
    }

    /// Returns the id for a board stored here: the thread's, if threads have ids of their own.
    pub fn id(&self, threads: Threads) -> &str {
        match &self.thread {
            Some(thread) if threads == Threads::Opened => &thread.id,
            Some(_) | None => &self.room,
        }
    }

    /// Returns where a menu stands that is shown here.
    pub(crate) fn menu_spot(&self) -> MenuSpot {
        self.thread.as_ref().map_or(MenuSpot::Main, |thread| MenuSpot::Thread(thread.id.clone()))
    }
}

/// Returns the places to try for a public reply, in order. What happens in a match belongs in its
/// thread, an answer where it was asked.
pub(super) fn in_room<I>(
    reply: &Reply,
    room: &str,
    thread: Option<Thread>,
    asked: Option<&Asked<I>>,
    can: &Abilities,
) -> Vec<Place> {
    let asked = asked.filter(|it| it.place.room == room);
    // A board that is only looked at answers who asks for it.
    let is_news = reply.board.is_some() || reply.tells_of.is_some() && reply.picture.is_none();
    let first = match thread.filter(|_| is_news) {
        Some(thread) => Place { thread: Some(thread), ..Place::room(room) },
        None if reply.board.is_some() => Place::room(room),
        None => Place { thread: asked.and_then(|it| it.place.thread.clone()), ..Place::room(room) },
    };
    // A thread that is part of its room is open to everyone who can write in the room.
    let second =
        (first.thread.is_some() && can.threads == Threads::Opened).then(|| Place::room(room));
    let answered = |mut place: Place| {
        let here = asked.filter(|asked| asked.place.id(can.threads) == place.id(can.threads));
        place.answers = here.filter(|_| can.quotes).and_then(|it| it.place.answers.clone());
        place
    };
    [first].into_iter().chain(second).map(answered).collect()
}

/// Returns the ways to reach one person, in order. `asked` is what they said; a `long` reply goes
/// into a thread where others talk.
pub(super) fn for_one<I>(
    privacy: Privacy,
    asked: Option<&Asked<I>>,
    long: bool,
    can: &Abilities,
) -> Vec<PrivateWay> {
    let Some(asked) = asked else { return vec![PrivateWay::Private] };
    let mut ways = Vec::new();
    if asked.interaction.is_some() {
        ways.push(PrivateWay::Answer);
    }
    if asked.alone && (can.sealed || privacy < Privacy::Advice) {
        ways.push(PrivateWay::Here(Place { answers: None, ..asked.place.clone() }));
        if can.sealed {
            // That is already private.
            return ways;
        }
    } else if asked.interaction.is_none() && privacy == Privacy::Open {
        ways.push(PrivateWay::Here(beside(&asked.place, long)));
    }
    ways.push(PrivateWay::Private);
    ways
}

/// Returns where to put an answer next to its question. A long one goes into a thread.
fn beside(question: &Place, long: bool) -> Place {
    match (&question.thread, &question.answers) {
        (None, Some(asked)) if long => {
            let thread = Thread { id: asked.clone(), last: asked.clone() };
            Place { thread: Some(thread), ..Place::room(&question.room) }
        }
        _ => question.clone(),
    }
}

/// Returns the queue of a reply. `own` is set for an answer that only the asker may see.
pub(super) fn queue<I>(
    reply: &Reply,
    room: &str,
    asked: Option<&Asked<I>>,
    own: Option<AnswerNumber>,
) -> QueueKey {
    let room = room.to_owned();
    if let (true, Some(of)) = (reply.is_watched(), reply.board_of()) {
        return QueueKey::Watched { of, room };
    }
    match (reply.to, asked.zip(own)) {
        (Audience::Room, _) if reply.is_replay() => QueueKey::Films(room),
        (Audience::Room, _)
        | (Audience::Asker, None | Some((Asked { interaction: None, .. }, _))) => {
            QueueKey::Room(room)
        }
        (
            Audience::Only(_) | Audience::Asker,
            Some((Asked { interaction: Some(_), .. }, answer)),
        ) => QueueKey::Answer(answer),
        (Audience::Only(_), Some((asked, _))) if asked.alone || reply.privacy == Privacy::Open => {
            QueueKey::Room(room)
        }
        (Audience::Only(person), _) => QueueKey::Person(person),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{super::chat::Edits, *};
    use model::{
        ids::{MatchId, PersonId},
        reply::{BoardReaders, BoardUpdate},
    };

    const OPENED: Abilities = Abilities {
        edits: Edits::Pressed,
        threads: Threads::Opened,
        quotes: true,
        sealed: true,
        numbers: false,
        longest: None,
    };
    const FROM_BOARD: Abilities = Abilities {
        edits: Edits::Any,
        threads: Threads::FromBoard,
        quotes: false,
        sealed: false,
        numbers: true,
        longest: Some(12),
    };

    fn thread(id: &str) -> Thread {
        Thread { id: id.to_owned(), last: "last".to_owned() }
    }

    fn asked(inside: Option<&str>) -> Asked<()> {
        let place = Place {
            thread: inside.map(thread),
            answers: Some("question".to_owned()),
            ..Place::room("room")
        };
        let by = "ann".to_owned();
        Asked { place, by, alone: false, talk: false, pressed: None, interaction: None }
    }

    fn turn() -> Reply {
        Reply { board: Some(BoardUpdate::of(MatchId(1))), ..Reply::room("Your turn.") }
    }

    #[test]
    fn a_turn_belongs_into_the_thread_of_its_match_and_else_into_the_room() {
        let inside = Place { thread: Some(thread("t")), ..Place::room("room") };
        let places = |reply: &Reply, thread, can| in_room::<()>(reply, "room", thread, None, can);
        let with = Some(thread("t"));
        assert_eq!(places(&turn(), with.clone(), &OPENED), [inside.clone(), Place::room("room")]);
        assert_eq!(places(&turn(), with, &FROM_BOARD), [inside]);
        assert_eq!(places(&turn(), None, &OPENED), [Place::room("room")]);
    }

    #[test]
    fn an_answer_for_the_room_goes_where_it_was_asked() {
        let ask = asked(Some("t"));
        let places = |can| in_room(&Reply::room("Yes."), "room", None, Some(&ask), can);
        let quoted = places(&OPENED);
        assert_eq!(quoted[0].thread, Some(thread("t")));
        assert_eq!(quoted[0].answers.as_deref(), Some("question"));
        assert_eq!((&quoted[1].thread, quoted[1].answers.as_deref()), (&None, None));
        let inside = Place { thread: Some(thread("t")), ..Place::room("room") };
        assert_eq!(places(&FROM_BOARD), [inside]);
        let elsewhere = in_room(&Reply::room("Yes."), "other", None, Some(&ask), &OPENED);
        assert_eq!(elsewhere, [Place::room("other")]);
    }

    #[test]
    fn an_answer_stands_with_its_question_and_a_long_one_in_a_thread() {
        let (alone, threaded) = (asked(None), asked(Some("t")));
        let here =
            |asked: &Asked<()>, long| match &for_one(Privacy::Open, Some(asked), long, &FROM_BOARD)
                [..]
            {
                [PrivateWay::Here(place), PrivateWay::Private] => place.clone(),
                other => panic!("{other:?}"),
            };
        assert_eq!(here(&alone, false), alone.place);
        assert_eq!(here(&threaded, true), threaded.place);
        let begun = Thread { id: "question".to_owned(), last: "question".to_owned() };
        assert_eq!(here(&alone, true), Place { thread: Some(begun), ..Place::room("room") });
    }

    #[test]
    fn what_is_private_is_said_where_nobody_else_reads_it() {
        let ways = |privacy, asked: Option<&Asked<()>>, can| for_one(privacy, asked, false, can);
        let (open, alone) = (asked(None), Asked { alone: true, ..asked(None) });
        let here = PrivateWay::Here(Place::room("room"));
        for can in [&OPENED, &FROM_BOARD] {
            assert_eq!(ways(Privacy::Secret, None, can), [PrivateWay::Private]);
            assert_eq!(ways(Privacy::Personal, Some(&open), can), [PrivateWay::Private]);
        }
        assert_eq!(ways(Privacy::Secret, Some(&alone), &OPENED), std::slice::from_ref(&here));
        assert_eq!(ways(Privacy::Secret, Some(&alone), &FROM_BOARD), [PrivateWay::Private]);
        assert_eq!(ways(Privacy::Personal, Some(&alone), &FROM_BOARD), [here, PrivateWay::Private]);
        let pressed = Asked { interaction: Some(Arc::new(())), ..asked(None) };
        assert_eq!(
            ways(Privacy::Open, Some(&pressed), &OPENED),
            [PrivateWay::Answer, PrivateWay::Private]
        );
    }

    #[test]
    fn whoever_cannot_be_reached_in_private_holds_up_nobody_else() {
        let only = Reply::only(PersonId(7), "Your hand.");
        let open = Reply::answer(PersonId(7), "Help.");
        let (ask, own) = (asked(None), Some(AnswerNumber(3)));
        let room = QueueKey::Room("room".to_owned());
        let person = QueueKey::Person(PersonId(7));
        assert_eq!(queue(&turn(), "room", Some(&ask), own), room);
        assert_eq!(queue(&only, "room", Some(&ask), own), person);
        assert_eq!(queue(&open, "room", Some(&ask), own), room);
        assert_eq!(queue(&open, "room", Some(&ask), None), person);
        let pressed = Asked { interaction: Some(Arc::new(())), ..asked(None) };
        assert_eq!(queue(&only, "room", Some(&pressed), own), QueueKey::Answer(AnswerNumber(3)));
        assert_eq!(queue(&turn(), "room", Some(&pressed), own), room);
        let readers = BoardReaders::Watching;
        let board = Some(BoardUpdate { readers, ..BoardUpdate::of(MatchId(1)) });
        let watched = Reply { board, ..turn() };
        assert_ne!(queue::<()>(&watched, "room", None, None), room);
    }
}
