//! A connection on which every read and every write ends with the deadline of its call.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use crate::address::Address;
use crate::http::{connect, left};
use crate::station::Fault;

/// How much is read at once.
const PIECE: usize = 1 << 14;

/// A connection that is open.
#[derive(Debug)]
pub(crate) struct Stream(TcpStream);

impl Stream {
    /// Connects.
    pub(crate) fn open(address: &Address, deadline: Instant) -> Result<Self, Fault> {
        let stream = connect(address, deadline)?;
        // A request is one small packet that waits for its answer.
        let _ = stream.set_nodelay(true);
        Ok(Self(stream))
    }

    /// Sends all of the bytes.
    pub(crate) fn send(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), Fault> {
        while !bytes.is_empty() {
            let timeout = Some(left(deadline)?);
            match self.0.set_write_timeout(timeout).and_then(|()| self.0.write(bytes)) {
                Ok(0) => return Err(closed()),
                Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
                Err(error) => passing(&error)?,
            }
        }
        Ok(())
    }

    /// What comes next, which may be nothing yet.
    pub(crate) fn receive(&mut self, deadline: Instant, take: impl FnOnce(&[u8])) -> Result<(), Fault> {
        let mut bytes = [0; PIECE];
        let timeout = Some(left(deadline)?);
        match self.0.set_read_timeout(timeout).and_then(|()| self.0.read(&mut bytes)) {
            Ok(0) => Err(closed()),
            Ok(count) => {
                take(bytes.get(..count).unwrap_or_default());
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
fn passing(error: &io::Error) -> Result<(), Fault> {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
        // Which of these it is depends on what was still under way.
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => Err(closed()),
        _ => Err(Fault::Cut(format!("the connection ended: {error}"))),
    }
}
