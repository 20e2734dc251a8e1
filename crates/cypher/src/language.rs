//! Cypher as the rooms above see it.

use quarrel_case::answer::{Phase, QueryError, UNSUPPORTED};
use quarrel_case::class::Class;
use quarrel_case::conformance::Suite;
use quarrel_case::disassembly::{Handover, Piece};
use quarrel_case::graph::{Graph, Model, PropertyGraph};
use quarrel_case::json::JsonError;
use quarrel_case::language::{Generator, Ground, Language, NO_CUT, Session, Setting, Size, Tree};
use quarrel_case::names::{Names, Renaming};
use quarrel_case::phrase::Phraser;
use quarrel_case::profile::{Dialect, Fault, Profile, ProfileError, Switch};
use quarrel_case::rewriting::Rewriter;
use quarrel_case::value::Value;
use quarrel_case::verdict::Kind;
use serde_json::Value as Json;

use crate::ast::{ExecutionMode, Query, StatementBody};
use crate::parse::ParseError;
use crate::print::{
    Inequality, LabelConjunction, LabelStart, Layout, Parentheses, PatternSubquery, QuantifiedRelationship,
    Quote, SchemaForm, Spelling, TypeAlternatives, TypePredicate,
};
use crate::{
    creation, cut, evaluate, features, generate, literal, parse, phrase, print, rewrite, rules, shrink, suite,
};

/// The query language Cypher.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cypher;

const QUOTE: Switch = Switch {
    name: "quote",
    values: &["single", "double"],
    rule: "the quotes around strings (StringLiteral)",
};
const LAYOUT: Switch = Switch {
    name: "layout",
    values: &["one-line", "clause-per-line"],
    rule: "whether clauses stand on lines of their own (whitespace has no meaning)",
};
const INEQUALITY: Switch = Switch {
    name: "inequality",
    values: &["angles", "exclamation"],
    rule: "<> or != for \"not equal\" (PartialComparisonExpression)",
};
const TYPES: Switch = Switch {
    name: "type-alternatives",
    values: &["bar", "bar-and-colon"],
    rule: ":A|B or :A|:B for alternatives of a relationship's type (RelationshipTypes)",
};
const PARENTHESES: Switch = Switch {
    name: "parentheses",
    values: &["needed", "predicates", "always"],
    rule: "which operators within operators stand in parentheses: where they need them, what predicates such as IN \
           are about as well, or all (ParenthesizedExpression)",
};
const LABELS: Switch = Switch {
    name: "labels",
    values: &["colons", "ampersand"],
    rule: ":A:B or :A&B for several labels of a node that is asked for (NodeLabels)",
};
const LABEL_START: Switch = Switch {
    name: "label-start",
    values: &["colon", "is"],
    rule: "n:A or n IS A for labels that are asked for (NodeLabel)",
};
const PATTERN_SUBQUERY: Switch = Switch {
    name: "pattern-subquery",
    values: &["bare", "match"],
    rule: "whether MATCH stands in a subquery that is nothing but a pattern (ExistentialSubquery)",
};
const QUANTIFIED: Switch = Switch {
    name: "quantified-relationship",
    values: &["short", "long"],
    rule: "-[r]->+ or (()-[r]->())+ for a relationship that is repeated (GQL, quantifiedPathPrimary)",
};
const TYPE_PREDICATE: Switch = Switch {
    name: "type-predicate",
    values: &["colons", "typed"],
    rule: "IS :: or IS TYPED for the predicate on a value's type (GQL, valueTypePredicate)",
};
const SCHEMA: Switch = Switch {
    name: "schema",
    values: &["for", "on"],
    rule: "FOR ... ON and FOR ... REQUIRE, or ON and ON ... ASSERT, in commands on indexes and constraints",
};

/// The choices of spelling.
const SPELLINGS: &[Switch] = &[
    QUOTE,
    LAYOUT,
    INEQUALITY,
    TYPES,
    PARENTHESES,
    LABELS,
    LABEL_START,
    PATTERN_SUBQUERY,
    QUANTIFIED,
    TYPE_PREDICATE,
    SCHEMA,
];

