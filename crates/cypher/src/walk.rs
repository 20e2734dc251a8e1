//! Walks over syntax trees: what is directly inside an expression, and which expressions a query holds.
//!
//! Features, sizes and shrinking all need the same walk, so it is written once. Children come in the order of
//! the text.

use std::collections::BTreeSet;

use crate::ast::{Clause, Expression, PathPattern, Projection, Query};

/// The expressions directly inside this one.
pub(crate) fn children(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Parameter(_)
        | Expression::CountStar => Vec::new(),
        Expression::List(items) | Expression::Function { arguments: items, .. } => items.iter().collect(),
        Expression::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
        Expression::Property { subject, .. } | Expression::HasLabels { subject, .. } => vec![subject],
        Expression::Subscript { subject, index } => vec![subject, index],
        Expression::Slice { subject, from, to } => {
            std::iter::once(&**subject).chain(from.as_deref()).chain(to.as_deref()).collect()
        }
        Expression::Unary { operand, .. } | Expression::IsNull { operand, .. } => vec![operand],
        Expression::Binary { left, right, .. } => vec![left, right],
        Expression::Comparison { first, rest } => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand)).collect()
        }
        Expression::Case(case) => {
            let branches = case.branches.iter().flat_map(|(when, then)| [when, then]);
            case.subject.iter().chain(branches).chain(&case.otherwise).collect()
        }
        Expression::ListComprehension(inner) => {
            std::iter::once(&inner.list).chain(&inner.condition).chain(&inner.projection).collect()
        }
        Expression::Quantifier(inner) => vec![&inner.list, &inner.condition],
        Expression::Reduce(inner) => vec![&inner.initial, &inner.list, &inner.step],
    }
}

/// The expressions directly inside this one, to be changed; the same as [`children`].
pub(crate) fn children_mut(expression: &mut Expression) -> Vec<&mut Expression> {
    match expression {
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Parameter(_)
        | Expression::CountStar => Vec::new(),
        Expression::List(items) | Expression::Function { arguments: items, .. } => items.iter_mut().collect(),
        Expression::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
        Expression::Property { subject, .. } | Expression::HasLabels { subject, .. } => vec![subject],
        Expression::Subscript { subject, index } => vec![subject, index],
        Expression::Slice { subject, from, to } => {
            std::iter::once(&mut **subject).chain(from.as_deref_mut()).chain(to.as_deref_mut()).collect()
        }
        Expression::Unary { operand, .. } | Expression::IsNull { operand, .. } => vec![operand],
        Expression::Binary { left, right, .. } => vec![left, right],
        Expression::Comparison { first, rest } => {
            std::iter::once(&mut **first).chain(rest.iter_mut().map(|(_, operand)| operand)).collect()
        }
        Expression::Case(case) => {
            let case = &mut **case;
            let branches = case.branches.iter_mut().flat_map(|(when, then)| [when, then]);
            case.subject.iter_mut().chain(branches).chain(&mut case.otherwise).collect()
        }
        Expression::ListComprehension(inner) => {
            let inner = &mut **inner;
            std::iter::once(&mut inner.list)
                .chain(&mut inner.condition)
                .chain(&mut inner.projection)
                .collect()
        }
        Expression::Quantifier(inner) => {
            let inner = &mut **inner;
            vec![&mut inner.list, &mut inner.condition]
        }
        Expression::Reduce(inner) => {
            let inner = &mut **inner;
            vec![&mut inner.initial, &mut inner.list, &mut inner.step]
        }
    }
}

/// The variables that an expression binds for what is inside it.
pub(crate) fn locals(expression: &Expression) -> Vec<&str> {
    match expression {
        Expression::ListComprehension(inner) => vec![&inner.variable],
        Expression::Quantifier(inner) => vec![&inner.variable],
        Expression::Reduce(inner) => vec![&inner.accumulator, &inner.variable],
        _ => Vec::new(),
    }
}

/// The names of the variables that an expression takes from its surroundings.
pub(crate) fn free_variables(expression: &Expression) -> BTreeSet<&str> {
    let mut free: BTreeSet<&str> = match expression {
        Expression::Variable(name) => BTreeSet::from([name.as_str()]),
        _ => BTreeSet::new(),
    };
    let (outer, inner, bound): (Vec<&Expression>, Vec<&Expression>, Vec<&str>) = match expression {
        Expression::ListComprehension(it) => {
            let inner = it.condition.iter().chain(&it.projection).collect();
            (vec![&it.list], inner, vec![it.variable.as_str()])
        }
        Expression::Quantifier(it) => (vec![&it.list], vec![&it.condition], vec![it.variable.as_str()]),
        Expression::Reduce(it) => {
            (vec![&it.initial, &it.list], vec![&it.step], vec![it.accumulator.as_str(), it.variable.as_str()])
        }
        _ => (children(expression), Vec::new(), Vec::new()),
    };
    for child in inner {
        free.extend(free_variables(child).into_iter().filter(|name| !bound.contains(name)));
    }
    for child in outer {
        free.extend(free_variables(child));
    }
    free
}

