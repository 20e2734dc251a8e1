//! Every function with the kinds of its arguments and of its result: openCypher 9, section "functions", and the
//! Cypher Manual 5, functions. Signatures of one function stand together.

use super::Make;
use crate::generate::kind::Kind;

/// What an argument may be.
pub(super) enum Argument {
    /// Any expression of the kind.
    Of(Kind),
    /// Something of any kind, rather something read.
    Anything,
    /// A small natural number: a position or a length.
    Small,
    /// A small number that is not zero.
    Step,
    /// One of these texts.
    Word(&'static [&'static str]),
    /// What a function makes.
    Made(Make),
}

/// One way to call a function.
pub(super) struct Signature {
    pub(super) name: &'static str,
    pub(super) weight: usize,
    pub(super) arguments: &'static [Argument],
    pub(super) result: Kind,
}

const fn signature(
    name: &'static str,
    weight: usize,
    arguments: &'static [Argument],
    result: Kind,
) -> Signature {
    Signature { name, weight, arguments, result }
}

use Argument::{Anything, Made, Of, Small, Step, Word};
use Kind::{
    Boolean, BooleanList, Date, DateTime, Duration, Float, FloatList, Integer, IntegerList, LocalDateTime,
    LocalTime, Map, Node, NodeList, Path, Point, Relationship, RelationshipList, String, StringList, Time,
};

const PARTS: &[&str] = &["a", "b", "ab", " "];
const NUMBERS: &[&str] = &["1", "-2", "0", "3.5", "x", " 7"];
const MODES: &[&str] = &["UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN"];
const DATES: &[&str] = &["2020-01-01", "2019-12-31", "2020-02-29", "2015-W07", "2021-202", "1999"];
const LOCAL_TIMES: &[&str] = &["12:31:14.645876", "23:59", "00:00:00", "07:05:09.5"];
const TIMES: &[&str] = &["12:31:14+01:00", "23:59Z", "00:00:00-05:30", "07:05:09.5+02:00", "07:05:09+02:00"];
const LOCAL_DATE_TIMES: &[&str] = &["2020-01-01T12:31:14", "2019-12-31T23:59:59.999", "2020-02-29T00:00"];
const DATE_TIMES: &[&str] =
    &["2020-01-01T12:31:14+01:00", "2019-12-31T23:59:59.999Z", "2020-02-29T00:00-05:00"];
const DURATIONS: &[&str] = &["P1D", "PT2H30M", "P1Y2M", "-P3D", "P14DT16H12M", "PT0.5S", "P2W"];
const DATE_UNITS: &[&str] = &["millennium", "century", "decade", "year", "quarter", "month", "week", "day"];
const TIME_UNITS: &[&str] = &["day", "hour", "minute", "second", "millisecond", "microsecond"];
const UNITS: &[&str] = &["century", "year", "weekYear", "quarter", "month", "week", "day", "hour", "minute"];

