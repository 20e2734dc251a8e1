//! The shape of a query: what its features do not say.
//!
//! Features name constructs; a cause is often a construct in a place, or with a value. Findings are put together
//! when what one shows contains what the other shows, so these names tell apart what the features cannot: how
//! patterns hang together, what stands behind what, and classes of constants. The generator knows nothing of
//! them.

use std::collections::BTreeSet;

use super::AGGREGATES;
use crate::ast::{
    BinaryOperator, Clause, Expression, Literal, Match, NodePattern, PathLength, PathPattern, Projection,
    Query, SingleQuery, UnaryOperator,
};
use crate::walk;

/// Every name that [`shape`] may give, sorted.
pub const SHAPES: &[&str] = &[
    "arithmetic.computed",
    "comparison.nested",
    "distinct.element",
    "distinct.order-by",
    "grouping",
    "grouping.element",
    "grouping.expression",
    "in.list",
    "in.list.long",
    "match.again",
    "not.comparison",
    "optional.bound",
    "optional.bound-node",
    "optional.inner-label",
    "optional.several",
    "optional.steps",
    "order-by.aggregation",
    "order-by.aggregation.expression",
    "order-by.limit",
    "order-by.repeats-item",
    "pattern.bound-node",
    "pattern.cyclic",
    "pattern.ends-bound",
    "pattern.label-repeated",
    "pattern.node-repeated",
    "pattern.steps.one",
    "pattern.steps.three",
    "pattern.steps.two",
    "pattern.var-length.fixed",
    "pattern.var-length.single",
    "text-operator.other-type",
    "value.big-integer",
    "value.empty-string",
    "value.infinite",
    "value.mixed-numbers",
    "value.nan",
    "where.after-optional",
    "where.after-slice",
];

/// The least integer that is called big: doubles and 32 bits do not hold what is beyond.
const BIG: u64 = 1 << 31;

/// How a query is built beyond its features, sorted, each name once.
#[must_use]
pub fn shape(query: &Query) -> Vec<&'static str> {
    let mut reader = Reader::default();
    for part in std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part)) {
        reader.part(part);
    }
    reader.found.into_iter().collect()
}

#[derive(Default)]
struct Reader {
    found: BTreeSet<&'static str>,
    /// The variables in scope that stand for nodes, and for relationships.
    nodes: BTreeSet<String>,
    relationships: BTreeSet<String>,
    /// Whether the clause has constants of these types.
    integers: bool,
    floats: bool,
}

impl Reader {
    fn add(&mut self, name: &'static str, present: bool) {
        if present {
            self.found.insert(name);
        }
    }

    fn part(&mut self, part: &SingleQuery) {
        self.nodes.clear();
        self.relationships.clear();
        let mut before: Option<&Clause> = None;
        for clause in &part.clauses {
            match clause {
                Clause::Match(inner) => {
                    self.add("match.again", before.is_some());
                    self.matching(inner);
                }
                Clause::Create(inner) => inner.patterns.iter().for_each(|pattern| self.bind(pattern)),
                Clause::Merge(inner) => self.bind(&inner.pattern),
                Clause::With(inner) => {
                    let filters = inner.condition.is_some();
                    self.add("where.after-optional", filters && is_optional(before));
                    let slices = inner.projection.is_sliced() || is_sliced(before);
                    self.add("where.after-slice", filters && slices);
                    self.projection(&inner.projection);
                    self.pass_on(&inner.projection);
                }
                Clause::Return(inner) => self.projection(inner),
                Clause::Subquery(inner) => self.found.extend(shape(&inner.query)),
                _ => {}
            }
            (self.integers, self.floats) = (false, false);
            walk::expressions(clause).into_iter().for_each(|expression| self.expression(expression));
            self.add("value.mixed-numbers", self.integers && self.floats);
            before = Some(clause);
        }
    }

    fn matching(&mut self, inner: &Match) {
        let steps: usize = inner.patterns.iter().map(|pattern| pattern.steps.len()).sum();
        self.steps(steps);
        self.add("optional.several", inner.optional && inner.patterns.len() > 1);
        self.add("optional.steps", inner.optional && steps > 1);
        self.add("optional.bound", inner.optional && self.is_all_bound(inner));
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for pattern in &inner.patterns {
            self.pattern(pattern, inner.optional, &mut seen);
        }
        inner.patterns.iter().for_each(|pattern| self.bind(pattern));
    }

