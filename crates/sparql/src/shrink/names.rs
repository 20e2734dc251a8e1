//! The IRIs that a query shares with a graph, and other IRIs in their place.

use quarrel_case::names::{NameKind, Names, Renaming, has_meaning, renamed as other_name};
use quarrel_case::term::Term;

use crate::ast::{Query, Update};
use crate::walk::{self, Node};

/// The IRIs of a query that may be called otherwise: functions and datatypes are called what they are.
pub fn names(query: &Query) -> Names {
    let mut found = Names::new();
    each_iri(&mut query.clone(), &mut |iri| {
        if !has_meaning(iri) {
            found.insert((NameKind::Iri, iri.clone()));
        }
    });
    found
}

/// The query with other IRIs. Prefixes go: they abbreviate the old ones.
pub fn renamed(query: &Query, names: &Renaming) -> Query {
    let mut changed = query.clone();
    each_iri(&mut changed, &mut |iri| *iri = other_name(names, NameKind::Iri, iri));
    if changed != *query {
        changed.prologue.prefixes.clear();
    }
    changed
}

/// [`names`] of an update.
pub fn update_names(update: &Update) -> Names {
    let mut found = Names::new();
    walk::update(&mut update.clone(), &mut |node| {
        in_node(node, &mut |iri| {
            if !has_meaning(iri) {
                found.insert((NameKind::Iri, iri.clone()));
            }
        });
    });
    found
}

/// [`renamed`] of an update.
pub fn renamed_update(update: &Update, names: &Renaming) -> Update {
    let mut changed = update.clone();
    walk::update(&mut changed, &mut |node| {
        in_node(node, &mut |iri| *iri = other_name(names, NameKind::Iri, iri));
    });
    if changed != *update {
        changed.prologue.prefixes.clear();
    }
    changed
}

fn each_iri(query: &mut Query, visit: &mut dyn FnMut(&mut String)) {
    walk::walk(query, &mut |node| in_node(node, visit));
}

fn in_node(node: Node<'_>, visit: &mut dyn FnMut(&mut String)) {
    match node {
        Node::Predicate(iri) | Node::Graph(iri) => visit(iri),
        Node::Constant(constant) | Node::Term(constant) => in_term(&mut constant.0, visit),
        _ => {}
    }
}

fn in_term(term: &mut Term, visit: &mut dyn FnMut(&mut String)) {
    match term {
        Term::Iri(iri) => visit(iri),
        Term::Triple(parts) => parts.iter_mut().for_each(|part| in_term(part, visit)),
        Term::Blank(_) | Term::Literal(_) => {}
    }
}
