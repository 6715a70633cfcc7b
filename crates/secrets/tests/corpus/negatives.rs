//! Hard negatives that are generated: broken tokens, digests, ids, encrypted and public values.

use super::checksums::{base32, base64, base64url, bech32, hex};
use super::forms::{Template, fill, render};
use super::keys::{certificate_der, pem, pgp, public_der, public_ec_der, ssh_public, wrap};
use super::stream::Stream;
use super::{Cases, kinds, negatives_rows};

/// Category, form, path and text; `@v@` and the blanks of [`blanks`] are filled.
pub type Row = (&'static str, &'static str, Template);

/// Makes a text.
type Make = fn(&mut Stream) -> String;

/// Blank and the text made for every occurrence of it.
type Blank = (&'static str, Make);

const BLANKS: &[Blank] = &[
    ("@hex8@", |s| s.hex(8)),
    ("@hex16@", |s| s.hex(16)),
    ("@hex32@", |s| s.hex(32)),
    ("@hex40@", |s| s.hex(40)),
    ("@hex64@", |s| s.hex(64)),
    ("@hex128@", |s| s.hex(128)),
    ("@HEX64@", |s| s.hex_upper(64)),
    ("@b64of16@", |s| base64(s.bytes(16))),
    ("@b64of20@", |s| base64(s.bytes(20))),
    ("@b64of32@", |s| base64(s.bytes(32))),
    ("@b64of48@", |s| base64(s.bytes(48))),
    ("@b64of64@", |s| base64(s.bytes(64))),
    ("@b64of96@", |s| base64(s.bytes(96))),
    ("@b64of480@", |s| base64(s.bytes(480))),
    ("@url22@", |s| s.url(22)),
    ("@url43@", |s| s.url(43)),
    ("@b62of14@", |s| s.b62(14)),
    ("@b62of24@", |s| s.b62(24)),
    ("@b32of52@", |s| base32(&s.bytes(32)).to_lowercase()),
    ("@uuid@", |s| s.uuid()),
    ("@digits12@", |s| s.digits(12)),
    ("@ssh@", |s| format!("AAAA{}", &base64(ssh_public(&s.bytes(32)))[4..])),
    ("@ecdsa@", |s| {
        base64(
            [
                &b"\0\0\0\x13ecdsa-sha2-nistp256\0\0\0\x08nistp256\0\0\0\x41\x04"[..],
                &s.bytes(64),
            ]
            .concat(),
        )
    }),
    ("@age@", |s| bech32("age", &s.bytes(32))),
    ("@vault@", |s| {
        wrap(&hex(s.bytes(240)), 80)
            .iter()
            .map(|l| format!("  {l}\n"))
            .collect()
    }),
];

/// Fills a row and replaces every blank, each occurrence by a new value.
pub fn add_rows(cases: &mut Cases, rows: &[Row]) {
    for (category, form, template) in rows {
        let mut s = cases.stream(category);
        let (path, mut text) = fill(*template, &mut s, "value", "");
        for (blank, make) in BLANKS {
            while text.contains(blank) {
                text = text.replacen(blank, &make(&mut s), 1);
            }
        }
        cases.add(category, form, path, &text);
    }
}

fn unmarked(kind: &str, s: &mut Stream) -> String {
    kinds::value(kind, 0, s).replace(['\u{1}', '\u{2}'], "")
}

/// Exchanges one character inside for another of the same class.
fn spoil(value: &str, place: usize) -> String {
    let mut chars: Vec<char> = value.chars().collect();
    chars[place] = match chars[place] {
        '0' | '9' => '2',
        digit @ '1'..='8' => char::from(digit as u8 + 1),
        'z' => 'y',
        'Z' => 'Y',
        letter if letter.is_ascii_alphabetic() => {
            let next = char::from(letter as u8 + 1);
            // Letters that some alphabets leave out.
            let absent = matches!(next, 'B' | 'I' | 'O' | 'b' | 'i' | 'o' | 'l');
            char::from(letter as u8 + if absent { 2 } else { 1 })
        }
        _ => 'a',
    };
    chars.into_iter().collect()
}

pub fn add(cases: &mut Cases) {
    broken(cases);
    add_rows(cases, negatives_rows::ROWS);
    public_keys(cases);
    large(cases);
}

fn broken(cases: &mut Cases) {
    let rows: [(&str, &str, &str, usize); 8] = [
        ("github-classic", "github token", "env", 12),
        ("npm", "npm token", "workflow", 12),
        ("gitlab-pat-routable", "gitlab token", "python", 8),
        ("grafana-sa", "grafana token", "hcl", 20),
        ("atlassian-api", "jira api token", "properties", 40),
        ("vercel", "vercel token", "shell", 20),
        ("age-key", "sops age key", "env", 30),
        ("bitcoin-wif", "payout wallet", "go", 20),
    ];
    for (kind, words, form, place) in rows {
        let mut s = cases.stream("bad-checksum");
        let value = spoil(&unmarked(kind, &mut s), place);
        let (path, text) = render(form, &mut s, words, &value);
        cases.add("bad-checksum", form, path, &text);
    }

    let mut s = cases.stream("bad-alphabet");
    let value = format!("{}{}0189{}", concat!("AK", "IA"), s.b32_upper(6), s.b32_upper(6));
    let (path, text) = render("yaml", &mut s, "page marker", &value);
    cases.add("bad-alphabet", "yaml", path, &text);

    let makers: [(&str, Make); 7] = [
        ("python", |s| format!("{}{}", concat!("gh", "p_"), s.b62(48))),
        ("javascript", |s| format!("x{}", unmarked("github-classic", s))),
        ("go", |s| {
            format!("{}.{}.{}", base64url("{\"alg\" HS256}"), s.url(60), s.url(43))
        }),
        ("yaml", |s| format!("G{}.G{}.{}", s.letters(25), s.url(5), s.url(38))),
        ("json", |s| {
            format!("{}{}_{}", concat!("sntr", "ys_"), s.b62(80), s.b64(43))
        }),
        ("env", |s| format!("{}{}", concat!("py", "pi-"), s.url(150))),
        ("toml", |s| format!("{}{}", concat!("gl", "pat-"), s.url(9))),
    ];
    for (form, make) in makers {
        let mut s = cases.stream("bad-structure");
        let value = make(&mut s);
        let (path, text) = render(form, &mut s, "page marker", &value);
        cases.add("bad-structure", form, path, &text);
    }

    let begin = format!("{}{}", concat!("-----BE", "GIN RSA PRIV"), "ATE KEY-----");
    let end = format!("{}{}", concat!("-----E", "ND RSA PRIV"), "ATE KEY-----");
    let text = format!(
        "package io.acme.tls;\n\nfinal class PemReader {{\n    private static final String HEAD = \"{begin}\";\n    private static final String TAIL = \"{end}\";\n\n    byte[] body(String text) {{\n        int from = text.indexOf(HEAD) + HEAD.length();\n        int to = text.indexOf(TAIL, from);\n        return java.util.Base64.getMimeDecoder().decode(text.substring(from, to));\n    }}\n}}\n"
    );
    cases.add(
        "bad-structure",
        "constants",
        "src/main/java/io/acme/tls/PemReader.java",
        &text,
    );
    let text = format!(
        "# TLS\n\nPut the key into `tls.key`. It looks like this:\n\n```\n{begin}\n...\n{end}\n```\n\nThe gateway reads the file at its start and whenever it changes.\n"
    );
    cases.add("bad-structure", "stub", "docs/tls.md", &text);

    let mut s = cases.stream("bad-structure");
    let body = wrap(&base64([&[0x17][..], &s.bytes(383)].concat()), 64).join("\n");
    let text = format!("{begin}\n{body}\n{end}\n");
    cases.add("bad-structure", "no-der", "deploy/tls/broken.key", &text);
}

fn public_keys(cases: &mut Cases) {
    let mut block = |form: &'static str, path: &str, make: fn(&mut Stream) -> Vec<String>| {
        let mut s = cases.stream("public-key");
        let text = make(&mut s).join("\n") + "\n";
        cases.add("public-key", form, path, &text);
    };
    block("pem", "config/issuer.pub", |s| {
        pem("PUBLIC KEY", &public_der(s, 2048), false)
    });
    block("pem-ec", "deploy/cosign.pub", |s| {
        pem("PUBLIC KEY", &public_ec_der(s), false)
    });
    block("certificate", "deploy/tls/orders.crt", |s| {
        pem("CERTIFICATE", &certificate_der(s), false)
    });
    block("request", "deploy/tls/orders.csr", |s| {
        pem("CERTIFICATE REQUEST", &certificate_der(s), false)
    });
    block("pgp", "release/KEYS.asc", |s| pgp(s, "PGP PUBLIC KEY BLOCK", 6, false));
    block("pgp-signature", "release/orders.tar.gz.asc", |s| {
        pgp(s, "PGP SIGNATURE", 2, false)
    });

    let mut s = cases.stream("public-key");
    let comment = concat!("untrusted", " comment: minisign public key 4F2A");
    let mut bytes = b"Ed".to_vec();
    bytes.extend(s.bytes(40));
    cases.add(
        "public-key",
        "minisign",
        "release/minisign.pub",
        &format!("{comment}\n{}\n", base64(bytes)),
    );
}

