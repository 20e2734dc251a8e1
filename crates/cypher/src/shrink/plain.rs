//! Candidates that are as large as the query and plainer.
//!
//! Each change is small, so they are tried together first, then by halves and quarters, then one by one.

use super::sites::{Site, sites};
use super::{families, lists, oddity, order};
use crate::ast::{
    Clause, Direction, Expression, Hop, Match, PathPattern, PathStep, Projection, QuantifiedPath, Query,
    RelationshipPattern, UnaryOperator, UnionKind,
};
use crate::walk;

/// What can be plainer.
enum Place {
    Unions,
    Clause(usize),
    Expression(Site),
}

/// The query with one plainer part or more.
pub(super) fn candidates(query: &Query, push: &mut dyn FnMut(Query)) {
    let places = places(query);
    for (start, end) in [(0, places.len())].into_iter().chain(lists::runs(places.len())) {
        if end - start > 1 {
            push(together(query, places.get(start..end).unwrap_or_default()));
        }
    }
    for place in &places {
        alternatives(query, place).into_iter().for_each(&mut *push);
    }
}

/// The places where something can be plainer; expressions come before what is inside them.
fn places(query: &Query) -> Vec<Place> {
    let clauses = walk::clauses(query).enumerate();
    let clauses = clauses.filter(|(_, clause)| !plainer_clauses(clause).is_empty());
    let clauses: Vec<Place> = clauses.map(|(place, _)| Place::Clause(place)).collect();
    let sites = sites(query).into_iter().filter(|(_, expression)| !plainer(expression).is_empty());
    let unions = query.unions.iter().any(|(kind, _)| *kind == UnionKind::All).then_some(Place::Unions);
    let sites = sites.map(|(site, _)| Place::Expression(site));
    // A clause may reorder its expressions, which moves their places: so it is changed after them.
    unions.into_iter().chain(clauses).chain(sites).collect()
}

/// The first alternative of every place, the innermost changed first.
fn together(query: &Query, places: &[Place]) -> Query {
    let mut found = query.clone();
    for place in places.iter().rev() {
        if let Some(plainer) = alternatives(&found, place).into_iter().next() {
            found = plainer;
        }
    }
    found
}

fn alternatives(query: &Query, place: &Place) -> Vec<Query> {
    match place {
        Place::Unions => {
            let mut found = query.clone();
            found.unions.iter_mut().for_each(|(kind, _)| *kind = UnionKind::Distinct);
            vec![found]
        }
        Place::Clause(number) => {
            let clause = walk::clauses(query).nth(*number);
            let plainer = clause.map(plainer_clauses).unwrap_or_default();
            plainer.into_iter().map(|clause| with_clause(query, *number, clause)).collect()
        }
        Place::Expression(site) => {
            let mut found = query.clone();
            let plainer = site.of_mut(&mut found).map(|expression| plainer(expression)).unwrap_or_default();
            plainer.into_iter().map(|expression| site.replaced(query, expression)).collect()
        }
    }
}

/// The query with another clause at a place.
pub(super) fn with_clause(query: &Query, number: usize, clause: Clause) -> Query {
    let mut query = query.clone();
    if let Some(place) = walk::clauses_mut(&mut query).nth(number) {
        *place = clause;
    }
    query
}

fn plainer_clauses(clause: &Clause) -> Vec<Clause> {
    match clause {
        Clause::Match(inner) => plainer_matches(inner).into_iter().map(Clause::Match).collect(),
        Clause::Unwind(_) => Vec::new(),
        Clause::With(inner) => {
            let plainer = plainer_projections(&inner.projection).into_iter();
            let with = |projection| Clause::With(crate::ast::With { projection, ..inner.clone() });
            plainer.map(with).collect()
        }
        Clause::Return(inner) => plainer_projections(inner).into_iter().map(Clause::Return).collect(),
        _ => Vec::new(),
    }
}

/// Patterns in order; arrows to the right: around, turned, or instead of either way.
fn plainer_matches(inner: &Match) -> Vec<Match> {
    let mut found = Vec::new();
    if order::inversions(&inner.patterns, order::pattern_key) > 0 {
        let mut sorted = inner.clone();
        sorted.patterns.sort_by_key(order::pattern_key);
        found.push(sorted);
    }
    let mut push = |place: usize, pattern: PathPattern| {
        let mut plainer = inner.clone();
        if let Some(old) = plainer.patterns.get_mut(place) {
            *old = pattern;
        }
        found.push(plainer);
    };
    for (place, pattern) in inner.patterns.iter().enumerate() {
        let relationships = || pattern.steps.iter().filter_map(PathStep::relationship);
        let count = |wanted| relationships().filter(|inner| inner.direction == wanted).count();
        if count(Direction::Left) > count(Direction::Right) {
            push(place, around(pattern));
        }
        for from in [Direction::Left, Direction::Undirected] {
            for number in 0..pattern.steps.len() {
                let mut turned = pattern.clone();
                if let Some(relationship) = turned.steps.get_mut(number).and_then(PathStep::relationship_mut)
                    && relationship.direction == from
                {
                    relationship.direction = Direction::Right;
                    push(place, turned);
                }
            }
        }
    }
    found
}

