//! Matches from files: offers to continue from one of their positions.
use command::unnamed_terms::{SaidTerms, UnnamedTerms};
use engine::{
    checkers::pdn,
    game::{Fit, Status},
    games::GameId,
    refusal::Refusal,
    settings::FROM,
};
use model::{text::Text, time::Clock};
use proof::{CheckedExport, read_export};
use service::{
    LONGEST_FILE, RequestError,
    context::RequestContext,
    lobby::{self, challenge::Proposal},
    matches,
    terms::{side_wish, word},
};
use store::Terms;

use crate::{commands::Import, words};

pub(crate) fn import(cx: &mut RequestContext<'_>, said: &Import) -> Result<(), RequestError> {
    let whom = matches::find::who(cx, said.who.as_ref())?;
    let attachment = cx.request().and_then(|it| it.attachment.as_ref());
    let text = attachment.unwrap_or(&said.text);
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(words::nothing_to_import().into());
    }
    if LONGEST_FILE < text.len() {
        // A chat may have cut it off already, so its real length is unknown.
        return Err(words::file_too_large(LONGEST_FILE).into());
    }
    let (mut terms, guessed) = match is_json(text) {
        true if said.record.is_some_and(|number| number != 1) => {
            return Err(words::no_such_record(said.record.unwrap_or_default(), 1).into());
        }
        true => (read_json(cx, text, said.step)?, None),
        false => read_pdn(text, said)?,
    };
    terms.private = said.private;
    let loose = UnnamedTerms::read(terms.game, terms_of(said))?;
    let rated = |it: &str| it.eq_ignore_ascii_case("rated");
    if attachment.is_some() && said.text.split_whitespace().any(rated) {
        return Err(words::file_is_unrated().into());
    }
    let usual = Some(Clock::usual()).filter(|_| !cx.memory.is_at_one_screen());
    terms.clock = loose.clock_or(usual)?;
    let side = side_wish(terms.game, said.side.as_deref().unwrap_or("random"))?;
    let word = word(said.word.as_deref())?;
    let room = cx.room.clone();
    lobby::challenge::offer(
        cx,
        Proposal {
            room,
            whom,
            terms,
            side,
            word,
            places: 1,
            best_of: 1,
            counter: false,
            more: guessed.into_iter().collect(),
        },
    )
}

fn terms_of(said: &Import) -> SaidTerms<'_> {
    let Import { days, clock, hard, side, private, .. } = said;
    SaidTerms {
        side: side.as_deref(),
        days: *days,
        clock: clock.as_deref(),
        hard: *hard,
        private: *private,
        ..SaidTerms::default()
    }
}

/// Replays an exported match and returns the position after one of its steps.
fn read_json(cx: &RequestContext<'_>, text: &str, step: Option<u32>) -> Result<Terms, Refusal> {
    let CheckedExport { game, options, positions, .. } = read_export(text, cx.now)?;
    let last = positions.len().saturating_sub(1);
    let step = step.map_or(last, |it| it as usize);
    let Some(start) = positions.into_iter().nth(step) else {
        return Err(words::no_such_step(step, last));
    };
    let table = game.resume(&start).map_err(Refusal::unreadable)?;
    if let Status::Over(_) = table.status() {
        return Err(words::over_at_step(step));
    }
    Ok(Terms {
        game,
        options,
        clock: None,
        rated: false,
        private: false,
        start: Some(start),
        room_time: None,
    })
}

/// Tells JSON of any kind from PDN, which may start with a tag in brackets, `[Event "…"]`, or with a note in braces.
fn is_json(text: &str) -> bool {
    let mut letters = text.chars().filter(|it| !it.is_whitespace());
    match (letters.next(), letters.next()) {
        (Some('"'), _) => true,
        (Some('{'), second) => {
            let named = text.trim_start_matches(['{', ' ', '\t', '\r', '\n', '"']).split_once('"');
            let is_key = named.is_some_and(|(_, after)| after.trim_start().starts_with(':'));
            second.is_none_or(|sign| sign == '}') || (second == Some('"') && is_key)
        }
        (Some('['), second) => {
            second.is_none_or(|sign| "[]{\"-".contains(sign) || sign.is_ascii_digit())
        }
        _ => ["null", "true", "false"].contains(&text) || text.parse::<f64>().is_ok(),
    }
}

