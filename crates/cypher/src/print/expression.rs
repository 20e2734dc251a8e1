//! Expressions.
//!
//! Every kind of expression has a level, from loose to tight; an operand that is looser than its place allows
//! stands in parentheses. The places are narrower than the openCypher grammar asks where engines are known to
//! read the bare text differently or not at all: a predicate within a predicate (`(a IN b) IN c`), a sign
//! under a power (`(-2) ^ 2`), a sign under a sign, and anything attached to a number (`(1).a`).

use super::name::{push_function, push_literal, push_parameter, push_quoted};
use super::{Inequality, Parentheses, Printer};
use crate::ast::{
    BinaryOperator, Case, ComparisonOperator, Expression, ListComprehension, Literal, MapProjection,
    MapProjectionItem, PatternComprehension, Quantifier, QuantifierKind, Reduce, UnaryOperator,
};

/// How tightly an expression holds together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    Xor,
    And,
    Not,
    Comparison,
    Predicate,
    Add,
    Multiply,
    Power,
    Sign,
    /// A number, to which no postfix may be attached.
    Number,
    /// What a postfix may be attached to.
    Atom,
}

impl Level {
    fn of(expression: &Expression) -> Self {
        match expression {
            Expression::Unary { operator: UnaryOperator::Not, .. } => Self::Not,
            Expression::Unary { .. } => Self::Sign,
            Expression::Literal(Literal::Integer(_) | Literal::Float(_)) => Self::of_number(expression),
            Expression::Binary { operator, .. } => Self::of_operator(*operator),
            Expression::Comparison { .. } => Self::Comparison,
            Expression::IsNull { .. } => Self::Predicate,
            // Where labels bind looser than arithmetic, and where they bind tighter, it reads the same.
            Expression::HasLabels { .. } | Expression::IsLabeled { .. } => Self::Predicate,
            // A type may end with a word behind which `<` opens a bracket.
            Expression::IsTyped { .. } => Self::Comparison,
            Expression::Pattern(pattern) if pattern.selector.is_none() => Self::Comparison,
            _ => Self::Atom,
        }
    }

    /// A negative number is written with a sign; any other one is still no place for a postfix.
    fn of_number(expression: &Expression) -> Self {
        match expression {
            Expression::Literal(Literal::Integer(value)) if *value < 0 => Self::Sign,
            Expression::Literal(Literal::Float(value)) if value.is_sign_negative() => Self::Sign,
            _ => Self::Number,
        }
    }

    fn of_operator(operator: BinaryOperator) -> Self {
        match operator {
            BinaryOperator::Or => Self::Or,
            BinaryOperator::Xor => Self::Xor,
            BinaryOperator::And => Self::And,
            BinaryOperator::In
            | BinaryOperator::StartsWith
            | BinaryOperator::EndsWith
            | BinaryOperator::Contains
            | BinaryOperator::Matches => Self::Predicate,
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Concatenate => Self::Add,
            BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => Self::Multiply,
            BinaryOperator::Power => Self::Power,
        }
    }

    /// The loosest operands that an operator takes without parentheses, on the left and on the right; `subject` is
    /// the loosest that a predicate is about.
    fn of_operands(operator: BinaryOperator, subject: Self) -> (Self, Self) {
        match Self::of_operator(operator) {
            Self::Or => (Self::Or, Self::Xor),
            Self::Xor => (Self::Xor, Self::And),
            Self::And => (Self::And, Self::Not),
            Self::Predicate => (subject, subject),
            Self::Add => (Self::Add, Self::Multiply),
            Self::Multiply => (Self::Multiply, Self::Power),
            _ => (Self::Power, Self::Number),
        }
    }
}

