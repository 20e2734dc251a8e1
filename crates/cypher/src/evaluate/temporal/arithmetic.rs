//! Points in time and durations added (CIP2015-08-06, arithmetic; TCK Temporal8).

use super::{DAY, DAY_SECONDS, Duration, Instant, Kind, Made, Wrong, calendar};

impl Instant {
    /// The point in time so much later. Parts of the duration that the kind has no place for are ignored, but
    /// whole days of seconds count for a date.
    pub(in crate::evaluate) fn plus(&self, duration: &Duration) -> Made<Self> {
        let nanos = duration.total_nanos();
        if !self.kind().has_date() {
            let later = (i128::from(self.nanos()) + nanos).rem_euclid(i128::from(DAY));
            return self.clone().with_local(later);
        }
        let mut days = duration.days;
        if self.kind() == Kind::Date {
            // Cut off towards zero, as the nanoseconds below a second are.
            days = days.checked_add(duration.seconds / DAY_SECONDS).ok_or(Wrong::Range)?;
        }
        let moved = self.plus_calendar(duration.months, days)?;
        match (self.kind(), moved.zone()) {
            (Kind::Date, _) => Ok(moved),
            (_, Some(zone)) => Instant::at(moved.epoch_nanos() + nanos, &zone),
            (_, None) => {
                let local = moved.local_nanos() + nanos;
                moved.with_local(local)
            }
        }
    }

    /// Months and days later by the calendar, at the same local time.
    pub(super) fn plus_calendar(&self, months: i64, days: i64) -> Made<Self> {
        let day = calendar::add_months(self.day(), months)
            .and_then(|day| calendar::checked(day.checked_add(days)?))
            .ok_or(Wrong::Range)?;
        match self.zone() {
            Some(zone) => Instant::zoned(day, self.nanos(), &zone, Some(self.offset())),
            None => Ok(Instant::local(self.kind(), day, self.nanos())),
        }
    }
}
