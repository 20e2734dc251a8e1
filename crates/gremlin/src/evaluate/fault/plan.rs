//! Faults that are wrong strategies: the plan that is run in a plan's place.

use std::collections::BTreeSet;

use super::{Fault, Stale};
use crate::ast::PredicateName;
use crate::evaluate::number::Number;
use crate::evaluate::plan::{By, HasKey, Node, Op, Plan, Test};
use crate::evaluate::value::Value;

/// The plan as the engine with the fault has it.
pub(in crate::evaluate) fn misplanned(fault: Fault, plan: &mut Plan, stale: &Stale) {
    for node in &mut plan.nodes {
        for inner in inner_plans(&mut node.op) {
            misplanned(fault, inner, stale);
        }
        node_misplanned(fault, &mut node.op);
    }
    match fault {
        Fault::NegativeLimit => negative_limits(&mut plan.nodes),
        Fault::CountUnordered => {
            let sorts = |op: &Op| matches!(op, Op::Order { local: false, by } if !by.is_empty());
            remove_before(&mut plan.nodes, &sorts, &|op| matches!(op, Op::Count { local: false }));
        }
        Fault::LimitBeforeMap => swap(&mut plan.nodes),
        Fault::LabelBeforeOr => lose_labels(&mut plan.nodes),
        Fault::NegativeContradiction => contradict(&mut plan.nodes),
        Fault::HasJoined => join(&mut plan.nodes),
        Fault::IndexCounts => count_by_index(&mut plan.nodes, stale),
        _ => {}
    }
}

/// Every traversal inside a step.
fn inner_plans(op: &mut Op) -> Vec<&mut Plan> {
    fn of_by(by: &mut By) -> Option<&mut Plan> {
        match by {
            By::Plan(plan) => Some(plan),
            _ => None,
        }
    }
    match op {
        Op::Filter(plan)
        | Op::Not(plan)
        | Op::Optional(plan)
        | Op::Local(plan)
        | Op::Map(plan)
        | Op::FlatMap(plan)
        | Op::SideEffect(plan)
        | Op::HasPlan(_, plan)
        | Op::SelectPlan { plan, .. } => vec![plan],
        Op::And(plans) | Op::Or(plans) | Op::Union(plans) | Op::Coalesce(plans) => plans.iter_mut().collect(),
        Op::Branch(branch) => {
            let mut plans: Vec<&mut Plan> = branch.options.iter_mut().map(|(_, plan)| plan).collect();
            plans.extend(match &mut branch.by {
                crate::evaluate::plan::Choice::Productive(plan) => Some(plan),
                crate::evaluate::plan::Choice::Value(by) => of_by(by),
            });
            plans
        }
        Op::Repeat(repeat) => {
            let mut plans: Vec<&mut Plan> = repeat.body.iter_mut().chain(&mut repeat.emit).collect();
            if let Some(crate::evaluate::plan::Until::Plan(plan)) = &mut repeat.until {
                plans.push(plan);
            }
            plans
        }
        Op::Group { by, .. } | Op::GroupCount { by, .. } | Op::Project { by, .. } | Op::Dedup { by, .. } => {
            by.iter_mut().filter_map(of_by).collect()
        }
        Op::Order { by, .. } => by.iter_mut().filter_map(|by| of_by(&mut by.by)).collect(),
        _ => Vec::new(),
    }
}

fn node_misplanned(fault: Fault, op: &mut Op) {
    match (fault, &mut *op) {
        (Fault::ZeroInConnective, Op::And(plans) | Op::Or(plans)) => plans.iter_mut().for_each(zero_lost),
        (Fault::FirstByOnly, Op::Order { by, .. }) => by.truncate(1),
        (Fault::EmptyWithin, Op::Has(HasKey::Key(_), Test::Among(PredicateName::Within, values)))
            if values.is_empty() =>
        {
            *op = Op::Identity;
        }
        (Fault::NotInside, Op::Not(plan)) => {
            if let Some(moved) = negated(plan) {
                *op = moved;
            }
        }
        _ => {}
    }
}

