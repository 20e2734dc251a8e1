//! Drawn questions, held against what walking over the edges finds.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::graph::{Edge, Graph, PropertyGraph};
use quarrel_case::language::{Budget, Failure, Language, evaluate};
use quarrel_case::phrase::{Ask, Direction, Hop, Leg, Pattern, Phraser, Question, Route, Seam, Spot, Times};
use quarrel_case::profile::{Features, Profile};
use quarrel_case::value::ElementId;
use quarrel_graph::Sizes;

use super::Phrases;
use crate::evaluate::rules::{BEFORE_3_7, BEFORE_3_8};
use crate::language::Gremlin;

/// Graphs that are asked about.
const ROUNDS: u64 = 40;

/// The ways of a route, told by walking over the graph's edges: each with the vertices it comes to.
struct Walker<'g> {
    graph: &'g PropertyGraph,
}

impl Walker<'_> {
    fn fits(&self, id: ElementId, spot: &Spot) -> bool {
        let vertex = self.graph.vertices.iter().find(|vertex| vertex.id == id).unwrap();
        spot.label.as_ref().is_none_or(|label| vertex.labels.first() == Some(label))
    }

    fn next(&self, hop: &Hop, id: ElementId) -> Vec<ElementId> {
        let fits = |edge: &&Edge| hop.kinds.is_empty() || hop.kinds.contains(&edge.label);
        let mut next = Vec::new();
        for edge in self.graph.edges.iter().filter(fits) {
            if hop.direction != Direction::In && edge.source == id {
                next.push(edge.target);
            }
            if hop.direction != Direction::Out && edge.target == id {
                next.push(edge.source);
            }
        }
        next
    }

    /// The ways that go on with a leg.
    fn leg(&self, route: &Route, leg: &Leg, way: &[ElementId]) -> Vec<Vec<ElementId>> {
        let (least, most) = match leg.hop.times {
            Times::Once => (1, 1),
            Times::Exactly(count) => (count, count),
            Times::UpTo(most) => (1, most),
            Times::NoneTo(most) => (0, most),
            Times::Any => (1, usize::MAX),
        };
        let simple_from = match (route.simple, leg.hop.times, leg.seam) {
            (true, ..) | (_, Times::Any, Seam::OtherVertices) => Some(0),
            (_, Times::Any, _) => Some(way.len() - 1),
            _ => None,
        };
        let mut found = Vec::new();
        let mut turn = vec![way.to_vec()];
        let mut count = 0;
        while !turn.is_empty() && count <= most {
            if count >= least {
                found.extend(turn.iter().filter(|way| self.fits(*way.last().unwrap(), &leg.end)).cloned());
            }
            let mut further = Vec::new();
            for way in &turn {
                for id in self.next(&leg.hop, *way.last().unwrap()) {
                    let again = simple_from.is_some_and(|from| way[from..].contains(&id));
                    let avoided = route.avoiding.as_ref().is_some_and(|spot| self.fits(id, spot));
                    if !again && !avoided {
                        further.push([way.as_slice(), &[id]].concat());
                    }
                }
            }
            turn = further;
            count += 1;
        }
        found
    }

    fn ways(&self, route: &Route) -> Vec<Vec<ElementId>> {
        let avoided = |id| route.avoiding.as_ref().is_some_and(|spot| self.fits(id, spot));
        let starts = self.graph.vertices.iter().map(|vertex| vertex.id);
        let mut ways: Vec<Vec<ElementId>> =
            starts.filter(|id| self.fits(*id, &route.start) && !avoided(*id)).map(|id| vec![id]).collect();
        for leg in &route.legs {
            ways = ways.iter().flat_map(|way| self.leg(route, leg, way)).collect();
        }
        ways
    }

    /// Each pair with the number of ways and the least length.
    fn pairs(&self, route: &Route) -> BTreeMap<(ElementId, ElementId), (usize, usize)> {
        let mut pairs = BTreeMap::new();
        for way in self.ways(route) {
            let (first, last) = (way[0], *way.last().unwrap());
            let pair = if route.turned { (last, first) } else { (first, last) };
            let (count, least) = pairs.entry(pair).or_insert((0, usize::MAX));
            *count += 1;
            *least = (way.len() - 1).min(*least);
        }
        pairs
    }
}

