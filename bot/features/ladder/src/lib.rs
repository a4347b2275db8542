//! Ladders: a server's players of a game in an order; a win against somebody above takes their place.
mod commands;
mod ladder;
mod rows;
mod words;

use content::house::HousePart;
use service::{CompetitionKind, Feature, row};
use store::{
    CompetitionRules,
    tables::{SchemaStep, Tables},
};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Ladder, ladder::ladder)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    tables: Some(&TABLES),
    due: &[ladder::LADDERS],
    opened: Some(|cx, challenge, of| ladder::join(cx, challenge.id, of)),
    competition: Some(CompetitionKind {
        kind: rows::LadderRules::KIND,
        line: |_, _, _| Ok(Some(words::is_for_ladder())),
        is_binding: |_, _| Ok(false),
        plans: false,
        goes_on: |cx, loaded, competition, _| ladder::climb(cx, loaded, competition.id),
    }),
    ..Feature::named("ladder")
};

static TABLES: Tables = Tables {
    part: "ladder",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[rows::LADDER_PLACES, rows::LADDER_CHALLENGES],
};
