//! Types of expressions, and the errors that show in them without running.

use super::super::functions;
use super::super::table::{Column, Kind, Type, position};
use super::super::walk::is_aggregating;
use super::{Check, Checked, CompileError, undefined};
use crate::ast::{
    BinaryOperator, Case, Expression, ListComprehension, Literal, Quantifier, Reduce, UnaryOperator,
};

const NUMBERS: &[Kind] = &[Kind::Integer, Kind::Float];
const ADDABLE: &[Kind] = &[Kind::Integer, Kind::Float, Kind::String, Kind::List];

/// Whether an aggregating function may stand here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aggregation {
    /// In the items and sort keys of a projection.
    Allowed,
    /// In conditions, in `UNWIND`, and in what is evaluated for each element of a list.
    Forbidden,
    /// In the argument of an aggregating function.
    Within,
}

/// Local variables, the innermost last.
pub(super) struct Names<'a> {
    pub(super) columns: &'a [Column],
    pub(super) locals: Vec<(&'a str, Type)>,
}

impl Check<'_> {
    /// The type of an expression.
    pub(super) fn infer(
        &self,
        expression: &Expression,
        columns: &[Column],
        aggregation: Aggregation,
    ) -> Checked<Type> {
        let mut names = Names { columns, locals: Vec::new() };
        self.kind(expression, &mut names, aggregation)
    }

    pub(super) fn kind<'a>(
        &self,
        expression: &'a Expression,
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        match expression {
            Expression::Literal(literal) => Ok(Type::of(kind_of_literal(literal))),
            Expression::Variable(name) => names.lookup(name),
            Expression::Parameter(name) => self.parameter(name),
            Expression::List(items) => self.list(items, names, within),
            Expression::Map(entries) => {
                entries.iter().try_for_each(|(_, value)| self.kind(value, names, within).map(|_| ()))?;
                Ok(Type::of(Kind::Map))
            }
            Expression::Property { subject, key } => {
                let subject = self.kind(subject, names, within)?;
                self.property(subject, key)
            }
            Expression::Subscript { subject, index } => {
                let subject = self.kind(subject, names, within)?;
                self.kind(index, names, within)?;
                Ok(if subject.kind == Kind::List { Type::of(subject.element) } else { Type::ANY })
            }
            Expression::Slice { subject, from, to } => {
                let found = self.kind(subject, names, within)?;
                for bound in from.iter().chain(to) {
                    self.kind(bound, names, within)?;
                }
                Ok(if found.kind == Kind::List { found } else { Type::list(Kind::Any) })
            }
            Expression::Unary { operator, operand } => {
                let operand = match operator {
                    UnaryOperator::Not => self.predicate(operand, names, within)?,
                    _ => self.kind(operand, names, within)?,
                };
                self.unary(*operator, operand)
            }
            Expression::Binary { operator, left, right } => {
                let side = if joins(*operator) { Self::predicate } else { Self::kind };
                let left = side(self, left, names, within)?;
                let right = side(self, right, names, within)?;
                self.binary(*operator, left, right)
            }
            Expression::Comparison { first, rest } => {
                self.kind(first, names, within)?;
                for (_, operand) in rest {
                    self.kind(operand, names, within)?;
                }
                Ok(Type::of(Kind::Boolean))
            }
            Expression::IsNull { operand, .. } | Expression::IsTyped { operand, .. } => {
                self.kind(operand, names, within)?;
                Ok(Type::of(Kind::Boolean))
            }
            Expression::HasLabels { subject, .. } | Expression::IsLabeled { subject, .. } => {
                let subject = self.kind(subject, names, within)?;
                self.want(subject, &[Kind::Node, Kind::Relationship], "what has labels")?;
                Ok(Type::of(Kind::Boolean))
            }
            Expression::Case(case) => self.case(case, names, within),
            Expression::CountStar => self.aggregate(within).map(|()| Type::of(Kind::Integer)),
            Expression::Function { name, arguments, .. } => self.call(name, arguments, names, within),
            Expression::ListComprehension(comprehension) => self.comprehension(comprehension, names, within),
            Expression::Quantifier(quantifier) => self.quantifier(quantifier, names, within),
            Expression::Reduce(reduce) => self.reduce(reduce, names, within),
            _ => self.looking(expression, names, within),
        }
    }

    fn parameter(&self, name: &str) -> Checked<Type> {
        self.parameters.get(name).map(Type::of_value).ok_or_else(|| {
            // TCK Call1 gives class and detail.
            let mut error =
                CompileError::certain("MissingParameter", format!("no value for parameter {name}"));
            error.error.class = "ParameterMissing".to_owned();
            error
        })
    }

    fn list<'a>(&self, items: &'a [Expression], names: &mut Names<'a>, within: Aggregation) -> Checked<Type> {
        let mut element = Type::of(Kind::Null);
        for item in items {
            element = element.join(self.kind(item, names, within)?);
        }
        Ok(Type::list(if items.is_empty() { Kind::Any } else { element.kind }))
    }

    /// Paths have no properties (TCK MatchWhere1 \[14\]), nor has what is no graph element and no map (TCK Graph6
    /// \[9\], Map1 \[6\]).
    fn property(&self, subject: Type, key: &str) -> Checked<Type> {
        let class = match subject.kind {
            Kind::Any | Kind::Null | Kind::Map | Kind::Node | Kind::Relationship => return Ok(Type::ANY),
            _ if self.lenient => return Ok(Type::ANY),
            Kind::Path => "SyntaxError",
            _ => "TypeError",
        };
        let message = format!("a value of type {:?} has no property {key}", subject.kind);
        Err(CompileError::of_type(class, message))
    }

    fn unary(&self, operator: UnaryOperator, operand: Type) -> Checked<Type> {
        if operator == UnaryOperator::Not {
            self.want(operand, &[Kind::Boolean], "the operand of NOT")?;
            return Ok(Type::of(Kind::Boolean));
        }
        self.want(operand, NUMBERS, "the operand of a sign")?;
        Ok(operand)
    }

    fn binary(&self, operator: BinaryOperator, left: Type, right: Type) -> Checked<Type> {
        use BinaryOperator as Operator;
        match operator {
            // TCK Boolean1 [8], Boolean2 [8], Boolean3 [8].
            Operator::And | Operator::Or | Operator::Xor => {
                self.want(left, &[Kind::Boolean], "an operand of a boolean operator")?;
                self.want(right, &[Kind::Boolean], "an operand of a boolean operator")?;
                Ok(Type::of(Kind::Boolean))
            }
            // TCK List5 [42].
            Operator::In => {
                self.want(right, &[Kind::List], "the right operand of IN")?;
                Ok(Type::of(Kind::Boolean))
            }
            Operator::StartsWith | Operator::EndsWith | Operator::Contains | Operator::Matches => {
                Ok(Type::of(Kind::Boolean))
            }
            Operator::Add => self.addition(left, right),
            Operator::Concatenate => self.concatenation(left, right),
            // TCK Quantifier1 [15].
            Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo
            | Operator::Power => {
                self.want(left, NUMBERS, "an operand of arithmetic")?;
                self.want(right, NUMBERS, "an operand of arithmetic")?;
                Ok(match (operator, left.kind, right.kind) {
                    (Operator::Power, ..) => Type::of(Kind::Float),
                    (_, left, right) => arithmetic(left, right),
                })
            }
        }
    }

    /// `||` takes two strings or two lists.
    fn concatenation(&self, left: Type, right: Type) -> Checked<Type> {
        const JOINABLE: &[Kind] = &[Kind::String, Kind::List];
        for (operand, other) in [(left, right), (right, left)] {
            self.want(operand, JOINABLE, "an operand of ||")?;
            if JOINABLE.contains(&other.kind) {
                self.want(operand, &[other.kind], "an operand of ||")?;
            }
        }
        Ok(left.join(right))
    }

    fn addition(&self, left: Type, right: Type) -> Checked<Type> {
        match (left.kind, right.kind) {
            (Kind::List, Kind::List) => Ok(left.join(right)),
            (Kind::List, Kind::Any | Kind::Null) | (Kind::Any | Kind::Null, Kind::List) => {
                Ok(Type::list(Kind::Any))
            }
            (Kind::List, _) => Ok(Type::list(Type::of(left.element).join(right).kind)),
            (_, Kind::List) => Ok(Type::list(Type::of(right.element).join(left).kind)),
            // The other operand may be a list, to which anything can be added.
            (Kind::Any | Kind::Null, _) | (_, Kind::Any | Kind::Null) => Ok(Type::ANY),
            (left_kind, right_kind) => {
                self.want(left, ADDABLE, "an operand of +")?;
                self.want(right, ADDABLE, "an operand of +")?;
                Ok(match (left_kind, right_kind) {
                    (Kind::String, _) | (_, Kind::String) => Type::of(Kind::String),
                    (left, right) => arithmetic(left, right),
                })
            }
        }
    }

    fn case<'a>(&self, case: &'a Case, names: &mut Names<'a>, within: Aggregation) -> Checked<Type> {
        if let Some(subject) = &case.subject {
            self.kind(subject, names, within)?;
        }
        let mut found = Type::of(Kind::Null);
        for (when, then) in &case.branches {
            let when = match case.subject {
                None => self.predicate(when, names, within)?,
                Some(_) => self.kind(when, names, within)?,
            };
            if case.subject.is_none() {
                self.want(when, &[Kind::Boolean], "a WHEN without a subject")?;
            }
            found = found.join(self.kind(then, names, within)?);
        }
        if let Some(otherwise) = &case.otherwise {
            found = found.join(self.kind(otherwise, names, within)?);
        }
        Ok(found)
    }

    /// Aggregation within aggregation (TCK Return6 \[14\]) or where there are no rows to aggregate.
    fn aggregate(&self, within: Aggregation) -> Checked<()> {
        let (detail, message) = match within {
            Aggregation::Allowed => return Ok(()),
            Aggregation::Forbidden => ("InvalidAggregation", "an aggregating function cannot stand here"),
            Aggregation::Within => ("NestedAggregation", "an aggregating function stands within another"),
        };
        Err(CompileError::certain(detail, message.to_owned()))
    }

    fn call<'a>(
        &self,
        name: &str,
        arguments: &'a [Expression],
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        let aggregating = is_aggregating(name);
        let mut inner = within;
        if aggregating {
            self.aggregate(within)?;
            inner = Aggregation::Within;
        }
        let Some(function) = functions::find(name) else {
            return Err(CompileError::certain("UnknownFunction", format!("no function is called {name}")));
        };
        let (least, most) = function.arity;
        if arguments.len() < least || arguments.len() > most {
            let message = format!("{name} does not take {} arguments", arguments.len());
            return Err(CompileError::certain("InvalidNumberOfArguments", message));
        }
        let mut found = Vec::with_capacity(arguments.len());
        for (place, argument) in arguments.iter().enumerate() {
            let is_exists = name.eq_ignore_ascii_case("exists");
            let kind = match is_exists {
                true => self.predicate(argument, names, inner)?,
                false => self.kind(argument, names, inner)?,
            };
            if let Some(kinds) = function.want(place).kinds() {
                self.want(kind, kinds, &format!("an argument of {name}"))?;
            }
            found.push(kind);
        }
        // TCK Return6 [15].
        if inner == Aggregation::Within && function.volatile {
            let message = format!("{name} gives another value every time");
            return Err(CompileError::certain("NonConstantExpression", message));
        }
        Ok(function.gives.of(&found))
    }

    fn comprehension<'a>(
        &self,
        comprehension: &'a ListComprehension,
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        let element = self.elements(&comprehension.list, names, within)?;
        names.locals.push((&comprehension.variable, element));
        if let Some(condition) = &comprehension.condition {
            self.truth(condition, names, body(within))?;
        }
        let projected = match &comprehension.projection {
            Some(projection) => self.kind(projection, names, body(within))?,
            None => element,
        };
        names.locals.pop();
        Ok(Type::list(projected.kind))
    }

    fn quantifier<'a>(
        &self,
        quantifier: &'a Quantifier,
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        let element = self.elements(&quantifier.list, names, within)?;
        names.locals.push((&quantifier.variable, element));
        self.truth(&quantifier.condition, names, body(within))?;
        names.locals.pop();
        Ok(Type::of(Kind::Boolean))
    }

    fn reduce<'a>(&self, reduce: &'a Reduce, names: &mut Names<'a>, within: Aggregation) -> Checked<Type> {
        self.kind(&reduce.initial, names, within)?;
        let element = self.elements(&reduce.list, names, within)?;
        // The accumulator may change its type from step to step.
        names.locals.push((&reduce.accumulator, Type::ANY));
        names.locals.push((&reduce.variable, element));
        self.kind(&reduce.step, names, body(within))?;
        names.locals.truncate(names.locals.len().saturating_sub(2));
        Ok(Type::ANY)
    }

    fn elements<'a>(
        &self,
        list: &'a Expression,
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        let list = self.kind(list, names, within)?;
        self.want(list, &[Kind::List], "what is gone through")?;
        Ok(if list.kind == Kind::List { Type::of(list.element) } else { Type::ANY })
    }
}

