//! The one way out to Discord's REST interface: waits where Discord says so, and tries again where that does no harm.
//!
//! serenity names the routes and reads what comes; the sending is ours, because its limiter speaks to Discord's own host
//! alone, and without the limiter it keeps neither a 429's waiting time nor tries anything again. So the same code runs
//! against Discord, a proxy and the tests.
use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use reqwest::{
    Client, Method, RequestBuilder, Response, Url,
    header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER, USER_AGENT},
    multipart::{Form, Part},
    redirect::Policy,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::http::Route;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use super::{
    limits::{Limit, Limits, Place, seconds_of},
    trouble::Trouble,
};
use crate::{discord::bot::CHAT, figures::Figures};

/// Where Discord is.
pub(super) const DISCORD: &str = "https://discord.com";

/// How long one try may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// The waits between tries after a fault of Discord's or of the line.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(100),
    Duration::from_millis(400),
    Duration::from_millis(1000),
    Duration::from_millis(2500),
    Duration::from_millis(5000),
];
/// How often a request may be told to wait before it is given up.
const MOST_WAITS: usize = 20;
/// The longest that is waited for a limit while the program ends, or where a request is not worth waiting for.
const SHORT_WAIT: Duration = Duration::from_secs(3);

/// The way to Discord.
pub(super) struct RestClient {
    pub(super) client: Client,
    token: String,
    host: String,
    stop: watch::Receiver<bool>,
    limits: Limits,
    figures: Arc<Figures>,
}

/// One request.
pub(super) struct Call<'a> {
    pub(super) method: Method,
    pub(super) route: Route<'a>,
    /// Without the question mark; mostly empty.
    pub(super) query: &'static str,
    pub(super) body: Body,
    pub(super) again: Again,
}

/// What goes with a request.
pub(super) enum Body {
    Nothing,
    Json(Value),
    /// JSON, and files in the order of its `attachments`.
    Files(Value, Vec<Upload>),
}

/// A file to attach.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    pub(super) name: String,
    /// The media type.
    pub(super) kind: &'static str,
    /// The picture in words; nothing for a file that is no picture.
    pub(super) alt: Option<String>,
    pub(super) bytes: Vec<u8>,
}

/// Whether a request may be tried again when it is not known what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// Sent twice it does the same: it sets something, or carries a nonce.
    Harmless,
    /// Sent twice it might be done twice: only where it cannot have arrived.
    Unheard,
    /// It is not worth a second try.
    Never,
}

