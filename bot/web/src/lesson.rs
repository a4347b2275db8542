//! The page of a lesson or a puzzle: its position is a board to answer on, and what follows takes its place.
use std::sync::Arc;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Redirect, Response},
};
use command::Verb;
use engine::scene::Scene;
use maud::{Markup, html};
use model::reply::{Choice, DrawnPosition, SheetContent};
use render::Theme;
use service::{Features, OfferPlace};

use super::{
    assets,
    choosing::SortedChoices,
    entry::Told,
    extract::{WebQuery, missing},
    html::{in_theme, reply_text},
    pages::PageError,
    pane::{self, Asking, BoardPicture, Sender},
    play::{PlayQuery, drawn, kept, tried},
    room::WebRoom,
    shell,
    viewer::PageReader,
    visitor::Visitor,
    words,
};

pub(super) async fn page(
    State(room): State<Arc<WebRoom>>,
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let reader = &visitor.reader;
    let told = room.journal.lesson_of(&reader.name);
    let around = visitor.around(None).await?;
    let cards = shell::cards(&around, reader, None);
    let content = match told.first() {
        None if reader.is_anybody() => {
            return Ok(Redirect::to(&reader.address("./", &[])).into_response());
        }
        // The room was opened again since; what was done in the lesson is known.
        None => html! {
            div.start {
                (cards)
                section.own {
                    h1 { (words::NO_TASK) }
                    p.menu { @for choice in room.queue.features().offers(OfferPlace::NothingOpen) { (shell::choice_button(&choice)) } }
                }
                div.says aria-live="polite" {}
            }
        },
        Some(_) => {
            let features = room.queue.features();
            let pane = pane_of(&told, reader, asked.begins(), features, &cards)?;
            pane.ok_or(PageError::Missing)?
        }
    };
    let here = reader.address("learn", &[]);
    Ok(shell::page(&visitor, words::LESSON_TITLE, &around, &content, &here))
}

/// Returns the position that a reply of a lesson or puzzle shows.
pub(super) fn position(told: &Told) -> Option<&DrawnPosition> {
    match &told.reply.sheet.as_ref()?.shows {
        SheetContent::Position(position) => Some(position),
        SheetContent::Chart(_) | SheetContent::Example(_) => None,
    }
}

/// Returns what comes before an answer, such as `learn trapdoor 2.1`; none if nothing is asked any more.
fn before_answer(told: &Told) -> Option<String> {
    let menu = told.reply.menu.as_ref()?;
    let answers = menu.choices.iter().filter(|it| !it.typed.is_empty());
    let mut befores = answers.filter_map(|choice| {
        let says = choice.says.to_string();
        Some(says.strip_suffix(&choice.typed)?.trim_end().to_owned())
    });
    befores.next().or_else(|| {
        // A long list has only beginnings: `learn alien 1.1 moves card`.
        let lists = menu.choices.iter().map(|it| it.says.to_string());
        let begins = |says: &String| {
            [" moves", " aim ", " flick "]
                .iter()
                .find_map(|begins| Some(says.split_once(begins)?.0.to_owned()))
        };
        lists.filter_map(|says| begins(&says)).next()
    })
}

/// Tells whether a reply shows where a wrong shot went, which may be tried again.
pub(super) fn is_wrong_shot(told: &Told) -> bool {
    position(told).is_some_and(|it| it.moving) && before_answer(told).is_some()
}

/// Shows where a shot went.
fn shot((id, told): &(u64, Arc<Told>), reader: &PageReader) -> Markup {
    let Some(sheet) = &told.reply.sheet else { return html! {} };
    let number = id.to_string();
    let address = |theme: Theme| {
        reader.address("learn.png", &[("of", &number), ("part", "board"), ("theme", theme.name())])
    };
    in_theme(&sheet.theme, address, |src| html! { img.shot src=(src) alt=(sheet.alt); })
}

