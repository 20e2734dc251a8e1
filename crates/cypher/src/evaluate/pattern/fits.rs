//! Whether elements are what a pattern describes: labels, types, properties and conditions.

use super::Walk;
use super::plan::{Checks, Late, NodePlan, RelationshipPlan};
use crate::ast::Expression;
use crate::evaluate::compare::equal;
use crate::evaluate::context::{Outcome, Scope};
use crate::evaluate::expression::conjunction;
use crate::evaluate::fault::{Fault, in_floats};
use crate::evaluate::graph::{Node, Relationship};
use crate::evaluate::table::Column;
use crate::evaluate::truth::Truth;
use crate::evaluate::value::Value;
use crate::evaluate::walk::conjuncts;

impl Walk<'_, '_> {
    pub(super) fn has_labels(&self, wanted: &NodePlan<'_>, node: &Node) -> bool {
        let fits = |expression| self.context.label_holds(expression, &node.labels);
        self.context.labels_fit(&node.labels, wanted.labels) && wanted.label_expression.is_none_or(fits)
    }

    pub(super) fn relationship_fits(
        &self,
        wanted: &RelationshipPlan<'_>,
        relationship: &Relationship,
    ) -> Outcome<bool> {
        let is_type = |kind: &String| self.context.same_label(&relationship.kind, kind);
        let fits = wanted.types.is_empty() || wanted.types.iter().any(is_type);
        let of_kind =
            |expression| self.context.label_holds(expression, std::slice::from_ref(&relationship.kind));
        let fits = fits && wanted.label_expression.is_none_or(of_kind);
        let property = |key: &str| relationship.property(key);
        if !fits || self.is_missed(wanted.index, property) {
            return Ok(false);
        }
        let element = Value::Relationship(relationship.id);
        Ok(self.properties_fit(&wanted.properties, property)?
            || self.fits_by_index(wanted.index, &wanted.properties, &element, property)?)
    }

    /// A property must equal the value, so null never fits (TCK Match2, MatchWhere1).
    pub(super) fn properties_fit(
        &self,
        wanted: &[(&str, usize)],
        property: impl Fn(&str) -> Value,
    ) -> Outcome<bool> {
        for (key, place) in wanted {
            let value = match self.early.get(*place) {
                Some(Ok(value)) => value,
                Some(Err(stop)) => return Err(stop.clone()),
                None => return Ok(false),
            };
            if !self.property_equals(&property(key), value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn property_equals(&self, property: &Value, wanted: &Value) -> bool {
        self.holds(if self.context.has(Fault::FloatMap) {
            equal(self.context, &in_floats(property), &in_floats(wanted))
        } else {
            equal(self.context, property, wanted)
        })
    }

    pub(super) fn holds(&self, truth: Truth) -> bool {
        if let Truth::Open(why) = truth {
            self.context.depends_on(why.text());
        }
        truth == Truth::True
    }

    /// Whether what is bound so far has what had to wait until here.
    pub(super) fn passes(&self, checks: &Checks<'_>) -> Outcome<bool> {
        for (slot, key, value) in &checks.late {
            let is_lost = self.parts_stand_alone() && self.values[*slot].is_null();
            if !is_lost && !self.late_holds(&checks.names, (*slot, key, value))? {
                return Ok(false);
            }
        }
        for condition in &checks.conditions {
            let truth = self.context.condition(condition, &Scope::new(&checks.names, &self.values))?;
            if !self.holds(truth) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The clause's condition, where all is bound. What was asked of every path before one of them was taken holds of
    /// the one that is: which it is may be open by now, and it is not asked again.
    pub(super) fn clause_condition(&self, condition: &Expression, scope: &Scope<'_>) -> Outcome<Truth> {
        if !self.plan.backed.is_empty() {
            return self.condition_by_index(condition, scope);
        }
        if self.plan.decided.is_empty() {
            return self.context.condition(condition, scope);
        }
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        parts.retain(|part| !self.plan.decided.iter().any(|decided| std::ptr::eq(*decided, *part)));
        let truths = parts.into_iter().map(|part| self.context.attempt(self.context.condition(part, scope)));
        conjunction(truths.collect::<Outcome<Vec<_>>>()?)
    }

    /// Whether what a slot holds has a property whose value depends on what the clause binds.
    pub(super) fn late_holds(&self, names: &[Column], (slot, key, value): Late<'_>) -> Outcome<bool> {
        let value = self.context.evaluate(value, &Scope::new(names, &self.values))?;
        let element = &self.values[slot];
        Ok(self.late_fits(element, key, &value)? || self.late_fits_by_index(slot, key, &value))
    }

    /// Every relationship of a variable-length pattern must have the property.
    pub(super) fn late_fits(&self, element: &Value, key: &str, value: &Value) -> Outcome<bool> {
        if let Value::List(list) = element {
            for item in list.items() {
                if !self.late_fits(item, key, value)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let property = self.context.property(element, key)?;
        Ok(self.property_equals(&property, value))
    }
}
