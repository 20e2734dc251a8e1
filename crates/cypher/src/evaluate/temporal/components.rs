//! Components of temporal values (CIP2015-08-06, accessing components; TCK Temporal5).

use super::{Duration, Instant, Made, SECOND, Wrong, calendar, text, unspecified};
use crate::evaluate::value::Value;

impl Instant {
    /// A component. What the kind does not have is null or an error.
    pub(in crate::evaluate) fn component(&self, name: &str) -> Made<Value> {
        let kind = self.kind();
        let found = self.of_date(name).filter(|_| kind.has_date());
        let found = found.or_else(|| self.of_time(name).filter(|_| kind.has_time()));
        let found = found.or_else(|| self.of_epoch(name).filter(|_| kind.has_date() && kind.has_zone()));
        match (found, name) {
            (Some(number), _) => Ok(Value::Integer(number)),
            (None, "offsetSeconds") if kind.has_zone() => Ok(Value::Integer(self.offset().into())),
            (None, "offsetMinutes") if kind.has_zone() => Ok(Value::Integer((self.offset() / 60).into())),
            (None, "timezone") if kind.has_zone() && self.zone_name().is_some() => {
                Ok(Value::string(self.zone_name().unwrap_or_default()))
            }
            // UTC is Z or +00:00.
            (None, "timezone" | "offset") if kind.has_zone() && self.offset() != 0 => {
                Ok(Value::string(&text::offset(self.offset())))
            }
            _ => unspecified(),
        }
    }

    fn of_date(&self, name: &str) -> Option<i64> {
        let day = self.day();
        let (year, month, of_month) = calendar::date_of(day);
        Some(match name {
            "year" => year,
            "quarter" => calendar::quarter_of(day).0,
            "month" => month,
            "week" => calendar::week_of(day).1,
            "weekYear" => calendar::week_of(day).0,
            "day" => of_month,
            "ordinalDay" => calendar::ordinal_of(day),
            "weekDay" | "dayOfWeek" => calendar::weekday(day),
            "dayOfQuarter" => calendar::quarter_of(day).1,
            _ => return None,
        })
    }

    fn of_time(&self, name: &str) -> Option<i64> {
        let (seconds, fraction) = (self.nanos() / SECOND, self.nanos() % SECOND);
        Some(match name {
            "hour" => seconds / 3_600,
            "minute" => seconds / 60 % 60,
            "second" => seconds % 60,
            "millisecond" => fraction / 1_000_000,
            "microsecond" => fraction / 1_000,
            "nanosecond" => fraction,
            _ => return None,
        })
    }

    fn of_epoch(&self, name: &str) -> Option<i64> {
        let part = match name {
            "epochSeconds" => SECOND,
            "epochMillis" => SECOND / 1_000,
            _ => return None,
        };
        i64::try_from(self.epoch_nanos().div_euclid(part.into())).ok()
    }
}

impl Duration {
    /// A component: of months, of days, or of seconds, in one unit or within the next larger one.
    pub(in crate::evaluate) fn component(&self, name: &str) -> Made<Value> {
        let (months, days) = (self.months, self.days);
        let (seconds, nanos) = (i128::from(self.seconds), i128::from(self.nanos));
        let total = |part: i128| seconds * part + nanos / (i128::from(SECOND) / part);
        let number = match name {
            "years" => (months / 12).into(),
            "quarters" => (months / 3).into(),
            "months" => months.into(),
            "weeks" => (days / 7).into(),
            "days" => days.into(),
            "quartersOfYear" => (months / 3 % 4).into(),
            "monthsOfQuarter" => (months % 3).into(),
            "monthsOfYear" => (months % 12).into(),
            "daysOfWeek" => (days % 7).into(),
            "seconds" => seconds,
            "millisecondsOfSecond" => nanos / 1_000_000,
            "microsecondsOfSecond" => nanos / 1_000,
            "nanosecondsOfSecond" => nanos,
            // Of a negative duration with a fraction engines count from either side.
            _ if seconds < 0 && nanos != 0 => return unspecified(),
            "hours" => seconds / 3_600,
            "minutes" => seconds / 60,
            "minutesOfHour" => seconds / 60 % 60,
            "secondsOfMinute" => seconds % 60,
            "milliseconds" => total(1_000),
            "microseconds" => total(1_000_000),
            "nanoseconds" => total(1_000_000_000),
            _ => return unspecified(),
        };
        i64::try_from(number).map(Value::Integer).map_err(|_| Wrong::Range)
    }
}
