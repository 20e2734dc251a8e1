//! What dialects spell differently.

/// How a dialect spells what the grammar leaves open. The default is openCypher 9.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The quotes around strings.
    pub quote: Quote,
    /// How clauses are separated.
    pub layout: Layout,
    /// The operator "not equal".
    pub inequality: Inequality,
    /// The alternatives of a relationship's type.
    pub types: TypeAlternatives,
    /// Which operators stand in parentheses.
    pub parentheses: Parentheses,
    /// Several labels of a node.
    pub labels: LabelConjunction,
    /// What stands before labels that are asked for.
    pub label_start: LabelStart,
    /// A subquery that is nothing but a pattern.
    pub pattern_subquery: PatternSubquery,
    /// A path of one relationship that is repeated.
    pub quantified: QuantifiedRelationship,
    /// The predicate on a value's type.
    pub type_predicate: TypePredicate,
    /// Commands on indexes and constraints.
    pub schema: SchemaForm,
}

/// The quotes around strings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Quote {
    /// `'text'`.
    #[default]
    Single,
    /// `"text"`.
    Double,
}

/// How clauses are separated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// By one space, the whole query on a line.
    #[default]
    OneLine,
    /// By a line break, for people.
    ClausePerLine,
}

/// The operator "not equal".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Inequality {
    /// `<>`, the only one of openCypher.
    #[default]
    Angles,
    /// `!=`, an addition of some dialects.
    Exclamation,
}

/// The alternatives of a relationship's type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TypeAlternatives {
    /// `:A|B`.
    #[default]
    Bar,
    /// `:A|:B`, the older form.
    BarAndColon,
}

/// Which operators stand in parentheses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Parentheses {
    /// Those whose parentheses have a meaning.
    #[default]
    Needed,
    /// Every operator that a predicate (`IN`, `STARTS WITH`, `IS NULL`, ...) is about as well, for dialects where
    /// predicates bind tighter than arithmetic.
    Predicates,
    /// Every operator within another one, for dialects whose precedence differs.
    Always,
}

/// Several labels of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LabelConjunction {
    /// `:A:B`, the only one of openCypher.
    #[default]
    Colons,
    /// `:A&B`.
    Ampersand,
}

/// What stands before labels that are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LabelStart {
    /// `n:A`, the only one of openCypher.
    #[default]
    Colon,
    /// `n IS A`.
    Is,
}

/// A subquery that is nothing but a pattern.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PatternSubquery {
    /// `EXISTS { (a)-->(b) }`.
    #[default]
    Bare,
    /// `EXISTS { MATCH (a)-->(b) }`.
    Match,
}

/// A path of one relationship that is repeated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum QuantifiedRelationship {
    /// `-[r]->{1,3}`.
    #[default]
    Short,
    /// `(()-[r]->()){1,3}`.
    Long,
}

/// The predicate on a value's type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TypePredicate {
    /// `IS ::`.
    #[default]
    Colons,
    /// `IS TYPED`.
    Typed,
}

/// Commands on indexes and constraints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SchemaForm {
    /// `FOR (n:L) ON (n.k)`, `FOR (n:L) REQUIRE n.k IS UNIQUE`.
    #[default]
    For,
    /// `ON :L(k)`, `ON (n:L) ASSERT n.k IS UNIQUE`, the older form, where it can say the same.
    On,
}
