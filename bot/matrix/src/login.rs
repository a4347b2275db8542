//! Logging in with a password, a token, or a code that a person confirms in a browser.
use std::{error::Error, time::Duration};

use anyhow::{Context as _, anyhow};
use matrix_sdk::{
    Client, HttpError, RefreshTokenError, SessionMeta, SessionTokens,
    authentication::{
        matrix::MatrixSession,
        oauth::{ClientId, OAuthError, error::RequestTokenError},
    },
    config::RequestConfig,
    reqwest::{self, redirect},
    ruma::{
        OwnedDeviceId, OwnedUserId, UserId,
        api::{
            client::{
                session::login::{
                    self,
                    v3::{LoginInfo, Password},
                },
                uiaa::{MatrixUserIdentifier, UserIdentifier},
            },
            error::ErrorKind,
        },
    },
};
use model::time;
use serde::Deserialize;

use super::{device_login, error::Unsent};

/// The device's display name.
pub(super) const DEVICE: &str = "Draughtsman";
/// The timeout of a request. An `http` server that is spoken to in TLS never answers.
const PATIENCE: Duration = Duration::from_secs(15);

/// A new session.
pub(super) struct LoggedIn {
    pub(super) meta: SessionMeta,
    pub(super) tokens: SessionTokens,
    /// The OAuth client id, if the bot was logged in with a code.
    pub(super) client_id: Option<ClientId>,
}

/// Why there is no session.
pub(super) enum Unconfirmed {
    /// A retry won't help; the host must act.
    Gone(anyhow::Error),
    /// The server can't be reached now; a retry may help, after this time if the server says so.
    Away { why: anyhow::Error, after: Option<Duration> },
}

impl From<anyhow::Error> for Unconfirmed {
    fn from(err: anyhow::Error) -> Unconfirmed {
        Unconfirmed::Gone(err)
    }
}

impl From<Unconfirmed> for anyhow::Error {
    fn from(unconfirmed: Unconfirmed) -> anyhow::Error {
        match unconfirmed {
            Unconfirmed::Gone(why) | Unconfirmed::Away { why, after: _ } => why,
        }
    }
}

impl Unconfirmed {
    /// Classifies an error of a request.
    pub(super) fn of(err: &HttpError, homeserver: &str) -> Unconfirmed {
        let why = trouble(err, homeserver);
        match Unsent::from(err) {
            Unsent::Refused(_) | Unsent::Never(_) => Unconfirmed::Gone(why),
            Unsent::Later { why: _, after } => Unconfirmed::Away { why, after },
            Unsent::Offline(_) => Unconfirmed::Away { why, after: None },
        }
    }
}

/// Logs in as configured, with a password or a token.
///
/// # Errors
/// If the server can't be reached or rejects the login; the message says what to do.
pub(super) async fn as_configured(
    config: &config::Matrix,
    homeserver: &str,
    user: &UserId,
    device: &OwnedDeviceId,
) -> Result<LoggedIn, Unconfirmed> {
    if let Some(password) = &config.password {
        return with_password(homeserver, user, password, device).await;
    }
    let Some(token) = &config.token else {
        return Err(anyhow!(
            "the bot isn't logged in to Matrix. Run `draughtsman matrix login`, or set `matrix.password` or `matrix.token`"
        )
        .into());
    };
    let meta = whose(token, homeserver).await?;
    if meta.user_id != *user {
        return Err(anyhow!("`matrix.token` belongs to {}, not to {user}", meta.user_id).into());
    }
    let tokens = SessionTokens { access_token: token.clone(), refresh_token: None };
    Ok(LoggedIn { meta, tokens, client_id: None })
}

/// Logs in with a code, or with the password if the server doesn't support codes.
///
/// # Errors
/// Those of [`as_configured`], or if nobody confirms the code.
pub(super) async fn with_code(
    config: &config::Matrix,
    homeserver: &str,
    user: &UserId,
    device: &OwnedDeviceId,
) -> Result<LoggedIn, Unconfirmed> {
    let logged_in = match device_login::grant(homeserver, user, device).await? {
        Some(logged_in) => logged_in,
        None => match &config.password {
            Some(password) => with_password(homeserver, user, password, device).await?,
            None => {
                return Err(anyhow!(
                    "{homeserver} has no logins with a code. Set `matrix.password`, or set `matrix.token` to the access token of a login"
                )
                .into());
            }
        },
    };
    if logged_in.meta.user_id != *user {
        let other = &logged_in.meta.user_id;
        return Err(anyhow!(
            "{other} was logged in, not {user}. Log out in the browser, run this again and log in there as {user}, or set `matrix.user`"
        )
        .into());
    }
    if logged_in.meta.device_id != *device {
        return Err(anyhow!("{homeserver} logged in another device than it was asked to").into());
    }
    Ok(logged_in)
}

