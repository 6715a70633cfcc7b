//! How a value is embedded in source code. A template names its blanks with at signs:
//! the name of the value in several spellings (`@UPPER@`, `@snake@`, `@camel@`, `@Pascal@`,
//! `@kebab@`, `@dotted@`), the value (`@v@`) and words of the surroundings (`@svc@`, `@Svc@`,
//! `@port@`, `@word@`).

use super::forms_config;
use super::stream::Stream;

/// Path and text of a form.
pub type Template = (&'static str, &'static str);

const SERVICES: [&str; 12] = [
    "orders", "billing", "search", "ledger", "parcels", "roster", "catalog", "notices", "pricing", "returns", "intake",
    "reports",
];
const WORDS: [&str; 10] = [
    "batch", "window", "cursor", "page", "region", "bucket", "retry", "worker", "queue", "shard",
];

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + chars.as_str())
}

/// Fills the blanks of a path and a text; both name the same service.
pub fn fill(template: Template, s: &mut Stream, words: &str, value: &str) -> (String, String) {
    let parts: Vec<&str> = words.split(' ').collect();
    let pascal: String = parts.iter().map(|word| capital(word)).collect();
    let camel = parts[0].to_owned() + &pascal[parts[0].len()..];
    let service = s.pick(&SERVICES);
    let port = s.between(3000, 9800).to_string();
    let noun = s.pick(&WORDS);
    let blanks = [
        ("@UPPER@", parts.join("_").to_uppercase()),
        ("@snake@", parts.join("_")),
        ("@camel@", camel),
        ("@Pascal@", pascal),
        ("@kebab@", parts.join("-")),
        ("@dotted@", parts.join(".")),
        ("@svc@", service.to_owned()),
        ("@Svc@", capital(service)),
        ("@port@", port),
        ("@word@", noun.to_owned()),
        ("@v@", value.to_owned()),
    ];
    let replace = |text: &str| {
        blanks
            .iter()
            .fold(text.to_owned(), |text, (blank, word)| text.replace(blank, word))
    };
    (replace(template.0), replace(template.1))
}

/// Path and marked text of a value in a form.
pub fn render(form: &str, s: &mut Stream, words: &str, value: &str) -> (String, String) {
    let templates = code(form).or_else(|| forms_config::config(form));
    let Some(templates) = templates else {
        panic!("no form {form}")
    };
    let template = templates[s.below(templates.len())];
    fill(template, s, words, value)
}

fn code(form: &str) -> Option<&'static [Template]> {
    Some(match form {
        "python" => &[
            ("src/@svc@/client.py", PYTHON_MODULE),
            ("app/@svc@/sync.py", PYTHON_CLASS),
        ],
        "python-argument" => &[("src/@svc@/gateway.py", PYTHON_ARGUMENT)],
        "python-dict" => &[("app/@svc@/defaults.py", PYTHON_DICT)],
        "javascript" => &[
            ("src/@svc@/client.js", JAVASCRIPT_CONST),
            ("server/@svc@/index.js", JAVASCRIPT_OBJECT),
        ],
        "typescript" => &[
            ("src/services/@svc@.ts", TYPESCRIPT_CLASS),
            ("apps/api/src/@svc@.ts", TYPESCRIPT_CALL),
        ],
        "java" => &[
            ("src/main/java/io/acme/@svc@/Client.java", JAVA_CONST),
            ("src/main/java/io/acme/@svc@/Setup.java", JAVA_CALL),
        ],
        "kotlin" => &[("src/main/kotlin/io/acme/@svc@/Client.kt", KOTLIN)],
        "go" => &[("internal/@svc@/client.go", GO_CONST), ("cmd/@svc@/main.go", GO_STRUCT)],
        "rust" => &[("src/@svc@.rs", RUST)],
        "csharp" => &[("src/Services/@Svc@Client.cs", CSHARP)],
        "ruby" => &[
            ("app/services/@svc@_client.rb", RUBY_CONST),
            ("config/initializers/@svc@.rb", RUBY_BLOCK),
        ],
        "php" => &[
            ("src/Service/@Svc@Client.php", PHP_CLASS),
            ("inc/@svc@.php", PHP_DEFINE),
        ],
        "swift" => &[("Sources/@Svc@/Client.swift", SWIFT)],
        "url-python" => &[("src/@svc@/feed.py", URL_PYTHON)],
        "url-javascript" => &[("src/@svc@/feed.js", URL_JAVASCRIPT)],
        _ => return None,
    })
}

const PYTHON_MODULE: &str = r#""""Client of the @svc@ service."""

import logging
from dataclasses import dataclass

import httpx

log = logging.getLogger(__name__)

BASE_URL = "https://@svc@.acme.io/v2"
@UPPER@ = "@v@"
TIMEOUT_SECONDS = 20


