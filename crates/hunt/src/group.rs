//! One group per cause, as far as that can be told from outside.
//!
//! Crashes are told apart by how the process ended, by what was asserted and by the top frames; errors by class
//! and message; wrong answers by the features of the reduced case. Two cases of one cause rarely reduce to the
//! same, but to cases that share what matters. So findings are clustered by the features that they share, each
//! weighed by how much it tells: what stands in nearly every query tells nothing, a constant's class or a path's
//! length little. Versions of the engine that answer differently to two findings keep them apart.
//!
//! A finding whose features contain those of a smaller one of another group is most likely the same again
//! (SQLancer++, section 4). A few such among many stand under the many: they are the cases of a flood that could not
//! be reduced as far. Where they are not few, they stay a group of their own, which says what it is similar to.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::verdict::Kind;

use crate::finding::{Finding, Record, Siding};
use crate::signature;

/// What grouping sees of a finding: nothing that it would not see of a foreign engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Traits {
    engine: String,
    language: String,
    class: &'static str,
    /// Crash signature, or error class and message without what changes.
    message: String,
    /// Whether that is all there is to tell of the cause: a parser says where it stopped, not why.
    says_all: bool,
    features: BTreeSet<String>,
    /// What is known to excuse it: that is its cause then, whatever its features.
    excused_by: Option<String>,
    /// Versions of the engine that show it, and those that do not.
    versions: BTreeMap<String, bool>,
    /// Breaks ties: the smaller case is the more telling one.
    length: usize,
    text: String,
}

impl Traits {
    /// What grouping sees of a finding.
    pub fn of(finding: &Finding) -> Self {
        let record = &finding.record;
        let features = record.features.iter().chain(&record.shape).cloned().collect();
        let shown = |side: Siding| match side {
            Siding::Expected => Some(false),
            Siding::Accused => Some(true),
            Siding::Neither | Siding::Unknown => None,
        };
        let same = record.others.iter().filter(|other| other.engine.name == record.engine.name);
        let versions = same.filter_map(|other| Some((other.engine.to_string(), shown(other.side)?)));
        Self {
            engine: record.engine.to_string(),
            language: record.language.clone(),
            class: class(record.violation.kind),
            message: message(record),
            says_all: !record.violation.is_of_parser(),
            features,
            excused_by: record.excused_by.clone(),
            versions: versions.collect(),
            length: record.text.len() + finding.graph.size(),
            text: record.text.clone(),
        }
    }

    /// What must be equal in one group. What excuses a finding is its cause, however it shows.
    fn key(&self) -> (&str, &str, &str, &str, Option<&str>) {
        match self.excused_by.as_deref() {
            Some(excuse) => (&self.engine, &self.language, "", "", Some(excuse)),
            None => (&self.engine, &self.language, self.class, &self.message, None),
        }
    }

    /// How likely two findings with the same key have one cause, from 0 to 1; [`NEVER`] when a version tells them
    /// apart.
    fn likeness(&self, other: &Traits) -> f64 {
        let differs =
            |(version, shows): (&String, &bool)| other.versions.get(version).is_some_and(|own| own != shows);
        if self.versions.iter().any(differs) {
            return NEVER;
        }
        // The same crash, the same error, the same excuse: whatever the query.
        if (!self.message.is_empty() && self.says_all) || self.excused_by.is_some() {
            return 1.0;
        }
        let sum =
            |features: &mut dyn Iterator<Item = &String>| features.map(|name| weight(name)).sum::<f64>();
        let (own, others) = (sum(&mut self.features.iter()), sum(&mut other.features.iter()));
        let shared = sum(&mut self.features.intersection(&other.features));
        if own.max(others) == 0.0 {
            return 1.0;
        }
        let of_smaller = shared / own.min(others).max(f64::EPSILON);
        CONTAINED * of_smaller + (1.0 - CONTAINED) * shared / own.max(others)
    }

    /// The features that tell something of the cause.
    fn telling(&self) -> impl Iterator<Item = &String> {
        self.features.iter().filter(|name| weight(name) >= 1.0)
    }

