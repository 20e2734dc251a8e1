//! Expressions of every type, over variables and constants from the data.
//!
//! A rule makes an expression of one type, or finds that it cannot (no variable of a fitting kind is in scope).
//! The rules of a type stand in a table with their weights and the features that they need, so that a new
//! function is a new line.

use quarrel_case::language::Guidance;
use quarrel_case::term::{Literal, LiteralKind, Term, XSD, XSD_DECIMAL, XSD_DOUBLE, XSD_INTEGER};

use super::Maker;
use super::data::{Kind, is_writable};
use super::table::{Scope, Visible};
use crate::ast::{BinaryOperator, Builtin, Constant, Expression};

/// Makes an expression; the number is how deep it may still be.
pub(super) type Rule = fn(&mut Maker<'_>, &Scope, usize) -> Option<Expression>;

/// The rules of a type: weight, needed feature, rule.
pub(super) type Rules = &'static [(usize, &'static str, Rule)];

/// No type has more rules.
const MOST_RULES: usize = 32;

/// Numbers worth computing with, beside those of the data.
const NUMBERS: &[(&str, &str)] = &[
    ("0", XSD_INTEGER),
    ("1", XSD_INTEGER),
    ("2", XSD_INTEGER),
    ("-1", XSD_INTEGER),
    ("01", XSD_INTEGER),
    ("9223372036854775807", XSD_INTEGER),
    ("0.5", XSD_DECIMAL),
    ("1.0", XSD_DECIMAL),
    ("1e0", XSD_DOUBLE),
    ("-2.5e0", XSD_DOUBLE),
    ("-1.5", XSD_DECIMAL),
    ("2.5", XSD_DECIMAL),
];

const TEXTS: &[&str] = &["a", "b", "", "A", "1", "é", "http://e/"];

impl<'a> Maker<'a> {
    /// An expression by one of the rules that are allowed and can be applied.
    pub(super) fn by_rules(&mut self, rules: Rules, scope: &Scope, depth: usize) -> Option<Expression> {
        let mut weights = [0; MOST_RULES];
        for (slot, (weight, feature, _)) in weights.iter_mut().zip(rules) {
            *slot = if feature.is_empty() || self.allows(feature) { *weight } else { 0 };
        }
        let weights = weights.get(..rules.len())?;
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        (0..5).find_map(|_| {
            let (_, _, rule) = rules.get(self.choices.weighted(weights))?;
            rule(self, scope, depth)
        })
    }

    /// A variable with a value of the kind.
    pub(super) fn variable_of(&mut self, scope: &Scope, kind: Kind) -> Option<Visible> {
        self.choices.pick(&scope.of_kind(kind)).map(|visible| (*visible).clone())
    }

    /// Any variable in scope; those with literals are asked for more often, since there is more to ask.
    pub(super) fn any_variable(&mut self, scope: &Scope) -> Option<Visible> {
        let weight = |visible: &Visible| match visible.samples.first().map(Kind::of) {
            None => 1,
            Some(Kind::Iri | Kind::Blank) => 2,
            Some(Kind::Text | Kind::Truth | Kind::Odd) => 4,
            Some(Kind::Number | Kind::Time | Kind::Triple) => 6,
        };
        let weights: Vec<usize> = scope.visible.iter().map(weight).collect();
        scope.visible.get(self.choices.weighted(&weights)).cloned()
    }

    /// A constant to hold a variable against: mostly a value that the variable has in some solution.
    pub(super) fn near(&mut self, visible: &Visible, kind: Option<Kind>) -> Option<Constant> {
        let fits = |term: &&Term| match kind {
            None => is_writable(term),
            Some(kind) => Kind::of(term) == kind && is_writable(term),
        };
        let guided = matches!(self.guidance, Guidance::Data | Guidance::Full);
        let samples: Vec<&Term> = visible.samples.iter().filter(fits).collect();
        if guided && self.choices.chance(78) {
            let sample = self.choices.pick(&samples).map(|term| (*term).clone());
            if let Some(term) = sample {
                return Some(Constant(self.or_twin(term)));
            }
        }
        let kind = kind.or_else(|| samples.first().map(|term| Kind::of(term)));
        self.constant_of(kind)
    }

    /// The term, now and then another one that differs from it in one part alone: a string's language, or an
    /// integer's spelling or datatype.
    fn or_twin(&mut self, term: Term) -> Term {
        let Term::Literal(Literal { lexical, kind }) = &term else {
            return term;
        };
        match kind {
            LiteralKind::Language(tag) if self.choices.chance(40) => {
                let directed = self.allows("language-direction") && self.choices.chance(8);
                let tag = if tag.starts_with("fr") { "en" } else { "fr" };
                Term::language(lexical.clone(), if directed { "en--ltr" } else { tag })
            }
            LiteralKind::Typed(datatype) if datatype == XSD_INTEGER && self.choices.chance(15) => {
                match (lexical.parse::<i64>(), self.choices.below(3)) {
                    (Ok(number), 0) if number >= 0 => Term::typed(format!("0{number}"), XSD_INTEGER),
                    (Ok(number), 1) => Term::typed(format!("{number}.0"), XSD_DECIMAL),
                    (Ok(number), _) => Term::typed(format!("{number}e0"), XSD_DOUBLE),
                    _ => term,
                }
            }
            _ => term,
        }
    }

