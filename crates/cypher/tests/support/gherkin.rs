//! Feature files: scenarios, outlines with examples, backgrounds, doc strings and tables.

/// One case: a scenario, or one row of an outline's examples.
#[derive(Debug, Clone)]
pub(crate) struct Scenario {
    /// The feature's name up to its dash, such as `Match1`.
    pub(crate) feature: String,
    /// The scenario's number and title.
    pub(crate) title: String,
    /// Which row of the examples.
    pub(crate) example: usize,
    pub(crate) steps: Vec<Step>,
}

impl Scenario {
    /// The feature and the scenario's number: `Match1 [2]`.
    pub(crate) fn place(&self) -> String {
        let number = self.title.split(']').next().unwrap_or_default();
        format!("{} {number}]", self.feature)
    }
}

/// A step without its keyword, and what follows it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Step {
    pub(crate) text: String,
    pub(crate) document: Option<String>,
    pub(crate) table: Vec<Vec<String>>,
}

/// A scenario that is being read.
#[derive(Default)]
struct Draft {
    title: String,
    outline: bool,
    steps: Vec<Step>,
    examples: Vec<Vec<Vec<String>>>,
}

/// Reads a feature file.
pub(crate) fn read(text: &str) -> Vec<Scenario> {
    let mut feature = String::new();
    let mut background: Vec<Step> = Vec::new();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut in_background = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        let steps = match drafts.last_mut() {
            Some(draft) if !in_background => &mut draft.steps,
            _ => &mut background,
        };
        if trimmed.is_empty() || trimmed.starts_with(['#', '@']) {
        } else if let Some(name) = trimmed.strip_prefix("Feature:") {
            feature = name.split(" - ").next().unwrap_or_default().trim().to_owned();
        } else if trimmed.starts_with("Background:") {
            in_background = true;
        } else if let Some(title) = title(trimmed) {
            in_background = false;
            let outline = trimmed.starts_with("Scenario Outline");
            drafts.push(Draft { title, outline, ..Draft::default() });
        } else if trimmed.starts_with("Examples:") {
            drafts.last_mut().expect("examples of an outline").examples.push(Vec::new());
        } else if trimmed == "\"\"\"" {
            let document: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != "\"\"\"").collect();
            let indent = line.len() - line.trim_start().len();
            let document = document.iter().map(|line| line.get(indent..).unwrap_or_default());
            let document = document.collect::<Vec<_>>().join("\n");
            steps.last_mut().expect("a step before its text").document = Some(document);
        } else if trimmed.starts_with('|') {
            let examples = drafts.last_mut().and_then(|draft| draft.examples.last_mut());
            match examples {
                Some(examples) => examples.push(cells(trimmed)),
                None => add_row(drafts.last_mut(), &mut background, cells(trimmed)),
            }
        } else {
            let text = trimmed.split_once(' ').map_or(trimmed, |(_, text)| text).to_owned();
            steps.push(Step { text, ..Step::default() });
        }
    }
    drafts.iter().flat_map(|draft| expand(&feature, &background, draft)).collect()
}

fn add_row(draft: Option<&mut Draft>, background: &mut [Step], cells: Vec<String>) {
    let step = draft.and_then(|draft| draft.steps.last_mut()).or(background.last_mut());
    step.expect("a step before its table").table.push(cells);
}

fn title(line: &str) -> Option<String> {
    let rest = line.strip_prefix("Scenario Outline:").or_else(|| line.strip_prefix("Scenario:"))?;
    Some(rest.trim().to_owned())
}

/// The cells of a row; a backslash takes a bar or a backslash literally.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut letters = line.trim().trim_start_matches('|').chars().peekable();
    while let Some(letter) = letters.next() {
        let cell = cells.last_mut().expect("never empty");
        match letter {
            '\\' if matches!(letters.peek(), Some('|')) => cell.extend(letters.next()),
            '\\' if matches!(letters.peek(), Some('\\')) => cell.extend(letters.next()),
            '|' => cells.push(String::new()),
            other => cell.push(other),
        }
    }
    cells.pop();
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The cases of a scenario.
fn expand(feature: &str, background: &[Step], draft: &Draft) -> Vec<Scenario> {
    let scenario = |example: usize, fill: &dyn Fn(&str) -> String| Scenario {
        feature: feature.to_owned(),
        title: draft.title.clone(),
        example,
        steps: background
            .iter()
            .chain(&draft.steps)
            .map(|step| Step {
                text: fill(&step.text),
                document: step.document.as_deref().map(fill),
                table: step.table.iter().map(|row| row.iter().map(|cell| fill(cell)).collect()).collect(),
            })
            .collect(),
    };
    if !draft.outline {
        return vec![scenario(0, &str::to_owned)];
    }
    let mut scenarios = Vec::new();
    for examples in &draft.examples {
        let (header, rows) = examples.split_first().expect("a header");
        for row in rows {
            let fill = |text: &str| {
                header
                    .iter()
                    .zip(row)
                    .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("<{name}>"), value))
            };
            scenarios.push(scenario(scenarios.len() + 1, &fill));
        }
    }
    scenarios
}
