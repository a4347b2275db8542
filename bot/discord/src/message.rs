//! Messages within Discord's limits, and how a reply becomes one or more of them.
use command::{say, verbs};
use engine::{chance::StepKey, game::Emphasis, scene};
use model::{
    ids::{MatchId, OutboxId},
    reply::{Choice, Menu, PageToOpen, PickOf, Picker},
    text::Text,
};
use serde_json::{Value, json};
use serenity::{
    builder::{
        CreateActionRow, CreateAllowedMentions, CreateButton, CreateSelectMenu,
        CreateSelectMenuKind, CreateSelectMenuOption,
    },
    model::{
        application::ButtonStyle,
        channel::{ChannelType, MessageFlags, ReactionType},
        id::{ChannelId, MessageId, RoleId, UserId},
    },
};
use service::MENUS;

use super::{
    bot::number,
    challenge_form,
    emoji::{Emoji, UploadedEmoji},
    markdown::{Page, Users, cut, pages},
    press::{MENU, Press},
    rest_client::{RequestBody, Upload},
    words,
};

/// The maximum length of alt text, in characters.
const LONGEST_ALT: usize = 1024;
/// The maximum length of a button's label, in characters.
const LONGEST_LABEL: usize = 80;
/// The maximum length of an option's label or description, in characters.
const LONGEST_OPTION: usize = 100;
/// The maximum length of a menu's placeholder, in characters.
const LONGEST_ASKS: usize = 150;
/// The maximum number of rows of controls in a message.
const ROWS: usize = 5;
/// Up to this many choices are shown as buttons, more as a menu.
const BUTTONS: usize = 5;
/// The maximum number of options in a menu.
const OPTIONS: usize = 25;
/// The maximum number of choices in a message: four menus, and one button below them.
const SHOWN: usize = OPTIONS * MENUS + 1;

/// One message.
#[derive(Clone, Debug, Default)]
pub(super) struct DiscordMessage {
    pub(super) content: String,
    pub(super) pings: Vec<UserId>,
    pub(super) rows: Vec<CreateActionRow>,
    pub(super) files: Vec<Upload>,
    /// The message this replies to.
    pub(super) answers: Option<MessageId>,
    /// Whether the controls have no drawings.
    pub(super) plain: bool,
}

impl DiscordMessage {
    /// Creates a message of text only.
    pub(super) fn words(content: impl Into<String>) -> DiscordMessage {
        DiscordMessage { content: content.into(), ..DiscordMessage::default() }
    }

    /// Creates a message with a button that fetches a reply from the outbox.
    pub(super) fn to_fetch(OutboxId(number): OutboxId, user: UserId) -> DiscordMessage {
        let button = CreateButton::new(Press::Fetch(number).id()).label(words::show_me());
        DiscordMessage {
            pings: vec![user],
            rows: vec![CreateActionRow::Buttons(vec![button])],
            ..DiscordMessage::words(words::private_messages_closed(user))
        }
    }

    /// Serialises the message, merged with other fields.
    pub(super) fn body(&self, also: &[(&str, Value)]) -> RequestBody {
        let mut json = self.json();
        for (key, value) in also {
            json[*key] = value.clone();
        }
        self.with_files(json)
    }

    /// Serialises the message as an answer to an interaction.
    pub(super) fn answer(&self, kind: u8, ephemeral: bool) -> RequestBody {
        let mut data = self.json();
        if ephemeral {
            data["flags"] = json!((MessageFlags::EPHEMERAL | MessageFlags::SUPPRESS_EMBEDS).bits());
        }
        self.with_files(json!({ "type": kind, "data": data }))
    }

    fn with_files(&self, json: Value) -> RequestBody {
        if self.files.is_empty() {
            RequestBody::Json(json)
        } else {
            RequestBody::Files(json, self.files.clone())
        }
    }

