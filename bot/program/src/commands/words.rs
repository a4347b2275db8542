//! Texts that the program's commands print.
use std::{io, path::Path};

use content::puzzles::Puzzle;
use engine::games::GameId;
use render::Theme;
use store::Database;

/// Says that a setting needs a part that this program was built without.
pub(super) fn built_without(setting: &str, part: &str) -> String {
    format!(
        "`{setting}` is set, and this program was built without `{part}`. Build it with `cargo build --release --features {part}`, \
         or take the setting out"
    )
}

/// The greeting of the local room.
pub(super) const LOCAL_ROOM: &str = "A local room. `practice draughts` plays against the bot. Two people say `ann: challenge bob trapdoor`, then \
                                     `bob: accept`. `help` for more, `quit` to leave.";

pub(super) fn scenarios(passed: u32, failed: u32) -> String {
    format!("{passed} passed, {failed} failed")
}

pub(super) fn no_theme(said: &str) -> String {
    let all = Theme::ALL.map(Theme::name).join(", ");
    format!("there is no theme `{said}`; the themes are {all}")
}

pub(super) fn no_side(game: GameId, said: &str) -> String {
    let [first, second] = game.sides();
    format!("there is no side `{said}`; the sides are {first} and {second}")
}

pub(super) fn needs_a_match(file: &Path) -> String {
    let file = file.display();
    format!("--step and --film need a match from `export`, but {file} is a scenario")
}

/// Reports how an exported match was checked.
pub(super) fn verdict(fault: Option<&str>) -> String {
    match fault {
        Some(fault) => format!("NOT FAIR: {fault}"),
        None => "FAIR: the file agrees with its dice.".to_owned(),
    }
}

pub(super) fn ratings_agree(ratings: usize, matches: usize) -> String {
    let results = results_of(matches);
    match ratings {
        1 => format!("The 1 rating agrees with {results}."),
        _ => format!("All {ratings} ratings agree with {results}."),
    }
}

fn results_of(matches: usize) -> String {
    match matches {
        1 => "the result of 1 match".to_owned(),
        _ => format!("the results of {matches} matches"),
    }
}

pub(super) fn ratings_differ() -> &'static str {
    "The ratings don't agree with the results. `draughtsman recount --repair` recalculates them."
}

pub(super) fn ratings_repaired(ratings: usize, matches: usize) -> String {
    let ratings = if ratings == 1 { "1 rating".to_owned() } else { format!("{ratings} ratings") };
    format!("Repaired: {ratings} from {}.", results_of(matches))
}

pub(super) fn no_game(said: &str) -> String {
    let all: Vec<&str> = GameId::ALL.iter().map(|it| it.name()).collect();
    format!("there is no game `{said}`; the games are {}", all.join(", "))
}

pub(super) fn not_clear() -> &'static str {
    "the solution isn't clearly best"
}

pub(super) fn puzzle_failed(puzzle: &Puzzle, why: &str) -> String {
    let Puzzle { game, name, solution, .. } = puzzle;
    format!("{} {name}, {solution}: {why}", game.name())
}

pub(super) fn puzzles_checked(game: GameId, count: usize, failed: usize) -> String {
    format!("{game}: {count} puzzles, {failed} failed")
}

pub(super) fn copied(from: &Database, to: &Path) -> String {
    format!("{} is a copy of {from}.", to.display())
}

pub(super) fn no_copy(from: &Path, err: &io::Error) -> String {
    format!("the copy {} can't be read: {err}. Nothing was changed", from.display())
}

pub(super) fn copies_go_to(folder: &Path) -> String {
    format!("copies of the database go to {}", folder.display())
}

/// Warns of a folder for copies that can't be used.
pub(super) fn no_backups_there(folder: &Path, found: &Path) -> String {
    let (folder, found) = (folder.display(), found.display());
    format!("copies can't go to {folder}: {found} isn't a folder that may be written")
}

pub(super) fn restored(database: &Database, from: &Path, replaced: Option<&Path>) -> String {
    let before = match replaced {
        Some(aside) => format!(" What was there before is {} now.", aside.display()),
        None => String::new(),
    };
    format!("{database} is the copy {} again.{before}", from.display())
}

pub(super) fn moved(from: &Database, to: &Database, tables: usize, rows: u64) -> String {
    format!("{to} has all {rows} rows of {from}, in {tables} tables.")
}

/// Says how many contact sheets were written.
pub(crate) fn sheets_written(files: usize, folder: &Path) -> String {
    format!("Wrote {files} files to {}.", folder.display())
}

pub(super) fn no_filter(filter: &str) -> String {
    format!(
        "`log` can't be `{filter}`. It is `off`, `error`, `warn`, `info`, `debug` or `trace`, also for a part of the program: `warn,bot=debug`"
    )
}

// `draughtsman check`.

pub(super) fn no_chat() -> String {
    "no chat is configured, and `serve` wouldn't start. Set DISCORD_TOKEN, or MATRIX_HOMESERVER and MATRIX_USER; they may be set only for the service".to_owned()
}

pub(super) fn settings_are_valid(chats: &[&str]) -> String {
    match chats {
        [] => "valid".to_owned(),
        chats => format!("valid; configured: {}", chats.join(", ")),
    }
}

pub(super) fn database_is_sound(database: &Database) -> String {
    format!("{database} is sound")
}

pub(super) fn replica_is_usable(replica: &Database) -> String {
    format!("{replica} follows the database")
}

/// Says that the next start converts a database from one schema version to another.
pub(super) fn upgrade_is_due(database: &Database, found: usize, known: usize) -> String {
    let first = match database {
        Database::File(_) => "It is copied first",
        Database::Server(_) => "Back it up first",
    };
    format!(
        "{database} is sound; the next start upgrades it from schema {found} to {known}. {first}"
    )
}

pub(super) fn no_database_and_no_right(database: &Database) -> String {
    format!("{database} doesn't exist, and its folder isn't writable")
}

pub(super) fn not_writable(database: &Database) -> String {
    format!(
        "{database} can't be written by this user; give it to the user of the bot, or run this as that user"
    )
}

pub(super) fn empty_database(database: &Database) -> String {
    format!(
        "{database} is an empty file; the first start creates its tables. If a bot has run on it, put a backup in its place instead"
    )
}

/// Says that a unit of systemd makes the folder of the database.
pub(super) fn unit_makes_the_folder(database: &Database, folder: &Path, unit: &Path) -> String {
    let (folder, unit) = (folder.display(), unit.display());
    format!(
        "{database} doesn't exist; at its first start {unit} makes the folder {folder}, and the bot the database"
    )
}

pub(super) fn no_database_yet(database: &Database) -> String {
    match database {
        Database::File(_) => format!("{database} doesn't exist; the first start creates it"),
        Database::Server(_) => format!("{database} is empty; the first start creates its tables"),
    }
}

/// Refuses to show a step that a file doesn't have; `last` is its last step.
pub(super) fn no_such_step(step: usize, last: usize) -> String {
    format!("the match has {last} steps, so there is no step {step}")
}
