//! A worker that misbehaves: a script of the shell, so that the tests need nothing that a machine does not have.

use quarrel_case::engine::{Engine, Identity};
use serde_json::json;

use super::{Deed, small, speech};
use crate::driver::Driver;
use crate::link::{Invocation, Link};

/// What the script does in the place of an answer.
fn wrong(deed: Deed) -> &'static str {
    match deed {
        Deed::Dies => "kill -SEGV $$",
        Deed::Closes => "exec >&-; sleep 60",
        Deed::Hangs => "exec sleep 60",
        Deed::Trickles => "while printf ' '; do sleep 0.02; done",
        Deed::Garbage => "head -c 4000 /dev/urandom; echo",
        Deed::Half => "printf '{\"columns\":[\"x\"],\"ro'; exit 3",
        Deed::HalfThenHangs => "printf '{\"columns\":[\"x\"],\"ro'; exec sleep 60",
        Deed::Endless => "exec cat /dev/zero",
        Deed::Nests => "head -c 10000 /dev/zero | tr '\\0' '['; echo",
        Deed::Crowds => "printf '['; yes '[0],' | head -n 3000000 | tr -d '\\n'; echo '0]'",
        Deed::Announces | Deed::StaysAlive => "exit 1",
    }
}

/// Starts a worker that misbehaves so when it is asked `bad`.
pub(super) fn start(deed: Deed) -> Box<dyn Engine> {
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
        *'\"hello\"'*) echo '{{\"protocol\":1,\"name\":\"bad\",\"version\":\"1.0\",\"ops\":[\"query\",\"load\"]}}';;\n\
        *bad*) {};;\n\
        *) echo '{{\"columns\":[\"x\"],\"rows\":[[1]]}}';;\n\
        esac; done",
        wrong(deed)
    );
    let link = Link::start(Invocation {
        program: "sh".into(),
        args: vec!["-c".to_owned(), script],
        language: "small".to_owned(),
        options: json!({}),
        longest: None,
    });
    Box::new(Driver::new(link.unwrap(), Identity::new("bad", "1.0"), small(), speech()).unwrap())
}