/// Writes the pane of a task from all that was said about the task, the newest first.
fn pane_of(
    all: &[(u64, Arc<Told>)],
    reader: &PageReader,
    begins: &str,
    features: &Features,
    cards: &Markup,
) -> anyhow::Result<Option<Markup>> {
    let [newest, ..] = all else { return Ok(None) };
    // A hint is about the same task, which is still to be answered, and so is one after a wrong shot.
    let (id, told) = all.iter().find(|it| !is_wrong_shot(&it.1)).unwrap_or(newest);
    let before = all.iter().find_map(|(_, told)| before_answer(told));
    let first = all.last().filter(|it| it.0 != newest.0);
    let (Some(position), Some(sheet)) = (position(told), &told.reply.sheet) else {
        return Ok(None);
    };
    let scene = position.scene().map_err(anyhow::Error::msg)?;
    let table = position.game.resume(&position.position).map_err(anyhow::Error::msg)?;
    let mark = assets::tag(sheet.alt.as_bytes());
    let number = id.to_string();
    let address = |part: &str, theme: Theme| {
        let mark = mark.trim_matches('"');
        let also = [("of", number.as_str()), ("part", part), ("theme", theme.name()), ("v", mark)];
        reader.address("learn.png", &also)
    };
    let picture = BoardPicture {
        scene: &scene,
        alt: &sheet.alt,
        theme: &sheet.theme,
        address: &address,
        film: None,
        aims_at: reader.address("learn-aim", &[("of", &number)]),
    };
    let asking = before.map(|before| Asking {
        table: table.as_ref(),
        seat: position.facing,
        sends: Sender { who: String::new(), at: String::new(), before },
        choosing: SortedChoices::of(&scene, table.as_ref(), position.facing),
        begins: begins.to_owned(),
    });
    let asking = asking.filter(|it| !it.choosing.is_empty());
    let choices = newest.1.reply.menu.iter().flat_map(|menu| menu.choices.iter().enumerate());
    let others: Vec<(usize, &Choice)> =
        choices.filter(|(_, it)| is_beside(it, asking.as_ref())).collect();
    let sends = sent_by(&newest.1);
    let offered = OfferPlace::Away { game: position.game, sends: &sends, asks: asking.is_some() };
    let away = features.offers(offered);
    Ok(Some(html! {
        section.pane #pane data-lesson=(id) data-at=(newest.0) data-mine=[asking.as_ref().map(|_| "")] {
            (pane::board(&picture, asking.as_ref()))
            div.side tabindex="-1" {
                h1 { (position.game.title()) }
                div.prompt role="status" {
                    (reply_text(&newest.1.reply))
                    @if is_wrong_shot(&newest.1) { (shot(newest, reader)) }
                    @if let Some((_, first)) = first { div.task { (reply_text(&first.reply)) } }
                }
                (pane::beside(&picture))
                @if let Some(asking) = &asking { (pane::controls(asking, &reader.address("learn", &[]))) }
                div.buttons {
                    @for (number, choice) in others {
                        button form="say" name="press" value={ (newest.0) "." (number) } { (choice.label) }
                    }
                    @for choice in &away { (shell::choice_button(choice)) }
                    @if away.is_empty() {
                        // It is closed already.
                        a.button href=(reader.address("./", &[])) { (words::LEAVE) }
                    }
                }
                (cards)
                div.says aria-live="polite" {}
            }
        }
    }))
}

/// Returns the commands that the controls of a task send.
fn sent_by(told: &Told) -> Vec<Verb> {
    let choices = told.reply.menu.iter().flat_map(|menu| &menu.choices);
    choices.filter_map(|choice| Some(told.commands.parse(&choice.says).ok()??.verb())).collect()
}

/// Tells whether a choice of a lesson is none on its board, such as a hint, the next lesson, or another aim of the same flick.
fn is_beside(choice: &Choice, asking: Option<&Asking<'_>>) -> bool {
    let Some(choosing) = asking.map(|it| &it.choosing) else { return true };
    let lists = choice.says.to_string().contains(" moves");
    let aims =
        !choosing.coins.is_empty() && choosing.plain.iter().all(|it| it.words != choice.typed);
    (choice.typed.is_empty() || aims) && !lists
}

fn scene_of(
    room: &WebRoom,
    reader: &PageReader,
    asked: &PlayQuery,
) -> Option<(DrawnPosition, Scene)> {
    let id = asked.of().try_into().ok()?;
    let position = room.journal.find(id, reader, |told| position(told).cloned())?;
    let scene = position.scene().ok()?;
    Some((position, scene))
}

pub(super) async fn picture(
    State(room): State<Arc<WebRoom>>,
    Visitor { reader, .. }: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let (Some((_, scene)), Some(theme)) = (scene_of(&room, &reader, &asked), asked.theme()) else {
        return Ok(missing());
    };
    Ok(kept(("image/png", drawn(&room.painter, scene, theme, asked.part()).await?)))
}

pub(super) async fn aim(
    State(room): State<Arc<WebRoom>>,
    Visitor { reader, .. }: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let Some((position, scene)) = scene_of(&room, &reader, &asked) else { return Ok(missing()) };
    let Ok(table) = position.game.resume(&position.position) else { return Ok(missing()) };
    let tried = tried(table.as_ref(), &scene, position.facing, position.game, &asked);
    Ok(([(header::CONTENT_TYPE, "application/json")], tried.to_string()).into_response())
}
