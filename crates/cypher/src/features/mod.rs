//! The features of a query: a name for every construct.
//!
//! What an engine cannot do is data of the catalogue, written in these names; a generator makes only what is
//! allowed, and a known divergence says which features it needs. The names are read off the tree, so that they
//! hold for parsed queries as for generated ones.

mod all;
mod constructs;
mod shape;

pub use all::{ALL, UNGENERATED};
pub(crate) use shape::aggregates;
pub use shape::{SHAPES, shape};

use std::collections::BTreeSet;

use crate::ast::{
    BinaryOperator, Clause, ComparisonOperator, Direction, Expression, Hop, Literal, Match, NodePattern,
    PathPattern, Projection, QuantifierKind, Query, RelationshipPattern, SortItem, UnaryOperator, UnionKind,
};
use crate::evaluate::updates;
use crate::walk;

/// The aggregating functions, in lower case.
pub(crate) const AGGREGATES: [&str; 10] =
    ["avg", "collect", "count", "max", "min", "percentilecont", "percentiledisc", "stdev", "stdevp", "sum"];

/// The features that a query uses, sorted, each once.
pub fn features(query: &Query) -> Vec<&'static str> {
    let mut reader = Reader::default();
    reader.unions(query);
    for part in std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part)) {
        reader.after_optional = false;
        reader.written = false;
        reader.relationships.clear();
        part.clauses.iter().for_each(|clause| reader.clause(clause));
        let deletion = part.clauses.iter().position(|clause| matches!(clause, Clause::Delete(_)));
        reader.add("delete.followed", deletion.is_some_and(|place| place + 1 < part.clauses.len()));
    }
    reader.found.into_iter().collect()
}

#[derive(Default)]
struct Reader {
    found: BTreeSet<&'static str>,
    after_optional: bool,
    /// Whether a clause before changes the graph.
    written: bool,
    /// The variables in scope that stand for one relationship.
    relationships: BTreeSet<String>,
    /// The spellings that the clause uses, of those that engines do not take together.
    spellings: BTreeSet<&'static str>,
}

/// Spellings of one thing, and the feature of a clause that has both, in its pattern or in its `WHERE`.
const MIXED: [[&str; 3]; 2] = [
    ["pattern.several-labels", "label-expression", "label-expression.mixed"],
    ["pattern.var-length", "pattern.quantified", "pattern.quantified.mixed"],
];

