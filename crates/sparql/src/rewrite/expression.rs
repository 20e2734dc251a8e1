//! Expressions in another form with the same value, or the same error.
//!
//! SPARQL's logic has errors for a third truth value, which `&&` and `||` absorb on either side (SPARQL 1.1, 17.2), so
//! De Morgan and the like hold, while `!(a < b)` is not `a >= b` (NaN) and `a <= b` is not `a < b || a = b` (a term of an
//! unknown datatype equals itself and has no order).

use quarrel_case::term::{LiteralKind, Term};

use super::build::{and, boolean, choose, coalesce, integer, is_boolean, is_plain_integer, not, or};
use super::known::TRUE;
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{BinaryOperator, Builtin, Constant, Expression, Function, UnaryOperator};
use quarrel_case::rewriting::Family;

const fn rule(
    name: &'static str,
    says: &'static str,
    source: &'static str,
    fits: fn(&Expression, &Around<'_>) -> Vec<Expression>,
) -> Law {
    law(Family::Expression, name, says, source, Fits::Expression(fits))
}

pub(super) const LAWS: &[Law] = &[
    rule("e-and-true", "a condition and true is the condition", "SPARQL 1.1, 17.2 and 17.4.1.6", and_true),
    rule(
        "e-call-twice",
        "what a function has made plain stays so",
        "SPARQL 1.1, 17.4.3.4 to 17.4.4.4",
        call_twice,
    ),
    rule("e-coalesce", "COALESCE of one expression is the expression", "SPARQL 1.1, 17.4.1.3", coalesced),
    rule(
        "e-commute",
        "sums and products have no order",
        "SPARQL 1.1, 17.3 (op:numeric-add, -multiply)",
        commuted,
    ),
    rule("e-concat", "CONCAT joins from the left", "SPARQL 1.1, 17.4.3.12", concat),
    rule("e-constant", "a constant is computed", "SPARQL 1.1, 17.3, 17.4.2.5, 17.4.2.8, 17.4.3.12", computed),
    rule("e-contains", "a pattern without special characters is a part", "SPARQL 1.1, 17.4.3.14", contains),
    rule("e-de-morgan", "De Morgan's laws", "SPARQL 1.1, 17.2; Dinkel", de_morgan),
    rule("e-equal-in", "= is IN a list of one, != is NOT IN", "SPARQL 1.1, 17.4.1.9 and 17.4.1.10", equal_in),
    rule("e-exists", "NOT EXISTS is the negation of EXISTS", "SPARQL 1.1, 17.4.1.4", exists),
    rule("e-if", "a condition chooses between true and false", "SPARQL 1.1, 17.4.1.2; Dinkel", if_true),
    rule("e-if-turned", "a negated condition chooses the other way", "SPARQL 1.1, 17.4.1.2", if_turned),
    rule(
        "e-in-chain",
        "IN is a disjunction of equalities, NOT IN its dual",
        "SPARQL 1.1, 17.4.1.9",
        in_chain,
    ),
    rule("e-mirror", "a comparison is read from its other side", "SPARQL 1.1, 17.3", mirrored),
    rule("e-not-equal", "!= is the negation of =", "SPARQL 1.1, 17.3 (fn:not of the equality)", not_equal),
    rule("e-not-not", "a condition negated twice is the condition", "SPARQL 1.1, 17.2; Dinkel", not_not),
    rule("e-or-false", "a condition or false is the condition", "SPARQL 1.1, 17.2 and 17.4.1.5", or_false),
    rule("e-bound", "BOUND is whether the variable is itself", "SPARQL 1.1, 17.4.1.1, .3 and .8", bound),
    rule("e-uri", "IRI and URI are one function", "SPARQL 1.1, 17.4.2.1 and 17.4.2.8", uri),
];

/// Whether another boolean with the same effective boolean value may stand in its place.
fn takes_truth(expression: &Expression, around: &Around<'_>) -> bool {
    around.is_condition || is_boolean(expression)
}

fn and_true(expression: &Expression, around: &Around<'_>) -> Vec<Expression> {
    if !takes_truth(expression, around) {
        return Vec::new();
    }
    let both =
        |fact: &Expression| [and(expression.clone(), fact.clone()), and(fact.clone(), expression.clone())];
    TRUE.iter().flat_map(both).collect()
}

fn or_false(expression: &Expression, around: &Around<'_>) -> Vec<Expression> {
    if !takes_truth(expression, around) {
        return Vec::new();
    }
    let either = |fact: &Expression| {
        let fact = not(fact.clone());
        [or(expression.clone(), fact.clone()), or(fact, expression.clone())]
    };
    TRUE.iter().flat_map(either).collect()
}

fn not_not(expression: &Expression, around: &Around<'_>) -> Vec<Expression> {
    if takes_truth(expression, around) { vec![not(not(expression.clone()))] } else { Vec::new() }
}

fn if_true(expression: &Expression, around: &Around<'_>) -> Vec<Expression> {
    if !takes_truth(expression, around) {
        return Vec::new();
    }
    vec![
        choose(expression.clone(), boolean(true), boolean(false)),
        choose(expression.clone(), expression.clone(), boolean(false)),
    ]
}

fn if_turned(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    match builtin(expression) {
        Some((Builtin::If, [condition, then, otherwise])) => {
            vec![choose(not(condition.clone()), otherwise.clone(), then.clone())]
        }
        _ => Vec::new(),
    }
}

fn de_morgan(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    let Expression::Binary { operator, left, right } = expression else { return Vec::new() };
    let (left, right) = (not((**left).clone()), not((**right).clone()));
    match operator {
        BinaryOperator::And => vec![not(or(left, right))],
        BinaryOperator::Or => vec![not(and(left, right))],
        _ => Vec::new(),
    }
}

fn mirrored(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    match expression {
        Expression::Binary { operator, left, right } => {
            let mirror = match operator {
                Equal | NotEqual => *operator,
                Less => Greater,
                LessEqual => GreaterEqual,
                Greater => Less,
                GreaterEqual => LessEqual,
                _ => return Vec::new(),
            };
            vec![Expression::binary(mirror, (**right).clone(), (**left).clone())]
        }
        _ => match builtin(expression) {
            Some((Builtin::SameTerm, [left, right])) => {
                vec![Expression::call(Builtin::SameTerm, vec![right.clone(), left.clone()])]
            }
            _ => Vec::new(),
        },
    }
}

fn not_equal(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    match expression {
        Expression::Binary { operator: BinaryOperator::NotEqual, left, right } => {
            vec![not(Expression::binary(BinaryOperator::Equal, (**left).clone(), (**right).clone()))]
        }
        Expression::Unary { operator: UnaryOperator::Not, operand } => match &**operand {
            Expression::Binary { operator: BinaryOperator::Equal, left, right } => {
                vec![Expression::binary(BinaryOperator::NotEqual, (**left).clone(), (**right).clone())]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn equal_in(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    let Expression::Binary { operator, left, right } = expression else { return Vec::new() };
    let negated = match operator {
        BinaryOperator::Equal => false,
        BinaryOperator::NotEqual => true,
        _ => return Vec::new(),
    };
    vec![Expression::In { negated, operand: left.clone(), list: vec![(**right).clone()] }]
}

fn in_chain(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    let Expression::In { negated, operand, list } = expression else { return Vec::new() };
    let operator = if *negated { BinaryOperator::NotEqual } else { BinaryOperator::Equal };
    let compared = list.iter().map(|item| Expression::binary(operator, (**operand).clone(), item.clone()));
    let chain = compared.reduce(|chain, next| if *negated { and(chain, next) } else { or(chain, next) });
    vec![chain.unwrap_or_else(|| boolean(*negated))]
}

fn exists(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    match expression {
        Expression::Exists { negated, group } => {
            vec![not(Expression::Exists { negated: !negated, group: group.clone() })]
        }
        _ => Vec::new(),
    }
}

/// Not of what stands for a name: COUNT(DISTINCT ?x) and SAMPLE take values as well.
fn coalesced(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    vec![coalesce(vec![expression.clone()])]
}

fn commuted(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    match expression {
        Expression::Binary { operator, left, right }
            if matches!(
                operator,
                BinaryOperator::Add | BinaryOperator::Multiply | BinaryOperator::And | BinaryOperator::Or
            ) =>
        {
            vec![Expression::binary(*operator, (**right).clone(), (**left).clone())]
        }
        _ => Vec::new(),
    }
}

fn concat(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    match builtin(expression) {
        Some((Builtin::Concat, [first, second, rest @ ..])) if !rest.is_empty() => {
            let inner = Expression::call(Builtin::Concat, vec![first.clone(), second.clone()]);
            let arguments = std::iter::once(inner).chain(rest.iter().cloned()).collect();
            vec![Expression::call(Builtin::Concat, arguments)]
        }
        Some((Builtin::Str, _)) => vec![Expression::call(Builtin::Concat, vec![expression.clone()])],
        _ => Vec::new(),
    }
}

/// A constant whose lexical form a computation gives as well: integers in their canonical form alone.
fn computed(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    let Expression::Constant(Constant(term)) = expression else { return Vec::new() };
    let whole = || expression.clone();
    match term {
        Term::Iri(_) => vec![Expression::call(Builtin::Iri, vec![whole()])],
        Term::Literal(literal) if is_plain_integer(term) => {
            let sum = Expression::binary(BinaryOperator::Add, whole(), integer(0));
            let product = Expression::binary(BinaryOperator::Multiply, integer(1), whole());
            let _ = literal;
            vec![sum, product]
        }
        Term::Literal(literal) if term == &Term::string(literal.lexical.clone()) => vec![
            Expression::call(Builtin::Concat, vec![whole(), Expression::constant(Term::string(""))]),
            Expression::call(Builtin::Str, vec![whole()]),
        ],
        Term::Literal(literal) if matches!(literal.kind, LiteralKind::Typed(_)) => {
            let truth = [true, false].into_iter().find(|truth| *term == Term::boolean(*truth));
            truth.map(|truth| not(boolean(!truth))).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn contains(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    match builtin(expression) {
        Some((Builtin::Regex, [text, pattern])) if is_word(pattern) => {
            vec![Expression::call(Builtin::Contains, vec![text.clone(), pattern.clone()])]
        }
        Some((Builtin::Contains, [text, part])) if is_word(part) => {
            vec![Expression::call(Builtin::Regex, vec![text.clone(), part.clone()])]
        }
        Some((Builtin::Strstarts, [text, part])) if is_word(part) => match part {
            Expression::Constant(Constant(Term::Literal(literal))) => {
                let pattern = Expression::constant(Term::string(format!("^{}", literal.lexical)));
                vec![Expression::call(Builtin::Regex, vec![text.clone(), pattern])]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether it is a plain string of ASCII letters and digits.
fn is_word(expression: &Expression) -> bool {
    let Expression::Constant(Constant(term)) = expression else { return false };
    term.as_literal().is_some_and(|literal| {
        *term == Term::string(literal.lexical.clone())
            && !literal.lexical.is_empty()
            && literal.lexical.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

fn bound(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    match builtin(expression) {
        Some((Builtin::Bound, [variable])) => {
            let itself = Expression::call(Builtin::SameTerm, vec![variable.clone(), variable.clone()]);
            vec![coalesce(vec![itself, boolean(false)])]
        }
        _ => Vec::new(),
    }
}

fn call_twice(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    use Builtin::{Abs, Ceil, Floor, Lcase, Round, Str, Ucase};
    match builtin(expression) {
        Some((function @ (Abs | Ceil | Floor | Round | Lcase | Ucase | Str), [_])) => {
            vec![Expression::call(function, vec![expression.clone()])]
        }
        _ => Vec::new(),
    }
}

fn uri(expression: &Expression, _: &Around<'_>) -> Vec<Expression> {
    let Some((function, arguments)) = builtin(expression) else { return Vec::new() };
    let other = match function {
        Builtin::Iri => Builtin::Uri,
        Builtin::Uri => Builtin::Iri,
        Builtin::IsIri => Builtin::IsUri,
        Builtin::IsUri => Builtin::IsIri,
        _ => return Vec::new(),
    };
    vec![Expression::call(other, arguments.to_vec())]
}

/// A call of a built-in function.
fn builtin(expression: &Expression) -> Option<(Builtin, &[Expression])> {
    match expression {
        Expression::Call { function: Function::Builtin(builtin), arguments } => {
            Some((*builtin, arguments.as_slice()))
        }
        _ => None,
    }
}
