//! The features that a traversal uses: its steps, predicates, tokens and kinds of literals, by name.
//!
//! A feature is what an engine may lack and what a finding may be about. Each has the name that text gives it, after
//! its kind: `step.out`, `predicate.gt`, `token.T.id`, `literal.double`.

use crate::ast::{Argument, Literal, Predicate, PredicateName, Query, Step, StepName, Token};
use crate::walk;

/// The kinds of literals and arguments.
const LITERALS: [&str; 19] = [
    "literal.big-decimal",
    "literal.big-integer",
    "literal.boolean",
    "literal.byte",
    "literal.cardinality",
    "literal.datetime",
    "literal.double",
    "literal.float",
    "literal.infinity",
    "literal.int",
    "literal.list",
    "literal.long",
    "literal.map",
    "literal.nan",
    "literal.null",
    "literal.set",
    "literal.short",
    "literal.string",
    "literal.uuid",
];

/// The joins of predicates.
const JOINS: [&str; 3] = ["predicate.and", "predicate.not", "predicate.or"];

/// Uses of steps that an engine may lack though it has the step.
const CONSTRUCTS: [&str; 12] = [
    "construct.collections-in-predicates",
    "construct.count-below-zero",
    "construct.ids-in-maps",
    "construct.keyed-group",
    "construct.local-order",
    "construct.map-keys",
    "construct.mid-traversal-source",
    "construct.named-repeat",
    "construct.negative-count",
    "construct.start-ids",
    "construct.start-inject",
    "construct.start-union",
];

/// The features that no generated traversal has, sorted, each with its reason.
pub const UNGENERATED: &[(&str, &str)] = &[
    ("literal.cardinality", "what a map sets has the cardinality of the step (mergeV, mergeE)"),
    ("step.call", "its services are an engine's own"),
    ("step.connectedComponent", "it needs a graph computer"),
    ("step.io", "it reads and writes files"),
    ("step.pageRank", "it needs a graph computer, and its numbers are rounded"),
    ("step.peerPressure", "it needs a graph computer, and its clusters are not determined"),
    ("step.profile", "it tells of time"),
    ("step.read", "it reads files"),
    ("step.shortestPath", "it needs a graph computer"),
    ("step.store", "3.8 has it no more; aggregate(Scope.local) is its new name"),
    ("step.timeLimit", "what it lets pass depends on time"),
    ("step.withComputer", "it needs a graph computer"),
    ("step.write", "it writes files"),
    ("token.GType.BIGDECIMAL", "asNumber() to it rounds, or versions differ in what is too large"),
    ("token.GType.BINARY", "P.typeOf() is asked of plain values only"),
    ("token.GType.BYTE", "asNumber() to it rounds, or versions differ in what is too large"),
    ("token.GType.CHAR", "P.typeOf() is asked of plain values only"),
    ("token.GType.DATETIME", "P.typeOf() is asked of plain values only"),
    ("token.GType.DURATION", "P.typeOf() is asked of plain values only"),
    ("token.GType.EDGE", "P.typeOf() is asked of plain values only"),
    ("token.GType.FLOAT", "asNumber() to it rounds, or versions differ in what is too large"),
    ("token.GType.GRAPH", "P.typeOf() is asked of plain values only"),
    ("token.GType.MAP", "P.typeOf() is asked of plain values only"),
    ("token.GType.PATH", "P.typeOf() is asked of plain values only"),
    ("token.GType.PROPERTY", "P.typeOf() is asked of plain values only"),
    ("token.GType.SET", "P.typeOf() is asked of plain values only"),
    ("token.GType.SHORT", "asNumber() to it rounds, or versions differ in what is too large"),
    ("token.GType.TREE", "P.typeOf() is asked of plain values only"),
    ("token.GType.UUID", "P.typeOf() is asked of plain values only"),
    ("token.GType.VERTEX", "P.typeOf() is asked of plain values only"),
    ("token.GType.VPROPERTY", "P.typeOf() is asked of plain values only"),
    ("token.IO.graphml", "io() reads and writes files"),
    ("token.IO.graphson", "io() reads and writes files"),
    ("token.IO.gryo", "io() reads and writes files"),
    ("token.IO.reader", "io() reads and writes files"),
    ("token.IO.writer", "io() reads and writes files"),
    ("token.Merge.inV", "the ends of an edge stand in the map that is searched for"),
    ("token.Merge.outV", "the ends of an edge stand in the map that is searched for"),
    ("token.Operator.addAll", "it is for lists, and sacks and seeds are numbers"),
    ("token.Operator.and", "it is for truth values, and sacks and seeds are numbers"),
    ("token.Operator.assign", "a fold with it depends on the order"),
    ("token.Operator.div", "a quotient of integers is rounded"),
    ("token.Operator.or", "it is for truth values, and sacks and seeds are numbers"),
    ("token.Operator.sumLong", "it is a sum that turns its parts into longs, of no use in a text"),
    ("token.Pick.unproductive", "the default of choose() for what its traversal gives nothing for; not yet"),
    ("token.Scope.global", "it is what stands where no scope is named"),
    ("token.T.key", "a traversal by it is value() or key() of a property"),
    ("token.T.value", "a traversal by it is value() or key() of a property"),
    (
        "token.WithOptions.keys",
        "it is for valueMap() of properties with properties of their own, which the model does not have",
    ),
    (
        "token.WithOptions.values",
        "it is for valueMap() of properties with properties of their own, which the model does not have",
    ),
];

