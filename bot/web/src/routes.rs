//! The HTTP routes of the room.
use std::{convert::Infallible, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{
        IntoResponse, Redirect, Response, Sse,
        sse::{Event, KeepAlive},
    },
    routing::{get, post},
};
use command::{Command, Verb, say};
use console::line;
use delivery::paint;
use engine::{chance::StepKey, games::GameId};
use futures_util::stream::{self, Stream, StreamExt};
use maud::{Markup, html};
use render::Theme;
use serde::Deserialize;
use service::LONGEST_FILE;
use tokio::sync::broadcast::error::RecvError;

use super::{
    asked::{FormBody, WebPath, WebQuery, missing},
    guard, html,
    journal::LogChange,
    room::{WebLine, WebRoom},
    words,
};

/// An internal error. The browser gets a short message, and the log has the details.
struct RouteError(anyhow::Error);

impl<E: Into<anyhow::Error>> From<E> for RouteError {
    fn from(err: E) -> RouteError {
        RouteError(err.into())
    }
}

impl IntoResponse for RouteError {
    fn into_response(self) -> Response {
        tracing::error!(err = format!("{:#}", self.0), "a page couldn't be made");
        (StatusCode::INTERNAL_SERVER_ERROR, words::room_failed()).into_response()
    }
}

/// The fields of the page's form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct FormFields {
    name: String,
    words: String,
    /// The line of a button, which replaces the typed text.
    say: String,
    /// A button in the log, such as `12.3`: the id of the entry and the number of the choice.
    press: String,
    /// A position, such as `12.0`: its step and branch.
    at: String,
    file: String,
    /// Set by the script, which gets the replies as events.
    quiet: String,
}

