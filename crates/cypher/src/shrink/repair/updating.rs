//! The same for clauses that write, and for calls.

use super::{Repair, Scope};
use crate::ast::{Clause, Expression, Imports, Literal, RemoveItem, SetItem};
use crate::walk;

/// Whether nothing is left of a clause.
pub(super) fn is_empty(clause: &Clause) -> bool {
    match clause {
        Clause::Create(inner) => inner.patterns.is_empty(),
        Clause::Set(items) => items.is_empty(),
        Clause::Remove(items) => items.is_empty(),
        Clause::Delete(inner) => inner.expressions.is_empty(),
        Clause::Foreach(inner) => inner.clauses.is_empty(),
        _ => false,
    }
}

impl Repair<'_> {
    pub(super) fn updating(&self, clause: &mut Clause, scope: &mut Scope) {
        match clause {
            Clause::Create(inner) => self.patterns(inner.patterns.iter_mut(), scope),
            Clause::Merge(inner) => {
                self.patterns(std::iter::once(&mut inner.pattern), scope);
                inner.on_create.retain_mut(|item| self.set_item(item, scope));
                inner.on_match.retain_mut(|item| self.set_item(item, scope));
            }
            Clause::Set(items) => items.retain_mut(|item| self.set_item(item, scope)),
            Clause::Remove(items) => items.retain_mut(|item| match item {
                RemoveItem::Property { subject, .. } => self.mend(subject, scope),
                RemoveItem::Subscript { subject, key } => self.mend(subject, scope) && self.mend(key, scope),
                RemoveItem::Labels { variable, .. } => self.is_known(variable, scope),
            }),
            Clause::Delete(inner) => inner.expressions.retain_mut(|expression| self.mend(expression, scope)),
            Clause::Foreach(inner) => {
                self.list(&mut inner.list, scope);
                let mut inside = scope.clone();
                inside.insert(inner.variable.clone());
                inner.clauses.iter_mut().for_each(|clause| self.clause(clause, &mut inside));
                inner.clauses.retain(|clause| !is_empty(clause));
            }
            Clause::Call(inner) => {
                for argument in inner.arguments.iter_mut().flatten() {
                    if !self.mend(argument, scope) {
                        *argument = Expression::Literal(Literal::Null);
                    }
                }
                if let Some(yields) = &mut inner.yields {
                    scope.extend(yields.items.iter().map(|item| item.variable().to_owned()));
                    let condition = yields.condition.take();
                    yields.condition = condition.and_then(|condition| self.condition(condition, scope));
                }
            }
            Clause::Subquery(_) => self.subquery(clause, scope),
            _ => {}
        }
    }

    fn subquery(&self, clause: &mut Clause, scope: &mut Scope) {
        if let Clause::Subquery(inner) = clause {
            if let Some(Imports::Variables(names)) = &mut inner.imports {
                names.retain(|name| self.is_known(name, scope));
            }
            let imported = match &inner.imports {
                Some(Imports::Variables(names)) => names.iter().cloned().collect(),
                _ => scope.clone(),
            };
            let parts = std::iter::once(&mut inner.query.first);
            for part in parts.chain(inner.query.unions.iter_mut().map(|(_, part)| part)) {
                let mut inside = imported.clone();
                part.clauses.iter_mut().for_each(|clause| self.clause(clause, &mut inside));
                part.clauses.retain(|clause| !is_empty(clause));
            }
        }
        scope.extend(walk::bound_variables(clause).into_iter().map(str::to_owned));
    }

    fn set_item(&self, item: &mut SetItem, scope: &Scope) -> bool {
        match item {
            SetItem::Property { subject, value, .. } => self.mend(subject, scope) && self.mend(value, scope),
            SetItem::Subscript { subject, key, value } => {
                self.mend(subject, scope) && self.mend(key, scope) && self.mend(value, scope)
            }
            SetItem::Replace { variable, value } | SetItem::Add { variable, value } => {
                self.is_known(variable, scope) && self.mend(value, scope)
            }
            SetItem::Labels { variable, .. } => self.is_known(variable, scope),
        }
    }

    /// Whether a variable is bound that must be one.
    fn is_known(&self, variable: &str, scope: &Scope) -> bool {
        let known = scope.contains(variable);
        if !known {
            self.dangled.set(true);
        }
        known
    }
}
