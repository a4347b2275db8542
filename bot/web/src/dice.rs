//! The page of a shared match that shows its dice were fair, and checks them in the browser.
use std::sync::Arc;

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use maud::{Markup, html};
use model::text::Text;
use service::{Length, SharedProof, shared_proof};

use super::{
    extract::WebPath,
    html::{blocks, public_page},
    pages::{PageError, Pages, UNLISTED},
    words,
};

pub(super) async fn dice(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
) -> Result<Response, PageError> {
    let turn = pages.heavy.acquire().await?;
    let asked = key.clone();
    let proof = pages.queue.look(Length::Long, move |tx| shared_proof(tx, &asked)).await?;
    drop(turn);
    Ok(([UNLISTED], html(&proof.ok_or(PageError::Missing)?, &key)).into_response())
}

fn html(proof: &SharedProof, key: &str) -> Markup {
    let SharedProof { players, commitments, agrees, fault, data } = proof;
    let [(first, _), (second, _)] = players;
    let [offer, begun] = commitments;
    let content = html! {
        main {
            p { (words::how_dice_are_fair()) }
            dl {
                dt { (words::COMMITMENT_OF_CHALLENGE) } dd { code { (offer) } }
                dt { (words::COMMITMENT_OF_MATCH) } dd { code { (begun) } }
            }
            @match (agrees, fault) {
                (None, _) => { p { (words::not_over_yet()) } }
                (Some(_), Some(fault)) => { p.refused { strong { (fault) } } }
                (Some(_), None) => { p { (words::played_again()) } }
            }
            @if let Some(lines) = agrees {
                ul { @for line in lines { li { (blocks(&Text::sentence(line))) } } }
            }
            section #check hidden data-offer=(offer) data-begun=(begun) data-proof=[data.as_ref()] {
                h2 { (words::CHECK_HERE) }
                p { (words::how_the_browser_checks()) }
                p { button #run type="button" { (words::CHECK_THE_DICE) } }
                p #result role="status" {}
            }
            p.after { a href={ "../" (key) } { (words::BACK_TO_THE_MATCH) } }
        }
    };
    let title = words::dice_of(first, second);
    public_page(&title, "../../web/", Some("dice.js"), &html! {}, &content)
}
