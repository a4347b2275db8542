//! The HTTP routes of the room.
use std::{convert::Infallible, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{
        IntoResponse, Redirect, Response, Sse,
        sse::{Event, KeepAlive},
    },
    routing::{MethodRouter, get, post},
};
use command::{Command, say, verbs};
use console::line;
use delivery::paint;
use engine::games::GameId;
use futures_util::stream::{self, StreamExt};
use maud::{PreEscaped, html};
use render::Theme;
use serde::Deserialize;
use serde_json::json;
use service::{Features, LONGEST_FILE, OfferPlace, is_guest};
use tokio::sync::broadcast::error::RecvError;

use super::{
    browser::KeyCookie,
    extract::{FormBody, WebPath, WebQuery, missing},
    guard,
    html::public_page,
    journal::LogChange,
    lesson,
    pages::PageError,
    play::{self, kept as image},
    room::{SpokenResult, Unheard, WebLine, WebRoom},
    shell, start,
    viewer::{PageReader, read_step},
    visitor::Visitor,
    words,
};

/// The fields of the page's form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FormFields {
    name: String,
    words: String,
    /// The line of a button, which replaces the typed text.
    say: String,
    /// A button in the log, such as `12.3`: the id of the entry and the number of the choice.
    press: String,
    /// A position, such as `12.0`: its step and branch.
    at: String,
    file: String,
    /// A button of a page: the position, who is asked, and the line, as in `12.0|ann|play #3 spin`.
    r#do: String,
    /// The game to practise, the level, and what makes it shorter.
    practice: String,
    level: String,
    length: String,
    /// Whom to invite to a game, by a handle, or [`ANYONE`].
    invite: String,
    game: String,
    /// Set where somebody begins who may have no name yet.
    guest: String,
    /// The name of another person at this browser, who is meant to be one.
    also: String,
    /// The page it was said on.
    pub(super) here: String,
    /// Set by the script, which gets the result as data.
    pub(super) quiet: String,
}

