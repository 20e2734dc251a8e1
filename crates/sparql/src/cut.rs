//! A query in parts, each joined with what the parts before it gave.
//!
//! A group is evaluated from the first element to the last, and its filters at the end (section 18.2.2): what comes
//! after some elements depends on nothing but their solutions. VALUES stands for those solutions, UNDEF for what is
//! not bound. Constants in the place of variables would not do: a term stands in places where a variable that is
//! bound to it may not, and `?a :p* ?b` finds a constant that is in no triple. A blank node cannot be written, so what
//! binds one is handed over to nobody.

use quarrel_case::check::{Form as HoleForm, Hole, Part, Text};
use quarrel_case::disassembly::Piece;
use quarrel_case::language::{NO_CUT, Tree};
use quarrel_case::term::Term;
use quarrel_case::value::Value;

use crate::ast::{
    Constant, Duplicates, Element, Form, Group, InlineData, Modifiers, Projection, Query, Select,
    TermPattern, TriplePattern, Variable,
};
use crate::print::{Layout, Spelling, print};
use crate::shrink::is_valid;

/// More solutions than this are not handed over in one text.
const MOST_ROWS: usize = 200;

/// What stands where solutions will.
const MARK: &str = "urn:quarrel:solutions";

/// The parts of a query, each with what fills VALUES in it.
pub(crate) fn cut(query: &Query, spelling: &Spelling) -> Result<Vec<Piece>, &'static str> {
    if !matches!(query.form, Form::Select(_) | Form::Ask) {
        return Err("only SELECT and ASK are taken apart");
    }
    if !is_valid(query) {
        return Err("what is no query as a whole may be one in parts");
    }
    let (elements, filters) = parts(&query.pattern);
    let places = places(&elements);
    if places.is_empty() {
        return Err(NO_CUT);
    }
    let cutter = Cutter { query, elements: &elements, spelling };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut from = 0;
    for to in places {
        pieces.push(cutter.piece(from, cutter.solutions(from, to), cutter.solutions(0, to), pieces.len())?);
        from = to;
    }
    let mut rest = query.clone();
    rest.pattern.elements = filters.into_iter().chain(elements.iter().skip(from).cloned()).collect();
    pieces.push(cutter.piece(from, rest, query.clone(), pieces.len())?);
    Ok(pieces)
}

/// The elements of a group, triple patterns one by one where nothing but their terms binds them, and its filters.
fn parts(group: &Group) -> (Vec<Element>, Vec<Element>) {
    let is_filter = |element: &Element| matches!(element, Element::Filter(_));
    let (filters, elements): (Vec<Element>, Vec<Element>) =
        group.elements.iter().cloned().partition(is_filter);
    let single = |element: Element| match element {
        Element::Triples(patterns) if !patterns.iter().any(has_blank) => {
            patterns.into_iter().map(|pattern| Element::Triples(vec![pattern])).collect()
        }
        other => vec![other],
    };
    (elements.into_iter().flat_map(single).collect(), filters)
}

/// Whether a label of a blank node stands in the pattern. It ties together all patterns in a row.
fn has_blank(pattern: &TriplePattern) -> bool {
    let is_blank = |term: &TermPattern| match term {
        TermPattern::Blank(_) => true,
        TermPattern::Triple(inner) => has_blank(inner),
        _ => false,
    };
    is_blank(&pattern.subject) || is_blank(&pattern.object)
}

/// Before which elements the group is cut: those behind which a variable is in scope.
fn places(elements: &[Element]) -> Vec<usize> {
    let ties =
        |element: &Element| matches!(element, Element::Triples(patterns) if patterns.iter().any(has_blank));
    let is_tied = |at: usize| {
        let pair = elements.get(at.saturating_sub(1)..=at).unwrap_or_default();
        pair.iter().all(|element| matches!(element, Element::Triples(_))) && pair.iter().any(ties)
    };
    let binds =
        |at: usize| elements.iter().take(at).any(|element| !scope(std::slice::from_ref(element)).is_empty());
    (1..elements.len()).filter(|&at| binds(at) && !is_tied(at)).collect()
}

fn scope(elements: &[Element]) -> Vec<Variable> {
    Group { elements: elements.to_vec() }.scope().into_iter().cloned().collect()
}

struct Cutter<'a> {
    query: &'a Query,
    elements: &'a [Element],
    spelling: &'a Spelling,
}

