//! The features of what writes, of subqueries, and of patterns beyond chains of single relationships.

use crate::ast::{
    BinaryOperator, Clause, Expression, Hop, MapProjectionItem, NodePattern, PathLength, PathPattern,
    PathSelector, RelationshipPattern, RemoveItem, SetItem, Subquery, SubqueryKind, UnaryOperator,
};
use crate::evaluate::updates;
use crate::walk;

type Found<'f> = dyn FnMut(&'static str, bool) + 'f;

/// Whether an expression is of a kind.
type Is<'i> = dyn Fn(&Expression) -> bool + 'i;

/// The features of a clause that does more than read the graph, without those inside it.
pub(super) fn clause(clause: &Clause, add: &mut Found<'_>) {
    match clause {
        Clause::Match(_) | Clause::Unwind(_) | Clause::With(_) | Clause::Return(_) => {}
        Clause::Create(inner) => {
            add("create", true);
            add("path-variable.created", inner.patterns.iter().any(|pattern| pattern.variable.is_some()));
        }
        Clause::Merge(inner) => {
            add("merge", true);
            add("path-variable.created", inner.pattern.variable.is_some());
            add("merge.on-create", !inner.on_create.is_empty());
            add("merge.on-match", !inner.on_match.is_empty());
            inner.on_create.iter().chain(&inner.on_match).for_each(|item| add(set_item(item), true));
        }
        Clause::Set(items) => items.iter().for_each(|item| add(set_item(item), true)),
        Clause::Remove(items) => items.iter().for_each(|item| {
            let feature = match item {
                RemoveItem::Property { .. } => "remove.property",
                RemoveItem::Subscript { .. } => "remove.subscript",
                RemoveItem::Labels { .. } => "remove.labels",
            };
            add(feature, true);
        }),
        Clause::Delete(inner) => add(if inner.detach { "detach-delete" } else { "delete" }, true),
        Clause::Foreach(_) => add("foreach", true),
        Clause::Call(inner) => {
            add("call-procedure", true);
            add("call-procedure.optional", inner.optional);
            add("call-procedure.implicit", inner.arguments.is_none());
            add("call-procedure.yield", inner.yields.is_some());
        }
        Clause::Subquery(inner) => {
            add("call-subquery", true);
            add("call-subquery.optional", inner.optional);
            add("call-subquery.imports", inner.imports.is_some());
            add("call-subquery.updating", updates(clause));
        }
        Clause::Finish => add("finish", true),
    }
}

fn set_item(item: &SetItem) -> &'static str {
    match item {
        SetItem::Property { .. } => "set.property",
        SetItem::Subscript { .. } => "set.subscript",
        SetItem::Replace { .. } => "set.replace",
        SetItem::Add { .. } => "set.add",
        SetItem::Labels { .. } => "set.labels",
    }
}

/// The features of a path as a whole.
pub(super) fn path(pattern: &PathPattern, add: &mut Found<'_>) {
    if let Some(selector) = pattern.selector {
        let feature = match selector {
            PathSelector::ShortestPath => "pattern.shortest-path",
            PathSelector::AllShortestPaths => "pattern.all-shortest-paths",
            PathSelector::Shortest(_) => "pattern.shortest",
            PathSelector::AllShortest => "pattern.all-shortest",
            PathSelector::ShortestGroups(_) => "pattern.shortest-groups",
            PathSelector::Any(_) => "pattern.any",
        };
        add(feature, true);
    }
    add("pattern.path-where", pattern.condition.is_some());
    for step in &pattern.steps {
        if let Hop::Quantified(inner) = &step.hop {
            let PathLength { minimum, maximum } = inner.quantifier;
            add("pattern.quantified", true);
            add("pattern.quantified.unbounded", maximum.is_none());
            add("pattern.quantified.zero", minimum.unwrap_or(0) == 0);
        }
    }
}

