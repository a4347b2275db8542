//! What the program does for each of its commands.
use std::{
    fs,
    io::{self, IsTerminal, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, bail};
use engine::{
    game::Status,
    games::GameId,
    scenario::{self, Failure},
    seat::{BySeat, Onlooker, Seat, Viewer},
};
use render::{Painter, Theme};
use tokio::{sync::watch, task::JoinSet};
use tracing_subscriber::EnvFilter;

use crate::{
    arena::{self, Plan},
    config::Config,
    console,
    service::{self, Album, Angle, Queue, RandomSource, Recount, Service},
    store::Store,
    ticking::keep_time,
    way::{Way, beside},
};

/// Starts the log, on standard error.
///
/// # Errors
/// When the filter cannot be read.
pub fn log(config: &Config) -> anyhow::Result<()> {
    // The Matrix library calls every answer an error that is none to the bot, such as that something was never set; and without a
    // recovery key it warns after every sync, where the bot has warned once.
    let quiet = "matrix_sdk::http_client=off,matrix_sdk_crypto::identities=error,matrix_sdk_crypto::backups=error";
    let filter = EnvFilter::try_new(format!("{quiet},{}", config.log))
        .with_context(|| format!("`log` can't be `{}`", config.log))?;
    let ansi = io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(ansi)
        // A line that cannot be written is lost; to say so on the same standard error would end the program.
        .log_internal_errors(false)
        .init();
    Ok(())
}

/// Runs the local room until its input ends.
///
/// # Errors
/// When the database cannot be opened, or the input or output fails.
pub fn local_room(
    config: &Config,
    seed: Option<u64>,
    json: bool,
    pictures: Option<PathBuf>,
    prompt: bool,
) -> anyhow::Result<()> {
    let store = Store::open(&config.database, config.sync)?;
    let luck = seed.map_or(RandomSource::System, RandomSource::Repeatable);
    let folder = pictures.unwrap_or_else(|| beside(&config.database, "pictures"));
    let room = console::Room { folder, json, prompt: prompt && !json };
    if room.prompt {
        writeln!(
            io::stdout(),
            "A local room. Say `ann: challenge bob trapdoor`, then `bob: accept`; `help` for more, `quit` to leave."
        )?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // From a pipe nobody looks on, and one thread always answers in the same order.
    let (threads, pace) = match room.prompt {
        true => (config.practice.threads(), config.practice.pace()),
        false => (1, Duration::ZERO),
    };
    let service = Service::new(store, luck).with_pings(config.pings_an_hour);
    let service = service.with_minds(threads, pace);
    let thoughts = service.thoughts();
    let (queue, closed) = Queue::open(service);
    let result = runtime.block_on(async {
        let result = room.run(queue, thoughts).await;
        // The service finishes what it has begun before the database is closed.
        drop(closed.await);
        result
    });
    // A read of the terminal may still be waiting; nobody needs it.
    runtime.shutdown_background();
    result
}

/// Runs every chat that is configured, until all have ended.
///
/// # Errors
/// When none is, or none of them ends in order.
pub fn serve(config: &Config) -> anyhow::Result<()> {
    #[cfg(feature = "discord")]
    crate::discord::check(&config.discord).map_err(anyhow::Error::msg)?;
    #[cfg(feature = "matrix")]
    crate::matrix::check(&config.matrix).map_err(anyhow::Error::msg)?;
    if config.discord.token.is_none() && config.matrix.homeserver.is_none() {
        bail!(
            "no chat is configured. For Discord set DISCORD_TOKEN, or `discord.token` in {file}. For Matrix set \
             DRAUGHTSMAN_MATRIX__HOMESERVER, DRAUGHTSMAN_MATRIX__USER and DRAUGHTSMAN_MATRIX__PASSWORD, or `matrix.homeserver`, \
             `matrix.user` and `matrix.password` in {file}. Without a chat, `draughtsman` alone opens a local room",
            file = crate::config::FILE
        );
    }
    #[cfg(any(feature = "discord", feature = "matrix"))]
    // Two kinds of cryptography are linked in; without a word the first connection would not know which to take. The one who came
    // first has said it already.
    drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
    let store = Store::open(&config.database, config.sync)?;
    let service = Service::new(store, RandomSource::System).with_pings(config.pings_an_hour);
    let service = service.with_minds(config.practice.threads(), config.practice.pace());
    let thoughts = service.thoughts();
    let (queue, closed) = Queue::open(service);
    let (stopping, stop) = watch::channel(false);
    let way =
        Way { queue, painter: Arc::new(Painter::new()), stop, database: config.database.clone() };
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let time = tokio::spawn(keep_time(way.queue.clone(), thoughts, stopping.clone()));
        let chats = chats(config, way);
        let result = attend(chats, stopping).await;
        time.abort();
        // It may have been at it just now, or have been broken off. What it ended for is why the chats have ended.
        let result = match time.await {
            Ok(Err(err)) => Err(err.into()),
            Ok(Ok(())) | Err(_) => result,
        };
        // The service finishes what it has begun before the database is closed.
        drop(closed.await);
        result
    })
}

