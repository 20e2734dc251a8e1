//! A server in a thread that speaks its protocol as it should until it is asked for something else.

use std::io::{BufReader, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use super::Deed;
use crate::tests::listen::{Then, listen};

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
    listen(move |stream| {
        let fake = F::begin(BufReader::new(stream));
        fake.map_or(Then::GoOn, |mut fake| converse(&mut fake, deed))
    })
}

/// A conversation to its end.
fn converse(fake: &mut impl Fake, deed: Deed) -> Then {
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
                Move::Die => return Then::Die,
            };
            if !goes_on {
                return Then::GoOn;
            }
        }
    }
    Then::GoOn
}
