//! Checksums and structures that issuers put into their tokens.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::stream::Stream;

const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE36: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const BASE32: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE58: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32: &[u8] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

pub fn base64(bytes: impl AsRef<[u8]>) -> String {
    STANDARD.encode(bytes)
}

pub fn base64url(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn sha256(bytes: impl AsRef<[u8]>) -> [u8; 32] {
    Sha256::digest(bytes.as_ref()).into()
}

fn number(mut value: u32, digits: &[u8], width: usize) -> String {
    let base = digits.len() as u32;
    let mut out = vec![digits[0]; width];
    for place in out.iter_mut().rev() {
        *place = digits[(value % base) as usize];
        value /= base;
    }
    out.into_iter().map(char::from).collect()
}

/// CRC-32 as six base-62 digits.
pub fn crc62(body: &str) -> String {
    number(crc32fast::hash(body.as_bytes()), BASE62, 6)
}

/// CRC-32 as seven base-36 digits.
pub fn crc36(body: &str) -> String {
    number(crc32fast::hash(body.as_bytes()), BASE36, 7)
}

/// A small number as two base-36 digits.
pub fn length36(length: usize) -> String {
    number(length as u32, BASE36, 2)
}

/// CRC-32 as eight lower-case hex digits, most significant byte first.
pub fn crc8(body: &str) -> String {
    format!("{:08x}", crc32fast::hash(body.as_bytes()))
}

/// CRC-32 as eight lower-case hex digits, least significant byte first.
pub fn crc8le(body: &str) -> String {
    hex(crc32fast::hash(body.as_bytes()).to_le_bytes())
}

/// CRC-32 as eight upper-case hex digits.
pub fn crc8_upper(body: &str) -> String {
    format!("{:08X}", crc32fast::hash(body.as_bytes()))
}

/// Base 32 (upper case, no padding).
pub fn base32(bytes: &[u8]) -> String {
    let mut out = String::new();
    let (mut buffer, mut bits) = (0_u32, 0);
    for byte in bytes {
        buffer = (buffer << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            out.push(char::from(BASE32[(buffer >> bits & 31) as usize]));
        }
        buffer &= (1 << bits) - 1;
    }
    if bits > 0 {
        out.push(char::from(BASE32[(buffer << (5 - bits) & 31) as usize]));
    }
    out
}

/// The checksum part of a fine-grained token: base 32 of SHA-256, cut to eight characters.
pub fn sha8(head: &str) -> String {
    base32(&sha256(head))[..8].to_owned()
}

/// The 64-bit state of Marvin32 after a message.
pub fn marvin64(data: &[u8], seed: u64) -> u64 {
    fn mix(low: &mut u32, high: &mut u32) {
        *high ^= *low;
        *low = low.rotate_left(20).wrapping_add(*high);
        *high = high.rotate_left(9) ^ *low;
        *low = low.rotate_left(27).wrapping_add(*high);
        *high = high.rotate_left(19);
    }
    let (mut low, mut high) = (seed as u32, (seed >> 32) as u32);
    let mut words = data.chunks_exact(4);
    for word in &mut words {
        low = low.wrapping_add(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        mix(&mut low, &mut high);
    }
    let mut last = [0_u8; 4];
    let rest = words.remainder();
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] = 0x80;
    low = low.wrapping_add(u32::from_le_bytes(last));
    mix(&mut low, &mut high);
    mix(&mut low, &mut high);
    (u64::from(high) << 32) | u64::from(low)
}

/// Marvin32 with the seed name of a service.
pub fn marvin32(data: &[u8], seed: &str) -> u32 {
    let mut raw = [0_u8; 8];
    raw.copy_from_slice(seed.as_bytes());
    let state = marvin64(data, u64::from_be_bytes(raw));
    (state >> 32) as u32 ^ state as u32
}

/// A key of `length` bytes whose base-64 text holds `signature` at character `at` and whose last
/// `sum` bytes are its checksum. The text carries no padding.
pub fn signed_key(s: &mut Stream, length: usize, signature: &str, at: usize, sum: usize, seed: &str) -> String {
    let raw = s.bytes(length);
    let mut text = STANDARD_NO_PAD.encode(&raw);
    text.replace_range(at..at + signature.len(), signature);
    let mut bytes = STANDARD_NO_PAD.decode(&text).unwrap_or(raw);
    let check = marvin32(&bytes[..length - sum], seed).to_le_bytes();
    bytes[length - sum..].copy_from_slice(&check[..sum]);
    STANDARD_NO_PAD.encode(&bytes)
}

/// The 84-character form with the common marker and the signature of a service.
pub fn cask_key(s: &mut Stream, service: &str) -> String {
    loop {
        let head = s.b62(52);
        let stamp = s.plain("ABCDEFGHIJKL", 2);
        let tail = s.b62(16);
        let text = format!("{head}{}{stamp}{tail}{service}AAAA", concat!("JQQ", "J99"));
        let Ok(mut bytes) = STANDARD_NO_PAD.decode(&text) else {
            continue;
        };
        let cut = bytes.len() - 3;
        let check = marvin32(&bytes[..cut], "Default0").to_le_bytes();
        bytes[cut..].copy_from_slice(&check[..3]);
        let key = STANDARD_NO_PAD.encode(&bytes);
        if key.chars().all(|c| c.is_ascii_alphanumeric()) {
            return key;
        }
    }
}

/// An access key id part of sixteen characters that encodes an account number.
pub fn account_id(s: &mut Stream) -> String {
    let account = 100_000_000_000 + s.below(899_999_999_999) as u64;
    let head = (1 << 47) | (account << 7) | u64::from(s.byte() & 0x7f);
    let mut bytes = head.to_be_bytes()[2..].to_vec();
    bytes.extend(s.bytes(4));
    base32(&bytes)
}

/// The older 52-character personal access token with its scattered checksum.
pub fn scattered_token(s: &mut Stream) -> String {
    const PLACES: [usize; 4] = [22, 8, 7, 2];
    let mut bytes = s.bytes(32);
    let rest: Vec<u8> = (0..32)
        .filter(|place| !PLACES.contains(place))
        .map(|place| bytes[place])
        .collect();
    let sum = (crc32fast::hash(&rest) ^ 0xE0B9_692D).to_le_bytes();
    for (place, byte) in PLACES.into_iter().zip(sum) {
        bytes[place] = byte;
    }
    base32(&bytes).to_lowercase()
}

/// Bech32 with constant 1, lower case.
pub fn bech32(prefix: &str, bytes: &[u8]) -> String {
    let mut data = Vec::new();
    let (mut buffer, mut bits) = (0_u32, 0);
    for byte in bytes {
        buffer = (buffer << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            data.push((buffer >> bits & 31) as u8);
        }
        buffer &= (1 << bits) - 1;
    }
    if bits > 0 {
        data.push((buffer << (5 - bits) & 31) as u8);
    }
    let mut all: Vec<u8> = prefix.bytes().map(|b| b >> 5).collect();
    all.push(0);
    all.extend(prefix.bytes().map(|b| b & 31));
    all.extend(&data);
    all.extend([0; 6]);
    let mut sum = 1_u32;
    for value in all {
        let top = sum >> 25;
        sum = (sum & 0x1ff_ffff) << 5 ^ u32::from(value);
        let generators = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
        for (bit, generator) in generators.into_iter().enumerate() {
            if top >> bit & 1 == 1 {
                sum ^= generator;
            }
        }
    }
    sum ^= 1;
    data.extend((0..6).map(|place| (sum >> (5 * (5 - place)) & 31) as u8));
    let body: String = data.iter().map(|v| char::from(BECH32[usize::from(*v)])).collect();
    format!("{prefix}1{body}")
}

/// Base 58 with the first four bytes of a double SHA-256 behind the payload.
pub fn base58check(payload: &[u8]) -> String {
    let mut bytes = payload.to_vec();
    bytes.extend(&sha256(sha256(payload))[..4]);
    let mut digits: Vec<u8> = Vec::new();
    for byte in &bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = (carry % 58) as u8;
            carry /= 58;
        }
        while carry > 0 {
            digits.push((carry % 58) as u8);
            carry /= 58;
        }
    }
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let mut out = "1".repeat(zeros);
    out.extend(digits.iter().rev().map(|d| char::from(BASE58[usize::from(*d)])));
    out
}

