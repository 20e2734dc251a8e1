//! The functions of openCypher 9, with those of time and space.

mod convert;
mod graph;
mod list;
mod math;
mod point;
pub(super) mod regex;
mod round;
mod string;
mod temporal;
pub(super) mod value_type;

use super::context::{Context, Outcome, wrong_type};
use super::table::{Kind, Type};
use super::value::Value;

/// What a function does with the values of its arguments.
pub(super) type Body = fn(&Context<'_>, &[Value]) -> Outcome<Value>;

/// How a function is called.
#[derive(Clone, Copy)]
pub(super) enum Call {
    /// Null in any argument gives null, and what is open stays open.
    Strict(Body),
    /// The function looks at every value itself.
    Total(Body),
    /// The first argument that is not null.
    Coalesce,
    /// Over the rows of a group; see `aggregate`.
    Aggregate,
    /// Known, but outside the language so far.
    Unmodelled,
}

/// What type an argument must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// Any, or a type that only running tells.
    Anything,
    Number,
    String,
    List,
    /// A list, string or map.
    Sized,
    /// A list or string.
    Sequence,
    Node,
    Relationship,
    Path,
    /// A node, relationship or map.
    Keyed,
    /// A node or relationship.
    Element,
}

/// What type the result has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    Kind(Kind),
    List(Kind),
    /// The type of the first argument.
    Same,
    /// The elements of the first argument.
    Element,
    /// A list of the first argument.
    ListOf,
    /// What holds all arguments.
    Join,
}

/// A function.
#[derive(Clone, Copy)]
pub(super) struct Function {
    /// Its name in lower case: letter case has no meaning.
    pub(super) name: &'static str,
    /// The fewest and the most arguments.
    pub(super) arity: (usize, usize),
    /// The types of the arguments; the last one stands for those behind it.
    pub(super) wants: &'static [Want],
    pub(super) gives: Gives,
    pub(super) call: Call,
    /// Whether it never raises on arguments of the types that it wants.
    pub(super) total: bool,
    /// Whether it gives another value every time.
    pub(super) volatile: bool,
}

/// What a function gives of null. That those of time that are named here give null, neither the suite nor the manual
/// says: an engine may raise. And no fields to truncate by may be the same as none that are given.
pub(super) fn of_null(context: &Context<'_>, name: &str, arguments: &[Value]) -> Value {
    let truncates = name.ends_with(".truncate");
    if truncates && !arguments.iter().take(2).any(Value::is_null) {
        return context.unspecified();
    }
    if truncates || name.starts_with("datetime.fromepoch") {
        context.may_raise();
    }
    Value::Null
}

impl Function {
    /// The type that the argument at a place must have.
    pub(super) fn want(&self, place: usize) -> Want {
        self.wants.get(place).or(self.wants.last()).copied().unwrap_or(Want::Anything)
    }
}

impl Want {
    /// The types that fit; none when every type does.
    pub(super) fn kinds(self) -> Option<&'static [Kind]> {
        Some(match self {
            Want::Anything => return None,
            Want::Number => &[Kind::Integer, Kind::Float],
            Want::String => &[Kind::String],
            Want::List => &[Kind::List],
            Want::Sized => &[Kind::List, Kind::String, Kind::Map],
            Want::Sequence => &[Kind::List, Kind::String],
            Want::Node => &[Kind::Node],
            Want::Relationship => &[Kind::Relationship],
            Want::Path => &[Kind::Path],
            Want::Keyed => &[Kind::Node, Kind::Relationship, Kind::Map],
            Want::Element => &[Kind::Node, Kind::Relationship],
        })
    }
}

impl Gives {
    /// The type of the result for these types of arguments.
    pub(super) fn of(self, arguments: &[Type]) -> Type {
        let first = arguments.first().copied().unwrap_or(Type::ANY);
        match self {
            Gives::Kind(kind) => Type::of(kind),
            Gives::List(element) => Type::list(element),
            Gives::Same => first,
            Gives::Element => Type::of(first.element),
            Gives::ListOf => Type::list(first.kind),
            Gives::Join => arguments.iter().fold(Type::of(Kind::Null), |joined, kind| joined.join(*kind)),
        }
    }
}

const fn strict(
    name: &'static str,
    arity: (usize, usize),
    wants: &'static [Want],
    gives: Gives,
    body: Body,
) -> Function {
    Function { name, arity, wants, gives, call: Call::Strict(body), total: false, volatile: false }
}

