//! Features in plain words, the most telling first.

/// The words for what a title names, in the order in which they tell most: constructs that few queries have come
/// first, what nearly every query has is left out unless nothing else is there.
const WORDS: &[(&str, &str)] = &[
    // Shapes of patterns and parts of queries.
    ("match.after-optional", "MATCH after OPTIONAL MATCH"),
    ("where.after-slice", "WHERE after SKIP or LIMIT"),
    ("where.after-optional", "WHERE after OPTIONAL MATCH"),
    ("where.optional-match", "OPTIONAL MATCH with WHERE"),
    ("optional-match", "OPTIONAL MATCH"),
    ("pattern.bound-relationship", "a relationship that is bound before"),
    ("pattern.var-length.zero", "a path of length 0"),
    ("pattern.var-length.unbounded", "an unbounded variable-length path"),
    ("pattern.var-length.variable", "a variable for a variable-length path"),
    ("pattern.var-length", "a variable-length path"),
    ("path-variable", "a named path"),
    ("pattern.undirected", "an undirected relationship"),
    ("pattern.several", "several patterns"),
    ("pattern.several-labels", "several labels"),
    ("pattern.type-alternatives", "alternative relationship types"),
    ("pattern.property-map", "properties in a pattern"),
    ("optional.filter", "OPTIONAL with FILTER"),
    ("optional", "OPTIONAL"),
    ("not-exists", "NOT EXISTS"),
    ("exists", "EXISTS"),
    ("minus.disjoint", "MINUS without a shared variable"),
    ("minus", "MINUS"),
    ("values.undef", "VALUES with UNDEF"),
    ("values", "VALUES"),
    ("union-all", "UNION ALL"),
    ("union", "UNION"),
    ("having", "HAVING"),
    ("group-by.expression", "GROUP BY an expression"),
    ("group-by", "GROUP BY"),
    ("bind", "BIND"),
    ("ask", "ASK"),
    ("blank-node-pattern", "a blank node in a pattern"),
    ("variable-predicate", "a variable as predicate"),
    ("literal-subject", "a literal as subject"),
    ("unwind", "UNWIND"),
    ("reduce", "reduce()"),
    ("list-comprehension", "a list comprehension"),
    ("chained-comparison", "a chained comparison"),
    ("label-predicate", "a label predicate"),
    ("case.subject", "CASE with a subject"),
    ("case", "CASE"),
    ("slice", "a slice of a list"),
    ("subscript", "a subscript"),
    ("construct.collections-in-predicates", "a comparison with a list"),
    ("construct.mid-traversal-source", "V() or E() within a traversal"),
    ("construct.named-repeat", "a named repeat()"),
    ("construct.negative-count", "a range to -1"),
    ("construct.start-union", "union() as a start"),
    ("construct.map-keys", "a map with keys of other types"),
    ("order-by.descending", "ORDER BY ... DESC"),
    // Classes of constants, behind functions and operators.
    ("literal.ill-typed", "an ill-typed literal"),
    ("literal.nan", "NaN"),
    ("value.nan", "NaN"),
    ("literal.infinite", "an infinite number"),
    ("value.infinite", "an infinite number"),
    ("literal.negative-zero", "a negative zero"),
    ("literal.large", "an integer beyond 64 bits"),
    ("value.big-integer", "a large integer"),
    ("value.mixed-numbers", "integers beside floats"),
    ("literal.non-canonical", "a literal that is not canonical"),
    ("literal.language", "a language-tagged string"),
    ("literal.non-ascii", "letters beyond ASCII"),
    ("literal.empty-string", "an empty string"),
    ("value.empty-string", "an empty string"),
    ("literal.derived-integer", "a type derived from xsd:integer"),
    ("literal.date-time", "an xsd:dateTime"),
    ("literal.date", "an xsd:date"),
    ("literal.boolean", "a boolean"),
    ("literal.decimal", "a decimal"),
    ("literal.double", "a double"),
    ("literal.float", "a float"),
    ("literal.other-type", "a literal of another type"),
    ("order-by.expression", "ORDER BY an expression"),
    ("order-by", "ORDER BY"),
    ("skip", "SKIP"),
    ("offset", "OFFSET"),
    ("limit", "LIMIT"),
    ("distinct", "DISTINCT"),
    ("reduced", "REDUCED"),
    ("select.expression", "an expression in SELECT"),
    ("where.with", "WITH ... WHERE"),
    ("empty-group", "an empty group"),
    ("aggregate.count-star", "count(*)"),
    ("aggregate.count-all", "COUNT(*)"),
    ("aggregate.distinct", "an aggregate over DISTINCT values"),
    ("aggregate.group-concat", "GROUP_CONCAT"),
    ("aggregate.separator", "GROUP_CONCAT with SEPARATOR"),
    ("parameter", "a parameter"),
    ("construct.start-ids", "elements by their ids"),
    ("construct.ids-in-maps", "a map of elements"),
    ("literal.map", "a map"),
    ("literal.list", "a list"),
    ("literal.null", "a null"),
    ("star", "all variables (*)"),
    ("with", "WITH"),
    ("where.match", "MATCH with WHERE"),
    ("filter", "FILTER"),
];

