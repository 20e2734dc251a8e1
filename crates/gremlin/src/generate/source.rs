//! How a traversal begins: what configures its source, and its first step.

use super::element::some_ids;
use super::kind::Kind;
use super::literal::int;
use super::maker::{Maker, View, inner, step};
use crate::ast::{Argument, Literal, Step, StepName as S, Strategy};

/// Strategies that change no answer.
const OPTIMISATIONS: &[&str] = &[
    "AdjacentToIncidentStrategy",
    "CountStrategy",
    "EarlyLimitStrategy",
    "FilterRankingStrategy",
    "IdentityRemovalStrategy",
    "IncidentToAdjacentStrategy",
    "InlineFilterStrategy",
    "LazyBarrierStrategy",
    "MatchPredicateStrategy",
    "OrderLimitStrategy",
    "PathProcessorStrategy",
    "PathRetractionStrategy",
    "RepeatUnrollStrategy",
];

impl Maker<'_, '_> {
    /// Steps that configure the source.
    pub(super) fn configuration(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.allows(S::WithSack) && self.choices.chance(12) {
            self.sack = true;
            let sack = if self.choices.chance(50) { int(1) } else { Argument::Literal(Literal::Double(0.5)) };
            steps.push(step(S::WithSack, vec![sack]));
        }
        if self.allows(S::WithSideEffect) && self.choices.chance(2) {
            let values = self.data.values.iter().filter_map(super::argument).take(2).collect();
            let name = self.fresh('s');
            steps.push(step(S::WithSideEffect, vec![Argument::string(&name), Argument::List(values)]));
            self.sides.push((name, Kind::SCALAR));
        }
        let strategy =
            |name: &&str| Argument::Strategy(Strategy { name: (*name).to_owned(), settings: Vec::new() });
        for (name, percent) in [(S::WithStrategies, 2), (S::WithoutStrategies, 2)] {
            if self.allows(name) && self.choices.chance(percent) {
                let allowed = if name == S::WithStrategies { "ReadOnlyStrategy" } else { "CountStrategy" };
                let mut strategies: Vec<Argument> =
                    self.choices.pick(OPTIMISATIONS).map(strategy).into_iter().collect();
                if name == S::WithoutStrategies && self.choices.chance(50) {
                    strategies = vec![strategy(&allowed)];
                }
                steps.push(step(name, strategies));
            }
        }
        if self.allows(S::WithBulk) && self.choices.chance(1) {
            steps.push(step(S::WithBulk, vec![Argument::Literal(Literal::Boolean(true))]));
        }
        if self.allows(S::WithPath) && self.choices.chance(1) {
            steps.push(step(S::WithPath, Vec::new()));
        }
        steps
    }

    /// The first step; `V()` when nothing else is possible.
    pub(super) fn begin(&mut self, view: View, steps: &mut Vec<Step>) -> View {
        let source = View { kind: Kind::NONE, ..view.clone() };
        for _ in 0..4 {
            if let Some((unit, kind)) = self.first_step()
                && let Some(next) = self.advance(&source, kind, &unit, false)
            {
                steps.extend(unit);
                return next;
            }
        }
        let unit = vec![step(S::V, Vec::new())];
        steps.extend(unit.clone());
        self.advance(&source, Kind::VERTEX, &unit, false).unwrap_or(source)
    }

    fn first_step(&mut self) -> Option<(Vec<Step>, Kind)> {
        let data = self.data;
        Some(match self.choices.weighted(&[60, 11, 14, 4, 10, 3]) {
            0 => {
                let mut steps = vec![step(S::V, Vec::new())];
                // What an engine answers by an index stands directly behind.
                if self.choices.chance(20)
                    && let Some((tests, kind)) = super::filter::by_index(self)
                {
                    steps.extend(tests);
                    return Some((steps, kind));
                }
                (steps, Kind::VERTEX)
            }
            1 => (vec![step(S::V, some_ids(self, false)?)], Kind::VERTEX),
            2 => (vec![step(S::E, Vec::new())], Kind::EDGE),
            3 => (vec![step(S::E, some_ids(self, true)?)], Kind::EDGE),
            4 if self.allows(S::Inject) => {
                let count = self.choices.between(1, 4);
                // Numbers near the bounds of their type, which what adds them up goes beyond.
                let bounds = [i32::MAX, i32::MIN, 1, -1];
                if self.choices.chance(30) {
                    let numbers = (0..=count).filter_map(|_| self.choices.pick(&bounds));
                    let numbers = numbers.map(|number| Argument::Literal(Literal::Int(*number))).collect();
                    let mut steps = vec![step(S::Inject, numbers)];
                    if self.choices.chance(50) {
                        steps.push(step(*self.choices.pick(&[S::Sum, S::Sum, S::Mean])?, Vec::new()));
                    }
                    return Some((steps, Kind::NUMBER));
                }
                let values: Vec<_> = (0..count).filter_map(|_| self.value_near(&data.values)).collect();
                if values.is_empty() {
                    return None;
                }
                return Some((self.repeated(values), Kind::SCALAR));
            }
            5 if self.since(7) && self.allows(S::Union) => {
                let ids = some_ids(self, false)?;
                let ways = ids.into_iter().map(|id| inner(vec![step(S::V, vec![id])])).collect();
                (vec![step(S::Union, ways)], Kind::VERTEX)
            }
            _ => return None,
        })
    }

    /// Values as the beginning; now and then with some of them twice, as they are or as the same number in another type,
    /// and rid of doubles.
    fn repeated(&mut self, mut values: Vec<Argument>) -> Vec<Step> {
        let again = self.choices.chance(45);
        if again {
            let twice = |value: &Argument| other_type(value).unwrap_or_else(|| value.clone());
            let twice: Vec<Argument> = values.iter().map(twice).collect();
            values.extend(twice);
            self.choices.shuffle(&mut values);
        }
        let mut steps = vec![step(S::Inject, values)];
        steps.extend((again && self.choices.chance(50)).then(|| step(S::Dedup, Vec::new())));
        steps
    }
}

/// The same small number in another type.
fn other_type(value: &Argument) -> Option<Argument> {
    let Argument::Literal(literal) = value else { return None };
    Some(Argument::Literal(match literal {
        Literal::Int(number) => Literal::Double(f64::from(*number)),
        Literal::Long(number) => Literal::Int(i32::try_from(*number).ok()?),
        Literal::Double(number) if number.fract() == 0.0 && number.abs() < 1e6 => {
            Literal::Long(format!("{number:.0}").parse().ok()?)
        }
        _ => return None,
    }))
}
