//! The solution modifiers (productions 18 to 27).

use super::{Parser, Result, lexer::Token};
use crate::ast::{Direction, Expression, Group, GroupKey, Modifiers, OrderKey};

impl Parser<'_> {
    /// Productions 18 and 28: SolutionModifier and ValuesClause.
    pub(super) fn modifiers(&mut self, pattern: &Group) -> Result<Modifiers> {
        let mut modifiers = Modifiers::default();
        if self.eat_word("GROUP") {
            self.expect_word("BY")?;
            modifiers.group_by = self.group_keys(pattern)?;
        }
        self.aggregates = true;
        if self.eat_word("HAVING") {
            modifiers.having.push(self.constraint()?);
            while self.starts_constraint() {
                modifiers.having.push(self.constraint()?);
            }
        }
        if self.eat_word("ORDER") {
            self.expect_word("BY")?;
            modifiers.order_by.push(self.order_key()?);
            while self.starts_order_key() {
                modifiers.order_by.push(self.order_key()?);
            }
        }
        self.aggregates = false;
        self.limit_and_offset(&mut modifiers)?;
        if self.eat_word("VALUES") {
            modifiers.values = Some(self.inline_data()?);
        }
        Ok(modifiers)
    }

    /// Production 19: GroupClause, after its keywords.
    fn group_keys(&mut self, pattern: &Group) -> Result<Vec<GroupKey>> {
        let mut keys: Vec<GroupKey> = Vec::new();
        loop {
            let bracket = self.is_symbol("(");
            let key = if matches!(self.peek(), Token::Variable(_)) {
                GroupKey { expression: Expression::Variable(self.variable()?), variable: None }
            } else if bracket {
                self.bracketed_key(pattern, &keys)?
            } else if keys.is_empty() || self.starts_constraint() {
                GroupKey { expression: self.constraint()?, variable: None }
            } else {
                return Ok(keys);
            };
            keys.push(key);
        }
    }

    /// Production 20, its `( expression AS variable )`: the variable must be new (note 12).
    fn bracketed_key(&mut self, pattern: &Group, earlier: &[GroupKey]) -> Result<GroupKey> {
        self.expect_symbol("(")?;
        let expression = self.expression()?;
        let mut variable = None;
        if self.eat_word("AS") {
            let offset = self.offset();
            let name = self.variable()?;
            if pattern.scope().contains(&name)
                || earlier.iter().any(|key| key.variable.as_ref() == Some(&name))
            {
                return Err(
                    self.error_at(offset, format!("the variable ?{} is already in scope", name.name()))
                );
            }
            variable = Some(name);
        }
        self.expect_symbol(")")?;
        Ok(GroupKey { expression, variable })
    }

    fn starts_order_key(&self) -> bool {
        self.is_word("ASC")
            || self.is_word("DESC")
            || matches!(self.peek(), Token::Variable(_))
            || self.starts_constraint()
    }

    /// Production 24: OrderCondition.
    fn order_key(&mut self) -> Result<OrderKey> {
        let descending = self.is_word("DESC");
        let direction = if descending { Direction::Descending } else { Direction::Ascending };
        let expression = if descending || self.is_word("ASC") {
            self.at += 1;
            self.bracketed()?
        } else if matches!(self.peek(), Token::Variable(_)) {
            Expression::Variable(self.variable()?)
        } else {
            self.constraint()?
        };
        Ok(OrderKey { expression, direction })
    }

    /// Production 25: LimitOffsetClauses, in either order.
    fn limit_and_offset(&mut self, modifiers: &mut Modifiers) -> Result<()> {
        loop {
            let slot = if modifiers.limit.is_none() && self.is_word("LIMIT") {
                &mut modifiers.limit
            } else if modifiers.offset.is_none() && self.is_word("OFFSET") {
                &mut modifiers.offset
            } else {
                return Ok(());
            };
            self.at += 1;
            *slot = Some(self.count()?);
        }
    }

    /// The number after LIMIT or OFFSET.
    fn count(&mut self) -> Result<u64> {
        let count = match self.peek() {
            Token::Number { text, .. } if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
            _ => return Err(self.expected("a whole number without sign")),
        };
        match count {
            Some(count) => {
                self.at += 1;
                Ok(count)
            }
            None => Err(self.error("this number is too large")),
        }
    }
}
