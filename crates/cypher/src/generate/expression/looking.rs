//! Expressions that look at the graph or at a type: subqueries, pattern comprehensions and predicates, map
//! projections, conditions on labels and types.
//!
//! Their patterns go out from what the chosen row binds, so that the inner query hangs on the outer row. Inside,
//! expressions are plain: one that could raise for some row would have the whole query thrown away.

use super::Writer;
use super::boolean::ORDERING;
use crate::ast::{
    Clause, Expression, Hop, MapProjection, MapProjectionItem, Match, PathPattern, PatternComprehension,
    Projection, Query, SingleQuery, SortItem, Subquery, SubqueryKind, UnionKind, ValueType,
};
use crate::generate::kind::Kind;
use crate::generate::pattern::Patterns;
use crate::generate::scope::{self, Leaf};
use crate::generate::{build, label};

/// A pattern inside an expression, with what can be read there.
struct Inside {
    patterns: Vec<PathPattern>,
    leaves: Vec<Leaf>,
    /// How many of these the pattern's own variables have; the others are read from outside.
    own: usize,
}

impl Writer<'_> {
    /// A pattern that binds variables of its own; none inside another.
    fn inside(&mut self, several: bool) -> Option<Inside> {
        if self.inner {
            return None;
        }
        let apart = self.choices.chance(12);
        let astray = self.choices.chance(40);
        let count = 1 + usize::from(several && self.allow("pattern.several") && self.choices.chance(12));
        let mut patterns = Patterns::new(
            &mut *self.choices,
            self.features,
            self.view,
            &mut *self.names,
            self.leaves,
            self.guided,
        );
        (patterns.apart, patterns.astray, patterns.within) = (apart, astray, true);
        // A repeated path stands in the patterns of clauses alone.
        patterns.modern = patterns.modern && several;
        let (made, new) = (patterns.patterns(count), patterns.new);
        let mut leaves = scope::leaves(&new, None, self.view);
        let own = leaves.len();
        leaves.extend(self.leaves.iter().cloned());
        Some(Inside { patterns: made, leaves, own })
    }

    /// Writes what stands inside, with more to read.
    fn within<T>(&mut self, leaves: &[Leaf], make: impl FnOnce(&mut Writer<'_>) -> T) -> T {
        make(&mut Writer {
            choices: &mut *self.choices,
            features: self.features,
            leaves,
            view: self.view,
            names: &mut *self.names,
            guided: self.guided,
            inner: true,
            locals: self.locals.clone(),
            loose: false,
        })
    }

    fn condition_inside(&mut self, leaves: &[Leaf], own: usize) -> Option<Expression> {
        let wanted = self.allow("where") && self.allow("where.match") && self.choices.chance(40);
        let depth = usize::from(self.choices.chance(20));
        if wanted
            && self.choices.chance(45)
            && let Some(correlated) = self.correlated(leaves, own)
        {
            return Some(correlated);
        }
        wanted.then(|| self.within(leaves, |writer| writer.expression(Kind::Boolean, depth)))?
    }

    /// Something that the pattern finds compared with something read from outside.
    fn correlated(&mut self, leaves: &[Leaf], own: usize) -> Option<Expression> {
        let (inner, outer) = leaves.split_at_checked(own)?;
        let inner: Vec<&Leaf> = inner.iter().filter(|leaf| leaf.kind.is_sortable()).collect();
        let inner = *self.choices.pick(&inner)?;
        let same = |leaf: &&Leaf| leaf.kind == inner.kind && !leaf.loose;
        let outer: Vec<&Leaf> = outer.iter().filter(same).collect();
        let (inner, outer) = (inner.expression(), self.choices.pick(&outer)?.expression());
        let operator = self.operator(&ORDERING)?;
        Some(match self.choices.chance(50) {
            true => build::compare(operator, inner, outer),
            false => build::compare(operator, outer, inner),
        })
    }

    /// `MATCH ... [WHERE ...]` of a subquery, with what can be read after it.
    fn subquery_match(&mut self) -> Option<(Clause, Vec<Leaf>)> {
        if !self.allow("match") {
            return None;
        }
        let Inside { patterns, leaves, own } = self.inside(true)?;
        let condition = self.condition_inside(&leaves, own);
        Some((Clause::Match(Match { patterns, condition, ..Match::default() }), leaves))
    }

    /// A subquery of which only its rows count: a pattern alone, or with a `RETURN`, or a union.
    fn rows(&mut self) -> Option<Query> {
        let (first, leaves) = self.subquery_match()?;
        let all = self.allow("union-all");
        let full = usize::from(self.allow("subquery.full"));
        let form =
            self.choices.weighted(&[55, 35 * full, 10 * full * usize::from(all || self.allow("union"))]);
        if form == 0 {
            return Some(Query::single(vec![first]));
        }
        let name = self.names.fresh(Kind::Any);
        let kind = self.scalar();
        let returned = self.returned(&leaves, kind, &name)?;
        let mut query = Query::single(vec![first, returned]);
        if form == 2 {
            let (second, leaves) = self.subquery_match()?;
            let returned = self.returned(&leaves, kind, &name)?;
            let distinct = self.allow("union") && (!all || self.choices.chance(60));
            let union = if distinct { UnionKind::Distinct } else { UnionKind::All };
            query.unions.push((union, SingleQuery { clauses: vec![second, returned] }));
        }
        Some(query)
    }

    fn returned(&mut self, leaves: &[Leaf], kind: Kind, name: &str) -> Option<Clause> {
        let distinct = self.allow("distinct") && self.choices.chance(35);
        let value = self.within(leaves, |writer| writer.simple(kind))?;
        let items = vec![build::item(value, name)];
        Some(Clause::Return(Projection { distinct, items, ..Projection::default() }))
    }

    /// `EXISTS { ... }`.
    pub(super) fn exists(&mut self) -> Option<Expression> {
        let query = self.rows()?;
        Some(Expression::Subquery(Box::new(Subquery { kind: SubqueryKind::Exists, query })))
    }

    /// `COUNT { ... }`.
    pub(super) fn counted(&mut self) -> Option<Expression> {
        let query = self.rows()?;
        Some(Expression::Subquery(Box::new(Subquery { kind: SubqueryKind::Count, query })))
    }

    /// `COLLECT { ... }`, in order unless nothing depends on it.
    pub(super) fn collected(&mut self, item: Kind) -> Option<Expression> {
        let ordered = self.allow("order-by") && item.is_sortable();
        if !ordered && !self.loose {
            return None;
        }
        let (first, leaves) = self.subquery_match()?;
        let name = self.names.fresh(Kind::Any);
        let Clause::Return(mut projection) = self.returned(&leaves, item, &name)? else { return None };
        if ordered {
            let descending = self.allow("order-by.descending") && self.choices.chance(40);
            projection.order.push(SortItem { expression: build::variable(&name), descending });
        }
        let query = Query::single(vec![first, Clause::Return(projection)]);
        Some(Expression::Subquery(Box::new(Subquery { kind: SubqueryKind::Collect, query })))
    }

    fn comprehension_of_pattern(&mut self, item: Kind) -> Option<Expression> {
        let Inside { mut patterns, leaves, own } = self.inside(false)?;
        let condition = self.condition_inside(&leaves, own);
        let projection = self.within(&leaves, |writer| writer.simple(item))?;
        let pattern = patterns.pop().filter(|pattern| !pattern.steps.is_empty())?;
        Some(Expression::PatternComprehension(Box::new(PatternComprehension {
            pattern,
            condition,
            projection,
        })))
    }

    /// `[(a)-->(b) | b.k]`, whose order is open.
    pub(super) fn loose_comprehension(&mut self, item: Kind) -> Option<Expression> {
        if self.loose { self.comprehension_of_pattern(item) } else { None }
    }

    /// `size([(a)-->(b) | b.k])`.
    pub(super) fn comprehended_size(&mut self) -> Option<Expression> {
        if !self.allow("function.size") {
            return None;
        }
        let kind = self.scalar();
        self.comprehension_of_pattern(kind).map(|list| build::call("size", vec![list]))
    }

    /// A pattern over bound variables that stands for whether there is a match.
    pub(in crate::generate) fn pattern_predicate(&mut self) -> Option<Expression> {
        if !self.allow("pattern-predicate") {
            return None;
        }
        let Inside { mut patterns, .. } = self.inside(false)?;
        let mut pattern = patterns.pop().filter(|pattern| !pattern.steps.is_empty())?;
        let bound = |name: &String| self.leaves.iter().any(|leaf| leaf.variable() == Some(name));
        pattern.variable = None;
        pattern.start.variable = pattern.start.variable.filter(bound);
        pattern.start.condition = None;
        for step in &mut pattern.steps {
            step.node.variable = step.node.variable.take().filter(bound);
            step.node.condition = None;
            match &mut step.hop {
                Hop::Relationship(relationship) => {
                    relationship.variable = relationship.variable.take().filter(bound);
                    relationship.condition = None;
                }
                Hop::Quantified(inner) => forget_names(&mut inner.pattern),
            }
        }
        Some(Expression::Pattern(Box::new(pattern)))
    }

    /// `x IS :: TYPE`.
    pub(super) fn typed(&mut self, depth: usize) -> Option<Expression> {
        let operand = Box::new(self.anything(depth)?);
        let value_type = self.value_type()?;
        Some(Expression::IsTyped { operand, negated: self.choices.chance(25), value_type })
    }

    fn value_type(&mut self) -> Option<ValueType> {
        const TYPES: [ValueType; 14] = [
            ValueType::Integer,
            ValueType::String,
            ValueType::Float,
            ValueType::Boolean,
            ValueType::Integer,
            ValueType::String,
            ValueType::Any,
            ValueType::Null,
            ValueType::Node,
            ValueType::Relationship,
            ValueType::Map,
            ValueType::Date,
            ValueType::Duration,
            ValueType::PropertyValue,
        ];
        let simple = self.choices.pick(&TYPES)?.clone();
        let plain = !matches!(simple, ValueType::Any | ValueType::Null | ValueType::PropertyValue);
        Some(match self.choices.weighted(&[60, 15, 15, 10]) {
            1 if plain => ValueType::List(Box::new(simple)),
            2 if plain => ValueType::NotNull(Box::new(simple)),
            3 => ValueType::Union(vec![ValueType::Integer, ValueType::String]),
            _ => simple,
        })
    }

    /// `n:A|B` and other conditions on labels.
    pub(super) fn label_test(&mut self) -> Option<Expression> {
        if !self.allow("label-predicate") {
            return None;
        }
        let subject = Box::new(self.leaf(Kind::Node)?);
        let labels = Box::new(label::expression(self.choices, &self.view.labels, false)?);
        Some(Expression::IsLabeled { subject, labels })
    }

    /// `n {.k, .*, a: value}`.
    pub(super) fn map_projection(&mut self, depth: usize) -> Option<Expression> {
        let kinds = [Kind::Node, Kind::Node, Kind::Relationship, Kind::Map];
        let kind = self.kind_at_hand(&kinds);
        let Expression::Variable(variable) = self.leaf(kind)? else { return None };
        let keys = self.view.keys(if kind == Kind::Relationship { kind } else { Kind::Node });
        let mut items = Vec::new();
        if self.choices.chance(70) {
            items
                .extend(self.choices.pick(keys).map(|(key, _)| MapProjectionItem::Property(key.to_string())));
        }
        if self.allow("map-projection.all-properties") && self.choices.chance(40) {
            items.push(MapProjectionItem::AllProperties);
        }
        if items.is_empty() || self.choices.chance(40) {
            let kind = self.any_kind();
            items.push(MapProjectionItem::Entry("a".to_owned(), self.expression(kind, depth.min(1))?));
        }
        if self.choices.chance(15)
            && let Some(other) = self.leaf_where(is_variable).and_then(Leaf::variable)
        {
            items.push(MapProjectionItem::Variable(other.to_owned()));
        }
        Some(Expression::MapProjection(Box::new(MapProjection { variable, items })))
    }
}

fn is_variable(leaf: &Leaf) -> bool {
    leaf.variable().is_some() && leaf.kind.is_sortable()
}

/// Takes the variables, and what speaks of them, out of a repeated path.
fn forget_names(pattern: &mut PathPattern) {
    pattern.condition = None;
    pattern.start.variable = None;
    for step in &mut pattern.steps {
        step.node.variable = None;
        if let Hop::Relationship(relationship) = &mut step.hop {
            relationship.variable = None;
        }
    }
}
