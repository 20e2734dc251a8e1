//! Random expressions of a wanted kind.
//!
//! Each kind has a table of productions with weights and the feature that each needs; what is not allowed is
//! not drawn. Kinds keep most expressions from raising; what remains (an overflow, say) the evaluator sees.

mod boolean;
mod constant;
mod functions;
mod list;
mod looking;
mod number;
mod path;
mod signatures;
mod string;
mod temporal;

use quarrel_case::choices::Choices;
use quarrel_case::language::{Guidance, Setting};
use quarrel_case::profile::Features;

use super::kind::{Kind, SCALARS};
use super::scope::{Leaf, Names};
use super::view::View;
use super::{build, draw};
use crate::ast::{Case, Expression};

/// Writes expressions over what can be read at a point of the query.
pub(super) struct Writer<'a> {
    pub(super) choices: &'a mut Choices,
    pub(super) features: &'a Features,
    pub(super) leaves: &'a [Leaf],
    /// The graph: its keys and labels, and what patterns walk over.
    pub(super) view: &'a View,
    /// Names for what patterns inside an expression bind.
    names: &'a mut Names,
    /// Whether patterns follow the graph.
    guided: bool,
    /// Whether this is inside a subquery: then there is none in it.
    inner: bool,
    /// Variables that the expression itself binds.
    locals: Vec<(String, Kind)>,
    /// Whether leaves may be read whose values the language leaves open.
    loose: bool,
}