    /// True when all that tells something of the other, and there is such, is told by this one too, and no version
    /// tells them apart.
    fn tells_all_of(&self, other: &Traits) -> bool {
        let mut telling = other.telling().peekable();
        telling.peek().is_some()
            && telling.all(|name| self.features.contains(name))
            && self.likeness(other) > NEVER
    }

    /// True when the features of the other, of which some tell something, are all among these and are fewer.
    fn contains(&self, other: &Traits) -> bool {
        self.key() == other.key()
            && self.features.len() > other.features.len()
            && other.features.is_subset(&self.features)
            && other.features.iter().any(|name| weight(name) > COMMON_WEIGHT)
    }
}

/// Likeness from which on two groups are one.
const ONE_CAUSE: f64 = 0.55;
/// How much it counts that the features of the smaller case are among those of the larger one, rather than that
/// the two have the same.
const CONTAINED: f64 = 0.3;
/// How many times as many findings a group must have for others to stand under it as its stragglers.
const FLOOD: usize = 10;
/// So unlike that no other likeness outweighs it.
const NEVER: f64 = -1e9;

/// What a feature tells that stands in nearly every query.
const COMMON_WEIGHT: f64 = 0.1;

/// How much a feature tells of a cause.
fn weight(feature: &str) -> f64 {
    const COMMON: [&str; 18] = [
        "match",
        "pattern.steps.one",
        "return",
        "with",
        "where",
        "unwind",
        "select",
        "select.all",
        "select.expression",
        "empty-group",
        "property",
        "literal.list",
        "literal.null",
        "star",
        "values",
        "group",
        "bind",
        "filter",
    ];
    const SLIGHT: [&str; 11] = [
        "pattern.undirected",
        "literal.",
        "value.",
        "where.",
        "variable.",
        "error.",
        "function.",
        "skip",
        "limit",
        "offset",
        "cast.",
    ];
    if COMMON.contains(&feature) || feature.starts_with("graph.") {
        COMMON_WEIGHT
    } else if SLIGHT.iter().any(|prefix| feature.starts_with(prefix)) {
        0.3
    } else {
        1.0
    }
}

/// Kinds that one cause may show as.
fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongResult | Kind::WrongOrder => "wrong answer",
        Kind::WrongState | Kind::WrongCounters => "wrong effect",
        Kind::MissingError => "rows instead of an error",
        Kind::UnexpectedError => "error instead of rows",
        Kind::InternalError => "internal error",
        Kind::Crash => "crash",
        Kind::Hang => "no answer",
        Kind::Protocol => "broken protocol",
        Kind::Load => "graph not loaded",
        Kind::CapabilityLost => "capability lost",
    }
}

fn message(record: &Record) -> String {
    match record.violation.kind {
        Kind::Crash => signature::crash(record.violation.message.as_deref().unwrap_or_default()),
        _ => {
            let class = record.violation.error_class().unwrap_or_default();
            format!("{class} {}", signature::error(&record.violation, &record.text)).trim().to_owned()
        }
    }
}

/// For each finding the index of the one that its group is named after: the smallest of the group.
pub fn groups(findings: &[Traits]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..findings.len()).collect();
    for members in with_stragglers(findings, clusters(findings)) {
        let head = head(findings, &members);
        for &member in &members {
            groups[member] = head;
        }
    }
    groups
}

/// The smallest of a cluster, which stands for all of it.
fn head(findings: &[Traits], members: &[usize]) -> usize {
    let smallest = members.iter().copied().min_by_key(|&index| findings[index].order(index));
    smallest.unwrap_or_default()
}

