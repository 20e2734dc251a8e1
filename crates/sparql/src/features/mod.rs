//! The names of the language's constructs, and which of them a query uses.
//!
//! Capabilities of engines, known divergences and options speak of constructs by name. One table holds the
//! names, and one walk over the tree finds them, so that the generator, which makes only what a setting allows,
//! and the reader of a finding mean the same.

mod literal;
mod names;
mod scan;
mod shape;

use std::collections::BTreeSet;

use quarrel_case::term::Term;

use crate::ast::{
    Aggregate, Column, Direction, Duplicates, Element, Expression, Form, Function, Group, Modifiers,
    Projection, Query, TermPattern, TriplePattern, Verb,
};
pub use names::{of_aggregate, of_binary, of_builtin, of_function_iri, of_unary};
pub use shape::{SHAPES, shape};

/// Every feature, sorted.
pub const ALL: &[&str] = &[
    "aggregate.avg",
    "aggregate.count",
    "aggregate.count-all",
    "aggregate.distinct",
    "aggregate.group-concat",
    "aggregate.max",
    "aggregate.min",
    "aggregate.sample",
    "aggregate.separator",
    "aggregate.sum",
    "ask",
    "bind",
    "blank-node-pattern",
    "cast.boolean",
    "cast.date-time",
    "cast.decimal",
    "cast.double",
    "cast.float",
    "cast.integer",
    "cast.other",
    "cast.string",
    "distinct",
    "empty-group",
    "exists",
    "filter",
    "function.abs",
    "function.bnode",
    "function.bound",
    "function.ceil",
    "function.coalesce",
    "function.concat",
    "function.contains",
    "function.datatype",
    "function.day",
    "function.encode-for-uri",
    "function.extension",
    "function.floor",
    "function.hours",
    "function.if",
    "function.iri",
    "function.is-blank",
    "function.is-iri",
    "function.is-literal",
    "function.is-numeric",
    "function.is-uri",
    "function.lang",
    "function.lang-matches",
    "function.lcase",
    "function.md5",
    "function.minutes",
    "function.month",
    "function.now",
    "function.rand",
    "function.regex",
    "function.replace",
    "function.round",
    "function.same-term",
    "function.seconds",
    "function.sha1",
    "function.sha256",
    "function.sha384",
    "function.sha512",
    "function.str",
    "function.str-after",
    "function.str-before",
    "function.str-ends",
    "function.str-starts",
    "function.strdt",
    "function.strlang",
    "function.strlen",
    "function.struuid",
    "function.substr",
    "function.timezone",
    "function.tz",
    "function.ucase",
    "function.uri",
    "function.uuid",
    "function.year",
    "group",
    "group-by",
    "group-by.expression",
    "having",
    "limit",
    "literal-subject",
    "minus",
    "not-exists",
    "offset",
    "operator.add",
    "operator.and",
    "operator.divide",
    "operator.equal",
    "operator.greater",
    "operator.greater-equal",
    "operator.in",
    "operator.less",
    "operator.less-equal",
    "operator.minus",
    "operator.multiply",
    "operator.not",
    "operator.not-equal",
    "operator.not-in",
    "operator.or",
    "operator.plus",
    "operator.subtract",
    "optional",
    "optional.filter",
    "order-by",
    "order-by.descending",
    "order-by.expression",
    "reduced",
    "select",
    "select.all",
    "select.expression",
    "union",
    "values",
    "values.undef",
    "variable-predicate",
];

/// The features that a query uses, sorted, each once.
pub fn features(query: &Query) -> Vec<&'static str> {
    let mut found = Found(BTreeSet::new());
    found.form(&query.form);
    found.group(&query.pattern);
    found.modifiers(&query.modifiers);
    found.0.into_iter().collect()
}

