//! How a traversal that changes the graph ends.
//!
//! Engines go through steps traverser by traverser or step by step, so what one traverser writes may or may not be seen
//! by another. Therefore a barrier stands before the first write, and another one where what was written is read again.

use super::kind::Kind;
use super::maker::{Maker, View, inner, step};
use crate::ast::{Argument, Literal, Step, StepName as S, Token};
use crate::evaluate::Value;

type Made = Option<Vec<Step>>;

impl Maker<'_, '_> {
    /// Ends a traversal with writes; says whether there is any.
    pub(super) fn write(&mut self, view: View, steps: &mut Vec<Step>) -> bool {
        for _ in 0..6 {
            let Some(mut unit) = self.writing(&view) else { continue };
            unit.insert(0, step(S::Barrier, Vec::new()));
            let drops = unit.last().is_some_and(|last| last.name == S::Drop);
            unit.extend(self.read_again(&view, &unit).unwrap_or_default());
            let counted = !drops && self.choices.chance(60) && self.allows(S::Count);
            if counted {
                unit.push(step(S::Count, Vec::new()));
                unit.extend(self.look_again(&unit).unwrap_or_default());
            }
            // What is dropped is gone: nothing is left to follow.
            if drops || self.advance(&view, Kind::NONE, &unit, false).is_some() {
                steps.extend(unit);
                return !drops;
            }
        }
        false
    }

    fn writing(&mut self, view: &View) -> Made {
        let elements = view.kind.fits(Kind::ELEMENT) || view.kind.fits(Kind::VERTEX_PROPERTY);
        let vertices = view.kind.fits(Kind::VERTEX);
        let names = [S::AddV, S::AddE, S::Property, S::Drop, S::MergeV, S::MergeE];
        let weights = [
            2,
            5 * usize::from(vertices),
            8 * usize::from(view.kind.fits(Kind::ELEMENT)),
            3 * usize::from(elements || view.kind.fits(Kind::PROPERTY)),
            3,
            3 * usize::from(!self.data.vertex_ids.is_empty()),
        ];
        let name = *names.get(self.choices.weighted(&weights))?;
        if !self.allows(name) {
            return None;
        }
        match name {
            S::AddV => {
                let mut steps = vec![step(S::AddV, vec![self.vertex_label()?])];
                steps.extend(self.settings(None)?);
                Some(steps)
            }
            S::AddE => self.add_edge(),
            S::Property => self.settings(Some(view)).filter(|settings| !settings.is_empty()),
            S::Drop => Some(vec![step(S::Drop, Vec::new())]),
            S::MergeV => self.merge_vertex(),
            _ => self.merge_edge(),
        }
    }

    fn vertex_label(&mut self) -> Option<Argument> {
        self.choices.pick(&self.data.labels).map(|label| Argument::string(label))
    }

    fn edge_label(&mut self) -> Argument {
        let label = self.choices.pick(&self.data.edge_labels);
        Argument::string(label.map_or("T0", String::as_str))
    }

    /// One or two tests of the property that was set last, behind a barrier: where it has several values, one may pass
    /// the first and another one the second.
    fn read_again(&mut self, view: &View, unit: &[Step]) -> Made {
        let last = unit.iter().rev().find(|step| step.name == S::Property)?;
        let several = [Token::CardinalityList, Token::CardinalitySet].map(Argument::Token);
        let several = last.arguments.first().is_some_and(|first| several.contains(first));
        if !self.choices.chance(if several { 85 } else { 20 }) {
            return None;
        }
        let mut steps = vec![step(S::Barrier, Vec::new())];
        if several && self.choices.chance(75) {
            steps.extend(self.tests_of_two(view, last)?);
            return Some(steps);
        }
        for _ in 0..self.choices.between(1, 2) {
            steps.push(self.test_of(last)?);
        }
        Some(steps)
    }

    /// A test that speaks of the value that was set last, and one that speaks of another that its key had, in either order.
    fn tests_of_two(&mut self, view: &View, setting: &Step) -> Made {
        let [.., key, value] = setting.arguments.as_slice() else { return None };
        let Argument::Literal(Literal::String(name)) = key else { return None };
        let other = self.choices.pick(&self.values_of(view, name))?.clone();
        let all = &self.data.values;
        let set = all.iter().find(|known| super::argument(known).as_ref() == Some(value))?.clone();
        let tests = [set, other].map(|value| match self.choices.chance(40) {
            true => super::argument(&value),
            false => self.predicate(&[value], 1),
        });
        let mut tests: Vec<Step> = tests
            .into_iter()
            .map(|test| Some(step(S::Has, vec![key.clone(), test?])))
            .collect::<Option<_>>()?;
        self.choices.shuffle(&mut tests);
        Some(tests)
    }

