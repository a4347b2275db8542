//! The program's subcommands, and their failures.
use std::fs;

use crate::program::{at, repository, run, talk, text};

#[test]
fn scenario_files_are_played_and_each_failure_is_printed_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let good = repository("tests/scenarios/trapdoor/td6-the-capturer-was-the-last-piece.scn");
    let done = run(folder.path(), [good.as_os_str(), "scenario".as_ref()].into_iter().rev());
    assert!(done.status.success(), "{done:?}");
    assert!(text(&done.stdout).ends_with("1 passed, 0 failed\n"), "{done:?}");
    fs::write(
        folder.path().join("bad.scn"),
        "game trapdoor\nexpect waits white\nexpect count 1\nhop\n",
    )
    .unwrap();
    let done = run(folder.path(), ["scenario".as_ref(), good.as_os_str(), "bad.scn".as_ref()]);
    let out = text(&done.stdout);
    assert_eq!(done.status.code(), Some(1), "{out}");
    assert!(
        out.contains("bad.scn:2: ") && out.contains("bad.scn:4: ") && !out.contains("bad.scn:3: "),
        "{out}"
    );
    assert!(out.ends_with("1 passed, 1 failed\n"), "{out}");
}

#[test]
fn a_scenario_file_that_cannot_be_read_is_one_failure_among_the_others() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("latin.scn"), b"game trapdoor\ntitle caf\xe9\n").unwrap();
    fs::write(folder.path().join("good.scn"), "game trapdoor\nexpect waits black\n").unwrap();
    let done = run(folder.path(), ["scenario", "none.scn", "latin.scn", "good.scn"]);
    let out = text(&done.stdout);
    assert_eq!(done.status.code(), Some(1), "{out}");
    assert!(out.contains("FAILED none.scn (") && out.contains("FAILED latin.scn ("), "{out}");
    assert!(out.ends_with("ok     good.scn (1 expectations)\n1 passed, 2 failed\n"), "{out}");
}

#[test]
fn a_final_position_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.scn"), "game trapdoor\nexpect waits black\n").unwrap();
    let done = run(
        folder.path(),
        ["render", "a.scn", "--out", "a.png", "--theme", "dark", "--side", "white"],
    );
    assert!(done.status.success(), "{done:?}");
    assert!(fs::read(folder.path().join("a.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(
        text(&done.stdout).contains("seen from White"),
        "the picture in words comes with it: {done:?}"
    );
    let done = run(folder.path(), ["render", "a.scn", "--theme", "pink"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("high-contrast"));
}

#[test]
fn an_exported_match_is_drawn_and_filmed() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: challenge bob alien side=first\nbob: accept\nann: moves\nann: 1\nbob: resign yes\nann: export #1\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "3"], lines);
    let file = out.lines().find_map(|it| it.strip_prefix("file: ")).unwrap();
    let second = folder.path().join(file);
    let first = repository("tests/saves/exports/alien-1.json");
    for file in [&second, &first] {
        let draw = |more: &[&str]| {
            let args = [std::ffi::OsStr::new("render"), file.as_os_str()];
            run(folder.path(), args.into_iter().chain(more.iter().map(std::ffi::OsStr::new)))
        };
        let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
        let done = draw(&[]);
        assert!(done.status.success(), "{done:?}");
        assert!(bytes("board.png").starts_with(b"\x89PNG"));
        let done = draw(&["--step", "0", "-o", "opening.png"]);
        assert!(done.status.success(), "{done:?}");
        assert_ne!(bytes("board.png"), bytes("opening.png"));
        let done = draw(&["--step", "1", "--film"]);
        assert!(done.status.success(), "{done:?}");
        assert!(bytes("board.gif").starts_with(b"GIF89a"));
        let done = draw(&["--step", "99999"]);
        assert_eq!(done.status.code(), Some(2), "{done:?}");
        assert!(text(&done.stderr).contains("so there is no step 99999"), "{done:?}");
        let done = draw(&["--viewer", "pink"]);
        assert!(text(&done.stderr).contains("there is no side `pink`"), "{done:?}");
    }
    // Only its own side sees what is hidden.
    let draw = |viewer: &str| {
        let path = second.as_os_str();
        let args = ["render".as_ref(), path, "--step".as_ref(), "0".as_ref(), "--viewer".as_ref()];
        text(&run(folder.path(), args.into_iter().chain([viewer.as_ref()])).stdout)
    };
    assert_eq!(draw("room"), draw("room"));
    let sides = engine::games::GameId::Alien.sides();
    assert_ne!(draw("room"), draw(sides[0]));
    fs::write(folder.path().join("a.scn"), "game trapdoor\nexpect waits black\n").unwrap();
    let done = run(folder.path(), ["render", "a.scn", "--film"]);
    assert!(
        text(&done.stderr).contains("--step and --film need a match from `export`, but"),
        "{done:?}"
    );
    fs::write(folder.path().join("a.json"), "{}").unwrap();
    let done = run(folder.path(), ["render", "a.json"]);
    assert!(text(&done.stderr).contains("This isn't an exported match"), "{done:?}");
}

#[test]
fn an_exported_match_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: settings auto off\nann: challenge bob trapdoor side=black word=plum\nbob: accept\nann: export\nann: spin\nann: moves\nann: 1\n\
                 bob: resign yes\nann: export #1\nann: export #1 pdn\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "3"], lines);
    let file = out
        .lines()
        .filter_map(|it| it.strip_prefix("file: "))
        .find(|it| it.ends_with(".json"))
        .unwrap();
    let path = folder.path().join(file);
    let done = run(folder.path(), ["verify".as_ref(), path.as_os_str()]);
    assert!(done.status.success(), "{done:?}");
    assert!(text(&done.stdout).ends_with("FAIR: the file agrees with its dice.\n"));
    let changed = fs::read_to_string(&path).unwrap().replace("\"tag\": \"", "\"tag\": \"0");
    fs::write(&path, changed).unwrap();
    let done = run(folder.path(), ["verify".as_ref(), path.as_os_str()]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    assert!(text(&done.stdout).contains("NOT FAIR"));
    fs::write(&path, "{").unwrap();
    assert_eq!(run(folder.path(), ["verify".as_ref(), path.as_os_str()]).status.code(), Some(2));
}

#[test]
fn serving_without_a_chat_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let done = run(folder.path(), ["serve"]);
    assert_eq!(done.status.code(), Some(2));
    let says = text(&done.stderr);
    assert!(says.contains("DISCORD_TOKEN") && says.contains("matrix.homeserver"), "{says}");
}

