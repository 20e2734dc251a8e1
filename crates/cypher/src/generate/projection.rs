//! What `WITH` and `RETURN` project: variables carried on, values, groups and aggregates, order and cuts.

use std::sync::Arc;

use super::build;
use super::draft::Draft;
use super::expression::Writer;
use super::kind::Kind;
use super::scope::{Leaf, Variable};
use crate::ast::{Clause, Expression, Literal, Projection};
use crate::evaluate::{State, Value};

/// A projected value with its kind and its column.
struct Item {
    expression: Expression,
    kind: Kind,
    /// The column's name where it is given; else a fresh one is taken, or the variable's own.
    name: Arc<str>,
}

/// What a projection does beside naming values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Plain,
    Distinct,
    Grouped,
    Global,
    Star,
}

impl Writer<'_> {
    /// A kind of value to project, rather one of the usual ones.
    fn projected_kind(&mut self) -> Kind {
        const UNUSUAL: [Kind; 8] = [
            Kind::Date,
            Kind::LocalTime,
            Kind::Time,
            Kind::LocalDateTime,
            Kind::DateTime,
            Kind::Duration,
            Kind::FloatList,
            Kind::BooleanList,
        ];
        match self.choices.weighted(&[56, 14, 10, 6, 6, 5, 3]) {
            0 => self.any_kind(),
            1 => Kind::Boolean,
            2 => Kind::IntegerList,
            3 => Kind::StringList,
            4 => Kind::Map,
            5 => Kind::Float,
            _ => self.choices.pick(&UNUSUAL).copied().unwrap_or(Kind::Float),
        }
    }
}

