//! `quarrel engines probe`: whether an engine is as the catalogue says it is.

use std::sync::Arc;

use quarrel_case::engine::Limits;
use quarrel_case::language::Language;
use quarrel_hunt::probe::{Probed, Said, probe};
use quarrel_hunt::target::Target;
use serde_json::json;

use crate::commands::{Running, print_json, print_line, workshop};
use crate::exit::{CliError, Exit};
use crate::languages;

/// Holds an engine against the catalogue: the probe of every switch, every plan, and every construct that it offers or
/// lacks.
///
/// Constructs are met in generated queries, so that each is tried in many positions; what is rejected is shown as the
/// smallest query that is rejected so. Exits with 1 when a switch does not show, a plan cannot be asked for, something
/// is rejected that the engine is said to offer, or a query is neither answered nor rejected.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The engine, as --engine takes it.
    engine: String,
    /// The language; every one that the engine speaks when left out.
    #[arg(long, value_name = "LANG")]
    language: Option<String>,
    /// How many generated queries are asked.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    cases: u64,
    #[command(flatten)]
    running: Running,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Exit, CliError> {
    let workshop = workshop(arguments.running)?;
    let spec = workshop.admit(&arguments.engine)?;
    let languages = match &arguments.language {
        Some(name) => vec![languages::named(name)?],
        None => languages::all().into_iter().collect(),
    };
    let mut all = Vec::new();
    for language in languages {
        if arguments.language.is_none() && !workshop.speaks(&spec, language.name())? {
            continue;
        }
        let probed = one(&spec, &language, &workshop, arguments.cases)?;
        if !arguments.json {
            show(&probed)?;
        }
        all.push(probed);
    }
    if arguments.json {
        print_json(&json!(all))?;
    }
    Ok(Exit::found(!all.iter().all(Probed::is_as_said)))
}

fn one(
    spec: &str,
    language: &Arc<dyn Language>,
    workshop: &quarrel_hunt::workshop::Workshop,
    cases: u64,
) -> Result<Probed, CliError> {
    let mut target = Target::open(spec, language, workshop, None)?;
    let probed = probe(&**language, &mut target, cases, Limits::default());
    probed.map_err(|error| CliError::Own(anyhow::anyhow!("{error}")))
}

fn show(probed: &Probed) -> Result<(), CliError> {
    print_line(&format!("{}, {}", probed.engine, probed.language))?;
    let held = probed.switches.iter().filter(|switch| switch.holds).count();
    print_line(&format!("switches: {held} of {} show by their probes", probed.switches.len()))?;
    for switch in probed.switches.iter().filter(|switch| !switch.holds) {
        print_line(&format!("  {} = {} does not: {}", switch.switch, switch.value, switch.got))?;
    }
    let work = probed.plans.iter().filter(|plan| plan.works()).count();
    print_line(&format!("plans: {work} of {} can be asked for", probed.plans.len()))?;
    for plan in probed.plans.iter().filter(|plan| !plan.works()) {
        let got = plan.otherwise.clone().unwrap_or_default();
        print_line(&format!("  {}: {} of {} answered, else {got}", plan.plan, plan.answered, plan.asked))?;
    }
    show_constructs(probed)?;
    let of = format!("of {} queries ({} generated)", probed.asked, probed.cases);
    print_line(&format!("rejected: {} {of}", probed.rejected))?;
    for rejection in &probed.rejections {
        print_line(&format!("  {} times: {}", rejection.times, rejection.message))?;
        print_line(&format!("    {}", rejection.text.replace('\n', "\n    ")))?;
        print_line(&format!("    [{}]", rejection.features.join(" ")))?;
    }
    for (word, unanswered) in &probed.unanswered {
        print_line(&format!("{word}: {} times, first {}", unanswered.times, unanswered.got))?;
        print_line(&format!("    {}", unanswered.text.replace('\n', "\n    ")))?;
    }
    Ok(())
}

fn show_constructs(probed: &Probed) -> Result<(), CliError> {
    let of = |lacking: bool| {
        let constructs = probed.constructs.iter();
        constructs.filter(move |(_, construct)| (construct.said == Said::Lacking) == lacking)
    };
    let accepted = of(false).filter(|(_, construct)| construct.accepted > 0).count();
    let never = of(false).filter(|(_, construct)| construct.asked > 0 && construct.accepted == 0);
    let never: Vec<&str> = never.map(|(feature, _)| *feature).collect();
    let unmet = of(false).filter(|(_, construct)| construct.asked == 0).count();
    print_line(&format!("offered: {accepted} constructs accepted, {} never, {unmet} not met", never.len()))?;
    never.iter().try_for_each(|feature| print_line(&format!("  never: {feature}")))?;
    let refused = of(true).filter(|(_, construct)| construct.asked > 0 && construct.accepted == 0).count();
    let unmet = of(true).filter(|(_, construct)| construct.asked == 0).count();
    let taken: Vec<_> = of(true).filter(|(_, construct)| construct.accepted > 0).collect();
    print_line(&format!("lacking: {refused} constructs refused, {} accepted, {unmet} not met", taken.len()))?;
    taken.iter().try_for_each(|(feature, construct)| {
        print_line(&format!("  accepted: {feature} ({} of {})", construct.accepted, construct.asked))
    })
}
