//! What can be told only by looking further ahead: whether brackets hold a path or a comprehension.

use super::lexer::Kind;
use super::{Parser, is_reserved};

impl Parser<'_> {
    /// Whether the parenthesis at a token ahead opens a path of at least one relationship. In an expression
    /// `(a)--(b)` is such a path, though `a - (-b)` could be written the same way.
    pub(super) fn is_path(&self, ahead: usize) -> bool {
        if !self.is_symbol(ahead, "(") {
            return false;
        }
        let end = self.after_brackets(ahead);
        self.is_node(ahead + 1, end) && self.is_hop(end)
    }

    /// Whether what stands between parentheses, the closing one being before `end`, can be a node pattern.
    fn is_node(&self, mut at: usize, end: usize) -> bool {
        let word = |at: usize| self.is_keyword(at, "WHERE");
        let is_variable = |at: usize| match self.peek(at) {
            Kind::Name(name) => !is_reserved(name),
            kind => matches!(kind, Kind::QuotedName(_)),
        };
        let is_name = |at: usize| matches!(self.peek(at), Kind::Name(_) | Kind::QuotedName(_));
        at += usize::from(is_variable(at));
        if self.is_symbol(at, ":") || self.is_keyword(at, "IS") {
            at += 1;
            let joints = [":", "&", "|", "!", "%", "(", ")"];
            while at + 1 < end
                && (is_name(at) && !word(at) || joints.iter().any(|joint| self.is_symbol(at, joint)))
            {
                at += 1;
            }
        }
        if self.is_symbol(at, "{") {
            at = self.after_brackets(at);
        } else if matches!(self.peek(at), Kind::Parameter(_)) {
            at += 1;
        }
        self.is_keyword(at, "WHERE") || self.is_symbol(at, ")") && at + 1 == end
    }

    /// Whether a relationship and a parenthesis come at a token ahead.
    pub(super) fn is_hop(&self, mut at: usize) -> bool {
        at += usize::from(self.is_symbol(at, "<"));
        if !self.is_symbol(at, "-") {
            return false;
        }
        at += 1;
        if self.is_symbol(at, "[") {
            at = self.after_brackets(at);
        }
        let arrow = 1 + usize::from(self.is_symbol(at + 1, ">"));
        self.is_symbol(at, "-") && self.is_symbol(at + arrow, "(")
    }

    /// How far ahead the token is that follows the brackets opened at a token ahead.
    fn after_brackets(&self, mut ahead: usize) -> usize {
        let mut open = 0_usize;
        loop {
            match self.peek(ahead) {
                Kind::Symbol("(" | "[" | "{") => open += 1,
                Kind::Symbol(")" | "]" | "}") => open = open.saturating_sub(1),
                Kind::End => return ahead,
                _ => {}
            }
            ahead += 1;
            if open == 0 {
                return ahead;
            }
        }
    }

    /// Whether the bracket that is next opens a comprehension over a list. `[x IN l` may also open a list of
    /// truth values; then a comma follows before anything that only a comprehension has.
    pub(super) fn is_comprehension(&self) -> bool {
        let variable = match self.peek(1) {
            Kind::Name(word) => !is_reserved(word),
            kind => matches!(kind, Kind::QuotedName(_)),
        };
        variable && self.is_keyword(2, "IN") && self.comprehends(3, true)
    }

    /// Whether the bracket that is next opens a comprehension over a pattern.
    pub(super) fn is_pattern_comprehension(&self) -> bool {
        let is_name = matches!(self.peek(1), Kind::Name(_) | Kind::QuotedName(_));
        let start = if is_name && self.is_symbol(2, "=") { 3 } else { 1 };
        self.is_path(start) && self.comprehends(start, false)
    }

    /// Whether what only a comprehension has comes before a comma or the closing bracket; or what is to be said
    /// of a bracket that closes, or never does.
    fn comprehends(&self, ahead: usize, at_end: bool) -> bool {
        let mut open = 0_usize;
        for token in self.tokens.iter().skip(self.position + ahead) {
            match token.kind {
                Kind::Symbol("(" | "[" | "{") => open += 1,
                Kind::Symbol("|") if open == 0 => return true,
                Kind::Symbol(",") if open == 0 => return false,
                Kind::Symbol("]") if open == 0 => return at_end,
                Kind::Symbol(")" | "]" | "}") => open = open.saturating_sub(1),
                Kind::Name(word) if open == 0 && word.eq_ignore_ascii_case("WHERE") => return true,
                _ => {}
            }
        }
        at_end
    }
}