/// The form that starts a match between two people at one screen.
#[derive(Debug, Deserialize)]
struct Pair {
    game: String,
    one: String,
    other: String,
    #[serde(default)]
    options: String,
    /// Set by the script, which gets the result as data.
    #[serde(default)]
    quiet: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PageQuery {
    after: u64,
    line: String,
}

/// Invites everybody who gets the link. No handle has this sign.
pub(super) const ANYONE: &str = "*";

/// Returns the paths of the room, each with what answers there.
pub(super) fn paths() -> impl Iterator<Item = (&'static str, MethodRouter<Arc<WebRoom>>)> {
    let own = [
        ("", get(start::page)),
        ("start.png", get(start::picture)),
        ("invited", get(start::invited)),
        ("learn", get(lesson::page)),
        ("learn.png", get(lesson::picture)),
        ("learn-aim", get(lesson::aim)),
        ("talk", get(page)),
        ("say", post(say)),
        ("begin", post(begin)),
        ("events", get(events)),
        ("match", get(play::page)),
        ("choices", get(choices)),
        ("completions", get(completions)),
        ("picture/{of}/{file}", get(picture)),
        ("picture/{of}/sheet/{file}", get(sheet)),
        ("file/{of}", get(file)),
    ];
    play::paths().into_iter().chain(own)
}

/// Returns the routes of the room below `base`, which is empty or starts with a slash.
pub(super) fn routes(room: Arc<WebRoom>, base: &str, listen: SocketAddr) -> Router {
    paths()
        .fold(Router::new(), |all, (path, answer)| all.route(&format!("{base}/{path}"), answer))
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

async fn page(State(room): State<Arc<WebRoom>>, visitor: Visitor) -> Result<Response, PageError> {
    let around = visitor.around(None).await?;
    let (entries, number) = room.journal.shown(&visitor.reader);
    let content = html! {
        h1.unseen { (words::TALK) }
        (shell::cards(&around, &visitor.reader, None))
        div #log role="log" aria-label=(words::LOG) data-number=(number) { (entries) }
        button #newer type="button" hidden { (words::NEWEST) }
        @if !visitor.reader.looks_on() {
            nav.menu aria-label="Room" {
                @for choice in words::navigation(room.queue.features()) { (shell::choice_button(&choice)) }
            }
        }
        div.says aria-live="polite" {}
    };
    let visitor = Visitor { number, ..visitor };
    Ok(shell::page(&visitor, words::ROOM_TITLE, &around, &content, "talk"))
}

/// Tells whether a line closes a position that asks for an answer.
fn leaves_task(room: &WebRoom, line: &str) -> bool {
    let closing = room.queue.features().offers(OfferPlace::Closing);
    closing.iter().any(|choice| choice.says == line.trim())
}

async fn say(
    State(room): State<Arc<WebRoom>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    FormBody(sent): FormBody<FormFields>,
) -> Result<Response, PageError> {
    let sent_by = FormOrigin { here: sent.here.clone(), quiet: !sent.quiet.is_empty() };
    let is_meant = !sent.also.is_empty();
    let name = if is_meant { sent.also.clone() } else { sent.name.clone() };
    let may_be_guest = !sent.guest.is_empty() && sent.invite.is_empty();
    let Some(spoken) = line_of(sent, room.queue.features()) else {
        return Ok((StatusCode::BAD_REQUEST, words::not_understood()).into_response());
    };
    let spoken = WebLine { name: name.clone(), ..spoken };
    let mut browser = KeyCookie::key(&headers);
    let handle = line::handle(name.trim().trim_start_matches('@'));
    let own = room.reader(browser.clone(), "").await?;
    if let Some(first) = own.known_as().filter(|_| !is_meant && !handle.is_empty())
        && !own.is_for(&handle)
        && !is_guest(&handle)
    {
        let asks = SpokenResult::asks_for_second(browser, first, name.trim());
        return Ok(answer(
            &room,
            &asks,
            None,
            &room.reader(asks.browser.clone(), first).await?,
            &sent_by,
        ));
    }
    if may_be_guest
        && !spoken.words.is_empty()
        && (handle.is_empty() || is_guest(&handle))
        && own.looks_on()
    {
        browser = match room.take_guest_name(Some(from.ip())).await {
            Ok(key) => Some(key),
            Err(fault) => return unheard(&room, browser, fault, &sent_by),
        };
    }
    let leaves = sent_by.here.starts_with("learn") && leaves_task(&room, &spoken.words);
    // Without words only the name is taken, on the first page.
    let begins = spoken.pressed.is_none() && spoken.words.trim().is_empty();
    let to_start = leaves || (begins && sent_by.here.is_empty());
    let heard = room.hear(WebLine { browser, from: Some(from.ip()), ..spoken }).await?;
    let reader = room.reader(heard.browser.clone(), &name).await?;
    if leaves && heard.refused.is_none() {
        room.journal.leave_task(&heard.by);
    }
    let page = heard.page(&reader).or_else(|| to_start.then(|| reader.address("./", &[])));
    Ok(answer(&room, &heard, page, &reader, &sent_by))
}

/// How a form was sent.
struct FormOrigin {
    /// The page it was sent from.
    here: String,
    /// Whether a script sent it, which gets the result as data.
    quiet: bool,
}

/// Reads what a form says; none if it holds a button that can't be read.
pub(super) fn line_of(sent: FormFields, features: &Features) -> Option<WebLine> {
    let FormFields {
        name,
        words,
        say,
        press,
        at,
        file,
        r#do,
        practice,
        level,
        length,
        invite,
        game,
        here,
        guest: _,
        also: _,
        quiet: _,
    } = sent;
    let file = Some(file).filter(|it| !it.is_empty());
    let line = WebLine { name, file, ..WebLine::default() };
    if !press.is_empty() {
        let (entry, number) = press.split_once('.')?;
        let pressed = Some((entry.parse().ok()?, number.parse().ok()?));
        return Some(WebLine { pressed, ..line });
    }
    if !r#do.is_empty() {
        let mut parts = r#do.splitn(3, '|');
        let (at, who, words) = (parts.next()?, parts.next()?, parts.next()?);
        let owner = Some(who.to_owned()).filter(|who| !who.is_empty());
        let asked_at = if at.is_empty() { None } else { Some(read_step(at)?) };
        let tapped = asked_at.is_some() || here.starts_with("learn");
        let words = words.to_owned();
        return Some(WebLine { words, asked_at, by_button: true, tapped, owner, ..line });
    }
    if let Some(game) = GameId::named(&practice) {
        let begins = features.offers(OfferPlace::Alone(Some(game))).into_iter().next()?;
        let begins = features.commands().parse(&begins.says).ok()??;
        let words = begins.and(&level).and(&length).line();
        return Some(WebLine { words, ..line });
    }
    if !invite.is_empty() {
        let words = match invite.as_str() {
            ANYONE => {
                let (game, quick) = (GameId::named(&game), length == "quick");
                Command::from(verbs::Invite { game, quick }).line()
            }
            who => say!(Challenge { who: format!("@{who}") }).and(&game).and(&length).line(),
        };
        return Some(WebLine { words, ..line });
    }
    if !say.is_empty() {
        return Some(WebLine { words: say, ..line });
    }
    let of = shell::match_of(&here);
    Some(WebLine { words, asked_at: read_step(&at), of, ..line })
}

async fn begin(
    State(room): State<Arc<WebRoom>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    FormBody(pair): FormBody<Pair>,
) -> Result<Response, PageError> {
    let Pair { game, one, other, options, quiet } = pair;
    let sent = FormOrigin { here: String::new(), quiet: !quiet.is_empty() };
    let mut browser = KeyCookie::key(&headers);
    // Both people are at this screen.
    for name in [&one, &other] {
        let name = if name.trim().is_empty() { " " } else { name.as_str() };
        browser = match room.take_name(browser.clone(), Some(from.ip()), name).await {
            Ok(browser) => browser,
            Err(fault) => return unheard(&room, browser, fault, &sent),
        };
    }
    let spoken = |name: &str, words: String| {
        let (browser, name) = (browser.clone(), name.to_owned());
        WebLine { browser, name, words, ..WebLine::default() }
    };
    let who = format!("@{}", line::handle(other.trim()));
    let offer = say!(Challenge { who }).and(&game).and(&options);
    let mut heard = room.hear(spoken(&one, offer.line())).await?;
    // If the challenge was refused, that is the answer.
    if let Some(accept) = room.journal.newest_choice(verbs::Accept::VERB) {
        heard = room.hear(spoken(&other, accept)).await?;
    }
    let reader = room.reader(heard.browser.clone(), "").await?;
    Ok(answer(&room, &heard, heard.page(&reader), &reader, &sent))
}

/// Responds to what wasn't asked of the service.
fn unheard(
    room: &WebRoom,
    browser: Option<String>,
    fault: Unheard,
    sent: &FormOrigin,
) -> Result<Response, PageError> {
    match fault {
        Unheard::Refused(says) => {
            let refused = SpokenResult::refused(browser, says);
            Ok(answer(room, &refused, None, &PageReader::default(), sent))
        }
        Unheard::Failed(err) => Err(PageError::Broken(err)),
    }
}

/// Responds to what was said. The script gets where to go, what was answered, and who speaks now; a browser without scripts is led to
/// a page that shows it.
fn answer(
    room: &WebRoom,
    heard: &SpokenResult,
    page: Option<String>,
    reader: &PageReader,
    FormOrigin { here, quiet }: &FormOrigin,
) -> Response {
    let back = match shell::match_of(here) {
        // What was answered stands there below the board, or in the log.
        Some(of) if heard.answers().is_empty() => reader.match_address(of),
        Some(_) | None => format!("{}#words", reader.address("talk", &[])),
    };
    let mut response = if *quiet {
        // The talk shows all that the room was told.
        let in_log = here == "talk" && heard.refused.is_none();
        let html = if in_log { String::new() } else { heard.answers() };
        let body = json!({ "go": page, "html": html, "name": reader.name });
        ([(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
    } else if heard.refused.is_some() {
        let back = html! { p { a.button href=(back) { (words::BACK) } } };
        let content = html! { main { (PreEscaped(heard.answers())) (back) } };
        let page = public_page(words::NAME, room.assets(), None, &html! {}, &content);
        (StatusCode::FORBIDDEN, page).into_response()
    } else {
        let to = page.unwrap_or(back);
        Redirect::to(&format!("./{}", to.trim_start_matches("./"))).into_response()
    };
    if let Some(key) = heard.browser.as_ref().and_then(|key| room.key_header(key)) {
        response.headers_mut().insert(header::SET_COOKIE, key);
    }
    response
}

async fn choices(
    State(room): State<Arc<WebRoom>>,
    Visitor { reader, .. }: Visitor,
) -> Result<Response, PageError> {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, room.choices(reader).await?.to_string()).into_response())
}

async fn completions(
    State(room): State<Arc<WebRoom>>,
    Visitor { reader, .. }: Visitor,
    WebQuery(asked): WebQuery<PageQuery>,
) -> Result<Response, PageError> {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, room.completions(reader, &asked.line).await?.to_string()).into_response())
}

