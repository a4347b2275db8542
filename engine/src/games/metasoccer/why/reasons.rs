//! Why a rule forbids something, in words for the player.
use crate::games::metasoccer::{Metasoccer, dice::Chess, field::Spot, formation::Formation};

/// The rule that forbids it. Squares are those that were typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum Objection {
    /// The square is empty.
    Empty(Spot),
    /// The other side's checker is on the square.
    NotYours(Spot),
    OutOfBounds(Spot),
    Moved(Spot),
    /// The RISK die moves only the carrier.
    RiskCarrier,
    /// The thrower doesn't move before the throw.
    Thrower,
    /// The roll allows nobody to do that.
    Roll,
    /// On offense a King is a dribble.
    KingDribbles,
    /// The face doesn't go that way.
    NoWay(Chess, Spot, Spot),
    /// The run has to end elsewhere.
    Ends(Spot, Spot),
    /// The run can't leave its square.
    Stuck(Spot),
    /// A pawn never moves straight onto a piece.
    PawnBlocked(Spot),
    Mate(Spot),
    Off(Spot),
    /// That checker was pushed already.
    Pushed(Spot),
    /// A goalie isn't pushed over its own line.
    GoalieLine(Spot),
    PushFull(Spot, Spot),
    PushBeyond(Spot),
    /// The square a knight pushes to is missing, or isn't next to the landing.
    Aside(Spot),
    /// Nothing is pushed by that move.
    NoAside(Spot),
    Offside(Spot),
    PassUsed,
    /// The receiver isn't in reach of the face.
    OutOfReach(Spot),
    /// Someone stands between.
    Between(Spot, Spot),
    /// The one with the ball can't receive it.
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
    /// The checker can't reach the carrier to steal.
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
    /// The run doesn't come over that square.
    NotOnRun(Spot),
    /// The square a knight would land on can't be cleared by a push.
    LandingFull(Spot),
    /// Only the Chess die is open at a kick-off, a restart and right after a steal.
    ChessFirst,
    /// The formation isn't from this match.
    NoFormation,
    /// The RISK die is for the side with the ball.
    RiskBall,
    /// Two Numbers dice are for a goalie kick.
    NumbersKick,
    /// The ball is booted after a Boot, or by a thief that won by five.
    Boot,
    /// That shirt isn't among the nearest.
    NotNear(u8),
    /// No checker with that shirt is there to be sent off.
    NotHere(u8),
    /// Checkers out of bounds come back before anything else.
    BackFirst,
    /// A checker comes back onto a free neighbouring square.
    NotBeside(Spot, Spot),
    /// Not a free square of the box for a goalie kick.
    KickBox(Spot),
    /// Not a free square before the goal.
    GoalFront(Spot),
    /// Not a square that the robbed checker may go to.
    RobbedBeside(Spot),
    /// Not a free square round the penalty mark.
    NoBlock(Spot),
    /// The ball doesn't come down there.
    NotThrown(Spot),
    /// The shot doesn't go there.
    NotShot(Spot),
    /// The ball must be thrown.
    MustThrow,
    /// A penalty kick pushes nobody and only shoots.
    Shoot,
}

