//! What controls show: who moves or attacks whom, with what chance, and what a stance or a kit does.
use crate::games::amtgard::{
    Action, Amtgard, Phase,
    field::{Attack, Fighter},
    kits::{Factors, Stance},
    options::DuelRule,
    report::DuelReport,
};
use crate::{
    checkers::{Color, PieceKind, Square, label::way},
    game::{Emphasis, Group, Label},
    quote::sentence_case,
};

impl Amtgard {
    pub(in crate::games::amtgard) fn label_of(&self, side: Color, action: &Action) -> Label {
        match action {
            Action::Kits(kits) => {
                let others = match kits.own.len() {
                    0 => String::new(),
                    count => format!(", something else for {count}"),
                };
                Label::new(format!("{} for everybody{others}", sentence_case(kits.all.name())))
                    .explained(in_percent(kits.all.factors(None, false)))
            }
            Action::Name { at, name } => Label::new(format!("Name the fighter on {at} {name}")),
            Action::Move { from, to } => {
                let crowned = self.field.at(*from).is_some_and(|fighter| {
                    fighter.rank == PieceKind::Man && to.rank() == fighter.side.last_rank()
                });
                let explains = if crowned { "becomes a king" } else { "" };
                Label::new(format!("{}{}", self.named(*from), way(from, &[to]))).explained(explains)
            }
            Action::Attack(attack) => {
                let label = Label::new(self.duel_in_words(*attack)).signed("clash").weighing(1);
                label.explained(self.prospect(*attack))
            }
            Action::Stop => {
                Label::new("Stop here").explained("ends your turn").with(Emphasis::Aside)
            }
            Action::Pass => Label::new("Pass").explained("nobody can move or attack"),
            Action::Stance { stance, standing } => self.label_of_stance(side, *stance, *standing),
            Action::NoStanding => Label::new("Ask me for a stance again").with(Emphasis::Aside),
            Action::Report(report) => label_of_report(report),
            Action::Confirm => {
                Label::new("Confirm").explained("the duel went as reported").with(Emphasis::Good)
            }
            Action::Dispute => Label::new("Dispute")
                .explained("the duel went differently and is reported again")
                .with(Emphasis::Grave),
            Action::Correct => Label::new("Take back the last report")
                .explained("that duel is reported again")
                .with(Emphasis::Aside),
        }
    }

    pub(in crate::games::amtgard) fn group_of(&self, begins: &str) -> Group {
        if begins.is_empty() {
            let asks = match self.phase {
                Phase::Kits(_) => "What does everybody carry?",
                Phase::Stances { .. } => "Which stance?",
                Phase::Outside { report: None, .. } => "How did it go?",
                Phase::Outside { .. } => "Is that right?",
                Phase::Chain(_) => "Attack again?",
                Phase::Order | Phase::Over(_) => "Who does what?",
            };
            return Group::new("", asks);
        }
        let plain = begins.trim_end_matches('*').trim_end_matches(['-', 'x']);
        if let Some(fighter) = plain.parse::<Square>().ok().and_then(|at| self.field.at(at)) {
            let (verb, asks) =
                if begins.contains('x') { ("attacks", "Whom?") } else { ("moves", "Where to?") };
            return Group::new(format!("{} {verb}", sentence_case(&called(fighter))), asks);
        }
        if matches!(plain.as_bytes(), [b'a'..=b'h']) {
            return Group::new(format!("Fighters on file {plain}"), "Who?");
        }
        if let Some(words) = plain.strip_prefix("report").map(str::trim)
            && let Some(report) = DuelReport::read(words)
        {
            let says = sentence_case(&report.told());
            return Group::new(format!("{says} …"), "With which wounds?");
        }
        Group::typed(begins)
    }

    fn label_of_stance(&self, side: Color, stance: Stance, standing: bool) -> Label {
        let says = if standing {
            format!("{} in every duel from now on", sentence_case(stance.name()))
        } else {
            sentence_case(stance.name())
        };
        let role = match &self.phase {
            Phase::Stances { attack, .. } if self.is_attacker(*attack, side) => "attack",
            _ => "fight",
        };
        let factors = in_percent(stance.factors());
        let emphasis = if standing { Emphasis::Aside } else { Emphasis::Plain };
        let label = Label::new(says).with(emphasis);
        label.explained(format!("{role} {}: {factors}", stance.adverb()))
    }

    /// Names a fighter before its action, if fighters have names.
    fn named(&self, at: Square) -> String {
        let name = self.field.at(at).and_then(|it| it.name.as_deref());
        name.map_or(String::new(), |name| format!("{name}: "))
    }

    fn duel_in_words(&self, Attack { from, over, to: _ }: Attack) -> String {
        let name = |at: Square| self.field.at(at).and_then(|it| it.name.as_deref());
        let who = |at: Square| match name(at) {
            Some(name) => format!("{name} ({at})"),
            None => at.to_string(),
        };
        // A square is written small, also at the beginning.
        let attacker = name(from).map_or_else(|| who(from), |_| sentence_case(&who(from)));
        format!("{attacker} attacks {}", who(over))
    }

    /// Says how an attack may go: the chance, if dice decide.
    fn prospect(&self, attack: Attack) -> String {
        let lands = format!("landing on {}", attack.to);
        let odds = match self.options.duel {
            DuelRule::Reeve => return format!("{lands} if it wins"),
            DuelRule::Dice | DuelRule::Stance => self.odds(attack, Stance::Steady, Stance::Steady),
        };
        let Ok(odds) = odds else { return lands };
        let stance = self.options.duel == DuelRule::Stance;
        let steady = if stance { " if both are steady" } else { "" };
        format!("{:.0}% to win{steady}, {lands}", 100.0 * odds.won)
    }
}

fn called(fighter: &Fighter) -> String {
    match &fighter.name {
        Some(name) => format!("{name} ({})", fighter.at),
        None => format!("the {} on {}", fighter.rank.name(), fighter.at),
    }
}

fn label_of_report(report: &DuelReport) -> Label {
    let told = report.told();
    let (says, explains) = told.split_once("; ").unwrap_or((&told, ""));
    Label::new(sentence_case(says)).explained(explains)
}

/// Says what a kit or a stance does to both sides' blows.
fn in_percent(Factors { own, enemy }: Factors) -> String {
    match (own, enemy) {
        (100, 100) => "no change for either side".to_owned(),
        (own, enemy) => {
            let [own, enemy] = [own, enemy].map(|percent| f64::from(percent) / 100.0);
            format!("your chances x{own:.2}, your enemy's x{enemy:.2}")
        }
    }
}
