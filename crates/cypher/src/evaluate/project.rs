//! `WITH` and `RETURN`: projection, aggregation, `DISTINCT`, `ORDER BY`, `SKIP`, `LIMIT`, and the `WHERE` of
//! `WITH`, in this order.
//!
//! A sort key or a condition sees the new columns and, where rows were not merged, the old ones behind them
//! (TCK WithOrderBy4, WithWhere7). So a row on the way is its new cells with the old ones appended. An
//! expression that is projected is read from its column.

use std::borrow::Cow;

use super::context::{Context, Outcome, Scope};
use super::fault::{Fault, group_seen};
use super::order::Sorted;
use super::probe::domain;
use super::table::{Column, Columns, Domain, Row, Table, Type, position};
use super::truth::Truth;
use super::walk::{has_aggregate, is_aggregate, mentions, rewrite};
use crate::ast::{Expression, Projection, ProjectionItem};
use crate::print::{self, Spelling};

/// The items, a star replaced by the variables in scope, sorted by name.
pub(super) fn expand<'p>(projection: &'p Projection, columns: &[Column]) -> Cow<'p, [ProjectionItem]> {
    if !projection.star {
        return Cow::Borrowed(&projection.items);
    }
    let mut names: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
    names.sort_unstable();
    let variables = names
        .into_iter()
        .map(|name| ProjectionItem { expression: Expression::Variable(name.to_owned()), alias: None });
    Cow::Owned(variables.chain(projection.items.iter().cloned()).collect())
}

/// Whether a projection gives one row whatever there is before it.
pub(super) fn is_global(projection: &Projection) -> bool {
    let items = &projection.items;
    !projection.star && !items.is_empty() && items.iter().all(|item| has_aggregate(&item.expression))
}

/// The name of an item's column: its alias, or its text.
pub(super) fn column_name(item: &ProjectionItem) -> Cow<'_, str> {
    match (&item.alias, &item.expression) {
        (Some(alias), _) => Cow::Borrowed(alias),
        (None, Expression::Variable(name)) => Cow::Borrowed(name),
        (None, expression) => Cow::Owned(print::expression(expression, &Spelling::default())),
    }
}

/// What a projection comes to.
pub(super) struct Projected {
    pub(super) rows: Vec<Row>,
    /// With `ORDER BY`: the lengths of the groups of rows that tie.
    pub(super) order: Option<Vec<usize>>,
    /// The rows that went into a global aggregation.
    pub(super) aggregated: Option<usize>,
    /// Of an aggregating projection: the values of every column before rows were dropped.
    pub(super) seen: Vec<Domain>,
}

/// A projection with what it depends on.
pub(super) struct Work<'w> {
    pub(super) projection: &'w Projection,
    pub(super) condition: Option<&'w Expression>,
    pub(super) table: &'w Table,
    pub(super) after: &'w Columns,
    /// Whether this is `RETURN`.
    pub(super) last: bool,
}

