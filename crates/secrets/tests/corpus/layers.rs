//! Values that are encoded, escaped or split, and values in places other than shipped code.

use super::checksums::{base64, hex};
use super::forms::{Template, fill};
use super::kinds::value;
use super::{Cases, mark};

/// A token of a kind without its marks.
fn token(kind: &str, s: &mut super::stream::Stream) -> String {
    value(kind, 0, s).replace(['\u{1}', '\u{2}'], "")
}

/// Kind, form, file, kind of the token inside.
const PLACES: &[(&str, &str, Template, &str)] = &[
    ("in-comment", "python", ("src/@svc@/jobs.py", COMMENT), "github-classic"),
    ("in-comment", "html", ("web/src/index.html", COMMENT_HTML), "gitlab-pat"),
    ("in-doc", "markdown", ("docs/release-@svc@.md", DOC), "npm"),
    ("in-example-file", "env", ("deploy/.env.example", EXAMPLE), "sendgrid"),
    (
        "in-notebook",
        "source",
        ("notebooks/@svc@.ipynb", NOTEBOOK),
        "huggingface",
    ),
    (
        "in-notebook",
        "output",
        ("notebooks/@svc@-run.ipynb", NOTEBOOK_OUTPUT),
        "groq",
    ),
    ("in-test-path", "typescript", ("tests/@svc@.spec.ts", TEST), "slack-bot"),
    ("in-lockfile", "npm", ("package-lock.json", LOCK_NPM), "github-classic"),
    ("in-lockfile", "yarn", ("yarn.lock", LOCK_YARN), "gitlab-pat"),
    (
        "in-minified",
        "javascript",
        ("public/app.min.js", MINIFIED),
        "stripe-live",
    ),
    ("in-history", "shell", ("home/.bash_history", HISTORY), "digitalocean"),
];

pub fn add(cases: &mut Cases) {
    for (kind, form, template, inner) in PLACES {
        let mut s = cases.stream(kind);
        let secret = value(inner, 0, &mut s);
        let (path, mut text) = fill(*template, &mut s, "value", &secret);
        text = text.replace("@digest@", &base64(s.bytes(64)));
        if text.contains("@filler@") {
            let filler: String = (0..60).map(|n| format!("function f{n}(a){{return a+{n}}}")).collect();
            text = text.replace("@filler@", &filler);
        }
        cases.add(kind, form, path, &text);
    }
    encoded(cases);
    split(cases);
}

fn encoded(cases: &mut Cases) {
    let mut s = cases.stream("encoded-base64");
    let inner = format!(
        "region: eu-central\ntoken: {}\nworkers: 4\n",
        token("github-classic", &mut s)
    );
    let (path, text) = fill(
        ("deploy/@svc@/bundle.yaml", BUNDLE),
        &mut s,
        "value",
        &mark(&base64(inner)),
    );
    cases.add("encoded-base64", "base64", path, &text);

    let mut s = cases.stream("encoded-base64");
    let inner = base64(base64(format!("export NPM_TOKEN={}\n", token("npm", &mut s))));
    let (path, text) = fill(("deploy/@svc@/boot.yaml", BUNDLE), &mut s, "value", &mark(&inner));
    cases.add("encoded-base64", "base64-twice", path, &text);

    let mut s = cases.stream("encoded-hex");
    let inner = hex(token("sendgrid", &mut s));
    let (path, text) = fill(("src/@svc@/blob.py", HEX), &mut s, "value", &mark(&inner));
    cases.add("encoded-hex", "hex", path, &text);

    let mut s = cases.stream("encoded-escape");
    let inner: String = token("github-classic", &mut s)
        .bytes()
        .map(|byte| format!("\\x{byte:02x}"))
        .collect();
    let (path, text) = fill(("src/@svc@/remote.js", ESCAPE), &mut s, "value", &mark(&inner));
    cases.add("encoded-escape", "hex-escape", path, &text);

    let mut s = cases.stream("encoded-escape");
    let inner: String = token("slack-bot", &mut s)
        .bytes()
        .map(|byte| format!("\\u{byte:04x}"))
        .collect();
    let (path, text) = fill(("config/@svc@-hook.json", ESCAPE_JSON), &mut s, "value", &mark(&inner));
    cases.add("encoded-escape", "unicode-escape", path, &text);

    let mut s = cases.stream("encoded-char-codes");
    let inner: Vec<String> = token("gitlab-pat", &mut s)
        .bytes()
        .map(|byte| byte.to_string())
        .collect();
    let (path, text) = fill(("src/@svc@/codes.js", CODES), &mut s, "value", &mark(&inner.join(", ")));
    cases.add("encoded-char-codes", "javascript", path, &text);
}

