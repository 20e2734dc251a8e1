//! Every random decision of Quarrel comes from here.
//!
//! A run must give the same cases on every machine and after every rebuild, so the generator is our own and
//! named: xoshiro256++ (Blackman and Vigna, 2018) seeded through SplitMix64. General-purpose crates change
//! their values between releases. Sub-streams are taken by name: a decision added in one room does not shift
//! the decisions of another.

/// A seeded stream of choices.
#[derive(Debug, Clone)]
pub struct Choices {
    state: [u64; 4],
    /// What this stream was derived from; its sub-streams depend on it and not on how much was drawn.
    origin: u64,
}

impl Choices {
    /// The stream that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        Self { state: std::array::from_fn(|_| split_mix(&mut mix)), origin: seed }
    }

    /// The sub-stream called `name`: a function of this stream's origin and the name alone.
    pub fn stream(&self, name: &str) -> Self {
        Self::new(self.origin.rotate_left(17) ^ fnv(name.as_bytes()))
    }

    /// The sub-stream number `index` of those called `name`.
    pub fn numbered(&self, name: &str, index: u64) -> Self {
        let mut mix = index;
        Self::new(self.stream(name).origin ^ split_mix(&mut mix))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number in `0..bound`, without bias; 0 when the bound is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        if bound < 2 {
            return 0;
        }
        let bound = bound as u64;
        loop {
            let bits = self.bits();
            // Rejection keeps every value equally likely; fewer than one draw in two is thrown away. Where the limit
            // is, a division tells, and almost every draw lies so far below it that none is needed.
            if bits < u64::MAX - bound || bits < u64::MAX - u64::MAX % bound {
                return usize::try_from(bits % bound).unwrap_or(0);
            }
        }
    }

    /// A number in `low..=high`; `low` when the range is empty.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low).saturating_add(1))
    }

    /// True in `percent` of 100 cases.
    #[inline]
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, or none when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// An index, drawn in proportion to its weight; 0 when all weights are 0.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut rest = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if rest < weight {
                return index;
            }
            rest -= weight;
        }
        0
    }

    /// Puts `items` in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// FNV-1a: a fixed hash, so that a stream's name means the same for ever.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_same_for_ever() {
        let mut choices = Choices::new(42);
        let bits: Vec<u64> = (0..3).map(|_| choices.bits()).collect();
        assert_eq!(bits, [15021278609987233951, 5881210131331364753, 18149643915985481100]);
        let mut graph = Choices::new(42).stream("graph");
        let small: Vec<usize> = (0..8).map(|_| graph.below(10)).collect();
        assert_eq!(small, [6, 7, 8, 9, 8, 2, 5, 8]);
        let mut cards = [1, 2, 3, 4, 5, 6];
        Choices::new(7).numbered("round", 3).shuffle(&mut cards);
        assert_eq!(cards, [3, 1, 4, 2, 5, 6]);
    }

    #[test]
    fn a_sub_stream_does_not_depend_on_what_was_drawn() {
        let mut drawn = Choices::new(1);
        drawn.bits();
        assert_eq!(drawn.stream("a").bits(), Choices::new(1).stream("a").bits());
        assert_ne!(Choices::new(1).stream("a").bits(), Choices::new(1).stream("b").bits());
        assert_ne!(Choices::new(1).numbered("a", 0).bits(), Choices::new(1).numbered("a", 1).bits());
    }

    #[test]
    fn weights_decide_how_often_an_index_is_drawn() {
        let mut choices = Choices::new(3);
        let mut seen = [0; 3];
        for _ in 0..10_000 {
            seen[choices.weighted(&[1, 0, 3])] += 1;
        }
        assert!((2_300..2_700).contains(&seen[0]) && seen[1] == 0, "{seen:?}");
    }

    #[test]
    fn empty_ranges_and_lists_are_answered_without_a_panic() {
        let mut choices = Choices::new(0);
        assert_eq!((choices.below(0), choices.between(3, 1), choices.weighted(&[])), (0, 3, 0));
        assert_eq!(choices.pick::<u8>(&[]), None);
    }
}
