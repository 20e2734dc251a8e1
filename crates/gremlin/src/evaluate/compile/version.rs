//! What a version of the language does not have: its grammar refuses it.
//!
//! Of two versions of an engine each is asked what was generated for the other, too. Where a version has no word for
//! something, the reference says so, and the two are not compared.

use super::Compiler;
use crate::ast::{Argument, Step, StepName, Token};
use crate::evaluate::plan::Plan;
use crate::evaluate::{Fallible, invalid};

impl Compiler<'_> {
    /// Refuses a step that the version has not, not here, or not with these arguments.
    pub(super) fn check_version(&self, plan: &Plan, step: &Step) -> Fallible<()> {
        use StepName as S;
        let minor = self.rules.minor();
        let begins = self.depth == 1 && plan.nodes.is_empty();
        let scope =
            |argument: &Argument| matches!(argument, Argument::Token(Token::ScopeLocal | Token::ScopeGlobal));
        let name = step.name.text();
        let why = match step.name {
            other if !crate::ast::in_version(other, minor) => format!("There is no step {name}()"),
            // Upgrade 3.7: Mid-traversal E().
            S::E if !begins && !self.rules.edges_within() => {
                "E() begins a traversal and stands nowhere else".to_owned()
            }
            // Upgrade 3.7: union() as a start step.
            S::Union if begins && minor < 7 => "union() begins no traversal".to_owned(),
            // Upgrade 3.8: Removal of aggregate() with a scope.
            S::Aggregate if minor > 7 && step.arguments.iter().any(scope) => {
                "aggregate() takes no scope".to_owned()
            }
            // Upgrade 3.8: the types of the language.
            _ if minor < 8 && step.arguments.iter().any(names_type) => "There are no types".to_owned(),
            _ => return Ok(()),
        };
        Err(invalid(why))
    }
}

/// Whether an argument names a type, those of traversals inside left out, which are steps of their own.
fn names_type(argument: &Argument) -> bool {
    let mut found = matches!(argument, Argument::Token(token) if token.group() == "GType");
    argument.each_child(&mut |child| found |= names_type(child));
    found
}