    /// The elements that a pattern binds are in scope from here on.
    fn bind(&mut self, pattern: &PathPattern) {
        let nodes = [&pattern.start].into_iter().chain(pattern.steps.iter().map(|step| &step.node));
        self.nodes.extend(nodes.filter_map(|node| node.variable.clone()));
        let relationships = pattern.steps.iter().filter_map(|step| step.relationship());
        self.relationships.extend(relationships.filter_map(|inner| inner.variable.clone()));
    }

    /// Exclusive: what fails with more relationships alone is another cause than what fails with one.
    fn steps(&mut self, steps: usize) {
        self.add("pattern.steps.one", steps == 1);
        self.add("pattern.steps.two", steps == 2);
        self.add("pattern.steps.three", steps > 2);
    }

    /// Whether a match can bind nothing and reads no relationship.
    fn is_all_bound(&self, inner: &Match) -> bool {
        let bound = |node: &NodePattern| node.variable.as_ref().is_some_and(|name| self.nodes.contains(name));
        inner.patterns.iter().all(|pattern| pattern.steps.is_empty() && bound(&pattern.start))
    }

    fn pattern(&mut self, pattern: &PathPattern, optional: bool, seen: &mut BTreeSet<String>) {
        let nodes: Vec<&NodePattern> =
            [&pattern.start].into_iter().chain(pattern.steps.iter().map(|step| &step.node)).collect();
        let bound = |node: &NodePattern| node.variable.as_ref().is_some_and(|name| self.nodes.contains(name));
        let ends: Vec<bool> = nodes.iter().map(|node| bound(node)).collect();
        self.add("pattern.bound-node", ends.contains(&true));
        self.add("pattern.ends-bound", ends.windows(2).any(|pair| pair == [true, true]));
        self.add("optional.bound-node", optional && ends == [true]);
        let inner = nodes.get(1..nodes.len().saturating_sub(1)).unwrap_or_default();
        self.add("optional.inner-label", optional && inner.iter().any(|node| !node.labels.is_empty()));
        let mut here: BTreeSet<&String> = BTreeSet::new();
        for node in nodes {
            let Some(name) = &node.variable else { continue };
            // Between ends that are bound already a cycle is nothing of its own.
            self.add("pattern.cyclic", !here.insert(name) && !self.nodes.contains(name));
            let again = !seen.insert(name.clone());
            self.add("pattern.node-repeated", again);
            self.add("pattern.label-repeated", again && !node.labels.is_empty());
        }
        self.lengths(pattern);
    }

    fn lengths(&mut self, pattern: &PathPattern) {
        for step in &pattern.steps {
            let length = step.relationship().and_then(|inner| inner.length);
            let fixed = matches!(
                length,
                Some(PathLength { minimum: Some(least), maximum: Some(most) }) if least == most && least > 1
            );
            self.add("pattern.var-length.fixed", fixed);
            // What fails with a length of one alone needs no path of several.
            let single = matches!(length, Some(PathLength { minimum: None | Some(1), maximum: Some(1) }));
            self.add("pattern.var-length.single", single);
        }
    }

    /// A pattern of an expression.
    fn inner_pattern(&mut self, pattern: &PathPattern) {
        self.steps(pattern.steps.len());
        self.lengths(pattern);
    }

