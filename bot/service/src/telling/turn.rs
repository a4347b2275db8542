//! The message for every step: what happened, the board, who is next and their choices.
use engine::{
    game::{Prompt, Status},
    scene::{self, Verbosity},
    seat::Seat,
};
use model::{
    reply::{Audience, BoardReaders, BoardTurn, BoardUpdate, Moving, Picture, Privacy, Reply},
    text::Text,
};
use store::{FORMER, ORIENTATION, Orientation, Person, READING, TEXT, THEME};

use crate::{
    RequestError, RoomPresence,
    context::{RequestContext, loaded::LoadedMatch, room_play::room_play},
    matches,
    seats::{self, Decider},
    telling::{
        self,
        news::TurnNews,
        one_line::{done_of, left_of, left_within},
    },
    timing,
    words::about_match,
};

/// Tells the room the results of steps and who is next, and each player what only they may
/// know.
pub(crate) fn announce(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    mut news: TurnNews,
    changes: &[Text],
) -> Result<(), RequestError> {
    for seat in Seat::BOTH {
        let told = std::mem::take(news.apart.get_mut(seat));
        if !told.is_empty() {
            let seated = *loaded.row.seats.get(seat);
            confide(cx, loaded, Reply::only(seated, Text::Lines(told)))?;
        }
    }
    next_turn(cx, loaded, news, changes)
}

/// Tells the room, below earlier lines, who is next, or how the match ended.
pub fn next_turn(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    news: TurnNews,
    changes: &[Text],
) -> Result<(), RequestError> {
    match loaded.table.status() {
        Status::Waiting(prompts) if loaded.row.end.is_none() => next(cx, loaded, news, &prompts),
        Status::Waiting(_) | Status::Over(_) => telling::end::result(cx, loaded, news, changes),
    }
}

/// Replies in the match's room, to an asker who is elsewhere, and to watchers.
pub fn say_at(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    mut reply: Reply,
) -> Result<(), RequestError> {
    if reply.board.is_none() {
        reply.text = Text::Lines(vec![Text::small(named_shortly(loaded)), reply.text]);
    }
    let about = || about_match(loaded.row.id, loaded.game());
    reply.about.get_or_insert_with(about);
    if loaded.row.end.is_none() {
        reply.tells_of = Some(loaded.row.id);
    }
    telling::requests::close_answered(cx, loaded)?;
    telling::rooms::play_from_here(cx, &loaded.row)?;
    let waiting = telling::next::more_waiting(cx, loaded, &reply)?;
    // Where the bot lost the room, only who asks can be answered.
    let mut is_told = seats::is_played_here(cx, &loaded.row)? && cx.room.lost.is_none();
    if reply.board.is_some() {
        is_told |= telling::watchers::tell_watchers(cx, loaded, &reply)?.contains(&cx.room.id);
        if loaded.is_practice() {
            cx.tx.told_practice(loaded.row.id, loaded.step.step)?;
        }
    }
    if !is_told {
        // A private match isn't shown in another room, and neither are the players' names from
        // another chat. What is shown is for who asked, and not for all who read there.
        let openly = matches::find::openly(cx, &loaded.row)?;
        let to = if openly { Audience::Asker } else { Audience::Only(cx.me.id) };
        let privacy = Privacy::Personal;
        let mentions = Vec::new();
        let mut own =
            Reply { to, privacy, mentions, board: None, done: None, card: None, ..reply.clone() };
        let asks_other = reply.board.is_none() && !reply.mentions.contains(&cx.me.id);
        if asks_other || reply.board.is_some() && !telling::rooms::is_asked(cx, loaded) {
            own.menu = None;
        }
        let own = match to {
            Audience::Only(_) => telling::next::with_next(cx, own, loaded, &waiting, None)?,
            Audience::Room | Audience::Asker => own,
        };
        cx.say(own);
    }
    let asked: Option<Vec<Seat>> = match loaded.table.status() {
        Status::Waiting(prompts) if reply.board.is_some() && loaded.row.end.is_none() => {
            Some(prompts.iter().map(|it| it.seat).collect())
        }
        Status::Waiting(_) | Status::Over(_) if reply.board.is_some() => Some(Seat::BOTH.to_vec()),
        Status::Waiting(_) | Status::Over(_) => None,
    };
    for (room, own) in telling::rooms::parts(cx, &loaded.row, asked.as_deref(), &reply)? {
        // A terminal can't change what it has printed.
        let shown = cx.memory.edits(matches::find::chat_in(cx, room)?);
        if !shown && own.board.as_ref().is_some_and(|board| board.turn == BoardTurn::SameQuestion) {
            continue;
        }
        let own = telling::next::with_next(cx, own, loaded, &waiting, Some(room))?;
        let own = telling::rooms::for_reader(cx, loaded, room, own)?;
        let own = telling::rooms::with_onlookers_buttons(cx, loaded, room, own)?;
        let own = if room == loaded.row.room {
            own
        } else {
            telling::rooms::renamed(cx, loaded, matches::find::chat_in(cx, room)?, own)?
        };
        cx.say_in(room, own)?;
    }
    Ok(())
}

