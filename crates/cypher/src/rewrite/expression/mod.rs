//! Expressions in another form with the same value (Dinkel, expression level, with its holes closed).
//!
//! What aggregates is left alone, because it must not be doubled; so are `SKIP` and `LIMIT`, which take constants.

mod hidden;
pub(super) mod sites;
mod truth;
mod value;

use quarrel_case::rewriting::{Family, Rule};

use super::form::{Entry, Form, Make};
use super::scene::Scene;
use crate::ast::Expression;
use sites::{Site, sites};

const fn inside(name: &'static str, says: &'static str, make: Make) -> Entry {
    const SOURCE: &str = "Dinkel, expression level; openCypher 9, ternary logic";
    (Rule { name, family: Family::Expression, says, source: SOURCE }, Form::Inside(make))
}

/// The rules.
pub(super) const RULES: &[Entry] = &[
    inside("double-negation", "p becomes NOT NOT p", truth::double_negation),
    inside("equal-to-truth", "p becomes p = true, and NOT p becomes p = false", truth::equal_to_truth),
    inside("equal-to-itself", "p becomes p = (p = p)", truth::equal_to_itself),
    inside("exclusive", "p becomes p XOR false, and NOT p becomes p XOR true", truth::exclusive),
    inside("de-morgan", "AND becomes OR of the negations, and OR becomes AND", truth::de_morgan),
    inside("operands-exchanged", "the operands of AND, OR and XOR are exchanged", truth::exchanged),
    inside("tautology", "p becomes p AND (p OR NOT p OR p IS NULL)", truth::tautology),
    inside("contradiction", "p becomes p OR (p AND NOT p AND p IS NOT NULL)", truth::contradiction),
    inside("null-test", "IS NULL becomes NOT IS NOT NULL", truth::null_test),
    inside("comparison-mirrored", "a < b becomes b > a", truth::mirrored),
    inside("comparison-unchained", "a < b < c becomes a < b AND b < c", truth::unchained),
    inside("inequality", "a <> b becomes NOT a = b, and a = b becomes NOT a <> b", truth::unequal),
    inside("member", "a IN [b, c] becomes a = b OR a = c", truth::member),
    inside("exclusive-or", "p XOR q becomes (p AND NOT q) OR (NOT p AND q)", truth::exclusive_or),
    inside("exists-counted", "EXISTS becomes COUNT > 0", truth::counted),
    inside("pattern-exists", "a pattern that is a condition becomes EXISTS", truth::existing),
    inside(
        "quantifier",
        "all becomes none of the negation, any and none each other's negation",
        truth::quantified,
    ),
    inside("label-listed", "n:L becomes 'L' IN labels(n)", truth::listed),
    inside("case-doubled", "e becomes CASE WHEN e IS NULL THEN null ELSE e END", value::doubled),
    inside("case-guarded", "e becomes CASE WHEN e IS NOT NULL THEN e END", value::guarded),
    inside("element", "e becomes [e][0]", value::listed),
    inside("head", "e becomes head([e])", value::head),
    inside("entry", "e becomes {a: e}.a", value::mapped),
    inside("coalesce", "e becomes coalesce(e, null)", value::coalesced),
    inside("comprehension", "a list e becomes [x IN e | x]", value::comprehended),
    inside("nothing-added", "e becomes e + 0, e + '', e + [] or e - 0", value::nothing_added),
    inside("added-to-nothing", "e becomes 0 + e, '' + e or [] + e", value::added_to_nothing),
    inside("times-one", "a number e becomes e * 1", value::times_one),
    inside("negated-twice", "a float e becomes -(-e)", value::negated_twice),
    inside("constant-composed", "a constant becomes an expression that gives it", value::composed),
    (
        Rule {
            name: "constant-hidden",
            family: Family::Expression,
            says: "a constant is bound by a WITH or UNWIND before",
            source: "Dinkel, expression level; Cypher Manual 5, parameters",
        },
        Form::Whole(hidden::constants),
    ),
    (
        Rule {
            name: "constant-computed",
            family: Family::Expression,
            says: "an integer is what a small table comes to before its clause",
            source: "Dinkel, expression level (constants as expressions); openCypher 9, projections",
        },
        Form::Placed(hidden::COMPUTED),
    ),
];

/// The places at which a rule fits, with what stands there after.
pub(super) fn fitting<'s>(make: Make, scene: &'s Scene<'_>) -> Vec<(Site<'s>, Expression)> {
    let all = sites(scene).into_iter().filter(|site| !aggregates(site.expression));
    all.filter_map(|site| make(&site, scene).map(|other| (site, other))).collect()
}

/// Whether an aggregating function is called in the expression; what a subquery aggregates are its own rows.
fn aggregates(expression: &Expression) -> bool {
    crate::evaluate::has_aggregate(expression)
}

/// Whether this is a constant: a literal, or a list of them.
fn is_constant(expression: &Expression) -> bool {
    match expression {
        Expression::Literal(_) => true,
        Expression::List(items) => items.iter().all(is_constant),
        _ => false,
    }
}
