//! Advice in unrated matches: the best move, what would follow, and the value of another move.
use engine::{
    mind::{Judged, Level, Player, Thought},
    quote::{self, short},
    refusal::{Code, Refusal},
    seat::Seat,
};

use super::{
    insight::{Insight, Key, Subject},
    think::seed_at,
};
use crate::service::{
    Fault, RequestContext,
    find::LoadedMatch,
    play::typed::{check_running, check_turn},
};
use crate::{
    command::verbs,
    pool::Rank,
    reply::{Choice, Privacy},
    span,
    store::{MatchId, MatchRow},
    text::Text,
};

/// The level of the adviser.
const ADVISER: Player = Player::Level(Level::Five);

/// The seed of the adviser, besides the position.
const SEED: u64 = 0x6869_6e74;

impl RequestContext<'_> {
    /// Says what a strong player would do.
    pub(in crate::service) fn hint(&mut self, said: &verbs::Hint) -> Result<(), Fault> {
        let (loaded, seat) = self.advised(said.of, "hint")?;
        let Thought { words, chance, .. } = self.thought(&loaded, seat)?.0;
        let id = loaded.row.id;
        let text = span![
            Text::small(format!("#{id} ")),
            "I would play ",
            Text::code(words.as_str()),
            format!(": your chances are {} with it. ", percent(chance)),
            Text::code(format!("why #{id}")),
            " says what I expect."
        ];
        let choices = [
            Choice::new(format!("Play {}", short(&words)), format!("play #{id} {words}")),
            Choice::new("Why?", format!("why #{id}")),
        ];
        self.say(self.answer(text).choices(choices));
        Ok(())
    }

    /// Says what a strong player expects to follow, or compares the asker's move with its own.
    pub(in crate::service) fn why(&mut self, said: &verbs::Why) -> Result<(), Fault> {
        let (loaded, seat) = self.advised(said.of, "why")?;
        let words = said.words.trim().trim_end_matches('?').trim();
        let text = match words {
            "" => {
                let (thought, line) = self.thought(&loaded, seat)?;
                expected(&thought, &line)
            }
            words => self.compared(&loaded, seat, words)?,
        };
        let id = loaded.row.id;
        self.say(self.answer(span![Text::small(format!("#{id} ")), text]));
        Ok(())
    }

    /// Finds the match the asker wants advice in, if they may have it.
    fn advised(&self, of: Option<MatchId>, word: &str) -> Result<(LoadedMatch, Seat), Fault> {
        let loaded = self.my_match(of, |row, seat| *row.waiting.get(seat))?;
        let seat = self.seat_in(&loaded)?;
        let MatchRow { id, terms, .. } = &loaded.row;
        if terms.rated {
            let says = format!(
                "Match #{id} is rated, so you decide alone; `{word}` works only in unrated ones."
            );
            let instead = format!("practice {}", terms.game.name());
            return Err(Refusal::new(Code::NotNow, says).instead([instead]).into());
        }
        check_running(&loaded)?;
        check_turn(&loaded, seat)?;
        if !loaded.is_practice() {
            // The other side mustn't read the advice.
            self.keep_private(Privacy::Secret);
        }
        Ok((loaded, seat))
    }

    fn thought(&self, loaded: &LoadedMatch, seat: Seat) -> Result<(Thought, Vec<String>), Fault> {
        let (of, at) = (loaded.row.id, loaded.ply());
        let key = Key { of, at: (at.step, at.take), subject: Subject::Hint(seat) };
        let insight = self.insight(key, Rank::Soon, None, || {
            let table = loaded.again()?;
            let seed = seed_at(SEED, at, seat);
            Ok(Box::new(move || {
                let nothing = || Refusal::new(Code::NotNow, "I have no suggestion here.");
                let thought = table.think(seat, ADVISER, seed);
                let thought = thought.and_then(|it| it.ok_or_else(nothing));
                Some(thought.and_then(|thought| {
                    let line = table.line(seat, &thought.words, seed)?;
                    Ok(Insight::Hint { thought, line })
                }))
            }))
        })?;
        match insight {
            Insight::Hint { thought, line } => Ok((thought, line)),
            other => Err(Fault::Broken(format!("no hint, but {other:?}"))),
        }
    }

    /// Compares a move with the best one.
    fn compared(&self, loaded: &LoadedMatch, seat: Seat, words: &str) -> Result<Text, Fault> {
        let (of, at) = (loaded.row.id, loaded.ply());
        let key =
            Key { of, at: (at.step, at.take), subject: Subject::Compare(seat, words.to_owned()) };
        let owned = words.to_owned();
        let insight = self.insight(key, Rank::Soon, None, || {
            let table = loaded.again()?;
            let seed = seed_at(SEED, at, seat);
            Ok(Box::new(move || Some(table.compare(seat, &owned, seed).map(Insight::Compare))))
        })?;
        let Insight::Compare(Judged { expected, better, lost, ahead }) = insight else {
            return Err(Fault::Broken(format!("no comparison of `{words}`")));
        };
        let code = Text::code(short(words));
        let Some(first) = expected else {
            let says =
                " isn't a move I can compare: I looked at others, or both sides choose at once.";
            return Ok(span![code, says]);
        };
        let own = if seat == Seat::First { first } else { 1.0 - first };
        let own = percent(own);
        Ok(match better {
            Some(better) if WORTH_SAYING <= lost => span![
                code,
                format!(" leaves you {own}. "),
                Text::code(short(&better)),
                format!(" is better by {}.", percent(lost))
            ],
            Some(_) => span![code, format!(" leaves you {own}: as good as my own choice.")],
            None if WORTH_SAYING <= ahead => span![
                code,
                format!(
                    " leaves you {own}: the best move, {} better than the next.",
                    percent(ahead)
                )
            ],
            None => span![code, format!(" leaves you {own}. Nothing is better.")],
        })
    }
}

/// The least difference worth mentioning.
const WORTH_SAYING: f64 = 0.01;

/// Says what a player expects after its move.
fn expected(thought: &Thought, line: &[String]) -> Text {
    let chance = percent(thought.chance);
    let lead =
        span!["With ", Text::code(thought.words.as_str()), format!(" I expect {chance} for you.")];
    match line {
        [_, rest @ ..] if !rest.is_empty() => {
            let rest = rest.iter().map(|it| Text::code(short(it)).bare()).collect::<Vec<_>>();
            span![lead, Text::sentence(format!(" Then probably {}.", quote::series(&rest)))]
        }
        _ => span![lead, " After that, chance decides."],
    }
}

/// Writes a share of one as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