impl Reader {
    fn add(&mut self, feature: &'static str, present: bool) {
        if present {
            self.found.insert(feature);
            if MIXED.iter().any(|[one, other, _]| [*one, *other].contains(&feature)) {
                self.spellings.insert(feature);
            }
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let outer = std::mem::take(&mut self.spellings);
        self.one_clause(clause);
        for [one, other, mixed] in MIXED {
            let both = self.spellings.contains(one) && self.spellings.contains(other);
            self.add(mixed, both);
        }
        self.spellings.extend(outer);
    }

    fn one_clause(&mut self, clause: &Clause) {
        constructs::predicates(clause, &mut |feature, present| self.add(feature, present));
        match clause {
            Clause::Match(inner) => self.matching(inner),
            Clause::Unwind(_) => self.add("unwind", true),
            Clause::With(inner) => {
                self.add("with", true);
                self.add("where", inner.condition.is_some());
                self.add("where.with", inner.condition.is_some());
                self.projection(&inner.projection);
                self.pass_on(&inner.projection);
            }
            Clause::Return(projection) => self.projection(projection),
            other => {
                constructs::clause(other, &mut |feature, present| self.add(feature, present));
                walk::patterns(other).into_iter().for_each(|pattern| self.pattern(pattern));
                // A subquery has clauses of its own, and what comes after it still follows what was before it.
                let around = self.after_optional && matches!(other, Clause::Subquery(_));
                self.after_optional = false;
                self.written |= updates(other);
                self.inside(other);
                self.after_optional = around;
                return;
            }
        }
        walk::expressions(clause).into_iter().for_each(|expression| self.expression(expression));
    }

    /// The clauses and expressions inside a clause.
    fn inside(&mut self, clause: &Clause) {
        let nested = walk::nested_clauses(clause);
        if nested.is_empty() {
            walk::expressions(clause).into_iter().for_each(|expression| self.expression(expression));
            return;
        }
        if let Clause::Foreach(inner) = clause {
            self.expression(&inner.list);
        }
        if let Clause::Subquery(inner) = clause {
            self.unions(&inner.query);
        }
        nested.into_iter().for_each(|clause| self.clause(clause));
    }

    fn unions(&mut self, query: &Query) {
        for (kind, _) in &query.unions {
            self.found.insert(match kind {
                UnionKind::Distinct => "union",
                UnionKind::All => "union-all",
            });
        }
    }

    fn matching(&mut self, inner: &Match) {
        self.add("hint", !inner.hints.is_empty());
        self.add("optional-match", inner.optional);
        self.add("optional-match.several", inner.optional && inner.patterns.len() > 1);
        self.add("match", !inner.optional);
        self.add("match.after-optional", !inner.optional && self.after_optional);
        self.add("pattern.several", inner.patterns.len() > 1);
        let named = inner.patterns.iter().any(|pattern| pattern.variable.is_some());
        self.add("path-variable.several", inner.patterns.len() > 1 && named);
        self.add("where", inner.condition.is_some());
        self.add("where.match", inner.condition.is_some() && !inner.optional);
        self.add("where.optional-match", inner.condition.is_some() && inner.optional);
        inner.patterns.iter().for_each(|pattern| self.pattern(pattern));
        self.after_optional = inner.optional;
    }

    fn pattern(&mut self, pattern: &PathPattern) {
        self.add("path-variable", pattern.variable.is_some());
        constructs::path(pattern, &mut |feature, present| self.add(feature, present));
        self.node(&pattern.start);
        for step in &pattern.steps {
            match &step.hop {
                Hop::Relationship(relationship) => self.relationship(relationship),
                Hop::Quantified(inner) => self.pattern(&inner.pattern),
            }
            self.node(&step.node);
        }
    }

    fn node(&mut self, node: &NodePattern) {
        constructs::node(node, &mut |feature, present| self.add(feature, present));
        self.add("pattern.several-labels", node.labels.len() > 1);
        self.add("pattern.property-map", !node.properties.is_empty());
    }

    fn relationship(&mut self, relationship: &RelationshipPattern) {
        constructs::relationship(relationship, &mut |feature, present| self.add(feature, present));
        self.add("pattern.undirected", relationship.direction == Direction::Undirected);
        self.add("pattern.type-alternatives", relationship.types.len() > 1);
        self.add("pattern.property-map", !relationship.properties.is_empty());
        if let Some(length) = relationship.length {
            self.add("pattern.var-length", true);
            self.add("pattern.var-length.zero", length.minimum == Some(0));
            self.add("pattern.var-length.unbounded", length.maximum.is_none());
            self.add("pattern.var-length.variable", relationship.variable.is_some());
        }
        if let Some(variable) = &relationship.variable {
            let bound = !self.relationships.insert(variable.clone());
            self.add("pattern.bound-relationship", bound);
        }
    }

    fn projection(&mut self, projection: &Projection) {
        self.add("distinct", projection.distinct);
        self.add("star", projection.star);
        self.add("order-by", !projection.order.is_empty());
        let is_constant = |item: &SortItem| matches!(item.expression, Expression::Literal(_));
        self.add("order-by.constant", projection.order.iter().any(is_constant));
        self.add("order-by.descending", projection.order.iter().any(|item| item.descending));
        // Where rows are taken together, a key may only use what is projected.
        let grouped =
            || projection.distinct || projection.items.iter().any(|item| aggregates(&item.expression));
        let is_column = |item: &SortItem| matches!(item.expression, Expression::Variable(_));
        let computed = !projection.order.iter().all(is_column);
        self.add("order-by.grouped", computed && grouped());
        self.add("order-by.after-write", computed && self.written);
        self.add("skip", projection.skip.is_some());
        self.add("limit", projection.limit.is_some());
        self.add("limit.after-write", projection.limit.is_some() && self.written);
        self.after_optional = false;
    }

    /// Which of the relationship variables are still in scope after a `WITH`, under their new names.
    fn pass_on(&mut self, projection: &Projection) {
        let mut kept = if projection.star { self.relationships.clone() } else { BTreeSet::new() };
        for item in &projection.items {
            if let Expression::Variable(name) = &item.expression
                && self.relationships.contains(name)
            {
                kept.insert(item.alias.as_ref().unwrap_or(name).clone());
            }
        }
        self.relationships = kept;
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Literal(Literal::Null) => self.add("literal.null", true),
            Expression::Literal(Literal::Float(_)) => self.add("literal.float", true),
            Expression::Literal(_) | Expression::Variable(_) => {}
            Expression::Parameter(_) => self.add("parameter", true),
            Expression::List(_) => self.add("literal.list", true),
            Expression::Map(_) => self.add("literal.map", true),
            Expression::Property { .. } => self.add("property", true),
            Expression::Subscript { .. } => self.add("subscript", true),
            Expression::Slice { .. } => self.add("slice", true),
            Expression::Unary { operator, .. } => self.add(unary(*operator), true),
            Expression::Binary { operator, .. } => self.add(binary(*operator), true),
            Expression::Comparison { first, rest } => {
                rest.iter().for_each(|(operator, _)| self.add(comparison(*operator), true));
                self.add("chained-comparison", rest.len() > 1);
                let operands = || std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
                let mut neighbours = operands().zip(operands().skip(1));
                let variables = neighbours.any(|(left, right)| compares_variables(left, right));
                self.add("comparison.variables", variables);
            }
            Expression::IsNull { negated, .. } => {
                self.add(if *negated { "operator.is-not-null" } else { "operator.is-null" }, true);
            }
            Expression::HasLabels { .. } => self.add("label-predicate", true),
            Expression::Case(case) => {
                self.add("case", true);
                self.add("case.subject", case.subject.is_some());
            }
            Expression::Function { name, distinct, arguments } => {
                self.add(function(name, *distinct), true);
                self.found.extend(more_arguments(name, arguments.len()));
                self.add(
                    "function.datetime.epoch",
                    name.eq_ignore_ascii_case("datetime") && from_epoch(arguments),
                );
            }
            Expression::CountStar => self.add("aggregate.count-star", true),
            Expression::ListComprehension(_) => self.add("list-comprehension", true),
            Expression::Quantifier(inner) => {
                self.add("quantifier", true);
                self.add(quantifier(inner.kind), true);
            }
            Expression::Reduce(_) => self.add("reduce", true),
            other => constructs::expression(other, &mut |feature, present| self.add(feature, present)),
        }
        match expression {
            Expression::Pattern(pattern) => self.pattern(pattern),
            Expression::PatternComprehension(inner) => self.pattern(&inner.pattern),
            Expression::Subquery(inner) => {
                self.unions(&inner.query);
                return walk::clauses(&inner.query).for_each(|clause| self.clause(clause));
            }
            _ => {}
        }
        walk::children(expression).into_iter().for_each(|child| self.expression(child));
    }
}

