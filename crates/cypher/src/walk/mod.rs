//! Walks over syntax trees: what is directly inside an expression, which expressions and patterns a query
//! holds, and which variables they take from where.
//!
//! The evaluator, features, sizes and shrinking all need the same walk, so it is written once. Children come in
//! the order of the text. An expression may hold patterns and whole queries; what is directly inside it are
//! then the nearest expressions in them.

mod clause;
mod expression;
mod scope;
mod uses;

pub(crate) use clause::{
    all_patterns, can_end, clause_patterns, clauses, clauses_mut, each_pattern_mut, expressions,
    expressions_mut, nested_clauses, nested_queries, path_steps, pattern_expressions,
    pattern_expressions_mut, patterns, patterns_mut,
};
pub(crate) use expression::{children, children_mut};
pub(crate) use scope::{
    bound_variables, column, each_child, free_variables, locals, own_variables, pattern_variables,
    query_variables, rewrite, written_variables,
};
pub(crate) use uses::{each_pattern_variable_mut, uses};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Expression;
    use crate::parse::{parse, parse_expression};

    #[test]
    fn both_walks_visit_the_same_in_the_order_of_the_text() {
        let text = "MATCH (a {k: 1})-[r {k: 2}]->(b {k: 3}) WHERE 4 WITH 5 AS x ORDER BY 6 SKIP 7 LIMIT 8 WHERE 9 \
                    UNWIND [10] AS y RETURN CASE 11 WHEN 12 THEN 13 ELSE 14 END AS z, 15 < 16, [x IN 17 WHERE 18 | 19], \
                    reduce(a = 20, b IN 21 | 22), x[23..24], all(x IN 25 WHERE 26), {k: 27}";
        both_visit(text, 27);
    }

    #[test]
    fn both_walks_visit_clauses_that_write_and_what_is_within_expressions() {
        let text = "MATCH ((a WHERE 1)-[r WHERE 2]->({k: 3}) WHERE 4){1,2}(b) CREATE (c {k: 5}) MERGE (d {k: 6}) \
                    ON CREATE SET d.k = 7, d[8] = 9 ON MATCH SET d += 10 REMOVE d[11] DELETE 12, 13 \
                    FOREACH (x IN 14 | SET a = 15) CALL p(16) YIELD y WHERE 17 CALL (a) { RETURN 18 AS z } \
                    RETURN a{.k, l: 19}, [(a {k: 20})--() WHERE 21 | 22], EXISTS { (a {k: 23})--() WHERE 24 }, \
                    COUNT { UNWIND 25 AS x RETURN 26 UNION RETURN 27 }, 28 IS :: INTEGER, x[29]:A|B, (a {k: 30})--(b)";
        both_visit(text, 30);
    }

    fn both_visit(text: &str, last: i64) {
        let mut query = parse(text).unwrap();
        let mut seen = Vec::new();
        fn read(expression: &Expression, seen: &mut Vec<i64>) {
            if let Expression::Literal(crate::ast::Literal::Integer(number)) = expression {
                seen.push(*number);
            }
            children(expression).into_iter().for_each(|child| read(child, seen));
        }
        clauses(&query).flat_map(expressions).for_each(|expression| read(expression, &mut seen));
        assert_eq!(seen, (1..=last).collect::<Vec<i64>>());
        fn negate(expression: &mut Expression) {
            if let Expression::Literal(crate::ast::Literal::Integer(number)) = expression {
                *number = -*number;
            }
            children_mut(expression).into_iter().for_each(negate);
        }
        clauses_mut(&mut query).flat_map(expressions_mut).for_each(negate);
        seen.clear();
        clauses(&query).flat_map(expressions).for_each(|expression| read(expression, &mut seen));
        assert_eq!(seen, (1..=last).map(|number: i64| -number).collect::<Vec<i64>>());
    }

    #[test]
    fn variables_that_an_expression_binds_are_not_free() {
        for (text, free) in [
            ("a + b.c", "a b"),
            ("[x IN xs WHERE x > y | x + z]", "xs y z"),
            ("all(x IN x WHERE x)", "x"),
            ("reduce(s = s0, x IN xs | s + x + y)", "s0 xs y"),
            ("n{.k, m, l: x}", "m n x"),
            ("(a)-[r]->(b {k: x})", "a b r x"),
            ("[p = (a)-[r]->(b {k: x}) WHERE r.k = y | p]", "x y"),
            (
                "EXISTS { MATCH (a)-->(b) WHERE a.k = x WITH a AS c, y CALL p(z) YIELD d RETURN c, d }",
                "x y z",
            ),
        ] {
            let expression = parse_expression(text).unwrap();
            let names: Vec<&str> = free_variables(&expression).into_iter().collect();
            assert_eq!(names.join(" "), free, "{text}");
        }
    }
}
