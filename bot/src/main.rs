//! The program: reads what it is asked to do and does it.
use std::{
    io::{self, IsTerminal, stdin},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::bail;
use bot::{config::Config, program};
use clap::{Parser, Subcommand};

/// Friends play board games in a chat. Without a command: a local room in this terminal.
#[derive(Parser)]
#[command(name = "draughtsman", version, about)]
struct Args {
    /// A configuration file; `draughtsman.toml` in this folder when there is one.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The database; made when it is not there.
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    room: RoomArgs,
    #[command(subcommand)]
    command: Option<Command>,
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
    Serve,
    /// Plays scenario files and prints what is not as they expect.
    Scenario {
        /// Scenario files; `tests/scenarios/README.md` explains the form.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Draws the final position of a scenario.
    Render {
        /// A scenario file.
        #[arg(value_name = "SCENARIO")]
        file: PathBuf,
        /// The picture to write.
        #[arg(long, short, default_value = "board.png", value_name = "PNG")]
        out: PathBuf,
        /// `light`, `dark` or `high-contrast`.
        #[arg(long, default_value = "light")]
        theme: String,
        /// The side at the bottom, by its name; whoever has to move when not said.
        #[arg(long)]
        side: Option<String>,
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
    /// Computes all ratings anew from the results, and says whether they are the same.
    Recount,
    /// Copies the database, also while the bot runs.
    Backup {
        /// The copy to write; nothing is overwritten.
        #[arg(value_name = "FILE")]
        to: PathBuf,
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
    },
}

fn main() -> ExitCode {
    let Args { config, db, room, command } = Args::parse();
    let result = Config::read(config.as_deref())
        .map_err(|err| anyhow::anyhow!("the configuration does not hold: {err}"))
        .and_then(|mut config| {
            if let Some(db) = db {
                config.database = db;
            }
            program::log(&config)?;
            run(&config, room, command)
        });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever read has had enough, as `head` does.
        Err(err) if is_broken_pipe(&err) => ExitCode::SUCCESS,
        Err(err) => {
            eprintln!("draughtsman: {err:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(err: &anyhow::Error) -> bool {
    let io = err.chain().find_map(|it| it.downcast_ref::<io::Error>());
    io.is_some_and(|it| it.kind() == io::ErrorKind::BrokenPipe)
}

/// Does what was asked; tells whether all was well.
fn run(config: &Config, room: RoomArgs, command: Option<Command>) -> anyhow::Result<bool> {
    if command.is_some() && (room.seed.is_some() || room.json || room.pictures.is_some()) {
        bail!("--seed, --json and --pictures are for the local room, which has no command");
    }
    match command {
        None => {
            let RoomArgs { seed, json, pictures } = room;
            program::local_room(config, seed, json, pictures, stdin().is_terminal()).map(|()| true)
        }
        Some(Command::Serve) => program::serve(config).map(|()| true),
        Some(Command::Scenario { files }) => program::scenarios(&files),
        Some(Command::Render { file, out, theme, side }) => {
            program::render(&file, &out, &theme, side.as_deref())
        }
        Some(Command::Verify { file }) => program::verify(&file),
        #[cfg(feature = "matrix")]
        Some(Command::Matrix(Matrix::Verify { reset })) => {
            bot::matrix::verify(&config.matrix, &config.database, reset)
        }
        Some(Command::Recount) => program::recount(config),
        Some(Command::Backup { to }) => program::backup(config, &to).map(|()| true),
    }
}
