//! The elements of a group, one after another.

use quarrel_case::language::Guidance;

use super::condition::has_variable;
use super::finish::{select_all, set_projection};
use super::frame::Frame;
use super::minus::takes_away;
use super::pattern::Walked;
use super::table::Scope;
use super::{MOST_ROWS, Maker};
use crate::ast::{Column, Element, Expression, Group, Projection, Variable};
use crate::evaluate::Solutions;
use crate::features::features;

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Triples,
    Filter,
    Optional,
    Union,
    Group,
    Minus,
    /// MINUS of what has nothing to do with the group.
    Apart,
    Bind,
    Values,
    Select,
    Graph,
}

/// The shapes with the feature that each needs, and their weights: at the start of a group, and after it.
const SHAPES: [(Shape, &str, usize, usize); 11] = [
    (Shape::Triples, "", 82, 14),
    (Shape::Filter, "filter", 0, 32),
    (Shape::Optional, "optional", 2, 18),
    (Shape::Union, "union", 5, 11),
    (Shape::Group, "group", 5, 8),
    (Shape::Minus, "minus", 0, 10),
    (Shape::Apart, "minus", 0, 3),
    (Shape::Bind, "bind", 1, 7),
    (Shape::Values, "values", 4, 5),
    (Shape::Select, "sub-select", 3, 5),
    (Shape::Graph, "graph", 12, 14),
];

/// How many groups in 100 have a filter on what is bound around them alone.
pub(super) const STRANGERS: usize = 10;

/// How many in 100 of the groups that may give nothing do so.
const NOTHINGS: usize = 4;

/// Groups nest at most this deep.
const MOST_NESTING: usize = 3;

