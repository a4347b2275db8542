//! Tells people the address of their own boards.
use command::verbs;
use model::{
    ids::MatchId,
    reply::{PageToOpen, Reply},
};
use service::{
    RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::{RequestContext, seam},
    matches,
    people::board_link::board_key,
    words::no_pages,
};

use crate::{
    commands::{self, BoardWord},
    words,
};

/// Tells the asker the address of their boards, makes another, or ends it.
pub(crate) fn board_link(
    cx: &mut RequestContext<'_>,
    said: &commands::Link,
) -> Result<(), RequestError> {
    let me = cx.me.id;
    if said.how == Some(BoardWord::Off) {
        let ended = cx.tx.end_board_links(me)?;
        cx.say(Reply::only(me, words::board_link_ended(ended)));
        return Ok(());
    }
    let Some(pages) = cx.memory.pages.clone() else { return Err(no_pages().into()) };
    if let Some(of) = said.of
        && shows_to_all(cx, of, &pages)?
    {
        return Ok(());
    }
    let replaces = said.how == Some(BoardWord::New) && cx.tx.end_board_links(me)?;
    let key = board_key(cx)?;
    let page = said.of.map_or_else(String::new, |of| format!("match?of={of}"));
    let address = format!("{pages}/p/{key}/{page}");
    let text = words::board_link(&address, replaces);
    let again = Reply::only(me, words::board_link_gone(said.of));
    let again = again.choices([words::board_link_button(said.of)]);
    let opens = PageToOpen { label: words::open_board(said.of), address };
    let reply = Reply::only(me, text).choices([words::board_link_off_button()]);
    cx.say(Reply { opens: Some(opens), stored_as: Some(Box::new(again)), ..reply });
    Ok(())
}

/// Answers somebody who doesn't play a match, but may see it: with its page if it is shared. Tells whether that is so.
fn shows_to_all(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    pages: &str,
) -> Result<bool, RequestError> {
    let loaded = matches::find::any_match(cx, Some(of))?;
    if loaded.row.seats.find(|&it| it == cx.me.id).is_some() {
        return Ok(false);
    }
    let target = ActionTarget::Match(&loaded.row);
    authority::decide::clear(cx, GuardedAction::Say(verbs::Board::VERB), target)?;
    let key = seam::page_key(cx, &loaded.row)?;
    let address = key.map(|key| format!("{pages}/m/{key}"));
    let reply = match address {
        Some(address) => {
            let opens = PageToOpen { label: words::open_board(Some(of)), address: address.clone() };
            Reply { opens: Some(opens), ..cx.answer(words::page_of_others(of, &address)) }
        }
        None => {
            let opens = cx.memory.features.pages().map(|pages| (pages.opens)(of).0);
            cx.answer(words::board_of_others(of, opens.as_ref()))
        }
    };
    cx.say(reply);
    Ok(true)
}
