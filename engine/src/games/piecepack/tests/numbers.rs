//! The numbers in the rules text are those the game uses.
use super::super::{
    Piecepack,
    field::*,
    moves::tremor::spread,
    options::{GOALS, LIMIT},
};
use crate::{game::Game, quote::counted};

#[test]
fn the_numbers_of_the_rules_text_are_those_of_the_code() {
    let capital = |words: String| words[..1].to_uppercase() + &words[1..];
    let length = |mils: i32| exact(mils.into());
    let [wide, long, coin] = [WIDE, LONG, APART].map(length);
    let [near, far, west, east] = [RADIUS, BARELY, TILE + RADIUS, WIDE - TILE - RADIUS].map(length);
    let [low, high] = [LONG - BARELY, LONG - RADIUS].map(length);
    let [least, most] = POWERS;
    let slides = |power, places| format!("{:.places$}", f64::from(slide(power)) / 1000.0);
    let on = [30, 40, 50, 60, 80, 100]
        .map(|power| format!("{} with {power}", slides(power, 0)))
        .join(", ");
    let [degrees, _] = spread(0);
    assert_eq!(
        spread(100),
        [degrees + 1000, 2000],
        "a hundredth of a degree and two parts in a hundred for each point"
    );
    assert_eq!(TILE_BOUNCE, 0.5, "tiles give back half");
    let says = [
        format!("{} goals win.", capital(counted(GOALS.into()))),
        format!("one of your {} kickers", counted(KICKERS.into())),
        format!("a field of {wide} by {long} inches"),
        format!(
            "{} tiles of {} inches",
            capital(counted(tiles().len() as u32)),
            counted(TILE as u32 / 1000)
        ),
        format!("Corner boxes are the {}-inch squares", counted(TILE as u32 / 1000)),
        format!("Every coin is {coin} inches across"),
        format!(
            "x from {west} to {east} and y from {near} to {far}, North's y from {low} to {high}."
        ),
        format!(
            "First the kicker, 1 to {KICKERS}, then the aim, last the power, {least} to {most}."
        ),
        format!("{} inches with power 10, {} with 20, {on}.", slides(10, 1), slides(20, 1)),
        format!("{coin} inches behind the ball's centre"),
        format!("within {} degrees", length(degrees)),
        format!("loses {SLOWING} inches per second"),
        format!("Power 1 is {} inches per second, power 100 is {}.", speed(1000), speed(100_000)),
        format!("{} parts in 100", COIN_BOUNCE * 100.0),
        format!("at {FOUL_SPEED} inches per second straight on by {} inches", length(FOUL_SHIFT)),
        format!("when it lies {} inches or more from where it lay", length(MOVED)),
        format!("{far} inches from one border and {near} to {far} from the other"),
        format!("{} turns without a goal", counted(LIMIT)),
    ];
    for said in says {
        assert!(Piecepack::GUIDE.contains(&said), "the rules text does not say: {said}");
    }
    let limit = Piecepack::SETTINGS.iter().find(|it| it.name == "limit").unwrap();
    assert!(limit.says.starts_with(&format!("{} turns", counted(LIMIT))));
    let grammars = [super::Play::new("default"), super::Play::new("default | freekick south")];
    for grammar in grammars.map(|play| play.game.grammar().unwrap()) {
        assert!(grammar.contains(&format!("power {least} to {most}")), "{grammar}");
    }
}
