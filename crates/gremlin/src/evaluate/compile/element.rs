//! Steps that make, find and leave elements, and filters.

use super::arguments::Arguments;
use super::{Compiler, matching};
use crate::ast::{Argument, PredicateName, StepName, Token};
use crate::evaluate::plan::{
    By, Given, HasKey, Items, Label, Merge, Op, Plan, Setting, Span, Test, ValueMap,
};
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, invalid, unmodelled};

impl Compiler<'_> {
    /// Steps on elements.
    pub(super) fn element_op(&mut self, plan: &Plan, arguments: &Arguments<'_>) -> Fallible<Option<Op>> {
        use StepName as S;
        Ok(Some(match arguments.name() {
            S::V => Op::Vertices(self.ids(arguments)?),
            S::E => Op::Edges(self.ids(arguments)?),
            S::AddV | S::AddE => self.add(arguments)?,
            S::Property => self.property(plan, arguments)?,
            S::MergeV | S::MergeE => self.merge(arguments)?,
            S::Drop => Op::Drop,
            S::Out => self.adjacent(arguments, Token::DirectionOut, false, 0)?,
            S::In => self.adjacent(arguments, Token::DirectionIn, false, 0)?,
            S::Both => self.adjacent(arguments, Token::DirectionBoth, false, 0)?,
            S::OutE => self.adjacent(arguments, Token::DirectionOut, true, 0)?,
            S::InE => self.adjacent(arguments, Token::DirectionIn, true, 0)?,
            S::BothE => self.adjacent(arguments, Token::DirectionBoth, true, 0)?,
            S::To | S::ToE => {
                let direction = arguments.token(0).ok_or_else(|| arguments.wrong())?;
                self.adjacent(arguments, direction, arguments.name() == S::ToE, 1)?
            }
            S::OutV => Op::Ends(Token::DirectionOut),
            S::InV => Op::Ends(Token::DirectionIn),
            S::BothV => Op::Ends(Token::DirectionBoth),
            S::ToV => Op::Ends(arguments.token(0).ok_or_else(|| arguments.wrong())?),
            S::OtherV => Op::OtherEnd,
            S::Properties | S::Values => Op::Properties {
                keys: self.labels_from(arguments, 0)?,
                chosen: arguments.len() > 0,
                values: arguments.name() == S::Values,
            },
            S::Value => Op::Value,
            S::Key => Op::Key,
            S::Id => Op::Id,
            S::Label => Op::Label,
            S::Element => Op::Element,
            S::ValueMap | S::PropertyMap | S::ElementMap => self.value_map(arguments)?,
            _ => return Ok(None),
        }))
    }

    /// Ids: elements stand for theirs, and lists are taken apart.
    fn ids(&self, arguments: &Arguments<'_>) -> Fallible<Vec<Value>> {
        let values = self.values(arguments.all())?;
        let ids: Vec<Value> = match values.as_slice() {
            [one] => one.items().unwrap_or(values),
            _ => values,
        };
        let asked = arguments.len() > 0;
        Ok(if asked && ids.is_empty() { vec![Value::Null] } else { ids })
    }

    fn adjacent(
        &self,
        arguments: &Arguments<'_>,
        direction: Token,
        edges: bool,
        from: usize,
    ) -> Fallible<Op> {
        let labels = self.labels_from(arguments, from)?;
        let none = labels.is_empty() && arguments.len() > from;
        Ok(Op::Adjacent { direction, labels, none, edges })
    }

    fn add(&mut self, arguments: &Arguments<'_>) -> Fallible<Op> {
        let edge = arguments.name() == StepName::AddE;
        let label = match arguments.get(0) {
            Some(argument) => self.given(argument)?,
            None if edge => return Err(arguments.wrong()),
            None => Given::Value(Value::string("vertex")),
        };
        if let Given::Value(label) = &label {
            match label {
                Value::String(text) if text.starts_with('~') => {
                    return Err(invalid(format!("Label can not be a hidden key: {text}")));
                }
                Value::String(_) => {}
                Value::Null => return Err(invalid("Label can not be null")),
                _ => return Err(arguments.wrong()),
            }
        }
        Ok(if edge {
            Op::AddEdge { label, from: None, to: None, settings: Vec::new() }
        } else {
            Op::AddVertex { label, settings: Vec::new() }
        })
    }

    /// `property` that is no modulator of a step that adds.
    fn property(&mut self, _plan: &Plan, arguments: &Arguments<'_>) -> Fallible<Op> {
        let (cardinality, rest) = cardinality(arguments);
        if rest.len() == 1 {
            let [map] = rest else { return Err(arguments.wrong()) };
            return Ok(Op::SetAll(cardinality, self.given(map)?));
        }
        self.setting(arguments).map(Op::Set)
    }

    /// A property with its cardinality and the properties of the property.
    pub(super) fn setting(&mut self, arguments: &Arguments<'_>) -> Fallible<Setting> {
        let (cardinality, rest) = cardinality(arguments);
        let (Some(key), Some(value)) = (rest.first(), rest.get(1)) else { return Err(arguments.wrong()) };
        let mut meta = Vec::new();
        for pair in rest.get(2..).unwrap_or_default().chunks(2) {
            let [key, value] = pair else {
                return Err(invalid("The provided key/value array length must be a multiple of two"));
            };
            meta.push((self.given(key)?, self.given(value)?));
        }
        let key = self.given(key)?;
        if let Given::Value(Value::String(key)) = &key
            && key.starts_with('~')
        {
            return Err(invalid(format!("Property key can not be a hidden key: {key}")));
        }
        Ok(Setting { cardinality, key, value: self.given(value)?, meta })
    }

    fn merge(&mut self, arguments: &Arguments<'_>) -> Fallible<Op> {
        let search = arguments.get(0).map(|argument| self.given(argument)).transpose()?;
        Ok(Op::Merge(Box::new(Merge {
            edges: arguments.name() == StepName::MergeE,
            search,
            on_create: None,
            on_match: None,
            source: None,
            target: None,
        })))
    }

    fn value_map(&self, arguments: &Arguments<'_>) -> Fallible<Op> {
        let flag = match arguments.get(0) {
            Some(Argument::Literal(crate::ast::Literal::Boolean(flag))) => Some(*flag),
            _ => None,
        };
        let start = usize::from(flag.is_some());
        let map = ValueMap {
            keys: self.labels_from(arguments, start)?,
            chosen: arguments.len() > start,
            tokens: if flag == Some(true) { 15 } else { 0 },
            by: Vec::new(),
            properties: arguments.name() == StepName::PropertyMap,
        };
        Ok(if arguments.name() == StepName::ElementMap { Op::ElementMap(map) } else { Op::ValueMap(map) })
    }

    /// Filters.
    pub(super) fn filter_op(&mut self, arguments: &Arguments<'_>) -> Fallible<Option<Op>> {
        use StepName as S;
        Ok(Some(match arguments.name() {
            S::Has => self.has(arguments)?,
            S::HasId => Op::Has(HasKey::Id, self.any_of(arguments, 0)?),
            S::HasLabel => Op::Has(HasKey::Label, self.any_of(arguments, 0)?),
            S::HasKey => Op::Has(HasKey::PropertyKey, self.any_of(arguments, 0)?),
            S::HasValue => Op::Has(HasKey::PropertyValue, self.one_of(arguments)?),
            S::HasNot => Op::HasNone(self.label_at(arguments, 0)?),
            S::Is => Op::Is(self.test(arguments.need(0)?)?),
            S::Not => Op::Not(self.inner(arguments.need(0)?)?),
            S::And => Op::And(self.inners(arguments.all())?),
            S::Or => Op::Or(self.inners(arguments.all())?),
            S::Filter if arguments.is_traversal(0) => Op::Filter(self.inner(arguments.need(0)?)?),
            S::Filter => Op::Is(self.test(arguments.need(0)?)?),
            S::Where => self.condition(arguments)?,
            S::Dedup => {
                let (local, start) = arguments.scope();
                Op::Dedup { local, labels: self.labels_from(arguments, start)?, by: Vec::new() }
            }
            S::Limit | S::Skip | S::Range => self.range(arguments)?,
            S::Tail => {
                let (local, start) = arguments.scope();
                let count = if arguments.len() > start { self.integer(arguments, start)? } else { 1 };
                Op::Tail { local, count }
            }
            S::Sample => {
                let (local, start) = arguments.scope();
                Op::Sample { local, count: self.integer(arguments, start)?, by: Vec::new() }
            }
            S::Coin => match self.value_at(arguments, 0)?.number() {
                Some(number) => Op::Coin(number.double()),
                None => return Err(arguments.wrong()),
            },
            S::SimplePath | S::CyclicPath => {
                let simple = arguments.name() == S::SimplePath;
                Op::Trail { simple, span: Span::default(), by: Vec::new() }
            }
            S::Discard => Op::Discard,
            S::None if arguments.len() == 0 => Op::Discard,
            S::None => Op::ListTest(Items::None, self.test(arguments.need(0)?)?),
            S::All => Op::ListTest(Items::All, self.test(arguments.need(0)?)?),
            S::Any => Op::ListTest(Items::Any, self.test(arguments.need(0)?)?),
            _ => return Ok(None),
        }))
    }

    fn range(&self, arguments: &Arguments<'_>) -> Fallible<Op> {
        let (local, start) = arguments.scope();
        let first = self.integer(arguments, start)?;
        let (low, high) = match arguments.name() {
            StepName::Limit => (0, first),
            StepName::Skip => (first, -1),
            _ => (first, self.integer(arguments, start + 1)?),
        };
        if low != -1 && high != -1 && low > high {
            return Err(invalid(format!("Not a legal range: [{low}, {high}]")));
        }
        Ok(Op::Range { local, low, high })
    }

    /// One predicate, or any of several values.
    fn any_of(&self, arguments: &Arguments<'_>, start: usize) -> Fallible<Test> {
        if let (Some(predicate @ Argument::Predicate(_)), true) =
            (arguments.get(start), arguments.len() == start + 1)
        {
            return self.test(predicate);
        }
        let rest = arguments.all().get(start..).unwrap_or_default();
        if rest.is_empty() {
            return Err(arguments.wrong());
        }
        let mut values = Vec::new();
        for value in self.values(rest)? {
            match value.items() {
                Some(items) if rest.len() == 1 => values.extend(items),
                _ => values.push(value),
            }
        }
        Ok(Test::Among(PredicateName::Within, values))
    }

    /// A test for one of the values, each of which may be a list as a property's value may.
    fn one_of(&self, arguments: &Arguments<'_>) -> Fallible<Test> {
        match arguments.all() {
            [list @ (Argument::List(_) | Argument::Set(_))] => {
                Ok(Test::Among(PredicateName::Within, vec![self.value(list)?]))
            }
            _ => self.any_of(arguments, 0),
        }
    }

    fn has(&mut self, arguments: &Arguments<'_>) -> Fallible<Op> {
        if arguments.len() == 3 {
            // The label first: has(label, key, value).
            let label = self.test(arguments.need(0)?)?;
            let key = self.has_key(arguments, 1)?;
            let mut plan = self.single(Op::Has(HasKey::Label, label));
            let value = arguments.need(2)?;
            let op = self.has_value(arguments, key, value)?;
            self.push(&mut plan, op);
            return Ok(Op::Filter(plan));
        }
        let key = self.has_key(arguments, 0)?;
        match (arguments.get(1), key) {
            (Some(value), key) => self.has_value(arguments, key, value),
            (None, Some(HasKey::Key(key))) => Ok(Op::HasAny(key)),
            (None, None) => Ok(Op::Discard),
            _ => Err(arguments.wrong()),
        }
    }

    /// What is asked for; none for the key null, which nothing has.
    fn has_key(&self, arguments: &Arguments<'_>, index: usize) -> Fallible<Option<HasKey>> {
        Ok(Some(match self.value_at(arguments, index)? {
            Value::String(key) => HasKey::Key(key),
            Value::Token(Token::TId) => HasKey::Id,
            Value::Token(Token::TLabel) => HasKey::Label,
            Value::Null => return Ok(None),
            _ => return Err(arguments.wrong()),
        }))
    }

    fn has_value(
        &mut self,
        arguments: &Arguments<'_>,
        key: Option<HasKey>,
        value: &Argument,
    ) -> Fallible<Op> {
        if !matches!(value, Argument::Traversal(_)) {
            let test = match (&key, value) {
                (Some(HasKey::Id | HasKey::Label), Argument::List(items)) => {
                    Test::Among(PredicateName::Within, self.values(items)?)
                }
                _ => self.test(value)?,
            };
            return Ok(key.map_or(Op::Discard, |key| Op::Has(key, test)));
        }
        if self.rules.has_traversal == 0 {
            return Err(unmodelled("has() with a traversal"));
        }
        let by = match key {
            Some(HasKey::Key(key)) => By::Key(key),
            Some(HasKey::Id) => By::Token(Token::TId),
            Some(HasKey::Label) => By::Token(Token::TLabel),
            _ => return Err(arguments.wrong()),
        };
        Ok(Op::HasPlan(by, self.inner(value)?))
    }

    /// `where`, with a predicate on labels or a traversal.
    fn condition(&mut self, arguments: &Arguments<'_>) -> Fallible<Op> {
        match (arguments.get(0), arguments.get(1)) {
            (Some(Argument::Traversal(traversal)), None) => {
                let steps = matching::scoped(&traversal.steps);
                self.scoped_plan(&steps).map(Op::Filter)
            }
            (Some(Argument::Predicate(predicate)), None) => {
                Ok(Op::Where { start: None, test: self.predicate(predicate)?, by: Vec::new() })
            }
            (Some(_), Some(Argument::Predicate(predicate))) => {
                let start: Label = self.label_at(arguments, 0)?;
                Ok(Op::Where { start: Some(start), test: self.predicate(predicate)?, by: Vec::new() })
            }
            _ => Err(arguments.wrong()),
        }
    }
}

/// The cardinality, if there is one, and the other arguments.
fn cardinality<'s>(arguments: &Arguments<'s>) -> (Option<Token>, &'s [Argument]) {
    match arguments.token(0) {
        Some(token) if token.group() == "Cardinality" => {
            (Some(token), arguments.all().get(1..).unwrap_or_default())
        }
        _ if matches!(arguments.get(0), Some(Argument::Literal(crate::ast::Literal::Null)))
            && arguments.len() > 2 =>
        {
            (None, arguments.all().get(1..).unwrap_or_default())
        }
        _ => (None, arguments.all()),
    }
}
