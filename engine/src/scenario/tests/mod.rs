//! What scenarios report, seen on a pile of matchsticks.
mod lessons;
mod sticks;

use self::sticks::Sticks;
use super::{Report, run_by};

fn run(text: &str) -> Report {
    run_by::<Sticks>(text)
}

/// Runs lines below `game sticks` that must hold, except those listed as failing: line and words.
#[track_caller]
fn fails(lines: &str, failures: &[(usize, &str)]) {
    let report = run(&format!("game sticks\n{lines}"));
    let seen: Vec<(usize, &str)> =
        report.failures.iter().map(|mismatch| (mismatch.line, mismatch.says.as_str())).collect();
    assert_eq!(seen, failures);
}

#[track_caller]
fn holds(lines: &str) {
    fails(lines, &[]);
}

#[test]
fn a_scenario_that_holds_counts_what_it_looked_at() {
    let text = "# a pile\n\ngame sticks # five\ntitle All that can be expected\nsetup pile 4\n\
        expect pile = 4\nexpect waits red\nexpect ask sticks\n\
        expect choices roll, take 1, take 2\nexpect choice take 2\nexpect no choice take 3\n\
        expect count 3\nexpect count blue: 0\nexpect choices blue: none\n\
        chance 2\nred: roll\n\
        expect written roll\nexpect chance none\nexpect told Red took 2\n\
        expect told red You took\nexpect told \"Red\"\nexpect not told blue You\n\
        expect said 2 sticks are left\nexpect not said 3 sticks\nexpect outcome none\n\
        save\nblue: take 2\nexpect outcome blue\nexpect why no stick\nexpect waits nobody\n";
    let report = run(text);
    assert_eq!(report.failures, []);
    assert_eq!(report.checks, 21);
    assert_eq!(report.table.unwrap().probe("pile").unwrap(), "0");
}

#[test]
fn a_part_called_count_may_name_a_side() {
    // The pile has no such part, so the part is refused, not the number of choices.
    let says = "refused as unknown: There is only the pile.";
    fails("expect count red = 2\nexpect count = 2\nexpect count red: 3", &[(2, says), (3, says)]);
}

#[test]
fn every_failed_expectation_is_said_with_its_line() {
    let cases = [
        ("expect pile = 4", "expected pile = 4; saw pile = 5"),
        ("expect heap = 4", "refused as unknown: There is only the pile."),
        ("expect waits blue", "expected waiting for: Blue; saw waiting for: Red"),
        ("expect waits nobody", "expected waiting for: none; saw waiting for: Red"),
        ("expect waits red blue", "expected waiting for: Red, Blue; saw waiting for: Red"),
        ("expect ask stones", "expected a prompt with `stones`; saw `take sticks`"),
        ("expect choices roll, take 1", "expected roll, take 1; saw roll, take 1, take 2"),
        ("expect choices none", "expected none; saw roll, take 1, take 2"),
        ("expect choice take", "expected the choice take; the choices are take 1, take 2, roll"),
        ("expect no choice roll", "expected no choice roll; the choices are take 1, take 2, roll"),
        ("expect count 2", "expected 2 choices; saw 3 choices: take 1, take 2, roll"),
        ("expect count second: 1", "expected 1 choices; saw 0 choices: none"),
        ("expect told Red", "expected a line told with `Red`; saw nothing"),
        ("expect said 4 sticks", SAID_FOUR),
        ("expect not said 5 sticks", SAID_FIVE),
        ("expect outcome red", "expected Red to have won; saw a match that is not over"),
        ("expect outcome draw", "expected a draw; saw a match that is not over"),
        ("expect outcome aborted", "expected a match called off; saw a match that is not over"),
        ("expect why empty", "expected an end because with `empty`; saw nothing"),
        ("expect written roll", "expected roll; saw no step"),
        ("chance 2 3\nexpect chance none", "expected throws left: none; saw throws left: 2, 3"),
    ];
    for (lines, says) in cases {
        fails(lines, &[(1 + lines.lines().count(), says)]);
    }
}

const SAID_FOUR: &str = "expected a picture told as with `4 sticks`; saw `5 sticks are left. Sticks, \
    seen from Red. Red, to move: no pieces on the board. Blue: no pieces on the board.`";
const SAID_FIVE: &str = "expected a picture told as nowhere `5 sticks`; saw `5 sticks are left. Sticks, \
    seen from Red. Red, to move: no pieces on the board. Blue: no pieces on the board.`";

