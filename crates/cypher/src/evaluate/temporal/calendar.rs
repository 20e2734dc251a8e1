//! The proleptic Gregorian calendar over days since 1970-01-01, and the week date of ISO 8601.

/// The last year; the first is its negative (TCK Temporal10 \[9\]).
pub(in crate::evaluate) const MAX_YEAR: i64 = 999_999_999;

/// Days of 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097;

/// The day of a month's first day, for any month that is in range.
fn first_of_month(year: i64, month: i64) -> i64 {
    // Years begin in March, so that the leap day is the last one.
    let shifted = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5;
    era * CYCLE + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Whether the year has 366 days.
pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The days of a month.
pub(super) fn month_length(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The day, if it is in the range of years.
pub(super) fn checked(day: i64) -> Option<i64> {
    (first_of_month(-MAX_YEAR, 1)..first_of_month(MAX_YEAR + 1, 1)).contains(&day).then_some(day)
}

/// The day of a calendar date, if there is one.
pub(super) fn from_date(year: i64, month: i64, day: i64) -> Option<i64> {
    let exists = (-MAX_YEAR..=MAX_YEAR).contains(&year)
        && (1..=12).contains(&month)
        && (1..=month_length(year, month)).contains(&day);
    exists.then(|| first_of_month(year, month) + day - 1)
}

/// Year, month and day.
pub(super) fn date_of(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted.div_euclid(CYCLE), shifted.rem_euclid(CYCLE));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted_month + 2) / 5 + 1)
}

/// The day of the week, Monday being 1.
pub(super) fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7) + 1
}

/// Week-based year and week: the week belongs to the year that its Thursday is in.
pub(super) fn week_of(day: i64) -> (i64, i64) {
    let thursday = day - weekday(day) + 4;
    let (year, ..) = date_of(thursday);
    (year, (thursday - first_of_month(year, 1)) / 7 + 1)
}

/// The day of a week date, if there is one.
pub(super) fn from_week(year: i64, week: i64, weekday_wanted: i64) -> Option<i64> {
    if !(-MAX_YEAR..=MAX_YEAR).contains(&year)
        || !(1..=53).contains(&week)
        || !(1..=7).contains(&weekday_wanted)
    {
        return None;
    }
    let fourth = first_of_month(year, 1) + 3;
    let monday = fourth - weekday(fourth) + 1 + (week - 1) * 7;
    (week_of(monday) == (year, week)).then(|| checked(monday + weekday_wanted - 1))?
}

/// The day of the year, from 1.
pub(super) fn ordinal_of(day: i64) -> i64 {
    day - first_of_month(date_of(day).0, 1) + 1
}

/// The day of an ordinal date, if there is one.
pub(super) fn from_ordinal(year: i64, ordinal: i64) -> Option<i64> {
    let length = if is_leap(year) { 366 } else { 365 };
    let exists = (-MAX_YEAR..=MAX_YEAR).contains(&year) && (1..=length).contains(&ordinal);
    exists.then(|| first_of_month(year, 1) + ordinal - 1)
}

/// Quarter, and the day within it from 1.
pub(super) fn quarter_of(day: i64) -> (i64, i64) {
    let (year, month, _) = date_of(day);
    let quarter = (month - 1) / 3 + 1;
    (quarter, day - first_of_month(year, quarter * 3 - 2) + 1)
}

/// The day of a quarter date, if there is one.
pub(super) fn from_quarter(year: i64, quarter: i64, of_quarter: i64) -> Option<i64> {
    let first = from_date(year, quarter.checked_mul(3)?.checked_sub(2)?, 1)?;
    let day = first.checked_add(of_quarter)?.checked_sub(1)?;
    (of_quarter >= 1).then_some(())?;
    (quarter_of(checked(day)?).0 == quarter && date_of(day).0 == year).then_some(day)
}

/// The same day so many months later, or the last one of a month that is too short (CIP2015-08-06, arithmetic).
pub(super) fn add_months(day: i64, months: i64) -> Option<i64> {
    let (year, month, of_month) = date_of(day);
    let total = (year * 12 + month - 1).checked_add(months)?;
    let (year, month) = (total.div_euclid(12), total.rem_euclid(12) + 1);
    from_date(year, month, of_month.min(month_length(year, month)))
}
