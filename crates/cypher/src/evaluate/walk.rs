//! Walks over expressions.

use crate::ast::{BinaryOperator, Case, Expression, ListComprehension, Quantifier, Reduce};

/// The aggregating functions (openCypher 9, aggregating functions), in lower case.
const AGGREGATES: [&str; 10] =
    ["avg", "collect", "count", "max", "min", "percentilecont", "percentiledisc", "stdev", "stdevp", "sum"];

/// Whether a function aggregates rows.
pub(super) fn is_aggregating(name: &str) -> bool {
    AGGREGATES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the expression itself is a call of an aggregating function.
pub(super) fn is_aggregate(expression: &Expression) -> bool {
    match expression {
        Expression::CountStar => true,
        Expression::Function { name, .. } => is_aggregating(name),
        _ => false,
    }
}

/// Whether an aggregating function is called anywhere in the expression.
pub(super) fn has_aggregate(expression: &Expression) -> bool {
    let mut found = is_aggregate(expression);
    each_child(expression, &mut |child, _| found = found || has_aggregate(child));
    found
}

/// Calls `visit` with every direct part of an expression and the variables that are local to it.
pub(super) fn each_child<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression, &[&'e str])) {
    match expression {
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Parameter(_)
        | Expression::CountStar => {}
        Expression::List(items) | Expression::Function { arguments: items, .. } => {
            items.iter().for_each(|item| visit(item, &[]));
        }
        Expression::Map(entries) => entries.iter().for_each(|(_, value)| visit(value, &[])),
        Expression::Property { subject: operand, .. }
        | Expression::HasLabels { subject: operand, .. }
        | Expression::IsNull { operand, .. }
        | Expression::Unary { operand, .. } => visit(operand, &[]),
        Expression::Subscript { subject: left, index: right } | Expression::Binary { left, right, .. } => {
            visit(left, &[]);
            visit(right, &[]);
        }
        Expression::Slice { subject, from, to } => {
            visit(subject, &[]);
            from.iter().chain(to).for_each(|bound| visit(bound, &[]));
        }
        Expression::Comparison { first, rest } => {
            visit(first, &[]);
            rest.iter().for_each(|(_, operand)| visit(operand, &[]));
        }
        Expression::Case(case) => each_of_case(case, visit),
        Expression::ListComprehension(comprehension) => {
            let local = [comprehension.variable.as_str()];
            visit(&comprehension.list, &[]);
            let parts = comprehension.condition.iter().chain(&comprehension.projection);
            parts.for_each(|part| visit(part, &local));
        }
        Expression::Quantifier(quantifier) => {
            visit(&quantifier.list, &[]);
            visit(&quantifier.condition, &[quantifier.variable.as_str()]);
        }
        Expression::Reduce(reduce) => {
            visit(&reduce.initial, &[]);
            visit(&reduce.list, &[]);
            visit(&reduce.step, &[reduce.accumulator.as_str(), reduce.variable.as_str()]);
        }
    }
}

fn each_of_case<'e>(case: &'e Case, visit: &mut dyn FnMut(&'e Expression, &[&'e str])) {
    case.subject.iter().for_each(|subject| visit(subject, &[]));
    for (when, then) in &case.branches {
        visit(when, &[]);
        visit(then, &[]);
    }
    case.otherwise.iter().for_each(|otherwise| visit(otherwise, &[]));
}

/// Calls `visit` with every variable that the expression takes from its scope.
pub(super) fn each_variable<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e str)) {
    fn walk<'e>(expression: &'e Expression, locals: &[&'e str], visit: &mut dyn FnMut(&'e str)) {
        if let Expression::Variable(name) = expression {
            if !locals.contains(&name.as_str()) {
                visit(name);
            }
            return;
        }
        each_child(expression, &mut |child, new| {
            if new.is_empty() {
                walk(child, locals, visit);
            } else {
                walk(child, &[locals, new].concat(), visit);
            }
        });
    }
    walk(expression, &[], visit);
}

/// Whether the expression takes one of these variables from its scope.
pub(super) fn mentions(expression: &Expression, names: &[&str]) -> bool {
    let mut found = false;
    each_variable(expression, &mut |name| found = found || names.contains(&name));
    found
}