/// Logs in with a password.
///
/// # Errors
/// If the server can't be reached, allows no passwords, or doesn't accept this one.
pub(super) async fn with_password(
    homeserver: &str,
    user: &UserId,
    password: &str,
    device: &OwnedDeviceId,
) -> Result<LoggedIn, Unconfirmed> {
    let client = asking(homeserver).await?;
    takes_passwords(&client, homeserver, user).await?;
    let name = UserIdentifier::Matrix(MatrixUserIdentifier::new(user.to_string()));
    let mut login =
        login::v3::Request::new(LoginInfo::Password(Password::new(name, password.to_owned())));
    login.device_id = Some(device.clone());
    login.initial_device_display_name = Some(DEVICE.to_owned());
    login.refresh_token = true;
    // The SDK's own login waits in silence while the server limits it.
    let answer = match client.send(login).await {
        Ok(answer) => answer,
        Err(err) if matches!(err.client_api_error_kind(), Some(ErrorKind::Forbidden)) => {
            return Err(anyhow!(
                "{homeserver} doesn't accept this password for {user}. Check `matrix.user` and `matrix.password`"
            )
            .into());
        }
        Err(err) => return Err(Unconfirmed::of(&err, homeserver)),
    };
    let MatrixSession { meta, tokens } = (&answer).into();
    Ok(LoggedIn { meta, tokens, client_id: None })
}

/// Asks the server whether it supports password logins.
///
/// # Errors
/// If it doesn't, or can't be reached.
pub(super) async fn takes_passwords(
    client: &Client,
    homeserver: &str,
    user: &UserId,
) -> Result<(), Unconfirmed> {
    let takes = match client.matrix_auth().get_login_types().await {
        Ok(answer) => answer.flows.iter().any(|flow| flow.login_type() == "m.login.password"),
        Err(err) if matches!(err.client_api_error_kind(), Some(ErrorKind::Unrecognized)) => false,
        Err(err) => return Err(Unconfirmed::of(&err, homeserver)),
    };
    if takes {
        return Ok(());
    }
    Err(anyhow!(
        "{homeserver} doesn't allow logins with a password. Run `draughtsman matrix login` and confirm its code in a browser; or set \
         `matrix.token` to a token of the server's admin: `mas-cli manage issue-compatibility-token {}`",
        user.localpart()
    )
    .into())
}

/// Asks the server which device an access token belongs to.
///
/// # Errors
/// If the server can't be reached, or doesn't know the token.
pub(super) async fn whose(token: &str, homeserver: &str) -> Result<SessionMeta, Unconfirmed> {
    #[derive(Deserialize)]
    struct Owner {
        user_id: OwnedUserId,
        device_id: Option<OwnedDeviceId>,
    }
    #[derive(Deserialize)]
    struct WhoamiRefusal {
        errcode: String,
    }
    // A client of the SDK sends more requests, and needs the device id first.
    let page = format!("{}/_matrix/client/v3/account/whoami", homeserver.trim_end_matches('/'));
    let asked = requests(redirect::Policy::default())?.get(page).bearer_auth(token).send().await;
    let answer = asked.map_err(|why| Unconfirmed::of(&why.into(), homeserver))?;
    let status = answer.status();
    let body = answer.bytes().await.map_err(|why| Unconfirmed::of(&why.into(), homeserver))?;
    if status.is_success()
        && let Ok(Owner { user_id, device_id }) = serde_json::from_slice(&body)
    {
        let device_id = device_id.context(
            "`matrix.token` belongs to no device, so nothing encrypted can be read with it. Use the token of a login",
        )?;
        return Ok(SessionMeta { user_id, device_id });
    }
    let refusal = serde_json::from_slice(&body).ok().map(|it: WhoamiRefusal| it.errcode);
    if refusal.as_deref() == Some("M_UNKNOWN_TOKEN") {
        return Err(anyhow!(
            "{homeserver} doesn't accept `matrix.token`. Make a new one, set `matrix.password`, or run `draughtsman matrix login`"
        )
        .into());
    }
    let why = anyhow!(
        "{homeserver} doesn't say whose `matrix.token` is ({status}{}). Check `matrix.homeserver` and the token",
        refusal.map_or(String::new(), |refusal| format!(" {refusal}"))
    );
    Err(match status.as_u16() {
        408 | 429 | 500.. => Unconfirmed::Away { why, after: None },
        _ => Unconfirmed::Gone(why),
    })
}

/// Creates an HTTP client for requests that the SDK doesn't offer.
///
/// # Errors
/// If TLS can't be set up.
pub(super) fn requests(redirects: redirect::Policy) -> anyhow::Result<reqwest::Client> {
    reqwest::Client::builder()
        .timeout(PATIENCE)
        .redirect(redirects)
        .user_agent(concat!("draughtsman/", env!("CARGO_PKG_VERSION")))
        .build()
        .context("no request can be made")
}