    fn projection(&mut self, projection: &Projection) {
        let items = || projection.items.iter().map(|item| &item.expression);
        let is_element = |expression: &Expression| matches!(expression, Expression::Variable(name) if self.is_element(name));
        let starred = projection.star && !(self.nodes.is_empty() && self.relationships.is_empty());
        let element = starred || items().filter(|item| !aggregates(item)).any(is_element);
        let sorted = !projection.order.is_empty();
        self.add("distinct.element", projection.distinct && element);
        self.add("distinct.order-by", projection.distinct && sorted);
        self.add("order-by.limit", sorted && projection.limit.is_some());
        let keys = || projection.order.iter().map(|key| &key.expression);
        let plain = |key: &Expression| matches!(key, Expression::Variable(_) | Expression::Literal(_));
        let repeated = |key: &Expression| !plain(key) && items().any(|item| item == key);
        self.add("order-by.repeats-item", keys().any(repeated));
        if items().any(aggregates) {
            self.add("grouping", projection.star || items().any(|item| !aggregates(item)));
            self.add("grouping.element", element);
            self.add("grouping.expression", items().any(|item| is_operation(item) && !aggregates(item)));
            self.add("order-by.aggregation", sorted);
            let computed = |key: &Expression| !plain(key) && !repeated(key);
            self.add("order-by.aggregation.expression", keys().any(computed));
        }
    }

    fn is_element(&self, name: &str) -> bool {
        self.nodes.contains(name) || self.relationships.contains(name)
    }

    /// Which variables of elements are still in scope after a `WITH`, under their new names.
    fn pass_on(&mut self, projection: &Projection) {
        for names in [&mut self.nodes, &mut self.relationships] {
            let mut kept = if projection.star { names.clone() } else { BTreeSet::new() };
            for item in &projection.items {
                if let Expression::Variable(name) = &item.expression
                    && names.contains(name)
                {
                    kept.insert(item.alias.as_ref().unwrap_or(name).clone());
                }
            }
            *names = kept;
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Literal(literal) => self.literal(literal),
            Expression::Unary { operator: UnaryOperator::Not, operand } => {
                self.add("not.comparison", matches!(&**operand, Expression::Comparison { .. }));
            }
            Expression::Comparison { .. } => {
                let nested = |child: &Expression| {
                    contains(child, &|inner| matches!(inner, Expression::Comparison { .. }))
                };
                self.add("comparison.nested", walk::children(expression).into_iter().any(nested));
            }
            Expression::Binary { operator, left, right } => self.binary(*operator, left, right),
            Expression::Pattern(pattern) => self.inner_pattern(pattern),
            Expression::PatternComprehension(inner) => self.inner_pattern(&inner.pattern),
            Expression::Subquery(inner) => self.found.extend(shape(&inner.query)),
            Expression::Function { distinct: true, arguments, .. } => {
                let element = |argument: &Expression| matches!(argument, Expression::Variable(name) if self.is_element(name));
                self.add("distinct.element", arguments.iter().any(element));
            }
            _ => {}
        }
        walk::children(expression).into_iter().for_each(|child| self.expression(child));
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Integer(number) => {
                self.integers = true;
                self.add("value.big-integer", number.unsigned_abs() >= BIG);
            }
            Literal::Float(_) => self.floats = true,
            Literal::String(text) => self.add("value.empty-string", text.is_empty()),
            Literal::Null | Literal::Boolean(_) => {}
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) {
        use BinaryOperator::{
            Add, Contains, Divide, EndsWith, In, Modulo, Multiply, Power, StartsWith, Subtract,
        };
        match operator {
            In => {
                let length = if let Expression::List(items) = right { Some(items.len()) } else { None };
                self.add("in.list", length.is_some());
                self.add("in.list.long", length.is_some_and(|length| length > 2));
            }
            StartsWith | EndsWith | Contains => {
                let other = |side: &Expression| match side {
                    Expression::Literal(literal) => !matches!(literal, Literal::String(_) | Literal::Null),
                    Expression::List(_) | Expression::Map(_) => true,
                    _ => false,
                };
                self.add("text-operator.other-type", other(left) || other(right));
            }
            Add | Subtract | Multiply | Divide | Modulo | Power => {
                let computed = |side: &Expression| !walk::free_variables(side).is_empty();
                self.add("arithmetic.computed", computed(left) || computed(right));
                let zero = |side: &Expression| matches!(side, Expression::Literal(Literal::Float(value)) if *value == 0.0);
                let float = |side: &Expression| matches!(side, Expression::Literal(Literal::Float(_)));
                let divided = operator == Divide && float(left) && zero(right);
                self.add("value.nan", divided && zero(left));
                self.add("value.infinite", divided && !zero(left));
            }
            _ => {}
        }
    }
}