async fn events(
    State(room): State<Arc<WebRoom>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    WebQuery(asked): WebQuery<PageQuery>,
    headers: HeaderMap,
) -> Response {
    let Some(visit) = room.live.enter(from.ip()) else {
        return (StatusCode::TOO_MANY_REQUESTS, words::too_many_viewers()).into_response();
    };
    // A browser that reconnects sends the number of the last change it got.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let (late, changes) = room.journal.listen(last.unwrap_or(asked.after));
    let coming = stream::unfold(changes, |mut changes| async {
        match changes.recv().await {
            Ok(change) => Some((change, changes)),
            // The browser missed too many changes, so it reloads everything.
            Err(RecvError::Lagged(_)) => Some((LogChange::default(), changes)),
            Err(RecvError::Closed) => None,
        }
    });
    let (all, browser) = (stream::iter(late).chain(coming), KeyCookie::key(&headers));
    let open = room.journal.open_page(browser.clone());
    // Whose names the browser has may change at any time.
    let events = all.filter_map(move |change| {
        let _counts = (&open, &visit);
        let (room, browser) = (room.clone(), browser.clone());
        async move {
            let reader = room.reader(browser, "").await.ok()?;
            let body = room.journal.body(change, &reader)?;
            Some(Ok::<_, Infallible>(Event::default().id(change.number.to_string()).data(body)))
        }
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
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
    Visitor { reader, .. }: Visitor,
    WebPath((of, file)): WebPath<(String, String)>,
) -> Result<Response, PageError> {
    let id = of.split('-').next().and_then(|id| id.parse().ok());
    let found = id.zip(form(&file)).and_then(|(id, (theme, moves))| {
        let drawing = room.journal.find(id, &reader, |told| told.drawing.clone())?;
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
    Visitor { reader, .. }: Visitor,
    WebPath((of, file)): WebPath<(String, String)>,
) -> Result<Response, PageError> {
    let id = of.split('-').next().and_then(|id| id.parse().ok());
    let found = id.zip(form(&file)).and_then(|(id, (theme, _))| {
        Some((room.journal.find(id, &reader, |told| told.reply.sheet.clone())?, theme))
    });
    let Some((sheet, theme)) = found else { return Ok(missing()) };
    let painter = room.painter.clone();
    let painted = paint::drawn(move || paint::sheet(&painter, &sheet.shows, theme));
    Ok(painted.await?.map_or_else(missing, |bytes| image(("image/png", bytes))))
}

async fn file(
    State(room): State<Arc<WebRoom>>,
    Visitor { reader, .. }: Visitor,
    WebPath(of): WebPath<String>,
) -> Result<Response, PageError> {
    let found = of.parse().ok();
    let found = found.and_then(|of| room.journal.find(of, &reader, |told| told.reply.file.clone()));
    let Some(file) = found else { return Ok(missing()) };
    let plain: String = file
        .name
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(*letter))
        .collect();
    let name = format!("attachment; filename=\"{plain}\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    let head = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
    Ok((head, file.body).into_response())
}
