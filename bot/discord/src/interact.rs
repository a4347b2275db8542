//! Handles commands, presses, menus and forms, and answers in time even if the service is slow.
use std::{
    pin::pin,
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use command::Line;
use delivery::Dispatcher;
use engine::{chance::StepKey, refusal::Refusal};
use model::{ids::OutboxId, reply::Audience};
use serde_json::json;
use serenity::{
    builder::{CreateActionRow, CreateInputText, CreateModal},
    model::{
        application::{
            ActionRowComponent, CommandInteraction, ComponentInteraction,
            ComponentInteractionDataKind, InputTextStyle, ModalInteraction,
        },
        channel::{Message, MessageFlags},
    },
};
use service::{Outgoing, PersonName, Request, Service};
use store::PrivatePlace;
use tokio::{sync::oneshot, time::timeout};

use super::{
    answer::{OpenInteraction, PROMPT},
    answers_only::{InteractionFacts, Presence},
    bot::{Bot, CHAT},
    challenge_form,
    complete::{COMPLETED_WITHIN, choices, in_time_or_none},
    form::{Users, pages},
    message::DiscordMessage,
    prepare::prepare,
    press::{FIELD, MENU, Press},
    request::{self, InteractionSource, Origin, Speaker},
    words,
};
use crate::answer_state::Pressed;

/// The maximum length of a text field, in characters.
const LONGEST_WORDS: u16 = 4000;

/// Commands that settle a message, so that its buttons must be removed.
const SETTLING: [&str; 5] = ["accept", "decline", "draw", "undo", "rematch"];

/// Builds the [`OpenInteraction`] and [`InteractionSource`] of an interaction of any kind.
macro_rules! heard {
    ($bot:expr, $it:expr, $pressed:expr, $member:expr, $owners:expr, $context:expr) => {{
        let (it, member) = ($it, $member);
        let since = $bot.rest.clock.made(it.id.get(), Instant::now());
        let facts = InteractionFacts { context: $context, owners: $owners, member };
        let presence = $bot.presence(it.channel_id, it.user.id, facts).await;
        let (token, may) = (it.token.clone(), (it.app_permissions, presence));
        let answer =
            OpenInteraction::new(it.id, token, it.channel_id, it.user.id, $pressed, may, since);
        let answer = Arc::new(answer);
        let scene = InteractionSource {
            user: &it.user,
            member,
            guild: it.guild_id,
            channel: it.channel_id,
            partial: it.channel.as_ref(),
            presence,
        };
        (answer, scene)
    }};
    // For all kinds except forms, for which serenity doesn't parse these fields.
    ($bot:expr, $it:expr, $pressed:expr, $member:expr) => {{
        let (owners, context) = (Some(&$it.authorizing_integration_owners), $it.context);
        heard!($bot, $it, $pressed, $member, owners, context)
    }};
}

/// Handles a slash command, or a command from a person's menu.
pub(super) async fn command(bot: &Arc<Bot>, it: &CommandInteraction) {
    let (answer, scene) = heard!(bot, it, (Pressed::Command, None), it.member.as_deref());
    let work = async {
        match request::said(it) {
            Ok((said, people)) => match attached(bot, it).await {
                Ok(text) => {
                    let line = Line::Said(said);
                    let speaker = Speaker::of_interaction(bot, scene).await;
                    let (request, origin) = speaker.asks(id_of(&answer), line, people, None);
                    let request = Request { attachment: text, ..request };
                    answer_request(bot, request, origin, Some(&answer)).await;
                }
                Err(refusal) => say(bot, &answer, &refusal.says).await,
            },
            Err(refusal) => say(bot, &answer, &refusal.says).await,
        }
    };
    in_time(bot, &answer, work).await;
}

/// Handles a press of a button or a choice from a menu.
pub(super) async fn component(bot: &Arc<Bot>, it: &ComponentInteraction) {
    let pressed = (asked_on(Some(&it.message)), Some(it.message.id));
    let (answer, scene) = heard!(bot, it, pressed, it.member.as_ref());
    if let Some(of) = request::board_named(&it.message.content) {
        answer.shows.get_or_init(|| of);
    }
    let id = match &it.data.kind {
        ComponentInteractionDataKind::StringSelect { values }
            if it.data.custom_id.starts_with(MENU) =>
        {
            values.first().map_or("", String::as_str)
        }
        _ => it.data.custom_id.as_str(),
    };
    let work = async {
        match Press::read(id) {
            Some(Press::Type { .. }) => open_form(bot, &answer, id).await,
            Some(Press::Form(line)) => open_challenge(bot, &answer, Some(line)).await,
            Some(Press::KeptForm(key)) => {
                open_challenge(bot, &answer, bot.sentence(&key).await).await;
            }
            Some(Press::Ask { nth, says }) => {
                let values = match &it.data.kind {
                    ComponentInteractionDataKind::StringSelect { values } => values.as_slice(),
                    _ => &[],
                };
                let line = challenge_form::chosen(&says, values);
                match challenge_form::menu(nth + 1, &line) {
                    Some(next) => show(bot, &answer, &next).await,
                    None => submit(bot, &answer, scene, line, Vec::new()).await,
                }
            }
            Some(Press::Fetch(number)) => fetch(bot, &answer, scene, number).await,
            Some(press) => match request::pressed(bot, press).await {
                Some((line, asked_at)) => {
                    answer.settles.store(settles(&line), Ordering::Relaxed);
                    carry_out(bot, &answer, scene, line, Vec::new(), asked_at).await;
                }
                None => say(bot, &answer, words::button_out_of_date()).await,
            },
            None => say(bot, &answer, words::button_out_of_date()).await,
        }
    };
    in_time(bot, &answer, work).await;
}

/// Handles a submitted form.
pub(super) async fn form(bot: &Arc<Bot>, it: &ModalInteraction) {
    let pressed = (asked_on(it.message.as_deref()), it.message.as_ref().map(|it| it.id));
    let (answer, scene) = heard!(bot, it, pressed, it.member.as_ref(), None, None);
    let fields = it.data.components.iter().flat_map(|it| &it.components);
    let fields = fields.filter_map(|it| match it {
        ActionRowComponent::InputText(it) => Some((&*it.custom_id, it.value.as_deref()?)),
        _ => None,
    });
    let fields: Vec<(&str, &str)> = fields.collect();
    let words = fields.iter().filter(|it| it.0 == FIELD).map(|it| it.1);
    let words = words.collect::<Vec<_>>().join(" ");
    let work = async {
        match Press::read(&it.data.custom_id) {
            Some(Press::Type { says, asked_at }) => {
                let line = Line::Typed(format!("{says} {words}"));
                carry_out(bot, &answer, scene, line, Vec::new(), asked_at).await;
            }
            Some(Press::Form(line)) => {
                let (line, people) = challenge_form::filled_in(&line, &fields);
                submit(bot, &answer, scene, line, people).await;
            }
            Some(_) | None => say(bot, &answer, words::button_out_of_date()).await,
        }
    };
    in_time(bot, &answer, work).await;
}

/// Sends completions for the option being typed.
pub(super) async fn complete(bot: &Arc<Bot>, it: &CommandInteraction) {
    let Some(focused) = it.data.autocomplete() else { return };
    let (answer, _) = heard!(bot, it, (Pressed::Command, None), it.member.as_deref());
    let left = COMPLETED_WITHIN.saturating_sub(answer.since.elapsed());
    answer.complete(bot, in_time_or_none(left, choices(bot, it, &focused)).await).await;
}

/// Has the service handle a request and waits until its replies are delivered. Returns whether it
/// succeeded, without a refusal.
pub(super) async fn answer_request(
    bot: &Arc<Bot>,
    request: Request,
    origin: Origin,
    answer: Option<&Arc<OpenInteraction>>,
) -> bool {
    let request = prepare(bot, request).await;
    let origin = Arc::new(origin);
    let (done, brought) = loop {
        let (asking, by) = (bot.clone(), answer.cloned());
        let (request, origin) = (request.clone(), origin.clone());
        let work =
            move |service: &mut Service| deliver(&asking, service, &request, &origin, by.as_ref());
        let Some(Answered { done, brought, thinks }) = bot.service(work).await else {
            return false;
        };
        match thinks {
            None => break (done, brought),
            Some(thought) => {
                // The service has closed meanwhile.
                if thought.await.is_err() {
                    return false;
                }
            }
        }
    };
    let mut all = done || !brought.is_empty();
    for told in brought {
        all &= told.await.is_ok();
    }
    if let Some(answer) = answer {
        answer.finish(bot, all).await;
    }
    done
}

/// The result of a request.
struct Answered {
    /// Whether it succeeded, without a refusal.
    done: bool,
    /// Receivers for the delivery of each reply.
    brought: Vec<oneshot::Receiver<()>>,
    /// Signals when to repeat the request, if it has to wait for a computer player.
    thinks: Option<oneshot::Receiver<()>>,
}

/// Has the service handle a request, and queues its replies before the next request is handled.
fn deliver(
    bot: &Arc<Bot>,
    service: &mut Service,
    request: &Request,
    origin: &Origin,
    answer: Option<&Arc<OpenInteraction>>,
) -> Answered {
    // Above a public answer everyone can look up the command and its options.
    let is_hidden =
        answer.is_some_and(|it| it.kind == Pressed::Command) && service.may_be_secret(request);
    let replies = Dispatcher::handle(bot, service, request);
    let thinks = service.hold();
    // Discord already shows that the bot is working.
    let mut replies = if thinks.is_some() { Vec::new() } else { replies };
    if let Some(line) = answer.and_then(|it| it.form.get()) {
        for Outgoing { reply, .. } in replies.iter_mut().filter(|it| it.reply.refused.is_some()) {
            let menu = reply.menu.get_or_insert_default();
            menu.choices.insert(0, challenge_form::change(line));
        }
    }
    if origin.alone {
        let place = PrivatePlace { place: origin.room.clone(), declined_at: None };
        // Only after handling: the request may have deleted this person's data.
        if let Err(err) =
            service.keep(|tx| tx.keep_private_place(CHAT, &request.from.handle, &place))
        {
            tracing::error!(%err, "whose direct messages these are can't be kept");
        }
    }
    let done = !replies.is_empty() && replies.iter().all(|it| it.reply.refused.is_none());
    if let Some(answer) = answer.filter(|_| !done) {
        // After a refusal the question is still open.
        answer.settles.store(false, Ordering::Relaxed);
    }
    if let (Some(answer), Some(told)) = (answer, replies.iter().find_map(in_one_line)) {
        answer.told.get_or_init(|| told);
    }
    let pressed = answer.filter(|it| it.kind == Pressed::Board);
    pressed.inspect(|it| it.board_first.expect(origin, &replies));
    // Where the bot can't post, the answer must also carry what is for the room.
    let here = answer.filter(|it| it.presence != Presence::Member);
    if let Some(here) = here {
        here.hides.store(is_hidden, Ordering::Relaxed);
        bot.answers_only.begin(here);
    }
    let [asked, unanswered] = [answer, here].map(|it| Arc::new(origin.asked(it)));
    let deliver = |outgoing: Outgoing| {
        let is_public = outgoing.reply.to == Audience::Room;
        let asked = if is_hidden && is_public { &unanswered } else { &asked };
        Dispatcher::answer(bot, service, outgoing, asked)
    };
    Answered { done, brought: replies.into_iter().filter_map(deliver).collect(), thinks }
}

/// Returns a public reply as one line, for the asker who is answered elsewhere.
fn in_one_line(Outgoing { reply, .. }: &Outgoing) -> Option<String> {
    let told = reply.done.as_ref().unwrap_or(&reply.text);
    let page = pages(told, &Users::default()).into_iter().next()?;
    (reply.to == Audience::Room).then_some(page.content).filter(|it| !it.is_empty())
}

/// Carries out the line of an interaction. Returns whether it succeeded, without a refusal.
async fn carry_out(
    bot: &Arc<Bot>,
    answer: &Arc<OpenInteraction>,
    scene: InteractionSource<'_>,
    line: Line,
    people: Vec<PersonName>,
    asked_at: Option<StepKey>,
) -> bool {
    let speaker = Speaker::of_interaction(bot, scene).await;
    let (request, origin) = speaker.asks(id_of(answer), line, people, asked_at);
    let pressed = answer.pressed.map(|it| it.to_string());
    answer_request(bot, Request { pressed, ..request }, origin, Some(answer)).await
}

/// Downloads the attachment of a command, if there is one.
async fn attached(bot: &Bot, it: &CommandInteraction) -> Result<Option<String>, Refusal> {
    match request::file(&it.data) {
        Some(file) => bot.rest.text_of(file).await.map(Some),
        None => Ok(None),
    }
}

/// Returns the message id of an interaction for the service.
fn id_of(answer: &OpenInteraction) -> String {
    format!("i{}", answer.id)
}

/// Runs `work`, and defers the answer if it takes too long.
async fn in_time(bot: &Bot, answer: &OpenInteraction, work: impl Future<Output = ()>) {
    let mut work = pin!(work);
    let left = PROMPT.saturating_sub(answer.since.elapsed());
    if timeout(left, &mut work).await.is_err() {
        tokio::join!(answer.defer(bot), work);
    }
}

/// Answers the asker only, without the service.
async fn say(bot: &Bot, answer: &OpenInteraction, says: &str) {
    show(bot, answer, &DiscordMessage::words(says)).await;
}

/// Shows the asker a message, without the service.
async fn show(bot: &Bot, answer: &OpenInteraction, message: &DiscordMessage) {
    if let Err(err) = answer.private(bot, message).await {
        tracing::info!(%err, "an answer wasn't taken");
    }
}

/// Opens a form with one text field.
async fn open_form(bot: &Bot, answer: &OpenInteraction, id: &str) {
    let field = CreateInputText::new(InputTextStyle::Short, words::what_do_you_do(), FIELD)
        .max_length(LONGEST_WORDS);
    let row = CreateActionRow::InputText(field);
    answer.form(bot, json!(CreateModal::new(id, words::your_move()).components(vec![row]))).await;
}

/// Asks for the terms of a challenge: in a form, or if Discord doesn't take it, in one menu after
/// the other.
async fn open_challenge(bot: &Bot, answer: &OpenInteraction, line: Option<String>) {
    let line = line.unwrap_or_default();
    if let Some(form) = challenge_form::form(&line)
        && answer.form(bot, form).await
    {
        return;
    }
    match challenge_form::menu(0, &line) {
        Some(first) => show(bot, answer, &first).await,
        None => say(bot, answer, words::button_out_of_date()).await,
    }
}

/// Makes the challenge of a form. If it is refused, the form can be changed and sent again.
async fn submit(
    bot: &Arc<Bot>,
    answer: &Arc<OpenInteraction>,
    scene: InteractionSource<'_>,
    line: String,
    people: Vec<PersonName>,
) {
    answer.form.get_or_init(|| line.clone());
    carry_out(bot, answer, scene, Line::Typed(line), people, None).await;
}

/// Shows someone the private reply that waits for them.
async fn fetch(
    bot: &Arc<Bot>,
    answer: &Arc<OpenInteraction>,
    scene: InteractionSource<'_>,
    number: i64,
) {
    let speaker = Speaker::of_interaction(bot, scene).await;
    let waiting = bot.service(|service| service.undelivered(CHAT)).await;
    let mut waiting = waiting.and_then(Result::ok).unwrap_or_default().into_iter();
    match waiting.find(|it| it.id == Some(OutboxId(number))) {
        Some(outgoing) if is_for(bot, &outgoing, answer).await => {
            let asked = Arc::new(speaker.origin.asked(Some(answer)));
            // Another process may have made the offer.
            bot.kept(move |service| service.claim(OutboxId(number))).await;
            if Dispatcher::say(bot, outgoing, &asked, true).await.is_ok() {
                bot.forget_offer(number).await;
            }
        }
        Some(_) => say(bot, answer, words::for_someone_else()).await,
        None => say(bot, answer, words::seen_already()).await,
    }
}

async fn is_for(bot: &Bot, outgoing: &Outgoing, answer: &OpenInteraction) -> bool {
    let Audience::Only(person) = outgoing.reply.to else { return false };
    bot.users(vec![person]).await.get(&person) == Some(&answer.asker)
}

/// Returns whether a public or an ephemeral message was pressed.
fn asked_on(message: Option<&Message>) -> Pressed {
    let flags = message.and_then(|it| it.flags);
    match flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL)) {
        true => Pressed::Private,
        false => Pressed::Board,
    }
}

fn settles(line: &Line) -> bool {
    matches!(line, Line::Typed(says) if SETTLING.contains(&says.split(' ').next().unwrap_or("")))
}
