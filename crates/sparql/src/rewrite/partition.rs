//! An answer put together from three.
//!
//! A condition is true, false or an error, for the trichotomy of the effective boolean value is total (SPARQL 1.1, 17.2.2), `!`
//! keeps errors (17.3), IF takes the effective boolean value (17.4.1.2) and COALESCE takes errors away (17.4.1.3). So
//! `FILTER(c)`, `FILTER(!(c))` and `FILTER(COALESCE(IF(c, false, false), true))` share the solutions of a group among them:
//! at its end, where a filter only drops solutions; never in an OPTIONAL, where it decides about an extension (18.2.2.6).

use quarrel_case::rewriting::{Bond, Family};

use super::build::{
    and, boolean, choose, coalesce, count_all, equal, group, integer, not, parted, sum, used, with,
};
use super::names::relabelled;
use super::place::Around;
use super::{Asked, Fits, Law, law};
use crate::ast::{
    Aggregate, AggregateFunction, Column, Duplicates, Element, Expression, Form, Group, Projection, Query,
    Select,
};

const fn rule(name: &'static str, says: &'static str, source: &'static str, fits: Fits) -> Law {
    law(Family::Partition, name, says, source, fits)
}

const TLP: &str = "Rigger and Su, OOPSLA 2020; SPARQL 1.1, 17.2.2, 17.3, 17.4.1.2 and 17.4.1.3";

pub(super) const LAWS: &[Law] = &[
    rule("t-branches", "a group is the UNION of its parts", TLP, Fits::AskedGroup(branches)),
    rule("t-columns", "a condition as a number, which a part asks for", TLP, Fits::Asked(numbers)),
    rule("t-having", "the groups are partitioned by a condition on them", TLP, Fits::Asked(having)),
    rule("t-rows", "the solutions are partitioned by a condition", TLP, Fits::Asked(rows)),
    rule("t-sum-of-ones", "a count is the sum of ones of its parts", TLP, Fits::Asked(sum_of_ones)),
];

/// Where the condition holds, where its negation does, and where it is an error.
fn parts(condition: &Expression) -> [Expression; 3] {
    let undecided = coalesce(vec![choose(condition.clone(), boolean(false), boolean(false)), boolean(true)]);
    [condition.clone(), not(condition.clone()), undecided]
}

/// What holds between a query and its parts, whose outermost groups share its solutions.
fn bond(query: &Query) -> Option<Bond> {
    let modifiers = &query.modifiers;
    let Form::Select(Select { duplicates, projection }) = &query.form else { return None };
    if modifiers.limit.is_some() || modifiers.offset.is_some() || *projection == Projection::All {
        return None;
    }
    if !query.is_grouped() {
        return match duplicates {
            Duplicates::All => Some(Bond::Parts),
            Duplicates::Distinct => Some(Bond::DistinctParts),
            Duplicates::Reduced => None,
        };
    }
    let aggregate = lone(query)?;
    match aggregate.function {
        _ if aggregate.distinct => match aggregate.function {
            AggregateFunction::Min => Some(Bond::Least),
            AggregateFunction::Max => Some(Bond::Greatest),
            _ => None,
        },
        AggregateFunction::Count | AggregateFunction::Sum => Some(Bond::Sum),
        AggregateFunction::Min => Some(Bond::Least),
        AggregateFunction::Max => Some(Bond::Greatest),
        _ => None,
    }
}

/// The aggregate that is all a query asks for.
fn lone(query: &Query) -> Option<&Aggregate> {
    let modifiers = &query.modifiers;
    if !modifiers.group_by.is_empty() || !modifiers.having.is_empty() || modifiers.values.is_some() {
        return None;
    }
    match query.columns() {
        [Column::Expression { expression: Expression::Aggregate(aggregate), .. }] => Some(aggregate),
        _ => None,
    }
}

fn filtered(query: &Query, condition: Expression) -> Query {
    let mut part = query.clone();
    part.pattern.elements.push(Element::Filter(condition));
    part
}

fn rows(query: &Query, condition: &Expression, _: &Around<'_>) -> Option<Asked> {
    let bond = bond(query)?;
    let queries = parts(condition).into_iter().map(|part| filtered(query, part)).collect();
    Some(Asked { queries, bond })
}

/// The three texts differ in one number alone.
fn numbers(query: &Query, condition: &Expression, _: &Around<'_>) -> Option<Asked> {
    let bond = bond(query)?;
    let number = coalesce(vec![choose(condition.clone(), integer(1), integer(0)), integer(2)]);
    let part = |value| filtered(query, equal(number.clone(), integer(value)));
    Some(Asked { queries: [1, 0, 2].into_iter().map(part).collect(), bond })
}

fn sum_of_ones(query: &Query, condition: &Expression, _: &Around<'_>) -> Option<Asked> {
    let aggregate = lone(query)?;
    let bond = bond(query)?;
    if *aggregate != count_all() {
        return None;
    }
    let part = |condition| {
        let mut part = filtered(query, condition);
        if let Form::Select(Select { projection: Projection::Columns(columns), .. }) = &mut part.form
            && let [Column::Expression { expression, .. }] = columns.as_mut_slice()
        {
            *expression = sum(integer(1));
        }
        part
    };
    Some(Asked { queries: parts(condition).into_iter().map(part).collect(), bond })
}

/// HAVING filters groups as FILTER filters solutions (11.3).
fn having(query: &Query, condition: &Expression, _: &Around<'_>) -> Option<Asked> {
    let modifiers = &query.modifiers;
    let Form::Select(Select { duplicates: Duplicates::All, .. }) = &query.form else { return None };
    if modifiers.group_by.is_empty() || modifiers.limit.is_some() || modifiers.offset.is_some() {
        return None;
    }
    // Its variables must be keys, and then it is the same for all of a group.
    let keys: Vec<_> = modifiers.group_by.iter().filter_map(|key| key.name()).collect();
    if super::build::has_exists(condition) || !used(condition).iter().all(|variable| keys.contains(&variable))
    {
        return None;
    }
    let part = |condition: Expression| {
        let mut part = query.clone();
        let whole = part.modifiers.having.drain(..).reduce(and);
        part.modifiers.having = vec![match whole {
            Some(whole) => and(whole, condition),
            None => condition,
        }];
        part
    };
    Some(Asked { queries: parts(condition).into_iter().map(part).collect(), bond: Bond::Parts })
}

/// `P` as `{ P FILTER(c) } UNION { P FILTER(!c) } UNION { P FILTER(error) }`.
fn branches(place: &Group, condition: &Expression, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists || around.is_optional || super::build::has_exists(condition) {
        return Vec::new();
    }
    let (_, others) = parted(&place.elements);
    let scope = super::build::scope(&others);
    let all = used(condition);
    if others.is_empty() || all.is_empty() || !all.is_subset(&scope) {
        return Vec::new();
    }
    let branch = |(copy, part)| {
        let whole = relabelled(place, copy);
        with(&whole.elements, whole.elements.len(), vec![Element::Filter(part)])
    };
    let union = parts(condition).into_iter().enumerate().map(branch).collect();
    vec![group(vec![Element::Union(union)])]
}
