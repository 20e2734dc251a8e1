//! What is directly inside an expression.

use super::{clause, clauses, clauses_mut};
use crate::ast::{Case, Expression, MapProjectionItem};

/// The walk over shared and over mutable references is one text, so that the two cannot differ.
macro_rules! walk {
    ($children:ident, $case:ident, $clauses:ident, $in_clause:path, $in_pattern:path $(, $mutable:tt)?) => {
        /// The expressions directly inside this one, in the order of the text.
        pub(crate) fn $children(expression: & $($mutable)? Expression) -> Vec<& $($mutable)? Expression> {
            let mut found = Vec::new();
            match expression {
                Expression::Literal(_)
                | Expression::Variable(_)
                | Expression::Parameter(_)
                | Expression::CountStar => {}
                Expression::List(items) | Expression::Function { arguments: items, .. } => found.extend(items),
                Expression::Map(entries) => found.extend(entries.into_iter().map(|(_, value)| value)),
                Expression::Property { subject: one, .. }
                | Expression::HasLabels { subject: one, .. }
                | Expression::IsLabeled { subject: one, .. }
                | Expression::IsTyped { operand: one, .. }
                | Expression::Unary { operand: one, .. }
                | Expression::IsNull { operand: one, .. } => found.push(& $($mutable)? **one),
                Expression::Subscript { subject: left, index: right } | Expression::Binary { left, right, .. } => {
                    found.push(& $($mutable)? **left);
                    found.push(& $($mutable)? **right);
                }
                Expression::Slice { subject, from, to } => {
                    found.push(& $($mutable)? **subject);
                    found.extend(from.into_iter().chain(to).map(|bound| & $($mutable)? **bound));
                }
                Expression::Comparison { first, rest } => {
                    found.push(& $($mutable)? **first);
                    found.extend(rest.into_iter().map(|(_, operand)| operand));
                }
                Expression::Case(inner) => $case(& $($mutable)? **inner, & mut found),
                Expression::ListComprehension(inner) => {
                    let inner = & $($mutable)? **inner;
                    found.push(& $($mutable)? inner.list);
                    found.extend(& $($mutable)? inner.condition);
                    found.extend(& $($mutable)? inner.projection);
                }
                Expression::Quantifier(inner) => {
                    let inner = & $($mutable)? **inner;
                    found.push(& $($mutable)? inner.list);
                    found.push(& $($mutable)? inner.condition);
                }
                Expression::Reduce(inner) => {
                    let inner = & $($mutable)? **inner;
                    found.push(& $($mutable)? inner.initial);
                    found.push(& $($mutable)? inner.list);
                    found.push(& $($mutable)? inner.step);
                }
                Expression::MapProjection(inner) => {
                    found.extend((& $($mutable)? inner.items).into_iter().filter_map(|item| match item {
                        MapProjectionItem::Entry(_, value) => Some(value),
                        _ => None,
                    }));
                }
                Expression::Pattern(pattern) => $in_pattern(& $($mutable)? **pattern, & mut found),
                Expression::PatternComprehension(inner) => {
                    let inner = & $($mutable)? **inner;
                    $in_pattern(& $($mutable)? inner.pattern, & mut found);
                    found.extend(& $($mutable)? inner.condition);
                    found.push(& $($mutable)? inner.projection);
                }
                Expression::Subquery(inner) => {
                    $clauses(& $($mutable)? inner.query).for_each(|clause| $in_clause(clause, & mut found));
                }
            }
            found
        }

        fn $case<'e>(case: &'e $($mutable)? Case, found: & mut Vec<&'e $($mutable)? Expression>) {
            found.extend(& $($mutable)? case.subject);
            for (when, then) in & $($mutable)? case.branches {
                found.push(when);
                found.push(then);
            }
            found.extend(& $($mutable)? case.otherwise);
        }
    };
}

walk!(children, in_case, clauses, clause::in_clause, clause::in_pattern);
walk!(children_mut, in_case_mut, clauses_mut, clause::in_clause_mut, clause::in_pattern_mut, mut);