/// The form that starts a match between two people at one screen.
#[derive(Debug, Deserialize)]
struct Pair {
    game: String,
    one: String,
    other: String,
    #[serde(default)]
    options: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PageQuery {
    name: String,
    after: u64,
    line: String,
}

/// Returns the routes of the room below `base`, which is empty or starts with a slash.
pub(super) fn routes(room: Arc<WebRoom>, base: &str, listen: SocketAddr) -> Router {
    let at = |path: &str| format!("{base}/{path}");
    Router::new()
        .route(&at(""), get(page))
        .route(&at("say"), post(say))
        .route(&at("begin"), post(begin))
        .route(&at("events"), get(events))
        .route(&at("choices"), get(choices))
        .route(&at("completions"), get(completions))
        .route(&at("picture/{of}/{file}"), get(picture))
        .route(&at("picture/{of}/sheet/{file}"), get(sheet))
        .route(&at("file/{of}"), get(file))
        .layer(DefaultBodyLimit::max(4 * LONGEST_FILE))
        .layer(middleware::from_fn_with_state(listen, guard::own_pages_only))
        .layer(middleware::from_fn(kept_nowhere))
        .with_state(room)
}

/// Keeps what is said in the room out of the browser's cache, except for pictures, which say so themselves.
async fn kept_nowhere(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let kept = response.headers_mut().entry(header::CACHE_CONTROL);
    kept.or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn page(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PageQuery>,
    headers: HeaderMap,
) -> Markup {
    // A link of another site could otherwise choose who speaks.
    let name = if guard::leads_on(&headers) { asked.name.as_str() } else { "" };
    html(&room, name)
}

/// Writes the page of the room.
fn html(room: &WebRoom, name: &str) -> Markup {
    let (entries, number, people) = room.journal.shown();
    let body = html! {
        body.room {
            // The first button of a form is the one that the Enter key means.
            button.first form="say" tabindex="-1" aria-hidden="true" { (words::SAY) }
            a.skip href="#words" { (words::SKIP) }
            header {
                h1 { "Draughtsman" }
                nav aria-label="Room" {
                    @for (said, label) in words::navigation() { (say_button(&said, label)) }
                }
            }
            main {
                details.start open {
                    summary { (words::BEGIN_A_MATCH) }
                    form.pair method="post" action="begin" autocomplete="off" {
                        h2 { (words::TWO_PEOPLE) }
                        p {
                            label {
                                "Game "
                                select name="game" {
                                    @for game in GameId::ALL {
                                        option value=(game.name()) { (game.title()) }
                                    }
                                }
                            }
                            label { "One player " input name="one" required maxlength="32" value="Ann"; }
                            label { "The other " input name="other" required maxlength="32" value="Bob"; }
                            label { "Variations " input name="options" maxlength="200" placeholder="none"; }
                            button { "Begin" }
                        }
                    }
                    h2 { "The games" }
                    ul.games {
                        @for game in GameId::ALL {
                            li {
                                h3 { (game.title()) }
                                p { (game.says()) "." }
                                p.menu {
                                    (say_button(&say!(Practice { game }), words::PLAY_THE_BOT))
                                    (say_button(&say!(Rules { game: game.name() }), words::RULES))
                                }
                            }
                        }
                    }
                }
                div #log role="log" aria-label=(words::LOG) data-number=(number) { (entries) }
            }
            form #say method="post" action="say" autocomplete="off" {
                label.name {
                    "Speak as "
                    input #name name="name" list="people" maxlength="32" value=(name) placeholder=(words::WHO_SPEAKS);
                }
                label.line {
                    "Words "
                    input #words name="words" list="completions" maxlength="4000" placeholder=(words::what_to_say());
                }
                label.file hidden { "File " input #file type="file" accept=".json,.pdn,.txt"; }
                button { (words::SAY) }
                datalist #people { @for name in &people { option value=(name); } }
                datalist #completions { @for command in command::COMMANDS { option value=(command.name); } }
            }
            p #spoken .unseen role="status" {}
        }
    };
    html::page(words::ROOM_TITLE, room.assets(), Some("room.js"), &html! {}, &body)
}

/// Writes a button that says a command.
fn say_button(said: &Command, label: &str) -> Markup {
    html! { button form="say" name="say" value=(said) { (label) } }
}

async fn say(
    State(room): State<Arc<WebRoom>>,
    FormBody(sent): FormBody<FormFields>,
) -> Result<Response, RouteError> {
    let pair = |text: &str| {
        let (first, second) = text.split_once('.')?;
        Some((first.parse::<u64>().ok()?, second.parse::<u32>().ok()?))
    };
    let ply =
        pair(&sent.at).and_then(|(step, take)| Some(StepKey { step: step.try_into().ok()?, take }));
    let pressed = pair(&sent.press).and_then(|(entry, n)| Some((entry, n.try_into().ok()?)));
    if pressed.is_none() && !sent.press.is_empty() {
        return Ok((StatusCode::BAD_REQUEST, words::no_such_button()).into_response());
    }
    let words = if sent.say.is_empty() { sent.words } else { sent.say };
    let file = Some(sent.file).filter(|it| !it.is_empty());
    let spoken = WebLine { name: sent.name.clone(), words, pressed, asked_at: ply, file };
    room.hear(spoken).await?;
    Ok(back(&sent.name, !sent.quiet.is_empty()))
}

async fn begin(
    State(room): State<Arc<WebRoom>>,
    FormBody(pair): FormBody<Pair>,
) -> Result<Response, RouteError> {
    let Pair { game, one, other, options } = pair;
    let spoken =
        |name: &str, words: String| WebLine { name: name.to_owned(), words, ..WebLine::default() };
    let who = format!("@{}", line::handle(&other));
    let offer = say!(Challenge { who }).and(&game).and(&options);
    room.hear(spoken(&one, offer.line())).await?;
    // If the challenge was refused, the log shows why.
    if let Some(accept) = room.journal.newest_choice(Verb::Accept) {
        room.hear(spoken(&other, accept)).await?;
    }
    Ok(back("", false))
}

/// Responds to a form: a browser without scripts loads the page again, scrolled to the end.
fn back(name: &str, quiet: bool) -> Response {
    match quiet {
        true => StatusCode::NO_CONTENT.into_response(),
        false => {
            let plain = |letter: &char| letter.is_alphanumeric() || "-_.".contains(*letter);
            let name: String = name.chars().filter(plain).collect();
            Redirect::to(&format!("./?name={name}#words")).into_response()
        }
    }
}

async fn choices(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PageQuery>,
) -> Result<Response, RouteError> {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, room.choices(&asked.name).await?.to_string()).into_response())
}