impl Maker<'_> {
    /// Puts up to `most` elements into the group, as far as elements may still be made.
    pub(super) fn grow(&mut self, frame: &mut Frame, most: usize) {
        let mut misses = 0;
        while self.left > 0 && frame.elements.len() < most && misses < 8 {
            let left = self.left;
            if self.step(frame).is_none() {
                self.left = left;
                misses += 1;
            }
        }
    }

    /// One more element; none when what was made was of no use.
    fn step(&mut self, frame: &mut Frame) -> Option<()> {
        let shape = self.shape(frame)?;
        self.left -= 1;
        let (element, new) = match shape {
            Shape::Triples => {
                let (patterns, new) = self.block(frame)?;
                (Element::Triples(patterns), new)
            }
            Shape::Filter => {
                let element = Element::Filter(self.condition(frame)?);
                return self.place_filter(frame, element);
            }
            Shape::Optional => self.optional(frame)?,
            Shape::Group => {
                let (group, new) = self.inner(frame.nested(false), 3, STRANGERS)?;
                (Element::Group(group), new)
            }
            Shape::Union => self.union(frame)?,
            Shape::Minus => (self.minus(frame)?, Walked::new()),
            Shape::Apart => (self.minus_apart(frame)?, Walked::new()),
            Shape::Bind => self.bind(frame)?,
            Shape::Values => self.values(frame)?,
            Shape::Select => self.sub_select(frame)?,
            Shape::Graph => self.in_graph(frame)?,
        };
        let solutions = if self.evaluates() {
            let solutions = self.evaluator.extend(&frame.solutions, &element).ok()?;
            let useful = self.is_useful(shape, &element, frame, &solutions);
            useful.then_some(solutions)?
        } else {
            self.assumed(frame, new)
        };
        self.commit(frame, element, solutions);
        Some(())
    }

    fn shape(&mut self, frame: &Frame) -> Option<Shape> {
        let after_triples = matches!(frame.elements.last(), Some(Element::Triples(_)));
        let nests = frame.nesting < MOST_NESTING && self.left > 1;
        let weights = SHAPES.map(|(shape, feature, first, later)| {
            let possible = match shape {
                Shape::Triples => !after_triples,
                Shape::Graph => nests && !self.view.graphs.is_empty(),
                Shape::Filter => !frame.usable().is_empty(),
                Shape::Union => nests && self.left > 2,
                // What EXISTS substitutes into a sub-select is left open.
                Shape::Select => frame.nesting == 0 && self.left > 1 && self.allows("group"),
                Shape::Optional | Shape::Group | Shape::Minus | Shape::Apart => nests,
                Shape::Bind | Shape::Values => true,
            };
            let allowed = possible && (feature.is_empty() || self.allows(feature));
            if !allowed {
                0
            } else if frame.elements.is_empty() {
                first
            } else {
                later
            }
        });
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        SHAPES.get(self.choices.weighted(&weights)).map(|(shape, ..)| *shape)
    }

    /// Whether the solutions after an element say that it was worth making.
    fn is_useful(&mut self, shape: Shape, element: &Element, frame: &Frame, after: &Solutions) -> bool {
        let (before, rows) = (frame.solutions.rows.len(), after.rows.len());
        if rows == 0 || rows > MOST_ROWS {
            return false;
        }
        // A single solution at the start stays a single one, and no condition can split it.
        let is_start = frame.elements.is_empty() && frame.nesting == 0;
        if is_start && rows < 2 && !self.choices.chance(25) {
            return false;
        }
        match shape {
            Shape::Optional => {
                let mut scope = std::collections::BTreeSet::new();
                element.add_scope(&mut scope);
                let new: Vec<&Variable> =
                    scope.into_iter().filter(|name| !frame.joinable.contains(name)).collect();
                let bound =
                    |name: &&Variable| after.rows.iter().any(|row| self.evaluator.value(row, name).is_some());
                // MINUS may have taken away all that it would bind.
                let kept = if takes_away(element) { 50 } else { 12 };
                new.iter().any(bound) || self.choices.chance(kept)
            }
            Shape::Minus => rows < before || self.choices.chance(35),
            Shape::Triples
            | Shape::Filter
            | Shape::Union
            | Shape::Group
            | Shape::Apart
            | Shape::Bind
            | Shape::Values
            | Shape::Select
            | Shape::Graph => true,
        }
    }

    /// A filter holds for the whole group wherever it stands, so now and then it goes to an earlier place.
    fn place_filter(&mut self, frame: &mut Frame, element: Element) -> Option<()> {
        let solutions = if self.evaluates() {
            let solutions = self.evaluator.extend(&frame.solutions, &element).ok()?;
            (!solutions.rows.is_empty()).then_some(solutions)?
        } else {
            self.assumed(frame, Walked::new())
        };
        self.commit(frame, element, solutions);
        if self.choices.chance(20)
            && let Some(filter) = frame.elements.pop()
        {
            let place = self.choices.between(0, frame.elements.len());
            frame.elements.insert(place, filter);
        }
        Some(())
    }

    /// OPTIONAL, now and then of nothing, or of a group in braces of its own, which sees nothing around it.
    fn optional(&mut self, frame: &Frame) -> Option<(Element, Walked)> {
        if self.choices.chance(NOTHINGS)
            && let Some(group) = self.path_from_nowhere()
        {
            return Some((Element::Optional(group), Walked::new()));
        }
        if self.choices.chance(9) && self.allows("group") {
            let (group, new) = self.inner(frame.nested(false), 2, 40)?;
            return Some((Element::Optional(Group { elements: vec![Element::Group(group)] }), new));
        }
        let (group, new) = self.inner(frame.nested(true), 3, STRANGERS)?;
        Some((Element::Optional(group), new))
    }

    /// A sub-select, which shows some of its variables and hides the others.
    fn sub_select(&mut self, frame: &Frame) -> Option<(Element, Walked)> {
        if self.choices.chance(25) && self.allows("group-by") && self.allows("select.expression") {
            return self.grouped_select(frame);
        }
        let (group, mut new) = self.inner(frame.nested(false), 3, STRANGERS)?;
        let mut shown: Vec<Variable> = group.scope().into_iter().cloned().collect();
        if shown.is_empty() {
            return None;
        }
        self.choices.shuffle(&mut shown);
        let count = if self.choices.chance(40) { shown.len() } else { self.choices.between(1, shown.len()) };
        shown.truncate(count);
        new.retain(|variable, _| shown.contains(variable));
        let mut query = select_all(group);
        set_projection(&mut query, Projection::Columns(shown.into_iter().map(Column::Variable).collect()));
        self.duplicates(&mut query);
        let select = Group { elements: vec![Element::Select(Box::new(query))] };
        Some((Element::Group(select), new))
    }

    /// A sub-select that counts, sums and so on, of groups or of all.
    fn grouped_select(&mut self, frame: &Frame) -> Option<(Element, Walked)> {
        let mut inner = frame.nested(false);
        let most = self.choices.between(1, 3);
        self.grow(&mut inner, most);
        if inner.own.is_empty() {
            return None;
        }
        let scope = Scope::new(self.evaluator, &inner.solutions, inner.chosen, inner.own.iter());
        let mut query = select_all(inner.group());
        match self.choices.chance(70) {
            true => self.group_by(&mut query, &scope),
            false => self.aggregate_all(&mut query, &scope),
        }
        let select = Group { elements: vec![Element::Select(Box::new(query))] };
        Some((Element::Group(select), Walked::new()))
    }

    /// A group of one to `most` elements, and what its chosen solution binds beside what is known around; with a
    /// filter on what is bound around it alone in so many of 100.
    pub(super) fn inner(
        &mut self,
        mut inner: Frame,
        most: usize,
        strangers: usize,
    ) -> Option<(Group, Walked)> {
        let known = self.chosen(&inner);
        let most = self.choices.between(1, most);
        self.grow(&mut inner, most);
        if inner.elements.is_empty() {
            return None;
        }
        if self.choices.chance(strangers)
            && let Some(filter) = self.stranger(&inner)
        {
            inner.elements.push(filter);
        }
        let mut new = self.chosen(&inner);
        new.retain(|variable, _| inner.own.contains(variable) && !known.contains_key(variable));
        Some((inner.group(), new))
    }

    /// A filter on a variable that is bound around the group only, where it is unbound inside it (18.2.2.2).
    fn stranger(&mut self, inner: &Frame) -> Option<Element> {
        let needed = ["filter", "function.bound", "operator.not"];
        if inner.sees_around || !needed.iter().all(|feature| self.allows(feature)) {
            return None;
        }
        let outside: Vec<&Variable> = inner.joinable.difference(&inner.own).collect();
        let variable = Expression::Variable((*self.choices.pick(&outside)?).clone());
        let bound = self.call(crate::ast::Builtin::Bound, variable);
        Some(Element::Filter(Expression::unary(crate::ast::UnaryOperator::Not, bound)))
    }

    fn union(&mut self, frame: &Frame) -> Option<(Element, Walked)> {
        let count = if self.left > 3 && self.choices.chance(25) { 3 } else { 2 };
        let mut branches: Vec<Group> = Vec::new();
        let mut first = Walked::new();
        let outer = std::mem::take(&mut self.reusable);
        let mut names: Vec<Variable> = Vec::new();
        for _ in 0..count {
            // The same branch twice doubles its solutions: a union is a bag.
            if self.choices.chance(6)
                && let Some(branch) = branches.last().filter(|branch| !has_label(branch)).cloned()
            {
                branches.push(branch);
                continue;
            }
            // A branch that gives nothing, beside one that gives something.
            if !branches.is_empty()
                && self.choices.chance(NOTHINGS)
                && let Some(branch) = self.path_from_nowhere()
            {
                branches.push(branch);
                continue;
            }
            self.left = self.left.max(1);
            // What one branch binds, another may bind too.
            self.reusable.clone_from(&names);
            let Some((branch, new)) = self.inner(frame.nested(false), 2, STRANGERS) else {
                break;
            };
            names.extend(branch.scope().into_iter().filter(|name| !frame.joinable.contains(name)).cloned());
            names.sort();
            names.dedup();
            if branches.is_empty() {
                first = new;
            }
            branches.push(branch);
        }
        self.reusable = outer;
        (branches.len() > 1).then_some((Element::Union(branches), first))
    }

    fn bind(&mut self, frame: &Frame) -> Option<(Element, Walked)> {
        // BIND sees what is before it in its own group, even where conditions see more.
        let scope = Scope::new(self.evaluator, &frame.solutions, frame.chosen, frame.own.iter());
        for _ in 0..4 {
            let depth = self.expression_depth();
            let expression = self.any(&scope, depth);
            let row = frame.solutions.rows.get(frame.chosen)?;
            let value = self.evaluator.expression(&expression, row).ok();
            // A variable alone is a second name, which is rarely worth an element.
            let plain = matches!(expression, Expression::Variable(_) | Expression::Constant(_));
            if (plain && !self.choices.chance(15))
                || (!has_variable(&expression) && !self.choices.chance(10))
                || (value.is_none() && !self.choices.chance(5))
            {
                continue;
            }
            let variable = self.fresh_variable();
            let new = value.map(|value| (variable.clone(), value)).into_iter().collect();
            return Some((Element::Bind { expression, variable }, new));
        }
        None
    }

    /// How deep an expression becomes: mostly as deep as it may.
    pub(super) fn expression_depth(&mut self) -> usize {
        if self.depth == 0 { 0 } else { self.choices.between(1, self.depth) }
    }

    /// Whether values of the chosen solution guide conditions.
    pub(super) fn conditions_are_guided(&self) -> bool {
        matches!(self.guidance, Guidance::Data | Guidance::Full)
    }
}

/// Whether a blank node label stands in the group, which must then stand nowhere else.
fn has_label(group: &Group) -> bool {
    features(&select_all(group.clone())).contains(&"blank-node-pattern")
}