/// Left out are those whose value is the engine's own (see `volatile`).
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method fixes the writer's lifetime"
)]
pub(super) const SIGNATURES: &[Signature] = &[
    signature("size", 6, &[Of(String)], Integer),
    signature("size", 4, &[Of(IntegerList)], Integer),
    signature("size", 4, &[Of(StringList)], Integer),
    signature("size", 2, &[Of(FloatList)], Integer),
    signature("size", 3, &[Of(NodeList)], Integer),
    signature("size", 3, &[Of(RelationshipList)], Integer),
    signature("length", 6, &[Of(Path)], Integer),
    signature("char_length", 1, &[Of(String)], Integer),
    signature("character_length", 1, &[Of(String)], Integer),
    signature("abs", 4, &[Of(Integer)], Integer),
    signature("abs", 4, &[Of(Float)], Float),
    signature("sign", 2, &[Of(Integer)], Integer),
    signature("sign", 2, &[Of(Float)], Integer),
    signature("toInteger", 3, &[Of(String)], Integer),
    signature("toInteger", 2, &[Of(Float)], Integer),
    signature("toIntegerOrNull", 3, &[Anything], Integer),
    signature("toIntegerOrNull", 2, &[Word(NUMBERS)], Integer),
    signature("ceil", 3, &[Of(Float)], Float),
    signature("floor", 3, &[Of(Float)], Float),
    signature("round", 3, &[Of(Float)], Float),
    signature("round", 2, &[Of(Float), Small], Float),
    signature("round", 2, &[Of(Float), Small, Word(MODES)], Float),
    signature("sqrt", 2, &[Of(Float)], Float),
    signature("exp", 1, &[Of(Float)], Float),
    signature("log", 1, &[Of(Float)], Float),
    signature("log10", 1, &[Of(Float)], Float),
    signature("sin", 1, &[Of(Float)], Float),
    signature("cos", 1, &[Of(Float)], Float),
    signature("tan", 1, &[Of(Float)], Float),
    signature("cot", 1, &[Of(Float)], Float),
    signature("asin", 1, &[Of(Float)], Float),
    signature("acos", 1, &[Of(Float)], Float),
    signature("atan", 1, &[Of(Float)], Float),
    signature("atan2", 1, &[Of(Float), Of(Float)], Float),
    signature("degrees", 1, &[Of(Float)], Float),
    signature("radians", 1, &[Of(Float)], Float),
    signature("haversin", 1, &[Of(Float)], Float),
    signature("pi", 1, &[], Float),
    signature("e", 1, &[], Float),
    signature("toFloat", 4, &[Of(Integer)], Float),
    signature("toFloat", 3, &[Of(String)], Float),
    signature("toFloatOrNull", 2, &[Anything], Float),
    signature("toFloatOrNull", 1, &[Word(NUMBERS)], Float),
    signature("isNaN", 2, &[Of(Float)], Boolean),
    signature("isEmpty", 3, &[Of(String)], Boolean),
    signature("isEmpty", 3, &[Of(IntegerList)], Boolean),
    signature("isEmpty", 1, &[Of(Map)], Boolean),
    signature("toBoolean", 4, &[Of(String)], Boolean),
    signature("toBooleanOrNull", 3, &[Anything], Boolean),
    signature("toBooleanOrNull", 1, &[Word(&["true", "FALSE", "yes"])], Boolean),
    signature("toUpper", 4, &[Of(String)], String),
    signature("upper", 1, &[Of(String)], String),
    signature("toLower", 4, &[Of(String)], String),
    signature("lower", 1, &[Of(String)], String),
    signature("trim", 2, &[Of(String)], String),
    signature("btrim", 1, &[Of(String)], String),
    signature("btrim", 1, &[Of(String), Word(PARTS)], String),
    signature("lTrim", 2, &[Of(String)], String),
    signature("lTrim", 1, &[Of(String), Word(PARTS)], String),
    signature("rTrim", 2, &[Of(String)], String),
    signature("rTrim", 1, &[Of(String), Word(PARTS)], String),
    signature("normalize", 1, &[Of(String)], String),
    signature("reverse", 3, &[Of(String)], String),
    signature("left", 3, &[Of(String), Small], String),
    signature("right", 3, &[Of(String), Small], String),
    signature("substring", 3, &[Of(String), Small], String),
    signature("substring", 3, &[Of(String), Small, Small], String),
    signature("replace", 3, &[Of(String), Word(PARTS), Of(String)], String),
    signature("toString", 4, &[Of(Integer)], String),
    signature("toString", 2, &[Of(Boolean)], String),
    signature("toString", 1, &[Of(Float)], String),
    signature("toString", 1, &[Of(Date)], String),
    signature("toString", 1, &[Of(Duration)], String),
    signature("toStringOrNull", 2, &[Anything], String),
    signature("valueType", 2, &[Anything], String),
    signature("nullIf", 1, &[Of(String), Of(String)], String),
    signature("nullIf", 1, &[Of(Integer), Of(Integer)], Integer),
    signature("nullIf", 1, &[Of(Date), Of(Date)], Date),
    signature("type", 5, &[Of(Relationship)], String),
    signature("split", 4, &[Of(String), Word(PARTS)], StringList),
    signature("labels", 3, &[Of(Node)], StringList),
    signature("keys", 2, &[Of(Node)], StringList),
    signature("keys", 2, &[Of(Relationship)], StringList),
    signature("keys", 1, &[Of(Map)], StringList),
    signature("range", 4, &[Small, Small], IntegerList),
    signature("range", 2, &[Small, Small, Step], IntegerList),
    signature("toIntegerList", 2, &[Of(StringList)], IntegerList),
    signature("toIntegerList", 2, &[Of(FloatList)], IntegerList),
    signature("toStringList", 3, &[Of(IntegerList)], StringList),
    signature("toFloatList", 2, &[Of(IntegerList)], FloatList),
    signature("toFloatList", 2, &[Of(StringList)], FloatList),
    signature("toBooleanList", 2, &[Of(StringList)], BooleanList),
    signature("toBooleanList", 2, &[Of(IntegerList)], BooleanList),
    signature("tail", 2, &[Of(IntegerList)], IntegerList),
    signature("tail", 2, &[Of(StringList)], StringList),
    signature("head", 2, &[Of(FloatList)], Float),
    signature("last", 2, &[Of(BooleanList)], Boolean),
    signature("nodes", 1, &[Of(Path)], NodeList),
    signature("relationships", 1, &[Of(Path)], RelationshipList),
    signature("properties", 1, &[Of(Node)], Map),
    signature("properties", 1, &[Of(Relationship)], Map),
    signature("date", 4, &[Word(DATES)], Date),
    signature("date", 3, &[Made(|writer, _| writer.fields(super::temporal::DATE))], Date),
    signature("date", 1, &[Of(LocalDateTime)], Date),
    signature("date.truncate", 1, &[Word(DATE_UNITS), Of(Date)], Date),
    signature("date.truncate", 1, &[Word(DATE_UNITS), Of(LocalDateTime)], Date),
    signature(
        "date.truncate",
        1,
        &[Word(&["year", "month"]), Of(Date), Made(|writer, _| writer.fields(super::temporal::DAY))],
        Date,
    ),
    signature("localtime", 3, &[Word(LOCAL_TIMES)], LocalTime),
    signature("localtime", 2, &[Made(|writer, _| writer.fields(super::temporal::TIME))], LocalTime),
    signature("localtime", 1, &[Of(LocalDateTime)], LocalTime),
    signature("localtime.truncate", 1, &[Word(TIME_UNITS), Of(LocalTime)], LocalTime),
    signature("time", 3, &[Word(TIMES)], Time),
    signature("time", 2, &[Made(|writer, _| writer.fields(super::temporal::ZONED_TIME))], Time),
    signature("time", 1, &[Of(DateTime)], Time),
    signature("time.truncate", 1, &[Word(TIME_UNITS), Of(Time)], Time),
    signature("localdatetime", 3, &[Word(LOCAL_DATE_TIMES)], LocalDateTime),
    signature(
        "localdatetime",
        2,
        &[Made(|writer, _| writer.fields(super::temporal::DATE_AND_TIME))],
        LocalDateTime,
    ),
    signature("localdatetime", 1, &[Of(DateTime)], LocalDateTime),
    signature("localdatetime.truncate", 1, &[Word(UNITS), Of(LocalDateTime)], LocalDateTime),
    signature("datetime", 3, &[Word(DATE_TIMES)], DateTime),
    signature("datetime", 2, &[Made(|writer, _| writer.fields(super::temporal::ZONED))], DateTime),
    signature("datetime.truncate", 1, &[Word(UNITS), Of(DateTime)], DateTime),
    signature("datetime.fromEpoch", 1, &[Of(Integer), Small], DateTime),
    signature("datetime.fromEpochMillis", 1, &[Of(Integer)], DateTime),
    signature("duration", 4, &[Word(DURATIONS)], Duration),
    signature("duration", 3, &[Made(|writer, _| writer.fields(super::temporal::SPAN))], Duration),
    signature("duration.between", 2, &[Of(Date), Of(Date)], Duration),
    signature("duration.between", 1, &[Of(LocalDateTime), Of(Date)], Duration),
    signature("duration.between", 1, &[Of(LocalTime), Of(LocalTime)], Duration),
    signature("duration.inMonths", 1, &[Of(Date), Of(LocalDateTime)], Duration),
    signature("duration.inDays", 1, &[Of(Date), Of(Date)], Duration),
    signature("duration.inSeconds", 1, &[Of(LocalDateTime), Of(LocalDateTime)], Duration),
    signature("duration.inSeconds", 1, &[Of(Time), Of(Time)], Duration),
    signature("point", 3, &[Made(|writer, depth| writer.coordinates(depth))], Point),
    signature("point.distance", 2, &[Of(Point), Of(Point)], Float),
    signature("distance", 1, &[Of(Point), Of(Point)], Float),
    signature("point.withinBBox", 1, &[Of(Point), Of(Point), Of(Point)], Boolean),
];