@dataclass
class Page:
    items: list
    total: int


def fetch(number: int) -> Page:
    with httpx.Client(base_url=BASE_URL, timeout=TIMEOUT_SECONDS) as client:
        answer = client.get("/items", params={"page": number})
        answer.raise_for_status()
        body = answer.json()
        log.info("page %d of @svc@ read", number)
        return Page(items=body["items"], total=body["total"])
"#;

const PYTHON_CLASS: &str = r#"import time
from queue import Queue


class @Svc@Sync:
    """Copies rows in the background."""

    def __init__(self, @word@: int = 50) -> None:
        self.@word@ = @word@
        self.pending: Queue = Queue()
        self.@snake@ = '@v@'
        self.started = time.monotonic()

    def push(self, row: dict) -> None:
        self.pending.put(row)

    def drain(self) -> int:
        done = 0
        while not self.pending.empty() and done < self.@word@:
            self.send(self.pending.get())
            done += 1
        return done

    def send(self, row: dict) -> None:
        raise NotImplementedError
"#;

const PYTHON_ARGUMENT: &str = r#"from acme.gateway import Gateway, Retry


def build(region: str) -> Gateway:
    """Makes the gateway of the @svc@ service."""
    retry = Retry(total=5, backoff=0.4)
    return Gateway(
        region=region,
        retry=retry,
        @snake@="@v@",
        timeout=30,
    )


def ping(gateway: Gateway) -> bool:
    answer = gateway.get("/health")
    return answer.status == 200
"#;

const PYTHON_DICT: &str = r#"import os

ROOT = os.path.dirname(__file__)

DEFAULTS = {
    "host": "@svc@.acme.io",
    "port": @port@,
    "@snake@": "@v@",
    "@word@_size": 128,
    "features": ["export", "archive"],
}


def setting(name):
    return DEFAULTS[name]
"#;

const JAVASCRIPT_CONST: &str = r"'use strict';

const { request } = require('undici');

const base = 'https://@svc@.acme.io/v2';
const @camel@ = '@v@';

async function list(@word@) {
  const answer = await request(`${base}/items?limit=${@word@}`, {
    method: 'GET',
    headers: { accept: 'application/json' },
  });
  if (answer.statusCode !== 200) {
    throw new Error(`unexpected answer ${answer.statusCode}`);
  }
  return answer.body.json();
}

module.exports = { list, @camel@ };
";

const JAVASCRIPT_OBJECT: &str = r#"import express from "express";
import { createClient } from "./client.js";

const app = express();

const client = createClient({
  endpoint: "https://@svc@.acme.io",
  @camel@: "@v@",
  retries: 3,
});

app.get("/@svc@", async (req, res) => {
  const rows = await client.rows(req.query.from);
  res.json({ rows });
});

app.listen(@port@);
"#;

const TYPESCRIPT_CLASS: &str = r#"import { Injectable } from "./container";

interface Row {
  id: number;
  title: string;
}

@Injectable()
export class @Svc@Service {
  private readonly base = "https://@svc@.acme.io";
  private readonly @camel@: string = "@v@";
  private rows: Row[] = [];

  async load(@word@: number): Promise<Row[]> {
    const answer = await fetch(`${this.base}/rows/${@word@}`);
    this.rows = (await answer.json()) as Row[];
    return this.rows;
  }

  count(): number {
    return this.rows.length;
  }
}
"#;

const TYPESCRIPT_CALL: &str = r"import { Client } from './sdk';

export const client = new Client({
  region: 'eu-central',
  @camel@: '@v@',
});

export async function archive(ids: number[]): Promise<void> {
  for (const id of ids) {
    await client.post(`/rows/${id}/archive`, { @word@: 1 });
  }
}

export function describe(): string {
  return `@svc@ in ${client.region}`;
}
";

const JAVA_CONST: &str = r#"package io.acme.@svc@;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

public final class Client {
    private static final URI BASE = URI.create("https://@svc@.acme.io/v2/");
    private static final String @UPPER@ = "@v@";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    URI item(int number) {
        return BASE.resolve("items/" + number);
    }

    HttpClient http() {
        return http;
    }
}
"#;

const JAVA_CALL: &str = r#"package io.acme.@svc@;

import java.util.Properties;

class Setup {
    Properties defaults() {
        Properties props = new Properties();
        props.setProperty("@svc@.host", "@svc@.acme.io");
        props.setProperty("@svc@.port", "@port@");
        props.setProperty("@dotted@", "@v@");
        props.setProperty("@svc@.@word@.size", "64");
        return props;
    }

    boolean complete(Properties props) {
        return props.size() == 4;
    }
}
"#;

const KOTLIN: &str = r#"package io.acme.@svc@

import java.time.Duration

class Client(private val region: String) {
    private val timeout = Duration.ofSeconds(15)

