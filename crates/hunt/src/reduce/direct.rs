//! The text that fails, where it is not the query's own.
//!
//! An oracle that takes a query apart sends other texts than the query, and one of those may be what the engine answers
//! wrongly. Then that text is the better case: it is what a maintainer must run, its features are those of the failure,
//! and it falls into the group of others with the same cause. It becomes the case where the reference sees the failure in
//! it too.

use std::sync::Arc;

use quarrel_case::check::Check;
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
    language.parse(text.whole()?).ok()
}

/// As [`failing_tree`], and of a text that other answers go into what is left without them, if that is a query.
fn failing_alone(check: &Check, violation: &Violation, language: &dyn Language) -> Option<Tree> {
    let text = check.steps.get(violation.step)?.text()?;
    language.parse(&text.filled(|_| String::new())).ok()
}

/// The finding of the text that fails, judged by the reference; none when that is the query itself, or the reference does
/// not see the same kind of failure in it.
pub(crate) fn direct(finding: &Finding, bench: &mut Bench<'_>) -> Result<Option<Finding>, HuntError> {
    let violation = &finding.record.violation;
    if violation.accused != Role::Target || bench.peer.is_some() {
        return Ok(None);
    }
    let language = bench.language;
    let Some(tree) = failing_alone(&finding.check, violation, language) else { return Ok(None) };
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
    let oracle = std::mem::replace(&mut direct.record.oracle, "reference".to_owned());
    direct.record.found_by.get_or_insert(oracle);
    direct.record.features = language.features(&tree).into_iter().map(ToOwned::to_owned).collect();
    (direct.record.text, direct.record.violation) = (text, *shown);
    (direct.tree, direct.parameters, direct.check) = (language.tree_to_json(&tree), Json::Null, check);
    Ok(Some(direct))
}

#[cfg(test)]
mod tests {
    use quarrel_case::check::{Action, Form, Hole, Part, Step, Text};
    use quarrel_case::profile::Dialect;
    use quarrel_case::verdict::Kind;

    use super::*;

    #[test]
    fn a_text_that_takes_up_ids_is_also_looked_at_without_them() {
        let parts = [
            Part::Literal("g.V(".to_owned()),
            Part::Hole(Hole::new(0, "value", Form::NativeId)),
            Part::Literal(").not(__.count().is(0L))".to_owned()),
        ];
        let text = Text { parts: parts.into(), element_wise: false };
        let steps = vec![Step::new(Role::Target, Action::Query(text))];
        let check = Check { steps, ..Check::default() };
        let (kind, accused) = (Kind::WrongResult, Role::Target);
        let (expected, got) = (Json::Null, Json::Null);
        let violation = Violation { kind, accused, step: 0, expected, got, symptom: None, message: None };
        let language = quarrel_gremlin::language::Gremlin;
        assert!(failing_tree(&check, &violation, &language).is_none());
        let alone = failing_alone(&check, &violation, &language).unwrap();
        assert_eq!(language.print(&alone, &Dialect::default()), "g.V().not(__.count().is(0L))");
    }
}
