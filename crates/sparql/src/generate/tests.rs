use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::graph::Model;
use quarrel_case::language::{Ground, Language, evaluate};
use quarrel_case::profile::{Dialect, Profile};
use quarrel_graph::Sizes;

use super::*;
use crate::ast::{Element, Form, TriplePattern, Update};
use crate::language::Sparql;
use crate::parse::{parse, parse_update};
use crate::print::{Spelling, print, print_update};
use crate::shrink::{is_valid, shrink, shrink_update, size, update_size};

/// Queries on one graph.
const PER_ROUND: usize = 20;

fn setting(graph: Graph, guidance: Guidance, features: &Features) -> Setting {
    Setting {
        graph: Arc::new(graph),
        profile: Profile::default(),
        features: features.clone(),
        length: 6,
        patterns: 4,
        depth: 3,
        guidance,
        budget: Budget::default(),
    }
}

fn graph(round: usize) -> Graph {
    let mut choices = Choices::new(7).numbered("graph", round as u64);
    quarrel_graph::generate(&Sparql, Sizes::default(), &Features::default(), &mut choices)
}

/// Makes `count` cases and shows each with its round's graph.
fn every(count: usize, guidance: Guidance, features: &Features, mut show: impl FnMut(&Graph, &Candidate)) {
    for round in 0..count.div_ceil(PER_ROUND) {
        let setting = setting(graph(round), guidance, features);
        let mut generator = Sparql.generator(&setting).unwrap();
        for index in 0..PER_ROUND {
            let mut choices = Choices::new(7).numbered("round", round as u64).numbered("case", index as u64);
            show(&setting.graph, &generator.next(&mut choices));
        }
    }
}

/// The queries among `count` cases.
fn each(
    count: usize,
    guidance: Guidance,
    features: &Features,
    mut show: impl FnMut(&Graph, &Query, &Candidate),
) {
    every(count, guidance, features, |graph, candidate| {
        if let Some(query) = candidate.tree.get::<Query>() {
            show(graph, query, candidate);
        }
    });
}

/// The updates among `count` cases.
fn each_update(count: usize, features: &Features, mut show: impl FnMut(&Graph, &Update, &Candidate)) {
    every(count, Guidance::Full, features, |graph, candidate| {
        if let Some(update) = candidate.tree.get::<Update>() {
            show(graph, update, candidate);
        }
    });
}

fn written(candidate: &Candidate) -> String {
    Sparql.print(&candidate.tree, &Dialect::default())
}

fn text(query: &Query) -> String {
    print(query, &Spelling::default())
}

/// What a number of cases are made of.
#[derive(Default)]
struct Statistics {
    cases: usize,
    nonempty: usize,
    determined: usize,
    joins: usize,
    one_row: usize,
    rows: usize,
    elements: usize,
    aims: BTreeMap<String, usize>,
    features: BTreeMap<&'static str, usize>,
}

impl Statistics {
    fn add(&mut self, query: &Query, candidate: &Candidate) {
        self.cases += 1;
        if let Some(aim) = &candidate.aim {
            *self.aims.entry(aim.clone()).or_default() += 1;
            return;
        }
        let evaluation = &candidate.evaluation;
        self.nonempty += usize::from(evaluation.result.is_ok() && !evaluation.flow.contains(&0));
        self.determined += usize::from(evaluation.open.is_none());
        self.joins += usize::from(joins(query));
        self.one_row += usize::from(is_one_row(query));
        self.rows += evaluation.result.as_ref().map_or(0, quarrel_case::answer::Answer::len);
        self.elements += elements(&query.pattern);
        for feature in features(query) {
            *self.features.entry(feature).or_default() += 1;
        }
    }

    fn percent(&self, count: usize) -> f64 {
        count as f64 * 100.0 / self.cases as f64
    }

    fn feature(&self, feature: &str) -> f64 {
        self.percent(self.features.get(feature).copied().unwrap_or(0))
    }
}

