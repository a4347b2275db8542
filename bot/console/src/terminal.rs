//! The terminal: line editing, completion, history, and pictures where it can show them.
use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::{Arc, Mutex, PoisonError, mpsc},
    time::Duration,
};

use anyhow::Context as _;
use base64::Engine as _;
use command::Commands;
use rustyline::{
    CompletionType, Config, Context, Editor, ExternalPrinter, Helper, completion::Completer,
    error::ReadlineError, highlight::Highlighter, hint::Hinter, history::MemHistory,
    validate::Validator,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::words;
use crate::completion::{Known, complete};

/// The width of a picture, in columns.
const WIDEST: u16 = 80;
/// The most characters in one chunk of Kitty's protocol.
const CHUNK: usize = 4096;
/// The cells of the bar that moves while the bot thinks.
const BAR: usize = 12;
/// How long the bot thinks before the bar is shown.
const SOON: Duration = Duration::from_millis(600);
/// How long the bar stays at one cell.
const CELL: Duration = Duration::from_millis(200);
/// How many lines of history to keep. They aren't saved, because they may hold secret choices.
const KEPT: usize = 500;

/// What completions depend on, by speaker.
#[derive(Default)]
pub(super) struct Speakers {
    /// People by their names; the empty name is for a line without a name.
    pub(super) named: Vec<(String, Known)>,
    /// Everybody else.
    pub(super) others: Known,
}

/// The terminal of an open room.
pub(super) struct Terminal {
    prompts: mpsc::Sender<String>,
    lines: UnboundedReceiver<Result<String, ReadlineError>>,
    speakers: Arc<Mutex<Speakers>>,
    printer: Box<dyn ExternalPrinter + Send>,
    /// Whether a line is being typed, so that output goes above it.
    typing: bool,
    /// Whether a line says that the bot is thinking.
    thinking: bool,
    /// The protocol for pictures, if the terminal has one.
    pictures: Option<Protocol>,
}

struct RoomHelper {
    commands: &'static Commands,
    speakers: Arc<Mutex<Speakers>>,
}

impl Terminal {
    /// Opens the terminal.
    ///
    /// # Errors
    /// If it can't be used line by line.
    pub(super) fn open(commands: &'static Commands) -> anyhow::Result<Terminal> {
        let pictures = protocol();
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(KEPT)
            .context("the terminal's history")?
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor: Editor<RoomHelper, MemHistory> =
            Editor::with_history(config, history).context("the terminal can't be used")?;
        let printer = editor.create_external_printer().context("the terminal can't be used")?;
        let speakers = Arc::new(Mutex::new(Speakers::default()));
        editor.set_helper(Some(RoomHelper { commands, speakers: speakers.clone() }));
        let (prompts, asked) = mpsc::channel::<String>();
        let (typed, lines) = unbounded_channel();
        // Reading blocks, so it has its own thread, which ends with the program.
        std::thread::spawn(move || read_lines(&mut editor, &asked, &typed));
        let printer = Box::new(printer);
        Ok(Terminal { prompts, lines, speakers, printer, typing: false, thinking: false, pictures })
    }

    /// Shows a prompt, unless a line is being typed, and sets the completions.
    pub(super) fn ask(&mut self, prompt: String, speakers: Speakers) {
        *self.speakers.lock().unwrap_or_else(PoisonError::into_inner) = speakers;
        if !self.typing {
            // If the thread has ended, the next line is an error.
            drop(self.prompts.send(prompt));
            self.typing = true;
        }
    }

    /// Returns the next line, or nothing when the user leaves.
    ///
    /// # Errors
    /// If the terminal fails.
    pub(super) async fn line(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        let line = self.lines.recv().await;
        self.typing = false;
        match line {
            Some(Ok(line)) => Ok(Some(line.into_bytes())),
            None | Some(Err(ReadlineError::Eof | ReadlineError::Interrupted)) => Ok(None),
            Some(Err(err)) => Err(err).context("the input failed"),
        }
    }

    /// Prints text above the line being typed.
    ///
    /// # Errors
    /// If the terminal can't be written.
    pub(super) fn print(&mut self, words: &str) -> anyhow::Result<()> {
        self.printer.print(words.to_owned()).context("the terminal can't be written")
    }

    /// Shows for how long the bot has been thinking, in a line that is overwritten. Short thinking
    /// isn't shown, and nothing if the output goes elsewhere.
    ///
    /// # Errors
    /// If the terminal can't be written.
    pub(super) fn show_thinking(&mut self, time: Duration) -> anyhow::Result<()> {
        if self.typing || time < SOON || !io::stdout().is_terminal() {
            return Ok(());
        }
        self.thinking = true;
        overwrite(&thinking(time))
    }

    /// Clears that line.
    ///
    /// # Errors
    /// If the terminal can't be written.
    pub(super) fn hide_thinking(&mut self) -> anyhow::Result<()> {
        if !std::mem::take(&mut self.thinking) {
            return Ok(());
        }
        overwrite("")
    }

    /// Shows a PNG if the terminal can and no line is being typed; tells whether it did.
    pub(super) fn show(&mut self, png: &[u8]) -> bool {
        let Some(protocol) = self.pictures.filter(|_| !self.typing) else { return false };
        let mut out = io::stdout().lock();
        let shown = out.write_all(protocol.written(png).as_bytes()).and_then(|()| out.flush());
        if let Err(err) = &shown {
            tracing::info!(%err, "the terminal doesn't show a picture");
        }
        shown.is_ok()
    }
}

/// Words the line that says that the bot is thinking: the filled cell moves back and forth.
fn thinking(time: Duration) -> String {
    let beat = (time.as_millis() / CELL.as_millis()) as usize % (2 * BAR - 2);
    let at = beat.min(2 * BAR - 2 - beat);
    let bar: String = (0..BAR).map(|cell| if cell == at { '#' } else { '.' }).collect();
    words::is_thinking(&bar, time.as_secs())
}

/// Writes over the line where the cursor is.
fn overwrite(words: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = write!(out, "\r\x1b[K{words}").and_then(|()| out.flush());
    written.context("the terminal can't be written")
}

/// A protocol for pictures. Sixel isn't supported, because it needs few colours and a query to
/// detect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Kitty,
    Iterm,
}

