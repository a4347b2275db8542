//! Why a rule forbids something, in words for the player.
use crate::games::metasoccer::{Metasoccer, dice::Chess, field::Spot, formation::Formation};

/// The rule in the way. Squares are those the words spoke of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum Why {
    /// Nobody stands there.
    Empty(Spot),
    /// The other side's checker stands there.
    NotYours(Spot),
    OutOfBounds(Spot),
    Moved(Spot),
    /// The RISK die moves only the carrier.
    RiskCarrier,
    /// The thrower does not move before the throw.
    Thrower,
    /// The roll does not let anybody do that.
    Roll,
    /// On offense a King is a dribble.
    KingDribbles,
    /// The face does not go that way.
    NoWay(Chess, Spot, Spot),
    /// The run has to end elsewhere.
    Ends(Spot, Spot),
    /// The run cannot leave its square.
    Stuck(Spot),
    /// A pawn never moves straight onto a piece.
    PawnBlocked(Spot),
    Mate(Spot),
    Off(Spot),
    /// That checker was pushed already.
    Pushed(Spot),
    /// A goalie is not pushed over its own line.
    GoalieLine(Spot),
    PushFull(Spot, Spot),
    PushBeyond(Spot),
    /// Where a knight pushes to is not said, or no neighbour of the landing.
    Aside(Spot),
    /// Nothing is pushed by that move.
    NoAside(Spot),
    Offside(Spot),
    PassUsed,
    /// The receiver is not in reach of the face.
    OutOfReach(Spot),
    /// Somebody stands between.
    Between(Spot, Spot),
    /// The one with the ball cannot receive it.
    HasBall(Spot),
    NotFlying,
    DribbleLong(u8),
    DribbleFar(Spot, Spot),
    DribbleUsed(Spot),
    DribbleTwice(Spot),
    DribbleStays(Spot),
    NoBall,
    /// Only the defense steals.
    Steal,
    /// The checker cannot reach the carrier to steal.
    ThiefReach(Spot, Spot),
    ThiefMoved(Spot),
    Indirect,
    /// Re-placing: the square is taken or off the field.
    Taken(Spot),
    OwnHalf(Spot),
    CentreClear(Spot),
    GoalieBox(Spot),
    TooNear(Spot),
    BoxClear(Spot),
    RoomTwo(Spot),
    OnlyRoom(Spot),
    TakerStays(Spot),
    NotTaker,
    /// The run does not come over that square.
    NotOnRun(Spot),
    /// The square a knight would land on cannot be cleared by a push.
    LandingFull(Spot),
    /// Only the Chess die is open at a kick-off, a restart and right after a steal.
    ChessFirst,
    /// The formation is none of this match.
    NoFormation,
    /// The RISK die is for the side with the ball.
    RiskBall,
    /// Two Numbers dice are for a goalie kick.
    NumbersKick,
    /// The ball is booted after a Boot, or by a thief that won by five.
    Boot,
    /// That shirt is not among the nearest.
    NotNear(u8),
    /// No checker with that shirt is there to be sent off.
    NotHere(u8),
    /// Whoever is out of bounds comes back before anything else.
    BackFirst,
    /// Who comes back does so onto a free neighbouring square.
    NotBeside(Spot, Spot),
    /// Not a free square of the box for a goalie kick.
    KickBox(Spot),
    /// Not a free square before the goal.
    GoalFront(Spot),
    /// Not a square that the robbed checker may go to.
    RobbedBeside(Spot),
    /// Not a free square round the penalty mark.
    NoBlock(Spot),
    /// The ball does not come down there.
    NotThrown(Spot),
    /// The shot does not go there.
    NotShot(Spot),
    /// The ball has to be thrown.
    MustThrow,
    /// A penalty kick pushes nobody and only shoots.
    Shoot,
}

