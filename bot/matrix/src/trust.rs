//! Verification: signs the bot's device with the account's keys, stores the recovery key in the
//! configured file, and lets operators verify the bot.
use std::{
    fs,
    io::{ErrorKind, Write as _},
    path::Path,
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use matrix_sdk::{
    Client,
    config::SyncSettings,
    deserialized_responses::ProcessedToDeviceEvent,
    encryption::{
        recovery::RecoveryState,
        verification::{
            SasState, SasVerification, Verification, VerificationRequest, VerificationRequestState,
        },
    },
    ruma::{
        OwnedDeviceId, RoomId, UserId,
        api::client::{
            device::Device,
            uiaa::{AuthData, MatrixUserIdentifier, Password, UserIdentifier},
        },
    },
};
use model::safe_output;
use serde_json::Value;

use super::{adapter::AdapterContext, login::DEVICE, stored_session::write_private};

/// The state of the device as other users see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) user: String,
    pub(super) device: String,
    /// The device's key, in groups of four letters.
    pub(super) fingerprint: String,
    /// The account has signing keys and has signed the device.
    pub(super) signed: bool,
    /// The signing keys can be recovered with a recovery key.
    pub(super) recovery: bool,
}

/// Returns the device's state.
///
/// # Errors
/// If the keys can't be read.
pub(super) async fn standing(client: &Client) -> anyhow::Result<Standing> {
    let encryption = client.encryption();
    // New signatures are only known after asking the server.
    encryption.request_user_identity(client.user_id().context("nobody is logged in")?).await?;
    let device = encryption.get_own_device().await?.context("the device has no keys yet")?;
    let key = encryption.ed25519_key().await.unwrap_or_default();
    let letters: Vec<char> = key.chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|chunk| chunk.iter().collect()).collect();
    Ok(Standing {
        user: device.user_id().to_string(),
        device: device.device_id().to_string(),
        fingerprint: groups.join(" "),
        signed: device.is_cross_signed_by_owner(),
        recovery: encryption.recovery().state() == RecoveryState::Enabled,
    })
}

/// Signs the device if it isn't signed: with new signing keys if the account has none, otherwise
/// with those that the recovery key unlocks. Then sets up recovery, if configured.
///
/// # Errors
/// If that isn't possible; the message says what the host can do.
pub(super) async fn establish(client: &Client, config: &config::Matrix) -> anyhow::Result<()> {
    let encryption = client.encryption();
    encryption.wait_for_e2ee_initialization_tasks().await;
    let me = client.user_id().context("nobody is logged in")?.to_owned();
    let identity = encryption.request_user_identity(&me).await?;
    let device = encryption.get_own_device().await?;
    if identity.is_none() {
        bootstrap(client, config).await?;
    } else if !device.is_some_and(|it| it.is_cross_signed_by_owner()) {
        recover(client, config).await?;
    }
    keep_recovery_key(client, config).await
}

/// Creates new signing keys for the account. Everyone must verify the bot again.
///
/// # Errors
/// If the server needs a password and none is set, or refuses.
pub(super) async fn reset(client: &Client, config: &config::Matrix) -> anyhow::Result<()> {
    use matrix_sdk::encryption::CrossSigningResetAuthType as Wants;
    client.encryption().wait_for_e2ee_initialization_tasks().await;
    let handle = client.encryption().recovery().reset_identity().await;
    let handle = handle.context("the account's signing keys can't be replaced")?;
    if let Some(handle) = handle {
        let proof = match handle.auth_type() {
            Wants::Uiaa(asks) => {
                Some(password(config, asks.session.clone(), "takes signing keys")?)
            }
            Wants::OAuth(asks) => {
                let says = format!("Allow it at {} within some minutes.", asks.approval_url);
                writeln!(safe_output::stderr(), "{says}").context("this can't be shown")?;
                None
            }
        };
        handle.reset(proof).await.context("the account's signing keys can't be replaced")?;
    }
    // The old recovery key no longer works; rename its file instead of deleting it.
    match &config.recovery_file {
        Some(file) if file.exists() => fs::rename(file, file.with_extension("old"))
            .with_context(|| format!("can't rename {}", file.display())),
        Some(_) | None => Ok(()),
    }
}

/// Creates the account's first signing keys.
async fn bootstrap(client: &Client, config: &config::Matrix) -> anyhow::Result<()> {
    let encryption = client.encryption();
    let Err(err) = encryption.bootstrap_cross_signing(None).await else { return Ok(()) };
    let Some(asks) = err.as_uiaa_response() else {
        return Err(anyhow!(err).context("the account's signing keys can't be put on the server"));
    };
    let password = password(config, asks.session.clone(), "takes signing keys")?;
    let done = encryption.bootstrap_cross_signing(Some(password)).await;
    done.context("the account's signing keys can't be put on the server")
}

