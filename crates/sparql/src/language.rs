//! SPARQL behind the trait that every language of the project has.

use quarrel_case::answer::QueryError;
use quarrel_case::check::Compare;
use quarrel_case::class::Class;
use quarrel_case::conformance::Suite;
use quarrel_case::disassembly::{Handover, Piece};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::json::JsonError;
use quarrel_case::language::{
    Budget, Evaluation, Generator, Ground, Language, NO_CUT, Session, Setting, Size, Tree,
};
use quarrel_case::names::{Names, Renaming};
use quarrel_case::phrase::Phraser;
use quarrel_case::profile::{Dialect, Fault, Profile, ProfileError, Switch};
use quarrel_case::rewriting::Rewriter;
use quarrel_case::term::{Quad, Term};
use quarrel_case::value::Value;
use quarrel_case::verdict::Kind;
use serde_json::Value as Json;

use crate::ast::{Constant, DatasetClause, Element, Expression, Operation, Query, Update};
use crate::parse::Request;
use crate::phrase::SparqlPhraser;
use crate::print::{Layout, Spelling, print, print_expression, print_update};
use crate::rewrite::SparqlRewriter;
use crate::walk::{self, Node};
use crate::{cut, evaluate, features, generate, parse, rules, shrink, suite};

/// SPARQL 1.1, queries and updates, and what SPARQL 1.2 adds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sparql;

const LAYOUT: Switch = Switch {
    name: "layout",
    values: &["line", "indented"],
    rule: "one line, or a line for every clause and element (19.4: white space separates)",
};

const IRIS: Switch = Switch {
    name: "iris",
    values: &["prefixed", "full"],
    rule: "whether IRIs are abbreviated with the query's prefixes (4.1.1)",
};

const TYPE: Switch = Switch {
    name: "rdf-type",
    values: &["a", "full"],
    rule: "whether rdf:type is written a as a predicate (4.2.4)",
};

const LITERALS: Switch = Switch {
    name: "literals",
    values: &["short", "full"],
    rule: "whether numbers and truth values are written without quotes and datatype where that is the same (4.1.2)",
};

const WHERE: Switch = Switch {
    name: "where",
    values: &["written", "omitted"],
    rule: "whether the keyword WHERE is written (19.8, 17)",
};

const VALUES: Switch = Switch {
    name: "values",
    values: &["full", "short"],
    rule: "whether VALUES with one variable goes without brackets (19.8, 63)",
};

/// The choices of spelling.
pub static SPELLINGS: &[Switch] = &[LAYOUT, IRIS, TYPE, LITERALS, WHERE, VALUES];

/// The spelling of a dialect.
pub fn spelling(dialect: &Dialect) -> Spelling {
    let Dialect(profile) = dialect;
    Spelling {
        layout: if profile.is(&LAYOUT, "indented") { Layout::Indented } else { Layout::Line },
        prefixed_names: !profile.is(&IRIS, "full"),
        a: !profile.is(&TYPE, "full"),
        short_literals: !profile.is(&LITERALS, "full"),
        where_keyword: !profile.is(&WHERE, "omitted"),
        short_values: profile.is(&VALUES, "short"),
    }
}