#[test]
fn a_configuration_that_does_not_hold_is_named_by_its_key() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("draughtsman.toml"), "sync = \"never\"\n").unwrap();
    let done = run(folder.path(), ["serve"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("`sync`"), "{done:?}");
    fs::write(folder.path().join("draughtsman.toml"), "database = \"kept.db\"\n").unwrap();
    talk(folder.path(), &[], "ann: help\n");
    assert!(folder.path().join("kept.db").is_file());
}

#[test]
fn a_database_that_cannot_be_used_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    fs::write(
        &path,
        "not a database, and longer than the header of one, so that it is looked at: 0123456789",
    )
    .unwrap();
    let before = fs::read(&path).unwrap();
    let done = run(folder.path(), ["--db", "a.db"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("isn't a database of this bot"), "{done:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
    let done = run(folder.path(), ["--db", "nowhere/a.db"]);
    assert!(text(&done.stderr).contains("there is no folder"), "{done:?}");
    assert!(!text(&done.stderr).contains("panicked"));
}

#[test]
fn a_database_is_moved_with_its_ratings_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: challenge bob trapdoor rated\nbob: accept\nann: draw\nbob: draw\n";
    talk(folder.path(), &["--db", "a.db"], lines);
    let place = |name: &str| at(&folder.path().join(name)).to_string();
    let file = folder.path().join("b.db").display().to_string();
    for (from, to) in [(place("a.db"), file.clone()), (file, place("c.db"))] {
        let moved = run(folder.path(), ["move", "--from", &from, "--to", &to]);
        assert!(moved.status.success(), "{moved:?}");
        let out = text(&moved.stdout);
        assert!(out.contains(&format!("{to} has all ")), "{out}");
        assert!(out.contains("ratings agree with the result of 1 match."), "{out}");
        let again = run(folder.path(), ["move", "--from", &from, "--to", &to]);
        assert_eq!(again.status.code(), Some(2), "{again:?}");
        assert!(text(&again.stderr).contains("or isn't empty"), "{again:?}");
    }
    let out = talk(folder.path(), &["--db", "c.db"], "ann: history\n");
    assert!(out.contains("#1"), "{out}");
}

#[test]
fn only_what_begins_something_makes_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let recounted = run(folder.path(), ["recount", "--db", "typo.db"]);
    assert_eq!(recounted.status.code(), Some(2), "{recounted:?}");
    assert!(text(&recounted.stderr).contains("there is no database"), "{recounted:?}");
    let copied = run(folder.path(), ["--db", "typo.db", "backup", "copy.db"]);
    assert_eq!(copied.status.code(), Some(2), "{copied:?}");
    assert!(text(&copied.stderr).contains("there is no database"), "{copied:?}");
    let restored = run(folder.path(), ["--db", "typo.db", "restore", "nothere.db"]);
    assert_eq!(restored.status.code(), Some(2), "{restored:?}");
    assert!(text(&restored.stderr).contains("the copy nothere.db can't be read"), "{restored:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was made");
}

