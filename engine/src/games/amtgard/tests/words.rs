//! What is asked, told and answered.
use super::{Play, fresh, wounded};
use crate::{
    checkers::{Color, PieceKind},
    game::{Game, PromptKind, Status},
    games::amtgard::{
        Amtgard,
        body::Location,
        duel::Duelist,
        names::{LONGEST_NAME, fit_name},
        odds::solve,
        report::DuelReport,
        words::tell::FORMS_OF_DEATH,
    },
    refusal::Code,
    seat::Seat,
    settings::Given,
};

/// The longest message of a chat, in characters.
const MESSAGE: usize = 2000;

/// The table in the guide is what the solver says.
#[test]
fn the_guide_gives_the_solved_numbers() {
    let by_name = |name: &str| -> Duelist {
        match name {
            "man" => fresh("", PieceKind::Man),
            "king" => fresh("", PieceKind::King),
            "man, off arm wounded" => wounded(Location::OffArm),
            "man, weapon arm" => wounded(Location::WeaponArm),
            "man, a leg" => wounded(Location::RightLeg),
            "iron man" => fresh("iron", PieceKind::Man),
            "iron king" => fresh("iron", PieceKind::King),
            "goblin man" => fresh("goblin=b", PieceKind::Man),
            other => panic!("who is {other}?"),
        }
    };
    let table = Amtgard::GUIDE.split("```").find(|it| it.contains("attacker v defender")).unwrap();
    let rows: Vec<&str> = table.lines().filter(|it| it.ends_with('%')).collect();
    assert_eq!(rows.len(), 10);
    for row in rows {
        let (pair, given) = row.rsplit_once(' ').unwrap();
        let (attacker, defender) = pair.trim().split_once(" v ").unwrap();
        let odds = solve(&by_name(attacker), &by_name(defender));
        assert_eq!(given, format!("{:.2}%", 100.0 * odds.won), "{row}");
    }
}

#[test]
fn odds_answer_without_a_step() {
    let play = Play::facing("", "");
    let before = play.game.clone();
    assert_eq!(
        play.ask(Color::White, "odds c3xd4").unwrap(),
        "c3xd4: captured 44.94%, repelled 55.06% (both fall 10.12%); 2.96 passes on average."
    );
    assert_eq!(play.ask(Color::White, "Odds").unwrap(), "Chances of capture: c3xd4 44.94%.");
    // Threats can be asked about too, also by the landing.
    let threat = play.ask(Color::White, "odds d4xb2?").unwrap();
    assert!(threat.starts_with("d4xc3: captured 44.94%"), "{threat}");
    assert_eq!(play.game, before);
    assert_eq!(play.game.ask(Seat::Second, "c3xd4"), None);
    assert_eq!(play.ask(Color::White, "odds c3xb4").unwrap_err().code, Code::Illegal);
    assert_eq!(play.ask(Color::White, "odds on").unwrap_err().code, Code::Unreadable);
    assert_eq!(play.ask(Color::Black, "odds").unwrap(), "Chances of capture: d4xc3 44.94%.");
}

#[test]
fn odds_count_wounds_armour_and_kits() {
    let of = |settings: &str, lines: &str| {
        let odds = Play::facing(settings, lines).ask(Color::White, "odds c3xd4").unwrap();
        odds.split(", ").next().unwrap().to_owned()
    };
    assert_eq!(of("", "d4 black king"), "c3xd4: captured 10.85%");
    assert_eq!(of("", "c3 white king"), "c3xd4: captured 85.74%");
    assert_eq!(of("attrition", "c3 wound OA"), "c3xd4: captured 26.35%");
    // Without Attrition nobody begins a turn with a wound.
    assert_eq!(of("", "c3 wound OA"), "c3xd4: captured 44.94%");
    assert_eq!(of("iron", ""), "c3xd4: captured 47.75%");
    assert_eq!(of("goblin=a", ""), "c3xd4: captured 39.39%");
    let shield = of("open=side", "d4 kit shield");
    assert!(shield < of("", ""), "{shield}");
    // In the middle of a turn wounds do count.
    let mut play = Play::facing("", "f6 black man");
    play.play("c3xd4", "h 1 h 14");
    assert!(play.ask(Color::White, "odds e5xf6").unwrap().contains("captured 20.56%"));
}

