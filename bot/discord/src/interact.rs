//! Handles commands, presses, menus and forms, and answers in time even if the service is slow.
use std::{collections::HashSet, panic::AssertUnwindSafe, pin::pin, sync::Arc, time::Instant};

use command::{Command, Line, Property};
use delivery::Dispatcher;
use engine::{chance::StepKey, refusal::Refusal};
use futures_util::FutureExt as _;
use model::{
    ids::{MatchId, OutboxId},
    reply::Audience,
};
use serde_json::json;
use serenity::{
    builder::{CreateActionRow, CreateInputText, CreateModal},
    model::{
        application::{
            ActionRowComponent, Button, ButtonKind, CommandInteraction, ComponentInteraction,
            ComponentInteractionDataKind, InputTextStyle, ModalInteraction,
        },
        channel::{Message, MessageFlags},
        id::MessageId,
    },
};
use service::{Outgoing, PersonName, Request};
use tokio::time::timeout;

use super::{
    answer::{AnswerPlan, InteractionAnswer},
    answer_state::AnswerProgress,
    answers_only::InteractionFacts,
    ask_service::{AskingInteraction, answer_request},
    bot::{Bot, CHAT},
    challenge_form,
    complete::{COMPLETED_WITHIN, choices, in_time_or_none},
    direct::forget_offer,
    interaction::{InteractionKind, OpenInteraction, PROMPT},
    message::DiscordMessage,
    press::{FIELD, MENU, Press},
    request::{self, InteractionSource, MessageKey, Speaker},
    rest_client::RestClient,
    service_access::ServiceAccess,
    words,
};

/// The maximum length of a text field, in characters.
const LONGEST_WORDS: u16 = 4000;

/// What an interaction was begun by, as in [`OpenInteraction`].
struct Beginning {
    kind: InteractionKind,
    pressed: Option<MessageId>,
    shows: Option<MatchId>,
}

impl Beginning {
    const COMMAND: Beginning =
        Beginning { kind: InteractionKind::Command, pressed: None, shows: None };

    /// Describes a press on a message, or the form that it opened.
    fn on(message: Option<&Message>) -> Beginning {
        let flags = message.and_then(|it| it.flags);
        let kind = if flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL)) {
            InteractionKind::Private
        } else {
            InteractionKind::Board
        };
        Beginning { kind, pressed: message.map(|it| it.id), shows: None }
    }
}

/// What somebody said by an interaction.
struct InteractionLine {
    line: Line,
    people: Vec<PersonName>,
    asked_at: Option<StepKey>,
    attachment: Option<String>,
    /// As in [`AskingInteraction`].
    settles: bool,
    of_one_match: bool,
    form: Option<String>,
}

impl From<Line> for InteractionLine {
    fn from(line: Line) -> InteractionLine {
        InteractionLine {
            line,
            people: Vec::new(),
            asked_at: None,
            attachment: None,
            settles: false,
            of_one_match: false,
            form: None,
        }
    }
}

/// Builds the [`OpenInteraction`] and [`InteractionSource`] of an interaction of any kind.
macro_rules! heard {
    ($bot:expr, $it:expr, $by:expr, $member:expr, $owners:expr, $context:expr) => {{
        let (it, member) = ($it, $member);
        let since = $bot.rest.clock.made(it.id.get(), Instant::now());
        let facts = InteractionFacts { context: $context, owners: $owners, member };
        let place = (it.channel_id, it.user.id);
        let presence = $bot.answers_only.presence(place, facts, &$bot.service).await;
        let Beginning { kind, pressed, shows } = $by;
        let open = Arc::new(OpenInteraction {
            id: it.id,
            application: it.application_id,
            token: it.token.clone(),
            channel: it.channel_id,
            asker: it.user.id,
            kind,
            pressed,
            shows,
            may: it.app_permissions,
            presence,
            since,
            progress: AnswerProgress::default(),
        });
        let scene = InteractionSource {
            user: &it.user,
            member,
            guild: it.guild_id,
            channel: it.channel_id,
            partial: it.channel.as_ref(),
            presence,
        };
        (open, scene)
    }};
    // For all kinds except forms, for which serenity doesn't parse these fields.
    ($bot:expr, $it:expr, $by:expr, $member:expr) => {{
        let (owners, context) = (Some(&$it.authorizing_integration_owners), $it.context);
        heard!($bot, $it, $by, $member, owners, context)
    }};
}

