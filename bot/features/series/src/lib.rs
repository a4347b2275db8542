//! Series: several matches between two people, with sides swapped; each begins by itself.
mod commands;
mod score;
mod series;
mod words;

use content::house::HousePart;
use service::{CompetitionKind, Feature, SeveralMatches};
use store::CompetitionRules;

pub static FEATURE: Feature = Feature {
    args: &[&commands::BEST, &commands::SERIES],
    helps: &[commands::HELP],
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    several: Some(SeveralMatches {
        wanted: series::wanted,
        says: words::is_series,
        again: series::again,
    }),
    opened: Some(series::begin_series),
    gives_up: Some(series::give_up),
    competition: Some(CompetitionKind {
        kind: score::SeriesRules::KIND,
        line: score::series_line,
        is_binding: |_, _| Ok(false),
        plans: true,
        goes_on: series::go_on_in_series,
    }),
    ..Feature::named("series")
};
