//! Updating clauses, and the end of a query that has some.
//!
//! What they change is mostly what the chosen row binds. The state carries the graph as they leave it; the view
//! follows, so that later patterns find what is there then, and what is deleted is not spoken of again.

use super::build;
use super::draft::{Draft, Drafted};
use super::kind::Kind;
use super::scope::Variable;
use super::skeleton::Slot;
use crate::ast::{
    Clause, Create, Delete, Direction, Expression, Foreach, Hop, Literal, Merge, NodePattern, PathPattern,
    PathStep, RelationshipPattern, RemoveItem, SetItem,
};
use crate::evaluate::{State, Value};

/// How a query that writes ends.
const ENDS: [usize; 3] = [62, 28, 10];

/// A property's key with the kind of its values.
type Key = (String, Kind);

impl Draft<'_> {
    /// An updating clause.
    pub(super) fn updating(&mut self, slot: Slot) -> Option<(Drafted, Option<State>)> {
        let mut new = Vec::new();
        let clause = match slot {
            Slot::Create => self.create(&mut new),
            Slot::Merge => self.merge(&mut new),
            Slot::Set => self.set(),
            Slot::Remove => self.remove(),
            Slot::Delete => self.delete(false),
            Slot::DetachDelete => self.delete(true),
            Slot::Foreach => self.foreach(),
            _ => None,
        }?;
        let state = self.judged(&clause).ok()?;
        let whole = |state: &State| self.evaluator.finish(state).result.is_ok();
        // A node that is left with relationships is an error when the query ends.
        if self.is_full() && matches!(clause, Clause::Delete(_)) && !state.as_ref().is_some_and(whole) {
            return None;
        }
        let variables = self.and(new);
        Some((Drafted::new(clause, variables), state))
    }

    /// Ends a query that writes: with a `RETURN`, with `FINISH`, or with what it writes.
    pub(super) fn finish_writing(&mut self) {
        let gives_rows =
            |clause: &Clause| matches!(clause, Clause::Subquery(call) if call.query.first.gives_rows());
        let writes = self.clauses.last().is_some_and(|last| is_updating(last) && !gives_rows(last));
        let finish = self.setting.features.allow("finish") && self.clauses.iter().any(is_updating);
        let deletes = self.clauses.iter().any(|clause| matches!(clause, Clause::Delete(_)));
        let followed = !deletes || self.setting.features.allow("delete.followed");
        let [returned, finished, bare] = if followed { ENDS } else { [0, 0, 1] };
        match self.choices.weighted(&[returned, finished * usize::from(finish), bare * usize::from(writes)]) {
            0 => self.finish(None),
            1 => {
                let state = self.judged_end(&Clause::Finish);
                self.clauses.push(Clause::Finish);
                (self.variables, self.state) = (Vec::new(), state);
            }
            _ => self.variables.clear(),
        }
    }

    fn judged_end(&self, clause: &Clause) -> Option<State> {
        self.state
            .as_ref()
            .filter(|_| self.is_full())
            .and_then(|state| self.evaluator.clause(clause, state).ok())
    }

    /// A variable that stands for an element on every row that is looked at.
    fn bound(&mut self, kinds: &[Kind]) -> Option<(String, Kind)> {
        let bound: Vec<(&str, Kind)> = (self.leaves.iter())
            .filter(|leaf| kinds.contains(&leaf.kind) && !leaf.values.iter().any(Value::is_null))
            .filter_map(|leaf| Some((leaf.variable()?, leaf.kind)))
            .collect();
        self.choices.pick(&bound).map(|(name, kind)| ((*name).to_owned(), *kind))
    }

    fn keys(&self, kind: Kind) -> Vec<Key> {
        let keys = self.view.keys(if kind == Kind::Relationship { kind } else { Kind::Node });
        let known = keys.iter().filter(|(_, kind)| *kind != Kind::Any);
        known.map(|(key, kind)| (key.to_string(), *kind)).collect()
    }

    /// A value for a property; `known` wants one that is not null on any row.
    fn value(&mut self, kind: Kind, known: bool) -> Option<Expression> {
        let kind = if kind == Kind::List { Kind::IntegerList } else { kind };
        let depth = usize::from(self.choices.chance(35));
        let mut writer = self.writer();
        let made = match known {
            true => writer.constant(kind),
            false => writer.expression(kind, depth),
        };
        made.filter(|made| !known || *made != Expression::Literal(Literal::Null))
    }

    fn entries(
        &mut self,
        kind: Kind,
        (least, most): (usize, usize),
        known: bool,
    ) -> Vec<(String, Expression)> {
        if !self.setting.features.allow("pattern.property-map") {
            return Vec::new();
        }
        let mut keys = self.keys(kind);
        self.choices.shuffle(&mut keys);
        keys.truncate(self.choices.between(least, most));
        keys.into_iter().filter_map(|(key, kind)| Some((key, self.value(kind, known)?))).collect()
    }

    fn some_labels(&mut self) -> Vec<String> {
        let several = self.setting.features.allow("pattern.several-labels");
        let count = self.choices.weighted(&[20, 60, 20 * usize::from(several)]);
        let mut labels: Vec<String> = Vec::new();
        for _ in 0..count {
            labels.extend(
                self.choices.pick(&self.view.labels).filter(|label| !labels.contains(label)).cloned(),
            );
        }
        labels
    }

    fn fresh(&mut self, kind: Kind, new: &mut Vec<Variable>) -> String {
        let name = self.names.fresh(kind);
        new.push(Variable::new(&name, kind));
        name
    }

    /// A node to be made.
    fn made_node(&mut self, known: bool, new: &mut Vec<Variable>) -> NodePattern {
        let labels = self.some_labels();
        let properties = self.entries(Kind::Node, (usize::from(known), 2), known);
        let variable = self.choices.chance(70).then(|| self.fresh(Kind::Node, new));
        NodePattern { variable, labels, properties, ..NodePattern::default() }
    }

    /// A node that is bound, or one to be made.
    fn end(&mut self, known: bool, new: &mut Vec<Variable>) -> NodePattern {
        match self.bound(&[Kind::Node]) {
            Some((name, _)) if self.choices.chance(75) => {
                NodePattern { variable: Some(name), ..NodePattern::default() }
            }
            _ => self.made_node(known, new),
        }
    }

    /// A node, or a relationship between two, to be made.
    fn made_path(&mut self, known: bool, new: &mut Vec<Variable>) -> Option<PathPattern> {
        if self.choices.chance(35) || self.view.types.is_empty() {
            return Some(PathPattern { start: self.made_node(known, new), ..PathPattern::default() });
        }
        let start = self.end(known, new);
        let open = known && self.setting.features.allow("pattern.undirected") && self.choices.chance(25);
        let direction = match self.choices.chance(50) {
            _ if open => Direction::Undirected,
            true => Direction::Right,
            false => Direction::Left,
        };
        let mut relationship = RelationshipPattern::any(direction);
        relationship.types = vec![self.choices.pick(&self.view.types)?.clone()];
        let most = usize::from(self.choices.chance(40));
        relationship.properties = self.entries(Kind::Relationship, (0, most), known);
        relationship.variable = self.choices.chance(50).then(|| self.fresh(Kind::Relationship, new));
        let node = self.end(known, new);
        let steps = vec![PathStep { hop: Hop::Relationship(relationship), node }];
        let mut pattern = PathPattern { start, steps, ..PathPattern::default() };
        let features = &self.setting.features;
        let path = features.allow("path-variable") && features.allow("path-variable.created");
        if path && self.choices.chance(6) {
            pattern.variable = Some(self.fresh(Kind::Path, new));
        }
        Some(pattern)
    }

    fn create(&mut self, new: &mut Vec<Variable>) -> Option<Clause> {
        let count = 1 + usize::from(self.choices.chance(15));
        let patterns = (0..count).map(|_| self.made_path(false, new)).collect::<Option<_>>()?;
        Some(Clause::Create(Create { patterns }))
    }

    fn merge(&mut self, new: &mut Vec<Variable>) -> Option<Clause> {
        let pattern = self.made_path(true, new)?;
        let subjects: Vec<(String, Kind)> = (new.iter())
            .filter(|variable| variable.kind.is_element())
            .map(|variable| (variable.name.to_string(), variable.kind))
            .collect();
        let items = |draft: &mut Self, feature: &str| -> Vec<SetItem> {
            let wanted = draft.setting.features.allow(feature) && draft.choices.chance(45);
            let subject = draft.choices.pick(&subjects).cloned().filter(|_| wanted);
            subject.and_then(|subject| draft.set_item(subject)).into_iter().collect()
        };
        let (on_create, on_match) = (items(self, "merge.on-create"), items(self, "merge.on-match"));
        Some(Clause::Merge(Merge { pattern, on_create, on_match }))
    }

    fn set(&mut self) -> Option<Clause> {
        let count = 1 + usize::from(self.choices.chance(25));
        let mut items = Vec::new();
        for _ in 0..count {
            let subject = self.bound(&[Kind::Node, Kind::Relationship])?;
            items.extend(self.set_item(subject));
        }
        (!items.is_empty()).then_some(Clause::Set(items))
    }

    fn set_item(&mut self, (variable, kind): (String, Kind)) -> Option<SetItem> {
        let features = &self.setting.features;
        let allow = |feature: &str, weight: usize| weight * usize::from(features.allow(feature));
        let labels = if kind == Kind::Node { allow("set.labels", 18) } else { 0 };
        let map = features.allow("literal.map");
        let weights = [
            allow("set.property", 50),
            allow("set.subscript", 8),
            allow("set.replace", 8 * usize::from(map)),
            allow("set.add", 16 * usize::from(map)),
            labels,
        ];
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let form = self.choices.weighted(&weights);
        if form == 4 {
            let labels = vec![self.choices.pick(&self.view.labels)?.clone()];
            return Some(SetItem::Labels { variable, labels });
        }
        if form > 1 {
            let value = self.source(kind)?;
            return Some(if form == 2 {
                SetItem::Replace { variable, value }
            } else {
                SetItem::Add { variable, value }
            });
        }
        let (key, of) = self.choices.pick(&self.keys(kind))?.clone();
        let nothing = self.setting.features.allow("literal.null") && self.choices.chance(8);
        let value = match nothing {
            true => Expression::Literal(Literal::Null),
            false => self.value(of, false)?,
        };
        let subject = build::variable(&variable);
        Some(match form {
            0 => SetItem::Property { subject, key, value },
            _ => SetItem::Subscript { subject, key: build::text(&key), value },
        })
    }

    /// What gives several properties at once: a map, or another element's.
    fn source(&mut self, kind: Kind) -> Option<Expression> {
        if self.setting.features.allow("function.properties")
            && self.choices.chance(20)
            && let Some((name, _)) = self.bound(&[kind])
        {
            return Some(build::call("properties", vec![build::variable(&name)]));
        }
        let mut keys = self.keys(kind);
        self.choices.shuffle(&mut keys);
        keys.truncate(1 + self.choices.below(2));
        let entries = keys.into_iter().filter_map(|(key, kind)| Some((key, self.value(kind, false)?)));
        Some(Expression::Map(entries.collect()))
    }

    fn remove(&mut self) -> Option<Clause> {
        let (variable, kind) = self.bound(&[Kind::Node, Kind::Relationship])?;
        let features = &self.setting.features;
        let allow = |feature: &str, weight: usize| weight * usize::from(features.allow(feature));
        let labels = if kind == Kind::Node { allow("remove.labels", 35) } else { 0 };
        let weights = [allow("remove.property", 50), allow("remove.subscript", 15), labels];
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let form = self.choices.weighted(&weights);
        if form == 2 {
            let labels = vec![self.choices.pick(&self.view.labels)?.clone()];
            return Some(Clause::Remove(vec![RemoveItem::Labels { variable, labels }]));
        }
        let key = self.choices.pick(&self.keys(kind))?.0.clone();
        let subject = build::variable(&variable);
        Some(Clause::Remove(vec![match form {
            0 => RemoveItem::Property { subject, key },
            _ => RemoveItem::Subscript { subject, key: build::text(&key) },
        }]))
    }

    /// `DELETE` of a relationship, of a path or of a node, which must have no relationships unless it is detached.
    fn delete(&mut self, detach: bool) -> Option<Clause> {
        let kinds: &[Kind] = match (detach, self.choices.chance(75)) {
            (true, _) => &[Kind::Node],
            (false, true) => &[Kind::Relationship],
            (false, false) => &[Kind::Node, Kind::Path, Kind::Relationship],
        };
        let mut expressions = vec![build::variable(&self.bound(kinds)?.0)];
        if self.choices.chance(15) {
            let other = build::variable(&self.bound(kinds)?.0);
            expressions.extend(Some(other).filter(|other| !expressions.contains(other)));
        }
        Some(Clause::Delete(Delete { detach, expressions }))
    }

    /// `FOREACH` over a short list, whose elements become properties.
    fn foreach(&mut self) -> Option<Clause> {
        let mut writer = self.writer();
        let read = writer.leaf_where(|leaf| matches!(leaf.kind, Kind::IntegerList | Kind::StringList));
        let read = read.map(|leaf| (leaf.expression(), leaf.kind));
        let (list, kind) = match read {
            Some(read) if writer.choices.chance(50) => read,
            _ => writer.short_list(3)?,
        };
        let variable = self.names.fresh(Kind::Any);
        let element = build::variable(&variable);
        let allow = |feature: &str, weight: usize| weight * usize::from(self.setting.features.allow(feature));
        let weights = [allow("create", 5), allow("merge", 3), allow("set.property", 4)];
        if weights.iter().all(|weight| *weight == 0) || !self.setting.features.allow("pattern.property-map") {
            return None;
        }
        let form = self.choices.weighted(&weights);
        let subject = if form == 2 {
            self.bound(&[Kind::Node, Kind::Relationship])?
        } else {
            (String::new(), Kind::Node)
        };
        let item = kind.item()?;
        let keys: Vec<Key> = self.keys(subject.1).into_iter().filter(|(_, kind)| *kind == item).collect();
        let key = self.choices.pick(&keys)?.0.clone();
        let clause = if form == 2 {
            let subject = build::variable(&subject.0);
            Clause::Set(vec![SetItem::Property { subject, key, value: element }])
        } else {
            let labels = self.some_labels();
            let start = NodePattern { labels, properties: vec![(key, element)], ..NodePattern::default() };
            let pattern = PathPattern { start, ..PathPattern::default() };
            match form {
                0 => Clause::Create(Create { patterns: vec![pattern] }),
                _ => Clause::Merge(Merge { pattern, on_create: Vec::new(), on_match: Vec::new() }),
            }
        };
        Some(Clause::Foreach(Foreach { variable, list, clauses: vec![clause] }))
    }
}

/// Whether a clause changes the graph by itself.
pub(super) fn is_updating(clause: &Clause) -> bool {
    crate::evaluate::updates(clause)
}
