//! Steps on strings, and values as text.
//!
//! Semantics: "concat()", "format()", "length()", "replace()", "split()", "substring()", "toUpper()", "trim()"
//! and their kin: null stays null, and what is no string is refused.

use crate::ast::Token;
use crate::evaluate::plan::{By, Given, TextOp};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, raised};

impl TextOp {
    fn name(&self) -> &'static str {
        match self {
            TextOp::Length => "length",
            TextOp::Upper => "toUpper",
            TextOp::Lower => "toLower",
            TextOp::Trim => "trim",
            TextOp::LeftTrim => "lTrim",
            TextOp::RightTrim => "rTrim",
            TextOp::Substring(..) => "substring",
            TextOp::Split(_) => "split",
            TextOp::Replace(..) => "replace",
            TextOp::AsString => "asString",
        }
    }
}

impl Run<'_> {
    pub(super) fn text_step(&mut self, what: &TextOp, local: bool, value: &Value) -> Fallible<Value> {
        if !local {
            return self.text_of_one(what, value, false);
        }
        match value {
            Value::List(_) | Value::Set(_) | Value::Bulk(_) => {
                let items = value.items().unwrap_or_default();
                let items: Fallible<Vec<Value>> =
                    items.iter().map(|item| self.text_of_one(what, item, true)).collect();
                Ok(Value::list(items?))
            }
            other => self.text_of_one(what, other, true),
        }
    }

    fn text_of_one(&mut self, what: &TextOp, value: &Value, local: bool) -> Fallible<Value> {
        self.spend(1)?;
        if let TextOp::AsString = what {
            return match value {
                Value::Null if self.rules.as_string == 0 => Err(raised("Can't parse null as String.")),
                Value::Null => Ok(Value::Null),
                other => Ok(Value::string(&self.told(other))),
            };
        }
        let text = match value {
            Value::String(text) => text,
            Value::Null => return Ok(Value::Null),
            other => {
                let name = what.name();
                return Err(raised(if local {
                    format!(
                        "The {name}(local) step can only take string or list of strings, encountered {}",
                        other.kind()
                    )
                } else {
                    format!(
                        "The {name}() step can only take string as argument, encountered {}",
                        other.kind()
                    )
                }));
            }
        };
        Ok(match what {
            TextOp::Length => self.rules.int(i32::try_from(text.encode_utf16().count()).unwrap_or(i32::MAX)),
            TextOp::Upper => Value::string(&text.to_uppercase()),
            TextOp::Lower => Value::string(&text.to_lowercase()),
            TextOp::Trim => Value::string(text.trim()),
            TextOp::LeftTrim => Value::string(text.trim_start()),
            TextOp::RightTrim => Value::string(text.trim_end()),
            TextOp::Substring(start, end) => Value::string(&substring(text, *start, *end)),
            TextOp::Split(separator) => self.split(text, separator.as_deref()),
            TextOp::Replace(Some(from), Some(to)) if !from.is_empty() => {
                Value::string(&text.replace(from, to))
            }
            TextOp::Replace(..) | TextOp::AsString => value.clone(),
        })
    }

    fn split(&self, text: &str, separator: Option<&str>) -> Value {
        let parts: Vec<Value> = match separator {
            None => text.split_whitespace().map(Value::string).collect(),
            // The parts of nothing are one part, which is nothing (`StringUtil.split`); before 3.8 none.
            Some("") if self.rules.split_empty == 0 && !text.is_empty() => {
                text.chars().map(|letter| Value::string(&letter.to_string())).collect()
            }
            Some("") if !text.is_empty() || self.rules.split_empty == 0 => vec![Value::string(text)],
            Some("") => Vec::new(),
            Some(separator) => split_by(text, separator).into_iter().map(Value::string).collect(),
        };
        Value::list(parts)
    }

    pub(super) fn concat(&mut self, parts: &[Given], traverser: &Traverser) -> Fallible<Value> {
        let mut texts = vec![traverser.value.clone()];
        for part in parts {
            texts.push(self.given(part, traverser)?);
        }
        let mut whole: Option<String> = None;
        for text in texts {
            match text {
                Value::Null => {}
                Value::String(text) => whole.get_or_insert_default().push_str(&text),
                other => {
                    return Err(raised(format!(
                        "String concat() can only take string as argument, encountered {}",
                        other.kind()
                    )));
                }
            }
        }
        Ok(whole.map_or(Value::Null, |text| Value::string(&text)))
    }

    /// `format`: names between `%{` and `}` are properties, labels, or `_` for what `by` gives.
    pub(super) fn format(&mut self, text: &str, by: &[By], traverser: &Traverser) -> Fallible<Option<Value>> {
        let mut whole = String::new();
        let mut rest = text;
        let mut place = 0;
        while let Some((before, after)) = rest.split_once("%{") {
            let Some((name, after)) = after.split_once('}') else { break };
            whole += before;
            rest = after;
            let value = if name == "_" {
                let value = self.by_ring(by, place, traverser)?;
                place += 1;
                value
            } else {
                let key = [std::sync::Arc::from(name)];
                let own = self.property_values(&traverser.value, &key).into_iter().next();
                let [key] = key;
                own.or_else(|| self.scope_value(Some(Token::PopLast), &key, traverser))
            };
            let Some(value) = value else { return Ok(None) };
            whole += &self.told(&value);
        }
        whole += rest;
        Ok(Some(Value::string(&whole)))
    }

    /// A value as the text that a traversal makes of it; of a date, and of an element whose id the graph drew, nothing says
    /// which that is.
    pub(super) fn told(&mut self, value: &Value) -> String {
        if self.holds_drawn_id(value) {
            self.leaves_open("the text of an id that the graph draws");
        }
        if value.holds(&|part| matches!(part, Value::Moment(_))) {
            self.leaves_open("how a date is written as text");
        }
        self.shown(value)
    }

    /// A value as text, as the reference implementation shows it.
    pub(in crate::evaluate) fn shown(&self, value: &Value) -> String {
        let id = |value: &Value| self.id_of(value).map_or_else(String::new, |id| self.shown(&id));
        let list = |items: &[Value]| {
            let items: Vec<String> = items.iter().map(|item| self.shown(item)).collect();
            format!("[{}]", items.join(", "))
        };
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => number.text(),
            Value::String(text) | Value::Uuid(text) => text.to_string(),
            Value::Moment(moment) => moment.text(),
            Value::List(items) | Value::Set(items) => list(items),
            Value::Bulk(_) => list(&value.items().unwrap_or_default()),
            Value::Map(entries) => {
                let entry =
                    |(key, value): &(Value, Value)| format!("{}={}", self.shown(key), self.shown(value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            Value::Entry(entry) => format!("{}={}", self.shown(&entry.0), self.shown(&entry.1)),
            Value::Vertex(_) => format!("v[{}]", id(value)),
            Value::Edge(edge) => match self.store.edge(*edge) {
                Some(data) => format!(
                    "e[{}][{}-{}->{}]",
                    id(value),
                    id(&Value::Vertex(data.source)),
                    data.label,
                    id(&Value::Vertex(data.target))
                ),
                None => "e[]".to_owned(),
            },
            Value::VertexProperty(handle) => match self.store.vertex_property(*handle) {
                Some(property) => format!("vp[{}->{}]", property.key, self.shown(&property.value)),
                None => "vp[]".to_owned(),
            },
            Value::Property(property) => format!("p[{}->{}]", property.key, self.shown(&property.value)),
            Value::Path(path) => format!("path{}", list(&path.objects)),
            Value::Token(token) => token.name().to_owned(),
            Value::Cardinality(_, value) => self.shown(value),
            Value::Tree(tree) => {
                let entry = |(node, below): &(Value, crate::evaluate::value::Tree)| {
                    format!("{}={}", self.shown(node), self.shown(&Value::Tree(below.clone())))
                };
                format!("{{{}}}", tree.0.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            Value::Subgraph(graph) => {
                format!("tinkergraph[vertices:{} edges:{}]", graph.1.len(), graph.0.len())
            }
        }
    }
}

/// What is between separators, an empty part only at the end: the semantics say nothing of empty parts, and all
/// implementations on the JVM have them so (StringUtils.splitByWholeSeparator). Separators are looked for from the left.
fn split_by<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let mut parts: Vec<&str> = text.split(separator).collect();
    let last = parts.pop().filter(|_| !text.is_empty());
    parts.retain(|part| !part.is_empty());
    parts.extend(last);
    parts
}

/// The part between two places, which count from the end when they are negative.
fn substring(text: &str, start: i64, end: Option<i64>) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let size = i64::try_from(units.len()).unwrap_or(i64::MAX);
    let place = |at: i64| {
        let at = if at < 0 { at.saturating_add(size).max(0) } else { at.min(size) };
        usize::try_from(at).unwrap_or(0)
    };
    let (start, end) = (place(start), end.map_or(units.len(), place));
    String::from_utf16_lossy(units.get(start..end).unwrap_or_default())
}
