//! What says what a feature means: for the reports, so that a maintainer can look it up.
//!
//! "Reference" is TinkerPop's Reference Documentation, "Semantics" its document Gremlin Semantics, and a path ending
//! in `.feature` a file of its suite.

use quarrel_case::rules::{self, Rules};

/// Names of features, and the rule of each and of what is named after it (`token.Order` and `token.Order.desc`); the
/// first that fits counts.
const RULES: &Rules = &[
    // How a source is configured.
    (&["step.with"], "Reference, With Step: a modulator of the step before it, or an option of the source"),
    (&["step.withBulk"], "Reference, Traversal Strategies: withBulk(false) counts each traverser once"),
    (&["step.withPath"], "Reference, Path Step: withPath() keeps the whole history of traversers"),
    (&["step.withSack"], "Reference, Sack Step: every traverser carries a copy (sideEffect/Sack.feature)"),
    (&["step.withSideEffect"], "Reference, Side Effect: an initial value, and how values join it"),
    (
        &["step.withStrategies", "step.withoutStrategies"],
        "Reference, TraversalStrategy: an optimising strategy changes no result",
    ),
    (&["step.withComputer"], "Reference, GraphComputer"),
    // Steps from elements to elements.
    (
        &["construct.mid-traversal-source"],
        "Reference, Graph Step: V() and E() within a traversal start anew for each traverser (map/Vertex.feature, \
         map/Edge.feature)",
    ),
    (
        &["construct.start-ids"],
        "Reference, Graph Step: the elements of these ids; of an empty list none (map/Vertex.feature)",
    ),
    (&["step.V", "step.E"], "Reference, Graph Step: every vertex, every edge, once"),
    (
        &["step.out", "step.in", "step.both", "step.outE", "step.inE", "step.bothE", "step.toE", "step.to"],
        "Reference, Vertex Steps: one traverser for each incident edge, for both() and bothE() a loop in both \
         directions (map/Vertex.feature)",
    ),
    (
        &["step.outV", "step.inV", "step.bothV", "step.otherV", "step.toV"],
        "Reference, Vertex Steps: the ends of an edge; otherV() is the one that the path did not come from",
    ),
    (&["token.Direction"], "Reference, Vertex Steps: the direction of an edge"),
    // Filters.
    (
        &["step.has", "step.hasKey", "step.hasLabel", "step.hasNot", "step.hasValue"],
        "Reference, Has Step: an element without the property does not pass, whatever the predicate \
         (filter/Has.feature)",
    ),
    (&["step.hasId"], "Reference, Has Step: by id; of an empty list none passes (filter/HasId.feature)"),
    (&["step.is"], "Reference, Is Step (filter/Is.feature)"),
    (
        &["step.where"],
        "Reference, Where Step: by a traversal that gives something, or by a predicate of labelled values \
         (filter/Where.feature)",
    ),
    (&["step.filter"], "Reference, General Steps: passes if the traversal gives something"),
    (&["step.and"], "Reference, And Step (filter/And.feature)"),
    (&["step.or"], "Reference, Or Step (filter/Or.feature)"),
    (&["step.not"], "Reference, Not Step: passes if the traversal gives nothing (filter/Not.feature)"),
    (
        &["step.all", "step.any", "step.none"],
        "Reference, All, Any and None Step: a test of the elements of a list; of no list nothing passes",
    ),
    (
        &["step.dedup"],
        "Reference, Dedup Step: the first traverser of each value, equal as Semantics, Equality has it \
         (filter/Dedup.feature)",
    ),
    (
        &["construct.count-below-zero"],
        "Reference, Count Step and Is Step: a count is compared with any number",
    ),
    (&["construct.keyed-group"], "Reference, Group Step and GroupCount Step: a side effect of this name"),
    (&["construct.local-order"], "Reference, Order Step: the items of a list, or the entries of a map"),
    (&["construct.negative-count"], "Reference, Range Step: -1 is no upper bound (filter/Range.feature)"),
    (
        &["step.range", "step.limit", "step.skip"],
        "Reference, Range Step: counts traversers, not bulks; with local the elements of a collection \
         (filter/Range.feature)",
    ),
    (&["step.tail"], "Reference, Tail Step: the last ones, by their number (filter/Tail.feature)"),
    (&["step.sample", "step.coin"], "Reference, Sample Step and Coin Step: by chance"),
    (
        &["step.simplePath", "step.cyclicPath"],
        "Reference, SimplePath Step: no object twice in the path (filter/SimplePath.feature)",
    ),
    (&["step.discard"], "Reference, Discard Step: nothing passes (filter/Discard.feature)"),
    (&["step.timeLimit"], "Reference, TimeLimit Step"),
    // Predicates.
    (
        &["predicate.eq", "predicate.neq"],
        "Semantics, Equality and Comparability: numbers by value, other types unequal (semantics/Equality.feature)",
    ),
    (
        &[
            "predicate.lt",
            "predicate.lte",
            "predicate.gt",
            "predicate.gte",
            "predicate.inside",
            "predicate.outside",
            "predicate.between",
        ],
        "Semantics, Comparability: what cannot be compared is an error that a filter reduces to false \
         (semantics/Comparability.feature)",
    ),
    (&["predicate.within", "predicate.without"], "Reference, A Note on Predicates: in a collection or not"),
    (
        &["predicate.and", "predicate.or", "predicate.not"],
        "Reference, A Note on Predicates; Semantics, Ternary Boolean Logics, up to 3.7",
    ),
    (&["predicate.typeOf", "token.GType"], "Reference, A Note on Predicates: typeOf (filter/TypeOf.feature)"),
    (
        &[
            "predicate.startingWith",
            "predicate.notStartingWith",
            "predicate.endingWith",
            "predicate.notEndingWith",
            "predicate.containing",
            "predicate.notContaining",
            "predicate.regex",
            "predicate.notRegex",
        ],
        "Reference, A Note on Predicates: TextP, of strings (filter/Has.feature)",
    ),
    // Branches and loops.
    (&["construct.start-union"], "Reference, Union Step: as a start, the results of all its traversals"),
    (&["step.union"], "Reference, Union Step: the results of all, in their order (branch/Union.feature)"),
    (&["step.coalesce"], "Reference, Coalesce Step: the first traversal that gives something"),
    (&["step.optional"], "Reference, Optional Step: what the traversal gives, or the traverser as it was"),
    (
        &["step.choose", "step.branch", "step.option", "token.Pick"],
        "Reference, Choose Step: the traverser takes the option that its value picks (branch/Choose.feature)",
    ),
    (&["step.local"], "Reference, Local Step: for each traverser by itself (branch/Local.feature)"),
    (&["construct.named-repeat"], "Reference, Repeat Step: a name, which loops() may ask for"),
    (
        &["step.repeat", "step.until", "step.emit", "step.times", "step.loops"],
        "Reference, Repeat Step: a modulator before repeat() is tested before a round, one behind it after \
         (branch/Repeat.feature)",
    ),
    (&["step.map", "step.flatMap"], "Reference, General Steps: map() takes the first result, flatMap() all"),
    (&["step.sideEffect"], "Reference, General Steps: the traverser goes on as it was"),
    // Reducing, order, groups.
    (&["step.count"], "Reference, Count Step: by the number of traversers; of nothing 0 (map/Count.feature)"),
    (
        &["step.sum", "step.mean"],
        "Reference, Sum Step and Mean Step: of nothing nothing, nulls left out (map/Sum.feature, map/Mean.feature)",
    ),
    (
        &["step.min", "step.max"],
        "Reference, Min Step and Max Step; Semantics, Orderability (map/Min.feature, map/Max.feature)",
    ),
    (
        &["step.fold", "step.unfold"],
        "Reference, Fold Step: one list, of nothing the empty one (map/Fold.feature)",
    ),
    (
        &["step.order", "token.Order"],
        "Reference, Order Step: what has no value for by() does not pass, since 3.6 (map/Order.feature); Semantics, \
         Orderability",
    ),
    (
        &["step.group", "step.groupCount"],
        "Reference, Group Step: keys equal as Semantics, Equality has it; what has no key does not count \
         (sideEffect/Group.feature)",
    ),
    (
        &["step.by"],
        "Reference, By Step: the first result of a traversal; none filters the traverser or leaves the key out, \
         since 3.6",
    ),
    (&["step.barrier", "token.Barrier"], "Reference, Barrier Step: changes no result but the order of work"),
    (
        &["step.aggregate", "step.store", "step.cap"],
        "Reference, Aggregate Step: all traversers at once, with local one by one; Cap Step",
    ),
    (&["token.Scope"], "Reference, A Note on Scopes: of the traversers, or within each"),
    (&["token.Column"], "Reference, Select Step: the keys or the values of a map"),
    // Labels, paths, maps.
    (&["step.as"], "Reference, As Step: a label of the step in the path"),
    (&["token.Pop"], "Reference, Select Step: the first, the last or all of the values of a label"),
    (
        &["step.select"],
        "Reference, Select Step: a label that the path lacks filters the traverser (map/Select.feature)",
    ),
    (&["step.match"], "Reference, Match Step: every binding that satisfies all patterns (map/Match.feature)"),
    (&["step.project"], "Reference, Project Step: a map; without a value the key is left out, since 3.6"),
    (&["step.path", "step.from"], "Reference, Path Step: by() in turn (map/Path.feature)"),
    (&["step.tree"], "Reference, Tree Step (sideEffect/Tree.feature)"),
    (
        &[
            "construct.ids-in-maps",
            "token.WithOptions",
            "step.valueMap",
            "step.propertyMap",
            "step.elementMap",
        ],
        "Reference, ValueMap Step and ElementMap Step (map/ValueMap.feature, map/ElementMap.feature)",
    ),
    (
        &["step.values", "step.properties", "step.value", "step.key", "step.element"],
        "Reference, Values Step and Properties Step: what is not there gives nothing (map/Properties.feature)",
    ),
    (&["step.id", "step.label", "token.T"], "Reference, Id Step and Label Step"),
    (&["step.index"], "Reference, Index Step (map/Index.feature)"),
    (&["step.subgraph"], "Reference, Subgraph Step (sideEffect/Subgraph.feature)"),
    // Values.
    (&["construct.start-inject"], "Reference, Inject Step: as a start, its arguments"),
    (&["step.inject"], "Reference, Inject Step: its arguments beside what comes (sideEffect/Inject.feature)"),
    (&["step.constant", "step.identity"], "Reference, Constant Step and Identity Step"),
    (&["step.math"], "Reference, Math Step: of doubles (map/Math.feature)"),
    (&["step.sack", "token.Operator"], "Reference, Sack Step (sideEffect/Sack.feature)"),
    (
        &[
            "step.combine",
            "step.conjoin",
            "step.difference",
            "step.disjunct",
            "step.intersect",
            "step.merge",
            "step.product",
        ],
        "Reference, the steps of lists: Combine, Conjoin, Difference, Disjunct, Intersect, Merge, Product",
    ),
    (
        &[
            "step.concat",
            "step.format",
            "step.length",
            "step.lTrim",
            "step.replace",
            "step.reverse",
            "step.rTrim",
            "step.split",
            "step.substring",
            "step.toLower",
            "step.toUpper",
            "step.trim",
        ],
        "Reference, the steps of strings: null stays null, another type is an error (map/Concat.feature and its like)",
    ),
    (
        &["step.asBool", "step.asDate", "step.asNumber", "step.asString"],
        "Reference, AsBool, AsDate, AsNumber and AsString Step (map/AsNumber.feature and its like)",
    ),
    (&["step.dateAdd", "step.dateDiff", "token.DT"], "Reference, DateAdd Step and DateDiff Step"),
    (&["construct.map-keys"], "Reference, A Note on Maps: a key may be of any type"),
    (
        &["construct.collections-in-predicates"],
        "Semantics, Comparability and Equality: lists, sets and maps are compared by what is in them",
    ),
    (
        &["literal.nan", "literal.infinity"],
        "Semantics, Equality: NaN equals nothing in a predicate, and itself in groups and order",
    ),
    (&["literal.null"], "Reference, A Note on Null: a value like others"),
    (&["literal"], "gremlin-language, Gremlin.g4: literals; Semantics, Types"),
    // Writes.
    (&["step.addV", "step.addE"], "Reference, AddVertex Step and AddEdge Step (map/AddVertex.feature)"),
    (
        &["step.mergeV", "step.mergeE", "token.Merge"],
        "Reference, MergeVertex Step and MergeEdge Step: all that match, or one that is made (map/MergeVertex.feature)",
    ),
    (
        &["step.property", "token.Cardinality"],
        "Reference, AddProperty Step: single replaces, list and set add",
    ),
    (&["step.drop"], "Reference, Drop Step: a vertex with its edges (filter/Drop.feature)"),
    (&["step.fail"], "Reference, Fail Step: ends the traversal with an error (sideEffect/Fail.feature)"),
    // What reaches outside, or is by computers of graphs.
    (&["step.call"], "Reference, Call Step (map/Call.feature)"),
    (&["step.io", "step.read", "step.write", "token.IO"], "Reference, IO Step, Read Step and Write Step"),
    (&["step.profile"], "Reference, Profile Step"),
    (
        &["step.connectedComponent", "step.pageRank", "step.peerPressure", "step.shortestPath"],
        "Reference, the steps of GraphComputer: ConnectedComponent, PageRank, PeerPressure, ShortestPath",
    ),
];

/// The rule of a feature.
pub(crate) fn rule(feature: &str) -> Option<&'static str> {
    rules::rule(RULES, feature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::all;

    #[test]
    fn every_feature_has_a_rule_and_every_rule_a_feature() {
        assert_eq!(rules::unmatched(RULES, &all()), Vec::<&str>::new());
    }

    #[test]
    fn what_is_said_of_a_construct_goes_before_its_step() {
        for (feature, part) in [
            ("step.order", "Order Step"),
            ("token.Order.desc", "Order Step"),
            ("construct.start-union", "as a start"),
            ("literal.nan", "NaN"),
            ("literal.int", "Gremlin.g4"),
        ] {
            assert!(rule(feature).unwrap().contains(part), "{feature}");
        }
    }
}