impl Context<'_> {
    /// Evaluates a projection.
    pub(super) fn project(&self, work: &Work<'_>) -> Outcome<Projected> {
        let projection = work.projection;
        let items = expand(projection, &work.table.columns);
        let aggregates = items.iter().any(|item| has_aggregate(&item.expression));
        let global = aggregates && items.iter().all(|item| has_aggregate(&item.expression));
        let merges = projection.distinct && (work.last || !self.has(Fault::HiddenKey));
        let sees_before = !aggregates && !merges;
        let certain = work.last && projection.skip.is_none() && projection.limit.is_none();
        let extended = sees_before && (!projection.order.is_empty() || work.condition.is_some());
        let mut rows = if aggregates {
            self.groups(&items, work.table, certain)?
        } else {
            self.items(&items, work.table, certain, extended)?
        };
        let column = |place: usize| domain(rows.iter().filter_map(|row| row.get(place)));
        let seen = if aggregates { (0..items.len()).map(column).collect() } else { Vec::new() };
        if projection.distinct {
            rows = self.distinct(rows, work.after.len())?;
        }
        let mut columns = work.after.to_vec();
        if extended {
            columns.extend(work.table.columns.iter().cloned());
        }
        let mut order = self.ordered(work, &items, &columns, &mut rows, certain)?;
        self.slice_rows(work, &mut rows, &mut order)?;
        self.lose_repeated_calls(projection, &items, &mut rows);
        if let Some(condition) = work.condition {
            let condition = resolve(condition, &items, work.after);
            rows = self.filter(&condition, &columns, rows)?;
        }
        rows.iter_mut().for_each(|row| row.truncate(work.after.len()));
        Ok(Projected {
            rows,
            order: order.filter(|_| !projection.order.is_empty()),
            aggregated: global.then_some(work.table.rows.len()),
            seen,
        })
    }

    /// The items on every row, with the row's own cells behind them if they are still seen.
    fn items(
        &self,
        items: &[ProjectionItem],
        table: &Table,
        certain: bool,
        extended: bool,
    ) -> Outcome<Vec<Row>> {
        let mut rows = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            let scope = Scope::new(&table.columns, row);
            let mut cells = Vec::with_capacity(items.len() + if extended { row.len() } else { 0 });
            for item in items {
                self.certain.set(certain);
                cells.push(self.evaluate(&item.expression, &scope)?);
            }
            if extended {
                cells.extend(row.iter().cloned());
            }
            rows.push(cells);
        }
        self.certain.set(false);
        Ok(rows)
    }

    /// One row per group: the items without aggregation are its key (openCypher 9, grouping keys).
    fn groups(&self, items: &[ProjectionItem], table: &Table, certain: bool) -> Outcome<Vec<Row>> {
        let keys: Vec<&ProjectionItem> =
            items.iter().filter(|item| !has_aggregate(&item.expression)).collect();
        let plan = Aggregation::new(items, &keys);
        let mut values = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            self.certain.set(certain);
            let scope = Scope::new(&table.columns, row);
            let key = keys.iter().map(|item| self.evaluate(&item.expression, &scope));
            values.push(key.collect::<Outcome<Row>>()?);
        }
        let seen = self.seen_keys(&keys, table, &values)?;
        let (mut groups, determined) = group_seen(values.iter().map(Vec::as_slice), seen.as_deref());
        if !determined {
            self.depends_on("open values in a grouping key");
        }
        if keys.is_empty() && groups.is_empty() {
            groups.push(super::order::Group { key: Vec::new(), rows: Vec::new() });
        }
        let mut rows = Vec::with_capacity(groups.len());
        for group in groups {
            self.certain.set(certain);
            let mut cells = group.key;
            for call in &plan.calls {
                cells.push(self.aggregate(call, table, &group.rows)?);
            }
            let scope = Scope::new(&plan.columns, &cells);
            let row = plan.items.iter().map(|item| self.evaluate(item, &scope));
            rows.push(row.collect::<Outcome<Row>>()?);
        }
        self.certain.set(false);
        Ok(rows)
    }

    /// Sorts where the order is seen; gives the ties.
    fn ordered(
        &self,
        work: &Work<'_>,
        items: &[ProjectionItem],
        columns: &[Column],
        rows: &mut Vec<Row>,
        certain: bool,
    ) -> Outcome<Option<Vec<usize>>> {
        let projection = work.projection;
        if projection.order.is_empty() {
            return Ok(None);
        }
        let keys: Vec<Expression> =
            projection.order.iter().map(|sort| resolve(&sort.expression, items, work.after)).collect();
        let descending: Vec<bool> = projection.order.iter().map(|sort| sort.descending).collect();
        let certain = certain && rows.len() > 1;
        let mut sorted = Vec::with_capacity(rows.len());
        for row in rows.drain(..) {
            let scope = Scope::new(columns, &row);
            self.certain.set(certain);
            let keys = keys.iter().map(|key| self.evaluate(key, &scope)).collect::<Outcome<Row>>()?;
            sorted.push(Sorted { keys, row });
        }
        self.certain.set(false);
        // The order does not outlive a WITH, but for its own slice (relations.md R6; Cypher Manual 5, WITH).
        let seen = work.last || projection.is_sliced();
        let mut ties = if seen { Some(self.sort(&mut sorted, &descending)?) } else { None };
        ties.iter_mut().for_each(|ties| self.thin_ties(projection, &mut sorted, ties));
        rows.extend(sorted.into_iter().map(|sorted| sorted.row));
        Ok(ties)
    }

    fn slice_rows(
        &self,
        work: &Work<'_>,
        rows: &mut Vec<Row>,
        order: &mut Option<Vec<usize>>,
    ) -> Outcome<()> {
        let projection = work.projection;
        let skip = projection.skip.as_ref().map(|skip| self.count(skip)).transpose()?;
        let limit = projection.limit.as_ref().map(|limit| self.count(limit)).transpose()?;
        if skip.is_none() && limit.is_none() {
            return Ok(());
        }
        let wanted = (skip.unwrap_or(0), limit.unwrap_or(usize::MAX));
        let (skip, limit) = self.counted(projection, wanted, rows.len());
        let mut ties = order.take().unwrap_or_else(|| vec![rows.len()]);
        let width = if work.condition.is_some() { usize::MAX } else { work.after.len() };
        let width = width.min(rows.first().map_or(0, Vec::len));
        self.cut(rows, &mut ties, skip, limit, width);
        *order = Some(ties);
        Ok(())
    }

    /// The rows on which a condition is true.
    pub(super) fn filter(
        &self,
        condition: &Expression,
        columns: &[Column],
        rows: Vec<Row>,
    ) -> Outcome<Vec<Row>> {
        let mut kept = Vec::with_capacity(rows.len());
        for row in rows {
            match self.condition(condition, &Scope::new(columns, &row))? {
                Truth::True => kept.push(row),
                Truth::Open(why) => self.depends_on(why.text()),
                Truth::False | Truth::Unknown => {}
            }
        }
        Ok(kept)
    }
}