fn split(cases: &mut Cases) {
    let kind = "split-concatenation";
    let mut s = cases.stream(kind);
    let whole = token("github-classic", &mut s);
    let text = format!(
        "package io.acme.mirror;\n\nfinal class Mirror {{\n    private static final String HOST = \"git.acme.io\";\n\n    String token() {{\n        return \"{}\" + \"{}\";\n    }}\n\n    String host() {{\n        return HOST;\n    }}\n}}\n",
        mark(&whole[..17]),
        mark(&whole[17..])
    );
    cases.add(kind, "java-plus", "src/main/java/io/acme/mirror/Mirror.java", &text);

    let mut s = cases.stream(kind);
    let whole = token("sendgrid", &mut s);
    let text = format!(
        "import sendgrid\n\nSENDER = \"orders@acme.io\"\nMAIL_KEY = (\n    \"{}\"\n    \"{}\"\n)\n\n\ndef client():\n    return sendgrid.SendGridAPIClient(MAIL_KEY)\n\n\ndef sender():\n    return SENDER\n",
        mark(&whole[..30]),
        mark(&whole[30..])
    );
    cases.add(kind, "python-adjacent", "src/orders/mail.py", &text);

    let mut s = cases.stream("split-join");
    let whole = token("gitlab-pat", &mut s);
    let text = format!(
        "const host = \"git.acme.io\";\n\nconst remote = [\n  \"{}\",\n  \"{}\",\n  \"{}\",\n].join(\"\");\n\nexport function headers() {{\n  return {{ host, \"private-token\": remote }};\n}}\n",
        mark(&whole[..8]),
        mark(&whole[8..16]),
        mark(&whole[16..])
    );
    cases.add("split-join", "javascript", "src/mirror/remote.js", &text);

    let mut s = cases.stream("split-continuation");
    let whole = token("openai-project", &mut s);
    let text = format!(
        "server.port=8080\nspring.application.name=orders\nopenai.api.key={}\\\n    {}\nopenai.timeout=20s\nlogging.level.root=INFO\n",
        mark(&whole[..70]),
        mark(&whole[70..])
    );
    cases.add(
        "split-continuation",
        "properties",
        "src/main/resources/ai.properties",
        &text,
    );
}

const COMMENT: &str = r#""""Nightly jobs of @svc@."""

import subprocess

# The mirror used to run with @v@ until the move to the new host.
MIRROR = "https://git.acme.io/platform/@svc@.git"


def mirror(target: str) -> None:
    subprocess.run(["git", "clone", "--mirror", MIRROR, target], check=True)


def prune(target: str) -> None:
    subprocess.run(["git", "-C", target, "gc", "--prune=now"], check=True)
"#;

const COMMENT_HTML: &str = r#"<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>@Svc@</title>
    <!-- build bot: @v@ -->
    <link rel="stylesheet" href="/app.css">
  </head>
  <body>
    <main id="app"></main>
  </body>
</html>
"#;

const DOC: &str = "# Releasing

1. Update the change log.
2. Tag the commit.
3. Publish from a clean checkout:

```sh
NPM_TOKEN=@v@ npm publish --access restricted
```

The package appears in the registry after a minute.
";

const EXAMPLE: &str = "# Copy to .env and adapt.
APP_ENV=development
APP_PORT=@port@
SENDGRID_API_KEY=@v@
MAIL_FROM=notices@acme.io
LOG_LEVEL=debug
DATABASE_HOST=localhost
WORKERS=1
";

const NOTEBOOK: &str = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": ["# Embeddings of @svc@\n"]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {},
   "outputs": [],
   "source": [
    "from huggingface_hub import login\n",
    "login(\"@v@\")\n",
    "rows = load(\"@svc@\", limit=500)\n"
   ]
  }
 ],
 "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
"##;

const NOTEBOOK_OUTPUT: &str = r#"{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": 3,
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": ["region eu-central\n", "client ready: @v@\n", "24 rows\n"]
    }
   ],
   "source": ["run(\"@svc@\")\n"]
  }
 ],
 "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
"#;

const TEST: &str = r##"import { describe, expect, it } from "vitest";
import { post } from "../src/chat";

describe("chat", () => {
  const bot = "@v@";

  it("posts a line", async () => {
    const answer = await post(bot, "#platform", "hello");
    expect(answer.ok).toBe(true);
  });

  it("keeps the channel", async () => {
    const answer = await post(bot, "#@svc@", "hello");
    expect(answer.channel).toBe("#@svc@");
  });
});
"##;

const LOCK_NPM: &str = r#"{
  "name": "@svc@",
  "version": "4.12.0",
  "lockfileVersion": 3,
  "packages": {
    "node_modules/@acme/core": {
      "version": "2.3.1",
      "resolved": "https://@v@@npm.acme.io/@acme/core/-/core-2.3.1.tgz",
      "integrity": "sha512-@digest@"
    }
  }
}
"#;

const LOCK_YARN: &str = "# yarn lockfile v1


\"@acme/core@^2.3.0\":
  version \"2.3.1\"
  resolved \"https://git.acme.io/api/v4/packages/npm/core-2.3.1.tgz?private_token=@v@\"
  integrity sha512-@digest@
  dependencies:
    ms \"^2.1.3\"
";

const MINIFIED: &str =
    "!function(){\"use strict\";@filler@var k=\"@v@\";window.pay=function(a){return f1(a)+k.length}}();
";

const HISTORY: &str = "cd /srv/@svc@
git pull
make build
doctl auth init -t @v@
doctl compute droplet list
systemctl restart @svc@
tail -f /var/log/@svc@.log
exit
";

const BUNDLE: &str = "apiVersion: v1
kind: ConfigMap
metadata:
  name: @svc@-bundle
data:
  level: info
  bundle: @v@
  workers: \"4\"
";

const HEX: &str = r#"import binascii

NAME = "@svc@"
BLOB = "@v@"


def unpack() -> str:
    return binascii.unhexlify(BLOB).decode("ascii")


def name() -> str:
    return NAME
"#;

const ESCAPE: &str = r#""use strict";

const host = "git.acme.io";
const remote = "@v@";

function headers() {
  return { authorization: `token ${remote}`, host };
}

module.exports = { headers };
"#;

const ESCAPE_JSON: &str = r#"{
  "service": "@svc@",
  "channel": "platform",
  "bot": "@v@",
  "retries": 3,
  "@word@": 64
}
"#;

const CODES: &str = r#""use strict";

const host = "git.acme.io";
const remote = String.fromCharCode(@v@);

function headers() {
  return { "private-token": remote, host };
}

module.exports = { headers };
"#;