impl Metasoccer {
    /// Says why.
    pub(in crate::games::metasoccer) fn says(&self, why: Objection) -> String {
        let name = |at: Spot| self.options.field.name_of(at);
        let roll = self.play.roll.map_or("nothing".to_owned(), |it| it.name());
        match why {
            Objection::Empty(at) => format!("Nobody stands on {}.", name(at)),
            Objection::NotYours(at) => format!("The checker on {} isn't yours.", name(at)),
            Objection::OutOfBounds(at) => format!(
                "The checker on {} is out of bounds. It can only come back, at the start of your \
                 turn.",
                name(at)
            ),
            Objection::Moved(at) => {
                format!("The checker on {} has already moved or come back this turn.", name(at))
            }
            Objection::RiskCarrier => {
                "The RISK die moves only the checker with the ball.".to_owned()
            }
            Objection::Thrower => {
                "The thrower or kicker stays put until the ball is away.".to_owned()
            }
            Objection::Roll => format!("The roll, {roll}, doesn't allow that."),
            Objection::KingDribbles => {
                "On offense, King means a dribble: only the ball carrier moves, step by step."
                    .to_owned()
            }
            Objection::NoWay(face, from, to) => {
                let how = match face {
                    Chess::King => "one square in any direction",
                    Chess::Queen => "straight in any direction",
                    Chess::Bishop => "diagonally",
                    Chess::Knight => "in an L: two squares and one to the side",
                    Chess::Rook => "along ranks and files",
                    Chess::Pawn => "one square forward, straight or diagonally",
                };
                format!(
                    "A {} goes {how}, and {} isn't on that path from {}.",
                    face.name(),
                    name(to),
                    name(from)
                )
            }
            Objection::Ends(from, end) => format!(
                "A run goes exactly the number rolled unless something stops it. From {} that way \
                 it ends on {}.",
                name(from),
                name(end)
            ),
            Objection::Stuck(from) => format!("From {} that way is blocked.", name(from)),
            Objection::PawnBlocked(at) => {
                format!("A Pawn pushes only diagonally, and {} straight ahead is taken.", name(at))
            }
            Objection::Mate(at) => format!(
                "Your own checker on {} is in the way, and you can't push \
                                      teammates.",
                name(at)
            ),
            Objection::Off(at) => format!("{} is off the field.", name(at)),
            Objection::Pushed(at) => {
                format!("The checker on {} has already been pushed in this play.", name(at))
            }
            Objection::GoalieLine(at) => {
                format!("The goalie on {} can't be pushed over its own goal line.", name(at))
            }
            Objection::PushFull(at, to) => {
                format!(
                    "The checker on {} can't be pushed, because {} is taken.",
                    name(at),
                    name(to)
                )
            }
            Objection::PushBeyond(at) => {
                format!("There is nowhere to push the checker on {}.", name(at))
            }
            Objection::Aside(at) => {
                format!(
                    "Say where to push the checker on {}: a free neighbouring square.",
                    name(at)
                )
            }
            Objection::NoAside(at) => format!("That pushes nobody on {}.", name(at)),
            Objection::Offside(at) => format!(
                "{} is offside: nearer to the goal than the last defender before the goalie.",
                name(at)
            ),
            Objection::PassUsed => "You get one pass a turn, and you've played it.".to_owned(),
            Objection::OutOfReach(at) => {
                format!("{} is out of reach of the ball with {roll}.", name(at))
            }
            Objection::Between(at, other) => {
                format!("The pass to {} is blocked on {}.", name(at), name(other))
            }
            Objection::HasBall(at) => format!("The checker on {} has the ball.", name(at)),
            Objection::NotFlying => {
                "Only a Queen, Bishop or Rook run can pick up the ball on the way.".to_owned()
            }
            Objection::DribbleLong(number) => format!("This dribble has at most {number} steps."),
            Objection::DribbleFar(from, to) => {
                format!(
                    "A dribble goes step by step, and {} isn't next to {}.",
                    name(to),
                    name(from)
                )
            }
            Objection::DribbleUsed(at) => {
                format!("A dribble can't visit a square twice: {}.", name(at))
            }
            Objection::DribbleTwice(at) => {
                format!("The checker on {} has already dribbled this turn.", name(at))
            }
            Objection::DribbleStays(at) => format!(
                "The checker on {} already moved or came back this turn, so it can take the ball \
                 but not run on.",
                name(at)
            ),
            Objection::NoBall => "Your side doesn't have the ball.".to_owned(),
            Objection::Steal => "Only the defense steals.".to_owned(),
            Objection::ThiefReach(from, at) => {
                format!(
                    "With {roll} the checker on {} can't reach the ball on {}.",
                    name(from),
                    name(at)
                )
            }
            Objection::ThiefMoved(at) => {
                format!(
                    "The checker on {} has already moved this turn, and no checker moves and \
                         steals.",
                    name(at)
                )
            }
            Objection::Indirect => {
                "From an indirect kick the ball must be passed before it can score.".to_owned()
            }
            Objection::Taken(at) => format!("{} isn't an empty square of the field.", name(at)),
            Objection::OwnHalf(at) => format!("{} isn't in your own half.", name(at)),
            Objection::CentreClear(at) => {
                format!(
                    "{} touches the centre, where only the side that kicks off may stand.",
                    name(at)
                )
            }
            Objection::GoalieBox(at) => format!("{} isn't in the box for your goalie.", name(at)),
            Objection::TooNear(at) => {
                format!("{} is too near the ball. Stay at least two squares away.", name(at))
            }
            Objection::BoxClear(at) => {
                format!("{} is in the box, which the other side must leave.", name(at))
            }
            Objection::RoomTwo(at) => {
                format!("{} isn't exactly two squares from the ball.", name(at))
            }
            Objection::OnlyRoom(at) => {
                format!("The checker on {} did not have to make room, so it stays.", name(at))
            }
            Objection::TakerStays(at) => {
                format!(
                    "The checker on {} has the ball and stays there, unless another checker takes it.",
                    name(at)
                )
            }
            Objection::NotTaker => "That checker can't take the ball here.".to_owned(),
            Objection::NotOnRun(at) => format!("That run doesn't pass over {}.", name(at)),
            Objection::LandingFull(at) => {
                format!(
                    "The checker on {} can't be pushed, because no neighbouring square is \
                         free.",
                    name(at)
                )
            }
            Objection::ChessFirst => {
                "The RISK die is for open play, direct kicks and penalty kicks. Roll the Chess \
                 die here."
                    .to_owned()
            }
            Objection::NoFormation => {
                let names: Vec<&str> =
                    Formation::of(self.options.side).map(|it| it.name()).collect();
                format!("The formations of this match are {}.", names.join(", "))
            }
            Objection::RiskBall => "The RISK die is for the side with the ball.".to_owned(),
            Objection::NumbersKick => {
                "Only a goalie kick rolls just the two Numbers dice.".to_owned()
            }
            Objection::Boot => {
                "You can boot the ball after a Boot on the RISK die, or after winning a steal 6 \
                 to 1."
                    .to_owned()
            }
            Objection::NotNear(number) => {
                format!("Your {number} isn't among the nearest to the ball.")
            }
            Objection::NotHere(number) => {
                format!("Your {number} isn't on the pitch to be sent off.")
            }
            Objection::BackFirst => {
                "Bring back checkers that are out of bounds before you move others.".to_owned()
            }
            Objection::NotBeside(from, to) => {
                format!("{} isn't a free square beside {}.", name(to), name(from))
            }
            Objection::KickBox(at) => format!("{} isn't a free square of your box.", name(at)),
            Objection::GoalFront(at) => {
                format!("{} isn't a free square right in front of your goal.", name(at))
            }
            Objection::RobbedBeside(at) => {
                format!(
                    "{} isn't one of the free squares nearest to where it lost the ball.",
                    name(at)
                )
            }
            Objection::NoBlock(at) => {
                format!("{} isn't a free square among the nine around the penalty mark.", name(at))
            }
            Objection::NotThrown(at) => {
                format!("With {roll} a throw can't land on {}.", name(at))
            }
            Objection::NotShot(at) => format!("With {roll} no shot can go to {}.", name(at)),
            Objection::MustThrow => "You must throw the ball before your turn ends.".to_owned(),
            Objection::Shoot => {
                "At a penalty kick only the kicker plays. It can only shoot.".to_owned()
            }
        }
    }
}