/// Handles a slash command, or a command from a person's menu.
pub(super) async fn command(bot: &Arc<Bot>, interaction: &CommandInteraction) {
    let (open, scene) = heard!(bot, interaction, Beginning::COMMAND, interaction.member.as_deref());
    let work = async {
        match request::said(bot.service.commands(), interaction) {
            Ok((said, people)) => match attached(&bot.rest, interaction, &said).await {
                Ok(attachment) => {
                    let said = InteractionLine { people, attachment, ..Line::from(said).into() };
                    ask_service(bot, &open, scene, said).await;
                }
                Err(refusal) => say(&bot.rest, &open, &refusal.says).await,
            },
            Err(refusal) => say(&bot.rest, &open, &refusal.says).await,
        }
    };
    in_time(bot, &open, work).await;
}

/// Handles a press of a button or a choice from a menu.
pub(super) async fn component(bot: &Arc<Bot>, interaction: &ComponentInteraction) {
    let by = Beginning {
        shows: request::board_named(&interaction.message.content),
        ..Beginning::on(Some(&interaction.message))
    };
    let (open, scene) = heard!(bot, interaction, by, interaction.member.as_ref());
    let id = match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values }
            if interaction.data.custom_id.starts_with(MENU) =>
        {
            values.first().map_or("", String::as_str)
        }
        _ => interaction.data.custom_id.as_str(),
    };
    let work = async {
        match Press::read(id) {
            Some(Press::Type { .. }) => open_form(&bot.rest, &open, id).await,
            Some(Press::Form(line)) => open_challenge(&bot.rest, &open, Some(line)).await,
            Some(Press::KeptForm(key)) => {
                open_challenge(&bot.rest, &open, bot.service.sentence(&key).await).await;
            }
            Some(Press::Ask { nth, says }) => {
                let values = match &interaction.data.kind {
                    ComponentInteractionDataKind::StringSelect { values } => values.as_slice(),
                    _ => &[],
                };
                let line = challenge_form::chosen(&says, values);
                match challenge_form::menu(nth + 1, &line) {
                    Some(next) => show(&bot.rest, &open, &next).await,
                    None => submit(bot, &open, scene, line, Vec::new()).await,
                }
            }
            Some(Press::Pick { nothing, says }) => {
                let (picked, people) = request::picked(&interaction.data);
                let picked = if picked.is_empty() { nothing } else { picked };
                let line = bot.service.commands().read(&format!("{says} {picked}"));
                ask_service(bot, &open, scene, InteractionLine { people, ..line.into() }).await;
            }
            Some(Press::Fetch(number)) => fetch(bot, &open, scene, number).await,
            Some(press) => match request::pressed(&bot.service, press).await {
                Some((line, asked_at)) => {
                    let settles = settles(&line);
                    let of_one_match = is_of_one_match(&interaction.message);
                    let line = InteractionLine { asked_at, settles, ..line.into() };
                    let said = InteractionLine { of_one_match, ..line };
                    ask_service(bot, &open, scene, said).await;
                }
                None => say(&bot.rest, &open, words::button_out_of_date()).await,
            },
            None => say(&bot.rest, &open, words::button_out_of_date()).await,
        }
    };
    in_time(bot, &open, work).await;
}

