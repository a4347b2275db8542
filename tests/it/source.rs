//! Reads the project's own sources: paths, string literals and types, as the compiler's grammar sees them.
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};
use syn::{File, Item, visit::Visit};

use crate::files::{below, folder};

/// A source file.
pub(crate) struct Source {
    /// Where it is below the root: `bot/store/src/lib.rs`.
    pub(crate) path: String,
    pub(crate) text: String,
    code: OnceCell<TokenStream>,
}

impl Source {
    /// Returns its code without comments and without tests.
    pub(crate) fn code(&self) -> &TokenStream {
        let read = || code(&self.text).unwrap_or_else(|err| panic!("{}: {err}", self.path));
        self.code.get_or_init(read)
    }

    /// Reads that code as items. This takes far longer than its pieces alone.
    pub(crate) fn items(&self) -> File {
        syn::parse2(self.code().clone()).unwrap_or_else(|err| panic!("{}: {err}", self.path))
    }
}

/// Reads all sources below these folders of the root.
pub(crate) fn sources(parts: &[&str]) -> Vec<Source> {
    let root = folder("..");
    let paths = parts.iter().flat_map(|part| below(&root.join(part), "rs"));
    let all: Vec<Source> = paths
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let path: PathBuf = path.strip_prefix(&root).unwrap_or(&path).to_owned();
            let path = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
            Source { path, text, code: OnceCell::new() }
        })
        .collect();
    assert!(20 < all.len(), "the sources below {parts:?} were not found");
    all
}

/// Returns the code of a source without comments and without items that are for tests alone.
///
/// # Errors
/// If it is no source of Rust.
pub(crate) fn code(text: &str) -> Result<TokenStream, LexError> {
    Ok(without_tests_and_comments(text.parse()?))
}

/// Leaves out documentation, which is an attribute by now, and each item after `#[cfg(test)]`.
fn without_tests_and_comments(code: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = code.into_iter();
    while let Some(token) = tokens.next() {
        let TokenTree::Group(group) = token else {
            kept.push(token);
            continue;
        };
        let is_sign = |token: Option<&TokenTree>, signs: &str| matches!(token, Some(TokenTree::Punct(sign)) if signs.contains(sign.as_char()));
        let is_attribute = group.delimiter() == Delimiter::Bracket && is_sign(kept.last(), "#!");
        let flat = flat(group.stream());
        let is_test = is_attribute
            && (flat == ["cfg", "(", "test", ")"]
                || flat.starts_with(&["cfg", "(", "all", "(", "test", ","].map(str::to_owned)));
        let is_comment = is_attribute && is_named(&group, "doc");
        if is_test || is_comment {
            while is_sign(kept.last(), "#!") {
                kept.pop();
            }
        } else {
            let inside = without_tests_and_comments(group.stream());
            kept.push(proc_macro2::Group::new(group.delimiter(), inside).into());
        }
        if is_test {
            // An item ends with `;` or a block, and a list of names in braces with `;`.
            let mut is_use = false;
            for token in tokens.by_ref() {
                is_use |= matches!(&token, TokenTree::Ident(name) if name == "use");
                let is_block = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
                if is_sign(Some(&token), ";") || is_block && !is_use {
                    break;
                }
            }
        }
    }
    kept.into_iter().collect()
}

/// Tells whether a group begins with a name.
fn is_named(group: &proc_macro2::Group, name: &str) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(first)) if first == name)
}

/// Tells whether code names a path such as `io::stdout`, or calls a macro such as `println!`.
pub(crate) fn names(code: &TokenStream, path: &str) -> bool {
    let wanted: Vec<String> = path.parse::<TokenStream>().map(flat).unwrap_or_default();
    flat(code.clone()).windows(wanted.len()).any(|tokens| tokens == wanted)
}