fn spelling(Dialect(profile): &Dialect) -> Spelling {
    let second = |switch: &Switch| switch.values.get(1).is_some_and(|value| profile.is(switch, value));
    Spelling {
        quote: if second(&QUOTE) { Quote::Double } else { Quote::Single },
        layout: if second(&LAYOUT) { Layout::ClausePerLine } else { Layout::OneLine },
        inequality: if second(&INEQUALITY) { Inequality::Exclamation } else { Inequality::Angles },
        types: if second(&TYPES) { TypeAlternatives::BarAndColon } else { TypeAlternatives::Bar },
        parentheses: if profile.is(&PARENTHESES, "always") {
            Parentheses::Always
        } else if second(&PARENTHESES) {
            Parentheses::Predicates
        } else {
            Parentheses::Needed
        },
        labels: if second(&LABELS) { LabelConjunction::Ampersand } else { LabelConjunction::Colons },
        label_start: if second(&LABEL_START) { LabelStart::Is } else { LabelStart::Colon },
        pattern_subquery: match second(&PATTERN_SUBQUERY) {
            true => PatternSubquery::Match,
            false => PatternSubquery::Bare,
        },
        quantified: match second(&QUANTIFIED) {
            true => QuantifiedRelationship::Long,
            false => QuantifiedRelationship::Short,
        },
        type_predicate: if second(&TYPE_PREDICATE) { TypePredicate::Typed } else { TypePredicate::Colons },
        schema: if second(&SCHEMA) { SchemaForm::On } else { SchemaForm::For },
    }
}

