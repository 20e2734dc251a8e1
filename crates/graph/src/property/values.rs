//! The values of properties: a few ordinary ones and a few that engines get wrong.

use quarrel_case::choices::Choices;
use quarrel_case::graph::PropertyKind;
use quarrel_case::profile::Features;
use quarrel_case::value::{Atom, Value};

/// The greatest power of two up to which every integer is a float.
pub(super) const EXACT: i64 = 1 << 53;

/// The few values of each type that one graph uses.
pub(super) struct Pools {
    integers: Vec<Value>,
    floats: Vec<Value>,
    floats32: Vec<Value>,
    strings: Vec<Value>,
    integer_lists: Vec<Value>,
    string_lists: Vec<Value>,
}

impl Pools {
    pub(super) fn draw(features: &Features, choices: &mut Choices) -> Self {
        let integers = integers(features, choices);
        let strings = strings(features, choices);
        Self {
            floats: floats(features, choices),
            integer_lists: lists(&integers, features, choices),
            string_lists: lists(&strings, features, choices),
            integers,
            strings,
            floats32: if features.allow("graph.float32") { floats32(features, choices) } else { Vec::new() },
        }
    }

    /// A value of this type; none when the features leave none.
    pub(super) fn value(&self, kind: PropertyKind, choices: &mut Choices) -> Option<Value> {
        let pool = match kind {
            PropertyKind::Boolean => return Some(Value::Bool(choices.chance(50))),
            PropertyKind::Integer => &self.integers,
            PropertyKind::Float => &self.floats,
            PropertyKind::Float32 => &self.floats32,
            PropertyKind::String => &self.strings,
            PropertyKind::IntegerList => &self.integer_lists,
            PropertyKind::StringList => &self.string_lists,
        };
        choices.pick(pool).cloned()
    }
}

/// `common` of the ordinary values and, in `percent` of 100 cases, one of the awkward ones that are allowed.
fn pool<T: Clone>(
    ordinary: &[T],
    awkward: &[(&str, T)],
    percent: usize,
    features: &Features,
    choices: &mut Choices,
) -> Vec<T> {
    let mut values = ordinary.to_vec();
    choices.shuffle(&mut values);
    values.truncate(choices.between(2, 4));
    let allowed: Vec<&T> =
        awkward.iter().filter(|(feature, _)| features.allow(feature)).map(|(_, value)| value).collect();
    if choices.chance(percent)
        && let Some(value) = choices.pick(&allowed)
    {
        values.push((*value).clone());
    }
    values
}

fn integers(features: &Features, choices: &mut Choices) -> Vec<Value> {
    let awkward = [
        ("graph.integer-limit", i64::MAX),
        ("graph.integer-limit", i64::MIN),
        ("graph.large-integer", EXACT),
        ("graph.large-integer", EXACT + 1),
        ("graph.large-integer", EXACT - 1),
        ("graph.large-integer", -EXACT - 1),
    ];
    let values = pool(&[0, 1, -1, 2, 3, 5, 10], &awkward, 35, features, choices);
    values.into_iter().map(Value::Int).collect()
}

fn floats(features: &Features, choices: &mut Choices) -> Vec<Value> {
    let awkward = [
        ("graph.negative-zero", -0.0),
        ("graph.float", 1e300),
        ("graph.float", 1e-7),
        ("graph.float", 9_007_199_254_740_992.0),
        ("graph.float-infinity", f64::INFINITY),
        ("graph.float-infinity", f64::NEG_INFINITY),
        ("graph.float-nan", f64::NAN),
    ];
    let values = pool(&[0.0, 0.5, 1.0, -1.5, 2.0, 2.5], &awkward, 50, features, choices);
    values.into_iter().map(Value::Float).collect()
}

/// Some have no binary fraction: the same digits as a 64-bit float are another number.
fn floats32(features: &Features, choices: &mut Choices) -> Vec<Value> {
    let awkward =
        [("graph.negative-zero", "-0"), ("graph.float32", "16777216"), ("graph.float32", "0.94461")];
    let values = pool(&["0", "0.1", "0.5", "1", "-1.5", "2.3"], &awkward, 50, features, choices);
    values.into_iter().map(|text| Value::Atom(Atom::F32, text.to_owned())).collect()
}

fn strings(features: &Features, choices: &mut Choices) -> Vec<Value> {
    let awkward = [
        ("graph.empty-string", ""),
        ("graph.empty-string", ""),
        ("graph.non-ascii", "é"),
        ("graph.non-ascii", "Ωa"),
        ("graph.astral", "a😀"),
        ("graph.quote", "a'b"),
        ("graph.quote", "\"a\\"),
        ("graph.quote", " a\n"),
    ];
    let values = pool(&["a", "A", "ab", "b", "ba", "1", "true"], &awkward, 50, features, choices);
    values.into_iter().map(Value::string).collect()
}

fn lists(items: &[Value], features: &Features, choices: &mut Choices) -> Vec<Value> {
    let shortest = if features.allow("graph.empty-list") && choices.chance(50) { 0 } else { 1 };
    let mut list = |length: usize| {
        let items = (0..length).filter_map(|_| choices.pick(items).cloned()).collect();
        Value::List(items)
    };
    vec![list(shortest), list(1), list(2), list(3)]
}