impl Language for Sparql {
    fn name(&self) -> &'static str {
        "sparql"
    }

    fn model(&self) -> Model {
        Model::Rdf
    }

    fn default_length(&self) -> usize {
        6
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
        features::ALL.to_vec()
    }

    fn features(&self, tree: &Tree) -> Vec<&'static str> {
        match tree.get::<Update>() {
            Some(update) => features::update_features(update),
            None => tree.get().map(features::features).unwrap_or_default(),
        }
    }

    fn shape(&self, tree: &Tree) -> Vec<&'static str> {
        tree.get().map(features::shape).unwrap_or_default()
    }

    fn writes(&self, tree: &Tree) -> bool {
        tree.get::<Update>().is_some()
    }

    /// SERVICE and LOAD make an engine fetch from elsewhere; so may USING of a graph that is gone.
    fn runs_foreign_code(&self, tree: &Tree) -> bool {
        let mut foreign = false;
        let mut look = |node: Node<'_>| {
            if let Node::Group(group) = node {
                foreign |= group.elements.iter().any(|element| matches!(element, Element::Service { .. }));
            }
        };
        if let Some(query) = tree.get::<Query>() {
            walk::walk(&mut query.clone(), &mut look);
        }
        if let Some(update) = tree.get::<Update>() {
            walk::update(&mut update.clone(), &mut look);
            foreign |= update.operations.iter().enumerate().any(|(index, operation)| match operation {
                Operation::Load { .. } => true,
                Operation::Modify(modify) => index > 0 && !modify.using.is_empty(),
                _ => false,
            });
        }
        foreign
    }

    /// The graphs of FROM and USING: one that is not in the store some fetch by its name.
    fn graphs_read(&self, tree: &Tree) -> Vec<String> {
        let of = |clause: &DatasetClause| clause.default.iter().chain(&clause.named).cloned().collect();
        let using = |update: &Update| {
            let clauses = update.operations.iter().filter_map(|operation| match operation {
                Operation::Modify(modify) => Some(&modify.using),
                _ => None,
            });
            clauses.flat_map(|clause| clause.default.iter().chain(&clause.named)).cloned().collect()
        };
        let query = tree.get::<Query>().map(|query| of(&query.dataset));
        query.or_else(|| tree.get::<Update>().map(using)).unwrap_or_default()
    }

    fn graphs_named(&self, text: &str) -> Option<Vec<String>> {
        parse::graphs_named(text)
    }

    fn parse(&self, text: &str) -> Result<Tree, QueryError> {
        parse::parse_request(text).map(tree).map_err(|error| generate::query_error(&error))
    }

    fn parse_under(&self, text: &str, profile: &Profile) -> Result<Tree, QueryError> {
        reader(profile)(text).map(tree).map_err(|error| generate::query_error(&error))
    }

    fn print(&self, tree: &Tree, dialect: &Dialect) -> String {
        written(tree, &spelling(dialect)).unwrap_or_default()
    }

    fn tree_to_json(&self, tree: &Tree) -> Json {
        // A tree consists of strings, numbers and lists: writing it cannot fail.
        let query = tree.get::<Query>().and_then(|query| serde_json::to_value(query).ok());
        let update = || tree.get::<Update>().and_then(|update| serde_json::to_value(update).ok());
        query.or_else(update).unwrap_or_default()
    }

    fn tree_from_json(&self, json: &Json) -> Result<Tree, JsonError> {
        let read = |error: serde_json::Error| JsonError(error.to_string());
        if json.get("operations").is_some() {
            return serde_json::from_value(json.clone()).map(Tree::new::<Update>).map_err(read);
        }
        serde_json::from_value(json.clone()).map(Tree::new::<Query>).map_err(read)
    }

    fn literal(&self, value: &Value, dialect: &Dialect) -> Option<String> {
        let term = match value {
            Value::Term(term @ (Term::Iri(_) | Term::Literal(_))) => term.clone(),
            // What a law counts or compares is not always a term.
            Value::Int(number) => Term::integer(*number),
            Value::Bool(truth) => Term::boolean(*truth),
            Value::String(text) => Term::string(text),
            _ => return None,
        };
        let anywhere = generate::plainest();
        let constant = Expression::Constant(Constant(term));
        Some(print_expression(&constant, &anywhere, &spelling(dialect)))
    }

    fn rows(&self, rows: &[Vec<Value>], dialect: &Dialect) -> Option<String> {
        cut::rows(rows, &|value| self.literal(value, dialect))
    }

    fn handovers(&self) -> &'static [Handover] {
        &[Handover::Parameters]
    }

    fn disassemble(
        &self,
        tree: &Tree,
        handover: Handover,
        _: &Profile,
        dialect: &Dialect,
    ) -> Result<Vec<Piece>, &'static str> {
        match (tree.get::<Query>(), handover) {
            (Some(query), Handover::Parameters) if !self.runs_foreign_code(tree) => {
                cut::cut(query, &spelling(dialect))
            }
            _ => Err(NO_CUT),
        }
    }

    fn phraser(&self) -> Option<&'static dyn Phraser> {
        Some(&SparqlPhraser)
    }

    fn rewriter(&self) -> Option<&'static dyn Rewriter> {
        Some(&SparqlRewriter)
    }

    fn identifier(&self, name: &str) -> String {
        Term::iri(name).to_string()
    }

    fn compare(&self) -> Compare {
        Compare::Value
    }

    fn normalise(&self, value: Value) -> Value {
        evaluate::normalise(value)
    }

    fn count_of(&self, class: &Class) -> Option<Tree> {
        let pattern = match class {
            Class::Triples(predicate) => format!("?s {predicate} ?o"),
            Class::About(subject) => format!("{subject} ?p ?o"),
            Class::Saying { predicate, object } => format!("?s {predicate} {object}"),
            Class::Named(predicate) => format!("GRAPH ?g {{ ?s {predicate} ?o }}"),
            Class::Nodes => "?s a* ?s".to_owned(),
            Class::Vertices(_)
            | Class::Holding { .. }
            | Class::Edges(_)
            | Class::Leaving { .. }
            | Class::Arriving { .. } => return None,
        };
        self.parse(&format!("SELECT (COUNT(*) AS ?number) WHERE {{ {pattern} }}")).ok()
    }

    fn creation(&self, graph: &Graph, _dialect: &Dialect) -> Option<String> {
        let quads = &graph.dataset()?.quads;
        let in_graph = |quad: &Quad| match &quad.graph {
            Some(graph) => {
                format!("GRAPH {graph} {{ {} {} {} }}\n", quad.subject, quad.predicate, quad.object)
            }
            None => format!("{quad}\n"),
        };
        // The terms of N-Quads are terms of SPARQL, but for a graph that has no IRI.
        let named = quads.iter().all(|quad| !matches!(quad.graph, Some(Term::Blank(_))));
        let statements: String = quads.iter().map(in_graph).collect();
        named.then(|| format!("INSERT DATA {{\n{statements}}}"))
    }

    fn uncovered(&self) -> &'static [(&'static str, Kind)] {
        rules::UNCOVERED
    }

    fn rule(&self, feature: &str) -> Option<&'static str> {
        rules::rule(feature)
    }

    fn suite(&self) -> Option<&'static dyn Suite> {
        Some(&suite::W3c)
    }

    fn session(&self, graph: &Graph, profile: &Profile) -> Result<Box<dyn Session>, ProfileError> {
        let session = match graph {
            Graph::Rdf(dataset) => evaluate::session(dataset, profile)?,
            Graph::Property(_) => evaluate::session(&quarrel_case::graph::Dataset::default(), profile)?,
        };
        Ok(Box::new(Checked { session, read: reader(profile) }))
    }

    fn generator(&self, setting: &Setting) -> Result<Box<dyn Generator>, ProfileError> {
        let mut setting = setting.clone();
        // Cases are made of what is right, whoever answers them.
        setting.profile.fault = None;
        Ok(Box::new(generate::SparqlGenerator::new(&setting)?))
    }

    fn shrink(&self, tree: &Tree, ground: &Ground<'_>) -> Vec<Tree> {
        if let Some(update) = tree.get::<Update>() {
            let queries = shrink::asked_by(update).into_iter().map(Tree::new);
            return queries.chain(shrink::shrink_update(update, ground).into_iter().map(Tree::new)).collect();
        }
        let smaller = tree.get().map(|query| shrink::shrink(query, ground)).unwrap_or_default();
        smaller.into_iter().map(Tree::new).collect()
    }

    fn size(&self, tree: &Tree) -> Size {
        match tree.get::<Update>() {
            Some(update) => shrink::update_size(update),
            None => tree.get().map(shrink::size).unwrap_or_default(),
        }
    }

    fn names(&self, tree: &Tree) -> Names {
        match tree.get::<Update>() {
            Some(update) => shrink::update_names(update),
            None => tree.get().map(shrink::names).unwrap_or_default(),
        }
    }

    fn renamed(&self, tree: &Tree, names: &Renaming) -> Tree {
        match tree.get::<Update>() {
            Some(update) => Tree::new(shrink::renamed_update(update, names)),
            None => tree.get().map_or_else(|| tree.clone(), |query| Tree::new(shrink::renamed(query, names))),
        }
    }
}

