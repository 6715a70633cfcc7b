//! Checksums and structures that tell a well-formed token from a typing error or an example. None of them says that a token works.

use data_encoding::{BASE32_NOPAD, BASE64, BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER_PERMISSIVE};
use sha2::{Digest, Sha256};

/// A named check of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Check {
    /// CRC-32 of the body in base 62, the last six characters.
    Crc32Base62,
    /// The base-32 SHA-256 fragment in GitHub's fine-grained tokens.
    GithubSha8,
    /// CRC-32 in base 36 of GitLab's routable tokens.
    GitlabRoutable,
    /// CRC-32 of the body in eight hex digits.
    Crc32Hex,
    /// Grafana's little-endian CRC-32.
    GrafanaCrc,
    /// Atlassian's upper-case CRC-32.
    AtlassianCrc,
    /// Marvin32 with the seed of an Azure service.
    Marvin,
    /// The scattered checksum of old Azure DevOps tokens.
    AzureDevops,
    /// BIP-173 checksum.
    Bech32,
    /// Double SHA-256 of base 58 values.
    Base58DoubleHash,
    /// BIP-39 words and checksum.
    Bip39,
    /// A version 2 macaroon of the Python package index.
    Macaroon,
    /// An AWS account number hidden in the key id.
    AwsAccount,
    /// Three parts, the first a JSON object with `alg`.
    Jwt,
    /// Base-64 JSON with a key.
    Json(String),
    /// A Discord snowflake in base 64.
    DiscordId,
}

impl Check {
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        Ok(match name {
            "crc32-base62" => Self::Crc32Base62,
            "github-sha8" => Self::GithubSha8,
            "gitlab-routable" => Self::GitlabRoutable,
            "crc32-hex" => Self::Crc32Hex,
            "grafana-crc" => Self::GrafanaCrc,
            "atlassian-crc" => Self::AtlassianCrc,
            "marvin" => Self::Marvin,
            "azure-devops" => Self::AzureDevops,
            "bech32" => Self::Bech32,
            "base58check" => Self::Base58DoubleHash,
            "bip39" => Self::Bip39,
            "macaroon" => Self::Macaroon,
            "aws-account" => Self::AwsAccount,
            "jwt" => Self::Jwt,
            "discord-id" => Self::DiscordId,
            _ => match name.strip_prefix("json:") {
                Some(key) if !key.is_empty() => Self::Json(key.to_owned()),
                _ => return Err(format!("field `check`: there is no check named `{name}`")),
            },
        })
    }

    /// Whether the check holds. `prefix` is the number of bytes of the constant prefix.
    pub(crate) fn holds(&self, token: &str, prefix: usize) -> bool {
        match self {
            Self::Crc32Base62 => crc32_base62(token, prefix),
            Self::GithubSha8 => github_sha8(token),
            Self::GitlabRoutable => gitlab_routable(token),
            Self::Crc32Hex => {
                split_tail(&token[prefix..], 8).is_some_and(|(body, sum)| format!("{:08x}", crc(body)) == sum)
            }
            Self::GrafanaCrc => split_tail(token, 8).is_some_and(|(body, sum)| {
                let body = body.strip_suffix('_').unwrap_or(body);
                HEXLOWER_PERMISSIVE.encode(&crc(body).to_le_bytes()) == sum.to_ascii_lowercase()
            }),
            Self::AtlassianCrc => split_tail(token, 8).is_some_and(|(body, sum)| format!("{:08X}", crc(body)) == sum),
            Self::Marvin => marvin_signed(token),
            Self::AzureDevops => azure_devops(token),
            Self::Bech32 => bech32::primitives::decode::CheckedHrpstring::new::<bech32::Bech32>(token).is_ok(),
            Self::Base58DoubleHash => bs58::decode(token).with_check(None).into_vec().is_ok(),
            Self::Bip39 => bip39::Mnemonic::parse_in(bip39::Language::English, token).is_ok(),
            Self::Macaroon => token.split_once('-').is_some_and(|(_, body)| macaroon(body)),
            Self::AwsAccount => aws_account(token).is_some(),
            Self::Jwt => jwt_header(token).is_some(),
            Self::Json(key) => json_with_key(token, prefix, key),
            Self::DiscordId => discord_id(token),
        }
    }
}

fn crc(text: &str) -> u32 {
    crc32fast::hash(text.as_bytes())
}

fn split_tail(text: &str, len: usize) -> Option<(&str, &str)> {
    text.len().checked_sub(len).and_then(|at| text.split_at_checked(at))
}