impl Protocol {
    /// Detects the protocol from the environment variables that terminals set.
    fn of(term: &str, program: &str) -> Option<Protocol> {
        let names =
            |all: &[&str]| all.iter().any(|name| term.contains(name) || program.contains(name));
        if names(&["kitty", "ghostty"]) {
            Some(Protocol::Kitty)
        } else {
            names(&["iterm", "wezterm", "mintty", "konsole"]).then_some(Protocol::Iterm)
        }
    }

    /// Encodes a PNG for the protocol, on lines of its own.
    fn written(self, png: &[u8]) -> String {
        let body = base64::engine::general_purpose::STANDARD.encode(png);
        match self {
            Protocol::Iterm => {
                let size = png.len();
                format!("\x1b]1337;File=inline=1;size={size};width={WIDEST}:{body}\x07\n")
            }
            Protocol::Kitty => {
                let parts: Vec<&[u8]> = body.as_bytes().chunks(CHUNK).collect();
                let mut out = String::new();
                for (n, part) in parts.iter().enumerate() {
                    let first =
                        if n == 0 { format!("a=T,f=100,c={WIDEST},") } else { String::new() };
                    let more = u8::from(n + 1 < parts.len());
                    out.push_str(&format!("\x1b_G{first}m={more};"));
                    out.push_str(&String::from_utf8_lossy(part));
                    out.push_str("\x1b\\");
                }
                out.push('\n');
                out
            }
        }
    }
}

fn protocol() -> Option<Protocol> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default().to_lowercase();
    Protocol::of(&variable("TERM"), &variable("TERM_PROGRAM"))
}

/// Reads a line for each prompt until the room closes or the terminal ends.
fn read_lines(
    editor: &mut Editor<RoomHelper, MemHistory>,
    asked: &mpsc::Receiver<String>,
    typed: &UnboundedSender<Result<String, ReadlineError>>,
) {
    while let Ok(prompt) = asked.recv() {
        let line = editor.readline(&prompt);
        if let Ok(line) = &line {
            // A line that isn't in the history still counts.
            drop(editor.add_history_entry(line));
        }
        let ends = line.is_err();
        if typed.send(line).is_err() || ends {
            return;
        }
    }
}

