//! PackStream: the values of Bolt as bytes, read as they came and written as servers expect them.
//!
//! Nothing that a server sends may hurt: no length that it declares is believed before the bytes are there, depth
//! and number of values are bounded, and what is no PackStream is an error with its place.

/// Lists, maps and structures inside one another.
const DEPTH: usize = 128;
/// Values of one message.
const VALUES: usize = 4 << 20;

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

/// Reads the one value that the bytes are.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Packed, String> {
    let mut reader = Reader { bytes, place: 0, values: 0 };
    let value = reader.value(0)?;
    match reader.place == bytes.len() {
        true => Ok(value),
        false => Err(reader.error("more bytes than the message's one value")),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
    values: usize,
}

/// What a marker announces.
enum Sized {
    Bytes,
    String,
    List,
    Map,
}

impl<'a> Reader<'a> {
    fn error(&self, what: &str) -> String {
        format!("byte {} of a message: {what}", self.place)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
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
    fn number<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let taken = self.take(N)?;
        <[u8; N]>::try_from(taken).map_err(|_| self.error("the message ends too early"))
    }

    fn length(&mut self, width: u8) -> Result<usize, String> {
        let length = match width {
            0 => u32::from(u8::from_be_bytes(self.number()?)),
            1 => u32::from(u16::from_be_bytes(self.number()?)),
            _ => u32::from_be_bytes(self.number()?),
        };
        usize::try_from(length).map_err(|_| self.error("a length beyond this machine"))
    }

