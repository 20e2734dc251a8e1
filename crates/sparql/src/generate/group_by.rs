//! GROUP BY, HAVING and aggregates.

use quarrel_case::term::Term;

use super::Maker;
use super::data::Kind;
use super::finish::set_projection;
use super::table::{Scope, Visible};
use crate::ast::{
    Aggregate, AggregateFunction, BinaryOperator, Builtin, Column, Expression, GroupKey, Projection, Query,
};
use crate::features::of_aggregate;

/// The set functions with their weights.
const FUNCTIONS: [(AggregateFunction, usize); 7] = [
    (AggregateFunction::Count, 34),
    (AggregateFunction::Sum, 16),
    (AggregateFunction::Min, 12),
    (AggregateFunction::Max, 12),
    (AggregateFunction::Avg, 8),
    (AggregateFunction::Sample, 3),
    (AggregateFunction::GroupConcat, 8),
];

impl Maker<'_> {
    /// Groups the query by one or two keys and projects keys and aggregates.
    pub(super) fn group_by(&mut self, query: &mut Query, scope: &Scope) {
        let mut variables: Vec<&Visible> = scope.visible.iter().collect();
        self.choices.shuffle(&mut variables);
        let count = self.choices.between(1, 2);
        let mut columns = Vec::new();
        for visible in variables.into_iter().take(count) {
            let key = self.group_key(visible, scope);
            let name = key.variable.clone().unwrap_or_else(|| visible.variable.clone());
            query.modifiers.group_by.push(key);
            if self.choices.chance(80) {
                columns.push(Column::Variable(name));
            }
        }
        self.aggregates(&mut columns, scope);
        set_projection(query, Projection::Columns(columns));
        if self.choices.chance(60) && self.allows("having") {
            let most = if self.allows("having.several") { 2 } else { 1 };
            for _ in 0..self.choices.between(1, most) {
                let condition = self.having(scope);
                query.modifiers.having.extend(condition);
            }
        }
    }

    /// One row of aggregates over all solutions.
    pub(super) fn aggregate_all(&mut self, query: &mut Query, scope: &Scope) {
        let mut columns = Vec::new();
        self.aggregates(&mut columns, scope);
        set_projection(query, Projection::Columns(columns));
    }

    fn group_key(&mut self, visible: &Visible, scope: &Scope) -> GroupKey {
        if self.choices.chance(15) && self.allows("group-by.expression") {
            let depth = self.expression_depth().min(2);
            let expression = self.any(scope, depth);
            if !matches!(expression, Expression::Variable(_) | Expression::Constant(_)) {
                return GroupKey { expression, variable: Some(self.fresh_variable()) };
            }
        }
        GroupKey { expression: Expression::Variable(visible.variable.clone()), variable: None }
    }

    fn aggregates(&mut self, columns: &mut Vec<Column>, scope: &Scope) {
        if !self.allows("select.expression") && !columns.is_empty() {
            return;
        }
        for _ in 0..self.choices.between(1, 2) {
            let mut expression = self.aggregate(scope);
            if self.choices.chance(12)
                && let Some(operator) =
                    self.operator(&[(2, BinaryOperator::Add), (1, BinaryOperator::Multiply)])
            {
                expression = Expression::binary(operator, expression, Expression::constant(Term::integer(2)));
            }
            columns.push(Column::Expression { expression, variable: self.fresh_variable() });
        }
    }

    /// One aggregate; its argument is of a kind that it can be computed of.
    fn aggregate(&mut self, scope: &Scope) -> Expression {
        let numbers = !scope.of_kind(Kind::Number).is_empty();
        let weights = FUNCTIONS.map(|(function, weight)| {
            let sums = matches!(function, AggregateFunction::Sum | AggregateFunction::Avg);
            match () {
                () if !self.allows(of_aggregate(function)) => 0,
                () if sums && !numbers => weight / 4,
                () => weight,
            }
        });
        let function = FUNCTIONS[self.choices.weighted(&weights)].0;
        let all = function == AggregateFunction::Count
            && self.choices.chance(35)
            && self.allows("aggregate.count-all");
        if all {
            return aggregate(function, false, None);
        }
        let distinct = self.choices.chance(25) && self.allows("aggregate.distinct");
        let argument = self.argument(function, scope);
        let mut made = aggregate(function, distinct, Some(argument));
        if let Expression::Aggregate(aggregate) = &mut made
            && function == AggregateFunction::GroupConcat
            && self.choices.chance(50)
            && self.allows("aggregate.separator")
        {
            aggregate.separator = Some(["", ",", "|"][self.choices.below(3)].to_owned());
        }
        made
    }

    /// What is aggregated; only COUNT may have `*` in its place (grammar, rule 127), so it is never left out.
    fn argument(&mut self, function: AggregateFunction, scope: &Scope) -> Expression {
        let depth = self.expression_depth().min(2);
        let sums = matches!(function, AggregateFunction::Sum | AggregateFunction::Avg);
        let visible = match function {
            _ if sums && self.choices.weighted(&[6, 4]) == 0 => self.variable_of(scope, Kind::Number),
            _ if sums => None,
            AggregateFunction::GroupConcat => self.concatenated(scope),
            _ if self.choices.chance(20) => None,
            _ => self.any_variable(scope),
        };
        let variable = visible.map(|visible| Expression::Variable(visible.variable));
        if function == AggregateFunction::GroupConcat {
            let text = self.allows("function.str");
            return match variable {
                Some(variable) if text => self.call(Builtin::Str, variable),
                Some(variable) => variable,
                None => self.any(scope, depth),
            };
        }
        variable.unwrap_or_else(|| if sums { self.number(scope, depth) } else { self.any(scope, depth) })
    }

    /// What GROUP_CONCAT joins: in any order, so that the result is known where all are alike.
    fn concatenated(&mut self, scope: &Scope) -> Option<Visible> {
        let alike: Vec<&Visible> =
            scope.visible.iter().filter(|visible| visible.samples.len() == 1).collect();
        let found = self.choices.pick(&alike).filter(|_| self.choices.chance(50));
        found.map(|visible| (*visible).clone()).or_else(|| self.any_variable(scope))
    }

    /// A condition on a group, mostly on its number of solutions.
    fn having(&mut self, scope: &Scope) -> Option<Expression> {
        let operator = self.comparison()?;
        let function = AggregateFunction::Count;
        let (left, bound) = if self.choices.chance(60) && self.allows("aggregate.count-all") {
            (aggregate(function, false, None), self.choices.between(1, 3))
        } else {
            (self.aggregate(scope), self.choices.below(4))
        };
        let right = Expression::constant(Term::integer(i64::try_from(bound).unwrap_or(1)));
        Some(Expression::binary(operator, left, right))
    }
}

pub(super) fn aggregate(
    function: AggregateFunction,
    distinct: bool,
    argument: Option<Expression>,
) -> Expression {
    let argument = argument.map(Box::new);
    Expression::Aggregate(Aggregate { function, distinct, argument, separator: None })
}