async fn completions(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PageQuery>,
) -> Result<Response, RouteError> {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, room.completions(&asked.name, &asked.line).await?.to_string()).into_response())
}

async fn events(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PageQuery>,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // A browser that reconnects sends the number of the last change it got.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let (late, changes) = room.journal.listen(last.unwrap_or(asked.after));
    let event =
        |change: LogChange| Event::default().id(change.number.to_string()).data(&*change.body);
    let coming = stream::unfold(changes, |mut changes| async {
        match changes.recv().await {
            Ok(change) => Some((change, changes)),
            // The browser missed too many changes, so it reloads everything.
            Err(RecvError::Lagged(_)) => {
                Some((LogChange { number: 0, body: "{\"again\":true}".into() }, changes))
            }
            Err(RecvError::Closed) => None,
        }
    });
    let all = stream::iter(late).chain(coming).map(move |change| Ok(event(change)));
    Sse::new(all).keep_alive(KeepAlive::default())
}

/// Parses a file name such as `dark.png`: the theme, and whether it is a film.
fn form(file: &str) -> Option<(Theme, bool)> {
    let (theme, form) = file.split_once('.')?;
    Some((
        Theme::named(theme)?,
        match form {
            "png" => false,
            "gif" => true,
            _ => return None,
        },
    ))
}

async fn picture(
    State(room): State<Arc<WebRoom>>,
    WebPath((of, file)): WebPath<(String, String)>,
) -> Result<Response, RouteError> {
    let id = of.split('-').next().and_then(|id| id.parse().ok());
    let found = id.zip(form(&file)).and_then(|(id, (theme, moves))| {
        let drawing = room.journal.find(id, |told| told.drawing.clone())?;
        Some((drawing, theme, moves))
    });
    let Some((drawing, theme, moves)) = found else { return Ok(missing()) };
    let painter = room.painter.clone();
    let painted = paint::drawn(move || match (moves, &drawing.reel) {
        (false, _) => Some(("image/png", painter.png(&drawing.scene, theme))),
        (true, Some(reel)) => Some(("image/gif", painter.gif(reel, theme))),
        (true, None) => None,
    });
    Ok(painted.await?.map_or_else(missing, image))
}

async fn sheet(
    State(room): State<Arc<WebRoom>>,
    WebPath((of, file)): WebPath<(String, String)>,
) -> Result<Response, RouteError> {
    let id = of.split('-').next().and_then(|id| id.parse().ok());
    let found = id.zip(form(&file)).and_then(|(id, (theme, _))| {
        Some((room.journal.find(id, |told| told.reply.sheet.clone())?, theme))
    });
    let Some((sheet, theme)) = found else { return Ok(missing()) };
    let painter = room.painter.clone();
    let painted = paint::drawn(move || paint::sheet(&painter, &sheet.shows, theme));
    Ok(painted.await?.map_or_else(missing, |bytes| image(("image/png", bytes))))
}

/// Responds with a picture. Each version has its own URL, so it can be cached.
fn image((kind, bytes): (&'static str, Vec<u8>)) -> Response {
    let kept = "private, max-age=3600, immutable";
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)], bytes).into_response()
}

async fn file(State(room): State<Arc<WebRoom>>, WebPath(of): WebPath<String>) -> Response {
    let found =
        of.parse().ok().and_then(|of| room.journal.find(of, |told| told.reply.file.clone()));
    let Some(file) = found else { return missing() };
    let plain: String = file
        .name
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(*letter))
        .collect();
    let name = format!("attachment; filename=\"{plain}\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], file.body).into_response()
}
