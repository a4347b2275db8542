//! Texts that only Discord needs: about channels, threads, files, and presses that don't reach the
//! service.
use std::{fmt::Display, path::Path};

use command::{Arg, say};
use delivery::Cause;
use engine::refusal::{Code, Refusal};
use model::{ids::MatchId, text::Text};
use serenity::model::id::{ChannelId, UserId};

// Channels and threads.

/// Says what happened to a room; goes after the room's name.
fn why(cause: Cause) -> &'static str {
    match cause {
        Cause::Gone => "was deleted",
        Cause::Locked => "is locked",
        Cause::Forbidden | Cause::Closed => "doesn't let me write any more",
        Cause::Later { .. } | Cause::Behind | Cause::Last | Cause::Offline | Cause::Never => {
            "can't be reached"
        }
    }
}

pub(super) fn thread_lost(of: MatchId, cause: Cause) -> String {
    format!("The thread of match #{of} {}, so the match continues here.", why(cause))
}

pub(super) fn channel_lost(channel: &str, cause: Cause) -> String {
    match cause {
        // A link to it would lead nowhere.
        Cause::Gone => "The channel was deleted, so I'm telling you here.".to_owned(),
        _ => format!("<#{channel}> {}, so I'm telling you here.", why(cause)),
    }
}

pub(super) fn match_is_in(of: MatchId, thread: ChannelId) -> String {
    format!("Match #{of} is in <#{thread}>.")
}

/// Says how a match ended that was played in a thread. `named` is the line that names it.
pub(super) fn match_was_in(named: &str, verdict: &str, thread: ChannelId) -> String {
    format!("{named}: {verdict} <#{thread}>")
}

/// Says that there is no answer, because of a fault of the bot.
pub(super) fn no_answer() -> &'static str {
    "Something went wrong with my answer. What you asked for may be done: look with `/games`."
}

pub(super) fn cannot_write_here() -> &'static str {
    "I can't write in this channel, so only you can see this answer."
}

/// Explains why a public answer is ephemeral, on a server that hasn't added the bot.
pub(super) fn only_you_see_this() -> &'static str {
    "-# This server lets nobody show the answers of apps that aren't added to it, so only you can see this."
}

/// Answers a command that others must not look up; the public result follows.
pub(super) fn only_you_see_the_command() -> &'static str {
    "Only you can see what you typed."
}

/// Answers a command that took long; the public result follows.
pub(super) fn answer_is_below() -> &'static str {
    "The answer is below."
}

/// Names direct messages with the bot.
pub(super) fn with_me() -> &'static str {
    "direct messages"
}

/// Names the direct messages of two people.
pub(super) fn between_two() -> &'static str {
    "your direct messages"
}

pub(super) fn a_group() -> &'static str {
    "a group"
}

pub(super) fn in_words_instead() -> Text {
    Text::plain("I can't attach files here. In words:")
}

// Private messages.

pub(super) fn answered_in_private() -> &'static str {
    "I've answered you in a direct message."
}

pub(super) fn private_messages_closed(user: UserId) -> String {
    format!(
        "<@{user}>, I have a private message for you, but your direct messages are closed to me."
    )
}

pub(super) fn show_me() -> &'static str {
    "Show it to me"
}

pub(super) fn for_someone_else() -> &'static str {
    "That's for someone else."
}

pub(super) fn seen_already() -> &'static str {
    "You've seen that already. `/match show what:hand` shows your secrets again."
}

// Presses, menus and forms.

pub(super) fn button_out_of_date() -> &'static str {
    "That button is out of date. `/games` lists your matches; `/match board` shows one."
}

/// Asks for a choice, if a menu has no question.
pub(super) fn choose() -> &'static str {
    "Choose"
}

pub(super) fn what_do_you_do() -> &'static str {
    "What do you do?"
}

// The form of a challenge.

pub(super) fn opponent() -> &'static str {
    "Opponent"
}

pub(super) fn anyone_accepts() -> &'static str {
    "Leave it empty to let anyone accept"
}

pub(super) fn which_clock() -> &'static str {
    "Clock"
}

/// Names a clock: `Daily`.
pub(super) fn clock_called(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

pub(super) fn no_clock() -> &'static str {
    "No clock"
}

pub(super) fn which_side() -> &'static str {
    "Your side"
}

pub(super) fn random_side() -> &'static str {
    "Random"
}

pub(super) fn which_options() -> &'static str {
    "Options"
}

pub(super) fn no_options() -> &'static str {
    "No options"
}

pub(super) fn unrated() -> &'static str {
    "Unrated"
}

pub(super) fn about_unrated() -> &'static str {
    "The result doesn't change ratings"
}

pub(super) fn private() -> &'static str {
    "Private"
}

pub(super) fn about_private() -> &'static str {
    "Only the players can see the match"
}

pub(super) fn quick() -> &'static str {
    "Quick: a shorter match"
}

pub(super) fn more_terms() -> &'static str {
    "Anything else"
}

pub(super) fn for_example() -> &'static str {
    "For example: clock=10d+1d, places=3, best of 3"
}

/// Labels the button that opens the form again after a refusal.
pub(super) fn change() -> &'static str {
    "Change…"
}

pub(super) fn your_move() -> &'static str {
    "Your move"
}

