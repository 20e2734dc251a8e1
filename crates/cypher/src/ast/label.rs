//! Conditions on the labels of a node or the type of a relationship.

use serde::{Deserialize, Serialize};

/// A condition on labels or types (`LabelExpression` of GQL).
///
/// What the old forms can say is said by them: `:A:B` is a list of labels, `:A|B` in a relationship a list of
/// types. So this stands in a tree only where neither can say the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelExpression {
    /// `A`: this label or type.
    Name(String),
    /// `%`: any label or type at all.
    Wildcard,
    /// `!a`.
    Not(Box<LabelExpression>),
    /// `a&b`.
    And(Box<LabelExpression>, Box<LabelExpression>),
    /// `a|b`.
    Or(Box<LabelExpression>, Box<LabelExpression>),
}

impl LabelExpression {
    /// The names, if this is nothing but names joined by `&` from the left; then `:A:B` says the same.
    #[must_use]
    pub fn conjunction(&self) -> Option<Vec<String>> {
        self.names(&|expression| match expression {
            Self::And(left, right) => Some((left, right)),
            _ => None,
        })
    }

    /// The names, if this is nothing but names joined by `|` from the left.
    #[must_use]
    pub fn disjunction(&self) -> Option<Vec<String>> {
        self.names(&|expression| match expression {
            Self::Or(left, right) => Some((left, right)),
            _ => None,
        })
    }

    fn names(&self, joined: &dyn Fn(&Self) -> Option<(&Self, &Self)>) -> Option<Vec<String>> {
        match (self, joined(self)) {
            (Self::Name(name), _) => Some(vec![name.clone()]),
            (_, Some((left, Self::Name(name)))) => {
                let mut names = left.names(joined)?;
                names.push(name.clone());
                Some(names)
            }
            _ => None,
        }
    }
}