    /// A constant of the kind, from the data or from the awkward ones.
    pub(super) fn constant_of(&mut self, kind: Option<Kind>) -> Option<Constant> {
        let data = self.data;
        let fitting = data.constants_of(kind);
        if (kind != Some(Kind::Number) && kind != Some(Kind::Text)) || self.choices.chance(60) {
            let found = self.choices.pick(&fitting).map(|term| Constant((*term).clone()));
            if found.is_some() {
                return found;
            }
        }
        match kind {
            Some(Kind::Number) => Some(self.number_constant()),
            Some(Kind::Text) => Some(self.text_constant()),
            Some(Kind::Truth) => Some(Constant(Term::boolean(self.choices.chance(50)))),
            _ => None,
        }
    }

    fn number_constant(&mut self) -> Constant {
        let (lexical, datatype) = self.choices.pick(NUMBERS).copied().unwrap_or(("1", XSD_INTEGER));
        Constant(Term::typed(lexical, datatype))
    }

    fn text_constant(&mut self) -> Constant {
        Constant(Term::string(self.choices.pick(TEXTS).copied().unwrap_or("a")))
    }

    /// A numeric expression.
    pub(super) fn number(&mut self, scope: &Scope, depth: usize) -> Expression {
        let made = if depth == 0 { None } else { self.by_rules(super::number::RULES, scope, depth - 1) };
        made.unwrap_or_else(|| self.leaf(scope, Kind::Number))
    }

    /// An expression whose value is a string.
    pub(super) fn text(&mut self, scope: &Scope, depth: usize) -> Expression {
        let made = if depth == 0 { None } else { self.by_rules(super::text::RULES, scope, depth - 1) };
        made.unwrap_or_else(|| self.text_leaf(scope))
    }

    /// A condition.
    pub(super) fn boolean(&mut self, scope: &Scope, depth: usize) -> Expression {
        let rules = if depth == 0 { super::boolean::LEAVES } else { super::boolean::RULES };
        let made = self.by_rules(rules, scope, depth.saturating_sub(1));
        made.unwrap_or_else(|| Expression::constant(Term::boolean(true)))
    }

    /// An expression of any type.
    pub(super) fn any(&mut self, scope: &Scope, depth: usize) -> Expression {
        if self.choices.chance(60)
            && !scope.of_kind(Kind::Triple).is_empty()
            && let Some(part) = self.by_rules(super::text::PARTS, scope, depth)
        {
            return part;
        }
        match self.choices.weighted(&[30, 30, 18, 22]) {
            0 => self.number(scope, depth),
            1 => self.text(scope, depth),
            2 => self.boolean(scope, depth),
            _ => match self.by_rules(super::text::OTHERS, scope, depth.saturating_sub(1)) {
                Some(made) => made,
                None => self.text(scope, depth),
            },
        }
    }

    /// A variable of the kind, or a constant.
    fn leaf(&mut self, scope: &Scope, kind: Kind) -> Expression {
        if self.choices.chance(75)
            && let Some(visible) = self.variable_of(scope, kind)
        {
            return Expression::Variable(visible.variable);
        }
        let constant = self.constant_of(Some(kind)).unwrap_or_else(|| self.number_constant());
        Expression::Constant(constant)
    }

    fn text_leaf(&mut self, scope: &Scope) -> Expression {
        let text = self.variable_of(scope, Kind::Text).filter(|_| self.choices.chance(60));
        if let Some(visible) = text {
            return Expression::Variable(visible.variable);
        }
        if self.allows("function.str")
            && self.choices.chance(70)
            && let Some(visible) = self.any_variable(scope)
        {
            return Expression::call(Builtin::Str, vec![Expression::Variable(visible.variable)]);
        }
        Expression::Constant(self.constant_of(Some(Kind::Text)).unwrap_or_else(|| self.text_constant()))
    }

    /// A comparison operator.
    pub(super) fn comparison(&mut self) -> Option<BinaryOperator> {
        use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let weighted =
            [(3, Equal), (3, NotEqual), (3, Less), (2, LessEqual), (3, Greater), (2, GreaterEqual)];
        self.operator(&weighted)
    }

    /// One of the operators that are allowed.
    pub(super) fn operator(&mut self, weighted: &[(usize, BinaryOperator)]) -> Option<BinaryOperator> {
        let weights: Vec<usize> = weighted
            .iter()
            .map(
                |(weight, operator)| {
                    if self.allows(crate::features::of_binary(*operator)) { *weight } else { 0 }
                },
            )
            .collect();
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        weighted.get(self.choices.weighted(&weights)).map(|(_, operator)| *operator)
    }

    /// A call of a function of one argument.
    pub(super) fn call(&self, builtin: Builtin, argument: Expression) -> Expression {
        Expression::call(builtin, vec![argument])
    }
}

/// A cast to an XML Schema type.
pub(super) fn cast(name: &str, argument: Expression) -> Expression {
    Expression::call_iri(format!("{XSD}{name}"), vec![argument])
}