/// The clauses of all parts of a query, in order.
pub(crate) fn clauses(query: &Query) -> impl Iterator<Item = &Clause> {
    let parts = std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part));
    parts.flat_map(|part| &part.clauses)
}

/// The clauses of all parts of a query, to be changed.
pub(crate) fn clauses_mut(query: &mut Query) -> impl Iterator<Item = &mut Clause> {
    let parts = std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|(_, part)| part));
    parts.flat_map(|part| &mut part.clauses)
}

/// The outermost expressions of a clause.
pub(crate) fn expressions(clause: &Clause) -> Vec<&Expression> {
    match clause {
        Clause::Match(inner) => {
            let patterns = inner.patterns.iter().flat_map(pattern_expressions);
            patterns.chain(&inner.condition).collect()
        }
        Clause::Unwind(inner) => vec![&inner.list],
        Clause::With(inner) => {
            projection_expressions(&inner.projection).into_iter().chain(&inner.condition).collect()
        }
        Clause::Return(projection) => projection_expressions(projection),
    }
}

fn pattern_expressions(pattern: &PathPattern) -> Vec<&Expression> {
    let steps = pattern
        .steps
        .iter()
        .flat_map(|step| step.relationship.properties.iter().chain(&step.node.properties));
    pattern.start.properties.iter().chain(steps).map(|(_, value)| value).collect()
}

fn projection_expressions(projection: &Projection) -> Vec<&Expression> {
    let items = projection.items.iter().map(|item| &item.expression);
    let order = projection.order.iter().map(|item| &item.expression);
    items.chain(order).chain(&projection.skip).chain(&projection.limit).collect()
}

/// The outermost expressions of a clause, to be changed; the same as [`expressions`].
pub(crate) fn expressions_mut(clause: &mut Clause) -> Vec<&mut Expression> {
    match clause {
        Clause::Match(inner) => {
            let patterns = inner.patterns.iter_mut().flat_map(pattern_expressions_mut);
            patterns.chain(&mut inner.condition).collect()
        }
        Clause::Unwind(inner) => vec![&mut inner.list],
        Clause::With(inner) => projection_expressions_mut(&mut inner.projection)
            .into_iter()
            .chain(&mut inner.condition)
            .collect(),
        Clause::Return(projection) => projection_expressions_mut(projection),
    }
}

fn pattern_expressions_mut(pattern: &mut PathPattern) -> Vec<&mut Expression> {
    let steps = pattern
        .steps
        .iter_mut()
        .flat_map(|step| step.relationship.properties.iter_mut().chain(&mut step.node.properties));
    pattern.start.properties.iter_mut().chain(steps).map(|(_, value)| value).collect()
}

fn projection_expressions_mut(projection: &mut Projection) -> Vec<&mut Expression> {
    let items = projection.items.iter_mut().map(|item| &mut item.expression);
    let order = projection.order.iter_mut().map(|item| &mut item.expression);
    items.chain(order).chain(&mut projection.skip).chain(&mut projection.limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{parse, parse_expression};

    #[test]
    fn both_walks_visit_the_same_in_the_order_of_the_text() {
        let text = "MATCH (a {k: 1})-[r {k: 2}]->(b {k: 3}) WHERE 4 WITH 5 AS x ORDER BY 6 SKIP 7 LIMIT 8 WHERE 9 \
                    UNWIND [10] AS y RETURN CASE 11 WHEN 12 THEN 13 ELSE 14 END AS z, 15 < 16, [x IN 17 WHERE 18 | 19], \
                    reduce(a = 20, b IN 21 | 22), x[23..24], all(x IN 25 WHERE 26), {k: 27}";
        let mut query = parse(text).unwrap();
        let mut seen = Vec::new();
        fn read(expression: &Expression, seen: &mut Vec<i64>) {
            if let Expression::Literal(crate::ast::Literal::Integer(number)) = expression {
                seen.push(*number);
            }
            children(expression).into_iter().for_each(|child| read(child, seen));
        }
        clauses(&query).flat_map(expressions).for_each(|expression| read(expression, &mut seen));
        assert_eq!(seen, (1..=27).collect::<Vec<i64>>());
        fn negate(expression: &mut Expression) {
            if let Expression::Literal(crate::ast::Literal::Integer(number)) = expression {
                *number = -*number;
            }
            children_mut(expression).into_iter().for_each(negate);
        }
        clauses_mut(&mut query).flat_map(expressions_mut).for_each(negate);
        seen.clear();
        clauses(&query).flat_map(expressions).for_each(|expression| read(expression, &mut seen));
        assert_eq!(seen, (1..=27).map(|number: i64| -number).collect::<Vec<i64>>());
    }

    #[test]
    fn variables_that_an_expression_binds_are_not_free() {
        for (text, free) in [
            ("a + b.c", "a b"),
            ("[x IN xs WHERE x > y | x + z]", "xs y z"),
            ("all(x IN x WHERE x)", "x"),
            ("reduce(s = s0, x IN xs | s + x + y)", "s0 xs y"),
        ] {
            let expression = parse_expression(text).unwrap();
            let names: Vec<&str> = free_variables(&expression).into_iter().collect();
            assert_eq!(names.join(" "), free, "{text}");
        }
    }
}
