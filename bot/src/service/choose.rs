//! Choosing step by step on the board itself: a piece, then where it goes. Nothing is kept of it; each button says how what was chosen begins.
use engine::{game::Status, quote::short, refusal::Refusal, seat::Seat};

use super::{
    Asking, Fault,
    find::Sitting,
    menu::Tree,
    play::check_turn,
    turn::{board_in_words, named_shortly, offered},
};
use crate::{
    reply::{Choice, Reply},
    text::Text,
};

impl Asking<'_> {
    /// Tells whether what was pressed is the board of a match as it stands now.
    pub(super) fn is_on_board(&self, sitting: &Sitting) -> Result<bool, Fault> {
        let Some(pressed) = &self.request.pressed else { return Ok(false) };
        let private = match sitting.table.status() {
            Status::Waiting(prompts) => prompts.iter().any(|it| it.kind.is_private()),
            Status::Over(_) => true,
        };
        let stands = self.tx.standing(self.request.chat, sitting.row.id)?;
        let same = stands.is_some_and(|it| it.message == *pressed);
        Ok(same && !private && self.request.asked_at == Some(sitting.ply()))
    }

    /// Shows on the board what was chosen so far, and offers what can follow.
    pub(super) fn choose(
        &mut self,
        sitting: &Sitting,
        seat: Seat,
        begins: &str,
    ) -> Result<(), Fault> {
        check_turn(sitting, seat)?;
        let id = sitting.row.id;
        let listed = offered(sitting, seat).listed;
        let tree = Tree::new(&listed);
        let node = tree.open(begins);
        if node.words().is_empty() {
            let says = format!("No legal move starts with `{}`.", short(begins));
            return Err(Refusal::illegal(says).instead([format!("moves #{id}")]).into());
        }
        let person = sitting.people.get(seat);
        let mut picture = self.picture(sitting, None, person, seat);
        picture.mark(sitting, begins);
        let mut lines = vec![Text::small(named_shortly(sitting))];
        let earlier = self.turn_so_far(sitting, seat)?;
        let role = sitting.game().sides()[seat.index()];
        let name = &person.name;
        lines.push(match begins {
            "" => Text::plain(format!("{name} ({role}): what do you do?")),
            begins => Text::sentence(format!("{name} ({role}): `{}`, and then?", short(begins))),
        });
        lines.extend(board_in_words(sitting, &picture));
        let reply = Reply::room(Text::Lines(lines)).picture(picture);
        let mut reply = self.with_branches(reply, sitting, &node.branches());
        if let Some(menu) = reply.menu.as_mut().filter(|_| !begins.is_empty()) {
            menu.asks = "And then?".to_owned();
            menu.choices.truncate(super::LINES - 1);
            menu.choices.push(Choice::new("Back", format!("moves #{id}")));
        }
        reply.turn_of = Some(id);
        reply.goes_on = true;
        reply.earlier = (!earlier.is_empty()).then_some(Text::Lines(earlier));
        self.say(reply);
        Ok(())
    }
}
