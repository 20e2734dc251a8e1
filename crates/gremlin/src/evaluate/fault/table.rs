//! The faults as a table: name in code, id, the rule that is broken, and the smallest case that shows it.

use quarrel_case::profile::{Fault as Declared, Witness};

/// An answer in JSON: its values, and whether they are in order.
macro_rules! rows {
    () => { "{\"columns\":[\"value\"],\"rows\":[],\"order\":null}" };
    ($first:literal $($rest:literal)*) => {
        concat!("{\"columns\":[\"value\"],\"rows\":[[", $first, "]", $(",[", $rest, "]",)* "],\"order\":null}")
    };
}

/// Three values in order.
macro_rules! three {
    ($first:literal $second:literal $third:literal) => {
        concat!(
            "{\"columns\":[\"value\"],\"rows\":[[",
            $first,
            "],[",
            $second,
            "],[",
            $third,
            "]],\"order\":[1,1,1]}"
        )
    };
}

/// Two values in order.
macro_rules! two {
    ($first:literal $second:literal) => {
        concat!("{\"columns\":[\"value\"],\"rows\":[[", $first, "],[", $second, "]],\"order\":[1,1]}")
    };
}

/// The elements of the toy graph "modern" (reference: The TinkerPop Modern Graph).
macro_rules! modern {
    ($indexes:literal) => {
        concat!(
            r#"{"vertices":[{"id":1,"labels":["person"],"properties":{"name":"marko","age":29}},"#,
            r#"{"id":2,"labels":["person"],"properties":{"name":"vadas","age":27}},"#,
            r#"{"id":3,"labels":["software"],"properties":{"name":"lop","lang":"java"}},"#,
            r#"{"id":4,"labels":["person"],"properties":{"name":"josh","age":32}},"#,
            r#"{"id":5,"labels":["software"],"properties":{"name":"ripple","lang":"java"}},"#,
            r#"{"id":6,"labels":["person"],"properties":{"name":"peter","age":35}}],"#,
            r#""edges":[{"id":7,"label":"knows","source":1,"target":2,"properties":{"weight":0.5}},"#,
            r#"{"id":8,"label":"knows","source":1,"target":4,"properties":{"weight":1.0}},"#,
            r#"{"id":9,"label":"created","source":1,"target":3,"properties":{"weight":0.4}},"#,
            r#"{"id":10,"label":"created","source":4,"target":5,"properties":{"weight":1.0}},"#,
            r#"{"id":11,"label":"created","source":4,"target":3,"properties":{"weight":0.4}},"#,
            r#"{"id":12,"label":"created","source":6,"target":3,"properties":{"weight":0.2}}],"indexes":["#,
            $indexes,
            "]}"
        )
    };
}

