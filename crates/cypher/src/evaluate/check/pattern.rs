//! Patterns: which variables they bind, and what may stand in them.

use super::{Check, Checked, CompileError, already_bound, undefined};
use crate::ast::{Expression, Hop, NodePattern, PathPattern, RelationshipPattern};
use crate::evaluate::table::{Column, Kind, Type, position};
use crate::walk;

/// The columns after patterns that were checked before.
pub(in crate::evaluate) fn columns(patterns: &[PathPattern], before: &[Column]) -> Vec<Column> {
    let mut bindings = Bindings { columns: before.to_vec(), relationships: Vec::new(), once: false };
    for pattern in patterns {
        // What was checked fits; where values are of another type than was known, they match nothing.
        let _ = bindings.path(pattern);
    }
    bindings.columns
}

/// The variables of one time of a path that is repeated, behind those that are bound outside.
fn singles(pattern: &PathPattern, before: &[Column]) -> Checked<Vec<Column>> {
    let mut bindings = Bindings { columns: before.to_vec(), relationships: Vec::new(), once: true };
    bindings.path(pattern)?;
    Ok(bindings.columns)
}

impl Check<'_> {
    /// Checks patterns; gives the columns after them.
    pub(super) fn patterns(&self, patterns: &[PathPattern], columns: &[Column]) -> Checked<Vec<Column>> {
        let mut bindings = Bindings {
            columns: columns.to_vec(),
            relationships: Vec::new(),
            once: self.semantics.repeated_relationship == 0,
        };
        for pattern in patterns {
            bindings.path(pattern)?;
        }
        for pattern in patterns {
            self.inside(pattern, &bindings.columns, columns)?;
        }
        Ok(bindings.columns)
    }

    /// A pattern that is a condition binds nothing (TCK Pattern1 \[10\]).
    pub(super) fn bound_pattern(&self, pattern: &PathPattern, columns: &[Column]) -> Checked<()> {
        if let Some(name) =
            walk::pattern_variables(pattern).into_iter().find(|name| position(columns, name).is_none())
        {
            return Err(undefined(name));
        }
        self.patterns(std::slice::from_ref(pattern), columns).map(|_| ())
    }

    /// Checks what stands inside a pattern. A path that is repeated sees its own variables, and those that are bound
    /// before the clause.
    fn inside(&self, pattern: &PathPattern, after: &[Column], before: &[Column]) -> Checked<()> {
        self.inside_node(&pattern.start, after)?;
        for step in &pattern.steps {
            match &step.hop {
                Hop::Relationship(inner) => {
                    self.element(
                        &inner.properties,
                        inner.parameter.as_deref(),
                        inner.condition.as_deref(),
                        after,
                    )?;
                }
                Hop::Quantified(inner) => {
                    let own = singles(&inner.pattern, before)?;
                    self.inside(&inner.pattern, &own, before)?;
                }
            }
            self.inside_node(&step.node, after)?;
        }
        pattern.condition.as_ref().map_or(Ok(()), |condition| self.condition(condition, after))
    }

    fn inside_node(&self, node: &NodePattern, columns: &[Column]) -> Checked<()> {
        self.element(&node.properties, node.parameter.as_deref(), node.condition.as_deref(), columns)
    }

    fn element(
        &self,
        properties: &[(String, Expression)],
        parameter: Option<&str>,
        condition: Option<&Expression>,
        columns: &[Column],
    ) -> Checked<()> {
        // TCK Match1 [6], Match2 [8].
        if let Some(name) = parameter {
            let message = format!("the parameter {name} stands for a map in MATCH");
            return Err(CompileError::certain("InvalidParameterUse", message));
        }
        for (_, value) in properties {
            self.expression(value, columns)?;
        }
        condition.map_or(Ok(()), |condition| self.condition(condition, columns))
    }
}

/// The variables of a `MATCH` while its patterns are read from left to right.
struct Bindings {
    columns: Vec<Column>,
    /// The relationship variables that stood in this clause.
    relationships: Vec<String>,
    /// Whether each of them may stand only once.
    once: bool,
}

impl Bindings {
    /// The elements of a path come before its variable: TCK Match6 \[23\] and Match1 \[10\].
    fn path(&mut self, pattern: &PathPattern) -> Checked<()> {
        self.node(&pattern.start)?;
        for step in &pattern.steps {
            match &step.hop {
                Hop::Relationship(relationship) => self.relationship(relationship)?,
                Hop::Quantified(inner) => self.quantified(&inner.pattern)?,
            }
            self.node(&step.node)?;
        }
        match &pattern.variable {
            Some(name) if position(&self.columns, name).is_some() => Err(already_bound(name)),
            Some(name) => {
                self.columns.push(Column::new(name, Type::of(Kind::Path)));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The variables of a path that is repeated are lists, and are nothing outside it (Cypher Manual 5, quantified path
    /// patterns).
    fn quantified(&mut self, pattern: &PathPattern) -> Checked<()> {
        for column in singles(pattern, &[])? {
            if position(&self.columns, &column.name).is_some() {
                return Err(already_bound(&column.name));
            }
            self.columns.push(Column::new(&column.name, Type::list(column.kind.kind)));
        }
        Ok(())
    }

    fn node(&mut self, node: &NodePattern) -> Checked<()> {
        match &node.variable {
            Some(name) => self.declare(name, Type::of(Kind::Node)),
            None => Ok(()),
        }
    }

    fn relationship(&mut self, relationship: &RelationshipPattern) -> Checked<()> {
        let Some(name) = &relationship.variable else { return Ok(()) };
        self.declare(
            name,
            match relationship.length {
                None => Type::of(Kind::Relationship),
                Some(_) => Type::list(Kind::Relationship),
            },
        )?;
        // TCK Match3 [29].
        if self.once && self.relationships.contains(name) {
            let message = format!("the relationship variable {name} stands twice in one MATCH");
            return Err(CompileError::certain("RelationshipUniquenessViolation", message));
        }
        self.relationships.push(name.clone());
        Ok(())
    }

    /// A variable bound before must be of the type that its place wants (TCK Match1 \[7\]-\[11\], Match2 \[9\]-\[13\]).
    fn declare(&mut self, name: &str, kind: Type) -> Checked<()> {
        let Some(place) = position(&self.columns, name) else {
            self.columns.push(Column::new(name, kind));
            return Ok(());
        };
        let known = self.columns[place].kind;
        if known.kind.excludes(&[kind.kind]) || known.element.excludes(&[kind.element]) {
            let message = format!("the variable {name} is of type {:?} and not {:?}", known.kind, kind.kind);
            return Err(CompileError::certain("VariableTypeConflict", message));
        }
        Ok(())
    }
}