/// Puts a few findings under the flood whose telling features they have, the smallest clusters first.
fn with_stragglers(findings: &[Traits], mut clusters: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    clusters.sort_by_key(|members| std::cmp::Reverse(members.len()));
    let mut kept: Vec<Vec<usize>> = Vec::new();
    while let Some(members) = clusters.pop() {
        let own = &findings[head(findings, &members)];
        let explains = |flood: &&mut Vec<usize>| {
            let first = &findings[head(findings, flood)];
            members.len() * FLOOD <= flood.len() && own.key() == first.key() && own.tells_all_of(first)
        };
        let telling = |flood: &&mut Vec<usize>| findings[head(findings, flood)].telling().count();
        match clusters.iter_mut().filter(explains).max_by_key(telling) {
            Some(flood) => flood.extend(members),
            None => kept.push(members),
        }
    }
    kept
}

/// For the first finding of a group the one of another group that it is similar to: the largest whose features are
/// all among its own.
pub fn similar(findings: &[Traits], heads: &[usize], index: usize) -> Option<usize> {
    let mut others: Vec<usize> = heads.iter().copied().filter(|&head| heads[index] != head).collect();
    others.sort_unstable();
    others.dedup();
    let contained = others.into_iter().filter(|&head| findings[index].contains(&findings[head]));
    contained.max_by_key(|&head| (findings[head].features.len(), std::cmp::Reverse(head)))
}

impl Traits {
    /// The smaller case is the more telling one.
    fn order(&self, index: usize) -> (usize, usize, &str, usize) {
        (self.features.len(), self.length, &self.text, index)
    }
}

/// Clusters by average linkage: the two clusters whose findings are the most alike on average become one, until none
/// are alike enough.
fn clusters(findings: &[Traits]) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = alike(findings);
    let likeness = |left: &[usize], right: &[usize]| {
        let (left, right) = (&findings[left[0]], &findings[right[0]]);
        if left.key() == right.key() { left.likeness(right) } else { NEVER }
    };
    let mut table: Vec<Vec<f64>> =
        clusters.iter().map(|left| clusters.iter().map(|right| likeness(left, right)).collect()).collect();
    while let Some((first, second)) = closest(&table) {
        let (own, others) = (clusters[first].len() as f64, clusters[second].len() as f64);
        let joined = |row: &[f64]| (own * row[first] + others * row[second]) / (own + others);
        let row: Vec<f64> = table.iter().map(|row| joined(row)).collect();
        for (line, value) in table.iter_mut().zip(&row) {
            line[first] = *value;
            line.remove(second);
        }
        table[first] = row;
        table[first].remove(second);
        table.remove(second);
        let members = clusters.remove(second);
        clusters[first].extend(members);
    }
    clusters
}

/// Findings of which nothing tells one from the other are in one cluster from the start.
fn alike(findings: &[Traits]) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    for (index, traits) in findings.iter().enumerate() {
        let same = |cluster: &&mut Vec<usize>| {
            let first = &findings[cluster[0]];
            first.key() == traits.key()
                && first.features == traits.features
                && first.versions == traits.versions
        };
        match clusters.iter_mut().find(same) {
            Some(cluster) => cluster.push(index),
            None => clusters.push(vec![index]),
        }
    }
    clusters
}

/// The two clusters that are the most alike, if they are alike enough.
fn closest(table: &[Vec<f64>]) -> Option<(usize, usize)> {
    let pairs =
        (0..table.len()).flat_map(|first| (first + 1..table.len()).map(move |second| (first, second)));
    let enough = pairs.filter(|&(first, second)| table[first][second] >= ONE_CAUSE);
    enough.reduce(|best, pair| if table[pair.0][pair.1] > table[best.0][best.1] { pair } else { best })
}

