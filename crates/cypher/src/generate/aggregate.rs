//! Aggregates.

use super::build;
use super::draft::Draft;
use super::expression::Writer;
use super::kind::Kind;
use super::scope::Leaf;
use crate::ast::{BinaryOperator, Expression, Literal};
use crate::features;

/// A function with its weight and the kinds that it takes.
const FUNCTIONS: &[(&str, usize, &[Kind])] = &[
    ("count", 16, &[Kind::Integer, Kind::String, Kind::Float, Kind::Boolean, Kind::Node, Kind::Relationship]),
    ("sum", 11, &[Kind::Integer, Kind::Integer, Kind::Float]),
    ("min", 9, &[Kind::Integer, Kind::String, Kind::Float]),
    ("max", 9, &[Kind::Integer, Kind::String, Kind::Float]),
    ("avg", 6, &[Kind::Integer, Kind::Float]),
    ("collect", 16, &[Kind::Integer, Kind::String, Kind::Float, Kind::Boolean, Kind::Node]),
    ("percentileDisc", 2, &[Kind::Integer, Kind::Float]),
    ("percentileCont", 2, &[Kind::Integer, Kind::Float]),
    ("stDev", 1, &[Kind::Integer, Kind::Float]),
    ("stDevP", 1, &[Kind::Integer, Kind::Float]),
];

impl Draft<'_> {
    /// An aggregate with its kind, now and then within an expression.
    pub(super) fn aggregate(&mut self) -> Option<(Expression, Kind)> {
        let depth = self.depth().min(1);
        let mut writer = self.writer();
        let (made, kind) = (0..4).find_map(|_| writer.plain_aggregate(depth))?;
        let wrapped = writer.choices.chance(14);
        match kind {
            Kind::Integer if wrapped && writer.allow("operator.add") => {
                let other = build::integer(*writer.choices.pick(&[1, 2, -1])?);
                Some((build::binary(BinaryOperator::Add, made, other), kind))
            }
            _ if wrapped && kind.is_list() && writer.allow("function.size") => {
                Some((build::call("size", vec![made]), Kind::Integer))
            }
            _ => Some((made, kind)),
        }
    }
}

impl Writer<'_> {
    fn plain_aggregate(&mut self, depth: usize) -> Option<(Expression, Kind)> {
        if self.allow("aggregate.count-star") && self.choices.chance(20) {
            return Some((Expression::CountStar, Kind::Integer));
        }
        let odd = if self.choices.chance(40) { self.leaf_where(Leaf::is_odd) } else { None };
        let distinct = self.choices.chance(if odd.is_some() { 50 } else { 25 });
        let all = self.features.without.is_empty();
        let allow = |name: &str| all || self.allow(features::function(name, distinct));
        let weights: Vec<usize> =
            FUNCTIONS.iter().map(|(name, weight, _)| weight * usize::from(allow(name))).collect();
        let (name, weight, kinds) = FUNCTIONS.get(self.choices.weighted(&weights))?;
        if weights.iter().all(|allowed| *allowed == 0) || *weight == 0 {
            return None;
        }
        let odd = odd.filter(|odd| kinds.contains(&odd.kind));
        let kind = odd.map_or_else(|| self.kind_at_hand(kinds), |odd| odd.kind);
        let argument = match self.choices.chance(70) || kind.is_element() {
            _ if odd.is_some() => odd.map(Leaf::expression),
            true => self.leaf(kind).or_else(|| self.expression(kind, depth)),
            false => self.expression(kind, depth),
        }?;
        let mut arguments = vec![argument];
        if name.starts_with("percentile") {
            let share = *self.choices.pick(&[0.0, 0.5, 1.0])?;
            arguments.push(Expression::Literal(Literal::Float(share)));
        }
        let result = match *name {
            "count" => Kind::Integer,
            "collect" => kind.list(),
            "avg" | "percentileCont" | "stDev" | "stDevP" => Kind::Float,
            _ => kind,
        };
        Some((Expression::Function { name: (*name).to_owned(), distinct, arguments }, result))
    }
}
