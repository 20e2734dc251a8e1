//! PackStream: what is written comes back, and nothing that comes does harm.

use crate::bolt::packstream::{self, Packed, Unread, VALUES, pack};
use crate::tests::random::Random;

fn unpack(bytes: &[u8]) -> Result<Packed, Unread> {
    packstream::unpack(bytes, &mut VALUES.clone())
}

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
        (Packed::Map(vec![("b".into(), Packed::Int(1)), ("a".into(), Packed::Null)]), "A2 81 62 01 81 61 C0"),
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
        assert_eq!(unpack(&hex(bytes)), Err(Unread::Broken(error.to_owned())), "{bytes}");
    }
    assert_eq!(unpack(&[0x91; 1000]), Err(Unread::TooDeep));
    assert_eq!(unpack(&vec![0xB1; 1 << 20]), Err(Unread::TooDeep));
}

#[test]
fn the_values_of_several_messages_are_counted_together() {
    let mut bytes = Vec::new();
    pack(&Packed::List(vec![Packed::Null; 9]), &mut bytes);
    let mut left = 25;
    assert!(packstream::unpack(&bytes, &mut left).is_ok() && packstream::unpack(&bytes, &mut left).is_ok());
    assert_eq!((left, packstream::unpack(&bytes, &mut left)), (5, Err(Unread::TooLong)));
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
        5 | 6 => Packed::String((0..random.below(300)).map(|_| ['a', 'é', '𝄞'][random.below(3)]).collect()),
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