/// The feature of a unary operator.
pub(crate) fn unary(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Not => "operator.not",
        UnaryOperator::Negate => "operator.negate",
        UnaryOperator::Plus => "operator.plus",
    }
}

/// The feature of a binary operator.
pub(crate) fn binary(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "operator.or",
        BinaryOperator::Xor => "operator.xor",
        BinaryOperator::And => "operator.and",
        BinaryOperator::In => "operator.in",
        BinaryOperator::StartsWith => "operator.starts-with",
        BinaryOperator::EndsWith => "operator.ends-with",
        BinaryOperator::Contains => "operator.contains",
        BinaryOperator::Matches => "operator.regex",
        BinaryOperator::Concatenate => "operator.concatenate",
        BinaryOperator::Add => "operator.add",
        BinaryOperator::Subtract => "operator.subtract",
        BinaryOperator::Multiply => "operator.multiply",
        BinaryOperator::Divide => "operator.divide",
        BinaryOperator::Modulo => "operator.modulo",
        BinaryOperator::Power => "operator.power",
    }
}

/// The feature of a comparison operator.
pub(crate) fn comparison(operator: ComparisonOperator) -> &'static str {
    match operator {
        ComparisonOperator::Equal => "operator.equal",
        ComparisonOperator::NotEqual => "operator.not-equal",
        ComparisonOperator::Less => "operator.less",
        ComparisonOperator::LessEqual => "operator.less-equal",
        ComparisonOperator::Greater => "operator.greater",
        ComparisonOperator::GreaterEqual => "operator.greater-equal",
    }
}

/// The feature of a quantifier.
pub(crate) fn quantifier(kind: QuantifierKind) -> &'static str {
    match kind {
        QuantifierKind::All => "quantifier.all",
        QuantifierKind::Any => "quantifier.any",
        QuantifierKind::None => "quantifier.none",
        QuantifierKind::Single => "quantifier.single",
    }
}

