//! A server in a thread that speaks its protocol as it should until it is asked for something else.

use std::io::{BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Deed;

/// What a server does on a connection.
pub(super) enum Move {
    /// Sends bytes.
    Send(Vec<u8>),
    /// Sends bytes again and again until nobody takes them.
    Repeat(Vec<u8>),
    /// Sends bytes again and again, each time after a while.
    Drip(Vec<u8>),
    /// Sends nothing and waits until nobody listens.
    Wait,
    /// Closes the connection.
    Close,
    /// Ends with all its connections.
    Die,
}

/// How a protocol is spoken by who serves it.
pub(super) trait Fake: Sized {
    /// What comes before the first request; none where whoever connects says nothing.
    fn begin(stream: BufReader<TcpStream>) -> Option<Self>;

    /// The connection.
    fn stream(&mut self) -> &mut TcpStream;

    /// The text of the next request.
    fn request(&mut self) -> Option<String>;

    /// The answer with one row, in which there is 1.
    fn right(&self) -> Vec<u8>;

    /// What is done in the place of an answer.
    fn wrong(&self, deed: Deed) -> Vec<Move>;
}

/// Starts a server that misbehaves so when it is asked `bad`, and gives its port.
pub(super) fn serve<F: Fake + 'static>(deed: Deed) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let dead = Arc::new(AtomicBool::new(false));
    std::thread::spawn(move || {
        listener.set_nonblocking(true).unwrap();
        while !dead.load(Ordering::SeqCst) {
            let Ok((stream, _)) = listener.accept() else {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            stream.set_nonblocking(false).unwrap();
            let dead = Arc::clone(&dead);
            std::thread::spawn(move || {
                let Some(mut fake) = F::begin(BufReader::new(stream)) else { return };
                if converse(&mut fake, deed).is_none() {
                    dead.store(true, Ordering::SeqCst);
                    // Nobody listens any more when the client sees that the connection has ended.
                    std::thread::sleep(Duration::from_millis(100));
                }
            });
        }
    });
    port
}

/// A conversation to its end; none when the server ends with it.
fn converse(fake: &mut impl Fake, deed: Deed) -> Option<()> {
    while let Some(text) = fake.request() {
        let moves = match text.contains("bad") {
            true => fake.wrong(deed),
            false => vec![Move::Send(fake.right())],
        };
        for step in moves {
            let goes_on = match step {
                Move::Send(bytes) => fake.stream().write_all(&bytes).is_ok(),
                Move::Repeat(bytes) => {
                    while fake.stream().write_all(&bytes).is_ok() {}
                    false
                }
                Move::Drip(bytes) => {
                    while fake.stream().write_all(&bytes).is_ok() {
                        std::thread::sleep(Duration::from_millis(20));
                    }
                    false
                }
                Move::Wait => {
                    while fake.request().is_some() {}
                    false
                }
                Move::Close => false,
                Move::Die => return None,
            };
            if !goes_on {
                return Some(());
            }
        }
    }
    Some(())
}