/// Returns the first part of every path that code names below a crate or module: `std::{fs, io::Read}` names `fs` and `io`.
pub(crate) fn below_crate(code: &TokenStream, root: &str) -> Vec<String> {
    below_path(code, &[root])
}

/// Returns the same below a path: what code names of the module two above its own is below `super`, `super`.
pub(crate) fn below_path(code: &TokenStream, path: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    collect_below(code.clone(), path, &mut found);
    found
}

fn collect_below(code: TokenStream, path: &[&str], found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            collect_below(group.stream(), path, found);
        }
        let after_path = at.checked_sub(1).is_some_and(|at| is_colon(&tokens[at]));
        let begins = |nth: usize, part: &str| {
            let from = tokens.get(at + 3 * nth..at + 3 * nth + 3);
            matches!(from, Some([TokenTree::Ident(name), first, second]) if name == part && is_colon(first) && is_colon(second))
        };
        if after_path || !path.iter().enumerate().all(|(nth, part)| begins(nth, part)) {
            continue;
        }
        let Some(then) = tokens.get(at + 3 * path.len()) else { continue };
        match then {
            TokenTree::Ident(name) => found.push(name.to_string()),
            TokenTree::Group(group) => {
                let mut begins = true;
                for token in group.stream() {
                    match &token {
                        TokenTree::Ident(name) if begins => found.push(name.to_string()),
                        TokenTree::Punct(sign) if sign.as_char() == ',' => {
                            begins = true;
                            continue;
                        }
                        _ => {}
                    }
                    begins = false;
                }
            }
            _ => {}
        }
    }
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == ':')
}

/// Returns all tokens in a row, groups opened.
fn flat(code: TokenStream) -> Vec<String> {
    let mut out = Vec::new();
    for token in code {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = signs(group.delimiter());
                out.push(open.to_owned());
                out.extend(flat(group.stream()));
                out.push(close.to_owned());
            }
            other => out.push(other.to_string()),
        }
    }
    out
}

fn signs(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

/// A string literal of a source.
pub(crate) struct Literal {
    /// Its words, with one blank between them.
    pub(crate) text: String,
    /// The code before it in its statement.
    pub(crate) before: String,
}

/// Returns the string literals of code, in their order.
pub(crate) fn literals(code: &TokenStream) -> Vec<Literal> {
    let mut found = Vec::new();
    collect_literals(code.clone(), &mut String::new(), &mut found);
    found
}

fn collect_literals(code: TokenStream, before: &mut String, found: &mut Vec<Literal>) {
    for token in code {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                before.clear();
                collect_literals(group.stream(), before, found);
                before.clear();
            }
            TokenTree::Group(group) => {
                let (open, close) = signs(group.delimiter());
                before.push_str(open);
                collect_literals(group.stream(), before, found);
                before.push_str(close);
            }
            TokenTree::Punct(sign) if sign.as_char() == ';' => before.clear(),
            TokenTree::Punct(sign) => before.push(sign.as_char()),
            TokenTree::Ident(name) => {
                if before.ends_with(char::is_alphanumeric) {
                    before.push(' ');
                }
                before.push_str(&name.to_string());
            }
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    let words = text.value().split_whitespace().collect::<Vec<_>>().join(" ");
                    found.push(Literal { text: words, before: before.clone() });
                }
            }
        }
    }
}

/// Returns how many functions a source defines in `impl` blocks of a type, of traits as well.
pub(crate) fn methods_of(source: &Source, name: &str) -> usize {
    if !source.text.contains(name) {
        return 0;
    }
    let file = source.items();
    let blocks = file.items.iter().filter_map(|item| match item {
        Item::Impl(block) => Some(block),
        _ => None,
    });
    let of_type = blocks.filter(|block| match &*block.self_ty {
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|it| it.ident == name),
        _ => false,
    });
    of_type
        .flat_map(|block| &block.items)
        .filter(|item| matches!(item, syn::ImplItem::Fn(_)))
        .count()
}

