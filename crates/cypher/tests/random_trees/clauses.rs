//! Random clauses, queries and statements.

use quarrel_cypher::ast::*;

use super::Trees;

impl Trees {
    fn projection(&mut self) -> Projection {
        let star = self.coin();
        Projection {
            distinct: self.coin(),
            star,
            items: self.many(usize::from(!star), |trees| ProjectionItem {
                expression: trees.expression(2),
                alias: trees.maybe(Self::name),
            }),
            order: self
                .many(0, |trees| SortItem { expression: trees.expression(2), descending: trees.coin() }),
            skip: self.maybe(|trees| trees.expression(1)),
            limit: self.maybe(|trees| trees.expression(1)),
        }
    }

    fn hint(&mut self) -> Hint {
        let kinds = [IndexKind::Default, IndexKind::Range, IndexKind::Text, IndexKind::Point];
        match self.below(3) {
            0 => Hint::Index {
                kind: self.pick(&kinds),
                seek: self.coin(),
                variable: self.name(),
                label: self.name(),
                keys: self.many(1, Self::name),
            },
            1 => Hint::Scan { variable: self.name(), label: self.name() },
            _ => Hint::Join { variables: self.many(1, Self::name) },
        }
    }

    pub(crate) fn reading_clause(&mut self) -> Clause {
        match self.below(3) {
            0 => Clause::Match(Match {
                optional: self.coin(),
                patterns: self.many(1, Self::pattern),
                hints: if self.below(4) == 0 { self.many(1, Self::hint) } else { Vec::new() },
                condition: self.maybe(|trees| trees.expression(2)),
            }),
            1 => Clause::Unwind(Unwind { list: self.expression(2), variable: self.name() }),
            _ => Clause::With(With {
                projection: self.projection(),
                condition: self.maybe(|trees| trees.expression(2)),
            }),
        }
    }

    fn set_item(&mut self) -> SetItem {
        match self.below(5) {
            0 => {
                SetItem::Property { subject: self.expression(1), key: self.name(), value: self.expression(2) }
            }
            1 => SetItem::Subscript {
                subject: self.expression(1),
                key: self.expression(1),
                value: self.expression(1),
            },
            2 => SetItem::Replace { variable: self.name(), value: self.expression(1) },
            3 => SetItem::Add { variable: self.name(), value: self.expression(1) },
            _ => SetItem::Labels { variable: self.name(), labels: self.many(1, Self::name) },
        }
    }

    fn remove_item(&mut self) -> RemoveItem {
        match self.below(3) {
            0 => RemoveItem::Property { subject: self.expression(1), key: self.name() },
            1 => RemoveItem::Subscript { subject: self.expression(1), key: self.expression(1) },
            _ => RemoveItem::Labels { variable: self.name(), labels: self.many(1, Self::name) },
        }
    }

    fn updating_clause(&mut self, depth: usize) -> Clause {
        match self.below(6) {
            0 => Clause::Create(Create { patterns: self.many(1, Self::pattern) }),
            1 => Clause::Merge(Merge {
                pattern: self.pattern(),
                on_create: self.many(0, Self::set_item),
                on_match: self.many(0, Self::set_item),
            }),
            2 => Clause::Set(self.many(1, Self::set_item)),
            3 => Clause::Remove(self.many(1, Self::remove_item)),
            4 if depth > 0 => Clause::Foreach(Foreach {
                variable: self.name(),
                list: self.expression(2),
                clauses: self.many(1, |trees| trees.updating_clause(depth - 1)),
            }),
            _ => Clause::Delete(Delete {
                detach: self.coin(),
                expressions: self.many(1, |trees| trees.expression(2)),
            }),
        }
    }

    /// A call; only a clause that stands alone may leave out what it takes and gives.
    fn call(&mut self, alone: bool) -> Clause {
        let item = |trees: &mut Self| YieldItem { column: trees.name(), alias: trees.maybe(Self::name) };
        let arguments = self.many(0, |trees| trees.expression(1));
        let yields = self.maybe(|trees| Yield {
            items: trees.many(usize::from(!alone), item),
            condition: trees.maybe(|trees| trees.expression(1)),
        });
        Clause::Call(ProcedureCall {
            optional: self.coin(),
            name: self.many(1, Self::name).join("."),
            arguments: if alone && self.coin() { None } else { Some(arguments) },
            yields,
        })
    }

