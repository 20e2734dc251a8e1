//! What rules make of a query, and where they do not fit.

use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::language::{Budget, Ground, Language};
use quarrel_case::profile::{Dialect, Profile};
use quarrel_case::rewriting::{Bond, Rewriter as _, Rewriting};

use crate::language::Sparql;
use crate::rewrite::{RULES, SparqlRewriter};

fn rewriting(rule: &str, place: usize, argument: Option<&str>) -> Rewriting {
    Rewriting { rule: rule.to_owned(), place, argument: argument.map(str::to_owned) }
}

/// What a rewriting makes of a query over no data.
fn made(text: &str, rewriting: &Rewriting) -> Option<(Bond, Vec<String>)> {
    let graph = Graph::Rdf(Dataset::default());
    let ground = Ground { graph: &graph, profile: &Profile::default(), budget: Budget::default() };
    let rewritten = SparqlRewriter.rewrite(&Sparql.parse(text).unwrap(), rewriting, &ground)?;
    let texts = rewritten.trees.iter().map(|tree| Sparql.print(tree, &Dialect::default()));
    Some((rewritten.bond, texts.collect()))
}

#[test]
fn a_rule_writes_a_query_anew() {
    for (rule, place, text, expected) in [
        (
            "p-sequence",
            0,
            "SELECT ?a { ?a <p:p>/<p:q> ?b }",
            "SELECT ?a WHERE { ?a <p:p> ?x1 . ?x1 <p:q> ?b . }",
        ),
        ("p-inverse", 0, "SELECT ?a { ?a ^<p:p> ?b }", "SELECT ?a WHERE { ?b <p:p> ?a . }"),
        (
            "p-alternative",
            0,
            "SELECT ?a { ?a <p:p>|<p:q> ?b }",
            "SELECT ?a WHERE { { ?a <p:p> ?b . } UNION { ?a <p:q> ?b . } }",
        ),
        ("e-de-morgan", 0, "ASK { FILTER(?a && ?b) }", "ASK WHERE { FILTER (!(!?a || !?b)) }"),
        ("e-in-chain", 0, "ASK { FILTER(?a IN (1, ?b)) }", "ASK WHERE { FILTER (?a = 1 || ?a = ?b) }"),
        (
            "u-constant-values",
            1,
            "SELECT * { ?a <p:p> ?b }",
            "SELECT ?a ?b WHERE { ?a ?x1 ?b . VALUES (?x1) { (<p:p>) } }",
        ),
        (
            "g-minus-exists",
            0,
            "SELECT ?a { ?a <p:p> ?b MINUS { ?a <p:q> ?c } }",
            "SELECT ?a WHERE { { ?a <p:p> ?b . FILTER NOT EXISTS { { ?x1 <p:q> ?x2 . } \
             FILTER (COALESCE(sameTerm(?a, ?x1), false)) } } }",
        ),
        (
            "q-having-filter",
            0,
            "SELECT ?a { ?a <p:p> ?b } GROUP BY ?a HAVING (COUNT(*) > 1)",
            "SELECT ?a WHERE { { SELECT ?a (COUNT(*) > 1 AS ?x1) WHERE { ?a <p:p> ?b . } GROUP BY ?a } FILTER (?x1) }",
        ),
    ] {
        let made = made(text, &rewriting(rule, place, None));
        let expected = Sparql.print(&Sparql.parse(expected).unwrap(), &Dialect::default());
        assert_eq!(made, Some((Bond::Same, vec![expected])), "{rule}");
    }
}

#[test]
fn a_query_is_partitioned_by_its_kind() {
    let bond = |text: &str| {
        made(text, &rewriting("t-rows", 0, Some("?a > 1"))).map(|(bond, parts)| (bond, parts.len()))
    };
    for (text, expected) in [
        ("SELECT ?a { ?a <p:p> ?b }", Some(Bond::Parts)),
        ("SELECT DISTINCT ?a { ?a <p:p> ?b }", Some(Bond::DistinctParts)),
        ("SELECT (COUNT(*) AS ?n) { ?a <p:p> ?b }", Some(Bond::Sum)),
        ("SELECT (MAX(?b) AS ?n) { VALUES ?b { 1 } }", Some(Bond::Greatest)),
        ("SELECT REDUCED ?a { ?a <p:p> ?b }", None),
        ("SELECT ?a { ?a <p:p> ?b } LIMIT 1", None),
        ("SELECT ?a { ?a <p:p> ?b } GROUP BY ?a", None),
        ("SELECT (AVG(?b) AS ?n) { ?a <p:p> ?b }", None),
        ("ASK { ?a <p:p> ?b }", None),
    ] {
        assert_eq!(bond(text), expected.map(|bond| (bond, 3)), "{text}");
    }
}

#[test]
fn what_is_not_sound_is_refused() {
    for (text, rule, argument) in [
        ("SELECT ?a { ?a <p:p> ?b }", "t-rows", Some("RAND() > 0.5")),
        ("SELECT ?a { ?a <p:p> ?b }", "t-rows", Some("?a } #")),
        ("SELECT ?a { ?a <p:p> ?b }", "t-rows", None),
        ("SELECT ?a { BIND(NOW() AS ?a) }", "c-braces", None),
        ("SELECT ?a { BIND(1 AS ?a) }", "c-chain", Some("no-rule 1")),
        ("SELECT ?a { BIND(1 AS ?a) }", "no-rule", None),
        // The filter of an OPTIONAL sees its left side.
        ("SELECT * { ?a <p:p> ?b OPTIONAL { FILTER(?b = 1) } }", "c-select-inner", None),
        // A path of length zero from a written term is none from a variable.
        ("SELECT ?b { <p:z> <p:p>* ?b }", "u-constant-values", None),
    ] {
        assert_eq!(made(text, &rewriting(rule, 0, argument)), None, "{text} {rule}");
    }
}

#[test]
fn arguments_become_plainer_and_never_come_back() {
    for first in [
        rewriting("t-rows", 0, Some("?a > 1 && !(?b IN (1, \"a\") || EXISTS { ?a ?p 1 })")),
        rewriting("c-chain", 0, Some("c-braces 1, c-empty 3, k-fact 2, u-rename 0")),
    ] {
        let (mut seen, mut waiting) = (vec![first.clone()], vec![first]);
        while let Some(next) = waiting.pop() {
            for plainer in SparqlRewriter.plainer(&next) {
                assert_ne!(plainer, seen[0]);
                if !seen.contains(&plainer) && seen.len() < 500 {
                    seen.push(plainer.clone());
                    waiting.push(plainer);
                }
            }
        }
        assert!(seen.len() > 4, "{seen:?}");
    }
}

#[test]
fn every_rule_has_a_name_of_its_own() {
    let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!((names.len(), RULES.iter().all(|rule| !rule.says.is_empty())), (count, true));
}
