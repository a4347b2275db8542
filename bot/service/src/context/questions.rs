//! Questions that wait for yes or no.
use std::collections::HashMap;

use command::{Command, Commands, Line, Property, verbs, with_number, yes_or_no};
use engine::refusal::Refusal;
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Privacy, Reply},
    time::DAY,
};
use store::AskedByOther;

use crate::{
    RequestError,
    context::{RequestContext, memory::InMemory, outgoing::Outgoing},
    words,
};

/// How long a bare word answers a question, in seconds.
pub(crate) const VALID: i64 = 600;

/// What people asked themselves lately, such as whether they really resign, by person. It is lost at
/// a restart, after which the answer must be typed in full. What others asked them is in the
/// database: they may be in a room of another process.
pub type Waiting = HashMap<PersonId, Vec<YesNo>>;

/// A yes-or-no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YesNo {
    /// The line for yes.
    pub yes: Command,
    /// The line for no; none if no changes nothing.
    pub no: Option<Command>,
    pub until: i64,
}

/// What people were asked to confirm lately, by person: what confirms it, and until when its button counts.
pub type Confirming = HashMap<PersonId, Vec<(Command, i64)>>;

/// How long the button of such a question counts, in seconds.
const COUNTS: i64 = DAY;

/// Returns what the buttons of a reply confirm.
pub(crate) fn confirms(
    commands: &'static Commands,
    reply: &Reply,
) -> impl Iterator<Item = Command> {
    let choices = reply.menu.iter().flat_map(|menu| &menu.choices);
    let said = choices.filter_map(|choice| commands.parse(&choice.says).ok().flatten());
    said.filter(Command::is_sure)
}

/// Records which confirmations replies offer to one person each: nobody else's press gives them.
pub(crate) fn note_offered(memory: &mut InMemory, replies: &[(Chat, Outgoing)], now: i64) {
    for (_, Outgoing { reply, .. }) in replies {
        let Audience::Only(whom) = reply.to else { continue };
        for said in confirms(memory.commands, reply) {
            if reply.privacy == Privacy::Open {
                // Its button may be seen by who was asked the same before.
                let others = memory.confirming.values_mut();
                others.for_each(|offered| offered.retain(|(line, _)| *line != said));
            }
            let offered = memory.confirming.entry(whom).or_default();
            offered.retain(|(line, until)| now < *until && *line != said);
            offered.push((said, now + COUNTS));
        }
    }
}

/// Refuses a press that confirms what the asker wasn't asked.
pub(crate) fn check_asked(cx: &RequestContext<'_>, said: &Command) -> Result<(), Refusal> {
    let is_pressed = cx.request().is_some_and(|request| request.pressed.is_some());
    let mut offered = cx.memory.confirming.get(&cx.me.id).into_iter().flatten();
    let is_asked = |(line, until): &(Command, i64)| line == said && cx.now < *until;
    if is_pressed && said.is_sure() && !offered.any(is_asked) {
        return Err(words::not_asked(said.unconfirmed()));
    }
    Ok(())
}

/// Records the lines that answer a question to a person. A repeated question counts once.
pub fn await_answer(
    cx: &mut RequestContext<'_>,
    whom: PersonId,
    yes: Command,
    no: Option<Command>,
) -> Result<(), RequestError> {
    let until = cx.now + VALID;
    if let Some(no) = no.as_ref().filter(|_| whom != cx.me.id) {
        let [yes, no] = [yes.line(), no.line()];
        return Ok(cx.tx.put_question(whom, &AskedByOther { yes, no, until })?);
    }
    let asked = cx.memory.waiting.entry(whom).or_default();
    asked.retain(|question| cx.now < question.until && question.yes != yes);
    asked.push(YesNo { yes, no, until });
    Ok(())
}

/// Forgets what the asker was asked about their own words, unless a line answers it: who says something else has gone on.
pub fn lapse(cx: &mut RequestContext<'_>, line: &Line) {
    let (_, words) = with_number(line.text()).unwrap_or((None, line.text()));
    if yes_or_no(words).is_none() {
        cx.memory.waiting.remove(&cx.me.id);
    }
}

/// Forgets the asker's question that a command answers or repeats.
pub(crate) fn no_longer_await(
    cx: &mut RequestContext<'_>,
    said: &Command,
) -> Result<(), RequestError> {
    let same = |question: &YesNo| {
        let asked = &question.yes;
        let decides = [asked.verb(), said.verb()] == [verbs::Accept::VERB, verbs::Decline::VERB];
        let of_match = said.of_match().is_none_or(|id| asked.of_match() == Some(id));
        let of_challenge = said.of_challenge().is_none_or(|id| asked.of_challenge() == Some(id));
        (asked.verb() == said.verb() || decides) && of_match && of_challenge
    };
    if let Some(asked) = cx.memory.waiting.get_mut(&cx.me.id) {
        asked.retain(|it| !same(it));
    }
    // Only these are asked by others.
    let decides = said.verb().is_one_of(&[verbs::Accept::VERB, verbs::Decline::VERB]);
    if decides || said.verb().is(Property::AsksOther) {
        for asked in asked_by_others(cx)?.iter().filter(|it| same(it)) {
            cx.tx.drop_question(cx.me.id, &asked.yes.line())?;
        }
    }
    Ok(())
}

/// Returns what others have asked the asker.
pub(crate) fn asked_by_others(cx: &RequestContext<'_>) -> Result<Vec<YesNo>, RequestError> {
    let commands = cx.memory.commands;
    let mut asked = Vec::new();
    for AskedByOther { yes, no, until } in cx.tx.questions_to(cx.me.id, cx.now)? {
        if let (Ok(Some(yes)), Ok(no)) = (commands.parse(&yes), commands.parse(&no)) {
            asked.push(YesNo { yes, no, until });
        }
    }
    Ok(asked)
}
