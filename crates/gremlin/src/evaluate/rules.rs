//! What versions and engines do differently on purpose, as named switches.
//!
//! The first value of each is that of the newest version (3.8); tables say which values older ones have. Of `dedup` it
//! is the one that promises more, so that what is wrong with the first can be told.

use quarrel_case::profile::{Profile, ProfileError, Switch};

use super::fault::{FAULTS, Fault};
use super::number::{Class, Number};
use super::value::Value;
use crate::ast::Token;

macro_rules! rules {
    ($($field:ident: $name:literal = [$($value:literal),+], $rule:literal;)+) => {
        /// Every switch of Gremlin's semantics.
        pub static SWITCHES: &[Switch] = &[$(Switch { name: $name, values: &[$($value),+], rule: $rule }),+];

        /// The values of all switches: the index in the switch's list, 0 being the newest version's.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Rules {
            $(
                #[doc = concat!("`", $name, "`")]
                pub $field: u8,
            )+
            /// The planted fault that is on.
            pub(crate) fault: Option<Fault>,
        }

        impl Rules {
            fn set(&mut self, name: &str, index: u8) {
                match name {
                    $($name => self.$field = index,)+
                    _ => {}
                }
            }
        }
    };
}

rules! {
    comparison: "comparison" = ["binary", "ternary", "throwing"],
        "what lt, lte, gt and gte say of what cannot be compared (semantics: Comparability; TINKERPOP-2940); where they raise, order, min and max do so too (upgrade 3.6: Comparability/Orderability Semantics)";
    repeat_range: "range-in-repeat" = ["per-iteration", "overall"],
        "what limit, skip and range count inside repeat (upgrade 3.8: Modified limit() skip() range() Semantics)";
    repeat_starts: "repeat-starts" = ["together", "one-by-one"],
        "whether the body of repeat sees all traversers at once (upgrade 3.8: repeat() Step Global Children Semantics)";
    repeat_parent: "steps-in-repeat" = ["restricted", "any"],
        "whether cap and inject are refused inside repeat (upgrade 3.8: Prevented using cap(), inject())";
    real_literal: "real-literal" = ["double", "decimal"],
        "the type of a number with a point and without a suffix (upgrade 3.8: Float Defaults to Double)";
    sum_type: "sum-type" = ["kept", "widened"],
        "whether the sum of numbers that came with a count has the type of the numbers (SumGlobalStep; upgrade 3.8)";
    overflow: "overflow" = ["promote", "wrap"],
        "a sum beyond its type (upgrade 3.8: Auto-promotion of Numbers)";
    local_bulk: "local-bulk" = ["split", "kept"],
        "whether local takes traversers apart that were merged (upgrade 3.8: Split bulked traversers for local())";
    choose: "choose" = ["first-or-through", "all-or-none"],
        "how many options choose takes and what becomes of the rest (upgrade 3.8: choose() Semantics)";
    local_range: "range-of-one" = ["collection", "item"],
        "what range, limit and tail of a list give when one item is left (upgrade 3.8: Consistent Output for range())";
    merge_child: "merge-child" = ["element", "incoming"],
        "what onMatch of a merge within a traversal starts from (upgrade 3.8: Element Promoted for mergeV())";
    merge_override: "merge-override" = ["always", "when-created"],
        "when onCreate is refused for what it overrides: whatever is found, or when it is used (3.8: MergeElementStep)";
    date_diff: "date-diff" = ["milliseconds", "seconds"],
        "the unit of dateDiff (upgrade 3.8: dateDiff() Step Returns Milliseconds)";
    split_empty: "split-empty" = ["letters", "whole"],
        "split by the empty string (upgrade 3.8: split() on Empty String)";
    as_string: "as-string-null" = ["error", "null"],
        "asString of null (upgrade 3.8: asString() No Longer Allow Nulls)";
    one_by: "several-by" = ["error", "last"],
        "more by() than a step has a use for (upgrade 3.8: By Modulation Semantics)";
    empty_group: "empty-group-barrier" = ["kept", "dropped"],
        "a group whose first barrier gives nothing before another (upgrade 3.8: group() Value Traversal Semantics)";
    has_traversal: "has-traversal" = ["removed", "accepted"],
        "has with a key and a traversal, of which 3.8 says no more what it means (upgrade 3.8: Removal of has(key, traversal))";
    steps: "steps" = ["3.8", "3.7", "3.6"],
        "which version's steps the language has (upgrade 3.7 and 3.8: new and removed steps)";
    start_ids: "start-ids" = ["bag", "set"],
        "whether V() and E() give an element as often as its id is given, or once (TinkerGraph; QuDi, figure 11)";
    number_types: "number-types" = ["all", "two"],
        "which types of numbers there are: all, or integers and floats of 64 bits alone, with one zero (an engine's own documentation)";
    element_ids: "element-ids" = ["given", "drawn"],
        "whether elements have the ids that they are loaded with, or such as the graph draws: then their order and their texts are its own (Graph.Features: supportsUserSuppliedIds)";
    dedup_kept: "dedup-survivor" = ["first", "any"],
        "which of several that are alike by a by() dedup keeps: the first, or whichever (semantics from 3.7, dedup Step: no guarantee which element is selected as the survivor)";
    told: "results" = ["typed", "plain"],
        "how results leave the engine: as what they are, or paths and sets as lists, properties as their values (an engine's own documentation)";
    property_types: "property-types" = ["kept", "declared"],
        "whether a property's number has the type that it is given, or is read anew in the type of its key, which is that of the first value in the loaded graph (an engine's own documentation)";
    unproductive_by: "unproductive-by" = ["filter", "various"],
        "a by() that gives nothing (upgrade 3.6: By Modulation; before, null, an error or a filter, as upgrade 3.5.2 says: ProductiveByStrategy)";
}

