//! How a query is built beyond its features.
//!
//! Two reduced findings with the same features may still have two causes: a FILTER after an OPTIONAL and one before
//! it use the same constructs. What stands next to what, which variables are bound where, and of what class the
//! constants are tells them apart. None of it can be left out of generation by name, so it is a list of its own.

use std::collections::BTreeSet;

use super::literal;
use super::scan;
use crate::ast::{
    Aggregate, BinaryOperator, Builtin, Column, Constant, Duplicates, Element, Expression, Form, Function,
    Group, GroupKey, InlineData, Modifiers, Projection, Query, TriplePattern, UnaryOperator, Variable,
};

/// Every shape, sorted.
pub const SHAPES: &[&str] = &[
    "aggregate.beside-group-by",
    "aggregate.in-expression",
    "aggregate.in-having",
    "aggregate.in-order-by",
    "aggregate.of-constant",
    "aggregate.of-unbound",
    "aggregate.without-group-by",
    "distinct.order-by",
    "error.and",
    "error.call",
    "error.comparison",
    "error.condition",
    "error.in",
    "error.not",
    "error.or",
    "exists.disjoint",
    "exists.filter-on-outer",
    "filter.after-optional",
    "filter.after-optional.own-variables",
    "filter.before-pattern",
    "filter.over-union",
    "filter.several",
    "group-by.constant",
    "group-by.several",
    "group.filter-on-outer",
    "having.without-aggregate",
    "limit.without-order",
    "limit.zero",
    "literal.boolean",
    "literal.date",
    "literal.date-time",
    "literal.decimal",
    "literal.derived-integer",
    "literal.double",
    "literal.empty-string",
    "literal.float",
    "literal.ill-typed",
    "literal.infinite",
    "literal.language",
    "literal.large",
    "literal.nan",
    "literal.negative",
    "literal.negative-zero",
    "literal.non-ascii",
    "literal.non-canonical",
    "literal.other-type",
    "minus.disjoint",
    "minus.filter-on-outer",
    "minus.maybe-unbound",
    "operands.booleans",
    "operands.equal",
    "operands.iris",
    "operands.language",
    "operands.numbers",
    "operands.strings",
    "operands.times",
    "operands.unlike",
    "optional.alone",
    "optional.filter-on-outer",
    "optional.of-group",
    "optional.of-minus",
    "optional.of-optional",
    "optional.of-union",
    "optional.several",
    "order-by.constant",
    "order-by.not-projected",
    "order-by.several",
    "order-by.unbound",
    "pattern.disconnected",
    "pattern.repeated-variable",
    "pattern.shared-variable",
    "select.unbound",
    "select.ungrouped",
    "union.equal-branches",
    "values.empty",
    "values.equal-rows",
    "values.several",
    "values.undef-joined",
    "variable.maybe-unbound",
    "variable.unbound",
];

/// The shapes of a query, sorted, each once.
pub fn shape(query: &Query) -> Vec<&'static str> {
    let bound = query.pattern.scope().into_iter().cloned().collect();
    let sure = scan::surely_bound(&query.pattern.elements);
    let mut found = Found { shapes: BTreeSet::new(), bound, sure, around: Vec::new() };
    found.group(&query.pattern);
    found.keys(&query.modifiers);
    found.form(query);
    let one_group = query.is_grouped() && query.modifiers.group_by.is_empty();
    found.add_if(one_group, "aggregate.without-group-by");
    found.shapes.into_iter().collect()
}

struct Found {
    shapes: BTreeSet<&'static str>,
    /// The variables that the query may bind at the place at hand.
    bound: BTreeSet<Variable>,
    /// Those that every solution binds there.
    sure: BTreeSet<Variable>,
    /// What the groups around bind.
    around: Vec<BTreeSet<Variable>>,
}

impl Found {
    fn add_if(&mut self, condition: bool, shape: &'static str) {
        if condition {
            self.shapes.insert(shape);
        }
    }

