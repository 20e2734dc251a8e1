//! One connection: a command goes, its answer comes, until a deadline.

use std::time::Instant;

use super::decode::{Decoder, Reply, Unread, command};
use crate::address::Address;
use crate::station::Fault;
use crate::stream::Stream;

/// A connection on which commands are sent one after the other.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: Stream,
    decoder: Decoder,
}

impl Connection {
    /// Connects.
    pub(crate) fn open(address: &Address, deadline: Instant) -> Result<Self, Fault> {
        Ok(Self { stream: Stream::open(address, deadline)?, decoder: Decoder::default() })
    }

    /// Sends a command and reads its answer. After a fault the connection is of no more use.
    pub(crate) fn call(&mut self, words: &[&str], deadline: Instant) -> Result<Reply, Fault> {
        self.stream.send(&command(words), deadline)?;
        loop {
            match self.decoder.next() {
                Ok(Some(reply)) => return Ok(reply),
                Ok(None) => {
                    let decoder = &mut self.decoder;
                    self.stream.receive(deadline, |bytes| decoder.feed(bytes))?;
                }
                Err(Unread::TooLong) => return Err(Fault::too_long()),
                Err(Unread::TooDeep) => return Err(Fault::too_deep()),
                Err(Unread::Broken(what)) => return Err(Fault::Broken(what)),
            }
        }
    }
}