/// One way to make an expression; none when it has nothing to work on.
type Make = fn(&mut Writer<'_>, usize) -> Option<Expression>;

/// A way to make an expression, how often, and the feature that it needs (none: empty).
struct Production {
    weight: usize,
    feature: &'static str,
    make: Make,
}

const fn production(weight: usize, feature: &'static str, make: Make) -> Production {
    Production { weight, feature, make }
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        choices: &'a mut Choices,
        setting: &'a Setting,
        leaves: &'a [Leaf],
        view: &'a View,
        names: &'a mut Names,
    ) -> Self {
        let (features, guided) = (&setting.features, setting.guidance != Guidance::Random);
        let locals = Vec::new();
        Self { choices, features, leaves, view, names, guided, inner: false, locals, loose: false }
    }

    /// The same, allowed to read what the language leaves open: for values that decide nothing.
    pub(super) fn loose(mut self) -> Self {
        self.loose = true;
        self
    }

    pub(super) fn allow(&self, feature: &str) -> bool {
        feature.is_empty() || self.features.allow(feature)
    }

    /// An expression of the kind, at most so deep; none when nothing gives that kind.
    pub(super) fn expression(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let kind = if kind == Kind::Any { self.any_kind() } else { kind };
        let Some(depth) = depth.checked_sub(1).filter(|_| !self.choices.chance(25)) else {
            return match kind {
                Kind::Boolean => self.simple_comparison().or_else(|| self.simple(kind)),
                _ => self.simple(kind),
            };
        };
        let productions: &[Production] = match kind {
            Kind::Boolean => boolean::PRODUCTIONS,
            Kind::Integer => number::INTEGER,
            Kind::Float => number::FLOAT,
            Kind::String => string::PRODUCTIONS,
            Kind::IntegerList | Kind::StringList | Kind::FloatList | Kind::BooleanList | Kind::List => {
                return self.list(kind, depth);
            }
            Kind::Duration | Kind::Point => return self.temporal(kind, depth),
            _ if kind.is_instant() => return self.temporal(kind, depth),
            Kind::NodeList | Kind::RelationshipList => return self.elements(kind, depth),
            Kind::Node => return self.node(),
            Kind::Map => return self.map(depth),
            _ => &[],
        };
        self.draw(productions, depth).or_else(|| self.simple(kind))
    }

    /// Draws from the productions that are allowed until one succeeds.
    fn draw(&mut self, productions: &[Production], depth: usize) -> Option<Expression> {
        let features = self.features;
        let allowed = |feature: &str| feature.is_empty() || features.allow(feature);
        let weight = |production: &Production| production.weight * usize::from(allowed(production.feature));
        (0..4).find_map(|_| {
            let production = draw::by_weight(self.choices, productions, weight)?;
            (production.make)(self, depth)
        })
    }

    /// A leaf, or a constant.
    pub(super) fn simple(&mut self, kind: Kind) -> Option<Expression> {
        if self.choices.chance(75) {
            self.leaf(kind).or_else(|| self.constant(kind))
        } else {
            self.constant(kind).or_else(|| self.leaf(kind))
        }
    }

    /// Something to read of this kind.
    pub(super) fn leaf(&mut self, kind: Kind) -> Option<Expression> {
        let locals: Vec<&str> =
            self.locals.iter().filter(|(_, local)| *local == kind).map(|(name, _)| name.as_str()).collect();
        if !locals.is_empty() && self.choices.chance(75) {
            return self.choices.pick(&locals).map(|name| build::variable(name));
        }
        self.leaf_where(|leaf| leaf.kind == kind).map(Leaf::expression)
    }

    /// One of the leaves that may be read here and satisfy the condition.
    pub(super) fn leaf_where(&mut self, condition: impl Fn(&Leaf) -> bool) -> Option<&'a Leaf> {
        let loose = self.loose;
        let fitting = self.leaves.iter().filter(|leaf| (loose || !leaf.loose) && condition(leaf));
        draw::one_of(self.choices, fitting)
    }

    /// The same, in so many percent one that is rather wanted, if there is one.
    pub(super) fn leaf_rather(
        &mut self,
        percent: usize,
        wanted: impl Fn(&Leaf) -> bool,
        condition: impl Fn(&Leaf) -> bool,
    ) -> Option<&'a Leaf> {
        let rather = match self.choices.chance(percent) {
            true => self.leaf_where(|leaf| condition(leaf) && wanted(leaf)),
            false => None,
        };
        rather.or_else(|| self.leaf_where(condition))
    }

    /// A kind that something here can be read of, or that has constants.
    pub(super) fn any_kind(&mut self) -> Kind {
        match self.leaf_where(|leaf| leaf.kind.is_sortable()) {
            Some(leaf) if self.choices.chance(85) => leaf.kind,
            _ => self.scalar(),
        }
    }

    /// One of the kinds, rather one that something here can be read of.
    pub(super) fn kind_at_hand(&mut self, kinds: &[Kind]) -> Kind {
        let at_hand = kinds.iter().filter(|kind| self.is_at_hand(**kind)).count();
        if at_hand > 0 && self.choices.chance(90) {
            let chosen = self.choices.below(at_hand);
            let mut kinds = kinds.iter().copied().filter(|kind| self.is_at_hand(*kind));
            return kinds.nth(chosen).unwrap_or(Kind::Integer);
        }
        self.choices.pick(kinds).copied().unwrap_or(Kind::Integer)
    }

    /// Whether something of the kind can be read here.
    fn is_at_hand(&self, kind: Kind) -> bool {
        let loose = self.loose;
        self.locals.iter().any(|(_, local)| *local == kind)
            || self.leaves.iter().any(|leaf| leaf.kind == kind && (loose || !leaf.loose))
    }

    /// A kind that has constants and an order, rather one that something here can be read of.
    fn scalar_at_hand(&mut self) -> Kind {
        self.kind_at_hand(&[
            Kind::Integer,
            Kind::Integer,
            Kind::String,
            Kind::String,
            Kind::Float,
            Kind::Boolean,
        ])
    }

    /// A kind that has constants and an order.
    pub(super) fn scalar(&mut self) -> Kind {
        SCALARS[self.choices.weighted(&[5, 5, 3, 2])]
    }

    fn two(&mut self, kind: Kind, depth: usize) -> Option<(Expression, Expression)> {
        Some((self.expression(kind, depth)?, self.expression(kind, depth)?))
    }

    /// Makes an expression that may also read a variable of its own.
    fn with_local(
        &mut self,
        kind: Kind,
        make: impl FnOnce(&mut Self) -> Option<Expression>,
    ) -> Option<(String, Expression)> {
        let name = ["x", "y", "z"].get(self.locals.len()).copied()?;
        self.locals.push((name.to_owned(), kind));
        let made = make(self);
        self.locals.pop();
        made.map(|made| (name.to_owned(), made))
    }

    /// `CASE` of either form.
    fn case(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let compared = self.scalar_at_hand();
        let subject = match self.allow("case.subject") && self.choices.chance(40) {
            true => Some(self.expression(compared, 0)?),
            false => None,
        };
        let mut branches = Vec::new();
        for _ in 0..1 + self.choices.weighted(&[7, 3]) {
            let when = match subject {
                Some(_) => self.constant(compared)?,
                None => self.expression(Kind::Boolean, depth)?,
            };
            branches.push((when, self.expression(kind, depth.min(1))?));
        }
        let otherwise = match self.choices.chance(70) {
            true => Some(self.expression(kind, depth.min(1))?),
            false => None,
        };
        Some(Expression::Case(Box::new(Case { subject, branches, otherwise })))
    }

    fn coalesce(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let leaf = self.leaf(kind)?;
        Some(build::call("coalesce", vec![leaf, self.expression(kind, depth.min(1))?]))
    }

    /// The property of a node that a function finds.
    fn property_of_node(&mut self, kind: Kind) -> Option<Expression> {
        let keys = self.view.keys(Kind::Node).iter().filter(|(_, known)| *known == kind);
        let keys: Vec<&str> = keys.map(|(key, _)| &**key).collect();
        let key = *self.choices.pick(&keys)?;
        self.node().map(|node| build::property(node, key))
    }

    /// A node that a function finds.
    fn node(&mut self) -> Option<Expression> {
        let ends = [
            ("startNode", "function.startnode"),
            ("endNode", "function.endnode"),
            ("head", "function.head"),
            ("last", "function.last"),
        ];
        let (end, feature) = *self.choices.pick(&ends)?;
        if !self.allow(feature) {
            return None;
        }
        let subject = match end {
            "head" | "last" if self.allow("function.nodes") => {
                build::call("nodes", vec![self.leaf(Kind::Path)?])
            }
            "head" | "last" => return None,
            _ => self.leaf(Kind::Relationship)?,
        };
        Some(build::call(end, vec![subject]))
    }

    fn map(&mut self, depth: usize) -> Option<Expression> {
        if self.allow("map-projection") && self.choices.chance(45) {
            return self.map_projection(depth);
        }
        if !self.allow("literal.map") {
            return None;
        }
        let mut entries = Vec::new();
        for key in ["a", "b"].into_iter().take(1 + self.choices.below(2)) {
            let kind = self.any_kind();
            entries.push((key.to_owned(), self.expression(kind, depth.min(1))?));
        }
        Some(Expression::Map(entries))
    }

    /// `{a: expression}.a`.
    fn through_map(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let inner = self.expression(kind, depth.min(1))?;
        Some(build::property(Expression::Map(vec![("a".to_owned(), inner)]), "a"))
    }
}
