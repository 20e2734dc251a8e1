//! Expressions: operands, truth with errors (17.2), and the forms that are not functions of their arguments.

use quarrel_case::language::Failure;

use super::datum::Datum;
use super::number::{Number, Operation};
use super::terms::Id;
use super::{Binding, Evaluator, Fault};
use crate::ast::{BinaryOperator, Builtin, Expression, Function, Group, UnaryOperator, Variable};

/// Why an expression has no value.
#[derive(Debug)]
pub(super) enum Stop {
    /// It is an error (17.2).
    Error(&'static str),
    /// The evaluation ends.
    Failure(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// The value of an expression.
pub(super) type Evaluated<T = Id> = Result<T, Stop>;

/// An expression error.
pub(super) fn error<T>(reason: &'static str) -> Evaluated<T> {
    Err(Stop::Error(reason))
}

/// An effective boolean value, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    /// True.
    True,
    /// False.
    False,
    /// An error.
    Error(&'static str),
    /// The language leaves it open.
    Open(&'static str),
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl Truth {
    /// `!` (17.3): an error stays one.
    pub(super) fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            other => other,
        }
    }

    /// `||` (17.2): true absorbs errors.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::True, _) | (_, Self::True) => Self::True,
            (open @ Self::Open(_), _) | (_, open @ Self::Open(_)) => open,
            (error @ Self::Error(_), _) | (_, error @ Self::Error(_)) => error,
            (Self::False, Self::False) => Self::False,
        }
    }

    /// `&&` (17.2): false absorbs errors.
    pub(super) fn and(self, other: Self) -> Self {
        self.not().or(other.not()).not()
    }
}

impl Evaluator {
    /// The value of an expression in a solution.
    pub(super) fn evaluate(&mut self, expression: &Expression, row: &Binding) -> Evaluated {
        self.meter.step()?;
        match expression {
            Expression::Variable(variable) => self.variable(variable, row),
            Expression::Constant(constant) => Ok(self.terms.intern_ref(constant.term())),
            Expression::Unary { operator: UnaryOperator::Minus, operand } => {
                let operand = self.evaluate(operand, row)?;
                self.negated(operand)
            }
            Expression::Unary { operator: UnaryOperator::Plus, operand } => {
                let operand = self.evaluate(operand, row)?;
                self.numeric(operand, "+", |number, _| Ok(number.clone()))
            }
            Expression::Binary { operator, left, right } => match arithmetic(*operator) {
                Some(operation) => {
                    let left = self.evaluate(left, row);
                    let right = self.evaluate(right, row);
                    self.arithmetic(operation, left?, right?)
                }
                None => self.truth_term(expression, row),
            },
            Expression::Unary { operator: UnaryOperator::Not, .. }
            | Expression::In { .. }
            | Expression::Exists { .. } => self.truth_term(expression, row),
            Expression::Call { function: Function::Builtin(builtin), arguments } => {
                self.builtin_call(*builtin, arguments, row)
            }
            Expression::Call { function: Function::Iri(iri), arguments } => {
                self.cast_call(iri, arguments, row)
            }
            Expression::Aggregate(aggregate) => self.aggregate(aggregate),
            Expression::Triple(parts) => {
                let [subject, predicate, object] = &**parts;
                let subject = self.evaluate(subject, row)?;
                let predicate = self.evaluate(predicate, row)?;
                let object = self.evaluate(object, row)?;
                self.triple_term([subject, predicate, object])
            }
        }
    }

    fn truth_term(&mut self, expression: &Expression, row: &Binding) -> Evaluated {
        let truth = self.condition_truth(expression, row)?;
        self.term_of(truth)
    }

    /// The boolean of a truth.
    pub(super) fn term_of(&mut self, truth: Truth) -> Evaluated {
        match truth {
            Truth::True => Ok(self.terms.boolean(true)),
            Truth::False => Ok(self.terms.boolean(false)),
            Truth::Error(reason) => error(reason),
            Truth::Open(reason) => Ok(self.terms.open(reason)),
        }
    }

