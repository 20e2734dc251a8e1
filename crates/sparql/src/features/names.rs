//! The feature of each function, operator and aggregate.

use quarrel_case::term::XSD;

use crate::ast::{AggregateFunction, BinaryOperator, Builtin, UnaryOperator};

/// The feature of a built-in function.
pub fn of_builtin(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Str => "function.str",
        Builtin::Lang => "function.lang",
        Builtin::LangMatches => "function.lang-matches",
        Builtin::Datatype => "function.datatype",
        Builtin::Bound => "function.bound",
        Builtin::Iri => "function.iri",
        Builtin::Uri => "function.uri",
        Builtin::Bnode => "function.bnode",
        Builtin::Rand => "function.rand",
        Builtin::Abs => "function.abs",
        Builtin::Ceil => "function.ceil",
        Builtin::Floor => "function.floor",
        Builtin::Round => "function.round",
        Builtin::Concat => "function.concat",
        Builtin::Strlen => "function.strlen",
        Builtin::Ucase => "function.ucase",
        Builtin::Lcase => "function.lcase",
        Builtin::EncodeForUri => "function.encode-for-uri",
        Builtin::Contains => "function.contains",
        Builtin::Strstarts => "function.str-starts",
        Builtin::Strends => "function.str-ends",
        Builtin::Strbefore => "function.str-before",
        Builtin::Strafter => "function.str-after",
        Builtin::Year => "function.year",
        Builtin::Month => "function.month",
        Builtin::Day => "function.day",
        Builtin::Hours => "function.hours",
        Builtin::Minutes => "function.minutes",
        Builtin::Seconds => "function.seconds",
        Builtin::Timezone => "function.timezone",
        Builtin::Tz => "function.tz",
        Builtin::Now => "function.now",
        Builtin::Uuid => "function.uuid",
        Builtin::Struuid => "function.struuid",
        Builtin::Md5 => "function.md5",
        Builtin::Sha1 => "function.sha1",
        Builtin::Sha256 => "function.sha256",
        Builtin::Sha384 => "function.sha384",
        Builtin::Sha512 => "function.sha512",
        Builtin::Coalesce => "function.coalesce",
        Builtin::If => "function.if",
        Builtin::Strlang => "function.strlang",
        Builtin::Strdt => "function.strdt",
        Builtin::SameTerm => "function.same-term",
        Builtin::IsIri => "function.is-iri",
        Builtin::IsUri => "function.is-uri",
        Builtin::IsBlank => "function.is-blank",
        Builtin::IsLiteral => "function.is-literal",
        Builtin::IsNumeric => "function.is-numeric",
        Builtin::Regex => "function.regex",
        Builtin::Substr => "function.substr",
        Builtin::Replace => "function.replace",
        Builtin::HasLang => "function.has-lang",
        Builtin::HasLangdir => "function.has-lang-dir",
        Builtin::Langdir => "function.lang-dir",
        Builtin::Strlangdir => "function.str-lang-dir",
        Builtin::IsTriple => "function.is-triple",
        Builtin::Triple => "function.triple",
        Builtin::Subject => "function.subject",
        Builtin::Predicate => "function.predicate",
        Builtin::Object => "function.object",
    }
}

/// The feature of a function named by an IRI: a cast (section 17.1) or an extension.
pub fn of_function_iri(iri: &str) -> &'static str {
    match iri.strip_prefix(XSD) {
        Some("boolean") => "cast.boolean",
        Some("dateTime") => "cast.date-time",
        Some("decimal") => "cast.decimal",
        Some("double") => "cast.double",
        Some("float") => "cast.float",
        Some("integer") => "cast.integer",
        Some("string") => "cast.string",
        Some(_) => "cast.other",
        None => "function.extension",
    }
}

/// The feature of an infix operator.
pub fn of_binary(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "operator.or",
        BinaryOperator::And => "operator.and",
        BinaryOperator::Equal => "operator.equal",
        BinaryOperator::NotEqual => "operator.not-equal",
        BinaryOperator::Less => "operator.less",
        BinaryOperator::LessEqual => "operator.less-equal",
        BinaryOperator::Greater => "operator.greater",
        BinaryOperator::GreaterEqual => "operator.greater-equal",
        BinaryOperator::Add => "operator.add",
        BinaryOperator::Subtract => "operator.subtract",
        BinaryOperator::Multiply => "operator.multiply",
        BinaryOperator::Divide => "operator.divide",
    }
}

/// The feature of a prefix operator.
pub fn of_unary(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Not => "operator.not",
        UnaryOperator::Plus => "operator.plus",
        UnaryOperator::Minus => "operator.minus",
    }
}

/// The feature of an aggregate.
pub fn of_aggregate(function: AggregateFunction) -> &'static str {
    match function {
        AggregateFunction::Count => "aggregate.count",
        AggregateFunction::Sum => "aggregate.sum",
        AggregateFunction::Min => "aggregate.min",
        AggregateFunction::Max => "aggregate.max",
        AggregateFunction::Avg => "aggregate.avg",
        AggregateFunction::Sample => "aggregate.sample",
        AggregateFunction::GroupConcat => "aggregate.group-concat",
    }
}
