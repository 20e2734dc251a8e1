//! Published relations that do not hold, kept so that the self-test is seen to reject them.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Change, Leg, Question, Route, Seam, Spot, Times};
use quarrel_case::profile::Profile;
use quarrel_cypher::language::Cypher;
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation};
use crate::selftest::{Extent, soundness};
use crate::{About, Oracle, Unfit};

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
    (pen.terrain.width(&hop) <= 10)
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
