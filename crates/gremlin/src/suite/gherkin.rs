//! Feature files, as far as the suite uses their format: scenarios with tags, steps with tables and texts.

/// A scenario.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scenario {
    pub(crate) name: String,
    /// The tags of the scenario and of its feature.
    pub(crate) tags: Vec<String>,
    pub(crate) steps: Vec<Step>,
}

/// A step without its keyword, and what follows it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Step {
    pub(crate) text: String,
    pub(crate) document: Option<String>,
    /// The first cell of each row.
    pub(crate) table: Vec<String>,
}

/// Reads a feature file; the error names the line.
pub(crate) fn read(text: &str) -> Result<Vec<Scenario>, String> {
    let mut scenarios: Vec<Scenario> = Vec::new();
    let (mut tags, mut of_feature) = (Vec::new(), Vec::new());
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let line = line.trim();
        let wrong = || format!("line {}: {line}", number + 1);
        if line.is_empty() || line.starts_with('#') {
        } else if line.starts_with('@') {
            tags.extend(line.split_whitespace().map(ToOwned::to_owned));
        } else if line.starts_with("Feature:") {
            of_feature = std::mem::take(&mut tags);
        } else if let Some(name) = line.strip_prefix("Scenario:") {
            let tags = std::mem::take(&mut tags).into_iter().chain(of_feature.clone()).collect();
            scenarios.push(Scenario { name: name.trim().to_owned(), tags, steps: Vec::new() });
        } else {
            let steps = scenarios.last_mut().map(|scenario| &mut scenario.steps).ok_or_else(wrong)?;
            if line == "\"\"\"" {
                let document: Vec<&str> =
                    lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "\"\"\"").collect();
                steps.last_mut().ok_or_else(wrong)?.document = Some(document.join("\n"));
            } else if let Some(row) = line.strip_prefix('|') {
                let cell = row.trim_end().strip_suffix('|').ok_or_else(wrong)?;
                steps.last_mut().ok_or_else(wrong)?.table.push(cell.trim().to_owned());
            } else {
                let (_, text) = line.split_once(' ').ok_or_else(wrong)?;
                steps.push(Step { text: text.trim().to_owned(), ..Step::default() });
            }
        }
    }
    Ok(scenarios)
}
