//! The connection to a PostgreSQL server over TLS. `tests/postgres/run encrypted` starts one that speaks nothing else.
use std::{env, process::Output};

use crate::program::{program, text};

/// Checks the database with an address that ends with `more`, trusting the authorities of a file.
fn check(more: &str, trusted: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let server = env::var("TEST_POSTGRES_ENCRYPTED").expect("a server");
    let address = format!("{server}/postgres{more}");
    program(folder.path())
        .env("SSL_CERT_FILE", env::var(trusted).expect("a file of certificates"))
        .args(["check", "--offline", "--db", &address])
        .output()
        .expect("the program starts")
}

#[test]
#[ignore = "needs a server with TLS: tests/postgres/run encrypted"]
fn a_certificate_that_is_trusted_is_accepted() {
    for more in ["?sslmode=require", ""] {
        let done = check(more, "TRUSTED_CERTIFICATES");
        assert!(done.status.success(), "{more}: {done:?}");
    }
}

#[test]
#[ignore = "needs a server with TLS: tests/postgres/run encrypted"]
fn a_certificate_of_a_stranger_is_refused() {
    let done = check("?sslmode=require", "OTHER_CERTIFICATES");
    let said = [text(&done.stdout), text(&done.stderr)].concat();
    assert!(!done.status.success() && said.contains("certificate"), "{said}");
}

#[test]
#[ignore = "needs a server with TLS: tests/postgres/run encrypted"]
fn a_server_that_wants_tls_refuses_what_is_not_encrypted() {
    for (more, trusted) in
        [("?sslmode=disable", "TRUSTED_CERTIFICATES"), ("", "OTHER_CERTIFICATES")]
    {
        let done = check(more, trusted);
        let said = [text(&done.stdout), text(&done.stderr)].concat();
        assert!(!done.status.success() && said.contains("no encryption"), "{more}: {said}");
    }
}
