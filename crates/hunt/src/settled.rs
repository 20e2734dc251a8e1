//! What became of violations: findings, what stands under them, and what does not count, each in its folder.

use std::path::Path;

use crate::HuntError;
use crate::events::RawViolation;
use crate::finding::{Finding, Presenter};
use crate::group::{self, Traits};

/// What became of a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// A finding of its own.
    Finding,
    /// In the group of an earlier one.
    Similar,
    /// It does not replay every time.
    Flaky,
    /// A known divergence.
    Excused,
    /// It rests on the reference alone, and other engines side with the accused or no suite covers it.
    InDoubt,
    /// It does not show again, even after all that was sent before it.
    Unexplained,
}

impl State {
    /// Every state.
    pub const ALL: [State; 6] =
        [State::Finding, State::Similar, State::Flaky, State::Excused, State::InDoubt, State::Unexplained];

    /// The folder where such findings are.
    pub fn folder(self) -> &'static str {
        if self == State::Finding { "findings" } else { self.word() }
    }

    /// The word in events.
    pub fn word(self) -> &'static str {
        match self {
            State::Finding => "finding",
            State::Similar => "similar",
            State::Flaky => "flaky",
            State::Excused => "excused",
            State::InDoubt => "in-doubt",
            State::Unexplained => "unexplained",
        }
    }
}

/// A finding and what became of it.
#[derive(Debug, Clone)]
pub struct Settled {
    /// The finding.
    pub finding: Finding,
    /// What became of it.
    pub state: State,
}

impl Settled {
    /// What excuses a finding that is reported all the same, as a strict hunt does.
    pub(crate) fn reported_excuse(&self) -> Option<&str> {
        self.finding.record.excused_by.as_deref().filter(|_| self.state == State::Finding)
    }
}

/// The finding that explains a violation best: it fails in the same way, the violation's query has all its
/// features, and no other such finding has more. Only one that counts may stand for others: one that is flaky
/// or excused would hide them.
pub(crate) fn best(settled: &[Settled], raw: &RawViolation) -> Option<usize> {
    let explains = |known: &Settled| {
        let record = &known.finding.record;
        known.state == State::Finding
            && record.reduced
            && record.violation.resembles(&raw.violation)
            && record.features.iter().all(|feature| raw.features.contains(feature))
    };
    let explaining = settled.iter().enumerate().filter(|(_, known)| explains(known));
    explaining.max_by_key(|(_, known)| known.finding.record.features.len()).map(|(index, _)| index)
}

/// True when a reduced finding brings nothing that the known one does not show.
pub(crate) fn looks_like(known: &Finding, finding: &Finding) -> bool {
    group::groups(&[Traits::of(known), Traits::of(finding)]) == [0, 0]
        || known.record.text == finding.record.text
}

/// Puts each finding in its group: the smallest of a group is a finding of its own, the others stand under it. One
/// that has all features of the first of another group says so.
pub(crate) fn grouped(settled: &mut [Settled]) {
    let places: Vec<usize> = (0..settled.len())
        .filter(|&index| matches!(settled[index].state, State::Finding | State::Similar))
        .collect();
    let traits: Vec<Traits> = places.iter().map(|&place| Traits::of(&settled[place].finding)).collect();
    let heads = group::groups(&traits);
    let names: Vec<(String, String)> =
        settled.iter().map(|one| (group::name(&one.finding.record), one.finding.record.id.clone())).collect();
    for (index, &place) in places.iter().enumerate() {
        let head = places[heads[index]];
        let similar = if place == head {
            group::similar(&traits, &heads, index).map(|other| places[other])
        } else {
            Some(head)
        };
        let one = &mut settled[place];
        one.finding.record.group.clone_from(&names[head].0);
        one.state = if place == head { State::Finding } else { State::Similar };
        one.finding.record.similar_to = similar.map(|other| names[other].1.clone());
    }
    for other in settled.iter_mut().filter(|one| !matches!(one.state, State::Finding | State::Similar)) {
        other.finding.record.group = group::name(&other.finding.record);
    }
}

/// Puts findings in the order in which a hunt with one worker would have come upon them.
pub(crate) fn sort(settled: &mut [Settled]) {
    settled.sort_by_key(|one| {
        let record = &one.finding.record;
        (record.round, record.case, record.id.clone())
    });
}

/// Writes the folder of a finding to where its state belongs, and away from where another state had put it.
pub(crate) fn store(one: &Settled, out: &Path, presenter: &dyn Presenter) -> Result<(), HuntError> {
    let id = &one.finding.record.id;
    let place = |state: State| out.join(state.folder()).join(id);
    let new = place(one.state);
    let elsewhere = State::ALL.map(place).into_iter().find(|old| *old != new && old.is_dir());
    if let Some(old) = elsewhere {
        fs_err::create_dir_all(out.join(one.state.folder()))?;
        fs_err::rename(old, &new)?;
    }
    one.finding.write(&new, presenter)
}