#[test]
fn odds_of_stances_are_nine() {
    let play = Play::facing("stance", "");
    let all = play.ask(Color::White, "odds c3xd4").unwrap();
    assert_eq!(all.matches('%').count(), 9, "{all}");
    assert!(all.contains("steady against bold"), "{all}");
    let one = play.ask(Color::White, "odds c3xd4 steady steady").unwrap();
    assert!(one.starts_with("c3xd4 (steady against steady): captured 44.94%"), "{one}");
    assert!(play.ask(Color::White, "odds c3xd4 bold").is_err());
}

#[test]
fn odds_wait_for_the_kits() {
    let play = Play::new("open=side", "");
    let refusal = play.ask(Color::Black, "odds c3xd4").unwrap_err();
    assert!(refusal.says.contains("The odds depend on the kits. Choose kits first."));
}

#[test]
fn a_fight_of_eight_passes_fits_a_message() {
    for (settings, lines) in [
        ("", "c3 white king | d4 black king"),
        ("names", "c3 name Bartholomew Doe | d4 name Wilhelmina Smith"),
    ] {
        let mut play = Play::facing(settings, lines);
        let throws = match settings {
            "" => "h 1 h 1 h 9 h 9 h 13 h 13 h 15 h 15 h 18 h 18 h 15 h 15 h 15 h 15 h 1 h 1",
            _ => "h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 15 h 1 h 1",
        };
        play.play("c3xd4", throws);
        let told = play.told();
        assert_eq!(told.len(), 10, "{told:#?}");
        let text = told.join("\n");
        // A message also says who is next.
        assert!(text.chars().count() < MESSAGE - 300, "{} {text}", text.chars().count());
    }
}

/// The longest duels are told shorter from the eleventh pass on.
#[test]
fn a_fight_of_thirty_passes_fits_a_message() {
    let mut play = Play::facing("", "");
    let throws = format!("h 15 h 15 {} h 1 m", "h 15 h 15 ".repeat(28));
    play.play("c3xd4", &throws);
    let text = play.told().join("\n");
    assert!(text.contains("\n20. c3 hits the lost left leg, d4 hits the lost left leg."), "{text}");
    assert!(text.chars().count() < MESSAGE + 500, "{}", text.chars().count());
}

#[test]
fn a_fight_is_told_pass_by_pass() {
    let mut play = Play::facing("", "");
    play.play("c3xd4", "m m m m h 10 m m h 16 h 16 h 3");
    let told = play.told();
    assert_eq!(told.len(), 6, "{told:#?}");
    assert_eq!(told[0], "Bob sends c3 against d4. Lay on!");
    assert!(told[1].starts_with("1-2. "));
    assert!(told[2].starts_with("3. ") && told[2].contains("off arm"), "{told:?}");
    assert!(told[3].starts_with("4. ") && told[3].contains("left leg"), "{told:?}");
    assert!(told[4].starts_with("5. "));
    assert!(told[5].ends_with("Repelled: both get up again where they were."), "{told:?}");
    assert!(play.fixed);
    // The same duel is always told in the same way, another one differently.
    let again = play.told();
    assert_eq!(again, told);
}

#[test]
fn duels_are_told_in_many_ways() {
    let mut ends = Vec::new();
    for lulls in 0..12 {
        let mut play = Play::facing("", "");
        play.play("c3xd4", &format!("{}h 1 m", "m m ".repeat(lulls)));
        ends.push(play.told().pop().unwrap());
    }
    ends.sort();
    ends.dedup();
    assert_eq!(ends.len(), FORMS_OF_DEATH);
}

#[test]
fn the_short_form_is_one_line() {
    let mut play = Play::facing("telling=short", "");
    play.play("c3xd4", "m m h 10 h 16 h 3 h 4");
    let end = "c3xd4: both fall in 3 passes. Repelled: both get up again where they were.";
    assert_eq!(play.told(), ["Bob sends c3 against d4. Lay on!", end]);
}

#[test]
fn prompts_say_what_is_owed() {
    let ask = |play: &Play| match play.game.status() {
        Status::Waiting(prompts) => {
            prompts.iter().map(|prompt| (prompt.kind, prompt.ask.clone())).collect::<Vec<_>>()
        }
        Status::Over(_) => Vec::new(),
    };
    let mut play = Play::facing("stance", "");
    play.play("c3xd4", "");
    let asked = ask(&play);
    assert_eq!(asked[0], (PromptKind::Sealed, "choose a stance as defender, c3xd4".to_owned()));
    assert_eq!(asked[1], (PromptKind::Sealed, "choose a stance as attacker, c3xd4".to_owned()));
    let mut play = Play::facing("reeve", "");
    play.play("c3xd4", "").say(Seat::Second, "report win LL", "");
    let says = "confirm or dispute White's report: c3 beat d4 (attacker LL)";
    assert_eq!(ask(&play), [(PromptKind::Reaction, says.to_owned())]);
}

