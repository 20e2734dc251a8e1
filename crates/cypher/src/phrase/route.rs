//! A route as the clauses that match it.

use quarrel_case::phrase::{Condition, Direction, Hop, Leg, Route, Seam, Spot, Test, Times, Truth};

use crate::print;

/// Which ends of routes a question has: `a`, or `a` and `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ends {
    /// Whether there is a `b`.
    pub both: bool,
}

impl Ends {
    pub(super) fn of(route: &Route) -> Self {
        Self { both: !route.legs.is_empty() }
    }

    /// The ends of two routes together.
    pub(super) fn or(self, other: Self) -> Self {
        Self { both: self.both || other.both }
    }

    pub(super) fn columns(self) -> &'static str {
        if self.both { "a, b" } else { "a" }
    }
}

/// Names for what needs one and is no end.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    nodes: usize,
    relationships: usize,
    paths: usize,
}

impl Fresh {
    fn node(&mut self) -> String {
        self.nodes += 1;
        format!("m{}", self.nodes)
    }

    fn relationship(&mut self) -> String {
        self.relationships += 1;
        format!("r{}", self.relationships)
    }

    fn path(&mut self) -> String {
        self.paths += 1;
        format!("p{}", self.paths)
    }
}

/// What one `MATCH` says.
#[derive(Debug, Default)]
pub(super) struct Segment {
    /// Its pattern, without the path's variable.
    pattern: String,
    /// The path's variable, where a condition speaks of it.
    path: Option<String>,
    /// All of these hold.
    pub conditions: Vec<String>,
}

/// The clauses that match a route.
pub(super) fn matches(route: &Route, ends: Ends, fresh: &mut Fresh) -> String {
    clauses(&segments(route, ends, fresh))
}

/// One `MATCH` for each segment.
pub(super) fn clauses(segments: &[Segment]) -> String {
    let clause = |segment: &Segment| {
        let path = segment.path.as_ref().map(|path| format!("{path} = ")).unwrap_or_default();
        format!("MATCH {path}{}{}", segment.pattern, filter(&segment.conditions))
    };
    segments.iter().map(clause).collect::<Vec<String>>().join(" ")
}

/// ` WHERE ...`, or nothing.
pub(super) fn filter(conditions: &[String]) -> String {
    if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) }
}

/// The route in pieces that stand in clauses of their own, with the conditions between them.
pub(super) fn segments(route: &Route, ends: Ends, fresh: &mut Fresh) -> Vec<Segment> {
    let apart = |leg: &Leg| matches!(leg.seam, Seam::OtherEdges | Seam::OtherVertices);
    let on_paths = route.simple || route.avoiding.is_some() || route.legs.iter().any(apart);
    let (mut at, mut segment) = begun(route, ends, fresh);
    segment.path = on_paths.then(|| fresh.path());
    let mut done: Vec<Segment> = Vec::new();
    for (place, leg) in route.legs.iter().enumerate() {
        if leg.seam != Seam::Within {
            let name = at.unwrap_or_default();
            done.push(segment);
            segment = Segment { pattern: node(Some(&name), None), ..Segment::default() };
            segment.path = on_paths.then(|| fresh.path());
            let seam = if route.simple { Seam::OtherVertices } else { leg.seam };
            segment.conditions = between(&segment, &done, seam, &name);
        }
        let end = end(route, place, ends, fresh);
        let name = leg.hop.condition.as_ref().map(|_| fresh.relationship());
        let (hop, conditions) = hop(&leg.hop, name.as_deref());
        segment.pattern.push_str(&hop);
        segment.pattern.push_str(&node(end.as_deref(), leg.end.label.as_deref()));
        segment.conditions.extend(conditions);
        segment.conditions.extend(self::conditions(end.as_deref().unwrap_or_default(), &leg.end));
        at = end;
    }
    done.push(segment);
    done.iter_mut().for_each(|segment| on_path(segment, route));
    done
}

/// The name of the node in which a leg ends, where something speaks of it.
fn end(route: &Route, place: usize, ends: Ends, fresh: &mut Fresh) -> Option<String> {
    let next = route.legs.get(place + 1);
    let is_met = next.is_some_and(|next| next.seam != Seam::Within);
    let named = is_met || route.legs.get(place).is_some_and(|leg| !leg.end.conditions.is_empty());
    let name = if next.is_none() { end_name(!route.turned, ends) } else { None };
    name.or_else(|| named.then(|| fresh.node()))
}

/// The name of the end `b` or `a`; none where the question has no such end.
fn end_name(is_b: bool, ends: Ends) -> Option<String> {
    match (is_b, ends.both) {
        (false, _) => Some("a".to_owned()),
        (true, true) => Some("b".to_owned()),
        (true, false) => None,
    }
}