fn in_base(mut number: u64, digits: &[u8], width: usize) -> String {
    let base = digits.len() as u64;
    let mut out = vec![digits[0]; width];
    for place in out.iter_mut().rev() {
        *place = digits[usize::try_from(number % base).unwrap_or(0)];
        number /= base;
    }
    String::from_utf8(out).unwrap_or_default()
}

fn crc32_base62(token: &str, prefix: usize) -> bool {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    split_tail(&token[prefix..], 6).is_some_and(|(body, sum)| in_base(crc(body).into(), DIGITS, 6) == sum)
}

fn github_sha8(token: &str) -> bool {
    let Some((_, secret)) = token.rsplit_once('_') else {
        return false;
    };
    let signed = token.len() - secret.len() + 43;
    if secret.len() != 59 {
        return false;
    }
    BASE32_NOPAD.encode(&Sha256::digest(&token.as_bytes()[..signed]))[..8] == token[signed..signed + 8]
}

fn gitlab_routable(token: &str) -> bool {
    const DIGITS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    split_tail(token, 7).is_some_and(|(body, sum)| in_base(crc(body).into(), DIGITS, 7) == sum)
}

/// Marvin32 as published with .NET and used by Azure to sign its keys: the two halves of the state, little-endian.
fn marvin32(seed: u64, data: &[u8]) -> [u8; 8] {
    #[allow(clippy::cast_possible_truncation)]
    let (mut p0, mut p1) = (seed as u32, (seed >> 32) as u32);
    let mix = |p0: &mut u32, p1: &mut u32| {
        *p1 ^= *p0;
        *p0 = p0.rotate_left(20);
        *p0 = p0.wrapping_add(*p1);
        *p1 = p1.rotate_left(9);
        *p1 ^= *p0;
        *p0 = p0.rotate_left(27);
        *p0 = p0.wrapping_add(*p1);
        *p1 = p1.rotate_left(19);
    };
    let mut chunks = data.chunks_exact(4);
    for chunk in &mut chunks {
        p0 = p0.wrapping_add(u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]));
        mix(&mut p0, &mut p1);
    }
    let mut last = 0x80u32;
    for byte in chunks.remainder().iter().rev() {
        last = (last << 8) | u32::from(*byte);
    }
    p0 = p0.wrapping_add(last);
    mix(&mut p0, &mut p1);
    mix(&mut p0, &mut p1);
    let mut out = [0; 8];
    out[..4].copy_from_slice(&p0.to_le_bytes());
    out[4..].copy_from_slice(&p1.to_le_bytes());
    out
}

/// Whether the last bytes of a key are the Marvin32 of the bytes before, under the seed of any service.
fn marvin_signed(token: &str) -> bool {
    const SEEDS: [&[u8; 8]; 15] = [
        b"Default0", b"Send0000", b"Listen00", b"Manage00", b"MastRW00", b"MastRO00", b"Access00", b"Functi00",
        b"Master00", b"System00", b"Query000", b"PAdmin00", b"ACRDflt0", b"Storage0", b"Primary0",
    ];
    let standard: String = token
        .chars()
        .map(|c| {
            if c == '-' {
                '+'
            } else if c == '_' {
                '/'
            } else {
                c
            }
        })
        .collect();
    let Some(bytes) = BASE64
        .decode(standard.as_bytes())
        .ok()
        .or_else(|| BASE64_NOPAD.decode(standard.as_bytes()).ok())
    else {
        return false;
    };
    let sum_len = if token.len() == 84 { 3 } else { 4 };
    if bytes.len() < 16 {
        return false;
    }
    let (body, sum) = bytes.split_at(bytes.len() - sum_len);
    SEEDS.iter().any(|seed| {
        let state = marvin32(u64::from_be_bytes(**seed), body);
        // The 32-bit result is published as the exclusive-or of the two halves; keys signed with the lower half exist too.
        let folded: Vec<u8> = (0..4).map(|i| state[i] ^ state[i + 4]).collect();
        folded[..sum_len] == *sum || state[..sum_len] == *sum
    })
}

fn azure_devops(token: &str) -> bool {
    let Ok(bytes) = BASE32_NOPAD.decode(token.to_ascii_uppercase().as_bytes()) else {
        return false;
    };
    let [a, b, c, d] = [22, 8, 7, 2].map(|i| bytes.get(i).copied().unwrap_or(0));
    let rest: Vec<u8> = bytes
        .iter()
        .enumerate()
        .filter(|(i, _)| ![2, 7, 8, 22].contains(i))
        .map(|(_, byte)| *byte)
        .collect();
    let sum = crc32fast::hash(&rest);
    let read = u32::from_le_bytes([a, b, c, d]);
    bytes.len() == 32 && (read == sum ^ 0xE0B9_692D || read == sum ^ 0x1019_F92E)
}

