//! `repeat`: a query that only reads gives the same when it is asked again.
//!
//! What an engine keeps of a query, such as its plan or what it collected on the side, must not show in the next one.

use quarrel_case::check::Check;

use super::{ABOUT, twice};
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Repeated;

static REPEAT: About = About {
    name: "repeat",
    checks: "a query that only reads gives the same rows when it is asked again",
    source: "rdf4j#4769, TINKERPOP-2921 (answers that change from run to run)",
    ..ABOUT
};

impl Oracle for Repeated {
    fn about(&self) -> &About {
        &REPEAT
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        twice(case, scene, |_| {})
    }
}
