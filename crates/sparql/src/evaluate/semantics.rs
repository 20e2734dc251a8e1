//! The switches: where engines depart from the recommendation on purpose, and what each choice decides.
//!
//! A profile names choices by text; [`Semantics`] holds the same choices as types, so that the rest of the
//! evaluator asks a question of one word and no name of a switch is spelled twice.

use quarrel_case::profile::{Profile, ProfileError, Switch};

use super::{FAULTS, Fault};

/// Every switch of the language.
pub static SWITCHES: &[Switch] = &[
    STORED_LITERALS,
    DOUBLE_FORM,
    LANGUAGE_TAGS,
    INTEGERS,
    DECIMALS,
    UNLIKE_LITERALS,
    LANGUAGE_STRING_EBV,
    ILL_TYPED_EBV,
    LANGUAGE_STRING_ORDER,
    DATES,
    CASTS,
    EQUAL_TERMS_ORDER,
    IMPLICIT_TIMEZONE,
    CONCAT_LANGUAGE,
    DEFAULT_GRAPH,
    BLANK_NODE_TEXT,
];

const STORED_LITERALS: Switch = Switch {
    name: "stored-literals",
    values: &["lexical", "canonical"],
    rule: "whether a literal keeps its lexical form (RDF 1.1 Concepts 3.3) or is replaced by the canonical one of \
           its value wherever it is loaded, written or computed; a type derived from xsd:integer then becomes \
           xsd:integer, whatever its range",
};

const DOUBLE_FORM: Switch = Switch {
    name: "double-form",
    values: &["scientific", "plain"],
    rule: "the lexical form of a computed xsd:double or xsd:float: the canonical one (XSD 1.1 part 2, \
           doubleCanonicalMap) or its shortest digits without an exponent",
};

const LANGUAGE_TAGS: Switch = Switch {
    name: "language-tags",
    values: &["kept", "lower-case", "formatted"],
    rule: "whether a language tag keeps the case in which it was written (RDF 1.1 Concepts 3.3 allows both), or gets \
           the one that RFC 5646, section 2.1.1, recommends",
};

const INTEGERS: Switch = Switch {
    name: "integers",
    values: &["unbounded", "64-bit"],
    rule: "the range of xsd:integer (XSD 1.1 part 2, 5.4 allows a limit): beyond it a literal is not a number and \
           an operation is an error",
};

const DECIMALS: Switch = Switch {
    name: "decimals",
    values: &["unbounded", "128-bit"],
    rule: "the range of xsd:decimal (XSD 1.1 part 2, 5.4 allows a limit): 128 bits with 18 digits after the point; \
           beyond it a literal is not a number and an operation is an error",
};

const UNLIKE_LITERALS: Switch = Switch {
    name: "unlike-literals",
    values: &["error", "false"],
    rule: "= on two literals of known datatypes whose values cannot be equal, such as a string and a number: a \
           type error (SPARQL 1.1, 17.4.1.7) or false, as an extension of the operator table (17.3.1)",
};

const LANGUAGE_STRING_EBV: Switch = Switch {
    name: "language-string-ebv",
    values: &["length", "error"],
    rule: "the effective boolean value of a language-tagged string: by its length, as a plain literal (SPARQL 1.1, \
           17.2.2), or an error",
};

const ILL_TYPED_EBV: Switch = Switch {
    name: "ill-typed-ebv",
    values: &["false", "error"],
    rule: "the effective boolean value of an ill-typed boolean or number: false (SPARQL 1.1, 17.2.2) or an error",
};

const LANGUAGE_STRING_ORDER: Switch = Switch {
    name: "language-string-order",
    values: &["error", "same-language"],
    rule: "< on two strings of one language: not in the operator table (SPARQL 1.1, 17.3), or by their characters",
};

const DATES: Switch = Switch {
    name: "dates",
    values: &["unknown", "known"],
    rule: "xsd:date in =, <, ORDER BY, casts, and the functions of its parts: not in SPARQL 1.1 (17.1), or as in \
           XPath functions; then arithmetic on times is open (17.3.1)",
};

const CASTS: Switch = Switch {
    name: "casts-beyond-table",
    values: &["open", "lexical"],
    rule: "a cast of a literal that the table of casts (SPARQL 1.1, 17.5) does not list, such as a language-tagged \
           string: open, or its lexical form as xsd:string and an error for other types",
};

const EQUAL_TERMS_ORDER: Switch = Switch {
    name: "equal-terms-order",
    values: &["error", "equal"],
    rule: "<, <=, >, >= on one term with itself where the operator table (SPARQL 1.1, 17.3) knows no order: a type \
           error, or as for equal values",
};

const IMPLICIT_TIMEZONE: Switch = Switch {
    name: "implicit-timezone",
    values: &["open", "none"],
    rule: "a time with a timezone against one without: by an implicit timezone that is the implementation's \
           (XPath functions, 10.4), so open within 14 hours; or an error there, as the two are incomparable \
           (XSD 1.1 part 2, 3.3.7), and = is false",
};

const CONCAT_LANGUAGE: Switch = Switch {
    name: "group-concat-language",
    values: &["dropped", "common"],
    rule: "GROUP_CONCAT over strings of one language: a plain string (SPARQL 1.1, 18.5.1.7) or of that language",
};