/// The same that never raises on arguments of the types that it wants.
const fn total(
    name: &'static str,
    arity: (usize, usize),
    wants: &'static [Want],
    gives: Gives,
    body: Body,
) -> Function {
    Function { name, arity, wants, gives, call: Call::Strict(body), total: true, volatile: false }
}

const fn with(name: &'static str, arity: (usize, usize), gives: Gives, call: Call) -> Function {
    let total = matches!(call, Call::Coalesce);
    Function { name, arity, wants: &[Want::Anything], gives, call, total, volatile: false }
}

const fn volatile(name: &'static str, gives: Gives, body: Body) -> Function {
    Function { name, arity: (0, 0), wants: &[], gives, call: Call::Total(body), total: true, volatile: true }
}

/// The same that looks at nulls and what is open itself.
const fn looks(
    name: &'static str,
    arity: (usize, usize),
    wants: &'static [Want],
    gives: Gives,
    body: Body,
) -> Function {
    Function { name, arity, wants, gives, call: Call::Total(body), total: true, volatile: false }
}

const ANY: usize = usize::MAX;
const INTEGER: Gives = Gives::Kind(Kind::Integer);
const FLOAT: Gives = Gives::Kind(Kind::Float);
const BOOLEAN: Gives = Gives::Kind(Kind::Boolean);
const STRING: Gives = Gives::Kind(Kind::String);
const UNKNOWN: Gives = Gives::Kind(Kind::Any);

