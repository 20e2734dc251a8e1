//! Draws from what is not listed first: candidates are counted, and the drawn one is looked for. Drawing is what the
//! generator does most, and a list for each draw would cost more than to look twice.

use quarrel_case::choices::Choices;

/// One of the candidates, each as likely as every other; none when there are none.
pub(super) fn one_of<T>(choices: &mut Choices, candidates: impl Iterator<Item = T> + Clone) -> Option<T> {
    let count = candidates.clone().count();
    let chosen = choices.below(count);
    candidates.into_iter().nth(chosen)
}

/// One of the items, in proportion to its weight; none when no item has any.
pub(super) fn by_weight<'t, T>(
    choices: &mut Choices,
    items: &'t [T],
    weight: impl Fn(&T) -> usize,
) -> Option<&'t T> {
    let total = items.iter().map(&weight).sum();
    if total == 0 {
        return None;
    }
    let mut rest = choices.below(total);
    items.iter().find(|item| {
        let own = weight(item);
        let found = rest < own;
        rest = rest.saturating_sub(own);
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_what_a_list_would_give() {
        let (mut one, mut other) = (Choices::new(1), Choices::new(1));
        let items: Vec<usize> = (0..20).collect();
        let weights = |item: &usize| item % 3;
        for bound in 1..20 {
            let odd = items.iter().filter(|item| **item < bound && **item % 2 == 1);
            let listed: Vec<&usize> = odd.clone().collect();
            assert_eq!(one_of(&mut one, odd), other.pick(&listed).copied());
            let weighed: Vec<usize> = items.iter().map(weights).collect();
            assert_eq!(by_weight(&mut one, &items, weights), items.get(other.weighted(&weighed)));
        }
        assert_eq!(one_of(&mut one, std::iter::empty::<u8>()), None);
        assert_eq!(by_weight(&mut one, &items, |_| 0), None);
    }
}
