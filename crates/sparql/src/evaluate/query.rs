//! Queries: grouping, projection and solution modifiers, in the order of section 18.2.4 and 18.2.5.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::answer::{Answer, Table};
use quarrel_case::language::{Budget, Evaluation, Failure};
use quarrel_case::verdict::ErrorStatus;

use super::aggregate::Frame;
use super::construct::{Values, template_names};
use super::measure;
use super::terms::Id;
use super::{Binding, Evaluator, Fault};
use crate::ast::{
    Column, Duplicates, Element, Form, Group, InlineData, Modifiers, Projection, Query, Select, TriplePattern,
};
use quarrel_case::term::Term;

/// A row of the answer.
type Cells = Vec<Option<Id>>;
/// The values that order a row.
type Keys = Vec<Option<Id>>;

/// What a query computes for each row.
struct Outline<'a> {
    columns: &'a [Column],
    modifiers: &'a Modifiers,
    /// The names and slots of the answer's columns.
    names: Vec<String>,
    slots: Vec<usize>,
}

/// The rows of an answer with the keys that order them.
#[derive(Default)]
struct Sorted {
    rows: Vec<Cells>,
    keys: Vec<Keys>,
}

impl Sorted {
    /// Without the rows that lack a sort key.
    fn with_all_keys(self) -> Self {
        let pairs = self.rows.into_iter().zip(self.keys);
        let (rows, keys) = pairs.filter(|(_, keys)| keys.iter().all(Option::is_some)).unzip();
        Self { rows, keys }
    }
}

impl Evaluator {
    /// Evaluates a query.
    pub fn query(&mut self, query: &Query, budget: Budget) -> Evaluation {
        self.reset(budget);
        self.base.clone_from(&query.prologue.base);
        let mut flow = Vec::new();
        let result = measure::check_query(query).and_then(|()| self.answer(query, &mut flow));
        let errors = match &result {
            // No expression error ends a query (17.2), so a valid query has none.
            Ok(_) => ErrorStatus::Never,
            Err(_) => ErrorStatus::May,
        };
        let open = self.open.take().map(str::to_owned);
        Evaluation { result, errors, flow, open }
    }

    fn answer(&mut self, query: &Query, flow: &mut Vec<u64>) -> Result<Answer, Failure> {
        if matches!(query.form, Form::Describe(_)) {
            return Err(Failure::Unmodelled(
                "DESCRIBE, whose answer the language leaves open (16.4),".to_owned(),
            ));
        }
        self.look_at(&query.dataset);
        let mut rows = self.group_rows(&query.pattern, flow)?;
        if query.pattern.elements.is_empty() {
            flow.push(rows.len() as u64);
        }
        if self.semantics.has(Fault::AskStopsEarly) && query.form == Form::Ask && query.is_grouped() {
            rows.truncate(1);
        }
        let outline = self.outline(query);
        let mut sorted = self.computed_rows(query, &outline, rows)?;
        let is_global = query.is_grouped() && query.modifiers.group_by.is_empty();
        let select = match &query.form {
            Form::Select(select) => select,
            Form::Construct(template) => {
                let template = template.as_deref().unwrap_or_else(|| where_triples(&query.pattern));
                let graph = self.construct(template, outline, &sorted)?;
                if !is_global {
                    flow.push(graph.len() as u64);
                }
                return Ok(Answer::Triples(graph));
            }
            Form::Ask | Form::Describe(_) => {
                let count = slice(sorted.rows.len(), &query.modifiers).len();
                if !is_global {
                    flow.push(count as u64);
                }
                return Ok(Answer::Boolean(count > 0));
            }
        };
        if self.semantics.has(Fault::UnboundKeyDropped) && select.duplicates == Duplicates::Distinct {
            sorted = sorted.with_all_keys();
        }
        let table = self.table(select, outline, sorted);
        if !is_global {
            flow.push(table.rows.len() as u64);
        }
        Ok(Answer::Table(table))
    }