/// Every function, sorted by name: that of openCypher 9, and those of the Cypher Manual 5, functions. The types are
/// those of the manual's signatures.
static FUNCTIONS: &[Function] = &[
    strict("abs", (1, 1), &[Want::Number], Gives::Same, math::abs),
    total("acos", (1, 1), &[Want::Number], FLOAT, math::acos),
    total("asin", (1, 1), &[Want::Number], FLOAT, math::asin),
    total("atan", (1, 1), &[Want::Number], FLOAT, math::atan),
    total("atan2", (2, 2), &[Want::Number], FLOAT, math::atan2),
    with("avg", (1, 1), UNKNOWN, Call::Aggregate),
    total("btrim", (1, 2), &[Want::String], STRING, string::btrim),
    strict("ceil", (1, 1), &[Want::Number], UNKNOWN, math::ceil),
    total("char_length", (1, 1), &[Want::String], INTEGER, list::size),
    total("character_length", (1, 1), &[Want::String], INTEGER, list::size),
    with("coalesce", (1, ANY), Gives::Join, Call::Coalesce),
    with("collect", (1, 1), Gives::ListOf, Call::Aggregate),
    total("cos", (1, 1), &[Want::Number], FLOAT, math::cos),
    total("cot", (1, 1), &[Want::Number], FLOAT, math::cot),
    with("count", (1, 1), INTEGER, Call::Aggregate),
    strict("date", (0, 1), &[Want::Anything], UNKNOWN, temporal::date),
    strict("date.realtime", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("date.statement", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("date.transaction", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("date.truncate", (1, 3), &[Want::String, Want::Anything], UNKNOWN, temporal::date_truncate),
    strict("datetime", (0, 1), &[Want::Anything], UNKNOWN, temporal::date_time),
    strict("datetime.fromepoch", (2, 2), &[Want::Number], UNKNOWN, temporal::from_epoch),
    strict("datetime.fromepochmillis", (1, 1), &[Want::Number], UNKNOWN, temporal::from_epoch_millis),
    strict("datetime.realtime", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("datetime.statement", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("datetime.transaction", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict(
        "datetime.truncate",
        (1, 3),
        &[Want::String, Want::Anything],
        UNKNOWN,
        temporal::date_time_truncate,
    ),
    total("degrees", (1, 1), &[Want::Number], FLOAT, math::degrees),
    strict("distance", (2, 2), &[Want::Anything], UNKNOWN, point::distance),
    strict("duration", (1, 1), &[Want::Anything], UNKNOWN, temporal::duration),
    strict("duration.between", (2, 2), &[Want::Anything], UNKNOWN, temporal::between),
    strict("duration.indays", (2, 2), &[Want::Anything], UNKNOWN, temporal::in_days),
    strict("duration.inmonths", (2, 2), &[Want::Anything], UNKNOWN, temporal::in_months),
    strict("duration.inseconds", (2, 2), &[Want::Anything], UNKNOWN, temporal::in_seconds),
    with("e", (0, 0), FLOAT, Call::Total(math::e)),
    total("elementid", (1, 1), &[Want::Element], STRING, graph::id),
    total("endnode", (1, 1), &[Want::Relationship], Gives::Kind(Kind::Node), graph::end_node),
    looks("exists", (1, 1), &[Want::Anything], BOOLEAN, convert::exists),
    total("exp", (1, 1), &[Want::Number], FLOAT, math::exp),
    strict("floor", (1, 1), &[Want::Number], UNKNOWN, math::floor),
    total("haversin", (1, 1), &[Want::Number], FLOAT, math::haversin),
    total("head", (1, 1), &[Want::List], Gives::Element, list::head),
    total("id", (1, 1), &[Want::Element], INTEGER, graph::id),
    total("isempty", (1, 1), &[Want::Sized], BOOLEAN, list::is_empty),
    total("isnan", (1, 1), &[Want::Number], BOOLEAN, math::is_nan),
    total("keys", (1, 1), &[Want::Keyed], Gives::List(Kind::String), graph::keys),
    total("labels", (1, 1), &[Want::Node], Gives::List(Kind::String), graph::labels),
    total("last", (1, 1), &[Want::List], Gives::Element, list::last),
    strict("left", (2, 2), &[Want::String, Want::Number], STRING, string::left),
    total("length", (1, 1), &[Want::Path], INTEGER, graph::length),
    strict("localdatetime", (0, 1), &[Want::Anything], UNKNOWN, temporal::local_date_time),
    strict("localdatetime.realtime", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("localdatetime.statement", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("localdatetime.transaction", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict(
        "localdatetime.truncate",
        (1, 3),
        &[Want::String, Want::Anything],
        UNKNOWN,
        temporal::local_date_time_truncate,
    ),
    strict("localtime", (0, 1), &[Want::Anything], UNKNOWN, temporal::local_time),
    strict("localtime.realtime", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("localtime.statement", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("localtime.transaction", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict(
        "localtime.truncate",
        (1, 3),
        &[Want::String, Want::Anything],
        UNKNOWN,
        temporal::local_time_truncate,
    ),
    total("log", (1, 1), &[Want::Number], FLOAT, math::log),
    total("log10", (1, 1), &[Want::Number], FLOAT, math::log10),
    total("lower", (1, 1), &[Want::String], STRING, string::to_lower),
    total("ltrim", (1, 2), &[Want::String], STRING, string::ltrim),
    with("max", (1, 1), Gives::Same, Call::Aggregate),
    with("min", (1, 1), Gives::Same, Call::Aggregate),
    total("nodes", (1, 1), &[Want::Path], Gives::List(Kind::Node), graph::nodes),
    strict("normalize", (1, 1), &[Want::String], STRING, string::normalize),
    looks("nullif", (2, 2), &[Want::Anything], Gives::Same, convert::null_if),
    with("percentilecont", (2, 2), UNKNOWN, Call::Aggregate),
    with("percentiledisc", (2, 2), UNKNOWN, Call::Aggregate),
    with("pi", (0, 0), FLOAT, Call::Total(math::pi)),
    strict("point", (1, 1), &[Want::Anything], UNKNOWN, point::point),
    strict("point.distance", (2, 2), &[Want::Anything], UNKNOWN, point::distance),
    strict("point.withinbbox", (3, 3), &[Want::Anything], UNKNOWN, point::within),
    total("properties", (1, 1), &[Want::Keyed], Gives::Kind(Kind::Map), graph::properties),
    total("radians", (1, 1), &[Want::Number], FLOAT, math::radians),
    volatile("rand", FLOAT, math::rand),
    volatile("randomuuid", STRING, graph::random_uuid),
    with("range", (2, 3), Gives::List(Kind::Integer), Call::Total(list::range)),
    total("relationships", (1, 1), &[Want::Path], Gives::List(Kind::Relationship), graph::relationships),
    strict("replace", (3, 3), &[Want::String], STRING, string::replace),
    total("reverse", (1, 1), &[Want::Sequence], Gives::Same, list::reverse),
    strict("right", (2, 2), &[Want::String, Want::Number], STRING, string::right),
    strict("round", (1, 3), &[Want::Number, Want::Number, Want::String], UNKNOWN, math::round),
    total("rtrim", (1, 2), &[Want::String], STRING, string::rtrim),
    total("sign", (1, 1), &[Want::Number], INTEGER, math::sign),
    total("sin", (1, 1), &[Want::Number], FLOAT, math::sin),
    total("size", (1, 1), &[Want::Sequence], INTEGER, list::size),
    strict("split", (2, 2), &[Want::String], Gives::List(Kind::String), string::split),
    total("sqrt", (1, 1), &[Want::Number], FLOAT, math::sqrt),
    total("startnode", (1, 1), &[Want::Relationship], Gives::Kind(Kind::Node), graph::start_node),
    with("stdev", (1, 1), FLOAT, Call::Aggregate),
    with("stdevp", (1, 1), FLOAT, Call::Aggregate),
    strict("substring", (2, 3), &[Want::String, Want::Number], STRING, string::substring),
    with("sum", (1, 1), UNKNOWN, Call::Aggregate),
    total("tail", (1, 1), &[Want::List], Gives::Same, list::tail),
    total("tan", (1, 1), &[Want::Number], FLOAT, math::tan),
    strict("time", (0, 1), &[Want::Anything], UNKNOWN, temporal::time),
    strict("time.realtime", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("time.statement", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("time.transaction", (0, 1), &[Want::Anything], UNKNOWN, temporal::clock),
    strict("time.truncate", (1, 3), &[Want::String, Want::Anything], UNKNOWN, temporal::time_truncate),
    volatile("timestamp", INTEGER, convert::timestamp),
    strict("toboolean", (1, 1), &[Want::Anything], BOOLEAN, convert::to_boolean),
    strict("tobooleanlist", (1, 1), &[Want::List], Gives::List(Kind::Boolean), convert::to_boolean_list),
    total("tobooleanornull", (1, 1), &[Want::Anything], BOOLEAN, convert::to_boolean_or_null),
    strict("tofloat", (1, 1), &[Want::Anything], FLOAT, convert::to_float),
    strict("tofloatlist", (1, 1), &[Want::List], Gives::List(Kind::Float), convert::to_float_list),
    total("tofloatornull", (1, 1), &[Want::Anything], FLOAT, convert::to_float_or_null),
    strict("tointeger", (1, 1), &[Want::Anything], INTEGER, convert::to_integer),
    strict("tointegerlist", (1, 1), &[Want::List], Gives::List(Kind::Integer), convert::to_integer_list),
    total("tointegerornull", (1, 1), &[Want::Anything], INTEGER, convert::to_integer_or_null),
    total("tolower", (1, 1), &[Want::String], STRING, string::to_lower),
    strict("tostring", (1, 1), &[Want::Anything], STRING, convert::to_string),
    strict("tostringlist", (1, 1), &[Want::List], Gives::List(Kind::String), convert::to_string_list),
    total("tostringornull", (1, 1), &[Want::Anything], STRING, convert::to_string_or_null),
    total("toupper", (1, 1), &[Want::String], STRING, string::to_upper),
    total("trim", (1, 1), &[Want::String], STRING, string::trim),
    total("type", (1, 1), &[Want::Relationship], STRING, graph::kind),
    total("upper", (1, 1), &[Want::String], STRING, string::to_upper),
    looks("valuetype", (1, 1), &[Want::Anything], STRING, value_type::value_type),
    with("vector.similarity.cosine", (0, ANY), UNKNOWN, Call::Unmodelled),
    with("vector.similarity.euclidean", (0, ANY), UNKNOWN, Call::Unmodelled),
];

/// The function of this name, in any letter case.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    let place = FUNCTIONS.binary_search_by(|known| known.name.bytes().cmp(name.bytes().map(lower))).ok()?;
    FUNCTIONS.get(place)
}

fn integer(what: &str, value: &Value) -> Outcome<i64> {
    match value {
        Value::Integer(number) => Ok(*number),
        other => Err(wrong_type(what, other)),
    }
}

fn text<'v>(what: &str, value: &'v Value) -> Outcome<&'v str> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(wrong_type(what, other)),
    }
}

fn argument(arguments: &[Value], place: usize) -> &Value {
    arguments.get(place).unwrap_or(&Value::Null)
}

#[cfg(test)]
mod tests {
    use super::FUNCTIONS;

    #[test]
    fn functions_are_sorted_for_the_search_by_name() {
        assert!(FUNCTIONS.windows(2).all(|pair| pair[0].name < pair[1].name));
    }
}