    fn json(&self) -> Value {
        let DiscordMessage { content, pings, rows, files, answers, plain } = self;
        let mentions = CreateAllowedMentions::new().users(pings.iter().copied());
        let new = files.iter().enumerate().map(|(n, file)| match &file.alt {
            Some(alt) => {
                json!({ "id": n.to_string(), "filename": file.name, "description": scene::shortened(alt, LONGEST_ALT) })
            }
            None => json!({ "id": n.to_string(), "filename": file.name }),
        });
        let mut json = json!({
            "content": content,
            "allowed_mentions": mentions.replied_user(false),
            "components": rows,
            // An edit removes attachments that aren't listed.
            "attachments": new.collect::<Vec<Value>>(),
            // URLs in user input get no previews.
            "flags": MessageFlags::SUPPRESS_EMBEDS.bits(),
        });
        // Discord's description of components doesn't know `animated`, which serenity writes.
        let gone = if *plain { "emoji" } else { "animated" };
        without(gone, &mut json["components"]);
        // serenity writes what is picked by numbers, which Discord gives as strings.
        for id in json["components"].as_array_mut().into_iter().flatten().flat_map(picked_ids) {
            *id = json!(id.to_string());
        }
        if let Some(message) = answers {
            json["message_reference"] =
                json!({ "message_id": message.to_string(), "fail_if_not_exists": false });
        }
        json
    }
}

/// Writes a reply as messages, with the choices on the last one.
pub(super) fn messages(
    text: &Text,
    users: &Users,
    menu: Option<&Menu>,
    turn_of: Option<MatchId>,
) -> Vec<DiscordMessage> {
    let mut messages: Vec<DiscordMessage> = pages(text, users)
        .into_iter()
        .map(|Page { content, pings }| DiscordMessage {
            content,
            pings,
            ..DiscordMessage::default()
        })
        .collect();
    if menu.is_some_and(|menu| OPTIONS < menu.choices.len()) {
        // A list that is too long for one message is complete in the menus.
        messages.truncate(1);
    }
    let mut rows = menu.map_or_else(Vec::new, |menu| choices(menu, &users.emoji));
    if let Some(press) = typed(menu, turn_of) {
        let button = CreateButton::new(press.id()).label("Type it").style(ButtonStyle::Secondary);
        let is_below = 1 < rows.len();
        match rows.last_mut() {
            // A panel or the menus may already use all rows.
            Some(CreateActionRow::Buttons(last))
                if is_below || menu.is_some_and(|menu| !menu.rows.is_empty()) =>
            {
                last.push(button);
            }
            _ => rows.push(CreateActionRow::Buttons(vec![button])),
        }
    }
    match messages.last_mut() {
        Some(last) => last.rows = rows,
        None => messages.push(DiscordMessage { rows, ..DiscordMessage::words("…") }),
    }
    messages
}

/// Writes a reply that opens a page: a button leads there instead of the line with its address.
pub(super) fn opening(
    page: &PageToOpen,
    text: &Text,
    users: &Users,
    menu: Option<&Menu>,
) -> Vec<DiscordMessage> {
    // Discord refuses buttons to a host without a dot, such as `localhost`.
    let host = page.address.split('/').nth(2).unwrap_or_default();
    if !host.contains('.') {
        return messages(text, users, menu, None);
    }
    let text = match text {
        Text::Lines(lines) => {
            let rest = lines.iter().filter(|line| !line.bare().contains(&page.address));
            Text::Lines(rest.cloned().collect())
        }
        other => other.clone(),
    };
    let mut messages = messages(&text, users, menu, None);
    let button = CreateButton::new_link(&page.address).label(cut(&page.label, LONGEST_LABEL));
    if let Some(last) = messages.last_mut() {
        match last.rows.first_mut() {
            Some(CreateActionRow::Buttons(first)) if first.len() < BUTTONS => {
                first.insert(0, button)
            }
            _ => last.rows.insert(0, CreateActionRow::Buttons(vec![button])),
        }
    }
    messages
}

/// Returns the lines of a menu that are too long for an id, with their keys. They must be stored
/// before the message is sent.
pub(super) fn sentences(menu: &Menu) -> Vec<(String, String)> {
    let choices = menu.choices.iter().take(SHOWN);
    choices.filter_map(|choice| pressed(choice, menu.asked_at).1).collect()
}

