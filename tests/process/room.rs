//! The local room: one line in, its replies out.
use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::program::{Room, is_on_server, run, talk, text, with_database};

const SCRIPT: &str = "bob: settings auto off\nann: settings auto off\nann: challenge bob trapdoor side=black\nbob: accept\nspin\nann: spin\n# a note\n\nann: moves\nann: 1\n";

#[test]
fn lines_from_a_pipe_are_played_and_the_program_ends() {
    let folder = tempfile::tempdir().unwrap();
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "5"], SCRIPT);
    assert!(out.contains("#1 · "), "{out}");
    assert!(
        out.contains("! (to Bob only) It's Ann's turn"),
        "a bare line is from the last speaker: {out}"
    );
    let pictures: Vec<&str> = out.lines().filter_map(|it| it.strip_prefix("picture: ")).collect();
    assert!(3 <= pictures.len(), "{out}");
    for path in pictures {
        let png = fs::read(folder.path().join(path)).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let runs = [5, 5, 6].map(|seed| {
        let folder = tempfile::tempdir().unwrap();
        talk(folder.path(), &["--db", "a.db", "--seed", &seed.to_string(), "--json"], SCRIPT)
    });
    assert_eq!(runs[0], runs[1]);
    assert_ne!(runs[0], runs[2]);
}

#[test]
fn the_bot_answers_before_the_next_line_of_a_pipe_and_always_the_same() {
    let script = "ann: practice trapdoor 2 side=black\nann: moves\nann: 1\nann: moves\nann: 1\nann: hint\nann: practice trapdoor 1 vs 2\nann: resign #1 yes\nann: review #1\n";
    let runs = [(); 2].map(|()| {
        let folder = tempfile::tempdir().unwrap();
        talk(folder.path(), &["--db", "a.db", "--seed", "5"], script)
    });
    assert_eq!(runs[0], runs[1]);
    let out = &runs[0];
    assert!(out.contains("Draughtsman 2 (Casual)") && out.contains("My choice: "), "{out}");
    assert!(out.contains("Draughtsman 2: good game!"), "{out}");
    assert!(out.contains("match-1-review.png"), "{out}");
    let before = |first: &str, second: &str| out.find(first).unwrap() < out.find(second).unwrap();
    assert!(before("Draughtsman 2 spins", "My choice: "), "{out}");
}

#[test]
fn each_reply_is_one_json_object() {
    let folder = tempfile::tempdir().unwrap();
    let mut room = Room::open(folder.path());
    let offer = room.ask("ann: challenge bob trapdoor side=black");
    assert_eq!(offer["mentions"], serde_json::json!(["Bob"]));
    assert_eq!(offer["choices"][0]["says"], "accept 1");
    let board = room.ask("bob: accept 1");
    assert_eq!((&board["to"], &board["private"]), (&"room".into(), &false.into()));
    assert!(board["alt"].as_str().unwrap().contains("black men b8, d8, f8, h8"));
    assert!(board["board"].as_str().unwrap().contains("[b]"));
    assert!(folder.path().join(board["picture"].as_str().unwrap()).is_file());
    let refused = room.ask("bob: spin");
    assert_eq!((&refused["to"], &refused["refused"]), (&"Bob".into(), &"not-yours".into()));
    let odd = room.ask("wait for me");
    assert_eq!(odd["refused"], "unreadable");
    room.kill_after(0);
}

#[test]
fn a_line_with_an_id_is_carried_out_once() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "[1] ann: challenge bob trapdoor\n[1] ann: challenge bob trapdoor\nann: games\n";
    let out = talk(folder.path(), &["--db", "a.db"], lines);
    assert!(
        out.contains("1: Ann challenges Bob") && !out.contains("2: Ann challenges Bob"),
        "{out}"
    );
    let again = talk(folder.path(), &["--db", "a.db"], "[1] ann: challenge bob trapdoor\n");
    assert_eq!(again, "", "not after a restart either");
}

#[test]
fn odd_bytes_and_endless_lines_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = String::from("ann: \u{0}\u{1b}[31m\u{202e}🎲\n: \n:::\nann:\nnobody\n");
    lines.push_str(&format!("ann: {}\n", "x".repeat(100_000)));
    lines.push_str("ann: help\n");
    let out = talk(folder.path(), &["--db", "a.db"], &lines);
    assert!(out.contains("the limit is"), "{out}");
    assert!(out.contains("What else you can say: `help more`."), "{out}");
    assert!(!out.contains('\u{1b}') && !out.contains('\u{0}') && !out.contains('\u{202e}'));
}

#[test]
fn two_programs_do_not_share_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let mut room = Room::open(folder.path());
    room.ask("ann: help");
    let second = run(folder.path(), with_database(folder.path(), &["--db", "room.db"]));
    // It may work once the first has ended.
    assert_eq!(second.status.code(), Some(3));
    let said = text(&second.stderr);
    assert!(said.contains("another bot is running"), "{second:?}");
    let how = if is_on_server() {
        "Only `draughtsman serve` runs as several processes"
    } else {
        "set `database` to a PostgreSQL database for all of them"
    };
    assert!(said.contains(how), "{said}");
    if is_on_server() {
        return;
    }
    let copy = run(folder.path(), ["backup", "copy.db", "--db", "room.db"]);
    assert!(copy.status.success(), "a backup is made meanwhile: {copy:?}");
    let refused = run(folder.path(), ["restore", "copy.db", "--db", "room.db"]);
    assert_eq!(refused.status.code(), Some(3), "not while the room is open: {refused:?}");
    room.kill_after(0);
    assert!(run(folder.path(), ["--db", "copy.db"]).status.success());
    let restored = run(folder.path(), ["restore", "copy.db", "--db", "room.db"]);
    assert!(text(&restored.stdout).contains("room.db.replaced"), "{restored:?}");
}