    /// The effective boolean value of an expression in a solution (17.2.2).
    pub(super) fn truth(&mut self, expression: &Expression, row: &Binding) -> Result<Truth, Failure> {
        match expression {
            Expression::Unary { operator: UnaryOperator::Not, .. }
            | Expression::In { .. }
            | Expression::Exists { .. } => self.condition_truth(expression, row),
            Expression::Binary { operator, .. } if arithmetic(*operator).is_none() => {
                self.condition_truth(expression, row)
            }
            _ => match self.evaluate(expression, row) {
                Ok(id) => Ok(self.effective_boolean_value(id)),
                Err(Stop::Error(reason)) => Ok(Truth::Error(reason)),
                Err(Stop::Failure(failure)) => Err(failure),
            },
        }
    }

    /// The truth of an expression whose value is a boolean.
    fn condition_truth(&mut self, expression: &Expression, row: &Binding) -> Result<Truth, Failure> {
        self.meter.step()?;
        match expression {
            Expression::Unary { operand, .. } => match self.truth(operand, row)? {
                Truth::Error(_) if self.semantics.has(Fault::NegatedError) => Ok(Truth::True),
                operand => Ok(operand.not()),
            },
            Expression::Binary { operator: BinaryOperator::Or, left, right } => {
                match self.truth(left, row)? {
                    Truth::True => Ok(Truth::True),
                    left => match left.or(self.truth(right, row)?) {
                        Truth::False if self.semantics.has(Fault::FalseOrFalse) => {
                            Ok(Truth::Error("|| of two false operands"))
                        }
                        either => Ok(either),
                    },
                }
            }
            Expression::Binary { operator: BinaryOperator::And, left, right } => {
                match self.truth(left, row)? {
                    Truth::False => Ok(Truth::False),
                    left => Ok(left.and(self.truth(right, row)?)),
                }
            }
            Expression::Binary { operator, left, right } => {
                let operands =
                    self.evaluate(left, row).and_then(|left| Ok((left, self.evaluate(right, row)?)));
                match operands {
                    Ok((one, other)) => {
                        let faulty = self.lexical_equality(*operator, [left, right], [one, other]);
                        Ok(faulty.unwrap_or_else(|| self.relation(*operator, one, other)))
                    }
                    Err(Stop::Error(reason)) => Ok(Truth::Error(reason)),
                    Err(Stop::Failure(failure)) => Err(failure),
                }
            }
            Expression::In { negated, operand, list } => {
                let found = self.is_in(operand, list, row)?;
                Ok(if *negated { found.not() } else { found })
            }
            Expression::Exists { negated, group } => {
                Ok((self.exists(group, row, *negated)? != *negated).into())
            }
            _ => Ok(Truth::Error("not a condition")),
        }
    }

    /// The value of a variable. In a grouped query one that is not grouped by stands for a sample (18.2.4.1).
    fn variable(&mut self, variable: &Variable, row: &Binding) -> Evaluated {
        let Some(slot) = self.find_slot(variable.name()) else {
            return error("unbound variable");
        };
        if let Some(id) = row.get(slot).or_else(|| self.outer.get(slot)) {
            return Ok(id);
        }
        match self.frame.take() {
            Some(frame) => {
                let sample = frame.sample(slot, self);
                self.frame = Some(frame);
                sample
            }
            None => error("unbound variable"),
        }
    }

    /// IN (17.4.1.9): a disjunction of equalities; over the empty list its operand must still have a value.
    fn is_in(&mut self, operand: &Expression, list: &[Expression], row: &Binding) -> Result<Truth, Failure> {
        let operand = match self.evaluate(operand, row) {
            Ok(id) => id,
            Err(Stop::Error(reason)) => return Ok(Truth::Error(reason)),
            Err(Stop::Failure(failure)) => return Err(failure),
        };
        let mut found = Truth::False;
        for item in list {
            let equal = match self.evaluate(item, row) {
                Ok(id) => self.relation(BinaryOperator::Equal, operand, id),
                Err(Stop::Error(reason)) => Truth::Error(reason),
                Err(Stop::Failure(failure)) => return Err(failure),
            };
            found = found.or(equal);
            if found == Truth::True {
                break;
            }
        }
        Ok(found)
    }

    /// EXISTS (18.6): whether the pattern has a solution when the bound variables are replaced by their terms.
    fn exists(&mut self, group: &Group, row: &Binding, negated: bool) -> Result<bool, Failure> {
        let mut substituted = row.merged(&self.outer);
        if negated && self.semantics.has(Fault::FilterVariableLost) {
            substituted = self.without_filter_variables(&substituted, group);
        }
        for (_, id) in substituted.bound() {
            if let Some(open) = self.terms.as_open(id) {
                self.open.get_or_insert(open.reason);
            }
        }
        let outer = std::mem::replace(&mut self.outer, substituted);
        let frame = self.frame.take();
        let solution = self.solution;
        let rows = self.group_rows(group, &mut Vec::new());
        (self.outer, self.frame, self.solution) = (outer, frame, solution);
        Ok(!rows?.is_empty())
    }

