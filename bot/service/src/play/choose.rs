//! Choosing step by step on the board: a piece, then its target. Nothing is stored; each button
//! says what was chosen so far.
use engine::{game::Status, seat::Seat};

use crate::{
    Fault, RequestContext,
    find::LoadedMatch,
    play::{
        controls::offered,
        left::left_within,
        menu::MenuTree,
        turn::{board_in_words, named_shortly},
        typed::check_turn,
        words,
    },
};
use model::{reply::Reply, text::Text};

impl RequestContext<'_> {
    /// Tells whether the pressed message is the match's current board.
    pub(crate) fn is_on_board(&self, loaded: &LoadedMatch) -> Result<bool, Fault> {
        let Some(request) = self.request() else { return Ok(false) };
        let Some(pressed) = &request.pressed else { return Ok(false) };
        let private = match loaded.table.status() {
            Status::Waiting(prompts) => prompts.iter().any(|it| it.kind.is_private()),
            Status::Over(_) => true,
        };
        let stands = self.tx.standing(self.room.chat, loaded.row.id, &self.room.handle)?;
        let same = stands.is_some_and(|it| it.message == *pressed);
        Ok(same && !private && request.asked_at == Some(loaded.ply()))
    }

    /// Shows on the board what was chosen so far, and offers the next steps.
    pub(crate) fn choose(
        &mut self,
        loaded: &LoadedMatch,
        seat: Seat,
        begins: &str,
    ) -> Result<(), Fault> {
        check_turn(loaded, seat)?;
        let id = loaded.row.id;
        let listed = offered(loaded, seat).listed;
        let tree = MenuTree::new(&listed);
        let node = tree.open(begins);
        if node.words().is_empty() {
            return Err(words::none_starts_with(begins, id).into());
        }
        let person = loaded.people.get(seat);
        let mut picture = self.picture(loaded, None, person, seat);
        crate::play::look::mark(&mut picture, loaded, begins);
        let mut lines = vec![Text::small(named_shortly(loaded))];
        let earlier = self.turn_so_far(loaded, seat)?;
        let role = loaded.game().sides()[seat.index()];
        let name = &person.name;
        let group = loaded.table.group(seat, begins);
        let chosen = (!begins.is_empty()).then_some(group.says.as_str());
        lines.push(Text::plain(words::chooses(name, role, chosen, &group.asks)));
        lines.extend(board_in_words(loaded, &picture));
        let reply = Reply::room(Text::Lines(lines)).picture(picture);
        let mut reply = self.with_branches(reply, loaded, seat, begins, &node.branches());
        if let Some(menu) = reply.menu.as_mut().filter(|_| !begins.is_empty()) {
            menu.choices.push(words::back_button(id));
        }
        reply.turn_of = Some(id);
        reply.goes_on = true;
        if let Status::Waiting(prompts) = loaded.table.status() {
            reply.left = Some(left_within(loaded, &prompts));
        }
        reply.earlier = (!earlier.is_empty()).then_some(Text::Lines(earlier));
        self.say(reply);
        Ok(())
    }
}
