//! The program's commands.
mod backups;
mod check;
mod export_pictures;
mod link_secret;
mod log;
mod puzzles;
mod serve;
mod unit_folders;
#[cfg(feature = "web")]
mod web;
mod words;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use arena::{ArenaPlan, Partner};
use config::Config;
use delivery::chat_access::beside;
use engine::{
    game::Status,
    games::GameId,
    scenario::{self, Mismatch},
    seat::{BySeat, Observer, Seat, Viewer},
};
use model::safe_output;
use render::{Painter, Theme};
use service::{LocalScreen, Queue, RandomSource, Recount, Service};
use store::{Database, MovedDatabase};

use self::export_pictures::{Angle, ExportPositions};
use crate::FEATURES;

#[cfg(feature = "web")]
pub(crate) use self::web::{WebArgs, web};
pub(crate) use self::{
    backups::{backup, restore},
    check::check,
    log::log,
    puzzles::{check_puzzles, make_puzzles},
    serve::serve,
    words::sheets_written,
};

/// Runs the local room until its input ends.
///
/// # Errors
/// If the database can't be opened, or the input or output fails.
pub(crate) fn local_room(
    config: &Config,
    seed: Option<u64>,
    json: bool,
    pictures: Option<PathBuf>,
    prompt: bool,
) -> anyhow::Result<()> {
    let store = config.database.open(config.sync, FEATURES.tables())?;
    let luck = seed.map_or(RandomSource::System, RandomSource::Repeatable);
    let folder = pictures.unwrap_or_else(|| beside(&config.database.neighbour(), "pictures"));
    let room = console::LocalRoom { folder, json, prompt: prompt && !json };
    if room.prompt {
        writeln!(safe_output::stdout(), "{}", words::LOCAL_ROOM)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // From a pipe nobody watches, and one thread always gives the same order.
    let (threads, pace) = if room.prompt {
        (config.practice.threads(), config.practice.pace())
    } else {
        (1, Duration::ZERO)
    };
    let service = Service::new(store, luck, &FEATURES).with_pings(config.pings_an_hour);
    let mut service = service.with_minds(threads, pace);
    service.show_on(LocalScreen::Terminal);
    let thoughts = service.thoughts();
    let (queue, closed) = Queue::open(service);
    let result = runtime.block_on(async {
        let result = room.run(queue, thoughts).await;
        // The service finishes its work before the database is closed.
        drop(closed.await);
        result
    });
    // A read from the terminal may still be waiting.
    runtime.shutdown_background();
    result
}

/// Plays scenario files and prints failed expectations. Tells whether all hold; an unreadable file
/// doesn't.
///
/// # Errors
/// If the output can't be written.
pub(crate) fn scenarios(files: &[PathBuf]) -> anyhow::Result<bool> {
    let mut out = safe_output::stdout();
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
        for Mismatch { line, says } in &report.failures {
            writeln!(out, "{name}:{line}: {says}")?;
        }
        let holds = report.failures.is_empty();
        let how = if holds { "ok    " } else { "FAILED" };
        writeln!(out, "{how} {name} ({} expectations)", report.checks)?;
        if holds { passed += 1 } else { failed += 1 }
    }
    writeln!(out, "{}", words::scenarios(passed, failed))?;
    Ok(failed == 0)
}

/// What to draw, and how.
#[derive(Clone, Debug)]
pub(crate) struct Render<'a> {
    /// A scenario, or an exported match.
    pub file: &'a Path,
    /// The picture to write; by default `board.png` or `board.gif`.
    pub out: Option<&'a Path>,
    pub theme: &'a str,
    /// The name of the side at the bottom.
    pub side: Option<&'a str>,
    /// The step of a match; by default the last.
    pub step: Option<usize>,
    /// The viewer: a side by its name, or `room`.
    pub viewer: &'a str,
    /// Whether to draw the match up to there as a film.
    pub film: bool,
}

/// Draws a position of an exported match, the final position of a scenario, or a film. Tells
/// whether the scenario holds.
///
/// # Errors
/// If the file can't be read or checked, the theme, side, viewer or step is unknown, or the picture
/// can't be written.
pub(crate) fn render(what: &Render<'_>) -> anyhow::Result<bool> {
    let Render { file, out, theme, side, step, viewer, film } = *what;
    let theme = Theme::named(theme).with_context(|| words::no_theme(theme))?;
    let text = read(file)?;
    let angle = |game: GameId| {
        let side = side.map(|name| seat_called(game, name)).transpose()?;
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
        let album = ExportPositions::read(&text).map_err(of_file)?;
        let angle = angle(album.game())?;
        let step = step.unwrap_or(album.last());
        let scene = album.scene(step, angle).map_err(of_file)?;
        let bytes = if film {
            painter.gif(&album.reel(step, angle).map_err(of_file)?, theme)
        } else {
            painter.png(&scene, theme)
        };
        (scene, bytes, true)
    } else {
        if film || step.is_some() {
            bail!(words::needs_a_match(file));
        }
        let report = scenario::run(&text);
        for Mismatch { line, says } in &report.failures {
            complain(&format!("{}:{line}: {says}", file.display()));
        }
        let table =
            report.table.with_context(|| format!("{} doesn't start a match", file.display()))?;
        let Angle { viewer, facing } = angle(table.game())?;
        let names = BySeat::new(|seat| table.game().sides()[seat.index()].to_owned());
        let mut scene = table.show(Observer { viewer, names: &names });
        scene.facing = facing.unwrap_or_else(|| match table.status() {
            Status::Waiting(prompts) => prompts.first().map_or(Seat::First, |it| it.seat),
            Status::Over(_) => Seat::First,
        });
        let bytes = painter.png(&scene, theme);
        (scene, bytes, report.failures.is_empty())
    };
    fs::write(out, bytes).with_context(|| format!("can't write {}", out.display()))?;
    writeln!(safe_output::stdout(), "{}\n{}", out.display(), engine::scene::words(&scene))?;
    Ok(holds)
}

