//! Gremlin as the rooms above see it.

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::class::Class;
use quarrel_case::conformance::Suite;
use quarrel_case::disassembly::{Handover, Piece};
use quarrel_case::graph::{Graph, Model, PropertyGraph};
use quarrel_case::json::JsonError;
use quarrel_case::language::{
    Budget, Evaluation, Generator, Ground, Language, NO_CUT, Session, Setting, Size, Tree,
};
use quarrel_case::names::{Names, Renaming};
use quarrel_case::phrase::Phraser;
use quarrel_case::profile::{Dialect, Fault, Profile, ProfileError, Switch};
use quarrel_case::rewriting::Rewriter;
use quarrel_case::value::Value;
use serde_json::Value as Json;

use crate::ast::{Query, StepName};
use crate::evaluate::{self, GremlinSession};
use crate::generate::{self, GremlinGenerator};
use crate::parse::ParseError;
use crate::phrase::Phrases;
use crate::print::{Reader, Spelling};
use crate::rewrite::Rewrites;
use crate::{cut, features, groovy, parse, print, rules, shrink, suite, walk};

/// The query language Gremlin.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gremlin;

const READER: Switch = Switch {
    name: "reader",
    values: &["grammar", "groovy", "rhai"],
    rule: "who reads the text: the official grammar; Groovy, which has other literals for bytes, shorts, big \
           numbers, sets and what is no number; or Rhai, which has two types of numbers and other literals for \
           null and maps",
};

const MOST_IDS: Switch =
    Switch { name: "most-ids", values: &["any", "255"], rule: "how many ids V() and E() take at most" };

const EDGE_IDS: Switch = Switch {
    name: "edge-ids",
    values: &["values", "objects"],
    rule: "whether the id of an edge is a value that a property can hold",
};

const VERTEX_IDS: Switch = Switch {
    name: "vertex-ids",
    values: &["values", "objects"],
    rule: "whether the id of a vertex is a value that a property can hold",
};

/// The choices of spelling.
const SPELLINGS: &[Switch] = &[READER, MOST_IDS, EDGE_IDS, VERTEX_IDS];

pub(crate) fn spelling(Dialect(profile): &Dialect) -> Spelling {
    let reader = match profile.get(&READER) {
        "groovy" => Reader::Groovy,
        "rhai" => Reader::Rhai,
        _ => Reader::Grammar,
    };
    Spelling { reader }
}

