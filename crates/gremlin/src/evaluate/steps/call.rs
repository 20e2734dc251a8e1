//! `call`: services, which answer from a table.
//!
//! Reference: Call Step. Services are an engine's own; those that a case brings along are known here.

use std::sync::Arc;

use crate::evaluate::plan::Call;
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, compare, raised};

/// A service: the names of its inputs, of which `it` is what the traverser stands on, and rows of inputs and output.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Service {
    pub(in crate::evaluate) name: Arc<str>,
    pub(in crate::evaluate) inputs: Vec<String>,
    pub(in crate::evaluate) rows: Vec<Vec<Value>>,
}

impl Run<'_> {
    /// What a service gives.
    pub(super) fn call(&mut self, call: &Call, traverser: &Traverser) -> Fallible<Vec<Value>> {
        let mut parameters: Vec<(Value, Value)> = Vec::new();
        for given in &call.parameters {
            match self.given(given, traverser)? {
                Value::Map(entries) => parameters.extend(Arc::unwrap_or_clone(entries)),
                _ => return Err(raised("the parameters of a service are a map")),
            }
        }
        for (key, given) in &call.with {
            parameters.push((Value::string(key), self.given(given, traverser)?));
        }
        let parameter = |name: &str| {
            let named = |(key, _): &&(Value, Value)| key.text() == Some(name);
            parameters.iter().rev().find(named).map(|(_, value)| value.clone())
        };
        let services = Arc::clone(&self.services);
        if matches!(call.service.as_str(), "" | "--list") {
            let wanted = parameter("service");
            let names = services.iter().map(|service| Value::String(service.name.clone()));
            return Ok(names
                .filter(|name| wanted.as_ref().is_none_or(|wanted| compare::equal(name, wanted)))
                .collect());
        }
        let service = services.iter().find(|service| *service.name == *call.service);
        let service = service.ok_or_else(|| raised(format!("Unrecognized service: {}", call.service)))?;
        let inputs: Vec<Value> = service
            .inputs
            .iter()
            .map(|input| match input.as_str() {
                "it" => traverser.value.clone(),
                name => parameter(name).unwrap_or(Value::Null),
            })
            .collect();
        self.spend(service.rows.len())?;
        let fits = |row: &&Vec<Value>| {
            row.len() > inputs.len()
                && row.iter().zip(&inputs).all(|(known, input)| compare::equal(known, input))
        };
        Ok(service.rows.iter().filter(fits).filter_map(|row| row.last().cloned()).collect())
    }
}