/// A chat and how it ended.
type Ended = (&'static str, anyhow::Result<()>);

/// Starts the chats that are configured, each a task of its own.
#[cfg(any(feature = "discord", feature = "matrix"))]
fn chats(config: &Config, way: Way) -> JoinSet<Ended> {
    let mut chats = JoinSet::new();
    #[cfg(feature = "discord")]
    if config.discord.token.is_some() {
        let discord = crate::discord::run(config.discord.clone(), way.clone());
        chats.spawn(async { ("Discord", discord.await) });
    }
    #[cfg(feature = "matrix")]
    if config.matrix.homeserver.is_some() {
        let matrix = crate::matrix::run(config.matrix.clone(), way.clone());
        chats.spawn(async { ("Matrix", matrix.await) });
    }
    // The last way closes the service; each chat holds one as long as it runs.
    drop(way);
    chats
}

/// There is no chat to start.
#[cfg(not(any(feature = "discord", feature = "matrix")))]
fn chats(_: &Config, _: Way) -> JoinSet<Ended> {
    JoinSet::new()
}

/// Waits for the chats until all have ended, each on its own: what ends one is no reason for the other to stop. A signal tells all
/// to finish.
///
/// # Errors
/// When none of them ended in order.
async fn attend(mut chats: JoinSet<Ended>, stopping: watch::Sender<bool>) -> anyhow::Result<()> {
    if chats.is_empty() {
        bail!("this program was built without the configured chat");
    }
    let mut in_order = false;
    let mut signal = std::pin::pin!(told_to_stop());
    let mut told = false;
    loop {
        let ended = tokio::select! {
            ended = chats.join_next() => ended,
            () = &mut signal, if !told => {
                told = true;
                stopping.send_replace(true);
                continue;
            }
        };
        let (chat, result) = match ended {
            None => return Ok(()),
            Some(Ok(ended)) => ended,
            Some(Err(err)) => ("a chat", Err(err.into())),
        };
        match result {
            Ok(()) => in_order = true,
            Err(err) if chats.is_empty() && !in_order => return Err(err),
            Err(err) => {
                tracing::error!("{chat} has stopped; the other chat keeps running: {err:#}")
            }
        }
    }
}

/// Waits until the terminal or the system asks the program to end.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = term.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Where signals cannot be heard the program is ended by force, and the outbox keeps what was not said.
    drop(tokio::signal::ctrl_c().await);
}

/// Plays scenario files; prints each failed expectation with its place. Tells whether all hold; a file that cannot be read
/// is one that does not.
///
/// # Errors
/// When the output cannot be written.
pub fn scenarios(files: &[PathBuf]) -> anyhow::Result<bool> {
    let mut out = io::stdout().lock();
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        let name = file.display();
        let report = match read(file) {
            Ok(text) => scenario::run(&text),
            Err(err) => {
                writeln!(out, "FAILED {name} ({err:#})")?;
                failed += 1;
                continue;
            }
        };
        for Failure { line, says } in &report.failures {
            writeln!(out, "{name}:{line}: {says}")?;
        }
        let holds = report.failures.is_empty();
        let how = if holds { "ok    " } else { "FAILED" };
        writeln!(out, "{how} {name} ({} expectations)", report.checks)?;
        if holds { passed += 1 } else { failed += 1 }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}

/// What to draw, and how.
#[derive(Clone, Debug)]
pub struct Render<'a> {
    /// A scenario, or a match that `export` wrote.
    pub file: &'a Path,
    /// The picture to write; `board.png` or `board.gif` when not said.
    pub out: Option<&'a Path>,
    pub theme: &'a str,
    /// The name of the side at the bottom.
    pub side: Option<&'a str>,
    /// The step of a match after which it is shown; the last when not said.
    pub step: Option<usize>,
    /// Who looks on: a side by its name, or `room`.
    pub viewer: &'a str,
    /// Whether the match up to there is drawn as a film.
    pub film: bool,
}

