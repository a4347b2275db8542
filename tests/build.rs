//! Takes the tests of the features into the binary `it`: every file `bot/features/FEATURE/tests/NAME.rs` is the module
//! `features::FEATURE::NAME` there, so that a feature has its tests in its folder and no list names them.
use std::{collections::BTreeMap, env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let here = env::var("CARGO_MANIFEST_DIR")?;
    let folder = Path::new(&here).join("../bot/features");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut modules: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for feature in fs::read_dir(&folder)? {
        let tests = feature?.path().join("tests");
        if !tests.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", tests.display());
        for file in fs::read_dir(&tests)? {
            let path = fs::canonicalize(file?.path())?;
            let (Some(name), Some(feature)) =
                (path.file_stem(), tests.parent().and_then(Path::file_name))
            else {
                continue;
            };
            if path.extension().is_some_and(|ext| ext == "rs") {
                let line = format!("#[path = {:?}]\nmod {};\n", path, name.display());
                modules.entry(feature.display().to_string()).or_default().push(line);
            }
        }
    }
    let mut text = String::new();
    for (feature, mut lines) in modules {
        lines.sort();
        text.push_str(&format!("mod {feature} {{\n{}}}\n", lines.concat()));
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("features.rs"), text)?;
    Ok(())
}
