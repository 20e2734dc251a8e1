//! Calls of functions, drawn from the table of their signatures.

use super::Writer;
use super::signatures::{Argument, SIGNATURES, Signature, VOLATILE};
use crate::ast::Expression;
use crate::features;
use crate::generate::kind::Kind;
use crate::generate::{build, draw};

impl Writer<'_> {
    /// Whether a function may be called.
    pub(in crate::generate) fn allow_function(&self, name: &str) -> bool {
        self.features.without.is_empty() || self.allow(features::function(name, false))
    }

    fn is_allowed(&self, signature: &Signature) -> bool {
        self.features.without.is_empty()
            || (self.allow_function(signature.name)
                && features::more_arguments(signature.name, signature.arguments.len())
                    .is_none_or(|feature| self.allow(feature)))
    }

    /// A call that gives the kind.
    pub(super) fn call(&mut self, result: Kind, depth: usize) -> Option<Expression> {
        let weight = |signature: &Signature| {
            if !self.is_allowed(signature) {
                return 0;
            }
            let at_hand =
                |argument: &Argument| matches!(argument, Argument::Of(kind) if self.is_at_hand(*kind));
            let rather = if signature.arguments.iter().any(at_hand) { 5 } else { 1 };
            rather * signature.weight
        };
        let fitting = SIGNATURES.iter().filter(|signature| signature.result == result);
        let weighed: Vec<(&Signature, usize)> =
            fitting.map(|signature| (signature, weight(signature))).collect();
        let (signature, _) = draw::by_weight(self.choices, &weighed, |(_, weight)| *weight)?;
        self.called(signature, depth)
    }

    /// A call of any function, each as often as every other, with the kind of what it gives.
    pub(in crate::generate) fn any_call(&mut self, depth: usize) -> Option<(Expression, Kind)> {
        for _ in 0..12 {
            let signature = self.choices.pick(SIGNATURES)?;
            let ways = SIGNATURES.iter().filter(|other| other.name == signature.name).count();
            if self.choices.below(ways) == 0
                && self.is_allowed(signature)
                && let Some(made) = self.called(signature, depth)
            {
                return Some((made, signature.result));
            }
        }
        None
    }

    fn called(&mut self, signature: &Signature, depth: usize) -> Option<Expression> {
        let arguments = signature.arguments.iter().map(|argument| self.argument(argument, depth));
        let arguments = arguments.collect::<Option<Vec<_>>>()?;
        Some(build::call(signature.name, arguments))
    }

    fn argument(&mut self, argument: &Argument, depth: usize) -> Option<Expression> {
        match argument {
            Argument::Of(kind @ (Kind::Node | Kind::Relationship | Kind::Path)) => self.leaf(*kind),
            Argument::Of(kind) => self.expression(*kind, depth),
            Argument::Anything => self.anything(depth),
            Argument::Small => Some(build::integer([0, 1, 2, 3, 5][self.choices.weighted(&[3, 4, 3, 2, 1])])),
            Argument::Step => self.choices.pick(&[1, 2, -1, -2]).copied().map(build::integer),
            Argument::Word(words) => self.choices.pick(words).map(|word| build::text(word)),
            Argument::Made(make) => make(self, depth),
        }
    }

    /// An expression of any kind, rather something read.
    pub(super) fn anything(&mut self, depth: usize) -> Option<Expression> {
        if self.choices.chance(60)
            && let Some(leaf) =
                self.leaf_where(|leaf| !leaf.values.iter().all(crate::evaluate::Value::is_null))
        {
            return Some(leaf.expression());
        }
        let kind = self.any_kind();
        self.expression(kind, depth)
    }

    /// A call whose value is the engine's own, for where nothing depends on it; or a test that it is there.
    pub(in crate::generate) fn volatile(&mut self) -> Option<(Expression, Kind)> {
        let (name, argument) = self.choices.pick(VOLATILE)?;
        if !self.allow_function(name) {
            return None;
        }
        let arguments = match argument {
            Some(kind) => vec![self.leaf(*kind)?],
            None => Vec::new(),
        };
        let made = build::call(name, arguments);
        match self.loose && self.choices.chance(50) {
            true => Some((made, Kind::Any)),
            false => self.allow("operator.is-not-null").then(|| (build::is_null(made, true), Kind::Boolean)),
        }
    }
}
