//! Starts the program and talks to it.
use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
};

use serde_json::Value;
use store::{Database, trial_database};

/// A command without the host's own configuration.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_draughtsman"));
    command.current_dir(folder).env_clear();
    command
}

/// Tells whether the tests run on a server.
pub(crate) fn is_on_server() -> bool {
    matches!(at(Path::new("x.db")), Database::Server(_))
}

/// Returns the database of a path, or what stands for it on the server of the tests.
pub(crate) fn at(path: &Path) -> Database {
    trial_database(path).expect("a server that works")
}

/// Puts the address of a database on the server in the place of a file, where the tests run on one.
pub(crate) fn with_database(folder: &Path, args: &[&str]) -> Vec<String> {
    let mut out: Vec<String> = args.iter().map(|&it| it.to_owned()).collect();
    let Some(place) = out.iter().position(|it| it == "--db").map(|at| at + 1) else { return out };
    let file = folder.join(&out[place]);
    if let database @ Database::Server(_) = at(&file) {
        let pictures =
            Path::new(&out[place]).with_extension("").display().to_string() + "-pictures";
        // The server of the tests wants no password, so this is the whole address.
        out[place] = database.to_string();
        if args.iter().all(|arg| *arg != "recount" && *arg != "web") {
            out.extend(["--pictures".to_owned(), pictures]);
        }
    }
    out
}

/// Runs the program to its end.
pub(crate) fn run<S: AsRef<OsStr>>(folder: &Path, args: impl IntoIterator<Item = S>) -> Output {
    program(folder).args(args).stdin(Stdio::null()).output().expect("the program starts")
}

/// Runs the local room on lines and returns what it printed.
pub(crate) fn talk(folder: &Path, args: &[&str], lines: &str) -> String {
    let mut child = program(folder)
        .args(with_database(folder, args))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("a writer").expect("the program reads");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns a file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A local room that writes JSON.
pub(crate) struct Room {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Room {
    pub(crate) fn open(folder: &Path) -> Room {
        let mut child = program(folder)
            .args(with_database(folder, &["--json", "--seed", "11", "--db", "room.db"]))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Room { child, input, output }
    }

    /// Says a line without waiting for the answer.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads");
    }

    /// Reads the next reply.
    pub(crate) fn reply(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program writes");
        serde_json::from_str(&line).unwrap_or_else(|err| panic!("{err}: `{line}`"))
    }

    /// Says a line and reads its one reply.
    pub(crate) fn ask(&mut self, line: &str) -> Value {
        self.say(line);
        self.reply()
    }

    /// Reads at most `bytes` bytes of output, then kills the program as `kill -9` does.
    pub(crate) fn kill_after(mut self, bytes: usize) {
        let mut left = bytes;
        while 0 < left {
            let some = self.output.fill_buf().map_or(0, <[u8]>::len);
            if some == 0 {
                break;
            }
            let read = some.min(left);
            self.output.consume(read);
            left -= read;
        }
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program is gone");
    }
}
