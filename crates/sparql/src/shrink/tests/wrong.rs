//! Engines that are wrong on purpose: each answers another query than the one that it is asked.

use crate::ast::{
    AggregateFunction, BinaryOperator, Builtin, Element, Expression, Group, GroupKey, Query, UnaryOperator,
};
use crate::walk::{Node, walk};

/// What a wrong engine answers instead of a query.
pub(super) type Rewrite = fn(&mut Query);

pub(super) const WRONG: &[(&str, Rewrite)] = &[
    ("! of an error is true", |query| {
        expressions(query, |expression| {
            if let Expression::Unary { operator: UnaryOperator::Not, .. } = expression {
                let truth = Expression::constant(quarrel_case::term::Term::boolean(true));
                *expression = Expression::call(Builtin::Coalesce, vec![expression.clone(), truth]);
            }
        });
    }),
    ("|| of two falses is an error", |query| {
        expressions(query, |expression| {
            if let Expression::Binary { operator: BinaryOperator::Or, .. } = expression {
                let truth = Expression::constant(quarrel_case::term::Term::boolean(true));
                let error = Expression::variable("__unbound");
                *expression = Expression::call(Builtin::If, vec![expression.clone(), truth, error]);
            }
        });
    }),
    ("e = e is true", |query| {
        expressions(query, |expression| {
            if let Expression::Binary { operator: BinaryOperator::Equal, left, right } = expression
                && left == right
            {
                *expression = Expression::constant(quarrel_case::term::Term::boolean(true));
            }
        });
    }),
    ("< is <=", |query| {
        expressions(query, |expression| {
            if let Expression::Binary { operator: operator @ BinaryOperator::Less, .. } = expression {
                *operator = BinaryOperator::LessEqual;
            }
        });
    }),
    ("aggregation of nothing gives nothing", |query| {
        if query.is_grouped() && query.modifiers.group_by.is_empty() {
            let expression = Expression::constant(quarrel_case::term::Term::integer(1));
            query.modifiers.group_by.push(GroupKey { expression, variable: None });
        }
    }),
    ("GROUP_CONCAT with a separator is distinct", |query| {
        expressions(query, |expression| {
            if let Expression::Aggregate(aggregate) = expression
                && aggregate.function == AggregateFunction::GroupConcat
                && aggregate.separator.is_some()
            {
                aggregate.distinct = true;
            }
        });
    }),
    ("MINUS is NOT EXISTS", |query| {
        elements(query, |elements| {
            for element in elements {
                if let Element::Minus(group) = element {
                    let group = group.clone();
                    *element = Element::Filter(Expression::Exists { negated: true, group });
                }
            }
        });
    }),
    ("a FILTER of an OPTIONAL sees its own group only", |query| {
        elements(query, |elements| {
            for element in elements {
                if let Element::Optional(group) = element {
                    *group = Group { elements: vec![Element::Group(group.clone())] };
                }
            }
        });
    }),
    ("a group alone in an OPTIONAL loses its braces", |query| {
        elements(query, |elements| {
            for element in elements {
                if let Element::Optional(group) = element
                    && let [Element::Group(inner)] = group.elements.as_slice()
                {
                    *group = inner.clone();
                }
            }
        });
    }),
    ("a FILTER after an OPTIONAL moves into it", |query| {
        elements(query, |elements| {
            let place = elements.windows(2).position(|pair| {
                matches!(pair, [Element::Optional(group), Element::Filter(condition)] if covers(group, condition))
            });
            if let Some(index) = place {
                let filter = elements.remove(index + 1);
                if let Some(Element::Optional(group)) = elements.get_mut(index) {
                    group.elements.push(filter);
                }
            }
        });
    }),
    ("a FILTER over a UNION filters the first branch", |query| {
        elements(query, |elements| {
            let filter = elements.iter().position(|element| matches!(element, Element::Filter(_)));
            let union = elements.iter().position(|element| matches!(element, Element::Union(_)));
            if let (Some(filter), Some(union)) = (filter, union) {
                let moved = elements.get(filter).cloned();
                if let Some(Element::Union(branches)) = elements.get_mut(union) {
                    branches.iter_mut().take(1).for_each(|branch| branch.elements.extend(moved.clone()));
                    elements.remove(filter);
                }
            }
        });
    }),
];

fn covers(group: &Group, condition: &Expression) -> bool {
    let scope = group.scope();
    let mut all = true;
    crate::walk::expression(&mut condition.clone(), &mut |node| {
        if let Node::Variable(variable) = node {
            all &= scope.contains(&*variable);
        }
    });
    all
}

fn expressions(query: &mut Query, change: fn(&mut Expression)) {
    // What contains others comes first, and must not be seen again inside its own replacement.
    let mut places = 0;
    walk(query, &mut |node| places += usize::from(matches!(node, Node::Expression(_))));
    for index in (0..places).rev() {
        let mut at = 0;
        walk(query, &mut |node| {
            if let Node::Expression(expression) = node {
                if at == index {
                    change(expression);
                }
                at += 1;
            }
        });
    }
}

fn elements(query: &mut Query, change: fn(&mut Vec<Element>)) {
    walk(query, &mut |node| {
        if let Node::Group(group) = node {
            change(&mut group.elements);
        }
    });
}
