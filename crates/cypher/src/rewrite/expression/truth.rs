//! Booleans in another form with the same value, true, false or null (Dinkel, expression level).
//!
//! What is asked for a truth value is a boolean or null, for everything else would raise, and what may raise is not
//! rewritten. A pattern is no value: it stands only where a truth value is asked for, and so it must after.

use super::super::clause::predicate::{call, equal, text};
use super::super::scene::{Scene, binary};
use super::sites::Site;
use crate::ast::{
    BinaryOperator, Clause, ComparisonOperator, Expression, Literal, Match, Quantifier, QuantifierKind,
    Query, Subquery, SubqueryKind, UnaryOperator,
};
use crate::evaluate::Kind;

/// Whether the expression is a boolean or null wherever it stands.
fn is_boolean(site: &Site<'_>) -> bool {
    use BinaryOperator::{And, Contains, EndsWith, In, Matches, Or, StartsWith, Xor};
    site.truth
        || match site.expression {
            Expression::Comparison { .. }
            | Expression::IsNull { .. }
            | Expression::IsTyped { .. }
            | Expression::HasLabels { .. }
            | Expression::IsLabeled { .. }
            | Expression::Quantifier(_)
            | Expression::Literal(Literal::Boolean(_))
            | Expression::Unary { operator: UnaryOperator::Not, .. } => true,
            Expression::Subquery(inner) => inner.kind == SubqueryKind::Exists,
            Expression::Binary { operator, .. } => {
                matches!(operator, And | Or | Xor | In | StartsWith | EndsWith | Contains | Matches)
            }
            _ => false,
        }
}

fn not(operand: Expression) -> Expression {
    Expression::Unary { operator: UnaryOperator::Not, operand: Box::new(operand) }
}

fn boolean(value: bool) -> Expression {
    Expression::Literal(Literal::Boolean(value))
}

fn boolean_site(site: &Site<'_>) -> Option<Expression> {
    is_boolean(site).then(|| site.expression.clone())
}

/// A boolean that is a value, which a pattern is not.
fn value_site(site: &Site<'_>) -> Option<Expression> {
    boolean_site(site).filter(|found| !matches!(found, Expression::Pattern(_)))
}

/// `p` as `NOT NOT p`.
pub(super) fn double_negation(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    boolean_site(site).map(|found| not(not(found)))
}

/// `p` as `p = true`, and `NOT p` as `p = false`.
pub(super) fn equal_to_truth(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let found = value_site(site)?;
    match found {
        Expression::Unary { operator: UnaryOperator::Not, operand } => {
            (!matches!(*operand, Expression::Pattern(_))).then(|| equal(*operand, boolean(false)))
        }
        other => Some(equal(other, boolean(true))),
    }
}

/// `p` as `p = (p = p)`: of a boolean that equals itself that says whether it is true.
pub(super) fn equal_to_itself(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let found = value_site(site)?;
    Some(equal(found.clone(), equal(found.clone(), found)))
}

/// `p` as `p XOR false`, and `NOT p` as `p XOR true`.
pub(super) fn exclusive(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let (operand, other) = match boolean_site(site)? {
        Expression::Unary { operator: UnaryOperator::Not, operand } => (*operand, true),
        found => (found, false),
    };
    Some(binary(BinaryOperator::Xor, operand, boolean(other)))
}

/// `p AND q` as `NOT (NOT p OR NOT q)`, `NOT (p AND q)` as `NOT p OR NOT q`, and the same with `OR`.
pub(super) fn de_morgan(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let (inner, negated) = match site.expression {
        Expression::Unary { operator: UnaryOperator::Not, operand } => (&**operand, true),
        other => (other, false),
    };
    let Expression::Binary { operator, left, right } = inner else { return None };
    let dual = match operator {
        BinaryOperator::And => BinaryOperator::Or,
        BinaryOperator::Or => BinaryOperator::And,
        _ => return None,
    };
    let both = binary(dual, not((**left).clone()), not((**right).clone()));
    Some(if negated { both } else { not(both) })
}

/// `p AND q` as `q AND p`, and the same with `OR` and `XOR`.
pub(super) fn exchanged(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    match site.expression {
        Expression::Binary { operator, left, right } => {
            let joins = matches!(operator, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor);
            joins.then(|| binary(*operator, (**right).clone(), (**left).clone()))
        }
        _ => None,
    }
}

/// `p` as `p AND (p OR NOT p OR p IS NULL)`.
pub(super) fn tautology(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let found = value_site(site)?;
    let is_null = Expression::IsNull { operand: Box::new(found.clone()), negated: false };
    let either = binary(BinaryOperator::Or, found.clone(), not(found.clone()));
    Some(binary(BinaryOperator::And, found, binary(BinaryOperator::Or, either, is_null)))
}

/// `p` as `p OR (p AND NOT p AND p IS NOT NULL)`.
pub(super) fn contradiction(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let found = value_site(site)?;
    let is_there = Expression::IsNull { operand: Box::new(found.clone()), negated: true };
    let both = binary(BinaryOperator::And, found.clone(), not(found.clone()));
    Some(binary(BinaryOperator::Or, found, binary(BinaryOperator::And, both, is_there)))
}

/// `a IS NULL` as `NOT a IS NOT NULL`, and the other way round.
pub(super) fn null_test(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    match site.expression {
        Expression::IsNull { operand, negated } => {
            Some(not(Expression::IsNull { operand: operand.clone(), negated: !negated }))
        }
        _ => None,
    }
}