    fn form(&mut self, query: &Query) {
        let Form::Select(select) = &query.form else {
            return;
        };
        let (modifiers, grouped) = (&query.modifiers, query.is_grouped());
        self.add_if(
            select.duplicates == Duplicates::Distinct && !modifiers.order_by.is_empty(),
            "distinct.order-by",
        );
        let Projection::Columns(columns) = &select.projection else {
            return;
        };
        let keys: BTreeSet<&Variable> = modifiers.group_by.iter().filter_map(GroupKey::name).collect();
        let mut named: BTreeSet<&Variable> = BTreeSet::new();
        for column in columns {
            match column {
                Column::Variable(variable) => {
                    let known = keys.contains(variable) || named.contains(variable);
                    self.add_if(grouped && !known, "select.ungrouped");
                    self.add_if(!grouped && !self.bound.contains(variable), "select.unbound");
                }
                Column::Expression { expression, .. } => {
                    self.expression(expression);
                    let is_one = matches!(expression, Expression::Aggregate(_));
                    self.add_if(expression.has_aggregate() && !is_one, "aggregate.in-expression");
                }
            }
            self.add_if(column.has_aggregate() && !keys.is_empty(), "aggregate.beside-group-by");
            named.insert(column.variable());
        }
        let projected = |variable: &Variable| named.contains(variable);
        let hidden = modifiers.order_by.iter().any(|key| {
            let variables = scan::variables(&key.expression);
            variables.iter().any(|variable| !projected(variable))
        });
        self.add_if(hidden, "order-by.not-projected");
    }

    fn keys(&mut self, modifiers: &Modifiers) {
        let Modifiers { group_by, having, order_by, limit, .. } = modifiers;
        self.add_if(group_by.len() > 1, "group-by.several");
        self.add_if(order_by.len() > 1, "order-by.several");
        self.add_if(limit.is_some() && order_by.is_empty(), "limit.without-order");
        self.add_if(*limit == Some(0), "limit.zero");
        for key in group_by {
            self.add_if(matches!(key.expression, Expression::Constant(_)), "group-by.constant");
            self.expression(&key.expression);
            // After grouping there are the keys' names too.
            self.bound.extend(key.variable.clone());
            self.sure.extend(key.variable.clone());
        }
        for condition in having {
            self.add_if(condition.has_aggregate(), "aggregate.in-having");
            self.add_if(!condition.has_aggregate(), "having.without-aggregate");
            self.condition(condition);
        }
        for key in order_by {
            self.add_if(key.expression.has_aggregate(), "aggregate.in-order-by");
            self.add_if(matches!(key.expression, Expression::Constant(_)), "order-by.constant");
            let variables = scan::variables(&key.expression);
            let unbound = variables.iter().any(|variable| !self.sure.contains(variable));
            self.add_if(unbound, "order-by.unbound");
            self.expression(&key.expression);
        }
    }

    /// The shapes of a group in whose expressions the variables at hand are bound.
    fn group(&mut self, group: &Group) {
        self.neighbours(&group.elements);
        for (index, element) in group.elements.iter().enumerate() {
            let before = group.elements.get(..index).unwrap_or_default();
            self.element(element, before);
        }
    }

    /// What stands beside what.
    fn neighbours(&mut self, elements: &[Element]) {
        let count = |is: fn(&Element) -> bool| elements.iter().filter(|element| is(element)).count();
        let filters = count(|element| matches!(element, Element::Filter(_)));
        let tables = count(|element| matches!(element, Element::Values(_)));
        self.add_if(filters > 1, "filter.several");
        self.add_if(tables > 1, "values.several");
        self.add_if(count(|element| matches!(element, Element::Optional(_))) > 1, "optional.several");
        self.add_if(
            filters > 0 && count(|element| matches!(element, Element::Union(_))) > 0,
            "filter.over-union",
        );
        let undef = |element: &Element| matches!(element, Element::Values(data) if scan::has_undef(data));
        // MINUS joins nothing to what stands before it.
        let subtracted = count(|element| matches!(element, Element::Minus(_)));
        let joined = elements.len() - filters - subtracted > 1;
        self.add_if(joined && elements.iter().any(undef), "values.undef-joined");
        for pair in elements.windows(2) {
            if let [first, Element::Filter(condition)] = pair
                && let Element::Optional(group) = first
            {
                let own = group.scope();
                let variables = scan::variables(condition);
                self.add_if(true, "filter.after-optional");
                let all_own =
                    !variables.is_empty() && variables.iter().all(|variable| own.contains(variable));
                self.add_if(all_own, "filter.after-optional.own-variables");
            }
            let out_of_place =
                matches!(pair, [Element::Filter(_), other] if !matches!(other, Element::Filter(_)));
            self.add_if(out_of_place, "filter.before-pattern");
        }
    }