/// Returns the names of the public functions and constants of a source, methods too.
pub(crate) fn public_names(source: &Source) -> Vec<String> {
    struct Names(Vec<String>);

    impl Names {
        fn add(&mut self, visibility: &syn::Visibility, name: &syn::Ident) {
            if matches!(visibility, syn::Visibility::Public(_)) {
                self.0.push(name.to_string());
            }
        }
    }

    impl<'ast> Visit<'ast> for Names {
        fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
            self.add(&item.vis, &item.sig.ident);
        }
        fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
            self.add(&item.vis, &item.sig.ident);
        }
        fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
            self.add(&item.vis, &item.ident);
        }
    }

    let mut names = Names(Vec::new());
    names.visit_file(&source.items());
    names.0
}

/// Returns all names that stand in code.
pub(crate) fn words(code: &TokenStream) -> BTreeSet<String> {
    flat(code.clone()).into_iter().collect()
}

/// Returns the paths of the files that define each type name, outside of tests.
pub(crate) fn types(sources: &[Source]) -> BTreeMap<String, Vec<String>> {
    struct Types<'a>(&'a str, BTreeMap<String, Vec<String>>);

    impl Types<'_> {
        fn add(&mut self, name: &syn::Ident) {
            self.1.entry(name.to_string()).or_default().push(self.0.to_owned());
        }
    }

    impl<'ast> Visit<'ast> for Types<'_> {
        fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
            self.add(&item.ident);
        }
        fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
            self.add(&item.ident);
        }
        fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
            self.add(&item.ident);
        }
        fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
            self.add(&item.ident);
        }
        // What stands inside of a function is known to that function alone.
        fn visit_item_fn(&mut self, _: &'ast syn::ItemFn) {}
        fn visit_item_impl(&mut self, _: &'ast syn::ItemImpl) {}
    }

    let mut all = BTreeMap::new();
    for source in sources {
        let is_test =
            Path::new(&source.path).iter().any(|part| part == "tests" || part == "tests.rs");
        if is_test || !source.path.contains("/src/") {
            continue;
        }
        let mut types = Types(&source.path, all);
        types.visit_file(&source.items());
        all = types.1;
    }
    all
}

#[test]
fn comments_strings_and_tests_are_no_code() {
    let text = "//! dbg!\n/// dbg!\nfn a() { b(\"dbg!\", 'x'); // dbg!\n}\n#[cfg(test)]\nuse c::{dbg!};\nimpl A { #[cfg(test)] fn c() { dbg!(1) } fn d() {} }\n#[cfg(test)]\nmod tests { fn c() { dbg!(1) } }\nfn e() {}";
    let code = code(text).unwrap();
    assert!(!names(&code, "dbg!"), "{code}");
    assert!(["b", "fn d", "fn e"].iter().all(|name| names(&code, name)), "{code}");
    assert!(!code.to_string().contains("doc"), "{code}");
}

#[test]
fn names_are_found_in_paths_and_groups() {
    let of = |text: &str| code(text).unwrap();
    assert!(names(&of("use std::fs;"), "std::fs"));
    assert!(!names(&of("use std::fsync; use my_std::fs2;"), "std::fs"));
    let code = of(
        "use engine::{scene::{self, Item}, seat::Seat, games}; fn a() { engine::match_rules::House; my_engine::x }",
    );
    assert_eq!(below_crate(&code, "engine"), ["scene", "seat", "games", "match_rules"]);
}

#[test]
fn a_literal_comes_with_the_code_before_it() {
    let code = code("fn a() { warn!(%err, \"it \\\n  failed\"); say(r#\"a \"b\"\"#) }").unwrap();
    let found = literals(&code);
    let found: Vec<(&str, &str)> =
        found.iter().map(|literal| (literal.text.as_str(), literal.before.as_str())).collect();
    assert_eq!(found, [("it failed", "warn!(%err,"), ("a \"b\"", "say(")]);
}
