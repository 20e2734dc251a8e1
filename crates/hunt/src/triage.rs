//! Triage after the hunt: every finding before all oracles and versions at hand, and what the violations come to
//! when versions are told apart.
//!
//! Nothing here starts a command because a file says so: an engine of a finding that is no entry of the catalogue
//! must be among those that the user names.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::check::Check;
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Language, Tree};
use quarrel_engine::OpenError;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::HuntError;
use crate::events::{Event, RawViolation};
use crate::finding::{Finding, Presenter, Siding};
use crate::likeness::form;
use crate::pool::Pool;
use crate::settled::{self, Settled, State};
use crate::tally::Tally;
use crate::target::Target;
use crate::trust::{self, is_harmless};
use crate::weights::Weights;
use crate::witness::{Witnesses, accused_spec};
use crate::workshop::Workshop;
use crate::{reduce, summary};

/// What is taken for the right answer when discrepancies are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    /// What the oracle says: every violation is a discrepancy.
    Oracle,
    /// What this engine answers.
    Engine(String),
    /// What most of the versions answer, the accused among them.
    Majority,
}

/// What to triage and with what.
pub struct Triage<'a> {
    /// The folder of the hunt.
    pub folder: &'a Path,
    /// Where engines come from.
    pub workshop: &'a Workshop,
    /// A language by its name.
    pub language: &'a dyn Fn(&str) -> Option<Arc<dyn Language>>,
    /// Writes the texts of findings.
    pub presenter: &'a dyn Presenter,
    /// Versions and engines to ask beside those of the hunt.
    pub versions: &'a [String],
    /// What is taken for right when discrepancies are counted.
    pub truth: Truth,
}

/// What triage found out.
#[derive(Debug, Clone, Serialize)]
pub struct Outcomes {
    /// The engines and versions that were asked.
    pub asked: Vec<String>,
    /// The groups, each with the answers of others to its first finding.
    pub groups: Vec<GroupOutcome>,
    /// Violations whose answer is not the truth's (GDsmith: discrepancies).
    pub n_d: Option<u64>,
    /// Distinct sets of versions that answer like the accused (GDsmith: version-distinct discrepancies).
    pub n_vdd: Option<u64>,
    /// Both as they grew: seconds since the hunt began, discrepancies, distinct ones.
    pub over_time: Vec<(f64, u64, u64)>,
}

/// A group and its outcome vector.
#[derive(Debug, Clone, Serialize)]
pub struct GroupOutcome {
    /// Its name.
    pub group: String,
    /// Its first finding.
    pub id: String,
    /// The oracles that see it.
    pub seen_by: Vec<String>,
    /// With whom each engine and version sides.
    pub vector: BTreeMap<String, Siding>,
}

