use std::collections::BTreeSet;
use std::sync::Arc;

use quarrel_case::answer::Answer;
use quarrel_case::compare::{Comparison, answers};
use quarrel_case::profile::{Features, Profile};
use quarrel_case::value::Value as CaseValue;
use quarrel_graph::Sizes;

use super::*;
use crate::language::Gremlin;
use crate::parse::parse;
use crate::print::{Spelling, print};

fn setting(round: u64, guidance: Guidance) -> Setting {
    let choices = Choices::new(11).numbered("round", round);
    let features = Features::default();
    let graph = quarrel_graph::generate(&Gremlin, Sizes::default(), &features, &mut choices.stream("graph"));
    Setting {
        graph: Arc::new(graph),
        profile: Profile::default(),
        features,
        length: 12,
        patterns: 3,
        depth: 3,
        guidance,
        budget: Budget::default(),
    }
}

/// Calls `each` with so many generated cases.
fn cases(rounds: u64, guidance: Guidance, mut each: impl FnMut(&Setting, Candidate)) {
    for round in 0..rounds {
        let setting = setting(round, guidance);
        let mut generator = GremlinGenerator::new(&setting).unwrap();
        for case in 0..20 {
            let mut choices = Choices::new(11).numbered("round", round).numbered("case", case);
            each(&setting, generator.next(&mut choices));
        }
    }
}

fn query(candidate: &Candidate) -> Query {
    candidate.tree.get::<Query>().unwrap().clone()
}

#[test]
fn generated_traversals_read_back_from_their_text() {
    for (_, guidance) in Guidance::ALL {
        cases(20, guidance, |_, candidate| {
            let query = query(&candidate);
            let text = print(&query, &Spelling::default());
            assert_eq!(parse(&text).as_ref(), Ok(&query), "{text}");
        });
    }
}

#[test]
fn every_feature_is_generated_or_has_a_reason() {
    let mut missing: BTreeSet<&str> = crate::features::all().into_iter().collect();
    cases(500, Guidance::Full, |_, candidate| {
        for feature in features(&query(&candidate)) {
            missing.remove(feature);
        }
    });
    let listed: BTreeSet<&str> = crate::features::UNGENERATED.iter().map(|(name, _)| *name).collect();
    assert_eq!(missing, listed);
}

#[test]
fn guided_traversals_find_something_all_the_way() {
    let (mut made, mut empty) = (0, 0);
    cases(30, Guidance::Full, |_, candidate| {
        if candidate.aim.is_none() {
            made += 1;
            empty += usize::from(candidate.evaluation.flow.contains(&0));
        }
    });
    assert!(empty * 100 <= made * 3, "{empty} of {made}");
}

#[test]
fn the_answer_is_that_of_a_session_which_is_fed_with_text() {
    cases(20, Guidance::Full, |setting, candidate| {
        let graph = setting.graph.property().unwrap();
        let text = print(&query(&candidate), &Spelling::default());
        let read = parse(&text).unwrap();
        let evaluation = session(graph, &setting.profile).unwrap().query(&read, &setting.budget);
        assert_eq!(evaluation, candidate.evaluation, "{text}");
    });
}

/// A value as an engine sends it: lists whose order is left open come in another one, sets come as lists.
fn sent(value: CaseValue) -> CaseValue {
    value.map(&mut |part| match part {
        CaseValue::Bag(mut items) | CaseValue::Set(mut items) => {
            items.reverse();
            CaseValue::List(items)
        }
        CaseValue::Near(number) => CaseValue::Float(number),
        other => other,
    })
}

#[test]
fn an_answer_equals_what_an_engine_makes_of_it() {
    let mut open = 0;
    cases(40, Guidance::Full, |_, candidate| {
        let Ok(Answer::Table(expected)) = &candidate.evaluation.result else { return };
        let mut got = expected.clone();
        got.rows.iter_mut().flatten().for_each(|value| *value = sent(value.clone()));
        got.order = None;
        open += usize::from(got.rows != expected.rows);
        let comparison = answers(&Answer::Table(expected.clone()), &Answer::Table(got));
        assert_eq!(comparison, Comparison::Equal, "{}", print(&query(&candidate), &Spelling::default()));
    });
    assert!(open > 50, "only {open} answers leave something open");
}

#[test]
fn a_generator_leaves_out_what_the_features_leave_out() {
    let mut setting = setting(3, Guidance::Full);
    for feature in ["step.repeat", "step.by", "literal.double", "construct.start-ids", "predicate.within"] {
        setting.features.without.insert(feature.to_owned());
    }
    let mut generator = GremlinGenerator::new(&setting).unwrap();
    for case in 0..100 {
        let candidate = generator.next(&mut Choices::new(case));
        let used = features(&query(&candidate));
        assert!(used.iter().all(|feature| !setting.features.without.contains(*feature)), "{used:?}");
    }
}

#[test]
fn an_older_version_gets_no_newer_steps() {
    let mut setting = setting(4, Guidance::Full);
    setting.profile.switches.insert("steps".to_owned(), "3.6".to_owned());
    let mut generator = GremlinGenerator::new(&setting).unwrap();
    for case in 0..100 {
        let candidate = generator.next(&mut Choices::new(case));
        let query = query(&candidate);
        let known = |step: &Step| crate::ast::in_version(step.name, 6);
        assert!(!crate::walk::any(&query.steps, &|step| !known(step)), "{query:?}");
    }
}

/// Whether a step of this name stands directly behind another and what modulates it with a key.
fn follows(steps: &[Step], first: StepName, then: StepName) -> bool {
    let mut keyed = false;
    let mut before = None;
    for step in steps {
        if step.name == StepName::By {
            keyed |= matches!(step.arguments.first(), Some(crate::ast::Argument::Literal(_)));
        } else if before == Some(first) && keyed && step.name == then {
            return true;
        } else {
            (before, keyed) = (Some(step.name), false);
        }
    }
    false
}

#[test]
fn what_is_sorted_by_a_key_is_counted_and_rid_of_doubles() {
    let (mut counted, mut deduplicated) = (0, 0);
    cases(60, Guidance::Full, |_, candidate| {
        let query = query(&candidate);
        counted += usize::from(follows(&query.steps, StepName::Order, StepName::Count));
        deduplicated += usize::from(follows(&query.steps, StepName::Order, StepName::Dedup));
    });
    assert!(counted >= 6, "{counted} of 1,200 count what they sorted");
    assert!(deduplicated >= 6, "{deduplicated} of 1,200 look for doubles in what they sorted");
}
