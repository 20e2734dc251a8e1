//! Points in the plane, in space and on the earth (Cypher Manual 5, spatial values). No suite covers them: what
//! the manual does not say is open, and so are distances on the earth, which hang on the earth's radius.

use super::taint::{Near, Why};
use super::value::{Map, Value};

/// A coordinate reference system.
#[derive(Debug, PartialEq, Eq)]
struct System {
    srid: i64,
    name: &'static str,
    dimensions: usize,
    on_earth: bool,
}

static SYSTEMS: [System; 4] = [
    System { srid: 7_203, name: "cartesian", dimensions: 2, on_earth: false },
    System { srid: 9_157, name: "cartesian-3d", dimensions: 3, on_earth: false },
    System { srid: 4_326, name: "wgs-84", dimensions: 2, on_earth: true },
    System { srid: 4_979, name: "wgs-84-3d", dimensions: 3, on_earth: true },
];

/// The names of the coordinates, in the plane and on the earth.
const PLAIN: [&str; 3] = ["x", "y", "z"];
const EARTHLY: [&str; 3] = ["longitude", "latitude", "height"];

/// Up to here integers and floats are the same.
const EXACT: u64 = 1 << 53;

/// A point.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    system: &'static System,
    coordinates: Vec<f64>,
}

impl Point {
    /// A point of a known system.
    #[must_use]
    pub fn new(srid: i64, coordinates: &[f64]) -> Option<Self> {
        let system = SYSTEMS.iter().find(|system| system.srid == srid)?;
        let fits = coordinates.len() == system.dimensions && coordinates.iter().all(|one| one.is_finite());
        fits.then(|| Self { system, coordinates: coordinates.to_vec() })
    }

    /// The identifier of the system.
    #[must_use]
    pub fn srid(&self) -> i64 {
        self.system.srid
    }

    /// The coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        &self.coordinates
    }

    /// Whether two points cannot be told apart, not even by the sign of a zero.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let bits = |point: &Self| point.coordinates.iter().map(|one| one.to_bits()).collect::<Vec<_>>();
        self.system == other.system && bits(self) == bits(other)
    }

    /// Some total order.
    pub(super) fn any_order(&self, other: &Self) -> std::cmp::Ordering {
        let pairs = self.coordinates.iter().zip(&other.coordinates);
        let coordinates =
            pairs.map(|(left, right)| left.partial_cmp(right).unwrap_or(std::cmp::Ordering::Equal));
        coordinates.fold(self.srid().cmp(&other.srid()), std::cmp::Ordering::then)
    }

    /// A component; none where the system has none of this name.
    pub(super) fn component(&self, name: &str) -> Option<Value> {
        let system = self.system;
        let earthly = EARTHLY.iter().position(|known| *known == name).filter(|_| system.on_earth);
        match name {
            "crs" => Some(Value::string(system.name)),
            "srid" => Some(Value::Integer(self.srid())),
            _ => {
                let place = PLAIN.iter().position(|known| *known == name).or(earthly)?;
                self.coordinates.get(place).copied().map(Value::Float)
            }
        }
    }

    /// The distance in the plane or in space; null between two systems.
    pub(super) fn distance(&self, other: &Self) -> Value {
        if self.system != other.system {
            return Value::Null;
        }
        if self.system.on_earth {
            return Value::Open(Why::Unspecified);
        }
        let squares =
            self.coordinates.iter().zip(&other.coordinates).map(|(left, right)| (left - right).powi(2));
        let distance = squares.sum::<f64>().sqrt();
        if distance == 0.0 || distance.is_infinite() {
            let exact = self.coordinates == other.coordinates;
            return if exact { Value::Float(0.0) } else { Value::Open(Why::Rounding) };
        }
        Value::Near(Near::rounded(distance))
    }

    /// Whether the point lies in a box, its border included; null between systems. On the earth a box may reach
    /// over the date line.
    pub(super) fn is_within(&self, lower: &Self, upper: &Self) -> Value {
        if self.system != lower.system || self.system != upper.system {
            return Value::Null;
        }
        if self.system.on_earth {
            return Value::Open(Why::Unspecified);
        }
        let bounds = lower.coordinates.iter().zip(&upper.coordinates);
        let inside = self.coordinates.iter().zip(bounds).all(|(one, (low, high))| low <= one && one <= high);
        Value::Bool(inside)
    }

    /// The point that a map describes; none where the manual does not say what comes out.
    pub(super) fn of_map(map: &Map) -> Option<Self> {
        let has = |name: &str| !map.get(name).is_null();
        let known =
            |name: &str| PLAIN.contains(&name) || EARTHLY.contains(&name) || ["crs", "srid"].contains(&name);
        let earthly = EARTHLY.iter().any(|name| has(name));
        let mut keys = if earthly { vec!["longitude", "latitude"] } else { vec!["x", "y"] };
        let third = ["z", "height"].into_iter().find(|name| has(name));
        keys.extend(third.filter(|name| earthly || *name == "z"));
        let coordinates = keys.iter().map(|key| coordinate(&map.get(key))).collect::<Option<Vec<f64>>>()?;
        let named = match (map.get("crs"), map.get("srid")) {
            (Value::String(name), Value::Null) => {
                Some(SYSTEMS.iter().find(|system| *system.name == *name.to_ascii_lowercase())?)
            }
            (Value::Null, Value::Integer(srid)) => Some(SYSTEMS.iter().find(|system| system.srid == srid)?),
            (Value::Null, Value::Null) => None,
            _ => return None,
        };
        let on_earth = named.map_or(earthly, |system| system.on_earth);
        let system = SYSTEMS
            .iter()
            .find(|system| system.on_earth == on_earth && system.dimensions == coordinates.len())?;
        let used = keys.len() + usize::from(named.is_some());
        let plain = map.entries().len() == used && map.entries().iter().all(|(key, _)| known(key));
        // Beyond the poles is an error, beyond the date line a turn around the earth.
        let outside = on_earth && coordinates.iter().zip([180.0, 90.0]).any(|(one, most)| one.abs() > most);
        let agrees = named.is_none_or(|named| named.srid == system.srid) && (on_earth || !earthly);
        (plain && agrees && !outside).then(|| Self::new(system.srid, &coordinates))?
    }
}

fn coordinate(value: &Value) -> Option<f64> {
    match value {
        Value::Float(number) => Some(*number),
        #[expect(clippy::cast_precision_loss, reason = "the bound is checked")]
        Value::Integer(number) => (number.unsigned_abs() <= EXACT).then_some(*number as f64),
        _ => None,
    }
}