/// Whether two triple patterns share a variable.
fn joins(query: &Query) -> bool {
    let mut patterns = Vec::new();
    collect(&query.pattern, &mut patterns);
    let sets = patterns.iter().map(|pattern| pattern.variables().collect::<BTreeSet<_>>());
    let mut seen = BTreeSet::new();
    sets.flatten().any(|variable| !seen.insert(variable))
}

fn elements(group: &Group) -> usize {
    let inside = group.elements.iter().map(|element| match element {
        Element::Optional(group)
        | Element::Group(group)
        | Element::Minus(group)
        | Element::Graph { group, .. } => elements(group),
        Element::Union(branches) => branches.iter().map(elements).sum(),
        _ => 0,
    });
    group.elements.len() + inside.sum::<usize>()
}

fn collect<'a>(group: &'a Group, patterns: &mut Vec<&'a TriplePattern>) {
    for element in &group.elements {
        match element {
            Element::Triples(block) => patterns.extend(block),
            Element::Optional(group)
            | Element::Group(group)
            | Element::Minus(group)
            | Element::Graph { group, .. } => {
                collect(group, patterns);
            }
            Element::Union(branches) => branches.iter().for_each(|branch| collect(branch, patterns)),
            _ => {}
        }
    }
}

/// Whether the answer is one row whatever the data is: ASK and aggregates without GROUP BY.
fn is_one_row(query: &Query) -> bool {
    let names = features(query);
    let aggregates = names.iter().any(|name| name.starts_with("aggregate."));
    query.form == Form::Ask || (aggregates && query.modifiers.group_by.is_empty())
}

#[test]
fn a_query_reads_back_from_its_text() {
    for guidance in [Guidance::Random, Guidance::Graph, Guidance::Data, Guidance::Full] {
        each(5_000, guidance, &Features::default(), |_, query, candidate| {
            if candidate.aim.as_deref() != Some("error") {
                assert_eq!(parse(&text(query)).as_ref(), Ok(query), "{}", text(query));
            }
        });
    }
}

#[test]
fn over_no_data_there_is_nothing_but_constants_to_aggregate_and_they_are_aggregated() {
    let setting = setting(Graph::empty(Model::Rdf), Guidance::Full, &Features::default());
    let mut generator = SparqlGenerator::new(&setting).unwrap();
    let mut aggregates = 0;
    for number in 0..1_000 {
        let made = generator.next(&mut Choices::new(3).numbered("case", number));
        let Some(query) = made.tree.get::<Query>() else { continue };
        aggregates += usize::from(features(query).iter().any(|name| name.starts_with("aggregate.m")));
        assert!(text(query).find("M(*)").or(text(query).find("N(*)")).is_none(), "{}", text(query));
    }
    assert!(aggregates > 20, "{aggregates}");
}

#[test]
fn the_same_choices_make_the_same_cases() {
    let run = || {
        let mut all = Vec::new();
        each(400, Guidance::Full, &Features::default(), |_, query, candidate| {
            all.push((text(query), candidate.evaluation.clone(), candidate.aim.clone()));
        });
        all
    };
    assert_eq!(run(), run());
}

#[test]
fn a_query_of_the_round_comes_again_with_other_constants_alone() {
    let plan = |query: &Query| {
        let mut query = query.clone();
        crate::walk::walk(&mut query, &mut |node| {
            if let crate::walk::Node::Constant(constant) = node {
                *constant = crate::ast::Constant::iri("http://e/constant");
            }
        });
        text(&query)
    };
    let mut seen: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut again = 0;
    each(3_000, Guidance::Full, &Features::default(), |graph, query, _| {
        let own = text(query);
        let earlier = seen.insert((graph.to_text(), plan(query)), own.clone());
        again += usize::from(earlier.is_some_and(|earlier| earlier != own));
    });
    assert!((6..90).contains(&again), "{again}");
}