/// `t.count().is(0)` as `t`.
fn zero_lost(plan: &mut Plan) {
    let zero = |test: &Test| matches!(test, Test::Compare(PredicateName::Eq, Value::Number(zero)) if zero.small() == Some(0));
    let ends = match plan.nodes.as_slice() {
        [_, .., count, is] => {
            matches!(count.op, Op::Count { local: false }) && matches!(&is.op, Op::Is(test) if zero(test))
        }
        _ => false,
    };
    if ends {
        plan.nodes.truncate(plan.nodes.len() - 2);
    }
}

/// `not(values(k).is(P))` as a filter.
fn negated(plan: &Plan) -> Option<Op> {
    let [values, is] = plan.nodes.as_slice() else { return None };
    let (Op::Properties { values: true, keys, .. }, Op::Is(test)) = (&values.op, &is.op) else { return None };
    let is = Node { op: Op::Is(Test::Not(Box::new(test.clone()))), ..is.clone() };
    (keys.len() == 1).then(|| Op::Filter(Plan { nodes: vec![values.clone(), is] }))
}

fn is_negative(value: &Value) -> bool {
    let below = |number: &Number| matches!(number.compare(&Number::Int(0)), Some(std::cmp::Ordering::Less));
    matches!(value, Value::Number(number) if below(number))
}

fn negative_limits(nodes: &mut [Node]) {
    for place in 1..nodes.len() {
        let counts = nodes.get(place - 1).is_some_and(|node| matches!(node.op, Op::Count { local: false }));
        let Some(node) = nodes.get_mut(place) else { return };
        let below = match &node.op {
            Op::Is(Test::Compare(PredicateName::Lt | PredicateName::Lte, value)) => is_negative(value),
            _ => false,
        };
        if counts && below {
            node.op = Op::Fail("Not a legal range".to_owned());
        }
    }
}

/// Leaves out what stands directly before.
fn remove_before(nodes: &mut Vec<Node>, what: &dyn Fn(&Op) -> bool, before: &dyn Fn(&Op) -> bool) {
    let mut place = 1;
    while let (Some(first), Some(second)) = (nodes.get(place - 1), nodes.get(place)) {
        if what(&first.op) && before(&second.op) {
            nodes.remove(place - 1);
        }
        place += 1;
    }
}

fn swap(nodes: &mut [Node]) {
    for place in 1..nodes.len() {
        let maps = nodes.get(place - 1).is_some_and(|node| matches!(node.op, Op::Map(_)));
        let cuts =
            nodes.get(place).is_some_and(|node| matches!(node.op, Op::Range { local: false, low: 0, .. }));
        if maps && cuts {
            nodes.swap(place - 1, place);
        }
    }
}

fn lose_labels(nodes: &mut [Node]) {
    let label =
        |plan: &Plan| matches!(plan.nodes.as_slice(), [node] if matches!(node.op, Op::Has(HasKey::Label, _)));
    let of_labels = |op: &Op| match op {
        Op::Or(plans) => plans.iter().all(label),
        Op::Filter(plan) => match plan.nodes.as_slice() {
            [node] => matches!(&node.op, Op::Or(plans) if plans.iter().all(label)),
            _ => false,
        },
        _ => false,
    };
    for place in 1..nodes.len() {
        let lost = nodes.get(place).is_some_and(|node| of_labels(&node.op));
        if let Some(node) = nodes.get_mut(place - 1).filter(|_| lost) {
            node.labels.clear();
        }
    }
}

/// The key and the test of a `has`.
fn has(node: &Node) -> Option<(&str, &Test)> {
    match &node.op {
        Op::Has(HasKey::Key(key), test) => Some((key, test)),
        _ => None,
    }
}

fn contradict(nodes: &mut [Node]) {
    let equals = |test: &Test| matches!(test, Test::Compare(PredicateName::Eq, value) if is_negative(value));
    let ranges = |test: &Test| {
        use PredicateName as N;
        matches!(test, Test::Compare(N::Lt | N::Lte | N::Gt | N::Gte, _))
    };
    for place in 1..nodes.len() {
        let (Some(first), Some(second)) = (nodes.get(place - 1), nodes.get(place)) else { return };
        let (Some((one, left)), Some((other, right))) = (has(first), has(second)) else { continue };
        let both = equals(left) && ranges(right) || ranges(left) && equals(right);
        if one == other
            && both
            && let Some(node) = nodes.get_mut(place)
        {
            node.op = Op::Discard;
        }
    }
}