/// Tells a player something in private: the asker here, the other player in the match's chat.
pub fn confide(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    mut reply: Reply,
) -> Result<(), RequestError> {
    reply.text = Text::Lines(vec![Text::small(named_shortly(loaded)), reply.text]);
    reply.about = Some(about_match(loaded.row.id, loaded.game()));
    let room = match reply.to {
        Audience::Only(person) if person == cx.me.id => cx.room.id,
        Audience::Only(person) => seats::room_of_player(cx, &loaded.row, person)?,
        Audience::Room | Audience::Asker => loaded.row.room,
    };
    Ok(cx.say_in(room, reply)?)
}

/// Describes the picture of the current position for one person.
pub fn picture(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    eyes: Option<Seat>,
    person: &Person,
    own: Seat,
) -> Picture {
    let mut picture = undescribed(cx, loaded, eyes, person, own);
    telling::drawing::describe(&mut picture, loaded);
    picture
}

/// Makes the picture of the current position for one person, without a description.
fn undescribed(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    eyes: Option<Seat>,
    person: &Person,
    own: Seat,
) -> Picture {
    let facing = match person.settings.get(&ORIENTATION) {
        Orientation::Mover => own,
        Orientation::First => Seat::First,
        Orientation::Second => Seat::Second,
    };
    // A room may have several readers.
    let alone = cx.request().is_some_and(|it| it.company == RoomPresence::Alone);
    let reading = if eyes.is_some() || alone && person.id == cx.me.id {
        person.settings.get(&READING).unwrap_or_default()
    } else {
        Verbosity::default()
    };
    Picture {
        of: loaded.row.id,
        step: loaded.step.step,
        take: loaded.step.take,
        eyes,
        facing,
        theme: person.settings.get(&THEME),
        names: [loaded.names.first.clone(), loaded.names.second.clone()],
        clocks: Seat::BOTH.map(|it| timing::spelled_clock(cx, loaded, it)),
        left: Seat::BOTH.map(|it| timing::share_left(cx, loaded, it)),
        alt: String::new(),
        reading,
        moving: Moving::Nothing,
        asked: String::new(),
        chosen: None,
        suggested: None,
        beside: Vec::new(),
        since: None,
    }
}

/// Edits the boards of a match to show how far the answer to what it asks has come.
pub fn refresh(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    lines: Vec<Text>,
) -> Result<(), RequestError> {
    let Status::Waiting(prompts) = loaded.table.status() else { return Ok(()) };
    let by = prompts.first().map(|it| it.seat);
    next(cx, loaded, TurnNews::of_same_question(by, lines), &prompts)
}

fn next(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    news: TurnNews,
    prompts: &[Prompt],
) -> Result<(), RequestError> {
    let reply = turn(cx, loaded, news, prompts)?;
    say_at(cx, loaded, reply)?;
    // Where the bot can only answer, the others get theirs by the board's button.
    let answers_only = cx.tx.room(loaded.row.room)?.answers_only;
    let told =
        |prompt: &&Prompt| !answers_only || cx.asker() == Some(*loaded.row.seats.get(prompt.seat));
    let asides = prompts.iter().filter(|it| is_asked_apart(loaded, it)).filter(told);
    let asides: Vec<Reply> = asides.map(|it| aside(cx, loaded, it)).collect();
    for reply in asides {
        confide(cx, loaded, reply)?;
    }
    Ok(())
}

