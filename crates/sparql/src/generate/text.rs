//! Expressions whose value is a string, and those that are neither number, string nor truth value.

use quarrel_case::term::{Term, XSD};

use super::Maker;
use super::data::Kind;
use super::expression::{Rules, cast};
use super::table::Scope;
use crate::ast::{Builtin, Expression};

/// How strings are made.
pub(super) const RULES: Rules = &[
    (16, "", |maker, scope, _| {
        maker.variable_of(scope, Kind::Text).map(|found| Expression::Variable(found.variable))
    }),
    (14, "function.str", |maker, scope, _| of_any(maker, scope, Builtin::Str)),
    (6, "function.lang", |maker, scope, _| {
        let text = maker.variable_of(scope, Kind::Text)?;
        Some(maker.call(Builtin::Lang, Expression::Variable(text.variable)))
    }),
    (9, "function.concat", |maker, scope, depth| {
        let arguments = (0..maker.choices.between(2, 3)).map(|_| maker.text(scope, depth)).collect();
        Some(Expression::call(Builtin::Concat, arguments))
    }),
    (6, "function.ucase", |maker, scope, depth| of_text(maker, scope, depth, Builtin::Ucase)),
    (6, "function.lcase", |maker, scope, depth| of_text(maker, scope, depth, Builtin::Lcase)),
    (3, "function.encode-for-uri", |maker, scope, depth| of_text(maker, scope, depth, Builtin::EncodeForUri)),
    (8, "function.substr", |maker, scope, depth| {
        let mut arguments = vec![maker.text(scope, depth), small(maker, 3)];
        if maker.choices.chance(50) {
            arguments.push(small(maker, 3));
        }
        Some(Expression::call(Builtin::Substr, arguments))
    }),
    (5, "function.str-before", |maker, scope, depth| with_part(maker, scope, depth, Builtin::Strbefore)),
    (5, "function.str-after", |maker, scope, depth| with_part(maker, scope, depth, Builtin::Strafter)),
    (4, "function.replace", |maker, scope, depth| {
        let text = maker.text(scope, depth);
        let pattern = Expression::constant(Term::string(regular_expression(maker)));
        Some(Expression::call(Builtin::Replace, vec![text, pattern, Expression::constant(Term::string("z"))]))
    }),
    (3, "function.strlang", |maker, scope, depth| {
        let text = plain(maker, scope, depth)?;
        let tag = if maker.choices.chance(70) { "en" } else { "fr" };
        Some(Expression::call(Builtin::Strlang, vec![text, Expression::constant(Term::string(tag))]))
    }),
    (6, "function.if", |maker, scope, depth| {
        let condition = maker.boolean(scope, depth.min(1));
        let branches = [maker.text(scope, depth), maker.text(scope, depth)];
        Some(Expression::call(Builtin::If, std::iter::once(condition).chain(branches).collect()))
    }),
    (6, "function.coalesce", |maker, scope, depth| {
        let arguments = (0..maker.choices.between(2, 3)).map(|_| maker.text(scope, depth)).collect();
        Some(Expression::call(Builtin::Coalesce, arguments))
    }),
    (4, "cast.string", |maker, scope, _| {
        let argument = maker.any_variable(scope)?;
        Some(cast("string", Expression::Variable(argument.variable)))
    }),
    (14, "function.tz", |maker, scope, _| {
        let time = maker.variable_of(scope, Kind::Time)?;
        Some(maker.call(Builtin::Tz, Expression::Variable(time.variable)))
    }),
    (1, "function.md5", |maker, scope, depth| hash(maker, scope, depth, Builtin::Md5)),
    (1, "function.sha1", |maker, scope, depth| hash(maker, scope, depth, Builtin::Sha1)),
    (1, "function.sha256", |maker, scope, depth| hash(maker, scope, depth, Builtin::Sha256)),
    (1, "function.sha384", |maker, scope, depth| hash(maker, scope, depth, Builtin::Sha384)),
    (1, "function.sha512", |maker, scope, depth| hash(maker, scope, depth, Builtin::Sha512)),
];

/// How values of the other types are made.
pub(super) const OTHERS: Rules = &[
    (20, "", |maker, scope, _| maker.any_variable(scope).map(|found| Expression::Variable(found.variable))),
    (10, "function.datatype", |maker, scope, _| of_any(maker, scope, Builtin::Datatype)),
    (8, "function.iri", |maker, scope, _| iri(maker, scope, Builtin::Iri)),
    (3, "function.uri", |maker, scope, _| iri(maker, scope, Builtin::Uri)),
    (6, "function.strdt", |maker, scope, depth| {
        let text = plain(maker, scope, depth)?;
        let datatype = ["integer", "boolean", "decimal", "date"][maker.choices.below(4)];
        Some(Expression::call(
            Builtin::Strdt,
            vec![text, Expression::constant(Term::iri(format!("{XSD}{datatype}")))],
        ))
    }),
    (3, "function.triple", |maker, scope, depth| {
        let subject = Expression::Variable(maker.variable_of(scope, Kind::Iri)?.variable);
        let predicate = maker.choices.pick(&maker.data.predicates)?.clone();
        let object = maker.any(scope, depth.min(1));
        Some(Expression::call(Builtin::Triple, vec![subject, Expression::constant(predicate), object]))
    }),
    (3, "function.str-lang-dir", |maker, scope, depth| {
        let text = plain(maker, scope, depth)?;
        let direction = ["ltr", "rtl"][maker.choices.below(2)];
        let rest = ["en", direction].map(|part| Expression::constant(Term::string(part)));
        Some(Expression::call(Builtin::Strlangdir, std::iter::once(text).chain(rest).collect()))
    }),
    (3, "function.lang-dir", |maker, scope, _| of_any(maker, scope, Builtin::Langdir)),
    (40, "function.timezone", |maker, scope, _| {
        let time = maker.variable_of(scope, Kind::Time)?;
        Some(maker.call(Builtin::Timezone, Expression::Variable(time.variable)))
    }),
    (40, "cast.date-time", |maker, scope, _| {
        let time = maker.variable_of(scope, Kind::Time)?;
        Some(cast("dateTime", Expression::Variable(time.variable)))
    }),
    (6, "function.coalesce", |maker, scope, depth| {
        let arguments = (0..maker.choices.between(2, 3)).map(|_| maker.any(scope, depth.min(1))).collect();
        Some(Expression::call(Builtin::Coalesce, arguments))
    }),
    (6, "function.if", |maker, scope, depth| {
        let condition = maker.boolean(scope, depth.min(1));
        let branches = [maker.any(scope, depth.min(1)), maker.any(scope, depth.min(1))];
        Some(Expression::call(Builtin::If, std::iter::once(condition).chain(branches).collect()))
    }),
];

