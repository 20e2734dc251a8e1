//! `growth`: a statement that makes a vertex for each of several makes as many more of them.
//!
//! * *pendants*: a new vertex behind each vertex of a condition makes as many more of its label, also when the path to it
//!   is merged, by an edge of a kind that was not there;
//! * *merged*: a vertex that is merged twice in one statement is one more of them where there was none.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Change, Fresh, Question, Spot};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::Vertex;
use super::{ABOUT, Asking, Relation, number_of, plain, unmet};
use crate::{About, Unfit};

pub(crate) static GROWTH: Relation<Grown> = Relation {
    about: About {
        name: "growth",
        checks: "a vertex made behind each of several makes as many more, and a vertex that is merged is one more where \
                 there was none",
        source: "GAMERA, section 4.3 (data addition), taken to statements that make several; ArcadeDB#3998, \
                 ArcadeDB#4104, ladybug#696",
        preconditions: "the merged edges have a kind that the graph has not; the graph is put back afterwards",
        cost: 4,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Grown::question,
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Grown {
    Pendants { from: Spot, kind: String, fresh: Fresh, merged: bool },
    Merged { fresh: Fresh },
}

impl Grown {
    fn question(&self) -> Question {
        match self {
            Grown::Pendants { fresh, .. } => number_of(&labelled(fresh)),
            Grown::Merged { fresh } => number_of(&alike(fresh)),
        }
    }
}

/// The vertices with its label.
fn labelled(fresh: &Fresh) -> Spot {
    Spot { label: Some(fresh.label.clone()), conditions: Vec::new() }
}

/// The vertices with its label and its properties.
fn alike(fresh: &Fresh) -> Spot {
    let conditions = Vertex::of(fresh).properties.iter().map(Vertex::equal).collect();
    Spot { conditions, ..labelled(fresh) }
}

fn draw(pen: &mut Pen<'_>) -> Option<Grown> {
    match pen.choices.below(2) {
        0 => pendants(pen),
        _ => merged(pen).or_else(|| pendants(pen)),
    }
}

fn pendants(pen: &mut Pen<'_>) -> Option<Grown> {
    let (_, fresh) = pen.copied()?;
    let (from, kind) = (pen.told()?, pen.kind());
    let (new, bare) = (pen.fresh_name(&kind), Fresh::of(fresh.label.clone()));
    let merging = Change::MergePendant { from: from.clone(), kind: new.clone(), to: bare.clone() };
    Some(match pen.says(&merging) && pen.choices.chance(50) {
        true => Grown::Pendants { from, kind: new, fresh: bare, merged: true },
        false => Grown::Pendants { from, kind, fresh, merged: false },
    })
}

/// The label of one vertex with one or two properties of another one, as none has them.
fn merged(pen: &mut Pen<'_>) -> Option<Grown> {
    let ((_, Fresh { label, .. }), (_, Fresh { mut properties, .. })) = (pen.copied()?, pen.copied()?);
    pen.choices.shuffle(&mut properties);
    properties.truncate(pen.choices.between(1, 2));
    let fresh = Fresh { label, properties };
    let is_new = !pen.terrain.vertices.iter().any(|vertex| vertex.is(&alike(&fresh)));
    let said = is_new && !fresh.properties.is_empty() && pen.says(&Change::MergeVertex(fresh.clone()));
    said.then_some(Grown::Merged { fresh })
}

fn state(grown: &Grown, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let sum = |term| Box::new(Term::Sum(Box::new(term)));
    match grown {
        Grown::Pendants { from, kind, fresh, merged } => {
            if *merged && asking.terrain.has_name(kind) {
                return Err(unmet("the kind is not new"));
            }
            if *from == Spot::default() && !asking.any_is_a_vertex() {
                return Err(unmet("what it stands behind may be a literal"));
            }
            let (from, kind, to) = (from.clone(), kind.clone(), fresh.clone());
            let (before, starts) = (asking.ask(&grown.question())?, asking.ask(&number_of(&from))?);
            asking.change(&match merged {
                true => Change::MergePendant { from, kind, to },
                false => Change::AddPendant { from, kind, to },
            })?;
            let after = asking.ask(&grown.question())?;
            asking.holds(Term::Add(sum(before), sum(starts)), Holds::Equal, *sum(after));
        }
        Grown::Merged { fresh } => {
            let before = asking.ask(&grown.question())?;
            if asking.number() != Some(0) {
                return Err(unmet("there is such a vertex"));
            }
            asking.change(&Change::MergeVertex(fresh.clone()))?;
            let after = asking.ask(&grown.question())?;
            asking.holds(*sum(before), Holds::Equal, Term::Number(0));
            asking.holds(*sum(after), Holds::Equal, Term::Number(1));
        }
    }
    Ok(())
}

fn plainer(grown: &Grown) -> Vec<Grown> {
    match grown {
        Grown::Pendants { from, kind, fresh, merged } => {
            let with = |from: &Spot, fresh: Fresh| {
                let (from, kind) = (from.clone(), kind.clone());
                Grown::Pendants { from, kind, fresh, merged: *merged }
            };
            let spots = plain::spots(from).into_iter().filter(|from| *from != Spot::default());
            let bare = plain::fresh(fresh).into_iter().map(|fresh| with(from, fresh));
            spots.map(|from| with(&from, fresh.clone())).chain(bare).collect()
        }
        Grown::Merged { fresh } => {
            plain::fresh(fresh).into_iter().map(|fresh| Grown::Merged { fresh }).collect()
        }
    }
}
