//! Logging in with a code that a person confirms in a browser (OAuth 2.0 Device Authorization
//! Grant, RFC 8628), for servers where the bot has no password.
use std::io::{self, Write as _};

use anyhow::{Context as _, anyhow};
use matrix_sdk::{
    Client, SessionTokens,
    authentication::oauth::{
        ClientId, OAuthError,
        error::{OAuthClientRegistrationError, OAuthDiscoveryError},
        registration::{ApplicationType, ClientMetadata, Localized, OAuthGrantType},
    },
    reqwest::{Url, redirect},
    ruma::{DeviceId, UserId, serde::Raw},
};
use model::{safe_output, time};
use oauth2::{
    DeviceAuthorizationUrl, DeviceCodeErrorResponseType, RequestTokenError, Scope,
    StandardDeviceAuthorizationResponse, TokenResponse as _, TokenUrl, basic::BasicClient,
};
use oauth2_reqwest::ReqwestClient;

use super::login::{self, DEVICE, LoggedIn, Unconfirmed};

/// The OAuth scope: the whole API, as one device.
const EVERYTHING: &str = "urn:matrix:org.matrix.msc2967.client:api:*";
const AS_DEVICE: &str = "urn:matrix:org.matrix.msc2967.client:device:";

/// Shows a code, and waits until a person confirms it. Returns `None` if the server doesn't support
/// this login.
///
/// # Errors
/// If the server can't be reached or refuses, or nobody confirms; the message says what to do.
pub(super) async fn grant(
    homeserver: &str,
    user: &UserId,
    device: &DeviceId,
) -> Result<Option<LoggedIn>, Unconfirmed> {
    let client = login::asking(homeserver).await?;
    let oauth = client.oauth();
    let metadata = match oauth.server_metadata().await {
        Ok(metadata) => metadata,
        Err(err) if err.is_not_supported() => return Ok(None),
        Err(OAuthDiscoveryError::Http(err)) => return Err(Unconfirmed::of(&err, homeserver)),
        Err(err) => return Err(odd(homeserver, &err).into()),
    };
    let Some(asks_at) = metadata.device_authorization_endpoint else {
        return Err(no_codes(homeserver, user).into());
    };
    let client_id = register(&client, homeserver, user).await?;
    let http = ReqwestClient::from(login::requests(redirect::Policy::none())?);
    let basic = BasicClient::new(client_id.clone())
        .set_device_authorization_url(DeviceAuthorizationUrl::from_url(asks_at))
        .set_token_uri(TokenUrl::from_url(metadata.token_endpoint));
    let scopes = [EVERYTHING.to_owned(), format!("{AS_DEVICE}{device}")].map(Scope::new);
    let asked = basic.exchange_device_code().add_scopes(scopes).request_async(&http).await;
    let asked: StandardDeviceAuthorizationResponse = asked.map_err(|err| match err {
        RequestTokenError::Request(why) => unreachable_server(homeserver, &why),
        err => odd(homeserver, &err).into(),
    })?;
    show(&asked, user).context("the code can't be shown")?;
    let answer = basic.exchange_device_access_token(&asked);
    let answer = answer.request_async(&http, tokio::time::sleep, None).await;
    let answer = answer.map_err(|err| match err {
        RequestTokenError::ServerResponse(answer) => match answer.error() {
            DeviceCodeErrorResponseType::AccessDenied => anyhow!(
                "the login was declined in the browser. To try again, run `draughtsman matrix login`"
            )
            .into(),
            DeviceCodeErrorResponseType::ExpiredToken => anyhow!(
                "nobody confirmed the code in time. To get another, run `draughtsman matrix login`"
            )
            .into(),
            _ => odd(homeserver, &answer).into(),
        },
        RequestTokenError::Request(why) => unreachable_server(homeserver, &why),
        err => odd(homeserver, &err).into(),
    })?;
    let tokens = SessionTokens {
        access_token: answer.access_token().secret().clone(),
        refresh_token: answer.refresh_token().map(|token| token.secret().clone()),
    };
    let meta = login::whose(&tokens.access_token, homeserver).await?;
    Ok(Some(LoggedIn { meta, tokens, client_id: Some(client_id) }))
}

/// Registers the bot as an OAuth client with the login server, which returns a client id.
async fn register(
    client: &Client,
    homeserver: &str,
    user: &UserId,
) -> Result<ClientId, Unconfirmed> {
    // A client needs a web page; the homeserver's belongs to the host too.
    let home = Url::parse(homeserver).context("`matrix.homeserver` isn't an address")?;
    let ways = vec![OAuthGrantType::DeviceCode];
    let mut about = ClientMetadata::new(ApplicationType::Native, ways, Localized::new(home, []));
    about.client_name = Some(Localized::new(DEVICE.to_owned(), []));
    let about = Raw::new(&about).context("the program can't introduce itself")?;
    match client.oauth().register_client(&about).await {
        Ok(answer) => Ok(answer.client_id),
        Err(OAuthError::ClientRegistration(OAuthClientRegistrationError::NotSupported)) => {
            Err(no_codes(homeserver, user).into())
        }
        Err(OAuthError::ClientRegistration(OAuthClientRegistrationError::OAuth(
            RequestTokenError::Request(why),
        ))) => Err(unreachable_server(homeserver, &why)),
        Err(err) => Err(odd(homeserver, &err).into()),
    }
}

/// Prints the code and the page where to confirm it.
fn show(asked: &StandardDeviceAuthorizationResponse, user: &UserId) -> io::Result<()> {
    let code = asked.user_code().secret();
    let page = match asked.verification_uri_complete() {
        Some(page) => page.secret().as_str(),
        None => asked.verification_uri().as_str(),
    };
    let seconds = i64::try_from(asked.expires_in().as_secs()).unwrap_or(i64::MAX);
    let within = time::duration(seconds);
    let mut out = safe_output::stdout();
    writeln!(
        out,
        "Open this page in a browser, log in there as {user}, and confirm the code {code} within {within}:\n{page}"
    )?;
    out.flush()
}

fn unreachable_server(homeserver: &str, why: &dyn std::error::Error) -> Unconfirmed {
    let cause = why.source().map_or(String::new(), |cause| format!(": {cause}"));
    let why = anyhow!(
        "the login server of {homeserver} can't be reached ({why}{cause}). Check the network, and whether it runs"
    );
    Unconfirmed::Away { why, after: None }
}

fn odd(homeserver: &str, why: &dyn std::fmt::Display) -> anyhow::Error {
    anyhow!(
        "the login server of {homeserver} refuses ({why}). Try again later; or set `matrix.token` to a token of the server's admin"
    )
}

fn no_codes(homeserver: &str, user: &UserId) -> anyhow::Error {
    anyhow!(
        "{homeserver} doesn't allow logins with a code. Set `matrix.token` to a token of the server's admin: `mas-cli manage \
         issue-compatibility-token {}`",
        user.localpart()
    )
}
