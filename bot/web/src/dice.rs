//! The page of a shared match that shows its dice were fair, and checks them in the browser.
use std::sync::Arc;

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use engine::seat::Seat;
use maud::{Markup, html};
use model::text::{Text, clean_name};
use proof::check_export;
use serde_json::{Value, json};
use service::{
    Length, RequestError, context::loaded::LoadedMatch, past::file::file_of, shared_match,
};
use store::{MatchRow, Tx};

use super::{
    extract::WebPath,
    html::{blocks, public_page},
    pages::{PageError, Pages, UNLISTED},
    words,
};

/// The proof of a shared match's dice.
struct SharedProof {
    players: [String; 2],
    /// The commitments shown before the dice.
    commitments: [String; 2],
    /// What replaying the match confirmed, line by line; none while the match runs.
    agrees: Option<Vec<String>>,
    fault: Option<String>,
    /// What a browser needs to recompute the commitments; none while the match runs.
    data: Option<Value>,
}

pub(super) async fn dice(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
) -> Result<Response, PageError> {
    let turn = pages.queue.heavy.acquire().await?;
    let (asked, features) = (key.clone(), pages.queue.features());
    let proof = pages
        .queue
        .look(Length::Long, move |tx| {
            shared_match(features, tx, &asked)?.map(|loaded| proof_of(tx, &loaded)).transpose()
        })
        .await?;
    drop(turn);
    Ok(([UNLISTED], html(&proof.ok_or(PageError::Missing)?, &key)).into_response())
}

fn proof_of(tx: &Tx<'_>, loaded: &LoadedMatch) -> Result<SharedProof, RequestError> {
    let MatchRow { secret, tag, pact, words, .. } = &loaded.row;
    let texts = [&pact.offer, &pact.begun];
    let mut proof = SharedProof {
        players: Seat::BOTH.map(|seat| clean_name(loaded.names.get(seat))),
        commitments: texts.map(|text| secret.commitment_to(tag, text)),
        agrees: None,
        fault: None,
        data: None,
    };
    if loaded.row.end.is_some() {
        let report = check_export(&file_of(tx, loaded)?).map_err(RequestError::Broken)?;
        let fell = tx
            .all_steps(loaded.row.id)?
            .into_iter()
            .filter(|step| step.undo.is_none() && !step.throws.is_empty());
        let fell: Vec<Value> = fell
            .map(|step| json!({ "step": step.step, "take": step.take, "throws": step.throws }))
            .collect();
        proof.agrees = Some(report.agrees);
        proof.fault = report.fault;
        proof.data = Some(json!({
            "secret": secret.reveal(),
            "tag": tag,
            "texts": texts,
            "words": [words.first, words.second],
            "fell": fell,
        }));
    }
    Ok(proof)
}

fn html(proof: &SharedProof, key: &str) -> Markup {
    let SharedProof { players, commitments, agrees, fault, data } = proof;
    let [first, second] = players;
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
