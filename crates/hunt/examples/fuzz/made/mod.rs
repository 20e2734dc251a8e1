//! Answers as servers and workers send them, made by choices: those that the tests of the decoders read.

#[path = "../../../../engine/support/arcade.rs"]
pub(crate) mod arcade;
#[path = "../../../../engine/support/graphson.rs"]
pub(crate) mod graphson;
#[path = "../../../../engine/support/packstream.rs"]
pub(crate) mod packstream;
#[path = "../../../../engine/support/replies.rs"]
pub(crate) mod replies;
#[path = "../../../../engine/support/resp.rs"]
pub(crate) mod resp;
#[path = "../../../../engine/support/results.rs"]
pub(crate) mod results;