/// A version 2 macaroon with one caveat, base-64url without padding.
pub fn macaroon(s: &mut Stream, location: &str, caveat: &str) -> String {
    let mut bytes = vec![2];
    let mut field = |tag: u8, data: &[u8]| {
        bytes.push(tag);
        bytes.push(data.len() as u8);
        bytes.extend_from_slice(data);
    };
    field(1, location.as_bytes());
    field(2, s.uuid().as_bytes());
    bytes.push(0);
    let mut field = |tag: u8, data: &[u8]| {
        bytes.push(tag);
        bytes.push(data.len() as u8);
        bytes.extend_from_slice(data);
    };
    field(2, caveat.as_bytes());
    bytes.extend([0, 0]);
    bytes.push(6);
    bytes.push(32);
    bytes.extend(s.bytes(32));
    base64url(bytes)
}

/// The three checksum bytes of an armour.
pub fn crc24(bytes: &[u8]) -> [u8; 3] {
    let mut sum = 0x00b7_04ce_u32;
    for byte in bytes {
        sum ^= u32::from(*byte) << 16;
        for _ in 0..8 {
            sum <<= 1;
            if sum & 0x0100_0000 != 0 {
                sum ^= 0x0186_4cfb;
            }
        }
    }
    let raw = (sum & 0x00ff_ffff).to_be_bytes();
    [raw[1], raw[2], raw[3]]
}

/// A signed web token from its two JSON parts.
pub fn jwt(s: &mut Stream, header: &str, payload: &str, signature: usize) -> String {
    let tail = base64url(s.bytes(signature));
    format!("{}.{}.{tail}", base64url(header), base64url(payload))
}

#[test]
fn known_answers() {
    let seed = 0x004f_b61a_001b_dbcc;
    assert_eq!(marvin64(&[], seed), 0x30ed_35c1_00cd_3c7d);
    assert_eq!(marvin64(&[0xaf], seed), 0x48e7_3fc7_7d75_ddc1);
    assert_eq!(marvin64(&[0xe7, 0x0f], seed), 0xb5f6_e1fc_485d_bff8);
    assert_eq!(marvin64(&[0x37, 0xf4, 0x95], seed), 0xf0b0_7c78_9b8c_f7e8);
    assert_eq!(marvin64(&[0x86, 0x42, 0xdc, 0x59], seed), 0x7008_f2e8_7e9c_f556);
    assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
    assert_eq!(crc24(b"123456789"), [0x21, 0xcf, 0x02]);
    assert_eq!(base32(b"foobar"), "MZXW6YTBOI");
    assert_eq!(bech32("a", &[]), ["a12ue", "l5l"].concat());
    assert_eq!(base58check(&[0; 21]), ["1111111111111111", "111114oLvT2"].concat());
    assert_eq!(number(61, BASE62, 2), "0z");
}