/// The expression with every projected part read from its column. An alias hides a variable of its name.
fn resolve(expression: &Expression, items: &[ProjectionItem], after: &Columns) -> Expression {
    rewrite(expression, &[], &mut |part, locals| {
        if matches!(part, Expression::Literal(_)) {
            return None;
        }
        if let Expression::Variable(name) = part
            && (position(after, name).is_some() || locals.contains(&name.as_str()))
        {
            return Some(part.clone());
        }
        let place = items.iter().position(|item| item.expression == *part)?;
        let column = after.get(place).filter(|_| !mentions(part, locals))?;
        Some(Expression::Variable(column.name.to_string()))
    })
}

/// The items of an aggregating projection over one row per group: its key, then the aggregates.
struct Aggregation {
    columns: Vec<Column>,
    calls: Vec<Expression>,
    items: Vec<Expression>,
}

/// A name that no query can write.
fn hidden(place: usize) -> String {
    format!("\0{place}")
}

/// A key that is a variable keeps its name, by which patterns and subqueries know it.
fn key_name(key: &ProjectionItem, place: usize) -> String {
    match &key.expression {
        Expression::Variable(name) => name.clone(),
        _ => hidden(place),
    }
}

impl Aggregation {
    fn new(items: &[ProjectionItem], keys: &[&ProjectionItem]) -> Self {
        let mut calls: Vec<Expression> = Vec::new();
        let rewritten = items
            .iter()
            .map(|item| {
                rewrite(&item.expression, &[], &mut |part, locals| {
                    if is_aggregate(part) {
                        let known = calls.iter().position(|call| call == part);
                        let place = known.unwrap_or_else(|| {
                            calls.push(part.clone());
                            calls.len() - 1
                        });
                        return Some(Expression::Variable(hidden(keys.len() + place)));
                    }
                    // What a subquery aggregates are its own rows.
                    if matches!(part, Expression::Subquery(_))
                        && !keys.iter().any(|key| key.expression == *part)
                    {
                        return Some(part.clone());
                    }
                    let place = keys.iter().position(|key| key.expression == *part)?;
                    (!mentions(part, locals)).then(|| Expression::Variable(key_name(keys[place], place)))
                })
            })
            .collect();
        let name = |place: usize| keys.get(place).map_or_else(|| hidden(place), |key| key_name(key, place));
        let columns = (0..keys.len() + calls.len()).map(|place| Column::new(&name(place), Type::ANY));
        Self { columns: columns.collect(), calls, items: rewritten }
    }
}
