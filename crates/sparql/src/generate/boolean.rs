//! Conditions.

use quarrel_case::term::{LiteralKind, Term, XSD};

use super::Maker;
use super::data::Kind;
use super::expression::{Rules, cast};
use super::table::Scope;
use super::text::{part_of_text, regular_expression};
use crate::ast::{BinaryOperator, Builtin, Expression, UnaryOperator};

/// How conditions are made.
pub(super) const RULES: Rules = &[
    (12, "operator.and", |maker, scope, depth| connected(maker, scope, depth, BinaryOperator::And)),
    (14, "operator.or", |maker, scope, depth| connected(maker, scope, depth, BinaryOperator::Or)),
    (10, "operator.not", |maker, scope, depth| {
        let operand = maker.boolean(scope, depth);
        Some(Expression::unary(UnaryOperator::Not, operand))
    }),
    (34, "", compare_numbers),
    (10, "", compare_texts),
    (6, "operator.in", |maker, scope, depth| member(maker, scope, depth, false)),
    (5, "operator.not-in", |maker, scope, depth| member(maker, scope, depth, true)),
    (4, "function.if", |maker, scope, depth| {
        let arguments = (0..3).map(|_| maker.boolean(scope, depth.min(1))).collect();
        Some(Expression::call(Builtin::If, arguments))
    }),
    (4, "function.coalesce", |maker, scope, depth| {
        let arguments = (0..2).map(|_| maker.boolean(scope, depth.min(1))).collect();
        Some(Expression::call(Builtin::Coalesce, arguments))
    }),
    (6, "function.contains", |maker, scope, depth| of_part(maker, scope, depth, Builtin::Contains)),
    (5, "function.str-starts", |maker, scope, depth| of_part(maker, scope, depth, Builtin::Strstarts)),
    (5, "function.str-ends", |maker, scope, depth| of_part(maker, scope, depth, Builtin::Strends)),
    (5, "function.regex", regex),
    (2, "cast.boolean", |maker, scope, depth| {
        let argument = maker.any(scope, depth.min(1));
        Some(cast("boolean", argument))
    }),
    (40, "", |maker, scope, _| maker.by_rules(LEAVES, scope, 0)),
];

/// How conditions are made that hold no other one.
pub(super) const LEAVES: Rules = &[
    (26, "", compare_to_constant),
    (12, "", compare_variables),
    (16, "", compare_times),
    (6, "operator.in", |maker, scope, _| member(maker, scope, 0, false)),
    (5, "operator.not-in", |maker, scope, _| member(maker, scope, 0, true)),
    (8, "function.bound", |maker, scope, _| of_any(maker, scope, Builtin::Bound)),
    (4, "function.is-iri", |maker, scope, _| of_any(maker, scope, Builtin::IsIri)),
    (1, "function.is-uri", |maker, scope, _| of_any(maker, scope, Builtin::IsUri)),
    (4, "function.is-blank", |maker, scope, _| of_any(maker, scope, Builtin::IsBlank)),
    (4, "function.is-literal", |maker, scope, _| of_any(maker, scope, Builtin::IsLiteral)),
    (3, "function.is-triple", |maker, scope, _| of_any(maker, scope, Builtin::IsTriple)),
    (3, "function.has-lang", |maker, scope, _| of_any(maker, scope, Builtin::HasLang)),
    (2, "function.has-lang-dir", |maker, scope, _| of_any(maker, scope, Builtin::HasLangdir)),
    (5, "function.is-numeric", |maker, scope, _| of_any(maker, scope, Builtin::IsNumeric)),
    (6, "function.same-term", same_term),
    (4, "function.lang-matches", language),
    (4, "function.datatype", datatype),
    // The effective boolean value of whatever the variable is.
    (4, "", |maker, scope, _| maker.any_variable(scope).map(|found| Expression::Variable(found.variable))),
];

fn connected(
    maker: &mut Maker<'_>,
    scope: &Scope,
    depth: usize,
    operator: BinaryOperator,
) -> Option<Expression> {
    let left = maker.boolean(scope, depth);
    let right = maker.boolean(scope, depth);
    Some(Expression::binary(operator, left, right))
}

fn compare_numbers(maker: &mut Maker<'_>, scope: &Scope, depth: usize) -> Option<Expression> {
    let operator = maker.comparison()?;
    let visible = maker.variable_of(scope, Kind::Number)?;
    let left = maker.number(scope, depth);
    let right = match maker.choices.weighted(&[5, 3]) {
        0 => Expression::Constant(maker.near(&visible, Some(Kind::Number))?),
        _ => maker.number(scope, depth),
    };
    Some(maker.turned(operator, left, right))
}

fn compare_texts(maker: &mut Maker<'_>, scope: &Scope, depth: usize) -> Option<Expression> {
    let operator = maker.comparison()?;
    let left = maker.text(scope, depth);
    let visible = maker.variable_of(scope, Kind::Text);
    let right = match visible {
        Some(visible) if maker.choices.chance(60) => {
            Expression::Constant(maker.near(&visible, Some(Kind::Text))?)
        }
        _ => maker.text(scope, depth.min(1)),
    };
    Some(maker.turned(operator, left, right))
}

