//! The IRIs that a query shares with a graph, and other IRIs in their place.

use quarrel_case::names::{NameKind, Names, Renaming, has_meaning, renamed as other_name};
use quarrel_case::term::Term;

use crate::ast::Query;
use crate::walk::{Node, walk};

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

fn each_iri(query: &mut Query, visit: &mut dyn FnMut(&mut String)) {
    walk(query, &mut |node| match node {
        Node::Predicate(iri) => visit(iri),
        Node::Constant(constant) | Node::Term(constant) => {
            if let Term::Iri(iri) = &mut constant.0 {
                visit(iri);
            }
        }
        _ => {}
    });
}
