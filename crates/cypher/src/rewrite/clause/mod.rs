//! Clauses in another form that gives the same bag of rows (Dinkel, clause level; GraphGenie, equal forms).
//!
//! A rule gives all queries that it makes of one, in the order of the text, so that the place of a rewriting is a number.

pub(super) mod computed;
mod counted;
pub(super) mod path;
pub(super) mod predicate;
mod projection;
mod table;

use quarrel_case::rewriting::{Family, Rule};

use super::form::{Entry, Form};
use super::scene::{and, variable};
use crate::ast::Expression;

const fn rule(name: &'static str, says: &'static str, source: &'static str) -> Rule {
    Rule { name, family: Family::Clause, says, source }
}

const GENIE: &str = "GraphGenie, equal forms; openCypher 9, uniqueness within one MATCH";
const DINKEL: &str = "Dinkel, clause level";
const MANUAL: &str = "openCypher 9, projections: the rows of a table are a bag";

/// The rules.
pub(super) const RULES: &[Entry] = &[
    (
        rule("path-split", "(a)--(b)--(c) becomes (a)--(b), (b)--(c) in the same clause", GENIE),
        Form::Whole(path::split),
    ),
    (rule("path-reversed", "a path is written from its other end", GENIE), Form::Whole(path::reversed)),
    (
        rule("length-split", "-[*x..y]- becomes two hops in the same clause, one of a fixed length", DINKEL),
        Form::Whole(path::length_split),
    ),
    (
        rule("length-joined", "hops that are alike become one hop of that many relationships", DINKEL),
        Form::Whole(path::length_joined),
    ),
    (
        rule(
            "table-computed",
            "a row with a constant that a small table comes to is put beside each row",
            DINKEL,
        ),
        Form::Placed(computed::ONE),
    ),
    (
        rule(
            "neighbourhood-known",
            "WITH * WHERE says what is true of each node or value",
            "openCypher 9, patterns",
        ),
        Form::Whole(counted::known),
    ),
    (
        rule("node-unfolded", "a node bound elsewhere becomes another one that equals it", GENIE),
        Form::Whole(path::unfolded),
    ),
    (
        rule("label-predicate", "a label of a pattern becomes a predicate", GENIE),
        Form::Whole(predicate::labels),
    ),
    (
        rule("type-predicate", "a type of a pattern becomes a condition on type(r)", GENIE),
        Form::Whole(predicate::types),
    ),
    (
        rule("map-to-where", "a property map becomes equalities", "openCypher 9, NodePattern"),
        Form::Whole(predicate::maps),
    ),
    (
        rule("where-to-map", "an equality becomes a property map", "openCypher 9, NodePattern"),
        Form::Whole(predicate::into_maps),
    ),
    (
        rule("bound-node", "a path that is one bound node becomes a condition on it", "openCypher 9, MATCH"),
        Form::Whole(predicate::bound_nodes),
    ),
    (rule("where-apart", "WHERE p becomes WITH * WHERE p", GENIE), Form::Whole(predicate::wheres)),
    (rule("with-star", "WITH * is put between clauses", DINKEL), Form::Whole(table::with_star)),
    (
        rule("unwind-one", "UNWIND of a list of one element is put between clauses", DINKEL),
        Form::Whole(table::unwind_one),
    ),
    (
        rule("call-one", "a subquery that gives one row for each is put between clauses", DINKEL),
        Form::Whole(table::call_one),
    ),
    (
        rule("optional-nothing", "OPTIONAL MATCH of a label that no node has is put between clauses", DINKEL),
        Form::Whole(table::optional_nothing),
    ),
    (rule("unused-item", "WITH gets a constant that nothing uses", DINKEL), Form::Whole(table::unused_item)),
    (
        rule("matches-joined", "two MATCH become one, where no relationship can be in both", GENIE),
        Form::Whole(table::joined),
    ),
    (
        rule("match-parted", "MATCH becomes two, where no relationship can be in both", GENIE),
        Form::Whole(table::parted),
    ),
    (
        rule("match-called", "MATCH is done in a subquery for each row", "Cypher Manual 5, CALL subqueries"),
        Form::Whole(table::called_match),
    ),
    (
        rule(
            "beginning-called",
            "the first clauses are a subquery",
            "GraphGenie; Cypher Manual 5, CALL subqueries",
        ),
        Form::Whole(table::called_beginning),
    ),
    (
        rule("union-nothing", "UNION ALL with a part that gives no row", "openCypher 9, UNION"),
        Form::Whole(table::union_nothing),
    ),
    (
        rule("union-itself", "RETURN DISTINCT becomes UNION with itself", "openCypher 9, UNION"),
        Form::Whole(table::union_itself),
    ),
    (
        rule("order-dropped", "ORDER BY without SKIP or LIMIT is left out", MANUAL),
        Form::Whole(projection::order_dropped),
    ),
    (
        rule("limit-added", "a LIMIT is put that no table reaches", MANUAL),
        Form::Whole(projection::limit_added),
    ),
    (
        rule("key-before", "a grouping key is computed in a WITH before", MANUAL),
        Form::Whole(projection::key_before),
    ),
    (
        rule("key-as-item", "a sort key is an item first, and dropped behind", MANUAL),
        Form::Whole(projection::key_as_item),
    ),
    (
        rule("distinct-grouped", "DISTINCT becomes grouping", "openCypher 9, aggregation: grouping keys"),
        Form::Whole(projection::distinct_grouped),
    ),
    (
        rule(
            "distinct-behind",
            "DISTINCT stands in a WITH DISTINCT * behind",
            "openCypher 9, projections: *",
        ),
        Form::Whole(projection::distinct_behind),
    ),
    (
        rule(
            "count-distinct",
            "count(DISTINCT e) becomes a count of rows of which each is there once",
            "openCypher 9, aggregation",
        ),
        Form::Whole(projection::count_distinct),
    ),
];

/// A condition with `fresh = name` added.
fn equal_to(condition: Option<Expression>, fresh: &str, name: &str) -> Expression {
    and(condition, predicate::equal(variable(fresh), variable(name)))
}