struct Found(BTreeSet<&'static str>);

impl Found {
    fn add(&mut self, feature: &'static str) {
        self.0.insert(feature);
    }

    fn add_if(&mut self, condition: bool, feature: &'static str) {
        if condition {
            self.add(feature);
        }
    }

    fn form(&mut self, form: &Form) {
        let Form::Select(select) = form else {
            self.add("ask");
            return;
        };
        self.add("select");
        match select.duplicates {
            Duplicates::All => {}
            Duplicates::Distinct => self.add("distinct"),
            Duplicates::Reduced => self.add("reduced"),
        }
        match &select.projection {
            Projection::All => self.add("select.all"),
            Projection::Columns(columns) => {
                for column in columns {
                    if let Column::Expression { expression, .. } = column {
                        self.add("select.expression");
                        self.expression(expression);
                    }
                }
            }
        }
    }

    fn group(&mut self, group: &Group) {
        self.add_if(group.elements.is_empty(), "empty-group");
        for element in &group.elements {
            self.element(element);
        }
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Triples(patterns) => patterns.iter().for_each(|pattern| self.pattern(pattern)),
            Element::Filter(condition) => {
                self.add("filter");
                self.expression(condition);
            }
            Element::Optional(group) => {
                self.add("optional");
                let filters = group.elements.iter().any(|element| matches!(element, Element::Filter(_)));
                self.add_if(filters, "optional.filter");
                self.group(group);
            }
            Element::Union(branches) => {
                self.add("union");
                branches.iter().for_each(|branch| self.group(branch));
            }
            Element::Group(group) => {
                self.add("group");
                self.group(group);
            }
            Element::Minus(group) => {
                self.add("minus");
                self.group(group);
            }
            Element::Bind { expression, .. } => {
                self.add("bind");
                self.expression(expression);
            }
            Element::Values(data) => {
                self.add("values");
                self.add_if(data.rows.iter().flatten().any(Option::is_none), "values.undef");
            }
        }
    }

    fn pattern(&mut self, pattern: &TriplePattern) {
        let is_blank = |term: &TermPattern| matches!(term, TermPattern::Blank(_));
        self.add_if(is_blank(&pattern.subject) || is_blank(&pattern.object), "blank-node-pattern");
        self.add_if(matches!(pattern.predicate, Verb::Variable(_)), "variable-predicate");
        if let TermPattern::Constant(constant) = &pattern.subject {
            self.add_if(matches!(constant.term(), Term::Literal(_)), "literal-subject");
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Variable(_) | Expression::Constant(_) => {}
            Expression::Unary { operator, .. } => self.add(of_unary(*operator)),
            Expression::Binary { operator, .. } => self.add(of_binary(*operator)),
            Expression::In { negated, .. } => {
                self.add(if *negated { "operator.not-in" } else { "operator.in" });
            }
            Expression::Call { function: Function::Builtin(builtin), .. } => self.add(of_builtin(*builtin)),
            Expression::Call { function: Function::Iri(iri), .. } => self.add(of_function_iri(iri)),
            Expression::Aggregate(aggregate) => self.aggregate(aggregate),
            Expression::Exists { negated, group } => {
                self.add(if *negated { "not-exists" } else { "exists" });
                self.group(group);
            }
        }
        for child in expression.children() {
            self.expression(child);
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        let all = aggregate.argument.is_none();
        self.add(if all { "aggregate.count-all" } else { of_aggregate(aggregate.function) });
        self.add_if(aggregate.distinct, "aggregate.distinct");
        self.add_if(aggregate.separator.is_some(), "aggregate.separator");
    }

    fn modifiers(&mut self, modifiers: &Modifiers) {
        for key in &modifiers.group_by {
            self.add("group-by");
            self.add_if(!matches!(key.expression, Expression::Variable(_)), "group-by.expression");
            self.expression(&key.expression);
        }
        for condition in &modifiers.having {
            self.add("having");
            self.expression(condition);
        }
        for key in &modifiers.order_by {
            self.add("order-by");
            self.add_if(key.direction == Direction::Descending, "order-by.descending");
            self.add_if(!matches!(key.expression, Expression::Variable(_)), "order-by.expression");
            self.expression(&key.expression);
        }
        self.add_if(modifiers.limit.is_some(), "limit");
        self.add_if(modifiers.offset.is_some(), "offset");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{AggregateFunction, Builtin};
    use crate::parse::parse;

    #[test]
    fn the_list_is_sorted_and_names_every_function_and_operator() {
        assert!(ALL.is_sorted_by(|a, b| a < b));
        for builtin in Builtin::ALL {
            assert!(ALL.contains(&of_builtin(*builtin)), "{}", builtin.name());
        }
        for aggregate in AggregateFunction::ALL {
            assert!(ALL.contains(&of_aggregate(aggregate)));
        }
    }

    #[test]
    fn a_query_has_the_features_of_what_it_is_made_of() {
        for (text, expected) in [
            ("ASK {}", "ask empty-group"),
            ("SELECT * { ?s ?p [] }", "blank-node-pattern select select.all variable-predicate"),
            (
                "SELECT ?x { VALUES ?x { UNDEF } MINUS { ?x <http://e/p> 1 } }",
                "minus select values values.undef",
            ),
            (
                "SELECT (COUNT(*) AS ?c) { ?s <http://e/p> ?o FILTER(!(STRLEN(?o) NOT IN (1))) } LIMIT 1",
                "aggregate.count-all filter function.strlen limit operator.not operator.not-in select \
                 select.expression",
            ),
            (
                "SELECT ?s { ?s <http://e/p> ?o OPTIONAL { ?o <http://e/q> ?r FILTER NOT EXISTS { ?r ?p ?s } } }",
                "filter not-exists optional optional.filter select variable-predicate",
            ),
        ] {
            assert_eq!(features(&parse(text).unwrap()).join(" "), expected, "{text}");
            assert!(features(&parse(text).unwrap()).iter().all(|feature| ALL.contains(feature)));
        }
    }
}
