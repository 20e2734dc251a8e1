//! Dates, times, durations and points: made from maps, moved by durations, taken apart.

use super::signatures::texts;
use super::{Production, Writer, production};
use crate::ast::BinaryOperator::{Add, Multiply, Subtract};
use crate::ast::{Expression, Literal};
use crate::generate::build;
use crate::generate::kind::{INSTANTS, Kind};

/// Keys with the values that they take.
type Fields = &'static [(&'static str, &'static [i64])];

pub(super) const DATE: &[Fields] = &[
    &[("year", &[2020, 2019, 1984]), ("month", &[1, 2, 12]), ("day", &[1, 28, 15])],
    &[("year", &[2020, 2015]), ("week", &[1, 7, 52]), ("dayOfWeek", &[1, 4, 7])],
    &[("year", &[2020, 2019]), ("ordinalDay", &[1, 60, 202])],
    &[("year", &[2020, 2019]), ("quarter", &[1, 3]), ("dayOfQuarter", &[1, 60])],
    &[("year", &[2020, 1984])],
];
pub(super) const DAY: &[Fields] = &[&[("day", &[2, 5, 28])]];
pub(super) const TIME: &[Fields] = &[
    &[("hour", &[0, 12, 23]), ("minute", &[0, 31, 59]), ("second", &[0, 14])],
    &[("hour", &[7]), ("minute", &[5]), ("second", &[9]), ("millisecond", &[1, 500])],
    &[("hour", &[3, 12])],
];
/// What has a zone gets one; see [`Writer::fields`].
pub(super) const ZONED_TIME: &[Fields] = &[
    &[("hour", &[0, 12, 23]), ("minute", &[0, 31]), ("timezone", &[0])],
    &[("hour", &[3]), ("minute", &[1])],
];
pub(super) const DATE_AND_TIME: &[Fields] = &[
    &[("year", &[2020, 1984]), ("month", &[1, 10]), ("day", &[1, 11]), ("hour", &[0, 12]), ("minute", &[31])],
    &[("year", &[2020, 2019]), ("ordinalDay", &[202, 60]), ("hour", &[12])],
    &[("year", &[2020]), ("week", &[10]), ("dayOfWeek", &[3]), ("hour", &[1])],
];
pub(super) const ZONED: &[Fields] = &[
    &[("year", &[2020, 1984]), ("month", &[1, 10]), ("day", &[11]), ("hour", &[0, 12]), ("timezone", &[0])],
    &[("year", &[2020, 2019]), ("ordinalDay", &[202, 60]), ("hour", &[12])],
    &[("epochSeconds", &[0, 416_779, -1])],
];
pub(super) const SPAN: &[Fields] = &[
    &[("days", &[1, 14, -3]), ("hours", &[0, 16])],
    &[("years", &[1]), ("months", &[2, 12])],
    &[("months", &[5, -1]), ("days", &[1])],
    &[("weeks", &[2])],
    &[("minutes", &[90, 12]), ("seconds", &[70, 1])],
];

/// What a point in time has by its date, by its time, and a duration.
const OF_DATE: &[&str] =
    &["year", "quarter", "month", "week", "weekYear", "day", "ordinalDay", "dayOfWeek", "dayOfQuarter"];
const OF_TIME: &[&str] = &["hour", "minute", "second", "millisecond", "microsecond", "nanosecond"];
const OF_SPAN: &[&str] = &["years", "months", "days", "hours", "minutes", "seconds", "monthsOfYear", "weeks"];

/// What every kind of point in time has.
macro_rules! instants {
    ($kind:expr) => {
        &[
            production(20, "", |writer, depth| writer.call($kind, depth)),
            production(4, "operator.add", |writer, depth| writer.moved($kind, Add, depth)),
            production(3, "operator.subtract", |writer, depth| writer.moved($kind, Subtract, depth)),
            production(2, "case", |writer, depth| writer.case($kind, depth.min(1))),
            production(1, "function.coalesce", |writer, depth| writer.coalesce($kind, depth)),
        ]
    };
}

const DATES: &[Production] = instants!(Kind::Date);
const LOCAL_TIMES: &[Production] = instants!(Kind::LocalTime);
const TIMES: &[Production] = instants!(Kind::Time);
const LOCAL_DATE_TIMES: &[Production] = instants!(Kind::LocalDateTime);
const DATE_TIMES: &[Production] = instants!(Kind::DateTime);

const DURATIONS: &[Production] = &[
    production(20, "", |writer, depth| writer.call(Kind::Duration, depth)),
    production(3, "operator.add", |writer, depth| {
        let (left, right) = writer.two(Kind::Duration, depth.min(1))?;
        Some(build::binary(Add, left, right))
    }),
    production(2, "operator.subtract", |writer, depth| {
        let (left, right) = writer.two(Kind::Duration, depth.min(1))?;
        Some(build::binary(Subtract, left, right))
    }),
    production(2, "operator.multiply", |writer, depth| {
        let factor = *writer.choices.pick(&[2, 3, -1])?;
        Some(build::binary(Multiply, writer.expression(Kind::Duration, depth)?, build::integer(factor)))
    }),
];