/// The expressions that a condition joins with `AND`.
pub(super) fn conjuncts<'e>(condition: &'e Expression, found: &mut Vec<&'e Expression>) {
    match condition {
        Expression::Binary { operator: BinaryOperator::And, left, right } => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        other => found.push(other),
    }
}

/// Decides on a part of an expression, given the variables local to it: another expression in its place, or
/// none to look into it.
pub(super) type Replace<'r> = dyn FnMut(&Expression, &[&str]) -> Option<Expression> + 'r;

/// The expression with parts replaced, the outermost first.
pub(super) fn rewrite(expression: &Expression, locals: &[&str], replace: &mut Replace<'_>) -> Expression {
    if let Some(other) = replace(expression, locals) {
        return other;
    }
    let mut boxed = |inner: &Expression| Box::new(rewrite(inner, locals, replace));
    match expression {
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Parameter(_)
        | Expression::CountStar => expression.clone(),
        Expression::List(items) => Expression::List(items.iter().map(|item| *boxed(item)).collect()),
        Expression::Map(entries) => {
            Expression::Map(entries.iter().map(|(key, value)| (key.clone(), *boxed(value))).collect())
        }
        Expression::Property { subject, key } => {
            Expression::Property { subject: boxed(subject), key: key.clone() }
        }
        Expression::Subscript { subject, index } => {
            Expression::Subscript { subject: boxed(subject), index: boxed(index) }
        }
        Expression::Slice { subject, from, to } => Expression::Slice {
            subject: boxed(subject),
            from: from.as_deref().map(&mut boxed),
            to: to.as_deref().map(&mut boxed),
        },
        Expression::Unary { operator, operand } => {
            Expression::Unary { operator: *operator, operand: boxed(operand) }
        }
        Expression::Binary { operator, left, right } => {
            Expression::Binary { operator: *operator, left: boxed(left), right: boxed(right) }
        }
        Expression::Comparison { first, rest } => Expression::Comparison {
            first: boxed(first),
            rest: rest.iter().map(|(operator, operand)| (*operator, *boxed(operand))).collect(),
        },
        Expression::IsNull { operand, negated } => {
            Expression::IsNull { operand: boxed(operand), negated: *negated }
        }
        Expression::HasLabels { subject, labels } => {
            Expression::HasLabels { subject: boxed(subject), labels: labels.clone() }
        }
        Expression::Function { name, distinct, arguments } => Expression::Function {
            name: name.clone(),
            distinct: *distinct,
            arguments: arguments.iter().map(|argument| *boxed(argument)).collect(),
        },
        Expression::Case(case) => Expression::Case(Box::new(Case {
            subject: case.subject.as_ref().map(|subject| *boxed(subject)),
            branches: case.branches.iter().map(|(when, then)| (*boxed(when), *boxed(then))).collect(),
            otherwise: case.otherwise.as_ref().map(|otherwise| *boxed(otherwise)),
        })),
        _ => rewrite_binder(expression, locals, replace),
    }
}

/// The same for expressions with variables of their own.
fn rewrite_binder(expression: &Expression, locals: &[&str], replace: &mut Replace<'_>) -> Expression {
    match expression {
        Expression::ListComprehension(old) => {
            let inner = [locals, &[old.variable.as_str()]].concat();
            Expression::ListComprehension(Box::new(ListComprehension {
                variable: old.variable.clone(),
                list: rewrite(&old.list, locals, replace),
                condition: old.condition.as_ref().map(|part| rewrite(part, &inner, replace)),
                projection: old.projection.as_ref().map(|part| rewrite(part, &inner, replace)),
            }))
        }
        Expression::Quantifier(old) => {
            let inner = [locals, &[old.variable.as_str()]].concat();
            Expression::Quantifier(Box::new(Quantifier {
                kind: old.kind,
                variable: old.variable.clone(),
                list: rewrite(&old.list, locals, replace),
                condition: rewrite(&old.condition, &inner, replace),
            }))
        }
        Expression::Reduce(old) => {
            let inner = [locals, &[old.accumulator.as_str(), old.variable.as_str()]].concat();
            Expression::Reduce(Box::new(Reduce {
                accumulator: old.accumulator.clone(),
                initial: rewrite(&old.initial, locals, replace),
                variable: old.variable.clone(),
                list: rewrite(&old.list, locals, replace),
                step: rewrite(&old.step, &inner, replace),
            }))
        }
        other => other.clone(),
    }
}
