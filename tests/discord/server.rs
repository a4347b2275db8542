//! Starts the local Discord and the program.
use std::{
    io::Read,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use tokio::net::{TcpListener, TcpStream};

use crate::{
    gateway, http, rest,
    world::{Discord, Message, World},
};

/// A made-up token of the right shape.
pub(crate) const TOKEN: &str =
    "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789ABCD";

/// The most time the program may take to end when told to.
const LAST_WORDS: Duration = Duration::from_secs(30);

impl Discord {
    /// Starts a local Discord on a free port.
    pub(crate) fn start() -> Discord {
        let (known, address) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let address = format!("http://{}", listener.local_addr().unwrap());
                let discord = Discord::with(address);
                known.send(discord.clone()).unwrap();
                while let Ok((stream, _)) = listener.accept().await {
                    tokio::spawn(connection(discord.clone(), stream));
                }
            });
        });
        address.recv().unwrap()
    }

    /// Waits for the message that matches, among those since `since` messages.
    #[track_caller]
    pub(crate) fn message(&self, what: &str, fits: impl Fn(&Message) -> bool) -> Message {
        self.wait(what, |world| world.messages.iter().rev().find(|it| fits(it)).cloned())
    }

    /// Waits for a message with these words.
    #[track_caller]
    pub(crate) fn told(&self, what: &str, words: &str) -> Message {
        self.message(what, |message| message.content().contains(words))
    }

    /// Waits for the answer to an interaction: its first answer, or what replaces that. On a busy machine the answer
    /// may have been deferred; a public one is then a message of its own.
    #[track_caller]
    pub(crate) fn answer(&self, token: &str) -> Message {
        self.first_said(token, |_| true)
    }

    /// Waits for the board that answers an interaction, ignoring other messages in the channel.
    #[track_caller]
    pub(crate) fn board(&self, token: &str) -> Message {
        self.first_said(token, |message| !message.files.is_empty() || !message.choices().is_empty())
    }

    #[track_caller]
    fn first_said(&self, token: &str, fits: impl Fn(&Message) -> bool) -> Message {
        self.wait("an answer", |world| {
            let mut said = world.messages.iter();
            if let Some(answer) =
                said.rfind(|message| message.token.as_deref() == Some(token) && !message.spent)
            {
                return Some(answer.clone());
            }
            let asked = world.interactions.get(token)?;
            let (5 | 6, _) = asked.first? else { return None };
            let later =
                |message: &&Message| asked.id < message.id && message.channel == asked.channel;
            let public = |message: &&Message| message.only.is_none() && message.token.is_none();
            world.messages.iter().filter(later).filter(public).find(|it| fits(it)).cloned()
        })
    }

    /// Waits for the form that answers an interaction.
    #[track_caller]
    pub(crate) fn form(&self, token: &str) -> serde_json::Value {
        self.wait("a form", |world| {
            let interaction = &world.interactions[token];
            interaction.first.filter(|it| it.0 == 9).map(|_| interaction.first_body["data"].clone())
        })
    }

    /// Waits for the asker's private answer, ignoring other messages in the channel.
    #[track_caller]
    pub(crate) fn private(&self, token: &str) -> Message {
        self.wait("a private answer", |world| {
            world.messages.iter().rfind(|message| message.token.as_deref() == Some(token)).cloned()
        })
    }

    /// Panics with what broke Discord's rules, if anything did.
    #[track_caller]
    pub(crate) fn was_used_well(&self) {
        let wrong = self.world(|world: &mut World| std::mem::take(&mut world.wrong));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

async fn connection(discord: Discord, mut stream: TcpStream) {
    stream.set_nodelay(true).unwrap();
    let mut first = [0; 6];
    // Both use the same port; the gateway is at the bare path, and where sessions are resumed.
    while stream.peek(&mut first).await.is_ok_and(|count| 0 < count && count < first.len()) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    if first.starts_with(b"GET /?") || first.starts_with(b"GET /r") {
        return gateway::serve(discord, stream).await;
    }
    let mut left = Vec::new();
    while let Some(request) = http::read(&mut stream, &mut left).await {
        let answer = rest::handle(&discord, request).await;
        if http::write(&mut stream, &answer).await.is_err() {
            return;
        }
    }
}

/// The program, serving; killed when it is dropped.
pub(crate) struct Program {
    child: Child,
}

impl Program {
    /// Starts the program on a folder's database and waits until it is connected.
    #[track_caller]
    pub(crate) fn start(discord: &Discord, folder: &Path) -> Program {
        Program::start_with(discord, folder, &[])
    }

    /// Starts the program with more environment variables and waits until it is connected.
    #[track_caller]
    pub(crate) fn start_with(
        discord: &Discord,
        folder: &Path,
        variables: &[(&str, &str)],
    ) -> Program {
        let before = discord.world(|world| world.greetings.len());
        let program = Program::spawn(discord, folder, variables);
        discord.wait("the bot connects and registers its commands", |world| {
            let connected = before < world.greetings.len() && !world.lines.is_empty();
            (connected && !world.commands.is_empty()).then_some(())
        });
        program
    }

    pub(crate) fn spawn(discord: &Discord, folder: &Path, variables: &[(&str, &str)]) -> Program {
        Program::spawn_with(discord, folder, variables, Stdio::inherit())
    }

    /// Starts the program so that its output can be read after it has ended by itself.
    pub(crate) fn spawn_read(discord: &Discord, folder: &Path) -> Program {
        Program::spawn_read_with(discord, folder, &[])
    }

    pub(crate) fn spawn_read_with(
        discord: &Discord,
        folder: &Path,
        variables: &[(&str, &str)],
    ) -> Program {
        Program::spawn_with(discord, folder, variables, Stdio::piped())
    }

    fn spawn_with(
        discord: &Discord,
        folder: &Path,
        variables: &[(&str, &str)],
        errors: Stdio,
    ) -> Program {
        let child = Command::new(env!("CARGO_BIN_EXE_draughtsman"))
            .current_dir(folder)
            .env_clear()
            .env("DISCORD_TOKEN", TOKEN)
            .env("DISCORD_API_URL", &discord.address)
            .env(
                "DRAUGHTSMAN_LOG",
                std::env::var("DRAUGHTSMAN_LOG").unwrap_or("warn,bot=info".to_owned()),
            )
            .envs(variables.iter().copied())
            .arg("serve")
            .stdin(Stdio::null())
            .stderr(errors)
            .spawn()
            .expect("the program starts");
        Program { child }
    }

    /// Runs `check`; returns its exit code and its output.
    pub(crate) fn check(discord: &Discord, folder: &Path) -> (Option<i32>, String) {
        let done = Command::new(env!("CARGO_BIN_EXE_draughtsman"))
            .current_dir(folder)
            .env_clear()
            .env("DISCORD_TOKEN", TOKEN)
            .env("DISCORD_API_URL", &discord.address)
            .arg("check")
            .output()
            .expect("the program starts");
        (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// Returns the id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends the program a signal.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.id().to_string();
        assert!(
            Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill").success()
        );
    }

    /// Asks the program to end, as a host does, and tells whether it ended without an error.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn terminate(mut self) -> bool {
        self.signal("TERM");
        self.wait().expect("the program ends when it is told to").success()
    }

    /// Waits for the program to end by itself; returns its exit code, if it does, and its standard error.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let pipe = self.child.stderr.take();
        let said = std::thread::spawn(move || {
            let mut said = String::new();
            pipe.map(|mut pipe| pipe.read_to_string(&mut said).expect("it writes text"));
            said
        });
        let ended = self.wait().and_then(|it| it.code());
        drop(self);
        (ended, said.join().expect("what it says is read"))
    }

    /// Waits for the end, up to [`LAST_WORDS`].
    fn wait(&mut self) -> Option<ExitStatus> {
        let end = Instant::now() + LAST_WORDS;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program is gone");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
