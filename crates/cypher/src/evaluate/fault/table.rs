//! Every planted fault: its name in the code, its rule, and the smallest case that shows it.

use quarrel_case::profile::{Fault as Planted, Witness};

/// The text of an answer as the contract writes it: columns, lengths of ties or `null`, rows.
macro_rules! answer {
    ([$first:literal $(, $more:literal)*], $order:literal, $rows:literal) => {
        concat!(
            "{\"columns\":[\"", $first, "\"", $(",\"", $more, "\"",)*
            "],\"order\":", $order, ",\"rows\":", $rows, "}"
        )
    };
}

/// Declares the faults, and the list of them that others see.
macro_rules! faults {
    ($(
        $variant:ident $id:literal $rule:literal,
        $graph:expr,
        [$($statement:literal),+ $(,)?],
        $right:expr => $wrong:expr $(, as $($same:literal)+)?;
    )+) => {
        /// A planted fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::evaluate) enum Fault {
            $(#[doc = concat!("`", $id, "`: ", $rule)] $variant,)+
        }

        impl Fault {
            /// The fault with this id.
            pub(in crate::evaluate) fn of(id: &str) -> Option<Self> {
                match id {
                    $($id => Some(Fault::$variant),)+
                    _ => None,
                }
            }
        }

        /// The faults that the evaluator can be told to have.
        pub static FAULTS: &[Planted] = &[$(Planted {
            id: $id,
            rule: $rule,
            witness: Some(Witness {
                graph: $graph,
                statements: &[$($statement),+],
                right: $right,
                wrong: $wrong,
            }),
            same_as: &[$($($same),+)?],
        }),+];
    };
}

/// The graph without elements.
const EMPTY: &str = r#"{"vertices":[]}"#;

