//! Dates, times and durations, where the openCypher suite does not look.

use crate::{check, check_values, evaluate, outcome};
use quarrel_case::verdict::ErrorStatus;

const OPEN: &str = r#"{"open":"not specified"}"#;

/// Holds the text that each value has in an answer against the expected one.
fn check_texts(kind: &str, cases: &[(&str, &str)]) {
    for (expression, text) in cases {
        check_values(&[(*expression, &format!(r#"{{"{kind}":"{text}"}}"#))]);
    }
}

/// CIP2015-08-06, parsing.
#[test]
fn texts_are_read_in_the_forms_of_the_proposal() {
    check_texts(
        "date",
        &[
            ("date('+2015-W13-4')", "2015-03-26"),
            ("date('-0001-02-28')", "-0001-02-28"),
            ("date('+123456-01-01')", "+123456-01-01"),
            ("date('+999999999-12-31')", "+999999999-12-31"),
            ("date('2016366')", "2016-12-31"),
            ("date('0000')", "0000-01-01"),
        ],
    );
    check_texts("localtime", &[("localtime('T12:50:35,5')", "12:50:35.5"), ("localtime('00')", "00:00:00")]);
    check_texts("datetime", &[("datetime('2015-07-21')", "2015-07-21T00:00:00Z")]);
    let wrong = "ArgumentError InvalidArgumentValue";
    for text in
        ["", "x", "2015-7-1", "2015-02-29", "2015-13", "2015-W54", "2015-W302", "20151", "2015-366", "é"]
    {
        check_values(&[(&format!("date('{text}')"), wrong)]);
    }
    for text in ["", "24:00", "12:60", "1:00", "12:00:00.1234567890", "12.5", "12:00Z"] {
        check_values(&[(&format!("localtime('{text}')"), wrong)]);
    }
    for text in ["12:00+", "12:00+1", "12:00+19:00", "12:00+01:60", "12:00+010"] {
        check_values(&[(&format!("time('{text}')"), wrong)]);
    }
    check_values(&[
        ("datetime('2015-07-21T12:00[No/Where]')", wrong),
        ("datetime('2015-07-21T12:00[Europe/London')", wrong),
        // The zone does not have the offset then.
        ("datetime('2015-07-21T12:00+05:00[Europe/London]')", OPEN),
        // The proposal allows a leap second, libraries do not.
        ("localtime('23:59:60')", OPEN),
    ]);
}

/// CIP2015-08-06, time zones: what a zone skips, and what comes twice, is as in the suite's library.
#[test]
fn zones_have_their_offset_of_the_day() {
    check_texts(
        "datetime",
        &[
            // Skipped: later by what is skipped.
            ("datetime('2017-03-26T02:30[Europe/Stockholm]')", "2017-03-26T03:30:00+02:00[Europe/Stockholm]"),
            // Twice: the first, unless the offset says otherwise.
            ("datetime('2017-10-29T02:30[Europe/Stockholm]')", "2017-10-29T02:30:00+02:00[Europe/Stockholm]"),
            (
                "datetime('2017-10-29T02:30+01:00[Europe/Stockholm]')",
                "2017-10-29T02:30:00+01:00[Europe/Stockholm]",
            ),
            // The rules go on in years that no library has.
            (
                "datetime('+500000-07-01T12:00[Europe/Stockholm]')",
                "+500000-07-01T12:00:00+02:00[Europe/Stockholm]",
            ),
            (
                "datetime('-500000-07-01T12:00[Europe/Stockholm]')",
                "-500000-07-01T12:00:00+00:53:28[Europe/Stockholm]",
            ),
            // A day is a day of the calendar, hours are hours.
            (
                "datetime('2017-10-28T12:00[Europe/Stockholm]') + duration('P1D')",
                "2017-10-29T12:00:00+01:00[Europe/Stockholm]",
            ),
            (
                "datetime('2017-10-28T12:00[Europe/Stockholm]') + duration('PT24H')",
                "2017-10-29T11:00:00+01:00[Europe/Stockholm]",
            ),
            (
                "datetime({epochMillis: -1, timezone: 'America/New York'})",
                "1969-12-31T18:59:59.999-05:00[America/New_York]",
            ),
        ],
    );
}

/// CIP2015-08-06, constructing.
#[test]
fn maps_need_the_larger_units() {
    let wrong = "ArgumentError InvalidArgumentValue";
    check_values(&[
        ("date({year: 2015, day: 1})", wrong),
        ("date({year: 2015, dayOfWeek: 1})", wrong),
        ("date({month: 1})", wrong),
        ("date({year: 2015, month: 2, day: 29})", wrong),
        ("date({year: 1000000000})", wrong),
        ("localtime({minute: 1})", wrong),
        ("localtime({hour: 1, second: 1})", wrong),
        ("localtime({hour: 24})", wrong),
        ("localtime({hour: 1, minute: 1, second: 1, millisecond: 1, microsecond: 1000})", wrong),
        ("date({date: localtime('12:00')})", wrong),
        ("date(localtime('12:00'))", wrong),
        ("date({year: '2015'})", "TypeError InvalidArgumentType"),
        ("date(2015)", "TypeError InvalidArgumentType"),
        ("date(null)", "null"),
        ("localtime.truncate('', null)", "null"),
        ("date.truncate(null, date('2015-01-01'))", "null"),
        ("date.truncate('day', date('2015-01-01'), null)", OPEN),
        // Unknown or unlike fields, null, and a base that the fields do not fit.
        ("date({year: 2015, hour: 1})", OPEN),
        ("date({year: 2015, month: null})", OPEN),
        ("date({year: 2015, month: 1, week: 1})", OPEN),
        ("date({date: date('2016-02-29'), year: 2015})", OPEN),
        ("date({date: date('2016-12-31'), quarter: 1})", OPEN),
        ("datetime({year: 2015, hour: 12})", OPEN),
    ]);
}

/// CIP2015-08-06, current time: no clock reaches an answer.
#[test]
fn what_reads_a_clock_is_open() {
    for call in ["date()", "time({timezone: '+01:00'})", "datetime.realtime()", "date.truncate('year')"] {
        check_values(&[(call, r#"{"open":"a clock"}"#)]);
    }
    check_values(&[("date() IS NULL", "false"), ("date().year > 2000", OPEN)]);
}

/// CIP2015-08-06, arithmetic.
#[test]
fn arithmetic_follows_the_calendar() {
    check_texts(
        "date",
        &[
            ("date('2011-01-31') + duration('P1M') + duration('P12M')", "2012-02-28"),
            ("date('2011-01-31') + (duration('P1M') + duration('P12M'))", "2012-02-29"),
            ("duration('P1D') + date('2011-12-31')", "2012-01-01"),
            ("date('2011-01-01') - duration('PT23H')", "2011-01-01"),
        ],
    );
    check_texts("time", &[("time('13:42:19') + duration({days: 1, hours: 12})", "01:42:19Z")]);
    let raises = "TypeError InvalidArgumentType";
    check_values(&[
        ("duration('PT3H16M') / 2", r#"{"duration":[0,0,5880,0]}"#),
        ("2 * duration('P1M')", r#"{"duration":[2,0,0,0]}"#),
        ("duration('P3D') / 3", r#"{"duration":[0,1,0,0]}"#),
        // Floats hold a third of a day in as many ways as there are orders of computing it.
        ("duration('P1D') / 3", OPEN),
        ("duration({days: 0.1})", OPEN),
        ("duration('P1D') / 0", OPEN),
        ("duration('P1D') * (0.0 / 0.0)", OPEN),
        ("date('2011-01-01') - date('2010-01-01')", raises),
        ("date('2011-01-01') + 1", raises),
        ("duration('P1D') - date('2011-01-01')", raises),
        ("date('2011-01-01') * 2", raises),
        ("date('2011-01-01') + [1]", r#"[{"date":"2011-01-01"},1]"#),
        ("date('+999999999-12-31') + duration('P1D')", "ArithmeticError NumberOutOfRange"),
        ("duration({days: 9223372036854775807}) * 2", "ArithmeticError NumberOutOfRange"),
        ("duration({months: -9223372036854775808}) * -1", "ArithmeticError NumberOutOfRange"),
        ("localdatetime('2011-01-31T00:00').epochSeconds", OPEN),
    ]);
}

/// CIP2015-08-06, ISO 8601 for durations.
#[test]
fn durations_are_read_in_the_forms_of_the_proposal() {
    check_values(&[
        ("duration('PT-0.001S')", r#"{"duration":[0,0,-1,999000000]}"#),
        ("duration('P20120202T143721')", r#"{"duration":[24146,2,52641,0]}"#),
        ("duration('PT1,5S')", r#"{"duration":[0,0,1,500000000]}"#),
        ("toString(duration('PT-90061.5S'))", r#""PT-25H-1M-1.5S""#),
        ("duration('-P1D')", OPEN),
        ("duration('P1Y1W')", OPEN),
    ]);
    let wrong = "ArgumentError InvalidArgumentValue";
    for text in ["", "P", "PT", "P1DT", "1D", "P1.5DT1H", "P1D1M", "PD", "P1", "PT1.S", "P2012-13-01", "Pé"]
    {
        check_values(&[(&format!("duration('{text}')"), wrong)]);
    }
}

/// TCK Temporal7; Cypher Manual 5, ordering of values; CIP2015-08-06, comparing.
#[test]
fn values_compare_within_a_type() {
    check_values(&[
        ("date('2011-01-01') < localdatetime('2012-01-01T00:00')", "null"),
        ("date('2011-01-01') = localdatetime('2011-01-01T00:00')", "false"),
        ("date('2011-01-01') IN [1, date('2011-01-01')]", "true"),
        ("time('12:00Z') < time('12:30+01:00')", "false"),
        // One moment in two zones: equal by the proposal, not so for all engines.
        ("time('12:00Z') = time('13:00+01:00')", OPEN),
        ("time('12:00Z') < time('13:00+01:00')", OPEN),
        // An error or null.
        ("duration('P1D') < duration('P2D')", OPEN),
        ("duration('P1D') = duration('PT24H')", "false"),
    ]);
    check(
        "",
        &[
            (
                "UNWIND ['a', duration('P1D'), localtime('12'), time('12'), date('2011'), localdatetime('2011'), \
                 datetime('2011'), [1]] AS x RETURN x ORDER BY x",
                r#"[[[1]],[{"datetime":"2011-01-01T00:00:00Z"}],[{"localdatetime":"2011-01-01T00:00:00"}],
                   [{"date":"2011-01-01"}],[{"time":"12:00:00Z"}],[{"localtime":"12:00:00"}],
                   [{"duration":[0,1,0,0]}],["a"]]"#,
            ),
            ("UNWIND [date('2011'), date('2011-01')] AS x RETURN DISTINCT x", r#"[[{"date":"2011-01-01"}]]"#),
            (
                "UNWIND [duration('P1M'), duration('P28D'), duration('P1D')] AS x RETURN min(x) AS a, sum(x) AS b",
                r#"[[{"duration":[0,1,0,0]},{"duration":[1,29,0,0]}]]"#,
            ),
            (
                "UNWIND [duration('P1M'), duration('P1M')] AS x RETURN avg(x) AS a",
                r#"[[{"duration":[1,0,0,0]}]]"#,
            ),
            ("UNWIND [duration('P1M'), 1] AS x RETURN sum(x) AS a", "TypeError InvalidArgumentType"),
        ],
    );
    let order = "UNWIND [duration('P1M'), duration('P30DT10H30M')] AS x RETURN x ORDER BY x";
    assert_eq!(evaluate("", order).open.as_deref(), Some("sort key without a defined order"));
}

/// Engines leave out a second that is zero, or fill the fraction up.
#[test]
fn a_text_is_known_where_all_libraries_write_the_same() {
    check_values(&[
        ("toString(localtime('12:00:01'))", "\"12:00:01\""),
        ("toString(localtime('12:00'))", OPEN),
        ("toString(localtime('12:00:00.1'))", OPEN),
        ("toString(localtime('12:00:00.123456'))", "\"12:00:00.123456\""),
        ("toString(date('2011'))", "\"2011-01-01\""),
        ("time('12:00+01:00').offset", "\"+01:00\""),
        ("time('12:00').offset", OPEN),
    ]);
}

/// Properties come back as they were stored.
#[test]
fn a_graph_holds_temporal_values() {
    check(
        "(:A {d: date('2011-01-01'), l: [duration('PT1.5S')], z: datetime('2011-01-01T00:00[Europe/London]')})",
        &[
            (
                "MATCH (n:A {d: date('2011')}) RETURN n.d.year AS y, n.l AS l",
                r#"[[2011,[{"duration":[0,0,1,500000000]}]]]"#,
            ),
            (
                "MATCH (n) RETURN n.z AS z, n.z.timezone AS t",
                r#"[[{"datetime":"2011-01-01T00:00:00Z[Europe/London]"},"Europe/London"]]"#,
            ),
        ],
    );
}

#[test]
fn what_may_raise_says_so() {
    for (text, expected) in [
        ("RETURN date('2011') AS x", ErrorStatus::Never),
        ("RETURN date('x') AS x", ErrorStatus::Must),
        ("RETURN localtime.truncate('', null) AS x", ErrorStatus::May),
        ("RETURN datetime.fromEpochMillis(null) AS x", ErrorStatus::May),
        ("RETURN duration.between(null, null) AS x", ErrorStatus::Never),
        ("RETURN date({year: 2011, hour: 1}) AS x", ErrorStatus::May),
        ("UNWIND ['x'] AS t WITH t WHERE t = 'y' AND date(t) = date('2011') RETURN t", ErrorStatus::May),
        ("RETURN date() AS x", ErrorStatus::Never),
        ("RETURN toString(date()) AS x", ErrorStatus::May),
    ] {
        let evaluation = evaluate("", text);
        assert_eq!(evaluation.errors, expected, "{text}: {}", outcome(&evaluation));
    }
}

/// Cypher Manual 5, spatial values and functions.
#[test]
fn points_have_coordinates_and_distances() {
    check_values(&[
        ("point({x: 1, y: 2.5})", r#"{"point":[7203,1.0,2.5]}"#),
        ("point({x: 1, y: 2, z: 3}).crs", "\"cartesian-3d\""),
        ("point({longitude: 1, latitude: 2}).y", "2.0"),
        ("point({x: 1, y: 2, crs: 'wgs-84'}).latitude", "2.0"),
        ("point({x: 1, y: 2, srid: 4326}) = point({longitude: 1, latitude: 2})", "true"),
        ("point({x: 1, y: 2}) = point({longitude: 1, latitude: 2})", "false"),
        ("point({x: 1, y: 2}) < point({x: 2, y: 3})", OPEN),
        ("point({x: 1, y: 2}).latitude", OPEN),
        ("point({x: 1})", OPEN),
        ("point({longitude: 1, latitude: 91})", OPEN),
        ("point(1)", "TypeError InvalidArgumentType"),
        ("point(null)", "null"),
        ("point.distance(point({x: 0, y: 0}), point({x: 3, y: 4}))", r#"{"near":5.0}"#),
        ("point.distance(point({x: 0, y: 0}), point({x: 0, y: 0, z: 0}))", "null"),
        ("point.withinBBox(point({x: 1, y: 1}), point({x: 0, y: 0}), point({x: 1, y: 2}))", "true"),
    ]);
    check(
        "(:A {p: point({x: 1, y: 2})}), (:A {p: point({x: 1.0, y: 2.0})})",
        &[("MATCH (n) RETURN DISTINCT n.p AS p", r#"[[{"point":[7203,1.0,2.0]}]]"#)],
    );
}
