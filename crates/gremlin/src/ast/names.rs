//! The names of steps and predicates.

use serde::{Deserialize, Serialize};

macro_rules! names {
    ($(#[$doc:meta])+ $type:ident $prefix:literal { $($variant:ident $name:literal,)+ }) => {
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $type {
            $(
                #[doc = concat!("`", $name, "`")]
                #[serde(rename = $name)]
                $variant,
            )+
        }

        impl $type {
            /// Every name.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// The name in text.
            pub const fn text(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            /// The name of the feature that it is.
            pub const fn feature(self) -> &'static str {
                match self {
                    $($type::$variant => concat!($prefix, $name),)+
                }
            }

            /// What has this name in text.
            pub fn find(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|name| name.text() == text)
            }
        }
    };
}

names! {
    /// The steps of the language, those that configure the source first.
    StepName "step." {
        With "with",
        WithBulk "withBulk",
        WithPath "withPath",
        WithSack "withSack",
        WithSideEffect "withSideEffect",
        WithStrategies "withStrategies",
        WithoutStrategies "withoutStrategies",
        WithComputer "withComputer",
        V "V",
        E "E",
        AddE "addE",
        AddV "addV",
        Aggregate "aggregate",
        All "all",
        And "and",
        Any "any",
        As "as",
        AsBool "asBool",
        AsDate "asDate",
        AsNumber "asNumber",
        AsString "asString",
        Barrier "barrier",
        Both "both",
        BothE "bothE",
        BothV "bothV",
        Branch "branch",
        By "by",
        Call "call",
        Cap "cap",
        Choose "choose",
        Coalesce "coalesce",
        Coin "coin",
        Combine "combine",
        Concat "concat",
        Conjoin "conjoin",
        ConnectedComponent "connectedComponent",
        Constant "constant",
        Count "count",
        CyclicPath "cyclicPath",
        DateAdd "dateAdd",
        DateDiff "dateDiff",
        Dedup "dedup",
        Difference "difference",
        Discard "discard",
        Disjunct "disjunct",
        Drop "drop",
        Element "element",
        ElementMap "elementMap",
        Emit "emit",
        Fail "fail",
        Filter "filter",
        FlatMap "flatMap",
        Fold "fold",
        Format "format",
        From "from",
        Group "group",
        GroupCount "groupCount",
        Has "has",
        HasId "hasId",
        HasKey "hasKey",
        HasLabel "hasLabel",
        HasNot "hasNot",
        HasValue "hasValue",
        Id "id",
        Identity "identity",
        In "in",
        InE "inE",
        InV "inV",
        Index "index",
        Inject "inject",
        Intersect "intersect",
        Io "io",
        Is "is",
        Key "key",
        Label "label",
        Length "length",
        Limit "limit",
        Local "local",
        Loops "loops",
        LTrim "lTrim",
        Map "map",
        Match "match",
        Math "math",
        Max "max",
        Mean "mean",
        Merge "merge",
        MergeE "mergeE",
        MergeV "mergeV",
        Min "min",
        None "none",
        Not "not",
        Option "option",
        Optional "optional",
        Or "or",
        Order "order",
        OtherV "otherV",
        Out "out",
        OutE "outE",
        OutV "outV",
        PageRank "pageRank",
        Path "path",
        PeerPressure "peerPressure",
        Product "product",
        Profile "profile",
        Project "project",
        Properties "properties",
        Property "property",
        PropertyMap "propertyMap",
        Range "range",
        Read "read",
        Repeat "repeat",
        Replace "replace",
        Reverse "reverse",
        RTrim "rTrim",
        Sack "sack",
        Sample "sample",
        Select "select",
        ShortestPath "shortestPath",
        SideEffect "sideEffect",
        SimplePath "simplePath",
        Skip "skip",
        Split "split",
        Store "store",
        Subgraph "subgraph",
        Substring "substring",
        Sum "sum",
        Tail "tail",
        TimeLimit "timeLimit",
        Times "times",
        To "to",
        ToE "toE",
        ToLower "toLower",
        ToUpper "toUpper",
        ToV "toV",
        Tree "tree",
        Trim "trim",
        Unfold "unfold",
        Union "union",
        Until "until",
        Value "value",
        ValueMap "valueMap",
        Values "values",
        Where "where",
        Write "write",
    }
}

names! {
    /// What a predicate tests.
    PredicateName "predicate." {
        Eq "eq",
        Neq "neq",
        Lt "lt",
        Lte "lte",
        Gt "gt",
        Gte "gte",
        Inside "inside",
        Outside "outside",
        Between "between",
        Within "within",
        Without "without",
        TypeOf "typeOf",
        StartingWith "startingWith",
        NotStartingWith "notStartingWith",
        EndingWith "endingWith",
        NotEndingWith "notEndingWith",
        Containing "containing",
        NotContaining "notContaining",
        Regex "regex",
        NotRegex "notRegex",
    }
}

impl StepName {
    /// True for a step that a traversal may begin with (grammar: `traversalSourceSpawnMethod`).
    pub const fn spawns(self) -> bool {
        use StepName as S;
        matches!(
            self,
            S::V | S::E | S::AddV | S::AddE | S::MergeV | S::MergeE | S::Inject | S::Union | S::Call | S::Io
        )
    }

    /// True for a step that configures the source and stands before all others.
    pub const fn configures(self) -> bool {
        use StepName as S;
        matches!(
            self,
            S::WithBulk
                | S::WithPath
                | S::WithSack
                | S::WithSideEffect
                | S::WithStrategies
                | S::WithoutStrategies
                | S::WithComputer
        )
    }
}

/// Whether version 3.`minor` has the step.
pub const fn in_version(name: StepName, minor: u8) -> bool {
    use StepName as S;
    match name {
        S::Store => minor < 8,
        S::AsBool | S::AsNumber | S::Discard => minor >= 8,
        S::All
        | S::Any
        | S::AsDate
        | S::AsString
        | S::Combine
        | S::Concat
        | S::Conjoin
        | S::DateAdd
        | S::DateDiff
        | S::Difference
        | S::Disjunct
        | S::Format
        | S::Intersect
        | S::Length
        | S::LTrim
        | S::Merge
        | S::Product
        | S::Replace
        | S::Reverse
        | S::RTrim
        | S::Split
        | S::Substring
        | S::ToLower
        | S::ToUpper
        | S::Trim => minor >= 7,
        _ => true,
    }
}

impl PredicateName {
    /// True for a test of text, which is written after `TextP`.
    pub const fn is_text(self) -> bool {
        use PredicateName as N;
        matches!(
            self,
            N::StartingWith
                | N::NotStartingWith
                | N::EndingWith
                | N::NotEndingWith
                | N::Containing
                | N::NotContaining
                | N::Regex
                | N::NotRegex
        )
    }
}
