//! Texts about a match's proof: its commitments, and how replaying it compares with its file.
use engine::{
    games::GameId,
    match_rules::{CallOff, Ending},
    quote::short,
    refusal::{Code, Refusal},
};
use serde_json::error::Category;

// What matches.

pub(crate) fn secret_fits(tag: &str) -> String {
    format!("The secret matches the commitment for `{}`.", short(tag))
}

pub(crate) fn terms_fit() -> String {
    "Game, terms, players and words match the commitments.".to_owned()
}

pub(crate) fn toss_gave(side: &str) -> String {
    format!("The toss gave the challenger {side}, correctly.")
}

pub(crate) fn asked_for(side: &str) -> String {
    format!("The challenger asked for {side}.")
}

pub(crate) fn from_set_position() -> String {
    "It began from a set position; the dice can't show how that arose.".to_owned()
}

pub(crate) fn steps_fit(steps: usize) -> String {
    match steps {
        0 => "No step was played.".to_owned(),
        1 => "The one step plays out as recorded.".to_owned(),
        steps => format!("All {steps} steps play out as recorded."),
    }
}

pub(crate) fn seals_fit(sealed: usize) -> Option<String> {
    match sealed {
        0 => None,
        1 => Some("The one sealed choice matches its seal.".to_owned()),
        several => Some(format!("All {several} sealed choices match their seals.")),
    }
}

pub(crate) fn defaults_fit(by_default: usize) -> Option<String> {
    match by_default {
        0 => None,
        1 => Some("One choice was made by default, correctly.".to_owned()),
        several => Some(format!("{several} choices were made by default, correctly.")),
    }
}

pub(crate) fn counts_fit(counted: usize, ties: usize) -> Option<String> {
    let moves = match counted {
        0 => return None,
        1 => "One move was played by vote".to_owned(),
        several => format!("{several} moves were played by vote"),
    };
    let ties = match ties {
        0 => "no vote was a tie".to_owned(),
        1 => "the dice decided one tie".to_owned(),
        several => format!("the dice decided {several} ties"),
    };
    Some(format!("{moves}; {ties}."))
}

pub(crate) fn taken_back(steps: usize, undos: u32) -> Option<String> {
    let were = if steps == 1 { "was" } else { "were" };
    let times = if undos == 1 { "undo" } else { "undos" };
    (0 < steps).then(|| format!("{steps} of them {were} taken back, in {undos} {times}."))
}

pub(crate) fn end_by_rules() -> String {
    "The ending follows from the rules.".to_owned()
}

/// Says how a match ended that the rules didn't end.
pub(crate) fn end_by_people(ending: Ending) -> String {
    let how = match ending {
        Ending::Resigned(_) | Ending::Left(_) => "A player resigned",
        Ending::Agreed => "The players agreed on a draw",
        Ending::CalledOff { by: Some(_), .. } => "A player called the match off",
        Ending::CalledOff { rule: CallOff::Expired, .. } => "Both players ran out of time",
        Ending::CalledOff { rule: CallOff::ShutOut, .. } => "A banned player ran out of time",
        Ending::CalledOff { rule: CallOff::NobodyDecided, .. } => "A room stopped voting",
        Ending::CalledOff { rule: CallOff::Idle, .. } => {
            "It stood still, and another one was begun"
        }
        Ending::CalledOff { rule: CallOff::Moderated, .. } => "A moderator called the match off",
        Ending::CalledOff { .. } | Ending::Aborted => "The match was called off",
        Ending::TimedOut(_) => "A player ran out of time",
        Ending::Ruled(_) => "A moderator ended the match",
        Ending::Adjudicated(_) => "The days of its round in a league were over",
        Ending::Settled(_) => "A player was absent, and the position was settled",
    };
    format!("{how}. The dice can't prove that, or anything after the last step here.")
}

pub(crate) fn dated_in_the_future() -> String {
    "By this machine's clock it's dated in the future; the dice can't prove when it was played."
        .to_owned()
}

// What differs. A step is named as `step` does.

/// Names a step by its number, and the undos before it.
pub(crate) fn step(step: u32, undos: u32) -> String {
    match undos {
        0 => format!("Step {step}"),
        1 => format!("Step {step} (after the first undo)"),
        undos => format!("Step {step} (after {undos} undos)"),
    }
}

pub(crate) fn no_opening() -> String {
    "The match has no opening.".to_owned()
}

pub(crate) fn no_position() -> String {
    "The match has no position.".to_owned()
}

pub(crate) fn opening_not_first() -> String {
    "The match doesn't start with its opening.".to_owned()
}

pub(crate) fn cannot_open(why: &str) -> String {
    format!("The match can't be opened: {why}")
}