impl Draft<'_> {
    /// The body of a `WITH` or of the last `RETURN`, and the variables after it. `columns` are the names that
    /// another branch of a union has given.
    pub(super) fn projection(
        &mut self,
        last: bool,
        crowded: bool,
        columns: Option<&[Variable]>,
    ) -> Option<(Projection, Vec<Variable>)> {
        let mode = self.mode(last, crowded, columns.map(<[Variable]>::len));
        if mode == Mode::Star {
            let projection = Projection { star: true, ..Projection::default() };
            let projection = self.ordered(projection, &[], mode, crowded);
            return Some((projection, self.variables.clone()));
        }
        let items = match (columns, last) {
            (Some(columns), _) => self.items_like(columns, mode)?,
            (None, true) => self.returned(mode)?,
            (None, false) => self.carried(mode, crowded)?,
        };
        let (items, variables): (_, Vec<Variable>) = items
            .into_iter()
            .map(|Item { expression, kind, name }| (build::item(expression, &name), Variable { name, kind }))
            .unzip();
        let distinct = mode == Mode::Distinct;
        let projection = Projection { distinct, items, ..Projection::default() };
        Some((self.ordered(projection, &variables, mode, crowded), variables))
    }

    fn mode(&mut self, last: bool, crowded: bool, columns: Option<usize>) -> Mode {
        let features = &self.setting.features;
        let distinct = usize::from(features.allow("distinct"));
        let star = usize::from(features.allow("star") && !self.variables.is_empty());
        let read = usize::from(!self.leaves.is_empty());
        let modes = [Mode::Plain, Mode::Distinct, Mode::Grouped, Mode::Global, Mode::Star];
        let weights = match (columns, last, crowded) {
            (Some(1), ..) => [70, 30 * distinct, 0, 0, 0],
            (Some(_), ..) => [60, 30 * distinct, 10 * read, 0, 0],
            (None, true, _) => [54, 18 * distinct, 19 * read, 9, 0],
            (None, false, true) => [10, 40 * distinct, 40 * read, 2, 4 * star],
            (None, false, false) => [46, 19 * distinct, 20 * read, 2, 13 * star],
        };
        modes[self.choices.weighted(&weights)]
    }

    /// Items for a union's further branch: values of the kinds that the first branch returns.
    fn items_like(&mut self, columns: &[Variable], mode: Mode) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        for (position, column) in columns.iter().enumerate() {
            let depth = self.depth();
            let aggregate = mode == Mode::Grouped && position + 1 == columns.len();
            let made = match aggregate {
                true => self.aggregate()?.0,
                false => {
                    let mut writer = self.writer();
                    writer.expression(column.kind, depth).or_else(|| writer.expression(Kind::Integer, 0))?
                }
            };
            items.push(Item { expression: made, kind: column.kind, name: column.name.clone() });
        }
        Some(items)
    }

    /// The items of the last `RETURN`: one to four values.
    fn returned(&mut self, mode: Mode) -> Option<Vec<Item>> {
        let count = 1 + self.choices.weighted(&[22, 38, 28, 12]);
        let aggregates = match mode {
            Mode::Global => count,
            Mode::Grouped => 1 + usize::from(count > 2 && self.choices.chance(40)),
            _ => 0,
        };
        let mut items = Vec::new();
        for position in 0..count.max(aggregates + usize::from(mode == Mode::Grouped)) {
            if position < aggregates {
                items.push(self.aggregate_item()?);
            } else {
                items.extend(self.value_item(mode == Mode::Plain));
            }
        }
        self.choices.shuffle(&mut items);
        named_once(items)
    }

    fn aggregate_item(&mut self) -> Option<Item> {
        let (expression, kind) = self.aggregate()?;
        Some(Item { expression, kind, name: Arc::from(self.names.fresh(Kind::Any)) })
    }

    /// A value of some kind under a new name. What the language leaves open may be read only where nothing
    /// depends on the value (`loose`).
    fn value_item(&mut self, loose: bool) -> Option<Item> {
        let depth = self.depth();
        let choice = self.choices.weighted(&[42, 38, 20]);
        let mut writer = self.writer();
        if loose {
            writer = writer.loose();
        }
        let read = match choice {
            0 => writer.leaf_where(|leaf| leaf.kind.is_sortable()),
            2 => writer.leaf_where(|leaf| leaf.variable().is_some()),
            _ => None,
        };
        let read = read.map(|leaf| (leaf.expression(), leaf.kind));
        let rare = match writer.choices.weighted(&[54, 18, 24, 4]) {
            1 => writer.about_path(),
            2 => writer.any_call(depth.min(1)),
            3 => writer.volatile(),
            _ => None,
        };
        let (expression, kind) = match rare.or(read) {
            Some(made) => made,
            None => {
                let kind = writer.projected_kind();
                (writer.expression(kind, depth.max(1))?, kind)
            }
        };
        let name = match &expression {
            Expression::Variable(name) if self.choices.chance(50) => Arc::from(name.as_str()),
            _ => Arc::from(self.names.fresh(Kind::Any)),
        };
        Some(Item { expression, kind, name })
    }

    /// The items of a `WITH`: variables carried on, values, aggregates.
    fn carried(&mut self, mode: Mode, crowded: bool) -> Option<Vec<Item>> {
        let narrow = crowded || matches!(mode, Mode::Distinct | Mode::Grouped);
        let mut items = if mode == Mode::Global { Vec::new() } else { self.kept_variables(narrow) };
        let values = match mode {
            Mode::Global => 0,
            _ => self.choices.weighted(&[45, 40, 15]),
        };
        for _ in 0..values {
            items.extend(self.value_item(mode == Mode::Plain));
        }
        if matches!(mode, Mode::Grouped | Mode::Global) {
            for _ in 0..1 + self.choices.weighted(&[65, 35]) {
                items.extend(self.aggregate_item());
            }
        }
        if items.is_empty() {
            items.extend(self.value_item(false));
        }
        named_once(items)
    }

    /// Variables that stay in scope, one that stands for an element among them if there is one.
    fn kept_variables(&mut self, narrow: bool) -> Vec<Item> {
        let most = if narrow { 2 } else { 5 };
        let mut variables = self.variables.clone();
        self.choices.shuffle(&mut variables);
        variables.sort_by_key(|variable| !variable.kind.is_element());
        let (mut kept, mut elements) = (Vec::new(), 0);
        for variable in variables {
            let element = variable.kind.is_element();
            let percent = match (element, elements) {
                (true, 0) => 90,
                (true, _) => 60,
                _ => 50,
            };
            let loose = self.is_loose(&variable.name) && narrow;
            if kept.len() < most && !loose && self.choices.chance(percent) {
                elements += usize::from(element);
                let renamed = self.choices.chance(8);
                let expression = build::variable(&variable.name);
                let name = match renamed {
                    true => Arc::from(self.names.fresh(variable.kind)),
                    false => variable.name,
                };
                kept.push(Item { expression, kind: variable.kind, name });
            }
        }
        kept
    }

    fn is_loose(&self, name: &str) -> bool {
        let named = |leaf: &&Leaf| leaf.variable() == Some(name);
        self.leaves.iter().find(named).is_some_and(|leaf| leaf.loose)
    }

    /// Adds `ORDER BY`, and `SKIP` and `LIMIT` where what they cut is determined.
    fn ordered(
        &mut self,
        mut projection: Projection,
        items: &[Variable],
        mode: Mode,
        crowded: bool,
    ) -> Projection {
        let features = &self.setting.features;
        let allow = (features.allow("order-by"), features.allow("skip"), features.allow("limit"));
        let percent = match crowded || self.leaves.iter().any(Leaf::is_odd) {
            true => 45,
            false => 22,
        };
        if allow.0 && self.choices.chance(percent) {
            for _ in 0..1 + self.choices.weighted(&[50, 35, 15]) {
                let Some(item) = self.sort_item(&projection, items, mode) else { continue };
                let known = projection.order.iter().any(|known| known.expression == item.expression);
                if !known || self.choices.chance(15) {
                    projection.order.push(item);
                }
            }
        }
        let percent = match (crowded, projection.order.is_empty()) {
            (true, false) => 90,
            (false, false) => 45,
            _ => 7,
        };
        if (allow.1 || allow.2) && self.choices.chance(percent) {
            return self.cut(projection, (allow.1, allow.2));
        }
        projection
    }

    /// Adds `SKIP` and `LIMIT` at a border between rows that do not tie, or beyond the last row.
    fn cut(&mut self, mut projection: Projection, (skip, limit): (bool, bool)) -> Projection {
        let whole = self
            .state
            .as_ref()
            .filter(|_| self.is_full())
            .and_then(|state| self.evaluator.clause(&Clause::Return(projection.clone()), state).ok());
        let Some(whole) = whole else {
            return projection;
        };
        let rows = whole.table.rows.len();
        let borders = borders(&whole);
        if skip && self.choices.chance(45) {
            let least = usize::from(self.choices.chance(90));
            let skippable = least..rows.max(1);
            let before: Vec<usize> =
                borders.iter().copied().filter(|border| skippable.contains(border)).collect();
            projection.skip = self.choices.pick(&before).copied().map(count);
        }
        let skipped = match &projection.skip {
            Some(Expression::Literal(Literal::Integer(skipped))) => usize::try_from(*skipped).unwrap_or(0),
            _ => 0,
        };
        if limit && (projection.skip.is_none() || self.choices.chance(60)) {
            let after: Vec<usize> = borders.iter().copied().filter(|border| *border > skipped).collect();
            let beyond = rows + 1 + self.choices.below(5);
            let border = match self.choices.chance(85) {
                true => self.choices.pick(&after).copied().unwrap_or(beyond),
                false => beyond,
            };
            projection.limit = Some(count(border - skipped));
        }
        projection
    }
}

