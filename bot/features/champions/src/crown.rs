//! The role of a season's champion: who has it, and when it is handed on.
use command::{Permitted, role_id, say, verbs};
use engine::{mind::Level, refusal::Refusal};
use model::{
    ids::{PersonId, RoomId},
    reply::{PickOf, Picker, Privacy, Reply, RoleChange, RoleObstacle},
};
use service::{
    DueJob, OfferPlace, RequestError, RoomSettingRow,
    context::{RequestContext, outgoing::Addressed},
    names_in_texts::PersonTraces,
    ratings::season::Season,
};
use store::{HIDDEN, Person, Room, Tx};

use crate::{
    rows::{self, ChampionRole},
    words,
};

/// The role for champions, as a setting of the server.
pub(crate) const OF_SERVER: RoomSettingRow = RoomSettingRow {
    name: words::ORDER.word(),
    help: "`champion`: a Discord role for the winner of each season, or `off`.",
    example: "admin champion @role",
    may: Some(Permitted::Governor),
    posts: false,
    picks: Some(pick_role),
    set: set_champion,
    shows: None,
};

/// Lets the role be picked.
fn pick_role(cx: &RequestContext<'_>) -> Result<Option<Picker>, RequestError> {
    if !has_champions(&cx.room) {
        return Ok(None);
    }
    let role = rows::champion_role(cx.tx, &cx.room)?;
    Ok(Some(Picker {
        of: PickOf::Roles,
        asks: words::which_role(),
        says: say!(Admin { what: words::ORDER }).into(),
        nothing: "off".to_owned(),
        most: 1,
        picked: role.map(|it| it.role).into_iter().collect(),
    }))
}

/// Tells whether a room's server has roles that the bot can give.
fn has_champions(room: &Room) -> bool {
    room.chat.has_roles() && !room.server.is_empty() && !room.answers_only
}

/// The winner of a season, as far as others may know.
enum Champion {
    Nobody,
    /// Their results are hidden, so they get no role.
    Hidden,
    /// With their id in the chat.
    Known(Box<Person>, String),
}

/// Shows, chooses or turns off the role for the champions of this server.
fn set_champion(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let said = said.who.as_deref().unwrap_or(&said.value);
    let room = cx.room.clone();
    if !has_champions(&room) {
        return Err(words::only_on_discord(cx.memory.features.offers(OfferPlace::Season)).into());
    }
    let before = rows::champion_role(cx.tx, &room)?;
    let taken = |held: &ChampionRole| {
        let (_, handle) = held.holder.as_ref()?;
        Some(handed(&room, &held.role, Some(handle), None))
    };
    let (text, roles) = match (said.to_lowercase().as_str(), before) {
        ("", None) | ("off" | "no" | "none", None) => (words::no_role(), Vec::new()),
        ("", Some(role)) => {
            let holder = match &role.holder {
                Some((person, _)) => Some(cx.tx.person(*person)?),
                None => None,
            };
            (words::role_is(&role.role, holder.as_ref()), Vec::new())
        }
        ("off" | "no" | "none", Some(role)) => {
            rows::forget_champion_role(cx.tx, &room)?;
            (words::no_role(), taken(&role).into_iter().collect())
        }
        (_, before) => {
            let id = role_given(cx, said)?;
            let last = Season::of(cx.now).before();
            let champion = champion_of(cx.tx, &room, last)?;
            let holder = champion.holder();
            let kept = before.as_ref().filter(|it| it.role == id).and_then(|it| it.holder.clone());
            let mut roles: Vec<RoleChange> =
                before.iter().filter(|it| it.role != id).filter_map(taken).collect();
            let (from, to) = (handle_in(&kept), handle_in(&holder));
            roles.push(handed(&room, &id, from.filter(|handle| Some(*handle) != to), to));
            let (season, due) = (last.number(), Season::of(cx.now).span().1);
            let holder_now = match &champion {
                Champion::Known(person, _) => Some((**person).clone()),
                Champion::Nobody | Champion::Hidden => None,
            };
            let text = words::role_is(&id, holder_now.as_ref());
            let role = ChampionRole { role: id, room: room.id, season, due, holder };
            rows::set_champion_role(cx.tx, &room, &role)?;
            (text, roles)
        }
    };
    let reply = Reply::only(cx.me.id, text).private(Privacy::Personal);
    cx.say(Reply { roles, ..reply });
    Ok(())
}

/// Reads the role for champions, if the asker may have it given.
fn role_given(cx: &RequestContext<'_>, said: &str) -> Result<String, Refusal> {
    // The role of everyone has the id of the server.
    let id = role_id(said).filter(|it| **it != cx.room.server);
    let id = id.ok_or_else(|| words::no_such_role(said))?;
    let checked = cx.request().and_then(|it| it.prepared.role.as_ref());
    match checked {
        Some((checked, None)) if checked == id => Ok(id.to_owned()),
        Some((checked, Some(why))) if checked == id => Err(words::role_not_given(*why)),
        Some(_) | None => Err(words::role_not_given(RoleObstacle::Unknown)),
    }
}

