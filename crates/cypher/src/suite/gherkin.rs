//! Feature files: scenarios, outlines with examples, backgrounds, doc strings and tables.
//!
//! Only as much of Gherkin as the suite uses. What cannot be read is an error with its line, so that a case is
//! never lost in silence.

/// One case: a scenario, or one row of an outline's examples.
#[derive(Debug, Clone)]
pub(super) struct Scenario {
    /// The feature's name up to its dash, such as `Match1`.
    pub(super) feature: String,
    /// The scenario's number and title.
    title: String,
    /// Which row of the examples; 0 for a scenario that is no outline.
    example: usize,
    pub(super) steps: Vec<Step>,
}

impl Scenario {
    /// The feature and the scenario's number: `Match1 [2]`.
    pub(super) fn scenario(&self) -> String {
        let number = self.title.split(']').next().unwrap_or_default();
        format!("{} {number}]", self.feature)
    }

    /// The same with the number of the example: `Match1 [2] #3`.
    pub(super) fn place(&self) -> String {
        match self.example {
            0 => self.scenario(),
            example => format!("{} #{example}", self.scenario()),
        }
    }
}

/// A step without its keyword, and what follows it.
#[derive(Debug, Clone, Default)]
pub(super) struct Step {
    pub(super) text: String,
    pub(super) document: Option<String>,
    pub(super) table: Vec<Vec<String>>,
}

/// A scenario that is being read.
#[derive(Default)]
struct Draft {
    title: String,
    outline: bool,
    steps: Vec<Step>,
    examples: Vec<Vec<Vec<String>>>,
}

/// Where lines go that belong to what was read before.
#[derive(Default)]
struct Reader {
    feature: String,
    background: Vec<Step>,
    drafts: Vec<Draft>,
    in_background: bool,
}

/// Reads a feature file; the error names the line.
pub(super) fn read(text: &str) -> Result<Vec<Scenario>, String> {
    let mut reader = Reader::default();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let understood = if line.trim() == "\"\"\"" {
            let document: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "\"\"\"").collect();
            reader.document(line, &document)
        } else {
            reader.line(line.trim())
        };
        understood.ok_or_else(|| format!("line {}: {}", number + 1, line.trim()))?;
    }
    Ok(reader.drafts.iter().flat_map(|draft| expand(&reader.feature, &reader.background, draft)).collect())
}

impl Reader {
    fn steps(&mut self) -> &mut Vec<Step> {
        match self.drafts.last_mut() {
            Some(draft) if !self.in_background => &mut draft.steps,
            _ => &mut self.background,
        }
    }

    /// A line that is no text of a step; none when it cannot stand there.
    fn line(&mut self, line: &str) -> Option<()> {
        if line.is_empty() || line.starts_with(['#', '@']) {
        } else if let Some(name) = line.strip_prefix("Feature:") {
            name.split(" - ").next().unwrap_or_default().trim().clone_into(&mut self.feature);
        } else if line.starts_with("Background:") {
            self.in_background = true;
        } else if let Some(title) = title(line) {
            self.in_background = false;
            let outline = line.starts_with("Scenario Outline");
            self.drafts.push(Draft { title, outline, ..Draft::default() });
        } else if line.starts_with("Examples:") {
            self.drafts.last_mut()?.examples.push(Vec::new());
        } else if line.starts_with('|') {
            let row = cells(line);
            match self.drafts.last_mut().and_then(|draft| draft.examples.last_mut()) {
                Some(examples) => examples.push(row),
                None => self.steps().last_mut()?.table.push(row),
            }
        } else {
            let text = line.split_once(' ').map_or(line, |(_, text)| text).to_owned();
            self.steps().push(Step { text, ..Step::default() });
        }
        Some(())
    }

    /// The text of a step, indented as its quotes are.
    fn document(&mut self, quotes: &str, lines: &[&str]) -> Option<()> {
        let indent = quotes.len() - quotes.trim_start().len();
        let lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
        self.steps().last_mut()?.document = Some(lines.join("\n"));
        Some(())
    }
}

fn title(line: &str) -> Option<String> {
    let rest = line.strip_prefix("Scenario Outline:").or_else(|| line.strip_prefix("Scenario:"))?;
    Some(rest.trim().to_owned())
}

/// The cells of a row; a backslash takes a bar or a backslash literally.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let mut letters = line.trim().trim_start_matches('|').chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if matches!(letters.peek(), Some('|' | '\\')) => cell.extend(letters.next()),
            '|' => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            other => cell.push(other),
        }
    }
    cells
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
    for (header, rows) in draft.examples.iter().filter_map(|examples| examples.split_first()) {
        for row in rows {
            let fill = |text: &str| {
                let values = header.iter().zip(row);
                values.fold(text.to_owned(), |text, (name, value)| text.replace(&format!("<{name}>"), value))
            };
            scenarios.push(scenario(scenarios.len() + 1, &fill));
        }
    }
    scenarios
}
