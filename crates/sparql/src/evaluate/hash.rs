//! Hash functions (17.4.6). MD5 and SHA-1 are written out: they are short, and no library is needed for them alone.

use sha2::{Digest, Sha256, Sha384, Sha512};

use super::Evaluator;
use super::expression::{Evaluated, error};
use super::terms::Id;
use crate::ast::Builtin;

impl Evaluator {
    /// The digest of a string's UTF-8 bytes, in lower-case hexadecimal.
    pub(super) fn hash(&mut self, builtin: Builtin, id: Id) -> Evaluated {
        let text = self.text(id)?;
        if text.language.is_some() {
            return error("a hash of other than a plain string");
        }
        let bytes = text.text.as_bytes();
        let digest = match builtin {
            Builtin::Md5 => md5(bytes),
            Builtin::Sha1 => sha1(bytes),
            Builtin::Sha256 => hexadecimal(&Sha256::digest(bytes)),
            Builtin::Sha384 => hexadecimal(&Sha384::digest(bytes)),
            _ => hexadecimal(&Sha512::digest(bytes)),
        };
        Ok(self.terms.string(digest))
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The message with its padding: a one bit, zeros, and its length in bits.
fn padded(message: &[u8], length: [u8; 8]) -> Vec<u8> {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() < message.len() + 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len() - 8;
    padded.truncate(end);
    padded.extend(length);
    padded
}

fn words(block: &[u8], read: fn([u8; 4]) -> u32) -> Vec<u32> {
    block.chunks_exact(4).filter_map(|bytes| bytes.try_into().ok()).map(read).collect()
}

/// MD5 (RFC 1321).
fn md5(message: &[u8]) -> String {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let bits = (message.len() as u64).wrapping_mul(8);
    for block in padded(message, bits.to_le_bytes()).chunks_exact(64) {
        let words = words(block, u32::from_le_bytes);
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..64_usize {
            let (mixed, word) = match step / 16 {
                0 => ((b & c) | (!b & d), step),
                1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), 7 * step % 16),
            };
            // The constants are the sines of the steps' numbers.
            let constant = ((step as f64 + 1.0).sin().abs() * 4_294_967_296.0) as u32;
            let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(words[word]);
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(SHIFTS[step / 16][step % 4]));
        }
        for (state, value) in state.iter_mut().zip([a, b, c, d]) {
            *state = state.wrapping_add(value);
        }
    }
    hexadecimal(&state.map(u32::to_le_bytes).concat())
}

/// SHA-1 (RFC 3174).
fn sha1(message: &[u8]) -> String {
    let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let bits = (message.len() as u64).wrapping_mul(8);
    for block in padded(message, bits.to_be_bytes()).chunks_exact(64) {
        let mut words = words(block, u32::from_be_bytes);
        for step in 16..80 {
            let word = words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16];
            words.push(word.rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (step, word) in words.iter().enumerate() {
            let (mixed, constant) = match step / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6_u32),
            };
            let sum = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e);
            (e, d, c, b) = (d, c, b.rotate_left(30), a);
            a = sum.wrapping_add(*word).wrapping_add(constant);
        }
        for (state, value) in state.iter_mut().zip([a, b, c, d, e]) {
            *state = state.wrapping_add(value);
        }
    }
    hexadecimal(&state.map(u32::to_be_bytes).concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standards() {
        assert_eq!(md5(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(md5(b"abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(sha1(b""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(sha1(b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        let long = [b'a'; 64];
        assert_eq!(md5(&long), "014842d480b571495a4a0363793f7367");
        assert_eq!(sha1(&long), "0098ba824b5c16427bd7a1122a5a442a25ec644d");
    }
}