fn compare_to_constant(maker: &mut Maker<'_>, scope: &Scope, _: usize) -> Option<Expression> {
    let visible = maker.any_variable(scope)?;
    let constant = maker.near(&visible, None)?;
    let operator = match Kind::of(constant.term()) {
        // A string with a language has no order.
        Kind::Text if has_language(constant.term()) && maker.choices.chance(80) => {
            maker.operator(&[(1, BinaryOperator::Equal), (1, BinaryOperator::NotEqual)])?
        }
        Kind::Number | Kind::Text | Kind::Time => maker.comparison()?,
        _ => maker.operator(&[(1, BinaryOperator::Equal), (1, BinaryOperator::NotEqual)])?,
    };
    Some(maker.turned(operator, Expression::Variable(visible.variable), Expression::Constant(constant)))
}

fn has_language(term: &Term) -> bool {
    term.as_literal().is_some_and(|literal| matches!(literal.kind, LiteralKind::Language(_)))
}

fn compare_variables(maker: &mut Maker<'_>, scope: &Scope, _: usize) -> Option<Expression> {
    let left = maker.any_variable(scope)?;
    let kind = left.samples.first().map(Kind::of)?;
    let right = maker.variable_of(scope, kind)?;
    // The same variable on both sides is rare, and a known trap (NaN = NaN, unknown datatypes).
    if left.variable == right.variable && !maker.choices.chance(15) {
        return None;
    }
    let operator = match kind {
        Kind::Number | Kind::Text | Kind::Time => maker.comparison()?,
        _ => maker.operator(&[(1, BinaryOperator::Equal), (2, BinaryOperator::NotEqual)])?,
    };
    Some(Expression::binary(
        operator,
        Expression::Variable(left.variable),
        Expression::Variable(right.variable),
    ))
}

fn compare_times(maker: &mut Maker<'_>, scope: &Scope, _: usize) -> Option<Expression> {
    let operator = maker.comparison()?;
    let visible = maker.variable_of(scope, Kind::Time)?;
    let constant = maker.near(&visible, Some(Kind::Time))?;
    Some(maker.turned(operator, Expression::Variable(visible.variable), Expression::Constant(constant)))
}

fn member(maker: &mut Maker<'_>, scope: &Scope, depth: usize, negated: bool) -> Option<Expression> {
    let visible = maker.any_variable(scope)?;
    let mut list = Vec::new();
    for _ in 0..maker.choices.between(1, 3) {
        list.push(match maker.choices.weighted(&[7, 2]) {
            0 => Expression::Constant(maker.near(&visible, None)?),
            _ => maker.any(scope, depth.min(1)),
        });
    }
    if maker.choices.chance(90) {
        let mut different: Vec<Expression> = Vec::new();
        for item in list {
            if !different.contains(&item) {
                different.push(item);
            }
        }
        list = different;
    }
    Some(Expression::In { negated, operand: Box::new(Expression::Variable(visible.variable)), list })
}

fn of_any(maker: &mut Maker<'_>, scope: &Scope, builtin: Builtin) -> Option<Expression> {
    let argument = maker.any_variable(scope)?;
    Some(maker.call(builtin, Expression::Variable(argument.variable)))
}

fn of_part(maker: &mut Maker<'_>, scope: &Scope, depth: usize, builtin: Builtin) -> Option<Expression> {
    let text = maker.text(scope, depth);
    let part = Expression::constant(Term::string(part_of_text(maker, scope)));
    Some(Expression::call(builtin, vec![text, part]))
}

fn regex(maker: &mut Maker<'_>, scope: &Scope, depth: usize) -> Option<Expression> {
    let mut arguments =
        vec![maker.text(scope, depth), Expression::constant(Term::string(regular_expression(maker)))];
    if maker.choices.chance(25) {
        arguments.push(Expression::constant(Term::string("i")));
    }
    Some(Expression::call(Builtin::Regex, arguments))
}

fn same_term(maker: &mut Maker<'_>, scope: &Scope, _: usize) -> Option<Expression> {
    let visible = maker.any_variable(scope)?;
    let other = match maker.choices.weighted(&[3, 2]) {
        0 => Expression::Constant(maker.near(&visible, None)?),
        _ => Expression::Variable(maker.any_variable(scope)?.variable),
    };
    Some(Expression::call(Builtin::SameTerm, vec![Expression::Variable(visible.variable), other]))
}

fn language(maker: &mut Maker<'_>, scope: &Scope, _: usize) -> Option<Expression> {
    let text = maker.variable_of(scope, Kind::Text)?;
    if !maker.allows("function.lang") {
        return None;
    }
    let range = ["en", "*", "EN", "fr", "en-GB"][maker.choices.below(5)];
    let tag = maker.call(Builtin::Lang, Expression::Variable(text.variable));
    Some(Expression::call(Builtin::LangMatches, vec![tag, Expression::constant(Term::string(range))]))
}

fn datatype(maker: &mut Maker<'_>, scope: &Scope, _: usize) -> Option<Expression> {
    let operator = maker.operator(&[(2, BinaryOperator::Equal), (1, BinaryOperator::NotEqual)])?;
    let visible = maker.any_variable(scope)?;
    let found = visible
        .samples
        .iter()
        .find_map(|term| term.as_literal().map(|literal| literal.datatype().to_owned()));
    let iri = found.unwrap_or_else(|| format!("{XSD}integer"));
    let left = maker.call(Builtin::Datatype, Expression::Variable(visible.variable));
    Some(Expression::binary(operator, left, Expression::constant(Term::iri(iri))))
}

impl Maker<'_> {
    /// The comparison, now and then with its sides exchanged.
    fn turned(&mut self, operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
        if self.choices.chance(15) {
            Expression::binary(operator, right, left)
        } else {
            Expression::binary(operator, left, right)
        }
    }
}