impl Cutter<'_> {
    /// The query for the solutions of some elements.
    fn solutions(&self, from: usize, to: usize) -> Query {
        let elements = self.elements.get(from..to).unwrap_or_default().to_vec();
        let select = Select { duplicates: Duplicates::All, projection: Projection::All };
        let mut query = Query {
            form: Form::Select(select),
            pattern: Group { elements },
            modifiers: Modifiers::default(),
            ..self.query.clone()
        };
        query.normalize();
        query
    }

    /// A part that begins with the solutions of all before it.
    fn piece(
        &self,
        from: usize,
        mut query: Query,
        so_far: Query,
        index: usize,
    ) -> Result<Piece, &'static str> {
        if index == 0 {
            return Ok(Piece::ask(Text::plain(print(&query, self.spelling)), Tree::new(so_far)));
        }
        let variables = scope(self.elements.get(..from).unwrap_or_default());
        let row = vec![Some(Constant(Term::iri(MARK))); variables.len()];
        let names: Vec<String> = variables.iter().map(|variable| variable.name().to_owned()).collect();
        query.pattern.elements.insert(0, Element::Values(InlineData { variables, rows: vec![row] }));
        query.normalize();
        // The row of marks is found again in this spelling, whatever the others are.
        let spelling = Spelling { layout: Layout::Line, short_values: false, ..self.spelling.clone() };
        let text = print(&query, &spelling);
        let mark = format!("({})", vec![format!("<{MARK}>"); names.len()].join(" "));
        let (before, after) = text.split_once(&mark).ok_or(NO_CUT)?;
        let mut names = names.into_iter();
        let hole = Hole {
            at_most: Some(MOST_ROWS),
            ..Hole::new(index - 1, names.next().unwrap_or_default(), HoleForm::Rows)
        };
        let hole = Hole { further: names.collect(), ..hole };
        let [before, after] = [before, after].map(|text| Part::Literal(text.to_owned()));
        let text = Text { parts: vec![before, Part::Hole(hole), after], element_wise: false };
        Ok(Piece::ask(text, Tree::new(so_far)))
    }
}

/// Solutions as VALUES takes them in.
pub(crate) fn rows(rows: &[Vec<Value>], literal: &dyn Fn(&Value) -> Option<String>) -> Option<String> {
    let cell = |value: &Value| if *value == Value::Null { Some("UNDEF".to_owned()) } else { literal(value) };
    let row = |row: &Vec<Value>| {
        let cells: Option<Vec<String>> = row.iter().map(cell).collect();
        Some(format!("({})", cells?.join(" ")))
    };
    let rows: Option<Vec<String>> = rows.iter().map(row).collect();
    Some(rows?.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    fn written(text: &str) -> Vec<String> {
        let pieces = cut(&parse(text).unwrap(), &Spelling::default()).unwrap_or_default();
        let part = |part: &Part| match part {
            Part::Literal(text) => text.clone(),
            Part::Hole(hole) => format!("[{}: {} {}]", hole.step, hole.column, hole.further.join(" ")),
        };
        pieces.iter().map(|piece| piece.text.parts.iter().map(part).collect()).collect()
    }

    #[test]
    fn each_part_is_joined_with_what_came_before_it_and_filters_come_last() {
        assert_eq!(
            written(
                "SELECT ?a { ?a <p:p> ?b . ?b <p:q> ?c FILTER(?b > 1) OPTIONAL { ?c <p:r> ?d } } LIMIT 3"
            ),
            [
                "SELECT * WHERE { ?a <p:p> ?b . }",
                "SELECT * WHERE { VALUES (?a ?b) { [0: a b] } ?b <p:q> ?c . }",
                "SELECT ?a WHERE { VALUES (?a ?b ?c) { [1: a b c] } FILTER (?b > 1) OPTIONAL { ?c <p:r> ?d . } } LIMIT 3",
            ]
        );
    }

    #[test]
    fn what_must_be_rejected_is_not_taken_apart() {
        let mut query = parse("SELECT * { _:n <p:p> ?x . ?x <p:p> ?y }").unwrap();
        let inner = Element::Group(query.pattern.clone());
        query.pattern.elements.push(inner);
        assert!(!is_valid(&query) && cut(&query, &Spelling::default()).is_err());
    }

    #[test]
    fn what_a_blank_node_ties_together_and_what_binds_nothing_stays_whole() {
        for text in [
            "SELECT * { ?a <p:p> _:x . _:x <p:q> ?c }",
            "SELECT * { ?a <p:p> ?c }",
            "ASK { <p:a> <p:p> <p:b> . <p:a> <p:p> ?b }",
            "CONSTRUCT { ?a <p:p> ?b } { ?a <p:p> ?b . ?b <p:p> ?c }",
        ] {
            assert!(written(text).is_empty(), "{text}");
        }
        let tied = written("SELECT * { ?a <p:p> _:x . _:x <p:q> ?c OPTIONAL { ?c <p:r> ?d } }");
        assert_eq!(tied.len(), 2, "{tied:?}");
    }

    #[test]
    fn what_is_not_bound_is_undef() {
        let literal = |value: &Value| matches!(value, Value::Int(_)).then(|| "1".to_owned());
        assert_eq!(rows(&[vec![Value::Int(1), Value::Null]], &literal).as_deref(), Some("(1 UNDEF)"));
        assert_eq!(rows(&[vec![Value::Bool(true)]], &literal), None);
    }
}
