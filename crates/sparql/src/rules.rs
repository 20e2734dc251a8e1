//! What says what a feature means: for the reports, so that a maintainer can look it up.

/// Features, by the beginning of their names, and their rules; the first that fits counts.
const RULES: [(&str, &str); 39] = [
    ("aggregate.count", "SPARQL 1.1, 18.5.1.2: COUNT counts the values that are bound and no error"),
    ("aggregate.group-concat", "SPARQL 1.1, 18.5.1.7"),
    ("aggregate", "SPARQL 1.1, 18.5.1 and 11.2"),
    ("ask", "SPARQL 1.1, 16.3"),
    (
        "bind",
        "SPARQL 1.1, 18.2.2.8 and 18.5: Extend leaves the variable unbound when the expression is an error",
    ),
    (
        "blank-node-pattern",
        "SPARQL 1.1, 4.1.4: a blank node in a pattern is a variable of its basic graph pattern",
    ),
    ("cast", "SPARQL 1.1, 17.5"),
    ("construct", "SPARQL 1.1, 16.2: a set of triples; what cannot be one is left out, blank nodes are new"),
    ("describe", "SPARQL 1.1, 16.4: the answer is left open"),
    ("distinct", "SPARQL 1.1, 18.5: Distinct compares terms"),
    ("empty-group", "SPARQL 1.1, 5.2.1: the empty group has one solution without bindings"),
    ("exists", "SPARQL 1.1, 18.6: by substitution"),
    ("not-exists", "SPARQL 1.1, 18.6: by substitution"),
    ("filter", "SPARQL 1.1, 18.2.2.2 and 17.2: of the whole group; an error removes the solution"),
    ("from", "SPARQL 1.1, 13.2: the dataset is what FROM and FROM NAMED name and nothing else"),
    ("function.coalesce", "SPARQL 1.1, 17.4.1.3: the first argument that is no error"),
    ("function", "SPARQL 1.1, 17.4"),
    ("graph", "SPARQL 1.1, 13.3 and 18.6: the pattern in one graph, or in each of the named graphs"),
    ("group-by", "SPARQL 1.1, 11.1 and 18.5.1"),
    ("having", "SPARQL 1.1, 11.3"),
    ("limit", "SPARQL 1.1, 15.5"),
    ("minus", "SPARQL 1.1, 18.5: Minus removes only solutions that share a variable"),
    ("operator.in", "SPARQL 1.1, 17.4.1.9: a disjunction of equalities"),
    ("operator.not-in", "SPARQL 1.1, 17.4.1.10"),
    (
        "operator.not",
        "SPARQL 1.1, 17.2 and 17.3: the negation of the effective boolean value, an error of an error",
    ),
    ("operator", "SPARQL 1.1, 17.3: the operator table, with the numeric promotion of XPath"),
    ("optional", "SPARQL 1.1, 18.2.2.6 and 18.5: LeftJoin, whose condition sees the left side"),
    ("order-by", "SPARQL 1.1, 15.1"),
    ("offset", "SPARQL 1.1, 15.4"),
    ("path.negated", "SPARQL 1.1, 9.1 and 18.4: NegatedPropertySet"),
    ("path.one-or-more", "SPARQL 1.1, 18.4: OneOrMorePath, each pair once"),
    (
        "path.zero",
        "SPARQL 1.1, 18.4: each pair once, and the path of length zero of a written term or any node",
    ),
    ("path", "SPARQL 1.1, 9 and 18.2.2.4"),
    ("service", "SPARQL 1.1 Federated Query"),
    ("sub-select", "SPARQL 1.1, 12: what it does not show is its own"),
    ("triple-term", "SPARQL 1.2"),
    ("update", "SPARQL 1.1 Update, 3: solutions first, then DELETE, then INSERT"),
    ("union", "SPARQL 1.1, 18.5: Union keeps the bags of both"),
    ("values", "SPARQL 1.1, 10 and 18.2.2.8: joined; UNDEF is compatible with anything"),
];

/// The rule of a feature.
pub(crate) fn rule(feature: &str) -> Option<&'static str> {
    RULES.iter().find(|(name, _)| feature.starts_with(name)).map(|(_, rule)| *rule)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_rule_is_of_a_feature_that_exists() {
        for (name, _) in super::RULES {
            assert!(crate::features::ALL.iter().any(|feature| feature.starts_with(name)), "{name}");
        }
    }
}
