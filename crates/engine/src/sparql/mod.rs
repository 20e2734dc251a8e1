//! SPARQL over HTTP: the SPARQL 1.1 Protocol, which every server of the language speaks.

mod endpoint;
mod results;

pub(crate) use endpoint::Sparql;
pub use results::read_results;

#[cfg(test)]
mod tests;
