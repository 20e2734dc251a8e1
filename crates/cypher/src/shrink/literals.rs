//! How plain a constant is, and plainer ones in its place.
//!
//! All but the simplest weigh the same, and less than what has to be looked up: so the value of an expression is
//! always less than the expression. Among constants the plainer one is nearer to 1, the constant that means
//! least; null means most, because whatever is done with it is special.

use crate::ast::Literal;

/// Integers at the edges of what machines compute with: each stands for its surroundings.
const EDGES: [i64; 5] = [1 << 31, (1 << 53) + 1, i64::MAX, i64::MIN, (1 << 62) + 1];

/// What a constant weighs among the parts of a query.
pub(super) fn weight(literal: &Literal) -> usize {
    match literal {
        Literal::Null | Literal::Boolean(_) | Literal::Integer(0 | 1) => 1,
        Literal::Float(value) if is_any(*value, &[0.0, 1.0]) => 1,
        Literal::String(text) if text.is_empty() => 1,
        Literal::Integer(_) | Literal::Float(_) | Literal::String(_) => 2,
    }
}

/// How far a constant is from the plainest one.
pub(super) fn oddity(literal: &Literal) -> usize {
    match literal {
        Literal::Integer(number) => integer_oddity(*number),
        Literal::Boolean(flag) => 2 + usize::from(!flag),
        Literal::Float(number) => float_oddity(*number),
        Literal::String(text) if text.is_empty() => 7,
        Literal::String(text) => 10 + text.chars().map(letter_oddity).sum::<usize>(),
        Literal::Null => 9,
    }
}

fn integer_oddity(number: i64) -> usize {
    let magnitude = number.unsigned_abs();
    if let Some(edge) = EDGES.iter().position(|edge| *edge == number) {
        return 210 + edge;
    }
    match number {
        1 => 0,
        0 => 1,
        -100..=100 => 2 * small(magnitude) + usize::from(number < 0),
        _ => {
            300 + 64 * small(u64::from(64 - magnitude.leading_zeros())) + small(magnitude.count_ones().into())
        }
    }
}

fn float_oddity(number: f64) -> usize {
    if is_any(number, &[1.0]) {
        4
    } else if is_any(number, &[0.0]) {
        5
    } else if number == 0.0 {
        6
    } else if number.fract() == 0.0 && number.abs() <= 100.0 {
        // Exact: the number is whole and small.
        8 + 2 * format!("{:.0}", number.abs()).parse::<usize>().unwrap_or(100) + usize::from(number < 0.0)
    } else if is_any(number, &[0.5]) {
        215
    } else {
        300 + 4 * format!("{:e}", number.abs()).len() + usize::from(number < 0.0)
    }
}

fn small(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// By their bits: -0.0 is not 0.0.
fn is_any(number: f64, of: &[f64]) -> bool {
    of.iter().any(|one| one.to_bits() == number.to_bits())
}

fn letter_oddity(letter: char) -> usize {
    1 + match letter {
        'a' => 0,
        'b'..='z' => 1,
        'A'..='Z' | '0'..='9' => 2,
        _ if letter.is_ascii() => 3,
        _ => 4,
    }
}

/// Plainer constants, those of the same type first.
pub(super) fn plainer(literal: &Literal) -> Vec<Literal> {
    let mut found = match literal {
        Literal::Null => {
            vec![Literal::Boolean(true), Literal::Boolean(false), Literal::String(String::new())]
        }
        Literal::Boolean(_) => vec![Literal::Boolean(true)],
        Literal::Integer(number) => plainer_integers(*number),
        Literal::Float(number) => plainer_floats(*number),
        Literal::String(text) => plainer_texts(text).into_iter().map(Literal::String).collect(),
    };
    found.push(Literal::Integer(1));
    let bound = (weight(literal), oddity(literal));
    found.retain(|plainer| (weight(plainer), oddity(plainer)) < bound);
    found
}

fn plainer_integers(number: i64) -> Vec<Literal> {
    let near = match number {
        -100..=100 => [number / 2, number.abs(), number - number.signum()],
        _ => [2, number / 2, number.saturating_abs()],
    };
    let large = if number.unsigned_abs() > 100 { &EDGES[..] } else { &[] };
    [1, 0].into_iter().chain(large.iter().copied()).chain(near).map(Literal::Integer).collect()
}

fn plainer_floats(number: f64) -> Vec<Literal> {
    let near = [1.0, 0.0, number.trunc(), 0.5, number.abs(), (number / 2.0).trunc()];
    near.into_iter().filter(|near| near.is_finite()).map(Literal::Float).collect()
}

/// Halves, the text without single letters, and its letters made plain.
fn plainer_texts(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = vec![String::new(), "a".to_owned()];
    let (left, right) = letters.split_at(letters.len() / 2);
    found.extend([left, right].map(|half| half.iter().collect()));
    found.push("a".repeat(letters.len()));
    found.push(text.chars().map(|letter| if letter.is_ascii() { letter } else { 'a' }).collect());
    if letters.len() <= 6 {
        for place in 0..letters.len() {
            let kept = letters.iter().enumerate().filter(|(at, _)| *at != place);
            found.push(kept.map(|(_, letter)| letter).collect());
            found.push(
                letters
                    .iter()
                    .enumerate()
                    .map(|(at, letter)| if at == place { 'a' } else { *letter })
                    .collect(),
            );
        }
    }
    found
}
