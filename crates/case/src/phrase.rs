//! Relations of graphs before a language says them.
//!
//! A relation such as "b is a descendant of a" is written once, as a question about the ends of routes; each language
//! has a room, `phrase`, that says it in its own words. What a language cannot say it does not offer. All of it is plain
//! data, which is stored with a case. Labels and keys are the graph's names: labels, types and keys of a property graph;
//! in RDF a label is the object of `rdf:type`, a kind of edge and a key are predicates.

mod change;

use serde::{Deserialize, Serialize};

use crate::profile::Profile;

pub use change::{Change, Fresh};

/// A question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Which pairs of vertices it is about.
    pub pattern: Pattern,
    /// What it asks of them.
    pub ask: Ask,
}

/// Pairs of vertices, `a` and `b`: the two ends of routes. A route without legs has one end, `a`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Those that the route connects, once for each way.
    Route(Route),
    /// Those that all routes connect, each pair once.
    Both(Vec<Route>),
    /// Those that some of the routes connects, each pair once.
    Either(Vec<Route>),
    /// Those that the first route connects and the second does not, each pair once.
    ButNot(Route, Route),
}

/// What is asked of pairs. Columns are in the order named here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// `a` and `b`, as often as the pattern gives them.
    Pairs,
    /// `a` and `b`, each pair once.
    DistinctPairs,
    /// The number of ways (of a pattern that gives each pair once: of pairs).
    Count,
    /// `a`, `b` and the number of edges of a shortest route between them; only of a route with one leg that may be
    /// repeated, and of two vertices that are not the same.
    Shortest,
    /// The number of all shortest routes between the one `a` and the one `b`; as [`Ask::Shortest`].
    ShortestCount,
}

/// A way through the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// Where it starts; the end named `a`, or `b` when the route is turned.
    pub start: Spot,
    /// Where it goes from there.
    pub legs: Vec<Leg>,
    /// No vertex occurs twice (a simple path).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub simple: bool,
    /// It is told from its end: its start is `b`, and its end is `a`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
    /// Vertices that it must not touch, ends included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avoiding: Option<Spot>,
}

/// A hop and where it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// The hop.
    pub hop: Hop,
    /// Where it ends.
    pub end: Spot,
    /// How it stands to the legs before it.
    #[serde(default)]
    pub seam: Seam,
}

/// How a leg stands to what is before it. It matters where one pattern takes no edge twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seam {
    /// In the same pattern.
    #[default]
    Within,
    /// In a pattern of its own, which may take again the edges of what is before it.
    Apart,
    /// In a pattern of its own, with a condition that it takes none of the edges again.
    OtherEdges,
    /// In a pattern of its own, with a condition that it shares no vertex but the one in which it starts.
    OtherVertices,
}

/// An edge, or several one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hop {
    /// Which way its edges are taken.
    pub direction: Direction,
    /// The labels of its edges; none: any.
    pub kinds: Vec<String>,
    /// What holds of each of its edges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// How many edges.
    pub times: Times,
}

/// Which way an edge is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From its source to its target.
    Out,
    /// From its target to its source.
    In,
    /// Either way.
    Both,
}

/// How many edges a hop takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Times {
    /// One, said without a number.
    Once,
    /// This many, at least 1, said with a number (or by repeating).
    Exactly(usize),
    /// One to this many.
    UpTo(usize),
    /// None to this many.
    NoneTo(usize),
    /// One or more; where the language needs a bound it is one that no vertex is taken twice.
    Any,
}

/// What holds of a vertex (a node, a subject or an object).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// It has this label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// All of these hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
}

/// A condition on a property: some value of the key passes the test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The key.
    pub key: String,
    /// The test.
    pub test: Test,
    /// What it is held against, as the language's standard spelling writes it.
    pub literal: String,
    /// What is asked of the test.
    #[serde(default, skip_serializing_if = "Truth::is_true")]
    pub truth: Truth,
}

/// What becomes of a test. Whatever the test, each vertex is of one of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// Some value passes it.
    #[default]
    True,
    /// It can be made, and no value passes it.
    False,
    /// It cannot be made, as without a value.
    Unknown,
}

/// How a value is held against a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Equal; in RDF the same term.
    Equal,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// Greater.
    Greater,
    /// Greater or equal.
    AtLeast,
}

