//! Shows the commitments and the words of a match; once it is over also its secret, and whether the match follows from it.
use engine::seat::{BySeat, Seat};
use model::{reply::Reply, text::Text};
use proof::{
    check_export,
    commitment::{BoundStart, read, who},
};
use service::{RequestError, context::RequestContext, matches, past::file::file_of};
use store::{MatchRow, Person};

use crate::{commands::Verify, words};

pub(crate) fn verify(cx: &mut RequestContext<'_>, said: &Verify) -> Result<(), RequestError> {
    let mut loaded = matches::find::any_match(cx, said.of)?;
    let id = loaded.row.id;
    loaded.name_owners(cx.tx, matches::find::chat_in(cx, loaded.row.room)?)?;
    let MatchRow { secret, tag, pact, .. } = &loaded.row;
    let mut lines = vec![words::dice_of(id)];
    let commitments = [&pact.offer, &pact.begun].map(|text| secret.commitment_to(tag, text));
    let file = cx.memory.features.past().map(|past| (past.file)(Some(id)));
    lines.extend(words::commitments(commitments, tag, file.as_ref()));
    for seat in Seat::BOTH {
        let word = loaded.row.words.get(seat);
        lines.push(words::word_of(&loaded.titled(seat).to_string(), word));
    }
    if loaded.row.end.is_none() {
        lines.push(Text::plain(words::secret_comes_later()));
    } else {
        lines.push(words::secret(secret.reveal()));
        let report = check_export(&file_of(cx.tx, &loaded)?).map_err(RequestError::Broken)?;
        lines.extend(report.agrees.into_iter().map(Text::sentence));
        lines.extend(report.fault.map(Text::Strong));
        let players = bound_players(cx, &loaded.row, &loaded.people)?;
        lines.extend(players.into_iter().map(Text::Plain));
        lines.extend(file.map(|file| words::check_it_yourself(file, id)));
    }
    let text = Text::Lines(lines);
    let openly = matches::find::openly(cx, &loaded.row)?;
    cx.say(if openly { Reply::room(text) } else { cx.answer(text) });
    Ok(())
}

/// Tells whether the commitments name the players.
fn bound_players(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    people: &BySeat<Person>,
) -> Result<Vec<String>, RequestError> {
    let begun: BoundStart = read(&row.pact.begun).map_err(RequestError::Broken)?;
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        let Person { id, name, gone, .. } = people.get(seat);
        let side = row.terms.game.sides()[seat.index()];
        let Some(salt) = row.pact.salts.get(seat).as_ref().filter(|_| !gone) else {
            lines.push(words::player_is_gone(side));
            continue;
        };
        let prints = |person: &Person| salt.fingerprint(&who(person.chat, &person.handle));
        let fits =
            cx.tx.selves(*id)?.iter().any(|account| prints(account) == *begun.players.get(seat));
        lines.push(words::names_player(fits, name, side));
    }
    Ok(lines)
}