/// What was other before 3.8.
pub(crate) const BEFORE_3_8: &[(&str, &str)] = &[
    ("comparison", "ternary"),
    ("range-in-repeat", "overall"),
    ("repeat-starts", "one-by-one"),
    ("steps-in-repeat", "any"),
    ("real-literal", "decimal"),
    ("sum-type", "widened"),
    ("overflow", "wrap"),
    ("local-bulk", "kept"),
    ("choose", "all-or-none"),
    ("range-of-one", "item"),
    ("merge-child", "incoming"),
    ("merge-override", "when-created"),
    ("date-diff", "seconds"),
    ("split-empty", "whole"),
    ("as-string-null", "null"),
    ("several-by", "last"),
    ("empty-group-barrier", "dropped"),
    ("has-traversal", "accepted"),
    ("steps", "3.7"),
];

/// What was other before 3.7.
pub(crate) const BEFORE_3_7: &[(&str, &str)] = &[("steps", "3.6")];

impl Rules {
    /// The rules that a profile describes.
    ///
    /// # Errors
    ///
    /// When the profile sets what is not declared.
    pub fn new(profile: &Profile) -> Result<Self, ProfileError> {
        profile.check(SWITCHES, FAULTS)?;
        let mut rules = Self { fault: Fault::of(profile), ..Self::default() };
        for switch in SWITCHES {
            let value = profile.get(switch);
            let index = switch.values.iter().position(|known| *known == value).unwrap_or(0);
            rules.set(switch.name, u8::try_from(index).unwrap_or(0));
        }
        Ok(rules)
    }

    /// Which version's steps the language has: the number behind "3.".
    pub(crate) fn minor(&self) -> u8 {
        8_u8.saturating_sub(self.steps)
    }

    /// Whether `E()` may stand within a traversal (upgrade 3.7: Mid-traversal E()).
    pub(crate) fn edges_within(&self) -> bool {
        self.minor() >= 7
    }

    /// The value that a 32-bit integer of the language is.
    pub(super) fn int(&self, number: i32) -> Value {
        Value::Number(self.number(Number::Int(number)))
    }

    /// The number in the type that it has here.
    pub(super) fn number(&self, number: Number) -> Number {
        let class = match number.class() {
            _ if self.number_types == 0 => return number,
            Class::Byte | Class::Short | Class::Int | Class::Long | Class::Big => Class::Long,
            Class::Float | Class::Double | Class::Decimal => Class::Double,
        };
        match number.cast(class).unwrap_or(number) {
            // Minus zero matches as well.
            Number::Double(0.0) => Number::Double(0.0),
            number => number,
        }
    }

    /// The value as it is where there are two types of numbers.
    pub(super) fn value(&self, value: Value) -> Value {
        match value {
            Value::Number(number) if self.number_types == 1 => Value::Number(self.number(number)),
            other => other,
        }
    }

    /// The type of numbers that a token names here.
    pub(super) fn type_of_numbers(&self, token: Token) -> Token {
        match token {
            Token::GTypeInt if self.number_types == 1 => Token::GTypeLong,
            Token::GTypeFloat if self.number_types == 1 => Token::GTypeDouble,
            other => other,
        }
    }

    /// Whether this fault is on.
    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}