/// Returns the password as authentication for a request.
fn password(
    config: &config::Matrix,
    session: Option<String>,
    before: &str,
) -> anyhow::Result<AuthData> {
    let (Some(user), Some(password)) = (&config.user, &config.password) else {
        bail!(
            "the server wants the password before it {before}: set `matrix.password` for one start"
        );
    };
    let user = UserIdentifier::Matrix(MatrixUserIdentifier::new(user.clone()));
    let mut proof = Password::new(user, password.clone());
    proof.session = session;
    Ok(AuthData::Password(proof))
}

/// Restores the account's signing keys with the recovery key.
async fn recover(client: &Client, config: &config::Matrix) -> anyhow::Result<()> {
    let key = match &config.recovery_file {
        Some(file) => read_key(file)?,
        None => None,
    };
    let Some(key) = key else {
        bail!(
            "the account has signed other devices, but not this one, and the recovery key isn't here. Put it into the file that \
             `matrix.recovery_file` names, or run `draughtsman matrix verify --reset` to start over with new signing keys"
        );
    };
    // Only a device known to the server can be signed; the first sync uploads its keys.
    client.sync_once(SyncSettings::new().timeout(Duration::ZERO)).await?;
    let recovered = client.encryption().recovery().recover_and_fix_backup(&key).await;
    recovered.context(
        "the key in `matrix.recovery_file` doesn't open the account's signing keys. Put the right one there, or run \
         `draughtsman matrix verify --reset`",
    )?;
    if let Some(device) = client.encryption().get_own_device().await?
        && !device.is_cross_signed_by_owner()
    {
        device.verify().await.context("the device can't be signed")?;
    }
    Ok(())
}

/// Sets up recovery and writes the recovery key to the configured file.
async fn keep_recovery_key(client: &Client, config: &config::Matrix) -> anyhow::Result<()> {
    let Some(file) = &config.recovery_file else {
        tracing::warn!(
            "`matrix.recovery_file` isn't set: if this device is lost, the next one can't be signed with the same keys, and can't read \
             what was said before"
        );
        return Ok(());
    };
    let recovery = client.encryption().recovery();
    if read_key(file)?.is_some() {
        return Ok(());
    }
    if recovery.state() == RecoveryState::Enabled {
        tracing::warn!(
            "the recovery key was made already, but {} doesn't hold it: a next device couldn't be signed. Put the key there, or run \
             `draughtsman matrix verify --reset` to start over with new signing keys",
            file.display()
        );
        return Ok(());
    }
    // Check that the file can be written before a key exists that could be lost.
    write_private(file, b"")?;
    let key = recovery.enable().await.context("recovery can't be set up")?;
    write_private(file, format!("{key}\n").as_bytes())
}

/// Fetches a room key from the account's backup. Returns whether it was there.
pub(super) async fn from_backup(client: &Client, room: &RoomId, session: &str) -> bool {
    let found = client.encryption().backups().download_room_key(room, session).await;
    found.unwrap_or_else(|err| {
        tracing::info!(%err, "the key backup can't be read");
        false
    })
}

/// Removes the bot's earlier devices. They are no longer used, and unknown devices look suspicious.
///
/// # Errors
/// If the server needs a password and none is set, or refuses.
pub(super) async fn remove_earlier(client: &Client, config: &config::Matrix) -> anyhow::Result<()> {
    let own = client.device_id().context("nobody is logged in")?;
    let all = client.devices().await.context("the account's devices can't be listed")?.devices;
    let is_earlier =
        |device: &Device| device.device_id != own && device.display_name.as_deref() == Some(DEVICE);
    let earlier: Vec<OwnedDeviceId> =
        all.into_iter().filter(is_earlier).map(|it| it.device_id).collect();
    if earlier.is_empty() {
        return Ok(());
    }
    let doing = "earlier devices of the bot can't be removed";
    if let Err(err) = client.delete_devices(&earlier, None).await {
        if err.is_endpoint_not_implemented() {
            bail!(
                "{doing} by the bot itself. Remove those named {DEVICE}, except {own}, on the account's page of the login server"
            );
        }
        let Some(asks) = err.as_uiaa_response() else { return Err(anyhow!(err).context(doing)) };
        let proof = password(config, asks.session.clone(), "removes devices")?;
        client.delete_devices(&earlier, Some(proof)).await.context(doing)?;
    }
    tracing::info!(devices = earlier.len(), "earlier devices of the bot are removed");
    Ok(())
}

