use super::*;
use crate::title::title;
use crate::words::words;

#[test]
fn a_title_names_the_feature_and_the_symptom() {
    let rows = |count: usize| table(&json!(vec![[1]; count]));
    let crash = json!({ "crashed": "signal 11" });
    for (features, kind, symptom, expected, got, wanted) in [
        (
            vec!["match", "match.after-optional", "optional-match", "return"],
            "wrong-result",
            "rows-lost",
            rows(2),
            rows(1),
            "MATCH after OPTIONAL MATCH: a row is lost",
        ),
        (
            vec!["match", "optional-match", "pattern.several"],
            "wrong-result",
            "rows-lost",
            rows(1),
            rows(0),
            "OPTIONAL MATCH with several patterns: no row instead of some",
        ),
        (vec!["match"], "wrong-result", "rows-added", rows(1), rows(4), "Rows too many"),
        (
            vec!["aggregate.count-distinct", "operator.equal"],
            "wrong-result",
            "value-changed",
            rows(1),
            rows(1),
            "count(DISTINCT ...) with the operator =: wrong value",
        ),
        (
            vec!["order-by", "order-by.descending"],
            "wrong-order",
            "order",
            rows(1),
            rows(1),
            "ORDER BY ... DESC: wrong order",
        ),
        (
            vec!["step.V", "step.by", "step.count", "step.order", "literal.string"],
            "wrong-result",
            "value-changed",
            rows(1),
            rows(1),
            "count() with order(): wrong value",
        ),
        (vec!["function.substring"], "crash", "order", Json::Null, crash, "substring(): crash"),
    ] {
        let mut fields = violation(kind, &expected, &got);
        fields["violation"]["symptom"] = json!(symptom);
        fields["features"] = json!(features);
        assert_eq!(title(&finding("RETURN 1", &json!({}), &fields).record), wanted);
    }
}

#[test]
fn a_title_names_the_constant_or_the_place_that_tells_causes_apart() {
    for (features, shape, wanted) in [
        (
            vec!["empty-group", "operator.less", "select", "select.expression"],
            vec!["literal.double", "literal.nan"],
            "The operator < with NaN and a double: a row is lost",
        ),
        (
            vec!["empty-group", "operator.less", "select", "select.expression"],
            vec!["literal.boolean", "operands.equal"],
            "The operator < with a boolean and an expression in SELECT: a row is lost",
        ),
        (
            vec!["skip", "where.with", "with"],
            vec!["where.after-slice"],
            "WHERE after SKIP or LIMIT with WITH ... WHERE: a row is lost",
        ),
        (vec!["star", "with"], vec![], "All variables (*) with WITH: a row is lost"),
    ] {
        let fields = json!({ "features": features, "shape": shape });
        assert_eq!(title(&finding("RETURN 1", &json!({}), &fields).record), wanted);
    }
}

#[test]
fn every_feature_has_words_that_are_no_id() {
    use quarrel_case::language::Language as _;

    let cypher = quarrel_cypher::language::Cypher.all_features();
    let sparql = quarrel_sparql::language::Sparql.all_features();
    let gremlin = quarrel_gremlin::language::Gremlin.all_features();
    for feature in cypher.into_iter().chain(sparql).chain(gremlin) {
        let words = words(feature);
        assert!(!words.is_empty());
        let id = feature.contains('.') && words.contains(feature);
        assert!(!id, "{feature}: {words}");
    }
}