/// Draws a position of an exported match, or the final one of a scenario, or the match as a film. Tells whether the scenario holds.
///
/// # Errors
/// When the file cannot be read, opens no match or does not hold, the theme, side, viewer or step is unknown, or the picture cannot be
/// written.
pub fn render(what: &Render<'_>) -> anyhow::Result<bool> {
    let Render { file, out, theme, side, step, viewer, film } = *what;
    let theme = Theme::named(theme).with_context(|| {
        format!("there is no theme `{theme}`; there are {}", Theme::ALL.map(Theme::name).join(", "))
    })?;
    let text = read(file)?;
    let angle = |game: GameId| {
        let side = side.map(|it| seat_called(game, it)).transpose()?;
        let viewer = match viewer {
            "room" => Viewer::Room,
            name => Viewer::Seat(seat_called(game, name).map_err(|err| err.context("--viewer"))?),
        };
        anyhow::Ok(Angle { viewer, facing: side })
    };
    let of_file = |err: String| anyhow::anyhow!("{}: {err}", file.display());
    let painter = Painter::new();
    let out = out.unwrap_or(Path::new(if film { "board.gif" } else { "board.png" }));
    let (scene, bytes, holds) = if text.trim_start().starts_with('{') {
        let album = Album::read(&text).map_err(of_file)?;
        let angle = angle(album.game())?;
        let step = step.unwrap_or(album.last());
        let scene = album.scene(step, angle).map_err(of_file)?;
        let bytes = match film {
            true => painter.gif(&album.reel(step, angle).map_err(of_file)?, theme),
            false => painter.png(&scene, theme),
        };
        (scene, bytes, true)
    } else {
        if film || step.is_some() {
            bail!(
                "--step and --film need a match from `export`, but {} is a scenario",
                file.display()
            );
        }
        let report = scenario::run(&text);
        for Failure { line, says } in &report.failures {
            complain(&format!("{}:{line}: {says}", file.display()));
        }
        let table =
            report.table.with_context(|| format!("{} doesn't start a match", file.display()))?;
        let Angle { viewer, facing } = angle(table.game())?;
        let names = BySeat::new(|seat| table.game().sides()[seat.index()].to_owned());
        let mut scene = table.show(Onlooker { viewer, names: &names });
        scene.facing = facing.unwrap_or_else(|| match table.status() {
            Status::Waiting(prompts) => prompts.first().map_or(Seat::First, |it| it.seat),
            Status::Over(_) => Seat::First,
        });
        let bytes = painter.png(&scene, theme);
        (scene, bytes, report.failures.is_empty())
    };
    fs::write(out, bytes).with_context(|| format!("can't write {}", out.display()))?;
    writeln!(io::stdout(), "{}\n{}", out.display(), engine::scene::words(&scene))?;
    Ok(holds)
}

/// Finds a side of a game by its name.
fn seat_called(game: GameId, name: &str) -> anyhow::Result<Seat> {
    let sides = game.sides();
    let found = Seat::BOTH.into_iter().find(|it| sides[it.index()].eq_ignore_ascii_case(name));
    found.with_context(|| {
        format!("there is no side `{name}`; there are {} and {}", sides[0], sides[1])
    })
}

/// Lets two players meet, and prints the result.
///
/// # Errors
/// When the words cannot be read, or no player can play such a match.
pub fn arena(game: &str, words: &[String], json: bool) -> anyhow::Result<()> {
    let findings = arena::play(&Plan::read(game, words)?)?;
    let mut out = io::stdout().lock();
    match json {
        true => writeln!(out, "{}", serde_json::to_string(&findings)?)?,
        false => writeln!(out, "{findings}")?,
    }
    Ok(())
}

/// Checks an exported match. Tells whether everything agrees.
///
/// # Errors
/// When the file cannot be read or is no match that has ended.
pub fn verify(file: &Path) -> anyhow::Result<bool> {
    let report = service::check_export_by(&read(file)?, jiff::Timestamp::now().as_second())
        .map_err(|err| anyhow::anyhow!("{}: {err}", file.display()))?;
    let mut out = io::stdout().lock();
    for line in &report.agrees {
        writeln!(out, "{line}")?;
    }
    match &report.fault {
        Some(fault) => writeln!(out, "NOT FAIR: {fault}")?,
        None => writeln!(out, "FAIR: the file agrees with its dice.")?,
    }
    Ok(report.fault.is_none())
}

/// Computes all ratings anew from the results and compares; with `repair`, puts right what differs. Tells whether all is right.
///
/// # Errors
/// When there is no database, or it cannot be read or written.
pub fn recount(config: &Config, repair: bool) -> anyhow::Result<bool> {
    let store = Store::open_existing(&config.database, config.sync)?;
    let mut service = Service::new(store, RandomSource::System);
    let Recount { matches, ratings, differ } = service.recount(repair)?;
    let mut out = io::stdout().lock();
    for line in &differ {
        writeln!(out, "{line}")?;
    }
    if differ.is_empty() {
        writeln!(out, "All {ratings} ratings agree with the results of {matches} matches.")?;
        return Ok(true);
    }
    if !repair {
        writeln!(
            out,
            "The ratings don't agree with the results. `draughtsman recount --repair` \
             recalculates them."
        )?;
        return Ok(false);
    }
    let Recount { matches, ratings, differ } = service.recount(false)?;
    writeln!(out, "Repaired: {ratings} ratings from the results of {matches} matches.")?;
    Ok(differ.is_empty())
}

/// Copies the database.
///
/// # Errors
/// When there is none, or the copy cannot be written.
pub fn backup(config: &Config, to: &Path) -> anyhow::Result<()> {
    Store::backup_of(&config.database, to)?;
    writeln!(io::stdout(), "{} is a copy of {}.", to.display(), config.database.display())?;
    Ok(())
}

/// Writes a line to standard error. Where that cannot be written, such as a file on a full disk, there is nobody left to tell.
pub fn complain(says: &str) {
    drop(writeln!(io::stderr(), "{says}"));
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("can't read {}", file.display()))
}
