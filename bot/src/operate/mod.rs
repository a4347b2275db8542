//! Running as a service: pages that say how it does, for machines and for people, and word to the system's manager.
//!
//! `sight` looks at everything once; `health` judges what was seen, `metrics` writes it as OpenMetrics, `page` draws it. The
//! pages show numbers alone, and none of them can change anything.
mod health;
mod metrics;
mod page;
mod sight;
mod unit;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use axum::{
    Router,
    extract::State,
    http::{HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::{net::TcpListener, sync::watch};

use self::{page::Minutes, sight::Sight};
pub use self::{
    sight::Watch,
    unit::{beat, stopping, when_ready},
};

/// Where a browser may take what a page is made of: from here, and nothing that runs.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE: &str = include_str!("style.css");

/// How often requests are counted for the curve of the page.
const MINUTE: Duration = Duration::from_secs(60);

/// What the pages are made from.
struct Desk {
    watch: Watch,
    minutes: Mutex<Minutes>,
}

/// Takes the address at which the pages are shown, before anything else begins.
///
/// # Errors
/// When it is taken, or none of this machine.
pub async fn bind(listen: SocketAddr) -> anyhow::Result<TcpListener> {
    let bound = TcpListener::bind(listen).await;
    bound.with_context(|| format!("`operate.listen` cannot be {listen}"))
}

/// Shows the pages until the program shall end.
///
/// # Errors
/// When the connection fails for good.
pub async fn show(
    listener: TcpListener,
    watch: Watch,
    mut stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let desk = Arc::new(Desk { watch, minutes: Mutex::default() });
    let counting = tokio::spawn(count(desk.clone()));
    let stopped = async move { drop(stop.wait_for(|it| *it).await) };
    // What is being read may take as long as it likes; nobody waits for it.
    let served = tokio::select! {
        served = axum::serve(listener, routes(desk)).into_future() => served,
        () = stopped => Ok(()),
    };
    counting.abort();
    Ok(served?)
}

fn routes(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/", get(people))
        .route("/style.css", get(style))
        .route("/healthz", get(healthz))
        .route("/metrics", get(figures))
        .with_state(desk)
}

async fn count(desk: Arc<Desk>) {
    let mut beat = tokio::time::interval(MINUTE);
    loop {
        beat.tick().await;
        let requests = desk.watch.requests();
        desk.minutes.lock().unwrap_or_else(PoisonError::into_inner).note(requests);
    }
}

async fn healthz(State(desk): State<Arc<Desk>>) -> Response {
    let faults = health::faults(&desk.watch.look().await);
    match faults.is_empty() {
        true => answer(StatusCode::OK, "text/plain; charset=utf-8", "well\n".to_owned()),
        false => {
            let line = format!("{}\n", faults.join("; "));
            answer(StatusCode::SERVICE_UNAVAILABLE, "text/plain; charset=utf-8", line)
        }
    }
}

async fn figures(State(desk): State<Arc<Desk>>) -> Response {
    let sight: Sight = desk.watch.look().await;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    answer(StatusCode::OK, kind, metrics::text(&sight))
}

async fn people(State(desk): State<Arc<Desk>>) -> Response {
    let sight = desk.watch.look().await;
    let minutes = desk.minutes.lock().unwrap_or_else(PoisonError::into_inner).per_minute();
    answer(StatusCode::OK, "text/html; charset=utf-8", page::html(&sight, &minutes))
}

async fn style() -> Response {
    answer(StatusCode::OK, "text/css; charset=utf-8", STYLE.to_owned())
}

fn answer(status: StatusCode, kind: &'static str, body: String) -> Response {
    let headers: [(HeaderName, &str); 5] = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (status, headers, body).into_response()
}

#[cfg(test)]
mod tests;
