//! Linking accounts in two chats: a code shown in one is typed in the other.
use command::say;
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Reply},
    text::Text,
    time::{DAY, HOUR},
};
use service::{
    RequestError,
    codes::{self, VALID, signs_said},
    context::{
        self, RequestContext, fault::Trace, meet::meet, outgoing::Addressed, seam, setting_row,
    },
    ratings, timing,
};
use store::{Person, TimeMark};

use crate::{
    board_link::board_link,
    commands::{self, Unlink},
    rows, words,
};

/// What is said instead of a code about the address of one's own boards. No code has an O.
const BOARD: &str = "BOARD";

/// How often a person's accounts may be linked or unlinked within an hour.
const IDENTITY_CHANGES: usize = 4;

pub(crate) fn link(cx: &mut RequestContext<'_>, said: &commands::Link) -> Result<(), RequestError> {
    let chat = cx.room.chat;
    let signs = signs_said(said.code.as_deref().unwrap_or(""));
    match &*signs {
        BOARD => board_link(cx, said),
        "" => {
            let code = new_link_code(cx, chat)?;
            let again = Reply::only(cx.me.id, words::link_code_gone());
            let again = again.choices([words::link_again_button()]);
            let reply = Reply::only(cx.me.id, words::link_code(&code));
            cx.say(Reply { stored_as: Some(Box::new(again)), ..reply });
            Ok(())
        }
        "YES" | "Y" => match rows::take_link_request(cx.tx, cx.me.id, cx.now)? {
            Some(with) => link_with(cx, with),
            None => Err(words::no_link_request().into()),
        },
        "NO" | "N" => link_no(cx),
        code => {
            let (with, shown_in) = take_link_code(cx, code)?;
            if shown_in == chat {
                return Err(words::code_for_other_chat(chat).into());
            }
            ask_to_link(cx, with, shown_in)
        }
    }
}

/// Asks the person who typed a code to confirm, and tells the person who showed it.
fn ask_to_link(
    cx: &mut RequestContext<'_>,
    with: PersonId,
    shown_in: Chat,
) -> Result<(), RequestError> {
    let other = cx.tx.person_in(shown_in, with)?;
    check_link(cx, &other)?;
    rows::put_link_request(cx.tx, cx.me.id, other.id, cx.now + VALID)?;
    let text = words::link_asked(&other.name, shown_in);
    let [yes, no] = ["yes", "no"].map(|word| say!(commands::Link { code: word }));
    let me = cx.me.id;
    context::questions::await_answer(cx, me, yes, Some(no))?;
    cx.say(Reply::only(cx.me.id, text).choices(words::link_buttons()));
    let text = words::code_used(&cx.me.name, cx.room.chat);
    let reply = Reply::only(other.id, text).choices([words::link_no_button()]);
    say_in_chat(cx, other.id, shown_in, reply)
}

/// Cancels the asker's confirmation, or the one that uses their code.
fn link_no(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let mut named = rows::take_link_requests_for(cx.tx, cx.me.id, cx.now)?;
    let own = rows::take_link_request(cx.tx, cx.me.id, cx.now)?;
    if named.is_empty() && own.is_none() {
        return Err(words::no_link_request().into());
    }
    cx.say(Reply::only(cx.me.id, words::accounts_stay_separate()));
    named.extend(own);
    for who in named {
        let text = words::other_said_no();
        for room in cx.tx.last_rooms(who)?.into_iter().take(1) {
            let reply = Reply::only(who, text);
            cx.replies.push(Addressed { room, reply, about: None });
        }
    }
    Ok(())
}

/// Refuses to link the asker with someone who is gone, or who has another account in a chat
/// they share.
fn check_link(cx: &RequestContext<'_>, other: &Person) -> Result<(), RequestError> {
    if other.gone {
        return Err(words::owner_is_gone().into());
    }
    if other.id == cx.me.id {
        return Err(words::already_linked().into());
    }
    // Across chats people meet in leagues.
    if cx.tx.have_met(cx.me.id, other.id)? {
        return Err(words::have_played_each_other(&other.name).into());
    }
    for chat in Chat::ALL {
        let both = [cx.me.id, other.id].map(|person| cx.tx.handle_in(chat, person));
        let [mine, theirs] = both;
        if mine?.is_some() && theirs?.is_some() {
            return Err(words::both_on(chat).into());
        }
    }
    Ok(())
}