/// Handles a submitted form.
pub(super) async fn form(bot: &Arc<Bot>, interaction: &ModalInteraction) {
    let by = Beginning::on(interaction.message.as_deref());
    let (open, scene) = heard!(bot, interaction, by, interaction.member.as_ref(), None, None);
    let fields = interaction.data.components.iter().flat_map(|row| &row.components);
    let fields = fields.filter_map(|field| match field {
        ActionRowComponent::InputText(field) => Some((&*field.custom_id, field.value.as_deref()?)),
        _ => None,
    });
    let fields: Vec<(&str, &str)> = fields.collect();
    let words = fields.iter().filter(|(id, _)| *id == FIELD).map(|(_, words)| *words);
    let words = words.collect::<Vec<_>>().join(" ");
    let work = async {
        match Press::read(&interaction.data.custom_id) {
            Some(Press::Type { says, asked_at }) => {
                let line = bot.service.commands().read(&format!("{says} {words}"));
                let said = InteractionLine { asked_at, ..line.into() };
                ask_service(bot, &open, scene, said).await;
            }
            Some(Press::Form(line)) => {
                let (line, people) = challenge_form::filled_in(&line, &fields);
                submit(bot, &open, scene, line, people).await;
            }
            Some(_) | None => say(&bot.rest, &open, words::button_out_of_date()).await,
        }
    };
    in_time(bot, &open, work).await;
}

/// Sends completions for the option being typed.
pub(super) async fn complete(bot: &Arc<Bot>, interaction: &CommandInteraction) {
    let Some(focused) = interaction.data.autocomplete() else { return };
    let (open, _) = heard!(bot, interaction, Beginning::COMMAND, interaction.member.as_deref());
    let left = COMPLETED_WITHIN.saturating_sub(open.since.elapsed());
    open.complete(
        &bot.rest,
        in_time_or_none(left, choices(&bot.service, interaction, &focused)).await,
    )
    .await;
}

/// Carries out the line of an interaction.
async fn ask_service(
    bot: &Arc<Bot>,
    open: &Arc<OpenInteraction>,
    scene: InteractionSource<'_>,
    said: InteractionLine,
) {
    let InteractionLine { line, people, asked_at, attachment, settles, of_one_match, form } = said;
    let speaker = Speaker::of_interaction(bot, scene).await;
    let id = MessageKey::Interaction(open.id);
    let (request, origin) = speaker.asks(id, line, people, asked_at);
    let pressed = open.pressed.map(|it| it.to_string());
    let by = AskingInteraction { open: open.clone(), settles, of_one_match, form };
    answer_request(bot, Request { pressed, attachment, ..request }, origin, Some(by)).await;
}

/// Downloads the attachment of a command, if there is one.
async fn attached(
    rest: &RestClient,
    interaction: &CommandInteraction,
    said: &Command,
) -> Result<Option<String>, Refusal> {
    match request::file(&interaction.data).zip(said.verb().file()) {
        Some((file, wanted)) => rest.text_of(file, wanted).await.map(Some),
        None => Ok(None),
    }
}

/// Runs `work`, and defers the answer if it takes too long. If it ends in a panic, the asker is told.
async fn in_time(bot: &Bot, open: &OpenInteraction, work: impl Future<Output = ()>) {
    let mut work = pin!(is_whole(work));
    let left = PROMPT.saturating_sub(open.since.elapsed());
    let is_whole = match timeout(left, &mut work).await {
        Ok(is_whole) => is_whole,
        Err(_) => tokio::join!(open.defer(&bot.rest), work).1,
    };
    if !is_whole {
        bot.dispatcher.service().metrics().panics.count();
        tracing::error!("an interaction ended in a panic; all else goes on");
        open.say_it_failed(&bot.rest).await;
    }
}

/// Runs something to its end. Returns false if that is a panic.
async fn is_whole(work: impl Future<Output = ()>) -> bool {
    AssertUnwindSafe(work).catch_unwind().await.is_ok()
}

/// Answers the asker only, without the service.
async fn say(rest: &RestClient, open: &OpenInteraction, says: &str) {
    show(rest, open, &DiscordMessage::words(says)).await;
}

/// Shows the asker a message, without the service.
async fn show(rest: &RestClient, open: &OpenInteraction, message: &DiscordMessage) {
    if let Err(err) = open.show(rest, message).await {
        tracing::info!(%err, "an answer wasn't taken");
    }
}

