//! One group per cause, as far as that can be told from outside.
//!
//! Crashes are told apart by how the process ended, by what was asserted and by the top frames; errors by class
//! and message; wrong answers by the features of the reduced case. A finding whose features contain those of an
//! earlier, smaller one stands under it: most likely the rest of its features have nothing to do with the cause
//! (SQLancer++, section 4). Versions of the engine that answer differently to the two speak against it.

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
            features,
            excused_by: record.excused_by.clone(),
            versions: versions.collect(),
            length: record.text.len() + finding.graph.size(),
            text: record.text.clone(),
        }
    }

    /// True when this one may stand under the other: the same failure, all features of the other, and no version
    /// that tells them apart.
    fn stands_under(&self, first: &Traits) -> bool {
        let versions =
            |(version, shows): (&String, &bool)| self.versions.get(version).is_none_or(|own| own == shows);
        self.engine == first.engine
            && self.language == first.language
            && self.class == first.class
            && self.message == first.message
            && first.excused_by == self.excused_by
            && (first.excused_by.is_some() || first.features.is_subset(&self.features))
            && first.versions.iter().all(versions)
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
    let message = record.violation.message.as_deref().unwrap_or_default();
    match record.violation.kind {
        Kind::Crash => signature::crash(message),
        _ => {
            let class = record.violation.error_class().unwrap_or_default();
            format!("{class} {}", signature::message(message, &record.text)).trim().to_owned()
        }
    }
}

/// For each finding the index of the one that its group is named after: its own, or that of an earlier one.
pub fn groups(findings: &[Traits]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by(|&left, &right| {
        let key = |index: usize| {
            let traits = &findings[index];
            (traits.features.len(), traits.length, &traits.text, index)
        };
        key(left).cmp(&key(right))
    });
    let mut heads: Vec<usize> = Vec::new();
    let mut groups = vec![0; findings.len()];
    for index in order {
        // Under the one that says most: with several to choose from, the most features are the best witness.
        let fitting = heads.iter().rev().filter(|&&head| findings[index].stands_under(&findings[head]));
        let head = fitting.max_by_key(|&&head| findings[head].features.len()).copied();
        groups[index] = head.unwrap_or(index);
        if head.is_none() {
            heads.push(index);
        }
    }
    groups
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
            features: features.split_whitespace().map(ToOwned::to_owned).collect(),
            excused_by: None,
            versions: versions.collect(),
            length: features.len(),
            text: features.to_owned(),
        }
    }

    #[test]
    fn what_has_all_features_of_a_smaller_finding_stands_under_it() {
        let findings = [
            traits("wrong answer", "optional where sum", ""),
            traits("wrong answer", "optional where", ""),
            traits("wrong answer", "xor null", ""),
            traits("wrong answer", "optional where xor null order", ""),
            traits("crash", "optional where sum", ""),
        ];
        assert_eq!(groups(&findings)[..3], [1, 1, 2]);
        assert_eq!(groups(&findings)[4], 4);
    }

    #[test]
    fn the_finding_that_says_most_gets_what_could_stand_under_several() {
        let findings = [
            traits("wrong answer", "order", ""),
            traits("wrong answer", "xor null", ""),
            traits("wrong answer", "xor null order", ""),
        ];
        assert_eq!(groups(&findings), [0, 1, 1]);
    }

    #[test]
    fn a_version_that_tells_two_findings_apart_keeps_them_apart() {
        let first = traits("wrong answer", "xor", "e@0.9=wrong");
        let second = traits("wrong answer", "xor null", "e@0.9=right");
        assert_eq!(groups(&[first.clone(), second.clone()]), [0, 1]);
        assert_eq!(groups(&[Traits { versions: BTreeMap::new(), ..first }, second]), [0, 0]);
    }
}
