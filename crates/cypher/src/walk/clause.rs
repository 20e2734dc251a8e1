//! What is inside a query, a clause and a pattern.

use crate::ast::{
    Clause, Expression, Hop, PathPattern, PathStep, Projection, Query, RemoveItem, SetItem, SingleQuery,
};

/// The clauses of all parts of a query, in order.
pub(crate) fn clauses(query: &Query) -> impl Iterator<Item = &Clause> {
    let parts = std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part));
    parts.flat_map(|part| &part.clauses)
}

/// The clauses of all parts of a query, to be changed.
pub(crate) fn clauses_mut(query: &mut Query) -> impl Iterator<Item = &mut Clause> {
    let parts = std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|(_, part)| part));
    parts.flat_map(|part| &mut part.clauses)
}

/// The queries within the expressions of a query.
pub(crate) fn nested_queries(query: &Query) -> Vec<&Query> {
    fn within<'q>(expression: &'q Expression, found: &mut Vec<&'q Query>) {
        if let Expression::Subquery(inner) = expression {
            found.push(&inner.query);
        }
        super::children(expression).into_iter().for_each(|child| within(child, found));
    }
    let mut found = Vec::new();
    clauses(query).flat_map(expressions).for_each(|expression| within(expression, &mut found));
    found
}

/// Whether every part of a query, and of those that it calls, ends with a clause that a query can end with.
pub(crate) fn can_end(query: &Query) -> bool {
    let called = |clause: &Clause| match clause {
        Clause::Subquery(call) => can_end(&call.query),
        _ => true,
    };
    let ends = |part: &SingleQuery| {
        let last = part.clauses.last();
        last.is_some_and(|last| !matches!(last, Clause::Match(_) | Clause::Unwind(_) | Clause::With(_)))
    };
    ends(&query.first) && query.unions.iter().all(|(_, part)| ends(part)) && clauses(query).all(called)
}

/// The outermost expressions of a clause, those of the clauses inside it among them.
pub(crate) fn expressions(clause: &Clause) -> Vec<&Expression> {
    let mut found = Vec::new();
    in_clause(clause, &mut found);
    found
}

/// The same, to be changed.
pub(crate) fn expressions_mut(clause: &mut Clause) -> Vec<&mut Expression> {
    let mut found = Vec::new();
    in_clause_mut(clause, &mut found);
    found
}

/// The outermost expressions of a pattern.
pub(crate) fn pattern_expressions(pattern: &PathPattern) -> Vec<&Expression> {
    let mut found = Vec::new();
    in_pattern(pattern, &mut found);
    found
}

/// The same, to be changed.
pub(crate) fn pattern_expressions_mut(pattern: &mut PathPattern) -> Vec<&mut Expression> {
    let mut found = Vec::new();
    in_pattern_mut(pattern, &mut found);
    found
}

/// The clauses directly inside a clause.
pub(crate) fn nested_clauses(clause: &Clause) -> Vec<&Clause> {
    match clause {
        Clause::Foreach(inner) => inner.clauses.iter().collect(),
        Clause::Subquery(inner) => clauses(&inner.query).collect(),
        _ => Vec::new(),
    }
}

/// All patterns of a query: of clauses, of the clauses inside them, and of expressions.
pub(crate) fn all_patterns(query: &Query) -> Vec<&PathPattern> {
    let mut found = Vec::new();
    clauses(query).for_each(|clause| patterns_in(clause, &mut found));
    found
}

fn patterns_in<'q>(clause: &'q Clause, found: &mut Vec<&'q PathPattern>) {
    found.extend(patterns(clause));
    match clause {
        Clause::Foreach(inner) => {
            patterns_of(&inner.list, found);
            inner.clauses.iter().for_each(|clause| patterns_in(clause, found));
        }
        Clause::Subquery(inner) => clauses(&inner.query).for_each(|clause| patterns_in(clause, found)),
        _ => expressions(clause).into_iter().for_each(|expression| patterns_of(expression, found)),
    }
}

