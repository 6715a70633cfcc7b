//! Key material: DER, PEM, OpenSSH, PuTTY, PGP and JWK texts, and the cases made of them.
//!
//! RSA numbers have the right lengths and parity but are no primes: a scanner judges the shape.

use super::checksums::{base64, base64url, crc24};
use super::stream::Stream;
use super::{Cases, mark};

const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const EC: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
const PBES2: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d];
const PBKDF2: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c];
const AES256: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a];

/// One DER element.
pub fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    match content.len() {
        short @ 0..=127 => out.push(short as u8),
        middle @ 128..=255 => out.extend([0x81, middle as u8]),
        long => out.extend([0x82, (long >> 8) as u8, long as u8]),
    }
    out.extend_from_slice(content);
    out
}

fn sequence(parts: &[Vec<u8>]) -> Vec<u8> {
    der(0x30, &parts.concat())
}

fn small(value: u8) -> Vec<u8> {
    der(2, &[value])
}

fn big(s: &mut Stream, bytes: usize) -> Vec<u8> {
    let mut raw = s.bytes(bytes);
    raw[0] |= 0xc0;
    raw[bytes - 1] |= 1;
    raw.insert(0, 0);
    der(2, &raw)
}

fn algorithm(oid: &[u8], parameter: Vec<u8>) -> Vec<u8> {
    sequence(&[der(6, oid), parameter])
}

/// PKCS#1 private key of the given size.
pub fn rsa_der(s: &mut Stream, bits: usize) -> Vec<u8> {
    let whole = bits / 8;
    let half = whole / 2;
    let mut parts = vec![small(0), big(s, whole), der(2, &[1, 0, 1]), big(s, whole)];
    parts.extend((0..5).map(|_| big(s, half)));
    sequence(&parts)
}

/// SEC 1 private key on P-256.
pub fn ec_der(s: &mut Stream) -> Vec<u8> {
    let mut scalar = s.bytes(32);
    scalar[0] &= 0x7f;
    let mut point = vec![0, 4];
    point.extend(s.bytes(64));
    sequence(&[
        small(1),
        der(4, &scalar),
        der(0xa0, &der(6, P256)),
        der(0xa1, &der(3, &point)),
    ])
}

/// PKCS#8 around an Ed25519 seed.
pub fn ed25519_der(s: &mut Stream) -> Vec<u8> {
    let seed = der(4, &der(4, &s.bytes(32)));
    sequence(&[small(0), sequence(&[der(6, ED25519)]), seed])
}

/// PKCS#8 around an RSA key.
pub fn pkcs8_der(s: &mut Stream, bits: usize) -> Vec<u8> {
    let inner = rsa_der(s, bits);
    sequence(&[small(0), algorithm(RSA, der(5, &[])), der(4, &inner)])
}

fn encrypted_der(s: &mut Stream) -> Vec<u8> {
    let kdf = sequence(&[der(4, &s.bytes(16)), der(2, &[0x08, 0x00])]);
    let cipher = algorithm(AES256, der(4, &s.bytes(16)));
    let scheme = algorithm(PBES2, sequence(&[algorithm(PBKDF2, kdf), cipher]));
    sequence(&[scheme, der(4, &s.bytes(640))])
}

/// SubjectPublicKeyInfo of an RSA key.
pub fn public_der(s: &mut Stream, bits: usize) -> Vec<u8> {
    let mut content = vec![0];
    content.extend(sequence(&[big(s, bits / 8), der(2, &[1, 0, 1])]));
    sequence(&[algorithm(RSA, der(5, &[])), der(3, &content)])
}

/// SubjectPublicKeyInfo of a P-256 key.
pub fn public_ec_der(s: &mut Stream) -> Vec<u8> {
    let mut point = vec![0, 4];
    point.extend(s.bytes(64));
    sequence(&[algorithm(EC, der(6, P256)), der(3, &point)])
}

