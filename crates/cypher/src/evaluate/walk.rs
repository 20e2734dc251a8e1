//! Which expressions aggregate, and what a condition joins.

use crate::ast::{BinaryOperator, Clause, Expression, Imports, Query};
use crate::walk::{clauses, nested_clauses, own_variables, pattern_variables, patterns};
pub(super) use crate::walk::{each_child, rewrite};

/// Calls `visit` with every variable that an expression may take from its scope. A pattern binds a variable or finds it
/// bound, as the scope has it: of patterns and subqueries every variable is named.
pub(super) fn each_variable<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e str)) {
    match expression {
        Expression::PatternComprehension(inner) => {
            pattern_variables(&inner.pattern).into_iter().for_each(&mut *visit);
        }
        Expression::Subquery(inner) => in_query(&inner.query, visit),
        other => own_variables(other).into_iter().for_each(&mut *visit),
    }
    let scoped = !matches!(expression, Expression::PatternComprehension(_) | Expression::Subquery(_));
    each_child(expression, &mut |child, own| {
        each_variable(child, &mut |name| {
            if !scoped || !own.contains(&name) {
                visit(name);
            }
        });
    });
}

/// The variables of the patterns of a query, and those that its calls import.
fn in_query<'e>(query: &'e Query, visit: &mut dyn FnMut(&'e str)) {
    fn in_clause<'e>(clause: &'e Clause, visit: &mut dyn FnMut(&'e str)) {
        patterns(clause).into_iter().flat_map(pattern_variables).for_each(&mut *visit);
        if let Clause::Subquery(call) = clause
            && let Some(Imports::Variables(names)) = &call.imports
        {
            names.iter().for_each(|name| visit(name));
        }
        nested_clauses(clause).into_iter().for_each(|clause| in_clause(clause, visit));
    }
    clauses(query).for_each(|clause| in_clause(clause, visit));
}

/// Whether an expression may take one of these variables from its scope.
pub(super) fn mentions(expression: &Expression, names: &[&str]) -> bool {
    let mut found = false;
    each_variable(expression, &mut |name| found = found || names.contains(&name));
    found
}

/// Whether an expression holds a pattern or a subquery.
pub(super) fn looks_at_graph(expression: &Expression) -> bool {
    let is_one = matches!(
        expression,
        Expression::Pattern(_) | Expression::PatternComprehension(_) | Expression::Subquery(_)
    );
    let mut found = is_one;
    each_child(expression, &mut |child, _| found = found || looks_at_graph(child));
    found
}

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

/// Whether an aggregating function is called anywhere in the expression. What a subquery aggregates are its own
/// rows.
pub(crate) fn has_aggregate(expression: &Expression) -> bool {
    if matches!(expression, Expression::Subquery(_)) {
        return false;
    }
    let mut found = is_aggregate(expression);
    each_child(expression, &mut |child, _| found = found || has_aggregate(child));
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