/// Media, generated texts and vectors.
fn large(cases: &mut Cases) {
    let media: [(&str, &str, &[u8], Template); 4] = [
        (
            "css",
            "image/png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            ("web/src/app.css", CSS),
        ),
        ("html", "font/woff2", b"wOF2\0\x01\0\0", ("web/src/page.html", FONT)),
        (
            "json",
            "image/jpeg",
            b"\xff\xd8\xff\xe0\0\x10JFIF\0",
            ("web/src/avatars.json", AVATAR),
        ),
        (
            "notebook",
            "image/png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            ("notebooks/plot.ipynb", PLOT),
        ),
    ];
    for (form, mime, magic, template) in media {
        let mut s = cases.stream("data-uri");
        let mut bytes = magic.to_vec();
        bytes.extend(s.bytes(600));
        let (path, text) = fill(template, &mut s, "value", &base64(bytes));
        cases.add("data-uri", form, path, &text.replace("@mime@", mime));
    }

    let mut s = cases.stream("minified");
    let code: String = (0..70)
        .map(|n| {
            let (name, other, key) = (s.plain("abcdefghijkm", 2), s.letters(1), s.b62(7));
            format!("var {name}{n}=function({other}){{return {other}[\"{key}\"]||\"token\"}};")
        })
        .collect();
    cases.add(
        "minified",
        "javascript",
        "public/vendor.min.js",
        &format!("!function(){{{code}}}();\n"),
    );

    let mut s = cases.stream("sourcemap");
    let mappings: Vec<String> = (0..160).map(|_| s.plain("ACEGIKMOQSUWYacegikmoqs", 4)).collect();
    let text = format!(
        "{{\n  \"version\": 3,\n  \"file\": \"app.js\",\n  \"sources\": [\"../src/session.ts\", \"../src/token.ts\"],\n  \"names\": [\"password\", \"refreshToken\", \"apiKey\"],\n  \"mappings\": \"{}\"\n}}\n",
        mappings.join(",")
    );
    cases.add("sourcemap", "json", "public/app.js.map", &text);
}

const CSS: &str = ".logo {
  width: 48px;
  height: 48px;
  background: url(data:@mime@;base64,@v@) no-repeat;
}

.token {
  color: #334455;
}
";

const FONT: &str = "<!doctype html>
<html lang=\"en\">
  <head>
    <title>@Svc@</title>
    <style>
      @font-face {
        font-family: Acme;
        src: url(\"data:@mime@;base64,@v@\");
      }
    </style>
  </head>
  <body>Hello</body>
</html>
";

const AVATAR: &str = r#"{
  "people": [
    { "name": "Ines", "picture": "data:@mime@;base64,@v@" },
    { "name": "Otto", "picture": null }
  ],
  "size": 96,
  "shape": "round"
}
"#;

const PLOT: &str = r#"{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": 2,
   "metadata": {},
   "outputs": [
    {
     "data": {"@mime@": "@v@", "text/plain": ["<Figure size 640x480>"]},
     "metadata": {},
     "output_type": "display_data"
    }
   ],
   "source": ["plot(rows)\n"]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
"#;
