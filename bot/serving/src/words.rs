//! Texts for clients of all pages.

pub(super) fn no_length() -> &'static str {
    "Send the request with a `Content-Length` and without `Transfer-Encoding`."
}
