//! Plainer constants: a constant of a plainer type, the simplest ones of its own, a shorter text.

use quarrel_case::term::{
    Literal, LiteralKind, Term, XSD_BOOLEAN, XSD_DATE, XSD_DATE_TIME, XSD_DECIMAL, XSD_DOUBLE, XSD_FLOAT,
    XSD_INTEGER, XSD_STRING,
};

use crate::ast::Constant;

/// The types, the plainest first, with their simplest lexical forms.
const TYPES: &[(&str, &[&str])] = &[
    (XSD_INTEGER, &["1", "0", "2", "-1"]),
    (XSD_STRING, &["a", "", "b", "ab"]),
    (XSD_BOOLEAN, &["true", "false"]),
    (XSD_DECIMAL, &["1.0", "0.0", "0.5", "1.5", "-1.0", "-0.5", "-1.5"]),
    (XSD_DOUBLE, FLOATING),
    (XSD_FLOAT, FLOATING),
    (XSD_DATE_TIME, &["2000-01-01T00:00:00Z", "2000-01-01T00:00:00"]),
    (XSD_DATE, &["2000-01-01Z", "2000-01-01"]),
];
const FLOATING: &[&str] = &["1.0E0", "0.0E0", "1.5E0", "-1.0E0", "NaN", "INF", "-INF", "-0.0E0"];
/// The simplest forms of a language-tagged string and of a literal of a type that is not listed.
const TEXTS: &[&str] = &["a", "", "b", "1", "0"];
/// The plainest language tags.
const TAGS: &[&str] = &["en", "de"];

/// What a step from one type to the next weighs.
const TYPE: usize = 200;
/// What a language tag that is not the plainest weighs at least.
const TAG: usize = 20;

/// How far a constant is from the plainest, the integer 1.
pub(super) fn oddity(constant: &Constant) -> usize {
    match constant.term() {
        Term::Literal(literal) => {
            let forms = forms(literal);
            let known = forms.iter().position(|form| *form == literal.lexical);
            let form = known.unwrap_or(10 + literal.lexical.chars().count().min(80));
            rank(constant) * TYPE + form + tag_oddity(literal)
        }
        _ => rank(constant) * TYPE,
    }
}

/// The place of the type: an IRI stands after the types with a short form, a language-tagged string after all types
/// that are listed, then come all others.
fn rank(constant: &Constant) -> usize {
    let Term::Literal(literal) = constant.term() else {
        return 3;
    };
    if matches!(literal.kind, LiteralKind::Language(_)) {
        return TYPES.len() + 1;
    }
    let listed = TYPES.iter().position(|(datatype, _)| *datatype == literal.datatype());
    listed.map_or(TYPES.len() + 2, |index| index + usize::from(index > 2))
}

fn forms(literal: &Literal) -> &'static [&'static str] {
    TYPES.iter().find(|(datatype, _)| *datatype == literal.datatype()).map_or(TEXTS, |(_, forms)| forms)
}

fn tag_oddity(literal: &Literal) -> usize {
    let LiteralKind::Language(tag) = &literal.kind else {
        return 0;
    };
    TAG * TAGS.iter().position(|plain| plain == tag).unwrap_or(TAGS.len() + tag.len().min(4))
}

/// Plainer constants in the place of one, the plainest first.
pub(super) fn plainer(constant: &Constant) -> Vec<Constant> {
    let mut found = vec![Term::integer(1), Term::string("a")];
    if let Term::Literal(literal) = constant.term() {
        let own = |lexical: &str| Literal { lexical: lexical.to_owned(), kind: literal.kind.clone() };
        if let LiteralKind::Language(_) = literal.kind {
            let tagged = |tag: &&str| Term::language(literal.lexical.clone(), *tag);
            found.extend(TAGS.iter().map(tagged));
        }
        // Derived types of integers, and types that are not known, by the plainest of all.
        found.push(Term::typed(literal.lexical.clone(), XSD_INTEGER));
        found.extend(forms(literal).iter().map(|form| Term::Literal(own(form))));
        // Nothing is no number; a number stays one as long as it can.
        let is_text = !matches!(literal.kind, LiteralKind::Typed(_));
        let shorter = shorter(&literal.lexical).into_iter().filter(|form| is_text || !form.is_empty());
        found.extend(shorter.map(|form| Term::Literal(own(&form))));
    }
    let mut plainer: Vec<Constant> = Vec::new();
    for constant_found in found.into_iter().map(Constant) {
        if oddity(&constant_found) < oddity(constant) && !plainer.contains(&constant_found) {
            plainer.push(constant_found);
        }
    }
    plainer
}

/// Each half of a text, the text without its first and without its last character.
fn shorter(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let (front, back) = chars.split_at(chars.len() / 2);
    let cuts =
        [front, back, chars.get(1..).unwrap_or_default(), chars.split_last().map_or(&[][..], |cut| cut.1)];
    cuts.iter().map(|cut| cut.iter().collect()).collect()
}
