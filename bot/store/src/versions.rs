//! Which version each part of a database has, and what brings it to the newest.
use std::{collections::BTreeSet, path::Path};

use super::{
    StoreError, TableParts,
    tables::{SchemaStep, Tables},
};

/// The versions of a database's parts, in the order of the list; 0 for a part that it doesn't have yet.
///
/// That of the kernel, which is the first, stands where databases had it before there were parts: in `user_version`, or the table
/// `draughtsman` on a server. Those of the others are in the table `parts`.
#[derive(Clone, Debug)]
pub(super) struct Versions {
    parts: Vec<usize>,
    /// Up to which version the kernel had the tables of features, so that they are there whether or not their part is in the list; 0 if
    /// the database was made afterwards.
    divided_at: usize,
    /// Which parts the database has nothing noted of, though it has their tables: it was made when these were still the kernel's.
    unnoted: Vec<&'static str>,
}

/// The first version of the kernel with a table for the versions of parts.
const HAS_PARTS: usize = 44;

/// The first version of the kernel without the tables of features. It notes in `parts`, in a row of its own, which one came before.
pub(super) const DIVIDED: usize = 45;

impl Versions {
    /// Returns those of an empty database.
    pub(super) fn none(parts: TableParts) -> Versions {
        let versions = parts.iter().map(|_| 0).collect();
        Versions { parts: versions, divided_at: 0, unnoted: Vec::new() }
    }

    /// Reads those of a database: `kernel` is the version of the kernel, `others` returns the rest by name, and `tables` are
    /// the names of its tables.
    ///
    /// # Errors
    /// If the database is too old, or a part has a version that this program doesn't know.
    pub(super) fn read(
        parts: TableParts,
        path: &Path,
        kernel: usize,
        others: impl FnOnce() -> Result<Vec<(String, usize)>, StoreError>,
        tables: &BTreeSet<String>,
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
        if kernel < DIVIDED {
            versions.divided_at = kernel;
        }
        let others = if HAS_PARTS <= kernel { others()? } else { Vec::new() };
        for (name, found) in others {
            let place = parts.iter().position(|part| part.part == name);
            let known = place.map_or(0, |place| parts[place].newest());
            match place {
                Some(0) => versions.divided_at = found,
                Some(place) if found <= known => versions.parts[place] = found,
                _ => {
                    let what = format!("part `{name}`");
                    return Err(StoreError::Newer { path, what, found, known });
                }
            }
        }
        for (part, version) in parts.iter().zip(&versions.parts) {
            if *version == 0 && part.specs.iter().any(|spec| tables.contains(spec.name)) {
                versions.unnoted.push(part.part);
            }
        }
        Ok(versions)
    }

    /// Returns how many steps they are altogether: the version that people are shown.
    pub(super) fn sum(&self) -> usize {
        self.parts.iter().sum()
    }

    /// Returns how many steps the newest versions are.
    pub(super) fn newest_sum(parts: TableParts) -> usize {
        parts.iter().map(|part| part.newest()).sum()
    }

    /// Tells whether they are those that this program leads to.
    pub(super) fn are_newest(&self, parts: TableParts) -> bool {
        self.missing(parts).next().is_none()
    }

    /// Returns the steps that lead from here to the newest versions, in order, with their parts. One that [`Versions::had`] is only
    /// written down.
    pub(super) fn missing(
        &self,
        parts: TableParts,
    ) -> impl Iterator<Item = (&'static Tables, &'static SchemaStep)> {
        self.steps(parts)
            .filter_map(|(version, part, step)| (version < step.version).then_some((part, step)))
    }

    /// Returns the steps whose tables the database has.
    pub(super) fn taken(&self, parts: TableParts) -> impl Iterator<Item = &'static SchemaStep> {
        self.steps(parts).filter_map(|(version, part, step)| {
            (step.version <= version || self.had(part, step)).then_some(step)
        })
    }

    /// Tells whether the kernel had taken this step of a part.
    pub(super) fn had(&self, part: &Tables, step: &SchemaStep) -> bool {
        let is_whole = self.divided_at == 0 && self.unnoted.contains(&part.part);
        step.of_kernel.is_some_and(|version| is_whole || version <= self.divided_at)
    }

    /// Writes the statement that notes what the database has of the tables of features, where it is about to be divided.
    pub(super) fn keep_division(&self, parts: TableParts) -> Option<String> {
        let (kernel, version) = (parts[0].part, self.divided_at);
        let divides = 0 < version && self.parts[0] < DIVIDED;
        divides.then(|| format!("UPDATE parts SET version = {version} WHERE part = '{kernel}'"))
    }

    /// Returns all steps, with the versions of their parts.
    fn steps(
        &self,
        parts: TableParts,
    ) -> impl Iterator<Item = (usize, &'static Tables, &'static SchemaStep)> {
        parts
            .iter()
            .zip(&self.parts)
            .flat_map(|(part, version)| part.steps.iter().map(|step| (*version, *part, step)))
    }
}

/// Writes the statement that stores the version of a part other than the kernel.
pub(super) fn keep_version(part: &Tables, step: &SchemaStep) -> String {
    format!(
        "INSERT INTO parts (part, version) VALUES ('{}', {}) ON CONFLICT (part) DO UPDATE SET version = excluded.version",
        part.part, step.version
    )
}
