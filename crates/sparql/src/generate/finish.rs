//! Query forms and solution modifiers around a finished group.

use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::language::{Budget, Evaluation};
use quarrel_case::term::XSD;

use super::frame::Frame;
use super::table::Scope;
use super::{Judge, Maker};
use crate::ast::{
    Column, DatasetClause, Direction, Duplicates, Element, Expression, Form, Group, Modifiers, OrderKey,
    Prefix, Projection, Prologue, Query, Select, TriplePattern, Variable, Verb,
};

/// Endings that are tried for one group before the plainest is taken.
const ENDINGS: usize = 3;

/// What a query is at its outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Columns,
    Star,
    Grouped,
    Aggregated,
    Ask,
    Construct,
}

impl Maker<'_> {
    /// A whole query over the group, with what the reference says of it.
    pub(super) fn finish(&mut self, frame: Frame, judge: &mut Judge, budget: Budget) -> (Query, Evaluation) {
        let scope = Scope::new(self.evaluator, &frame.solutions, frame.chosen, frame.own.iter());
        let mut query = self.query_of(frame);
        for _ in 0..ENDINGS {
            let mut ended = query.clone();
            self.ending(&mut ended, &scope);
            ended.normalize();
            let evaluation = judge.query(&ended, budget);
            if !self.evaluates() || !judge.is_asked {
                // Where to cut is known from the answer alone.
                return (ended, evaluation);
            }
            if is_good(&evaluation) {
                return self.cut(ended, evaluation, judge, budget);
            }
        }
        self.plainest_ending(&mut query, &scope);
        let evaluation = judge.query(&query, budget);
        (query, evaluation)
    }

    /// The query of all solutions of a group.
    pub(super) fn query_of(&mut self, frame: Frame) -> Query {
        let prologue = prologue(self.choices);
        let mut query = Query { prologue, dataset: self.dataset.clone(), ..select_all(frame.group()) };
        let is_last = self.choices.chance(50) && self.allows("values.last");
        // It is joined where it stands, which is after all else (18.2.4.3).
        if let Some(Element::Values(data)) = query.pattern.elements.pop_if(|last| is_last && is_values(last))
        {
            query.modifiers.values = Some(data);
        }
        query
    }

    /// All variables; ASK when there are none to name.
    fn plainest_ending(&self, query: &mut Query, scope: &Scope) {
        if self.allows("select.all") {
            return;
        }
        let columns = scope.visible.iter().map(|visible| Column::Variable(visible.variable.clone()));
        match columns.collect::<Vec<_>>() {
            columns if columns.is_empty() => query.form = Form::Ask,
            columns => set_projection(query, Projection::Columns(columns)),
        }
    }

    fn ending(&mut self, query: &mut Query, scope: &Scope) {
        let allowed =
            |maker: &Self, feature: &str, weight: usize| if maker.allows(feature) { weight } else { 0 };
        let weights = [
            62,
            allowed(self, "select.all", 14),
            allowed(self, "group-by", 16),
            allowed(self, "select.expression", 6),
            allowed(self, "ask", 4),
            allowed(self, "construct", 4),
        ];
        let endings = [
            Ending::Columns,
            Ending::Star,
            Ending::Grouped,
            Ending::Aggregated,
            Ending::Ask,
            Ending::Construct,
        ];
        if scope.visible.is_empty() {
            self.plainest_ending(query, scope);
            return;
        }
        let ending = endings[self.choices.weighted(&weights)];
        match ending {
            Ending::Ask => self.ask(query, scope),
            Ending::Star => set_projection(query, Projection::All),
            Ending::Columns => {
                let columns = self.columns(scope);
                set_projection(query, Projection::Columns(columns));
            }
            Ending::Grouped => self.group_by(query, scope),
            Ending::Aggregated => self.aggregate_all(query, scope),
            Ending::Construct => self.construct(query, scope),
        }
        if !matches!(ending, Ending::Ask | Ending::Construct) {
            self.duplicates(query);
        }
        if matches!(ending, Ending::Columns | Ending::Star) && self.choices.chance(26) {
            self.order_by(query, scope);
        } else if ending == Ending::Grouped && self.choices.chance(25) {
            self.order_by_columns(query);
        }
    }

    /// Whether there is a solution, or a group that satisfies a condition.
    fn ask(&mut self, query: &mut Query, scope: &Scope) {
        let needed = ["having", "group-by", "ask.grouped"];
        if self.choices.chance(35) && needed.iter().all(|feature| self.allows(feature)) {
            self.group_by(query, scope);
        }
        query.form = Form::Ask;
    }

    /// A template, or now and then the pattern's own triples, which are then all of it (16.2.4).
    fn construct(&mut self, query: &mut Query, scope: &Scope) {
        let is_short = self.choices.chance(12) && self.allows("construct.where");
        let own = query.pattern.elements.iter().find(|element| is_template(element)).filter(|_| is_short);
        match own.cloned() {
            Some(triples) => {
                query.pattern.elements = vec![triples];
                query.form = Form::Construct(None);
            }
            None => query.form = Form::Construct(Some(self.template(scope))),
        }
    }

    /// Some of the variables, and now and then an expression.
    fn columns(&mut self, scope: &Scope) -> Vec<Column> {
        let mut variables: Vec<Variable> =
            scope.visible.iter().map(|visible| visible.variable.clone()).collect();
        self.choices.shuffle(&mut variables);
        let count = self.choices.between(1, variables.len().min(4));
        let mut columns: Vec<Column> = variables.into_iter().take(count).map(Column::Variable).collect();
        if self.choices.chance(22) && self.allows("select.expression") {
            let depth = self.expression_depth();
            let fresh = self.choices.chance(15);
            let fresh = if fresh { self.by_rules(super::text::FRESH, scope, depth) } else { None };
            let expression = fresh.unwrap_or_else(|| self.any(scope, depth));
            let variable = self.fresh_variable();
            let place = self.choices.between(0, columns.len());
            columns.insert(place, Column::Expression { expression, variable });
            if columns.len() > 1 && self.choices.chance(30) {
                columns.retain(|column| matches!(column, Column::Expression { .. }));
            }
        }
        columns
    }

    pub(super) fn duplicates(&mut self, query: &mut Query) {
        let distinct = if self.allows("distinct") { 20 } else { 0 };
        let reduced = if self.allows("reduced") { 1 } else { 0 };
        if let Form::Select(select) = &mut query.form {
            select.duplicates = match self.choices.weighted(&[79, distinct, reduced]) {
                0 => Duplicates::All,
                1 => Duplicates::Distinct,
                _ => Duplicates::Reduced,
            };
        }
    }

    fn order_by(&mut self, query: &mut Query, scope: &Scope) {
        if !self.allows("order-by") {
            return;
        }
        // The more keys, the fewer ties: then LIMIT has a place to cut.
        let mut variables: Vec<&Variable> = scope.visible.iter().map(|visible| &visible.variable).collect();
        self.choices.shuffle(&mut variables);
        let count =
            if self.choices.chance(50) { variables.len() } else { self.choices.between(1, variables.len()) };
        let mut keys: Vec<Expression> =
            variables.into_iter().take(count).cloned().map(Expression::Variable).collect();
        if self.choices.chance(25) && self.allows("order-by.expression") {
            let depth = self.expression_depth().min(2);
            let expression = self.any(scope, depth);
            if !matches!(expression, Expression::Constant(_)) {
                keys.insert(0, expression);
            }
        }
        self.set_order(query, keys);
    }

    /// The order of a grouped query, by what it projects.
    fn order_by_columns(&mut self, query: &mut Query) {
        let Form::Select(Select { projection: Projection::Columns(columns), .. }) = &query.form else {
            return;
        };
        if self.allows("order-by") {
            let mut names: Vec<Variable> = columns.iter().map(|column| column.variable().clone()).collect();
            self.choices.shuffle(&mut names);
            self.set_order(query, names.into_iter().map(Expression::Variable).collect());
        }
    }

    fn set_order(&mut self, query: &mut Query, keys: Vec<Expression>) {
        for expression in keys {
            let descending = self.allows("order-by.descending") && self.choices.chance(35);
            let direction = if descending { Direction::Descending } else { Direction::Ascending };
            query.modifiers.order_by.push(OrderKey { expression, direction });
        }
    }

    /// LIMIT and OFFSET where they cut between groups of rows that tie, or cut nothing off.
    fn cut(
        &mut self,
        query: Query,
        evaluation: Evaluation,
        judge: &mut Judge,
        budget: Budget,
    ) -> (Query, Evaluation) {
        let Ok(Answer::Table(table)) = &evaluation.result else {
            return (query, evaluation);
        };
        let rows = table.rows.len();
        let ties = table.order.clone().unwrap_or_else(|| vec![rows]);
        let percent = if table.order.is_some() { 55 } else { 3 };
        let mut ends: Vec<usize> = ties
            .iter()
            .scan(0, |sum, tie| {
                *sum += tie;
                Some(*sum)
            })
            .collect();
        if rows == 0 || !self.choices.chance(percent) {
            return (query, evaluation);
        }
        let mut changed = query.clone();
        ends.retain(|end| *end < rows);
        let offset =
            self.choices.pick(&ends).copied().filter(|_| self.allows("offset") && self.choices.chance(55));
        let rest: Vec<usize> = ends.into_iter().filter(|end| *end > offset.unwrap_or(0)).collect();
        let end = match self.choices.pick(&rest) {
            Some(end) if self.choices.chance(80) => *end,
            _ => rows + self.choices.below(3),
        };
        changed.modifiers.offset = offset.map(|offset| offset as u64);
        if self.allows("limit") && (offset.is_none() || self.choices.chance(60)) {
            changed.modifiers.limit = Some((end - offset.unwrap_or(0)) as u64);
        }
        let cut = judge.query(&changed, budget);
        if is_good(&cut) { (changed, cut) } else { (query, evaluation) }
    }
}

