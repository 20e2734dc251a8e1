//! Expressions on a row.
//!
//! A result that is an error is one that every order of evaluation gives. Where the language lets an engine
//! skip an operand, the operand is evaluated all the same; if it raises, the context is told, and the result
//! is the one that does not need it (relations.md R4).

use super::compare::{compare, equal};
use super::context::{Context, Outcome, Scope, Stop, unmodelled};
use super::functions::{self, Call};
use super::taint::Why;
use super::truth::Truth;
use super::typed;
use super::value::{Map, Value};
use crate::ast::{BinaryOperator, Case, ComparisonOperator, Expression, Literal, UnaryOperator};

/// A value, or the query's own error where something else may decide.
pub(super) type Attempt<T> = Result<T, Stop>;

impl Context<'_> {
    /// The value of an expression.
    pub(super) fn evaluate(&self, expression: &Expression, scope: &Scope<'_>) -> Outcome<Value> {
        self.charge(1)?;
        match expression {
            Expression::Literal(literal) => Ok(literal_value(literal)),
            Expression::Variable(name) => scope
                .lookup(name)
                .cloned()
                .ok_or_else(|| unmodelled(&format!("the variable {name} out of scope"))),
            Expression::Parameter(name) => {
                let value = self.parameters.get(name).cloned();
                value.ok_or_else(|| unmodelled(&format!("the parameter {name} without a value")))
            }
            compound => self.nested(|| self.compound(compound, scope)),
        }
    }

    fn compound(&self, expression: &Expression, scope: &Scope<'_>) -> Outcome<Value> {
        match expression {
            Expression::List(items) => self.allow_depth(Value::list(self.strict(items, scope)?)),
            Expression::Map(entries) => self.map(entries, scope),
            Expression::Property { subject, key } => {
                let element = self.evaluate(subject, scope)?;
                self.before_set(subject, &element, key).map_or_else(|| self.property(&element, key), Ok)
            }
            Expression::Subscript { subject, index } => {
                let (subject, index) = self.pair(subject, index, scope)?;
                self.subscript(&subject, &index)
            }
            Expression::Slice { subject, from, to } => {
                let subject = self.evaluate(subject, scope)?;
                self.slice(&subject, from.as_deref(), to.as_deref(), scope)
            }
            Expression::Unary { operator, operand } => {
                let operand = self.under(*operator, || self.evaluate(operand, scope))?;
                match operator {
                    UnaryOperator::Not => Ok(self.truth(&operand)?.not().value()),
                    UnaryOperator::Negate => self.negate(&operand),
                    UnaryOperator::Plus => self.signed(&operand, 1.0),
                }
            }
            Expression::Binary { operator, left, right } => self.binary(*operator, left, right, scope),
            Expression::Comparison { first, rest } => self.comparison(first, rest, scope),
            Expression::IsNull { operand, negated } => {
                let operand = self.evaluate(operand, scope)?;
                Ok(is_null(&operand, *negated))
            }
            Expression::HasLabels { subject, labels } => {
                let subject = self.evaluate(subject, scope)?;
                self.has_labels(&subject, labels)
            }
            Expression::Case(case) => self.case(case, scope),
            Expression::Function { name, arguments, .. } => self.call(name, arguments, scope),
            Expression::ListComprehension(comprehension) => self.comprehension(comprehension, scope),
            Expression::Quantifier(quantifier) => self.quantifier(quantifier, scope),
            Expression::Reduce(reduce) => self.reduce(reduce, scope),
            Expression::IsLabeled { subject, labels } => {
                let subject = self.evaluate(subject, scope)?;
                self.is_labeled(&subject, labels)
            }
            Expression::IsTyped { operand, negated, value_type } => {
                let operand = self.evaluate(operand, scope)?;
                Ok(typed::is_of(&operand, value_type).not_if(*negated).value())
            }
            Expression::MapProjection(projection) => self.map_projection(projection, scope),
            Expression::Pattern(pattern) => self.pattern(pattern, scope),
            Expression::PatternComprehension(comprehension) => {
                self.pattern_comprehension(comprehension, scope)
            }
            Expression::Subquery(subquery) => self.subquery(subquery, scope),
            _ => Err(unmodelled("an aggregation outside a projection")),
        }
    }

    /// The values of expressions all of which are needed.
    fn strict(&self, expressions: &[Expression], scope: &Scope<'_>) -> Outcome<Vec<Value>> {
        let mut values = Vec::with_capacity(expressions.len());
        for expression in expressions {
            values.push(self.evaluate(expression, scope)?);
        }
        Ok(values)
    }

    /// Two operands; an engine that sees a null on one side may never look at the other.
    fn pair(&self, left: &Expression, right: &Expression, scope: &Scope<'_>) -> Outcome<(Value, Value)> {
        let left = self.attempt(self.evaluate(left, scope))?;
        let right = self.attempt(self.evaluate(right, scope))?;
        match (left, right) {
            (Ok(left), Ok(right)) => Ok((left, right)),
            (Err(stop), Ok(other)) | (Ok(other), Err(stop)) => {
                if other.is_null() {
                    self.certain.set(false);
                }
                Err(stop)
            }
            (Err(stop), Err(_)) => Err(stop),
        }
    }

    fn map(&self, entries: &[(String, Expression)], scope: &Scope<'_>) -> Outcome<Value> {
        let mut values = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            values.push((std::sync::Arc::from(key.as_str()), self.evaluate(value, scope)?));
        }
        self.allow_depth(Value::Map(Map::new(values)))
    }

    fn binary(
        &self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        scope: &Scope<'_>,
    ) -> Outcome<Value> {
        use BinaryOperator as Operator;
        if matches!(operator, Operator::And | Operator::Or | Operator::Xor) {
            return self.logic(operator, left, right, scope);
        }
        let operands = [left, right];
        let (left, right) = self.pair(left, right, scope)?;
        if let Some(wrong) = self.wrong_operation(operator, operands, [&left, &right])? {
            return Ok(wrong);
        }
        match operator {
            Operator::In => self.contains(&left, &right),
            Operator::StartsWith | Operator::EndsWith | Operator::Contains => {
                Ok(self.text_predicate(operator, &left, &right))
            }
            Operator::Matches => self.matches(&left, &right),
            Operator::Concatenate => self.concatenation(&left, &right),
            _ => self.arithmetic(operator, &left, &right),
        }
    }

    /// Three-valued logic (TCK Boolean1-Boolean3). One operand may decide; then the other may raise unseen.
    fn logic(
        &self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        scope: &Scope<'_>,
    ) -> Outcome<Value> {
        let left = self.attempt(self.condition(left, scope))?;
        let right = self.attempt(self.condition(right, scope))?;
        let decided = match operator {
            BinaryOperator::And => conjunction([left, right])?,
            BinaryOperator::Or => conjunction([left.map(Truth::not), right.map(Truth::not)])?.not(),
            _ => match (self.xor_operand(left?), self.xor_operand(right?)) {
                (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
                (Truth::Open(why), _) | (_, Truth::Open(why)) => Truth::Open(why),
                (left, right) => Truth::of(left != right),
            },
        };
        Ok(decided.value())
    }

    /// The truth of a condition.
    pub(super) fn condition(&self, condition: &Expression, scope: &Scope<'_>) -> Outcome<Truth> {
        let value = self.evaluate(condition, scope)?;
        self.truth(&value)
    }

    /// `a < b <= c` is the conjunction of its parts (TCK Comparison3, Comparison4).
    fn comparison(
        &self,
        first: &Expression,
        rest: &[(ComparisonOperator, Expression)],
        scope: &Scope<'_>,
    ) -> Outcome<Value> {
        if let [(operator, second)] = rest {
            let (left, right) = self.pair(first, second, scope)?;
            return Ok(self.compared(*operator, &left, &right)?.value());
        }
        let mut left = self.attempt(self.evaluate(first, scope))?;
        let mut parts = Vec::with_capacity(rest.len());
        for (operator, operand) in rest {
            let right = self.attempt(self.evaluate(operand, scope))?;
            let part = match (&left, &right) {
                (Ok(left), Ok(right)) => self.attempt(self.compared(*operator, left, right))?,
                (Err(stop), other) | (other, Err(stop)) => {
                    if matches!(other, Ok(Value::Null)) {
                        self.certain.set(false);
                    }
                    Err(stop.clone())
                }
            };
            parts.push(part);
            left = right;
        }
        Ok(conjunction(parts)?.value())
    }

    fn compared(&self, operator: ComparisonOperator, left: &Value, right: &Value) -> Outcome<Truth> {
        use ComparisonOperator as Operator;
        match operator {
            Operator::Equal => return Ok(equal(self, left, right)),
            Operator::NotEqual => return Ok(equal(self, left, right).not()),
            _ => {}
        }
        let found = compare(self, left, right)?;
        Ok(match operator {
            Operator::Less => found.holds(std::cmp::Ordering::is_lt),
            Operator::LessEqual => found.holds(std::cmp::Ordering::is_le),
            Operator::Greater => found.holds(std::cmp::Ordering::is_gt),
            _ => found.holds(std::cmp::Ordering::is_ge),
        })
    }

    /// The first `WHEN` that is true decides; the others are evaluated only to see whether they raise.
    fn case(&self, case: &Case, scope: &Scope<'_>) -> Outcome<Value> {
        let subject = case.subject.as_ref();
        let subject = subject.map(|subject| self.attempt(self.evaluate(subject, scope))).transpose()?;
        let mut decided: Option<Attempt<Value>> = None;
        for (when, then) in &case.branches {
            let when = self.when(subject.as_ref(), when, scope)?;
            let then = self.attempt(self.evaluate(then, scope))?;
            if decided.is_none() {
                decided = match when {
                    Ok(Truth::True) => Some(then),
                    Ok(Truth::Open(_)) => Some(Ok(Value::Open(Why::Unspecified))),
                    Ok(Truth::False | Truth::Unknown) => None,
                    Err(stop) => Some(Err(stop)),
                };
            }
        }
        let otherwise = match &case.otherwise {
            Some(otherwise) => self.attempt(self.evaluate(otherwise, scope))?,
            None => Ok(Value::Null),
        };
        decided.unwrap_or(otherwise)
    }

    fn when(
        &self,
        subject: Option<&Attempt<Value>>,
        when: &Expression,
        scope: &Scope<'_>,
    ) -> Outcome<Attempt<Truth>> {
        let Some(subject) = subject else {
            return self.attempt(self.condition(when, scope));
        };
        let when = self.attempt(self.evaluate(when, scope))?;
        Ok(match (subject, when) {
            // Switch null-in-simple-case.
            (Ok(Value::Null), Ok(Value::Null)) if self.semantics.null_in_case != 0 => Ok(Truth::True),
            (Ok(subject), Ok(when)) => Ok(equal(self, subject, &when)),
            (Err(stop), _) => Err(stop.clone()),
            (_, Err(stop)) => Err(stop),
        })
    }

    fn call(&self, name: &str, arguments: &[Expression], scope: &Scope<'_>) -> Outcome<Value> {
        let Some(function) = functions::find(name) else {
            return Err(unmodelled(&format!("the function {name}")));
        };
        match function.call {
            // `exists(pattern)` is the pattern as a condition (TCK Pattern1).
            _ if is_pattern_test(name, arguments) => {
                self.strict(arguments, scope).map(|mut all| all.swap_remove(0))
            }
            Call::Coalesce => self.coalesce(arguments, scope),
            Call::Strict(body) => self.strict_call((function.name, body), arguments, scope),
            Call::Total(body) => body(self, &self.strict(arguments, scope)?),
            Call::Aggregate => Err(unmodelled("an aggregation outside a projection")),
            Call::Unmodelled => Err(unmodelled(&format!("the function {name}"))),
        }
    }

    /// Null in any argument gives null; an engine that sees it may never look at the other arguments.
    fn strict_call(
        &self,
        (name, body): (&str, functions::Body),
        arguments: &[Expression],
        scope: &Scope<'_>,
    ) -> Outcome<Value> {
        let mut values = Vec::with_capacity(arguments.len());
        let mut raised = None;
        for argument in arguments {
            match self.attempt(self.evaluate(argument, scope))? {
                Ok(value) => values.push(value),
                Err(stop) => raised = raised.or(Some(stop)),
            }
        }
        let has_null = values.iter().any(Value::is_null);
        if let Some(stop) = raised {
            if has_null {
                self.certain.set(false);
            }
            return Err(stop);
        }
        if has_null {
            return Ok(functions::of_null(self, name, &values));
        }
        let open = values.iter().find_map(|value| match value {
            Value::Open(why) => Some(*why),
            _ => None,
        });
        match open {
            None => body(self, &values),
            // Of a path between which there is a choice the length is known.
            Some(Why::Path(length)) if name == "length" => Ok(Value::Integer(length.into())),
            Some(why) => {
                if why.is_of_any_type() {
                    self.may_raise();
                }
                Ok(Value::Open(match why {
                    Why::Path(_) => Why::Choice,
                    why if why.is_of_any_type() => Why::Unspecified,
                    why => why,
                }))
            }
        }
    }

    /// The first that is not null; those behind it need not be evaluated.
    fn coalesce(&self, arguments: &[Expression], scope: &Scope<'_>) -> Outcome<Value> {
        let mut decided: Option<Attempt<Value>> = None;
        for argument in arguments {
            let value = self.attempt(self.evaluate(argument, scope))?;
            if decided.is_none() && !matches!(value, Ok(Value::Null)) {
                decided = Some(value);
            }
        }
        decided.unwrap_or(Ok(Value::Null))
    }
}

