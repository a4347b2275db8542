//! The command line.
mod commands;
mod portal;
mod sheets;
mod ticking;
#[cfg(any(feature = "discord", feature = "matrix", feature = "postgres"))]
mod tls;

use std::{
    io::{self, IsTerminal, Write as _, stdin},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::bail;
use clap::{Parser, Subcommand};
use config::Config;
use model::safe_output;
use store::{Database, StoreError};

use crate::commands::Render;
pub use features::FEATURES;

#[cfg(feature = "operate")]
use anyhow::Context as _;
#[cfg(feature = "operate")]
use clap::CommandFactory as _;

/// Play board games with friends on Discord and Matrix. Without a command, opens a local room in this terminal.
#[derive(Parser)]
#[command(name = "draughtsman", version, about)]
struct CommandLine {
    #[command(flatten)]
    host: HostArgs,
    #[command(flatten)]
    room: RoomArgs,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// Options of commands that use a database.
#[derive(clap::Args, Default)]
struct HostArgs {
    /// Configuration file [default: draughtsman.toml, if it exists]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// File of tokens and passwords [default: secrets.env beside the configuration file, if it exists]
    #[arg(long, value_name = "FILE")]
    secrets: Option<PathBuf>,
    /// Database file, or the address of a database on a PostgreSQL server [default: from the configuration, or draughtsman.db]
    #[arg(long, value_name = "FILE")]
    db: Option<Database>,
}

#[derive(clap::Args)]
struct RoomArgs {
    /// Make games repeatable: derive all dice from this number
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Print each reply as one JSON object
    #[arg(long)]
    json: bool,
    /// Folder for pictures and files [default: next to the database]
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

#[derive(Subcommand)]
enum PuzzleCommand {
    /// Search matches of computer players for puzzles, and print them
    ///
    /// `draughtsman puzzles make trapdoor count=200 seed=1`: `seed` is the number of the first match.
    Make {
        /// The game
        #[arg(value_name = "GAME")]
        game: String,
        /// `count=` and `seed=`
        #[arg(value_name = "WORDS")]
        words: Vec<String>,
    },
    /// Check by other searches that every solution is clearly best, and print those that aren't
    Check {
        /// Games [default: all]
        #[arg(value_name = "GAME")]
        games: Vec<String>,
    },
}

#[derive(Subcommand)]
enum CliCommand {
    /// Run the bot on every configured chat
    Serve {
        #[command(flatten)]
        host: HostArgs,
    },
    /// Check the settings, the database and the chats
    ///
    /// Exits with 0 if everything is fine, with 1 if a check failed, and with 2 if the settings can't be read.
    Check {
        /// Don't contact the chats
        #[arg(long)]
        offline: bool,
        #[command(flatten)]
        host: HostArgs,
    },
    /// Print the completions for a shell
    #[cfg(feature = "operate")]
    Completions {
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write the manual pages to a folder
    #[cfg(feature = "operate")]
    Man {
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
    /// Open the local room in a browser, at an address of this machine.
    #[cfg(feature = "web")]
    Web {
        #[command(flatten)]
        room: commands::WebArgs,
        #[command(flatten)]
        host: HostArgs,
    },
    /// Play scenario files and print every failed expectation
    Scenario {
        /// Scenario files; the format is in `tests/scenarios/README.md`
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Draw an exported match, or the final position of a scenario
    Render {
        /// A match from `export`, or a scenario file
        #[arg(value_name = "FILE", required_unless_present_any = ["sheets", "portal"])]
        file: Option<PathBuf>,
        /// Write sheets of every kind of picture, in every theme and size, into this folder
        #[arg(long, value_name = "FOLDER", exclusive = true)]
        sheets: Option<PathBuf>,
        /// Write texts and pictures for the application's page on Discord into this folder
        #[arg(long, value_name = "FOLDER", exclusive = true)]
        portal: Option<PathBuf>,
        /// The picture to write [default: board.png, or board.gif with --film]
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// `light`, `dark`, `high-contrast` or `paper`
        #[arg(long, default_value = "light")]
        theme: String,
        /// The side at the bottom [default: the side to move]
        #[arg(long)]
        side: Option<String>,
        /// Show the match after this step; 0 is the start
        #[arg(long, value_name = "NUMBER")]
        step: Option<usize>,
        /// Whose view to draw: a side sees its own secrets, `room` sees none
        #[arg(long, default_value = "room", value_name = "SIDE|room")]
        viewer: String,
        /// Draw the match up to that step as a film
        #[arg(long)]
        film: bool,
    },
    /// Play two computer players against each other and print their scores
    ///
    /// `draughtsman arena trapdoor a=3 b=2 pairs=500 seed=1 snap`: `a` and `b` are levels 1 to 5, `greedy` or `random`. The two
    /// matches of a pair share their dice, with sides swapped. Other words are options, as in a challenge.
    Arena {
        /// The game
        #[arg(value_name = "GAME")]
        game: String,
        /// `a=`, `b=`, `pairs=`, `seed=`, and options of the game
        #[arg(value_name = "WORDS")]
        words: Vec<String>,
        /// Print one JSON object with `score`, `low`, `high`, `pairs`, `p95_ms`, `calibration` and more
        #[arg(long)]
        json: bool,
        /// Print also how well the chances that the players stated agree with the results
        #[arg(long)]
        calibrate: bool,
        /// Print also the results without luck, and how many matches tell as much then
        #[arg(long)]
        luck: bool,
    },
    /// Play for another program: answer each line of the input with a line
    ///
    /// `new OPTIONS` begins a match, `play MOVE` plays for the side to move, `moves` lists the moves, `think 5 SEED` says level 5's.
    Partner {
        /// The game
        #[arg(value_name = "GAME")]
        game: String,
    },
    /// Make puzzles, or check those that ship with the program
    #[command(subcommand)]
    Puzzles(PuzzleCommand),
    /// Check the dice of an exported match
    Verify {
        /// A file from `export`
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Manage the Matrix account
    #[cfg(feature = "matrix")]
    #[command(subcommand)]
    Matrix(MatrixCommand),
    /// Recalculate all ratings from the results and report differences
    Recount {
        /// Correct the stored ratings
        #[arg(long)]
        repair: bool,
        #[command(flatten)]
        host: HostArgs,
    },
    /// Copy everything from one database to another, and check the copy
    ///
    /// Each is a file or the address of a database on a PostgreSQL server. The other must be empty, and no bot may run on either. The
    /// first stays as it is. Exits with 1 if the ratings don't agree with the results.
    Move {
        /// The database to copy
        #[arg(long, value_name = "DATABASE")]
        from: Database,
        /// The empty database, or the file to create
        #[arg(long, value_name = "DATABASE")]
        to: Database,
        /// Configuration file [default: draughtsman.toml, if it exists]
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Put a copy in the place of the database
    ///
    /// The copy is checked first, and no bot may run. The database that was there before keeps its folder under another name.
    Restore {
        /// A copy made by `backup`, by `backup.every` or before an upgrade
        #[arg(value_name = "FILE")]
        from: PathBuf,
        #[command(flatten)]
        host: HostArgs,
    },
    /// Copy the database, even while the bot runs
    Backup {
        /// The copy to write; must not exist yet
        #[arg(value_name = "FILE")]
        to: PathBuf,
        #[command(flatten)]
        host: HostArgs,
    },
}

#[cfg(feature = "matrix")]
#[derive(Subcommand)]
enum MatrixCommand {
    /// Log the bot in with a code that you confirm in a browser
    Login {
        #[command(flatten)]
        host: HostArgs,
    },
    /// Show the state of the bot's device, and sign it if it isn't signed yet
    Verify {
        /// Create new signing keys; everyone who verified the bot must do so again
        #[arg(long)]
        reset: bool,
        #[command(flatten)]
        host: HostArgs,
    },
}

/// Does what the command line says.
pub fn start() -> ExitCode {
    #[cfg(any(feature = "discord", feature = "matrix", feature = "postgres"))]
    tls::begin();
    let result = run(CommandLine::parse());
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // The reader closed the pipe, as `head` does.
        Err(err) if is_broken_pipe(&err) => ExitCode::SUCCESS,
        Err(err) => {
            commands::complain(&format!("draughtsman: {err:#}"));
            ExitCode::from(if may_pass(&err) { 3 } else { 2 })
        }
    }
}

/// Tells whether the same may work a little later: a service manager then starts the program again.
fn may_pass(err: &anyhow::Error) -> bool {
    err.chain().any(|cause| {
        cause.downcast_ref().is_some_and(|io: &io::Error| io.kind() == io::ErrorKind::AddrInUse)
            || cause.downcast_ref().is_some_and(StoreError::may_pass)
            || cause.is::<ticking::InternalFault>()
    })
}

fn is_broken_pipe(err: &anyhow::Error) -> bool {
    let io = err.chain().find_map(|it| it.downcast_ref::<io::Error>());
    io.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

impl HostArgs {
    /// Reads the configuration and starts the log. An option before the command counts unless it is
    /// repeated after it.
    fn config(self, before: HostArgs) -> anyhow::Result<Config> {
        let file = self.config.or(before.config);
        let secrets = self.secrets.or(before.secrets);
        let mut config = Config::read(file.as_deref(), secrets.as_deref())
            .map_err(|err| anyhow::anyhow!("the configuration is invalid: {err}"))?;
        if let Some(db) = self.db.or(before.db) {
            config.database = db;
        }
        commands::log(&config)?;
        Ok(config)
    }

    /// Refuses `--config` and `--db` before a command that uses neither.
    fn unused(&self) -> anyhow::Result<()> {
        if self.config.is_some() || self.secrets.is_some() || self.db.is_some() {
            bail!(
                "--config, --secrets and --db don't apply to this command, which uses no database"
            );
        }
        Ok(())
    }
}

/// Runs the command; tells whether it succeeded.
fn run(args: CommandLine) -> anyhow::Result<bool> {
    let CommandLine { host: before, room, command } = args;
    if command.is_some() && (room.seed.is_some() || room.json || room.pictures.is_some()) {
        bail!("--seed, --json and --pictures apply only to the local room, without a command");
    }
    match command {
        None => {
            let RoomArgs { seed, json, pictures } = room;
            let config = HostArgs::default().config(before)?;
            commands::local_room(&config, seed, json, pictures, stdin().is_terminal())
                .map(|()| true)
        }
        Some(CliCommand::Serve { host }) => commands::serve(&host.config(before)?).map(|()| true),
        Some(CliCommand::Check { offline, host }) => {
            commands::check(&host.config(before)?, offline)
        }
        #[cfg(feature = "operate")]
        Some(CliCommand::Completions { shell }) => {
            before.unused()?;
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut CommandLine::command(), "draughtsman", &mut script);
            // Written at once, so that a closed pipe is handled as for any other output.
            safe_output::stdout().write_all(&script)?;
            Ok(true)
        }
        #[cfg(feature = "operate")]
        Some(CliCommand::Man { folder }) => {
            before.unused()?;
            let failed = || format!("can't write manual pages to {}", folder.display());
            std::fs::create_dir_all(&folder).with_context(failed)?;
            clap_mangen::generate_to(CommandLine::command(), &folder).with_context(failed)?;
            Ok(true)
        }
        #[cfg(feature = "web")]
        Some(CliCommand::Web { room, host }) => {
            commands::web(&host.config(before)?, room).map(|()| true)
        }
        Some(CliCommand::Scenario { files }) => {
            before.unused()?;
            commands::scenarios(&files)
        }
        Some(CliCommand::Render { sheets: Some(folder), .. }) => {
            before.unused()?;
            let files = sheets::write(&folder)?;
            writeln!(safe_output::stdout(), "{}", commands::sheets_written(files, &folder))?;
            Ok(true)
        }
        Some(CliCommand::Render { portal: Some(folder), .. }) => {
            before.unused()?;
            let files = portal::write(&folder)?;
            writeln!(safe_output::stdout(), "{}", commands::sheets_written(files, &folder))?;
            Ok(true)
        }
        Some(CliCommand::Render {
            file,
            sheets: None,
            portal: None,
            out,
            theme,
            side,
            step,
            viewer,
            film,
        }) => {
            before.unused()?;
            let Some(file) = file else { bail!("say which match or scenario to draw") };
            commands::render(&Render {
                file: &file,
                out: out.as_deref(),
                theme: &theme,
                side: side.as_deref(),
                step,
                viewer: &viewer,
                film,
            })
        }
        Some(CliCommand::Arena { game, words, json, calibrate, luck }) => {
            before.unused()?;
            commands::arena(&game, &words, json, calibrate, luck).map(|()| true)
        }
        Some(CliCommand::Partner { game }) => {
            before.unused()?;
            commands::partner(&game).map(|()| true)
        }
        Some(CliCommand::Puzzles(PuzzleCommand::Make { game, words })) => {
            before.unused()?;
            commands::make_puzzles(&game, &words).map(|()| true)
        }
        Some(CliCommand::Puzzles(PuzzleCommand::Check { games })) => {
            before.unused()?;
            commands::check_puzzles(&games)
        }
        Some(CliCommand::Verify { file }) => {
            before.unused()?;
            commands::verify(&file)
        }
        #[cfg(feature = "matrix")]
        Some(CliCommand::Matrix(MatrixCommand::Login { host })) => {
            let config = host.config(before)?;
            matrix::log_in(&config.matrix, &config.database.neighbour()).map(|()| true)
        }
        #[cfg(feature = "matrix")]
        Some(CliCommand::Matrix(MatrixCommand::Verify { reset, host })) => {
            let config = host.config(before)?;
            matrix::verify(&config.matrix, &config.database.neighbour(), reset)
        }
        Some(CliCommand::Recount { repair, host }) => {
            commands::recount(&host.config(before)?, repair)
        }
        Some(CliCommand::Move { from, to, config }) => {
            let host = HostArgs { config, ..HostArgs::default() };
            commands::move_database(&host.config(before)?, &from, &to)
        }
        Some(CliCommand::Restore { from, host }) => {
            commands::restore(&host.config(before)?, &from).map(|()| true)
        }
        Some(CliCommand::Backup { to, host }) => {
            commands::backup(&host.config(before)?, &to).map(|()| true)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// Returns the words behind the program's name on a line of a shell; none if it doesn't call the program.
    fn call(line: &str) -> Option<Vec<String>> {
        let line = line.split(" #").next()?.trim();
        let line = line
            .strip_prefix("cargo run -- ")
            .map_or(line.to_owned(), |rest| format!("draughtsman {rest}"));
        let mut words = line.split_whitespace().skip_while(|word| word.contains('='));
        let ends = |word: &&str| ![">", ">>", "<", "|"].contains(word);
        (words.next()? == "draughtsman").then(|| {
            let bare = |word: &str| word.trim_matches('\'').to_owned();
            ["draughtsman".to_owned()].into_iter().chain(words.take_while(ends).map(bare)).collect()
        })
    }

    /// Lists what calls the program on a page: quoted in a sentence, or a line to type, of which several may stand on one line.
    fn calls(text: &str) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for (nth, part) in text.split("```").enumerate() {
            let lines: Vec<&str> = match nth % 2 {
                0 => part.split('`').skip(1).step_by(2).collect(),
                _ => part.lines().collect(),
            };
            let steps =
                lines.into_iter().flat_map(|line| line.split("; ")).flat_map(|it| it.split(" | "));
            found.extend(steps.filter_map(call));
        }
        found
    }

    #[test]
    fn every_call_of_the_program_on_a_page_is_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let docs = fs::read_dir(root.join("docs")).expect("pages").flatten().map(|it| it.path());
        let pages = docs.filter(|it| it.is_file()).chain([root.join("README.md")]);
        let (mut wrong, mut count) = (Vec::new(), 0);
        for page in pages {
            for call in calls(&fs::read_to_string(&page).expect("a page")) {
                let left_out =
                    cfg!(not(feature = "matrix")) && call.get(1).is_some_and(|it| it == "matrix");
                count += 1;
                if let Err(err) = CommandLine::try_parse_from(&call)
                    && !left_out
                {
                    wrong.push(format!("{}: {}: {err}", page.display(), call.join(" ")));
                }
            }
        }
        assert!(40 < count, "{count} calls were found");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_call_is_found_among_other_words_of_a_shell() {
        let text =
            "`draughtsman check --offline`\n```\nA='b' draughtsman man x > y   # why\nls\n```";
        let found = calls(text);
        assert_eq!(
            found,
            [&["draughtsman", "check", "--offline"][..], &["draughtsman", "man", "x"]]
        );
    }
}
