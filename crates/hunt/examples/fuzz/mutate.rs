//! Texts and trees that are nearly queries: generated ones and those of the suite, changed at random.

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::language::{Guidance, Language, Tree};
use quarrel_case::profile::{Dialect, ProfileError};
use serde_json::Value as Json;

use crate::cases::cases;
use crate::marks::Marks;

/// How many generated queries there are to begin with.
const GENERATED: usize = 2_000;

/// What is changed.
pub(crate) struct Corpus {
    language: Arc<dyn Language>,
    marks: &'static Marks,
    texts: Vec<Vec<String>>,
    trees: Vec<Json>,
    expressions: Vec<Json>,
    /// What stands in the lists of clauses or elements.
    parts: Vec<Json>,
}

impl Corpus {
    /// Generated queries, and these texts.
    pub(crate) fn new(language: &Arc<dyn Language>, texts: &[String]) -> Result<Self, ProfileError> {
        let marks = Marks::of(&**language);
        let mut all = Self {
            language: Arc::clone(language),
            marks,
            texts: texts.iter().map(|text| tokens(text)).collect(),
            trees: Vec::new(),
            expressions: Vec::new(),
            parts: Vec::new(),
        };
        cases(&**language, 7, GENERATED, 20, Guidance::Data, |_, generator, choices| {
            let tree = generator.unanswered(choices);
            all.texts.push(tokens(&language.print(&tree, &Dialect::default())));
            all.trees.push(language.tree_to_json(&tree));
        })?;
        let read = texts.iter().filter_map(|text| language.parse(text).ok());
        all.trees.extend(read.map(|tree| language.tree_to_json(&tree)));
        for tree in &mut all.trees {
            each_node(tree, &mut |key, node| match key {
                _ if key == marks.list => all.parts.extend(node.as_array().into_iter().flatten().cloned()),
                _ if marks.is_expression(node) => all.expressions.push(node.clone()),
                _ => {}
            });
        }
        Ok(all)
    }

    /// A text that is no query any more, or another one.
    pub(crate) fn text(&self, choices: &mut Choices) -> String {
        let mut tokens = self.some(choices);
        for _ in 0..choices.between(1, 4) {
            self.change(&mut tokens, choices);
        }
        let mut text = tokens.join(" ");
        if choices.chance(20) {
            scramble(&mut text, choices);
        }
        text
    }

    fn some(&self, choices: &mut Choices) -> Vec<String> {
        choices.pick(&self.texts).cloned().unwrap_or_default()
    }

    fn change(&self, tokens: &mut Vec<String>, choices: &mut Choices) {
        let from = choices.below(tokens.len() + 1);
        let to = (from + choices.below(8)).min(tokens.len());
        let other = self.some(choices);
        let token = other.get(choices.below(other.len() + 1)).cloned().unwrap_or_default();
        match choices.below(9) {
            0 => drop(tokens.drain(from..to)),
            1 => {
                let again = tokens[from..to].to_vec();
                tokens.splice(from..from, again);
            }
            2 => tokens.insert(from, token),
            3 if from < to => tokens[from] = token,
            4 => tokens[from..to].reverse(),
            5 => drop(tokens.splice(from.., other.into_iter().skip(to))),
            6 => tokens.insert(from, choices.pick(self.marks.rare).copied().unwrap_or_default().to_owned()),
            7 if from < to => {
                let (open, close) = choices.pick(self.marks.nested).copied().unwrap_or_default();
                let times = 1 << choices.below(13);
                tokens[from].insert_str(0, &open.repeat(times));
                tokens[to - 1].push_str(&close.repeat(times));
            }
            _ => {
                let found = other.into_iter().skip(from).take(to - from).collect::<Vec<_>>();
                tokens.splice(from..from, found);
            }
        }
    }

    /// A query with parts of others; none if they do not go together.
    pub(crate) fn tree(&self, choices: &mut Choices) -> Option<Tree> {
        let mut tree = choices.pick(&self.trees)?.clone();
        for _ in 0..choices.between(1, 4) {
            let mut places = 0;
            each_node(&mut tree, &mut |key, node| {
                places += usize::from(self.is_place(key, node));
            });
            let mut place = choices.below(places.max(1));
            each_node(&mut tree, &mut |key, node| {
                if !self.is_place(key, node) {
                    return;
                }
                let here = place == 0;
                place = place.wrapping_sub(1);
                match node.as_array_mut().filter(|_| here && key == self.marks.list) {
                    Some(parts) => self.change_parts(parts, choices),
                    None if here => *node = choices.pick(&self.expressions).cloned().unwrap_or_default(),
                    None => {}
                }
            });
        }
        let tree = self.language.tree_from_json(&tree).ok()?;
        Some((self.marks.normal)(tree))
    }

    fn is_place(&self, key: &str, node: &Json) -> bool {
        key == self.marks.list || self.marks.is_expression(node)
    }

    fn change_parts(&self, parts: &mut Vec<Json>, choices: &mut Choices) {
        let place = choices.below(parts.len() + 1);
        match choices.pick(&self.parts).cloned() {
            Some(part) if choices.chance(70) => parts.insert(place, part),
            _ if place < parts.len() && parts.len() > 1 => drop(parts.remove(place)),
            _ => {}
        }
    }
}

/// Calls `visit` with every part of a tree and the key that it stands at, the inner ones first.
fn each_node(node: &mut Json, visit: &mut dyn FnMut(&str, &mut Json)) {
    match node {
        Json::Object(entries) => {
            for (key, value) in entries {
                let key = key.clone();
                each_node(value, visit);
                visit(&key, value);
            }
        }
        Json::Array(items) => {
            for item in items {
                each_node(item, visit);
                visit("", item);
            }
        }
        _ => {}
    }
}

/// The words and signs of a text.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut quote = None;
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '.';
    for sign in text.chars() {
        let last = found.last_mut();
        let joins = last.as_ref().and_then(|last| last.chars().last()).is_some_and(is_word) && is_word(sign);
        match last {
            Some(last) if quote.is_some() || joins => last.push(sign),
            _ if sign.is_whitespace() => {}
            _ => found.push(sign.to_string()),
        }
        if quote == Some(sign) {
            quote = None;
        } else if quote.is_none() && matches!(sign, '\'' | '"' | '`') {
            quote = Some(sign);
        }
        if sign.is_whitespace() && quote.is_none() {
            found.push(String::new());
        }
    }
    found.retain(|token| !token.is_empty());
    found
}

/// Changes, inserts and cuts single characters.
pub(crate) fn scramble(text: &mut String, choices: &mut Choices) {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..choices.between(1, 6) {
        let place = choices.below(signs.len() + 1);
        let sign = match choices.below(3) {
            0 => char::from(u8::try_from(choices.below(128)).unwrap_or_default()),
            1 => char::from_u32(u32::try_from(choices.below(0x11_0000)).unwrap_or_default())
                .unwrap_or('\u{FFFD}'),
            _ => signs.get(choices.below(signs.len().max(1))).copied().unwrap_or(' '),
        };
        match choices.below(4) {
            0 => signs.insert(place, sign),
            1 if place < signs.len() => signs[place] = sign,
            2 if place < signs.len() => drop(signs.remove(place)),
            3 if choices.chance(30) => signs.truncate(place),
            _ => {}
        }
    }
    *text = signs.into_iter().collect();
}