impl Triage<'_> {
    /// Asks all witnesses of all findings, groups anew, counts, and writes folders, `triage.json`, `weights.json` and the summary.
    pub fn run(&self) -> Result<Outcomes, HuntError> {
        let mut settled = self.read()?;
        let engines = self.engines()?;
        let mut pool = Pool::new(self.workshop);
        for one in settled.iter_mut().filter(|one| !matches!(one.state, State::Flaky | State::Unexplained)) {
            let language = self.language(&one.finding.record.language)?;
            self.check_trusted(&one.finding, &*language)?;
            let specs = self.specs(&engines, language.name())?;
            let limits = one.finding.limits();
            Witnesses { language: &language, specs: &specs, limits }.hear(&mut one.finding, &mut pool)?;
            one.state = match (&one.finding.record.excused_by, &one.finding.record.in_doubt, one.state) {
                (_, Some(_), State::Finding | State::Similar) => State::InDoubt,
                (None, None, State::InDoubt) => State::Finding,
                (_, _, state) => state,
            };
        }
        settled::grouped(&mut settled);
        settled.iter().try_for_each(|one| settled::store(one, self.folder, self.presenter))?;
        let outcomes = self.outcomes(&settled, &mut pool)?;
        self.write(&settled, &outcomes)?;
        self.learn(&settled)?;
        Ok(outcomes)
    }

    fn language(&self, name: &str) -> Result<Arc<dyn Language>, HuntError> {
        (self.language)(name).ok_or_else(|| self.unreadable(&format!("unknown language {name:?}")))
    }

    fn unreadable(&self, why: &str) -> HuntError {
        HuntError::Unreadable { path: self.folder.to_owned(), why: why.to_owned() }
    }

    /// The findings of the hunt with their states.
    fn read(&self) -> Result<Vec<Settled>, HuntError> {
        let model = |name: &str| (self.language)(name).map(|language| language.model());
        let mut settled = Vec::new();
        for state in State::ALL {
            let folder = self.folder.join(state.folder());
            if folder.is_dir() {
                for entry in fs_err::read_dir(&folder)? {
                    settled.extend(self.read_one(&entry?.path(), &model, state)?);
                }
            }
        }
        settled::sort(&mut settled);
        Ok(settled)
    }

    /// A finding of the hunt; none where there is only what a hunt that was cut off left of one.
    fn read_one(
        &self,
        folder: &Path,
        model: &dyn Fn(&str) -> Option<Model>,
        state: State,
    ) -> Result<Option<Settled>, HuntError> {
        if !folder.join("finding.json").is_file() {
            return Ok(None);
        }
        let finding = Finding::read(folder, model)?;
        let name = folder.file_name().unwrap_or_default();
        if name != finding.record.id.as_str() {
            let why = format!("its id is {:?}", finding.record.id);
            return Err(HuntError::Unreadable { path: folder.to_owned(), why });
        }
        Ok(Some(Settled { finding, state }))
    }

    /// The events of the hunt one after another: a long one's do not fit into memory.
    fn events(&self) -> Result<impl Iterator<Item = std::io::Result<Event>>, HuntError> {
        let path = self.folder.join("events.jsonl");
        let file =
            fs_err::File::open(&path).map_err(|_| self.unreadable("this is not the folder of a hunt"))?;
        // The last line of a hunt that was killed may be cut, even within a letter.
        let read = |line: std::io::Result<Vec<u8>>| Ok(serde_json::from_slice(&line?).ok());
        Ok(BufReader::new(file).split(b'\n').map(read).filter_map(Result::transpose))
    }

    /// The engines of the hunt by language.
    fn engines(&self) -> Result<Json, HuntError> {
        for event in self.events()? {
            if let Event::Started { mut options, .. } = event? {
                return Ok(options["engines"].take());
            }
        }
        Ok(Json::Null)
    }

    /// The engines and versions to ask in a language: those of the hunt, as far as a file may name them, then those
    /// that the user names.
    fn specs(&self, engines: &Json, language: &str) -> Result<Vec<String>, HuntError> {
        let hunted: Vec<String> = serde_json::from_value(engines[language].clone()).unwrap_or_default();
        let mut specs: Vec<String> = hunted.into_iter().filter(|spec| self.is_trusted(spec)).collect();
        for spec in self.versions {
            if self.workshop.speaks(spec, language)? && !specs.contains(spec) {
                specs.push(spec.clone());
            }
        }
        specs.dedup();
        Ok(specs)
    }

    fn is_trusted(&self, spec: &str) -> bool {
        is_harmless(spec) || self.versions.iter().any(|version| version == spec)
    }

    fn check_trusted(&self, finding: &Finding, language: &dyn Language) -> Result<(), HuntError> {
        trust::check_texts(finding, language)?;
        let spec = accused_spec(finding);
        if self.is_trusted(spec) {
            return Ok(());
        }
        Err(HuntError::Engine(OpenError::Usage(format!(
            "a finding was made on {spec:?}, which is not started because a file says so: name it with --versions"
        ))))
    }

    fn outcomes(&self, settled: &[Settled], pool: &mut Pool<'_>) -> Result<Outcomes, HuntError> {
        let groups = settled.iter().filter(|one| one.state == State::Finding).map(|one| {
            let record = &one.finding.record;
            let vector = record.others.iter().map(|other| (other.engine.to_string(), other.side));
            let (group, id, seen_by) = (record.group.clone(), record.id.clone(), record.seen_by.clone());
            GroupOutcome { group, id, seen_by, vector: vector.collect() }
        });
        let mut outcomes = Outcomes {
            asked: self.versions.to_vec(),
            groups: groups.collect(),
            n_d: None,
            n_vdd: None,
            over_time: Vec::new(),
        };
        if !self.versions.is_empty() {
            self.count(pool, &mut outcomes)?;
        }
        Ok(outcomes)
    }

    /// Runs every violation on the versions and counts discrepancies and distinct ones.
    fn count(&self, pool: &mut Pool<'_>, outcomes: &mut Outcomes) -> Result<(), HuntError> {
        let mut distinct: BTreeSet<String> = BTreeSet::new();
        let mut count = 0;
        for event in self.events()? {
            let Event::Violation(violation) = event? else { continue };
            if let Truth::Engine(truth) = &self.truth
                && !self.workshop.speaks(truth, &violation.language)?
            {
                let why = format!("{truth} does not speak {}, so it is no truth here", violation.language);
                return Err(HuntError::Engine(OpenError::Usage(why)));
            }
            if let Some(like) = self.like(&violation, pool)? {
                count += 1;
                distinct.insert(format!("{} {}", violation.engine, like.join(" ")));
                outcomes.over_time.push((violation.seconds, count, distinct.len() as u64));
            }
        }
        (outcomes.n_d, outcomes.n_vdd) = (Some(count), Some(distinct.len() as u64));
        Ok(())
    }

    /// The versions that answer like the accused; none when the accused answers like the truth.
    fn like(&self, raw: &RawViolation, pool: &mut Pool<'_>) -> Result<Option<Vec<String>>, HuntError> {
        let language = self.language(&raw.language)?;
        let graph = Graph::from_json(&raw.graph, language.model());
        let graph = Arc::new(graph.map_err(|error| self.unreadable(&error.to_string()))?);
        let mut tree = trust::tree(&raw.tree, &graph, &*language)?;
        // An oracle that takes a query apart accuses the answer to another text.
        let check = Check::from_json(&raw.check, language.model())?;
        if let Some(failing) = reduce::failing_tree(&check, &raw.violation, &*language) {
            tree = trust::tree(&language.tree_to_json(&failing), &graph, &*language)?;
        }
        let accused = form(&*language, &raw.violation.got);
        // One engine may have two names, and the accused has answered.
        let mut answers: BTreeMap<Identity, String> = [(raw.engine.clone(), accused.clone())].into();
        let (mut like, mut truth) = (BTreeSet::new(), None);
        for spec in self.versions {
            if !self.workshop.speaks(spec, language.name())? {
                continue;
            }
            let (engine, answer) = ask(spec, &language, &graph, &tree, pool)?;
            if answer == accused && engine != raw.engine {
                like.insert(engine.to_string());
            }
            if matches!(&self.truth, Truth::Engine(named) if named == spec) {
                truth = Some(answer.clone());
            }
            answers.entry(engine).or_insert(answer);
        }
        let truth = match (&self.truth, truth) {
            (Truth::Oracle, _) => None,
            (Truth::Engine(_), Some(answer)) => Some(answer),
            (Truth::Engine(spec), None) => Some(ask(spec, &language, &graph, &tree, pool)?.1),
            (Truth::Majority, _) => most_frequent(answers.values()),
        };
        Ok((truth != Some(accused)).then(|| like.into_iter().collect()))
    }

    /// Writes how often each oracle is worth being drawn, by what it cost this hunt and what it raised.
    fn learn(&self, settled: &[Settled]) -> Result<(), HuntError> {
        let mut all = Tally::default();
        for event in self.events()? {
            if let Event::RoundEnded { tally, .. } = event? {
                all.add(&tally);
            }
        }
        let findings = settled.iter().filter(|one| one.state == State::Finding);
        let raised = findings.map(|one| &one.finding.record);
        let raised = raised.map(|record| record.found_by.as_ref().unwrap_or(&record.oracle).as_str());
        let weights = serde_json::to_value(Weights::learned(&all, raised))?;
        Ok(fs_err::write(self.folder.join("weights.json"), format!("{weights:#}\n"))?)
    }

    fn write(&self, settled: &[Settled], outcomes: &Outcomes) -> Result<(), HuntError> {
        let json = serde_json::to_value(outcomes)?;
        fs_err::write(self.folder.join("triage.json"), format!("{json:#}\n"))?;
        let path = self.folder.join("summary.json");
        let Ok(text) = fs_err::read_to_string(&path) else { return Ok(()) };
        let mut summary: Json = serde_json::from_str(&text)?;
        summary["findings"] = json!(summary::lines(settled));
        summary["in_doubt"] = json!(settled.iter().filter(|one| one.state == State::InDoubt).count());
        if outcomes.n_d.is_some() {
            (summary["n_d"], summary["n_vdd"]) = (json!(outcomes.n_d), json!(outcomes.n_vdd));
        }
        Ok(fs_err::write(path, format!("{summary:#}\n"))?)
    }
}

