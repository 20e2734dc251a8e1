//! A query that the round has seen, with other constants: what an engine keeps by a query's text is asked for again.

use std::collections::VecDeque;

use quarrel_case::choices::Choices;
use quarrel_case::language::Tree;

use crate::ast::{Expression, Literal, Query};
use crate::walk;

/// So many queries are remembered: few, because a write that is undone makes an engine forget.
const REMEMBERED: usize = 4;

/// The last queries of a round that only read.
#[derive(Debug, Default)]
pub(super) struct Earlier(VecDeque<Tree>);

impl Earlier {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Remembers a query.
    pub(super) fn remember(&mut self, query: &Tree) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(query.clone());
    }

    /// One of the queries of which some condition compares with a constant, with other constants; none if there is none
    /// to change.
    pub(super) fn again(&self, choices: &mut Choices) -> Option<Query> {
        let has_bound = |query: &&Query| walk::clauses(query).flat_map(walk::expressions).any(has_bound);
        let queries: Vec<&Query> = self.0.iter().filter_map(Tree::get).filter(has_bound).collect();
        let mut query: Query = (*choices.pick(&queries)?).clone();
        let mut changed = false;
        for expression in walk::clauses_mut(&mut query).flat_map(walk::expressions_mut) {
            changed |= change(expression, 20, choices);
        }
        changed.then_some(query)
    }
}

/// Whether an expression compares with a constant.
fn has_bound(expression: &Expression) -> bool {
    let is_constant = |operand: &&Expression| matches!(operand, Expression::Literal(_));
    let children = walk::children(expression);
    (matches!(expression, Expression::Comparison { .. }) && children.iter().any(is_constant))
        || children.into_iter().any(has_bound)
}

/// Changes so many in a hundred of the constants in an expression, and more of those that it compares with; whether
/// it did.
fn change(expression: &mut Expression, percent: usize, choices: &mut Choices) -> bool {
    if let Expression::Literal(literal) = expression {
        let other = if choices.chance(percent) { other(literal, choices) } else { None };
        let changed = other.is_some();
        if let Some(other) = other {
            *literal = other;
        }
        return changed;
    }
    let percent = if matches!(expression, Expression::Comparison { .. }) { 80 } else { 20 };
    let mut changed = false;
    for child in walk::children_mut(expression) {
        changed |= change(child, percent, choices);
    }
    changed
}

/// Another constant of the same type; none where a text may be more than a text.
fn other(literal: &Literal, choices: &mut Choices) -> Option<Literal> {
    const TEXTS: [&str; 5] = ["a", "b", "A", "ab", ""];
    let made = match literal {
        Literal::Integer(number) => {
            let near = [number.checked_add(1)?, number.checked_sub(1)?, 0, 2];
            Literal::Integer(*choices.pick(&near)?)
        }
        Literal::Float(_) => Literal::Float(*choices.pick(&[0.0, 0.5, 1.0, -1.5, 2.0])?),
        Literal::String(text) if TEXTS.contains(&text.as_str()) => {
            Literal::String((*choices.pick(&TEXTS)?).to_owned())
        }
        Literal::Boolean(flag) => Literal::Boolean(!flag),
        Literal::String(_) | Literal::Null => return None,
    };
    (made != *literal).then_some(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use crate::print::{Spelling, print};

    #[test]
    fn a_query_comes_again_with_other_constants_alone() {
        let text = "MATCH (n {k: 1}) WHERE n.k < 5 AND n.s = 'a' RETURN n.k + 0.5 AS x, date('2020-01-01')";
        let blank = |text: &str| text.replace(|letter: char| !letter.is_ascii_uppercase(), "");
        let mut earlier = Earlier::default();
        earlier.remember(&Tree::new(parse(text).unwrap()));
        let mut choices = Choices::new(1);
        for _ in 0..20 {
            let Some(again) = earlier.again(&mut choices) else { continue };
            let again = print(&again, &Spelling::default());
            assert!(again != text && again.contains("'2020-01-01'"), "{again}");
            assert_eq!(blank(&again.replace("'A'", "'a'")), blank(text));
        }
    }

    #[test]
    fn what_compares_with_no_constant_does_not_come_again() {
        let mut earlier = Earlier::default();
        let query = parse("MATCH (n) WHERE n.k = n.l RETURN n + 1").unwrap();
        earlier.remember(&Tree::new(query));
        assert!(earlier.again(&mut Choices::new(1)).is_none());
    }
}