fn patterns_of<'q>(expression: &'q Expression, found: &mut Vec<&'q PathPattern>) {
    match expression {
        Expression::Subquery(inner) => {
            return clauses(&inner.query).for_each(|clause| patterns_in(clause, found));
        }
        Expression::Pattern(pattern) => found.push(pattern),
        Expression::PatternComprehension(inner) => found.push(&inner.pattern),
        _ => {}
    }
    super::children(expression).into_iter().for_each(|child| patterns_of(child, found));
}

/// Those of them that are of clauses.
pub(crate) fn clause_patterns(query: &Query) -> Vec<&PathPattern> {
    fn within<'q>(clause: &'q Clause, found: &mut Vec<&'q PathPattern>) {
        found.extend(patterns(clause));
        nested_clauses(clause).into_iter().for_each(|clause| within(clause, found));
    }
    let mut found = Vec::new();
    let nested = nested_queries(query);
    let queries = std::iter::once(query).chain(nested);
    queries.flat_map(clauses).for_each(|clause| within(clause, &mut found));
    found
}

/// Calls `visit` with every pattern that [`all_patterns`] gives, in the same order, to be changed.
pub(crate) fn each_pattern_mut(query: &mut Query, visit: &mut dyn FnMut(&mut PathPattern)) {
    clauses_mut(query).for_each(|clause| patterns_in_mut(clause, visit));
}

fn patterns_in_mut(clause: &mut Clause, visit: &mut dyn FnMut(&mut PathPattern)) {
    patterns_mut(clause).into_iter().for_each(&mut *visit);
    match clause {
        Clause::Foreach(inner) => {
            patterns_of_mut(&mut inner.list, visit);
            inner.clauses.iter_mut().for_each(|clause| patterns_in_mut(clause, visit));
        }
        Clause::Subquery(inner) => each_pattern_mut(&mut inner.query, visit),
        _ => expressions_mut(clause).into_iter().for_each(|expression| patterns_of_mut(expression, visit)),
    }
}

fn patterns_of_mut(expression: &mut Expression, visit: &mut dyn FnMut(&mut PathPattern)) {
    match expression {
        Expression::Subquery(inner) => return each_pattern_mut(&mut inner.query, visit),
        Expression::Pattern(pattern) => visit(pattern),
        Expression::PatternComprehension(inner) => visit(&mut inner.pattern),
        _ => {}
    }
    super::children_mut(expression).into_iter().for_each(|child| patterns_of_mut(child, visit));
}

/// The steps of a pattern and of the repeated paths in it, each before what is inside it.
pub(crate) fn path_steps(pattern: &PathPattern) -> Vec<&PathStep> {
    let mut found = Vec::new();
    for step in &pattern.steps {
        found.push(step);
        if let Hop::Quantified(inner) = &step.hop {
            found.extend(path_steps(&inner.pattern));
        }
    }
    found
}