/// Builds the controls for choices: a panel as its rows, otherwise up to five as buttons and more
/// as menus. A last choice that isn't one of the options, such as "back", is a button below the
/// menus.
fn choices(menu: &Menu, emoji: &UploadedEmoji) -> Vec<CreateActionRow> {
    let Menu { choices, asks, rows: lengths, asked_at, pickers, .. } = menu;
    let mut said: Vec<(String, &Choice)> = Vec::new();
    for choice in choices.iter().take(SHOWN) {
        let id = pressed(choice, *asked_at).0.id();
        // Discord rejects duplicate ids.
        if said.iter().all(|(it, _)| *it != id) {
            said.push((id, choice));
        }
    }
    let mut rows = Vec::new();
    if !lengths.is_empty() {
        return panel(&said, lengths, emoji);
    }
    let is_many = BUTTONS < said.len();
    let aside = said.pop_if(|(_, choice)| is_many && choice.emphasis.is_behind());
    if said.len() <= BUTTONS {
        // If one choice is the main one, the others are less prominent.
        let main = said.iter().any(|(_, choice)| choice.emphasis == Emphasis::Main);
        let buttons: Vec<CreateButton> =
            said.iter().map(|(id, choice)| button(id, choice, main, emoji)).collect();
        rows.extend((!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)));
    } else {
        let asks = if asks.is_empty() { words::choose() } else { asks };
        let menus = said.len().div_ceil(OPTIONS);
        for (n, part) in said.chunks(said.len().div_ceil(menus)).take(MENUS).enumerate() {
            let options = part.iter().map(|(id, choice)| option(id, choice, emoji));
            let kind = CreateSelectMenuKind::String { options: options.collect() };
            let asks = match part {
                [first, .., last] if 1 < menus => {
                    let [first, last] = [first, last].map(|(_, choice)| shown(&choice.label));
                    format!("{asks} {first} … {last}")
                }
                _ => asks.to_owned(),
            };
            // Discord rejects duplicate ids.
            let id = if n == 0 { MENU.to_owned() } else { format!("{MENU}{n}") };
            let select = CreateSelectMenu::new(id, kind).placeholder(cut(&asks, LONGEST_ASKS));
            rows.push(CreateActionRow::SelectMenu(select));
        }
    }
    let back =
        aside.map(|(id, choice)| CreateActionRow::Buttons(vec![button(&id, choice, true, emoji)]));
    rows.extend(back);
    rows.extend(pickers.iter().take(ROWS.saturating_sub(rows.len())).map(picker));
    rows
}

/// Returns the ids of what is picked now in the menus of a row.
fn picked_ids(row: &mut Value) -> impl Iterator<Item = &mut Value> {
    let menus = row["components"].as_array_mut().into_iter().flatten();
    let picked = menus.filter_map(|menu| menu.get_mut("default_values")?.as_array_mut());
    picked.flatten().filter_map(|value| value.get_mut("id")).filter(|id| id.is_number())
}

/// Builds the menu of something that Discord lists itself.
fn picker(Picker { of, asks, says, nothing, most, picked }: &Picker) -> CreateActionRow {
    let ids = || picked.iter().filter_map(|it| number(it));
    let kind = match of {
        PickOf::People => {
            CreateSelectMenuKind::User { default_users: Some(ids().map(UserId::new).collect()) }
        }
        PickOf::Roles => {
            CreateSelectMenuKind::Role { default_roles: Some(ids().map(RoleId::new).collect()) }
        }
        PickOf::Rooms | PickOf::Forums => {
            let mut kinds = vec![ChannelType::Text, ChannelType::News];
            kinds.extend((*of == PickOf::Forums).then_some(ChannelType::Forum));
            CreateSelectMenuKind::Channel {
                channel_types: Some(kinds),
                default_channels: Some(ids().map(ChannelId::new).collect()),
            }
        }
    };
    let id = Press::Pick { nothing: nothing.clone(), says: says.to_string() }.id();
    let select = CreateSelectMenu::new(id, kind)
        .placeholder(cut(asks, LONGEST_ASKS))
        .min_values(u8::from(nothing.is_empty()))
        .max_values(*most);
    CreateActionRow::SelectMenu(select)
}

