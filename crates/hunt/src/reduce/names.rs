//! Fewer and shorter names, in graph and query at once.

use quarrel_case::graph::Graph;
use quarrel_case::names::{self, NameKind, Names, Renaming};

/// The names in use: by kind, in the order in which the query shows them, then those of the graph alone.
pub(super) fn used(graph: &Graph, of_query: &Names, text: &str) -> Vec<(NameKind, String)> {
    let of_graph = names::names(graph);
    let place = |name: &str| place(text, name).unwrap_or(usize::MAX);
    let mut used: Vec<(NameKind, String)> = of_graph.union(of_query).cloned().collect();
    used.sort_by_key(|(kind, name)| (*kind, place(name), name.clone()));
    used
}

/// Where a name stands in a text as a word of its own.
fn place(text: &str, name: &str) -> Option<usize> {
    let is_word =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let alone = |(at, _): &(usize, &str)| {
        let (before, after) = (text.get(..*at), text.get(at + name.len()..));
        !is_word(before.and_then(|text| text.chars().next_back()))
            && !is_word(after.and_then(|text| text.chars().next()))
    };
    text.match_indices(name).find(alone).map(|(at, _)| at)
}

/// What names may be replaced by: first each one by an earlier one of its kind, then all by the shortest.
pub(super) fn candidates(used: &[(NameKind, String)]) -> Vec<Renaming> {
    let mut found = Vec::new();
    for (index, name) in used.iter().enumerate().rev() {
        let earlier = used[..index].iter().filter(|(kind, _)| *kind == name.0);
        // To try every pair would cost more than it brings: the first and the one before will do.
        let earlier: Vec<&(NameKind, String)> = earlier.collect();
        let mut targets = vec![earlier.first(), earlier.last()];
        targets.dedup();
        found.extend(
            targets.into_iter().flatten().map(|(_, target)| Renaming::from([(name.clone(), target.clone())])),
        );
    }
    let shortest = shortest(used);
    if !shortest.is_empty() {
        found.push(shortest);
    }
    found
}

/// The shortest names, in order; empty when all are so already.
fn shortest(used: &[(NameKind, String)]) -> Renaming {
    let mut renaming = Renaming::new();
    let mut counts = std::collections::BTreeMap::<NameKind, usize>::new();
    for (kind, name) in used {
        let count = counts.entry(*kind).or_default();
        let short = short(*kind, *count);
        *count += 1;
        if short != *name {
            renaming.insert((*kind, name.clone()), short);
        }
    }
    renaming
}

/// The name number `index` of a kind.
fn short(kind: NameKind, index: usize) -> String {
    let letters: [char; 8] = match kind {
        NameKind::Label => ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'],
        NameKind::Type => ['R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y'],
        NameKind::Key => ['k', 'l', 'p', 'q', 'u', 'v', 'w', 'z'],
        NameKind::Iri => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    };
    let letter = letters[index % letters.len()];
    let name = match index / letters.len() {
        0 => letter.to_string(),
        more => format!("{letter}{more}"),
    };
    if kind == NameKind::Iri { format!("http://e/{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(kind: NameKind, name: &str) -> (NameKind, String) {
        (kind, name.to_owned())
    }

    #[test]
    fn names_are_given_away_before_they_are_shortened() {
        let used = [name(NameKind::Label, "L0"), name(NameKind::Label, "L1"), name(NameKind::Key, "k3")];
        let candidates = candidates(&used);
        assert_eq!(candidates[0], Renaming::from([(name(NameKind::Label, "L1"), "L0".to_owned())]));
        let shortest = candidates.last().unwrap();
        let names: Vec<&str> = shortest.values().map(String::as_str).collect();
        assert_eq!(names, ["A", "B", "k"]);
        assert_eq!(candidates.len(), 2);
    }

    #[test]
    fn the_shortest_names_are_left_alone() {
        assert!(candidates(&[name(NameKind::Iri, "http://e/a")]).is_empty());
    }

    #[test]
    fn names_stand_in_the_order_of_the_query() {
        let graph = Graph::from_text(
            r#"{"vertices":[{"id":1,"labels":["A","B","C"]}]}"#,
            quarrel_case::graph::Model::Property,
        );
        let used = used(&graph.unwrap(), &Names::new(), "MATCH (:C), (:B)");
        let names: Vec<&str> = used.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["C", "B", "A"]);
    }
}
