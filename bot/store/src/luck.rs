//! What chance gave players in the matches that count, and what their play brought without it.
use engine::{
    games::GameId,
    seat::{BySeat, Seat},
};
use model::ids::{MatchId, PersonId};

use super::{CompetitionId, SeasonList, StoreError, Tx, columns::Word, sql::SqlRow};
use crate::sql::{named_params, params};

/// A player's result in a match, in points: the sum is 1 for a win, a half for a draw, 0 for a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckAndPlay {
    /// What chance gave.
    pub luck: f64,
    /// The rest.
    pub play: f64,
}

/// The same over several matches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaySum {
    pub matches: u32,
    pub luck: f64,
    pub play: f64,
    /// The sum of the squares of each match's points without luck.
    pub play_squares: f64,
}

impl Tx<'_> {
    /// Returns matches that count and whose luck isn't known, oldest first; not all if there are very many.
    pub fn matches_without_luck(&self) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT DISTINCT match_id FROM seats WHERE counted = 1 AND luck IS NULL
                   ORDER BY match_id LIMIT 256";
        self.all(sql, [], |row| row.get(0))
    }

    /// Stores what chance gave in a match, unless it is known.
    pub fn put_luck(&self, of: MatchId, new: &BySeat<LuckAndPlay>) -> Result<(), StoreError> {
        for seat in Seat::BOTH {
            let LuckAndPlay { luck, play } = new.get(seat);
            let sql = "UPDATE seats SET luck = ?, play = ?
                       WHERE match_id = ? AND seat = ? AND luck IS NULL";
            self.change(sql, params![luck, play, of, Word(&seat)])?;
        }
        Ok(())
    }

    /// Sums up a person's matches that count and whose luck is known, of a game or of all.
    pub fn play_of(&self, person: PersonId, game: Option<GameId>) -> Result<PlaySum, StoreError> {
        let sql = format!("{SUM} AND (:game = '' OR game = :game)");
        let params = named_params! { ":person": person, ":game": game.map_or("", GameId::name) };
        Ok(self.one(&sql, params, read)?.unwrap_or_default())
    }

    /// Sums up those of a season.
    pub fn play_in_season(
        &self,
        list: &SeasonList,
        person: PersonId,
    ) -> Result<PlaySum, StoreError> {
        let sql = format!(
            "{SUM} AND (:game = '' OR game = :game) AND ended_at >= :from AND ended_at < :to
             AND room IN (SELECT id FROM rooms WHERE chat = :chat AND coalesce(nullif(server, ''), handle) = :server)"
        );
        let SeasonList { chat, server, season: _, game, span: (from, to) } = list;
        let params = named_params! {
            ":person": person, ":game": game.map_or("", GameId::name), ":from": from, ":to": to,
            ":chat": Word(chat), ":server": server,
        };
        Ok(self.one(&sql, params, read)?.unwrap_or_default())
    }

    /// Sums up those of a competition.
    pub fn play_in_competition(
        &self,
        competition: CompetitionId,
        person: PersonId,
    ) -> Result<PlaySum, StoreError> {
        let sql = format!(
            "{SUM} AND match_id IN (SELECT match_id FROM competition_matches WHERE competition = :competition)"
        );
        let params = named_params! { ":person": person, ":competition": competition.0 };
        Ok(self.one(&sql, params, read)?.unwrap_or_default())
    }
}

/// The sums over a person's seats.
const SUM: &str = "SELECT count(*) AS matches, coalesce(sum(luck), 0.0) AS luck, coalesce(sum(play), 0.0) AS play,
                       coalesce(sum(play * play), 0.0) AS squares
                   FROM seats WHERE person = :person AND counted = 1 AND luck IS NOT NULL";

fn read(row: &SqlRow<'_>) -> rusqlite::Result<PlaySum> {
    Ok(PlaySum {
        matches: row.get("matches")?,
        luck: row.get("luck")?,
        play: row.get("play")?,
        play_squares: row.get("squares")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{ExampleRules, ended, fresh, new_match, touched, world},
        *,
    };

    #[test]
    fn the_luck_of_a_match_is_stored_once_and_summed_up() {
        fresh(|tx| {
            let world = world(tx);
            let [one, two, running] = [10, 11, 12].map(|at| touched(tx, &new_match(&world), at));
            let called_off = ended(tx, touched(tx, &new_match(&world), 13), 20, false);
            let [one, two] = [(one, 30), (two, 40)].map(|(row, at)| ended(tx, row, at, true));
            assert_eq!(tx.matches_without_luck().unwrap(), [one.id, two.id]);
            let split = |luck: f64| BySeat {
                first: LuckAndPlay { luck, play: 1.0 - luck },
                second: LuckAndPlay { luck: -luck, play: luck },
            };
            tx.put_luck(one.id, &split(0.25)).unwrap();
            tx.put_luck(one.id, &split(0.75)).unwrap();
            assert_eq!(tx.matches_without_luck().unwrap(), [two.id]);
            tx.put_luck(two.id, &split(-0.5)).unwrap();
            assert_eq!(tx.matches_without_luck().unwrap(), []);
            let game = one.terms.game;
            for of in [None, Some(game)] {
                let first = tx.play_of(world.ann, of).unwrap();
                let squares = 0.75 * 0.75 + 1.5 * 1.5;
                let expected =
                    PlaySum { matches: 2, luck: -0.25, play: 2.25, play_squares: squares };
                assert_eq!(first, expected);
                assert_eq!(tx.play_of(world.ben, of).unwrap().play, -0.25);
            }
            let other = GameId::ALL.iter().find(|it| **it != game);
            assert_eq!(tx.play_of(world.ann, other.copied()).unwrap(), PlaySum::default());
            let room = tx.room(world.room).unwrap();
            let list = |span| SeasonList {
                chat: room.chat,
                server: room.server_key().to_owned(),
                season: 0,
                game: None,
                span,
            };
            let of = |span| tx.play_in_season(&list(span), world.ann).unwrap().matches;
            assert_eq!((of((0, 40)), of((30, 41)), of((41, 99))), (1, 2, 0));
            let rules = ExampleRules { best_of: 3 };
            let group = tx.add_competition(world.room, &rules, 5).unwrap();
            assert_eq!(tx.play_in_competition(group, world.ann).unwrap(), PlaySum::default());
            tx.play_for(two.id, group, 1).unwrap();
            tx.play_for(running.id, group, 2).unwrap();
            let sum = tx.play_in_competition(group, world.ben).unwrap();
            assert_eq!((sum.matches, sum.luck, sum.play), (1, 0.5, -0.5));
            assert!(running.end.is_none() && called_off.end.is_some());
        });
    }
}
