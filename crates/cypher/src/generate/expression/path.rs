//! What can be said of paths and of the relationships along them.

use super::Writer;
use crate::ast::{Expression, ListComprehension};
use crate::generate::build;
use crate::generate::kind::Kind;

impl Writer<'_> {
    /// A value read off a path or a list of relationships, if there is one, with its kind.
    pub(in crate::generate) fn about_path(&mut self) -> Option<(Expression, Kind)> {
        let leaf = self.leaf_where(|leaf| matches!(leaf.kind, Kind::Path | Kind::RelationshipList))?;
        let read = leaf.expression();
        let named = |name: &str| build::call(name, vec![read.clone()]);
        let (made, kind, feature) = match (leaf.kind, self.choices.below(4)) {
            (Kind::Path, 0) => (named("length"), Kind::Integer, "function.length"),
            (Kind::Path, 1) => (named("nodes"), Kind::NodeList, "function.nodes"),
            (Kind::Path, 2) => (named("relationships"), Kind::RelationshipList, "function.relationships"),
            (Kind::Path, _) if self.allow("function.nodes") => return self.along(named("nodes"), Kind::Node),
            (Kind::RelationshipList, 0) => (named("size"), Kind::Integer, "function.size"),
            (Kind::RelationshipList, 1) => (named("last"), Kind::Relationship, "function.last"),
            (Kind::RelationshipList, _) => return self.along(read, Kind::Relationship),
            _ => return None,
        };
        self.allow(feature).then_some((made, kind))
    }

    /// What the elements of a list have in common, or one property of each.
    fn along(&mut self, list: Expression, item: Kind) -> Option<(Expression, Kind)> {
        if self.allow("quantifier") && self.choices.chance(50) {
            return self.quantified(list, item, 1).map(|made| (made, Kind::Boolean));
        }
        if !self.allow("list-comprehension") {
            return None;
        }
        let variable = "x".to_owned();
        let (read, kind) = match item {
            Kind::Relationship if self.allow("function.type") => {
                (build::call("type", vec![build::variable(&variable)]), Kind::String)
            }
            Kind::Node => {
                let (key, kind) = self.choices.pick(self.view.keys(Kind::Node))?;
                (build::property(build::variable(&variable), key), *kind)
            }
            _ => return None,
        };
        let made = ListComprehension { variable, list, condition: None, projection: Some(read) };
        Some((Expression::ListComprehension(Box::new(made)), kind.list()))
    }
}
