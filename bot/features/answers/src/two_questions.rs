//! A line that asks two questions: each is answered, in one reply.
use model::{
    ids::MatchId,
    reply::{Menu, Reply},
    text::Text,
};
use service::{RequestError, context::RequestContext};

use super::{
    asked_line::answer_one,
    known::{ASKS_THIS, known},
};

/// Answers two questions, unless the whole line is a question that is known.
///
/// # Errors
/// If neither can be answered.
pub(super) fn answer_both(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    whole: &str,
    both: [&str; 2],
) -> Result<(), RequestError> {
    if known(cx, of, whole)?.answered(cx, of, whole, ASKS_THIS)? {
        return Ok(());
    }
    let commands = cx.memory.commands;
    let (begun, verb) = (cx.replies.len(), cx.verb);
    let mut unanswered = None;
    for asked in both {
        cx.verb = verb;
        let line = commands.question(asked).or_else(|| commands.question(&format!("{asked}?")));
        match line.map_or(Ok(()), |line| answer_one(cx, of, &line)) {
            Ok(()) => {}
            // It says nothing beside an answer to the other.
            Err(RequestError::Refused(refusal)) => unanswered = Some(refusal),
            Err(fault) => return Err(fault),
        }
    }
    let told = cx.replies.len();
    if let Some(refusal) = unanswered.filter(|_| told == begun) {
        return Err(refusal.into());
    }
    if told == begun + 2
        && is_of_words(&cx.replies[begun].reply)
        && is_of_words(&cx.replies[begun + 1].reply)
        && let Some(second) = cx.replies.pop()
    {
        join(&mut cx.replies[begun].reply, second.reply);
    }
    Ok(())
}

/// Tells whether a reply has words alone, perhaps with ordinary buttons.
fn is_of_words(reply: &Reply) -> bool {
    let is_plain = |menu: &Menu| menu.rows.is_empty() && menu.listed.is_empty();
    let shows = reply.picture.is_some() || reply.sheet.is_some() || reply.file.is_some();
    !shows && reply.board.is_none() && reply.menu.as_ref().is_none_or(is_plain)
}

fn join(first: &mut Reply, second: Reply) {
    let text = std::mem::replace(&mut first.text, Text::Lines(Vec::new()));
    let lines = [text, second.text].into_iter().flat_map(|text| match text {
        Text::Lines(lines) => lines,
        text => vec![text],
    });
    let mut said: Vec<Text> = Vec::new();
    for line in lines {
        // Both may begin with the match they are about.
        if !said.contains(&line) {
            said.push(line);
        }
    }
    first.text = Text::Lines(said);
    first.privacy = first.privacy.max(second.privacy);
    first.guessed |= second.guessed;
    let Some(more) = second.menu else { return };
    match &mut first.menu {
        Some(menu) => {
            for choice in more.choices {
                if !menu.choices.contains(&choice) {
                    menu.choices.push(choice);
                }
            }
        }
        None => first.menu = Some(more),
    }
}