/// Returns what pressing a choice does, with the line to store and its key if the line is too long
/// for an id. A challenge that only names a game opens its form.
fn pressed(choice: &Choice, asked_at: Option<StepKey>) -> (Press, Option<(String, String)>) {
    match challenge_form::pressed(&choice.says) {
        Some(form) => form.fitting(),
        None => {
            let (press, key) = Press::say(&choice.says, asked_at);
            (press, key.map(|key| (key, choice.says.to_string())))
        }
    }
}

/// Builds a panel: rows of buttons.
fn panel(
    said: &[(String, &Choice)],
    lengths: &[usize],
    emoji: &UploadedEmoji,
) -> Vec<CreateActionRow> {
    let mut left = said;
    let mut rows = Vec::new();
    for &length in lengths.iter().take(BUTTONS) {
        let (row, rest) = left.split_at(length.min(BUTTONS).min(left.len()));
        left = rest;
        let buttons: Vec<CreateButton> =
            row.iter().map(|(id, choice)| button(id, choice, true, emoji)).collect();
        rows.extend((!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)));
    }
    rows
}

fn button(id: &str, choice: &Choice, main: bool, emoji: &UploadedEmoji) -> CreateButton {
    let style = match choice.emphasis {
        Emphasis::Main => ButtonStyle::Primary,
        Emphasis::Plain if main => ButtonStyle::Secondary,
        Emphasis::Plain => ButtonStyle::Primary,
        Emphasis::Good => ButtonStyle::Success,
        Emphasis::Aside | Emphasis::Ends => ButtonStyle::Secondary,
        Emphasis::Grave => ButtonStyle::Danger,
    };
    let button = CreateButton::new(id).label(cut(shown(&choice.label), LONGEST_LABEL)).style(style);
    match drawing(choice, emoji) {
        Some(drawing) => button.emoji(drawing),
        None => button,
    }
}

/// Builds a menu option: its label, and below it the result and the notation.
fn option(id: &str, choice: &Choice, emoji: &UploadedEmoji) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(cut(shown(&choice.label), LONGEST_OPTION), id);
    let option = match drawing(choice, emoji) {
        Some(drawing) => option.emoji(drawing),
        None => option,
    };
    match choice.small().as_str() {
        "" => option,
        small => option.description(cut(small, LONGEST_OPTION)),
    }
}

/// Returns the drawing beside a choice, if there is one.
fn drawing(choice: &Choice, emoji: &UploadedEmoji) -> Option<ReactionType> {
    let Emoji { id, name } = emoji.get(choice.sign.as_str())?.clone();
    Some(ReactionType::Custom { animated: false, id, name: Some(name) })
}

