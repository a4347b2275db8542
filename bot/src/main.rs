//! The program: reads what it is asked to do and does it.
use std::{
    io::{self, IsTerminal, stdin},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::bail;
use bot::{
    config::Config,
    program::{self, Render},
};
use clap::{Parser, Subcommand};

/// Friends play board games in a chat. Without a command: a local room in this terminal.
#[derive(Parser)]
#[command(name = "draughtsman", version, about)]
struct Args {
    #[command(flatten)]
    host: HostArgs,
    #[command(flatten)]
    room: RoomArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What commands need that work on a database.
#[derive(clap::Args, Default)]
struct HostArgs {
    /// A configuration file; `draughtsman.toml` in this folder when there is one.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The database; `draughtsman.db` in this folder unless the configuration names another.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

#[derive(clap::Args)]
struct RoomArgs {
    /// Repeatable games: the dice of every match follow from this number.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// One JSON object for each reply.
    #[arg(long)]
    json: bool,
    /// Where pictures and files go; beside the database when not said.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Runs every chat that is configured.
    Serve {
        #[command(flatten)]
        host: HostArgs,
    },
    /// Plays scenario files and prints what is not as they expect.
    Scenario {
        /// Scenario files; `tests/scenarios/README.md` explains the form.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Draws an exported match, or the final position of a scenario.
    Render {
        /// A match that `export` wrote, or a scenario file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The picture to write; `board.png`, or `board.gif` with `--film`, when not said.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// `light`, `dark` or `high-contrast`.
        #[arg(long, default_value = "light")]
        theme: String,
        /// The side at the bottom, by its name; whoever has to move when not said.
        #[arg(long)]
        side: Option<String>,
        /// Show an exported match after this step; 0 is its opening.
        #[arg(long, value_name = "NUMBER")]
        step: Option<usize>,
        /// Who looks on: a side by its name sees what is hidden from the other; `room` sees what all do.
        #[arg(long, default_value = "room", value_name = "SIDE|room")]
        viewer: String,
        /// Draw an exported match up to there as a film.
        #[arg(long)]
        film: bool,
    },
    /// Lets two players of the engine meet in pairs of matches, and says who scores how much.
    ///
    /// `draughtsman arena trapdoor a=3 b=2 pairs=500 seed=1 snap`: `a` and `b` are levels from 1 to 5, `greedy` or `random`. The two
    /// matches of a pair have the same dice, and the sides swapped. What else is said is agreed as in a challenge.
    Arena {
        /// The game, by its name.
        #[arg(value_name = "GAME")]
        game: String,
        /// `a=`, `b=`, `pairs=`, `seed=`, and settings of the game.
        #[arg(value_name = "WORDS")]
        words: Vec<String>,
        /// One JSON object with `score`, `low`, `high`, `pairs`, `p95_ms` and more.
        #[arg(long)]
        json: bool,
    },
    /// Checks the dice of an exported match.
    Verify {
        /// A file that `export` wrote.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Looks after the Matrix account.
    #[cfg(feature = "matrix")]
    #[command(subcommand)]
    Matrix(Matrix),
    /// Computes all ratings anew from the results, and says what differs.
    Recount {
        /// Put right what differs.
        #[arg(long)]
        repair: bool,
        #[command(flatten)]
        host: HostArgs,
    },
    /// Copies the database, also while the bot runs.
    Backup {
        /// The copy to write; nothing is overwritten.
        #[arg(value_name = "FILE")]
        to: PathBuf,
        #[command(flatten)]
        host: HostArgs,
    },
}

#[cfg(feature = "matrix")]
#[derive(Subcommand)]
enum Matrix {
    /// Says how the bot's device stands, and has its account sign it where it has not.
    Verify {
        /// Begin with new signing keys; whoever compared keys with the bot has to do it again.
        #[arg(long)]
        reset: bool,
        #[command(flatten)]
        host: HostArgs,
    },
}

fn main() -> ExitCode {
    let result = run(Args::parse());
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever read has had enough, as `head` does.
        Err(err) if is_broken_pipe(&err) => ExitCode::SUCCESS,
        Err(err) => {
            program::complain(&format!("draughtsman: {err:#}"));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(err: &anyhow::Error) -> bool {
    let io = err.chain().find_map(|it| it.downcast_ref::<io::Error>());
    io.is_some_and(|it| it.kind() == io::ErrorKind::BrokenPipe)
}

impl HostArgs {
    /// Reads the configuration and starts the log. What is said before the command counts where nothing is said after it.
    fn config(self, before: HostArgs) -> anyhow::Result<Config> {
        let file = self.config.or(before.config);
        let mut config = Config::read(file.as_deref())
            .map_err(|err| anyhow::anyhow!("the configuration does not hold: {err}"))?;
        if let Some(db) = self.db.or(before.db) {
            config.database = db;
        }
        program::log(&config)?;
        Ok(config)
    }

    /// Refuses `--config` and `--db` before a command that uses neither.
    fn unused(&self) -> anyhow::Result<()> {
        if self.config.is_some() || self.db.is_some() {
            bail!("--config and --db are not for this command: it uses no database");
        }
        Ok(())
    }
}

/// Does what was asked; tells whether all was well.
fn run(args: Args) -> anyhow::Result<bool> {
    let Args { host: before, room, command } = args;
    if command.is_some() && (room.seed.is_some() || room.json || room.pictures.is_some()) {
        bail!("--seed, --json and --pictures are for the local room, which has no command");
    }
    match command {
        None => {
            let RoomArgs { seed, json, pictures } = room;
            let config = HostArgs::default().config(before)?;
            program::local_room(&config, seed, json, pictures, stdin().is_terminal()).map(|()| true)
        }
        Some(Command::Serve { host }) => program::serve(&host.config(before)?).map(|()| true),
        Some(Command::Scenario { files }) => {
            before.unused()?;
            program::scenarios(&files)
        }
        Some(Command::Render { file, out, theme, side, step, viewer, film }) => {
            before.unused()?;
            program::render(&Render {
                file: &file,
                out: out.as_deref(),
                theme: &theme,
                side: side.as_deref(),
                step,
                viewer: &viewer,
                film,
            })
        }
        Some(Command::Arena { game, words, json }) => {
            before.unused()?;
            program::arena(&game, &words, json).map(|()| true)
        }
        Some(Command::Verify { file }) => {
            before.unused()?;
            program::verify(&file)
        }
        #[cfg(feature = "matrix")]
        Some(Command::Matrix(Matrix::Verify { reset, host })) => {
            let config = host.config(before)?;
            bot::matrix::verify(&config.matrix, &config.database, reset)
        }
        Some(Command::Recount { repair, host }) => program::recount(&host.config(before)?, repair),
        Some(Command::Backup { to, host }) => {
            program::backup(&host.config(before)?, &to).map(|()| true)
        }
    }
}