#[test]
fn names_are_kept_within_limits() {
    assert_eq!(fit_name("  Sir   Fox ").unwrap(), "Sir Fox");
    assert_eq!(fit_name("Zoë O'Neil-2").unwrap(), "Zoë O'Neil-2");
    assert!(fit_name(&"a".repeat(LONGEST_NAME)).is_ok());
    let long = "a".repeat(LONGEST_NAME + 1);
    for odd in ["", " ", &long, "c3", "z9", "22", "@here", "<i>", "*bold*", "-", "a\u{202e}b"] {
        let refusal = fit_name(odd).unwrap_err();
        assert_eq!(refusal.code, Code::Unreadable, "{odd}");
    }
}

#[test]
fn reports_are_read_as_they_are_written() {
    let forms = [
        "win",
        "repelled",
        "both",
        "win attacker LL dent T1 OA2 protect",
        "repelled attacker OA defender WA dent RL1",
        "both defender dent T2",
    ];
    for form in forms {
        assert_eq!(DuelReport::read(form).unwrap().in_words(), form);
    }
    assert_eq!(DuelReport::read("won left-leg").unwrap().in_words(), "win attacker LL");
    assert_eq!(DuelReport::read("both fell").unwrap().in_words(), "both");
    let loose = "won, left leg wounded; armour torso 1, off arm 2";
    assert_eq!(DuelReport::read(loose).unwrap().in_words(), "win attacker LL dent T1 OA2");
    assert_eq!(DuelReport::read("win dent T WA").unwrap().in_words(), "win attacker dent T1 WA1");
    for odd in ["", "draw", "win LL RL", "repelled LL", "win dent X1", "win win"] {
        assert_eq!(DuelReport::read(odd), None, "{odd}");
    }
}

#[test]
fn options_go_together_or_are_refused() {
    let read =
        |text: &str| Given::read(Amtgard::SETTINGS, text).and_then(|it| Amtgard::options(&it));
    let all = "4 stance iron attrition damned goblin=b open=piece compulsory names short";
    assert_eq!(
        Amtgard::variation(&read(all).unwrap()),
        "4 a side, stances, Iron, Attrition, Damned, Goblin B, Open by piece, compulsory attack, names, short telling"
    );
    let reeve = read("reeve reeve-name=Egil").unwrap();
    assert_eq!(Amtgard::variation(&reeve), "real duels, reeve Egil");
    let refusal = read("reeve-name=Egil").unwrap_err();
    assert_eq!(refusal.instead, ["duel=reeve reeve-name=Egil"]);
    assert!(read("reeve reeve-name=@all").is_err());
    assert!(read("pieces=13").is_err());
    assert!(read("count=maybe").is_err());
    assert_eq!(Amtgard::variation(&read("turns=20").unwrap()), "20 turns each");
    assert_eq!(Amtgard::variation(&read("count").unwrap()), "draws are counted");
    for (settings, says) in [
        ("turns=20", "After 20 turns each, or once nobody can move or attack, the fighters are"),
        ("count", "Once nobody can move or attack, or after forty turns each without an attack"),
    ] {
        let agreement = Amtgard::agreement(&read(settings).unwrap()).unwrap();
        assert!(agreement.starts_with(says), "{agreement}");
    }
    assert_eq!(Amtgard::agreement(&read("iron").unwrap()), None);
    let kept = serde_json::to_value(read(all).unwrap()).unwrap();
    let mut odd = kept.clone();
    odd["pieces"] = 13.into();
    assert!(
        crate::games::GameId::Amtgard.open(odd, &mut crate::chance::Dice::scripted(["1"])).is_err()
    );
}

#[test]
fn the_same_report_by_the_other_side_confirms() {
    let mut play = Play::facing("reeve", "");
    play.play("c3xd4", "").say(Seat::Second, "won, left leg", "");
    let action = play.game.read(Seat::First, "report win LL").unwrap();
    assert_eq!(play.game.write(&action), "confirm");
    play.say(Seat::First, "report repelled", "");
    assert_eq!(play.probe("phase"), "reported");
    play.say(Seat::Second, "repelled", "");
    assert_eq!((play.probe("phase"), play.probe("c3")), ("order".into(), "white man".into()));
}
