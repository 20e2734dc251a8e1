//! Names: which are free, copies with labels of their own, and the columns of `*` written out.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Column, Element, Form, Group, Projection, Query, Select, TermPattern, Variable};
use crate::walk::{self, Node};

/// The names that a query uses.
#[derive(Debug, Default)]
pub(super) struct Names {
    variables: BTreeSet<String>,
    blanks: BTreeSet<String>,
    /// The variables of GRAPH.
    graphs: BTreeSet<Variable>,
}

impl Names {
    pub(super) fn of(query: &Query) -> Self {
        let mut names = Self::default();
        walk::walk(&mut query.clone(), &mut |node| match node {
            Node::Variable(variable) => drop(names.variables.insert(variable.name().to_owned())),
            Node::Blank(TermPattern::Blank(label)) => drop(names.blanks.insert(label.clone())),
            Node::Group(group) => {
                names.graphs.extend(group.elements.iter().filter_map(|element| match element {
                    Element::Graph { name, .. } => name.as_variable().cloned(),
                    _ => None,
                }));
            }
            _ => {}
        });
        names
    }

    /// The `index`-th variable that the query does not use.
    pub(super) fn fresh(&self, index: usize) -> Variable {
        let names = (1..).map(|number| format!("x{number}"));
        let free = names.filter(|name| !self.variables.contains(name)).nth(index);
        Variable::new(free.unwrap_or_default())
    }

    /// Whether it is the variable of a GRAPH.
    pub(super) fn is_graph(&self, variable: &Variable) -> bool {
        self.graphs.contains(variable)
    }

    /// The variables that a group does not have, but those of GRAPH.
    pub(super) fn elsewhere(&self, own: &BTreeSet<Variable>) -> Vec<Variable> {
        let all = self.variables.iter().map(Variable::new);
        all.filter(|variable| !own.contains(variable) && !self.graphs.contains(variable)).collect()
    }

    /// A number behind `v` from which on no variable is used.
    pub(super) fn beyond(&self) -> usize {
        let number = |name: &String| name.strip_prefix('v').and_then(|rest| rest.parse::<u16>().ok());
        self.variables.iter().filter_map(number).max().map_or(0, usize::from)
    }

    /// As [`Self::beyond`], for labels of blank nodes behind `n`.
    pub(super) fn blanks_beyond(&self) -> usize {
        let number = |name: &String| name.strip_prefix('n').and_then(|rest| rest.parse::<u16>().ok());
        self.blanks.iter().filter_map(number).max().map_or(0, usize::from)
    }
}

/// What may hold names.
pub(super) fn in_group(group: &mut Group, visit: &mut dyn FnMut(Node<'_>)) {
    group.elements.iter_mut().for_each(|element| walk::element(element, visit));
}

/// A copy whose blank nodes have labels of their own: a label belongs to one basic graph pattern (5.1.1).
pub(super) fn relabelled(group: &Group, copy: usize) -> Group {
    let mut group = group.clone();
    in_group(&mut group, &mut |node| {
        if let Node::Blank(TermPattern::Blank(label)) = node {
            label.push_str(&format!("c{copy}"));
        }
    });
    group
}

/// All variables that stand in a group, those that it hides too.
pub(super) fn mentioned(group: &Group) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    in_group(&mut group.clone(), &mut |node| {
        if let Node::Variable(variable) = node {
            found.insert(variable.clone());
        }
    });
    found
}

/// The group with variables in the place of others.
pub(super) fn renamed(group: &Group, names: &BTreeMap<Variable, Variable>) -> Group {
    let mut group = group.clone();
    in_group(&mut group, &mut |node| {
        if let Node::Variable(variable) = node
            && let Some(other) = names.get(variable)
        {
            variable.clone_from(other);
        }
    });
    group
}

/// The query with the columns of every `*` written out, so that what binds further variables shows no more.
pub(super) fn pinned(query: &Query) -> Query {
    let mut query = query.clone();
    walk::groups(&mut query, &mut |group| {
        for element in &mut group.elements {
            if let Element::Select(inner) = element {
                pin(inner);
            }
        }
    });
    pin(&mut query);
    query
}

fn pin(query: &mut Query) {
    let columns: Vec<Column> = query.visible().into_iter().cloned().map(Column::Variable).collect();
    if let Form::Select(Select { projection, .. }) = &mut query.form
        && *projection == Projection::All
        && !columns.is_empty()
    {
        *projection = Projection::Columns(columns);
    }
}

/// All variables of a query.
pub(super) fn all(query: &Query) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    walk::walk(&mut query.clone(), &mut |node| {
        if let Node::Variable(variable) = node {
            found.insert(variable.clone());
        }
    });
    found
}
