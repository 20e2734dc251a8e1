//! Published relations that do not hold, kept so that the self-test is seen to reject them.

use std::sync::Arc;

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::Language;
use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Change, Leg, Question, Route, Seam, Spot, Times};
use quarrel_case::profile::Profile;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation};
use crate::inquiry::Inquiry;
use crate::selftest::{Extent, soundness};
use crate::{About, Case, Oracle, Scene, Unfit};

/// Three spots and the hop between them.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Three {
    spots: [Spot; 3],
    hop: quarrel_case::phrase::Hop,
}

fn draw(pen: &mut Pen<'_>) -> Option<Three> {
    let hop = pen.directed();
    let singles = pen.singles();
    let [first, second, third] = singles.get(..3)? else { return None };
    pen.terrain
        .has_few(&hop)
        .then(|| Three { spots: [first.1.clone(), second.1.clone(), third.1.clone()], hop })
}

impl Three {
    /// The way from one of the spots over others.
    fn way(&self, places: &[usize], times: Times, seam: Seam, ask: Ask) -> Question {
        let mut route = Route::at(self.spots[places[0]].clone());
        for &place in &places[1..] {
            let hop = self.hop.clone().times(times);
            let seam = if route.legs.is_empty() { Seam::Within } else { seam };
            route.legs.push(Leg { hop, end: self.spots[place].clone(), seam });
        }
        Question { pattern: route.into(), ask }
    }
}

const fn published(state: fn(&Three, &mut Asking<'_>) -> Result<(), Unfit>) -> Relation<Three> {
    Relation {
        about: About { name: "published", ..ABOUT },
        property_graphs_only: false,
        draw,
        question: |three| three.way(&[0, 1], Times::Once, Seam::Within, Ask::Count),
        state,
        plainer: |_| Vec::new(),
    }
}

fn sum(term: Term) -> Box<Term> {
    Box::new(Term::Sum(Box::new(term)))
}

/// GAMERA, section 4.1.2: as many simple paths lead from a over b to c as the product of those of the parts.
static PRODUCT: Relation<Three> = published(|three, asking| {
    let simple = |places: &[usize], avoiding: Option<usize>| {
        let mut question = three.way(places, Times::Any, Seam::Within, Ask::Count);
        if let quarrel_case::phrase::Pattern::Route(route) = &mut question.pattern {
            route.simple = true;
            route.avoiding = avoiding.map(|place| three.spots[place].clone());
        }
        question
    };
    let first = asking.ask(&simple(&[0, 1], None))?;
    let second = asking.ask(&simple(&[1, 2], Some(0)))?;
    let whole = asking.ask(&simple(&[0, 1, 2], None))?;
    asking.holds(Term::Product(sum(first), sum(second)), Holds::Equal, *sum(whole));
    Ok(())
});

/// GAMERA's program: an edge from b to itself doubles the ways from a to b.
static RING: Relation<Three> = published(|three, asking| {
    let ways = three.way(&[0, 1], Times::Any, Seam::Within, Ask::Count);
    let before = asking.ask(&ways)?;
    let kind = three.hop.kinds.first().cloned().unwrap_or_else(|| "T0".to_owned());
    let at = three.spots[1].clone();
    asking.change(&Change::AddEdge { from: at.clone(), kind, to: at })?;
    let after = asking.ask(&ways)?;
    asking.holds(Term::Product(sum(before), Box::new(Term::Number(2))), Holds::Equal, *sum(after));
    Ok(())
});

/// The neighbours of neighbours by two clauses are those at the end of two edges, where a clause takes no edge twice.
static COMPOSITION: Relation<Three> = published(|three, asking| {
    let anywhere = Three {
        spots: Default::default(),
        hop: quarrel_case::phrase::Hop {
            direction: quarrel_case::phrase::Direction::Both,
            ..three.hop.clone()
        },
    };
    let apart = asking.ask(&anywhere.way(&[0, 1, 2], Times::Exactly(1), Seam::Apart, Ask::DistinctPairs))?;
    let whole = asking.ask(&anywhere.way(&[0, 2], Times::Exactly(2), Seam::Within, Ask::DistinctPairs))?;
    asking.holds(apart, Holds::BagEqual, whole);
    Ok(())
});

#[test]
fn the_self_test_rejects_published_relations_that_do_not_hold() {
    let oracles: [&'static dyn Oracle; 3] = [&PRODUCT, &RING, &COMPOSITION];
    let extent = Extent { cases: 2_000, ..Extent::default() };
    for (name, oracle) in ["product", "ring", "composition"].iter().zip(oracles) {
        let record = soundness(&Cypher, &Profile::default(), oracle, extent).unwrap();
        assert!(!record.broken.is_empty(), "{name}: {} checks, {:?}", record.checks, record.inconclusive);
    }
}

/// What is asked whole and in parts that should come to the same rows, in the words of a language.
struct Parts {
    whole: &'static str,
    parts: &'static [&'static str],
}

static INVENTED: About = About { name: "published", invents: true, ..ABOUT };

impl Oracle for Parts {
    fn about(&self) -> &About {
        &INVENTED
    }

    fn invent(&self, graph: &Arc<Graph>, scene: &Scene<'_>, _: &mut Choices) -> Option<Case> {
        Some(Case::new(Arc::clone(graph), scene.language.parse(self.whole).ok()?))
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let mut inquiry = Inquiry::new(&case.graph, scene);
        let whole = inquiry.ask(&case.tree)?;
        let mut together: Option<Term> = None;
        for part in self.parts {
            let tree = scene.language.parse(part).map_err(|error| Unfit(error.message))?;
            let part = inquiry.ask(&tree)?;
            together = Some(match together {
                Some(before) => Term::Plus(Box::new(before), Box::new(part)),
                None => part,
            });
        }
        let together = together.ok_or_else(|| Unfit("there are no parts".to_owned()))?;
        inquiry.law(together, Holds::BagEqual, whole);
        Ok(inquiry.done())
    }
}

/// A condition and its negation on what may be missing (TLP of `OPTIONAL MATCH`): where a part finds nothing, it gives a
/// row without it.
static OPTIONAL: Parts = Parts {
    whole: "MATCH (n) OPTIONAL MATCH (n)-->(m) RETURN n, m",
    parts: &[
        "MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE m.k0 > 1 RETURN n, m",
        "MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE NOT m.k0 > 1 RETURN n, m",
        "MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE (m.k0 > 1) IS NULL RETURN n, m",
    ],
};

/// Patterns at a comma as two clauses, where a clause takes no edge twice (QuDi, section 3.2).
static COMMA: Parts = Parts {
    whole: "MATCH (a)-->(b), (b)<--(c) RETURN a, c",
    parts: &["MATCH (a)-->(b) MATCH (b)<--(c) RETURN a, c"],
};

/// What came several times handed on once, as a list of ids is by an engine that takes it for a set (QuDi, figure 11).
static SET_OF_IDS: Parts = Parts { whole: "g.V().out().in()", parts: &["g.V().out().dedup().in()"] };

#[test]
fn the_self_test_rejects_published_rewritings_that_do_not_hold() {
    let extent = Extent { cases: 200, ..Extent::default() };
    for (name, language, oracle) in [
        ("a condition on what is optional", &Cypher as &dyn Language, &OPTIONAL),
        ("the cut at a comma", &Cypher, &COMMA),
        ("ids handed on as a set", &Gremlin, &SET_OF_IDS),
    ] {
        let record = soundness(language, &Profile::default(), oracle, extent).unwrap();
        assert!(!record.broken.is_empty(), "{name}: {} checks, {:?}", record.checks, record.inconclusive);
    }
}
