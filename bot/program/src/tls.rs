//! How connections are encrypted.

/// Says which cryptography all connections use, and how the store encrypts its own.
pub(crate) fn begin() {
    // Two providers are linked, so choose one before the first connection. Ignore the error if one is already installed.
    drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
    #[cfg(feature = "postgres")]
    store::encrypt_with(postgres_over_tls);
}

/// Connects to a PostgreSQL server, and checks its certificate against those of the system; none if it has none.
#[cfg(feature = "postgres")]
fn postgres_over_tls(
    config: &postgres::Config,
) -> Option<Result<postgres::Client, postgres::Error>> {
    use std::sync::LazyLock;

    use tokio_postgres_rustls::MakeRustlsConnect;

    static TLS: LazyLock<Option<MakeRustlsConnect>> =
        LazyLock::new(|| MakeRustlsConnect::with_native_certs().ok().map(|it| it.0));
    Some(config.connect(TLS.clone()?))
}