impl Language for Cypher {
    fn name(&self) -> &'static str {
        "cypher"
    }

    fn model(&self) -> Model {
        Model::Property
    }

    fn default_length(&self) -> usize {
        9
    }

    fn switches(&self) -> &'static [Switch] {
        evaluate::SWITCHES
    }

    fn spellings(&self) -> &'static [Switch] {
        SPELLINGS
    }

    fn faults(&self) -> &'static [Fault] {
        evaluate::FAULTS
    }

    fn graphs_without(&self) -> &'static [&'static str] {
        // Its floats have 64 bits.
        &["graph.float32"]
    }

    fn all_features(&self) -> Vec<&'static str> {
        features::ALL.to_vec()
    }

    fn features(&self, tree: &Tree) -> Vec<&'static str> {
        tree.get::<Query>().map(features::features).unwrap_or_default()
    }

    fn shape(&self, tree: &Tree) -> Vec<&'static str> {
        tree.get::<Query>().map(features::shape).unwrap_or_default()
    }

    fn counts_each_edge(&self, profile: &Profile) -> bool {
        evaluate::Semantics::new(profile).is_ok_and(|semantics| !semantics.looks_ahead())
    }

    fn writes(&self, tree: &Tree) -> bool {
        tree.get().is_some_and(evaluate::writes)
    }

    fn runs_foreign_code(&self, tree: &Tree) -> bool {
        // Functions that the language does not have are an engine's or a user's own.
        self.features(tree).iter().any(|feature| matches!(*feature, "call-procedure" | "function.other"))
    }

    fn parse(&self, text: &str) -> Result<Tree, QueryError> {
        let statement = parse::parse_statement(text).map_err(|error| query_error(&error))?;
        let unsupported = |why: &str| Err(QueryError::new(Phase::Parse, UNSUPPORTED, why));
        match (statement.body, statement.prefix.mode) {
            (StatementBody::Schema(_), _) => unsupported("indexes and constraints are part of the graph"),
            (_, Some(ExecutionMode::Explain)) => unsupported("EXPLAIN gives a plan and no answer"),
            // How it is to be run changes no answer.
            (StatementBody::Query(query), _) => Ok(Tree::new(query)),
        }
    }

    fn print(&self, tree: &Tree, dialect: &Dialect) -> String {
        tree.get::<Query>().map(|query| print::print(query, &spelling(dialect))).unwrap_or_default()
    }

    fn tree_to_json(&self, tree: &Tree) -> Json {
        // A query consists of what JSON has: serialising it cannot fail.
        tree.get::<Query>().and_then(|query| serde_json::to_value(query).ok()).unwrap_or_default()
    }

    fn tree_from_json(&self, json: &Json) -> Result<Tree, JsonError> {
        let query: Result<Query, _> = serde_json::from_value(json.clone());
        query.map(Tree::new).map_err(|error| JsonError(error.to_string()))
    }

    fn literal(&self, value: &Value, dialect: &Dialect) -> Option<String> {
        literal::constant(value).map(|constant| print::expression(&constant, &spelling(dialect)))
    }

    fn rows(&self, rows: &[Vec<Value>], dialect: &Dialect) -> Option<String> {
        cut::rows(rows, &|value| self.literal(value, dialect))
    }

    fn handovers(&self) -> &'static [Handover] {
        &[Handover::Parameters, Handover::Barrier]
    }

    fn disassemble(
        &self,
        tree: &Tree,
        handover: Handover,
        profile: &Profile,
        dialect: &Dialect,
    ) -> Result<Vec<Piece>, &'static str> {
        match (tree.get::<Query>(), handover) {
            (Some(_), Handover::Parameters) if !cut::hands_over(profile) => {
                Err("what a part gives does not come to the next one as it was")
            }
            (Some(query), Handover::Parameters) => cut::parameters(query, &spelling(dialect)),
            (Some(query), Handover::Barrier) => cut::barriers(query, &spelling(dialect)),
            _ => Err(NO_CUT),
        }
    }

    fn phraser(&self) -> Option<&'static dyn Phraser> {
        Some(&phrase::Words)
    }

    fn rewriter(&self) -> Option<&'static dyn Rewriter> {
        Some(&rewrite::Anew)
    }

    fn identifier(&self, name: &str) -> String {
        print::name(name)
    }

    fn creation(&self, graph: &Graph, dialect: &Dialect) -> Option<String> {
        creation::statement(graph.property()?, |value| self.literal(value, dialect))
    }

    fn count_of(&self, class: &Class) -> Option<Tree> {
        let name = |name: &String| print::name(name);
        let (pattern, counted) = match class {
            Class::Vertices(label) => (format!("(n:{})", name(label)), "n"),
            Class::Holding { label, key, value } => {
                let value = self.literal(value, &Dialect::default())?;
                (format!("(n:{}) WHERE n.{} = {value}", name(label), name(key)), "n")
            }
            Class::Edges(label) => (format!("()-[r:{}]->()", name(label)), "r"),
            Class::Leaving { from, label } => (format!("(:{})-[r:{}]->()", name(from), name(label)), "r"),
            Class::Arriving { at, label } => (format!("(:{})<-[r:{}]-()", name(at), name(label)), "r"),
            Class::Triples(_) | Class::About(_) | Class::Saying { .. } | Class::Named(_) | Class::Nodes => {
                return None;
            }
        };
        self.parse(&format!("MATCH {pattern} RETURN count({counted}) AS number")).ok()
    }

    fn uncovered(&self) -> &'static [(&'static str, Kind)] {
        rules::UNCOVERED
    }

    fn rule(&self, feature: &str) -> Option<&'static str> {
        rules::rule(feature)
    }

    fn suite(&self) -> Option<&'static dyn Suite> {
        Some(&suite::Tck)
    }

    fn session(&self, graph: &Graph, profile: &Profile) -> Result<Box<dyn Session>, ProfileError> {
        let session = match graph.property() {
            Some(graph) => evaluate::session(graph, profile),
            None => evaluate::session(&PropertyGraph::default(), profile),
        };
        Ok(Box::new(session?))
    }

    fn generator(&self, setting: &Setting) -> Result<Box<dyn Generator>, ProfileError> {
        Ok(Box::new(generate::generator(setting)?))
    }

    fn shrink(&self, tree: &Tree, ground: &Ground<'_>) -> Vec<Tree> {
        let smaller = tree.get::<Query>().map(|query| shrink::shrink(query, ground)).unwrap_or_default();
        smaller.into_iter().map(Tree::new).collect()
    }

    fn size(&self, tree: &Tree) -> Size {
        tree.get::<Query>().map(shrink::size).unwrap_or_default()
    }

    fn names(&self, tree: &Tree) -> Names {
        tree.get::<Query>().map(shrink::names).unwrap_or_default()
    }

    fn renamed(&self, tree: &Tree, names: &Renaming) -> Tree {
        tree.get::<Query>().map_or_else(|| tree.clone(), |query| Tree::new(shrink::renamed(query, names)))
    }
}

