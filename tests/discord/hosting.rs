//! A bare machine becomes the host of a bot that answers, by the lines of docs/hosting.md alone.
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
};

use serde_json::json;

use crate::{people::ANN, server::TOKEN, world::Discord};

/// The page promises no more steps than this.
const STEPS: &str = "5 steps, ";

#[test]
#[ignore = "needs root, debootstrap and systemd-nspawn"]
fn a_bare_machine_answers_after_the_steps_of_the_page() {
    let discord = Discord::start();
    discord.world(|world| world.emoji = Some(Vec::new()));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/program/hosting");
    let mut machine = Command::new(script)
        .args([env!("CARGO_BIN_EXE_draughtsman"), TOKEN, &discord.address])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a script");
    let said = BufReader::new(machine.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let said: Vec<String> = said.take_while(|line| line != "started").collect();
    println!("{}", said.join("\n"));
    assert!(said.last().is_some_and(|line| line.starts_with(STEPS)), "{said:?}");
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    let mut stdin = machine.stdin.take().expect("a pipe");
    writeln!(stdin, "enough").expect("it waits");
    assert!(machine.wait().expect("it ends").success());
}
