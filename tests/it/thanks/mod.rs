//! Thanks: players thank each other, and profiles count it. A small feature with something of everything, to start from.
use command::{Arg, ArgKind, verb};
use engine::{
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{ids::PersonId, reply::Reply, text::Text, time::DAY};
use service::{
    DueJob, Feature, RequestError,
    context::{RequestContext, loaded::LoadedMatch, setting_row::SettingRow},
    matches, row,
};
use store::{
    Person, SettingKey, StoreError, Tx,
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, Tables, person},
};

mod tests;

/// How long thanks are counted, in seconds.
const REMEMBERED: i64 = 365 * DAY;

pub(crate) static FEATURE: Feature = Feature {
    commands: &[row!(Thanks, thank)],
    synonyms: "thanks: thank, thank you, ty",
    tables: Some(&TABLES),
    settings: &[SettingRow::on_off("thanks", OPEN, false, "keeps others from thanking you")],
    due: &[DueJob {
        name: "old thanks",
        due: |tx, now| Ok(if is_any_old(tx, now)? { vec![0] } else { Vec::new() }),
        next: None,
        act: |service, _, now| Ok(service.keep(|tx| forget_old(tx, now))?),
    }],
    ended: Some(|_, loaded| Ok(vec![after_match(loaded)])),
    of_profile: Some(count),
    ..Feature::named("thanks")
};

verb! {
    Thanks {
        name: "thanks",
        does: Arranges,
        about: Room, may: who(Anyone), is: [],
        purpose: People, menu: Me, filler: Usual,
        says: "Thank another player",
        help: "Profiles count the thanks of a year.",
        examples: &["thanks @bob"],
        args: {
            who: Option<String> = Arg { name: "who", says: "The other", kind: ArgKind::Who },
        },
    }
}

/// Whether others may thank somebody.
const OPEN: SettingKey<bool> = SettingKey::usually_on("unthanked");

static TABLES: Tables = Tables {
    part: "thanks",
    steps: &[SchemaStep::new(1, include_str!("tables.sql"))],
    specs: &[TableSpec::new("thanks", "id")
        .exports(&[RowExport::new("by = ?1 OR whom = ?1", "by, whom, at")])
        .unexported(&[("id", "says nothing about anybody")])
        .people(&[
            person("by", OnErase::Delete, OnLink::Rename, OnUnlink::Stay),
            person("whom", OnErase::Delete, OnLink::Rename, OnUnlink::Stay),
        ])],
};

fn thank(cx: &mut RequestContext<'_>, said: &Thanks) -> Result<(), RequestError> {
    let says = "Say whom you thank: `thanks @bob`.";
    let Some(whom) = matches::find::who(cx, said.who.as_ref())? else {
        return Err(Refusal::new(Code::Unreadable, says).into());
    };
    if whom.id == cx.me.id {
        return Err(Refusal::new(Code::NotNow, "You can't thank yourself.").into());
    }
    if !whom.settings.get(&OPEN) {
        let says = format!("{} doesn't want to be thanked.", whom.name);
        return Err(Refusal::new(Code::NotNow, says).into());
    }
    let sql = "INSERT INTO thanks (by, whom, at) VALUES (?, ?, ?)";
    cx.tx.change(sql, params![cx.me.id, whom.id, cx.now])?;
    cx.say(Reply::room(Text::plain(format!("{} thanks {}.", cx.me.name, whom.name))));
    Ok(())
}

fn after_match(loaded: &LoadedMatch) -> Text {
    let [first, second] = Seat::BOTH.map(|seat| loaded.names.get(seat).as_str());
    Text::sentence(format!("Was it a good one? `thanks @{first}`, `thanks @{second}`."))
}

fn count(cx: &RequestContext<'_>, who: &Person) -> Result<Vec<Text>, RequestError> {
    let times = thanks_for(cx.tx, who.id)?;
    let line = || Text::plain(format!("Thanked {times} times in a year."));
    Ok((0 < times).then(line).into_iter().collect())
}

fn thanks_for(tx: &Tx<'_>, whom: PersonId) -> Result<i64, StoreError> {
    let sql = "SELECT count(*) FROM thanks WHERE whom = ?";
    Ok(tx.one(sql, [whom], |row| row.get(0))?.unwrap_or(0))
}

fn is_any_old(tx: &Tx<'_>, now: i64) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM thanks WHERE at < ? LIMIT 1";
    Ok(tx.one(sql, [now - REMEMBERED], |_| Ok(()))?.is_some())
}

fn forget_old(tx: &Tx<'_>, now: i64) -> Result<(), StoreError> {
    tx.change("DELETE FROM thanks WHERE at < ?", [now - REMEMBERED])?;
    Ok(())
}