pub(crate) fn out_of_place(step: &str) -> String {
    format!("{step} is out of place.")
}

pub(crate) fn nobody_did(step: &str) -> String {
    format!("{step} doesn't say who did what.")
}

pub(crate) fn not_the_default(step: &str) -> String {
    format!("{step} isn't the default choice.")
}

pub(crate) fn not_most_wanted(step: &str) -> String {
    format!("{step} isn't the move that most votes and the dice gave.")
}

pub(crate) fn not_legal(step: &str, words: &str, why: &str) -> String {
    format!("{step}, `{}`, isn't legal: {why}", short(words))
}

pub(crate) fn breaks_seal(step: &str) -> String {
    format!("{step} doesn't match its seal.")
}

pub(crate) fn undo_out_of_place(step: u32) -> String {
    format!("The undo to step {step} is out of place.")
}

pub(crate) fn undo_without_consent(step: u32) -> String {
    format!("The undo to step {step} needed consent, but the file has none.")
}

pub(crate) fn undo_deals_differently(step: u32) -> String {
    format!("The undo to step {step} reshuffles differently from the file.")
}

pub(crate) fn dice_differ(step: &str) -> String {
    format!("{step}: the dice differ from the file.")
}

pub(crate) fn step_differs(step: &str) -> String {
    format!("{step} differs from the file.")
}

pub(crate) fn no_ending() -> String {
    "The file has no ending.".to_owned()
}

pub(crate) fn end_differs() -> String {
    "The ending differs from the file.".to_owned()
}

pub(crate) fn secret_differs() -> String {
    "The secret doesn't match its commitment.".to_owned()
}

pub(crate) fn no_covered_text() -> String {
    "The file lacks the text its commitment covers.".to_owned()
}

pub(crate) fn covered_text_unreadable() -> String {
    "The text the commitment covers can't be read.".to_owned()
}

/// What a commitment covers besides the secret.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CommitmentCover {
    Game,
    Variation,
    Start,
    Clock,
    Rating,
    Challenge,
    Players,
    Words,
}

pub(crate) fn commitment_differs(in_what: CommitmentCover) -> String {
    let what = match in_what {
        CommitmentCover::Game => "game",
        CommitmentCover::Variation => "variation",
        CommitmentCover::Start => "starting position",
        CommitmentCover::Clock => "clock",
        CommitmentCover::Rating => "rating",
        CommitmentCover::Challenge => "challenge",
        CommitmentCover::Players => "players",
        CommitmentCover::Words => "words",
    };
    format!("The commitment differs from the file: the {what}.")
}

pub(crate) fn toss_differs() -> String {
    "The toss for sides differs from the file.".to_owned()
}

// Files that can't be checked or resumed.

pub(crate) fn no_exported_match(broken: Category) -> String {
    let why = match broken {
        Category::Eof => "it's cut short",
        Category::Syntax | Category::Io => "it isn't valid JSON",
        Category::Data => "something is missing or malformed",
    };
    format!("This isn't an exported match: {why}.")
}

/// Refuses a file's format; `later` if it is from a later version.
pub(crate) fn unknown_format(format: &str, known: &str, later: bool) -> String {
    let format = short(format);
    if later {
        format!("This file is from a later version: it's `{format}`, I read `{known}`.")
    } else {
        format!("This file's format is `{format}`; I read `{known}`.")
    }
}

pub(crate) fn unknown_game(name: &str) -> String {
    format!("This match is from a game I don't know, `{}`.", short(name))
}

pub(crate) fn other_rules(game: GameId, rules: u16, own: u16) -> String {
    format!(
        "This match uses version {rules} of the rules of {game}; this program plays version {own}."
    )
}

pub(crate) fn exported_while_running() -> String {
    "This match was exported while running, so its secret is missing.".to_owned()
}

pub(crate) fn no_secret() -> String {
    "The secret isn't 64 hexadecimal digits.".to_owned()
}

pub(crate) fn date_before_start() -> String {
    "That match has a date before its start.".to_owned()
}

pub(crate) fn too_many_steps(steps: usize, most: usize) -> Refusal {
    let says = format!("That match has {steps} steps; I can resume at most {most}.");
    Refusal::new(Code::TooMuch, says)
}

pub(crate) fn not_played_yet() -> Refusal {
    Refusal::illegal("By my clock, that match is dated in the future.")
}

pub(crate) fn fails_check(fault: &str) -> Refusal {
    Refusal::illegal(format!("That file fails its check. {fault}"))
}

pub(crate) fn position_of_another_game(game: GameId) -> Refusal {
    Refusal::unreadable(format!("That starting position isn't from {game}."))
}