/// Links the asker and `other`, as the person first seen. All ratings are recalculated from the
/// matches. They haven't played each other.
fn link_with(cx: &mut RequestContext<'_>, other: PersonId) -> Result<(), RequestError> {
    let other = cx.tx.person(other)?;
    check_link(cx, &other)?;
    let accounts = &[cx.me.id, other.id];
    change_identity(cx, accounts)?;
    let (main, joined) =
        if cx.me.id < other.id { (cx.me.clone(), other) } else { (other, cx.me.clone()) };
    let settings = setting_row::linked(&cx.memory.settings, &main.settings, &joined.settings);
    seam::unnamed(cx, joined.id, cx.now - DAY)?;
    cx.tx.copy_moments(joined.id, main.id)?;
    cx.tx.forget_moments_of(joined.id)?;
    cx.tx.link(main.id, joined.id)?;
    cx.tx.set_settings(main.id, &settings)?;
    forget_asked(cx, joined.id);
    let selves = cx.tx.selves(main.id)?;
    ratings::ranks::rate_anew_for(cx, &selves)?;
    cx.me = cx.tx.person_in(cx.room.chat, main.id)?;
    take_up_time(cx)?;
    let names: Vec<String> =
        selves.iter().map(|account| words::name_on(&account.name, account.chat)).collect();
    let mut lines = vec![words::linked(&names, cx.room.chat)];
    let before = [&main.settings, &joined.settings];
    lines.extend(words::stricter_settings(&cx.memory.settings, &settings, before).map(Text::Plain));
    say_in_all_chats(cx, Text::Lines(lines))
}

pub(crate) fn unlink(cx: &mut RequestContext<'_>, said: &Unlink) -> Result<(), RequestError> {
    let selves = cx.tx.selves(cx.me.id)?;
    if selves.len() < 2 {
        return Err(words::none_linked().into());
    }
    let names: Vec<String> =
        selves.iter().map(|account| words::name_on(&account.name, account.chat)).collect();
    if !said.sure {
        let text = words::unlink_asked(&names);
        let me = cx.me.id;
        context::questions::await_answer(cx, me, Unlink { sure: true }.into(), None)?;
        let choices = [words::unlink_button()];
        cx.say(Reply::only(cx.me.id, text).choices(choices));
        return Ok(());
    }
    let main = cx.me.id;
    let own: Vec<PersonId> = selves.iter().map(|it| it.id).collect();
    change_identity(cx, &own)?;
    let parted = cx.tx.unlink(main)?;
    for own in &parted {
        readdress(cx, main, own)?;
        cx.tx.copy_moments(main, own.id)?;
        // They are here, though not in that chat.
        cx.tx.set_moment(TimeMark::NEWS.of(own.id), cx.now)?;
    }
    forget_asked(cx, main);
    ratings::ranks::rate_anew_for(cx, &selves)?;
    if let Some(request) = cx.request() {
        cx.me = meet(cx.tx, request.chat, &request.from)?;
    }
    let text = words::unlinked(&names);
    for own in &selves {
        say_in_chat(cx, own.id, own.chat, Reply::only(own.id, text.clone()))?;
    }
    Ok(())
}

/// Readdresses a person's undelivered replies from another row.
fn readdress(cx: &mut RequestContext<'_>, from: PersonId, to: &Person) -> Result<(), RequestError> {
    let change = |id: &mut PersonId| {
        if *id == from {
            *id = to.id;
        }
    };
    for row in cx.tx.outbox(to.chat)? {
        let Ok(mut reply) = serde_json::from_str::<Reply>(&row.body) else { continue };
        if let Audience::Only(id) = &mut reply.to {
            change(id);
        }
        reply.mentions.iter_mut().for_each(change);
        reply.text.each_person(&mut |id, _| change(id));
        let body =
            serde_json::to_string(&reply).map_err(|err| RequestError::Broken(err.to_string()))?;
        cx.tx.rewrite(row.id, &body)?;
    }
    Ok(())
}