impl Writer<'_> {
    /// A point in time, a duration or a point in space.
    pub(super) fn temporal(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let productions = match kind {
            Kind::Date => DATES,
            Kind::LocalTime => LOCAL_TIMES,
            Kind::Time => TIMES,
            Kind::LocalDateTime => LOCAL_DATE_TIMES,
            Kind::DateTime => DATE_TIMES,
            Kind::Duration => DURATIONS,
            _ => return self.call(kind, depth).or_else(|| self.simple(kind)),
        };
        self.draw(productions, depth).or_else(|| self.simple(kind))
    }

    /// A constant of a kind that has no literal.
    pub(super) fn constructed(&mut self, kind: Kind) -> Option<Expression> {
        if kind == Kind::Point {
            return self
                .allow_function("point")
                .then(|| self.coordinates(0))?
                .map(|map| build::call("point", vec![map]));
        }
        let (name, words) = texts(kind)?;
        let word = self.choices.pick(words).filter(|_| self.allow_function(name))?;
        Some(build::call(name, vec![build::text(word)]))
    }

    /// Two points in time that differ in a fraction of a second, in either order.
    pub(super) fn near_instants(&mut self, kind: Kind) -> Option<(Expression, Expression)> {
        let (name, words) = texts(kind).filter(|(name, _)| self.allow_function(name))?;
        let words: Vec<&str> = words.iter().copied().filter(|word| word.contains('.')).collect();
        let word = *self.choices.pick(&words)?;
        let (whole, fraction) = word.split_once('.')?;
        let zone = fraction.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let made = |text: &str| build::call(name, vec![build::text(text)]);
        let (fine, coarse) = (made(word), made(&format!("{whole}{zone}")));
        Some(if self.choices.chance(50) { (fine, coarse) } else { (coarse, fine) })
    }

    fn moved(
        &mut self,
        kind: Kind,
        operator: crate::ast::BinaryOperator,
        depth: usize,
    ) -> Option<Expression> {
        let (instant, duration) =
            (self.expression(kind, depth.min(1))?, self.expression(Kind::Duration, depth.min(1))?);
        Some(build::binary(operator, instant, duration))
    }

    /// One of the maps, with values for its keys.
    pub(super) fn fields(&mut self, maps: &[Fields]) -> Option<Expression> {
        if !self.allow("literal.map") {
            return None;
        }
        let mut entries = Vec::new();
        for (key, values) in *self.choices.pick(maps)? {
            let value = match *key {
                "timezone" => build::text(self.choices.pick(&["+01:00", "-05:30", "Z"])?),
                _ => build::integer(*self.choices.pick(values)?),
            };
            entries.push(((*key).to_owned(), value));
        }
        Some(Expression::Map(entries))
    }

    /// The map that makes a point: in the plane, in space or on the earth.
    pub(super) fn coordinates(&mut self, depth: usize) -> Option<Expression> {
        if !self.allow("literal.map") {
            return None;
        }
        let keys: &[&str] = match self.choices.weighted(&[7, 2, 1]) {
            0 => &["x", "y"],
            1 => &["x", "y", "z"],
            _ => &["longitude", "latitude"],
        };
        let mut entries = Vec::new();
        for key in keys {
            let kind = if self.choices.chance(60) { Kind::Integer } else { Kind::Float };
            let value = match depth {
                0 => build::integer(*self.choices.pick(&[0, 1, 3, 4, -2])?),
                _ => self.expression(kind, 0)?,
            };
            entries.push(((*key).to_owned(), value));
        }
        Some(Expression::Map(entries))
    }

    /// A component of a point in time or of a duration.
    pub(super) fn component(&mut self, depth: usize) -> Option<Expression> {
        let kind = match self.choices.chance(20) {
            true => Kind::Duration,
            false => self.kind_at_hand(&INSTANTS),
        };
        let dated = matches!(kind, Kind::Date | Kind::LocalDateTime | Kind::DateTime);
        let keys = match kind {
            Kind::Duration => OF_SPAN,
            _ if dated && (kind == Kind::Date || self.choices.chance(50)) => OF_DATE,
            _ => OF_TIME,
        };
        let subject = self.expression(kind, depth.min(1))?;
        Some(build::property(subject, self.choices.pick(keys)?))
    }

    /// A coordinate of a point.
    pub(super) fn coordinate(&mut self, depth: usize) -> Option<Expression> {
        let subject = self.expression(Kind::Point, depth.min(1))?;
        // A component of null is null; a literal's would not parse as one.
        if matches!(subject, Expression::Literal(Literal::Null)) {
            return None;
        }
        Some(build::property(subject, self.choices.pick(&["x", "y"])?))
    }
}
