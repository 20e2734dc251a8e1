//! One connection: a command goes, its answer comes, until a deadline.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use super::decode::{Decoder, Reply, Unread, command};
use crate::address::Address;
use crate::http::{connect, left};
use crate::station::Fault;

/// A connection on which commands are sent one after the other.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    decoder: Decoder,
    /// False when what comes next cannot be known.
    fit: bool,
}

/// What came to a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Came {
    /// Its answer.
    Reply(Reply),
    /// More than is kept of an answer, which was not read to its end.
    TooLong,
    /// An answer that nests deeper than what is kept.
    TooDeep,
}

impl Connection {
    /// Connects.
    pub(crate) fn open(address: &Address, deadline: Instant) -> Result<Self, Fault> {
        let stream = connect(address, deadline)?;
        // A command is one small packet that waits for its answer.
        let _ = stream.set_nodelay(true);
        Ok(Self { stream, decoder: Decoder::default(), fit: true })
    }

    /// False when it must not be used again.
    pub(crate) fn is_fit(&self) -> bool {
        self.fit
    }

    /// Sends a command and reads its answer.
    pub(crate) fn call(&mut self, words: &[&str], deadline: Instant) -> Result<Came, Fault> {
        let came = self.try_call(words, deadline);
        self.fit = matches!(came, Ok(Came::Reply(_)));
        came
    }

    fn try_call(&mut self, words: &[&str], deadline: Instant) -> Result<Came, Fault> {
        self.write(&command(words), deadline)?;
        loop {
            match self.decoder.next() {
                Ok(Some(reply)) => return Ok(Came::Reply(reply)),
                Ok(None) => self.receive(deadline)?,
                Err(Unread::TooLong) => return Ok(Came::TooLong),
                Err(Unread::TooDeep) => return Ok(Came::TooDeep),
                Err(Unread::Broken(what)) => return Err(Fault::Broken(what)),
            }
        }
    }

    fn write(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), Fault> {
        while !bytes.is_empty() {
            let timeout = Some(left(deadline)?);
            match self.stream.set_write_timeout(timeout).and_then(|()| self.stream.write(bytes)) {
                Ok(0) => return Err(closed()),
                Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
                Err(error) => passing(&error)?,
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant) -> Result<(), Fault> {
        let mut bytes = [0; 1 << 14];
        let timeout = Some(left(deadline)?);
        match self.stream.set_read_timeout(timeout).and_then(|()| self.stream.read(&mut bytes)) {
            Ok(0) => Err(closed()),
            Ok(count) => {
                self.decoder.feed(bytes.get(..count).unwrap_or_default());
                Ok(())
            }
            Err(error) => passing(&error),
        }
    }
}

fn closed() -> Fault {
    Fault::Cut("the server closed the connection".to_owned())
}

/// An error after which to try again until the deadline, or the end of the connection.
fn passing(error: &std::io::Error) -> Result<(), Fault> {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
        // Which of these it is depends on what was still under way.
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => Err(closed()),
        _ => Err(Fault::Cut(format!("the connection ended: {error}"))),
    }
}