/// Something with the outline of an X.509 certificate or request.
pub fn certificate_der(s: &mut Stream) -> Vec<u8> {
    let name = sequence(&[der(
        0x31,
        &sequence(&[der(6, &[0x55, 4, 3]), der(0x0c, b"orders.acme.io")]),
    )]);
    let key = public_der(s, 2048);
    let serial = big(s, 16);
    let body = sequence(&[serial, name.clone(), name, key]);
    let mut signature = vec![0];
    signature.extend(s.bytes(256));
    sequence(&[body, algorithm(RSA, der(5, &[])), der(3, &signature)])
}

/// Splits a text into lines of a width.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(width).map(|line| line.iter().collect()).collect()
}

fn begin(label: &str) -> String {
    format!("{}{label}-----", concat!("-----BE", "GIN "))
}

fn end(label: &str) -> String {
    format!("{}{label}-----", concat!("-----E", "ND "))
}

/// The lines of a PEM block; the body lines are marked when it is a secret.
pub fn pem(label: &str, bytes: &[u8], secret: bool) -> Vec<String> {
    let mut lines = vec![begin(label)];
    for line in wrap(&base64(bytes), 64) {
        lines.push(if secret { mark(&line) } else { line });
    }
    lines.push(end(label));
    lines
}

/// A PEM block in one line with escaped line ends; the whole body is marked once.
pub fn pem_escaped(label: &str, bytes: &[u8]) -> String {
    let body = wrap(&base64(bytes), 64).join("\\n");
    format!("{}\\n{}\\n{}\\n", begin(label), mark(&body), end(label))
}

fn string(out: &mut Vec<u8>, data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    out.extend_from_slice(data);
}

/// The wire form of an Ed25519 public key.
pub fn ssh_public(key: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    string(&mut out, b"ssh-ed25519");
    string(&mut out, key);
    out
}

/// An unencrypted OpenSSH key file body.
pub fn openssh(s: &mut Stream) -> Vec<u8> {
    let public = s.bytes(32);
    let mut private = s.bytes(4);
    private.extend_from_within(..);
    string(&mut private, b"ssh-ed25519");
    string(&mut private, &public);
    let mut pair = s.bytes(32);
    pair.extend_from_slice(&public);
    string(&mut private, &pair);
    string(&mut private, b"deploy@build-03");
    let mut pad = 0;
    while !private.len().is_multiple_of(8) {
        pad += 1;
        private.push(pad);
    }
    let mut out = concat!("openssh-", "key-v1\0").as_bytes().to_vec();
    string(&mut out, b"none");
    string(&mut out, b"none");
    string(&mut out, b"");
    out.extend(1_u32.to_be_bytes());
    string(&mut out, &ssh_public(&public));
    string(&mut out, &private);
    out
}

fn packet(tag: u8, body: &[u8]) -> Vec<u8> {
    let mut out = vec![0xc0 | tag];
    match body.len() {
        short @ 0..=191 => out.push(short as u8),
        long => {
            let rest = long - 192;
            out.extend([(rest >> 8) as u8 + 192, rest as u8]);
        }
    }
    out.extend_from_slice(body);
    out
}

fn number(bytes: &mut [u8]) -> Vec<u8> {
    bytes[0] |= 0x80;
    let mut out = ((bytes.len() * 8) as u16).to_be_bytes().to_vec();
    out.extend_from_slice(bytes);
    out
}

/// An armoured PGP block: a key (secret part in the clear when asked for), user id, signature.
pub fn pgp(s: &mut Stream, label: &str, tag: u8, secret: bool) -> Vec<String> {
    let mut key = vec![4, 0x65, 0x1f, 0x4a, 0x20, 1];
    key.extend(number(&mut s.bytes(256)));
    key.extend([0, 17, 1, 0, 1]);
    if secret {
        key.push(0);
        let mut private = number(&mut s.bytes(256));
        for _ in 0..3 {
            private.extend(number(&mut s.bytes(128)));
        }
        let sum: u16 = private.iter().fold(0, |sum, byte| sum.wrapping_add(u16::from(*byte)));
        key.extend(private);
        key.extend(sum.to_be_bytes());
    }
    let mut bytes = packet(tag, &key);
    bytes.extend(packet(13, b"Release Bot <release@acme.io>"));
    let mut lines = vec![begin(label), String::new()];
    for line in wrap(&base64(&bytes), 64) {
        lines.push(if secret { mark(&line) } else { line });
    }
    lines.push(format!("={}", base64(crc24(&bytes))));
    lines.push(end(label));
    lines
}