/// The same path read from its other end.
pub(super) fn around(pattern: &PathPattern) -> PathPattern {
    let mut nodes = vec![pattern.start.clone()];
    nodes.extend(pattern.steps.iter().map(|step| step.node.clone()));
    let mut nodes = nodes.into_iter().rev();
    let start = nodes.next().unwrap_or_default();
    let hops = pattern.steps.iter().rev().map(|step| match &step.hop {
        Hop::Relationship(relationship) => Hop::Relationship(turned(relationship)),
        Hop::Quantified(inner) => {
            Hop::Quantified(Box::new(QuantifiedPath { pattern: around(&inner.pattern), ..(**inner).clone() }))
        }
    });
    let steps = hops.zip(nodes).map(|(hop, node)| PathStep { hop, node }).collect();
    PathPattern { start, steps, ..pattern.clone() }
}

fn turned(relationship: &RelationshipPattern) -> RelationshipPattern {
    let direction = match relationship.direction {
        Direction::Right => Direction::Left,
        Direction::Left => Direction::Right,
        Direction::Undirected => Direction::Undirected,
    };
    RelationshipPattern { direction, ..relationship.clone() }
}

fn plainer_projections(projection: &Projection) -> Vec<Projection> {
    let mut found = Vec::new();
    if projection.items.iter().any(oddity::is_named_twice) {
        let mut plainer = projection.clone();
        plainer
            .items
            .iter_mut()
            .filter(|item| oddity::is_named_twice(item))
            .for_each(|item| item.alias = None);
        found.push(plainer);
    }
    if order::inversions(&projection.items, order::item_key) > 0 {
        let mut sorted = projection.clone();
        sorted.items.sort_by(|left, right| order::item_key(left).cmp(&order::item_key(right)));
        found.push(sorted);
    }
    found
}

/// Plainer expressions with the same parts inside.
fn plainer(expression: &Expression) -> Vec<Expression> {
    let bound = oddity::own(expression);
    let mut found = others(expression);
    found.retain(|other| oddity::own(other) < bound);
    found
}

fn others(expression: &Expression) -> Vec<Expression> {
    match expression {
        Expression::Comparison { .. } => plainer_comparisons(expression),
        Expression::Binary { .. } => plainer_operators(expression),
        Expression::Unary { operator: UnaryOperator::Plus, operand } => {
            vec![Expression::Unary { operator: UnaryOperator::Negate, operand: operand.clone() }]
        }
        Expression::IsNull { operand, negated: true } => {
            vec![Expression::IsNull { operand: operand.clone(), negated: false }]
        }
        Expression::Function { name, distinct, arguments } => {
            let call = |name: &&str| {
                let (name, arguments) = ((*name).to_owned(), arguments.clone());
                Expression::Function { name, distinct: *distinct, arguments }
            };
            families::plainer_functions(name).iter().map(call).collect()
        }
        Expression::Quantifier(inner) => {
            let other = |kind: &crate::ast::QuantifierKind| {
                Expression::Quantifier(Box::new(crate::ast::Quantifier { kind: *kind, ..(**inner).clone() }))
            };
            families::plainer_quantifiers(inner.kind).iter().map(other).collect()
        }
        Expression::List(items) if order::inversions(items, order::key) > 0 => {
            let mut items = items.clone();
            items.sort_by(|left, right| order::key(left).cmp(&order::key(right)));
            vec![Expression::List(items)]
        }
        _ => Vec::new(),
    }
}

fn plainer_comparisons(expression: &Expression) -> Vec<Expression> {
    let Expression::Comparison { first, rest } = expression else { return Vec::new() };
    let mut found = Vec::new();
    if let [(operator, right)] = rest.as_slice()
        && (oddity::is_turned(expression) || families::turned(*operator) != *operator)
    {
        let rest = vec![(families::turned(*operator), (**first).clone())];
        found.push(Expression::Comparison { first: Box::new(right.clone()), rest });
    }
    for (place, (operator, _)) in rest.iter().enumerate() {
        for plainer in families::plainer_comparisons(*operator) {
            let mut rest = rest.clone();
            if let Some(link) = rest.get_mut(place) {
                link.0 = *plainer;
            }
            found.push(Expression::Comparison { first: first.clone(), rest });
        }
    }
    found
}

fn plainer_operators(expression: &Expression) -> Vec<Expression> {
    let Expression::Binary { operator, left, right } = expression else { return Vec::new() };
    let mut found = Vec::new();
    if oddity::is_turned(expression) {
        found.push(Expression::Binary { operator: *operator, left: right.clone(), right: left.clone() });
    }
    if families::is_on_texts(*operator) {
        let rest = vec![(crate::ast::ComparisonOperator::Equal, (**right).clone())];
        found.push(Expression::Comparison { first: left.clone(), rest });
    }
    let with = |operator: &crate::ast::BinaryOperator| Expression::Binary {
        operator: *operator,
        left: left.clone(),
        right: right.clone(),
    };
    found.extend(families::plainer_binaries(*operator).iter().map(with));
    found
}
