//! Failures in the layers below the service.
#[path = "../../../tests/it/hand.rs"]
mod hand;

use command::{Command, Commands, say};
use content::house::House;
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    refusal::Code,
    seat::Seat,
    table,
};
use model::{
    glicko::{AWAY_DAYS, RANKED_AFTER},
    ids::{Chat, MatchId, PersonId},
    reply::{Audience, Privacy, Reply},
    time::{DAY, SILENCE},
};
use store::{StepRow, Store, StoreError};

use crate::{
    KERNEL_ALONE, PersonName, RandomSource, Request, RequestError, Service,
    context::{
        self, RequestContext,
        fault::{ErrorReply, refused},
        loaded::LoadedMatch,
    },
    dispatch,
    lobby::challenge::{MOST_OPEN, OPEN_DAYS},
    matches, play,
    telling::{self, news::TurnNews},
};

fn request(who: &str, words: &str) -> Request {
    Request::typed(Chat::Console, "r", who, Commands::kernel().read(words))
}

/// Starts a match of Ann against Bob and replaces it by a hand of cards; returns the replies to
/// Ann's action in it, and Ann.
fn with_hand(
    kind: hand::Kind,
    mut doing: impl FnMut(&mut RequestContext<'_>, LoadedMatch) -> Result<(), RequestError>,
) -> (Vec<Reply>, PersonId) {
    let mut service =
        Service::new(Store::trial().unwrap(), RandomSource::Repeatable(1), &KERNEL_ALONE);
    let mut offer = request("ann", "challenge bob trapdoor side=black");
    offer.mentioned = vec![request("bob", "").from];
    service.handle(&offer);
    service.handle(&request("bob", "accept"));
    let mut error_reply = ErrorReply::open();
    let done = service.in_transaction(
        &request("ann", ""),
        Some(Vec::new()),
        &mut error_reply,
        |context| {
            let row = context.tx.match_row(MatchId(1))?.expect("a match runs");
            let mut dice = Dice::fair(&Seed::from_bytes([5; 32]), StepKey { step: 0, take: 0 });
            let table = table::open::<hand::Hand>(&kind, &mut dice)?;
            let loaded =
                matches::find::load_with(context, row, context.tx.last_step(MatchId(1))?, table)?;
            doing(context, loaded)
        },
    );
    let replies = done.unwrap().said.into_iter().map(|it| it.1.reply).collect();
    let ann =
        service.store.transaction::<_, StoreError>(|tx| tx.person_by_handle(Chat::Console, "ann"));
    (replies, ann.unwrap().expect("she has spoken").id)
}

#[test]
fn the_pages_of_a_match_learn_of_its_board_and_of_what_is_asked_and_answered_there() {
    let mut service =
        Service::new(Store::trial().unwrap(), RandomSource::Repeatable(1), &KERNEL_ALONE);
    let mut told = service.shown.subscribe();
    let mut offer = request("ann", "challenge bob draughts side=black");
    offer.mentioned = vec![request("bob", "").from];
    service.handle(&offer);
    assert!(told.try_recv().is_err(), "there is no match yet");
    for (who, words) in [
        ("bob", "accept"),
        ("ann", "b6-a5"),
        ("bob", "c3-b4"),
        ("ann", "draw #1"),
        ("bob", "draw #1 decline"),
        ("bob", "undo #1"),
        ("ann", "undo #1 decline"),
        ("bob", "resign #1 yes"),
    ] {
        service.handle(&request(who, words));
        assert_eq!(told.try_recv(), Ok(MatchId(1)), "{words}");
        while told.try_recv().is_ok() {}
    }
    service.handle(&request("ann", "help"));
    assert!(told.try_recv().is_err(), "help is about no match");
}

/// An action of the asker in a match.
type Ask = fn(&mut RequestContext<'_>, LoadedMatch) -> Result<(), RequestError>;

/// Tells whether anything in a reply names a card.
fn names_a_card(reply: &Reply) -> bool {
    let kept = serde_json::to_string(reply).unwrap();
    kept.contains("card ") || kept.contains("You hold")
}

#[test]
fn a_hand_is_shown_to_its_player_alone() {
    let announce = |context: &mut RequestContext<'_>, loaded: LoadedMatch| {
        let mut news = TurnNews::default();
        news.take_down(&loaded);
        telling::turn::announce(context, &loaded, news, &[])
    };
    let (replies, ann) = with_hand(hand::Kind::Private, announce);
    let [room, private] = &replies[..] else { panic!("{replies:?}") };
    assert_eq!(room.to, Audience::Room);
    assert!(room.text.bare().contains("play a card") && room.mentions == [ann]);
    assert!(room.menu.is_none() && !names_a_card(room), "{room:?}");
    assert_eq!((private.to, private.privacy), (Audience::Only(ann), Privacy::Secret));
    assert!(private.text.bare().contains("You hold "), "{private:?}");
    let menu = private.menu.as_ref().unwrap();
    assert_eq!(menu.choices.len(), 3);
    assert!(menu.choices.iter().all(|it| it.says.starts_with("play #1 card ")), "{menu:?}");
    assert!(menu.asked_at.is_some(), "a press on it can be stale");
    let (replies, _) = with_hand(hand::Kind::Turn, announce);
    assert!(
        replies.iter().any(|reply| reply.to == Audience::Room && names_a_card(reply)),
        "{replies:?}"
    );
}

#[test]
fn what_is_asked_about_a_hand_is_answered_in_private() {
    let asks: [Ask; 3] = [
        |context, loaded| dispatch::moves::list_moves(context, &loaded, ""),
        |context, loaded| dispatch::moves::stale(context, &loaded, Seat::First, "Too late."),
        |context, loaded| match play::step::step(context, loaded, Seat::First, "card 77", None) {
            Err(RequestError::Refused(refusal)) => {
                let request = request("ann", "card 77");
                let error_reply = context::fault::error_reply(context);
                context.say(refused(
                    Commands::kernel(),
                    Audience::Only(context.me.id),
                    &refusal,
                    &error_reply,
                    &request,
                ));
                Ok(())
            }
            other => other,
        },
    ];
    for ask in asks {
        let (replies, ann) = with_hand(hand::Kind::Private, ask);
        let [reply] = &replies[..] else { panic!("{replies:?}") };
        assert!(names_a_card(reply) && reply.to == Audience::Only(ann), "{reply:?}");
        assert_eq!(reply.privacy, Privacy::Secret, "{reply:?}");
    }
}

#[test]
fn a_question_that_no_feature_takes_is_refused_and_nobody_acts_for_one() {
    let mut service = Service::new(Store::trial().unwrap(), RandomSource::System, &KERNEL_ALONE);
    let reply = service.handle(&request("ann", "resign?")).remove(0).reply;
    assert_eq!(reply.refused, Some(Code::Unreadable));
    assert!(reply.text.bare().contains("I don't know `resign`"), "{}", reply.text.bare());
    let mut done = |said: Command| {
        let mut error_reply = ErrorReply::open();
        let asked = request("ann", "resign?");
        service.in_transaction(&asked, Some(Vec::new()), &mut error_reply, |context| {
            dispatch::commands::execute(context, &said)
        })
    };
    assert!(matches!(done(say!(Resign)).err(), Some(RequestError::Broken(_))));
    assert!(done(say!(Games)).is_ok());
}

#[test]
fn whoever_asks_is_answered_on_a_full_disk() {
    let mut service =
        Service::new(Store::in_memory().unwrap(), RandomSource::System, &KERNEL_ALONE);
    service.handle(&request("ann", "help"));
    service.store.stop_growing().unwrap();
    // A few replies still fit into existing pages.
    let full =
        (0..200).map(|_| service.handle(&request("ann", "rules trapdoor"))).find(|replies| {
            assert_eq!(replies.len(), 1);
            replies[0].id.is_none()
        });
    let reply = &full.expect("the disk is full in the end")[0].reply;
    assert_eq!(reply.refused, Some(Code::Broken));
    assert!(reply.text.bare().contains("nothing was changed"), "{}", reply.text.bare());
    assert!(matches!(reply.to, Audience::Only(_)), "somebody known is answered in private");
    let stranger = service.handle(&request("zed", "help"));
    assert!(stranger[0].id.is_none() && stranger[0].reply.to == Audience::Room);
}

#[test]
fn a_match_that_cannot_be_taken_up_holds_up_no_other() {
    let mut service = Service::new(Store::trial().unwrap(), RandomSource::System, &KERNEL_ALONE);
    for _ in 0..2 {
        let mut offer = request("ann", "challenge bob trapdoor days=1 hard");
        offer.mentioned = vec![PersonName::plain("bob")];
        service.handle(&offer);
        service.handle(&request("bob", "accept"));
    }
    let spoil = service.store.transaction::<_, StoreError>(|tx| {
        let last = tx.last_step(MatchId(1))?;
        let after = table::Saved { state: serde_json::Value::Null, ..last.after };
        tx.add_step(&StepRow { step: last.step + 1, seat: Some(Seat::First), after, ..last })
    });
    spoil.unwrap();
    service.moved_on(86_400).unwrap();
    let next = service.tick(86_400).unwrap();
    assert_eq!(next, Some(86_400 + 10), "it is tried again soon, and then less and less often");
    assert_eq!(service.memory.figures.failed_jobs.each(), [("matches", 1)]);
    let running = |service: &mut Service, of| {
        let row = service.store.transaction::<_, StoreError>(|tx| tx.match_row(MatchId(of)));
        row.unwrap().unwrap().end.is_none()
    };
    assert!(running(&mut service, 1) && !running(&mut service, 2));
    let said = service.undelivered(Chat::Console).unwrap();
    assert!(said.iter().any(|outgoing| outgoing.reply.text.bare().contains("ran out of time")));
}

#[test]
fn the_numbers_of_the_house_rules_are_those_of_the_code() {
    use engine::{
        match_rules::{OFFERS, UNDO_ASKS, UNDO_ASKS_IN_ALL},
        quote::counted,
    };
    let words = |number: usize| counted(number as u32);
    let days = |seconds: i64| seconds / DAY;
    let again = format!("After {} declined offers", counted(OFFERS));
    let says = [
        ("draw", again),
        ("undo", format!("After {} declined requests", counted(UNDO_ASKS))),
        ("undo", format!("After {} requests that were declined", counted(UNDO_ASKS_IN_ALL))),
        ("challenges", format!("stays open for {} weeks", counted((OPEN_DAYS / 7) as u32))),
        ("challenges", format!("{} open at a time", words(MOST_OPEN))),
        ("clock", format!("silent for {} days", days(SILENCE))),
        ("ratings", format!("With fewer than {} matches", counted(RANKED_AFTER))),
        ("ratings", format!("without a match for {AWAY_DAYS} days")),
    ];
    for (topic, sentence) in says {
        let text = House::kernel().guide().topic(topic).unwrap_or_default();
        assert!(text.contains(&sentence), "`rules house {topic}` doesn't say: {sentence}");
    }
}