/// Functions that read a clock, draw a number or tell an engine's own ids, with the kind of their argument.
pub(super) const VOLATILE: &[(&str, Option<Kind>)] = &[
    ("rand", None),
    ("randomUUID", None),
    ("timestamp", None),
    ("id", Some(Node)),
    ("id", Some(Relationship)),
    ("elementId", Some(Node)),
    ("elementId", Some(Relationship)),
    ("date", None),
    ("date.realtime", None),
    ("date.statement", None),
    ("date.transaction", None),
    ("localtime.realtime", None),
    ("localtime.statement", None),
    ("localtime.transaction", None),
    ("time.realtime", None),
    ("time.statement", None),
    ("time.transaction", None),
    ("localdatetime.realtime", None),
    ("localdatetime.statement", None),
    ("localdatetime.transaction", None),
    ("datetime.realtime", None),
    ("datetime.statement", None),
    ("datetime.transaction", None),
];

/// A constant text for a kind that has no literal: its constructor's argument.
pub(super) fn texts(kind: Kind) -> Option<(&'static str, &'static [&'static str])> {
    Some(match kind {
        Date => ("date", DATES),
        LocalTime => ("localtime", LOCAL_TIMES),
        Time => ("time", TIMES),
        LocalDateTime => ("localdatetime", LOCAL_DATE_TIMES),
        DateTime => ("datetime", DATE_TIMES),
        Duration => ("duration", DURATIONS),
        _ => return None,
    })
}
