//! Calls of functions whose arguments and result have one kind each.

use super::Writer;
use crate::ast::Expression;
use crate::features;
use crate::generate::build;
use crate::generate::kind::Kind;

/// What an argument may be.
enum Argument {
    /// Any expression of the kind.
    Of(Kind),
    /// A small natural number: a position or a length.
    Small,
    /// A small number that is not zero.
    Step,
    /// A constant string that is not empty.
    Text,
}

struct Signature {
    name: &'static str,
    weight: usize,
    arguments: &'static [Argument],
    result: Kind,
}

const fn signature(
    name: &'static str,
    weight: usize,
    arguments: &'static [Argument],
    result: Kind,
) -> Signature {
    Signature { name, weight, arguments, result }
}

use Argument::{Of, Small, Step, Text};
use Kind::{Boolean, Float, Integer, IntegerList, List, Map, Node, Path, Relationship, String, StringList};

/// openCypher 9, section "functions"; left out are those whose value is the engine's own (`id`, `rand`,
/// `timestamp`).
const SIGNATURES: &[Signature] = &[
    signature("size", 6, &[Of(String)], Integer),
    signature("size", 4, &[Of(IntegerList)], Integer),
    signature("size", 4, &[Of(StringList)], Integer),
    signature("size", 2, &[Of(List)], Integer),
    signature("size", 3, &[Of(Kind::NodeList)], Integer),
    signature("size", 3, &[Of(Kind::RelationshipList)], Integer),
    signature("length", 6, &[Of(Path)], Integer),
    signature("abs", 4, &[Of(Integer)], Integer),
    signature("sign", 2, &[Of(Integer)], Integer),
    signature("sign", 2, &[Of(Float)], Integer),
    signature("toInteger", 3, &[Of(String)], Integer),
    signature("toInteger", 2, &[Of(Float)], Integer),
    signature("abs", 4, &[Of(Float)], Float),
    signature("ceil", 3, &[Of(Float)], Float),
    signature("floor", 3, &[Of(Float)], Float),
    signature("round", 3, &[Of(Float)], Float),
    signature("sqrt", 2, &[Of(Float)], Float),
    signature("exp", 1, &[Of(Float)], Float),
    signature("log", 1, &[Of(Float)], Float),
    signature("log10", 1, &[Of(Float)], Float),
    signature("sin", 1, &[Of(Float)], Float),
    signature("cos", 1, &[Of(Float)], Float),
    signature("tan", 1, &[Of(Float)], Float),
    signature("cot", 1, &[Of(Float)], Float),
    signature("asin", 1, &[Of(Float)], Float),
    signature("acos", 1, &[Of(Float)], Float),
    signature("atan", 1, &[Of(Float)], Float),
    signature("atan2", 1, &[Of(Float), Of(Float)], Float),
    signature("degrees", 1, &[Of(Float)], Float),
    signature("radians", 1, &[Of(Float)], Float),
    signature("haversin", 1, &[Of(Float)], Float),
    signature("pi", 1, &[], Float),
    signature("e", 1, &[], Float),
    signature("toFloat", 4, &[Of(Integer)], Float),
    signature("toFloat", 3, &[Of(String)], Float),
    signature("toBoolean", 4, &[Of(String)], Boolean),
    signature("toUpper", 4, &[Of(String)], String),
    signature("toLower", 4, &[Of(String)], String),
    signature("trim", 2, &[Of(String)], String),
    signature("lTrim", 2, &[Of(String)], String),
    signature("rTrim", 2, &[Of(String)], String),
    signature("reverse", 3, &[Of(String)], String),
    signature("left", 3, &[Of(String), Small], String),
    signature("right", 3, &[Of(String), Small], String),
    signature("substring", 3, &[Of(String), Small], String),
    signature("substring", 3, &[Of(String), Small, Small], String),
    signature("replace", 3, &[Of(String), Text, Of(String)], String),
    signature("toString", 4, &[Of(Integer)], String),
    signature("toString", 2, &[Of(Boolean)], String),
    signature("toString", 1, &[Of(Float)], String),
    signature("type", 5, &[Of(Relationship)], String),
    signature("split", 4, &[Of(String), Text], StringList),
    signature("labels", 3, &[Of(Node)], StringList),
    signature("keys", 2, &[Of(Node)], StringList),
    signature("keys", 2, &[Of(Relationship)], StringList),
    signature("range", 4, &[Small, Small], IntegerList),
    signature("range", 2, &[Small, Small, Step], IntegerList),
    signature("nodes", 1, &[Of(Path)], Kind::NodeList),
    signature("relationships", 1, &[Of(Path)], Kind::RelationshipList),
    signature("properties", 1, &[Of(Node)], Map),
    signature("properties", 1, &[Of(Relationship)], Map),
];

impl Writer<'_> {
    /// A call that gives the kind.
    pub(super) fn call(&mut self, result: Kind, depth: usize) -> Option<Expression> {
        let weight = |signature: &Signature| {
            let fits = signature.result == result && self.allow(features::function(signature.name, false));
            let at_hand = |argument: &Argument| matches!(argument, Of(kind) if self.is_at_hand(*kind));
            let rather = if signature.arguments.iter().any(at_hand) { 5 } else { 1 };
            rather * signature.weight * usize::from(fits)
        };
        let weights: Vec<usize> = SIGNATURES.iter().map(weight).collect();
        let signature = SIGNATURES.get(self.choices.weighted(&weights))?;
        if signature.result != result || weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let arguments = signature.arguments.iter().map(|argument| self.argument(argument, depth));
        let arguments = arguments.collect::<Option<Vec<_>>>()?;
        Some(build::call(signature.name, arguments))
    }

    fn argument(&mut self, argument: &Argument, depth: usize) -> Option<Expression> {
        match argument {
            Of(kind @ (Node | Relationship | Path)) => self.leaf(*kind),
            Of(kind) => self.expression(*kind, depth),
            Small => Some(build::integer([0, 1, 2, 3, 5][self.choices.weighted(&[3, 4, 3, 2, 1])])),
            Step => self.choices.pick(&[1, 2, -1, -2]).copied().map(build::integer),
            Text => self.choices.pick(&["a", "b", "ab", " "]).map(|text| build::text(text)),
        }
    }
}
