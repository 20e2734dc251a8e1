//! The faults as a table: name in code, id, the rule that is broken, and the smallest case that shows it.
//!
//! A witness is written as people write one: triples and rows in round brackets, `U` for unbound, a bare name for an
//! IRI of `http://e/`, a bare number for an `xsd:integer`, other literals in square brackets. The macros turn that
//! into the N-Quads and the JSON of the contract when the program is compiled.

use quarrel_case::profile::{Fault as Declared, Witness};

/// A datatype's IRI.
macro_rules! xsd {
    ($name:ident) => {
        concat!("<http://www.w3.org/2001/XMLSchema#", stringify!($name), ">")
    };
}

/// An object in N-Quads.
macro_rules! object {
    ($name:ident) => {
        concat!("<http://e/", stringify!($name), ">")
    };
    ([$text:literal]) => {
        concat!("\"", $text, "\"")
    };
    ([$lexical:literal $datatype:ident]) => {
        concat!("\"", $lexical, "\"^^", xsd!($datatype))
    };
    ($number:literal) => {
        concat!("\"", $number, "\"^^", xsd!(integer))
    };
}

/// Triples in N-Quads.
macro_rules! triples {
    ($(($subject:ident $predicate:ident $object:tt))*) => {
        concat!("", $(
            "<http://e/", stringify!($subject), "> <http://e/", stringify!($predicate), "> ",
            object!($object), " .\n",
        )*)
    };
}

/// Triples of a named graph in N-Quads.
macro_rules! quads {
    ($graph:ident $(($subject:ident $predicate:ident $object:tt))*) => {
        concat!($(
            "<http://e/", stringify!($subject), "> <http://e/", stringify!($predicate), "> ",
            object!($object), " <http://e/", stringify!($graph), "> .\n",
        )*)
    };
}

/// A cell of an answer in JSON.
macro_rules! cell {
    (U) => {
        "null"
    };
    (false) => {
        concat!("\"\\\"false\\\"^^", xsd!(boolean), "\"")
    };
    ($name:ident) => {
        concat!("\"<http://e/", stringify!($name), ">\"")
    };
    ([$text:literal]) => {
        concat!("\"\\\"", $text, "\\\"\"")
    };
    ([$text:literal @ $language:ident]) => {
        concat!("\"\\\"", $text, "\\\"@", stringify!($language), "\"")
    };
    ([$lexical:literal $datatype:ident]) => {
        concat!("\"\\\"", $lexical, "\\\"^^", xsd!($datatype), "\"")
    };
    ($number:literal) => {
        concat!("\"\\\"", $number, "\\\"^^", xsd!(integer), "\"")
    };
}

/// A list in JSON.
macro_rules! list {
    () => { "[]" };
    ($first:expr $(, $rest:expr)*) => { concat!("[", $first, $(",", $rest,)* "]") };
}

/// A table in JSON: columns, rows, and after `by` the lengths of the tie groups of an ordered one.
macro_rules! rows {
    ([$($column:ident)*] $(($($cell:tt)*))*) => {
        rows!(@ [$($column)*] [$(($($cell)*))*] "null")
    };
    ([$($column:ident)*] $(($($cell:tt)*))* by $($length:literal)*) => {
        rows!(@ [$($column)*] [$(($($cell)*))*] list!($($length),*))
    };
    (@ [$($column:ident)*] [$(($($cell:tt)*))*] $order:expr) => {
        concat!(
            "{\"columns\":", list!($(concat!("\"", stringify!($column), "\"")),*),
            ",\"rows\":", list!($(list!($(cell!($cell)),*)),*),
            ",\"order\":", $order, "}",
        )
    };
}

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
                    statements: &[$(concat!(
                        "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ", $statement
                    )),+],
                    right: $right,
                    wrong: $wrong,
                }),
                same_as: &[$($($same),+)?],
            },
        )*];
    };
}