impl Helper for RoomHelper {}
impl Highlighter for RoomHelper {}
impl Validator for RoomHelper {}
impl Hinter for RoomHelper {
    type Hint = String;
}

impl Completer for RoomHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let speakers = self.speakers.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(completed(self.commands, &line[..at], &speakers))
    }
}

/// Completes a line, which may start with a speaker: `ann: sp`. Returns the start of the completed
/// word and its completions.
fn completed(commands: &Commands, line: &str, speakers: &Speakers) -> (usize, Vec<String>) {
    let (name, after) = match line.split_once(": ") {
        Some((name, _)) if !name.contains(' ') => (name, name.len() + 2),
        _ => ("", 0),
    };
    let is_meant = |(speaker, _): &&(String, Known)| speaker.eq_ignore_ascii_case(name);
    let known = speakers.named.iter().find(is_meant).map_or(&speakers.others, |it| &it.1);
    let mut found = complete(commands, &line[after..], known);
    if after == 0 && !line.contains(' ') {
        let typed = line.to_lowercase();
        let names = speakers.named.iter().map(|(speaker, _)| speaker.to_lowercase());
        found.words.extend(
            names
                .filter(|name| !name.is_empty() && name.starts_with(&typed))
                .map(|name| format!("{name}: ")),
        );
    }
    if let [only] = &mut found.words[..]
        && !only.ends_with(['=', ' '])
    {
        // The next word can follow.
        only.push(' ');
    }
    (after + found.start, found.words)
}

#[cfg(test)]
mod tests {
    use engine::{chance::StepKey, games::GameId};

    use super::*;
    use model::ids::MatchId;
    use service::Offer;

    #[test]
    fn a_picture_is_written_as_the_terminal_wants_it() {
        assert_eq!(Protocol::of("xterm-kitty", ""), Some(Protocol::Kitty));
        assert_eq!(Protocol::of("xterm-256color", "iterm.app"), Some(Protocol::Iterm));
        assert_eq!(Protocol::of("xterm-256color", ""), None);
        let long = Protocol::Kitty.written(&[7; 4000]);
        assert_eq!((long.matches("\x1b_G").count(), long.matches("m=1;").count()), (2, 1));
        assert!(Protocol::Iterm.written(b"png").contains(":cG5n\x07"));
    }

    #[test]
    fn the_bar_moves_to_the_end_and_back() {
        let at = |ms| thinking(Duration::from_millis(ms));
        assert_eq!(at(1000), "The bot is thinking [.....#......] 1 s");
        assert_eq!(at(2200), "The bot is thinking [...........#] 2 s");
        assert_eq!(at(2400), "The bot is thinking [..........#.] 2 s");
        assert_eq!(at(4400), "The bot is thinking [#...........] 4 s");
    }

    #[test]
    fn what_is_completed_is_that_of_the_one_who_speaks() {
        let offer = |words: &str| Known {
            offers: vec![Offer {
                of: MatchId(1),
                game: GameId::ALL[0],
                at: StepKey { step: 0, take: 0 },
                words: vec![words.to_owned()],
                grammar: None,
            }],
            ..Known::default()
        };
        let named = vec![
            (String::new(), offer("spin")),
            ("Ann".to_owned(), offer("spin")),
            ("Bob".to_owned(), offer("spread")),
        ];
        let others = Known { topics: vec!["tea"], ..Known::default() };
        let speakers = Speakers { named, others };
        let completed = |line: &str| completed(Commands::kernel(), line, &speakers);
        assert_eq!(completed("sp"), (0, vec!["spin ".to_owned()]));
        assert_eq!(completed("bob: sp"), (5, vec!["spread ".to_owned()]));
        let begun = completed("bo").1;
        assert_eq!((begun[0].as_str(), begun.contains(&"bob: ".to_owned())), ("board", true));
        assert_eq!(completed("eve: spi"), (5, Vec::new()));
        assert_eq!(completed("rules house te"), (12, Vec::new()));
        assert_eq!(completed("eve: rules house te"), (17, vec!["tea ".to_owned()]));
    }
}
