//! Updates (SPARQL 1.1 Update, productions 29 to 52 of the common grammar).

use super::{DatasetClause, Group, Prologue, TriplePattern, VarOrIri};
use serde::{Deserialize, Serialize};

/// An update request (production 29): operations that are carried out one after another.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Update {
    /// The base IRI and the prefixes at the request's end.
    #[serde(default)]
    pub prologue: Prologue,
    /// The operations.
    pub operations: Vec<Operation>,
}

/// One operation (production 30).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// `INSERT DATA { ... }`: no variables.
    InsertData(Vec<QuadBlock>),
    /// `DELETE DATA { ... }`: neither variables nor blank nodes.
    DeleteData(Vec<QuadBlock>),
    /// `DELETE WHERE { ... }`: the pattern is the template; no blank nodes.
    DeleteWhere(Vec<QuadBlock>),
    /// `DELETE { ... } INSERT { ... } WHERE { ... }`
    Modify(Box<Modify>),
    /// `LOAD source INTO GRAPH into`
    Load {
        /// Whether a failure is let pass.
        silent: bool,
        /// The document.
        source: String,
        /// The graph that receives it; none is the default graph.
        into: Option<String>,
    },
    /// `CLEAR target`
    Clear {
        /// Whether a failure is let pass.
        silent: bool,
        /// What is emptied.
        target: GraphTarget,
    },
    /// `DROP target`
    Drop {
        /// Whether a failure is let pass.
        silent: bool,
        /// What is removed.
        target: GraphTarget,
    },
    /// `CREATE GRAPH graph`
    Create {
        /// Whether a failure is let pass.
        silent: bool,
        /// The new graph.
        graph: String,
    },
    /// `ADD`, `MOVE` and `COPY`
    Transfer {
        /// Which of them.
        kind: Transfer,
        /// Whether a failure is let pass.
        silent: bool,
        /// The source; none is the default graph.
        from: Option<String>,
        /// The destination; none is the default graph.
        to: Option<String>,
    },
}

/// `WITH`, `DELETE`, `INSERT`, `USING` and `WHERE` (production 41); at least one template is there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Modify {
    /// `WITH`: the graph that stands for the default graph.
    pub with: Option<String>,
    /// What is deleted; without blank nodes.
    pub delete: Option<Vec<QuadBlock>>,
    /// What is inserted.
    pub insert: Option<Vec<QuadBlock>>,
    /// `USING` and `USING NAMED`.
    #[serde(default)]
    pub using: DatasetClause,
    /// The group after WHERE.
    pub pattern: Group,
}

/// Triples of a template or of data, of one graph (productions 50 and 51).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuadBlock {
    /// `GRAPH` and its name; none is the default graph.
    pub graph: Option<VarOrIri>,
    /// The triples; predicates are no paths.
    pub patterns: Vec<TriplePattern>,
}

/// Which graphs CLEAR and DROP mean (production 47).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GraphTarget {
    /// `DEFAULT`
    Default,
    /// `NAMED`
    Named,
    /// `ALL`
    All,
    /// `GRAPH iri`
    Graph(String),
}

/// How triples go from one graph to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transfer {
    /// `ADD`: the destination keeps what it has.
    Add,
    /// `MOVE`: the destination has only this, the source is removed.
    Move,
    /// `COPY`: the destination has only this.
    Copy,
}

impl Transfer {
    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Add => "ADD",
            Self::Move => "MOVE",
            Self::Copy => "COPY",
        }
    }
}

impl Operation {
    /// The blocks of data and of templates, as they are written.
    pub fn blocks(&self) -> impl Iterator<Item = &QuadBlock> {
        let (first, second): (&[QuadBlock], &[QuadBlock]) = match self {
            Self::InsertData(blocks) | Self::DeleteData(blocks) | Self::DeleteWhere(blocks) => (blocks, &[]),
            Self::Modify(modify) => {
                (modify.delete.as_deref().unwrap_or_default(), modify.insert.as_deref().unwrap_or_default())
            }
            _ => (&[], &[]),
        };
        first.iter().chain(second)
    }

    /// As [`Self::blocks`], to change them.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<QuadBlock>> {
        match self {
            Self::InsertData(blocks) | Self::DeleteData(blocks) | Self::DeleteWhere(blocks) => vec![blocks],
            Self::Modify(modify) => {
                let Modify { delete, insert, .. } = &mut **modify;
                delete.iter_mut().chain(insert).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The group after WHERE, of what has one.
    pub fn pattern(&self) -> Option<&Group> {
        match self {
            Self::Modify(modify) => Some(&modify.pattern),
            _ => None,
        }
    }
}

impl Update {
    /// Brings the tree into the shape that its own text would be read as (see [`super::Query::normalize`]).
    pub fn normalize(&mut self) {
        for operation in &mut self.operations {
            for blocks in operation.blocks_mut() {
                merge(blocks);
            }
            if let Operation::Modify(modify) = operation {
                modify.pattern.normalize();
                if modify.delete.is_none() && modify.insert.is_none() {
                    modify.delete = Some(Vec::new());
                }
            }
        }
    }
}

/// Neighbouring blocks of the default graph become one, empty ones vanish.
fn merge(blocks: &mut Vec<QuadBlock>) {
    let mut merged: Vec<QuadBlock> = Vec::with_capacity(blocks.len());
    for mut block in blocks.drain(..) {
        block.patterns.iter_mut().for_each(TriplePattern::normalize);
        match merged.last_mut() {
            _ if block.graph.is_none() && block.patterns.is_empty() => {}
            Some(last) if last.graph.is_none() && block.graph.is_none() => {
                last.patterns.extend(block.patterns);
            }
            _ => merged.push(block),
        }
    }
    *blocks = merged;
}
