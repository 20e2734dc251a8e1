//! PackStream: the values of Bolt as bytes, read as they came and written as servers expect them.
//!
//! Nothing that a server sends may hurt: no length that it declares is believed before the bytes are there, depth
//! and number of values are bounded, and what is no PackStream is an error with its place.

/// Lists, maps and structures inside one another.
const DEPTH: usize = 128;
/// Values of one answer.
pub(crate) const VALUES: usize = 4 << 20;

/// A value as it is sent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Packed {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A string.
    String(String),
    /// A list.
    List(Vec<Packed>),
    /// A map, its entries in the order in which they came.
    Map(Entries),
    /// A structure: its tag and its fields.
    Structure(u8, Vec<Packed>),
}

/// The entries of a map in their order.
pub(crate) type Entries = Vec<(String, Packed)>;

impl Packed {
    /// A string.
    pub(crate) fn string(text: &str) -> Self {
        Packed::String(text.to_owned())
    }

    /// The value of a key, where this is a map that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Packed> {
        match self {
            Packed::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a string.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Packed::String(text) => Some(text),
            _ => None,
        }
    }
}

/// Writes a value at the end of the bytes, in the shortest form that there is.
pub(crate) fn pack(value: &Packed, bytes: &mut Vec<u8>) {
    match value {
        Packed::Null => bytes.push(0xC0),
        Packed::Bool(flag) => bytes.push(if *flag { 0xC3 } else { 0xC2 }),
        Packed::Int(number) => pack_integer(*number, bytes),
        Packed::Float(number) => {
            bytes.push(0xC1);
            bytes.extend(number.to_be_bytes());
        }
        Packed::Bytes(content) => {
            pack_length(content.len(), None, [0xCC, 0xCD, 0xCE], bytes);
            bytes.extend(content);
        }
        Packed::String(text) => pack_text(text, bytes),
        Packed::List(items) => {
            pack_length(items.len(), Some(0x90), [0xD4, 0xD5, 0xD6], bytes);
            items.iter().for_each(|item| pack(item, bytes));
        }
        Packed::Map(entries) => {
            pack_length(entries.len(), Some(0xA0), [0xD8, 0xD9, 0xDA], bytes);
            for (key, value) in entries {
                pack_text(key, bytes);
                pack(value, bytes);
            }
        }
        Packed::Structure(tag, fields) => {
            // No structure has more than fifteen fields: there is no longer form of it.
            let count = fields.len().min(15);
            bytes.extend([0xB0 | count as u8, *tag]);
            fields.iter().take(count).for_each(|field| pack(field, bytes));
        }
    }
}

fn pack_text(text: &str, bytes: &mut Vec<u8>) {
    pack_length(text.len(), Some(0x80), [0xD0, 0xD1, 0xD2], bytes);
    bytes.extend(text.as_bytes());
}

fn pack_integer(number: i64, bytes: &mut Vec<u8>) {
    if let (-16..=127, Ok(tiny)) = (number, i8::try_from(number)) {
        bytes.extend(tiny.to_be_bytes());
    } else if let Ok(number) = i8::try_from(number) {
        bytes.push(0xC8);
        bytes.extend(number.to_be_bytes());
    } else if let Ok(number) = i16::try_from(number) {
        bytes.push(0xC9);
        bytes.extend(number.to_be_bytes());
    } else if let Ok(number) = i32::try_from(number) {
        bytes.push(0xCA);
        bytes.extend(number.to_be_bytes());
    } else {
        bytes.push(0xCB);
        bytes.extend(number.to_be_bytes());
    }
}

/// Writes a length behind its marker: in the marker's own low bits where there is such a form.
fn pack_length(length: usize, tiny: Option<u8>, markers: [u8; 3], bytes: &mut Vec<u8>) {
    if let (0..=15, Some(tiny)) = (length, tiny) {
        bytes.push(tiny | length as u8);
    } else if let Ok(length) = u8::try_from(length) {
        bytes.extend([markers[0], length]);
    } else if let Ok(length) = u16::try_from(length) {
        bytes.push(markers[1]);
        bytes.extend(length.to_be_bytes());
    } else {
        bytes.push(markers[2]);
        bytes.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
    }
}

/// Why a value is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is no PackStream; the text says where and why.
    Broken(String),
    /// It has more values than are kept.
    TooLong,
    /// It nests deeper than is kept.
    TooDeep,
}