/// How texts are read.
type Reader = fn(&str) -> Result<Request, parse::ParseError>;

fn tree(request: Request) -> Tree {
    match request {
        Request::Query(query) => Tree::new(*query),
        Request::Update(update) => Tree::new(update),
    }
}

/// The text of a tree of this language.
fn written(tree: &Tree, spelling: &Spelling) -> Option<String> {
    let update = || tree.get().map(|update| print_update(update, spelling));
    tree.get().map(|query| print(query, spelling)).or_else(update)
}

/// How a target of this profile reads texts: as the language says, unless a planted fault is that it does not.
fn reader(profile: &Profile) -> Reader {
    match evaluate::Fault::of(profile) {
        Some(evaluate::Fault::UngroupedProjected) => parse::parse_ungrouped,
        _ => parse::parse_request,
    }
}

/// A session that, like an engine, rejects what breaks a rule of the language: a tree can hold queries whose text
/// the parser refuses, and reduction passes through them.
struct Checked {
    session: evaluate::SparqlSession,
    read: Reader,
}

impl Session for Checked {
    fn run(&mut self, tree: &Tree, budget: &Budget) -> Evaluation {
        let text = written(tree, &Spelling::default());
        match text.map(|text| (self.read)(&text)) {
            Some(Err(error)) => generate::rejected(&error),
            _ => self.session.run(tree, budget),
        }
    }

