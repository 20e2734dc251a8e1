//! The names of the language's constructs, and which of them a query uses.
//!
//! Capabilities of engines, known divergences and options speak of constructs by name. One table holds the
//! names, and one walk over the tree finds them, so that the generator, which makes only what a setting allows,
//! and the reader of a finding mean the same.

mod literal;
mod names;
mod scan;
mod shape;
mod update;

use std::collections::BTreeSet;

use quarrel_case::term::{Literal, LiteralKind, Term};

use crate::ast::{
    Aggregate, Column, Constant, DatasetClause, Direction, Duplicates, Element, Expression, Form, Function,
    Group, InlineData, Modifiers, Path, Projection, Query, Select, TermPattern, TriplePattern, Verb,
};
pub use names::{of_aggregate, of_binary, of_builtin, of_function_iri, of_unary};
pub use shape::{SHAPES, shape};
pub use update::features as update_features;

/// The features that no generated query has, sorted, each with its reason.
pub const UNGENERATED: &[(&str, &str)] = &[
    (
        "cast.other",
        "what the table of casts does not list is an implementation's own affair (SPARQL 1.1, 17.5)",
    ),
    ("describe", "the answer is left open (SPARQL 1.1, 16.4)"),
    ("function.extension", "a function that the language does not have means nothing"),
    ("service", "the engine would fetch from elsewhere"),
    ("update.load", "the engine would fetch from elsewhere"),
    ("version", "it changes nothing in the answer, and an engine of SPARQL 1.1 takes it for an error"),
];

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
    "ask.grouped",
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
    "construct",
    "construct.where",
    "describe",
    "distinct",
    "empty-group",
    "exists",
    "filter",
    "from",
    "from-named",
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
    "function.has-lang",
    "function.has-lang-dir",
    "function.hours",
    "function.if",
    "function.iri",
    "function.is-blank",
    "function.is-iri",
    "function.is-literal",
    "function.is-numeric",
    "function.is-triple",
    "function.is-uri",
    "function.lang",
    "function.lang-dir",
    "function.lang-matches",
    "function.lcase",
    "function.md5",
    "function.minutes",
    "function.month",
    "function.now",
    "function.object",
    "function.predicate",
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
    "function.str-lang-dir",
    "function.str-starts",
    "function.strdt",
    "function.strlang",
    "function.strlen",
    "function.struuid",
    "function.subject",
    "function.substr",
    "function.timezone",
    "function.triple",
    "function.tz",
    "function.ucase",
    "function.uri",
    "function.uuid",
    "function.year",
    "graph",
    "graph.variable",
    "group",
    "group-by",
    "group-by.expression",
    "having",
    "having.several",
    "language-direction",
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
    "path.alternative",
    "path.inverse",
    "path.negated",
    "path.one-or-more",
    "path.sequence",
    "path.zero-or-more",
    "path.zero-or-one",
    "reduced",
    "select",
    "select.all",
    "select.expression",
    "service",
    "sub-select",
    "triple-term",
    "union",
    "update.add",
    "update.clear",
    "update.copy",
    "update.create",
    "update.delete",
    "update.delete-data",
    "update.delete-where",
    "update.drop",
    "update.graph",
    "update.insert",
    "update.insert-data",
    "update.load",
    "update.move",
    "update.using",
    "update.with",
    "values",
    "values.last",
    "values.undef",
    "variable-predicate",
    "version",
];