    fn element(&mut self, element: &Element, before: &[Element]) {
        match element {
            Element::Triples(patterns) => self.patterns(patterns),
            Element::Filter(condition) => self.condition(condition),
            Element::Bind { expression, .. } => self.expression(expression),
            Element::Values(data) => self.values(data),
            Element::Group(group) => self.nested(group, "group.filter-on-outer"),
            Element::Optional(group) => {
                self.add_if(before.is_empty(), "optional.alone");
                match group.elements.as_slice() {
                    [Element::Group(_)] => self.add_if(true, "optional.of-group"),
                    elements => self.optional(elements),
                }
                self.nested(group, "optional.filter-on-outer");
            }
            Element::Union(branches) => {
                let repeated =
                    |(index, branch): (usize, &Group)| branches.iter().take(index).any(|one| one == branch);
                self.add_if(branches.iter().enumerate().any(repeated), "union.equal-branches");
                branches.iter().for_each(|branch| self.nested(branch, "group.filter-on-outer"));
            }
            Element::Minus(group) => {
                self.minus(group, before);
                self.nested(group, "minus.filter-on-outer");
            }
            Element::Graph { group, .. } => self.nested(group, "group.filter-on-outer"),
            // What is asked elsewhere, or in a scope of its own, is no shape of this query.
            Element::Service { .. } | Element::Select(_) => {}
        }
    }

    fn optional(&mut self, elements: &[Element]) {
        for element in elements {
            self.add_if(matches!(element, Element::Minus(_)), "optional.of-minus");
            self.add_if(matches!(element, Element::Optional(_)), "optional.of-optional");
            self.add_if(matches!(element, Element::Union(_)), "optional.of-union");
        }
    }

    fn minus(&mut self, group: &Group, before: &[Element]) {
        let mut left = BTreeSet::new();
        before.iter().for_each(|element| element.add_scope(&mut left));
        let right = group.scope();
        let shared: Vec<&&Variable> = left.intersection(&right).collect();
        self.add_if(shared.is_empty(), "minus.disjoint");
        let sure = [before, &group.elements].map(scan::surely_bound);
        let maybe = |variable: &Variable| sure.iter().any(|side| !side.contains(variable));
        self.add_if(shared.iter().any(|variable| maybe(variable)), "minus.maybe-unbound");
    }

    /// A group inside; `reaching` is the shape of a filter in it that names what only the groups around bind.
    fn nested(&mut self, group: &Group, reaching: &'static str) {
        let own: BTreeSet<Variable> = group.scope().into_iter().cloned().collect();
        for element in &group.elements {
            if let Element::Filter(condition) = element {
                let variables = scan::variables(condition);
                let outer = |variable: &Variable| !own.contains(variable) && self.is_around(variable);
                let reaches = variables.iter().any(outer);
                self.add_if(reaches, reaching);
            }
        }
        let sees_around = reaching != "group.filter-on-outer" && reaching != "minus.filter-on-outer";
        let (bound, sure) = (self.bound.clone(), self.sure.clone());
        let mut inner = own.clone();
        let mut surely = scan::surely_bound(&group.elements);
        if sees_around {
            inner.extend(bound.clone());
            surely.extend(sure.clone());
        }
        self.around.push(std::mem::replace(&mut self.bound, inner));
        self.sure = surely;
        self.group(group);
        self.around.pop();
        self.bound = bound;
        self.sure = sure;
    }

    fn is_around(&self, variable: &Variable) -> bool {
        self.bound.contains(variable) || self.around.iter().any(|bound| bound.contains(variable))
    }