#[test]
fn a_folder_for_copies_that_is_none_is_found_before_the_first_copy() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for (copies, fits) in [("copies/here", true), ("file/copies", false), ("file", false)] {
        let settings = format!("[backup]\nevery = \"1d\"\nfolder = \"{copies}\"\n");
        fs::write(folder.path().join("own.toml"), settings).unwrap();
        let checked = run(folder.path(), ["check", "--offline", "--config", "own.toml"]);
        assert_eq!(checked.status.success(), fits, "{copies}: {checked:?}");
        assert!(text(&checked.stdout).contains("backup.folder"), "{checked:?}");
        assert!(!folder.path().join("copies").exists(), "nothing was made");
    }
}

#[test]
fn options_stand_in_the_help_of_the_commands_that_use_them() {
    let folder = tempfile::tempdir().unwrap();
    for (command, uses) in [
        ("serve", true),
        ("recount", true),
        ("backup", true),
        ("restore", true),
        ("scenario", false),
        ("render", false),
        ("verify", false),
    ] {
        let help = run(folder.path(), [command, "--help"]);
        let help = text(&help.stdout);
        assert_eq!(
            (help.contains("--db"), help.contains("--config")),
            (uses, uses),
            "{command}: {help}"
        );
        assert!(!help.contains("--seed"), "{help}");
    }
    let refused = run(folder.path(), ["--db", "a.db", "verify", "match.json"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(
        text(&refused.stderr).contains(
            "--config, --secrets and --db don't apply to this command, which uses no database"
        ),
        "{refused:?}"
    );
}

/// Runs the program with its standard error on a device that is always full.
#[cfg(target_os = "linux")]
fn without_a_log(folder: &std::path::Path, args: &[&str], lines: &str) -> std::process::Output {
    use std::{io::Write as _, process::Stdio};
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = crate::program::program(folder)
        .args(args)
        .env("DRAUGHTSMAN_LOG", "trace")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(full)
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: challenge bob trapdoor side=black\nbob: accept\n";
    let done = without_a_log(folder.path(), &["--db", "a.db", "--seed", "1"], lines);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!(text(&done.stdout).contains("Ann spins"), "{done:?}");
    let failed = without_a_log(folder.path(), &["--db", "nowhere/a.db"], "");
    assert_eq!(
        failed.status.code(),
        Some(2),
        "it cannot say why, and ends as it should: {failed:?}"
    );
}

#[test]
fn a_check_says_what_is_missing_before_the_program_runs() {
    let folder = tempfile::tempdir().unwrap();
    let done = run(folder.path(), ["check"]);
    assert_eq!(done.status.code(), Some(1));
    let out = text(&done.stdout);
    assert!(out.contains("FAILED  settings: no chat is configured"), "{out}");
    assert!(out.contains("ok      database: draughtsman.db doesn't exist"), "{out}");
    assert!(!folder.path().join("draughtsman.db").exists(), "a check makes no file");

    fs::write(
        folder.path().join("draughtsman.toml"),
        "[matrix]\nhomeserver = \"http://127.0.0.1:9\"\nuser = \"@b:x.y\"\ntoken = \"hush\"\n",
    )
    .unwrap();
    talk(folder.path(), &[], "ann: help\n");
    let done = run(folder.path(), ["check", "--offline"]);
    if cfg!(feature = "matrix") {
        assert_eq!(done.status.code(), Some(0), "{done:?}");
    }
    assert!(text(&done.stdout).contains("ok      database: draughtsman.db is sound"), "{done:?}");

    fs::write(folder.path().join("draughtsman.db"), "no database").unwrap();
    let done = run(folder.path(), ["check", "--offline"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stdout).contains("FAILED  database: "), "{done:?}");

    // An empty file is filled by the first start. Without a network a chat needn't be configured.
    fs::remove_file(folder.path().join("draughtsman.toml")).unwrap();
    fs::write(folder.path().join("draughtsman.db"), "").unwrap();
    let done = run(folder.path(), ["check", "--offline"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let out = text(&done.stdout);
    assert!(out.contains("the first start creates it") && out.contains("DISCORD_TOKEN"), "{out}");

    // What `serve` refuses, a check refuses too.
    let refused = |settings: &str, says: &str| {
        fs::write(folder.path().join("draughtsman.toml"), settings).unwrap();
        let done = run(folder.path(), ["check", "--offline"]);
        let said = [text(&done.stdout), text(&done.stderr)].concat();
        assert!(done.status.code() != Some(0) && said.contains(says), "{settings}: {done:?}");
    };
    refused("[web]\nlisten = \"127.0.0.1:1\"\n", "also needs `web.address`");
    refused("[operate]\nlisten = \"9100\"\n", "such as 127.0.0.1:9100");
    refused("log = \"infoo\"\n", "`log` can't be `infoo`");
    refused("database = \"\"\n", "name a file");
    refused("replica = \"postgres://x/y\"\n", "`database` and `replica`");
    refused("database = \"mysql://bot:hush@x/y\"\n", "postgres://bot@x/y");

    fs::write(folder.path().join("draughtsman.toml"), "databse = 1\n").unwrap();
    let done = run(folder.path(), ["check"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("databse"), "{done:?}");
}

#[cfg(feature = "operate")]
#[test]
fn shells_complete_the_commands_and_manual_pages_describe_them() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let done = run(folder.path(), ["completions", shell]);
        assert!(done.status.success() && text(&done.stdout).contains("backup"), "{shell}");
    }
    assert!(run(folder.path(), ["man", "share/man1"]).status.success());
    let page = fs::read_to_string(folder.path().join("share/man1/draughtsman-check.1")).unwrap();
    assert!(page.contains("contact the chats"), "{page}");
    assert!(folder.path().join("share/man1/draughtsman.1").is_file());
}

#[test]
fn what_may_work_later_ends_with_a_status_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody listens there.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let done = run(folder.path(), ["--db", &format!("postgres://bot:hush@{free}/games")]);
    assert_eq!(done.status.code(), Some(3), "{done:?}");
    let said = text(&done.stderr);
    assert!(said.contains("can't be reached") && !said.contains("hush"), "{said}");
}

#[test]
fn a_log_of_json_has_one_object_on_each_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::program::program(folder.path());
    command.env("DRAUGHTSMAN_LOG", "bot=info").env("DRAUGHTSMAN_LOG_FORMAT", "json");
    let mut child = command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"ann: help\nann: games\n")
        .unwrap();
    let done = child.wait_with_output().unwrap();
    let log = text(&done.stderr);
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let requests = lines.iter().filter(|line| line["fields"]["message"] == "a request").count();
    assert_eq!(requests, 2, "{log}");
}