#[test]
fn every_construct_is_generated_or_has_a_reason() {
    let mut missing: BTreeSet<&str> = crate::features::ALL.iter().copied().collect();
    every(8_000, Guidance::Full, &Features::default(), |_, candidate| {
        for feature in Sparql.features(&candidate.tree) {
            missing.remove(feature);
        }
    });
    let listed: BTreeSet<&str> = crate::features::UNGENERATED.iter().map(|(name, _)| *name).collect();
    assert_eq!(missing, listed);
}

#[test]
fn cases_have_solutions_joins_and_every_construct() {
    let mut statistics = Statistics::default();
    each(4_000, Guidance::Full, &Features::default(), |_, query, candidate| statistics.add(query, candidate));
    let usual = statistics.cases - statistics.aims.values().sum::<usize>();
    assert!(statistics.nonempty * 100 >= usual * 97, "{} of {usual} have solutions", statistics.nonempty);
    assert!(statistics.determined * 100 >= usual * 97, "{} of {usual} are determined", statistics.determined);
    assert!(statistics.percent(statistics.joins) >= 80.0, "{} join", statistics.joins);
    assert!(statistics.percent(statistics.one_row) <= 15.0, "{} have one row", statistics.one_row);
    for construct in [
        "bind",
        "distinct",
        "exists",
        "from",
        "from-named",
        "graph",
        "graph.variable",
        "filter",
        "group",
        "group-by",
        "having",
        "limit",
        "minus",
        "not-exists",
        "offset",
        "optional",
        "optional.filter",
        "construct",
        "order-by",
        "path.alternative",
        "path.inverse",
        "path.negated",
        "path.one-or-more",
        "path.sequence",
        "path.zero-or-more",
        "path.zero-or-one",
        "sub-select",
        "union",
        "values",
        "values.undef",
    ] {
        assert!(statistics.feature(construct) >= 2.0, "{construct}: {} %", statistics.feature(construct));
    }
}

/// Whether a MINUS shares no variable with what stands before it in its group.
fn has_minus_apart(group: &Group) -> bool {
    let is_apart = |(index, element): (usize, &Element)| match element {
        Element::Minus(inner) => {
            let mut before = BTreeSet::new();
            group.elements.iter().take(index).for_each(|element| element.add_scope(&mut before));
            inner.scope().is_disjoint(&before)
        }
        Element::Graph { group, .. } | Element::Group(group) | Element::Optional(group) => {
            has_minus_apart(group)
        }
        _ => false,
    };
    group.elements.iter().enumerate().any(is_apart)
}

#[test]
fn what_takes_nothing_away_lies_half_way_or_differs_in_its_language_alone_is_made() {
    let (mut apart, mut half, mut tagged) = (0, 0, 0);
    each(3_000, Guidance::Full, &Features::default(), |_, query, _| {
        let text = text(query);
        apart += usize::from(has_minus_apart(&query.pattern));
        let rounds = ["CEIL(", "FLOOR(", "ROUND("].iter().any(|name| text.contains(name));
        let halves = ["* 0.5", "* -0.5", "* 1.5", "* -2.5", "+ 0.5", "+ -0.5", "+ 1.5", "+ -2.5"];
        half += usize::from(rounds && halves.iter().any(|half| text.contains(half)));
        tagged +=
            usize::from(["= \"", "!= \""].iter().any(|start| text.contains(start)) && text.contains("\"@fr"));
    });
    assert!(apart >= 75 && half >= 35 && tagged >= 4, "{apart} {half} {tagged}");
}

#[test]
fn a_query_on_purpose_in_error_is_rejected() {
    let mut errors = 0;
    each(2_000, Guidance::Full, &Features::default(), |_, query, candidate| {
        if candidate.aim.as_deref() == Some("error") {
            errors += 1;
            assert!(parse(&text(query)).is_err(), "{}", text(query));
            assert_eq!(candidate.evaluation.errors, ErrorStatus::Must);
        }
    });
    assert!((5..60).contains(&errors), "{errors}");
}