    fn patterns(&mut self, patterns: &[TriplePattern]) {
        let mut groups: Vec<BTreeSet<&Variable>> = Vec::new();
        for pattern in patterns {
            let variables: Vec<&Variable> = pattern.variables().collect();
            let own: BTreeSet<&Variable> = variables.iter().copied().collect();
            self.add_if(own.len() < variables.len(), "pattern.repeated-variable");
            let (joined, apart): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| !group.is_disjoint(&own));
            self.add_if(!joined.is_empty(), "pattern.shared-variable");
            groups = apart;
            groups.push(joined.into_iter().flatten().chain(own).collect());
            for term in [&pattern.subject, &pattern.object] {
                if let crate::ast::TermPattern::Constant(constant) = term {
                    self.constant(constant);
                }
            }
        }
        self.add_if(groups.len() > 1, "pattern.disconnected");
    }

    fn values(&mut self, data: &InlineData) {
        self.add_if(data.rows.is_empty(), "values.empty");
        let repeated = |(index, row): (usize, &Vec<_>)| data.rows.iter().take(index).any(|one| one == row);
        self.add_if(data.rows.iter().enumerate().any(repeated), "values.equal-rows");
        data.rows.iter().flatten().flatten().for_each(|constant| self.constant(constant));
    }

    fn constant(&mut self, constant: &Constant) {
        self.shapes.extend(literal::classes(constant.term()));
    }

    /// An expression that is asked for its truth: an error in it drops the solution.
    fn condition(&mut self, condition: &Expression) {
        let fails = self.fails(condition);
        self.add_if(fails, "error.condition");
        self.expression(condition);
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Variable(variable) => {
                self.add_if(!self.bound.contains(variable), "variable.unbound");
                let maybe = self.bound.contains(variable) && !self.sure.contains(variable);
                self.add_if(maybe, "variable.maybe-unbound");
            }
            Expression::Constant(constant) => self.constant(constant),
            Expression::Exists { group, .. } => {
                let own = group.scope();
                let shared = own.iter().any(|variable| self.bound.contains(*variable));
                self.add_if(!shared, "exists.disjoint");
                self.nested(group, "exists.filter-on-outer");
            }
            Expression::Aggregate(aggregate) => self.aggregate(aggregate),
            Expression::Binary { operator, left, right } => {
                self.add_if(left == right, "operands.equal");
                self.compared(*operator, left, right);
            }
            _ => {}
        }
        if let Some(shape) = error_shape(expression) {
            let fails = expression.children().into_iter().any(|child| self.fails(child));
            self.add_if(fails, shape);
        }
        expression.children().into_iter().for_each(|child| self.expression(child));
    }

    /// What kind of constants are compared.
    fn compared(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) {
        if let (Expression::Constant(left), Expression::Constant(right)) = (left, right)
            && operator.is_comparison()
        {
            self.shapes.extend(literal::operands(left.term(), right.term()));
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        if let Some(argument) = &aggregate.argument {
            self.add_if(scan::variables(argument).is_empty(), "aggregate.of-constant");
            let fails = self.fails(argument);
            self.add_if(fails, "aggregate.of-unbound");
        }
    }

    /// Whether an expression is an error in every solution, as far as its form tells.
    fn fails(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Variable(variable) => !self.bound.contains(variable),
            Expression::Unary { operand, .. } => self.fails(operand),
            Expression::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left, right } => {
                self.fails(left) && self.fails(right)
            }
            Expression::Binary { operator, left, right } => {
                let is_node = |side: &Expression| scan::is_iri(side);
                let by_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
                let mistyped = !by_equality && (is_node(left) || is_node(right));
                mistyped || self.fails(left) || self.fails(right)
            }
            Expression::In { operand, .. } => self.fails(operand),
            Expression::Call { function: Function::Builtin(Builtin::Bound | Builtin::Coalesce), .. } => false,
            Expression::Call { function: Function::Builtin(Builtin::If), arguments } => {
                arguments.first().is_some_and(|condition| self.fails(condition))
            }
            Expression::Call { arguments, .. } => arguments.iter().any(|argument| self.fails(argument)),
            Expression::Triple(parts) => parts.iter().any(|part| self.fails(part)),
            Expression::Constant(_) | Expression::Aggregate(_) | Expression::Exists { .. } => false,
        }
    }
}

/// The shape of an expression with an operand that is an error.
fn error_shape(expression: &Expression) -> Option<&'static str> {
    match expression {
        Expression::Unary { operator: UnaryOperator::Not, .. } => Some("error.not"),
        Expression::Binary { operator: BinaryOperator::And, .. } => Some("error.and"),
        Expression::Binary { operator: BinaryOperator::Or, .. } => Some("error.or"),
        Expression::Binary { .. } => Some("error.comparison"),
        Expression::In { .. } => Some("error.in"),
        Expression::Call { .. } => Some("error.call"),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
