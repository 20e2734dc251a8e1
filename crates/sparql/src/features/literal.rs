//! The classes of constants in which engines go wrong. Plain integers, plain strings and IRIs have none.

use quarrel_case::term::{
    Literal, LiteralKind, Term, XSD, XSD_BOOLEAN, XSD_DATE, XSD_DATE_TIME, XSD_DECIMAL, XSD_DOUBLE,
    XSD_FLOAT, XSD_INTEGER,
};
use quarrel_case::value::Value;

use crate::evaluate::normalise;

/// The types derived from xsd:integer.
const DERIVED: &[&str] = &[
    "nonPositiveInteger",
    "negativeInteger",
    "long",
    "int",
    "short",
    "byte",
    "nonNegativeInteger",
    "unsignedLong",
    "unsignedInt",
    "unsignedShort",
    "unsignedByte",
    "positiveInteger",
];

/// What an operator compares when both of its operands are constants of one kind: each kind has rules of its own
/// (17.3). Triple terms and literals of other types have no name here.
pub(super) fn operands(left: &Term, right: &Term) -> Option<&'static str> {
    let kind = |term: &Term| match term {
        Term::Iri(_) => Some("operands.iris"),
        Term::Literal(literal) => match &literal.kind {
            LiteralKind::Language(_) => Some("operands.language"),
            LiteralKind::Simple => Some("operands.strings"),
            LiteralKind::Typed(datatype) => of_kind(datatype),
        },
        _ => None,
    };
    let (left, right) = (kind(left)?, kind(right)?);
    Some(if left == right { left } else { "operands.unlike" })
}

fn of_kind(datatype: &str) -> Option<&'static str> {
    let derived = datatype.strip_prefix(XSD).is_some_and(|name| DERIVED.contains(&name));
    match datatype {
        XSD_INTEGER | XSD_DECIMAL | XSD_DOUBLE | XSD_FLOAT => Some("operands.numbers"),
        _ if derived => Some("operands.numbers"),
        XSD_BOOLEAN => Some("operands.booleans"),
        XSD_DATE_TIME | XSD_DATE => Some("operands.times"),
        _ => None,
    }
}

/// The classes of a constant.
pub(super) fn classes(term: &Term) -> Vec<&'static str> {
    let Term::Literal(literal) = term else {
        return Vec::new();
    };
    match &literal.kind {
        LiteralKind::Language(_) => vec!["literal.language"],
        LiteralKind::Simple => of_text(&literal.lexical),
        LiteralKind::Typed(datatype) => of_typed(literal, datatype, term),
    }
}

fn of_text(text: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    if text.is_empty() {
        found.push("literal.empty-string");
    }
    if !text.is_ascii() {
        found.push("literal.non-ascii");
    }
    found
}

fn of_typed(literal: &Literal, datatype: &str, term: &Term) -> Vec<&'static str> {
    let derived = datatype.strip_prefix(XSD).is_some_and(|name| DERIVED.contains(&name));
    let of_type = match datatype {
        XSD_INTEGER => None,
        XSD_BOOLEAN => Some("literal.boolean"),
        XSD_DECIMAL => Some("literal.decimal"),
        XSD_DOUBLE => Some("literal.double"),
        XSD_FLOAT => Some("literal.float"),
        XSD_DATE_TIME => Some("literal.date-time"),
        XSD_DATE => Some("literal.date"),
        _ if derived => Some("literal.derived-integer"),
        _ => Some("literal.other-type"),
    };
    let mut found: Vec<&'static str> = of_type.into_iter().collect();
    let lexical = literal.lexical.as_str();
    if !is_well_formed(lexical, datatype, derived) {
        found.push("literal.ill-typed");
        return found;
    }
    match lexical {
        "NaN" => found.push("literal.nan"),
        "INF" | "-INF" | "+INF" => found.push("literal.infinite"),
        _ => found.extend(of_number(lexical, datatype, derived)),
    }
    if !is_canonical(term, lexical, datatype) {
        found.push("literal.non-canonical");
    }
    found
}

/// Whether a literal has the form in which its value is written; 1.0 is how a decimal is written in a query.
fn is_canonical(term: &Term, lexical: &str, datatype: &str) -> bool {
    let whole = lexical.strip_suffix(".0").filter(|_| datatype == XSD_DECIMAL);
    let term = whole.map_or_else(|| term.clone(), |whole| Term::typed(whole, XSD_DECIMAL));
    normalise(Value::Term(term.clone())) == Value::Term(term)
}

fn of_number(lexical: &str, datatype: &str, derived: bool) -> Vec<&'static str> {
    let is_floating = matches!(datatype, XSD_DOUBLE | XSD_FLOAT);
    if !is_floating && !derived && !matches!(datatype, XSD_INTEGER | XSD_DECIMAL) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mantissa = lexical.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !mantissa.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    match (lexical.starts_with('-'), is_zero) {
        (true, true) => found.push("literal.negative-zero"),
        (true, false) => found.push("literal.negative"),
        _ => {}
    }
    if !is_floating
        && lexical.split('.').next().is_some_and(|whole| whole.parse::<i64>().is_err() && whole.len() > 2)
    {
        found.push("literal.large");
    }
    found
}

/// Whether the lexical form is one of the datatype; ranges of derived types are not looked at.
fn is_well_formed(lexical: &str, datatype: &str, derived: bool) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = lexical.strip_prefix(['+', '-']).unwrap_or(lexical);
    let is_decimal = |text: &str| {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty())
    };
    match datatype {
        XSD_BOOLEAN => matches!(lexical, "true" | "false" | "1" | "0"),
        XSD_DECIMAL => is_decimal(unsigned),
        XSD_DOUBLE | XSD_FLOAT => {
            let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
            let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            lexical == "NaN"
                || unsigned == "INF"
                || is_decimal(mantissa) && digits(exponent) && !exponent.is_empty()
        }
        _ if derived || datatype == XSD_INTEGER => !unsigned.is_empty() && digits(unsigned),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_has_the_classes_of_its_type_and_its_form() {
        for (lexical, datatype, expected) in [
            ("1", "integer", ""),
            ("01", "integer", "literal.non-canonical"),
            ("-1", "integer", "literal.negative"),
            ("9223372036854775808", "integer", "literal.large"),
            ("x", "integer", "literal.ill-typed"),
            ("1.5", "decimal", "literal.decimal"),
            ("NaN", "double", "literal.double literal.nan"),
            ("-0.0E0", "double", "literal.double literal.negative-zero"),
            ("INF", "float", "literal.float literal.infinite"),
            ("1", "byte", "literal.derived-integer"),
            ("TRUE", "boolean", "literal.boolean literal.ill-typed"),
            ("2000-01-01T00:00:00Z", "dateTime", "literal.date-time"),
            ("P1D", "duration", "literal.other-type"),
            ("", "string", "literal.empty-string"),
            ("é", "string", "literal.non-ascii"),
        ] {
            let term = Term::typed(lexical, format!("{XSD}{datatype}"));
            assert_eq!(classes(&term).join(" "), expected, "{lexical} {datatype}");
        }
        assert_eq!(classes(&Term::language("a", "en")), ["literal.language"]);
        assert!(classes(&Term::iri("http://e/a")).is_empty());
    }
}