faults! {
    NegatedError "s01" "`!e` gives true when `e` is an error, instead of an error"
        triples!(), ["SELECT ?x { VALUES ?x { 1 } FILTER(!(?u > 1)) }"],
        rows!([x]) => rows!([x] (1));

    FalseOrFalse "s02" "`e1 || e2` is an error when both operands are false, instead of false"
        triples!(), ["SELECT ?r { VALUES (?a ?b) { (false false) } BIND((?a || ?b) AS ?r) }"],
        rows!([r] (false)) => rows!([r] (U));

    NoGroupOfNothing "s03"
        "a query that aggregates without GROUP BY gives no row over an empty pattern, instead of one"
        triples!(), ["SELECT (COUNT(*) AS ?c) { ?s ?p ?o }"],
        rows!([c] (0)) => rows!([c]);

    UnionIsSet "s04" "UNION removes duplicate solutions instead of keeping the bag"
        triples!((a p 1)), ["SELECT ?s { { ?s :p ?o } UNION { ?s :p ?o } }"],
        rows!([s] (a) (a)) => rows!([s] (a));

    UnboundLast "s05" "ORDER BY ascending puts unbound last instead of first"
        triples!(), ["SELECT ?x { VALUES ?x { 1 UNDEF } } ORDER BY ?x"],
        rows!([x] (U) (1) by 1 1) => rows!([x] (1) (U) by 1 1);

    MinusOfDisjoint "s06"
        "MINUS removes a solution that is compatible with a right one even if they share no bound variable"
        triples!(), ["SELECT ?x { VALUES ?x { 1 } MINUS { VALUES ?y { 1 } } }"],
        rows!([x] (1)) => rows!([x]);

    OptionalFilterInside "s07"
        "a FILTER at the end of an OPTIONAL group is evaluated over the group's own solutions only, so variables \
         of the left side are unbound in it, instead of over the joined ones"
        triples!(), ["SELECT * { VALUES ?x { 1 } OPTIONAL { VALUES ?y { 1 2 } FILTER(?y = ?x) } }"],
        rows!([x y] (1 1)) => rows!([x y] (1 U));

    LanguageIgnored "s08"
        "`=` and `!=` on language-tagged strings compare the lexical form and ignore the tag"
        triples!(), ["SELECT ?x { VALUES ?x { \"a\"@en } FILTER(?x = \"a\"@de) }"],
        rows!([x]) => rows!([x] (["a" @ en]));

    DistinctByValue "s09" "DISTINCT compares numeric literals by value instead of by term"
        triples!(), ["SELECT DISTINCT ?x { VALUES ?x { 1 1.0 } }"],
        rows!([x] (["1.0" decimal]) (1)) => rows!([x] (1));

    RoundAway "s10"
        "`ROUND` of a value half-way between integers rounds away from zero instead of towards positive infinity"
        triples!(), ["SELECT (ROUND(-1.5) AS ?r) {}"],
        rows!([r] (["-1" decimal])) => rows!([r] (["-2" decimal]));

    SumOfConstant "s11"
        "over an empty group, `SUM` of a constant expression is that constant instead of 0; with a variable it is \
         right"
        triples!(), ["SELECT (SUM(1) AS ?r) { ?s ?p ?o }"],
        rows!([r] (0)) => rows!([r] (1));

    ConcatDistinct "s12" "`GROUP_CONCAT` with a SEPARATOR drops repeated values as if DISTINCT were written"
        triples!(), ["SELECT (GROUP_CONCAT(?v; SEPARATOR=\",\") AS ?r) { VALUES ?v { \"a\" \"a\" } }"],
        rows!([r] (["a,a"])) => rows!([r] (["a"]));

    OptionalBracesLost "s13"
        "a group that is the only element of an OPTIONAL group loses its own braces, so its FILTER sees the left \
         side's variables"
        triples!((a t ["x"]) (a p 1)),
        ["SELECT ?v { ?s :t ?t OPTIONAL { { ?s :p ?v FILTER(?t = \"x\") } } }"],
        rows!([v] (U)) => rows!([v] (1));

    MinusSeesOptionalLeft "s14"
        "MINUS inside OPTIONAL takes the left side of the OPTIONAL as part of its own left side"
        triples!((a p 1) (a q 2)), ["SELECT ?o2 { ?s :p ?o OPTIONAL { ?s :q ?o2 MINUS { ?s :q ?o } } }"],
        rows!([o2] (U)) => rows!([o2] (2));

    MinusSharesUnbound "s15"
        "MINUS counts a variable as shared when it occurs on both sides but is unbound (UNDEF) in the left \
         solution, so with no other shared variable the solution is removed"
        triples!(), ["SELECT ?x { VALUES (?x ?u) { (99 UNDEF) } MINUS { BIND(1 AS ?u) } }"],
        rows!([x] (99)) => rows!([x]);

    UndefMatchesUnbound "s16"
        "a join with a VALUES block compares UNDEF as a value that matches only unbound, instead of being \
         compatible with anything"
        triples!(), ["SELECT ?x ?y { VALUES ?y { 2 } VALUES (?x ?y) { (1 UNDEF) } }"],
        rows!([x y] (1 2)) => rows!([x y]);

    ZeroPathOfValues "s17"
        "a constant from a one-row VALUES block is written into the subject of a path that may have length zero, \
         which then also matches terms outside the graph"
        triples!((a p b)), ["SELECT ?o { VALUES ?s { :z } ?s :p* ?o }"],
        rows!([o]) => rows!([o] (z));

    AlternativeIsSet "s18"
        "an alternative path inside a sequence or an inverse gives each pair once instead of once per alternative; \
         at the top of a path it is right"
        triples!((s a o) (s b o) (o c z)), ["SELECT ?z { :s (:a|:b)/:c ?z }"],
        rows!([z] (z) (z)) => rows!([z] (z)),
        as "alternative-path-rows";

    GraphVariableFree "s19"
        "a subject or object variable that is the variable of the enclosing GRAPH is matched freely inside, and its \
         value is not joined with the graph's name (the graph's name wins in the answer)"
        concat!(quads!(g1 (g1 p 2)), quads!(g1 (g2 p 1))), ["SELECT ?o { GRAPH ?g { ?g :p ?o } }"],
        rows!([o] (2)) => rows!([o] (1) (2));

    GraphVariableShared "s20"
        "inside GRAPH with a variable, that variable counts as bound on both sides of MINUS, so MINUS with otherwise \
         disjoint domains removes"
        quads!(g (a p 1) (b q 2)), ["SELECT ?s { GRAPH ?g { ?s :p ?x MINUS { ?t :q ?y } } }"],
        rows!([s] (a)) => rows!([s]);

    FilterIntoOptional "s21"
        "a FILTER that mentions only variables of the right side of a directly preceding OPTIONAL is moved into \
         that OPTIONAL"
        triples!(),
        ["SELECT ?x ?y { VALUES ?x { 1 2 } OPTIONAL { VALUES (?x ?y) { (1 5) } } FILTER(?y = 5) }"],
        rows!([x y] (1 5)) => rows!([x y] (1 5) (2 U));

    FilterIntoBranch "s22"
        "a FILTER over a UNION is moved into the first branch in which its variables occur, and the other branches \
         are not filtered"
        triples!(),
        ["SELECT ?x { { VALUES ?x { 1 2 } } UNION { VALUES ?x { 1 2 } } FILTER(?x = 1) }"],
        rows!([x] (1) (1)) => rows!([x] (1) (1) (2));

    SelfEqualityFolded "s23"
        "`e = e` with textually equal operands is folded to true (and `e != e` to false), also for NaN"
        triples!(),
        ["SELECT ?x { VALUES ?x { 1 } FILTER(\"NaN\"^^xsd:double = \"NaN\"^^xsd:double) }"],
        rows!([x]) => rows!([x] (1));

    LexicalEquality "s24"
        "`=` and `!=` between two literals of the same numeric datatype compare lexical forms when at least one of \
         them is a constant of the query"
        triples!((s0 p ["01" integer]) (s1 p 2)), ["SELECT ?s { ?s :p ?v FILTER(?v != 1) }"],
        rows!([s] (s1)) => rows!([s] (s0) (s1));

    UnboundKeyDropped "s25" "SELECT DISTINCT with ORDER BY drops solutions in which the sort key is unbound"
        triples!((a t 1) (a n 5) (b t 1)),
        ["SELECT DISTINCT ?o ?n { ?o :t 1 OPTIONAL { ?o :n ?n } } ORDER BY ?n"],
        rows!([o n] (b U) (a 5) by 1 1) => rows!([o n] (a 5) by 1);

    AskStopsEarly "s26" "ASK stops at the first solution before grouping, so HAVING sees groups of one"
        triples!((a p 1) (b p 2)), ["ASK { ?s :p ?o } HAVING (COUNT(*) = 2)"],
        "{\"boolean\":true}" => "{\"boolean\":false}";

    FilterVariableLost "s27"
        "in NOT EXISTS, a variable of the outer solution that occurs only in a FILTER of the inner group is \
         unbound there"
        triples!((a p 1) (a q 2)),
        ["SELECT ?s { ?s :p ?x FILTER NOT EXISTS { ?s :q ?y FILTER(?y > ?x) } }"],
        rows!([s]) => rows!([s] (a));

    SecondHavingRejected "s28" "HAVING with two or more conditions is rejected as a syntax error"
        triples!(),
        ["SELECT ?x (COUNT(*) AS ?c) { VALUES (?x ?y) { (1 1) (1 2) (2 1) } } GROUP BY ?x \
          HAVING (COUNT(*) > 1) (COUNT(*) < 3)"],
        rows!([x c] (1 2)) => "error";

    UngroupedProjected "s29"
        "projecting a variable that is neither grouped nor aggregated, beside an aggregate, is accepted (with the \
         value of the group's first solution) instead of rejected"
        triples!(), ["SELECT ?x (COUNT(*) AS ?c) { VALUES ?x { 1 } }"],
        "error" => rows!([x c] (1 1));

    NestedClosureHangs "s30"
        "`*` or `+` applied to a path that is itself a `*` or `+` path keeps no set of visited nodes, so a cycle is \
         walked for ever"
        triples!((a p b) (b p a)), ["SELECT ?o { :a (:p+)* ?o }"],
        rows!([o] (a) (b)) => "hang";

    StaleIndex "s31"
        "DELETE DATA and DELETE remove a triple from the subject-first index only; a triple pattern with subject \
         variable and constant predicate and object is answered from the other index and still matches"
        triples!((a p 1)), ["DELETE DATA { :a :p 1 }", "SELECT ?s { ?s :p 1 }"],
        rows!([s]) => rows!([s] (a));

    InsertLooksAgain "s32"
        "DELETE .. INSERT .. WHERE evaluates WHERE again after the deletion, for the INSERT template"
        triples!((a p 1)),
        ["DELETE { ?s :p ?o } INSERT { ?s :q ?o } WHERE { ?s :p ?o }", "SELECT ?o { :a :q ?o }"],
        rows!([o] (1)) => rows!([o]);

    UpdateFilterIgnored "s33"
        "in the WHERE of an update, a FILTER of a group that also contains OPTIONAL is ignored; SELECT is right"
        triples!((a p 1) (b p 2)),
        [
            "DELETE { ?s :p ?o } WHERE { ?s :p ?o OPTIONAL { ?s :q ?r } FILTER(?o > 1) }",
            "SELECT ?s { ?s :p ?o }"
        ],
        rows!([s] (a)) => rows!([s]);

    CountedTwice "s34"
        "inserting a triple that exists already adds one to its predicate's counter, and `COUNT(*)` over a single \
         triple pattern with constant predicate and two variables is answered from the counter"
        triples!((a p 1)), ["INSERT DATA { :a :p 1 }", "SELECT (COUNT(*) AS ?c) { ?s :p ?o }"],
        rows!([c] (1)) => rows!([c] (2));

    ClearedGraphShown "s35"
        "CLEAR GRAPH and DROP GRAPH empty a named graph for `GRAPH <iri>`, but its triples stay visible through \
         `GRAPH ?g`"
        quads!(g (a p 1)), ["CLEAR GRAPH :g", "SELECT ?s { GRAPH ?g { ?s ?p ?o } }"],
        rows!([s]) => rows!([s] (a));

    PlanReused "s36"
        "a query whose text equals an earlier one up to literals reuses the earlier literals inside FILTER (those \
         in triple patterns and VALUES are its own)"
        triples!((a p 1) (b p 2)),
        ["SELECT ?s { ?s :p ?o FILTER(?o > 1) }", "SELECT ?s { ?s :p ?o FILTER(?o > 0) }"],
        rows!([s] (a) (b)) => rows!([s] (b));

    FilterMovedOut "s37"
        "once the default graph has held four or more triples, a FILTER that uses a variable bound only outside \
         its own group is moved out to where the variable is bound"
        triples!((a p 1) (a q 1) (a q 2) (a q 3)),
        ["SELECT ?y { ?s :p ?x { ?s :q ?y FILTER(?x = ?y) } }"],
        rows!([y]) => rows!([y] (1));

    OneBlankForAll "s38"
        "a blank node in an INSERT template is made once per update instead of once per solution"
        triples!((a p 1) (b p 2)),
        ["INSERT { _:n :of ?s } WHERE { ?s :p ?o }", "SELECT (COUNT(DISTINCT ?n) AS ?c) { ?n :of ?s }"],
        rows!([c] (2)) => rows!([c] (1));

    NodesForEver "s39"
        "a zero-length path with two variables ranges over every subject or object ever stored in the graph instead \
         of those that occur in it now"
        triples!((a p b)), ["DELETE DATA { :a :p :b }", "SELECT ?x { ?x :q* ?x }"],
        rows!([x]) => rows!([x] (a) (b));

    UnboundDeletes "s40"
        "a triple of a DELETE template whose object is unbound in a solution deletes every triple with that subject \
         and predicate instead of none"
        triples!((a t 1) (a p 5)),
        [
            "DELETE { ?s :p ?o } WHERE { ?s :t ?x OPTIONAL { ?s :p ?o FILTER(?o > 9) } }",
            "SELECT ?o { :a :p ?o }"
        ],
        rows!([o] (5)) => rows!([o]);

    BatchEndLost "s41"
        "the solutions up to and with a block of triple patterns come in batches of four: of each batch that another one \
         follows, the last solution is lost"
        triples!((a p 1) (a p 2) (a p 3) (a p 4) (a p 5)),
        ["SELECT (COUNT(*) AS ?c) { ?s :p ?o }"],
        rows!([c] (5)) => rows!([c] (4));

    DeletedLast "s42"
        "DELETE .. INSERT inserts before it deletes, so that a triple that both make is gone"
        triples!((a p 1)),
        ["DELETE { ?s :p ?o } INSERT { ?s :p 1 } WHERE { ?s :p ?o }", "SELECT ?o { :a :p ?o }"],
        rows!([o] (1)) => rows!([o]);

    SequenceIsSet "s43"
        "a sequence path gives each pair of its ends once instead of once per way"
        triples!((s p a) (s p b) (a q z) (b q z)), ["SELECT ?z { :s :p/:q ?z }"],
        rows!([z] (z) (z)) => rows!([z] (z));

    JoinedOnFirst "s44"
        "groups in braces are joined by the first of the variables that they share; of the others what stood before stays"
        triples!((s p a) (s q b)), ["SELECT ?s ?o { { ?s :p ?o } { ?s :q ?o } }"],
        rows!([s o]) => rows!([s o] (s a));

    UnusedGroupExists "s45"
        "in the pattern of a SELECT a group in braces behind other elements, whose own variables nothing else of the query \
         uses, is joined as by EXISTS: each solution before it is kept once, however many solutions of the group fit"
        triples!((s p m) (m q a) (m q b)), ["SELECT ?s { ?s :p ?m { ?m :q ?x } }"],
        rows!([s] (s) (s)) => rows!([s] (s));
}
