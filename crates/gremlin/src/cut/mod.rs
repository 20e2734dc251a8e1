//! A traversal in parts (QuDi, algorithm 1).
//!
//! A traversal may be cut behind a step that gives vertices or edges, if what follows is a function of the bag of
//! these elements alone (`place`). The paper cuts behind every such step, which gives false alarms: where a later
//! step looks back, where the order counts, and where an element that came twice is found once by its id.

pub(crate) mod gives;
pub(crate) mod place;
#[cfg(test)]
mod tests;

use quarrel_case::check::{Form, Hole, Part, Text};
use quarrel_case::disassembly::{Handover, Piece, Task};
use quarrel_case::language::{NO_CUT, Tree};

use crate::ast::{Argument, Query, Step, StepName as S};
use crate::evaluate::Rules;
use crate::print::{self, Spelling};
use place::Place;

/// The label of the vertices in which ids are kept. No graph and no query has it.
const LABEL: &str = "quarrelIds";

/// What the reader of the parts can do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader {
    pub(crate) rules: Rules,
    pub(crate) spelling: Spelling,
    /// How many ids `V()` takes at most.
    pub(crate) most_ids: Option<usize>,
    /// Whether the id of an edge is a value that a property can hold.
    pub(crate) plain_edge_ids: bool,
    /// Whether that of a vertex is one: where ids are places of records, a property with one is the vertex itself.
    pub(crate) plain_vertex_ids: bool,
}

impl Reader {
    /// One that takes any number of ids, all of which are values: the language's own, whatever an engine spells.
    pub(crate) fn plain(rules: Rules) -> Self {
        let (plain_edge_ids, plain_vertex_ids) = (true, true);
        Self { rules, spelling: Spelling::default(), most_ids: None, plain_edge_ids, plain_vertex_ids }
    }
}

/// The parts of a traversal.
pub(crate) fn cut(query: &Query, handover: Handover, reader: &Reader) -> Result<Vec<Piece>, &'static str> {
    let places = place::places(&query.steps, handover, reader);
    if places.is_empty() {
        return Err(NO_CUT);
    }
    let cutter = Cutter { query, reader, configured: place::configured(&query.steps) };
    Ok(match handover {
        Handover::Barrier => cutter.barriers(&places),
        Handover::Parameters => cutter.parameters(&places),
        Handover::Table => cutter.tables(&places),
    })
}

struct Cutter<'a> {
    query: &'a Query,
    reader: &'a Reader,
    /// Steps that configure the source; every part has them.
    configured: usize,
}

impl Cutter<'_> {
    fn steps(&self, from: usize, to: usize) -> &[Step] {
        self.query.steps.get(from..to).unwrap_or_default()
    }

    /// What the traversal is up to a place.
    fn so_far(&self, to: usize) -> Query {
        Query { steps: self.steps(0, to).to_vec() }
    }

    fn text(&self, query: &Query) -> String {
        print::print(query, &self.reader.spelling)
    }

    fn whole(&self, query: Query) -> Piece {
        Piece::ask(Text::plain(self.text(&query)), Tree::new(query))
    }

    fn barriers(&self, places: &[Place]) -> Vec<Piece> {
        let (mut steps, mut from) = (Vec::new(), 0);
        for place in places {
            steps.extend_from_slice(self.steps(from, place.at));
            steps.push(Step::new(S::Barrier, Vec::new()));
            from = place.at;
        }
        steps.extend_from_slice(self.steps(from, self.query.steps.len()));
        vec![self.whole(Query { steps })]
    }

    fn parameters(&self, places: &[Place]) -> Vec<Piece> {
        let mut pieces = self.first(places);
        for (place, end) in self.parts(places) {
            let mut hole = Hole::new(pieces.len() - 1, "value", Form::NativeId);
            let start = if place.edges { "E" } else { "V" };
            // Without an id, that gives everything. Older grammars (3.5) take no suffix of a number there.
            hole.none = ").limit(0".to_owned();
            hole.at_most = self.reader.most_ids;
            let parts = vec![
                Part::Literal(format!("{}.{start}(", self.source())),
                Part::Hole(hole),
                Part::Literal(format!("){}", self.rest(place.at, end))),
            ];
            let text = Text { parts, element_wise: self.reader.rules.start_ids != 0 };
            pieces.push(Piece::ask(text, Tree::new(self.so_far(end))));
        }
        pieces
    }

    fn tables(&self, places: &[Place]) -> Vec<Piece> {
        let mut pieces = self.first(places);
        let mut asked = 0;
        for (place, end) in self.parts(places) {
            pieces.push(self.kept(place, asked));
            asked = pieces.len();
            let text = format!("{}{}{}", self.source(), self.found(place), self.rest(place.at, end));
            pieces.push(Piece::ask(Text::plain(text), Tree::new(self.so_far(end))));
            let dropped = format!("g.V().hasLabel({}).drop()", self.string(LABEL));
            pieces.push(Piece { text: Text::plain(dropped), task: Task::Tidy });
        }
        pieces
    }

    fn first(&self, places: &[Place]) -> Vec<Piece> {
        places.first().map(|place| self.whole(self.so_far(place.at))).into_iter().collect()
    }

    /// Every place with the end of the part that begins there.
    fn parts<'p>(&self, places: &'p [Place]) -> impl Iterator<Item = (&'p Place, usize)> {
        let ends = places.iter().skip(1).map(|next| next.at).chain([self.query.steps.len()]);
        places.iter().zip(ends)
    }

    fn source(&self) -> String {
        self.text(&self.so_far(self.configured))
    }

    /// The steps of a part, as they are written behind others.
    fn rest(&self, from: usize, to: usize) -> String {
        let text = self.text(&Query { steps: self.steps(from, to).to_vec() });
        text.strip_prefix('g').unwrap_or(&text).to_owned()
    }

    fn string(&self, text: &str) -> String {
        print::argument(&Argument::string(text), &self.reader.spelling)
    }

    /// Puts each id into a vertex of its own.
    ///
    /// Traversers that are alike may have become one before they add a vertex, so each id comes with its place.
    fn kept(&self, place: &Place, filled_by: usize) -> Piece {
        let hole = Hole::new(filled_by, "value", Form::NativeId);
        let [label, key, id] = [LABEL, place.key(), "quarrelId"].map(|name| self.string(name));
        let numbered = "index().with(WithOptions.indexer, WithOptions.map).unfold()";
        let kept = format!("as({id}).addV({label}).property({key}, __.select({id}).select(Column.values))");
        let parts = vec![
            Part::Literal("g.inject([".to_owned()),
            Part::Hole(hole),
            Part::Literal(format!("]).{numbered}.{kept}")),
        ];
        Piece { text: Text { parts, element_wise: false }, task: Task::Keep }
    }

    /// From the vertices with the ids to the elements that have them.
    fn found(&self, place: &Place) -> String {
        let names = [LABEL, place.key(), "quarrelId", "quarrelElement"];
        let [label, key, id, element] = names.map(|name| self.string(name));
        let all = if place.edges { "E" } else { "V" };
        format!(
            ".V().hasLabel({label}).values({key}).as({id}).{all}().as({element}).id().where(P.eq({id})).select({element})"
        )
    }
}