const MODERN: &str = modern!("");
const INDEXED: &str = modern!(r#"{"on":"vertex","label":"person","keys":["age"],"kind":"range"}"#);
const NAMED: &str = modern!(r#"{"on":"vertex","label":"person","keys":["name"],"kind":"range"}"#);
const EMPTY: &str = "{}";
const LOOP: &str = r#"{"vertices":[{"id":1}],"edges":[{"id":1,"label":"T","source":1,"target":1}]}"#;
const PARALLEL: &str = r#"{"vertices":[{"id":1},{"id":2}],"edges":[{"id":1,"label":"T","source":1,"target":2},{"id":2,"label":"T","source":1,"target":2}]}"#;

/// Writes the enum and the table from one list, so that they cannot drift apart.
macro_rules! faults {
    ($(
        $variant:ident $id:literal $rule:literal
        $graph:expr, [$($statement:literal),+], $right:expr => $wrong:expr
        $(, as $($same:literal)+)?;
    )*) => {
        /// A planted fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Fault {
            $(
                #[doc = $rule]
                $variant,
            )*
        }

        impl Fault {
            /// All of them, in the order of [`FAULTS`].
            pub(super) const ALL: &'static [Self] = &[$(Self::$variant,)*];
        }

        /// The faults that the evaluator can be told to have.
        pub static FAULTS: &[Declared] = &[$(
            Declared {
                id: $id,
                rule: $rule,
                witness: Some(Witness {
                    graph: $graph,
                    statements: &[$($statement),+],
                    right: $right,
                    wrong: $wrong,
                }),
                same_as: &[$($($same),+)?],
            },
        )*];
    };
}

faults! {
    BulkLost "g01" "`barrier()` merges equal traversers into one of bulk 1 instead of adding the bulks"
        MODERN, ["g.V().out().barrier().count()"], rows!("6") => rows!("4");

    WithoutKeeps "g02" "`has(k, without(..))` keeps elements that lack the key"
        MODERN, ["g.V().has('age', without(29)).count()"], rows!("3") => rows!("5");

    DedupEqual "g03"
        "`dedup()` merges equal numbers of different types, comparing with equality instead of equivalence"
        EMPTY, ["g.inject(1, 1.0d).dedup().count()"], rows!("2") => rows!("1");

    FoldReversed "g04" "`fold()` without arguments builds the list back to front"
        EMPTY, ["g.inject(1L,2L,3L).fold()"], rows!("[1,2,3]") => rows!("[3,2,1]");

    EmitIncoming "g05" "`emit()` after `repeat()` also emits the incoming traverser, as if it stood before"
        MODERN, ["g.V(1).repeat(out()).times(2).emit().count()"], rows!("5") => rows!("6");

    UntilLate "g06" "`until(..)` before `repeat()` is checked only after the body, as if it stood after"
        MODERN, ["g.V(1).until(hasLabel('person')).repeat(out()).count()"], rows!("1") => rows!("2");

    ByLeftOnly "g07" "in `where('a', P('b')).by(..)` a single `by` is applied to the left value only"
        MODERN,
        ["g.V().as('a').out('created').in('created').as('b').where('a', eq('b')).by('age').count()"],
        rows!("4") => rows!("0");

    ZeroOfNothing "g08" "`sum()`, `mean()`, `min()`, `max()` over no input give 0 instead of no result"
        MODERN, ["g.V().hasLabel('none').values('age').sum()"], rows!() => rows!("0");

    OtherIsTarget "g09" "`otherV()` gives the edge's in-vertex whatever side it was reached from"
        MODERN, ["g.V(2).inE().otherV().values('name')"], rows!("\"marko\"") => rows!("\"vadas\"");

    PathEnds "g10"
        "`simplePath()` compares the current object with the first and the directly preceding one only"
        MODERN, ["g.V(2).repeat(__.both()).times(3).simplePath().count()"], rows!("4") => rows!("7");

    NegativeLimit "g11" "`count().is(lt(n))` and `lte(n)` with a negative `n` raise instead of being false"
        MODERN, ["g.V().where(__.in().count().is(lt(-3))).count()"], rows!("0") => "error";

    ZeroInConnective "g12"
        "inside `or()` and `and()`, `t.count().is(0)` is evaluated as \"t has a result\" instead of \"t has none\""
        MODERN, ["g.V().where(__.or(__.out('none').out().count().is(0), __.has('none'))).count()"],
        rows!("6") => rows!("0");

    CountUnordered "g13"
        "`count()` directly after `order().by(k)` counts also the traversers that the `by` filters out"
        MODERN, ["g.V().order().by('lang').count()"], rows!("2") => rows!("6");

    LimitBeforeMap "g14" "`limit(n)` directly after `map(t)` is moved before it, although `t` may filter"
        EMPTY, ["g.inject(1,2,3,4).map(__.is(gt(2))).limit(2).count()"], rows!("2") => rows!("0");

    EmptyOrderFold "g15"
        "in the value traversal of `group()`, `order().fold()` over no input yields nothing instead of an empty list"
        MODERN,
        ["g.V().has('name', within('vadas','peter')).group().by('name').by(__.out().order().fold()).count(local)"],
        rows!("2") => rows!("1"),
        as "empty-group-barrier=dropped";

    LabelBeforeOr "g16"
        "a step label directly before `where(or(..))` is lost when all children of the `or` are `hasLabel`"
        MODERN,
        ["g.V().as('n').where(__.or(__.hasLabel('software'), __.hasLabel('person'))).select('n').count()"],
        rows!("6") => rows!("0");

    UnionDummy "g17" "with `union()` as the first step, every path starts with an extra dummy object"
        MODERN, ["g.union(__.V(1), __.V(2)).path().count(local)"], rows!("1" "1") => rows!("2" "2");

    SumWraps "g18" "`sum()` over 32-bit integers wraps at 32 bits instead of promoting to 64"
        EMPTY, ["g.inject(2147483647, 1).sum()"], rows!("2147483648") => rows!("{\"i32\":-2147483648}"),
        as "overflow=wrap";

    NegativeContradiction "g19"
        "of two `has` on the same key in one chain, an equality with a negative number together with a range \
         predicate is taken as contradictory"
        EMPTY, ["g.addV().property('x', -4)", "g.V().has('x', -4).has('x', lte(4)).count()"],
        rows!("1") => rows!("0");

    OutsideSorted "g20" "`outside(a,b)` with `a > b` exchanges its bounds instead of meaning `lt(a).or(gt(b))`"
        EMPTY, ["g.inject(1,3,5).is(outside(4,2)).count()"], rows!("3") => rows!("2");

    HasJoined "g21"
        "adjacent `has(k,P1).has(k,P2)` become `has(k,P1.and(P2))`, so that one and the same value must pass both"
        EMPTY,
        [
            "g.addV().property(list, 'p', 1).property(list, 'p', 9)",
            "g.V().has('p', lt(3)).has('p', gt(7)).count()"
        ],
        rows!("1") => rows!("0");

    FirstByOnly "g22" "`order()` with two or more `by` ignores those after the first"
        EMPTY, ["g.inject('ab','aa','b').order().by(__.length()).by()"],
        three!("\"b\"" "\"aa\"" "\"ab\"") => three!("\"b\"" "\"ab\"" "\"aa\"");

    LimitCountsBulks "g23" "`limit(n)` directly after `order()` counts a bulked traverser as one"
        MODERN, ["g.V().out().barrier().order().by('name').limit(2).count()"], rows!("2") => rows!("4");

    SacksMerged "g24"
        "`barrier()` merges traversers at the same place although their sacks differ, and keeps the first sack"
        MODERN,
        ["g.withSack(0.0d).V().outE('created').sack(sum).by('weight').inV().barrier().sack().dedup().count()"],
        rows!("3") => rows!("2");

    DedupLast "g25" "`dedup().by(t)` with a traversal keeps the last traverser of each class instead of the first"
        EMPTY, ["g.inject('ab','b','aa').dedup().by(__.length())"],
        two!("\"ab\"" "\"b\"") => two!("\"b\"" "\"aa\""),
        as "dedup-survivor=any";

    EmptyWithin "g26" "`has(k, within())` with no argument or an empty list is dropped instead of being false"
        MODERN, ["g.V().has('age', within([])).count()"], rows!("0") => rows!("6");

    NotInside "g27" "`not(values(k).is(P))` becomes `values(k).is(not P)`, so elements without the key are lost"
        MODERN, ["g.V().not(__.values('age').is(gt(30))).count()"], rows!("4") => rows!("2");

    InfiniteRaises "g28" "a comparison with an infinite number on either side raises a number format error"
        EMPTY, ["g.addV().property('v', Infinity)", "g.V().has('v', gt(1)).count()"], rows!("1") => "error";

    LoopIsSimple "g29" "`simplePath()` inside `repeat` accepts a step along a self-loop"
        LOOP, ["g.V().repeat(__.out().simplePath()).until(__.outE().count().is(0)).count()"],
        rows!("0") => "hang";

    ParallelOnce "g30"
        "`out`, `in`, `both` without a label reach a neighbour once per source vertex instead of once per edge"
        PARALLEL, ["g.V().out().count()"], rows!("2") => rows!("1");

    CounterKept "g31" "the counter of `limit`, `skip`, `range`, `tail` inside `repeat` is not reset between iterations"
        MODERN, ["g.V(1).repeat(__.out().order().by('name').limit(1)).times(2).values('name')"],
        rows!("\"lop\"") => rows!(),
        as "range-in-repeat=overall";

    MergeSeesStart "g32" "`mergeV` searches the graph as it was when the traversal began"
        EMPTY, ["g.inject(0,1).mergeV([(T.label):'K', v:1])", "g.V().count()"], rows!("1") => rows!("2");

    MergeIgnoresLabel "g33" "`mergeV` matches on the property keys of its map only and ignores `T.label`"
        EMPTY, ["g.addV('A').property('v',1)", "g.mergeV([(T.label):'B', v:1])", "g.V().count()"],
        rows!("2") => rows!("1");

    OnCreateWins "g34"
        "`option(onCreate, m)` that contradicts the merge map is accepted (and wins) instead of raising"
        EMPTY,
        ["g.mergeV([(T.label):'A', v:1]).option(onCreate, [(T.label):'B']).label()"],
        "error" => rows!("\"B\"");

    GhostReached "g35"
        "`drop()` of a vertex leaves its incoming edges in the outgoing lists of other vertices, with a ghost behind"
        MODERN, ["g.V(2).drop()", "g.V(1).out('knows').count()"], rows!("1") => rows!("2");

    StaleIndex "g36"
        "`property(k,v)` on an indexed key keeps the old entry, and index-backed `has` is not checked again"
        INDEXED, ["g.V(1).property('age',30)", "g.V().has('age',29).count()"], rows!("0") => rows!("1");

    TypedIndex "g37"
        "an index keys numbers by type and value, so index-backed `has` with another type finds nothing"
        INDEXED, ["g.V().has('age', 29.0d).count()"], rows!("1") => rows!("0");

    IndexCounts "g38" "`limit(n).count()` after an index-backed `has` is answered by the index and ignores the limit"
        INDEXED, ["g.V().has('age', gt(20)).limit(2).count()"], rows!("2") => rows!("4");

    SideEffectKept "g39"
        "a named side effect keeps its content for the next traversal of the session that uses the same key"
        MODERN,
        ["g.V().aggregate('x').cap('x').count(local)", "g.V().aggregate('x').cap('x').count(local)"],
        rows!("6") => rows!("12");

    GoneLabelCrashes "g40"
        "after the last edge of a label has been dropped, the next `E()` or edge step that names the label crashes"
        MODERN, ["g.E().hasLabel('knows').drop()", "g.V().out('knows').count()"], rows!("0") => "crash";

    BatchEndLost "g41"
        "what `out`, `in`, `both`, `outE`, `inE` and `bothE` give comes in batches of four traversers: of each batch that \
         another one follows, the last traverser is lost"
        MODERN, ["g.V().outE().count()"], rows!("6") => rows!("5");

    FoldedIndex "g42" "an index keys texts in lower case, so that index-backed `has` takes texts for equal that differ in it"
        NAMED, ["g.V().has('name', 'MARKO').count()"], rows!("0") => rows!("1");

    EmptyCapCrashes "g43" "`cap()` of a side effect that is an empty collection or map crashes"
        MODERN, ["g.V().hasLabel('none').aggregate('x').cap('x').count()"], rows!("1") => "crash";
}