fn join(nodes: &mut Vec<Node>) {
    let mut place = 1;
    while let (Some(first), Some(second)) = (nodes.get(place - 1), nodes.get(place)) {
        let joined = match (has(first), has(second)) {
            (Some((one, left)), Some((other, right))) if one == other && first.labels.is_empty() => {
                let test = Test::And(Box::new(left.clone()), Box::new(right.clone()));
                Some(Op::Has(HasKey::Key(one.into()), test))
            }
            _ => None,
        };
        match joined {
            Some(op) => {
                nodes.remove(place - 1);
                if let Some(node) = nodes.get_mut(place - 1) {
                    node.op = op;
                }
            }
            None => place += 1,
        }
    }
}

/// Whether the step at a place is a `has` that an index answers: directly behind `V()`, or with other `has` between.
pub(in crate::evaluate) fn is_backed(nodes: &[Node], place: usize, indexed: &BTreeSet<String>) -> bool {
    let of_key = nodes.get(place).and_then(has).is_some_and(|(key, test)| {
        use PredicateName as N;
        let compares = matches!(test, Test::Compare(N::Eq | N::Lt | N::Lte | N::Gt | N::Gte, _));
        compares && indexed.contains(key)
    });
    let mut before = nodes.iter().take(place).rev().skip_while(|node| matches!(node.op, Op::Has(..)));
    of_key && before.next().is_some_and(|node| matches!(&node.op, Op::Vertices(ids) if ids.is_empty()))
}

fn count_by_index(nodes: &mut Vec<Node>, stale: &Stale) {
    let place = nodes.iter().position(|node| matches!(node.op, Op::Range { local: false, low: 0, .. }));
    let Some(place) = place else { return };
    let counted = nodes.get(place + 1).is_some_and(|node| matches!(node.op, Op::Count { local: false }));
    let backed = (1..place).any(|at| is_backed(nodes, at, &stale.indexed));
    let plain = nodes.iter().take(place).skip(1).all(|node| matches!(node.op, Op::Has(..)));
    if counted && backed && plain {
        nodes.remove(place);
    }
}

/// Whether a step names an edge label of which nothing is left.
pub(in crate::evaluate) fn names_gone(plan: &Plan, gone: &BTreeSet<String>) -> bool {
    let asks = |test: &Test| match test {
        Test::Compare(_, Value::String(label)) => gone.contains(&**label),
        Test::Among(_, labels) => {
            labels.iter().any(|label| label.text().is_some_and(|label| gone.contains(label)))
        }
        _ => false,
    };
    let of_edges = |op: &Op| match op {
        Op::Edges(_) => true,
        Op::Adjacent { edges, .. } => *edges,
        _ => false,
    };
    let direct = plan.nodes.windows(2).any(|pair| match pair {
        [first, second] => {
            of_edges(&first.op) && matches!(&second.op, Op::Has(HasKey::Label, test) if asks(test))
        }
        _ => false,
    });
    direct
        || plan.nodes.iter().any(|node| {
            let labelled =
                matches!(&node.op, Op::Adjacent { labels, .. } if labels.iter().any(|label| gone.contains(&**label)));
            labelled || node.op.plans().into_iter().any(|plan| names_gone(plan, gone))
        })
}

/// The names of the side effects that a plan fills.
pub(in crate::evaluate) fn side_keys(plan: &Plan) -> Vec<crate::evaluate::plan::Label> {
    let mut keys = Vec::new();
    for node in &plan.nodes {
        match &node.op {
            Op::Aggregate { key, .. }
            | Op::Group { key: Some(key), .. }
            | Op::GroupCount { key: Some(key), .. } => {
                keys.push(key.clone());
            }
            op => op.plans().into_iter().for_each(|plan| keys.extend(side_keys(plan))),
        }
    }
    keys
}