impl<'a> Call<'a> {
    pub(super) fn get(route: Route<'a>) -> Call<'a> {
        Call { method: Method::GET, route, query: "", body: Body::Nothing, again: Again::Harmless }
    }

    pub(super) fn put(route: Route<'a>, body: Value) -> Call<'a> {
        Call { method: Method::PUT, body: Body::Json(body), ..Call::get(route) }
    }

    pub(super) fn patch(route: Route<'a>, body: Body) -> Call<'a> {
        Call { method: Method::PATCH, body, ..Call::get(route) }
    }

    pub(super) fn delete(route: Route<'a>) -> Call<'a> {
        Call { method: Method::DELETE, ..Call::get(route) }
    }

    pub(super) fn post(route: Route<'a>, body: Body, again: Again) -> Call<'a> {
        Call { method: Method::POST, body, again, ..Call::get(route) }
    }
}

impl RestClient {
    /// Prepares the way; nothing is sent yet.
    ///
    /// # Errors
    /// When the host cannot be one, or TLS cannot be set up.
    pub(super) fn new(
        token: &str,
        host: Option<&str>,
        stop: watch::Receiver<bool>,
        figures: Arc<Figures>,
    ) -> anyhow::Result<RestClient> {
        let own = host.is_some();
        let host = host.unwrap_or(DISCORD).trim_end_matches('/');
        Url::parse(host).with_context(|| format!("`{host}` is no address of a server"))?;
        // Nobody but the host itself is to be reached.
        let client = Client::builder()
            .redirect(Policy::none())
            .timeout(PATIENCE)
            .connect_timeout(PATIENCE / 4);
        let client = if own { client.no_proxy() } else { client };
        Ok(RestClient {
            client: client.build().context("TLS cannot be set up")?,
            token: token.trim().trim_start_matches("Bot ").to_owned(),
            host: host.to_owned(),
            stop,
            limits: Limits::default(),
            figures,
        })
    }

    /// Returns where requests go.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Sends a request and reads what comes back.
    ///
    /// # Errors
    /// When Discord refuses it, cannot be reached, or answers something else.
    pub(super) async fn ask<T: DeserializeOwned>(&self, call: &Call<'_>) -> Result<T, Trouble> {
        let answer = self.send(call).await?;
        let bytes = answer.bytes().await.map_err(|err| Trouble::lost(&err.without_url()))?;
        serde_json::from_slice(&bytes)
            .map_err(|err| Trouble::Lost(format!("Discord's answer cannot be read: {err}")))
    }

    /// Sends a request whose answer says nothing.
    ///
    /// # Errors
    /// When Discord refuses it or cannot be reached.
    pub(super) async fn tell(&self, call: &Call<'_>) -> Result<(), Trouble> {
        self.send(call).await.map(|_| ())
    }

    async fn send(&self, call: &Call<'_>) -> Result<Response, Trouble> {
        let limit = Limit::of(&call.route);
        let mut pauses = PAUSES.into_iter();
        let mut waits = 0;
        loop {
            let place = self.wait(&limit, call.again).await?;
            let sent = self.request(call)?.send().await;
            if let Ok(answer) = &sent {
                self.limits.read(&limit, answer.headers());
            }
            // Before any pause: meanwhile others may go.
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
                        Trouble::Lost(format!("Discord answers {status}"))
                    }
                    status => return Err(Trouble::refused(status, &read(answer).await)),
                },
                Err(err) => {
                    let heard = !err.is_connect();
                    // The address may hold the token of an interaction.
                    let fault = Trouble::lost(&err.without_url());
                    if heard && call.again == Again::Unheard {
                        return Err(fault);
                    }
                    fault
                }
            };
            match pauses.next().filter(|_| call.again != Again::Never) {
                Some(pause) => sleep(pause).await,
                None => return Err(fault),
            }
        }
    }

    fn request(&self, call: &Call<'_>) -> Result<RequestBuilder, Trouble> {
        let Call { method, route, query, body, again: _ } = call;
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
        let bytes = |json: &Value| serde_json::to_vec(json).map_err(|err| Trouble::lost(&err));
        Ok(match body {
            Body::Nothing => request,
            Body::Json(json) => request.header(CONTENT_TYPE, "application/json").body(bytes(json)?),
            Body::Files(json, files) => request.multipart(form(bytes(json)?, files)?),
        })
    }

    /// Waits until a limit, and the one for everything, take another request.
    ///
    /// # Errors
    /// When that is too long for this one, or for a program that ends.
    async fn wait(&self, limit: &Limit, again: Again) -> Result<Place<'_>, Trouble> {
        let soon = Instant::now() + SHORT_WAIT;
        if let Some(place) = self.limits.take(limit, Some(soon)).await {
            return Ok(place);
        }
        if again == Again::Never {
            return Err(Trouble::Lost("a limit is used up".to_owned()));
        }
        let mut stop = self.stop.clone();
        let place = tokio::select! {
            place = self.limits.take(limit, None) => place,
            _ = stop.wait_for(|it| *it) => None,
        };
        place.ok_or_else(|| Trouble::Lost("the program ends before Discord takes it".to_owned()))
    }

    /// Obeys a 429.
    async fn held_up(&self, answer: Response, limit: &Limit) -> Trouble {
        let headers = answer.headers();
        let all = headers.contains_key("x-ratelimit-global");
        let header = headers.get(RETRY_AFTER).and_then(|it| it.to_str().ok()?.parse::<f64>().ok());
        let status = answer.status().as_u16();
        let body = read(answer).await;
        let seconds = body.get("retry_after").and_then(Value::as_f64).or(header).unwrap_or(1.0);
        let all = all || body.get("global").and_then(Value::as_bool).unwrap_or(false);
        // The figure is rounded, and clocks differ.
        let opens = Instant::now() + seconds_of(seconds) + Duration::from_millis(10);
        tracing::info!(seconds, all, "Discord asks to wait");
        self.figures.held_up.of(CHAT).count();
        self.limits.close(limit, all, opens);
        Trouble::refused(status, &body)
    }
}

/// Reads the body of an answer that was no success; nothing where it is no JSON.
async fn read(answer: Response) -> Value {
    match answer.bytes().await {
        Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        Err(_) => Value::Null,
    }
}

fn form(json: Vec<u8>, files: &[Upload]) -> Result<Form, Trouble> {
    let typed = |part: Part, kind: &str| part.mime_str(kind).map_err(|err| Trouble::lost(&err));
    let mut form = Form::new().part("payload_json", typed(Part::bytes(json), "application/json")?);
    for (n, Upload { name, kind, alt: _, bytes }) in files.iter().enumerate() {
        let part = typed(Part::bytes(bytes.clone()).file_name(name.clone()), kind)?;
        form = form.part(format!("files[{n}]"), part);
    }
    Ok(form)
}