/// Opens a form with one text field.
async fn open_form(rest: &RestClient, open: &OpenInteraction, id: &str) {
    let field = CreateInputText::new(InputTextStyle::Short, words::what_do_you_do(), FIELD)
        .max_length(LONGEST_WORDS);
    let row = CreateActionRow::InputText(field);
    open.form(rest, json!(CreateModal::new(id, words::your_move()).components(vec![row]))).await;
}

/// Asks for the terms of a challenge: in a form, or if Discord doesn't take it, in one menu after
/// the other.
async fn open_challenge(rest: &RestClient, open: &OpenInteraction, line: Option<String>) {
    let line = line.unwrap_or_default();
    if let Some(form) = challenge_form::form(&line)
        && open.form(rest, form).await
    {
        return;
    }
    match challenge_form::menu(0, &line) {
        Some(first) => show(rest, open, &first).await,
        None => say(rest, open, words::button_out_of_date()).await,
    }
}

/// Makes the challenge of a form. If it is refused, the form can be changed and sent again.
async fn submit(
    bot: &Arc<Bot>,
    open: &Arc<OpenInteraction>,
    scene: InteractionSource<'_>,
    line: String,
    people: Vec<PersonName>,
) {
    let form = Some(line.clone());
    let said = InteractionLine { people, form, ..bot.service.commands().read(&line).into() };
    ask_service(bot, open, scene, said).await;
}

/// Shows someone the private reply that waits for them.
async fn fetch(
    bot: &Arc<Bot>,
    open: &Arc<OpenInteraction>,
    scene: InteractionSource<'_>,
    number: i64,
) {
    let speaker = Speaker::of_interaction(bot, scene).await;
    let waiting = bot.service.ask(|service| service.undelivered(CHAT)).await;
    let mut waiting = waiting.and_then(Result::ok).unwrap_or_default().into_iter();
    match waiting.find(|it| it.id == Some(OutboxId(number))) {
        Some(outgoing) if is_for(&bot.service, &outgoing, open).await => {
            let answer = InteractionAnswer { open: open.clone(), plan: AnswerPlan::default() };
            let asked = Arc::new(speaker.origin.asked(Some(answer)));
            // Another process may have made the offer.
            bot.service.kept(move |service| service.claim(OutboxId(number))).await;
            if Dispatcher::say(bot, outgoing, &asked, true).await.is_ok() {
                forget_offer(&bot.service, OutboxId(number)).await;
            }
        }
        Some(_) => say(&bot.rest, open, words::for_someone_else()).await,
        None => say(&bot.rest, open, words::seen_already()).await,
    }
}

async fn is_for(service: &ServiceAccess, outgoing: &Outgoing, open: &OpenInteraction) -> bool {
    let Audience::Only(person) = outgoing.reply.to else { return false };
    service.user(person).await == Some(open.asker)
}

/// Tells whether all the buttons of a message are about the same match. Boards follow their match by themselves.
fn is_of_one_match(message: &Message) -> bool {
    if !message.attachments.is_empty() {
        return false;
    }
    let parts = message.components.iter().flat_map(|row| &row.components);
    let ids = parts.filter_map(|part| match part {
        ActionRowComponent::Button(Button {
            data: ButtonKind::NonLink { custom_id, .. }, ..
        }) => Some(custom_id.as_str()),
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_deref(),
        _ => None,
    });
    let named: HashSet<MatchId> = ids.flat_map(MatchId::named_in).collect();
    named.len() == 1
}

fn settles(line: &Line) -> bool {
    line.verb().is_some_and(|verb| verb.is(Property::SettlesMessage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_told_from_an_end() {
        assert!(is_whole(async {}).await);
        assert!(!is_whole(async { panic!("a handler breaks") }).await);
        let later = async {
            tokio::task::yield_now().await;
            panic!("a handler breaks later")
        };
        assert!(!is_whole(later).await);
    }
}
