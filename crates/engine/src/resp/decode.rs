//! Answers in RESP 2, read as their bytes come, with bounds on what is kept.
//!
//! An answer says how much of everything follows, and nothing of that is believed: memory grows with what is there. It
//! is read once, however it is cut into packets, and without recursion, so that depth is a number to be compared.
//! The protocol is small and old; the crates for it decode from a whole buffer by recursion or bring a client along.

/// Arrays inside one another. A list of the graph is two of them.
const DEPTH: usize = 256;
/// Values of one answer.
const VALUES: usize = 2 << 20;
/// Bytes of one answer. No answer of a hunt comes near it: rows are limited.
const MOST: usize = 64 << 20;
/// The longest line: a number, a status or an error, which may repeat the text that it is about.
const LINE: usize = 4 << 20;

/// An answer, as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// A word, such as `OK`.
    Status(String),
    /// An error.
    Error(String),
    /// An integer.
    Int(i64),
    /// Bytes.
    Bulk(Vec<u8>),
    /// Nothing in the place of bytes or of an array.
    Nil,
    /// Several.
    Array(Vec<Reply>),
}

/// Why an answer is not read on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is not in the protocol.
    Broken(String),
    /// It is longer than what is kept.
    TooLong,
    /// It nests deeper than what is kept.
    TooDeep,
}

/// Reads one answer after the other.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    bytes: Vec<u8>,
    /// The bytes that were read already.
    place: usize,
    /// How far the line that is being read was looked through for its end.
    seen: usize,
    /// The arrays that are open, each with the number of values that it still wants.
    open: Vec<(Vec<Reply>, usize)>,
    /// How long the bytes are that come next, where that was said already.
    bulk: Option<usize>,
    taken: usize,
    values: usize,
}

impl Decoder {
    /// Adds bytes that came.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.place);
        (self.seen, self.place) = (self.seen.saturating_sub(self.place), 0);
        self.bytes.extend_from_slice(bytes);
    }

    /// The next answer, if all of it is there.
    pub(crate) fn next(&mut self) -> Result<Option<Reply>, Unread> {
        loop {
            let Some(mut value) = self.value()? else { return Ok(None) };
            // A value may be the last one of its array, which may be the last one of its own.
            loop {
                let Some((items, wanted)) = self.open.last_mut() else {
                    (self.taken, self.values) = (0, 0);
                    return Ok(Some(value));
                };
                items.push(value);
                *wanted -= 1;
                if *wanted > 0 {
                    break;
                }
                let (items, _) = self.open.pop().unwrap_or_default();
                value = Reply::Array(items);
            }
        }
    }

    /// A value that has no others inside; opens the arrays before it.
    fn value(&mut self) -> Result<Option<Reply>, Unread> {
        loop {
            if let Some(length) = self.bulk {
                return self.bulk(length);
            }
            let Some(line) = self.line()? else { return Ok(None) };
            self.values += 1;
            if self.values > VALUES {
                return Err(Unread::TooLong);
            }
            let (mark, rest) = line.split_first().ok_or_else(|| broken("an empty line"))?;
            match mark {
                b'+' => return text(rest).map(|text| Some(Reply::Status(text))),
                b'-' => return Ok(Some(Reply::Error(String::from_utf8_lossy(rest).into_owned()))),
                b':' => return number(rest).map(|number| Some(Reply::Int(number))),
                b'$' | b'*' => match (usize::try_from(number(rest)?), mark) {
                    (Err(_), _) => return Ok(Some(Reply::Nil)),
                    (Ok(length), b'$') if length > MOST => return Err(Unread::TooLong),
                    (Ok(length), b'$') => self.bulk = Some(length),
                    (Ok(0), _) => return Ok(Some(Reply::Array(Vec::new()))),
                    (Ok(_), _) if self.open.len() == DEPTH => return Err(Unread::TooDeep),
                    (Ok(length), _) => self.open.push((Vec::new(), length)),
                },
                _ => return Err(broken(&format!("no value begins with {mark:#04X}"))),
            }
        }
    }

    fn bulk(&mut self, length: usize) -> Result<Option<Reply>, Unread> {
        let end = self.place + length;
        let Some(close) = self.bytes.get(end..end + 2) else { return Ok(None) };
        if close != b"\r\n" {
            return Err(broken("bytes do not end where they should"));
        }
        let bytes = self.bytes.get(self.place..end).unwrap_or_default().to_vec();
        self.bulk = None;
        self.take(end + 2)?;
        Ok(Some(Reply::Bulk(bytes)))
    }

    /// The next line without its end.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Unread> {
        let from = self.seen.max(self.place);
        let rest = self.bytes.get(from..).unwrap_or_default();
        let Some(end) = rest.windows(2).position(|pair| pair == b"\r\n") else {
            // The first half of an end may be the last byte that came.
            self.seen = self.bytes.len().saturating_sub(1).max(self.place);
            return if self.bytes.len() - self.place > LINE { Err(Unread::TooLong) } else { Ok(None) };
        };
        let end = from + end;
        let line = self.bytes.get(self.place..end).unwrap_or_default().to_vec();
        self.take(end + 2)?;
        Ok(Some(line))
    }

    fn take(&mut self, end: usize) -> Result<(), Unread> {
        self.taken += end - self.place;
        (self.place, self.seen) = (end, end);
        if self.taken > MOST { Err(Unread::TooLong) } else { Ok(()) }
    }
}

fn broken(what: &str) -> Unread {
    Unread::Broken(format!("it does not speak RESP as it should: {what}"))
}

fn text(bytes: &[u8]) -> Result<String, Unread> {
    String::from_utf8(bytes.to_vec()).map_err(|_| broken("a text that is not UTF-8"))
}

fn number(bytes: &[u8]) -> Result<i64, Unread> {
    let number = std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| broken("a number that is none"))
}

/// A command as it is sent.
pub(crate) fn command(words: &[&str]) -> Vec<u8> {
    let mut bytes = format!("*{}\r\n", words.len()).into_bytes();
    for word in words {
        bytes.extend(format!("${}\r\n", word.len()).bytes());
        bytes.extend(word.bytes());
        bytes.extend(b"\r\n");
    }
    bytes
}