#[test]
fn what_a_setting_leaves_out_is_not_made() {
    for left_out in crate::features::ALL.iter().filter(|feature| !["select"].contains(feature)) {
        let features = Features { without: BTreeSet::from([(*left_out).to_owned()]), ..Features::default() };
        every(60, Guidance::Full, &features, |_, candidate| {
            let (features, text) = (Sparql.features(&candidate.tree), written(candidate));
            assert!(!features.contains(left_out), "{left_out}: {text}");
        });
    }
}

#[test]
fn the_text_has_the_answer_of_the_tree() {
    let budget = Budget::default();
    each(5_000, Guidance::Full, &Features::default(), |graph, query, candidate| {
        if candidate.aim.as_deref() != Some("error") {
            let tree = Sparql.parse(&Sparql.print(&candidate.tree, &Dialect::default())).unwrap();
            let again = evaluate(&Sparql, graph, &tree, &Profile::default(), &budget).unwrap();
            assert_eq!(again, candidate.evaluation, "{}", text(query));
        }
    });
}

#[test]
fn what_a_query_shrinks_to_is_valid_and_smaller() {
    let (profile, budget) = (Profile::default(), Budget::default());
    each(60, Guidance::Full, &Features::default(), |graph, query, candidate| {
        let ground = Ground { graph, profile: &profile, budget };
        for smaller in shrink(query, &ground) {
            assert!(size(&smaller) < size(query), "{}", text(&smaller));
            assert!(candidate.aim.is_some() || is_valid(&smaller), "{}", text(&smaller));
        }
    });
}

#[test]
fn updates_change_the_dataset_by_every_operation() {
    let (mut count, mut changed, mut several) = (0, 0, 0);
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    each_update(6_000, &Features::default(), |graph, update, candidate| {
        count += 1;
        several += usize::from(update.operations.len() > 1);
        for feature in Sparql.features(&candidate.tree) {
            *found.entry(feature).or_default() += 1;
        }
        assert_eq!(candidate.evaluation.open, None);
        let mut session = Sparql.session(graph, &Profile::default()).unwrap();
        let before = session.graph();
        let again = session.run(&candidate.tree, &Budget::default());
        assert_eq!(again, candidate.evaluation, "{}", written(candidate));
        changed += usize::from(session.graph() != before);
    });
    assert!((360..600).contains(&count), "{count} updates of 6000");
    assert!(changed * 100 > count * 90 && several * 100 > count * 30, "{changed} {several}");
    for feature in crate::features::ALL.iter().filter(|name| name.starts_with("update.")) {
        let often = found.get(feature).copied().unwrap_or_default();
        assert!(often >= 8 || *feature == "update.load", "{feature}: {often} of {count}");
    }
}

#[test]
fn an_update_reads_back_from_its_text_and_shrinks_to_smaller_ones() {
    let (profile, budget) = (Profile::default(), Budget::default());
    let mut shown = 0;
    each_update(1_500, &Features::default(), |graph, update, _| {
        let text = print_update(update, &Spelling::default());
        assert_eq!(parse_update(&text).as_ref(), Ok(update), "{text}");
        shown += 1;
        if shown % 4 == 0 {
            let ground = Ground { graph, profile: &profile, budget };
            for smaller in shrink_update(update, &ground) {
                assert!(update_size(&smaller) < update_size(update), "{text}");
            }
        }
    });
}

#[test]
fn only_the_first_operation_names_graphs_to_look_at() {
    each_update(3_000, &Features::default(), |graph, update, candidate| {
        assert!(!Sparql.runs_foreign_code(&candidate.tree), "{}", written(candidate));
        let names = graph.dataset().unwrap().quads.iter().filter_map(|quad| quad.graph.clone());
        let names: Vec<String> = names.map(|name| name.to_string()).collect();
        for named in Sparql.graphs_read(&candidate.tree) {
            assert!(names.contains(&format!("<{named}>")), "{update:?}");
        }
    });
}

