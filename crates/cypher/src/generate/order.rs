//! What `ORDER BY` sorts by: columns, expressions over them, what is returned written out again, what is not returned
//! where that may be read, constants, and keys that come twice.

use super::build;
use super::draft::Draft;
use super::expression::Writer;
use super::kind::Kind;
use super::projection::Mode;
use super::scope::{Leaf, Variable};
use crate::ast::{BinaryOperator, Expression, Projection, SortItem, UnaryOperator};

impl Draft<'_> {
    /// A key for a projection that gives these columns.
    pub(super) fn sort_item(
        &mut self,
        projection: &Projection,
        columns: &[Variable],
        mode: Mode,
    ) -> Option<SortItem> {
        let expression = self.sort_key(projection, columns, mode)?;
        let descending = self.setting.features.allow("order-by.descending") && self.choices.chance(40);
        Some(SortItem { expression, descending })
    }

    fn sort_key(&mut self, projection: &Projection, columns: &[Variable], mode: Mode) -> Option<Expression> {
        let sortable: Vec<(&Variable, Option<&Expression>)> = (columns.iter().enumerate())
            .filter(|(_, column)| column.kind.is_sortable())
            .map(|(place, column)| (column, projection.items.get(place).map(|item| &item.expression)))
            .collect();
        // What is not returned may be read unless rows are taken together.
        let read = matches!(mode, Mode::Plain | Mode::Star);
        if read
            && self.choices.chance(40)
            && let Some(odd) = self.writer().leaf_where(Leaf::is_odd)
        {
            return Some(odd.expression());
        }
        let column = self.choices.pick(&sortable).copied();
        if !read && !self.setting.features.allow("order-by.grouped") {
            return column.map(|(column, _)| build::variable(&column.name));
        }
        let known = usize::from(column.is_some());
        match (
            self.choices.weighted(&[50 * known, 14 * known, 14 * known, 24 * usize::from(read), 2]),
            column,
        ) {
            (0, Some((column, _))) => Some(build::variable(&column.name)),
            (1, Some((_, item))) => item.cloned(),
            (2, Some((column, _))) => {
                Some(self.writer().computed(build::variable(&column.name), column.kind))
            }
            (3, _) => self.sort_leaf(),
            _ => self.setting.features.allow("order-by.constant").then(|| build::integer(1)),
        }
    }

    /// Something to read, or an expression over what can be read.
    fn sort_leaf(&mut self) -> Option<Expression> {
        let mut writer = self.writer();
        let leaf = writer.leaf_where(|leaf| leaf.kind.is_sortable())?;
        let (kind, read) = (leaf.kind, leaf.expression());
        if writer.choices.chance(75) { Some(read) } else { writer.expression(kind, 1) }
    }
}

impl Writer<'_> {
    /// Something simple that is computed from a value; the value itself where nothing is allowed.
    fn computed(&mut self, value: Expression, kind: Kind) -> Expression {
        let called = |name: &str, value: &Expression| build::call(name, vec![value.clone()]);
        let made = match (kind, self.choices.below(3)) {
            (Kind::Integer, 0) if self.allow("operator.modulo") => {
                Some(build::binary(BinaryOperator::Modulo, value.clone(), build::integer(2)))
            }
            (Kind::Integer, 1) if self.allow("operator.add") => {
                Some(build::binary(BinaryOperator::Add, value.clone(), build::integer(1)))
            }
            (Kind::Integer | Kind::Float, _) if self.allow("operator.negate") => {
                Some(Expression::Unary { operator: UnaryOperator::Negate, operand: Box::new(value.clone()) })
            }
            (Kind::String, 0) if self.allow_function("toUpper") => Some(called("toUpper", &value)),
            (Kind::String, _) | (Kind::IntegerList | Kind::StringList, _) if self.allow_function("size") => {
                Some(called("size", &value))
            }
            (Kind::Boolean, _) if self.allow("operator.not") => Some(build::not(value.clone())),
            _ => None,
        };
        made.unwrap_or(value)
    }
}