    fn value(&mut self, depth: usize) -> Result<Packed, String> {
        self.values += 1;
        if depth > DEPTH || self.values > VALUES {
            return Err(self.error("the message nests too deep or has too many values"));
        }
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

    fn long(&mut self, what: &Sized, width: u8, depth: usize) -> Result<Packed, String> {
        let length = self.length(width)?;
        self.sized(what, length, depth)
    }

    fn sized(&mut self, what: &Sized, length: usize, depth: usize) -> Result<Packed, String> {
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
    fn items(&mut self, length: usize, depth: usize) -> Result<Vec<Packed>, String> {
        let mut items = Vec::new();
        for _ in 0..length {
            items.push(self.value(depth + 1)?);
        }
        Ok(items)
    }

    fn string(&mut self, length: usize) -> Result<String, String> {
        let bytes = self.take(length)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| self.error("a string is not UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::Random;

    fn hex(text: &str) -> Vec<u8> {
        text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
    }

    #[test]
    fn values_are_packed_in_their_shortest_form_and_read_back() {
        let text = |length: usize| Packed::String("a".repeat(length));
        let list = |length: usize| Packed::List(vec![Packed::Null; length]);
        for (value, start) in [
            (Packed::Null, "C0"),
            (Packed::Bool(true), "C3"),
            (Packed::Bool(false), "C2"),
            (Packed::Int(0), "00"),
            (Packed::Int(127), "7F"),
            (Packed::Int(-16), "F0"),
            (Packed::Int(-17), "C8 EF"),
            (Packed::Int(-128), "C8 80"),
            (Packed::Int(128), "C9 00 80"),
            (Packed::Int(-129), "C9 FF 7F"),
            (Packed::Int(32_768), "CA 00 00 80 00"),
            (Packed::Int(i64::from(i32::MIN)), "CA 80 00 00 00"),
            (Packed::Int(2_147_483_648), "CB 00 00 00 00 80 00 00 00"),
            (Packed::Int(i64::MIN), "CB 80 00 00 00 00 00 00 00"),
            (Packed::Float(1.25), "C1 3F F4 00 00 00 00 00 00"),
            (Packed::Float(-0.0), "C1 80 00 00 00 00 00 00 00"),
            (Packed::Bytes(vec![1, 2]), "CC 02 01 02"),
            (Packed::Bytes(vec![0; 256]), "CD 01 00"),
            (text(0), "80"),
            (text(15), "8F 61"),
            (text(16), "D0 10 61"),
            (text(256), "D1 01 00 61"),
            (text(65_536), "D2 00 01 00 00 61"),
            (list(0), "90"),
            (list(15), "9F C0"),
            (list(16), "D4 10 C0"),
            (list(256), "D5 01 00 C0"),
            (list(65_536), "D6 00 01 00 00 C0"),
            (
                Packed::Map(vec![("b".into(), Packed::Int(1)), ("a".into(), Packed::Null)]),
                "A2 81 62 01 81 61 C0",
            ),
            (Packed::Structure(0x4E, vec![Packed::Int(1), list(0)]), "B2 4E 01 90"),
        ] {
            let mut bytes = Vec::new();
            pack(&value, &mut bytes);
            let start = hex(start);
            assert_eq!(bytes[..start.len()], start, "{value:?}");
            assert_eq!(unpack(&bytes), Ok(value));
        }
    }

    #[test]
    fn longer_forms_are_read_too() {
        for (bytes, value) in [
            ("CB 00 00 00 00 00 00 00 01", Packed::Int(1)),
            ("D2 00 00 00 01 61", Packed::string("a")),
            ("DA 00 00 00 01 81 61 01", Packed::Map(vec![("a".into(), Packed::Int(1))])),
            ("CE 00 00 00 00", Packed::Bytes(Vec::new())),
        ] {
            assert_eq!(unpack(&hex(bytes)), Ok(value));
        }
    }

    #[test]
    fn what_is_no_value_is_an_error_with_its_place() {
        for (bytes, error) in [
            ("", "byte 0 of a message: the message ends too early"),
            ("C1 00", "byte 1 of a message: the message ends too early"),
            ("C4", "byte 1 of a message: no value begins with 0xC4"),
            ("D2 FF FF FF FF 61", "byte 5 of a message: the message ends too early"),
            ("D6 FF FF FF FF C0", "byte 6 of a message: the message ends too early"),
            ("CE FF FF FF FF", "byte 5 of a message: the message ends too early"),
            ("DA FF FF FF FF", "byte 5 of a message: the message ends too early"),
            ("81 FF", "byte 2 of a message: a string is not UTF-8"),
            ("A1 01 01", "byte 2 of a message: the key of a map is no string"),
            ("C0 C0", "byte 1 of a message: more bytes than the message's one value"),
        ] {
            assert_eq!(unpack(&hex(bytes)).unwrap_err(), error, "{bytes}");
        }
        assert!(unpack(&[0x91; 1000]).unwrap_err().contains("nests too deep"));
        assert!(unpack(&vec![0xB1; 1 << 20]).is_err());
    }

    /// Some value, deeper and wider now and then.
    fn some(random: &mut Random, depth: usize) -> Packed {
        let items = |random: &mut Random| -> Vec<Packed> {
            let count = random.below(if depth == 0 { 300 } else { 18 });
            (0..count).map(|_| some(random, depth + 1)).collect()
        };
        match random.below(if depth < 3 { 10 } else { 7 }) {
            0 => Packed::Null,
            1 => Packed::Bool(random.below(2) == 0),
            2 => Packed::Int(random.next() as i64 >> random.below(64)),
            3 => Packed::Float((random.next() as i64) as f64 / 7.0),
            4 => Packed::Bytes((0..random.below(300)).map(|byte| byte as u8).collect()),
            5 | 6 => {
                Packed::String((0..random.below(300)).map(|_| ['a', 'é', '𝄞'][random.below(3)]).collect())
            }
            7 => Packed::List(items(random)),
            8 => {
                let entries = items(random).into_iter().enumerate();
                Packed::Map(entries.map(|(key, value)| (key.to_string(), value)).collect())
            }
            _ => Packed::Structure(random.next() as u8, items(random).into_iter().take(15).collect()),
        }
    }

    #[test]
    fn any_value_comes_back_as_it_went() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let value = some(&mut random, 0);
            let mut bytes = Vec::new();
            pack(&value, &mut bytes);
            assert_eq!(unpack(&bytes), Ok(value));
        }
    }

    #[test]
    fn no_bytes_do_harm() {
        let mut random = Random::new(2);
        for _ in 0..3000 {
            let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.next() as u8).collect();
            let _ = unpack(&bytes);
            // Whole values with some bytes changed or cut off come further than noise does.
            let mut bytes = Vec::new();
            pack(&some(&mut random, 1), &mut bytes);
            for _ in 0..3 {
                let place = random.below(bytes.len());
                bytes[place] = random.next() as u8;
            }
            bytes.truncate(random.below(bytes.len() + 1));
            let _ = unpack(&bytes);
        }
    }
}