/// The signs of operators.
const SIGNS: &[(&str, &str)] = &[
    ("add", "+"),
    ("divide", "/"),
    ("equal", "="),
    ("greater", ">"),
    ("greater-equal", ">="),
    ("less", "<"),
    ("less-equal", "<="),
    ("minus", "unary -"),
    ("modulo", "%"),
    ("multiply", "*"),
    ("negate", "unary -"),
    ("not-equal", "<>"),
    ("plus", "unary +"),
    ("power", "^"),
    ("regex", "=~"),
    ("subtract", "-"),
];

/// Features that say nothing in a title.
const COMMON: [&str; 16] = [
    "construct.start-inject",
    "step.V",
    "step.by",
    "literal.int",
    "literal.string",
    "match",
    "return",
    "select",
    "select.all",
    "where",
    "property",
    "group",
    "quantifier",
    "function.other",
    "function.extension",
    "cast.other",
];

/// How telling a feature is, less being more; none for one that says nothing.
pub(crate) fn rank(feature: &str) -> Option<usize> {
    if COMMON.contains(&feature) {
        return None;
    }
    let position = WORDS.iter().position(|(name, _)| *name == feature);
    // Functions, casts and operators come after the shapes, and before what nearly every query has.
    let shapes = WORDS.iter().position(|(name, _)| *name == "order-by.descending").unwrap_or_default();
    Some(position.map_or(2 * shapes + 1, |position| 2 * position))
}

/// How telling a shape is; only those that have words say anything in a title.
pub(crate) fn rank_of_shape(shape: &str) -> Option<usize> {
    WORDS.iter().position(|(name, _)| *name == shape).map(|position| 2 * position)
}

/// A feature, or a shape that has a rank, in plain words.
pub(crate) fn words(feature: &str) -> String {
    if let Some((_, words)) = WORDS.iter().find(|(name, _)| *name == feature) {
        return (*words).to_owned();
    }
    match feature.split_once('.') {
        Some(("function", name)) => format!("{}()", name.replace('-', "_")),
        Some(("aggregate", name)) => match name.strip_suffix("-distinct") {
            Some(name) => format!("{name}(DISTINCT ...)"),
            None => format!("{name}()"),
        },
        Some(("quantifier", name)) => format!("{name}(... IN ... WHERE ...)"),
        Some(("step" | "predicate", name)) => format!("{name}()"),
        Some(("token", name)) => name.replace('.', " "),
        Some(("cast", name)) => format!("a cast to {}", name.replace('-', " ")),
        Some(("operator", name)) => match SIGNS.iter().find(|(other, _)| *other == name) {
            Some((_, sign)) => format!("the operator {sign}"),
            None => name.replace('-', " ").to_uppercase(),
        },
        _ => feature.replace(['.', '-'], " "),
    }
}
