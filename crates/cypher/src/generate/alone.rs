//! A condition on the rows of a query that is written already.
//!
//! Partitioning and restricting put a condition into a query. It is worth as much as what it hangs on, so it is written
//! by what writes the conditions of generated queries: over the variables that there are and their values, mostly true
//! on one row and false on others.

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Model, PropertyGraph};
use quarrel_case::language::{Budget, Guidance, Setting};
use quarrel_case::profile::{Features, Profile};

use super::condition::Conditions;
use super::expression::Writer;
use super::kind::Kind;
use super::scope::{self, Names, Sample, Variable};
use super::view::View;
use crate::ast::Expression;
use crate::evaluate::{Column, Evaluator, Kind as Known, State};

/// What few engines lack: in most conditions nothing else is used, so that they can be asked of all.
const COMMON: &[&str] = &["operator.", "literal.", "property", "comparison.", "label-predicate", "chained-"];

/// Writes conditions over what a query has come to.
pub(crate) struct Alone<'a> {
    pub(crate) graph: &'a PropertyGraph,
    pub(crate) evaluator: &'a Evaluator<'a>,
    pub(crate) state: &'a State,
    /// The names that the query has used.
    pub(crate) used: &'a [&'a str],
}

impl Alone<'_> {
    /// A condition that can be written where the query has come to.
    pub(crate) fn condition(&self, choices: &mut Choices) -> Option<Expression> {
        let setting = setting(choices.chance(60));
        let view = View::new(self.graph.clone());
        let table = &self.state.table;
        let variables: Vec<Variable> = table.columns.iter().map(variable).collect();
        let chosen = choices.below(table.rows.len());
        let sample = (!table.rows.is_empty()).then(|| Sample::new(&table.columns, &table.rows, chosen));
        let leaves = scope::leaves(&variables, sample.as_ref(), &view);
        let mut names = Names::beyond(self.used);
        let depth = 1 + choices.weighted(&[45, 40, 15]);
        let guided = sample.is_some() && choices.chance(50);
        let mut writer = Writer::new(choices, &setting, &leaves, &view, &mut names);
        if !guided {
            return writer.expression(Kind::Boolean, depth);
        }
        let value = |expression: &Expression| self.evaluator.expression(expression, self.state, chosen).ok();
        Conditions { writer: &mut writer, value: &value }.condition(true, depth - 1)
    }
}

fn variable(column: &Column) -> Variable {
    let kind = match column.kind.kind {
        Known::Node => Kind::Node,
        Known::Relationship => Kind::Relationship,
        Known::Path => Kind::Path,
        Known::Boolean => Kind::Boolean,
        Known::Integer => Kind::Integer,
        Known::Float => Kind::Float,
        Known::String => Kind::String,
        Known::Map => Kind::Map,
        Known::List => Kind::List,
        Known::Any | Known::Null => Kind::Any,
    };
    Variable { name: Arc::clone(&column.name), kind }
}

fn setting(common: bool) -> Setting {
    let rare = |feature: &&&str| !COMMON.iter().any(|common| feature.starts_with(common));
    let without = crate::features::ALL.iter().filter(|_| common).filter(rare).map(|name| (*name).to_owned());
    Setting {
        graph: Arc::new(Graph::empty(Model::Property)),
        profile: Profile::default(),
        features: Features { without: without.collect(), ..Features::default() },
        length: 1,
        patterns: 1,
        depth: 3,
        guidance: Guidance::Full,
        budget: Budget::default(),
    }
}
