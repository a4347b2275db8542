//! Which version each part of a database has, and what brings it to the newest.
use std::path::Path;

use super::{
    StoreError, TableParts,
    tables::{SchemaStep, Tables},
};

/// The versions of a database's parts, in the order of the list; 0 for a part that it doesn't have yet.
///
/// That of the kernel, which is the first, stands where databases had it before there were parts: in `user_version`, or the table
/// `draughtsman` on a server. Those of the others are in the table `parts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Versions {
    parts: Vec<usize>,
}

/// The first version of the kernel with a table for the versions of parts.
const HAS_PARTS: usize = 44;

impl Versions {
    /// Returns those of an empty database.
    pub(super) fn none(parts: TableParts) -> Versions {
        Versions { parts: parts.iter().map(|_| 0).collect() }
    }

    /// Returns those that this program leads to.
    pub(super) fn newest(parts: TableParts) -> Versions {
        Versions { parts: parts.iter().map(|part| part.newest()).collect() }
    }

    /// Reads those of a database: `kernel` is the version of the kernel, and `others` returns the rest by name.
    ///
    /// # Errors
    /// If the database is too old, or a part has a version that this program doesn't know.
    pub(super) fn read(
        parts: TableParts,
        path: &Path,
        kernel: usize,
        others: impl FnOnce() -> Result<Vec<(String, usize)>, StoreError>,
    ) -> Result<Versions, StoreError> {
        let path = path.to_owned();
        let oldest = parts[0].steps.first().map_or(0, |step| step.version);
        if kernel < oldest {
            return Err(StoreError::Older { path, found: kernel, oldest });
        }
        if parts[0].newest() < kernel {
            let (found, known) = (kernel, parts[0].newest());
            return Err(StoreError::Newer { path, what: "schema".to_owned(), found, known });
        }
        let mut versions = Versions::none(parts);
        versions.parts[0] = kernel;
        let others = if HAS_PARTS <= kernel { others()? } else { Vec::new() };
        for (name, found) in others {
            let place = parts.iter().position(|part| part.part == name);
            let known = place.map_or(0, |place| parts[place].newest());
            match place {
                Some(place) if found <= known => versions.parts[place] = found,
                _ => {
                    let what = format!("part `{name}`");
                    return Err(StoreError::Newer { path, what, found, known });
                }
            }
        }
        Ok(versions)
    }

    /// Returns how many steps they are altogether: the version that people are shown.
    pub(super) fn sum(&self) -> usize {
        self.parts.iter().sum()
    }

    /// Returns the steps that lead from here to the newest versions, in order, with the names of their parts.
    pub(super) fn missing(
        &self,
        parts: TableParts,
    ) -> impl Iterator<Item = (&'static Tables, &'static SchemaStep)> {
        steps(parts, self.parts.clone(), |step, version| version < step)
    }

    /// Returns the steps that led here.
    pub(super) fn taken(
        &self,
        parts: TableParts,
    ) -> impl Iterator<Item = (&'static Tables, &'static SchemaStep)> {
        steps(parts, self.parts.clone(), |step, version| step <= version)
    }
}

/// Returns the steps whose version stands in a relation to that of their part.
fn steps(
    parts: TableParts,
    versions: Vec<usize>,
    is_asked: fn(usize, usize) -> bool,
) -> impl Iterator<Item = (&'static Tables, &'static SchemaStep)> {
    parts.iter().zip(versions).flat_map(move |(part, version)| {
        let steps = part.steps.iter().filter(move |step| is_asked(step.version, version));
        steps.map(move |step| (*part, step))
    })
}

/// Writes the statement that stores the version of a part other than the kernel.
pub(super) fn keep_version(part: &Tables, step: &SchemaStep) -> String {
    format!(
        "INSERT INTO parts (part, version) VALUES ('{}', {}) ON CONFLICT (part) DO UPDATE SET version = excluded.version",
        part.part, step.version
    )
}