/// The items without those whose column is there already; none if nothing is left.
fn named_once(items: Vec<Item>) -> Option<Vec<Item>> {
    let mut kept: Vec<Item> = Vec::new();
    for item in items {
        if kept.iter().all(|known| known.name != item.name) {
            kept.push(item);
        }
    }
    (!kept.is_empty()).then_some(kept)
}

fn count(rows: usize) -> Expression {
    build::integer(i64::try_from(rows).unwrap_or(i64::MAX))
}

/// After how many rows a cut leaves no choice: between groups of rows that tie, and within a group of rows
/// that are all the same.
fn borders(state: &State) -> Vec<usize> {
    let rows = &state.table.rows;
    let whole = vec![rows.len()];
    let mut borders = vec![0];
    let mut start = 0;
    for length in state.order.as_ref().unwrap_or(&whole) {
        let group = rows.get(start..start + length).unwrap_or_default();
        let same = group.windows(2).all(|pair| is_same(&pair[0], &pair[1]));
        borders.extend((1..=*length).filter(|at| same || at == length).map(|at| start + at));
        start += length;
    }
    borders
}

fn is_same(left: &[Value], right: &[Value]) -> bool {
    left.iter().zip(right).all(|(left, right)| match (left, right) {
        (Value::Float(left), Value::Float(right)) => left.to_bits() == right.to_bits(),
        (Value::Near(_) | Value::Open(_), _) => false,
        _ => left == right,
    })
}
