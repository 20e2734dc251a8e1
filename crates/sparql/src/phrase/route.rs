//! Routes and the vertices on them as the elements of a group.

use quarrel_case::language::Language as _;
use quarrel_case::phrase::{Condition, Direction, Hop, Leg, Route, Seam, Spot, Test, Times, Truth};

use quarrel_case::profile::Dialect;
use quarrel_case::value::Value;

use super::path::path;
use crate::ast::{Operation, QuadBlock, TermPattern, TriplePattern};
use crate::language::Sparql;
use crate::parse::parse_update;

/// More legs than this are not written out.
const MOST_LEGS: usize = 24;

/// What is being said: it knows which variables are taken.
#[derive(Debug, Default)]
pub(super) struct Words {
    taken: usize,
}

impl Words {
    /// A variable that is nowhere else.
    pub(super) fn fresh(&mut self) -> String {
        self.taken += 1;
        format!("?v{}", self.taken)
    }

    /// The elements of a route's group.
    pub(super) fn route(&mut self, route: &Route, is_set: bool) -> Option<String> {
        if route.simple || route.legs.len() > MOST_LEGS {
            return None;
        }
        if route.legs.is_empty() {
            let mut elements = vec![self.vertex("?a", &route.start)?];
            elements.extend(self.avoiding(&["?a".to_owned()], route.avoiding.as_ref())?);
            return Some(elements.join(" "));
        }
        let legs = self.legs(route)?;
        let (first, last) = if route.turned { ("?b", "?a") } else { ("?a", "?b") };
        let mut vertices = vec![first.to_owned()];
        let mut elements = vec![self.spot(first, &route.start, is_set)?];
        for (index, leg) in legs.iter().enumerate() {
            let from = vertices.last()?.clone();
            let to = if index + 1 == legs.len() { last.to_owned() } else { self.fresh() };
            let hop = self.hop(&from, &leg.hop, &to, is_set)?;
            elements.push(match leg.seam {
                Seam::Within => hop,
                // A walk may take its edges again in any case: the group around it changes nothing.
                Seam::Apart => format!("{{ {hop} }}"),
                Seam::OtherEdges | Seam::OtherVertices => return None,
            });
            elements.push(self.spot(&to, &leg.end, is_set)?);
            vertices.push(to);
        }
        elements.extend(self.avoiding(&vertices, route.avoiding.as_ref())?);
        elements.retain(|element| !element.is_empty());
        Some(elements.join(" "))
    }

    /// The legs, so that a vertex that has to be named stands at the end of one.
    fn legs(&self, route: &Route) -> Option<Vec<Leg>> {
        let mut legs = Vec::new();
        for leg in &route.legs {
            let steps = match leg.hop.times {
                Times::Once => 1,
                Times::Exactly(steps) if route.avoiding.is_some() || leg.hop.kinds.is_empty() => steps,
                // The vertices inside a path have no names.
                _ if route.avoiding.is_some() => return None,
                _ => {
                    legs.push(leg.clone());
                    continue;
                }
            };
            if steps == 0 || legs.len() + steps > MOST_LEGS {
                return None;
            }
            let step = |end: Spot| Leg { hop: leg.hop.clone().times(Times::Once), end, seam: leg.seam };
            legs.extend((1..steps).map(|_| step(Spot::default())));
            legs.push(step(leg.end.clone()));
        }
        Some(legs)
    }

    /// A hop between two vertices.
    fn hop(&mut self, from: &str, hop: &Hop, to: &str, is_set: bool) -> Option<String> {
        if hop.kinds.is_empty() && hop.times == Times::Once && hop.condition.is_none() {
            let kind = self.fresh();
            let (out, back) = (format!("{from} {kind} {to} ."), format!("{to} {kind} {from} ."));
            return Some(match hop.direction {
                Direction::Out => out,
                Direction::In => back,
                Direction::Both => format!("{{ {out} }} UNION {{ {back} }}"),
            });
        }
        Some(format!("{from} {} {to} .", path(hop, is_set)?))
    }

    /// That vertices are none of a spot.
    fn avoiding(&mut self, vertices: &[String], spot: Option<&Spot>) -> Option<Vec<String>> {
        let Some(spot) = spot else {
            return Some(Vec::new());
        };
        // What every vertex is cannot be avoided.
        if spot.label.is_none() && spot.conditions.is_empty() {
            return None;
        }
        let not_there = |vertex: &String| {
            let tests = self.tests(vertex, spot)?.into_iter();
            let tests = tests.map(|(test, said)| (said != Said::Filter).then_some(test));
            Some(format!("FILTER NOT EXISTS {{ {} }}", tests.collect::<Option<Vec<_>>>()?.join(" ")))
        };
        vertices.iter().map(not_there).collect()
    }

