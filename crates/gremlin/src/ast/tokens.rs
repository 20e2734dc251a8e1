//! Tokens: the enumerations of the language, each value with the group that it is written after.

use serde::{Deserialize, Serialize};

macro_rules! tokens {
    ($($variant:ident $group:literal $name:literal;)+) => {
        /// A value of one of the language's enumerations.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Token {
            $(
                #[doc = concat!("`", $group, ".", $name, "`")]
                $variant,
            )+
        }

        impl Token {
            /// Every token.
            pub const ALL: &[Token] = &[$(Token::$variant),+];

            /// The name of the feature that it is.
            pub const fn feature(self) -> &'static str {
                match self {
                    $(Token::$variant => concat!("token.", $group, ".", $name),)+
                }
            }

            /// The enumeration and the name in it.
            pub const fn parts(self) -> (&'static str, &'static str) {
                match self {
                    $(Token::$variant => ($group, $name),)+
                }
            }
        }
    };
}

tokens! {
    TId "T" "id";
    TLabel "T" "label";
    TKey "T" "key";
    TValue "T" "value";
    OrderAsc "Order" "asc";
    OrderDesc "Order" "desc";
    OrderShuffle "Order" "shuffle";
    ScopeLocal "Scope" "local";
    ScopeGlobal "Scope" "global";
    ColumnKeys "Column" "keys";
    ColumnValues "Column" "values";
    PopFirst "Pop" "first";
    PopLast "Pop" "last";
    PopAll "Pop" "all";
    PopMixed "Pop" "mixed";
    DirectionOut "Direction" "OUT";
    DirectionIn "Direction" "IN";
    DirectionBoth "Direction" "BOTH";
    CardinalitySingle "Cardinality" "single";
    CardinalityList "Cardinality" "list";
    CardinalitySet "Cardinality" "set";
    OperatorSum "Operator" "sum";
    OperatorMinus "Operator" "minus";
    OperatorMult "Operator" "mult";
    OperatorDiv "Operator" "div";
    OperatorMin "Operator" "min";
    OperatorMax "Operator" "max";
    OperatorAssign "Operator" "assign";
    OperatorAnd "Operator" "and";
    OperatorOr "Operator" "or";
    OperatorAddAll "Operator" "addAll";
    OperatorSumLong "Operator" "sumLong";
    PickAny "Pick" "any";
    PickNone "Pick" "none";
    PickUnproductive "Pick" "unproductive";
    MergeOnCreate "Merge" "onCreate";
    MergeOnMatch "Merge" "onMatch";
    MergeOutV "Merge" "outV";
    MergeInV "Merge" "inV";
    BarrierNormSack "Barrier" "normSack";
    DTSecond "DT" "second";
    DTMinute "DT" "minute";
    DTHour "DT" "hour";
    DTDay "DT" "day";
    GTypeBigdecimal "GType" "BIGDECIMAL";
    GTypeBigint "GType" "BIGINT";
    GTypeBinary "GType" "BINARY";
    GTypeBoolean "GType" "BOOLEAN";
    GTypeByte "GType" "BYTE";
    GTypeChar "GType" "CHAR";
    GTypeDatetime "GType" "DATETIME";
    GTypeDouble "GType" "DOUBLE";
    GTypeDuration "GType" "DURATION";
    GTypeEdge "GType" "EDGE";
    GTypeFloat "GType" "FLOAT";
    GTypeGraph "GType" "GRAPH";
    GTypeInt "GType" "INT";
    GTypeList "GType" "LIST";
    GTypeLong "GType" "LONG";
    GTypeMap "GType" "MAP";
    GTypeNull "GType" "NULL";
    GTypeNumber "GType" "NUMBER";
    GTypePath "GType" "PATH";
    GTypeProperty "GType" "PROPERTY";
    GTypeSet "GType" "SET";
    GTypeShort "GType" "SHORT";
    GTypeString "GType" "STRING";
    GTypeTree "GType" "TREE";
    GTypeUuid "GType" "UUID";
    GTypeVertex "GType" "VERTEX";
    GTypeVproperty "GType" "VPROPERTY";
    WithOptionsTokens "WithOptions" "tokens";
    WithOptionsNone "WithOptions" "none";
    WithOptionsIds "WithOptions" "ids";
    WithOptionsLabels "WithOptions" "labels";
    WithOptionsKeys "WithOptions" "keys";
    WithOptionsValues "WithOptions" "values";
    WithOptionsAll "WithOptions" "all";
    WithOptionsIndexer "WithOptions" "indexer";
    WithOptionsList "WithOptions" "list";
    WithOptionsMap "WithOptions" "map";
    IOGraphml "IO" "graphml";
    IOGraphson "IO" "graphson";
    IOGryo "IO" "gryo";
    IOReader "IO" "reader";
    IOWriter "IO" "writer";
}

/// Groups whose values may stand without the group; where a name is in two of them, the first counts.
const BARE: [&str; 12] = [
    "T",
    "Order",
    "Scope",
    "Column",
    "Pop",
    "Direction",
    "Cardinality",
    "Operator",
    "Pick",
    "Merge",
    "Barrier",
    "DT",
];

impl Token {
    /// The enumeration that it is a value of.
    pub const fn group(self) -> &'static str {
        self.parts().0
    }

    /// Its name in the enumeration.
    pub const fn name(self) -> &'static str {
        self.parts().1
    }

    /// The token of that group and name. A direction may be named by what an edge is made with.
    pub fn find(group: &str, name: &str) -> Option<Self> {
        let name = match (group, name) {
            ("Direction", "from") => "OUT",
            ("Direction", "to") => "IN",
            ("Order", "incr") => "asc",
            ("Order", "decr") => "desc",
            _ => name,
        };
        let group = if group == "VertexProperty.Cardinality" { "Cardinality" } else { group };
        Self::ALL.iter().copied().find(|token| token.parts() == (group, name))
    }

    /// The token of a name without its group.
    pub fn find_bare(name: &str) -> Option<Self> {
        BARE.iter().find_map(|group| Self::find(group, name))
    }

    /// True when tokens have this group.
    pub fn is_group(name: &str) -> bool {
        Self::ALL.iter().any(|token| token.group() == name)
    }
}
