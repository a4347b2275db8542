//! An invitation to forward: the board, what the game is, and the code of an open challenge.
use command::verbs;
use content::{guide::Guide, lengths::long};
use engine::games::GameId;
use model::{
    ids::CardOf,
    reply::{Privacy, Reply, StandingCard},
    text::Text,
};
use store::{SideWish, THEME, Terms};

use crate::{
    RequestError, RoomPresence,
    context::{RequestContext, random_source::random_key},
    lobby::{
        challenge::{Proposal, check_open, open_challenge, usual_clock},
        challenge_card::{buttons, footer},
        words,
    },
    terms::{board_to_begin, terms_in_words},
};

/// Opens a challenge that anyone can accept by its code, and writes an invitation to it. The
/// invitation is its card: it is changed when somebody accepts.
pub fn invite(cx: &mut RequestContext<'_>, said: &verbs::Invite) -> Result<(), RequestError> {
    let last = || cx.tx.last_game(cx.me.id);
    let game = match said.game {
        Some(game) => game,
        None => last()?.unwrap_or(GameId::Trapdoor),
    };
    let by_link = cx.memory.is_in_browser();
    if cx.room.chat.is_local() && !by_link {
        return Err(words::invite::nobody_elsewhere(game).into());
    }
    check_open(cx)?;
    // People who don't know a long game begin with its quick form.
    let quick = said.quick || long(game).is_some() && !by_link;
    let options = game.options(if quick { "quick" } else { "" })?;
    let terms = Terms {
        game,
        options,
        clock: (!by_link).then(|| usual_clock(cx)),
        rated: !by_link,
        private: false,
        start: None,
        room_time: None,
    };
    let challenge = open_challenge(
        cx,
        Proposal {
            room: cx.room.clone(),
            whom: None,
            terms,
            side: SideWish::Random,
            word: String::new(),
            places: 1,
            best_of: 1,
            counter: false,
            more: Vec::new(),
        },
    )?;
    let what = terms_in_words(&challenge.terms)?;
    let code = cx.tx.code_of(challenge.id)?.unwrap_or_else(random_key);
    if by_link {
        // Its page shows the link.
        cx.tx.set_code(challenge.id, &code)?;
        cx.say(cx.answer(words::invite::by_link(&what)).private(Privacy::Personal));
        return Ok(());
    }
    let mut lines = vec![
        words::invite::invites(&cx.me, &what),
        Text::plain(words::invite::first_sentences(Guide::of(game).introduction())),
        words::invite::how_to_accept(&code),
    ];
    lines.extend(cx.memory.added_by.iter().map(|(chat, at)| words::invite::added_by(*chat, at)));
    lines.extend(cx.memory.pages.as_deref().map(words::invite::found_at));
    lines.push(footer(&challenge, None));
    let mut reply = Reply::room(Text::Lines(lines));
    // Alone, nobody presses a button.
    if cx.request().is_none_or(|it| it.company != RoomPresence::Alone) {
        reply = reply.choices(buttons(&challenge, true));
    }
    reply.card =
        Some(StandingCard { of: CardOf::Challenge(challenge.id), changed: false, copy: false });
    let begins = board_to_begin(&challenge.terms, &cx.me.settings.get(&THEME))?;
    cx.say(reply.begins(begins));
    Ok(())
}