fn read_key(file: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text.trim().to_owned()).filter(|it| !it.is_empty())),
        Err(err) if err.kind() == ErrorKind::NotFound => Ok(None),
        Err(err) => Err(anyhow!(err).context(format!("can't read {}", file.display()))),
    }
}

/// Verifications in progress.
#[derive(Default)]
pub(super) struct Comparisons {
    requests: Vec<VerificationRequest>,
    /// Verifications that older clients start without a request.
    begun: Vec<SasVerification>,
}

impl Comparisons {
    /// Handles to-device events.
    pub(super) async fn hear(
        &mut self,
        adapter: &AdapterContext,
        events: &[ProcessedToDeviceEvent],
    ) {
        for event in events {
            let Ok(raw) = event.to_raw().deserialize_as_unchecked::<Value>() else { continue };
            let by = raw["sender"].as_str().and_then(|sender| UserId::parse(sender).ok());
            let flow = raw["content"]["transaction_id"].as_str();
            let (Some(by), Some(flow)) = (by, flow) else { continue };
            match raw["type"].as_str() {
                Some("m.key.verification.request") => self.asked(adapter, &by, flow).await,
                Some("m.key.verification.start") => self.begun(adapter, &by, flow).await,
                _ => {}
            }
        }
    }

    /// Handles a verification request; only operators are answered.
    pub(super) async fn asked(&mut self, adapter: &AdapterContext, by: &UserId, flow: &str) {
        let Some(request) = adapter.client.encryption().get_verification_request(by, flow).await
        else {
            return;
        };
        if may_compare(adapter, by) {
            self.requests.push(request);
        } else if let Err(err) = request.cancel().await {
            tracing::info!(%err, "the verification request couldn't be declined");
        }
    }

    async fn begun(&mut self, adapter: &AdapterContext, by: &UserId, flow: &str) {
        let encryption = adapter.client.encryption();
        if encryption.get_verification_request(by, flow).await.is_some() {
            return;
        }
        let begun = encryption.get_verification(by, flow).await;
        let Some(Verification::SasV1(sas)) = begun else { return };
        if may_compare(adapter, by) {
            self.begun.push(sas);
        } else if let Err(err) = sas.cancel().await {
            tracing::info!(%err, "the verification request couldn't be declined");
        }
    }

    /// Continues each verification.
    pub(super) async fn go_on(&mut self) {
        let mut requests = Vec::new();
        for request in std::mem::take(&mut self.requests) {
            if !request.is_done() && !request.is_cancelled() && went(step(&request).await) {
                requests.push(request);
            }
        }
        self.requests = requests;
        let mut begun = Vec::new();
        for sas in std::mem::take(&mut self.begun) {
            if !sas.is_done() && !sas.is_cancelled() && went(compare(&sas).await) {
                begun.push(sas);
            }
        }
        self.begun = begun;
    }
}

/// Returns whether a user may verify the bot: an operator, or another device of its own account.
fn may_compare(adapter: &AdapterContext, by: &UserId) -> bool {
    let may = by == adapter.me || adapter.config.operators.iter().any(|it| it == by.as_str());
    if may {
        tracing::info!(%by, "comparing keys");
    } else {
        tracing::warn!(%by, "a person whom `matrix.operators` doesn't name wants to compare keys");
    }
    may
}

fn went(step: matrix_sdk::Result<()>) -> bool {
    if let Err(err) = &step {
        tracing::warn!(%err, "comparing keys failed");
    }
    step.is_ok()
}

async fn step(request: &VerificationRequest) -> matrix_sdk::Result<()> {
    match request.state() {
        VerificationRequestState::Requested { .. } => request.accept().await,
        VerificationRequestState::Transitioned { verification: Verification::SasV1(sas) } => {
            compare(&sas).await
        }
        _ => Ok(()),
    }
}

/// Continues an emoji verification. The operator compares the emoji, and the bot always confirms.
async fn compare(sas: &SasVerification) -> matrix_sdk::Result<()> {
    match sas.state() {
        SasState::Started { .. } => sas.accept().await,
        SasState::KeysExchanged { emojis, decimals: (a, b, c) } => {
            let signs = emojis.map(|emojis| {
                emojis.emojis.map(|emoji| format!("{} {}", emoji.symbol, emoji.description))
            });
            let signs = signs.map_or_else(|| format!("{a} {b} {c}"), |it| it.join(", "));
            let with = sas.other_user_id();
            tracing::warn!(%with, "keys are compared; your program must show: {signs}");
            sas.confirm().await
        }
        _ => Ok(()),
    }
}