/// Tells whether a person is asked in private, and not below the board.
fn is_asked_apart(loaded: &LoadedMatch, prompt: &Prompt) -> bool {
    prompt.kind.is_private() && loaded.level(prompt.seat).is_none()
}

/// Makes the board of a turn: what happened, who is asked, and their choices.
pub fn turn(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    news: TurnNews,
    prompts: &[Prompt],
) -> Result<Reply, RequestError> {
    let of_bot = prompts.iter().all(|prompt| loaded.level(prompt.seat).is_some());
    let named = news.named;
    // While the bot thinks, the board is edited: nobody else is pinged.
    let goes_on = !named && (of_bot || matches!(prompts, [prompt] if Some(prompt.seat) == news.by));
    let turn = match (news.same_question, goes_on) {
        (true, _) => BoardTurn::SameQuestion,
        (false, true) => BoardTurn::GoesOn,
        (false, false) => BoardTurn::Passes,
    };
    let done = done_of(loaded, &news);
    let left = match turn {
        BoardTurn::GoesOn | BoardTurn::SameQuestion => left_within(loaded),
        BoardTurn::Passes => left_of(loaded, &news),
    };
    let TurnNews { by, earlier, mut lines, moving, in_place, quiet, first, turn_began, .. } = news;
    lines.extend(who_is_asked(cx, loaded, prompts)?);
    let seat = prompts.first().map_or(Seat::First, |it| it.seat);
    let eye = loaded.view_for(seat);
    let picture = undescribed(cx, loaded, None, loaded.people.get(eye), eye);
    let open = matches!(
        prompts,
        [prompt] if !prompt.kind.is_private() && loaded.level(prompt.seat).is_none()
    );
    // A player asked in private gets help in private.
    let chosen = open.then(String::new);
    let mut picture = Picture { moving, since: turn_began.or(first), chosen, ..picture };
    telling::drawing::describe(&mut picture, loaded);
    let listed = if open { telling::list::below_board(cx, loaded, seat)? } else { None };
    match &listed {
        // The list names what can be chosen.
        Some(list) => {
            lines.extend(board_in_words(loaded, &Picture { chosen: None, ..picture.clone() }));
            lines.extend(list.told(0).0);
        }
        None => lines.extend(board_in_words(loaded, &picture)),
    }
    if !named {
        lines.insert(0, Text::small(named_shortly(loaded)));
    }
    let mut reply = Reply::room(Text::Lines(lines)).picture(picture);
    // Choices of several players don't fit one menu, and private ones are shown to nobody else.
    let answers_only = cx.tx.room(loaded.row.room)?.answers_only;
    if open {
        reply = telling::controls::with_menu(reply, loaded, seat);
        if let (Some(menu), Some(list)) = (&mut reply.menu, listed) {
            menu.listed = list.says;
        }
    } else if (answers_only || matches::find::chat_in(cx, loaded.row.room)?.has_menus())
        && prompts.iter().any(|it| is_asked_apart(loaded, it))
    {
        reply = reply.choices([telling::words::own_choices_button(loaded.row.id)]);
    }
    if answers_only && loaded.has_secrets() {
        let menu = reply.menu.get_or_insert_default();
        menu.choices.push(telling::words::own_secrets_button(loaded.row.id));
    }
    reply = telling::controls::with_page_button(cx, loaded, reply)?;
    for prompt in prompts.iter().filter(|prompt| Some(prompt.seat) != by && !quiet) {
        reply = reply.mention(*loaded.row.seats.get(prompt.seat));
    }
    if named {
        reply.about = Some(telling::words::about_beginning(loaded.row.id, loaded.game()));
        for seat in Seat::BOTH.into_iter().filter(|seat| Some(*seat) != by) {
            reply = reply.mention(*loaded.row.seats.get(seat));
        }
    }
    reply.done = Some(done);
    reply.board = Some(BoardUpdate {
        of: loaded.row.id,
        turn,
        in_place: quiet || in_place && turn != BoardTurn::Passes,
        readers: if of_bot { BoardReaders::BotThinks } else { BoardReaders::Asked },
        earlier: (!earlier.is_empty()).then_some(Text::Lines(earlier)),
        left: Some(left),
        ends: false,
    });
    Ok(reply)
}