/// Whether these are two variables, neither of which is looked into.
pub(crate) fn compares_variables(left: &Expression, right: &Expression) -> bool {
    let is_variable = |operand: &Expression| matches!(operand, Expression::Variable(_));
    is_variable(left) && is_variable(right)
}

/// Whether a function of this name aggregates.
pub fn is_aggregate(name: &str) -> bool {
    AGGREGATES.contains(&name.to_ascii_lowercase().as_str())
}

/// The feature of a call, scalar or aggregating.
pub(crate) fn function(name: &str, distinct: bool) -> &'static str {
    let name = name.to_ascii_lowercase();
    let feature = match (AGGREGATES.contains(&name.as_str()), distinct) {
        (true, true) => format!("aggregate.{name}-distinct"),
        (true, false) => format!("aggregate.{name}"),
        (false, _) => format!("function.{name}"),
    };
    let position = ALL.binary_search(&feature.as_str());
    position.ok().and_then(|position| ALL.get(position)).copied().unwrap_or("function.other")
}

/// The feature of a call with more arguments than openCypher 9 knows.
pub(crate) fn more_arguments(name: &str, count: usize) -> Option<&'static str> {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    match count {
        0 | 1 => None,
        _ if is("round") => Some("function.round.precision"),
        _ if is("btrim") || is("ltrim") || is("rtrim") => Some("function.trim.characters"),
        _ => None,
    }
}

