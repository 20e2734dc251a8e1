//! `path-number`: how many ways lead from a over b to c, by how many lead from a to b and from b to c.
//!
//! The published law, that their product is the number of simple paths over b, is wrong: the two parts may share
//! vertices, or edges. These forms are right, each under a condition that is looked at in the graph:
//! * *apart*: the second part may take again what the first took, so every pair of ways is one: the product;
//! * *other edges*: of ways apart, those whose parts share no edge are the ways in one pattern;
//! * *acyclic*: where no way comes back, the parts share nothing: the product, in one pattern;
//! * *dominator*: where c is reached only over b, every simple path from a to c is one to b and one from there: the
//!   product of simple paths;
//! * *bridge*: where c is reached only over one edge, from u to v, and nothing leads back from v to u, every way takes it
//!   once: the ways from a to u, by those from v to c, of which none is one where the two are the same vertex;
//! * *other vertices*: of simple paths apart, those whose parts share no vertex are the simple paths over b.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Hop, Leg, Question, Route, Seam, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::{Terrain, Vertex};
use super::{ABOUT, Asking, Relation, bridge, is_alone, number_of, plain, unmet};
use crate::{About, Unfit};

pub(crate) static PATH_NUMBER: Relation<Ways> = Relation {
    about: About {
        name: "path-number",
        checks: "the number of ways from a over b to c is the product of the numbers from a to b and from b to c, where \
                 the parts can share nothing or may share all",
        source: "GAMERA, section 4.1.2 (path level: path number), corrected",
        preconditions: "one b; by the form: no cycle, b on every way, an edge on every way, or the parts apart",
        cost: 3,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Ways::whole,
    state,
    plainer,
};

/// What makes the law right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Form {
    Apart,
    OtherEdges,
    Acyclic,
    Dominator,
    Bridge,
    OtherVertices,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ways {
    pub(super) form: Form,
    pub(super) start: Spot,
    pub(super) middle: Spot,
    pub(super) end: Spot,
    pub(super) first: Hop,
    pub(super) second: Hop,
    /// Where the bridge ends that begins in the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) beyond: Option<Spot>,
}

impl Ways {
    fn simple(&self) -> bool {
        matches!(self.form, Form::Dominator | Form::OtherVertices)
    }

    fn counted(&self, route: Route) -> Question {
        Question { pattern: Route { simple: self.simple(), ..route }.into(), ask: Ask::Count }
    }

    pub(super) fn until_middle(&self) -> Question {
        self.counted(Route::at(self.start.clone()).then(self.first.clone(), self.middle.clone()))
    }

    pub(super) fn beyond_middle(&self) -> Question {
        let from = self.beyond.as_ref().unwrap_or(&self.middle).clone();
        self.counted(Route::at(from).then(self.second.clone(), self.end.clone()))
    }

    fn over(&self, seam: Seam) -> Question {
        let mut route = Route::at(self.start.clone()).then(self.first.clone(), self.middle.clone());
        route.legs.push(Leg { hop: self.second.clone(), end: self.end.clone(), seam });
        self.counted(route)
    }

    /// All ways of the larger question.
    fn whole(&self) -> Question {
        match self.form {
            Form::Apart => self.over(Seam::Apart),
            Form::OtherEdges | Form::OtherVertices | Form::Acyclic => self.over(Seam::Within),
            Form::Dominator | Form::Bridge => {
                self.counted(Route::at(self.start.clone()).then(self.first.clone(), self.end.clone()))
            }
        }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Ways> {
    const FORMS: [(Form, usize); 6] = [
        (Form::Apart, 30),
        (Form::OtherEdges, 15),
        (Form::Acyclic, 15),
        (Form::Dominator, 15),
        (Form::Bridge, 15),
        (Form::OtherVertices, 10),
    ];
    let (form, _) = FORMS[pen.choices.weighted(&FORMS.map(|(_, weight)| weight))];
    let hop = pen.directed();
    match form {
        Form::Dominator => return dominated(pen, &hop),
        Form::Bridge => return bridge::draw(pen, &hop),
        _ => {}
    }
    let bound = |pen: &mut Pen<'_>| match form {
        Form::OtherVertices => Times::UpTo(2),
        // Where ways are counted, RDF has no words for those without an edge.
        _ if pen.edge_properties && pen.choices.chance(15) => Times::NoneTo(pen.choices.between(1, 2)),
        _ => Times::UpTo(pen.choices.between(1, 3)),
    };
    // Apart, the second part may take edges of other kinds.
    let onward = if form == Form::Apart && pen.choices.chance(50) { pen.directed() } else { hop.clone() };
    let (first, second) = (hop.times(bound(pen)), onward.times(bound(pen)));
    let (middle, (start, end)) = (met(pen, &first, &second)?, (pen.wide_spot(), pen.wide_spot()));
    Some(Ways { form, start, middle, end, first, second, beyond: None })
}

/// A vertex that stands alone, mostly one to which many edges of the first part lead, and from which many of the second.
fn met(pen: &mut Pen<'_>, first: &Hop, second: &Hop) -> Option<Spot> {
    let singles = pen.singles();
    let edges = |hop| pen.terrain.edges.iter().filter(move |edge| Terrain::takes(hop, edge));
    let through = |vertex: usize| {
        edges(first).filter(|edge| edge.target == vertex).count()
            * edges(second).filter(|edge| edge.source == vertex).count()
    };
    let busiest = singles.iter().max_by_key(|(vertex, _)| through(*vertex));
    let (_, spot) = if pen.choices.chance(70) { busiest? } else { singles.first()? };
    Some(spot.clone())
}

/// Three vertices of which the last is reached from the first over the middle one only.
fn dominated(pen: &mut Pen<'_>, hop: &Hop) -> Option<Ways> {
    if !pen.terrain.has_few(hop) {
        return None;
    }
    let singles = pen.singles();
    for (from, start) in &singles {
        let reached = pen.terrain.distances(*from, hop, None);
        for (over, middle) in singles.iter().filter(|(over, _)| over != from && reached[*over].is_some()) {
            let without = pen.terrain.distances(*from, hop, Some(*over));
            let only = |to: &usize| to != over && reached[*to].is_some() && without[*to].is_none();
            if let Some((_, end)) = singles.iter().find(|(to, _)| only(to)) {
                let (start, middle, end) = (start.clone(), middle.clone(), end.clone());
                let any = hop.clone().times(Times::Any);
                return Some(Ways {
                    form: Form::Dominator,
                    start,
                    middle,
                    end,
                    first: any.clone(),
                    second: any,
                    beyond: None,
                });
            }
        }
    }
    None
}

fn state(ways: &Ways, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let parts = [&ways.first, &ways.second];
    if parts.iter().any(|hop| hop.times == Times::Any && !asking.terrain.has_few(hop)) {
        return Err(unmet("there are too many edges for ways of any length"));
    }
    let whole = asking.ask(&ways.whole())?;
    match ways.form {
        Form::OtherEdges if !asking.trails() => return Err(unmet("a pattern may take an edge twice")),
        Form::OtherEdges => {
            let apart = asking.ask(&ways.over(Seam::OtherEdges))?;
            asking.holds(apart, Holds::BagEqual, whole);
            return Ok(());
        }
        Form::OtherVertices => {
            let apart = asking.ask(&ways.over(Seam::OtherVertices))?;
            asking.holds(apart, Holds::BagEqual, whole);
            return Ok(());
        }
        Form::Acyclic if !acyclic(ways, asking) => return Err(unmet("a way comes back")),
        Form::Dominator => dominates(ways, asking)?,
        Form::Bridge => return bridge::state(ways, whole, asking),
        Form::Acyclic | Form::Apart => {}
    }
    if !is_alone(&ways.middle, asking)? {
        return Err(unmet("there is not one vertex in the middle"));
    }
    let (to, from) = (asking.ask(&ways.until_middle())?, asking.ask(&ways.beyond_middle())?);
    let sum = |term| Box::new(Term::Sum(Box::new(term)));
    asking.holds(Term::Product(sum(to), sum(from)), Holds::Equal, *sum(whole));
    Ok(())
}

/// No way along the edges of both parts comes back.
fn acyclic(ways: &Ways, asking: &Asking<'_>) -> bool {
    let mut kinds = ways.first.kinds.clone();
    match ways.first.kinds.is_empty() || ways.second.kinds.is_empty() {
        true => kinds.clear(),
        false => kinds.extend(ways.second.kinds.iter().cloned()),
    }
    ways.first.direction == ways.second.direction
        && asking.terrain.is_acyclic(&Hop { kinds, ..ways.first.clone() })
}

/// Three vertices, and the last is not reached from the first without the middle one.
fn dominates(ways: &Ways, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let same = ways.first == ways.second && ways.first.times == Times::Any;
    for spot in [&ways.start, &ways.end] {
        if !is_alone(spot, asking)? {
            return Err(unmet("there are not three vertices"));
        }
    }
    let joined = |from: &Spot, to: &Spot, avoiding: Option<&Spot>| {
        let route = Route::at(from.clone()).then(ways.first.clone(), to.clone());
        let route = Route { avoiding: avoiding.cloned(), simple: true, ..route };
        Question { pattern: route.into(), ask: Ask::Count }
    };
    let aside = asking.known(&joined(&ways.start, &ways.end, Some(&ways.middle)))?;
    // Two of them would be one vertex that satisfies what is said of both.
    let mut apart = true;
    for (one, other) in [(&ways.start, &ways.middle), (&ways.middle, &ways.end), (&ways.start, &ways.end)] {
        apart &= match one.and(other) {
            Some(shared) => asking.known(&number_of(&shared))? == Some(0),
            // A spot has one label; a vertex may have both.
            None => {
                let labels: Vec<&String> =
                    [one, other].into_iter().filter_map(|spot| spot.label.as_ref()).collect();
                let has_both = |vertex: &Vertex| labels.iter().all(|label| vertex.labels.contains(label));
                !asking.terrain.vertices.iter().any(has_both)
            }
        };
    }
    if same && apart && aside == Some(0) { Ok(()) } else { Err(unmet("a way goes past the middle")) }
}

fn plainer(ways: &Ways) -> Vec<Ways> {
    let with = || ways.clone();
    let mut plainer = Vec::new();
    plainer.extend(plain::spots(&ways.start).into_iter().map(|start| Ways { start, ..with() }));
    plainer.extend(plain::spots(&ways.end).into_iter().map(|end| Ways { end, ..with() }));
    plainer.extend(plain::spots(&ways.middle).into_iter().map(|middle| Ways { middle, ..with() }));
    let beyond = ways.beyond.iter().flat_map(plain::spots);
    plainer.extend(beyond.map(|beyond| Ways { beyond: Some(beyond), ..with() }));
    if !matches!(ways.form, Form::Dominator | Form::Bridge) {
        plainer.extend(plain::hops(&ways.first).into_iter().map(|first| Ways { first, ..with() }));
        plainer.extend(plain::hops(&ways.second).into_iter().map(|second| Ways { second, ..with() }));
    }
    plainer
}