fn of_any(maker: &mut Maker<'_>, scope: &Scope, builtin: Builtin) -> Option<Expression> {
    let argument = maker.any_variable(scope)?;
    Some(maker.call(builtin, Expression::Variable(argument.variable)))
}

/// The parts of triple terms.
pub(super) const PARTS: Rules = &[
    (1, "function.subject", |maker, scope, _| of_triple(maker, scope, Builtin::Subject)),
    (1, "function.predicate", |maker, scope, _| of_triple(maker, scope, Builtin::Predicate)),
    (1, "function.object", |maker, scope, _| of_triple(maker, scope, Builtin::Object)),
];

/// What is another value each time, so that an answer can only be compared in the rest.
pub(super) const FRESH: Rules = &[
    (1, "function.now", |_, _, _| Some(Expression::call(Builtin::Now, Vec::new()))),
    (1, "function.rand", |_, _, _| Some(Expression::call(Builtin::Rand, Vec::new()))),
    (1, "function.uuid", |_, _, _| Some(Expression::call(Builtin::Uuid, Vec::new()))),
    (1, "function.struuid", |_, _, _| Some(Expression::call(Builtin::Struuid, Vec::new()))),
    (1, "function.bnode", |maker, scope, _| {
        let text = if maker.choices.chance(50) { maker.variable_of(scope, Kind::Text) } else { None };
        let argument = text.map(|text| Expression::Variable(text.variable));
        Some(Expression::call(Builtin::Bnode, argument.into_iter().collect()))
    }),
];

fn of_triple(maker: &mut Maker<'_>, scope: &Scope, builtin: Builtin) -> Option<Expression> {
    let triple = maker.variable_of(scope, Kind::Triple)?;
    Some(maker.call(builtin, Expression::Variable(triple.variable)))
}

fn of_text(maker: &mut Maker<'_>, scope: &Scope, depth: usize, builtin: Builtin) -> Option<Expression> {
    let argument = maker.text(scope, depth);
    Some(maker.call(builtin, argument))
}

fn with_part(maker: &mut Maker<'_>, scope: &Scope, depth: usize, builtin: Builtin) -> Option<Expression> {
    let text = maker.text(scope, depth);
    let part = Expression::constant(Term::string(part_of_text(maker, scope)));
    Some(Expression::call(builtin, vec![text, part]))
}

/// Hash functions and the like are defined on plain strings only.
fn hash(maker: &mut Maker<'_>, scope: &Scope, depth: usize, builtin: Builtin) -> Option<Expression> {
    let text = plain(maker, scope, depth)?;
    Some(maker.call(builtin, text))
}

/// A string without a language, mostly.
fn plain(maker: &mut Maker<'_>, scope: &Scope, depth: usize) -> Option<Expression> {
    if maker.choices.chance(60) && maker.allows("function.str") {
        return of_any(maker, scope, Builtin::Str);
    }
    Some(maker.text(scope, depth.min(1)))
}

fn iri(maker: &mut Maker<'_>, scope: &Scope, builtin: Builtin) -> Option<Expression> {
    let node = maker.variable_of(scope, Kind::Iri)?;
    let mut argument = Expression::Variable(node.variable);
    if maker.choices.chance(60) && maker.allows("function.str") {
        argument = maker.call(Builtin::Str, argument);
    }
    Some(maker.call(builtin, argument))
}

fn small(maker: &mut Maker<'_>, most: usize) -> Expression {
    let number = i64::try_from(maker.choices.below(most + 1)).unwrap_or(1);
    Expression::constant(Term::integer(number))
}

/// One to three characters of a string that some variable has.
pub(super) fn part_of_text(maker: &mut Maker<'_>, scope: &Scope) -> String {
    let whole = maker.any_variable(scope).and_then(|visible| visible.samples.first().cloned());
    let characters: Vec<char> = match whole {
        Some(Term::Literal(literal)) => literal.lexical.chars().collect(),
        Some(Term::Iri(iri)) => iri.chars().collect(),
        _ => vec!['a'],
    };
    let start = maker.choices.below(characters.len());
    let length = maker.choices.between(1, 3);
    characters.into_iter().skip(start).take(length).collect()
}

/// A small regular expression without special meaning beyond the plainest.
pub(super) fn regular_expression(maker: &mut Maker<'_>) -> &'static str {
    ["a", "^a", "b$", "^.$", "[a-c]+", "a|b", "^h", "[0-9]", "b+", "e/."][maker.choices.below(10)]
}
