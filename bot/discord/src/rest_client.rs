//! The only client of Discord's REST API. It waits for rate limits, and retries what is safe to
//! repeat.
//!
//! serenity provides routes and types, but its HTTP client isn't used: its rate limiter only works
//! with Discord's own host, and without it neither 429s nor failures are retried. With our own
//! client the same code runs against Discord, a proxy and the tests.
use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use delivery::paint::Painted;
use model::reply::File;
use reqwest::{
    Client, Method, RequestBuilder, Response, Url,
    header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, DATE, RETRY_AFTER, USER_AGENT},
    multipart::{Form, Part},
    redirect::Policy,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::http::Route;
use service::metrics::Metrics;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use super::{
    clock::DiscordClock,
    error::DiscordError,
    limits::{Limit, Limits, Reserved, seconds_of},
};
use crate::bot::CHAT;

/// The base URL of Discord's API.
pub(super) const DISCORD: &str = "https://discord.com";

/// The timeout of one attempt.
const PATIENCE: Duration = Duration::from_secs(20);
/// The waits between attempts after a server or network error.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(100),
    Duration::from_millis(400),
    Duration::from_millis(1000),
    Duration::from_millis(2500),
    Duration::from_millis(5000),
];
/// How often a request may hit a rate limit before it fails.
const MOST_WAITS: usize = 20;
/// The longest wait for a rate limit while the program is stopping, and for requests marked
/// [`Again::Never`].
const SHORT_WAIT: Duration = Duration::from_secs(3);

/// The REST client.
pub(super) struct RestClient {
    pub(super) client: Client,
    token: String,
    host: String,
    stop: watch::Receiver<bool>,
    pub(super) limits: Limits,
    pub(super) clock: DiscordClock,
    metrics: Arc<Metrics>,
}

/// One request.
pub(super) struct Call<'a> {
    pub(super) method: Method,
    pub(super) route: Route<'a>,
    /// The query string without the question mark; usually empty.
    pub(super) query: &'static str,
    pub(super) body: RequestBody,
    pub(super) again: Again,
    /// When it is too late to send it.
    pub(super) until: Option<Instant>,
}

/// The body of a request.
#[derive(Clone)]
pub(super) enum RequestBody {
    Nothing,
    Json(Value),
    /// JSON, and files in the order of its `attachments`.
    Files(Value, Vec<Upload>),
}

/// A file to upload.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    pub(super) name: String,
    /// The media type.
    pub(super) kind: &'static str,
    /// The alt text of a picture.
    pub(super) alt: Option<String>,
    pub(super) bytes: Vec<u8>,
}

impl From<Painted> for Upload {
    fn from(Painted { name, alt, form, bytes }: Painted) -> Upload {
        Upload { name, kind: form.kind(), alt: Some(alt), bytes }
    }
}

impl From<File> for Upload {
    fn from(File { name, body }: File) -> Upload {
        let kind = if name.ends_with(".json") { "application/json" } else { "text/plain" };
        Upload { name, kind, alt: None, bytes: body.into_bytes() }
    }
}

/// Whether a request may be repeated when its result is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// Safe to repeat: it sets something, or has a nonce.
    Harmless,
    /// Repeated only if the request can't have arrived.
    Unheard,
    /// Not worth a second attempt.
    Never,
}