/// Reads the one value that the bytes are, of which so many may still be read.
pub(crate) fn unpack(bytes: &[u8], values: &mut usize) -> Result<Packed, Unread> {
    let mut reader = Reader { bytes, place: 0, values };
    let value = reader.value(0)?;
    match reader.place == bytes.len() {
        true => Ok(value),
        false => Err(reader.error("more bytes than the message's one value")),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
    /// How many values may still be read.
    values: &'a mut usize,
}

/// What a marker announces.
enum Sized {
    Bytes,
    String,
    List,
    Map,
}

impl<'a> Reader<'a> {
    fn error(&self, what: &str) -> Unread {
        Unread::Broken(format!("byte {} of a message: {what}", self.place))
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Unread> {
        let end = self.place.checked_add(count);
        match end.and_then(|end| self.bytes.get(self.place..end)) {
            Some(taken) => {
                self.place += count;
                Ok(taken)
            }
            None => Err(self.error("the message ends too early")),
        }
    }

    /// The next bytes as a number of that width.
    fn number<const N: usize>(&mut self) -> Result<[u8; N], Unread> {
        let taken = self.take(N)?;
        <[u8; N]>::try_from(taken).map_err(|_| self.error("the message ends too early"))
    }

    fn length(&mut self, width: u8) -> Result<usize, Unread> {
        let length = match width {
            0 => u32::from(u8::from_be_bytes(self.number()?)),
            1 => u32::from(u16::from_be_bytes(self.number()?)),
            _ => u32::from_be_bytes(self.number()?),
        };
        usize::try_from(length).map_err(|_| self.error("a length beyond this machine"))
    }

    fn value(&mut self, depth: usize) -> Result<Packed, Unread> {
        if depth > DEPTH {
            return Err(Unread::TooDeep);
        }
        *self.values = self.values.checked_sub(1).ok_or(Unread::TooLong)?;
        let [marker] = self.number()?;
        let low = usize::from(marker & 0x0F);
        Ok(match marker {
            0x00..=0x7F | 0xF0..=0xFF => Packed::Int(i64::from(i8::from_be_bytes([marker]))),
            0x80..=0x8F => self.sized(&Sized::String, low, depth)?,
            0x90..=0x9F => self.sized(&Sized::List, low, depth)?,
            0xA0..=0xAF => self.sized(&Sized::Map, low, depth)?,
            0xB0..=0xBF => {
                let [tag] = self.number()?;
                Packed::Structure(tag, self.items(low, depth)?)
            }
            0xC0 => Packed::Null,
            0xC1 => Packed::Float(f64::from_be_bytes(self.number()?)),
            0xC2 => Packed::Bool(false),
            0xC3 => Packed::Bool(true),
            0xC8 => Packed::Int(i64::from(i8::from_be_bytes(self.number()?))),
            0xC9 => Packed::Int(i64::from(i16::from_be_bytes(self.number()?))),
            0xCA => Packed::Int(i64::from(i32::from_be_bytes(self.number()?))),
            0xCB => Packed::Int(i64::from_be_bytes(self.number()?)),
            0xCC..=0xCE => self.long(&Sized::Bytes, marker - 0xCC, depth)?,
            0xD0..=0xD2 => self.long(&Sized::String, marker - 0xD0, depth)?,
            0xD4..=0xD6 => self.long(&Sized::List, marker - 0xD4, depth)?,
            0xD8..=0xDA => self.long(&Sized::Map, marker - 0xD8, depth)?,
            _ => return Err(self.error(&format!("no value begins with {marker:#04X}"))),
        })
    }

    fn long(&mut self, what: &Sized, width: u8, depth: usize) -> Result<Packed, Unread> {
        let length = self.length(width)?;
        self.sized(what, length, depth)
    }

    fn sized(&mut self, what: &Sized, length: usize, depth: usize) -> Result<Packed, Unread> {
        Ok(match what {
            Sized::Bytes => Packed::Bytes(self.take(length)?.to_vec()),
            Sized::String => Packed::String(self.string(length)?),
            Sized::List => Packed::List(self.items(length, depth)?),
            Sized::Map => {
                let mut entries = Vec::new();
                for _ in 0..length {
                    let Packed::String(key) = self.value(depth + 1)? else {
                        return Err(self.error("the key of a map is no string"));
                    };
                    entries.push((key, self.value(depth + 1)?));
                }
                Packed::Map(entries)
            }
        })
    }

    /// The memory grows with what is there, not with what is announced.
    fn items(&mut self, length: usize, depth: usize) -> Result<Vec<Packed>, Unread> {
        let mut items = Vec::new();
        for _ in 0..length {
            items.push(self.value(depth + 1)?);
        }
        Ok(items)
    }

    fn string(&mut self, length: usize) -> Result<String, Unread> {
        let bytes = self.take(length)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| self.error("a string is not UTF-8"))
    }
}