/// What a terminal would obey: a title, a colour, a control character of one byte, a change of
/// direction.
const EVIL: &str = "\u{1b}]0;pwned\u{7}\u{1b}[31mE\u{9b}31mV\u{202e}IL\u{7f}";

#[test]
fn what_a_file_holds_never_reaches_the_terminal_as_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let saved = fs::read_to_string(repository("tests/saves/exports/alien-1.json")).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&saved).unwrap();
    for seat in ["first", "second"] {
        file["seats"][seat] = EVIL.into();
    }
    let name = folder.path().join("e.json");
    fs::write(&name, file.to_string()).unwrap();
    let scenario = format!("game trapdoor\ntitle {EVIL}\n{EVIL}\nexpect {EVIL}\n");
    fs::write(folder.path().join("e.scn"), scenario).unwrap();
    let pdn = format!("[White \"{EVIL}\"] {EVIL}");
    fs::write(folder.path().join("e.pdn"), pdn).unwrap();
    let other = format!("{EVIL}.json");
    let commands: [&[&str]; 7] = [
        &["verify", "e.json"],
        &["verify", "e.scn"],
        &["render", "e.json", "--out", "e.png"],
        &["render", "e.scn", "--out", "e.png"],
        &["scenario", "e.scn", "e.pdn"],
        &["arena", "trapdoor", EVIL],
        &["verify", &other],
    ];
    for args in commands {
        let done = run(folder.path(), args);
        is_harmless(&format!("{args:?}"), &done);
        assert!(!done.stdout.is_empty() || !done.stderr.is_empty(), "{args:?} says something");
    }
    // The local room: a name, a line that is refused, and a file that is imported.
    let lines = format!(
        "ann{EVIL}: challenge bob draughts\nann: import {EVIL}\nann: import < e.json\nann: {EVIL}\n"
    );
    for more in [&["--db", "a.db"][..], &["--db", "b.db", "--json"]] {
        let out = talk(folder.path(), more, &lines);
        is_harmless_text(&format!("{more:?}"), &out);
    }
}

#[track_caller]
fn is_harmless(what: &str, done: &std::process::Output) {
    is_harmless_text(what, &text(&done.stdout));
    is_harmless_text(what, &text(&done.stderr));
}

#[track_caller]
fn is_harmless_text(what: &str, out: &str) {
    let obeyed = |letter: char| {
        letter.is_control() && letter != '\n' && letter != '\t' || letter == '\u{202e}'
    };
    assert!(!out.contains(obeyed), "{what}: {out:?}");
}