impl<'a> Call<'a> {
    pub(super) fn get(route: Route<'a>) -> Call<'a> {
        Call {
            method: Method::GET,
            route,
            query: "",
            body: RequestBody::Nothing,
            again: Again::Harmless,
            until: None,
        }
    }

    pub(super) fn put(route: Route<'a>, body: Value) -> Call<'a> {
        Call { method: Method::PUT, body: RequestBody::Json(body), ..Call::get(route) }
    }

    pub(super) fn patch(route: Route<'a>, body: RequestBody) -> Call<'a> {
        Call { method: Method::PATCH, body, ..Call::get(route) }
    }

    pub(super) fn delete(route: Route<'a>) -> Call<'a> {
        Call { method: Method::DELETE, ..Call::get(route) }
    }

    pub(super) fn post(route: Route<'a>, body: RequestBody, again: Again) -> Call<'a> {
        Call { method: Method::POST, body, again, ..Call::get(route) }
    }
}

impl RestClient {
    /// Creates the client, without sending anything.
    ///
    /// # Errors
    /// If the host is invalid, or TLS can't be set up.
    pub(super) fn new(
        token: &str,
        host: Option<&str>,
        stop: watch::Receiver<bool>,
        metrics: Arc<Metrics>,
    ) -> anyhow::Result<RestClient> {
        let own = host.is_some();
        let host = host.unwrap_or(DISCORD).trim_end_matches('/');
        Url::parse(host).with_context(|| format!("`{host}` is no address of a server"))?;
        // No redirects to other hosts.
        let client = Client::builder()
            .redirect(Policy::none())
            .timeout(PATIENCE)
            .connect_timeout(PATIENCE / 4);
        let client = if own { client.no_proxy() } else { client };
        Ok(RestClient {
            client: client.build().context("TLS can't be set up")?,
            token: token.trim().trim_start_matches("Bot ").to_owned(),
            host: host.to_owned(),
            stop,
            limits: Limits::default(),
            clock: DiscordClock::default(),
            metrics,
        })
    }

    /// Returns the host.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Sends a request and parses the response.
    ///
    /// # Errors
    /// If Discord rejects it, can't be reached, or sends an unexpected response.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        call: &Call<'_>,
    ) -> Result<T, DiscordError> {
        let answer = self.send(call).await?;
        let bytes = answer.bytes().await.map_err(|err| DiscordError::lost(&err.without_url()))?;
        serde_json::from_slice(&bytes)
            .map_err(|err| DiscordError::Lost(format!("Discord's answer can't be read: {err}")))
    }

    /// Sends a request and ignores the response.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn tell(&self, call: &Call<'_>) -> Result<(), DiscordError> {
        self.send(call).await.map(|_| ())
    }

    async fn send(&self, call: &Call<'_>) -> Result<Response, DiscordError> {
        let limit = Limit::of(&call.route);
        let mut pauses = PAUSES.into_iter();
        let mut waits = 0;
        loop {
            let place = self.wait(&limit, call.again).await?;
            if call.until.is_some_and(|it| it <= Instant::now()) {
                return Err(DiscordError::too_late());
            }
            let sent = self.request(call)?.send().await;
            if let Ok(answer) = &sent {
                self.limits.read(&limit, answer.headers());
                let date = answer.headers().get(DATE).and_then(|date| date.to_str().ok());
                date.inspect(|date| self.clock.read(date, std::time::Instant::now()));
            }
            // Release the slot before the pause, so that other requests can be sent.
            drop(place);
            let fault = match sent {
                Ok(answer) => match answer.status().as_u16() {
                    200..300 => return Ok(answer),
                    429 => {
                        let fault = self.held_up(answer, &limit).await;
                        waits += 1;
                        if MOST_WAITS < waits || call.again == Again::Never {
                            return Err(fault);
                        }
                        continue;
                    }
                    status @ 500.. if call.again == Again::Harmless => {
                        DiscordError::Lost(format!("Discord answers {status}"))
                    }
                    status => return Err(DiscordError::refused(status, &read(answer).await)),
                },
                Err(err) => {
                    let heard = !err.is_connect();
                    // The URL may contain an interaction token.
                    let fault = DiscordError::lost(&err.without_url());
                    if heard && call.again == Again::Unheard {
                        return Err(fault);
                    }
                    fault
                }
            };
            match pauses.next().filter(|_| call.again != Again::Never) {
                Some(pause) if !self.ends_within(pause).await => {}
                Some(_) | None => return Err(fault),
            }
        }
    }

    /// Waits. Returns true if the program is stopping, so that the request isn't retried.
    async fn ends_within(&self, wait: Duration) -> bool {
        let mut stop = self.stop.clone();
        tokio::select! {
            biased;
            _ = stop.wait_for(|it| *it) => true,
            () = sleep(wait) => false,
        }
    }

    fn request(&self, call: &Call<'_>) -> Result<RequestBuilder, DiscordError> {
        let Call { method, route, query, body, again: _, until: _ } = call;
        let mut address = route.path().replacen(DISCORD, &self.host, 1);
        if !query.is_empty() {
            address = format!("{address}?{query}");
        }
        let request = self
            .client
            .request(method.clone(), address)
            .header(AUTHORIZATION, format!("Bot {}", self.token))
            .header(
                USER_AGENT,
                concat!("DiscordBot (draughtsman, ", env!("CARGO_PKG_VERSION"), ")"),
            );
        let bytes = |json: &Value| serde_json::to_vec(json).map_err(|err| DiscordError::lost(&err));
        Ok(match body {
            // Without a length, some servers refuse it.
            RequestBody::Nothing if *method == Method::PUT => request.header(CONTENT_LENGTH, 0),
            RequestBody::Nothing => request,
            RequestBody::Json(json) => {
                request.header(CONTENT_TYPE, "application/json").body(bytes(json)?)
            }
            RequestBody::Files(json, files) => request.multipart(form(bytes(json)?, files)?),
        })
    }

    /// Waits until the request's bucket and the global limit have a slot.
    ///
    /// # Errors
    /// If the wait would be too long for this request, or the program is stopping.
    async fn wait(&self, limit: &Limit, again: Again) -> Result<Reserved<'_>, DiscordError> {
        let soon = Instant::now() + SHORT_WAIT;
        if let Some(place) = self.limits.take(limit, Some(soon)).await {
            return Ok(place);
        }
        if again == Again::Never {
            return Err(DiscordError::Lost("a limit is used up".to_owned()));
        }
        let mut stop = self.stop.clone();
        let place = tokio::select! {
            place = self.limits.take(limit, None) => place,
            _ = stop.wait_for(|it| *it) => None,
        };
        place.ok_or_else(|| {
            DiscordError::Lost("the program ends before Discord takes it".to_owned())
        })
    }

    /// Closes the limit that a 429 response names, and returns its error.
    async fn held_up(&self, answer: Response, limit: &Limit) -> DiscordError {
        let headers = answer.headers();
        let all = headers.contains_key("x-ratelimit-global");
        let header =
            headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
        let status = answer.status().as_u16();
        let body = read(answer).await;
        let seconds = body.get("retry_after").and_then(Value::as_f64).or(header).unwrap_or(1.0);
        let all = all || body.get("global").and_then(Value::as_bool).unwrap_or(false);
        // Some extra time, because the number is rounded.
        let opens = Instant::now() + seconds_of(seconds) + Duration::from_millis(10);
        tracing::info!(seconds, all, "Discord asks to wait");
        self.metrics.held_up.of(CHAT).count();
        self.limits.close(limit, all, opens);
        DiscordError::refused(status, &body)
    }
}

/// Reads the body of an error response; null if it isn't JSON.
async fn read(answer: Response) -> Value {
    match answer.bytes().await {
        Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        Err(_) => Value::Null,
    }
}

fn form(json: Vec<u8>, files: &[Upload]) -> Result<Form, DiscordError> {
    let typed =
        |part: Part, kind: &str| part.mime_str(kind).map_err(|err| DiscordError::lost(&err));
    let mut form = Form::new().part("payload_json", typed(Part::bytes(json), "application/json")?);
    for (n, Upload { name, kind, alt: _, bytes }) in files.iter().enumerate() {
        let part = typed(Part::bytes(bytes.clone()).file_name(name.clone()), kind)?;
        form = form.part(format!("files[{n}]"), part);
    }
    Ok(form)
}