/// The engine of that name, and what it answers to a case, in the form in which answers are alike.
fn ask(
    spec: &str,
    language: &Arc<dyn Language>,
    graph: &Arc<Graph>,
    tree: &Tree,
    pool: &mut Pool<'_>,
) -> Result<(Identity, String), HuntError> {
    let mut target = pool.take(spec, language)?;
    let text = language.print(tree, &target.dialect);
    let outcome = outcome(&mut target, graph, &text, language.writes(tree));
    let answer = (target.identity.clone(), form(&**language, &outcome.to_json()));
    pool.put(target);
    Ok(answer)
}

fn outcome(target: &mut Target, graph: &Arc<Graph>, text: &str, writes: bool) -> Outcome {
    let limits = Limits::default();
    if target.engine.holds().is_none_or(|held| held != graph) {
        let loaded = target.engine.load(graph, &limits);
        if !matches!(loaded, Outcome::Answered(_)) {
            target.engine.forget();
            return loaded;
        }
    }
    target.engine.run(&Request { text, writes, settings: &BTreeMap::new() }, &limits)
}

/// The answer that most give, if there is one that more give than any other.
fn most_frequent<'a>(answers: impl Iterator<Item = &'a String>) -> Option<String> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    answers.for_each(|answer| *counts.entry(answer).or_default() += 1);
    let most = counts.values().max()?;
    let mut winners = counts.iter().filter(|(_, count)| *count == most);
    let winner = winners.next().map(|(answer, _)| (*answer).clone());
    if winners.next().is_some() { None } else { winner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_majority_is_what_more_give_than_anything_else() {
        let answers = |text: &str| -> Vec<String> { text.split(' ').map(ToOwned::to_owned).collect() };
        assert_eq!(most_frequent(answers("1 2 1").iter()).as_deref(), Some("1"));
        assert_eq!(most_frequent(answers("1 2").iter()), None);
    }
}
