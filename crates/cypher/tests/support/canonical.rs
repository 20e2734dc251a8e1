//! Canonical prints: what is read, printed, and read back as the same tree.

use quarrel_cypher::parse::{parse, parse_expression};
use quarrel_cypher::print::{Spelling, expression, print};

/// Parses a query, prints it, and checks that the print reads back as the same tree.
pub(crate) fn canonical(text: &str) -> String {
    let query = parse(text).expect(text);
    let printed = print(&query, &Spelling::default());
    assert_eq!(parse(&printed), Ok(query), "{printed}");
    printed
}

/// The same for an expression.
pub(crate) fn canonical_expression(text: &str) -> String {
    let tree = parse_expression(text).expect(text);
    let printed = expression(&tree, &Spelling::default());
    assert_eq!(parse_expression(&printed), Ok(tree), "{printed}");
    printed
}
