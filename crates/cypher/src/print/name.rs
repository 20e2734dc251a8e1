//! Names, parameters and constants.

use std::fmt::Write as _;

use super::Quote;
use crate::ast::Literal;
use crate::parse::is_reserved;

/// Words that begin something like a call, and so cannot be a function's plain name.
const CALL_WORDS: [&str; 7] = ["all", "any", "none", "single", "reduce", "shortestPath", "allShortestPaths"];

/// A name as it is written, in back quotes if need be: a variable, a label, a type, a property key.
#[must_use]
pub fn name(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    push_name(&mut out, name);
    out
}

/// Writes a name. It stays plain only where every dialect takes it: ASCII, and no reserved word even where
/// the grammar allows one.
pub(super) fn push_name(out: &mut String, name: &str) {
    if is_plain(name) && !is_reserved(name) {
        out.push_str(name);
    } else {
        push_quoted(out, name);
    }
}

/// Writes a function's name, part by part.
pub(super) fn push_function(out: &mut String, name: &str) {
    for (position, part) in name.split('.').enumerate() {
        if position > 0 {
            out.push('.');
        }
        if part.eq_ignore_ascii_case("exists") {
            out.push_str(part);
        } else if CALL_WORDS.iter().any(|word| word.eq_ignore_ascii_case(part)) {
            push_quoted(out, part);
        } else {
            push_name(out, part);
        }
    }
}

/// Writes a procedure's name, part by part.
pub(super) fn push_procedure(out: &mut String, name: &str) {
    for (position, part) in name.split('.').enumerate() {
        if position > 0 {
            out.push('.');
        }
        push_name(out, part);
    }
}

/// Writes a parameter, which may also be a number.
pub(super) fn push_parameter(out: &mut String, name: &str) {
    out.push('$');
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        out.push_str(name);
    } else {
        push_name(out, name);
    }
}

fn is_plain(name: &str) -> bool {
    let starts = name.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_');
    starts && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

pub(super) fn push_quoted(out: &mut String, name: &str) {
    out.push('`');
    for (position, part) in name.split('`').enumerate() {
        if position > 0 {
            out.push_str("``");
        }
        out.push_str(part);
    }
    out.push('`');
}

/// Writes a constant.
pub(super) fn push_literal(out: &mut String, literal: &Literal, quote: Quote) {
    match literal {
        Literal::Null => out.push_str("null"),
        Literal::Boolean(true) => out.push_str("true"),
        Literal::Boolean(false) => out.push_str("false"),
        // Writing to a string cannot fail.
        Literal::Integer(value) => {
            let _ = write!(out, "{value}");
        }
        Literal::Float(value) => push_float(out, *value),
        Literal::String(value) => push_string(out, value, quote),
    }
}

/// Writes a float so that it reads back the same, always with a point or an exponent. What has no literal is
/// written as the division that gives it.
fn push_float(out: &mut String, value: f64) {
    if value.is_nan() {
        out.push_str("(0.0 / 0.0)");
    } else if value.is_infinite() {
        out.push_str(if value > 0.0 { "(1.0 / 0.0)" } else { "(-1.0 / 0.0)" });
    } else {
        // Writing to a string cannot fail.
        let _ = write!(out, "{value:?}");
    }
}

fn push_string(out: &mut String, value: &str, quote: Quote) {
    let quote = match quote {
        Quote::Single => '\'',
        Quote::Double => '"',
    };
    out.push(quote);
    for character in value.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == quote => {
                out.push('\\');
                out.push(quote);
            }
            // Writing to a string cannot fail.
            _ if character.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push(quote);
}