/// Forgets lists and questions of a row that is now another person's.
fn forget_asked(cx: &mut RequestContext<'_>, person: PersonId) {
    cx.memory.lists.retain(|(_, who), _| *who != person);
    cx.memory.questions.retain(|(_, who), _| *who != person);
}

/// Applies the asker's settings and rest to the clocks of all their matches.
fn take_up_time(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    if let Some(until) = timing::away_until(cx, &cx.me)? {
        let now = cx.now;
        timing::rest_everywhere(cx, until, now)?;
    }
    for mut row in cx.tx.running_of(cx.me.id)? {
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
    }
    Ok(())
}

/// Tells the asker something in every chat where they are known.
fn say_in_all_chats(cx: &mut RequestContext<'_>, text: Text) -> Result<(), RequestError> {
    let me = cx.me.id;
    cx.say(Reply::only(me, text.clone()));
    for room in cx.tx.last_rooms(me)? {
        if room.chat != cx.room.chat {
            let reply = Reply::only(me, text.clone());
            cx.replies.push(Addressed { room, reply, about: None });
        }
    }
    Ok(())
}

/// Tells someone something in a chat: here, or in the room where they last spoke.
fn say_in_chat(
    cx: &mut RequestContext<'_>,
    who: PersonId,
    chat: Chat,
    reply: Reply,
) -> Result<(), RequestError> {
    if chat == cx.room.chat && who == cx.me.id {
        cx.say(reply);
    } else if let Some(room) = cx.tx.last_rooms(who)?.into_iter().find(|it| it.chat == chat) {
        cx.replies.push(Addressed { room, reply, about: None });
    }
    Ok(())
}

/// Makes a code for the asker, replacing any earlier one.
fn new_link_code(cx: &mut RequestContext<'_>, chat: Chat) -> Result<String, RequestError> {
    let salts = rows::link_salts(cx.tx, cx.now)?;
    let code = codes::new_code(cx, salts);
    rows::put_link_code(cx.tx, cx.me.id, chat, &code.hashed, cx.now + VALID)?;
    Ok(code.shown())
}

/// Returns whose code it is and the chat that showed it, and invalidates it, even if the request
/// is refused.
///
/// # Errors
/// If there is no such code, or there were too many attempts.
fn take_link_code(
    cx: &mut RequestContext<'_>,
    signs: &str,
) -> Result<(PersonId, Chat), RequestError> {
    codes::may_try_codes(cx)?;
    let salts = &rows::link_salts(cx.tx, cx.now)?;
    for hash in codes::hashes_said(cx, signs, salts) {
        if let Some((of, chat)) = rows::take_link_code(cx.tx, &hash, cx.now)? {
            cx.traces.push(Trace::Stays(of, rows::drop_link_code));
            return Ok((of, chat));
        }
    }
    // Nobody finds a code with words that can't be one.
    if codes::is_code(signs) {
        Err(codes::wrong_code(cx, words::unknown_code()))
    } else {
        Err(words::unknown_code().into())
    }
}

/// Counts linking or unlinking, and refuses it after too many within the hour.
fn change_identity(cx: &mut RequestContext<'_>, accounts: &[PersonId]) -> Result<(), RequestError> {
    for &own in accounts {
        let given = rows::identity_changes(cx.tx, own, cx.now - HOUR)?;
        if let (Some(first), true) = (given.first(), IDENTITY_CHANGES <= given.len()) {
            let left = first + HOUR - cx.now;
            return Err(words::too_many_links(IDENTITY_CHANGES, left).into());
        }
    }
    for &own in accounts {
        rows::add_identity_change(cx.tx, own, cx.now)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use command::SIGNS;

    use super::*;

    #[test]
    fn the_word_for_ones_own_boards_is_no_code() {
        assert!(BOARD.bytes().any(|letter| !SIGNS.contains(&letter)));
    }
}
