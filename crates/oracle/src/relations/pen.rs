//! Draws what relations are about: spots, hops and conditions that the graph has, so that most of what is asked for is
//! there.

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Index, IndexKind, Model};
use quarrel_case::language::Language;
use quarrel_case::phrase::{Change, Condition, Direction, Fresh, Hop, Phraser, Route, Spot, Test, Times};

use super::terrain::{Edge, Property, Terrain, Vertex};

/// How a value is held against one of the graph.
const TESTS: [(Test, usize); 5] =
    [(Test::Equal, 38), (Test::AtMost, 22), (Test::AtLeast, 22), (Test::Less, 9), (Test::Greater, 9)];

pub(crate) struct Pen<'a> {
    pub(crate) terrain: &'a Terrain,
    pub(crate) choices: &'a mut Choices,
    /// Whether edges have properties in the language's graphs.
    pub(crate) edge_properties: bool,
    /// Whether an index can be declared and dropped.
    pub(crate) indexes: bool,
    phraser: Option<&'static dyn Phraser>,
}

impl<'a> Pen<'a> {
    pub(crate) fn new(terrain: &'a Terrain, language: &dyn Language, choices: &'a mut Choices) -> Self {
        let (edge_properties, phraser) = (language.model() == Model::Property, language.phraser());
        Self { terrain, choices, edge_properties, indexes: edge_properties, phraser }
    }
}

impl<'a> Pen<'a> {
    /// A label and a condition that an index answers, where there is an index: an engine goes another way then.
    pub(crate) fn indexed(&mut self) -> Option<Spot> {
        let indexed = self.terrain.indexed();
        let (_, label, property) = self.choices.pick(&indexed)?;
        let condition = self.looked(property)?;
        Some(Spot { label: Some((*label).to_owned()), conditions: vec![condition] })
    }

    /// Any vertex, a label, a label and a condition, or a condition.
    pub(crate) fn spot(&mut self) -> Spot {
        if self.choices.chance(20)
            && let Some(spot) = self.indexed()
        {
            return spot;
        }
        let Some(vertex) = self.choices.pick(&self.terrain.vertices) else { return Spot::default() };
        self.spot_of(vertex, &[30, 40, 20, 10])
    }

    /// Any vertex, or one of some as [`Self::spot`] has them, each half of the time.
    pub(crate) fn wide_spot(&mut self) -> Spot {
        if self.choices.chance(50) { Spot::default() } else { self.spot() }
    }

    /// A spot with a label, where the vertices have labels.
    pub(crate) fn labelled(&mut self) -> Spot {
        if self.choices.chance(40)
            && let Some(spot) = self.indexed()
        {
            return spot;
        }
        let labelled: Vec<&Vertex> =
            self.terrain.vertices.iter().filter(|vertex| !vertex.labels.is_empty()).collect();
        match self.choices.pick(&labelled) {
            Some(vertex) => self.spot_of(vertex, &[0, 60, 40, 0]),
            None => Spot::default(),
        }
    }

    /// A spot of which no literal is one: with a label, or else a condition. In property graphs, which hold vertices
    /// alone, it may be any.
    pub(crate) fn told(&mut self) -> Option<Spot> {
        let mut spot = self.labelled();
        let bearing: Vec<&Vertex> =
            self.terrain.vertices.iter().filter(|vertex| !vertex.properties.is_empty()).collect();
        if spot == Spot::default()
            && let Some(vertex) = self.choices.pick(&bearing)
        {
            spot = self.spot_of(vertex, &[0, 0, 0, 1]);
        }
        (self.edge_properties || spot != Spot::default()).then_some(spot)
    }

    /// A spot of a vertex at the end of an edge, by a label or a property that it has; none where it has neither.
    pub(crate) fn met(&mut self) -> Option<Spot> {
        let edge = self.choices.pick(&self.terrain.edges)?;
        let vertex = self.terrain.vertices.get(edge.target)?;
        let what = if vertex.labels.is_empty() { [0, 0, 0, 1] } else { [0, 60, 20, 20] };
        Some(self.spot_of(vertex, &what)).filter(|spot| *spot != Spot::default())
    }