#[test]
fn an_empty_dataset_and_tiny_settings_give_queries_too() {
    for (length, patterns, depth) in [(0, 0, 0), (1, 1, 0), (12, 9, 5)] {
        for graph in [Graph::empty(Model::Rdf), graph(1), Graph::empty(Model::Property)] {
            let setting =
                Setting { length, patterns, depth, ..setting(graph, Guidance::Full, &Features::default()) };
            let mut generator = Sparql.generator(&setting).unwrap();
            for seed in 0..20 {
                let candidate = generator.next(&mut Choices::new(seed));
                assert!(candidate.tree.get::<Query>().is_some() || candidate.tree.get::<Update>().is_some());
            }
        }
    }
}

#[test]
fn cases_have_solutions_under_every_profile() {
    for switch in crate::evaluate::SWITCHES {
        for value in switch.values.iter().skip(1) {
            let (mut cases, mut nonempty) = (0, 0);
            for round in 0..15 {
                let mut setting = setting(graph(round), Guidance::Full, &Features::default());
                setting.profile.switches.insert(switch.name.to_owned(), (*value).to_owned());
                let mut generator = Sparql.generator(&setting).unwrap();
                for case in 0..10 {
                    let mut choices = Choices::new(7).numbered("round", round as u64).numbered("case", case);
                    let candidate = generator.next(&mut choices);
                    if candidate.aim.is_none() {
                        cases += 1;
                        let evaluation = candidate.evaluation;
                        nonempty += usize::from(evaluation.result.is_ok() && !evaluation.flow.contains(&0));
                    }
                }
            }
            assert!(nonempty * 100 >= cases * 95, "{} = {value}: {nonempty} of {cases}", switch.name);
        }
    }
}

/// Prints what 10,000 cases are made of: `cargo test --release -- --ignored --nocapture statistics`.
#[test]
#[ignore = "prints figures"]
fn statistics() {
    for guidance in [Guidance::Random, Guidance::Graph, Guidance::Data] {
        let mut statistics = Statistics::default();
        each(2_000, guidance, &Features::default(), |_, query, candidate| {
            statistics.add(query, candidate);
        });
        println!("{guidance:?}: {:.1} % have solutions", statistics.percent(statistics.nonempty));
    }
    let mut statistics = Statistics::default();
    each(10_000, Guidance::Full, &Features::default(), |_, query, candidate| {
        statistics.add(query, candidate);
    });
    let usual = statistics.cases - statistics.aims.values().sum::<usize>();
    println!("cases {} usual {usual} aims {:?}", statistics.cases, statistics.aims);
    println!(
        "nonempty {} determined {} joins {}",
        statistics.nonempty, statistics.determined, statistics.joins
    );
    println!(
        "one row {} rows per case {:.1}",
        statistics.one_row,
        statistics.rows as f64 / statistics.cases as f64
    );
    println!("elements per case {:.1}", statistics.elements as f64 / statistics.cases as f64);
    for (feature, count) in &statistics.features {
        println!("{feature} {:.2} %", statistics.percent(*count));
    }
}

#[test]
fn shrinking_alone_finds_the_smallest_query_with_a_construct() {
    for (construct, expected) in
        [("minus", "SELECT * WHERE { MINUS { } }"), ("exists", "SELECT (EXISTS { } AS ?x) WHERE { }")]
    {
        let (profile, budget) = (Profile::default(), Budget::default());
        each(40, Guidance::Full, &Features::default(), |graph, query, candidate| {
            let ground = Ground { graph, profile: &profile, budget };
            if candidate.aim.is_none() && features(query).contains(&construct) {
                let mut smallest = query.clone();
                let has = |smaller: &Query| features(smaller).contains(&construct);
                while let Some(smaller) = shrink(&smallest, &ground).into_iter().find(has) {
                    smallest = smaller;
                }
                assert_eq!(text(&smallest), expected, "{}", text(query));
            }
        });
    }
}