/// Whether this is `exists((a)-->(b))`.
fn is_pattern_test(name: &str, arguments: &[Expression]) -> bool {
    name.eq_ignore_ascii_case("exists")
        && matches!(arguments, [Expression::Pattern(pattern)] if pattern.selector.is_none())
}

fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(flag) => Value::Bool(*flag),
        Literal::Integer(number) => Value::Integer(*number),
        Literal::Float(number) => Value::Float(*number),
        Literal::String(text) => Value::string(text),
    }
}

/// Whether the value is null; of what is open only some is known not to be.
pub(super) fn is_null(value: &Value, negated: bool) -> Value {
    match value {
        Value::Open(why) if why.is_nullable() => Value::Open(*why),
        other => Value::Bool(other.is_null() != negated),
    }
}

/// The conjunction: one false decides, whatever the others are or raise.
pub(super) fn conjunction(parts: impl IntoIterator<Item = Attempt<Truth>>) -> Outcome<Truth> {
    let mut result = Ok(Truth::True);
    for part in parts {
        result = match (result, part) {
            (_, Ok(Truth::False)) => return Ok(Truth::False),
            (Err(stop), _) | (Ok(_), Err(stop)) => Err(stop),
            (Ok(before), Ok(truth)) => Ok(before.and(truth)),
        };
    }
    result
}
