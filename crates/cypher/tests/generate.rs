//! What generated queries are like, many at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Candidate, Ground, Guidance, Language, Setting, Tree};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_cypher::ast::{Clause, Expression, Query};
use quarrel_cypher::features::UNGENERATED;
use quarrel_cypher::language::Cypher;
use quarrel_graph::Sizes;

/// Queries on one graph.
const PER_ROUND: usize = 20;

fn setting(graph: Graph, features: &Features, guidance: Guidance) -> Setting {
    Setting {
        graph: Arc::new(graph),
        profile: Profile::default(),
        features: features.clone(),
        length: Cypher.default_length(),
        patterns: 3,
        depth: 3,
        guidance,
        budget: Budget::default(),
    }
}

/// Calls `each` with so many cases and their graphs.
fn cases(
    count: usize,
    seed: u64,
    features: &Features,
    guidance: Guidance,
    mut each: impl FnMut(&Arc<Graph>, &Candidate),
) {
    let choices = Choices::new(seed);
    for round in 0..count.div_ceil(PER_ROUND) {
        let round = choices.numbered("round", round as u64);
        let sizes = Sizes::default();
        let graph = quarrel_graph::generate(&Cypher, sizes, features, &mut round.stream("graph"));
        let setting = setting(graph, features, guidance);
        let mut generator = Cypher.generator(&setting).expect("the standard profile");
        for case in 0..PER_ROUND {
            let candidate = generator.next(&mut round.numbered("case", case as u64));
            each(&setting.graph, &candidate);
        }
    }
}

fn text(candidate: &Candidate) -> String {
    Cypher.print(&candidate.tree, &Dialect::default())
}

#[derive(Default)]
struct Statistics {
    cases: usize,
    nonempty: usize,
    open: usize,
    failed: usize,
    statuses: BTreeMap<String, usize>,
    aims: BTreeMap<String, usize>,
    features: BTreeMap<&'static str, usize>,
    lengths: Vec<usize>,
    clauses: usize,
    global: usize,
    rows: Vec<u64>,
}

impl Statistics {
    fn add(&mut self, candidate: &Candidate) {
        let evaluation = &candidate.evaluation;
        self.cases += 1;
        self.nonempty += usize::from(!evaluation.flow.contains(&0) && candidate.aim.is_none());
        self.open += usize::from(evaluation.open.is_some());
        self.failed += usize::from(evaluation.result.is_err() && candidate.aim.is_none());
        *self.statuses.entry(format!("{:?}", evaluation.errors)).or_default() += 1;
        *self.aims.entry(candidate.aim.clone().unwrap_or_default()).or_default() += 1;
        for feature in Cypher.features(&candidate.tree) {
            *self.features.entry(feature).or_default() += 1;
        }
        self.lengths.push(text(candidate).chars().count());
        let query: &Query = candidate.tree.get().expect("a query of Cypher");
        self.clauses += query.first.clauses.len();
        self.global += usize::from(query.first.clauses.last().is_some_and(is_global));
        self.rows.extend(evaluation.flow.last());
    }

    fn of(&self, feature: &str) -> usize {
        self.features.get(feature).copied().unwrap_or_default()
    }

    fn percent(&self, count: usize) -> f64 {
        count as f64 * 100.0 / self.cases as f64
    }

    fn median(&self) -> usize {
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        lengths[lengths.len() / 2]
    }
}

/// Whether a `RETURN` gives one row whatever comes before it.
fn is_global(clause: &Clause) -> bool {
    fn aggregates(expression: &Expression) -> bool {
        match expression {
            Expression::CountStar => true,
            Expression::Function { name, arguments, .. } => {
                let known = [
                    "count",
                    "sum",
                    "min",
                    "max",
                    "avg",
                    "collect",
                    "percentileDisc",
                    "percentileCont",
                    "stDev",
                    "stDevP",
                ];
                known.contains(&name.as_str()) || arguments.iter().any(aggregates)
            }
            Expression::Binary { left, right, .. } => aggregates(left) || aggregates(right),
            _ => false,
        }
    }
    match clause {
        Clause::Return(projection) => projection.items.iter().all(|item| aggregates(&item.expression)),
        _ => false,
    }
}