/// The features that a query uses, sorted, each once.
pub fn features(query: &Query) -> Vec<&'static str> {
    let mut found = Found(BTreeSet::new());
    found.add_if(query.prologue.version.is_some(), "version");
    found.query(query);
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

    fn query(&mut self, query: &Query) {
        self.form(&query.form);
        self.add_if(query.form == Form::Ask && query.is_grouped(), "ask.grouped");
        self.dataset(&query.dataset);
        self.group(&query.pattern);
        self.modifiers(&query.modifiers);
    }

    fn dataset(&mut self, dataset: &DatasetClause) {
        self.add_if(!dataset.default.is_empty(), "from");
        self.add_if(!dataset.named.is_empty(), "from-named");
    }

    fn form(&mut self, form: &Form) {
        match form {
            Form::Select(select) => self.select(select),
            Form::Ask => self.add("ask"),
            Form::Construct(None) => self.add("construct.where"),
            Form::Construct(Some(template)) => {
                self.add("construct");
                template.iter().for_each(|pattern| self.terms(pattern));
            }
            Form::Describe(_) => self.add("describe"),
        }
    }

    fn select(&mut self, select: &Select) {
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
                self.values(data);
            }
            Element::Graph { name, group } => {
                self.add("graph");
                self.add_if(name.as_variable().is_some(), "graph.variable");
                self.group(group);
            }
            Element::Service { group, .. } => {
                self.add("service");
                self.group(group);
            }
            Element::Select(query) => {
                self.add("sub-select");
                self.query(query);
            }
        }
    }

    fn values(&mut self, data: &InlineData) {
        self.add_if(data.rows.iter().flatten().any(Option::is_none), "values.undef");
        data.rows.iter().flatten().flatten().for_each(|constant| self.constant(constant));
    }

    /// What only SPARQL 1.2 can write.
    fn constant(&mut self, constant: &Constant) {
        match constant.term() {
            Term::Triple(_) => self.add("triple-term"),
            Term::Literal(Literal { kind: LiteralKind::Language(tag), .. }) => {
                self.add_if(tag.contains("--"), "language-direction");
            }
            _ => {}
        }
    }

    fn terms(&mut self, pattern: &TriplePattern) {
        for term in [&pattern.subject, &pattern.object] {
            match term {
                TermPattern::Constant(constant) => self.constant(constant),
                TermPattern::Triple(_) => self.add("triple-term"),
                TermPattern::Variable(_) | TermPattern::Blank(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path) {
        match path {
            Path::Iri(_) => {}
            Path::Inverse(_) => self.add("path.inverse"),
            Path::Sequence(_) => self.add("path.sequence"),
            Path::Alternative(_) => self.add("path.alternative"),
            Path::ZeroOrOne(_) => self.add("path.zero-or-one"),
            Path::ZeroOrMore(_) => self.add("path.zero-or-more"),
            Path::OneOrMore(_) => self.add("path.one-or-more"),
            Path::Negated(_) => self.add("path.negated"),
        }
        path.children().iter().for_each(|child| self.path(child));
    }

    fn pattern(&mut self, pattern: &TriplePattern) {
        self.terms(pattern);
        if let Verb::Path(path) = &pattern.predicate {
            self.path(path);
        }
        self.add_if(pattern.subject.has_blank() || pattern.object.has_blank(), "blank-node-pattern");
        self.add_if(matches!(pattern.predicate, Verb::Variable(_)), "variable-predicate");
        if let TermPattern::Constant(constant) = &pattern.subject {
            self.add_if(matches!(constant.term(), Term::Literal(_)), "literal-subject");
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Variable(_) => {}
            Expression::Constant(constant) => self.constant(constant),
            Expression::Triple(_) => self.add("triple-term"),
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
        self.add_if(modifiers.having.len() > 1, "having.several");
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
        if let Some(data) = &modifiers.values {
            self.add("values.last");
            self.values(data);
        }
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
            (
                "CONSTRUCT { << ?s ?p ?o >> ?p 1 } FROM <http://e/g> { GRAPH ?g { ?s (^<p>|<q>)* ?o } } VALUES ?g { UNDEF }",
                "construct from graph graph.variable path.alternative path.inverse path.zero-or-more triple-term \
                 values.last values.undef",
            ),
            (
                "ASK { { SELECT * { SERVICE <s> { } } } }",
                "ask empty-group group select select.all service sub-select",
            ),
            (
                "ASK {} HAVING (COUNT(*) < 3) (COUNT(*) > 1)",
                "aggregate.count-all ask ask.grouped empty-group having having.several operator.greater \
                 operator.less",
            ),
        ] {
            assert_eq!(features(&parse(text).unwrap()).join(" "), expected, "{text}");
            assert!(features(&parse(text).unwrap()).iter().all(|feature| ALL.contains(feature)));
        }
    }
    #[test]
    fn an_update_has_the_features_of_its_operations() {
        for (text, expected) in [
            ("INSERT DATA { GRAPH <g> { <s> <p> 1 } }", "update.graph update.insert-data"),
            (
                "WITH <g> DELETE { ?s <p> 1 } USING <h> WHERE { ?s <p>+ 1 } ; MOVE <g> TO DEFAULT ; DROP ALL",
                "path.one-or-more update.delete update.drop update.move update.using update.with",
            ),
        ] {
            let update = crate::parse::parse_update(text).unwrap();
            assert_eq!(update_features(&update).join(" "), expected, "{text}");
            assert!(update_features(&update).iter().all(|feature| ALL.contains(feature)));
        }
    }
}