#[test]
fn told_lines_are_kept_apart_by_viewer() {
    fails(
        "red: take 1\nexpect told red Red took\nexpect not told Red\nexpect not told blue Red",
        &[
            (3, "expected a line told with `Red took`; saw `You took 1`"),
            (4, "expected a line told nowhere `Red`; saw `Red took 1`"),
            (5, "expected a line told nowhere `Red`; saw `Red took 1`"),
        ],
    );
}

#[test]
fn a_step_that_is_refused_fails_and_play_goes_on() {
    fails(
        "red: take 3\nblue: take 1\nred: roll\nred: take 1\nexpect pile = 4",
        &[
            (2, "refused as illegal: That many cannot be taken. (instead: take 1, take 2, roll)"),
            (3, "refused as not-yours: Wait for the other side."),
            (4, "refused as unscripted: the script has no throw for the die"),
        ],
    );
}

#[test]
fn refusals_are_looked_at_and_change_nothing() {
    fails(
        "refuse illegal red: take 3
  says many cannot
  # of two

  instead take 1
\
         instead take 2, roll
refuse not-yours blue: take 1
refuse unscripted red: roll
\
         refuse illegal red:
refuse not-now blue: draw decline
expect pile = 5
\
         chance 9
refuse unscripted red: roll",
        &[(14, "at the end these throws never fell: 9")],
    );
}

#[test]
fn a_refusal_that_does_not_come_as_told_fails() {
    fails(
        "refuse over red: take 3\n says never\n instead take 3\nrefuse illegal red: take 1\n says x\n\
         expect pile = 5\n says x\n instead x",
        &[
            (
                2,
                "expected a refusal as over; refused as illegal: That many cannot be taken. \
                 (instead: take 1, take 2, roll)",
            ),
            (3, "expected a refusal that says `never`; it says `That many cannot be taken.`"),
            (4, "expected the offer `take 3`; the offers are: take 1, take 2, roll"),
            (5, "expected a refusal as illegal; it was carried out"),
            (6, "right above this line nothing was refused"),
            (8, "right above this line nothing was refused"),
            (9, "right above this line nothing was refused"),
        ],
    );
}

#[test]
fn a_refusal_that_leaves_a_change_behind_fails() {
    let report = run("game sticks leaky\nrefuse illegal red: spill\nexpect pile = 5");
    let says = "refused as illegal: Sticks are not spilled.; but it left a change behind";
    assert_eq!(report.failures.len(), 1);
    assert_eq!(report.failures[0].says, says);
}

#[test]
fn a_match_that_is_saved_badly_fails() {
    let report = run("game sticks lossy\nsave\nexpect pile = 5");
    assert_eq!(report.failures.len(), 1);
    assert_eq!(report.failures[0].line, 2);
    assert_eq!(report.failures[0].says, "the match is another one after it was saved");
}

#[test]
fn throws_that_never_fell_fail_at_the_end() {
    fails(
        "chance 1 2\nred: roll\nchance 3\nexpect pile = 4\n# the end",
        &[(5, "at the end these throws never fell: 2 3")],
    );
}

#[test]
fn the_opening_is_fair_or_scripted() {
    let text = "game sticks shaken\nopening 7\nexpect pile = 7";
    assert_eq!(run(text).failures, []);
    let pile = |text| run(text).table.unwrap().probe("pile").unwrap();
    assert_eq!(pile("game sticks shaken"), pile("game sticks shaken"), "the seed is fixed");
    fails("opening 7 8\nexpect pile = 5", &[(2, "the opening left these throws: 7 8")]);
    fails(
        "expect pile = 5\nopening 7",
        &[(3, "`opening` stands right below `game`, before all else")],
    );
    let report = run("game sticks shaken\nopening 10\nexpect pile = 7");
    assert_eq!(report.failures[0].line, 1);
    assert!(report.failures[0].says.starts_with("the match was not opened, refused as unscripted"));
    assert!(report.table.is_none());
}

#[test]
fn setup_is_refused_where_it_makes_no_sense() {
    fails(
        "setup heap\nred: take 1\nsetup pile 3\nexpect pile = 4",
        &[(2, "refused as unreadable: Say `pile 3`."), (4, "`setup` stands before the first step")],
    );
}

