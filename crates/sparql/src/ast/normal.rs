//! The shape that text can express.
//!
//! Code that cuts and moves elements (generator, shrinker, rewriter) easily makes trees that print well but read
//! back differently: two blocks of triples in a row are one block in the text, a union of one branch is a group.

use super::{Constant, Element, Expression, Form, Group, Projection, Query, TriplePattern};
use quarrel_case::term::Term;

impl Query {
    /// Brings the tree into the shape that its own text would be read as: neighbouring [`Element::Triples`] become
    /// one, empty ones vanish, a union of one branch becomes a group, of none an empty group. The meaning stays.
    pub fn normalize(&mut self) {
        if let Form::Select(select) = &mut self.form
            && let Projection::Columns(columns) = &mut select.projection
        {
            for column in columns {
                if let super::Column::Expression { expression, .. } = column {
                    expression.normalize();
                }
            }
        }
        if let Form::Construct(template) = &mut self.form {
            template.iter_mut().flatten().for_each(TriplePattern::normalize);
        }
        self.pattern.normalize();
        let modifiers = &mut self.modifiers;
        modifiers.group_by.iter_mut().for_each(|key| key.expression.normalize());
        modifiers.having.iter_mut().for_each(Expression::normalize);
        modifiers.order_by.iter_mut().for_each(|key| key.expression.normalize());
    }
}

impl Group {
    /// [`Query::normalize`] for one group.
    pub fn normalize(&mut self) {
        let mut elements: Vec<Element> = Vec::with_capacity(self.elements.len());
        for mut element in self.elements.drain(..) {
            element.normalize();
            match (elements.last_mut(), element) {
                (_, Element::Triples(patterns)) if patterns.is_empty() => {}
                (Some(Element::Triples(before)), Element::Triples(patterns)) => before.extend(patterns),
                (_, element) => elements.push(element),
            }
        }
        if elements.len() > 1 {
            for element in &mut elements {
                if matches!(element, Element::Select(_)) {
                    let select = std::mem::replace(element, Element::Triples(Vec::new()));
                    *element = Element::Group(Self { elements: vec![select] });
                }
            }
        }
        self.elements = elements;
    }
}

impl Element {
    fn normalize(&mut self) {
        match self {
            Self::Values(_) => {}
            Self::Triples(patterns) => patterns.iter_mut().for_each(TriplePattern::normalize),
            Self::Filter(expression) | Self::Bind { expression, .. } => expression.normalize(),
            Self::Optional(group)
            | Self::Group(group)
            | Self::Minus(group)
            | Self::Graph { group, .. }
            | Self::Service { group, .. } => group.normalize(),
            Self::Select(query) => query.normalize(),
            Self::Union(branches) => {
                branches.iter_mut().for_each(Group::normalize);
                if branches.len() < 2 {
                    *self = Self::Group(branches.pop().unwrap_or_default());
                }
            }
        }
    }
}

impl Expression {
    /// [`Query::normalize`] for the groups inside an expression.
    pub fn normalize(&mut self) {
        match self {
            Self::Variable(_) | Self::Constant(_) => {}
            Self::Unary { operand, .. } => operand.normalize(),
            Self::Binary { left, right, .. } => {
                left.normalize();
                right.normalize();
            }
            Self::In { operand, list, .. } => {
                operand.normalize();
                list.iter_mut().for_each(Self::normalize);
            }
            Self::Call { arguments, .. } => arguments.iter_mut().for_each(Self::normalize),
            Self::Aggregate(aggregate) => {
                aggregate.argument.iter_mut().for_each(|argument| argument.normalize());
            }
            Self::Exists { group, .. } => group.normalize(),
            Self::Triple(parts) => {
                parts.iter_mut().for_each(Self::normalize);
                self.fold();
            }
        }
    }

    /// A triple term of constants is a constant.
    pub fn fold(&mut self) {
        if let Self::Triple(parts) = self
            && let Some(term) = ground(parts)
        {
            *self = Self::Constant(Constant(term));
        }
    }
}

/// The triple term of three constants.
fn ground(parts: &[Expression; 3]) -> Option<Term> {
    let constant = |part: &Expression| match part {
        Expression::Constant(constant) => Some(constant.0.clone()),
        _ => None,
    };
    let [subject, predicate, object] = parts;
    Some(Term::triple(constant(subject)?, constant(predicate)?, constant(object)?))
}