pub(crate) fn query_error(error: &ParseError) -> QueryError {
    let place = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    QueryError {
        at: Some((place(error.line), place(error.column))),
        ..QueryError::new(Phase::Parse, "SyntaxError", error.message.clone()).with_detail(error.detail)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quarrel_case::value::Atom;

    use super::*;

    fn dialect(settings: &[(&str, &str)]) -> Dialect {
        let switches = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Dialect(Profile { switches: BTreeMap::from_iter(switches), fault: None })
    }

    #[test]
    fn a_literal_gives_the_value() {
        let text = |text: &str| Value::String(text.to_owned());
        for (value, literal) in [
            (Value::Null, Some("null")),
            (Value::Int(i64::MIN), Some("-9223372036854775808")),
            (Value::Float(-0.0), Some("-0.0")),
            (Value::Float(1e300), Some("1e300")),
            (Value::Float(f64::NAN), Some("(0.0 / 0.0)")),
            (Value::Float(f64::INFINITY), Some("(1.0 / 0.0)")),
            (text("it's\n\\"), Some("'it\\'s\\n\\\\'")),
            (Value::List(vec![Value::Int(1), Value::List(vec![])]), Some("[1, []]")),
            (Value::Map(vec![(text("a b"), Value::Bool(true))]), Some("{`a b`: true}")),
            (Value::Atom(Atom::Date, "2020-01-31".to_owned()), Some("date('2020-01-31')")),
            (
                Value::Duration([1, 0, -2, 3]),
                Some("duration({months: 1, days: 0, seconds: -2, nanoseconds: 3})"),
            ),
            (Value::Atom(Atom::Uuid, String::new()), None),
            (Value::Vertex(1), None),
            (Value::List(vec![Value::Edge(1)]), None),
        ] {
            assert_eq!(Cypher.literal(&value, &Dialect::default()).as_deref(), literal, "{value:?}");
        }
    }

    #[test]
    fn a_dialect_changes_the_text_and_not_the_tree() {
        let tree = Cypher.parse("MATCH ()-[:T|U]-() WHERE 'a' <> 'b' RETURN 1 + 2 * 3").unwrap();
        let dialect = dialect(&[
            ("quote", "double"),
            ("layout", "clause-per-line"),
            ("inequality", "exclamation"),
            ("type-alternatives", "bar-and-colon"),
            ("parentheses", "always"),
        ]);
        assert!(dialect.0.check(Cypher.spellings(), &[]).is_ok());
        let text = Cypher.print(&tree, &dialect);
        assert_eq!(text, "MATCH ()-[:T|:U]-() WHERE \"a\" != \"b\"\nRETURN 1 + (2 * 3)");
        assert_eq!(Cypher.parse(&text).unwrap().get::<Query>(), tree.get::<Query>());
    }

    #[test]
    fn how_a_query_is_to_be_run_changes_no_answer() {
        let plain = Cypher.parse("RETURN 1 AS x").unwrap();
        for text in ["CYPHER 5 runtime=slotted RETURN 1 AS x", "PROFILE RETURN 1 AS x;"] {
            assert_eq!(Cypher.parse(text).unwrap().get::<Query>(), plain.get::<Query>(), "{text}");
        }
        for text in ["EXPLAIN RETURN 1 AS x", "CREATE INDEX FOR (n:A) ON (n.k)"] {
            assert_eq!(Cypher.parse(text).unwrap_err().class, UNSUPPORTED, "{text}");
        }
    }

    #[test]
    fn an_error_names_its_place() {
        let error = Cypher.parse("RETURN\n 1 +").unwrap_err();
        assert_eq!(
            (error.phase, error.class.as_str(), error.at),
            (Phase::Parse, "SyntaxError", Some((2, 5)))
        );
    }

    #[test]
    fn a_tree_comes_back_from_json() {
        let tree = Cypher.parse("MATCH (n {k: -0.0}) RETURN n.k AS a, 1e300 ORDER BY a").unwrap();
        let json = Cypher.tree_to_json(&tree);
        let text = json.to_string();
        let read = Cypher.tree_from_json(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(read.get::<Query>(), tree.get::<Query>());
        assert!(Cypher.tree_from_json(&serde_json::json!({})).is_err());
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(["L0", "a b", "match"].map(|name| Cypher.identifier(name)), ["L0", "`a b`", "`match`"]);
    }
}