impl Metasoccer {
    /// Says why.
    pub(in crate::games::metasoccer) fn says(&self, why: Why) -> String {
        let name = |at: Spot| self.options.field.name_of(at);
        let roll = self.play.roll.map_or("nothing".to_owned(), |it| it.name());
        match why {
            Why::Empty(at) => format!("Nobody stands on {}.", name(at)),
            Why::NotYours(at) => format!("The checker on {} is not yours.", name(at)),
            Why::OutOfBounds(at) => format!(
                "The checker on {} is out of bounds: it comes back at the start of your turn and does nothing else.",
                name(at)
            ),
            Why::Moved(at) => {
                format!("The checker on {} has moved or come back in this turn; once is all.", name(at))
            }
            Why::RiskCarrier => "The RISK die moves only the checker with the ball.".to_owned(),
            Why::Thrower => "Whoever throws or kicks stays where it is until the ball is away.".to_owned(),
            Why::Roll => format!("The roll, {roll}, does not allow that."),
            Why::KingDribbles => {
                "A King on offense is a dribble of the checker with the ball, such as `dribble f8 g9`.".to_owned()
            }
            Why::NoWay(face, from, to) => {
                let how = match face {
                    Chess::King => "one square in any direction",
                    Chess::Queen => "straight in any direction",
                    Chess::Bishop => "diagonally",
                    Chess::Knight => "in an L: two squares and one to the side",
                    Chess::Rook => "along ranks and files",
                    Chess::Pawn => "one square forward, straight or diagonally",
                };
                format!("A {} goes {how}, and {} is not so from {}.", face.name(), name(to), name(from))
            }
            Why::Ends(from, end) => format!(
                "A run goes exactly as far as the number unless it is stopped: from {} that way it ends on {}.",
                name(from),
                name(end)
            ),
            Why::Stuck(from) => format!("From {} that way is blocked at once.", name(from)),
            Why::PawnBlocked(at) => {
                format!("A Pawn pushes diagonally only; straight ahead {} is taken.", name(at))
            }
            Why::Mate(at) => format!("Your own checker on {} is in the way; nobody pushes team-mates.", name(at)),
            Why::Off(at) => format!("{} is off the field.", name(at)),
            Why::Pushed(at) => {
                format!("The checker on {} was pushed in this play; once is all.", name(at))
            }
            Why::GoalieLine(at) => {
                format!("The goalie on {} cannot be pushed over its own goal line.", name(at))
            }
            Why::PushFull(at, to) => {
                format!("The checker on {} cannot be pushed: {} is taken.", name(at), name(to))
            }
            Why::PushBeyond(at) => format!("There is nowhere to push the checker on {}.", name(at)),
            Why::Aside(at) => {
                format!("Say where the checker on {} is pushed to: a free neighbouring square.", name(at))
            }
            Why::NoAside(at) => format!("Nobody is pushed aside on {} by that.", name(at)),
            Why::Offside(at) => format!(
                "{} is offside: nearer to the goal than the last defender before the goalie.",
                name(at)
            ),
            Why::PassUsed => "One pass a turn, and yours is played.".to_owned(),
            Why::OutOfReach(at) => format!("{} is not in reach of the ball with {roll}.", name(at)),
            Why::Between(at, other) => {
                format!("The pass to {} is blocked on {}.", name(at), name(other))
            }
            Why::HasBall(at) => format!("The checker on {} has the ball.", name(at)),
            Why::NotFlying => {
                "Only with Queen, Bishop or Rook can the ball be taken in the middle of a run.".to_owned()
            }
            Why::DribbleLong(number) => format!("This dribble has {number} steps at most."),
            Why::DribbleFar(from, to) => {
                format!("A dribble goes step by step: {} is not next to {}.", name(to), name(from))
            }
            Why::DribbleUsed(at) => format!("A dribble never comes back to a square: {}.", name(at)),
            Why::DribbleTwice(at) => {
                format!("The checker on {} has had its part in this dribble.", name(at))
            }
            Why::DribbleStays(at) => format!(
                "The checker on {} came back or moved in this turn: it can take the ball, but not go on.",
                name(at)
            ),
            Why::NoBall => "Your side does not have the ball.".to_owned(),
            Why::Steal => "Only the defense steals.".to_owned(),
            Why::ThiefReach(from, at) => {
                format!("With {roll} the checker on {} does not reach the ball on {}.", name(from), name(at))
            }
            Why::ThiefMoved(at) => {
                format!("The checker on {} has moved in this turn: no checker moves and steals.", name(at))
            }
            Why::Indirect => "From an indirect kick the ball must be passed before it can score.".to_owned(),
            Why::Taken(at) => format!("{} is not an empty square of the field.", name(at)),
            Why::OwnHalf(at) => format!("{} is not in your own half.", name(at)),
            Why::CentreClear(at) => {
                format!("{} touches the centre: only the side that kicks off stands there.", name(at))
            }
            Why::GoalieBox(at) => format!("{} is not in the box your goalie has to be put in.", name(at)),
            Why::TooNear(at) => format!("{} is too near: two squares from the ball at least.", name(at)),
            Why::BoxClear(at) => format!("{} is in the box, which the other side has to leave.", name(at)),
            Why::RoomTwo(at) => format!("{} is not exactly two squares from the ball.", name(at)),
            Why::OnlyRoom(at) => {
                format!("The checker on {} did not have to make room and stays.", name(at))
            }
            Why::TakerStays(at) => {
                format!("The checker on {} has the ball and stays there; `taker 7` changes it.", name(at))
            }
            Why::NotTaker => "That checker cannot take the ball here.".to_owned(),
            Why::NotOnRun(at) => format!("That run does not come over {}.", name(at)),
            Why::LandingFull(at) => {
                format!("The checker on {} cannot be pushed: no neighbouring square is free for it.", name(at))
            }
            Why::ChessFirst => {
                "The RISK die is for open play, direct and penalty kicks; here it is the Chess die.".to_owned()
            }
            Why::NoFormation => {
                let names: Vec<&str> = Formation::of(self.options.side).map(|it| it.name()).collect();
                format!("The formations of this match are {}.", names.join(", "))
            }
            Why::RiskBall => "The RISK die is for the side with the ball.".to_owned(),
            Why::NumbersKick => "Two Numbers dice alone are rolled for a goalie kick only.".to_owned(),
            Why::Boot => {
                "The ball is booted after a Boot on the RISK die, or by a thief that won 6 against 1.".to_owned()
            }
            Why::NotNear(number) => format!("Your {number} is not among the nearest to the ball."),
            Why::NotHere(number) => format!("Your {number} is not there to be sent off."),
            Why::BackFirst => "Whoever is out of bounds comes back before anybody else moves.".to_owned(),
            Why::NotBeside(from, to) => {
                format!("{} is no free square beside {}.", name(to), name(from))
            }
            Why::KickBox(at) => format!("{} is not a free square of your box.", name(at)),
            Why::GoalFront(at) => {
                format!("{} is not a free square right before your goal.", name(at))
            }
            Why::RobbedBeside(at) => {
                format!("{} is none of the free squares nearest to where it was robbed.", name(at))
            }
            Why::NoBlock(at) => {
                format!("{} is not a free one of the nine squares round the penalty mark.", name(at))
            }
            Why::NotThrown(at) => {
                format!("With {roll} a throw does not come down on {}.", name(at))
            }
            Why::NotShot(at) => format!("With {roll} no shot goes to {}.", name(at)),
            Why::MustThrow => "The ball has to be thrown before the turn ends.".to_owned(),
            Why::Shoot => "At a penalty kick only the kicker plays: `shoot` and a square.".to_owned(),
        }
    }
}