/// Finds a side of a game by its name.
fn seat_called(game: GameId, name: &str) -> anyhow::Result<Seat> {
    let sides = game.sides();
    let found = Seat::BOTH.into_iter().find(|seat| sides[seat.index()].eq_ignore_ascii_case(name));
    found.with_context(|| words::no_side(game, name))
}

/// Plays two computer players against each other, and prints the result; with `calibrate` also how well
/// the chances they stated agree with it, with `luck` also what it is without luck.
///
/// # Errors
/// If the words are invalid, or no player can play such a match.
pub(crate) fn arena(
    game: &str,
    words: &[String],
    json: bool,
    calibrate: bool,
    luck: bool,
) -> anyhow::Result<()> {
    let findings = arena::play(&ArenaPlan { luck, ..ArenaPlan::read(game, words)? })?;
    let mut out = safe_output::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string(&findings)?)?
    } else {
        writeln!(out, "{findings}")?
    }
    if calibrate && !json {
        writeln!(out, "{}", findings.calibration)?;
    }
    if let Some(luck) = findings.luck.filter(|_| !json) {
        writeln!(out, "{luck}")?;
    }
    Ok(())
}

/// Answers each line of the input with a line.
///
/// # Errors
/// If there is no such game, or the input or output fails.
pub(crate) fn partner(game: &str) -> anyhow::Result<()> {
    let mut partner = Partner::new(game)?;
    let mut out = safe_output::stdout();
    for line in io::stdin().lines() {
        writeln!(out, "{}", partner.answer(&line?))?;
        out.flush()?;
    }
    Ok(())
}

/// Checks an exported match. Tells whether everything is correct.
///
/// # Errors
/// If the file can't be read or isn't a finished match.
pub(crate) fn verify(file: &Path) -> anyhow::Result<bool> {
    let report = proof::check_export_by(&read(file)?, model::host_clock::now().as_second())
        .map_err(|err| anyhow::anyhow!("{}: {err}", file.display()))?;
    let mut out = safe_output::stdout();
    for line in &report.agrees {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", words::verdict(report.fault.as_deref()))?;
    Ok(report.fault.is_none())
}

/// Recalculates all ratings and compares them; with `repair`, corrects them. Tells whether all are
/// correct.
///
/// # Errors
/// If there is no database, or it can't be read or written.
pub(crate) fn recount(config: &Config, repair: bool) -> anyhow::Result<bool> {
    let store = config.database.open_existing(config.sync, FEATURES.tables())?;
    let mut service = Service::new(store, RandomSource::System, &FEATURES);
    if !repair {
        return compare_ratings(&mut service);
    }
    let Recount { matches, ratings, differ } = service.recount(true)?;
    let mut out = safe_output::stdout();
    for line in &differ {
        writeln!(out, "{line}")?;
    }
    if differ.is_empty() {
        writeln!(out, "{}", words::ratings_agree(ratings, matches))?;
        return Ok(true);
    }
    let Recount { matches, ratings, differ } = service.recount(false)?;
    writeln!(out, "{}", words::ratings_repaired(ratings, matches))?;
    Ok(differ.is_empty())
}

/// Prints where the ratings differ from the results. Tells whether all agree.
fn compare_ratings(service: &mut Service) -> anyhow::Result<bool> {
    let Recount { matches, ratings, differ } = service.recount(false)?;
    let mut out = safe_output::stdout();
    for line in &differ {
        writeln!(out, "{line}")?;
    }
    if differ.is_empty() {
        writeln!(out, "{}", words::ratings_agree(ratings, matches))?
    } else {
        writeln!(out, "{}", words::ratings_differ())?
    }
    Ok(differ.is_empty())
}

/// Copies the database to another place, and checks the copy. Tells whether its ratings agree with its results.
///
/// # Errors
/// If there is none, the other place isn't empty, or the copy can't be written.
pub(crate) fn move_database(
    config: &Config,
    from: &Database,
    to: &Database,
) -> anyhow::Result<bool> {
    let MovedDatabase { store, tables, rows } = from.move_to(to, config.sync, FEATURES.tables())?;
    writeln!(safe_output::stdout(), "{}", words::moved(from, to, tables, rows))?;
    compare_ratings(&mut Service::new(store, RandomSource::System, &FEATURES))
}

/// Writes a line to standard error, ignoring failures.
pub(crate) fn complain(says: &str) {
    drop(writeln!(safe_output::stderr(), "{says}"));
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("can't read {}", file.display()))
}