/// Whether the map that a date and time is made of counts from the epoch.
fn from_epoch(arguments: &[Expression]) -> bool {
    let counts = |(key, _): &(String, Expression)| ["epochSeconds", "epochMillis"].contains(&key.as_str());
    matches!(arguments, [Expression::Map(entries)] if entries.iter().any(counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(ALL.is_sorted_by(|left, right| left < right));
    }

    #[test]
    fn a_match_follows_an_optional_one_across_a_subquery() {
        let after = |text: &str| features(&parse(text).unwrap()).contains(&"match.after-optional");
        assert!(after("OPTIONAL MATCH (b) CALL { WITH 1 AS k RETURN k } MATCH (c) RETURN 1"));
        assert!(!after("OPTIONAL MATCH (b) WITH b CALL { WITH 1 AS k RETURN k } MATCH (c) RETURN 1"));
        assert!(!after("CALL { OPTIONAL MATCH (b) RETURN b } MATCH (c) RETURN 1"));
    }

    #[test]
    fn features_are_read_off_clauses() {
        for (text, expected) in [
            ("RETURN 1", ""),
            ("MATCH (n) RETURN n.k AS a ORDER BY a DESC", "match order-by order-by.descending property"),
            (
                "OPTIONAL MATCH p = (n:A:B)-[r:T|U*0.. {k: 1}]-() WHERE n:A MATCH (n) RETURN *",
                "label-predicate match match.after-optional optional-match path-variable pattern.property-map \
                 pattern.several-labels pattern.type-alternatives pattern.undirected pattern.var-length \
                 pattern.var-length.unbounded pattern.var-length.variable pattern.var-length.zero star where \
                 where.optional-match",
            ),
            (
                "UNWIND [1.0] AS x WITH DISTINCT count(DISTINCT x) AS c, toUPPER('a') AS u SKIP 1 LIMIT 2 WHERE \
                 1 < c <= 2 RETURN CASE c WHEN null THEN {} END UNION RETURN foo(1)",
                "aggregate.count-distinct case case.subject chained-comparison distinct function.other \
                 function.toupper limit literal.float literal.list literal.map literal.null operator.less \
                 operator.less-equal skip union unwind where where.with with",
            ),
            (
                "CREATE (n $p) MERGE (m) ON CREATE SET m.k = 1, m += {} ON MATCH SET m = n SET m:A, m['k'] = 2 REMOVE \
                 m.k, m:A, m['k'] DELETE n DETACH DELETE m FOREACH (x IN [] | CREATE ()) FINISH",
                "create delete delete.followed detach-delete finish foreach literal.list literal.map merge merge.on-create \
                 merge.on-match pattern.parameter remove.labels remove.property remove.subscript set.add set.labels \
                 set.property set.replace set.subscript",
            ),
            (
                "CREATE p = (), q = () RETURN round(1.5, 1), ltrim(' a', ' '), date.truncate('day', p.k)",
                "create function.date.truncate function.ltrim function.round function.round.precision \
                 function.trim.characters literal.float path-variable path-variable.created property",
            ),
            (
                "CREATE (a) RETURN datetime({epochSeconds: 1}) AS x ORDER BY a.k",
                "create function.datetime function.datetime.epoch literal.map order-by order-by.after-write property",
            ),
            (
                "MATCH (a) WITH a LIMIT 1 SET a.k = 1 RETURN a.k AS x",
                "limit match property set.property with",
            ),
            ("MATCH (a) SET a.k = 1 RETURN 1 AS x LIMIT 1", "limit limit.after-write match set.property"),
            ("CALL p YIELD a", "call-procedure call-procedure.implicit call-procedure.yield"),
        ] {
            assert_features(text, expected);
        }
    }

    #[test]
    fn features_are_read_off_what_stands_within_clauses() {
        for (text, expected) in [
            (
                "OPTIONAL CALL (x) { RETURN 1 AS a UNION UNWIND [] AS a RETURN a } RETURN COUNT { (a:A|B) }",
                "call-subquery call-subquery.imports call-subquery.optional label-expression literal.list match \
                 subquery.count union unwind",
            ),
            (
                "MATCH SHORTEST 2 (a WHERE a:!A)-[r]->*(b), ANY (c), q = allShortestPaths((a)-[*]->(b)) USING SCAN a:A \
                 WHERE (a)--(b) RETURN a{.*}, [(a)-->(b) | 1 IS :: INTEGER]",
                "hint label-expression label-predicate map-projection map-projection.all-properties match path-variable \
                 path-variable.several pattern-comprehension pattern-predicate pattern.all-shortest-paths pattern.any pattern.inline-where \
                 pattern.quantified pattern.quantified.mixed pattern.quantified.unbounded pattern.quantified.zero \
                 pattern.several pattern.shortest pattern.undirected pattern.var-length pattern.var-length.unbounded \
                 type-predicate where where.match",
            ),
            (
                "MATCH (a:A:B), (b:!A) MATCH (a:A) RETURN a",
                "label-expression label-expression.mixed match pattern.several pattern.several-labels",
            ),
            (
                "MATCH (a)-->+(b) WHERE (a)-[*2]->(b) RETURN a",
                "match pattern-predicate pattern.quantified pattern.quantified.mixed pattern.quantified.unbounded \
                 pattern.var-length where where.match",
            ),
            ("MATCH (a:A:B) MATCH (b:!A) RETURN a", "label-expression match pattern.several-labels"),
            (
                "MATCH ()-[r]->() WITH r AS s MATCH ()-[s]->() RETURN s",
                "match pattern.bound-relationship with",
            ),
            ("MATCH ()-[r]->() WITH 1 AS s MATCH ()-[r]->() RETURN s", "match with"),
            (
                "MATCH (a) WHERE (a)-->() OR NOT EXISTS { (a) WHERE (a)<--() } RETURN a",
                "match operator.not operator.or pattern-predicate subquery.exists where where.match",
            ),
            (
                "MATCH (a) WHERE (a)-->() XOR true RETURN EXISTS { (a) } AS b",
                "match operator.xor pattern-predicate pattern-predicate.nested subquery.exists subquery.exists.nested \
                 where where.match",
            ),
            (
                "RETURN EXISTS { MATCH (a) WHERE true } AND COUNT { (a) } = 1",
                "match operator.and operator.equal subquery.count subquery.exists subquery.exists.nested where where.match",
            ),
            (
                "MATCH (a) WHERE EXISTS { MATCH (b) RETURN b } RETURN COLLECT { MATCH (b) RETURN b } AS c",
                "match subquery.collect subquery.exists subquery.full where where.match",
            ),
            (
                "MATCH (a) WHERE EXISTS { MATCH (b) RETURN 1 AS x UNION ALL MATCH (c) RETURN 1 AS x } RETURN 1 AS y",
                "match subquery.exists subquery.full union-all where where.match",
            ),
            (
                "RETURN all(x IN [] WHERE x), [x IN [] | x], reduce(a = 0, x IN [] | a), [1][0], [1][..1], $p, \
                 count(*), NOT 1 IS NOT NULL",
                "aggregate.count-star list-comprehension literal.list operator.is-not-null operator.not parameter \
                 quantifier quantifier.all reduce slice subscript",
            ),
        ] {
            assert_features(text, expected);
        }
    }

    fn assert_features(text: &str, expected: &str) {
        let found = features(&parse(text).expect(text));
        assert_eq!(found.join(" "), expected, "{text}");
        assert!(found.iter().all(|feature| ALL.contains(feature)));
    }
}
