//! The triples of a graph, sorted three ways so that every triple pattern reads one run of one order.

use super::terms::Id;

/// A triple by the numbers of its terms.
pub(super) type Triple = [Id; 3];

/// A set of triples, or a bag.
#[derive(Debug)]
pub(super) struct Triples {
    by_subject: Vec<Triple>,
    by_predicate: Vec<Triple>,
    by_object: Vec<Triple>,
}

impl Triples {
    /// A set: each triple once.
    pub(super) fn new(mut triples: Vec<Triple>) -> Self {
        triples.sort_unstable();
        triples.dedup();
        Self::bag(triples)
    }

    /// A bag: each triple as often as it is given.
    pub(super) fn bag(triples: Vec<Triple>) -> Self {
        let sorted = |turn: fn(Triple) -> Triple| {
            let mut turned: Vec<Triple> = triples.iter().copied().map(turn).collect();
            turned.sort_unstable();
            turned
        };
        Self {
            by_subject: sorted(|triple| triple),
            by_predicate: sorted(|[subject, predicate, object]| [predicate, object, subject]),
            by_object: sorted(|[subject, predicate, object]| [object, subject, predicate]),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.by_subject.len()
    }

    /// The triples with these terms; a missing one stands for any.
    pub(super) fn matching(&self, pattern: [Option<Id>; 3]) -> impl Iterator<Item = Triple> {
        let [subject, predicate, object] = pattern;
        // The order in which the given terms come first, and how far it is turned.
        let (order, turn, given) = match (subject, predicate, object) {
            (Some(_), None, Some(_)) | (None, None, Some(_)) => {
                (&self.by_object, 2, [object, subject, predicate])
            }
            (None, Some(_), _) => (&self.by_predicate, 1, [predicate, object, subject]),
            _ => (&self.by_subject, 0, pattern),
        };
        let prefix = |triple: &Triple| {
            let pairs = triple.iter().zip(&given).take_while(|(_, given)| given.is_some());
            pairs
                .map(|(term, given)| Some(*term).cmp(given))
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        };
        let start = order.partition_point(|triple| prefix(triple).is_lt());
        let run = order.get(start..).unwrap_or_default();
        let length = run.partition_point(|triple| prefix(triple).is_eq());
        run.iter().take(length).map(move |triple| {
            let mut triple = *triple;
            triple.rotate_right(turn);
            triple
        })
    }
}