/// The name of a group after its first finding.
pub fn name(record: &Record) -> String {
    let symptom = record.violation.symptom.map(|symptom| format!(" {symptom:?}")).unwrap_or_default();
    let features: Vec<&str> = record.features.iter().chain(&record.shape).map(String::as_str).collect();
    let message = message(record);
    let name =
        format!("{} {}{symptom} [{}] {message}", record.engine, record.violation.kind, features.join(" "));
    name.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(class: &'static str, features: &str, versions: &str) -> Traits {
        let versions = versions.split_whitespace().filter_map(|word| {
            let (version, shows) = word.split_once('=')?;
            Some((version.to_owned(), shows == "wrong"))
        });
        Traits {
            engine: "e@1".to_owned(),
            language: "cypher".to_owned(),
            class,
            message: String::new(),
            says_all: true,
            features: features.split_whitespace().map(ToOwned::to_owned).collect(),
            excused_by: None,
            versions: versions.collect(),
            length: features.len(),
            text: features.to_owned(),
        }
    }

    #[test]
    fn findings_that_share_what_matters_are_one_group() {
        let findings = [
            traits("wrong answer", "union graph.self-loop", ""),
            traits("wrong answer", "match union pattern.steps.one function.id", ""),
            traits("wrong answer", "operator.xor literal.null", ""),
            traits("wrong answer", "operator.xor literal.null where match", ""),
            traits("wrong answer", "distinct star", ""),
            traits("rows instead of an error", "union", ""),
        ];
        assert_eq!(groups(&findings), [0, 0, 2, 2, 4, 5]);
    }

    #[test]
    fn a_general_finding_does_not_swallow_special_ones() {
        let findings = [
            traits("wrong answer", "match pattern.var-length", ""),
            traits(
                "wrong answer",
                "match pattern.var-length pattern.var-length.fixed pattern.bound-node",
                "",
            ),
            traits("wrong answer", "match pattern.var-length pattern.var-length.zero pattern.cyclic", ""),
        ];
        let heads = groups(&findings);
        assert_eq!(heads, [0, 1, 2]);
        assert_eq!([1, 2, 0].map(|index| similar(&findings, &heads, index)), [Some(0), Some(0), None]);
    }

    #[test]
    fn a_few_with_all_that_tells_something_of_many_stand_under_the_many() {
        let special = "match order-by order-by.descending pattern.several pattern.cyclic union distinct star";
        let flood = |count: usize| {
            let mut findings =
                vec![traits("wrong answer", "order-by order-by.descending literal.null", ""); count];
            findings.push(traits("wrong answer", special, ""));
            groups(&findings).pop()
        };
        assert_eq!(flood(FLOOD), Some(0));
        assert_eq!(flood(FLOOD - 1), Some(FLOOD - 1));
    }

    #[test]
    fn errors_are_told_apart_by_their_message_alone() {
        let with = |message: &str, features: &str| Traits {
            message: message.to_owned(),
            ..traits("error instead of rows", features, "")
        };
        let findings =
            [with("unbound", "union"), with("unbound", "distinct order-by"), with("overflow", "union")];
        assert_eq!(groups(&findings), [0, 0, 2]);
    }

    #[test]
    fn what_has_the_same_excuse_is_one_group_however_it_shows() {
        let excused = |class: &'static str, message: &str, excuse: &str| Traits {
            message: message.to_owned(),
            excused_by: Some(excuse.to_owned()),
            ..traits(class, "step.V", "")
        };
        let findings = [
            excused("error instead of rows", "no such step: concat", "steps"),
            excused("error instead of rows", "no such step: split", "steps"),
            excused("wrong answer", "", "steps"),
            excused("wrong answer", "", "sum-type"),
        ];
        assert_eq!(groups(&findings), [0, 0, 0, 3]);
    }

    #[test]
    fn errors_of_a_parser_are_told_apart_by_what_was_asked_too() {
        let with = |features: &str| Traits {
            message: "SyntaxError expected".to_owned(),
            says_all: false,
            ..traits("error instead of rows", features, "")
        };
        let findings = [
            with("ask group-by group-by.several"),
            with("exists blank-node-pattern"),
            with("ask group-by bind"),
        ];
        assert_eq!(groups(&findings), [2, 1, 2]);
    }

    #[test]
    fn a_version_that_tells_two_findings_apart_keeps_them_apart() {
        let first = traits("wrong answer", "operator.xor", "e@0.9=wrong");
        let second = traits("wrong answer", "operator.xor literal.null", "e@0.9=right");
        assert_eq!(groups(&[first.clone(), second.clone()]), [0, 1]);
        assert_eq!(groups(&[Traits { versions: BTreeMap::new(), ..first }, second]), [0, 0]);
    }
}