/// Says who has to decide what.
pub(crate) fn who_is_asked(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    prompts: &[Prompt],
) -> Result<Vec<Text>, RequestError> {
    let mut lines = Vec::new();
    for prompt in prompts {
        let person = loaded.people.get(prompt.seat);
        let role = loaded.game().sides()[prompt.seat.index()];
        lines.push(match loaded.decider(prompt.seat) {
            Decider::Bot(_) => telling::words::is_thinking(&person.name, role),
            Decider::Room(_) => (room_play(cx)?.asks)(cx, loaded, prompt.seat, &prompt.ask)?,
            Decider::Owner | Decider::Holder(_) => {
                let time = timing::time_to_answer(cx, loaded, prompt.seat);
                telling::words::turn_of(person, role, &prompt.ask, time)
            }
        });
    }
    lines.extend(loaded.table.notice().map(Text::plain));
    lines.extend(timing::standing_still(cx, loaded));
    Ok(lines)
}

/// Asks a player in private, with what only they know and how they may answer.
pub fn aside(cx: &RequestContext<'_>, loaded: &LoadedMatch, prompt: &Prompt) -> Reply {
    let (seat, person) = (prompt.seat, loaded.people.get(prompt.seat));
    let hand = loaded.table.hand(seat);
    let picture = hand.is_some().then(|| picture(cx, loaded, Some(seat), person, seat));
    let mut lines = vec![telling::words::you_can(&prompt.ask)];
    lines.extend(hand.map(Text::sentence));
    lines.extend(loaded.table.menu(seat).grammar.map(Text::sentence));
    let mut reply = Reply::only(person.id, Text::Lines(lines));
    reply.picture = picture;
    telling::controls::with_menu(reply, loaded, seat)
}

/// Tells each player in private their situation in a match that began from a position.
pub fn deal(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    for seat in Seat::BOTH {
        if let Some(hand) = loaded.table.hand(seat) {
            confide(cx, loaded, Reply::only(*loaded.row.seats.get(seat), Text::sentence(hand)))?;
        }
    }
    Ok(())
}

/// Names a match in a line above the text about it.
pub fn named_shortly(loaded: &LoadedMatch) -> String {
    let names = Seat::BOTH.map(|seat| loaded.names.get(seat).as_str());
    telling::words::heading_in_short(loaded.row.id, loaded.game(), names)
}

/// Writes the board in words for players who chose that, as fully as any of them wants it.
pub(crate) fn board_in_words(loaded: &LoadedMatch, picture: &Picture) -> Vec<Text> {
    let chose = [&loaded.people.first, &loaded.people.second].map(|it| &it.settings);
    let chose = chose.into_iter().filter(|it| it.get(&TEXT));
    let most = chose.map(|settings| settings.get(&READING).unwrap_or_default()).max();
    most.map_or_else(Vec::new, |most| in_words(loaded, picture, most))
}

/// Writes the board in words, below a text that says what happened and what is asked.
pub fn in_words(loaded: &LoadedMatch, picture: &Picture, reading: Verbosity) -> Vec<Text> {
    let scene = telling::drawing::scene_of(picture, loaded.table.as_ref(), &loaded.row);
    let said = scene::position_aloud(&scene, reading);
    (!said.is_empty()).then(|| Text::plain(said)).into_iter().collect()
}

/// Draws the board in characters.
pub(crate) fn in_characters(loaded: &LoadedMatch, picture: &Picture) -> Text {
    let scene = telling::drawing::scene_of(picture, loaded.table.as_ref(), &loaded.row);
    Text::Block(scene::ascii(&scene))
}

/// Writes a player at the start of a line: `A former player (Black)`.
pub fn title(loaded: &LoadedMatch, seat: Seat) -> String {
    let titled = loaded.titled(seat);
    // Names keep their own spelling.
    match titled.strip_prefix(FORMER) {
        Some(rest) if loaded.people.get(seat).gone => telling::words::former_player(rest),
        _ => titled,
    }
}
