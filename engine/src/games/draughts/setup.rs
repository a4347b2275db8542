//! What scenario files may set up and ask for.
use crate::setup::Forms;

/// What a setup line may say and what can be asked for, by examples.
pub(super) const FORMS: Forms = Forms {
    lines: &["clear", "fen B:W22:BK15", "c3 white man", "c3 empty", "turn white", "quiet 39 39"],
    parts: &["turn", "fen", "quiet", "pieces white", "captured white", "c3"],
};
