//! Shorter lists: large pieces go first, single items last.

/// The list without one item.
pub(super) fn without<T: Clone>(list: &[T], index: usize) -> Vec<T> {
    let others = list.iter().enumerate().filter(|(at, _)| *at != index);
    others.map(|(_, item)| item.clone()).collect()
}

/// The list with another item in one place.
pub(super) fn replaced<T: Clone>(list: &[T], index: usize, item: T) -> Vec<T> {
    let mut changed = list.to_vec();
    if let Some(slot) = changed.get_mut(index) {
        *slot = item;
    }
    changed
}

/// The list without a piece of it: each half, each quarter, at last each single item. It never becomes empty.
pub(super) fn shorter<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    let mut found = Vec::new();
    let mut piece = list.len() / 2;
    while piece > 0 {
        // From the end: what stands later mostly builds on what stands before.
        for start in (0..list.len()).step_by(piece).rev() {
            let outside = |at: usize| at < start || at >= start + piece;
            let kept = list.iter().enumerate().filter(|(at, _)| outside(*at));
            found.push(kept.map(|(_, item)| item.clone()).collect());
        }
        piece /= 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_before_single_items_and_one_always_stays() {
        assert_eq!(shorter(&[1, 2, 3, 4])[..2], [vec![1, 2], vec![3, 4]]);
        assert_eq!(shorter(&[1, 2, 3, 4])[2..], [vec![1, 2, 3], vec![1, 2, 4], vec![1, 3, 4], vec![2, 3, 4]]);
        assert_eq!(shorter(&[1, 2]), [vec![1], vec![2]]);
        assert!(shorter(&[1]).is_empty());
    }
}