impl Printer {
    /// Writes an expression where any may stand.
    pub(super) fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Literal(literal) => push_literal(&mut self.out, literal, self.spelling.quote),
            Expression::Variable(name) => self.name(name),
            Expression::Parameter(name) => push_parameter(&mut self.out, name),
            Expression::List(items) => self.list(items),
            Expression::Map(entries) => self.map(entries),
            Expression::Property { .. }
            | Expression::Subscript { .. }
            | Expression::Slice { .. }
            | Expression::HasLabels { .. }
            | Expression::IsLabeled { .. } => self.postfix(expression),
            Expression::Unary { operator, operand } => self.unary(*operator, operand),
            Expression::Binary { operator, left, right } => self.binary(*operator, left, right),
            Expression::Comparison { first, rest } => self.comparison(first, rest),
            Expression::IsNull { operand, negated } => {
                self.operand(operand, self.subject());
                self.push(if *negated { " IS NOT NULL" } else { " IS NULL" });
            }
            Expression::Case(case) => self.case(case),
            Expression::Function { name, distinct, arguments } => self.function(name, *distinct, arguments),
            Expression::CountStar => self.push("count(*)"),
            Expression::ListComprehension(comprehension) => self.list_comprehension(comprehension),
            Expression::Quantifier(quantifier) => self.quantifier(quantifier),
            Expression::Reduce(reduce) => self.reduce(reduce),
            Expression::IsTyped { operand, negated, value_type } => {
                self.operand(operand, self.subject());
                self.is_typed(*negated, value_type);
            }
            Expression::MapProjection(projection) => self.map_projection(projection),
            Expression::Pattern(pattern) => self.path_pattern(pattern),
            Expression::PatternComprehension(comprehension) => self.pattern_comprehension(comprehension),
            Expression::Subquery(subquery) => self.subquery(subquery),
        }
    }

    /// The loosest that a predicate is about without parentheses.
    fn subject(&self) -> Level {
        match self.spelling.parentheses {
            Parentheses::Predicates => Level::Number,
            _ => Level::Add,
        }
    }

    /// Writes an operand, in parentheses if it is looser than its place allows.
    fn operand(&mut self, expression: &Expression, loosest: Level) {
        let level = Level::of(expression);
        let always = self.spelling.parentheses == Parentheses::Always && level < Level::Sign;
        if level < loosest || always {
            self.parenthesised(expression);
        } else {
            self.expression(expression);
        }
    }

    fn parenthesised(&mut self, expression: &Expression) {
        self.push("(");
        self.expression(expression);
        self.push(")");
    }

    /// A first element like `x IN xs` or `(a)-->(b)` stands in parentheses, because a bracket before it would
    /// open a comprehension.
    fn list(&mut self, items: &[Expression]) {
        self.push("[");
        if let Some((first, rest)) = items.split_first() {
            if opens_comprehension(first) {
                self.parenthesised(first);
            } else {
                self.expression(first);
            }
            for item in rest {
                self.push(", ");
                self.expression(item);
            }
        }
        self.push("]");
    }

    fn postfix(&mut self, expression: &Expression) {
        match expression {
            Expression::Property { subject, key } => self.property(subject, key),
            Expression::Subscript { subject, index } => self.subscript(subject, index),
            Expression::Slice { subject, from, to } => {
                self.operand(subject, Level::Atom);
                self.optional("[", from.as_deref());
                self.push(if from.is_some() { ".." } else { "[.." });
                self.optional("", to.as_deref());
                self.push("]");
            }
            Expression::HasLabels { subject, labels } => {
                self.operand(subject, Level::Atom);
                self.labels(labels, None);
            }
            Expression::IsLabeled { subject, labels } => {
                self.operand(subject, Level::Atom);
                self.label_predicate(labels);
            }
            _ => {}
        }
    }

    /// `subject.key`.
    pub(super) fn property(&mut self, subject: &Expression, key: &str) {
        self.operand(subject, Level::Atom);
        self.push(".");
        self.name(key);
    }

    /// `subject[index]`.
    pub(super) fn subscript(&mut self, subject: &Expression, index: &Expression) {
        self.operand(subject, Level::Atom);
        self.push("[");
        self.expression(index);
        self.push("]");
    }

    /// `-(1)` keeps its parentheses, because `-1` is a literal.
    fn unary(&mut self, operator: UnaryOperator, operand: &Expression) {
        match operator {
            UnaryOperator::Not => {
                self.push("NOT ");
                return self.operand(operand, Level::Not);
            }
            UnaryOperator::Negate => self.push("-"),
            UnaryOperator::Plus => self.push("+"),
        }
        let number = matches!(operand, Expression::Literal(Literal::Integer(_) | Literal::Float(_)));
        if number && operator == UnaryOperator::Negate {
            self.parenthesised(operand);
        } else {
            self.operand(operand, Level::Number);
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) {
        let (left_loosest, right_loosest) = Level::of_operands(operator, self.subject());
        let sign_under_power = operator == BinaryOperator::Power && Level::of(left) == Level::Sign;
        // `(n:A) - -(1)` would read as a path.
        let like_node = matches!(left, Expression::HasLabels { .. } | Expression::IsLabeled { .. });
        if operator == BinaryOperator::Subtract && like_node {
            self.push("(");
            self.parenthesised(left);
            self.push(")");
        } else {
            self.operand(left, if sign_under_power { Level::Number } else { left_loosest });
        }
        self.push(match operator {
            BinaryOperator::Or => " OR ",
            BinaryOperator::Xor => " XOR ",
            BinaryOperator::And => " AND ",
            BinaryOperator::In => " IN ",
            BinaryOperator::StartsWith => " STARTS WITH ",
            BinaryOperator::EndsWith => " ENDS WITH ",
            BinaryOperator::Contains => " CONTAINS ",
            BinaryOperator::Matches => " =~ ",
            BinaryOperator::Add => " + ",
            BinaryOperator::Subtract => " - ",
            BinaryOperator::Concatenate => " || ",
            BinaryOperator::Multiply => " * ",
            BinaryOperator::Divide => " / ",
            BinaryOperator::Modulo => " % ",
            BinaryOperator::Power => " ^ ",
        });
        self.operand(right, right_loosest);
    }

    fn comparison(&mut self, first: &Expression, rest: &[(ComparisonOperator, Expression)]) {
        self.operand(first, Level::Predicate);
        for (operator, operand) in rest {
            self.push(match (operator, self.spelling.inequality) {
                (ComparisonOperator::Equal, _) => " = ",
                (ComparisonOperator::NotEqual, Inequality::Angles) => " <> ",
                (ComparisonOperator::NotEqual, Inequality::Exclamation) => " != ",
                (ComparisonOperator::Less, _) => " < ",
                (ComparisonOperator::LessEqual, _) => " <= ",
                (ComparisonOperator::Greater, _) => " > ",
                (ComparisonOperator::GreaterEqual, _) => " >= ",
            });
            self.operand(operand, Level::Predicate);
        }
    }

    fn case(&mut self, case: &Case) {
        self.push("CASE");
        self.optional(" ", case.subject.as_ref());
        for (when, then) in &case.branches {
            self.push(" WHEN ");
            self.expression(when);
            self.push(" THEN ");
            self.expression(then);
        }
        self.optional(" ELSE ", case.otherwise.as_ref());
        self.push(" END");
    }

    fn function(&mut self, name: &str, distinct: bool, arguments: &[Expression]) {
        push_function(&mut self.out, name);
        self.push(if distinct { "(DISTINCT " } else { "(" });
        self.comma_separated(arguments, Self::expression);
        self.push(")");
    }

    pub(super) fn variable_in_list(&mut self, variable: &str, list: &Expression) {
        self.name(variable);
        self.push(" IN ");
        self.expression(list);
    }

    fn list_comprehension(&mut self, comprehension: &ListComprehension) {
        self.push("[");
        self.variable_in_list(&comprehension.variable, &comprehension.list);
        self.optional(" WHERE ", comprehension.condition.as_ref());
        self.optional(" | ", comprehension.projection.as_ref());
        self.push("]");
    }

    fn pattern_comprehension(&mut self, comprehension: &PatternComprehension) {
        self.push("[");
        self.path_pattern(&comprehension.pattern);
        self.optional(" WHERE ", comprehension.condition.as_ref());
        self.optional(" | ", Some(&comprehension.projection));
        self.push("]");
    }

    fn map_projection(&mut self, projection: &MapProjection) {
        match ["count", "collect"].iter().any(|word| word.eq_ignore_ascii_case(&projection.variable)) {
            // Before a brace these words begin a subquery.
            true => push_quoted(&mut self.out, &projection.variable),
            false => self.name(&projection.variable),
        }
        self.push("{");
        self.comma_separated(&projection.items, |printer, item| match item {
            MapProjectionItem::Property(key) => {
                printer.push(".");
                printer.name(key);
            }
            MapProjectionItem::AllProperties => printer.push(".*"),
            MapProjectionItem::Entry(key, value) => {
                printer.name(key);
                printer.push(": ");
                printer.expression(value);
            }
            MapProjectionItem::Variable(name) => printer.name(name),
        });
        self.push("}");
    }

    fn quantifier(&mut self, quantifier: &Quantifier) {
        self.push(match quantifier.kind {
            QuantifierKind::All => "all(",
            QuantifierKind::Any => "any(",
            QuantifierKind::None => "none(",
            QuantifierKind::Single => "single(",
        });
        self.variable_in_list(&quantifier.variable, &quantifier.list);
        self.optional(" WHERE ", Some(&quantifier.condition));
        self.push(")");
    }

    fn reduce(&mut self, reduce: &Reduce) {
        self.push("reduce(");
        self.name(&reduce.accumulator);
        self.push(" = ");
        self.expression(&reduce.initial);
        self.push(", ");
        self.variable_in_list(&reduce.variable, &reduce.list);
        self.push(" | ");
        self.expression(&reduce.step);
        self.push(")");
    }
}

/// Whether the text of an expression begins, outside parentheses, with `variable IN` or a pattern.
fn opens_comprehension(expression: &Expression) -> bool {
    match expression {
        Expression::Binary { operator: BinaryOperator::In, left, .. } => {
            matches!(**left, Expression::Variable(_))
        }
        Expression::Binary { left, .. } => opens_comprehension(left),
        Expression::Comparison { first, .. } => opens_comprehension(first),
        Expression::Pattern(pattern) => pattern.selector.is_none(),
        _ => false,
    }
}
