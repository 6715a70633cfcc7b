//! Placeholders and references: a secret name with something that is no secret.

use super::Cases;
use super::forms::{Template, fill, render};

/// Words of the name, form, text that stands where a secret would.
type Row = (&'static str, &'static str, &'static str);

const PLACEHOLDERS: &[Row] = &[
    ("github token", "env", "your-token-here"),
    ("api key", "python", "YOUR_API_KEY"),
    ("db password", "yaml", "changeme"),
    ("admin password", "json", "change-me-in-production"),
    ("secret key", "python", "replace-this-with-a-long-random-string"),
    ("auth token", "javascript", "<your auth token>"),
    ("client secret", "java", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
    ("password", "compose", "example"),
    ("smtp password", "properties", "********"),
    ("access token", "go", "insert-access-token"),
    ("api key", "csharp", "00000000000000000000000000000000"),
    ("api token", "hcl", "REPLACE_ME"),
    ("jwt secret", "k8s-env", "super-secret-jwt-key-for-tests"),
    ("session secret", "typescript", "my-session-secret"),
    ("signing key", "rust", "0123456789abcdef0123456789abcdef"),
    ("password", "ini", "null"),
    ("webhook secret", "toml", "todo"),
    ("api key", "ruby", "[redacted]"),
    ("root password", "dockerfile", "notasecret"),
    ("keystore password", "gitlab-ci", "changeit"),
    ("auth token", "curl", "XXXXXXXXXXXXXXXXXXXX"),
    ("access key", "workflow", "dummy-access-key"),
    ("encryption key", "php", "deadbeefdeadbeefdeadbeefdeadbeef"),
    ("bot token", "mcp", "paste-your-bot-token-here"),
    ("api key", "cli-flag", "sample_api_key"),
    ("password", "sql", "placeholder"),
    ("db password", "powershell", "dein-passwort-hier"),
    ("private key", "kotlin", "..."),
];

const REFERENCES: &[Row] = &[
    ("github token", "workflow", "${{ secrets.RELEASE_TOKEN }}"),
    ("db password", "compose", "${STORE_DB_PASSWORD:?}"),
    ("api key", "shell", "$(vault kv get -field=key live/orders)"),
    ("auth token", "properties", "${orders.auth-token}"),
    ("db password", "yaml", "'{{ .Values.database.password }}'"),
    (
        "client secret",
        "json",
        "@Microsoft.KeyVault(SecretUri=https://acme.vault.azure.net/secrets/client)",
    ),
    ("access token", "env", "op://live/orders/access-token"),
    ("signing key", "toml", "/run/secrets/signing_key"),
    ("db password", "ini", "%(master_password)s"),
    ("api token", "xml", "#{ORDERS_API_TOKEN}#"),
    (
        "smtp password",
        "k8s-env",
        "arn:aws:secretsmanager:eu-central-1:123456789012:secret:live/smtp",
    ),
    ("webhook secret", "jenkins", "credentials-webhook-${BRANCH}"),
    ("api key", "gitlab-ci", "$ORDERS_API_KEY"),
    ("auth token", "cli-flag", "\"${AUTH_TOKEN}\""),
    ("password", "sql", ":password"),
    ("api key", "mcp", "${env:ORDERS_API_KEY}"),
    ("admin password", "dockerfile", "${ADMIN_PASSWORD:-changeme}"),
    ("access token", "curl", "$ACCESS_TOKEN"),
    ("api key", "http", "{{access_token}}"),
];

/// References that are expressions or members of an object.
const EXPRESSIONS: &[(&str, Template)] = &[
    (
        "python",
        (
            "src/@svc@/settings.py",
            "import os

from .vault import read

API_KEY = os.environ[\"ORDERS_API_KEY\"]
AUTH_TOKEN = os.getenv(\"ORDERS_AUTH_TOKEN\", \"\")
DB_PASSWORD = read(\"live/orders/db\", field=\"password\")
HEADER = f\"Bearer {AUTH_TOKEN}\"
URL = f\"postgresql://orders:{DB_PASSWORD}@db.acme.io/orders\"


def client(session, password=None, token: str = \"\"):
    session.auth = (\"orders\", password or DB_PASSWORD)
    session.headers[\"Authorization\"] = \"Bearer \" + (token or AUTH_TOKEN)
    return session
",
        ),
    ),
    (
        "javascript",
        (
            "src/@svc@/config.js",
            "\"use strict\";

const { secret } = require(\"./vault\");

const password = process.env.STORE_PASSWORD;
const apiKey = secret(\"live/orders/api-key\");
const token = `${process.env.TOKEN_PREFIX}-${apiKey}`;

module.exports = {
  password,
  clientSecret: process.env[\"CLIENT_SECRET\"],
  authorization: `Bearer ${token}`,
  url: `amqps://orders:${password}@queue.acme.io/live`,
};
",
        ),
    ),
    (
        "typescript",
        (
            "apps/web/src/env.ts",
            "export const env = {
  apiKey: import.meta.env.VITE_API_KEY,
  accessToken: Deno.env.get(\"ACCESS_TOKEN\"),
  sessionSecret: Bun.env.SESSION_SECRET ?? \"\",
};

export function headers(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, \"x-api-key\": env.apiKey };
}
",
        ),
    ),
    (
        "java",
        (
            "src/main/java/io/acme/@svc@/Config.java",
            "package io.acme.@svc@;

import org.springframework.beans.factory.annotation.Value;

final class Config {
    @Value(\"${orders.client-secret}\")
    private String clientSecret;

    private final String apiKey = System.getenv(\"ORDERS_API_KEY\");
    private final String password = System.getProperty(\"orders.password\");

    String header() {
        return \"Bearer \" + apiKey + clientSecret + password;
    }
}
",
        ),
    ),
    (
        "go",
        (
            "internal/@svc@/config.go",
            "package @svc@

import (
	\"fmt\"
	\"os\"
)

type Config struct {
	Password string `env:\"STORE_PASSWORD,required\"`
	APIKey   string `env:\"STORE_API_KEY\"`
}

func (c Config) Address() string {
	token := os.Getenv(\"STORE_TOKEN\")
	return fmt.Sprintf(\"redis://store:%s@cache.acme.io:6379/0?token=%s\", c.Password, token)
}
",
        ),
    ),
    (
        "hcl",
        (
            "infra/store-@svc@.tf",
            "variable \"db_password\" {
  type      = string
  sensitive = true
}

resource \"aws_db_instance\" \"store\" {
  username = \"store\"
  password = var.db_password
}

resource \"aws_ssm_parameter\" \"token\" {
  name  = \"/live/store/token\"
  type  = \"SecureString\"
  value = random_password.token.result
}

provider \"acme\" {
  api_token = data.aws_secretsmanager_secret_version.acme.secret_string
}
",
        ),
    ),
    (
        "kubernetes",
        (
            "deploy/k8s/@svc@-app.yaml",
            "apiVersion: v1
kind: Pod
metadata:
  name: @svc@
spec:
  containers:
    - name: app
      image: registry.acme.io/@svc@:4.12.0
      env:
        - name: DB_PASSWORD
          valueFrom:
            secretKeyRef:
              name: @svc@-db
              key: password
        - name: API_TOKEN
          value: $(SHARED_API_TOKEN)
  imagePullSecrets:
    - name: registry-pull
",
        ),
    ),
    (
        "cloudformation",
        (
            "infra/@svc@-stack.yaml",
            "AWSTemplateFormatVersion: \"2010-09-09\"
Parameters:
  AdminPassword:
    Type: String
    NoEcho: true
Resources:
  Store:
    Type: AWS::RDS::DBInstance
    Properties:
      MasterUsername: store
      MasterUserPassword: !Sub \"{{resolve:secretsmanager:${StoreSecret}:SecretString:password}}\"
  Broker:
    Type: AWS::AmazonMQ::Broker
    Properties:
      Users:
        - Username: store
          Password: !Ref AdminPassword
",
        ),
    ),
    (
        "ruby",
        (
            "config/database.yml",
            "default: &default
  adapter: postgresql
  pool: 10

production:
  <<: *default
  username: store
  password: <%= ENV[\"STORE_PASSWORD\"] %>
  url: <%= Rails.application.credentials.dig(:store, :url) %>
",
        ),
    ),
    (
        "php",
        (
            "config/@svc@.php",
            "<?php

return [
    'host' => env('STORE_HOST', 'db.acme.io'),
    'password' => env('STORE_PASSWORD'),
    'api_key' => getenv('STORE_API_KEY') ?: '',
    'token' => $_ENV['STORE_TOKEN'] ?? null,
    'secret' => config('store.secret'),
];
",
        ),
    ),
    (
        "pipeline",
        (
            "azure-pipelines.yml",
            "trigger: [main]

variables:
  - group: store-live
  - name: apiToken
    value: $(StoreApiToken)

steps:
  - script: ./publish.sh
    env:
      PUBLISH_TOKEN: $[variables.publishToken]
      DB_PASSWORD: $(StoreDbPassword)
",
        ),
    ),
];

pub fn add(cases: &mut Cases) {
    for (category, rows) in [("placeholder", PLACEHOLDERS), ("reference", REFERENCES)] {
        for (words, form, value) in rows {
            let mut s = cases.stream(category);
            let (path, text) = render(form, &mut s, words, value);
            cases.add(category, form, path, &text);
        }
    }
    for (form, template) in EXPRESSIONS {
        let mut s = cases.stream("reference");
        let (path, text) = fill(*template, &mut s, "value", "");
        cases.add("reference", form, path, &text);
    }
    filled(cases);
}

/// Token shapes whose body is a filler.
fn filled(cases: &mut Cases) {
    let rows: [(&str, &str, String); 4] = [
        (
            "github token",
            "yaml",
            format!("{}{}", concat!("gh", "p_"), "x".repeat(36)),
        ),
        (
            "stripe secret key",
            "env",
            format!("{}{}", concat!("sk_", "test_"), "X".repeat(24)),
        ),
        (
            "aws access key id",
            "toml",
            format!("{}{}EXAMPLE", concat!("AK", "IA"), "QWERTYUIO"),
        ),
        (
            "slack bot token",
            "json",
            format!("{}your-token-here", concat!("xo", "xb-")),
        ),
    ];
    for (words, form, value) in rows {
        let mut s = cases.stream("placeholder");
        let (path, text) = render(form, &mut s, words, &value);
        cases.add("placeholder", form, path, &text);
    }
}
