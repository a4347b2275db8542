//! Parses requests and carries them out, each command by its own method.
use super::{
    Fault, RequestContext,
    authority::{Affects, Touched, touches},
};
use command::{Line, Said};

impl RequestContext<'_> {
    pub(super) fn run(&mut self) -> Result<(), Fault> {
        let Some(request) = self.request() else { return Ok(()) };
        match &request.line {
            Line::Said(said) => self.obey(said),
            Line::Typed(line) => {
                let line = command::tidy(line)?;
                if let Some(asked) = command::question(&line) {
                    self.wonder(None, asked)?;
                    return self.check_cleared();
                }
                match command::parse(&line)? {
                    Some(said) => self.obey(&said),
                    None => self.other_words(&line),
                }
            }
        }
    }

    /// Fails if something was done without asking for permission, so that it is rolled back.
    pub(super) fn check_cleared(&self) -> Result<(), Fault> {
        match self.cleared.get() {
            true => Ok(()),
            false => Err(Fault::Broken(format!("authority was never checked for {:?}", self.verb))),
        }
    }

    pub(super) fn obey(&mut self, said: &Said) -> Result<(), Fault> {
        let verb = said.verb();
        self.verb = verb;
        self.admit(verb)?;
        if self.is_too_late(verb, said.of_match())? {
            return Ok(());
        }
        match touches(verb) {
            Affects::Oneself => self.clear_verb(Touched::Oneself)?,
            Affects::Room => self.clear_verb(Touched::Room(&self.room))?,
            // Which one is meant is found out on the way.
            Affects::Challenge | Affects::Match => {}
        }
        self.no_longer_await(said)?;
        self.carry_out(said)?;
        self.check_cleared()?;
        self.count_pings(verb)
    }

    fn carry_out(&mut self, said: &Said) -> Result<(), Fault> {
        match said {
            Said::Challenge(it) => self.challenge(it),
            Said::Accept(it) => self.accept(it),
            Said::Decline(it) => self.decline(it),
            Said::Cancel(it) => self.cancel(it),
            Said::Play(it) => self.play(it),
            Said::Moves(it) => self.moves(it),
            Said::Vote(it) => self.vote(it),
            Said::If(it) => self.order(it),
            Said::Next(it) => self.next_match(it),
            Said::Note(it) => self.note(it),
            Said::Board(it) => self.board(it),
            Said::Hand(it) => self.hand(it),
            Said::Undo(it) => self.undo(it),
            Said::Draw(it) => self.draw(it),
            Said::Resign(it) => self.resign(it),
            Said::Abort(it) => self.abort(it),
            Said::Claim(it) => self.claim(it),
            Said::Rematch(it) => self.rematch(it),
            Said::Games(it) => self.games(it),
            Said::History(it) => self.history(it),
            Said::Replay(it) => self.replay(it),
            Said::Export(it) => self.export(it),
            Said::Import(it) => self.import(it),
            Said::Watch(it) => self.watch(it),
            Said::Share(it) => self.share(it),
            Said::Stakes(it) => self.stakes_asked(it),
            Said::League(it) => self.league(it),
            Said::Ladder(it) => self.ladder(it),
            Said::Leaderboard(it) => self.leaderboard(it),
            Said::Season(it) => self.season(it),
            Said::Profile(it) => self.profile(it),
            Said::Versus(it) => self.versus(it),
            Said::Learn(it) => self.learn(it),
            Said::Puzzle(it) => self.puzzle(it),
            Said::Rules(it) => self.rules(it),
            Said::Help(it) => self.help(it),
            Said::Verify(it) => self.verify(it),
            Said::Settings(it) => self.settings(it),
            Said::Link(it) => self.link(it),
            Said::Unlink(it) => self.unlink(it),
            Said::Mydata(it) => self.mydata(it),
            Said::Admin(it) => self.admin(it),
            Said::Remind(it) => self.remind(it),
            Said::Vacation(it) => self.vacation(it),
            Said::Pause(it) => self.pause(it),
            Said::Resume(it) => self.resume(it),
            Said::Counter(it) => self.counter(it),
            Said::Practice(it) => self.practice(it),
            Said::Hint(it) => self.hint(it),
            Said::Why(it) => self.why(it),
            Said::Review(it) => self.review(it),
        }
    }
}