struct Drawn<'c> {
    choices: &'c mut Choices,
    labels: Vec<String>,
    kinds: Vec<String>,
}

impl Drawn<'_> {
    fn spot(&mut self) -> Spot {
        let label = self.choices.pick(&self.labels).cloned().filter(|_| self.choices.chance(40));
        Spot { label, conditions: Vec::new() }
    }

    fn hop(&mut self) -> Hop {
        let times =
            [Times::Once, Times::Exactly(2), Times::UpTo(2), Times::UpTo(3), Times::NoneTo(2), Times::Any]
                [self.choices.below(6)];
        let direction = [Direction::Out, Direction::In, Direction::Both][self.choices.weighted(&[4, 3, 1])];
        let kinds =
            self.choices.pick(&self.kinds).cloned().into_iter().filter(|_| self.choices.chance(50)).collect();
        Hop { direction, kinds, condition: None, times }
    }

    fn route(&mut self, legs: usize) -> Route {
        let mut route = Route::at(self.spot());
        for _ in 0..legs {
            route = route.then(self.hop(), self.spot());
            if self.choices.chance(20) {
                route.legs.last_mut().unwrap().seam = Seam::OtherVertices;
            }
        }
        route.simple = self.choices.chance(20);
        route.avoiding = Some(self.spot()).filter(|spot| spot.label.is_some() && self.choices.chance(40));
        route
    }
}

/// The rows as pairs of ids, sorted, and the third value of each.
fn rows(text: &str, graph: &Graph, profile: &Profile) -> Option<Vec<String>> {
    let tree = Gremlin.parse(text).unwrap();
    let budget = Budget { rows: 5_000, steps: 400_000 };
    let evaluation = evaluate(&Gremlin, graph, &tree, profile, &budget).unwrap();
    let answer = match evaluation.result {
        Ok(answer) => answer,
        Err(Failure::Budget(_)) => return None,
        Err(failure) => panic!("{text}: {failure}"),
    };
    assert_eq!(evaluation.open, None, "{text}");
    let Answer::Table(table) = answer else { panic!("{text}") };
    let mut rows: Vec<String> = table.rows.iter().map(|row| format!("{:?}", row[0])).collect();
    rows.sort();
    Some(rows)
}

fn pair((a, b): (ElementId, ElementId)) -> String {
    format!("Map([(String(\"a\"), Vertex({a:?})), (String(\"b\"), Vertex({b:?}))])")
}

fn sorted(mut rows: Vec<String>) -> Vec<String> {
    rows.sort();
    rows
}

fn expected(question: &Question, model: &Walker<'_>) -> Option<Vec<String>> {
    let single: Vec<(ElementId, ElementId)> = match &question.pattern {
        Pattern::Route(route) => {
            let pairs = model.pairs(route);
            match question.ask {
                Ask::Pairs => {
                    return Some(sorted(
                        pairs.iter().flat_map(|(ids, (count, _))| vec![pair(*ids); *count]).collect(),
                    ));
                }
                Ask::Count => {
                    return Some(vec![format!(
                        "Int({})",
                        pairs.values().map(|(count, _)| count).sum::<usize>()
                    )]);
                }
                Ask::ShortestCount => {
                    let lengths = model.ways(route).into_iter().filter(|way| way[0] != *way.last().unwrap());
                    let lengths: Vec<usize> = lengths.map(|way| way.len()).collect();
                    let least = lengths.iter().min();
                    let count = lengths.iter().filter(|length| Some(*length) == least).count();
                    return Some(vec![format!("Int({count})")]);
                }
                Ask::Shortest => {
                    let told = |(ids, (_, least)): (&(ElementId, ElementId), &(usize, usize))| {
                        let pair = pair(*ids);
                        format!("{}, (String(\"length\"), Int({least}))])", pair.trim_end_matches("])"))
                    };
                    return Some(sorted(pairs.iter().filter(|((a, b), _)| a != b).map(told).collect()));
                }
                _ => pairs.into_keys().collect(),
            }
        }
        Pattern::Both(routes) => {
            let all: Vec<_> = routes.iter().map(|route| model.pairs(route)).collect();
            all[0].keys().filter(|pair| all.iter().all(|pairs| pairs.contains_key(pair))).copied().collect()
        }
        Pattern::Either(routes) => {
            let mut all = BTreeMap::new();
            routes.iter().for_each(|route| all.extend(model.pairs(route)));
            all.into_keys().collect()
        }
        Pattern::ButNot(route, other) => {
            let other = model.pairs(other);
            model.pairs(route).into_keys().filter(|pair| !other.contains_key(pair)).collect()
        }
    };
    Some(match question.ask {
        Ask::Count => vec![format!("Int({})", single.len())],
        _ => sorted(single.into_iter().map(pair).collect()),
    })
}