#[test]
fn what_cannot_be_read_is_never_skipped() {
    let cases = [
        ("perhaps", "this line can't be read: `perhaps`"),
        ("green: take 1", "this line can't be read: `green: take 1`"),
        ("Red: take 1", "this line can't be read: `Red: take 1`"),
        ("save now", "this line can't be read: `save now`"),
        ("chance", "something is missing on this line"),
        ("setup", "something is missing on this line"),
        ("says", "something is missing on this line"),
        ("instead a,,b", "something is missing on this line"),
        ("game sticks", "a scenario holds one match: `game` stands only at the top"),
        ("refuse illegal take 1", "expected `refuse illegal <side>: <words>`"),
        (
            "refuse wrong red: take 1",
            "there is no code `wrong`; the codes are over, not-yours, unreadable, ambiguous, illegal, \
             unknown, not-now, too-much, unscripted, broken",
        ),
        ("expect", "nothing can be expected in these words: ``"),
        ("expect luck", "nothing can be expected in these words: `luck`"),
        ("expect not luck", "nothing can be expected in these words: `not luck`"),
        ("expect chance 1", "nothing can be expected in these words: `chance 1`"),
        ("expect pile =", "something is missing on this line"),
        ("expect told", "something is missing on this line"),
        ("expect told red", "something is missing on this line"),
        ("expect told \"\"", "something is missing on this line"),
        ("expect choices", "something is missing on this line"),
        ("expect count few", "`few` is not a number"),
        ("expect waits green", "there is no side `green`; the sides are red and blue"),
        ("expect choices green: roll", "there is no side `green`; the sides are red and blue"),
        ("expect no choice Red: roll", "there is no side `Red`; the sides are red and blue"),
        ("expect count green: 3", "there is no side `green`; the sides are red and blue"),
        ("expect outcome green", "there is no side `green`; the sides are red and blue"),
    ];
    for (line, says) in cases {
        fails(&format!("{line}\nexpect pile = 5"), &[(2, says)]);
    }
}

#[test]
fn a_scenario_without_a_game_or_without_an_expectation_fails() {
    let first = |text: &str| {
        let report = run(text);
        assert!(report.checks == 0 || text.contains("expect"));
        (report.failures[0].line, report.failures[0].says.clone())
    };
    assert_eq!(first(""), (1, "the scenario is empty".to_owned()));
    assert_eq!(first("# nothing"), (1, "the scenario is empty".to_owned()));
    assert_eq!(
        first("\nexpect pile = 5"),
        (
            2,
            "the first line must be `game <name>`, not `expect pile = 5`; nothing below was played"
                .to_owned()
        )
    );
    assert_eq!(
        first("game chess"),
        (1, "there is no game `chess`; nothing below was played".to_owned())
    );
    assert_eq!(
        first("game sticks odd\nexpect pile = 5"),
        (
            1,
            "the match was not opened, refused as unreadable: There is no such pile. (instead: \
             shaken); nothing below was played"
                .to_owned()
        )
    );
    assert_eq!(first("game sticks\nred: take 1\n"), (2, "the scenario expects nothing".to_owned()));
}

#[test]
fn the_house_ends_a_match() {
    holds(
        "blue: resign\nexpect outcome aborted\nexpect waits nobody\n\
         expect count red: 0\nrefuse over red: take 1\nrefuse over red: draw\nsave\nexpect outcome aborted",
    );
    holds("red: abort\nexpect outcome aborted\nrefuse over blue: resign");
    holds(
        "red: Draw\nrefuse not-now red: draw\nblue: draw decline\nred: draw\nred: take 1\n\
         blue: draw\nexpect outcome draw\nexpect why both agreed",
    );
    holds(
        "setup pile 1\nred: take 1\nexpect outcome red\nrefuse over blue: resign\nrefuse over red: undo",
    );
    holds("chance 3\nsetup pile 2\nred: roll\nexpect outcome draw");
}

#[test]
fn a_draw_is_offered_and_accepted_in_the_words_of_the_chat() {
    holds(
        "refuse not-now red: draw accept\nred: draw offer\nrefuse not-now red: draw offer\n\
         refuse not-now red: draw accept\nblue: Draw accept\nexpect outcome draw\n\
         refuse over red: draw accept\nrefuse over red: draw offer",
    );
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(run("\u{feff}game sticks\nexpect pile = 5").failures, []);
}

#[test]
fn what_is_taken_back_is_undone_but_its_throws_are_gone() {
    holds(
        "refuse not-now red: undo\nred: take 1\nred: undo\nblue: undo accept\nexpect pile = 5\nexpect waits red\n\
         chance 1 2\nred: roll\nexpect pile = 4\nred: undo\nexpect pile = 4\nblue: undo decline\n\
         red: undo\nblue: undo accept\nexpect pile = 5\n\
         red: roll\nexpect pile = 3\nblue: take 1\nred: undo\nblue: undo\nexpect pile = 5",
    );
}