    fn subquery_call(&mut self, depth: usize) -> Clause {
        let imports = match self.below(3) {
            0 => None,
            1 => Some(Imports::All),
            _ => Some(Imports::Variables(self.many(0, Self::name))),
        };
        Clause::Subquery(SubqueryCall { optional: self.coin(), imports, query: self.any_query(depth) })
    }

    fn clause(&mut self, depth: usize) -> Clause {
        match self.below(8) {
            0 | 1 => self.updating_clause(1),
            2 => self.call(false),
            3 if depth > 0 => self.subquery_call(depth - 1),
            _ => self.reading_clause(),
        }
    }

    /// A query that gives rows.
    pub(crate) fn query(&mut self, depth: usize) -> Query {
        self.unions(|trees| {
            let mut clauses = trees.many(0, |trees| trees.clause(depth));
            clauses.push(Clause::Return(trees.projection()));
            SingleQuery { clauses }
        })
    }

    /// A query that gives rows, or does something without giving any.
    pub(crate) fn any_query(&mut self, depth: usize) -> Query {
        match self.below(4) {
            0 => self.unions(|trees| {
                let mut clauses = trees.many(0, |trees| trees.clause(depth));
                clauses.push(match trees.below(3) {
                    0 => Clause::Finish,
                    1 => trees.updating_clause(1),
                    _ => trees.call(false),
                });
                SingleQuery { clauses }
            }),
            1 => Query::single(vec![self.call(true)]),
            _ => self.query(depth),
        }
    }

    fn unions(&mut self, part: impl Fn(&mut Self) -> SingleQuery) -> Query {
        let kind = self.pick(&[UnionKind::All, UnionKind::Distinct]);
        let first = part(self);
        let unions = if self.below(4) == 0 { self.many(1, |trees| (kind, part(trees))) } else { Vec::new() };
        Query { first, unions }
    }

    pub(crate) fn statement(&mut self) -> Statement {
        let modes = [ExecutionMode::Explain, ExecutionMode::Profile];
        let prefix = Prefix {
            version: self.maybe(|trees| trees.pick(&["5", "25", "4.4"]).to_owned()),
            options: self.many(0, |trees| (trees.name(), trees.name())),
            mode: self.maybe(|trees| trees.pick(&modes)),
        };
        let body = match self.coin() {
            true => StatementBody::Query(self.any_query(1)),
            false => StatementBody::Schema(self.schema_command()),
        };
        Statement { prefix, body }
    }

    fn target(&mut self, element: SchemaElement) -> SchemaTarget {
        SchemaTarget { element, labels: vec![self.name()], keys: self.many(1, Self::name) }
    }

    fn constraint(&mut self) -> Constraint {
        let element = self.pick(&[SchemaElement::Node, SchemaElement::Relationship]);
        let requirement = match self.below(4) {
            0 => Requirement::Unique,
            1 => Requirement::NotNull,
            2 => Requirement::Key,
            _ => Requirement::Typed(self.value_type(2)),
        };
        Constraint { target: self.target(element), requirement }
    }

    fn schema_command(&mut self) -> SchemaCommand {
        let (name, condition) = (self.name(), self.coin());
        match self.below(6) {
            0 => SchemaCommand::DropIndex { name, if_exists: condition },
            1 => SchemaCommand::DropConstraint { name, if_exists: condition },
            2 => SchemaCommand::DropIndexOn(self.target(SchemaElement::Node)),
            3 => SchemaCommand::DropConstraintOn(self.constraint()),
            4 => SchemaCommand::CreateConstraint {
                name: self.maybe(Self::name),
                if_not_exists: condition,
                constraint: self.constraint(),
            },
            _ => self.create_index(),
        }
    }

    fn create_index(&mut self) -> SchemaCommand {
        use IndexKind::*;
        let kind = self.pick(&[Default, Range, Text, Point, Lookup, Fulltext]);
        let element = self.pick(&[SchemaElement::Node, SchemaElement::Relationship]);
        let target = match kind {
            Lookup => SchemaTarget { element, labels: Vec::new(), keys: Vec::new() },
            Fulltext => SchemaTarget { labels: self.many(1, Self::name), ..self.target(element) },
            _ => self.target(element),
        };
        SchemaCommand::CreateIndex(CreateIndex {
            kind,
            name: self.maybe(Self::name),
            if_not_exists: self.coin(),
            target,
            options: self.entries(1),
        })
    }
}
