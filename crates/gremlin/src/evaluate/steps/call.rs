//! `call`: the list of services, of which there are none.
//!
//! Reference: Call Step. Services are an engine's own.

use crate::evaluate::plan::Call;
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, raised, unmodelled};

impl Run<'_> {
    /// What a service gives.
    pub(super) fn call(&mut self, call: &Call, traverser: &Traverser) -> Fallible<Vec<Value>> {
        for parameter in call.parameters.iter().chain(call.with.iter().map(|(_, value)| value)) {
            self.given(parameter, traverser)?;
        }
        match call.service.as_str() {
            "" | "--list" => Err(unmodelled("the list of an engine's services")),
            name => Err(raised(format!("Unrecognized service: {name}"))),
        }
    }
}