fn is_values(element: &Element) -> bool {
    matches!(element, Element::Values(_))
}

/// Whether the element is triple patterns that mean the same as a template.
fn is_template(element: &Element) -> bool {
    let differs = |pattern: &TriplePattern| {
        let is_path = matches!(pattern.predicate, Verb::Path(_));
        is_path || pattern.subject.has_blank() || pattern.object.has_blank()
    };
    matches!(element, Element::Triples(patterns) if !patterns.iter().any(differs))
}

fn is_good(evaluation: &Evaluation) -> bool {
    evaluation.open.is_none()
        && !evaluation.flow.contains(&0)
        && evaluation.result.as_ref().is_ok_and(|answer| !answer.is_empty())
}

/// `SELECT * { ... }`
pub(super) fn select_all(pattern: Group) -> Query {
    Query {
        prologue: Prologue::default(),
        form: Form::Select(Select { duplicates: Duplicates::All, projection: Projection::All }),
        dataset: DatasetClause::default(),
        pattern,
        modifiers: Modifiers::default(),
    }
}

pub(super) fn set_projection(query: &mut Query, projection: Projection) {
    if let Form::Select(select) = &mut query.form {
        select.projection = projection;
    }
}

/// No prefix, or those that make the text short.
pub(super) fn prologue(choices: &mut Choices) -> Prologue {
    let own = Prefix { label: String::new(), iri: "http://e/".to_owned() };
    let schema = Prefix { label: "xsd".to_owned(), iri: XSD.to_owned() };
    let prefixes = match choices.weighted(&[30, 30, 40]) {
        0 => Vec::new(),
        1 => vec![own],
        _ => vec![own, schema],
    };
    Prologue { prefixes, ..Prologue::default() }
}