fn statistics(count: usize, guidance: Guidance) -> Statistics {
    let mut statistics = Statistics::default();
    cases(count, 11, &Features::default(), guidance, |_, candidate| statistics.add(candidate));
    statistics
}

#[test]
fn generated_queries_find_something_and_are_determined() {
    let found = statistics(2_000, Guidance::Full);
    assert!(found.percent(found.nonempty) >= 97.0, "{}", found.nonempty);
    assert!(found.percent(found.open) <= 3.0, "{}", found.open);
    assert_eq!(found.failed, 0);
    let aim = |aim: &str| found.percent(found.aims.get(aim).copied().unwrap_or_default());
    assert!(aim("empty") <= 1.0 && (0.3..=2.5).contains(&aim("error")), "{:?}", found.aims);
    let status = |status: &str| found.percent(found.statuses.get(status).copied().unwrap_or_default());
    assert!(status("May") <= 6.0 && status("Must") <= 2.5, "{:?}", found.statuses);
}

#[test]
fn generated_queries_use_the_whole_language() {
    let found = statistics(2_000, Guidance::Full);
    let clauses = ["match", "optional-match", "where", "with", "unwind", "distinct", "order-by"];
    for clause in clauses {
        assert!(found.percent(found.of(clause)) >= 10.0, "{clause}: {}", found.of(clause));
    }
    let subqueries = ["subquery.exists", "subquery.count", "subquery.collect", "call-subquery"];
    let asked: usize = subqueries.iter().map(|name| found.of(name)).sum();
    assert!(found.percent(asked) >= 10.0, "subqueries: {asked}");
    for clause in ["create", "merge", "detach-delete", "foreach", "finish", "call-subquery"] {
        assert!(found.percent(found.of(clause)) >= 1.5, "{clause}: {}", found.of(clause));
    }
    assert!(found.percent(found.of("skip")) >= 1.5 && found.percent(found.of("limit")) >= 2.0);
    assert!(found.percent(found.global) <= 15.0, "{}", found.global);
    assert!(found.median() < 600, "{}", found.median());
    assert!(found.clauses >= 7 * found.cases, "{}", found.clauses);
    let missing: Vec<&str> =
        Cypher.all_features().into_iter().filter(|feature| found.of(feature) == 0).collect();
    let missing: Vec<&str> = missing.into_iter().filter(|name| !name.starts_with("aggregate.")).collect();
    let listed: Vec<&str> = UNGENERATED.iter().map(|(name, _)| *name).collect();
    assert_eq!(missing, listed);
}

#[test]
fn the_table_of_what_is_covered_is_that_of_this_generator() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../COVERAGE.md");
    let text = std::fs::read_to_string(path).expect("figures/coverage has made it");
    let mut answered: BTreeMap<&str, bool> = BTreeMap::new();
    cases(5_000, 11, &Features::default(), Guidance::Full, |_, candidate| {
        let known = candidate.evaluation.result.is_ok() && candidate.evaluation.open.is_none();
        for feature in Cypher.features(&candidate.tree) {
            *answered.entry(feature).or_default() |= known;
        }
    });
    for feature in Cypher.all_features() {
        let expected = match (answered.get(feature), UNGENERATED.iter().find(|lack| lack.0 == feature)) {
            (Some(known), None) => format!("| {feature} | yes | {} |", if *known { "yes" } else { "no" }),
            (_, Some((_, reason))) => format!("| {feature} | no: {reason} | not generated |"),
            (None, None) => panic!("{feature} is never generated"),
        };
        assert!(text.contains(&expected), "run figures/coverage: {expected}");
    }
}