/// The names of all features, sorted.
pub fn all() -> Vec<&'static str> {
    let mut all: Vec<&str> = LITERALS.into_iter().chain(JOINS).chain(CONSTRUCTS).collect();
    all.extend(StepName::ALL.iter().map(|name| name.feature()));
    all.extend(PredicateName::ALL.iter().map(|name| name.feature()));
    all.extend(Token::ALL.iter().map(|token| token.feature()));
    all.sort_unstable();
    all
}

/// The features of a traversal, sorted, each once.
pub fn features(query: &Query) -> Vec<&'static str> {
    let mut found = Vec::new();
    walk::steps(&query.steps, &mut |step| {
        found.push(step.name.feature());
        step.arguments.iter().for_each(|argument| of_argument(argument, &mut found));
    });
    constructs(query, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn constructs(query: &Query, found: &mut Vec<&'static str>) {
    let mut steps = query.steps.iter().skip_while(|step| step.name.configures());
    match steps.next().map(|step| step.name) {
        Some(StepName::Inject) => found.push("construct.start-inject"),
        Some(StepName::Union) => found.push("construct.start-union"),
        _ => {}
    }
    let source = |step: &&Step| matches!(step.name, StepName::V | StepName::E);
    if steps.any(|step| source(&step)) {
        found.push("construct.mid-traversal-source");
    }
    walk::steps(&query.steps, &mut |step| match (step.name, step.arguments.as_slice()) {
        (StepName::V | StepName::E, [_, ..]) => found.push("construct.start-ids"),
        (StepName::Repeat, [_, _]) => found.push("construct.named-repeat"),
        (StepName::Group | StepName::GroupCount, [_, ..]) => found.push("construct.keyed-group"),
        (StepName::Order, [Argument::Token(Token::ScopeLocal), ..]) => found.push("construct.local-order"),
        (StepName::ElementMap, _)
        | (StepName::ValueMap, [Argument::Literal(Literal::Boolean(true)), ..])
        | (StepName::With, [Argument::Token(Token::WithOptionsTokens), ..]) => {
            found.push("construct.ids-in-maps");
        }
        (StepName::Range, [.., Argument::Literal(Literal::Int(-1))]) => {
            found.push("construct.negative-count");
        }
        // A value stands for the predicate that asks for it.
        (StepName::Is | StepName::Has, [.., value]) if is_collection(value) => {
            found.push("construct.collections-in-predicates");
        }
        _ => {}
    });
    walk::pairs(&query.steps, &mut |step, next| {
        let of_count = step.name == StepName::Count && next.name == StepName::Is;
        if of_count && next.arguments.iter().any(is_below_zero) {
            found.push("construct.count-below-zero");
        }
    });
}

fn is_below_zero(argument: &Argument) -> bool {
    match argument {
        Argument::Literal(Literal::Int(number)) => *number < 0,
        Argument::Literal(Literal::Long(number)) => *number < 0,
        Argument::Predicate(Predicate::Test(_, arguments)) => arguments.iter().any(is_below_zero),
        _ => false,
    }
}

/// How the traversal is built beyond its features: which step follows which, and which stands in which.
pub fn shape(query: &Query) -> Vec<&'static str> {
    let mut found = Vec::new();
    nesting(&query.steps, &mut found);
    let filters = |step: &Step| step.name.text().starts_with("has");
    if query.steps.windows(2).any(|pair| pair.iter().all(filters)) {
        found.push("filter-filter");
    }
    let named = |name: StepName| query.steps.iter().any(|step| step.name == name);
    if query.steps.last().is_some_and(|last| matches!(last.name, StepName::Count | StepName::Fold)) {
        found.push("reduced");
    }
    if named(StepName::Barrier) {
        found.push("barrier");
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn nesting(steps: &[Step], found: &mut Vec<&'static str>) {
    for step in steps {
        for argument in &step.arguments {
            let Argument::Traversal(traversal) = argument else { continue };
            found.push(match step.name {
                StepName::By => "traversal-in-by",
                StepName::Repeat | StepName::Until | StepName::Emit => "traversal-in-repeat",
                StepName::Where | StepName::Not | StepName::Filter | StepName::And | StepName::Or => {
                    "traversal-in-filter"
                }
                _ => "traversal-in-branch",
            });
            nesting(&traversal.steps, found);
        }
    }
}

fn of_argument(argument: &Argument, found: &mut Vec<&'static str>) {
    match argument {
        Argument::Literal(literal) => found.push(of_literal(literal)),
        Argument::List(_) => found.push("literal.list"),
        Argument::Set(_) => found.push("literal.set"),
        Argument::Map(entries) => {
            found.push("literal.map");
            let named =
                |key: &Argument| matches!(key, Argument::Literal(Literal::String(_)) | Argument::Token(_));
            if !entries.iter().all(|(key, _)| named(key)) {
                found.push("construct.map-keys");
            }
        }
        Argument::Token(token) => found.push(token.feature()),
        Argument::Cardinality(token, _) => found.extend(["literal.cardinality", token.feature()]),
        Argument::Predicate(predicate) => of_predicate(predicate, found),
        Argument::Traversal(_) | Argument::Strategy(_) | Argument::Variable(_) => {}
    }
    argument.each_child(&mut |child| of_argument(child, found));
}

fn of_predicate(predicate: &Predicate, found: &mut Vec<&'static str>) {
    match predicate {
        Predicate::Test(name, arguments) => {
            found.push(name.feature());
            if compares_collections(*name, arguments) {
                found.push("construct.collections-in-predicates");
            }
        }
        Predicate::Not(inner) => {
            found.push("predicate.not");
            of_predicate(inner, found);
        }
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            let both = matches!(predicate, Predicate::And(..));
            found.push(if both { "predicate.and" } else { "predicate.or" });
            of_predicate(left, found);
            of_predicate(right, found);
        }
    }
}

/// Whether something is compared with a list, a set or a map. One list alone is what something is to be among.
fn compares_collections(name: PredicateName, arguments: &[Argument]) -> bool {
    match (name, arguments) {
        (PredicateName::Within | PredicateName::Without, [Argument::List(items) | Argument::Set(items)]) => {
            items.iter().any(is_collection)
        }
        _ => arguments.iter().any(is_collection),
    }
}

fn is_collection(argument: &Argument) -> bool {
    matches!(argument, Argument::List(_) | Argument::Set(_) | Argument::Map(_))
}

fn of_literal(literal: &Literal) -> &'static str {
    match literal {
        Literal::Null => "literal.null",
        Literal::Boolean(_) => "literal.boolean",
        Literal::Byte(_) => "literal.byte",
        Literal::Short(_) => "literal.short",
        Literal::Int(_) => "literal.int",
        Literal::Long(_) => "literal.long",
        Literal::BigInteger(_) => "literal.big-integer",
        Literal::Float(_) => "literal.float",
        Literal::Real(_) | Literal::Double(_) => "literal.double",
        Literal::BigDecimal(_) => "literal.big-decimal",
        Literal::NaN => "literal.nan",
        Literal::Infinity { .. } => "literal.infinity",
        Literal::String(_) => "literal.string",
        Literal::DateTime(_) => "literal.datetime",
        Literal::Uuid(_) => "literal.uuid",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    #[test]
    fn features_are_named_after_what_is_written() {
        for (text, expected) in [
            ("g.V()", vec!["step.V"]),
            (
                "g.V().where(out('a').is(gt(1).or(P.not(lt(2L))))).order().by(desc)",
                vec![
                    "literal.int",
                    "literal.long",
                    "literal.string",
                    "predicate.gt",
                    "predicate.lt",
                    "predicate.not",
                    "predicate.or",
                    "step.V",
                    "step.by",
                    "step.is",
                    "step.order",
                    "step.out",
                    "step.where",
                    "token.Order.desc",
                ],
            ),
            (
                "g.inject([(1): 2])",
                vec![
                    "construct.map-keys",
                    "construct.start-inject",
                    "literal.int",
                    "literal.map",
                    "step.inject",
                ],
            ),
            (
                "g.V().is([])",
                vec!["construct.collections-in-predicates", "literal.list", "step.V", "step.is"],
            ),
            (
                "g.inject([null])",
                vec!["construct.start-inject", "literal.list", "literal.null", "step.inject"],
            ),
        ] {
            let query = parse(text).unwrap();
            assert_eq!(features(&query), expected, "{text}");
            assert!(features(&query).iter().all(|feature| all().contains(feature)));
        }
    }
}
