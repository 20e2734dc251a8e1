//! Fewer elements of a list, as delta debugging takes them away: halves, quarters, single ones.

/// The list without one half, one quarter, and so on, the shortest first.
pub(super) fn fewer<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    runs(items.len()).into_iter().map(|(start, end)| without(items, start, end))
}

/// The list without a run of its elements.
pub(super) fn without<T: Clone>(items: &[T], start: usize, end: usize) -> Vec<T> {
    let kept = items.iter().enumerate().filter(|(place, _)| !(start..end).contains(place));
    kept.map(|(_, item)| item.clone()).collect()
}

/// The runs to take from a list of this length, the longest first: never the whole list, unless it is one element.
pub(super) fn runs(length: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut width = length.div_ceil(2);
    while width > 0 {
        found.extend((0..length).step_by(width).map(|start| (start, (start + width).min(length))));
        width /= 2;
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn halves_go_first_and_single_elements_last() {
        let texts = |text: &str| {
            let letters: Vec<char> = text.chars().collect();
            super::fewer(&letters)
                .map(|kept| kept.into_iter().collect::<String>())
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (all, kept) in
            [("", ""), ("a", ""), ("ab", "b a"), ("abcd", "cd ab bcd acd abd abc"), ("abc", "c ab bc ac ab")]
        {
            assert_eq!(texts(all), kept, "{all}");
        }
    }
}
