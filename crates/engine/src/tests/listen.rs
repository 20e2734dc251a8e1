//! A server in a thread: what all servers of these tests have in common.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What becomes of a server when one of its conversations has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// It takes the next client.
    GoOn,
    /// It ends with all its connections, and nobody listens any more.
    Die,
}

/// Starts a server that has this conversation with each client, and gives its port.
pub(crate) fn listen(talk: impl Fn(TcpStream) -> Then + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (talk, dead) = (Arc::new(talk), Arc::new(AtomicBool::new(false)));
    std::thread::spawn(move || {
        listener.set_nonblocking(true).unwrap();
        while !dead.load(Ordering::SeqCst) {
            let Ok((stream, _)) = listener.accept() else {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            stream.set_nonblocking(false).unwrap();
            let (talk, dead) = (Arc::clone(&talk), Arc::clone(&dead));
            std::thread::spawn(move || {
                // Kept open until the listener is gone, so that a client that is cut off finds nobody.
                let kept = stream.try_clone();
                if talk(stream) == Then::Die {
                    dead.store(true, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(100));
                }
                drop(kept);
            });
        }
    });
    port
}
