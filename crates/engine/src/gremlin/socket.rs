//! A WebSocket with a deadline and a bound on what it receives.
//!
//! The library reads and writes whole messages and knows no time; the stream below it does, and gives up when the
//! deadline of the call has passed, however slowly the bytes come.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use tungstenite::client::client_with_config;
use tungstenite::error::ProtocolError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Bytes, Error, HandshakeError, Message, WebSocket};

use crate::address::Address;
use crate::http::{connect, left};
use crate::station::Fault;

/// The longest message that is read, and the most that one answer may have in all. No answer of a hunt comes near it:
/// rows are limited.
const MOST: usize = 64 << 20;

/// A stream that knows until when a call may take.
struct Timed {
    stream: TcpStream,
    deadline: Instant,
}

impl Timed {
    fn left(&self) -> io::Result<Option<std::time::Duration>> {
        left(self.deadline).map(Some).map_err(|_| ErrorKind::WouldBlock.into())
    }
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A connection that is open.
pub(super) struct Socket {
    socket: WebSocket<Timed>,
    /// What the answer that is being read may still have.
    left: usize,
}

impl Socket {
    /// Connects to a path of the server.
    pub(super) fn open(address: &Address, path: &str, deadline: Instant) -> Result<Self, Fault> {
        let stream = connect(address, deadline)?;
        // A request is one small message that should not wait for company.
        let _ = stream.set_nodelay(true);
        let config = WebSocketConfig::default().max_message_size(Some(MOST)).max_frame_size(Some(MOST));
        let url = format!("ws://{}{path}", address.authority());
        match client_with_config(url, Timed { stream, deadline }, Some(config)) {
            Ok((socket, _)) => Ok(Self { socket, left: MOST }),
            Err(HandshakeError::Interrupted(_)) => Err(Fault::TimedOut),
            Err(HandshakeError::Failure(error)) => Err(fault(error)),
        }
    }

    /// Sends a request, of which the answer then begins.
    pub(super) fn send(&mut self, text: String, deadline: Instant) -> Result<(), Fault> {
        self.socket.get_mut().deadline = deadline;
        self.left = MOST;
        self.socket.send(Message::text(text)).map_err(fault)
    }

    /// The next message.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Bytes, Fault> {
        self.socket.get_mut().deadline = deadline;
        loop {
            // However often it only says that it is there, the time passes.
            left(deadline)?;
            let message = self.socket.read().map_err(fault)?;
            match message {
                Message::Text(_) | Message::Binary(_) => {
                    let bytes = message.into_data();
                    self.left = self.left.checked_sub(bytes.len()).ok_or_else(Fault::too_long)?;
                    return Ok(bytes);
                }
                Message::Close(_) => return Err(closed()),
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }
}

fn closed() -> Fault {
    Fault::Cut("the server closed the connection".to_owned())
}

fn fault(error: Error) -> Fault {
    match error {
        Error::Io(error) => match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => Fault::TimedOut,
            // Which of these it is depends on what was still under way.
            ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::UnexpectedEof => closed(),
            _ => Fault::Cut(format!("the connection ended: {error}")),
        },
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake | ProtocolError::HandshakeIncomplete) => {
            closed()
        }
        Error::Capacity(_) => Fault::too_long(),
        Error::Http(response) => {
            Fault::Broken(format!("it opens no WebSocket: status {}", response.status()))
        }
        error => Fault::Broken(format!("it does not speak WebSocket as it should: {error}")),
    }
}