/// Finds the game of a PDN; says so if the PDN itself doesn't.
fn read_pdn(text: &str, said: &Import) -> Result<(Terms, Option<Text>), Refusal> {
    if pdn::MAX_BYTES < text.len() {
        return Err(words::pdn_too_large(pdn::MAX_BYTES));
    }
    let records = pdn::read(text).map_err(|fault| words::unreadable_pdn(&fault))?;
    let record = match (said.record, &records[..]) {
        (None, [record]) => record,
        (None, []) => return Err(words::no_record()),
        (None, several) => return Err(words::several_records(several)),
        (Some(number), all) => all
            .get((number as usize).wrapping_sub(1))
            .ok_or_else(|| words::no_such_record(number, all.len()))?,
    };
    if !record.is_one() {
        return Err(words::no_record());
    }
    let moves = record.moves();
    let step = said.step.map_or(moves, |it| it as usize);
    if moves < step {
        return Err(words::no_such_step(step, moves));
    }
    let begin =
        |game: GameId, moves: usize| game.options(&format!("{FROM}={}", record.cut(text, moves)));
    let wanted = said.game;
    let whole = record.cut(text, step);
    let mut claims = Vec::new();
    for &game in GameId::ALL.iter().filter(|&&game| wanted.is_none_or(|wanted| wanted == game)) {
        claims.extend(game.fit(&whole).transpose()?.map(|fit| (game, fit)));
    }
    if wanted.is_none() && !claims.is_empty() && claims.iter().all(|it| it.1 == Fit::Foreign) {
        return Err(words::foreign(record, claims.iter().map(|it| it.0)));
    }
    let found = pick(&claims, |game| {
        begin(game, step).map_err(|refusal| {
            // What can be played grows with each move until one that can't.
            let counts: Vec<usize> = (0..step).collect();
            (counts.partition_point(|&count| begin(game, count).is_ok()), refusal)
        })
    });
    let found = found.map_err(|(readable, refusal)| match readable.checked_sub(1) {
        Some(last) => words::goes_wrong(&refusal, said.record, last),
        None => refusal,
    })?;
    let Some((game, options, fit)) = found else { return Err(words::reads_no_pdn(wanted)) };
    let guessed = (fit != Fit::Own && wanted.is_none()).then(|| words::read_as(game));
    let terms = Terms {
        game,
        options,
        clock: None,
        rated: false,
        private: false,
        start: None,
        room_time: None,
    };
    Ok((terms, guessed))
}

/// How many positions of a record a game can read, and what it refuses then.
type ReadUpTo = (usize, Refusal);

/// Picks the game that a record fits best and can be continued in, with the result of `reads`; none
/// if no game fits.
///
/// # Errors
/// If it can be continued in none of the best fitting games: as that game refuses which reads most of the record, with how much that is.
/// If it can be continued in several.
fn pick<T>(
    claims: &[(GameId, Fit)],
    mut reads: impl FnMut(GameId) -> Result<T, ReadUpTo>,
) -> Result<Option<(GameId, T, Fit)>, ReadUpTo> {
    let Some(best) = claims.iter().map(|it| it.1).max() else { return Ok(None) };
    let mut refused = Vec::new();
    let mut found = Vec::new();
    for &(game, fit) in claims.iter().filter(|it| it.1 == best) {
        match reads(game) {
            Ok(read) => found.push((game, read, fit)),
            Err(fault) => refused.push(fault),
        }
    }
    if 1 < found.len() {
        let games: Vec<GameId> = found.iter().map(|it| it.0).collect();
        return Err((0, words::several_games_fit(&games)));
    }
    match (found.pop(), refused.into_iter().max_by_key(|it| it.0)) {
        (None, Some(refusal)) => Err(refusal),
        (found, _) => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: GameId = GameId::Trapdoor;
    const B: GameId = GameId::Amtgard;

    fn picked(claims: &[(GameId, Fit)], illegal: &[GameId]) -> Result<Option<GameId>, Refusal> {
        let reads = |game: GameId| {
            if illegal.contains(&game) {
                Err((usize::from(game == B), Refusal::illegal(format!("no move of {game}"))))
            } else {
                Ok(())
            }
        };
        pick(claims, reads).map(|found| found.map(|it| it.0)).map_err(|it| it.1)
    }

    #[test]
    fn a_record_goes_to_the_game_it_names_whatever_the_order_of_the_games() {
        for claims in [[(A, Fit::Possible), (B, Fit::Own)], [(B, Fit::Own), (A, Fit::Possible)]] {
            assert_eq!(picked(&claims, &[]), Ok(Some(B)));
            // A record that breaks the rules of the game it names isn't tried as another game.
            assert!(picked(&claims, &[B]).unwrap_err().says.contains("no move of Amtgard"));
        }
        assert_eq!(picked(&[], &[]), Ok(None));
    }

    #[test]
    fn a_record_that_fits_two_games_alike_is_asked_about_unless_only_one_can_go_on() {
        for fit in [Fit::Possible, Fit::Own] {
            let claims = [(A, fit), (B, fit)];
            let refusal = picked(&claims, &[]).unwrap_err();
            assert_eq!(refusal.code, engine::refusal::Code::Ambiguous);
            assert!(refusal.says.contains("Trapdoor Checkers or Amtgard Checkers"));
            assert_eq!(refusal.instead, ["import trapdoor", "import amtgard"]);
            assert_eq!(picked(&claims, &[A]), Ok(Some(B)));
            // That game refuses which reads most of the record.
            assert!(picked(&claims, &[A, B]).unwrap_err().says.contains("no move of Amtgard"));
        }
    }
}
