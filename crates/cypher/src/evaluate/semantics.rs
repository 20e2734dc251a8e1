//! What engines do differently on purpose, as named switches.
//!
//! A switch is declared here and decided at one place of the evaluator. Its first value is the standard's:
//! openCypher 9, and the Cypher Manual 5 where that is silent.

use quarrel_case::profile::{Profile, ProfileError, Switch};
use quarrel_case::value::Value as CaseValue;

use super::fault::{FAULTS, Fault};
use super::json_form;
use super::number_format::fifteen_digits;

/// Declares the switches and the typed form that is built from a profile.
macro_rules! semantics {
    ($($field:ident: $name:literal = [$($value:literal),+], $rule:literal;)+) => {
        /// Every switch of Cypher's semantics.
        pub static SWITCHES: &[Switch] = &[$(Switch { name: $name, values: &[$($value),+], rule: $rule }),+];

        /// The values of all switches: the index in the switch's list, 0 being the standard; and the planted
        /// fault that is on.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Semantics {
            $(
                #[doc = concat!("`", $name, "`")]
                pub $field: u8,
            )+
            pub(super) fault: Option<Fault>,
        }

        impl Semantics {
            fn set(&mut self, name: &str, index: u8) {
                match name {
                    $($name => self.$field = index,)+
                    _ => {}
                }
            }
        }
    };
}

semantics! {
    relationship_uniqueness: "relationship-uniqueness" = ["trail", "none"],
        "whether one MATCH may bind a relationship twice (relations.md R1; openCypher 9, uniqueness)";
    repeated_relationship: "repeated-relationship-variable" = ["error", "no-rows"],
        "the same relationship variable twice in one MATCH (TCK Match3 [29])";
    unbounded_length: "unbounded-length" = ["unbounded", "30"],
        "the upper bound of a variable-length pattern that names none (openCypher 9, RangeLiteral)";
    shortest_path_filter: "shortest-path-filter" = ["before", "after"],
        "whether a WHERE on the path is tested before shortestPath() chooses (Cypher Manual 5, shortestPath)";
    unused_relationship: "unused-relationship" = ["each", "any", "any-uncounted"],
        "whether relationships that nothing else in the query speaks of give a match each, or one for all of them \
         between two nodes; in the last case count(*) speaks of those with a name (openCypher 9, MATCH: every \
         embedding)";
    undirected_loop: "undirected-loop" = ["once", "twice"],
        "how often an undirected relationship takes a self-loop (relations.md R2; TCK Match2 [3])";
    relationship_labels: "relationship-type-predicate" = ["accepted", "error"],
        "whether r:T tests the type of a relationship (Cypher Manual 5, label expressions; TCK Graph5 [3])";
    to_integer: "to-integer" = ["truncate", "floor"],
        "toInteger(-1.9) (TCK TypeConversion2)";
    several_labels: "several-labels" = ["all", "any"],
        "whether (n:A:B) wants all labels or any (TCK Graph5)";
    label_case: "label-case" = ["sensitive", "insensitive"],
        "whether the letter case of labels and types has a meaning (openCypher 9, SchemaName)";
    integer_overflow: "integer-overflow" = ["error", "wrap"],
        "an integer result beyond 64 bits (Cypher Manual 5, mathematical operators)";
    division_by_zero: "integer-division-by-zero" = ["error", "null", "infinity"],
        "an integer divided by the integer 0 (Cypher Manual 5, mathematical operators)";
    nan_comparison: "nan-comparison" = ["typed", "false"],
        "NaN < 'a': null because the types differ (TCK Comparison2 [5]), or false as with numbers";
    cross_type_comparison: "cross-type-comparison" = ["null", "error"],
        "1 < 'a' (TCK Comparison2 [3])";
    null_in_lists: "null-in-lists" = ["unknown", "false"],
        "1 IN [null] and [1] = [null] (TCK Comparison1 [6], List5)";
    null_in_empty: "null-in-empty-list" = ["false", "null"],
        "null IN [] (TCK Null3 [4])";
    list_index: "list-index" = ["from-zero", "from-one"],
        "the position of a list's first element; counted from one, a position outside is an error (TCK List1)";
    substring_start: "substring-start" = ["from-zero", "from-one"],
        "the position of a string's first character (TCK String1)";
    rounding_type: "rounding-type" = ["float", "integer", "as-argument"],
        "the type of floor, ceil and round (Cypher Manual 5, numeric functions)";
    round_ties: "round-ties" = ["up", "away-from-zero"],
        "round(-1.5) (Cypher Manual 5, round)";
    infinite_rounding: "rounding-of-infinity" = ["kept", "largest-integer"],
        "round() of what is no finite number (Cypher Manual 5, Neo4j 5.0, updated features)";
    null_in_case: "null-in-simple-case" = ["unequal", "equal"],
        "CASE null WHEN null (Cypher Manual 5, Neo4j 5.0, updated features)";
    float_text: "float-text" = ["shortest", "six-decimals"],
        "toString of a float (TCK TypeConversion4)";
    delete_connected: "delete-connected" = ["error", "detach"],
        "DELETE of a node that keeps relationships (openCypher 9, DELETE; TCK Delete1 [7])";
    element_ids: "element-ids" = ["fresh", "reused"],
        "whether what is made may have the id of what was deleted, so that an answer tells them not apart (Cypher \
         Manual 5, id(): ids may be reused)";
    empty_deviation: "deviation-of-nothing" = ["zero", "null"],
        "stDev() and stDevP() of no value (Cypher Manual 5, stDev)";
    answer_floats: "answer-floats" = ["exact", "fifteen-digits"],
        "whether an answer tells a float from its neighbours, or has its first 15 digits (IEEE 754: 17 tell it)";
    answer_values: "answer-values" = ["typed", "json"],
        "whether an answer has a type for each value, or a text where JSON has none (RFC 8259, section 3: no NaN)";
}

impl Semantics {
    /// The semantics that a profile describes.
    ///
    /// # Errors
    ///
    /// When the profile sets what is not declared.
    pub fn new(profile: &Profile) -> Result<Self, ProfileError> {
        profile.check(SWITCHES, FAULTS)?;
        let fault = profile.fault.as_deref().and_then(Fault::of);
        let mut semantics = Self { fault, ..Self::default() };
        for switch in SWITCHES {
            let value = profile.get(switch);
            let index = switch.values.iter().position(|known| *known == value).unwrap_or(0);
            semantics.set(switch.name, u8::try_from(index).unwrap_or(0));
        }
        Ok(semantics)
    }

    /// Whether what a clause gives depends on the clauses behind it, so that a query is evaluated as a whole.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.unused_relationship != 0
    }

    /// A value as an answer has it. Switches answer-floats and answer-values.
    pub(super) fn shown(&self, value: CaseValue) -> CaseValue {
        let value = match self.answer_floats {
            0 => value,
            _ => value.map(&mut |part| match part {
                CaseValue::Float(number) => CaseValue::Float(fifteen_digits(number)),
                other => other,
            }),
        };
        if self.answer_values == 0 { value } else { json_form::shown(value) }
    }
}