/// The walk over shared and over mutable references is one text, so that the two cannot differ.
macro_rules! walk {
    (
        $in_clause:ident, $in_pattern:ident, $in_projection:ident, $in_set:ident, $patterns:ident,
        $clauses:ident $(, $mutable:tt)?
    ) => {
        /// Collects the outermost expressions of a clause.
        pub(super) fn $in_clause<'e>(
            clause: &'e $($mutable)? Clause,
            found: & mut Vec<&'e $($mutable)? Expression>,
        ) {
            match clause {
                Clause::Match(inner) => {
                    (& $($mutable)? inner.patterns).into_iter().for_each(|pattern| $in_pattern(pattern, found));
                    found.extend(& $($mutable)? inner.condition);
                }
                Clause::Unwind(inner) => found.push(& $($mutable)? inner.list),
                Clause::With(inner) => {
                    $in_projection(& $($mutable)? inner.projection, found);
                    found.extend(& $($mutable)? inner.condition);
                }
                Clause::Return(projection) => $in_projection(projection, found),
                Clause::Create(inner) => {
                    (& $($mutable)? inner.patterns).into_iter().for_each(|pattern| $in_pattern(pattern, found));
                }
                Clause::Merge(inner) => {
                    $in_pattern(& $($mutable)? inner.pattern, found);
                    (& $($mutable)? inner.on_create).into_iter().for_each(|item| $in_set(item, found));
                    (& $($mutable)? inner.on_match).into_iter().for_each(|item| $in_set(item, found));
                }
                Clause::Set(items) => items.into_iter().for_each(|item| $in_set(item, found)),
                Clause::Remove(items) => {
                    for item in items {
                        match item {
                            RemoveItem::Property { subject, .. } => found.push(subject),
                            RemoveItem::Subscript { subject, key } => found.extend([subject, key]),
                            RemoveItem::Labels { .. } => {}
                        }
                    }
                }
                Clause::Delete(inner) => found.extend(& $($mutable)? inner.expressions),
                Clause::Foreach(inner) => {
                    found.push(& $($mutable)? inner.list);
                    (& $($mutable)? inner.clauses).into_iter().for_each(|clause| $in_clause(clause, found));
                }
                Clause::Call(inner) => {
                    found.extend((& $($mutable)? inner.arguments).into_iter().flatten());
                    if let Some(yields) = & $($mutable)? inner.yields {
                        found.extend(& $($mutable)? yields.condition);
                    }
                }
                Clause::Subquery(inner) => {
                    $clauses(& $($mutable)? inner.query).for_each(|clause| $in_clause(clause, found));
                }
                Clause::Finish => {}
            }
        }

        /// Collects the outermost expressions of a pattern.
        pub(super) fn $in_pattern<'e>(
            pattern: &'e $($mutable)? PathPattern,
            found: & mut Vec<&'e $($mutable)? Expression>,
        ) {
            let start = & $($mutable)? pattern.start;
            found.extend((& $($mutable)? start.properties).into_iter().map(|(_, value)| value));
            found.extend((& $($mutable)? start.condition).into_iter().map(|boxed| & $($mutable)? **boxed));
            for step in & $($mutable)? pattern.steps {
                match & $($mutable)? step.hop {
                    Hop::Relationship(inner) => {
                        found.extend((& $($mutable)? inner.properties).into_iter().map(|(_, value)| value));
                        found.extend(
                            (& $($mutable)? inner.condition).into_iter().map(|boxed| & $($mutable)? **boxed),
                        );
                    }
                    Hop::Quantified(inner) => $in_pattern(& $($mutable)? inner.pattern, found),
                }
                let node = & $($mutable)? step.node;
                found.extend((& $($mutable)? node.properties).into_iter().map(|(_, value)| value));
                found.extend((& $($mutable)? node.condition).into_iter().map(|boxed| & $($mutable)? **boxed));
            }
            found.extend((& $($mutable)? pattern.condition).into_iter().map(|boxed| & $($mutable)? **boxed));
        }

        fn $in_projection<'e>(
            projection: &'e $($mutable)? Projection,
            found: & mut Vec<&'e $($mutable)? Expression>,
        ) {
            found.extend((& $($mutable)? projection.items).into_iter().map(|item| & $($mutable)? item.expression));
            found.extend((& $($mutable)? projection.order).into_iter().map(|item| & $($mutable)? item.expression));
            found.extend(& $($mutable)? projection.skip);
            found.extend(& $($mutable)? projection.limit);
        }

        fn $in_set<'e>(item: &'e $($mutable)? SetItem, found: & mut Vec<&'e $($mutable)? Expression>) {
            match item {
                SetItem::Property { subject, value, .. } => found.extend([subject, value]),
                SetItem::Subscript { subject, key, value } => found.extend([subject, key, value]),
                SetItem::Replace { value, .. } | SetItem::Add { value, .. } => found.push(value),
                SetItem::Labels { .. } => {}
            }
        }

        /// The patterns of a clause, not those of the clauses inside it.
        pub(crate) fn $patterns(clause: & $($mutable)? Clause) -> Vec<& $($mutable)? PathPattern> {
            match clause {
                Clause::Match(inner) => (& $($mutable)? inner.patterns).into_iter().collect(),
                Clause::Create(inner) => (& $($mutable)? inner.patterns).into_iter().collect(),
                Clause::Merge(inner) => vec![& $($mutable)? inner.pattern],
                _ => Vec::new(),
            }
        }
    };
}

walk!(in_clause, in_pattern, in_projection, in_set, patterns, clauses);
walk!(in_clause_mut, in_pattern_mut, in_projection_mut, in_set_mut, patterns_mut, clauses_mut, mut);