/// Removes a field from all controls.
fn without(field: &str, part: &mut Value) {
    match part {
        Value::Array(parts) => parts.iter_mut().for_each(|it| without(field, it)),
        Value::Object(fields) => {
            fields.remove(field);
            fields.values_mut().for_each(|it| without(field, it));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns a label that isn't empty. Discord rejects empty ones.
fn shown(label: &str) -> &str {
    if label.trim().is_empty() { "…" } else { label }
}

/// Returns the press that opens a text field, where a match asks for something. Any answer can be
/// typed there, even if the menu doesn't list it.
fn typed(menu: Option<&Menu>, turn_of: Option<MatchId>) -> Option<Press> {
    // A menu that asks for something else, such as who wins, takes no move.
    let plays = |choice: &Choice| {
        let line = choice.says.to_string();
        let verb = line.split(' ').next().unwrap_or_default();
        [verbs::Play::VERB, verbs::Moves::VERB].iter().any(|known| known.name() == verb)
    };
    let (of, asked_at) = match menu {
        Some(Menu { choices, asked_at: Some(_), .. })
            if turn_of.is_none() && !choices.is_empty() && !choices.iter().any(plays) =>
        {
            return None;
        }
        Some(Menu { of, asked_at: Some(at), .. }) => ((*of)?, Some(*at)),
        Some(Menu { asked_at: None, .. }) => return None,
        None => (turn_of?, None),
    };
    Some(Press::Type { says: say!(Play { of }).line(), asked_at })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serenity::model::id::EmojiId;

    use super::*;

    fn menu(choices: usize, label: &str) -> Menu {
        let play = |nth| say!(Play { of: MatchId(12), words: format!("{label}{nth}") });
        let choices = (0..choices).map(|nth| Choice::new(label, play(nth)));
        Menu {
            choices: choices.collect(),
            listed: Vec::new(),
            asks: String::new(),
            of: Some(MatchId(12)),
            asked_at: Some(StepKey { step: 3, take: 0 }),
            ..Menu::default()
        }
    }

    fn json(menu: &Menu) -> Value {
        let messages = messages(&"Your turn.".into(), &Users::default(), Some(menu), None);
        messages.last().unwrap().json()
    }

    #[test]
    fn few_choices_are_buttons_and_many_are_a_menu() {
        let few = json(&menu(5, "c3-d4"));
        assert_eq!(few["components"][0]["components"].as_array().unwrap().len(), 5);
        assert_eq!(few["components"][0]["components"][0]["custom_id"], "say:3.0:play #12 c3-d40");
        let part = |json: &Value, row: usize| json["components"][row]["components"][0].clone();
        let many = json(&menu(20, "c3-d4"));
        assert_eq!(part(&many, 0)["options"].as_array().unwrap().len(), 20);
        assert_eq!(part(&many, 1)["custom_id"], "type:3.0:play #12");
    }

    #[test]
    fn the_way_back_is_a_button_below_as_many_menus_as_it_takes() {
        let mut all = menu(100, "c3-d4");
        for (n, choice) in all.choices.iter_mut().enumerate() {
            choice.label = format!("c3-d4{n}");
        }
        all.asks = "Where to?".to_owned();
        all.choices
            .push(Choice::new("Back", say!(Moves { of: MatchId(12) })).with(Emphasis::Aside));
        let json = json(&all);
        let rows = json["components"].as_array().unwrap();
        let options = |row: &Value| row["components"][0]["options"].as_array().unwrap().len();
        assert_eq!(rows[..4].iter().map(options).collect::<Vec<_>>(), [25; 4]);
        assert_eq!(rows[0]["components"][0]["placeholder"], "Where to? c3-d40 … c3-d424");
        assert_eq!(rows[1]["components"][0]["custom_id"], "menu1");
        let below = rows[4]["components"].as_array().unwrap().iter();
        let labels: Vec<&Value> = below.map(|option| &option["label"]).collect();
        assert_eq!(labels, ["Back", "Type it"]);
        assert_eq!(sentences(&all), [], "all fit into ids");
    }

    #[test]
    fn no_limit_is_exceeded_whatever_the_words() {
        for n in [1, 5, 6, 40] {
            let json = json(&menu(n, &"🎲 long ".repeat(60)));
            let parts = json["components"][0]["components"].as_array().unwrap();
            for part in parts.iter().flat_map(|part| part["options"].as_array().unwrap_or(parts)) {
                assert!(part["label"].as_str().unwrap().encode_utf16().count() <= 100);
                let id = part.get("custom_id").or(part.get("value")).unwrap();
                assert!(id.as_str().unwrap().len() <= 100);
            }
        }
        assert_eq!(json(&menu(1, ""))["components"][0]["components"][0]["label"], "…");
    }

    #[test]
    fn a_choice_shows_its_drawing_where_it_is_uploaded() {
        let mut all = menu(2, "x");
        all.choices[0].sign = "wheel".to_owned();
        all.choices[1].sign = "moon".to_owned();
        let emoji = Emoji { id: EmojiId::new(7), name: "wheel_00000000".to_owned() };
        let emoji = Arc::new(UploadedEmoji::from([("wheel", emoji)]));
        let users = Users { emoji, ..Users::default() };
        let mut message = messages(&"Your turn.".into(), &users, Some(&all), None).remove(0);
        let drawn = message.json()["components"][0]["components"].clone();
        assert_eq!((&drawn[0]["emoji"]["id"], drawn[1].get("emoji")), (&json!("7"), None));
        message.plain = true;
        assert_eq!(message.json()["components"][0]["components"][0].get("emoji"), None);
    }

    #[test]
    fn the_same_choice_is_there_once() {
        let choices = ["a", "b"].map(|label| Choice::new(label, say!(Games))).to_vec();
        let twice = Menu { choices, ..Menu::default() };
        assert_eq!(json(&twice)["components"][0]["components"].as_array().unwrap().len(), 1);
    }
}