    fn spot_of(&mut self, vertex: &Vertex, weights: &[usize; 4]) -> Spot {
        let what = self.choices.weighted(weights);
        let label = self.choices.pick(&vertex.labels).filter(|_| what == 1 || what == 2).cloned();
        let condition = if what >= 2 { self.condition(&vertex.properties) } else { None };
        Spot { label, conditions: condition.into_iter().collect() }
    }

    /// A condition that one of the properties satisfies, or seems to, or that leaves it just outside.
    fn condition(&mut self, properties: &[Property]) -> Option<Condition> {
        let property = self.choices.pick(properties)?;
        let test = match property.ordered {
            true => TESTS[self.choices.weighted(&TESTS.map(|(_, weight)| weight))].0,
            false => Test::Equal,
        };
        let wider = property.wider.as_ref().filter(|_| self.choices.chance(40));
        let literal = wider.unwrap_or_else(|| self.said(property)).clone();
        Some(Condition { test, literal, ..Vertex::equal(property) })
    }

    /// The literal of a property, or its number in another type.
    pub(crate) fn said<'b>(&mut self, property: &'b Property) -> &'b String {
        let twin = property.twin.as_ref().filter(|_| self.choices.chance(25));
        twin.unwrap_or(&property.literal)
    }

    /// A spot at which one vertex stands alone, by a label and as few of its properties as it takes, two at first; none
    /// where another has all of them.
    pub(crate) fn single(&mut self, vertex: usize) -> Option<Spot> {
        let chosen = self.terrain.vertices.get(vertex)?;
        let label = self.choices.pick(&chosen.labels).cloned();
        let mut conditions: Vec<Condition> = chosen.properties.iter().map(Vertex::equal).collect();
        self.choices.shuffle(&mut conditions);
        let with = |count| Spot {
            label: label.clone(),
            conditions: conditions.iter().take(count).cloned().collect(),
        };
        let stands_alone =
            |spot: &Spot| self.terrain.vertices.iter().filter(|vertex| vertex.is(spot)).count() == 1;
        (conditions.len().min(2)..=conditions.len()).map(with).find(stands_alone)
    }

    /// Some vertices that stand alone, each with its spot, in random order.
    pub(crate) fn singles(&mut self) -> Vec<(usize, Spot)> {
        let mut order: Vec<usize> = (0..self.terrain.vertices.len()).collect();
        self.choices.shuffle(&mut order);
        order.into_iter().filter_map(|vertex| Some((vertex, self.single(vertex)?))).take(12).collect()
    }

    /// A vertex with what it may be copied to: one of its labels, or a new one, and its properties.
    pub(crate) fn copied(&mut self) -> Option<(&'a Vertex, Fresh)> {
        let bearing = |vertex: &&Vertex| !vertex.labels.is_empty() || !vertex.properties.is_empty();
        let vertices: Vec<&'a Vertex> = self.terrain.vertices.iter().filter(bearing).collect();
        let vertex = *self.choices.pick(&vertices)?;
        let label = self.choices.pick(&vertex.labels).cloned();
        let label = label.unwrap_or_else(|| self.fresh_name("L"));
        Some((vertex, vertex.copied(&label)))
    }

    /// A kind of edge that the graph has, or a new one where it has none.
    pub(crate) fn kind(&mut self) -> String {
        let kind = self.choices.pick(&self.terrain.edges).map(|edge| edge.kind.clone());
        kind.unwrap_or_else(|| self.fresh_name("w"))
    }

    /// Whether the language has words for a change.
    pub(crate) fn says(&self, change: &Change) -> bool {
        self.phraser.is_some_and(|phraser| phraser.change(change).is_some())
    }

    /// One edge, mostly of a certain kind.
    pub(crate) fn hop(&mut self) -> Hop {
        let direction =
            [Direction::Out, Direction::In, Direction::Both][self.choices.weighted(&[60, 25, 15])];
        Hop { direction, kinds: self.kinds(), condition: None, times: Times::Once }
    }

    /// One edge along its direction, of a kind.
    pub(crate) fn directed(&mut self) -> Hop {
        Hop { direction: Direction::Out, kinds: self.kinds(), condition: None, times: Times::Once }
    }

    /// No kinds for any, one, or two.
    fn kinds(&mut self) -> Vec<String> {
        let how_many = self.choices.weighted(&[20, 62, 18]);
        let mut kinds: Vec<String> = Vec::new();
        for _ in 0..how_many {
            let kind = self.choices.pick(&self.terrain.edges).map(|edge| edge.kind.clone());
            kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
        }
        kinds
    }

    /// The hop with a condition on its edges, which some of them satisfy; none where they have no properties.
    pub(crate) fn conditional(&mut self, hop: Hop) -> Option<Hop> {
        if !self.edge_properties {
            return None;
        }
        let fits = |edge: &&Edge| {
            !edge.properties.is_empty() && (hop.kinds.is_empty() || hop.kinds.contains(&edge.kind))
        };
        let edges: Vec<&Edge> = self.terrain.edges.iter().filter(fits).collect();
        let edge = *self.choices.pick(&edges)?;
        let condition = self.condition(&edge.properties);
        Some(Hop { condition, ..hop })
    }

    /// A condition on a key that some vertices have.
    pub(crate) fn tested(&mut self, key: &str) -> Option<Condition> {
        let properties = self.terrain.properties().filter(|property| property.key == key);
        let properties: Vec<Property> = properties.cloned().collect();
        self.condition(&properties)
    }

    /// A label and conditions that an index answers: on all its keys, which one vertex of the label has, and of a text
    /// index equality alone.
    pub(crate) fn looked_up(&mut self, index: &Index) -> Option<Spot> {
        let fits = |vertex: &&Vertex| {
            let has = |key: &String| vertex.properties.iter().any(|property| property.key == *key);
            vertex.labels.contains(&index.label) && index.keys.iter().all(has)
        };
        let vertices: Vec<&Vertex> = self.terrain.vertices.iter().filter(fits).collect();
        let vertex = *self.choices.pick(&vertices)?;
        let mut conditions = Vec::new();
        for key in &index.keys {
            let property = vertex.properties.iter().find(|property| property.key == *key)?;
            conditions.push(self.keyed(index, property)?);
        }
        Some(Spot { label: Some(index.label.clone()), conditions })
    }

    /// One edge of a kind, with a condition on the one key of an index.
    pub(crate) fn crossed(&mut self, index: &Index) -> Option<Hop> {
        let [key] = index.keys.as_slice() else { return None };
        let edges = self.terrain.edges.iter().filter(|edge| edge.kind == index.label);
        let properties = edges.flat_map(|edge| &edge.properties).filter(|property| property.key == *key);
        let properties: Vec<&Property> = properties.collect();
        let property = *self.choices.pick(&properties)?;
        let condition = Some(self.keyed(index, property)?);
        Some(Hop { condition, ..Hop::once(Direction::Out, index.label.as_str()) })
    }

    /// A condition that an index answers, which may have the types of numbers in its keys.
    fn looked(&mut self, property: &Property) -> Option<Condition> {
        let mut condition = self.condition(std::slice::from_ref(property))?;
        if let Some(twin) = property.twin.as_ref().filter(|_| self.choices.chance(50)) {
            condition.literal.clone_from(twin);
        }
        Some(condition)
    }

    fn keyed(&mut self, index: &Index, property: &Property) -> Option<Condition> {
        let condition = self.looked(property)?;
        let test = if index.kind == IndexKind::Text { Test::Equal } else { condition.test };
        Some(Condition { test, ..condition })
    }

    /// The hop several times: bounded, perhaps not once, or without a bound where few edges are there.
    pub(crate) fn repeated(&mut self, hop: Hop) -> Hop {
        let few = usize::from(self.terrain.has_few(&hop));
        let times = match self.choices.weighted(&[32, 36, 10, 22 * few]) {
            0 => Times::Exactly(self.choices.between(2, 3)),
            1 => Times::UpTo(self.choices.between(2, 4)),
            2 => Times::NoneTo(self.choices.between(1, 3)),
            _ => Times::Any,
        };
        hop.times(times)
    }

    /// The hop, or sometimes the hop a few times or not at all: a way without an edge, which ends where it starts.
    pub(crate) fn optional(&mut self, hop: Hop) -> Hop {
        if self.choices.chance(90) {
            return hop;
        }
        hop.times(Times::NoneTo(self.choices.between(1, 2)))
    }

    /// A way of one to three legs between two spots, some repeated.
    pub(crate) fn route(&mut self, start: Spot, end: Spot) -> Route {
        let legs = 1 + self.choices.weighted(&[45, 40, 15]);
        let mut route = Route::at(start);
        for leg in 0..legs {
            let hop = self.hop();
            let hop = if self.choices.chance(25) { self.repeated(hop) } else { hop };
            let hop =
                if self.choices.chance(15) { self.conditional(hop.clone()).unwrap_or(hop) } else { hop };
            let to = if leg + 1 == legs { end.clone() } else { self.spot() };
            route = route.then(hop, to);
        }
        route
    }

    /// A key that nothing in the graph has, for values of another key: an engine that gives each key one type gives it the
    /// type of that one.
    pub(crate) fn fresh_key(&self, like: &str) -> String {
        self.fresh_name(&format!("{like}y"))
    }

    /// A name that nothing in the graph has; in RDF an absolute IRI, since there is no base to a relative one.
    pub(crate) fn fresh_name(&self, like: &str) -> String {
        let is_word = self.edge_properties || like.contains(':');
        let mut name = if is_word { like.to_owned() } else { format!("http://e/{like}") };
        while self.terrain.has_name(&name) {
            name.push('x');
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Graph;
    use quarrel_cypher::language::Cypher;
    use quarrel_sparql::language::Sparql;

    use super::*;

    #[test]
    fn a_name_that_is_made_up_needs_no_base_in_rdf() {
        let (terrain, mut choices) = (Terrain::default(), Choices::new(1));
        let mut name =
            |language: &dyn Language, like: &str| Pen::new(&terrain, language, &mut choices).fresh_name(like);
        assert_eq!(name(&Sparql, "Z"), "http://e/Z");
        assert_eq!(name(&Sparql, "http://e/p"), "http://e/p");
        assert_eq!(name(&Cypher, "Z"), "Z");
    }

    #[test]
    fn a_key_that_is_made_up_is_one_for_each_key_whose_values_it_takes() {
        let (terrain, mut choices) = (Terrain::default(), Choices::new(1));
        let pen = Pen::new(&terrain, &Cypher, &mut choices);
        assert_eq!([pen.fresh_key("k0"), pen.fresh_key("k1")], ["k0y", "k1y"]);
    }

    #[test]
    fn values_are_held_against_strictly_too_and_ways_may_have_no_edge() {
        let text = r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"k":1}},{"id":2}],
            "edges":[{"id":1,"label":"T","source":1,"target":2}]}"#;
        let graph = Graph::from_text(text, Model::Property).unwrap();
        let (terrain, mut choices) = (Terrain::of(&graph, &Cypher), Choices::new(1));
        let mut pen = Pen::new(&terrain, &Cypher, &mut choices);
        let routes: Vec<Route> = (0..200)
            .map(|_| {
                let (start, end) = (pen.spot(), pen.spot());
                pen.route(start, end)
            })
            .collect();
        let tests: Vec<Test> =
            routes.iter().flat_map(|route| &route.start.conditions).map(|held| held.test).collect();
        assert!(TESTS.iter().all(|(test, _)| tests.contains(test)), "{tests:?}");
        let legs: Vec<usize> = routes.iter().map(|route| route.legs.len()).collect();
        assert!((1..=3).all(|count| legs.contains(&count)), "{legs:?}");
        let mut hops = routes.iter().flat_map(|route| &route.legs).map(|leg| leg.hop.times);
        assert!(hops.any(|times| matches!(times, Times::NoneTo(_))));
    }
}
