//! The built-in functions (production 121), as one table: name in JSON and code, spelling, number of arguments.

use serde::{Deserialize, Serialize};

/// Writes the enum and its table from one list, so that they cannot drift apart.
macro_rules! builtins {
    ($($variant:ident $spelling:literal $least:literal ..= $most:expr,)*) => {
        /// A built-in function of SPARQL 1.1, and those that 1.2 adds. Operators, EXISTS and aggregates are kinds of expression instead.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Builtin {
            $(
                #[doc = concat!("`", $spelling, "`")]
                $variant,
            )*
        }

        impl Builtin {
            /// All of them, in the order of the grammar.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name as it is written.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $spelling,)*
                }
            }

            /// The least and the greatest number of arguments.
            pub fn arity(self) -> (usize, usize) {
                match self {
                    $(Self::$variant => ($least, $most),)*
                }
            }
        }
    };
}

/// The greatest number of arguments of a function that takes any number.
const ANY: usize = usize::MAX;

builtins! {
    Str "STR" 1..=1,
    Lang "LANG" 1..=1,
    LangMatches "LANGMATCHES" 2..=2,
    Datatype "DATATYPE" 1..=1,
    Bound "BOUND" 1..=1,
    Iri "IRI" 1..=1,
    Uri "URI" 1..=1,
    Bnode "BNODE" 0..=1,
    Rand "RAND" 0..=0,
    Abs "ABS" 1..=1,
    Ceil "CEIL" 1..=1,
    Floor "FLOOR" 1..=1,
    Round "ROUND" 1..=1,
    Concat "CONCAT" 0..=ANY,
    Strlen "STRLEN" 1..=1,
    Ucase "UCASE" 1..=1,
    Lcase "LCASE" 1..=1,
    EncodeForUri "ENCODE_FOR_URI" 1..=1,
    Contains "CONTAINS" 2..=2,
    Strstarts "STRSTARTS" 2..=2,
    Strends "STRENDS" 2..=2,
    Strbefore "STRBEFORE" 2..=2,
    Strafter "STRAFTER" 2..=2,
    Year "YEAR" 1..=1,
    Month "MONTH" 1..=1,
    Day "DAY" 1..=1,
    Hours "HOURS" 1..=1,
    Minutes "MINUTES" 1..=1,
    Seconds "SECONDS" 1..=1,
    Timezone "TIMEZONE" 1..=1,
    Tz "TZ" 1..=1,
    Now "NOW" 0..=0,
    Uuid "UUID" 0..=0,
    Struuid "STRUUID" 0..=0,
    Md5 "MD5" 1..=1,
    Sha1 "SHA1" 1..=1,
    Sha256 "SHA256" 1..=1,
    Sha384 "SHA384" 1..=1,
    Sha512 "SHA512" 1..=1,
    Coalesce "COALESCE" 0..=ANY,
    If "IF" 3..=3,
    Strlang "STRLANG" 2..=2,
    Strdt "STRDT" 2..=2,
    SameTerm "sameTerm" 2..=2,
    IsIri "isIRI" 1..=1,
    IsUri "isURI" 1..=1,
    IsBlank "isBLANK" 1..=1,
    IsLiteral "isLITERAL" 1..=1,
    IsNumeric "isNUMERIC" 1..=1,
    Regex "REGEX" 2..=3,
    Substr "SUBSTR" 2..=3,
    Replace "REPLACE" 3..=4,
    HasLang "hasLANG" 1..=1,
    HasLangdir "hasLANGDIR" 1..=1,
    Langdir "LANGDIR" 1..=1,
    Strlangdir "STRLANGDIR" 3..=3,
    IsTriple "isTRIPLE" 1..=1,
    Triple "TRIPLE" 3..=3,
    Subject "SUBJECT" 1..=1,
    Predicate "PREDICATE" 1..=1,
    Object "OBJECT" 1..=1,
}

impl Builtin {
    /// The function of this name, in any case of letters.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|builtin| builtin.name().eq_ignore_ascii_case(name))
    }
}