/// What stands in so many of 2,000 texts at least: what optimisers and indexes get wrong.
const AWKWARD: &[(&str, usize)] = &[
    ("0.0 / 0.0", 20),
    ("9223372036854775807", 10),
    ("'', ", 10),
    (", null", 10),
    ("NOT EXISTS {", 10),
    ("LIMIT 0", 1),
    (" * 9223372036854775807", 1),
];

#[test]
fn awkward_values_and_combinations_come_often() {
    let (mut texts, mut shapes) = (Vec::new(), BTreeMap::<&str, usize>::new());
    cases(2_000, 12, &Features::default(), Guidance::Full, |_, candidate| {
        texts.push(text(candidate));
        for shape in Cypher.shape(&candidate.tree) {
            *shapes.entry(shape).or_default() += 1;
        }
    });
    for (part, least) in AWKWARD {
        let found = texts.iter().filter(|text| text.contains(part)).count();
        assert!(found >= *least, "{part}: {found}");
    }
    for shape in ["order-by.repeats-item", "order-by.aggregation.expression"] {
        let found = shapes.get(shape).copied().unwrap_or_default();
        assert!(found >= 10, "{shape}: {found}");
    }
}

#[test]
fn a_query_comes_again_with_other_constants() {
    // What differs are numbers, strings and truth values alone.
    let blank = |text: &str| -> String {
        let parts: Vec<&str> = text.split('\'').step_by(2).collect();
        let text = parts.join("'").replace("true", "?").replace("false", "?");
        text.chars().filter(|letter| !letter.is_ascii_digit() && !"-.".contains(*letter)).collect()
    };
    let (mut known, mut again) = (BTreeMap::new(), 0);
    cases(1_000, 13, &Features::default(), Guidance::Full, |_, candidate| {
        let text = text(candidate);
        let earlier = known.insert(blank(&text), text.clone());
        again += usize::from(text.len() > 60 && earlier.is_some_and(|earlier| earlier != text));
    });
    assert!(again >= 5, "{again}");
}

#[test]
fn some_queries_write_and_most_of_those_return() {
    let (mut writing, mut returning) = (0, 0);
    cases(2_000, 5, &Features::default(), Guidance::Full, |_, candidate| {
        let query: &Query = candidate.tree.get().expect("a query of Cypher");
        let returns = matches!(query.first.clauses.last(), Some(Clause::Return(_)));
        assert!(returns || Cypher.writes(&candidate.tree), "{}", text(candidate));
        if Cypher.writes(&candidate.tree) {
            writing += 1;
            returning += usize::from(returns);
        }
    });
    assert!((140..260).contains(&writing) && returning * 2 > writing, "{writing} {returning}");
}

#[test]
fn what_reaches_finish_counts() {
    let tree = Cypher.parse("UNWIND [1, 2] AS x CREATE () FINISH").unwrap();
    let graph = Graph::empty(Model::Property);
    let evaluation = Cypher.session(&graph, &Profile::default()).unwrap().run(&tree, &Budget::default());
    assert_eq!(evaluation.flow, [2, 2, 2]);
}

#[test]
fn the_same_choices_give_the_same_queries() {
    let texts = || {
        let mut texts = Vec::new();
        cases(400, 3, &Features::default(), Guidance::Full, |_, candidate| texts.push(text(candidate)));
        texts
    };
    assert_eq!(texts(), texts());
}

/// The tree that the query's text reads as.
fn read_back(candidate: &Candidate) -> Tree {
    let text = text(candidate);
    let read = Cypher.parse(&text);
    assert_eq!(read.as_ref().ok().and_then(Tree::get::<Query>), candidate.tree.get::<Query>(), "{text}");
    read.expect("it was read")
}

#[test]
fn a_generated_query_reads_back_from_its_text() {
    cases(15_000, 2, &Features::default(), Guidance::Random, |_, candidate| {
        read_back(candidate);
    });
}

