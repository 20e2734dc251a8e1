//! Rewritings held against their bonds, by what evaluates both sides.

use quarrel_case::answer::Answer;
use quarrel_case::law::{Judgement, Law, Quantity, Relation, Term, Unjudged};
use quarrel_case::rewriting::Bond;

/// Whether the bond holds; none where that cannot be judged.
pub(crate) fn holds(bond: Bond, whole: &Answer, parts: &[Answer]) -> Option<bool> {
    let terms = (1..=parts.len()).map(Term::Answer);
    let rows = terms.reduce(|left, right| Term::Plus(Box::new(left), Box::new(right)))?;
    let all = Term::Answer(0);
    let (left, relation, right) = match bond {
        Bond::Same | Bond::Parts => (rows, Relation::BagEqual, all),
        Bond::DistinctParts => (Term::Distinct(Box::new(rows)), Relation::BagEqual, all),
        Bond::Sum => (Term::Sum(Box::new(rows)), Relation::Equal, Term::Sum(Box::new(all))),
        Bond::Least => (Term::Min(Box::new(rows)), Relation::Equal, Term::Min(Box::new(all))),
        Bond::Greatest => (Term::Max(Box::new(rows)), Relation::Equal, Term::Max(Box::new(all))),
        Bond::NeverMore => (rows, Relation::Subset, all),
        Bond::NeverGreater => (Term::Sum(Box::new(rows)), Relation::AtMost, Term::Sum(Box::new(all))),
    };
    let law = Law { left, relation, right };
    let quantity = |term: &Term| match term {
        Term::Answer(0) => Ok(Quantity::Answer(whole.clone())),
        Term::Answer(part) => parts
            .get(part - 1)
            .map(|answer| Quantity::Answer(answer.clone()))
            .ok_or(Unjudged::NoAnswer(*part)),
        _ => Err(Unjudged::Unfit("no constant")),
    };
    law.judge(&quantity, &|answer| answer).ok().map(|judgement| judgement == Judgement::Holds)
}