fn putty(s: &mut Stream) -> Vec<String> {
    let public = wrap(&base64(ssh_public(&s.bytes(32))), 64);
    let mut private = Vec::new();
    string(&mut private, &s.bytes(32));
    let private = wrap(&base64(&private), 64);
    let mut lines = vec![
        format!("{}3: ssh-ed25519", concat!("PuTTY-User-", "Key-File-")),
        "Encryption: none".to_owned(),
        "Comment: deploy@build-03".to_owned(),
        format!("Public-Lines: {}", public.len()),
    ];
    lines.extend(public);
    lines.push(format!("{}{}", concat!("Private", "-Lines: "), private.len()));
    lines.extend(private.iter().map(|line| mark(line)));
    lines.push(format!("Private-MAC: {}", s.hex(64)));
    lines
}

fn indent(lines: &[String], by: &str) -> String {
    lines.iter().map(|line| format!("{by}{line}\n")).collect()
}

pub fn add(cases: &mut Cases) {
    const K: &str = "private-key-";
    let kind = |name: &str| format!("{K}{name}");
    let rsa_label = concat!("RSA PRIV", "ATE KEY");
    let plain = concat!("PRIV", "ATE KEY");

    let mut s = cases.stream(&kind("rsa"));
    let text = pem(rsa_label, &rsa_der(&mut s, 2048), true).join("\n") + "\n";
    cases.add(&kind("rsa"), "file", "deploy/tls/orders.key", &text);
    let mut s = cases.stream(&kind("rsa"));
    let lines = pem(rsa_label, &rsa_der(&mut s, 1024), true);
    let quoted: String = lines.iter().map(|l| format!("        \"{l}\\n\" +\n")).collect();
    let text = format!(
        "package io.acme.sign;\n\nimport java.security.Signature;\n\nfinal class Signer {{\n    private static final String PEM =\n{quoted}        \"\";\n\n    byte[] sign(byte[] body) throws Exception {{\n        Signature signer = Signature.getInstance(\"SHA256withRSA\");\n        signer.initSign(Keys.parse(PEM));\n        signer.update(body);\n        return signer.sign();\n    }}\n}}\n"
    );
    cases.add(&kind("rsa"), "java", "src/main/java/io/acme/sign/Signer.java", &text);

    let mut s = cases.stream(&kind("ec"));
    let lines = pem(concat!("EC PRIV", "ATE KEY"), &ec_der(&mut s), true);
    let text = format!(
        "import jwt\n\nISSUER = \"https://login.acme.io\"\nAUDIENCE = \"orders\"\n\nSIGNER = \"\"\"\n{}\"\"\"\n\n\ndef issue(subject: str) -> str:\n    claims = {{\"iss\": ISSUER, \"aud\": AUDIENCE, \"sub\": subject}}\n    return jwt.encode(claims, SIGNER, algorithm=\"ES256\")\n",
        indent(&lines, "")
    );
    cases.add(&kind("ec"), "python", "src/login/issue.py", &text);

    let mut s = cases.stream(&kind("pkcs8"));
    let lines = pem(plain, &ed25519_der(&mut s), true);
    let text = format!(
        "package agent\n\nimport (\n\t\"crypto/x509\"\n\t\"encoding/pem\"\n)\n\nconst identity = `{}`\n\nfunc load() (any, error) {{\n\tblock, _ := pem.Decode([]byte(identity))\n\treturn x509.ParsePKCS8PrivateKey(block.Bytes)\n}}\n",
        lines.join("\n")
    );
    cases.add(&kind("pkcs8"), "go", "internal/agent/identity.go", &text);
    let mut s = cases.stream(&kind("pkcs8"));
    let text = pem(plain, &pkcs8_der(&mut s, 2048), true).join("\r\n") + "\r\n";
    cases.add(&kind("pkcs8"), "file-crlf", "deploy/gateway/server.key", &text);

    let mut s = cases.stream(&kind("encrypted"));
    let label = concat!("ENCRYPTED PRIV", "ATE KEY");
    let text = pem(label, &encrypted_der(&mut s), true).join("\n") + "\n";
    cases.add(&kind("encrypted"), "file", "deploy/tls/intermediate.key", &text);
    let mut s = cases.stream(&kind("encrypted"));
    let mut lines = pem(rsa_label, &s.bytes(1200), true);
    let header = ["Proc-Type: 4,ENCRYPTED".to_owned(), String::new(), String::new()];
    lines.splice(1..1, header);
    lines[2] = format!("DEK-Info: AES-256-CBC,{}", s.hex_upper(32));
    cases.add(
        &kind("encrypted"),
        "legacy",
        "deploy/tls/legacy.pem",
        &(lines.join("\n") + "\n"),
    );

    let mut s = cases.stream(&kind("openssh"));
    let label = concat!("OPENSSH PRIV", "ATE KEY");
    let body = base64(openssh(&mut s));
    let mut lines = vec![begin(label)];
    lines.extend(wrap(&body, 70).iter().map(|line| mark(line)));
    lines.push(end(label));
    cases.add(
        &kind("openssh"),
        "file",
        "deploy/ssh/id_ed25519",
        &(lines.join("\n") + "\n"),
    );

    let mut s = cases.stream(&kind("pgp"));
    let lines = pgp(&mut s, concat!("PGP PRIV", "ATE KEY BLOCK"), 5, true);
    cases.add(&kind("pgp"), "file", "release/signing.asc", &(lines.join("\n") + "\n"));

    let mut s = cases.stream(&kind("putty"));
    let text = putty(&mut s).join("\r\n") + "\r\n";
    cases.add(&kind("putty"), "file", "deploy/ssh/build-03.ppk", &text);

    let mut s = cases.stream(&kind("in-json"));
    let key = pem_escaped(plain, &pkcs8_der(&mut s, 1024));
    let text = format!(
        "{{\n  \"listen\": \"0.0.0.0:8443\",\n  \"issuer\": \"https://login.acme.io\",\n  \"algorithm\": \"RS256\",\n  \"signer\": \"{key}\",\n  \"ttl_seconds\": 900,\n  \"audiences\": [\"orders\", \"billing\"]\n}}\n"
    );
    cases.add(&kind("in-json"), "json", "config/issuer.json", &text);

    let mut s = cases.stream(&kind("in-yaml"));
    let lines = pem(rsa_label, &rsa_der(&mut s, 1024), true);
    let text = format!(
        "server:\n  listen: 0.0.0.0:8443\n  workers: 4\n  tls:\n    min_version: \"1.2\"\n    key: |\n{}    reload: hourly\nlog:\n  level: info\n",
        indent(&lines, "      ")
    );
    cases.add(&kind("in-yaml"), "yaml", "config/gateway.yaml", &text);

    let mut s = cases.stream(&kind("base64"));
    let inner: String = pem(plain, &pkcs8_der(&mut s, 1024), false).join("\n") + "\n";
    let text = format!(
        "APP_ENV=production\nAPP_PORT=8080\nLOG_LEVEL=info\nDATABASE_HOST=db.acme.io\nTLS_CERT_FILE=/etc/tls/orders.crt\nTLS_KEY_B64={}\nTLS_MIN_VERSION=1.2\nMETRICS_PORT=9100\n",
        mark(&base64(inner))
    );
    cases.add(&kind("base64"), "env", "deploy/orders.env", &text);

    let mut s = cases.stream("jwk-private");
    let mut field = || base64url(s.bytes(32));
    let (x, y, d) = (field(), field(), field());
    let text = format!(
        "{{\n  \"keys\": [\n    {{\n      \"kty\": \"EC\",\n      \"crv\": \"P-256\",\n      \"use\": \"sig\",\n      \"kid\": \"orders-2025-03\",\n      \"x\": \"{x}\",\n      \"y\": \"{y}\",\n      \"d\": \"{}\"\n    }}\n  ]\n}}\n",
        mark(&d)
    );
    cases.add("jwk-private", "json", "config/signing-keys.json", &text);
}
