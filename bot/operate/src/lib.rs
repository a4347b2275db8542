//! Running as a service: status pages for machines and people, and notifications to systemd.
//!
//! `sight` collects the state, `health` judges it, `metrics` writes OpenMetrics, `page` draws
//! charts. The pages are read-only and show only numbers. `access` says who may read them.
mod access;
mod health;
mod metrics;
mod page;
mod snapshot;
mod systemd;
mod words;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::get,
};
use serving::MostConnections;
use tokio::{net::TcpListener, sync::watch};

use self::{
    access::{FiguresAccess, figures_only_for_those_who_may},
    page::Minutes,
    snapshot::Snapshot,
};

pub use self::{
    access::warning,
    snapshot::HealthWatch,
    systemd::{beat, stopping, when_ready},
};

/// The content security policy: own resources only, no scripts.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE: &str = include_str!("style.css");

/// The most connections: some programs that watch, and a few people.
const MOST: MostConnections = MostConnections { all: 64, from_one: Some(16) };

/// The interval of the chart of requests.
const MINUTE: Duration = Duration::from_secs(60);

/// The shared state of the pages.
struct StatusPages {
    access: FiguresAccess,
    watch: HealthWatch,
    minutes: Mutex<Minutes>,
}

/// Binds the address of the pages. Called before anything else starts.
///
/// # Errors
/// If it is in use, or isn't an address of this machine.
pub async fn bind(listen: SocketAddr) -> anyhow::Result<TcpListener> {
    let bound = TcpListener::bind(listen).await;
    bound.with_context(|| format!("`operate.listen` can't be {listen}"))
}

/// Serves the pages until the program ends. With a token, only who has it may read the figures.
pub async fn show(
    listener: TcpListener,
    token: Option<String>,
    watch: HealthWatch,
    mut stop: watch::Receiver<bool>,
) {
    let Ok(listen) = listener.local_addr() else { return };
    let access = FiguresAccess::new(listen, token);
    let pages = Arc::new(StatusPages { access, watch, minutes: Mutex::default() });
    let counting = tokio::spawn(count(pages.clone()));
    // The sender is gone, which also means the end.
    let stopped = async move { drop(stop.wait_for(|it| *it).await) };
    tokio::select! {
        never = serving::serve(listener, routes(pages), MOST) => match never {},
        () = stopped => {}
    }
    counting.abort();
}

fn routes(pages: Arc<StatusPages>) -> Router {
    let access = pages.access.clone();
    Router::new()
        .route("/", get(people))
        .route("/metrics", get(open_metrics))
        .layer(from_fn_with_state(access, figures_only_for_those_who_may))
        .route("/style.css", get(style))
        .route("/healthz", get(healthz))
        .with_state(pages)
}

async fn count(pages: Arc<StatusPages>) {
    let mut beat = tokio::time::interval(MINUTE);
    loop {
        beat.tick().await;
        let requests = pages.watch.requests();
        pages.minutes.lock().unwrap_or_else(PoisonError::into_inner).note(requests);
    }
}

async fn healthz(State(pages): State<Arc<StatusPages>>, headers: HeaderMap) -> Response {
    let faults = health::faults(&pages.watch.look().await);
    let (status, says) = match faults.is_empty() {
        true => (StatusCode::OK, words::WELL.to_owned()),
        // The reasons may name the place of the database.
        false if pages.access.check(&headers).is_err() => {
            (StatusCode::SERVICE_UNAVAILABLE, words::UNWELL.to_owned())
        }
        false => (StatusCode::SERVICE_UNAVAILABLE, faults.join("; ")),
    };
    answer(status, "text/plain; charset=utf-8", format!("{says}\n"))
}

async fn open_metrics(State(pages): State<Arc<StatusPages>>) -> Response {
    let sight: Snapshot = pages.watch.look().await;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    answer(StatusCode::OK, kind, metrics::text(&sight))
}

async fn people(State(pages): State<Arc<StatusPages>>) -> Response {
    let sight = pages.watch.look().await;
    let minutes = pages.minutes.lock().unwrap_or_else(PoisonError::into_inner).per_minute();
    answer(StatusCode::OK, "text/html; charset=utf-8", page::html(&sight, &minutes).into_string())
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
