//! Extractors for forms, queries and paths, with our own error messages.
use axum::{
    Form,
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use maud::html;
use serde::de::DeserializeOwned;

use super::{html::public_page, words};

/// The status and the message of a rejected request.
type FormRefusal = (StatusCode, &'static str);

/// The fields of a form.
pub(super) struct FormBody<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for FormBody<T> {
    type Rejection = FormRefusal;

    async fn from_request(request: Request, state: &S) -> Result<FormBody<T>, FormRefusal> {
        match Form::from_request(request, state).await {
            Ok(Form(fields)) => Ok(FormBody(fields)),
            Err(err) if err.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err((StatusCode::PAYLOAD_TOO_LARGE, words::too_large()))
            }
            Err(_) => Err((StatusCode::BAD_REQUEST, words::form_unreadable())),
        }
    }
}

/// The query of a URL.
pub(super) struct WebQuery<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for WebQuery<T> {
    type Rejection = FormRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<WebQuery<T>, FormRefusal> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(asked)) => Ok(WebQuery(asked)),
            Err(_) => Err((StatusCode::BAD_REQUEST, words::address_unreadable())),
        }
    }
}

/// The variable parts of a path. One that can't be read leads nowhere, like any other wrong one.
pub(super) struct WebPath<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for WebPath<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<WebPath<T>, Response> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(of)) => Ok(WebPath(of)),
            Err(_) => Err(missing()),
        }
    }
}

/// Responds that there is nothing, in the same way wherever that is.
pub(super) fn missing() -> Response {
    let kept = [(header::CACHE_CONTROL, "no-store")];
    let content = html! { main { p { (words::no_page()) } } };
    let page = public_page(words::NAME, "/web/", None, &html! {}, &content);
    (StatusCode::NOT_FOUND, kept, page).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Pair {
        game: String,
    }

    async fn sent(body: &str) -> Result<Pair, FormRefusal> {
        let kind = "application/x-www-form-urlencoded";
        let request = Request::post("/").header("content-type", kind);
        let request = request.body(Body::from(body.to_owned())).unwrap();
        FormBody::from_request(request, &()).await.map(|it| it.0)
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_refused_without_words_of_a_library() {
        assert_eq!(sent("game=alien").await.unwrap().game, "alien");
        for body in ["", "game=a&game=b", "%"] {
            let (status, says) = sent(body).await.unwrap_err();
            assert_eq!(
                (status, says),
                (StatusCode::BAD_REQUEST, words::form_unreadable()),
                "{body}"
            );
        }
        let request = Request::get("/?game=a&game=b").body(()).unwrap();
        let asked = WebQuery::<Pair>::from_request_parts(&mut request.into_parts().0, &()).await;
        assert_eq!(asked.err().unwrap().1, words::address_unreadable());
    }
}
