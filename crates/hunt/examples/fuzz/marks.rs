//! What is particular to the texts and trees of each language: what nests, what is rare, what can be exchanged.

use quarrel_case::language::{Language, Tree};
use quarrel_sparql::ast::{Query, Update};
use serde_json::Value as Json;

/// The marks of a language.
pub(crate) struct Marks {
    /// What begins and ends something, or is an operator before its operand, and can be written again and again.
    pub(crate) nested: &'static [(&'static str, &'static str)],
    /// What is rare in generated queries.
    pub(crate) rare: &'static [&'static str],
    /// The key of lists of clauses or elements in the stored tree.
    pub(crate) list: &'static str,
    /// The keys of expressions there.
    expressions: &'static [&'static str],
    /// The tree in the shape that its own text would be read as.
    pub(crate) normal: fn(Tree) -> Tree,
}

impl Marks {
    /// Those of a language.
    pub(crate) fn of(language: &dyn Language) -> &'static Self {
        match language.name() {
            "cypher" => &CYPHER,
            "sparql" => &SPARQL,
            _ => &GREMLIN,
        }
    }

    /// Whether this looks like an expression; whether it is one the whole tree shows. A pattern alone is no expression
    /// where it has no relationship.
    pub(crate) fn is_expression(&self, node: &Json) -> bool {
        let entries = node.as_object().filter(|entries| entries.len() == 1);
        entries.is_some_and(|entries| entries.keys().all(|key| self.expressions.contains(&key.as_str())))
    }
}

const CYPHER: Marks = Marks {
    nested: &[
        ("(", ")"),
        ("[", "]"),
        ("{a: ", "}"),
        ("NOT ", ""),
        ("- ", ""),
        ("abs(", ")"),
        ("[x IN [1] | ", "]"),
        ("CASE WHEN true THEN ", " END"),
        ("1 + ", ""),
        ("true AND ", ""),
        ("2 ^ ", ""),
        ("EXISTS { RETURN ", " AS x }"),
        ("CALL { ", " }"),
        ("FOREACH (x IN [1] | ", ")"),
    ],
    rare: &[
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "0x7FFFFFFFFFFFFFFF",
        "1e309",
        "-0.0",
        "5e-324",
        "''",
        "'\u{0}'",
        "'\\uD800'",
        "`",
        "\"",
        "/*",
        "//",
        "*..9223372036854775807",
        "{9223372036854775807}",
        "duration('P9223372036854775807Y')",
        "date('+999999999-12-31')",
        "\u{202e}",
        "$\u{1F600}",
    ],
    list: "clauses",
    expressions: &[
        "literal",
        "variable",
        "parameter",
        "list",
        "map",
        "property",
        "subscript",
        "slice",
        "unary",
        "binary",
        "comparison",
        "is_null",
        "is_typed",
        "has_labels",
        "case",
        "function",
        "list_comprehension",
        "quantifier",
        "reduce",
        "subquery",
    ],
    normal: std::convert::identity,
};

const SPARQL: Marks = Marks {
    nested: &[
        ("(", ")"),
        ("{ ", " }"),
        ("[", "]"),
        ("! ", ""),
        ("- ", ""),
        ("ABS(", ")"),
        ("OPTIONAL { ", " }"),
        ("MINUS { ", " }"),
        ("{ SELECT * { ", " } }"),
        ("1 + ", ""),
        ("true && ", ""),
        ("^", ""),
        ("FILTER EXISTS { ", " }"),
        ("<<( <a> <b> ", " )>>"),
    ],
    rare: &[
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "1e309",
        "-0.0",
        "5e-324",
        "''",
        "'\u{0}'",
        "'\\uD800'",
        "\"\"\"",
        "'''",
        "#",
        "@en--ltr",
        "^^",
        "LIMIT 18446744073709551615",
        "\"-9999999999-01-01T00:00:00Z\"^^<http://www.w3.org/2001/XMLSchema#dateTime>",
        "\"1E400000\"^^<http://www.w3.org/2001/XMLSchema#double>",
        "_:b",
        "\u{202e}",
        "$\u{1F600}",
    ],
    list: "elements",
    expressions: &["variable", "constant", "unary", "binary", "in", "call", "aggregate", "exists", "triple"],
    normal,
};

const GREMLIN: Marks = Marks {
    nested: &[
        ("__.map(", ")"),
        ("[", "]"),
        ("P.not(", ")"),
        ("__.repeat(", ")"),
        ("{", "}"),
        ("__.fold().", ""),
    ],
    rare: &[
        "9223372036854775807L",
        "-9223372036854775808L",
        "2147483648",
        "1e309d",
        "-0.0",
        "NaN",
        "-Infinity",
        "\"\"",
        "\"\\uD800\"",
        "null",
        "datetime(\"999999999-12-31\")",
        "Integer.MAX_VALUE",
        "\u{1F600}",
        ".times(9223372036854775807)",
    ],
    list: "",
    expressions: &[],
    normal: std::convert::identity,
};

/// What was read under a base is in full; a part of another text that is not would be resolved when it is read again.
fn normal(tree: Tree) -> Tree {
    if let Some(mut query) = tree.get::<Query>().cloned() {
        query.normalize();
        query.prologue.base = None;
        return Tree::new(query);
    }
    if let Some(mut update) = tree.get::<Update>().cloned() {
        update.normalize();
        update.prologue.base = None;
        return Tree::new(update);
    }
    tree
}
