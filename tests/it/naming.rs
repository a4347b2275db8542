//! A closure names its thing: `it` stands only where it is forwarded at once, as in `.map(|it| it.name())`.
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Arm, BinOp, Block, Expr, ExprClosure, ExprForLoop, ExprLet, FnArg, Local, Macro, Pat, PatIdent,
    Token, UnOp, parse::Parser as _, punctuated::Punctuated, visit::Visit,
};

use crate::source::sources;

const IT: &str = "it";

#[test]
fn it_is_only_forwarded() {
    let mut wrong = Vec::new();
    for source in sources(&["bot", "engine", "render", "tests"]) {
        let file = syn::parse_file(&source.text).unwrap();
        wrong.extend(faults(&file).into_iter().map(|fault| format!("{}: {fault}", source.path)));
    }
    assert!(wrong.is_empty(), "{} need a noun:\n{}", wrong.len(), wrong.join("\n"));
}

fn faults(file: &syn::File) -> Vec<String> {
    let mut faults = Faults(Vec::new());
    faults.visit_file(file);
    faults.0
}

/// The code where `it` is more than forwarded.
struct Faults(Vec<String>);

impl Faults {
    fn check(&mut self, binds: &Pat, forwards: bool, code: &impl ToTokens) {
        if !forwards && binds_it(binds) {
            self.0.push(code.to_token_stream().to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Faults {
    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        for pattern in &closure.inputs {
            self.check(pattern, forwards(&closure.body), closure);
        }
        syn::visit::visit_expr_closure(self, closure);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.check(&arm.pat, arm.guard.is_none() && forwards(&arm.body), arm);
        syn::visit::visit_arm(self, arm);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        self.check(&local.pat, false, local);
        syn::visit::visit_local(self, local);
    }

    fn visit_expr_let(&mut self, condition: &'ast ExprLet) {
        self.check(&condition.pat, false, condition);
        syn::visit::visit_expr_let(self, condition);
    }

    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.check(&each.pat, false, each);
        syn::visit::visit_expr_for_loop(self, each);
    }

    fn visit_fn_arg(&mut self, argument: &'ast FnArg) {
        if let FnArg::Typed(typed) = argument {
            self.check(&typed.pat, false, argument);
        }
    }

    // What a macro is given is read where it is a list of expressions, or statements.
    fn visit_macro(&mut self, called: &'ast Macro) {
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(all) = list.parse2(called.tokens.clone()) {
            all.iter().for_each(|expression| self.visit_expr(expression));
        } else if let Ok(all) = Block::parse_within.parse2(called.tokens.clone()) {
            all.iter().for_each(|statement| self.visit_stmt(statement));
        }
    }
}

fn binds_it(pattern: &Pat) -> bool {
    struct Names(bool);

    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
            self.0 |= name.ident == IT;
        }
    }

    let mut names = Names(false);
    names.visit_pat(pattern);
    names.0
}

/// Tells whether code does one thing with `it`: reads a field, calls a method or a function, or
/// compares it.
fn forwards(code: &Expr) -> bool {
    match code {
        Expr::Paren(inner) => forwards(&inner.expr),
        Expr::Unary(inner) => forwards(&inner.expr),
        Expr::Reference(inner) => forwards(&inner.expr),
        Expr::Cast(inner) => forwards(&inner.expr),
        Expr::Try(inner) => forwards(&inner.expr),
        Expr::MethodCall(call) => is_it(&call.receiver) && call.args.iter().all(is_other),
        Expr::Call(call) => {
            let mut given = call.args.iter().filter(|argument| !is_other(argument));
            is_other(&call.func) && given.next().is_some_and(is_it) && given.next().is_none()
        }
        Expr::Binary(compared) => {
            let sides = [(&compared.left, &compared.right), (&compared.right, &compared.left)];
            compares(&compared.op) && sides.iter().any(|(one, other)| is_it(one) && is_other(other))
        }
        _ => is_it(code),
    }
}

fn compares(sign: &BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(sign, Eq(_) | Ge(_) | Gt(_) | Le(_) | Lt(_) | Ne(_))
}

/// Tells whether code is `it`, or a field.
fn is_it(code: &Expr) -> bool {
    match code {
        Expr::Path(name) => name.path.is_ident(IT),
        Expr::Unary(inner) => matches!(inner.op, UnOp::Deref(_)) && is_it(&inner.expr),
        Expr::Paren(inner) => is_it(&inner.expr),
        Expr::Reference(inner) => is_it(&inner.expr),
        Expr::Field(field) => is_it(&field.base),
        _ => false,
    }
}

/// Tells whether code is short and has nothing to do with `it`.
fn is_other(code: &Expr) -> bool {
    struct Long(bool);

    impl<'ast> Visit<'ast> for Long {
        fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {
            self.0 = true;
        }
        fn visit_block(&mut self, _: &'ast Block) {
            self.0 = true;
        }
    }

    let mut long = Long(false);
    long.visit_expr(code);
    !long.0 && !names_it(code.to_token_stream())
}

fn names_it(code: TokenStream) -> bool {
    code.into_iter().any(|token| match token {
        TokenTree::Group(group) => names_it(group.stream()),
        TokenTree::Ident(name) => name == IT,
        TokenTree::Literal(text) => text.to_string().contains("{it"),
        TokenTree::Punct(_) => false,
    })
}

#[test]
fn a_closure_that_does_more_is_found() {
    let count = |code: &str| {
        let file = syn::parse_file(&format!("fn a() {{ {code} }}")).unwrap();
        faults(&file).len()
    };
    for plain in [
        "b.map(|it| it.name());",
        "b.filter(|it| !it.is_empty());",
        "b.is_some_and(|it| it == c);",
        "b.map(|it| it.seat.0);",
        "b.find(|(_, it)| it.seat == *seat);",
        "b.map(|it| Some(it));",
        "match b { Some(it) => d(it, 1), None => e }",
    ] {
        assert_eq!(count(plain), 0, "{plain}");
    }
    for long in [
        "b.map(|it| it.name() + 1);",
        "b.map(|it| (it, it.name()));",
        "b.map(|it| format!(\"{it}\"));",
        "b.map(|it| it.name().len());",
        "assert!(b.all(|it| it.seat == c && it.is_due()));",
        "b.map(|it| it.find(|other| other.c));",
        "let it = b;",
        "if let Some(it) = b {}",
        "for it in b {}",
        "match b { it if it < c => d, _ => e }",
        "fn f(it: u8) {}",
    ] {
        assert_eq!(count(long), 1, "{long}");
    }
}