/// `a < b` as `b > a`.
pub(super) fn mirrored(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    use ComparisonOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let (first, operator, second) = pair(site.expression)?;
    let operator = match operator {
        Less => Greater,
        LessEqual => GreaterEqual,
        Greater => Less,
        GreaterEqual => LessEqual,
        same @ (Equal | NotEqual) => same,
    };
    Some(Expression::Comparison { first: Box::new(second.clone()), rest: vec![(operator, first.clone())] })
}

fn pair(expression: &Expression) -> Option<(&Expression, ComparisonOperator, &Expression)> {
    match expression {
        Expression::Comparison { first, rest } => match rest.as_slice() {
            [(operator, second)] => Some((first, *operator, second)),
            _ => None,
        },
        _ => None,
    }
}

/// `a < b < c` as `a < b AND b < c`.
pub(super) fn unchained(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let Expression::Comparison { first, rest } = site.expression else { return None };
    if rest.len() < 2 {
        return None;
    }
    let lefts = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
    let links = lefts.zip(rest).map(|(left, link)| Expression::Comparison {
        first: Box::new(left.clone()),
        rest: vec![link.clone()],
    });
    links.reduce(|left, right| binary(BinaryOperator::And, left, right))
}

/// `a <> b` as `NOT a = b`, and `a = b` as `NOT a <> b`.
pub(super) fn unequal(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let (first, operator, second) = pair(site.expression)?;
    let other = match operator {
        ComparisonOperator::NotEqual => ComparisonOperator::Equal,
        ComparisonOperator::Equal => ComparisonOperator::NotEqual,
        _ => return None,
    };
    let inner =
        Expression::Comparison { first: Box::new(first.clone()), rest: vec![(other, second.clone())] };
    Some(not(inner))
}

/// `a IN [b, c]` as `a = b OR a = c`.
pub(super) fn member(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let Expression::Binary { operator: BinaryOperator::In, left, right } = site.expression else {
        return None;
    };
    let Expression::List(items) = &**right else { return None };
    if !scene.ground.is_standard("null-in-lists") {
        return None;
    }
    let each = items.iter().map(|item| equal((**left).clone(), item.clone()));
    each.reduce(|left, right| binary(BinaryOperator::Or, left, right))
}

/// `p XOR q` as `(p AND NOT q) OR (NOT p AND q)`.
pub(super) fn exclusive_or(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let Expression::Binary { operator: BinaryOperator::Xor, left, right } = site.expression else {
        return None;
    };
    let (left, right) = (&**left, &**right);
    let one = binary(BinaryOperator::And, left.clone(), not(right.clone()));
    let other = binary(BinaryOperator::And, not(left.clone()), right.clone());
    Some(binary(BinaryOperator::Or, one, other))
}

/// `EXISTS { q }` as `COUNT { q } > 0`.
pub(super) fn counted(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let Expression::Subquery(inner) = site.expression else { return None };
    if inner.kind != SubqueryKind::Exists {
        return None;
    }
    let count = Subquery { kind: SubqueryKind::Count, query: inner.query.clone() };
    let rest = vec![(ComparisonOperator::Greater, Expression::Literal(Literal::Integer(0)))];
    Some(Expression::Comparison { first: Box::new(Expression::Subquery(Box::new(count))), rest })
}

/// A pattern that is a condition as `EXISTS { pattern }`.
pub(super) fn existing(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let Expression::Pattern(pattern) = site.expression else { return None };
    if pattern.selector.is_some() {
        return None;
    }
    let clause = Clause::Match(Match { patterns: vec![(**pattern).clone()], ..Match::default() });
    let query = Query::single(vec![clause]);
    Some(Expression::Subquery(Box::new(Subquery { kind: SubqueryKind::Exists, query })))
}

/// `all(x IN l WHERE p)` as `none(x IN l WHERE NOT p)`, and `any` as the negation of `none`.
pub(super) fn quantified(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let Expression::Quantifier(inner) = site.expression else { return None };
    let none = |condition: Expression| {
        Expression::Quantifier(Box::new(Quantifier {
            kind: QuantifierKind::None,
            condition,
            ..(**inner).clone()
        }))
    };
    let any = |condition: Expression| {
        Expression::Quantifier(Box::new(Quantifier {
            kind: QuantifierKind::Any,
            condition,
            ..(**inner).clone()
        }))
    };
    match inner.kind {
        QuantifierKind::All => Some(none(not(inner.condition.clone()))),
        QuantifierKind::Any => Some(not(none(inner.condition.clone()))),
        QuantifierKind::None => Some(not(any(inner.condition.clone()))),
        QuantifierKind::Single => None,
    }
}

/// `n:L` of a node as `'L' IN labels(n)`.
pub(super) fn listed(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let Expression::HasLabels { subject, labels } = site.expression else { return None };
    let name = match &**subject {
        Expression::Variable(name) => name,
        _ => return None,
    };
    let columns = site.columns.as_ref()?;
    let is_node = columns.iter().any(|column| *column.name == **name && column.kind.kind == Kind::Node);
    if !is_node || !scene.ground.is_standard("label-case") || !scene.ground.is_standard("several-labels") {
        return None;
    }
    let each = labels
        .iter()
        .map(|label| binary(BinaryOperator::In, text(label), call("labels", (**subject).clone())));
    each.reduce(|left, right| binary(BinaryOperator::And, left, right))
}