fn is_optional(clause: Option<&Clause>) -> bool {
    matches!(clause, Some(Clause::Match(inner)) if inner.optional)
}

fn is_sliced(clause: Option<&Clause>) -> bool {
    matches!(clause, Some(Clause::With(inner)) if inner.projection.is_sliced())
}

fn contains(expression: &Expression, wanted: &dyn Fn(&Expression) -> bool) -> bool {
    wanted(expression) || walk::children(expression).into_iter().any(|child| contains(child, wanted))
}

/// Whether an aggregating function stands in an expression.
pub(crate) fn aggregates(expression: &Expression) -> bool {
    contains(expression, &|inner| match inner {
        Expression::CountStar => true,
        Expression::Function { name, .. } => AGGREGATES.contains(&name.to_ascii_lowercase().as_str()),
        _ => false,
    })
}

/// Whether an expression is an operator over others.
fn is_operation(expression: &Expression) -> bool {
    matches!(
        expression,
        Expression::Binary { .. }
            | Expression::Comparison { .. }
            | Expression::Unary { .. }
            | Expression::IsNull { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::features;
    use crate::parse::parse;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(SHAPES.is_sorted_by(|left, right| left < right));
    }

    /// Smallest queries of unlike causes, and their shapes.
    const CAUSES: [(&str, &str); 33] = [
        ("MATCH (x)-[r]-(y) RETURN count(*)", "pattern.steps.one"),
        ("MATCH ()--()--()--() RETURN count(*)", "pattern.steps.three"),
        ("RETURN null XOR true", ""),
        ("MATCH (n:A) RETURN sum(n.v)", ""),
        ("UNWIND [1, null, 2] AS x RETURN x ORDER BY x DESC", ""),
        ("RETURN 1 AS x UNION RETURN 1 AS x", ""),
        (
            "MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b) WHERE b.v > 5 RETURN count(*)",
            "match.again pattern.bound-node pattern.steps.one",
        ),
        ("RETURN 'abc' =~ 'b'", ""),
        ("RETURN (1 STARTS WITH 'a')", "text-operator.other-type"),
        ("MATCH (p:P) RETURN DISTINCT p", "distinct.element"),
        ("UNWIND [1, null] AS x RETURN collect(x)", ""),
        ("RETURN NOT (1.0 > 0.0 / 0.0)", "not.comparison value.nan"),
        ("RETURN 5 IN [1, 2, null]", "in.list in.list.long"),
        ("MATCH (n:P {v: 9007199254740992}) RETURN n", "value.big-integer"),
        ("UNWIND [9223372036854775807] AS x RETURN x * 2", "arithmetic.computed value.big-integer"),
        (
            "MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b) WITH a, b WHERE b.v = 1 RETURN count(*)",
            "match.again pattern.bound-node pattern.steps.one where.after-optional",
        ),
        ("UNWIND [3.0, 0.0 / 0.0, 1.0] AS x RETURN x ORDER BY x", "value.nan"),
        ("UNWIND [1, 1, 2] AS x RETURN x ORDER BY x LIMIT 2", "order-by.limit"),
        (
            "UNWIND [10, 20] AS x RETURN x AS a, count(*) AS c ORDER BY x + 1 DESC",
            "arithmetic.computed grouping order-by.aggregation order-by.aggregation.expression",
        ),
        (
            "UNWIND [1, 2] AS x RETURN max(x) AS m, toUpper('a') AS s ORDER BY toUpper('a')",
            "grouping order-by.aggregation order-by.repeats-item",
        ),
        (
            "UNWIND [[1, 2], [2, 1]] AS p RETURN p[0] + p[1] AS s, count(*) AS c",
            "arithmetic.computed grouping grouping.expression",
        ),
        ("UNWIND [1, 1.0] AS x RETURN count(DISTINCT x)", "value.mixed-numbers"),
        ("MATCH (:A)-[*2..2]->(:C) RETURN 1", "pattern.steps.one pattern.var-length.fixed"),
        (
            "MATCH (a:N) MATCH (a)-[*0..1]->(a) RETURN 1",
            "match.again pattern.bound-node pattern.ends-bound pattern.node-repeated pattern.steps.one",
        ),
        ("MATCH (x:A)-[*1..2]->(x) RETURN 1", "pattern.cyclic pattern.node-repeated pattern.steps.one"),
        (
            "OPTIONAL MATCH ()-[:R]->(:B)-[:S]->(e) RETURN e",
            "optional.inner-label optional.steps pattern.steps.two",
        ),
        (
            "MATCH (x), (y)<--(x:L2) RETURN 1",
            "pattern.label-repeated pattern.node-repeated pattern.steps.one",
        ),
        (
            "OPTIONAL MATCH (b) OPTIONAL MATCH (b), (c) RETURN 1",
            "match.again optional.bound-node optional.several pattern.bound-node",
        ),
        (
            "OPTIONAL MATCH (n)-->(m), (n)<--(o) RETURN 1",
            "optional.several optional.steps pattern.node-repeated pattern.steps.two",
        ),
        ("UNWIND [1, 2, 3] AS x WITH x LIMIT 2 WITH x WHERE x > 1 RETURN x", "where.after-slice"),
        (
            "MATCH (a:A), (b:B) MATCH (a)-[r:R]->(b) RETURN count(r)",
            "match.again pattern.bound-node pattern.ends-bound pattern.steps.one",
        ),
        ("MATCH (n) RETURN DISTINCT n.v AS v ORDER BY n.v", "distinct.order-by order-by.repeats-item"),
        (
            "MATCH (a) OPTIONAL MATCH (a) RETURN 1",
            "match.again optional.bound optional.bound-node pattern.bound-node",
        ),
    ];

    #[test]
    fn shapes_are_read_off_the_tree() {
        let others = [
            ("MATCH (n) WHERE n.p = (n.p = n.p) RETURN n", "comparison.nested"),
            ("RETURN [()-[*2..2]->() | 1] AS x", "pattern.steps.one pattern.var-length.fixed"),
            ("MATCH ()-[*..1]->() RETURN 1", "pattern.steps.one pattern.var-length.single"),
            ("MATCH (n) WHERE (n)-->()-->() RETURN 1", "pattern.steps.two"),
            ("CALL () { MATCH (n) RETURN n AS m, count(*) AS x } RETURN 1", "grouping grouping.element"),
            ("RETURN COUNT { MATCH ()-->() } AS x", "pattern.steps.one"),
            ("MATCH (n) WITH *, count(*) AS x RETURN 1", "grouping grouping.element"),
            ("MATCH (n) WITH DISTINCT * RETURN 1", "distinct.element"),
            ("MATCH (n) RETURN count(DISTINCT n)", "distinct.element"),
            ("CREATE ()-[r:R]->() RETURN DISTINCT r", "distinct.element"),
            ("MERGE (n) RETURN n, count(*) AS x", "grouping grouping.element"),
            ("MATCH (n) WHERE n.p < '' RETURN 1.0 / 0.0", "value.empty-string value.infinite"),
            (
                "MATCH (n)-->() WITH n AS m OPTIONAL MATCH (m) RETURN m, count(*)",
                "grouping grouping.element match.again optional.bound optional.bound-node pattern.bound-node pattern.steps.one",
            ),
        ];
        for (text, expected) in CAUSES.into_iter().chain(others) {
            let found = shape(&parse(text).unwrap());
            assert_eq!(found.join(" "), expected, "{text}");
            assert!(found.iter().all(|name| SHAPES.contains(name)));
        }
    }

    #[test]
    fn no_cause_shows_all_that_another_shows() {
        let shown = |text: &str| -> BTreeSet<&str> {
            let query = parse(text).unwrap();
            features(&query).into_iter().chain(shape(&query)).collect()
        };
        let mut covered = Vec::new();
        for (one, _) in CAUSES {
            let others = CAUSES.into_iter().filter(|(other, _)| *other != one);
            covered.extend(
                others
                    .filter(|(other, _)| shown(one).is_superset(&shown(other)))
                    .map(|(other, _)| (one, other)),
            );
        }
        assert_eq!(covered, []);
    }
}