fn drawn(drawn: &mut Drawn<'_>) -> Question {
    let legs = drawn.choices.between(1, 2);
    let mut route = drawn.route(legs);
    let asks = [Ask::Pairs, Ask::DistinctPairs, Ask::Count, Ask::Shortest, Ask::ShortestCount];
    let ask = asks[drawn.choices.weighted(&[3, 3, 3, 2, 1])];
    let (first, second) = (drawn.route(1), drawn.route(1));
    let pattern = match drawn.choices.below(6) {
        _ if matches!(ask, Ask::Shortest | Ask::ShortestCount) => Pattern::Route(first),
        0 => Pattern::Both(vec![first, second.mirrored(), route]),
        1 => Pattern::Either(vec![route.mirrored(), first, second]),
        2 => Pattern::ButNot(first, second.mirrored()),
        3 => {
            route.legs.iter_mut().for_each(|leg| leg.seam = Seam::Within);
            Pattern::Route(route.mirrored())
        }
        _ => Pattern::Route(route),
    };
    Question { pattern, ask }
}

/// The profiles of versions 3.7 and 3.6.
fn versions() -> [Profile; 2] {
    let profile = |switches: &[(&str, &str)]| {
        let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Profile { switches: switches.collect(), fault: None }
    };
    [profile(BEFORE_3_8), profile(&[BEFORE_3_8, BEFORE_3_7].concat())]
}

#[test]
fn what_is_asked_is_what_walking_over_the_edges_finds() {
    let mut asked = 0;
    for round in 0..ROUNDS {
        let mut choices = Choices::new(5).numbered("round", round);
        // A vertex of Gremlin has one label.
        let features =
            Features { without: BTreeSet::from(["graph.multi-label".to_owned()]), ..Features::default() };
        let sizes = Sizes { vertices: Some(5), edges: Some(8) };
        let graph = quarrel_graph::generate(&Gremlin, sizes, &features, &mut choices.stream("graph"));
        let Some(known) = graph.property() else { continue };
        let labels = known.vertices.iter().flat_map(|vertex| vertex.labels.clone()).collect();
        let kinds = known.edges.iter().map(|edge| edge.label.clone()).collect();
        let mut maker = Drawn { choices: &mut choices, labels, kinds };
        for _ in 0..25 {
            let question = drawn(&mut maker);
            let Some(text) = Phrases.question(&question) else { continue };
            let Some(found) = rows(&text, &graph, &Profile::default()) else { continue };
            assert_eq!(
                Some(&found),
                expected(&question, &Walker { graph: known }).as_ref(),
                "{text}\n{graph:?}"
            );
            for version in versions() {
                assert_eq!(
                    rows(&text, &graph, &version).as_ref(),
                    Some(&found),
                    "{text}\n{graph:?}\n{version:?}"
                );
            }
            asked += 1;
        }
    }
    assert!(asked > ROUNDS * 15, "{asked}");
}