/// Field types of a version 2 macaroon, read just far enough: version, location, identifier, signature of 32 bytes at the end.
fn macaroon(body: &str) -> bool {
    let Ok(bytes) = BASE64URL_NOPAD.decode(body.trim_end_matches('=').as_bytes()) else {
        return false;
    };
    if bytes.first() != Some(&2) || bytes.get(1) != Some(&1) {
        return false;
    }
    let Some(len) = bytes.get(2).map(|l| usize::from(*l)) else {
        return false;
    };
    let host = bytes.get(3..3 + len).unwrap_or_default();
    let signed = bytes.len() >= 34 && bytes[bytes.len() - 34..bytes.len() - 32] == [6, 32];
    // The location is the host of the Python package index or of its test instance.
    signed && host.ends_with(b".org") && host.windows(4).any(|w| w == b"pypi")
}

/// The account number that key ids issued since 2019 contain.
pub(crate) fn aws_account(id: &str) -> Option<u64> {
    let body = id.get(4..)?;
    if !body.starts_with(|c: char| matches!(c, 'Q'..='Z' | '2'..='7')) {
        return None;
    }
    let bytes = BASE32_NOPAD.decode(body.as_bytes()).ok()?;
    let first: [u8; 6] = bytes.get(..6)?.try_into().ok()?;
    let mut wide = [0u8; 8];
    wide[2..].copy_from_slice(&first);
    let account = (u64::from_be_bytes(wide) & 0x7FFF_FFFF_FF80) >> 7;
    (account < 1_000_000_000_000).then_some(account)
}

/// Base-64 in either alphabet, padded or not.
pub(crate) fn base64_any(text: &str) -> Option<Vec<u8>> {
    let bare = text.trim_end_matches('=').as_bytes();
    let mut options = data_encoding::Specification::new();
    options
        .symbols
        .push_str("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    options.translate.from.push_str("-_");
    options.translate.to.push_str("+/");
    // The bits left over by tools that do not clear them are no reason to refuse.
    options.check_trailing_bits = false;
    static ANY: std::sync::OnceLock<data_encoding::Encoding> = std::sync::OnceLock::new();
    let encoding = ANY.get_or_init(|| options.encoding().expect("a valid alphabet"));
    encoding.decode(bare).ok()
}

/// The header of a JSON web token, if the first part is a JSON object with `alg`.
pub(crate) fn jwt_header(token: &str) -> Option<serde_json::Value> {
    let header = json_object(token.split('.').next()?)?;
    header.get("alg").is_some().then_some(header)
}

/// The claims of a JSON web token.
pub(crate) fn jwt_claims(token: &str) -> Option<serde_json::Value> {
    json_object(token.split('.').nth(1)?)
}

fn json_object(part: &str) -> Option<serde_json::Value> {
    let value: serde_json::Value = serde_json::from_slice(&base64_any(part)?).ok()?;
    value.is_object().then_some(value)
}

fn json_with_key(token: &str, prefix: usize, key: &str) -> bool {
    let body = &token[prefix..];
    let part = body.split(['.', '_']).next().unwrap_or(body);
    // A base-64url body may hold `_` itself.
    json_object(part)
        .or_else(|| json_object(body))
        .is_some_and(|v| v.get(key).is_some())
}

fn discord_id(token: &str) -> bool {
    token
        .split('.')
        .next()
        .and_then(base64_any)
        .is_some_and(|id| (17..=20).contains(&id.len()) && id.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32_in_base_62_is_left_padded() {
        const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        assert_eq!(in_base(61, DIGITS, 6), "00000z");
        let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5";
        let token = format!("zzz_{body}{}", in_base(crc(body).into(), DIGITS, 6));
        assert!(crc32_base62(&token, 4));
        assert!(!crc32_base62(&token.replace("a1B", "a1C"), 4));
    }

    #[test]
    fn an_account_number_is_read_from_a_key_id() {
        // Built from the documented layout: 12 digits shifted left by 7, the top bit set.
        let account: u64 = 123_456_789_012;
        let mut bytes = ((account << 7) | 0x8000_0000_0000).to_be_bytes()[2..].to_vec();
        bytes.extend([7, 7, 7, 7]);
        let id = format!("{}{}", "AKIA", BASE32_NOPAD.encode(&bytes));
        assert_eq!(aws_account(&id), Some(account));
    }

    #[test]
    fn an_unknown_check_is_refused() {
        assert_eq!(
            Check::named("crc99").unwrap_err(),
            "field `check`: there is no check named `crc99`"
        );
    }
}