impl Language for Gremlin {
    fn name(&self) -> &'static str {
        "gremlin"
    }

    fn model(&self) -> Model {
        Model::Property
    }

    fn default_length(&self) -> usize {
        12
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

    fn all_features(&self) -> Vec<&'static str> {
        features::all()
    }

    fn features(&self, tree: &Tree) -> Vec<&'static str> {
        tree.get::<Query>().map(features::features).unwrap_or_default()
    }

    fn rule(&self, feature: &str) -> Option<&'static str> {
        rules::rule(feature)
    }

    fn shape(&self, tree: &Tree) -> Vec<&'static str> {
        tree.get::<Query>().map(features::shape).unwrap_or_default()
    }

    /// Reference, Transactions: a graph may have them or not.
    fn undoes_failed_writes(&self) -> bool {
        false
    }

    fn writes(&self, tree: &Tree) -> bool {
        tree.get().is_some_and(walk::writes)
    }

    fn runs_foreign_code(&self, tree: &Tree) -> bool {
        // A service is the engine's own, and what is read or written stands in files.
        let foreign = |name| matches!(name, StepName::Call | StepName::Io | StepName::Read | StepName::Write);
        tree.get::<Query>().is_some_and(|query| walk::any(&query.steps, &|step| foreign(step.name)))
    }

    fn may_run_code(&self, text: &str) -> bool {
        parse::parse(text).is_err() || groovy::hides_code(text)
    }

    fn parse(&self, text: &str) -> Result<Tree, QueryError> {
        parse::parse(text).map(Tree::new).map_err(|error| query_error(&error))
    }

    fn print(&self, tree: &Tree, dialect: &Dialect) -> String {
        tree.get::<Query>().map(|query| print::print(query, &spelling(dialect))).unwrap_or_default()
    }

    fn tree_to_json(&self, tree: &Tree) -> Json {
        // A traversal consists of what JSON has: serialising it cannot fail.
        tree.get::<Query>().and_then(|query| serde_json::to_value(query).ok()).unwrap_or_default()
    }

    fn tree_from_json(&self, json: &Json) -> Result<Tree, JsonError> {
        let query: Result<Query, _> = serde_json::from_value(json.clone());
        query.map(Tree::new).map_err(|error| JsonError(error.to_string()))
    }

    fn literal(&self, value: &Value, dialect: &Dialect) -> Option<String> {
        // What no constant gives, such as an element, would be read as null.
        let unknown = |part: &Value| *part != Value::Null && evaluate::read(part) == evaluate::Value::Null;
        if value.any(&unknown) {
            return None;
        }
        let argument = generate::argument(&evaluate::read(value))?;
        Some(print::argument(&argument, &spelling(dialect)))
    }

    fn handovers(&self) -> &'static [Handover] {
        &[Handover::Parameters, Handover::Table, Handover::Barrier]
    }

    fn disassemble(
        &self,
        tree: &Tree,
        handover: Handover,
        profile: &Profile,
        dialect: &Dialect,
    ) -> Result<Vec<Piece>, &'static str> {
        let (Some(query), Ok(rules)) = (tree.get::<Query>(), evaluate::Rules::new(profile)) else {
            return Err(NO_CUT);
        };
        let Dialect(spelled) = dialect;
        let reader = cut::Reader {
            rules,
            spelling: spelling(dialect),
            most_ids: spelled.get(&MOST_IDS).parse().ok(),
            plain_edge_ids: spelled.is(&EDGE_IDS, "values"),
            plain_vertex_ids: spelled.is(&VERTEX_IDS, "values"),
        };
        cut::cut(query, handover, &reader)
    }

    fn phraser(&self) -> Option<&'static dyn Phraser> {
        Some(&Phrases)
    }

    fn rewriter(&self) -> Option<&'static dyn Rewriter> {
        Some(&Rewrites)
    }

    fn identifier(&self, name: &str) -> String {
        // Names stand in strings.
        print::argument(&crate::ast::Argument::string(name), &Spelling::default())
    }

    fn count_of(&self, class: &Class) -> Option<Tree> {
        let name = |name: &String| self.identifier(name);
        let steps = match class {
            Class::Vertices(label) => format!("V().hasLabel({})", name(label)),
            Class::Holding { label, key, value } => {
                let value = self.literal(value, &Dialect::default())?;
                format!("V().hasLabel({}).has({}, {value})", name(label), name(key))
            }
            Class::Edges(label) => format!("E().hasLabel({})", name(label)),
            Class::Leaving { from, label } => format!("V().hasLabel({}).out({})", name(from), name(label)),
            Class::Arriving { at, label } => format!("V().hasLabel({}).in({})", name(at), name(label)),
            Class::Triples(_) | Class::About(_) | Class::Saying { .. } | Class::Named(_) | Class::Nodes => {
                return None;
            }
        };
        self.parse(&format!("g.{steps}.count()")).ok()
    }

    fn suite(&self) -> Option<&'static dyn Suite> {
        Some(&suite::Features)
    }

    fn session(&self, graph: &Graph, profile: &Profile) -> Result<Box<dyn Session>, ProfileError> {
        let session = match graph.property() {
            Some(graph) => evaluate::session(graph, profile),
            None => evaluate::session(&PropertyGraph::default(), profile),
        };
        Ok(Box::new(session?))
    }

    fn generator(&self, setting: &Setting) -> Result<Box<dyn Generator>, ProfileError> {
        Ok(Box::new(GremlinGenerator::new(setting)?))
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

impl Session for GremlinSession {
    fn run(&mut self, tree: &Tree, budget: &Budget) -> Evaluation {
        match tree.get::<Query>() {
            Some(query) => self.query(query, budget),
            None => {
                Evaluation::refused(QueryError::new(Phase::Parse, "SyntaxError", "no traversal of Gremlin"))
            }
        }
    }

    fn graph(&self) -> Graph {
        GremlinSession::graph(self)
    }
}

/// The error of a text, in the terms of cases.
pub(crate) fn query_error(error: &ParseError) -> QueryError {
    let place = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    QueryError {
        at: Some((place(error.line), place(error.column))),
        ..QueryError::new(Phase::Parse, "SyntaxError", error.message.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_literal_gives_the_value() {
        let text = |text: &str| Value::String(text.to_owned());
        for (value, literal) in [
            (Value::Null, Some("null")),
            (Value::Int(i64::MIN), Some("-9223372036854775808L")),
            (Value::Float(-0.0), Some("-0.0d")),
            (Value::Float(f64::NAN), Some("NaN")),
            (text("a\"$\n\\"), Some("\"a\\\"$\\n\\\\\"")),
            (Value::List(vec![Value::Int(1), Value::List(vec![])]), Some("[1L, []]")),
            (Value::Map(vec![(text("a b"), Value::Bool(true))]), Some("[\"a b\": true]")),
            (Value::Vertex(1), None),
        ] {
            assert_eq!(Gremlin.literal(&value, &Dialect::default()).as_deref(), literal, "{value:?}");
        }
    }

    #[test]
    fn a_dialect_changes_the_text_and_not_the_tree() {
        let tree = Gremlin.parse("g.inject(1b, \"$\", 1m, 1.5m).is(P.within({1s, NaN}))").unwrap();
        let switches = BTreeMap::from([("reader".to_owned(), "groovy".to_owned())]);
        let dialect = Dialect(Profile { switches, fault: None });
        assert!(dialect.0.check(Gremlin.spellings(), &[]).is_ok());
        let text = Gremlin.print(&tree, &dialect);
        assert_eq!(
            text,
            "g.inject(((byte) 1), \"\\$\", new BigDecimal(\"1\"), 1.5g)\
             .is(P.within(([((short) 1), Double.NaN] as Set)))"
        );
        assert_ne!(text, Gremlin.print(&tree, &Dialect::default()));
    }

    #[test]
    fn groovy_reads_a_cardinality_by_the_class_that_it_belongs_to() {
        let tree = Gremlin.parse("g.addV().property(single, \"k\", 1).order().by(Order.desc)").unwrap();
        let switches = BTreeMap::from([("reader".to_owned(), "groovy".to_owned())]);
        assert_eq!(
            Gremlin.print(&tree, &Dialect(Profile { switches, fault: None })),
            "g.addV().property(VertexProperty.Cardinality.single, \"k\", 1).order().by(Order.desc)"
        );
        assert_eq!(
            Gremlin.print(&tree, &Dialect::default()),
            "g.addV().property(Cardinality.single, \"k\", 1).order().by(Order.desc)"
        );
    }

    #[test]
    fn a_tree_comes_back_from_json() {
        let tree = Gremlin.parse("g.V().has(\"k\", P.gt(-0.0d)).by(T.id).inject(1.5, [1: {2}])").unwrap();
        let text = Gremlin.tree_to_json(&tree).to_string();
        let read = Gremlin.tree_from_json(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(read.get::<Query>(), tree.get::<Query>());
        assert!(Gremlin.tree_from_json(&serde_json::json!({})).is_err());
    }
}