    /// A search for what has the property that was set last, by one traverser for all that wrote.
    fn look_again(&mut self, unit: &[Step]) -> Made {
        let last = unit.iter().rev().find(|step| step.name == S::Property)?;
        if !self.features.allow("construct.mid-traversal-source") || !self.choices.chance(25) {
            return None;
        }
        Some(vec![step(S::V, Vec::new()), self.test_of(last)?])
    }

    /// A test of the property that a step sets.
    fn test_of(&mut self, setting: &Step) -> Option<Step> {
        let key = setting.arguments.iter().rev().nth(1)?.clone();
        let known = |(known, _): &&(String, Vec<Value>)| Argument::string(known) == key;
        let (_, values) = self.data.vertex_keys.iter().find(known)?;
        Some(step(S::Has, vec![key, self.value_or_predicate(values)?]))
    }

    /// How a property is set beside those that its key has: as the graph says where nothing does.
    fn cardinality(&mut self) -> Option<Token> {
        let token = match self.choices.weighted(&[52, 16, 20, 12]) {
            0 => return None,
            1 => Token::CardinalitySingle,
            2 => Token::CardinalityList,
            _ => Token::CardinalitySet,
        };
        Some(token).filter(|token| self.features.allow(token.feature()))
    }

    /// A key with a value that it has somewhere.
    fn entry(&mut self) -> Option<(Argument, Argument)> {
        let (key, values) = self.choices.pick(&self.data.vertex_keys)?;
        let value = super::argument(self.choices.pick(values)?)?;
        Some((Argument::string(key), value))
    }

    /// No, one or two settings; of what is stood on, if it is there already.
    fn settings(&mut self, there: Option<&View>) -> Made {
        (0..self.choices.below(3)).map(|_| self.setting(there)).collect()
    }

    fn setting(&mut self, there: Option<&View>) -> Option<Step> {
        let (mut key, mut value) = self.entry()?;
        let cardinality = self.cardinality();
        // Another value comes to those of a key that is there.
        if let (Some(view), Some(Token::CardinalityList | Token::CardinalitySet)) = (there, cardinality) {
            let (known, values) = self.key(view)?;
            (key, value) = (Argument::string(&known), super::argument(self.choices.pick(&values)?)?);
        }
        let arguments = cardinality.map(Argument::Token).into_iter().chain([key, value]);
        Some(step(S::Property, arguments.collect()))
    }

    /// `V(id)` as a traversal.
    fn vertex(&mut self) -> Option<Argument> {
        let id = *self.choices.pick(&self.data.vertex_ids)?;
        Some(inner(vec![step(S::V, vec![Argument::Literal(Literal::Long(id))])]))
    }

    fn add_edge(&mut self) -> Made {
        let end = self.vertex()?;
        let mut steps = vec![step(S::AddE, vec![self.edge_label()])];
        steps.push(step(if self.choices.chance(50) { S::To } else { S::From }, vec![end]));
        if self.choices.chance(40) {
            let (key, value) = self.entry()?;
            steps.push(step(S::Property, vec![key, value]));
        }
        Some(steps)
    }

    /// A map of a label and properties.
    fn element_map(&mut self, label: Option<Argument>) -> Option<Vec<(Argument, Argument)>> {
        let mut entries = Vec::new();
        if let Some(label) = label {
            entries.push((Argument::Token(Token::TLabel), label));
        }
        for _ in 0..self.choices.below(3) {
            let (key, value) = self.entry()?;
            if !entries.iter().any(|(known, _)| *known == key) {
                entries.push((key, value));
            }
        }
        Some(entries)
    }

    /// What a merge adds or changes, on keys that it does not search by.
    fn merge_options(&mut self, search: &[(Argument, Argument)]) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        for token in [Token::MergeOnCreate, Token::MergeOnMatch] {
            if self.choices.chance(40) {
                let (key, value) = self.entry()?;
                if search.iter().all(|(known, _)| *known != key) {
                    let map = Argument::Map(vec![(key, value)]);
                    steps.push(step(S::Option, vec![Argument::Token(token), map]));
                }
            }
        }
        Some(steps)
    }

    fn merge_vertex(&mut self) -> Made {
        let label = self.vertex_label();
        let label = label.filter(|_| self.choices.chance(85));
        let search = self.element_map(label)?;
        let options = self.merge_options(&search)?;
        let mut steps = vec![step(S::MergeV, vec![Argument::Map(search)])];
        steps.extend(options);
        Some(steps)
    }

    fn merge_edge(&mut self) -> Made {
        let ids = &self.data.vertex_ids;
        let (source, target) = (*self.choices.pick(ids)?, *self.choices.pick(ids)?);
        let mut search = vec![(Argument::Token(Token::TLabel), self.edge_label())];
        for (direction, id) in [(Token::DirectionOut, source), (Token::DirectionIn, target)] {
            search.push((Argument::Token(direction), Argument::Literal(Literal::Long(id))));
        }
        let options = self.merge_options(&search)?;
        let mut steps = vec![step(S::MergeE, vec![Argument::Map(search)])];
        steps.extend(options);
        Some(steps)
    }
}