/// The start's name, and the segment that begins there.
fn begun(route: &Route, ends: Ends, fresh: &mut Fresh) -> (Option<String>, Segment) {
    let is_b = route.turned && !route.legs.is_empty();
    let leaves = route.legs.first().is_some_and(|leg| leg.seam != Seam::Within);
    let named = leaves || !route.start.conditions.is_empty();
    let name = end_name(is_b, ends).or_else(|| named.then(|| fresh.node()));
    let pattern = node(name.as_deref(), route.start.label.as_deref());
    let conditions = conditions(name.as_deref().unwrap_or_default(), &route.start);
    (name, Segment { pattern, path: None, conditions })
}

/// How a segment that starts in `start` stands to those before it.
///
/// In a simple route all segments are simple and share no node but those in which they meet.
fn between(segment: &Segment, before: &[Segment], seam: Seam, start: &str) -> Vec<String> {
    let Some(own) = &segment.path else { return Vec::new() };
    let condition = |earlier: &Segment| {
        let other = earlier.path.as_ref()?;
        match seam {
            Seam::OtherEdges => {
                Some(format!("none(r IN relationships({own}) WHERE r IN relationships({other}))"))
            }
            Seam::OtherVertices => {
                Some(format!("none(x IN nodes({own}) WHERE x IN nodes({other}) AND x <> {start})"))
            }
            Seam::Within | Seam::Apart => None,
        }
    };
    before.iter().filter_map(condition).collect()
}

/// Adds what holds of the nodes of a segment's path.
fn on_path(segment: &mut Segment, route: &Route) {
    let Some(path) = &segment.path else { return };
    if route.simple {
        let simple = format!("all(x IN nodes({path}) WHERE single(y IN nodes({path}) WHERE y = x))");
        segment.conditions.push(simple);
    }
    segment.conditions.extend(route.avoiding.as_ref().map(|spot| avoids(path, spot)));
}

/// That a path touches no such node. Where a node lacks the key the condition on it is null, and it is no such node.
pub(super) fn avoids(path: &str, spot: &Spot) -> String {
    let mut holds: Vec<String> = Vec::new();
    holds.extend(spot.label.as_ref().map(|label| format!("x:{}", print::name(label))));
    holds.extend(conditions("x", spot));
    let unsure = !spot.conditions.is_empty();
    let holds = if holds.is_empty() { "true".to_owned() } else { holds.join(" AND ") };
    let holds = if unsure { format!("coalesce({holds}, false)") } else { holds };
    format!("none(x IN nodes({path}) WHERE {holds})")
}

/// The route as a predicate on the nodes `a` and `b`; none where it needs variables of its own.
pub(super) fn predicate(route: &Route) -> Option<String> {
    let bare =
        |leg: &Leg| leg.seam == Seam::Within && leg.hop.condition.is_none() && leg.end.conditions.is_empty();
    let plain = !route.simple && route.avoiding.is_none() && route.start.conditions.is_empty();
    if !plain || route.legs.is_empty() || !route.legs.iter().all(bare) {
        return None;
    }
    let mut segments = segments(route, Ends { both: true }, &mut Fresh::default());
    segments.pop().map(|only| only.pattern)
}

/// `(name:Label)`.
pub(super) fn node(name: Option<&str>, label: Option<&str>) -> String {
    let label = label.map(|label| format!(":{}", print::name(label))).unwrap_or_default();
    format!("({}{label})", name.unwrap_or_default())
}

/// `-[name:A|B*1..3]->`, and what must hold of its relationships.
pub(super) fn hop(hop: &Hop, name: Option<&str>) -> (String, Option<String>) {
    let name = name.unwrap_or_default();
    let kinds: Vec<String> = hop.kinds.iter().map(|kind| print::name(kind)).collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(":{}", kinds.join("|")) };
    let times = match hop.times {
        Times::Once => String::new(),
        Times::Exactly(times) => format!("*{times}"),
        Times::UpTo(most) => format!("*1..{most}"),
        Times::NoneTo(most) => format!("*0..{most}"),
        Times::Any => "*".to_owned(),
    };
    let said = format!("{name}{kinds}{times}");
    let said = if said.is_empty() { said } else { format!("[{said}]") };
    let condition = hop.condition.as_ref().map(|condition| match hop.times {
        Times::Once => holds(name, condition),
        _ => format!("all(r IN {name} WHERE {})", holds("r", condition)),
    });
    let text = match hop.direction {
        Direction::Out => format!("-{said}->"),
        Direction::In => format!("<-{said}-"),
        Direction::Both => format!("-{said}-"),
    };
    (text, condition)
}

/// What the spot says of the properties of the node with this name.
pub(super) fn conditions(name: &str, spot: &Spot) -> Vec<String> {
    spot.conditions.iter().map(|condition| holds(name, condition)).collect()
}

fn holds(name: &str, condition: &Condition) -> String {
    let operator = match condition.test {
        Test::Equal => "=",
        Test::Less => "<",
        Test::AtMost => "<=",
        Test::Greater => ">",
        Test::AtLeast => ">=",
    };
    let test = format!("{name}.{} {operator} {}", print::name(&condition.key), condition.literal);
    match condition.truth {
        Truth::True => test,
        Truth::False => format!("NOT ({test})"),
        Truth::Unknown => format!("({test}) IS NULL"),
    }
}