/// The features of a node beside its list of labels and its properties.
pub(super) fn node(node: &NodePattern, add: &mut Found<'_>) {
    add("label-expression", node.label_expression.is_some());
    add("pattern.parameter", node.parameter.is_some());
    add("pattern.inline-where", node.condition.is_some());
}

/// The features of a relationship beside its list of types and its properties.
pub(super) fn relationship(relationship: &RelationshipPattern, add: &mut Found<'_>) {
    add("label-expression", relationship.label_expression.is_some());
    add("pattern.parameter", relationship.parameter.is_some());
    add("pattern.inline-where", relationship.condition.is_some());
}

/// The features of an expression that holds a pattern, a query or a type, without those inside it.
pub(super) fn expression(expression: &Expression, add: &mut Found<'_>) {
    match expression {
        Expression::IsLabeled { .. } => {
            add("label-predicate", true);
            add("label-expression", true);
        }
        Expression::IsTyped { .. } => add("type-predicate", true),
        Expression::MapProjection(inner) => {
            let all = inner.items.iter().any(|item| matches!(item, MapProjectionItem::AllProperties));
            add("map-projection", true);
            add("map-projection.all-properties", all);
        }
        Expression::Pattern(inner) => add("pattern-predicate", inner.selector.is_none()),
        Expression::PatternComprehension(_) => add("pattern-comprehension", true),
        Expression::Subquery(inner) => {
            add(subquery(inner), true);
            add("subquery.full", inner.kind != SubqueryKind::Collect && is_full(inner));
        }
        _ => {}
    }
}

fn subquery(subquery: &Subquery) -> &'static str {
    match subquery.kind {
        SubqueryKind::Exists => "subquery.exists",
        SubqueryKind::Count => "subquery.count",
        SubqueryKind::Collect => "subquery.collect",
    }
}

/// True when a subquery is more than a pattern with its `WHERE`, which is all that older engines take.
fn is_full(subquery: &Subquery) -> bool {
    let clauses = &subquery.query.first.clauses;
    !(subquery.query.unions.is_empty() && matches!(clauses[..], [Clause::Match(_)]))
}

/// Patterns and `EXISTS { }` that are predicates elsewhere than where some engines only take them: as the `WHERE` of a
/// clause, or joined in it by `AND`, `OR` and `NOT`.
pub(super) fn predicates(clause: &Clause, add: &mut dyn FnMut(&'static str, bool)) {
    if !walk::nested_clauses(clause).is_empty() {
        return;
    }
    let condition = match clause {
        Clause::Match(inner) => inner.condition.as_ref(),
        Clause::With(inner) => inner.condition.as_ref(),
        _ => None,
    };
    let is_exists = |inner: &Subquery| inner.kind == SubqueryKind::Exists;
    let kinds: [(&'static str, &Is<'_>); 2] = [
        ("pattern-predicate.nested", &|part| matches!(part, Expression::Pattern(_))),
        ("subquery.exists.nested", &|part| matches!(part, Expression::Subquery(inner) if is_exists(inner))),
    ];
    for (feature, is) in kinds {
        let all: usize = walk::expressions(clause).into_iter().map(|part| count(part, is, true)).sum();
        add(feature, all > condition.map_or(0, |condition| count(condition, is, false)));
    }
}

/// How many such predicates there are, in all parts or only in those that truth values are joined of. What is inside a
/// subquery is its own clauses' affair.
fn count(expression: &Expression, is: &Is<'_>, deep: bool) -> usize {
    let joins = match expression {
        Expression::Subquery(_) => false,
        Expression::Binary { operator: BinaryOperator::And | BinaryOperator::Or, .. } => true,
        Expression::Unary { operator: UnaryOperator::Not, .. } => true,
        _ => deep,
    };
    let inside = if joins { walk::children(expression) } else { Vec::new() };
    usize::from(is(expression)) + inside.into_iter().map(|child| count(child, is, deep)).sum::<usize>()
}
