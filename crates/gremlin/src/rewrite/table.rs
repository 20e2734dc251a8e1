//! The rules as a table.

use quarrel_case::rewriting::{Family, Rule};

use super::fit::Fit;
use super::site::{Edit, Site};
use super::{branches, clause, cover, cuts, expression, filters, known, lists, loops, restriction};
use crate::ast::Query;

/// How a rule is applied.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// Steps are written in the place of others; the rows stay.
    Edit(fn(&Site<'_>) -> Edit),
    /// The same at every place at once.
    Everywhere(fn(&Site<'_>) -> Edit),
    /// The whole is written anew.
    Whole(fn(&Query, &Fit<'_>) -> Option<Query>),
    /// A condition that is true of the graph is put in.
    Known,
    /// A condition, its negation.
    Condition,
    /// Every row, without the step that puts them together.
    Alone,
    /// A test of a key, its opposite, and where the key is not there.
    Key,
    /// A condition more.
    Restriction,
    /// A label of edges more.
    Label,
    /// Steps are written in the place of others; there are never more rows.
    Less(fn(&Site<'_>) -> Edit),
}

/// A rule and how it is applied.
pub(super) struct Entry {
    pub(super) rule: Rule,
    pub(super) how: How,
    /// How often it is drawn, beside the others that fit.
    pub(super) weight: usize,
}

/// What fits nearly everywhere.
const PLAIN: usize = 2;
/// What shows more than most.
const OFTEN: usize = 20;
/// What fits rarely is drawn where it fits.
const RARE: usize = 60;
/// What fits so rarely that hardly any other case would show it.
const SELDOM: usize = 800;
/// What has many forms.
const MANY: usize = 200;

use Family::{Clause, Cover, Expression, Partition, Restriction};
use How::{Edit as At, Everywhere, Less};

/// Ternary logic partitioning.
const TLP: &str = "Rigger and Su, OOPSLA 2020; TINKERPOP-2940: since 3.8 what cannot be compared is false";
const GDBMETER: &str = "GDBMeter; Reference, Has Step: a key that is not there passes no predicate";
const GRAPHGENIE: &str = "GraphGenie: of a traverser less there is never a result more";
const SEMANTICS: &str = "Gremlin Semantics: and(), or(), not() are those of two truth values in a filter";
const MAPPING: &str = "Gremlin Semantics: Mapping for P; equality never fails, connectives are De Morgan's";
const REPEAT: &str = "Gremlin Semantics: repeat(): an iteration is the body";

/// Writes the rules: the name, how often and how it is applied; what it says and where it comes from.
macro_rules! entries {
    ($($family:ident $name:literal $weight:ident $how:expr, $says:literal $source:expr;)+) => {
        /// All rules, by family and name.
        pub(super) static ENTRIES: &[Entry] = &[$(
            Entry {
                rule: Rule { name: $name, family: $family, says: $says, source: $source },
                how: $how,
                weight: $weight,
            },
        )+];
    };
}

entries! {
    Partition "condition" OFTEN How::Condition,
        "a condition, and its negation" TLP;
    Partition "each-alone" OFTEN How::Alone,
        "a sum is that of the rows, and each once is the rows each once" "Rigger and Su, OOPSLA 2020: aggregates put together";
    Partition "key-test" PLAIN How::Key,
        "a test of a key, its opposite, and where the key is not there" GDBMETER;
    Cover "both-apart" RARE At(cover::both_apart),
        "both() is out() and in()" "Reference, Vertex Steps";
    Cover "from-the-edges" PLAIN At(cover::from_the_edges),
        "V().out() is E().inV()" "GRev, section 3; Reference, Vertex Steps";
    Cover "from-the-vertices" PLAIN At(cover::from_the_vertices),
        "E() is V().outE()" "GRev, section 3; Reference, Vertex Steps";
    Cover "ids-among-all" RARE At(cover::ids_among_all),
        "V(id) is V().hasId(id)" "Reference, Has Step";
    Cover "ids-apart" RARE At(cover::ids_apart),
        "V(a, b) is the union of V(a) and V(b)" "Reference, Union Step";
    Cover "match" RARE At(cover::matched),
        "a step between two labels is a pattern of match()" "Reference, Match Step";
    Cover "other-by-name" RARE At(cover::other_by_name),
        "outE().otherV() is outE().inV()" "Reference, Vertex Steps";
    Cover "over-the-edge" PLAIN At(cover::over_the_edge),
        "out() is outE().inV()" "Reference, Vertex Steps";
    Cover "past-the-edge" RARE At(cover::past_the_edge),
        "outE().inV() is out()" "Reference, Vertex Steps";
    Cover "turned" RARE How::Whole(cover::turned),
        "walks are as many when they are told from their other end" "GRev, section 3: a path reversed";
    Clause "barrier" PLAIN At(clause::barrier),
        "barrier() where what follows is a function of the bag" "QuDi, section 3";
    Clause "by-both" SELDOM At(clause::by_both),
        "where().by() compares by the same on both sides" "Reference, Where Step";
    Clause "by-traversal" RARE At(clause::by_traversal),
        "by(key) is by(values(key))" "Reference, By Step";
    Clause "choose" RARE At(branches::choose),
        "choose() is the union of both ways under the condition and its negation" "Reference, Choose Step";
    Clause "coalesce" RARE At(branches::coalesce),
        "coalesce(a, b) is choose(a, a, b)" "Reference, Coalesce Step";
    Clause "conjunction" RARE At(filters::joined),
        "filters next to each other are and()" SEMANTICS;
    Clause "conjunction-apart" RARE At(filters::parted),
        "and() is filters next to each other" SEMANTICS;
    Clause "count-of-list" OFTEN At(cuts::count_of_list),
        "count() is fold().count(local)" "Reference, Count Step";
    Clause "cyclic" SELDOM At(loops::not_cyclic),
        "simplePath() is not(cyclicPath())" "Reference, SimplePath Step";
    Clause "de-morgan" RARE At(filters::de_morgan),
        "or() is not() of and() of not()" SEMANTICS;
    Clause "dedup-twice" OFTEN At(cuts::dedup_twice),
        "what is there once stays once" "Reference, Dedup Step";
    Clause "dedup-of-list" SELDOM At(lists::dedup_of_list),
        "dedup() is fold().dedup(local).unfold()" "Reference, Dedup Step";
    Clause "exchange" RARE At(filters::exchanged),
        "filters next to each other in another order" SEMANTICS;
    Clause "filter-itself" PLAIN At(filters::inside),
        "a filter is filter() of itself" SEMANTICS;
    Clause "first-of-groups" SELDOM At(lists::first_of_groups),
        "dedup().by(k) is the first of each group by k" "Reference, Dedup Step: the first stays";
    Clause "first-of" SELDOM At(branches::first_of),
        "map(t) is flatMap(t.limit(1))" "Reference, Map Step";
    Clause "fold" PLAIN At(clause::folded),
        "fold().unfold() where what follows is a function of the bag" "Reference, Fold Step";
    Clause "from-the-end" RARE At(cuts::from_the_end),
        "the first in an order are the last in the opposite order" "Reference, Tail Step";
    Clause "identities" RARE Everywhere(clause::identity),
        "identity() at every place" "Reference, Identity Step";
    Clause "identity" PLAIN At(clause::identity),
        "identity() at one place" "Reference, Identity Step";
    Clause "in-choose" PLAIN At(clause::in_choose),
        "a step is the choice of it that is always made" "Reference, Choose Step";
    Clause "in-coalesce" PLAIN At(clause::in_coalesce),
        "a step is coalesce() of it" "Reference, Coalesce Step";
    Clause "in-flat-map" PLAIN At(clause::in_flat_map),
        "a step is flatMap() of it" "Reference, FlatMap Step";
    Clause "in-local" PLAIN At(clause::in_local),
        "a step is local() of it" "Reference, Local Step";
    Clause "in-union" PLAIN At(clause::in_union),
        "a step is union() of it" "Reference, Union Step";
    Clause "infix" RARE At(filters::infix),
        "and() and or() as words between the ways" "Reference, And Step";
    Clause "key-alone" RARE At(filters::key_alone),
        "hasNot(key) is not(has(key))" "Reference, Has Step";
    Clause "kinds-counted" SELDOM At(lists::kinds_counted),
        "dedup().count() is groupCount().count(local)" "Reference, GroupCount Step";
    Clause "known" MANY How::Known,
        "a condition that is true of the graph" "GraphGenie and Dinkel: tautologies";
    Clause "label" PLAIN At(clause::labelled),
        "as().select() of one label is nothing new" "Reference, Select Step";
    Clause "label-kept" OFTEN At(known::label_kept),
        "a label goes through a filter that all pass" "Reference, As Step";
    Clause "labels-apart" RARE At(filters::labels_apart),
        "hasLabel(a, b) is or() of both" "Reference, Has Step";
    Clause "lacking" RARE At(known::lacks),
        "no element has what there is not" "Reference, Has Step";
    Clause "lengths" RARE At(loops::lengths),
        "repeat().emit().times() is the union of walks of every length" REPEAT;
    Clause "limit-twice" OFTEN At(cuts::limit_twice),
        "a wider limit() before limit()" "Reference, Limit Step";
    Clause "map-identity" PLAIN At(clause::map_identity),
        "map(identity()) at one place" "Reference, Map Step";
    Clause "no-barrier" SELDOM At(clause::no_barrier),
        "no barrier()" "Reference, Barrier Step";
    Clause "not-not" PLAIN At(filters::not_not),
        "a filter is not(not())" SEMANTICS;
    Clause "nothing" RARE At(clause::nothing),
        "count().is(0) is not(), and back" SEMANTICS;
    Clause "nothing-in-ways" SELDOM At(clause::nothing_in_ways),
        "count().is(0) in and() and or() is not(), and back" SEMANTICS;
    Clause "number-of-list" RARE At(cuts::number_of_list),
        "sum() is fold().sum(local), as min(), max(), mean()" "Reference, Sum Step";
    Clause "optional" PLAIN At(branches::optional),
        "optional(t) is choose(t, t)" "Reference, Optional Step";
    Clause "order-by-constant" OFTEN At(cuts::order_by_constant),
        "an order by what is the same for all, and then by the rest" "Reference, Order Step";
    Clause "order-twice" PLAIN At(cuts::order_twice),
        "what is in order stays in order" "Reference, Order Step";
    Clause "project" PLAIN At(clause::projected),
        "project() and the only key of it" "Reference, Project Step";
    Clause "range" OFTEN At(cuts::ranged),
        "limit() and skip() are range()" "Reference, Range Step";
    Clause "something" PLAIN At(clause::something),
        "a condition is that its count is greater than 0" SEMANTICS;
    Clause "sorted-in-list" SELDOM At(lists::sorted_in_list),
        "order().fold() is fold().order(local)" "Reference, Order Step";
    Clause "source-in-union" OFTEN At(known::source_in_union),
        "V() is the union of V()" "Reference, Union Step";
    Clause "times-first" RARE At(loops::times_first),
        "times() before repeat() is times() behind it" REPEAT;
    Clause "union-turned" RARE At(branches::union_turned),
        "the ways of union() in another order" "Reference, Union Step";
    Clause "unrolled" SELDOM At(loops::unrolled),
        "repeat().times() is the body so many times" REPEAT;
    Clause "until-first" SELDOM At(loops::until_first),
        "until() before repeat() is a choice before until() behind it" REPEAT;
    Clause "values" PLAIN At(filters::values_of_properties),
        "values() is properties().value()" "Reference, Values Step";
    Clause "ways-turned" RARE At(filters::ways_turned),
        "the ways of and() and or() in another order" SEMANTICS;
    Clause "where-or-filter" PLAIN At(filters::where_or_filter),
        "where(t) without labels is filter(t)" "Reference, Where Step";
    Expression "bounds" RARE At(expression::bounds),
        "inside(), outside() and between() are two comparisons" MAPPING;
    Expression "counted" RARE At(expression::counted),
        "a comparison of a count is the negation of its opposite" MAPPING;
    Expression "de-morgan-test" RARE At(expression::de_morgan),
        "both is not one of neither" MAPPING;
    Expression "equality" PLAIN At(expression::equality),
        "a value is eq() of it" "Reference, A Note on Predicates";
    Expression "has-as-values" OFTEN At(filters::has_as_values),
        "has(key, p) is filter(values(key).is(p))" "Reference, Has Step";
    Expression "listed" PLAIN At(expression::listed),
        "within(a, b) is within([a, b])" "Reference, A Note on Predicates";
    Expression "members" RARE At(expression::members),
        "within() is some eq(), and without() all neq()" MAPPING;
    Expression "number-type" OFTEN At(expression::number_type),
        "a number in another type" "Gremlin Semantics: numbers are compared by value";
    Expression "opposite" PLAIN At(expression::opposite),
        "a test is the negation of its opposite" MAPPING;
    Expression "parts-turned" PLAIN At(expression::parts_turned),
        "the parts of a predicate in another order" MAPPING;
    Expression "tests-apart" RARE At(expression::tests_apart),
        "is(p.and(q)) is is(p).is(q)" MAPPING;
    Expression "tests-as-ways" RARE At(expression::tests_as_ways),
        "has(key, p.or(q)) is or(has(key, p), has(key, q))" MAPPING;
    Expression "twice-negated" PLAIN At(expression::twice_negated),
        "a predicate negated twice" MAPPING;
    Expression "values-as-has" RARE At(filters::values_as_has),
        "values(key).is(p) at the end of a condition is has(key, p)" "Reference, Has Step";
    Restriction "directed" OFTEN Less(restriction::directed),
        "one direction of both" GRAPHGENIE;
    Restriction "further-condition" PLAIN How::Restriction,
        "a condition more" GRAPHGENIE;
    Restriction "further-label" OFTEN How::Label,
        "edges of one label of all" GRAPHGENIE;
    Restriction "less" OFTEN Less(restriction::less),
        "one way, or one label, less" GRAPHGENIE;
    Restriction "once" PLAIN Less(restriction::once),
        "each once" GRAPHGENIE;
    Restriction "simple" PLAIN Less(restriction::simple),
        "no way that comes back" GRAPHGENIE;
}