    fn outline<'a>(&mut self, query: &'a Query) -> Outline<'a> {
        let names: Vec<String> = match &query.form {
            Form::Select(Select { projection: Projection::All, .. }) => {
                query.visible().into_iter().map(|variable| variable.name().to_owned()).collect()
            }
            Form::Select(Select { projection: Projection::Columns(columns), .. }) => {
                columns.iter().map(|column| column.variable().name().to_owned()).collect()
            }
            Form::Construct(template) => {
                let template = template.as_deref().unwrap_or_else(|| where_triples(&query.pattern));
                template_names(template)
            }
            Form::Ask | Form::Describe(_) => Vec::new(),
        };
        let slots = names.iter().map(|name| self.slot(name)).collect();
        Outline { columns: query.columns(), modifiers: &query.modifiers, names, slots }
    }

    /// The rows after grouping, HAVING and the expressions of SELECT, with their sort keys.
    fn computed_rows(
        &mut self,
        query: &Query,
        outline: &Outline<'_>,
        rows: Vec<Binding>,
    ) -> Result<Sorted, Failure> {
        let rows: Vec<(Binding, Option<Frame>)> = if query.is_grouped() {
            let groups = self.grouped(rows, &query.modifiers.group_by)?;
            groups.into_iter().map(|(key, frame)| (key, Some(frame))).collect()
        } else {
            rows.into_iter().map(|row| (row, None)).collect()
        };
        let rows = match &query.modifiers.values {
            Some(values) => self.joined_last(rows, values, outline)?,
            None => rows,
        };
        let mut sorted = Sorted::default();
        self.labels.clear();
        for (index, (row, frame)) in rows.into_iter().enumerate() {
            self.solution = index;
            self.frame = frame;
            let computed = self.computed_row(outline, row);
            self.frame = None;
            if let Some((cells, keys)) = computed? {
                sorted.rows.push(cells);
                sorted.keys.push(keys);
            }
        }
        Ok(sorted)
    }

    /// One row's cells and sort keys; none when HAVING drops it.
    fn computed_row(
        &mut self,
        outline: &Outline<'_>,
        mut row: Binding,
    ) -> Result<Option<(Cells, Keys)>, Failure> {
        // VALUES after the modifiers is joined between HAVING and SELECT (18.2.4.3), which then has been done.
        if outline.modifiers.values.is_none() && !self.having(outline.modifiers, &row)? {
            return Ok(None);
        }
        for column in outline.columns {
            let slot = self.slot(column.variable().name());
            match column {
                Column::Expression { expression, .. } => {
                    // Only the last VALUES comes before it without being in the pattern, and Extend of a variable
                    // that is bound is undefined (18.5).
                    if row.get(slot).is_some() {
                        self.taint("AS of a variable that the last VALUES binds");
                    }
                    self.extend_row(&mut row, expression, slot)?;
                }
                Column::Variable(_) if self.semantics.has(Fault::UngroupedProjected) => {
                    let first = self.frame.as_ref().and_then(|frame| frame.first(slot));
                    first.into_iter().for_each(|id| row.set(slot, id));
                }
                Column::Variable(_) => continue,
            }
            if let Some(frame) = &mut self.frame {
                frame.know(slot);
            }
        }
        let mut keys = Vec::with_capacity(outline.modifiers.order_by.len());
        for key in &outline.modifiers.order_by {
            keys.push(self.value_or_unbound(&key.expression, &row)?);
        }
        let mut cells = Vec::with_capacity(outline.slots.len());
        for slot in &outline.slots {
            cells.push(self.cell(&row, *slot)?);
        }
        Ok(Some((cells, keys)))
    }

    fn having(&mut self, modifiers: &Modifiers, row: &Binding) -> Result<bool, Failure> {
        for condition in &modifiers.having {
            if !self.holds(condition, row)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The rows that HAVING leaves, joined to VALUES (18.2.4.3). Their groups stay with them.
    fn joined_last(
        &mut self,
        rows: Vec<(Binding, Option<Frame>)>,
        values: &InlineData,
        outline: &Outline<'_>,
    ) -> Result<Vec<(Binding, Option<Frame>)>, Failure> {
        let data = self.inline_data(values);
        let mut joined = Vec::new();
        for (row, frame) in rows {
            self.frame = frame;
            let kept = self.having(outline.modifiers, &row);
            let frame = self.frame.take();
            if !kept? {
                continue;
            }
            for row in self.join(vec![row], data.clone())? {
                joined.push((row, frame.clone()));
                self.meter.rows(joined.len())?;
            }
        }
        Ok(joined)
    }

    /// A sub-select (18.2.4): its rows, with what it shows and nothing else.
    pub(super) fn sub_select(&mut self, query: &Query) -> Result<Vec<Binding>, Failure> {
        let Form::Select(select) = &query.form else {
            return Err(Failure::Unmodelled("a query inside a query that is no SELECT".to_owned()));
        };
        let outside = (self.solution, std::mem::take(&mut self.labels), self.frame.take());
        let rows = self.group_rows(&query.pattern, &mut Vec::new())?;
        let outline = self.outline(query);
        let sorted = self.computed_rows(query, &outline, rows)?;
        let (groups, _) = self.arranged(select, &outline, &sorted);
        let rows = groups.iter().flatten().map(|cells| {
            let mut row = Binding::default();
            for (slot, id) in outline.slots.iter().zip(cells.iter()) {
                id.iter().for_each(|id| row.set(*slot, *id));
            }
            row
        });
        let rows = rows.collect();
        (self.solution, self.labels, self.frame) = outside;
        Ok(rows)
    }

    /// A cell of the answer. A variable that is neither grouped nor computed is a sample, as everywhere.
    fn cell(&mut self, row: &Binding, slot: usize) -> Result<Option<Id>, Failure> {
        let name = self.variables.get(slot).cloned().unwrap_or_default();
        match (row.get(slot), &self.frame) {
            (None, Some(_)) => self.value_or_unbound(&crate::ast::Expression::variable(name), row),
            (id, _) => Ok(id),
        }
    }

    /// The answer of a SELECT query.
    fn table(&mut self, select: &Select, outline: Outline<'_>, sorted: Sorted) -> Table {
        let (groups, is_ordered) = self.arranged(select, &outline, &sorted);
        let order = groups.iter().map(Vec::len).filter(|length| *length > 0).collect();
        let value = |cells: &&Cells| cells.iter().map(|id| self.terms.value(*id)).collect();
        Table {
            columns: outline.names,
            rows: groups.iter().flatten().map(value).collect(),
            order: is_ordered.then_some(order),
            counters: BTreeMap::new(),
        }
    }

    /// ORDER BY, projection, DISTINCT or REDUCED, OFFSET and LIMIT (18.2.5): groups of rows that tie, and whether
    /// their order means anything.
    fn arranged<'a>(
        &mut self,
        select: &Select,
        outline: &Outline<'_>,
        sorted: &'a Sorted,
    ) -> (Vec<Vec<&'a Cells>>, bool) {
        let directions: Vec<_> = outline.modifiers.order_by.iter().map(|key| key.direction).collect();
        let groups = self.arrange(&sorted.keys, &directions);
        let groups: Vec<Vec<&Cells>> = groups
            .iter()
            .map(|group| group.iter().filter_map(|row| sorted.rows.get(*row)).collect())
            .collect();
        let (mut groups, mut is_ordered) = self.without_duplicates(select.duplicates, groups);
        if !is_ordered {
            groups = vec![groups.concat()];
        }
        is_ordered &= !directions.is_empty();
        (self.cut(groups, outline.modifiers), is_ordered)
    }

    /// CONSTRUCT (16.2): the template for every solution that the modifiers leave.
    fn construct(
        &mut self,
        template: &[TriplePattern],
        outline: Outline<'_>,
        sorted: &Sorted,
    ) -> Result<Vec<[Term; 3]>, Failure> {
        let all = Select { duplicates: Duplicates::All, projection: Projection::All };
        let (groups, _) = self.arranged(&all, &outline, sorted);
        let mut found = BTreeSet::new();
        for cells in groups.iter().flatten() {
            let names = outline.names.iter().map(String::as_str);
            let values: Values<'_> =
                names.zip(cells.iter()).filter_map(|(name, id)| Some((name, (*id)?))).collect();
            let mut blanks = BTreeMap::new();
            for pattern in template {
                self.meter.step()?;
                found.extend(self.instance(pattern, &values, &mut blanks));
                self.meter.rows(found.len())?;
            }
        }
        Ok(found.into_iter().collect())
    }

    /// DISTINCT and REDUCED. The flag says whether the order of the groups still means something: of equal rows
    /// in different groups any may be the one that stays.
    fn without_duplicates<'a>(
        &mut self,
        duplicates: Duplicates,
        groups: Vec<Vec<&'a Cells>>,
    ) -> (Vec<Vec<&'a Cells>>, bool) {
        if duplicates == Duplicates::All {
            return (groups, true);
        }
        let open = groups.iter().flatten().flat_map(|cells| cells.iter().flatten());
        let open = open.copied().find_map(|id| self.terms.as_open(id)).map(|open| open.reason);
        let several = groups.iter().map(Vec::len).sum::<usize>() > 1;
        if let (Some(reason), true) = (open, several) {
            self.taint(reason);
        }
        let stand =
            self.equal_numbers(groups.iter().flatten().flat_map(|cells| cells.iter().flatten().copied()));
        let mut first_group: BTreeMap<Cow<'_, [Option<Id>]>, usize> = BTreeMap::new();
        let mut is_ordered = true;
        let mut distinct: Vec<Vec<&Cells>> = Vec::with_capacity(groups.len());
        for (number, group) in groups.iter().enumerate() {
            let mut kept = Vec::with_capacity(group.len());
            for cells in group {
                let first = *first_group.entry(stand.row(cells)).or_insert_with(|| {
                    kept.push(*cells);
                    number
                });
                is_ordered &= first == number;
            }
            distinct.push(kept);
        }
        self.taint_if_repeated(first_group.keys().map(|cells| &**cells));
        if duplicates == Duplicates::Distinct {
            return (distinct, is_ordered);
        }
        if distinct.iter().map(Vec::len).sum::<usize>() < groups.iter().map(Vec::len).sum() {
            self.taint("REDUCED may keep and may drop duplicates");
        }
        (groups, true)
    }

    /// OFFSET and LIMIT. Where a cut falls between rows that tie and differ, the answer is left open.
    fn cut<'a>(&mut self, groups: Vec<Vec<&'a Cells>>, modifiers: &Modifiers) -> Vec<Vec<&'a Cells>> {
        let count = groups.iter().map(Vec::len).sum();
        let kept = slice(count, modifiers);
        let mut position = 0;
        let mut cut = Vec::with_capacity(groups.len());
        let mut is_determined = true;
        for group in groups {
            let range = position..position + group.len();
            position = range.end;
            let start = kept.start.clamp(range.start, range.end) - range.start;
            let end = kept.end.clamp(range.start, range.end) - range.start;
            let part = group.get(start..end).unwrap_or_default();
            let is_split = !part.is_empty() && part.len() < group.len();
            is_determined &=
                !is_split || group.windows(2).all(|pair| matches!(pair, [left, right] if left == right));
            cut.push(part.to_vec());
        }
        if !is_determined {
            self.taint("rows cut without a total order");
        }
        cut
    }
}

/// The triple patterns of CONSTRUCT WHERE, which are also its template.
fn where_triples(pattern: &Group) -> &[TriplePattern] {
    match pattern.elements.as_slice() {
        [Element::Triples(patterns)] => patterns,
        _ => &[],
    }
}

/// The positions of the rows that OFFSET and LIMIT leave of so many.
fn slice(count: usize, modifiers: &Modifiers) -> std::ops::Range<usize> {
    let clamp = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let start = modifiers.offset.map_or(0, clamp).min(count);
    let end = modifiers.limit.map_or(count, |limit| start.saturating_add(clamp(limit)).min(count));
    start..end
}