    fn graph(&self) -> Graph {
        self.session.graph()
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::answer::Answer;
    use quarrel_case::language::comparable;

    use super::*;

    #[test]
    fn a_parse_error_says_where_it_is() {
        let error = Sparql.parse("SELECT * {\n ?s ?p }").unwrap_err();
        assert_eq!((error.class.as_str(), error.at), ("SyntaxError", Some((2, 8))), "{error}");
    }

    #[test]
    fn a_tree_comes_back_from_json() {
        let text = "SELECT DISTINCT ?s WHERE { ?s <http://e/p> 01, \"a\"@en-GB FILTER(?s NOT IN (1.0)) }";
        let tree = Sparql.parse(text).unwrap();
        let back = Sparql.tree_from_json(&Sparql.tree_to_json(&tree)).unwrap();
        assert_eq!(back.get::<Query>(), tree.get::<Query>());
        assert!(Sparql.tree_from_json(&Json::Null).is_err());
    }

    #[test]
    fn a_dialect_decides_the_spelling_and_not_the_tree() {
        let text = "PREFIX : <http://e/> SELECT * WHERE { ?s a :c ; :p 1 . VALUES ?s { :x } }";
        let tree = Sparql.parse(text).unwrap();
        for switch in SPELLINGS {
            for value in switch.values {
                let mut dialect = Dialect::default();
                dialect.0.switches.insert(switch.name.to_owned(), (*value).to_owned());
                let printed = Sparql.print(&tree, &dialect);
                assert_eq!(Sparql.parse(&printed).unwrap().get::<Query>(), tree.get::<Query>(), "{printed}");
            }
        }
    }

    #[test]
    fn the_triples_of_an_answer_are_compared_by_value_as_rows_are() {
        let triples = |number: &str| {
            let object = format!("\"{number}\"^^<http://www.w3.org/2001/XMLSchema#double>");
            let term = |text: &str| text.parse().unwrap();
            Answer::Triples(vec![[term("<http://e/a>"), term("<http://e/p>"), term(&object)]])
        };
        let form = |compare, number| comparable(&Sparql, compare, &triples(number));
        assert_eq!(form(Compare::Value, "1.0e0"), form(Compare::Value, "1"));
        assert_ne!(form(Compare::Term, "1.0e0"), form(Compare::Term, "1"));
    }

    #[test]
    fn what_a_query_can_write_has_a_literal() {
        for (term, expected) in [
            ("<http://e/a>", Some("<http://e/a>")),
            ("\"a\\nb\"", Some("\"a\\nb\"")),
            ("\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>", Some("1")),
            ("_:b", None),
        ] {
            let value = Value::Term(term.parse().unwrap());
            assert_eq!(Sparql.literal(&value, &Dialect::default()).as_deref(), expected);
        }
        assert_eq!(Sparql.literal(&Value::Int(1), &Dialect::default()).as_deref(), Some("1"));
        assert_eq!(Sparql.literal(&Value::Null, &Dialect::default()), None);
        assert_eq!(Sparql.identifier("http://e/a"), "<http://e/a>");
    }
}