#[test]
fn a_file_named_in_a_line_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let rated = SCRIPT.replace("side=black", "side=black rated");
    let script = format!(
        "{rated}ann: draw\nbob: draw\nann: export #1\nann: import @bob step=2 a-pictures/match-1.json\nbob: accept\n"
    );
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "5"], &script);
    assert!(out.contains("challenges Bob to Trapdoor Checkers (from a position)"), "{out}");
    assert!(out.contains("#2 · "), "{out}");
    let out =
        talk(folder.path(), &["--db", "a.db"], "ann: import nothing.json\nann: leaderboard\n");
    assert!(out.contains("The file nothing.json can't be read"), "{out}");
    let picture = out.lines().find_map(|it| it.strip_prefix("picture: ")).unwrap();
    assert!(
        fs::read(folder.path().join(picture)).unwrap().starts_with(b"\x89PNG"),
        "a table is drawn"
    );
    let done = run(folder.path(), with_database(folder.path(), &["recount", "--db", "a.db"]));
    assert!(
        text(&done.stdout).contains("All 4 ratings agree with the result of 1 match."),
        "{done:?}"
    );
}

#[test]
fn time_that_is_waited_brings_what_it_would_and_time_away_costs_nobody_any() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: challenge bob trapdoor side=black days=2 hard\nbob: accept\nwait 1 day\n";
    let out = talk(folder.path(), &["--db", "a.db"], lines);
    assert!(out.contains("(to Ann only) Your turn in #1"), "{out}");
    assert!(out.ends_with("The room's clock is 1 day ahead until you quit.\n"));
    // The next room has the wall's clock again; the match continues where it stood.
    let out = talk(folder.path(), &["--db", "a.db"], "bob: games\nwait 25h\nbob: games\n");
    assert!(out.contains("waiting for Ann, 1 day left"), "{out}");
    assert_eq!(out.matches("ran out of time").count(), 1, "{out}");
    assert!(out.contains("Bob has no match running."), "{out}");
}

#[cfg(unix)]
#[test]
fn a_room_whose_database_is_removed_says_so_and_ends() {
    use std::{
        io::{BufRead as _, BufReader, Write as _},
        process::Stdio,
    };
    let folder = tempfile::tempdir().unwrap();
    let mut room = crate::program::program(folder.path())
        .args(["--db", "a.db", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = room.stdin.take().unwrap();
    let mut output = BufReader::new(room.stdout.take().unwrap()).lines();
    writeln!(input, "ann: challenge bob trapdoor").unwrap();
    assert!(output.next().unwrap().unwrap().contains("Ann challenges Bob"));
    fs::remove_file(folder.path().join("a.db")).unwrap();
    writeln!(input, "bob: accept").unwrap();
    assert!(output.next().is_none(), "nothing is answered as if it were kept");
    let done = room.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(2), "{done:?}");
    assert!(text(&done.stderr).contains("was removed or replaced"), "{done:?}");
}

#[cfg(unix)]
#[test]
fn pictures_and_files_can_be_read_by_the_host_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: challenge bob alien\nbob: accept\nann: hand\nann: board\nann: export\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "1"], lines);
    assert!(out.contains("(to Ann only)"), "{out}");
    let pictures = folder.path().join("a-pictures");
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&pictures), 0o700);
    let files: Vec<_> =
        fs::read_dir(&pictures).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(2 < files.len(), "{files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

#[test]
fn people_are_called_as_they_write_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "Élodie Über: challenge O'Brien trapdoor side=black\nO'Brien: accept\n\
                 O'Brien: challenge élodie_über alien\nhelp: spin\nwait 1h\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "1"], lines);
    assert!(out.contains("Élodie Über challenges O'Brien to Trapdoor Checkers"), "{out}");
    assert!(out.contains("Élodie Über spins"), "{out}");
    assert!(out.contains("O'Brien challenges Élodie Über to Alien Checkers"), "{out}");
    assert!(out.contains("! `help` is a command, not a name."), "{out}");
    assert!(out.contains("The room's clock is 1 hour ahead"), "{out}");
}

#[test]
fn a_move_before_a_colon_makes_no_new_player() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: settings auto off\nann: challenge bob trapdoor side=black\nbob: accept\nann: moves\nspin: now\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "1"], lines);
    assert!(out.contains("! `spin` starts a move of Ann, so it can't be a new name now."), "{out}");
}

#[test]
fn files_that_name_whoever_is_forgotten_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: challenge bob trapdoor side=black\nbob: accept\nann: resign yes\n\
                 cid: challenge bob trapdoor\nbob: accept\ncid: export #1\nann: mydata export\nbob: profile\n";
    talk(folder.path(), &["--db", "a.db"], lines);
    let files = || {
        let mut all = Vec::new();
        for entry in walk(folder.path()) {
            all.push(entry.file_name().unwrap().to_string_lossy().into_owned());
        }
        all.sort();
        all
    };
    let named = |file: &String| file.starts_with("match-1") || file.starts_with("mydata");
    assert!(3 < files().into_iter().filter(named).count(), "{:?}", files());
    let out = talk(folder.path(), &["--db", "a.db"], "ann: mydata delete yes\n");
    assert!(out.contains("the data is deleted"), "{out}");
    assert_eq!(files().into_iter().filter(named).collect::<Vec<_>>(), [""; 0]);
    assert!(files().iter().any(|it| it.starts_with("match-2")), "those of others stay");
}

/// Returns every file in a folder and in those within it.
fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let all = entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] });
    all.collect()
}
