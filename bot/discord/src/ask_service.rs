//! Asks the service what somebody said, and decides how the replies answer it.
use std::sync::Arc;

use delivery::Dispatcher;
use engine::refusal::Code;
use model::reply::{Audience, Reply};
use service::{Answered, AnsweredReply, Outgoing, QueuedRequest, Request};

use super::{
    answer::{AnswerPlan, InteractionAnswer},
    answers_only::Presence,
    bot::Bot,
    challenge_form,
    interaction::{InteractionKind, OpenInteraction},
    markdown::{Users, pages},
    prepare::prepare,
    request::Origin,
};

/// The interaction that a request comes from.
pub(super) struct AskingInteraction {
    pub(super) open: Arc<OpenInteraction>,
    /// Whether it settles the message that was pressed, if it isn't refused.
    pub(super) settles: bool,
    /// Whether all that was offered beside it is about the same match, and goes with its end.
    pub(super) of_one_match: bool,
    /// The line of the form that was submitted; a refusal offers to change it.
    pub(super) form: Option<String>,
}

/// Has the service handle a request and waits until its replies are delivered.
pub(super) async fn answer_request(
    bot: &Arc<Bot>,
    request: Request,
    origin: Origin,
    by: Option<AskingInteraction>,
) {
    let request = prepare(bot, request).await;
    let is_command = by.as_ref().is_some_and(|by| by.open.kind == InteractionKind::Command);
    let question = QueuedRequest {
        request,
        // Above a public answer everyone can look up the command and its options.
        asks_if_secret: is_command,
        // Discord already shows that the bot is working.
        repeats: true,
        in_private: origin.alone,
    };
    let mut answered = loop {
        let service = bot.dispatcher.service();
        let Ok(mut answered) = service.answer(question.clone()).await else { return };
        let Some(thought) = answered.thinks.take() else { break answered };
        drop(answered);
        if thought.await.is_err() {
            // The service has closed meanwhile.
            return;
        }
    };
    let done = !answered.replies.is_empty() && !answered.is_refused();
    let Some(by) = by else {
        let asked = Arc::new(origin.asked(None));
        let delivered = Dispatcher::answer(bot, answered, |_| asked.clone());
        for told in delivered {
            // What isn't delivered stays in the outbox.
            drop(told.await);
        }
        return;
    };
    let AskingInteraction { open, settles, of_one_match, form } = by;
    let goes = of_one_match && is_over(&answered);
    if let Some(line) = form {
        offer_change(&mut answered, &line);
    }
    let told = answered.replies.iter().find_map(in_one_line);
    let hides = answered.may_be_secret;
    let plan = AnswerPlan {
        hides,
        // After a refusal the question is still open.
        settles: settles && done || goes,
        board_first: open.kind == InteractionKind::Board && has_board(&answered, &origin),
    };
    let answer = || InteractionAnswer { open: open.clone(), plan };
    // Where the bot can't post, the answer must also carry what is for the room.
    let is_only_way = open.presence != Presence::Member;
    if is_only_way {
        bot.answers_only.begin(&open);
    }
    let asked = Arc::new(origin.asked(Some(answer())));
    let unanswered = Arc::new(origin.asked(is_only_way.then(answer)));
    let delivered = Dispatcher::answer(bot, answered, |outgoing| {
        let is_public = outgoing.reply.to == Audience::Room;
        if hides && is_public { unanswered.clone() } else { asked.clone() }
    });
    let is_answered = done || !delivered.is_empty();
    let mut all = true;
    for told in delivered {
        all &= told.await.is_ok();
    }
    if !all {
        open.say_it_failed(&bot.rest).await;
    }
    open.finish(&bot.rest, all && is_answered, told.as_deref()).await;
}

/// Lets the asker change a form that is refused.
fn offer_change(answered: &mut Answered, line: &str) {
    let replies = answered.replies.iter_mut().map(|it| &mut it.outgoing.reply);
    for reply in replies.filter(|it| it.refused.is_some()) {
        let menu = reply.menu.get_or_insert_default();
        menu.choices.insert(0, challenge_form::change(line));
    }
}

/// Tells whether a match is over, as an answer says.
fn is_over(answered: &Answered) -> bool {
    let replies = answered.replies.iter().map(|it| &it.outgoing.reply);
    let ends = |reply: &Reply| reply.board.as_ref().is_some_and(|board| board.ends);
    replies.clone().any(|reply| reply.refused == Some(Code::Over) || ends(reply))
}

/// Tells whether a board for the place of a press is among its replies.
fn has_board(answered: &Answered, origin: &Origin) -> bool {
    answered.replies.iter().any(
        |AnsweredReply { outgoing: Outgoing { room, reply, .. }, .. }| {
            let here = *room == origin.room && !reply.is_watched();
            here && reply.to == Audience::Room && reply.board.is_some()
        },
    )
}

/// Returns a public reply as one line, for the asker who is answered elsewhere.
fn in_one_line(
    AnsweredReply { outgoing: Outgoing { reply, .. }, .. }: &AnsweredReply,
) -> Option<String> {
    let told = reply.done.as_ref().unwrap_or(&reply.text);
    let page = pages(told, &Users::default()).into_iter().next()?;
    (reply.to == Audience::Room).then_some(page.content).filter(|it| !it.is_empty())
}