#[test]
fn the_answer_known_while_generating_is_the_answer_to_the_text() {
    cases(5_000, 4, &Features::default(), Guidance::Full, |graph, candidate| {
        let tree = read_back(candidate);
        let mut session = Cypher.session(graph, &Profile::default()).unwrap();
        let evaluation = session.run(&tree, &Budget::default());
        // By their text, because NaN is not equal to itself.
        assert_eq!(format!("{:?}", candidate.evaluation), format!("{evaluation:?}"), "{}", text(candidate));
    });
}

#[test]
fn what_is_left_out_is_not_used() {
    let all = Cypher.all_features();
    for (seed, feature) in all.iter().enumerate() {
        let features = Features { without: [(*feature).to_owned()].into(), ..Features::default() };
        cases(PER_ROUND, seed as u64, &features, Guidance::Full, |_, candidate| {
            assert!(!Cypher.features(&candidate.tree).contains(feature), "{}", text(candidate));
        });
    }
    let none = Features {
        without: all.iter().map(|feature| (*feature).to_owned()).collect(),
        ..Features::default()
    };
    cases(PER_ROUND, 1, &none, Guidance::Full, |_, candidate| {
        assert!(Cypher.features(&candidate.tree).is_empty(), "{}", text(candidate));
    });
}

#[test]
fn more_guidance_finds_more() {
    let [random, graph, data, full] = [Guidance::Random, Guidance::Graph, Guidance::Data, Guidance::Full]
        .map(|guidance| {
            let found = statistics(600, guidance);
            found.percent(found.nonempty)
        });
    assert!(random < graph && graph < data && data < full, "{random} {graph} {data} {full}");
}

#[test]
fn smaller_queries_are_valid_and_smaller() {
    let (graph, profile) = (Graph::empty(Model::Property), Profile::default());
    let ground = Ground { graph: &graph, profile: &profile, budget: Budget::default() };
    cases(300, 6, &Features::default(), Guidance::Full, |_, candidate| {
        let size = Cypher.size(&candidate.tree);
        for smaller in Cypher.shrink(&candidate.tree, &ground) {
            assert!(Cypher.size(&smaller) < size);
            let text = Cypher.print(&smaller, &Dialect::default());
            assert!(Cypher.parse(&text).is_ok(), "{text}");
        }
    });
}

/// Prints the figures of many cases: `cargo test --release -- --ignored --nocapture figures`.
#[test]
#[ignore = "prints figures, checks nothing"]
fn figures() {
    for guidance in [Guidance::Random, Guidance::Graph, Guidance::Data, Guidance::Full] {
        let found = statistics(10_000, guidance);
        println!("{guidance:?}: {} cases", found.cases);
        println!(
            "  nonempty {:.2} % open {:.2} % failed {:.2} %",
            found.percent(found.nonempty),
            found.percent(found.open),
            found.percent(found.failed)
        );
        println!("  statuses {:?} aims {:?}", found.statuses, found.aims);
        println!(
            "  median text {} clauses {:.2} global {:.1} %",
            found.median(),
            found.clauses as f64 / found.cases as f64,
            found.percent(found.global)
        );
        let mut rows = found.rows.clone();
        rows.sort_unstable();
        println!(
            "  last rows: median {:?} 90 % {:?}",
            rows.get(rows.len() / 2),
            rows.get(rows.len() * 9 / 10)
        );
        if guidance == Guidance::Full {
            for (feature, count) in &found.features {
                println!("  {feature} {count}");
            }
        }
    }
}

#[test]
fn nothing_is_repeated_at_most_zero_times() {
    let mut repeated = 0;
    cases(400, 11, &Features::default(), Guidance::Full, |_, candidate| {
        let text = text(candidate);
        repeated += usize::from(text.contains("{0,1}"));
        assert!(!["{0}", "{,0}", "{0,0}"].iter().any(|never| text.contains(never)), "{text}");
    });
    assert!(repeated > 0);
}