/// Creates a client with a session, kept only in memory.
///
/// # Errors
/// If the address is invalid.
pub(super) async fn holding(
    meta: SessionMeta,
    tokens: SessionTokens,
    homeserver: &str,
) -> anyhow::Result<Client> {
    let client = asking(homeserver).await?;
    client.restore_session(MatrixSession { meta, tokens }).await?;
    Ok(client)
}

/// Creates a client without a session, kept only in memory.
///
/// # Errors
/// If the address is invalid.
pub(super) async fn asking(homeserver: &str) -> anyhow::Result<Client> {
    let client = Client::builder()
        .homeserver_url(homeserver)
        .respect_login_well_known(false)
        .request_config(RequestConfig::new().disable_retry().timeout(PATIENCE))
        .user_agent(concat!("draughtsman/", env!("CARGO_PKG_VERSION")));
    Ok(client.build().await?)
}

/// Says why a request failed, and what the host can do.
pub(super) fn trouble(err: &HttpError, homeserver: &str) -> anyhow::Error {
    match err {
        HttpError::Reqwest(why) if why.is_timeout() => anyhow!(
            "{homeserver} doesn't answer. Check `matrix.homeserver` (whether it begins with `https` or `http`, and its port), the network, \
             and whether the server runs"
        ),
        HttpError::Reqwest(why) => anyhow!(
            "{homeserver} can't be reached ({}). Check `matrix.homeserver`, the network, and whether the server runs",
            innermost(why)
        ),
        HttpError::RefreshToken(why) => anyhow!(
            "the Matrix session can't be renewed now ({why}). Check the network, and whether {homeserver} and its login server run"
        ),
        _ => match err.client_api_error_kind() {
            Some(ErrorKind::UserDeactivated) => anyhow!(
                "{homeserver} has deactivated the bot's account. Ask its admin to reactivate it, or create another account and set \
                 `matrix.user`"
            ),
            Some(ErrorKind::UserLocked) => anyhow!(
                "{homeserver} has locked the bot's account. Ask its admin to unlock it; the bot then continues by itself"
            ),
            Some(ErrorKind::LimitExceeded(_)) => match Unsent::from(err) {
                Unsent::Later { why: _, after: Some(after) } => {
                    let seconds = i64::try_from(after.as_secs()).unwrap_or(i64::MAX).max(1);
                    anyhow!("{homeserver} asks the bot to wait {}", time::duration(seconds))
                }
                _ => anyhow!("{homeserver} asks the bot to wait"),
            },
            Some(_) => anyhow!("{homeserver} refuses: {err}"),
            None => anyhow!(
                "{homeserver} doesn't answer like a Matrix homeserver ({err}). Check `matrix.homeserver`"
            ),
        },
    }
}

/// Returns the innermost cause of an error: the outer ones repeat the address with everything asked.
fn innermost(err: &dyn Error) -> String {
    let mut cause = err;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// How a session was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionLoss {
    /// It has expired; the device and its keys still exist.
    Expired,
    /// The device was logged out, and may be deleted.
    LoggedOut,
}

/// Returns how the server ended the session, if it did: the token is invalid and can't be renewed.
pub(super) fn lost(err: &HttpError) -> Option<SessionLoss> {
    use matrix_sdk::authentication::oauth::error::BasicErrorResponseType as Says;
    match err {
        HttpError::RefreshToken(RefreshTokenError::MatrixAuth(err)) => {
            // An error of a busy or broken server doesn't end the session.
            let status = err.as_client_api_error()?.status_code.as_u16();
            let refuses = !matches!(status, 408 | 429 | 500..);
            refuses.then(|| kind_of_loss(err).unwrap_or(SessionLoss::LoggedOut))
        }
        HttpError::RefreshToken(RefreshTokenError::OAuth(err)) => match &**err {
            OAuthError::RefreshToken(RequestTokenError::ServerResponse(answer)) => matches!(
                answer.error(),
                Says::InvalidGrant | Says::InvalidClient | Says::UnauthorizedClient
            )
            .then_some(SessionLoss::LoggedOut),
            _ => None,
        },
        HttpError::RefreshToken(RefreshTokenError::RefreshTokenRequired) => {
            Some(SessionLoss::LoggedOut)
        }
        _ => kind_of_loss(err),
    }
}

fn kind_of_loss(err: &HttpError) -> Option<SessionLoss> {
    match err.client_api_error_kind() {
        Some(ErrorKind::UnknownToken(unknown)) if unknown.soft_logout => Some(SessionLoss::Expired),
        Some(ErrorKind::UnknownToken(_)) => Some(SessionLoss::LoggedOut),
        _ => None,
    }
}
