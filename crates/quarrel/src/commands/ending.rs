//! What a hunt prints at its end: what the engines did, what was asked and judged, and the findings.
//!
//! A hunt that judged little must not look like one that found nothing: what came to no verdict is said.

use comfy_table::Table;
use quarrel_case::execute::GRAPH_REFUSED;
use quarrel_hunt::plan::Plan;
use quarrel_hunt::settled::{Settled, State};
use quarrel_hunt::summary::Summary;

use crate::commands::print_line;
use crate::exit::CliError;

/// Prints the end of a hunt.
pub(crate) fn show(summary: &Summary, plan: &Plan) -> Result<(), CliError> {
    print_line(&engines(summary).to_string())?;
    counts(summary)?;
    summary.findings().try_for_each(|settled| finding(settled, summary))?;
    for (state, what) in [
        (State::Excused, "excused by a known divergence"),
        (State::InDoubt, "in doubt"),
        (State::Flaky, "flaky"),
        (State::Unexplained, "unexplained"),
    ] {
        let aside = summary.in_state(state).count();
        if aside > 0 {
            print_line(&format!("\n{aside} {what}, in {}", plan.out.join(state.folder()).display()))?;
        }
    }
    let count = summary.findings().count();
    print_line(&format!("\n{count} findings in {}", plan.out.join("findings").display()))?;
    // Of these nothing is known but that they were seen.
    let is_raw =
        |settled: &&Settled| !settled.finding.record.reduced && settled.finding.record.replays.times == 0;
    match summary.findings().filter(is_raw).count() {
        0 => Ok(()),
        raw => print_line(&format!(
            "{raw} of them as they were found: not reduced, not replayed, not held against what is known"
        )),
    }
}

fn engines(summary: &Summary) -> Table {
    let mut table = Table::new();
    table.set_header(["engine", "queries", "crashes", "time-outs", "restarts", "busy"]);
    for (name, tally) in &summary.tally.engines {
        let busy = format!("{:.1} s", tally.busy_seconds);
        let counts =
            [tally.steps, tally.crashes, tally.timeouts, tally.restarts].map(|count| count.to_string());
        table.add_row(std::iter::once(name.clone()).chain(counts).chain([busy]));
    }
    table
}

fn counts(summary: &Summary) -> Result<(), CliError> {
    let tally = &summary.tally;
    let checks: u64 = tally.oracles.values().map(|oracle| oracle.checks).sum();
    let undecided: u64 = tally.oracles.values().map(|oracle| oracle.undecided).sum();
    print_line(&format!(
        "{} cases in {} rounds, {checks} checks, {:.0} queries/s, {:.1} % non-empty, {} violations, case digest {}",
        tally.cases,
        summary.digests.len(),
        summary.queries_per_second(),
        100.0 * tally.nonempty_ratio(),
        tally.violations(),
        &summary.case_digest()[..16],
    ))?;
    if let Some(refused) = tally.inconclusive.get(GRAPH_REFUSED) {
        print_line(&format!("nothing was asked for {refused} of them: {GRAPH_REFUSED}"))?;
    }
    if undecided > 0 {
        print_line(&format!("{undecided} of the checks came to no verdict: `inconclusive` in summary.json"))?;
    }
    Ok(())
}

fn finding(settled: &Settled, summary: &Summary) -> Result<(), CliError> {
    let record = &settled.finding.record;
    let violations = summary.violations_of(&record.id);
    let plural = if violations == 1 { "violation" } else { "violations" };
    print_line(&format!("\n{} {} ({violations} {plural})", record.id, record.group))?;
    print_line(&format!("  {}", record.text.replace('\n', "\n  ")))?;
    match &record.excused_by {
        Some(by) => print_line(&format!("  on purpose: {by}")),
        None => Ok(()),
    }
}