    companion object {
        private const val BASE = "https://@svc@.acme.io"
        private const val @UPPER@ = "@v@"
    }

    fun address(path: String): String = "$BASE/$region/$path"

    fun waitFor(): Duration = timeout
}
"#;

const GO_CONST: &str = r#"package @svc@

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	base      = "https://@svc@.acme.io/v2"
	@camel@ = "@v@"
	timeout   = 20 * time.Second
)

type Client struct {
	http *http.Client
}

func New() *Client {
	return &Client{http: &http.Client{Timeout: timeout}}
}

func (c *Client) Item(ctx context.Context, id int) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("%s/items/%d", base, id), nil)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}
"#;

const GO_STRUCT: &str = r#"package main

import (
	"log"

	"acme.io/platform/run"
)

func main() {
	cfg := run.Config{
		Name:   "@svc@",
		Listen: ":@port@",
		@Pascal@: "@v@",
		Workers: 4,
	}
	if err := run.Start(cfg); err != nil {
		log.Fatal(err)
	}
}
"#;

const RUST: &str = r#"//! Client of the @svc@ service.

use std::time::Duration;

const BASE: &str = "https://@svc@.acme.io/v2";
const @UPPER@: &str = "@v@";

pub struct Client {
    timeout: Duration,
}

impl Client {
    pub fn new() -> Self {
        Self { timeout: Duration::from_secs(20) }
    }

    pub fn address(&self, id: u32) -> String {
        format!("{BASE}/items/{id}")
    }

    pub fn timeout(&self) -> Duration {
        self.timeout
    }
}
"#;

const CSHARP: &str = r#"using System;
using System.Net.Http;

namespace Acme.Services
{
    public sealed class @Svc@Client
    {
        private const string Base = "https://@svc@.acme.io";
        private readonly string _@camel@ = "@v@";
        private readonly HttpClient _http = new HttpClient();

        public Uri Item(int number)
        {
            return new Uri($"{Base}/items/{number}");
        }

        public void Close()
        {
            _http.Dispose();
        }
    }
}
"#;

const RUBY_CONST: &str = r##"# frozen_string_literal: true

require "net/http"

class @Svc@Client
  BASE = "https://@svc@.acme.io/v2"
  @UPPER@ = "@v@"

  def initialize(@word@: 50)
    @@word@ = @word@
  end

  def item(id)
    Net::HTTP.get(URI("#{BASE}/items/#{id}"))
  end

  def each(ids)
    ids.each_slice(@@word@) { |part| part.each { |id| yield item(id) } }
  end
end
"##;

const RUBY_BLOCK: &str = r"# frozen_string_literal: true

Acme::@Svc@.configure do |config|
  config.endpoint = 'https://@svc@.acme.io'
  config.@snake@ = '@v@'
  config.open_timeout = 5
  config.read_timeout = 20
  config.logger = Rails.logger
end

Rails.application.config.to_prepare do
  Acme::@Svc@.reset!
end
";

const PHP_CLASS: &str = r"<?php

declare(strict_types=1);

namespace Acme\Service;

final class @Svc@Client
{
    private const BASE = 'https://@svc@.acme.io';

    private string $@camel@ = '@v@';

    public function __construct(private int $@word@ = 50)
    {
    }

    public function address(int $id): string
    {
        return self::BASE . '/items/' . $id;
    }
}
";

const PHP_DEFINE: &str = r"<?php

define('ACME_BASE', 'https://@svc@.acme.io');
define('@UPPER@', '@v@');
define('ACME_@word@_SIZE', 64);

function acme_items(int $page): array
{
    $body = file_get_contents(ACME_BASE . '/items?page=' . $page);
    return json_decode($body, true);
}

foreach (acme_items(1) as $item) {
    echo $item['title'], PHP_EOL;
}
";

const SWIFT: &str = r#"import Foundation

struct @Svc@Client {
    let base = URL(string: "https://@svc@.acme.io")!
    let @camel@ = "@v@"
    var @word@ = 50

    func item(_ id: Int) -> URL {
        base.appendingPathComponent("items/\(id)")
    }
}
"#;

const URL_PYTHON: &str = r#"import json
from urllib.request import urlopen

FEED = "https://@svc@.acme.io/feed?format=json&@snake@=@v@&limit=50"


def entries():
    with urlopen(FEED, timeout=20) as answer:
        return json.load(answer)["entries"]


def titles():
    return [entry["title"] for entry in entries()]
"#;

const URL_JAVASCRIPT: &str = r#"const feed =
  "https://@svc@.acme.io/rows?@snake@=@v@";

export async function rows() {
  const answer = await fetch(feed);
  if (!answer.ok) {
    throw new Error(`feed failed: ${answer.status}`);
  }
  return answer.json();
}

export const interval = 60_000;
"#;
