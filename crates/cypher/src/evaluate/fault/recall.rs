//! Plans that are found again by a query's text, with the literals of its first execution.

use super::plan::each_expression;
use super::rewrite::{is_inequality, name_columns};
use crate::ast::{Expression, Literal, Query};

/// Queries with their literals blanked, and of the first one of each the literals beside inequalities.
#[derive(Debug, Clone, Default)]
pub(in crate::evaluate) struct Plans(Vec<(Query, Vec<Literal>)>);

impl Plans {
    /// The query with the literals that its plan has already.
    pub(super) fn recall(&mut self, query: &Query) -> Query {
        let mut text = query.clone();
        each_expression(&mut text, &mut |expression| {
            if let Expression::Literal(literal) = expression {
                *literal = Literal::Null;
            }
        });
        let mut recalled = query.clone();
        name_columns(&mut recalled);
        match self.0.iter().find(|(known, _)| *known == text) {
            Some((_, literals)) => {
                let mut literals = literals.iter();
                each_bound(&mut recalled, &mut |own| {
                    if let Some(first) = literals.next() {
                        *own = first.clone();
                    }
                });
            }
            None => {
                let mut literals = Vec::new();
                each_bound(&mut recalled, &mut |own| literals.push(own.clone()));
                self.0.push((text, literals));
            }
        }
        recalled
    }
}

/// Calls `visit` with every literal that is an operand of `<`, `<=`, `>` or `>=`.
fn each_bound(query: &mut Query, visit: &mut dyn FnMut(&mut Literal)) {
    each_expression(query, &mut |expression| {
        let Expression::Comparison { first, rest } = expression else { return };
        let signs: Vec<bool> = rest.iter().map(|(operator, _)| is_inequality(*operator)).collect();
        let sign = |place: Option<usize>| place.and_then(|place| signs.get(place)).is_some_and(|sign| *sign);
        let operands = std::iter::once(&mut **first).chain(rest.iter_mut().map(|(_, operand)| operand));
        for (place, operand) in operands.enumerate() {
            if let Expression::Literal(literal) = operand
                && (sign(Some(place)) || sign(place.checked_sub(1)))
            {
                visit(literal);
            }
        }
    });
}
