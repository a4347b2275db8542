//! What stands on a square, in a few words, for someone who walks over the board with the keyboard.
use super::{Cell, Item, Patch, Scene, Surface, pitch::Pitch, stacks};
use crate::seat::Seat;

impl Scene {
    /// Says what stands on a square: `White king`, `water`, `door, open`; empty for an empty square.
    pub fn standing(&self, at: Cell) -> String {
        let mut out: Vec<String> =
            self.items.iter().filter_map(|item| self.item_on(item, at)).collect();
        if let Surface::Pitch(pitch) = &self.board {
            out.extend(self.on_pitch(pitch, at));
        }
        out.join(", ")
    }

    fn item_on(&self, item: &Item, at: Cell) -> Option<String> {
        let role = |seat: Seat| &self.sides.get(seat).role;
        match item {
            Item::Piece { at: here, seat, rank } if *here == at => {
                Some(format!("{} {}", role(*seat), rank.name()))
            }
            Item::Fighter(fighter) if fighter.at == at => {
                let name = fighter.name.iter().map(String::as_str);
                let detail = fighter.detail();
                let what = format!("{} {}", role(fighter.seat), fighter.rank.name());
                let parts = [what.as_str()].into_iter().chain(name).chain([detail.as_str()]);
                Some(parts.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", "))
            }
            Item::Stack { at: here, seat, height, rings, snookles, hippo, waits }
                if *here == at =>
            {
                let what = format!("{} {}", role(*seat), stacks::height_name(*height));
                let carried = stacks::carried(*rings, *snookles, *hippo, *waits);
                Some([vec![what], carried].concat().join(", "))
            }
            Item::Patch { at: here, patch } if *here == at => Some(match patch {
                Patch::Water => "water".to_owned(),
                Patch::Fire => "fire".to_owned(),
            }),
            Item::Block { at: corner } if stacks::block(*corner).contains(&at) => {
                Some("the monolith".to_owned())
            }
            Item::Hatch { at: here, open, tint, knob } if *here == at => {
                let state = if *open { "open" } else { "closed" };
                Some(format!("{} door of {knob}, {state}", tint.name()))
            }
            Item::Wall { between: [one, other], seat: _, fresh: _ }
                if *one == at || *other == at =>
            {
                let beyond = if *one == at { other } else { one };
                Some(format!("a wall towards {beyond}"))
            }
            _ => None,
        }
    }

    fn on_pitch(&self, pitch: &Pitch, at: Cell) -> Vec<String> {
        let players = pitch.players.iter().filter(|it| it.at == at);
        let mut out: Vec<String> = players
            .map(|player| {
                let ball = if player.ball { " with the ball" } else { "" };
                let number = if player.goalie { "goalie" } else { player.shirt.as_str() };
                format!("{} {number}{ball}", self.sides.get(player.seat).role)
            })
            .collect();
        if pitch.loose == Some(at) {
            out.push("the ball".to_owned());
        }
        if pitch.turf.is_goal(at) {
            out.push("goal".to_owned());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        scene::{Cell, Item, Rank, Tint, tests::bare},
        seat::Seat,
    };

    #[test]
    fn a_square_tells_who_stands_there_and_what_lies_there() {
        let mut scene = bare();
        let at = Cell { column: 2, row: 2 };
        let knob = "G1".to_owned();
        scene.items.push(Item::Hatch { at, open: true, tint: Tint::Green, knob });
        scene.items.push(Item::Piece { at, seat: Seat::First, rank: Rank::King });
        assert_eq!(scene.standing(at), "green door of G1, open, Black king");
        assert_eq!(scene.standing(Cell { column: 3, row: 2 }), "");
    }

    #[test]
    fn a_stack_tells_what_it_carries_and_a_wall_where_it_stands() {
        let mut scene = bare();
        let (at, beyond) = (Cell { column: 0, row: 0 }, Cell { column: 0, row: 1 });
        let (height, rings, snookles) = (3, 2, 1);
        let seat = Seat::First;
        scene.items.push(Item::Stack {
            at,
            seat,
            height,
            rings,
            snookles,
            hippo: true,
            waits: false,
        });
        scene.items.push(Item::Wall { between: [at, beyond], seat, fresh: false });
        let carried = "Black emperor, 2 rings, a Snookle, under a hippo, a wall towards a2";
        assert_eq!(scene.standing(at), carried);
        assert_eq!(scene.standing(beyond), "a wall towards a1");
    }
}
