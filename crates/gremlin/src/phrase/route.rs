//! A route as a chain of steps.

use quarrel_case::phrase::{Direction, Hop, Leg, Route, Seam, Times};

use super::{filters, forbidden};
use crate::ast::{Step, StepName as S};
use crate::build::{around, bare, inner, int, named};

/// The label of each vertex after the first, where the length is asked for.
pub(super) const PASSED: &str = "x";

/// What is to be remembered on the way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Keep {
    /// The ends.
    pub(super) ends: bool,
    /// Every vertex behind the first.
    pub(super) passed: bool,
}

/// A chain that walks routes one after the other.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub(super) steps: Vec<Step>,
    /// The labels that were given to where a path is to begin.
    marks: usize,
}

/// Where the path begins that must be simple.
#[derive(Debug, Clone)]
enum Origin {
    /// Where the traverser itself began.
    Traverser,
    Mark(String),
}

/// The ends of a route as they are named: its start and its end, which are one when it has no legs.
pub(super) fn ends(route: &Route) -> [&'static str; 2] {
    match (route.legs.is_empty(), route.turned) {
        (true, _) => ["a", "a"],
        (false, false) => ["a", "b"],
        (false, true) => ["b", "a"],
    }
}

impl Walk {
    /// Begins with the route. Behind what gives vertices only, such as `V()`.
    pub(super) fn first(&mut self, route: &Route, keep: Keep) -> Option<()> {
        self.start(route)?;
        if keep.ends {
            self.steps.push(named(S::As, [ends(route)[0]]));
        }
        self.legs(route, Origin::Traverser, keep.passed)?;
        if keep.ends && !route.legs.is_empty() {
            self.steps.push(named(S::As, [ends(route)[1]]));
        }
        Some(())
    }

    /// Goes on with a route that connects the ends that were found before.
    pub(super) fn again(&mut self, route: &Route) -> Option<()> {
        let [start, end] = ends(route);
        self.steps.push(named(S::Select, [start]));
        self.start(route)?;
        let origin = self.mark();
        self.legs(route, origin, false)?;
        if !route.legs.is_empty() {
            self.steps.push(Step::new(S::Where, vec![super::question::is(end)]));
        }
        Some(())
    }

    fn mark(&mut self) -> Origin {
        self.marks += 1;
        let mark = format!("s{}", self.marks);
        self.steps.push(named(S::As, [mark.as_str()]));
        Origin::Mark(mark)
    }

    fn start(&mut self, route: &Route) -> Option<()> {
        self.steps.extend(filters(&route.start)?);
        self.steps.extend(avoided(route)?);
        Some(())
    }

    fn legs(&mut self, route: &Route, origin: Origin, passed: bool) -> Option<()> {
        // Whether no vertex can have come twice so far.
        let mut simple = true;
        for (place, leg) in route.legs.iter().enumerate() {
            let apart = place > 0 && leg.seam == Seam::OtherVertices;
            simple = simple && leg.hop.times == Times::Any && (place == 0 || apart);
            // That a leg shares no vertex with those before is that the whole is simple, where both are.
            if (apart && !simple && !route.simple) || (place > 0 && leg.seam == Seam::OtherEdges) {
                return None;
            }
            let from = match (route.simple || simple || place == 0, leg.hop.times) {
                (true, _) => Some(origin.clone()),
                (false, Times::Any) => Some(self.mark()),
                (false, _) => None,
            };
            let from = from.filter(|_| route.simple || leg.hop.times == Times::Any);
            self.leg(route, leg, from.as_ref(), passed)?;
        }
        Some(())
    }

    fn leg(&mut self, route: &Route, leg: &Leg, simple: Option<&Origin>, passed: bool) -> Option<()> {
        let mut once = edges(&leg.hop)?;
        if passed {
            once.push(named(S::As, [PASSED]));
        }
        match simple {
            Some(Origin::Traverser) => once.push(bare(S::SimplePath)),
            Some(Origin::Mark(mark)) => {
                once.extend([bare(S::SimplePath), named(S::From, [mark.as_str()])]);
            }
            None => {}
        }
        once.extend(avoided(route)?);
        let steps = repeated(once, leg.hop.times)?;
        let before = self.steps.iter().rev().find(|step| step.name != S::As);
        if before.is_some_and(|step| matches!(step.name, S::Times | S::Emit))
            && steps.first().is_some_and(|step| step.name == S::Emit)
        {
            // Else it would modulate the repetition that ends there.
            self.steps.push(bare(S::Identity));
        }
        self.steps.extend(steps);
        self.steps.extend(filters(&leg.end)?);
        Some(())
    }
}

/// What keeps off the vertices that must not be touched.
fn avoided(route: &Route) -> Option<Option<Step>> {
    match &route.avoiding {
        Some(spot) => Some(Some(around(S::Not, forbidden(spot)?))),
        None => Some(None),
    }
}

/// From a vertex along one edge.
fn edges(hop: &Hop) -> Option<Vec<Step>> {
    let kinds = hop.kinds.iter().map(String::as_str);
    let (vertices, edges, ends) = match hop.direction {
        Direction::Out => (S::Out, S::OutE, S::InV),
        Direction::In => (S::In, S::InE, S::OutV),
        Direction::Both => (S::Both, S::BothE, S::OtherV),
    };
    Some(match &hop.condition {
        None => vec![named(vertices, kinds)],
        Some(condition) => vec![named(edges, kinds), super::condition(condition)?, bare(ends)],
    })
}

/// So many times. Reference, "Repeat Step": what stands before `repeat()` is asked before it, and what stands behind it
/// after.
fn repeated(once: Vec<Step>, times: Times) -> Option<Vec<Step>> {
    let number = |count: usize| {
        let count = i32::try_from(count).ok().filter(|count| *count > 0)?;
        Some(Step::new(S::Times, vec![int(count)]))
    };
    let repeat = |once| Step::new(S::Repeat, vec![inner(once)]);
    Some(match times {
        Times::Once => once,
        Times::Exactly(count) => vec![repeat(once), number(count)?],
        Times::UpTo(most) => vec![repeat(once), bare(S::Emit), number(most)?],
        Times::NoneTo(0) => Vec::new(),
        Times::NoneTo(most) => vec![bare(S::Emit), repeat(once), number(most)?],
        Times::Any => vec![repeat(once), bare(S::Emit)],
    })
}