/// Says questions and changes in a language's standard spelling.
pub trait Phraser: Send + Sync {
    /// The question as a text; none when the language has no words for it.
    fn question(&self, question: &Question) -> Option<String>;

    /// The change as a text; none when the language has no words for it.
    fn change(&self, change: &Change) -> Option<String>;

    /// True when a pattern takes no edge twice (trails); false when it may (walks).
    fn trails(&self, profile: &Profile) -> bool;

    /// True when a way of any length takes no vertex twice, since the language needs a bound.
    fn any_is_simple(&self) -> bool {
        false
    }
}

impl Condition {
    /// That some value of the key passes the test.
    pub fn new(key: impl Into<String>, test: Test, literal: impl Into<String>) -> Self {
        Self { key: key.into(), test, literal: literal.into(), truth: Truth::True }
    }
}

impl Truth {
    fn is_true(&self) -> bool {
        *self == Self::True
    }
}

impl Spot {
    /// The vertices that are of another spot as well; none where each has a label of its own, since a spot has one.
    #[must_use]
    pub fn and(&self, other: &Self) -> Option<Self> {
        let label = match (&self.label, &other.label) {
            (Some(label), Some(other)) if label != other => return None,
            (label, other) => label.clone().or_else(|| other.clone()),
        };
        Some(Self { label, conditions: [self.conditions.as_slice(), &other.conditions].concat() })
    }
}

impl Route {
    /// The one vertex.
    pub fn at(start: Spot) -> Self {
        Self { start, legs: Vec::new(), simple: false, turned: false, avoiding: None }
    }

    /// The route with a further leg.
    #[must_use]
    pub fn then(mut self, hop: Hop, end: Spot) -> Self {
        self.legs.push(Leg { hop, end, seam: Seam::Within });
        self
    }

    /// The same route told from its other end: the same pairs, each as often. Only of legs that stand in one pattern.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut spots: Vec<Spot> = self.legs.iter().map(|leg| leg.end.clone()).collect();
        spots.insert(0, self.start.clone());
        let mut spots = spots.into_iter().rev();
        let start = spots.next().unwrap_or_default();
        let hops = self.legs.iter().rev().map(|leg| leg.hop.reversed());
        let legs = hops.zip(spots).map(|(hop, end)| Leg { hop, end, seam: Seam::Within }).collect();
        Self { start, legs, turned: !self.turned, ..self.clone() }
    }

    /// The spot at which it ends.
    pub fn end(&self) -> &Spot {
        self.legs.last().map_or(&self.start, |leg| &leg.end)
    }
}

impl Hop {
    /// One edge with this label.
    pub fn once(direction: Direction, kind: impl Into<String>) -> Self {
        Self { direction, kinds: vec![kind.into()], condition: None, times: Times::Once }
    }

    /// The hop with another number of edges.
    #[must_use]
    pub fn times(self, times: Times) -> Self {
        Self { times, ..self }
    }

    /// The hop against its direction.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let direction = match self.direction {
            Direction::Out => Direction::In,
            Direction::In => Direction::Out,
            Direction::Both => Direction::Both,
        };
        Self { direction, ..self.clone() }
    }
}

impl From<Route> for Pattern {
    fn from(route: Route) -> Self {
        Pattern::Route(route)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(label: &str) -> Spot {
        Spot { label: Some(label.to_owned()), conditions: Vec::new() }
    }

    #[test]
    fn a_route_told_twice_from_its_other_end_is_itself() {
        let route = Route::at(spot("A"))
            .then(Hop::once(Direction::Out, "T"), Spot::default())
            .then(Hop::once(Direction::In, "U").times(Times::UpTo(2)), spot("B"));
        let mirrored = route.mirrored();
        assert_eq!(mirrored.start, spot("B"));
        assert_eq!(mirrored.end(), &spot("A"));
        assert!(mirrored.turned);
        let directions: Vec<Direction> = mirrored.legs.iter().map(|leg| leg.hop.direction).collect();
        assert_eq!(directions, [Direction::Out, Direction::In]);
        assert_eq!(mirrored.mirrored(), route);
    }

    #[test]
    fn a_question_comes_back_as_it_went() {
        let route = Route::at(spot("A")).then(Hop::once(Direction::Both, "T"), spot("B"));
        let question = Question { pattern: route.into(), ask: Ask::Count };
        let json = serde_json::to_value(&question).unwrap();
        assert_eq!(serde_json::from_value::<Question>(json).unwrap(), question);
    }
}