/// What is evaluated for each element cannot aggregate rows (TCK List12 \[7\]).
pub(super) fn body(within: Aggregation) -> Aggregation {
    match within {
        Aggregation::Allowed => Aggregation::Forbidden,
        other => other,
    }
}

/// True for the operators that join truth values.
fn joins(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor)
}

fn kind_of_literal(literal: &Literal) -> Kind {
    match literal {
        Literal::Null => Kind::Null,
        Literal::Boolean(_) => Kind::Boolean,
        Literal::Integer(_) => Kind::Integer,
        Literal::Float(_) => Kind::Float,
        Literal::String(_) => Kind::String,
    }
}

fn arithmetic(left: Kind, right: Kind) -> Type {
    match (left, right) {
        (Kind::Integer, Kind::Integer) => Type::of(Kind::Integer),
        (Kind::Float, Kind::Integer | Kind::Float) | (Kind::Integer, Kind::Float) => Type::of(Kind::Float),
        _ => Type::ANY,
    }
}

impl Names<'_> {
    /// All variables, those that are hidden by others left out.
    pub(super) fn flat(&self) -> Vec<Column> {
        let locals = self.locals.iter().rev().map(|(name, kind)| Column::new(name, *kind));
        let mut all: Vec<Column> = Vec::with_capacity(self.locals.len() + self.columns.len());
        for column in locals.chain(self.columns.iter().cloned()) {
            if position(&all, &column.name).is_none() {
                all.push(column);
            }
        }
        all
    }

    pub(super) fn lookup(&self, name: &str) -> Checked<Type> {
        let local = self.locals.iter().rev().find(|(local, _)| *local == name);
        local
            .map(|(_, kind)| *kind)
            .or_else(|| position(self.columns, name).map(|place| self.columns[place].kind))
            .ok_or_else(|| undefined(name))
    }
}
