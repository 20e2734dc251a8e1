//! The text that fails, where it is not the query's own.
//!
//! An oracle that takes a query apart sends other texts than the query, and one of those may be what the engine answers
//! wrongly. Then that text is the better case: it is what a maintainer must run, its features are those of the failure,
//! and it falls into the group of others with the same cause. It becomes the case where the reference sees the failure in
//! it too.

use std::sync::Arc;

use quarrel_case::check::{Check, Part};
use quarrel_case::language::{Language, Tree};
use quarrel_case::verdict::{Role, Verdict, Violation};
use quarrel_oracle::Case;
use serde_json::Value as Json;

use crate::HuntError;
use crate::bench::{self, Bench};
use crate::finding::Finding;

/// The query of the step that is accused. None when it has no text, or one that other answers go into.
pub(crate) fn failing_tree(check: &Check, violation: &Violation, language: &dyn Language) -> Option<Tree> {
    let text = check.steps.get(violation.step)?.text()?;
    let parts = text.parts.iter().map(|part| match part {
        Part::Literal(text) => Some(text.as_str()),
        Part::Hole(_) => None,
    });
    language.parse(&parts.collect::<Option<String>>()?).ok()
}

/// The finding of the text that fails, judged by the reference; none when that is the query itself, or the reference does
/// not see the same kind of failure in it.
pub(crate) fn direct(finding: &Finding, bench: &mut Bench<'_>) -> Result<Option<Finding>, HuntError> {
    let violation = &finding.record.violation;
    if violation.accused != Role::Target || bench.peer.is_some() {
        return Ok(None);
    }
    let language = bench.language;
    let Some(tree) = failing_tree(&finding.check, violation, language) else { return Ok(None) };
    let text = language.print(&tree, &bench.target.dialect);
    if text == finding.record.text {
        return Ok(None);
    }
    let own = std::mem::replace(&mut bench.oracle, bench::oracle("reference")?);
    let judged = bench.judge(&Case::new(Arc::clone(&finding.graph), tree.clone()));
    let (Verdict::Violated(shown), Some(check)) = (judged.verdict, judged.check) else {
        bench.oracle = own;
        return Ok(None);
    };
    if shown.kind != violation.kind {
        bench.oracle = own;
        return Ok(None);
    }
    let mut direct = finding.clone();
    direct.record.found_by = Some(std::mem::replace(&mut direct.record.oracle, "reference".to_owned()));
    direct.record.features = language.features(&tree).into_iter().map(ToOwned::to_owned).collect();
    (direct.record.text, direct.record.violation) = (text, *shown);
    (direct.tree, direct.parameters, direct.check) = (language.tree_to_json(&tree), Json::Null, check);
    Ok(Some(direct))
}
