//! Points in time: dates, times, and both together.

use std::cmp::Ordering;
use std::sync::Arc;

use quarrel_case::value::Atom;

use super::zone::{self, Zone};
use super::{DAY, DAY_SECONDS, Made, SECOND, Wrong, calendar};

/// Which parts a point in time has. In the order of types in `ORDER BY` (Cypher Manual 5, ordering of values).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Date, time and zone.
    DateTime,
    /// Date and time.
    LocalDateTime,
    /// Date.
    Date,
    /// Time and offset.
    Time,
    /// Time.
    LocalTime,
}

/// A point in time; the parts that its kind does not have are zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instant {
    kind: Kind,
    /// Days since 1970-01-01 in local time.
    day: i64,
    /// Nanoseconds of the local day.
    nanos: i64,
    /// Seconds east of UTC.
    offset: i32,
    /// The name of the zone that the offset comes from.
    zone: Option<Arc<str>>,
}

impl Kind {
    /// All kinds.
    pub(super) const ALL: [Kind; 5] =
        [Kind::DateTime, Kind::LocalDateTime, Kind::Date, Kind::Time, Kind::LocalTime];

    /// Whether there is a date.
    #[must_use]
    pub fn has_date(self) -> bool {
        matches!(self, Kind::DateTime | Kind::LocalDateTime | Kind::Date)
    }

    /// Whether there is a time of day.
    #[must_use]
    pub fn has_time(self) -> bool {
        self != Kind::Date
    }

    /// Whether there is a zone or an offset.
    #[must_use]
    pub fn has_zone(self) -> bool {
        matches!(self, Kind::DateTime | Kind::Time)
    }

    /// The atom that carries such values in answers.
    #[must_use]
    pub fn atom(self) -> Atom {
        match self {
            Kind::DateTime => Atom::DateTime,
            Kind::LocalDateTime => Atom::LocalDateTime,
            Kind::Date => Atom::Date,
            Kind::Time => Atom::Time,
            Kind::LocalTime => Atom::LocalTime,
        }
    }

    /// The kind that an atom carries.
    #[must_use]
    pub fn of_atom(atom: Atom) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.atom() == atom)
    }
}

impl Instant {
    /// A date.
    pub(super) fn date(day: i64) -> Self {
        Self { kind: Kind::Date, day, nanos: 0, offset: 0, zone: None }
    }

    /// A point in time without zone; the parts that the kind does not have are dropped.
    pub(super) fn local(kind: Kind, day: i64, nanos: i64) -> Self {
        let day = if kind.has_date() { day } else { 0 };
        let nanos = if kind.has_time() { nanos } else { 0 };
        Self { kind, day, nanos, offset: 0, zone: None }
    }

    /// A time of day with an offset.
    pub(super) fn time(nanos: i64, offset: i32) -> Self {
        Self { kind: Kind::Time, day: 0, nanos, offset, zone: None }
    }

    /// A local date and time in a zone; where the zone skips it, the one that much later, and where it comes
    /// twice, the one with the preferred offset or else the first (as `java.time` does; TCK Temporal10 \[8\]).
    pub(super) fn zoned(day: i64, nanos: i64, zone: &Zone, preferred: Option<i32>) -> Made<Self> {
        let (offset, name) = match zone {
            Zone::Offset(offset) => (*offset, None),
            Zone::Named(name) => {
                let local = day * DAY_SECONDS + nanos / SECOND;
                let (shift, offset) = zone::resolve(name, local, preferred)?;
                let whole = i128::from(day) * i128::from(DAY)
                    + i128::from(nanos)
                    + i128::from(shift) * i128::from(SECOND);
                return Self { kind: Kind::DateTime, day: 0, nanos: 0, offset, zone: Some(name.clone()) }
                    .with_local(whole);
            }
        };
        Ok(Self { kind: Kind::DateTime, day, nanos, offset, zone: name })
    }

    /// The date and time at so many nanoseconds since 1970-01-01T00:00Z, as a zone shows it.
    pub(super) fn at(epoch: i128, zone: &Zone) -> Made<Self> {
        let (offset, name) = match zone {
            Zone::Offset(offset) => (*offset, None),
            Zone::Named(name) => {
                let seconds =
                    i64::try_from(epoch.div_euclid(i128::from(SECOND))).map_err(|_| Wrong::Range)?;
                (zone::offset_at(name, seconds)?, Some(name.clone()))
            }
        };
        let local = epoch + i128::from(offset) * i128::from(SECOND);
        Self { kind: Kind::DateTime, day: 0, nanos: 0, offset, zone: name }.with_local(local)
    }

    /// The same kind and zone at another local time, in nanoseconds since 1970-01-01T00:00.
    pub(super) fn with_local(mut self, local: i128) -> Made<Self> {
        let day = i64::try_from(local.div_euclid(i128::from(DAY))).map_err(|_| Wrong::Range)?;
        self.day = calendar::checked(day).ok_or(Wrong::Range)?;
        self.nanos = i64::try_from(local.rem_euclid(i128::from(DAY))).map_err(|_| Wrong::Range)?;
        Ok(self)
    }

    /// Which parts there are.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The day since 1970-01-01; 0 where there is none.
    pub(super) fn day(&self) -> i64 {
        self.day
    }

    /// The nanosecond of the day; 0 where there is none.
    pub(super) fn nanos(&self) -> i64 {
        self.nanos
    }

    /// Seconds east of UTC; 0 where there is no zone.
    pub(super) fn offset(&self) -> i32 {
        self.offset
    }

    /// The zone, if the kind has one.
    pub(super) fn zone(&self) -> Option<Zone> {
        let named = || self.zone.clone().map(Zone::Named);
        self.kind.has_zone().then(|| named().unwrap_or(Zone::Offset(self.offset)))
    }

    /// The name of the zone.
    pub(super) fn zone_name(&self) -> Option<&str> {
        self.zone.as_deref()
    }

    /// Nanoseconds since 1970-01-01T00:00 in local time.
    pub(super) fn local_nanos(&self) -> i128 {
        i128::from(self.day) * i128::from(DAY) + i128::from(self.nanos)
    }

    /// Nanoseconds since 1970-01-01T00:00Z; what has no zone is taken to be in UTC.
    pub(super) fn epoch_nanos(&self) -> i128 {
        self.local_nanos() - i128::from(self.offset) * i128::from(SECOND)
    }

    /// Which of two of a kind comes first. The same moment in two zones: one is before the other for some
    /// engines, and they are equal for others; see [`Instant::is_told_apart`].
    pub(in crate::evaluate) fn order(&self, other: &Self) -> Ordering {
        self.kind
            .cmp(&other.kind)
            .then_with(|| self.epoch_nanos().cmp(&other.epoch_nanos()))
            .then_with(|| (self.offset, &self.zone).cmp(&(other.offset, &other.zone)))
    }

    /// The same without the fraction of the second.
    pub(in crate::evaluate) fn whole_seconds(&self) -> Self {
        Self { nanos: self.nanos - self.nanos.rem_euclid(SECOND), ..self.clone() }
    }

    /// Whether the language says how two of a kind compare: not the same moment in two zones. (The proposal
    /// stores the moment alone; the engine of its authors compares the zones too.)
    pub(in crate::evaluate) fn is_told_apart(&self, other: &Self) -> bool {
        self == other || self.kind != other.kind || self.epoch_nanos() != other.epoch_nanos()
    }
}