faults! {
    LoopTwice "c01"
        "An undirected relationship pattern binds a self-loop twice (once per direction) instead of once.",
        r#"{"vertices":[{"id":1,"labels":[],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":1}]}"#,
        ["MATCH (x)-[r]-(y) RETURN count(*)"],
        answer!(["count(*)"], "null", "[[1]]") => answer!(["count(*)"], "null", "[[2]]"),
        as "undirected-loop=twice";

    UniqueToLast "c02"
        "Relationship uniqueness in a MATCH compares a relationship only with the one bound just before it, \
         instead of with all bound earlier in the clause.",
        r#"{"vertices":[{"id":1,"labels":[],"properties":{}},{"id":2,"labels":[],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2},
            {"id":2,"label":"R","source":1,"target":2}]}"#,
        ["MATCH ()--()--()--() RETURN count(*)"],
        answer!(["count(*)"], "null", "[[0]]") => answer!(["count(*)"], "null", "[[4]]");

    XorNull "c03"
        "XOR takes a null operand as false instead of giving null.",
        EMPTY,
        ["RETURN (null XOR true) IS NULL"],
        answer!(["(null XOR true) IS NULL"], "null", "[[true]]")
            => answer!(["(null XOR true) IS NULL"], "null", "[[false]]");

    SumOfNone "c04"
        "sum over no non-null value gives null instead of 0.",
        EMPTY,
        ["MATCH (n:A) RETURN sum(n.v)"],
        answer!(["sum(n.v)"], "null", "[[0]]") => answer!(["sum(n.v)"], "null", "[[null]]");

    NullLast "c05"
        "ORDER BY x DESC puts null last instead of first; ascending is right.",
        EMPTY,
        ["UNWIND [1,null,2] AS x RETURN x ORDER BY x DESC"],
        answer!(["x"], "[1,1,1]", "[[null],[2],[1]]") => answer!(["x"], "[1,1,1]", "[[2],[1],[null]]");

    UnionAcross "c06"
        "UNION removes duplicates within each branch but not across branches.",
        EMPTY,
        ["RETURN 1 AS x UNION RETURN 1 AS x"],
        answer!(["x"], "null", "[[1]]") => answer!(["x"], "null", "[[1],[1]]");

    OptionalFilter "c07"
        "The WHERE of an OPTIONAL MATCH filters rows after null extension, so a row without a match that \
         passes is lost instead of extended with nulls.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"v":1}},
            {"id":2,"labels":["B"],"properties":{"v":1}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2}]}"#,
        ["MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b) WHERE b.v > 5 RETURN count(*)"],
        answer!(["count(*)"], "null", "[[1]]") => answer!(["count(*)"], "null", "[[0]]");

    PartialMatch "c08"
        "=~ accepts a match anywhere in the string instead of requiring the whole string.",
        EMPTY,
        ["RETURN 'abc' =~ 'b'"],
        answer!(["'abc' =~ 'b'"], "null", "[[false]]") => answer!(["'abc' =~ 'b'"], "null", "[[true]]");

    TextOfOther "c09"
        "STARTS WITH, ENDS WITH, CONTAINS give false instead of null when one operand is not a string.",
        EMPTY,
        ["RETURN (1 STARTS WITH 'a') IS NULL"],
        answer!(["(1 STARTS WITH 'a') IS NULL"], "null", "[[true]]")
            => answer!(["(1 STARTS WITH 'a') IS NULL"], "null", "[[false]]");

    Lookalikes "c10"
        "DISTINCT and grouping compare nodes and relationships by labels or type and properties instead of by \
         identity.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{}},{"id":2,"labels":["P"],"properties":{}}]}"#,
        ["MATCH (p:P) RETURN DISTINCT p"],
        answer!(["p"], "null", r#"[[{"vertex":1}],[{"vertex":2}]]"#)
            => answer!(["p"], "null", r#"[[{"vertex":1}]]"#);

    CollectNull "c11"
        "collect keeps nulls instead of skipping them.",
        EMPTY,
        ["UNWIND [1,null] AS x RETURN size(collect(x))"],
        answer!(["size(collect(x))"], "null", "[[1]]") => answer!(["size(collect(x))"], "null", "[[2]]");

    WholeSeconds "c12"
        "Comparison of local times, date-times and times (`=`, `<>`, `<`, ...) drops the fraction of the second.",
        EMPTY,
        ["RETURN localtime('12:31:14.645') = localtime('12:31:14') AS x"],
        answer!(["x"], "null", "[[false]]") => answer!(["x"], "null", "[[true]]");

    NotReversed "c13"
        "NOT (x < y) (also <= > >=) is rewritten to the reversed comparison x >= y, only visible when an \
         operand is NaN: false instead of true.",
        EMPTY,
        ["RETURN NOT (1.0 > 0.0/0.0)"],
        answer!(["NOT 1.0 > 0.0 / 0.0"], "null", "[[true]]")
            => answer!(["NOT 1.0 > 0.0 / 0.0"], "null", "[[false]]");

    ListLookup "c14"
        "x IN [..] over a literal list of three or more elements is a hash look-up that ignores null \
         elements: not found gives false instead of null.",
        EMPTY,
        ["RETURN (5 IN [1,2,null]) IS NULL"],
        answer!(["(5 IN [1, 2, null]) IS NULL"], "null", "[[true]]")
            => answer!(["(5 IN [1, 2, null]) IS NULL"], "null", "[[false]]"),
        as "null-in-lists=false";

    FloatMap "c15"
        "In the property map of a pattern, integers are compared after conversion to float; in WHERE they are \
         compared exactly.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":9007199254740993}}]}"#,
        ["MATCH (n:P {v:9007199254740992}) RETURN count(n)"],
        answer!(["count(n)"], "null", "[[0]]") => answer!(["count(n)"], "null", "[[1]]");

    ProductWraps "c16"
        "Integer overflow in * wraps around without error when an operand is not a constant; +, - and \
         constant expressions raise.",
        EMPTY,
        ["UNWIND [9223372036854775807] AS x RETURN x * 2"],
        "error" => answer!(["x * 2"], "null", "[[-2]]"),
        as "integer-overflow=wrap";

    FilterIntoOptional "c17"
        "A conjunct of WITH .. WHERE that mentions only variables of a directly preceding OPTIONAL MATCH (and \
         no aggregate or slice lies between) becomes part of that OPTIONAL MATCH instead of a filter after \
         it.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"v":1}}]}"#,
        ["MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b) WITH a, b WHERE b.v = 1 RETURN count(*)"],
        answer!(["count(*)"], "null", "[[0]]") => answer!(["count(*)"], "null", "[[1]]");

    NanTies "c18"
        "The comparator of ORDER BY says \"equal\" for NaN against any number (stable insertion sort), \
         instead of sorting NaN after all numbers.",
        EMPTY,
        ["UNWIND [3.0, 0.0/0.0, 1.0] AS x RETURN x ORDER BY x"],
        answer!(["x"], "[1,1,1]", r#"[[1.0],[3.0],[{"f64":"NaN"}]]"#)
            => answer!(["x"], "[3]", r#"[[3.0],[{"f64":"NaN"}],[1.0]]"#);

    TopPerKey "c19"
        "ORDER BY .. LIMIT n (top-n, with or without SKIP) keeps one row per distinct sort key instead of \
         every row; ORDER BY without LIMIT is right.",
        EMPTY,
        ["UNWIND [1,1,2] AS x RETURN x ORDER BY x LIMIT 2"],
        answer!(["x"], "[2]", "[[1],[1]]") => answer!(["x"], "[1,1]", "[[1],[2]]");

    UnnamedKey "c20"
        "In a RETURN or WITH that aggregates, ORDER BY an expression that is not textually a returned item or \
         alias is ignored (rows stay in order of first appearance of the group).",
        EMPTY,
        ["UNWIND [10,20,30] AS x RETURN x AS a, count(*) AS c ORDER BY x + 1 DESC"],
        answer!(["a", "c"], "[1,1,1]", "[[30,1],[20,1],[10,1]]")
            => answer!(["a", "c"], "[3]", "[[10,1],[20,1],[30,1]]");

    RepeatedCall "c21"
        "In a RETURN or WITH that aggregates, a returned item without aggregate that is a function call \
         repeated textually in ORDER BY comes out as null.",
        EMPTY,
        ["UNWIND [1,2] AS x RETURN max(x) AS m, toUpper('a') AS s ORDER BY toUpper('a')"],
        answer!(["m", "s"], "[1]", r#"[[2,"A"]]"#) => answer!(["m", "s"], "[1]", "[[2,null]]");

    OperandTuple "c22"
        "A grouping key that is an operator expression over two or more operands groups by the tuple of its \
         operands instead of by its value.",
        EMPTY,
        ["UNWIND [[1,2],[2,1]] AS p RETURN p[0] + p[1] AS s, count(*) AS c"],
        answer!(["s", "c"], "null", "[[3,2]]") => answer!(["s", "c"], "null", "[[3,1],[3,1]]");

    TypedDistinct "c23"
        "count(DISTINCT x) (and other DISTINCT aggregates) tell numbers apart by type, so 1 and 1.0 are two; \
         RETURN DISTINCT and grouping keep one.",
        EMPTY,
        ["UNWIND [1,1.0] AS x RETURN count(DISTINCT x)"],
        answer!(["count(DISTINCT x)"], "null", "[[1]]") => answer!(["count(DISTINCT x)"], "null", "[[2]]");

    OnePathPerEnd "c24"
        "A variable-length pattern whose lower and upper bound are equal and at least 2 gives one row per end \
         node (for each start) instead of one per path.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["B"],"properties":{}},
            {"id":3,"labels":["C"],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2},
            {"id":2,"label":"R","source":1,"target":2},{"id":3,"label":"R","source":2,"target":3},
            {"id":4,"label":"R","source":2,"target":3}]}"#,
        ["MATCH (:A)-[*2..2]->(:C) RETURN count(*)"],
        answer!(["count(*)"], "null", "[[4]]") => answer!(["count(*)"], "null", "[[1]]");

    NoZeroLength "c25"
        "A variable-length pattern with lower bound 0 omits the zero-length match when both end nodes are \
         bound before the pattern.",
        r#"{"vertices":[{"id":1,"labels":["N"],"properties":{}}]}"#,
        ["MATCH (a:N) MATCH (a)-[*0..1]->(a) RETURN count(*)"],
        answer!(["count(*)"], "null", "[[1]]") => answer!(["count(*)"], "null", "[[0]]");

    NoReturn "c26"
        "Variable-length expansion never steps back onto its start node, so closed trails and trails through \
         the start are lost.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["B"],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2},
            {"id":2,"label":"R","source":2,"target":1}]}"#,
        ["MATCH (x:A)-[*2]->(x) RETURN count(*)"],
        answer!(["count(*)"], "null", "[[1]]") => answer!(["count(*)"], "null", "[[0]]");

    InnerLabels "c27"
        "In an OPTIONAL MATCH with two or more relationships in one path, labels of inner nodes are not \
         checked.",
        r#"{"vertices":[{"id":1,"labels":["F"],"properties":{}},{"id":2,"labels":["B"],"properties":{}},
            {"id":3,"labels":["E"],"properties":{}},{"id":4,"labels":["C"],"properties":{}},
            {"id":5,"labels":["E"],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2},
            {"id":2,"label":"S","source":2,"target":3},{"id":3,"label":"R","source":1,"target":4},
            {"id":4,"label":"S","source":4,"target":5}]}"#,
        ["OPTIONAL MATCH (:F)-[:R]->(:B)-[:S]->(e:E) RETURN count(e)"],
        answer!(["count(e)"], "null", "[[1]]") => answer!(["count(e)"], "null", "[[2]]");

    LaterLabels "c28"
        "A label written on the second or later occurrence of a node variable within one MATCH is ignored.",
        r#"{"vertices":[{"id":1,"labels":["L1"],"properties":{}},
            {"id":2,"labels":["L3"],"properties":{}}],
            "edges":[{"id":1,"label":"T","source":1,"target":2}]}"#,
        ["MATCH (x), (y:L3)<-[:T]-(x:L2) RETURN count(*)"],
        answer!(["count(*)"], "null", "[[0]]") => answer!(["count(*)"], "null", "[[1]]");

    NullPartDropped "c29"
        "In OPTIONAL MATCH, a comma part that consists of one node bound to null is dropped and the other \
         parts are matched, instead of no match.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["A"],"properties":{}}]}"#,
        ["MATCH (a) OPTIONAL MATCH (a)--(b) OPTIONAL MATCH (b), (c) RETURN count(*)"],
        answer!(["count(*)"], "null", "[[2]]") => answer!(["count(*)"], "null", "[[4]]");

    PartsAlone "c30"
        "An OPTIONAL MATCH with several comma parts extends each part with nulls on its own, instead of all \
         or none (parts that match are still joined and share relationship uniqueness).",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{}},{"id":2,"labels":["C"],"properties":{}}],
            "edges":[{"id":1,"label":"L","source":1,"target":2}]}"#,
        ["MATCH (n:P) OPTIONAL MATCH (n)-[r]->(m), (n)<-[s]-(o) RETURN m IS NULL, o IS NULL"],
        answer!(["m IS NULL", "o IS NULL"], "null", "[[true,true]]")
            => answer!(["m IS NULL", "o IS NULL"], "null", "[[false,true]]");

    FilterBelowSlice "c31"
        "A WHERE of a WITH that follows a WITH with a slice (.. LIMIT n WITH .. WHERE p) is applied below \
         that slice instead of after it, if neither WITH aggregates.",
        EMPTY,
        ["UNWIND [1,2,3] AS x WITH x ORDER BY x LIMIT 2 WITH x WHERE x > 1 RETURN x"],
        answer!(["x"], "null", "[[2]]") => answer!(["x"], "null", "[[2],[3]]");

    OuterProperty "c32"
        "Inside EXISTS { .. } under NOT, a property of an outer variable is null when it is read in the inner \
         WHERE; the pattern itself is correlated rightly.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":1}},
            {"id":2,"labels":["Q"],"properties":{"v":2}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2}]}"#,
        ["MATCH (a:P) WHERE NOT EXISTS { MATCH (a)-[:R]->(q) WHERE q.v > a.v } RETURN count(a)"],
        answer!(["count(a)"], "null", "[[0]]") => answer!(["count(a)"], "null", "[[1]]");

    OneRowPerPair "c33"
        "A single-hop pattern whose two end nodes are bound by an earlier clause gives at most one row per \
         input row, although parallel relationships match.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["B"],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2},
            {"id":2,"label":"R","source":1,"target":2}]}"#,
        ["MATCH (a:A), (b:B) MATCH (a)-[r:R]->(b) RETURN count(r)"],
        answer!(["count(r)"], "null", "[[2]]") => answer!(["count(r)"], "null", "[[1]]");

    ItemUndefined "c34"
        "RETURN DISTINCT n.k AS v ORDER BY n.k (the item itself used again under DISTINCT) raises \"variable \
         not defined\" instead of sorting.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":2}},
            {"id":2,"labels":["P"],"properties":{"v":1}}]}"#,
        ["MATCH (n:P) RETURN DISTINCT n.v AS v ORDER BY n.v"],
        answer!(["v"], "[1,1]", "[[1],[2]]") => "error";

    HiddenKey "c35"
        "WITH DISTINCT .. ORDER BY e, where e uses a variable that is not projected, is accepted (sorted by \
         the first row of each group) instead of rejected; RETURN DISTINCT is rejected.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":1,"w":2}}]}"#,
        ["MATCH (n:P) WITH DISTINCT n.v AS v ORDER BY n.w RETURN v"],
        "error" => answer!(["v"], "null", "[[1]]");

    AllBound "c36"
        "An OPTIONAL MATCH in which every variable is already bound, and no relationship occurs, crashes.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["B"],"properties":{}}]}"#,
        ["MATCH (a:A), (b:B) OPTIONAL MATCH (a), (b) RETURN count(*)"],
        answer!(["count(*)"], "null", "[[1]]") => "crash";

    NestedEquality "c37"
        "A predicate x = (x = x) (an operand that contains an equality with the other operand) is rewritten \
         for ever while planning.",
        EMPTY,
        ["MATCH (n:L) WHERE n.p = (n.p = n.p) RETURN n"],
        answer!(["n"], "null", "[]") => "hang";

    StaleEntry "c38"
        "SET and REMOVE leave the old value's entry in a property index, and an index-backed condition is not \
         checked again on the element.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":1}}],
            "indexes":[{"on":"vertex","label":"P","keys":["v"],"kind":"range"}]}"#,
        ["MATCH (n:P) SET n.v = 2", "MATCH (n:P) WHERE n.v = 1 RETURN count(n)"],
        answer!(["count(n)"], "null", "[[0]]") => answer!(["count(n)"], "null", "[[1]]");

    EmptyString "c39"
        "The empty string is never entered in an index, so index-backed conditions miss it.",
        r#"{"vertices":[{"id":1,"labels":["L"],"properties":{"p":""}}],
            "indexes":[{"on":"vertex","label":"L","keys":["p"],"kind":"range"}]}"#,
        ["MATCH (n:L) WHERE n.p < '*fo' RETURN count(n)"],
        answer!(["count(n)"], "null", "[[1]]") => answer!(["count(n)"], "null", "[[0]]");

    ExhaustedScan "c40"
        "An index scan that is run for a second or later input row of the same query starts at its exhausted \
         end and gives nothing.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":1}},
            {"id":2,"labels":["P"],"properties":{"v":2}},{"id":3,"labels":["P"],"properties":{"v":3}}],
            "indexes":[{"on":"vertex","label":"P","keys":["v"],"kind":"range"}]}"#,
        ["UNWIND [1,2] AS i MATCH (b:P {v:3}) RETURN i, b.v"],
        answer!(["i", "b.v"], "null", "[[1,3],[2,3]]") => answer!(["i", "b.v"], "null", "[[1,3]]");

    StalePlan "c41"
        "plans: a query whose text equals an earlier one up to literals reuses the earlier literals of <, <=, \
         >, >= (other literals are its own).",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":1}},
            {"id":2,"labels":["P"],"properties":{"v":2}}]}"#,
        ["MATCH (n:P) WHERE n.v > 1 RETURN count(n)", "MATCH (n:P) WHERE n.v > 0 RETURN count(n)"],
        answer!(["count(n)"], "null", "[[2]]") => answer!(["count(n)"], "null", "[[1]]");

    CounterKept "c42"
        "The counter of LIMIT (and SKIP) inside a CALL sub-query is not reset for the next input row.",
        EMPTY,
        ["UNWIND [1,2] AS x CALL { WITH x UNWIND [10,20] AS y RETURN y ORDER BY y LIMIT 1 } RETURN x, y"],
        answer!(["x", "y"], "null", "[[1,10],[2,10]]") => answer!(["x", "y"], "null", "[[1,10]]");

    Ghosts "c43"
        "DETACH DELETE removes the relationships from the incoming lists of adjacency but leaves those of the \
         deleted node's in-neighbours in their outgoing lists, so expanding from there still binds them, with a \
         ghost as the end.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["B"],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2}]}"#,
        ["MATCH (b:B) DETACH DELETE b", "MATCH (:A)-[r:R]->() RETURN count(r)"],
        answer!(["count(r)"], "null", "[[0]]") => answer!(["count(r)"], "null", "[[1]]");

    LabelCounter "c44"
        "MATCH (n:L) RETURN count(n) or count(*) without any condition is answered from a counter that DELETE \
         and CREATE maintain but REMOVE n:L and SET n:L do not.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}}]}"#,
        ["MATCH (n:A) REMOVE n:A", "MATCH (n:A) RETURN count(n)"],
        answer!(["count(n)"], "null", "[[0]]") => answer!(["count(n)"], "null", "[[1]]");

    MergeTowardsAny "c45"
        "MERGE of a path with one end bound takes, for an unbound labelled end, any existing node with its \
         labels and properties, and creates only the relationship, instead of the whole unbound part.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{}},{"id":2,"labels":["C"],"properties":{}}]}"#,
        ["MATCH (p:P) MERGE (p)-[:W]->(c:C)", "MATCH (c:C) RETURN count(c)"],
        answer!(["count(c)"], "null", "[[2]]") => answer!(["count(c)"], "null", "[[1]]");

    FirstRowKept "c46"
        "In a statement that reads with two or more MATCH clauses and then creates, conditions of MATCH that \
         compare with an UNWIND variable keep that variable's value of the first row.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"x":1}},
            {"id":2,"labels":["A"],"properties":{"x":2}},{"id":3,"labels":["B"],"properties":{}}]}"#,
        [
            "UNWIND [1,2] AS i MATCH (a:A) WHERE a.x = i MATCH (b:B) CREATE (a)-[:R {i:i}]->(b)",
            "MATCH (a:A)-[r:R]->() RETURN a.x, r.i",
        ],
        answer!(["a.x", "r.i"], "null", "[[1,1],[2,2]]") => answer!(["a.x", "r.i"], "null", "[[1,1],[1,2]]");

    NothingWanted "c47"
        "Writes in a statement that ends in LIMIT 0 are skipped.",
        EMPTY,
        ["UNWIND [0] AS i CREATE (:A) RETURN i LIMIT 0", "MATCH (n:A) RETURN count(n)"],
        answer!(["count(n)"], "null", "[[1]]") => answer!(["count(n)"], "null", "[[0]]");

    StaleAlias "c48"
        "After SET on a variable, reading the property through another variable of the same statement that is \
         bound to the same element gives the value from before the SET.",
        r#"{"vertices":[{"id":1,"labels":["P"],"properties":{"v":1}}]}"#,
        ["MATCH (a:P), (b:P) SET a.v = 2 RETURN b.v"],
        r#"{"columns":["b.v"],"counters":{"+properties":1,"-properties":1},"order":null,"rows":[[2]]}"#
            => r#"{"columns":["b.v"],"counters":{"+properties":1,"-properties":1},"order":null,"rows":[[1]]}"#;

    EmptyType "c49"
        "Deleting the last relationship of a type leaves the type without storage: the next pattern that names \
         the type, or no type, and is read against its direction (`<--`) or undirected, crashes.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["B"],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2}]}"#,
        ["MATCH ()-[r:R]->() DELETE r", "MATCH (b:B)<-[:R]-() RETURN count(*)"],
        answer!(["count(*)"], "null", "[[0]]") => "crash";

    PartialWrite "c50"
        "A statement that raises keeps the writes done for earlier rows instead of undoing all.",
        EMPTY,
        ["UNWIND [1,0] AS x CREATE (:A {v: 10 / x})", "MATCH (n:A) RETURN count(n)"],
        answer!(["count(n)"], "null", "[[0]]") => answer!(["count(n)"], "null", "[[1]]");

    BatchEndLost "c51"
        "The rows that a MATCH with a relationship gives for one row of its input come in batches of four: of each \
         batch that another one follows, the last row is lost.",
        r#"{"vertices":[{"id":1,"labels":[],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":1},{"id":2,"label":"R","source":1,"target":1},
            {"id":3,"label":"R","source":1,"target":1},{"id":4,"label":"R","source":1,"target":1},
            {"id":5,"label":"R","source":1,"target":1}]}"#,
        ["MATCH ()-[r]->() RETURN count(*)"],
        answer!(["count(*)"], "null", "[[5]]") => answer!(["count(*)"], "null", "[[4]]");

    OneOfAllShortest "c52"
        "allShortestPaths gives one of the shortest paths between two nodes instead of all.",
        r#"{"vertices":[{"id":1,"labels":["A"],"properties":{}},{"id":2,"labels":["B"],"properties":{}}],
            "edges":[{"id":1,"label":"R","source":1,"target":2},{"id":2,"label":"R","source":1,"target":2}]}"#,
        ["MATCH p = allShortestPaths((:A)-[*]->(:B)) RETURN count(p)"],
        answer!(["count(p)"], "null", "[[2]]") => answer!(["count(p)"], "null", "[[1]]");
}
