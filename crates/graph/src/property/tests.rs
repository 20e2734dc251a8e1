use super::*;

fn graphs(features: &Features, count: u64) -> impl Iterator<Item = PropertyGraph> {
    let choices = Choices::new(5);
    (0..count).map(move |index| generate(Sizes::default(), features, &mut choices.numbered("graph", index)))
}

fn share(condition: impl Fn(&PropertyGraph) -> bool) -> usize {
    graphs(&Features::default(), 1_000).filter(condition).count()
}

fn any_value(graph: &PropertyGraph, condition: &dyn Fn(&Value) -> bool) -> bool {
    let vertices = graph.vertices.iter().flat_map(|vertex| vertex.properties.values());
    let edges = graph.edges.iter().flat_map(|edge| edge.properties.values());
    vertices.chain(edges).any(|value| value.any(condition))
}

fn is_isolated(graph: &PropertyGraph, id: ElementId) -> bool {
    graph.edges.iter().all(|edge| edge.source != id && edge.target != id)
}

#[test]
fn most_graphs_are_small() {
    assert!(share(|graph| graph.vertices.len() <= 6) > 750);
    assert!(graphs(&Features::default(), 1_000).all(|graph| (1..=12).contains(&graph.vertices.len())));
    assert!(share(|graph| graph.edges.len() * 2 <= graph.vertices.len() * 3 + 1) == 1_000);
}

#[test]
fn sizes_are_upper_bounds() {
    let sizes = Sizes { vertices: Some(100), edges: Some(40) };
    for index in 0..50 {
        let graph = generate(sizes, &Features::default(), &mut Choices::new(index));
        assert!((50..=100).contains(&graph.vertices.len()) && graph.edges.len() <= 40);
    }
    let none = Sizes { vertices: Some(0), edges: Some(5) };
    assert_eq!(generate(none, &Features::default(), &mut Choices::new(1)).edges, []);
}

#[test]
fn what_engines_get_wrong_is_in_many_graphs() {
    type Condition = fn(&PropertyGraph) -> bool;
    let table: [(&str, usize, Condition); 12] = [
        ("self-loop", 200, |graph| graph.edges.iter().any(|edge| edge.source == edge.target)),
        ("parallel edges", 200, |graph| {
            let ends: BTreeSet<_> = graph.edges.iter().map(|edge| (edge.source, edge.target)).collect();
            ends.len() < graph.edges.len()
        }),
        ("isolated vertex", 300, |graph| graph.vertices.iter().any(|vertex| is_isolated(graph, vertex.id))),
        ("no label", 150, |graph| graph.vertices.iter().any(|vertex| vertex.labels.is_empty())),
        ("several labels", 400, |graph| graph.vertices.iter().any(|vertex| vertex.labels.len() > 1)),
        ("index", 400, |graph| !graph.indexes.is_empty()),
        ("list", 150, |graph| any_value(graph, &|value| matches!(value, Value::List(_)))),
        ("empty string", 40, |graph| any_value(graph, &|value| *value == Value::string(""))),
        ("infinity", 30, |graph| {
            any_value(graph, &|value| matches!(value, Value::Float(f) if f.is_infinite()))
        }),
        ("nan", 10, |graph| any_value(graph, &|value| matches!(value, Value::Float(f) if f.is_nan()))),
        ("integer limit", 60, |graph| {
            any_value(graph, &|value| matches!(value, Value::Int(i64::MIN | i64::MAX)))
        }),
        ("edge property", 500, |graph| graph.edges.iter().any(|edge| !edge.properties.is_empty())),
    ];
    for (what, fewest, condition) in table {
        let found = share(condition);
        assert!(found >= fewest, "{what}: {found} of 1000");
    }
}

#[test]
fn what_is_left_out_does_not_occur() {
    let without = FEATURES.iter().map(|feature| (*feature).to_owned()).collect();
    for graph in graphs(&Features { without, ..Features::default() }, 300) {
        assert!(graph.vertices.iter().all(|vertex| vertex.labels.len() == 1));
        assert!(graph.edges.iter().all(|edge| edge.source != edge.target && edge.properties.is_empty()));
        assert!(graph.indexes.is_empty());
        let plain = |value: &Value| match value {
            Value::Int(number) => number.abs() <= 10,
            Value::String(text) => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            _ => false,
        };
        assert!(!any_value(&graph, &|value| !plain(value)));
    }
}

#[test]
fn elements_follow_the_schema() {
    for graph in graphs(
        &Features { without: BTreeSet::from(["graph.no-label".to_owned()]), ..Features::default() },
        300,
    ) {
        let schema = graph.schema.clone().unwrap();
        for edge in &graph.edges {
            let kind = schema.edges.iter().find(|kind| kind.label == edge.label).unwrap();
            let (source, target) = (graph.vertex(edge.source).unwrap(), graph.vertex(edge.target).unwrap());
            let mut ends = kind.ends.iter();
            assert!(ends.any(|(from, to)| source.labels.contains(from) && target.labels.contains(to)));
            assert!(edge.properties.keys().all(|key| kind.keys.iter().any(|declared| declared.key == *key)));
        }
    }
}

#[test]
fn the_same_choices_give_the_same_graph() {
    let texts =
        |_: u8| graphs(&Features::default(), 50).map(|graph| graph.to_json().to_string()).collect::<Vec<_>>();
    assert_eq!(texts(0), texts(1));
}

#[test]
fn a_graph_holds_what_it_was_not_left_without_and_nothing_else() {
    for left_out in FEATURES {
        let without = BTreeSet::from([(*left_out).to_owned()]);
        let features = Features { without, ..Features::default() };
        assert!(!graphs(&features, 200).any(|graph| held(&graph).contains(left_out)), "{left_out}");
        assert!(
            graphs(&Features::default(), 3_000).any(|graph| held(&graph).contains(left_out)),
            "{left_out}"
        );
    }
}