/// Takes a person's roles away, because their data is deleted.
pub(crate) fn take_roles(
    cx: &mut RequestContext<'_>,
    traces: &PersonTraces,
) -> Result<(), RequestError> {
    for role in rows::champion_roles_of(cx.tx, traces.id)? {
        let room = cx.tx.room(role.room)?;
        let roles = vec![handed(&room, &role.role, handle_in(&role.holder), None)];
        cx.say_in(room.id, Reply { roles, ..Reply::room("") })?;
        rows::set_champion_role(cx.tx, &room, &ChampionRole { holder: None, ..role })?;
    }
    Ok(())
}

/// Announces the champions of seasons that have ended, and hands their roles on.
pub(crate) const CHAMPIONS: DueJob = DueJob {
    name: "champions",
    due: |tx, now| Ok(rows::due_champions(tx, now)?.into_iter().map(|it| it.0).collect()),
    next: Some(rows::next_champion),
    act: |service, number, now| {
        let whence =
            |tx: &Tx<'_>| Ok(Some((tx.room(RoomId(number))?, tx.level_person(Level::One)?)));
        service.unasked_and_told(now, whence, |context| {
            let room = context.room.clone();
            let role = rows::champion_role(context.tx, &room)?;
            let reply = role.map(|role| crown(context.tx, &room, role, now)).transpose()?;
            let told = reply.flatten().map(|reply| Addressed { room, reply, about: None });
            context.replies.extend(told);
            Ok(())
        })?;
        Ok(())
    },
};

/// Looks who has won the last season on a server. Returns what its room is told.
fn crown(
    tx: &Tx<'_>,
    room: &Room,
    before: ChampionRole,
    now: i64,
) -> Result<Option<Reply>, RequestError> {
    let present = Season::of(now);
    let last = present.before();
    let champion = champion_of(tx, room, last)?;
    let holder = champion.holder();
    let (from, to) = (handle_in(&before.holder), handle_in(&holder));
    let is_over = before.season < last.number();
    let roles = if from == to && !is_over {
        Vec::new()
    } else {
        vec![handed(room, &before.role, from.filter(|handle| Some(*handle) != to), to)]
    };
    let name = last.to_string();
    let reply = match &champion {
        Champion::Known(person, _) if is_over || !roles.is_empty() => {
            let text = if is_over {
                words::season_is_over(&name, person)
            } else {
                words::champion_is_now(&name, person)
            };
            Some(Reply::room(text).about(name.as_str()).mention(person.id))
        }
        Champion::Hidden if is_over => Some(Reply::room(words::won_by_hidden(&name))),
        Champion::Nobody if is_over => Some(Reply::room(words::won_by_nobody(&name))),
        // Losing the role is nobody else's business.
        Champion::Known(..) | Champion::Hidden | Champion::Nobody => {
            (!roles.is_empty()).then(|| Reply::room(""))
        }
    };
    let season = before.season.max(last.number());
    let after = ChampionRole { season, due: present.span().1, holder, ..before.clone() };
    rows::set_champion_role(tx, room, &after)?;
    Ok(reply.map(|reply| Reply { roles, ..reply }))
}

impl Champion {
    fn holder(&self) -> Option<(PersonId, String)> {
        match self {
            Champion::Known(person, handle) => Some((person.id, handle.clone())),
            Champion::Nobody | Champion::Hidden => None,
        }
    }
}

/// Returns who won a season on a room's server, in all games together.
fn champion_of(tx: &Tx<'_>, room: &Room, season: Season) -> Result<Champion, RequestError> {
    let Some(winner) = tx.season_first(&season.list(room, None))? else {
        return Ok(Champion::Nobody);
    };
    let person = tx.person_in(room.chat, winner)?;
    let handle = tx.handle_in(room.chat, winner)?;
    Ok(match handle {
        Some(handle) if !person.settings.get(&HIDDEN) && !person.gone => {
            Champion::Known(Box::new(person), handle)
        }
        Some(_) | None => Champion::Hidden,
    })
}

fn handle_in(holder: &Option<(PersonId, String)>) -> Option<&str> {
    holder.as_ref().map(|it| it.1.as_str())
}

fn handed(room: &Room, role: &str, from: Option<&str>, to: Option<&str>) -> RoleChange {
    let (from, to) = (from.map(str::to_owned), to.map(str::to_owned));
    let order = words::ORDER.word().to_owned();
    RoleChange { server: room.server.clone(), role: role.to_owned(), from, to, order }
}
