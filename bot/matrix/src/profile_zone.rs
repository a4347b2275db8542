//! The time zone in a person's profile, which is proposed to those who have set none.
use std::time::Duration;

use matrix_sdk::{
    Client,
    ruma::{UserId, api::client::profile::TimeZone},
};

/// The name of the field before it was in the specification (MSC4175).
const EARLIER: &str = "us.cloke.msc4175.tz";

/// How long an answer waits for the profile.
const PATIENCE: Duration = Duration::from_secs(3);

/// Returns the time zone that a person's profile names, if the server gives any.
pub(super) async fn zone_of(client: &Client, user: &UserId) -> Option<String> {
    let account = client.account();
    let profile = tokio::time::timeout(PATIENCE, account.fetch_user_profile_of(user)).await;
    let profile = profile.ok()?.ok()?;
    let earlier = || Some(profile.get(EARLIER)?.as_str()?.to_owned());
    profile.get_static::<TimeZone>().ok().flatten().or_else(earlier)
}
