//! Plainer routes and questions to try in the place of others while a finding is reduced: without a condition, a label, a
//! kind, a leg, or with fewer edges. Each is smaller than what it comes from, so trying ends.

use quarrel_case::phrase::{Ask, Fresh, Hop, Leg, Pattern, Question, Route, Spot, Test, Times};

/// Plainer spots.
pub(crate) fn spots(spot: &Spot) -> Vec<Spot> {
    let mut plainer = Vec::new();
    if *spot != Spot::default() {
        plainer.push(Spot::default());
    }
    if spot.label.is_some() && !spot.conditions.is_empty() {
        plainer.push(Spot { label: None, ..spot.clone() });
    }
    for index in 0..spot.conditions.len() {
        let mut without = spot.clone();
        without.conditions.remove(index);
        plainer.push(without);
        if spot.conditions[index].test != Test::Equal {
            let mut equal = spot.clone();
            equal.conditions[index].test = Test::Equal;
            plainer.push(equal);
        }
    }
    plainer
}

/// The new vertex without one of its properties.
pub(crate) fn fresh(fresh: &Fresh) -> Vec<Fresh> {
    let without = |index: usize| {
        let mut other = fresh.clone();
        other.properties.remove(index);
        other
    };
    (0..fresh.properties.len()).map(without).collect()
}

/// Plainer hops, in the same direction.
pub(crate) fn hops(hop: &Hop) -> Vec<Hop> {
    let mut plainer = Vec::new();
    if hop.condition.is_some() {
        plainer.push(Hop { condition: None, ..hop.clone() });
    }
    for index in (0..hop.kinds.len()).filter(|_| hop.kinds.len() != 1) {
        plainer.push(Hop { kinds: vec![hop.kinds[index].clone()], ..hop.clone() });
    }
    if hop.kinds.len() == 1 {
        plainer.push(Hop { kinds: Vec::new(), ..hop.clone() });
    }
    plainer.extend(times(hop.times).into_iter().map(|times| hop.clone().times(times)));
    plainer
}

fn times(times: Times) -> Vec<Times> {
    match times {
        Times::Once => Vec::new(),
        Times::Exactly(0 | 1) | Times::UpTo(0 | 1) => vec![Times::Once],
        Times::Exactly(most) => vec![Times::Once, Times::Exactly(most - 1)],
        Times::UpTo(most) => vec![Times::Once, Times::UpTo(most - 1)],
        Times::NoneTo(0) => Vec::new(),
        Times::NoneTo(most) => vec![Times::NoneTo(most - 1)],
        Times::Any => vec![Times::Once, Times::UpTo(3)],
    }
}

/// Plainer routes with the same ends told.
pub(crate) fn routes(route: &Route) -> Vec<Route> {
    let mut plainer = Vec::new();
    if route.legs.len() > 1 {
        plainer.extend((0..route.legs.len()).map(|index| {
            let mut without = route.clone();
            let end = without.legs.remove(index).end;
            // What led to the end of the leg that is gone leads to the end of the one before it.
            if let Some(last) = without.legs.last_mut().filter(|_| index + 1 == route.legs.len()) {
                last.end = end;
            }
            without
        }));
    }
    if let Some(avoided) = &route.avoiding {
        plainer.push(Route { avoiding: None, ..route.clone() });
        let avoided = spots(avoided).into_iter().filter(|spot| *spot != Spot::default());
        plainer.extend(avoided.map(|spot| Route { avoiding: Some(spot), ..route.clone() }));
    }
    plainer.extend(spots(&route.start).into_iter().map(|start| Route { start, ..route.clone() }));
    for (index, leg) in route.legs.iter().enumerate() {
        let with = |leg: Leg| {
            let mut other = route.clone();
            other.legs[index] = leg;
            other
        };
        plainer.extend(hops(&leg.hop).into_iter().map(|hop| with(Leg { hop, ..leg.clone() })));
        plainer.extend(spots(&leg.end).into_iter().map(|end| with(Leg { end, ..leg.clone() })));
    }
    plainer
}

/// Plainer questions about one route.
pub(crate) fn questions(question: &Question) -> Vec<Question> {
    let Pattern::Route(route) = &question.pattern else { return Vec::new() };
    let mut plainer: Vec<Question> = routes(route)
        .into_iter()
        .map(|route| Question { pattern: route.into(), ..question.clone() })
        .collect();
    if question.ask == Ask::DistinctPairs {
        plainer.push(Question { ask: Ask::Pairs, ..question.clone() });
    }
    plainer
}