    /// What holds of a vertex that something else in the group binds.
    fn spot(&mut self, vertex: &str, spot: &Spot, is_set: bool) -> Option<String> {
        let tests = self.tests(vertex, spot)?.into_iter();
        let written = tests.map(|(test, said)| match said {
            Said::Triple if !is_set => exists(&test),
            said => said.of_bound(test),
        });
        Some(written.collect::<Vec<_>>().join(" "))
    }

    /// A vertex that nothing else binds, as often as there are triples that say what it is.
    pub(super) fn vertex(&mut self, vertex: &str, spot: &Spot) -> Option<String> {
        let mut tests = self.tests(vertex, spot)?;
        // The first test binds it, a triple before a comparison.
        tests.sort_by_key(|(_, said)| *said);
        let mut tests = tests.into_iter();
        let Some((first, said)) = tests.next() else {
            let [kind, other, source, back] = [(); 4].map(|()| self.fresh());
            return Some(format!("{{ {vertex} {kind} {other} . }} UNION {{ {source} {back} {vertex} . }}"));
        };
        let others = tests.map(|(test, said)| said.of_bound(test));
        (said != Said::Filter).then(|| std::iter::once(first).chain(others).collect::<Vec<_>>().join(" "))
    }

    /// What a spot's vertex must match.
    fn tests(&mut self, vertex: &str, spot: &Spot) -> Option<Vec<(String, Said)>> {
        let label = spot
            .label
            .iter()
            .map(|label| (format!("{vertex} a {} .", Sparql.identifier(label)), Said::Triple));
        let mut tests: Vec<_> = label.collect();
        for condition in &spot.conditions {
            tests.push(self.test(vertex, condition)?);
        }
        Some(tests)
    }

    fn test(&mut self, vertex: &str, condition: &Condition) -> Option<(String, Said)> {
        let Condition { key, test, literal: text, truth } = condition;
        let (key, literal) = (Sparql.identifier(key), literal(text)?);
        let operator = comparison(*test);
        if operator.is_none() && *truth == Truth::True {
            return Some((format!("{vertex} {key} {literal} ."), Said::Triple));
        }
        let value = self.fresh();
        let any = format!("{vertex} {key} {value} .");
        let that = |holds: &str| format!("{any} FILTER({holds})");
        let compared = operator.map(|operator| format!("{value} {operator} {literal}"));
        let passes =
            compared.as_ref().map_or_else(|| format!("{vertex} {key} {literal} ."), |test| that(test));
        Some(match (truth, compared) {
            (Truth::True, _) => (passes, Said::Pattern),
            (Truth::False, compared) => {
                let fails = compared.map_or_else(|| any.clone(), |test| that(&format!("!({test})")));
                (format!("{} FILTER NOT EXISTS {{ {passes} }}", exists(&fails)), Said::Filter)
            }
            (Truth::Unknown, compared) => {
                let is_made =
                    compared.map_or_else(|| any.clone(), |test| that(&format!("{test} || !({test})")));
                (format!("FILTER NOT EXISTS {{ {is_made} }}"), Said::Filter)
            }
        })
    }
}

/// How a test of a vertex is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    /// By one triple without variables but the vertex.
    Triple,
    /// By a pattern that has other variables.
    Pattern,
    /// By a filter, which binds nothing.
    Filter,
}

impl Said {
    /// The test of a vertex that is bound: as often as the vertex is there.
    fn of_bound(self, test: String) -> String {
        if self == Self::Pattern { exists(&test) } else { test }
    }
}

fn exists(pattern: &str) -> String {
    format!("FILTER EXISTS {{ {pattern} }}")
}

/// A literal that came as a text, and nothing behind it.
pub(super) fn literal(text: &str) -> Option<String> {
    let update = parse_update(&format!("INSERT DATA {{ <a:a> <a:a> {text}\n}}")).ok()?;
    match update.operations.as_slice() {
        [Operation::InsertData(blocks)] => match blocks.as_slice() {
            [QuadBlock { graph: None, patterns }] => match patterns.as_slice() {
                [TriplePattern { object: TermPattern::Constant(constant), .. }] => {
                    Sparql.literal(&Value::Term(constant.term().clone()), &Dialect::default())
                }
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The operator of a test; none for the same term.
fn comparison(test: Test) -> Option<&'static str> {
    match test {
        Test::Equal => None,
        Test::Less => Some("<"),
        Test::AtMost => Some("<="),
        Test::Greater => Some(">"),
        Test::AtLeast => Some(">="),
    }
}