    /// COALESCE, IF and BOUND, which take errors, and the functions of their arguments' values.
    fn builtin_call(&mut self, builtin: Builtin, arguments: &[Expression], row: &Binding) -> Evaluated {
        match (builtin, arguments) {
            (Builtin::Coalesce, _) => self.coalesce(arguments, row),
            (Builtin::If, [condition, then, otherwise]) => match self.truth(condition, row)? {
                Truth::True => self.evaluate(then, row),
                Truth::False => self.evaluate(otherwise, row),
                Truth::Error(reason) => error(reason),
                Truth::Open(reason) => Ok(self.terms.open(reason)),
            },
            (Builtin::Bound, [Expression::Variable(variable)]) => self.bound(variable, row),
            _ => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.evaluate(argument, row)?);
                }
                self.builtin(builtin, &values)
            }
        }
    }

    /// COALESCE (17.4.1.3): the first argument that is no error.
    fn coalesce(&mut self, arguments: &[Expression], row: &Binding) -> Evaluated {
        for argument in arguments {
            match self.evaluate(argument, row) {
                Err(Stop::Error(_)) => {}
                found => return found,
            }
        }
        error("COALESCE of errors only")
    }

    /// BOUND (17.4.1.1).
    fn bound(&mut self, variable: &Variable, row: &Binding) -> Evaluated {
        match self.variable(variable, row) {
            Ok(id) => match self.terms.as_open(id) {
                Some(open) if open.about.is_none() => {
                    let reason = open.reason;
                    Ok(self.terms.open(reason))
                }
                _ => Ok(self.terms.boolean(true)),
            },
            Err(Stop::Error(_)) => Ok(self.terms.boolean(false)),
            Err(failure) => Err(failure),
        }
    }

    /// `-A`: of an open number nothing is kept but the reason.
    fn negated(&mut self, operand: Id) -> Evaluated {
        self.numeric(operand, "-", Number::negate)
    }

    /// A function of one number.
    pub(super) fn numeric(
        &mut self,
        operand: Id,
        name: &'static str,
        function: impl Fn(&Number, super::Semantics) -> Result<Number, &'static str>,
    ) -> Evaluated {
        if let Some(open) = self.terms.as_open(operand) {
            let reason = open.reason;
            return Ok(self.terms.open(reason));
        }
        match self.terms.as_number(operand).map(|number| function(number, self.semantics)) {
            Some(Ok(number)) => Ok(self.terms.result(number, name, &[operand])),
            Some(Err(reason)) => error(reason),
            None => error("not a number"),
        }
    }

    fn arithmetic(&mut self, operation: Operation, left: Id, right: Id) -> Evaluated {
        let open = [left, right].into_iter().find_map(|id| self.terms.as_open(id));
        if let Some(reason) = open.map(|open| open.reason) {
            return Ok(self.terms.open(reason));
        }
        let is_time = |id: Id| matches!(self.terms.datum(id), Datum::DateTime(_) | Datum::Date(_));
        if self.semantics.dates && [left, right].into_iter().any(|id| is_time(id) || self.is_other_time(id)) {
            // An engine may extend the operators (17.3.1), by durations that XPath has in more than one form.
            return Ok(self.terms.open("arithmetic on times"));
        }
        let operands = [left, right];
        let (Some(left), Some(right)) = (self.terms.as_number(left), self.terms.as_number(right)) else {
            return error("not a number");
        };
        self.meter.product(left.bits() + right.bits())?;
        match Number::apply(operation, left, right, self.semantics) {
            Ok(computed) => Ok(self.terms.computed(computed, operation.name(), &operands)),
            Err(reason) => error(reason),
        }
    }
}

fn arithmetic(operator: BinaryOperator) -> Option<Operation> {
    match operator {
        BinaryOperator::Add => Some(Operation::Add),
        BinaryOperator::Subtract => Some(Operation::Subtract),
        BinaryOperator::Multiply => Some(Operation::Multiply),
        BinaryOperator::Divide => Some(Operation::Divide),
        _ => None,
    }
}