// Commands.

/// Describes a group of commands.
pub(super) const ABOUT_MATCHES: &str = "Look at a match, change or end it";
pub(super) const ABOUT_COMPETING: &str = "Seasons, leagues and ladders of this server";
pub(super) const ABOUT_YOU: &str = "Your ratings, settings, reminders and data";

// Entries that are for several commands each.

pub(super) const SHOWS: &str = "Hint, moves, history, film, review, file or check of a match";
pub(super) const ENDS: &str = "Draw, resign, claim a win, pause, or find a substitute";
pub(super) const OFFERS: &str = "Decline, change or cancel a challenge; rematch; invitation";
pub(super) const HERE: &str = "Votes and calls of this room, and what happened last week";
pub(super) const MORE: &str = "Notes, orders, your next match, your year, your data";
pub(super) const WHAT_SAYS: &str = "What to do or to show";
pub(super) const WHO_SAYS: &str = "Who it is about";
pub(super) const REST_SAYS: &str = "Anything else, as you would type it";

/// Names a choice with what it means.
pub(super) fn meaning(name: &str, means: &str) -> String {
    match means {
        "" => name.to_owned(),
        means => format!("{name}: {means}"),
    }
}

/// The name of the command in a person's menu, and of the one in a message's menu.
pub(super) const CHALLENGE_USER: &str = "Challenge to a game";
pub(super) const HISTORY_MESSAGE: &str = "What happened here?";

// Descriptions in other languages, for the host.

pub(super) fn no_descriptions(folder: &Path, err: &dyn Display) -> String {
    format!("`discord.descriptions`: can't read the folder {}: {err}", folder.display())
}

pub(super) fn no_language(file: &Path) -> String {
    format!(
        "`discord.descriptions`: {} is for no language of Discord. Name it after the code of one, \
         such as de.toml or pt-BR.toml",
        file.display()
    )
}

pub(super) fn bad_descriptions(file: &Path, err: &dyn Display) -> String {
    format!("`discord.descriptions`: can't read {}: {err}", file.display())
}

pub(super) fn describes_nothing(file: &Path, path: &str) -> String {
    format!("`discord.descriptions`: {}: there is no command or option `{path}`", file.display())
}

pub(super) fn description_too_long(file: &Path, path: &str, longest: usize) -> String {
    format!(
        "`discord.descriptions`: {}: the description of `{path}` must have 1 to {longest} \
         characters",
        file.display()
    )
}

pub(super) fn descriptions_too_long(folder: &Path, name: &str, longest: usize) -> String {
    format!(
        "`discord.descriptions`: the texts of `{name}` in {} are longer than the {longest} \
         characters that Discord allows for a command",
        folder.display()
    )
}

pub(super) fn no_match_there() -> Refusal {
    Refusal::unreadable("That message shows no match of mine.").instead([say!(Games)])
}

pub(super) fn command_has_changed() -> Refusal {
    Refusal::unreadable("That command has changed. Please type it again.").instead([say!(Help)])
}

/// Says that a reply without a mention can't be read, because Discord hides its text.
pub(super) fn cannot_read() -> &'static str {
    "I can't read that message. Keep the mention on when you reply to me, or use a command such as \
     `/play words:b6-a5`."
}

// Why Discord refuses a connection.

pub(super) fn authentication_failed() -> &'static str {
    "the authentication failed"
}

pub(super) fn intents_not_allowed() -> &'static str {
    "the intents aren't allowed"
}

pub(super) fn version_too_old() -> &'static str {
    "this version of the program can't connect any more"
}

// Files.

pub(super) fn only_files_from_discord() -> Refusal {
    let says = "I can only open files from Discord. Paste its contents instead.";
    Refusal::new(Code::NotNow, says)
}

pub(super) fn not_text(wanted: &Arg) -> Refusal {
    Refusal::unreadable(format!("That file isn't text. Attach {}.", wanted.in_sentence()))
}

pub(super) fn cannot_get_file() -> Refusal {
    let says = "I can't get that file from Discord. Attach it again, or paste its contents.";
    Refusal::new(Code::NotNow, says)
}

pub(super) fn file_too_large(limit: usize) -> Refusal {
    let says = format!("That file is too large; the limit is {limit} bytes.");
    Refusal::new(Code::TooMuch, says)
}

/// The permissions of moderators, by bit, the gravest first, as Discord names them.
pub(super) const MODERATING: [(u32, &str); 22] = [
    (3, "Administrator"),
    (5, "Manage Server"),
    (28, "Manage Roles"),
    (4, "Manage Channels"),
    (2, "Ban Members"),
    (1, "Kick Members"),
    (40, "Timeout Members"),
    (29, "Manage Webhooks"),
    (13, "Manage Messages"),
    (51, "Pin Messages"),
    (52, "Bypass Slowmode"),
    (34, "Manage Threads and Posts"),
    (27, "Manage Nicknames"),
    (30, "Manage Expressions"),
    (33, "Manage Events"),
    (17, "Mention @everyone, @here and All Roles"),
    (22, "Mute Members"),
    (23, "Deafen Members"),
    (24, "Move Members"),
    (7, "View Audit Log"),
    (19, "View Server Insights"),
    (41, "View Server Subscription Insights"),
];