const DEFAULT_GRAPH: Switch = Switch {
    name: "default-graph",
    values: &["own", "union", "repeating"],
    rule: "the default graph of the stored dataset: its own triples, or those of all named graphs as well (SPARQL 1.1, \
           13.1 leaves it to the store); what DELETE takes from it then goes from all of them. Repeating, a triple of \
           several graphs is there several times, in what FROM merges too",
};

const BLANK_NODE_TEXT: Switch = Switch {
    name: "blank-node-text",
    values: &["error", "open"],
    rule: "STR of a blank node or a triple term, and IRI of a blank node: a type error (SPARQL 1.1, 17.4.2.5 and \
           17.4.2.8), or a string or an IRI of the engine's own (17.3.1 allows a result instead of a type error)",
};

/// The case of language tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tags {
    /// As they were written.
    Kept,
    /// Lower case.
    LowerCase,
    /// As RFC 5646 recommends.
    Formatted,
}

/// The choices of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Semantics {
    /// Literals are stored by value.
    pub(super) canonical_literals: bool,
    /// Doubles are written without exponent.
    pub(super) plain_doubles: bool,
    /// The case in which language tags are stored.
    pub(super) tags: Tags,
    /// Integers have 64 bits.
    pub(super) small_integers: bool,
    /// Decimals have 128 bits, 18 digits of them after the point.
    pub(super) small_decimals: bool,
    /// Literals of known, unlike datatypes are unequal instead of an error.
    pub(super) unlike_literals_differ: bool,
    /// A language-tagged string has no effective boolean value.
    pub(super) language_string_ebv_is_error: bool,
    /// An ill-typed boolean or number has no effective boolean value.
    pub(super) ill_typed_ebv_is_error: bool,
    /// Strings of one language can be compared.
    pub(super) language_strings_ordered: bool,
    /// `xsd:date` is known.
    pub(super) dates: bool,
    /// Every literal can be cast to `xsd:string`.
    pub(super) casts_any_literal: bool,
    /// A term is as large as itself.
    pub(super) equal_terms_ordered: bool,
    /// There is no implicit timezone.
    pub(super) no_implicit_timezone: bool,
    /// GROUP_CONCAT keeps a common language.
    pub(super) concat_keeps_language: bool,
    /// The default graph shows the triples of all graphs.
    pub(super) default_is_union: bool,
    /// A triple that is in several graphs is several times in their union.
    pub(super) union_repeats: bool,
    /// STR of a blank node is some string, and IRI some IRI.
    pub(super) blank_nodes_have_text: bool,
    /// What the language leaves to chance has one of the values that it may have, instead of being open.
    pub(super) settled: bool,
    /// The planted fault that is on.
    pub(super) fault: Option<Fault>,
}

impl Semantics {
    /// The recommendation's choices.
    pub const STANDARD: Self = Self {
        canonical_literals: false,
        plain_doubles: false,
        tags: Tags::Kept,
        small_integers: false,
        small_decimals: false,
        unlike_literals_differ: false,
        language_string_ebv_is_error: false,
        ill_typed_ebv_is_error: false,
        language_strings_ordered: false,
        dates: false,
        casts_any_literal: false,
        equal_terms_ordered: false,
        no_implicit_timezone: false,
        concat_keeps_language: false,
        default_is_union: false,
        union_repeats: false,
        blank_nodes_have_text: false,
        settled: false,
        fault: None,
    };

    /// The choices of this profile.
    ///
    /// # Errors
    /// When the profile sets what is not declared.
    pub fn new(profile: &Profile) -> Result<Self, ProfileError> {
        profile.check(SWITCHES, FAULTS)?;
        Ok(Self {
            canonical_literals: profile.is(&STORED_LITERALS, "canonical"),
            plain_doubles: profile.is(&DOUBLE_FORM, "plain"),
            tags: match profile.get(&LANGUAGE_TAGS) {
                "lower-case" => Tags::LowerCase,
                "formatted" => Tags::Formatted,
                _ => Tags::Kept,
            },
            small_integers: profile.is(&INTEGERS, "64-bit"),
            small_decimals: profile.is(&DECIMALS, "128-bit"),
            unlike_literals_differ: profile.is(&UNLIKE_LITERALS, "false"),
            language_string_ebv_is_error: profile.is(&LANGUAGE_STRING_EBV, "error"),
            ill_typed_ebv_is_error: profile.is(&ILL_TYPED_EBV, "error"),
            language_strings_ordered: profile.is(&LANGUAGE_STRING_ORDER, "same-language"),
            dates: profile.is(&DATES, "known"),
            casts_any_literal: profile.is(&CASTS, "lexical"),
            equal_terms_ordered: profile.is(&EQUAL_TERMS_ORDER, "equal"),
            no_implicit_timezone: profile.is(&IMPLICIT_TIMEZONE, "none"),
            concat_keeps_language: profile.is(&CONCAT_LANGUAGE, "common"),
            default_is_union: !profile.is(&DEFAULT_GRAPH, "own"),
            union_repeats: profile.is(&DEFAULT_GRAPH, "repeating"),
            blank_nodes_have_text: profile.is(&BLANK_NODE_TEXT, "open"),
            settled: false,
            fault: Fault::of(profile),
        })
    }

    /// Whether the default graph shows the triples of all graphs.
    pub(crate) fn merges_graphs(self) -> bool {
        self.default_is_union
    }

    /// Whether a computed value has one lexical form that is known: the store has one for each value, or any will do.
    pub(super) fn has_fixed_forms(self) -> bool {
        self.canonical_literals || self.settled
    }

    /// Whether this planted fault is on.
    pub(super) fn has(self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}
