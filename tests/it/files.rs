//! Where the files of the tests are, and how golden ones are compared.
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Returns a folder beside this crate's manifest.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Lists all files below a folder that end in `.ext`, in the order of their names; none where there is no such folder.
pub(crate) fn below(folder: &Path, ext: &str) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return out };
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            out.extend(below(&path, ext));
        } else if path.extension().is_some_and(|it| it == ext) {
            out.push(path);
        }
    }
    out.sort();
    out
}

/// Tells whether golden files must be written instead of compared: `BLESS=1`.
pub(crate) fn blessing() -> bool {
    env::var_os("BLESS").is_some_and(|it| it == "1")
}

/// Writes a file and the folders above it.
pub(crate) fn write(path: &Path, text: &str) {
    let folder = path.parent().expect("a golden file lies in a folder");
    fs::create_dir_all(folder).expect("a folder can be made");
    fs::write(path, text).expect("a golden file can be written");
}

/// Holds that a golden file is what it should be, or writes it.
#[track_caller]
pub(crate) fn keeps(path: &Path, fresh: &str) {
    if blessing() {
        write(path, fresh)
    } else {
        compare(path, fresh).unwrap_or_else(|fault| panic!("{fault}"))
    }
}

/// Compares a golden file with what it should hold; says the first line that differs.
pub(crate) fn compare(path: &Path, fresh: &str) -> Result<(), String> {
    let name = path.display();
    let kept = fs::read_to_string(path)
        .map_err(|err| format!("{name}: {err}; BLESS=1 writes what is missing"))?;
    let mut lines = kept.lines().zip(fresh.lines()).enumerate();
    if let Some((n, (kept, fresh))) = lines.find(|(_, (kept, fresh))| kept != fresh) {
        return Err(format!("{name}:{}\n  kept:  {kept}\n  fresh: {fresh}", n + 1));
    }
    let (kept, fresh) = (kept.lines().count(), fresh.lines().count());
    if kept == fresh { Ok(()) } else { Err(format!("{name}: {kept} lines kept, {fresh} fresh")) }
}

#[test]
fn the_first_line_that_differs_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b.txt");
    assert!(compare(&path, "x\n").unwrap_err().contains("BLESS=1"));
    write(&path, "x\ny\nz\n");
    assert_eq!(compare(&path, "x\ny\nz\n"), Ok(()));
    assert!(compare(&path, "x\nq\nq\n").unwrap_err().ends_with(":2\n  kept:  y\n  fresh: q"));
    assert!(compare(&path, "x\n").unwrap_err().ends_with("3 lines kept, 1 fresh"));
    assert_eq!(below(folder.path(), "txt"), [path]);
}
